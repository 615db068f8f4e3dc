"""Tips for a first game."""

from __future__ import annotations

from companion.core.asks import Ask, ChooseAsk
from companion.core.texts import T
from companion.games.escape.state import State
from companion.scene.scene import Tip

AT_QUESTIONS: dict[str, tuple[Tip, ...]] = {
    "asset": (
        Tip("asset", T("Money unlocks assets here, and assets pay off every day. If you want none, go on."), "pass"),
        Tip(
            "order", T("This is today's turn order: it goes by notoriety. Tap a disc to see a player's board."), "order"
        ),
    ),
    "tile": (
        Tip("tile", T("Lay the tile on the table so that it fits, then tap here the one you took."), "place"),
        Tip("city", T("Here you can sketch the city: then everybody sees what is where."), "about:city"),
    ),
    "turn": (
        Tip("turn", T("Play on the board, tap what you do, and at the end of your turn tap here."), "primary"),
        Tip(
            "seats", T("Money, wounds and all that a turn changes are counted on the players' boards."), "about:players"
        ),
        Tip("rest", T("A turn can also be spent on rest."), "rest"),
        Tip("contact", T("Tap the card of an open contact to take it."), "take"),
        Tip("clock", T("The parts of the day: the bright one is now, the others are still to come."), "clock"),
    ),
}
"""Tips by decision."""


def tips(s: State, ask: Ask) -> list[Tip]:
    """The tips for this question; none for private ones."""
    return list(AT_QUESTIONS.get(ask.choice, ())) if isinstance(ask, ChooseAsk) else []
