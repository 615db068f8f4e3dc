"""The plug is pulled while the screen plays: ``companion play --demo`` as a process, killed again and again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from companion.games.registry import load_game
from companion.journal import Journal
from companion.journal.files import reader
from companion.packs.loader import load_pack
from companion.table.log import Entry
from companion.table.table import Table
from tests.daily import share

COMPANION = [sys.executable, "-c", "from companion.cli import main; main()"]
CUTS = share(6)
MOST = {"newyork": 40, "krysis": 8}
"""So many entries at most between two cuts: a game of Krysis is short."""
PATIENCE = 60.0
SMALL = ("--size", "400x320")
"""There is less to draw."""


@contextmanager
def playing(journal: Path, home: Path, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """The companion on a screen, playing by itself; whatever happens, it does not live on."""
    keep = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    environment = keep | {"HOME": str(home), "SDL_VIDEODRIVER": "offscreen", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        [*COMPANION, "play", "--demo", "--journal", str(journal), "--pause", "0.02", "--seed", "oak", *SMALL, *more],
        env=environment, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def on_disk(journal: Path) -> tuple[int, bool]:
    """How many entries are on disk, as somebody else reads them, and whether the game is over."""
    if not journal.exists():
        return 0, False
    with closing(reader(journal)) as db:
        if "entries" not in db.table_names():
            return 0, False
        (entries,) = db.execute("SELECT count(*) FROM entries").fetchone()
        (finished,) = db.execute("SELECT total(finished) FROM games").fetchone()
        return entries, bool(finished)


def wait(process: subprocess.Popen[bytes], until: Callable[[], bool]) -> None:
    """Look until it is so."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert process.poll() is None, process.communicate()[1].decode()
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def log_of(journal: Path) -> list[Entry]:
    """The log of the only game in the journal: every hash is checked, and the rules can play it."""
    with Journal(journal) as kept:
        assert kept.verify() == []
        assert not kept.notices
        (saved,) = kept.games()
        setup, chance, entries = kept.load(saved.id)
    game = load_game(setup.game)
    assert Table.resume(game, load_pack(game, setup.pack), setup, entries, chance=chance, auto=False).rev == len(
        entries
    )
    return entries


def as_kept(entries: Sequence[Entry]) -> bytes:
    """Entries as they stand on disk."""
    return msgspec.json.encode(entries)


@pytest.mark.parametrize(
    ("name", "sources"), [("newyork", {"touch", "dealer", "serial"}), ("krysis", {"touch", "dealer"})]
)
def test_a_game_goes_on_where_it_stood_however_often_the_plug_is_pulled(
    tmp_path: Path, name: str, sources: set[str]
) -> None:
    luck = random.Random("plug")
    journal = tmp_path / "journal.db"
    known: list[Entry] = []
    for cut in range(CUTS):
        with playing(journal, tmp_path, *(("--resume", "last") if cut else ("--game", name))) as process:
            enough = len(known) + luck.randint(1, MOST[name])
            wait(process, lambda: on_disk(journal)[0] >= enough)  # noqa: B023 - it is over within this turn
            time.sleep(luck.random() * 0.1)
            acknowledged = on_disk(journal)[0]
            process.send_signal(signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL
        entries = log_of(journal)
        assert len(entries) >= acknowledged
        assert as_kept(entries[: len(known)]) == as_kept(known)
        known = entries
    with playing(journal, tmp_path, "--resume", "last") as process:
        wait(process, lambda: on_disk(journal)[1])
    entries = log_of(journal)
    assert as_kept(entries[: len(known)]) == as_kept(known)
    assert sources <= {entry.source for entry in entries}
    with Journal(journal) as kept:
        assert kept.last() is None
