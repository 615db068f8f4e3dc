"""The options of a table (WIRE.md 1), and the state of a game: the world, which does not change, and what changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache, cached_property, lru_cache
from typing import Any, Final, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field, structs

from companion.core import state as core
from companion.core.learning import Stock
from companion.core.piles import UNKNOWN, Cards, with_unknown
from companion.core.refusals import BadSetup
from companion.core.secrets import Secret
from companion.core.setup import SetupChoice, check_settings, named_seats
from companion.core.steps.agenda import Step
from companion.core.steps.effects import CountingRules, Later
from companion.core.texts import PackWords, T, Text, Words
from companion.games.krysis.answers import Mine, Play, Use
from companion.games.krysis.content import (
    BLUE,
    COLOURS,
    CRYSTALS,
    DECK_OF,
    DECKS,
    GOODS,
    LEAST_SEATS,
    MISSIONS,
    MOST_SEATS,
    NO_AGENT,
    NO_RELIC,
    RED,
    RELICS,
    STARTS,
    WHITE,
    WORTH,
    Agent,
    AnyEffect,
    Crystals,
    Curio,
    Defence,
    KrysisPack,
    MoreCombat,
    MoreSlots,
    Relic,
    Space,
    StartSpace,
    TransportRelic,
    Weapon,
    at_the_end,
    deck_path,
    stocks,
)

# The options of a table: setup keys, their values, and both in words (WIRE.md 1).

_CHOICES: Final[Mapping[str, tuple[Text, Mapping[str, Words], Text]]] = {
    "advanced": (
        T("Special agents"),
        {"off": T("Without: the basic game"), "on": T("With: the advanced game")},
        T("Six more agents for everybody, most of them with an ability; six of the 24 stay out."),
    ),
    "tactical": (
        T("The first hand"),
        {"off": T("Six agents are drawn"), "on": T("Nine agents are chosen: the tactical game")},
        T("Choosing lets you plan more, and draw one hand less."),
    ),
    "kr.alchemist_zero": (
        T("Alchemist: exchanging nothing"),
        {"true": T("Allowed"), "false": T("At least one crystal")},
        T("Abilities must be used; the alchemist exchanges any number."),
    ),
    "kr.bank_short": (
        T("The bank"),
        {"limited": T("Has only the printed crystals"), "unlimited": T("Is never short")},
        T("With only the printed crystals, what has run out is not paid."),
    ),
    "kr.home_ledger": (
        T("Goods behind the screens"),
        {"off": T("Real crystals only; said at the end"), "private": T("The companion counts them too, in secret")},
        T("If it counts them, each player types in their bid while the others look away."),
    ),
    "kr.mission_tie": (
        T("Two players tied for a mission"),
        {"strict": T("Nobody fulfils it"), "shared": T("Whoever has it fulfils it")},
        T("What is behind the screens is compared at the end."),
    ),
    "kr.missions": (
        T("Missions"),
        {"off": T("Without missions"), "on": T("With missions: everybody has one")},
        T("Everybody has a secret mission for 10 VP: the most of one kind at home."),
    ),
}
"""The name of each option, its values, default first, and an explanation."""
CHOICES: Final = {key: tuple(values) for key, (_, values, _) in _CHOICES.items()}
BASIC: Final = ("kr.missions", "advanced", "tactical", "kr.home_ledger")
"""What the set-up asks on pages of its own. Missions come first: the rulebook does not call them optional (C-KR-02)."""
AGENTS: Final = 18
"""The agents of a company that play (R-KR-64, R-KR-78)."""
DRAWN_AT_START: Final = 3
"""The agents drawn from each deck for the first hand (R-KR-11)."""
TACTICAL_HAND: Final = 9
"""R-KR-85."""
REFILL: Final = "R-KR-77"
"""The rule by which hands are full again at the end of a round."""
HIDEABLE: Final = ("relics", "agents", "missions")
"""Chance items whose cards the companion need not know."""
KEYS: Final = ("companies", *CHOICES)


class KrysisOptions(Struct, frozen=True):
    """The options of a table: ``shown`` as the facts show them, and the fields that rules read.

    ``knows_*``: the companion tracks these cards one by one.
    """

    shown: dict[str, str]
    advanced: bool
    tactical: bool
    alchemist_zero: bool
    limited: bool
    knows_home: bool
    shares_missions: bool
    missions: bool
    knows_relics: bool
    knows_agents: bool
    knows_missions: bool
    draws_missions: bool
    """Real cards are dealt, and named here."""

    @property
    def first_hand(self) -> int:
        """The agents of a hand in the first round (R-KR-11, R-KR-85)."""
        return TACTICAL_HAND if self.tactical else 2 * DRAWN_AT_START


def read_options(settings: Mapping[str, str]) -> KrysisOptions:
    """Parse the ``--set`` pairs. Raises ``BadSetup`` for an unknown key or value.

    ``chance.ITEM`` of hideable items is ``hidden``, the default, or who draws.
    """
    chance = {item: settings.get(f"chance.{item}", "hidden") for item in HIDEABLE}
    check_settings({key: value for key, value in settings.items() if not key.startswith("chance.")}, KEYS, CHOICES)
    shown = {key: settings.get(key, values[0]) for key, values in CHOICES.items()}
    knows_home = shown["kr.home_ledger"] == "private"
    if chance["relics"] != "hidden" and not knows_home:
        raise BadSetup(
            T(
                "If relics are dealt or named here, the goods behind the screens must be counted too "
                "(kr.home_ledger=private). Or let them be real cards, only counted here (chance.relics=hidden)."
            )
        )
    missions = shown["kr.missions"] == "on"
    return KrysisOptions(
        shown,
        advanced=shown["advanced"] == "on",
        tactical=shown["tactical"] == "on",
        alchemist_zero=shown["kr.alchemist_zero"] == "true",
        limited=shown["kr.bank_short"] == "limited",
        knows_home=knows_home,
        shares_missions=shown["kr.mission_tie"] == "shared",
        missions=missions,
        knows_relics=chance["relics"] != "hidden",
        knows_agents=chance["agents"] != "hidden",
        knows_missions=missions and chance["missions"] != "hidden",
        draws_missions=missions and chance["missions"] == "asked",
    )


_CHANCE: Final[dict[str, tuple[Text, tuple[Text, Text, Text], Text]]] = {
    "relics": (
        T("Relic cards"),
        (T("Real cards; only counted here"), T("Dealt by the companion"), T("Real cards; each is named here")),
        T("If relics are dealt or named here, the goods behind the screens must be counted too."),
    ),
    "agents": (
        T("Agent cards"),
        (
            T("Real cards; named when they are turned up"),
            T("Dealt by the companion, each hand in secret"),
            T("Real cards; each that is drawn is named here"),
        ),
        T("With real cards alone nobody has to look away."),
    ),
    "missions": (
        T("Mission cards"),
        (T("Real cards; said at the end"), T("Dealt by the companion"), T("Real cards; each is named here")),
        T("Only where missions are played."),
    ),
}
"""Cards that can be physical, dealt, or physical and entered one by one."""
MODES: Final = ("hidden", "digital", "asked")


def setup_choices(pack: KrysisPack) -> list[SetupChoice]:
    """The game mode as basic choices; then which cards are physical, and every house rule, default first.

    A bank of unknown size is never short.
    """
    basic = [_choice(key) for key in BASIC]
    apart = {*BASIC, "kr.bank_short"} if CRYSTALS in pack.missing else {*BASIC}
    house = [_choice(key) for key in CHOICES if key not in apart]
    chance = [
        SetupChoice(f"chance.{item}", name, list(zip(MODES, words, strict=True)), MODES[0], detail=detail)
        for item, (name, words, detail) in _CHANCE.items()
    ]
    return [*basic, *chance, *house]


def _choice(key: str) -> SetupChoice:
    name, values, detail = _CHOICES[key]
    return SetupChoice(key, name, [*values.items()], CHOICES[key][0], basic=key in BASIC, detail=detail)


# The state of a game of Krysis: the world, which does not change, and what changes.


class Strength(Struct, frozen=True):
    """The strength of a team with its face-up relics."""

    combat: int
    """R-KR-36: the team, and the weapon."""
    defence: int
    """R-KR-53, R-KR-66: combat against a raid, where some agents count more."""
    slots: Mapping[str, int]
    """R-KR-38: the slots of the team and of the transport, by colour."""
    printed: Crystals
    """The slots, in the form of answers."""
    able: Sequence[str]
    """R-KR-65: the agents, sorted, with an ability for their own turn."""


NOTHING = (0, 0, 0, 0, 0)
"""The numbers of no card (``_numbers``)."""
KINDS: Sequence[Set[bool]] = [frozenset(kinds) for kinds in ((), (True,), (False,), (True, False))]
"""The kinds of face-up relics; weapons are True."""
MOST_TEAMS = 1024
"""Size of the cache of team strengths."""
SPECIAL_OF_A_KIND = 3
"""Assumed split of unknown special agents: half fighters, half transporters."""


class PackTables:
    """Lookup tables of a pack, shared by all its games.

    ``ranks`` maps each space to its rank on its level. ``plays`` are the answers that play a company's agents, in the
    advanced game or without its special ones, sorted. ``uses`` are the answers that turn up relics, sorted, given the
    kinds that are up already (True: a weapon, False: a transport). ``mines`` are the spaces of each level with their
    answers.
    """

    def __init__(self, pack: KrysisPack) -> None:
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
        self.curios = frozenset(
            relic.id
            for relic in pack.relics
            if isinstance(relic, Curio) and all(map(at_the_end, relic.effects)) and pack.whole
        )
        self.loose = frozenset(relic.id for relic in pack.relics if isinstance(relic, Curio) and not pack.whole)
        """Relics that may be a weapon or a transport, as far as is known."""
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
        self.effects = {card: row.effects for card, row in cards.items() if row.effects}
        self._numbers = Cards({card: _numbers(row) for card, row in cards.items()}, NOTHING)
        self._able = {
            agent.id for agent in self.agents.values() if agent.ability and not isinstance(agent.ability, Defence)
        }
        self.strength = lru_cache(maxsize=MOST_TEAMS)(self._strength)

    def _uses(self, kinds: Set[bool]) -> Sequence[tuple[str, Use]]:
        return [(relic, use(relic)) for relic in sorted(self.relics) if self._may_turn_up(relic, kinds)]

    def _may_turn_up(self, relic: str, kinds: Set[bool]) -> bool:
        return relic in self.loose or (relic not in self.curios and (relic in self.weapons) not in kinds)

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
"""The answer that plays an agent, cached, as it is listed often."""
use = cache(Use)
"""The answer that turns up a relic."""


def _mines(space: Space) -> Sequence[Mine]:
    return [Mine(space.id, option) for option in range(len(space.options))]


def _plays(pack: KrysisPack, company: str, advanced: bool) -> Sequence[tuple[str, Play]]:
    kinds = pack.agents[company]
    special = kinds.special if advanced else []
    return [(agent, give(agent)) for agent in sorted(a.id for a in (*kinds.transporters, *kinds.fighters, *special))]


box_of = lru_cache(maxsize=4)(PackTables)
"""The box of a pack."""


class KrysisWorld:
    """Lookup tables of a game, from pack, seats and settings.

    ``agents_of`` are the agents that a seat may play, special ones only in the advanced game; ``plays_of`` the answers
    that play them.
    """

    def __init__(self, pack: KrysisPack, seats: Sequence[str], settings: Mapping[str, str]) -> None:
        self.pack = pack
        self.seats = named_seats(seats, LEAST_SEATS, MOST_SEATS)
        self.options = read_options(settings)
        self.unknown: Mapping[str, int] = Counter(pack.unknown)
        self.companies = _companies(settings.get("companies"), pack, self.seats)
        self.seat_of_company = {company: seat for seat, company in self.companies.items()}

        box = box_of(pack)
        self.other_missions = self.options.missions and not pack.whole
        """True if there may be missions that the box does not have yet."""
        partial = {place for table, n in pack.unknown.items() if n for place in self.stocks[table].places}
        new = {"missions"} if self.other_missions and self.options.draws_missions else set[str]()
        self.partial = frozenset(partial | new)
        self.all_relics = len(box.relics) + self.unknown["relics"]
        """The number of relics in the box, known or not."""
        self.agents, self.company_of_agent = box.agents, box.company_of_agent
        advanced = self.options.advanced
        self.plays_of = {seat: box.plays[company, advanced] for seat, company in self.companies.items()}
        self.agents_of = {seat: [agent for agent, _ in plays] for seat, plays in self.plays_of.items()}
        self.relics, self.weapons, self.uses, self.mines = box.relics, box.weapons, box.uses, box.mines
        self.missing = pack.missing
        """The missing parts of the board (``checks.fill_gaps``)."""
        self.starts = STARTS[len(self.seats)]
        self.start_spaces, self.spaces = box.start_spaces, box.spaces
        self.level_of, self.ranks = box.level_of, box.ranks
        self.word, self.strength = box.word, box.strength
        self.card_effects, self.curios, self.loose = box.effects, box.curios, box.loose
        self.mission_cards = {card.id: card for card in pack.mission_cards}
        self.missions = [*MISSIONS, *self.mission_cards]
        self.has_effects = bool(self.card_effects)
        self.effects: CountingRules[Any]  # of the rules, which know the world
        self.known_home: Callable[[Any, str], tuple[dict[str, int], list[str]]]

    @cached_property
    def stocks(self) -> Mapping[str, Stock]:
        """The tables of the pack, with decks named after the seats that play the companies."""
        return stocks(self.pack, self.seat_of_company)

    @cached_property
    def partly_known(self) -> frozenset[str]:
        """The seats that may have unknown agents."""
        unknown = {seat: sum(self.unknown_agents(seat, deck) for deck in DECKS) for seat in self.seats}
        return frozenset(seat for seat, n in unknown.items() if n or self.unknown_special(seat))

    def decks_of(self, seat: str) -> dict[str, list[str]]:
        """R-KR-11: the known agents of a seat by deck, sorted."""
        decks: dict[str, list[str]] = {"fighters": [], "transporters": []}
        for agent in self.agents_of[seat]:
            decks[self.deck_of(agent)].append(agent)
        return decks

    @cached_property
    def rows_of(self) -> dict[str, dict[str, list[str]]]:
        """By seat the agents of ``decks_of`` in the order of their rows, which is the order in which they were
        learned."""
        found = {}
        for seat in self.seats:
            decks, squad = self.decks_of(seat), self.pack.agents[self.companies[seat]]
            rows = [agent.id for agent in (*squad.fighters, *squad.transporters, *squad.special)]
            found[seat] = {deck: sorted(agents, key=rows.index) for deck, agents in decks.items()}
        return found

    def full_decks(self, seat: str) -> dict[str, list[str]]:
        """All agents of a seat by deck, sorted, including unknown ones.

        The kind of unknown special agents is unknown too; they are split evenly.
        """
        decks, special = self.decks_of(seat), self.unknown_special(seat)
        there = [agent for agent in self.pack.agents[self.companies[seat]].special if agent.kind == "fighter"]
        fighters = min(max(SPECIAL_OF_A_KIND - len(there), 0), special)
        more = {"fighters": fighters, "transporters": special - fighters}
        return {deck: sorted(with_unknown(decks[deck], self.unknown_agents(seat, deck) + more[deck])) for deck in DECKS}

    def unknown_agents(self, seat: str, deck: str) -> int:
        """The number of unknown agents in a table of the seat's company."""
        return self.unknown[deck_path(self.companies[seat], deck)]

    def printed_slots(self, agents: Sequence[str]) -> Mapping[str, int]:
        """The slots printed on agents, by colour."""
        return self.strength(tuple(agents), ()).slots

    def unknown_special(self, seat: str) -> int:
        """The number of unknown special agents; 0 in the basic game."""
        return self.unknown_agents(seat, "special") if self.options.advanced else 0

    def deck_of(self, agent: str) -> str:
        """``fighters`` or ``transporters``."""
        return DECK_OF[self.agents[agent].kind]


def _numbers(card: Agent | Relic) -> tuple[int, int, int, int, int]:
    """Combat, extra combat against raids, and red, blue and white slots."""
    if isinstance(card, Curio):
        return NOTHING
    combat = 0 if isinstance(card, TransportRelic) else card.combat
    defence = card.ability.n if isinstance(card, Agent) and isinstance(card.ability, Defence) else 0
    return (combat, defence, 0, 0, 0) if isinstance(card, Weapon) else (combat, defence, *structs.astuple(card.slots))


def _companies(value: str | None, pack: KrysisPack, seats: Sequence[str]) -> dict[str, str]:
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


# What changes.

ByColour: TypeAlias = dict[str, int]
"""The number of each colour; all colours are present."""


def none() -> ByColour:
    """No crystals."""
    return dict.fromkeys(COLOURS, 0)


def worth(crystals: ByColour) -> int:
    """The value of crystals (R-KR-21)."""
    return sum(WORTH[colour] * n for colour, n in crystals.items())


class Stash(Struct):
    """A place for goods. Relics are ids, ``?`` for unknown ones; everybody knows their number."""

    crystals: ByColour = field(default_factory=none)
    relics: Secret[list[str]] = []

    def count(self) -> dict[str, int]:
        """The number of goods, relics included."""
        return {**self.crystals, RELICS: len(self.relics)}


class AbilityInUse(Struct, frozen=True):
    """A card at work: whose it is, which one, the rule that says so, and the camp that is raided, or who raids."""

    owner: str
    card: str
    rule: str
    target: str | None = None


class KrysisSeat(Struct):
    """A seat. The relics of ``camp`` are face down, ``up`` are the face-up ones.

    ``given`` is the face-down agent, ``bid`` the bid of this round, open as soon as bids are ``revealed``; ``reserve``
    counts unknown agents. ``drawn`` are relics of which one will be kept. ``home`` is None if it is not tracked.
    """

    camp: Stash = field(default_factory=Stash)
    home: Secret[Stash | None] = None
    up: list[str] = []
    drawn: Secret[list[str]] = []
    miner: str | None = None
    vp: int = 0
    fighters: Secret[list[str]] = []
    transporters: Secret[list[str]] = []
    hand: Secret[list[str]] = []
    box: Secret[list[str]] = []
    team: list[str] = []
    given: Secret[str | None] = None
    discard: list[str] = []
    reserve: int = 0
    bid: Secret[ByColour | None] = None
    mission: Secret[str | None] = None
    declared: dict[str, Any] = {}
    extra: dict[str, int] | UnsetType = UNSET
    """What cards bring at the end, by part of the score; left out without any, as in boxes without effects."""

    def deck(self, name: str) -> list[str]:
        """``fighters`` or ``transporters``."""
        return self.fighters if name == "fighters" else self.transporters


class KrysisNow(Struct):
    """The whole mutable state except the agenda.

    ``homes`` is the sum of all homes if homes are not tracked. ``bank`` is None if it is not counted. ``missions`` are
    the undealt ones, ``dealt`` the seats that have one. ``acted``, ``leaving`` and ``used`` belong to the turn of
    ``active``.
    """

    players: dict[str, KrysisSeat]
    bank: ByColour | None
    relic_deck: Secret[list[str]]
    homes: Stash | None
    missions: Secret[list[str]]
    dealt: list[str] = []
    relic_discard: list[str] = []
    phase: str = "setup"
    round: int = 0
    active: str | None = None
    order: list[str] | None = None
    done: list[str] = []
    revealed: bool = False
    initiative: dict[str, int] | None = None
    acted: str | None = None
    leaving: bool = False
    used: list[str] = []
    result: dict[str, Any] | None = None
    later: list[Later[AnyEffect, AbilityInUse]] | UnsetType = UNSET
    """Effects whose time is still to come."""
    kept_off: list[str] | UnsetType = UNSET
    """Who may not raid whom this round, as ``ann:ben``."""


State: TypeAlias = core.State[KrysisWorld, KrysisNow]
KRStep: TypeAlias = Step[State]


def active(s: State) -> str:
    """The seat whose miner moves, or whose turn it is."""
    assert s.now.active is not None
    return s.now.active


def strength(s: State, seat: str, target: str | None = None, to: str | None = None) -> Strength:
    """The strength of a seat's team with its face-up relics: against the camp ``target``, for goods that go ``to``."""
    player = s.now.players[seat]
    found = s.world.strength(tuple(player.team), tuple(player.up))
    if not s.world.has_effects:
        return found
    combat, defence, slots = found.combat, found.defence, dict(found.slots)
    for one in always(s, seat, target):
        if isinstance(one, MoreCombat):
            combat += one.n if one.when != "raided" else 0
            defence += one.n if one.when != "raiding" else 0
        elif isinstance(one, MoreSlots) and one.to in (None, to):
            slots = {RED: slots[RED] + one.red, BLUE: slots[BLUE] + one.blue, WHITE: slots[WHITE] + one.white}
    return Strength(max(combat, 0), max(defence, 0), slots, Crystals(**slots), found.able)


def always(s: State, seat: str, target: str | None = None) -> Iterator[Any]:
    """The effects of agents and face-up relics that always count for a seat, with their conditions decided: those of
    its own, and those of others that are about it."""
    rules: Any = s.world.effects
    for owner, player in s.now.players.items():
        for card in (*player.team, *player.up):
            if card in s.world.card_effects:
                about = AbilityInUse(owner, card, "R-KR-65", target if owner == seat else None)
                for one in rules.in_force(s, effects_of(s, card), about):
                    if seat in rules.who(s, getattr(one, "who", "me"), about):
                        yield one


def unsure(s: State, seat: str) -> bool:
    """True for a team with cards whose numbers only people know, on a board that is not whole: hands see to it."""
    player, w = s.now.players[seat], s.world
    return not w.pack.whole and any(card == UNKNOWN or card in w.pack.untold for card in (*player.team, *player.up))


def card_name(s: State, card: str) -> Words:
    """An agent by its name; a relic, on a board that is not whole, by its type if it has no name of its own."""
    w = s.world
    if card in w.agents:
        return w.word(w.agents[card].name)
    return relic_words(w, card)


def relic_words(w: KrysisWorld, relic: str) -> Words:
    """The name of a known relic; on a board that is not whole it may have none but that of its set."""
    named = w.pack.whole or any(relic in words for words in w.pack.texts.values())
    return w.word(relic if named else w.relics[relic].set_type)


def effects_of(s: State, card: str) -> Sequence[AnyEffect]:
    """What an agent or a relic does besides its printed numbers."""
    return s.world.card_effects.get(card, ())


def home_of(s: State, seat: str) -> Stash:
    """The goods at a seat's home, or at all homes together."""
    own = s.now.players[seat].home
    if own is not None:
        return own
    assert s.now.homes is not None
    return s.now.homes


def home_at(s: State, seat: str) -> str:
    """The location of a home (WIRE.md 8)."""
    return f"home:{seat}" if s.world.options.knows_home else "homes"


def camp_at(seat: str) -> str:
    """The location of a camp."""
    return f"camp:{seat}"


def all_homes(s: State) -> dict[str, int]:
    """The sum of all homes."""
    stores = [player.home for player in s.now.players.values()] if s.now.homes is None else [s.now.homes]
    counts = [store.count() for store in stores if store is not None]
    return {good: sum(count[good] for count in counts) for good in GOODS}


def rank(s: State, seat: str) -> int:
    """How far ahead the seat's miner is; last without one."""
    space = s.now.players[seat].miner
    return -1_000_000 if space is None else s.world.ranks[space]


def standing_room(s: State, space: str) -> list[str]:
    """The possible spaces of a miner on ``space``: those of its level, or the start spaces in use (R-KR-16)."""
    level = [other for other, n in s.world.level_of.items() if n == s.world.level_of[space]]
    placed = sum(player.miner is not None for player in s.now.players.values())
    starts = s.world.starts
    return list(starts[:placed]) if space in starts else level


def deserted(s: State, seat: str) -> bool:
    """R-KR-50: True if the turn is over and the team has left."""
    return s.now.phase == "action" and seat in s.now.done and not s.now.players[seat].team


def sees_agents(s: State, seat: str) -> str | None:
    """The only seat that sees its agents in hand and deck; None if they are not tracked."""
    return seat if s.world.options.knows_agents else None
