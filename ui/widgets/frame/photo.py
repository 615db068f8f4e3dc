"""The photo of a card; a tap shows it in full size."""

from __future__ import annotations

from kivy.graphics.texture import Texture

from ui.layout.geometry import Area
from ui.look import paint
from ui.look import theme as t
from ui.widgets.drawn import Tappable


class Photo(Tappable):
    """A photo, scaled to fit."""

    picture: Texture | None = None

    def paint_self(self, area: Area) -> None:
        if self.picture is not None:
            paint.picture(self.picture, area)
            if self.pressed:
                paint.rect(area, t.faded(t.NIGHT, 0.3))

    def fill(self, picture: Texture | None, area: Area) -> None:
        """Show it centred in ``area``, scaled to fit; None: hide."""
        if picture is not None:
            self.place(paint.scaled(picture, area))
        self.show(picture=picture, shown=picture is not None, key=picture)
