"""Overtime: crystals worth six from the bank (R-KR-60 to R-KR-62)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.steps.listed import Verb
from companion.core.texts import T
from companion.games.krysis import answers as say
from companion.games.krysis.rules.hands import from_bank
from companion.games.krysis.rules.relic_use import after_action
from companion.games.krysis.state import State, camp_at, worth
from companion.games.krysis.words import COLOURS, OVERTIME, WORTH

MOST = {colour: OVERTIME // WORTH[colour] for colour in COLOURS}
"""Most crystals of one colour."""


def takings(bank: Mapping[str, int] | None) -> Sequence[say.Overtime]:
    """R-KR-60, R-KR-62: amounts worth 6, or else the most that the bank can give; ``bank`` None is unlimited."""
    if bank is None:
        return _of(*MOST.values())
    return _of(*[most if most < bank[colour] else bank[colour] for colour, most in MOST.items()])


@cache
def _of(*most: int) -> Sequence[say.Overtime]:
    """Amounts limited per colour."""
    found = [dict(zip(COLOURS, n, strict=True)) for n in product(*(range(one + 1) for one in most))]
    best = max(worth(one) for one in found if worth(one) <= OVERTIME)
    return [say.Overtime(say.Crystals(**one)) for one in found if worth(one) == best]


class OvertimeVerb(Verb[State, say.Overtime]):
    """``overtime``: into the own camp; the team stays."""

    def options(self, s: State) -> Iterable[Answer]:
        return takings(s.now.bank)

    def check(self, s: State, answer: say.Overtime) -> None:
        after_action(s)
        if answer not in takings(s.now.bank):
            raise Refused("illegal", T("Overtime brings crystals worth 6 exactly."), "R-KR-60")

    def do(self, s: State, answer: say.Overtime) -> None:
        seat = s.now.active
        assert seat is not None
        s.now.acted = "overtime"
        from_bank(s, s.now.players[seat].camp, camp_at(seat), answer.crystals.amounts(), "R-KR-60")
