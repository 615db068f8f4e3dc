"""Every rule is named by the code of a test of its game, or it is a thing of hands alone, and then here is what."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rule_names import named, wrong_marks

LAST = {
    ("newyork", "R-NYC"): 125,
    ("escape", "R-EP"): 92,
    ("crash", "R-CG"): 77,
    ("krysis", "R-KR"): 87,
    ("thousand", "R-TT"): 13,
}
"""The last rule of each family."""
BY_HAND = {
    "R-EP-09": "action discs; the time marker is in R-EP-76",
    "R-EP-11": "which side of the board lies up",
    "R-EP-20": "keys on the key spaces of the safe houses, by hand and not tracked",
    "R-EP-21": "the order of the fixer tiles",
    "R-EP-22": "lockers shuffled by colour, face down",
    "R-EP-23": "equipment sorted by type near the store",
    "R-EP-29": "pawns on the hospital; where pawns are is not tracked",
    "R-EP-35": "notoriety cubes below the boxes, by hand and not tracked",
    "R-EP-62": "where a tile touches is for the table to see",
    "R-EP-63": "which sides of a tile join is for the table to see",
    "R-EP-64": "land types are printed, and have no effect here",
}
"""Rules that the companion tells or shows, but neither asks nor knows."""
TESTS = Path(__file__).parent.parent


def files(game: str) -> list[Path]:
    """The tests of a game: its own, and those of its packs."""
    return [*(TESTS / "games" / game).glob("test_*.py"), *(TESTS / "packs").glob(f"test_{game}_*.py")]


@pytest.mark.parametrize(("game", "family"), LAST)
def test_every_rule_is_named_by_a_test_or_done_by_hand(game: str, family: str) -> None:
    rules = {f"{family}-{number:02}" for number in range(1, LAST[game, family] + 1)}
    by_hand = rules & set(BY_HAND)
    found = {rule for file in files(game) for rule in named(file.read_text(encoding="utf-8"))}
    assert found <= rules, f"there is no {sorted(found - rules)}"
    assert rules - found == by_hand, sorted((rules - found) ^ by_hand)


def test_every_mark_stands_on_a_test_and_names_rules() -> None:
    wrong = {
        str(file.relative_to(TESTS)): wrong_marks(file.read_text(encoding="utf-8")) for file in TESTS.rglob("*.py")
    }
    assert {file: marks for file, marks in wrong.items() if marks} == {}


def test_rules_are_marked_with_the_tests_of_their_game_only() -> None:
    """Elsewhere nobody would look for them."""
    looked_through = {Path(__file__)} | {file for game, _ in LAST for file in files(game)}
    elsewhere = [file for file in TESTS.rglob("test_*.py") if file not in looked_through]
    assert [file.name for file in elsewhere if "mark.rule" in file.read_text(encoding="utf-8")] == []


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
    "another family": '@pytest.mark.rule("R-GEN-04")\ndef test_one(): pass',
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
