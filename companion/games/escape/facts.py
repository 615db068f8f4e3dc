"""The state as facts, views and pieces (wire/escape.md, "Facts", "View", "Pieces")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.core.instructions import Pieces
from companion.games.escape.rules.counters import counter
from companion.games.escape.rules.hands import piece_of
from companion.games.escape.state import Player, State, officer_types, stack_place
from companion.games.escape.words import ASSETS, GANG_MARKERS, WOUNDS

Lay: TypeAlias = Callable[..., None]


def facts(s: State) -> dict[str, Any]:
    """All facts; decks and bags are listed by their possible cards."""
    return _shared(s) | {"secret": {seat: _secret(player) for seat, player in s.now.players.items()}}


def view(s: State, seat: str | None) -> dict[str, Any]:
    """What a seat may know: the facts with its own secrets only, and with all of them at the end. None: the shared
    screen."""
    if s.now.result is not None:
        return facts(s)
    return _shared(s) | {"secret": {} if seat is None else {seat: _secret(s.now.players[seat])}}


def _secret(player: Player) -> dict[str, Any]:
    return {"cash": player.cash, "plan": player.plan, "lines": dict(player.lines)}


def _shared(s: State) -> dict[str, Any]:
    now = s.now
    return {
        "day": now.day,
        "part": now.part,
        "phase": now.phase,
        "seats": list(s.world.seats),
        "order": list(now.order),
        "queue": list(now.queue),
        "city": list(now.city),
        "display": dict(now.display),
        "stacks": {letter: len(tiles) for letter, tiles in now.stacks.items()},
        "officers": {tile: dict(kinds) for tile, kinds in now.officers.items()},
        "bag": {kind: now.bag.get(kind, 0) for kind in officer_types(s)},
        "patrol": {
            "deck": now.patrol_deck,
            "box": 1,
            "spaces": dict(now.patrol),
            "blocked": now.blocked,
            "open": now.open_exit,
        },
        "exits": dict(now.exits),
        "contacts": {
            "deck": len(now.contacts.pile),
            "display": sorted(now.contacts.display),
            "discard": list(now.contacts.discard),
        },
        "plans": _plans(s),
        "gang": {"board": now.gang_board, "tiles": dict(now.gang), "box": now.gang_box},
        "business": dict(now.business),
        "safe_houses": dict(now.safe_houses),
        "stock": {what: now.stock.get(what, 0) for what in s.world.printed},
        "box": {what: now.box.get(what, 0) for what in s.world.printed},
        "players": {seat: _player(s, seat) for seat in s.world.seats},
        "escaped": list(now.escaped),
        "result": now.result,
        "pieces": pieces(s),
    }


def _plans(s: State) -> dict[str, int]:
    cards = len(s.world.plans) + s.world.unknown["escape_plans"]
    dealt = cards - len(s.now.plans) if s.world.options.private_plans else len(s.world.seats)
    return {"dealt": dealt, "box": cards - dealt}


def _player(s: State, seat: str) -> dict[str, Any]:
    player = s.now.players[seat]
    number = s.now.escaped.index(seat) + 1 if seat in s.now.escaped else None
    return {what: counter(what).value(player) for what in s.world.whats} | {
        "contacts": list(player.contacts),
        "income": player.income,
        "exit_cost": None if number is None else s.world.exit_cost(number),
    }


def pieces(s: State) -> Pieces:
    """The pieces at each place."""
    found: Pieces = {}

    def lay(at: str, piece: str, n: int = 1) -> None:
        if n:
            here = found.setdefault(at, {})
            here[piece] = here.get(piece, 0) + n

    _lay_city(lay, s)
    _lay_board(lay, s)
    for seat, player in s.now.players.items():
        _lay_player(lay, s, seat, player)
    return found


def _lay_city(lay: Lay, s: State) -> None:
    now = s.now
    for tile in now.city:
        lay("board:city", f"tile:{tile}")
    for letter, shown in now.display.items():
        if shown is not None:
            lay(f"display:{letter}", f"tile:{shown}")
    for tile, kinds in now.officers.items():
        for kind, n in kinds.items():
            lay(f"tile:{tile}", f"officer:{kind}", n)
    for tile, n in now.gang.items():
        lay(f"tile:{tile}", "gang:member", n)
    for kind, places, home in (
        ("business", now.business, "board:business"),
        ("safe_house", now.safe_houses, "board:safe_houses"),
    ):
        for name, place in places.items():
            if place != "box":
                lay(home if place == "board" else place, f"{kind}:{name}")


def _lay_board(lay: Lay, s: State) -> None:
    now = s.now
    lay("board:gang", "gang:member", now.gang_board)
    for back, exit in now.exits.items():
        lay("board:exits" if exit is None else stack_place(s, exit), f"exit_stack:{back}")
    for exit, cards in now.patrol.items():
        lay(f"patrol:{exit}", f"patrol:{exit}", cards)
    for what, n in now.stock.items():
        lay("board:stock", piece_of(what), n)
    for place, cards_there in (("display", now.contacts.display), ("discard", now.contacts.discard)):
        for card in cards_there:
            lay(f"contacts:{place}", f"contact:{card}")
    for number, seat in enumerate(now.order, 1):
        lay(f"order:{number}", f"turn:{seat}")
    lay(f"time:{now.part}", "time:marker")


def _lay_player(lay: Lay, s: State, seat: str, player: Player) -> None:
    at = f"player:{seat}"
    for what, n in player.held.items():
        lay(at, piece_of(what), n)
    for card in player.contacts:
        lay(at, f"contact:{card}")
    if player.plan is not None or not s.world.options.private_plans:
        lay(at, "plan:back")
    lay(at, "first_aid:tile")
    lay(at, "rest:tile")
    for space in player.cubes:
        lay(f"income:{seat}.{space}", "income:cube")
    for asset in ASSETS:
        lay(f"{'unlocked' if asset in player.unlocked else 'locked'}:{seat}", f"asset:{asset}")
    lay(f"green:{seat}", "wound:cube", WOUNDS - player.wounds)
    lay(f"wounds:{seat}", "wound:cube", player.wounds)
    lay(f"gangs:{seat}", f"gang_marker:{seat}", GANG_MARKERS - player.gangs)
    lay("board:gangs", f"gang_marker:{seat}", player.gangs)
    lay(f"notoriety:{player.notoriety}", f"notoriety:{seat}")


def face_down(s: State) -> Pieces:
    """First aid and rest tiles with their used side up."""
    found: Pieces = {}
    for seat, player in s.now.players.items():
        used = {f"{what}:tile": 1 for what in ("first_aid", "rest") if getattr(player, what)}
        if used:
            found[f"player:{seat}"] = used
    return found
