"""Every rule that a game can name, as it is told to whoever asks why."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from companion.core.texts import T, Text, Words
from companion.games.crash.why import WHY as CRASH
from companion.games.escape.why import WHY as ESCAPE
from companion.games.game import Game
from companion.games.krysis.why import WHY as KRYSIS
from companion.games.newyork.why import WHY as NEWYORK
from companion.games.registry import game_names, load_game
from companion.games.thousand.game import WHY as THOUSAND
from companion.language import Language
from companion.scene.presenter import SHARED, headings

ROOT = Path(__file__).parent.parent.parent / "companion"
FAMILIES = {"R-NYC": "newyork", "R-EP": "escape", "R-CG": "crash", "R-KR": "krysis", "R-TT": "thousand"}
PRINTED = set(FAMILIES) - {"R-TT"}
"""The games that come with a rulebook; nobody prints one for Ten Thousand."""
MOST_LETTERS = 240
"""So much is read at a glance, and fits on the smallest screen."""
MOST_LETTERS_OF_A_HEADING = 72


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


# Where they stand in the printed rulebook.


def heading_of(rule: str) -> Words:
    return games_of(rule)[0].presenter.heading(rule) or ""


def printed() -> list[str]:
    """The rules that can be met in a game with a printed rulebook."""
    return [rule for rule in named() if rule.rpartition("-")[0] in {*PRINTED, "R-GEN"}]


def test_every_rule_has_a_heading_under_which_people_find_it() -> None:
    assert [rule for rule in printed() if not heading_of(rule)] == []


def test_each_heading_is_met() -> None:
    for family in PRINTED:
        game = load_game(FAMILIES[family])
        told = {repr(heading) for heading in game.presenter.headings.values()}
        assert told == {repr(heading_of(rule)) for rule in printed() if rule.startswith(f"{family}-")}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_heading_is_one_line_and_names_no_number_of_ours(language: str) -> None:
    say = Language(language).say
    for rule in printed():
        said = say(heading_of(rule))
        assert 0 < len(said) <= MOST_LETTERS_OF_A_HEADING, rule
        assert said[0].isupper() or said[0].isdigit(), rule
        assert not said.endswith("."), rule
        assert not re.search(r"\b[RCG]-[A-Z]+-", said), rule


def test_each_heading_is_told_in_spanish_too() -> None:
    english, spanish = Language("en").say, Language("es").say
    assert [rule for rule in printed() if english(heading_of(rule)) == spanish(heading_of(rule))] == []


@pytest.mark.parametrize(
    ("rule", "english", "spanish"),
    [
        ("R-NYC-36", "Police phase", "Fase de policía"),
        ("R-NYC-83", "Player phase: Free actions", "Fase de jugadores: Acciones gratuitas"),
        ("R-NYC-40", "House rule, not in the rulebook", "Regla de la casa, no está en el reglamento"),
        ("R-EP-52", "2. Patrol", "2. Patrulla"),
        ("R-CG-46", "II. Turn: Accelerators", "II. Turno de juego: Aceleradores"),
        ("R-KR-51", "3. Action: B. Raid", "3. Acción: B. Raid"),
        ("R-GEN-04", "In every game", "En todos los juegos"),
    ],
)
def test_a_rule_is_found_where_the_rulebook_has_it(rule: str, english: str, spanish: str) -> None:
    assert Language("en").say(heading_of(rule)) == english
    assert Language("es").say(heading_of(rule)) == spanish


def test_headings_stand_for_ranges_of_rules() -> None:
    found = headings("R-XX", {"4-5, 104": T("Crew"), "9": T("Winning")})
    assert list(found) == ["R-XX-04", "R-XX-05", "R-XX-104", "R-XX-09"]
    assert found["R-XX-104"] == T("Crew")


def test_a_rule_has_one_heading() -> None:
    with pytest.raises(ValueError, match="R-XX-05 has two headings"):
        headings("R-XX", {"4-5": T("Crew"), "5-6": T("Winning")})


def test_a_game_without_a_rulebook_names_no_heading() -> None:
    assert load_game("thousand").presenter.heading("R-TT-03") is None
