"""How Krysis looks: the mine, boards, the sides of a fight, what is at stake, the table check, charts and scores."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from msgspec import ValidationError, convert, structs

from companion.core.asks import Ask
from companion.core.facts import Colour, Marker
from companion.core.instructions import split
from companion.core.piles import UNKNOWN
from companion.core.setup import once
from companion.core.steps.chance import at_least_one
from companion.core.texts import T, Words, listed
from companion.core.validation import entries
from companion.games.krysis.content import (
    COLOURS,
    MISSIONS,
    RELICS,
    ROUNDS,
    SCORES,
    TEAM,
    Agent,
    Defence,
    Relic,
    Weapon,
)
from companion.games.krysis.facts import FACTS
from companion.games.krysis.questions import AT_QUESTIONS, KrysisQuestions, fillings
from companion.games.krysis.rules.action import most_carried, targets
from companion.games.krysis.rules.ending import RelicSet, partition
from companion.games.krysis.state import (
    AbilityInUse,
    KrysisWorld,
    State,
    camp_at,
    deserted,
    none,
    rank,
    standing_room,
    strength,
    unsure,
    worth,
)
from companion.games.krysis.why import HEADINGS, WHY
from companion.games.krysis.words import (
    BOX,
    DECKS,
    HOME,
    ICONS,
    INITIATIVE,
    RELIC,
    against_words,
    agent_card,
    agent_face,
    agent_icon,
    agent_name,
    company_name,
    company_number,
    good_pieces,
    goods_of,
    goods_words,
    lines,
    miner_icon,
    mission_icon,
    mission_words,
    notices,
    person,
    points,
    relic_card,
    relic_face,
    relic_icon,
    relic_name,
    reveals,
    seat_icon,
    seat_name,
    slot_icons,
    space_name,
    stash_pieces,
)
from companion.scene.counters import Change, Option, Said, change, in_order, in_words, number, setter
from companion.scene.scene import (
    Card,
    Counter,
    Fix,
    Holding,
    Order,
    Piece,
    Place,
    PlaceGroup,
    Private,
    Rank,
    Reveal,
    Row,
    RowPlace,
    Scene,
    Scored,
    SeatBoard,
    Side,
    Stake,
    Stakes,
    Standing,
)

# The players' boards, and the table check: everything public by place, with its corrections (WIRE.md 10).

CAMPS = PlaceGroup("camps", T("Players"), "camp")
MINE = PlaceGroup("mine", T("Mine"), "miner:1")
TEAMS = PlaceGroup("teams", T("Agents"), "agent:fighter")
STORES = PlaceGroup("relics", T("Relics"), RELIC)
HOMES = PlaceGroup("homes", T("At home"), HOME)
ROUND = PlaceGroup("round", T("Round"), "initiative")

SECRET = (RELICS, "agents", "missions")
"""Chance items whose cards are private."""


def _cards(s: State, seat: str) -> list[Counter]:
    """The number of agents at each place; their identities are private."""
    player = s.now.players[seat]
    found = [Counter("hand", T("Agents in hand"), "agent:transporter", str(len(player.hand)))]
    for deck, name in DECKS.items():
        found.append(Counter(deck, name, f"agent:{deck.removesuffix('s')}", str(len(player.deck(deck)))))
    return found


def _miners(s: State) -> list[Place]:
    """The space of each miner; a miner from there is swapped."""
    w, found = s.world, []
    standing = {seat: player.miner for seat, player in s.now.players.items() if player.miner is not None}
    for seat, here in standing.items():

        def fixed(space: str, seat: str = seat, here: str = here) -> list[Change]:
            other = next((one for one, at in standing.items() if at == space and one != seat), None)
            swapped = [] if other is None else [change("miner", here, seat=other)]
            return [change("miner", space, seat=seat), *swapped]

        values: list[Said] = [(space_name(w, space), space == here, fixed(space)) for space in standing_room(s, here)]
        lies = in_words("space", T("Space"), miner_icon(w, seat), values)
        found.append(Place(f"miner:{seat}", seat_name(w, seat), MINE, miner_icon(w, seat), [lies]))
    return found


def _team(s: State, seat: str) -> list[Counter]:
    """The visible and discarded agents of a team; a tap replaces one."""
    if not FACTS.possible(s, "agent"):
        return []
    player = s.now.players[seat]
    found = [_exchanged(s, seat, agent, "team", T("In the team")) for agent in dict.fromkeys(player.team)]
    found += [_exchanged(s, seat, agent, "discard", T("Discarded")) for agent in dict.fromkeys(player.discard)]
    named = UNKNOWN not in player.team
    whole = s.now.phase == "action" and seat in s.now.done and len(player.team) == TEAM and named
    if whole:
        leaves = [change("agent", "discard", agent=agent) for agent in player.team]
        values: list[Said] = [(T("is here"), True, []), (T("has left"), False, leaves)]
        found.append(in_words("left", T("The team"), "camp", values))
    return found


def _exchanged(s: State, seat: str, agent: str, place: str, name: Words) -> Counter:
    """A visible agent, with all agents it could be instead."""
    player, w = s.now.players[seat], s.world
    others: dict[str, str] = {}
    if place == "team" and agent != UNKNOWN:
        others = {other: "discard" for other in player.discard if other != UNKNOWN}
    if not w.options.knows_agents:
        out = {*player.team, *player.discard, player.given}
        others |= {one: "reserve" for one in w.agents_of[seat] if one not in out}
    values: list[Said] = [(agent_name(w, agent), True, [])]
    for other, at in others.items():
        swapped = [] if agent == UNKNOWN else [change("agent", at, agent=agent)]
        values.append((agent_name(w, other), False, [change("agent", place, agent=other), *swapped]))
    return in_words(f"agent:{agent}", name, agent_icon(w, agent), values)


def cards_of(state: State, item: str) -> list[Place]:
    """Named public relics; other drawn cards are private."""
    if item not in SECRET:
        return []
    found = _relics(state) if item == RELICS else []
    for seat in state.world.seats:
        own: list[Said] = [(T("Deck"), False, []), (T("what stands under Secrets"), True, [])]
        lies = in_words("where", T("Where?"), seat_icon(state.world, seat), own)
        found.append(
            Place(f"{item}:{seat}", seat_name(state.world, seat), STORES, seat_icon(state.world, seat), [lies], item)
        )
    return found


def _relics(s: State) -> list[Place]:
    """The number of unnamed relics, and every relic that is or could be face up."""
    now, w = s.now, s.world
    found = []
    if FACTS.possible(s, "relics"):
        discard = len(now.relic_discard)
        pile = number("discard", T("Discarded"), RELIC, discard, discard + len(now.relic_deck),
                      setter("relics", at="discard"))  # fmt: skip
        deck = Counter("deck", T("In the deck"), RELIC, str(len(now.relic_deck)))
        found.append(Place("discard:relics", T("Relics"), STORES, RELIC, [deck, pile], RELICS))
    if FACTS.possible(s, "relic"):
        for relic in w.relics:
            lies = _where(s, relic)
            if lies is not None:
                icon = relic_icon(w, relic)
                found.append(Place(f"relic:{relic}", relic_name(w, relic), STORES, icon, [lies], RELICS))
    return found


def _where(s: State, relic: str) -> Counter | None:
    """The present and possible places of a relic; None if they are secret or there is only one."""
    now, w = s.now, s.world
    here = _public_place(s, relic)
    if here is None and (w.options.knows_relics or not now.relic_deck):
        return None
    piles: list[tuple[str, Words]] = [("deck", T("Deck"))]
    if here is not None:
        piles += [("discard", T("Discard"))]
        piles += [(f"camp:{seat}", T("Face down: {seat}", seat=seat_name(w, seat))) for seat in w.seats]
        if now.homes is not None:
            piles.append(("homes", T("At home")))
    piles += [
        (f"up:{seat}", T("Face up: {seat}", seat=seat_name(w, seat)))
        for seat in w.seats
        if here == f"up:{seat}" or _can_be_up(s, seat, relic)
    ]
    on = here or "deck"
    values: list[Said] = [(name, at == on, [change("relic", at, relic=relic)]) for at, name in piles]
    return in_words("where", T("Where?"), relic_icon(w, relic), values) if len(values) > 1 else None


def _public_place(s: State, relic: str) -> str | None:
    """The public place of a relic: face up in a camp, or in a tracked discard."""
    up = next((seat for seat, player in s.now.players.items() if relic in player.up), None)
    if up is not None:
        return f"up:{up}"
    return "discard" if relic in s.now.relic_discard else None


def _can_be_up(s: State, seat: str, relic: str) -> bool:
    """R-KR-34, R-KR-35: during or after the owner's turn, at most one of each kind."""
    now, w = s.now, s.world
    turned = seat == now.active or (seat in now.done and not deserted(s, seat))
    weapon = isinstance(w.relics[relic], Weapon)
    same = any(isinstance(w.relics[other], Weapon) == weapon for other in now.players[seat].up)
    return now.phase == "action" and turned and not same


def _order_places(s: State) -> list[Place]:
    """The order of the seats still to come."""
    now, w = s.now, s.world
    if now.order is None:
        return []
    fixed = len(now.done) + (now.active is not None)
    later = now.order[fixed:]
    if len(later) < 2:
        return []
    names = [T("Turn {n}", n=fixed + place) for place in range(1, len(later) + 1)]
    options: list[Option] = [(seat, "", seat_icon(w, seat)) for seat in later]
    first = now.order[:fixed]
    counters = in_order("order", names, "initiative", options, later, lambda seats: [change("order", [*first, *seats])])
    return [Place("order", T("Order"), ROUND, "initiative", counters)]


# The private view of a seat: hand, relics, home and mission, with their corrections.


def _private_cards(s: State, seat: str) -> list[Card]:
    """The mission, cards just drawn, the hand, and the relics of camp and home."""
    w, player = s.world, s.now.players[seat]
    found = []
    if player.mission is not None:
        found.append(
            Card("missions", mission_icon(player.mission), mission_words(s.world, player.mission), T("Mission"))
        )
    if player.given is not None and w.options.knows_agents:
        found.append(structs.replace(agent_card(w, player.given), heading=T("Played face down")))
    if w.options.knows_agents:
        found += [agent_card(w, agent) for agent in player.hand]
    if w.options.knows_relics:
        found += [relic_card(w, relic, T("Just drawn")) for relic in player.drawn]
        found += [relic_card(w, relic, T("In the camp, face down")) for relic in player.camp.relics]
        at_home = [] if player.home is None else player.home.relics
        found += [relic_card(w, relic, T("At home")) for relic in at_home]
    return found


def _agent_fixes(s: State, seat: str) -> list[Counter]:
    """Each agent in hand; a tap swaps it for one from a deck or elsewhere."""
    w, player = s.world, s.now.players[seat]
    if not w.options.knows_agents:
        return []
    if not FACTS.possible(s, "agent"):
        return []
    found = []
    for agent in dict.fromkeys(player.hand):
        if agent == UNKNOWN:
            found.append(_unknown_agent(s, seat))
            continue
        deck = w.deck_of(agent)
        others = dict.fromkeys(player.deck(deck), "deck")
        others |= dict.fromkeys(player.box, "box") | dict.fromkeys(player.discard, "discard")
        others |= dict.fromkeys(player.team, "team")
        values: list[Said] = [(agent_name(w, agent), True, [])]
        values += [
            (agent_name(w, other), False, [change("agent", "hand", agent=other), change("agent", at, agent=agent)])
            for other, at in sorted(others.items())
            if other != UNKNOWN
        ]
        found.append(in_words(f"agent:{agent}", T("In hand"), agent_icon(w, agent), values))
    return found


def _unknown_agent(s: State, seat: str) -> Counter:
    """An unknown agent in hand; a tap identifies it among the unseen ones."""
    w, player = s.world, s.now.players[seat]
    seen = {*player.hand, *player.box, *player.discard, *player.team, player.given}
    values: list[Said] = [(agent_name(w, UNKNOWN), True, [])]
    values += [
        (agent_name(w, other), False, [change("agent", "hand", agent=other)])
        for other in w.agents_of[seat]
        if other not in seen
    ]
    return in_words(f"agent:{UNKNOWN}", T("In hand"), agent_icon(w, UNKNOWN), values)


def _relic_fixes(s: State, seat: str) -> list[Counter]:
    """The place of each of the seat's relics; and any unseen relic, which could be in its camp or home."""
    w, player = s.world, s.now.players[seat]
    if not w.options.knows_relics or not FACTS.possible(s, "relic"):
        return []
    homes = [] if player.home is None else player.home.relics
    own = {**dict.fromkeys(player.camp.relics, f"camp:{seat}"), **dict.fromkeys(homes, f"home:{seat}")}
    places: list[tuple[str, Words]] = [
        (f"camp:{seat}", T("In the camp")),
        (f"home:{seat}", T("At home")),
        ("deck", T("Deck")),
        ("discard", T("Discard")),
    ]
    found = []
    own.pop(UNKNOWN, None)
    for relic, here in own.items():
        values: list[Said] = [(name, at == here, [change("relic", at, relic=relic)]) for at, name in places]
        found.append(_unnamed(in_words(f"relic:{relic}", relic_name(w, relic), relic_icon(w, relic), values)))
    hidden = [relic for relic in w.relics if relic not in own and _public_place(s, relic) is None]
    for at, name in places[:2]:
        more: list[Said] = [(relic_name(w, relic), False, [change("relic", at, relic=relic)]) for relic in hidden]
        if more:
            found.append(in_words(f"more:{at}", T("{place}, too", place=name), RELIC, more))
    return found


def _unnamed(counter: Counter) -> Counter:
    """The reason for the log, without the name of the relic."""
    cells = [
        structs.replace(cell, tap=structs.replace(cell.tap, why=T("Relics"))) if isinstance(cell.tap, Fix) else cell
        for cell in counter.cells
    ]
    return structs.replace(counter, cells=cells)


def _mission_fixes(s: State, seat: str) -> list[Counter]:
    """Any mission: whether another seat has it must not be revealed. Where missions are told as they are dealt, only
    one's own of those that are in no other box."""
    player = s.now.players[seat]
    if player.mission in (None, UNKNOWN) or not FACTS.possible(s, "mission"):
        return []
    values: list[Said] = [
        (mission_words(s.world, mission), mission == player.mission, [change("mission", mission, seat=seat)])
        for mission in (sorted({*MISSIONS, player.mission}) if s.world.other_missions else sorted(s.world.missions))
    ]
    return [in_words("mission", T("Mission"), mission_icon(player.mission), values)]


# The mine, and the order of bids or of turns.


def rows(s: State) -> list[Row]:
    """The current level of the mine with its goods and miners; before it the entrances."""
    w = s.world
    if s.now.result is not None:
        return []
    if not s.now.round:
        boxes = [_box(s, index) for index in w.starts]
        return [Row("mine", T("The entrances of the mine"), boxes)]
    level = w.pack.levels[s.now.round - 1]
    boxes = [_box(s, space.id) for space in level.spaces]
    found = [Row("mine", T("Level {n} of the mine", n=s.now.round), boxes)]
    waiting = [seat for seat in w.seats if w.level_of[s.now.players[seat].miner or "I"] < s.now.round]
    if s.now.phase == "mining" and waiting:
        name = T("Miners still above, the last one is ahead")
        found.append(
            Row("above", name, [_above(s, seat) for seat in sorted(waiting, key=lambda seat: rank(s, seat))], "small")
        )
    return found


def _above(s: State, seat: str) -> RowPlace:
    w, miner = s.world, s.now.players[seat].miner or "I"
    return RowPlace(f"miner:{seat}", "", seat_name(w, seat), miner_icon(w, seat), note=space_name(w, miner))


@once
def _place(w: KrysisWorld, space: str) -> int:
    """The rank of a space on its level, from 1."""
    same = [one for one, level in w.level_of.items() if level == w.level_of[space]]
    return sorted(same, key=w.ranks.__getitem__).index(space) + 1


@once
def _printed(w: KrysisWorld, space: str) -> tuple[list[Piece], Words | None]:
    """The goods of a space, and the other groups of a question mark."""
    start = w.start_spaces.get(space)
    printed = [one.options for level in w.pack.levels for one in level.spaces if one.id == space]
    first, *others = map(goods_of, [start.crystals] if start is not None else printed[0])
    note: Words | None = T("not told yet") if space in w.missing else None
    for goods in others:
        other = T("or {goods}", goods=goods_words(goods))
        note = other if note is None else T("{first}, {second}", first=note, second=other)
    return good_pieces(first), note


def _box(s: State, space: str) -> RowPlace:
    """A space: its rank from 1, and what is printed there."""
    here = next((seat for seat in s.world.seats if s.now.players[seat].miner == space), None)
    pieces, note = _printed(s.world, space)
    if here is not None:
        pieces = [Piece(miner_icon(s.world, here), seat_name(s.world, here)), *pieces]
    state: Literal["quiet", "normal"] = "quiet" if here is not None and s.now.phase == "mining" else "normal"
    return RowPlace(
        f"space:{space}", str(_place(s.world, space)), space_name(s.world, space), pieces=pieces, note=note, state=state
    )


def _order(s: State) -> Order | None:
    """Bids once they are revealed, initiative once all agents are; in between nothing."""
    now = s.now
    if now.order is None:
        return None
    if now.phase == "mining":
        bids = {seat: str(worth(player.bid or none())) for seat, player in now.players.items()}
        return Order(T("Bids"), T("value"), [_standing(s, seat, bids[seat]) for seat in now.order])
    found = now.initiative or {}
    return Order(T("Turns"), T("initiative"), [_standing(s, seat, str(found.get(seat, ""))) for seat in now.order])


def _standing(s: State, seat: str, value: Words) -> Standing:
    return Standing(*person(s.world, seat), value, active=seat == s.now.active, done=seat in s.now.done)


# The players side by side: initiative, combat with its terms, slots, goods in front of the screens.


SHOWN = ("team", "action")
"""The phases that show the sides."""


def _sides(s: State) -> list[Side]:
    """All seats, in order of initiative once there is one."""
    if s.now.phase not in SHOWN:
        return []
    return [_side(s, seat) for seat in s.now.order or s.world.seats]


def _side(s: State, seat: str) -> Side:
    w, now = s.world, s.now
    gone, own = deserted(s, seat), strength(s, seat)
    attacked = now.active not in (None, seat) and now.acted is None
    value, slots = own.combat if seat == now.active else own.defence, own.slots
    return Side(
        camp_at(seat),
        *person(w, seat),
        "" if now.initiative is None else str(now.initiative[seat]),
        INITIATIVE,
        "" if gone else str(value),
        None if gone else _terms(s, seat, value),
        slot_icons(slots),
        stash_pieces(now.players[seat].camp),
        _side_note(s, seat, gone=gone),
        against_words(s, seat) if attacked else None,
        seat in targets(s, now.active) if attacked and now.active is not None else None,
        active=seat == now.active,
        done=seat in now.done,
        room=goods_words(slots) if any(slots.values()) else "",
    )


def _terms(s: State, seat: str, value: int) -> Words | None:
    """The terms of combat: team, weapon, and Defence where it counts: "7 = 3 + 2 + 2"."""
    player, w = s.now.players[seat], s.world
    parts = [w.agents[agent].combat for agent in player.team]
    parts += [relic.combat for relic in map(w.relics.__getitem__, player.up) if isinstance(relic, Weapon)]
    if sum(parts) != value:
        abilities = [w.agents[agent].ability for agent in player.team]
        parts += [ability.n for ability in abilities if isinstance(ability, Defence) and ability.n]
    return f"{value} = {' + '.join(map(str, parts))}" if parts else None


def _side_note(s: State, seat: str, *, gone: bool) -> Words | None:
    if gone:
        return T("gone")
    if s.now.players[seat].given is not None and s.world.options.knows_agents:
        return T("agent face down")
    return None


# What is at stake at a camp or a space of the mine, as far as everybody knows.


DRAWN = 2
"""Number of relics drawn per symbol, of which one is kept (R-KR-26)."""


def _own(s: State, seat: str) -> Stakes:
    """R-KR-46 to R-KR-50: the player's camp is loaded, and the team leaves it."""
    there = s.now.players[seat].camp.count()
    carried = most_carried(strength(s, seat).slots, there)
    cost = [Stake(T("The team leaves, home or to the bank."))]
    chance = [Stake(T("Of each at most: {goods}", goods=goods_words(carried)), 1.0)] if any(carried.values()) else []
    if unsure(s, seat):
        chance = [Stake(T("Lay the goods on the cards first: what fits comes along."))]
    return Stakes(_camp(s, seat), cost, list(_behind(s, seat, leaves=True)), chance)


def _raid(s: State, seat: str, camp: str) -> Stakes:
    """R-KR-51 to R-KR-54: another camp is raided, if it is weaker or deserted."""
    own, there = strength(s, seat, camp).combat, s.now.players[camp].camp.count()
    gone, known = deserted(s, camp), not (unsure(s, seat) or unsure(s, camp))
    carried = most_carried(strength(s, seat).slots, there)
    goods = goods_words(carried)
    cost = [
        Stake(T("Your action. The team leaves, unless the goods come into your camp.")),
        Stake(
            T("Nobody defends it.")
            if gone
            else T("Combat {own} against {other}", own=own, other=strength(s, camp, seat).defence)
            if known
            else T("It works if you are stronger.")
        ),
    ]
    risk = list(_behind(s, seat, leaves=True))
    if not known:
        fits = [Stake(T("Lay the goods on the cards first: what fits comes along."))] if any(there.values()) else []
        return Stakes(_camp(s, camp), cost, risk, fits)
    if not any(carried.values()):
        return Stakes(_camp(s, camp), cost, risk, [Stake(T("There is nothing there that the team can carry."))])
    if gone or own > strength(s, camp, seat).defence:
        return Stakes(_camp(s, camp), cost, risk, [Stake(T("Of each at most: {goods}", goods=goods), 1.0)])
    return Stakes(_camp(s, camp), cost, risk, list(_with_weapon(s, seat, strength(s, camp, seat).defence - own + 1)))


def _with_weapon(s: State, seat: str, lacks: int) -> Iterator[Stake]:
    """R-KR-36: too weak without a weapon; the probability that one is among the face-down relics, from public
    information."""
    player = s.now.players[seat]
    hidden, unseen = len(player.camp.relics), _unseen(s)
    armed = any(isinstance(s.world.relics.get(relic), Weapon) for relic in player.up)
    if not _knows_relics(s):
        yield Stake(T("Too weak by {n}.", n=lacks), 0.0 if armed or not hidden else None)
        return
    good = [one for one in unseen if isinstance(weapon := s.world.relics[one], Weapon) and weapon.combat >= lacks]
    share = 0.0 if armed else at_least_one(len(good), len(unseen), hidden)
    if share:
        yield Stake(T("Too weak by {n}: only a weapon among your face-down relics would help.", n=lacks), share)
    else:
        yield Stake(T("Too weak by {n}.", n=lacks), 0.0)


def _knows_relics(s: State) -> bool:
    """True if it is known what all relics are, so that it can be said what comes how likely."""
    return not s.world.unknown[RELICS] and not any(relic in s.world.pack.untold for relic in s.world.relics)


def _unseen(s: State) -> list[str]:
    """The unseen relics, face down or in the deck."""
    seen = {relic for player in s.now.players.values() for relic in player.up} | set(s.now.relic_discard)
    return [relic for relic in s.world.relics if relic not in seen and relic != UNKNOWN]


def _behind(s: State, seat: str, *, leaves: bool) -> Iterator[Stake]:
    """The seats that can raid what stays in the player's camp: those still to play."""
    stays = s.now.players[seat].camp.count()
    later = [other for other in s.now.order or () if other not in s.now.done and other != seat]
    if leaves and later and any(stays.values()):
        who = listed([seat_name(s.world, other) for other in later])
        yield Stake(T("Alone, your camp ({goods}) can be raided by {who}.", goods=goods_words(stays), who=who))


def _camp(s: State, seat: str) -> Words:
    return T("The camp of {seat}", seat=seat_name(s.world, seat))


def _space(s: State, seat: str, space: str) -> Stakes:
    """R-KR-21 to R-KR-26: the gain of a space; a relic is the better of two."""
    name = space_name(s.world, space)
    taken = next((one for one, player in s.now.players.items() if player.miner == space), None)
    if taken is not None:
        return Stakes(name, [Stake(T("The miner of {seat} stands there.", seat=seat_name(s.world, taken)))])
    paid = [Stake(T("Your bid is paid already."))]
    if space in s.world.missing:
        return Stakes(name, paid, [], [Stake(T("What stands on it comes into your camp."))])
    options = [goods_of(option) for option in s.world.spaces[space].options]
    chance = [Stake(T("Into your camp: {goods}", goods=goods_words(goods)), 1.0) for goods in options]
    relics = max(goods[RELICS] for goods in options)
    unseen = _unseen(s)
    if relics and unseen and _knows_relics(s):
        weapons = sum(isinstance(s.world.relics[one], Weapon) for one in unseen)
        chance.append(Stake(T("A weapon to choose"), at_least_one(weapons, len(unseen), DRAWN * relics)))
        chance.append(
            Stake(T("A transport to choose"), at_least_one(len(unseen) - weapons, len(unseen), DRAWN * relics))
        )
    camp = s.now.players[seat].camp
    lies = worth(camp.crystals) + max(worth({colour: goods[colour] for colour in COLOURS}) for goods in options)
    risk = [Stake(T("Then crystals worth {n} lie in your camp, until they are carried away.", n=lies))] if lies else []
    return Stakes(name, paid, risk, chance)


# Charts.


MARKS: Final[tuple[tuple[Colour, Marker], ...]] = (
    ("red", "triangle"),
    ("blue", "disc"),
    ("green", "cross"),
    ("yellow", "square"),
)
"""Colour and marker of each player, by the index of the company in the pack."""


# The final score: bank, crystals, relics with their best sets, missions.


STEPS: tuple[tuple[str, Words], ...] = (
    ("bank", T("Points from the bank")),
    ("crystals", T("Crystals at home")),
    ("relics", T("Relics at home")),
    ("mission", T("Mission")),
)
"""The steps, in order."""


def _steps(s: State, seat: str) -> list[Scored]:
    """The points of a player by step (R-KR-80, R-KR-81)."""
    result = s.now.result
    assert result is not None
    counted = [step for step in STEPS if step[0] != "mission" or result["missions"] is not None]
    return [
        Scored(name, points(result["scores"][seat][step]), _score_note(s, result, step, seat)) for step, name in counted
    ]


def _score_note(s: State, result: dict[str, Any], step: str, seat: str) -> Words | None:
    """The terms of a step."""
    home = result["homes"][seat]
    if step == "crystals":
        return goods_words({colour: home.get(colour, 0) for colour in COLOURS})
    if step == "relics":
        sets = _best_sets(s, home[RELICS])
        return listed([_set_words(s, one) for one in sets]) if sets else goods_words({RELICS: len(home[RELICS])})
    if step == "mission" and result["missions"]:
        mission = result["missions"][seat]
        return None if mission is None else mission_words(s.world, mission)
    return None


def _best_sets(s: State, relics: list[str]) -> list[RelicSet]:
    """The best sets; empty if people have counted them."""
    if SCORES in s.world.missing:
        return []
    return partition(
        [s.world.relics[relic].set_type for relic in relics if relic != UNKNOWN], s.world.pack.relic_scores
    )


def _set_words(s: State, one: RelicSet) -> Words:
    """A set by the types of its cards, and its value."""
    if one.same:
        name = s.world.word(one.types[0])
        return T("{n} × {type} = {points}", n=len(one.types), type=name, points=points(one.vp))
    return T("{types} = {points}", types=_joined([s.world.word(kind) for kind in one.types]), points=points(one.vp))


def _joined(words: list[Words]) -> Words:
    row = words[0]
    for one in words[1:]:
        row = T("{first} + {second}", first=row, second=one)
    return row


def _rank(s: State) -> list[Rank]:
    """By points; ties go to the miner that is ahead (R-KR-83, R-KR-84)."""
    result = s.now.result
    if result is None:
        return []
    found = []
    for place, seat in enumerate(result["ranking"], 1):
        parts = result["scores"][seat]
        note = T("bank {bank} + crystals {crystals} + relics {relics}",
                 bank=parts["bank"], crystals=parts["crystals"], relics=parts[RELICS])  # fmt: skip
        if result["missions"] is not None:
            note = T("{parts} + mission {mission}", parts=note, mission=parts["mission"])
        found.append(
            Rank(
                *person(s.world, seat),
                place,
                points(parts["total"]),
                note,
                winner=seat == result["winner"],
                steps=_steps(s, seat),
            )
        )
    return found


# How Krysis looks and reads.


class KrysisPresenter(KrysisQuestions):
    """The presenter of Krysis."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("agents.*.fighters", "agents.*.transporters", "agents.*.special", "relics", "missions")
    box_icons = ICONS
    tips = AT_QUESTIONS

    # These are defined where their subject is.
    cards_of = staticmethod(cards_of)
    lines = staticmethod(lines)
    reveals = staticmethod(reveals)

    def announced(self, state: State) -> Reveal | None:
        """The round, of which the last is the fifth; at the end, that the points are counted."""
        now = state.now
        if now.phase in ("scoring", "over"):
            return Reveal("round", T("Final scoring"), "star")
        if now.round == ROUNDS:
            return Reveal("last", T("The last round"), "alert")
        return Reveal("round", T("Round {n} of {rounds}", n=now.round, rounds=ROUNDS), "timer") if now.round else None

    def at_work(self, state: State, doing: AbilityInUse) -> Card:
        """An agent or a relic; a mission is at work at the end alone."""
        w = state.world
        return relic_card(w, doing.card) if doing.card in w.relics else agent_card(w, doing.card)

    def named_in(self, data: Mapping[str, Any], sort: str) -> Mapping[str, Words]:
        """Companies, which group the agents."""
        companies = [] if sort else entries(data, "companies")
        return {str(company.get("id")): company.get("name", "") for _, company in companies}

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """Complete agents and relics."""
        try:
            if table.startswith("agents."):
                agent = convert(row, Agent)
                return agent_face(agent, agent.name)
            return relic_face(convert(row, Relic)) if table == "relics" else None
        except ValidationError:
            return None

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        return structs.replace(
            super().scene(state),
            notices=notices(state),
            order=_order(state),
            sides=_sides(state),
            fillings=fillings(state, self.rules.legal(state) or ()),
        )

    def _rows(self, state: State, ask: Ask) -> list[Row]:
        return rows(state)

    def _boards(self, state: State, ask: Ask) -> list[SeatBoard]:
        return [self._seat_board(state, seat) for seat in state.world.seats]

    def _seat_board(self, s: State, seat: str) -> SeatBoard:
        """The board of a seat; read-only after the end."""
        w, player = s.world, s.now.players[seat]
        counters = [*self.counters_at(s, camp_at(seat)), *(_cards(s, seat) if w.options.knows_agents else [])]
        if s.now.result is not None:
            counters = [Counter(one.id, one.name, one.icon, one.value) for one in counters]
        # Hands that hold their agents have turned up one that is told.
        told = [] if player.given is None or w.options.knows_agents else [player.given]
        team = [
            Holding(f"agent:{agent}", Piece(agent_icon(w, agent), agent_name(w, agent), n), card=agent_card(w, agent))
            for agent, n in Counted([*player.team, *told]).items()
        ]
        ups = [
            Holding(f"relic:{relic}", Piece(relic_icon(w, relic), relic_name(w, relic)), card=relic_card(w, relic))
            for relic in player.up
        ]
        active, done = seat == s.now.active, seat in s.now.done
        company = company_name(w, seat)
        return SeatBoard(*person(w, seat), counters, [*team, *ups], company, active=active, done=done)

    def places(self, state: State) -> list[Place]:
        """Camps, mine, agents, relics, homes, order."""
        if not state.agenda:
            return []
        people = [person(state.world, seat) for seat in state.world.seats]
        found = [
            Place(camp_at(seat), name, CAMPS, icon, self.counters_at(state, camp_at(seat)))
            for seat, name, icon in people
        ]
        found += _miners(state)
        found += [Place(f"team:{seat}", name, TEAMS, icon, _team(state, seat), "agents") for seat, name, icon in people]
        found += _relics(state)
        if state.now.homes is not None:
            homes = [*self.counter(state, "home"), *self.counter(state, RELICS, at="homes")]
            found.append(Place("homes", T("All homes together"), HOMES, HOME, homes))
        return [*found, *_order_places(state)]

    def secrets(self, state: State) -> list[str]:
        """All seats, if the companion knows what is theirs alone."""
        known = state.world.options
        knows = known.knows_home or known.knows_agents or known.knows_missions
        return list(state.world.seats) if knows and state.agenda else []

    def private(self, state: State, seat: str) -> Private | None:
        """The secrets of ``seat``, None where it has none."""
        player = state.now.players[seat]
        if seat not in self.secrets(state):
            return None
        home = self.counters_at(state, f"home:{seat}")
        # An empty bid is listed too: before the reveal it must not be recognisable.
        if home and player.bid is not None and not state.now.revealed:
            home.append(Counter("bid", T("Of that, the bid"), "home", goods_words(player.bid)))
        fixes = [*_agent_fixes(state, seat), *_relic_fixes(state, seat), *_mission_fixes(state, seat)]
        return Private(*person(state.world, seat), _private_cards(state, seat), home, fixes)

    def _ranking(self, state: State, ask: Ask) -> list[Rank]:
        return _rank(state)

    def seat_mark(self, state: State, seat: str) -> tuple[Colour, Marker]:
        """Those of the company."""
        return MARKS[company_number(state.world, seat) - 1]

    def stakes(self, state: State, spot: str) -> Stakes | None:
        """The stakes of a place for the active player; None for other places and at other times."""
        kind, which = split(spot)
        now = state.now
        if now.active is None:
            return None
        if kind == "camp" and now.phase == "action" and now.acted is None and which in now.players:
            return _own(state, which) if which == now.active else _raid(state, now.active, which)
        if kind == "space" and now.phase == "mining" and state.world.level_of.get(which) == now.round:
            return _space(state, now.active, which)
        return None
