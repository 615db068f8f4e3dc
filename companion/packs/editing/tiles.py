"""Drafts of tiles of squares, and of the slots for tiles on a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

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


class TileDraft:
    """A tile being edited, with undo; ``row`` is its row in the pack, ``taken`` the crash sites on other tiles."""

    def __init__(self, row: Mapping[str, Any] | None = None, taken: Collection[int] = ()) -> None:
        self._row = dict(row or {})
        self._taken = frozenset(taken)
        self._undo_stack: list[tuple[int, int, dict[Place, Print]]] = []
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
        """The crash sites on other tiles."""
        return self._taken

    def has(self, site: int) -> bool:
        """True if a crash site is on any tile."""
        return site in self._taken or site in self.prints.values()

    def resize(self, across: int, down: int) -> None:
        """Add or remove columns and rows. What is printed outside is dropped."""
        self._snapshot()
        self.wide = min(LARGEST, max(1, self.wide + across))
        self.high = min(LARGEST, max(1, self.high + down))
        self.prints = {(x, y): what for (x, y), what in self.prints.items() if x < self.wide and y < self.high}

    def accelerate(self, place: Place) -> None:
        """Toggle an accelerator."""
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

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._undo_stack)

    def undo(self) -> None:
        """Undo the last change."""
        self.wide, self.high, self.prints = self._undo_stack.pop()

    def signs(self) -> tuple[tuple[Place, str], ...]:
        """The pictures to draw, by place."""
        return tuple((at, what) for at, what in self.prints.items() if isinstance(what, str))

    def labels(self) -> tuple[tuple[Place, str], ...]:
        """The numbers to draw, by place."""
        return tuple((at, str(what)) for at, what in self.prints.items() if isinstance(what, int))

    def row(self) -> dict[str, Any]:
        """The tile as a row of the pack, with its squares row by row."""
        return {**self._row, "w": self.wide, "h": self.high, "cells": [*self._cells()]}

    def _cells(self) -> Iterable[dict[str, Any]]:
        for y in range(self.high):
            for x in range(self.wide):
                what = self.prints.get((x, y), "")
                site = what if isinstance(what, int) else None
                yield {"x": x, "y": y, "accelerator": what == "accelerator", "crash_site": site}

    def _snapshot(self) -> None:
        self._undo_stack.append((self.wide, self.high, self.prints))


class Slot(Struct, frozen=True):
    """A slot for a tile: its top-left square, its size, and the tiles allowed there."""

    x: int
    y: int
    w: int
    h: int
    tiles: tuple[str, ...] = ()

    def holds(self, place: Place) -> bool:
        """True if a square is inside the slot."""
        return self.x <= place[0] < self.x + self.w and self.y <= place[1] < self.y + self.h

    def meets(self, other: Slot) -> bool:
        """True if the slots overlap."""
        across = self.x < other.x + other.w and other.x < self.x + self.w
        return across and self.y < other.y + other.h and other.y < self.y + self.h


class SlotsDraft:
    """The slots for tiles on a board being edited, with undo; ``tiles`` are the sizes of the tiles by id.

    A slot allows every tile of its shape, unless the pack says otherwise and the slot keeps its shape.
    """

    def __init__(self, rows: Sequence[Mapping[str, Any]] = (), tiles: Mapping[str, Place] | None = None) -> None:
        self._tiles = dict(tiles or {})
        self.slots: list[Slot] = [_slot(row) for row in rows]
        self._undo_stack: list[list[Slot]] = []

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

    def lift(self) -> None:
        """Call before a slot is dragged: moves until the next ``lift`` are undone as one."""
        self._snapshot()

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
        """Remove a slot."""
        self._snapshot()
        self.slots = [slot for n, slot in enumerate(self.slots) if n != number]

    def overlaps(self) -> bool:
        """True if any two slots overlap."""
        return any(one.meets(other) for n, one in enumerate(self.slots) for other in self.slots[:n])

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._undo_stack)

    def undo(self) -> None:
        """Undo the last change."""
        self.slots = self._undo_stack.pop()

    def rows(self) -> list[dict[str, Any]]:
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

    def _snapshot(self) -> None:
        self._undo_stack.append(self.slots)


def _slot(row: Mapping[str, Any]) -> Slot:
    tiles = row.get("tile_pool")
    listed = tuple(tile for tile in tiles if isinstance(tile, str)) if isinstance(tiles, list) else ()
    x, y = _int_or(row.get("x"), 0), _int_or(row.get("y"), 0)
    return Slot(x, y, _int_or(row.get("w"), USUAL[0]), _int_or(row.get("h"), USUAL[1]), listed)


def _int_or(raw: object, otherwise: int) -> int:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else otherwise
