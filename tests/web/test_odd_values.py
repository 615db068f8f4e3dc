"""Every address of the three sites with values that no page sends: always a page, never a fault."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import quote, urlencode

import pytest
from starlette.routing import BaseRoute, Route

from companion.web.box import drawings
from tests.daily import share
from tests.wall.tables import game, id_of, seeing
from tests.web.boxes import lending, own_box
from tests.web.tables import Client, key_of, serving, session_of

ODD = ("0", "1", "7", "-1", "-", "00", "999999", "9" * 40, "٣", "new", "NaN", "1e9", "null", "\x00", "a\nb", "é",
       "\u202e", "..", "%", "{n}", "{{7*7}}", "<b>", "' OR 1", "x" * 60, "𝕏", "")  # fmt: skip
FIELDS = ("draft", "seen", "saved", "n", "q", "card", "square", "slot", "found", "name", "seat", "phone", "yes", "box",
          "moment", "view", "language", "theme", "do", "x", "y", "w", "h", "c.0.0", "sign", "side", "from", "table",
          "which", "board", "value", "die", "face", "f.start@en")  # fmt: skip
ROOT = Path(__file__).parents[2]
CONTROLS = {chr(n) for n in (*range(9), 11, 12, *range(14, 32), 127)}
FILES = ("/static", "/card/", "/picture", "/events", "/favicon.ico", "/photo/", "/join.svg")
"""Addresses that no person opens: they need no sentence."""


class Visited(NamedTuple):
    """A site that is served, somebody with access, its addresses, and good values for their parts."""

    client: Client
    routes: Sequence[BaseRoute]
    good: dict[str, Sequence[str]]


@contextmanager
def table() -> Iterator[Visited]:
    with serving(session_of("krysis", 3)) as served:
        client = Client(served)
        client.key, _ = key_of(served.service, table=True)
        assert served.server.table is not None
        yield Visited(client, served.server.table.routes, {"verb": ("choose", "count", "secret"), "size": ("small",)})


@contextmanager
def box(game: str) -> Iterator[Visited]:
    with lending(own_box(game, "Ours")) as lent:
        assert lent.server.box is not None
        tables = [one.name for one in lent.box.tables()]
        good = {"box": (lent.box.id,), "table": tables, "do": (*drawings.BOARD_ACTIONS, *drawings.SLOT_ACTIONS)}
        yield Visited(lent.editor(), lent.server.box.routes, good)


@contextmanager
def wall() -> Iterator[Visited]:
    with seeing() as seen:
        seen.told.state(1, game())
        client = Client.__new__(Client)
        client.port, client.key, client.language = seen.listening.port, "", "en"
        yield Visited(client, seen.site.app.routes, {"table": (id_of(1),)})


SITES = {"table": table, "wall": wall, "newyork": lambda: box("newyork"), "escape": lambda: box("escape"),
         "crash": lambda: box("crash"), "krysis": lambda: box("krysis")}  # fmt: skip


def filled(route: Route, good: dict[str, Sequence[str]], r: Random) -> str:
    path = route.path
    for name in route.param_convertors:
        known = good.get(name, ()) if r.random() < 0.8 else ()
        path = path.replace(f"{{{name}}}", quote(r.choice(known or ODD), safe=""))
    return path


@pytest.mark.parametrize("site", SITES)
def test_forged_values_get_a_page_with_a_sentence_and_never_a_fault(
    site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
    r = Random(site)
    with ExitStack() as stack:
        client, routes, good = stack.enter_context(SITES[site]())
        pages = [route for route in routes if isinstance(route, Route)]
        for n in range(share(1400)):
            route = pages[n % len(pages)]
            path = filled(route, good, r)
            sent = urlencode({r.choice(FIELDS): r.choice(ODD) for _ in range(r.randint(0, 4))})
            method = "POST" if "POST" in (route.methods or ()) else "GET"
            whole = f"{path}?{sent}" if method == "GET" and sent and len(path) + len(sent) < 250 else path
            # The page of news has no end.
            if path in ("/events", "/leave", "/box/leave", "/box/send-away"):
                continue
            try:
                status, headers, body = client.ask(method, whole, sent.encode() if method == "POST" else None)
            except http.client.InvalidURL:
                continue
            assert status < 500 or status == 503, (method, whole, sent, status)
            assert b"Traceback" not in body
            assert not CONTROLS & set(body.decode()) or not headers["content-type"].startswith("text/html")
            if status >= 400 and not any(part in path for part in FILES):
                assert b"<p" in body, (method, whole, sent, status)


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_a_row_that_is_not_there_is_said_to_be_gone(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever draft is named: none, a forged one, or that of another list."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
    with lending(own_box(game, "Ours")) as lent:
        editor = lent.editor()
        drafts = ["x"]
        for one in lent.box.tables():
            address = f"/box/of/{lent.box.id}/{one.name}"
            rows = len(lent.box.rows(one.path))
            for n in (rows, rows + 3):
                for draft in dict.fromkeys(("x", drafts[-1])):
                    status, _, body = editor.ask("GET", f"{address}/{n}?draft={draft}")
                    assert (status, b"taken this out" in body) == (404, True), (address, n)
            for do in ("copy", "take", "put"):
                assert editor.ask("POST", f"{address}/{rows}/{do}", b"seen=x&draft=x")[0] in (404, 409)
            if rows:
                page = editor.ask("GET", f"{address}/0")[2].decode()
                drafts += [page.partition('name="draft" value="')[2].partition('"')[0]] if "draft" in page else []


def test_what_is_typed_for_a_row_that_is_gone_becomes_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was open for long, its draft is kept no more, and somebody has taken the row out: nothing is lost."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
    with lending(own_box("newyork", "Ours")) as lent:
        editor = lent.editor()
        table = next(one for one in lent.box.tables() if one.name == "items")
        rows = len(lent.box.rows(table.path))
        address = f"/box/of/{lent.box.id}/items/{rows}"
        body = urlencode({"draft": "forgotten", "do": "save", "f.count": "4"}).encode()
        status, headers, _ = editor.ask("POST", address, body)
        assert status == 303
        page = editor.page(headers["location"])
        assert "/items/new?draft=" in headers["location"]
        assert 'value="4"' in page
        assert "What you typed stands here" in page


@pytest.mark.parametrize("path", ["/table/%00", "/table/a%00b", "/table/%1b[31m", "/nothing%00", "/%7f"])
def test_no_page_of_the_wall_has_control_characters(path: str) -> None:
    with seeing() as seen:
        seen.told.state(1, game(), name="Table\x00 \x1b[31m4")
        for page in (seen.get(path), seen.get("/")):
            assert not [one for one in page if one in CONTROLS]


@pytest.mark.parametrize("folder", ["companion/web", "companion/wall"])
def test_no_file_of_pages_has_control_characters(folder: str) -> None:
    files = [one for one in (ROOT / folder).rglob("*") if one.suffix in (".py", ".html", ".css", ".js", ".svg")]
    assert len(files) > 5
    for file in files:
        assert not CONTROLS & set(file.read_text()), file
