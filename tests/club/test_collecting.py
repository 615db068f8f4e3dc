"""Games are collected each exactly once, whatever is switched off when."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club import messages
from companion.club.collecting import Collector
from companion.club.messages import FinishedMessage
from companion.club.publishing import Publisher
from companion.core.texts import T, Text, plain
from companion.journal import Journal, JournalError
from tests.club.broker import HEARS_CTRL_C, Broker, Ear, MemoryStore, broker, finished, free_port, wait_for
from tests.daily import share


@pytest.fixture
def at() -> Iterator[Broker]:
    with TemporaryDirectory(prefix="broker-") as folder, broker(Path(folder)) as made:
        yield made


@contextmanager
def collecting(at: Broker, path: Path, reported: list[str] | None = None) -> Iterator[Collector]:
    def tell(words: Text) -> None:
        if reported is not None:
            reported.append(plain(words))

    with Journal(path) as journal:
        collector = Collector(at.club, journal, tell)
        collector.start()
        try:
            yield collector
        finally:
            collector.close()


def kept(path: Path) -> list[str]:
    with Journal(path) as journal:
        return sorted(one.id for one in journal.results.page())


def game(ear: Ear, uuid: str, table: str = "abcdefgh12", **more: object) -> None:
    result = finished(uuid, table="Table 4", table_id=table, **more)
    ear.say(messages.finished(table, uuid), messages.encode(FinishedMessage(result=result)))


def test_what_is_there_and_what_comes_is_collected_once(at: Broker, tmp_path: Path) -> None:
    reported: list[str] = []
    with closing(Ear(at.club)) as ear:
        game(ear, "a")
        with collecting(at, tmp_path / "j.db", reported) as collector:
            wait_for(lambda: collector.counted["new"] == 1)
            game(ear, "b", ended="2026-11-25T20:30:00Z")
            wait_for(lambda: collector.counted["new"] == 2)
            game(ear, "b", table="other12345", ended="2026-11-25T20:30:00Z")
            wait_for(lambda: collector.counted["known"] == 1)
            ear.say(messages.finished("abcdefgh12", "b"), b"")
        assert kept(tmp_path / "j.db") == ["a", "b"]
        assert reported[:2] == [
            "Table 4: Escape Plan, ended 2026-11-25 19:30.", "Table 4: Escape Plan, ended 2026-11-25 20:30."
        ]  # fmt: skip
        game(ear, "c")
        with collecting(at, tmp_path / "j.db") as collector:
            wait_for(lambda: collector.counted["new"] == 1)
    assert kept(tmp_path / "j.db") == ["a", "b", "c"]
    with Journal(tmp_path / "j.db") as journal:
        one = journal.results.of("a")
        assert one == finished("a", table="Table 4", table_id="abcdefgh12")


@pytest.mark.parametrize(
    "payload",
    [
        b"garbage", b'{"version":9}', b"{}", b"\xff" * 10,
        messages.encode(FinishedMessage(result=finished("another", table="T", table_id="abcdefgh12"))),
        messages.encode(FinishedMessage(result=finished("u1"))),
    ],
)  # fmt: skip
def test_what_is_no_finished_game_is_reported_and_passed_over(at: Broker, tmp_path: Path, payload: bytes) -> None:
    reported: list[str] = []
    with closing(Ear(at.club)) as ear:
        ear.say(messages.finished("abcdefgh12", "u1"), payload)
        game(ear, "u2")
        with collecting(at, tmp_path / "j.db", reported) as collector:
            # The broker sends them in any order.
            wait_for(lambda: collector.counted["new"] == collector.counted["strange"] == 1)
    assert "companion/abcdefgh12/finished/u1" in "".join(reported)
    assert kept(tmp_path / "j.db") == ["u2"]


def test_a_journal_that_takes_nothing_loses_nothing(
    at: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[str] = []
    full = [True]
    with closing(Ear(at.club)) as ear, collecting(at, tmp_path / "j.db", reported) as collector:
        results = collector._journal.results
        write = results._write

        def writes(do: object) -> None:
            if full[0]:
                raise JournalError(T("The disk is full."))
            write(do)  # type: ignore[arg-type]

        monkeypatch.setattr(results, "_write", writes)
        wait_for(lambda: collector._link.there)
        game(ear, "a")
        wait_for(lambda: "The disk is full." in reported)
        full[0] = False
        wait_for(lambda: collector.counted["new"] == 1)
    assert kept(tmp_path / "j.db") == ["a"]


STEPS = ("finish", "finish", "kill broker", "kill collector", "end collector", "wait")


@settings(deadline=None, max_examples=share(8))
@given(st.lists(st.sampled_from(STEPS), min_size=4, max_size=9))
def test_whatever_is_switched_off_every_game_is_there_once(steps: list[str]) -> None:
    """Real processes: a broker, a table and companion collect, which lose their power in any order."""
    with TemporaryDirectory(prefix="broker-") as name, broker(Path(name)) as at:
        path, store, number = Path(name) / "games.db", MemoryStore(), 0
        table = Publisher(at.club, store)
        table.start()
        program = started(at, path)
        for step in steps:
            match step:
                case "finish":
                    number += 1
                    store.finish(f"u{number}")
                    table._look_until = time.monotonic() + 60
                    table._link.wake()
                case "kill broker":
                    # What it has acknowledged it has written: a broker that forgets that is no matter of tables.
                    time.sleep(1.2)
                    at.kill()
                    at.start()
                case "kill collector":
                    program.kill()
                    program.communicate()
                    program = started(at, path)
                case "end collector":
                    end(program)
                    program = started(at, path)
                case "wait":
                    time.sleep(0.4)
        wait_for(lambda: not store.queue)
        end(program)
        table.close()
        once = subprocess.run(command(at, path, "--once"), capture_output=True, text=True, check=False, timeout=60)
        assert (once.returncode, once.stderr) == (0, "")
        assert kept(path) == sorted(f"u{n}" for n in range(1, number + 1))


def command(at: Broker, path: Path, *more: str) -> list[str]:
    address = ("--broker", "127.0.0.1", "--broker-port", str(at.port))
    return [sys.executable, "-m", "companion", "collect", *address, "--journal", str(path), *more]


def started(at: Broker, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*HEARS_CTRL_C, *command(at, path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def end(program: subprocess.Popen[str]) -> None:
    """Ctrl+C, once it runs."""
    time.sleep(0.2)
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=30)


def test_two_who_collect_with_copies_of_one_journal_both_have_everything(at: Broker, tmp_path: Path) -> None:
    with closing(Ear(at.club)) as ear:
        game(ear, "before")
        with collecting(at, tmp_path / "a.db") as first:
            wait_for(lambda: first.counted["new"] == 1)
        shutil.copy(tmp_path / "a.db", tmp_path / "b.db")
        with collecting(at, tmp_path / "a.db") as first, collecting(at, tmp_path / "b.db") as second:
            for n in range(20):
                game(ear, f"u{n}")
            wait_for(lambda: first.counted["new"] == second.counted["new"] == 20)
            time.sleep(1)
            assert not first._link.attempts + second._link.attempts, "neither sends the other away"
    assert kept(tmp_path / "a.db") == kept(tmp_path / "b.db") == ["before", *sorted(f"u{n}" for n in range(20))]


def test_the_command_says_what_it_does(at: Broker, tmp_path: Path) -> None:
    with closing(Ear(at.club)) as ear:
        game(ear, "a")
        done = subprocess.run(command(at, tmp_path / "j.db", "--once"), capture_output=True, text=True, check=True)
        assert done.stdout.splitlines() == [
            "Table 4: Escape Plan, ended 2026-11-25 19:30.", "1 game was new. 0 were here already."
        ]  # fmt: skip
        done = subprocess.run(command(at, tmp_path / "j.db", "--once"), capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "0 games were new. 1 was here already."


def test_a_broker_that_is_not_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    nobody = [sys.executable, "-m", "companion", "collect", "--journal", str(tmp_path / "j.db")]
    done = subprocess.run(nobody, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr[:24]) == (2, "companion: Which broker?")
    away = [*nobody, "--broker", "127.0.0.1", "--broker-port", str(free_port()), "--once"]
    done = subprocess.run(away, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("Nothing answers at 127.0.0.1, port ")
