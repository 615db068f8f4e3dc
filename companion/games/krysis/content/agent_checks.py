"""The invariants of companies and their agents (wire/krysis.md, section 11; RULES 4.16)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.core.refusals import Fault
from companion.core.texts import T
from companion.core.validation import Found, below, entries, how_many, number, repeated, unknown_of
from companion.games.krysis.content.pack_data import Agent
from companion.games.krysis.content.stocks import deck_path
from companion.games.krysis.words import DECK_OF, MOST_SEATS

PRINTED = {"transporters": 9, "fighters": 9, "special": 6}
"""The printed number of agents of a company (R-KR-01)."""
SHARED = 3
"""The number of special agents that are the same in all companies (R-KR-63)."""
STARS = (1, 2, 3)
OF_A_LEVEL = 2
"""The number of agents of each star level discarded in the advanced game (R-KR-64)."""
COMPARED = [field for field in Agent.__struct_fields__ if field != "id"]


def broken_agents(pack: dict[str, Any]) -> Iterator[Fault]:
    """Every broken invariant of the companies and agents of a pack."""
    companies = entries(pack, "companies")
    if isinstance(pack.get("companies"), list) and len(pack["companies"]) != MOST_SEATS:
        yield Fault(
            "companies",
            T("there must be {due}, there are {count}", due=MOST_SEATS, count=len(pack["companies"])),
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
        (below(path, inner), agent) for deck in decks or PRINTED for inner, agent in entries(agents.get(company), deck)
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
    for deck, count in PRINTED.items():
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
    if sum(max(OF_A_LEVEL - levels[stars], 0) for stars in STARS) <= _unknown_of(pack, company, *PRINTED):
        return
    for stars in STARS:
        if found and levels[stars] < OF_A_LEVEL:
            yield (
                Fault(
                    below("agents", company),
                    T(
                        "at least {due} agents must have this many stars: {stars}; there are {count}",
                        due=OF_A_LEVEL,
                        stars=stars,
                        count=levels[stars],
                    ),
                )
            )


def _unknown_of(pack: dict[str, Any], company: str, *decks: str) -> int:
    return sum(unknown_of(pack, deck_path(company, deck)) for deck in decks)


def _shared(pack: dict[str, Any]) -> Iterator[Fault]:
    """R-KR-63: each company has the same three special agents, except for ids, as far as they are known."""
    agents, first = pack["agents"], ""
    told: Counter[str] = Counter()
    for company in agents:
        every = _agents_of(agents, company, "special")
        found = [(path, agent) for path, agent in every if agent.get("shared") is True]
        special, unknown = f"{below('agents', company)}.special", _unknown_of(pack, company, "special")
        if not found and not unknown and not every:
            continue
        own = PRINTED["special"] - SHARED
        if len(found) > SHARED or len(found) + unknown < SHARED or (unknown and len(every) - len(found) > own):
            yield Fault(
                special,
                T("exactly {shared} must be the same in all companies, not {count}", shared=SHARED, count=len(found)),
            )
            continue
        cards = Counter(_card(agent) for _, agent in found)
        if (told | cards).total() > SHARED:
            path = next(path for path, agent in found if cards[_card(agent)] > told[_card(agent)])
            yield Fault(
                path, T("is the same in all companies, so {first} must have it, too, with another id", first=first)
            )
            continue
        told |= cards
        first = first or (special if found else "")


def _card(agent: dict[str, Any]) -> str:
    """The content of an agent, for comparison."""
    return json.dumps([agent.get(field) for field in COMPARED], sort_keys=True)
