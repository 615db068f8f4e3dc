"""What the presenter says of shapes that neither the game of the page nor the toy game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import Struct, field

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, Over
from companion.core.facts import Facts
from companion.core.rules import Rules
from companion.core.state import State
from companion.core.steps.agenda import Step
from companion.core.texts import Words, plain
from companion.games.game import Game


class Move(Answer, frozen=True, tag="move"):
    piece: str
    to: str


class Give(Answer, frozen=True, tag="give"):
    to: str
    cards: tuple[str, ...] = ()
    gold: dict[str, int] = field(default_factory=dict)


class Now(Struct):
    seat: str
    gold: dict[str, dict[str, int]]
    lead: str | None = None
    night: bool = False


class Choose(Step[Any], frozen=True, tag="choose"):
    def asks(self, s: Any) -> bool:
        return True

    def ask(self, s: Any) -> ChooseAsk:
        return ChooseAsk(s.now.seat, "MARKET-1", "next_deal")

    def legal(self, s: Any) -> Sequence[Answer]:
        return [*(Move("token:red", f"place:stall_{n}") for n in range(12)), Give("aunt_may", ("oak", "elm"))]


FACTS: Facts[Any] = Facts({"seat": lambda s: s.now.gold, "ore": lambda s: ["red", "blue"]})
FACTS.fact("lead", str | None, values=lambda s: [None, *s.now.gold], get=lambda s: s.now.lead)(lambda s, value: None)
FACTS.fact("night", bool, get=lambda s: s.now.night)(lambda s, value: None)
FACTS.fact(
    "gold", int, "seat", "ore", values=lambda s, *_: range(10), get=lambda s, seat, ore: s.now.gold[seat][ore],
    followed=True,
)(lambda s, seat, ore, value: None)  # fmt: skip


class Market(Rules[Any]):
    name, title = "market", "Market"
    answers = Move | Give
    corrections = FACTS

    def lay_out(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> Any:
        return State(pack, Now(seats[0], {seat: {"red": 1, "blue": 2} for seat in seats}), [Choose()])

    def over(self, state: Any) -> Over:
        return Over(None, "MARKET-2", {"winner": state.now.seat, "rounds": 3})


PRESENTER = Game(Market()).presenter


@pytest.fixture
def state() -> Any:
    return Market().begin(None, ["bob", "aunt_may"], {})


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Move("token:red", "place:old_market"), "Move: Red, Old market"),
        (Give("aunt_may", ("oak", "elm")), "Give: Aunt May, Oak, Elm"),
        (Give("bob"), "Give: Bob"),
        (Give("bob", gold={"red": 2}), "Give: Bob, Red: 2"),
    ],
)
def test_an_answer_is_its_verb_and_its_fields(state: Any, answer: Answer, words: Words) -> None:
    assert plain(PRESENTER.describe(state, answer)) == words


def test_many_answers_are_gathered_by_verb(state: Any) -> None:
    scene = PRESENTER.scene(state)
    assert [(group.id, plain(group.label)) for group in scene.groups] == [("move", "Move"), ("give", "Give")]
    assert {choice.group for choice in scene.choices} == {"move", "give"}
    assert plain(scene.prompt.title) == "Bob: Next deal?"


def test_facts_stand_in_a_row_for_each_name(state: Any) -> None:
    rows = {
        plain(row.name): [f"{plain(box.label)} {plain(box.name)}" for box in row.boxes]
        for row in PRESENTER.scene(state).rows
    }
    assert rows == {
        "Table": [" Lead: none", " Night: No"],
        "Gold": ["1 Bob, Red", "2 Bob, Blue", "1 Aunt May, Red", "2 Aunt May, Blue"],
    }


def test_every_fact_can_be_compared(state: Any) -> None:
    """A list has a place of its own: nothing else can stand beside it."""
    places = {place.id: [plain(one.name) for one in place.counters] for place in PRESENTER.places(state)}
    colours = ["Gold: Red", "Gold: Blue"]
    assert places == {"table": ["Night"], "lead": ["Lead"], "bob": colours, "aunt_may": colours}
    lead = next(place for place in PRESENTER.places(state) if place.id == "lead")
    assert [plain(cell.label) for cell in lead.counters[0].cells] == ["none", "Bob", "Aunt May"]


def test_lines_of_a_chart_are_told_apart(state: Any) -> None:
    gauges = PRESENTER.gauges(state)
    assert [plain(gauge.name) for gauge in gauges] == ["Bob, Red", "Bob, Blue", "Aunt May, Red", "Aunt May, Blue"]
    assert len({(gauge.colour, gauge.marker) for gauge in gauges}) == 4


def test_the_end_says_what_came_of_it(state: Any) -> None:
    state.agenda.clear()
    scene = PRESENTER.scene(state)
    assert plain(scene.prompt.title) == "Bob has won"
    assert plain(scene.prompt.hint or "") == "Rounds: 3"
    assert [rank.winner for rank in scene.ranking] == [True]
