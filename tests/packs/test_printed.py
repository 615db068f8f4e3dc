"""What is printed on a card is read from its photo with the real tesseract, and proposed; nothing that happens there
reaches the table."""

from __future__ import annotations

import io
import os
import shutil
import stat
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from companion.core.phrases import proposed
from companion.games.newyork.content import PoliceCard
from companion.games.registry import load_game
from companion.packs.editing.proposals import propose
from companion.packs.editing.row_editor import RowEditor
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from companion.packs.photos import background, printed
from companion.packs.photos.background import PrintedCards
from companion.packs.photos.outlines import straightened
from companion.packs.photos.printed import PrintedLine, PrintedText, laid_out, read_card, tidied
from companion.packs.photos.reading import PrintReader
from tests.daily import mixed
from tests.packs.printed_cards import FACES, INK, drawn, photographed

SHEETS = load_game("newyork").rules.sheets
assert SHEETS is not None
PACKAGES = "sudo apt-get install tesseract-ocr tesseract-ocr-spa fonts-dejavu-core"
CARDS = {
    "en": ("Rain on the Roofs", "Nobody sees far tonight. Alert +2. Put 1 mafia on a random location."),
    "es": ("Lluvia en los tejados", "Esta noche no se ve nada. Alerta +2. Coloca 1 mafia en una ubicación aleatoria."),
}
EFFECTS = [{"op": "alert", "n": 2}, {"op": "place_mafia", "n": 1, "at": "random"}]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background.platformdirs, "user_cache_dir", lambda _name: str(tmp_path / "cache"))


def test_tesseract_is_there_in_both_languages() -> None:
    assert printed.languages() == {"en", "es"}, f"These tests need it: {PACKAGES}"


@pytest.mark.by_turns
@pytest.mark.parametrize(("face", "language"), mixed(list(FACES), list(CARDS)))
def test_a_photographed_card_is_read_in_three_type_faces(face: str, language: str) -> None:
    title, text = CARDS[language]
    card = straightened(photographed(drawn(title, text, face, Random(5)), Random(7)))
    assert card is not None
    found = read_card(card, [language])
    assert found.title == title
    assert proposed(found.text, SHEETS.printed, SHEETS.phrases) == EFFECTS


@pytest.mark.by_turns
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_card_is_read_whichever_way_up_it_lies(turn: int) -> None:
    title, text = CARDS["en"]
    card = drawn(title, text, "Inter", Random(4)).convert("RGB").rotate(turn, expand=True)
    assert read_card(card, ["en"]).title == title


def test_of_a_picture_without_words_nothing_is_proposed() -> None:
    assert not read_card(Image.effect_noise((700, 1000), 60).convert("RGB"), ["en"])
    assert not read_card(Image.new("RGB", (700, 1000), "white"), ["en"])


def test_a_title_of_two_lines_is_one_and_a_text_alone_has_none() -> None:
    lines = [PrintedLine("The Long Way Round", 10, 40, 95), PrintedLine("the Harbour", 60, 40, 95)]
    text = [PrintedLine("Walk one step less in your", 140, 28, 95), PrintedLine("next turn.", 176, 28, 95)]
    assert laid_out(lines + text) == PrintedText(
        "The Long Way Round the Harbour", "Walk one step less in your next turn."
    )
    assert laid_out(text * 3).title == ""
    assert laid_out([]) == PrintedText()


@pytest.mark.parametrize("title", [["Night Patrol"], ["The Night of the", "Long Knives"]])
def test_a_title_may_be_longer_than_the_text(title: list[str]) -> None:
    lines = [PrintedLine(line, 85 + 90 * n, 79.5, 97) for n, line in enumerate(title)]
    text = PrintedLine("Alert +2", 689, 56.2, 96)
    assert laid_out([*lines, text]) == PrintedText(" ".join(title), "Alert +2")


def test_what_may_be_a_part_of_the_picture_is_left_out() -> None:
    lines = [PrintedLine("Informer", 84, 80.8, 96), PrintedLine("ey", 276, 78.1, 50)]
    text = [PrintedLine("Draw an", 688, 56.2, 97), PrintedLine("info", 745, 56.2, 60), PrintedLine("+2", 800, 56.2, 96)]
    assert laid_out(lines + text) == PrintedText("Informer", "Draw an info +2")


def test_words_that_are_divided_between_lines_are_whole() -> None:
    assert tidied(["The sub-", "way stands still ,", "“so they say”"]) == 'The subway stands still, "so they say"'


# What is proposed.

IN_OTHER_GAMES = {
    "escape": {
        "Heal 1 wound. Then lose 1 notoriety, but never below 0.": ["wounds -1", "notoriety -1"],
        "Cura una herida. Después pierde 1 de notoriedad, sin bajar nunca de 0.": ["wounds -1", "notoriety -1"],
        "Take $6k. Gain 2 notoriety and draw 1 contact.": ["cash +6", "notoriety +2", "draw 1 contact"],
        "Toma $6k. Paga $2k.": ["cash +6", "pay $2k"],
        "Retira 1 policía.": ["remove 1 officer"],
        "Choose a rival. That player gains 1 notoriety.": [],
        "Everybody with 3 or more notoriety takes 1 wound.": [],
        "In the income phase, pay $2k.": [],
        "Recibe 1 herida si estás en el hospital.": [],
    },
    "crash": {
        "At the start of your turn, move 1 square in any direction.": ["move 1 square"],
        "Al final de tu turno, paga 1 potenciador para mover 2 casillas en cualquier dirección.":
            ["pay 1 booster", "move 2 squares"],
        "At the end of your turn, pay 1 energy to push a saucer next to you 4 squares.":
            ["pay 1 energy", "push 4 squares"],
        "Toma una energía.": ["gain 1 energy"],
        "When you crash, take 1 energy.": [],
        "Another player gives you 1 energy.": [],
        "On 9 or more take 1 energy.": [],
    },
    "krysis": {
        "Take 1 red crystal from the bank.": ["gain 1 red"],
        "Toma 2 cristales blancos. Gana 2 puntos de victoria.": ["gain 2 white", "VP +2"],
        "Draw 3 relics, keep 1.": ["draw 3 relics, keep 1"],
        "Roba 3 reliquias, quédate 1.": ["draw 3 relics, keep 1"],
        "Take 1 white crystal from each other camp.": [],
        "Combat +2.": [],
    },
}  # fmt: skip
"""Sentences of printed cards, and what they plainly say. The number for a fight on a relic is no effect."""


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in IN_OTHER_GAMES.items() for text in texts])
def test_the_words_of_the_other_games_are_proposed_where_they_are_plain(game: str, text: str) -> None:
    sheets = load_game(game).rules.sheets
    assert sheets is not None
    assert proposed(text, sheets.printed, sheets.phrases) == [
        sheets.phrases.read(phrase) for phrase in IN_OTHER_GAMES[game][text]
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_proposed_of_a_bundled_upgrade_is_what_it_does(language: str) -> None:
    sheets, content = load_game("crash").rules.sheets, read_content(BUNDLED / "fenderbend")
    assert sheets is not None
    found = 0
    for upgrade in content.data["upgrades"]:
        text = upgrade["text"] if isinstance(upgrade["text"], str) else upgrade["text"][language]
        effects = proposed(text, sheets.printed, sheets.phrases)
        assert [one for one in effects if one not in (upgrade["effects"] or [])] == [], text
        found += len(effects)
    assert found >= 4


@pytest.mark.parametrize(
    "text",
    [
        "If the alert is at 12, raise the alert by 2.",
        "Each of you may raise the alert by 1.",
        "Choose: take 1 wound, or raise the alert by 2.",
        "Roll a grey die: on red, put 1 mafia on a random location.",
        "Quien se ría sube la alerta 1 paso.",
        "Podéis impedirlo ahora subiendo la alerta 2 pasos.",
        "Si no, subid la alerta 2 pasos al final de la ronda.",
    ],
)
def test_nothing_is_proposed_from_a_sentence_that_says_more(text: str) -> None:
    assert proposed(text, SHEETS.printed, SHEETS.phrases) == []


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("Raise the alert by two.", [{"op": "alert", "n": 2}]),
        ("Put 1 mafia ona random location.", EFFECTS[1:]),
        ("ALERT + 1", [{"op": "alert", "n": 1}]),
        ("Lower the alert by 1.", [{"op": "alert", "n": -1}]),
        ("Sube la alerta 1 paso.", [{"op": "alert", "n": 1}]),
        ("La alerta baja en dos pasos.", [{"op": "alert", "n": -2}]),
        ("Everybody heals one wound.", [{"op": "heal", "n": 1, "who": "all"}]),
        ("Todos se curan 1 herida.", [{"op": "heal", "n": 1, "who": "all"}]),
        ("Remove all mafia from a random location.", [{"op": "remove_mafia", "n": "all", "at": "random"}]),
        (
            "Coloca 2 fichas de información azules en una ubicación aleatoria.",
            [{"op": "place_info", "n": 2, "colour": "blue", "at": "random"}],
        ),
        ("They sing. Story +1. They go.", [{"op": "story", "n": 1}]),
    ],
)
def test_the_words_of_rulebooks_are_proposed_as_effects(text: str, effects: list[dict[str, Any]]) -> None:
    assert proposed(text, SHEETS.printed, SHEETS.phrases) == effects


def test_each_part_is_taken_or_all_and_nothing_that_stands_there_is_replaced() -> None:
    proposal = propose(PrintedText(*CARDS["en"]), SHEETS, "es")
    assert proposal.written == ["alerta +2", "colocar 1 ficha de mafia en un lugar al azar"]
    editor = RowEditor(PoliceCard)
    assert set(proposal.open_in(editor)) == {"title", "text", "effects"}
    proposal.take(editor, "title")
    assert editor.form.row["event"]["title"] == CARDS["en"][0]
    assert not editor.form.value(("event", "effects"))
    editor.form.put(("event", "text"), "Our own words.")
    proposal.take(editor)
    assert editor.form.row["event"]["text"] == "Our own words."
    assert editor.form.row["event"]["effects"] == EFFECTS
    assert proposal.open_in(editor) == {}


# In the background.


def picture(folder: Path, card: Image.Image) -> Path:
    file = folder / "pictures" / "police_card_1.jpg"
    file.parent.mkdir(parents=True, exist_ok=True)
    card.convert("RGB").save(file)
    return file


def awaited(cards: PrintedCards, file: Path, seconds: float = 60) -> PrintedText | None:
    end = time.monotonic() + seconds
    while cards.of(file, ["en"]) is None and not cards.failed(file, ["en"]):
        assert time.monotonic() < end
        time.sleep(0.02)
    return cards.of(file, ["en"])


def test_a_card_is_read_once_in_the_background_and_remembered(tmp_path: Path) -> None:
    file = picture(tmp_path, drawn(*CARDS["en"], "Inter", Random(5)))
    heard: list[int] = []
    cards = PrintedCards(lambda: heard.append(1))
    assert cards.of(file, ["en"]) is None, "nobody waits for it"
    found = awaited(cards, file)
    assert found is not None
    assert found.title == CARDS["en"][0]
    end = time.monotonic() + 60
    while not heard and time.monotonic() < end:
        time.sleep(0.02)
    assert heard == [1]
    cards.close()
    again = PrintedCards(reader=BrokenReader())
    assert again.of(file, ["en"]) == found


class BrokenReader(PrintReader):
    def read(self, picture: bytes, languages: Any) -> PrintedText | None:
        raise AssertionError("it is remembered")


def fake(folder: Path, script: str) -> None:
    """A program called tesseract that does something else."""
    folder.mkdir()
    program = folder / "tesseract"
    program.write_text(f'#!/bin/sh\n[ "$1" = --list-langs ] && {{ echo eng; echo spa; exit; }}\n{script}\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


@pytest.mark.by_turns
@pytest.mark.parametrize("script", ["kill -9 $PPID", "sleep 60", "kill -9 $$", "head -c 100000 /dev/urandom"])
def test_what_kills_or_hangs_the_reading_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    fake(tmp_path / "bin", script)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(PrintReader, "WITHIN", 4)
    cards = PrintedCards()
    file = picture(tmp_path, drawn(*CARDS["en"], "Inter", Random(5)))
    began = time.monotonic()
    assert not awaited(cards, file)
    assert time.monotonic() - began < 30
    cards.close()


def test_without_tesseract_nothing_is_read_and_the_line_that_installs_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("tesseract") is None
    assert printed.languages() == frozenset()
    assert not printed.can_read()
    said = printed.not_readable()
    assert said is not None
    assert "apt-get install tesseract-ocr tesseract-ocr-spa" in str(said.args["line"])
    file = picture(tmp_path, drawn(*CARDS["en"], "Inter", Random(5)))
    cards = PrintedCards(reader=BrokenReader())
    assert cards.of(file, ["en"]) is None
    assert not cards.busy


def test_the_program_reads_a_picture_by_itself() -> None:
    data = io.BytesIO()
    drawn(*CARDS["es"], "DejaVu Serif", Random(5)).convert("RGB").save(data, "JPEG")
    reader = PrintReader()
    assert reader.read(data.getvalue(), ["es"]) == PrintedText(*CARDS["es"])
    assert reader.read(b"no picture", ["es"]) is None
    reader.close()


def test_the_names_of_squares_are_read_on_the_photo_of_a_board() -> None:
    squares = read_content(BUNDLED / "manhattan_nights")
    names = [str(plain_in_english(one["name"])) for one in squares.data["board"]["squares"]]
    places = dict(zip(names, (squares.places or {}).values(), strict=True))
    board = Image.new("RGB", (1800, 1200), (222, 214, 190))
    draw, font = ImageDraw.Draw(board), ImageFont.truetype(str(FACES["Inter"][0]), 30)
    for name, (x, y) in places.items():
        draw.rounded_rectangle((x * 1800 - 130, y * 1200 - 75, x * 1800 + 130, y * 1200 + 75), 20, (250, 248, 240), INK)
        for n, word in enumerate(name.split()):
            draw.text((x * 1800, y * 1200 - 20 + 40 * n), word, INK, font, "mm")
    found = printed.names_on_board(printed.read_board(board, ["en"]).words, places)
    wrong = [name for name in names if found.get(name) != name]
    assert len(wrong) <= len(names) / 10, wrong


def plain_in_english(text: Any) -> str:
    return str(text["en"] if isinstance(text, dict) else text)


def test_a_word_belongs_to_the_nearest_square_and_to_none_that_is_far() -> None:
    squares = {"a": (0.2, 0.2), "b": (0.4, 0.2)}
    words = [("Port", 0.22, 0.24), ("Old", 0.2, 0.2), ("Mill", 0.38, 0.18), ("Rules", 0.8, 0.8)]
    found = printed.names_on_board([printed.PrintedWord(*one) for one in words], squares)
    assert found == {"a": "Old Port", "b": "Mill"}
