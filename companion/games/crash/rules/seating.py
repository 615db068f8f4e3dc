"""The setup keys that name pieces: colours, extra crew, markers and board (wire/crash.md, "Setup keys")."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.refusals import BadSetup
from companion.core.texts import T
from companion.games.crash.content.board import ROTATIONS, Laid, fitting
from companion.games.crash.content.pack_data import Pack, Slot
from companion.games.crash.words import SIDES


def read_colours(value: str | None, pack: Pack, saucers: int) -> tuple[str, ...]:
    """The saucers in seat order: distinct colours, by default the first ones of the pack."""
    if value is None:
        return tuple(pack.colours[:saucers])
    colours = tuple(value.split(","))
    if len(colours) != saucers or len(set(colours)) != saucers or not set(colours) <= set(pack.colours):
        raise BadSetup(
            T(
                "colours must be {n} different ones of {names}, separated by commas, not {value}.",
                n=saucers,
                names=", ".join(pack.colours),
                value=value,
            )
        )
    return colours


def read_extra(value: str | None, pack: Pack, saucers: Sequence[str]) -> str | None:
    """The colour whose crew is added (R-CG-13); None if all six are in play."""
    unused = [colour for colour in pack.colours if colour not in saucers]
    if value is None:
        return unused[0] if unused else None
    if not unused:
        raise BadSetup(T("With six players there is no extra crew to choose."))
    if value not in unused:
        raise BadSetup(T("extra can be {values}, not {value}.", values=", ".join(unused), value=value))
    return value


def read_markers(value: str | None, pack: Pack) -> tuple[str, ...]:
    """The direction markers above, right of, below and left of the board (R-CG-06)."""
    if value is None:
        return tuple(pack.directions)
    markers = tuple(value.split(","))
    if sorted(markers) != sorted(pack.directions):
        raise BadSetup(
            T(
                "markers must be {names} for {sides}, each once, separated by commas, not {value}.",
                names=", ".join(pack.directions),
                sides=", ".join(SIDES),
                value=value,
            )
        )
    return markers


def read_board(value: str | None, pack: Pack, slots: Sequence[Slot]) -> tuple[Laid, ...] | None:
    """The tile in each slot; None if chance places them (R-CG-05)."""
    if value is None or value == "random":
        return None
    laid = tuple(_tile(word, pack) for word in value.split(","))
    if len(laid) != len(slots):
        raise BadSetup(T("board must name a tile for each of the {n} places, or be random.", n=len(slots)))
    if len({one.tile for one in laid}) != len(laid):
        raise BadSetup(T("board may name each tile only once."))
    tiles = {tile.id: tile for tile in pack.tiles}
    for number, (one, slot) in enumerate(zip(laid, slots, strict=True), 1):
        if one.tile not in slot.tile_pool or one.rotation not in fitting(tiles[one.tile], slot):
            raise BadSetup(
                T("{tile}@{rotation} does not fit place {n}.", tile=one.tile, rotation=one.rotation, n=number)
            )
    return laid


def _tile(word: str, pack: Pack) -> Laid:
    name, _, turn = word.partition("@")
    rotation = next((rotation for rotation in ROTATIONS if str(rotation) == turn), None)
    if rotation is None or all(tile.id != name for tile in pack.tiles):
        raise BadSetup(T("{word} is not a tile of this pack with its rotation, as in corner@90.", word=word))
    return Laid(name, rotation)
