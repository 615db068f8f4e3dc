"""Simulated tables of a club: real games, played by the sensible player, published as real tables publish them."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from companion.chance.dealer import Dealer
from companion.club.link import short_id
from companion.club.publishing import Outbox, Publisher, Waiting
from companion.club.settings import Club
from companion.club.snapshot import snapshot_of
from companion.core.texts import T
from companion.games.registry import game_names, load_game
from companion.language import tell
from companion.packs.loader import load_pack
from companion.table.table import Table

REST = 20
"""Answers for which a finished game stays on the table."""

BEGUN = 60
"""The most answers that a game has when its table starts."""


class Drawer(Outbox):
    """The outbox of a simulated table, in memory: nothing is withdrawn there, and nothing published again."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.boots: Sequence[str] = []
        self.games: dict[str, Waiting] = {}

    def announced(self, broker: str) -> list[str] | None:
        return []

    def announce(self, broker: str, topics: Sequence[str]) -> None:
        """Nothing is kept."""

    def renumber(self, table: str) -> None:
        self.table = table

    def started(self, boot: str) -> None:
        self.boots = [*self.boots, boot]

    def waiting(self, most: int) -> list[Waiting]:
        return list(self.games.values())[:most]

    def latest(self, most: int) -> list[Waiting]:
        return []

    def sending(self, games: Sequence[Waiting]) -> bool:
        return True

    def sent(self, one: Waiting) -> None:
        self.games.pop(one.result.id, None)

    def withdrawn(self, most: int) -> list[str]:
        return []

    def forgotten(self, game_id: str) -> None:
        """Nothing is kept."""


class SimulatedTable:
    """Table number ``n``, reproducible by ``seed``; it plays one game after another."""

    def __init__(self, club: Club, n: int, seed: str) -> None:
        self.luck = random.Random(f"{seed}/{n}")
        self.name = tell(T("Table {n}", n=n))
        self.drawer = Drawer("".join(self.luck.choices("abcdefghjkmnpqrstuvwxyz23456789", k=10)))
        self.publisher = Publisher(structs.replace(club, name=self.name, home_assistant=""), self.drawer)
        self._n = n
        self._rest = 0
        self._begin()

    def _begin(self) -> None:
        """Start a game somewhere in its middle: tables of a club do not start at the same time."""
        names = game_names()
        game = load_game(names[self._n % len(names)])
        box = load_pack(game)
        least, most = game.rules.seat_limits(box.pack)
        seats = [seat for seat, _ in game.rules.seats(box.pack)][: self.luck.randint(max(least, 2), most)]
        self.uuid = short_id()
        self.table = Table(game, box, seats, game.rules.settings_for(box.pack, seats), dealer=Dealer(self.uuid))
        for _ in range(self.luck.randint(0, BEGUN)):
            if not self.table.over:
                self._play()
        self.publisher.show(snapshot_of(self.table), self.uuid)

    def answer(self) -> None:
        """Give the next answer and publish; a finished game is replaced after a while."""
        if self.table.over:
            self._rest += 1
            if self._rest > REST:
                self._rest, self._n = 0, self._n + 1
                self._begin()
            return
        self._play()
        self.publisher.show(snapshot_of(self.table), self.uuid)

    def _play(self) -> None:
        table = self.table
        legal = table.legal()
        if legal is None or table.can_deal or not legal:
            table.deal()
        else:
            table.answer(table.game.player.advise(table.state, legal, self.luck.random))


class Pace(NamedTuple):
    """The pace of a club: seconds between answers of one table, and calls for help per minute of all."""

    every: float = 1.0
    helps: float = 0.0


def play(tables: Sequence[SimulatedTable], pace: Pace, ended: threading.Event) -> None:
    """Have all tables answer in turn, evenly, until ``ended``."""
    begun, done, luck = time.monotonic(), 0, random.Random("help")
    while not ended.is_set():
        due = int((time.monotonic() - begun) / pace.every * len(tables))
        for n in range(done, min(due, done + len(tables))):
            one = tables[n % len(tables)]
            one.answer()
            if luck.random() < pace.helps * pace.every / 60 / len(tables):
                one.publisher.call(wanted=one.publisher.help is None)
        done = due
        ended.wait(pace.every / len(tables))
