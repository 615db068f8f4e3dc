"""Collects the rules that tests refer to: in marks, and in expected values.

``@pytest.mark.rule("R-CG-24", "R-CG-33")`` marks a test, a class, or a case (``pytest.param``). Docstrings and comments
do not count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TypeAlias

RULE = re.compile(r"R-(?:NYC|EP|CG|KR|TT)-\d{2,3}")
UNHELD = {"skip", "skipif", "xfail"}
"""A test with one of these marks may not run, so it does not count."""

Test: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def named(source: str) -> set[str]:
    """The rules that the tests of a file refer to."""
    tree = ast.parse(source)
    tables = _tables(tree)
    found: set[str] = set()
    for test, around in _tests(tree):
        for decorator in [*around, *test.decorator_list]:
            found |= _in_decorator(decorator, tables)
        found |= _expected(test)
    return found


def wrong_marks(source: str) -> list[str]:
    """Faults of the marks of a file, with lines: without a rule, or not on a test."""
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
    """The tests that pytest collects, with the decorators of their classes."""
    todo: list[tuple[ast.Module | ast.ClassDef, list[ast.expr]]] = [(tree, [])]
    while todo:
        holder, around = todo.pop()
        for node in holder.body:
            if isinstance(node, Test) and node.name.startswith("test_"):
                yield node, around
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                todo.append((node, [*around, *node.decorator_list]))


def _tables(tree: ast.Module) -> dict[str, ast.expr]:
    """The constants of the module, where cases are often listed."""
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
    """The rules of marks and cases; those inside objects are input, not expectations."""
    return {rule for part in _with_tables(decorator, tables) for rule in _rules(part, objects=False)}


def _expected(test: Test) -> set[str]:
    """The rules in comparisons (``ask.rule == "R-CG-24"``) and expected refusals."""
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
    """The strings that are exactly a rule; those in dicts only if ``objects``."""
    if isinstance(node, ast.Dict) and not objects:
        return
    text = _text(node)
    if text is not None and RULE.fullmatch(text):
        yield text
    for child in ast.iter_child_nodes(node):
        yield from _rules(child, objects=objects)


def _text(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
