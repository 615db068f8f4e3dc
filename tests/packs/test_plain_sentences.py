"""What is wrong with a box is said in the words of the box, never of the program, in both languages."""

from __future__ import annotations

import copy
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect as types
from msgspec import structs

from companion.core.refusals import BadPack, Fault
from companion.core.texts import plain
from companion.core.validation import info_of
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.content import Content
from companion.packs.editing.words import as_whole
from companion.packs.folder import ReadBox, files_for, read_content, read_files, write_content
from companion.packs.loader import BUNDLED, blank, load_pack
from companion.packs.sheets.columns import columns_of
from tests.daily import share
from tests.packs import test_bad_boxes as bad_boxes
from tests.packs import test_crash_invariants as crash
from tests.packs import test_escape_invariants as escape
from tests.packs import test_krysis_invariants as krysis
from tests.packs import test_newyork_invariants as newyork
from tests.packs.changes import change
from tests.packs.page import entries_of

PROGRAM = re.compile(
    r"\b(null|None|NoneType|True|False|dict|int|str|bool|float|array|object|struct|tuple|regex|Exception|Traceback|"
    r"Errno|invalid|expected|invariant|op)\b"
)
CODE = re.compile(r"\w\[\d+\]|\bx=|\by=")
"""Places as a program writes them."""
SPANISH = Language("es").say
BOXES = ["newyork", "escape", "crash", "krysis"]
CHANGES: dict[str, list[Any]] = {
    "newyork": [
        *newyork.BOARD, *newyork.COUNTS, *newyork.STORIES, *((newyork.EVENT, case[0]) for case in newyork.EFFECTS),
    ],
    "escape": [*escape.HEAD, *escape.TILES, *escape.COUNTS, *escape.TRACKS, *escape.SCORING],
    "crash": [
        *crash.HEAD, *crash.TILES, *crash.LAYOUTS, *crash.UPGRADES, *((crash.ONE, case[0]) for case in crash.ORDER),
    ],
    "krysis": krysis.CHANGES,
}  # fmt: skip
"""What the tests of each game change in its bundled box, to break it."""


def broken(game: str) -> Iterator[Fault]:
    """What is wrong with each bad box of a game, kept as sheets if sheets can hold it, or else as JSON."""
    rules = load_game(game).rules
    bundled = read_content(BUNDLED / str(rules.bundled_pack))
    cases = CHANGES[game]
    for case in cases[:: len(cases) // share(len(cases))]:
        path, value, *_ = getattr(case, "values", case)
        data = copy.deepcopy(bundled.data)
        change(data, path, value)
        files = files_for(Content(data, bundled.texts, bundled.places), {})
        box = ReadBox(Content(data), Path("pack.json"))
        if "pack.json" not in files:
            found = read_files(files)
            box = ReadBox(found.content, Path(), found.problems, found.places)
        try:
            rules.read_pack(box.content.data)
        except BadPack as bad:
            yield from box.locate(bad.problems)


def internal(game: str) -> frozenset[str]:
    """The names of fields that stand neither on a sheet nor in pack.toml."""
    box = load_game(game).rules.sheets
    assert box is not None
    shown = {heading for columns in columns_of(box) for heading in columns.headings}
    shown |= {sheet.name for sheet in box.sheets} | {word for path, _ in entries_of(box) for word in path.split(".")}
    return frozenset(name for name in fields(info_of(box.pack), set()) if "_" in name) - shown


def fields(info: types.Type, seen: set[int]) -> set[str]:
    if id(info) in seen:
        return set()
    seen.add(id(info))
    found: set[str] = set()
    for inner in getattr(info, "types", ()) or [
        getattr(info, name) for name in ("type", "item_type", "value_type") if hasattr(info, name)
    ]:
        found |= fields(inner, seen)
    if isinstance(info, types.StructType):
        for field in info.fields:
            found |= {field.encode_name} | fields(field.type, seen)
    return found


def assert_plain(found: list[Fault], names: frozenset[str] = frozenset()) -> None:
    assert found
    for fault in found:
        sheets = ".csv" in plain(fault.place) or ".md" in plain(fault.place)
        for language, said in (("en", plain(fault.said)), ("es", SPANISH(fault.said))):
            bare = re.sub(r'"[^"]*"', "", said)
            assert not PROGRAM.search(bare), (language, fault)
            if sheets:
                assert not CODE.search(bare), (language, fault)
                assert not [name for name in names if re.search(rf"\b{name}\b", bare)], (language, fault)
        assert isinstance(fault.said, str) or SPANISH(fault.said) != plain(fault.said), fault
        assert re.search(r"\b(row|line|column)\b", plain(fault.place)) is None or SPANISH(fault.place) != plain(
            fault.place
        ), fault


@pytest.mark.parametrize("game", BOXES)
def test_what_the_rules_of_a_game_find_is_said_plainly(game: str) -> None:
    assert_plain(list(broken(game)), internal(game))


@pytest.mark.parametrize("game", BOXES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_missing_in_a_new_box_is_said_plainly(game: str, language: str, tmp_path: Path) -> None:
    box = tmp_path / "ours"
    content = blank(load_game(game), "ours", "Ours", language)
    data = {name: value for name, value in as_whole(content.data).items() if name != "unknown"}
    write_content(box, structs.replace(content, data=data))
    with pytest.raises(BadPack) as refusal:
        load_pack(load_game(game), str(box))
    assert_plain(refusal.value.problems, internal(game))


@pytest.mark.parametrize("case", bad_boxes.CELLS + bad_boxes.FILES, ids=lambda case: case[-1][:50])
def test_what_is_wrong_with_a_file_is_said_plainly(case: tuple[Any, ...], tmp_path: Path) -> None:
    box = Path(shutil.copytree(BUNDLED / "manhattan_nights", tmp_path / "box"))
    if callable(case[1]):
        case[1](box)
    else:
        bad_boxes.edit(box, *case[:3])
    with pytest.raises(BadPack) as refusal:
        load_pack(load_game("newyork"), str(box))
    assert_plain(refusal.value.problems, internal("newyork"))


@pytest.mark.parametrize("case", bad_boxes.DRAWN, ids=lambda case: case[-1][:50])
def test_what_is_wrong_on_a_sheet_of_any_game_is_said_plainly(case: tuple[str, ...], tmp_path: Path) -> None:
    file, game, before, after, _ = case
    box = Path(shutil.copytree(BUNDLED / str(load_game(game).rules.bundled_pack), tmp_path / "box"))
    bad_boxes.edit(box, file, before, after)
    with pytest.raises(BadPack) as refusal:
        load_pack(load_game(game), str(box))
    assert_plain(refusal.value.problems, internal(game))
