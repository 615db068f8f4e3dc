"""Shows one hint at a time, after the screen is drawn, until it is read."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

from companion.scene.scene import Tip
from companion.session.session import Session
from ui.app.stage import Stage
from ui.base.language import say
from ui.base.settings import Settings
from ui.layout import anchors
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.model import hints

SCREENS = ("table", "dice", "form")
"""Screens on which hints appear: those that a game itself brings to the front."""


class Hinting:
    """Points the bubble of ``stage`` at what a hint explains. ``keep`` saves which hints were read.

    After each hint, the next one waits for an answer.
    """

    def __init__(self, settings: Settings, keep: Callable[[], None]) -> None:
        self._settings = settings
        self._keep = keep
        self._stage: Stage | None = None
        self._session: Session | None = None
        self._tip: Tip | None = None
        self._read_at: tuple[int, int] | None = None
        self._placed: tuple[object, Area | None] = (None, None)
        self._later = Clock.create_trigger(lambda _dt: self._show(), 0)

    def look(self, stage: Stage, session: Session | None) -> None:
        """The screen may have changed: hide a hint that no longer applies, and look for one after the next frame."""
        self._stage, self._session = stage, session
        if not self._settings.hints:
            stage.bubble.hide()
            return
        if self._tip is not None and self._tip not in self._new():
            stage.bubble.hide()
        self._later()

    def _new(self) -> list[Tip]:
        if (
            self._session is None
            or self._stage is None
            or self._stage.name not in SCREENS
            or self._covered(self._stage)
        ):
            return []
        if self._read_at == (id(self._session), self._session.rev):
            return []
        return [tip for tip in hints.offered(self._session) if tip.id not in self._settings.learned]

    def _covered(self, stage: Stage) -> bool:
        return any(part.shown for part in (stage.banner, stage.sleep_overlay, stage.slip))

    def _show(self) -> None:
        stage, session = self._stage, self._session
        if stage is None or session is None:
            return
        for tip in self._new():
            at = anchors.find(stage, tip.at, session.scene.choices)
            spot = self._place(stage, say(tip.words), at) if at is not None else None
            if spot is not None:
                self._tip = tip
                stage.bubble.place(spot)
                stage.bubble.action = self._read
                stage.bubble.show(text=say(tip.words), at=at)
                return
        self._tip = None
        stage.bubble.hide()

    def _place(self, stage: Stage, text: str, at: Area) -> Area | None:
        """A place next to targets and text being read, else next to targets only. Cached while nothing moves."""
        fingers, words = anchors.taken(stage), anchors.texts(stage)
        sizes = stage.bubble.sizes(text)
        key = (sizes, at, fingers, words, stage.size[:])
        if key != self._placed[0]:
            room = Area(0, 0, *stage.size).inset(look.mm(1))
            found = hints.place(sizes, at, [*fingers, *words], room) or hints.place(sizes, at, fingers, room)
            self._placed = key, found
        return self._placed[1]

    def _read(self) -> None:
        if self._tip is not None and self._session is not None:
            self._settings.learned.add(self._tip.id)
            self._read_at = id(self._session), self._session.rev
            self._keep()
