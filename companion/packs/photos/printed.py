"""Reads what is printed on a card from its photo, with tesseract, where that is installed. What is read is proposed to
people and never believed.

Needs the extra ``[camera]``, which makes letters readable in any light, and the program ``tesseract`` with the data of
the languages that boxes are printed in. It is run by the program of ``companion.packs.photos.reading``: never by the
thread that people wait for, with a time limit, and nothing that it is given reaches a shell.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import hypot, sqrt
from statistics import median
from subprocess import DEVNULL
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from companion.core.texts import T, Text
from companion.doctor import Check
from companion.packs.photos.keeping import can_straighten

if TYPE_CHECKING:
    from PIL import Image

PROGRAM: Final = "tesseract"
DATA: Final = {"en": "eng", "es": "spa"}
"""What tesseract calls the languages that the companion speaks."""
INSTALL: Final = "sudo apt-get install tesseract-ocr tesseract-ocr-spa"
MISSING: Final = T("Titles and texts of photographed cards are read where this is installed: {line}", line=INSTALL)
LONG: Final = 1200
"""Pixels of the longer side of a card that is read; letters of a smaller picture are made larger."""
SECONDS: Final = 15
"""So long tesseract may take for one card; it takes one or two."""
SURE: Final = 45.0
"""Words of which tesseract is less certain (0 to 100) are left out."""
WELL: Final = 75.0
"""A card is read the right way up if it is so certain of most words."""
COLUMN, SPARSE = "4", "11"
"""How tesseract looks for text: as a column with letters of several sizes, or anywhere."""
LARGER: Final = 1.12
"""The letters of a title are at least so many times as large as most."""
MUCH_LARGER: Final = 1.25
"""The same of a title with more letters than the text, for the smallest line of that."""
FEW_LETTERS: Final = 4
"""A line with fewer letters stands there only if tesseract is certain of it."""
NEXT_LINE: Final = 1.75
"""The next line of a title begins at most so many times the size of its letters below the one before."""
LONGEST_TITLE: Final = 60
BOARD_LONG: Final = 2400
"""Pixels of the longer side of a board that is read."""
REACH, NEAR = 0.12, 0.55
"""A word belongs to a square at most so far away, and at most this share of the way to the next square."""
SAME_LINE: Final = 0.015
"""Words of one line differ in height at most so much."""
LONGEST_NAME: Final = 24


class PrintedWord(Struct, frozen=True):
    """A word on a board, with its middle, from 0 (left, top) to 1."""

    text: str
    x: float
    y: float


class PrintedText(Struct, frozen=True):
    """What stands on a card; each may be empty. Of a board, its ``words``."""

    title: str = ""
    text: str = ""
    words: list[PrintedWord] = []

    def __bool__(self) -> bool:
        return bool(self.title or self.text or self.words)


class PrintedLine(Struct, frozen=True):
    """A line of a card: its top in pixels, the size of its type, and how certain it is."""

    text: str
    top: float
    size: float
    sure: float


def languages() -> frozenset[str]:
    """The languages that can be read here, such as ``es``; none without tesseract."""
    return _languages(shutil.which(PROGRAM))


@cache
def _languages(program: str | None) -> frozenset[str]:
    if program is None:
        return frozenset()
    try:
        said = subprocess.run(
            [program, "--list-langs"], stdin=DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    there = set(said.split())
    return frozenset(code for code, data in DATA.items() if data in there)


def can_read() -> bool:
    """True where cards can be read."""
    return can_straighten() and bool(languages())


def not_readable() -> Text | None:
    """What to install so that cards of all languages can be read; None if nothing is missing, or if the extra
    ``[camera]`` is, without which there is more to install."""
    return MISSING if can_straighten() and languages() < DATA.keys() else None


def checks() -> Iterator[Check]:
    """The part of the doctor that looks at what reads cards; nothing without the extra ``[camera]``."""
    if can_straighten():
        yield Check(T("Reading cards"), True, not_readable() or T("Titles and texts of photographed cards are read."))


def read_card(card: Image.Image, codes: Sequence[str] = ()) -> PrintedText:
    """Read a straightened card in the first of the languages ``codes`` that can be read here, any way up."""
    code = next((one for one in (*codes, *DATA) if one in languages()), None)
    if code is None:
        return PrintedText()
    best: list[PrintedLine] = []
    way = card
    for turn in (0, 180, 90, 270):
        turned = card.rotate(turn, expand=True) if turn else card
        found = _lines(turned, code, COLUMN)
        if _certain(found) > _certain(best):
            best, way = found, turned
        if _is_well(best):
            break
    read = laid_out(best)
    if not read.title and best:
        # A title that stands alone is sometimes taken for a part of the picture.
        read = PrintedText(laid_out(_lines(way, code, SPARSE)).title, read.text)
    return read


def read_board(board: Image.Image, codes: Sequence[str] = ()) -> PrintedText:
    """Read the words on a board that stands the right way up, wherever they are; ``codes`` as in ``read_card``."""
    code = next((one for one in (*codes, *DATA) if one in languages()), None)
    if code is None:
        return PrintedText()
    picture = readable(board, BOARD_LONG)
    words = [word for words in _words(_table(picture, code, SPARSE)).values() for word in words]
    return PrintedText(
        words=[
            PrintedWord(text, round((left + right) / 2 / picture.width, 3), round((top + low) / 2 / picture.height, 3))
            for text, left, top, right, low, _ in words
            if re.search(r"[^\W\d_]{2}", text)
        ]
    )


def names_on_board(words: Sequence[PrintedWord], squares: Mapping[str, tuple[float, float]]) -> dict[str, str]:
    """What squares are called by what is printed at their middles: each word belongs to the nearest of them, unless it
    is nearer to nothing. Those at which nothing readable stands are left out."""
    found: dict[str, list[PrintedWord]] = {}
    for word in words:
        ranked = sorted((hypot(word.x - x, word.y - y), id_) for id_, (x, y) in squares.items())
        if not ranked:
            break
        away, nearest = ranked[0]
        x, y = squares[nearest]
        others = [hypot(x - a, y - b) for id_, (a, b) in squares.items() if id_ != nearest]
        if away <= min([REACH, *(NEAR * one for one in others)]):
            found.setdefault(nearest, []).append(word)
    names = {}
    for id_, held in found.items():
        lines: list[list[PrintedWord]] = []
        for word in sorted(held, key=lambda one: one.y):
            if lines and word.y - lines[-1][-1].y < SAME_LINE:
                lines[-1].append(word)
            else:
                lines.append([word])
        name = tidied(" ".join(one.text for one in sorted(line, key=lambda one: one.x)) for line in lines)
        if name and len(name) <= LONGEST_NAME:
            names[id_] = name
    return names


def _certain(lines: Iterable[PrintedLine]) -> float:
    """The letters of the lines, as far as they are certain."""
    return sum(len(line.text) * max(0.0, line.sure - SURE) for line in lines)


def _is_well(lines: Sequence[PrintedLine]) -> bool:
    letters = sum(len(line.text) for line in lines)
    return letters >= 8 and sum(len(line.text) * line.sure for line in lines) >= WELL * letters


def _lines(card: Image.Image, code: str, how: str) -> list[PrintedLine]:
    """The lines of a card that stands like this, from the top down."""
    return _of_table(_table(readable(card), code, how))


def _table(picture: Image.Image, code: str, how: str) -> str:
    """Tesseract's table of words of a readable picture; empty if it breaks."""
    data = io.BytesIO()
    picture.save(data, "PNG", compress_level=1)
    program = shutil.which(PROGRAM) or PROGRAM
    command = [program, "stdin", "stdout", "-l", DATA[code], "--psm", how, "--dpi", "300", "tsv"]
    try:
        done = subprocess.run(
            command, input=data.getvalue(), stdout=subprocess.PIPE, stderr=DEVNULL, timeout=SECONDS, check=False,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace")


def readable(card: Image.Image, long: int = LONG) -> Image.Image:
    """A card in grey, evenly lit, and large enough."""
    import cv2  # noqa: PLC0415 - an extra
    import numpy as np  # noqa: PLC0415 - an extra
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    light = np.asarray(card.convert("L"))
    scale = long / max(light.shape)
    if scale > 1:
        light = cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(light, (0, 0), max(light.shape) / 25).astype(np.float32)
    even = light.astype(np.float32) - soft
    spread = max(12.0, float(np.percentile(np.abs(even), 98)))
    return Image.fromarray(np.clip(150 + even * (110 / spread), 0, 255).astype(np.uint8))


_Word: TypeAlias = tuple[str, float, float, float, float, float]
"""A word with its left, top, right and lower edge, and how certain it is."""


def _words(table: str) -> dict[tuple[int, int, int], list[_Word]]:
    """The certain words of tesseract's table, by line."""
    by_line: dict[tuple[int, int, int], list[_Word]] = {}
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != "5":
            continue
        word, sure = cells[11].strip(), float(cells[10])
        if not word or sure < (SURE if len(word) > 1 and any(map(str.isalnum, word)) else WELL):
            continue
        left, top, wide, high = map(float, cells[6:10])
        place = int(cells[2]), int(cells[3]), int(cells[4])
        by_line.setdefault(place, []).append((word, left, top, left + wide, top + high, sure))
    return by_line


def _of_table(table: str) -> list[PrintedLine]:
    """The lines of tesseract's table of words."""
    found = []
    for words in _words(table).values():
        letters = sum(len(one[0]) for one in words)
        sizes = [(one[4] - one[2]) / _share(one[0]) for one in words for _ in one[0]]
        sure = sum(one[-1] * len(one[0]) for one in words) / letters
        text = " ".join(word for word, *_ in words)
        found.append(PrintedLine(text, min(one[2] for one in words), median(sizes), sure))
    return sorted(found, key=lambda line: line.top)


def _share(word: str) -> float:
    """The height of a word as a share of the size of its type: not every letter goes up or down."""
    up, down = re.search(r"[^acegmnopqrsuvwxyz.,;:]", word), re.search(r"[gjpqyçQ,;¿¡()]", word)
    return 0.94 if up and down else 0.73 if up or down else 0.54


def laid_out(lines: Sequence[PrintedLine]) -> PrintedText:
    """The title of a card, whose letters are the largest, and its text."""
    lines = [line for line in lines if _is_line(line)]
    first = _first_of_title(lines)
    if first is None:
        return PrintedText("", tidied(line.text for line in lines))
    size = lines[first].size
    below = [line.size for line in lines[first + 1 :] for _ in line.text]
    usual = median(below) if below else size
    if below and usual * LARGER > size >= MUCH_LARGER * min(below):
        # The title has more letters than the text.
        usual = min(below)
    least = sqrt(size * min(size, usual))
    last = first
    while (
        last + 1 < len(lines)
        and lines[last + 1].size >= least
        and lines[last + 1].top - lines[last].top < NEXT_LINE * size
        and sum(len(line.text) for line in lines[first : last + 2]) <= LONGEST_TITLE
    ):
        last += 1
    title = tidied(line.text for line in lines[first : last + 1])
    return PrintedText(title, tidied(line.text for line in lines[last + 1 :]))


def _is_line(line: PrintedLine) -> bool:
    """False for what is more likely a part of the picture: one letter, or a few of which tesseract is not certain."""
    letters = len(re.sub(r"\W", "", line.text))
    number = re.fullmatch(r"[+−-]?\d+", line.text) is not None
    return number or (letters > 1 and (letters >= FEW_LETTERS or line.sure >= WELL))


def _first_of_title(lines: Sequence[PrintedLine]) -> int | None:
    """The first line whose letters are larger than most; a short first line, if none is; None without a title."""
    sure = [n for n, line in enumerate(lines) if line.sure >= WELL and len(re.findall(r"[^\W\d_]", line.text)) > 2]
    if not sure:
        return None
    usual = median(line.size for line in lines for _ in line.text)
    large = [n for n in sure if lines[n].size >= LARGER * usual and len(lines[n].text) <= LONGEST_TITLE]
    if large:
        most = max(lines[n].size for n in large)
        return next(n for n in large if lines[n].size >= 0.85 * most)
    first = sure[0]
    least = min((line.size for line in lines[first + 1 :]), default=None)
    if least is not None and lines[first].size >= MUCH_LARGER * least and len(lines[first].text) <= LONGEST_TITLE:
        # A title that is longer than the text below it.
        return first
    longest = max(len(line.text) for line in lines)
    short = len(lines[first].text) < (0.75 * longest if len(lines) > 1 else LONGEST_TITLE)
    return first if short else None


def tidied(lines: Iterable[str]) -> str:
    """Lines as running text: words that were divided are whole again, and quotation marks are those of a keyboard."""
    text = ""
    for line in lines:
        divided = re.search(r"[a-záéíóúñ]-$", text) and line[:1].islower()
        text = text[:-1] + line if divided else f"{text} {line}"
    text = re.sub(r"[“”„]", '"', re.sub(r"[‘’`´]", "'", text)).replace("|", "I")
    text = re.sub(r"\s+([,.;:!?])", r"\1", text)
    return re.sub(r"^[^\w¿¡\"'(+−-]+|[^\w.!?\"')+:;]+$", "", text.strip())
