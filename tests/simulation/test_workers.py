"""Whoever plays the games: the same games come out, and those of a worker that died are played by another."""

from __future__ import annotations

import multiprocessing
import os
import signal

import pytest

from companion.chance.study import Study
from companion.chance.workers import ThisProcess, WorkersLost, on_cores
from tests.simulation.studies import carried_out, study


@pytest.fixture(scope="module")
def alone() -> Study:
    """A study on one core."""
    return carried_out(study(12))


def same(one: Study, other: Study) -> bool:
    """True if both found the same."""
    return (one.played, one.could, one.mattered, one.idle) == (other.played, other.could, other.mattered, other.idle)


@pytest.mark.parametrize("n", [2, 3])
def test_more_cores_find_the_same(alone: Study, n: int) -> None:
    assert same(alone, carried_out(study(12), on_cores(n)))


def test_the_games_of_a_process_that_was_killed_are_played_by_another(alone: Study) -> None:
    one, killed = study(12), False
    for _ in one.play(on_cores(2)):
        if not killed:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
            killed = True
    assert one.played == alone.played


def dies(job: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return job


def test_work_that_kills_whoever_does_it_is_given_up() -> None:
    with pytest.raises(WorkersLost) as no:
        list(on_cores(2).each(dies, [1, 2]))
    assert "again and again" in no.value.text.msgid


def test_one_core_does_the_work_itself() -> None:
    assert list(ThisProcess().each(str, [1, 2])) == [(1, "1"), (2, "2")]
    assert isinstance(on_cores(1), ThisProcess)
