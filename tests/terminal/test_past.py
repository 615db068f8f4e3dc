"""Changing the past in the terminal, asking why, and what chance could bring."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Roll
from companion.core.asks import ChooseAsk, DrawAsk, RollAsk
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.terminal.test_scene_parts import SECRET, sitting
from tests.terminal.test_terminal import Sitting, number_of


@pytest.fixture
def played() -> Sitting:
    """A turn that was rolled by hand and in which a few things were done."""
    at = Sitting("father", chance={"dice": "asked"})
    r = Random(3)
    for _ in range(40):
        if at.table.over:
            break
        typed = "" if not isinstance(at.table.ask, ChooseAsk) else str(r.randint(1, 2))
        at.type(typed)
        if at.session.doubted is not None:
            at.type(typed)
    return at


def rev_of(at: Sitting, kind: type) -> int:
    """The last entry in effect of that kind."""
    return next(part.entry.rev for part in reversed(at.table.history.line) if isinstance(part.answer, kind))


def chosen(at: Sitting) -> int:
    """The last entry in effect that people chose."""
    found = [part for part in at.table.history.line if isinstance(part.asked, ChooseAsk) and part.answer is not None]
    return found[-1].entry.rev


def test_change_alone_lists_the_last_entries_with_their_numbers(played):
    written = played.type("change")
    assert f"{chosen(played)}: " in written
    assert "Type change and the number" in written


def test_another_answer_is_weighed_before_it_is_given(played):
    rev, n = chosen(played), played.table.rev
    before = played.table.hash()
    written = played.type(f"change {rev}")
    assert re.search("^  1  .*as it was", written, re.MULTILINE)
    weighed = played.type(f"change {rev}", "2", "0")
    assert "What follows" in weighed
    assert "Nothing was changed." in weighed
    assert (played.table.rev, played.table.hash()) == (n, before)
    played.type(f"change {rev}", "2", "1")
    assert played.table.log[n].kind == "undo"
    assert played.table.rev > n


def test_dice_are_typed_as_they_were_rolled(played):
    rev = rev_of(played, Roll)
    given = next(part.answer for part in played.table.history.line if part.entry.rev == rev)
    faces = ["PHYS"] * len(given.faces) if set(given.faces.values()) != {"PHYS"} else ["MENT"] * len(given.faces)
    assert "Type one face for each" in played.type(f"change {rev}", "PHYS", "")
    written = played.type(f"change {rev}", " ".join(faces), "1")
    assert "What follows" in written or "That cannot have happened." in written


def test_the_same_answer_is_no_change(played):
    rev, before = chosen(played), played.table.rev
    assert "That is what was answered already." in played.type(f"change {rev}", "1", "")
    assert played.table.rev == before


@pytest.mark.parametrize("typed", ["change 99999", "change x", "change 1 2", "change -1"])
def test_a_moment_that_does_not_exist_gets_one_sentence(played, typed):
    before = played.table.rev
    written = played.type(typed)
    assert "There is no moment" in written or "Type change and the number" in written
    assert played.table.rev == before


def test_a_number_that_is_not_in_the_list_gets_one_sentence(played):
    before = played.table.rev
    assert "There is no number 999 in the list." in played.type(f"change {chosen(played)}", "999", "")
    assert played.table.rev == before


def test_what_was_dealt_before_the_first_decision_stays(played):
    assert "cannot be changed" in played.type("change 1")


def test_the_help_names_both(played):
    written = played.type("h")
    assert "change 12" in written
    assert "check" in written


# Asking why in the terminal, and what chance could bring.

say = Language().say


def told(at: Sitting, rule: str) -> str:
    """How the terminal tells a rule, in as many lines as it takes: its heading, its number, its words."""
    presenter = at.table.game.presenter
    return f"{say(presenter.heading(rule))} ({rule}): {say(presenter.rule(rule))}"


def type_flat(at: Sitting, *lines: str) -> str:
    return " ".join(at.type(*lines).split())


def test_why_tells_the_rule_of_the_question():
    at = Sitting().until(ChooseAsk)
    assert "Player phase (R-NYC-42): You agree freely" in told(at, "R-NYC-42")
    assert told(at, "R-NYC-42") in type_flat(at, "why")


def test_why_tells_the_rules_of_what_hands_had_to_do_first():
    at = Sitting("father").until(RollAsk)
    extra = number_of(at.type(""), "Extra step")
    written = type_flat(at, extra, "1", "why")
    assert written.index(told(at, "R-NYC-63")) < written.index(told(at, "R-NYC-43"))
    assert told(at, "R-NYC-104") in written


def test_why_tells_the_rule_of_a_refusal_and_not_what_came_before_it():
    at = Sitting("father").until(RollAsk)
    extra = number_of(at.type(""), "Extra step")
    at.type(extra, "1")
    assert "nothing to draw or roll now. Player phase (R-NYC-43)" in type_flat(at, "d")
    written = type_flat(at, "why")
    assert told(at, "R-NYC-43") in written
    assert "R-NYC-63" not in written


def test_a_question_names_where_the_rulebook_has_it():
    assert "Player phase (R-NYC-42)" in type_flat(Sitting().until(ChooseAsk), "")


def test_a_game_without_a_rulebook_shows_no_number():
    game = load_game("thousand")
    loaded = load_pack(game, game.rules.bundled_pack)
    table = Table(game, loaded, ["player1", "player2"], {}, dealer=Dealer("why"), auto=False)
    written = Sitting(table=table).until(ChooseAsk).type("why")
    assert "Your first score must be a good one" in written
    assert "R-TT-11" not in written


def test_odds_list_what_a_card_could_bring():
    at = Sitting().until(DrawAsk)
    written = at.type("odds")
    assert "2 in 23 each  Grand Central, Harlem" in written
    assert "1 in 23 each  Alphabet City, Central Park" in written


def test_odds_of_a_roll_are_those_of_each_kind_of_dice():
    at = Sitting("father").until(RollAsk)
    written = " ".join(at.type("odds").split())
    assert "2 × blue 3 in 6 mental 1 in 6 each physical, social, wild" in written


@pytest.mark.parametrize("typed", ["odds", "why"])
def test_asking_changes_nothing(typed):
    at = Sitting().until(DrawAsk)
    before = at.table.rev, at.table.hash()
    at.type(typed)
    assert (at.table.rev, at.table.hash()) == before


def test_there_are_no_odds_of_what_people_decide_nor_of_what_is_secret():
    assert "Nothing that everyone may know is left to chance" in Sitting().until(ChooseAsk).type("odds")
    secret = sitting(settings=SECRET, chance={"plans": "asked"})
    while secret.table.ask.only is None:
        secret.type("")
    assert "Nothing that everyone may know is left to chance" in secret.type("", "odds")
