"""What the companion would do: the best answers with the chance to win, and where they are on the board."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.texts import T, Words
from companion.session.opinion import Opinion, places_of
from companion.session.pages import Page
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import paint, theme
from ui.look import text as type_
from ui.look.theme import Look, look
from ui.screens.picture import PictureScreen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.drawn import Drawn


class OpinionRows(Drawn):
    """Answers with their numbers on the board, and the chance of each."""

    MOST, LOW = 15.0, 6.0
    """Maximum height (mm) of a row, and the one below which the sentence beneath gives its place to the rows."""
    NUMBER, CHANCE = 5.4, 17.0
    """Widths (mm)."""
    LEAST = 2.6
    """Least size of letters (mm), however large they are set."""

    best: tuple[Opinion, ...] = ()

    def paint_self(self, area: Area) -> None:
        rows, least = area.rows(max(1, len(self.best)), look.mm(1)), self.LEAST / max(1, look.scale)
        for n, (one, row) in enumerate(zip(self.best, rows, strict=False), 1):
            paint.box(row, theme.DUSK, line=theme.LAMP if n == 1 else theme.EDGE, width=max(1, look.mm(0.22)))
            inner = row.inset(look.mm(1.4), look.mm(0.6))
            number = inner.cut_left(look.mm(self.NUMBER), look.mm(0.6))
            chance = inner.cut_right(look.mm(self.CHANCE), look.mm(1))
            paint.words(str(n), number, theme.PAPER, Look.STATE, face="heavy")
            paint.words(say(one.words), inner, theme.PAPER, 4.2, least=least, lines=3)
            paint.words(say(one.said), chance, theme.PAPER, 3.8, least=least, align="right", lines=2)


class OpinionScreen(PictureScreen):
    """Thought out when people come here, and given up when they leave."""

    for_one = True
    PANEL = PANEL_BELOW_ROWS = PANEL_BELOW_PLACES = PANEL_BELOW_GRID = 66.0
    """Height (mm) below the board in portrait."""

    def build(self) -> None:
        super().build()
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=4.6, face="heavy", lines=2, valign="top"))
        self.rows = self.add(OpinionRows())
        self.hint = self.add(TextView(size_mm=3.6, face="plain", colour=theme.MIST, lines=5, valign="top"))
        self.primary = self.add(TapButton(size_mm=5.0, action=self.act))

    def reset(self) -> None:
        super().reset()
        if self.host.session is not None:
            self.host.ask_opinion()

    def on_parent(self, _screen: object, parent: object) -> None:
        if parent is None and self.host.session is not None:
            self.host.session.opinions.forget()

    @property
    def page(self) -> Page | None:
        """There is nothing to carry out here."""
        return None

    @property
    def numbers(self) -> Mapping[str, int]:
        return places_of(self._best)

    @property
    def _best(self) -> tuple[Opinion, ...]:
        return tuple(self.session.opinions.best or ())

    def refresh(self) -> None:
        session = self.session
        scene, opinions = session.scene, session.opinions
        hinted = self._arrange_panel(self._arrange_all(scene))
        self._show_head(scene)
        self.notice.hide()
        self._show_map(scene, frozenset())
        self.over.show(text=say(T("The companion's opinion")).upper())
        why_not = opinions.why_not
        hint: Words = T("Games won when it plays on from here in its mind, knowing no more than you. It can be wrong.")
        if why_not is not None:
            hint = why_not
        elif opinions.best is None:
            hint = T("It thinks about it …")
        self.title.show(text=say(scene.prompt.title))
        self.rows.show(best=self._best, shown=bool(self._best))
        self.hint.show(text=say(hint), colour=theme.MIST if self._best else theme.PAPER, shown=hinted)
        self.primary.show(text=say(T("To the table")), enabled=True, key="table")

    def _arrange_panel(self, panel: Area) -> bool:
        """True if there is room for the sentence beneath the rows."""
        self.primary.place(panel.cut_bottom(look.primary, look.gap))
        self.over.place(panel.cut_top(look.mm(5), look.gap))
        high = len(type_.wrap(say(self.session.scene.prompt.title), look.text(self.title.size_mm), "heavy", panel.w))
        self.title.place(panel.cut_top(min(high, 2) * type_.line_height(look.text(self.title.size_mm)), look.gap))
        if not self._best:
            self.hint.place(panel)
            return True
        beneath = look.mm(8.6) * look.scale
        room = panel.h - beneath > look.mm(OpinionRows.LOW) * look.scale * len(self._best)
        if room:
            self.hint.place(panel.cut_bottom(beneath, look.mm(0.8)))
        self.rows.place(panel.cut_top(min(look.mm(OpinionRows.MOST) * len(self._best), panel.h)))
        return room

    def act(self) -> None:
        self.host.go("game")
