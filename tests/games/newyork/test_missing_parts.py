"""A story whose cards are not all in the box, on a board that is laid in part: people enter the rest."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.asks import Over
from companion.core.refusals import Refused
from companion.games.newyork import answers as say
from companion.games.newyork.checks import read_pack
from companion.table.table import Table
from tests.daily import share
from tests.games.newyork.helpers import GAME, Json, NewYorkTable, box, loaded

CARDS: tuple[Json, ...] = (
    {"mafia_per_turn": 1, "bag_add": {"blue": 2, "red": 1, "yellow": 3}, "alert_cars": [5, 9]},
    {"mafia_per_turn": 2, "bag_add": {"blue": 1, "red": 0, "yellow": 0}},
    {"mafia_per_turn": 3, "bag_add": {"blue": 0, "red": 2, "yellow": 0}},
)
NEVER_SAID = ("mafia_per_turn", "bag_add", "effects", "text", "alert_cars", "final_challenge")
LIGHT = {"nyc.follow": "light"}
MOST = 400
"""So many answers of a game are compared."""


def in_part(*, told: bool) -> Json:
    """A board that is laid in part; with the whole first story, or with no more of it than where its cards lie."""
    data = box(mafia=("a.b.c", "d.e.f", "a.-.b", "d.a.-", "g.h.i"), cards=CARDS)
    data["board"]["whole"] = False
    if not told:
        for card in data["scenarios"][0]["cards"]:
            for name in NEVER_SAID:
                card.pop(name, None)
    return data


def untold() -> NewYorkTable:
    return NewYorkTable("father", LIGHT, data=in_part(told=False))


@pytest.mark.rule("R-NYC-15", "R-NYC-16", "R-NYC-95")
def test_what_card_0_says_is_said_when_it_is_turned_up() -> None:
    game = untold()
    for square in "abcdef":
        game.pick(square)
        game.say(**next(one for one in game.legal() if one["do"] == "pull"))
    bag = {"blue": 4, "red": 4, "yellow": 4}
    game.refuses("malformed", None, "shown", mafia_per_turn=11, bag_add=bag)
    game.refuses("malformed", None, "shown", mafia_per_turn=None, bag_add=None)
    game.say("shown", mafia_per_turn=1, bag_add=bag)
    assert game.facts["info"]["bag"] == {"blue": 4, "red": 4, "yellow": 4}
    for wrong in ([5, 5], [21], [0], [1, 2, 3, 4]):
        game.refuses("illegal", "R-NYC-16", "alert_cars", cars=wrong)
    game.refuses("malformed", None, "alert_cars", cars=None)
    game.say("alert_cars", cars=[9, 5])
    facts = game.facts
    assert (facts["mafia_per_turn"], facts["cars"]["alert"]) == (1, {"5": 1, "9": 1})


def in_words() -> Json:
    """The same with effects, tasks and a final challenge that somebody has told."""
    data = in_part(told=True)
    first, second, last = data["scenarios"][0]["cards"]
    first["effects"] = [{"op": "alert", "n": 1}]
    task = {"op": "task", "id": "bring", "at": "a", "need": {"items": 1}, "text": "Bring it.", "until": "scenario"}
    second["effects"] = [{"op": "place_mafia", "at": "b", "n": 2}, task, {"op": "heal", "who": "all"}]
    last["final_challenge"] = {"square": "c", "text": "Win.", "need": {"clear": True, "pay": {"PHYS": 2}}}
    return data


def row(card: Json) -> Json:
    """A card as people tell it: all that is printed on it."""
    return {name: value for name, value in card.items() if name in NEVER_SAID and value is not None}


@settings(max_examples=share(16), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_cards_that_are_told_as_they_are_turned_up_give_the_game_of_those_that_were_known(seed: int) -> None:
    luck, data, without = Random(seed), in_words(), in_part(told=False)
    chance = dict.fromkeys(GAME.rules.chance_items, "asked")
    known, told = (
        Table(GAME, loaded(one), ["father", "son"], LIGHT, chance=chance, clock=lambda: 0.0) for one in (data, without)
    )
    turned = iter(data["scenarios"][0]["cards"])
    for _ in range(MOST):
        while getattr(told.ask, "choice", "") == "card":
            told.answer({"do": "told", "card": row(next(turned))})
        assert told.facts() == known.facts()
        if isinstance(known.ask, Over):
            return
        answer = GAME.player.advise(known.state, known.legal() or [], luck.random)
        for table in (known, told):
            table.answer(answer)


@pytest.mark.rule("R-NYC-95")
def test_what_is_no_story_card_is_refused() -> None:
    game = untold()
    for square in "abcdef":
        game.pick(square)
        game.say(**next(one for one in game.legal() if one["do"] == "pull"))
    assert {"do": "told", "card": None} in game.legal()
    card = row(in_words()["scenarios"][0]["cards"][0])
    game.refuses("malformed", None, "told", card=None)
    game.refuses("malformed", None, "told", card=7)
    wrong: list[Json] = [
        {},
        {"mafia_per_turn": 11},
        {"effects": [{"op": "alert", "n": 0}]},
        {"index": 1},
        {"position": 3},
    ]
    for one in wrong:
        game.refuses("malformed", "R-NYC-95", "told", card=card | one if one else {})
    elsewhere = {"effects": [{"op": "place_mafia", "at": "atlantis"}]}
    game.refuses("unknown", "R-NYC-95", "told", card=card | elsewhere)
    for cars in ([5, 5], [21], [1, 2, 3, 4]):
        game.refuses("illegal", "R-NYC-16", "told", card=card | {"alert_cars": cars})
    game.say("told", card=card)
    assert (game.facts["mafia_per_turn"], game.facts["alert"]["at"]) == (1, 1)


@settings(max_examples=share(16), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_story_that_is_said_on_the_way_gives_the_game_of_one_that_was_told(seed: int) -> None:
    luck = Random(seed)
    chance = dict.fromkeys(GAME.rules.chance_items, "asked")
    told, said = (
        Table(GAME, loaded(in_part(told=known)), ["father", "son"], LIGHT, chance=chance, clock=lambda: 0.0)
        for known in (True, False)
    )
    turned = iter(CARDS)
    for _ in range(MOST):
        while (choice := getattr(said.ask, "choice", "")) in ("card", "alert_cars"):
            card = CARDS[0] if choice == "alert_cars" else next(turned)
            shown = say.CardNumbers(card["mafia_per_turn"], say.Bag(**card["bag_add"]))
            said.answer(say.AlertCars(card["alert_cars"]) if choice == "alert_cars" else shown)
        assert alike(said) == alike(told)
        if isinstance(told.ask, Over):
            return
        answer = GAME.player.advise(told.state, told.legal() or [], luck.random)
        for table in (told, said):
            table.answer(answer)


def alike(table: Table) -> dict[str, Any]:
    """The facts without what a story says in words."""
    return {name: value for name, value in table.facts().items() if name not in ("story", "tasks", "final", "hash")}


def test_what_is_told_in_part_is_what_is_missing() -> None:
    data = in_part(told=True)
    assert not read_pack(data).missing
    lacking = copy.deepcopy(data)
    del lacking["scenarios"][0]["cards"][1]["mafia_per_turn"]
    assert read_pack(lacking).missing == {"tale:1", "tale:1:numbers"}
    del lacking["characters"][0]["dice"]
    assert read_pack(lacking).characters[0].dice.total == 0, "dice stay with people as long as no figure is followed"
    numbers = {f"tale:{card}:numbers" for card in range(3)}
    assert read_pack(in_part(told=False)).missing == {"tale:0", "tale:1", "tale:2", "tale:final", *numbers}


@pytest.mark.rule("R-NYC-15", "R-NYC-16", "R-NYC-95")
def test_only_the_numbers_that_nobody_has_told_are_asked() -> None:
    data = in_part(told=True)
    for card in data["scenarios"][0]["cards"]:
        del card["effects"]
    game = NewYorkTable("father", LIGHT, data=data).playing("father")
    assert game.facts["mafia_per_turn"] == 1
    assert game.facts["cars"]["alert"] == {"5": 1, "9": 1}
    del data["scenarios"][0]["cards"][0]["alert_cars"]
    assert "tale:0:numbers" in read_pack(data).missing


@pytest.mark.rule("R-NYC-30")
def test_cars_that_hands_put_on_squares_come_from_beside_the_deck_when_the_supply_has_none() -> None:
    game = untold()
    for square in "abcdef":
        game.pick(square)
        game.say(**next(one for one in game.legal() if one["do"] == "pull"))
    game.say("shown", mafia_per_turn=1, bag_add={"blue": 0, "red": 0, "yellow": 0})
    game.say("alert_cars", cars=[5, 9])
    game.correct({"fact": "car", "at": "beside:police", "value": 3})
    assert game.facts["cars"]["supply"] == 0
    game.correct({"fact": "car", "at": "square:a", "value": 2})
    assert game.facts["cars"]["squares"] == {"a": 2}
    assert game.facts["cars"]["beside"] == 1
    with pytest.raises(Refused):
        game.correct({"fact": "car", "at": "square:b", "value": 2})
    assert game.facts["cars"]["squares"] == {"a": 2}, "there are five in the box"
