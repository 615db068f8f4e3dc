"""Synthetic decks for benchmarks of card recognition.

Three kinds: cards that differ in a few words only, which is hard; cards with a picture each; and the cards of a box as
``companion pack print`` makes them.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from companion.core.texts import Say
from companion.games.game import Game
from companion.packs.loader import LoadedPack
from companion.packs.printing.cards import PrintedCard, cards
from companion.packs.printing.pdf import BANDS, FACES, FONTS, WIDE, capital

CARD = (504, 704)
"""Size of a card in pixels."""
MM = CARD[0] / WIDE
ROUND = round(3 * MM)
INSIDE = round(4.5 * MM)
INK, DIM = (16, 21, 31), (86, 96, 122)
PAPERS = ((244, 239, 228), (250, 250, 250), (226, 195, 143), (190, 215, 235), (52, 50, 60))
WORDS = (
    "alert bridge city dancer engine family garden harbour island jacket kitchen lantern market number office police"
    " quarter river station ticket umbrella village window yellow zebra again before carry draw every follow give hold"
    " inside join keep leave move never over pay quickly roll stay take under visit walk the a one two three four five"
    " six all each other card die square token turn round player hand wound result street subway mafia"
)

Band = tuple[int, int, int]


class Face(Struct, frozen=True):
    """The content of a card; ``picture`` is the random source of its picture, None without one."""

    deck: str
    name: str
    body: str
    paper: Band
    band: Band
    picture: int | None = None
    points: int = 12
    """Maximum font size of its text."""


def words_only(r: Random, count: int) -> list[Image.Image]:
    """A deck without pictures, with the same heading and the same text except for one line."""
    paper, band = r.choice(PAPERS), r.choice(list(BANDS.values()))
    deck, before, after = _line(r, 2), [_line(r, 4) for _ in range(r.randint(2, 5))], [_line(r, 4) for _ in range(4)]
    own: set[str] = set()
    while len(own) < count:
        own.add(_line(r, 4))
    name, points = _line(r, 2) if r.random() < 0.5 else "", r.randint(8, 11)
    bodies = ["\n".join([*before, line, *after]) for line in sorted(own)]
    return [drawn(Face(deck, name, body, paper, band, None, points)) for body in bodies]


def pictured(r: Random, count: int) -> list[Image.Image]:
    """A deck whose cards differ in picture, name and text."""
    paper, band, deck = r.choice(PAPERS), r.choice(list(BANDS.values())), _line(r, 2)
    return [
        drawn(Face(deck, _line(r, 2), " ".join(_line(r, 4) for _ in range(2)), paper, band, r.randrange(2**32)))
        for _ in range(count)
    ]


def decks_of(game: Game, loaded: LoadedPack, say: Say, least: int = 12) -> list[list[Image.Image]]:
    """The printable decks of a box with at least ``least`` different cards."""
    by_deck: dict[str, dict[str, PrintedCard]] = {}
    for card in cards(game, loaded.pack):
        body = "\n".join([say(card.name), say(card.text), *map(say, card.lines)])
        by_deck.setdefault(say(card.deck), {}).setdefault(body, card)
    bands = list(BANDS.values())
    return [
        [drawn(_printed(deck, card, say, bands[n % len(bands)])) for card in different.values()]
        for n, (deck, different) in enumerate(by_deck.items())
        if len(different) >= least
    ]


def _printed(deck: str, card: PrintedCard, say: Say, band: Band) -> Face:
    body = "\n\n".join(part for part in (say(card.text), "\n".join(map(say, card.lines))) if part)
    return Face(deck, capital(say(card.name)), body, (250, 250, 250), band)


def drawn(face: Face) -> Image.Image:
    """Draw the front of a card, with round corners."""
    wide, high = CARD
    made = Image.new("RGBA", CARD)
    draw = ImageDraw.Draw(made)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), ROUND, fill=face.paper)
    ink = (235, 235, 235) if sum(face.paper) < 300 else INK
    draw.rounded_rectangle((INSIDE, INSIDE, wide - INSIDE, INSIDE + 6 * MM), MM, fill=face.band)
    _written(draw, INSIDE + 1.5 * MM, INSIDE + MM, face.deck, 8, "B", (255, 255, 255))
    y = INSIDE + 8 * MM
    if face.picture is not None:
        _painted(made, draw, (INSIDE, round(y), wide - INSIDE, round(y + 36 * MM)), Random(face.picture))
        y += 38 * MM
    if face.name:
        y = _written(draw, INSIDE, y, face.name, 12, "B", ink) + 2 * MM
    room = high - INSIDE - 4 * MM - y
    for size in range(face.points, 4, -1):
        lines = _broken(face.body, size, wide - 2 * INSIDE)
        if len(lines) * size * POINT * 1.3 <= room:
            break
    _written(draw, INSIDE, y, "\n".join(lines), size, "", ink)
    _written(draw, INSIDE, high - INSIDE - 3 * MM, face.deck, 6, "", DIM)
    return made


POINT = 25.4 / 72 * MM


def _font(points: float, style: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / FACES[style], round(points * POINT))


def _written(draw: ImageDraw.ImageDraw, x: float, y: float, text: str, points: float, style: str, ink: Band) -> float:
    """Draw text; returns the y of its end."""
    for line in text.split("\n"):
        draw.text((x, y), line, ink, _font(points, style))
        y += points * POINT * 1.3
    return y


def _broken(text: str, points: float, wide: float) -> list[str]:
    font, lines = _font(points, ""), []
    for part in text.split("\n"):
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}".strip()
            if line and font.getlength(longer) > wide:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


def _painted(card: Image.Image, draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], r: Random) -> None:
    """Draw an abstract picture of random shapes."""
    left, top, right, bottom = box
    part = Image.new("RGBA", (right - left, bottom - top), _colour(r))
    inner = ImageDraw.Draw(part)
    for _ in range(r.randint(6, 16)):
        x, y = r.randint(-40, part.width), r.randint(-40, part.height)
        to = (x + r.randint(20, 180), y + r.randint(20, 160))
        shape = r.choice((inner.ellipse, inner.rectangle))
        shape((x, y, *to), fill=_colour(r))
    card.paste(part, (left, top))
    draw.rectangle(box, outline=INK, width=2)


def _colour(r: Random) -> Band:
    return r.randint(20, 235), r.randint(20, 235), r.randint(20, 235)


def _line(r: Random, words: int) -> str:
    return " ".join(r.choices(WORDS.split(), k=words)).capitalize()
