"""Random boxes of Crash & Grab, valid but on small boards, so that saucers meet.

Site tiles are ``site1`` and so on, others ``plain1`` and so on. Upgrades are ``u1`` to ``u23``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from random import Random

from companion.games.crash.checks import OF_TOKENS, OP_TIMINGS, PASSIVE, TOKENS
from tests.games.crash.box import Json

Place = tuple[int, int]
Rectangle = tuple[int, int, int, int]
"""x, y, w, h."""

TILES, SITES, UPGRADES = 14, 12, 23
SITE_SHAPES = [(1, (4, 4)), (1, (5, 3)), (2, (3, 3)), (3, (2, 3)), (3, (1, 5)), (4, (2, 2)), (4, (3, 3)), (6, (2, 1)),
               (12, (1, 1)), (12, (2, 1))]  # fmt: skip
"""Numbers and sizes of tiles with crash sites."""
PLAIN_SHAPES = [(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (4, 1), (3, 3)]
LIMITS = {
    "move": {"distance": (1, 5)},
    "push": {"distance": (1, 5)},
    "brake": {"max": (1, 4)},
    "range": {"max": (6, 9)},
    "upgrade_cost": {"energy": (0, 1)},
    "upgrade_draw": {"cards": (3, 5)},
}
"""The fields of operations and their ranges."""


def random_box(r: Random) -> Json:
    """A box as JSON: random board, tiles and upgrades, three different layouts."""
    count, size = r.choice(SITE_SHAPES)
    numbers = r.sample(range(1, SITES + 1), SITES)
    groups = {tuple(f"site{n}" for n in range(1, count + 1)): size}
    groups |= plain_groups(r, TILES - count)
    tiles = [
        tile(r, name, shape, numbers[int(name[4:]) - 1 :: count] if name.startswith("site") else [])
        for names, shape in groups.items()
        for name in names
    ]
    out = r.randrange(UPGRADES)
    return {
        "game": "crash",
        "id": "random-box",
        "name": "Random box",
        "language": "en",
        "origin": "tests",
        "colours": r.sample(["red", "blue", "yellow", "green", "purple", "orange"], 6),
        "types": ["pilot", *r.sample(["scientist", "doctor", "engineer"], 3)],
        "directions": r.sample(["sun", "asteroids", "meteor", "stars"], 4),
        "tiles": r.sample(tiles, TILES),
        "layouts": {key: layout(r, groups) for key in ("3-4", "5", "6")},
        "upgrades": [upgrade(r, n) | {"not_in_2p": n == out} for n in range(UPGRADES)],
    }


def plain_groups(r: Random, count: int) -> dict[tuple[str, ...], Place]:
    """The tiles without crash sites, by size."""
    names = [f"plain{n}" for n in range(1, count + 1)]
    cuts = sorted(r.sample(range(1, count), min(r.randint(1, 3), count - 1)))
    parts = [names[start:end] for start, end in zip([0, *cuts], [*cuts, count], strict=True)]
    return {tuple(part): r.choice(PLAIN_SHAPES) for part in parts}


def tile(r: Random, name: str, size: Place, numbers: list[int]) -> Json:
    wide, high = size
    places = list(product(range(wide), range(high)))
    sites = dict(zip(r.sample(places, len(numbers)), numbers, strict=True))
    fast = accelerators(r, wide, high)
    cells = [
        {"x": x, "y": y, "accelerator": fast(x, y) and (x, y) not in sites, "crash_site": sites.get((x, y))}
        for x, y in r.sample(places, len(places))
    ]
    return {"id": name, "w": wide, "h": high, "cells": cells}


def accelerators(r: Random, wide: int, high: int) -> Callable[[int, int], bool]:
    """Patterns of accelerators: none, scattered, dense, in a row, along the edge."""
    row = r.randrange(high)
    return r.choice(
        [
            lambda x, y: False,
            lambda x, y: r.random() < 0.15,
            lambda x, y: r.random() < 0.15,
            lambda x, y: r.random() < 0.6,
            lambda x, y: y == row,
            lambda x, y: x in (0, wide - 1) or y in (0, high - 1),
        ]
    )


def layout(r: Random, groups: Mapping[tuple[str, ...], Place]) -> list[Json]:
    """Adjacent slots without a hole: for every tile with crash sites, and some others."""
    wanted = [
        (names, size)
        for names, size in groups.items()
        for _ in range(len(names) if names[0].startswith("site") else r.randint(0, min(3, len(names))))
    ]
    r.shuffle(wanted)
    laid: list[tuple[Rectangle, tuple[str, ...]]] = []
    for names, size in wanted:
        laid.append((place(r, [rectangle for rectangle, _ in laid], size), names))
    left, top = min(x for (x, _, _, _), _ in laid), min(y for (_, y, _, _), _ in laid)
    return [
        {"x": x - left, "y": y - top, "w": w, "h": h, "tile_pool": r.sample(names, len(names))}
        for (x, y, w, h), names in laid
    ]


def place(r: Random, laid: list[Rectangle], size: Place) -> Rectangle:
    """A position next to existing slots, possibly rotated, that leaves no hole."""
    covered = {spot for rectangle in laid for spot in squares(rectangle)}
    beside = sorted({spot for lain in covered for spot in around(lain)} - covered) or [(0, 0)]
    while True:
        wide, high = size if r.random() < 0.5 else size[::-1]
        x, y = r.choice(beside)
        there = (x - r.randrange(wide), y - r.randrange(high), wide, high)
        if covered.isdisjoint(squares(there)) and not has_hole(covered | squares(there)):
            return there


def squares(rectangle: Rectangle) -> set[Place]:
    x, y, wide, high = rectangle
    return set(product(range(x, x + wide), range(y, y + high)))


def around(spot: Place) -> list[Place]:
    x, y = spot
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def has_hole(covered: set[Place]) -> bool:
    columns, rows = [x for x, _ in covered], [y for _, y in covered]
    corner = (min(columns) - 1, min(rows) - 1)
    outside = set(product(range(corner[0], max(columns) + 2), range(corner[1], max(rows) + 2))) - covered
    ahead = [corner]
    while ahead:
        spot = ahead.pop()
        if spot in outside:
            outside.remove(spot)
            ahead += around(spot)
    return bool(outside)


def upgrade(r: Random, number: int) -> Json:
    """A random upgrade: one operation, with or without a price, only tokens, passive, or for the table."""
    timing, effects = random_effects(r)
    name = f"u{number + 1}"
    return {"id": name, "name": name.upper(), "text": "It does something.", "timing": timing, "effects": effects}


def random_effects(r: Random) -> tuple[str, list[Json] | None]:
    if r.random() < 0.12:
        return r.choice(sorted({timing for timings in OP_TIMINGS.values() for timing in timings})), None
    op = r.choice(sorted(OP_TIMINGS))
    timing = r.choice(sorted(OP_TIMINGS[op]))
    if timing in PASSIVE:
        more = r.sample(sorted(other for other in OP_TIMINGS if OP_TIMINGS[other] == PASSIVE), r.randint(0, 2))
        return timing, [effect(r, each) for each in (op, *more)]
    before, after = r.choice(
        [([], []), ([], []), (["pay"], []), (["pay", "pay"], []), ([], ["gain"]), (["pay"], ["gain"])]
    )
    main = [] if op in ("pay", "gain") and before else [op]
    ops = [*before, *main, *after]
    return timing, [effect(r, each) for each in sorted(ops, key=lambda each: each != "pay")]


def effect(r: Random, op: str) -> Json:
    """A random operation; zero tokens are written or omitted."""
    fields: Json = {field: r.randint(*limits) for field, limits in LIMITS.get(op, {}).items()}
    if op in OF_TOKENS:
        fields |= tokens(r)
    if op == "card_bonus":
        fields["card"] = r.choice(["2", "3", "0-5"])
    return {"op": op} | fields


def tokens(r: Random) -> Json:
    most = r.choice([1, 1, 2, 9])
    some = {token: r.randint(1, most) for token in r.sample(TOKENS, r.randint(1, 2))}
    return dict.fromkeys(TOKENS, 0) | some if r.random() < 0.3 else some
