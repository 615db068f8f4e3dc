"""What the camera reader and card recognition make of pictures that are not the product's own: ``--photos FOLDER``.

The folder holds ``labels.json``: by file, a list of dice with ``face`` and ``box`` (left, top, right, bottom), or a
card with ``card``, ``box`` and ``learn``; and ``renders/renders.json``: set-ups of an empty tray, pictures to learn
dice from, and throws, with ``kind``, ``face``, place, ``lean`` and ``touching`` of each die, and ``faces`` by kind if
they are not 1 to 6 (``blender.py`` renders such). Nothing here learns from what it then reads.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any, Final, TypeAlias

import click
import cv2
import numpy as np
from PIL import Image

from companion.bench import Measure, Subject, median_of, unmeasured
from companion.packs.photos.outlines import straightened
from companion.packs.photos.recognition import Recognised, learn, recognise
from hardware.camera.faces import SURE
from hardware.camera.frames import MotionDetector, Picture
from hardware.camera.learning import BadSample, DiceLearning
from hardware.camera.pips import PipReader
from hardware.camera.templates import Learned
from hardware.camera.watcher import ENOUGH, TrackedDie, Watcher
from tests.bench.recognition import reliability

FOLDER: Final = "tests.bench.photos"
"""Where the command keeps the folder, in ``click.Context.meta``."""
NEAR: Final = 30.0
"""A reading belongs to the die whose upper face is at most so many pixels away."""
LEARNED_AT: Final = (480, 200)
"""Left and top of the pictures to learn from, in that of the empty tray."""
MARGIN: Final = 0.08
"""What is left around a card when it is cut out, as a fraction of its longer side."""

PHOTOS: Final = {"nell-byler": 75, "matteop65": 65, "epanemu": None}
"""The sets of photos of dice, and what part is to be read; the last is only to see what becomes of such pictures."""
PARTS: Final = (0.55, 0.65, 0.8, 1.0, 1.2)
"""Widths of an upper face that are tried, by the size of the labelled box."""

Labels: TypeAlias = dict[str, Any]


def photos(_: Subject) -> Iterator[Measure]:
    """Measure a row for each set of pictures in the folder."""
    folder: Path | None = click.get_current_context().meta.get(FOLDER)
    if folder is None:
        unmeasured("Not measured: photos. Name the folder of pictures: --photos.")
        return
    yield from of_renders(folder / "renders")
    if (folder / "labels.json").exists():
        yield from of_photos(folder)
        yield from of_cards(folder)


def _row(name: str, what: str, found: Counter[str], reach: float | None) -> Measure:
    """A measure of the part that was read right, with everything else in the note."""
    part = 100 * found["right"] / max(1, found.total())
    rest = [f"{n} {kind}" for kind, n in sorted(found.items()) if kind not in ("right", "wrong")]
    note = f"{found['right']} of {found.total()} right; passed on: {', '.join(rest) or 'none'}; wrong: {found['wrong']}"
    return median_of(name, what, "%", [part], reach=reach, better="more", note=note)


# Dice that a renderer drew: learned, found and read as at a table.


def of_renders(folder: Path) -> Iterator[Measure]:
    """A row for the dice of each set-up that lie flat or touch, and one for all that lean."""
    leaning = Counter[str]()
    for name, page in json.loads((folder / "renders.json").read_text()).items():
        flat, (learned, refused) = Counter[str](), learned_dice(folder / name, page)
        for n, throw in enumerate(page["throws"]):
            pieces = _read(learned, _picture(folder / name / f"throw-{n:02d}.jpg")) if learned else []
            for die in throw:
                found = leaning if die["lean"] else flat
                found[refused.get(die["kind"]) or became(die, pieces)] += 1
        yield _row(f"photos.renders.{name}", f"renders {name}, dice flat or touching, read", flat, 95)
    accepted = leaning["right"] + leaning["wrong"]
    found = leaning - Counter(right=leaning["right"]) + Counter(accepted=leaning["right"])
    note = ", ".join(f"{n} {kind}" for kind, n in sorted(found.items()))
    part = 100 * accepted / max(1, leaning.total())
    yield median_of("photos.renders.leaning", "renders, dice that lean, accepted", "%", [part], reach=5, note=note)


def learned_dice(folder: Path, page: Labels) -> tuple[Learned | None, dict[str, str]]:
    """The dice of a set-up; and for each kind that the reader does not learn what it says of which face."""
    empty, refused = _picture(folder / "empty.jpg"), dict[str, str]()
    most = max(sum(die["kind"] == kind for die in throw) for throw in page["throws"] for kind in page["kinds"])
    faces = page.get("faces", {kind: list("123456") for kind in page["kinds"]})
    while learnable := [kind for kind in page["kinds"] if kind not in refused]:
        dice = {f"{kind}{n}": faces[kind] for kind in learnable for n in range(1, most + 1)}
        learning = DiceLearning(dice, empty)
        while (task := learning.next) is not None:
            try:
                learning.take(_shown(empty, _picture(folder / f"learn-{task.kind}-{task.face}.jpg")))
            except BadSample as bad:
                refused[task.kind] = f"not learned ({task.kind} {task.face}: {bad.code})"
                break
        else:
            return learning.learned(), refused
    return None, refused


def _shown(empty: Picture, part: Picture) -> Picture:
    left, top = LEARNED_AT
    whole = empty.copy()
    whole[top : top + part.shape[0], left : left + part.shape[1]] = part
    return whole


def _read(learned: Learned, picture: Picture) -> list[TrackedDie]:
    watcher = Watcher(learned, MotionDetector(0.0), PipReader())
    for _ in range(2):
        watcher.feed(picture, 0.0)
    return watcher.pieces


def became(die: Labels, pieces: Sequence[TrackedDie]) -> str:
    """What became of a die: right, wrong, leaning, not sure, or not seen."""
    apart = [float(np.hypot(piece.read.x - die["x"], piece.read.y - die["y"])) for piece in pieces]
    if not apart or min(apart) >= NEAR:
        return "not seen"
    piece = pieces[apart.index(min(apart))]
    if piece.crooked:
        return "leaning"
    if piece.confidence < ENOUGH:
        return "not sure"
    return "right" if (piece.read.face, piece.read.kind.name) == (str(die["face"]), die["kind"]) else "wrong"


def _picture(file: Path) -> Picture:
    return np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8)


# Photos of dice without a picture of the empty tray: pips are read where the labels say that a die is.


def of_photos(folder: Path) -> Iterator[Measure]:
    """A row for each set of photos."""
    labels: Labels = json.loads((folder / "labels.json").read_text())
    reader = PipReader()
    for name, reach in PHOTOS.items():
        found = Counter[str]()
        for file, dice in labels.items():
            if Path(file).parent.name == name:
                found.update(seen_there(reader, _picture(folder / file), dice))
        if found:
            yield _row(f"photos.{name}", f"photos of {name}, dice at their places, read", found, reach)


def seen_there(reader: PipReader, picture: Picture, dice: Sequence[Labels]) -> Iterator[str]:
    """What is read of each die of a photo. How large its upper face is nobody measured, so several sizes are tried: the
    surest counts, if no other is sure of another face. A box around one pip only is as large as the others."""
    boxes = np.array([die["box"] for die in dice], float)
    sides = np.sqrt((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))
    for die, box, side in zip(dice, boxes, np.maximum(sides, np.median(sides)), strict=True):
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        said = [reader.read(picture, x, y, part * side, (0.0, 0.0)) for part in PARTS]
        sure = {one.face for one in said if one.odds >= SURE} - {0}
        yield "not sure" if len(sure) != 1 else "right" if sure == {int(die["face"])} else "wrong"


# Cards: each is learned from one photo.


HIDDEN: Final = (
    *("2471", "2501", "2503", "2505", "2515", "2519", "2523", "2527", "2529", "2536"),
    *("2538", "2540", "2543", "2545", "2548", "2550", "2552", "2554", "2556"),
)
"""Numbers of the photos in which something lies over a part of the card."""


def of_cards(folder: Path) -> Iterator[Measure]:
    """Rows for the photos of cards from which nothing was learned: in full view, and partly hidden; then with only half
    of the deck learned, for the cards of the other half; and what the chances that were said were worth."""
    labels: Labels = json.loads((folder / "labels.json").read_text())
    cards = {file: card for file, card in labels.items() if isinstance(card, dict)}
    kept = {card["card"]: cut(folder / file, card["box"]) for file, card in cards.items() if card["learn"]}
    if not kept:
        return
    shown = {file: card for file, card in cards.items() if not card["learn"]}
    whole, half = learn(kept), learn(dict(list(kept.items())[::2]))
    views = {"full": Counter[str](), "hidden": Counter[str](), "foreign": Counter[str]()}
    said, worked = list[tuple[Recognised, bool]](), list[float]()
    for file, card in shown.items():
        taken, began = Image.open(folder / file), process_time()
        found = recognise(whole, taken)
        worked.append(1000 * (process_time() - began))
        hidden = any(number in Path(file).stem for number in HIDDEN)
        views["hidden" if hidden else "full"][kind := card_named(card, found)] += 1
        said.append((found, kind == "right"))
        if card["card"] is not None and card["card"] not in half.ids:
            found = recognise(half, taken)
            views["foreign"]["wrong" if found.likely else "right"] += 1
            said.append((found, False))
    yield _row("photos.cards", "cards in full view, named first", views["full"], 90)
    yield _row("photos.cards.hidden", "cards partly hidden, named first", views["hidden"], None)
    yield _row(
        "photos.cards.foreign", "cards of the same make that are not in the deck, not named", views["foreign"], None
    )
    yield median_of("photos.cards.time", "recognising a card in a photo, processor time", "ms", worked, reach=300)
    yield reliability("photos.cards", said)


def card_named(card: Labels, found: Recognised) -> str:
    """What became of a card; where nobody has checked its suit, the rank alone must be right."""
    likely = [match.card for match in found.likely]
    if card["card"] is None:
        likely, wanted = [name[:1] for name in likely], card["rank"]
    else:
        wanted = card["card"]
    return "no card" if not likely else "right" if likely[0] == wanted else "second" if wanted in likely else "wrong"


def cut(file: Path, box: Sequence[int]) -> Image.Image:
    """A card as it is cut out of a photo, and straightened as photos are that are kept in a box."""
    left, top, right, bottom = box
    more = round(MARGIN * max(right - left, bottom - top))
    whole = Image.open(file).convert("RGB").crop((left - more, top - more, right + more, bottom + more))
    return straightened(whole) or whole
