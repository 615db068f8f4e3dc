"""Editor of a tile of squares: a tap on a square prints the selected symbol."""

from __future__ import annotations

from functools import partial

from companion.core.texts import T
from companion.packs.editing.tiles import LARGEST, Place, TileDraft
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.box_editor import DrawingEdit
from ui.screens.box.base import DrawingScreen
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.editors import Plan
from ui.widgets.entry import Amount, Amounts

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

    def draw(self, drawing: DrawingEdit[TileDraft]) -> None:
        """Start with this tile."""
        self._drawing = drawing

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        self.place_two(body)
        if shape == "portrait":
            self.brushes.place(body.cut_bottom(look.mm(13), look.gap))
            self.amounts.place(body.cut_bottom(look.mm(26), look.gap))
        else:
            side = body.cut_right(min(body.w * 0.48, look.mm(SIDE)), look.gap * 2)
            self.brushes.place(side.cut_bottom(look.mm(13), look.gap))
            self.amounts.place(side.cut_top(min(side.h, look.mm(30))))
        self.plan.place(body)

    def refresh(self) -> None:
        draft = self._drawing.draft
        self.over.show(text=say(self._drawing.about).upper())
        self.title.show(text=say(T("Tap the squares on which it is printed.")))
        self.plan.show(columns=draft.wide, rows=draft.high, signs=draft.signs(), labels=draft.labels())
        sizes = (("w", T("Columns"), draft.wide), ("h", T("Rows"), draft.high))
        self.amounts.show(
            amounts=tuple(Amount(id_, "", say(name), n, "", n > 1, n < LARGEST) for id_, name, n in sizes)
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
