"""What is printed on a card is proposed on its page, and becomes the form of the card; many photos are sent at once."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.packs.photos import background
from companion.packs.pictures import pictures_of
from tests.owner import Owner
from tests.packs.printed_cards import drawn
from tests.web.boxes import Lent, lending
from tests.web.cameras import Camera, opened, shot
from tests.web.chromium import Browser
from tests.web.fields import Forms
from tests.web.test_photographing import AT as MAFIA
from tests.web.test_photographing import phone_at

AT = "/box/of/mine/police_cards"
TITLE, TEXT = "Rain on the Roofs", "Nobody sees far tonight. Alert +2."


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background.platformdirs, "user_cache_dir", lambda _name: str(tmp_path / "cache"))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Lent]:
    with lending(opened(Owner(tmp_path / "mine", "police_cards", known=1))) as served:
        yield served


def printed() -> bytes:
    data = io.BytesIO()
    drawn(TITLE, TEXT, "Inter", Random(5)).convert("RGB").save(data, "JPEG")
    return data.getvalue()


def test_a_photographed_card_is_told_from_what_is_read_on_it(served: Lent) -> None:
    phone = Camera(served)
    _, told, _ = phone.photo(f"{AT}/photos", printed())
    page, end = phone.page(told["location"]), time.monotonic() + 60
    while TITLE not in page:
        assert time.monotonic() < end
        time.sleep(0.2)
        page = phone.page(told["location"])
    assert TEXT in page
    assert "alert +2" in page
    action = next(one.action for one in Forms(page).all if "/told" in one.action)
    status, headers, _ = phone.ask("POST", action)
    assert status == 303
    page = phone.page(headers["location"])
    assert f'value="{TITLE}"' in page
    assert TEXT in page
    form = Forms(page).to(f"{AT}/new")
    squares = [row["id"] for row in served.box.rows(("board", "squares"))]
    phone.send(form.action, **{**form.fields, "f.square": squares[0], "do": "save"})
    row = served.box.rows(("police_cards",))[-1]
    assert (row["id"], row["event"]["title"]) == ("police_card_1", TITLE)
    assert row["event"]["effects"] == [{"op": "alert", "n": 2}]
    assert served.box.untold(("police_cards",)) == {}


def test_without_anything_to_read_the_card_is_told_as_before(served: Lent) -> None:
    phone = Camera(served)
    _, told, _ = phone.photo(f"{AT}/photos", shot(3))
    page = phone.page(told["location"])
    assert "Tell what it says" in page or "Take it, and look through it" in page
    status, _, _ = phone.ask("POST", f"{AT}/photos/police_card_9/told")
    assert status == 404


def test_several_photos_are_sent_one_after_the_other(browser: Browser, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards")
    with lending(opened(owner)) as lent:
        tab = phone_at(browser, lent, "en", f"{MAFIA}/photos")
        files = []
        for n in range(3):
            files.append(tmp_path / f"{n}.jpg")
            files[-1].write_bytes(shot(n) if n != 1 else b"no photo")
        tab.choose(*files, which=1)
        tab.until("document.body.innerText.includes('1.jpg')")
        assert sorted(pictures_of(owner.path)) == ["mafia_card_1", "mafia_card_2"]
        tab.choose(files[0], files[2], which=1)
        tab.until("document.body.innerText.includes('4 of')")
        assert len(pictures_of(owner.path)) == 4
