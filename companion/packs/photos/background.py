"""Reads the photographed cards of a box in the background, one after the other, and remembers what stands on them."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2s
from pathlib import Path

import msgspec
import platformdirs

from companion.core.texts import T
from companion.packs.content import BadFile, read_file
from companion.packs.photos.printed import PrintedText, can_read
from companion.packs.photos.reading import PrintReader
from companion.packs.pictures import BOARD

NOT_READ = T("What stands on this photo could not be read. Type it, or take the photo once more.")
MOST_KEPT = 3000
"""Most cards that are remembered on the disk."""


class PrintedCards:
    """What is printed on cards, by their pictures: ``of`` says what is known and reads the rest, ``changed`` is called
    in another thread whenever another card has been read. A card that cannot be read is tried once."""

    def __init__(self, changed: Callable[[], object] = lambda: None, reader: PrintReader | None = None) -> None:
        self._changed = changed
        self._reader = reader or PrintReader()
        self._known: dict[str, PrintedText | None] = {}
        self._waiting: OrderedDict[str, tuple[Path, Sequence[str]]] = OrderedDict()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False

    def of(self, picture: Path | None, languages: Sequence[str] = ()) -> PrintedText | None:
        """What stands on the card with this picture; None while that is not known, or nothing here can read it.

        ``languages``: those that the box is likely to be printed in. The card that was asked for last is read first.
        """
        name = "" if picture is None else _name(picture, languages)
        if picture is None or not name:
            return None
        if name not in self._known:
            kept = _kept(name)
            if kept is None and not can_read():
                return None
            if kept is None:
                self._read(name, picture, languages)
                return None
            self._known[name] = kept
        return self._known[name]

    def failed(self, picture: Path | None, languages: Sequence[str] = ()) -> bool:
        """True for a picture whose reading broke, or took too long."""
        name = "" if picture is None else _name(picture, languages)
        return name in self._known and self._known[name] is None

    @property
    def busy(self) -> bool:
        """True while cards are being read."""
        return self._thread is not None

    def _read(self, name: str, picture: Path, languages: Sequence[str]) -> None:
        with self._lock:
            self._waiting[name] = picture, languages
            self._waiting.move_to_end(name)
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="printed", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if self._closed or not self._waiting:
                    self._thread = None
                    return
                name, (picture, languages) = self._waiting.popitem()
            found = None
            with suppress(OSError, BadFile):
                data = read_file(picture, picture.parent.parent)
                found = self._reader.read(data, languages, board=picture.stem == BOARD)
            self._known[name] = found
            if found is not None:
                _keep(name, found)
            self._changed()

    def close(self) -> None:
        """Read no further card."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
        self._reader.close()


def _name(picture: Path, languages: Sequence[str]) -> str:
    """A name that changes with the picture; empty if there is none."""
    try:
        about = picture.stat()
    except OSError:
        return ""
    said = repr((str(picture), about.st_size, about.st_mtime_ns, list(languages)))
    return blake2s(said.encode(), digest_size=16).hexdigest()


def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("companion")) / "printed"


def _kept(name: str) -> PrintedText | None:
    try:
        return msgspec.json.decode((_folder() / f"{name}.json").read_bytes(), type=PrintedText)
    except (OSError, msgspec.MsgspecError):
        return None


def _keep(name: str, printed: PrintedText) -> None:
    """Remember a card; the ones that were read longest ago are forgotten."""
    with suppress(OSError):
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        beside = folder / f"{name}.new"
        beside.write_bytes(msgspec.json.encode(printed))
        os.replace(beside, folder / f"{name}.json")
        there = sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime_ns)
        for old in there[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
