"""The players' boards, their private views, and the table check (WIRE.md 10)."""

from __future__ import annotations

from collections import Counter as Counted

from msgspec import structs

from companion.core.facts import MOST
from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words
from companion.games.krysis.content import COLOURS, MISSIONS, RELICS, TEAM, Weapon
from companion.games.krysis.facts import FACTS, secrets
from companion.games.krysis.state import State, deserted, none, standing_room
from companion.games.krysis.words import (
    COLOUR_WORDS,
    DECKS,
    HOME,
    RELIC,
    VP,
    agent_card,
    agent_icon,
    agent_name,
    company_name,
    good_icon,
    goods_words,
    miner_icon,
    mission_words,
    relic_card,
    relic_icon,
    relic_name,
    seat_icon,
    seat_name,
    space_name,
)
from companion.scene.counters import Change, Option, Said, change, in_order, in_words, number, setter
from companion.scene.scene import Card, Counter, Fix, Holding, Piece, Place, PlaceGroup, Private, SeatBoard

CAMPS = PlaceGroup("camps", T("Players"), "camp")
MINE = PlaceGroup("mine", T("Mine"), "miner:1")
TEAMS = PlaceGroup("teams", T("Agents"), "agent:fighter")
STORES = PlaceGroup("relics", T("Relics"), RELIC)
HOMES = PlaceGroup("homes", T("At home"), HOME)
ROUND = PlaceGroup("round", T("Round"), "initiative")

SECRET = (RELICS, "agents", "missions")
"""Chance items whose cards are private."""


def boards(s: State) -> list[SeatBoard]:
    """A board per seat; read-only after the end."""
    return [_board(s, seat) for seat in s.world.seats]


def _board(s: State, seat: str) -> SeatBoard:
    w, player = s.world, s.now.players[seat]
    counters = [*_camp(s, seat), *([] if not w.options.knows_agents else _cards(s, seat))]
    if s.now.result is not None:
        counters = [Counter(one.id, one.name, one.icon, one.value) for one in counters]
    team = [
        Holding(f"agent:{agent}", Piece(agent_icon(w, agent), agent_name(w, agent), n), card=agent_card(w, agent))
        for agent, n in Counted(player.team).items()
    ]
    ups = [
        Holding(f"relic:{relic}", Piece(relic_icon(w, relic), relic_name(w, relic)), card=relic_card(w, relic))
        for relic in player.up
    ]
    return SeatBoard(
        seat,
        seat_name(w, seat),
        seat_icon(w, seat),
        counters,
        [*team, *ups],
        company_name(w, seat),
        active=seat == s.now.active,
        done=seat in s.now.done,
    )


def _camp(s: State, seat: str) -> list[Counter]:
    """Points, crystals and relics of the camp; relics can be corrected as a number only if they are not named."""
    player, bank = s.now.players[seat], s.now.bank
    found = [number("vp", T("Points"), VP, player.vp, max(MOST, player.vp + 1), setter("vp", seat=seat))]
    for colour in COLOURS:
        n = player.camp.crystals[colour]
        most = MOST if bank is None else n + bank[colour]
        fixed = setter("camp", seat=seat, good=colour)
        found.append(number(colour, COLOUR_WORDS[colour], good_icon(colour), n, most, fixed))
    n = len(player.camp.relics)
    if s.world.options.knows_relics or not _can_count_relics(s):
        return [*found, Counter(RELICS, COLOUR_WORDS[RELICS], RELIC, str(n))]
    most = n + len(s.now.relic_deck)
    return [*found, number(RELICS, COLOUR_WORDS[RELICS], RELIC, n, most, setter("relics", at=f"camp:{seat}"))]


def _can_count_relics(s: State) -> bool:
    """True if relics somewhere can be corrected as a number."""
    return bool(s.agenda) and FACTS.possible(s, "relics")


def _cards(s: State, seat: str) -> list[Counter]:
    """The number of agents at each place; their identities are private."""
    player = s.now.players[seat]
    found = [Counter("hand", T("Agents in hand"), "agent:transporter", str(len(player.hand)))]
    for deck, name in DECKS.items():
        found.append(Counter(deck, name, f"agent:{deck.removesuffix('s')}", str(len(player.deck(deck)))))
    return found


# The table check: everything public by place, with its corrections (WIRE.md 10).


def places(state: State) -> list[Place]:
    """Camps, mine, agents, relics, homes, order."""
    if not state.agenda:
        return []
    w = state.world
    found = [
        Place(f"camp:{seat}", seat_name(w, seat), CAMPS, seat_icon(w, seat), _camp(state, seat)) for seat in w.seats
    ]
    found += _miners(state)
    found += [Place(f"team:{seat}", seat_name(w, seat), TEAMS, seat_icon(w, seat), _team(state, seat), "agents")
              for seat in w.seats]  # fmt: skip
    found += _relics(state)
    if state.now.homes is not None:
        found.append(Place("homes", T("All homes together"), HOMES, HOME, _homes(state)))
    return [*found, *_order(state)]


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
    if not w.options.knows_relics and _can_count_relics(s):
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


def _homes(s: State) -> list[Counter]:
    """Crystals and relics of all homes together, if homes are not tracked separately."""
    homes, now = s.now.homes, s.now
    assert homes is not None
    found = []
    for colour in COLOURS:
        n = homes.crystals[colour]
        most = MOST if now.bank is None else n + now.bank[colour]
        found.append(
            number(
                colour,
                COLOUR_WORDS[colour],
                good_icon(colour),
                n,
                most,
                setter("home", good=colour),
                least=_promised(s, colour),
            )
        )
    if _can_count_relics(s):
        n = len(homes.relics)
        found.append(
            number(RELICS, COLOUR_WORDS[RELICS], RELIC, n, n + len(now.relic_deck), setter("relics", at="homes"))
        )
    return found


def _promised(s: State, colour: str) -> int:
    """Bids that are not paid yet, and declarations."""
    bids = [player.bid or none() for player in s.now.players.values() if not s.now.revealed]
    declared = [player.declared.get("crystals", none()) for player in s.now.players.values()]
    return sum(amounts[colour] for amounts in (*bids, *declared))


def _order(s: State) -> list[Place]:
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


def private(state: State, seat: str) -> Private | None:
    """The secrets of ``seat``, None where it has none."""
    if seat not in secrets(state):
        return None
    fixes = [*_agent_fixes(state, seat), *_relic_fixes(state, seat), *_mission_fixes(state, seat)]
    name, icon = seat_name(state.world, seat), seat_icon(state.world, seat)
    return Private(seat, name, icon, _private_cards(state, seat), _home_counters(state, seat), fixes)


def _private_cards(s: State, seat: str) -> list[Card]:
    """The mission, cards just drawn, the hand, and the relics of camp and home."""
    w, player = s.world, s.now.players[seat]
    found = []
    if player.mission is not None:
        found.append(Card("missions", f"mission:{player.mission}", mission_words(player.mission), T("Mission")))
    if player.given is not None and w.options.knows_agents:
        found.append(_headed(agent_card(w, player.given), T("Played face down")))
    if w.options.knows_agents:
        found += [agent_card(w, agent) for agent in player.hand]
    if w.options.knows_relics:
        found += [relic_card(w, relic, T("Just drawn")) for relic in player.drawn]
        found += [relic_card(w, relic, T("In the camp, face down")) for relic in player.camp.relics]
        at_home = [] if player.home is None else player.home.relics
        found += [relic_card(w, relic, T("At home")) for relic in at_home]
    return found


def _headed(card: Card, heading: Words) -> Card:
    return structs.replace(card, heading=heading)


def _home_counters(s: State, seat: str) -> list[Counter]:
    """The goods behind the screen, and what of them is bid; empty if they are not tracked."""
    player, bank = s.now.players[seat], s.now.bank
    if player.home is None:
        return []
    bid = (player.bid or none()) if not s.now.revealed else none()
    declared = player.declared.get("crystals", none())
    found = []
    for colour in COLOURS:
        n = player.home.crystals[colour]
        most = MOST if bank is None else n + bank[colour]
        least = bid[colour] + declared[colour]
        fixed = setter("home", seat=seat, good=colour)
        found.append(number(f"home:{colour}", COLOUR_WORDS[colour], good_icon(colour), n, most, fixed, least=least))
    n = len(player.home.relics)
    if s.world.options.knows_relics or not _can_count_relics(s):
        found.append(Counter("home:relics", COLOUR_WORDS[RELICS], RELIC, str(n)))
    else:
        fixed = setter("relics", at=f"home:{seat}")
        found.append(number("home:relics", COLOUR_WORDS[RELICS], RELIC, n, n + len(s.now.relic_deck), fixed))
    # An empty bid is listed too: before the reveal it must not be recognisable.
    if player.bid is not None and not s.now.revealed:
        found.append(Counter("bid", T("Of that, the bid"), "home", goods_words(bid)))
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
    """Any mission: whether another seat has it must not be revealed."""
    player = s.now.players[seat]
    if player.mission is None or not FACTS.possible(s, "mission"):
        return []
    values: list[Said] = [
        (mission_words(mission), mission == player.mission, [change("mission", mission, seat=seat)])
        for mission in sorted(MISSIONS)
    ]
    return [in_words("mission", T("Mission"), f"mission:{player.mission}", values)]
