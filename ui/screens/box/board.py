"""Editor of a board's layout: tap to add a space, tap two to link them, drag to move one."""

from __future__ import annotations

from companion.core.texts import T, Words, listed
from companion.packs.editing.board import BoardDraft
from ui.base.language import language, say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.box_editor import BoardEdit
from ui.screens.box.base import TypingScreen
from ui.widgets.buttons import TapButton
from ui.widgets.editors import Sketch


class BoardScreen(TypingScreen):
    """The board, tools for the selected space, and a keyboard for its name."""

    TITLE_MM, TITLE_LINES = 5.0, 2

    def build(self) -> None:
        super().build()
        self.sketch = self.add(Sketch(put=self._put, tapped=self._tap, moved=self._changed))
        self.name = self.add(TapButton(size_mm=4.2, action=self._name))
        self.station = self.add(TapButton(size_mm=4.2, icon="station", action=self._mark))
        self.remove = self.add(TapButton(size_mm=4.2, action=self._remove))
        self.later = self.add(TapButton(size_mm=4.2, action=self._give_part))
        self._layout: BoardEdit
        self._chosen = ""
        self._naming = self._asking = False
        self._version = 0

    def lay_out(self, layout: BoardEdit) -> None:
        """Start with this layout."""
        self._layout, self._chosen, self._naming, self._asking = layout, "", False, False
        self._version += 1

    @property
    def draft(self) -> BoardDraft:
        return self._layout.draft

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot = body.cut_bottom(look.primary, look.gap)
        if shape == "portrait":
            tools = body.cut_bottom(look.touch, look.gap)
        else:
            self.back.place(foot.cut_left(look.mm(26), look.gap))
            self.primary.place(foot.cut_right(look.mm(34), look.gap))
            tools = foot
        self.later.place(tools)
        for part, cell in zip((self.name, self.station, self.remove), tools.columns(3, look.gap), strict=True):
            part.place(cell)
        if shape == "portrait":
            self.back.place(foot.cut_left(foot.w * 0.4, look.gap))
            self.primary.place(foot)
        head = body.cut_top(look.mm(13), look.gap)
        self.place_head(head)
        self.sketch.place(body)
        self._body = body

    def refresh(self) -> None:
        draft, chosen = self.draft, self._chosen
        self.over.show(text=say(self._layout.about).upper())
        self.title.show(text=say(self._said()))
        self.sketch.show(draft=draft, chosen=chosen, version=self._version, shown=not self._naming)
        if self._naming:
            self.show_keyboard(self._body)
        else:
            self.hide_keyboard()
        laying = not self._naming and not self._asking
        free = bool(chosen) and laying
        self.name.show(text=say(T("Name")), enabled=free, key=chosen, shown=laying)
        self.station.show(text=say(T("Station")), enabled=free, key=chosen, shown=laying)
        self.remove.show(text=say(T("Take it away")), enabled=free, key=chosen, shown=laying)
        self.undo.show(text=say(T("Undo")), shown=draft.can_undo and laying)
        self.later.show(text=say(T("More of it later")), shown=self._asking)
        self.back.show(text=say(T("Back")), enabled=True, key=(self._naming, self._asking))
        done = bool(self.typed.strip()) if self._naming else bool(draft.squares)
        role = "primary" if done else "quiet"
        words = T("That is all of it") if self._asking else T("Done")
        self.primary.show(text=say(words), enabled=done, role=role, key=(self._naming, self._asking, chosen))

    def _said(self) -> Words:
        """What to do next, or what is still wrong."""
        squares, alone = self.draft.squares, self.draft.alone()
        if self._naming:
            return T("What is it called?")
        if self._asking:
            return T("Is that the whole board? Until it is, figures and dice stay with you.")
        if not squares:
            return T("Tap where the first square is.")
        if self._chosen:
            return T("Tap another square to connect them, or to separate them.")
        if alone:
            which = listed([self._called(one) for one in alone[:3]])
            return T("Nothing leads to {which} yet. Tap one square, then the one next to it.", which=which)
        return T("Tap where a square is. Drag one to move it.")

    def _called(self, square: str) -> Words:
        found: Words = self.draft.squares[square].name or square.replace("_", " ")
        return found

    # Input.

    def act(self) -> None:
        """Confirm the name, or the board."""
        if not self.primary.enabled:
            return
        if self._naming:
            before, typed = self.draft.squares[self._chosen].name, self.typed.strip()
            self.draft.name(self._chosen, {**before, language.code: typed} if isinstance(before, dict) else typed)
            self._naming, self._chosen = False, ""
            self._changed()
        elif self._asking or self.draft.alone():
            self._layout.give(self.draft, self._asking)
        else:
            self._asking, self._chosen = True, ""
            self._changed()

    def _give_part(self) -> None:
        self._layout.give(self.draft, False)

    def _put(self, x: float, y: float) -> None:
        self._asking = False
        self._chosen = self.draft.add(x, y)
        self._changed()

    def _tap(self, square: str) -> None:
        self._asking = False
        if self._chosen and self._chosen != square:
            self.draft.join(self._chosen, square)
            self._chosen = ""
        else:
            self._chosen = "" if self._chosen == square else square
        self._changed()

    def _name(self) -> None:
        self._naming, self.typed = True, say(self.draft.squares[self._chosen].name)
        self.host.refresh()

    def _mark(self) -> None:
        self.draft.mark(self._chosen)
        self._changed()

    def _remove(self) -> None:
        self.draft.remove(self._chosen)
        self._chosen = ""
        self._changed()

    def _undo(self) -> None:
        self.draft.undo()
        self._chosen = ""
        self._changed()

    def _back(self) -> None:
        if self._naming or self._asking:
            self._naming = self._asking = False
            self.host.refresh()
        else:
            self._layout.leave()

    def _changed(self) -> None:
        self._version += 1
        self.host.dismiss()
