"""A card to read."""

from __future__ import annotations

from math import cos, pi

from kivy.graphics import PopMatrix, PushMatrix, Scale
from kivy.graphics.texture import Texture

from companion.core.texts import Text
from companion.scene.scene import Card
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.icons import own
from ui.look.theme import Look, look
from ui.widgets.drawn import Tappable

TURNED = 0.5
"""Progress of a turn from which the face is visible."""
BESIDE = 27.0
"""Minimum width (mm) of the text next to a photo."""
EASY, LEAST = 3.6, 2.6
"""Font sizes (mm) below a photo: preferred and smallest."""
HALF, MOST = 50, 75
"""Maximum height of the text in those sizes, in per cent."""


class CardView(Tappable):
    """A card: header in its deck's colour with a large icon, then title, heading, text."""

    card: Card | None = None
    picture: Texture | None = None
    """Photo of the real card, if the box has one; the text is then as small as is readable."""
    turn: float = 1.0
    """Progress of turning it over: 0 shows the back, 1 the face."""

    def paint_self(self, area: Area) -> None:
        card = self.card
        if card is None:
            return
        if self.turn >= 1:
            self._paint_face(area, card)
            return
        PushMatrix()
        Scale(max(0.01, abs(cos(pi * self.turn))), 1, 1, origin=(area.cx, area.cy))
        if self.turn < TURNED:
            self._paint_back(area, card)
        else:
            self._paint_face(area, card)
        PopMatrix()

    def _paint_back(self, area: Area, card: Card) -> None:
        """The back, with the name of the deck."""
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
        # The header extends below the body, to hide the body's upper rounded corners.
        paint.box(Area(head.x, head.y - radius, head.w, head.h + radius), colour, radius=radius)
        paint.box(area, t.CARD, radius=radius)
        paint.rect(Area(area.x, area.y + area.h - radius, area.w, radius), t.CARD)
        self._paint_head(head.inset(look.pad, look.mm(2)), card, ink)
        self._paint_body(area.inset(look.mm(3.4), look.mm(2.4)), card, text)

    def _paint_pictured(self, area: Area, card: Card, text: str, picture: Texture) -> None:
        """The photo with the text next to or below it, whichever leaves it larger."""
        above, beside = area.copy(), area.copy()
        below = above.cut_bottom(self._words_high(area, card, text), look.mm(1))
        wide = paint.scaled(picture, Area(area.x, area.y, area.w - look.mm(BESIDE) - look.gap, area.h)).w
        left = beside.cut_left(wide, look.gap)
        if paint.scaled(picture, left).h > paint.scaled(picture, above).h and self._reads_beside(beside, text):
            paint.picture(picture, left)
            self._paint_body(beside.inset(look.mm(0.6), look.mm(3)), card, text)
        else:
            paint.picture(picture, above)
            self._paint_body(below.inset(look.mm(2), look.mm(0.6)), card, text)

    def _reads_beside(self, beside: Area, text: str) -> bool:
        px, wide = look.text(LEAST), int(beside.w - look.mm(1.2))
        return not text or type_.fit(text, "plain", px, px, wide, int(beside.h - look.mm(30)), 40)[2]

    def _words_high(self, area: Area, card: Card, text: str) -> float:
        """Height of the text below a photo: the least for the preferred font size, else for the smallest."""
        wide = int(area.w - look.mm(4))
        for size, most in ((EASY, HALF), (LEAST, MOST)):
            for share in range(20, most + 1, 5):
                body = area.h * share / 100 - look.mm(1.2)
                room = body - min(look.mm(12), body * 0.3) - look.mm(2.4 if card.heading is None else 8.8)
                px = look.text(size)
                if not text or (room > 0 and type_.fit(text, "plain", px, px, wide, int(room), 40)[2]):
                    return area.h * share / 100
        return area.h * MOST / 100

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
