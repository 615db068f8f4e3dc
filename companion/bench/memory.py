"""``python -m companion.bench.memory GAME PACK COUNT``: play whole games and print the memory after each (MB)."""

from __future__ import annotations

import json
import random
import sys

from companion.bench.measure import memory_mb
from companion.chance.dealer import Dealer
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.table.table import Table


def main(name: str, source: str, count: int) -> list[float]:
    """Play ``count`` games at a table, with all seats taken."""
    game = load_game(name)
    loaded = load_pack(game, source)
    held = []
    for seed in range(count):
        luck = random.Random(seed)
        table = Table(game, loaded, [seat for seat, _ in game.rules.seats(loaded.pack)], {}, dealer=Dealer(str(seed)))
        while not table.over:
            legal = table.legal()
            assert legal
            table.answer(game.player.advise(table.state, legal, luck.random))
        held.append(memory_mb())
    return held


if __name__ == "__main__":
    json.dump(main(sys.argv[1], sys.argv[2], int(sys.argv[3])), sys.stdout)
