"""The printed cards of a box in words: their names and effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from companion.core.texts import T, Words, translated
from companion.games.game import Game
from companion.packs.editing.words import BoxWords
from companion.packs.printing.printed import Path, PrintedEffect, at

DERIVED = "raw_"
"""Prefix of derived fields."""


class CardWords:
    """The words for a pack: its own texts in all their languages, and the game's labels."""

    def __init__(self, game: Game, pack: Any) -> None:
        self.words = BoxWords(game.presenter.box)
        texts, language = getattr(pack, "texts", {}), getattr(pack, "language", "en")
        own = {source: translated(texts, source, language) for said in texts.values() for source in said}
        self._pack = pack
        named = game.presenter.named_in(plain_record(pack), "")
        self.names: Mapping[str, Words] = own | {name: own.get(str(words), words) for name, words in named.items()}

    def own(self, words: Words) -> Words:
        """A text of the pack in all its languages."""
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
