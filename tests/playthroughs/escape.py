"""The recorded games of Escape Plan."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.table.table import Table
from tests.playthroughs.plans import Plan, Rulebook, back_and_forth

CITY = "lanternhead"
LETTERS = "letters"
"""A made-up box without names, score sheet and exit costs, with spaces of all kinds on the same tiles."""
PRIVATE = {"plans": "private"}
LEDGER = {"ep.cash_ledger": "private"}


def _mend(table: Table, random: Random) -> None:
    seat = random.choice(table.setup.seats)
    tile = random.choice(table.facts()["city"])
    kind = random.choice(sorted(table.facts()["bag"]))
    changes = [
        {"fact": "notoriety", "seat": seat, "value": random.randint(0, 4)},
        {"fact": "cubes", "seat": seat, "value": sorted(random.sample(range(9), 5))},
        {"fact": "wounds", "seat": seat, "value": random.randint(0, 3)},
        {"fact": "gas", "seat": seat, "value": random.randint(0, 2)},
        {"fact": "officers", "tile": tile, "type": kind, "value": random.randint(0, 2)},
        {"fact": "gang", "at": f"tile:{tile}", "value": random.randint(0, 2)},
        {"fact": "contact", "card": random.choice(sorted(table.state.world.contacts)), "value": f"player:{seat}"},
        {"fact": "patrol", "exit": random.choice("123"), "value": random.randint(0, 2)},
        {"fact": "order", "value": random.sample(table.setup.seats, len(table.setup.seats))},
    ]
    if random.random() < 0.4:
        back_and_forth(table, random)
    else:
        table.correct(random.sample(changes, random.randint(1, 2)), "counted")


def _outcome(last: dict[str, Any]) -> str:
    result = last["ask"]["result"]
    totals = [entry["total"] for entry in result["ranking"]]
    if not totals:
        return "nobody"
    if totals.count(max(totals)) > 1:
        return "shared" if len(result["winner"]) > 1 else "named"
    return "some" if result["arrested"] else "all"


RULEBOOK = Rulebook("escape", _mend, _outcome)

PLANS = {
    "escape_one": Plan(
        RULEBOOK, CITY, "red", {}, wanted="all",
        about="One player lays all tiles; plans are dealt by hand, chance is digital.",
    ),
    "escape_two": Plan(
        RULEBOOK, CITY, "yellow blue", {}, asked=True, wanted="some",
        about="Every card and officer is drawn by hand; one of two escapes. Told in words, too.",
    ),
    "escape_three_mended": Plan(
        RULEBOOK, CITY, "green red purple", {}, mends=0.07, whim=0.05,
        about="The table goes back, plays again and corrects every few answers.",
    ),
    "escape_four_plans": Plan(
        RULEBOOK, CITY, "blue purple red yellow", PRIVATE, wanted="some",
        about="Plans are dealt by the companion, each for one seat's eyes.",
    ),
    "escape_five_ledger": Plan(
        RULEBOOK, CITY, "red yellow green blue purple", LEDGER, wanted="some",
        about="Five players, of whom the last lays no tile; income, assets and exits change the ledger.",
    ),
    "escape_secrets_mended": Plan(
        RULEBOOK, CITY, "purple green yellow", PRIVATE | LEDGER, asked=True, mends=0.04, whim=0.04,
        about="Plans and ledger private, drawn by hand, with undo and corrections.",
    ),
    "escape_nobody": Plan(
        RULEBOOK, CITY, "green blue", PRIVATE | {"ep.asset_notoriety": "0,1,2,3"}, whim=0.3, wanted="nobody",
        about="Just anything is done; nobody escapes, so nobody wins. Assets at any low notoriety.",
    ),
    "escape_all": Plan(
        RULEBOOK, CITY, "yellow red green blue", LEDGER | {"ep.asset_notoriety": "1"}, asked=True, wanted="all",
        about="All four escape and pay for it; assets at a notoriety of 1 only.",
    ),
    "escape_tie_named": Plan(
        RULEBOOK, LETTERS, "ann ben cat dan eve", {}, wanted="named", mends=0.02,
        about="A pack without score sheet: totals are entered, two are equal, and the table names who wins.",
    ),
    "escape_tie_shared": Plan(
        RULEBOOK, LETTERS, "dan cat ann", PRIVATE, asked=True, wanted="shared",
        about="The same with a win that is shared.",
    ),
}  # fmt: skip
