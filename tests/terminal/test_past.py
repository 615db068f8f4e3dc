"""Changing the past in the terminal: what else it could have been, what follows, and only then the change."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.core.answers import Roll
from companion.core.asks import ChooseAsk
from tests.terminal.test_terminal import Sitting


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
