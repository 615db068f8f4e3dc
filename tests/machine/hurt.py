"""Put beside the companion in a machine, as sitecustomize: what goes wrong in a process by itself, on a signal.

SIGUSR1 ends the thread that writes the journal, the next time it has something to do; SIGUSR2 stops the main thread,
and with it the screen, for an hour.
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
