"""One table as the wall knows it: what it told last, and when the wall heard it, by the wall's own clock.

The clocks of tables may be wrong and may be set while they play, so nothing here compares them with another clock: of
a table's times only the difference between two of one message is used.
"""

from __future__ import annotations

from datetime import datetime

from companion.club.topics import Game, Help, Online, State
from companion.club.wall.course import Course

LONGEST = 12 * 3600.0
"""Seconds before it was first heard of that anything is believed to have begun."""
BOOTS = 3
"""So many starts of one table are told apart, to notice two machines that use the same id."""


class Heard:
    """A table with the name ``id``, first heard of at ``now``, seconds of a clock that only runs forward."""

    def __init__(self, id_: str, now: float) -> None:
        self.id = id_
        self.rev = 0
        """Another number after all that is news."""
        self.online: bool | None = None
        """None: it has not been told whether the table is there."""
        self.changed = now
        """When that was last told."""
        self.away_before = False
        """It was away already when the wall began to listen, nobody knows since when."""
        self.state: State | None = None
        self.at = now
        """When the state came."""
        self.asked = now
        """Since when the same is asked."""
        self.called = now
        """Since when help is called for."""
        self.coming = False
        """Somebody at the wall has said that he comes."""
        self.course: Course | None = None
        self.double = False
        """What came last is from another machine than what came before: one of the two has the other's id."""
        self._boots: list[str] = []
        self._name = ""

    @property
    def name(self) -> str:
        """What people call it; its id where it has not said so yet."""
        return self.state.table.name if self.state is not None else self._name or self.id

    @property
    def game(self) -> Game | None:
        """The game that is on it."""
        return self.state.game if self.state is not None else None

    @property
    def help(self) -> Help | None:
        """Its call for help; none of a table that is away: nobody could take it back."""
        return self.state.help if self.state is not None and self.online is not False else None

    @property
    def awaited(self) -> bool:
        """True while somebody is on the way."""
        return self.help is not None and (self.coming or self.help.coming)

    @property
    def played(self) -> float:
        """For how many seconds the game had been going on when the table last spoke."""
        return 0.0 if self.game is None or self.state is None else _between(self.game.started, self.state.at)

    def tell_online(self, told: Online, *, retained: bool, now: float) -> None:
        """It is there, or not any more; ``retained``: that was so before the wall listened."""
        self._name = told.name
        if told.online != self.online:
            self.online, self.changed, self.away_before = told.online, now, retained
            self.rev += 1

    def tell_state(self, state: State, *, now: float) -> bool:
        """It shows this now. False for what is older than what is known.

        Another start of the program (``boot``) counts anew: the clock from which its numbers begin may have been wrong.
        """
        before = self.state
        if before is not None and state.boot == before.boot and state.seq <= before.seq:
            return False
        self._note_boot(state.boot)
        if before is None or _asked(before) != _asked(state):
            turn = state.game.turn if state.game is not None else None
            self.asked = now - (_between(turn.since, state.at) if turn is not None and before is None else 0.0)
        if state.help is None:
            self.coming = False
        elif before is None or before.help is None or before.help.since != state.help.since:
            self.coming = False
            self.called = now - (_between(state.help.since, state.at) if before is None else 0.0)
        self.state, self.at = state, now
        if state.game is not None:
            if self.course is None or self.course.uuid != state.game.uuid:
                self.course = Course(state.game.uuid)
            self.course.add(state.game, now)
        self.rev += 1
        return True

    def _note_boot(self, boot: str) -> None:
        """Two machines that tell by turns have both been heard of before."""
        another = boot not in self._boots[-1:]
        self.double = another and boot in self._boots
        if another:
            self._boots = [*self._boots, boot][-BOOTS:]


def _asked(state: State) -> object:
    """What tells whether the same is still asked."""
    game = state.game
    return game and (game.uuid, game.answers, game.turn and (game.turn.seat, game.turn.words, game.turn.since))


def _between(first: str, last: str) -> float:
    """Seconds from one time of a table to another, as far as they can be believed."""
    begun, ended = unix(first), unix(last)
    return 0.0 if begun is None or ended is None else min(max(ended - begun, 0.0), LONGEST)


def unix(moment: str) -> float | None:
    """A time that a table tells, as Unix time; None for one that no calendar has."""
    try:
        return datetime.fromisoformat(moment).timestamp()
    except (ValueError, OverflowError):
        return None
