"""The content of a box before the game validates it, and the safe reading of its files."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec import Struct, structs

from companion.core.refusals import Fault
from companion.core.texts import T, Text, Words, plain, translated

LANGUAGE: Final = re.compile("[a-z]{2,3}")
WORD: Final = re.compile("[a-z0-9_]+")
"""A valid id."""
Texts: TypeAlias = dict[str, dict[str, str]]


class Content(Struct, frozen=True):
    """The content of a box. It may be incomplete, and it has not been validated."""

    data: dict[str, Any]
    """The pack as a JSON value, in the form that ``Rules.read_pack`` takes. It has a field ``unknown`` if the pack is
    incomplete."""
    texts: Texts = {}
    """Names and translations: language, then id or source text, then the words to show."""
    places: dict[str, list[float]] | None = None
    """Positions of squares on the picture of the board: ``[x, y]``, 0 to 1 from the top left; None if unknown."""

    @property
    def language(self) -> str:
        """Its own, or that of its sheets, which comes first among ``texts`` and has no words there."""
        first = next(iter(self.texts), "")
        return str(self.data.get("language") or (first if first and not self.texts[first] else "en"))

    def words(self, source: str) -> Words:
        """A text or id of the pack in every language that has it. Ids are made readable."""
        return translated(self.texts, source, self.language)

    def in_languages(self, words: Words) -> Words:
        """Words translated into the languages that have them, also inside a ``Text``; others are left unchanged."""
        if isinstance(words, Text):
            return structs.replace(words, args={name: self.in_languages(one) for name, one in words.args.items()})
        if isinstance(words, str) and self.texts:
            found = {code: said[words] for code, said in self.texts.items() if words in said}
            return {self.language: words} | dict.fromkeys(self.texts, words) | found if found else words
        return words

    def is_meaningful(self, id_: str) -> bool:
        """True if an id means something to people: the texts name it, or a person chose it."""
        return not id_[-1:].isdigit() or any(id_ in said for said in self.texts.values())

    def ids(self) -> dict[str, Words]:
        """The names that the texts give to ids."""
        found = {id_ for said in self.texts.values() for id_ in said if WORD.fullmatch(id_)}
        return {id_: self.words(id_) for id_ in sorted(found)}


def content_hash(data: object) -> str:
    """A hash of the content of a pack, independent of the layout of its files."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


# Reading: never outside the folder of a box, with limits on size and number.

LARGEST: Final = 16 * 1024 * 1024


UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def encoding_of(data: bytes) -> str:
    """The encoding of a text file: UTF-8, or UTF-16 if it begins with its mark, as Excel and PowerShell write it."""
    return "utf-16" if data[:2] in UTF_16 else "utf-8-sig"


class BadFile(ValueError):
    """A file that is rejected; ``said`` is the reason."""

    def __init__(self, said: Text) -> None:
        super().__init__(plain(said))
        self.said = said


def not_read(path: object, error: OSError) -> Fault:
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            why: Words = T("it is not there")
        case errno.EACCES | errno.EPERM:
            why = T("you are not allowed to")
        case errno.EISDIR:
            why = T("it is a folder")
        case errno.EIO:
            why = T("the disk is damaged there")
        case _:
            why = error.strerror or str(error)
    return Fault(str(path), T("cannot be read: {why}", why=why))


def why_not(no: OSError) -> Words:
    """Why a box cannot be written, as words for people."""
    if no.errno in (errno.ENOSPC, errno.EDQUOT):
        return T("the disk is full")
    if no.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return T("nothing can be written to its folder")
    return no.strerror or str(no)


def read_file(path: Path, folder: Path | None = None, most: int = LARGEST) -> bytes:
    """The bytes of a file. Raises ``BadFile`` if it is outside ``folder``, no regular file, or over ``most`` bytes."""
    try:
        inside = folder is None or path.resolve().is_relative_to(folder.resolve())
    except RuntimeError:
        raise BadFile(T("is a link that leads back to itself; put the file itself there")) from None
    if not inside:
        raise BadFile(T("is a link that leads out of the folder; put the file itself there"))
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BadFile(T("is no file"))
        data = file.read(most + 1)
    if len(data) > most:
        raise BadFile(T("is too large, at most {most} MB are read", most=most // 1024 // 1024))
    return data
