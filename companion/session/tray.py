"""The dice tray: from readings, taps and buttons to one whole roll. Pure; the time is passed in.

How it decides, and why:

* What lies on the table counts. While the roll is not complete, a die that is rolled again shows its new face.
* The first whole roll counts. Once every die has a certain face, a new throw changes nothing (dice are picked up for
  what comes next while the answer is still on its way); to roll one again, clear it first. A die that was nudged and
  settled again within the same throw is still read anew.
* A person is right. A face set by hand stays when the reader sees the same throw of that die again, and yields only
  to a new throw.
* Nothing is guessed. An unknown face, little confidence, a crooked die, a die with another number of sides: each
  waits until a person confirms the suggestion, if there is one, or sets the face.
* Dice of a colour are alike. A die goes to the place of its own name if that is asked for and free, else to the first
  free place of its colour. A die that a game knows by no colour is any die with its number of sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.core.answers import Face
from companion.core.refusals import Refused
from companion.core.texts import P, T, Text
from companion.session.faces import colour_name, colour_of, coloured, face_of
from companion.session.readings import DieRead
from companion.table.log import Source

CONFIDENT = 700
"""Readings of a lower confidence (of 1000) are shown to a person first."""
SAME_THROW = 2.0
"""Seconds within which readings of a die belong together, where the source does not number its throws."""

SlotState: TypeAlias = Literal["open", "doubt", "read", "given"]
Outcome: TypeAlias = Literal["placed", "replaced", "kept", "closed", "extra"]
_CLOSEST_TO_PEOPLE: tuple[Source, ...] = ("touch", "gpio", "wire", "serial")


class Slot(Struct):
    """The place of one die that was asked for.

    ``open``: no face yet; ``doubt``: a person must confirm or say it; ``read``: certain; ``given``: set by a person.
    ``seen`` is what a reader last made of it, which a hand may have corrected.
    """

    die: str
    colour: str
    state: SlotState = "open"
    face: str | None = None
    source: Source | None = None
    seen: str | None = None
    physical: str | None = None
    throw: str | None = None
    at: float = 0.0


class Taken(Struct, frozen=True):
    """What became of a reading: ``die`` is the place it went to; ``text`` is there when people should hear of it."""

    outcome: Outcome
    die: str | None = None
    text: Text | None = None


class DiceTray:
    """The roll that is being collected for one ask.

    ``dice`` are the ids asked for, in the order in which they are shown; ``sides`` gives the faces of each, one entry
    a side. Any dice will do: colours with numbers, faces as words or as numbers, which are written "1" to "12" here
    and are numbers again in the roll.
    """

    def __init__(self, dice: Sequence[str], sides: Mapping[str, Sequence[Face]], *, confident: int = CONFIDENT) -> None:
        self.slots = {die: Slot(die, colour_of(die)) for die in dice}
        self.sides = {die: [str(side) for side in sides[die]] for die in dice}
        self._printed = {die: {str(side): side for side in sides[die]} for die in dice}
        self.readings: list[DieRead] = []
        """Every reading that this tray has dealt with, used or not: acknowledge them when the roll is saved."""
        self._confident = confident
        self._order: list[str] = []
        self._unnamed = 0
        self._chosen: str | None = None
        self._offered: tuple[str, str] | None = None

    @property
    def missing(self) -> list[str]:
        """The dice of which no face is known."""
        return [slot.die for slot in self.slots.values() if slot.face is None]

    @property
    def doubts(self) -> list[str]:
        """The dice that a person must confirm or set."""
        return [slot.die for slot in self.slots.values() if slot.state == "doubt"]

    @property
    def corrected(self) -> list[str]:
        """The dice that a reader saw, or failed to see, and a person set to something else."""
        return [
            slot.die
            for slot in self.slots.values()
            if slot.state == "given" and slot.physical is not None and slot.face != slot.seen
        ]

    @property
    def ready(self) -> bool:
        """True when every die has a face that is certain."""
        return all(slot.state in ("read", "given") for slot in self.slots.values())

    @property
    def sources(self) -> set[Source]:
        """Where the certain faces came from."""
        return {slot.source for slot in self.slots.values() if slot.source is not None and slot.state != "doubt"}

    @property
    def source(self) -> Source:
        """The one source to log: that of the faces a person had most to do with."""
        return next((source for source in _CLOSEST_TO_PEOPLE if source in self.sources), "touch")

    @property
    def cursor(self) -> str | None:
        """The die that buttons or a tapped face fill next; None when there is nothing left to do."""
        if self._chosen is not None:
            return self._chosen
        return next((slot.die for slot in self.slots.values() if slot.state in ("open", "doubt")), None)

    @property
    def offered(self) -> str | None:
        """The face that buttons offer for the die at the cursor; nobody has taken it yet."""
        return self._offered[1] if self._offered is not None and self._offered[0] == self.cursor else None

    def offer(self, face: str | None) -> None:
        """Offer a face for the die at the cursor, or none any more."""
        die = self.cursor
        self._offered = (die, face) if die is not None and face is not None else None

    def faces(self) -> dict[str, Face]:
        """The whole roll by die, each face as the die has it. Refused as long as it is not ready."""
        if not self.ready:
            left = sum(slot.state in ("open", "doubt") for slot in self.slots.values())
            raise Refused("illegal", P("{n} die has no certain face yet.", "{n} dice have no certain face yet.", left))
        return self.certain()

    def certain(self) -> dict[str, Face]:
        """The faces that are certain so far, by die, each as the die has it."""
        return {
            die: self._printed[die][str(slot.face)]
            for die, slot in self.slots.items()
            if slot.state in ("read", "given")
        }

    def take(self, event: DieRead) -> Taken:
        """Take a reading from a source; a number becomes the face of the die in whose place it goes."""
        self.readings.append(event)
        owner = event.origin.serial if event.origin else event.source
        throw = f"{event.origin.boot_id}/{event.throw}" if event.origin and event.throw else event.throw
        slot, taken = self._place_for(
            event.die, event.colour, self._identity(owner, event.die), throw, event.at, event.sides
        )
        if slot is None:
            return taken
        face = face_of(self.sides[slot.die], event.number, event.sides)
        certain = face is not None and event.confidence >= self._confident and not event.crooked
        return self._fill(slot, face, taken.outcome, certain=certain, source=event.source)

    def read(
        self,
        die: str,
        face: str | None,
        confidence: int = 1000,
        source: Source = "serial",
        *,
        crooked: bool = False,
        throw: str | None = None,
        at: float = 0.0,
    ) -> Taken:
        """Take a reading that already names a face (None: unknown); ``die`` is a name or a colour.

        A name tells dice of a colour apart. A bare colour is one die more each time it is read.
        """
        slot, taken = self._place_for(die, colour_of(die), self._identity(source, die), throw, at)
        if slot is None:
            return taken
        known = face if face in self.sides[slot.die] else None
        certain = known is not None and confidence >= self._confident and not crooked
        return self._fill(slot, known, taken.outcome, certain=certain, source=source)

    def set_face(self, die: str, face: str, source: Source = "touch") -> None:
        """A person says what a die shows. Refused for a die or face that there is not."""
        slot = self._slot(die)
        if face not in self.sides[die]:
            raise Refused("unknown", T("The {colour} die has no face {face}.", colour=colour_name(die), face=face))
        slot.state, slot.face, slot.source = "given", face, source
        self._filled(slot)

    def confirm(self, die: str, source: Source = "touch") -> None:
        """A person says that the suggested face of a doubtful die is right. Refused if there is none to confirm."""
        slot = self._slot(die)
        if slot.state != "doubt" or slot.face is None:
            sentence = T("There is nothing to confirm: say what the {colour} die shows.", colour=colour_name(die))
            raise Refused("illegal", sentence)
        self.set_face(die, slot.face, source)

    def clear(self, die: str) -> None:
        """Empty the place of a die, so that it can be read or set anew."""
        slot = self._slot(die)
        self.slots[die] = Slot(die, slot.colour)
        self._order = [other for other in self._order if other != die]
        self._chosen = self._offered = None

    def clear_last(self) -> str | None:
        """Empty the place that was filled last; says which, None if all are empty."""
        if not self._order:
            return None
        die = self._order[-1]
        self.clear(die)
        return die

    def select(self, die: str) -> None:
        """Move the cursor to a die, also to one that has a face."""
        self._slot(die)
        self._chosen, self._offered = die, None

    def select_next(self) -> None:
        """Move the cursor one die on, round and round."""
        dice = list(self.slots)
        here = dice.index(self.cursor) if self.cursor else -1
        self._chosen, self._offered = dice[(here + 1) % len(dice)], None

    def _identity(self, owner: str, die: str) -> str:
        """What tells this die from all others."""
        if die in self.slots or die != colour_of(die):
            return f"{owner}/{die}"
        self._unnamed += 1
        return f"{owner}/{die}#{self._unnamed}"

    def _slot(self, die: str) -> Slot:
        if die not in self.slots:
            raise Refused("unknown", T("The {colour} die is not part of this roll.", colour=colour_name(die)))
        return self.slots[die]

    def _place_for(
        self, die: str, colour: str, physical: str, throw: str | None, at: float, sides: int | None = None
    ) -> tuple[Slot | None, Taken]:
        """Where a reading goes, by the rules above; or what to say if it goes nowhere."""
        slot = next((slot for slot in self.slots.values() if slot.physical == physical), None)
        if slot is None:
            named = self.slots.get(die)
            if named is not None and named.physical is None and named.state == "given":
                # Set by hand before the reader had seen it: from now on it is this die's place.
                named.physical, named.throw, named.at = physical, throw, at
                return None, Taken("kept", die)
            return self._free_place(die, colour, physical, throw, at, sides)
        again = slot.throw == throw if throw is not None else at - slot.at <= SAME_THROW
        if again and slot.state == "given":
            return None, Taken("kept", slot.die)
        if not again and self.ready:
            return None, Taken("closed", slot.die, _CLOSED)
        slot.throw, slot.at = throw, at
        return slot, Taken("replaced", slot.die)

    def _free_place(
        self, die: str, colour: str, physical: str, throw: str | None, at: float, sides: int | None
    ) -> tuple[Slot | None, Taken]:
        if self.ready:
            return None, Taken("closed", None, _CLOSED)
        open_ = [slot for slot in self.slots.values() if slot.state == "open"]
        free = [slot for slot in open_ if slot.colour == colour]
        free = free or [slot for slot in open_ if not coloured(slot.die) and len(self.sides[slot.die]) == sides]
        free.sort(key=lambda slot: slot.die != die)
        if not free:
            return None, Taken("extra", None, T("One die more than asked for: {colour}.", colour=colour_name(colour)))
        slot = free[0]
        slot.physical, slot.throw, slot.at = physical, throw, at
        return slot, Taken("placed", slot.die)

    def _fill(self, slot: Slot, face: str | None, outcome: Outcome, *, certain: bool, source: Source) -> Taken:
        slot.face = slot.seen = face
        slot.state = "read" if certain else "doubt"
        slot.source = source
        self._filled(slot)
        doubt = T("The {colour} die is not certain: what does it show?", colour=colour_name(slot.die))
        return Taken(outcome, slot.die, None if certain else doubt)

    def _filled(self, slot: Slot) -> None:
        self._order = [die for die in self._order if die != slot.die] + [slot.die]
        if self._chosen == slot.die:
            self._chosen = None
        if self._offered is not None and self._offered[0] == slot.die:
            self._offered = None


_CLOSED = T("The roll is complete. To roll a die again, clear it first.")
