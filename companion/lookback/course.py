"""The course of a finished game: each player's chance to win over its chapters, and what it turned on.

From a position the game is played on by the sensible player, for all seats, again and again with other luck (roll-outs:
Tesauro and Galperin, 1996); the part of those games that a seat wins is its chance. All positions get the same luck, so
that the steps between them are less of a guess than the chances. A chapter with a large step is halved until one answer
is left. A decision among those is thought about as its player could have done, who knows nothing of what is hidden.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from itertools import accumulate, groupby, pairwise
from math import sqrt
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from companion.chance.playing import Thinker, chances, decides, is_free, trial_game
from companion.chance.thinking import KINDNESS
from companion.core.asks import is_chance
from companion.core.learning import known_in_part
from companion.core.state import State
from companion.games.game import Game
from companion.games.registry import load_game
from companion.packs.loader import load_again
from companion.table.history import PlayedEntry
from companion.table.log import Entry, Setup
from companion.table.table import Table

COURSE: Final = "course"
"""The key of the note with which a course is kept."""
TRIALS: Final = 48
"""Trial games for the end of a chapter."""
CLOSER: Final = 144
"""... and for a position within a chapter, where single answers are compared."""
THOUGHT: Final = 400
"""... and for a decision that the game turned on."""
MOST_TURNS: Final = 5
LEAST_STEP: Final = 0.1
"""The least step of a chance that the game turned on."""
SURE: Final = 2.0
"""... in standard errors."""
BETTER: Final = 0.05
"""By how much more another answer must win to be called better."""

Chance: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


class CourseStep(Struct, frozen=True):
    """The chances before and after an answer, by seat, and what would have been better: an answer as in the log, and
    its chance; None where nothing was, or nobody decided."""

    rev: int
    before: dict[str, Chance]
    after: dict[str, Chance]
    better: dict[str, Any] | None = None
    gain: Chance = 0.0
    """By how much the better answer raises the chance of who gave it."""


class GameCourse(Struct, frozen=True):
    """``rev`` is that of the table at the end. ``chapters`` has the chances at the end of each run of answers of one
    chapter, as the charts have. ``together`` is True where all win or lose together, so that all chances are equal."""

    rev: int
    chapters: list[dict[str, Chance]]
    turns: list[CourseStep]
    together: bool = False


def kept_course(table: Table) -> GameCourse | None:
    """The course that is kept with a game; None if there is none, or not of the game as it is now."""
    try:
        course = msgspec.convert(table.notes.get(COURSE), GameCourse)
    except msgspec.ValidationError:
        return None
    return course if course.rev == table.rev else None


def has_course(table: Table) -> bool:
    """Whether the course of this game can be thought out: it is over, the rules know who wins, and everything in its
    box is known."""
    return table.over and table.game.player.apart is None and not known_in_part(table.history.boxes.now.pack)


def think_over(table: Table, luck: random.Random, told: Callable[[float], object]) -> GameCourse:
    """Think out the course of a finished game. ``told`` is called with the part that is done, from 0 to 1, many times.
    The table is only read; it must not change meanwhile."""
    thought = _Thought(table, luck, told)
    values = [thought.value(position, TRIALS) for position in thought.ends]
    turns = [turn for first, last in thought.largest(values) if (turn := thought.turn(first, last)) is not None]
    seats = table.setup.seats
    together = all(value.chances[seat] == value.chances[seats[0]] for value in values for seat in seats)
    turns.sort(key=lambda turn: turn.rev)
    return GameCourse(table.rev, [_rounded(value) for value in values], turns, together)


class _Value(Struct, frozen=True):
    """The chances in a position, and their standard errors."""

    chances: dict[str, float]
    errors: dict[str, float]


class _Thought:
    """The positions of one game. Position n is after the first n answers and corrections in effect; ``ends`` has that
    at the end of each run of answers of one chapter."""

    def __init__(self, table: Table, luck: random.Random, told: Callable[[float], object]) -> None:
        self.table = table
        self.game: Game = table.game
        self.line: Sequence[PlayedEntry] = table.history.line[: table.history.mark]
        self.seats = table.setup.seats
        self.ends = self._chapter_ends()
        self._luck = luck
        self._seeds = [luck.random() for _ in range(CLOSER)]
        self._known: dict[tuple[int, int], _Value] = {}
        self._told = told
        self._played = 0
        longest = max(last - first for first, last in pairwise([0, *self.ends]))
        self._expected = len(self.ends) * TRIALS + MOST_TURNS * CLOSER * (3 + longest.bit_length())
        """The trial games at most, or nearly so."""

    def _chapter_ends(self) -> list[int]:
        state, chapters = self.table.history.state_at(0), []
        for played in self.line:
            chapters.append(self.game.presenter.chapter(state))
            self.table.history.replay(state, played)
        return list(accumulate(len(list(run)) for _, run in groupby(chapters)))

    def value(self, position: int, trials: int) -> _Value:
        """The chances in a position, from so many trial games."""
        if (position, trials) not in self._known:
            self._known[position, trials] = self._tried(self.table.history.state_at(position), trials)
        return self._known[position, trials]

    def _tried(self, state: State[Any, Any], trials: int) -> _Value:
        found = []
        for seed in self._seeds[:trials]:
            ended = trial_game(self.game, state.copy(), state, random.Random(seed))
            assert ended is not None
            found.append(chances(self.game, ended, self.seats))
            self._played += 1
            self._told(min(1.0, self._played / self._expected))
        means = {seat: sum(one[seat] for one in found) / trials for seat in self.seats}
        squares = {seat: sum((one[seat] - means[seat]) ** 2 for one in found) for seat in self.seats}
        return _Value(means, {seat: sqrt(square) / trials for seat, square in squares.items()})

    def largest(self, values: Sequence[_Value]) -> list[tuple[int, int]]:
        """The chapters with the largest steps, each from one position to another; the first one has no step."""
        steps = [
            (_step(before, after), pair)
            for (before, after), pair in zip(pairwise(values), pairwise(self.ends), strict=True)
        ]
        steps.sort(key=lambda one: -one[0])
        return [pair for size, pair in steps[:MOST_TURNS] if size >= LEAST_STEP / 2]

    def turn(self, first: int, last: int) -> CourseStep | None:
        """The answer with the largest step between two positions, found by halving; None if it is a small one."""
        before, after = self.value(first, CLOSER), self.value(last, CLOSER)
        while last - first > 1:
            middle = (first + last) // 2
            between = self.value(middle, CLOSER)
            if _step(before, between) >= _step(between, after):
                last, after = middle, between
            else:
                first, before = middle, between
        seat = max(self.seats, key=lambda seat: abs(after.chances[seat] - before.chances[seat]))
        error = sqrt(before.errors[seat] ** 2 + after.errors[seat] ** 2)
        if _step(before, after) < max(LEAST_STEP, SURE * error):
            return None
        better, gain = self._better(first, after)
        return CourseStep(self.line[first].entry.rev, _rounded(before), _rounded(after), better, gain)

    def _better(self, position: int, after: _Value) -> tuple[dict[str, Any] | None, float]:
        """What would have been better than the answer that was given there, and by how much: found as its player could
        have, measured in the game as it was."""
        given, state = self.line[position].answer, self.table.history.state_at(position)
        ask = self.game.rules.ask(state)
        seat, legal = decides(ask), self.game.rules.legal(state)
        if given is None or is_chance(ask) or seat is None or not is_free(legal):
            return None, 0.0
        best = Thinker(self.game, self._luck).think(state, lambda games: games / THOUGHT)[0].answer
        if best == given:
            return None, 0.0
        self.game.rules.play(state, best)
        gain = self._tried(state, CLOSER).chances[seat] - after.chances[seat]
        return (msgspec.to_builtins(best), round(gain, 3)) if gain >= BETTER else (None, 0.0)


def _step(before: _Value, after: _Value) -> float:
    return max(abs(after.chances[seat] - chance) for seat, chance in before.chances.items())


def _rounded(value: _Value) -> dict[str, float]:
    return {seat: round(chance, 3) for seat, chance in value.chances.items()}


# In a process of its own, so that nothing else gets slower by it.

TELLS: Final = 0.01
"""After which part of the work it says how far it is."""


class _Told(Struct, frozen=True, omit_defaults=True):
    """A line that the process writes: the part that is done, or the course."""

    done: float = 0.0
    course: GameCourse | None = None


class CourseProcess:
    """Thinks out the course of a finished game. ``heard`` is called in a thread of its own with the part that is done,
    from 0 to 1, then with the course; with None if it cannot be thought out, as when its box is gone."""

    def __init__(self, table: Table, heard: Callable[[float | GameCourse | None], None]) -> None:
        command = [sys.executable, "-m", "companion.lookback.course"]
        self._heard = heard
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        game = msgspec.json.encode((table.setup, table.log))
        threading.Thread(target=self._run, args=(game,), daemon=True).start()

    def close(self) -> None:
        """End it, whatever it is at; nothing is heard any more."""
        self._heard = lambda told: None
        self._process.kill()
        self._process.wait()

    def _run(self, game: bytes) -> None:
        course, process = None, self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with process.stdin as sink:
                sink.write(game)
        except OSError:
            pass  # It has ended already; its last line says the same.
        with process.stdout as lines:
            for line in lines:
                told = msgspec.json.decode(line, type=_Told)
                course = told.course
                if course is None:
                    self._heard(told.done)
        self._heard(course)


def main() -> None:
    """Think out the course of the game that comes in."""
    os.nice(KINDNESS)
    setup, entries = msgspec.json.decode(sys.stdin.buffer.read(), type=tuple[Setup, list[Entry]])
    game = load_game(setup.game)
    pack, _ = load_again(game, setup.pack, setup.pack_hash, setup.box)
    table, said = Table.resume(game, pack, setup, entries, auto=False), 0.0

    def tell(done: float) -> None:
        nonlocal said
        if done >= said + TELLS:
            said = done
            _tell(_Told(done=done))

    _tell(_Told(course=think_over(table, random.Random(setup.seed), tell)))


def _tell(told: _Told) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
