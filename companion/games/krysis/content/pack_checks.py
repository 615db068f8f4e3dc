"""The invariants across fields of a pack (wire/krysis.md, section 11; RULES 4.16).

Those of companies and agents are in ``agent_checks``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.refusals import Fault
from companion.core.texts import T
from companion.core.validation import Found, below, entries, number, repeated, unknown_of, wrong_counts
from companion.games.krysis.content.agent_checks import PRINTED as DECKS
from companion.games.krysis.content.agent_checks import broken_agents
from companion.games.krysis.content.stocks import deck_path
from companion.games.krysis.words import COLOURS, GOODS, HOME_AT_START, MISSIONS, MOST_SEATS, ROUNDS, STARTS

PRINTED = {"start_spaces": 4, "levels": ROUNDS, "relics": 24, "missions": len(MISSIONS)}
"""The printed numbers (R-KR-02, R-KR-09, R-KR-75)."""
SPACES_OF_A_LEVEL = 4
ALL_CRYSTALS = 125
"""R-KR-02."""


def broken_invariants(pack: dict[str, Any]) -> Iterator[Fault]:
    """Every broken invariant of a pack, as ``field.path: sentence``."""
    yield from wrong_counts(pack, PRINTED)
    yield from broken_agents(pack)
    yield from _unknown(pack)
    yield from _crystals(pack)
    yield from _start_spaces(entries(pack, "start_spaces"))
    yield from _levels(pack)
    yield from repeated(entries(pack, "relics"), "id")
    yield from _scores(pack)
    yield from _missions(pack.get("missions"))


def _unknown(pack: dict[str, Any]) -> Iterator[Fault]:
    unknown, agents = pack.get("unknown"), pack.get("agents")
    decks = [deck_path(company, deck) for company in agents for deck in DECKS] if isinstance(agents, dict) else []
    for table in unknown if isinstance(unknown, dict) else ():
        if table not in ("relics", *decks):
            yield Fault(below("unknown", table), T("there is no such deck"))


def _crystals(pack: dict[str, Any]) -> Iterator[Fault]:
    """R-KR-02; the initial crystals of the most players must not exceed the printed ones."""
    printed = pack.get("crystals")
    if not isinstance(printed, dict):
        return
    amounts = {colour: number(printed.get(colour)) for colour in COLOURS}
    known = {colour: amount for colour, amount in amounts.items() if amount is not None}
    if len(known) == len(COLOURS) and sum(known.values()) != ALL_CRYSTALS:
        yield Fault(
            "crystals",
            T("must add up to {due}, not {total}", due=ALL_CRYSTALS, total=sum(known.values())),
        )
    for colour, amount in known.items():
        out = MOST_SEATS * HOME_AT_START[colour]
        for _, space in entries(pack, "start_spaces"):
            out += _amount(space.get("crystals"), colour)
        if out > amount:
            yield Fault(
                f"crystals.{colour}",
                T("the homes and the start spaces take {out}, there are only {amount}", out=out, amount=amount),
            )


def _amount(crystals: object, colour: str) -> int:
    return max(number(crystals.get(colour)) or 0, 0) if isinstance(crystals, dict) else 0


def _start_spaces(spaces: list[Found]) -> Iterator[Fault]:
    """I to IV in this order, each farther ahead than the last (R-KR-15)."""
    for (path, space), due in zip(spaces, STARTS[MOST_SEATS], strict=False):
        if space.get("index") in STARTS[MOST_SEATS] and space["index"] != due:
            yield Fault(f"{path}.index", T("must be {due}, start spaces are listed from I to IV", due=due))
    before: int | None = None
    for path, space in spaces:
        rank = number(space.get("forward_rank"))
        if rank is not None and before is not None and rank <= before:
            yield Fault(
                f"{path}.forward_rank",
                T(
                    "must be more than that of the start space before it, {before}, not {rank}",
                    before=before,
                    rank=rank,
                ),
            )
        before = rank if rank is not None else before


def _levels(pack: dict[str, Any]) -> Iterator[Fault]:
    spaces: list[Found] = [
        (path, {"id": due})
        for (path, space), due in zip(entries(pack, "start_spaces"), STARTS[MOST_SEATS], strict=False)
        if space.get("index") == due
    ]
    for path, level in entries(pack, "levels"):
        if isinstance(level.get("spaces"), list) and len(level["spaces"]) != SPACES_OF_A_LEVEL:
            yield Fault(
                f"{path}.spaces",
                T(
                    "there must be {due}, there are {count}",
                    due=SPACES_OF_A_LEVEL,
                    count=len(level["spaces"]),
                ),
            )
        there = [(below(path, inner), space) for inner, space in entries(level, "spaces")]
        yield from repeated(there, "forward_rank")
        for space_path, space in there:
            yield from _options(space_path, space, whole=pack.get("whole") is not False)
        spaces += there
    yield from repeated(spaces, "id")


def _options(path: str, space: Mapping[str, Any], *, whole: bool) -> Iterator[Fault]:
    """R-KR-24, R-KR-25: the options of a space; no two may be equal."""
    if whole and space.get("options") == []:
        yield Fault(f"{path}.options", T("must have at least one"))
    found = [(below(path, inner), option) for inner, option in entries(space, "options")]
    seen: dict[tuple[int, ...], str] = {}
    for option_path, option in found:
        amounts = [number(option.get(good)) for good in GOODS]
        if None in amounts:
            continue
        goods = tuple(amount for amount in amounts if amount is not None)
        if goods in seen:
            yield Fault(option_path, T("is the same as {other}", other=seen[goods]))
        seen.setdefault(goods, option_path)


def lacks_scores(pack: dict[str, Any]) -> bool:
    """True while the values of some possible relic sets are missing (R-KR-81)."""
    scores = pack.get("relic_scores")
    return not isinstance(scores, dict) or not scores.keys() >= {"same", "different"} or any(_missing_scores(pack))


def _scores(pack: dict[str, Any]) -> Iterator[Fault]:
    """R-KR-81: the values of sets, complete if the box is whole."""
    scores = pack.get("relic_scores")
    for name in ("same", "different"):
        table = scores.get(name) if isinstance(scores, dict) else None
        for key in table if isinstance(table, dict) else ():
            if not re.fullmatch("0|[1-9][0-9]*", key):
                yield Fault(f"relic_scores.{name}.{key}", T("is no number of cards"))
        if isinstance(table, dict) and number(table.get("0")):
            yield Fault(f"relic_scores.{name}.0", T("must be 0, no card is worth nothing"))
    if pack.get("whole") is not False:
        yield from _missing_scores(pack)


def _missing_scores(pack: dict[str, Any]) -> Iterator[Fault]:
    """A value for every possible set; for unknown relics at least one."""
    types = Counter(str(relic["set_type"]) for _, relic in entries(pack, "relics") if "set_type" in relic)
    largest = {
        "same": (max(types.values(), default=0), T("cards of the commonest type")),
        "different": (len(types), T("types of relics")),
    }
    scores, least = pack.get("relic_scores"), min(1, unknown_of(pack, "relics"))
    for name, (most, what) in largest.items():
        table = scores.get(name) if isinstance(scores, dict) else None
        if not isinstance(table, dict):
            continue
        path = f"relic_scores.{name}"
        for n in range(max(most, least) + 1):
            if str(n) not in table:
                missing = (
                    T("is missing; there are {most} {what}", most=most, what=what) if n <= most else T("is missing")
                )
                yield Fault(f"{path}.{n}", missing)


def _missions(missions: object) -> Iterator[Fault]:
    if not isinstance(missions, list):
        return
    for index, mission in enumerate(missions):
        if mission in MISSIONS and mission in missions[:index]:
            yield Fault(
                f"missions[{index}]",
                T('"{mission}" is there twice', mission=mission),
            )
