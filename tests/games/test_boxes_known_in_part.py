"""Boxes of which only a part is known (core/WIRE.md, Boxes known in part), in every game that has one."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from tests.daily import share
from tests.games import partial

SEEDS = st.integers(0, 2**32)


def has_stocks(name: str) -> bool:
    game = load_game(name)
    return game.rules.bundled_pack is not None and bool(game.rules.stocks(load_pack(game).pack))


every_box = pytest.mark.parametrize("name", [name for name in game_names() if has_stocks(name)])


@every_box
@settings(max_examples=share(24), deadline=None)
@given(seed=SEEDS)
def test_a_box_that_is_told_card_by_card_is_as_good_as_a_known_one(name: str, seed: int) -> None:
    partial.told_on_the_way(name, Random(seed))


@every_box
@settings(max_examples=share(8), deadline=None)
@given(seed=SEEDS)
def test_an_owner_who_begins_with_nothing_ends_with_the_box_that_lies_there(name: str, seed: int) -> None:
    partial.told_on_the_way(name, Random(seed), told=0)


@every_box
@settings(max_examples=share(24), deadline=None)
@given(seed=SEEDS)
def test_with_cards_that_nobody_told_hands_follow_and_the_log_is_the_game(name: str, seed: int) -> None:
    partial.played_with_gaps(name, Random(seed))
