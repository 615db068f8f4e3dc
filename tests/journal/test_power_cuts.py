"""Power cuts, processes that are killed, full disks: nothing that was acknowledged is ever lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.registry import load_game
from companion.journal import Journal
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.daily import share
from tests.journal.playing import CHANCE, SETUP, TOGETHER, entry
from tests.journal.power_cuts import ENTRIES, Op, Sync, cuts, entries_after, played, record
from tests.session.thinking import QuickMind, play_a_step

# Power cuts at any moment: see ``power_cuts``.

STATES = share(1500)


@pytest.fixture(scope="module")
def ops() -> list[Op]:
    return played()


def test_no_acknowledged_entry_is_lost(ops: list[Op], memory: Path) -> None:
    most = 0
    for files, saved in cuts(ops, STATES, seed=3):
        assert entries_after(files, memory) >= saved
        most = max(most, saved)
    assert most > ENTRIES * 9 // 10


def test_on_a_disk_that_does_not_flush_entries_are_lost(ops: list[Op], memory: Path) -> None:
    """The trial itself is tried: without the flushes of the write-ahead log it must find losses."""
    unflushed = [op for op in ops if op != Sync("journal.db-wal")]
    assert any(entries_after(files, memory) < saved for files, saved in cuts(unflushed, 50, seed=3))


# Entries that belong together are on disk together.

CHANGED_ENTRIES = 60
CHANGED_STATES = share(400)


def test_after_a_power_cut_all_of_them_are_there_or_none(memory: Path) -> None:
    folder = memory.with_name("played")
    folder.mkdir()
    found = set()
    for files, saved in cuts(record(folder, CHANGED_ENTRIES, "together"), CHANGED_STATES, seed=5):
        count = entries_after(files, memory)
        assert count >= saved
        found.add(count)
    assert {count % TOGETHER for count in found} == {0}
    assert len(found) > 5


def test_entries_out_of_order_are_refused_whole(journal: Journal) -> None:
    game_id = journal.create(SETUP, CHANCE)
    with pytest.raises(ValueError, match="follows"):
        journal.append_all(game_id, [entry(1), entry(3)])
    journal.append_all(game_id, [entry(1), entry(2)])
    assert journal.load(game_id)[2] == [entry(1), entry(2)]


# Killed processes and full disks.

ROOT = Path(__file__).parents[2]
KILLS = share(30)

FULL_DISK = """
import resource, signal, sys, threading
from companion.core.texts import plain
from companion.journal import Journal
from tests.journal.playing import CHANCE, SETUP, entry, say

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
told = threading.Semaphore(0)
def listen(text):
    say("well" if text is None else plain(text))
    told.release()
journal = Journal(sys.argv[1], listener=listen)
game = journal.create(SETUP, CHANCE)
for rev in range(1, 101):
    journal.append(game, entry(rev))
assert journal.flush()
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
for rev in range(101, 151):
    journal.append(game, entry(rev))
told.acquire()
assert journal.alive and journal.error and not journal.flush(0.3)
say(f"there are {len(journal.load(game)[2])}")
for rev in range(151, 201):
    journal.append(game, entry(rev))
if sys.argv[2] == "room":
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    told.acquire()
    assert journal.error is None and journal.flush()
say(f"closed {journal.close()}")
"""


def on_a_full_disk(path: Path, then: str) -> list[str]:
    """What a process says whose disk gets full in the middle of a game."""
    run = [sys.executable, "-c", FULL_DISK, str(path), then]
    return subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def test_when_there_is_room_again_everything_is_saved_in_order(path: Path) -> None:
    said = on_a_full_disk(path, "room")
    assert said[0].startswith("The disk at ")
    assert "Make room" in said[0]
    assert said[1:] == ["there are 100", "well", "closed True"]
    with Journal(path) as journal:
        assert journal.verify() == []
        assert journal.load(str(journal.last()))[2] == [entry(rev) for rev in range(1, 201)]


def test_when_there_is_none_all_that_was_saved_is_there(path: Path) -> None:
    assert on_a_full_disk(path, "no room")[1:] == ["there are 100", "closed False"]
    with Journal(path) as journal:
        assert journal.verify() == []
        assert journal.load(str(journal.last()))[2] == [entry(rev) for rev in range(1, 101)]


def test_kill_9_at_any_moment_loses_nothing_that_was_acknowledged(path: Path) -> None:
    acknowledged = 0
    for kill in range(KILLS):
        run = [sys.executable, "-m", "tests.journal.playing", str(path), "0"]
        with subprocess.Popen(run, stdout=subprocess.PIPE, cwd=ROOT) as player:
            assert player.stdout is not None
            said = [player.stdout.readline() for _ in range(2 + kill * 5 % 37)]
            player.kill()
            said += player.stdout.readlines()
        acknowledged = max(int(line.split()[1]) for line in said if line.startswith(b"saved ") and line.endswith(b"\n"))
    with Journal(path) as journal:
        setup, _, entries = journal.load(str(journal.last()))
        assert setup == SETUP
        assert len(entries) >= acknowledged > KILLS
        assert entries == [entry(rev) for rev in range(1, len(entries) + 1)]
        assert journal.notices == []
        assert journal.verify() == []


# What people have tapped of a throw is with the game.

HALF_A_THROW = """
import os, signal, sys
from companion.chance.dealer import Dealer
from companion.games.registry import load_game
from companion.journal import Journal
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.session.sensible import play_on

journal = Journal(sys.argv[1])
game = load_game("newyork")
seats = ["father", "mother", "daughter"]
table = Table(game, load_pack(game), seats, {}, store=journal, dealer=Dealer("half a throw"), auto=False)
session = Session(table)
while session.mode != "roll" or len(session.tray.slots) < 4:
    play_on(session)
first, second, *_ = session.tray.slots
for face in (session.tray.sides[first][0], session.tray.sides[second][-1]):
    session.tap_face(face)
if len(sys.argv) > 2:
    session.undo()
assert journal.flush()
print(session.tray and session.tray.given, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def half_a_throw(path: Path, *more: str) -> tuple[str, Session]:
    """What a process says that is killed in the middle of a throw, and the game as it is opened again."""
    run = [sys.executable, "-c", HALF_A_THROW, str(path), *more]
    said = subprocess.run(run, cwd=ROOT, check=False, capture_output=True, text=True)
    assert said.returncode == -signal.SIGKILL, said.stderr
    with Journal(path) as journal:
        game_id = str(journal.last())
        saved, (setup, chance, entries) = journal.saved(game_id), journal.load(game_id)
    game = load_game(setup.game)
    table = Table.resume(game, load_pack(game), setup, entries, chance=chance, notes=saved.notes, auto=False)
    return said.stdout.strip(), Session(table, confirmed=saved.confirmed)


def test_dice_that_were_tapped_are_there_after_a_power_cut(path: Path) -> None:
    said, session = half_a_throw(path)
    assert len(session.tray.given) == 2
    assert str(session.tray.given) == said
    assert session.tray.cursor == list(session.tray.slots)[2]


def test_dice_of_a_throw_that_was_taken_back_are_not(path: Path) -> None:
    _, session = half_a_throw(path, "undo")
    session.redo()
    assert session.tray is not None
    assert session.tray.given == {}


# The companion's own turns.

IN_ITS_TURN = """
import os, signal, sys, threading
from random import Random
from companion.journal import Journal
from companion.session.session import Session
from tests.session.thinking import QuickMind, companion_table, play_a_step

journal, name, at, past = Journal(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
table = companion_table(name, ["person", "good", "good"], store=journal)
session, heard, luck = Session(table), threading.Event(), Random(past)
session.begin_thinking(heard.set)
def is_there():
    if table.rev <= past:
        return False
    if at == "thinks":
        return session.companions.thinks and not session.pages
    told = any(line.instruction for page in session.pages for line in page.lines)
    return told and table.log[-1].source == "companion"
while not is_there():
    if session.companions.thinks and not session.pages:
        assert heard.wait(20)
        heard.clear()
        session.heed()
    else:
        play_a_step(session, QuickMind(lambda *_: None), luck)
assert journal.flush()
print(table.rev, table.hash(), flush=True)
for line in (line for page in session.pages for line in page.lines if line.instruction is not None):
    print(line.words, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.by_turns
@pytest.mark.parametrize("past", [0, 40])
@pytest.mark.parametrize("at", ["thinks", "page"])
@pytest.mark.parametrize("name", ["krysis", "crash"])
def test_kill_9_in_the_turn_of_the_companion_loses_nothing_and_nothing_is_played_twice(
    path: Path, name: str, at: str, past: int
) -> None:
    run = [sys.executable, "-c", IN_ITS_TURN, str(path), name, at, str(past)]
    killed = subprocess.run(run, cwd=ROOT, check=False, capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    with Journal(path) as journal:
        assert journal.verify() == []
        game_id = str(journal.last())
        saved, (setup, chance, entries) = journal.saved(game_id), journal.load(game_id)
        game = load_game(name)
        table = Table.resume(
            game, load_pack(game), setup, entries,
            chance=chance, store=journal, game_id=game_id, notes=saved.notes, auto=False,
        )  # fmt: skip
        session, minds = Session(table, confirmed=saved.confirmed), list[QuickMind]()
        now, *to_do = killed.stdout.splitlines()
        assert now == f"{table.rev} {table.hash()}"
        shown = [repr(line.words) for page in session.pages for line in page.lines]
        assert all(shown.count(line) >= to_do.count(line) for line in to_do), "all that hands have to do is told again"
        assert bool(to_do) == (at == "page")
        told = any(line.read for page in session.pages for line in page.lines)
        assert told or at == "thinks", "what the companion has decided is told again, too"

        def mind(heard: Any) -> QuickMind:
            minds.append(QuickMind(heard))
            return minds[0]

        session.begin_thinking(lambda: None, mind=mind)
        assert len(table.log) == len(entries), "it thinks about the same question, and plays nothing before that"
        assert dict(table.companions) == dict.fromkeys(setup.seats[1:], "good")
        luck = Random(past)
        while session.pages:
            session.done()
        while table.rev < len(entries) + 30:
            play_a_step(session, minds[0], luck)
        assert table.log[: len(entries)] == entries
        assert journal.flush()
        assert journal.verify() == []
