"""The ranking at the end: who came in where, with what, and who is out of it."""

from __future__ import annotations

from typing import Any

from companion.core.pictures import Rank
from companion.core.texts import T
from ui import icons, paint
from ui import text as type_
from ui import theme as t
from ui.geometry import Area
from ui.language import say
from ui.theme import look
from ui.widgets.drawn import Drawn


class RankRow(Drawn):
    """One player: place, disc, name and what is noted, the total. The winner has a crown, and the word."""

    def __init__(self, **kwargs: Any) -> None:
        self.rank: Rank | None = None
        self.lang = ""
        super().__init__(**kwargs)

    def paint_self(self, area: Area) -> None:
        rank = self.rank
        if rank is None:
            return
        out = rank.rank is None
        if rank.winner:
            paint.glow(area.cx, area.cy, area.w * 0.4, t.faded(t.AMBER, 0.12))
        paint.box(
            area, t.NIGHT if out else t.STONE if rank.winner else t.DUSK,
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
        value = say(rank.value)
        if value:
            wide = min(inner.w * 0.34, type_.extents(value, look.text(6), "heavy")[0] + 2)
            paint.words(value, inner.cut_right(wide, look.gap), t.PAPER, 6, face="heavy", align="right")
        self._paint_name(inner, rank, t.MIST if out else t.PAPER)

    def _paint_name(self, inner: Area, rank: Rank, ink: t.Rgba) -> None:
        note = say(rank.note)
        if rank.winner:
            note = " · ".join([say(T("Winner")), *([note] if note else [])])
        name = say(rank.name)
        wide = type_.extents(name, look.text(5), "bold")[0] + look.mm(3)
        if note and wide + type_.extents(note, look.text(3.6), "plain")[0] <= inner.w:
            paint.words(name, inner.cut_left(wide), ink, 5)
        elif note:
            paint.words(name, inner.cut_top(inner.h * (0.55 if inner.h < look.mm(12) else 0.45)), ink, 5, least=2.4)
        else:
            paint.words(name, inner, ink, 5, least=2.4)
        lines = 2 if inner.h > look.mm(7) else 1
        paint.words(
            note, inner, t.LAMP if rank.winner else t.MIST, 3.6, face="plain", least=2.1, lines=lines, loose=True
        )


class RankList(Drawn):
    """All players below each other."""

    MOST, MOST_UPRIGHT = 12.0, 17.0

    def __init__(self, **kwargs: Any) -> None:
        self.ranking: tuple[Rank, ...] = ()
        self.lang = ""
        self.rows: list[RankRow] = []
        super().__init__(**kwargs)

    def paint_self(self, area: Area) -> None:
        n = len(self.ranking)
        while len(self.rows) < n:
            self.rows.append(RankRow())
            self.add_widget(self.rows[-1])
        gap = look.mm(1)
        if n:
            most = self.MOST_UPRIGHT if look.panel.shape == "portrait" else self.MOST
            high = min(look.mm(most), (area.h - gap * (n - 1)) / n)
            cells = area.cut_top(high * n + gap * (n - 1)).rows(n, gap)
            for row, rank, cell in zip(self.rows, self.ranking, cells, strict=False):
                row.place(cell)
                row.show(rank=rank, lang=self.lang)
        for row in self.rows[n:]:
            row.hide()
