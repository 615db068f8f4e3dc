"""The private view of a seat: hand, relics, home, mission, with their corrections."""

from __future__ import annotations

from msgspec import structs

from companion.core.facts import MOST
from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words
from companion.games.krysis.corrections.facts import FACTS
from companion.games.krysis.presenter.boards import can_count_relics
from companion.games.krysis.presenter.places import public_place
from companion.games.krysis.presenter.secrecy import secrets
from companion.games.krysis.presenter.words.labels import (
    COLOUR_WORDS,
    RELIC,
    agent_card,
    agent_icon,
    agent_name,
    good_icon,
    goods_words,
    mission_words,
    relic_card,
    relic_icon,
    relic_name,
    seat_icon,
    seat_name,
)
from companion.games.krysis.state import State, none
from companion.games.krysis.words import COLOURS, MISSIONS, RELICS
from companion.scene.counters import Said, change, in_words, number, setter
from companion.scene.scene import Card, Counter, Fix, Private


def private(s: State, seat: str) -> Private | None:
    """The secrets of ``seat``, None where it has none."""
    if seat not in secrets(s):
        return None
    fixes = [*_hand(s, seat), *_relics(s, seat), *_mission(s, seat)]
    name, icon = seat_name(s.world, seat), seat_icon(s.world, seat)
    return Private(seat, name, icon, cards(s, seat), _home(s, seat), fixes)


def cards(s: State, seat: str) -> list[Card]:
    """The mission, cards just drawn, the hand, and the relics of camp and home."""
    w, player = s.world, s.now.players[seat]
    found = []
    if player.mission is not None:
        found.append(Card("missions", f"mission:{player.mission}", mission_words(player.mission), T("Mission")))
    if player.given is not None and w.options.knows_agents:
        found.append(_with(agent_card(w, player.given), T("Played face down")))
    if w.options.knows_agents:
        found += [agent_card(w, agent) for agent in player.hand]
    if w.options.knows_relics:
        found += [relic_card(w, relic, T("Just drawn")) for relic in player.drawn]
        found += [relic_card(w, relic, T("In the camp, face down")) for relic in player.camp.relics]
        at_home = [] if player.home is None else player.home.relics
        found += [relic_card(w, relic, T("At home")) for relic in at_home]
    return found


def _with(card: Card, heading: Words) -> Card:
    return structs.replace(card, heading=heading)


def _home(s: State, seat: str) -> list[Counter]:
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
    if s.world.options.knows_relics or not can_count_relics(s):
        found.append(Counter("home:relics", COLOUR_WORDS[RELICS], RELIC, str(n)))
    else:
        fixed = setter("relics", at=f"home:{seat}")
        found.append(number("home:relics", COLOUR_WORDS[RELICS], RELIC, n, n + len(s.now.relic_deck), fixed))
    # An empty bid is listed too: before the reveal it must not be recognisable.
    if player.bid is not None and not s.now.revealed:
        found.append(Counter("bid", T("Of that, the bid"), "home", goods_words(bid)))
    return found


def _hand(s: State, seat: str) -> list[Counter]:
    """Each agent in hand; a tap swaps it for one from a deck or elsewhere."""
    w, player = s.world, s.now.players[seat]
    if not w.options.knows_agents:
        return []
    if not FACTS.possible(s, "agent"):
        return []
    found = []
    for agent in dict.fromkeys(player.hand):
        if agent == UNKNOWN:
            found.append(_who_it_is(s, seat))
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


def _who_it_is(s: State, seat: str) -> Counter:
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


def _relics(s: State, seat: str) -> list[Counter]:
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
    hidden = [relic for relic in w.relics if relic not in own and public_place(s, relic) is None]
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


def _mission(s: State, seat: str) -> list[Counter]:
    """Any mission: whether another seat has it must not be revealed."""
    player = s.now.players[seat]
    if player.mission is None or not FACTS.possible(s, "mission"):
        return []
    values: list[Said] = [
        (mission_words(mission), mission == player.mission, [change("mission", mission, seat=seat)])
        for mission in sorted(MISSIONS)
    ]
    return [in_words("mission", T("Mission"), f"mission:{player.mission}", values)]
