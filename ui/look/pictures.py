"""Pictures of cards, as the owner of a box has put them into its folder: decoded beside the screen, a few kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from msgspec.structs import astuple
from PIL import Image

from companion.core.answers import Answer
from companion.packs.pictures import PICTURES, decoded, pictures_of

SIDE = 720
"""Pixels of the longer side at most: a picture takes no more than 2 MB of memory."""
MOST = 8
"""So many are kept."""
SMALL, MOST_SMALL = 180, 60
"""The same of pictures in a list: so many pixels, and as many as stand on two pages."""


_File: TypeAlias = tuple[Path, tuple[int, int]]
"""A file as it was at one time."""


class Beside(Protocol):
    """Who decodes: an executor, as far as it is needed."""

    def submit(self, work: Callable[..., Any], /, *about: Any) -> Future[Any]: ...


class CardPictures:
    """Gives the picture of a card at once where it is kept. Else it is decoded in a thread of its own, and ``come`` is
    called when it is there; a card without one, or with one that cannot be decoded, has none. They have at most
    ``side`` pixels, and ``most`` are kept."""

    def __init__(
        self, come: Callable[[], object], beside: Beside | None = None, *, side: int = SIDE, most: int = MOST
    ) -> None:
        self.folder: Path | None = None
        """Where the box of the running game lies; None if it is not one of the owner's."""
        self.arrived = 0
        """How many have come."""
        self._come, self._side, self._most = come, side, most
        self._beside: Beside = beside or ThreadPoolExecutor(1, "pictures")
        self._kept: OrderedDict[_File, Texture | None] = OrderedDict()
        self._waiting: set[_File] = set()
        self._files: tuple[object, dict[str, _File]] = (None, {})

    def of(self, card: str, folder: Path | None = None) -> Texture | None:
        """The picture of the card with that id in the box that lies in ``folder``, else in that of the running game;
        None: there is none, or not yet."""
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
        """What is another as soon as pictures of the box in ``folder`` look otherwise: one has come, or the folder has
        changed."""
        self._in(folder)
        return self._files[0], self.arrived

    def has(self, card: str, folder: Path | None = None) -> bool:
        """True if the box in ``folder``, else that of the running game, has a picture of that card, decoded or not."""
        return card in self._in(folder or self.folder)

    def named(self, answer: Answer) -> str:
        """The id of the card that an answer in the running game names and of which there is a picture; empty if it
        names none."""
        return next((one for one in astuple(answer) if isinstance(one, str) and self.has(one)), "")

    def _in(self, folder: Path | None) -> dict[str, _File]:
        """The files with pictures, by the ids of cards; looked for again only when the folder has changed. What of them
        is as it was need not be decoded again."""
        at = None if folder is None else folder / PICTURES
        try:
            state = None if at is None else (at, at.stat().st_mtime_ns)
        except OSError:
            if folder is not None and not folder.exists():
                return self._files[1]  # It is being replaced just now.
            state = None
        if state != self._files[0]:
            found = {} if folder is None or state is None else pictures_of(folder)
            self._files = state, {id_: (file, _stamp(file)) for id_, file in found.items()}
            there = set(self._files[1].values())
            self._kept = OrderedDict((file, kept) for file, kept in self._kept.items() if file in there)
        return self._files[1]

    def _decoded(self, file: _File, found: Future[Image.Image | None]) -> None:
        """In the thread that decodes."""
        Clock.schedule_once(lambda _dt: self._keep(file, found.result()), 0)

    def _keep(self, file: _File, image: Image.Image | None) -> None:
        self._waiting.discard(file)
        self._kept[file] = None if image is None else texture_of(image)
        self.arrived += 1
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        self._come()


def _stamp(file: Path) -> tuple[int, int]:
    """Another one for a file with another picture."""
    try:
        now = file.stat()
    except OSError:
        return 0, 0
    return now.st_mtime_ns, now.st_size


def texture_of(image: Image.Image) -> Texture:
    """A picture with the colours red, green, blue and alpha, as kivy draws it."""
    texture = Texture.create(size=image.size, colorfmt="rgba")
    texture.blit_buffer(image.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture
