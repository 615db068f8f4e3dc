"""The state as facts, pieces and views, what is secret, and what can be corrected (WIRE.md 6 to 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from companion.core.asks import Ask, is_chance
from companion.core.facts import MOST, Facts, limit
from companion.core.instructions import Pieces, kind, put_piece, split
from companion.core.piles import UNKNOWN, lay
from companion.core.refusals import Refused, known, known_each
from companion.core.texts import T
from companion.games.krysis.content import COLOURS, MISSIONS, RELICS, TEAM, Amount, Weapon
from companion.games.krysis.rules.action import StealRelic, TakeRelic, unused
from companion.games.krysis.rules.mining import DrawRelic, KeepRelic
from companion.games.krysis.rules.pieces import put_relic
from companion.games.krysis.state import (
    KrysisSeat,
    Stash,
    State,
    all_homes,
    deserted,
    none,
    standing_room,
    strength,
    worth,
)

Lay: TypeAlias = Callable[..., None]


def facts(state: State) -> dict[str, Any]:
    """All facts."""
    return _public(state) | {
        "secrets": {seat: _secret(state, seat) for seat in state.world.seats},
        "pieces": pieces(state),
    }


def _public(s: State) -> dict[str, Any]:
    now, w = s.now, s.world
    options, acting = w.options, now.phase == "action" and now.active is not None
    known = {
        "agents": options.knows_agents,
        "home": options.knows_home,
        "missions": options.knows_missions,
        RELICS: options.knows_relics,
    }
    return {
        "game": "krysis",
        "pack": w.pack.id,
        "seats": list(w.seats),
        "companies": dict(w.companies),
        "options": dict(options.shown),
        "known": known,
        "phase": now.phase,
        "round": now.round,
        "active": now.active,
        "order": None if now.order is None else list(now.order),
        "done": list(now.done),
        "given": [seat for seat in w.seats if _has_given(s, seat)],
        "bids": {seat: player.bid for seat, player in now.players.items()} if now.revealed else None,
        "initiative": None if now.initiative is None else dict(now.initiative),
        "teams": {seat: _team(s, seat) for seat in w.seats},
        "slots": dict(strength(s, now.active).slots) if acting and now.active is not None else None,
        "acted": now.acted,
        "leaving": now.leaving,
        "abilities": unused(s),
        "deserted": [seat for seat in w.seats if deserted(s, seat)],
        "pending": _pending(s),
        "miners": {seat: player.miner for seat, player in now.players.items()},
        "camps": {seat: {**player.camp.count(), "up": list(player.up)} for seat, player in now.players.items()},
        "homes": all_homes(s),
        "bank": None if now.bank is None else dict(now.bank),
        RELICS: {
            "deck": len(now.relic_deck),
            "discard": len(now.relic_discard),
            "discarded": list(now.relic_discard) if options.knows_relics else None,
        },
        "agents": {seat: _agents(s, player) for seat, player in now.players.items()},
        "vp": {seat: player.vp for seat, player in now.players.items()},
        "declared": {seat: player.declared for seat, player in now.players.items() if player.declared},
        "result": now.result,
    }


def _has_given(s: State, seat: str) -> bool:
    player = s.now.players[seat]
    return player.given is not None or (s.now.phase == "mining" and not s.now.revealed and player.bid is not None)


def _team(s: State, seat: str) -> dict[str, Any]:
    return {
        "agents": list(s.now.players[seat].team),
        "combat": strength(s, seat).combat,
        "defence": strength(s, seat).defence,
    }


def _agents(s: State, player: KrysisSeat) -> dict[str, Any]:
    known = s.world.options.knows_agents
    return {
        "discard": list(player.discard),
        "hand": len(player.hand) if known else None,
        "fighters": len(player.fighters) if known else None,
        "transporters": len(player.transporters) if known else None,
        "reserve": None if known else player.reserve,
    }


def _pending(s: State) -> dict[str, Any] | None:
    """An action that waits for a card."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, DrawRelic | KeepRelic):
        drawn = len(s.now.players[top.seat].drawn)
        return {"what": RELICS, "who": top.seat, "drawn": drawn, "symbols": top.symbols}
    if isinstance(top, TakeRelic):
        return {"what": "steal", "who": s.now.active, "camp": top.camp, "to": top.to, "left": top.left}
    if isinstance(top, StealRelic):
        return {"what": "spy", "who": s.now.active, "camp": top.camp}
    return None


def _secret(s: State, seat: str) -> dict[str, Any]:
    player, options = s.now.players[seat], s.world.options
    top = s.agenda[-1] if s.agenda else None
    spies = isinstance(top, StealRelic) and s.now.active == seat
    return {
        "bid": None if s.now.revealed else player.bid,
        "agent": player.given,
        "hand": list(player.hand) if options.knows_agents else None,
        "box": list(player.box) if options.knows_agents else None,
        "camp_relics": list(player.camp.relics) if options.knows_relics else None,
        "drawn": list(player.drawn) if options.knows_relics else None,
        "home_relics": list(player.home.relics) if options.knows_relics and player.home else None,
        "home": player.home.count() if player.home else None,
        "look": list(s.now.players[top.camp].camp.relics) if spies and isinstance(top, StealRelic) else None,
        "mission": player.mission,
    }


def pieces(state: State) -> Pieces:
    """The pieces at each place."""
    found: Pieces = {}
    lay = partial(put_piece, found)
    now = state.now
    lay("deck:relics", "relic", len(now.relic_deck))
    lay("discard:relics", "relic", len(now.relic_discard))
    if now.homes is not None:
        _lay_goods(lay, "homes", now.homes.count())
    for seat, player in now.players.items():
        _lay_player(lay, seat, player)
    _lay_missions(lay, state)
    return found


def _lay_goods(lay: Lay, at: str, goods: dict[str, int]) -> None:
    for colour in COLOURS:
        lay(at, f"crystal:{colour}", goods[colour])
    lay(at, "relic", goods[RELICS])


def _lay_player(lay: Lay, seat: str, player: KrysisSeat) -> None:
    _lay_goods(lay, f"camp:{seat}", player.camp.count())
    lay(f"camp:{seat}", "relic", len(player.up))
    if player.home is not None:
        _lay_goods(lay, f"home:{seat}", player.home.count())
    lay(f"drawn:{seat}", "relic", len(player.drawn))
    for place, cards in (
        ("fighters", len(player.fighters)),
        ("transporters", len(player.transporters)),
        ("hand", len(player.hand)),
        ("reserve", player.reserve),
        ("team", len(player.team) + (player.given is not None)),
        ("discard", len(player.discard)),
    ):
        lay(f"{place}:{seat}", "agent", cards)
    if player.miner is not None:
        lay(f"space:{player.miner}", f"miner:{seat}")
    lay(f"score:{player.vp}", f"cube:{seat}")


def _lay_missions(lay: Lay, s: State) -> None:
    """Undealt missions are in the deck; a seat has one once dealt, known or not."""
    if not s.world.options.missions:
        return
    for seat in s.now.dealt:
        lay(f"mission:{seat}", "mission")
    # Where the board is not whole nobody has counted the others.
    there = MISSIONS if s.world.other_missions else s.world.missions
    lay("deck:missions", "mission", len(there) - len(s.now.dealt))


# Secrets: what lies open by now, what else could lie hidden, and what nobody else reads in a correction.


def shows(s: State, agent: str) -> bool:
    """True if everybody may know that this agent is in its team."""
    seat = s.world.seat_of_company.get(s.world.company_of_agent.get(agent, ""))
    player = None if seat is None else s.now.players[seat]
    return player is not None and agent in (*player.team, *player.discard)


def exchanged_goods(s: State, ask: Ask) -> list[State]:
    """Copies of a state in which other goods lie behind the screens, as far as who is asked does not see them.

    In each, all crystals of these homes are at another one, and their relics and those of the camps and of the deck are
    exchanged: everybody knows no more than how many there are together.
    """
    seats = [seat for seat in s.world.seats if seat != ask.only]
    sees = (ask.only, ask.who, getattr(ask, "camp", None))
    found = []
    for n in range(max(2, len(seats))):
        other = s.copy()
        homes = [player.home for seat, player in other.now.players.items() if seat in seats and player.home is not None]
        for colour in COLOURS:
            there = sum(home.crystals[colour] for home in homes)
            for at, home in enumerate(homes):
                home.crystals[colour] = there if at == n else 0
        if not is_chance(ask):
            camps = [player.camp for seat, player in other.now.players.items() if seat not in sees]
            piles = [store.relics for store in (*homes, *camps)] + [other.now.relic_deck]
            relics = sorted(relic for pile in piles for relic in pile)
            relics = relics[n:] + relics[:n]
            for pile in piles:
                pile[:] = sorted(relics[: len(pile)])
                del relics[: len(pile)]
        found.append(other)
    return found


def _hidden_home(s: State, change: Mapping[str, Any]) -> str:
    return "value" if s.world.options.knows_home else ""


def _hidden_count(s: State, change: Mapping[str, Any]) -> str:
    return "value" if str(change.get("at")).startswith("home:") else ""


def _hidden_relic(s: State, change: Mapping[str, Any]) -> str:
    open_ = str(change.get("value")).startswith(("up:", "discard"))
    return "relic" if s.world.options.knows_relics and not open_ else ""


def _hidden_agent(s: State, change: Mapping[str, Any]) -> str:
    return "agent" if s.world.options.knows_agents and change.get("value") not in ("team", "discard") else ""


# The facts that can be corrected, one function each.


MOST_VP = 9_999
MOST_CRYSTALS = 9_999
"""The limit if the bank is not counted (G-KR-13)."""
NOT_SO_MANY = T("There are not that many relics.")

FACTS: Facts[State] = Facts(
    {
        "seat": lambda s: s.world.seats,
        "good": lambda s: COLOURS,
        "relic": lambda s: s.world.relics,
        "agent": lambda s: s.world.agents,
    }
)
fact = FACTS.fact


def _camp_of(s: State, seat: str) -> Stash:
    return s.now.players[seat].camp


def _in_bank(s: State, colour: str, here: int) -> int:
    """The most crystals that people are offered where so many are."""
    return MOST if s.now.bank is None else here + s.now.bank[colour]


@fact("vp", Amount, "seat", get=lambda s, seat: s.now.players[seat].vp, label=T("Points"), icon="vp",
      offered=lambda s, seat: range(max(MOST, s.now.players[seat].vp + 1) + 1), place="camp:{seat}",
      followed=True)  # fmt: skip
def _vp(s: State, seat: str, value: int) -> None:
    limit(value <= MOST_VP)
    s.now.players[seat].vp = value


FACTS.follow("camp", lambda s, seat: worth(_camp_of(s, seat).crystals), "seat", label=T("Value in the camp"),
             icon="camp", weight=0.5)  # fmt: skip
FACTS.follow("combat", lambda s, seat: strength(s, seat).defence, "seat", label=T("Combat"), icon="combat", weight=0)


def _set_crystals(s: State, crystals: dict[str, int], colour: str, value: int) -> None:
    """Taken from or returned to the bank, which is validated after the last change."""
    limit(value <= MOST_CRYSTALS)
    if s.now.bank is not None:
        s.now.bank[colour] -= value - crystals[colour]
    crystals[colour] = value


@fact("camp", Amount, "seat", "good", get=lambda s, seat, good: _camp_of(s, seat).crystals[good], label="{icon}",
      offered=lambda s, seat, good: range(_in_bank(s, good, _camp_of(s, seat).crystals[good]) + 1),
      icon="crystal:{good}", place="camp:{seat}")  # fmt: skip
def _camp(s: State, seat: str, good: str, value: int) -> None:
    _set_crystals(s, _camp_of(s, seat).crystals, good, value)


def _home_of(s: State, seats: Sequence[str]) -> Stash:
    """What is at home: of one seat with a ledger, else of all together."""
    home = s.now.players[seats[0]].home if seats else s.now.homes
    assert home is not None
    return home


def _promised(s: State, seats: Sequence[str], colour: str) -> int:
    """What of a crystal is bid and not paid yet, or declared."""
    players = [s.now.players[seat] for seat in seats or s.world.seats]
    bids = [none() if player.bid is None or s.now.revealed else player.bid for player in players]
    declared = [player.declared.get("crystals", none()) for player in players]
    return sum(amounts[colour] for amounts in (*bids, *declared))


def _at_home(s: State, *chosen: str) -> range:
    *seats, good = chosen
    return range(_promised(s, seats, good), _in_bank(s, good, _home_of(s, seats).crystals[good]) + 1)


@fact(
    "home",
    Amount,
    get=lambda s, *chosen: _home_of(s, chosen[:-1]).crystals[chosen[-1]],
    offered=_at_home,
    label="{icon}",
    icon="crystal:{good}",
    place="home:{seat}",
    selects=lambda s: ("seat", "good") if s.world.options.knows_home else ("good",),
    secret=_hidden_home,
)
def _home(s: State, *chosen: str | int) -> None:
    """One home with a ledger, else all homes together; not below what was bid or declared."""
    *before, value = chosen
    *seats, good = map(str, before)
    limit(int(value) >= _promised(s, seats, good), T("That would be less than was bid or declared."))
    _set_crystals(s, _home_of(s, seats).crystals, good, int(value))


def _relic_piles(s: State) -> dict[str, list[str]]:
    """The relics by place."""
    piles = {"deck": s.now.relic_deck, "discard": s.now.relic_discard}
    for seat, player in s.now.players.items():
        piles |= {f"camp:{seat}": player.camp.relics, f"up:{seat}": player.up}
        if player.home is not None:
            piles[f"home:{seat}"] = player.home.relics
    return piles if s.now.homes is None else {**piles, "homes": s.now.homes.relics}


def _pile(s: State, at: str) -> list[str]:
    """The relics at one of those places."""
    sort, seat = split(at)
    return s.now.players[seat].camp.relics if sort == "camp" else _relic_piles(s)[at]


def _relics_settled(s: State) -> bool:
    """After setup, none in transit, homes not declared yet."""
    on_its_way = bool(s.agenda) and isinstance(s.agenda[-1], DrawRelic | KeepRelic | TakeRelic | StealRelic)
    declared = any(player.declared for player in s.now.players.values())
    return s.now.phase != "setup" and not on_its_way and not declared


def _counted(s: State) -> list[str]:
    """The places whose relics are a number."""
    return [at for at in _relic_piles(s) if at != "deck" and kind(at) != "up"]


@fact(
    "relics",
    Amount,
    "at",
    possible=lambda s: not s.world.options.knows_relics and _relics_settled(s),
    names=lambda s, at, value: known(at, _counted(s)),
    get=lambda s, at: len(_pile(s, at)),
    offered=lambda s, at: range(len(_pile(s, at)) + len(s.now.relic_deck) + 1),
    label=T("relics"),
    icon="relic",
    place="{at}",
    each=lambda s: ((at,) for at in s.cached(_counted)),
    secret=_hidden_count,
)
def _relics(s: State, at: str, value: int) -> None:
    """A number of relics, taken from or returned to the deck after the last change."""
    limit(value <= s.world.all_relics, NOT_SO_MANY)
    _relic_piles(s)[at][:] = [UNKNOWN] * value


def _relic_place(s: State, relic: str, value: str) -> None:
    known(value, _relic_piles(s))


@fact("relic", str, "relic", possible=_relics_settled, names=_relic_place, secret=_hidden_relic)
def _relic(s: State, relic: str, value: str) -> None:
    """The place of a relic. If relics are not named, it comes face up from the deck, or was face up."""
    piles = _relic_piles(s)
    if s.world.options.knows_relics:
        lay(piles, relic, value)
        for pile in piles.values():
            pile.sort()
        return
    if all(relic not in player.up for player in s.now.players.values()):
        limit(value.startswith("up:"), T("Nobody has named that relic yet: it can only be turned up."))
    for pile in piles.values():
        if relic in pile:
            pile.remove(relic)
    put_relic(piles[value], relic if value.startswith("up:") else UNKNOWN)


@fact("miner", str, "seat", names=lambda s, seat, value: known(value, s.world.level_of),
      get=lambda s, seat: s.now.players[seat].miner)  # fmt: skip
def _miner(s: State, seat: str, value: str) -> None:
    player, levels = s.now.players[seat], s.world.level_of
    if player.miner is None or levels[player.miner] != levels[value]:
        raise Refused("illegal", T("A miner stays on its level."), "R-KR-23")
    if value not in standing_room(s, player.miner):
        raise Refused("illegal", T("No miner has been put on that start space."), "R-KR-16")
    player.miner = value


def _agent_place(s: State, agent: str, value: str) -> None:
    known(value, ("team", "discard", *(("hand", "deck", "box") if s.world.options.knows_agents else ("reserve",))))


@fact("agent", str, "agent", possible=lambda s: s.now.phase != "setup", names=_agent_place, secret=_hidden_agent)
def _agent(s: State, agent: str, value: str) -> None:
    """The place of an agent; the numbers are validated after the last change."""
    seat = s.world.seat_of_company.get(s.world.company_of_agent[agent])
    limit(seat is not None and agent in s.world.agents_of[seat], T("That agent is not in this game."))
    assert seat is not None
    player, deck = s.now.players[seat], s.world.deck_of(agent)
    limit(agent != player.given, T("That agent lies face down."))
    piles = {"team": player.team, "discard": player.discard, "hand": player.hand, "box": player.box}
    piles["deck"] = player.deck(deck)
    if value in piles and agent in piles[value]:
        return
    hidden = not s.world.options.knows_agents and all(agent not in pile for pile in piles.values())
    if value != "reserve" and (not hidden or UNKNOWN in piles[value]):
        lay(piles, agent, value)
    else:
        player.reserve += (value == "reserve") - hidden
        for pile in piles.values():
            if agent in pile:
                pile.remove(agent)
        if value != "reserve":
            piles[value].append(agent)
    for place, pile in piles.items():
        if place != "team":
            pile.sort()


@fact(
    "mission",
    str,
    "seat",
    possible=lambda s: s.world.options.knows_missions,
    names=lambda s, seat, value: known(value, s.world.missions),
    get=lambda s, seat: s.now.players[seat].mission,
    secret=True,
)
def _mission(s: State, seat: str, value: str) -> None:
    limit(s.now.players[seat].mission is not None, T("Nobody has given that player a mission."))
    s.now.players[seat].mission = value


@fact(
    "order",
    list[str],
    possible=lambda s: s.now.order is not None,
    names=lambda s, value: known_each(value, s.world.seats),
    get=lambda s: s.now.order,
)
def _order(s: State, value: list[str]) -> None:
    """Reorder the seats still to come."""
    now = s.now
    assert now.order is not None
    fixed = len(now.done) + (now.active is not None)
    limit(sorted(value) == sorted(s.world.seats), T("The turn order names every player once."))
    limit(value[:fixed] == now.order[:fixed], T("Turns that are over stay where they are."))
    now.order = value


def balance(state: State) -> None:
    """After the last change: no more than the printed pieces, and no duplicates."""
    now = state.now
    limit(now.bank is None or min(now.bank.values()) >= 0, T("The bank does not have that many crystals."))
    miners = [player.miner for player in now.players.values() if player.miner is not None]
    if len(set(miners)) != len(miners):
        raise Refused("illegal", T("Two miners cannot be on one space."), "R-KR-23")
    missions = [player.mission for player in now.players.values() if player.mission not in (None, UNKNOWN)]
    limit(len(set(missions)) == len(missions), T("Each mission belongs to one player."))
    if state.world.options.knows_missions:
        now.missions = sorted(set(state.world.missions) - set(missions))
    _count_relics(state)


def _count_relics(s: State) -> None:
    """After the last change: the deck holds the remaining relics, and face-up ones must be allowed."""
    now, relics = s.now, s.world.relics
    if not s.world.options.knows_relics:
        stores = [player.home for player in now.players.values()] if now.homes is None else [now.homes]
        out = len(now.relic_discard) + sum(len(store.relics) for store in stores if store is not None)
        out += sum(len(player.camp.relics) + len(player.up) + len(player.drawn) for player in now.players.values())
        limit(out <= s.world.all_relics, NOT_SO_MANY)
        now.relic_deck = [UNKNOWN] * (s.world.all_relics - out)
    for seat, player in now.players.items():
        weapons = sum(isinstance(relics[relic], Weapon) for relic in player.up)
        if max(weapons, len(player.up) - weapons) > 1:
            raise Refused("illegal", T("At most one weapon and one transport are turned up."), "R-KR-35")
        turned = seat == now.active or (seat in now.done and not deserted(s, seat))
        if player.up and not (now.phase == "action" and turned):
            raise Refused("illegal", T("Relics are turned up only in your own turn."), "R-KR-34")


def check_agent_counts(before: State, after: State) -> None:
    """Every place of every company must keep its number of cards; a finished team may leave or return as a whole."""
    for seat, player in after.now.players.items():
        old, new = _counts(before.now.players[seat]), _counts(player)
        if old == new:
            continue
        moved = {place: new[place] - old[place] for place in new if new[place] != old[place]}
        finished = after.now.phase == "action" and seat in after.now.done
        whole = {old["team"], new["team"]} == {0, TEAM} and moved.keys() == {"team", "discard"}
        limit(finished and whole, T("Every place holds as many agents as before: two agents change places."))


def _counts(player: KrysisSeat) -> dict[str, int]:
    return {
        "team": len(player.team),
        "discard": len(player.discard),
        "hand": len(player.hand),
        "fighters": len(player.fighters),
        "transporters": len(player.transporters),
        "box": len(player.box),
        "reserve": player.reserve,
    }
