"""Hints for first-time players: which one now, what it points at, and where its bubble goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from kivy.clock import Clock

from companion.core.instructions import split
from companion.core.texts import T
from companion.scene.scene import Choice, Tip, turn_board
from companion.session.session import Session
from ui.base.language import say
from ui.base.settings import Settings
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.model.navigation import Observer
from ui.screens.base import Screen
from ui.screens.stage import Stage
from ui.widgets.drawn import Drawn, Tappable
from ui.widgets.frame import arrow

PAGE = Tip(
    "page", T("Do on the table what it says here. Then tap the amber button: it is always what comes next."), "primary"
)
DEAL = Tip("deal", T("The companion draws for you. To draw from a deck yourselves, use its switch in the menu."),
           "primary")  # fmt: skip
DICE = Tip("roll", T("Roll your dice and tap what they show, or let the companion roll."), "primary")
UNDO = Tip(
    "undo", T("A slip of the finger? Undo takes back as much as you like, and says what to put back."), "about:undo"
)
SEEN = 3.0
"""Seconds after which a hint counts as read when people have gone on without closing it."""
PAD = Tip("pad", T("Rest a finger on a direction to see where it leads; nothing is decided until you tap it."), "pad")
FORM = Tip("form", T("Plus and minus say how much. Tap the number for the most there can be."), "form")
MODES = {"lines": PAGE, "deal": DEAL, "roll": DICE}
UNDO_FROM = 8
"""Entries after which the hint about undo makes sense."""
STEP = 0.03
"""Step in which positions of a bubble are tried, as a share of the longer side of the screen."""


def offered(session: Session) -> list[Tip]:
    """Hints that apply now, most useful first."""
    mode = session.mode
    if mode in MODES:
        return [MODES[mode]]
    if mode != "choose" or session.only is not None:
        return []
    game = session.table.game.name
    own = [Tip(f"{game}.{tip.id}", tip.words, tip.at) for tip in session.scene.tips]
    if session.scene.pad is not None:
        own.append(PAD)
    form = session.forms.now(session.scene, session.rev)
    if form is not None and form.portions:
        own.append(FORM)
    return [*own, UNDO] if session.rev >= UNDO_FROM else own


def place(sizes: Iterable[tuple[float, float]], at: Area, taken: Sequence[Area], room: Area) -> Area | None:
    """Where a bubble goes in ``room``: as near to ``at`` as possible, covering neither it nor anything ``taken``, if
    possible with an arrow that crosses nothing of that. ``sizes`` are tried in order; None if none fits."""
    step = max(room.w, room.h) * STEP
    for w, h in sizes:
        columns, rows = _steps(room.x, room.x + room.w - w, step), _steps(room.y, room.y + room.h - h, step)
        areas = (Area(x, y, w, h) for x in columns for y in rows)
        spots = [area for area in areas if not any(_meet(area, one) for one in (at, *taken))]
        spots.sort(key=lambda spot: _gap(spot, at))
        if spots:
            return next((spot for spot in spots if not any(crosses(spot, at, one) for one in taken)), spots[0])
    return None


def crosses(bubble: Area, at: Area, other: Area) -> bool:
    """True if the arrow from a bubble to ``at`` crosses another area (Liang and Barsky 1984)."""
    if other == at or _meet(other, at):
        return False
    x, y, end_x, end_y = arrow(bubble, at)
    first, last = 0.0, 1.0
    for start, way, low, high in (
        (x, end_x - x, other.x, other.x + other.w),
        (y, end_y - y, other.y, other.y + other.h),
    ):
        if not way:
            if not low <= start <= high:
                return False
            continue
        one, two = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, one), min(last, two)
    return first < last


def _steps(low: float, high: float, step: float) -> list[float]:
    """Where a bubble is tried, in whole pixels: so it is drawn, and its arrow with it."""
    if high < low:
        return []
    count = int((high - low) / step)
    return [*(float(round(low + step * n)) for n in range(count + 1)), float(round(high))]


def _meet(a: Area, b: Area) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def _gap(a: Area, b: Area) -> float:
    """Distance between the edges of two areas, with the distance of their centres as tie-breaker."""
    dx = max(a.x - b.x - b.w, b.x - a.x - a.w, 0)
    dy = max(a.y - b.y - b.h, b.y - a.y - a.h, 0)
    return float((dx * dx + dy * dy) ** 0.5 + (abs(a.cx - b.cx) + abs(a.cy - b.cy)) * 0.05)


# What a hint points at.

SCREEN_OF_TOPIC = {"players": "seats", "items": "sheet"}
"""The nav bar's screen for each topic of a hint, where the names differ."""


def find(stage: Stage, at: str, choices: list[Choice]) -> Area | None:
    """Where ``at`` (see ``Tip``) is on the screen; None if it is not visible."""
    front = stage.front
    kind, name = split(at)
    if kind == "about":
        screen = SCREEN_OF_TOPIC.get(name, name)
        return next((_seen(button) for button in stage.nav.buttons if button.key == screen), None)
    part = front.anchor(at)
    return _seen(part) if part is not None else _choice(front, at, choices) or front.cell(at)


def taken(stage: Stage) -> list[Area]:
    """Everything that takes taps, with a small margin."""
    found: list[Area] = []
    for part in stage.walk(restrict=True):
        if part is stage.bubble or not isinstance(part, Tappable):
            continue
        if part.shown and part.enabled and part.action is not None and part.width > 0:
            found += part.targets()
    air = -look.mm(0.6)
    return [area.inset(air) for area in found]


def texts(stage: Stage) -> list[Area]:
    """Text being read, the spaces it speaks of, and the one on which whoever is to move stands: a bubble must not cover
    them."""
    front, session = stage.front, stage.host.session
    if session is None:
        return [area for area in map(_seen, front.reading()) if area is not None]
    page, scene = session.page, session.scene
    spots = {line.spot for line in page.lines if line.spot} if page is not None else set()
    spots |= {spot.id for spot in scene.board.spots if spot.here} if scene.board is not None else set()
    spots |= {square.id for square in scene.grid.squares if square.here} if scene.grid is not None else set()
    areas = [*map(_seen, front.reading()), *map(front.cell, spots)]
    return [area for area in areas if area is not None]


def _seen(part: Drawn) -> Area | None:
    return part.area if part.shown and part.width > 0 else None


def _choice(front: Screen, at: str, choices: list[Choice]) -> Area | None:
    """The button of a group or an answer, else the board space where it can be given."""
    for button in front.choices():
        what = button.key[1] if button.shown and isinstance(button.key, tuple) else None
        if what == at or (isinstance(what, Choice) and _is(what, at)):
            return button.area
    if any(choice.primary and _is(choice, at) for choice in choices):
        return _seen(front.primary)
    spots = [choice.spot for choice in choices if choice.spot is not None and _is(choice, at)]
    return next((area for area in map(front.cell, spots) if area is not None), None)


def _is(choice: Choice, at: str) -> bool:
    return at in (choice.group, choice.answer.__struct_config__.tag)


SCREENS = ("table", "dice", "form")
"""Screens on which hints appear: those that a game itself brings to the front."""


class Hinting(Observer):
    """Points the bubble of ``stage`` at what a hint explains. ``keep`` saves which hints were read. After each hint,
    the next one waits for an answer."""

    def __init__(self, settings: Settings, stage: Callable[[], Stage], keep: Callable[[], None]) -> None:
        self._settings = settings
        self._find_stage = stage
        self._keep = keep
        self._stage: Stage | None = None
        self._session: Session | None = None
        self._tip: Tip | None = None
        self._read_at: tuple[str, int] | None = None
        self._seen: tuple[str, tuple[str, int], float] | None = None
        """The hint shown last, at which question, and since when."""
        self._placed: tuple[object, tuple[Area | None, bool]] = (None, (None, False))
        self._later = Clock.create_trigger(lambda _dt: self._show(), 0)

    def settled(self, session: Session | None) -> None:
        """Hide a hint that no longer applies, and look for one after the next frame."""
        stage = self._find_stage()
        self._stage, self._session = stage, session
        if not self._settings.hints:
            stage.bubble.hide()
            return
        self._pass_on()
        if self._tip is not None and self._tip not in self._new():
            stage.bubble.hide()
        self._later()

    def _pass_on(self) -> None:
        """A hint that stood there while people went on was seen: it does not come again."""
        if self._seen is None or self._session is None or self._now(self._session) == self._seen[1]:
            return
        if time.monotonic() - self._seen[2] >= SEEN:
            self._settings.learned.add(self._seen[0])
            self._keep()
        self._seen = None

    @staticmethod
    def _now(session: Session) -> tuple[str, int]:
        return session.token, session.rev

    def _new(self) -> list[Tip]:
        if (
            self._session is None
            or self._stage is None
            or not self._asks(self._stage, self._session)
            or self._covered(self._stage)
        ):
            return []
        if self._read_at == self._now(self._session):
            return []
        return [tip for tip in offered(self._session) if tip.id not in self._settings.learned]

    @staticmethod
    def _asks(stage: Stage, session: Session) -> bool:
        """True if the screen shows the question, as the board does on which somebody plays."""
        board = turn_board(session.scene) if stage.name == "seats" else None
        return stage.name in SCREENS or (board is not None and stage.front.seat == board.seat)

    def _covered(self, stage: Stage) -> bool:
        return stage.front.filled or any(part.shown for part in (stage.banner, stage.sleep_overlay, stage.slip))

    def _show(self) -> None:
        stage, session = self._stage, self._session
        if stage is None or session is None:
            return
        for tip in self._new():
            at = find(stage, tip.at, session.scene.choices)
            spot, clear = self._place(stage, say(tip.words), at) if at is not None else (None, False)
            if spot is not None:
                if self._seen is None or self._seen[0] != tip.id:
                    self._seen = tip.id, self._now(session), time.monotonic()
                self._tip = tip
                stage.bubble.action = self._read
                stage.bubble.show(spot, text=say(tip.words), at=at if clear else None)
                return
        self._tip = None
        stage.bubble.hide()

    def _place(self, stage: Stage, text: str, at: Area) -> tuple[Area | None, bool]:
        """A place that covers neither targets nor text, and the picture only if there is no other; None while there is
        none. With it, whether an arrow from there crosses none of them. Cached while nothing moves."""
        fingers, words = taken(stage), texts(stage)
        pictures = [area for area in map(_seen, stage.front.pictures()) if area is not None]
        sizes = stage.bubble.sizes(text)
        key = (sizes, at, fingers, words, stage.size[:])
        if key != self._placed[0]:
            room = Area(0, 0, *stage.size).inset(look.mm(1))
            free = [*fingers, *words]
            spot = place(sizes, at, [*free, *pictures], room) or place(sizes, at, free, room)
            clear = spot is not None and not any(crosses(spot, at, one) for one in free)
            self._placed = key, (spot, clear)
        return self._placed[1]

    def _read(self) -> None:
        if self._tip is not None and self._session is not None:
            self._settings.learned.add(self._tip.id)
            self._read_at = self._now(self._session)
            self._keep()
