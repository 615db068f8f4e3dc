"""A sensible player: what a gang that knows the game would answer and note, most of the time.

The turns of the day are played on the physical board, so this player only notes what a turn there usually brings: a
contact, a recovered stash, equipment, a wound, some notoriety, and on the last day the way out. It is used by the
demonstration, by measurements and by tests; it is no part of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.core.answers import Answer
from companion.games.escape import answers as say
from companion.games.escape.rules.ending import AskLine, figures
from companion.games.escape.state import State
from companion.games.escape.words import DAYS, EXTRA, SURE_PARTS
from companion.games.player import Figure, Player

Luck = Callable[[], float]

UNLOCKS, TURN_ENDS, RESTS = 0.6, 0.45, 0.1
ESCAPES: Final = {1: 0.0, 2: 0.1, 3: 0.35, 4: 0.6, 5: 0.9}
"""How likely somebody leaves the city in each part of the last day."""
ACTS_ON: Final = {4: 0.6, 5: 0.35}
"""How likely somebody with an extra action still has it in parts 4 and 5."""

NOTES: Final[Sequence[tuple[float, str, int]]] = (
    (0.26, "cubes", -1),
    (0.22, "notoriety", 1),
    (0.14, "equipment", 1),
    (0.08, "wounds", 1),
    (0.07, "gas", 1),
    (0.05, "key:", 1),
    (0.05, "locker:", 1),
    (0.04, "gangs", 1),
    (0.03, "notoriety", -1),
    (0.03, "wounds", -1),
    (0.03, "equipment", -1),
)
"""What a turn changes on the own board, and how often, as shares of 1."""


def choose(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """The answer of the sensible player to a question that people answer.

    ``legal`` is not empty; ``luck`` gives numbers from 0 up to 1.
    """
    first = legal[0]
    if isinstance(first, say.Move):
        return _turn(s, legal, luck)
    if isinstance(first, say.Extra):
        return _extra(s, luck)
    if isinstance(first, say.Done):
        return first
    if isinstance(first, say.Value):
        return say.Value(_value(s, luck))
    if isinstance(first, say.Unlock) and luck() >= UNLOCKS:
        return say.Pass()
    return _any(legal if isinstance(first, say.Place | say.Unlock) else legal[:1], luck)


def _any(options: Sequence[Answer], luck: Luck) -> Answer:
    return options[int(luck() * len(options))]


def _turn(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """Leave if it is time, note what the turn brought, and end it."""
    seat = s.now.queue[0]
    if s.now.day == DAYS and luck() < ESCAPES[s.now.part]:
        return say.Escape(seat)
    if luck() < TURN_ENDS:
        return say.Rest() if luck() < RESTS and not s.now.players[seat].rest else say.Move()
    contacts = [answer for answer in legal if isinstance(answer, say.Take)]
    if contacts and luck() < 1 / 4:
        return _any(contacts, luck)
    if any(isinstance(answer, say.Refill) for answer in legal) and luck() < 1 / 3:
        return say.Refill()
    return _note(seat, legal, luck) or say.Move()


def _note(seat: str, legal: Sequence[Answer], luck: Luck) -> Answer | None:
    """Something that happened on the own board; None where the counter is at its end."""
    share = luck()
    for chance, what, by in NOTES:
        share -= chance
        if share < 0:
            own = [a for a in legal if isinstance(a, say.Adjust) and a.seat == seat and a.by == by]
            fitting = [a for a in own if a.what == what or (what.endswith(":") and a.what.startswith(what))]
            return _any(fitting, luck) if fitting else None
    return None


def _extra(s: State, luck: Luck) -> Answer:
    """Some of those whose extra action is unlocked still have it."""
    ready = [seat for seat in s.now.free if EXTRA in s.now.players[seat].unlocked]
    return say.Extra(tuple(seat for seat in ready if luck() < ACTS_ON[max(s.now.part, SURE_PARTS + 1)]))


def _value(s: State, luck: Luck) -> int:
    """A believable figure for a line of the score sheet: a total is a sum of many."""
    step = s.agenda[-1]
    line = step.line(s) if isinstance(step, AskLine) else ""
    least, most = (40, 120) if line == "total" else (0, 30)
    return least + int(luck() * (most - least))


class EscapePlanPlayer(Player[State]):
    """Somebody who knows Escape Plan."""

    def advise(self, state: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """What a sensible player would answer."""
        return choose(state, legal, luck)

    def figures(self, state: State) -> list[Figure]:
        """How many escaped, what the winner has, whether it was the first player."""
        return figures(state)
