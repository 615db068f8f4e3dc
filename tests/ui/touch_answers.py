"""Gives answers by touch, and finds all answers that can be given by touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kivy.clock import Clock
from kivy.tests.common import UnitTestTouch

from companion.core.answers import Answer
from companion.scene.scene import Scene, form_of
from companion.session.open_choices import LeaveOpen
from tests.ui.finger import Finger
from tests.ui.hands import Hands
from ui.widgets.buttons import TapButton
from ui.widgets.drawn import tap_guard

MOST_PAGES = 60


def give(hands: Hands, answer: Answer) -> None:
    """Give an answer by taps."""
    Finger(hands).give(answer)


def tap_nav(hands: Hands, name: str) -> None:
    """Tap a button of the navigation bar."""
    button = next(button for button in hands.root.nav.buttons if button.shown and button.key == name)
    hands.touch(*button.center)


def _turned_to(hands: Hands, key: object, tap: Any) -> TapButton:
    """The button for ``key``, turning pages until it appears."""
    for _ in range(MOST_PAGES):
        for button in _offered(hands):
            if button.key == key:
                return button
        more = _more(hands)
        assert more is not None, f"{key} is on no page"
        tap(more)
    raise AssertionError(f"{key} is on no page")


def _offered(hands: Hands) -> list[TapButton]:
    """The choices on the present page of the panel."""
    return [button for button in hands.screen.panel.buttons if button.shown and button.key is not None]


def _more(hands: Hands) -> TapButton | None:
    """The button that turns the page, if there are several."""
    return next((button for button in hands.screen.panel.buttons if button.shown and button.key is None), None)


def reachable(hands: Hands) -> set[Answer]:
    """Every answer that somebody can give by touch now; all of it is tapped, and nothing is given. To choose later is
    none.

    The screen stands as it stood when this is over. No picture is drawn in between, which would only take time.
    """
    with _tried(hands) as trial:
        if hands.session.mode == "list":
            trial.rows()
        else:
            trial.amber()
            trial.spots()
            trial.sides()
            trial.boxes()
            trial.pad()
            trial.panel("game", [])
            if any(group.sheet for group in hands.session.scene.groups):
                trial.enter("sheet", [])
                trial.panel("sheet", [])
                trial.enter("game", [])
    return trial.given - {LeaveOpen()}


@contextmanager
def _tried(hands: Hands) -> Iterator[_Trial]:
    """A context in which answers are recorded instead of sent, and forms stay closed."""
    trial = _Trial(hands)
    session = hands.session

    def note(answer: Answer, rev: int | None = None, source: str = "touch") -> bool:
        assert rev in (None, session.rev)
        trial.given.add(answer)
        trial.last = answer
        return False

    def opened(scene: Scene, template: Answer, rev: int) -> bool:
        return form_of(scene, template) is not None and not note(template, rev)

    session.answer, session.apply_tap, session.forms.open = note, note, opened
    try:
        yield trial
    finally:
        del session.answer, session.apply_tap, session.forms.open


class _Trial:
    """Taps everything once."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.given: set[Answer] = set()
        self.last: Answer | None = None

    def tap(self, x: float, y: float) -> bool:
        """Tap there; True if that was an answer."""
        self.last = None
        tap_guard.reset()
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
        tap_guard.reset()
        Clock.tick()
        Clock.tick_draw()
        return self.last is not None

    def amber(self) -> None:
        """Tap the button at the foot, unless it goes back; and confirm if asked."""
        foot = self.hands.screen.primary
        lines = len(self.hands.session.scene.checklist)
        while self.hands.screen.checklist.first + self.hands.screen.checklist.capacity < lines:
            self.tap(*foot.center)  # The other lines to tick.
        if foot.shown and foot.role != "quiet" and not self.tap(*foot.center):
            assert self.hands.screen.where == ("unused", "")
            (meant,) = self.keys()
            assert self.tap(*self.turned_to(meant).center)
            self.tap(*foot.center)

    def spots(self) -> None:
        """Every open place of the board, and its choices."""
        board = self.hands.screen.map
        for spot in sorted(board.open) if board.shown else []:
            cell = board.cell(spot)
            if cell is not None:
                self.spot(spot, cell)

    def sides(self) -> None:
        """Every player that can be chosen."""
        for view in self.hands.screen.sides.views:
            if view.shown and view.open:
                self.spot(view.side.id, view.area)

    def pad(self) -> None:
        """Every amount and direction."""
        pad = self.hands.screen.pad
        if not pad.shown:
            return
        for button in [one for one in pad.amounts if one.shown] or [None]:
            if button is not None and self.tap(*button.center):
                continue
            for way in pad.ways:
                if way.shown and way.enabled:
                    assert self.tap(*way.center)

    def boxes(self) -> None:
        """Every open box of the rows, including collapsed ones."""
        places = self.hands.screen.places
        if not places.shown:
            return
        for row in self.hands.session.scene.rows:
            for box in row.boxes:
                if box.id not in places.open:
                    continue
                strip, cell = places.strip(row.id), places.cell(box.id)
                if cell is None:
                    self.tap(strip.cx, strip.cy)
                    cell = places.cell(box.id)
                self.spot(box.id, cell)
            strip = places.strip(row.id)
            if self.hands.screen.row:
                self.tap(strip.cx, strip.cy)

    def spot(self, spot: str, cell: Any) -> None:
        """A place: one answer, or a list and back."""
        if not self.tap(cell.cx, cell.cy):
            if self.hands.screen.where[0] == "group":
                self.second_spots(spot, cell)
                return
            assert self.hands.screen.where == ("spot", spot)
            for key in self.keys():
                assert self.tap(*self.turned_to(key).center), key
            self.tap(*self.hands.screen.primary.center)

    def second_spots(self, first: str, cell: Any) -> None:
        """Every place to which the first of two leads."""
        board = self.hands.screen.map
        assert first in board.marked
        for spot in sorted(board.open):
            there = board.cell(spot)
            assert self.tap(there.cx, there.cy), spot
        self.tap(*self.hands.screen.primary.center)

    def panel(self, place: str, path: list[object]) -> None:
        """Every button on every page of the panel, and what it opens."""
        for key in self.keys():
            if self.tap(*self.turned_to(key).center):
                if place == "sheet":
                    self.enter(place, path)
                continue
            if not self.there(place):
                self.enter(place, path)
                continue
            if place == "game" and self.hands.screen.map.shown:
                self.spots_of_group()
            self.panel(place, [*path, key])
            self.enter(place, path)

    def spots_of_group(self) -> None:
        """The places of the open group."""
        board = self.hands.screen.map
        for spot in sorted(board.open):
            cell = board.cell(spot)
            if cell is None:
                continue
            where = self.hands.screen.where
            if not self.tap(cell.cx, cell.cy):
                self.tap(*self.hands.screen.primary.center)
                self.tap(*self.turned_to((self.hands.session.rev, where[1])).center)

    def rows(self) -> None:
        """Every line on every page of a list."""
        rows = self.hands.screen.rows
        while True:
            for view in rows.views:
                if view.shown:
                    assert self.tap(*view.center)
            if not (rows.after.shown and rows.after.enabled):
                break
            self.tap(*rows.after.center)
        while rows.before.shown and rows.before.enabled:
            self.tap(*rows.before.center)

    def keys(self) -> list[object]:
        """The keys on all pages of the panel; returns to its first page."""
        found: list[object] = []
        for _ in range(MOST_PAGES):
            new = [button.key for button in _offered(self.hands) if button.key not in found]
            if not new:
                break
            found += new
            more = _more(self.hands)
            if more is None:
                break
            self.tap(*more.center)
        return found

    def turned_to(self, key: object) -> TapButton:
        """The button for ``key``, on its page."""
        return _turned_to(self.hands, key, lambda button: self.tap(*button.center))

    def there(self, place: str) -> bool:
        """The present screen, table or sheet; a button may lead from one to the other."""
        return self.hands.app.looking == place and self.hands.root.name == {"game": "table"}.get(place, place)

    def enter(self, place: str, path: Sequence[object]) -> None:
        """Start at the table or sheet, and open each group."""
        if not self.there(place):
            button = next(button for button in self.hands.root.nav.buttons if button.key == place)
            self.tap(*button.center)
        elif getattr(self.hands.screen, "where", None) or getattr(self.hands.screen, "_group", None):
            self.tap(*self.hands.screen.primary.center)
        for key in path:
            self.tap(*self.turned_to(key).center)
