"""The film on the screen: made in slices, played, stopped, gone to with a tap, at every size."""

from __future__ import annotations

import pytest
from kivy.clock import Clock

from companion.lookback.film import Film
from companion.session.session import Session
from tests.lookback.games import recorded
from tests.tables import THROW, new_table
from tests.ui.gallery import settle
from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.widgets.timeline import TurnRow

GAMES = ["water_two", "escape_five_ledger", "crash_four_mended", "krysis_four_known", "thousand_two"]


def show(hands: Hands, name: str) -> Film:
    """The film of a recording in front, made, and at its beginning."""
    table = recorded(name)
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.go("lookback")
    hands.look()
    hands.tap("Film")
    assert hands.root.name == "film"
    film = hands.app.films.whole(table, hands.screen._look(table))
    assert film is not None
    settle()
    return film


@pytest.mark.by_turns
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_every_film_fits_the_screen(hands: Hands, game: str, size: tuple[int, int]) -> None:
    hands.resize(*size)
    film = show(hands, game)
    hands.speak(LONG)
    for share in (0, 0.3, 0.7, 1):
        hands.screen._seek(share)
        hands.look()
        assert not clipped
        assert_in_the_window(hands, "film")
        assert_large_enough(hands, "film")
    assert film.turns


def test_a_film_plays_to_its_end_and_then_restarts(hands: Hands) -> None:
    film = show(hands, "water_two")
    screen = hands.screen
    assert not screen.playing
    hands.tap("Play")
    assert screen.playing
    screen._clock.cancel()
    seen = set()
    for _ in range(400):
        seen.add(film.at(screen._seconds))
        screen.advance(0.1)
        if not screen.playing:
            break
    assert not screen.playing
    assert len(seen) == len(film.frames)
    assert screen._seconds == film.lasts
    settle()
    hands.tap("Play")
    assert screen._seconds < film.lasts
    hands.tap("Pause")
    assert not screen.playing


def test_a_tap_on_a_turning_point_pauses_there(hands: Hands) -> None:
    film = show(hands, "water_two")
    hands.screen.act()
    hands.look()
    row = next(part for part in hands.parts() if isinstance(part, TurnRow))
    hands.touch(*row.center)
    screen = hands.screen
    assert not screen.playing
    frame = film.frames[film.at(screen._seconds)]
    assert frame.turn == row.point
    assert screen.over.text.startswith("TURNING POINT")
    assert row.now


def test_taps_on_the_bar_seek_and_snap_to_turning_points(hands: Hands) -> None:
    film = show(hands, "water_two")
    reel = hands.screen.film_bar
    line = reel._line()
    share = film.starts[film.turns[0]] / film.lasts
    hands.touch(line.x + line.w * share + 6, line.cy)
    assert film.at(hands.screen._seconds) == film.turns[0]
    hands.touch(line.x + line.w * 0.4, line.cy)
    assert hands.screen._seconds == pytest.approx(0.4 * film.lasts, abs=0.6)


def test_the_screen_stays_responsive_while_a_film_is_made(hands: Hands) -> None:
    table = recorded("water_two")
    hands.app.play(Session(table, confirmed=table.rev))
    films = hands.app.films
    films._again = Clock.create_trigger
    hands.app.go("film")
    settle()
    assert films.film(table, hands.screen._look(table)) is None
    assert films._step()
    assert not hands.screen.primary.enabled
    assert "made" in hands.screen.title.text
    for _ in range(table.history.mark + 2):
        films.work()
    assert films.film(table, hands.screen._look(table)) is not None


def test_a_game_that_continues_gets_a_new_film() -> None:
    from companion.lookback.lookback import look_back  # noqa: PLC0415
    from ui.model.history import Films  # noqa: PLC0415

    class Never:
        def cancel(self) -> None: ...

    made: list[bool] = []
    films = Films(lambda work: Never(), lambda: made.append(True))
    table = new_table()
    films.film(table, look_back(table))
    table.answer(THROW)
    films.work()
    assert not made
    assert films.whole(table, look_back(table)) is not None
    assert made == [True]


def test_leaving_the_screen_stops_a_film(hands: Hands) -> None:
    show(hands, "water_two")
    screen = hands.screen
    screen.act()
    hands.tap("Back")
    assert hands.root.name == "lookback"
    screen.advance(0.1)
    assert not screen.playing


def test_a_film_starts_by_itself_if_animations_are_on(hands: Hands) -> None:
    hands.app.settings.animations = True
    table = recorded("thousand_two")
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.go("film")
    settle()
    assert hands.screen.playing
    hands.screen.stop()
