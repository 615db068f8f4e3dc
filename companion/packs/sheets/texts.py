"""Texts beside the sheets: translations, and long texts in Markdown.

``texts/es.csv`` maps each text of the sheets, or id, to Spanish. ``texts/en.md`` holds texts too long for a cell, each
below a heading ``# SHEET / ROW / COLUMN``; ``texts/es.md`` has their translations below the same headings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec import inspect as types

from companion.core.phrases import ENGLISH, Unreadable, plainly
from companion.core.refusals import BadPack, Fault, in_line, in_row
from companion.core.sheets import COMMON
from companion.core.texts import T
from companion.core.validation import info_of
from companion.packs.content import LANGUAGE, Texts
from companion.packs.sheets.cells import Plain, SheetCell, free
from companion.packs.sheets.files import CONTROL, Dialect, csv_text, decoded, read_rows

HEADING: Final = re.compile(r"# +([a-z0-9_]+) / (\S.*?) / ([\w.]+) *", re.MULTILINE)
COLUMNS: Final = ("text", "words")
KNOWN: Final = {plainly(forms.heading(name)): name for forms in COMMON.values() for name in COLUMNS} | {
    name: name for name in COLUMNS
}
"""The columns by their accepted headings."""
LONG: Final = 160
"""Texts with more characters are written as Markdown."""
WORDS: Final[SheetCell] = free()


class TextPlace(NamedTuple):
    """The cell that a long text belongs to."""

    sheet: str
    row: str
    heading: str


class LongText(NamedTuple):
    """A text, and the line of its heading."""

    text: str
    line: int


def read_words(data: bytes, file: str) -> dict[str, str]:
    """Parse words by text or id. Raises ``BadPack`` for wrong columns or a duplicate text."""
    found = read_rows(data, file)
    if [KNOWN.get(plainly(heading)) for heading in found.headings] != list(COLUMNS):
        raise BadPack([Fault(in_row(file, 1), T("the headings must be text and words"))])
    words: dict[str, str] = {}
    problems = []
    for number, row in found.rows:
        try:
            text, said = (WORDS.value(cell) for cell in row)
        except Unreadable as no:
            problems.append(Fault(in_row(file, number), no.said))
            continue
        if not isinstance(text, str):
            problems.append(Fault(in_row(file, number, "text"), T("is missing")))
        elif text in words:
            problems.append(Fault(in_row(file, number, "text"), T('"{text}" has words already', text=text)))
        elif isinstance(said, str):
            words[str(text)] = str(said)
    if problems:
        raise BadPack(problems)
    return words


def write_words(words: Mapping[str, str], dialect: Dialect, language: str) -> bytes:
    """Serialise words by text or id, with headings in the language of the box."""
    headings = [COMMON.get(language, ENGLISH).heading(name) for name in COLUMNS]
    return csv_text(headings, ([WORDS.said(text), WORDS.said(said)] for text, said in words.items()), dialect)


def read_long(data: bytes, file: str) -> dict[TextPlace, LongText]:
    """Parse long texts. Raises ``BadPack`` for a duplicate heading or text above the first one."""
    text = decoded(data, file).replace("\r\n", "\n")
    found: dict[TextPlace, LongText] = {}
    problems = []
    headings = list(HEADING.finditer(text))
    if text[: headings[0].start() if headings else len(text)].strip():
        example = "# story_cards / high_water 0 / text"
        problems.append(Fault(in_line(file, 1), T("must be a heading such as {example}", example=example)))
    for heading, after in zip(headings, [*headings, None][1:], strict=True):
        place = TextPlace(*heading.groups())
        line = text.count("\n", 0, heading.start()) + 1
        if place in found:
            same = T("has the same heading as line {line}", line=found[place].line)
            problems.append(Fault(in_line(file, line), same))
        inner = text[heading.end() : after.start() if after else len(text)]
        found.setdefault(place, LongText(inner.strip(), line))
    if problems:
        raise BadPack(problems)
    return found


def write_long(texts: Mapping[TextPlace, str]) -> bytes:
    return "\n".join(
        f"# {place.sheet} / {place.row} / {place.heading}\n\n{text}\n" for place, text in texts.items()
    ).encode()


def is_long(text: object) -> bool:
    """True if a text is written as Markdown."""
    return isinstance(text, str) and len(text) > LONG and reads_the_same(text)


def reads_the_same(text: str) -> bool:
    """True if a text survives a round trip through Markdown."""
    return text.strip() == text and not CONTROL.search(text) and "\r" not in text and not HEADING.search(text)


def can_be_row(row: str) -> bool:
    """True if a row key can be used in a heading."""
    return bool(row.strip()) and row == row.strip() and " / " not in row and "\n" not in row and not CONTROL.search(row)


def twice(rows: Iterable[str]) -> set[str]:
    """The keys that occur more than once."""
    seen: set[str] = set()
    return {row for row in rows if row in seen or seen.add(row)}  # type: ignore[func-returns-value]


# Texts with all languages in place, or with one in the sheets and the others beside them.


def translated(data: Any, texts: Texts, main: str, pack: Any) -> tuple[Any, Texts]:
    """Put translations into the pack; returns the pack and the unused ``texts``.

    ``main`` is the language of the sheets.
    """
    if not _has_texts(pack):
        return _unmarked(data), texts
    used: set[tuple[str, str]] = set()

    def with_languages(value: Any) -> Any:
        if not isinstance(value, str) or isinstance(value, Plain):
            return value
        found = {code: words[value] for code, words in texts.items() if value in words}
        used.update((code, value) for code in found)
        return {main: value, **found} if found else value

    data = _unmarked(_each_text(info_of(pack), data, with_languages))
    rest = {
        code: {text: said for text, said in words.items() if (code, text) not in used} for code, words in texts.items()
    }
    return data, rest


def _unmarked(value: Any) -> Any:
    """The same with ordinary texts for ``Plain`` ones, which nothing but the sheets can take."""
    if isinstance(value, dict):
        return {name: _unmarked(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_unmarked(inner) for inner in value]
    return str(value) if isinstance(value, Plain) else value


def untranslated(data: Any, texts: Texts, main: str, pack: Any) -> tuple[Any, Texts]:
    """Take translations out of the pack; returns it in its ``main`` language, and ``texts`` with the others added.

    A text that would not survive the round trip is left unchanged.
    """
    if not _has_texts(pack):
        return data, texts
    found: Texts = {code: dict(words) for code, words in texts.items()}
    known: dict[str, Mapping[str, str]] = {}

    def gather(value: Any) -> Any:
        if isinstance(value, dict) and len(value) > 1 and main in value and all(map(_is_translation, value.items())):
            others = {code: said for code, said in value.items() if code != main}
            if known.setdefault(value[main], others) == others:
                for code, said in others.items():
                    found.setdefault(code, {})[value[main]] = said
        return value

    def in_main(value: Any) -> Any:
        if isinstance(value, str):
            return Plain(value) if value in known else value
        if isinstance(value, dict) and isinstance(value.get(main), str):
            others = {code: said for code, said in value.items() if code != main}
            return value[main] if known.get(value[main]) == others else value
        return value

    info = info_of(pack)
    _each_text(info, data, gather)
    return _each_text(info, data, in_main), found


def _is_translation(entry: tuple[str, Any]) -> bool:
    return isinstance(entry[1], str) and LANGUAGE.fullmatch(entry[0]) is not None


def main_language(data: Mapping[str, Any], texts: Texts, pack: Any) -> str:
    """The language of the sheets.

    It is that of the pack, else the first of ``texts`` if that has no words, else the first of the first text.
    """
    if isinstance(data.get("language"), str):
        return str(data["language"])
    alone = next(iter(texts), "")
    if alone and not texts[alone]:
        return alone
    first: list[str] = []

    def look(value: Any) -> Any:
        if isinstance(value, dict) and not first:
            first.extend(list(value)[:1])
        return value

    if _has_texts(pack):
        _each_text(info_of(pack), data, look)
    return next(iter([*first, *texts]), "en")


def normal_texts(main: str, data: Mapping[str, Any], texts: Texts, pack: Any) -> Texts:
    """``texts`` without empty languages.

    The ``main`` language is listed first, even if empty, where it could not be inferred otherwise.
    """
    some = {code: words for code, words in texts.items() if words}
    if isinstance(data.get("language"), str) or (main == "en" == main_language(data, some, pack)):
        return some
    return {main: some.get(main, {}), **some}


@cache
def _has_texts(pack: Any) -> bool:
    return _holds(info_of(pack))


_HOLDS: dict[int, tuple[types.Type, bool]] = {}
_TEXTS: dict[int, tuple[types.Type, bool]] = {}
"""Caches by the id of a type. Keeping a reference to the type prevents its id from being reused."""


def _holds(info: types.Type) -> bool:
    known = _HOLDS.get(id(info))
    if known is None:
        _HOLDS[id(info)] = known = info, False
        _HOLDS[id(info)] = known = info, _is_text(info) or any(map(_holds, _inner(info)))
    return known[1]


def _inner(info: types.Type) -> list[types.Type]:
    match info:
        case types.Metadata():
            return [info.type]
        case types.UnionType():
            return list(info.types)
        case types.ListType():
            return [info.item_type]
        case types.DictType():
            return [info.value_type]
        case types.StructType():
            return [field.type for field in info.fields]
    return []


def _is_text(info: types.Type) -> bool:
    known = _TEXTS.get(id(info))
    if known is None:
        kinds = [member.type if isinstance(member, types.Metadata) else member for member in _members(info)]
        several = [
            one for one in kinds if isinstance(one, types.DictType) and isinstance(one.value_type, types.StrType)
        ]
        known = _TEXTS[id(info)] = info, bool(several) and any(isinstance(one, types.StrType) for one in kinds)
    return known[1]


def _members(info: types.Type) -> tuple[types.Type, ...]:
    return info.types if isinstance(info, types.UnionType) else (info,)


def _each_text(info: types.Type, value: Any, change: Callable[[Any], Any]) -> Any:  # noqa: PLR0911  (one a type)
    if not _holds(info):
        return value
    if isinstance(info, types.Metadata):
        return _each_text(info.type, value, change)
    if _is_text(info):
        return change(value)
    match info:
        case types.UnionType():
            return _each_text_of_kind(info, value, change)
        case types.ListType() if isinstance(value, list):
            return [_each_text(info.item_type, entry, change) for entry in value]
        case types.DictType() if isinstance(value, dict):
            return {key: _each_text(info.value_type, entry, change) for key, entry in value.items()}
        case types.StructType() if isinstance(value, dict):
            fields = {field.encode_name: field.type for field in info.fields}
            return {
                name: _each_text(fields[name], entry, change) if name in fields else entry
                for name, entry in value.items()
            }
    return value


def _each_text_of_kind(info: types.UnionType, value: Any, change: Callable[[Any], Any]) -> Any:
    for member in info.types:
        record = member.type if isinstance(member, types.Metadata) else member
        if isinstance(record, types.StructType) and isinstance(value, dict):
            if record.tag is None or value.get(str(record.tag_field)) == record.tag:
                return _each_text(record, value, change)
        elif (isinstance(record, types.ListType) and isinstance(value, list)) or (
            isinstance(record, types.DictType) and isinstance(value, dict)
        ):
            return _each_text(record, value, change)
    return value
