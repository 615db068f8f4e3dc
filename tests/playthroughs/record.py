"""Record whole games: ``python -m tests.playthroughs.record [NAME …] [--rehash]``.

Without names all games are played and recorded anew. ``--rehash`` keeps what was said, and brings hashes and asks up to
date after a change inside the rules that means no other game.
"""

from __future__ import annotations

import argparse
from random import Random

from companion.chance.dealer import Dealer
from companion.core.answers import Answer, Roll
from companion.core.asks import ChooseAsk, is_chance
from companion.core.refusals import Refused
from companion.games.registry import load_game
from companion.table.log import Setup
from companion.table.table import Table
from tests.playthroughs import crash, escape, krysis, newyork, thousand
from tests.playthroughs.annotate import annotated
from tests.playthroughs.plans import Plan
from tests.playthroughs.recording import GAMES, frozen_pack, names, read, record, rehash, write

PLANS: dict[str, Plan] = {**newyork.PLANS, **escape.PLANS, **crash.PLANS, **krysis.PLANS, **thousand.PLANS}
ANNOTATED = ("suitcase_two", "escape_two", "krysis_two")
"""The recordings that are told in words, too."""
MOST_TRIES = 300


def play(plan: Plan, seed: str) -> Table:
    """One whole game."""
    random, game = Random(seed), load_game(plan.rulebook.game)
    table = Table(
        game,
        frozen_pack(game.name, plan.pack),
        plan.seats.split(),
        plan.settings,
        chance=plan.chance(game),
        dealer=Dealer(seed),
        clock=lambda: 0.0,
    )
    while not table.over:
        if random.random() < plan.mends:
            _mend(table, plan, random)
        else:
            table.answer(_answer(table, plan, random))
    return table


def _answer(table: Table, plan: Plan, random: Random) -> Answer:
    legal = table.legal()
    if legal is None:
        return Roll({die: random.choice(sides) for die, sides in (table.faces() or {}).items()})
    if is_chance(table.ask):
        return random.choices(legal, table.odds())[0]
    whim = isinstance(table.ask, ChooseAsk) and table.ask.choice == "tie"
    if random.random() < plan.whim or whim:
        return plan.rulebook.whim(table, random) if plan.rulebook.whim else random.choice(legal)
    return table.game.player.advise(table.state, legal, random.random)


def _mend(table: Table, plan: Plan, random: Random) -> None:
    """Go back and forth, or set something right; what cannot be done is let be."""
    try:
        plan.rulebook.mend(table, random)
    except Refused:
        return


def make(name: str) -> str:
    """Record a game that ends as its plan wants it; says how it went."""
    plan = PLANS[name]
    for number in range(MOST_TRIES):
        table = play(plan, f"{name} {number}")
        setup = Setup(table.game.name, plan.pack, table.setup.pack_hash, table.setup.seats, table.setup.settings)
        lines = record(setup, table.log, plan.about)
        if plan.wanted in ("", plan.rulebook.outcome(lines[-1])):
            write(name, lines)
            return f"{name}: {lines[-1]['ask']['result']}, {table.rev} entries, {number + 1} tries"
    return f"{name}: no {plan.wanted} in {MOST_TRIES} games, nothing recorded"


def tell(name: str) -> None:
    """Write a recording in words."""
    (GAMES / f"{name}.txt").write_text(annotated(read(name)), encoding="utf-8")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Record whole games for the playthrough tests.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which ones, all if none: {', '.join(PLANS)}")
    parser.add_argument("--rehash", action="store_true", help="keep what was said, bring hashes and asks up to date")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in PLANS]
    if unknown:
        parser.error(f"there is no game {', '.join(unknown)}")
    for name in given.names or (names() if given.rehash else PLANS):
        if given.rehash:
            print(f"{name}: {'other questions were asked' if rehash(name) else 'the same questions'}")
        else:
            print(make(name))
        if name in ANNOTATED:
            tell(name)


if __name__ == "__main__":
    main()
