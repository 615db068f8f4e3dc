"""Home: people say which game lies on the table; what they played last shows itself."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T
from companion.games.registry import game_names
from companion.journal import Journal
from companion.packs.loader import BUNDLED
from companion.table.table import Table
from tests.installed import install, uninstall
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.model import library as library_
from ui.model.library import Library
from ui.widgets.buttons import Light


@pytest.fixture
def library(hands: Hands, tmp_path: Path) -> Iterator[Library]:
    kept = Library(Journal(tmp_path / "journal.db"), seed="home")
    hands.app.library = kept
    yield kept
    hands.app.leave_game()
    kept.close()


def played(hands: Hands, library: Library, game: str) -> None:
    """A game of three has been begun, and left."""
    hands.app.play(library.start(game, [seat for seat, _ in library.seats(game)][:3], {}))
    hands.look()
    hands.app.leave_game()
    hands.look(2)


def test_with_several_games_and_none_to_resume_no_button_is_primary(hands: Hands) -> None:
    hands.app.go("home")
    hands.look()
    assert not hands.screen.primary.shown
    assert hands.screen.welcome.text.startswith("Tap the game on your table.")
    hands.app.act()
    hands.look()
    assert hands.root.name == "home", "the green button starts no game that nobody chose"
    hands.touch(*hands.screen.tiles[1].center)
    assert hands.root.name == "setup"


def test_with_a_single_game_the_primary_button_starts_it(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands.app.library, "names", lambda: ["escape"])
    hands.app.refresh()
    hands.look()
    assert hands.screen.primary.text == "New game"
    hands.app.act()
    hands.look()
    assert hands.root.name == "setup"


def test_a_game_with_tracks_shows_its_figures_and_tracks(hands: Hands, library: Library) -> None:
    played(hands, library, "newyork")
    screen = hands.screen
    assert [seat.icon for seat in screen.people.seats] == ["figure:father", "figure:mother", "figure:daughter"]
    assert screen.tracks.shown
    assert not screen.day.shown
    assert screen.primary.text == "Continue"


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_game_of_days_shows_its_discs_and_the_day(hands: Hands, library: Library, size: tuple[int, int]) -> None:
    hands.resize(*size)
    played(hands, library, "escape")
    screen = hands.screen
    scene = library.scene(screen._last)
    order = scene.order
    assert [(seat.id, seat.icon) for seat in screen.people.seats] == [(one.seat, one.icon) for one in order.seats]
    assert screen.day.shown
    assert screen.day.clock == scene.clock
    assert not screen.tracks.shown
    assert screen.last.area.x <= screen.day.x
    assert screen.day.y >= screen.last.y


@pytest.mark.parametrize(("game", "rolls"), [("newyork", True), ("escape", False)])
def test_the_lamp_of_the_reader_appears_only_with_a_reader_and_dice(rig: Rig, game: str, rolls: bool) -> None:
    hands, library = rig.hands, rig.app.library
    hands.app.play(library.start(game, [seat for seat, _ in library.seats(game)][:2], {}))
    hands.look(2)
    for inputs, lamps in ((rig.app.inputs, ["dice", "box"] if rolls else ["box"]), (None, ["box"])):
        rig.app.inputs, there = inputs, rig.app.inputs
        assert [lamp.icon for lamp in hands.app.lamps()] == lamps
        hands.app.go("game")
        hands.app.refresh()
        hands.look(2)
        assert len([part for part in hands.parts() if isinstance(part, Light)]) == len(lamps)
        hands.app.go("settings")
        hands.look(2)
        assert hands.screen.reader.shown == ("dice" in lamps)
        rig.app.inputs = there


def test_a_saved_game_without_its_rules_is_not_offered(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path / "journal.db")
    library = Library(journal)
    for name in ("newyork", "krysis"):
        library.start(name, [seat for seat, _ in library.seats(name)][:2], {})
    assert [saved.setup.game for saved in library.saved()] == ["krysis", "newyork"]
    uninstall(monkeypatch, "krysis")
    assert [saved.setup.game for saved in library.saved()] == ["newyork"]
    last = library.last()
    assert last is not None
    assert last.setup.game == "newyork"
    library.close()


def wait(hands: Hands, until: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not until():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.003)  # What is waited for needs the processor.
        hands.look()


@pytest.fixture
def resumed(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads in which a game was played again from its log, one for each time."""
    threads, real = [], Table.resume

    def resume(*args: Any, **kwargs: Any) -> Table:
        threads.append(threading.current_thread())
        return real(*args, **kwargs)

    monkeypatch.setattr(Table, "resume", resume)
    return threads


def test_the_last_game_is_replayed_once_in_the_background(
    hands: Hands, library: Library, resumed: list[threading.Thread]
) -> None:
    played(hands, library, "newyork")
    # As after a start: nothing is known of the game but what the journal says.
    hands.app.library = again = Library(library.journal)
    hands.app.go("settings")
    hands.look()
    wait(hands, lambda: bool(resumed))
    resumed.clear()
    hands.app.go("home")
    hands.look()
    assert hands.screen.primary.text == "Continue"
    wait(hands, lambda: hands.screen.tracks.shown)
    for screen in ("settings", "home"):
        hands.app.go(screen)
        hands.look()
    hands.tap("Continue")
    assert len(resumed) == 1
    assert threading.main_thread() not in resumed
    assert hands.session.table.setup.game == "newyork"
    assert again.last().rev == hands.session.rev


def test_a_game_that_was_just_left_shows_itself_at_once(
    hands: Hands, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "prepare", lambda saved, then: None)
    hands.app.play(library.start("newyork", ["father", "mother"], {}))
    hands.session.done()
    hands.session.draw()
    hands.look()
    scene = hands.session.present_scene
    hands.app.leave_game()
    hands.look()
    assert hands.screen.tracks.tracks == tuple(scene.tracks)
    hands.tap("Continue")
    assert hands.session.scene == scene


def test_a_last_game_that_cannot_be_resumed_is_not_offered(
    hands: Hands, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(hands, library, "newyork")
    hands.app.library = Library(library.journal)
    hands.app.go("settings")
    hands.look()

    def gone(game: Any, where: str, *_: Any) -> Any:
        raise BadPack([Fault(where, T("there is no box called so"))])

    monkeypatch.setattr(library_, "load_again", gone)
    hands.app.go("home")
    hands.look()
    wait(hands, lambda: hands.root.banner.shown)
    assert hands.root.banner.text == "manhattan_nights: there is no box called so"
    assert not hands.screen.primary.shown
    assert not hands.screen.title.shown


@pytest.mark.parametrize("way", ["home", "history"])
def test_a_changed_pack_is_announced_once(hands: Hands, tmp_path: Path, way: str) -> None:
    """R-GEN-08"""
    box = tmp_path / "box"
    shutil.copytree(BUNDLED / "manhattan_nights", box)
    library = Library(Journal(tmp_path / "journal.db"), pack=str(box))
    hands.app.library = library
    for changed in (False, True):
        hands.app.play(library.start("newyork", ["father", "mother"], {}))
        hands.look()
        assert not hands.root.banner.shown
        hands.app.leave_game()
        if changed:
            told = (box / "pack.toml").read_text()
            (box / "pack.toml").write_text(told.replace("Manhattan Nights", "Another print"))
        hands.app.go(way)
        hands.look(2)
        assert not hands.root.banner.shown
        if way == "home":
            hands.tap("Continue")
        else:
            hands.touch(*hands.screen.rows.views[0].center)
        hands.look()
        assert hands.session.rev == 0
        assert hands.root.banner.shown == changed
    assert hands.root.banner.text == f"The pack {box} is not the one that this game began with."
    hands.touch(*hands.root.banner.center)
    hands.session.draw()
    hands.look()
    assert not hands.root.banner.shown
    hands.app.leave_game()
    library.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_more_than_four_games_are_paged(hands: Hands, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in game_names()[4:]:
        uninstall(monkeypatch, name)
    hands.resize(*size)
    hands.app.refresh()
    hands.look()
    assert not hands.screen.before.shown
    assert not hands.screen.after.shown
    install(monkeypatch, "lanterns", "tests.toygame:GAME")
    install(monkeypatch, "more", "companion.games.krysis.game:GAME")
    hands.app.refresh()
    hands.look()
    screen = hands.screen
    pages = [["New York Crisis", "Escape Plan", "Crash & Grab", "Krysis"], ["Lanterns", "Krysis"]]
    for page in (*pages, pages[0]):
        assert [tile.text for tile in screen.tiles if tile.shown] == page
        assert_in_the_window(hands, "home")
        assert_large_enough(hands, "home")
        assert not clipped
        arrow = screen.after if screen.after.enabled else screen.before
        assert screen.at.text == ("1 of 2" if page == pages[0] else "2 of 2")
        hands.touch(*arrow.center)
    hands.touch(*screen.tiles[1].center)
    assert hands.root.name == "setup"
    hands.app.go("home")
    hands.look()
    assert screen.tiles[0].text == "New York Crisis"


def test_games_are_opened_by_one_thread_at_a_time(
    hands: Hands, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(hands, library, "newyork")
    saved = library.last()
    assert saved is not None
    done = []

    def slowly(game_id: str) -> None:
        time.sleep(0.2)
        done.append(game_id)

    for begin in (lambda: library.start("escape", ["green"], {}), lambda: library.open(saved.id)):
        library._take_prepared()
        monkeypatch.setattr(library, "_open", slowly)
        library.prepare(saved, lambda: None)
        begin()
        assert done.pop() == saved.id


def test_instructions_for_a_deck_are_shown_again_after_a_restart(library: Library) -> None:
    session = library.start("newyork", ["father", "mother"], {})
    session.done()
    session.draw()
    while session.pages:
        session.done()
    session.set_chance("mafia", "asked")
    told = session.page
    assert told is not None
    again = Library(library.journal).open(str(session.table.game_id))
    assert again.page is not None
    assert (again.page.switched, again.page.title, again.page.lines) == ("mafia", told.title, told.lines)
    again.done()
    assert Library(library.journal).open(str(session.table.game_id)).page is None
