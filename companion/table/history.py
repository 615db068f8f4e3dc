"""The fold of a log: the state, the undo stack, and fate.

It uses no clock, dice or disk: equal entries give equal histories.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Self

import msgspec
from msgspec import Struct

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Ask, Over, is_chance
from companion.core.instructions import Instruction, changes_between, in_order
from companion.core.learning import LearnedFields, unknown_in
from companion.core.refusals import Refused
from companion.core.rules import Box, Rules
from companion.core.secrets import secret_fields
from companion.core.state import State
from companion.core.texts import T, Text, Words
from companion.games.game import Game
from companion.table.log import Entry, Setup, Source, UndoList, is_decision

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Question:
    """A chance ask and its possible outcomes; None for a roll, whose dice define them."""

    __slots__ = ("_key", "ask", "outcomes")

    def __init__(self, ask: Ask, outcomes: Sequence[Answer] | None) -> None:
        self.ask = ask
        self.outcomes = outcomes
        self._key: bytes | None = None

    @property
    def key(self) -> bytes:
        """Equal exactly if ask, asker, rule and possible outcomes are equal."""
        # Computed lazily, since only games with an undo need it.
        if self._key is None:
            self._key = _encode((self.ask, self.outcomes))
        return self._key


class Fate:
    """The outcomes of undone chance, queued by question.

    It is a function of the log alone. An undo puts its outcomes at the front of their queues. Every answer to a chance
    question removes one from its queue: itself if it is there, else the first.
    """

    def __init__(self) -> None:
        self._queues: dict[bytes, deque[Answer]] = {}

    def copy(self) -> Fate:
        other = Fate()
        other._queues = {key: queue.copy() for key, queue in self._queues.items()}
        return other

    def put_aside(self, outcomes: Iterable[tuple[Question, Answer]]) -> None:
        """Queue undone outcomes, given in the order in which they happened."""
        for question, answer in reversed(list(outcomes)):
            self._queues.setdefault(question.key, deque()).appendleft(answer)

    def predetermined(self, question: Question, known: Mapping[str, Face] | None = None) -> Answer | None:
        """The outcome the dealer must give; None if it is free. For a roll, some faces may already be ``known``."""
        if not self._queues:
            return None
        queue = self._queues.get(question.key, ())
        return next((answer for answer in queue if known is None or _agrees(answer, known)), None)

    def consume(self, question: Question, answer: Answer) -> None:
        """Remove the used outcome of a question that was answered."""
        if not self._queues:
            return
        queue = self._queues.get(question.key)
        if queue:
            if answer in queue:
                queue.remove(answer)
            else:
                queue.popleft()
            if not queue:
                del self._queues[question.key]


def _agrees(answer: Answer, known: Mapping[str, Face]) -> bool:
    return isinstance(answer, Roll) and known.items() <= answer.faces.items()


EVERY = 50
"""Entries between snapshots. Replaying fifty takes about a millisecond; a copy costs as much as a few."""

MOST = 64
"""Most snapshots kept. Beyond that, every second one is dropped, so that long games cost time, not memory."""


class Snapshots:
    """Copies of the state by position, the number of entries in effect before it."""

    def __init__(self, start: State[Any, Any]) -> None:
        self._every = EVERY
        self._positions = [0]
        self._states = [start.copy()]

    def copy(self) -> Self:
        other = copy(self)
        other._positions, other._states = list(self._positions), list(self._states)
        return other

    def pass_by(self, position: int, state: State[Any, Any]) -> None:
        """Take a snapshot if one is due at ``position``, which must grow by one per call."""
        if position % self._every or position <= self._positions[-1]:
            return
        self._positions.append(position)
        self._states.append(state.copy())
        if len(self._positions) > MOST:
            self._every *= 2
            self._positions, self._states = self._positions[::2], self._states[::2]

    def latest(self, position: int) -> tuple[int, State[Any, Any]]:
        """The last snapshot at or before ``position``: its position, and a copy of its state."""
        found = bisect_right(self._positions, position) - 1
        return self._positions[found], self._states[found].copy()

    def forget_after(self, position: int) -> None:
        kept = bisect_right(self._positions, position)
        del self._positions[kept:], self._states[kept:]


class BoxHistory:
    """The box at the start of a game, and after each ``learn`` entry.

    Learning changes what is known but nothing on the table. So any state can be viewed with any version of the box, and
    undo does not unlearn.
    """

    def __init__(self, rules: Rules[Any], setup: Setup, box: Box, world: Any) -> None:
        self._rules = rules
        self._setup = setup
        self._revs: list[int] = []
        self._boxes = [box]
        self._worlds = [world]
        self._partial = bool(unknown_in(box.pack))

    def copy(self) -> Self:
        other = copy(self)
        other._revs, other._boxes, other._worlds = list(self._revs), list(self._boxes), list(self._worlds)
        return other

    @property
    def now(self) -> Box:
        """The box as known now."""
        return self._boxes[-1]

    @property
    def first(self) -> Box:
        return self._boxes[0]

    def learn(self, rev: int, table: str, row: Any) -> None:
        """Learn a row with the entry ``rev``. Raises ``Refused``, and then nothing has changed."""
        box = self.now.learned(self._rules, table, row)
        world = self._rules.lay_out(box.pack, self._setup.seats, self._setup.settings).world
        self._revs.append(rev)
        self._boxes.append(box)
        self._worlds.append(world)

    def show(self, state: State[Any, Any], rev: int | None = None) -> list[Instruction]:
        """Give ``state`` the box as known before the entry ``rev``, or as known now.

        Returns instructions, usually none. A change to the card behind the open question can end that question.
        """
        at = len(self._revs) if rev is None else bisect_left(self._revs, rev)
        if state.world is self._worlds[at]:
            return []
        state.world = self._worlds[at]
        self._know(state)
        state.settle()
        return state.take_todo()

    def settle(self, state: State[Any, Any]) -> None:
        """Call after a move: unnamed cards that went back into a deck may be identified by now."""
        if self._partial:
            self._know(state)

    def _know(self, state: State[Any, Any]) -> None:
        self._rules.know(state)
        state.invalidate()


_UNKNOWN: tuple[Answer, ...] = (Answer(),)
"""Placeholder for legal answers that have not been computed."""

_NOTHING = {"undo": T("There is not that much to undo."), "redo": T("There is not that much to redo.")}


class PlayedEntry(Struct, frozen=True):
    """What one log entry did: the instructions for hands, and the typed answer, if it was one.

    ``asked`` is the ask it answered, ``question`` is set if that was chance, ``learned`` is what an incomplete box
    learned from it. ``told_at`` is the ask that was open when people told the box a row. ``words`` are those of an
    answer of which later states no longer know what it was (``Answer.fleeting``).
    """

    entry: Entry
    instructions: list[Instruction]
    answer: Answer | None = None
    question: Question | None = None
    asked: Ask | None = None
    learned: LearnedFields | None = None
    told_at: Ask | None = None
    words: Words | None = None


def apply(game: Game, state: State[Any, Any], played: PlayedEntry) -> list[Instruction]:
    """Repeat an answer or correction of a log on ``state``. Raises ``Refused`` as the game does."""
    if played.answer is not None:
        return game.rules.play(state, played.answer)
    return game.rules.correct(state, played.entry.changes or [])


class History:
    """A game from its start to now, with what can be undone and redone.

    Answers and corrections form one line; undo and redo move a mark in it.
    """

    def __init__(self, game: Game, box: Box, setup: Setup) -> None:
        start = game.rules.begin(box.pack, setup.seats, setup.settings)
        self.game = game
        self._learns = setup.box is not None
        self.boxes = BoxHistory(game.rules, setup, box, start.world)
        """What is known of the box at each point of the game."""
        self.state: State[Any, Any] = start
        self.ask: Ask
        self._legal: Sequence[Answer] | None
        self._question: Question | None
        self.opening: list[Instruction] = start.take_todo()
        """What hands must do before the first decision, setup included."""
        self.begun = False
        """True once the log holds more than what the dealer gave by itself."""
        self.log: list[Entry] = []
        self.entries: list[PlayedEntry] = []
        self.fate = Fate()
        self._line: UndoList[PlayedEntry] = UndoList()
        self._snapshots = Snapshots(start)
        self._look_again()

    def copy(self) -> Self:
        other = copy(self)
        other.state = self.state.copy()
        other.log, other.entries, other._line = list(self.log), list(self.entries), self._line.copy()
        other.fate, other._snapshots, other.boxes = self.fate.copy(), self._snapshots.copy(), self.boxes.copy()
        return other

    def looked_at(self, state: State[Any, Any]) -> Self:
        """The same history in another state, only to look at."""
        other = copy(self)
        other.state = state
        other._look_again()
        return other

    @property
    def legal(self) -> Sequence[Answer] | None:
        """The answers to list; None for a roll, empty once the game is over."""
        if self._legal is _UNKNOWN:
            self._legal = () if isinstance(self.ask, Over) else self.game.rules.legal(self.state)
        return self._legal

    @property
    def question(self) -> Question | None:
        """The open question if it is chance; else None."""
        if self._question is None and is_chance(self.ask):
            self._question = Question(self.ask, self.legal)
        return self._question

    @property
    def done(self) -> int:
        return self._line.done

    @property
    def undone(self) -> int:
        return self._line.undone

    @property
    def decisions(self) -> list[PlayedEntry]:
        """People's answers and corrections: those in effect, then those that can be redone."""
        return [self._line.items[at] for at in self._line.decisions]

    @property
    def line(self) -> Sequence[PlayedEntry]:
        """All answers and corrections, chance included: the first ``mark`` are in effect, the rest can be redone."""
        return self._line.items

    @property
    def mark(self) -> int:
        """The number of entries of ``line`` in effect."""
        return self._line.mark

    def undoing(self, position: int) -> tuple[int, int] | None:
        """How to undo back to the entry at ``position`` of ``line``, which is in effect.

        Returns the number of decisions to undo and the position that leads to; None before the first decision.
        """
        return self._line.undoing(position)

    def state_at(self, position: int) -> State[Any, Any]:
        """A copy of the state before the entry at ``position`` of ``line``; its length means the end."""
        found, state = self._snapshots.latest(position)
        self._replay_all(state, self._line.items[found:position])
        return state

    def replay(self, state: State[Any, Any], played: PlayedEntry) -> None:
        """Repeat an entry of this history on ``state``, with the box as known then."""
        self.boxes.show(state, played.entry.rev)
        apply(self.game, state, played)
        self.boxes.settle(state)

    def _replay_all(self, state: State[Any, Any], line: Sequence[PlayedEntry]) -> None:
        for played in line:
            self.replay(state, played)
        self.boxes.show(state)

    def require_open(self) -> None:
        """Raise ``Refused`` ``over`` if the game has ended."""
        if isinstance(self.ask, Over):
            raise Refused("over", T("The game has ended. Undo to go on before its end."), self.ask.rule)

    def add(self, entry: Entry, answer: Answer | None = None) -> PlayedEntry:
        """Fold one more entry. ``answer`` is the typed answer, if the caller has it.

        Raises ``Refused``, and then nothing has changed.
        """
        if entry.kind == "undo":
            played = self._move(entry, -entry.n)
        elif entry.kind == "redo":
            played = self._move(entry, entry.n)
        elif entry.kind == "learn":
            played = self._learn(entry)
        else:
            self.require_open()
            played = self._correct(entry) if entry.kind == "correct" else self._answer(entry, answer)
        if entry.kind == "chance" and not self.begun:
            self.opening = self.opening + played.instructions
        self.begun = self.begun or entry.kind not in ("chance", "learn")
        self.log.append(entry)
        self.entries.append(played)
        return played

    def _learn(self, entry: Entry) -> PlayedEntry:
        asked = self.ask
        self.boxes.learn(entry.rev, entry.table or "", entry.row)
        instructions = self.boxes.show(self.state)
        self._look_again()
        return PlayedEntry(entry, instructions, told_at=asked)

    def _answer(self, entry: Entry, answer: Answer | None) -> PlayedEntry:
        if answer is None:
            answer = self.game.rules.parse(self.state, entry.answer)
        asked, question = self.ask, self.question
        learned = self.game.rules.learned_from(self.state, answer) if self._learns else None
        before = self.state.copy() if answer.fleeting else None
        self._snapshots.pass_by(self._line.mark, self.state)
        instructions = self._change(self.game.rules.play, answer)
        words = None if before is None else self.game.presenter.told(before, answer, asked)
        played = PlayedEntry(entry, instructions, answer, question, asked, learned, words=words)
        if question is not None:
            self.fate.consume(question, answer)
        self._append(played)
        return played

    def _correct(self, entry: Entry) -> PlayedEntry:
        asked = self.ask
        self._snapshots.pass_by(self._line.mark, self.state)
        played = PlayedEntry(entry, self._change(self.game.rules.correct, entry.changes or []), asked=asked)
        self._append(played)
        return played

    def _change(self, act: Any, what: Any) -> list[Instruction]:
        try:
            instructions: list[Instruction] = act(self.state, what)
            self.boxes.settle(self.state)
            self._look_again()
        except Refused:
            raise
        except Exception:
            # A bug in the rules may leave a partial change. The log has not taken the entry, so restore.
            self._seek(self._line.mark, anew=True)
            raise
        return instructions

    def _append(self, played: PlayedEntry) -> None:
        if self._line.mark < len(self._line.items):
            # Snapshots up to the mark itself stay valid.
            self._snapshots.forget_after(self._line.mark)
        self._line.append(played, decided=is_decision(played.entry))

    def _move(self, entry: Entry, by: int) -> PlayedEntry:
        mark, now = self._line.target(by), self._line.mark
        if entry.n < 1 or mark is None:
            raise Refused("nothing", _NOTHING[entry.kind])
        passed = self._line.items[min(mark, now) : max(mark, now)]
        chance = [(played.question, played.answer) for played in passed if played.question and played.answer]
        before = self.game.rules.picture(self.state)
        self._seek(mark)
        if by < 0:
            self.fate.put_aside(chance)
        else:
            for question, answer in chance:
                self.fate.consume(question, answer)
        steps = [todo for played in passed for todo in played.instructions]
        changes = changes_between(before, self.game.rules.picture(self.state))
        if by > 0:
            # No picture tells that a deck is shuffled.
            changes += {todo.at: todo for todo in steps if todo.verb == "shuffle"}.values()
        return PlayedEntry(entry, in_order(changes, steps if by > 0 else steps[::-1]))

    def _seek(self, mark: int, *, anew: bool = False) -> None:
        position, state = self._snapshots.latest(mark)
        now = self._line.mark
        if not anew and position <= now <= mark:
            position, state = now, self.state
        self._replay_all(state, self._line.items[position:mark])
        self.state, self._line.mark = state, mark
        self._look_again()

    def _look_again(self) -> None:
        self.ask = self.game.rules.ask(self.state)
        self._legal = _UNKNOWN
        self._question = None


class Played(Struct, frozen=True):
    """The result of a change: the ``rev`` after it, and its new log entries in order."""

    rev: int
    entries: list[PlayedEntry]

    @property
    def instructions(self) -> list[Instruction]:
        return [todo for played in self.entries for todo in played.instructions]


def hidden(played: PlayedEntry) -> bool:
    """True if part of the answer is known to one seat alone (R-GEN-06)."""
    return played.answer is not None and bool(secret_fields(played.answer, played.asked))


def label(game: Game, state: State[Any, Any], played: PlayedEntry) -> Words:
    """An answer or correction in words that everybody may read."""
    if played.answer is None:
        return T("Correction: {why}", why=played.entry.why or "")
    return played.words or game.presenter.told(state, played.answer, played.asked)


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
