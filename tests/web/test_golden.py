"""Pages stand as their golden texts say, and what a text does not tell looks as its golden picture.

Each page is loaded once in each language: the same page is then also looked at on the smallest phone, or with the
browser's letters at 200 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from PIL import Image

from tests import daily
from tests.ui.similarity import difference
from tests.wall.states import WALL
from tests.web.chromium import Browser, Tab
from tests.web.golden import RENEW, Line, Texts, alike, lines_of
from tests.web.page_states import GALLERIES
from tests.web.tables import key_of, serving, session_of

ALL = {**GALLERIES, "wall": WALL}

ALL_OPEN = "for (const one of document.querySelectorAll('details')) one.open = true;"
FAULTS = (
    "(() => {"
    + ALL_OPEN
    + r"""
  const found = document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (texts.nextNode()) {
    const box = texts.currentNode.parentElement;
    if (!box.checkVisibility() || box.closest('svg, textarea, option, noscript, .unseen, .address')) continue;
    for (const word of texts.currentNode.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter((one) => one.width);
      if (new Set(lines.map((one) => Math.round(one.top / 4))).size > 1) found.push('broken: ' + word[0]);
      if (lines.some((one) => one.right > innerWidth + 1 || one.left < -1)) found.push('outside: ' + word[0]);
    }
  }
  for (const one of document.querySelectorAll('button, h1, h2, .words, .box, .press')) {
    const boxed = one.checkVisibility() && getComputedStyle(one).display !== 'inline' && one.clientWidth > 1;
    if (boxed && one.scrollWidth > one.clientWidth + 1) found.push('cut: ' + one.innerText);
  }
  return [...new Set(found)];
})()"""
)
"""What is wrong with the page at its size: what is cut, and words that do not stand on one line."""
SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
TIGHT = ((320, 16), (390, 32), (1280, 32))
"""Widths and letters in which a page may be too narrow, in pixels: the smallest phone, and letters of 200 %."""


def cut_off(turn: Iterator[int], tab: Tab) -> Iterator[str]:
    """Words that are broken or cut where it is tight: daily in one of the ways by turns."""
    for width, letters in TIGHT if daily.everything else (TIGHT[next(turn) % len(TIGHT)],):
        tab.size(width, 800, mobile=width < 1000)
        tab.letters(letters)
        assert tab.run(SIZE) >= letters
        yield from (f"{width} pixels, letters of {letters}: {fault}" for fault in tab.run(FAULTS))
    tab.letters(16)


@pytest.mark.parametrize("name", ALL)
def test_every_page_stands_as_its_golden_text_says_and_nothing_is_cut(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    texts, pictures, cut = ALL[name].look(browser, partial(cut_off, count()) if name in GALLERIES else lambda _: ())
    assert not cut, "\n".join(cut)
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
