"""Editors that are drawn on: a board's layout, the places of its tiles, a tile of squares, a city tile."""

from __future__ import annotations

from functools import partial

from companion.core.texts import T, Words, listed
from companion.packs.editing.board import (
    LANDS,
    LARGEST,
    SIGNS,
    WIDEST,
    BoardDraft,
    CityTileDraft,
    Place,
    Sign,
    SlotsDraft,
    TileDraft,
)
from companion.packs.editing.words import BoxWords
from ui.base.language import language, say, sentence
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.box_editor import BoardEdit, CityTileEdit, DrawingEdit
from ui.screens.boxes import DrawingScreen, TypingScreen
from ui.widgets.buttons import Role, TapButton
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.drawn import place_row
from ui.widgets.editors import Block, LandTile, Plan, Sketch
from ui.widgets.entry import AmountField, Amounts


class BoardScreen(TypingScreen):
    """The board, tools for the selected space, and a keyboard for its name."""

    TITLE_MM, TITLE_LINES = 5.0, 2

    def build(self) -> None:
        super().build()
        self.sketch = self.add(Sketch(put=self._put, tapped=self._tap, moved=self._changed))
        self.name = self.add(TapButton(size_mm=4.2, action=self._name))
        self.station = self.add(TapButton(size_mm=4.2, icon="station", action=self._mark))
        self.remove = self.add(TapButton(size_mm=4.2, action=self._remove))
        self.later = self.add(TapButton(size_mm=4.2, action=lambda: self._layout.give(self.draft, False)))
        self._layout: BoardEdit
        self._chosen = ""
        self._naming = self._asking = False
        self._version = 0

    def open(self, about: BoardEdit) -> None:
        self._layout, self._chosen, self._naming, self._asking = about, "", False, False
        self._version += 1

    @property
    def draft(self) -> BoardDraft:
        return self._layout.draft

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot, upright = body.cut_bottom(look.primary, look.gap), shape == "portrait"
        self.back.place(foot.cut_left(foot.w * 0.4 if upright else look.mm(26), look.gap))
        self.primary.place(foot if upright else foot.cut_right(look.mm(34), look.gap))
        tools = body.cut_bottom(look.touch, look.gap) if upright else foot
        self.later.place(tools)
        place_row(tools, look.gap, self.name, self.station, self.remove)
        head = body.cut_top(look.mm(13), look.gap)
        self.place_head(head)
        self.sketch.place(body)
        self._body = body

    def refresh(self) -> None:
        draft, chosen = self.draft, self._chosen
        self.over.show(text=say(self._layout.about).upper())
        self.title.show(text=say(self._instruction()))
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

    def _instruction(self) -> Words:
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


# The places of a board's tiles.

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

    def open(self, about: DrawingEdit[SlotsDraft]) -> None:
        self._drawing, self._chosen, self._held = about, None, None
        self._shape = about.draft.shapes()[0]
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
        self.shapes.in_a_row = upright = shape == "portrait"
        self.shapes.place(body.cut_bottom(look.touch, look.gap) if upright else body.cut_right(look.mm(30), look.gap))
        self.plan.place(body)

    def refresh(self) -> None:
        draft = self._drawing.draft
        self.over.show(text=say(self._drawing.about).upper())
        self.title.show(text=say(self._instruction(draft)))
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

    def _instruction(self, draft: SlotsDraft) -> Words:
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


# A tile of squares.

SIDE = 62.0
"""Width (mm) of the column next to the tile."""


class TileScreen(DrawingScreen[TileDraft]):
    """The tile's squares, its size, and the symbols to print."""

    def build(self) -> None:
        super().build()
        self.plan = self.add(Plan(tapped=self._tap))
        self.amounts = self.add(Amounts(step=self._step))
        self.brushes = self.add(ChoicePanel(in_a_row=True))
        self._brush = "accelerator"

    def open(self, about: DrawingEdit[TileDraft]) -> None:
        self._drawing = about

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        self.place_two(body)
        upright = shape == "portrait"
        side = body if upright else body.cut_right(min(body.w * 0.48, look.mm(SIDE)), look.gap * 2)
        self.brushes.place(side.cut_bottom(look.mm(13), look.gap))
        self.amounts.place(
            body.cut_bottom(look.mm(26), look.gap) if upright else side.cut_top(min(side.h, look.mm(30)))
        )
        self.plan.place(body)

    def refresh(self) -> None:
        draft = self._drawing.draft
        self.over.show(text=say(self._drawing.about).upper())
        self.title.show(text=say(T("Tap the squares on which it is printed.")))
        self.plan.show(columns=draft.wide, rows=draft.high, signs=draft.signs(), labels=draft.labels())
        sizes = (("w", T("Columns"), draft.wide), ("h", T("Rows"), draft.high))
        self.amounts.show(
            amounts=tuple(AmountField(id_, "", say(name), n, "", n > 1, n < LARGEST) for id_, name, n in sizes)
        )
        brushes = (("accelerator", T("Accelerator"), "accelerator"), ("site", T("Crash site"), "site"))
        self.brushes.show(options=tuple(
            Option(
                say(words), partial(self._take, name), icon=icon, key=name,
                role="chosen" if name == self._brush else "plain",
            )
            for name, words, icon in brushes
        ))  # fmt: skip
        self.show_buttons()

    # Input.

    def _tap(self, place: Place) -> None:
        draft = self._drawing.draft
        (draft.accelerate if self._brush == "accelerator" else draft.crash)(place)
        self.host.dismiss()

    def _take(self, brush: str) -> None:
        self._brush = brush
        self.host.dismiss()

    def _step(self, name: str, by: int) -> None:
        self._drawing.draft.resize(by if name == "w" else 0, by if name == "h" else 0)
        self.host.dismiss()


# A city tile.


class CityTileScreen(DrawingScreen[CityTileDraft]):
    """The tile with a palette of symbols; a tapped symbol is placed by tapping the tile."""

    def build(self) -> None:
        super().build()
        self.tile = self.add(LandTile(dropped=self._put, moved=self._move, taken=self._take))
        self._words: BoxWords
        self._sign: Sign = ""

    def open(self, about: CityTileEdit) -> None:
        self._drawing, self._words, self._sign = about, about.words, ""

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        self.place_two(body)
        self.tile.place(body)

    def refresh(self) -> None:
        draft = self._drawing.draft
        self.over.show(text=say(self._drawing.about).upper())
        self.title.show(text=say(T("Drag the land to its edges, and onto the tile what is printed there.")))
        self.tile.show(
            signs=tuple(self._shown(sign) for sign in SIGNS), chosen=self._sign, things=tuple(draft.things),
            edges=tuple(f"land:{land}" if (land := draft.land(side)) else None for side in range(len(LANDS))),
        )  # fmt: skip
        self.show_buttons()

    def _shown(self, sign: Sign) -> tuple[str, str, str]:
        """A symbol with its icon and name."""
        kind, _, name = sign.partition(":")
        if kind == "land":
            return sign, sign, sentence(say(self._words.value("edges", name)))
        if kind == "exit":
            return sign, f"door:{name}", say(self._words.field(name, "exit"))
        return sign, "gang:member" if kind == "gang" else kind, say(self._words.field(kind))

    # Input.

    def _put(self, sign: Sign, side: int) -> None:
        self._drawing.draft.put(sign, side)
        self.host.dismiss()

    def _move(self, side: int, to: int | None) -> None:
        if side != to:
            self._drawing.draft.move(side, to)
        self.host.dismiss()

    def _take(self, sign: Sign) -> None:
        self._sign = "" if sign == self._sign else sign
        self.host.dismiss()
