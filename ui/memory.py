"""Memory that is no longer needed goes back to the system, so that a window can stand for days."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable

from kivy.clock import Clock


def give_back() -> None:
    """Drop what only points at itself, as widgets do, and give free memory back. Some ten milliseconds."""
    gc.collect()
    if _trim is not None:
        _trim(0)


def keep() -> None:
    """What is there now stays for good: nobody need look through it any more for what could be dropped."""
    gc.freeze()


def _found() -> Callable[[int], int] | None:
    """``malloc_trim`` of the C library; None where there is none, as on a Mac."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return trim


_trim = _found()

give_back_soon = Clock.create_trigger(lambda _dt: give_back(), 1)
"""The same in a second, when what comes next is on the screen."""
