"""Small mistakes made on purpose: how many of them do the tests find?

    python -m tests.mutants --count 200 --seed 1 [--room companion/core]

Each mutant is written into a copy of the tree, one at a time; the tests of its room run on it. A mutant that they do
not find is printed with its line: write a test for it, unless nothing can tell it from the original.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
ROOMS = ("companion/core", "companion/table", "companion/games")
WIDE = ["tests/core", "tests/table", "tests/games", "tests/playthroughs", "tests/packs"]
TESTS = {
    "companion/table": ["tests/table", "tests/session", "tests/journal", "tests/playthroughs"],
    "companion/games/crash": ["tests/games/crash", "tests/games", "tests/packs", "tests/playthroughs", "-k crash"],
    "companion/games/escape": ["tests/games/escape", "tests/games", "tests/packs", "tests/playthroughs", "-k escape"],
    "companion/games/krysis": ["tests/games/krysis", "tests/games", "tests/packs", "tests/playthroughs", "-k krysis"],
    "companion/games/newyork": [
        "tests/games/newyork",
        "tests/games",
        "tests/packs",
        "tests/playthroughs",
        "-k newyork",
    ],
}
"""The tests that concern a room; of all others, ``WIDE``."""
OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
DROPPED = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Raise, ast.Continue)
SAID = {"T", "P"}
"""What is said to people is no matter for these tests."""

Change = Callable[[Any], ast.AST]


class Mutant(NamedTuple):
    """A file with one mistake in it."""

    path: Path
    line: int
    before: str
    after: str


def compared(node: ast.Compare) -> ast.AST:
    node.ops[0] = OTHER[type(node.ops[0])]()
    return node


def joined(node: ast.BoolOp) -> ast.AST:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def swapped(node: ast.If | ast.IfExp) -> ast.AST:
    node.body, node.orelse = node.orelse, node.body  # type: ignore[assignment]
    return node


def counted(by: int) -> Change:
    return lambda node: ast.Constant(node.value + by)


def dropped(node: ast.stmt) -> ast.AST:
    return ast.Pass()


def changes(node: ast.AST, *, inside: bool) -> Iterator[Change]:
    """The mistakes that can be made at a place; statements are dropped ``inside`` a function only."""
    if isinstance(node, ast.Compare):
        yield compared
    elif isinstance(node, ast.BoolOp):
        yield joined
    elif isinstance(node, ast.IfExp) or (isinstance(node, ast.If) and node.orelse):
        yield swapped
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield from (counted(1), counted(-1))
    elif inside and isinstance(node, DROPPED):
        yield dropped


def places(node: ast.AST, *, inside: bool = False) -> Iterator[tuple[ast.AST, str, int | None, Change]]:
    """Where a mistake can be made below a node: parent, field, index. No docstrings, texts or types of anything."""
    said = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAID
    if said or isinstance(node, ast.JoinedStr):
        return
    inside = inside or isinstance(node, ast.FunctionDef)
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not is_text:
                yield from ((node, field, index, change) for change in changes(child, inside=inside))
                yield from places(child, inside=inside)


def mutants(path: Path) -> list[Mutant]:
    """Everything that can be done to a file, in the order of its lines."""
    source = path.read_text(encoding="utf-8")
    lines, tree, found = source.splitlines(keepends=True), ast.parse(source), []
    for node, field, index, change in places(tree):
        whole = getattr(node, field)
        old: Any = whole if index is None else whole[index]
        if lines[old.lineno - 1].lstrip().startswith("elif") and isinstance(old, ast.If):
            continue  # to swap its branches, all of the chain would have to be written anew
        new = ast.unparse(change(copy.deepcopy(old)))
        first, last = old.lineno - 1, old.end_lineno - 1
        start = lines[first].encode()[: old.col_offset].decode()
        end = lines[last].encode()[old.end_col_offset :].decode()
        # As an element of a larger expression it needs brackets; a statement needs the indent of its place.
        block = new.replace("\n", "\n" + start) if isinstance(old, ast.stmt) else f"({new})"
        after = "".join([*lines[:first], start + block + end, *lines[last + 1 :]])
        found.append(Mutant(path, old.lineno, source, after))
    return sorted(found, key=lambda mutant: mutant.line)


def suite(path: Path) -> list[str]:
    """What pytest is told to run for a file."""
    name = path.as_posix()
    found = next((tests for room, tests in TESTS.items() if name.startswith(f"{room}/")), WIDE)
    return [word for part in found for word in part.split()]


def run(copied: Path, tests: list[str], patience: float) -> str:
    """``killed``, ``survived`` or ``timeout``; ends whatever the tests have started, too."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *tests]
    with subprocess.Popen(
        command, cwd=copied, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        try:
            code = running.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return "timeout"
    if code not in (0, 1, 2):
        raise SystemExit(f"pytest ended with {code}: {' '.join(command)}")
    return "killed" if code else "survived"


def difference(mutant: Mutant) -> str:
    """The lines that differ."""
    lines = difflib.unified_diff(mutant.before.splitlines(), mutant.after.splitlines(), n=0, lineterm="")
    return "\n".join(f"    {line}" for line in list(lines)[3:])


def main() -> None:
    parser = argparse.ArgumentParser(description="Make small mistakes and see which the tests find.")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", action="append", help="a folder or file; more than once for more of them")
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds for the tests of one mutant")
    chosen = parser.parse_args()
    rooms = [ROOT / room for room in chosen.room or ROOMS]
    files = sorted(file for room in rooms for file in ([room] if room.is_file() else room.rglob("*.py")))
    everything = [mutant for file in files for mutant in mutants(file)]
    some = Random(chosen.seed).sample(everything, min(chosen.count, len(everything)))
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder, "tree")
        left_out = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
        shutil.copytree(ROOT, copied, ignore=left_out)
        for number, mutant in enumerate(some, 1):
            name = mutant.path.relative_to(ROOT)
            (copied / name).write_text(mutant.after, encoding="utf-8")
            end = run(copied, suite(name), chosen.timeout)
            (copied / name).write_text(mutant.before, encoding="utf-8")
            ends[end] += 1
            print(f"{number:4} {end:8} {name}:{mutant.line}", flush=True)
            if end != "killed":
                print(difference(mutant), flush=True)
    print(", ".join(f"{n} {end}" for end, n in sorted(ends.items())), f"of {len(everything)} possible")


if __name__ == "__main__":
    main()
