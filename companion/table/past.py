"""The past: looking at an earlier moment, and giving another answer there.

A log is never rewritten. To change an earlier answer is to take everything back to before it, to give the other answer,
and then to give again, one by one, what was answered after it, as far as that still fits. Until somebody decides so,
all of it happens on copies of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from companion.core.answers import Answer, Face
from companion.core.asks import Ask, Over, RollAsk
from companion.core.instructions import Instruction, put_right
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
    """A moment of the game as it was when ``played`` of the log was asked for. Looking at it changes nothing.

    ``legal`` are the answers to list, None for a roll, whose dice and their sides are ``faces``. ``fixed`` says why
    it cannot be changed; then nothing is listed.
    """

    played: PlayedEntry
    state: State[Any, Any]
    legal: Sequence[Answer] | None
    faces: dict[str, list[Face]]
    fixed: Text | None = None


class Misfit(Struct, frozen=True):
    """The first later answer that no longer fits: what it was, why not, and the rule."""

    played: PlayedEntry
    text: Text
    rule: str | None


class Revision(Struct, frozen=True):
    """Another answer at an earlier moment, and what follows from it.

    ``rev`` is the table for which it was worked out. ``undo`` answers of people are taken back; ``before`` them some
    chance may be given again, then comes ``answer``, then all of ``kept``. ``dropped`` are left out, ``misfit`` first.
    ``instructions`` say what hands must move, and ``state`` is how the table stands then.
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
        """What comes into the log after the undo, each with its answer; the right ``rev`` is put in there."""
        yield from ((played.entry, played.answer) for played in self.before)
        said = msgspec.to_builtins(self.answer)
        yield Entry(0, "answer", source, at, answer=said), self.answer
        yield from ((played.entry, played.answer) for played in self.kept)


def look_at(table: Table, rev: int) -> Moment:
    """The moment before the entry ``rev`` of the log; ``Refused`` ``unknown`` if it answered or corrected nothing."""
    game, history = table.game, table.history
    position = _position(table, rev)
    played, state = history.line[position], history.state_at(position)
    fixed = _fixed(table, position, state)
    if fixed is not None:
        return Moment(played, state, [], {}, fixed)
    ask = game.rules.ask(state)
    if isinstance(ask, RollAsk):
        return Moment(played, state, None, {die: list(game.rules.dice[die]) for die in ask.dice})
    return Moment(played, state, game.rules.legal(state) or [], {})


def weigh(table: Table, rev: int, answer: object) -> Revision:
    """Work out what follows if the entry ``rev`` had been ``answer`` (an ``Answer``, or its JSON object as decoded).

    Chance is as it was. Refused: ``unknown`` moment, ``illegal`` where it cannot be changed or the answer is the same,
    and what the game refuses.
    """
    game, history = table.game, table.history
    position = _position(table, rev)
    state = history.state_at(position)
    fixed = _fixed(table, position, state)
    if fixed is not None:
        raise Refused("illegal", fixed, game.rules.ask(state).rule)
    chosen = answer if isinstance(answer, Answer) else game.rules.parse(state, answer)
    if chosen == history.line[position].answer:
        raise Refused("illegal", SAME, game.rules.ask(state).rule)
    return _revision(table, position, state, chosen)


def play_again(table: Table, rev: int) -> Revision | None:
    """Work out what follows if the entry ``rev`` had been answered with what the box knows now, where a card has been
    mended since; None if the table comes to stand as it does. Refused as ``weigh``."""
    history = table.history
    position = _position(table, rev)
    state, answer = history.state_at(position), history.line[position].answer
    fixed = _fixed(table, position, state)
    if fixed is not None or answer is None:
        raise Refused("illegal", fixed or CORRECTED, table.game.rules.ask(state).rule)
    found = _revision(table, position, state, answer)
    return None if not found.dropped and found.state.hash() == table.state.hash() else found


def _revision(table: Table, position: int, state: State[Any, Any], chosen: Answer) -> Revision:
    """What follows if the game had gone on from ``state``, which is changed, with ``chosen``."""
    game, history = table.game, table.history
    game.rules.play(state, chosen)
    history.boxes.settle(state)
    later = history.line[position + 1 : history.mark]
    kept, misfit = _again(table, state, later)
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
        put_right(game.rules.picture(table.state), game.rules.picture(state)),
        state,
    )


def owed(table: Table, rev: int) -> list[Instruction]:
    """What hands must do that have done everything up to the entry ``rev``, and nothing of what came and went since."""
    game = table.game
    then = History(game, table.history.boxes.first, table.setup)
    for entry in table.log[:rev]:
        then.add(entry)
    return put_right(game.rules.picture(then.state), game.rules.picture(table.state))


def _again(
    table: Table, state: State[Any, Any], later: Sequence[PlayedEntry]
) -> tuple[list[PlayedEntry], Misfit | None]:
    """Play on ``state`` what still fits of ``later``; gives it, and the first that does not."""
    kept: list[PlayedEntry] = []
    game = table.game
    for played in later:
        try:
            answer = _fitting(game, state, played)
            apply(game, state, msgspec.structs.replace(played, answer=answer))
            table.history.boxes.settle(state)
        except Refused as no:
            private = _private(table, played)
            return kept, Misfit(played, PRIVATE if private else no.text, None if private else no.rule)
        kept.append(msgspec.structs.replace(played, answer=answer))
    return kept, None


def _fitting(game: Game, state: State[Any, Any], played: PlayedEntry) -> Answer | None:
    """The answer of ``played``, read anew for ``state``; ``Refused`` if something else is asked now."""
    ask = game.rules.ask(state)
    if isinstance(ask, Over):
        raise Refused("over", T("The game has ended before."), ask.rule)
    if played.answer is None:
        return None
    if played.asked is not None and _question(ask) != _question(played.asked):
        raise Refused("illegal", T("Something else is to be answered now."), ask.rule)
    return game.rules.parse(state, played.entry.answer)


def _question(ask: Ask) -> tuple[Any, ...]:
    """Who is asked what; how much is left of it, or among what to choose, may be another."""
    return type(ask), ask.who, ask.rule, getattr(ask, "choice", None)


def _position(table: Table, rev: int) -> int:
    for position, played in enumerate(table.history.line):
        if played.entry.rev == rev:
            return position
    raise Refused("unknown", T("There is no moment {rev} in this game.", rev=rev))


def _fixed(table: Table, position: int, state: State[Any, Any]) -> Text | None:
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
    """True for what only one seat may know (R-GEN-06)."""
    said = [played.entry.answer] if played.entry.answer is not None else played.entry.changes or []
    return any(table.game.rules.public(table.setup.settings, one) != one for one in said)
