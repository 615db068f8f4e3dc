"""The state as facts, views and pieces (wire/krysis.md, sections 6 to 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.core.instructions import Pieces
from companion.games.krysis.rules.abilities import StealRelic, unused
from companion.games.krysis.rules.capacity import slots_of
from companion.games.krysis.rules.carrying import TakeRelic
from companion.games.krysis.rules.fighting import combat, defence
from companion.games.krysis.rules.relics import DrawRelic, KeepRelic
from companion.games.krysis.state import Player, State, all_homes, deserted
from companion.games.krysis.words import COLOURS, MISSIONS, RELICS

Lay: TypeAlias = Callable[..., None]


def facts(s: State) -> dict[str, Any]:
    """All facts."""
    return _public(s) | {"secrets": {seat: _secret(s, seat) for seat in s.world.seats}, "pieces": pieces(s)}


def view(s: State, seat: str | None) -> dict[str, Any]:
    """What a seat may see: its own secrets and home only. None: the shared screen."""
    lying = pieces(s)
    hidden = {f"home:{other}" for other in s.world.seats if other != seat}
    return _public(s) | {
        "you": seat,
        "secrets": {} if seat is None else {seat: _secret(s, seat)},
        "pieces": {at: there for at, there in lying.items() if at not in hidden},
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
        "slots": dict(slots_of(s, now.active)) if acting and now.active is not None else None,
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
    return {"agents": list(s.now.players[seat].team), "combat": combat(s, seat), "defence": defence(s, seat)}


def _agents(s: State, player: Player) -> dict[str, Any]:
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


def pieces(s: State) -> Pieces:
    """The pieces at each place."""
    found: Pieces = {}

    def lay(at: str, piece: str, n: int = 1) -> None:
        if n:
            here = found.setdefault(at, {})
            here[piece] = here.get(piece, 0) + n

    now = s.now
    lay("deck:relics", "relic", len(now.relic_deck))
    lay("discard:relics", "relic", len(now.relic_discard))
    if now.homes is not None:
        _lay_goods(lay, "homes", now.homes.count())
    for seat, player in now.players.items():
        _lay_player(lay, seat, player)
    _lay_missions(lay, s)
    return found


def _lay_goods(lay: Lay, at: str, goods: dict[str, int]) -> None:
    for colour in COLOURS:
        lay(at, f"crystal:{colour}", goods[colour])
    lay(at, "relic", goods[RELICS])


def _lay_player(lay: Lay, seat: str, player: Player) -> None:
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
    lay("deck:missions", "mission", len(MISSIONS) - len(s.now.dealt))
