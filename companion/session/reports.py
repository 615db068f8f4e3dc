"""What readers say of the dice of a roll: the place of a die, and whether those who see it agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from companion.table.log import Source

SAME_THROW = 2.0
"""Seconds within which readings of a die are of one throw, where they come from different readers, or from one that
does not number its throws."""

SlotState: TypeAlias = Literal["open", "doubt", "read", "given"]


class Report(Struct):
    """What one reader says of a die: ``die`` is what it calls it, ``named`` says that all readers call it so, ``alike``
    that others may call it as another of its colour; ``physical`` tells it from all others. ``certain``: nobody needs
    to look."""

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
    """The place of one die that was asked for.

    ``open``: no face yet; ``doubt``: a person must confirm or say it; ``read``: certain; ``given``: set by a person.
    ``seen`` is what readers last made of it, which a hand may have corrected; ``reports`` what each of them says.
    """

    die: str
    colour: str
    state: SlotState = "open"
    face: str | None = None
    source: Source | None = None
    seen: str | None = None
    reports: dict[str, Report] = field(default_factory=dict)


def judge(slot: Slot) -> None:
    """What readers say of a die is certain where one of them is, none says otherwise, and it lies flat for all."""
    reports = slot.reports.values()
    said = {report.face for report in reports if report.face is not None}
    flat = not any(report.crooked for report in reports)
    slot.state = "read" if len(said) == 1 and flat and any(report.certain for report in reports) else "doubt"


def agree(slots: Sequence[Slot]) -> None:
    """Two readers of which one tells alike dice apart by where they lie agree if they say the same of all of them
    together. ``slots`` are the places of one colour."""
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
