"""Home: people say which game lies on the table; what they played last shows itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.journal import Journal
from tests.ui.hands import Hands
from ui.app.library import Library
from ui.widgets.button import Light


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


def test_with_several_games_and_nothing_to_go_on_with_no_button_is_amber(hands: Hands) -> None:
    hands.app.go("home")
    hands.look()
    assert not hands.screen.primary.shown
    assert hands.screen.welcome.text.startswith("Tap the game that lies on the table.")
    hands.app.act()
    hands.look()
    assert hands.root.name == "home", "the green button starts no game that nobody chose"
    hands.touch(*hands.screen.tiles[1].center)
    assert hands.root.name == "setup"


def test_with_one_game_the_amber_button_begins_it(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert screen.tracks[0].shown
    assert not screen.day.shown
    assert screen.primary.text == "Continue"


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_game_of_days_shows_its_discs_and_the_day(hands: Hands, library: Library, size: tuple[int, int]) -> None:
    hands.resize(*size)
    played(hands, library, "escape")
    screen = hands.screen
    order = screen._last[2].scene.order
    assert [(seat.id, seat.icon) for seat in screen.people.seats] == [(one.seat, one.icon) for one in order.seats]
    assert screen.day.shown
    assert screen.day.clock == screen._last[2].scene.clock
    assert not screen.tracks[0].shown
    assert screen.last.area.x <= screen.day.x
    assert screen.day.y >= screen.last.y


@pytest.mark.parametrize(("game", "lamps"), [("newyork", ["dice", "box"]), ("escape", ["box"])])
def test_a_game_without_dice_has_no_lamp_for_their_reader(
    hands: Hands, library: Library, game: str, lamps: list[str]
) -> None:
    hands.app.play(library.start(game, [seat for seat, _ in library.seats(game)][:2], {}))
    hands.look(2)
    assert [lamp.icon for lamp in hands.app.lamps()] == lamps
    assert len([part for part in hands.parts() if isinstance(part, Light)]) == len(lamps)
    hands.app.go("settings")
    hands.look(2)
    assert hands.screen.reader.shown == ("dice" in lamps)


def test_a_saved_game_whose_rules_are_not_here_is_neither_offered_nor_in_the_way(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path / "journal.db")
    library = Library(journal)
    for name in ("newyork", "krysis"):
        library.start(name, [seat for seat, _ in library.seats(name)][:2], {})
    assert [saved.setup.game for saved in library.saved()] == ["krysis", "newyork"]
    monkeypatch.delitem(GAMES, "krysis")
    assert [saved.setup.game for saved in library.saved()] == ["newyork"]
    last = library.last()
    assert last is not None
    assert last.setup.game == "newyork"
    library.close()
