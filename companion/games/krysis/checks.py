"""Reads a box of Krysis and checks it; and the empty box (WIRE.md 11)."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import structs

from companion.core import learning as core
from companion.core.effects import Scope, prepare_inner, prepare_list
from companion.core.refusals import BadPack, Fault
from companion.core.steps.effects import price_faults
from companion.core.texts import CommonName, T, Words
from companion.core.validation import (
    Found,
    below,
    entries,
    examine,
    how_many,
    number,
    pack_object,
    repeated,
    unknown_of,
    wrong_counts,
)
from companion.games.krysis.content import (
    ALWAYS,
    COLOURS,
    CRYSTALS,
    DECK_OF,
    DISCARDS_A_LEVEL,
    GOODS,
    HOME_AT_START,
    MISSIONS,
    MOST_SEATS,
    PEOPLE,
    ROUNDS,
    SCORES,
    STARTS,
    Agent,
    KrysisPack,
    deck_path,
    stocks,
)

AMOUNTS = frozenset({"gain", "lose", "pay", "give", "carry_home", "slots"})
PRINTED = {"start_spaces": 4, "levels": ROUNDS, "relics": 24, "missions": len(MISSIONS)}
"""The printed numbers (R-KR-02, R-KR-09, R-KR-75)."""
SPACES_OF_A_LEVEL = 4
ALL_CRYSTALS = 125
"""R-KR-02."""
PRINTED_AGENTS = {"transporters": 9, "fighters": 9, "special": 6}
"""The printed number of agents of a company (R-KR-01)."""
SHARED = 3
"""The number of special agents that are the same in all companies (R-KR-63)."""
STARS = (1, 2, 3)
COMPARED = [field for field in Agent.__struct_fields__ if field != "id"]
DERIVED = ("texts", "missing", "untold")
"""Fields of the record that are derived."""


def read_pack(data: object) -> KrysisPack:
    """Validate a JSON value against WIRE.md 11, and return a pack.

    Raises ``BadPack`` with every fault as ``field.path: sentence``; for another game, with only that fault. Unknown
    fields are ignored, except where they would mean something elsewhere: in crystals, goods, speeds, abilities, relics
    and their scores. What is printed on the board may be missing if the pack is not ``whole``.
    """
    ready = {name: value for name, value in pack_object(data, "krysis").items() if name not in DERIVED}
    filled_in, missing = fill_gaps(ready)
    untold = [] if ready.get("whole") is not False else _untold(ready)
    problems = [*examine(KrysisPack, filled_in).problems, *broken_invariants(ready)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert({**filled_in, "missing": missing, "untold": untold}, KrysisPack)


def fill_gaps(pack: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Fill in placeholders for missing parts of a pack; returns the JSON, and the missing parts.

    These are spaces by id, ``CRYSTALS`` and ``SCORES``. A whole pack is unchanged.
    """
    if pack.get("whole") is not False:
        return pack, []
    made, missing = copy.deepcopy(pack), []
    if _lacks(made.get(CRYSTALS)):
        made[CRYSTALS] = dict.fromkeys(COLOURS, 0)
        missing.append(CRYSTALS)
    if lacks_scores(made):
        made[SCORES] = {"same": {}, "different": {}} | (made.get(SCORES) or {})
        missing.append(SCORES)
    for _, start in entries(made, "start_spaces"):
        if _lacks(start.get("crystals")):
            start["crystals"] = dict.fromkeys(COLOURS, 0)
            missing.append(str(start.get("index")))
    for _, level in entries(made, "levels"):
        for _, space in entries(level, "spaces"):
            if space.get("options") in (None, []):
                space["options"] = [dict.fromkeys(GOODS, 0)]
                missing.append(str(space.get("id")))
    agents = made.get("agents")
    for decks in agents.values() if isinstance(agents, dict) else ():
        for deck, rows in decks.items() if isinstance(decks, dict) else ():
            decks[deck] = [filled_agent(row) for row in rows] if isinstance(rows, list) else rows
    return made, missing


NO_NUMBERS: dict[str, Any] = {"stars": 1, "speed": 0, "combat": 0}


def filled_agent(row: object) -> object:
    """An agent of which not all numbers were told, in a box that is not whole: hands add them."""
    if not isinstance(row, dict):
        return row
    return {**row, **{name: value for name, value in NO_NUMBERS.items() if row.get(name) is None}}


def check_row(pack: KrysisPack, table: str, row: object) -> None:
    """Refuse an invalid row as ``malformed``."""
    told = not pack.whole and table.startswith("agents.")
    core.check_row(stocks(pack)[table], filled_agent(row) if told else row)


def _untold(pack: dict[str, Any]) -> list[str]:
    """The cards whose numbers people have to add: agents without speed or combat, relics of which nothing is said."""
    agents = pack.get("agents")
    companies = agents if isinstance(agents, dict) else {}
    found = [agent for company in companies for _, agent in _agents_of(companies, company)]
    cards = [one for one in found if one.get("speed") is None or one.get("combat") is None]
    cards += [
        relic for _, relic in entries(pack, "relics") if relic.get("kind") == "other" and not relic.get("effects")
    ]
    return [str(card.get("id")) for card in cards]


def _lacks(crystals: object) -> bool:
    """True while a colour is missing."""
    return crystals is None or (isinstance(crystals, dict) and not crystals.keys() >= {*COLOURS})


# The invariants across fields.


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
    yield from _effects(pack)


def _unknown(pack: dict[str, Any]) -> Iterator[Fault]:
    unknown, agents = pack.get("unknown"), pack.get("agents")
    decks = (
        [deck_path(company, deck) for company in agents for deck in PRINTED_AGENTS] if isinstance(agents, dict) else []
    )
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
        yield Fault("crystals", T("must add up to {due}, not {total}", due=ALL_CRYSTALS, total=sum(known.values())))
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
            wrong = T(
                "must be more than that of the start space before it, {before}, not {rank}", before=before, rank=rank
            )
            yield Fault(f"{path}.forward_rank", wrong)
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
                T("there must be {due}, there are {count}", due=SPACES_OF_A_LEVEL, count=len(level["spaces"])),
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
    seen: dict[tuple[int, ...], int] = {}
    for n, (option_path, option) in enumerate(found, 1):
        amounts = [number(option.get(good)) for good in GOODS]
        if None in amounts:
            continue
        goods = tuple(amount for amount in amounts if amount is not None)
        if goods in seen:
            yield Fault(option_path, T("is the same as number {n}", n=seen[goods]))
        seen.setdefault(goods, n)


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


def _effects(pack: dict[str, Any]) -> Iterator[Fault]:
    """What cards do besides what is printed on all of them."""
    companies = pack.get("agents")
    tables = [entries(pack, "relics"), entries(pack, "mission_cards")]
    for company, kinds in companies.items() if isinstance(companies, dict) else ():
        for deck in PRINTED_AGENTS:
            found = entries(kinds, deck) if isinstance(kinds, dict) else []
            tables.append([(f"agents.{company}.{path}", agent) for path, agent in found])
    yield from repeated(entries(pack, "mission_cards"), "id")
    for path, card in (row for table in tables for row in table):
        problems: list[Fault] = []
        prepare_list(card.get("effects", []), below(path, "effects"), problems, partial(_one_effect, problems))
        yield from problems
        yield from price_faults(card, path, {*ALWAYS, "when"})


def _one_effect(problems: list[Fault], raw: dict[str, Any], path: str, scope: Scope) -> dict[str, Any]:
    op, again = raw["op"], partial(_one_effect, problems)
    if op in ("vp", "combat", "speed") and raw.get("n") == 0:
        problems.append(Fault(below(path, "n"), T("must not be 0, that would do nothing")))
    if op in AMOUNTS and not any(number(raw.get(good, 0)) for good in GOODS):
        problems.append(Fault(path, T("must be at least one crystal or relic")))
    if op == "when":
        inner = structs.replace(scope, depth=scope.depth + 1)
        return raw | {"do": prepare_list(raw.get("do"), below(path, "do"), problems, again, inner)}
    return prepare_inner(raw, path, problems, again, scope, PEOPLE)


def _missions(missions: object) -> Iterator[Fault]:
    if not isinstance(missions, list):
        return
    for index, mission in enumerate(missions):
        if mission in MISSIONS and mission in missions[:index]:
            yield Fault(f"missions[{index}]", T('"{mission}" is there twice', mission=mission))


# The invariants of companies and their agents.


def broken_agents(pack: dict[str, Any]) -> Iterator[Fault]:
    """Every broken invariant of the companies and agents of a pack."""
    companies = entries(pack, "companies")
    if isinstance(pack.get("companies"), list) and len(pack["companies"]) != MOST_SEATS:
        yield Fault(
            "companies", T("there must be {due}, there are {count}", due=MOST_SEATS, count=len(pack["companies"]))
        )
    yield from repeated(companies, "id")
    agents = pack.get("agents")
    if not isinstance(agents, dict):
        return
    yield from _whose(companies, agents)
    yield from repeated([found for company in agents for found in _agents_of(agents, company)], "id")
    for company in agents:
        yield from _counts(pack, company)
        yield from _basic(agents, company)
        yield from _stars(pack, company)
    yield from _shared(pack)


def _agents_of(agents: dict[str, Any], company: str, *decks: str) -> list[Found]:
    """The agents of a company in these decks (by default all), with their paths in the file."""
    path = below("agents", company)
    return [
        (below(path, inner), agent)
        for deck in decks or PRINTED_AGENTS
        for inner, agent in entries(agents.get(company), deck)
    ]


def _whose(companies: list[Found], agents: dict[str, Any]) -> Iterator[Fault]:
    known = [company["id"] for _, company in companies if isinstance(company.get("id"), str)]
    for company in known:
        if company not in agents:
            yield Fault(below("agents", company), T("is missing; every company needs agents"))
    for company in agents:
        if known and company not in known:
            yield Fault(below("agents", company), T("there is no such company"))


def _counts(pack: dict[str, Any], company: str) -> Iterator[Fault]:
    agents = pack["agents"]
    decks = agents[company] if isinstance(agents[company], dict) else {}
    for deck, count in PRINTED_AGENTS.items():
        unknown = unknown_of(pack, deck_path(company, deck))
        if isinstance(decks.get(deck), list) and len(decks[deck]) + unknown != count:
            there = how_many(len(decks[deck]), unknown)
            path = f"{below('agents', company)}.{deck}"
            yield Fault(path, T("there must be {count}, there are {there}", count=count, there=there))


def _basic(agents: dict[str, Any], company: str) -> Iterator[Fault]:
    """A basic agent is in the deck of its kind and has no ability (R-KR-11, R-KR-63)."""
    for kind, deck in DECK_OF.items():
        for path, agent in _agents_of(agents, company, deck):
            if agent.get("kind") in tuple(DECK_OF) and agent["kind"] != kind:
                yield Fault(f"{path}.kind", T("must be {kind}, as it stands among the {deck}", kind=kind, deck=deck))
            if agent.get("ability") is not None:
                yield Fault(f"{path}.ability", T("only special agents have one"))
            if agent.get("shared") is True:
                yield Fault(f"{path}.shared", T("only special agents are the same in all companies"))


def _stars(pack: dict[str, Any], company: str) -> Iterator[Fault]:
    """R-KR-64 must be possible, counting unknown agents."""
    found = _agents_of(pack["agents"], company)
    levels = Counter(number(agent.get("stars")) for _, agent in found)
    unknown = _unknown_of(pack, company, *PRINTED_AGENTS) + (levels[None] if pack.get("whole") is False else 0)
    if sum(max(DISCARDS_A_LEVEL - levels[stars], 0) for stars in STARS) <= unknown:
        return
    for stars in STARS:
        if found and levels[stars] < DISCARDS_A_LEVEL:
            wrong = T(
                "at least {due} agents must have this many stars: {stars}; there are {count}",
                due=DISCARDS_A_LEVEL,
                stars=stars,
                count=levels[stars],
            )
            yield Fault(below("agents", company), wrong)


def _unknown_of(pack: dict[str, Any], company: str, *decks: str) -> int:
    return sum(unknown_of(pack, deck_path(company, deck)) for deck in decks)


def _shared(pack: dict[str, Any]) -> Iterator[Fault]:
    """R-KR-63: each company has the same three special agents, except for ids, as far as they are known."""
    agents, first = pack["agents"], ""
    known: Counter[str] = Counter()
    for company in agents:
        every = _agents_of(agents, company, "special")
        found = [(path, agent) for path, agent in every if agent.get("shared") is True]
        special, unknown = f"{below('agents', company)}.special", _unknown_of(pack, company, "special")
        if not found and not unknown and not every:
            continue
        own = PRINTED_AGENTS["special"] - SHARED
        few = len(found) + unknown < SHARED or (unknown and len(every) - len(found) > own)
        # Of a card that is told by its title nobody has said that the others have it, too.
        if len(found) > SHARED or (few and pack.get("whole") is not False):
            yield Fault(
                special,
                T("exactly {shared} must be the same in all companies, not {count}", shared=SHARED, count=len(found)),
            )
            continue
        cards = Counter(_card(agent) for _, agent in found)
        if (known | cards).total() > SHARED:
            path = next(path for path, agent in found if cards[_card(agent)] > known[_card(agent)])
            yield Fault(
                path, T("is the same in all companies, so {first} must have it, too, with another id", first=first)
            )
            continue
        known |= cards
        first = first or (special if found else "")


def _card(agent: dict[str, Any]) -> str:
    """The content of an agent, for comparison."""
    return json.dumps([agent.get(field) for field in COMPARED], sort_keys=True)


# The empty box: what is the same in every box, and the printed numbers of the rest.


def blank_pack() -> dict[str, Any]:
    """A pack without a name (R-KR-01, R-KR-02, R-KR-09).

    Agents and relics are unknown; the goods of the mine, the colours of crystals and the values of sets are still to be
    filled in.
    """
    companies = [f"company_{n}" for n in range(1, MOST_SEATS + 1)]
    return {
        "game": "krysis",
        "companies": [{"id": company, "name": T("Company {n}", n=n)} for n, company in enumerate(companies, 1)],
        "crystals": {},
        "start_spaces": [{"index": index, "forward_rank": n} for n, index in enumerate(STARTS[MOST_SEATS], 1)],
        "levels": [
            {"spaces": [_space(level, n) for n in range(1, SPACES_OF_A_LEVEL + 1)]} for level in range(1, ROUNDS + 1)
        ],
        "agents": {company: {deck: [] for deck in PRINTED_AGENTS} for company in companies},
        "relics": [],
        "relic_scores": {"same": {"0": 0}, "different": {"0": 0}},
        "missions": list(MISSIONS),
        "unknown": {
            **{f"agents.{company}.{deck}": count for company in companies for deck, count in PRINTED_AGENTS.items()},
            "relics": PRINTED["relics"],
        },
    }


def blank_words() -> dict[str, Words]:
    """The names of crystals, missions and spaces of the mine."""
    return {"red": T("Red"), "blue": T("Blue"), "white": T("White"), "relics": T("Relics"), **blank_spaces()}


def blank_spaces() -> dict[str, CommonName]:
    """What the spaces of the mine are called, which have no names."""
    every = [(level, n) for level in range(1, ROUNDS + 1) for n in range(1, SPACES_OF_A_LEVEL + 1)]
    named = [
        (_id(level, n), T("Space {level}.{n}", level=level, n=n), T("space {level}.{n}", level=level, n=n))
        for level, n in every
    ]
    return {space: CommonName(name.msgid, name.args, inside=inside.msgid) for space, name, inside in named}


def _id(level: int, n: int) -> str:
    return f"level_{level}_{n}"


def _space(level: int, n: int) -> dict[str, Any]:
    return {"id": _id(level, n), "forward_rank": n, "options": []}
