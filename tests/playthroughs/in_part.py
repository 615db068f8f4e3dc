"""Record a game of each title with a box that is known in part: ``python -m tests.playthroughs.in_part [GAME …]``.

The owner tells some cards as they come up and passes over others; the table goes back, forth and corrects. Boxes are
frozen in ``packs/in_part``, recordings lie in ``games/in_part``, both under the name of the game.
"""

from __future__ import annotations

import argparse
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.table.log import Setup
from companion.table.table import Table
from tests.games.partial import Owner
from tests.playthroughs import crash, escape, krysis, newyork
from tests.playthroughs.plans import Rulebook, back_and_forth
from tests.playthroughs.recording import freeze_pack, frozen_pack, record, write

FOLDER: Final = "in_part"
RULEBOOKS: Final = MappingProxyType(
    {one.RULEBOOK.game: one.RULEBOOK for one in (newyork, escape, crash, krysis) if isinstance(one.RULEBOOK, Rulebook)}
)
SETTINGS: Final = MappingProxyType(
    {
        "newyork": {"story": "wrong_suitcase"},
        "escape": {"plans": "private"},
        "crash": {},
        "krysis": {"kr.home_ledger": "private", "advanced": "on"},
    }
)
SEATS: Final = 3
KINDS: Final = frozenset({"answer", "learn", "undo", "redo", "correct"})
"""What has to happen in a recording."""
TOLD, TELLS, PASSES, MENDS, BACK = 0.5, 0.6, 0.5, 0.02, 0.04
"""The share of a box that is known; how often a card is told that is not, or passed over; how often the table corrects,
or goes back."""


def freeze(game: str) -> Owner:
    """Keep the box of somebody who has told a part of it; bags, too."""
    owner = Owner(game, Random(game), told=TOLD, bags=True)
    freeze_pack(f"{FOLDER}/{game}", msgspec.to_builtins(owner.part.data))
    return owner


def play(owner: Owner, random: Random) -> Table:
    """One whole game with it."""
    game = owner.game
    loaded = frozen_pack(game.name, f"{FOLDER}/{game.name}")
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][:SEATS]
    asked = dict.fromkeys(game.rules.chance_items, "asked")
    table = Table(game, loaded, seats, SETTINGS[game.name], chance=asked, clock=lambda: 0.0)
    held = dict(owner.held)
    while not table.over:
        roll = random.random()
        try:
            if roll < MENDS:
                RULEBOOKS[game.name].mend(table, random)
            elif roll < MENDS + BACK:
                back_and_forth(table, random)
            else:
                table.answer(_answer(table, held, random))
        except Refused:
            continue
    return table


def _answer(table: Table, held: dict[tuple[str, str], dict[str, Any]], random: Random) -> Answer | dict[str, Any]:
    legal = table.legal()
    if legal is None:
        return {"do": "roll", "faces": {die: random.choice(sides) for die, sides in (table.faces() or {}).items()}}
    if not is_chance(table.ask):
        return table.game.player.advise(table.state, legal, random.random)
    gaps = [answer for answer in legal if isinstance(answer, DrawUnknown | PullUnknown)]
    if gaps and random.random() < TELLS:
        _tell(table, held, random)
        legal = table.legal() or []
        gaps = [answer for answer in legal if isinstance(answer, DrawUnknown | PullUnknown)]
    named = [answer for answer in legal if answer not in gaps]
    return gaps[0] if gaps and (not named or random.random() < PASSES) else random.choice(named)


def _tell(table: Table, held: dict[tuple[str, str], dict[str, Any]], random: Random) -> None:
    """A row of a table from which this deck is filled."""
    deck = getattr(table.ask, "deck", "")
    fits = [key for key in sorted(held) if deck in table.stocks[key[0]].places]
    if fits:
        key = random.choice(fits)
        table.learn(key[0], held.pop(key))


def make(game: str) -> str:
    """Freeze a box and record a game with it; says how it went."""
    owner = freeze(game)
    games = (play(owner, Random(f"{game} {number}")) for number in count(1))
    table = next(one for one in games if {entry.kind for entry in one.log} >= KINDS)
    name = f"{FOLDER}/{game}"
    setup = Setup(game, name, table.setup.pack_hash, table.setup.seats, table.setup.settings)
    lines = record(setup, table.log, "A box known in part: told on the way, passed over, taken back, put right.")
    write(name, lines)
    return f"{name}: {table.rev} entries, {sum(line['kind'] == 'learn' for line in lines[1:])} learned"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Record games with boxes that are known in part.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which ones, all if none: {', '.join(RULEBOOKS)}")
    for game in parser.parse_args().games or RULEBOOKS:
        print(make(game))


if __name__ == "__main__":
    main()
