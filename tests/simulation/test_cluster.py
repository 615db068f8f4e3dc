"""The same games on a Dask cluster: a scheduler and its workers, each a process of its own on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import __version__
from companion.chance.simulation import Batch, OtherVersion, StudyPlan, packed, play_batch
from companion.chance.study import Study
from companion.chance.workers import WorkersLost, on_cluster
from companion.cli import companion
from tests.simulation.studies import STORY, carried_out, study


class Cluster:
    """A scheduler with two workers."""

    def __init__(self, folder: Path, allowed_failures: int) -> None:
        self._file = folder / "scheduler.json"
        self._failures = str(allowed_failures)
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        while not self._file.exists():
            time.sleep(0.1)
        self.address = str(json.loads(self._file.read_text())["address"])
        self.workers = [self.worker(), self.worker()]

    def worker(self) -> subprocess.Popen[bytes]:
        """One more worker."""
        return self._start("worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self._file), "--no-dashboard", *options]
        settings = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": self._failures}
        return subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, **settings})

    def stop(self) -> None:
        """End all of it."""
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()


@contextmanager
def a_cluster(folder: Path, allowed_failures: int = 3) -> Iterator[Cluster]:
    """A cluster that ends with the test; a job over which more workers die than allowed is given up by it."""
    cluster = Cluster(folder, allowed_failures)
    try:
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="module")
def alone() -> Study:
    """A study on one core."""
    return carried_out(study(20))


def test_a_cluster_finds_the_same(alone: Study, tmp_path: Path) -> None:
    with a_cluster(tmp_path) as cluster, on_cluster(cluster.address) as workers:
        other = carried_out(study(20), workers)
    assert (alone.played, alone.could) == (other.played, other.could)
    assert (alone.mattered, alone.idle) == (other.mattered, other.idle)


@pytest.mark.parametrize("allowed_failures", [0, 3])
def test_workers_that_die_in_the_middle_lose_no_game(tmp_path: Path, alone: Study, allowed_failures: int) -> None:
    """First one of the two is killed, then the other, when a third has come."""
    one, finished = study(200, players=(2,)), 0
    with a_cluster(tmp_path, allowed_failures) as cluster, on_cluster(cluster.address) as workers:
        for done in one.play(workers):
            finished += done
            if done and len(cluster.workers) == 2:
                cluster.workers[0].kill()
                cluster.workers.append(cluster.worker())
                cluster.workers[1].kill()
    assert finished == len(one.played) == 200
    for number, plan in alone.played:
        if plan.players == 2:
            assert one.played[number, plan] == alone.played[number, plan]


def test_the_command_prints_the_same(tmp_path: Path) -> None:
    command = ["pack", "simulate", "deepvein", "--players", "2,3", "--games", "15"]
    here = CliRunner().invoke(companion, command)
    with a_cluster(tmp_path) as cluster:
        there = CliRunner().invoke(companion, [*command, "--dask", cluster.address])
    assert (there.exit_code, there.stdout) == (0, here.stdout)


def test_where_no_scheduler_answers_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.chance.workers.PATIENCE", "1s")
    for address in ("tcp://127.0.0.1:9", "nonsense://"):
        with pytest.raises(WorkersLost), on_cluster(address):
            pass
    told = CliRunner().invoke(companion, ["pack", "simulate", "deepvein", "--dask", "tcp://127.0.0.1:9"])
    assert told.exit_code == 2
    assert "No Dask scheduler answers at tcp://127.0.0.1:9." in told.stderr


def test_a_worker_of_another_version_plays_no_game() -> None:
    one = study(1)
    with pytest.raises(OtherVersion) as no:
        play_batch(Batch("newyork", packed(one.box), StudyPlan(STORY, 2), [0], version="0.0.1"))
    assert no.value.args == ("0.0.1", __version__)
