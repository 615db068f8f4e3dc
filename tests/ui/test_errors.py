"""What nobody has caught is one sentence on the screen, and the game goes on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator

import pytest
from kivy.base import ExceptionManager
from kivy.clock import Clock

from companion.core.refusals import BadSetup, Refused
from companion.core.texts import T, plain
from tests.ui.hands import Hands
from ui.app.app import MOST_ERRORS, UNEXPECTED, KeepGoing

FULL = T("There is no room.")


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


@pytest.mark.parametrize("error", [Refused("illegal", FULL), BadSetup(FULL)])
def test_a_refusal_from_a_timer_is_its_own_sentence(
    hands: Hands, handler: KeepGoing, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    Clock.schedule_once(fail(error), 0)
    turn(hands)
    assert hands.root.banner.text == "There is no room."
    assert not caplog.records


def test_a_mistake_of_the_program_is_a_sentence_too_and_stands_in_the_log(
    hands: Hands, handler: KeepGoing, caplog: pytest.LogCaptureFixture
) -> None:
    Clock.schedule_once(fail(ZeroDivisionError()), 0)
    turn(hands)
    assert hands.root.banner.text == plain(UNEXPECTED)
    assert [one.levelno for one in caplog.records] == [logging.ERROR]


def test_what_a_thread_raises_is_shown_as_well(hands: Hands, handler: KeepGoing) -> None:
    thread = threading.Thread(target=fail(Refused("illegal", FULL)))
    thread.start()
    thread.join()
    turn(hands)
    assert hands.root.banner.text == "There is no room."


def test_it_ends_when_it_can_show_nothing_else(hands: Hands, handler: KeepGoing) -> None:
    for _ in range(MOST_ERRORS - 1):
        assert handler.handle_exception(ZeroDivisionError()) == ExceptionManager.PASS
    assert handler.handle_exception(ZeroDivisionError()) == ExceptionManager.RAISE
    assert handler.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
