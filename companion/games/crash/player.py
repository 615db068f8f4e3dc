"""The sensible player: a good answer most of the time.

It tries every answer on a copy of the state, including chains of pushes, and takes the one with the best evaluation:
crew of many types, energy and boosters, upgrades, crew nearby, weak rivals. Cards are chosen before the others move, so
the later a player moves, the more often its plan has become stale. It serves demonstrations, simulations and tests, and
is not part of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import ClassVar, Final

from msgspec import UNSET

from companion.core.answers import Answer
from companion.core.setup import once
from companion.core.texts import T
from companion.games.crash import answers as say
from companion.games.crash import content as effects
from companion.games.crash.rules.movement import LandByDie, OnSquare
from companion.games.crash.rules.rounds import AwaitCards, GiveCrew, Planning, PlayCard
from companion.games.crash.state import CrashTurn, CrashWorld, State, active, colour_of, off_colour, seated, type_of
from companion.games.player import Figure, Player, shares

Luck = Callable[[], float]

WIN = 1000.0
SEATED: Final = (0.0, 8.0, 18.0, 30.0, 46.0)
"""The value of that many types aboard; the last ones are the hardest to find."""
MATCHING, SPARE = 1.5, 1.0
"""The value of crew that cannot be stolen, and of duplicates."""
TOKENS: Final = (0.0, 1.6, 3.2, 4.4, 5.0, 5.2)
"""The value of that many energy or boosters; more add nothing."""
NEAR, A_STEP = 5.0, 0.6
"""The value of wanted crew nearby, and its decrease per step."""
OFF_BOARD, ON_ACCELERATOR = -4.0, 1.5
HURRY = 2.0
"""The cost of each further accelerator in a move, to avoid long moves."""
REWARD, RIVALS = 1.6, 0.4
"""The least reward of another player's crash; the weight of the best rival's evaluation."""
LIKED: Final[dict[type, float]] = {
    effects.MoveEffect: 8.0,
    effects.Push: 7.0,
    effects.Raider: 6.0,
    effects.CardBonus: 6.0,
    effects.UpgradeCost: 5.0,
    effects.Loot: 5.0,
}
"""Upgrades worth more than ``UPGRADE``, which is more than their cost."""
UPGRADE, LEFT_TO_THE_TABLE = 4.0, 3.5
STALE, PLANS = 0.12, 6
"""The probability per earlier player that a plan is stale; the number of plans to choose among then."""
TRIES = 0.3
"""How often a die may be re-rolled or turned over."""
LEAD, SURE = 8.0, 0.2
"""With a lead of that value a trial game is taken to win three times in four. That tells good answers from bad ones,
but is far surer of a winner than the rest of the game. To this power, and shared out anew, these chances are those with
which games of sensible players for two to four are won."""
PICKS, CRASHES = 0.45, 0.1
"""Light mode: the probabilities that a move finds crew, and that a saucer leaves the board."""


def choose(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """The sensible answer to a decision.

    ``legal`` is not empty; ``luck`` returns numbers from 0 to below 1.
    """
    step, first, last = s.agenda[-1], legal[0], legal[-1]
    if len(legal) == 1 or isinstance(first, say.BuyUpgrade):
        return first
    if isinstance(last, say.Stop):
        return last
    if isinstance(last, say.Finished):
        return _report(s, legal, luck)
    if isinstance(first, say.Crew):
        return _crew_to_place(s, legal, luck)
    if isinstance(step, LandByDie | Planning):
        return first if luck() < TRIES else last
    known = [answer for answer in legal if not _for_the_table(s, answer)]
    plans = PLANS if isinstance(step, PlayCard) and luck() < _stale(s) else 1
    return _best(s, known, luck, plans)


def _best(s: State, legal: Sequence[Answer], luck: Luck, among: int = 1) -> Answer:
    """The answer with the best evaluation, or one of the best ``among``."""
    seat = s.agenda[-1].ask(s).who or s.now.probe
    ranked = sorted(legal, key=lambda answer: worth(after(s, answer), seat) + luck(), reverse=True)
    return ranked[int(luck() * min(among, len(ranked)))]


def after(s: State, answer: Answer) -> State:
    """A copy of the state at the next question."""
    trial = s.copy()
    trial.play(answer)
    return trial


def worth(s: State, seat: str) -> float:
    """The evaluation of a state for a player."""
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
    """The value of a mat."""
    saucer = s.now.saucers[name]
    tokens = TOKENS[min(saucer.energy, len(TOKENS) - 1)] + TOKENS[min(saucer.boosters, len(TOKENS) - 1)]
    return _aboard(name, tuple(saucer.crew)) + tokens + _liked(s.world, *saucer.upgrades)


@lru_cache(maxsize=4096)
def _aboard(name: str, crew: tuple[str, ...]) -> float:
    """The value of what sits on a mat. Players who think value the same mats again and again."""
    return _crew_worth(crew) + MATCHING * sum(colour_of(one) == name for one in crew)


def _crew_worth(crew: Sequence[str]) -> float:
    seated = len({type_of(one) for one in crew})
    return SEATED[seated] + SPARE * (len(crew) - seated)


@once
def _liked(w: CrashWorld, *upgrades: str) -> float:
    """The value of upgrades together."""
    does = (w.upgrades[upgrade].effects or () for upgrade in upgrades)
    return sum(max((LIKED.get(type(one), UPGRADE) for one in some), default=LEFT_TO_THE_TABLE) for some in does)


def _stands(s: State, name: str) -> float:
    """The value of a saucer's position: missing types of crew should be near."""
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
    """The rewards and penalties of this turn's crashes."""
    assert s.now.turn is not None
    top, value = s.agenda[-1], 0.0
    giving = [top.saucer] if isinstance(top, GiveCrew) else []
    for name in (*s.now.turn.crashed, *giving):
        value += -_loss(s, name) if name in own else REWARD
    return value


def _loss(s: State, name: str) -> float:
    """The value of the crew that a saucer can best spare."""
    saucer = s.now.saucers[name]
    rest = [[one for one in saucer.crew if one != crew] for crew in off_colour(s, name)]
    return min((_crew_worth(saucer.crew) - _crew_worth(less) for less in rest), default=0.0)


def _for_the_table(s: State, answer: Answer) -> bool:
    """An upgrade that the table resolves."""
    return isinstance(answer, say.UseUpgrade) and s.world.upgrades[answer.upgrade].effects is None


def _stale(s: State) -> float:
    """The probability that the others' moves have spoiled the plan."""
    return STALE * s.now.turn.index if s.now.turn is not None else 0.0


def _crew_to_place(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """Crew of the player's colour if possible, since it cannot be stolen."""
    who = s.agenda[-1].ask(s).who
    own = [a for a in legal if isinstance(a, say.Crew) and s.world.seat_of.get(colour_of(a.crew)) == who]
    return _any(own or legal, luck)


def _report(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """The typical report of a move in light mode."""
    turn = s.now.turn
    mover = None if turn is None else turn.saucer
    picks = [answer for answer in legal if isinstance(answer, say.Picked) and answer.saucer == mover]
    crashes = [answer for answer in legal if isinstance(answer, say.Crashed)]
    if picks and luck() < PICKS:
        return _best(s, picks, luck)
    return _any(crashes, luck) if crashes and luck() < CRASHES else legal[-1]


def _any(options: Sequence[Answer], luck: Luck) -> Answer:
    return options[int(luck() * len(options))]


def _at_its_card(state: State, seat: str, saucer: str) -> State:
    """The state as if it were the turn of that saucer."""
    found = state.copy()
    found.now.turn = CrashTurn(seat, 0, saucer)
    found.agenda.append(PlayCard())
    return found


class CrashAndGrabPlayer(Player[State]):
    """The player of Crash & Grab."""

    mistakes: ClassVar = 0.06

    def advise(self, state: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """The sensible answer."""
        return choose(state, legal, luck)

    def is_fixed(self, state: State) -> bool:
        """R-CG-22: the card lies face down since before the first turn of the round."""
        return isinstance(state.agenda[-1], PlayCard)

    def laid_ahead(self, state: State) -> dict[str, State]:
        """R-CG-22: a card for each saucer on the board."""
        if not isinstance(state.agenda[-1], AwaitCards):
            return {}
        return {saucer: _at_its_card(state, seat, saucer) for seat in state.world.seats
                for saucer in state.world.saucers_of[seat] if state.now.saucers[saucer].at is not None}  # fmt: skip

    def turned_up(self, state: State, laid: Mapping[str, Answer], legal: Sequence[Answer]) -> Sequence[Answer]:
        """R-CG-23, R-CG-27, R-CG-35: card and direction are fixed, unless a token overrides the direction; a number is
        named in the turn."""
        card = laid.get(active(state)[1]) if isinstance(state.agenda[-1], PlayCard) else None
        if not isinstance(card, say.CardMove):
            return legal
        free = state.now.saucers[active(state)[1]].override
        ways = (card.dir, UNSET)
        same = (one for one in legal if isinstance(one, say.CardMove) and one.card == card.card)
        return [one for one in same if free or one.dir in ways] or legal

    def prospects(self, state: State, since: State) -> dict[str, float] | None:
        """At the end of the round, from what all saucers have and where they stand."""
        if state.now.round == since.now.round:
            return None
        return shares({seat: worth(state, seat) for seat in state.world.seats}, LEAD)

    def as_told(self, prospects: Mapping[str, float]) -> Mapping[str, float]:
        """Less sure, by as much as luck goes on."""
        less = {seat: chance**SURE for seat, chance in prospects.items()}
        return {seat: chance / sum(less.values()) for seat, chance in less.items()}

    def figures(self, s: State) -> list[Figure]:
        """Rounds, how close the runner-up was, upgrades in use, whether the first player has won."""
        winner = None if s.now.result is None else s.now.result["winner"]
        others = [seated(s, seat) for seat in s.world.seats if seat != winner]
        return [
            Figure(T("rounds"), s.now.round),
            Figure(T("seated, runner-up"), max(others)),
            Figure(T("upgrades on the mats"), sum(len(saucer.upgrades) for saucer in s.now.saucers.values())),
            Figure(T("first player won"), winner == s.world.seats[0], share=True),
        ]
