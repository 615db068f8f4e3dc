"""Every state of every screen, in every size, language and size of the text: whole, readable in all themes, large
enough; and as its golden text.

What there is to see comes from ``tests.ui.states``. Each day each state is looked at on the smallest glass, and by
turns on another one or in another way, so that each screen is seen in each of them; with ``--all`` every state in every
size, with large letters as well, where it is hardest to fit, and the other ways by turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from companion.core.texts import T
from tests import daily
from tests.daily import Pairs
from tests.ui.drawing import Item, items, written
from tests.ui.gallery import PLAYED, SMALL, WAYS, WITHOUT_A_GAME, Way, settle, show, sit_down
from tests.ui.golden_texts import PLACES, RENEW, SIZES, Texts, drawn_at, states
from tests.ui.hands import Hands, least_target
from tests.ui.legibility import (
    FIGURE,
    TEXT,
    meet,
    missing,
    outside,
    over_icons,
    overlapping,
    visible,
    weak,
)
from tests.ui.states import ALWAYS, ASIDE
from tests.ui.test_screens import assert_in_the_window, assert_large_enough
from ui.base.language import say
from ui.controls.focus import KeyTouch
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import look
from ui.model.explanations import rules_of
from ui.screens.base import Screen
from ui.screens.stage import SCREENS
from ui.widgets.buttons import IconView, TapButton, TextView
from ui.widgets.choices import ChoicePanel
from ui.widgets.drawn import Tappable
from ui.widgets.lines import LineList, TickList, TodoStrip

PRIMARY = 12
"""Millimetres of the button for what is to be done now."""


def faults(hands: Hands, drawn: Sequence[Item] | None = None) -> Iterator[str]:
    """What is wrong with the screen in front, in whatever theme; ``drawn``: what it draws, if that was read already."""
    assert_in_the_window(hands, hands.root.name)
    assert_large_enough(hands, hands.root.name)
    yield from small_primaries(hands)
    yield from unexplained(hands)
    yield from cut_without_more(hands)
    yield from without_keys(hands)
    yield from lookalikes(hands)
    yield from slippery(hands)
    top = cover(hands)
    drawn = items(top) if drawn is None or top is not hands.root else drawn
    readable = seen = visible(drawn)
    yield from (f"cut off: {one.said!r}" for one in seen if not one.whole)
    for paper in (hands.root.banner, hands.root.bubble):
        if paper.shown:
            seen = [one for one in seen if not any(meet(line, paper.area) for line in one.capitals)]
    window = Area(0, 0, *hands.root.size)
    yield from (f"outside: {one.said!r}" for one in seen if outside(one, window))
    yield from (f"no glyph for {lost} in {one.said!r}" for one in seen if (lost := missing(one)))
    yield from overlapping(seen)
    yield from over_icons(drawn)
    figure = TEXT if hands.root.slip.shown else FIGURE
    yield from (
        f"{one.said!r} has a contrast of {one.contrast:.1f} in {one.theme}" for one in weak(drawn, readable, figure)
    )


def slippery(hands: Hands) -> Iterator[str]:
    """Buttons that lose a finger when the screen is shown again, as for a phone, though they say the same."""
    held = hands.targets()
    for part in held:
        part.pressed = True
    hands.app.refresh()
    lost = [part for part in held if not part.pressed]
    hands.look()
    lost += [part for part in held if not part.pressed and part not in lost]
    for part in held:
        part.pressed = False
    if lost and {*lost} <= {*hands.targets()}:
        yield f"a finger is lost by {[getattr(part, 'text', None) or type(part).__name__ for part in lost]}"


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


def without_keys(hands: Hands) -> Iterator[str]:
    """What a finger can tap and the focus ring cannot reach."""
    root = hands.root
    if root.slip.shown or root.reveal.shown or root.banner.shown:
        return
    reached = {spot.part for spot in hands.app.controls.focus.spots()}
    yield from (f"no key reaches {part}" for part in hands.targets() if takes(part) and part not in reached)


def takes(part: Tappable) -> bool:
    """True when a finger on the middle of one of its places taps something."""
    return any(area.w > 0 and area.h > 0 and part.takes(KeyTouch(area.cx, area.cy)) for area in part.targets())


def cut_without_more(hands: Hands) -> Iterator[str]:
    """What is in force, if it is left out or cut and no tap leads to the rest."""
    session = hands.app.session
    if session is None or hands.root.name != "table" or session.page is not None or not session.scene.notices:
        return
    notice, mark, targets = hands.screen.notice, hands.screen.mark, hands.targets()
    whole = notice.shown and notice.room.h > 0 and not notice.shortened
    if not whole and notice not in targets and not (mark.warns and mark in targets):
        yield f"no way to the rest of {notice.texts}"


SIGNS: frozenset[str] = frozenset(
    {
        "check", "arrow", "back", "forward", "up", "down", "undo", "redo", "menu", "plus", "minus", "speaker", "book",
        "log", "home", "gear", "question", "shuffle", "flip", "hand", "lock", "eye", "star", "timer", "differs",
        "chart", "alert", "camera", "players", "others", "rotate", "screen", "lamp", "pen", "table",
    }
)  # fmt: skip
"""Icons that say what a button does; those of pieces say with what it does it, and several may."""
ONE_MEANING = (
    {"Table", "To the table"}, {"Undo", "Go back to here"}, {"Redo", "Go on to here"},
    {"Players", "Something else happened"}, {"Players", "They share the win"}, {"Players", "Each of us …"},
    {"Players", "each of us"},
)  # fmt: skip
"""Labels that may have the same sign on one page: it is the same deed, or the same people."""


def lookalikes(hands: Hands) -> Iterator[str]:
    """Two buttons with the same sign and different words, and two answers that nothing tells apart."""
    buttons = [part for part in hands.targets() if isinstance(part, TapButton)]
    by_sign: dict[str, set[str]] = {}
    for button in buttons:
        if button.icon in SIGNS and button.text:
            by_sign.setdefault(button.icon, set()).add(button.text)
    for sign, labels in by_sign.items():
        if len(labels) > 1 and not any(labels <= {say(T(one)) for one in same} for same in ONE_MEANING):
            yield f"the same sign {sign} stands for {sorted(labels)}"
    for panel in (part for part in hands.parts() if isinstance(part, ChoicePanel)):
        there = [one for one in panel.buttons if one.shown and one.picture is None]
        looks = [(one.text, one.detail, one.icon, *one.icons, *map(str, one.tally)) for one in there]
        yield from (f"two answers look like {look[:3]}" for look in {*looks} if looks.count(look) > 1)


def hardest(number: int) -> list[Way]:
    """The ways in which the state of this number is looked at with ``--all``: large letters, and one of the others."""
    large, others = ([way for way in WAYS if (way.letters == "large") is so] for so in (True, False))
    return [*large, others[number % len(others)]]


@pytest.mark.parametrize("place", PLACES)
def test_every_state_fits_and_matches_its_golden_text(sketched: None, hands: Hands, place: str) -> None:
    texts, pairs, screens = Texts(place), Pairs(), set()
    found: set[str] = set()
    for number, state in enumerate(states(hands, place)):
        screens.add(hands.root.name)
        lines = {}
        turn = number % len(SIZES)
        for size in SIZES if daily.everything else dict.fromkeys((SMALL, SIZES[turn])):
            drawn = drawn_at(hands, size)
            lines[size] = tuple(written(drawn, hands.root.height))
            found |= {f"{state} {size}: {fault}" for fault in faults(hands, drawn)}
        texts.add(hands.root.name, state, lines)
        least = int(SIZES[turn] == SMALL)
        some = pairs.some(WAYS, lambda way: (hands.root.name, *way), least=least)
        for way in hardest(number) if daily.everything else some:
            show(hands, way)
            found |= {f"{state} {way}: {fault}" for fault in faults(hands)}
    found |= {f"{state}: {what}\n{RENEW}" for state, what in texts.changes().items()}
    assert not found, "\n".join(sorted(found))
    if place == "home":
        assert screens == {*WITHOUT_A_GAME, "setup"}
    else:
        phones = {"phones"} if place == "krysis" else set()
        assert screens >= {*PLAYED[place], *ALWAYS, *phones, "film", "setup"}


def test_every_registered_screen_is_covered() -> None:
    others = {"film", "setup", "private", "phones", "opinion"}
    assert {*set().union(*PLAYED.values()), *ALWAYS, *ASIDE, *WITHOUT_A_GAME, *others} == {*SCREENS}


def test_overlapping_text_missing_glyphs_and_weak_contrast_are_found(sketched: None, hands: Hands) -> None:
    hands.play("actions")
    settle()
    assert list(faults(hands)) == []
    hands.screen.over.place(hands.screen.title.area)
    lamp = hands.screen.add(IconView(icon="lamp"))
    lamp.place(hands.screen.title.area)
    words = hands.screen.add(TextView(text="\u2603", colour=theme.DUSK, align="center"))
    words.place(lamp.area)
    settle()
    found = "\n".join(faults(hands))
    assert "overlap" in found
    assert "no glyph" in found
    assert "is written over lamp" in found
    assert "has a contrast of 1.1 in night" in found


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_long_list_uses_two_columns_if_there_is_space(hands: Hands, size: tuple[int, int]) -> None:
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
