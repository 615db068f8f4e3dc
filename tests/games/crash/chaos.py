"""Random games of Crash & Grab: boxes that are valid but small, so that saucers meet, answers and corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, get_args

from companion.core.answers import Roll
from companion.core.asks import is_chance
from companion.core.effects import OPS
from companion.games.crash.checks import LATER, OF_TOKENS, OP_TIMINGS, PASSIVE, TOKENS
from companion.games.crash.content import DICE, Thing, Who
from companion.games.crash.state import CHOICES
from companion.table.table import Table
from tests.games.chaos import Chaos
from tests.games.crash.helpers import COLOURS, DIRECTIONS, GAME, SEATS, TYPES, Json, conserved

# Random boxes of Crash & Grab, valid but on small boards, so that saucers meet.
# Site tiles are ``site1`` and so on, others ``plain1`` and so on. Upgrades are ``u1`` to ``u23``.

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
    "brake": {"max": (0, 4)},
    "range": {"max": (6, 9)},
    "upgrade_cost": {"energy": (0, 1)},
    "upgrade_draw": {"cards": (3, 5)},
    "farther": {"n": (-5, 5)},
    "shift": {"n": (-5, 5)},
    "pick_up": {"distance": (1, 3)},
    "place_crew": {"n": (1, 4)},
    "draw_upgrade": {"cards": (1, 5)},
    "ghost": {"distance": (1, 5)},
    "card_distance": {"n": (-5, 5)},
    "boost_distance": {"n": (-5, 5)},
}
"""The fields of operations and their ranges."""
WORDS = {
    "card_bonus": {"card": ["2", "3", "0-5"]},
    "card_distance": {"card": ["2", "3"]},
    "deflect": {"not_back": [False, True]},
    "pick_up": {"crew": ["any", "own", "other"]},
    "land": {"where": ["site", "accelerator", "square"]},
    "note": {"text": ["Laugh.", "Clap."]},
}
"""The fields of operations with words, and those."""
WITH_WHO = frozenset({"gain", "move", "relocate", "lose", "give", "give_crew", "swap_crew", "pick_up", "land",
                      "swap_places", "probe"})  # fmt: skip
THINGS = get_args(Thing)


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
    if op in OPS:
        return timing, [control(r, op, timing, 1)]
    if timing in PASSIVE:
        more = r.sample(sorted(other for other in OP_TIMINGS if OP_TIMINGS[other] == PASSIVE), r.randint(0, 2))
        return timing, [effect(r, each) for each in (op, *more)]
    before, after = r.choice(
        [([], []), ([], []), (["pay"], []), (["pay", "pay"], []), ([], ["gain"]), (["pay"], ["gain"])]
    )
    main = [] if op in ("pay", "gain") and before else [op]
    ops = [*before, *main, *after]
    return timing, [effect(r, each) for each in sorted(ops, key=lambda each: each != "pay")]


def control(r: Random, op: str, timing: str, depth: int) -> Json:
    """A random effect that holds others."""
    if op == "choose":
        parts = [{"do": some(r, timing, depth)} for _ in range(r.randint(2, 3))]
        return {"op": op, "options": parts, "by": r.choice(["me", "others", "probe", "most_seated"])}
    if op == "if":
        least = r.randint(0, 3)
        counts = {"of": r.choice(THINGS), "least": least, "most": least + r.randint(0, 9)}
        inner = {"then": some(r, timing, depth), "else": some(r, timing, depth)}
        asked = {"ask": "Is it dark?"} if timing != "passive" and r.random() < 0.3 else counts
        return {"op": op, **asked, **inner}
    if op == "each":
        return {"op": op, "of": r.choice(THINGS), "do": some(r, timing, depth), "every": r.randint(1, 3)}
    if op == "die":
        faces = r.sample(range(1, 13), 6)
        return {"op": op, "die": "placement", "on": [{"faces": faces, "do": some(r, timing, depth)}]}
    often = {"until": "game"} if r.random() < 0.3 else {}
    when = r.choice(sorted(LATER))
    return {"op": op, "when": when, "do": some(r, LATER[when], depth), **often}


def some(r: Random, timing: str, depth: int) -> list[Json]:
    """A few effects of a timing, some of which hold others."""
    ops = sorted(
        op for op in OP_TIMINGS if timing in OP_TIMINGS[op] and (op not in OPS or (depth < 3 and op != "each"))
    )
    found = [r.choice(ops) for _ in range(r.choice([1, 1, 2]))]
    found.sort(key=lambda op: op != "pay")
    return [control(r, op, timing, depth + 1) if op in OPS else effect(r, op) for op in found]


def effect(r: Random, op: str) -> Json:
    """A random operation; zero tokens are written or omitted."""
    fields: Json = {field: r.randint(*limits) for field, limits in LIMITS.get(op, {}).items()}
    if op in OF_TOKENS:
        fields |= tokens(r)
    if op in WITH_WHO and r.random() < 0.5:
        fields["who"] = r.choice([who for who in get_args(Who) if who != "them"])
    fields |= {field: r.choice(words) for field, words in WORDS.get(op, {}).items()}
    return {"op": op} | fields


def tokens(r: Random) -> Json:
    most = r.choice([1, 1, 2, 9])
    some = {token: r.randint(1, most) for token in r.sample(TOKENS, r.randint(1, 2))}
    return dict.fromkeys(TOKENS, 0) | some if r.random() < 0.3 else some


# Random games of Crash & Grab.

UPGRADE_NAMES = tuple(f"u{n}" for n in range(1, 24))
SUN = ("sun", "asteroids", "meteor", "stars")
CREW = tuple(f"{colour}-{kind}" for colour in COLOURS for kind in TYPES)


class CrashChaos(Chaos):
    """``tests.games.chaos.Chaos`` of the third game."""

    game = GAME
    a_fact = "probe"
    longest = 110
    names = (
        *COLOURS,
        *CREW,
        *SUN,
        *UPGRADE_NAMES,
        *DIRECTIONS,
        "2",
        "3",
        "0-5",
        "c1r1",
        "ann",
        "upgrades",
        "pass",
        "cw",
    )

    def random_box(self, r: Random) -> Json:
        return random_box(r)

    def random_seats(self, r: Random, data: Json) -> list[str]:
        return r.sample(SEATS.split(), r.choice([2, 2, 3, 4, 5, 6]))

    def random_settings(self, r: Random) -> dict[str, str]:
        house = {key: r.choice(values) for key, values in CHOICES.items() if r.random() < 0.7}
        return house if r.random() < 0.3 else {**house, "cg.follow": "full"}

    def random_answer(self, r: Random, table: Table) -> Any:
        """Mostly uniform; upgrades are used and bought often, and light moves are short."""
        answers = table.legal()
        if answers is None:
            return Roll({die: r.choice(sides) for die, sides in (table.faces() or {}).items()})
        if is_chance(table.ask):
            return r.choices(answers, table.odds())[0]
        kinds = sorted({type(answer).__name__ for answer in answers})
        kind = r.choice(kinds)
        return r.choice([answer for answer in answers if type(answer).__name__ == kind])

    def random_change(self, r: Random, facts: Json) -> Json:
        """Upgrades often move onto mats, so that their windows open."""
        saucers = sorted(facts["saucers"])
        saucer, crew = r.choice(saucers), r.choice(CREW)
        squares = [f"c{r.randint(1, 6)}r{r.randint(1, 6)}" for _ in range(3)]
        places = ["board:table"] if facts["board"] is None else [f"square:{square}" for square in squares]
        at: str = "table" if facts["board"] is None else squares[0]
        hand = {"fact": "upgrade", "upgrade": r.choice(UPGRADE_NAMES), "value": f"mat:{saucer}"}
        tiles = [there for there in (facts["board"] or {}).get("tiles", []) if there is not None]
        turned = {**r.choice(tiles), "rotation": r.choice([0, 90, 180, 270])} if tiles else {"tile": "site1"}
        return r.choice(
            [
                hand, hand, hand, hand,
                {"fact": "saucer", "saucer": saucer, "value": r.choice([None, at, at])},
                {"fact": "saucer", "saucer": saucer, "value": at},
                {"fact": "crew", "crew": crew, "value": r.choice(["lost", f"mat:{saucer}", *places])},
                {"fact": "crew", "crew": crew, "value": r.choice(places)},
                {"fact": "energy", "saucer": saucer, "value": r.randint(0, 9)},
                {"fact": "boosters", "saucer": saucer, "value": r.choice([0, 1, 5, 99, 100])},
                {"fact": "upgrade", "upgrade": r.choice(UPGRADE_NAMES), "value": r.choice(["deck", "discard", "box"])},
                {"fact": "probe", "value": r.choice(facts["seats"])},
                {"fact": "crew_out", "value": r.randint(0, 25)},
                {"fact": "crashed", "value": r.choices(saucers, k=r.randint(0, 2))},
                {"fact": "tile", "slot": r.randint(1, 14), "value": turned},
                {"fact": "markers", "value": r.sample(SUN, 4)},
            ]
        )  # fmt: skip

    def anything(self, r: Random, facts: Json) -> Iterator[Json]:
        saucer, direction, crew = r.choice(COLOURS), r.choice(SUN), r.choice(CREW)
        upgrade, seat = r.choice(UPGRADE_NAMES), r.choice(facts["seats"])
        for verb in ("ready", "pass", "energy", "upgrade", "stop", "done", "boost"):
            yield {"do": verb}
        for verb in ("saucer", "crashed"):
            yield {"do": verb, "saucer": saucer}
        for verb in ("crew", "take", "steal"):
            yield {"do": verb, "crew": crew}
        for verb in ("boost", "direction"):
            yield {"do": verb, "dir": direction}
        yield {"do": "picked", "saucer": saucer, "crew": crew}
        yield {"do": "give", "crew": crew, "to": seat}
        yield {"do": "keep", "upgrade": upgrade}
        yield {"do": "option", "n": r.randint(0, 4)}
        yield {"do": "holds", "holds": r.random() < 0.5}
        yield {"do": "fly", "at": r.choice(["c1r1", "c2r2"])}
        yield {"do": "use", "upgrade": upgrade}
        yield {"do": "use", "upgrade": upgrade, "dir": direction}
        yield {"do": "draw", "deck": "upgrades", "card": upgrade}
        yield {"do": "pick", "what": "tile", "one": r.choice(["site1", "plain1", "plain2"])}
        yield {"do": "pick", "what": "rotation", "one": r.choice([0, 90, 180, 270])}
        card = r.choice(["2", "3", "0-5"])
        yield {"do": "move", "card": card}
        yield {"do": "move", "card": card, "dir": direction}
        yield {"do": "move", "card": card, "distance": r.randint(-1, 10)}
        yield {"do": "move", "card": card, "dir": direction, "distance": r.randint(-1, 10)}
        die = r.choice(sorted(DICE))
        yield {"do": "roll", "faces": {die: r.choice(DICE[die])}}

    def may_be_unlisted(self, answer: Json, listed: Sequence[Json], facts: Json) -> bool:
        """Never: answers have a unique form."""
        return False

    conserved = staticmethod(conserved)
