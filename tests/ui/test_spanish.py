"""A real game on the smallest screen in Spanish, whose words are the longest: nothing is cut off."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.asks import Over
from companion.dealer import Dealer
from companion.games.newyork.game import NewYork
from companion.packs.loading import load_pack
from companion.table import Table
from tests.ui.hands import Hands
from ui import text
from ui.flow import Flow

GAME = NewYork()
SEATS = ["father", "mother", "daughter", "son"]
ANSWERS = 120
"""More than a round of four."""


def go_on(flow: Flow, luck: Random) -> None:
    """The next thing that people could do: whatever is possible, but a turn is not ended early."""
    if flow.mode in ("lines", "card", "check"):
        flow.done()
    elif flow.mode == "roll":
        flow.roll_for_us()
    elif flow.mode == "choose":
        legal = flow.table.legal() or []
        flow.answer(luck.choice([answer for answer in legal if not ends_turn(answer)] or legal))
    else:
        flow.draw()


def ends_turn(answer: object) -> bool:
    return type(answer).__name__ in ("End", "EndedTurn")


@pytest.mark.parametrize(("story", "follow"), [("masked_ball", "light"), ("high_water", "full")])
def test_a_spanish_game_fits_the_smallest_screen(hands: Hands, story: str, follow: str) -> None:
    hands.speak("es")
    settings = {"story": story, "nyc.follow": follow}
    table = Table(GAME, load_pack(GAME), SEATS, settings, dealer=Dealer(story), auto=False)
    hands.app.play(Flow(table))
    luck = Random(4)
    for count in range(ANSWERS):
        if isinstance(table.ask, Over):
            break
        hands.app.go("game")
        hands.look(1)
        if hands.flow.mode == "choose" and count % 10 == 0:
            for screen in ("sheet", "story", "log", "menu"):
                hands.app.go(screen)
                hands.look(1)
        assert text.clipped == set(), f"{hands.root.name} after {table.rev} answers"
        go_on(hands.flow, luck)
