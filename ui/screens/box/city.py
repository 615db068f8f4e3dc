"""Editor of a city tile: drag land to its edges, and printed symbols to its middle."""

from __future__ import annotations

from companion.core.texts import T
from companion.packs.editing.city import LANDS, SIGNS, CityTileDraft, Sign
from companion.packs.editing.words import BoxWords
from ui.base.language import say, sentence
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.box_editor import DrawingEdit
from ui.screens.box.base import DrawingScreen
from ui.widgets.editors import LandTile


class CityTileScreen(DrawingScreen[CityTileDraft]):
    """The tile with a palette of symbols; a tapped symbol is placed by tapping the tile."""

    def build(self) -> None:
        super().build()
        self.tile = self.add(LandTile(dropped=self._put, moved=self._move, taken=self._take))
        self._words: BoxWords
        self._sign: Sign = ""

    def draw(self, drawing: DrawingEdit[CityTileDraft], words: BoxWords) -> None:
        """Start with this tile; ``words``: the vocabulary of its box."""
        self._drawing, self._words, self._sign = drawing, words, ""

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
