"""Whatever has happened to a box, it is read or refused in sentences, and nothing is written outside its folder."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.refusals import BadPack, Fault
from companion.games.registry import load_game
from companion.packs.content import BadFile, Content
from companion.packs.exchange import import_box, install, unpacked
from companion.packs.folder import files_for, read_content, read_files, write_content
from companion.packs.json_form import read_pack_file, read_pack_files
from companion.packs.pictures import cleaned
from tests.daily import share
from tests.packs.mutations import (
    SHEETS,
    as_elsewhere,
    files,
    mutated_archive,
    mutated_json,
    mutated_picture,
    mutated_single_json,
    mutated_structure,
    mutated_text,
    small,
)

ALL = 40_000
GAMES = ("newyork", "escape", "crash", "krysis")
LOTS = 10
"""So many tests share the work, so that several cores can do it."""
lots = pytest.mark.parametrize("lot", range(LOTS))
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
CHANGES = frozenset({"os.rename", "os.mkdir", "os.rmdir", "os.remove", "os.link", "os.symlink", "os.truncate"})
watched: list[tuple[Path, list[str]]] = []
"""The only folder in which something may be written, and what was written elsewhere."""


def watch(event: str, args: tuple[Any, ...]) -> None:
    if not watched or not (event in CHANGES or (event == "open" and isinstance(args[2], int) and args[2] & WRITING)):
        return
    folder, elsewhere = watched[-1]
    if isinstance(args[0], str | bytes | os.PathLike):
        within = args[1] if event in ("os.remove", "os.rmdir") and args[1] >= 0 else None
        base = Path.cwd() if within is None else Path(os.readlink(f"/proc/self/fd/{within}"))
        path = Path(os.path.abspath(base / os.fsdecode(args[0])))
        if not path.is_relative_to(folder) and not path.is_relative_to("/dev"):
            elsewhere.append(f"{event} {path}")


sys.addaudithook(watch)


@contextmanager
def nothing_outside(folder: Path) -> Iterator[None]:
    watched.append((folder, []))
    try:
        yield
    finally:
        _, elsewhere = watched.pop()
    assert elsewhere == []


def seeds(kind: str, lot: int, of: int) -> Iterator[Random]:
    """The random numbers of a lot: a third of all boxes are of each kind."""
    for number in range(lot, share(of) // 3, LOTS):
        yield Random(f"{kind} {number}")


def look_at(files: dict[str, bytes]) -> None:
    """Read a box and check it; what is wrong is told with its place, in one line."""
    try:
        found = read_files(files)
    except BadPack as bad:
        problems = bad.problems
    else:
        problems = [*found.problems, *map(found.places.relocate, wrong_with(found.content.data))]
    said(problems)


def said(problems: list[Fault]) -> None:
    """Each is a sentence with a place before it."""
    for problem in problems:
        assert ": " in problem.strip()


def wrong_with(data: dict[str, Any]) -> list[Fault]:
    """What the rules of its game find wrong with the JSON of a pack."""
    try:
        load_game(data["game"]).rules.read_pack(data)
    except BadPack as bad:
        return bad.problems
    return []


@pytest.mark.by_turns
@lots
def test_a_box_whose_text_was_changed(lot: int) -> None:
    for r in seeds("text", lot, ALL):
        look_at(mutated_text(r))


@pytest.mark.by_turns
@lots
def test_a_box_as_another_program_writes_it_is_the_same_box(lot: int) -> None:
    meant = {str(small(name).data["id"]): read_files(dict(files(name))).content for name in SHEETS}
    for r in seeds("elsewhere", lot, ALL // 5):
        files_, names = unpacked(as_elsewhere(r), "box.zip")
        found = read_files(files_, names)
        assert found.problems == []
        assert found.content == meant[str(found.content.data["id"])]


@lots
def test_a_box_as_json_whose_text_was_changed(lot: int, tmp_path: Path) -> None:
    single = tmp_path / "box.json"
    for number, r in enumerate(seeds("json", lot, ALL // 10)):
        try:
            if number % 2:
                single.write_bytes(mutated_single_json(r))
                data = read_pack_file(single).data
            else:
                data = read_pack_files(Path("box"), mutated_json(r)).data
        except BadPack as bad:
            said(bad.problems)
        else:
            wrong_with({**data, "game": data.get("game") if data.get("game") in GAMES else "newyork"})


@lots
def test_a_broken_picture(lot: int) -> None:
    for r in seeds("picture", lot, ALL // 20):
        name, data = mutated_picture(r)
        try:
            assert cleaned(data, name)
        except BadFile as no:  # most are refused, some can still be shown
            said([Fault(name, no.said)])


@pytest.mark.by_turns
@lots
def test_a_box_that_came_in_a_broken_archive(lot: int) -> None:
    warnings.simplefilter("ignore")
    for r in seeds("archive", lot, ALL):
        try:
            files, _ = unpacked(mutated_archive(r), "box.zip")
        except BadPack as bad:
            said(bad.problems)
        else:
            if "pack.toml" in files:
                look_at(files)


@pytest.mark.by_turns
@lots
def test_a_box_with_another_structure(lot: int, tmp_path: Path) -> None:
    for number, r in enumerate(seeds("structure", lot, ALL)):
        data = mutated_structure(r)
        name = data.get("game") if isinstance(data, dict) else None
        known = name in GAMES
        assert wrong_with(data if known else {"game": "newyork", "data": data})
        if number % 10 == 0 and isinstance(data, dict):
            keeps_it(Content(data), tmp_path / str(number))


def keeps_it(content: Content, path: Path) -> None:
    """What can be written is read as it was; the rest is refused, and nothing is there."""
    with nothing_outside(path.parent):
        try:
            files_for(content, {})
        except BadPack:
            with pytest.raises(BadPack):
                write_content(path, content)
            assert not path.exists()
        else:
            write_content(path, content)
            assert read_content(path) == content


@lots
def test_a_box_that_is_taken_in_writes_nothing_outside_its_folder(
    lot: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warnings.simplefilter("ignore")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
    archive = tmp_path / "box.zip"
    for r in seeds("archive", lot, ALL // 50):
        archive.write_bytes(mutated_archive(r))
        with nothing_outside(tmp_path / "owner"):
            try:
                install(import_box(archive), "box")
            except BadPack as bad:
                said(bad.problems)
