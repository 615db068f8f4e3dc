"""Which rules the code of a file of tests names: in marks, and as the rules that its tests expect.

``@pytest.mark.rule("R-CG-24", "R-CG-33")`` stands on a test, on a class of tests, or on a case (``pytest.param``).
Docstrings and comments name nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TypeAlias

RULE = re.compile(r"R-(?:NYC|EP|CG|KR|TT)-\d{2,3}")
UNHELD = {"skip", "skipif", "xfail"}
"""A test with one of these marks may say nothing, so it names no rule."""

Test: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def named(source: str) -> set[str]:
    """The rules that the tests of a file name."""
    tree = ast.parse(source)
    tables = _tables(tree)
    found: set[str] = set()
    for test, around in _tests(tree):
        for decorator in [*around, *test.decorator_list]:
            found |= _in_decorator(decorator, tables)
        found |= _expected(test)
    return found


def wrong_marks(source: str) -> list[str]:
    """What is wrong with the marks of a file, each with its line: they name nothing, or stand on no test."""
    tree = ast.parse(source)
    tables = _tables(tree)
    placed: set[ast.Call] = set()
    wrong = []
    for test, around in _tests(tree):
        decorators = [*around, *test.decorator_list]
        marks = [mark for one in decorators for mark in _marks(one, tables)]
        placed |= set(marks)
        if marks and any(_mark_name(node) in UNHELD for one in decorators for node in ast.walk(one)):
            wrong.append(f"{test.lineno}: {test.name} may be skipped")
    calls = {node.func: node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or _mark_name(node) != "rule":
            continue
        call = calls.get(node)
        if call not in placed:
            wrong.append(f"{node.lineno}: a mark that stands on no test")
        elif not call.args or call.keywords or not all(RULE.fullmatch(str(_text(part))) for part in call.args):
            wrong.append(f"{call.lineno}: a mark takes rule numbers, each written out")
    return wrong


def _tests(tree: ast.Module) -> Iterator[tuple[Test, list[ast.expr]]]:
    """The tests that pytest collects, each with the decorators of its classes."""
    todo: list[tuple[ast.Module | ast.ClassDef, list[ast.expr]]] = [(tree, [])]
    while todo:
        holder, around = todo.pop()
        for node in holder.body:
            if isinstance(node, Test) and node.name.startswith("test_"):
                yield node, around
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                todo.append((node, [*around, *node.decorator_list]))


def _tables(tree: ast.Module) -> dict[str, ast.expr]:
    """The values of the module's names: cases are often written there."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            found |= {target.id: node.value for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found[node.target.id] = node.value
    return found


def _with_tables(decorator: ast.expr, tables: dict[str, ast.expr]) -> list[ast.expr]:
    names = {node.id for node in ast.walk(decorator) if isinstance(node, ast.Name)}
    return [decorator, *(value for name, value in tables.items() if name in names)]


def _marks(decorator: ast.expr, tables: dict[str, ast.expr]) -> list[ast.Call]:
    """The rule marks of a decorator itself and of its cases."""
    return [
        node
        for part in _with_tables(decorator, tables)
        for node in ast.walk(part)
        if isinstance(node, ast.Call) and _mark_name(node.func) == "rule"
    ]


def _mark_name(node: ast.AST) -> str | None:
    """``rule`` for ``pytest.mark.rule``."""
    return node.attr if isinstance(node, ast.Attribute) and getattr(node.value, "attr", "") == "mark" else None


def _in_decorator(decorator: ast.expr, tables: dict[str, ast.expr]) -> set[str]:
    """The rules of marks and of cases; what stands in an object is said to the table, not expected of it."""
    return {rule for part in _with_tables(decorator, tables) for rule in _rules(part, objects=False)}


def _expected(test: Test) -> set[str]:
    """The rules that a test compares with (``ask.rule == "R-CG-24"``), and those of expected refusals."""
    found: set[str] = set()
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            for part in ast.walk(node.test):
                if isinstance(part, ast.Compare) and not any(isinstance(op, ast.NotEq | ast.NotIn) for op in part.ops):
                    found |= set(_rules(part, objects=True))
        elif isinstance(node, ast.Call) and str(getattr(node.func, "attr", "")).startswith("refuses"):
            found |= set(_rules(node, objects=False))
    return found


def _rules(node: ast.AST, *, objects: bool) -> Iterator[str]:
    """The strings below that are a rule and nothing else, those in dicts only if ``objects``."""
    if isinstance(node, ast.Dict) and not objects:
        return
    text = _text(node)
    if text is not None and RULE.fullmatch(text):
        yield text
    for child in ast.iter_child_nodes(node):
        yield from _rules(child, objects=objects)


def _text(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
