"""Every screen of every game, in every size, language, size of the text and theme: whole, readable, large enough.

What there is to see comes from ``tests.ui.states``. Each day each screen is looked at in each of these, and each of its
states in one way; with ``--all`` every state in all ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

import pytest

from tests.daily import Pairs
from tests.ui.contrast import Eyes, Text, contrast
from tests.ui.gallery import PLAYED, WAYS, WITHOUT_A_GAME, show, sit_down
from tests.ui.golden_texts import PLACES, states
from tests.ui.hands import Hands, least_target
from tests.ui.states import ALWAYS, ASIDE
from tests.ui.test_screens import assert_in_the_window, assert_large_enough
from ui.layout.geometry import Area
from ui.look.text import UNSUPPORTED
from ui.look.theme import look
from ui.model.explanations import rules_of
from ui.screens.base import Screen
from ui.screens.stage import SCREENS
from ui.widgets.buttons import TapButton
from ui.widgets.lines import LineList, TickList, TodoStrip

PRIMARY = 12
"""Millimetres of the button for what is to be done now."""
TOUCHING = 1.5
"""Pixels by which letters may reach into others' boxes: a box is a bit larger than what is in it."""
TEXT, FIGURE = 4.5, 7.0


def faults(hands: Hands, eyes: Eyes) -> Iterator[str]:
    """What is wrong with the screen in front."""
    assert_in_the_window(hands, hands.root.name)
    assert_large_enough(hands, hands.root.name)
    yield from small_primaries(hands)
    yield from unexplained(hands)
    yield from cut_without_more(hands)
    seen = list(eyes.texts(cover(hands)))
    yield from (f"cut off: {one.said!r}" for one in seen if not one.whole)
    for paper in (hands.root.banner, hands.root.bubble):
        if paper.shown:
            seen = [one for one in seen if not any(meet(line, paper.area) for line in one.lines)]
    window = Area(0, 0, *hands.root.size)
    yield from (f"outside: {one.said!r}" for one in seen if not all(inside(line, window) for line in one.lines))
    yield from overlapping(seen)
    for one in seen:
        missing = {letter for letter in one.said if not letter.isspace() and not has_glyph(letter)}
        if missing:
            yield f"no glyph for {missing} in {one.said!r}"
    yield from weak(hands, eyes)


def cover(hands: Hands) -> Screen:
    """What lies on top: a slip hides what is below it, and so does what comes to light."""
    return next((one for one in (hands.root.slip, hands.root.reveal) if one.shown), hands.root)


def small_primaries(hands: Hands) -> Iterator[str]:
    least = PRIMARY * look.panel.density - 1
    for part in hands.parts():
        if isinstance(part, TapButton) and part.role == "primary" and min(part.size) < least:
            yield f"primary {part.text!r} has only {min(part.size) / look.panel.density:.1f} mm"


def unexplained(hands: Hands) -> Iterator[str]:
    """Instructions in front whose rule no tap tells."""
    session = hands.app.session
    if session is None:
        return
    asks = [part.action for part in hands.targets() if isinstance(part.action, partial)]
    told = {rule for ask in asks if ask.func == hands.app.slips.why for rule in ask.args[0]}
    for part in hands.parts():
        if isinstance(part, LineList | TickList):
            lines = part.lines[part.first : part.first + part.capacity]
        elif isinstance(part, TodoStrip):
            lines = part.lines
        else:
            continue
        yield from (
            f"{rule} is behind an instruction, and no tap tells it" for rule in {*rules_of(session, lines)} - told
        )


def cut_without_more(hands: Hands) -> Iterator[str]:
    """What is in force, if it is left out or cut and no tap leads to the rest."""
    session = hands.app.session
    if session is None or hands.root.name != "table" or session.page is not None or not session.scene.notices:
        return
    notice, mark, targets = hands.screen.notice, hands.screen.mark, hands.targets()
    whole = notice.shown and notice.room.h > 0 and not notice.shortened
    if not whole and notice not in targets and not (mark.warns and mark in targets):
        yield f"no way to the rest of {notice.texts}"


def overlapping(seen: list[Text]) -> Iterator[str]:
    """Texts of which one is written over another."""
    lines = sorted(((line, one) for one in seen for line in one.lines), key=lambda found: found[0].x)
    for n, (line, one) in enumerate(lines):
        for other, another in lines[n + 1 :]:
            if other.x >= line.x + line.w:
                break
            if one is not another and meet(line, other):
                yield f"{one.said!r} and {another.said!r} overlap"


def meet(one: Area, other: Area) -> bool:
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    upright = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return across > TOUCHING and upright > TOUCHING


def inside(line: Area, window: Area) -> bool:
    return line.x >= -1 and line.y >= -1 and line.x + line.w <= window.w + 1 and line.y + line.h <= window.h + 1


@cache
def has_glyph(letter: str) -> bool:
    """True where our own fonts have that letter: others are not on every machine."""
    return UNSUPPORTED.search(letter) is None


def weak(hands: Hands, eyes: Eyes) -> Iterator[str]:
    if hands.root.slip.shown or hands.root.banner.shown:
        return
    for one, ground in eyes.pairs(hands.root):
        found = contrast(one.colour, ground.colour)
        if found < (FIGURE if one.figure else TEXT) - 0.005:
            yield f"{one.said!r} has a contrast of {found:.1f}"


@pytest.mark.parametrize("place", PLACES)
def test_every_state_is_whole_in_every_way(hands: Hands, place: str) -> None:
    eyes, pairs, screens = Eyes(), Pairs(), set()
    found: set[str] = set()
    for state in states(hands, place):
        screens.add(hands.root.name)
        with eyes.watching():
            hands.root.repaint()
            for way in pairs.some(WAYS, lambda way: (hands.root.name, *way), least=1):
                show(hands, way)
                found |= {f"{state} {way}: {fault}" for fault in faults(hands, eyes)}
        hands.root.repaint()
    assert not found, "\n".join(sorted(found))
    if place == "home":
        assert screens == {*WITHOUT_A_GAME, "setup"}
    else:
        phones = {"phones"} if place == "krysis" else set()
        assert screens >= {*PLAYED[place], *ALWAYS, *phones, "film", "setup"}


def test_a_screen_that_is_made_later_is_looked_at_too() -> None:
    others = {"film", "setup", "private", "phones"}
    assert {*set().union(*PLAYED.values()), *ALWAYS, *ASIDE, *WITHOUT_A_GAME, *others} == {*SCREENS}


def test_the_eyes_of_this_test_see_letters_over_letters_and_letters_that_do_not_exist(hands: Hands) -> None:
    eyes = Eyes()
    with eyes.watching():
        hands.play(5)
        hands.root.repaint()
        hands.look(2)
        assert list(faults(hands, eyes)) == []
        hands.screen.over.place(hands.screen.title.area)
        hands.screen.hint.show(text="\u2603")
        hands.look(2)
        found = "\n".join(faults(hands, eyes))
    assert "overlap" in found
    assert "no glyph" in found


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_long_list_stands_in_two_columns_where_nothing_is_beside_it(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    session = sit_down(hands, "escape")
    hands.app.go("game")
    hands.look()
    assert hands.root.name == "check"
    todo = hands.screen.todo
    rows = [row for row in todo._rows if row.shown]
    assert len(rows) == todo.capacity < len(session.page.lines)
    assert len({round(row.x) for row in rows}) == 2
    assert max(row.right for row in rows) >= 0.97 * hands.root.width
    assert all(row.height >= least_target() for row in rows)
    assert_in_the_window(hands, "the opening")
