"""Every rule that a game can name, as it is told to whoever asks why."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from companion.core.texts import Text, Words
from companion.games.crash.why import WHY as CRASH
from companion.games.escape.why import WHY as ESCAPE
from companion.games.game import Game
from companion.games.krysis.why import WHY as KRYSIS
from companion.games.newyork.why import WHY as NEWYORK
from companion.games.registry import game_names, load_game
from companion.games.thousand.why import WHY as THOUSAND
from companion.language import Language
from companion.scene.wording import SHARED

ROOT = Path(__file__).parent.parent.parent / "companion"
FAMILIES = {"R-NYC": "newyork", "R-EP": "escape", "R-CG": "crash", "R-KR": "krysis", "R-TT": "thousand"}
MOST_LETTERS = 240
"""So much is read at a glance, and fits on the smallest screen."""


@cache
def named() -> dict[str, str]:
    """The rules that the code names, with a place where it does; the texts themselves name none."""
    found: dict[str, str] = {}
    for file in [*(ROOT / "core").rglob("*.py"), *(ROOT / "games").rglob("*.py")]:
        if "why" in (file.stem, file.parent.name):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(r"R-[A-Z]+-\d+", str(node.value)):
                found.setdefault(str(node.value), f"{file.relative_to(ROOT)}:{node.lineno}")
    return found


def games_of(rule: str) -> list[Game]:
    """The games in which a rule can be met: its own, or all of them."""
    own = FAMILIES.get(rule.rpartition("-")[0])
    return [load_game(name) for name in game_names() if own in (None, name)]


def words_of(rule: str) -> Words:
    """What the games say to it; it is the same in all."""
    said = {repr(words): words for game in games_of(rule) if (words := game.presenter.rule(rule)) is not None}
    return next(iter(said.values()), "")


def test_the_code_names_rules_of_every_game() -> None:
    assert {rule.rpartition("-")[0] for rule in named()} == {*FAMILIES, "R-GEN"}
    assert set(FAMILIES.values()) == set(game_names())
    assert len(named()) > 100


def test_every_rule_that_can_be_met_is_told() -> None:
    untold = {
        rule: place for rule, place in named().items() for game in games_of(rule) if game.presenter.rule(rule) is None
    }
    assert untold == {}


def test_no_rule_is_told_that_nobody_can_meet() -> None:
    assert sorted({*NEWYORK, *ESCAPE, *CRASH, *KRYSIS, *THOUSAND, *SHARED} - set(named())) == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_is_short_and_plain(language: str) -> None:
    say = Language(language).say
    for rule in named():
        said = say(words_of(rule))
        assert 0 < len(said) <= MOST_LETTERS, rule
        assert said.endswith("."), rule
        assert said.count(". ") < 3, rule
        assert not re.search(r"\b[RCG]-[A-Z]+-", said), f"{rule} sends the reader to another number"


def test_each_is_told_in_spanish_too() -> None:
    english, spanish = Language("en").say, Language("es").say
    assert [rule for rule in named() if english(words_of(rule)) == spanish(words_of(rule))] == []


def test_no_two_rules_are_told_alike() -> None:
    families = (NEWYORK, ESCAPE, CRASH, KRYSIS, THOUSAND, SHARED)
    told = [text.msgid for family in families for text in family.values() if isinstance(text, Text)]
    assert len(set(told)) == len(told) == len(named())


@pytest.mark.parametrize("name", game_names())
def test_a_number_that_is_no_rule_has_no_words(name: str) -> None:
    assert load_game(name).presenter.rule("R-XX-1") is None
