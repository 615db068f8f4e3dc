"""The sensible player: takes what is paid, goes where it is worth it, and keeps what it still needs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.core.answers import Answer
from companion.games.newyork import answers as say
from tests.games.newyork.helpers import GAME, NewYorkTable

POOL = {"blue1": "MENT", "red1": "PHYS", "red2": "PHYS", "yellow1": "SOC"}


def on(square: str, pool: Mapping[str, str] = POOL, *, costly: bool = False, **counts: int) -> NewYorkTable:
    """Father's turn on a square, mother far away."""
    starts = {"start.father": square, "start.mother": "m"}
    return NewYorkTable("father mother", starts, costly=costly).playing("father", pool, **counts)


def advised(game: NewYorkTable) -> Answer:
    """What it says; the table stays as it is."""
    before = game.table.hash()
    answer = GAME.player.advise(game.table.state, game.table.legal() or (), lambda: 0.5)
    assert game.table.hash() == before
    return answer


def test_it_collects_what_it_can_pay_and_keeps_its_wild() -> None:
    game = on("c", {**POOL, "yellow2": "WILD"})
    game.set("info", 1, at="square:c", token="red")
    assert advised(game) == say.Collect("red", ("red1", "red2"))


def test_it_walks_to_the_nearest_token_that_it_can_pay() -> None:
    game = on("e")
    game.set("info", 1, at="square:b", token="red")
    game.set("info", 1, at="square:g", token="red")
    assert advised(game) == say.Walk("f")


def test_it_walks_further_for_what_it_can_pay() -> None:
    game = on("e")
    game.set("info", 1, at="square:c", token="red")
    game.set("info", 1, at="square:f", token="blue")
    game.set("die", {"face": "SOC", "spent": False}, die="blue1")
    assert advised(game) == say.Walk("d")


@pytest.mark.parametrize(
    ("item", "colour", "lacks"), [("phone", "blue", "MENT"), ("mask", "yellow", "SOC"), ("gloves", "red", "PHYS")]
)
def test_it_uses_the_item_that_is_worth_the_result_that_is_missing(item: str, colour: str, lacks: str) -> None:
    other = "SOC" if lacks != "SOC" else "MENT"
    game = on("c", {"red1": lacks, "red2": other, "blue1": other, "yellow1": other})
    game.set("info", 1, at="square:c", token=colour)
    game.holds("father", "phone", "mask", "gloves")
    assert advised(game) == say.UseItem(item)


def test_it_keeps_its_items_where_the_goal_is_elsewhere_or_paid_by_none() -> None:
    game = on("c", {"red1": "MENT", "red2": "SOC", "blue1": "SOC", "yellow1": "SOC"}).holds("father", "phone")
    game.set("info", 1, at="square:d", token="blue")
    assert advised(game) == say.Walk("d")
    game = on("c", {"red1": "MENT", "red2": "SOC", "blue1": "SOC", "yellow1": "SOC"}).holds("father", "gloves")
    game.set("info", 1, at="square:c", token="blue")
    assert isinstance(advised(game), say.RerollDice)


def test_it_rolls_again_what_does_not_help_the_goal() -> None:
    game = on("c", {"red1": "MENT", "red2": "SOC", "blue1": "WILD", "yellow1": "PHYS"})
    game.set("info", 3, at="square:c", token="blue")
    game.say("collect", token="blue", with_=["blue1", "red1"])
    assert advised(game) == say.RerollDice(("blue1", "red1", "red2", "yellow1"))


def test_it_fights_with_what_the_goal_can_spare_and_only_with_that() -> None:
    game = on("c")
    game.set("mafia", 1, square="c")
    game.set("info", 1, at="square:d", token="blue")
    assert advised(game) == say.Fight("c", ("red1", "red2"))
    game.set("info", 1, at="square:c", token="yellow")
    game.set("die", {"face": "SOC", "spent": False}, die="blue1")
    assert advised(game) == say.Collect("yellow", ("blue1", "yellow1"))


def test_it_evades_the_mafia_that_holds_it_back() -> None:
    game = on("c", {"red1": "SOC", "red2": "MENT", "blue1": "MENT", "yellow1": "PHYS"})
    game.set("mafia", 1, square="c")
    game.set("info", 1, at="square:d", token="blue")
    assert advised(game) == say.Evade(("red1",))


def test_it_takes_the_shelter_of_a_result_at_the_end_of_its_turn() -> None:
    game = on("c", {"red1": "PHYS"}, actions=0)
    game.set("mafia", 1, square="c")
    assert advised(game) == say.Face(("red1",))


def test_it_ends_a_turn_in_which_nothing_is_left() -> None:
    game = on("c", {}, actions=0)
    assert advised(game) == say.End()


def test_it_loses_a_die_of_which_it_has_most() -> None:
    game = on("c")
    game.set("mafia", 1, square="c")
    game.say("end")
    assert advised(game) == say.Lose("red")


def test_it_does_not_fight_with_what_its_goal_still_needs() -> None:
    game = on("c", {"red1": "PHYS", "red2": "PHYS", "blue1": "SOC", "yellow1": "SOC"}, costly=True)
    game.set("mafia", 1, square="c")
    game.set("info", 1, at="square:c", token="red3")
    assert isinstance(advised(game), say.RerollDice)
