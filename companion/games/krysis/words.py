"""Krysis in words: names and icons, instructions, answers, notices, labels of the box editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, structs

from companion.core.answers import Answer, DrawUnknown
from companion.core.asks import Ask
from companion.core.buttons import said_by
from companion.core.instructions import Instruction, ident, kind
from companion.core.piles import NOT_KNOWN, UNKNOWN
from companion.core.setup import once
from companion.core.texts import P, SeatName, T, Words, as_printed, listed, of_seat, own_name, readable
from companion.games.krysis import answers as a
from companion.games.krysis.answers import Raid
from companion.games.krysis.checks import blank_spaces
from companion.games.krysis.content import (
    BLUE,
    BUTTONS,
    COLOURS,
    GOODS,
    HOME_AT_START,
    MISSIONS,
    RED,
    RELICS,
    WHITE,
    Agent,
    Alchemist,
    AnyAbility,
    Curio,
    Defence,
    Miner,
    Multiplier,
    Relic,
    Thief,
    TransportRelic,
    Weapon,
)
from companion.games.krysis.rules.action import BECOMES
from companion.games.krysis.state import (
    DRAWN_AT_START,
    REFILL,
    TACTICAL_HAND,
    KrysisWorld,
    Stash,
    State,
    all_homes,
    deserted,
    none,
    relic_words,
    strength,
    unsure,
    worth,
)
from companion.scene.lines import PlaceWords, sets_up, setup_line
from companion.scene.presenter import nameless_card
from companion.scene.scene import Card, Line, Opened, Piece, Reveal

# Names and icons, and the labels of the box editor.

CHANCE: Final[Mapping[str, Words]] = {
    "chance:miners": T("Order of the miners"),
    "chance:relics": T("Relic cards"),
    "chance:agents": T("Agent cards"),
    "chance:missions": T("Mission cards"),
}
"""The names of the chance items."""
COLOUR_WORDS: Final[Mapping[str, Words]] = {
    RED: T("red crystals"),
    BLUE: T("blue crystals"),
    WHITE: T("white crystals"),
    RELICS: T("relics"),
}
GAME_WORDS: Final[Mapping[str, Words]] = {**CHANCE, **{f"crystal:{colour}": COLOUR_WORDS[colour] for colour in COLOURS}}
KINDS: Final[Mapping[str, Words]] = {"fighter": T("Fighter"), "transporter": T("Transporter")}
DECKS: Final[Mapping[str, Words]] = {"fighters": T("Fighters"), "transporters": T("Transporters")}
COMBAT, INITIATIVE, VP, BANK, HOME, CAMP, RELIC = "combat", "initiative", "vp", "bank", "home", "camp", "relic"
TO: Final[Mapping[str, Words]] = {"home": T("home"), "bank": T("to the bank"), "camp": T("into your camp")}
"""The destinations of goods."""


@once
def company_number(w: KrysisWorld, seat: str) -> int:
    """The index of a seat's company in the pack, from 1."""
    return [company.id for company in w.pack.companies].index(w.companies[seat]) + 1


def seat_icon(w: KrysisWorld, seat: str) -> str:
    """The icon of a player: that of the company."""
    return f"company:{company_number(w, seat)}"


def miner_icon(w: KrysisWorld, seat: str) -> str:
    """The icon of a miner."""
    return f"miner:{company_number(w, seat)}"


@once
def seat_name(w: KrysisWorld, seat: str) -> SeatName:
    """The name of a seat: the company if it is named after it."""
    for company in w.pack.companies:
        if company.id == seat:
            return of_seat(seat, w.word(company.name))
    return own_name(seat)


def person(w: KrysisWorld, seat: str) -> tuple[str, Words, str]:
    """A seat, its name and its icon."""
    return seat, seat_name(w, seat), seat_icon(w, seat)


@once
def company_name(w: KrysisWorld, seat: str) -> Words:
    """The company of a seat."""
    return next(w.word(company.name) for company in w.pack.companies if company.id == w.companies[seat])


BLANK_SPACES: Final = blank_spaces()


@once
def space_name(w: KrysisWorld, space: str) -> Words:
    """A space of the mine, which may have no name."""
    if space in w.start_spaces:
        return T("start space {index}", index=space)
    said, blank = w.word(space), BLANK_SPACES.get(space)
    return said if blank is None or not isinstance(said, dict) else structs.replace(blank, own=said)


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


_ABILITIES: Mapping[type, Callable[[Any], Words]] = {
    Defence: lambda ability: T("Defence {n}", n=ability.n),
    Thief: lambda ability: T("Thief: {goods}", goods=goods_words(goods_of(ability))),
    Miner: lambda ability: T("Eminent miner: {goods}", goods=goods_words(goods_of(ability))),
    Alchemist: lambda ability: T("Alchemist"),
}
_NAMES: Final[Mapping[type, Words]] = {Thief: T("Thief"), Miner: T("Eminent miner")}
"""Short names of abilities, without their goods."""
_ONE: Final[Mapping[str, Words]] = {RED: T("red"), BLUE: T("blue"), WHITE: T("white"), RELICS: T("relic")}


def ability_words(ability: AnyAbility) -> Words:
    """An ability in words."""
    says = _ABILITIES.get(type(ability))
    return says(ability) if says is not None else T("Spy")


def ability_icon(ability: AnyAbility) -> str:
    """The icon of an ability."""
    return f"ability:{ability.__struct_config__.tag}"


@once
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
    parts += done_by(w, card)
    return listed(parts) if parts or agent not in w.pack.untold else DrawUnknown.detail


def done_by(w: KrysisWorld, card: Agent | Relic) -> list[Words]:
    """What a card does, as the buttons say it, on a board that is not whole; none if they do not say all of it."""
    raw = [] if w.pack.whole else [msgspec.to_builtins(effect) for effect in card.effects]
    said = [said_by(BUTTONS, one, {}) for one in raw]
    return [words for words in said if words is not None] if all(said) else []


@once
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


@once
def agent_icons(w: KrysisWorld, agent: str) -> list[str]:
    """Kind, stars and ability."""
    if agent == UNKNOWN:
        return [agent_icon(w, agent)]
    card = w.agents[agent]
    more = [] if card.ability is None else [ability_icon(card.ability)]
    stars = [] if agent in w.pack.untold else [f"star:{card.stars}"]
    return [agent_icon(w, agent), *stars, *more]


@once
def agent_card(w: KrysisWorld, agent: str) -> Card:
    """An agent to look at."""
    if agent == UNKNOWN:
        return nameless_card("agents", agent_icon(w, agent))
    face = agent_face(w.agents[agent], agent_name(w, agent))
    if agent in w.pack.untold:
        face = structs.replace(face, heading=KINDS[w.agents[agent].kind], text=agent_detail(w, agent))
    return structs.replace(face, id=agent)


def agent_face(card: Agent, name: Words) -> Card:
    """An agent card as printed."""
    heading = P("{kind}, {n} star", "{kind}, {n} stars", card.stars, kind=KINDS[card.kind])
    return Card("agents", f"agent:{card.kind}", name, heading, _detail(card))


def relic_name(w: KrysisWorld, relic: str) -> Words:
    """A relic."""
    return NOT_KNOWN if relic == UNKNOWN else relic_words(w, relic)


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


@once
def set_icon(w: KrysisWorld, relic: str) -> str:
    """The icon of a relic's type; a generic one if it is unknown."""
    if relic == UNKNOWN:
        return RELIC
    return f"set:{set_types(w).index(w.relics[relic].set_type) + 1}"


def _use(relic: Relic) -> Words:
    if isinstance(relic, Weapon):
        return T("weapon, combat +{n}", n=relic.combat)
    if isinstance(relic, Curio):
        return T("neither weapon nor transport")
    return T("transport, {goods}", goods=goods_words(goods_of(relic.slots)))


@once
def relic_detail(w: KrysisWorld, relic: str) -> Words:
    """The effect of a face-up relic, and its set."""
    if relic == UNKNOWN:
        return DrawUnknown.detail
    there = w.relics[relic]
    done = done_by(w, there)
    if isinstance(there, Curio) and not w.pack.whole:
        return listed(done) if done else DrawUnknown.detail
    return listed([_use_of_set(there, w.word(there.set_type)), *done])


@once
def relic_tally(w: KrysisWorld, relic: str) -> list[Piece]:
    """The effect of a relic as figures: combat, or slots."""
    there = None if relic == UNKNOWN else w.relics[relic]
    if isinstance(there, Weapon):
        return [Piece(COMBAT, T("Combat"), there.combat)]
    return good_pieces(goods_of(there.slots)) if isinstance(there, TransportRelic) else []


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


def mission_words(w: KrysisWorld, mission: str) -> Words:
    """The goal of a mission (R-KR-73), or the name of one that only this box has."""
    if mission == UNKNOWN:
        return NOT_KNOWN
    if mission in w.mission_cards:
        return w.word(w.mission_cards[mission].name)
    return T("Most {goods} at home", goods=COLOUR_WORDS[mission])


def mission_icon(mission: str) -> str:
    """What a mission is about; its points if only this box has it."""
    return f"mission:{mission}" if mission in MISSIONS else VP


def points(n: int) -> Words:
    """Victory points."""
    return P("{n} VP", "{n} VP", n)


def against_words(s: State, seat: str) -> Words | None:
    """The combat of the active player against the defence of ``seat`` (R-KR-51, R-KR-52)."""
    active = s.now.active
    if active is None:
        return None
    own = strength(s, active, seat).combat
    if deserted(s, seat):
        return T("deserted")
    if unsure(s, active) or unsure(s, seat):
        return T("if you are stronger")
    other = strength(s, seat, active).defence
    sign = ">" if own > other else "=" if own == other else "<"
    return f"{own} {sign} {other}"


# The labels of the box editor.


WHO: Final[Mapping[str, Words]] = {
    "me": T("you"),
    "them": T("each of them"),
    "everybody": T("all players"),
    "others": T("all others"),
    "somebody": T("somebody that you choose"),
    "target": T("the other camp"),
    "one_to_act": T("one who has not acted yet, that you choose"),
    "to_act": T("whoever has not acted yet"),
    "acted": T("whoever has acted"),
    "ahead": T("whoever is ahead of all others"),
    "behind": T("whoever is behind all others"),
    "most_red": T("whoever has most red crystals"),
    "fewest_red": T("whoever has fewest red crystals"),
    "most_blue": T("whoever has most blue crystals"),
    "fewest_blue": T("whoever has fewest blue crystals"),
    "most_white": T("whoever has most white crystals"),
    "fewest_white": T("whoever has fewest white crystals"),
    "most_relics": T("whoever has most relics"),
    "fewest_relics": T("whoever has fewest relics"),
    "most_vp": T("whoever has most VP"),
    "fewest_vp": T("whoever has fewest VP"),
}
THINGS: Final[Mapping[str, Words]] = {
    "red": T("red crystals in the camp"),
    "blue": T("blue crystals in the camp"),
    "white": T("white crystals in the camp"),
    "relics": T("face-down relics in the camp"),
    "up": T("face-up relics in the camp"),
    "weapons": T("face-up weapons in the camp"),
    "vp": T("VP"),
    "home_red": T("red crystals at home"),
    "home_blue": T("blue crystals at home"),
    "home_white": T("white crystals at home"),
    "home_relics": T("relics at home"),
    "red_slots": T("red slots of the team"),
    "blue_slots": T("blue slots of the team"),
    "white_slots": T("white slots of the team"),
    "fighters": T("fighters of the team"),
    "transporters": T("transporters of the team"),
    "round": T("number of the round"),
    "acted_self": T("1 once you have acted"),
    "hand": T("agents in the hand"),
}
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
    ".options": T("What lies there"),
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
    "mission_cards": T("Other missions"),
    "+other": T("Neither weapon nor transport"),
    "who": T("Who"),
    "home": T("Out of the home"),
    "keep": T("Kept of them"),
    "to": T("Only if it goes"),
    "on": T("When"),
    "+gain": T("It comes into the camp"),
    "+lose": T("It goes to the bank"),
    "+pay": T("It is paid to the bank"),
    "+give": T("It is given to you"),
    "+carry_home": T("It is carried home"),
    "+vp": T("VP"),
    "+draw_relics": T("Relics are drawn"),
    "+protect": T("Somebody may not raid you this round"),
    "+note": T("You do something yourselves"),
    "+combat": T("The team fights better"),
    "+speed": T("The team is faster"),
    "+slots": T("The team carries more"),
    "+guard": T("No ability takes your crystals"),
    "+joker": T("It stands for any relic"),
    "+when": T("Whenever something happens"),
    "=raiding": T("when it raids"),
    "when=raided": T("when it is raided"),
    "when=round_start": T("Next round"),
    "when=round_end": T("At the end of the round"),
    "until=game": T("every time until the end of the game"),
    "to=home": T("home"),
    "to=bank": T("to the bank"),
    "to=camp": T("into the camp"),
    "on=home": T("goods are carried home"),
    "on=bank": T("goods are carried to the bank"),
    "on=raid": T("you raid"),
    "on=raided": T("you are raided"),
    "on=overtime": T("you work overtime"),
    "on=round_end": T("the round ends"),
    "on=end_home": T("it is at home at the end"),
    "on=end_camp": T("it is in the camp at the end"),
    **{f"{field}={who}": words for field in ("who", "by", "of") for who, words in WHO.items()},
    **{f"of={thing}": words for thing, words in THINGS.items()},
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


def exchange_words(answer: a.UseAbility) -> Words:
    """The exchange of an alchemist."""
    if answer.give is UNSET or answer.n is UNSET:
        return T("Exchange nothing")
    get = goods_words({BECOMES[str(answer.give)]: answer.n})
    return T("{give} → {get}", give=goods_words({str(answer.give): answer.n}), get=get)


# Instructions, answers, notices and reveals in words.

FIRST_RELIC, DRAWN, BIDS, AGENTS, ORDER = "R-KR-12", "R-KR-26", "R-KR-19", "R-KR-28", "R-KR-32"
RAIDED, SPIED = "R-KR-55", "R-KR-68"
HANDED = (AGENTS, "R-KR-30")
"""The rules of what hands do, and nobody reads aloud."""
DISCARD, DECK = "discard:relics", "deck:relics"


def lines(state: State, instructions: Sequence[Instruction]) -> list[Line]:
    """Instructions in words, in order; setup first, as a short check-list."""
    if sets_up(instructions, "cube"):
        since = [todo for todo in instructions if todo.rule is not None]
        return [*_set_up(state), *_lines(state, since)]
    return _lines(state, instructions)


def _lines(s: State, instructions: Sequence[Instruction]) -> list[Line]:
    opened = max((at for at, todo in enumerate(instructions) if _opens(todo)), default=None)
    # Of a cube that moves on and on, only where it ends.
    ends = {todo.piece: at for at, todo in enumerate(instructions) if kind(todo.piece) == "cube"}
    done: list[Line] = []
    at = 0
    while at < len(instructions):
        todo = instructions[at]
        n = _alike(instructions, at)
        if ends.get(todo.piece, 0) >= at + n:
            at += n
            continue
        if _opens(todo):
            done += _opened(s, todo, latest=at == opened)
        elif todo.rule != AGENTS or todo.verb == "tell" or s.world.options.knows_agents:
            # Agents that hands hold have been turned up before.
            done.append(_line(s, instructions[at : at + n]))
        at += n
    return done


def _opens(todo: Instruction) -> bool:
    return todo.verb == "tell" and todo.rule in (BIDS, ORDER)


def _opened(s: State, todo: Instruction, *, latest: bool) -> list[Line]:
    """Announcements; for what was just revealed, the resulting order."""
    if not latest:
        return [_announced(todo)]
    return (_bid_lines(s) if todo.rule == BIDS else _initiative_lines(s)) or [_announced(todo)]


def _announced(todo: Instruction) -> Line:
    return Line("", "speaker", todo.text or "", None, todo.rule, instruction=todo, read=todo.rule not in HANDED)


def _alike(instructions: Sequence[Instruction], at: int) -> int:
    """The number of instructions from ``at`` that form one line: goods on the same way, or steps of a cube."""
    first = instructions[at]
    sort = _same_way(first)
    if sort is None:
        return 1
    n = at + 1
    while n < len(instructions) and _same_way(instructions[n]) == sort:
        n += 1
    if (
        sort[0] == RELIC
        and sort[2] == DECK
        and n == at + 1
        and n < len(instructions)
        and _goes_with(first, instructions[n])
    ):
        n += 1
    return n - at


def _same_way(todo: Instruction) -> tuple[str | None, ...] | None:
    what = kind(todo.piece)
    if what == "cube":
        return (todo.piece,)
    return (what, todo.verb, todo.source, todo.to, todo.at) if what in ("crystal", RELIC) else None


def _goes_with(first: Instruction, second: Instruction) -> bool:
    """The relic that is not kept is discarded along with the choice."""
    unseen = first.rule == second.rule == DRAWN and first.source == second.source == DECK
    return unseen and second.to == DISCARD and first.to != DISCARD


def _line(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    if todo.verb == "tell" and todo.rule == REFILL:
        return Line("→", "agent:fighter", todo.text or "", None, todo.rule, instruction=todo, deck="agents")
    if todo.verb == "tell":
        return _announced(todo)
    return _PIECES[kind(todo.piece)](s, parts)


def _seat(s: State, name: str | None) -> Words:
    return seat_name(s.world, ident(name))


_where: PlaceWords[KrysisWorld] = PlaceWords(
    {
        DISCARD: T("the relic discard"),
        DECK: T("the relic deck"),
        "deck:missions": T("the missions"),
        "homes": T("behind the screen"),
    },
    {
        "camp": lambda w, seat: T("the camp of {seat}", seat=seat_name(w, seat)),
        "home": lambda w, seat: T("the home of {seat}", seat=seat_name(w, seat)),
        "drawn": lambda w, seat: T("drawn by {seat}", seat=seat_name(w, seat)),
        "fighters": lambda w, seat: T("the fighters of {seat}", seat=seat_name(w, seat)),
        "transporters": lambda w, seat: T("the transporters of {seat}", seat=seat_name(w, seat)),
        "hand": lambda w, seat: T("the hand of {seat}", seat=seat_name(w, seat)),
        "reserve": lambda w, seat: T("hand and decks of {seat}", seat=seat_name(w, seat)),
        "team": lambda w, seat: T("the team of {seat}", seat=seat_name(w, seat)),
        "discard": lambda w, seat: T("the discarded agents of {seat}", seat=seat_name(w, seat)),
        "mission": lambda w, seat: T("the mission of {seat}", seat=seat_name(w, seat)),
        "space": space_name,
        "score": lambda w, n: points(int(n)),
    },
)


def _spot(todo: Instruction) -> str | None:
    """The place of the picture that a line is about."""
    places = (todo.to, todo.at, todo.source)
    return next((place for place in places if kind(place) in ("camp", "space")), None)


def _way(s: State, what: Words, parts: Sequence[Instruction]) -> tuple[str, Words]:
    """The sign and words of a piece that comes, goes or moves."""
    todo = parts[0]
    if todo.verb == "place":
        return "+", T("{what}: {place}", what=what, place=_where(s.world, todo.at))
    if todo.verb == "remove":
        return "−", T("{what}: away, it was {place}", what=what, place=_where(s.world, todo.at))
    return "→", T(
        "{what}: {source} → {to}", what=what, source=_where(s.world, todo.source), to=_where(s.world, todo.to)
    )


def _crystals(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    goods = {colour: sum(one.n or 1 for one in parts if ident(one.piece) == colour) for colour in COLOURS}
    what, icon = goods_words(goods), good_icon(ident(todo.piece))
    if todo.verb == "remove":
        words: Words = T("{goods} to the bank: {place}", goods=what, place=_where(s.world, todo.at))
        return Line("−", icon, words, _spot(todo), todo.rule, instruction=todo)
    sign, words = _way(s, what, parts)
    return Line(sign, icon, words, _spot(todo), todo.rule, instruction=todo)


def _relic(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    line = Line("→", RELIC, "", _spot(todo), todo.rule, instruction=todo, deck=RELICS)
    if todo.verb == "flip":
        return structs.replace(line, sign="", words=T("{seat}: turn the relic over", seat=_seat(s, todo.at)))
    if todo.source == DISCARD and todo.to == DECK:
        words = T("shuffle the discarded relics into a new deck")
        return structs.replace(line, sign="", icon="shuffle", words=words, tone="quiet")
    if len(parts) == 2 and parts[1].to == DISCARD and todo.to != DISCARD:
        words = T("{seat}: draw 2 relics, keep 1 face down in the camp, discard the other", seat=_seat(s, todo.to))
        return structs.replace(line, words=words)
    n = sum(one.n or 1 for one in parts)
    if todo.rule == FIRST_RELIC:
        words = T("{seat}: a relic face down into the camp", seat=_seat(s, todo.to))
        return structs.replace(line, words=words)
    sign, words_ = _way(s, goods_words({RELICS: n}), parts)
    if todo.rule == RAIDED:
        words_ = P(
            "announce {n} relic and take it without looking: {source} → {to}",
            "announce {n} relics and take them without looking: {source} → {to}",
            n, source=_where(s.world, todo.source), to=_where(s.world, todo.to),
        )  # fmt: skip
    elif todo.rule == SPIED and not s.world.options.knows_relics:
        words_ = T("look at the relics there and take one: {source} → {to}",
                   source=_where(s.world, todo.source), to=_where(s.world, todo.to))  # fmt: skip
    return structs.replace(line, sign=sign, words=words_)


def _agents(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    n = todo.n or 1
    line = Line("→", "agent:fighter", "", None, todo.rule, instruction=todo, deck="agents")
    if todo.rule == AGENTS:
        words: Words = T("{seat}: an agent face down", seat=_seat(s, todo.to))
        return structs.replace(line, words=words, tone="quiet")
    if todo.verb == "remove":
        words = T("{seat}: an agent into the box, unseen", seat=_seat(s, todo.at))
        return structs.replace(line, sign="−", words=words)
    sign, words = _way(s, P("{n} agent", "{n} agents", n), parts)
    return structs.replace(line, sign=sign, words=words)


def _miner(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    seat = ident(todo.piece)
    miner = T("the miner of {seat}", seat=seat_name(s.world, seat))
    sign, words = "→", T("{what}: {place}", what=miner, place=_where(s.world, todo.to or todo.at))
    if todo.verb == "remove":
        sign, words = _way(s, miner, parts)  # type: ignore[assignment]
    icon = miner_icon(s.world, seat)
    return Line(sign, icon, words, _spot(todo), todo.rule, instruction=todo)


def _cube(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[-1]
    seat = ident(todo.piece)
    words = T("{seat}: score cube on {n}", seat=seat_name(s.world, seat), n=ident(todo.to or todo.at))
    return Line("→", VP, words, None, todo.rule, "good", todo)


def _mission(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    line = Line("→", "players", "", None, todo.rule, instruction=todo, deck="missions")
    if todo.to is not None and todo.to.startswith("mission:"):
        seat = ident(todo.to)
        icon = f"company:{company_number(s.world, seat)}"
        words = T("{seat}: a mission, for your eyes only", seat=seat_name(s.world, seat))
        return structs.replace(line, icon=icon, words=words)
    sign, way = _way(s, T("a mission"), parts)
    return structs.replace(line, sign=sign, words=way)


_PIECES: Mapping[str, Callable[[State, Sequence[Instruction]], Line]] = {
    "crystal": _crystals,
    RELIC: _relic,
    "agent": _agents,
    "miner": _miner,
    "cube": _cube,
    "mission": _mission,
}
"""The line for each kind of piece."""


def _bid_lines(s: State) -> list[Line]:
    """The bids in the resulting order; empty once a miner has moved."""
    now = s.now
    if not now.revealed or now.order is None or now.done or now.phase != "mining":
        return []
    bids = {seat: player.bid or none() for seat, player in now.players.items()}
    values = {seat: worth(bid) for seat, bid in bids.items()}
    return _ranked(s, values, lambda seat: bid_words(bids[seat]), "R-KR-21")


def _initiative_lines(s: State) -> list[Line]:
    """The initiative in order; empty before the third agent, and once a seat has been active."""
    now = s.now
    if now.phase != "action" or now.initiative is None or now.order is None or now.done:
        return []
    found = now.initiative
    return _ranked(s, found, lambda seat: T("initiative {n}", n=found[seat]), "R-KR-32")


def _ranked(s: State, values: Mapping[str, int], shown: Callable[[str], Words], rule: str) -> list[Line]:
    order = s.now.order or []
    found = []
    for place, seat in enumerate(order, 1):
        words: Words = T("{place}. {seat}: {value}", place=place, seat=seat_name(s.world, seat), value=shown(seat))
        tied = _tied_behind(order, values, place - 1)
        if tied is not None:
            words = T("{line}; the miner is ahead of {seat}", line=words, seat=seat_name(s.world, tied))
        found.append(Line("", seat_icon(s.world, seat), words, None, rule, "good" if place == 1 else "normal"))
    return found


def _tied_behind(order: Sequence[str], values: Mapping[str, int], at: int) -> str | None:
    """The next seat with the same value."""
    following = order[at + 1] if at + 1 < len(order) else None
    return following if following is not None and values[following] == values[order[at]] else None


# The setup as a short check-list, with the parts that the companion never asks about (R-KR-05 to R-KR-17).


def _set_up(s: State) -> list[Line]:
    """The check-list for this pack and these seats."""
    w, options = s.world, s.world.options
    found = [setup_line(BANK, T("the board; all crystals beside it are the bank"), "R-KR-09")]
    for seat in w.seats:
        name, company = seat_name(w, seat), company_name(w, seat)
        alike = as_printed(name) == company
        whose = structs.replace(name, beside=True) if alike else company
        words: Words = T("{seat}: agents, miner, cube, screen, 2 summary cards", seat=whose)
        if not alike:
            words = T("{name} · {words}", name=name, words=words)
        found.append(setup_line(seat_icon(w, seat), words, "R-KR-05"))
    found += [
        setup_line(VP, T("score cubes on 0"), "R-KR-08"),
        setup_line(HOME, T("behind each screen: {goods}", goods=goods_words(HOME_AT_START)), "R-KR-14"),
        setup_line(RELIC, T("shuffle the relics"), "R-KR-12", deck=RELICS),
        *_setup_agents(s),
    ]
    if options.missions:
        found.append(setup_line("players", T("shuffle the 4 missions"), "R-KR-72", deck="missions"))
    return found


def _setup_agents(s: State) -> list[Line]:
    """How agents get into decks and hands; if they are tracked, each step is an instruction of its own."""
    options = s.world.options
    fighters = "agent:fighter"
    found = []
    if options.advanced:
        words = T("all take their 6 special agents; two with one star, two with two and two with three go into the box")
        found.append(setup_line(fighters, words, "R-KR-64", deck="agents"))
    else:
        found.append(setup_line(fighters, T("special agents stay in the box"), "R-KR-07", deck="agents"))
    if options.tactical:
        words = T("all choose {n} agents for their hand; the others form two shuffled decks", n=TACTICAL_HAND)
        return [*found, setup_line(fighters, words, "R-KR-85", deck="agents")]
    words = T("shuffle fighters and transporters apart; draw {n} of each", n=DRAWN_AT_START)
    return [*found, setup_line(fighters, words, "R-KR-11", deck="agents")]


# Notices and reveals.


def notices(s: State) -> list[Words]:
    """Most urgent first."""
    now, w = s.now, s.world
    if now.result is not None:
        return []
    by_hand = _by_hand(s)
    found: list[Words] = [] if by_hand is None else [by_hand]
    if now.leaving and now.active is not None:
        found.append(T("The team of {seat} leaves at the end of the turn", seat=seat_name(w, now.active)))
    gone = [seat for seat in w.seats if deserted(s, seat)]
    if gone:
        found.append(T("Deserted camps: {seats}", seats=listed([seat_name(w, seat) for seat in gone])))
    if now.bank is not None:
        found.append(T("Bank: {goods}", goods=goods_words(now.bank)))
    found.append(
        T("Relics: {deck} in the deck, {discard} discarded", deck=len(now.relic_deck), discard=len(now.relic_discard))
    )
    found.append(T("At home, all together: {goods}", goods=goods_words(all_homes(s))))
    return found


def _by_hand(s: State) -> Words | None:
    """R-KR-34, R-KR-65: what cards that are not known here do in the open turn, where that is not asked."""
    if s.now.active is None or s.now.phase != "action":
        return None
    player, options = s.now.players[s.now.active], s.world.options
    able = options.advanced and UNKNOWN in player.team
    # Nobody else may know which relics lie there.
    relics = s.now.acted is None and player.camp.relics and s.world.unknown[RELICS]
    if able and relics:
        return T("Cards that are not known here: turn up a relic first, if you like; use an ability. Do what they say.")
    if able:
        return T("An agent is not known here: if it has an ability, use it before or after the action.")
    return T("You may turn up relics that are not known here first: do what they say.") if relics else None


def reveals(state: State, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]) -> list[Reveal]:
    """The reveals of an answer."""
    if any(todo.verb == "tell" and todo.rule == BIDS for todo in instructions):
        return _reveal_bids(state)
    if isinstance(answer, Raid) and asked is not None and asked.who is not None:
        return [_reveal_raid(state, answer, asked.who)]
    return []


def _reveal_bids(s: State) -> list[Reveal]:
    """R-KR-19, R-KR-21: all bids, and the highest; none if nobody has bid anything."""
    first = next(iter(s.now.order or ()), None)
    bids = {seat: s.now.players[seat].bid for seat in s.world.seats}
    opened = [
        Opened(seat_name(s.world, seat), seat_icon(s.world, seat), good_pieces(bid), str(worth(bid)), seat == first)
        for seat, bid in bids.items()
        if bid is not None
    ]
    return [Reveal("bids", T("All bids are open."), CAMP, opened)] if any(one.pieces for one in opened) else []


def _reveal_raid(s: State, answer: Raid, seat: str) -> Reveal:
    """R-KR-51, R-KR-54: the raider, the victim, and the goods."""
    raided = ident(answer.camp) or answer.camp
    sides = [Opened(seat_name(s.world, one), seat_icon(s.world, one)) for one in (seat, raided)]
    words = T("{seat} raids the camp of {other}", seat=sides[0].name, other=sides[1].name)
    return Reveal("raid", words, CAMP, sides, good_pieces(goods_of(answer.goods)))
