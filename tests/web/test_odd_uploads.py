"""Photos as nobody should send them, and disks that fail while one is kept: what was there stays."""

from __future__ import annotations

import io
import os
import re
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from companion.packs.pictures import LONGEST_SIDE, pictures_of
from tests.daily import share
from tests.owner import Owner
from tests.web.boxes import Lent, lending
from tests.web.cameras import BOUNDARY, MULTIPART, Camera, multipart, opened
from tests.web.test_photos import BAD

LISTS = "/box/of/mine/mafia_cards/photos"


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path / "inside" / "mine", "mafia_cards", known=2)


@pytest.fixture
def served(owner: Owner) -> Iterator[Lent]:
    with lending(opened(owner)) as served:
        yield served


def plain(colour: str = "#446655", kind: str = "JPEG") -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (60, 80), colour).save(data, kind)
    return data.getvalue()


def everything(owner: Owner) -> dict[str, bytes]:
    """Every file around the box, its pictures and the versions before left out."""
    root = owner.path.parent.parent
    return {
        name: file.read_bytes()
        for file in sorted(root.rglob("*"))
        if file.is_file() and "/pictures/" not in (name := str(file.relative_to(root))) and "/.mine/" not in name
    }


# What is sent.

GOOD = {kind: plain(kind=kind) for kind in ("JPEG", "PNG", "WEBP")}
NAMES = [
    "../../pack.toml", "/etc/passwd", "C:\\boot.ini", "..\\..\\x.jpg", "a\0b.jpg", "x" * 5000, "", ".", "…/ä 卡.jpg",
    '"; filename="other.jpg', "\r\nX-Evil: 1", "%2e%2e%2fpack.toml", "photo.jpg/", "~root", "$(reboot).jpg",
]  # fmt: skip


def truncated(r: Random) -> tuple[bytes, str]:
    body = multipart(r.choice(list(GOOD.values())))
    return body[: r.randrange(len(body))], MULTIPART


def scrambled(r: Random) -> tuple[bytes, str]:
    body = bytearray(multipart(r.choice(list(GOOD.values()))))
    for _ in range(r.randrange(1, 60)):
        body[r.randrange(len(body))] = r.randrange(256)
    return bytes(body), MULTIPART


def of_another_kind(r: Random) -> tuple[bytes, str]:
    return multipart(r.choice(list(BAD.values()))[0]), MULTIPART


def broken(r: Random) -> tuple[bytes, str]:
    """A part of the form is missing, there twice, or another."""
    parts = re.split(rb"(\r\n|--|:|;|=|\")", multipart(GOOD["JPEG"]).partition(b"\xff\xd8")[0])
    at = r.randrange(len(parts))
    parts[at : at + 1] = r.choice([[], [parts[at]] * 2, [b"\0"], [r.randbytes(9)], [b"\r\n\r\n"]])
    return b"".join(parts) + GOOD["JPEG"] + f"\r\n--{BOUNDARY}--\r\n".encode(), MULTIPART


def named(r: Random) -> tuple[bytes, str]:
    return multipart(r.choice([GOOD["JPEG"], b"no photo"]), r.choice(NAMES)), MULTIPART


def several(r: Random) -> tuple[bytes, str]:
    end = f"--{BOUNDARY}--\r\n".encode()
    files = [multipart(r.choice([*GOOD.values(), b"", b"<svg/>"]), r.choice(NAMES)) for _ in range(r.randrange(2, 40))]
    return b"".join(one.removesuffix(end) for one in files) + end, MULTIPART


def of_another_form(r: Random) -> tuple[bytes, str]:
    kinds = [
        "multipart/form-data", "multipart/form-data; boundary=", f"multipart/form-data; boundary={'b' * 3000}",
        "multipart/form-data; boundary=\xff", "multipart/mixed; boundary=x", "image/jpeg", "text/plain",
        "application/x-www-form-urlencoded", f"{MULTIPART}; boundary=other", "multipart/form-data; boundary=-",
    ]  # fmt: skip
    return r.choice([multipart(GOOD["PNG"]), GOOD["JPEG"], b"photo=1", b""]), r.choice(kinds)


WAYS: list[Callable[[Random], tuple[bytes, str]]] = [
    truncated, scrambled, of_another_kind, broken, named, several, of_another_form,
]  # fmt: skip


def test_whatever_is_sent_as_a_photo_changes_nothing_but_that_photo(owner: Owner, served: Lent) -> None:
    r, phone, card = Random("uploads"), Camera(served), owner.rows("mafia_cards")[0]["id"]
    before, outcomes = everything(owner), set()
    for n in range(share(1050)):
        body, kind = WAYS[n % len(WAYS)](r)
        status, _, page = phone.ask(
            "POST", f"{LISTS}/{card}", body, content_type=kind.encode("latin-1").decode("latin-1")
        )
        assert status in (303, 400, 413, 415, 431), (n, WAYS[n % len(WAYS)].__name__)
        assert b"Traceback" not in page
        assert status != 400 or b'role="alert"' in page or not body or page == b""
        outcomes.add((WAYS[n % len(WAYS)].__name__, status))
    assert everything(owner) == before
    assert set(pictures_of(owner.path)) <= {card}
    assert {name for name, status in outcomes if status != 303} >= {way.__name__ for way in WAYS} - {"several"}
    assert phone.photo(f"{LISTS}/{card}", plain("#ff0000"))[0] == 303
    kept = Image.open(pictures_of(owner.path)[card])
    assert (kept.format, max(kept.size) <= LONGEST_SIDE) == ("JPEG", True)
    assert list((owner.path / "pictures").iterdir()) == [owner.path / "pictures" / f"{card}.jpg"]


@pytest.mark.parametrize("said", ["0", "1", "-5", "1e3", "99999999999", "", " 12", "0x10", "abc", None])
def test_lengths_that_lie(owner: Owner, served: Lent, said: str | None) -> None:
    """The connection may be closed on whoever lies; the next photo is taken."""
    phone, card = Camera(served), owner.rows("mafia_cards")[0]["id"]
    before = everything(owner)
    body = multipart(GOOD["JPEG"])
    for sent in (body, body[:40]):
        raw(phone, f"{LISTS}/{card}", said, sent)
    raw(phone, f"{LISTS}/{card}", str(len(body) + 500), body)
    assert everything(owner) == before
    end = time.monotonic() + 20
    while (status := phone.photo(f"{LISTS}/{card}", GOOD["PNG"])[0]) == 409 and time.monotonic() < end:
        time.sleep(0.05)  # That somebody has hung up is not known at once.
    assert status == 303


def raw(phone: Camera, path: str, length: str | None, body: bytes) -> None:
    """A request as no browser sends it; whoever sent it hangs up."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{phone.port}\r\nOrigin: http://127.0.0.1:{phone.port}\r\n"
        f"Cookie: box={phone.key}\r\nContent-Type: {MULTIPART}\r\n"
    )
    head += "" if length is None else f"Content-Length: {length}\r\n"
    with suppress(OSError), socket.create_connection(("127.0.0.1", phone.port), timeout=10) as line:
        line.sendall(head.encode() + b"\r\n" + body)
        line.shutdown(socket.SHUT_WR)
        answer = line.recv(65536)
        assert b"Traceback" not in answer
        assert not answer.startswith(b"HTTP/1.1 5"), answer


# Disks.

FAILING = ["os.fsync", "os.rename", "pathlib.Path.write_bytes", "shutil.copy2"]


def test_a_disk_that_fails_anywhere_while_a_photo_is_kept_leaves_the_old_one(owner: Owner, served: Lent) -> None:
    phone, card = Camera(served), owner.rows("mafia_cards")[0]["id"]
    at = f"{LISTS}/{card}"
    assert phone.photo(at, plain("#aa3311"))[0] == 303
    file = pictures_of(owner.path)[card]
    old, before, failed = file.read_bytes(), everything(owner), set()
    for what in FAILING:
        for nth in range(60):
            with Fault(what, nth) as fault:
                status, _, page = phone.photo(at, plain(f"#11{len(failed):02}{nth:02}"))
            if not fault.met:
                assert status == 303
                old = pictures_of(owner.path)[card].read_bytes()
                break
            failed.add(what)
            assert (status, page.count('role="alert"')) == (409, 1), (what, nth, page)
            assert "The photo cannot be kept: the disk is full." in page
            assert pictures_of(owner.path)[card].read_bytes() == old, (what, nth)
            assert everything(owner) == before, (what, nth)
            assert [one.name for one in owner.path.parent.glob(".mine/*") if not one.name.isdecimal()] == []
    assert failed == {*FAILING}
    assert phone.photo(at, plain("#55aa33"))[0] == 303
    assert pictures_of(owner.path)[card].read_bytes() != old


class Fault:
    """The ``nth`` call of something says that the disk is full, if it is about the box."""

    def __init__(self, what: str, nth: int) -> None:
        self._patch, self._what, self._left, self.met = pytest.MonkeyPatch(), what, nth, False

    def __enter__(self) -> Fault:
        module, _, name = self._what.rpartition(".")
        owner = {"os": os, "shutil": shutil, "pathlib.Path": Path}[module]
        real = getattr(owner, name)

        def call(*about: Any, **more: Any) -> Any:
            if self._about_the_box(about) and not self.met:
                self._left -= 1
                if self._left < 0:
                    self.met = True
                    raise OSError(28, "No space left on device")
            return real(*about, **more)

        self._patch.setattr(owner, name, call)
        return self

    def _about_the_box(self, about: tuple[Any, ...]) -> bool:
        return self._what == "os.fsync" or any("mine" in str(one) for one in about)

    def __exit__(self, *_: object) -> None:
        self._patch.undo()
