"""The cards of a box for printing, with deck, name and text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.core.texts import T, Words
from companion.games.game import Game
from companion.packs.editing.rows import Line
from companion.packs.printing.printed import Path, at
from companion.packs.printing.wording import CardWords, plain_record

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
            said = words.words.said(Line((field,), "page", kept), words.names)
            yield T("{field}: {value}", field=words.words.field(field), value=said)


def _is_nothing(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_is_nothing(one) or one == 0 for one in value.values())
    return value is None or value is False or value in ("", [])
