"""Manhattan Nights, the pack that comes with the companion, is complete and good to play on."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.newyork.checks import read_pack
from companion.games.newyork.content import NewYorkPack, NoteEffect
from companion.packs import load_pack
from companion.scene.layout import distances
from tests.packs.changes import NewYork


@pytest.fixture
def game() -> NewYork:
    return NewYork()


@pytest.fixture
def pack(raw: dict[str, Any]) -> NewYorkPack:
    return read_pack(raw)


def texts(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a field that holds a text for people, with its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in {"name", "text", "title"}:
                yield f"{path}.{key}", part
            else:
                yield from texts(part, f"{path}.{key}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from texts(part, f"{path}[{index}]")


def test_everybody_has_four_dice(pack: NewYorkPack) -> None:
    assert [character.dice.total for character in pack.characters] == [4, 4, 4, 4]


def test_it_is_what_a_game_is_played_with_if_no_pack_is_named(game: Any) -> None:
    assert load_pack(game).pack.id == "manhattan_nights"


def test_every_text_is_there_in_english_and_in_spanish(raw: dict[str, Any]) -> None:
    found = dict(texts(raw))
    assert len(found) > 100
    for path, text in found.items():
        assert set(text) == {"en", "es"}, path
        assert all(part.strip() == part != "" for part in text.values()), path


def test_event_texts_fit_a_card(pack: NewYorkPack) -> None:
    for card in pack.police_cards:
        assert isinstance(card.event.text, dict)
        assert all(len(text) <= 110 for text in card.event.text.values()), card.id


def test_story_texts_are_long_enough_to_tell_and_short_enough_to_read_aloud(pack: NewYorkPack) -> None:
    for story in pack.scenarios:
        for card in story.cards:
            assert isinstance(card.text, dict)
            assert all(120 <= len(text) <= 420 for text in card.text.values()), (story.id, card.index)


def test_nobody_is_caught_in_a_dead_end(pack: NewYorkPack) -> None:
    assert all(len(square.neighbours) >= 2 for square in pack.board.squares)
    assert 5 <= sum(square.subway for square in pack.board.squares) <= 7


def test_what_a_story_closes_cuts_nothing_off(pack: NewYorkPack) -> None:
    links = {square.id: square.neighbours for square in pack.board.squares}
    closing = {
        story.id: {effect.at for card in story.cards for effect in card.effects if type(effect).__name__ == "Close"}
        for story in pack.scenarios
    }
    assert closing["high_water"]
    for closed in closing.values():
        left = {name: [o for o in around if o not in closed] for name, around in links.items() if name not in closed}
        assert distances(left, next(iter(left))).keys() == left.keys()
        assert all(len(around) >= 2 for around in left.values())


def test_mafia_and_police_visit_the_whole_island(pack: NewYorkPack) -> None:
    squares = {square.id for square in pack.board.squares}
    assert {card.square for card in pack.police_cards} == squares
    for section in ("mafia", "info", "item"):
        hits = Counter(getattr(card, section) for card in pack.mafia_cards)
        assert hits.pop(None) == 5
        assert hits.keys() == squares
        assert set(hits.values()) <= {2, 3}


def test_no_mafia_card_puts_two_things_in_one_place_or_leaves_two_out(pack: NewYorkPack) -> None:
    for card in pack.mafia_cards:
        for one, other in itertools.combinations((card.mafia, card.info, card.item), 2):
            assert one != other, card.id


def test_no_two_events_do_the_same_and_none_is_left_to_the_table(pack: NewYorkPack) -> None:
    events = [card.event for card in pack.police_cards]
    assert len({str(event.effects) for event in events}) == len(events) >= 15
    assert not any(isinstance(effect, NoteEffect) for event in events for effect in event.effects)


def test_events_that_name_a_place_draw_one(pack: NewYorkPack) -> None:
    for card in pack.police_cards:
        needs_place = any(getattr(effect, "at", None) == "event" for effect in card.event.effects)
        assert not needs_place or card.event.random_location, card.id


def test_one_player_alone_can_meet_every_final_challenge(pack: NewYorkPack) -> None:
    for story in pack.scenarios:
        challenge = story.cards[-1].final_challenge
        assert challenge is not None
        assert challenge.need.together <= 1
