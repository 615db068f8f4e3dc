"""Everything legal can be touched, and nothing else: held over games that people play well, badly and anyhow."""

from __future__ import annotations

import random

import pytest

from companion.dealer import Dealer
from companion.games.newyork.game import NewYork
from companion.packs.loading import load_pack
from companion.table import Table
from tests.ui.hands import Hands
from tests.ui.reach import reachable
from ui.flow import Flow

GAME = NewYork()
PACK = load_pack(GAME)
SEATS = ["father", "mother", "daughter", "son"]
QUESTIONS = 20
ANYHOW = 0.6
"""How often somebody answers anyhow: often enough for odd tables, seldom enough for games that get somewhere."""
LANDSCAPE, PORTRAIT = (800, 480), (720, 1280)


@pytest.mark.parametrize("follow", ["full", "light"])
@pytest.mark.parametrize(
    ("story", "seats", "size"),
    [
        ("wrong_suitcase", 2, LANDSCAPE),
        ("three_voices", 4, LANDSCAPE),
        ("high_water", 3, PORTRAIT),
        ("masked_ball", 4, (1280, 720)),
    ],
)
def test_every_legal_answer_can_be_touched_and_nothing_else(
    hands: Hands, story: str, seats: int, size: tuple[int, int], follow: str
) -> None:
    luck = random.Random(f"{story} {follow}")
    hands.resize(*size)
    table = _table(story, seats, follow)
    flow = Flow(table)
    hands.app.play(flow)
    questions = 0
    while flow.mode != "over" and questions < QUESTIONS:
        if flow.mode == "choose":
            hands.look(1)
            legal = table.legal() or []
            before = table.hash()
            assert reachable(hands) == set(legal)
            assert table.hash() == before
            questions += 1
            flow.answer(luck.choice(legal) if luck.random() < ANYHOW else GAME.advise(table.state, legal, luck.random))
        elif flow.mode == "roll":
            flow.roll_for_us()
        elif flow.mode in ("deal", "list"):
            flow.draw()
        else:
            flow.done()
    assert questions == QUESTIONS or flow.mode == "over"


@pytest.mark.parametrize(("size", "language"), [(LANDSCAPE, "en"), (PORTRAIT, "es")])
def test_everything_that_can_come_from_a_deck_or_bag_can_be_touched(
    hands: Hands, size: tuple[int, int], language: str
) -> None:
    hands.resize(*size)
    hands.speak(language)
    table = _table("high_water", 3, "full")
    items = {"police", "mafia", "info", "items", "squares"}
    for item in items:
        table.set_chance(item, "asked")
    flow = Flow(table)
    hands.app.play(flow)
    seen: set[str] = set()
    while seen != items:
        if flow.mode == "list":
            item = GAME.chance_item(table.ask)
            if item not in seen:
                hands.look(1)
                assert reachable(hands) == set(table.legal() or [])
                seen.add(item)
            flow.draw()
        elif flow.mode == "roll":
            flow.roll_for_us()
        elif flow.mode == "choose":
            flow.answer(GAME.advise(table.state, table.legal() or [], random.Random(1).random))
        else:
            flow.done()
        assert flow.mode != "over"


def _table(story: str, seats: int, follow: str) -> Table:
    settings = {"story": story, "nyc.follow": follow}
    return Table(GAME, PACK, SEATS[:seats], settings, dealer=Dealer(story), auto=False)
