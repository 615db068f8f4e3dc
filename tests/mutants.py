"""Mutation testing: how many deliberate mistakes do the tests find?

    nice python -m tests.mutants --count 200 --seed 1 [--room companion/core]

All mutants are written into a copy of the tree, disabled. The tests run once, to see which of them reach which mutant;
then, for each enabled mutant, those that reach it, fastest first (``tests.mutated``). A surviving mutant is printed
with its line: write a test for it, unless it is equivalent. ``hung`` counts as found: a test ran twenty times as long
as usual. ``unreached``: no test gets there.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
ROOMS = ("companion/core", "companion/table", "companion/games")
TESTS = [f"tests/{room}" for room in ("core", "table", "session", "journal", "packs", "playthroughs", "games")]
SWITCH = """import os

awake = int(os.environ.get("MUTANT", -1))
reached = set()


def mutant(number):
    reached.add(number)
    return number == awake
"""
"""The condition that enables a mutant."""
OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
DROPPED = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Raise, ast.Continue)
SAID = {"T", "P"}
"""Sentences for people are not mutated."""

PYTEST = ["-q", "-s", "-n0", "--limit=0", "-p", "no:cacheprovider", "--hypothesis-seed=0"]

Change = Callable[[Any], ast.AST]


class Mutant(NamedTuple):
    """A file with one mutation, at the ``place``-th possible location."""

    path: Path
    line: int
    place: int
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
    """The possible mutations of a node; statements are deleted only ``inside`` a function."""
    if isinstance(node, ast.Compare):
        yield compared
    elif isinstance(node, ast.BoolOp):
        yield joined
    elif isinstance(node, ast.IfExp) or (isinstance(node, ast.If) and node.orelse):
        yield swapped
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield from (counted(1), counted(-1))
    elif inside and isinstance(node, DROPPED) and ast.unparse(node) != "raise NotImplementedError":
        yield dropped


def places(node: ast.AST, *, inside: bool = False) -> Iterator[tuple[ast.AST, str, int | None, Change]]:
    """The nodes that can be mutated: parent, field, index. Docstrings, texts, types and patterns are excluded."""
    said = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAID
    if said or isinstance(node, ast.JoinedStr):
        return
    inside = inside or isinstance(node, ast.FunctionDef)
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases", "pattern"):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not is_text:
                yield from ((node, field, index, change) for change in changes(child, inside=inside))
                yield from places(child, inside=inside)


def mutants(path: Path) -> list[Mutant]:
    """Every mutation of a file, in the order of its lines."""
    source = path.read_text(encoding="utf-8")
    lines, found = source.splitlines(keepends=True), []
    for place, (node, field, index, change) in enumerate(places(ast.parse(source))):
        old = got(node, field, index)
        if lines[old.lineno - 1].lstrip().startswith("elif") and isinstance(old, ast.If):
            continue  # swapping its branches would mean rewriting the whole chain
        new = ast.unparse(change(copy.deepcopy(old)))
        first, last = old.lineno - 1, old.end_lineno - 1
        start = lines[first].encode()[: old.col_offset].decode()
        end = lines[last].encode()[old.end_col_offset :].decode()
        # An expression needs parentheses; a statement needs its indentation.
        block = new.replace("\n", "\n" + start) if isinstance(old, ast.stmt) else f"({new})"
        after = "".join([*lines[:first], start + block + end, *lines[last + 1 :]])
        found.append(Mutant(path, old.lineno, place, source, after))
    return sorted(found, key=lambda mutant: mutant.line)


def got(node: ast.AST, field: str, index: int | None) -> Any:
    whole = getattr(node, field)
    return whole if index is None else whole[index]


def asleep(source: str, numbers: dict[int, int]) -> str:
    """The file with these numbered mutations, disabled."""
    tree = ast.parse(source)
    found = list(places(tree))
    wrong = {place: change(copy.deepcopy(got(*at))) for place, (*at, change) in enumerate(found) if place in numbers}
    for place in sorted(numbers, reverse=True):  # inner nodes first
        node, field, index, _ = found[place]
        right = got(node, field, index)
        asked = ast.parse(f"__mutant__({numbers[place]})", mode="eval").body
        if isinstance(right, ast.stmt):
            either: ast.AST = ast.If(asked, [wrong[place]], [right])
        else:
            either = ast.IfExp(asked, wrong[place], right)
        if index is None:
            setattr(node, field, either)
        else:
            getattr(node, field)[index] = either
    ahead = [isinstance(line, ast.Expr) or getattr(line, "module", "") == "__future__" for line in tree.body]
    tree.body[ahead.index(False) : 0] = ast.parse("from companion.mutant import mutant as __mutant__").body
    return ast.unparse(ast.fix_missing_locations(tree))


def difference(mutant: Mutant) -> str:
    """The changed lines."""
    lines = difflib.unified_diff(mutant.before.splitlines(), mutant.after.splitlines(), n=0, lineterm="")
    return "\n".join(f"    {line}" for line in list(lines)[3:])


def planted(some: list[Mutant], tree: Path) -> None:
    """A copy of the tree with disabled mutants, and their list."""
    left_out = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "golden")
    shutil.copytree(ROOT, tree, ignore=left_out)
    numbers: dict[Path, dict[int, int]] = {}
    for number, mutant in enumerate(some):
        numbers.setdefault(mutant.path, {})[mutant.place] = number
    for path, there in numbers.items():
        (tree / path.relative_to(ROOT)).write_text(asleep(path.read_text(encoding="utf-8"), there), encoding="utf-8")
    (tree / "companion/mutant.py").write_text(SWITCH, encoding="utf-8")
    told = [f"{mutant.path.relative_to(ROOT)}:{mutant.line}\n{difference(mutant)}" for mutant in some]
    (tree / "mutants.json").write_text(json.dumps(told), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make small mistakes and see which the tests find.")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", action="append", help="a folder or file; more than once for more of them")
    parser.add_argument("--only", type=int, nargs="+", help="of the mutants of this seed, those with these numbers")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="what may find them")
    chosen = parser.parse_args()
    rooms = [ROOT / room for room in chosen.room or ROOMS]
    files = sorted(file for room in rooms for file in ([room] if room.is_file() else room.rglob("*.py")))
    everything = [mutant for file in files for mutant in mutants(file)]
    some = Random(chosen.seed).sample(everything, min(chosen.count, len(everything)))
    print(f"{len(some)} mutants of {len(everything)} possible", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        planted(some, tree)
        only = " ".join(map(str, chosen.only or range(len(some))))
        command = [sys.executable, "-m", "pytest", "-p", "tests.mutated", *PYTEST, *chosen.tests]
        subprocess.run(command, cwd=tree, env={**os.environ, "MUTANTS": only}, check=True)


if __name__ == "__main__":
    main()
