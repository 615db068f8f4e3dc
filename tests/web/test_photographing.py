"""Cards photographed in a real browser, at the size of a phone: one tap a card, with scripts and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.packs.pictures import pictures_of
from tests.owner import Owner
from tests.web.boxes import Lent, lending
from tests.web.cameras import Camera, opened, shot
from tests.web.chromium import Browser, Tab

AT = "/box/of/mine/mafia_cards"
WIDE, HIGH = 390, 840
WORDS = {
    "en": ("Photograph the cards", "Photograph the first card", "Photograph the next card", "Card {n}", "Turn it"),
    "es": ("Fotografiar las cartas", "Fotografiar la primera carta", "Fotografiar la siguiente carta", "Carta {n}",
           "Girar"),
}  # fmt: skip


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path / "mine", "mafia_cards")


def phone_at(browser: Browser, lent: Lent, language: str, path: str) -> Tab:
    """A phone that has been let in, at that page."""
    tab, address = browser.tab(), f"http://127.0.0.1:{lent.server.port}"
    tab.size(WIDE, HIGH, mobile=True)
    tab.speak(language)
    tab.know("box", Camera(lent, language).key, f"{address}/box")
    tab.go(f"{address}{path}")
    return tab


def assert_fits(tab: Tab) -> None:
    """Nothing reaches over the edge of the phone, and what is tapped is large enough for a finger."""
    assert tab.run("document.documentElement.scrollWidth") <= WIDE
    small = tab.run(
        "[...document.querySelectorAll('.press, button, a.line')].filter((one) => one.offsetHeight)"
        ".filter((one) => one.offsetHeight < 40).map((one) => one.innerText)"
    )
    assert small == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_one_card_after_the_other_without_reading(
    browser: Browser, owner: Owner, tmp_path: Path, language: str
) -> None:
    link, first, following, called, turn = WORDS[language]
    with lending(opened(owner)) as lent:
        tab = phone_at(browser, lent, language, AT)
        assert_fits(tab)
        tab.run(f"[...document.links].find((one) => one.innerText.includes({link!r})).click()")
        tab.until(f"document.body.innerText.includes({first!r})")
        assert_fits(tab)
        capture = tab.run("document.querySelector('input[type=file]').getAttribute('capture')")
        assert capture == "environment", "the camera at the back opens at once"
        for n in range(1, 4):
            file = tmp_path / f"{n}.jpg"
            file.write_bytes(shot(n))
            tab.choose(file)
            tab.until(f"document.querySelector('h1').innerText === {called.format(n=n)!r}")
            tab.until("document.querySelector('.shot').naturalWidth > 0")
            assert tab.run("document.querySelector('label.primary').innerText").strip() == following
            assert_fits(tab)
        wide, high = tab.run(
            "[document.querySelector('.shot').naturalWidth, document.querySelector('.shot').naturalHeight]"
        )
        tab.tap(turn)
        tab.until(f"document.querySelector('.shot')?.naturalWidth === {high}")
        assert tab.run("document.querySelector('.shot').naturalHeight") == wide
        assert not tab.errors
    assert sorted(pictures_of(owner.path)) == ["mafia_card_1", "mafia_card_2", "mafia_card_3"]


def test_without_scripts_it_is_sent_with_a_button(browser: Browser, owner: Owner, tmp_path: Path) -> None:
    with lending(opened(owner)) as lent:
        tab = phone_at(browser, lent, "en", AT)
        tab.call("Emulation.setScriptExecutionDisabled", value=True)
        tab.go(f"http://127.0.0.1:{lent.server.port}{AT}/photos")
        file = tmp_path / "one.jpg"
        file.write_bytes(shot(1))
        tab.choose(file)
        tab.tap("Send it")
        tab.until("document.querySelector('h1').innerText === 'Card 1'")
    assert list(pictures_of(owner.path)) == ["mafia_card_1"]


def test_what_is_no_photo_is_said_on_the_page_and_the_next_try_works(
    browser: Browser, owner: Owner, tmp_path: Path
) -> None:
    with lending(opened(owner)) as lent:
        tab = phone_at(browser, lent, "en", f"{AT}/photos")
        bad, good = tmp_path / "bad.jpg", tmp_path / "good.jpg"
        bad.write_bytes(b"no photo")
        good.write_bytes(shot(1))
        tab.choose(bad)
        tab.until("document.querySelector('.told')?.innerText.includes('no photo that can be read here')")
        tab.choose(good)
        tab.until("document.querySelector('h1').innerText === 'Card 1'")
    assert list(pictures_of(owner.path)) == ["mafia_card_1"]


UNREADABLE = {"en": "no photo that can be read here", "es": "no es una foto que se pueda leer"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_several_photos_are_taken_at_once_and_what_is_none_stops_nothing(
    browser: Browser, owner: Owner, tmp_path: Path, language: str
) -> None:
    with lending(opened(owner)) as lent:
        tab = phone_at(browser, lent, language, f"{AT}/photos")
        files = [tmp_path / f"{n}.jpg" for n in range(1, 5)]
        for n, file in enumerate(files):
            file.write_bytes(b"no photo" if n == 1 else shot(n))
        tab.choose(*files, which=1)
        tab.until("document.querySelectorAll('.photos img').length === 3")
        told = tab.run("[...document.querySelectorAll('.told')].map((one) => one.innerText)")
        assert [one.partition(":")[0] for one in told] == ["2.jpg"]
        assert UNREADABLE[language] in told[0]
        assert_fits(tab)
    assert sorted(pictures_of(owner.path)) == ["mafia_card_1", "mafia_card_2", "mafia_card_3"]
