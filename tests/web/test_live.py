"""Pages that are told of what is new, over real sockets."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion.web.service import Busy
from tests.web.fingers import Page
from tests.web.tables import Client, Served, serving, session_of
from tests.web.test_pages import let_in, table_of

LATEST = 30.0


class Ear:
    """Listens to the events of a phone; every read has an end."""

    def __init__(self, client: Client) -> None:
        self._wire = socket.create_connection(("127.0.0.1", client.port), LATEST)
        port = client.port
        head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: key-{port}={client.key}\r\n\r\n"
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

    def version(self) -> str:
        """The version that is told next; that of the page, where one comes whole."""
        lines = []
        while line := self._line():
            lines.append(line)
        told = next((line for line in lines if line.startswith((b"id: ", b"data: "))), b"")
        return told.partition(b": ")[2].decode() or self.version()

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


def version(client: Client) -> str:
    """That of its page."""
    found = re.search('data-version="([0-9a-f]+)"', client.page())
    assert found
    return found[1]


def test_everybody_is_told_the_new_page_at_once(served: Served) -> None:
    table = table_of(served)
    phones = [let_in(served, table, seat) for seat in served.service.session.table.setup.seats[:2]]
    clients = [table, *phones, let_in(served, table), let_in(served, table)]
    ears = [Ear(client) for client in clients]
    try:
        before = [ear.version() for ear in ears]
        assert before == [version(client) for client in clients]
        served.do(served.service.session.done)
        after = [ear.version() for ear in ears]
        assert after == [version(client) for client in clients]
        assert not set(before) & set(after)
        # Two who look on have the same page, and everybody else another one.
        assert after[-1] == after[-2]
        assert len(set(after)) == len(after) - 1
    finally:
        for ear in ears:
            ear.close()


def test_who_sees_nothing_new_is_told_nothing(served: Served) -> None:
    """Not even that something has happened: a wish is the table's alone, and the next thing told is what all see."""
    table = table_of(served)
    onlooker = let_in(served, table)
    ear = Ear(onlooker)
    ear.version()
    let_in(served, table)
    served.do(served.service.session.done)
    assert ear.version() == version(onlooker)
    ear.close()


def test_a_table_that_had_too_much_to_do_is_asked_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = let_in(served, table_of(served))
    ear, real = Ear(phone), served.service.submit
    known, end = ear.version(), time.monotonic() + 0.5

    def submit(work: Any) -> Any:
        if time.monotonic() < end:
            raise Busy
        return real(work)

    monkeypatch.setattr(served.service, "submit", submit)
    real(served.service.session.done).result(LATEST)
    assert ear.version() == version(phone) != known
    ear.close()


def test_a_phone_that_is_sent_away_sees_the_door(served: Served) -> None:
    table = table_of(served)
    phone = let_in(served, table)
    ear = Ear(phone)
    ear.version()
    (one,) = served.do(lambda: [one for one in served.service.registry.phones if one.watching])
    table.send("/send-away", phone=one.id)
    assert ear.version() == version(phone)
    assert "data-moment" not in phone.page()
    ear.close()


def test_whoever_comes_back_is_told_the_version_of_now(served: Served) -> None:
    """After sleep or a lost network a browser connects again, and sees by the number that its page is old."""
    table = table_of(served)
    phone = let_in(served, table)
    ear = Ear(phone)
    known = ear.version()
    ear.close()
    served.do(served.service.session.done)
    again = Ear(phone)
    assert again.version() == version(phone) != known
    again.close()


def test_strangers_are_told_nothing(served: Served) -> None:
    assert Ear(Client(served)).status == 404


def test_who_waits_for_the_table_is_told_of_its_yes(served: Served) -> None:
    table, phone = table_of(served), Client(served)
    phone.send("/wish", seat="")
    ear = Ear(phone)
    known = ear.version()
    (waiting,) = served.do(lambda: served.service.registry.waiting(time.monotonic()))
    table.send("/admit", request=waiting.request_number, yes=1)
    assert ear.version() == version(phone) != known
    assert "data-moment" in phone.page()
    ear.close()


@pytest.mark.parametrize("seat", ["", "lamplighters"])
def test_whom_nobody_answers_is_told_so_and_can_ask_again(
    served: Served, monkeypatch: pytest.MonkeyPatch, seat: str
) -> None:
    """Also a phone without access; and the table's page asks no more, although nothing else has happened."""
    table, phone = table_of(served), Client(served)
    for lifetime in ("companion.web.phones.REQUEST_LIFETIME", "companion.web.site.REQUEST_LIFETIME"):
        monkeypatch.setattr(lifetime, 0.5)
    phone.send("/wish", seat=seat)
    ears = [Ear(phone), Ear(table)]
    known = [ear.version() for ear in ears]
    assert [ear.version() for ear in ears] != known
    assert "Nobody at the table has answered. You can ask again." in phone.page()
    assert "alertdialog" not in table.page()
    assert phone.send("/wish", seat=seat)[0] == 303
    assert "alertdialog" in table.page()
    for ear in ears:
        ear.close()


def test_all_connections_end_with_the_server() -> None:
    session = session_of("thousand", 2)
    with serving(session) as served:
        phone = let_in(served, table_of(served))
        ear = Ear(phone)
        ear.version()
    assert ear.ended()
    ear.close()


def test_nobody_is_told_more_of_one_secret_than_of_another() -> None:
    """Two games that differ in a bid: what comes over the wire is the same to its last byte, but for the date."""
    told = []
    for crystals in (0, 3):
        session = session_of("krysis", 3)
        session.token = "same"  # It is random, and on every page.
        session.done()
        with serving(session) as served:
            table, seat = table_of(served), str(session.table.ask.only)
            other = next(one for one in session.table.setup.seats if one != seat)
            clients = [let_in(served, table, seat), let_in(served, table, other), let_in(served, table)]
            ears = [Ear(client) for client in clients[1:]]
            before = [ear.version() for ear in ears]
            form = Page(clients[0].page()).to("/do/fill")[0]
            sent = {one.name: one.value for one in form.inputs} | {"a.2": str(crystals)}
            assert clients[0].send(form.action, **sent)[0] == 303
            after = [ear.version() for ear in ears]
            asked = [client.ask("GET", "/") for client in clients]
            told.append([before, after, [without_date(*one) for one in asked[1:]], asked[0][2]])
            for ear in ears:
                ear.close()
    one, other_ = told
    assert one[:3] == other_[:3]
    assert one[3] != other_[3], "the bid is on no page: this test could not fail"


def without_date(status: int, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str], bytes]:
    return status, {name: value for name, value in headers.items() if name != "date"}, body
