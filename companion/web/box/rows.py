"""The page of a row: its form, made from the types of its fields, saved, copied, deleted."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias
from urllib.parse import quote, urlencode

from msgspec import Struct, structs

from companion.core.refusals import Fault, Refused
from companion.core.texts import T, Words, plain
from companion.language import LANGUAGES
from companion.packs.content import Texts, content_hash
from companion.packs.editing.box import SQUARES, OpenBox, current_index
from companion.packs.editing.drafts import RowDraft
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.rows import MISSING, FormLine, Path, RowForm
from companion.packs.editing.tables import Path as TablePath
from companion.packs.editing.tables import as_word
from companion.packs.editing.words import MISSING_PART, STEP, BoxWords
from companion.web.actions import Fields, whole_number
from companion.web.box import pages
from companion.web.box.pages import PageRequest, digits

# The form: HTML inputs made from the types of the fields, and the row from what a browser sends.
#
# An input is named after the path of its line (``f.event.effects.0.n``), a text also after its language
# (``f.title@es``). What a browser does not send, or sends unchanged, stays as it is, to the last byte.
#

Kind: TypeAlias = Literal["text", "area", "number", "select", "check"]
IN_ONE_LANGUAGE = frozenset({"language", "origin", "edition"})
"""Texts that are not translated."""
STILL = T("This is still missing.")
LONG = 60
"""Texts with more characters get several lines."""
LENGTH = 4000
"""Most characters of a text."""
A_NUMBER = "n"
"""The option for a number, beside words that can take its place."""


class InputOption(Struct, frozen=True):
    """An option of a list; ``value`` is what a browser sends."""

    value: str
    label: Words
    chosen: bool = False


class Input(Struct, frozen=True):
    """An input."""

    name: str
    kind: Kind
    value: str = ""
    language: str = ""
    """The language of a text; empty if there is only one."""
    choices: list[InputOption] = []
    least: int | None = None
    most: int | None = None


class FormPart(Struct):
    """A line of the form, or a record or list with lines of its own."""

    at: str
    """Its path, as in the names of inputs and buttons."""
    label: Words
    inputs: list[Input] = []
    parts: list[FormPart] = []
    group: bool = False
    amounts: bool = False
    """True for a record of amounts only."""
    adds: list[tuple[str, Words, str]] = []
    """What can be added to a list: kind, words, icon."""
    entry: bool = False
    """True for an entry of a list, which can be removed."""
    wrong: list[Words] = []


class HtmlForm:
    """The form of a row of a box."""

    def __init__(self, box: OpenBox, editor: RowEditor, kind: Any) -> None:
        self._box = box
        self._kind = kind
        self._words: BoxWords = box.words
        self._editor = editor
        self._main = box.content.language
        self._names = box.named("")

    # What is shown.

    def parts(self, wrong: Sequence[Fault] = ()) -> list[FormPart]:
        """The whole form, with each fault at the nearest line."""
        found = self._parts(())
        whole = self._editor.form.line(())
        if whole.kinds:
            found.insert(0, FormPart("f", self._words.field("kind"), self._inputs(whole)))
        for fault in wrong:
            missing, place = plain(fault.said).startswith(MISSING_PART), place_of(fault)
            field = next((step for step in reversed(place.split(".")) if not step.isdecimal()), "")
            _nearest(found, place).append(STILL if missing else self._words.in_labels(fault.said, field))
        return found

    def _lines(self, path: Path) -> list[FormLine]:
        return [line for line in self._editor.form.lines(path) if not self._editor.hides(line.path)]

    def _parts(self, path: Path) -> list[FormPart]:
        found: list[FormPart] = []
        for line in self._lines(path):
            found += self._parts(line.path) if self._editor.folds_out(line.path) else [self._part(line)]
        return found

    def _part(self, line: FormLine) -> FormPart:
        form, path = self._editor.form, line.path
        entry = isinstance(path[-1], int)
        part = FormPart(
            name_of(path), self._label(line), entry=entry, group=line.kind == "page", inputs=self._inputs(line)
        )
        if line.kind != "page":
            return part
        part.amounts = self._editor.counts(path) or form.is_scale(path)
        part.parts = self._parts(path)
        part.adds = [
            (kind, self._words.kind(kind) if kind else T("Another one"), self._words.icon(f"+{kind}") or "plus")
            for kind in form.kinds(path)
        ]
        return part

    def _label(self, line: FormLine) -> Words:
        path = line.path
        if isinstance(path[-1], int):
            called = "" if line.value in (None, MISSING) else self._words.called(line.value, self._names)
            return called if line.kind == "page" and called else self._words.field(path[-1])
        return self._words.line(self._editor.form, path, self._names)

    def _inputs(self, line: FormLine) -> list[Input]:
        name = name_of(line.path)
        if line.kind == "choice":
            return [self._choice(line, name)]
        if line.kind == "text":
            return self._names_to_choose(line, name) if line.sort else self._texts(line, name)
        now = self._editor.form.kind_at(line.path)
        kinds = [InputOption(f"+{kind}", self._words.kind(kind), kind == now) for kind in line.kinds]
        if line.kind == "page":
            return self._kinds(line, name, kinds)
        number = Input(name, "number", _figures(line.value), least=line.least, most=line.most)
        words = [
            InputOption(str(n), self._words.value(line.name, one), line.value == one)
            for n, one in enumerate(line.choices)
        ]
        if not words and not kinds:
            return [number]
        plain_number = InputOption(A_NUMBER, T("a number"), not any(one.chosen for one in (*words, *kinds)))
        return [Input(f"{name}?", "select", choices=[plain_number, *words, *kinds]), number]

    def _kinds(self, line: FormLine, name: str, kinds: list[InputOption]) -> list[Input]:
        none = line.value in (None, MISSING)
        if not kinds and line.optional and not self._editor.form.is_list(line.path):
            kinds = [InputOption("+", T("there is one"), not none)]
        nothing = [InputOption("", T("none") if line.optional else T("not said yet"), none)]
        choices = [*(nothing if line.optional or none else []), *kinds]
        return [Input(f"{name}?", "select", choices=choices)] if kinds else []

    def _choice(self, line: FormLine, name: str) -> Input:
        goes_without = line.optional or line.value is MISSING or self._editor.form.goes_without(line.path)
        if not goes_without and set(line.choices) == {True, False} and isinstance(line.value, bool):
            return Input(name, "check", "1" if line.value else "")
        empty = InputOption("", self._words.value(line.name, None) if goes_without else T("not said yet"),
                       line.value in (None, MISSING))  # fmt: skip
        choices = [
            InputOption(str(n), self._words.value(line.name, one), one == line.value and type(one) is type(line.value))
            for n, one in enumerate(line.choices)
        ]
        return Input(name, "select", choices=[*([empty] if goes_without or empty.chosen else []), *choices])

    def _names_to_choose(self, line: FormLine, name: str) -> list[Input]:
        names = line.meant(self._box.named(line.sort))
        if not names:
            return [Input(name, "text", line.value if isinstance(line.value, str) else "")]
        if isinstance(line.value, str) and line.value not in names:
            names[line.value] = line.value
        empty = line.value in (None, MISSING, "")
        nothing = [InputOption("", T("none") if line.optional else T("not said yet"), empty)]
        choices = [InputOption(one, words, one == line.value) for one, words in names.items()]
        return [Input(name, "select", choices=[*(nothing if empty or line.optional else []), *choices])]

    def _texts(self, line: FormLine, name: str) -> list[Input]:
        said = self._said(line)
        long = line.name == "text" or any(len(text) > LONG or "\n" in text for text in said.values())
        kind: Kind = "area" if long else "text"
        if len(said) == 1:
            return [Input(name, kind, next(iter(said.values())))]
        return [Input(f"{name}@{code}", kind, text, code) for code, text in said.items()]

    def _said(self, line: FormLine) -> dict[str, str]:
        """A text by language, that of the box first; a word or a name in that language only."""
        value = line.value
        if line.word or line.name in IN_ONE_LANGUAGE:
            return {self._main: value if isinstance(value, str) else ""}
        held = dict(value) if isinstance(value, dict) else {self._main: value if isinstance(value, str) else ""}
        if isinstance(value, str):
            texts = self._box.content.texts
            held |= {code: words[value] for code, words in texts.items() if code != self._main and value in words}
        return {code: str(held.get(code, "")) for code in dict.fromkeys((self._main, *held, *LANGUAGES))}

    # What is filled in.

    def fill(self, fields: Fields) -> None:
        """Put what a browser sends into the row; what it has not changed stays as it is."""
        for inputs, path in list(self._leaves(())):
            for one in inputs:
                raw = fields.get(one.name)
                if one.kind == "check":
                    raw = "1" if one.name in fields else "" if f"{one.name}~" in fields else None
                raw = None if raw is None else raw.replace("\r\n", "\n")
                if raw is not None and raw != _shown(one) and self._is_there(path):
                    self._take(path, one, raw.strip()[:LENGTH], fields)

    def _is_there(self, path: Path) -> bool:
        """False for a line that is gone because another kind was chosen around it."""
        try:
            self._editor.form.line(path)
        except KeyError:
            return False
        return True

    def _leaves(self, path: Path) -> Iterator[tuple[list[Input], Path]]:
        if not path:
            yield self._inputs(self._editor.form.line(())) if self._editor.form.line(()).kinds else [], ()
        for line in self._lines(path):
            yield self._inputs(line), line.path
            if line.kind == "page":
                yield from self._leaves(line.path)

    def _take(self, path: Path, one: Input, raw: str, fields: Fields) -> None:
        form = self._editor.form
        line = form.line(path)
        if one.name.endswith("?"):
            self._pick(line, raw)
        elif one.kind == "check":
            form.put(path, raw == "1")
        elif one.kind == "number":
            if not self._elsewhere(line, fields):
                form.put(path, _typed_number(raw) if raw else _nothing(line))
        elif line.kind == "choice":
            form.put(path, line.choices[int(raw)] if _is_one(one, raw) and raw else _nothing(line))
        elif line.sort and one.kind == "select":
            if _is_one(one, raw):
                form.put(path, raw or _nothing(line))
        elif line.word or line.sort:
            form.put(path, as_word(raw) or _nothing(line))
        elif one.language:
            said = self._said(line) | {one.language: raw}
            texts = {code: text for code, text in said.items() if text}
            form.put(path, texts or ("" if line.empty else _nothing(line)))
        else:
            form.put(path, raw or ("" if line.empty else _nothing(line)))

    def _pick(self, line: FormLine, raw: str) -> None:
        form, path = self._editor.form, line.path
        if not any(raw == choice.value for choice in self._inputs(line)[0].choices):
            return
        if raw == "":
            form.put(path, _nothing(line))
        elif raw.startswith("+"):
            form.pick(path, raw[1:])
        elif raw != A_NUMBER:
            form.put(path, line.choices[int(raw)])
        elif not isinstance(line.value, int):
            form.put(path, MISSING)

    def _elsewhere(self, line: FormLine, fields: Fields) -> bool:
        """True if a word or a record was chosen instead of the number."""
        return fields.get(f"{name_of(line.path)}?", A_NUMBER) != A_NUMBER

    def path(self, name: str) -> Path | None:
        return next((path for _, path in self._leaves(()) if path and name_of(path) == name), None)

    def settled(self, row: Any) -> tuple[Any, dict[str, dict[str, str]]]:
        """A row as it is stored in its pack, and its texts in other languages, by language and text.

        A text that cannot hold several languages itself is stored in that of the box.
        """
        texts: dict[str, dict[str, str]] = {}
        for path, line in list(_texts_in(RowForm(self._kind, row), ())):
            value = line.value
            if not isinstance(value, dict):
                continue
            main = value.get(self._main) or next(iter(value.values()), "")
            others = {code: text for code, text in value.items() if code != self._main}
            if not line.languages:
                for code in {*others, *self._box.content.texts} - {self._main}:
                    texts.setdefault(code, {})[main] = others.get(code, "")
                row = _with(row, path, main)
            elif not others:
                row = _with(row, path, main)
        return row, texts


def name_of(path: Path) -> str:
    return ".".join(("f", *map(str, path)))


def place_of(fault: Fault) -> str:
    """The name of the input that a fault is about."""
    steps = [number or word for number, word in STEP.findall(plain(fault.place))]
    return ".".join(("f", *steps))


def _typed_number(raw: str) -> int | str:
    """A number as it was typed; any other text is returned unchanged, and refused when it is saved."""
    found = whole_number(raw)
    return raw if found is None else found


def _nothing(line: FormLine) -> Any:
    return None if line.optional else MISSING


def _figures(value: Any) -> str:
    return str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""


def _shown(one: Input) -> str:
    """What a browser sends for an untouched input."""
    if one.kind == "select":
        return next((choice.value for choice in one.choices if choice.chosen), one.choices[0].value)
    return one.value


def _is_one(one: Input, raw: str) -> bool:
    return any(raw == choice.value for choice in one.choices)


def _nearest(parts: list[FormPart], place: str) -> list[Words]:
    for part in parts:
        if place == part.at:
            return part.wrong
        if place.startswith(f"{part.at}."):
            return _nearest(part.parts, place) if _covers(part.parts, place) else part.wrong
    return parts[0].wrong if parts else []


def _covers(parts: list[FormPart], place: str) -> bool:
    return any(place == part.at or place.startswith(f"{part.at}.") for part in parts)


def _texts_in(form: RowForm, path: Path) -> Iterator[tuple[Path, FormLine]]:
    for line in form.lines(path):
        if line.kind == "text":
            yield line.path, line
        elif line.kind == "page":
            yield from _texts_in(form, line.path)


def _with(value: Any, path: Path, text: str) -> Any:
    if not path:
        return text
    if isinstance(value, list):
        return [_with(one, path[1:], text) if at == path[0] else one for at, one in enumerate(value)]
    return {name: _with(one, path[1:], text) if name == path[0] else one for name, one in value.items()}


# The page. The fields outside tables have one, too.

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
RESTARTED = T(
    "The companion was started again meanwhile. What you typed stands here, and is not saved yet: save it again."
)
AGAIN = "again"
"""In place of what was to be done: the form was sent after the companion had started again, before consent."""
GONE = T("Somebody else has taken this out meanwhile.")
PUT_BACK = T("Somebody else has taken this out meanwhile. What you typed stands here: save it to put it back in.")


class EditedRow(Struct):
    """The row that a page is about."""

    box: OpenBox
    name: str
    """The name of its table; ``ABOUT`` for the fields outside tables."""
    path: TablePath
    index: int | None

    def editor(self) -> RowEditor:
        return self.box.row_editor(self.path, self.index if self.there else None) if self.path else self.box.about()

    @property
    def there(self) -> bool:
        """False for a new row, and for one that somebody else has deleted."""
        return self.index is not None and self.index < len(self.box.rows(self.path))

    @property
    def kind(self) -> Any:
        return self.box.table(self.path).kind if self.path else self.box.game.rules.pack_type

    def now(self) -> Any:
        """The row as it is in the box; None if it is not there."""
        if not self.path:
            return copy.deepcopy(self.box.about().form.row)
        return self.box.rows(self.path)[self.index] if self.there and self.index is not None else None

    @property
    def table_address(self) -> str:
        address = pages.box_address(self.box)
        return f"{address}/{quote(self.name, safe='')}" if self.path else address

    @property
    def address(self) -> str:
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
    if do == AGAIN:
        return _draft_address(request, row, structs.replace(draft, row=editor.form.row, message=RESTARTED))
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
    row = as_seen(request)
    if row.index is None or row.path == SQUARES:
        raise Refused("nothing", T("That cannot be copied."))
    at = row.box.copy(row.path, row.index)
    request.service.notify()
    return f"{row.table_address}/{at}"


def take(request: PageRequest) -> str:
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
    return f"{there.address}?{urlencode({'draft': request.service.drafts.keep(draft, typed=True)})}"


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
    if not row.path:
        return T("What stands on the box?")
    if row.index is None:
        return T("Another one")
    return row.box.row_name(row.path, row.box.rows(row.path)[row.index], row.index)
