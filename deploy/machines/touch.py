"""A finger on the machine's touchscreen, which guest/touch.py makes in there."""

from __future__ import annotations

from pathlib import Path

from deploy.machines.qmp import connect
from deploy.machines.tools import Trouble


class Touch:
    """The touchscreen. Points are parts of the screen, from 0 to 1; a call returns when the gesture has been made."""

    def __init__(self, path: Path) -> None:
        self._socket = connect(path)
        self._file = self._socket.makefile("r")

    def tap(self, *points: tuple[float, float]) -> None:
        """One finger, or several at once."""
        self.do("tap", *_flat(points))

    def press(self, seconds: float, *points: tuple[float, float]) -> None:
        """The same, for so long."""
        self.do("press", seconds, *_flat(points))

    def swipe(self, start: tuple[float, float], end: tuple[float, float], seconds: float = 0.3) -> None:
        self.do("swipe", seconds, *start, *end)

    def do(self, gesture: str, *numbers: float) -> None:
        """A line for guest/touch.py."""
        self._socket.sendall(f"{' '.join([gesture, *map(str, numbers)])}\n".encode())
        answer = self._file.readline().strip()
        if answer != "done":
            raise Trouble(f"The touchscreen would not {gesture}: {answer or 'the machine has gone'}")

    def close(self) -> None:
        self._file.close()
        self._socket.close()


def _flat(points: tuple[tuple[float, float], ...]) -> list[float]:
    return [number for point in points for number in point]
