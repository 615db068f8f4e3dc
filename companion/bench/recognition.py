"""Benchmark of card recognition with synthetic photos; needs OpenCV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from companion.bench.measure import Measure, Subject, median_of, p95
from companion.core.texts import T
from companion.language import Language, tell

if TYPE_CHECKING:
    from PIL import Image

    from companion.packs.photos.recognition import KnownDeck

SEED = 2
OFTEN = 0.3
"""Probability of each degradation of a photo, independently of the others."""
CARDS = 24


class Shown(Struct, frozen=True):
    """A deck: its printed cards, and what was learned from a photo of each."""

    kind: str
    fronts: list[Image.Image]
    known: KnownDeck


class Tried(Struct, frozen=True):
    """The result for a photo: kind of deck, degradations, rank of the right card (None: not found), and wall and CPU
    time in milliseconds."""

    kind: str
    bad: frozenset[str]
    place: int | None
    wall: float
    busy: float


def recognition(subject: Subject) -> Iterator[Measure]:
    """Accuracy and latency; nothing without OpenCV."""
    if find_spec("cv2") is None:
        why = T("Recognising cards is not measured: OpenCV is not installed.")
        click.echo(f"companion: {tell(why)}", err=True)
        return
    r = Random(SEED)
    decks = shown(subject, r)
    photos = tried(decks, r)
    found = [next(photos) for _ in subject.rounds(20)]
    many = T("{n} generated photos of {m} decks", n=len(found), m=len(decks))
    for name, what, places, reach in (
        ("recognition.first", T("a card in a photo, named first"), 1, 95),
        ("recognition.three", T("a card in a photo, named among three"), 3, 99),
    ):
        part = 100 * mean(one.place is not None and one.place < places for one in found)
        yield median_of(name, what, "%", [part], reach=reach, better="more", note=many)
    walls = [one.wall for one in found]
    busy = T("work {cpu} ms", cpu=round(mean(one.busy for one in found)))
    yield median_of("recognition.time", T("recognising a card"), "ms", walls, note=busy)
    late = T("recognising a card, 95th percentile")
    yield median_of("recognition.time95", late, "ms", [p95(walls)], reach=300, note=busy)


def shown(subject: Subject, r: Random, cards: int = CARDS) -> list[Shown]:
    """Learned decks: words only, with pictures, and the largest one of the box if it has cards."""
    from companion.bench import drawn_cards  # noqa: PLC0415 - without OpenCV there is no use for them

    own = drawn_cards.decks_of(subject.game, subject.loaded, Language("en").say)
    found = [("words", drawn_cards.words_only(r, cards)), ("pictures", drawn_cards.pictured(r, cards))]
    found += [("box", max(own, key=len)[:cards])] if own else []
    return [Shown(kind, fronts, learned(fronts, r)) for kind, fronts in found]


def learned(fronts: Sequence[Image.Image], r: Random) -> KnownDeck:
    """Learn a deck from a photo of each card, repeated if no card is found."""
    from companion.bench.drawn_photos import photo  # noqa: PLC0415
    from companion.packs.photos.recognition import learn  # noqa: PLC0415
    from companion.packs.photos.straight import straightened  # noqa: PLC0415

    pictures = {}
    for n, front in enumerate(fronts):
        kept = None
        while kept is None:
            kept = straightened(photo(front, r))
        pictures[str(n)] = kept
    return learn(pictures)


def tried(decks: Sequence[Shown], r: Random) -> Iterator[Tried]:
    """Results for an endless sequence of photos."""
    from companion.bench.drawn_photos import CONDITIONS, photo  # noqa: PLC0415
    from companion.packs.photos.recognition import recognise  # noqa: PLC0415

    while True:
        deck = r.choice(decks)
        n = r.randrange(len(deck.fronts))
        bad = frozenset(one for one in CONDITIONS if r.random() < OFTEN)
        taken = photo(deck.fronts[n], r, bad, turned=True)
        began, worked = perf_counter(), process_time()
        named = [one.card for one in recognise(deck.known, taken).likely]
        wall, busy = 1000 * (perf_counter() - began), 1000 * (process_time() - worked)
        yield Tried(deck.kind, bad, named.index(str(n)) if str(n) in named else None, wall, busy)
