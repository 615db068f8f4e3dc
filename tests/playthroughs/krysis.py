"""The recorded games of Krysis."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.answers import Answer
from companion.core.asks import is_chance
from companion.games.krysis.answers import Bid, LoadGoods, Raid
from companion.games.krysis.state import HIDEABLE
from companion.table.table import Table
from tests.games.krysis.chaos import KrysisChaos
from tests.playthroughs.plans import Plan, Rulebook, back_and_forth

MINE = "deepvein"
SHALLOWS = "shallows"
"""A made-up box with no red crystal in the bank when four play, and odd agents, spaces and scores."""
LEDGER = {"kr.home_ledger": "private"}
ALL = HIDEABLE
RELICS, AGENTS, MISSIONS = ((item,) for item in HIDEABLE)


def _mend(table: Table, random: Random) -> None:
    """Something of the deepvein mine is set right, or the table goes back."""
    facts = table.facts()
    seat, other = random.sample(facts["seats"], 2)
    colour = random.choice(["red", "blue", "white"])
    ledger = {"seat": seat} if facts["known"]["home"] else {}
    hand = facts["secrets"][seat]["hand"] or facts["teams"][seat]["agents"] or [None]
    changes: list[list[dict[str, Any]]] = [
        [{"fact": "vp", "seat": seat, "value": random.randint(0, 20)}],
        [{"fact": "camp", "seat": seat, "good": colour, "value": random.randint(0, 4)}],
        [{"fact": "home", **ledger, "good": colour, "value": random.randint(3, 9)}],
        [{"fact": "relics", "at": f"camp:{seat}", "value": random.randint(0, 3)}],
        [{"fact": "relic", "relic": random.choice(sorted(table.state.world.relics)), "value": f"camp:{seat}"}],
        [{"fact": "miner", "seat": seat, "value": facts["miners"][other]},
         {"fact": "miner", "seat": other, "value": facts["miners"][seat]}],
        [{"fact": "agent", "agent": random.choice(hand), "value": "hand"}],
        [{"fact": "order", "value": random.sample(facts["seats"], len(facts["seats"]))}],
    ]  # fmt: skip
    if random.random() < 0.4:
        back_and_forth(table, random)
    else:
        table.correct(random.choice(changes), "counted")


def _anything(table: Table, random: Random) -> Answer:
    """Any verb, templates filled in at random; of some such answers the one that bids little or carries much."""
    chaos = KrysisChaos(sorted(table.state.world.relics))
    answers = [chaos.random_answer(random, table) for _ in range(1 if is_chance(table.ask) else random.randint(1, 6))]
    return max(answers, key=_much)


def _much(answer: Answer) -> int:
    """How many goods it carries; a bid counts against it."""
    if isinstance(answer, LoadGoods | Raid) and answer.goods is not None:
        relics = answer.goods.relics
        return sum(answer.goods.amounts().values()) + (relics if isinstance(relics, int) else len(relics))
    if isinstance(answer, Bid) and answer.crystals is not None:
        return -sum(answer.crystals.amounts().values())
    return 0


def _outcome(last: dict[str, Any]) -> str:
    return "tie" if last["ask"]["result"]["rule"] == "R-KR-84" else "won"


RULEBOOK = Rulebook("krysis", _mend, _outcome, whim=_anything)


def _plan(seats: str, settings: dict[str, str], hidden: tuple[str, ...], about: str, **more: Any) -> Plan:
    more = {"pack": MINE, "whim": 0.15, **more}
    return Plan(RULEBOOK, more.pop("pack"), seats, settings, about=about, hidden=hidden, **more)


PLANS = {
    "krysis_two": _plan(
        "ann ben", {}, ALL, asked=True, wanted="won",
        about="Nothing is known but what lies open; the basic game of two. Told in words, too.",
    ),
    "krysis_three_mended": _plan(
        "leo mia zoe", {}, ALL, mends=0.07,
        about="The table goes back, plays again and corrects every few answers; three in the basic game.",
    ),
    "krysis_four_known": _plan(
        "ann ben cat dan", LEDGER | {"advanced": "on", "kr.missions": "on"}, (),
        about="Homes, relics, agents and missions are all known; special agents and missions for four.",
    ),
    "krysis_three_tactical": _plan(
        "zoe leo mia", LEDGER | {"tactical": "on"}, (), asked=True, mends=0.03,
        about="Hands of nine are chosen; everything is known, drawn by hand, and set right now and then.",
    ),
    "krysis_four_agents": _plan(
        "dan cat ben ann", {"advanced": "on", "kr.missions": "on", "kr.mission_tie": "shared"}, RELICS + MISSIONS,
        about="Hands and decks of agents are known, homes are told at the end with missions whose ties are shared.",
    ),
    "krysis_two_relics": _plan(
        "mia leo", LEDGER | {"advanced": "on", "kr.alchemist_zero": "false"}, AGENTS, asked=True, mends=0.02,
        about="Homes and relics are known, agents are not: relics are drawn, stolen and spied out by name.",
    ),
    "krysis_three_ledger": _plan(
        "ann cat ben", LEDGER | {"kr.missions": "on", "companies": "moonshaft,barrow,knuckle"}, RELICS + AGENTS,
        about="Ledgers and dealt missions; relics are named when homes are told. Companies are chosen.",
    ),
    "krysis_short": _plan(
        "ann ben cat dan", {"advanced": "on", "kr.missions": "on"}, ALL, pack=SHALLOWS, asked=True,
        about="A made-up box: the bank runs short of a colour, and overtime brings what there is.",
    ),
    "krysis_unlimited": _plan(
        "dan ann cat", LEDGER | {"advanced": "on", "tactical": "on", "kr.bank_short": "unlimited"}, MISSIONS,
        pack=SHALLOWS,
        about="The same box with a bank that is never counted; squads of the advanced game, hands of the tactical one.",
    ),
    "krysis_tie": _plan(
        "zoe mia", {"kr.missions": "on"}, RELICS + AGENTS, wanted="tie",
        about="Two players end with the same points: the miner that is ahead decides.",
    ),
}  # fmt: skip
