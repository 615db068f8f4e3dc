"""The parts that are the same in every box of Krysis, and the printed numbers of the rest."""

from __future__ import annotations

from typing import Any

from companion.core.texts import T, Words
from companion.games.krysis.content import agent_checks
from companion.games.krysis.content.pack_checks import PRINTED, SPACES_OF_A_LEVEL
from companion.games.krysis.words import MISSIONS, MOST_SEATS, ROUNDS, STARTS


def blank_pack() -> dict[str, Any]:
    """A pack without a name (R-KR-01, R-KR-02, R-KR-09).

    Agents and relics are unknown; the goods of the mine, the colours of crystals and the values of sets are still to be
    filled in.
    """
    companies = [f"company_{n}" for n in range(1, MOST_SEATS + 1)]
    decks = agent_checks.PRINTED
    return {
        "game": "krysis",
        "companies": [{"id": company, "name": T("Company {n}", n=n)} for n, company in enumerate(companies, 1)],
        "crystals": {},
        "start_spaces": [{"index": index, "forward_rank": n} for n, index in enumerate(STARTS[MOST_SEATS], 1)],
        "levels": [
            {"spaces": [_space(level, n) for n in range(1, SPACES_OF_A_LEVEL + 1)]} for level in range(1, ROUNDS + 1)
        ],
        "agents": {company: {deck: [] for deck in decks} for company in companies},
        "relics": [],
        "relic_scores": {"same": {"0": 0}, "different": {"0": 0}},
        "missions": list(MISSIONS),
        "unknown": {
            **{f"agents.{company}.{deck}": count for company in companies for deck, count in decks.items()},
            "relics": PRINTED["relics"],
        },
    }


def blank_words() -> dict[str, Words]:
    """The names of crystals, missions and spaces of the mine."""
    spaces = {
        _id(level, n): T("Space {level}.{n}", level=level, n=n)
        for level in range(1, ROUNDS + 1)
        for n in range(1, SPACES_OF_A_LEVEL + 1)
    }
    return {"red": T("Red"), "blue": T("Blue"), "white": T("White"), "relics": T("Relics"), **spaces}


def _id(level: int, n: int) -> str:
    return f"level_{level}_{n}"


def _space(level: int, n: int) -> dict[str, Any]:
    return {"id": _id(level, n), "forward_rank": n, "options": []}
