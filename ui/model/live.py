"""The newest picture of a file that is rewritten all the time, such as the view of a camera reader."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from PIL import Image

from companion.packs.pictures import decoded
from ui.look.pictures import SIDE, Beside, texture_of

STALE = 10.0
"""Age in seconds from which a file is out of date."""

State: TypeAlias = tuple[Path, int]
"""A file and its time of modification."""


class LivePicture:
    """Call ``look`` repeatedly: files are found, read and decoded in a worker thread, one at a time. ``come`` is called
    in kivy's thread when there is another picture, or none any more."""

    def __init__(self, come: Callable[[], object], beside: Beside | None = None) -> None:
        self.texture: Texture | None = None
        """The newest picture, or None."""
        self._come = come
        self._beside: Beside = beside or ThreadPoolExecutor(1, "live picture")
        self._looking = False
        self._state: State | None = None

    def look(self, find: Callable[[], Sequence[Path]]) -> None:
        """Read the newest file that ``find`` returns, in the background; nothing while that is still going on."""
        if not self._looking:
            self._looking = True
            self._beside.submit(_newest, find, self._state).add_done_callback(self._seen)

    def _seen(self, found: Future[tuple[State | None, Image.Image | None]]) -> None:
        """Runs in the worker thread."""
        Clock.schedule_once(lambda _dt: self._keep(*found.result()), 0)

    def _keep(self, state: State | None, image: Image.Image | None) -> None:
        self._looking = False
        if state == self._state:
            return
        self._state = state
        self.texture = None if image is None else texture_of(image)
        self._come()


def _newest(find: Callable[[], Sequence[Path]], before: State | None) -> tuple[State | None, Image.Image | None]:
    """The newest file, and its picture if it is not ``before``."""
    states: list[State] = []
    for file in find():
        try:
            states.append((file, file.stat().st_mtime_ns))
        except OSError:
            continue
    state = max(states, key=lambda one: one[1], default=None)
    if state is None or time.time() - state[1] / 1e9 > STALE:
        return None, None
    return state, None if state == before else decoded(state[0], SIDE)
