"""Tables on phones, for tests: a real server, and a thread in which the table lives."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from companion.chance.dealer import Dealer
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from companion.web.desk import Desk
from companion.web.server import Server
from companion.web.serving.work import Work
from companion.web.sharing import Phone

SECRETS: Mapping[str, Mapping[str, str]] = {
    "krysis": {"kr.home_ledger": "private", "kr.missions": "on"},
    "escape": {"plans": "private", "ep.cash_ledger": "private"},
}
"""Settings with which the companion knows what only one seat may know."""
FORM = "application/x-www-form-urlencoded"


def session_of(
    name: str, seats: int | None = None, *, seed: str = "oak", chance: Mapping[str, str] | None = None
) -> Session:
    """A game of the bundled box, everything followed that can be secret, with so many seats (all of them)."""
    game = load_game(name)
    box = load_pack(game)
    names = [seat for seat, _ in game.rules.seats(box.pack)][: seats or game.rules.seat_limits(box.pack)[1]]
    settings = {**game.rules.settings_for(box.pack, names), **SECRETS.get(name, {})}
    table = Table(
        game, box, names, settings, chance=chance, dealer=Dealer(seed), clock=lambda: 0.0, auto=False
    )  # fmt: skip
    session = Session(table, say=Language().say)
    session.begin()
    return session


@contextmanager
def serving(session: Session, *, limited: bool = False) -> Iterator[Served]:
    """That table on phones, until the block ends."""
    desk = Desk(session, session.table.setup.seats)
    session.changed = desk.changed
    server = Server(desk, ["127.0.0.1"], 0, limited=limited)
    with at_work(desk, server):
        yield Served(desk, server)


@contextmanager
def at_work(desk: Work, server: Server) -> Iterator[None]:
    """The desk works in a thread of its own until the block ends, and then nothing listens any more."""
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            desk.run(0.02)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        server.close()
        ended.set()
        thread.join(10)


class Served:
    """A table on phones, and how tests look at it from the thread of the table."""

    def __init__(self, desk: Desk, server: Server) -> None:
        self.desk = desk
        self.server = server

    def do(self, work: Any) -> Any:
        """Something done where the table lives."""
        return self.desk.submit(work).result(30)


class Client:
    """A browser without a picture: it keeps its cookie, and sends what a page of ours would send."""

    COOKIE = "key"
    PATIENCE = 10
    """Seconds that it waits for an answer."""

    def __init__(self, served: Served, language: str = "en") -> None:
        self.port = served.server.port
        self.key = ""
        self.language = language

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> tuple[int, dict[str, str], bytes]:
        """The status, headers and body of an answer; ``headers`` are sent besides, or (None) not sent."""
        sent: dict[str, str | None] = {"Host": f"127.0.0.1:{self.port}", "Accept-Language": self.language}
        if method == "POST":
            sent |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": FORM}
        if self.key:
            sent["Cookie"] = f"{self.COOKIE}={self.key}"
        sent |= {name.replace("_", "-").title(): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.PATIENCE)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None or method == "POST":
                connection.putheader("Content-Length", str(len(body or b"")))
            connection.endheaders(body)
            answer = connection.getresponse()
            read = answer.read()
            told = {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()
        if told.get("set-cookie", "").startswith(f"{self.COOKIE}="):
            self.key = told["set-cookie"].partition("=")[2].partition(";")[0]
        return answer.status, told, read

    def page(self, path: str = "/") -> str:
        """The page as it is now."""
        status, _, body = self.ask("GET", path)
        assert status == 200
        return body.decode()

    def send(self, path: str, **fields: object) -> tuple[int, str]:
        """A form; the status, and the page that came with it."""
        status, _, body = self.ask("POST", path, urlencode(fields).encode())
        return status, body.decode()


def phone_of(desk: Desk, *seats: str, table: bool = False, language: str = "en") -> Phone:
    """A phone that has been let in: to these seats, to look on, or as the table."""
    return key_of(desk, *seats, table=table, language=language)[1]


def key_of(desk: Desk, *seats: str, table: bool = False, language: str = "en") -> tuple[str, Phone]:
    """The same with its key."""
    sharing = desk.sharing
    if table:
        return sharing.become_table("", sharing.master, language)
    key = ""
    for seat in seats or (None,):
        key, phone = sharing.wish(key, seat, 0.0, language)
        sharing.answer(phone, yes=True, now=0.0)
    return key, phone
