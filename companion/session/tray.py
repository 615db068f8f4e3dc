"""The dice tray: collects a roll from readings, taps and buttons. Pure; the time is an argument.

Rules:

* While the roll is incomplete, a die that is rolled again gets its new face.
* Once every die has a certain face, new throws are ignored (people pick up dice while the answer is processed); to roll
  a die again, clear it first. A die that settles again within the same throw is still updated.
* A face set by a person overrides readings of the same throw, and yields only to a new throw.
* Nothing is guessed. An unknown face, low confidence, a crooked die or a wrong number of sides needs a person to
  confirm the suggestion, if there is one, or to set the face.
* Dice of a colour are interchangeable. A die goes to the slot of its own name if that is open, else to the first open
  slot of its colour. A die without a colour matches any die with its number of sides.
* Several readers may report one die under the same name (``red1``). If they disagree, or if two readers without names
  both report a die of a colour, a person must confirm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct, field, structs

from companion.core.answers import Face
from companion.core.asks import Ask, RollAsk
from companion.core.refusals import Refused
from companion.core.texts import P, T, Text, Words
from companion.table.log import DieRead, ReadingId, Source, owner_of

_COLOURS: Mapping[str, Words] = MappingProxyType(
    {
        "black": T("black"),
        "blue": T("blue"),
        "green": T("green"),
        "grey": T("grey"),
        "red": T("red"),
        "white": T("white"),
        "yellow": T("yellow"),
    }
)

_PURPOSES: Mapping[str, Words] = MappingProxyType(
    {"die": T("plain"), "placement": T("placement"), "rotation": T("rotation")}
)
"""Dice named by their purpose, as in "the placement die"."""


def colour_of(die: str) -> str:
    """The colour in the id of a die: ``red`` for ``red1``, ``blue`` for ``blue``."""
    return die.rstrip("0123456789") or die


def names_one(die: str, colour: str) -> bool:
    """True for an id that identifies one die of this colour: ``red1``, not ``red`` or a reader's ``D7``."""
    return die != colour and colour_of(die) == colour


def coloured(die: str) -> bool:
    """True if a die is named by its colour, not by its purpose."""
    return colour_of(die) in _COLOURS


def colour_name(die: str) -> Words:
    """The name of a die's colour or purpose, by its id or colour; an unknown one is returned as it is."""
    colour = colour_of(die)
    return _COLOURS.get(colour) or _PURPOSES.get(colour, colour)


def face_of(sides: Sequence[str], number: int, printed: int | None = None) -> str | None:
    """The face for the number of a side; None if unknown.

    ``sides`` are the faces of the die, one entry per side, side 1 first. ``number`` is 1 to the number of sides, 0 for
    unknown. ``printed`` is the number of sides according to the reader; if it differs, reader and game mean different
    dice.
    """
    if printed is not None and printed != len(sides):
        return None
    return sides[number - 1] if 1 <= number <= len(sides) else None


def numbers_of(sides: Sequence[str], face: str) -> list[int]:
    """The numbers of all sides with ``face``."""
    return [number for number, printed in enumerate(sides, 1) if printed == face]


# Readers' reports on the dice of a roll, and how they are combined.

SAME_THROW = 2.0
"""Seconds within which readings of a die belong to the same throw, if they come from different readers or from one that
does not number throws."""

SlotState: TypeAlias = Literal["open", "doubt", "read", "given"]


class DieReport(Struct):
    """One reader's report on a die. ``die`` is the reader's name for it; ``named``: all readers use this name;
    ``alike``: another reader may swap the names of dice of this colour. ``physical`` is a unique key. ``certain``:
    needs no confirmation. ``origin``: the last reading of it, if it has an id."""

    die: str
    named: bool
    physical: str
    throw: str | None
    at: float
    alike: bool = False
    face: str | None = None
    certain: bool = False
    crooked: bool = False
    origin: ReadingId | None = None


class DieSlot(Struct):
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
    reports: dict[str, DieReport] = field(default_factory=dict)


def judge(slot: DieSlot) -> None:
    """Update the state of a slot: certain if one reader is certain, none disagrees, and none reports it as crooked."""
    reports = slot.reports.values()
    said = {report.face for report in reports if report.face is not None}
    flat = not any(report.crooked for report in reports)
    slot.state = "read" if len(said) == 1 and flat and any(report.certain for report in reports) else "doubt"


def agree(slots: Sequence[DieSlot]) -> None:
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


CONFIDENT = 700
"""Readings below this confidence (of 1000) need confirmation."""
Outcome: TypeAlias = Literal["placed", "replaced", "kept", "closed", "extra", "past"]
_CLOSEST_TO_PEOPLE: tuple[Source, ...] = ("touch", "gpio", "wire", "serial")


class _Sight(Struct, frozen=True):
    """A reading to be assigned to a slot. ``side`` is the number of the upper side, or the face itself if known."""

    owner: str
    colour: str
    report: DieReport
    side: int | str | None
    sides: int | None
    source: Source
    trusted: bool

    def face_in(self, sides: Sequence[str]) -> str | None:
        """The face on a die with these sides."""
        if isinstance(self.side, int):
            return face_of(sides, self.side, self.sides)
        return self.side if self.side in sides else None


class Taken(Struct, frozen=True):
    """The outcome of a reading: ``die`` is its slot; ``text`` is set if people should be told."""

    outcome: Outcome
    die: str | None = None
    text: Text | None = None


class DiceTray:
    """The roll being collected for one ask.

    ``dice`` are the ids in display order; ``sides`` has the faces of each, one entry per side. Numeric faces are kept
    as strings and converted back in the roll.
    """

    def __init__(self, dice: Sequence[str], sides: Mapping[str, Sequence[Face]], *, confident: int = CONFIDENT) -> None:
        self.slots = {die: DieSlot(die, colour_of(die)) for die in dice}
        self.sides = {die: [str(side) for side in sides[die]] for die in dice}
        self._printed = {die: {str(side): side for side in sides[die]} for die in dice}
        self.readings: list[DieRead] = []
        """All processed readings, used or not, to be saved with the roll."""
        self._confident = confident
        self._order: list[str] = []
        self._unnamed = 0
        self._chosen: str | None = None
        self._offered: tuple[str, str] | None = None

    @property
    def missing(self) -> list[str]:
        return [slot.die for slot in self.slots.values() if slot.face is None]

    @property
    def given(self) -> dict[str, str]:
        """The faces that people have set, by die."""
        return {die: slot.face for die, slot in self.slots.items() if slot.state == "given" and slot.face is not None}

    @property
    def doubts(self) -> list[str]:
        """The dice that a person must confirm or set."""
        return [slot.die for slot in self.slots.values() if slot.state == "doubt"]

    @property
    def corrected(self) -> list[str]:
        """The dice that a reader reported and a person set to another face."""
        return [
            slot.die
            for slot in self.slots.values()
            if slot.state == "given" and slot.reports and slot.face != slot.seen
        ]

    @property
    def taught(self) -> list[tuple[ReadingId, int]]:
        """Readings that people confirmed or corrected, each with the number of the side that is up.

        Two dice of a colour that were both corrected tell nothing, since nobody knows which of them is which; nor does
        one that two readers saw, which may have swapped it for another.
        """
        given = [slot for slot in self.slots.values() if slot.state == "given" and len(slot.reports) == 1]
        corrected = Counter(slot.colour for slot in given if slot.face != slot.seen)
        return [
            (report.origin, numbers_of(self.sides[slot.die], str(slot.face))[0])
            for slot in given
            if slot.face == slot.seen or corrected[slot.colour] == 1
            for report in slot.reports.values()
            if report.origin is not None
        ]

    @property
    def ready(self) -> bool:
        """True if every die has a certain face."""
        return all(slot.state in ("read", "given") for slot in self.slots.values())

    @property
    def sources(self) -> set[Source]:
        return {slot.source for slot in self.slots.values() if slot.source is not None and slot.state != "doubt"}

    @property
    def source(self) -> Source:
        """The source to log: the one with the most human involvement."""
        return next((source for source in _CLOSEST_TO_PEOPLE if source in self.sources), "touch")

    @property
    def cursor(self) -> str | None:
        """The die that buttons or a tapped face set next; None if all are set."""
        if self._chosen is not None:
            return self._chosen
        return next((slot.die for slot in self.slots.values() if slot.state in ("open", "doubt")), None)

    @property
    def offered(self) -> str | None:
        """The face that buttons offer for the die at the cursor, not accepted yet."""
        return self._offered[1] if self._offered is not None and self._offered[0] == self.cursor else None

    def offer(self, face: str | None) -> None:
        """Offer a face for the die at the cursor; None withdraws it."""
        die = self.cursor
        self._offered = (die, face) if die is not None and face is not None else None

    def faces(self) -> dict[str, Face]:
        """The complete roll by die. Raises ``Refused`` unless ready."""
        if not self.ready:
            left = sum(slot.state in ("open", "doubt") for slot in self.slots.values())
            raise Refused("illegal", P("{n} die has no certain face yet.", "{n} dice have no certain face yet.", left))
        return self.certain()

    def certain(self) -> dict[str, Face]:
        return {
            die: self._printed[die][str(slot.face)]
            for die, slot in self.slots.items()
            if slot.state in ("read", "given")
        }

    def take(self, event: DieRead) -> Taken:
        """Process a reading from a source; its number is converted to a face of the die it is assigned to."""
        self.readings.append(event)
        owner = owner_of(event)
        throw = f"{event.origin.boot_id}/{event.throw}" if event.origin and event.throw else event.throw
        report = self._report(owner, event.die, event.colour, throw, event.at, crooked=event.crooked)
        report.alike, report.origin = event.alike, event.origin
        enough = self._confident if event.enough is None else event.enough
        trusted = event.confidence >= enough
        return self._see(_Sight(owner, event.colour, report, event.number, event.sides, event.source, trusted))

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
        """Process a reading with a face (None: unknown); ``die`` is a name or a colour.

        Without a name, each reading of a colour counts as another die.
        """
        colour, trusted = colour_of(die), confidence >= self._confident
        report = self._report(source, die, colour, throw, at, crooked=crooked)
        return self._see(_Sight(source, colour, report, face, None, source, trusted))

    def set_face(self, die: str, face: str, source: Source = "touch") -> None:
        """Set a face by hand. Raises ``Refused`` for an unknown die or face."""
        slot = self._slot(die)
        if face not in self.sides[die]:
            raise Refused("unknown", T("The {colour} die has no face {face}.", colour=colour_name(die), face=face))
        slot.state, slot.face, slot.source = "given", face, source
        self._filled(slot)

    def confirm(self, die: str, source: Source = "touch") -> None:
        """Confirm the suggested face of an uncertain die. Raises ``Refused`` if there is none."""
        slot = self._slot(die)
        if slot.state != "doubt" or slot.face is None:
            sentence = T("There is nothing to confirm: say what the {colour} die shows.", colour=colour_name(die))
            raise Refused("illegal", sentence)
        self.set_face(die, slot.face, source)

    def clear(self, die: str) -> None:
        slot = self._slot(die)
        self.slots[die] = DieSlot(die, slot.colour)
        self._order = [other for other in self._order if other != die]
        self._chosen = self._offered = None

    def clear_last(self) -> str | None:
        """Clear the die that was set last; returns it, None if all are empty."""
        if not self._order:
            return None
        die = self._order[-1]
        self.clear(die)
        return die

    def select(self, die: str) -> None:
        """Move the cursor to a die, even if it has a face."""
        self._slot(die)
        self._chosen, self._offered = die, None

    def select_next(self) -> None:
        dice = list(self.slots)
        here = dice.index(self.cursor) if self.cursor else -1
        self._chosen, self._offered = dice[(here + 1) % len(dice)], None

    def _report(self, owner: str, die: str, colour: str, throw: str | None, at: float, *, crooked: bool) -> DieReport:
        physical = f"{owner}/{die}"
        if die not in self.slots and die == colour_of(die):
            self._unnamed += 1
            physical += f"#{self._unnamed}"
        named = die in self.slots or names_one(die, colour)
        return DieReport(die, named=named, physical=physical, throw=throw, at=at, crooked=crooked)

    def _slot(self, die: str) -> DieSlot:
        if die not in self.slots:
            raise Refused("unknown", T("The {colour} die is not part of this roll.", colour=colour_name(die)))
        return self.slots[die]

    def _see(self, sight: _Sight) -> Taken:
        """Assign a reading to a slot, by the rules above, or return why it has none."""
        report = sight.report
        slot = self._where(lambda slot: slot.reports.get(sight.owner, _NOBODY).physical == report.physical)
        if slot is None:
            slot = self._seen_by_others(sight)
            if slot is None:
                return self._first_seen(sight)
            if slot.state == "given":
                slot.reports[sight.owner] = report
                return Taken("kept", slot.die)
        else:
            before = slot.reports[sight.owner]
            again = before.throw == report.throw if report.throw is not None else report.at - before.at <= SAME_THROW
            if again and slot.state == "given":
                return Taken("kept", slot.die)
            if not again and self.ready:
                return Taken("closed", slot.die, _CLOSED)
        if report.at < max(one.at for one in slot.reports.values()) - SAME_THROW:
            # A delayed reading: the die has been rolled again since.
            return Taken("kept", slot.die)
        return self._fill(slot, sight, "replaced")

    def _seen_by_others(self, sight: _Sight) -> DieSlot | None:
        """The slot of a die that another reader has reported. Without stable names, dice of one colour are matched as
        far as possible."""
        if not sight.report.named:
            return None
        die, found = sight.report.die, list[DieSlot]()
        for slot in self.slots.values():
            reports = slot.reports.values()
            same = any(one.die == die or (one.named and (one.alike or sight.report.alike)) for one in reports)
            if same and slot.colour == sight.colour and sight.owner not in slot.reports:
                found.append(slot)
        return min(found, key=lambda slot: sight.face_in(self.sides[slot.die]) != slot.face, default=None)

    def _first_seen(self, sight: _Sight) -> Taken:
        report = sight.report
        named = self.slots.get(report.die)
        if named is not None and not named.reports and named.state == "given":
            # Set by hand before the reader reported it: from now on it is this die's slot.
            named.reports[sight.owner] = report
            return Taken("kept", report.die)
        if self.ready:
            return Taken("closed", None, _CLOSED)
        open_ = [slot for slot in self.slots.values() if slot.state == "open"]
        free = [slot for slot in open_ if slot.colour == sight.colour]
        free = free or [slot for slot in open_ if not coloured(slot.die) and len(self.sides[slot.die]) == sight.sides]
        free.sort(key=lambda slot: slot.die != report.die)
        if not free:
            return Taken("extra", None, T("One die more than asked for: {colour}.", colour=colour_name(sight.colour)))
        return self._fill(free[0], sight, "placed")

    def _where(self, fits: Callable[[DieSlot], bool]) -> DieSlot | None:
        return next((slot for slot in self.slots.values() if fits(slot)), None)

    def _fill(self, slot: DieSlot, sight: _Sight, outcome: Outcome) -> Taken:
        report, face = sight.report, sight.face_in(self.sides[slot.die])
        report.face, report.certain = face, face is not None and sight.trusted and not report.crooked
        if not report.named and self._perhaps_twice(slot, sight.owner):
            report.certain = False
        slot.reports = {owner: one for owner, one in slot.reports.items() if one.at >= report.at - SAME_THROW}
        slot.reports[sight.owner] = report
        slot.face = slot.seen = face or slot.face
        slot.source = sight.source
        judge(slot)
        if slot.state == "doubt":
            agree([slot for slot in self.slots.values() if slot.colour == sight.colour])
        self._filled(slot)
        doubt = T("The {colour} die is not certain: what does it show?", colour=colour_name(slot.die))
        return Taken(outcome, slot.die, None if slot.state == "read" else doubt)

    def _perhaps_twice(self, slot: DieSlot, owner: str) -> bool:
        """Whether another reader without names has reported a die of this colour, which may be the same one."""
        others = [one for one in self.slots.values() if one is not slot and one.colour == slot.colour]
        return any(who != owner and not report.named for one in others for who, report in one.reports.items())

    def _filled(self, slot: DieSlot) -> None:
        self._order = [die for die in self._order if die != slot.die] + [slot.die]
        if self._chosen == slot.die:
            self._chosen = None
        if self._offered is not None and self._offered[0] == slot.die:
            self._offered = None


_CLOSED = T("The roll is complete. To roll a die again, clear it first.")
_NOBODY = DieReport("", named=False, physical="", throw=None, at=0.0)


# Late readings, by another reader, of dice whose roll was given already: they must not start a new roll.

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
                alike, at = (any(report.alike for report in reports), max(report.at for report in reports))
                faces, owners = {slot.face, slot.seen}, set(slot.reports)
                # Dice without stable names are identified by their slot.
                key = slot.die if name and alike else name or reports[0].physical
                self._given[key] = _Given(name, alike, slot.colour, at, tray.sides[slot.die], faces, owners)

    def take(self, event: DieRead, tray: DiceTray | None) -> Taken:
        """Pass a reading to the tray. Without a tray, or if it is late, it is not used (``past``); if it may be late,
        it needs confirmation."""
        match = self.match(event)
        if tray is not None and match in (None, "perhaps"):
            return tray.take(event if match is None else structs.replace(event, confidence=0))
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


class RollEntry:
    """The roll being entered: the tray of the open roll, and the late readings of earlier ones."""

    def __init__(self) -> None:
        self.tray: DiceTray | None = None
        """The tray; None unless a roll is open."""
        self.confident = CONFIDENT
        """The confidence that a reading needs, for the next tray."""
        self._taught: list[tuple[ReadingId, int]] = []
        self._late = LateReadings()

    def begin(self, ask: Ask, sides: Mapping[str, Sequence[Face]] | None) -> list[ReadingId]:
        """Start with an empty tray for an open roll, with none for any other ask.

        Returns the readings that still lay in the former tray.
        """
        left = self.take_readings()
        self.tray = DiceTray(ask.dice, sides or {}, confident=self.confident) if isinstance(ask, RollAsk) else None
        return left

    def read(self, event: DieRead) -> Taken:
        """Pass a reading to the tray. Without a tray, or if it is late, it is not used (``past``)."""
        return self._late.take(event, self.tray)

    def take_readings(self) -> list[ReadingId]:
        """Take the readings out of the tray, to be saved with the answer, or without one."""
        if self.tray is None:
            return []
        readings, self.tray.readings = self.tray.readings, []
        return named(readings)

    def given(self, tray: DiceTray) -> None:
        """Remember the dice of a roll that the table has taken."""
        self._late.given(tray)
        self._taught += tray.taught

    def take_taught(self) -> list[tuple[ReadingId, int]]:
        """What people have said of readings (``DiceTray.taught``) in rolls that were taken since the last call."""
        taught, self._taught = self._taught, []
        return taught


def named(readings: Iterable[DieRead]) -> list[ReadingId]:
    """The ids of the readings whose source waits for an acknowledgement."""
    return [reading.origin for reading in readings if reading.origin is not None]
