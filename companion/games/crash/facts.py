"""The whole picture as facts and pieces (wire/crash.md, "Facts", "Pieces")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.instructions import Pieces
from companion.games.crash.rules.hands import mat
from companion.games.crash.rules.upgrading import DISCARD, DRAWN
from companion.games.crash.state import Saucer, State, board, front, place_of
from companion.games.crash.words import CARDS, SIDES
from companion.games.crash.world import type_of


def facts(s: State) -> dict[str, Any]:
    """All that the companion knows: there is no secret in it."""
    now, w = s.now, s.world
    return {
        "game": "crash",
        "pack": w.pack.id,
        "house": dict(w.options.house),
        "phase": now.phase,
        "round": now.round,
        "seats": list(w.seats),
        "probe": now.probe,
        "rotation": now.rotation,
        "order": list(now.order),
        "moved": list(now.moved),
        "turn": _turn(s),
        "used": list(now.used),
        "fresh": list(now.fresh),
        "saucers": {name: _saucer(s, name, saucer) for name, saucer in now.saucers.items()},
        "lost": {kind: sorted(crew for crew in now.lost if type_of(crew) == kind) for kind in w.pack.types},
        "front": front(s),
        "crew_on_board": dict(now.out),
        "crew_target": w.crew_target,
        "deck": {"draw": len(now.deck.pile), "discard": len(now.deck.discard)},
        "drawn": sorted(now.deck.display),
        "discard": list(now.deck.discard),
        "box": list(now.box),
        "board": _board(s),
        "result": now.result,
        "pieces": pieces(s),
    }


def _turn(s: State) -> dict[str, Any] | None:
    turn = s.now.turn
    if turn is None:
        return None
    return {
        "who": turn.who,
        "saucer": turn.saucer,
        "index": turn.index,
        "distance": turn.distance,
        "boosts": turn.boosts,
        "upgrades": turn.upgrades,
        "crew_out": turn.crew_out,
        "crashed": list(turn.crashed),
    }


def _saucer(s: State, name: str, saucer: Saucer) -> dict[str, Any]:
    return {
        "seat": s.world.seat_of[name],
        "at": saucer.at,
        "crew": list(saucer.crew),
        "seated": saucer.seated,
        "energy": saucer.energy,
        "boosters": saucer.boosters,
        "override": saucer.override,
        "upgrades": list(saucer.upgrades),
    }


def _board(s: State) -> dict[str, Any] | None:
    if s.world.light:
        return None
    printed = board(s)
    return {
        "tiles": [None if t is None else {"tile": t.tile, "rotation": t.rotation} for t in s.now.tiles],
        "markers": dict(zip(SIDES, s.now.markers, strict=True)),
        "sites": {str(number): square for number, square in printed.sites.items()},
        "accelerators": sorted(printed.accelerators),
    }


def pieces(s: State) -> Pieces:
    """What lies on the table, everywhere."""
    found: Pieces = {}

    def lay(at: str, piece: str, n: int = 1) -> None:
        if n:
            here = found.setdefault(at, {})
            here[piece] = here.get(piece, 0) + n

    now = s.now
    if not s.world.light:
        for slot, there in enumerate(now.tiles, 1):
            if there is not None:
                lay(f"slot:{slot}", f"tile:{there.tile}@{there.rotation}")
        for side, direction in zip(SIDES, now.markers, strict=True):
            lay(f"side:{side}", f"marker:{direction}")
    for name, saucer in now.saucers.items():
        _lay_saucer(lay, name, saucer)
    for crew in now.lost:
        lay(f"lost:{type_of(crew)}", f"crew:{crew}")
    for crew, at in now.out.items():
        lay(place_of(at), f"crew:{crew}")
    for card in now.deck.display:
        lay(DRAWN, f"upgrade:{card}")
    for card in now.deck.discard:
        lay(DISCARD, f"upgrade:{card}")
    lay(f"seat:{now.probe}", "token:probe")
    return found


def _lay_saucer(lay: Callable[..., None], name: str, saucer: Saucer) -> None:
    here = mat(name)
    lay(here if saucer.at is None else place_of(saucer.at), f"saucer:{name}")
    lay(here, f"movement:{name}", len(CARDS))
    for crew in saucer.crew:
        lay(here, f"crew:{crew}")
    lay(here, "token:energy", saucer.energy)
    lay(here, "token:booster", saucer.boosters)
    lay(here, "token:override", int(saucer.override))
    for card in saucer.upgrades:
        lay(here, f"upgrade:{card}")
