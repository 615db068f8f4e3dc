"""Tables on phones: a real server, and a thread that owns the table."""

from __future__ import annotations

import http.client
import re
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
from companion.web.app import WebServer
from companion.web.phones import Phone
from companion.web.service import JobQueue, TableService

SECRETS: Mapping[str, Mapping[str, str]] = {
    "krysis": {"kr.home_ledger": "private", "kr.missions": "on"},
    "escape": {"plans": "private", "ep.cash_ledger": "private"},
}
"""Settings that make the companion track all secrets."""
FORM = "application/x-www-form-urlencoded"


def session_of(
    name: str, seats: int | None = None, *, seed: str = "oak", chance: Mapping[str, str] | None = None
) -> Session:
    """A game of the bundled box with all secrets tracked, and that many seats (by default all)."""
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
    """The served table, until the block ends."""
    service = TableService(session, session.table.setup.seats)
    session.changed = service.changed
    server = WebServer(service, ["127.0.0.1"], 0, limited=limited)
    with at_work(service, server):
        yield Served(service, server)


@contextmanager
def at_work(service: JobQueue, server: WebServer) -> Iterator[None]:
    """Run the service in a thread until the block ends; then nothing listens any more."""
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            service.run(0.02)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        server.close()
        ended.set()
        thread.join(10)


class Served:
    """A table on phones, with access from the table's thread."""

    def __init__(self, service: TableService, server: WebServer) -> None:
        self.service = service
        self.server = server

    def do(self, work: Any) -> Any:
        """Run something in the table's thread."""
        return self.service.submit(work).result(30)


class Client:
    """A client with a cookie that sends what our pages would send."""

    COOKIE = "key"
    PATIENCE = 60
    """Timeout in seconds."""

    def __init__(self, served: Served, language: str = "en") -> None:
        self.port = served.server.port
        self.key = ""
        self.language = language

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of a response; ``headers`` are added, or removed if None."""
        sent: dict[str, str | None] = {"Host": f"127.0.0.1:{self.port}", "Accept-Language": self.language}
        if method == "POST":
            sent |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": FORM}
        if self.key:
            sent["Cookie"] = f"{self.COOKIE}-{self.port}={self.key}"
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
        if told.get("set-cookie", "").startswith(f"{self.COOKIE}-{self.port}="):
            self.key = told["set-cookie"].partition("=")[2].partition(";")[0]
        return answer.status, told, read

    def page(self, path: str = "/") -> str:
        """The present page."""
        status, _, body = self.ask("GET", path)
        assert status == 200
        return body.decode()

    def send(self, path: str, **fields: object) -> tuple[int, str]:
        """Submit a form; returns the status and page."""
        status, _, body = self.ask("POST", path, urlencode(fields).encode())
        return status, body.decode()


def phone_of(service: TableService, *seats: str, table: bool = False, language: str = "en") -> Phone:
    """An admitted phone: with these seats, as a spectator, or as the table."""
    return key_of(service, *seats, table=table, language=language)[1]


def key_of(service: TableService, *seats: str, table: bool = False, language: str = "en") -> tuple[str, Phone]:
    """The same with its key."""
    registry = service.registry
    if table:
        return registry.become_table("", registry.master, language)
    key = ""
    for seat in seats or (None,):
        key, phone = registry.request_access(key, seat, 0.0, language)
        registry.answer(phone.request_number, yes=True, now=0.0)
    return key, phone


def unnumbered(page: str) -> str:
    """A page without the numbers by which its forms count once, and the version that follows from them."""
    return re.sub(r'data-version="\w*"|name="once" value="[\w-]*"', "", page)
