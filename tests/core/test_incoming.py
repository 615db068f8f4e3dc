"""Answers from outside that nobody can mean."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from companion.core.answers import Answer, read_answer
from companion.core.refusals import Refused


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
