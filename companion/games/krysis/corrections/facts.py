"""The facts that can be corrected, one function each (wire/krysis.md, section 10)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.facts import Facts, limit
from companion.core.piles import UNKNOWN, lay
from companion.core.refusals import Refused, known
from companion.core.texts import T
from companion.games.krysis.answers import Count
from companion.games.krysis.corrections.relics import NOT_SO_MANY, count_relics, looked_at, pile_of, set_relic
from companion.games.krysis.state import State, none, standing_room
from companion.games.krysis.words import COLOURS, MISSIONS

MOST_VP = 9_999
MOST_CRYSTALS = 9_999
"""The limit if the bank is not counted (G-KR-13)."""

FACTS: Facts[State] = Facts(
    {
        "seat": lambda s: s.world.seats,
        "good": lambda s: COLOURS,
        "relic": lambda s: s.world.relics,
        "agent": lambda s: s.world.agents,
    }
)
fact = FACTS.fact


@fact("vp", Count, "seat")
def _vp(s: State, seat: str, value: int) -> None:
    limit(value <= MOST_VP)
    s.now.players[seat].vp = value


def _set_crystals(s: State, crystals: dict[str, int], colour: str, value: int) -> None:
    """Taken from or returned to the bank, which is validated after the last change."""
    limit(value <= MOST_CRYSTALS)
    if s.now.bank is not None:
        s.now.bank[colour] -= value - crystals[colour]
    crystals[colour] = value


@fact("camp", Count, "seat", "good")
def _camp(s: State, seat: str, good: str, value: int) -> None:
    _set_crystals(s, s.now.players[seat].camp.crystals, good, value)


def _home_selects(s: State) -> tuple[str, ...]:
    return ("seat", "good") if s.world.options.knows_home else ("good",)


@fact("home", Count, selects=_home_selects)
def _home(s: State, *chosen: str | int) -> None:
    """One home with a ledger, else all homes together; not below what was bid or declared."""
    *seat, good, value = chosen
    seats = [str(one) for one in seat] or list(s.world.seats)
    players = [s.now.players[one] for one in seats]
    bids = [none() if player.bid is None or s.now.revealed else player.bid for player in players]
    declared = [player.declared.get("crystals", none()) for player in players]
    taken = sum(amounts[str(good)] for amounts in (*bids, *declared))
    limit(int(value) >= taken, T("That would be less than was bid or declared."))
    home = players[0].home if seat else s.now.homes
    assert home is not None
    _set_crystals(s, home.crystals, str(good), int(value))


def _relics_unknown(s: State) -> bool:
    return not s.world.options.knows_relics and looked_at(s)


def _relics_place(s: State, at: str, value: int) -> None:
    known(at, _piles(s) - {"deck"} - {f"up:{seat}" for seat in s.world.seats})


def _piles(s: State) -> set[str]:
    homes = {f"home:{seat}" for seat in s.world.seats} if s.world.options.knows_home else {"homes"}
    return {"deck", "discard", *homes, *(f"{kind}:{seat}" for kind in ("camp", "up") for seat in s.world.seats)}


@fact("relics", Count, "at", possible=_relics_unknown, names=_relics_place)
def _relics(s: State, at: str, value: int) -> None:
    """A number of relics, taken from or returned to the deck after the last change."""
    limit(value <= s.world.all_relics, NOT_SO_MANY)
    pile_of(s, at)[:] = [UNKNOWN] * value


def _relic_place(s: State, relic: str, value: str) -> None:
    known(value, _piles(s))


@fact("relic", str, "relic", possible=looked_at, names=_relic_place)
def _relic(s: State, relic: str, value: str) -> None:
    """The place of a relic."""
    set_relic(s, relic, value)


def _space(s: State, seat: str, value: str) -> None:
    known(value, s.world.level_of)


@fact("miner", str, "seat", names=_space)
def _miner(s: State, seat: str, value: str) -> None:
    player, levels = s.now.players[seat], s.world.level_of
    if player.miner is None or levels[player.miner] != levels[value]:
        raise Refused("illegal", T("A miner stays on its level."), "R-KR-23")
    if value not in standing_room(s, player.miner):
        raise Refused("illegal", T("No miner has been put on that start space."), "R-KR-16")
    player.miner = value


def _agents_settled(s: State) -> bool:
    return s.now.phase != "setup"


def _agent_place(s: State, agent: str, value: str) -> None:
    known(value, ("team", "discard", *(("hand", "deck", "box") if s.world.options.knows_agents else ("reserve",))))


@fact("agent", str, "agent", possible=_agents_settled, names=_agent_place)
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


def _missions_known(s: State) -> bool:
    return s.world.options.knows_missions


def _mission_name(s: State, seat: str, value: str) -> None:
    known(value, MISSIONS)


@fact("mission", str, "seat", possible=_missions_known, names=_mission_name)
def _mission(s: State, seat: str, value: str) -> None:
    limit(s.now.players[seat].mission is not None, T("Nobody has given that player a mission."))
    s.now.players[seat].mission = value


def _has_order(s: State) -> bool:
    return s.now.order is not None


def _seats(s: State, value: Sequence[str]) -> None:
    for seat in value:
        known(seat, s.world.seats)


@fact("order", list[str], possible=_has_order, names=_seats)
def _order(s: State, value: list[str]) -> None:
    """Reorder the seats still to come."""
    now = s.now
    assert now.order is not None
    fixed = len(now.done) + (now.active is not None)
    limit(sorted(value) == sorted(s.world.seats), T("The turn order names every player once."))
    limit(value[:fixed] == now.order[:fixed], T("Turns that are over stay where they are."))
    now.order = value


def balance(s: State) -> None:
    """After the last change: no more than the printed pieces, and no duplicates."""
    now = s.now
    limit(now.bank is None or min(now.bank.values()) >= 0, T("The bank does not have that many crystals."))
    miners = [player.miner for player in now.players.values() if player.miner is not None]
    if len(set(miners)) != len(miners):
        raise Refused("illegal", T("Two miners cannot be on one space."), "R-KR-23")
    missions = [player.mission for player in now.players.values() if player.mission is not None]
    limit(len(set(missions)) == len(missions), T("Each mission belongs to one player."))
    if s.world.options.knows_missions:
        now.missions = sorted(set(MISSIONS) - set(missions))
    count_relics(s)
