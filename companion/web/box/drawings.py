"""What is drawn in a browser: the board of a box, tiles and the slots for them, and city tiles.

With a finger or a mouse if the page has its script, otherwise by numbers and tick boxes. Every change is saved at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.refusals import Refused
from companion.core.texts import T, Words, listed
from companion.packs.content import content_hash
from companion.packs.editing.board import (
    LARGEST,
    SIGNS,
    SITES,
    WIDEST,
    BoardDraft,
    CityTileDraft,
    Place,
    Sign,
    SlotsDraft,
    TileDraft,
)
from companion.packs.editing.box import SQUARES, OpenBox
from companion.packs.editing.words import BoxWords
from companion.web.actions import Fields
from companion.web.box import pages, rows
from companion.web.box.pages import PageRequest, digits
from companion.web.box.photos import board_picture
from companion.web.box.rows import InputOption

# The board.

SCALE = 1000
"""The length of the sides of the board on the page."""
HIGH = 0.64
"""How high it is drawn for its width, without a picture."""
NAME = ".".join(SQUARES)


class MapSquare(Struct, frozen=True):
    """A square as it is drawn."""

    id: str
    n: int
    name: Words
    x: int
    y: int
    station: bool
    joined: bool
    """True if it is connected with the selected square."""


def board_page(request: PageRequest) -> str:
    """The board as a map, and what can be done with the selected square; or, with ``stations``, the ticks for them."""
    box = request.box
    draft = box.draft()
    ticking = request.fields.get("stations") == "1"
    chosen = "" if ticking else request.fields.get("square", "")
    picture, high = board_picture(box)
    one = draft.squares.get(chosen)
    squares = [
        MapSquare(
            square.id, n, box.content.in_languages(draft.called(square.id)),
            round(square.x * SCALE), round(square.y * SCALE), square.station,
            one is not None and square.id in one.joined,
        )
        for n, square in enumerate(draft.squares.values())
    ]  # fmt: skip
    places = {square.id: square for square in squares}
    lines = [(places[a], places[b]) for a in places for b in draft.squares[a].joined if a < b]
    return pages.rendered(
        request, "board.html", box=box, name=box.called(SQUARES), squares=squares, lines=lines,
        chosen=places.get(chosen), ticking=ticking,
        hint=T("Tap every square with a station, then Save.") if ticking else _board_hint(box, draft, one is not None),
        picture=picture, high=high or HIGH, pictured=box.can_have_pictures(SQUARES),
        here=f"{pages.box_address(box)}/{NAME}", back=pages.box_address(box), whole=box.board_is_whole, seen=_seen(box),
    )  # fmt: skip


def change_board(request: PageRequest) -> str:
    """Do what the address says with the board. Refused, ``stale``: it has changed since."""
    box = pages.editable(request)
    do = _BOARD_ACTIONS.get(request.names["do"])
    if do is None:
        raise Refused("unknown", T("That cannot be done with a board."))
    if request.fields.get("seen") != _seen(box):
        raise Refused("stale", T("Somebody else has changed the board meanwhile. Look at it again first."))
    draft = box.draft()
    chosen = do(draft, request.fields)
    whole = request.fields.get("whole") == "1" if request.names["do"] == "whole" else box.board_is_whole
    now = box.draft()
    if (draft.squares, whole) != (now.squares, box.board_is_whole):
        box.lay(draft, whole=whole)
        request.service.notify()
    address = f"{pages.box_address(box)}/{NAME}"
    return f"{address}?square={chosen}#board" if chosen else f"{address}#board"


def _seen(box: OpenBox) -> str:
    """A word that changes with the board."""
    return content_hash([box.rows(SQUARES), box.content.places, box.board_is_whole])


def _board_hint(box: OpenBox, draft: BoardDraft, chosen: bool) -> Words:
    """What to do next, or what is still wrong, as on the touchscreen."""
    alone = draft.alone()
    if not draft.squares:
        return T("Tap where the first square is.")
    if chosen:
        return T("Tap another square to connect them, or to separate them.")
    if alone:
        names = [box.content.in_languages(draft.called(one)) for one in alone[:3]]
        return T("Nothing leads to {which} yet. Tap one square, then the one next to it.", which=listed(names))
    return T("Tap where a square is. Swipe over squares to join them; once more takes the path away.")


# Each action returns the square that is selected afterwards.


def _add_square(draft: BoardDraft, fields: Fields) -> str:
    return draft.add(_part(fields, "x"), _part(fields, "y"))


def _move_square(draft: BoardDraft, fields: Fields) -> str:
    square = _square(draft, fields)
    draft.move(square, _part(fields, "x"), _part(fields, "y"))
    return square if fields.get("stay") else ""


def _join(draft: BoardDraft, fields: Fields) -> str:
    draft.join(_square(draft, fields), _square(draft, fields, "other"))
    return ""


def _links(draft: BoardDraft, fields: Fields) -> str:
    """Connect a square with exactly the ticked ones."""
    square = _square(draft, fields)
    wanted = {other for other in draft.squares if f"to.{other}" in fields and other != square}
    for other in wanted ^ draft.squares[square].joined:
        draft.join(square, other)
    return square


def _swipe(draft: BoardDraft, fields: Fields) -> str:
    """Make the paths along the squares that a finger has passed, or take them away."""
    draft.swipe([_square(draft, {"square": one}) for one in fields.get("squares", "").split()])
    return ""


def _stations(draft: BoardDraft, fields: Fields) -> str:
    """Exactly the ticked squares have a station."""
    for square in list(draft.squares.values()):
        if square.station != (f"to.{square.id}" in fields):
            draft.mark(square.id)
    return ""


def _remove_square(draft: BoardDraft, fields: Fields) -> str:
    draft.remove(_square(draft, fields))
    return ""


def _square(draft: BoardDraft, fields: Fields, name: str = "square") -> str:
    square = fields.get(name, "")
    if square not in draft.squares:
        raise Refused("unknown", T("There is no such square on the board."))
    return square


def _part(fields: Fields, name: str) -> float:
    """How far across or down, as a fraction of the board."""
    n = digits(fields.get(name, "").strip(), 4)
    if n is None:
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=0, high=SCALE))
    return n / SCALE


_BOARD_ACTIONS: Mapping[str, Callable[[BoardDraft, Mapping[str, str]], str]] = {
    "add": _add_square, "move": _move_square, "join": _join, "links": _links, "remove": _remove_square,
    "swipe": _swipe, "stations": _stations,
    "whole": lambda draft, fields: "",
}  # fmt: skip
BOARD_ACTIONS = tuple(_BOARD_ACTIONS)
"""What can be done with a board."""


# Tiles.


class CellInput(Struct, frozen=True):
    """A square of a tile, and what can be printed on it."""

    x: int
    y: int
    choices: list[InputOption]


def tile_page(request: PageRequest) -> str:
    """A tile, square by square, with what was typed if that could not be saved."""
    row = rows.row_of(request)
    rows.require_there(row)
    kept = rows.kept_draft(request, row)
    draft = row.box.tile(row.path, row.index) if kept is None else TileDraft(kept.row, _taken(row))
    prints = draft.prints
    cells = [
        [CellInput(x, y, _choices(draft, prints.get((x, y), ""))) for x in range(draft.wide)] for y in range(draft.high)
    ]
    return pages.rendered(
        request, "tile.html", box=row.box, row=row, draft=draft, cells=cells, largest=LARGEST,
        title=rows.title(row), message=None if kept is None else kept.message,
        saved=pages.saved(request, row.box, row.path), seen=content_hash(row.now()),
    )  # fmt: skip


def save_tile(request: PageRequest) -> str:
    row = rows.row_of(request, changing=True)
    rows.require_there(row)
    draft = _filled(row, request.fields)
    do = request.fields.get("do", "next")
    message: Words | None = rows.RESTARTED if do == rows.AGAIN else None
    if message is None and do != "show" and request.fields.get("seen") != content_hash(row.now()):
        message = rows.STALE
    if do == "show" or message is not None:
        return rows.draft_address(request, row, draft.row(), message)
    at = row.box.put_tile(row.path, row.index, draft)
    request.service.notify()
    return rows.next_address(row, at, do)


def _choices(draft: TileDraft, now: str | int) -> list[InputOption]:
    """What can be printed on a square; a crash site only if it is nowhere else."""
    sites = [site for site in SITES if site == now or not draft.has(site)]
    return [
        InputOption("", "", now == ""),
        InputOption("accelerator", T("» Accelerator"), now == "accelerator"),
        *(InputOption(str(site), str(site), now == site) for site in sites),
    ]


def _filled(row: rows.EditedRow, fields: Fields) -> TileDraft:
    """The tile as it was filled in: its size, and what is printed on its squares."""
    wide, high = _side(fields, "w"), _side(fields, "h")
    cells: list[dict[str, Any]] = []
    for y in range(high):
        for x in range(wide):
            what = fields.get(f"c.{x}.{y}", "")
            site = digits(what, 2)
            cells.append({"x": x, "y": y, "accelerator": what == "accelerator",
                          "crash_site": site if site in SITES else None})  # fmt: skip
    before = row.now() or {}
    return TileDraft({**before, "w": wide, "h": high, "cells": cells}, _taken(row))


def _taken(row: rows.EditedRow) -> Sequence[int]:
    return sorted(row.box.tile(row.path, row.index).taken)


def _side(fields: Fields, name: str) -> int:
    return _number(fields, name, 1, LARGEST)


# The slots for tiles on a board.

FREE_SQUARES = 3
"""Free squares that are shown around the slots."""
LEAST_SQUARES = 12
"""Squares that are shown at least, across and down."""


def slots_page(request: PageRequest) -> str:
    """The board with its slots, and what can be done with the selected one."""
    box, table = request.box, pages.table_of(request)
    draft = box.slots(table.path)
    n = digits(request.fields.get("slot", ""))
    chosen = n if n is not None and n < len(draft.slots) else None
    wide = max([LEAST_SQUARES, *(slot.x + slot.w + FREE_SQUARES for slot in draft.slots)])
    high = max([LEAST_SQUARES, *(slot.y + slot.h + FREE_SQUARES for slot in draft.slots)])
    wrong = [any(slot.meets(one) for one in draft.slots if one is not slot) for slot in draft.slots]
    return pages.rendered(
        request, "slots.html", box=box, name=box.called(table.path), slots=list(zip(draft.slots, wrong, strict=True)),
        chosen=chosen, hint=_slots_hint(draft, chosen is not None), here=pages.table_address(box, table),
        back=pages.box_address(box), shapes=draft.shapes(), wide=min(WIDEST, wide), high=min(WIDEST, high),
        seen=content_hash(box.rows(table.path)),
    )  # fmt: skip


def change_slots(request: PageRequest) -> str:
    """Do what the address says with the slots. Refused, ``stale``: they have changed since; ``illegal``: tiles would
    overlap."""
    box, table = pages.editable(request), pages.table_of(request)
    do = _SLOT_ACTIONS.get(request.names["do"])
    if do is None or not box.is_laid(table.path):
        raise Refused("unknown", T("That cannot be done with a board."))
    if request.fields.get("seen") != content_hash(box.rows(table.path)):
        raise Refused("stale", T("Somebody else has changed the board meanwhile. Look at it again first."))
    draft = box.slots(table.path)
    before = _meeting(draft)
    chosen = do(draft, request.fields)
    if _meeting(draft) > before:
        raise Refused("illegal", T("Two tiles would lie on each other there. Nothing was moved."))
    box.put_slots(table.path, draft)
    request.service.notify()
    address = pages.table_address(box, table)
    return f"{address}#board" if chosen is None else f"{address}?slot={chosen}#board"


def _slots_hint(draft: SlotsDraft, chosen: bool) -> Words:
    if draft.overlaps():
        return T("Two tiles would lie on each other: drag one away.")
    if chosen:
        return T("Drag it, give it another shape, or tap its shape to turn it.")
    if not draft.slots:
        return T("Tap where the upper left corner of a tile lies.")
    return T("Tap a free square for a further tile. Drag one to move it.")


def _meeting(draft: SlotsDraft) -> int:
    return sum(one.meets(other) for n, one in enumerate(draft.slots) for other in draft.slots[:n])


def _add_slot(draft: SlotsDraft, fields: Fields) -> int | None:
    return draft.add(_place(fields), draft.shapes()[0])


def _move_slot(draft: SlotsDraft, fields: Fields) -> int | None:
    n = _slot(draft, fields)
    draft.move(n, _place(fields))
    return n if fields.get("stay") else None


def _shape(draft: SlotsDraft, fields: Fields) -> int | None:
    n = _slot(draft, fields)
    shapes = {f"{wide}x{high}": (wide, high) for wide, high in draft.shapes()}
    if fields.get("shape") not in shapes:
        raise Refused("unknown", T("No tile has that shape."))
    draft.shape(n, shapes[fields["shape"]])
    return n


def _remove_slot(draft: SlotsDraft, fields: Fields) -> int | None:
    draft.remove(_slot(draft, fields))
    return None


def _slot(draft: SlotsDraft, fields: Fields) -> int:
    if not draft.slots:
        raise Refused("unknown", T("There is no such place on the board."))
    return _number(fields, "slot", 0, len(draft.slots) - 1)


def _place(fields: Fields) -> Place:
    return _number(fields, "x", 0, WIDEST - 1), _number(fields, "y", 0, WIDEST - 1)


def _number(fields: Fields, name: str, least: int, most: int) -> int:
    n = digits(fields.get(name, "").strip(), 4)
    if n is None or not least <= n <= most:
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=least, high=most))
    return n


_SLOT_ACTIONS: Mapping[str, Callable[[SlotsDraft, Mapping[str, str]], int | None]] = {
    "add": _add_slot, "move": _move_slot, "shape": _shape, "remove": _remove_slot
}  # fmt: skip
SLOT_ACTIONS = tuple(_SLOT_ACTIONS)
"""What can be done with the slots for tiles."""


# City tiles: land is dragged to their sides, and what is printed on them to the middle.

WHERE: tuple[Words, ...] = (T("at the top"), T("at the right"), T("at the bottom"), T("at the left"))
"""The sides of a tile."""


class SignLabel(Struct, frozen=True):
    """A sign with its picture and its name."""

    sign: Sign
    icon: str
    name: Words


class CityTilePage(Struct, frozen=True):
    """A tile as it is drawn: what can be put on it, the land at its sides, and what is in its middle."""

    signs: list[SignLabel]
    sides: list[tuple[Words, SignLabel | None]]
    middle: list[SignLabel]


def city(row: rows.EditedRow) -> CityTilePage | None:
    """The tile of a row; None for a row that is not in the box, and for one that is no city tile."""
    if not row.there or not row.path or not row.box.is_city(row.path):
        return None
    draft = CityTileDraft(row.now())
    known = {sign: _label(sign, row.box.words) for sign in SIGNS}
    sides = [(where, known.get(f"land:{draft.land(side)}")) for side, where in enumerate(WHERE)]
    return CityTilePage(list(known.values()), sides, [known[thing] for thing in draft.things if thing in known])


def put_sign(request: PageRequest) -> str:
    """Put a sign on a tile, remove one that is there, or move the land of one side to another, or off the tile."""
    row = rows.as_seen(request)
    if city(row) is None or row.index is None:
        raise Refused("unknown", T("That is no city tile."))
    draft, sign = CityTileDraft(row.now()), request.fields.get("sign", "")
    side = _city_side(request.fields.get("side", ""))
    if sign == "move":
        draft.move(_city_side(request.fields.get("from", "")) or 0, side)
    elif sign.startswith("land:") and side is None:
        raise Refused("malformed", T("Say at which side of the tile."))
    elif sign in SIGNS:
        draft.put(sign, side or 0)
    else:
        raise Refused("unknown", T("That cannot be put on a tile."))
    row.box.put(row.path, row.index, draft.row())
    request.service.notify()
    return row.address


def _city_side(text: str) -> int | None:
    return int(text) if text in ("0", "1", "2", "3") else None


def _label(sign: Sign, words: BoxWords) -> SignLabel:
    kind, _, name = sign.partition(":")
    if kind == "land":
        return SignLabel(sign, sign, words.value("edges", name))
    if kind == "exit":
        return SignLabel(sign, f"door:{name}", words.field(name, "exit"))
    return SignLabel(sign, "gang:member" if kind == "gang" else kind, words.field(kind))
