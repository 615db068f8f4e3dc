"""Cards photographed with a phone: each photo is straightened, bare, and kept with its card."""

from __future__ import annotations

import io
import re
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.core.learning import known_of
from companion.packs.folder import read_content
from companion.packs.photos import keeping
from companion.packs.pictures import LONGEST_SIDE, pictures_of
from companion.web.site import UPLOADS
from tests.owner import Owner
from tests.packs.photographed import CARD
from tests.web.boxes import Lent, lending
from tests.web.cameras import MULTIPART, Camera, multipart, opened, shot

AT = "/box/of/mine/mafia_cards/photos"


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path / "mine", "mafia_cards", known=2)


@pytest.fixture
def served(owner: Owner) -> Iterator[Lent]:
    with lending(opened(owner)) as served:
        yield served


def of(box: Path, id_: str) -> Image.Image:
    return Image.open(pictures_of(box)[id_])


def test_a_deck_is_photographed_one_card_after_the_other(owner: Owner, served: Lent) -> None:
    phone = Camera(served)
    assert "Photograph the first card" in phone.page(AT)
    for n in range(3):
        status, told, _ = phone.photo(AT, shot(n))
        assert (status, told["location"]) == (303, f"{AT}/mafia_card_{n + 1}?found=1")
        page = phone.page(told["location"])
        assert f"Card {n + 1}" in page
        assert "Photograph the next card" in page
        assert f'action="{AT}?once=' in page, "the next one is a further one"
        found = of(owner.path, f"mafia_card_{n + 1}")
        assert found.format == "JPEG"
        ratio = max(found.size) / min(found.size)
        assert abs(ratio - CARD[1] / CARD[0]) < 0.1, "the card is cut out and straight"
    assert "3 of 50 have a photo" in phone.page(AT)
    stock = owner.game.rules.stocks(owner.box().pack)["mafia_cards"]
    assert known_of(owner.box().data, "mafia_cards", stock).unknown == 48, "the box has as many cards as before"


def test_of_a_table_that_is_whole_the_known_cards_are_photographed_in_their_order(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", game="crash")
    with lending(opened(owner)) as served:
        phone = Camera(served)
        at = "/box/of/mine/upgrades/photos"
        names = [row["id"] for row in owner.rows("upgrades")]
        page = phone.page(f"{at}?card={names[1]}")
        assert f'action="{at}/{names[1]}?once=' in page
        _, told, _ = phone.photo(f"{at}/{names[1]}", shot())
        page = phone.page(told["location"])
        assert f'action="{at}/{names[2]}?once=' in page, "then comes the one after it"
        assert len(owner.rows("upgrades")) == len(names)


def test_a_further_card_than_the_box_has_is_one_more(owner: Owner, served: Lent) -> None:
    served.box.set_printed(("mafia_cards",), 2)
    assert served.box.table(("mafia_cards",)).printed == 2
    Camera(served).photo(AT, shot())
    assert served.box.table(("mafia_cards",)).printed == 3
    assert read_content(owner.path).data["unknown"] == {"mafia_cards": 1}


def test_a_photo_is_taken_once_more_turned_and_taken_away(owner: Owner, served: Lent) -> None:
    phone = Camera(served)
    phone.photo(AT, shot(1))
    first = of(owner.path, "mafia_card_1")
    mine = f"{AT}/mafia_card_1"
    _, told, _ = phone.photo(mine, shot(2))
    assert told["location"] == f"{mine}?found=1"
    second = of(owner.path, "mafia_card_1")
    assert second.tobytes() != first.tobytes()
    status, _ = phone.send(f"{mine}/turn")
    assert status == 303
    assert of(owner.path, "mafia_card_1").size == (second.height, second.width)
    status, _ = phone.send(f"{mine}/away")
    assert status == 303
    assert not pictures_of(owner.path)
    assert phone.send(f"{mine}/turn")[0] == 404


def test_what_a_camera_adds_is_gone_and_the_card_is_upright(owner: Owner, served: Lent) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "A telephone"
    exif[0x8825] = {1: "N", 2: (40.0, 44.0, 55.0), 3: "W", 4: (73.0, 59.0, 11.0)}
    data = shot(3, exif=exif, turned=True)
    assert Image.open(io.BytesIO(data)).getexif().get_ifd(0x8825)
    Camera(served).photo(AT, data)
    kept = pictures_of(owner.path)["mafia_card_1"].read_bytes()
    assert b"Exif" not in kept
    assert b"telephone" not in kept
    found = Image.open(io.BytesIO(kept))
    assert not found.getexif()
    assert found.height > found.width
    assert max(found.size) <= LONGEST_SIDE


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_formats_are_read_whatever_their_name_says(owner: Owner, served: Lent, kind: str) -> None:
    assert Camera(served).photo(AT, shot(kind=kind))[0] == 303
    assert of(owner.path, "mafia_card_1").format == "JPEG"


def test_a_photo_in_which_no_card_is_found_is_kept_whole(owner: Owner, served: Lent) -> None:
    plain = io.BytesIO()
    Image.new("RGB", (800, 600), "#445566").save(plain, "JPEG")
    phone = Camera(served)
    _, told, _ = phone.photo(AT, plain.getvalue())
    assert told["location"].endswith("?found=0")
    assert "No card was found in it, so all of the photo is kept." in phone.page(told["location"])
    assert of(owner.path, "mafia_card_1").size == (800, 600)


def test_without_what_finds_cards_the_photo_is_kept_whole_and_it_says_so(
    owner: Owner, served: Lent, monkeypatch: pytest.MonkeyPatch, other_program: None
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(_without_cv2(owner.path.parent)))
    monkeypatch.setattr(keeping, "find_spec", lambda name: None)
    phone = Camera(served)
    assert "cards are not cut out on this machine" in phone.page(AT)
    _, told, _ = phone.photo(AT, shot())
    assert of(owner.path, "mafia_card_1").size == (1200, 900)
    assert "cards are not cut out on this machine" in phone.page(told["location"])


def _without_cv2(folder: Path) -> Path:
    """A place from which Python learns before all else that nobody has installed it."""
    place = folder / "bare"
    place.mkdir()
    (place / "sitecustomize.py").write_text(
        "import importlib.util as u\nf = u.find_spec\nu.find_spec = lambda n, p=None: None if n == 'cv2' else f(n, p)\n"
    )
    return place


def _png(wide: int, high: int, rows: int) -> bytes:
    """A PNG that says it is so large, and has so many rows of nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = b"\0" * (1 + 3 * wide)
    body = b"".join(packer.compress(row) for _ in range(rows)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def _zip() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        made.writestr("evil.txt", "evil")
    return data.getvalue()


BAD = {
    "nothing": (b"", "There is no photo in what the phone has sent"),
    "text": (b"<html><script>alert(1)</script>", "That is no photo that can be read here"),
    "gif": (b"GIF89a" + b"\0" * 100, "That is no photo that can be read here"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "That is no photo that can be read here"),
    "heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "This phone keeps its photos as HEIC"),
    "truncated": (shot()[:9000], "That is a picture that is damaged"),
    "only its head": (shot()[:40], "That is "),
    "bomb": (_png(30_000, 30_000, 50), "it is too large, or too long and thin"),
    "thin": (_png(1, 60_000, 60_000), "it is too large, or too long and thin"),
    "zip": (_zip(), "That is no photo that can be read here"),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_no_photo_is_refused_in_a_sentence_and_changes_nothing(
    owner: Owner, served: Lent, what: str, language: str
) -> None:
    data, said = BAD[what]
    before = sorted(owner.path.rglob("*"))
    status, _, page = Camera(served, language).photo(AT, data)
    assert status == 400
    assert language == "es" or said in page
    assert "Traceback" not in page
    assert sorted(owner.path.rglob("*")) == before


def test_of_a_picture_with_something_behind_it_only_the_picture_is_kept(owner: Owner, served: Lent) -> None:
    assert Camera(served).photo(AT, shot() + _zip())[0] == 303
    kept = pictures_of(owner.path)["mafia_card_1"].read_bytes()
    assert b"PK" not in kept[-200:]
    assert not zipfile.is_zipfile(io.BytesIO(kept))


def test_only_who_was_let_in_can_send_one(owner: Owner, served: Lent) -> None:
    stranger = Camera(served, stranger=True)
    status, _, page = stranger.photo(AT, shot())
    assert status == 401
    assert "This phone has no access to that any more" in page
    assert "mafia" not in page
    small = Camera(served, stranger=True).send(AT, photo="x")
    assert small[0] == 403
    assert stranger.ask("GET", AT)[0] == 403
    phone = Camera(served)
    phone.photo(AT, shot())
    page = phone.page(AT)
    picture = re.search(r'src="(/box/of/[^"]+/picture[^"]*)"', page)
    assert picture is not None
    assert phone.ask("GET", picture[1])[1]["content-type"] == "image/jpeg"
    assert stranger.ask("GET", picture[1])[0] == 403


def test_no_other_address_takes_as_much(served: Lent) -> None:
    phone = Camera(served)
    body = multipart(b"x" * 200_000)
    for path in ("/box/of/mine/mafia_cards", "/box/wish", f"{AT}/mafia_card_1/turn", "/box/of/mine"):
        assert phone.ask("POST", path, body, content_type=MULTIPART)[0] in (404, 413, 415)
    assert phone.photo(AT, b"x" * UPLOADS.longest)[0] == 413


@pytest.mark.parametrize(
    "path",
    [
        "/box/of/other/mafia_cards/photos", "/box/of/mine/nothing/photos", f"{AT}/nobody", "/box/of/mine/items/photos",
        f"{AT}/..%2f..%2fpack", f"{AT}/mafia_card_1%00",
    ],
)  # fmt: skip
def test_what_is_no_card_of_the_box_is_refused(owner: Owner, served: Lent, path: str) -> None:
    before = sorted(owner.path.rglob("*"))
    assert Camera(served).photo(path, shot())[0] in (404, 409, 415)
    assert sorted(owner.path.rglob("*")) == before


def test_the_wrong_kind_of_form_is_refused(owner: Owner, served: Lent) -> None:
    phone = Camera(served)
    for kind in ("multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=other"):
        status, _, page = phone.ask("POST", AT, multipart(shot()), content_type=kind)
        assert status == 400
        assert b"There is no photo in what the phone has sent" in page
    assert phone.ask("POST", AT, shot(), content_type="image/jpeg")[0] == 415
    assert not pictures_of(owner.path)


def test_a_full_disk_is_said_and_changes_nothing(owner: Owner, served: Lent, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.web.box.photos.keep_picture", full)
    status, _, page = Camera(served).photo(AT, shot())
    assert status == 409
    assert "The photo cannot be kept: the disk is full." in page
    assert not pictures_of(owner.path)


def test_what_is_sent_at_random_finds_no_way_in(owner: Owner, served: Lent) -> None:
    phone, luck, good = Camera(served), Random("fuzz"), multipart(shot())
    for n in range(25):
        body = bytearray(good[: luck.randrange(len(good))] if n % 2 else good)
        for _ in range(luck.randrange(200)):
            if body:
                body[luck.randrange(len(body))] = luck.randrange(256)
        status, _, page = phone.ask("POST", AT, bytes(body), content_type=MULTIPART)
        assert status in (303, 400)
        assert b"Traceback" not in page
    for file in pictures_of(owner.path).values():
        Image.open(file).load()


def test_a_program_that_reads_stands_ready_and_ends_with_the_server(owner: Owner, other_program: None) -> None:
    with lending(opened(owner)) as lent:
        phone, reader = Camera(lent), lent.server.box._photos._reader
        assert reader._ready is None, "nobody photographs yet"
        assert phone.photo(AT, shot())[0] == 303
        end = time.monotonic() + 30
        while (program := reader._ready) is None and time.monotonic() < end:
            time.sleep(0.05)
        assert program.poll() is None, "the next one stands ready"
        program.kill()
        program.wait()
        assert phone.photo(AT, shot(1))[0] == 303, "another one is started"
    assert reader._ready is None
    assert program.poll() is not None


def test_what_breaks_the_program_that_reads_breaks_nothing_else(
    owner: Owner, served: Lent, other_program: None
) -> None:
    phone = Camera(served)
    assert phone.photo(AT, BAD["bomb"][0])[0] == 400
    assert phone.photo(AT, shot())[0] == 303
    assert of(owner.path, "mafia_card_1").format == "JPEG"


def test_a_machine_that_can_start_no_program_says_so(
    owner: Owner, served: Lent, monkeypatch: pytest.MonkeyPatch, other_program: None
) -> None:
    monkeypatch.setattr("companion.packs.photos.reading.sys.executable", "/nowhere/python")
    status, _, page = Camera(served).photo(AT, shot())
    assert status == 400
    assert "This photo could not be read just now." in page


def test_a_photo_that_takes_too_long_is_given_up(
    owner: Owner, served: Lent, monkeypatch: pytest.MonkeyPatch, other_program: None
) -> None:
    monkeypatch.setattr("companion.packs.photos.reading.SECONDS", 0.001)
    phone = Camera(served)
    assert phone.photo(AT, shot())[0] == 400
    monkeypatch.undo()
    assert phone.photo(AT, shot())[0] == 303
