"""Somebody in the network who means ill: silent and slow connections, hundreds of streams, and asking without end."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest
from starlette.types import Message

from companion.web import app, connections, phones
from companion.web import server as guard
from companion.web.connections import OneLine, origin
from companion.web.phones import MOST_OF_AN_ADDRESS, RETRY_AFTER, PhoneRegistry
from companion.web.site import UPLOADS
from tests.wall.tables import seeing
from tests.web.tables import Client, Served, key_of, serving, session_of
from tests.web.test_live import Ear
from tests.web.test_pages import let_in, table_of

HEAD = (
    "POST /wish HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\nOrigin: http://127.0.0.1:{0}\r\nContent-Type: {1}\r\n"
    "Content-Length: 40\r\n"
)
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def served() -> Iterator[Served]:
    with serving(session_of("krysis", 3)) as found:
        yield found


def wire_to(port: int, from_: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 10, (from_, 0))


def ended(wire: socket.socket, seconds: float) -> bool:
    """True if the server ends a connection within so many seconds."""
    wire.settimeout(seconds)
    try:
        while wire.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def wait(holds: Callable[[], object], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "this did not come"
        time.sleep(0.02)


SILENT: dict[str, Sequence[str]] = {
    "nothing": (),
    "half a line": ("GET / HT",),
    "headers without an end": ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", "X-A: 1\r\n", "X-B: 2\r\n", "X-C: 3\r\n"),
    "a form that never comes": (HEAD, "\r\n", "seat", "=", "r"),
    "a second request without an end": ("GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\n\r\n", "GET", " /", " "),
    "a refused form that goes on for ever": (HEAD.replace("40", "99999999"), "\r\n", "a", "b", "c"),
}


@pytest.mark.parametrize("parts", SILENT.values(), ids=list(SILENT))
def test_a_request_that_does_not_arrive_in_time_is_not_waited_for(
    parts: Sequence[str], monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 1.0)
    monkeypatch.setattr(guard.Allowance, "__new__", lambda cls, *_: tuple.__new__(cls, (8192, (FORM,), 1.0)))
    port = served.server.port
    with closing(wire_to(port)) as wire:
        for part in parts:
            with suppress(OSError):
                wire.sendall(part.format(port, FORM).encode())
            time.sleep(0.2)
        assert ended(wire, 4.0)


@pytest.mark.parametrize(("pauses", "arrives"), [([0.02] * 30, True), ([0.02, 30.0], False)])
def test_a_photo_may_take_long_but_not_pause(
    pauses: list[float], arrives: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "REQUEST_SECONDS", 0.4)
    left = list(pauses)

    async def receive() -> Message:
        await asyncio.sleep(left.pop(0))
        return {"type": "http.request", "body": b"x", "more_body": bool(left)}

    async def body() -> list[str]:
        less = guard._limited(receive, UPLOADS)
        found: list[str] = []
        while not found or (found[-1] == "http.request" and len(found) < len(pauses)):
            found.append((await less())["type"])
        return found

    begun = time.monotonic()
    assert (asyncio.run(body())[-1] == "http.request") is arrives
    assert time.monotonic() - begun < 20


def test_what_is_slow_but_arrives_is_answered(served: Served) -> None:
    with closing(wire_to(served.server.port)) as wire:
        for byte in f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\n\r\n":
            wire.sendall(byte.encode())
            time.sleep(0.01)
        assert b" 200 " in wire.recv(100)


@contextmanager
def flood(port: int, addresses: Sequence[str], each: int, said: bytes = b"") -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        found = []
        for address in addresses:
            for _ in range(each):
                found.append(stack.enter_context(closing(wire_to(port, address))))
                found[-1].sendall(said)
        yield found


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\n"], ids=["silent", "half said"])
@pytest.mark.parametrize(
    ("addresses", "each"),
    [(["127.0.0.66"], 320), ([f"127.0.0.{n}" for n in range(50, 60)], 45), (["127.0.0.1"], 320)],
    ids=["one machine", "ten machines", "behind the same router as a phone"],
)
def test_open_connections_keep_nobody_out(served: Served, addresses: list[str], each: int, said: bytes) -> None:
    phone = let_in(served, table_of(served))
    ear = Ear(phone)
    before = ear.version()
    with flood(served.server.port, addresses, each, said):
        start = time.monotonic()
        assert "data-moment" in phone.page()
        assert time.monotonic() - start < 10
        served.do(served.service.session.done)
        assert ear.version() != before, "who listens already goes on being told"
    ear.close()


def test_one_address_has_no_more_than_its_share(served: Served) -> None:
    with flood(served.server.port, ["127.0.0.9"], connections.MOST_OF_ONE + 20) as wires:
        wait(lambda: sum(ended(one, 0.001) for one in wires[:20]) == 20)
        assert not any(ended(one, 0.001) for one in wires[20:40])


@pytest.mark.parametrize(
    ("address", "whose"),
    [("192.168.1.5", "192.168.1.5"), ("::ffff:10.0.0.7", "10.0.0.7"), ("fd00:1:2:3::7", "fd00:1:2:3::/64"),
     ("fd00:1:2:3:ffff::1", "fd00:1:2:3::/64"), ("fe80::1%wlan0", "fe80::/64"), ("", ""), ("x", "x")],
)  # fmt: skip
def test_a_machine_with_many_addresses_is_one(address: str, whose: str) -> None:
    assert origin(address) == whose


# Streams.


def streams(served: Served, client: Client, n: int) -> list[Ear]:
    return [Ear(client) for _ in range(n)]


def test_the_limit_of_streams_holds_when_all_come_at_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted before they are answered: 40 requests are sent before one answer is read."""
    monkeypatch.setattr(app, "MOST_LISTENING", 10)
    clients = []
    for _ in range(14):
        client = Client(served)
        client.key, _ = served.do(lambda: key_of(served.service))
        clients.append(client)
    wires = [wire_to(served.server.port) for _ in range(42)]
    for n, wire in enumerate(wires):
        head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\n"
        wire.sendall(f"{head}Cookie: key-{served.server.port}={clients[n % 14].key}\r\n\r\n".encode())
    said = [wire.recv(13) for wire in wires]
    assert b"HTTP/1.1 503 " in said
    alive = [wire for wire, one in zip(wires, said, strict=True) if b" 200 " in one and not ended(wire, 0.05)]
    assert 1 <= len(alive) <= 10
    table = table_of(served)
    with closing(Ear(table)) as ear:
        assert ear.status == 200, "the table has always room"
    for wire in wires:
        wire.close()


def test_a_further_stream_of_a_phone_takes_the_place_of_its_oldest(served: Served) -> None:
    for client in (let_in(served, table_of(served)), table_of(served)):
        ears = streams(served, client, app.MOST_PAGES + 2)
        assert [ear.status for ear in ears] == [200] * len(ears)
        assert ears[0].ended()
        assert ears[1].ended()
        served.do(served.service.session.done)
        known = {ear.version() for ear in ears[2:]}
        assert len(known) == 1
        for ear in ears:
            ear.close()


def test_phones_that_only_asked_have_a_small_share(served: Served) -> None:
    table = table_of(served)
    playing = let_in(served, table, served.service.session.table.setup.seats[0])
    asking = Client(served)
    asking.send("/wish", seat="")
    ears = streams(served, asking, app.MOST_LISTENING // 4)
    alive = [ear for ear in ears if not ended(ear._wire, 0.02)]
    assert len(alive) == app.ASKING_OF_ONE
    with closing(Ear(table)) as one, closing(Ear(playing)) as other:
        assert one.status == other.status == 200
    for ear in ears:
        ear.close()


def test_who_asks_and_leaves_again_and_again_gathers_no_streams(served: Served) -> None:
    ears = []
    for _ in range(12):
        client = Client(served)
        client.send("/wish", seat="")
        ears.append(Ear(client))
        ears[-1].version()
        client.send("/leave")
    assert all(ended(ear._wire, 5) for ear in ears)
    assert not served.server.table.broadcast._streams


def test_streams_that_have_ended_are_not_counted(served: Served) -> None:
    phone = let_in(served, table_of(served))
    for _ in range(5):
        with closing(Ear(phone)) as ear:
            ear.version()
    served.do(served.service.session.done)
    wait(lambda: not served.server.table.broadcast._streams)
    assert not served.server.table._listening


def test_one_machine_does_not_turn_the_wall_off() -> None:
    """Anybody may look at a wall: each address has its share."""
    with seeing() as seen:
        port = seen.listening.port

        def look(from_: str) -> socket.socket:
            wire = wire_to(port, from_)
            wire.sendall(f"GET /events?view=/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            return wire

        crowd = [look("127.0.0.66") for _ in range(99)]
        television = look("127.0.0.5")
        assert b" 200 " in television.recv(100)
        for wire in [*crowd, television]:
            wire.close()


# Asking.


def test_after_no_an_address_rests_and_longer_each_time() -> None:
    registry, now = PhoneRegistry(["red", "blue"]), 100.0
    for rest in (RETRY_AFTER, 2 * RETRY_AFTER, 4 * RETRY_AFTER):
        _, phone = registry.request_access("", None, now, "en", address="10.0.0.5")
        registry.answer(phone.request_number, yes=False, now=now)
        with pytest.raises(phones.Refused, match="just said no"):
            registry.request_access("", "red", now + rest - 1, "en", address="10.0.0.5")
        _, other = registry.request_access("", "red", now + 1, "en", address="10.0.0.6")
        registry.leave(other)
        now += rest + 1
    _, phone = registry.request_access("", None, now, "en", address="10.0.0.5")
    registry.answer(phone.request_number, yes=True, now=now)
    registry.request_access("", None, now, "en", address="10.0.0.5")


def test_one_address_does_not_take_all_places() -> None:
    registry = PhoneRegistry(["red", "blue"])
    for n in range(MOST_OF_AN_ADDRESS):
        registry.request_access("", None, n, "en", address="10.0.0.5")
    with pytest.raises(phones.Refused, match="Others are waiting"):
        registry.request_access("", None, 9, "en", address="10.0.0.5")
    registry.request_access("", "red", 9, "en", address="10.0.0.6")


def test_a_browser_without_cookies_cannot_ask_again_at_once(served: Served) -> None:
    table = table_of(served)
    assert Client(served).send("/wish", seat="")[0] == 303
    (asking,) = served.do(lambda: served.service.registry.waiting(time.monotonic()))
    table.send("/admit", request=asking.request_number, yes=0)
    status, page = Client(served).send("/wish", seat="")
    assert (status, "just said no" in page) == (409, True)


def test_no_address_is_remembered_for_ever() -> None:
    registry = PhoneRegistry([])
    for n in range(phones.MOST_RESTING + 50):
        _, phone = registry.request_access("", None, n, "en", address=f"10.0.{n // 250}.{n % 250}")
        registry.answer(phone.request_number, yes=False, now=n)
    assert len(registry._resting) == phones.MOST_RESTING


# The log.


def test_a_fault_is_one_line_of_the_log_and_a_sentence_for_the_browser(
    served: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(served.server.table, "_home", broken)
    phone = let_in(served, table_of(served))
    monkeypatch.setattr(served.server.table._pages, "source", broken)
    with caplog.at_level(logging.WARNING):
        status, _, body = phone.ask("GET", "/")
    assert (status, b"Something has gone wrong here" in body) == (500, True)
    wait(lambda: any("two" in one.getMessage() for one in caplog.records))
    (line,) = [one for one in caplog.records if "two" in one.getMessage()]
    assert re.fullmatch(r"GET '/' has failed: RuntimeError: two lines \(.+\.py:\d+\)", line.getMessage())
    assert line.exc_info is None


@pytest.mark.parametrize("what", ["websocket", "h2c"])
def test_who_asks_for_another_protocol_gets_the_page_and_no_line_in_the_log(
    served: Served, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    with caplog.at_level(logging.DEBUG):
        for path, status in (("/", 200), ("/events", 404), ("/nothing", 404)):
            answer = Client(served).ask("GET", path, connection="Upgrade", upgrade=what, sec_websocket_version="13")
            assert answer[0] == status
    assert not [one for one in caplog.records if one.name.startswith("uvicorn")]


def test_nonsense_is_one_line_and_does_not_fill_the_disk(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(OneLine.LINES * 2):
            with closing(wire_to(served.server.port)) as wire:
                wire.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
                wire.recv(100)
    lines = [one.getMessage() for one in caplog.records if one.name == "uvicorn.error"]
    assert 1 <= len(lines) <= OneLine.LINES + 1
    assert all("\n" not in one for one in lines)
