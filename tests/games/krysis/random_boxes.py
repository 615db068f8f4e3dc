"""Random boxes of Krysis, valid but extreme.

Companies are ``c1`` to ``c4``, agents ``a1`` to ``a96``, relics ``r1`` to ``r24``, spaces ``s1`` to ``s20``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from companion.games.krysis.content import SHEETS

Json = dict[str, Any]

COLOURS = ("red", "blue", "white")
GOODS = (*COLOURS, "relics")
AT_HOME = {"red": 4, "blue": 8, "white": 12}
"""The initial goods at home of four players."""
ALL_CRYSTALS = 125
KINDS = {"transporters": "transporter", "fighters": "fighter"}
ABILITIES = ("defence", "thief", "spy", "miner", "alchemist")


def random_box(r: Random) -> Json:
    """A box as JSON, sometimes nearly without crystals of a colour or goods on a level."""
    companies = [f"c{n}" for n in range(1, 5)]
    starts = [amounts(r, COLOURS, 2) for _ in range(4)]
    types = relic_types(r)
    relics = [{"id": f"r{n}", "set_type": kind} | relic(r) for n, kind in enumerate(types, start=1)]
    ids = (f"a{n}" for n in count(1))
    shared = [special(r, shared=True) for _ in range(3)]
    agents = {company: company_agents(r, ids, shared) for company in companies}
    return {
        "id": "random-box",
        "game": "krysis",
        "title": "Random box",
        "companies": [{"id": company, "name": company.upper()} for company in r.sample(companies, 4)],
        "crystals": crystals(r, starts),
        "start_spaces": [
            {"index": index, "crystals": there, "forward_rank": rank}
            for index, there, rank in zip(("I", "II", "III", "IV"), starts, sorted(ranks(r)), strict=True)
        ],
        "levels": [
            {"spaces": [space(r, level * 4 + n, rank) for n, rank in enumerate(ranks(r), 1)]} for level in range(5)
        ],
        "agents": agents,
        "relics": r.sample(relics, len(relics)),
        "relic_scores": {
            "same": table(r, max(types.count(kind) for kind in types)),
            "different": table(r, len(set(types))),
        },
        "missions": r.sample(GOODS, 4),
    } | more_cards(r, agents, relics)


DOES = (
    "gain 1 red 1 relic", "gain 2 white, others", "lose 1 blue 1 relic, most blue", "lose 1 white from home",
    "pay 1 white", "give 1 red 1 white 1 relic, somebody", "give 2 blue, others", "carry home 1 red 1 white", "VP +3",
    "VP -2, others", "draw 3 relics, keep 2", "draw 1 relic", "no raid on you this round, one to act", 'note "Laugh."',
    "combat +2", "combat +3 raiding", "combat -1 raided", "combat -2, others", "speed +2", "speed -1, everybody",
    "slots 1 red 2 white", "slots 1 blue to home",
    "crystals are safe", "stands for any relic",
)  # fmt: skip
COUNTS = ("red", "white of others", "relics", "up", "vp", "home red", "white slots", "fighters", "round", "acted self",
          "others", "most red of me", "ahead of me", "acted", "target", "hand")  # fmt: skip
WHENS = ("carried home", "carried to the bank", "you raid", "you are raided", "you work overtime", "the round ends",
         "at home at the end", "in the camp at the end")  # fmt: skip


def sentence(r: Random, depth: int = 0) -> str:
    """An effect, or one that holds others."""
    if depth > 1 or r.random() < 0.5:
        return r.choice(DOES)
    inner = [sentence(r, depth + 1) for _ in range(2)]
    return r.choice(
        [
            "choose ({0}) or ({1})", "choose by somebody ({0}) or ({1})", 'if "it rains" then ({0}) else ({1})',
            f"if {r.choice(COUNTS)} at least {r.randint(0, 2)} then ({{0}}) else ({{1}})",
            *([] if depth else [f"for each {r.choice(COUNTS)} ({{0}})", "for each somebody (give 1 white, them; {0})"]),
            *([] if depth else [f"when {when} ({{0}}; {{1}})" for when in WHENS]),
            "next round ({0})", "at the end of the round every time this game ({0})",
        ]
    ).format(*inner)  # fmt: skip


def more_cards(r: Random, agents: Json, relics: list[Json]) -> Json:
    """Effects for some agents and relics, and further missions; in two of three boxes nothing of it."""
    if r.random() < 2 / 3:
        return {}
    read = SHEETS.phrases.read_list
    own = [agent for company in agents.values() for kind in company.values() for agent in kind if not agent["shared"]]
    for card in [*own, *relics]:
        if r.random() < 0.5:
            card["effects"] = read(sentence(r))
    cards = [{"id": f"m{n}", "name": f"M{n}", "effects": read(sentence(r))} for n in range(r.randint(0, 3))]
    return {"mission_cards": cards} if cards else {}


def amounts(r: Random, names: tuple[str, ...], most: int) -> Json:
    return {name: r.randint(0, most) for name in names}


def ranks(r: Random) -> list[int]:
    """Four different ranks, close or far apart, possibly negative."""
    return r.sample(range(1, 5) if r.random() < 0.5 else range(-20, 20), 4)


def crystals(r: Random, starts: list[Json]) -> Json:
    """125 crystals, at least the initial ones of four players; sometimes hardly more."""
    out = {colour: AT_HOME[colour] + sum(start[colour] for start in starts) for colour in COLOURS}
    scarce = r.choice([*COLOURS, None, None])
    for _ in range(ALL_CRYSTALS - sum(out.values())):
        out[r.choice([colour for colour in COLOURS if colour != scarce])] += 1
    return out


def space(r: Random, number: int, rank: int) -> Json:
    """A space with one to three different options."""
    options: list[Json] = []
    wanted = r.choice([1, 1, 2, 3])
    while len(options) < wanted:
        option = amounts(r, COLOURS, r.choice([1, 2, 4])) | {"relics": r.choice([0, 0, 1, 2])}
        if option not in options:
            options.append(option)
    return {"id": f"s{number}", "forward_rank": rank, "options": options}


def company_agents(r: Random, ids: Iterator[str], shared: list[Json]) -> Json:
    stars = iter(enough_stars(r, shared))
    found: Json = {
        deck: [{"id": next(ids)} | agent(r, kind, next(stars)) | plain() for _ in range(9)]
        for deck, kind in KINDS.items()
    }
    own = [{"id": next(ids)} | special(r, shared=False) | {"stars": next(stars)} for _ in range(3)]
    found["special"] = r.sample([*own, *({"id": next(ids)} | card for card in shared)], 6)
    return found


def enough_stars(r: Random, shared: list[Json]) -> list[int]:
    """Stars for the 21 agents that are not shared: at least two per level."""
    stars = [1, 1, 2, 2, 3, 3, *(r.choice([1, 2, 3]) for _ in range(15))]
    return r.sample(stars, len(stars))


def agent(r: Random, kind: str, stars: int) -> Json:
    speed = r.randint(0, 6) if r.random() < 0.7 else {"per": r.choice(COLOURS), "times": r.randint(1, 4)}
    return {
        "name": f"{kind.title()} {r.randint(1, 99)}",
        "kind": kind,
        "stars": stars,
        "speed": speed,
        "combat": r.choice([0, 0, 1, 2, 3, 5]),
        "slots": amounts(r, COLOURS, r.choice([0, 1, 2])),
    }


def plain() -> Json:
    return {"ability": None, "shared": False}


def special(r: Random, *, shared: bool) -> Json:
    """A special agent, usually with an ability."""
    card = agent(r, r.choice(["transporter", "fighter"]), r.choice([1, 2, 3]))
    return card | {"ability": ability(r) if r.random() < 0.9 else None, "shared": shared}


def ability(r: Random) -> Json:
    op = r.choice(ABILITIES)
    match op:
        case "defence":
            return {"op": op, "n": r.randint(0, 5)}
        case "thief":
            return {"op": op} | amounts(r, COLOURS, 2)
        case "miner":
            return {"op": op} | amounts(r, GOODS, 2)
    return {"op": op}


def relic_types(r: Random) -> list[str]:
    """Six types of four cards, or random types."""
    if r.random() < 0.5:
        return [f"t{n % 6}" for n in range(24)]
    names = [f"t{n}" for n in range(r.randint(1, 8))]
    return [r.choice(names) for _ in range(24)]


def relic(r: Random) -> Json:
    if r.random() < 0.05:
        return {"kind": "other"}
    if r.random() < 0.5:
        return {"kind": "weapon", "combat": r.randint(0, 4)}
    return {"kind": "transport", "slots": amounts(r, COLOURS, 2)}


def table(r: Random, most: int) -> Json:
    """Values of sets by size: increasing, or random."""
    if r.random() < 0.7:
        step = r.choice([1, 2, 3])
        return {str(n): step * n * (n + 1) // 2 for n in range(most + 1)}
    return {"0": 0} | {str(n): r.randint(0, 30) for n in range(1, most + 2)}
