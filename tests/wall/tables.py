"""Simulated tables that report to a wall, and a manual clock."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import structs

from companion.club import messages
from companion.club.messages import (
    CurrentTurn,
    Ended,
    GameSummary,
    Help,
    Online,
    Person,
    SeatStanding,
    TableName,
    TableState,
    TrackValue,
)
from companion.wall.model import STUCK, Wall

EVENING = 1_795_636_800.0
"""Start time of the tests: 25 November 2026, 20:00 UTC."""


def iso(unix: float) -> str:
    return datetime.fromtimestamp(unix, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def id_of(n: int) -> str:
    return f"table{n:05d}"


def game(n: int = 1, *, answers: int = 40, progress: float | None = 0.5, over: Ended | None = None) -> GameSummary:
    """A game with two players, two tracks and scores; ``n`` is its number."""
    return GameSummary(
        uuid=f"game-{n}",
        title="newyork",
        words={"en": "New York Crisis", "es": "New York Crisis"},
        scenario={"en": "The Wrong Suitcase", "es": "La maleta equivocada"},
        started=iso(EVENING - 3600),
        answers=answers,
        players=[
            Person("father", "", "red", {"en": "Father", "es": "Padre"}),
            Person("player2", "Ana", "blue", {"en": "Player 2", "es": "Jugador 2"}),
        ],
        tracks=[
            TrackValue("alert", {"en": "Alert", "es": "Alerta"}, 7, 20, alarm=True),
            TrackValue("story", {"en": "Story", "es": "Historia"}, 4, 12),
        ],
        standings=[SeatStanding("player2", 12, {"en": "Points: 12"}), SeatStanding("father", 8, {"en": "Points: 8"})],
        turn=None
        if over is not None
        else CurrentTurn("father", {"en": "Father plays", "es": "Juega Padre"}, iso(EVENING)),
        progress=progress,
        over=over,
    )


def won(*, won: bool | None = None, winners: tuple[str, ...] = ("player2",), ended: float = EVENING) -> Ended:
    return Ended(won, list(winners), {"en": "Ana wins", "es": "Gana Ana"}, iso(ended))


class Told:
    """A wall and its tables' reports. ``now`` advances only on request."""

    def __init__(self, stuck: float = STUCK) -> None:
        self.now = 1000.0
        self.wall = Wall(self.clock, stuck=stuck)
        self._seq = 0

    def clock(self) -> float:
        return EVENING + self.now - 1000.0

    def pass_(self, seconds: float) -> None:
        self.now += seconds

    def say(self, topic: str, payload: bytes, *, retained: bool = False) -> None:
        self.wall.hear(topic, payload, retained=retained, now=self.now)

    def online(self, n: int, *, online: bool = True, retained: bool = False) -> None:
        self.say(
            messages.online(id_of(n)), messages.encode(Online(online=online, name=f"Table {n}")), retained=retained
        )

    def state(
        self,
        n: int,
        played: GameSummary | None = None,
        *,
        name: str = "",
        help: bool = False,
        at: float | None = None,
        seq: int | None = None,
        boot: str = "one",
        retained: bool = False,
    ) -> None:
        """Report this state of table ``n``, and that it is online."""
        self._seq += 1
        at = self.clock() if at is None else at
        told = TableState(
            table=TableName(id_of(n), name or f"Table {n}"),
            at=iso(at),
            seq=self._seq if seq is None else seq,
            boot=boot,
            game=played,
            help=Help(iso(at)) if help else None,
        )
        self.say(messages.state(id_of(n)), messages.encode(told), retained=retained)

    def names(self) -> list[str]:
        """The tables in the order of the wall."""
        return [one.name for one in self.wall.order(self.now)]

    def notices(self) -> list[str]:
        """The notices, in English."""
        return [str(one.msgid).format(**{name: str(value) for name, value in one.args.items()})
                for one in self.wall.notices()]  # fmt: skip


def moved(played: GameSummary, **about: object) -> GameSummary:
    """The same game a little later."""
    return structs.replace(played, **about)
