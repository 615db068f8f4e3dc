"""Cards: one to read, its photo, the animations of what is revealed; and a QR code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import cos, pi
from types import MappingProxyType

from kivy.clock import Clock, ClockEvent
from kivy.graphics import PopMatrix, PushMatrix, Scale
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion.core.texts import Text
from companion.scene.icons import own
from companion.scene.scene import Card, Occasion, Opened, Reveal, Scene
from companion.session.session import Session
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, ink, look
from ui.widgets.board import paint_pieces
from ui.widgets.drawn import UNSET, Drawn, Tappable, tap_guard

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

    card: Card = UNSET
    picture: Texture | None = None
    """Photo of the real card, if the box has one; the text is then as small as is readable."""
    turn: float = 1.0
    """Progress of turning it over: 0 shows the back, 1 the face."""

    def paint_self(self, area: Area) -> None:
        card = self.card
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


# Photos and QR codes.


class Photo(Tappable):
    """A photo, scaled to fit."""

    picture: Texture = UNSET

    def paint_self(self, area: Area) -> None:
        paint.picture(self.picture, area)
        if self.pressed:
            paint.rect(area, t.faded(t.NIGHT, 0.3))

    def fill(self, picture: Texture | None, area: Area) -> None:
        """Show it centred in ``area``, scaled to fit; None: hide."""
        if picture is not None:
            self.place(paint.scaled(picture, area))
        self.show(picture=picture, shown=picture is not None, key=picture)


QUIET_ZONE = 3
"""Quiet zone around the code, in modules."""
WHITE, BLACK = ink("#ffffff"), ink("#000000")


class QrView(Drawn):
    """Rows of modules, True for dark ones, each a whole number of pixels."""

    squares: Sequence[Sequence[bool]] = ()

    def paint_self(self, area: Area) -> None:
        if not self.squares:
            return
        count = len(self.squares) + 2 * QUIET_ZONE
        side = max(1, int(min(area.w, area.h) // count))
        left, top = round(area.cx - side * count / 2), round(area.cy + side * count / 2)
        paint.rect(Area(left, top - side * count, side * count, side * count), WHITE)
        dark = [
            Area(left + (x + QUIET_ZONE) * side, top - (y + QUIET_ZONE + 1) * side, side, side)
            for y, row in enumerate(self.squares)
            for x, on in enumerate(row)
            if on
        ]
        paint.rects(dark, BLACK)


# The timing of reveals.

ALL_REVEALS = 0.8
"""Maximum seconds for all reveals together."""
LASTS: Mapping[Occasion, float] = MappingProxyType(
    {
        "card": 0.45, "bids": 0.8, "alert": 0.5, "crew": 0.7, "raid": 0.65, "story": 0.6, "round": 0.6, "last": 0.8,
        "end": 0.8,
    }
)  # fmt: skip
"""Seconds of each if it is alone."""
BEFORE: tuple[Occasion, ...] = ("round", "last", "story")
"""What comes before the card that it brings."""
SIGNS: Mapping[str | None, str] = MappingProxyType({"win": "star", "loss": "alert", "end": "crown"})
"""Icon of a game's end, by its result; a tie has no crown."""


@dataclass(frozen=True)
class RevealTiming:
    """Consecutive reveals, sped up if they would take too long."""

    acts: tuple[Reveal, ...]

    @cached_property
    def ends(self) -> tuple[float, ...]:
        """End times of each, starting with 0."""
        times = [LASTS[act.of] for act in self.acts]
        faster = min(1.0, ALL_REVEALS / sum(times))
        return tuple(accumulate((seconds * faster for seconds in times), initial=0.0))

    @property
    def lasts(self) -> float:
        return self.ends[-1]

    def at(self, seconds: float) -> tuple[Reveal, float] | None:
        """The reveal at that time and its progress (0 to 1); None after the end."""
        for act, (start, end) in zip(self.acts, pairwise(self.ends), strict=True):
            if seconds < end:
                return act, max(0.0, (seconds - start) / (end - start))
        return None


def reveal_timing(session: Session) -> RevealTiming | None:
    """Reveals of the current page, or of the game's end, or what has begun; None if there are none."""
    page, scene = session.page, session.scene
    acts: list[Reveal] = []
    if page is not None:
        acts += [one for one in page.reveals if one.of in BEFORE]
        if page.card is not None:
            acts.append(Reveal("card", page.card.title, page.card.icon))
        acts += [one for one in page.reveals if one.of not in BEFORE]
    elif session.mode == "over":
        acts.append(Reveal("end", scene.prompt.title, sign_of(scene)))
    else:
        acts += session.announced
    return RevealTiming(tuple(acts)) if acts else None


def sign_of(scene: Scene) -> str:
    """Icon of how the game ended."""
    if scene.result == "end" and scene.ranking and not any(one.winner for one in scene.ranking):
        return "players"
    return SIGNS.get(scene.result, "alert")


def eased(share: float) -> float:
    """Ease in and out (smoothstep)."""
    return share * share * (3 - 2 * share)


def part(share: float, start: float, end: float) -> float:
    """Progress from ``start`` to ``end``, from 0 to 1."""
    return min(1.0, max(0.0, (share - start) / (end - start)))


# Reveals, drawn over everything else.

FRAMES = 1 / 30
"""Seconds between frames."""
COUNT = 3
CARD_TURNED, CARD_OPEN = 0.5, 0.72
"""Progress of bids: the countdown ends and they start to turn, then they are open."""


class RevealView(Drawn):
    """Plays a ``Course`` once. Everything it shows is also on the screen below: a tap only skips it."""

    def build(self) -> None:
        self.shown = False
        self._course: RevealTiming | None = None
        self._seconds = 0.0
        self._card: CardView | None = None
        self._waits: Callable[[], bool] = bool
        self._clock: ClockEvent | None = None

    @property
    def playing(self) -> bool:
        """True while it plays, or waits for an animation below it."""
        return self._course is not None

    def play(self, course: RevealTiming, card: CardView | None, waits: Callable[[], bool] = bool) -> None:
        """Start; ``card``: the card on the screen, which turns over itself. It starts once ``waits`` returns False."""
        self.skip()
        self._course, self._seconds, self._card, self._waits = course, 0.0, card, waits
        self._clock = Clock.schedule_interval(self.advance, FRAMES)
        self._picture()

    def advance(self, seconds: float) -> None:
        if self._course is None:
            return
        if not self._waits():
            self._seconds += seconds
        if self._seconds >= self._course.lasts:
            self.skip()
        else:
            self._picture()

    def skip(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        now = self._now()
        if now is not None and now[0].of != "card":
            tap_guard.arrive()  # It has covered what lies below.
        self._course = None
        if self._card is not None:
            self._card.show(turn=1.0, shown=self._card.shown)
            self._card = None
        self.hide()

    def skipped(self) -> bool:
        """Jump to the end; False if nothing of it is shown."""
        shown = self._now() is not None
        if shown:
            self.skip()
            tap_guard.arrive()
        return shown

    def _now(self) -> tuple[Reveal, float] | None:
        return None if self._course is None or self._waits() else self._course.at(self._seconds)

    def _picture(self) -> None:
        now = self._now()
        if self._card is not None:
            turn = now[1] if now is not None and now[0].of == "card" else 0.0 if self._card_comes(now) else 1.0
            self._card.show(turn=eased(turn), shown=self._card.shown)
        if now is None or now[0].of == "card":
            self.hide()
        else:
            self.show()
            self.redraw()

    def _card_comes(self, now: tuple[Reveal, float] | None) -> bool:
        """True if the card is still to be turned over."""
        acts = self._course.acts if self._course is not None and now is not None else ()
        return any(act.of == "card" for act in acts[acts.index(now[0]) + 1 :]) if now is not None else False

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A tap skips the animation, and does nothing else."""
        return not touch.is_mouse_scrolling and self.skipped()

    # Drawing.

    def paint_self(self, area: Area) -> None:
        now = self._now()
        if now is None:
            return
        act, share = now
        paint.rect(area, t.faded(t.NIGHT, 0.95))
        room = area.inset(look.mm(6), area.h * 0.14)
        ink = t.ALERT if act.of in ("alert", "raid", "last") else t.STORY if act.of == "story" else t.LAMP
        paint.glow(area.cx, area.cy, area.h * (0.3 + 0.4 * eased(share)), t.faded(ink, 0.3))
        words = room.cut_bottom(min(look.mm(20), room.h * 0.26), look.mm(3))
        paint.words(say(act.words), words, t.PAPER, 7.6, face="heavy", align="center", lines=2)
        {"bids": _bids, "alert": _alert, "crew": _crew, "raid": _raid}.get(act.of, _sign)(room, act, share)


def _sign(room: Area, act: Reveal, share: float) -> None:
    """An icon that grows."""
    side = min(room.w, room.h, look.mm(40)) * (0.35 + 0.65 * eased(part(share, 0, 0.7)))
    icons.draw(act.icon, room.centred(side), tint=t.STORY if act.of == "story" else t.LAMP)


def _alert(room: Area, act: Reveal, share: float) -> None:
    """The marker climbs its track step by step."""
    length = max(act.length, act.end)
    at = act.start + (act.end - act.start) * eased(part(share, 0.1, 0.8))
    figure = room.cut_top(room.h * 0.56)
    side = min(figure.h, look.mm(24))
    icons.draw(act.icon, Area(room.cx - side * 1.15, figure.cy - side / 2, side, side), tint=t.ALERT)
    number = Area(room.cx + side * 0.15, figure.cy - side / 2, side * 1.6, side)
    paint.words(str(round(at)), number, t.PAPER, 20, face="heavy")
    gap = look.mm(0.8)
    cells = Area(room.x, room.cy - look.mm(3), room.w, look.mm(6)).columns(length, gap)
    for n, cell in enumerate(cells, 1):
        lit = min(1.0, max(0.0, at - n + 1))
        paint.box(cell, t.STONE, radius=look.mm(1), line=t.EDGE, width=max(1, look.mm(0.2)))
        if lit:
            fill = t.ALERT if n > act.start else t.faded(t.ALERT, 0.55)
            paint.box(Area(cell.x, cell.y, cell.w * lit, cell.h), fill, radius=look.mm(1))


def _bids(room: Area, act: Reveal, share: float) -> None:
    """All bids are face down during a countdown from three, then all turn over at once."""
    turned = part(share, CARD_TURNED, CARD_OPEN)
    open_ = turned >= 0.5
    columns = room.w / len(act.opened) >= look.mm(26)
    gap = look.mm(2.5)
    cells = room.columns(len(act.opened), gap) if columns else room.rows(len(act.opened), gap)
    for cell, one in zip(cells, act.opened, strict=True):
        _paint_bid(cell, one, abs(1 - 2 * eased(turned)), open_=open_, flat=not columns)
    if not turned:
        left = str(COUNT - int(share / CARD_TURNED * COUNT))
        r = look.mm(11)
        paint.disc(room.cx, room.cy, r, t.AMBER)
        paint.words(left, Area(room.cx - r, room.cy - r, 2 * r, 2 * r), t.ON_AMBER, 15, face="heavy", align="center")


def _paint_bid(cell: Area, one: Opened, wide: float, *, open_: bool, flat: bool) -> None:
    """A bid's tile, ``wide`` as far as it is turned: the player, and once open, the bid."""
    if flat:
        face = Area(cell.x, cell.cy - cell.h * wide / 2, cell.w, cell.h * wide)
    else:
        face = Area(cell.cx - cell.w * wide / 2, cell.y, cell.w * wide, cell.h)
    if face.w < look.mm(2) or face.h < look.mm(2):
        return
    line = t.LAMP if open_ and one.ahead else t.EDGE
    paint.box(face, t.STONE if open_ else t.DUSK, radius=look.mm(2.4), line=line, width=look.mm(0.6))
    inner = face.inset(look.mm(1.6), look.mm(1.2))
    if flat:
        side = min(inner.h, look.mm(11))
        icons.draw(one.icon, inner.cut_left(side, look.mm(2)))
        paint.words(say(one.name), inner.cut_left(inner.w * 0.36, look.mm(2)), t.PAPER, 5, least=1.6)
        value = inner.cut_right(look.mm(13), look.mm(1))
    else:
        side = min(inner.h * 0.3, inner.w, look.mm(13))
        spot = inner.cut_top(side, look.mm(1))
        icons.draw(one.icon, Area(spot.cx - side / 2, spot.y, side, side))
        name = inner.cut_top(look.mm(6), look.mm(1))
        paint.words(say(one.name), name, t.PAPER, 4.6, least=1.4, align="center", lines=2)
        value = inner.cut_top(inner.h * 0.5, look.mm(1))
    if not open_:
        paint.words("?", value, t.MIST, 10, face="heavy", align="center")
        return
    paint.words(say(one.value), value, t.PAPER, 10, face="heavy", align="center")
    paint_pieces(inner, one.pieces, align="center", most=6)


def _raid(room: Area, act: Reveal, share: float) -> None:
    """Goods move from the raided player to the raider."""
    left, way, right = room.columns(3, look.mm(2))
    for cell, one in zip((right, left), act.opened, strict=True):
        side = min(cell.w, cell.h * 0.66, look.mm(28))
        icons.draw(one.icon, Area(cell.cx - side / 2, cell.cy - side * 0.36, side, side))
        name = Area(cell.x, cell.cy - side * 0.36 - look.mm(8), cell.w, look.mm(7))
        paint.words(say(one.name), name, t.PAPER, 5, least=2.0, align="center")
    gone = eased(part(share, 0.1, 0.8))
    wide, high = way.w * 0.7, look.mm(11)
    place = Area(way.x + (way.w - wide) * gone, way.cy, wide, high)
    tip = way.x + look.mm(3) + (way.w - look.mm(6)) * gone
    paint.stroke((way.x, way.cy - look.mm(3), tip, way.cy - look.mm(3)), t.ALERT, look.mm(1))
    paint.polygon((tip + look.mm(3), way.cy - look.mm(3), tip, way.cy - look.mm(5), tip, way.cy - look.mm(1)), t.ALERT)
    paint_pieces(place, act.pieces, align="center", most=10)


def _crew(room: Area, act: Reveal, share: float) -> None:
    """The crew aboard, and the last member arriving."""
    if act.opened:
        side = min(room.h * 0.4, look.mm(22))
        spot = room.cut_top(side, look.mm(2))
        icons.draw(act.opened[0].icon, Area(spot.cx - side / 2, spot.y, side, side))
    n = max(1, len(act.pieces))
    side = min(room.h, room.w / n - look.mm(3), look.mm(22))
    left = room.cx - (side + look.mm(3)) * n / 2
    for index, piece in enumerate(act.pieces):
        x = left + index * (side + look.mm(3)) + look.mm(1.5)
        last = index == n - 1
        come = eased(part(share, 0.1, 0.75)) if last else 1.0
        if last:
            paint.glow(x + side / 2, room.cy, side * (0.4 + 0.7 * come), t.faded(t.AMBER, 0.5))
        icons.draw(
            piece.icon, Area(x, room.cy - side / 2 + (1 - come) * side * 1.2, side, side), alpha=0.2 + 0.8 * come
        )
