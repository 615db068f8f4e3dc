"""Who may change a box: nobody but those who were let in; nothing else gets a byte of it, and nothing is a fault."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest

from companion.web.box import drawings
from companion.web.box.site import LONGEST_FORM, MOST_LINES
from companion.web.server import LONGEST_BODY
from tests.daily import share
from tests.web.boxes import Editor, Lent, files, lending, own_box
from tests.web.fields import Forms
from tests.web.tables import unnumbered


@pytest.fixture
def lent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lent]:
    """A box of an owner who has no other."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
    with lending(own_box("newyork", "Lighthouse")) as found:
        yield found


def addresses(lent: Lent) -> list[str]:
    """Where something of the box is, or can be done with it."""
    box = f"/box/of/{lent.box.id}"
    tables = [f"{box}/{table.name}" for table in lent.box.tables()]
    rows = [f"{table}/{n}" for table in tables for n in ("0", "new")]
    return [box, f"{box}/-", *tables, *rows, *(f"{row}/{do}" for row in rows for do in ("copy", "take")),
            *(f"{box}/{do}" for do in ("undo", "keep", "copy")), *(f"{table}/printed" for table in tables),
            *(f"{box}/board.squares/do/{do}" for do in drawings.BOARD_ACTIONS),
            *(f"{box}/layouts.5/do/{do}" for do in drawings.SLOT_ACTIONS), "/box/of/another"]  # fmt: skip


def test_strangers_and_those_who_wait_get_nothing_of_a_box_and_change_nothing(lent: Lent) -> None:
    before = files(lent.box)
    stranger, waiting, sent_away = Editor(lent), Editor(lent), lent.editor()
    waiting.send("/box/wish")
    gone = next(phone for phone in lent.service.registry.phones if phone.admitted)
    lent.service.submit(lambda: lent.service.send_away(gone)).result(10)
    doors = {id(who): who.page("/box") for who in (stranger, waiting, sent_away)}
    for who in (stranger, waiting, sent_away):
        said = set()
        for address in addresses(lent):
            for method in ("GET", "POST"):
                status, _, body = who.ask(method, address, b"do=save&seen=x" if method == "POST" else None)
                assert status in (403, 404, 405), (address, status)
                said.add(unnumbered(body.decode()).encode())
        # One door, whatever was asked for, whether there is such a thing or not; one page for what is no address.
        assert len(said) == 2
        assert sum(b"There is no such page here" in body for body in said) == 1
        for page in (*said, doors[id(who)].encode()):
            assert b"Lighthouse" not in page
            assert b"newyork" not in page.lower().replace(b"/static/", b"")
    assert files(lent.box) == before


def test_only_our_own_pages_may_send_forms(lent: Lent) -> None:
    editor = lent.editor()
    before = files(lent.box)
    address = f"/box/of/{lent.box.id}/items/0"
    form = Forms(editor.page(address)).to(address)
    body = urlencode({**form.fields, "f.count": "9", "do": "save"}).encode()
    assert editor.ask("POST", address, body, origin="http://evil.example")[0] == 403
    assert editor.ask("POST", address, body, sec_fetch_site="cross-site")[0] == 403
    assert editor.ask("GET", address, host="evil.example")[0] == 421
    assert files(lent.box) == before


def test_who_was_let_in_may_send_a_long_form_and_nobody_else(lent: Lent) -> None:
    editor = lent.editor()
    address = f"/box/of/{lent.box.id}/items/0"
    long = b"do=save&x=" + b"y" * LONGEST_BODY
    assert editor.ask("POST", address, long)[0] == 303
    assert Editor(lent).ask("POST", address, long)[0] == 401
    assert editor.ask("POST", "/box/settings", long)[0] == 413
    assert editor.ask("POST", address, b"x=" + b"y" * LONGEST_FORM)[0] == 413
    assert editor.ask("POST", address, b"&".join(b"a%d=1" % n for n in range(MOST_LINES + 1)))[0] == 400


def test_the_key_is_sent_to_the_pages_of_boxes_alone(lent: Lent) -> None:
    _, headers, _ = Editor(lent).ask("POST", "/box/wish", b"")
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/box" in cookie


def test_pages_hold_no_script_and_no_style_of_their_own(lent: Lent) -> None:
    editor = lent.editor()
    for address in addresses(lent):
        status, headers, body = editor.ask("GET", address)
        page = body.decode()
        assert "default-src 'none'" in headers["content-security-policy"]
        if status == 200:
            assert " style=" not in page
            assert "<style" not in page
            assert page.count("<script") == page.count("<script src=") == 2


NAMES = ("draft", "do", "seen", "moment", "name", "n", "q", "saved", "square", "other", "x", "y", "slot", "shape",
         "f.count", "f.kind", "f.event.title@en", "f.event.effects.0.n", "f?", "f.start?", "w", "h", "c.0.0",
         "language", "phone", "request", "yes", "whole", "stay", "to.soho")  # fmt: skip
VALUES = ("", "0", "1", "-1", "99", "9" * 30, "٣", "save", "next", "show:f", "add:f.event.effects:alert", "add:f:x",
          "take:f.event.effects.0", "take:f", "add:", "soho", "null", "\x00", "' OR 1", "<script>", "../..", "{{7*7}}",
          "x" * 5000, "\ud7ff", "+", "+alert", "en", "night", "4x4")  # fmt: skip


def test_whatever_is_sent_is_answered_without_a_fault(lent: Lent) -> None:
    """4,000 requests with ``--all``, from strangers and from one who was let in: no answer is a fault, strangers
    change nothing, and nobody comes in."""
    r = Random(11)
    editor, stranger = lent.editor(), Editor(lent)
    known = addresses(lent)
    paths = [*known, "/", "/box", "/box/wish", "/box/settings", "/box/admit", "/box/send-away",
             "/box/join.svg", "/box/asks", "/box/master/x", "/box/of/", "/box/of/lighthouse/items/99999",
             "/box/of/lighthouse/items/-1", "/box/of/lighthouse/none/0", "/box/of/%2e%2e/items"]  # fmt: skip
    drafts = [""]
    for _ in range(share(4000)):
        who, path = r.choice([editor, editor, stranger]), r.choice(paths)
        fields = {r.choice(NAMES): r.choice(VALUES) for _ in range(r.randint(0, 6))}
        if r.random() < 0.6:
            fields["draft"] = r.choice(drafts)
        if r.random() < 0.3 and who is editor and path in known:
            page = Forms(editor.ask("GET", path)[2].decode(errors="replace"))
            if forms := [form for form in page.all if form.method == "post"]:
                form = r.choice(forms)
                path, fields = form.action, {**form.fields, **fields}
                drafts = [*drafts[-50:], form.fields.get("draft", "")]
        body = urlencode(fields, errors="replace").encode() if r.random() < 0.9 else r.randbytes(r.randint(0, 60))
        key, before = who.key, lent.box.content
        try:
            status, headers, text = who.ask(r.choice(["GET", "POST", "POST"]), path, body)
        except (http.client.HTTPException, OSError):
            continue
        assert status < 500 or status == 503, (path, body, status)
        assert b"Traceback" not in text
        who.key = key
        if who is stranger:
            assert lent.box.content is before
            assert b"Lighthouse" not in text
        elif "draft=" in headers.get("location", ""):
            drafts.append(headers["location"].partition("draft=")[2].partition("#")[0])
    assert sum(phone.admitted for phone in lent.service.registry.phones) == 1
