"""The recorded games of Crash & Grab."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.table.table import Table
from tests.playthroughs.plans import Plan, Rulebook, back_and_forth

PACK = "fenderbend"
WON_BY = {"give": "gift", "saucer": "gift", "steal": "theft", "take": "passing"}
"""How a game was won, by the last thing that was said; else it was in flight, of the own accord or pushed."""
SELDOM = ("goodbye_boot", "panic_button", "space_banana", "velcro_seats", "crew_whistle", "pawnshop_anchor")
"""Upgrades that seldom come up in a game."""


def _mend(table: Table, random: Random) -> None:
    """Counts, places of saucers and crew, upgrades; also in the middle of a chain of pushes."""
    facts = table.facts()
    saucer = random.choice(sorted(facts["saucers"]))
    crew = random.choice(sorted(crew for row in facts["lost"].values() for crew in row) or ["red-pilot"])
    square = random.choice(["table"] if facts["board"] is None else sorted(table.state.world.squares))
    place = "board:table" if facts["board"] is None else f"square:{square}"
    upgrades = random.sample(sorted(table.state.world.upgrades), 4)
    paid = [{"fact": fact, "saucer": saucer, "value": 3} for fact in ("energy", "boosters")]
    changes = [
        *[{"fact": "upgrade", "upgrade": upgrade, "value": f"mat:{saucer}"} for upgrade in upgrades],
        {"fact": "energy", "saucer": saucer, "value": random.randint(0, 4)},
        {"fact": "boosters", "saucer": saucer, "value": random.randint(0, 3)},
        {"fact": "saucer", "saucer": saucer, "value": random.choice([None, square, square])},
        {"fact": "crew", "crew": crew, "value": place},
        {"fact": "probe", "value": random.choice(facts["seats"])},
    ]
    what = random.random()
    if what < 0.3:
        back_and_forth(table, random)
    elif what < 0.7:
        table.correct([{**changes[0], "upgrade": random.choice(SELDOM)}, *paid], "counted")
    else:
        table.correct(random.sample(changes, random.randint(1, 3)), "counted")


def _outcome(last: dict[str, Any]) -> str:
    return WON_BY.get((last.get("answer") or {}).get("do", ""), "flight")


RULEBOOK = Rulebook("crash", _mend, _outcome)
PAIRS = {
    "cg.own_push_direction": "choose",
    "cg.pass_crew": "end_only",
    "cg.two_player_seated": "player",
    "cg.two_player_start_energy": "one_per_saucer",
}
NO_LIMITS = {"cg.boosts_per_turn": "unlimited", "cg.upgrades_per_turn": "unlimited"}
LIGHT = {"cg.follow": "light"}


def _plan(seats: str, about: str, settings: dict[str, str] | None = None, **more: Any) -> Plan:
    return Plan(RULEBOOK, PACK, seats, settings or {}, about=about, **more)


PLANS = {
    "crash_two": _plan(
        "ann ben", "Two players with two saucers each; every die, tile and card is told by hand.", asked=True, whim=0.05
    ),
    "crash_two_house": _plan(
        "ben ann",
        "Two players with every house rule that is for two, undo and corrections.",
        PAIRS,
        mends=0.08,
        whim=0.2,
    ),
    "crash_two_light": _plan(
        "ann cat",
        "Two players on a board that is not followed: the table reports its moves.",
        LIGHT,
        asked=True,
        mends=0.02,
    ),
    "crash_three": _plan(
        "ann ben cat",
        "Three players, chance is digital; the winner picks up the last crew in mid-move.",
        wanted="flight",
    ),
    "crash_three_gift": _plan(
        "dan ann cat", "Somebody crashes and gives the last crew away that another one needs.", whim=0.3, wanted="gift"
    ),
    "crash_four_mended": _plan(
        "ann ben cat dan",
        "The table goes back, plays again and corrects every few answers, in mid-move too.",
        asked=True,
        mends=0.15,
        whim=0.3,
    ),
    "crash_four_no_limits": _plan(
        "dan cat ben ann",
        "Boosts and upgrades without a limit; the last crew is stolen.",
        NO_LIMITS,
        whim=0.1,
        wanted="theft",
    ),
    "crash_five": _plan(
        "ann ben cat dan eve",
        "Five players, colours and markers are set; upgrades that seldom come up are put into play by the table.",
        {"colours": "orange,red,green,blue,purple", "markers": "stars,meteor,sun,asteroids"},
        whim=0.35,
        mends=0.12,
    ),
    "crash_six": _plan(
        "ann ben cat dan eve fay",
        "Six players on the largest board, two override tokens, dice told by hand.",
        asked=True,
        whim=0.15,
    ),
    "crash_six_light": _plan(
        "fay eve dan cat ben ann",
        "Six players on a board that is not followed, without a limit for boosts.",
        LIGHT | {"cg.boosts_per_turn": "unlimited"},
        mends=0.02,
        whim=0.1,
    ),
}
