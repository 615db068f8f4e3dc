"""``python -m companion.bench.phone_clients.shared_table GAME PACK SECONDS``

A table with fifty phone clients; prints measures.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.bench.autoplay import go_on, play_on
from companion.bench.measure import memory_mb
from companion.bench.phone_clients.crowd import Crowd, let_in
from companion.chance.dealer import Dealer
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.web.desk import Desk

LEAST, WARM = 40, 30
"""Minimum number of measured answers; number of log entries before the measurement starts."""


class Shared(Struct):
    """Results: for each answer the milliseconds until each phone showed it; memory in MB before and with phones."""

    late: list[list[float]]
    before: float
    after: float


def main(name: str, source: str, seconds: float) -> Shared:
    """Play, waiting after each answer until all phones show it."""
    game = load_game(name)
    loaded = load_pack(game, source)
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][: game.rules.seat_limits(loaded.pack)[1]]
    session, luck = Session(Table(game, loaded, seats, {}, dealer=Dealer("bench"))), random.Random(1)
    play_on(session, WARM, luck)
    before = memory_mb()
    from companion.web.desk import Desk  # noqa: PLC0415 - what it takes counts
    from companion.web.server import Server  # noqa: PLC0415

    desk = Desk(session, seats)
    session.changed = desk.changed
    keys = let_in(desk.sharing)
    server = Server(desk, ["127.0.0.1"], 0, limited=False)
    crowd = Crowd(server.port, keys)
    try:
        late = list(_answers(desk, crowd, luck, seconds))
    finally:
        crowd.close()
        server.close()
    return Shared(late, before, memory_mb())


def _answers(desk: Desk, crowd: Crowd, luck: random.Random, seconds: float) -> Iterator[list[float]]:
    """For each answer, the milliseconds until each phone showed it."""
    from companion.web.seeing import moment  # noqa: PLC0415 - as above

    def meanwhile() -> None:
        desk.run(0.001)

    crowd.arrive(meanwhile)
    end, count = time.monotonic() + seconds, 0
    while desk.session.mode != "over" and (count < LEAST or time.monotonic() < end):
        start, count = time.monotonic(), count + 1
        go_on(desk.session, luck)
        yield [(at - start) * 1_000 for at in crowd.wait(moment(desk.session), meanwhile)]


if __name__ == "__main__":
    print(msgspec.json.encode(main(sys.argv[1], sys.argv[2], float(sys.argv[3]))).decode())
