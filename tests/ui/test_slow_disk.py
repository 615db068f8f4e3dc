"""A disk that takes its time: the picture does not wait for it, and nothing says "saved" before it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.ui.evening import PATIENCE, Evening, set_up


@pytest.fixture
def stuck(evening: Evening) -> Iterator[threading.Event]:
    """A game has begun, and from now on the disk finishes nothing until the event is set."""
    set_up(evening)
    assert evening.journal.flush(PATIENCE)
    evening.wait(lambda: evening.app.saved()[0] == "good")
    begun, go_on = threading.Event(), threading.Event()

    def write(_db: object) -> None:
        begun.set()
        go_on.wait(PATIENCE)

    evening.journal._writer.submit(write)
    assert begun.wait(PATIENCE)
    yield go_on
    go_on.set()


def journal_lamp(evening: Evening) -> str:
    """What the lamp of the journal shows in the window."""
    return evening.hands.root.nav.lamps[-1].state


def test_people_play_on_while_the_disk_is_busy(evening: Evening, stuck: threading.Event) -> None:
    session, before = evening.session, evening.session.rev
    evening.play_until_roll()
    assert session.rev > before
    assert session.mode == "roll", "the picture has moved on"
    assert evening.hands.root.name == "dice"
    assert not stuck.is_set()
    assert session.table.saved_rev == before, "none of it is on disk"


def test_saved_is_shown_when_it_is_and_not_before(evening: Evening, stuck: threading.Event) -> None:
    evening.play_until_roll()
    evening.hands.look(3)
    assert evening.session.table.unsaved > 0
    assert journal_lamp(evening) == "wait"
    stuck.set()
    assert evening.journal.flush(PATIENCE)
    evening.wait(lambda: journal_lamp(evening) == "good")
    assert evening.session.table.unsaved == 0
