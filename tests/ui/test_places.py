"""The table check on the screen: compare, tap what lies otherwise, say who is right."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.ui.hands import Hands, clipped, least_target
from tests.ui.pseudo import LONG
from ui.base.language import say
from ui.model.library import put_tile
from ui.widgets.board import TileView
from ui.widgets.counters import CellView, CounterView, Zone
from ui.widgets.rows import RowView

SIZES = [(800, 480), (1280, 720), (720, 1280)]
ANSWERS = 90
SETTINGS = {"krysis": {"kr.home_ledger": "private", "kr.missions": "on", "advanced": "on"}}
"""What goes with every card on the table, where it is not what comes out of the box."""


@cache
def _log(name: str, players: int) -> tuple[Any, ...]:
    game = load_game(name)
    loaded = load_pack(game, None)
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][:players]
    chance = dict.fromkeys(game.rules.chance_items, "asked")
    table = Table(game, loaded, seats, SETTINGS.get(name, {}), chance=chance, dealer=Dealer("z"), auto=False)
    luck = Random(3).random
    while table.rev < ANSWERS:
        if is_chance(table.ask):
            table.deal()
        else:
            table.answer(game.player.advise(table.state, table.legal() or [], luck))
    return game, loaded, table.setup, list(table.log), chance


def table_of(name: str, players: int = 4) -> Table:
    """A table in the middle of a game, with every card on the table."""
    game, loaded, setup, log, chance = _log(name, players)
    return Table.resume(game, loaded, setup, log, chance=chance, dealer=Dealer("z"), auto=False)


def check(hands: Hands, name: str, players: int = 4) -> Table:
    """Compare a table with what lies there."""
    table: Table = hands.sit(table_of(name, players))
    hands.session.pages.clear()
    hands.app.go("places")
    hands.look()
    return table


@pytest.fixture
def newyork(hands: Hands) -> Table:
    return check(hands, "newyork")


def turn_to(hands: Hands, group: int) -> None:
    hands.touch(*hands.screen.tabs.tabs[group].center)


def counter(hands: Hands, name: str) -> CounterView:
    """A counter of the place in front, on whichever page it stands."""
    for _ in range(hands.screen.board.pages):
        for part in hands.parts():
            if isinstance(part, CounterView) and part.counter is not None and part.counter.id == name:
                return part
        hands.touch(*hands.screen.pager.center)
    raise AssertionError(f"{name} stands on no page")


def tap_row(hands: Hands, words: str) -> None:
    """Tap a value by what it says."""
    hands.touch(*next(part for part in hands.parts() if isinstance(part, RowView) and part.row.text == words).center)


def mafia(table: Table, square: str) -> int:
    return table.pieces().get(square, {}).get("mafia", 0)


def differ(hands: Hands, table: Table, square: str = "square:harlem") -> int:
    """Tap one mafia more or less there; what the companion has."""
    before = mafia(table, square)
    hands.tap_spot(square)
    view = counter(hands, "mafia")
    hands.touch(*(view.less if before else view.more).center)
    return before


def test_the_table_check_is_one_tap_from_the_menu(hands: Hands) -> None:
    hands.sit(table_of("newyork"))
    hands.session.pages.clear()
    hands.app.go("menu")
    hands.look()
    hands.tap("Check the table")
    assert hands.root.name == "places"


def test_a_table_that_matches_leads_back_to_the_game(hands: Hands, newyork: Table) -> None:
    rev = newyork.rev
    hands.tap("It matches")
    assert hands.root.name != "places"
    assert newyork.rev == rev


def test_tapped_places_are_marked_without_logging(hands: Hands, newyork: Table) -> None:
    rev = newyork.rev
    before = differ(hands, newyork)
    assert hands.screen.title.text == "Harlem"
    assert hands.screen.note.text == f"Mafia was {before}"
    view = next(view for view in hands.screen.map._views if view.spot.id == "square:harlem")
    assert view.spot.badge == "differs"
    assert newyork.rev == rev


def test_accepting_the_table_logs_one_correction(hands: Hands, newyork: Table) -> None:
    rev = newyork.rev
    harlem = differ(hands, newyork)
    soho = differ(hands, newyork, "square:soho")
    hands.tap("The table is right")
    hands.tap("Correct it")
    assert [entry.kind for entry in newyork.log[rev:]] == ["correct"]
    assert {mafia(newyork, "square:harlem") - harlem, mafia(newyork, "square:soho") - soho} <= {1, -1}
    assert str(newyork.log[-1].why).startswith("table check, ")
    assert hands.root.name != "places"
    assert hands.session.page is None


def test_accepted_differences_are_not_instructed_after_a_restart(
    hands: Hands, newyork: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands have done it; what waited before is confirmed first."""
    confirmed: list[int] = []
    monkeypatch.setattr(newyork, "confirm", confirmed.append)
    differ(hands, newyork)
    hands.tap("The table is right")
    hands.tap("Correct it")
    assert confirmed == [newyork.rev]
    hands.session.undo()
    hands.app.go("places")
    hands.look()
    differ(hands, newyork)
    hands.tap("The table is right")
    hands.tap("Correct it")
    assert hands.session.page is not None
    assert confirmed == [newyork.rev - 2]
    hands.session.done()
    hands.look()
    assert confirmed[-1] == newyork.rev


def test_accepting_the_companion_gives_instructions(hands: Hands, newyork: Table) -> None:
    rev = newyork.rev
    before = differ(hands, newyork)
    hands.tap("The companion is right")
    (line,) = hands.screen.todo.lines
    assert line.sign == ("+" if before else "−")
    assert line.spot == "square:harlem"
    hands.tap("Done")
    assert newyork.rev == rev
    assert hands.root.name != "places"
    hands.app.go("places")
    hands.look()
    assert "It matches" in hands.labels()


def test_the_consequences_of_a_correction_are_shown_first(hands: Hands, newyork: Table) -> None:
    rev = newyork.rev
    before = differ(hands, newyork)
    hands.tap("The table is right")
    (line,) = hands.screen.todo.lines
    assert say(line.words) == f"Harlem: Mafia: {before} → {before - 1 if before else 1}"
    assert hands.screen.note.text == "It changes nothing else."
    hands.tap("Back")
    assert newyork.rev == rev
    assert hands.screen.note.text == f"Mafia was {before}"


def test_other_facts_are_corrected_with_two_taps(hands: Hands, newyork: Table) -> None:
    """The phase is chosen by its name; then everybody reads what is asked next."""
    turn_to(hands, 6)
    hands.tap("Moment")
    tap_row(hands, "The police phase begins")
    assert hands.screen.note.text == "now The police phase begins"
    hands.tap("The table is right")
    assert hands.screen.note.text.startswith("Then: ")
    assert hands.screen.todo.lines[0].icon == "players"
    rev = newyork.rev
    while newyork.rev == rev:
        hands.app.act()
    assert newyork.log[rev].kind == "correct"
    assert newyork.state.now.phase == "police"


def test_back_leaves_the_instructions(hands: Hands, newyork: Table) -> None:
    before = differ(hands, newyork)
    hands.tap("The companion is right")
    hands.tap("Back")
    assert hands.screen.note.text == f"Mafia was {before}"
    assert "The table is right" in hands.labels()


def test_undo_reverts_taps_before_answers(hands: Hands, newyork: Table) -> None:
    rev = newyork.rev
    differ(hands, newyork)
    hands.tap("Undo")
    assert "It matches" in hands.labels()
    assert newyork.rev == rev
    hands.tap("Undo")
    assert newyork.log[-1].kind == "undo"


def test_undo_leaves_the_instructions(hands: Hands, newyork: Table) -> None:
    rev = newyork.rev
    differ(hands, newyork)
    hands.tap("The companion is right")
    hands.tap("Undo")
    assert "The table is right" in hands.labels()
    assert newyork.rev == rev


def test_corrections_without_pieces_need_no_instructions(hands: Hands) -> None:
    """Who has escaped is no piece on the table."""
    table = check(hands, "escape")
    table.state.now.day = 3
    table.state.now.phase = "day"
    hands.screen._draft = None
    hands.app.refresh()
    hands.look()
    hands.screen._group = "players"
    hands.screen._look_at("red")
    hands.look()
    (cell,) = (part for part in counter(hands, "escaped").children if isinstance(part, CellView) and part.shown)
    hands.touch(*cell.center)
    hands.tap("The companion is right")
    assert hands.root.banner.text == "Nothing has to be moved on the table."
    assert "It matches" in hands.labels()


def test_the_green_button_does_what_the_amber_one_does(hands: Hands, newyork: Table) -> None:
    differ(hands, newyork)
    hands.app.act()
    hands.look()
    assert "Correct it" in hands.labels()
    hands.app.act()
    hands.look()
    assert newyork.log[-1].kind == "correct"


def test_an_impossible_correction_is_refused(hands: Hands, newyork: Table) -> None:
    hands.tap_spot("square:harlem")
    for _ in range(6):
        hands.touch(*counter(hands, "car").more.center)
    assert hands.root.banner.text == "That cannot be: more than the box holds, or out of range."
    assert sum(here.get("car", 0) for here in hands.screen._draft.pieces.values()) <= 5


def test_leaving_the_check_keeps_its_marks(hands: Hands, newyork: Table) -> None:
    before = differ(hands, newyork)
    hands.app.go("log")
    hands.look()
    hands.app.go("places")
    hands.look()
    assert hands.screen.note.text == f"Mafia was {before}"


def test_the_check_restarts_when_the_game_has_continued(hands: Hands, newyork: Table) -> None:
    differ(hands, newyork)
    newyork.correct([{"fact": "skill", "seat": "father", "value": 0}], "looked")
    hands.app.refresh()
    hands.look()
    assert "It matches" in hands.labels()
    assert hands.root.banner.text == "The game has gone on since then. Please compare again."


def test_the_sketch_of_the_city_is_tapped_where_all_its_tiles_lie(hands: Hands) -> None:
    table = check(hands, "escape")
    turn_to(hands, 1)
    names = [tile.id for tile in table.scene().tiles]
    assert not hands.screen.city.shown
    assert len([label for label in hands.labels() if label in {"Mercy Hill", "The Ropewalk"}]) == 2
    for column, tile in enumerate(names):
        put_tile(table, tile, (column % 4, column // 4, 0))
    hands.app.refresh()
    hands.look()
    last = next(
        part for part in hands.parts() if isinstance(part, TileView) and part.tile and part.tile.id == names[-1]
    )
    hands.touch(*last.center)
    assert hands.screen._place == names[-1]


@pytest.mark.by_turns
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", game_names())
def test_every_place_and_counter_can_be_tapped(hands: Hands, size: tuple[int, int], name: str) -> None:
    hands.resize(*size)
    hands.app.settings.text = "large"
    hands.speak(LONG)
    check(hands, name)
    screen = hands.screen
    for group in range(len([tab for tab in screen.tabs.tabs if tab.shown])):
        turn_to(hands, group)
        for part in _targets(hands):
            assert min(part.width, part.height) >= least_target() - 1, (part, group)
        here = {place.id: place for place in screen._draft.places if place.group.id == screen._group}
        assert _tappable(hands) == set(here)
        # Places of a group are alike: those with the longest names and with the most to count stand for all.
        longest = sorted(here.values(), key=lambda place: -len(say(place.name)))[:2]
        for place in [*longest, max(here.values(), key=lambda place: len(place.counters))]:
            screen._look_at(place.id)
            hands.look()
            if any(one.listed for one in place.counters):
                assert _values(hands) == {say(cell.label) for cell in place.counters[0].cells}
            else:
                assert _counters(hands) == {one.id for one in place.counters}
    bar = hands.root.nav
    assert not clipped - {button.text for button in bar.buttons} - {lamp.text for lamp in bar.lamps}


def _targets(hands: Hands) -> list[Any]:
    return [part for part in hands.targets() if part not in (hands.screen.map, hands.screen.grid, hands.screen.boxes)]


def _tappable(hands: Hands) -> set[str]:
    """The places of the group in front that a finger finds: in a picture, or on a page of the list."""
    screen = hands.screen
    found: set[str] = set()
    if screen.map.shown:
        found |= {spot for spot in screen.map.open if screen.map.cell(spot) is not None}
    if screen.grid.shown:
        found |= {square for square in screen.grid.open if screen.grid.cell(square) is not None}
    if screen.boxes.shown:
        found |= {box for box in screen.boxes.open if screen.boxes.cell(box) is not None}
    if screen.list.shown:
        for _ in range(12):
            keys = {button.key for button in screen.list.buttons if button.shown and button.key is not None}
            if keys <= found:
                break
            found |= keys
            more = next((button for button in screen.list.buttons if button.shown and button.key is None), None)
            if more is not None:
                hands.touch(*more.center)
    return found


def _counters(hands: Hands) -> set[str]:
    """The counters of the place in front, on all pages, each with fields that a finger meets."""
    screen = hands.screen
    found: set[str] = set()
    for _ in range(screen.board.pages):
        for view in hands.parts():
            if isinstance(view, CounterView) and view.counter is not None:
                parts = [part for part in view.children if isinstance(part, CellView | Zone) and part.shown]
                assert all(min(part.width, part.height) >= least_target() - 1 for part in parts), view.counter.id
                found.add(view.counter.id)
        if screen.pager.shown:
            hands.touch(*screen.pager.center)
    return found


def _values(hands: Hands) -> set[str]:
    """The values of the one fact of the place in front, on all pages."""
    rows = hands.screen.values
    found: set[str] = set()
    for _ in range(rows.pages()):
        found |= {view.row.text for view in rows.views if view.shown and view.row is not None}
        if rows.after.shown and rows.after.enabled:
            hands.touch(*rows.after.center)
    return found
