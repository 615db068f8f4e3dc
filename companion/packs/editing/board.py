"""What is drawn while a box is edited: its board of squares, tiles and the slots for them, and city tiles."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from companion.core.texts import T, Words
from companion.language import LANGUAGES, Language
from companion.scene.layout import distances

Point = tuple[float, float]


class UndoableDraft:
    """A draft with undo of its ``PARTS``."""

    PARTS: ClassVar[tuple[str, ...]]

    def __init__(self) -> None:
        self._undo_stack: list[list[Any]] = []

    @property
    def can_undo(self) -> bool:
        return bool(self._undo_stack)

    def undo(self) -> None:
        """Undo the last change."""
        for name, value in zip(self.PARTS, self._undo_stack.pop(), strict=True):
            setattr(self, name, value)

    def lift(self) -> None:
        """Call before something is dragged: its moves until the next ``lift`` are undone as one."""
        self._snapshot()

    def _snapshot(self) -> None:
        self._undo_stack.append([copy.deepcopy(getattr(self, name)) for name in self.PARTS])


NUMBERED: Final = "square_"
"""What the ids of squares begin with that are laid here; a number follows."""


def number_of_square(id_: str) -> str:
    """The number of a square that is laid here; empty for one whose id is something else."""
    stem, _, number = id_.rpartition("_")
    return number if f"{stem}_" == NUMBERED and number.isdecimal() else ""


def name_of_square(id_: str) -> Words:
    """What a square is called that nobody has named: by its number."""
    number = number_of_square(id_)
    return T("square {n}", n=number) if number else id_.replace("_", " ")


@cache
def usual_names(id_: str) -> frozenset[str]:
    """What a square is called that nobody has named, in whatever language."""
    return frozenset(Language(code).say(name_of_square(id_)) for code in LANGUAGES) | {id_.replace("_", " ")}


class DraftSquare(Struct):
    """A square at ``x`` and ``y``, from 0 (left, top) to 1. ``station``: the subway stops there. Without a ``name`` it
    is called by its number."""

    id: str
    name: Any
    x: float
    y: float
    joined: set[str]
    station: bool = False


class BoardDraft(UndoableDraft):
    """A board being edited. Links between squares go both ways.

    ``squares`` are those of the pack, ``places`` their positions. A square without a position gets a free one.
    """

    PARTS = ("squares",)

    def __init__(self, squares: Sequence[Mapping[str, Any]] = (), places: Mapping[str, Point] | None = None) -> None:
        super().__init__()
        self.squares: dict[str, DraftSquare] = {}
        self._original = {str(square["id"]): dict(square) for square in squares if square.get("id")}
        for id_, row in self._original.items():
            x, y = (places or {}).get(id_) or self._free_place()
            neighbours = {one for one in row.get("neighbours") or () if isinstance(one, str)}
            name = row.get("name", "")
            names = {*name.values()} if isinstance(name, dict) else {name}
            name = "" if names <= usual_names(id_) else name
            self.squares[id_] = DraftSquare(id_, name, x, y, neighbours, bool(row.get("subway")))
        for square in self.squares.values():
            square.joined &= self.squares.keys() - {square.id}
            for other in square.joined:
                self.squares[other].joined.add(square.id)

    def add(self, x: float, y: float) -> str:
        """Add a square with the lowest free number, and return its id."""
        self._snapshot()
        id_ = next(name for n in range(1, len(self.squares) + 2) if (name := f"{NUMBERED}{n}") not in self.squares)
        self.squares[id_] = DraftSquare(id_, "", _clamped(x), _clamped(y), set())
        return id_

    def move(self, id_: str, x: float, y: float) -> None:
        """Move a square. All moves since the last ``lift`` are undone as one."""
        self.squares[id_].x, self.squares[id_].y = _clamped(x), _clamped(y)

    def join(self, one: str, other: str) -> None:
        """Join two squares, or separate them if they are joined."""
        if one == other:
            return
        self._snapshot()
        for here, there in ((one, other), (other, one)):
            self.squares[here].joined ^= {there}

    def swipe(self, squares: Sequence[str]) -> None:
        """Make the paths from each of the squares to the next; take them away if all of them are there already."""
        paths = [(one, other) for one, other in pairwise(squares) if one != other]
        if not paths:
            return
        self._snapshot()
        there = all(other in self.squares[one].joined for one, other in paths)
        for pair in paths:
            for here, to in (pair, pair[::-1]):
                (self.squares[here].joined.discard if there else self.squares[here].joined.add)(to)

    def called(self, id_: str) -> Words:
        """The name of a square, or its number."""
        found: Words = self.squares[id_].name or name_of_square(id_)
        return found

    def nameless(self) -> list[str]:
        """The squares without a name, in the order in which they were laid."""
        return [square.id for square in self.squares.values() if not square.name]

    def name(self, id_: str, name: Any) -> None:
        self._snapshot()
        self.squares[id_].name = name

    def name_all(self, names: Mapping[str, str]) -> None:
        """Name several squares at once."""
        self._snapshot()
        for id_, name in names.items():
            self.squares[id_].name = name

    def mark(self, id_: str) -> None:
        """Toggle the subway station of a square."""
        self._snapshot()
        self.squares[id_].station = not self.squares[id_].station

    def remove(self, id_: str) -> None:
        self._snapshot()
        del self.squares[id_]
        for square in self.squares.values():
            square.joined.discard(id_)

    def rows(self) -> list[dict[str, Any]]:
        """The squares as rows of the pack, keeping their other fields."""
        return [
            {
                **self._original.get(square.id, {}),
                "id": square.id,
                "name": square.name or {code: Language(code).say(name_of_square(square.id)) for code in LANGUAGES},
                "neighbours": sorted(square.joined),
                "subway": square.station,
            }
            for square in self.squares.values()
        ]

    def places(self) -> dict[str, list[float]]:
        """The positions of the squares as the pack stores them."""
        return {square.id: [round(square.x, 3), round(square.y, 3)] for square in self.squares.values()}

    def alone(self) -> list[str]:
        """Squares that cannot be reached from the first one."""
        links = {id_: sorted(square.joined) for id_, square in self.squares.items()}
        reached = distances(links, next(iter(links))) if links else {}
        return [id_ for id_ in links if id_ not in reached]

    def _free_place(self) -> Point:
        """A position for one more square, in rows of five."""
        n = len(self.squares)
        return 0.1 + 0.2 * (n % 5), min(0.95, 0.1 + 0.16 * (n // 5))


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))


# Tiles of squares, and the slots for them on a board.

Place: TypeAlias = tuple[int, int]
"""Column and row, from 0."""
Print: TypeAlias = Literal["", "accelerator"] | int
"""What is printed on a square: nothing, an accelerator, or the number of a crash site."""

SITES: Final = range(1, 13)
USUAL: Final = (4, 4)
LARGEST: Final = 9
"""Most squares along one side of a tile."""
WIDEST: Final = 24
"""Most squares along one side of a board."""


class TileDraft(UndoableDraft):
    """A tile being edited; ``row`` is its row in the pack, ``taken`` the crash sites on other tiles."""

    PARTS = ("wide", "high", "prints")

    def __init__(self, row: Mapping[str, Any] | None = None, taken: Collection[int] = ()) -> None:
        super().__init__()
        self._row = dict(row or {})
        self._taken = frozenset(taken)
        self.wide = _int_or(self._row.get("w"), USUAL[0])
        self.high = _int_or(self._row.get("h"), USUAL[1])
        self.prints: dict[Place, Print] = {}
        cells = self._row.get("cells")
        for cell in cells if isinstance(cells, list) else ():
            site = cell.get("crash_site")
            print_: Print = "accelerator" if cell.get("accelerator") else site if isinstance(site, int) else ""
            if print_:
                self.prints[_int_or(cell.get("x"), 0), _int_or(cell.get("y"), 0)] = print_

    @property
    def taken(self) -> frozenset[int]:
        return self._taken

    def has(self, site: int) -> bool:
        return site in self._taken or site in self.prints.values()

    def resize(self, across: int, down: int) -> None:
        """Add or remove columns and rows. What is printed outside is dropped."""
        self._snapshot()
        self.wide = min(LARGEST, max(1, self.wide + across))
        self.high = min(LARGEST, max(1, self.high + down))
        self.prints = {(x, y): what for (x, y), what in self.prints.items() if x < self.wide and y < self.high}

    def accelerate(self, place: Place) -> None:
        self._put(place, "" if self.prints.get(place) == "accelerator" else "accelerator")

    def crash(self, place: Place) -> None:
        """Cycle through the free crash sites, lowest first; nothing after the last."""
        now = self.prints.get(place)
        least = now + 1 if isinstance(now, int) else SITES[0]
        others = {site for at, site in self.prints.items() if at != place}
        self._put(place, next((site for site in SITES if site >= least and site not in self._taken | others), ""))

    def _put(self, place: Place, what: Print) -> None:
        self._snapshot()
        self.prints = {at: one for at, one in self.prints.items() if at != place} | ({place: what} if what else {})

    def signs(self) -> tuple[tuple[Place, str], ...]:
        """The pictures to draw, by place."""
        return tuple((at, what) for at, what in self.prints.items() if isinstance(what, str))

    def labels(self) -> tuple[tuple[Place, str], ...]:
        """The numbers to draw, by place."""
        return tuple((at, str(what)) for at, what in self.prints.items() if isinstance(what, int))

    def restore(self, row: Mapping[str, Any]) -> None:
        """Go on with a tile that was begun; that is undone as one."""
        self._snapshot()
        begun = TileDraft({**self._row, **row})
        self.wide, self.high, self.prints = begun.wide, begun.high, begun.prints

    def row(self) -> dict[str, Any]:
        """The tile as a row of the pack, with its squares row by row."""
        return {**self._row, "w": self.wide, "h": self.high, "cells": [*self._cells()]}

    def _cells(self) -> Iterable[dict[str, Any]]:
        for y in range(self.high):
            for x in range(self.wide):
                what = self.prints.get((x, y), "")
                site = what if isinstance(what, int) else None
                yield {"x": x, "y": y, "accelerator": what == "accelerator", "crash_site": site}


class Slot(Struct, frozen=True):
    """A slot for a tile: its top-left square, its size, and the tiles allowed there."""

    x: int
    y: int
    w: int
    h: int
    tiles: tuple[str, ...] = ()

    def holds(self, place: Place) -> bool:
        return self.x <= place[0] < self.x + self.w and self.y <= place[1] < self.y + self.h

    def meets(self, other: Slot) -> bool:
        across = self.x < other.x + other.w and other.x < self.x + self.w
        return across and self.y < other.y + other.h and other.y < self.y + self.h


class SlotsDraft(UndoableDraft):
    """The slots for tiles on a board being edited; ``tiles`` are the sizes of the tiles by id.

    A slot allows every tile of its shape, unless the pack says otherwise and the slot keeps its shape.
    """

    PARTS = ("slots",)

    def __init__(self, rows: Sequence[Mapping[str, Any]] = (), tiles: Mapping[str, Place] | None = None) -> None:
        super().__init__()
        self._tiles = dict(tiles or {})
        self.slots: list[Slot] = [_slot(row) for row in rows]

    def at(self, place: Place) -> int | None:
        """The index of the slot at a square; None if there is none."""
        return next((n for n, slot in enumerate(self.slots) if slot.holds(place)), None)

    def shapes(self) -> list[Place]:
        """The shapes of the tiles, largest first."""
        return sorted({(max(size), min(size)) for size in self._tiles.values()}, reverse=True) or [USUAL]

    def add(self, place: Place, shape: Place) -> int:
        """Add a slot and return its index."""
        self._snapshot()
        self.slots = [*self.slots, Slot(*place, *shape)]
        return len(self.slots) - 1

    def move(self, number: int, place: Place) -> None:
        """Move a slot, clamped to the board."""
        slot = self.slots[number]
        x, y = (min(WIDEST - size, max(0, at)) for at, size in zip(place, (slot.w, slot.h), strict=True))
        self._put(number, Slot(x, y, slot.w, slot.h, slot.tiles))

    def shape(self, number: int, shape: Place) -> None:
        """Set the shape of a slot, or rotate it if it has that shape."""
        self._snapshot()
        slot = self.slots[number]
        turned = shape[::-1] if (slot.w, slot.h) == shape else shape
        tiles = slot.tiles if sorted(turned) == sorted((slot.w, slot.h)) else ()
        self._put(number, Slot(slot.x, slot.y, *turned, tiles))

    def remove(self, number: int) -> None:
        self._snapshot()
        self.slots = [slot for n, slot in enumerate(self.slots) if n != number]

    def overlaps(self) -> bool:
        return any(one.meets(other) for n, one in enumerate(self.slots) for other in self.slots[:n])

    def restore(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Go on with slots that were begun; that is undone as one."""
        self._snapshot()
        self.slots = [_slot(row) for row in rows]

    def row(self) -> list[dict[str, Any]]:
        """The slots as rows of the pack, with the board's top-left corner at 0, 0."""
        left, top = min((slot.x for slot in self.slots), default=0), min((slot.y for slot in self.slots), default=0)
        return [
            {"x": slot.x - left, "y": slot.y - top, "w": slot.w, "h": slot.h, "tile_pool": self._fitting(slot)}
            for slot in self.slots
        ]

    def _fitting(self, slot: Slot) -> list[str]:
        if slot.tiles:
            return list(slot.tiles)
        return [tile for tile, size in self._tiles.items() if sorted(size) == sorted((slot.w, slot.h))]

    def _put(self, number: int, slot: Slot) -> None:
        self.slots = [slot if n == number else one for n, one in enumerate(self.slots)]


def _slot(row: Mapping[str, Any]) -> Slot:
    tiles = row.get("tile_pool")
    listed = tuple(tile for tile in tiles if isinstance(tile, str)) if isinstance(tiles, list) else ()
    x, y = _int_or(row.get("x"), 0), _int_or(row.get("y"), 0)
    return Slot(x, y, _int_or(row.get("w"), USUAL[0]), _int_or(row.get("h"), USUAL[1]), listed)


def _int_or(raw: object, otherwise: int) -> int:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else otherwise


# City tiles: the land at their edges and what is printed on them.

Sign: TypeAlias = str
"""What can be put on a tile: ``land:L``, ``exit:N``, or the name of a Boolean field such as ``hospital``."""

LANDS: Final = ("industrial", "commercial", "residential", "water")
THINGS: Final = ("hospital", "gang_hq", "business", "safe_house", "gang")
EXITS: Final = (1, 2, 3)
SIGNS: Final[tuple[Sign, ...]] = (*(f"land:{land}" for land in LANDS), *THINGS, *(f"exit:{number}" for number in EXITS))
SIDES: Final = 4
"""Top, right, bottom, left."""


class CityTileDraft(UndoableDraft):
    """A city tile being edited; ``row`` is its row in the pack."""

    PARTS = ("_row",)

    def __init__(self, row: Mapping[str, Any]) -> None:
        super().__init__()
        self._row: dict[str, Any] = copy.deepcopy(dict(row))

    @property
    def edges(self) -> list[str | None]:
        """The land at its edges, clockwise from the top; equally many per side."""
        edges = self._row.get("edges")
        return list(edges) if isinstance(edges, list) and edges else [None] * SIDES

    @property
    def things(self) -> list[Sign]:
        number = self._row.get("exit")
        exits = [f"exit:{number}"] if number is not None else []
        return [*exits, *(thing for thing in THINGS if self._row.get(thing) is True)]

    def land(self, side: int) -> str | None:
        """The land at a side, by its first edge."""
        edges = self.edges
        return next((edge for at, edge in enumerate(edges) if _side(at, edges) == side), None)

    def put(self, sign: Sign, side: int) -> None:
        """Toggle a sign: land at that side, anything else on the tile."""
        kind, _, name = sign.partition(":")
        if kind == "land":
            self._change({"edges": self._with_land(side, None if self.land(side) == name else name)})
        elif kind == "exit":
            number = int(name)
            self._change({"exit": None if self._row.get("exit") == number else number})
        else:
            self._change({kind: not self._row.get(kind)})

    def move(self, side: int, to: int | None) -> None:
        """Move land to another side, or remove it if ``to`` is None."""
        land = self.land(side)
        edges = self._with_land(side, None)
        if to is not None:
            edges = CityTileDraft({"edges": edges})._with_land(to, land)
        self._change({"edges": edges})

    def _with_land(self, side: int, land: str | None) -> list[str | None]:
        edges = self.edges
        return [land if _side(at, edges) == side else edge for at, edge in enumerate(edges)]

    def _change(self, fields: Mapping[str, Any]) -> None:
        self._snapshot()
        self._row = {**self._row, **fields}

    def restore(self, row: Mapping[str, Any]) -> None:
        """Go on with a tile that was begun; that is undone as one."""
        self._change(row)

    def row(self) -> dict[str, Any]:
        """The tile as a row of the pack; edges are None if none is known."""
        edges = self.edges
        return {**self._row, "edges": edges if any(edge is not None for edge in edges) else None}


def _side(at: int, edges: list[str | None]) -> int:
    return at * SIDES // len(edges)
