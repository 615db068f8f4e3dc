"""Saves a box being edited, merging what others wrote in the meantime."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core.refusals import BadPack
from companion.core.texts import T, Text, Words
from companion.packs import versions
from companion.packs.content import Content
from companion.packs.editing.merging import merged
from companion.packs.folder import read_content, write_content
from companion.packs.own import why_not

MEANWHILE = T("This box was changed elsewhere meanwhile: both changes are in it, and where they differ, yours counts.")


class Saving:
    """The box at ``path`` on disk. ``kind`` is the type of its pack, ``kept`` the last content read or written.

    ``trouble`` says why the last save failed, ``notice`` that it merged somebody else's change.
    """

    def __init__(self, path: Path, kind: Any, kept: Content) -> None:
        self.path = path
        self.kept = kept
        self.trouble: Text | None = None
        self.notice: Text | None = None
        self._kind = kind
        self._fingerprint: object = None

    def save(self, content: Content, before: list[Content], name: Words) -> Content:
        """Write ``content``, merged with others' changes; returns what is on disk now, or ``content`` on failure.

        Others' changes are merged into the undo history ``before`` as well.
        """
        self.notice = None
        try:
            with versions.locked(self.path):
                content = self._merged_with_disk(content, before)
                write_content(self.path, content)
                self._fingerprint = versions.fingerprint(self.path)
        except (OSError, BadPack) as no:
            self.trouble = not_saved(name, no)
        else:
            self.trouble, self.kept = None, content
        return content

    def refresh(self, content: Content, before: list[Content]) -> Content:
        """Take over others' changes, also in the undo history ``before``, unless ``content`` is not saved; returns what
        is on disk now. A box that cannot be read just now is left as it is here."""
        found = versions.fingerprint(self.path)
        if content is not self.kept or found is None or found == self._fingerprint:
            return content
        try:
            theirs = read_content(self.path)
        except (OSError, BadPack):
            return content
        self._fingerprint = found
        if theirs != content:
            before[:] = [merged(self._kind, content, one, theirs) for one in before]
            self.kept = content = theirs
        return content

    def _merged_with_disk(self, content: Content, before: list[Content]) -> Content:
        if not self.path.exists() or versions.fingerprint(self.path) == self._fingerprint:
            return content
        theirs = read_content(self.path)
        if theirs == self.kept:
            return content
        self.notice = MEANWHILE
        before[:] = [merged(self._kind, self.kept, one, theirs) for one in before]
        return merged(self._kind, self.kept, content, theirs)


def not_saved(name: Words, no: OSError | BadPack) -> Text:
    """The sentence about a box that could not be written."""
    return T(
        "{name} cannot be saved: {why}. Nothing is lost as long as the companion runs; once that is mended, "
        "tap Save again.",
        name=name, why=why_not(no) if isinstance(no, OSError) else no.problems[0].words,
    )  # fmt: skip
