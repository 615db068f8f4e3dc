"""Converts between texts with all languages in place, and one language in the sheets with the others beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec import inspect as types

from companion.core.validation import info_of
from companion.packs.content import LANGUAGE, Texts
from companion.packs.sheets.cell import Plain


def translated(data: Any, texts: Texts, main: str, pack: Any) -> tuple[Any, Texts]:
    """Put translations into the pack; returns the pack and the unused ``texts``.

    ``main`` is the language of the sheets.
    """
    if not _has_texts(pack):
        return data, texts
    used: set[tuple[str, str]] = set()

    def with_languages(value: Any) -> Any:
        if not isinstance(value, str) or isinstance(value, Plain):
            return str(value) if isinstance(value, Plain) else value
        found = {code: words[value] for code, words in texts.items() if value in words}
        used.update((code, value) for code in found)
        return {main: value, **found} if found else value

    data = _each_text(info_of(pack), data, with_languages)
    rest = {
        code: {text: said for text, said in words.items() if (code, text) not in used} for code, words in texts.items()
    }
    return data, rest


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
    """True for a language code with words."""
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
    """True if a type contains texts in several languages."""
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
    """True for a text in one or several languages."""
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
    """Map ``change`` over every text in a value."""
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
