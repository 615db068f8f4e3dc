"""What a card does is told as a sentence, by tapping its words: a choice, and a condition inside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.newyork.content import PoliceCard
from companion.games.newyork.sheets import SHEETS
from companion.games.registry import load_game
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.words import BoxWords
from tests.ui.hands import Hands
from tests.ui.test_row import tap_row
from tests.ui.test_screens import SIZES
from ui.base.language import say
from ui.model.box_editor import RecordEdit

CARD = {"id": "x", "square": "harlem", "event": {"title": "X", "text": "", "random_location": False, "effects": []}}
NAMES = {"harlem": "Harlem", **{name: load_game("newyork").presenter.box[f"={name}"] for name in ("here", "it")}}


def opened(hands: Hands, effects: list[dict[str, Any]]) -> RowEditor:
    """The page of what a police card does."""
    presenter = load_game("newyork").presenter
    editor = RowEditor(PoliceCard, {**CARD, "event": {**CARD["event"], "effects": effects}})  # type: ignore[dict-item]

    def names(sort: str) -> Mapping[str, Any]:
        return NAMES

    words = BoxWords(presenter.box, presenter.box_icons)
    edit = RecordEdit(editor, words, "A card", names, lambda row: None, lambda: None, None, sheets=SHEETS)
    hands.root.screen("row").open(edit)
    hands.app.go("row")
    hands.look(3)
    editor.open(("event", "effects"))
    hands.screen.refresh()
    hands.wait()
    return editor


def sentence(hands: Hands) -> str:
    return " ".join(word.text for word in hands.screen.sentence.words)


def tap_word(hands: Hands, words: str) -> None:
    hands.touch(*next(one for one in hands.screen.sentence.buttons if one.shown and one.text == words).center)
    hands.wait()


def choose(hands: Hands, words: str) -> None:
    for _ in range(9):
        found = [one for one in hands.screen.options.buttons if one.shown and one.text == words]
        if found:
            hands.touch(*found[0].center)
            hands.wait()
            return
        hands.touch(*next(one for one in hands.screen.options.buttons if one.shown and one.key is None).center)
        hands.wait()
    raise AssertionError(words)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("code", "said", "word"),
    [
        ("en", "for each car (wound the player whose turn it is)", "car"),
        ("es", "por cada coche (herir a quien tiene el turno)", "coche"),
    ],
)
def test_an_effect_stands_there_as_a_sentence_and_its_words_are_tapped(
    hands: Hands, size: tuple[int, int], code: str, said: str, word: str
) -> None:
    hands.resize(*size)
    hands.speak(code)
    editor = opened(hands, [{"op": "each", "of": "car", "do": [{"op": "wound", "who": "active"}]}])
    [row] = [view.row for view in hands.screen.rows.views if view.shown and view.row and view.row.text == said]
    tap_row(hands, row.text)
    hands.wait()
    assert sentence(hands) == said
    tap_word(hands, word)
    choose(hands, say(load_game("newyork").presenter.box["=station"]))
    assert editor.form.value(("event", "effects", 0, "of")) == "station"
    assert editor.path == ("event", "effects", 0)


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "place 2 mafia on this square"), ("es", "colocar 2 fichas de mafia en este lugar")],
)
def test_here_is_said_as_it_fits_into_the_sentence(hands: Hands, code: str, said: str) -> None:
    hands.speak(code)
    opened(hands, [{"op": "place_mafia", "at": "here", "n": 2}])
    assert said in [view.row.text for view in hands.screen.rows.views if view.shown and view.row]
    tap_row(hands, said)
    hands.wait()
    assert sentence(hands) == said


def test_a_condition_is_asked_for_what_it_counts_before_what_happens(hands: Hands) -> None:
    hands.resize(800, 480)
    editor = opened(hands, [])
    choose(hands, "If … then … else")
    assert hands.screen.title.text == "Of what"
    choose(hands, "police car on the board")
    assert hands.screen.title.text == "At least"
    choose(hands, "3")
    choose(hands, "The alert changes")
    choose(hands, "2")
    hands.tap("Done")
    hands.wait()
    assert sentence(hands) == "if car at least 3 then (alert +2)"
    assert editor.row()["event"]["effects"] == [
        {"op": "if", "of": "car", "least": 3, "then": [{"op": "alert", "n": 2}]}
    ]


def test_what_cannot_be_counted_is_a_question_to_the_table(hands: Hands) -> None:
    hands.resize(800, 480)
    editor = opened(hands, [])
    choose(hands, "If … then … else")
    hands.tap("Nothing there")
    assert hands.screen.title.text == "Question to the table"
    assert editor.path in editor.missing()


def test_effects_are_told_inside_one_another(hands: Hands) -> None:
    """Each list inside another says what it is in, and what was begun leads back to what it still needs."""
    hands.resize(800, 480)
    editor = opened(hands, [])
    choose(hands, "One of several")
    assert (hands.screen.over.text, hands.screen.title.text) == ("ONE OF SEVERAL", "Then this happens")
    choose(hands, "A die decides")
    choose(hands, "red")
    assert hands.screen.over.text == "ONE OF SEVERAL · A DIE DECIDES"
    choose(hands, "physical")
    hands.tap("Done")
    choose(hands, "The alert changes")
    choose(hands, "2")
    while hands.screen.title.text != "What can be chosen":
        hands.tap("Done")
    tap_row(hands, "Another one")
    assert (hands.screen.over.text, hands.screen.title.text) == ("ONE OF SEVERAL", "Then this happens")
    hands.tap("Done")
    assert editor.complete
    do = [{"op": "die", "die": "red", "on": [{"faces": ["PHYS"], "do": [{"op": "alert", "n": 2}]}]}]
    assert editor.row()["event"]["effects"] == [{"op": "choose", "options": [{"do": do}, {"do": []}]}]
