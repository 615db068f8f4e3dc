"""Checks of scenes: all texts filled in, all icons drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import chain
from operator import attrgetter
from random import Random
from types import NoneType
from typing import Any, Final

from msgspec import Struct, msgpack

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import Text, plain
from companion.scene.scene import Counter, Fix, Square
from companion.table.history import label
from companion.table.table import Table
from tests.games.chaos import Chaos, new_game

ICONS: Final = frozenset({"icon", "badge", "icons", "signs", "edges", "cells", "parts"})
"""The fields with icons."""


@cache
def _parts(kind: type) -> Callable[[Any], Iterable[object]] | None:
    """What to look through in things of this type; None where there is no text, as in answers and numbers."""
    if issubclass(kind, str | Answer | int | float | NoneType):
        return None
    if issubclass(kind, Fix):
        return lambda fix: (fix.why,)
    if issubclass(kind, Struct):
        return attrgetter(*names) if len(names := kind.__struct_fields__) > 1 else lambda one: (getattr(one, *names),)
    if issubclass(kind, dict):
        return dict.values
    return iter if issubclass(kind, Iterable) else None


def texts(thing: object) -> Iterator[Text]:
    """Every text in ``thing``, without nested texts and the changes of corrections."""
    return (one for one in _structs_in(thing, lambda one: True) if isinstance(one, Text))


def icons(thing: object) -> Iterator[str]:
    """Every icon in ``thing``."""
    return chain.from_iterable(map(_icons_of, _structs_in(thing, lambda one: True)))


class Unseen:
    """What was not looked at before: most of what is shown is the same after every answer."""

    def __init__(self) -> None:
        self._seen: set[tuple[type, int]] = set()

    def structs(self, thing: object) -> Iterator[Struct]:
        """Every struct in ``thing`` that is new, texts among them, without those in texts."""
        return _structs_in(thing, self._is_new)

    def _is_new(self, one: Struct) -> bool:
        key = one.__class__, hash(msgpack.encode(one))
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


def _structs_in(thing: object, wanted: Callable[[Struct], bool]) -> Iterator[Struct]:
    """The wanted structs in ``thing``, and those in them, down to texts."""
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Struct):
            if not wanted(one):
                continue
            yield one
            if isinstance(one, Text):
                continue
        if parts := _parts(one.__class__):
            waiting += [part for part in parts(one) if _parts(part.__class__) is not None][::-1]


def _icons_of(one: Struct) -> Iterator[str]:
    """The icons of one struct, without those of the structs in it."""
    for name in _icon_fields(one.__class__):
        value = getattr(one, name)
        if isinstance(value, str):
            yield value
        elif name == "parts":
            yield from (icon for icon, _ in value)
        elif value is not None:
            yield from (icon for icon in value if icon is not None and not isinstance(icon, Struct))


@cache
def _icon_fields(kind: type[Struct]) -> list[str]:
    return [name for name in kind.__struct_fields__ if name in ICONS or (name == "sign" and issubclass(kind, Square))]


class SaidInWords:
    """Asserts that texts have no open blanks and none of ``without``, and icons are ``drawn`` or have a prefix in
    ``named``."""

    def __init__(self, drawn: Collection[str], named: tuple[str, ...] = (), without: str = "{") -> None:
        self._drawn, self._named, self._without, self._unseen = frozenset(drawn), named, without, Unseen()

    def __call__(self, shown: object) -> None:
        for one in self._unseen.structs(shown):
            if isinstance(one, Text):
                read = plain(one)
                assert read.strip(), one
                assert not set(self._without).intersection(read), one
            unknown = set(_icons_of(one)) - self._drawn
            assert {icon for icon in unknown if not (self._named and icon.startswith(self._named))} == set()


def fixes(table: Table) -> list[Fix]:
    """All corrections that can be tapped in the table check and on the boards."""
    counters = [counter for place in table.game.presenter.places(table.state) for counter in place.counters]
    counters += [counter for board in table.scene().boards for counter in board.counters]
    return taps(counters)


def taps(counters: Iterable[Counter]) -> list[Fix]:
    """The corrections that can be tapped on counters."""
    found = [tap for one in counters for tap in (one.more, one.less, *(cell.tap for cell in one.cells))]
    return [tap for tap in found if isinstance(tap, Fix)]


def corrected_and_said(chaos: Chaos, r: Random, check_words: Callable[[object], None], answers: int) -> None:
    """Play a random game with corrections, and check every line of what is corrected and undone."""
    table, _ = new_game(chaos, r, digital=True)
    lines = chaos.game.presenter.lines
    for _ in range(answers):
        try:
            played = table.correct([chaos.random_change(r, table.facts())], "looked")
            check_words(lines(table.state, played.instructions))
            check_words(lines(table.state, table.undo(r.randint(1, 3)).instructions))
        except Refused:
            pass
        if not table.over:
            table.answer(chaos.random_answer(r, table))


def played_and_said(
    chaos: Chaos,
    r: Random,
    check_taps: Callable[[Table], object],
    check_words: Callable[[object], None],
    fixes: Callable[[Table], list[Fix]],
) -> None:
    """Play a random game with corrections and undo, and check every scene."""
    game = chaos.game
    table, _ = new_game(chaos, r, digital=False)
    check_words(game.presenter.lines(table.state, table.opening))
    for _ in range(chaos.longest):
        if table.over:
            break
        check_taps(table)
        check_words(table.scene())
        check_words([game.presenter.private(table.state, seat) for seat in table.setup.seats])
        offered = fixes(table) if r.random() < 0.2 else []
        if offered:
            check_words(game.presenter.places(table.state))
            fix = r.choice(offered)
            played = table.correct(fix.changes, plain(fix.why))
        else:
            played = table.answer(chaos.random_answer(r, table))
        check_words(game.presenter.lines(table.state, played.instructions))
        for part in played.entries:
            if part.answer is not None:
                check_words([label(game, table.state, part), game.presenter.card(table.state, part.answer)])
                check_words(game.presenter.outcome(table.state, part.answer) if part.question else "")
        if r.random() < 0.1:
            check_words(game.presenter.lines(table.state, table.undo().instructions))
    check_taps(table)
    check_words([table.scene(), game.presenter.gauges(table.state), game.player.figures(table.state)])
