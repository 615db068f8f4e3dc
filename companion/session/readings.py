"""What a dice reader says of a die, whatever kind of reader it is."""

from __future__ import annotations

from msgspec import Struct

from companion.table.log import Source


class ReadingId(Struct, frozen=True, order=True):
    """What makes a reading of a serial reader unique for ever (DR1)."""

    serial: str
    """The serial number of the reader."""
    boot_id: str
    """Which of its starts."""
    seq: int
    """The number of the reading since that start."""


class DieRead(Struct, frozen=True, tag="die", omit_defaults=True):
    """A die that was rolled and has come to rest."""

    source: Source
    die: str
    """The name that the configuration or the reader gives it."""
    colour: str
    number: int
    """The side that lies up, 1 to ``sides``; 0 for unknown."""
    sides: int | None = None
    confidence: int = 1000
    """How sure the reader is, 0 to 1000."""
    crooked: bool = False
    throw: str | None = None
    """Tells readings of one throw from those of the next; None if the source cannot."""
    at: float = 0.0
    """Seconds of a steady clock."""
    origin: ReadingId | None = None
    """There when the source wants to hear that the reading is safe."""
    alike: bool = False
    """The reader tells dice of a colour apart by where they lie: another one may call them the other way round."""
    enough: int | None = None
    """How sure this reader must be, so that nobody needs to look; None: as sure as any."""


def owner_of(event: DieRead) -> str:
    """Who read it: the serial number of a reader, or what kind of source it is."""
    return event.origin.serial if event.origin else event.source
