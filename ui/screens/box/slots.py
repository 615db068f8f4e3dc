"""Editor of the places of a board's tiles: add, drag, turn, remove."""

from __future__ import annotations

from functools import partial

from companion.core.texts import T, Words
from companion.packs.editing.tiles import WIDEST, Place, SlotsDraft
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.box_editor import DrawingEdit
from ui.screens.box.base import DrawingScreen
from ui.widgets.buttons import Role, TapButton
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.editors import Block, Plan

ROOM = 3
"""Free squares around the places."""
LEAST = 12
"""Minimum number of visible columns and rows."""


class SlotsScreen(DrawingScreen[SlotsDraft]):
    """The board with its places, and the possible shapes of a place."""

    def build(self) -> None:
        super().build()
        self.plan = self.add(Plan(tapped=self._tap, dragged=self._drag, dropped=self._drop))
        self.shapes = self.add(ChoicePanel(in_a_row=True))
        self.remove = self.add(TapButton(size_mm=4.2, action=self._remove))
        self._chosen: int | None = None
        self._held: tuple[int, Place] | None = None
        self._shape: Place = (1, 1)
        self._extent: Place = (LEAST, LEAST)

    def draw(self, drawing: DrawingEdit[SlotsDraft]) -> None:
        """Start with this draft."""
        self._drawing, self._chosen, self._held = drawing, None, None
        self._shape = drawing.draft.shapes()[0]
        self._measure()

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot = body.cut_bottom(look.primary, look.gap)
        self.back.place(foot.cut_left(foot.w * 0.3, look.gap))
        self.remove.place(foot.cut_left(foot.w * 0.42, look.gap))
        self.primary.place(foot)
        self.over.place(body.cut_top(look.mm(4.4)))
        head = body.cut_top(max(look.touch, look.mm(8.6)), look.gap)
        self.undo.place(head.cut_right(look.mm(26), look.gap))
        self.title.place(head)
        if shape == "portrait":
            self.shapes.in_a_row = True
            self.shapes.place(body.cut_bottom(look.touch, look.gap))
        else:
            self.shapes.in_a_row = False
            self.shapes.place(body.cut_right(look.mm(30), look.gap))
        self.plan.place(body)

    def refresh(self) -> None:
        draft = self._drawing.draft
        self.over.show(text=say(self._drawing.about).upper())
        self.title.show(text=say(self._said(draft)))
        wrong = [any(slot.meets(one) for one in draft.slots if one is not slot) for slot in draft.slots]
        blocks = tuple(
            Block(slot.x, slot.y, slot.w, slot.h, "" if on else f"{slot.w} × {slot.h}", n == self._chosen, on)
            for n, (slot, on) in enumerate(zip(draft.slots, wrong, strict=True))
        )
        self.plan.show(columns=self._extent[0], rows=self._extent[1], blocks=blocks)
        self.shapes.show(options=tuple(self._option(draft, shape) for shape in draft.shapes()))
        self.remove.show(text=say(T("Take it away")), enabled=self._chosen is not None, key=self._chosen)
        self.undo.show(text=say(T("Undo")), shown=draft.can_undo)
        self.back.show(text=say(T("Back")), enabled=True)
        usable = bool(draft.slots) and not draft.overlaps()
        self.primary.show(text=say(T("Done")), enabled=usable, role="primary" if usable else "quiet")

    def _option(self, draft: SlotsDraft, shape: Place) -> Option:
        slot = draft.slots[self._chosen] if self._chosen is not None else None
        lit = {slot.w, slot.h} == {*shape} if slot is not None else shape == self._shape
        role: Role = "chosen" if lit else "plain"
        return Option(f"{shape[0]} × {shape[1]}", partial(self._take, shape), key=shape, role=role, rapid=True)

    def _said(self, draft: SlotsDraft) -> Words:
        if draft.overlaps():
            return T("Two tiles would lie on each other: drag one away.")
        if self._chosen is not None:
            return T("Drag it, give it another shape, or tap its shape to turn it.")
        if not draft.slots:
            return T("Tap where the upper left corner of a tile lies.")
        return T("Tap a free square for a further tile. Drag one to move it.")

    def _measure(self) -> None:
        """Fit the visible area to the places, with room around them."""
        slots = self._drawing.draft.slots
        wide = max([LEAST, *(slot.x + slot.w + ROOM for slot in slots)])
        high = max([LEAST, *(slot.y + slot.h + ROOM for slot in slots)])
        self._extent = min(WIDEST, wide), min(WIDEST, high)

    # Input.

    def act(self) -> None:
        """Finish, if places do not overlap."""
        if self.primary.enabled:
            super().act()

    def _tap(self, place: Place) -> None:
        draft = self._drawing.draft
        at = draft.at(place)
        if at is None:
            self._chosen = draft.add(place, self._shape)
            self._measure()
        else:
            self._chosen = None if at == self._chosen else at
        self.host.dismiss()

    def _drag(self, began: Place, here: Place) -> None:
        draft = self._drawing.draft
        if self._held is None:
            at = draft.at(began)
            if at is None:
                return
            draft.lift()
            self._held, self._chosen = (at, (draft.slots[at].x, draft.slots[at].y)), at
        at, (x, y) = self._held
        draft.move(at, (x + here[0] - began[0], y + here[1] - began[1]))
        self.host.dismiss()

    def _drop(self) -> None:
        self._held = None
        self._measure()
        self.host.dismiss()

    def _take(self, shape: Place) -> None:
        self._shape = shape
        if self._chosen is not None:
            self._drawing.draft.shape(self._chosen, shape)
            self._measure()
        self.host.dismiss()

    def _remove(self) -> None:
        if self._chosen is not None:
            self._drawing.draft.remove(self._chosen)
            self._chosen = None
            self.host.dismiss()

    def _undo(self) -> None:
        self._drawing.draft.undo()
        self._chosen = None
        self._measure()
        self.host.dismiss()
