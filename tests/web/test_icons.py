"""Icons and colours of pages: those of the touchscreen."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape

import pytest

from companion.scene.icons import NAMES
from companion.scene.palette import COLOURS, THEMES
from companion.web.html import STATIC, address, files, icon


def test_every_icon_is_a_symbol_without_letters() -> None:
    symbols = ET.fromstring(files()["icons.svg"].decode())
    assert {one.get("id") for one in symbols} == NAMES
    assert not [one for one in symbols.iter() if one.tag.endswith("text")]
    assert all(one.get("viewBox") == "0 0 100 100" for one in symbols)


def test_colours_of_pages_are_variables_of_every_theme() -> None:
    themes = files()["themes.css"].decode()
    texts = [files()["icons.svg"].decode(), *(file.read_text() for file in STATIC.glob("*.css"))]
    own = {name for text in texts for name in re.findall(r"--([a-z0-9-]+):", text)}
    used = {name for text in texts for name in re.findall(r"var\(--([a-z0-9-]+)", text)}
    assert used - own - {"tint"} <= COLOURS.keys()
    for name, codes in COLOURS.items():
        assert re.findall(rf"--{name}:(#\w+);", themes) == [*codes, *codes]
    assert re.findall(r'data-theme="(\w+)"', themes) == list(THEMES)


@pytest.mark.parametrize(
    ("name", "letter"),
    [("seat:2:7", "7"), ("seat:8:b", "B"), ("turn:1:x", "X"), ("officer:pink", "P"), ("zebra:x", "X"), ("card:<", "<")],
)
def test_letters_are_written_on_icons(name: str, letter: str) -> None:
    (found,) = re.findall("<text [^>]*>(.*)</text>", icon(name))
    assert unescape(found) == letter
    ET.fromstring(icon(name))


@pytest.mark.parametrize("name", ["crystal:red", "face:PHYS", "door", "table", "→", "seat:0:", "deck"])
def test_what_is_drawn_has_no_letter_of_its_own(name: str) -> None:
    assert f'<use href="{address("icons.svg")}#' in icon(name)
    assert "<text" not in icon(name)


def test_an_icon_that_nobody_drew_is_a_grey_disc() -> None:
    assert 'class="icon letter"' in icon("zebra")
    assert 'class="icon far"' in icon("check", "far")
