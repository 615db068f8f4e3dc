"""The abilities of special agents (R-KR-65 to R-KR-71)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused
from companion.core.steps.listed import ForcedStep, Verb
from companion.core.texts import T
from companion.core.todo import place, remove
from companion.games.krysis import answers as say
from companion.games.krysis.answers import SpyAsk
from companion.games.krysis.content import BLUE, COLOURS, RED, WHITE, Alchemist, Miner, Spy, Thief
from companion.games.krysis.rules.mining import Symbols
from companion.games.krysis.rules.pieces import carry, from_bank, send_relic
from companion.games.krysis.state import State, active, camp_at, strength

RULES: dict[type, str] = {Thief: "R-KR-67", Spy: "R-KR-68", Miner: "R-KR-69", Alchemist: "R-KR-70"}
BECOMES = {WHITE: BLUE, BLUE: RED}
"""R-KR-70, R-KR-71."""


def unused(s: State) -> Sequence[str]:
    """R-KR-65: the agents of the active team with an unused ability, except defenders."""
    if s.now.active is None or s.now.phase != "action":
        return []
    able, used = strength(s, s.now.active).able, s.now.used
    return [agent for agent in able if agent not in used] if used else able


def abilities(s: State) -> Iterator[say.UseAbility]:
    """Every use of an ability that has an effect now (WIRE.md 5.4)."""
    for agent in unused(s):
        ability = s.world.agents[agent].ability
        if isinstance(ability, Thief):
            yield from _thefts(s, agent, ability)
        elif isinstance(ability, Spy):
            yield from (say.UseAbility(agent, camp) for camp in _others(s) if s.now.players[camp].camp.relics)
        elif isinstance(ability, Miner):
            yield from [say.UseAbility(agent)] if _mines(s, ability) else []
        elif isinstance(ability, Alchemist):
            yield from _exchanges(s, agent)


def _others(s: State) -> list[str]:
    return [seat for seat in s.world.seats if seat != s.now.active]


def _thefts(s: State, agent: str, ability: Thief) -> Iterator[say.UseAbility]:
    for camp in _others(s):
        there = s.now.players[camp].camp.crystals
        if any(getattr(ability, colour) and there[colour] for colour in COLOURS):
            yield say.UseAbility(agent, camp)


def _mines(s: State, ability: Miner) -> bool:
    bank = s.now.bank
    crystals = any(getattr(ability, colour) and (bank is None or bank[colour]) for colour in COLOURS)
    return crystals or bool(ability.relics and (s.now.relic_deck or s.now.relic_discard))


def _exchanges(s: State, agent: str) -> Iterator[say.UseAbility]:
    own, bank = s.now.players[active(s)].camp.crystals, s.now.bank
    most = {give: own[give] if bank is None else min(own[give], bank[get]) for give, get in BECOMES.items()}
    for give, n in most.items():
        yield from (say.UseAbility(agent, give=give, n=k) for k in range(1, n + 1))
    if s.world.options.alchemist_zero and any(most.values()):
        yield say.UseAbility(agent, n=0)


class AbilityVerb(Verb[State, say.UseAbility]):
    """``ability``: before or after the action, each agent's once."""

    def options(self, s: State) -> Iterable[Answer]:
        return abilities(s)

    def check(self, s: State, answer: say.UseAbility) -> None:
        if answer.agent not in unused(s):
            raise Refused("illegal", T("That agent has nothing to do now."), "R-KR-65")
        if answer not in abilities(s):
            raise Refused("illegal", T("That would have no effect."), RULES[type(s.world.agents[answer.agent].ability)])

    def do(self, s: State, answer: say.UseAbility) -> None:
        s.now.used = sorted([*s.now.used, answer.agent])
        seat, ability = active(s), s.world.agents[answer.agent].ability
        camp = s.now.players[seat].camp
        if isinstance(ability, Thief):
            source = str(answer.from_)
            there = s.now.players[source].camp
            taken = {colour: min(getattr(ability, colour), there.crystals[colour]) for colour in COLOURS}
            carry(s, there, camp_at(source), camp, camp_at(seat), taken, "R-KR-67")
        elif isinstance(ability, Spy):
            s.agenda.append(StealRelic(str(answer.from_)))
        elif isinstance(ability, Miner):
            found = {colour: int(getattr(ability, colour)) for colour in COLOURS}
            from_bank(s, camp, camp_at(seat), found, "R-KR-69")
            s.agenda.append(Symbols(seat, ability.relics))
        elif answer.give is not UNSET and answer.n is not UNSET:
            _exchange(s, seat, str(answer.give), answer.n)


def _exchange(s: State, seat: str, give: str, n: int) -> None:
    get, camp = BECOMES[give], s.now.players[seat].camp.crystals
    camp[give] -= n
    camp[get] += n
    if s.now.bank is not None:
        s.now.bank[give] += n
        s.now.bank[get] -= n
    remove(s, f"crystal:{give}", camp_at(seat), n, "R-KR-70")
    place(s, f"crystal:{get}", camp_at(seat), n, "R-KR-70")


class StealRelic(ForcedStep[State], frozen=True, tag="steal_relic"):
    """R-KR-68: the spy looks at the face-down relics of a camp and takes one; blindly if relics are not tracked."""

    camp: str

    def ask(self, s: State) -> Ask:
        who = s.now.active
        return SpyAsk(who, "R-KR-68", "spy", camp=self.camp, only=who if s.world.options.knows_relics else None)

    def legal(self, s: State) -> Sequence[Answer]:
        there = s.now.players[self.camp].camp.relics
        if not s.world.options.knows_relics:
            return [say.Steal(UNKNOWN)] if there else []
        return [say.Steal(relic) for relic in dict.fromkeys(there)]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.Steal)
        send_relic(s, self.camp, answer.relic, "camp", "R-KR-68")
