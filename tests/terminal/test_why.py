"""Asking why in the terminal, and what chance could bring."""

from __future__ import annotations

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import ChooseAsk, DrawAsk, RollAsk
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.terminal.test_scene_parts import SECRET, sitting
from tests.terminal.test_terminal import Sitting, number_of

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


def test_a_game_without_a_rulebook_has_the_number_only():
    game = load_game("thousand")
    loaded = load_pack(game, game.rules.bundled_pack)
    table = Table(game, loaded, ["player1", "player2"], {}, dealer=Dealer("why"), auto=False)
    assert "R-TT-11: Your first score must be a good one" in Sitting(table=table).until(ChooseAsk).type("why")


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
