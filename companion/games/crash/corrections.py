"""The facts that a table can correct, one function each (wire/crash.md, "Corrections")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.facts import MOST, Facts, limit
from companion.core.refusals import known
from companion.core.texts import T
from companion.games.crash.content.board import ROTATIONS, Laid, fitting
from companion.games.crash.state import State, turn
from companion.games.crash.words import LIGHT, LOST

MOST_CREW_OUT = 24


def _slots(s: State) -> range:
    return range(1, len(s.world.slots) + 1)


FACTS: Facts[State] = Facts(
    {
        "saucer": lambda s: s.now.saucers,
        "crew": lambda s: s.world.all_crew,
        "upgrade": lambda s: s.world.upgrades,
        "slot": _slots,
    },
    numbers={"slot"},
)
fact = FACTS.fact


class TileValue(Struct, frozen=True, forbid_unknown_fields=True):
    """How a slot is filled."""

    tile: str
    rotation: int


def _mats(s: State) -> set[str]:
    return {f"mat:{saucer}" for saucer in s.now.saucers}


def _on_board(s: State) -> list[str]:
    """Where something on the board can be: a square, or the board as a whole."""
    return [LIGHT] if s.world.light else s.world.squares


def _saucer_place(s: State, saucer: str, value: str | None) -> None:
    if value is not None:
        known(value, _on_board(s))


@fact("saucer", str | None, "saucer", names=_saucer_place)
def _saucer(s: State, saucer: str, value: str | None) -> None:
    """On the board or off it; that is no crash."""
    s.now.saucers[saucer].at = value


def _crew_place(s: State, crew: str, value: str) -> None:
    kind = "board" if s.world.light else "square"
    known(value, {LOST, *_mats(s), *(f"{kind}:{at}" for at in _on_board(s))})


@fact("crew", str, "crew", names=_crew_place)
def _crew(s: State, crew: str, value: str) -> None:
    """Aboard, on the board or lost; how many are to be placed stays as it is."""
    limit(crew in s.world.crew, T("That crew is not in this game."))
    now = s.now
    for saucer in now.saucers.values():
        saucer.crew = [other for other in saucer.crew if other != crew]
    now.lost = [other for other in now.lost if other != crew]
    now.out.pop(crew, None)
    kind, _, name = value.partition(":")
    if kind == LOST:
        now.lost = sorted([*now.lost, crew])
    elif kind == "mat":
        now.saucers[name].crew = sorted([*now.saucers[name].crew, crew])
    else:
        now.out[crew] = name


@fact("energy", int, "saucer")
def _energy(s: State, saucer: str, value: int) -> None:
    limit(0 <= value <= MOST)
    s.now.saucers[saucer].energy = value


@fact("boosters", int, "saucer")
def _boosters(s: State, saucer: str, value: int) -> None:
    limit(0 <= value <= MOST)
    s.now.saucers[saucer].boosters = value


def _upgrade_place(s: State, upgrade: str, value: str) -> None:
    known(value, {"deck", "discard", "box", *_mats(s)})


@fact("upgrade", str, "upgrade", names=_upgrade_place)
def _upgrade(s: State, upgrade: str, value: str) -> None:
    """Where a card is; what was acquired in this turn may then be used at once."""
    now = s.now
    limit(upgrade not in now.deck.display, T("That card has just been drawn. Keep it or discard it first."))
    hands = {f"mat:{name}": saucer.upgrades for name, saucer in now.saucers.items()}
    piles = {"deck": now.deck.pile, "discard": now.deck.discard, "box": now.box, **hands}
    for cards in piles.values():
        if upgrade in cards:
            cards.remove(upgrade)
    piles[value].append(upgrade)
    piles[value].sort()
    now.fresh = [card for card in now.fresh if card != upgrade]


def _seat(s: State, value: str) -> None:
    known(value, s.world.seats)


@fact("probe", str, names=_seat)
def _probe(s: State, value: str) -> None:
    s.now.probe = value


def _in_turn(s: State) -> bool:
    return s.now.turn is not None


@fact("crew_out", int, possible=_in_turn)
def _crew_out(s: State, value: int) -> None:
    limit(0 <= value <= MOST_CREW_OUT)
    turn(s).crew_out = value


def _saucers(s: State, value: Sequence[str]) -> None:
    for saucer in value:
        known(saucer, s.now.saucers)


@fact("crashed", list[str], possible=_in_turn, names=_saucers)
def _crashed(s: State, value: list[str]) -> None:
    limit(len(set(value)) == len(value), T("A saucer stands in this list once."))
    turn(s).crashed = value


def _complete(s: State) -> bool:
    return not s.world.light and all(there is not None for there in s.now.tiles)


def _tile_name(s: State, slot: int, value: TileValue) -> None:
    known(value.tile, s.world.tiles)
    known(value.rotation, ROTATIONS)


@fact("tile", TileValue, "slot", possible=_complete, names=_tile_name)
def _tile(s: State, slot: int, value: TileValue) -> None:
    """Pools and shapes are looked at after the last change, so that two tiles can change places."""
    tiles = list(s.now.tiles)
    tiles[slot - 1] = Laid(value.tile, next(rotation for rotation in ROTATIONS if rotation == value.rotation))
    s.now.tiles = tuple(tiles)


def _full(s: State) -> bool:
    return not s.world.light


def _directions(s: State, value: Sequence[str]) -> None:
    for direction in value:
        known(direction, s.world.pack.directions)


@fact("markers", list[str], possible=_full, names=_directions)
def _markers(s: State, value: list[str]) -> None:
    limit(sorted(value) == sorted(s.world.pack.directions), T("Each of the four markers lies at one side."))
    s.now.markers = value


def balance(s: State) -> None:
    """After the last change: every tile lies once, in a slot that it fits."""
    laid = [there for there in s.now.tiles if there is not None]
    limit(len({there.tile for there in laid}) == len(laid), T("Each tile lies on the board once."))
    for slot, there in zip(s.world.slots, s.now.tiles, strict=True):
        if there is not None:
            turns = fitting(s.world.tiles[there.tile], slot)
            limit(there.tile in slot.tile_pool and there.rotation in turns, T("That tile does not fit there."))


def alone(s: State, changes: Sequence[Mapping[str, Any]]) -> None:
    """After the last change: what was put on a square is alone there; nothing to look at in light."""
    if s.world.light:
        return
    there = [saucer.at for saucer in s.now.saucers.values() if saucer.at is not None]
    there += s.now.out.values()
    for change in changes:
        at: str | None = None
        if change["fact"] == "saucer":
            at = s.now.saucers[change["saucer"]].at
        elif change["fact"] == "crew":
            at = s.now.out.get(change["crew"])
        limit(at is None or there.count(at) == 1, T("Two pieces cannot be on one square."))
