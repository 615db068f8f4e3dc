"""The rooms and the arrows between them (DESIGN, "Rooms"): who may import whom."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = ("companion", "hardware", "ui")
FILES = sorted(file for room in PRODUCT for file in (ROOT / room).rglob("*.py"))

# fmt: off
INPUT_OUTPUT = {
    "asyncio", "datetime", "fcntl", "glob", "http", "io", "logging", "multiprocessing", "os", "pathlib",
    "platformdirs", "queue", "random", "rich", "secrets", "select", "shutil", "signal", "socket", "sqlite3",
    "sqlite_utils", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}
# fmt: on
"""What a pure room may not import: anything by which the world outside gets in or out."""

FORBIDDEN = [
    ("companion", {"kivy", "gpiozero", "lgpio", "serial", "hardware", "ui"}),
    ("hardware", {"kivy", "ui"}),
    ("companion/core", {*INPUT_OUTPUT, "companion.games", "companion.packs", "companion.table"}),
    (
        "companion/games",
        {*INPUT_OUTPUT, "companion.table", "companion.journal", "companion.wire", "companion.cli"},
    ),
    ("companion/journal", {"companion.games", "companion.table.table", "companion.wire", "companion.cli"}),
]


def room(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imports(file: Path) -> Iterator[str]:
    """All modules that a file imports, wherever in it; ``from a import b`` is both ``a`` and ``a.b``."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = file.relative_to(ROOT).parts[: -node.level] if node.level else ()
            module = ".".join([*package, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)


def within(module: str, forbidden: str) -> bool:
    return module == forbidden or module.startswith(forbidden + ".")


@pytest.mark.parametrize("file", FILES, ids=room)
def test_imports_follow_the_arrows(file: Path) -> None:
    for folder, forbidden in FORBIDDEN:
        if room(file).startswith(folder + "/"):
            assert not [module for module in imports(file) for no in forbidden if within(module, no)]


@pytest.mark.parametrize("file", [file for file in FILES if "games" in file.parts], ids=room)
def test_no_game_imports_another(file: Path) -> None:
    own = file.relative_to(ROOT / "companion" / "games").parts
    if len(own) > 1:
        games = {"companion.games." + folder.name for folder in (ROOT / "companion/games").iterdir() if folder.is_dir()}
        others = games - {"companion.games." + own[0]}
        assert not [module for module in imports(file) for other in others if within(module, other)]


@pytest.mark.parametrize(
    "file", [f for f in FILES if room(f).startswith(("companion/core", "companion/games"))], ids=room
)
def test_rules_open_no_file_and_print_nothing(file: Path) -> None:
    calls = [node.func for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    names = {function.id for function in calls if isinstance(function, ast.Name)}
    assert not names & {"open", "print", "input", "exec", "eval", "__import__"}


@pytest.mark.parametrize("file", FILES, ids=room)
def test_a_file_is_finished(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", text)
