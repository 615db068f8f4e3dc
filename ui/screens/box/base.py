"""Base classes of the box screens."""

from __future__ import annotations

from typing import Generic

from companion.core.texts import T
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.box_editor import DraftT, DrawingEdit
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.entry import Keyboard, TextLine


class BoxScreen(Screen):
    """A header with title, heading and undo; back and the amber button at the bottom. Subclasses lay out the rest."""

    nav = False
    TITLE_MM = 6.4
    """Font size (mm) of the title."""
    TITLE_LINES = 1
    """Maximum number of its lines."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=self.TITLE_MM, face="heavy", lines=self.TITLE_LINES))
        self.undo = self.add(TapButton(size_mm=4.2, icon="undo", action=self._undo))
        self.back = self.add(TapButton(size_mm=4.6, icon="back", action=self._back))
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, action=self.act))

    def place_head(self, head: Area) -> None:
        """Lay out heading, title and undo."""
        self.undo.place(head.cut_right(look.mm(26), look.gap))
        self.over.place(head.cut_top(look.mm(4.6)))
        self.title.place(head)

    def place_foot(self, body: Area, shape: Shape, share: float, *others: TapButton) -> None:
        """Lay out the bottom of ``body``: the amber button takes ``share`` of the width, back and ``others`` the rest;
        in portrait they are above it."""
        foot = body.cut_bottom(look.primary, look.gap)
        if shape == "portrait":
            self.primary.place(foot)
            foot = body.cut_bottom(look.touch, look.gap)
        else:
            self.primary.place(foot.cut_right(foot.w * share, look.gap))
        for button, cell in zip((self.back, *others), foot.columns(1 + len(others), look.gap), strict=True):
            button.place(cell)

    def _undo(self) -> None:
        """Undo the last change of the open box."""
        self.host.box_editor.undo()

    def _back(self) -> None:
        """Leave the current page."""


class DrawingScreen(BoxScreen, Generic[DraftT]):
    """A screen to draw one thing of a box; ``_drawing`` holds the draft and its callbacks."""

    TITLE_MM, TITLE_LINES = 5.0, 2
    _drawing: DrawingEdit[DraftT]

    def place_two(self, body: Area) -> None:
        """Lay out back and the amber button at the bottom, the header at the top."""
        foot = body.cut_bottom(look.primary, look.gap)
        self.back.place(foot.cut_left(foot.w * 0.3, look.gap))
        self.primary.place(foot.cut_right(foot.w * 0.6))
        self.place_head(body.cut_top(look.mm(13), look.gap))

    def show_buttons(self) -> None:
        """Show undo if there is something to undo, back, and the amber button."""
        self.undo.show(text=say(T("Undo")), shown=self._drawing.draft.can_undo)
        self.back.show(text=say(T("Back")), enabled=True)
        self.primary.show(text=say(T("Done")), enabled=True)

    def act(self) -> None:
        """Finish the drawing."""
        self._drawing.give(self._drawing.draft)

    def _undo(self) -> None:
        self._drawing.draft.undo()
        self.host.dismiss()

    def _back(self) -> None:
        self._drawing.leave()


class TypingScreen(BoxScreen):
    """A screen with a keyboard; ``typed`` is the text."""

    def build(self) -> None:
        super().build()
        self.text = self.add(TextLine())
        self.keyboard = self.add(Keyboard(typed=self._type))
        self.typed = ""
        self.suggested = False
        """The text is a suggestion: the first letter replaces it."""

    def show_keyboard(self, body: Area, *, names: bool = True) -> None:
        """Show the keyboard in ``body`` with the text above it; ``names`` start with a capital."""
        body = body.copy()
        self.text.place(body.cut_top(Keyboard.text_high(body), look.gap))
        self.keyboard.place(body)
        self.text.show(text=self.typed, about=say(T("Type it here.")))
        self.keyboard.show(capital=names and (self.suggested or not self.typed))

    def hide_keyboard(self) -> None:
        self.text.hide()
        self.keyboard.hide()

    def _type(self, letter: str) -> None:
        before = "" if self.suggested else self.typed
        self.typed, self.suggested = before + letter if letter else before[:-1], False
        self.host.dismiss()
