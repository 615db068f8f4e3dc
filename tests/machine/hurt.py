"""Fault injection for the companion in a machine, loaded as sitecustomize.

SIGUSR1 ends the journal's writer thread at its next job; SIGUSR2 blocks the main thread, and so the screen, for an
hour.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time


def _end_writer(*_: object) -> None:
    (writer,) = (thread for thread in threading.enumerate() if thread.name == "journal")
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(writer.ident or 0), ctypes.py_object(SystemExit))


def _freeze(*_: object) -> None:
    time.sleep(3600)


signal.signal(signal.SIGUSR1, _end_writer)
signal.signal(signal.SIGUSR2, _freeze)
