"""The same games on a Dask cluster: a scheduler and its workers, each a process of its own on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from distributed import Client

from companion import __version__
from companion.chance.simulation import Batch, OtherVersion, StudyPlan, packed, play_batch
from companion.chance.study import Study
from companion.chance.workers import WorkersLost, on_cluster
from companion.cli import companion
from tests.simulation.studies import STORY, carried_out, small_study, study

GAMES = 12
"""More than one worker plays at once."""


class Cluster:
    """A scheduler with two workers."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        while not self._file.exists():
            time.sleep(0.1)
        self.address = str(json.loads(self._file.read_text())["address"])
        self.workers = [self.worker(), self.worker()]

    def worker(self) -> subprocess.Popen[bytes]:
        """One more worker."""
        return self._start("worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")

    def allow_failures(self, number: int) -> None:
        """A job over which more workers die than that is given up by the scheduler."""
        with Client(self.address) as client:
            client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", number))

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self._file), "--no-dashboard", *options]
        return subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        """End all of it."""
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for all tests; to start one takes longer than most of them."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.stop()


@pytest.fixture
def cluster(running: Cluster) -> Cluster:
    """That cluster with two workers, whatever has become of those before."""
    alive = [worker for worker in running.workers if worker.poll() is None]
    running.workers = [*alive, *(running.worker() for _ in range(2 - len(alive)))]
    return running


@pytest.fixture(scope="module")
def alone() -> Study:
    """A study on one core."""
    return carried_out(small_study(GAMES))


@pytest.mark.long
def test_a_cluster_finds_the_same(alone: Study, cluster: Cluster) -> None:
    with on_cluster(cluster.address) as workers:
        other = carried_out(small_study(GAMES), workers)
    assert (alone.played, alone.could) == (other.played, other.could)
    assert (alone.mattered, alone.idle) == (other.mattered, other.idle)


@pytest.mark.long
@pytest.mark.parametrize("allowed_failures", [0, 3])
def test_workers_that_die_in_the_middle_lose_no_game(cluster: Cluster, alone: Study, allowed_failures: int) -> None:
    """First one of the two is killed, then the other, when a third has come."""
    one, finished = study(60, players=(2,), box=alone.box), 0
    cluster.allow_failures(allowed_failures)
    with on_cluster(cluster.address) as workers:
        for done in one.play(workers):
            finished += done
            if done and len(cluster.workers) == 2:
                cluster.workers[0].kill()
                cluster.workers.append(cluster.worker())
                cluster.workers[1].kill()
    assert len(cluster.workers) == 3
    assert finished == len(one.played) == 60
    for number, plan in alone.played:
        if plan.players == 2:
            assert one.played[number, plan] == alone.played[number, plan]


def test_the_command_prints_the_same(cluster: Cluster) -> None:
    command = ["pack", "simulate", "deepvein", "--players", "2,3", "--games", "15"]
    here = CliRunner().invoke(companion, command)
    there = CliRunner().invoke(companion, [*command, "--dask", cluster.address])
    assert (there.exit_code, there.stdout) == (0, here.stdout)


def test_where_no_scheduler_answers_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.chance.workers.PATIENCE", "1s")
    for address in ("tcp://127.0.0.1:9", "nonsense://"):
        with pytest.raises(WorkersLost), on_cluster(address):
            pass
    result = CliRunner().invoke(companion, ["pack", "simulate", "deepvein", "--dask", "tcp://127.0.0.1:9"])
    assert result.exit_code == 2
    assert "No Dask scheduler answers at tcp://127.0.0.1:9." in result.stderr


@pytest.mark.long
def test_a_worker_of_another_version_plays_no_game() -> None:
    one = study(1)
    with pytest.raises(OtherVersion) as no:
        play_batch(Batch("newyork", packed(one.box), StudyPlan(STORY, 2), [0], version="0.0.1"))
    assert no.value.args == ("0.0.1", __version__)
