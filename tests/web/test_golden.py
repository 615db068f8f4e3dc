"""Pages stand as their golden texts say, and what a text does not tell looks as its golden picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.ui.sameness import difference
from tests.wall.states import WALL
from tests.web.chromium import Browser, Tab
from tests.web.golden import RENEW, Line, Texts, alike, lines_of
from tests.web.page_states import GALLERIES
from tests.web.tables import key_of, serving, session_of

ALL = {**GALLERIES, "wall": WALL}


@pytest.mark.parametrize("name", ALL)
def test_every_page_stands_as_its_golden_text_says(browser: Browser, tmp_path: Path, name: str) -> None:
    texts, pictures = ALL[name].look(browser)
    faults = texts.changes()
    assert len(pictures) == len(ALL[name].pictures)
    for file, found in pictures.items():
        wanted = Image.open(file) if file.exists() else None
        apart = difference(wanted.convert("RGB"), found) if wanted else None
        if apart is None or not apart.same:
            found.save(tmp_path / f"{file.stem}.png")
            faults.append(f"{file.stem}: {apart}; {tmp_path / file.stem}.png")
    assert not faults, "\n".join([*faults, RENEW])


def test_there_are_few_golden_pictures_and_no_others() -> None:
    root = Path(__file__).parents[1]
    ours = {
        gallery.file.parent / f"{state.replace(' ', '-')}.jpg" for gallery in ALL.values() for state in gallery.pictures
    }
    assert {*(root / "web/golden").glob("*.jpg"), *(root / "wall/golden").glob("*.jpg")} == ours
    assert {*(root / "web/golden").glob("*.txt"), *(root / "wall/golden").glob("*.txt")} == {
        gallery.file for gallery in ALL.values()
    }
    assert len([*root.glob("*/golden/**/*.jpg")]) <= 40


CHANGES = {
    "a box three pixels to the right": (
        "document.querySelector('section.question, .question, section').style.marginLeft = '3px'",
        "",
    ),
    "another word": ("document.querySelector('h1').innerText = 'Rest'", "Rest"),
    "another icon": ("document.querySelector('use').setAttribute('href', '/static/icons.svg#star')", "star"),
    "an icon is gone": ("document.querySelector('svg').remove()", "icon"),
    "another colour": ("document.querySelector('h1').style.color = 'var(--lamp)'", "lamp"),
    "smaller letters": ("document.querySelector('h1').style.fontSize = '20px'", " 20 "),
    "a button is gone": ("document.querySelector('button').style.display = 'none'", "box"),
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Tab]:
    with serving(session_of("newyork", 2)) as served:
        tab = browser.tab()
        key, _ = served.do(lambda: key_of(served.service, table=True))
        address = f"http://127.0.0.1:{served.server.port}"
        tab.know("key", key, address)
        tab.size(390, 840)
        tab.go(address)
        yield tab


def test_what_a_person_would_see_changes_the_text(page: Tab) -> None:
    for change, (script, named) in CHANGES.items():
        page.go(page.run("location.href"))
        before = list(map(str, lines_of(page)))
        assert alike("\n".join(before), "\n".join(map(str, lines_of(page))))
        page.run(script)
        after = list(map(str, lines_of(page)))
        assert not alike("\n".join(before), "\n".join(after)), change
        assert any(named in line for line in {*before} ^ {*after}), change


def test_a_pixel_is_no_change_and_more_is() -> None:
    line = 'text 12,20 100×30 paper 24 700 "3 of 5"'
    assert alike(line, line.replace("100×", "101×"))
    assert not alike(line, line.replace("100×", "102×"))
    assert not alike(line, line.replace("3 of", "4 of"))
    assert not alike(line, f"{line}\n{line}")
    assert str(Line("icon", (1, 2, 3, 4), "star paper")) == "icon 1,2 3×4 star paper"


def test_texts_come_back_as_they_were_written(tmp_path: Path) -> None:
    texts = Texts(tmp_path / "page.txt")
    texts.found = {"one": 'box 1,2 3×4 stone\n# laptop\n1,2 3×4\n# es\n"Uno"', "other": "icon 1,2 3×4 star"}
    assert len(texts.changes()) == 2
    texts.keep()
    assert (texts.golden, texts.changes()) == (texts.found, [])
    del texts.found["one"]
    assert texts.changes() == ["one: there is no such state any more"]
