"""Cards to cut out as a PDF, nine per A4 or Letter page, in the size of playing cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias, cast

from fpdf import FPDF
from fpdf.fonts import TTFFont

from companion.core.texts import Say, capital
from companion.packs.printing.cards import PrintedCard
from companion.scene.charts import MARKS

Paper: TypeAlias = Literal["a4", "letter"]

WIDE, HIGH = 63, 88
"""Size of a card in millimetres; sleeves of this size are common."""
ACROSS, DOWN = 3, 3
INSIDE = 4.5
"""Margin of a card in millimetres, to tolerate inaccurate cuts."""
MARK = 4
"""Length of a cut mark in millimetres."""
BAND = 6
BODY: Final = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0)
TITLE: Final = (14.0, 12.0, 10.0, 9.0)
"""Font sizes in points, in order of preference."""
LEADING = 1.3
POINT = 25.4 / 72

INK, DIM = (16, 21, 31), (86, 96, 122)
BANDS: Final = {
    "red": (184, 64, 26), "blue": (31, 111, 168), "yellow": (138, 122, 0), "green": (15, 127, 92),
    "purple": (125, 74, 163), "orange": (158, 84, 16),
}  # fmt: skip
"""The colours of decks, assigned in order. The deck's name is printed as well."""
FONTS: Final = Path(__file__).parent / "fonts"
FACES: Final = {"": "Inter-Regular.ttf", "B": "Inter-SemiBold.ttf"}


def card_sheets(cards: Sequence[PrintedCard], box: str, say: Say, paper: Paper = "a4") -> bytes:
    """Render the PDF. ``box`` is the name of the box. Characters missing from the fonts become question marks."""
    pdf = FPDF(format=paper)
    pdf.set_auto_page_break(False)
    pdf.set_title(box)
    for style, file in FACES.items():
        pdf.add_font("inter", style, FONTS / file)
    decks = list(dict.fromkeys(say(card.deck) for card in cards))
    for number, card in enumerate(cards):
        at = number % (ACROSS * DOWN)
        left, top = (pdf.w - ACROSS * WIDE) / 2, (pdf.h - DOWN * HIGH) / 2
        if at == 0:
            pdf.add_page()
            _cut_marks(pdf, left, top)
        colour = MARKS[decks.index(say(card.deck)) % len(MARKS)][0]
        sheet = _Card(pdf, left + at % ACROSS * WIDE, top + at // ACROSS * HIGH)
        body = "\n\n".join(part for part in (say(card.text), "\n".join(map(say, card.lines))) if part)
        words = (say(card.deck), capital(say(card.name)), body, box)
        sheet.draw(BANDS[colour], *(_printable(pdf, one) for one in words))
    return bytes(pdf.output())


def _printable(pdf: FPDF, text: str) -> str:
    font = pdf.fonts["inter"]
    assert isinstance(font, TTFFont)
    known = font.cmap
    return "".join(letter if ord(letter) in known or letter == "\n" else "?" for letter in text)


def _cut_marks(pdf: FPDF, left: float, top: float) -> None:
    pdf.set_draw_color(*DIM)
    pdf.set_line_width(0.2)
    right, bottom = left + ACROSS * WIDE, top + DOWN * HIGH
    for column in range(ACROSS + 1):
        x = left + column * WIDE
        pdf.line(x, top - 1 - MARK, x, top - 1)
        pdf.line(x, bottom + 1, x, bottom + 1 + MARK)
    for row in range(DOWN + 1):
        y = top + row * HIGH
        pdf.line(left - 1 - MARK, y, left - 1, y)
        pdf.line(right + 1, y, right + 1 + MARK, y)


class _Card:
    """One card on a page, with its top-left corner at ``x``, ``y``."""

    def __init__(self, pdf: FPDF, x: float, y: float) -> None:
        self._pdf = pdf
        self._x = x + INSIDE
        self._y = y + INSIDE
        self._wide = WIDE - 2 * INSIDE
        self._bottom = y + HIGH - INSIDE

    def draw(self, band: tuple[int, int, int], deck: str, name: str, body: str, box: str) -> None:
        pdf = self._pdf
        pdf.set_fill_color(*band)
        pdf.rect(self._x, self._y, self._wide, BAND, style="F", round_corners=True, corner_radius=1)
        self._write(self._y, deck, "B", (8.0, 7.0, 6.0, 5.0), BAND, (255, 255, 255), middle=True)
        y = self._y + BAND + 2
        if name:
            y = self._write(y, name, "B", TITLE, 16, INK) + 2
        foot = self._bottom - 3
        self._write(y, body, "", BODY, foot - 1 - y, INK)
        self._write(foot, box, "", (6.0, 5.0), 3, DIM)

    def _write(
        self, y: float, text: str, style: str, sizes: Sequence[float], room: float, ink: tuple[int, int, int],
        *, middle: bool = False,
    ) -> float:  # fmt: skip
        """Write at the largest size that fits, and return where it ends. At the smallest size, the rest is cut off with
        an ellipsis."""
        pdf = self._pdf
        pdf.set_text_color(*ink)
        for size in sizes:
            pdf.set_font("inter", style, size)
            line = size * POINT * LEADING
            broken = self._wrapped(text, line)
            if len(broken) * line <= room + 0.01:
                break
        else:
            broken = broken[: max(1, int(room / line))]
            broken[-1] = broken[-1][:-1] + "…"
        start = y + (room - len(broken) * line) / 2 if middle else y
        for number, one in enumerate(broken):
            pdf.set_xy(self._x + (1.5 if middle else 0), start + number * line)
            pdf.cell(self._wide, line, one)
        return y + len(broken) * line

    def _wrapped(self, text: str, line: float) -> list[str]:
        if not text:
            return []
        pdf = self._pdf
        pdf.set_xy(self._x, self._y)
        found = pdf.multi_cell(self._wide, line, text, align="L", dry_run=True, output="LINES", padding=0)
        return cast("list[str]", found)
