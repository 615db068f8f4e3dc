"""A table is what its log folds to, and a store keeps the log."""

from __future__ import annotations

import msgspec
import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Roll
from companion.core.refusals import BadSetup, Refused
from companion.table.log import Entry, ReadingId
from tests.tables import DRAW, GAMBLE, GAME, PULL, STOP, THROW, MemoryStore, new_table, resumed
from tests.toygame import Loaded


def play_a_while(table):
    table.answer(PULL)
    table.answer(GAMBLE)
    table.correct([{"fact": "lamps", "value": 4}], "counted again")
    table.undo(2)
    table.redo()
    table.answer(DRAW)
    table.undo()


@pytest.mark.rule("R-GEN-01", "R-GEN-02")
def test_a_resumed_table_is_the_table():
    table = new_table()
    play_a_while(table)
    again = resumed(table)
    assert (again.hash(), again.ask, again.rev) == (table.hash(), table.ask, table.rev)
    assert again.opening == table.opening
    assert [part.instructions for part in again.since(0).entries] == [
        part.instructions for part in table.since(0).entries
    ]
    again.redo()
    table.redo()
    assert again.hash() == table.hash()


def test_entries_survive_being_written_down():
    table = new_table()
    play_a_while(table)
    text = msgspec.json.encode(list(table.log))
    again = type(table).resume(GAME, Loaded(), table.setup, msgspec.json.decode(text, type=list[Entry]))
    assert again.hash() == table.hash()


def test_a_seeded_table_that_is_resumed_deals_as_if_it_had_never_stopped():
    table = new_table("elm")
    play_a_while(table)
    again = resumed(table)
    assert again.dealer.seed == "elm"
    for answer in (GAMBLE, DRAW, PULL, THROW):
        table.answer(answer)
        again.answer(answer)
    assert again.hash() == table.hash()


def test_chance_that_was_open_at_the_power_cut_is_dealt_on_resume():
    table = new_table()
    table.answer(GAMBLE)
    cut = list(table.log)[:3]
    again = type(table).resume(GAME, Loaded(), table.setup, cut, dealer=Dealer("oak"))
    assert again.hash() == table.hash()


def test_two_ways_to_the_same_state_have_the_same_hash():
    straight, winding = new_table(), new_table()
    straight.answer(THROW)
    winding.answer(THROW)
    winding.answer(DRAW)
    winding.undo()
    assert winding.rev > straight.rev
    assert winding.hash() == straight.hash()


def test_a_log_that_does_not_fit_names_its_first_bad_entry():
    table = new_table()
    table.answer(PULL)
    log = list(table.log)
    log[1] = msgspec.structs.replace(log[1], answer={"do": "do", "what": "fly"})
    with pytest.raises(BadSetup, match="entry 2"):
        type(table).resume(GAME, Loaded(), table.setup, log)


def test_a_store_gets_every_entry_and_tells_what_is_on_disk():
    store = MemoryStore()
    table = new_table(store=store)
    lights = []
    table.on_saved = lambda: lights.append(table.unsaved)
    table.answer(GAMBLE)
    assert (table.game_id, table.unsaved, table.saved_rev) == ("g1", 4, 0)
    store.write()
    assert lights == [3, 2, 1, 0]
    assert (table.unsaved, table.saved_rev) == (0, 4)
    assert store.entries["g1"] == list(table.log)
    assert store.setups["g1"] == table.setup


def test_readings_are_saved_with_the_roll_that_was_made_from_them():
    store = MemoryStore()
    table = new_table(chance={"dice": "asked"}, store=store)
    first, second, third = (ReadingId("reader-7", "b00t", seq) for seq in (1, 2, 3))
    table.answer(THROW)
    rev = table.answer(Roll({"left": "A", "right": "B"}), "serial", readings=[first, second]).entries[0].entry.rev
    assert store.readings == [(first, rev), (second, rev)]
    table.answer(THROW)
    rev = table.deal_rest({"left": "A"}, "serial", readings=[third]).entries[0].entry.rev
    assert store.readings[2:] == [(third, rev)]


def test_readings_of_no_answer_are_saved_by_themselves():
    store = MemoryStore()
    table = new_table(chance={"dice": "asked"}, store=store)
    reading = ReadingId("reader-7", "b00t", 1)
    table.answer(THROW)
    with pytest.raises(Refused):
        table.answer(DRAW, "serial", readings=[reading])
    assert store.readings == []
    table.mark_read([reading])
    assert store.readings == [(reading, 0)]


def test_without_a_store_nothing_waits_to_be_saved():
    table = new_table()
    table.answer(PULL)
    assert (table.game_id, table.unsaved) == (None, 0)


def test_a_resumed_table_goes_on_in_the_same_store():
    store = MemoryStore()
    table = new_table(store=store)
    table.answer(PULL)
    again = resumed(table, store=store, game_id="g1")
    assert again.unsaved == 0
    again.answer(PULL)
    assert store.entries["g1"] == list(again.log)


def test_what_is_known_beside_the_log_is_noted():
    store = MemoryStore()
    table = new_table(store=store)
    table.set_chance("dice", "asked")
    table.confirm(2)
    table.answer(STOP)
    table.undo()
    modes = {"wind": "digital", "trees": "digital", "tokens": "digital", "dice": "asked"}
    assert store.notes[1:] == [{"chance": modes}, {"confirmed": 2}, {"finished": True}, {"finished": False}]


def test_notes_are_kept_beside_the_game_and_are_no_part_of_it():
    store = MemoryStore()
    table = new_table(store=store)
    before = (table.hash(), table.rev)
    table.note("sketch", {"harbour": (0, 0, 1)})
    table.note("sides", {"ann": 180})
    table.note("sketch", {"harbour": (0, 0, 1), "market": (1, -1, 0)})
    assert (table.hash(), table.rev) == before
    table.answer(PULL)
    table.undo()
    notes = {"sketch": {"harbour": [0, 0, 1], "market": [1, -1, 0]}, "sides": {"ann": 180}}
    assert table.notes == notes
    assert [noted["notes"] for noted in store.notes if "notes" in noted][-1] == notes
    again = resumed(table, store=store, game_id="g1", notes=notes)
    again.note("sides", {"ann": 0})
    assert again.notes == {**notes, "sides": {"ann": 0}}
    assert table.notes == notes
    assert resumed(table).notes == {}


def test_a_note_that_is_not_plain_is_a_mistake():
    table = new_table()
    with pytest.raises(TypeError):
        table.note("sketch", object())
    assert table.notes == {}


def test_instructions_since_a_confirmed_rev_can_be_shown_again():
    table = new_table()
    table.answer(DRAW)
    confirmed = table.rev
    table.answer(PULL)
    again = resumed(table)
    assert [part.entry.rev for part in again.since(confirmed).entries] == [4, 5]
    assert [todo.verb for todo in again.since(confirmed).instructions] == ["place"]
