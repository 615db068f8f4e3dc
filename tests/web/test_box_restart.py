"""A box that is edited in browsers while the companion is restarted: what was typed is there, nobody else gets in."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.session.session import Session
from companion.web.app import WebServer
from companion.web.box.service import BoxService, box_in_play
from companion.web.server import LONGEST_BODY
from companion.web.service import TableService
from tests.owner import Owner
from tests.web.boxes import Editor, Lent, files, own_box
from tests.web.chromium import Browser
from tests.web.fields import Form, Forms
from tests.web.tables import Client, Served, at_work

ITEM = "/items/0"


@pytest.fixture(autouse=True)
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner without boxes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))


@pytest.fixture
def box() -> OpenBox:
    return own_box("newyork")


@contextmanager
def running(box: OpenBox, journal: Path, port: int | None = None) -> Iterator[Lent]:
    """The box as one start of ``companion web --box`` serves it. ``port`` 0 for the first start."""
    again = OpenBox(box.game, box.path, read_content(box.path))
    service = BoxService(again, journal=journal, first=True)
    server = WebServer(None, ["127.0.0.1"], port, box=service, limited=False)
    with at_work(service, server):
        yield Lent(service, server)


def first_of(lent: Lent) -> Editor:
    """The browser that says who else may come in."""
    first = Editor(lent)
    assert first.send(f"/box/master/{lent.service.registry.master}")[0] == 303
    return first


def filled(editor: Editor, address: str) -> Form:
    return Forms(editor.page(address)).to(address.partition("?")[0])


def led(editor: Editor, path: str, **fields: Any) -> str:
    """Where a form leads that is taken."""
    status, headers, body = editor.ask("POST", path, urlencode(fields).encode())
    assert status == 303, body.decode()
    return headers["location"]


def consent(first: Editor, yes: int = 1) -> int:
    found = re.search(r'name="returning" value="(\d+)"', first.page("/box"))
    assert found
    return first.send("/box/readmit", returning=found[1], yes=yes)[0]


def test_the_first_browser_goes_on_with_its_draft(box: OpenBox, tmp_path: Path) -> None:
    """It had added a line to the form, which no form that is sent again has by itself."""
    with running(box, tmp_path / "j.db", 0) as lent:
        first, n = first_of(lent), next(n for n, row in enumerate(box.rows(("police_cards",))) if "event" in row)
        address = f"/box/of/{box.id}/police_cards/{n}"
        form = filled(first, address)
        typed = next(name for name in form.fields if name.endswith("@en"))
        add = {"do": "add:f.event.effects:alert", typed: "typed before"}
        draft = led(first, address, **{**form.fields, **add}).partition("#")[0]
        before = first.page(draft)
        assert len(Forms(before).to(address).fields) > len(form.fields)
    for _ in range(2):
        with running(box, tmp_path / "j.db") as lent:
            assert lent.server.port == first.port
            now = first.page(draft)
            assert Forms(now).to(address).fields.keys() == Forms(before).to(address).fields.keys()
            assert Forms(now).to(address).fields[typed] == "typed before"
            assert "alertdialog" not in now
            stranger = Editor(lent)
            assert stranger.ask("GET", draft)[0] == 403
            assert "Change a box in this browser?" in stranger.page("/box")


def test_another_browser_goes_on_where_it_was_after_one_tap(box: OpenBox, tmp_path: Path) -> None:
    with running(box, tmp_path / "j.db", 0) as lent:
        first, editor, address = first_of(lent), lent.editor(), f"/box/of/{box.id}{ITEM}"
        lent.service.registry._changed()
        form = filled(editor, address)
    before = files(box)
    with running(box, tmp_path / "j.db") as lent:
        long = {f"x{n}": "y" * 100 for n in range(LONGEST_BODY // 100)}
        status, page = editor.send(address, **{**form.fields, "f.count": "9", "do": "next", **long})
        assert (status, "What you typed is kept" in page) == (403, True)
        assert "items" not in page.replace(address, "")
        assert files(box) == before
        assert "They are asked now whether you may go on." in editor.page("/box")
        assert editor.send("/box/readmit", returning=lent.service.registry.returning_number, yes=1)[0] == 409
        assert Editor(lent).send(address, **{**form.fields, "f.count": "6"})[0] == 403
        words = lent.service.registry.phone(editor.key).words
        assert words in first.page("/box")
        assert consent(first) == 303
        status, headers, _ = editor.ask("GET", "/box")
        assert (status, headers["location"].partition("?")[0]) == (303, address)
        page = editor.page(headers["location"])
        assert "The companion was started again meanwhile." in page
        assert files(box) == before
        again = Forms(page).to(address)
        assert again.fields["f.count"] == "9"
        led(editor, address, **{**again.fields, "do": "save"})
        assert lent.box.rows(("items",))[0]["count"] == 9
        assert editor.ask("GET", "/box")[0] == 200, "and only once"


@pytest.mark.parametrize("yes", [0, 1])
def test_a_page_that_is_opened_meanwhile_is_there_after_consent_and_not_without(
    box: OpenBox, tmp_path: Path, yes: int
) -> None:
    with running(box, tmp_path / "j.db", 0) as lent:
        first, editor = first_of(lent), lent.editor()
        lent.service.registry._changed()
        address = f"/box/of/{box.id}/items?q=a&b=%22"
    with running(box, tmp_path / "j.db") as lent:
        status, _, body = editor.ask("GET", address)
        assert status == 403
        found = re.search(r'http-equiv="refresh" content="2; url=([^"]+)"', body.decode())
        assert found
        assert found[1].replace("&amp;", "&") == address
        assert consent(first, yes=yes) == 303
        status, _, body = editor.ask("GET", address)
        assert (status, b"The table has said no." in editor.page("/box").encode()) == (
            (200, False) if yes else (403, True)
        )


@pytest.mark.parametrize("what", ["another box", "others may write it", "not JSON", "no drafts", "a link"])
def test_a_file_that_is_not_ours_gives_nothing_to_anybody(box: OpenBox, tmp_path: Path, what: str) -> None:
    journal = tmp_path / "j.db"
    with running(box, journal, 0) as lent:
        first, address = first_of(lent), f"/box/of/{box.id}{ITEM}"
        draft = led(first, address, **{**filled(first, address).fields, "f.count": "7", "do": "show"})
    kept = sorted(tmp_path.glob("j.db.*"))
    assert [one.name for one in kept] == ["j.db.drafts", "j.db.editors"]
    for file in kept:
        assert file.stat().st_mode & 0o077 == 0
        assert first.key.encode() not in file.read_bytes()
        if what == "others may write it":
            file.chmod(0o622)
        elif what == "not JSON":
            file.write_bytes(b"{" + file.read_bytes())
        elif what == "no drafts":
            file.write_bytes(b'{"box":1,"drafts":[{"token":1}],"phones":7}')
        elif what == "a link":
            file.unlink()
            file.symlink_to("/dev/zero")
    other = box
    if what == "another box":
        shutil.copytree(box.path, tmp_path / "other")
        other = OpenBox(box.game, tmp_path / "other", box.content)
    with running(other, journal, 0) as lent:
        first.port = lent.server.port
        assert first.ask("GET", draft)[0] == 403
        assert not lent.service.registry.phones
        assert not lent.service.drafts._kept


def test_beside_a_table_the_table_says_whether_they_go_on(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=5)
    session = Session(owner.table())
    session.begin()
    editor = None
    for start in range(2):
        service = TableService(session, session.table.setup.seats)
        in_play = box_in_play(service, tmp_path / "j.db")
        assert in_play is not None
        session.changed = service.changed
        server = WebServer(service, ["127.0.0.1"], None if start else 0, box=in_play, limited=False)
        with at_work(service, server):
            served = Served(service, server)
            table = Client(served)
            table.send(f"/table/{service.registry.master}")
            if editor is None:
                editor = Editor(served)
                assert editor.send("/box/wish")[0] == 303
                form = next(one for one in Forms(table.page()).all if one.fields.get("yes") == "1")
                assert table.send("/admit", **form.fields)[0] == 303
                assert editor.ask("GET", "/box/of/mine")[0] == 200
                continue
            assert editor.ask("GET", "/box/of/mine")[0] == 403
            assert "May this browser go on changing the box" in table.page()
            form = next(one for one in Forms(table.page()).all if one.fields.get("yes") == "1")
            assert table.send("/readmit", **form.fields)[0] == 303
            assert editor.ask("GET", "/box/of/mine")[0] == 200
            assert "alertdialog" not in table.page()


def test_in_a_browser_what_was_typed_stands_there_again_by_itself(
    box: OpenBox, tmp_path: Path, browser: Browser
) -> None:
    tab = browser.tab()
    with running(box, tmp_path / "j.db", 0) as lent:
        first, editor = first_of(lent), lent.editor()
        lent.service.submit(lent.service.registry._changed).result(10)
        tab.know("box", editor.key, lent.server.join)
        address = f"/box/of/{box.id}{ITEM}"
        tab.go(f"{lent.server.join.rstrip('/')}{address}")
        tab.run("document.querySelector('input[name=\"f.count\"]').value = '9'")
    with running(box, tmp_path / "j.db") as lent:
        tab.run("document.querySelector('button[value=save]').click()")
        tab.until("document.body && document.body.innerText.includes('What you typed is kept')")
        assert consent(first) == 303
        tab.until("document.body && document.body.innerText.includes('The companion was started again meanwhile')")
        assert tab.run("document.querySelector('input[name=\"f.count\"]').value") == "9"
        tab.run("document.querySelector('button[value=save]').click()")
        tab.until("document.body && document.body.innerText.includes('Saved:')")
        assert lent.box.rows(("items",))[0]["count"] == 9
