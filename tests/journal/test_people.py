"""Who plays here: the list of names, and the names beside games."""

from __future__ import annotations

import random

import pytest

from companion.core.refusals import BadSetup
from companion.core.texts import plain
from companion.journal import Journal
from companion.journal import results as people_
from companion.table.people import clean_name, name_key, names_by_seat
from tests.journal.test_results import result
from tests.tables import STOP, new_table


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Ana   Luz ", "Ana Luz"), ("O'Hara", "O'Hara"), ("Zoë", "Zoë"), ("Юлия", "Юлия"), ("👩‍🚀", "👩‍🚀"), ("7", "7")],
)
def test_a_name_is_kept_as_people_write_it(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "A name needs at least one letter."),
        ("   ", "A name needs at least one letter."),
        ("x" * 25, "A name has at most 24 letters: shorten xxxxxxxxxxxxxxxxxxxxxxxx…."),
        ("Ana\x07", "That name has characters in it that nobody can see. Type it anew."),
        ("\u202eanA", "That name has characters in it that nobody can see. Type it anew."),
        ("a\ud800", "That name has characters in it that nobody can see. Type it anew."),
    ],
)
def test_what_is_no_name_is_refused(typed: str, sentence: str) -> None:
    with pytest.raises(BadSetup) as no:
        clean_name(typed)
    assert plain(no.value.text) == sentence


def test_one_name_sits_in_one_seat() -> None:
    assert names_by_seat(["red", "blue"], {"blue": " Bob ", "red": ""}) == {"blue": "Bob"}
    with pytest.raises(BadSetup, match="Two players are called ana"):
        names_by_seat(["red", "blue"], {"red": "ana", "blue": "ANA"})
    with pytest.raises(BadSetup, match="green is not at this table"):
        names_by_seat(["red"], {"green": "Ana"})
    assert name_key("ANA ") == name_key("ana")


def test_who_played_last_is_offered_first_and_capitals_make_no_other_person(journal: Journal) -> None:
    journal.people.meet(["Ana", "Bob"])
    journal.people.meet(["Zoë"])
    journal.people.meet(["BOB"])
    assert journal.people.known() == ["Bob", "Zoë", "Ana"]
    assert journal.people.called({"red": "zoË", "blue": "Ida"}) == {"red": "Zoë", "blue": "Ida"}
    journal.people.forget("ZOË")
    assert journal.people.known() == ["Bob", "Ana"]
    journal.people.meet([])
    assert journal.verify() == []


def test_a_child_cannot_fill_the_list(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_, "MOST", 10)
    journal.people.meet(["Ana"])
    table = new_table(store=journal)
    table.name_people({"ann": "Ana"})
    table.answer(STOP)
    for n in range(30):
        journal.people.meet([f"asdf{n}"])
    known = journal.people.known()
    assert len(known) == 10
    assert known[0] == "asdf29"
    assert "Ana" in known, "she has finished a game"


def test_a_name_is_put_right_wherever_it_stands(journal: Journal) -> None:
    over, going = new_table(store=journal), new_table(store=journal)
    for table in (over, going):
        table.name_people({"ann": "Jrge"})
    over.answer(STOP)
    journal.people.meet(["Jrge"])
    collected = result(1, random.Random(1))
    journal.results.add(collected)
    journal.people.rename("jrge", "Jorge")
    assert journal.people.known() == ["Jorge"]
    assert [journal.saved(str(table.game_id)).notes["people"] for table in (over, going)] == [{"ann": "Jorge"}] * 2
    found = journal.results.of(str(over.game_id))
    assert found is not None
    assert found.players[0].name == "Jorge"
    assert journal.results.of(collected.id) == collected
    journal.people.erase("Jorge")
    assert [journal.saved(str(table.game_id)).notes["people"] for table in (over, going)] == [{}] * 2
    assert not journal.people.knows("Jorge")
    assert journal.verify() == []


def test_two_spellings_become_one_person(journal: Journal) -> None:
    journal.people.meet(["Jorge"])
    journal.people.meet(["Jrge"])
    journal.people.rename("Jrge", "Jorge")
    assert journal.people.known() == ["Jorge"]
