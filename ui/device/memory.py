"""Returns free memory to the system, so that the window can stay open for days."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable

from kivy.clock import Clock

DUE = 10
"""Number of young garbage collections after which a full one runs, once nobody taps."""


def give_back() -> None:
    """Run a full garbage collection (about 50 ms) and trim the heap. What survives is frozen until next time, so that
    later collections stay short."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    trim()


def trim() -> None:
    """Return free heap memory to the system; about 1 ms."""
    if _trim is not None:
        _trim(0)


def tidy() -> None:
    """Trim the heap; run a full collection if it is due."""
    if gc.get_count()[2] >= DUE:
        give_back()
    else:
        trim()


def freeze() -> None:
    """Exclude all current objects from automatic collections."""
    gc.freeze()


def _found() -> Callable[[int], int] | None:
    """The C library's ``malloc_trim``; None where there is none, as on macOS."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return found


_trim = _found()

tidy_soon = Clock.create_trigger(lambda _dt: tidy(), 2)
"""``tidy`` in two seconds, once for any number of calls until then."""

give_back_soon = Clock.create_trigger(lambda _dt: give_back(), 1)
"""``give_back`` in a second, when a game was left and the next screen is up."""


def postpone() -> None:
    """A tap: restart pending timers, so that no collection delays it."""
    for soon in (tidy_soon, give_back_soon):
        if soon.is_triggered:
            soon.cancel()
            soon()
