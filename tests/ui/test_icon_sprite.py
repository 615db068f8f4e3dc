"""The icons and colours of pages are those of the touchscreen, as they are now."""

from __future__ import annotations

import json
import re

import pytest

from companion.web.icons import STATIC, icon
from companion.web.pages import THEMES
from ui.look import theme
from ui.look.icon_sprite import files, names, roles

WRITTEN = files()


@pytest.mark.parametrize("file", sorted(WRITTEN))
def test_what_pages_have_is_current(file: str) -> None:
    """If not: python -m ui.look.icon_sprite"""
    assert (STATIC / file).read_text(encoding="utf-8") == WRITTEN[file]


def test_every_icon_has_its_symbol() -> None:
    listed = json.loads(WRITTEN["icons.json"])
    symbols = re.findall('<symbol id="(i[0-9]+)"', WRITTEN["icons.svg"])
    assert [one[0] for one in listed.values()] == symbols
    assert len(symbols) == len(set(symbols)) == len(names())


def test_colours_of_symbols_are_variables_of_every_theme() -> None:
    used = set(re.findall(r"var\(--([a-z0-9-]+)", WRITTEN["icons.svg"] + (STATIC / "page.css").read_text()))
    assert used - {"tint"} <= set(roles())
    for name in roles():
        assert WRITTEN["themes.css"].count(f"--{name}:") == len(THEMES) * 2
    assert theme.THEMES == THEMES


@pytest.mark.parametrize(
    ("name", "letter"),
    [("seat:2:7", "7"), ("seat:8:b", "B"), ("turn:1:x", "X"), ("officer:pink", "P"), ("zebra:x", "X")],
)
def test_letters_are_written_on_icons_that_take_any(name: str, letter: str) -> None:
    assert f">{letter}</text>" in icon(name)


@pytest.mark.parametrize("name", ["crystal:red", "face:PHYS", "door:3", "patrol:2", "table", "→", "seat:0:", "deck:x"])
def test_what_is_drawn_is_shown_without_a_letter_of_its_own(name: str) -> None:
    assert "<use " in icon(name)
    assert "<text" not in icon(name)
