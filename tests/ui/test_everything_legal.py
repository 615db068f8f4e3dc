"""Everything legal can be touched, and nothing else: held over games that people play well, badly and anyhow."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import ChooseAsk
from companion.games.newyork.game import GAME
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.daily import share
from tests.ui.hands import Hands
from tests.ui.touch_answers import reachable

PACK = load_pack(GAME)
SEATS = ["father", "mother", "daughter", "son"]
QUESTIONS = share(20)
EACH, KINDS = 4, 2
"""So many questions of a kind are tried, and so many kinds there are at least in a game."""
RANDOM_ANSWERS = 0.6
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
    session = Session(table)
    hands.app.play(session)
    questions = 0
    while session.mode != "over" and questions < QUESTIONS:
        if session.mode == "choose":
            hands.look(1)
            legal = table.legal() or []
            before = table.hash()
            assert reachable(hands) == set(legal)
            assert table.hash() == before
            questions += 1
            session.answer(
                luck.choice(legal)
                if luck.random() < RANDOM_ANSWERS
                else GAME.player.advise(table.state, legal, luck.random)
            )
        elif session.mode == "roll":
            session.roll_for_us()
        elif session.mode in ("deal", "list"):
            session.draw()
        else:
            session.done()
    assert questions == QUESTIONS or session.mode == "over"


KNOWN = {"kr.home_ledger": "private", "kr.missions": "on", "advanced": "on", "tactical": "on"}
TABLES = {
    "crash": ("crash", {}, ()),
    "thousand": ("thousand", {"target": "5000", "entry": "1000"}, ()),
    "krysis": ("krysis", {}, ()),
    "krysis where everything is known": ("krysis", KNOWN, ("relics", "agents", "missions")),
}
"""Other tables: a game, its settings, and what its companion deals although it need not know it."""


@pytest.mark.by_turns
@pytest.mark.parametrize("name", TABLES)
def test_every_legal_answer_of_another_game_can_be_touched_too(hands: Hands, name: str) -> None:
    game_name, settings, dealt = TABLES[name]
    game, luck = load_game(game_name), random.Random(name)
    loaded = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][:3]
    chance = dict.fromkeys(dealt, "digital")
    table = Table(game, loaded, seats, settings, chance=chance, dealer=Dealer(name), auto=False)
    session = Session(table)
    hands.app.play(session)
    hands.app.offers.declined = True
    asked: Counter[str] = Counter()
    while session.mode != "over":
        kind = table.ask.choice if isinstance(table.ask, ChooseAsk) else ""
        if session.mode == "choose":
            if asked[kind] < EACH:
                hands.resize(*(LANDSCAPE, PORTRAIT)[asked[kind] % 2])
                look_at_the_question(hands)
                before = table.hash()
                if hands.root.name == "form":
                    assert [hands.screen.draft.form.template] == list(table.legal() or [])
                else:
                    assert reachable(hands) == set(table.legal() or []), kind
                assert table.hash() == before
                asked[kind] += 1
            session.answer(game.player.advise(table.state, table.legal() or [], luck.random))
        elif session.pages:
            session.done()
        elif session.mode == "roll":
            session.roll_for_us()
        else:
            session.draw()
    assert len(asked) >= KINDS


def look_at_the_question(hands: Hands) -> None:
    """Whose question it is looks alone, if it is for one seat."""
    hands.look(1)
    if hands.root.name == "private":
        hands.app.privacy.open(hands.session.table.ask.only or "")
        hands.app.refresh()
        hands.look(1)


@pytest.mark.parametrize(("size", "language"), [(LANDSCAPE, "en"), (PORTRAIT, "es")])
def test_everything_that_can_be_drawn_can_be_touched(hands: Hands, size: tuple[int, int], language: str) -> None:
    hands.resize(*size)
    hands.speak(language)
    table = _table("high_water", 3, "full")
    items = {"police", "mafia", "info", "items", "squares"}
    for item in items:
        table.set_chance(item, "asked")
    session = Session(table)
    hands.app.play(session)
    seen: set[str] = set()
    while seen != items:
        if session.mode == "list":
            item = GAME.rules.chance_item(table.ask)
            if item not in seen:
                hands.look(1)
                assert reachable(hands) == set(table.legal() or [])
                seen.add(item)
            session.draw()
        elif session.mode == "roll":
            session.roll_for_us()
        elif session.mode == "choose":
            session.answer(GAME.player.advise(table.state, table.legal() or [], random.Random(1).random))
        else:
            session.done()
        assert session.mode != "over"


def _table(story: str, seats: int, follow: str) -> Table:
    settings = {"story": story, "nyc.follow": follow}
    return Table(GAME, PACK, SEATS[:seats], settings, dealer=Dealer(story), auto=False)
