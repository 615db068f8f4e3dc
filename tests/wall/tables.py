"""Simulated tables that report to a wall, a manual clock, and a wall without a broker that is served on localhost."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from urllib.parse import urlencode

from msgspec import structs

from companion.club import messages
from companion.club.messages import (
    Alive,
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
from companion.language import Language
from companion.wall.model import STUCK, Wall
from companion.wall.pages import BrowserView, WallFrame, WallPages
from companion.wall.server import WallSite
from companion.wall.tiles import tile
from companion.web.server import HttpServer
from tests.web.tables import FORM

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

    def say(self, topic: str, payload: bytes, *, retained: bool = False) -> None:
        self.wall.hear(topic, payload, retained=retained, now=self.now)

    def online(self, n: int, *, online: bool = True, retained: bool = False, beat: int = 0) -> None:
        about = Online(online=online, name=f"Table {n}", beat=beat)
        self.say(messages.online(id_of(n)), messages.encode(about), retained=retained)

    def alive(self, n: int) -> None:
        self.say(messages.alive(id_of(n)), messages.encode(Alive()))

    def pass_(self, seconds: float, *, there: bool = True) -> None:
        """Time passes; the broker is ``there``, or not."""
        for _ in range(int(seconds)):
            self.now += 1
            self.wall.check(self.now, there=there)
        self.now += seconds % 1

    def status(self, n: int) -> str:
        """What the tile of a table says, in English."""
        return Language("en").say(tile(self.wall, self.wall.tables[id_of(n)], self.now, self.clock).status)

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


# A wall without a broker, with a manual clock, served on localhost.


class Seen:
    """A wall and its pages; ``told`` are the tables' reports, ``come`` the answered calls for help."""

    def __init__(self) -> None:
        self.told = Told()
        self.pages = WallPages(self.told.wall, self.told.clock)
        self.come: list[str] = []
        self.site = WallSite(self.pages, self.come.append, now=lambda: self.told.now)
        self.listening = HttpServer(["127.0.0.1"], 0, 0)
        self.loop: asyncio.AbstractEventLoop | None = None
        """The event loop of the pages."""
        self.cookie = ""
        self.listening.open(self.site.app, "wall", limited=False, beside=self._note_loop)

    async def _note_loop(self) -> None:
        self.loop = asyncio.get_running_loop()

    @property
    def home(self) -> str:
        """Its address."""
        return self.listening.home

    def ask(self, method: str, path: str, body: bytes | None = None, language: str = "en") -> tuple[int, str]:
        """Send a request; returns the status and the body."""
        wire = http.client.HTTPConnection("127.0.0.1", self.listening.port, timeout=30)
        headers = {"accept-language": language, "cookie": self.cookie, "origin": self.home.rstrip("/")}
        if body is not None:
            headers["content-type"] = FORM
        wire.request(method, path, body, headers)
        answer = wire.getresponse()
        if answer.headers["set-cookie"]:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        text = answer.read().decode()
        wire.close()
        return answer.status, text

    def get(self, path: str, language: str = "en") -> str:
        """The present page."""
        self.site.publish()
        return self.ask("GET", path, language=language)[1]

    def post(self, path: str, **sent: str) -> int:
        """Submit a form; returns the status."""
        return self.ask("POST", path, urlencode(sent).encode())[0]

    def frame(self, view: BrowserView) -> WallFrame:
        """The update that a browser with this view receives."""
        return self.pages.frame(view, self.told.now, self.pages.turning.page(self.told.now))


@contextmanager
def seeing() -> Iterator[Seen]:
    """The running wall, until the block ends."""
    made = Seen()
    try:
        yield made
    finally:
        made.site.close()
        made.listening.close()
