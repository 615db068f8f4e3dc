"""Pages that are told of what is new, over real sockets."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from tests.web.tables import Client, Served, serving, session_of
from tests.web.test_pages import let_in, table_of

LATEST = 10.0


class Ear:
    """Listens to the events of a phone; every read has an end."""

    def __init__(self, client: Client) -> None:
        self._wire = socket.create_connection(("127.0.0.1", client.port), LATEST)
        head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\nCookie: key={client.key}\r\n\r\n"
        self._wire.sendall(head.encode())
        self._read = b""
        self.status = int(self._line().split()[1])
        while self._line():
            pass

    def _line(self) -> bytes:
        while b"\n" not in self._read:
            more = self._wire.recv(4096)
            if not more:
                raise EOFError
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line.rstrip(b"\r")

    def version(self) -> int:
        """The number that is told next."""
        while not (line := self._line()).startswith(b"data: "):
            pass
        return int(line.removeprefix(b"data: "))

    def ended(self) -> bool:
        """True once the server has ended it."""
        while self._wire.recv(4096):
            pass
        return True

    def close(self) -> None:
        self._wire.close()


@pytest.fixture
def served() -> Iterator[Served]:
    session = session_of("krysis", 3)
    with serving(session) as found:
        yield found


def test_everybody_is_told_at_once_and_the_same(served: Served) -> None:
    table = table_of(served)
    phones = [let_in(served, table, seat) for seat in served.desk.session.table.setup.seats[:2]]
    ears = [Ear(client) for client in (table, *phones, let_in(served, table))]
    try:
        known = served.desk.version
        assert {ear.version() for ear in ears} == {known}
        served.do(served.desk.session.done)
        assert {ear.version() for ear in ears} == {known + 1}
    finally:
        for ear in ears:
            ear.close()


def test_whoever_comes_back_is_told_the_version_of_now(served: Served) -> None:
    """After sleep or a lost network a browser connects again, and sees by the number that its page is old."""
    table = table_of(served)
    phone = let_in(served, table)
    ear = Ear(phone)
    known = ear.version()
    ear.close()
    served.do(served.desk.session.done)
    again = Ear(phone)
    assert again.version() > known
    again.close()


def test_strangers_are_told_nothing(served: Served) -> None:
    assert Ear(Client(served)).status == 404


def test_who_waits_for_the_table_is_told_of_its_yes(served: Served) -> None:
    table, phone = table_of(served), Client(served)
    phone.send("/wish", seat="")
    ear = Ear(phone)
    known = ear.version()
    (waiting,) = served.do(lambda: served.desk.sharing.wishes(time.monotonic()))
    table.send("/admit", phone=waiting.id, yes=1)
    assert ear.version() > known
    assert "data-moment" in phone.page()
    ear.close()


def test_all_connections_end_with_the_server() -> None:
    session = session_of("thousand", 2)
    with serving(session) as served:
        phone = let_in(served, table_of(served))
        ear = Ear(phone)
        ear.version()
    assert ear.ended()
    ear.close()
