"""Rows that are filled in but not saved yet, kept for a restart: those of browsers, and those of the touchscreen.

They lie in small files beside the journal, which nobody else on the machine can read.
"""

from __future__ import annotations

import logging
import os
import stat
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.texts import Words
from companion.packs.content import content_hash

logger = logging.getLogger(__name__)

MOST_DRAFTS = 400
"""Most drafts that are kept; the one that was used longest ago goes first."""
MOST_SAVED, LONGEST_SAVED = 40, 4_194_304
"""Most of them that are kept for a restart, and the most bytes of their file."""


class KeptFile:
    """The file of this ``kind`` beside a journal. What cannot be read or written is as if it had never been kept."""

    def __init__(self, journal: Path, kind: str) -> None:
        self._path = journal.with_name(f"{journal.name}.{kind}")

    def read(self, longest: int) -> bytes | None:
        try:
            with self._path.open("rb") as file:
                about = os.fstat(file.fileno())
                # What others could have written is not believed.
                own = stat.S_ISREG(about.st_mode) and not about.st_mode & 0o022 and about.st_uid == os.geteuid()
                return file.read(longest) if own else None
        except OSError:
            return None

    def write(self, data: bytes) -> None:
        beside = self._path.with_name(f"{self._path.name}.new")
        try:
            beside.unlink(missing_ok=True)
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
        except OSError as no:
            logger.warning("%s is not kept: %s", self._path.name, no)

    def remove(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
        except OSError as no:
            logger.warning("%s is not removed: %s", self._path.name, no)


class LateFile(KeptFile):
    """A file that is written in a thread of its own, for those who cannot wait for a disk; only the last of several
    states is written."""

    def __init__(self, journal: Path, kind: str) -> None:
        super().__init__(journal, kind)
        self._lock = threading.Lock()
        self._data: bytes | None = None
        self._thread: threading.Thread | None = None

    def write(self, data: bytes) -> None:
        with self._lock:
            self._data = data
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="drafts", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                data, self._data = self._data, None
                if data is None:
                    self._thread = None
                    return
            super().write(data)

    def close(self) -> None:
        """Wait until all of it is written."""
        thread = self._thread
        if thread is not None:
            thread.join()


class RowDraft(Struct, frozen=True):
    """A row that is filled in: ``index`` is its number in its table (None: a further one, or what is in no table).
    ``path`` is the field that is open on the touchscreen, ``typed`` what stands in it without being confirmed."""

    box: str
    table: str
    index: int | None
    seen: Any
    """The row when somebody began to edit it; None for a new one. If the row has changed since, nothing is saved."""
    row: Any
    """The row as it is filled in now."""
    message: Words | None = None
    """Why it was not saved."""
    checked: bool = False
    """True if the page shows what is missing or wrong."""
    path: tuple[str | int, ...] = ()
    typed: str = ""

    @property
    def token(self) -> str:
        """The name of the draft on a page; equal drafts have the same."""
        return content_hash([self.box, self.table, self.index, self.seen, self.row, repr(self.message), self.checked])


class _SavedDraft(Struct, frozen=True):
    """A draft as it is kept for a restart, without why it was not saved."""

    token: str
    box: str
    table: str
    index: int | None
    seen: Any
    row: Any
    checked: bool
    path: tuple[str | int, ...] = ()
    typed: str = ""


class _SavedDrafts(Struct, frozen=True):
    box: str
    drafts: list[_SavedDraft]


class RowDrafts:
    """The drafts of all browsers, by their tokens, or those of the touchscreen, by their rows. The latest into which
    something was typed are kept in a file for a restart; ``box`` names the box that it is about (empty: any)."""

    def __init__(self, file: KeptFile | None = None, box: str = "") -> None:
        self._kept: OrderedDict[str, RowDraft] = OrderedDict()
        self._saved: OrderedDict[str, _SavedDraft] = OrderedDict()
        self._file = file
        self._box = box
        self._read()

    def _read(self) -> None:
        data = None if self._file is None else self._file.read(LONGEST_SAVED)
        try:
            saved = None if data is None else msgspec.json.decode(data, type=_SavedDrafts)
        except ValueError:
            return
        for one in saved.drafts if saved is not None and saved.box == self._box else ():
            self._saved[one.token] = one
            self._kept[one.token] = RowDraft(
                one.box, one.table, one.index, one.seen, one.row, checked=one.checked, path=one.path, typed=one.typed
            )

    def keep(self, draft: RowDraft, *, typed: bool = False) -> str:
        """Keep a draft; one into which something was ``typed``, also for a restart. Returns its token."""
        token = draft.token
        self._kept[token] = draft
        self._kept.move_to_end(token)
        while len(self._kept) > MOST_DRAFTS:
            self._kept.popitem(last=False)
        if typed:
            self._saved.pop(token, None)
            self._saved[token] = _SavedDraft(
                token, draft.box, draft.table, draft.index, draft.seen, draft.row, draft.checked, draft.path,
                draft.typed,
            )  # fmt: skip
            while len(self._saved) > MOST_SAVED:
                self._saved.popitem(last=False)
            self._write()
        return token

    def _write(self) -> None:
        if self._file is None:
            return
        data = msgspec.json.encode(_SavedDrafts(self._box, list(self._saved.values())))
        if len(data) <= LONGEST_SAVED:
            self._file.write(data)

    # The draft of a row, of which the touchscreen has at most one.

    def of(self, box: str, table: str, seen: Any) -> RowDraft | None:
        """The latest draft of the row that is ``seen`` in a table now (None: of a new one); None if there is none."""
        found = (one for one in reversed(self._kept.values()) if (one.box, one.table) == (box, table))
        return next((one for one in found if one.seen == seen), None)

    def replace(self, draft: RowDraft) -> None:
        """Keep a draft instead of any other of its row, also for a restart."""
        self._drop(draft.box, draft.table, draft.seen)
        self.keep(draft, typed=True)

    def drop(self, box: str, table: str, seen: Any) -> None:
        """Keep no draft of that row any more."""
        if self._drop(box, table, seen):
            self._write()

    def _drop(self, box: str, table: str, seen: Any) -> bool:
        gone = [
            token for token, one in self._kept.items()
            if (one.box, one.table) == (box, table) and one.seen == seen
        ]  # fmt: skip
        for token in gone:
            del self._kept[token]
            self._saved.pop(token, None)
        return bool(gone)

    def drop_box(self, box: str) -> None:
        """Keep no draft of a box any more."""
        for token, one in list(self._kept.items()):
            if one.box == box:
                del self._kept[token]
                self._saved.pop(token, None)
        self._write()

    def get(self, token: str) -> RowDraft | None:
        """The draft with that token; None if it is not kept any more."""
        found = self._kept.get(token)
        if found is not None:
            self._kept.move_to_end(token)
        return found

    def forget(self) -> None:
        """Keep nothing for a restart any more."""
        if self._file is not None:
            self._file.remove()
