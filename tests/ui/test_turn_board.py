"""A turn on its player's board, and the day change as a list to tick, with real touches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.core.asks import ChooseAsk
from companion.games.escape.answers import Done, Move
from companion.journal import Journal
from companion.scene.scene import turn_board
from companion.session.session import Session
from tests.ui.hands import Hands, Watch, clipped
from tests.ui.pseudo import LONG
from tests.ui.test_escape_table import again, counter, play_until, sit
from ui.model.library import Library
from ui.widgets.counters import TurnCell

SIZES = [(800, 480), (1280, 720), (720, 1280)]
PEOPLE = ["Maximiliana-Wilhelmina", "Bartholomäus", "Ana", "Jo", "Hedwig-Theresia"]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library(Journal(tmp_path / "journal.db"), seed="lantern")
    yield made
    made.close()
    Window.rotation = 0


def who(session: Session) -> str:
    return str(session.table.ask.who)


def value(hands: Hands, name: str) -> str:
    """What stands between minus and plus."""
    cell = counter(hands, name)
    assert isinstance(cell, TurnCell)
    return str(cell.counter.value)


def on_the_board(hands: Hands) -> str | None:
    return hands.screen.seat if hands.root.name == "seats" else None


def test_the_board_comes_up_with_the_turn_and_the_next_players_with_theirs(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    order = session.table.facts()["order"]
    seen = []
    for _ in order:
        seen.append(on_the_board(hands))
        assert seen[-1] == who(session)
        hands.wait()
        hands.tap("Turn done")
    assert seen == order
    while session.pages:
        hands.touch(*hands.screen.primary.center)
    assert on_the_board(hands) == order[0]


def test_a_second_tap_does_not_end_the_next_players_turn(hands: Hands, library: Library, watch: Watch) -> None:
    session = sit(hands, library)
    first, second = session.table.facts()["order"][:2]
    watch.time += 1
    x, y = hands.button("Turn done").center
    hands.touch(x, y, quick=True)
    watch.time += 0.2
    hands.touch(x, y, quick=True)
    hands.touch(x, y, quick=True, double=True)
    assert (who(session), on_the_board(hands)) == (second, second)
    assert first not in session.table.facts()["queue"]
    watch.time += 0.5
    hands.touch(x, y)
    assert who(session) != second


def test_the_total_stands_there_after_each_of_many_quick_taps(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    seat = who(session)
    plus, minus = counter(hands, "notoriety").more, counter(hands, "notoriety").less
    for total in (1, 2, 3):
        hands.touch(*plus.center, quick=True)
        assert value(hands, "notoriety") == str(total)
        assert session.table.facts()["players"][seat]["notoriety"] == total
    hands.touch(*minus.center, quick=True)
    assert value(hands, "notoriety") == "2"
    hands.touch(*counter(hands, "actions").more.center)
    assert value(hands, "actions") == "4"
    assert (on_the_board(hands), session.pages) == (seat, [])


def test_a_pawn_goes_where_it_is_tapped_and_stands_there_after_the_plug_was_pulled(
    hands: Hands, library: Library
) -> None:
    session = sit(hands, library)
    seat, rev = who(session), session.rev
    hands.touch(*counter(hands, "pawn").center)
    assert hands.screen.heading.text == "Pawn"
    hands.tap("Canal Gardens")
    assert (on_the_board(hands), session.rev) == (seat, rev)
    assert hands.screen.turn.cells[0].counter.value == counter(hands, "pawn").counter.value
    hands.touch(*counter(hands, "actions").more.center)
    shown = [one for one in turn_board(session.scene).counters if one.every_turn]  # type: ignore[union-attr]
    reopened = again(library, session)
    board = turn_board(reopened.scene)
    assert board is not None
    assert [one for one in board.counters if one.every_turn] == shown
    hands.app.play(reopened)
    hands.look()
    while reopened.pages:
        hands.touch(*hands.screen.primary.center)
    assert on_the_board(hands) == seat


def test_undo_takes_back_what_was_noted_last_and_then_the_answer_before(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    seat = who(session)
    hands.touch(*counter(hands, "notoriety").more.center)
    for n in ("4", "5"):
        hands.touch(*counter(hands, "actions").more.center)
        assert value(hands, "actions") == n
    for n in ("4", "3"):
        hands.tap("Undo")
        assert (value(hands, "actions"), value(hands, "notoriety")) == (n, "1")
    hands.tap("Undo")
    assert (value(hands, "actions"), value(hands, "notoriety"), on_the_board(hands)) == ("3", "0", seat)


def test_money_of_the_ledger_is_one_tap_away_and_stands_nowhere_openly(hands: Hands, library: Library) -> None:
    session = sit(hands, library, **{"ep.cash_ledger": "private"})
    seat = who(session)
    assert not [part for part in hands.parts() if "$9k" in str(getattr(part, "text", ""))]
    hands.touch(*counter(hands, "money").center)
    assert (hands.root.name, hands.app.privacy.seat) == ("private", seat)
    hands.tap("Back")
    assert on_the_board(hands) == seat


def test_who_goes_to_the_table_stays_there_until_the_next_turn(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    seat = who(session)
    for screen in ("log", "city", "menu"):
        hands.app.go(screen)
        hands.look()
        hands.app.go("game")
        hands.look()
        assert on_the_board(hands) == seat, screen
    hands.tap("Table")
    assert hands.root.name == "table"
    hands.app.go("log")
    hands.look()
    hands.app.go("game")
    hands.look()
    assert hands.root.name == "table"
    hands.tap("Turn done")
    assert on_the_board(hands) == who(session) != seat


def test_what_is_taken_from_the_board_leads_back_to_it(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    seat, card = who(session), session.table.state.now.contacts.display[0]
    hands.tap("Take a contact")
    hands.touch(*hands.screen.offer.buttons[0].center)
    while session.pages:
        hands.touch(*hands.screen.primary.center)
    assert session.table.facts()["players"][seat]["contacts"] == [card]
    assert on_the_board(hands) == seat


def test_a_turn_that_ends_elsewhere_or_is_taken_back_changes_the_board(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    first, second = session.table.facts()["order"][:2]
    session.answer(Move())
    hands.look()
    assert on_the_board(hands) == second
    hands.tap("Undo")
    assert on_the_board(hands) == first


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["en", "es", LONG])
@pytest.mark.parametrize("letters", ["normal", "large"])
def test_nothing_is_cut_off(
    hands: Hands, library: Library, size: tuple[int, int], players: int, language: str, letters: str
) -> None:
    hands.resize(*size)
    hands.app.settings.text = letters
    hands.speak(language)
    seats = ["red", "yellow", "green", "blue", "purple"][:players]
    session = library.start("escape", seats, {"ep.cash_ledger": "private"} if players == 2 else {})
    session.table.name_people(dict(zip(seats, PEOPLE, strict=False)))
    play_until(session, "turn")
    hands.app.library = library
    hands.app.play(session)
    hands.look()
    large = [part.counter.id for part in hands.parts() if isinstance(part, TurnCell)]
    assert large == ["pawn", "actions", "money", "notoriety"]
    for name in large:
        tap = counter(hands, name).counter.more
        if tap is not None:
            session.apply_tap(tap)
    hands.look()
    hands.touch(*counter(hands, "pawn").center)
    assert {word for word in clipped if word not in PEOPLE} == set()
    clipped.clear()
    play_until(session, "day_change")
    hands.app.go("game")
    hands.look()
    assert hands.screen.checklist.shown
    assert {word for word in clipped if word not in PEOPLE} == set()


# The day change.


def change_the_day(hands: Hands, library: Library) -> Session:
    session = sit(hands, library, choice="day_change")
    assert hands.root.name == "table"
    return session


def rows(hands: Hands) -> list[tuple[str, bool]]:
    return [(row.line.words, row.ticked) for row in hands.screen.checklist._rows if row.shown]


def test_the_day_change_is_ticked_line_by_line_also_after_the_plug_was_pulled(hands: Hands, library: Library) -> None:
    session = change_the_day(hands, library)
    rev = session.rev
    lines = len(session.scene.checklist)
    assert len(rows(hands)) == lines == 4
    assert hands.screen.primary.text == "All of it is done"
    for n in (0, 2):
        hands.touch(*hands.screen.checklist._rows[n].center, quick=True)
    assert [ticked for _, ticked in rows(hands)] == [True, False, True, False]
    hands.app.play(again(library, session))
    hands.look()
    assert [ticked for _, ticked in rows(hands)] == [True, False, True, False]
    hands.touch(*hands.screen.checklist._rows[0].center)
    for n in (0, 1, 3):
        hands.touch(*hands.screen.checklist._rows[n].center)
    assert all(ticked for _, ticked in rows(hands))
    assert hands.session.rev == rev
    hands.tap("Day done")
    assert hands.session.table.facts()["day"] == 2


def test_one_tap_says_that_all_of_it_is_done(hands: Hands, library: Library) -> None:
    session = change_the_day(hands, library)
    hands.tap("All of it is done")
    assert session.table.facts()["day"] == 2


def test_a_list_longer_than_the_screen_is_read_to_its_end_first(hands: Hands, library: Library) -> None:
    session = sit(hands, library, choice="turn")
    pack = session.table.state.world.pack
    steps = pack.day_change
    try:
        pack.day_change[:] = [*steps, *(f"Line {n}." for n in range(5))]
        play_until(session, "day_change")
        hands.app.go("game")
        hands.look()
        seen = [words for words, _ in rows(hands)]
        while hands.screen.primary.text.startswith("Next"):
            hands.touch(*hands.screen.primary.center)
            seen += [words for words, _ in rows(hands)]
        assert len(seen) == len(session.scene.checklist) == 9
        assert hands.screen.primary.text == "All of it is done"
    finally:
        del pack.day_change[4:]


def test_after_the_last_day_escapes_are_ticked(hands: Hands, library: Library) -> None:
    session = sit(hands, library)
    while not (isinstance(session.table.ask, ChooseAsk) and session.table.ask.choice == "day_change"):
        play_until(session, "day_change")
        if session.table.facts()["day"] < 3:
            session.answer(Done())
            session.pages.clear()
        elif session.table.facts()["escaped"]:
            break
    hands.app.go("game")
    hands.look()
    names = [plain for plain, _ in rows(hands)]
    assert len(names) == 3
    free = [n for n, cell in enumerate(session.scene.checklist) if not cell.on]
    for n in free:
        hands.touch(*hands.screen.checklist._rows[n].center)
        while session.pages:
            assert session.page is not None
            hands.touch(*hands.screen.primary.center)
    assert all(ticked for _, ticked in rows(hands))
    assert sorted(session.table.facts()["escaped"]) == sorted(session.table.setup.seats)
    hands.tap("To the score sheet")
    assert session.table.facts()["phase"] == "end"


def test_escapes_of_five_are_on_one_page(hands: Hands, library: Library) -> None:
    session = library.start("escape", ["red", "yellow", "green", "blue", "purple"], {})
    while session.table.facts()["day"] < 3 or session.table.facts()["phase"] != "day_change":
        if isinstance(session.table.ask, ChooseAsk) and session.table.ask.choice == "day_change":
            session.answer(Done())
            session.pages.clear()
        play_until(session, "day_change")
    hands.app.library = library
    for size in SIZES:
        hands.resize(*size)
        hands.app.play(session)
        hands.look()
        assert len(rows(hands)) == 5, size
        assert hands.screen.primary.text == "To the score sheet"
    before = rows(hands)
    hands.touch(*hands.screen.checklist._rows[4].center)
    while session.pages:
        hands.touch(*hands.screen.primary.center)
    after = rows(hands)
    assert after[:4] == before[:4]
    assert after[4][1] != before[4][1]
