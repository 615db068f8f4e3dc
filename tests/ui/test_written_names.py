"""Which letters the screen can write, and what it does with the others: never a blank."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.ui import moments
from tests.ui.hands import Hands
from tests.ui.states import put, settle
from ui.base.language import say
from ui.look import text
from ui.look.text import FACES, FONTS, MISSING_GLYPH, UNSUPPORTED, renderable_names, resolve


@pytest.fixture
def no_other_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has no font of its own."""
    monkeypatch.setenv("PATH", "")
    for kept in (resolve, text._system_font, text.extents):
        kept.cache_clear()


@pytest.mark.parametrize("face", FACES)
def test_the_letters_of_our_fonts_are_those_that_are_said_to_be_in_them(face: str) -> None:
    there = TTFont(FONTS / FACES[face]).getBestCmap()
    said = {code for code in range(0x20, 0x10000) if UNSUPPORTED.search(chr(code)) is None}
    assert said == set(there)
    assert ord(MISSING_GLYPH) in there


@pytest.mark.parametrize("name", ["Мария", "Νίκος", "Łucja", "Nguyễn", "Ștefan", "Ґалина", "Zoë"])
def test_names_of_europe_and_vietnam_are_written_with_our_own_fonts(name: str) -> None:
    for face, file in FACES.items():
        assert resolve(name, face) == (str(FONTS / file), name)
        pixels = text.texture(name, 24, face).pixels
        assert len({pixels[n : n + 4] for n in range(0, len(pixels), 4)}) > 2, "it is no blank"


@pytest.mark.usefixtures("no_other_fonts")
@pytest.mark.parametrize(
    ("name", "drawn"), [("陳大文", "□□□"), ("Ana🙂", "Ana□"), ("אנה", "□□□"), ("Ni\u200cma", "Nima")]
)
def test_a_letter_that_no_font_has_is_a_box(name: str, drawn: str) -> None:
    assert resolve(name, "bold")[1] == drawn
    assert text.extents(name, 24, "bold") == text.extents(drawn, 24, "bold")


@pytest.mark.usefixtures("no_other_fonts")
def test_somebody_whose_name_cannot_be_written_is_called_by_the_seat(hands: Hands) -> None:
    session = put(hands, moments.busiest("thousand"))
    first, second = session.table.setup.seats[:2]
    session.table.name_people({first: "陳大文", second: "Мария"})
    assert renderable_names({first: "陳大文", second: "Мария"}) == {second: "Мария"}
    hands.app.refresh()
    settle()
    word, state = session.table.game.presenter.word, session.table.state
    assert [say(word(state, f"seat:{seat}")) for seat in (first, second)] == [first.title(), "Мария"]


@pytest.mark.skipif(shutil.which("fc-list") is None, reason="nobody knows of the fonts of this machine")
def test_other_letters_are_written_with_a_font_of_the_machine_that_has_them_all() -> None:
    text._system_font.cache_clear()
    resolve.cache_clear()
    font, drawn = resolve("אנה כהן: 5", "plain")
    if drawn.startswith(MISSING_GLYPH):
        pytest.skip("no font here has Hebrew")
    assert Path(font).exists()
    assert drawn == "ןהכ הנא: 5", "it is read from right to left"
