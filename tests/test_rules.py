"""The rules beside the code: each ``RULES.md`` has every number that is used, and a test names each of its rules.

``@pytest.mark.rule("R-CG-24", "R-CG-33")`` marks a test, a class, or a case (``pytest.param``) with the rules that it
holds. Docstrings and comments do not count. What ``WIRE.md`` says of a game has the words that the game speaks.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from companion.core.answers import Answer
from companion.core.texts import plain
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.scene.presenter import HOUSE_RULE
from companion.table.table import Table

ROOT = Path(__file__).parent.parent
FAMILIES = {"NYC": "newyork", "EP": "escape", "CG": "crash", "KR": "krysis", "TT": "thousand"}
CORE = ROOT / "companion/core"
FOLDERS = {"GEN": CORE} | {family: ROOT / "companion/games" / name for family, name in FAMILIES.items()}
"""Where the rules of each family are."""
RULE = re.compile(rf"R-(?:{'|'.join(FOLDERS)})-\d{{2,3}}")
NUMBERS = re.compile(r"\b([RCGA]-(?!XX)[A-Z]{2,4}-)(\d+)((?:,? (?:to )?-?\d{2,3}\b)*)")
"""Of rules, of conflicts and gaps in a rulebook, of scenarios: ``R-KR-38``, ``R-KR-38 to 43``, ``R-CG-27, -28``. The
family XX is nobody's."""
SECTIONS = re.compile(
    r"(core/)?(RULES\.md|WIRE\.md),? "
    r"(\d+(?:\.\d)?(?:(?:, | to | and | or )\d+(?:\.\d)?)*|\"[A-Z][a-z ]+\"(?:, \"[A-Z][a-z ]+\")*|[A-Z][a-z ]+)"
)
WORD = r"\w+(?:[.-]\w+)*"
UNHELD = {"skip", "skipif", "xfail"}
"""A test with one of these marks may not run, so it does not count."""

Test: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


# The pages.


@cache
def page(family: str, name: str = "RULES.md") -> str:
    return (FOLDERS[family] / name).read_text(encoding="utf-8")


@cache
def rules(family: str) -> dict[str, str]:
    """The rules of a page, in its order, each with what stands in square brackets before its words."""
    found = re.findall(r"^- \*\*(R-[A-Z]+-\d+)\*\*((?: ?\[[^]]*\])*) \S", page(family), re.MULTILINE)
    assert len(dict(found)) == len(found), "a number stands there twice"
    return dict(found)


def numbers(family: str) -> set[str]:
    """All numbers that are explained on a page."""
    others = re.findall(r"^(?:\| |- \*\*)([CGA]-[A-Z]+-\d+)\b", page(family), re.MULTILINE)
    assert len(set(others)) == len(others), "a number stands there twice"
    return {*rules(family), *others}


@pytest.mark.parametrize("family", FOLDERS)
def test_the_rules_of_a_page_are_of_its_family_and_counted_without_a_gap(family: str) -> None:
    assert list(rules(family)) == [f"R-{family}-{n:02}" for n in range(1, len(rules(family)) + 1)]
    assert all(f"-{family}-" in number for number in numbers(family))


def test_every_game_has_its_rules_and_its_wire_beside_it() -> None:
    assert set(FAMILIES.values()) == set(game_names())
    for family in FOLDERS:
        for name in ("RULES.md", "WIRE.md"):
            assert "changes it in the same commit" in " ".join(page(family, name)[:1000].split()), (family, name)


def test_every_number_in_code_tests_and_pages_is_explained() -> None:
    known = {number for family in FOLDERS for number in numbers(family)}
    unknown = {
        f"{file.relative_to(ROOT)}: {number}"
        for folder in ("companion", "hardware", "ui", "tests")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".py", ".md") and file != Path(__file__)
        for family, first, others in NUMBERS.findall(file.read_text(encoding="utf-8"))
        for number in (f"{family}{n}" for n in (first, *re.findall(r"(?: to |-)(\d+)", others)))
        if number not in known
    }
    assert unknown == set()


def test_every_section_that_the_code_refers_to_is_there() -> None:
    """``WIRE.md 3.4``, ``RULES.md 8, 9``, ``WIRE.md, "Pack"``; of the game's own page, else of that of the core."""
    missing = {
        f"{file.relative_to(ROOT)}: {name} {section}"
        for folder in ("companion", "tests")
        for file in (ROOT / folder).rglob("*.py")
        if file != Path(__file__)
        for core, name, listed in SECTIONS.findall(file.read_text(encoding="utf-8"))
        for section in re.findall(r"\d+(?:\.\d)?|[A-Z][a-z ]+", listed)
        if section.strip() not in _sections("GEN" if core else _family(file), name)
    }
    assert missing == set()


def _family(file: Path) -> str:
    """Whose rules a module or a test is about."""
    return next((family for family, name in FAMILIES.items() if name in file.parts), "GEN")


@cache
def _sections(family: str, name: str) -> set[str]:
    """The numbers and titles of headings, and words in italics or bold that begin a paragraph."""
    found = re.findall(
        r"^#+ (?:(\d+(?:\.\d)?) )?([A-Z][a-z ]+)?|^\*+([A-Z][a-z ]+)\*", page(family, name), re.MULTILINE
    )
    return {part.strip() for one in found for part in one}


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"TT"}))
def test_the_page_and_why_send_people_to_the_same_heading(family: str) -> None:
    """Where the page names a heading of the printed rulebook at all."""
    presenter = load_game(FAMILIES[family]).presenter
    told = {rule: plain(heading) for rule, heading in presenter.headings.items() if heading != HOUSE_RULE}
    assert told.keys() <= rules(family).keys()
    headings = {heading for marks in rules(family).values() for heading in _headings(marks)}
    assert len(headings) > 10
    wrong = {
        rule: (heading, rules(family)[rule])
        for rule, heading in told.items()
        if _headings(rules(family)[rule]) and heading not in _headings(rules(family)[rule])
    }
    assert wrong == {}


def _headings(marks: str) -> list[str]:
    """What stands in brackets, without what is no heading: ``D``, ``P:8``, ``H:nyc.follow``, another number."""
    parts = [part.removeprefix("D from ").strip() for part in re.split(r"[\[\];]", marks)]
    return [part for part in parts if part and not re.match(r"D$|P:|H:|-|[RCG]-[A-Z]+-", part)]


@pytest.mark.parametrize(("family", "name"), FAMILIES.items())
def test_the_wire_names_every_verb_setting_and_fact_of_the_game(family: str, name: str) -> None:
    game = load_game(name)
    pack = load_pack(game)
    table = Table(game, pack, [seat for seat, _ in game.rules.seats(pack.pack)[:2]], {})
    choices = game.rules.setup_choices(pack.pack)
    answers = [kind for kind in Answer.__subclasses__() if kind.__module__.startswith(f"companion.games.{name}.")]
    spoken = {
        *(kind.__struct_config__.tag for kind in answers),
        *(field.encode_name for kind in answers for field in msgspec.structs.fields(kind)),
        *(choice.key for choice in choices),
        *(fact.rstrip(":") for fact in game.rules.corrections),
        *table.facts(),
    }
    pages = page("GEN", "WIRE.md") + page(family, "WIRE.md") + page(family)
    assert spoken - set(re.findall(WORD, " ".join(_code(pages)))) == set()
    values = [value for choice in choices if choice.key != "story" for value, _ in choice.values]
    assert {part for value in values for part in value.split(",")} - set(re.findall(WORD, pages)) == set()


def _code(text: str) -> list[str]:
    """What stands in backticks, and blocks of code."""
    fenced = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [*fenced, *re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))]


# The tests that name them.


@cache
def sources() -> dict[Path, str]:
    """The tests that may name a rule."""
    files = {file: file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("*.py")}
    return {file: text for file, text in files.items() if RULE.search(text) and file != Path(__file__)}


@cache
def all_named() -> set[str]:
    return {rule for file, text in sources().items() if file.name.startswith("test_") for rule in named(text)}


@pytest.mark.parametrize("family", FOLDERS)
def test_a_test_names_every_rule(family: str) -> None:
    assert sorted(rules(family).keys() - all_named()) == []


def test_every_mark_stands_on_a_test_and_names_rules() -> None:
    wrong = {str(file.relative_to(ROOT)): wrong_marks(text) for file, text in sources().items()}
    assert {file: marks for file, marks in wrong.items() if marks} == {}


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"TT"}))
def test_every_scenario_is_played_by_a_test_of_its_name(family: str) -> None:
    told = {number for number in numbers(family) if number.startswith("A-")}
    file = ROOT / "tests/games" / FAMILIES[family] / "test_scenarios.py"
    played = re.findall(r"^def test_a_([a-z]+)_(\d\d)", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert {f"A-{name.upper()}-{n}" for name, n in played} == told != set()


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


# What names a rule, and what does not.

NAMES = {
    "a mark": '@pytest.mark.rule("R-CG-24")\ndef test_one(): pass',
    "a mark of a method": 'class TestOne:\n    @pytest.mark.rule("R-CG-24")\n    def test_one(self): pass',
    "a mark of a class": '@pytest.mark.rule("R-CG-24")\nclass TestOne:\n    def test_one(self): pass',
    "a marked case": (
        '@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("R-CG-24"))])\ndef test_one(n): pass'
    ),
    "a marked case of a table": (
        'CASES = [pytest.param(1, marks=pytest.mark.rule("R-CG-24"))]\n'
        '@pytest.mark.parametrize("n", CASES)\ndef test_one(n): pass'
    ),
    "a case": '@pytest.mark.parametrize("rule", ["R-CG-24"])\ndef test_one(rule): pass',
    "an expected rule": 'def test_one():\n    assert (ask.at, ask.rule) == (1, "R-CG-24")',
    "an expected result": 'def test_one():\n    assert ask.result == {"rule": "R-CG-24"}',
    "an expected refusal": 'def test_one():\n    table.refuses("illegal", "R-CG-24", "pass")',
}
NO_NAMES = {
    "a docstring": 'def test_one():\n    """R-CG-24: a saucer."""',
    "a docstring like a rule": 'def test_one():\n    "R-CG-24"',
    "a comment": 'def test_one():\n    assert True  # R-CG-24, "R-CG-24"',
    "a sentence": 'def test_one():\n    assert told == "this is R-CG-24"',
    "what is said to the table": 'def test_one():\n    table.set("tasks", [{"rule": "R-CG-24"}])',
    "what is not": 'def test_one():\n    assert ask.rule != "R-CG-24"',
    "a helper": 'def check():\n    assert ask.rule == "R-CG-24"',
}
WRONG = {
    "a helper": '@pytest.mark.rule("R-CG-24")\ndef check(): pass',
    "a class of something else": '@pytest.mark.rule("R-CG-24")\nclass One:\n    def test_one(self): pass',
    "an empty class": '@pytest.mark.rule("R-CG-24")\nclass TestOne: pass',
    "an inner function": 'def test_one():\n    @pytest.mark.rule("R-CG-24")\n    def test_two(): pass',
    "a whole file": 'pytestmark = pytest.mark.rule("R-CG-24")\ndef test_one(): pass',
    "a table of nothing": 'CASES = [pytest.param(1, marks=pytest.mark.rule("R-CG-24"))]\ndef test_one(): pass',
    "no number": "@pytest.mark.rule()\ndef test_one(): pass",
    "no call": "@pytest.mark.rule\ndef test_one(): pass",
    "a range": '@pytest.mark.rule("R-CG-24 to R-CG-28")\ndef test_one(): pass',
    "another family": '@pytest.mark.rule("R-XX-04")\ndef test_one(): pass',
    "a made-up number": '@pytest.mark.rule(f"R-CG-{n}")\ndef test_one(): pass',
    "a test that is skipped": '@pytest.mark.skip\n@pytest.mark.rule("R-CG-24")\ndef test_one(): pass',
}


@pytest.mark.parametrize("source", NAMES.values(), ids=NAMES)
def test_what_names_a_rule(source: str) -> None:
    assert named(source) == {"R-CG-24"}
    assert wrong_marks(source) == []


@pytest.mark.parametrize("source", NO_NAMES.values(), ids=NO_NAMES)
def test_what_names_none(source: str) -> None:
    assert named(source) == set()


@pytest.mark.parametrize("source", WRONG.values(), ids=WRONG)
def test_what_is_no_mark(source: str) -> None:
    assert len(wrong_marks(source)) == 1
