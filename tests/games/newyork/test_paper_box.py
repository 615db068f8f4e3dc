"""A box as a designer might print it ("Cold Harbor"): what its cards say can be said, read, and carried out."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.answers import Roll
from companion.games.newyork.sheets import PHRASES, SHEETS
from tests.games.newyork import paper
from tests.games.newyork.helpers import NewYorkTable

ALL = (
    [pytest.param(words, id=f"police {n}") for n, (_, words) in paper.POLICE.items()]
    + [
        pytest.param(card["effects"], id=f"{name} {index}")
        for name, cards in paper.STORIES.items()
        for index, card in enumerate(cards)
    ]
    + [pytest.param(words, id=name) for name, words in paper.INVENTED.items()]
)


def test_few_cards_are_left_to_the_people() -> None:
    """24 police cards and 8 story cards; without effects that hold others it was 15 of 24."""
    assert (len(paper.POLICE), len(paper.BY_HAND), len(paper.STORY_CARDS_BY_HAND)) == (24, 0, 1)


def test_only_what_is_left_to_the_people_is_a_note() -> None:
    noted = {n for n, (_, words) in paper.POLICE.items() if "note" in words}
    assert noted == set(paper.BY_HAND)


@pytest.mark.parametrize("words", ALL)
def test_what_a_card_does_is_read_in_both_languages(words: str) -> None:
    effects = PHRASES.read_list(words)
    spanish = SHEETS.spoken("es").phrases
    assert PHRASES.read_list(PHRASES.write_list(effects)) == effects
    assert spanish.read_list(spanish.write_list(effects)) == effects
    assert spanish.read_list(words) == effects
    assert "{" not in PHRASES.write_list(effects) + spanish.write_list(effects)


def test_a_sentence_names_the_squares() -> None:
    names = {square["id"]: square["name"] for square in paper.paper_box()["board"]["squares"]}
    said = SHEETS.sentence(PHRASES.read_list(paper.POLICE[2][1]), names)
    assert said == {
        "en": "Ivy Heights is closed to Lantern Park this round",
        "es": "cerrar Altos de la Hiedra hacia Parque de los Faroles esta ronda",
    }


@pytest.mark.parametrize("follow", ["full", "light"])
@pytest.mark.parametrize("words", ALL)
def test_every_card_can_be_carried_out_and_taken_back(words: str, follow: str) -> None:
    """Whatever is answered: the hands' table is the companion's (R-GEN-10), undo leads back, redo forward."""
    r = Random(words)
    for _ in range(2):
        starts = {f"start.{seat}": f"s{n}" for n, seat in enumerate(("father", "mother", "son"), 4)}
        game = NewYorkTable("father mother son", starts | {"nyc.follow": follow}, data=paper.paper_box())
        game.set_up([f"s{n}" for n in range(1, 7)]).playing("father")
        game.correct(
            {"fact": "mafia", "square": "s16", "value": 2},
            {"fact": "car", "at": "beside:police", "value": 0},
            {"fact": "car", "at": "square:s3", "value": 2},
            {"fact": "info", "at": "square:s20", "token": "red", "value": 2},
            {"fact": "hand", "seat": "mother", "item": "bike", "value": {"ready": 1, "used": 0}},
            {"fact": "token", "square": "s1", "token": "transmitter", "value": 1},
        )
        before, rev = game.table.hash(), game.table.rev
        game.effect(*PHRASES.read_list(words), rule="R-NYC-95")
        for _ in range(30):
            if game.table.over:
                break
            answer(game, r)
        done, answers = game.table.hash(), game.table.rev - rev - 1
        game.undo(answers)
        assert game.table.rev
        game.redo(answers)
        assert game.table.hash() == done
        game.undo(answers + 1)
        assert game.table.hash() == before


def answer(game: NewYorkTable, r: Random) -> None:
    """A random listed answer; a roll shows random faces."""
    answers = game.table.legal()
    if answers is None:
        rolled = {die: r.choice(sides) for die, sides in (game.table.faces() or {}).items()}
        game._did(game.table.answer(Roll(rolled)))
    else:
        game._did(game.table.answer(r.choice(list(answers))))


def test_two_of_three_items_are_in_the_box() -> None:
    """A die kept for the next turn and an item that is used once a round are more than the companion follows."""
    game = NewYorkTable("father", data=paper.paper_box())
    assert {name: (item.once, len(item.effects)) for name, item in game.table.state.world.own_items.items()} == {
        "badge": (True, 2),
        "walkie_talkie": (False, 1),
    }


def test_the_box_is_valid_and_both_stories_can_be_played() -> None:
    for story in paper.STORIES:
        game = NewYorkTable("father mother", {"story": story}, data=paper.paper_box())
        assert game.facts["scenario"] == story
