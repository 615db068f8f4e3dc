"""Listings are remembered, and never decide anything."""

from __future__ import annotations

import pytest

from companion.core.answers import Answer
from companion.core.steps import listings as listing
from companion.core.steps.listings import Listings


class Say(Answer, frozen=True, tag="say"):
    """Something to list."""

    word: str


class Lister:
    """Lists words, and counts how often it had to."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, *words: str) -> list[Answer]:
        self.times += 1
        return [Say(word) for word in words]


def test_what_has_not_changed_is_listed_once() -> None:
    listings, lister = Listings(), Lister()
    for stands, words in (([1], "ab"), ([1], "ab"), ([2], "abc"), ([2], "abc")):
        assert listings.of("board", stands, lister, *words) == tuple(Say(word) for word in words)
    assert lister.times == 2


def test_parts_are_remembered_apart() -> None:
    listings, lister = Listings(), Lister()
    assert listings.of("left", 1, lister, "a") != listings.of("right", 1, lister, "b")
    assert listings.of("left", 1, lister, "never") == (Say("a"),)


def test_a_part_that_stands_as_it_did_before_is_known() -> None:
    listings, lister = Listings(), Lister()
    for stands in (1, 2, 1, 2, 1):
        assert listings.known("dice", stands, lister, str(stands)) == (Say(str(stands)),)
    assert lister.times == 2


def test_no_more_is_known_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST", 10)
    listings, lister = Listings(), Lister()
    for stands in range(25):
        assert listings.known("dice", stands, lister, str(stands)) == (Say(str(stands)),)
    assert len(listings._known) <= 10
