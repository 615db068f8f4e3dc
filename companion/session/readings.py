"""What a dice reader says of a die, whatever kind of reader it is."""

from __future__ import annotations

from msgspec import Struct

from companion.table.log import Source


class ReadingId(Struct, frozen=True, order=True):
    """What makes a reading of a serial reader unique for ever (DR1): its serial number, its start, its count."""

    serial: str
    boot_id: str
    seq: int


class DieRead(Struct, frozen=True, tag="die", omit_defaults=True):
    """A die that was rolled and has come to rest.

    ``die`` is the name that the configuration or the reader gives it, ``colour`` its colour. ``number`` is the side
    that lies up, 1 to ``sides``, 0 for unknown; ``confidence`` is 0 to 1000. ``throw`` tells readings of one throw
    from those of the next, None if the source cannot. ``at`` is in seconds of a steady clock. ``origin`` is there
    when the source wants to hear that the reading is safe.
    """

    source: Source
    die: str
    colour: str
    number: int
    sides: int | None = None
    confidence: int = 1000
    crooked: bool = False
    throw: str | None = None
    at: float = 0.0
    origin: ReadingId | None = None
