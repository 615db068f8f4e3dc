"""Reads a box of Crash & Grab: the invariants across the fields of a pack (WIRE.md, "Pack"), and an empty box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations, product
from typing import Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Struct

from companion.core import learning as core
from companion.core.effects import Scope, prepare_inner, prepare_list
from companion.core.refusals import BadPack, Fault, which
from companion.core.steps.effects import price_faults
from companion.core.texts import T, Text, Words, plain
from companion.core.validation import (
    Found,
    below,
    entries,
    examine,
    number,
    pack_object,
    repeated,
    unknown_of,
    wrong_counts,
)
from companion.games.crash.content import PEOPLE, PHRASES, STOCKS, CrashPack, CrewType, LayoutKey, Timing


def read_pack(data: object) -> CrashPack:
    """Validate a JSON value against "Pack" of WIRE.md and return a pack.

    Raises ``BadPack`` with every fault as ``field.path: sentence``; for another game, with only that fault. Unknown
    fields are ignored, except in effects.
    """
    ready = {name: value for name, value in pack_object(data, "crash").items() if name != "texts"}
    if ready.get("whole") is False and isinstance(ready.get("upgrades"), list):
        ready["upgrades"] = [filled(upgrade) for upgrade in ready["upgrades"]]
    problems = [*examine(CrashPack, ready).problems, *broken_invariants(ready)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert(ready, CrashPack)


def filled(upgrade: object) -> object:
    """An upgrade of which only the title was told, in a box that is not whole: hands use it when they may."""
    told = isinstance(upgrade, dict) and upgrade.get("timing") is None and not upgrade.get("effects")
    return {**upgrade, "timing": "passive"} if told and isinstance(upgrade, dict) else upgrade


def check_row(pack: CrashPack, table: str, row: object) -> None:
    """Refuse an invalid row as ``malformed``."""
    core.check_row(STOCKS[table], row if pack.whole else filled(row))


# The invariants across the fields of a pack.

PRINTED = {"colours": 6, "types": 4, "directions": 4, "tiles": 14, "upgrades": 23}
"""The printed numbers (R-CG-01, R-CG-02)."""
FRONT_ROW = "pilot"
SITE_NUMBERS = range(1, 13)
USED: frozenset[str] = frozenset(get_args(Timing)) - {"passive"}
OWN_TURN = frozenset({"start_of_turn", "end_of_turn"})
IN_TURN = USED - {"planning", "end_of_round"}
PUSHED = frozenset({"collision", "hit"})
PASSIVE = frozenset({"passive"})
LATER: Mapping[str, Timing] = {"turn_start": "start_of_turn", "turn_end": "end_of_turn", "round_end": "end_of_round"}
"""The timing that what is put off has when it happens."""
OP_TIMINGS: Mapping[str, frozenset[str]] = {
    op: timings
    for timings, ops in (
        (USED, "pay gain lose give give_crew swap_crew probe turn_over discard note choose die later"),
        (OWN_TURN, "move push relocate land swap_places draw_upgrade"),
        (frozenset({"planning"}), "reverse"),
        (frozenset({"movement"}), "glide"),
        (PUSHED, "deflect farther"),
        (frozenset({"collision"}), "brake"),
        (frozenset({"crash"}), "shield"),
        (frozenset({"placement"}), "reroll shift"),
        (PASSIVE, "range card_bonus loot raider upgrade_cost upgrade_draw guard bunk ghost"),
        (IN_TURN, "pick_up place_crew"),
        (USED | PASSIVE, "if each"),
        (PASSIVE | {"start_of_turn"}, "card_distance"),
        (PASSIVE | {"spend"}, "boost_distance"),
    )
    for op in ops.split()
}
"""The allowed timings by ``op``."""
TOKENS = ("energy", "boosters")
OF_TOKENS = frozenset({"pay", "gain", "lose", "give", "card_bonus", "loot"})


def broken_invariants(pack: dict[str, Any]) -> Iterator[Fault]:
    """Every broken invariant of a pack, as ``field.path: sentence``."""
    yield from wrong_counts(pack, PRINTED)
    for field in ("colours", "types", "directions"):
        yield from _words_again(pack, field)
    for field in ("tiles", "upgrades"):
        yield from repeated(entries(pack, field), "id")
    yield from _front_row(pack.get("types"))
    tiles = entries(pack, "tiles")
    for path, tile in tiles:
        yield from _cells(path, tile)
    if pack.get("whole") is not False:
        yield from _crash_sites(tiles)
        yield from broken_layouts(pack)
    in_part = pack.get("whole") is False
    yield from _upgrades(entries(pack, "upgrades"), unknown_of(pack, "upgrades"), in_part=in_part)


def _words_again(pack: dict[str, Any], field: str) -> Iterator[Fault]:
    listed = pack.get(field)
    words = [
        (below(field, index), {"word": word})
        for index, word in enumerate(listed if isinstance(listed, list) else [])
        if isinstance(word, str)
    ]
    for problem in repeated(words, "word"):
        yield Fault(plain(problem.place).removesuffix(".word"), problem.said)


def _front_row(types: object) -> Iterator[Fault]:
    if isinstance(types, list) and types and types[0] != FRONT_ROW:
        yield Fault("types[0]", T("must be {due}, the front row of the lost crew", due=FRONT_ROW))


def _cells(path: str, tile: dict[str, Any]) -> Iterator[Fault]:
    """One cell per square of the tile, and no accelerator on a crash site."""
    cells = entries(tile, "cells")
    wide, high = number(tile.get("w")), number(tile.get("h"))
    there: set[tuple[int, int]] = set()
    for cell_path, cell in cells:
        x, y = number(cell.get("x")), number(cell.get("y"))
        if x is not None and y is not None:
            if (wide is not None and x >= wide) or (high is not None and y >= high):
                wrong = T(
                    "{square} is not on a tile of {width} by {height}",
                    square=square_at(x, y),
                    width=str(wide),
                    height=str(high),
                )
                yield Fault(f"{path}.{cell_path}", wrong)
            elif (x, y) in there:
                yield Fault(f"{path}.{cell_path}", T("{square} is there already", square=square_at(x, y)))
            there.add((x, y))
        if cell.get("accelerator") is True and number(cell.get("crash_site")) is not None:
            yield Fault(f"{path}.{cell_path}.accelerator", T("a crash site is no accelerator"))
    if wide is None or high is None or not isinstance(tile.get("cells"), list):
        return
    if len(cells) < wide * high:
        x, y = next((x, y) for y in range(high) for x in range(wide) if (x, y) not in there)
        yield Fault(
            f"{path}.cells",
            T("there must be {count} squares; {square} is missing", count=wide * high, square=square_at(x, y)),
        )


def _crash_sites(tiles: list[Found]) -> Iterator[Fault]:
    at: dict[int, list[str]] = {face: [] for face in SITE_NUMBERS}
    for path, tile in tiles:
        for cell_path, cell in entries(tile, "cells"):
            at.get(number(cell.get("crash_site")) or 0, []).append(f"{path}.{cell_path}")
    for face, paths in at.items():
        if tiles and len(paths) != 1:
            wrong = T(
                "crash site {face} must be on exactly one square, not on {count}{where}",
                face=face,
                count=len(paths),
                where=which(paths),
            )
            yield Fault("tiles", wrong)


def _upgrades(upgrades: list[Found], unknown: int, *, in_part: bool) -> Iterator[Fault]:
    """The upgrade that is not used with two players (R-CG-08) may be among the unknown ones; and in a box that is known
    ``in_part``, nobody may have said which it is."""
    out = [path for path, upgrade in upgrades if upgrade.get("not_in_2p") is True]
    if upgrades and len(out) != 1 and (out or not (unknown or in_part)):
        yield Fault(
            "upgrades",
            T("exactly one must be taken out with two players, not {count}{where}", count=len(out), where=which(out)),
        )
    for path, upgrade in upgrades:
        if upgrade.get("effects") == []:
            yield Fault(
                f"{path}.effects", T("must have an effect; say nothing here where you do what the text says yourselves")
            )
        yield from _effects(path, upgrade)


def _effects(path: str, upgrade: dict[str, Any]) -> Iterator[Fault]:
    problems = list[Fault]()

    def one(raw: dict[str, Any], place: str, scope: Scope, timing: object) -> dict[str, Any]:
        problems.extend(_operation(raw, place, timing))
        # What is put off happens at a time of its own: a round that ends has no turn, for example.
        inside = LATER.get(str(raw.get("when")), timing) if raw["op"] == "later" else timing
        return prepare_inner(raw, place, problems, partial(one, timing=inside), scope, PEOPLE)

    prepare_list(upgrade.get("effects"), below(path, "effects"), problems, partial(one, timing=upgrade.get("timing")))
    yield from problems
    yield from price_faults(upgrade, path)


def _operation(effect: dict[str, Any], place: str, timing: object) -> Iterator[Fault]:
    """What is wrong with one effect, wherever it stands."""
    op = effect["op"]
    if op not in OP_TIMINGS:
        return
    if isinstance(timing, str) and timing in get_args(Timing) and timing not in OP_TIMINGS[op]:
        wrong = T(
            '"{effect}" does not go with "{timing}"; it goes with: {possible}',
            effect=PHRASES.write(effect),
            timing=_timing(timing),
            possible=_either(OP_TIMINGS[op]),
        )
        yield Fault(f"{place}.op", wrong)
    if op in OF_TOKENS and all(number(effect.get(token, 0)) == 0 for token in TOKENS):
        yield Fault(place, T("there must be at least 1 energy or 1 booster"))


def _either(timings: frozenset[str]) -> str:
    return ", ".join(_timing(timing) for timing in get_args(Timing) if timing in timings)


def _timing(timing: str) -> str:
    return timing.replace("_", " ")


# The invariants of the layouts: slots, pools and outline.

Point: TypeAlias = tuple[int, int]


class SlotArea(Struct, frozen=True):
    """The rectangle of a slot, and its path in the file."""

    path: str
    x: int
    y: int
    w: int
    h: int

    def meets(self, other: SlotArea) -> bool:
        """True if the rectangles overlap."""
        across = self.x < other.x + other.w and other.x < self.x + self.w
        return across and self.y < other.y + other.h and other.y < self.y + self.h

    def squares(self) -> set[Point]:
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


def _areas(layouts: dict[str, Any], key: str) -> list[SlotArea]:
    found = []
    for path, slot in entries(layouts, key):
        x, y, w, h = (number(slot.get(field)) for field in ("x", "y", "w", "h"))
        if x is not None and y is not None and w is not None and h is not None and min(x, y) >= 0 and min(w, h) > 0:
            found.append(SlotArea(below("layouts", path), x, y, w, h))
    return found


def _most_squares(pack: dict[str, Any]) -> int:
    """The number of squares of all tiles, a limit for any valid layout."""
    return sum(len(entries(tile, "cells")) for _, tile in entries(pack, "tiles"))


def _overlaps(areas: list[SlotArea]) -> Iterator[Fault]:
    for one, other in combinations(areas, 2):
        if one.meets(other):
            yield Fault(other.path, T("overlaps {path}", path=one.path))


def _outline(path: str, areas: list[SlotArea], most: int) -> Iterator[Fault]:
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


def _holes(path: str, squares: set[Point]) -> Iterator[Fault]:
    wide, high = max(x for x, _ in squares), max(y for _, y in squares)
    outside = set(product(range(-1, wide + 2), range(-1, high + 2))) - squares
    holes = outside - _reached((-1, -1), outside)
    if holes:
        yield Fault(path, T("must have no hole; {square} is missing", square=square_at(*min(holes))))


def _reached(start: Point, places: set[Point]) -> set[Point]:
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
            wrong = T(
                "must name at least as many tiles as there are places for them, {places}, not {count}",
                count=len(tiles),
                places=slots[tiles],
            )
            yield Fault(first, wrong)


def _unlike(pool: SlotPool, before: list[SlotPool]) -> Iterator[Fault]:
    for index, tile in enumerate(pool.tiles):
        if tile in pool.tiles[:index]:
            yield Fault(pool.path, T('"{tile}" is listed twice', tile=tile))
    for other in before:
        if set(pool.tiles) != set(other.tiles) and not set(pool.tiles).isdisjoint(other.tiles):
            shared = sorted(set(pool.tiles) & set(other.tiles))[0]
            wrong = T(
                'names "{shared}" like {path}; two places have all tiles in common or none',
                shared=shared,
                path=other.path,
            )
            yield Fault(pool.path, wrong)
            return


def _size(raw: dict[str, Any]) -> Point | None:
    """The size of a tile or slot; None if it is malformed."""
    wide, high = number(raw.get("w")), number(raw.get("h"))
    return None if wide is None or high is None else (wide, high)


def _unfit(pool: SlotPool, room: Point | None, sizes: dict[str, Point | None]) -> Iterator[Fault]:
    for tile in pool.tiles:
        size = sizes.get(tile)
        if tile not in sizes:
            yield Fault(pool.path, T('there is no tile "{tile}"', tile=tile))
        elif room is not None and size is not None and room not in (size, size[::-1]):
            wrong = T(
                '"{tile}" of {width} by {height} does not fit, however it is turned',
                tile=tile,
                width=size[0],
                height=size[1],
            )
            yield Fault(pool.path, wrong)


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
            wrong = T(
                '"{name}" has a crash site and is always laid, so there must be a place for each of the tiles that '
                "are named with it",
                name=str(name),
            )
            yield Fault(path, wrong)


# An empty box.

LARGE_TILES, SIDE = 4, 4
"""Four tiles have four by four squares (RULES.md 12)."""
WORDS: Final[Mapping[str, Words]] = {
    "red": {"en": "Red", "es": "rojo"},
    "blue": {"en": "Blue", "es": "azul"},
    "yellow": {"en": "Yellow", "es": "amarillo"},
    "green": {"en": "Green", "es": "verde"},
    "purple": {"en": "Purple", "es": "morado"},
    "orange": {"en": "Orange", "es": "naranja"},
    "pilot": {"en": "Pilot", "es": "Piloto"},
    "scientist": {"en": "Scientist", "es": "Científico"},
    "doctor": {"en": "Doctor", "es": "Doctor"},
    "engineer": {"en": "Engineer", "es": "Ingeniero"},
    "sun": {"en": "Sun", "es": "Sol"},
    "asteroids": {"en": "Asteroids", "es": "Asteroides"},
    "meteor": {"en": "Meteor", "es": "Meteorito"},
    "stars": {"en": "Stars", "es": "Estrellas"},
}


def blank_pack() -> dict[str, Any]:
    """A pack without a name (R-CG-01, R-CG-02). Upgrades are unknown; tiles and layouts are still to be filled in."""
    return {
        "game": "crash",
        "language": "en",
        "origin": "",
        "colours": ["red", "blue", "yellow", "green", "purple", "orange"],
        "types": list(get_args(CrewType)),
        "directions": ["sun", "asteroids", "meteor", "stars"],
        "tiles": [_tile(n) for n in range(1, PRINTED["tiles"] + 1)],
        "layouts": {key: [] for key in get_args(LayoutKey)},
        "upgrades": [],
        "unknown": {"upgrades": PRINTED["upgrades"]},
    }


def blank_words() -> dict[str, Words]:
    """The names of colours, crew, directions and tiles."""
    return {**WORDS, **{_id(n): T("Tile {n}", n=n) for n in range(1, PRINTED["tiles"] + 1)}}


def _id(n: int) -> str:
    return f"tile_{n}"


def _tile(n: int) -> dict[str, Any]:
    side = SIDE if n <= LARGE_TILES else 1
    cells = [{"x": x, "y": y, "accelerator": False, "crash_site": None} for y in range(side) for x in range(side)]
    return {"id": _id(n), "w": side, "h": side, "cells": cells}
