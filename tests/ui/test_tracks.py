"""Every track of a scene is shown, however many there are."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec import structs

from companion.scene.scene import Track
from tests.ui import moments
from tests.ui.hands import Hands, clipped
from tests.ui.states import Shelf
from tests.ui.test_screens import SIZES, assert_in_the_window
from ui.look.theme import look
from ui.widgets.head import TrackBar

NAMES = ("Alert", "Story", "Oxygen", "Reactor heat", "Moon", "Trust", "Hope")
TRACKS = [Track(name.lower(), name, at, 10 + at, {at + 2: "car"}) for at, name in enumerate(NAMES)]
LEAST_WIDTH = 17.0
"""Millimetres that a track must have for its name and its number."""


def shown(hands: Hands, n: int) -> list[TrackBar]:
    """The bars on the screen: those of the first ``n`` tracks, none over another, all in the window."""
    bars = [part for part in hands.parts() if isinstance(part, TrackBar)]
    assert [bar.track for bar in bars] == TRACKS[:n] == list(hands.screen.tracks.tracks)
    for bar in bars:
        assert bar.width >= look.mm(LEAST_WIDTH)
        assert bar.y >= hands.screen.tracks.y - 1
    assert not [pair for pair in combinations(bars, 2) if meet(*pair)]
    return bars


def meet(one: TrackBar, other: TrackBar) -> bool:
    """Whether they share more than an edge."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.top, other.top) - max(one.y, other.y)
    return wide > 1 and high > 1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("at", "rows"), [("actions", 3), ("over", 2)])
def test_the_table_shows_all_tracks(hands: Hands, size: tuple[int, int], at: str, rows: int) -> None:
    hands.resize(*size)
    for n in range(1, len(TRACKS) + 1):
        hands.play(at)
        hands.change_scene(tracks=TRACKS[:n])
        hands.look(2)
        bars = shown(hands, n)
        columns = {round(bar.x) for bar in bars}
        assert len(columns) == -(-n // rows)
        assert_in_the_window(hands, f"{n} tracks")
        assert not clipped or n > 4


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_home_shows_all_tracks(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    shelf = Shelf([moments.busiest("newyork")])
    scene = shelf.open(shelf.saved()[0].id).scene
    hands.app.library = shelf
    for n in range(1, len(TRACKS) + 1):
        shelf.scene = lambda saved, n=n: structs.replace(scene, tracks=TRACKS[:n])
        hands.app.go("settings")
        hands.look()
        hands.app.go("home")
        hands.look(2)
        shown(hands, n)
        assert_in_the_window(hands, f"{n} tracks")
        assert not clipped or n > 4
