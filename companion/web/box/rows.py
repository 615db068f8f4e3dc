"""A row of a box as a page to fill in: shown, saved, copied, taken out; and what is in no table."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from msgspec import Struct, structs

from companion.core.refusals import Fault, Refused
from companion.core.texts import T, Words
from companion.packs.content import Texts, content_hash
from companion.packs.editing.box import SQUARES, OpenBox, current_index
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.tables import Path
from companion.web.box import pages
from companion.web.box.form import STILL, HtmlForm
from companion.web.box.service import RowDraft

if TYPE_CHECKING:
    from companion.web.box.pages import PageRequest

ABOUT = "-"
"""Stands in an address for what is in no table."""
NEW = "new"
NOT_YET = T("This is not saved yet: see what is still wrong below.")
STALE = T(
    "Somebody else has changed this meanwhile. What you typed stands here, and is not saved yet: save it again to keep "
    "yours."
)
LOST = T("This page was open for a long time. What you typed stands here, and is not saved yet: save it again.")
GONE = T("Somebody else has taken this out meanwhile.")
PUT_BACK = T("Somebody else has taken this out meanwhile. What you typed stands here: save it to put it back in.")


class EditedRow(Struct):
    """The row that a page is about."""

    box: OpenBox
    name: str
    """Of its table; ``ABOUT`` for what is in none."""
    path: Path
    index: int | None

    def editor(self) -> RowEditor:
        """Its form."""
        return self.box.row_editor(self.path, self.index if self.there else None) if self.path else self.box.about()

    @property
    def there(self) -> bool:
        """False of a new one, and of one that somebody else has taken out."""
        return self.index is not None and self.index < len(self.box.rows(self.path))

    @property
    def kind(self) -> Any:
        """Its type."""
        return self.box.table(self.path).kind if self.path else self.box.game.rules.pack_type

    def now(self) -> Any:
        """What it says; None of a new one."""
        if not self.path:
            return copy.deepcopy(self.box.about().form.row)
        return self.box.rows(self.path)[self.index] if self.there and self.index is not None else None

    @property
    def table_address(self) -> str:
        """Where its table is, or its box where it is in none."""
        address = pages.box_address(self.box)
        return f"{address}/{quote(self.name, safe='')}" if self.path else address

    @property
    def address(self) -> str:
        """Where it is."""
        if not self.path:
            return f"{self.table_address}/{ABOUT}"
        return f"{self.table_address}/{NEW if self.index is None else self.index}"


def page(asked: PageRequest, city: Any = None) -> str:
    """The form of a row, as it is or as it is being filled in; under the ``city`` tile that it is, if it is one."""
    row = row_of(asked)
    draft = _kept(asked, row) or _fresh(row)
    if not row.there and draft.seen is not None and row.path:
        raise Refused("unknown", GONE)
    editor, sheet = _opened(row, draft)
    wrong = _wrong(row, editor, sheet)[0] if draft.checked else []
    return pages.inside(
        asked, "row.html", box=row.box, row=row, draft=asked.desk.drafts.keep(draft), parts=sheet.parts(wrong),
        told=draft.told, title=title(row), saved=_saved(asked, row), city=city, seen=content_hash(draft.seen),
    )  # fmt: skip


def save(asked: PageRequest) -> str:
    """Take what was typed; save it, or add or take away a line of it."""
    row = row_of(asked, changing=True)
    kept = _kept(asked, row)
    draft = kept or _fresh(row)
    editor, sheet = _opened(row, draft)
    sheet.fill(asked.sent)
    do, _, rest = asked.sent.get("do", "next").partition(":")
    if do in ("add", "take", "show"):
        place = _rebuilt(editor, sheet, do, rest)
        filled = structs.replace(draft, row=editor.form.row, told=None if kept else LOST)
        return f"{_draft_address(asked, row, filled)}#{place}"
    filled = structs.replace(draft, row=copy.deepcopy(editor.form.row))
    faults, final, said = _wrong(row, editor, sheet)
    if kept is None:
        return _draft_address(asked, row, structs.replace(filled, told=LOST))
    if faults:
        return _draft_address(asked, row, structs.replace(filled, told=NOT_YET, checked=True))
    if draft.seen is not None and final == _untouched(row, draft) and not _says_more(row.box, said):
        return next_address(row, row.index, do)
    return _put(asked, row, filled, final, said, do)


def _put(asked: PageRequest, row: EditedRow, filled: RowDraft, final: Any, said: Texts, do: str) -> str:
    """Keep the row as it is typed, unless it says something else by now than what was seen."""
    at = row.index
    if filled.seen is not None:
        at = _same_row(row, filled.seen)
        if at is None:
            return _draft_address(asked, row, _renewed(row, filled))
    if row.path:
        at = row.box.put(row.path, at, final, said)
    else:
        row.box.put_about(final, said)
    asked.desk.tell()
    return next_address(row, at, do)


def duplicate(asked: PageRequest) -> str:
    """A second row like it."""
    row = as_seen(asked)
    if row.index is None or row.path == SQUARES:
        raise Refused("nothing", T("That cannot be copied."))
    at = row.box.copy(row.path, row.index)
    asked.desk.tell()
    return f"{row.table_address}/{at}"


def take(asked: PageRequest) -> str:
    """Take it out of the box."""
    row = as_seen(asked)
    if row.index is None:
        raise Refused("nothing", T("There is nothing to take away yet."))
    if row.path == SQUARES:
        row.box.take_square(row.index)
    else:
        row.box.take(row.path, row.index)
    asked.desk.tell()
    return row.table_address


def row_of(asked: PageRequest, *, changing: bool = False) -> EditedRow:
    """The row that the address names. Refused, ``unknown``: there is none; ``illegal``: it is to be changed, and its
    box stays as it is."""
    box = pages.changeable(asked) if changing else asked.box
    if "table" not in asked.named:
        return EditedRow(box, ABOUT, (), None)
    table, n = pages.table_of(asked), asked.named["n"]
    if n == NEW:
        return EditedRow(box, table.name, table.path, None)
    index = int(n) if n.isascii() and n.isdecimal() and len(n) < 7 else -1
    row = EditedRow(box, table.name, table.path, index)
    if index < 0 or not (row.there or asked.sent.get("draft")):
        raise Refused("unknown", GONE)
    return row


def as_seen(asked: PageRequest) -> EditedRow:
    """The row that the address names, if it still says what whoever asks has seen."""
    row = row_of(asked, changing=True)
    if asked.sent.get("seen") != content_hash(row.now()):
        raise Refused("stale", T("Somebody else has changed this meanwhile. Look at it again first."))
    return row


def _kept(asked: PageRequest, row: EditedRow) -> RowDraft | None:
    draft = asked.desk.drafts.get(asked.sent.get("draft", ""))
    same = draft is not None and (draft.box, draft.table, draft.index) == (row.box.id, row.name, row.index)
    return draft if same else None


def _fresh(row: EditedRow) -> RowDraft:
    return RowDraft(row.box.id, row.name, row.index, row.now(), row.editor().form.row)


def _opened(row: EditedRow, draft: RowDraft) -> tuple[RowEditor, HtmlForm]:
    """The form as the draft has it."""
    editor = row.editor()
    editor.form.put((), copy.deepcopy(draft.row))
    return editor, HtmlForm(row.box, editor, row.kind)


def _rebuilt(editor: RowEditor, sheet: HtmlForm, do: str, rest: str) -> str:
    """A line is added or taken away; gives where to look then."""
    at, _, kind = rest.partition(":")
    path = sheet.path(at)
    if path is not None and do == "add" and kind in editor.form.kinds(path):
        editor.path = path
        editor.add(kind)
        entries = editor.form.value(path)
        return f"{at}.{len(entries) - 1}"
    if path is not None and do == "take" and isinstance(path[-1], int):
        editor.form.take(path)
        return at.rpartition(".")[0]
    return at


def _wrong(row: EditedRow, editor: RowEditor, sheet: HtmlForm) -> tuple[list[Fault], Any, Texts]:
    """What keeps it from being saved, the row as it would be, and what it says in other languages."""
    before = editor.form.row
    final, said = sheet.settled(editor.row())
    editor.form.put((), final)
    faults = editor.faults()
    places = {str(fault.place) for fault in faults}
    for path in editor.missing():
        place = ".".join(map(str, path))
        if not any(place in one for one in places):
            faults.append(Fault(place or "kind", STILL))
    editor.form.put((), before)
    return faults, final, said


def _untouched(row: EditedRow, draft: RowDraft) -> Any:
    """What would be saved if nothing were typed."""
    editor = row.editor()
    return editor.row() if row.now() == draft.seen else None


def _says_more(box: OpenBox, said: Texts) -> bool:
    texts = box.content.texts
    return any(texts.get(code, {}).get(text, "") != one for code, words in said.items() for text, one in words.items())


def _same_row(row: EditedRow, seen: Any) -> int | None:
    """Where the row is now, if it still says what was seen; 0 of what is in no table."""
    if not row.path:
        return 0 if row.now() == seen else None
    rows = row.box.rows(row.path)
    at = current_index(rows, row.index or 0, seen)
    return at if at is not None and rows[at] == seen else None


def _renewed(row: EditedRow, draft: RowDraft) -> RowDraft:
    """The same, to be saved over what it says now."""
    at = current_index(row.box.rows(row.path), row.index or 0, draft.seen) if row.path else None
    index = at if row.path else None
    now = EditedRow(row.box, row.name, row.path, index).now()
    return structs.replace(draft, index=index, seen=now, told=STALE if now is not None else PUT_BACK)


def draft_address(asked: PageRequest, row: EditedRow, filled: Any, told: Words | None) -> str:
    """The page of a row as it is filled in, and why it is not saved."""
    return _draft_address(asked, row, RowDraft(row.box.id, row.name, row.index, row.now(), filled, told))


def _draft_address(asked: PageRequest, row: EditedRow, draft: RowDraft) -> str:
    there = EditedRow(row.box, row.name, row.path, draft.index)
    return f"{there.address}?{urlencode({'draft': asked.desk.drafts.keep(draft)})}"


def next_address(row: EditedRow, at: int | None, do: str) -> str:
    """The page after one that was saved: the next row, a further new one, or its table."""
    if not row.path or at is None:
        return row.table_address
    if do == "save":
        return f"{row.table_address}?saved={at}"
    following = NEW if row.index is None else str(at + 1)
    there = following == NEW or at + 1 < len(row.box.rows(row.path))
    return f"{row.table_address}/{following}?saved={at}" if there else f"{row.table_address}?saved={at}"


def _saved(asked: PageRequest, row: EditedRow) -> Words | None:
    return pages.saved(asked, row.box, row.path) if row.path else None


def title(row: EditedRow) -> Words:
    """What the page of a row is called."""
    if not row.path:
        return T("What stands on the box?")
    if row.index is None:
        return T("Another one")
    return row.box.row_name(row.path, row.box.rows(row.path)[row.index], row.index)
