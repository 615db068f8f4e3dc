"""Answers at a table: what they do, what is refused, who hears of it, who deals."""

from __future__ import annotations

import pytest

from companion.core.answers import Draw, Roll
from companion.core.asks import ChooseAsk, DrawAsk, RollAsk
from companion.core.refusals import BadSetup, Refused
from companion.games.game import Game
from companion.table.table import Table
from tests.tables import DRAW, GAMBLE, GAME, PULL, STOP, THROW, hands_of, new_table
from tests.toygame import Do, Lanterns, Loaded


def picture(table: Table) -> tuple[object, ...]:
    return table.hash(), table.rev, table.ask, table.legal(), table.pieces(), table.facts()


def test_a_new_table_has_dealt_what_chance_was_asked_before_the_first_decision():
    table = new_table()
    assert [entry.kind for entry in table.log] == ["chance"]
    assert table.ask == ChooseAsk("ann", "TOY-1", "deed")
    assert [(todo.verb, todo.piece) for todo in table.opening] == [("place", "lamp")]
    assert not table.begun


def test_an_answer_gives_a_part_for_each_entry():
    table = new_table()
    played = table.answer(GAMBLE)
    assert [part.entry.kind for part in played.entries] == ["answer", "chance", "chance"]
    assert [part.entry.source for part in played.entries] == ["touch", "dealer", "dealer"]
    assert [type(part.answer) for part in played.entries] == [Do, Roll, Roll]
    assert played.rev == table.rev == 4


def test_the_log_counts_from_one_and_keeps_what_was_said_as_json():
    table = new_table()
    table.answer({"do": "do", "what": "stop"}, "serial")
    assert [entry.rev for entry in table.log] == [1, 2]
    assert (table.log[1].answer, table.log[1].source, table.log[1].at) == ({"do": "do", "what": "stop"}, "serial", 1000)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"do": "dance"}, "malformed"),
        ({"do": "do"}, "malformed"),
        ("stop", "malformed"),
        ({"do": "do", "what": "sleep"}, "unknown"),
        ({"do": "draw", "deck": "trees", "card": "ash"}, "illegal"),
    ],
)
def test_a_refusal_changes_nothing(answer, code):
    table = new_table()
    before = picture(table)
    with pytest.raises(Refused) as no:
        table.answer(answer)
    assert no.value.code == code
    assert picture(table) == before


def test_an_answer_to_an_older_table_is_stale():
    table = new_table()
    seen = table.rev
    table.answer(PULL, rev=seen)
    before = picture(table)
    for late in (lambda: table.answer(PULL, rev=seen), lambda: table.correct([{}], "late", rev=seen)):
        with pytest.raises(Refused) as no:
            late()
        assert no.value.code == "stale"
    assert picture(table) == before


def test_after_the_end_answers_and_corrections_are_refused_and_undo_is_not():
    table = new_table()
    table.answer(STOP)
    assert table.over
    assert table.legal() == ()
    for late in (lambda: table.answer({"do": "nonsense"}), lambda: table.correct([], "late"), table.deal):
        with pytest.raises(Refused) as no:
            late()
        assert no.value.code == "over"
    table.undo()
    assert not table.over


def test_a_correction_sets_facts_and_says_what_hands_must_do():
    table = new_table()
    played = table.correct([{"fact": "lamps", "value": 3}], "the box holds three")
    assert [(todo.verb, todo.n) for todo in played.instructions] == [("place", 2)]
    assert (table.log[-1].kind, table.log[-1].why) == ("correct", "the box holds three")
    assert hands_of(table) == table.pieces()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([], "malformed"),
        ({}, "malformed"),
        ([3], "malformed"),
        ([{"fact": "moon", "value": 1}], "unknown"),
        ([{"fact": "lamps", "value": 2}, {"fact": "lamps", "value": 10}], "illegal"),
    ],
)
def test_a_refused_correction_changes_nothing(changes, code):
    table = new_table()
    before = picture(table)
    with pytest.raises(Refused) as no:
        table.correct(changes, "no")
    assert no.value.code == code
    assert picture(table) == before


def test_without_auto_nothing_is_dealt_until_deal():
    table = new_table(auto=False)
    assert (table.rev, table.can_deal) == (0, True)
    table.deal()
    assert isinstance(table.ask, ChooseAsk)
    assert not table.can_deal
    played = table.answer(GAMBLE)
    assert [part.entry.kind for part in played.entries] == ["answer"]
    assert len(table.deal(5).entries) == 2


def test_deal_is_refused_where_people_decide():
    table = new_table()
    with pytest.raises(Refused) as no:
        table.deal()
    assert (no.value.code, no.value.rule) == ("illegal", "TOY-1")


@pytest.mark.rule("R-GEN-02", "R-GEN-03")
def test_a_physical_deck_is_asked_for_while_the_dice_stay_digital():
    table = new_table(chance={"trees": "asked"})
    table.answer(THROW)
    table.answer(DRAW)
    assert table.ask == DrawAsk("ann", "TOY-2", "trees", 6)
    assert table.odds() == [1 / 6] * 6
    table.answer(Draw("trees", "elm"))
    assert table.facts()["cards"] == ["elm"]
    assert table.log[-1].kind == "answer"


@pytest.mark.rule("R-GEN-03")
def test_who_answers_chance_can_change_in_mid_game():
    table = new_table(chance={"dice": "asked"})
    table.answer(THROW)
    assert isinstance(table.ask, RollAsk)
    assert table.faces() == {"left": ["A", "A", "B"], "right": ["A", "B", "C"]}
    assert (table.legal(), table.odds()) == (None, None)
    played = table.set_chance("dice", "digital")
    assert [part.entry.kind for part in played.entries] == ["chance"]
    assert table.faces() is None


def test_the_dealer_may_be_asked_to_roll_dice_that_are_physical():
    table = new_table(chance={"dice": "asked"})
    table.answer(GAMBLE)
    assert not table.can_deal
    assert len(table.deal(2).entries) == 1
    assert isinstance(table.ask, RollAsk)


@pytest.mark.parametrize(("item", "mode", "code"), [("moon", "asked", "unknown"), ("dice", "guessed", "malformed")])
def test_chance_items_and_modes_that_do_not_exist_are_refused(item, mode, code):
    table = new_table()
    with pytest.raises(Refused) as no:
        table.set_chance(item, mode)
    assert no.value.code == code
    with pytest.raises(BadSetup):
        new_table(chance={item: mode})


def test_a_seat_that_nobody_took_has_no_view():
    table = new_table()
    assert table.view("ann")["seat"] == "ann"
    assert table.view(None)["seat"] is None
    with pytest.raises(Refused) as no:
        table.view("bob")
    assert no.value.code == "unknown"


def test_a_bad_seat_starts_no_table():
    with pytest.raises(BadSetup, match="carl"):
        Table(GAME, Loaded(), ["carl"], {})


class Stumbling(Lanterns):
    """Lanterns with a defect: a throw changes something and then fails."""

    def play(self, state, answer):
        if answer == THROW:
            state.now.lamps = 99
            raise KeyError("lamp")
        return super().play(state, answer)


def test_a_defect_in_the_rules_leaves_the_table_as_the_log_says():
    table = Table(Game(Stumbling()), Loaded(), ["ann"], {})
    table.answer(PULL)
    before = picture(table)
    with pytest.raises(KeyError):
        table.answer(THROW)
    assert picture(table) == before
