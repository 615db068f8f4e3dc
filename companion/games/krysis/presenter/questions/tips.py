"""Tips for a first game."""

from __future__ import annotations

from companion.core.asks import Ask, ChooseAsk
from companion.core.texts import T
from companion.scene.scene import Tip

AT_QUESTIONS: dict[str, tuple[Tip, ...]] = {
    "bid": (
        Tip("bid", T("Red counts 3, blue 2, white 1. Every bid is paid, also the lowest one."), "primary"),
        Tip("seats", T("Here are the players' boards: camp, points and team."), "about:players"),
    ),
    "mine": (Tip("mine", T("Tap a space. Those farther ahead bring less, but win ties."), "mine"),),
    "agent": (
        Tip("agent", T("Three agents make a team: fast ones act first, fighters raid, transporters carry."), "play"),
    ),
    "turn": (
        Tip(
            "load",
            T("What stays in the camp at the end counts nothing: carry it home, or to the bank for 2 VP each."),
            "load",
        ),
        Tip("raid", T("A camp that is lit green has a weaker defence: tap it to raid it."), "raid"),
        Tip("rest", T("Rest a finger on a camp: it says what can be won there, and what can go wrong."), "raid"),
        Tip("overtime", T("Overtime keeps the team here; it defends the camp for the rest of the round."), "overtime"),
        Tip("use", T("A relic that is turned up helps this turn and is then discarded."), "use"),
    ),
    "home": (
        Tip("home", T("Say what is behind your screen; the companion finds the best sets of relics."), "primary"),
    ),
}
"""Tips by decision."""


def tips(ask: Ask) -> list[Tip]:
    """The tips for this question."""
    return list(AT_QUESTIONS.get(ask.choice, ())) if isinstance(ask, ChooseAsk) else []
