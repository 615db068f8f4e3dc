"""Readings of dice, independent of the kind of reader."""

from __future__ import annotations

from msgspec import Struct

from companion.table.log import Source


class ReadingId(Struct, frozen=True, order=True):
    """The globally unique id of a reading (DR1)."""

    serial: str
    """The serial number of the reader."""
    boot_id: str
    """The id of its start."""
    seq: int
    """The sequence number since that start."""


class DieRead(Struct, frozen=True, tag="die", omit_defaults=True):
    """A rolled die that has come to rest."""

    source: Source
    die: str
    """Its name from the configuration or the reader."""
    colour: str
    number: int
    """The upper side, 1 to ``sides``; 0 for unknown."""
    sides: int | None = None
    confidence: int = 1000
    """The reader's confidence, 0 to 1000."""
    crooked: bool = False
    throw: str | None = None
    """Identifies the throw; None if the source does not."""
    at: float = 0.0
    """Monotonic time in seconds."""
    origin: ReadingId | None = None
    """Set if the source needs an acknowledgement."""
    alike: bool = False
    """The reader distinguishes dice of a colour by position only: another one may swap their names."""
    enough: int | None = None
    """The confidence required of this reader; None: the general limit."""


def owner_of(event: DieRead) -> str:
    """The serial number of the reader, or the kind of source."""
    return event.origin.serial if event.origin else event.source
