"""Rolling and re-rolling dice (RULES 1.7)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.answers import Answer, Roll
from companion.core.asks import RollAsk
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.games.newyork.answers import Reroll
from companion.games.newyork.state import Die, NYStep, NYVerb, State, forbidden, relatives, turn
from companion.games.newyork.words import MOST_DICE, SIDES, WILD, is_die

MOST_GREY = 2
NO_WILD = T("Grey dice have no wildcard.")
NO_FACE = T("This die has no such face.")


class RollStep(NYStep, frozen=True):
    """A step that asks for the faces of dice; they join the pool unspent (R-NYC-67)."""

    def dice(self, s: State) -> list[str]:
        """The dice to roll, sorted."""
        raise NotImplementedError

    def asks(self, s: State) -> bool:
        return bool(s.cached(self.dice))

    def ask(self, s: State) -> RollAsk:
        """The question for all of ``dice``."""
        raise NotImplementedError

    def legal(self, s: State) -> None:
        return None

    def play(self, s: State, answer: Answer) -> None:
        ask = self.ask(s)
        if not isinstance(answer, Roll) or answer.faces.keys() != set(ask.dice):
            raise not_this(ask.rule)
        for die, face in answer.faces.items():
            if face not in SIDES[die]:
                raise Refused("illegal", NO_WILD if face == WILD else NO_FACE, "R-NYC-10")
        pool = turn(s).pool
        for die in sorted(answer.faces):
            pool[die] = Die(str(answer.faces[die]))


class RollAgain(RollStep, frozen=True, tag="roll_again"):
    """Dice of the pool rolled again, and new grey ones with them (R-NYC-64, or the rule of a skill)."""

    again: tuple[str, ...]
    rule: str
    new: tuple[str, ...] = ()

    def dice(self, s: State) -> list[str]:
        pool = turn(s).pool
        return sorted({die for die in self.again if die in pool} | set(self.new))

    def ask(self, s: State) -> RollAsk:
        return RollAsk(turn(s).seat, self.rule, s.cached(self.dice))


class Rerolling(NYVerb[Reroll]):
    """R-NYC-64: one action, any dice of the pool, spent ones too.

    R-NYC-65, G-NYC-17: with them come new grey dice, as many as there are relatives here, at most two in the pool
    (``nyc.grey_mode``: three).
    """

    def options(self, s: State) -> Iterable[Reroll]:
        now = turn(s)
        if now.actions < 1 or forbidden(s, "reroll"):
            return []
        dice = tuple(sorted(now.pool.keys() & SIDES.keys()))
        spent = tuple([die for die in dice if now.pool[die].spent])
        found = [Reroll(dice)] if dice or self._new_grey(s) else []
        return [*found, Reroll(spent)] if spent and spent != dice else found

    def check(self, s: State, answer: Reroll) -> None:
        if forbidden(s, "reroll"):
            raise Refused("illegal", T("There is no re-rolling this round."), "R-NYC-37")
        if turn(s).actions < 1:
            raise Refused("illegal", T("There is no action left."), "R-NYC-59")
        if not all(die in turn(s).pool and is_die(die) for die in answer.dice):
            raise Refused("illegal", T("Only dice of this turn can be rolled again."), "R-NYC-64")
        if not answer.dice and not self._new_grey(s):
            raise Refused("illegal", T("Choose at least one die to roll again."), "R-NYC-64")

    def do(self, s: State, answer: Reroll) -> None:
        turn(s).actions -= 1
        s.agenda.append(RollAgain(answer.dice, "R-NYC-64", self._new_grey(s)))

    def _new_grey(self, s: State) -> tuple[str, ...]:
        here = relatives(s, turn(s).seat)
        if not here:
            return ()
        free = [die for die in ("grey1", "grey2", "grey3") if die not in turn(s).pool]
        most = MOST_GREY if s.world.options.grey_mode == "cap_total" else MOST_DICE
        room = most - (MOST_DICE - len(free))
        return tuple(free[: max(0, min(len(here), MOST_GREY, room))])
