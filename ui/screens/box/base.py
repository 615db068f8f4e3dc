"""What screens of a box have in common."""

from __future__ import annotations

from typing import Generic

from companion.core.texts import T
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.telling import DraftT, Drawing
from ui.screens.base import Screen, say
from ui.widgets.button import TapButton, TextView
from ui.widgets.entry.keyboard import Keyboard, TextLine


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

    def place_head(self, head: Area) -> None:
        """Title, what is over it, and undo."""
        self.undo.place(head.cut_right(look.mm(26), look.gap))
        self.over.place(head.cut_top(look.mm(4.6)))
        self.title.place(head)

    def place_foot(self, body: Area, shape: Shape, share: float, *others: TapButton) -> None:
        """The amber button takes ``share`` of the foot of ``body``, the way back and ``others`` the rest; on upright
        glass they stand over it."""
        foot = body.cut_bottom(look.primary, look.gap)
        if shape == "portrait":
            self.primary.place(foot)
            foot = body.cut_bottom(look.touch, look.gap)
        else:
            self.primary.place(foot.cut_right(foot.w * share, look.gap))
        for button, cell in zip((self.back, *others), foot.columns(1 + len(others), look.gap), strict=True):
            button.place(cell)

    def _undo(self) -> None:
        """Take back the last change of the open box."""
        self.host.desk.undo()

    def _back(self) -> None:
        """Leave what is open."""


class DrawingScreen(BoxScreen, Generic[DraftT]):
    """A screen on which one thing of a box is drawn; ``_drawing`` is what is drawn, and where it goes."""

    TITLE_MM, TITLE_LINES = 5.0, 2
    _drawing: Drawing[DraftT]

    def place_two(self, body: Area) -> None:
        """The way back and the amber button at the foot, the title at the top."""
        foot = body.cut_bottom(look.primary, look.gap)
        self.back.place(foot.cut_left(foot.w * 0.3, look.gap))
        self.primary.place(foot.cut_right(foot.w * 0.6))
        self.place_head(body.cut_top(look.mm(13), look.gap))

    def show_buttons(self) -> None:
        """Undo where there is something to take back, the way back, and the amber button."""
        self.undo.show(text=say(T("Undo")), shown=self._drawing.draft.can_undo)
        self.back.show(text=say(T("Back")), enabled=True)
        self.primary.show(text=say(T("Done")), enabled=True)

    def act(self) -> None:
        """It is as it should be."""
        self._drawing.give(self._drawing.draft)

    def _undo(self) -> None:
        self._drawing.draft.undo()
        self.host.dismiss()

    def _back(self) -> None:
        self._drawing.leave()


class TypingScreen(BoxScreen):
    """A screen on which something can be typed; ``typed`` is what has been."""

    def build(self) -> None:
        super().build()
        self.text = self.add(TextLine())
        self.keyboard = self.add(Keyboard(typed=self._type))
        self.typed = ""
        self.suggested = False
        """What stands there was not typed by anybody: the first letter takes its place."""

    def show_keyboard(self, body: Area, *, names: bool = True) -> None:
        """The keyboard in ``body``, what has been typed over it; ``names`` begin with a capital."""
        body = body.copy()
        self.text.place(body.cut_top(Keyboard.text_high(body), look.gap))
        self.keyboard.place(body)
        self.text.show(text=self.typed, about=say(T("Type it here.")))
        self.keyboard.show(capital=names and (self.suggested or not self.typed))

    def hide_keyboard(self) -> None:
        """Nothing is to be typed now."""
        self.text.hide()
        self.keyboard.hide()

    def _type(self, letter: str) -> None:
        before = "" if self.suggested else self.typed
        self.typed, self.suggested = before + letter if letter else before[:-1], False
        self.host.dismiss()
