"""A card is told by touch: places on the board, words on the keyboard, effects from the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.instructions import ident
from companion.games.krysis.content import Agent
from companion.games.newyork.content import MafiaCard, PoliceCard
from companion.games.registry import load_game
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.words import BoxWords
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands
from tests.ui.test_screens import SIZES
from ui.model.box_editor import RecordEdit


class Result:
    """What has been told, and whether somebody left."""

    def __init__(self) -> None:
        self.row: dict[str, Any] | None = None
        self.left = False

    def take(self, row: dict[str, Any]) -> None:
        self.row = row

    def leave(self) -> None:
        self.left = True


def open_editor(hands: Hands, game: str, kind: Any, row: Mapping[str, Any] | None = None) -> Result:
    session, result = sit_down(hands, game), Result()
    presenter = load_game(game).presenter
    squares = {ident(spot.id): spot.name for spot in session.scene.board.spots} if session.scene.board else {}
    besides = {"random": presenter.box.get("=random", ""), "event": presenter.box.get("=event", "")}

    def names(sort: str) -> Mapping[str, Any]:
        return {} if not squares else squares | (besides if sort != "square" else {})

    editor = RowEditor(kind, row)
    edit = RecordEdit(
        editor,
        BoxWords(presenter.box, presenter.box_icons),
        "A card",
        names,
        result.take,
        result.leave,
        session.scene.board,
    )
    hands.root.screen("row").open(edit)
    hands.app.go("row")
    hands.look(3)
    return result


def tap_row(hands: Hands, words: str) -> None:
    view = next(view for view in hands.screen.rows.views if view.shown and view.row and view.row.text == words)
    hands.touch(*view.center)


def type_(hands: Hands, text: str) -> None:
    for letter in text:
        key = next(key for key in hands.screen.keyboard.keys if key.shown and key.text == letter)
        hands.touch(*key.center)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_mafia_card_is_entered_with_four_taps(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    result = open_editor(hands, "newyork", MafiaCard)
    hands.tap_spot("square:harlem")
    hands.tap("Nothing there")
    hands.tap_spot("square:soho")
    hands.tap("That is it")
    assert result.row == {"id": "card_1", "mafia": "harlem", "info": None, "item": "soho"}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_police_card_with_its_title_and_an_effect(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    result = open_editor(hands, "newyork", PoliceCard)
    hands.tap_spot("square:soho")
    type_(hands, "Rat")
    hands.tap("Done")
    hands.tap("The alert changes")
    hands.tap("2")
    tap_row(hands, "At a random place")
    hands.tap("That is it")
    assert result.row is not None
    assert result.row["id"] == "rat"
    assert result.row["event"]["title"] == "Rat"
    assert result.row["event"]["effects"] == [{"op": "alert", "n": 2}]
    assert result.row["event"]["random_location"] is True


def test_accents_and_backspace(hands: Hands) -> None:
    result = open_editor(hands, "krysis", Agent)
    type_(hands, "A")
    type_(hands, "n")
    hands.tap("áü¿")
    type_(hands, "é")
    type_(hands, "x")
    hands.tap("Delete")
    hands.tap("space")
    type_(hands, "ñ")
    assert hands.screen.text.text == "Ané ñ"
    hands.tap("Done")
    hands.tap("Fighter")
    assert not result.left


def test_amounts_and_a_speed_by_crystals_are_entered(hands: Hands) -> None:
    result = open_editor(hands, "krysis", Agent)
    type_(hands, "A")
    hands.tap("Done")
    hands.tap("Fighter")
    hands.tap("2")
    hands.tap("So much for each crystal")
    hands.tap("red")
    hands.tap("3")
    hands.tap("1")
    tap_row(hands, "Slots")
    hands.touch(*hands.screen.amounts.rows[1].more.center)
    hands.tap("Done")
    hands.tap("That is it")
    assert result.row is not None
    assert result.row["speed"] == {"per": "red", "times": 3}
    assert sum(result.row["slots"].values()) == 1


def test_changes_of_a_known_card_can_be_undone_and_discarded(hands: Hands) -> None:
    row = {"id": "m1", "mafia": "harlem", "info": None, "item": None}
    result = open_editor(hands, "newyork", MafiaCard, row)
    assert not hands.screen.undo.shown
    tap_row(hands, "Info on")
    hands.tap_spot("square:soho")
    assert hands.screen.editor.form.row["info"] == "soho"
    hands.tap("Undo")
    assert hands.screen.editor.form.row == row
    hands.tap("Back")
    assert result.left
    assert result.row is None


def test_an_effect_can_be_removed(hands: Hands) -> None:
    event = {"title": "x", "text": "", "random_location": False, "effects": [{"op": "add_car"}]}
    result = open_editor(hands, "newyork", PoliceCard, {"id": "p", "square": "soho", "event": event})
    tap_row(hands, "What it does")
    tap_row(hands, "A police car joins the deck")
    hands.tap("Take it away")
    hands.tap("Done")
    hands.tap("That is it")
    assert result.row is not None
    assert result.row["event"]["effects"] == []
