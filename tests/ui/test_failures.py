"""What goes wrong while the screen plays: the plug is pulled, a disk takes its time, an error that nothing catches."""

from __future__ import annotations

import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest
from kivy.base import ExceptionManager
from kivy.clock import Clock

from companion.core.refusals import BadSetup, Refused
from companion.core.texts import T, plain
from companion.games.registry import load_game
from companion.journal import Journal
from companion.journal.files import reader
from companion.packs.loader import load_pack
from companion.table.log import Entry
from companion.table.table import Table
from tests import daily
from tests.daily import share
from tests.journal.test_full_disk import full_disk
from tests.ui.hands import Hands
from tests.ui.rig import PATIENCE, Rig, set_up
from ui.app.app import MOST_ERRORS, UNEXPECTED, KeepGoing

# The plug is pulled while the screen plays: ``companion play --demo`` as a process, killed again and again.

COMPANION = [sys.executable, "-c", "from companion.cli import main; main()"]
CUTS = share(6)
MOST = {"newyork": 40, "krysis": 8}
"""So many entries at most between two cuts: a game of Krysis is short."""
KILL_TIMEOUT = 60.0
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
    end = time.monotonic() + KILL_TIMEOUT
    while not until():
        assert process.poll() is None, process.communicate()[1].decode()
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.03)


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


def encoded_log(entries: Sequence[Entry]) -> bytes:
    """Entries as they stand on disk."""
    return msgspec.json.encode(entries)


SOURCES = [("krysis", {"touch", "dealer"}), ("newyork", {"touch", "dealer", "serial"})]


@pytest.mark.parametrize(("name", "sources"), SOURCES if daily.everything else SOURCES[:1])
def test_a_game_resumes_after_any_power_cut(tmp_path: Path, name: str, sources: set[str]) -> None:
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
        assert encoded_log(entries[: len(known)]) == encoded_log(known)
        known = entries
    with playing(journal, tmp_path, "--resume", "last") as process:
        wait(process, lambda: on_disk(journal)[1])
    entries = log_of(journal)
    assert encoded_log(entries[: len(known)]) == encoded_log(known)
    assert sources <= {entry.source for entry in entries}
    with Journal(journal) as kept:
        assert kept.last() is None


# A disk that takes its time: the picture does not wait for it, and nothing says "saved" before it is.


@pytest.fixture
def blocked_disk(rig: Rig) -> Iterator[threading.Event]:
    """A game has begun, and from now on the disk finishes nothing until the event is set."""
    set_up(rig)
    assert rig.journal.flush(PATIENCE)
    rig.wait(lambda: rig.app.saved()[0] == "good")
    begun, go_on = threading.Event(), threading.Event()

    def write(_db: object) -> None:
        begun.set()
        go_on.wait(PATIENCE)

    rig.journal._writer.submit(write)
    assert begun.wait(PATIENCE)
    yield go_on
    go_on.set()


def journal_lamp(rig: Rig) -> str:
    """What the lamp of the journal shows in the window."""
    return rig.hands.root.nav.lamps[-1].state


def test_people_play_on_while_the_disk_is_busy(rig: Rig, blocked_disk: threading.Event) -> None:
    session, before = rig.session, rig.session.rev
    rig.play_until_roll()
    assert session.rev > before
    assert session.mode == "roll", "the picture has moved on"
    assert rig.hands.root.name == "dice"
    assert not blocked_disk.is_set()
    assert session.table.saved_rev == before, "none of it is on disk"


def test_saved_is_shown_only_once_it_is_true(rig: Rig, blocked_disk: threading.Event) -> None:
    rig.play_until_roll()
    rig.hands.look(3)
    assert rig.session.table.unsaved > 0
    assert journal_lamp(rig) == "wait"
    blocked_disk.set()
    assert rig.journal.flush(PATIENCE)
    rig.wait(lambda: journal_lamp(rig) == "good")
    assert rig.session.table.unsaved == 0


# What nobody has caught is one sentence on the screen, and the game goes on.

NO_ROOM = T("There is no room.")


@pytest.fixture
def handler(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeepGoing]:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    found = KeepGoing(hands.app)
    found.install()
    yield found
    ExceptionManager.remove_handler(found)


def turn(hands: Hands) -> None:
    """A turn of the event loop, as Kivy's own main loop takes it."""
    try:
        hands.look()
    except Exception as error:
        if ExceptionManager.handle_exception(error) == ExceptionManager.RAISE:
            raise
    hands.look()


def fail(error: Exception) -> Callable[..., None]:
    def do(*_: object) -> None:
        raise error

    return do


@pytest.mark.parametrize("error", [Refused("illegal", NO_ROOM), BadSetup(NO_ROOM)])
def test_a_refusal_from_a_timer_is_shown_in_its_own_words(
    hands: Hands, handler: KeepGoing, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    Clock.schedule_once(fail(error), 0)
    turn(hands)
    assert hands.root.banner.text == "There is no room."
    assert not caplog.records


def test_a_bug_is_shown_in_a_sentence_and_logged(
    hands: Hands, handler: KeepGoing, caplog: pytest.LogCaptureFixture
) -> None:
    Clock.schedule_once(fail(ZeroDivisionError()), 0)
    turn(hands)
    assert hands.root.banner.text == plain(UNEXPECTED)
    assert [one.levelno for one in caplog.records] == [logging.ERROR]


def test_an_exception_in_a_thread_is_shown(hands: Hands, handler: KeepGoing) -> None:
    thread = threading.Thread(target=fail(Refused("illegal", NO_ROOM)))
    thread.start()
    thread.join()
    turn(hands)
    assert hands.root.banner.text == "There is no room."


def test_the_program_ends_if_even_errors_cannot_be_shown(hands: Hands, handler: KeepGoing) -> None:
    for _ in range(MOST_ERRORS - 1):
        assert handler.handle_exception(ZeroDivisionError()) == ExceptionManager.PASS
    assert handler.handle_exception(ZeroDivisionError()) == ExceptionManager.RAISE
    assert handler.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE


# A disk that becomes full.


def test_a_full_disk_is_shown_at_once_with_what_is_unsaved(rig: Rig) -> None:
    app, banner = rig.app, rig.hands.root.banner
    app.start_game("newyork", ["father", "mother"], {"story": "high_water"})
    rig.hands.look()
    rig.wait(lambda: app.saved()[0] == "good")
    assert app.session is not None
    with full_disk():
        app.session.draw()
        rig.wait(lambda: banner.shown)
        assert banner.text.startswith("Not saved: the last")
        assert "Make room" in banner.text
        app.dismiss()
        app.session.draw()
        rig.hands.look(20)
        assert not banner.shown, "it was read"
        assert app.lamps()[-1].text == "Not saved"
    rig.wait(lambda: app.saved()[0] == "good" and app._not_saved is None)
    with full_disk():
        app.session.draw()
        rig.wait(lambda: banner.shown)
    rig.wait(lambda: not banner.shown)
