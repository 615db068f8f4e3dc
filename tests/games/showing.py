"""Checks of scenes: all texts filled in, all icons drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import Text, plain
from companion.scene.scene import Counter, Fix, Square
from companion.table.table import Table
from tests.games.chaos import Chaos, new_game


@cache
def _parts(kind: type) -> Callable[[Any], Iterable[object]] | None:
    """What to look through in things of this type; None where there is no text, as in answers and numbers."""
    if issubclass(kind, str | Answer):
        return None
    if issubclass(kind, Fix):
        return lambda fix: (fix.why,)
    if issubclass(kind, Struct):
        names = kind.__struct_fields__
        return lambda one: [getattr(one, name) for name in names]
    if issubclass(kind, dict):
        return dict.values
    return iter if issubclass(kind, Iterable) else None


def texts(thing: object) -> Iterator[Text]:
    """Every text in ``thing``, without nested texts and the changes of corrections."""
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Text):
            yield one
        elif parts := _parts(one.__class__):
            waiting += [part for part in parts(one) if _parts(part.__class__) is not None][::-1]


def icons(thing: object) -> Iterator[str]:
    """Every icon in ``thing``."""
    if isinstance(thing, Struct) and not isinstance(thing, Answer):
        for name in thing.__struct_fields__:
            value = getattr(thing, name)
            if (name in ("icon", "badge") or (name == "sign" and isinstance(thing, Square))) and value is not None:
                yield value
            elif name in ("icons", "signs", "edges") or (name == "cells" and value and not _structs(value)):
                yield from (one for one in value if one is not None)
            elif name == "parts":
                yield from (icon for icon, _ in value)
            else:
                yield from icons(value)
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from icons(one)


def _structs(values: list[Any]) -> bool:
    return any(isinstance(value, Struct) for value in values)


def said_in_words(shown: object, drawn: Collection[str], named: tuple[str, ...] = ()) -> None:
    """Assert that texts have no open blanks, and icons are ``drawn`` or have a prefix in ``named``."""
    for text in texts(shown):
        assert plain(text).strip(), text
        assert "{" not in plain(text), text
    assert {icon for icon in icons(shown) if not (named and icon.startswith(named))} <= set(drawn)


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
                check_words(
                    [game.presenter.describe(table.state, part.answer), game.presenter.card(table.state, part.answer)]
                )
                check_words(game.presenter.outcome(table.state, part.answer))
        if r.random() < 0.1:
            check_words(game.presenter.lines(table.state, table.undo().instructions))
    check_taps(table)
    check_words([table.scene(), game.presenter.gauges(table.state), game.player.figures(table.state)])
