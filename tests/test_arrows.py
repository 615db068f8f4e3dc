"""Who may import whom: every package has its floor, and an import goes to a lower floor or stays in its package.

This holds for every import, wherever it stands: at the top of a file, inside a function, and under ``TYPE_CHECKING``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = ("companion", "hardware", "ui")
FILES = sorted(file for package in PRODUCT for file in (ROOT / package).rglob("*.py"))

# fmt: off
FLOORS = [
    "companion", "companion.locale", "companion.core", "companion.configuration", "companion.language",
    "companion.doctor", "companion.scene", "companion.games", "companion.packs",
    "companion.chance", "companion.table", "companion.journal", "companion.session", "companion.lookback",
    "companion.club", "companion.wire", "companion.terminal", "companion.bench", "companion.commands",
    "companion.web", "companion.wall", "companion.cli", "companion.__main__",
    "hardware", "hardware.voice", "hardware.inputs", "hardware.config", "hardware.machine", "hardware.dice",
    "hardware.camera", "hardware.panel", "hardware.hub", "hardware.doctor", "hardware.bench",
    "ui", "ui.base", "ui.layout", "ui.look", "ui.model", "ui.widgets", "ui.device", "ui.screens", "ui.controls",
    "ui.app", "ui.bench",
]
# fmt: on
"""All packages, two levels deep, from the lowest floor to the highest."""

# fmt: off
INPUT_OUTPUT = {
    "asyncio", "datetime", "fcntl", "glob", "http", "io", "logging", "multiprocessing", "os", "pathlib",
    "platformdirs", "queue", "random", "rich", "secrets", "select", "shutil", "signal", "socket", "sqlite3",
    "sqlite_utils", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}
# fmt: on
"""What a pure package may not import: anything by which the world outside gets in or out."""

FORBIDDEN = {
    "companion": {"kivy", "gpiozero", "lgpio", "serial"},
    "companion.core": INPUT_OUTPUT,
    "companion.games": INPUT_OUTPUT,
    "hardware": {"kivy"},
}
"""Libraries that a package, and all that lies in it, may not import."""


def path(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(file): file for file in FILES}


def package_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@cache
def imports(file: Path) -> list[str]:
    """All modules that a file imports; ``from a import b`` is ``a.b`` where that is one of ours, else ``a``."""
    return list(_imports(ast.parse(file.read_text())))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in MODULES else str(node.module)


def test_every_package_has_its_floor() -> None:
    assert sorted(FLOORS) == sorted({package_of(module) for module in MODULES})


@pytest.mark.parametrize("file", FILES, ids=path)
def test_an_import_goes_down_or_stays_in_its_package(file: Path) -> None:
    home = package_of(module_of(file))
    ours = {package_of(module) for module in imports(file) if module in MODULES} - {home}
    assert not [other for other in ours if FLOORS.index(other) > FLOORS.index(home)]


def test_no_modules_import_one_another_in_a_circle() -> None:
    arrows = {module: {*imports(file)} & MODULES.keys() - {module} for module, file in MODULES.items()}
    TopologicalSorter(arrows).prepare()  # raises CycleError, with the circle


@pytest.mark.parametrize("package", FORBIDDEN)
def test_a_package_leaves_libraries_above_it_alone(package: str) -> None:
    found = {
        (module, name)
        for module, file in MODULES.items()
        if within(module, package)
        for name in imports(file)
        for forbidden in FORBIDDEN[package]
        if within(name, forbidden)
    }
    assert not found


def test_no_game_imports_another() -> None:
    games = {f"companion.games.{folder.name}" for folder in (ROOT / "companion/games").iterdir() if folder.is_dir()}
    for module, file in MODULES.items():
        for own in games:
            if within(module, own):
                assert not [name for name in imports(file) for other in games - {own} if within(name, other)], module


def test_rules_open_no_file_and_print_nothing() -> None:
    for module, file in MODULES.items():
        if within(module, "companion.core") or within(module, "companion.games"):
            calls = [node.func for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
            names = {function.id for function in calls if isinstance(function, ast.Name)}
            assert not names & {"open", "print", "input", "exec", "eval", "__import__"}, module


@pytest.mark.parametrize("file", FILES, ids=path)
def test_a_file_is_finished(file: Path) -> None:
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", file.read_text())
