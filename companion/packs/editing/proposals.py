"""What a photograph of a card proposes for its form: title, text, and effects that the game's words plainly name."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.core.phrases import proposed
from companion.core.sheets import BoxSheets
from companion.core.texts import Words
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.rows import MISSING, FormLine, Path
from companion.packs.photos.printed import PrintedText

TITLES = ("title", "name")
"""Fields that a card is called by."""
TEXT = "text"
Part: TypeAlias = Literal["title", "text", "effects"]


class CardProposal(Struct, frozen=True):
    """What a photo proposes for a card, which nobody has to believe: each part is taken by a tap, or all of it.

    Whoever shows a photographed card makes one with ``propose``: ``title`` and ``text`` are as they are printed,
    ``effects`` those that they plainly name, ``written`` the same as phrases in the language of the sheets.
    """

    title: str = ""
    text: str = ""
    effects: list[Any] = []
    written: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.title or self.text)

    def open_in(self, editor: RowEditor) -> dict[Part, Path]:
        """The parts for which the form has a field in which nothing stands yet."""
        parts: tuple[tuple[Part, Any, Path | None], ...] = (
            ("title", self.title, _field(editor, _is_title)),
            ("text", self.text, _field(editor, _is_text)),
            ("effects", self.effects, _field(editor, lambda line: _holds_effects(editor, line))),
        )
        return {
            part: path for part, value, path in parts
            if value and path is not None and editor.form.value(path) in (MISSING, None, "", [])
        }  # fmt: skip

    def take(self, editor: RowEditor, *parts: Part) -> None:
        """Put these parts into the form, by default all, as far as nothing stands there yet."""
        for part, path in self.open_in(editor).items():
            if not parts or part in parts:
                editor.form.put(path, getattr(self, part))


def propose(printed: PrintedText | None, sheets: BoxSheets | None, language: str = "en") -> CardProposal:
    """What is proposed for a card on which this is ``printed`` (None: nothing is read yet), for a box with these
    ``sheets``; ``language`` is that in which effects are written out."""
    if printed is None:
        return CardProposal()
    effects = [] if sheets is None else proposed(printed.text, sheets.printed, sheets.phrases)
    written = [] if sheets is None else list(map(sheets.spoken(language).phrases.write, effects))
    return CardProposal(printed.title, printed.text, effects, written)


def title_of(printed: PrintedText | None, otherwise: Words) -> Words:
    """What a photographed card that nobody has told is called: as its photo is read, or ``otherwise``."""
    return printed.title if printed is not None and printed.title else otherwise


def _field(editor: RowEditor, wanted: Any) -> Path | None:
    return next((line.path for line in _lines(editor, ()) if wanted(line)), None)


def _lines(editor: RowEditor, path: Path) -> list[FormLine]:
    """All lines of a row, without those of lists."""
    found: list[FormLine] = []
    for line in editor.form.lines(path):
        if not editor.hides(line.path):
            found.append(line)
            if line.kind == "page" and editor.form.is_record(line.path):
                found += _lines(editor, line.path)
    return found


def _is_title(line: FormLine) -> bool:
    return line.name in TITLES and line.kind == "text" and not line.sort and not line.word


def _is_text(line: FormLine) -> bool:
    return line.name == TEXT and line.kind == "text" and not line.sort


def _holds_effects(editor: RowEditor, line: FormLine) -> bool:
    return line.name == "effects" and line.kind == "page" and editor.form.is_list(line.path)
