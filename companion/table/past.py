"""Viewing an earlier moment, and revising an answer there.

The log is append-only. To revise an answer, everything back to it is undone, the new answer is given, and the later
answers that still fit are given again. Until that is decided, it happens on copies of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from companion.core.answers import Answer, Face
from companion.core.asks import Ask, Over, RollAsk
from companion.core.instructions import Instruction, changes_between
from companion.core.refusals import Refused
from companion.core.state import State
from companion.core.texts import T, Text
from companion.games.game import Game
from companion.table.history import History, PlayedEntry, apply
from companion.table.log import Entry, Source

if TYPE_CHECKING:
    from companion.table.table import Table

PRIVATE = T("Only one player may know this, so it cannot be changed here.")
CORRECTED = T("This is a correction. Correct the table again instead of changing it.")
TAKEN_BACK = T("This has been taken back. Go on to it first, then it can be changed.")
OPENING = T("This was dealt before the first decision, so it cannot be changed.")
SAME = T("That is what was answered already.")


class Moment(Struct, frozen=True):
    """The game as it was when ``played`` was asked for.

    ``legal`` are the answers to list, None for a roll, whose dice and sides are ``faces``. ``fixed`` says why the entry
    cannot be changed; then nothing is listed.
    """

    played: PlayedEntry
    state: State[Any, Any]
    legal: Sequence[Answer] | None
    faces: dict[str, list[Face]]
    fixed: Text | None = None


class Misfit(Struct, frozen=True):
    """The first later answer that no longer fits, why, and the rule."""

    played: PlayedEntry
    text: Text
    rule: str | None


class Revision(Struct, frozen=True):
    """A revised answer and its consequences.

    It is valid for the table at ``rev``. ``undo`` decisions are undone, the chance ``before`` the answer is repeated,
    then comes ``answer``, then all ``kept`` entries. ``dropped`` ones are left out, ``misfit`` first. ``instructions``
    say what hands must move, and ``state`` is the resulting state.
    """

    rev: int
    undo: int
    before: list[PlayedEntry]
    answer: Answer
    kept: list[PlayedEntry]
    dropped: list[PlayedEntry]
    misfit: Misfit | None
    instructions: list[Instruction]
    state: State[Any, Any]

    def entries(self, source: Source, at: float) -> Iterator[tuple[Entry, Answer | None]]:
        """The entries to log after the undo, with their answers; the caller sets each ``rev``."""
        yield from ((played.entry, played.answer) for played in self.before)
        said = msgspec.to_builtins(self.answer)
        yield Entry(0, "answer", source, at, answer=said), self.answer
        yield from ((played.entry, played.answer) for played in self.kept)


def look_at(table: Table, rev: int) -> Moment:
    """The moment before the entry ``rev``. Raises ``Refused`` ``unknown`` if that is no answer or correction."""
    game, history = table.game, table.history
    position = _position(table, rev)
    played, state = history.line[position], history.state_at(position)
    fixed = _why_fixed(table, position, state)
    if fixed is not None:
        return Moment(played, state, [], {}, fixed)
    ask = game.rules.ask(state)
    if isinstance(ask, RollAsk):
        return Moment(played, state, None, {die: list(game.rules.dice[die]) for die in ask.dice})
    return Moment(played, state, game.rules.legal(state) or [], {})


def weigh(table: Table, rev: int, answer: object) -> Revision:
    """Work out the consequences of replacing the entry ``rev`` by ``answer`` (an ``Answer``, or its decoded JSON
    object).

    Chance stays as it was. Raises ``Refused``: ``unknown`` moment, ``illegal`` if it cannot be changed or the answer is
    the same, and whatever the game refuses.
    """
    game, history = table.game, table.history
    position = _position(table, rev)
    state = history.state_at(position)
    fixed = _why_fixed(table, position, state)
    if fixed is not None:
        raise Refused("illegal", fixed, game.rules.ask(state).rule)
    chosen = answer if isinstance(answer, Answer) else game.rules.parse(state, answer)
    if chosen == history.line[position].answer:
        raise Refused("illegal", SAME, game.rules.ask(state).rule)
    return _revision(table, position, state, chosen)


def play_again(table: Table, rev: int) -> Revision | None:
    """Work out the consequences of repeating the entry ``rev`` with the box as known now, after a card was corrected.

    None if the state stays the same. Raises ``Refused`` like ``weigh``.
    """
    history = table.history
    position = _position(table, rev)
    state, answer = history.state_at(position), history.line[position].answer
    fixed = _why_fixed(table, position, state)
    if fixed is not None or answer is None:
        raise Refused("illegal", fixed or CORRECTED, table.game.rules.ask(state).rule)
    found = _revision(table, position, state, answer)
    return None if not found.dropped and found.state.hash() == table.state.hash() else found


def _revision(table: Table, position: int, state: State[Any, Any], chosen: Answer) -> Revision:
    """The revision in which ``chosen`` is answered on ``state``, which is modified."""
    game, history = table.game, table.history
    game.rules.play(state, chosen)
    history.boxes.settle(state)
    later = history.line[position + 1 : history.mark]
    kept, misfit = _replay_fitting(table, state, later)
    undo = history.undoing(position)
    assert undo is not None
    n, back_to = undo
    return Revision(
        table.rev,
        n,
        list(history.line[back_to:position]),
        chosen,
        kept,
        list(later[len(kept) :]),
        misfit,
        changes_between(game.rules.picture(table.state), game.rules.picture(state)),
        state,
    )


def outstanding(table: Table, rev: int) -> list[Instruction]:
    """What hands must do if they have followed the instructions up to the entry ``rev`` only."""
    game = table.game
    then = History(game, table.history.boxes.first, table.setup)
    for entry in table.log[:rev]:
        then.add(entry)
    return changes_between(game.rules.picture(then.state), game.rules.picture(table.state))


def _replay_fitting(
    table: Table, state: State[Any, Any], later: Sequence[PlayedEntry]
) -> tuple[list[PlayedEntry], Misfit | None]:
    """Replay the entries of ``later`` that still fit on ``state``; returns them, and the first misfit."""
    kept: list[PlayedEntry] = []
    game = table.game
    for played in later:
        try:
            answer = _fitting_answer(game, state, played)
            apply(game, state, msgspec.structs.replace(played, answer=answer))
            table.history.boxes.settle(state)
        except Refused as no:
            private = _private(table, played)
            return kept, Misfit(played, PRIVATE if private else no.text, None if private else no.rule)
        kept.append(msgspec.structs.replace(played, answer=answer))
    return kept, None


def _fitting_answer(game: Game, state: State[Any, Any], played: PlayedEntry) -> Answer | None:
    """The answer of ``played``, parsed for ``state``. Raises ``Refused`` if another question is open."""
    ask = game.rules.ask(state)
    if isinstance(ask, Over):
        raise Refused("over", T("The game has ended before."), ask.rule)
    if played.answer is None:
        return None
    if played.asked is not None and _question_key(ask) != _question_key(played.asked):
        raise Refused("illegal", T("Something else is to be answered now."), ask.rule)
    return game.rules.parse(state, played.entry.answer)


def _question_key(ask: Ask) -> tuple[Any, ...]:
    """What identifies a question; the remaining amount and the options may differ."""
    return type(ask), ask.who, ask.rule, getattr(ask, "choice", None)


def _position(table: Table, rev: int) -> int:
    for position, played in enumerate(table.history.line):
        if played.entry.rev == rev:
            return position
    raise Refused("unknown", T("There is no moment {rev} in this game.", rev=rev))


def _why_fixed(table: Table, position: int, state: State[Any, Any]) -> Text | None:
    """Why the entry at ``position`` cannot be changed; None if it can. ``state`` is the game before it."""
    history = table.history
    played = history.line[position]
    if played.answer is None:
        return CORRECTED
    if _private(table, played):
        return PRIVATE
    if position >= history.mark:
        return TAKEN_BACK
    if history.undoing(position) is None:
        return OPENING
    return PRIVATE if table.game.rules.ask(state).only is not None else None


def _private(table: Table, played: PlayedEntry) -> bool:
    """True for information of one seat only (R-GEN-06)."""
    said = [played.entry.answer] if played.entry.answer is not None else played.entry.changes or []
    return any(table.game.rules.public(table.setup.settings, one) != one for one in said)
