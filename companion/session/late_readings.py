"""Late readings of dice whose roll has already been given, by another reader; they must not start a new roll. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct, structs

from companion.core.texts import T
from companion.session.faces import colour_name, face_of, names_one
from companion.session.readings import DieRead, owner_of
from companion.session.reports import SAME_THROW
from companion.session.tray import DiceTray, Taken

Match: TypeAlias = Literal["same", "other", "perhaps"]
"""``same``: the die has counted, with this face; ``other``: it has counted, with another face; ``perhaps``: it may have
counted, because neither reader names its dice."""


class _Given(Struct):
    """A die that has counted: its shared name ("": none), whether readers may swap names within its colour, the time of
    rest, the readers that have reported it, and the faces that count as equal."""

    name: str
    alike: bool
    colour: str
    at: float
    sides: list[str]
    faces: set[str | None]
    owners: set[str]

    def shows(self, event: DieRead) -> bool:
        """Whether this reading shows the face that has counted."""
        return face_of(self.sides, event.number, event.sides) in self.faces


class LateReadings:
    """The latest counted throw of each die."""

    def __init__(self) -> None:
        self._given: dict[str, _Given] = {}

    def given(self, tray: DiceTray) -> None:
        """Remember the dice of a roll that was given."""
        for slot in tray.slots.values():
            reports = [*slot.reports.values()]
            if reports:
                name = next((report.die for report in reports if report.named), "")
                alike, at = (
                    any(report.alike for report in reports),
                    max(report.at for report in reports),
                )
                faces, owners = {slot.face, slot.seen}, set(slot.reports)
                # Dice without stable names are identified by their slot.
                key = slot.die if name and alike else name or reports[0].physical
                self._given[key] = _Given(name, alike, slot.colour, at, tray.sides[slot.die], faces, owners)

    def take(self, event: DieRead, tray: DiceTray | None, drop: Callable[[list[DieRead]], None]) -> Taken:
        """Pass a reading to the tray. Without a tray, or if it is late, it is dropped (``past``); if it may be late, it
        needs confirmation."""
        match = self.match(event)
        if tray is not None and match in (None, "perhaps"):
            return tray.take(event if match is None else structs.replace(event, confidence=0))
        drop([event])
        disagree = T(
            "Two readers disagree about the {colour} die. Is its face right?", colour=colour_name(event.colour)
        )
        return Taken("past", None, disagree if match == "other" else None)

    def match(self, event: DieRead) -> Match | None:
        """How a reading relates to throws that have counted; None: it is new."""
        owner = owner_of(event)
        late = [
            one
            for one in self._given.values()
            if one.colour == event.colour and owner not in one.owners and event.at <= one.at + SAME_THROW
        ]
        same = [one for one in late if one.name and (one.name == event.die or one.alike or event.alike)]
        if not same:
            recent = any(not one.name and event.at > one.at - SAME_THROW for one in late)
            return "perhaps" if recent and not names_one(event.die, event.colour) else None
        found = min(same, key=lambda one: not one.shows(event))
        if event.at < found.at - SAME_THROW:
            return "same"
        found.owners.add(owner)
        return "same" if found.shows(event) else "other"
