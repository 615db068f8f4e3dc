"""Bouncing contacts: one press is one press."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.inputs import Action
from hardware.panel.buttons import Debouncer

# Edges of cheap tact switches as a logic analyser shows them, in microseconds from the first contact.
A_PRESS = [(0, True), (180, False), (260, True), (900, False), (1_130, True), (1_160, False), (1_900, True)]
A_RELEASE = [(0, False), (90, True), (140, False), (2_600, True), (2_710, False), (7_900, True), (8_050, False)]
A_SPIKE = [(0, True), (40, False)]

# How long real contacts bounced at most while they closed and opened, 32 times each, in microseconds: read from the
# plots of the recordings at github.com/gsuberland/switch_bouncing, which are in the public domain.
RECORDED = {
    "key switch, Lorin IRL-5": (30, 2_260),
    "push button, Dailywell KPB22, opener": (1_400, 1_380),
    "push button, Dailywell KPB22, closer": (1_650, 870),
    "push button, Dailywell MPS22": (730, 280),
    "push button, XKB TC-1103": (10, 1_250),
    "large push button, Schneider XB2": (750, 3_950),
    "old rocker switch, Schurter 1301.9206": (780, 110),
    "rocker switch, Multicomp MC3813": (860, 80),
}


def play(edges: list[tuple[int, bool]], *, start: float = 0.0) -> list[tuple[float, bool]]:
    return [(start + at / 1e6, level) for at, level in edges]


def watch(edges: list[tuple[float, bool]], until: float, every: float = 0.005) -> list[tuple[Action, float]]:
    """Feed edges, and look at the contact every ``every`` seconds in between."""
    bouncer, found, now, level = Debouncer(), [], 0.0, False
    for at, pressed in [*edges, (until, None)]:
        while now + every < at:
            now += every
            found += bouncer.look(level, now)
        if pressed is not None:
            found += bouncer.edge(pressed, at)
            level = pressed
    return found + bouncer.look(level, until)


def test_a_bouncing_press_and_release_are_one_of_each() -> None:
    found = watch(play(A_PRESS) + play(A_RELEASE, start=0.3), until=0.6)
    assert [what for what, _ in found] == ["press", "release"]
    assert [at for _, at in found] == pytest.approx([0.0019, 0.30805])


def test_a_spike_is_no_press() -> None:
    assert watch(play(A_SPIKE), until=0.5) == []


def test_ten_edges_in_microseconds_are_one_press() -> None:
    edges = [(n, n % 2 == 0) for n in range(11)]
    assert [what for what, _ in watch(play(edges), until=0.5)] == ["press"]


def test_a_release_shorter_than_20_ms_is_none() -> None:
    edges = [(0.0, True), (0.1, False), (0.119, True), (0.3, False)]
    assert [what for what, _ in watch(edges, until=0.5)] == ["press", "release"]


def test_held_once_and_then_released() -> None:
    found = watch([(0.0, True), (3.0, False)], until=4.0)
    assert [what for what, _ in found] == ["press", "hold", "release"]
    assert found[1][1] == pytest.approx(0.8, abs=0.006)


def test_a_button_that_was_let_go_is_not_held_even_if_nobody_told() -> None:
    """The release edge was lost; reading the level again finds it."""
    bouncer = Debouncer()
    bouncer.edge(True, 0.0)
    assert bouncer.look(True, 0.02) == [("press", 0.0)]
    assert bouncer.due() == 0.8
    assert bouncer.look(False, 0.8) == []
    assert bouncer.due() == pytest.approx(0.82)
    assert bouncer.look(False, 0.821) == [("release", 0.8)]
    assert bouncer.due() is None


def test_a_button_that_is_down_at_the_start_presses_nothing() -> None:
    bouncer = Debouncer(pressed=True)
    assert bouncer.look(True, 5.0) == []
    assert bouncer.edge(False, 6.0) + bouncer.look(False, 6.1) == [("release", 6.0)]


@pytest.mark.parametrize("contact", RECORDED)
@given(data=st.data())
def test_a_real_contact_however_it_bounces_is_one_press(contact: str, data: st.DataObject) -> None:
    edges = []
    for closes, start in ((True, 0.1), (False, 0.4)):
        longest = RECORDED[contact][0 if closes else 1]
        times = data.draw(st.lists(st.integers(1, longest), max_size=40, unique=True))
        moments = [0, *sorted(times)][: len(times) // 2 * 2 + 1]
        edges += play([(at, (n % 2 == 0) == closes) for n, at in enumerate(moments)], start=start)
    assert [what for what, _ in watch(edges, until=0.7)] == ["press", "release"]


edge_times = st.lists(st.integers(1, 60_000), min_size=1, max_size=30)


@given(gaps=edge_times, every=st.sampled_from([0.001, 0.007, 0.019]))
def test_how_late_anybody_looks_changes_nothing(gaps: list[int], every: float) -> None:
    edges, at = [], 0
    for n, gap in enumerate(gaps):
        at += gap
        edges.append((at / 1e6, n % 2 == 0))
    end = edges[-1][0] + 0.7
    often = watch(edges, until=end, every=every)
    never = watch(edges, until=end, every=1e9)
    assert [one for one in often if one[0] != "hold"] == [one for one in never if one[0] != "hold"]


@given(gaps=edge_times)
def test_press_and_release_take_turns(gaps: list[int]) -> None:
    edges, at = [], 0
    for n, gap in enumerate(gaps):
        at += gap
        edges.append((at / 1e6, n % 2 == 0))
    steps = [what for what, _ in watch(edges, until=edges[-1][0] + 0.5, every=0.01) if what != "hold"]
    assert steps == [("press", "release")[n % 2] for n in range(len(steps))]
    assert bool(len(steps) % 2) == edges[-1][1]
