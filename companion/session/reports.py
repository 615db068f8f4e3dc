"""Readers' reports on the dice of a roll, and how they are combined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from companion.table.log import Source

SAME_THROW = 2.0
"""Seconds within which readings of a die belong to the same throw, if they come from different readers or from one that
does not number throws."""

SlotState: TypeAlias = Literal["open", "doubt", "read", "given"]


class Report(Struct):
    """One reader's report on a die. ``die`` is the reader's name for it; ``named``: all readers use this name;
    ``alike``: another reader may swap the names of dice of this colour. ``physical`` is a unique key. ``certain``:
    needs no confirmation."""

    die: str
    named: bool
    physical: str
    throw: str | None
    at: float
    alike: bool = False
    face: str | None = None
    certain: bool = False
    crooked: bool = False


class Slot(Struct):
    """The slot of one die of the roll.

    ``open``: no face yet; ``doubt``: a person must confirm or set it; ``read``: certain; ``given``: set by a person.
    ``seen`` is the last face reported by readers, even if a person has corrected it; ``reports`` are by reader.
    """

    die: str
    colour: str
    state: SlotState = "open"
    face: str | None = None
    source: Source | None = None
    seen: str | None = None
    reports: dict[str, Report] = field(default_factory=dict)


def judge(slot: Slot) -> None:
    """Update the state of a slot: certain if one reader is certain, none disagrees, and none reports it as crooked."""
    reports = slot.reports.values()
    said = {report.face for report in reports if report.face is not None}
    flat = not any(report.crooked for report in reports)
    slot.state = "read" if len(said) == 1 and flat and any(report.certain for report in reports) else "doubt"


def agree(slots: Sequence[Slot]) -> None:
    """Match two readers' reports on dice of one colour (``slots``) if one of them distinguishes dice by position only:
    they agree if they report the same multiset of faces."""
    seen = [slot for slot in slots if slot.state != "open"]
    names = {name for slot in seen for name in slot.reports}
    alike = any(report.alike for slot in seen for report in slot.reports.values())
    if not alike or len(names) != 2 or any(len(slot.reports) != 2 or slot.state == "given" for slot in seen):
        return
    one, other = names
    faces, left = [slot.reports[one].face for slot in seen], [slot.reports[other] for slot in seen]
    if None in faces or sorted(map(str, faces)) != sorted(str(report.face) for report in left):
        return
    for slot, face in zip(seen, faces, strict=True):
        slot.reports[other] = next(report for report in left if report.face == face)
        left.remove(slot.reports[other])
        slot.face = slot.seen = face
        judge(slot)
