"""Benchmark of reading what is printed: cards are drawn in three type faces, photographed by arithmetic, read and
turned into proposals.

Half of the cards are those of the bundled boxes, in English and Spanish. The others say in plain sentences what a
rulebook would; of these it is known which effects should be proposed, and of the bundled ones of New York Crisis, which
must not be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from companion.bench import Measure, Subject, median_of, p95
from companion.core.phrases import proposed
from companion.core.refusals import UserFacingError
from companion.core.texts import T, plain
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from companion.packs.photos.outlines import straightened
from companion.packs.photos.printed import INSTALL, can_read, read_card
from tests.packs.printed_cards import FACES, SCENES, drawn, photographed

SEED: Final = 11
PHOTOS = 24
"""Photos that are read at least."""
DECKS: Final = (
    ("newyork", "manhattan_nights", ("police_cards",)),
    ("crash", "fenderbend", ("upgrades",)),
    ("escape", "lanternhead", ("contacts",)),
)
LONGEST_TEXT: Final = 260
PLAIN: Final[Sequence[tuple[str, str, dict[str, Any]]]] = (
    ("Alert +2.", "Alerta +2.", {"op": "alert", "n": 2}),
    ("Raise the alert by 1.", "Sube la alerta 1 paso.", {"op": "alert", "n": 1}),
    ("Lower the alert by two.", "Baja la alerta dos pasos.", {"op": "alert", "n": -2}),
    ("Put 1 mafia on a random location.", "Coloca 1 mafia en una ubicación aleatoria.",
     {"op": "place_mafia", "n": 1, "at": "random"}),
    ("Remove 2 mafia from a random location.", "Retira 2 fichas de mafia de una ubicación aleatoria.",
     {"op": "remove_mafia", "n": 2, "at": "random"}),
    ("Place 1 blue info token on a random location.", "Coloca 1 ficha de información azul en una ubicación aleatoria.",
     {"op": "place_info", "n": 1, "colour": "blue", "at": "random"}),
    ("Each of you heals one wound.", "Cada uno se cura una herida.", {"op": "heal", "n": 1, "who": "all"}),
    ("Everybody takes 1 wound.", "Todos recibís 1 herida.", {"op": "wound", "who": "all", "n": 1}),
    ("Story +1.", "Historia +1.", {"op": "story", "n": 1}),
)  # fmt: skip
"""Sentences in English and Spanish, and the effect that is proposed for them."""


class CardText(Struct, frozen=True):
    """A card: its words, the effects that should be proposed (None: any of ``allowed``, or none)."""

    language: str
    title: str
    text: str
    wanted: list[dict[str, Any]] | None
    allowed: list[Any] = []


class ReadCard(Struct, frozen=True):
    """What came of a photo: the title is right, wrong characters of the text, characters of it, effects that are right,
    wrong, and missing, and milliseconds."""

    scene: str
    face: str
    title: bool
    errors: int
    letters: int
    right: int
    wrong: int
    missing: int
    wall: float


def printed(subject: Subject) -> Iterator[Measure]:
    """Titles, texts and effects read from photographed cards."""
    if not can_read():
        raise UserFacingError(T("Reading cards needs tesseract: {line}", line=INSTALL))
    r = Random(SEED)
    photos = tried(r)
    found = [next(photos) for _ in subject.rounds(PHOTOS)]
    many = f"{len(found)} generated photos, {len(FACES)} type faces, 2 languages"
    titles = [100.0 * one.title for one in found]
    letters = 100 * sum(one.errors for one in found) / max(1, sum(one.letters for one in found))
    right, wrong, missing = (sum(getattr(one, name) for one in found) for name in ("right", "wrong", "missing"))
    parts = [f"{face} {_share(found, face):.0f} %" for face in FACES]
    parts += [f"{scene} {_share(found, scene):.0f} %" for scene in SCENES]
    yield median_of("printed.titles", "titles read right", "%", [mean(titles)], reach=90, better="more",
                    note=f"{many}: {', '.join(parts)}")  # fmt: skip
    yield median_of("printed.letters", "wrong characters of texts", "%", [letters], reach=3, note=many)
    said = f"{right} right, {wrong} wrong, {missing} missing"
    every = max(1, right + wrong)
    yield median_of("printed.effects", "effects proposed, right", "%", [100 * right / every], reach=95, better="more",
                    note=said)  # fmt: skip
    walls = [one.wall for one in found]
    yield median_of("printed.time", "reading a card", "ms", walls)
    yield median_of("printed.time95", "reading a card, 95th percentile", "ms", [p95(walls)], reach=5000)


def _share(found: Sequence[ReadCard], part: str) -> float:
    some = [one.title for one in found if part in (one.face, one.scene)]
    return 100 * mean(some) if some else 0.0


def tried(r: Random) -> Iterator[ReadCard]:
    """Results for an endless sequence of photos; faces, scenes, languages and kinds of cards by turns."""
    bundled = [one for name, box, tables in DECKS for one in box_cards(name, box, tables)]
    sheets = load_game("newyork").rules.sheets
    assert sheets is not None
    n = 0
    while True:
        face, scene = list(FACES)[n % len(FACES)], list(SCENES)[n // len(FACES) % len(SCENES)]
        card = plain_card(r) if n % 2 else r.choice(bundled)
        n += 1
        long = SCENES[scene][1]
        photo = photographed(drawn(card.title, card.text, face, r, long), r, scene)
        began = perf_counter()
        straight = straightened(photo)
        read = read_card(straight or photo, [card.language])
        wall = 1000 * (perf_counter() - began)
        effects = proposed(read.text, sheets.printed, sheets.phrases)
        wanted = card.allowed if card.wanted is None else card.wanted
        right = sum(one in wanted for one in effects)
        missing = 0 if card.wanted is None else sum(one not in effects for one in card.wanted)
        yield ReadCard(
            scene, face, read.title == card.title, distance(read.text, card.text), len(card.text), right,
            len(effects) - right, missing, wall,
        )  # fmt: skip


def box_cards(name: str, box: str, tables: Sequence[str]) -> Iterator[CardText]:
    """The cards of a bundled box, in all languages."""
    path = BUNDLED / box
    open_ = OpenBox(load_game(name), path, read_content(path), bundled=True)
    for table in tables:
        for row in open_.rows((table,)):
            card = open_.card((table,), row)
            for code in LANGUAGES:
                say = Language(code).say
                title, text = say(card.title), say(card.text or "")
                if title and text and "\n" not in text and len(text) <= LONGEST_TEXT:
                    event = row.get("event") if isinstance(row, dict) else None
                    effects = event.get("effects", []) if isinstance(event, dict) else []
                    yield CardText(code, title[0].upper() + title[1:], plain(text), None, effects)


def plain_card(r: Random) -> CardText:
    """A card whose text says its effects in plain sentences."""
    titles = (("Rain on the Roofs", "Lluvia en los tejados"), ("Eyes on the Roof", "Ojos en la azotea"),
              ("Somebody Talked", "Alguien ha hablado"), ("Blackout", "Apagón"), ("High Tide", "Marea alta"),
              ("The Restorer", "La restauradora"), ("Cameras Everywhere", "Cámaras por todas partes"))  # fmt: skip
    code = r.choice(list(LANGUAGES))
    spanish = code == "es"
    some = r.sample(PLAIN, r.randint(1, 3))
    text = " ".join(in_spanish if spanish else in_english for in_english, in_spanish, _ in some)
    return CardText(code, r.choice(titles)[spanish], text, [effect for *_, effect in some])


def distance(one: str, other: str) -> int:
    """How many characters are added, left out or different (Levenshtein)."""
    row = list(range(len(other) + 1))
    for n, letter in enumerate(one, 1):
        before, row[0] = row[0], n
        for m, wanted in enumerate(other, 1):
            before, row[m] = row[m], min(row[m] + 1, row[m - 1] + 1, before + (letter != wanted))
    return row[-1]
