"""Cards and tokens that are not known yet: how decks and bags hold them, and how a box learns them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from companion.core.learning import Known, Stock, check_row, known_of, with_row
from companion.core.piles import UNKNOWN, Cards, Deck, fit
from companion.core.refusals import Refused

CARDS = [f"c{n}" for n in range(8)]


class Card(Struct):
    id: str
    n: int


class Token(Struct):
    kind: str
    count: int


DECK = Stock("cards", "deck", ("deck",), Card)
BAG = Stock("tokens", "bag", ("bag",), Token, ("kind",))


def box(known: int, unknown: int) -> dict[str, Any]:
    rows = [{"id": f"c{n}", "n": n} for n in range(known)]
    return {"cards": rows, "unknown": {"cards": unknown}}


def test_a_learned_card_takes_the_place_of_an_unknown_one() -> None:
    deck = Deck.of(["a"], unknown=2)
    deck.fit(["a", "b"])
    assert deck.pile == [UNKNOWN, "a", "b"]


def test_a_card_that_was_drawn_without_a_name_is_not_in_the_pile_once_it_is_known() -> None:
    deck = Deck.of(["a"], unknown=1)
    deck.draw(UNKNOWN)
    deck.fit(["a", "b"])
    assert deck.pile == ["a"]
    deck.reshuffle(with_display=True)
    deck.fit(["a", "b"])
    assert deck.pile == ["a", "b"]


@given(order=st.permutations(CARDS), known=st.integers(0, 8), drawn=st.data())
def test_it_does_not_matter_when_a_card_was_learned(order: list[str], known: int, drawn: st.DataObject) -> None:
    unknown = len(order) - known
    early, late = Deck.of(order, 0), Deck.of(order[:known], unknown)
    for _ in range(drawn.draw(st.integers(0, len(order)))):
        card = drawn.draw(st.sampled_from(early.pile))
        if card not in late.pile:
            known += 1
            order = [*order[: known - 1], card, *[c for c in order[known - 1 :] if c != card]]
            late.fit(order[:known])
        early.draw(card)
        late.draw(card)
    late.fit(order)
    assert late == early


def test_what_the_box_no_longer_knows_is_unknown_again() -> None:
    place = {"red": 2, "blue": 1}
    fit([place], {"red": 1}, {})
    assert place == {"red": 1, UNKNOWN: 2}


def test_an_earlier_place_learns_first_and_what_is_out_counts() -> None:
    bag, reserve = {UNKNOWN: 1}, {UNKNOWN: 2}
    fit([bag, reserve], {"red": 3}, {"red": 1})
    assert (bag, reserve) == ({"red": 1}, {"red": 1, UNKNOWN: 1})


def test_nothing_follows_from_an_unknown_card_and_others_must_be_there() -> None:
    cards = Cards({"a": 1}, 0)
    assert (cards["a"], cards[UNKNOWN], UNKNOWN in cards) == (1, 0, False)
    with pytest.raises(KeyError):
        cards["b"]


def test_learning_adds_a_row_or_replaces_it() -> None:
    data = with_row(box(2, 2), "cards", DECK, {"id": "new", "n": 9})
    assert known_of(data, "cards", DECK) == Known(3, 1)
    again = with_row(data, "cards", DECK, {"id": "new", "n": 7})
    assert again["cards"][2] == {"id": "new", "n": 7}
    assert known_of(again, "cards", DECK) == Known(3, 1)
    whole = with_row(again, "cards", DECK, {"id": "last", "n": 1})
    assert "unknown" not in whole


def test_a_box_does_not_learn_more_than_is_unknown() -> None:
    with pytest.raises(Refused, match="known already") as no:
        with_row(box(2, 0), "cards", DECK, {"id": "new", "n": 9})
    assert no.value.code == "illegal"


def test_pieces_of_a_kind_are_counted() -> None:
    data = {"bag": [{"kind": "red", "count": 2}], "unknown": {"bag": 3}}
    more = with_row(data, "bag", BAG, {"kind": "red", "count": 3})
    assert known_of(more, "bag", BAG) == Known(3, 2)
    with pytest.raises(Refused, match="Only 2"):
        with_row(more, "bag", BAG, {"kind": "blue", "count": 3})
    assert data == {"bag": [{"kind": "red", "count": 2}], "unknown": {"bag": 3}}


def test_a_row_of_another_shape_is_none() -> None:
    for row in ({"id": "a"}, {"id": "a", "n": "9"}, [], None):
        with pytest.raises(Refused) as no:
            check_row(DECK, row)
        assert no.value.code == "malformed"
