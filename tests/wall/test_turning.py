"""The order of the wall settles, its pages turn, and who calls for help is on the first one at once."""

from __future__ import annotations

import pytest

from companion.wall.tiles import A_PAGE, ALONE, SETTLE, SHIFT, TURN, Pager, grid, standing
from tests.wall.tables import Told, game, id_of, won


@pytest.fixture
def told() -> Told:
    return Told()


def test_tiles_are_as_large_as_there_is_room_for_and_all_fit() -> None:
    for n in range(1, A_PAGE + 1):
        across, down = grid(n)
        assert across * down >= n
        assert across >= down
    assert grid(0) == grid(1) == (1, 1)
    assert grid(20) == grid(200) == (5, 4)


def test_tables_stay_where_they_are_for_a_while(told: Told) -> None:
    turning = Pager(told.wall)
    for n in (1, 2, 3):
        told.state(n, game(n))
    assert turning.page(told.now).tables == [id_of(1), id_of(2), id_of(3)]
    told.state(3, game(3, progress=0.95))
    told.pass_(SETTLE - 0.1)
    assert turning.page(told.now).tables == [id_of(1), id_of(2), id_of(3)]
    told.pass_(0.2)
    assert turning.page(told.now).tables == [id_of(3), id_of(1), id_of(2)]


def test_a_call_for_help_comes_to_the_front_at_once(told: Told) -> None:
    turning = Pager(told.wall)
    for n in range(50):
        told.state(n, game(n))
    turning.page(told.now)
    for _ in range(2):
        told.pass_(TURN)
        turning.page(told.now)
    assert turning.page(told.now).n == 2
    told.pass_(0.1)
    told.state(49, game(49), help=True)
    page = turning.page(told.now)
    assert page.n == 0
    assert page.tables[0] == id_of(49)
    assert [one.id for one in turning.calls] == [id_of(49)]
    told.wall.tables[id_of(49)].coming = True
    turning.page(told.now)
    assert turning.calls == []


def test_pages_turn_by_themselves_and_every_table_comes_up(told: Told) -> None:
    turning = Pager(told.wall)
    for n in range(200):
        told.state(n, game(n))
    seen: list[str] = []
    for n in range(10):
        page = turning.page(told.now)
        assert (page.n, page.pages, page.shape) == (n, 10, (5, 4))
        seen += page.tables
        told.pass_(TURN)
    assert sorted(seen) == sorted(id_of(n) for n in range(200))
    assert turning.page(told.now).n == 0


def test_the_results_are_shown_between_pages_but_not_while_somebody_calls(told: Told) -> None:
    turning = Pager(told.wall)
    told.state(1, game(1))
    told.state(2, game(2, over=won()))
    assert turning.page(told.now).what == "tables"
    told.pass_(TURN * ALONE)
    assert turning.page(told.now).what == "results"
    told.state(1, game(1), help=True)
    page = turning.page(told.now)
    assert (page.what, page.pages) == ("tables", 1)
    told.pass_(TURN * ALONE)
    assert turning.page(told.now).what == "tables"


def test_a_table_that_is_gone_is_not_waited_for(told: Told) -> None:
    turning = Pager(told.wall)
    for n in (1, 2):
        told.state(n, game(n))
    turning.page(told.now)
    told.say(f"companion/{id_of(1)}/state", b"")
    assert turning.page(told.now).tables == [id_of(2)]


def test_the_wall_stands_in_four_ways_by_turns() -> None:
    assert {standing(n * SHIFT) for n in range(8)} == {0, 1, 2, 3}
