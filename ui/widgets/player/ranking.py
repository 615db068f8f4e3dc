"""The final ranking."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.core.texts import T
from companion.scene.parts import Rank
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn, Tappable

TWO_LINES = 10.5
"""Height (mm) from which the note has its own full-width line."""


class RankRow(Tappable):
    """One player: rank, disc, name, note, total; the winner has a crown. A tap shows how the total is made up, if there
    is more to tell."""

    rank: Rank | None = None

    def paint_self(self, area: Area) -> None:
        rank = self.rank
        if rank is None:
            return
        out = rank.rank is None
        if rank.winner:
            paint.glow(area.cx, area.cy, area.w * 0.4, t.faded(t.AMBER, 0.12))
        paint.box(
            area, t.STONE_PRESSED if self.pressed else t.NIGHT if out else t.STONE if rank.winner else t.DUSK,
            line=t.LAMP if rank.winner else t.EDGE, width=look.mm(0.6) if rank.winner else max(1, look.mm(0.22)),
        )  # fmt: skip
        inner = area.inset(look.mm(2.2), look.mm(0.8))
        high = min(inner.h, look.mm(8))
        place = inner.cut_left(look.mm(8), look.mm(1.6))
        if rank.winner:
            icons.draw("crown", Area(place.cx - high * 0.45, place.cy - high * 0.45, high * 0.9, high * 0.9))
        else:
            paint.words("–" if out else f"{rank.rank}.", place, t.MIST, 5.4, face="heavy", align="center")
        disc = inner.cut_left(high, look.mm(2))
        icons.draw(rank.icon, Area(disc.x, disc.cy - high / 2, high, high), alpha=0.45 if out else 1)
        if inner.h < look.mm(TWO_LINES) or not _note(rank):
            self._paint_value(inner, rank)
            self._paint_name(inner, rank)
        else:
            head = inner.cut_top(inner.h * 0.52)
            self._paint_value(head, rank)
            paint.words(say(rank.name), head, self._ink, 5, least=2.4)
            self._paint_note(inner, rank, 2)

    @property
    def _ink(self) -> t.Rgba:
        return t.MIST if self.rank is None or self.rank.rank is None else t.PAPER

    def _paint_value(self, inner: Area, rank: Rank) -> None:
        """The total on the right, with an arrow if a tap shows more."""
        if rank.steps:
            side = min(inner.h, look.mm(3.4))
            sign = inner.cut_right(side, look.mm(1))
            icons.draw("forward", Area(sign.x, sign.cy - side / 2, side, side), tint=t.MIST)
        value = say(rank.value)
        if value:
            name = type_.extents(say(rank.name), look.text(5), "bold")[0] + look.gap
            wide = min(max(inner.w * 0.5, inner.w - name), type_.extents(value, look.text(6), "heavy")[0] + 2)
            paint.words(value, inner.cut_right(wide, look.gap), t.PAPER, 6, face="heavy", align="right")

    def _paint_name(self, inner: Area, rank: Rank) -> None:
        note, name = _note(rank), say(rank.name)
        wide = type_.extents(name, look.text(5), "bold")[0] + look.mm(3)
        if note and wide + type_.extents(note, look.text(3.6), "plain")[0] <= inner.w:
            paint.words(name, inner.cut_left(wide), self._ink, 5)
        else:
            paint.words(name, inner.cut_top(inner.h * 0.55) if note else inner, self._ink, 5, least=2.4)
        self._paint_note(inner, rank, 2 if inner.h > look.mm(7) else 1)

    def _paint_note(self, room: Area, rank: Rank, lines: int) -> None:
        ink = t.LAMP if rank.winner else t.MIST
        paint.words(_note(rank), room, ink, 3.6, face="plain", least=2.1, lines=lines)


def _note(rank: Rank) -> str:
    note = say(rank.note)
    return " · ".join([say(T("Winner")), *([note] if note else [])]) if rank.winner else note


class RankList(Drawn):
    """All players from top to bottom."""

    MOST, MOST_UPRIGHT = 12.0, 17.0

    tap: Callable[[str], None] | None = None
    ranking: tuple[Rank, ...] = ()

    def build(self) -> None:
        self.rows: list[RankRow] = []

    def paint_self(self, area: Area) -> None:
        n = len(self.ranking)
        self.ensure(self.rows, RankRow, n)
        gap = look.mm(1)
        if n:
            for row, rank, cell in zip(self.rows, self.ranking, self._cells(area, n, gap), strict=False):
                row.place(cell)
                row.action = partial(self.tap, rank.seat) if rank.steps and self.tap is not None else None
                row.show(rank=rank)

    def _cells(self, area: Area, n: int, gap: float) -> list[Area]:
        """Rows in one column; in two if they would be too low for a finger."""
        lines = n if n * (look.touch + gap) - gap <= area.h else -(-n // 2)
        wide = lines == n and look.panel.shape != "portrait"
        high = min(look.mm(self.MOST if wide else self.MOST_UPRIGHT), (area.h - gap * (lines - 1)) / lines)
        room = area.cut_top(high * lines + gap * (lines - 1))
        columns = [room] if lines == n else room.columns(2, look.gap)
        return [cell for column in columns for cell in column.rows(lines, gap)]
