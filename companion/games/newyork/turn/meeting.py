"""Meeting the mafia: fight, face, evade (RULES 1.8)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.newyork.answers import Evade, Face, Fight
from companion.games.newyork.rules import hands
from companion.games.newyork.state import NYVerb, State, here, stuck, turn, undealt
from companion.games.newyork.turn.payments import check_payment, pay, paying

NO_MAFIA = T("There is no mafia to deal with here.")


class Fighting(NYVerb[Fight]):
    """R-NYC-73: 2 PHYS remove one mafia here. R-NYC-74, R-NYC-75: 1 PHYS more removes a second one later.

    G-NYC-18: with ``nyc.fight2_remote`` the second may lie on a square that was visited this turn.
    """

    def _squares(self, s: State) -> list[str]:
        if s.world.options.fight2_remote and turn(s).fight_open:
            return sorted({here(s), *turn(s).visited})
        return [here(s)]

    def _cost(self, s: State) -> int:
        return 1 if turn(s).fight_open else 2

    def options(self, s: State) -> Iterable[Answer]:
        squares = [square for square in self._squares(s) if square in s.now.mafia]
        if not squares:
            return ()
        return [Fight(square, dice) for dice in s.cached(paying, "PHYS", self._cost(s)) for square in squares]

    def check(self, s: State, answer: Fight) -> None:
        if answer.square not in self._squares(s):
            raise Refused("illegal", T("Mafia can be fought only where you are."), "R-NYC-74")
        if answer.square not in s.now.mafia:
            raise Refused("illegal", NO_MAFIA, "R-NYC-73")
        rule = "R-NYC-75" if turn(s).fight_open else "R-NYC-73"
        check_payment(s, answer.with_, {"PHYS": self._cost(s)}, rule)

    def do(self, s: State, answer: Fight) -> None:
        pay(s, answer.with_)
        hands.take_mafia(s, answer.square, 1, "R-NYC-75" if turn(s).fight_open else "R-NYC-73")
        turn(s).fight_open = not turn(s).fight_open


class Facing(NYVerb[Face]):
    """R-NYC-77, R-NYC-79: 1 PHYS: no wounds from the mafia here this turn, but no leaving either."""

    def options(self, s: State) -> Iterable[Answer]:
        return map(Face, s.cached(paying, "PHYS", 1)) if undealt(s, here(s)) else ()

    def check(self, s: State, answer: Face) -> None:
        if not undealt(s, here(s)):
            raise Refused("illegal", NO_MAFIA, "R-NYC-77")
        check_payment(s, answer.with_, {"PHYS": 1}, "R-NYC-77")

    def do(self, s: State, answer: Face) -> None:
        pay(s, answer.with_)
        turn(s).dealt[here(s)] = "faced"


class Evading(NYVerb[Evade]):
    """R-NYC-78, R-NYC-79: 1 SOC: no wounds from the mafia here this turn, and free to go."""

    def options(self, s: State) -> Iterable[Answer]:
        return map(Evade, s.cached(paying, "SOC", 1)) if stuck(s, here(s)) else ()

    def check(self, s: State, answer: Evade) -> None:
        if not stuck(s, here(s)):
            raise Refused("illegal", NO_MAFIA, "R-NYC-78")
        check_payment(s, answer.with_, {"SOC": 1}, "R-NYC-78")

    def do(self, s: State, answer: Evade) -> None:
        pay(s, answer.with_)
        turn(s).dealt[here(s)] = "evaded"
