"""Record whole games: ``python -m tests.playthroughs.record [NAME …] [--rehash]``.

Without names all games are played and recorded anew. ``--rehash`` keeps what was said, and brings hashes and asks up to
date after a change inside the rules that means no other game.
"""

from __future__ import annotations

import argparse
from random import Random

from msgspec import Struct

from companion.core.answers import Answer, Roll
from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.dealer import Dealer
from companion.games.newyork.player import choose
from companion.games.registry import load_game
from companion.log import Setup
from companion.table import Table
from tests.playthroughs.annotate import annotated
from tests.playthroughs.recording import GAMES, frozen_pack, names, read, record, rehash, write

PACK = "manhattan_nights"
ANNOTATED = "suitcase_two"
"""The recording that is told in words, too."""
MOST_TRIES = 300


class Plan(Struct, frozen=True):
    """A game to record.

    ``whim``: how often the player does just anything that is listed; ``mends``: how often the table corrects or goes
    back; ``wanted``: the outcome, for which as many seeds are tried as it takes.
    """

    seats: str
    story: str
    options: str = ""
    asked: bool = False
    whim: float = 0.0
    mends: float = 0.0
    wanted: str = "win"

    @property
    def settings(self) -> dict[str, str]:
        chosen = dict(option.split("=") for option in self.options.split())
        return {"story": self.story, **{f"nyc.{key}": value for key, value in chosen.items()}}


PLANS = {
    "suitcase_one": Plan("father", "wrong_suitcase", whim=0.02),
    "suitcase_two": Plan("mother son", "wrong_suitcase", asked=True, whim=0.03),
    "suitcase_light": Plan("son father mother", "wrong_suitcase", "follow=light", asked=True),
    "voices_two": Plan("daughter father", "three_voices", "mafia_gate=no_interact grey_mode=add_each_reroll"),
    "voices_mended": Plan("mother daughter son", "three_voices", mends=0.06, whim=0.05, wanted="loss"),
    "voices_four": Plan(
        "son mother father daughter", "three_voices", "info_return=keep supply_empty=alert", asked=True
    ),
    "water_one": Plan("daughter", "high_water", "fbi_on_character=as_police solo_characters=1", wanted="loss"),
    "water_two": Plan("father son", "high_water", "newspaper_trips=all forced_move_first=false", whim=0.03),
    "water_light": Plan("mother father", "high_water", "follow=light cash_discard=supply", whim=0.05, wanted="loss"),
    "ball_four": Plan(
        "father mother daughter son", "masked_ball", "fight2_remote=true cash_range=anywhere", asked=True
    ),
    "ball_whims": Plan(
        "son daughter mother",
        "masked_ball",
        "cash_heal=same_square police_deck_empty=stop mafia_deck_empty=stop radio_as_placement=false",
        whim=0.25,
        wanted="loss",
    ),
    "ball_mended": Plan("mother father", "masked_ball", "raincoat_vs_forced=false", mends=0.05, whim=0.05, asked=True),
}


def play(plan: Plan, seed: str) -> Table:
    """One whole game."""
    random, game = Random(seed), load_game("newyork")
    chance = dict.fromkeys(game.chance_items, "asked" if plan.asked else "digital")
    table = Table(
        game,
        frozen_pack("newyork", PACK),
        plan.seats.split(),
        plan.settings,
        chance=chance,
        dealer=Dealer(seed),
        clock=lambda: 0.0,
    )
    while not table.over:
        if random.random() < plan.mends:
            _mend(table, random)
        else:
            table.answer(_answer(table, plan, random))
    return table


def _answer(table: Table, plan: Plan, random: Random) -> Answer:
    legal = table.legal()
    if legal is None:
        return Roll({die: random.choice(sides) for die, sides in (table.faces() or {}).items()})
    if is_chance(table.ask):
        return random.choices(legal, table.odds())[0]
    return random.choice(legal) if random.random() < plan.whim else choose(table.state, legal, random.random)


def _mend(table: Table, random: Random) -> None:
    """Go back and forth, or set something right; what cannot be done is let be."""
    square = random.choice(sorted(table.state.world.squares))
    try:
        match random.randrange(4):
            case 0:
                table.undo(random.randint(1, 4))
            case 1:
                table.undo(2)
                table.redo(2)
            case 2:
                table.correct([{"fact": "mafia", "square": square, "value": random.randint(0, 2)}], "counted")
            case _:
                table.correct([{"fact": "info", "at": f"square:{square}", "token": "red", "value": 1}], "counted")
    except Refused:
        return


def make(name: str) -> str:
    """Record a game that ends as its plan wants it; says how it went."""
    plan = PLANS[name]
    for number in range(MOST_TRIES):
        table = play(plan, f"{name} {number}")
        result = table.ask.result  # type: ignore[attr-defined]
        if result["outcome"] == plan.wanted:
            setup = Setup("newyork", PACK, table.setup.pack_hash, table.setup.seats, table.setup.settings)
            write(name, record(setup, table.log))
            return f"{name}: {result}, {table.rev} entries, {number + 1} tries"
    return f"{name}: no {plan.wanted} in {MOST_TRIES} games, nothing recorded"


def tell() -> None:
    """Write the annotated recording."""
    (GAMES / f"{ANNOTATED}.txt").write_text(annotated(read(ANNOTATED)), encoding="utf-8")


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
    tell()


if __name__ == "__main__":
    main()
