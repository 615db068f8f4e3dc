"""What never changes during a game of Krysis: pack, seats and options, seen the way the rules ask for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cache, cached_property, lru_cache

from msgspec import Struct, structs

from companion.core.content.learning import Stock
from companion.core.piles.unknown import Cards, with_unknown
from companion.core.refusals import BadSetup
from companion.core.setup import named_seats
from companion.core.texts import PackWords, T
from companion.games.krysis.answers import Crystals, Mine, Play, Use
from companion.games.krysis.content.pack_data import (
    Agent,
    Defence,
    Pack,
    Relic,
    Space,
    StartSpace,
    Transport,
    Weapon,
)
from companion.games.krysis.content.stocks import NO_AGENT, NO_RELIC, deck_path, stocks
from companion.games.krysis.options import read_options
from companion.games.krysis.words import (
    BLUE,
    DECK_OF,
    DECKS,
    LEAST_SEATS,
    MOST_SEATS,
    RED,
    SPECIAL_OF_A_KIND,
    STARTS,
    WHITE,
)


class Strength(Struct, frozen=True):
    """What a team is worth with the relics that were turned up."""

    combat: int
    """R-KR-36: the team, and the weapon."""
    defence: int
    """R-KR-53, R-KR-66: the same against a raid, where some count more."""
    slots: Mapping[str, int]
    """R-KR-38: the slots of the team and of the transport, by colour."""
    printed: Crystals
    """The same, as answers say it."""
    able: Sequence[str]
    """R-KR-65: the agents, sorted, that have an ability for their own turn."""


NOTHING = (0, 0, 0, 0, 0)
"""The numbers of no card (``_numbers``)."""
KINDS: Sequence[Set[bool]] = [frozenset(kinds) for kinds in ((), (True,), (False,), (True, False))]
"""The kinds of relics that can have been turned up: weapons are True."""
MOST_TEAMS = 1024
"""What so many teams are worth is remembered."""


class Box:
    """Worked out once from a pack, for all games that are played with it.

    ``ranks`` says of each space how far ahead it is on its level, ``plays`` how the agents of a company are played,
    in the advanced game or without its special ones, sorted; ``uses`` the relics that can be turned up, sorted, where
    kinds of them have been already (True: a weapon, False: a transport); ``mines`` the spaces of each level, and what a
    miner can do there.
    """

    def __init__(self, pack: Pack) -> None:
        self.agents: dict[str, Agent] = Cards({}, NO_AGENT)
        self.company_of_agent: dict[str, str] = {}
        for company, kinds in pack.agents.items():
            for agent in (*kinds.transporters, *kinds.fighters, *kinds.special):
                self.agents[agent.id] = agent
                self.company_of_agent[agent.id] = company
        self.plays = {
            (company, advanced): _plays(pack, company, advanced)
            for company in pack.agents
            for advanced in (True, False)
        }
        self.relics: dict[str, Relic] = Cards({relic.id: relic for relic in pack.relics}, NO_RELIC)
        self.weapons = frozenset(relic.id for relic in pack.relics if isinstance(relic, Weapon))
        self.uses = {kinds: self._uses(kinds) for kinds in KINDS}
        self.start_spaces: dict[str, StartSpace] = {space.index: space for space in pack.start_spaces}
        self.spaces: dict[str, Space] = {space.id: space for level in pack.levels for space in level.spaces}
        self.mines = [[(space.id, _mines(space)) for space in level.spaces] for level in pack.levels]
        self.level_of = {space.id: number for number, level in enumerate(pack.levels, 1) for space in level.spaces}
        self.level_of |= {space.index: 0 for space in pack.start_spaces}
        self.ranks = {space.id: space.forward_rank for space in self.spaces.values()}
        self.ranks |= {space.index: space.forward_rank for space in pack.start_spaces}
        self.word = PackWords(pack.texts)
        cards: dict[str, Agent | Relic] = {**self.agents, **self.relics}
        self._numbers = Cards({card: _numbers(row) for card, row in cards.items()}, NOTHING)
        self._able = {agent.id for agent in self.agents.values() if agent.ability and not _only_defends(agent)}
        self.strength = lru_cache(maxsize=MOST_TEAMS)(self._strength)

    def _uses(self, kinds: Set[bool]) -> Sequence[tuple[str, Use]]:
        return [(relic, use(relic)) for relic in sorted(self.relics) if (relic in self.weapons) not in kinds]

    def _strength(self, agents: tuple[str, ...], up: tuple[str, ...]) -> Strength:
        combat = more = red = blue = white = 0
        for card in (*agents, *up):
            numbers = self._numbers[card]
            combat += numbers[0]
            more += numbers[1]
            red += numbers[2]
            blue += numbers[3]
            white += numbers[4]
        able = sorted([agent for agent in agents if agent in self._able])
        return Strength(combat, combat + more, {RED: red, BLUE: blue, WHITE: white}, Crystals(red, blue, white), able)


give = cache(Play)
"""The answer that an agent is played, made once for each."""
use = cache(Use)
"""The answer that a relic is turned up, made once for each."""


def _mines(space: Space) -> Sequence[Mine]:
    return [Mine(space.id, option) for option in range(len(space.options))]


def _plays(pack: Pack, company: str, advanced: bool) -> Sequence[tuple[str, Play]]:
    kinds = pack.agents[company]
    special = kinds.special if advanced else []
    return [(agent, give(agent)) for agent in sorted(a.id for a in (*kinds.transporters, *kinds.fighters, *special))]


box_of = lru_cache(maxsize=4)(Box)
"""The box of a pack."""


class World:
    """Worked out once from pack, seats and settings, so that rules only look things up.

    ``agents_of`` are those that a seat's company may play, special ones only in the advanced game; ``plays_of`` how
    they are played.
    """

    def __init__(self, pack: Pack, seats: Sequence[str], settings: Mapping[str, str]) -> None:
        self.pack = pack
        self.seats = named_seats(seats, LEAST_SEATS, MOST_SEATS)
        self.options = read_options(settings)
        self.unknown: Mapping[str, int] = Counter(pack.unknown)
        self.companies = _companies(settings.get("companies"), pack, self.seats)
        self.seat_of_company = {company: seat for seat, company in self.companies.items()}

        box = box_of(pack)
        self.partial = frozenset(place for table, n in pack.unknown.items() if n for place in self.stocks[table].places)
        self.all_relics = len(box.relics) + self.unknown["relics"]
        """How many there are in the box, known or not."""
        self.agents, self.company_of_agent = box.agents, box.company_of_agent
        advanced = self.options.advanced
        self.plays_of = {seat: box.plays[company, advanced] for seat, company in self.companies.items()}
        self.agents_of = {seat: [agent for agent, _ in plays] for seat, plays in self.plays_of.items()}
        self.relics, self.weapons, self.uses, self.mines = box.relics, box.weapons, box.uses, box.mines
        self.untold = pack.untold
        """What of the board nobody has told the box (``content.untold``)."""
        self.starts = STARTS[len(self.seats)]
        self.start_spaces, self.spaces = box.start_spaces, box.spaces
        self.level_of, self.ranks = box.level_of, box.ranks
        self.word, self.strength = box.word, box.strength

    @cached_property
    def stocks(self) -> Mapping[str, Stock]:
        """The tables of the pack, with decks by the seats that run the companies."""
        return stocks(self.pack, self.seat_of_company)

    @cached_property
    def partly_known(self) -> frozenset[str]:
        """The seats that may have agents which are not known."""
        unknown = {seat: sum(self.unknown_agents(seat, deck) for deck in DECKS) for seat in self.seats}
        return frozenset(seat for seat, n in unknown.items() if n or self.unknown_special(seat))

    def decks_of(self, seat: str) -> dict[str, list[str]]:
        """R-KR-11: the known agents of a seat by deck, sorted."""
        decks: dict[str, list[str]] = {"fighters": [], "transporters": []}
        for agent in self.agents_of[seat]:
            decks[self.deck_of(agent)].append(agent)
        return decks

    def full_decks(self, seat: str) -> dict[str, list[str]]:
        """All agents of a seat by deck, sorted, those too that are not known.

        Of special ones the kind is not known either: as many of each are taken to be there.
        """
        decks, special = self.decks_of(seat), self.unknown_special(seat)
        there = [agent for agent in self.pack.agents[self.companies[seat]].special if agent.kind == "fighter"]
        fighters = min(max(SPECIAL_OF_A_KIND - len(there), 0), special)
        more = {"fighters": fighters, "transporters": special - fighters}
        return {deck: sorted(with_unknown(decks[deck], self.unknown_agents(seat, deck) + more[deck])) for deck in DECKS}

    def unknown_agents(self, seat: str, deck: str) -> int:
        """How many agents of a table of the seat's company are not known."""
        return self.unknown[deck_path(self.companies[seat], deck)]

    def unknown_special(self, seat: str) -> int:
        """How many of its special agents; none that plays in the basic game."""
        return self.unknown_agents(seat, "special") if self.options.advanced else 0

    def deck_of(self, agent: str) -> str:
        """``fighters`` or ``transporters``."""
        return DECK_OF[self.agents[agent].kind]


def _only_defends(agent: Agent) -> bool:
    return isinstance(agent.ability, Defence)


def _numbers(card: Agent | Relic) -> tuple[int, int, int, int, int]:
    """Its combat, how much of it counts more against a raid, its red, blue and white slots."""
    combat = 0 if isinstance(card, Transport) else card.combat
    defence = card.ability.n if isinstance(card, Agent) and isinstance(card.ability, Defence) else 0
    return (combat, defence, 0, 0, 0) if isinstance(card, Weapon) else (combat, defence, *structs.astuple(card.slots))


def _companies(value: str | None, pack: Pack, seats: Sequence[str]) -> dict[str, str]:
    known = [company.id for company in pack.companies]
    chosen = known[: len(seats)] if value is None else value.split(",")
    if len(chosen) != len(seats) or len(set(chosen)) != len(seats) or not set(chosen) <= set(known):
        raise BadSetup(
            T(
                "companies must be {n} different ones of {names}, separated by commas, not {value}.",
                n=len(seats),
                names=", ".join(known),
                value=value or "",
            )
        )
    return dict(zip(seats, chosen, strict=True))
