"""What the presenter makes of rules alone: a board of their places, and answers that are found in steps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.answers import Answer
from companion.core.facts import Facts
from companion.core.texts import T, plain
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.scene.layout import laid_out
from companion.scene.menu import Menu
from companion.scene.presenter import Presenter
from companion.scene.scene import Choice, Fix, Group, Prompt, Scene
from companion.table.table import Table
from tests import morris


class Bid(Answer, frozen=True, tag="bid"):
    face: int
    n: int


class Doubt(Answer, frozen=True, tag="doubt"):
    pass


def game_of(places: Any = (), beside: Any = None) -> tuple[Presenter[Any], Any]:
    """The presenter of Morris with another board, and the state of a new game."""
    rules = type("Other", (morris.Morris,), {"places": places, "beside": beside or {}})()
    return Presenter(rules), rules.begin(rules.box, ["white", "black"], {})


def table() -> Table:
    return Table(morris.GAME, load_pack(morris.GAME), ["white", "black"], {}, clock=lambda: 0.0)


def menu(presenter: Presenter[Any], state: Any, legal: list[Answer]) -> Menu:
    choices = presenter.choices(state, legal)
    scene = presenter.scene(state)
    return Menu(Scene(scene.prompt, choices=choices, groups=presenter._groups(state, choices), board=scene.board))


def test_places_with_neighbours_are_a_map_with_names_and_pieces() -> None:
    new = table()
    new.answer(morris.Put("d1"))
    board = new.scene().board
    assert board is not None
    assert len(board.spots) == 24
    assert len(board.links) == 32
    assert board.drawn
    (taken,) = (spot for spot in board.spots if spot.pieces)
    assert (taken.id, plain(taken.name), [plain(one.name) for one in taken.pieces]) == (
        "place:d1", "D1", ["Man of White"],
    )  # fmt: skip
    assert new.scene().grid is None


def test_the_same_fact_is_not_shown_beside_the_board_again() -> None:
    scene = table().scene()
    assert {row.id for row in scene.rows} == {"hand", "pieces"}
    checked = {place.id for place in morris.GAME.presenter.places(table().state)}
    assert {f"board:{place}" for place in morris.PLACES} <= checked


def test_places_in_whole_numbers_are_squares() -> None:
    presenter, state = game_of({"one": (0, 0), "two": (1, 0), "three": (1, 1)})
    grid = presenter.scene(state).grid
    assert grid is not None
    assert [(square.id, square.column, square.row) for square in grid.squares] == [
        ("place:one", 0, 0), ("place:two", 1, 0), ("place:three", 1, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("places", "beside"),
    [
        (["inn", "mill", "well"], {}),
        (["inn", "mill", "well"], {"inn": ["mill"], "mill": ["inn", "well"], "well": ["mill"]}),
        ({"inn": "Inn", "mill": T("Mill"), "well": {"en": "Well", "es": "Pozo"}}, {}),
        ({"inn": (0, 0, "Inn"), "mill": (0.5, 1), "well": (1, 0)}, {}),
    ],
)
def test_names_positions_or_neighbours_are_enough(places: Any, beside: Any) -> None:
    found = laid_out(places, beside)
    assert list(found) == ["inn", "mill", "well"]
    assert len({(x, y) for x, y, _ in found.values()}) == 3
    presenter, state = game_of(places, beside)
    scene = presenter.scene(state)
    names = [spot.name for spot in scene.board.spots] if scene.board else [one.name for one in scene.grid.squares]  # type: ignore[union-attr]
    assert [plain(name) for name in names] == ["Inn", "Mill", "Well"]


def test_a_choice_with_one_place_is_tapped_there_and_one_with_two_in_two_steps() -> None:
    presenter, state = game_of(morris.Morris.places, morris.BESIDE)
    puts = menu(presenter, state, [morris.Put(place) for place in ("a1", "d1")])
    assert puts.top() == []
    assert puts.open_spots() == {"place:a1", "place:d1"}
    moves = menu(presenter, state, [morris.Move("a1", "d1"), morris.Move("a1", "a4"), morris.Move("g1", "d1")])
    assert moves.top() == []
    assert moves.open_spots() == {"place:a1", "place:g1"}
    group = moves.opened_at("place:a1")
    assert group is not None
    assert moves.at("place:d1") == []
    assert moves.open_spots(group) == {"place:d1", "place:a4"}
    assert [one.answer for one in moves.at("place:d1", group)] == [morris.Move("a1", "d1")]
    assert [plain(line.label) for line in moves.lines()] == [
        "From A1 to …",
        "From G1 to D1",
    ]


def test_many_answers_of_two_fields_are_found_in_two_steps() -> None:
    """The first field opens the second, also without a board."""
    presenter, state = game_of()
    options = menu(presenter, state, [*(Bid(face, n) for face in range(1, 7) for n in range(1, 13)), Doubt()])
    items = options.top()
    assert [plain(one.label) for one in items] == [*(f"Bid: {face}" for face in range(1, 7)), "Doubt"]
    inside: list[Choice] = options.in_group(items[2].group or "")
    assert [one.answer for one in inside] == [Bid(3, n) for n in range(1, 13)]
    few = menu(presenter, state, [Bid(face, 1) for face in range(1, 7)])
    assert [item.choice is not None for item in few.top()] == [True] * 6


def test_seats_and_pieces_are_called_as_the_game_calls_them() -> None:
    state = table().state
    word = morris.GAME.presenter.word
    assert plain(word(state, "seat:white"), "es") == "Blancas"
    assert plain(word(state, "man:black"), "es") == "Man of Negras"
    assert morris.GAME.presenter.icon(state, "man:white") == "seat:0:1", "no letter that is another one in Spanish"
    assert load_game("thousand").presenter.icon(state, "card:oak") == "card:oak"


def test_neighbours_of_no_place_are_refused_when_a_game_begins() -> None:
    """``beside`` is written by hand: a mistyped place would break every board that is drawn."""
    with pytest.raises(ValueError, match="beside: there is no place zz"):
        game_of(["a", "b", "c"], {"a": ["b", "zz"]})
    with pytest.raises(ValueError, match="beside: there is no place zz"):
        game_of(["a", "b", "c"], {"zz": ["a"]})


def test_groups_stand_in_the_order_of_the_scene() -> None:
    one, two = morris.Put("a1"), morris.Take("a1")
    choices = [Choice(one, "Put", group="b"), Choice(two, "Take", group="a"), Choice(morris.Put("d1"), "On", group="b")]
    choices.append(Choice(morris.Take("d1"), "Off", group="a"))
    scene = Scene(Prompt("", "What?", None, None), choices=choices, groups=[Group("a", "First"), Group("b", "Then")])
    found = Menu(scene)
    assert [item.label for item in found.top()] == [item.label for item in found.lines()] == ["First", "Then"]
    assert found.heading("b") == "Then"


def test_the_facts_of_a_place_are_counted_there() -> None:
    facts: Facts[Any] = Facts({"seat": lambda s: ["white", "black"], "good": lambda s: ["red", "blue"]})
    sealed = facts.fact("seal", int, "seat", get=lambda s, seat: 3, possible=lambda s: False, place="camp:{seat}")
    sealed(lambda s, seat, value: None)
    stored = facts.fact("store", int, "seat", "good", get=lambda s, seat, good: 1, offered=lambda s, *chosen: range(3),
                        label="{icon}", icon="crystal:{good}", place="camp:{seat}")  # fmt: skip
    stored(lambda s, seat, good, value: None)
    facts.fact("moon", bool, get=lambda s: True, place="sky")(lambda s, value: None)
    facts.fact("tide", bool, get=lambda s: True)(lambda s, value: None)
    rules = type("Other", (morris.Morris,), {"corrections": facts})()
    presenter, state = Presenter(rules), rules.begin(rules.box, ["white", "black"], {})

    seal, red, blue = presenter.counters_at(state, "camp:black")
    assert (seal.id, seal.value, seal.more, seal.less) == ("seal", "3", None, None), "a value that is only shown"
    assert [(one.id, one.icon, one.value) for one in (red, blue)] == [
        ("crystal:red", "crystal:red", "1"), ("crystal:blue", "crystal:blue", "1"),
    ]  # fmt: skip
    assert red.more == Fix([{"fact": "store", "seat": "black", "good": "red", "value": 2}], red.name)
    assert [one.id for one in presenter.counters_at(state, "sky")] == ["moon"]
    assert presenter.counters_at(state, "camp") == presenter.counters_at(state, "sea") == []


def test_choices_of_several_groups_that_are_called_alike_say_whose_they_are() -> None:
    """As when only one thing is left to be said of each saucer."""
    doubts = [Choice(Bid(n, 1), "Leaves", group=f"g{n}") for n in range(2)]
    groups = [Group("g0", "Red"), Group("g1", "Blue")]
    shown = Menu(Scene(Prompt("", ""), choices=[*doubts, Choice(Doubt(), "That was all")], groups=groups))
    for items in (shown.top(), shown.lines(), shown.opened(shown.top(), lambda items: True)):
        assert [(item.label, item.detail) for item in items] == [
            ("Leaves", "Red"), ("Leaves", "Blue"), ("That was all", None),
        ]  # fmt: skip
    alone = Menu(Scene(Prompt("", ""), choices=[doubts[0], Choice(Doubt(), "That was all")], groups=groups))
    assert [item.detail for item in alone.top()] == [None, None]


class Build(Answer, frozen=True, tag="build"):
    """Its fields are called as what every kind of answer says of itself."""

    place: str
    group: str
    icon: str


def test_a_field_may_be_called_as_what_its_answer_says_of_itself() -> None:
    presenter, state = game_of(["a1", "b1"])
    first, second = presenter.choices(state, [Build("a1", "walls", "x"), Build("b1", "walls", "x")])
    assert [(one.spot, one.group, one.icons) for one in (first, second)] == [
        ("place:a1", None, []),
        ("place:b1", None, []),
    ]


def test_numbers_that_are_followed_are_charts_in_the_order_of_the_facts() -> None:
    facts: Facts[Any] = Facts({"seat": lambda s: ("white", "black")})
    facts.follow("lying", lambda s: 5, label="On the board", chart="Men", most=18, weight=0)
    facts.number("hand", range(10), "seat", label="In hand", icon="hand", followed=True)
    facts.follow("lost", lambda s, seat: len(seat), "seat", label="Lost", chart="Men", mark=("green", "disc"))
    rules = type("Other", (morris.Morris,), {"corrections": facts})()
    presenter, state = Presenter(rules), rules.begin(rules.box, ["white", "black"], {})
    assert [(one.id, one.chart, plain(one.name), one.value, one.icon) for one in presenter.gauges(state)] == [
        ("lying", "Men", "On the board", 5, "lying"),
        ("hand:white", "In hand", "White", 9, "hand"),
        ("hand:black", "In hand", "Black", 9, "hand"),
        ("lost:white", "Men", "White", 5, "seat:0:1"),
        ("lost:black", "Men", "Black", 5, "seat:1:2"),
    ]
    looks = [(one.colour, one.marker, one.most, one.weight) for one in presenter.gauges(state)]
    assert looks[:3] == [("red", "triangle", 18, 0), ("red", "triangle", None, 1), ("blue", "diamond", None, 1)]
    assert looks[3:] == [("green", "disc", None, 1)] * 2


def test_a_seat_looks_like_its_player_wherever_it_is_shown() -> None:
    presenter, state = game_of(["a1"])
    assert (
        presenter.icon(state, "seat:black") == presenter.icon(state, "man:black") == presenter.seat_icon(state, "black")
    )


def test_the_only_answer_of_a_verb_is_tapped_at_its_one_place_as_well() -> None:
    presenter, state = game_of(["a1", "b1"])
    (only,) = presenter.choices(state, [morris.Take("a1")])
    assert (only.spot, only.primary) == ("place:a1", True)
    (only,) = presenter.choices(state, [morris.Move("a1", "b1")])
    assert (only.spot, only.primary) == (None, True)


def test_a_board_of_any_size_fits_into_its_picture() -> None:
    presenter, state = game_of({"one": (2, 0), "two": (6, 0), "three": (4, 5)}, {"one": ["two"], "two": ["three"]})
    board = presenter.scene(state).board
    assert board is not None
    assert [(spot.x, spot.y) for spot in board.spots] == [(0, 0), (1, 0), (0.5, 1)]
