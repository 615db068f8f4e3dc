"""What other readers still say of dice whose roll has been given already: it is no roll of its own. Pure."""

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
"""``same``: the die has counted, and shows what was said; ``other``: it has counted, but this reader disagrees;
``perhaps``: it may have counted, for neither reader names its dice."""


class _Given(Struct):
    """A die that has counted: what readers call it ("": nothing that all share), whether another may call it as one of
    its colour, when it came to rest, who has seen it, and what counts as right."""

    name: str
    alike: bool
    colour: str
    at: float
    sides: list[str]
    faces: set[str | None]
    owners: set[str]

    def shows(self, event: DieRead) -> bool:
        """Whether this reading says of it what has counted."""
        return face_of(self.sides, event.number, event.sides) in self.faces


class LateReadings:
    """The dice that have counted, the latest throw of each."""

    def __init__(self) -> None:
        self._given: dict[str, _Given] = {}

    def given(self, tray: DiceTray) -> None:
        """This roll counts now."""
        for slot in tray.slots.values():
            reports = [*slot.reports.values()]
            if reports:
                name = next((report.die for report in reports if report.named), "")
                alike, at = (
                    any(report.alike for report in reports),
                    max(report.at for report in reports),
                )
                faces, owners = {slot.face, slot.seen}, set(slot.reports)
                # What is called another way each time is told apart by its place.
                key = slot.die if name and alike else name or reports[0].physical
                self._given[key] = _Given(name, alike, slot.colour, at, tray.sides[slot.die], faces, owners)

    def take(self, event: DieRead, tray: DiceTray | None, drop: Callable[[list[DieRead]], None]) -> Taken:
        """Give a reading to the tray. Where there is none, or it tells of a throw that has counted, nothing comes of it
        (``past``), and ``drop`` is told; where it may be of such a throw, a person looks."""
        match = self.match(event)
        if tray is not None and match in (None, "perhaps"):
            return tray.take(event if match is None else structs.replace(event, confidence=0))
        drop([event])
        disagree = T(
            "Two readers disagree about the {colour} die. Is its face right?", colour=colour_name(event.colour)
        )
        return Taken("past", None, disagree if match == "other" else None)

    def match(self, event: DieRead) -> Match | None:
        """Whether a reading tells of a throw that has counted; None: it is news."""
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
