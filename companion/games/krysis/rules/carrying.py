"""Loading a camp and raiding another (R-KR-46 to R-KR-59)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from companion.core.answers import Answer, Pick
from companion.core.piles import UNKNOWN, probabilities
from companion.core.refusals import Refused
from companion.core.steps.listed import ForcedStep, Verb
from companion.core.texts import T
from companion.games.krysis import answers as say
from companion.games.krysis.asks import StolenAsk
from companion.games.krysis.rules.capacity import fits, most, slots_of
from companion.games.krysis.rules.fighting import targets
from companion.games.krysis.rules.hands import bank_goods, carry, discard_relic, move_relic, to_bank
from companion.games.krysis.rules.relic_use import after_action
from companion.games.krysis.state import State, active, camp_at, home_at, home_of, strength
from companion.games.krysis.words import COLOURS, RELICS

booty = cache(say.Booty)
"""Amounts of each good, cached."""

TOO_MUCH = T("The team cannot carry that much.")
NOT_THERE = T("There is not that much in that camp.")


class LoadVerb(Verb[State, say.LoadGoods]):
    """``load``: goods of the player's camp go home or to the bank."""

    def options(self, s: State) -> Iterable[Answer]:
        seat = active(s)
        team = strength(s, seat)
        most_ = booty(*most(team.slots, s.now.players[seat].camp.count()).values())
        return [say.LoadGoods(to, None, most_, team.printed) for to in ("home", "bank")]

    def check(self, s: State, answer: say.LoadGoods) -> None:
        say.check_filled(answer)
        after_action(s)
        if answer.to == "camp":
            raise Refused("illegal", T("Loaded goods go home or to the bank."), "R-KR-46")
        assert answer.goods is not None
        seat, relics = active(s), answer.goods.relics
        camp = s.now.players[seat].camp
        n = relics if isinstance(relics, int) else len(relics)
        goods = {**answer.goods.amounts(), RELICS: n}
        named = isinstance(relics, int) or Counter(relics) <= Counter(camp.relics)
        if not named or _more(goods, camp.count()):
            raise Refused("illegal", NOT_THERE, "R-KR-46")
        if not fits(slots_of(s, seat), goods):
            raise Refused("illegal", TOO_MUCH, "R-KR-38")

    def do(self, s: State, answer: say.LoadGoods) -> None:
        assert answer.goods is not None
        seat, relics = active(s), answer.goods.relics
        s.now.acted, s.now.leaving = "load", True
        rule = "R-KR-47" if answer.to == "home" else "R-KR-48"
        _send_crystals(s, seat, answer.goods.amounts(), answer.to, rule)
        for relic in [UNKNOWN] * relics if isinstance(relics, int) else relics:
            send_relic(s, seat, relic, answer.to, rule)


class RaidVerb(Verb[State, say.Raid]):
    """``raid``: goods of a weaker or deserted camp go home, to the bank or into the player's camp."""

    def options(self, s: State) -> Iterable[Answer]:
        seat = active(s)
        team = strength(s, seat)
        found: list[Answer] = []
        for camp in targets(s, seat):
            most_ = booty(*most(team.slots, s.now.players[camp].camp.count()).values())
            found += [say.Raid(camp, to, None, most_, team.printed) for to in ("home", "bank", "camp")]
        return found

    def check(self, s: State, answer: say.Raid) -> None:
        say.check_filled(answer)
        after_action(s)
        seat = active(s)
        if answer.camp not in targets(s, seat):
            raise Refused("illegal", T("That camp is too strong to be raided."), "R-KR-51")
        assert answer.goods is not None
        goods = {**answer.goods.amounts(), RELICS: answer.goods.relics}
        if _more(goods, s.now.players[answer.camp].camp.count()):
            raise Refused("illegal", NOT_THERE, "R-KR-54")
        if not fits(slots_of(s, seat), goods):
            raise Refused("illegal", TOO_MUCH, "R-KR-38")

    def do(self, s: State, answer: say.Raid) -> None:
        assert answer.goods is not None
        s.now.acted, s.now.leaving = "raid", answer.to != "camp"
        _send_crystals(s, answer.camp, answer.goods.amounts(), answer.to, "R-KR-54")
        n, there = answer.goods.relics, s.now.players[answer.camp].camp.relics
        if n == len(there) or not s.world.options.knows_relics:
            for relic in there[:n]:
                send_relic(s, answer.camp, relic, answer.to, "R-KR-55")
        else:
            s.agenda += [TakeRelic(answer.camp, answer.to, left) for left in range(1, n + 1)]


class TakeRelic(ForcedStep[State], frozen=True, tag="take_relic"):
    """R-KR-55: one of the announced relics, at random."""

    camp: str
    to: str
    left: int

    def ask(self, s: State) -> StolenAsk:
        who = s.now.active
        return StolenAsk(who, "R-KR-55", "relic", self._there(s), camp=self.camp, left=self.left, only=who)

    def legal(self, s: State) -> Sequence[Answer]:
        return [Pick("relic", relic) for relic in dict.fromkeys(self._there(s))]

    def odds(self, s: State) -> list[float]:
        return probabilities(Counter(self._there(s)))

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, Pick)
        send_relic(s, self.camp, str(answer.one), self.to, "R-KR-55")

    def _there(self, s: State) -> list[str]:
        return s.now.players[self.camp].camp.relics


def _more(goods: Mapping[str, int], there: Mapping[str, int]) -> bool:
    return any(n > there[good] for good, n in goods.items())


def _send_crystals(s: State, camp: str, crystals: Mapping[str, int], to: str, rule: str) -> None:
    """Move crystals of a camp to the active player's destination."""
    seat, source = active(s), s.now.players[camp].camp
    if to == "bank":
        to_bank(s, source, camp_at(camp), crystals, rule)
        bank_goods(s, seat, sum(crystals[colour] for colour in COLOURS), "R-KR-48")
    elif to == "home":
        carry(s, source, camp_at(camp), home_of(s, seat), home_at(s, seat), crystals, rule)
    else:
        carry(s, source, camp_at(camp), s.now.players[seat].camp, camp_at(seat), crystals, rule)


def send_relic(s: State, camp: str, relic: str, to: str, rule: str) -> None:
    """Move a face-down relic of a camp to the active player's destination."""
    seat, source = active(s), s.now.players[camp].camp.relics
    if to == "bank":
        discard_relic(s, source, camp_at(camp), relic, rule)
        bank_goods(s, seat, 1, "R-KR-48")
    elif to == "home":
        move_relic(s, source, camp_at(camp), home_of(s, seat).relics, home_at(s, seat), relic, rule)
    else:
        move_relic(s, source, camp_at(camp), s.now.players[seat].camp.relics, camp_at(seat), relic, rule)
