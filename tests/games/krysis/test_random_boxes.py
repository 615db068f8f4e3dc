"""The boxes that random games are played with are all in order, and everything that may be in a box comes up."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from companion.games.krysis.checks import read_pack
from companion.games.krysis.content import Agent, KrysisPack, Multiplier
from tests.games.krysis.random_boxes import ABILITIES, random_box

SEEDS = range(40)


@cache
def pack(seed: int) -> KrysisPack:
    return read_pack(random_box(Random(seed)))


def special() -> list[Agent]:
    return [agent for seed in SEEDS for agents in pack(seed).agents.values() for agent in agents.special]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_box_is_in_order(seed: int) -> None:
    assert pack(seed).id == "random-box"


def test_the_same_seed_makes_the_same_box() -> None:
    assert random_box(Random(7)) == random_box(Random(7))


def test_every_ability_comes_up_and_special_agents_without_one_too() -> None:
    assert {agent.ability.__struct_config__.tag for agent in special() if agent.ability is not None} == set(ABILITIES)
    assert any(agent.ability is None for agent in special())


def test_special_agents_of_both_kinds_are_shared_and_speeds_count_crystals() -> None:
    assert {(agent.kind, agent.shared) for agent in special()} == {
        (kind, shared) for kind in ("fighter", "transporter") for shared in (True, False)
    }
    assert {isinstance(agent.speed, Multiplier) for agent in special()} == {True, False}


def test_question_marks_and_relic_symbols_come_up_and_empty_options_too() -> None:
    spaces = [space for seed in SEEDS for level in pack(seed).levels for space in level.spaces]
    assert {len(space.options) for space in spaces} == {1, 2, 3}
    options = [option for space in spaces for option in space.options]
    assert {option.relics for option in options} == {0, 1, 2}
    assert any((option.red, option.blue, option.white, option.relics) == (0, 0, 0, 0) for option in options)


def test_some_boxes_have_no_red_crystal_left_in_the_bank_of_four_players() -> None:
    left = [
        pack(seed).crystals.red - 4 - sum(space.crystals.red for space in pack(seed).start_spaces) for seed in SEEDS
    ]
    assert min(left) == 0 < max(left)


def test_relics_are_of_six_types_alike_or_of_few_or_many() -> None:
    counts = {len(pack(seed).relic_scores.different) for seed in SEEDS}
    assert min(counts) <= 4
    assert max(counts) >= 8
