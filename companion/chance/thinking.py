"""Thinking in a process of its own, so that nothing else gets slower by it.

The process waits for a question, thinks, and says its answer; it ends with whoever started it. Questions and answers
are frames on its standard input and output: their length in four bytes, then a pickle. While it thinks, anything that
comes in makes it give the best answer so far: an empty frame says just that.
"""

from __future__ import annotations

import os
import pickle
import random
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

from companion.chance.playing import NOTHING_LAID, Thinker, Trials, weigh
from companion.core.answers import Answer
from companion.core.state import State
from companion.games.registry import load_game

SECONDS: Final = 2.0
"""The time for a decision."""
OPINION: Final = "opinion"
"""The level of who is asked for an opinion, not to play: as good as a strong player, of more answers, for all eyes."""
LONGER: Final = 2.0
"""How many times as long as a decision an opinion may take: it is asked for, and its chances are read."""
MOST_TOLD: Final = 3
"""So many answers are told, the best ones."""
KINDNESS: Final = 10
"""By how much whatever else the machine does comes first."""
_LENGTH: Final = 4


class Dilemma(Struct, frozen=True):
    """A decision to think about: a game at one moment, as far as it is needed to play it on.

    ``state`` is that without its world, which is made anew from ``box`` (as JSON), ``seats`` and ``settings``.
    ``luck`` is the seed of what it tries. ``number`` tells it from others. ``level`` is one of ``PLAYERS``, or
    ``OPINION``. ``laid`` and ``lies`` are those of ``companion.chance.playing.weigh``. An opinion is ``alone`` if only
    the seat that decides reads it, of a question that everybody sees, too.
    """

    number: int
    level: str
    game: str
    box: Any
    seats: list[str]
    settings: dict[str, str]
    state: bytes
    luck: str
    laid: Mapping[str, Answer] = NOTHING_LAID
    lies: str = ""
    alone: bool = False


Thought: TypeAlias = list[Trials]
"""What came of thinking: the answer, and after it the others that were tried, best first; at most ``MOST_TOLD``."""


def stopwatch(clock: Callable[[], float] = time.monotonic) -> Callable[[], float]:
    """Tells the part of the time for a decision that is over; it begins now."""
    began = clock()
    return lambda: (clock() - began) / SECONDS


def packed(state: State[Any, Any]) -> bytes:
    """What changes of a state."""
    return pickle.dumps((state.now, state.agenda))


class ThinkingProcess:
    """A process that thinks, started with the first question.

    ``heard`` is called in a thread of its own with the number of a question and what was thought, None if nothing
    was: where the process ended by itself, or does not know the game.
    """

    def __init__(self, heard: Callable[[int, Thought | None], None]) -> None:
        self._heard = heard
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0
        self._lock = threading.Lock()
        """Held while the process is asked or let go: a question goes to one that is listened to, or starts another."""

    def think(self, dilemma: Dilemma) -> None:
        """Think about this from now on, and about nothing else."""
        with self._lock:
            if self._process is None:
                self._process = _start()
                threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
            self._number = dilemma.number
            self._send(pickle.dumps(dilemma))

    def hurry(self) -> None:
        """Have the best answer so far."""
        self._send(b"")

    def close(self) -> None:
        """End it, whatever it thinks about."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _send(self, body: bytes) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        try:
            process.stdin.write(len(body).to_bytes(_LENGTH, "big") + body)
            process.stdin.flush()
        except OSError:
            pass  # It has ended; whoever listens says so.

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        while (body := _frame(process.stdout)) is not None:
            self._heard(*pickle.loads(body))
        with self._lock:  # Its output ends before it can be seen to have ended.
            if self._process is not process:
                return
            self._process, number = None, self._number
        process.wait()
        self._heard(number, None)


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "companion.chance.thinking"]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )


def _frame(stream: Any) -> bytes | None:
    """The next frame of a stream; None at its end."""
    head = _exactly(stream, _LENGTH)
    return None if head is None else _exactly(stream, int.from_bytes(head, "big"))


def _exactly(stream: Any, length: int) -> bytes | None:
    """That many bytes, which may come in parts."""
    found = bytearray()
    while len(found) < length:
        part = stream.read(length - len(found))
        if not part:
            return None
        found += part
    return bytes(found)


# In the process itself.


class Mind:
    """Answers questions; the world of the last game is kept for the next one."""

    def __init__(self, hurried: Callable[[], bool]) -> None:
        self._hurried = hurried
        self._about: tuple[Any, ...] = ()
        self._start: Any = None

    def think(self, dilemma: Dilemma) -> Thought:
        """What the companion thinks of it; raises whatever the game does."""
        watch = stopwatch()
        game = load_game(dilemma.game)
        about = dilemma.game, dilemma.box, dilemma.seats, dilemma.settings
        if self._about != about:
            pack = game.rules.read_pack(dilemma.box)
            self._about, self._start = about, game.rules.lay_out(pack, dilemma.seats, dilemma.settings)
        state = type(self._start)(self._start.world, *pickle.loads(dilemma.state))

        time_for_it = LONGER if dilemma.level == OPINION else 1.0

        def elapsed() -> float:
            return 1.0 if self._hurried() else watch() / time_for_it

        luck = random.Random(dilemma.luck)
        if dilemma.level == OPINION:
            openly = game.rules.ask(state).only is None and not dilemma.alone
            return Thinker(game, luck, openly=openly, last=MOST_TOLD).think(state, lambda _: elapsed())[:MOST_TOLD]
        return weigh(dilemma.level, game, state, luck, elapsed, dilemma.laid, dilemma.lies)[:MOST_TOLD]


def main() -> None:
    """Answer what comes in until the input ends."""
    os.nice(KINDNESS)
    source, sink = os.fdopen(0, "rb", buffering=0), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # What a game prints is no answer.
    mind = Mind(lambda: bool(select.select([source], [], [], 0)[0]))
    while (body := _frame(source)) is not None:
        if not body:
            continue
        dilemma: Dilemma = pickle.loads(body)
        try:
            thought: Thought | None = mind.think(dilemma)
        except Exception:  # A game from outside may fail in any way; then its sensible player answers.
            thought = None
        said = pickle.dumps((dilemma.number, thought))
        sink.write(len(said).to_bytes(_LENGTH, "big") + said)


if __name__ == "__main__":
    main()
