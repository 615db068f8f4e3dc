"""Answers from outside, lists of answers, probabilities, instructions and texts."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from companion.core.answers import Answer, read_answer
from companion.core.instructions import Instruction, Picture, changes_between, difference
from companion.core.refusals import Refused
from companion.core.setup import once
from companion.core.state import State
from companion.core.steps.chance import at_least_one, paid
from companion.core.steps.listed import AnswerCache, CachingStep, Verb, Verbs
from companion.core.texts import PackWords, T, Words, listed, own_name, plain, translated, unjoined

# Answers from outside that make no sense.


class Amounts(Struct, frozen=True):
    red: int


class Pay(Answer, frozen=True, tag="pay"):
    amounts: list[Amounts]


def pay(n: Any) -> dict[str, Any]:
    return {"do": "pay", "amounts": [{"red": 0}, {"red": n}]}


@pytest.mark.parametrize("n", [0, 2**53 - 1, -(2**53) + 1])
def test_numbers_that_every_reader_of_json_has_alike_are_taken(n: int) -> None:
    assert read_answer(pay(n), Pay) == Pay([Amounts(0), Amounts(n)])


@pytest.mark.parametrize("n", [2**53, -(2**53), 10**25])
def test_others_are_illegal_wherever_they_stand(n: int) -> None:
    with pytest.raises(Refused) as no:
        read_answer(pay(n), Pay)
    assert (no.value.code, no.value.rule) == ("illegal", None)


@pytest.mark.parametrize("n", [True, 1.0, "1", None])
def test_what_is_no_whole_number_is_malformed(n: Any) -> None:
    with pytest.raises(Refused) as no:
        read_answer(pay(n), Pay)
    assert (no.value.code, no.value.rule) == ("malformed", None)


def test_so_is_a_value_without_end() -> None:
    deep: Any = 1
    for _ in range(3000):
        deep = [deep]
    with pytest.raises(Refused) as no:
        read_answer(pay(deep), Pay)
    assert no.value.code == "malformed"


# Listed answers are cached, and never influence the game.


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


class Count(Struct):
    n: int = 0


class More(Answer, frozen=True, tag="more"):
    pass


class MoreVerb(Verb[State[None, Count], More]):
    """Counts, which changes no list."""

    affects = ()

    def options(self, s: State[None, Count]) -> list[Answer]:
        return [More()]

    def check(self, s: State[None, Count], answer: More) -> None:
        return

    def do(self, s: State[None, Count], answer: More) -> None:
        s.now.n += 1


class Counting(CachingStep[State[None, Count]], frozen=True, tag="counting"):
    def verbs(self, s: State[None, Count]) -> Verbs[State[None, Count]]:
        return {More: MoreVerb()}


def counted(s: State[None, Count]) -> int:
    return s.now.n


def test_what_is_worked_out_once_is_worked_out_anew_where_a_step_keeps_its_lists() -> None:
    state = State(None, Count(), [Counting()])
    kept = state.listed(state.agenda[-1])
    assert state.cached(counted) == 0
    state.play(More())
    assert state.cached(counted) == 1
    assert state.listed(state.agenda[-1]) == kept


# Probabilities, compared with counting every case.

FACES = ("A", "B", "*")
SIDES = st.lists(st.sampled_from((*FACES, "C")), min_size=1, max_size=4)
COUNTS = st.dictionaries(st.sampled_from("AB"), st.integers(0, 3))


@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 9))
def test_one_of_the_good_ones_among_those_that_are_drawn(good: int, others: int, drawn: int) -> None:
    pile = [True] * good + [False] * others
    hands = list(combinations(pile, min(drawn, len(pile))))
    assert at_least_one(good, len(pile), drawn) == pytest.approx(sum(map(any, hands)) / len(hands))


@given(COUNTS, st.dictionaries(st.sampled_from(FACES), st.integers(0, 2)), st.lists(SIDES, max_size=4))
def test_what_is_needed_is_there_after_a_roll(
    need: dict[str, int], kept: dict[str, int], dice: list[list[str]]
) -> None:
    rolls = list(product(*dice))
    good = 0
    for roll in rolls:
        have = {face: kept.get(face, 0) + roll.count(face) for face in FACES}
        good += sum(max(0, n - have[face]) for face, n in need.items()) <= have["*"]
    assert paid(need, kept, dice, "*") == pytest.approx(good / len(rolls))


# What hands do after an undo or a correction: pieces that lie elsewhere, and pieces that only lie the wrong way up.


def test_what_lies_the_wrong_way_up_is_flipped_where_it_lies() -> None:
    before = Picture({"player:ana": {"rest:tile": 1}}, {})
    after = Picture({"player:ana": {"rest:tile": 1}}, {"player:ana": {"rest:tile": 1}})
    assert changes_between(before, after) == [Instruction("flip", "rest:tile", 1, at="player:ana")]
    assert changes_between(after, before) == [Instruction("flip", "rest:tile", 1, at="player:ana")]


def test_as_many_are_flipped_as_lie_another_way_up() -> None:
    hand = {"hand:ana": {"item:bike": 3}}
    before = Picture(hand, {"hand:ana": {"item:bike": 3}})
    after = Picture(hand, {"hand:ana": {"item:bike": 1}})
    assert changes_between(before, after) == [Instruction("flip", "item:bike", 2, at="hand:ana")]


def test_what_goes_to_another_hand_is_moved_and_not_flipped() -> None:
    before = Picture({"hand:ana": {"item:bike": 1}}, {"hand:ana": {"item:bike": 1}})
    after = Picture({"hand:leo": {"item:bike": 1}}, {"hand:leo": {"item:bike": 1}})
    assert changes_between(before, after) == [Instruction("move", "item:bike", 1, source="hand:ana", to="hand:leo")]


def test_two_tables_alike_need_no_hands() -> None:
    table = Picture({"hand:ana": {"item:bike": 1}}, {"hand:ana": {"item:bike": 1}})
    assert changes_between(table, table) == []


# Texts and ids of a pack in their languages.

TEXTS = {
    "es": {"The ferry leaves at dawn.": "El ferri sale al alba.", "old_market": "El mercado viejo"},
    "en": {"old_market": "The Old Market"},
}


def test_a_text_has_its_own_language_and_those_it_was_put_into() -> None:
    assert translated(TEXTS, "The ferry leaves at dawn.") == {
        "en": "The ferry leaves at dawn.",
        "es": "El ferri sale al alba.",
    }


def test_the_language_of_a_text_is_that_of_its_pack() -> None:
    words = translated({"en": {"Sale al alba.": "It leaves at dawn."}}, "Sale al alba.", "es")
    assert (plain(words, "es"), plain(words, "en")) == ("Sale al alba.", "It leaves at dawn.")


def test_an_id_is_in_the_words_of_each_language() -> None:
    assert translated(TEXTS, "old_market") == {"en": "The Old Market", "es": "El mercado viejo"}


def test_an_id_that_only_another_language_has_can_still_be_read() -> None:
    assert translated({"es": {"fish_market": "Lonja"}}, "fish_market") == {"en": "Fish market", "es": "Lonja"}


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("north_gate", "North gate"),
        ("red", "Red"),
        ("c07", "C07"),
        ("_", "_"),
        ("A text that nobody translated.", "A text that nobody translated."),
        ("", ""),
    ],
)
def test_what_nobody_put_in_words_is_shown_as_it_can_be_read(source: str, shown: str) -> None:
    words: Words = translated(TEXTS, source)
    assert words == shown


def test_what_a_pack_says_is_looked_up_once() -> None:
    words = PackWords(TEXTS, "en")
    assert words("old_market") == {"en": "The Old Market", "es": "El mercado viejo"}
    assert words("old_market") is words("old_market")
    assert PackWords({}, "es")("new_pier") == "New pier"


def test_people_are_called_as_they_named_their_seat() -> None:
    assert [plain(own_name(seat)) for seat in ("ann", "aunt_may", "_")] == ["Ann", "Aunt May", "_"]


def test_things_in_a_row_can_be_taken_apart_again() -> None:
    things: list[Words] = ["a", T("{first}, {second} of them", first="b", second=3), {"en": "c"}]
    assert unjoined(listed(things)) == things


# Worlds.


def test_what_a_world_says_of_a_name_is_worked_out_once_for_each_world() -> None:
    class World:
        def __init__(self, name: str) -> None:
            self.name = name

    worked_out: list[tuple[str, str, int]] = []

    @once
    def called(world: World, seat: str, n: int) -> str:
        worked_out.append((world.name, seat, n))
        return f"{seat} {n} of {world.name}"

    here, there = World("here"), World("there")
    assert [called(here, "ann", 1), called(here, "ann", 1)] == ["ann 1 of here"] * 2
    assert [called(here, "ann", 2), called(there, "ann", 1)] == ["ann 2 of here", "ann 1 of there"]
    assert worked_out == [("here", "ann", 1), ("here", "ann", 2), ("there", "ann", 1)]


def test_what_is_laid_out_is_told_in_the_order_of_the_track() -> None:
    laid = difference({}, {f"story:{n}": {"card:story": 1} for n in (11, 2, 5)} | {"deck:a": {"card:story": 1}})
    assert [one.at for one in laid] == ["deck:a", "story:2", "story:5", "story:11"]
