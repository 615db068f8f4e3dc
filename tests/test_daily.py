"""What the daily run takes of combinations and random games is enough, and the same every day."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine

from tests import daily
from tests.daily import Pairs, share, some

ROOT = Path(__file__).parents[1]
COLUMNS = (range(5), "abc", ("x", "y"), (1.5, None, True))


def pairs(rows: list[tuple[object, ...]]) -> set[tuple[tuple[int, object], ...]]:
    return {pair for row in rows for pair in combinations(enumerate(row), 2)}


@pytest.fixture(autouse=True)
def every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "everything", False)
    monkeypatch.setattr(daily, "counted", daily.Counter())


def test_every_pair_of_values_occurs_in_few_combinations() -> None:
    rows = list(product(*COLUMNS))
    chosen = some(rows)
    assert pairs(chosen) == pairs(rows)
    assert chosen == [row for row in rows if row in chosen]
    assert 15 <= len(chosen) <= 18
    assert daily.counted == {"tried": len(chosen), "left out": len(rows) - len(chosen)}
    assert chosen == some(rows)


def test_every_value_occurs_in_still_fewer() -> None:
    rows = list(product(*COLUMNS))
    chosen = Pairs(1).some(rows)
    assert {(n, value) for row in chosen for n, value in enumerate(row)} == {
        (n, value) for row in rows for n, value in enumerate(row)
    }
    assert len(chosen) == 5


class Item:
    """A test with parameters, on the screen or not, with a mark or not."""

    def __init__(
        self, name: str, values: tuple[object, ...], screen: bool, names: Sequence[str] = "abcd", *, mark: str = ""
    ) -> None:
        self.get_closest_marker = lambda name: name if name == mark else None
        self.nodeid = f"{name}[{values}]"
        self.callspec = SimpleNamespace(params=dict(zip(names, values, strict=False)))
        self.fixturenames = ["hands"] if screen else []


@pytest.mark.parametrize(
    ("values", "screen", "tried"), [(1, True, 5), (2, False, 5), (2, True, 5), (3, False, 15), (3, True, 15)]
)
def test_of_a_function_with_several_parameters_some_tests_run(values: int, screen: bool, tried: int) -> None:
    items: list[Any] = [Item("one", row, screen) for row in product(*COLUMNS[:values])]
    chosen = daily.thinned_out(items)
    assert len(chosen) == tried
    assert chosen == [item for item in items if item in chosen]


def test_of_tests_that_take_turns_every_second_runs() -> None:
    items: list[Any] = [Item(f"test_{n}", (game,), False, mark="by_turns") for n in range(20) for game in range(5)]
    chosen = daily.thinned_out(items)
    of_each = {
        tuple(item.callspec.params["a"] for item in chosen if item.nodeid.startswith(f"test_{n}[")) for n in range(20)
    }
    assert of_each == {(0, 2, 4), (1, 3)}
    assert daily.counted == {"tried": len(chosen), "left out": len(items) - len(chosen), "long": 0}


def test_of_tests_of_looks_each_runs_at_one_of_them_and_all_looks_occur(monkeypatch: pytest.MonkeyPatch) -> None:
    items: list[Any] = [Item(f"test_{n}", (size,), True, ["size"]) for n in range(20) for size in range(3)]
    chosen = daily.thinned_out(items)
    assert [item.nodeid.partition("[")[0] for item in chosen] == [f"test_{n}" for n in range(20)]
    assert {item.callspec.params["size"] for item in chosen} == {0, 1, 2}
    assert chosen == daily.thinned_out(items)
    others: list[Any] = [Item("other", (size,), False, ["size"]) for size in range(3)]
    assert daily.thinned_out(others) == others
    monkeypatch.setattr(daily, "everything", True)
    assert daily.thinned_out(items) == items


def test_long_ones_are_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    items: list[Any] = [
        Item("one", (1,), False, mark="long"),
        Item("one", (2,), False),
        Item("other", (), True, mark="long"),
    ]
    assert daily.thinned_out(items) == items[1:2]
    assert "2 long tests" in daily.told(daily.counted)
    monkeypatch.setattr(daily, "everything", True)
    assert daily.thinned_out(items) == items


def test_of_what_comes_again_the_first_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = daily.Kinds()
    assert [kinds.new(kind) for kind in "abab"] == [True, True, False, False]
    monkeypatch.setattr(daily, "everything", True)
    assert kinds.new("a")


def test_combinations_that_do_not_exist_are_not_missed() -> None:
    rows = [row for row in product(*COLUMNS) if row[0] != 3 or row[1] == "c"]
    assert pairs(some(rows)) == pairs(rows)


def test_values_that_come_later_occur_with_all_others_and_what_was_seen_counts() -> None:
    rest, chosen = Pairs(), []
    ways = list(product(*COLUMNS[1:]))
    for value in COLUMNS[0]:
        lot = rest.some([(value, *way) for way in ways])
        assert len(lot) <= (10 if value == 0 else 4)
        chosen += lot
    assert pairs(chosen) == pairs(list(product(*COLUMNS)))
    assert rest.some([(0, *way) for way in ways]) == []
    assert len(rest.some([(0, *way) for way in ways], least=1)) == 1


def test_with_all_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert share(10) == 2
    assert share(1) == 1
    monkeypatch.setattr(daily, "everything", True)
    assert share(10) == 10
    assert some(product(*COLUMNS)) == list(product(*COLUMNS))
    assert daily.told(daily.counted) == "Nothing was left out."


def test_a_run_says_what_it_left_out() -> None:
    some(product(*COLUMNS))
    left, of = daily.counted["left out"], 5 * 3 * 2 * 3
    assert f"Left out: {left} of {of} combinations" in daily.told(daily.counted)
    assert "--all" in daily.told(daily.counted)


def test_a_failing_example_is_made_smaller_only_as_long_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    @settings(database=None)
    @given(st.lists(st.integers(), min_size=5))
    def fails(numbers: list[int]) -> None:
        tried.append(numbers)
        assert sum(numbers) == 0.5

    def attempts() -> int:
        tried.clear()
        with pytest.raises(AssertionError):
            fails()
        return len(tried)

    assert engine.MAX_SHRINKING_SECONDS < 60
    unlimited = attempts()
    monkeypatch.setattr(engine, "MAX_SHRINKING_SECONDS", 0)
    assert attempts() < unlimited / 2, unlimited


HANGING = """
import threading, time
import pytest

def test_waits():
    threading.Event().wait()

@pytest.fixture
def room():
    yield
    time.sleep(60)

def test_closes_nothing(room):
    assert False, "the first fault"

def test_will_not_end():
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass

def test_goes_on():
    pass
"""


@pytest.mark.long
def test_one_that_hangs_fails_and_the_others_go_on(tmp_path: Path) -> None:
    file = tmp_path / "test_hanging.py"
    file.write_text(HANGING)
    run = [sys.executable, "-m", "pytest", "--limit=2", "-n1", "-p", "tests.conftest", "-c", "pyproject.toml", file]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert "3 failed, 1 passed, 1 error" in done.stdout, done.stdout
    assert done.stdout.count("takes longer than 2 seconds") >= 2
    assert "the first fault" in done.stdout
    assert "crashed while running" in done.stdout
    for line in ("in test_waits", "in room", "in test_will_not_end"):
        assert line in done.stderr, done.stderr


DAILY = """
import pytest

@pytest.mark.long
def test_long():
    pass

@pytest.mark.by_turns
@pytest.mark.parametrize("game", range(6))
def test_each(game):
    pass
"""


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_the_last_line_says_what_was_left_out(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(DAILY)
    run = [sys.executable, "-m", "pytest", workers, "-p", "tests.conftest", "-c", "pyproject.toml", file]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert "3 passed" in done.stdout, done.stdout
    assert "Left out: 3 of 6 combinations" in done.stdout
    assert " 1 long tests" in done.stdout
