"""Photos of cards from an owner's box: decoded in a worker thread, with a small cache."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from msgspec.structs import astuple

from companion.core.answers import Answer
from companion.packs.intake import PICTURES
from companion.packs.pictures import decoded, pictures_of

if TYPE_CHECKING:
    from PIL import Image

SIDE = 720
"""Maximum length of the longer side in pixels: a photo takes at most 2 MB of memory."""
MOST = 8
"""Size of the cache."""
SMALL, MOST_SMALL = 180, 60
"""Size in pixels and cache of thumbnails: as many as two pages show."""


_File: TypeAlias = tuple[Path, tuple[int, int]]
"""A file in one state."""


class PictureWorker(Protocol):
    """The part of an executor used here."""

    def submit(self, work: Callable[..., Any], /, *about: Any) -> Future[Any]: ...


class CardPictures:
    """Returns a card's photo at once if it is cached; else decodes it in a worker thread and calls ``come`` when it
    is ready. A card may have none, or one that cannot be decoded. ``side``: maximum pixels; ``most``: size of the
    cache."""

    def __init__(
        self, come: Callable[[], object], beside: PictureWorker | None = None, *, side: int = SIDE, most: int = MOST
    ) -> None:
        self.folder: Path | None = None
        """Folder of the running game's box; None if it is not an owner's box."""
        self.arrived = 0
        """Number of decoded photos so far."""
        self._come, self._side, self._most = come, side, most
        self._beside: PictureWorker = beside or ThreadPoolExecutor(1, "pictures")
        self._kept: OrderedDict[_File, Texture | None] = OrderedDict()
        self._waiting: set[_File] = set()
        self._files: tuple[object, dict[str, _File]] = (None, {})

    def of(self, card: str, folder: Path | None = None) -> Texture | None:
        """The card's photo in the box at ``folder`` (default: the running game's); None if there is none yet."""
        file = self._in(folder or self.folder).get(card)
        if file is None:
            return None
        if file in self._kept:
            self._kept.move_to_end(file)
            return self._kept[file]
        if file not in self._waiting:
            self._waiting.add(file)
            self._beside.submit(decoded, file[0], self._side).add_done_callback(partial(self._decoded, file))
        return None

    def seen(self, folder: Path) -> object:
        """A value that changes when photos of the box in ``folder`` change: one was decoded, or the folder was
        modified."""
        self._in(folder)
        return self._files[0], self.arrived

    def has(self, card: str, folder: Path | None = None) -> bool:
        """True if that box has a photo of the card, decoded or not yet, so that its room is kept free from the start;
        False if it cannot be decoded."""
        file = self._in(folder or self.folder).get(card)
        return file is not None and self._kept.get(file, file) is not None

    def file(self, card: str, folder: Path | None = None) -> Path | None:
        """The file of the card's photo in that box; None if it has none."""
        found = self._in(folder or self.folder).get(card)
        return None if found is None else found[0]

    def named(self, answer: Answer) -> str:
        """The id of the card that an answer names, if it has a photo in the running game; else empty."""
        return next((one for one in astuple(answer) if isinstance(one, str) and self.has(one)), "")

    def _in(self, folder: Path | None) -> dict[str, _File]:
        """Photo files by card id, read again only if the folder has changed. Unchanged files stay in the cache."""
        at = None if folder is None else folder / PICTURES
        try:
            state = None if at is None else (at, at.stat().st_mtime_ns)
        except OSError:
            if folder is not None and not folder.exists():
                return self._files[1]  # It is just being replaced.
            state = None
        if state != self._files[0]:
            found = {} if folder is None or state is None else pictures_of(folder)
            self._files = state, {id_: (file, _stamp(file)) for id_, file in found.items()}
            there = set(self._files[1].values())
            self._kept = OrderedDict((file, kept) for file, kept in self._kept.items() if file in there)
        return self._files[1]

    def _decoded(self, file: _File, found: Future[Image.Image | None]) -> None:
        """Runs in the worker thread."""
        Clock.schedule_once(lambda _dt: self._keep(file, found.result()), 0)

    def _keep(self, file: _File, image: Image.Image | None) -> None:
        self._waiting.discard(file)
        self._kept[file] = None if image is None else texture_of(image)
        self.arrived += 1
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        self._come()


def _stamp(file: Path) -> tuple[int, int]:
    """Changes with the file's content."""
    try:
        now = file.stat()
    except OSError:
        return 0, 0
    return now.st_mtime_ns, now.st_size


def texture_of(image: Image.Image) -> Texture:
    """An RGBA image as a texture."""
    texture = Texture.create(size=image.size, colorfmt="rgba")
    texture.blit_buffer(image.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture
