"""Memory that is no longer needed goes back to the system, so that a window can stand for days."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable

from kivy.clock import Clock

DUE = 10
"""After so many looks at what is young, what is old is looked through as soon as nobody taps."""


def give_back() -> None:
    """Drop what only points at itself, as widgets do, and give free memory back. Some fifty milliseconds, which
    what is left now does not cost anybody who taps later: it is put aside until the next time."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    trim()


def trim() -> None:
    """Give memory back that is free already; about a millisecond."""
    if _trim is not None:
        _trim(0)


def tidy() -> None:
    """Give memory back, and look for what only points at itself if that is due."""
    if gc.get_count()[2] >= DUE:
        give_back()
    else:
        trim()


def keep() -> None:
    """What is there now stays: it is looked through for what could be dropped only while nobody taps."""
    gc.freeze()


def _found() -> Callable[[int], int] | None:
    """``malloc_trim`` of the C library; None where there is none, as on a Mac."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return found


_trim = _found()

tidy_soon = Clock.create_trigger(lambda _dt: tidy(), 2)
"""Give back in two seconds what pictures have left behind, however often this is called until then."""

give_back_soon = Clock.create_trigger(lambda _dt: give_back(), 1)
"""The same for a game that was left, in a second, when what comes next is on the screen."""


def not_now() -> None:
    """Somebody taps: what was to be done soon begins to wait anew, so that nobody waits for it."""
    for soon in (tidy_soon, give_back_soon):
        if soon.is_triggered:
            soon.cancel()
            soon()
