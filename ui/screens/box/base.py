"""What screens of a box have in common."""

from __future__ import annotations

from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import look
from ui.screens.base import Screen
from ui.widgets.button import TapButton, TextView


class BoxScreen(Screen):
    """At the top a title, with what it belongs to over it and undo beside it; at the bottom the way back and the amber
    button. Where parts stand is each screen's own affair, but for the head."""

    nav = False
    TITLE_MM = 6.4
    """Size of the title."""
    TITLE_LINES = 1
    """The most lines of it."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=self.TITLE_MM, face="heavy", lines=self.TITLE_LINES))
        self.undo = self.add(TapButton(size_mm=4.2, icon="undo", action=self._undo))
        self.back = self.add(TapButton(size_mm=4.6, icon="back", action=self._back))
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, action=self.act))

    def place_head(self, head: Area, undo: float = 26) -> None:
        """Title, what is over it, and undo, ``undo`` millimetres wide."""
        self.undo.place(head.cut_right(look.mm(undo), look.gap))
        self.over.place(head.cut_top(look.mm(4.6)))
        self.title.place(head)

    def _undo(self) -> None:
        """Take back the last change."""

    def _back(self) -> None:
        """Leave what is open."""
