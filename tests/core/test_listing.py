"""Listings are remembered, and never decide anything."""

from __future__ import annotations

from companion.core.answers import Answer
from companion.core.steps.listed import AnswerCache


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
    listings, lister = AnswerCache(), Lister()
    for stands, words in (([1], "ab"), ([1], "ab"), ([2], "abc"), ([2], "abc")):
        assert listings.of("board", stands, lister, *words) == tuple(Say(word) for word in words)
    assert lister.times == 2


def test_parts_are_remembered_apart() -> None:
    listings, lister = AnswerCache(), Lister()
    assert listings.of("left", 1, lister, "a") != listings.of("right", 1, lister, "b")
    assert listings.of("left", 1, lister, "never") == (Say("a"),)
