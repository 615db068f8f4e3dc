"""Simulated tables of a club: real games, played by the sensible player, published as real tables publish them."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import structs

from companion.chance.dealer import Dealer
from companion.club.link import short_id
from companion.club.publishing import Publisher, Waiting
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


class Drawer:
    """The outbox of a simulated table, in memory."""

    def __init__(self, table: str) -> None:
        self._table = table
        self.boots: list[str] = []
        self.games: dict[str, Waiting] = {}

    @property
    def table(self) -> str:
        """The id of this table."""
        return self._table

    def renumber(self, table: str) -> None:
        """Give this table another id."""
        self._table = table

    def started(self, boot: str) -> None:
        """Note a start of this table."""
        self.boots.append(boot)

    def waiting(self, most: int) -> Sequence[Waiting]:
        """Finished games that the broker does not have, the oldest first."""
        return list(self.games.values())[:most]

    def latest(self, most: int) -> Sequence[Waiting]:
        """Finished games that the broker has: none are kept here."""
        return ()

    def sending(self, games: Sequence[Waiting]) -> bool:
        """Nothing needs to be saved."""
        return True

    def sent(self, one: Waiting) -> None:
        """The broker has the game."""
        self.games.pop(one.result.id, None)

    def withdrawn(self, most: int) -> Sequence[str]:
        """Ids of games that go on after all: simulated players take nothing back."""
        return ()

    def forgotten(self, game_id: str) -> None:
        """The broker no longer has the game."""


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


def play(
    tables: Sequence[SimulatedTable], pace: Pace, ended: threading.Event, heed: Callable[[int], object] | None = None
) -> None:
    """Have all tables answer in turn, evenly, until ``ended``; ``heed`` gets the number of answers."""
    begun, done, luck = time.monotonic(), 0, random.Random("help")
    while not ended.is_set():
        due = int((time.monotonic() - begun) / pace.every * len(tables))
        for n in range(done, min(due, done + len(tables))):
            one = tables[n % len(tables)]
            one.answer()
            if luck.random() < pace.helps * pace.every / 60 / len(tables):
                one.publisher.call(wanted=one.publisher.help is None)
        done = due
        if heed is not None:
            heed(done)
        ended.wait(pace.every / len(tables))
