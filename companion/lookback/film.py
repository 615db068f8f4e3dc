"""The course of a game as a film of its public board; turning points are held longer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate

from msgspec import Struct, structs

from companion.core.texts import T, Words
from companion.lookback.lookback import LookBack, TurningPoint
from companion.scene.scene import Prompt, Scene
from companion.table.table import Table

LASTS = 30.0
"""Length of a film in seconds."""
HOLD, END = 1.6, 2.0
"""Seconds for a turning point, and for the end."""
QUICKEST, SLOWEST = 0.12, 0.8
"""Limits in seconds for any other frame; the film of a short game is short."""
MOST = 110
"""Most frames."""


class Frame(Struct, frozen=True):
    """The table after entry ``rev`` of the log (0: before all).

    ``words`` describe the entry, ``scene`` shows only what lies on the table. ``turn`` is its turning point, if it is
    one.
    """

    rev: int
    chapter: Words
    words: Words
    scene: Scene
    seconds: float
    turn: TurningPoint | None = None


class Film:
    """The frames in order, with their timing."""

    def __init__(self, frames: list[Frame]) -> None:
        self.frames = frames

    @cached_property
    def starts(self) -> list[float]:
        """The start of each frame in seconds, followed by the end of the film."""
        return list(accumulate((frame.seconds for frame in self.frames), initial=0.0))

    @property
    def lasts(self) -> float:
        """Length in seconds."""
        return self.starts[-1]

    def at(self, seconds: float) -> int:
        """The index of the frame at a time; the last one after the end."""
        return max(0, min(len(self.frames) - 1, bisect_right(self.starts, seconds) - 1))

    @property
    def turns(self) -> list[int]:
        """The indexes of the turning points."""
        return [at for at, frame in enumerate(self.frames) if frame.turn is not None]


def shoot(table: Table, look: LookBack) -> Iterator[Film | None]:
    """Make the film of ``table``, given its look back; the table is only read.

    Yields None after each small step, so that the caller can interleave other work, and the film last. ``made`` runs it
    all at once.
    """
    history, presenter = table.history, table.game.presenter
    line = history.line[: history.mark]
    turns = {point.rev: point for point in look.turning_points}
    wanted = _frame_numbers([played.entry.rev for played in line], turns)
    words = {row.rev: row.words for row in look.rows}
    state = history.state_at(0)
    frames = [Frame(0, presenter.chapter(state), T("The game begins"), _public_scene(presenter.scene(state)), 0)]
    for n, played in enumerate(line, 1):
        chapter, rev = presenter.chapter(state), played.entry.rev
        history.replay(state, played)
        if n in wanted:
            scene, turn = _public_scene(presenter.scene(state), frames[-1].scene), turns.get(rev)
            if turn is not None or n == len(line) or scene != frames[-1].scene:
                frames.append(Frame(rev, chapter, words.get(rev, ""), scene, 0, turn))
        yield None
    yield Film(_timed(frames))


def made(table: Table, look: LookBack) -> Film:
    """The film, made in one go."""
    *_, film = shoot(table, look)
    assert film is not None
    return film


def _frame_numbers(revs: list[int], turns: Mapping[int, TurningPoint]) -> set[int]:
    """The answers that get a frame, from 1: evenly spaced ones, the turning points, and the last."""
    n = len(revs)
    step = max(1.0, n / MOST)
    evenly = {round((k + 1) * step) for k in range(int(n / step))}
    return evenly | {n} | {at for at, rev in enumerate(revs, 1) if rev in turns}


def _public_scene(scene: Scene, before: Scene | None = None) -> Scene:
    """The scene without asks and choices; the scene ``before`` if the end of a game shows nothing."""
    if before is not None and not (scene.board or scene.grid or scene.rows or scene.sides):
        return before
    return structs.replace(
        scene, prompt=Prompt("", ""), choices=[], groups=[], notices=[], tips=[], entry=None, several=None, pad=None,
        fillings=[], otherwise=None, card=None, dice=[], faces=[], face_names={}, secrets=[], ranking=[],
    )  # fmt: skip


def _timed(frames: list[Frame]) -> list[Frame]:
    """The frames with their durations, fitted to ``LASTS``."""
    longer = [HOLD if frame.turn is not None else 0.0 for frame in frames]
    longer[-1] = max(longer[-1], END)
    plain = sum(not seconds for seconds in longer)
    each = max(QUICKEST, min(SLOWEST, (LASTS - sum(longer)) / max(1, plain)))
    return [structs.replace(frame, seconds=long or each) for frame, long in zip(frames, longer, strict=True)]
