"""The boxes that random games are played with are all in order, and everything that may be in a box comes up."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import get_args

import pytest

from companion.games.crash.checks import OP_TIMINGS, read_pack
from companion.games.crash.content import CrashPack, LaidTile, Timing, fitting, lay, sites
from tests.games.crash.random_boxes import random_box

SEEDS = range(60)


@cache
def pack(seed: int) -> CrashPack:
    return read_pack(random_box(Random(seed)))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_box_is_in_order_and_each_of_its_boards_has_twelve_crash_sites(seed: int) -> None:
    tiles = {tile.id: tile for tile in pack(seed).tiles}
    for slots in pack(seed).layouts.values():
        laid: list[LaidTile | None] = []
        for slot in slots:
            used = {there.tile for there in laid if there is not None}
            tile = tiles[next(name for name in slot.tile_pool if name not in used)]
            laid.append(LaidTile(tile.id, fitting(tile, slot)[-1]))
        squares = lay(pack(seed), slots, laid)
        assert len(squares) == sum(slot.w * slot.h for slot in slots)
        assert list(sites(squares)) == list(range(1, 13))


def test_the_same_seed_makes_the_same_box() -> None:
    assert random_box(Random(7)) == random_box(Random(7))


def test_every_operation_and_timing_comes_up_and_upgrades_that_are_left_to_the_table_too() -> None:
    upgrades = [upgrade for seed in SEEDS for upgrade in pack(seed).upgrades]
    ops = {effect.__struct_config__.tag for upgrade in upgrades for effect in upgrade.effects or []}
    assert ops == OP_TIMINGS.keys()
    assert {upgrade.timing for upgrade in upgrades if upgrade.effects is not None} == set(get_args(Timing))
    assert {upgrade.timing for upgrade in upgrades if upgrade.effects is None} == set(get_args(Timing))


def test_boards_are_small_and_large_with_no_accelerator_and_with_many_side_by_side() -> None:
    boards = []
    for seed in SEEDS:
        tiles = {tile.id: tile for tile in pack(seed).tiles}
        fast = {(tile.id, cell.x, cell.y) for tile in tiles.values() for cell in tile.cells if cell.accelerator}
        boards.append((sum(slot.w * slot.h for slot in pack(seed).layouts["3-4"]), fast))
    assert min(size for size, _ in boards) <= 18
    assert max(size for size, _ in boards) >= 40
    assert any(len(fast) <= 3 for _, fast in boards)
    assert any((tile, x + 1, y) in fast for _, fast in boards for tile, x, y in fast)
