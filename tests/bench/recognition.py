"""Benchmark of card recognition: cards are drawn, photographed by arithmetic, learned, and recognised.

Four kinds of decks: cards that differ in a few words only, which is hard; cards with a picture each; symbols, of which
some cards differ by colour alone; and the cards of a box as ``companion pack print`` makes them. A card of each deck in
six is not learned: what is said of it shows whether the chance that is said can be trusted. Photos have perspective,
blur, reflections, uneven light, hands, sensor noise and JPEG compression.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import Any, Final

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.bench import Measure, Subject, median_of, p95
from companion.core.texts import Say, capital
from companion.games.game import Game
from companion.language import Language
from companion.packs.loader import LoadedPack
from companion.packs.photos.outlines import straightened
from companion.packs.photos.recognition import NAMED, KnownDeck, Recognised, learn, recognise
from companion.packs.printing import pdf
from companion.packs.printing.cards import PrintedCard, cards

SEED = 2
OFTEN = 0.3
"""Probability of each degradation of a photo, independently of the others."""
CARDS = 24
"""Cards of each deck, at most."""
PHOTOS = 20
"""Photos that are taken at least."""

CARD = (504, 704)
"""Size of a card in pixels."""
MM = CARD[0] / pdf.WIDE
ROUND = round(3 * MM)
INSIDE = round(4.5 * MM)
POINT = 25.4 / 72 * MM
INK, DIM = (16, 21, 31), (86, 96, 122)
PAPERS = ((244, 239, 228), (250, 250, 250), (226, 195, 143), (190, 215, 235), (52, 50, 60))
WORDS = (
    "alert bridge city dancer engine family garden harbour island jacket kitchen lantern market number office police"
    " quarter river station ticket umbrella village window yellow zebra again before carry draw every follow give hold"
    " inside join keep leave move never over pay quickly roll stay take under visit walk the a one two three four five"
    " six all each other card die square token turn round player hand wound result street subway mafia"
)

Band = tuple[int, int, int]

Pixels = NDArray[Any]

WIDE, HIGH = 1200, 900
CONDITIONS: Final = ("tilt", "blur", "glare", "light", "hand")
"""Degradations of a photo; a good photo has each of them slightly."""
SIDE: Final = {False: 14.0, True: 35.0}
"""Maximum tilt of the camera in degrees, by whether ``tilt`` is on."""
FOCAL = 1100
"""Focal length in pixels."""


class Shown(Struct, frozen=True):
    """A deck: its printed cards, and what was learned from a photo of each."""

    kind: str
    fronts: list[Image.Image]
    known: KnownDeck
    others: Sequence[Image.Image] = ()
    """Cards of the same make that were not learned."""


class Tried(Struct, frozen=True):
    """The result for a photo: kind of deck, degradations, rank of the right card (None: not found), and wall and CPU
    time in milliseconds; what the first card was said to be likely, and whether the card is in the deck at all."""

    kind: str
    bad: frozenset[str]
    place: int | None
    wall: float
    busy: float
    recognised: Recognised
    known: bool


def recognition(subject: Subject) -> Iterator[Measure]:
    """Accuracy and latency of recognising cards in photos."""
    r = Random(SEED)
    learnt = shown(subject, r)
    photos = tried(learnt, r)
    everything = [next(photos) for _ in subject.rounds(PHOTOS)]
    found = [one for one in everything if one.known] or everything
    many = f"{len(found)} generated photos of {len(learnt)} decks"
    for name, what, places, reach in (
        ("recognition.first", "a card in a photo, named first", 1, 95),
        ("recognition.three", "a card in a photo, named among three", 3, 99),
    ):
        part = 100 * mean(one.place is not None and one.place < places for one in found)
        yield median_of(name, what, "%", [part], reach=reach, better="more", note=many)
    walls = [one.wall for one in found]
    busy = f"work {mean(one.busy for one in found):.0f} ms"
    yield median_of("recognition.time", "recognising a card", "ms", walls, note=busy)
    late = "recognising a card, 95th percentile"
    yield median_of("recognition.time95", late, "ms", [p95(walls)], reach=300, note=busy)
    yield reliability("recognition", [(one.recognised, one.place == 0) for one in everything])


CHANCES: Final = ((0.9, 1.01), (0.7, 0.9), (0.5, 0.7), (0.0, 0.5))
"""Chances that are said, as they are counted together."""


def reliability(name: str, said: Sequence[tuple[Recognised, bool]]) -> Measure:
    """Of the cards that were named with a chance of at least 0.9, how many were right; the note says it of others."""
    firsts = [(one.likely[0].chance, right) for one, right in said if one.likely]
    rows = []
    for low, up in CHANCES:
        here = [(chance, right) for chance, right in firsts if low <= chance < up]
        average = f" ({mean(chance for chance, _ in here):.2f} on average)" if here else ""
        rows.append((sum(right for _, right in here), len(here), f"{low:.1f} to {min(1.0, up):.1f}{average}"))
    note = "said right: " + "; ".join(f"{words}: {right} of {all_}" for right, all_, words in rows)
    part = 100 * rows[0][0] / max(1, rows[0][1])
    what = "cards said with a chance of 0.9 or more, right"
    return median_of(f"{name}.said", what, "%", [part], reach=90, better="more", note=note)


def shown(subject: Subject, r: Random) -> list[Shown]:
    """Learned decks: those of ``decks``, and the largest one of the box if it has cards."""
    own = largest_deck(subject.game, subject.loaded, Language("en").say, CARDS)
    found = decks(r, CARDS) + ([("box", own)] if own else [])
    return [partly_learned(kind, fronts, r) for kind, fronts in found]


def decks(r: Random, count: int) -> list[tuple[str, list[Image.Image]]]:
    """The fronts of decks of so many cards: words only, with pictures, and with symbols."""
    return [("words", words_only(r, count)), ("pictures", pictured(r, count)), ("symbols", symbols(r, count))]


def partly_learned(kind: str, fronts: list[Image.Image], r: Random, one_in: int = 6) -> Shown:
    """A deck of which a part, by chance, is not learned."""
    mixed = r.sample(fronts, len(fronts))
    others = len(mixed) // one_in
    return Shown(kind, mixed[others:], learned(mixed[others:], r), mixed[:others])


def learned(fronts: Sequence[Image.Image], r: Random) -> KnownDeck:
    """Learn a deck from a photo of each card, repeated if no card is found."""
    pictures = {}
    for n, front in enumerate(fronts):
        kept = None
        while kept is None:
            kept = straightened(photo(front, r))
        pictures[str(n)] = kept
    return learn(pictures)


def tried(shown: Sequence[Shown], r: Random, *, least: float = NAMED) -> Iterator[Tried]:
    """Results for an endless sequence of photos, in equal shares of every card of a deck, learned or not; ``least`` as
    in ``recognise``."""
    while True:
        deck = r.choice(shown)
        n = r.randrange(len(deck.fronts) + len(deck.others))
        bad = frozenset(one for one in CONDITIONS if r.random() < OFTEN)
        taken = photo([*deck.fronts, *deck.others][n], r, bad, turned=True)
        began, worked = perf_counter(), process_time()
        found = recognise(deck.known, taken, least=least)
        wall, busy = 1000 * (perf_counter() - began), 1000 * (process_time() - worked)
        named = [one.card for one in found.likely]
        place = named.index(str(n)) if str(n) in named else None
        yield Tried(deck.kind, bad, place, wall, busy, found, n < len(deck.fronts))


# Cards


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
    paper, band = r.choice(PAPERS), r.choice(list(pdf.BANDS.values()))
    deck, before, after = _line(r, 2), [_line(r, 4) for _ in range(r.randint(2, 5))], [_line(r, 4) for _ in range(4)]
    own: set[str] = set()
    while len(own) < count:
        own.add(_line(r, 4))
    name, points = _line(r, 2) if r.random() < 0.5 else "", r.randint(8, 11)
    bodies = ["\n".join([*before, line, *after]) for line in sorted(own)]
    return [drawn(Face(deck, name, body, paper, band, None, points)) for body in bodies]


def pictured(r: Random, count: int) -> list[Image.Image]:
    """A deck whose cards differ in picture, name and text."""
    paper, band, deck = r.choice(PAPERS), r.choice(list(pdf.BANDS.values())), _line(r, 2)
    return [
        drawn(Face(deck, _line(r, 2), " ".join(_line(r, 4) for _ in range(2)), paper, band, r.randrange(2**32)))
        for _ in range(count)
    ]


SYMBOLS: Final[tuple[Sequence[tuple[float, float]], ...]] = (
    ((0, -1), (0.55, 0), (0, 1), (-0.55, 0)),
    ((-0.5, -1), (0.5, -1), (0.5, 1), (-0.5, 1)),
    ((0, -1), (0.6, 0.2), (0.25, 1), (-0.25, 1), (-0.6, 0.2)),
)
"""Corners of what is printed on the cards of a deck of symbols, in halves of a height."""
COLOURS: Final = ((200, 30, 40), (40, 140, 60), (90, 40, 130))


def symbols(r: Random, count: int = 81) -> list[Image.Image]:
    """A deck whose cards have one to three symbols, of three shapes, fillings and colours: every card has two others
    that differ from it by colour alone. Fewer cards are those of some shapes, fillings and numbers, in all colours."""
    kinds = [(shape, fill, many) for many in (1, 2, 3) for shape in range(3) for fill in range(3)]
    chosen = r.sample(kinds, -(-count // len(COLOURS)))
    return [_with_symbols(*kind, colour) for kind in chosen for colour in COLOURS][:count]


def _with_symbols(shape: int, fill: int, many: int, colour: Band) -> Image.Image:
    wide, high = CARD
    made = Image.new("RGBA", CARD)
    draw = ImageDraw.Draw(made)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), ROUND, fill=(250, 250, 248))
    tall = high / 9
    for n in range(many):
        middle = high / 2 + (n - (many - 1) / 2) * 2.4 * tall
        ends = [(wide / 2 + 2 * tall * y, middle + 1.6 * tall * x) for x, y in SYMBOLS[shape]]
        mask = Image.new("L", CARD)
        ImageDraw.Draw(mask).polygon(ends, fill=255)
        if fill == 1:
            for x in range(0, wide, 14):
                ImageDraw.Draw(mask).rectangle((x, 0, x + 7, high), fill=0)
        if fill < 2:
            made.paste(Image.new("RGBA", CARD, colour), (0, 0), mask)
        draw.line([*ends, ends[0], ends[1]], fill=colour, width=8, joint="curve")
    return made


def largest_deck(game: Game, loaded: LoadedPack, say: Say, most: int, least: int = 12) -> list[Image.Image]:
    """The first ``most`` cards of the largest printable deck of a box; none if it has fewer than ``least`` different
    ones."""
    by_deck: dict[str, dict[str, PrintedCard]] = {}
    for card in cards(game, loaded.pack):
        body = "\n".join([say(card.name), say(card.text), *map(say, card.lines)])
        by_deck.setdefault(say(card.deck), {}).setdefault(body, card)
    bands = list(pdf.BANDS.values())
    decks = [
        [_printed(deck, card, say, bands[n % len(bands)]) for card in different.values()]
        for n, (deck, different) in enumerate(by_deck.items())
        if len(different) >= least
    ]
    return [drawn(face) for face in max(decks, key=len, default=[])[:most]]


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


def _font(points: float, style: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(pdf.FONTS / pdf.FACES[style], round(points * POINT))


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


# Photos


def photo(front: Image.Image, r: Random, bad: frozenset[str] = frozenset(), turned: bool = False) -> Image.Image:
    """A photo of a card, strongly degraded by the ``CONDITIONS`` in ``bad``; ``turned``: it may be upside down."""
    noise = np.random.default_rng(r.randrange(2**32))
    flat = _bent(np.asarray(front), r)
    high, wide = flat.shape[:2]
    seen = _seen((wide, high), r, "tilt" in bad, turned)
    edges = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    to = cv2.getPerspectiveTransform(edges, seen)
    laid = cv2.warpPerspective(flat, to, (WIDE, HIGH), flags=cv2.INTER_AREA).astype(np.float32)
    part = laid[..., 3:] / 255
    picture = _table(r, noise)
    if r.random() < 0.7:
        shadow = cv2.GaussianBlur(np.roll(part, r.choice((-6, 6, 9)), r.choice((0, 1))), (0, 0), 7)
        picture *= 1 - 0.5 * shadow[..., None]
    picture = laid[..., :3] * part + picture * (1 - part)
    if "hand" in bad:
        picture = _held(picture, seen, r)
    picture = _lit(picture, seen, r, "light" in bad)
    if "glare" in bad or r.random() < 0.15:
        picture = _gleaming(picture, seen, r, "glare" in bad)
    picture = _blurred(picture, r, "blur" in bad)
    picture += noise.standard_normal(picture.shape, np.float32) * r.uniform(2, 7 if "light" in bad else 4)
    pixels = np.clip(picture, 0, 255).astype(np.uint8)
    data = io.BytesIO()
    Image.fromarray(pixels).save(data, "JPEG", quality=r.randint(60, 92))
    return Image.open(data).convert("RGB")


def _bent(front: Pixels, r: Random) -> Pixels:
    """Bend a card slightly."""
    high, wide = front.shape[:2]
    margin = 8
    padded = cv2.copyMakeBorder(front, margin, margin, margin, margin, cv2.BORDER_CONSTANT)
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    bow = r.uniform(-0.006, 0.006) * wide
    u, v = 2 * x / wide - 1, 2 * y / high - 1
    dx, dy = (bow * u * (1 - v * v), 0 * u) if r.random() < 0.5 else (0 * u, bow * v * (1 - u * u))
    return cv2.remap(padded, x + margin + dx, y + margin + dy, cv2.INTER_LINEAR)


def _seen(size: tuple[int, int], r: Random, tilted: bool, turned: bool) -> Pixels:
    """The projected corners of a card, clockwise from its top left."""
    wide, high = size
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    angle = r.uniform(-0.35, 0.35) + (np.pi if turned and r.random() < 0.4 else 0)
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    aside = np.radians(r.uniform(SIDE[False] if tilted else 0, SIDE[tilted]))
    towards = r.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(towards), np.sin(towards), 0.0]) * aside
    tilt = cv2.Rodrigues(axis)[0]
    space = np.hstack([corners @ turn.T, np.zeros((4, 1))]) @ tilt.T
    far = FOCAL / r.uniform(0.78, 1.05) * high / 704
    flat = space[:, :2] * FOCAL / (space[:, 2:] + far)
    low, up = flat.min(axis=0), flat.max(axis=0)
    room = np.maximum(0, (np.array([WIDE, HIGH]) - (up - low)) / 2 - 12)
    shrunk = min(1.0, *((np.array([WIDE, HIGH]) - 24) / (up - low)))
    middle = np.array([WIDE, HIGH]) / 2 + [r.uniform(-1, 1) * side * 0.6 for side in room]
    return np.asarray(((flat - (low + up) / 2) * shrunk + middle).astype(np.float32))


def _table(r: Random, noise: np.random.Generator) -> Pixels:
    """A background: wood, cloth, a dark mat, or a white table."""
    kind = r.choice(("wood", "wood", "cloth", "dark", "white"))
    if kind == "white":
        return _grained(noise, r.uniform(3, 6)) + np.float32(r.uniform(150, 195))
    if kind == "dark":
        return _grained(noise, r.uniform(2, 6)) + np.array([r.uniform(15, 45)] * 3, np.float32)
    if kind == "cloth":
        weave = _grained(noise, 8) + 6 * np.sin(np.arange(WIDE) * 1.3)[None, :, None]
        return np.asarray((weave + np.array([r.uniform(20, 110) for _ in range(3)])).astype(np.float32))
    lines = cv2.GaussianBlur(noise.normal(0, 1, (HIGH, WIDE // 40)).astype(np.float32), (0, 0), 2)
    lines = cv2.resize(lines, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)[..., None] * r.uniform(20, 60)
    colour = np.array(r.choice(((120, 80, 50), (96, 64, 40), (165, 130, 90), (70, 45, 30))), np.float32)
    planks = np.where((np.arange(HIGH) + r.randrange(300)) % 300 < 3, 0.5, 1.0)[:, None, None]
    return ((lines + colour + _grained(noise, 3)) * planks).astype(np.float32)


def _grained(noise: np.random.Generator, much: float) -> Pixels:
    small = noise.normal(0, much, (HIGH // 3, WIDE // 3)).astype(np.float32)
    return cv2.resize(small, (WIDE, HIGH))[..., None].repeat(3, axis=2) * 1.5


def _held(picture: Pixels, seen: Pixels, r: Random) -> Pixels:
    """Add a finger or two over an edge."""
    skin = np.array(r.choice(((224, 172, 140), (190, 135, 100), (120, 80, 60))), np.float32)
    mask: Pixels = np.zeros((HIGH, WIDE), np.float32)
    side = r.randrange(4)
    here, there, middle = seen[side], seen[(side + 1) % 4], seen.mean(axis=0)
    for _ in range(r.randint(1, 2)):
        on = here + (there - here) * r.uniform(0.2, 0.8)
        inside = (middle - on) / np.linalg.norm(middle - on)
        tip = on + inside * r.uniform(10, 60)
        cv2.line(mask, _at(tip), _at(on - inside * 500), 1.0, r.randint(46, 70), cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), 1.5)[..., None]
    shade = cv2.GaussianBlur(mask, (0, 0), 12)[..., None]
    return np.asarray(picture * (1 - 0.3 * shade) * (1 - mask) + skin * mask)


def _at(point: Pixels) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _lit(picture: Pixels, seen: Pixels, r: Random, badly: bool) -> Pixels:
    """Add uneven, tinted light; badly: dim, strongly tinted, and with a shadow."""
    x, y = np.meshgrid(np.linspace(-1, 1, WIDE, dtype=np.float32), np.linspace(-1, 1, HIGH, dtype=np.float32))
    much = 0.45 if badly else 0.2
    light = (1 + r.uniform(-much, much) * x + r.uniform(-much, much) * y) * r.uniform(0.4 if badly else 0.75, 1.1)
    warm = r.uniform(-1, 1) * (0.4 if badly else 0.15)
    colour = np.array([1 + warm / 2, 1, 1 - warm], np.float32)
    if badly:
        one, other = (seen[side] + (seen[(side + 1) % 4] - seen[side]) * r.uniform(0.1, 0.9) for side in (0, 2))
        way = other - one
        away = 2000 * np.array([-way[1], way[0]]) / np.linalg.norm(way)
        shape = np.array([one - way * 5, other + way * 5, other + way * 5 + away, one - way * 5 + away])
        shadow = cv2.fillPoly(np.zeros((HIGH, WIDE), np.float32), [np.rint(shape).astype(np.int32)], 1.0)
        light = light * (1 - r.uniform(0.25, 0.6) * cv2.GaussianBlur(shadow, (0, 0), r.uniform(2, 25)))
    return picture * light[..., None] * colour


def _gleaming(picture: Pixels, seen: Pixels, r: Random, badly: bool) -> Pixels:
    """Add the reflection of a lamp; badly: overexposed."""
    size = np.linalg.norm(seen[0] - seen[2])
    on = seen.mean(axis=0) + np.array([r.uniform(-0.3, 0.3), r.uniform(-0.3, 0.3)]) * size
    long, short = (r.uniform(*part) * size for part in ((0.05, 0.14), (0.03, 0.09)))
    x, y = np.meshgrid(np.arange(WIDE, dtype=np.float32) - on[0], np.arange(HIGH, dtype=np.float32) - on[1])
    angle = r.uniform(0, np.pi)
    u, v = (x * np.cos(angle) + y * np.sin(angle)) / long, (y * np.cos(angle) - x * np.sin(angle)) / short
    spot = np.exp(-(u * u + v * v) / 2)
    wide = np.exp(-(u * u + v * v) / 18)
    return np.asarray(picture + (r.uniform(160, 320) * spot + 40 * wide if badly else 70 * spot)[..., None])


def _blurred(picture: Pixels, r: Random, badly: bool) -> Pixels:
    """Blur slightly; badly: strongly, or with motion blur."""
    if not badly:
        return cv2.GaussianBlur(picture, (0, 0), r.uniform(0.5, 1.3))
    if r.random() < 0.5:
        return cv2.GaussianBlur(picture, (0, 0), r.uniform(1.5, 3.0))
    length, angle = r.uniform(4, 10), r.uniform(0, np.pi)
    kernel = np.zeros((15, 15), np.float32)
    end = length / 2 * np.array([np.cos(angle), np.sin(angle)])
    ends = [tuple(np.rint(16 * (7 + way * end)).astype(int).tolist()) for way in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(cv2.filter2D(picture, -1, kernel / kernel.sum()), (0, 0), 0.7)
