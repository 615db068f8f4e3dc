"""Reads a box of Escape Plan and checks it; and the empty box (WIRE.md, "Pack")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, get_args

import msgspec

from companion.core.effects import Scope, prepare_inner, prepare_list
from companion.core.refusals import BadPack, Fault, which
from companion.core.texts import CommonName, T, Text
from companion.core.validation import (
    Found,
    below,
    entries,
    examine,
    number,
    pack_object,
    repeated,
    sum_of,
    unknown_of,
    wrong_counts,
)
from companion.games.escape.content import CARDS_OF_AN_EXIT, PEOPLE, EscapePack, Exit, Group, at_the_end

PRINTED = {
    "city_tiles": 14,
    "patrol_cards": 6,
    "contacts": 32,
    "escape_plans": 9,
    "lockers": 15,
    "equipment": 16,
    "keys": 9,
    "exit_tiles": 10,
    "business": 6,
    "safe_houses": 3,
    "fixers": 8,
}
"""The printed numbers (R-EP-02 to R-EP-04, R-EP-07)."""
KINDS = {"lockers": ("type", 3), "equipment": ("type", 4), "keys": ("colour", 3), "exit_tiles": ("back", 2)}
"""The number of kinds, and the field with the kind (R-EP-03, R-EP-07)."""
START_TILES, TILES_OF_A_LETTER = 2, 3
MARKS: dict[str, Text] = {"hospital": T("the hospital"), "gang_hq": T("the gang headquarters")}
SPACES: dict[str, Text] = {
    "business": T("a space for a business"),
    "safe_house": T("a space for a safe house"),
    "gang": T("a space for the gang"),
}
MOST_SPACES = {"business": 6, "safe_house": 3, "gang": 3}
"""Most tiles with each space, limited by what is put on them: a gang space takes 2 of the 6 gang members (R-EP-66 to
R-EP-68)."""
ALL_OFFICERS = 30
INCOME_TRACK = list(range(10))


def read_pack(data: object) -> EscapePack:
    """Validate a JSON value against "Pack" of WIRE.md and return a pack.

    Raises ``BadPack`` with every fault as ``field.path: sentence``; for another game, with only that fault. Unknown
    fields are ignored.
    """
    ready = {name: value for name, value in pack_object(data, "escape").items() if name != "texts"}
    problems = [*examine(EscapePack, ready).problems, *broken_invariants(ready)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert(ready, EscapePack)


# The invariants across fields.


def broken_invariants(pack: dict[str, Any]) -> Iterator[Fault]:
    """Every broken invariant of a pack, as ``field.path: sentence``."""
    yield from wrong_counts(pack, PRINTED)
    for field in (field for field in PRINTED if field != "patrol_cards"):
        yield from repeated(entries(pack, field), "id")
    yield from _kinds(pack)
    yield from _players(pack)
    yield from _tiles(entries(pack, "city_tiles"), partial=bool(pack.get("unknown")))
    yield from _patrol(entries(pack, "patrol_cards"))
    yield from _officers(pack)
    yield from _tracks(pack)
    yield from _exit_cost(pack.get("exit_cost"))
    yield from _scoring(pack)
    yield from _effects(pack)


def _effects(pack: dict[str, Any]) -> Iterator[Fault]:
    """What contacts do when they are used, and what counts at the end, is not the same."""
    for table in ("contacts", "escape_plans"):
        for path, card in entries(pack, table):
            at_once = table == "contacts" and card.get("when") != "end"
            problems: list[Fault] = []
            one = partial(_one_effect, problems, at_once)
            prepare_list(card.get("effects", []), below(path, "effects"), problems, one)
            yield from problems


def _one_effect(problems: list[Fault], at_once: bool, raw: dict[str, Any], path: str, scope: Scope) -> dict[str, Any]:
    op, end = raw["op"], not at_once or at_the_end(raw)
    if op in ("change", "score") and raw.get("n") == 0:
        problems.append(Fault(below(path, "n"), T("must not be 0, that would do nothing")))
    if op == "score" and raw.get("of") == "cash":
        problems.append(Fault(below(path, "of"), T("cannot be counted: how much somebody has is for their own eyes")))
    if end and op == "later":
        problems.append(Fault(below(path, "op"), T("comes too late at the end of the game")))
    return prepare_inner(raw, path, problems, partial(_one_effect, problems, not end), scope, PEOPLE)


def _kinds(pack: dict[str, Any]) -> Iterator[Fault]:
    for field, (kind, count) in KINDS.items():
        found = {str(entry.get(kind)) for _, entry in entries(pack, field) if kind in entry}
        if found and len(found) != count:
            wrong = T(
                "there must be {count} different ones below {kind}, there are {there}",
                count=count,
                kind=kind,
                there=len(found),
            )
            yield Fault(field, wrong)


def _players(pack: dict[str, Any]) -> Iterator[Fault]:
    least, most = number(pack.get("players_min")), number(pack.get("players_max"))
    if least is not None and most is not None and least > most:
        yield Fault("players_min", T("{least} is more than the most players, {most}", least=least, most=most))


def _tiles(tiles: list[Found], *, partial: bool) -> Iterator[Fault]:
    """R-EP-12. While the box is known in part, the tiles of exits may still be missing."""
    if not tiles:
        return
    groups = Counter(str(tile.get("group")) for _, tile in tiles)
    for group in get_args(Group):
        due = START_TILES if group == "start" else TILES_OF_A_LETTER
        if groups[group] != due:
            yield Fault(
                "city_tiles",
                T('{due} must be of the group "{group}", not {count}', due=due, group=group, count=groups[group]),
            )
    for exit_ in get_args(Exit):
        found = [path for path, tile in tiles if number(tile.get("exit")) == exit_]
        if len(found) > 1 or not (found or partial):
            wrong = T(
                "exit {exit} must be on exactly one tile, not on {count}{where}",
                exit=exit_,
                count=len(found),
                where=which(found),
            )
            yield Fault("city_tiles", wrong)
    yield from _start_tiles(tiles)
    for space, most in MOST_SPACES.items():
        count = len(_with(tiles, space))
        if count > most:
            yield Fault(
                "city_tiles",
                T("at most {most} can have {what}, not {count}", most=most, what=SPACES[space], count=count),
            )


def _start_tiles(tiles: list[Found]) -> Iterator[Fault]:
    for mark, what in MARKS.items():
        found = _with(tiles, mark)
        if len(found) != 1:
            paths = [path for path, _ in found]
            wrong = T(
                "exactly one tile must have {what}, not {count}{where}", what=what, count=len(found), where=which(paths)
            )
            yield Fault("city_tiles", wrong)
        for path, tile in found:
            if tile.get("group") != "start":
                yield Fault(f"{path}.{mark}", T("only a start tile has it"))
    for path, tile in _with(_with(tiles, "hospital"), "gang_hq"):
        if tile.get("group") == "start":
            yield Fault(f"{path}.gang_hq", T("must be on the other start tile, this one has the hospital"))


def _with(tiles: list[Found], mark: str) -> list[Found]:
    return [(path, tile) for path, tile in tiles if tile.get(mark) is True]


def _patrol(cards: list[Found]) -> Iterator[Fault]:
    counts = Counter(number(card.get("exit")) for _, card in cards)
    for exit_ in get_args(Exit):
        if cards and counts[exit_] != CARDS_OF_AN_EXIT:
            yield Fault(
                "patrol_cards",
                T("{due} must be of exit {exit}, not {count}", due=CARDS_OF_AN_EXIT, exit=exit_, count=counts[exit_]),
            )


def _officers(pack: dict[str, Any]) -> Iterator[Fault]:
    found = entries(pack, "officers")
    yield from repeated(found, "type")
    total = sum_of(found, "count") + unknown_of(pack, "officers")
    if isinstance(pack.get("officers"), list) and total != ALL_OFFICERS:
        yield Fault("officers", T("the counts must add up to {due}, not {total}", due=ALL_OFFICERS, total=total))


def _tracks(pack: dict[str, Any]) -> Iterator[Fault]:
    notoriety = pack.get("notoriety")
    if isinstance(notoriety, dict):
        start, most = number(notoriety.get("start")), number(notoriety.get("max"))
        if start is not None and most is not None and start > most:
            yield Fault("notoriety.start", T("{start} is beyond the end of the track, {most}", start=start, most=most))
    if isinstance(pack.get("income_track"), list) and pack["income_track"] != INCOME_TRACK:
        yield Fault("income_track", T("must be {numbers}", numbers=" ".join(map(str, INCOME_TRACK))))


def _exit_cost(costs: object) -> Iterator[Fault]:
    for seats, amounts in costs.items() if isinstance(costs, dict) else ():
        if isinstance(amounts, list) and seats.isdecimal() and len(amounts) != int(seats):
            wrong = T(
                "there must be {seats}, one for each place in the escape, not {count}", seats=seats, count=len(amounts)
            )
            yield Fault(f"exit_cost.{seats}", wrong)


def _scoring(pack: dict[str, Any]) -> Iterator[Fault]:
    if pack.get("scoring") == []:
        yield Fault("scoring", T("must have a line; say nothing of it where everybody enters one total"))
    lines = entries(pack, "scoring")
    yield from repeated(lines, "line")
    for path, line in lines:
        values = [name for name in ("table", "per_unit") if line.get(name) is not None]
        if line.get("table") == []:
            yield Fault(f"{path}.table", T("must have at least one value"))
        if line.get("from") == "free" and values:
            yield Fault(f"{path}.{values[0]}", T("must be left out: what is free is entered by hand"))
        elif "from" in line and line["from"] != "free" and len(values) != 1:
            yield Fault(path, _either(values))


def _either(values: list[str]) -> Text:
    """A line of the score sheet must have one of two fields."""
    if values:
        return T("must have either {one} or {other}, it has both", one="table", other="per_unit")
    return T("must have either {one} or {other}, it has neither", one="table", other="per_unit")


# The empty box: what is the same in every box, and the printed numbers of the rest.


def blank_pack() -> dict[str, Any]:
    """A pack without a name (R-EP-01 to R-EP-07). Contacts, plans and officers are unknown.

    Tiles that differ only in kind are split evenly among the kinds. The exits and content of city tiles are still to be
    filled in.
    """
    return {
        "game": "escape",
        "language": "en",
        "origin": "",
        "edition": "",
        "players_min": 1,
        "players_max": 5,
        "city_tiles": [_tile(group, n) for group in get_args(Group) for n in range(1, _tiles_of(group) + 1)],
        "patrol_cards": [{"exit": exit_} for exit_ in get_args(Exit) for _ in range(CARDS_OF_AN_EXIT)],
        "officers": [],
        "contacts": [],
        "escape_plans": [],
        "lockers": _shared_out("lockers", "type", "abc"),
        "equipment": _shared_out("equipment", "type", "abcd"),
        "keys": _shared_out("keys", "colour", "abc"),
        "exit_tiles": _shared_out("exit_tiles", "back", "ab"),
        "business": [
            {"id": f"business_{n}", "name": T("Business {n}", n=n)} for n in range(1, PRINTED["business"] + 1)
        ],
        "safe_houses": [
            {"id": f"safe_house_{n}", "name": T("Safe house {n}", n=n)} for n in range(1, PRINTED["safe_houses"] + 1)
        ],
        "fixers": [{"id": f"fixer_{n}"} for n in range(1, PRINTED["fixers"] + 1)],
        "notoriety": {"start": 0, "max": None},
        "income_track": INCOME_TRACK,
        "exit_cost": None,
        "scoring": None,
        "day_change": None,
        "unknown": {"contacts": PRINTED["contacts"], "escape_plans": PRINTED["escape_plans"], "officers": ALL_OFFICERS},
    }


def blank_words() -> dict[str, CommonName]:
    """The names of city tiles, by the letter on their back: nothing else that is printed tells all of them apart."""
    named: list[tuple[str, Text, Text]] = [
        (_id("start", 1), T("Start tile with the hospital"), T("the start tile with the hospital")),
        (
            _id("start", START_TILES),
            T("Start tile with the gang headquarters"),
            T("the start tile with the gang headquarters"),
        ),
    ]
    named += [
        (_id(group, n), T("Tile {stack} number {n}", stack=group, n=n), T("tile {stack} number {n}", stack=group, n=n))
        for group in get_args(Group)
        if group != "start"
        for n in range(1, TILES_OF_A_LETTER + 1)
    ]
    return {tile: CommonName(name.msgid, name.args, inside=inside.msgid) for tile, name, inside in named}


def _tiles_of(group: str) -> int:
    return START_TILES if group == "start" else TILES_OF_A_LETTER


def _id(group: str, n: int) -> str:
    return f"{group.lower()}_{n}"


def _tile(group: str, n: int) -> dict[str, Any]:
    """A city tile of which only the stack is known; one start tile has the hospital, the other the headquarters."""
    start = group == "start"
    return {
        "id": _id(group, n),
        "group": group,
        "exit": None,
        "hospital": start and n == 1,
        "gang_hq": start and n == START_TILES,
        "business": False,
        "safe_house": False,
        "gang": False,
        "edges": None,
    }


def _shared_out(field: str, kind: str, kinds: str) -> list[dict[str, Any]]:
    """Tiles in equal numbers of each kind: a, b, c and so on."""
    count, singular = PRINTED[field], field.removesuffix("s")
    return [{"id": f"{singular}_{n + 1}", kind: kinds[n * len(kinds) // count]} for n in range(count)]
