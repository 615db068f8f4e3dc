"""Game after game in one window: what was left is gone, and what is kept to draw quickly stays small."""

from __future__ import annotations

import gc
import logging
import random
import weakref
from collections import Counter
from typing import Any

import pytest
from kivy.graphics import Canvas
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.games.registry import game_names
from tests.daily import share
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig
from ui.device import display
from ui.layout.geometry import Area
from ui.look import icons, text
from ui.look.paint import log, words
from ui.look.textures import TextureCache, _disc, _texture
from ui.screens.stage import BETWEEN_GAMES
from ui.screens.table import REST

PLAYED = 3
TAPS = max(8, share(25))


def _look_round(hands: Hands, game: str, luck: random.Random) -> list[weakref.ref[Any]]:
    """Begin a game, play a little, look at every screen that the bar leads to, and leave; what must be gone."""
    app = hands.app
    least = max(2, app.library.seat_limits(game)[0])
    app.start_game(game, [seat for seat, _ in app.library.seats(game)][:least], {})
    hands.look()
    for _ in range(TAPS):
        session = hands.session
        if session.mode == "choose":
            session.answer(
                session.table.game.player.advise(session.table.state, session.table.legal() or [], luck.random)
            )
        else:
            app.act()
        hands.look()
    for name in [entry[0] for entry in hands.root.nav.entries if entry[0] not in ("undo", "redo", "turn")]:
        app.go(name)
        hands.look()
    gone = [hands.session, hands.session.table, hands.session.table.history, hands.session.timeline]
    gone += [screen for name, screen in hands.root.screens.items() if name not in BETWEEN_GAMES]
    assert len(gone) > 8
    refs = [weakref.ref(one) for one in gone]
    app.leave_game()
    hands.look(2)
    return refs


def _alive(rig: Rig) -> tuple[int, int]:
    """How many widgets and textures there are, those left out that are kept to draw quickly."""
    # A tuple that another thread is about to make must not be looked at: Python would not let it be finished.
    assert rig.journal.flush(20)
    rig.app.library._worker.submit(int).result(20)
    kinds = Counter(map(type, gc.get_objects()))
    widgets, textures = (sum(n for kind, n in kinds.items() if issubclass(kind, one)) for one in (Widget, Texture))
    shapes = sum(kept.cache_info().currsize for kept in (_texture, _disc))
    cached = sum(map(len, (text.texture, icons.textures, icons.repeating)))
    return widgets, textures - cached - shapes


def alive(refs: list[weakref.ref[Any]]) -> list[Any]:
    display.give_back()
    return [ref() for ref in refs if ref() is not None]


class Cycle:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.own = self


@pytest.mark.long
def test_frozen_garbage_is_collected_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "gc", gc)
    cycle = Cycle()
    ref = weakref.ref(cycle)
    display.give_back()
    assert gc.get_freeze_count() > 0
    assert ref() is cycle
    del cycle
    gc.collect()
    assert ref() is not None, "it was set aside"
    display.give_back()
    assert ref() is None


@pytest.mark.by_turns
@pytest.mark.parametrize("game", game_names())
def test_leaving_a_game_frees_its_objects_widgets_and_textures(
    rig: Rig, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A texture that is dropped while something still shows it would be counted as left behind.
    for cache in (text.texture, icons.textures, icons.repeating):
        monkeypatch.setattr(cache, "most", 10**9)
    for shapes in (_texture, _disc):
        shapes.cache_clear()
    luck = random.Random("many")
    counts = []
    for _ in range(PLAYED):
        refs = _look_round(rig.hands, game, luck)
        assert rig.journal.flush(20), "what waits to be saved may still be held"
        # The thread that writes lets go of what it has saved a moment after it has said so.
        rig.wait(lambda refs=refs: not alive(refs), REST / 2)  # type: ignore[misc]
        counts.append(_alive(rig))
    # The first game may build what all share; after it nothing is left behind.
    assert counts[-1] == counts[1]
    assert counts[-1][0] > 0


def test_the_text_cache_is_limited_by_bytes_and_keeps_recent_entries(hands: Hands) -> None:
    size = TextureCache(text.rendered, 10**9)("Word 0", 40, "bold")
    room = size.width * size.height * 4 * 4
    kept = TextureCache(text.rendered, room)
    first = kept("Word 0", 40, "bold")
    for n in range(1, 30):
        kept(f"Word {n % 10} {n}", 40, "bold")
        assert kept("Word 0", 40, "bold") is first
        assert kept.bytes <= room
    assert 1 < len(kept) < 5


def test_a_text_larger_than_the_cache_is_still_drawn(hands: Hands) -> None:
    kept = TextureCache(text.rendered, 10)
    assert kept("Far too much", 40, "bold") is kept("Far too much", 40, "bold")
    assert len(kept) == 1


class Said(str):
    """Words that can be watched."""


def test_a_text_that_is_cut_off_is_logged(hands: Hands) -> None:
    with Canvas():
        words("A stamp", Area(0, 0, 300, 100), (1, 1, 1, 1))
        words("No text for a stamp", Area(0, 0, 30, 10), (1, 1, 1, 1))
    assert clipped == {"No text for a stamp"}


def test_a_text_that_is_cut_off_is_not_kept_alive(hands: Hands) -> None:
    said = Said("A sentence that is too long by far for a stamp")
    ref = weakref.ref(said)
    log.setLevel(logging.NOTSET)
    with Canvas():
        words(said, Area(0, 0, 30, 10), (1, 1, 1, 1))
    log.setLevel(logging.DEBUG)
    text.fit.cache_clear()
    text.wrap.cache_clear()
    del said
    gc.collect()
    assert ref() is None


def test_memory_is_returned_to_the_system_soon_after_an_answer(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(display, "_trim", given.append)
    hands.play()
    assert hands.session.mode == "choose"
    hands.session.answer(hands.session.table.legal()[0])
    assert display.tidy_soon.is_triggered
    display.tidy_soon.cancel()
    display.tidy()
    assert given == [0]


def test_tidying_waits_until_nobody_taps(hands: Hands) -> None:
    hands.play()
    display.tidy_soon()
    display.give_back_soon.cancel()
    begun = display.tidy_soon._last_dt
    hands.look(3)
    hands.touch(1, 1)
    assert display.tidy_soon.is_triggered
    assert display.tidy_soon._last_dt > begun, "it waits anew"
    assert not display.give_back_soon.is_triggered, "what is not to be done is not begun"
    display.tidy_soon.cancel()


def test_old_garbage_is_collected_only_when_due(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(display.gc, "collect", lambda: looked.append(display.gc.get_count()[2]))
    monkeypatch.setattr(display.gc, "get_count", lambda: (0, 0, display.DUE - 1))
    display.tidy()
    assert looked == []
    monkeypatch.setattr(display.gc, "get_count", lambda: (0, 0, display.DUE))
    display.tidy()
    assert looked == [display.DUE]
