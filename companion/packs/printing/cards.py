"""The printed cards of a pack: their effects, their names and texts in words, and decks to print.

An effect is a record with the tag ``op``, in every game. A ``Path`` leads to a place in the pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct, structs, to_builtins

from companion.core.texts import T, Words, translated
from companion.games.game import Game
from companion.packs.editing.rows import FormLine
from companion.packs.editing.words import BoxWords

Path: TypeAlias = tuple[str | int, ...]

TAG: Final = "op"
BY_HAND: Final = frozenset({"note"})
"""Effects that are texts for people; the companion does not carry them out."""


class PrintedEffect(Struct, frozen=True):
    """An effect and its card."""

    path: Path
    row: Path
    """The card: the innermost list entry around the effect that is not an effect."""


def effects(pack: Any) -> list[PrintedEffect]:
    """All effects of a pack that the companion carries out, including nested ones."""
    return list(_effects(pack, (), ()))


def at(pack: Any, path: Path) -> Any:
    value = pack
    for step in path:
        value = getattr(value, str(step)) if isinstance(value, Struct) else value[step]
    return value


def without(pack: Any, path: Path) -> Any:
    """The pack without the value at ``path``: a list entry is removed, a field set to None."""
    step, rest = path[0], path[1:]
    if isinstance(pack, Struct):
        name = str(step)
        return structs.replace(pack, **{name: without(getattr(pack, name), rest) if rest else None})
    if isinstance(pack, dict):
        return {key: without(value, rest) if key == step else value for key, value in pack.items()}
    return [
        without(value, rest) if number == step else value for number, value in enumerate(pack) if rest or number != step
    ]


def _effects(value: Any, path: Path, row: Path) -> Iterator[PrintedEffect]:
    if isinstance(value, Struct):
        if value.__struct_config__.tag_field == TAG:
            if value.__struct_config__.tag not in BY_HAND:
                yield PrintedEffect(path, row)
        elif path and isinstance(path[-1], int):
            row = path
    for step, inner in _children(value):
        yield from _effects(inner, (*path, step), row)


def _children(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, Struct):
        yield from ((name, getattr(value, name)) for name in value.__struct_fields__)
    elif isinstance(value, list | tuple):
        yield from enumerate(value)
    elif isinstance(value, dict):
        yield from value.items()


# Words.

DERIVED = "raw_"
"""Prefix of derived fields."""


class CardWords:
    """The words for a pack: its own texts in all their languages, and the game's labels."""

    def __init__(self, game: Game, pack: Any) -> None:
        self.words = BoxWords(game.presenter.box, sheets=game.rules.sheets)
        texts, language = getattr(pack, "texts", {}), getattr(pack, "language", "en")
        own = {source: translated(texts, source, language) for said in texts.values() for source in said}
        self._pack = pack
        named = game.presenter.named_in(plain_record(pack), "")
        self.names: Mapping[str, Words] = own | {name: own.get(str(words), words) for name, words in named.items()}

    def own(self, words: Words) -> Words:
        return self.names.get(words, words) if isinstance(words, str) else words

    def card(self, path: Path) -> Words:
        """The name of the card at ``path``; without one, that of its parent and its number."""
        for depth in range(len(path), 0, -1):
            record = plain_record(at(self._pack, path[:depth]))
            if isinstance(record, dict) and _has_name(record):
                name = self.own(self.words.called(record, self.names))
                return name if depth == len(path) else T("{place}: {what}", place=name, what=_number(path[-1]))
        return _number(path[-1])

    def effect(self, effect: PrintedEffect) -> Words:
        """An effect in words; a nested one with the field that holds it."""
        words = self.words.called(plain_record(at(self._pack, effect.path)), self.names)
        inside = effect.path[len(effect.row) :]
        first = next((number for number, step in enumerate(inside) if isinstance(step, int)), len(inside))
        for step in reversed(inside[first:]):
            if isinstance(step, str):
                words = T("{field}: {value}", field=self.words.field(step.rstrip("_")), value=words)
        return words


def plain_record(record: Any) -> Any:
    """A record as JSON, without derived fields."""
    return _without_derived(to_builtins(record))


def _without_derived(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_derived(inner) for key, inner in value.items() if not str(key).startswith(DERIVED)}
    return [_without_derived(inner) for inner in value] if isinstance(value, list) else value


def _has_name(record: Mapping[str, Any]) -> bool:
    inner = (value for value in record.values() if isinstance(value, dict))
    return any(record.get(name) for name in ("name", "title", "line")) or any("title" in value for value in inner)


def _number(step: str | int) -> Words:
    return T("card {n}", n=step)


# Printing.

TITLES = ("name", "title")
NOT_LISTED = frozenset({"id", "index", "name", "title", "text", "random_location", "tutorial", "count"})
"""Fields that are printed elsewhere on a card, or not at all."""


class PrintedCard(Struct, frozen=True):
    """A card to print: its deck, its name, its text, and further lines."""

    deck: Words
    name: Words
    text: Words = ""
    lines: list[Words] = []


def cards(game: Game, pack: Any) -> list[PrintedCard]:
    """All cards of a box's decks, deck by deck, each with its number of copies."""
    words = CardWords(game, pack)
    found = []
    for pattern in game.presenter.decks:
        for path in _tables(pack, tuple(pattern.split("."))):
            deck = _deck(words, pack, path)
            for number, row in enumerate(at(pack, path)):
                record = plain_record(row)
                n = record.get("count", 1) if isinstance(record, dict) else 1
                found += [_card(words, deck, record, number)] * n
    return found


def _tables(pack: Any, pattern: tuple[str, ...], path: Path = ()) -> Iterator[Path]:
    """The paths that match a pattern; ``*`` matches every entry of a list or map."""
    if not pattern:
        yield path
        return
    first, rest = pattern[0], pattern[1:]
    held = at(pack, path)
    if first == "*":
        keys = range(len(held)) if isinstance(held, list) else held
        for key in keys:
            yield from _tables(pack, rest, (*path, key))
    else:
        yield from _tables(pack, rest, (*path, first))


def _deck(words: CardWords, pack: Any, path: Path) -> Words:
    """The name of a deck, with its owner's if there are several alike."""
    own = words.words.field(path[-1])
    if len(path) == 1:
        return own
    around = plain_record(at(pack, path[:-1]))
    whose: Words = ""
    if isinstance(around, dict) and any(around.get(title) for title in TITLES):
        whose = words.own(words.words.called(around, words.names))
    elif isinstance(path[-2], str):
        whose = words.own(words.names.get(path[-2], path[-2]))
    return T("{place}: {what}", place=whose, what=own) if whose else own


def _card(words: CardWords, deck: Words, record: Any, number: int) -> PrintedCard:
    if not isinstance(record, dict):
        return PrintedCard(deck, words.words.value("", record))
    text = next((one["text"] for one in _faces(record) if one.get("text")), "")
    return PrintedCard(deck, _name(words, record), words.own(text), list(_lines(words, record)))


def _faces(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The card, and its parts with their own title or effects, such as the event of a police card."""
    inner = (value for value in record.values() if isinstance(value, dict))
    return [record, *(value for value in inner if "title" in value or "effects" in value)]


def _name(words: CardWords, record: Mapping[str, Any]) -> Words:
    """Its name or title, else its number, else its kind."""
    for face in _faces(record):
        for title in TITLES:
            if face.get(title):
                return words.own(face[title])
    if "index" in record:
        return T("card {n}", n=record["index"])
    return words.words.kind(record["kind"]) if "kind" in record else ""


def _lines(words: CardWords, record: Mapping[str, Any]) -> Iterator[Words]:
    """The effects of a card without a text, and its other fields."""
    faces = _faces(record)
    named = any(face.get(title) for face in faces for title in TITLES)
    for field, value in record.items():
        if field in NOT_LISTED or _is_nothing(value) or (field == "kind" and not named):
            continue
        if field == "effects":
            if not record.get("text"):
                yield from (words.words.called(effect, words.names) for effect in value)
        elif any(value is face for face in faces):
            yield from _lines(words, value)
        else:
            kept = {key: one for key, one in value.items() if one != 0} if isinstance(value, dict) else value
            said = words.words.said(FormLine((field,), "page", kept), words.names)
            yield T("{field}: {value}", field=words.words.field(field), value=said)


def _is_nothing(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_is_nothing(one) or one == 0 for one in value.values())
    return value is None or value is False or value in ("", [])
