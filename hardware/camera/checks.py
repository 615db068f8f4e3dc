"""What the doctor says of the camera above a tray: what a reader that runs has noticed, or else what a look through the
camera shows. OpenCV is imported only where dice were learned, and it is there."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import platformdirs
from msgspec import Struct

from companion.core.texts import T, Text
from companion.doctor import Check

if TYPE_CHECKING:
    from hardware.camera.frames import Picture
    from hardware.camera.watcher import Watcher

DEVICES = Path("/dev")
LOOK = 3.5
"""Seconds for which the doctor looks: pictures that stand still are noticed after three."""
OF_DICE = (1280.0, 0.003, 0.88)
"""Of a picture of dice as of ``is_blurred``: its size, the part with the strongest edges, which are few, and how much
of them is left in one in which pips run together."""
NAME = T("camera")
NEEDS_OPENCV = T("The camera reader needs OpenCV. Install it: .venv/bin/pip install -e '.[camera]'")
BLURRED = T("The camera's picture is blurred. Turn its lens until it is sharp, or hang it higher or lower.")


class _Sentence(Struct):
    """As of ``Text``."""

    msgid: str
    args: dict[str, str]


class _State(Struct):
    """What is wrong, said by a process."""

    pid: int
    wrong: list[_Sentence]


class ReaderState:
    """What a running reader has noticed, in a file beside the picture of what it sees; none without such a picture."""

    def __init__(self, view: Path | None) -> None:
        self._file = None if view is None else _beside(view)
        self._wrong: dict[str, Text] = {}

    def hold(self, about: str, wrong: Text | None) -> None:
        """Hold on to what is wrong ``about`` something, or that nothing is any more."""
        if self._wrong.get(about) == wrong:
            return
        self._wrong = {name: text for name, text in self._wrong.items() if name != about}
        if wrong is not None:
            self._wrong[about] = wrong
        if self._file is not None:
            # A disk that takes nothing is said where the picture is written.
            with suppress(OSError):
                part = self._file.with_suffix(".part")
                part.write_bytes(msgspec.json.encode(_State(os.getpid(), [*map(_kept, self._wrong.values())])))
                part.replace(self._file)

    def close(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink()


def _kept(text: Text) -> _Sentence:
    return _Sentence(text.msgid, {name: str(words) for name, words in text.args.items()})


def _beside(view: Path) -> Path:
    return view.with_suffix(".json")


def _noticed(view: Path) -> list[Text]:
    """What the reader that writes this picture has noticed; nothing if it does not run any more."""
    try:
        state = msgspec.json.decode(_beside(view).read_bytes(), type=_State)
    except (OSError, msgspec.DecodeError):
        return []
    gone = not Path(f"/proc/{state.pid}").exists()
    return [] if gone else [Text(one.msgid, {**one.args}) for one in state.wrong]


def checks(views: Sequence[Path], dice: Path | None = None, opener: Callable[[Any], Any] | None = None,
           network: Path | None = None, clock: Callable[[], float] = time.monotonic,
           sleep: Callable[[float], None] = time.sleep) -> Iterator[Check]:  # fmt: skip
    """Check what the readers notice that write these ``views``; if there are none, but dice were learned in the folder
    ``dice``, the first camera. ``opener``, ``clock`` and ``sleep`` as of ``Camera``; ``network`` is another file than
    that which reads pips."""
    for view in views:
        yield Check(NAME, True, T("What the camera reader sees is in {file}.", file=str(view)))
        for text in _noticed(view):
            yield Check(NAME, False, text)
    folder = dice or platformdirs.user_data_path("companion") / "dice"
    learned = max(folder.glob("*.npz"), key=lambda file: file.stat().st_mtime_ns, default=None)
    if views or learned is None:
        return
    if find_spec("cv2") is None:
        yield Check(NAME, False, NEEDS_OPENCV)
        return
    wrong = _without_reader(learned, network, opener=opener, clock=clock, sleep=sleep)
    yield from [Check(NAME, False, text) for text in wrong] or [Check(NAME, True, T("It gives good pictures."))]


def _without_reader(learned: Path, network: Path | None, **how: Any) -> list[Text]:
    """What is wrong with the network, the learned dice and the first camera, which is opened in this way."""
    # Where nobody learned dice, OpenCV may be missing.
    from hardware.camera.frames import Camera  # noqa: PLC0415
    from hardware.camera.pips import NoNetwork, PipReader  # noqa: PLC0415
    from hardware.camera.templates import BadDiceFile, load  # noqa: PLC0415
    from hardware.camera.watcher import Watcher  # noqa: PLC0415

    wrong: list[Text] = []
    pips: PipReader | None = None
    try:
        pips = PipReader(network)
    except NoNetwork as no:
        wrong.append(no.text)
    try:
        watcher = Watcher(load(learned), pips=pips)
    except BadDiceFile as no:
        return [*wrong, no.text]
    device = min(DEVICES.glob("video*"), default=None)
    if device is None:
        return [*wrong, T("There is no camera. Plug it in; it hangs above the tray.")]
    if not os.access(device, os.R_OK | os.W_OK):
        return [*wrong, T("{name} is not open to this user: add the user to the group video.", name=str(device))]
    camera, until = Camera(str(device), **how), how["clock"]() + LOOK
    picture: Picture | None = None
    try:
        while how["clock"]() < until:
            seen = camera.read()
            if seen is not None:
                picture = seen
                watcher.feed(picture, how["clock"]())
    finally:
        camera.close()
    if not camera.was_there:
        return [*wrong, T("The camera {name} gives no pictures. Close the program that uses it, or plug it in again.",
                          name=str(device))]  # fmt: skip
    found = camera.trouble or of_tray(watcher, picture)
    return wrong if found is None else [*wrong, found]


def of_tray(watcher: Watcher, picture: Picture | None) -> Text | None:
    """What is wrong with a picture that a watcher has read, or tried to."""
    # Where nobody learned dice, OpenCV may be missing.
    import cv2  # noqa: PLC0415

    from companion.packs.photos.outlines import is_blurred  # noqa: PLC0415
    from hardware.camera.watcher import FLICKERS, MOVED, OTHER_SIZE, TURNED  # noqa: PLC0415

    if watcher.status in (FLICKERS, MOVED, OTHER_SIZE, TURNED):
        return watcher.status
    if picture is None or not watcher.pieces:
        return None
    light = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype("float32")
    return BLURRED if is_blurred(light, *OF_DICE) else None
