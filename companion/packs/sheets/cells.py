"""The codecs of cells, by type and language: each parses text to a value and formats a value as text.

A cell can hold any value. A value without a text form is written as JSON after ``json:``; ``json:`` alone stands for an
absent value, unlike null.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec import inspect as types

from companion.core.phrases import ENGLISH, QUOTED, Forms, Phrases, Unreadable, codec_of, or_none, picked, plainly
from companion.core.sheets import DrawingCodec
from companion.core.texts import T, Text, Words

JSON: Final = "json:"
CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
"""Signs that nobody sees: of no width, or for the direction of writing."""
SIGNS: Final = re.compile(
    QUOTED
    + r"""|„(?P<low>[^“”"„]*)[“”"]|[«‹](?P<out>[^»›]*)[»›]|»(?P<in>[^«]*)«|(?P<minus>[\u2010-\u2015\u2212])(?=\d)"""
)
"""Texts in quotation marks, with those of German, Polish, French and Spanish; what word processors make of a minus."""


ERROR: Final = re.compile(
    r"#(?:REF!|¡REF!|NAME\?|¿NOMBRE\?|VALUE!|¡VALOR!|DIV/0!|¡DIV/0!|N/A|N/D|NUM!|¡NUM!|NULL!|¡NULO!|SPILL!"
    r"|¡DESBORDAMIENTO!|CALC!|¡CALC!|ERROR!|VALOR!|NOMBRE\?)|Err:\d{3}",
    re.IGNORECASE,
)
"""What spreadsheets write for a formula that fails, in English and Spanish."""
FORMULA: Final = re.compile(r"=\s*[+-]?(?:\$?[A-Z]{1,3}\$?\d+\b|[^\W\d_][\w.]*\()", re.IGNORECASE)
MONTHS: Final = "jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|ene|abr|ago|dic"
DATE: Final = re.compile(
    rf"(?:\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{2,4}}|\d{{1,2}}[-/. ](?:{MONTHS})[.]?(?:[-/. ]\d{{2,4}})?"
    rf"|(?:{MONTHS})[.]?[-/. ]\d{{2,4}})(?:[ T]\d{{1,2}}:\d{{2}}(?::\d{{2}}(?:[.]\d+)?)?)?",
    re.IGNORECASE,
)


class Plain(str):
    """A text without a translation, although an equal text elsewhere has one."""

    __slots__ = ()


class SheetCell(Struct, frozen=True):
    """The codec of a cell for one type."""

    read: Callable[[str], Any]
    """Parses a text. Raises ``Unreadable``; a text of another type is returned unchanged for the validator."""
    write: Callable[[Any], str | None]
    empty: Any = UNSET
    """The value of an empty cell; UNSET if it is absent."""
    about: Words = ""
    """What the cell accepts, for people."""
    parts: bool = True
    """True if the parts of a value can be named in a fault; those of an effect cannot."""
    text: bool = False
    """True for prose of any length."""
    names: bool = False
    """True for names and texts chosen by people, which are never translated as game terms."""
    choices: tuple[str, ...] = ()
    """The allowed keys; empty for any."""

    def value(self, text: str) -> Any:
        """Parse a cell; UNSET if it is empty or absent."""
        if not INVISIBLE.sub("", text).strip():
            return self.empty
        if text.startswith(JSON):
            return _json(text.removeprefix(JSON).strip())
        return self.read(text if self.text else plain_signs(text))

    def said(self, value: Any) -> str:
        """Format a value. It falls back to JSON if the text would not parse back to the same value."""
        if _equal_json(value, self.empty):
            return ""
        words = None if value is UNSET or isinstance(value, Plain) else self.write(value)
        if words is not None and words.strip() and not CONTROL.search(words):
            try:
                if _equal_json(self.value(words), value):
                    return words
            except Unreadable:
                pass
        return JSON if value is UNSET else f"{JSON}{json.dumps(value, ensure_ascii=True)}"


def plain_signs(text: str) -> str:
    """A cell that is no prose, as a keyboard types it: without invisible signs, with one kind of quotation marks round
    its texts, and outside of them with a hyphen as minus."""
    return SIGNS.sub(_plain_sign, INVISIBLE.sub("", text))


def _plain_sign(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind is None:
        return found[0]
    return "-" if kind == "minus" else json.dumps(found[kind], ensure_ascii=False)


def _equal_json(one: Any, other: Any) -> bool:
    """Equal as JSON values: true is not 1."""
    return (
        one == other
        and type(one) is type(other)
        and (not isinstance(one, list | dict) or _canonical(one) == _canonical(other))
    )


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _json(text: str) -> Any:
    if not text:
        return UNSET
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Unreadable(T("{text} after json: cannot be read; write it in plain words", text=_short(text))) from None
    return Plain(value) if isinstance(value, str) else value


def free() -> SheetCell:
    """The codec for a column without a type."""
    return SheetCell(str, lambda value: value if isinstance(value, str) else None, UNSET, T("anything"), text=True)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"


ID: Final = "id"
"""The field by which rows are named elsewhere. A space beside it that nobody sees makes no other one."""
YES: Final = frozenset({"yes", "true", "sí", "si", "verdadero", "x", "1"})
NO: Final = frozenset({"no", "false", "falso", "0"})
ONE: Final = re.compile(rf"{QUOTED}|[^\s,;]+")


def cell_of(
    info: types.Type, phrases: Phrases, field: str = "", *, required: bool, left_out: bool = False
) -> SheetCell | None:
    """The codec for values of a type; None for a record whose fields have columns of their own.

    An empty cell is null if the type allows it, unless the field is ``left_out``; it is absent if the field is not
    ``required``.
    """
    inner, nullable = without_none(info)
    cell = _cell(inner, phrases, field)
    if cell is None:
        return None
    empty = UNSET if left_out else None if nullable else cell.empty if required else UNSET
    return SheetCell(cell.read, cell.write, empty, cell.about, cell.parts, cell.text, cell.names)


def drawn(drawing: DrawingCodec) -> SheetCell:
    return SheetCell(drawing.read, drawing.write, UNSET, drawing.about)


def _cell(info: types.Type, phrases: Phrases, field: str) -> SheetCell | None:  # noqa: PLR0911  (one line a type)
    forms = phrases.forms
    match info:
        case types.Metadata():
            named = "names" in (info.extra or {})
            return _name(info) if named or _pattern(info) else _cell(info.type, phrases, field)
        case _ if phrases.holds(info):
            return _effects(info, phrases)
        case types.StructType():
            return _record(info, phrases) if info.cls in phrases.records else _amounts(info, forms)
        case types.BoolType():
            return _yes_or_no(forms)
        case types.StrType() if field == ID:
            return SheetCell(str.strip, _text, UNSET, T("an id"), names=True)
        case types.StrType():
            return SheetCell(_read_text, _text, UNSET if info.min_length else "", T("a text"), text=True, names=True)
        case types.ListType():
            return _list(info, forms, field)
        case types.DictType():
            return _map(info, forms, field)
        case types.UnionType() if any(isinstance(member, types.DictType) for member in info.types):
            return SheetCell(_read_text, _text, "", T("a text"), text=True, names=True)
        case types.UnionType():
            return _either(info, phrases, field)
    return single(info, forms, field)


def without_none(info: types.Type) -> tuple[types.Type, bool]:
    """The type without null, and whether it allowed null."""
    if not isinstance(info, types.UnionType):
        return info, False
    some = tuple(member for member in info.types if not isinstance(member, types.NoneType))
    return (some[0] if len(some) == 1 else types.UnionType(some)), len(some) < len(info.types)


def bare(info: types.Type) -> types.Type:
    """The type without its metadata."""
    return bare(info.type) if isinstance(info, types.Metadata) else info


def single(info: types.Type, forms: Forms = ENGLISH, field: str = "") -> SheetCell:
    """The codec of a number or of one keyword."""
    words = codec_of(info, forms, field)
    assert words is not None, f"nothing says how {info} is written"
    matching = re.compile(words.pattern, re.IGNORECASE)

    def read(text: str) -> Any:
        text = without_zeros(text)
        return words.read(text) if matching.fullmatch(text) else text

    return SheetCell(read, words.write, UNSET, about_of(info, forms, field))


def without_zeros(text: str) -> str:
    """A whole number as a spreadsheet may write it: ``3,0`` is 3. With three zeros it may be a thousand."""
    return re.sub(r"\A([+-]?\d+)[.,](?:0{1,2}|0{4,})\Z", r"\1", text.strip())


def misread(text: str, *, prose: bool) -> Text | None:
    """Why a cell is not what people typed, but what a spreadsheet has made of it; None if it can be. Prose may look
    like a date."""
    text = text.strip()
    if ERROR.fullmatch(text):
        return T("{text} is what a spreadsheet writes for a formula that fails; type the value itself", text=text)
    if FORMULA.match(text):
        return T("{text} is a formula; type what it comes to", text=_short(text))
    if not prose and DATE.fullmatch(text):
        return T(
            "{text} is a date, which the spreadsheet has made of what you typed; format the cell as text and type it "
            "again",
            text=text,
        )  # fmt: skip
    return None


def one_of(keys: Mapping[str, str], forms: Forms) -> SheetCell:
    """The codec of an enumeration; ``keys`` maps each key to its English word."""
    words = picked({key: forms.of(english) for key, english in keys.items()})
    matching = re.compile(words.pattern, re.IGNORECASE)
    known = ", ".join(forms.of(english)[0] for english in keys.values())

    def read(text: str) -> str:
        text = text.strip()
        return str(words.read(text)) if matching.fullmatch(text) else text

    return SheetCell(read, words.write, UNSET, T("one of {known}", known=known), choices=tuple(keys))


def _name(info: types.Metadata) -> SheetCell:
    sort = (info.extra or {}).get("names")
    square = sort in ("square", "place", "target")
    about = T("the id of a square") if square else _described(info) or T("a name")
    return SheetCell(str.strip, _text, UNSET, about, names=True)


def _pattern(info: types.Metadata) -> bool:
    inner = info.type
    return isinstance(inner, types.StrType) and inner.pattern is not None


def _described(info: types.Type) -> Words:
    text = (info.extra_json_schema or {}).get("description") if isinstance(info, types.Metadata) else None
    return Text(str(text)) if text else ""


def about_of(info: types.Type, forms: Forms = ENGLISH, field: str = "") -> Words:  # noqa: PLR0911  (one line a type)
    """A description of what a type accepts, for people."""
    match info:
        case types.Metadata():
            return _described(info) or about_of(info.type, forms, field)
        case types.LiteralType(values=[only]):
            return forms.of(only, field)[0]
        case types.LiteralType():
            return T("one of {known}", known=", ".join(forms.of(value, field)[0] for value in info.values))
        case types.IntType(ge=int(), le=int()):
            return T("a whole number from {least} to {most}", least=info.ge or 0, most=info.le or 0)
        case types.IntType(ge=int()):
            return T("a whole number, {least} or more", least=info.ge or 0)
        case types.IntType():
            return T("a whole number")
    return T("a name")


def _yes_or_no(forms: Forms) -> SheetCell:
    known = dict.fromkeys(NO, False) | dict.fromkeys(YES, True)
    words = [forms.of(word)[0] for word in ("no", "yes")]

    def write(value: Any) -> str | None:
        return words[value] if isinstance(value, bool) else None

    return SheetCell(lambda text: known.get(text.strip().casefold(), text), write, about=T("yes or no"))


def _read_text(text: str) -> str:
    return text.replace("\r\n", "\n")


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _effects(info: types.Type, phrases: Phrases) -> SheetCell:
    if isinstance(info, types.ListType):

        def write(value: Any) -> str | None:
            return phrases.write_list(value) if isinstance(value, list) else None

        return SheetCell(phrases.read_list, write, [], T("effects, separated by semicolons"), parts=False)
    return SheetCell(phrases.read, phrases.write, UNSET, T("an effect"), parts=False)


def _record(info: types.StructType, phrases: Phrases) -> SheetCell:
    record = phrases.records[info.cls]

    def write(value: Any) -> str | None:
        return record.write(value) if isinstance(value, dict) else None

    about = T("such as: {example}", example=record.example)
    return SheetCell(lambda text: phrases.read_record(info.cls, text.strip()), write, UNSET, about, parts=False)


def _amounts(info: types.StructType, forms: Forms) -> SheetCell | None:
    """The codec of counts by kind, as ``2 red 1 blue``; None if the record has other fields."""
    kinds = [field.encode_name for field in info.fields]
    if info.tag is not None or not all(_is_amount(field.type) for field in info.fields):
        return None
    none = forms.of("none")
    by_form = {plainly(form): kind for kind in kinds for form in forms.every(kind)}
    said = [forms.of(kind)[0] for kind in kinds]

    def read(text: str) -> dict[str, int]:
        amounts = dict.fromkeys(kinds, 0)
        if plainly(text.strip()) in map(plainly, none):
            return amounts
        for number, kind in _pairs(text, f"2 {said[0]} 1 {said[-1]}"):
            if plainly(kind) not in by_form:
                raise Unreadable(T('there is no "{kind}" here, only {kinds}', kind=kind, kinds=", ".join(said)))
            amounts[by_form[plainly(kind)]] += number
        return amounts

    def write(value: Any) -> str | None:
        if not isinstance(value, dict) or value.keys() != set(kinds) or not all(type(n) is int for n in value.values()):
            return None
        some = [(value[kind], forms.of(kind, "" if value[kind] == 1 else "2")[0]) for kind in kinds if value[kind]]
        return " ".join(f"{number} {kind}" for number, kind in some) or none[0]

    return SheetCell(read, write, UNSET, T("how many of each: {kinds}; or {none}", kinds=", ".join(said), none=none[0]))


def _is_amount(info: types.Type) -> bool:
    inner = bare(info)
    return isinstance(inner, types.IntType) and inner.ge == 0


def _pairs(text: str, example: str) -> list[tuple[int, str]]:
    words = re.split(r"[\s,;]+", text.strip())
    if len(words) % 2 or not all(word.isdecimal() and len(word) < 10 for word in words[::2]):
        raise Unreadable(T('"{text}" is not how many of each; write it like "{example}"', text=text, example=example))
    return [(int(number), kind.casefold()) for number, kind in zip(words[::2], words[1::2], strict=True)]


def _list(info: types.ListType, forms: Forms, field: str) -> SheetCell | None:
    """The codec of a list of values, separated by spaces; amounts are separated by ``or``."""
    inner, nullable = without_none(info.item_type)
    if isinstance(inner, types.StructType):
        return _choices(inner, forms)
    words = codec_of(inner, forms, field)
    if words is None:
        return None
    one = or_none(words, "-") if nullable else words
    matching = re.compile(one.pattern, re.IGNORECASE)

    def read(text: str) -> list[Any]:
        return [one.read(word) if matching.fullmatch(word) else word for word in ONE.findall(text)]

    def write(value: Any) -> str | None:
        said = [one.write(entry) for entry in value] if isinstance(value, list) else [None]
        return None if None in said else " ".join(word for word in said if word is not None)

    about = about_of(inner, forms, field)
    each = T("{one} or {other}", one=about, other="-") if nullable else about
    names = isinstance(bare(inner), types.StrType)
    return SheetCell(read, write, [], T("several, separated by spaces; each {each}", each=each), names=names)


def _choices(info: types.StructType, forms: Forms) -> SheetCell | None:
    amounts = _amounts(info, forms)
    if amounts is None:
        return None
    ors = forms.of("or")
    between = re.compile(rf"\s+(?:{'|'.join(ors)})\s+", re.IGNORECASE)

    def read(text: str) -> list[Any]:
        return [amounts.read(one) for one in between.split(text.strip())]

    def write(value: Any) -> str | None:
        said = [amounts.write(entry) for entry in value] if isinstance(value, list) else [None]
        return None if None in said else f" {ors[0]} ".join(word for word in said if word is not None)

    about = T("{one}; where one can choose, several with {between} between them", one=amounts.about, between=ors[0])
    return SheetCell(read, write, [], about)


def _map(info: types.DictType, forms: Forms, field: str) -> SheetCell | None:
    """The codec of a map of names, as ``father soho, mother harlem``."""
    keys, values = codec_of(info.key_type, forms, field), codec_of(info.value_type)
    if keys is None or values is None:
        return None
    key_word = re.compile(keys.pattern, re.IGNORECASE)

    def read(text: str) -> dict[str, Any]:
        pairs = [ONE.findall(pair) for pair in re.split(r"[,;\n]", text) if pair.strip()]
        if any(len(pair) != 2 for pair in pairs):
            raise Unreadable(T('"{text}" must be pairs of two words, with a comma between the pairs', text=text))
        found = {keys.read(key) if key_word.fullmatch(key) else key: values.read(value) for key, value in pairs}
        if len(found) < len(pairs):
            raise Unreadable(T('"{text}" says something twice', text=text))
        return found

    def write(value: Any) -> str | None:
        if not isinstance(value, dict) or not value:
            return None
        said = [(keys.write(key), values.write(entry)) for key, entry in value.items()]
        return None if any(None in pair for pair in said) else ", ".join(f"{key} {entry}" for key, entry in said)

    pair = {"key": about_of(info.key_type, forms, field), "value": about_of(info.value_type)}
    return SheetCell(read, write, UNSET, T("pairs with a comma between them: {key}, and {value}", **pair))


def _either(info: types.UnionType, phrases: Phrases, field: str) -> SheetCell | None:
    records = [one for one in info.types if isinstance(one, types.StructType)]
    forms = phrases.forms
    if not records:
        return single(info, forms, field)
    plain = [one for one in info.types if one not in records]
    cells = [single(one, forms, field) for one in plain]
    cells += [cell for one in records if (cell := _cell(one, phrases, field)) is not None]
    known = [words.pattern for one in plain if (words := codec_of(one, forms, field)) is not None]
    simple = re.compile("|".join(known) or "(?!)", re.IGNORECASE)

    def read(text: str) -> Any:
        return cells[0].read(text) if simple.fullmatch(text.strip()) else cells[-1].read(text)

    def write(value: Any) -> str | None:
        return next((said for cell in cells if (said := cell.write(value)) is not None), None)

    about = cells[0].about
    for cell in cells[1:]:
        about = T("{one}, or {other}", one=about, other=cell.about)
    return SheetCell(read, write, UNSET, about)
