"""Tracks, such as those of the story."""

from __future__ import annotations

from companion.scene.scene import Track
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.drawn import Drawn


class TrackBar(Drawn):
    """A track as a bar of steps: name, number, and symbols on steps ahead.

    ``stacked``: the name is above the bar, as it is below ``WIDE``. Below ``NARROW`` there is no bar.
    """

    WIDE, NARROW = 47.0, 30.0
    """Minimum width (mm) for a bar with its name next to it, and above it."""

    track: Track | None = None
    stacked: bool = False

    def paint_self(self, area: Area) -> None:
        track = self.track
        if track is None:
            return
        name = say(track.name).upper()
        if area.w < look.mm(self.NARROW):
            self._paint_number(area.cut_right(min(look.mm(13.5), area.w * 0.6), look.gap), track, "right")
            paint.words(name, area, t.MIST, Look.TINY, least=1.7, lines=2)
        elif self.stacked or area.w < look.mm(self.WIDE):
            number = area.cut_left(look.mm(15), look.gap)
            self._paint_number(number, track, "left")
            paint.words(name, area.cut_top(area.h * 0.42), t.MIST, Look.TINY, face="bold", least=1.8)
            self._paint_bar(area.inset(0, area.h * 0.1), track)
        else:
            paint.words(name, area.cut_left(look.mm(17)), t.MIST, Look.SMALL, least=2.4, lines=2)
            self._paint_number(area.cut_left(look.mm(13.5), look.mm(2.4)), track, "right")
            self._paint_bar(area.inset(0, max(0.0, (area.h - look.mm(3.4)) / 2)), track)

    def _paint_number(self, area: Area, track: Track, align: paint.Align) -> None:
        of = f"/{track.length}"
        face, px = "heavy", look.text(Look.STATE)
        small = look.text(Look.SMALL)
        wide = type_.extents(of, small, "bold")[0]
        number = type_.extents(str(track.at), px, face)[0]
        left = area.x if align == "left" else max(area.x, area.x + area.w - wide - number)
        paint.words(str(track.at), Area(left, area.y, number + 1, area.h), t.PAPER, Look.STATE, face=face)
        below = Area(left + number, area.y - px * 0.12, area.x + area.w - left - number + 1, area.h)
        paint.words(of, below, t.MIST, Look.SMALL, least=2.0)

    def _paint_bar(self, area: Area, track: Track) -> None:
        gap = max(1.0, look.mm(0.4))
        wide = (area.w - gap * (track.length - 1)) / max(1, track.length)
        fill = t.TRACKS.get(track.tone, t.GREEN)
        for step in range(1, track.length + 1):
            cell = Area(area.x + (step - 1) * (wide + gap), area.y, wide, area.h)
            paint.box(cell, fill if step <= track.at else t.SLOT, radius=look.mm(0.5))
        side = min(area.h * 1.5, max(wide * 1.6, area.h))
        for step, mark in track.marks.items():
            if track.at < step <= track.length:
                x = area.x + (step - 1) * (wide + gap) + wide / 2
                icons.draw(mark, Area(x - side / 2, area.cy - side / 2, side, side))


class TrackRows(Drawn):
    """The tracks of a scene in ``rows`` rows, ``gap`` pixels apart; with more tracks than rows, several share a row."""

    DEEPEST = 3

    @classmethod
    def deep(cls, tracks: int) -> int:
        """Number of rows for ``tracks`` tracks at the top of a screen."""
        return -(-tracks // max(1, -(-tracks // cls.DEEPEST)))

    tracks: tuple[Track, ...] = ()
    rows: int = 1
    gap: float = 0.0
    stacked: bool = False

    def build(self) -> None:
        self.bars: list[TrackBar] = []
        self._room = Area(0, 0, 0, 0)

    def show(self, **content: object) -> None:
        super().show(**{"shown": bool(content.get("tracks", self.tracks)), **content})
        self._arrange()

    def place(self, area: Area) -> None:
        self._room = area.copy()
        super().place(area)
        self._arrange()

    def paint_self(self, area: Area) -> None:
        """The bars draw themselves."""

    def _arrange(self) -> None:
        """Place and fill the bars at once: a hint may point at one before it is drawn."""
        if not self.shown:
            return
        self.ensure(self.bars, TrackBar, len(self.tracks))
        columns = max(1, -(-len(self.tracks) // max(1, self.rows)))
        cells = [
            cell for row in self._room.rows(max(1, self.rows), self.gap) for cell in row.columns(columns, look.pad)
        ]
        for bar, track, cell in zip(self.bars, self.tracks, cells, strict=False):
            bar.place(cell)
            bar.show(track=track, stacked=self.stacked)
        for bar in self.bars[len(self.tracks) :]:
            bar.hide()
