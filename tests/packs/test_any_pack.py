"""What holds for the packs of every game in the registry, whatever is in them (R-GEN-07)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import NODEFAULT, structs, to_builtins

from companion import cli
from companion.core.texts import plain
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.packs import installed_packs, load_pack
from tests.packs.changes import Put, problems_of

TITLES = {
    "newyork": {"en": "Manhattan Nights", "es": "Noches de Manhattan"},
    "escape": {"en": "Three Days in Lanternhead", "es": "Tres días en Cabo Farol"},
    "crash": {"en": "Fenderbend Junction", "es": "El nudo de los abollones"},
    "krysis": {"en": "Deepvein", "es": "Veta Profunda"},
}
"""What the bundled pack of each game is called."""
OF_THEIR_OWN = {
    "newyork": ["board.squares[0].picture", "characters[0].nickname"],
    "escape": ["city_tiles[3].picture"],
    "crash": ["tiles[0].picture", "layouts.3-4[0].name"],
    "krysis": ["levels[0].name", "agents.lamplighters.special[3].picture"],
}
"""Fields that somebody might add for other programs."""


BOXED = [name for name in game_names() if load_game(name).rules.bundled_pack is not None]
"""The games that need a box."""


@pytest.fixture(params=BOXED)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game with a box."""
    return load_game(request.param)


def fields_of(game: Game) -> list[str]:
    """The fields that a pack must have."""
    kind = type(load_pack(game).pack)
    return [field.encode_name for field in structs.fields(kind) if field.default is NODEFAULT and field.required]


def test_every_game_has_its_line_here() -> None:
    assert TITLES.keys() == OF_THEIR_OWN.keys() == set(BOXED)


def test_the_bundled_pack_is_listed_under_its_name_in_both_languages(game: Game) -> None:
    [listed] = [found for found in installed_packs() if found.id == game.rules.bundled_pack]
    assert listed.game == game.name
    assert {code: plain(listed.name, code) for code in ("en", "es")} == TITLES[game.name]


@pytest.mark.rule("R-GEN-08")
def test_the_command_line_says_that_it_is_in_order(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["pack", "check", game.rules.bundled_pack])
    assert not end.value.code
    assert f"{TITLES[game.name]['en']} ({game.rules.bundled_pack}) is in order" in capsys.readouterr().out


@pytest.mark.rule("R-GEN-07")
def test_no_field_may_be_missing_not_even_one_that_may_be_null(game: Game, raw: dict[str, Any]) -> None:
    for field in fields_of(game):
        less = {name: value for name, value in raw.items() if name != field}
        assert [line for line in problems_of(game.rules.read_pack, less) if line.startswith(f"{field}: is missing")], (
            field
        )


ODD: list[Any] = [
    None, 3, "x", {}, [], [None], [[]], [{}], {"start": {}}, {"3-4": [{}]}, {"3-4": [[]]}, {"squares": [3, {"id": 4}]},
    {"3-4": [{"x": 0, "y": 0, "w": 1, "h": 1}]},
    {"6": [{"x": 0, "y": 0, "w": 1, "h": 1, "tile_pool": [None, [], {}, 4]}]},
    [{"id": [], "exit": {}, "count": "x"}], [{"id": [], "w": {}, "h": [], "cells": 3}],
    [{"w": 1, "h": 1, "cells": [{"x": [], "y": {}, "crash_site": []}]}], [{"timing": [], "effects": [{"op": []}]}],
    [{"timing": {}, "not_in_2p": [], "effects": [None, 4, {"op": "pay", "energy": []}]}],
    {"red": []}, {"red": {}, "blue": None, "white": True}, {"same": {"0": []}},
    {"same": 3, "different": {"x": None}}, [{"id": [], "name": {}}], [{"id": {}, "kind": [], "set_type": []}],
    [{"index": [], "crystals": 3, "forward_rank": []}], [{"index": {}, "crystals": {"red": "x"}}],
    [{"spaces": [None, {}, {"id": [], "forward_rank": {}, "options": [None, {}, {"red": []}]}]}],
    {"lamplighters": 3, "barrow": [], "knuckle": {"fighters": [None, 3, {}]}},
    {"lamplighters": {"special": [{"shared": True, "ability": [], "kind": []}] * 3, "fighters": {"kind": {}}}},
    {"": {}, "knuckle": {"fighters": [{"kind": [], "stars": [], "ability": 3, "speed": [], "slots": []}]}},
]  # fmt: skip
FITTING: dict[tuple[str, str], list[Any]] = {
    ("newyork", "name"): ["x"],
    ("escape", "exit_cost"): [None, {}],
    ("escape", "scoring"): [None],
    ("escape", "day_change"): [None, []],
}
"""What is odd, but no fault of that field."""


@pytest.mark.parametrize("value", ODD, ids=str)
def test_no_shape_is_too_odd_to_be_refused(game: Game, raw: dict[str, Any], value: object) -> None:
    for field in [name for name, there in raw.items() if isinstance(there, list | dict)]:
        if value not in FITTING.get((game.name, field), []):
            problems = problems_of(game.rules.read_pack, raw | {field: value})
            assert any(line.startswith(field) for line in problems), field


@pytest.mark.parametrize("data", [None, 7, [], "pack", {}])
def test_what_is_no_pack_at_all_is_refused_in_words(game: Game, data: object) -> None:
    assert all(": " in line for line in problems_of(game.rules.read_pack, data))
    assert all(": " in line for line in problems_of(game.rules.read_pack, {"game": game.name}))


def test_of_a_pack_for_another_game_nothing_else_is_said(game: Game) -> None:
    for other in set(game_names()) - {game.name}:
        problem = f"game: this is a box of {other}, not of {game.name}"
        assert problems_of(game.rules.read_pack, {"game": other, "id": 3, "schema": 2}) == [problem]


def test_fields_that_are_not_known_are_passed_over(game: Game, raw: dict[str, Any], put: Put) -> None:
    as_it_was = to_builtins(game.rules.read_pack(raw))
    for path in OF_THEIR_OWN[game.name]:
        put(path, "ring.png")
    assert to_builtins(game.rules.read_pack(raw | {"publisher": "us", "texts": 3})) == as_it_was


def numbers_of(raw: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """All whole numbers with their paths."""
    if isinstance(raw, dict | list):
        for name, value in raw.items() if isinstance(raw, dict) else enumerate(raw):
            yield from numbers_of(value, f"{path}[{name}]" if isinstance(raw, list) else f"{path}.{name}".lstrip("."))
    elif type(raw) is int:
        yield path, raw


def test_no_number_is_larger_than_anything_printed(game: Game, raw: dict[str, Any], put: Put) -> None:
    for path, printed in list(numbers_of(raw))[::40]:
        for n in (10**20, -(10**20)):
            put(path, n)
            assert any(line.startswith(f"{path}: ") for line in problems_of(game.rules.read_pack, raw)), path
        put(path, printed)


def test_reading_leaves_the_json_as_it_was(game: Game, raw: dict[str, Any]) -> None:
    before = copy.deepcopy(raw)
    game.rules.read_pack(raw)
    assert raw == before
