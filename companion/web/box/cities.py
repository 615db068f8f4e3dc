"""A city tile of a box, drawn in a browser: land is dragged to its sides, and what is printed on it to its middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.refusals import Refused
from companion.core.texts import T, Words
from companion.packs.editing.board import SIGNS, CityTileDraft, Sign
from companion.packs.editing.words import BoxWords
from companion.web.box import rows

if TYPE_CHECKING:
    from companion.web.box.site import Asked

WHERE: tuple[Words, ...] = (T("at the top"), T("at the right"), T("at the bottom"), T("at the left"))
"""The sides of a tile."""


class Shown(Struct, frozen=True):
    """A sign with its picture and its name."""

    sign: Sign
    icon: str
    name: Words


class City(Struct, frozen=True):
    """A tile as the page draws it: what can be put on it, the land at its sides, and what is in its middle."""

    signs: list[Shown]
    sides: list[tuple[Words, Shown | None]]
    middle: list[Shown]


def city(row: rows.Row) -> City | None:
    """The tile of a row; None of a row that is none, or of a new one."""
    if row.index is None or not row.path or not row.box.is_city(row.path):
        return None
    draft = CityTileDraft(row.now())
    known = {sign: _shown(sign, row.box.words) for sign in SIGNS}
    sides = [(where, known.get(f"land:{draft.land(side)}")) for side, where in enumerate(WHERE)]
    return City(list(known.values()), sides, [known[thing] for thing in draft.things if thing in known])


def put(asked: Asked) -> str:
    """Put a sign on a tile, or move the land of one side to another (or off it). What is there already goes."""
    row = rows.as_seen(asked)
    if city(row) is None or row.index is None:
        raise Refused("unknown", T("That is no city tile."))
    draft, sign, side = CityTileDraft(row.now()), asked.sent.get("sign", ""), _side(asked.sent.get("side", ""))
    if sign == "move":
        draft.move(_side(asked.sent.get("from", "")) or 0, side)
    elif sign.startswith("land:") and side is None:
        raise Refused("malformed", T("Say at which side of the tile."))
    elif sign in SIGNS:
        draft.put(sign, side or 0)
    else:
        raise Refused("unknown", T("That cannot be put on a tile."))
    row.box.put(row.path, row.index, draft.row())
    asked.desk.tell()
    return row.address


def _side(said: str) -> int | None:
    return int(said) if said in ("0", "1", "2", "3") else None


def _shown(sign: Sign, words: BoxWords) -> Shown:
    kind, _, name = sign.partition(":")
    if kind == "land":
        return Shown(sign, sign, words.value("edges", name))
    if kind == "exit":
        return Shown(sign, f"door:{name}", words.field(name, "exit"))
    return Shown(sign, "gang:member" if kind == "gang" else kind, words.field(kind))
