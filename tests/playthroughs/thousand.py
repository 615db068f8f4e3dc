"""The recorded games of Ten Thousand."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.table.table import Table
from tests.playthroughs.plans import Plan, Rulebook, back_and_forth


def _mend(table: Table, random: Random) -> None:
    """Points are counted again, or the table goes back."""
    seat = random.choice(list(table.facts()["score"]))
    if random.random() < 0.6:
        back_and_forth(table, random)
    else:
        table.correct([{"fact": "score", "seat": seat, "value": 50 * random.randint(0, 60)}], "counted")


def _outcome(last: dict[str, Any]) -> str:
    return str(last["ask"]["result"]["outcome"])


RULEBOOK = Rulebook("thousand", _mend, _outcome)
PLANS = {
    "thousand_two": Plan(
        RULEBOOK, "", "ann ben", {}, asked=True, whim=0.1, about="Two with dice of their own, as most houses play."
    ),
    "thousand_five": Plan(
        RULEBOOK, "", "dan cat ann eve ben",
        {"target": "5000", "entry": "1000", "kinds": "times", "straight": "1000", "pairs": "0", "triplets": "2500"},
        whim=0.1, mends=0.05, about="Five by other house rules; points are set right, and the table goes back.",
    ),
}  # fmt: skip
