"""Who may speak to the server: its own addresses, its own pages, no more than a person could tap."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from random import Random
from urllib.parse import urlencode

import pytest

from companion.web import server as guard
from companion.web.actions import ACTIONS
from companion.web.app import PORT, WebServer
from companion.web.phones import Phone
from companion.web.server import BURST, LONGEST_BODY, NoServer
from companion.web.service import TableService
from tests.daily import share
from tests.web.tables import Client, Served, at_work, serving, session_of
from tests.web.test_pages import let_in, table_of


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    session = session_of("krysis", 3)
    with serving(session) as found:
        yield found


def test_a_request_by_another_name_goes_no_further(served: Served) -> None:
    """No rebinding: a page of another site that has its name lead here is not answered."""
    client, name = Client(served), socket.gethostname().lower()
    for host in (
        "evil.example",
        f"evil.example:{client.port}",
        f"localhost.evil.example:{client.port}",
        f"{name}.evil.example:{client.port}",
        f"{name}.local.evil.example:{client.port}",
        f"127.0.0.1.evil.example:{client.port}",
        f"127.0.0.2:{client.port}",
        f"[::1]:{client.port}",
        f":{client.port}",
        "127.0.0.1",
        "localhost",
        f"127.0.0.1:{client.port + 1}",
        f"127.0.0.1:{client.port}:{client.port}",
        f"127.0.0.1:{client.port}x",
        "",
        ":",
        ".",
    ):
        for method in ("GET", "POST"):
            status, _, body = client.ask(method, "/", host=host)
            assert (status, b"data-version" in body) == (421, False), host
    assert client.ask("GET", "/", host=None)[0] in (400, 421)


def test_the_names_of_this_machine_are_its_own(served: Served) -> None:
    client, name = Client(served), socket.gethostname().lower().partition(".")[0]
    for host in ("localhost", "LocalHost", socket.gethostname(), name, f"{name}.local", f"{name.upper()}.LOCAL."):
        assert client.ask("GET", "/", host=f"{host}:{client.port}")[0] == 200, host
        origin = f"http://{host}:{client.port}"
        status = client.ask("POST", "/leave", b"", host=f"{host}:{client.port}", origin=origin)[0]
        assert status == 404, "a stranger leaves nothing, but the form is read"


def test_who_comes_by_another_name_reads_which_address_works(served: Served) -> None:
    works = f'<a href="{served.server.join}">{served.server.join}</a>'
    for language, said in (("en", "does not answer to that name"), ("es", "no responde a ese nombre")):
        client = Client(served, language)
        _, headers, body = client.ask("GET", "/", host=f"mesa.example:{client.port}")
        assert headers["content-type"].startswith("text/html")
        assert f'lang="{language}"' in body.decode()
        assert said in body.decode()
        assert works in body.decode()


def test_a_table_that_listens_everywhere_answers_at_each_of_its_addresses() -> None:
    session = session_of("thousand", 2)
    service = TableService(session, session.table.setup.seats)
    server = WebServer(service, ["0.0.0.0"], 0)
    with at_work(service, server):
        client = Client(Served(service, server))
        assert client.ask("GET", "/")[0] == 200
        assert client.ask("GET", "/", host=f"0.0.0.0:{client.port}")[0] == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_table_that_listens_at_all_addresses_of_ipv6_answers_at_those_of_ipv4_too(host: str) -> None:
    session = session_of("thousand", 2)
    service = TableService(session, session.table.setup.seats)
    server = WebServer(service, ["::"], 0)
    with at_work(service, server):
        client = Client(Served(service, server))
        assert client.ask("GET", "/", host=f"{host}:{client.port}")[0] == 200
        refused = client.ask("GET", "/", host=f"evil.example:{client.port}")[2].decode()
        assert f"http://127.0.0.1:{client.port}/" in refused


def test_two_tables_on_one_machine_do_not_put_each_other_out() -> None:
    """A browser sends the cookies of a host to all its ports."""
    with serving(session_of("thousand", 2)) as one, serving(session_of("thousand", 2)) as other:
        clients = [let_in(served, table_of(served)) for served in (one, other)]
        names = {f"{client.COOKIE}-{client.port}": client.key for client in clients}
        assert len(names) == 2
        cookies = "; ".join(f"{name}={key}" for name, key in names.items())
        for client in clients:
            status, headers, body = client.ask("GET", "/", cookie=cookies)
            assert (status, "set-cookie" in headers, b"data-moment" in body) == (200, False, True)


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1"])
def test_only_our_own_pages_may_send_forms(served: Served, origin: str | None) -> None:
    client = Client(served)
    assert client.ask("POST", "/wish", b"", origin=origin)[0] == 403
    assert client.ask("POST", "/wish", b"", sec_fetch_site="cross-site")[0] == 403
    assert not served.do(lambda: served.service.registry.phones)


def test_a_browser_that_names_the_page_of_a_form_and_no_origin_may_send_ours(served: Served) -> None:
    """Firefox before 70."""
    client = Client(served)
    own = f"http://127.0.0.1:{client.port}"
    for referer, status in (
        (f"{own}/", 404),
        (f"{own}/do/choose", 404),
        (own, 403),
        (f"{own}.evil.example/", 403),
        (f"http://evil.example/?{own}/", 403),
        (f"https://127.0.0.1:{client.port}/", 403),
        ("", 403),
    ):
        assert client.ask("POST", "/leave", b"", origin=None, referer=referer)[0] == status, referer
    for origin in ("null", "http://evil.example", ""):
        assert client.ask("POST", "/leave", b"", origin=origin, referer=f"{own}/")[0] == 403, origin


def test_other_sites_may_load_nothing(served: Served) -> None:
    client = Client(served)
    assert client.ask("GET", "/events", sec_fetch_site="cross-site", sec_fetch_mode="cors")[0] == 403
    assert client.ask("GET", "/", sec_fetch_site="cross-site", sec_fetch_mode="no-cors")[0] == 403
    assert client.ask("GET", "/", sec_fetch_site="cross-site", sec_fetch_mode="navigate")[0] == 200


def test_every_answer_says_what_a_browser_must_not_do(served: Served) -> None:
    client = Client(served)
    for path in ("/", "/nowhere", "/static/page.js", "/events", "/join.svg"):
        _, headers, _ = client.ask("GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers
        assert headers["cache-control"] == (
            "no-store" if "static" not in path else "public, max-age=31536000, immutable"
        )


def test_pages_hold_no_script_and_no_style_of_their_own(served: Served) -> None:
    table = table_of(served)
    for page in (table.page(), Client(served).page()):
        assert " style=" not in page
        assert "<style" not in page
        assert " on" not in "".join(part.partition(">")[0] for part in page.split("<") if "=" in part[:40]).replace(
            " one", ""
        ).replace(' class="cell on', "").replace("face on", "").replace(" on_", "")
        assert page.count("<script") == page.count('<script src="/static/') > 0
        assert "http://www" not in page.replace(served.server.join, "")


def test_a_key_is_out_of_reach_of_scripts_and_of_other_sites(served: Served) -> None:
    client = Client(served)
    _, headers, _ = client.ask("POST", "/wish", b"seat=")
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie
    assert len(client.key) >= 43
    client.send("/leave")


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"content_type": "application/json"}, b"{}", 415),
        ({"content_type": "text/plain"}, b"seat=", 415),
        ({"cookie": "key=" + "x" * 9000}, b"", 431),
        ({}, b"a=" + b"x" * LONGEST_BODY, 413),
        ({}, b"%" * 100, 400),
        ({}, "&".join(f"a{n}=1" for n in range(300)).encode(), 400),
        ({}, b"\xff=\xfe", 400),
    ],
)
def test_what_is_too_much_or_no_form_is_refused(
    served: Served, headers: dict[str, str], body: bytes, status: int
) -> None:
    assert Client(served).ask("POST", "/wish", body, **headers)[0] == status


def test_long_addresses_and_other_methods_are_refused(served: Served) -> None:
    client = Client(served)
    assert client.ask("GET", "/" + "x" * 300)[0] == 414
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        assert client.ask(method, "/")[0] == 405
    for path in (
        "/static/../app.py",
        "/static/icons.json",
        "/static/%2e%2e/app.py",
        "/table/",
        "/do/choose",
        "/nowhere",
    ):
        assert client.ask("GET", path)[0] in (404, 405)


def test_a_body_that_lies_about_its_length_is_dropped(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.server.port), 5) as wire:
        head = f"POST /wish HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\nOrigin: {served.server.join[:-1]}\r\n"
        wire.sendall(
            f"{head}Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        assert b" 411 " in wire.recv(100)


def test_more_than_a_person_could_tap_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    # However slow the machine is, nothing is forgotten meanwhile.
    monkeypatch.setattr(guard, "A_SECOND", 0.0)
    with serving(session_of("thousand", 2), limited=True) as served:
        client = Client(served)
        found = [client.ask("GET", "/nowhere")[0] for _ in range(int(BURST) + 40)]
    assert found[0] == 404
    assert found[-1] == 429


def test_nothing_listens_while_it_is_off() -> None:
    session = session_of("thousand", 2)
    service = TableService(session, session.table.setup.seats)
    server = WebServer(service, ["127.0.0.1"], 0)
    with pytest.raises(NoServer):
        WebServer(service, ["127.0.0.1"], server.port)
    socket.create_connection(("127.0.0.1", server.port), 5).close()
    server.close()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", server.port), 5)
    WebServer(service, ["127.0.0.1"], server.port).close()


def test_another_port_is_taken_where_the_usual_one_is_not_free() -> None:
    session = session_of("thousand", 2)
    first, second = (WebServer(TableService(session, session.table.setup.seats), ["127.0.0.1"]) for _ in range(2))
    try:
        assert PORT != second.port != first.port
        assert f":{second.port}/" in second.join
        socket.create_connection(("127.0.0.1", second.port), 5).close()
    finally:
        first.close()
        second.close()


def test_it_listens_at_the_chosen_address_alone() -> None:
    session = session_of("thousand", 2)
    server = WebServer(TableService(session, session.table.setup.seats), ["127.0.0.1"], 0)
    try:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", server.port), 5)
    finally:
        server.close()


NAMES = ("moment", "n", "a.0", "n.0", "o", "seat", "phone", "request", "yes", "board", "c", "h", "which", "die", "face",
         "value", "fix", "language", "theme", "die.red1", "x")  # fmt: skip
VALUES = ("", "0", "1", "-1", "99", "more", "less", "1e9", "９", "١", "red", "null", "\x00", "' OR 1", "<script>",
          "../..", "%s%n", "{n}", "{{7*7}}", "x" * 500, "𝕏", "\ud7ff", "+1", "−1", "0x1", " 1", "true")  # fmt: skip
PATHS = ("/wish", "/leave", "/settings", "/admit", "/take-back", "/send-away", "/alone", "/here", "/do/", "/do/none",
         "/table/x", "/events", "/", "/join.svg", "/static/x")  # fmt: skip


def test_whatever_is_sent_is_answered_without_a_fault_and_lets_nobody_in(served: Served) -> None:
    """4,000 requests with ``--all``, from strangers and from a phone that looks on: no answer is a fault, the game
    stays as it is, and nobody comes in."""
    r = Random(7)
    table = table_of(served)
    onlooker = let_in(served, table)
    stranger = Client(served)

    def strangers_waiting() -> list[Phone]:
        return [one for one in served.service.registry.phones if not one.admitted]

    now = served.do(lambda: (served.service.session.table.hash(), len(served.service.session.pages)))
    moment = served.do(
        lambda: f"{served.service.session.rev}-{len(served.service.session.pages)}-{served.service.session.mode}"
    )
    for _ in range(share(4000)):
        path = r.choice([*PATHS, *(f"/do/{verb}" for verb in ACTIONS)])
        # Whoever may listen would be told for ever.
        client = stranger if path == "/events" else r.choice([onlooker, stranger])
        key = client.key
        if path == "/leave":
            continue
        fields = {r.choice(NAMES): r.choice(VALUES) for _ in range(r.randint(0, 6))}
        if r.random() < 0.7:
            fields["moment"] = moment
        body = urlencode(fields).encode() if r.random() < 0.9 else r.randbytes(r.randint(0, 60))
        headers: dict[str, str | None] = {}
        if r.random() < 0.1:
            headers["cookie"] = r.choice(["key=", "key=x", "=", "key=" + "a" * 43, ";;", "key=\x7f"])
        try:
            status, _, text = client.ask(r.choice(["GET", "POST", "POST"]), path, body, **headers)
        except (http.client.HTTPException, OSError):
            continue
        assert status < 500 or status == 503, (path, body, status)
        assert b"Traceback" not in text
        client.key = key
        if not served.server.table.broadcast.closing and r.random() < 0.02:
            served.do(lambda: [served.service.registry.leave(one) for one in strangers_waiting()])
    assert served.do(lambda: (served.service.session.table.hash(), len(served.service.session.pages))) == now
    assert served.do(lambda: [phone.seats for phone in served.service.registry.phones if phone.seats]) == []
    assert served.do(lambda: sum(phone.admitted for phone in served.service.registry.phones)) == 2
    assert "data-moment" not in stranger.page()
