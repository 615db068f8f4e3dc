"""The invariants of the layouts of a pack (wire/crash.md, "Pack"): slots, pools and outline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, TypeAlias, get_args

from msgspec import Struct

from companion.core.refusals import Fault
from companion.core.texts import T, Text
from companion.core.validation import below, entries, number
from companion.games.crash.content.pack_data import LayoutKey

Place: TypeAlias = tuple[int, int]


class Area(Struct, frozen=True):
    """The rectangle of a slot, and its path in the file."""

    path: str
    x: int
    y: int
    w: int
    h: int

    def meets(self, other: Area) -> bool:
        """True if the rectangles overlap."""
        across = self.x < other.x + other.w and other.x < self.x + self.w
        return across and self.y < other.y + other.h and other.y < self.y + self.h

    def squares(self) -> set[Place]:
        return set(product(range(self.x, self.x + self.w), range(self.y, self.y + self.h)))


class SlotPool(Struct, frozen=True):
    """The tiles allowed in a slot, and the path of their list in the file."""

    path: str
    tiles: list[str]


def broken_layouts(pack: dict[str, Any]) -> Iterator[Fault]:
    """Every broken invariant of the layouts of a pack."""
    layouts = pack.get("layouts")
    if not isinstance(layouts, dict):
        return
    for key in get_args(LayoutKey):
        if key not in layouts:
            yield Fault(f"layouts.{key}", T("is missing; there must be a layout for {key} saucers", key=key))
        elif layouts[key] == []:
            yield Fault(f"layouts.{key}", T("must have a place for at least one tile"))
        elif isinstance(layouts[key], list):
            areas = _areas(layouts, key)
            yield from _overlaps(areas)
            if len(areas) == len(layouts[key]):
                yield from _outline(f"layouts.{key}", areas, _most_squares(pack))
            yield from _pools(pack, key)


def _areas(layouts: dict[str, Any], key: str) -> list[Area]:
    found = []
    for path, slot in entries(layouts, key):
        x, y, w, h = (number(slot.get(field)) for field in ("x", "y", "w", "h"))
        if x is not None and y is not None and w is not None and h is not None and min(x, y) >= 0 and min(w, h) > 0:
            found.append(Area(below("layouts", path), x, y, w, h))
    return found


def _most_squares(pack: dict[str, Any]) -> int:
    """The number of squares of all tiles, a limit for any valid layout."""
    return sum(len(entries(tile, "cells")) for _, tile in entries(pack, "tiles"))


def _overlaps(areas: list[Area]) -> Iterator[Fault]:
    for one, other in combinations(areas, 2):
        if one.meets(other):
            yield Fault(other.path, T("overlaps {path}", path=one.path))


def _outline(path: str, areas: list[Area], most: int) -> Iterator[Fault]:
    """The outline must start at the top left, be connected, and have no hole."""
    left, top = min(area.x for area in areas), min(area.y for area in areas)
    if left:
        yield Fault(path, T("must begin at the left edge: the smallest column must be 0, it is {least}", least=left))
    if top:
        yield Fault(path, T("must begin at the top: the smallest row must be 0, it is {least}", least=top))
    if sum(area.w * area.h for area in areas) > most:
        return
    squares = set().union(*(area.squares() for area in areas))
    apart = squares - _reached(min(squares), squares)
    if apart:
        wrong = T(
            "must be in one piece; {square} cannot be reached from {other}",
            square=square_at(*min(apart)), other=square_at(*min(squares)),
        )  # fmt: skip
        yield Fault(path, wrong)
    else:
        yield from _holes(path, squares)


def _holes(path: str, squares: set[Place]) -> Iterator[Fault]:
    wide, high = max(x for x, _ in squares), max(y for _, y in squares)
    outside = set(product(range(-1, wide + 2), range(-1, high + 2))) - squares
    holes = outside - _reached((-1, -1), outside)
    if holes:
        yield Fault(path, T("must have no hole; {square} is missing", square=square_at(*min(holes))))


def _reached(start: Place, places: set[Place]) -> set[Place]:
    """The squares orthogonally connected with ``start``."""
    reached, ahead = {start}, [start]
    while ahead:
        x, y = ahead.pop()
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & places - reached
        reached |= near
        ahead += near
    return reached


def square_at(x: int, y: int) -> Text:
    """A square of a board or a tile in words."""
    return T("the square {x} to the right and {y} down", x=x, y=y)


def _pools(pack: dict[str, Any], key: str) -> Iterator[Fault]:
    """Tiles of a pool must be known, distinct and fit; pools must be equal or disjoint, and large enough."""
    sizes = {str(tile.get("id")): _size(tile) for _, tile in entries(pack, "tiles")}
    pools: list[SlotPool] = []
    for slot_path, slot in entries(pack["layouts"], key):
        if not isinstance(slot.get("tile_pool"), list):
            continue
        tiles = [tile for tile in slot["tile_pool"] if isinstance(tile, str)]
        pool = SlotPool(f"{below('layouts', slot_path)}.tile_pool", tiles)
        yield from _unlike(pool, pools)
        yield from _unfit(pool, _size(slot), sizes)
        pools.append(pool)
    yield from _too_small(pools)
    yield from _site_tiles(pack, f"layouts.{key}", pools)


def _too_small(pools: list[SlotPool]) -> Iterator[Fault]:
    slots = Counter(frozenset(pool.tiles) for pool in pools)
    for tiles in slots:
        if len(tiles) < slots[tiles] or not tiles:
            first = next(pool.path for pool in pools if tiles == set(pool.tiles))
            yield Fault(
                first,
                T(
                    "must name at least as many tiles as there are places for them, {places}, not {count}",
                    count=len(tiles),
                    places=slots[tiles],
                ),
            )


def _unlike(pool: SlotPool, before: list[SlotPool]) -> Iterator[Fault]:
    for index, tile in enumerate(pool.tiles):
        if tile in pool.tiles[:index]:
            yield Fault(pool.path, T('"{tile}" is listed twice', tile=tile))
    for other in before:
        if set(pool.tiles) != set(other.tiles) and not set(pool.tiles).isdisjoint(other.tiles):
            shared = sorted(set(pool.tiles) & set(other.tiles))[0]
            yield Fault(
                pool.path,
                T(
                    'names "{shared}" like {path}; two places have all tiles in common or none',
                    shared=shared,
                    path=other.path,
                ),
            )
            return


def _size(raw: dict[str, Any]) -> Place | None:
    """The size of a tile or slot; None if it is malformed."""
    wide, high = number(raw.get("w")), number(raw.get("h"))
    return None if wide is None or high is None else (wide, high)


def _unfit(pool: SlotPool, room: Place | None, sizes: dict[str, Place | None]) -> Iterator[Fault]:
    for tile in pool.tiles:
        size = sizes.get(tile)
        if tile not in sizes:
            yield Fault(pool.path, T('there is no tile "{tile}"', tile=tile))
        elif room is not None and size is not None and room not in (size, size[::-1]):
            yield Fault(
                pool.path,
                T(
                    '"{tile}" of {width} by {height} does not fit, however it is turned',
                    tile=tile,
                    width=size[0],
                    height=size[1],
                ),
            )


def _site_tiles(pack: dict[str, Any], path: str, pools: list[SlotPool]) -> Iterator[Fault]:
    """Every tile with a crash site must be laid."""
    for _, tile in entries(pack, "tiles"):
        name = tile.get("id")
        if not any(number(cell.get("crash_site")) is not None for _, cell in entries(tile, "cells")):
            continue
        pool = next((set(pool.tiles) for pool in pools if name in pool.tiles), None)
        if pool is None:
            yield Fault(path, T('has no place for "{name}"; a tile with a crash site is always laid', name=str(name)))
        elif len(pool) > sum(set(other.tiles) == pool for other in pools):
            yield Fault(
                path,
                T(
                    '"{name}" has a crash site and is always laid, so there must be a place for each of the tiles that '
                    "are named with it",
                    name=str(name),
                ),
            )
