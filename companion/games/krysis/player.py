"""The sensible player: a good answer most of the time.

It bids little, takes the most valuable space, plays fast and strong agents with enough capacity, raids the richest
camp, carries the goods of its own camp home or to the bank, and otherwise works overtime. It uses only what its seat
may know. It serves demonstrations, simulations and tests, and is not part of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import UNSET

from companion.core.answers import Answer
from companion.core.piles import UNKNOWN
from companion.core.texts import T
from companion.games.krysis import answers as say
from companion.games.krysis.content import (
    COLOURS,
    DECKS,
    GOODS,
    RELICS,
    WORTH,
    Crystals,
    Goods,
    Multiplier,
    Relic,
    TransportRelic,
    Weapon,
)
from companion.games.krysis.rules.action import A_RELIC, TakeTurn, packed
from companion.games.krysis.rules.pieces import BANK_VP
from companion.games.krysis.state import KrysisSeat, State, strength, worth
from companion.games.krysis.words import goods_of
from companion.games.player import Figure, Player

Luck = Callable[[], float]

BIDS_MOST: Final = 5
"""A bid that is hardly ever exceeded."""
SPEED, FIGHTS, CARRIES, CAN = 0.5, 0.8, 1.0, 1.5
"""The weights of speed, combat, slots and an ability in the choice of an agent."""
SLOTS_ENOUGH: Final = 8.0
"""More slots than this for the goods of the camp add nothing."""

LEAVING = 0.25
"""The cost of leaving a camp, as a share of the goods left there."""
STAYS, TOMORROW = 0.6, 0.7
"""The weights of goods put into the player's camp, which can be raided: from a raid, from overtime."""
TURNS_UP, WHIM = 0.4, 3
"""The probability of turning up a useful relic; the amount of randomness."""


class KrysisPlayer(Player[State]):
    """The player of Krysis."""

    wants: ClassVar = {
        "kr.home_ledger": "private", "chance.relics": "digital", "chance.agents": "digital",
        "chance.missions": "digital",
    }  # fmt: skip

    mistakes: ClassVar = 0.25

    def advise(self, state: State, legal: Sequence[Answer], luck: Luck) -> Answer:
        """The sensible answer to a decision, with templates filled in."""
        first = legal[0]
        fills = _FILLS.get(type(first))
        if fills is not None:
            return fills(state, first, luck)
        if len(legal) == 1 and first.template:
            return _filled(state, first, luck)
        liked = _LIKED.get(type(first))
        if liked is not None:
            return max(legal, key=lambda one: liked(state, one) + WHIM * luck())
        acts = isinstance(state.agenda[-1], TakeTurn)
        return _turn(state, legal, luck) if acts else legal[int(luck() * len(legal))]

    def guess(self, state: State, seat: str, luck: Luck) -> State | None:
        """Relics, agents, crystals at home and missions of the others are dealt anew, as many as there are; bids that
        were given follow from them. None with agents that nobody knows yet."""
        if any(other != seat for other in state.world.partly_known):
            return None
        found = state.copy()
        others = {other: player for other, player in found.now.players.items() if other != seat}
        _guess_relics(found, others, luck)
        for player in others.values():
            _guess_agents(found, player, luck)
        _guess_homes(found, list(others.values()), luck)
        held = [player for player in others.values() if player.mission is not None]
        if held:
            missions = [*found.now.missions, *(player.mission for player in held if player.mission is not None)]
            for player, mission in zip(held, cards := _shuffled(missions, luck), strict=False):
                player.mission = mission
            found.now.missions = sorted(cards[len(held) :])
        return found

    def figures(self, state: State) -> list[Figure]:
        """The winner's points and lead, points from bank and relics, and who has won."""
        result = state.now.result
        scores = {} if result is None else result["scores"]
        ranking = [scores[seat] for seat in ([] if result is None else result["ranking"])]
        totals = [one["total"] for one in ranking]
        return [
            Figure(T("points of the winner"), totals[0] if totals else 0),
            Figure(T("lead of the winner"), totals[0] - totals[1] if totals else 0),
            Figure(T("points of all from the bank"), sum(one["bank"] for one in ranking)),
            Figure(T("points of all for relics"), sum(one["relics"] for one in ranking)),
            Figure(T("first player won"), result is not None and result["winner"] == state.world.seats[0], share=True),
        ]


def _bid(s: State, template: say.Bid, luck: Luck) -> Crystals:
    """White and blue crystals first, up to a value that is usually small."""
    wanted = int(luck() * luck() * (BIDS_MOST + 1))
    bid = dict.fromkeys(COLOURS, 0)
    for colour in reversed(COLOURS):
        n = 0 if template.max is UNSET else min(getattr(template.max, colour), wanted // WORTH[colour])
        bid[colour], wanted = n, wanted - n * WORTH[colour]
    return Crystals(**bid)


def _shown(s: State, template: say.SpaceGoods, luck: Luck) -> Answer:
    """Plausible goods of a space."""
    goods = dict.fromkeys(GOODS, 0)
    most = template.max if isinstance(template.max, Goods) else Goods(0, 0, 0, 0)
    shown = GOODS[int(luck() * len(GOODS))]
    goods[shown] = min(1 + int(luck() * 2), getattr(most, shown))
    return say.SpaceGoods(Goods(**goods))


def _declare(s: State, template: say.Declare, luck: Luck) -> Answer:
    """Everything left if required, else a fair share, considering who still has to declare."""
    most = {} if template.max is UNSET else template.max
    share = 1 if template.exact is True else sum(not player.declared for player in s.now.players.values())
    free: list[str] = []
    if most.get(RELICS):
        declared = {relic for player in s.now.players.values() for relic in player.declared.get(RELICS, [])}
        free = sorted((relic for relic in s.world.relics if relic not in declared), key=lambda relic: luck())
        free += [UNKNOWN] * s.world.unknown[RELICS]
    crystals = Crystals(**{colour: most.get(colour, 0) // share for colour in COLOURS})
    missions = [] if template.missions is UNSET else template.missions
    return say.Declare(
        UNSET if template.crystals is UNSET else crystals,
        UNSET if template.relics is UNSET else sorted(free[: most.get(RELICS, 0) // share]),
        UNSET if template.mission is UNSET else missions[int(luck() * len(missions))],
    )


def _space(s: State, answer: Any) -> float:
    return _value(goods_of(s.world.spaces[answer.space].options[answer.option]))


def _value(goods: Mapping[str, int]) -> float:
    return sum(WORTH[colour] * goods.get(colour, 0) for colour in COLOURS) + A_RELIC * goods.get(RELICS, 0)


def _agent(s: State, answer: Any) -> float:
    """Capacity counts up to what the camp needs; an agent with a multiplier counts its crystals."""
    if answer.agent == UNKNOWN:
        return 0.0
    agent = s.world.agents[answer.agent]
    seat = s.world.seat_of_company[s.world.company_of_agent[answer.agent]]
    player, room = s.now.players[seat], sum(WORTH[c] * n for c, n in strength(s, seat).slots.items())
    speed = agent.speed
    fast = speed.times * player.camp.crystals[speed.per] if isinstance(speed, Multiplier) else speed
    lacks = max(0.0, min(SLOTS_ENOUGH, _value(player.camp.count())) - room)
    carried = min(lacks, _value(goods_of(agent.slots))) * CARRIES
    return fast * SPEED + agent.combat * FIGHTS + carried + CAN * (agent.ability is not None)


def _relic(s: State, answer: Any) -> float:
    """A type that the camp already has completes a set."""
    types = [s.world.relics[relic].set_type for relic in _own(s)]
    return float(WHIM * types.count(s.world.relics[answer.relic].set_type))


def _own(s: State) -> list[str]:
    who = s.agenda[-1].ask(s).who
    player = s.now.players[who or s.world.seats[0]]
    at_home = [] if player.home is None else player.home.relics
    return [relic for relic in (*player.camp.relics, *at_home) if relic in s.world.relics]


def _turn(s: State, legal: Sequence[Answer], luck: Luck) -> Answer:
    """Abilities first, sometimes a relic; then the most valuable action."""
    able = [one for one in legal if isinstance(one, say.UseAbility)]
    if able:
        return max(able, key=lambda one: (one.n if one.n is not UNSET else 1) + luck())
    useful = [one for one in legal if isinstance(one, say.Use) and _useful(s.world.relics[one.relic])]
    if useful and luck() < TURNS_UP:
        return useful[int(luck() * len(useful))]
    actions = [one for one in legal if not isinstance(one, say.Use)]
    return max((_filled(s, one, luck) for one in actions), key=lambda action: _weight(s, action) + luck())


def _useful(relic: Relic) -> bool:
    if isinstance(relic, TransportRelic):
        return any(goods_of(relic.slots).values())
    return isinstance(relic, Weapon) and relic.combat > 0


def _filled(s: State, answer: Answer, luck: Luck) -> Answer:
    """A template filled in with the best load; other answers unchanged."""
    if not isinstance(answer, say.LoadGoods | say.Raid):
        return answer
    seat = s.now.active or ""
    source = s.now.players[answer.camp if isinstance(answer, say.Raid) else seat].camp
    goods = packed(s, seat, source.count(), bank=answer.to == "bank")
    relics: Any = goods[RELICS]
    if isinstance(answer, say.Raid):
        return say.Raid(answer.camp, answer.to, Goods(**_crystals(goods), relics=relics))
    if s.world.options.knows_relics:
        relics = sorted(sorted(source.relics, key=lambda relic: luck())[:relics])
    return say.LoadGoods(answer.to, say.Load(**_crystals(goods), relics=relics))


def _weight(s: State, action: Answer) -> float:
    """The value of a filled-in action; leaving the camp puts what stays at risk."""
    if isinstance(action, say.Overtime):
        return worth(action.crystals.amounts()) * TOMORROW + action.crystals.red
    assert isinstance(action, say.LoadGoods | say.Raid)
    assert action.goods is not None
    goods = action.goods.count()
    value, stays = _value(goods), _value(s.now.players[s.now.active or ""].camp.count())
    gain = {"home": value, "bank": float(BANK_VP * sum(goods.values())), "camp": value * STAYS}[action.to]
    if isinstance(action, say.LoadGoods):
        stays -= value
    return gain if action.to == "camp" else gain - LEAVING * stays


def _crystals(goods: Mapping[str, int]) -> dict[str, int]:
    return {colour: goods[colour] for colour in COLOURS}


# Guessing what a seat may not see.


def _shuffled(cards: Iterable[str], luck: Luck) -> list[str]:
    """In any order, whatever the order was."""
    return sorted(sorted(cards), key=lambda _: luck())


def _deal(cards: list[str], piles: Sequence[list[str]]) -> None:
    """Exchange the cards of the piles for these, as many as they have."""
    for pile in piles:
        pile[:] = sorted(cards[: len(pile)])
        del cards[: len(pile)]


def _guess_relics(s: State, others: Mapping[str, KrysisSeat], luck: Luck) -> None:
    """R-KR-26: relics lie face down, in the deck, in the camps and behind the screens; a spy sees one camp."""
    seen = getattr(s.agenda[-1].ask(s), "camp", None)
    piles = [s.now.relic_deck, *(player.drawn for player in others.values())]
    piles += [player.camp.relics for other, player in others.items() if other != seen]
    piles += [player.home.relics for player in others.values() if player.home is not None]
    _deal(_shuffled((relic for pile in piles for relic in pile), luck), piles)


def _guess_agents(s: State, player: KrysisSeat, luck: Luck) -> None:
    """R-KR-11: the two decks are of one kind each; in the hand, in the box and face down can be either."""
    given = [] if player.given is None else [player.given]
    decks, rest = [player.fighters, player.transporters], [given, player.hand, player.box]
    agents = _shuffled((agent for pile in (*decks, *rest) for agent in pile), luck)
    for name, pile in zip(DECKS, decks, strict=True):
        own = [agent for agent in agents if s.world.deck_of(agent) == name][: len(pile)]
        agents = [agent for agent in agents if agent not in own]
        pile[:] = sorted(own)
    _deal(agents, rest)
    player.given = given[0] if given else None


def _guess_homes(s: State, others: Sequence[KrysisSeat], luck: Luck) -> None:
    """R-KR-18: everybody knows no more than what all homes hold together."""
    homes = [player.home for player in others if player.home is not None]
    for colour in COLOURS if homes else ():
        there = sum(home.crystals[colour] for home in homes)
        for home in homes:
            home.crystals[colour] = 0
        for _ in range(there):
            homes[int(luck() * len(homes))].crystals[colour] += 1
    for player in others:
        if player.bid is not None and player.home is not None and not s.now.revealed:
            player.bid = _bid(s, say.Bid(None, Crystals(**player.home.crystals)), luck).amounts()


_FILLS: Mapping[type[Answer], Callable[[State, Any, Luck], Answer]] = {
    say.Bid: lambda s, template, luck: say.Bid(_bid(s, template, luck)),
    say.Declare: _declare,
    say.SpaceGoods: _shown,
    say.CountSets: lambda s, template, luck: say.CountSets(int(luck() * WHIM)),
}
"""How to fill in templates without alternatives."""
_LIKED: Mapping[type[Answer], Callable[[State, Any], float]] = {
    say.Mine: _space,
    say.Play: _agent,
    say.Take: _agent,
    say.Discard: lambda s, answer: -_agent(s, answer),
    say.Keep: _relic,
    say.Steal: _relic,
}
"""Evaluations of alternatives."""
