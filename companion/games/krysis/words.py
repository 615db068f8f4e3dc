"""Names and icons, and the labels of the box editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import structs

from companion.core.answers import DrawUnknown
from companion.core.piles import NOT_KNOWN, UNKNOWN
from companion.core.texts import P, SeatName, T, Words, listed, of_seat, own_name, readable
from companion.games.krysis.content import (
    BLUE,
    COLOURS,
    GOODS,
    RED,
    RELICS,
    WHITE,
    Agent,
    Alchemist,
    AnyAbility,
    Defence,
    Miner,
    Multiplier,
    Relic,
    Thief,
    Weapon,
)
from companion.games.krysis.state import KrysisWorld, Stash, State, deserted, strength, worth
from companion.scene.presenter import nameless_card
from companion.scene.scene import (
    Card,
    Piece,
)

CHANCE: Final[Mapping[str, Words]] = {
    "chance:miners": T("Order of the miners"),
    "chance:relics": T("Relic cards"),
    "chance:agents": T("Agent cards"),
    "chance:missions": T("Mission cards"),
}
"""The names of the chance items."""
COLOUR_WORDS: Final[Mapping[str, Words]] = MappingProxyType(
    {RED: T("red crystals"), BLUE: T("blue crystals"), WHITE: T("white crystals"), RELICS: T("relics")}
)
KINDS: Final[Mapping[str, Words]] = MappingProxyType({"fighter": T("Fighter"), "transporter": T("Transporter")})
DECKS: Final[Mapping[str, Words]] = MappingProxyType({"fighters": T("Fighters"), "transporters": T("Transporters")})
COMBAT, INITIATIVE, VP, BANK, HOME, CAMP, RELIC = "combat", "initiative", "vp", "bank", "home", "camp", "relic"
DESTINATION_ICONS: Final[Mapping[str, str]] = MappingProxyType({"home": HOME, "bank": BANK, "camp": CAMP})
TO: Final[Mapping[str, Words]] = MappingProxyType(
    {"home": T("home"), "bank": T("to the bank"), "camp": T("into your camp")}
)
"""The destinations of goods."""


def company_number(w: KrysisWorld, seat: str) -> int:
    """The index of a seat's company in the pack, from 1."""
    return [company.id for company in w.pack.companies].index(w.companies[seat]) + 1


def seat_icon(w: KrysisWorld, seat: str) -> str:
    """The icon of a player: that of the company."""
    return f"company:{company_number(w, seat)}"


def miner_icon(w: KrysisWorld, seat: str) -> str:
    """The icon of a miner."""
    return f"miner:{company_number(w, seat)}"


def seat_name(w: KrysisWorld, seat: str) -> SeatName:
    """The name of a seat: the company if it is named after it."""
    for company in w.pack.companies:
        if company.id == seat:
            return of_seat(seat, w.word(company.name))
    return own_name(seat)


def company_name(w: KrysisWorld, seat: str) -> Words:
    """The company of a seat."""
    return next(w.word(company.name) for company in w.pack.companies if company.id == w.companies[seat])


def seats_listed(w: KrysisWorld, seats: list[str]) -> Words:
    """The names of seats, as a list."""
    return listed([seat_name(w, seat) for seat in seats])


def space_name(w: KrysisWorld, space: str) -> Words:
    """A space of the mine."""
    return T("start space {index}", index=space) if space in w.start_spaces else w.word(space)


def _count(good: str, n: int) -> Words:
    if good == RED:
        return P("{n} red", "{n} red", n)
    if good == BLUE:
        return P("{n} blue", "{n} blue", n)
    if good == WHITE:
        return P("{n} white", "{n} white", n)
    return P("{n} relic", "{n} relics", n)


def goods_words(goods: Mapping[str, int]) -> Words:
    """Goods, most valuable crystals first: "2 red, 1 relic"; "nothing" for none."""
    found = [_count(good, goods[good]) for good in GOODS if goods.get(good)]
    return listed(found) if found else T("nothing")


def goods_of(record: Any) -> dict[str, int]:
    """The amounts of a record or answer: crystals, and relics if it has them."""
    return {good: int(getattr(record, good, 0)) for good in GOODS}


def goods_icons(goods: Mapping[str, int]) -> list[str]:
    """One icon per piece of goods."""
    return [icon for good in GOODS for icon in [good_icon(good)] * goods.get(good, 0)]


def good_icon(good: str) -> str:
    """The icon of a crystal, or of a face-down relic."""
    return RELIC if good == RELICS else f"crystal:{good}"


def good_pieces(goods: Mapping[str, int]) -> list[Piece]:
    """Stacks of goods."""
    return [Piece(good_icon(good), COLOUR_WORDS[good], goods[good]) for good in GOODS if goods.get(good)]


def stash_pieces(store: Stash) -> list[Piece]:
    """The goods of a place, relics face down; each kind is listed, even if there is none."""
    goods = store.count()
    return [Piece(good_icon(good), COLOUR_WORDS[good], goods[good]) for good in GOODS]


def slot_icons(slots: Mapping[str, int]) -> list[str]:
    """One icon per slot."""
    return [f"slot:{colour}" for colour in COLOURS for _ in range(slots[colour])]


def bid_words(bid: Mapping[str, int]) -> Words:
    """A bid with its value (R-KR-21)."""
    return T("{value} ({goods})", value=worth(dict(bid)), goods=goods_words(bid))


def agent_icon(w: KrysisWorld, agent: str) -> str:
    """The icon of an agent, by its kind."""
    return RELIC if agent == UNKNOWN else f"agent:{w.agents[agent].kind}"


def agent_name(w: KrysisWorld, agent: str) -> Words:
    """The name on an agent card."""
    return NOT_KNOWN if agent == UNKNOWN else w.word(w.agents[agent].name)


def _speed(speed: int | Multiplier) -> Words:
    if isinstance(speed, Multiplier):
        return T("{n} for each of the {goods} in the camp", n=speed.times, goods=COLOUR_WORDS[speed.per])
    return speed


_ABILITIES: Mapping[type, Callable[[Any], Words]] = MappingProxyType(
    {
        Defence: lambda ability: T("Defence {n}", n=ability.n),
        Thief: lambda ability: T("Thief: {goods}", goods=goods_words(goods_of(ability))),
        Miner: lambda ability: T("Eminent miner: {goods}", goods=goods_words(goods_of(ability))),
        Alchemist: lambda ability: T("Alchemist"),
    }
)
_NAMES: Final[Mapping[type, Words]] = MappingProxyType({Thief: T("Thief"), Miner: T("Eminent miner")})
"""Short names of abilities, without their goods."""
_ONE: Final[Mapping[str, Words]] = MappingProxyType(
    {RED: T("red"), BLUE: T("blue"), WHITE: T("white"), RELICS: T("relic")}
)


def ability_words(ability: AnyAbility) -> Words:
    """An ability in words."""
    says = _ABILITIES.get(type(ability))
    return says(ability) if says is not None else T("Spy")


def ability_icon(ability: AnyAbility) -> str:
    """The icon of an ability."""
    return f"ability:{ability.__struct_config__.tag}"


def agent_detail(w: KrysisWorld, agent: str) -> Words:
    """The values of an agent, short enough for a button, without zeros."""
    if agent == UNKNOWN:
        return DrawUnknown.detail
    card, parts = w.agents[agent], list[Words]()
    if isinstance(card.speed, Multiplier):
        parts.append(T("speed {n} × {good}", n=card.speed.times, good=_ONE[card.speed.per]))
    elif card.speed:
        parts.append(T("speed {n}", n=card.speed))
    if card.combat:
        parts.append(T("combat {n}", n=card.combat))
    slots = goods_of(card.slots)
    if any(slots.values()):
        parts.append(goods_words(slots))
    if card.ability is not None:
        parts.append(_NAMES.get(type(card.ability)) or ability_words(card.ability))
    return listed(parts)


def agent_tally(w: KrysisWorld, agent: str) -> list[Piece]:
    """The values of an agent as figures: speed, combat, slots; empty if its speed is a sum."""
    card = None if agent == UNKNOWN else w.agents[agent]
    if card is None or isinstance(card.speed, Multiplier):
        return []
    figures = [(INITIATIVE, T("Speed"), card.speed), (COMBAT, T("Combat"), card.combat)]
    return [*(Piece(icon, name, n) for icon, name, n in figures if n), *good_pieces(goods_of(card.slots))]


def _detail(card: Agent) -> Words:
    """The text of an agent card in a line."""
    slots = goods_of(card.slots)
    parts: list[Words] = [T("speed {n}", n=_speed(card.speed)), T("combat {n}", n=card.combat)]
    if any(slots.values()):
        parts.append(T("slots: {goods}", goods=goods_words(slots)))
    if card.ability is not None:
        parts.append(ability_words(card.ability))
    return listed(parts)


def agent_icons(w: KrysisWorld, agent: str) -> list[str]:
    """Kind, stars and ability."""
    if agent == UNKNOWN:
        return [agent_icon(w, agent)]
    card = w.agents[agent]
    more = [] if card.ability is None else [ability_icon(card.ability)]
    return [agent_icon(w, agent), f"star:{card.stars}", *more]


def agent_card(w: KrysisWorld, agent: str) -> Card:
    """An agent to look at."""
    if agent == UNKNOWN:
        return nameless_card("agents", agent_icon(w, agent))
    return structs.replace(agent_face(w.agents[agent], agent_name(w, agent)), id=agent)


def agent_face(card: Agent, name: Words) -> Card:
    """An agent card as printed."""
    heading = P("{kind}, {n} star", "{kind}, {n} stars", card.stars, kind=KINDS[card.kind])
    return Card("agents", f"agent:{card.kind}", name, heading, _detail(card))


def relic_name(w: KrysisWorld, relic: str) -> Words:
    """A relic."""
    return NOT_KNOWN if relic == UNKNOWN else w.word(relic)


def relic_icon(w: KrysisWorld, relic: str) -> str:
    """The icon of a visible relic."""
    if relic == UNKNOWN:
        return RELIC
    return _sort(w.relics[relic])


def _sort(relic: Relic) -> str:
    return "weapon" if isinstance(relic, Weapon) else "transport"


def set_types(w: KrysisWorld) -> list[str]:
    """The types of relics, in order of first use in the pack."""
    return list(dict.fromkeys(relic.set_type for relic in w.pack.relics))


def set_icon(w: KrysisWorld, relic: str) -> str:
    """The icon of a relic's type; a generic one if it is unknown."""
    if relic == UNKNOWN:
        return RELIC
    return f"set:{set_types(w).index(w.relics[relic].set_type) + 1}"


def _use(relic: Relic) -> Words:
    if isinstance(relic, Weapon):
        return T("weapon, combat +{n}", n=relic.combat)
    return T("transport, {goods}", goods=goods_words(goods_of(relic.slots)))


def relic_detail(w: KrysisWorld, relic: str) -> Words:
    """The effect of a face-up relic, and its set."""
    if relic == UNKNOWN:
        return DrawUnknown.detail
    there = w.relics[relic]
    return _use_of_set(there, w.word(there.set_type))


def relic_tally(w: KrysisWorld, relic: str) -> list[Piece]:
    """The effect of a relic as figures: combat, or slots."""
    there = None if relic == UNKNOWN else w.relics[relic]
    if isinstance(there, Weapon):
        return [Piece(COMBAT, T("Combat"), there.combat)]
    return [] if there is None else good_pieces(goods_of(there.slots))


def _use_of_set(relic: Relic, set_type: Words) -> Words:
    return T("{use}; set: {type}", use=_use(relic), type=set_type)


def relic_card(w: KrysisWorld, relic: str, heading: Words | None = None) -> Card:
    """A relic to look at."""
    if relic == UNKNOWN:
        return nameless_card(RELICS, RELIC, heading)
    return Card(RELICS, relic_icon(w, relic), relic_name(w, relic), heading, relic_detail(w, relic), relic)


def relic_face(relic: Relic) -> Card:
    """A relic card as printed."""
    return Card(RELICS, _sort(relic), readable(relic.id), None, _use_of_set(relic, relic.set_type))


def mission_words(mission: str) -> Words:
    """The goal of a mission (R-KR-73)."""
    return T("Most {goods} at home", goods=COLOUR_WORDS[mission])


def points(n: int) -> Words:
    """Victory points."""
    return P("{n} VP", "{n} VP", n)


def against_words(s: State, seat: str) -> Words | None:
    """The combat of the active player against the defence of ``seat`` (R-KR-51, R-KR-52)."""
    active = s.now.active
    if active is None:
        return None
    own = strength(s, active).combat
    if deserted(s, seat):
        return T("deserted")
    other = strength(s, seat).defence
    sign = ">" if own > other else "=" if own == other else "<"
    return f"{own} {sign} {other}"


# The labels of the box editor.


BOX: Final[Mapping[str, Words]] = {
    "whole": T("All of it is told"),
    "companies": T("Companies"),
    "crystals": T("Crystals"),
    "start_spaces": T("Start spaces"),
    "levels": T("Levels"),
    "levels#": T("Level"),
    "agents": T("Agents"),
    "relic_scores": T("Points for relics"),
    "missions": T("Missions"),
    "forward_rank": T("How far ahead"),
    "spaces": T("Spaces"),
    "options": T("What lies there"),
    "fighters": T("Fighters"),
    "transporters": T("Transporters"),
    "special": T("Special agents"),
    "same": T("Of the same set"),
    "different": T("Of different sets"),
    **{f"{kind}.{n}": P("{n} card", "{n} cards", n) for kind in ("same", "different") for n in range(1, 13)},
    "set_type": T("Set"),
    "combat": T("Combat"),
    "slots": T("Slots"),
    "stars": T("Stars"),
    "speed": T("Speed"),
    "ability": T("Ability"),
    "shared": T("In every company"),
    "relics": T("Relics"),
    "per": T("For each crystal that is"),
    "times": T("That much speed"),
    "n": T("Combat"),
    "+weapon": T("A weapon"),
    "+transport": T("A transport"),
    "+multiplier": T("So much for each crystal"),
    "+defence": T("Defence"),
    "+thief": T("Thief"),
    "+spy": T("Spy"),
    "+miner": T("Miner"),
    "+alchemist": T("Alchemist"),
    "=fighter": T("Fighter"),
    "=transporter": T("Transporter"),
}
"""Labels for ``companion.packs.editing.words.BoxWords``."""

ICONS: Final[Mapping[str, str]] = {
    **{colour: f"crystal:{colour}" for colour in ("red", "blue", "white")},
    **{f"per={colour}": f"crystal:{colour}" for colour in ("red", "blue", "white")},
    **{f"+{ability}": f"ability:{ability}" for ability in ("defence", "thief", "spy", "miner", "alchemist")},
    **{f"={kind}": f"agent:{kind}" for kind in ("fighter", "transporter")},
    "relics": "relic",
    "+weapon": "weapon",
    "+transport": "transport",
}
"""Icons by the same keys."""
