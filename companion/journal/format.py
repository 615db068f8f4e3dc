"""The journal's record format: entries as compact JSON in a hash chain, and the metadata of games. Pure.

Hashes detect damage (flipped bits, torn or missing rows); they are not signatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from companion.core.refusals import UserFacingError
from companion.table.log import FORMAT, NEWEST, Entry, Kind, Setup, Source

DIGEST = 8
"""Length of a hash in bytes: damage goes undetected once in 2**64, at little space per entry."""


class JournalError(UserFacingError):
    """The journal failed; ``text`` tells people why and what to do."""


class Newer(Exception):
    """Data of a newer version, to be left unchanged."""


class Damaged(Exception):
    """Damaged data."""


class SavedGame(Struct, frozen=True):
    """The metadata of a game in the journal.

    ``created`` and ``at`` (the last entry, or the beginning) are Unix time, ``rev`` is the number of entries,
    ``confirmed`` the entry up to which instructions are done, ``notes`` are screens' values (column ``summary``).
    """

    id: str
    setup: Setup
    created: float
    at: float
    rev: int
    chance: dict[str, str]
    confirmed: int
    finished: bool
    notes: dict[str, Any]

    @property
    def game(self) -> str:
        """The name of the rulebook."""
        return self.setup.game


class _Line(Struct, array_like=True):
    """An entry on disk: a JSON array without trailing default values; ``rev`` is the row's key."""

    format: int
    kind: Kind
    source: Source
    at: float
    answer: dict[str, Any] | None = None
    n: int = 0
    changes: list[dict[str, Any]] | None = None
    why: str | None = None
    fresh: bool = False
    table: str | None = None
    row: dict[str, Any] | None = None


class _Start(Struct, array_like=True):
    format: int


_DEFAULTS = (None, 0, None, None, False, None, None)
_FIXED = 4


def write_entry(entry: Entry) -> str:
    """Serialise an entry."""
    fields: list[Any] = [FORMAT if entry.table is None else NEWEST, entry.kind, entry.source, entry.at]
    fields += [entry.answer, entry.n, entry.changes, entry.why, entry.fresh, entry.table, entry.row]
    while len(fields) > _FIXED and fields[-1] == _DEFAULTS[len(fields) - _FIXED - 1]:
        fields.pop()
    return msgspec.json.encode(fields).decode()


def read_entry(rev: int, body: str) -> Entry:
    """Parse an entry; raises ``Newer`` or ``Damaged``."""
    try:
        if msgspec.json.decode(body, type=_Start).format > NEWEST:
            raise Newer
        line = msgspec.json.decode(body, type=_Line)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Damaged from error
    rest = (line.answer, line.n, line.changes, line.why, line.fresh, line.table, line.row)
    return Entry(rev, line.kind, line.source, line.at, *rest)


def first_link(game_id: str, setup: str) -> bytes:
    """The first hash of a game's chain: over its id and its setup (the JSON on disk)."""
    return blake2b(f"{game_id}\n{setup}".encode(), digest_size=DIGEST).digest()


def next_link(previous: bytes, rev: int, body: str) -> bytes:
    """The hash of an entry and the previous hash."""
    return blake2b(b"%b%d %b" % (previous, rev, body.encode()), digest_size=DIGEST).digest()


class Chain(NamedTuple):
    """The intact part of a log: its entries and last hash; ``whole`` is False if a damaged row follows."""

    entries: list[Entry]
    end: bytes
    whole: bool


def follow(start: bytes, rows: Iterable[tuple[Any, Any, Any]]) -> Chain:
    """Verify rows of ``(rev, body, hash)``, ascending from rev 1, up to the first damaged one.

    Raises ``Newer`` if an intact row has an unknown format.
    """
    entries: list[Entry] = []
    end = start
    for rev, body, link in rows:
        if rev != len(entries) + 1 or not isinstance(body, str) or next_link(end, rev, body) != link:
            return Chain(entries, end, whole=False)
        try:
            entries.append(read_entry(rev, body))
        except Damaged:
            return Chain(entries, end, whole=False)
        end = link
    return Chain(entries, end, whole=True)


SEALED = ("id", "format", "created", "setup", "chance", "confirmed", "finished", "summary", "played")
"""The columns covered by the seal of a game's row."""


def seal(row: Mapping[str, Any]) -> bytes:
    """The hash of a game's row."""
    return blake2b(msgspec.json.encode([row[name] for name in SEALED]), digest_size=DIGEST).digest()


def read_game(row: Mapping[str, Any], rev: int, at: float | None) -> SavedGame:
    """Parse a game's row; raises ``Newer`` or ``Damaged``.

    ``rev`` and ``at`` are the number and time of the last entry, None for a game without entries.
    """
    try:
        if row["seal"] != seal(row):
            raise Damaged
        if row["format"] > NEWEST:
            raise Newer
        return SavedGame(
            id=row["id"],
            setup=read_setup(row["setup"]),
            created=row["created"],
            at=row["created"] if at is None else at,
            rev=rev,
            chance=msgspec.json.decode(row["chance"], type=dict[str, str]),
            confirmed=min(row["confirmed"], rev),
            finished=bool(row["finished"]),
            notes=msgspec.json.decode(row["summary"], type=dict[str, Any]),
        )
    except (msgspec.MsgspecError, TypeError, KeyError) as error:
        raise Damaged from error


def read_setup(text: str) -> Setup:
    """Parse a setup; raises ``Newer`` or ``Damaged``."""
    try:
        if msgspec.json.decode(text).get("format", 1) > NEWEST:
            raise Newer
        return msgspec.json.decode(text, type=Setup)
    except (msgspec.MsgspecError, TypeError, AttributeError) as error:
        raise Damaged from error


def write_json(value: object) -> str:
    """Serialise a value as compact JSON."""
    return msgspec.json.encode(value).decode()
