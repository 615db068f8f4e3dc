"""A sensible player: what somebody who knows the game would answer, most of the time.

Every answer is tried on a copy of the table, chains of pushes and all, and that is taken which leaves most: crew of
many types, energy and boosters, upgrades, crew nearby, rivals who have less. Cards are chosen before the others move,
so the later somebody moves, the more often the plan no longer fits. It is used by the demonstration, by measurements
and by tests; it is no part of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from companion.core.answers import Answer
from companion.core.texts import T
from companion.games.crash import answers as say
from companion.games.crash.content import effect_data as effects
from companion.games.crash.rules.cleanup import GiveCrew
from companion.games.crash.rules.movement import OnSquare
from companion.games.crash.rules.placing import Land
from companion.games.crash.rules.planning import Planning
from companion.games.crash.rules.turns import PlayCard
from companion.games.crash.rules.windows import effects_of
from companion.games.crash.state import Saucer, State, off_colour, seated
from companion.games.crash.world import colour_of, type_of
from companion.games.player import Figure, Player

Luck = Callable[[], float]

WIN = 1000.0
SEATED: Final = (0.0, 8.0, 18.0, 30.0, 46.0)
"""What so many types aboard are worth: the last ones are the hardest to find."""
MATCHING, SPARE = 1.5, 1.0
"""Crew that nobody can steal; another one of a type that is there already."""
TOKENS: Final = (0.0, 1.6, 3.2, 4.4, 5.0, 5.2)
"""What so many energy, or boosters, are worth; more are worth no more."""
NEAR, A_STEP = 5.0, 0.6
"""What it is worth to stand beside crew that is wanted, and what each step away takes from that."""
OFF_BOARD, ON_ACCELERATOR = -4.0, 1.5
HURRY = 2.0
"""What every further accelerator of a move costs: nobody likes to wait."""
REWARD, RIVALS = 1.6, 0.4
"""What somebody else's crash brings at least; how much of what the best rival has it hurts."""
LIKED: Final[dict[type, float]] = {
    effects.Move: 8.0,
    effects.Push: 7.0,
    effects.Raider: 6.0,
    effects.CardBonus: 6.0,
    effects.UpgradeCost: 5.0,
    effects.Loot: 5.0,
}
"""The upgrades that a player likes more than ``UPGRADE``, which is more than what they cost."""
UPGRADE, LEFT_TO_THE_TABLE = 4.0, 3.5
STALE, PLANS = 0.12, 6
"""How much more often, with everyone who moved before, a plan no longer fits; among how many it is then chosen."""
TRIES = 0.3
"""How often a die is rolled again or turned over."""
PICKS, CRASHES = 0.45, 0.1
"""Where the board is not followed: how often a move finds crew, and how often somebody leaves the board."""


def choose(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """The answer of the sensible player to a question that people answer.

    ``legal`` is not empty; ``luck`` gives numbers from 0 up to 1.
    """
    step, first, last = s.agenda[-1], legal[0], legal[-1]
    if len(legal) == 1 or isinstance(first, say.BuyUpgrade):
        return first
    if isinstance(last, say.Stop):
        return last
    if isinstance(last, say.Done):
        return _report(s, legal, luck)
    if isinstance(first, say.Crew):
        return _crew_to_place(s, legal, luck)
    if isinstance(step, Land | Planning):
        return first if luck() < TRIES else last
    known = [answer for answer in legal if not _for_the_table(s, answer)]
    plans = PLANS if isinstance(step, PlayCard) and luck() < _stale(s) else 1
    return _best(s, known, luck, plans)


def _best(s: State, legal: Sequence[Answer], luck: Luck, among: int = 1) -> Answer:
    """The answer that leaves the table worth most, or any of the best ``among``."""
    seat = s.agenda[-1].ask(s).who or s.now.probe
    ranked = sorted(legal, key=lambda answer: worth(after(s, answer), seat) + luck(), reverse=True)
    return ranked[int(luck() * min(among, len(ranked)))]


def after(s: State, answer: Answer) -> State:
    """The table as it stands at the next question; ``s`` stays as it is."""
    trial = s.copy()
    trial.play(answer)
    return trial


def worth(s: State, seat: str) -> float:
    """What a table is worth to a player."""
    if s.now.result is not None:
        return WIN if s.now.result["winner"] == seat else -WIN
    own = s.world.saucers_of[seat]
    rivals = [sum(_has(s, one) for one in saucers) for other, saucers in s.world.saucers_of.items() if other != seat]
    value = sum(_has(s, one) + _stands(s, one) for one in own) - RIVALS * max(rivals)
    if s.now.turn is not None and s.now.turn.who == seat:
        value += _to_come(s, own)
    top = s.agenda[-1]
    if isinstance(top, OnSquare):
        value += (ON_ACCELERATOR if top.saucer in own else 0.0) - HURRY * s.now.directions
    return value


def _has(s: State, name: str) -> float:
    """What lies on a mat."""
    saucer = s.now.saucers[name]
    matching = sum(colour_of(crew) == name for crew in saucer.crew)
    tokens = TOKENS[min(saucer.energy, len(TOKENS) - 1)] + TOKENS[min(saucer.boosters, len(TOKENS) - 1)]
    upgrades = sum(_liked(s, upgrade) for upgrade in saucer.upgrades)
    return _crew_worth(saucer) + MATCHING * matching + tokens + upgrades


def _crew_worth(saucer: Saucer) -> float:
    return SEATED[saucer.seated] + SPARE * (len(saucer.crew) - saucer.seated)


def _liked(s: State, upgrade: str) -> float:
    does = effects_of(s, upgrade)
    return max((LIKED.get(type(effect), UPGRADE) for effect in does), default=LEFT_TO_THE_TABLE)


def _stands(s: State, name: str) -> float:
    """How good the place of a saucer is: crew of a type that it misses should be near."""
    saucer = s.now.saucers[name]
    if saucer.at is None:
        return OFF_BOARD
    if s.world.light:
        return 0.0
    aboard = {type_of(crew) for crew in saucer.crew}
    x, y = _place(saucer.at)
    near = [_place(at) for crew, at in s.now.out.items() if type_of(crew) not in aboard]
    return max((0.0, *(NEAR - A_STEP * (abs(x - column) + abs(y - row)) for column, row in near)))


@cache
def _place(square: str) -> tuple[int, int]:
    column, _, row = square[1:].partition("r")
    return int(column), int(row)


def _to_come(s: State, own: Sequence[str]) -> float:
    """What the crashes of this turn will bring or cost at its end."""
    assert s.now.turn is not None
    top, value = s.agenda[-1], 0.0
    giving = [top.saucer] if isinstance(top, GiveCrew) else []
    for name in (*s.now.turn.crashed, *giving):
        value += -_loss(s, name) if name in own else REWARD
    return value


def _loss(s: State, name: str) -> float:
    """What a saucer loses with the crew that it can spare most easily."""
    saucer = s.now.saucers[name]
    rest = [Saucer(crew=[one for one in saucer.crew if one != crew]) for crew in off_colour(s, name)]
    return min((_crew_worth(saucer) - _crew_worth(less) for less in rest), default=0.0)


def _for_the_table(s: State, answer: Answer) -> bool:
    """An upgrade that the table must resolve."""
    return isinstance(answer, say.Use) and s.world.upgrades[answer.upgrade].effects is None


def _stale(s: State) -> float:
    """How likely it is that what the others did has spoilt the plan."""
    return STALE * s.now.turn.index if s.now.turn is not None else 0.0


def _crew_to_place(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """Crew of the own colour if there is some: nobody could steal it."""
    who = s.agenda[-1].ask(s).who
    own = [a for a in legal if isinstance(a, say.Crew) and s.world.seat_of.get(colour_of(a.crew)) == who]
    return _any(own or legal, luck)


def _report(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """What a move of light usually brings."""
    turn = s.now.turn
    mover = None if turn is None else turn.saucer
    picks = [answer for answer in legal if isinstance(answer, say.Picked) and answer.saucer == mover]
    crashes = [answer for answer in legal if isinstance(answer, say.Crashed)]
    if picks and luck() < PICKS:
        return _best(s, picks, luck)
    return _any(crashes, luck) if crashes and luck() < CRASHES else legal[-1]


def _any(options: Sequence[Answer], luck: Luck) -> Answer:
    return options[int(luck() * len(options))]


class CrashAndGrabPlayer(Player[State]):
    """Somebody who knows Crash & Grab."""

    def advise(self, state: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """What a sensible player would answer."""
        return choose(state, legal, luck)

    def figures(self, s: State) -> list[Figure]:
        """The rounds, how close the best of the others was, upgrades in use, whether the first player has won."""
        winner = None if s.now.result is None else s.now.result["winner"]
        others = [seated(s, seat) for seat in s.world.seats if seat != winner]
        return [
            Figure(T("rounds"), s.now.round),
            Figure(T("seated, runner-up"), max(others)),
            Figure(T("upgrades on the mats"), sum(len(saucer.upgrades) for saucer in s.now.saucers.values())),
            Figure(T("first player won"), winner == s.world.seats[0], share=True),
        ]
