"""The table check in the terminal: what should lie where is read, what lies otherwise is typed and weighed."""

from __future__ import annotations

import re

import pytest

from companion.core.asks import ChooseAsk
from companion.core.texts import plain
from tests.terminal.test_scene_parts import sitting, until
from tests.terminal.test_terminal import Sitting, number_of


@pytest.fixture
def playing() -> Sitting:
    """Somebody's turn in New York; nothing has been compared yet."""
    at = Sitting("father mother", chance={"mafia": "asked"})
    while not isinstance(at.table.ask, ChooseAsk):
        at.type("" if at.table.can_deal else "1")
    return at


def mafia(at: Sitting, square: str = "square:soho") -> int:
    return at.table.pieces().get(square, {}).get("mafia", 0)


def paths(at: Sitting, *names: str) -> list[str]:
    """What is typed to get to a group, a place of it, and a counter of that."""
    typed: list[str] = []
    for name in names:
        written = at.type("check", *typed)
        typed.append(number_of(written, name))
    return typed


def test_it_says_what_should_lie_where(playing):
    written = playing.type("check", *paths(playing, "Board"))
    names = {spot.id: plain(spot.name) for spot in playing.table.scene().board.spots}
    there = {square: pieces["mafia"] for square, pieces in playing.table.pieces().items() if "mafia" in pieces}
    assert there
    for square, n in there.items():
        assert re.search(rf"{names[square]}  .*Mafia {n}", written)


def test_a_table_that_matches_changes_nothing(playing):
    rev = playing.table.rev
    assert "It matches" in playing.type("check", "")
    assert playing.table.rev == rev


def test_what_lies_otherwise_is_typed_weighed_and_corrected(playing):
    group, place, counter = paths(playing, "Board", "SoHo", "Mafia")
    before, rev = mafia(playing), playing.table.rev
    other = 2 if before != 2 else 1
    written = playing.type("check", group, place, f"{counter} {other}", "", "", "t", "1")
    assert f"SoHo: Mafia: {before} → {other}" in written
    assert mafia(playing) == other
    assert [entry.kind for entry in playing.table.log[rev:]] == ["correct"]
    assert playing.table.log[-1].why == f"table check, SoHo: Mafia was {before}"


def test_what_was_weighed_can_be_left(playing):
    group, place, counter = paths(playing, "Board", "SoHo", "Mafia")
    rev, way = playing.table.rev, "+" if not mafia(playing) else "-"
    written = playing.type("check", group, place, f"{counter} {way}", "0", "0", "t", "what?", "0", "")
    assert "Type 1 to do it, or 0 to leave it." in written
    assert "Nothing was corrected." in written
    assert playing.table.rev == rev


def test_the_companion_is_right_and_hands_are_told_what_to_move(playing):
    group, place, counter = paths(playing, "Board", "SoHo", "Mafia")
    rev, way = playing.table.rev, "+" if not mafia(playing) else "-"
    written = playing.type("check", group, place, f"{counter} {way}", "", "", "c")
    assert re.search(r"☐ .*mafia.*SoHo", written)
    assert playing.table.rev == rev


def test_what_is_no_piece_is_chosen_by_its_words(playing):
    group, place = paths(playing, "Course", "Moment")
    written = playing.type("check", group, place)
    number = number_of(written, "The police phase begins")
    written = playing.type("check", group, place, number, "", "", "t", "1")
    assert "Then: " in written
    assert playing.table.state.now.phase == "police"


def test_the_last_tap_is_taken_back(playing):
    group, place, counter = paths(playing, "Board", "SoHo", "Mafia")
    way = "+" if not mafia(playing) else "-"
    written = playing.type("check", group, place, f"{counter} {way}", "u", "u", "", "", "")
    assert "There is nothing to take back here." in written
    assert "It matches" in written


@pytest.mark.parametrize("typed", ["99", "x", "1 x", "1 999", "-1", "1 2 3"])
def test_what_is_not_understood_gets_one_sentence_and_changes_nothing(playing, typed):
    group, place = paths(playing, "Board", "SoHo")
    before = playing.table.hash()
    written = playing.type("check", group, place, typed, "", "x", "", "x", "")
    assert "That cannot be." in written
    assert written.count("Type a number from the list, u to take back the last change") == 2
    assert playing.table.hash() == before


def test_more_than_the_box_holds_is_refused(playing):
    group, place, counter = paths(playing, "Board", "SoHo", "police car")
    written = playing.type("check", group, place, f"{counter} 5", f"{counter} +", "", "")
    assert "more than the box holds" in written


def test_who_goes_back_to_the_game_and_compares_again_finds_what_was_typed(playing):
    group, place, counter = paths(playing, "Board", "SoHo", "Mafia")
    way = "+" if not mafia(playing) else "-"
    playing.type("check", group, place, f"{counter} {way}", "", "", "")
    assert "different: 1" in playing.type("check", "")


def test_players_stand_in_order_by_name():
    at = until(sitting(), "turn")
    group, place = paths(at, "Course", "Escaped")
    written = at.type("check", group, place, "1 2", "", "", "t", "1")
    assert "1 Red □2 Blue" in written
    assert at.table.state.now.escaped == ["blue"]
