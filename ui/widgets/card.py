"""A card, as paper under the lamp."""

from __future__ import annotations

from math import cos, pi

from kivy.graphics import PopMatrix, PushMatrix, Scale
from kivy.graphics.texture import Texture

from companion.core.texts import Text
from companion.scene.scene import Card
from ui.app.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.icons import own
from ui.look.theme import Look, look
from ui.widgets.drawn import Tappable
from ui.widgets.frame.photo import fitted

HALF = 0.5
"""As far as a card must be turned for its face to be seen."""
BESIDE = 27.0
"""Millimetres of the words beside a picture at least."""
TITLE, HEADING, LINE, LETTER = 8.6, 6.2, 5.4, 2.1
"""Millimetres of what stands below a picture: a title, a heading, a line of the text; and the width of its letters."""


class CardView(Tappable):
    """A card to read: the head in its deck's colour with a large icon, then title, heading, text."""

    card: Card | None = None
    picture: Texture | None = None
    """What the real card looks like, if the box has a picture of it: that is what the card is then, with the words as
    small as can be read."""
    turn: float = 1.0
    """How far it has been turned over: 0 lies with its back up, 1 with its face."""

    def paint_self(self, area: Area) -> None:
        card = self.card
        if card is None:
            return
        if self.turn >= 1:
            self._paint_face(area, card)
            return
        PushMatrix()
        Scale(max(0.01, abs(cos(pi * self.turn))), 1, 1, origin=(area.cx, area.cy))
        if self.turn < HALF:
            self._paint_back(area, card)
        else:
            self._paint_face(area, card)
        PopMatrix()

    def _paint_back(self, area: Area, card: Card) -> None:
        """The back says from which deck it comes."""
        colour, ink = t.DECKS.get(card.deck, (t.STONE, t.PAPER))
        radius = look.mm(3)
        paint.box(area, colour, radius=radius)
        paint.box(area.inset(look.mm(2.4), look.mm(2.4)), colour, radius=radius, line=ink, width=look.mm(0.5))
        inner = area.inset(look.mm(6), look.mm(6))
        paint.words(say(Text(card.deck.capitalize())).upper(), inner, ink, 11, face="heavy", align="center", lines=2)

    def _paint_face(self, area: Area, card: Card) -> None:
        radius = look.mm(3)
        paint.glow(area.cx, area.cy, max(area.w, area.h) * 0.75, t.faded(t.AMBER, 0.10))
        colour, ink = t.DECKS.get(card.deck, (t.STONE, t.PAPER))
        paint.shadow(Area(area.x + look.mm(0.5), area.y - look.mm(0.9), area.w, area.h), t.SHADE, radius=radius)
        text = say(card.text)
        if self.picture is not None:
            paint.box(area, t.CARD, radius=radius)
            self._paint_pictured(area.inset(look.mm(1.4), look.mm(1.4)), card, text, self.picture)
            return
        share = 0.56 if not text else 0.44 if len(text) < 90 else 0.32 if len(text) < 220 else 0.2
        head = area.cut_top(area.h * share)
        # The head reaches as far below the body as that covers all of its lower corners.
        paint.box(Area(head.x, head.y - radius, head.w, head.h + radius), colour, radius=radius)
        paint.box(area, t.CARD, radius=radius)
        paint.rect(Area(area.x, area.y + area.h - radius, area.w, radius), t.CARD)
        self._paint_head(head.inset(look.pad, look.mm(2)), card, ink)
        self._paint_body(area.inset(look.mm(3.4), look.mm(2.4)), card, text)

    def _paint_pictured(self, area: Area, card: Card, text: str, picture: Texture) -> None:
        """The picture with the words beside or below it, whatever leaves it larger."""
        above, beside = area.copy(), area.copy()
        below = above.cut_bottom(self._words_high(area, card, text), look.mm(1))
        wide = fitted(picture, Area(area.x, area.y, area.w - look.mm(BESIDE) - look.gap, area.h)).w
        left = beside.cut_left(wide, look.gap)
        if fitted(picture, left).h > fitted(picture, above).h:
            paint.picture(picture, left)
            self._paint_body(beside.inset(look.mm(0.6), look.mm(3)), card, text)
        else:
            paint.picture(picture, above)
            self._paint_body(below.inset(look.mm(2), look.mm(0.6)), card, text)

    def _words_high(self, area: Area, card: Card, text: str) -> float:
        """How much of the height the words need below a picture; long ones get half of it."""
        lines = -(-len(text) * LETTER // max(1.0, area.w / look.mm(1) - 4)) if text else 0
        high = TITLE + (HEADING if card.heading is not None else 0) + LINE * lines
        return min(look.mm(high), area.h * 0.5)

    def _paint_head(self, head: Area, card: Card, ink: t.Rgba) -> None:
        deck = say(Text(card.deck.capitalize())).upper()
        if head.h > look.mm(16):
            paint.words(deck, head.cut_top(look.mm(5)), ink, 3.8, align="center")
            picture = head
        else:
            picture = head.cut_left(head.h, look.gap * 2)
            paint.words(deck, head, ink, 4.2)
        pale = f"{card.icon}:pale"
        icons.draw(pale if own(pale) else card.icon, picture, tint=ink)

    def _paint_body(self, body: Area, card: Card, text: str) -> None:
        title = say(card.title)
        used = paint.words(
            title, body.cut_top(min(look.mm(12), body.h * 0.3)), t.ON_CARD, Look.TITLE, face="heavy", least=3.2,
            align="center", lines=2,
        )  # fmt: skip
        if not text and not card.heading:
            return
        rule = body.cut_top(look.mm(2.4))
        if used:
            paint.rect(Area(rule.x, rule.cy, rule.w, max(1, look.mm(0.2))), t.CARD_EDGE)
        if card.heading is not None:
            heading = body.cut_top(look.mm(5.2), look.mm(1.2))
            paint.words(say(card.heading), heading, t.ON_CARD_DIM, 4, least=2.0, align="center", lines=2)
        paint.words(
            text, body, t.ON_CARD, Look.READ, face="plain", least=2.6, lines=40,
            align="center" if len(text) < 160 else "left", valign="middle" if len(text) < 160 else "top",
        )  # fmt: skip
