"""Cards to cut out: every card of every deck stands in the PDF, with what it does, in the language that is asked."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs
from pypdf import PdfReader

from companion.cli import companion
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.language import Language
from companion.packs import load_pack
from companion.packs.printing.cards import PrintedCard, cards
from companion.packs.printing.pdf import ACROSS, DOWN, card_sheets

GAMES = ["newyork", "escape", "crash", "krysis"]
both = pytest.mark.parametrize("language", ["en", "es"])


def cards_of(name: str) -> tuple[Any, list[PrintedCard]]:
    game = load_game(name)
    box = load_pack(game).pack
    return box, cards(game, box)


def read(pdf: bytes) -> list[str]:
    """The words of each sheet, without the breaks between lines."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def squeezed(text: str) -> str:
    """A text without any blanks: where a line was broken does not matter."""
    return "".join(text.split())


@both
@pytest.mark.parametrize("name", GAMES)
def test_every_card_stands_in_it_with_what_it_does(name: str, language: str) -> None:
    _, found = cards_of(name)
    say = Language(language).say
    sheets = read(card_sheets(found, "A box", say))
    assert len(sheets) == -(-len(found) // (ACROSS * DOWN))
    for number, card in enumerate(found):
        sheet = squeezed(sheets[number // (ACROSS * DOWN)])
        for words in (card.deck, card.text, *card.lines):
            assert squeezed(say(words)) in sheet
        assert squeezed(say(card.name))[1:] in sheet


@pytest.mark.parametrize("name", GAMES)
def test_nothing_on_a_card_is_the_name_of_a_field(name: str) -> None:
    _, found = cards_of(name)
    for card in found:
        for words in (card.deck, card.name, *card.lines):
            assert "_" not in plain(words)


def test_each_deck_is_there_as_often_as_in_the_box() -> None:
    box, found = cards_of("krysis")
    decks = Counter(plain(card.deck) for card in found)
    assert decks["Relics"] == len(box.relics)
    assert decks["Missions"] == len(box.missions)
    assert decks["The Lamplighters: Fighters"] == len(box.agents["lamplighters"].fighters)
    assert sum(decks.values()) == len(found)


def test_a_card_without_a_text_says_what_it_does() -> None:
    box, found = cards_of("crash")
    bare = structs.replace(box, upgrades=[structs.replace(box.upgrades[0], text="")])
    (card,) = cards(load_game("crash"), bare)
    does = "The rotation die is turned over"
    assert does in [plain(line) for line in card.lines]
    assert does not in [plain(line) for line in found[0].lines]


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_it_fits_the_paper(paper: Any, size: tuple[int, int]) -> None:
    _, found = cards_of("crash")
    box = PdfReader(io.BytesIO(card_sheets(found, "A box", plain, paper))).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


def test_a_text_that_is_too_long_ends_in_three_dots() -> None:
    long = PrintedCard("Deck", "Name", "word " * 2000)
    (sheet,) = read(card_sheets([long], "A box", plain))
    assert "…" in sheet


def test_letters_that_cannot_be_printed_are_a_question_mark() -> None:
    (sheet,) = read(card_sheets([PrintedCard("Deck", "Zażółć", "☃ snow, mañana")], "A box", plain))
    assert "Za" in sheet
    assert "? snow, mañana" in sheet


@both
def test_the_command_writes_it(tmp_path: Path, language: str) -> None:
    file = tmp_path / "cards.pdf"
    result = CliRunner().invoke(companion, ["pack", "print", "fenderbend", str(file), "--language", language])
    assert (result.exit_code, "23 cards are in" in result.stdout) == (0, True)
    assert {"en": "Upgrades", "es": "Mejoras"}[language] in read(file.read_bytes())[0]


def test_what_cannot_be_printed_is_said_in_one_line(tmp_path: Path) -> None:
    for pack, file, sentence in (
        ("nowhere", tmp_path / "a.pdf", "there is no folder or file of this name"),
        ("fenderbend", tmp_path / "no" / "folder.pdf", "cannot be written"),
    ):
        result = CliRunner().invoke(companion, ["pack", "print", pack, str(file)])
        assert result.exit_code == 2
        assert sentence in " ".join(result.stderr.split())
        assert not file.exists()
