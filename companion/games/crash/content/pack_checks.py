"""The invariants across fields of a pack (wire/crash.md, "Pack"); those of layouts are in ``layout_checks``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, get_args

from companion.core.refusals import Fault, which
from companion.core.texts import T, plain
from companion.core.validation import Found, below, entries, number, repeated, unknown_of, wrong_counts
from companion.games.crash.content.effect_data import Timing
from companion.games.crash.content.layout_checks import broken_layouts, square_at
from companion.games.crash.content.phrases import PHRASES

PRINTED = {"colours": 6, "types": 4, "directions": 4, "tiles": 14, "upgrades": 23}
"""The printed numbers (R-CG-01, R-CG-02)."""
FRONT_ROW = "pilot"
FACES = range(1, 13)
USED: frozenset[str] = frozenset(get_args(Timing)) - {"passive"}
OWN_TURN = frozenset({"start_of_turn", "end_of_turn"})
PASSIVE = frozenset({"passive"})
TIMINGS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "pay": USED,
        "gain": USED,
        "move": OWN_TURN,
        "push": OWN_TURN,
        "relocate": OWN_TURN,
        "reverse": frozenset({"planning"}),
        "glide": frozenset({"movement"}),
        "deflect": frozenset({"collision"}),
        "brake": frozenset({"collision"}),
        "shield": frozenset({"crash"}),
        "reroll": frozenset({"placement"}),
        "range": PASSIVE,
        "card_bonus": PASSIVE,
        "loot": PASSIVE,
        "raider": PASSIVE,
        "upgrade_cost": PASSIVE,
        "upgrade_draw": PASSIVE,
    }
)
"""The allowed timings by ``op``."""
TOKENS = ("energy", "boosters")
OF_TOKENS = frozenset({"pay", "gain", "card_bonus", "loot"})
BESIDE_OTHERS = frozenset({"pay", "gain"})


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
    yield from _upgrades(entries(pack, "upgrades"), unknown_of(pack, "upgrades"))


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
                yield Fault(
                    f"{path}.{cell_path}",
                    T(
                        "{square} is not on a tile of {width} by {height}",
                        square=square_at(x, y),
                        width=str(wide),
                        height=str(high),
                    ),
                )
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
    at: dict[int, list[str]] = {face: [] for face in FACES}
    for path, tile in tiles:
        for cell_path, cell in entries(tile, "cells"):
            at.get(number(cell.get("crash_site")) or 0, []).append(f"{path}.{cell_path}")
    for face, paths in at.items():
        if tiles and len(paths) != 1:
            yield Fault(
                "tiles",
                T(
                    "crash site {face} must be on exactly one square, not on {count}{where}",
                    face=face,
                    count=len(paths),
                    where=which(paths),
                ),
            )


def _upgrades(upgrades: list[Found], unknown: int) -> Iterator[Fault]:
    """The upgrade that is not used with two players (R-CG-08) may be among the unknown ones."""
    out = [path for path, upgrade in upgrades if upgrade.get("not_in_2p") is True]
    if upgrades and len(out) != 1 and (out or not unknown):
        yield Fault(
            "upgrades",
            T(
                "exactly one must be taken out with two players, not {count}{where}",
                count=len(out),
                where=which(out),
            ),
        )
    for path, upgrade in upgrades:
        if upgrade.get("effects") == []:
            yield Fault(
                f"{path}.effects", T("must have an effect; say nothing here where you do what the text says yourselves")
            )
        yield from _effects(path, upgrade)


def _effects(path: str, upgrade: dict[str, Any]) -> Iterator[Fault]:
    timing, effects = upgrade.get("timing"), entries(upgrade, "effects")
    known = isinstance(timing, str) and timing in get_args(Timing)
    before: list[str] = []
    for effect_path, effect in effects:
        place, op = below(path, effect_path), effect.get("op")
        if not isinstance(op, str) or op not in TIMINGS:
            continue
        if known and timing not in TIMINGS[op]:
            yield Fault(
                f"{place}.op",
                T(
                    '"{effect}" cannot come with the timing {timing}, only with {possible}',
                    effect=PHRASES.write(effect),
                    timing=_timing(str(timing)),
                    possible=_either(TIMINGS[op]),
                ),
            )
        if op == "pay" and any(other != "pay" for other in before):
            yield Fault(f"{place}.op", T("what is paid must come before everything else"))
        if timing != "passive" and op not in BESIDE_OTHERS and any(other not in BESIDE_OTHERS for other in before):
            yield Fault(f"{place}.op", T("besides what is paid and gained there can be one effect only"))
        if op in OF_TOKENS and all(number(effect.get(token, 0)) == 0 for token in TOKENS):
            yield Fault(place, T("there must be at least 1 energy or 1 booster"))
        before.append(op)


def _either(timings: frozenset[str]) -> str:
    return ", ".join(_timing(timing) for timing in get_args(Timing) if timing in timings)


def _timing(timing: str) -> str:
    return timing.replace("_", " ")
