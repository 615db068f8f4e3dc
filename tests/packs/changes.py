"""Small changes to the JSON of a pack, and what is then said about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.refusals import BadPack

Put = Callable[[str, Any], None]


def problems_of(read_pack: Callable[[object], Any], raw: object) -> list[str]:
    """What a reader of packs refuses ``raw`` for."""
    with pytest.raises(BadPack) as refusal:
        read_pack(raw)
    return refusal.value.problems


def without(field: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda old: {name: value for name, value in old.items() if name != field}


def plus(*more: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda old: [*old, *more]


def first_again(old: list[Any]) -> list[Any]:
    return [*old[:-1], old[0]]


def but_last(old: list[Any]) -> list[Any]:
    return old[:-1]
