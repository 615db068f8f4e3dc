"""The past of a table: its timeline, another answer at an earlier moment, and what follows from it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from companion.core.answers import Draw, Pull, Roll
from companion.core.asks import DrawAsk
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.games.game import Game
from companion.scene.presenter import Presenter
from companion.table.past import Timeline, look_at, outstanding, weigh
from companion.table.table import Table
from tests.daily import share
from tests.revising import revised_is_as_if_played_so
from tests.table.test_properties import OPERATIONS, do
from tests.tables import DRAW, GAMBLE, PULL, STOP, THROW, MemoryStore, hands_of, new_table, resumed
from tests.toygame import Lanterns, Loaded

# The timeline: every entry with its chapter, computed once.


class Told(Presenter):
    """Lanterns in chapters of as many cards as lie there; it counts how often it was asked."""

    def __init__(self, rules) -> None:
        super().__init__(rules)
        self.asked = 0

    def chapter(self, state):
        self.asked += 1
        return f"{len(state.now.deck.display)} cards"


def told_table():
    return Table(
        Game(Lanterns(), Told), Loaded(), ["ann"], {}, chance={"trees": "asked", "wind": "asked"}, clock=lambda: 0.0
    )


def test_every_entry_stands_in_the_chapter_in_which_it_was_asked():
    table = told_table()
    timeline = Timeline(table)
    table.answer(table.legal()[0])
    for answer in (DRAW, Draw("trees", "ash"), THROW, PULL):
        table.answer(answer)
    stops = timeline.entries()
    assert [stop.chapter for stop in stops] == ["0 cards"] * 3 + ["1 cards"] * 4
    assert [plain(timeline.label(stop.played)) for stop in stops[:3]] == ["Wind: North", "Do: Draw", "Trees: Ash"]


def test_chance_leads_to_the_moment_of_the_answer_that_it_came_with():
    table = new_table()
    timeline = Timeline(table)
    table.answer(THROW)
    table.answer(PULL)
    assert [stop.goal for stop in timeline.entries()] == [0, 2, 2, 4, 4]
    assert timeline.now == 4
    table.jump(timeline.entries()[2].goal)
    assert [stop.done for stop in timeline.entries()] == [True, True, True, False, False]
    assert timeline.now == 2
    table.jump(0)
    assert timeline.now == 0


def test_chapters_are_worked_out_once_and_again_only_where_the_past_is_another():
    table = told_table()
    timeline = Timeline(table)
    table.answer(table.legal()[0])
    for answer in (DRAW, Draw("trees", "ash"), THROW, PULL):
        table.answer(answer)
    timeline.entries()
    asked = table.game.presenter.asked
    timeline.entries()
    table.undo(2)
    timeline.entries()
    assert table.game.presenter.asked == asked
    table.answer(THROW)
    timeline.entries()
    assert table.game.presenter.asked - asked == 2, "one answer, one roll"
    table.revise(weigh(table, 3, Draw("trees", "oak")))
    assert [stop.chapter for stop in timeline.entries()] == ["0 cards"] * 3 + ["1 cards"] * 2


def test_the_latest_come_newest_first():
    table = new_table()
    table.answer(THROW)
    table.answer(PULL)
    table.undo()
    latest = Timeline(table).latest(2)
    assert [part.entry.rev for part in latest] == [3, 2]
    assert len(Timeline(table).latest(99)) == 3


# Another answer at an earlier moment, and its consequences before it is chosen.

ASKED = {"trees": "asked", "dice": "asked", "tokens": "asked"}


def at_the_table(*said, chance=ASKED):
    table = new_table(chance=chance)
    for answer in said:
        table.answer(answer)
    return table


def rev_of(table, answer):
    return next(part.entry.rev for part in table.history.line if part.answer == answer)


def test_looking_changes_nothing_and_lists_what_could_have_been_answered():
    table = at_the_table(DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red"))
    before = table.hash(), table.rev, table.ask
    moment = look_at(table, rev_of(table, Draw("trees", "ash")))
    assert [answer.card for answer in moment.legal] == ["ash", "birch", "cedar", "elm", "fir", "oak"]
    assert moment.fixed is None
    assert table.game.rules.facts(moment.state)["cards"] == []
    assert (table.hash(), table.rev, table.ask) == before


def test_the_card_was_really_another_one_and_everything_after_it_still_fits():
    table = at_the_table(DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red"), DRAW, Draw("trees", "elm"))
    revision = weigh(table, rev_of(table, Draw("trees", "ash")), Draw("trees", "oak"))
    assert (len(revision.kept), revision.dropped, revision.misfit) == (4, [], None)
    assert table.facts()["cards"] == ["ash", "elm"]
    table.revise(revision)
    assert table.facts()["cards"] == ["oak", "elm"]
    assert table.hash() == revision.state.hash()
    assert hands_of(table) == table.pieces()


def test_the_first_answer_that_no_longer_fits_is_named_with_the_words_of_the_refusal():
    table = at_the_table(DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red"), DRAW, Draw("trees", "oak"), DRAW)
    revision = weigh(table, rev_of(table, Draw("trees", "ash")), Draw("trees", "oak"))
    assert len(revision.kept) == 3
    assert [part.entry.rev for part in revision.dropped] == [table.rev - 1, table.rev]
    assert revision.misfit.played == revision.dropped[0]
    assert (plain(revision.misfit.text), revision.misfit.rule) == ("That card cannot come now.", "TOY-2")
    table.revise(revision)
    assert table.facts()["cards"] == ["oak"]
    assert isinstance(table.ask, DrawAsk)


def test_what_was_answered_to_another_question_does_not_fit():
    table = at_the_table(DRAW, Draw("trees", "ash"), THROW, Roll({"left": "A", "right": "B"}))
    revision = weigh(table, rev_of(table, DRAW), PULL)
    assert (revision.kept, len(revision.dropped)) == ([], 3)
    assert plain(revision.misfit.text) == "Something else is to be answered now."


def test_an_answer_that_would_have_ended_the_game_leaves_the_rest_out():
    table = at_the_table(PULL, Pull("tokens", "red"), THROW)
    revision = weigh(table, rev_of(table, PULL), STOP)
    assert plain(revision.misfit.text) == "The game has ended before."
    table.revise(revision)
    assert table.over


def test_hands_are_told_only_what_is_another_now():
    table = at_the_table(PULL, Pull("tokens", "red"), DRAW, Draw("trees", "ash"))
    revision = weigh(table, rev_of(table, Pull("tokens", "red")), Pull("tokens", "blue"))
    moved = {(todo.verb, todo.piece) for todo in revision.instructions}
    assert moved == {("remove", "token:red"), ("place", "token:blue")}


def test_the_log_goes_on_and_every_answer_keeps_its_kind_source_and_time():
    clock = iter(range(1, 99))
    table = new_table(chance={"trees": "asked"}, clock=lambda: float(next(clock)))
    table.answer(DRAW, "gpio")
    table.answer(Draw("trees", "ash"), "wire")
    table.answer(THROW, "gpio")
    table.correct([{"fact": "lamps", "value": 3}], "counted", "serial")
    later = table.log[3:]
    table.revise(weigh(table, 3, Draw("trees", "elm")))
    undo, other, *again = table.log[6:]
    assert (undo.kind, undo.n) == ("undo", 3)
    assert (other.kind, other.source, other.answer) == (
        "answer",
        "touch",
        {"do": "draw", "deck": "trees", "card": "elm"},
    )
    assert [structs.replace(entry, rev=entry.rev - 5) for entry in again] == later
    assert [entry.rev for entry in table.log] == list(range(1, table.rev + 1))


def test_what_the_dealer_gave_can_have_been_another_and_what_comes_before_it_is_given_again():
    table = new_table()
    table.answer(GAMBLE)
    second = table.log[-1].rev
    throws = table.facts()["throws"]
    other = Roll({"left": "B", "right": "C"}) if throws[1] != "BC" else Roll({"left": "A", "right": "A"})
    revision = weigh(table, second, other)
    assert [part.answer for part in revision.before] == [part.answer for part in table.history.line[1:3]]
    table.revise(revision)
    assert table.facts()["throws"] == [throws[0], "".join(other.faces.values())]
    assert [entry.kind for entry in table.log[-4:]] == ["undo", "answer", "chance", "answer"]


def test_fate_gives_nothing_a_second_time_that_was_given_again():
    """R-GEN-09: two equal throws; the first goes with the answer that asked for it, the second stays as it was."""
    for seed in map(str, range(60)):
        table = new_table(seed)
        table.answer(GAMBLE)
        table.answer(THROW)
        first, second, third = table.facts()["throws"]
        if len({first, second, third}) < 3:
            continue
        table.revise(weigh(table, 2, THROW))
        assert table.facts()["throws"] == [first], "one throw fits, then something else is asked"
        table.undo()
        table.answer(GAMBLE)
        assert table.facts()["throws"] == [first, second]
        return
    raise AssertionError("no seed throws three different pairs")


def test_undo_goes_back_through_what_was_given_again_and_redo_forward():
    table = at_the_table(DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red"))
    table.revise(weigh(table, rev_of(table, Draw("trees", "ash")), Draw("trees", "oak")))
    end = table.hash()
    for _ in range(4):
        table.undo()
    assert table.facts()["cards"] == []
    table.redo(4)
    assert table.hash() == end
    with pytest.raises(Refused, match="redo"):
        table.redo()


@pytest.mark.parametrize(
    ("rev", "answer", "code", "why"),
    [
        (99, DRAW, "unknown", "no moment 99"),
        (1, Draw("trees", "ash"), "illegal", "before the first decision"),
        (2, PULL, "illegal", "answered already"),
        (2, {"do": "dance"}, "malformed", ""),
        (3, Draw("trees", "ash"), "illegal", "not in the bag"),
        (4, DRAW, "illegal", "correction"),
        (5, DRAW, "illegal", "taken back"),
    ],
)
def test_what_cannot_be_changed_is_refused_and_says_why(rev, answer, code, why):
    table = at_the_table(PULL, chance={"dice": "asked"})
    table.correct([{"fact": "lamps", "value": 2}], "counted")
    table.answer(DRAW)
    table.undo()
    before = table.hash(), table.rev
    with pytest.raises(Refused) as no:
        weigh(table, rev, answer)
    assert no.value.code == code
    assert why in plain(no.value.text)
    assert (table.hash(), table.rev) == before


def test_what_was_worked_out_for_another_table_is_stale():
    table = at_the_table(PULL, Pull("tokens", "red"))
    revision = weigh(table, rev_of(table, PULL), DRAW)
    table.answer(THROW)
    with pytest.raises(Refused) as no:
        table.revise(revision)
    assert no.value.code == "stale"


def test_a_revision_is_kept_whole():
    store = MemoryStore()
    table = new_table(store=store, chance=ASKED)
    for answer in (DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red")):
        table.answer(answer)
    store.write()
    saved = table.saved_rev
    table.revise(weigh(table, rev_of(table, Draw("trees", "ash")), Draw("trees", "oak")))
    assert len(store.waiting) == 1
    assert table.saved_rev == saved
    store.write()
    assert table.unsaved == 0
    assert resumed(table).hash() == table.hash()


@settings(max_examples=share(150), deadline=None)
@given(st.lists(OPERATIONS, max_size=25), st.booleans(), st.integers(0, 2**32))
def test_a_changed_past_is_as_if_it_had_been_played_so(operations, auto, seed):
    table = new_table(auto=auto)
    for operation, number in operations:
        do(table, operation, number)
    revised_is_as_if_played_so(table, seed)
    assert hands_of(table) == table.pieces()


def test_after_a_restart_hands_owe_only_what_lies_elsewhere_now():
    table = at_the_table(PULL, Pull("tokens", "red"), DRAW, Draw("trees", "ash"))
    confirmed = table.rev
    table.revise(weigh(table, rev_of(table, Pull("tokens", "red")), Pull("tokens", "blue")))
    again = resumed(table)
    assert len(again.since(confirmed).instructions) > 2
    assert {(todo.verb, todo.piece) for todo in outstanding(again, confirmed)} == {
        ("remove", "token:red"),
        ("place", "token:blue"),
    }
    assert outstanding(again, again.rev) == []


class FullStore(MemoryStore):
    """A store that takes nothing more that belongs together."""

    def append_all(self, game_id, entries, saved=None):
        if len(entries) > 1:
            raise ValueError("no more")
        super().append_all(game_id, entries, saved)


@pytest.mark.parametrize("fault", ["store", "rules"])
def test_a_fault_while_the_past_is_changed_leaves_memory_and_log_as_they_were(fault, monkeypatch):
    store = FullStore()
    table = new_table(chance=ASKED, store=store)
    for answer in (DRAW, Draw("trees", "ash"), THROW, Roll({"left": "A", "right": "B"}), PULL, Pull("tokens", "red")):
        table.answer(answer)
    table.undo()
    revision = weigh(table, 3, Draw("trees", "oak"))
    before = table.hash(), table.rev, table.ask, list(table.log), table.history.decisions, table.since(0)
    if fault == "rules":
        play = table.game.rules.play
        monkeypatch.setattr(table.game.rules, "play", lambda state, said: {}[0] if said == THROW else play(state, said))
    with pytest.raises((ValueError, KeyError)):
        table.revise(revision)
    monkeypatch.undo()
    assert (table.hash(), table.rev, table.ask, list(table.log), table.history.decisions, table.since(0)) == before
    assert store.entries["g1"] == list(table.log)
    table.redo()
    assert resumed(table).hash() == table.hash()
    assert store.entries["g1"] == list(table.log)
