"""The sensible player: a good answer most of the time.

Turns are played on the physical board, so it only notes what a turn usually brings: a contact, a recovered stash,
equipment, a wound, some notoriety, and an escape on the last day. It serves demonstrations, simulations and tests, and
is not part of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from companion.core.answers import Answer
from companion.core.texts import T
from companion.games.escape import answers as say
from companion.games.escape.content import DAYS, EXTRA, SURE_PARTS
from companion.games.escape.rules.days import AskLine
from companion.games.escape.state import State
from companion.games.player import Figure, Player

Luck = Callable[[], float]

UNLOCKS, TURN_ENDS, RESTS = 0.6, 0.45, 0.1
ESCAPES: Final = {1: 0.0, 2: 0.1, 3: 0.35, 4: 0.6, 5: 0.9}
"""The probability of an escape in each part of the last day."""
ACTS_ON: Final = {4: 0.6, 5: 0.35}
"""The probability that an unlocked extra action is still available in parts 4 and 5."""

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
"""The changes of a turn to a player's board, with probabilities."""


class EscapePlanPlayer(Player[State]):
    """The player of Escape Plan."""

    apart: ClassVar = T(
        "In Escape Plan everybody plays in person: the rules that the companion has end before the turns do."
    )

    def advise(self, state: State, legal: Sequence[Answer], luck: Luck) -> Answer:
        """The sensible answer to a decision."""
        first = legal[0]
        if isinstance(first, say.Move):
            return _turn(state, legal, luck)
        if isinstance(first, say.Extra):
            return _extra(state, luck)
        if isinstance(first, say.Done):
            return first
        if isinstance(first, say.Value):
            return say.Value(_value(state, luck))
        if isinstance(first, say.Unlock) and luck() >= UNLOCKS:
            return say.Pass()
        return _any(legal if isinstance(first, say.LayTile | say.Unlock) else legal[:1], luck)

    def figures(self, state: State) -> list[Figure]:
        """The share that escaped, the best total, whether the first player won."""
        result = state.now.result or {"winner": [], "ranking": []}
        return [
            Figure(T("escaped"), len(state.now.escaped) / len(state.world.seats), share=True),
            Figure(T("best total"), max((entry["total"] for entry in result["ranking"]), default=0)),
            Figure(T("first player won"), state.world.seats[0] in result["winner"], share=True),
        ]


def _any(options: Sequence[Answer], luck: Luck) -> Answer:
    return options[int(luck() * len(options))]


def _turn(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """Escape if it is time, note what the turn brought, and end it."""
    seat = s.now.queue[0]
    if s.now.day == DAYS and luck() < ESCAPES[s.now.part]:
        return say.Escape(seat)
    if luck() < TURN_ENDS:
        return say.Rest() if luck() < RESTS and not s.now.players[seat].rest else say.Move()
    contacts = [answer for answer in legal if isinstance(answer, say.TakeContact)]
    if contacts and luck() < 1 / 4:
        return _any(contacts, luck)
    if any(isinstance(answer, say.Refill) for answer in legal) and luck() < 1 / 3:
        return say.Refill()
    return _note(seat, legal, luck) or say.Move()


def _note(seat: str, legal: Sequence[Answer], luck: Luck) -> Answer | None:
    """A change to the player's board; None if the counter is at its limit."""
    share = luck()
    for chance, what, by in NOTES:
        share -= chance
        if share < 0:
            own = [a for a in legal if isinstance(a, say.Adjust) and a.seat == seat and a.by == by]
            fitting = [a for a in own if a.what == what or (what.endswith(":") and a.what.startswith(what))]
            return _any(fitting, luck) if fitting else None
    return None


def _extra(s: State, luck: Luck) -> Answer:
    """Some of the seats with an unlocked extra action."""
    ready = [seat for seat in s.now.free if EXTRA in s.now.players[seat].unlocked]
    return say.Extra(tuple(seat for seat in ready if luck() < ACTS_ON[max(s.now.part, SURE_PARTS + 1)]))


def _value(s: State, luck: Luck) -> int:
    """A plausible value for a line of the score sheet; a total is the sum of many."""
    step = s.agenda[-1]
    line = step.line(s) if isinstance(step, AskLine) else ""
    least, most = (40, 120) if line == "total" else (0, 30)
    return least + int(luck() * (most - least))
