"""What has happened in a game: log entries in words and pictures, and the film of its board."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby

from companion.core.answers import Draw, Roll
from companion.core.asks import Ask, DrawAsk, PickAsk, PullAsk, RollAsk
from companion.core.texts import Words
from companion.lookback.course import COURSE, CourseProcess, GameCourse, has_course, kept_course
from companion.lookback.film import Film, shoot
from companion.lookback.lookback import LookBack
from companion.scene import icons
from companion.scene.scene import Line, for_hands, people
from companion.session.session import Session
from companion.table.history import PlayedEntry, hidden
from companion.table.past import TimelineEntry
from companion.table.table import Table
from ui.base.language import say
from ui.model.navigation import Observer, Timer

NOBODY = "hand"
"""Icon of what all decide together."""
MOST_PIECES = 4
"""Maximum number of pictures next to an entry."""


@dataclass(frozen=True)
class EntryRow:
    """An entry: text, icon of who answered, icons of what it moved. ``past``: undone; ``now``: where the table is;
    ``chosen``: being viewed; ``quiet``: small, next to something else."""

    text: str
    icon: str
    pieces: tuple[str, ...] = ()
    past: bool = False
    now: bool = False
    chosen: bool = False
    quiet: bool = False
    action: Callable[[], object] | None = field(default=None, compare=False)
    key: object = None


@dataclass(frozen=True)
class LogPage:
    """A page of the log: entries ``first`` to ``end`` (exclusive), all of one chapter; page ``part`` of ``parts``."""

    chapter: Words
    first: int
    end: int
    part: int
    parts: int


def pages(chapters: Sequence[Words], capacity: int) -> list[LogPage]:
    """Paginate a game, given by the chapter of each entry: at most ``capacity`` entries a page, each chapter from a new
    page."""
    found: list[LogPage] = []
    at = 0
    for chapter, group in groupby(chapters):
        count = sum(1 for _ in group)
        parts = -(-count // capacity)
        for part in range(parts):
            first = at + part * capacity
            found.append(LogPage(chapter, first, min(first + capacity, at + count), part + 1, parts))
        at += count
    return found


@dataclass(frozen=True)
class Turn:
    """Consecutive answers of one player or deck: icon, number, index of the first and the last."""

    icon: str
    count: int
    first: int
    last: int


def turns(
    entries: Sequence[TimelineEntry], chapters: Sequence[Words], page: LogPage, seats: dict[str, tuple[str, Words]]
) -> list[Turn]:
    """The turns in the chapter of ``page``; ``chapters`` has one more than ``entries``, for the beginning."""
    first = last = page.first
    while first > 0 and chapters[first - 1] == page.chapter:
        first -= 1
    while last < len(chapters) and chapters[last] == page.chapter:
        last += 1
    signs = [(sign(entries[at - 1].played, seats), at) for at in range(max(first, 1), last)]
    found = []
    for icon, group in groupby(signs, key=lambda one: one[0]):
        places = [at for _, at in group]
        if icon != NOBODY:
            found.append(Turn(icon, len(places), places[0], places[-1]))
    return found


def asker(played: PlayedEntry) -> str | None:
    """The seat that was asked; None: the table."""
    return played.asked.who if played.asked is not None else None


def sign(played: PlayedEntry, seats: dict[str, tuple[str, Words]]) -> str:
    """The icon of who answered, or, if no player was asked, of what was drawn or rolled."""
    who = asker(played)
    if who in seats:
        return seats[who][0]
    asked = played.asked
    if played.entry.kind == "learn":
        return "plus"
    if played.answer is None:
        return "check"
    if isinstance(asked, DrawAsk | PullAsk):
        return source(asked)
    return "dice" if isinstance(asked, RollAsk) else "shuffle" if isinstance(asked, PickAsk) else NOBODY


def source(asked: Ask) -> str:
    """The icon of a deck or bag."""
    if isinstance(asked, DrawAsk):
        return next((name for name in (f"card:{asked.deck}", asked.deck) if icons.known(name)), "card")
    return "bag"


def card_of(played: PlayedEntry) -> str:
    """The id of the card drawn in public; else empty."""
    answer, asked = played.answer, played.asked
    return answer.card if isinstance(answer, Draw) and asked is not None and asked.only is None else ""


def latest(session: Session, n: int, open_: Callable[[int], Callable[[], None]]) -> tuple[EntryRow, ...]:
    """The last ``n`` answers in effect, newest last; ``open_`` returns the action of an entry's ``rev``. The newest
    says instead what is to be done for it, where no page does."""
    seats = people(session.scene)
    rows = [
        EntryRow(
            say(session.timeline.label(played)), sign(played, seats), quiet=True,
            action=open_(played.entry.rev), key=played.entry.rev,
        )
        for played in reversed(session.timeline.latest(n))
    ]  # fmt: skip
    if rows and session.in_hand:
        lines = " · ".join(f"{line.sign} {say(line.words)}".strip() for line in session.in_hand)
        rows[-1] = replace(rows[-1], text=lines)
    return tuple(rows)


def moved(table: Table, played: PlayedEntry) -> list[Line]:
    """The moves of pieces it caused, as lines; without what was only read out."""
    todo = [one for one in played.instructions if one.verb != "tell"]
    return for_hands(table.game.presenter.lines(table.state, todo), table.chance)


def pieces(table: Table, played: PlayedEntry) -> tuple[str, ...]:
    """Icons of what it moved, or of what was rolled."""
    if hidden(played):
        return ()
    if isinstance(played.answer, Roll):
        faces = [f"face:{face}" for _, face in sorted(played.answer.faces.items())]
        # Numbers are also in the text, so showing only some would tell less.
        said = len(faces) > MOST_PIECES and all(isinstance(face, int) for face in played.answer.faces.values())
        return () if said else tuple(faces[:MOST_PIECES])
    return tuple(line.icon for line in moved(table, played) if line.icon)[:MOST_PIECES]


# The film of the running game.

SLICE = 0.008
"""Seconds of work per slice, so that the screen stays responsive."""


class Films(Observer):
    """Makes one film at a time: of the last requested table, in its state at that time. ``again`` schedules a function
    before every frame until cancelled; ``made`` is called when a film is ready."""

    def __init__(self, again: Callable[[Callable[[float], None]], Timer], made: Callable[[], None]) -> None:
        self._again = again
        self._made = made
        self._of: tuple[Table, int, bool] | None = None
        self._work: Iterator[Film | None] = iter(())
        self._film: Film | None = None
        self._clock: Timer | None = None

    def film(self, table: Table, look: LookBack) -> Film | None:
        """The film of ``table``; None until it is ready."""
        of = table, table.rev, COURSE in table.notes
        if self._of != of:
            self.forget()
            self._of, self._work = of, shoot(table, look)
            self._clock = self._again(self.work)
        return self._film

    def whole(self, table: Table, look: LookBack) -> Film | None:
        """The film of ``table``, completed at once."""
        self.film(table, look)
        while self._film is None and self._step():
            pass
        return self._film

    def work(self, _dt: float = 0) -> None:
        end = time.monotonic() + SLICE
        while self._film is None and time.monotonic() < end and self._step():
            pass

    def leave(self, session: Session) -> None:
        self.forget()

    def forget(self) -> None:
        self._of = self._film = None
        self._work = iter(())
        self._rest()

    def _step(self) -> bool:
        """Do the next bit; False if there is none."""
        if self._of is None or self._of[0].rev != self._of[1]:
            self.forget()  # The game has gone on: the next request makes another film.
            return False
        try:
            self._film = next(self._work)
        except StopIteration:
            return False
        if self._film is not None:
            self._rest()
            self._made()
        return True

    def _rest(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None


# The course of a finished game.


class Courses(Observer):
    """Has the course of a finished game thought out in a process of its own, one at a time, and keeps it with the game.

    ``soon`` calls a function in the screen's thread, from any; ``told`` is called when there is something new.
    """

    def __init__(
        self,
        soon: Callable[[Callable[[], object]], object],
        told: Callable[[], None],
        begin: Callable[[Table, Callable[[float | GameCourse | None], None]], CourseProcess] = CourseProcess,
    ) -> None:
        self._soon = soon
        self._told = told
        self.begin = begin
        self._of: tuple[Table, int] | None = None
        self._process: CourseProcess | None = None
        self.done: float | None = None
        """The part that is done, from 0 to 1, while it is thought out."""

    def want(self, table: Table) -> None:
        """Have the course of this game thought out, unless it is known, begun, impossible, or has failed."""
        of = table, table.rev
        if self._of != of and has_course(table) and kept_course(table) is None:
            self.close()
            self._of, self.done = of, 0.0
            self._process = self.begin(table, partial(self._hear, of))

    def leave(self, session: Session) -> None:
        self.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.close()
        self._of = self._process = self.done = None

    def _hear(self, of: tuple[Table, int], told: float | GameCourse | None) -> None:
        """Called in a thread of the process."""
        self._soon(partial(self._take, of, told))

    def _take(self, of: tuple[Table, int], told: float | GameCourse | None) -> None:
        table, rev = of
        if self._of != of or table.rev != rev:
            return
        self.done = told if isinstance(told, float) else None
        if isinstance(told, GameCourse):
            table.note(COURSE, told)
        self._told()
