"""What is drawn in a browser: the board of a box, tiles and the slots for them, and city tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

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
from companion.web.box import pages, rows
from companion.web.box.form import InputOption

if TYPE_CHECKING:
    from companion.web.box.pages import PageRequest


# The board of a box, laid out in a browser: squares are put down, dragged, joined and taken away, each at once.
#
# With a finger or a mouse where the page has its script, else by numbers and by what is ticked.
#

SCALE = 1000
"""The sides of the board are so long."""
NAME = ".".join(SQUARES)


class MapSquare(Struct, frozen=True):
    """A square as the page draws it."""

    id: str
    n: int
    name: Words
    x: int
    y: int
    station: bool
    joined: bool
    """With the one that is chosen."""


def board_page(asked: PageRequest) -> str:
    """The board as a map, and what can be done with the square that is chosen."""
    box = asked.box
    draft = box.draft()
    chosen = asked.sent.get("square", "")
    one = draft.squares.get(chosen)
    squares = [
        MapSquare(
            square.id, n, box.content.in_languages(square.name or square.id.replace("_", " ")),
            round(square.x * SCALE), round(square.y * SCALE), square.station,
            one is not None and square.id in one.joined,
        )
        for n, square in enumerate(draft.squares.values())
    ]  # fmt: skip
    places = {square.id: square for square in squares}
    lines = [(places[a], places[b]) for a in places for b in draft.squares[a].joined if a < b]
    return pages.inside(
        asked, "board.html", box=box, name=box.called(SQUARES), squares=squares, lines=lines,
        chosen=places.get(chosen), hint=_board_hint(box, draft, one is not None),
        here=f"{pages.box_address(box)}/{NAME}", back=pages.box_address(box), whole=box.board_is_whole, seen=_seen(box),
    )  # fmt: skip


def change_board(asked: PageRequest) -> str:
    """Do with the board what the address says. Refused, ``stale``: it is another one by now."""
    box = pages.changeable(asked)
    do = _BOARD_ACTIONS.get(asked.named["do"])
    if do is None:
        raise Refused("unknown", T("That cannot be done with a board."))
    if asked.sent.get("seen") != _seen(box):
        raise Refused("stale", T("Somebody else has changed the board meanwhile. Look at it again first."))
    draft = box.draft()
    chosen = do(draft, asked.sent)
    whole = asked.sent.get("whole") == "1" if asked.named["do"] == "whole" else box.board_is_whole
    now = box.draft()
    if (draft.squares, whole) != (now.squares, box.board_is_whole):
        box.lay(draft, whole=whole)
        asked.desk.tell()
    address = f"{pages.box_address(box)}/{NAME}"
    return f"{address}?square={chosen}#board" if chosen else f"{address}#board"


def _seen(box: OpenBox) -> str:
    """Another word as soon as the board is another."""
    return content_hash([box.rows(SQUARES), box.content.places, box.board_is_whole])


def _board_hint(box: OpenBox, draft: BoardDraft, chosen: bool) -> Words:
    """What to do next, or what does not fit yet; as the touchscreen says it."""
    alone = draft.alone()
    if not draft.squares:
        return T("Tap where the first square is.")
    if chosen:
        return T("Tap another square to connect them, or to separate them.")
    if alone:
        names = [box.content.in_languages(draft.squares[one].name or one.replace("_", " ")) for one in alone[:3]]
        return T("Nothing leads to {which} yet. Tap one square, then the one next to it.", which=listed(names))
    return T("Tap where a square is. Drag one to move it.")


# What can be done: each gives the square that is chosen then.


def _add_square(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    return draft.add(_part(sent, "x"), _part(sent, "y"))


def _move_square(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    square = _square(draft, sent)
    draft.move(square, _part(sent, "x"), _part(sent, "y"))
    return square if sent.get("stay") else ""


def _join(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    draft.join(_square(draft, sent), _square(draft, sent, "other"))
    return ""


def _links(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    """Exactly the ticked squares are next to this one."""
    square = _square(draft, sent)
    wanted = {other for other in draft.squares if f"to.{other}" in sent and other != square}
    for other in wanted ^ draft.squares[square].joined:
        draft.join(square, other)
    return square


def _remove_square(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    draft.remove(_square(draft, sent))
    return ""


def _nothing(_: BoardDraft, __: Mapping[str, str]) -> str:
    return ""


def _square(draft: BoardDraft, sent: Mapping[str, str], name: str = "square") -> str:
    square = sent.get(name, "")
    if square not in draft.squares:
        raise Refused("unknown", T("There is no such square on the board."))
    return square


def _part(sent: Mapping[str, str], name: str) -> float:
    """How far across or down, as a part of the board."""
    figures = sent.get(name, "").strip()
    if not (figures.isascii() and figures.isdecimal() and len(figures) <= 4):
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=0, high=SCALE))
    return int(figures) / SCALE


_BOARD_ACTIONS: Mapping[str, Callable[[BoardDraft, Mapping[str, str]], str]] = MappingProxyType(
    {
        "add": _add_square,
        "move": _move_square,
        "join": _join,
        "links": _links,
        "remove": _remove_square,
        "whole": _nothing,
    }
)
BOARD_ACTIONS = tuple(_BOARD_ACTIONS)
"""What can be done with a board."""


# Tiles of squares, and the places for them on a board, in a browser: what is printed where, and what lies where.
#

ROOM = 3
"""So many free squares stand around what is laid."""
LEAST = 12
"""So many squares are shown at least, beside each other and below each other."""


class CellInput(Struct, frozen=True):
    """A square of a tile, and what can be printed on it."""

    x: int
    y: int
    choices: list[InputOption]


# A tile.


def tile_page(asked: PageRequest) -> str:
    """A tile, square by square; with what was typed where that could not be saved."""
    row = rows.row_of(asked)
    kept = asked.desk.drafts.get(asked.sent.get("draft", ""))
    draft = row.box.tile(row.path, row.index) if kept is None else TileDraft(kept.row, _taken(row))
    prints = draft.prints
    cells = [
        [CellInput(x, y, _choices(draft, prints.get((x, y), ""))) for x in range(draft.wide)] for y in range(draft.high)
    ]
    return pages.inside(
        asked, "tile.html", box=row.box, row=row, draft=draft, cells=cells, largest=LARGEST,
        title=rows.title(row), told=None if kept is None else kept.told, saved=pages.saved(asked, row.box, row.path),
        seen=content_hash(row.now()),
    )  # fmt: skip


def save_tile(asked: PageRequest) -> str:
    """Save a tile, or show it with other sides."""
    row = rows.row_of(asked, changing=True)
    draft = _filled(row, asked.sent)
    do = asked.sent.get("do", "next")
    told = None
    if do != "show" and asked.sent.get("seen") != content_hash(row.now()):
        told = rows.STALE
    if do == "show" or told is not None:
        return rows.draft_address(asked, row, draft.row(), told)
    at = row.box.put_tile(row.path, row.index, draft)
    asked.desk.tell()
    return rows.next_address(row, at, do)


def _choices(draft: TileDraft, now: str | int) -> list[InputOption]:
    """What can be printed on a square: a crash site that stands nowhere else."""
    sites = [site for site in SITES if site == now or not draft.has(site)]
    return [
        InputOption("", "", now == ""),
        InputOption("accelerator", T("» Accelerator"), now == "accelerator"),
        *(InputOption(str(site), str(site), now == site) for site in sites),
    ]


def _filled(row: rows.EditedRow, sent: Mapping[str, str]) -> TileDraft:
    """The tile as it was typed: its sides, and what is printed on its squares."""
    wide, high = _side(sent, "w"), _side(sent, "h")
    cells: list[dict[str, Any]] = []
    for y in range(high):
        for x in range(wide):
            what = sent.get(f"c.{x}.{y}", "")
            site = int(what) if what.isascii() and what.isdecimal() and len(what) < 3 else None
            cells.append({"x": x, "y": y, "accelerator": what == "accelerator",
                          "crash_site": site if site in SITES else None})  # fmt: skip
    before = row.now() or {}
    return TileDraft({**before, "w": wide, "h": high, "cells": cells}, _taken(row))


def _taken(row: rows.EditedRow) -> Sequence[int]:
    return sorted(row.box.tile(row.path, row.index).taken)


def _side(sent: Mapping[str, str], name: str) -> int:
    return _number(sent, name, 1, LARGEST)


# The places for tiles.


def slots_page(asked: PageRequest) -> str:
    """The board with its places, and what can be done with the one that is chosen."""
    box, table = asked.box, pages.table_of(asked)
    draft = box.slots(table.path)
    n = asked.sent.get("slot", "")
    chosen = int(n) if n.isascii() and n.isdecimal() and len(n) < 4 and int(n) < len(draft.slots) else None
    wide = max([LEAST, *(slot.x + slot.w + ROOM for slot in draft.slots)])
    high = max([LEAST, *(slot.y + slot.h + ROOM for slot in draft.slots)])
    wrong = [any(slot.meets(one) for one in draft.slots if one is not slot) for slot in draft.slots]
    return pages.inside(
        asked, "slots.html", box=box, name=box.called(table.path), slots=list(zip(draft.slots, wrong, strict=True)),
        chosen=chosen, hint=_slots_hint(draft, chosen is not None), here=pages.table_address(box, table),
        back=pages.box_address(box), shapes=draft.shapes(), wide=min(WIDEST, wide), high=min(WIDEST, high),
        seen=content_hash(box.rows(table.path)),
    )  # fmt: skip


def change_slots(asked: PageRequest) -> str:
    """Do with the places what the address says. Refused, ``stale``: they are others by now; ``illegal``: two tiles
    would lie on each other."""
    box, table = pages.changeable(asked), pages.table_of(asked)
    do = _SLOT_ACTIONS.get(asked.named["do"])
    if do is None or not box.is_laid(table.path):
        raise Refused("unknown", T("That cannot be done with a board."))
    if asked.sent.get("seen") != content_hash(box.rows(table.path)):
        raise Refused("stale", T("Somebody else has changed the board meanwhile. Look at it again first."))
    draft = box.slots(table.path)
    before = _meeting(draft)
    chosen = do(draft, asked.sent)
    if _meeting(draft) > before:
        raise Refused("illegal", T("Two tiles would lie on each other there. Nothing was moved."))
    box.put_slots(table.path, draft)
    asked.desk.tell()
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
    """How many pairs of places lie on each other."""
    return sum(one.meets(other) for n, one in enumerate(draft.slots) for other in draft.slots[:n])


def _add_slot(draft: SlotsDraft, sent: Mapping[str, str]) -> int | None:
    return draft.add(_place(sent), draft.shapes()[0])


def _move_slot(draft: SlotsDraft, sent: Mapping[str, str]) -> int | None:
    n = _slot(draft, sent)
    draft.move(n, _place(sent))
    return n if sent.get("stay") else None


def _shape(draft: SlotsDraft, sent: Mapping[str, str]) -> int | None:
    n = _slot(draft, sent)
    shapes = {f"{wide}x{high}": (wide, high) for wide, high in draft.shapes()}
    if sent.get("shape") not in shapes:
        raise Refused("unknown", T("No tile has that shape."))
    draft.shape(n, shapes[sent["shape"]])
    return n


def _remove_slot(draft: SlotsDraft, sent: Mapping[str, str]) -> int | None:
    draft.remove(_slot(draft, sent))
    return None


def _slot(draft: SlotsDraft, sent: Mapping[str, str]) -> int:
    if not draft.slots:
        raise Refused("unknown", T("There is no such place on the board."))
    return _number(sent, "slot", 0, len(draft.slots) - 1)


def _place(sent: Mapping[str, str]) -> Place:
    return _number(sent, "x", 0, WIDEST - 1), _number(sent, "y", 0, WIDEST - 1)


def _number(sent: Mapping[str, str], name: str, least: int, most: int) -> int:
    figures = sent.get(name, "").strip()
    n = int(figures) if figures.isascii() and figures.isdecimal() and len(figures) < 5 else -1
    if not least <= n <= most:
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=least, high=most))
    return n


_SLOT_ACTIONS: Mapping[str, Callable[[SlotsDraft, Mapping[str, str]], int | None]] = MappingProxyType(
    {"add": _add_slot, "move": _move_slot, "shape": _shape, "remove": _remove_slot}
)
SLOT_ACTIONS = tuple(_SLOT_ACTIONS)
"""What can be done with the places for tiles."""


# A city tile of a box, drawn in a browser: land is dragged to its sides, and what is printed on it to its middle.
#

WHERE: tuple[Words, ...] = (T("at the top"), T("at the right"), T("at the bottom"), T("at the left"))
"""The sides of a tile."""


class SignLabel(Struct, frozen=True):
    """A sign with its picture and its name."""

    sign: Sign
    icon: str
    name: Words


class CityTilePage(Struct, frozen=True):
    """A tile as the page draws it: what can be put on it, the land at its sides, and what is in its middle."""

    signs: list[SignLabel]
    sides: list[tuple[Words, SignLabel | None]]
    middle: list[SignLabel]


def city(row: rows.EditedRow) -> CityTilePage | None:
    """The tile of a row; None of a row that is none, or of a new one."""
    if row.index is None or not row.path or not row.box.is_city(row.path):
        return None
    draft = CityTileDraft(row.now())
    known = {sign: _shown(sign, row.box.words) for sign in SIGNS}
    sides = [(where, known.get(f"land:{draft.land(side)}")) for side, where in enumerate(WHERE)]
    return CityTilePage(list(known.values()), sides, [known[thing] for thing in draft.things if thing in known])


def put(asked: PageRequest) -> str:
    """Put a sign on a tile, or move the land of one side to another (or off it). What is there already goes."""
    row = rows.as_seen(asked)
    if city(row) is None or row.index is None:
        raise Refused("unknown", T("That is no city tile."))
    draft, sign, side = CityTileDraft(row.now()), asked.sent.get("sign", ""), _city_side(asked.sent.get("side", ""))
    if sign == "move":
        draft.move(_city_side(asked.sent.get("from", "")) or 0, side)
    elif sign.startswith("land:") and side is None:
        raise Refused("malformed", T("Say at which side of the tile."))
    elif sign in SIGNS:
        draft.put(sign, side or 0)
    else:
        raise Refused("unknown", T("That cannot be put on a tile."))
    row.box.put(row.path, row.index, draft.row())
    asked.desk.tell()
    return row.address


def _city_side(said: str) -> int | None:
    return int(said) if said in ("0", "1", "2", "3") else None


def _shown(sign: Sign, words: BoxWords) -> SignLabel:
    kind, _, name = sign.partition(":")
    if kind == "land":
        return SignLabel(sign, sign, words.value("edges", name))
    if kind == "exit":
        return SignLabel(sign, f"door:{name}", words.field(name, "exit"))
    return SignLabel(sign, "gang:member" if kind == "gang" else kind, words.field(kind))
