"""The film of a game: what everybody could see, in its order, about half a minute long, the turning points longer."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec import json

from companion.core.texts import plain
from companion.language import Language
from companion.lookback.film import HOLD, LASTS, MOST, QUICKEST, Film, by_whom, cells, made, shoot
from companion.lookback.lookback import LookBack, look_back
from companion.lookback.page import page
from tests import daily
from tests.lookback.games import recorded
from tests.lookback.test_page import read
from tests.playthroughs.recording import names

GAMES = ["water_two", "escape_five_ledger", "crash_four_mended", "krysis_four_known", "thousand_two"]


@cache
def shown(name: str, entries: int | None = None) -> tuple[LookBack, Film]:
    """What is looked back on in a recording, and its film."""
    table = recorded(name, entries)
    look = look_back(table)
    return look, made(table, look)


def film_of(name: str, entries: int | None = None) -> Film:
    return shown(name, entries)[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_evening_takes_half_a_minute(name: str) -> None:
    film = film_of(name)
    assert film.lasts == pytest.approx(LASTS, abs=2)
    assert len(film.frames) <= MOST + 8
    assert all(frame.seconds >= QUICKEST for frame in film.frames)


@pytest.mark.parametrize("name", names() if daily.everything else GAMES)
def test_every_game_has_one_that_goes_on_and_holds_at_its_turning_points(name: str) -> None:
    look, film = shown(name)
    revs = [frame.rev for frame in film.frames]
    assert revs == sorted(revs)
    assert revs[0] == 0
    turned = [film.frames[at].turn for at in film.turns]
    assert turned == look.turning_points
    assert all(film.frames[at].seconds >= HOLD for at in film.turns)


@pytest.mark.parametrize("name", GAMES)
def test_each_picture_is_that_of_the_table_then(name: str) -> None:
    for frame in film_of(name).frames[1:-1:7]:
        table = recorded(name, frame.rev)
        if table.history.mark == len(table.history.line) and not table.over:
            scene = table.scene()
            assert (frame.scene.board, frame.scene.tracks) == (scene.board, scene.tracks)
            assert frame.scene.grid == scene.grid


def test_each_moment_has_its_frame() -> None:
    film = film_of("water_two")
    for at, start in enumerate(film.starts[:-1]):
        assert film.at(start) == at
    assert film.at(-1) == 0
    assert film.at(film.lasts + 1) == len(film.frames) - 1


def test_it_is_made_bit_by_bit_and_the_table_is_only_read() -> None:
    table = recorded("water_two")
    before = table.hash()
    steps = list(shoot(table, look_back(table)))
    assert len(steps) == table.history.mark + 1
    assert all(step is None for step in steps[:-1])
    assert isinstance(steps[-1], Film)
    assert table.hash() == before


def test_a_game_that_has_only_begun_has_one_picture() -> None:
    assert len(film_of("water_two", 0).frames) == 1


@pytest.mark.parametrize("name", ["krysis_four_known", "escape_four_plans"])
def test_it_shows_nothing_that_only_one_player_could_see(name: str) -> None:
    table = recorded(name)
    for frame in film_of(name).frames:
        assert not frame.scene.choices
        assert not frame.scene.fillings
        assert frame.scene.seats == recorded(name, frame.rev).scene().seats or table.over


@pytest.mark.parametrize("name", GAMES)
def test_boxes_on_the_page_stand_inside_it_and_not_over_each_other(name: str) -> None:
    for frame in film_of(name).frames[::20]:
        found = cells(frame.scene, plain)
        assert found
        for n, one in enumerate(found):
            assert -1e-9 <= one.x <= one.x + one.w <= 1 + 1e-9
            assert -1e-9 <= one.y <= one.y + one.h <= 1 + 1e-9
            for other in found[n + 1 :]:
                across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
                upright = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
                assert across <= 1e-6 or upright <= 1e-6, (one, other)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_all_frames_loads_nothing_and_stands_at_the_end_without_script(name: str, language: str) -> None:
    look, film = shown(name)
    text = page(look, Language(language), film)
    assert read(text).fetched == []
    assert not re.search(r"https?:|url\(|@import|<link|<img|fetch\(|import\(", text)
    still, _, rest = text.partition('<script type="application/json" id="frames">')
    data = json.decode(rest.partition("</script>")[0])
    assert len(data["frames"]) == len(film.frames)
    assert [place for place, _ in data["frames"][-1]["cells"]]
    assert still.count('class="reel" hidden') == 1
    assert still.count("<div class=film><div") == 1
    assert sum(frame["ms"] for frame in data["frames"]) == pytest.approx(film.lasts * 1000, rel=0.01)


def test_words_that_look_like_markup_end_nothing() -> None:
    look, film = shown("water_two")
    evil = "</script><script>alert(1)</script>"
    frames = [*film.frames]
    frames[1] = frames[1].__class__(1, evil, evil, frames[1].scene, 1.0)
    text = page(look, Language("en"), Film(frames))
    assert "alert(1)</script>" not in text
    assert text.count("</script>") == 2


@pytest.mark.parametrize("name", [name for name in GAMES if name != "water_two"])
def test_the_name_of_a_row_can_be_read_whatever_is_above_it(name: str) -> None:
    """A picture is at least twenty lines of such a name high."""
    found = [cell for frame in film_of(name).frames for cell in cells(frame.scene, plain) if cell.kind == "row"]
    assert found
    assert all(cell.h >= 0.05 for cell in found)


def test_who_is_named_once() -> None:
    assert by_whom("Ann", "Bid: 1", plain) == "Ann · Bid: 1"
    assert by_whom("Blue", "Blue has escaped", plain) == "Blue has escaped"
    assert by_whom("", "The game begins", plain) == "The game begins"
