"""The fold of a log: the state, the undo stack, and fate.

It uses no clock, dice or disk: equal entries give equal histories.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Self

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.asks import Ask, Over, is_chance
from companion.core.instructions import Instruction, changes_between
from companion.core.learning import LearnedFields
from companion.core.refusals import Refused
from companion.core.rules import Box
from companion.core.state import State
from companion.core.texts import T
from companion.games.game import Game
from companion.table.box_history import BoxHistory
from companion.table.fate import Fate, Question
from companion.table.log import Entry, Setup, UndoList
from companion.table.snapshots import Snapshots

_UNKNOWN: tuple[Answer, ...] = (Answer(),)
"""Placeholder for legal answers that have not been computed."""

_NOTHING = {"undo": T("There is not that much to undo."), "redo": T("There is not that much to redo.")}


class PlayedEntry(Struct, frozen=True):
    """What one log entry did: the instructions for hands, and the typed answer, if it was one.

    ``asked`` is the ask it answered, ``question`` is set if that was chance, ``told`` is what an incomplete box learned
    from it.
    """

    entry: Entry
    instructions: list[Instruction]
    answer: Answer | None = None
    question: Question | None = None
    asked: Ask | None = None
    told: LearnedFields | None = None


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
        """The open question."""
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
        """An independent copy."""
        other = copy(self)
        other.state = self.state.copy()
        other.log, other.entries, other._line = list(self.log), list(self.entries), self._line.copy()
        other.fate, other._snapshots, other.boxes = self.fate.copy(), self._snapshots.copy(), self.boxes.copy()
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
        """Number of people's answers and corrections in effect."""
        return self._line.done

    @property
    def undone(self) -> int:
        """Number of them that can be redone."""
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
        self.boxes.learn(entry.rev, entry.table or "", entry.row)
        instructions = self.boxes.show(self.state)
        self._look_again()
        return PlayedEntry(entry, instructions)

    def _answer(self, entry: Entry, answer: Answer | None) -> PlayedEntry:
        if answer is None:
            answer = self.game.rules.parse(self.state, entry.answer)
        asked, question = self.ask, self.question
        told = self.game.rules.learned_from(self.state, answer) if self._learns else None
        self._snapshots.pass_by(self._line.mark, self.state)
        played = PlayedEntry(entry, self._change(self.game.rules.play, answer), answer, question, asked, told)
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
        self._line.append(played, decided=played.entry.kind != "chance")

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
        return PlayedEntry(entry, changes_between(before, self.game.rules.picture(self.state)))

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
