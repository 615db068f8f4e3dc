"""What a log folds to: the state, what can be undone and redone, and fate.

No clock, no dice, no disk: the same entries always give the same history.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Self

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.asks import Ask, Over, is_chance
from companion.core.content.learning import Told
from companion.core.instructions import Instruction, put_right
from companion.core.refusals import Refused
from companion.core.rules import Box
from companion.core.state import State
from companion.core.texts import T
from companion.games.game import Game
from companion.table.boxes import Boxes
from companion.table.fate import Fate, Question
from companion.table.log import Entry, Line, Setup
from companion.table.snapshots import Snapshots

_UNKNOWN: tuple[Answer, ...] = (Answer(),)
"""Stands for answers that have not been worked out yet, which is not always needed."""

_NOTHING = {"undo": T("There is not that much to undo."), "redo": T("There is not that much to redo.")}


class PlayedEntry(Struct, frozen=True):
    """What one entry of the log did: the instructions for hands, and for an answer the answer itself.

    ``asked`` is the question that it answered, ``question`` stands where that was chance, ``told`` is what a box that
    is known in part learned from it.
    """

    entry: Entry
    instructions: list[Instruction]
    answer: Answer | None = None
    question: Question | None = None
    asked: Ask | None = None
    told: Told | None = None


def apply(game: Game, state: State[Any, Any], played: PlayedEntry) -> list[Instruction]:
    """Do again on ``state`` what an answer or a correction of a log did; ``Refused`` as the game refuses."""
    if played.answer is not None:
        return game.rules.play(state, played.answer)
    return game.rules.correct(state, played.entry.changes or [])


class History:
    """A game from its beginning to now, with what was undone and can be redone.

    The entries that answer or correct stand in one line; undo and redo move the mark in it.
    """

    def __init__(self, game: Game, box: Box, setup: Setup) -> None:
        start = game.rules.begin(box.pack, setup.seats, setup.settings)
        self.game = game
        self._learns = setup.box is not None
        self.boxes = Boxes(game.rules, setup, box, start.world)
        """What is known of the box at each point of the game."""
        self.state: State[Any, Any] = start
        self.ask: Ask
        """The one open question."""
        self._legal: Sequence[Answer] | None
        self._question: Question | None
        self.opening: list[Instruction] = start.take_todo()
        """What hands must do before the first thing that a person decides, setup included."""
        self.begun = False
        """True once the log holds more than what the dealer gave by itself."""
        self.log: list[Entry] = []
        self.entries: list[PlayedEntry] = []
        self.fate = Fate()
        self._line: Line[PlayedEntry] = Line()
        self._snapshots = Snapshots(start)
        self._look_again()

    def copy(self) -> Self:
        """An independent history that goes on from here."""
        other = copy(self)
        other.state = self.state.copy()
        other.log, other.entries, other._line = list(self.log), list(self.entries), self._line.copy()
        other.fate, other._snapshots, other.boxes = self.fate.copy(), self._snapshots.copy(), self.boxes.copy()
        return other

    @property
    def legal(self) -> Sequence[Answer] | None:
        """The answers to list; None for a roll, none at all when the game is over."""
        if self._legal is _UNKNOWN:
            self._legal = () if isinstance(self.ask, Over) else self.game.rules.legal(self.state)
        return self._legal

    @property
    def question(self) -> Question | None:
        """The open question if it is chance's to answer, else None."""
        if self._question is None and is_chance(self.ask):
            self._question = Question(self.ask, self.legal)
        return self._question

    @property
    def done(self) -> int:
        """How many answers and corrections of people are in effect."""
        return self._line.done

    @property
    def undone(self) -> int:
        """How many can be redone."""
        return self._line.undone

    @property
    def decisions(self) -> list[PlayedEntry]:
        """All answers and corrections of people, those that are in effect and then those that can be redone."""
        return [self._line.items[at] for at in self._line.decisions]

    @property
    def line(self) -> Sequence[PlayedEntry]:
        """All that answers or corrects, chance included: the first ``mark`` are in effect, the others can be redone."""
        return self._line.items

    @property
    def mark(self) -> int:
        """How many of ``line`` are in effect."""
        return self._line.mark

    def undoing(self, position: int) -> tuple[int, int] | None:
        """What takes back the entry at ``position`` of ``line``, which is in effect: so many answers of people to
        undo, which leads back to that position; None for what was dealt before the first of them."""
        return self._line.undoing(position)

    def state_at(self, position: int) -> State[Any, Any]:
        """A copy of the game as it was before the entry at ``position`` of ``line``; its length is the very end."""
        found, state = self._snapshots.latest(position)
        self._replay_all(state, self._line.items[found:position])
        return state

    def replay(self, state: State[Any, Any], played: PlayedEntry) -> None:
        """Do an entry of this history again on ``state``, with what was known of the box then."""
        self.boxes.show(state, played.entry.rev)
        apply(self.game, state, played)
        self.boxes.settle(state)

    def _replay_all(self, state: State[Any, Any], line: Sequence[PlayedEntry]) -> None:
        for played in line:
            self.replay(state, played)
        self.boxes.show(state)

    def require_open(self) -> None:
        """Refuse with ``over`` when the game has ended."""
        if isinstance(self.ask, Over):
            raise Refused("over", T("The game has ended. Undo to go on before its end."), self.ask.rule)

    def add(self, entry: Entry, answer: Answer | None = None) -> PlayedEntry:
        """Take one more entry; ``answer`` may be given where the caller has it typed already.

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
        told = self.game.rules.tells(self.state, answer) if self._learns else None
        self._snapshots.pass_by(self._line.mark, self.state)
        played = PlayedEntry(entry, self._change(self.game.rules.play, answer), answer, question, asked, told)
        if question is not None:
            self.fate.fulfil(question, answer)
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
            # A defect in the rules may leave half a change behind; the log has not taken it, so neither do we.
            self._seek(self._line.mark, anew=True)
            raise
        return instructions

    def _append(self, played: PlayedEntry) -> None:
        if self._line.mark < len(self._line.items):
            # Nothing was played behind the mark since, so a snapshot at the mark itself is still right.
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
                self.fate.fulfil(question, answer)
        return PlayedEntry(entry, put_right(before, self.game.rules.picture(self.state)))

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
