"""The page of a row: shown as a form, saved, copied, deleted. The fields outside tables have such a page too."""

from __future__ import annotations

import copy
from typing import Any
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
from companion.web.box.pages import PageRequest, digits
from companion.web.box.service import RowDraft

ABOUT = "-"
"""In an address, the fields outside tables."""
NEW = "new"
"""In an address, a new row."""
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
    """The name of its table; ``ABOUT`` for the fields outside tables."""
    path: Path
    index: int | None

    def editor(self) -> RowEditor:
        """The editor of the row."""
        return self.box.row_editor(self.path, self.index if self.there else None) if self.path else self.box.about()

    @property
    def there(self) -> bool:
        """False for a new row, and for one that somebody else has deleted."""
        return self.index is not None and self.index < len(self.box.rows(self.path))

    @property
    def kind(self) -> Any:
        """The type of the row."""
        return self.box.table(self.path).kind if self.path else self.box.game.rules.pack_type

    def now(self) -> Any:
        """The row as it is in the box; None if it is not there."""
        if not self.path:
            return copy.deepcopy(self.box.about().form.row)
        return self.box.rows(self.path)[self.index] if self.there and self.index is not None else None

    @property
    def table_address(self) -> str:
        """The address of its table, or of its box."""
        address = pages.box_address(self.box)
        return f"{address}/{quote(self.name, safe='')}" if self.path else address

    @property
    def address(self) -> str:
        """The address of the row."""
        if not self.path:
            return f"{self.table_address}/{ABOUT}"
        return f"{self.table_address}/{NEW if self.index is None else self.index}"


def page(request: PageRequest, city: Any = None) -> str:
    """The form of a row, as it is or as it is being filled in; below the drawing of a ``city`` tile."""
    row = row_of(request)
    draft = kept_draft(request, row) or _fresh(row)
    require_there(row)
    editor, sheet = _opened(row, draft)
    wrong = _wrong(row, editor, sheet)[0] if draft.checked else []
    return pages.rendered(
        request, "row.html", box=row.box, row=row, draft=request.service.drafts.keep(draft), parts=sheet.parts(wrong),
        message=draft.message, title=title(row), city=city, seen=content_hash(draft.seen),
        saved=pages.saved(request, row.box, row.path) if row.path else None,
    )  # fmt: skip


def save(request: PageRequest) -> str:
    """Take what was typed; save it, or add or remove a line of the form."""
    row = row_of(request, changing=True)
    kept = kept_draft(request, row)
    draft = kept or _fresh(row)
    editor, sheet = _opened(row, draft)
    sheet.fill(request.fields)
    do, _, rest = request.fields.get("do", "next").partition(":")
    if do in ("add", "take", "show"):
        place = _rebuilt(editor, sheet, do, rest)
        filled = structs.replace(draft, row=editor.form.row, message=None if kept else LOST)
        return f"{_draft_address(request, row, filled)}#{place}"
    filled = structs.replace(draft, row=copy.deepcopy(editor.form.row))
    faults, final, said = _wrong(row, editor, sheet)
    if kept is None:
        return _draft_address(request, row, structs.replace(filled, message=LOST))
    if faults:
        return _draft_address(request, row, structs.replace(filled, message=NOT_YET, checked=True))
    if draft.seen is not None and final == _untouched(row, draft) and not _says_more(row.box, said):
        return next_address(row, row.index, do)
    return _put(request, row, filled, final, said, do)


def _put(request: PageRequest, row: EditedRow, filled: RowDraft, final: Any, said: Texts, do: str) -> str:
    """Save the row as it was typed, unless it has changed since it was shown."""
    at = row.index
    if filled.seen is not None:
        at = _same_row(row, filled.seen)
        if at is None:
            return _draft_address(request, row, _renewed(row, filled))
    if row.path:
        at = row.box.put(row.path, at, final, said)
    else:
        row.box.put_about(final, said)
    request.service.notify()
    return next_address(row, at, do)


def duplicate(request: PageRequest) -> str:
    """Append a copy of the row."""
    row = as_seen(request)
    if row.index is None or row.path == SQUARES:
        raise Refused("nothing", T("That cannot be copied."))
    at = row.box.copy(row.path, row.index)
    request.service.notify()
    return f"{row.table_address}/{at}"


def take(request: PageRequest) -> str:
    """Delete the row."""
    row = as_seen(request)
    if row.index is None:
        raise Refused("nothing", T("There is nothing to take away yet."))
    if row.path == SQUARES:
        row.box.take_square(row.index)
    else:
        row.box.take(row.path, row.index)
    request.service.notify()
    return row.table_address


def row_of(request: PageRequest, *, changing: bool = False) -> EditedRow:
    """The row that the address names. Refused, ``unknown``: there is none; ``illegal``: it is to be changed, and its
    box cannot be edited."""
    box = pages.editable(request) if changing else request.box
    if "table" not in request.names:
        return EditedRow(box, ABOUT, (), None)
    table, n = pages.table_of(request), request.names["n"]
    if n == NEW:
        return EditedRow(box, table.name, table.path, None)
    row = EditedRow(box, table.name, table.path, digits(n))
    if row.index is None or not (row.there or request.fields.get("draft")):
        raise Refused("unknown", GONE)
    return row


def require_there(row: EditedRow) -> None:
    """Refused, ``unknown``: the row is neither a new one nor in the box."""
    if row.index is not None and not row.there:
        raise Refused("unknown", GONE)


def as_seen(request: PageRequest) -> EditedRow:
    """The row that the address names. Refused as by ``row_of``, or ``stale``: it has changed since it was shown."""
    row = row_of(request, changing=True)
    require_there(row)
    if request.fields.get("seen") != content_hash(row.now()):
        raise Refused("stale", T("Somebody else has changed this meanwhile. Look at it again first."))
    return row


def kept_draft(request: PageRequest, row: EditedRow) -> RowDraft | None:
    """The draft of the row that a page names; None if there is none any more."""
    draft = request.service.drafts.get(request.fields.get("draft", ""))
    same = draft is not None and (draft.box, draft.table, draft.index) == (row.box.id, row.name, row.index)
    return draft if same else None


def _fresh(row: EditedRow) -> RowDraft:
    """The row as it is; of one that somebody has deleted, what is typed becomes a new row."""
    return RowDraft(row.box.id, row.name, row.index if row.there else None, row.now(), row.editor().form.row)


def _opened(row: EditedRow, draft: RowDraft) -> tuple[RowEditor, HtmlForm]:
    """The editor with the row of a draft, and its form."""
    editor = row.editor()
    editor.form.put((), copy.deepcopy(draft.row))
    return editor, HtmlForm(row.box, editor, row.kind)


def _rebuilt(editor: RowEditor, sheet: HtmlForm, do: str, rest: str) -> str:
    """Add or remove a line; returns the part of the page to look at."""
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
    """What keeps the row from being saved, the row as it would be saved, and its texts in other languages."""
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
    """The row as it would be saved without any changes."""
    editor = row.editor()
    return editor.row() if row.now() == draft.seen else None


def _says_more(box: OpenBox, said: Texts) -> bool:
    """True if these texts in other languages change something."""
    texts = box.content.texts
    return any(texts.get(code, {}).get(text, "") != one for code, words in said.items() for text, one in words.items())


def _same_row(row: EditedRow, seen: Any) -> int | None:
    """The present index of the row, if it has not changed; 0 for the fields outside tables."""
    if not row.path:
        return 0 if row.now() == seen else None
    rows = row.box.rows(row.path)
    at = current_index(rows, row.index or 0, seen)
    return at if at is not None and rows[at] == seen else None


def _renewed(row: EditedRow, draft: RowDraft) -> RowDraft:
    """The draft, to be saved over what the row is now."""
    at = current_index(row.box.rows(row.path), row.index or 0, draft.seen) if row.path else None
    index = at if row.path else None
    now = EditedRow(row.box, row.name, row.path, index).now()
    return structs.replace(draft, index=index, seen=now, message=STALE if now is not None else PUT_BACK)


def draft_address(request: PageRequest, row: EditedRow, filled: Any, message: Words | None) -> str:
    """The address of a row's page as it is filled in, with why it is not saved."""
    return _draft_address(request, row, RowDraft(row.box.id, row.name, row.index, row.now(), filled, message))


def _draft_address(request: PageRequest, row: EditedRow, draft: RowDraft) -> str:
    there = EditedRow(row.box, row.name, row.path, draft.index)
    return f"{there.address}?{urlencode({'draft': request.service.drafts.keep(draft)})}"


def next_address(row: EditedRow, at: int | None, do: str) -> str:
    """The address after a row was saved: the next row, a further new one, or the table."""
    if not row.path or at is None:
        return row.table_address
    if do == "save":
        return f"{row.table_address}?saved={at}"
    following = NEW if row.index is None else str(at + 1)
    there = following == NEW or at + 1 < len(row.box.rows(row.path))
    return f"{row.table_address}/{following}?saved={at}" if there else f"{row.table_address}?saved={at}"


def title(row: EditedRow) -> Words:
    """The title of a row's page."""
    if not row.path:
        return T("What stands on the box?")
    if row.index is None:
        return T("Another one")
    return row.box.row_name(row.path, row.box.rows(row.path)[row.index], row.index)
