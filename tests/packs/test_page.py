"""The page on boxes says what the code says now: every entry, every column and every effect, each with an example."""

from __future__ import annotations

import pytest

from companion.core.texts import plain
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.sheets.columns import columns_of
from companion.packs.sheets.page import PAGE, entries_of, page


def test_the_page_is_the_one_that_is_made_from_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m companion.packs.sheets.page writes it anew"


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_every_heading_and_every_effect_stands_below_its_english_in_spanish(game: str) -> None:
    box = load_game(game).rules.sheets
    assert box is not None
    told = page()
    for english, spanish in zip(columns_of(box), columns_of(box.spoken("es")), strict=True):
        for one, other in zip(english.headings, spanish.headings, strict=True):
            assert f"| `{one}`{'' if one == other else f'<br>`{other}`'} |" in told
    say = Language("es").say
    for words in (*box.notes.values(), *(one for sheet in box.sheets for one in (sheet.about, *sheet.notes.values()))):
        assert f"{plain(words)}<br>{say(words)}" in told
    for one, other in zip(box.phrases.effects, box.spoken("es").phrases.effects, strict=True):
        assert f"`{one.example[:90]}" in told
        assert f"<br>`{other.example[:90]}" in told


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_every_entry_every_column_and_every_effect_is_on_it(game: str) -> None:
    box = load_game(game).rules.sheets
    assert box is not None
    told = page()
    for columns in columns_of(box):
        assert f"### `{columns.sheet.name}.csv`" in told
        headings = [step.heading for step, _ in columns.where if not isinstance(step, str)]
        headings += [column.heading for column in columns.fields]
        assert set(headings) <= columns.sheet.notes.keys()
        assert all(columns.sheet.notes.values())
        assert set(columns.sheet.key) <= columns.sheet.notes.keys()
    assert {path for path, _ in entries_of(box)} == box.notes.keys()
    for phrase in box.phrases.effects:
        assert f"`{phrase.example}`" in told


def test_the_same_heading_means_the_same_in_every_game() -> None:
    told: dict[str, set[str]] = {}
    for game in ("newyork", "escape", "crash", "krysis"):
        box = load_game(game).rules.sheets
        assert box is not None
        for columns in columns_of(box):
            for column in columns.fields:
                told.setdefault(column.heading, set()).add(plain(column.cell.about))
    assert "title" not in told
    for heading in ("name", "text", "effects", "subway", "hospital"):
        assert len(told[heading]) == 1, told[heading]
