"""A real off-screen window for tests to look at and tap."""

from __future__ import annotations

import ctypes.util
import gc
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

NEEDED = {"GL": "libgl1", "EGL": "libegl1", "GLESv2": "libgles2"}
missing = [package for library, package in NEEDED.items() if ctypes.util.find_library(library) is None]
if missing:
    pytest.exit(f"The screen's tests need system libraries: sudo apt install {' '.join(missing)} libgl1-mesa-dri", 1)

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["KIVY_LOG_MODE"] = "PYTHON"

from ui.base.environment import prepare  # noqa: E402

prepare(fullscreen=False, size=(800, 480))

from tests.ui import drawing, pseudo  # noqa: E402
from tests.ui.hands import Hands  # noqa: E402
from tests.ui.rig import Rig  # noqa: E402
from ui.device import display  # noqa: E402
from ui.look import icons, text  # noqa: E402


@pytest.fixture(scope="session")
def window_hands() -> Hands:
    pseudo.speak_long()
    hands = Hands()
    freeze()
    return hands


def freeze() -> None:
    """Set aside what stays to the end: kivy, all of the companion, and the tests themselves. To look through them for
    garbage would take half a second each time."""
    gc.collect()
    gc.freeze()


DELAYS, NEVER = {soon: soon.timeout for soon in (display.give_back_soon, display.tidy_soon)}, 3600
CACHES = {name: getattr(text, name) for name in ("extents", "wrap", "fit")}
SHARED_CACHES = {name: lru_cache(maxsize=None)(found.__wrapped__) for name, found in CACHES.items()}


def share_caches(kept: bool) -> None:
    """Share rendered texts and icons among tests and defer garbage collection, for speed."""
    for soon, seconds in DELAYS.items():
        soon.timeout = NEVER if kept else seconds
    for name, found in (SHARED_CACHES if kept else CACHES).items():
        setattr(text, name, found)
    text.texture.most = 64 * 2**20 if kept else text.MOST
    icons.textures.most = 64 * 2**20 if kept else icons.MOST


@pytest.fixture
def hands(window_hands: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[Hands]:
    """The application in its window, at home, in English, 800×480, without saved settings or own boxes."""
    from ui.base import settings  # noqa: PLC0415

    monkeypatch.setattr(settings, "path", lambda: tmp_path / "screen.json")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
    share_caches(True)
    window_hands.begin()
    yield window_hands
    window_hands.end()


@pytest.fixture(autouse=True)
def own_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """The companion looks for garbage among what tests have made, and sets nothing aside: that would never be freed,
    and kivy is slower with each canvas that lives."""
    own = SimpleNamespace(collect=gc.collect, get_count=gc.get_count, freeze=lambda: None, unfreeze=lambda: None)
    monkeypatch.setattr(display, "gc", own)


@pytest.fixture
def sketched() -> Iterator[None]:
    """Nothing of pictures is drawn (``drawing.sketched``). Comes before ``hands``."""
    with drawing.sketched():
        yield


@pytest.fixture
def rig(hands: Hands, tmp_path: Path) -> Iterator[Rig]:
    share_caches(False)
    made = Rig(hands, tmp_path / "journal.db")
    yield made
    made.close()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A manual clock for touches (``Watch``)."""
    from tests.ui.hands import Watch  # noqa: PLC0415 - the window comes first

    return Watch(monkeypatch)
