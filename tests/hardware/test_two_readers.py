"""Two readers that see the same dice are one roll, whoever is first; what they do not see alike goes to a person."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from companion.core.texts import plain
from companion.games.newyork.content import SIDES
from companion.session.session import Session
from companion.session.tray import colour_of
from companion.table.log import DieRead
from hardware.dice.dr1 import Device
from hardware.dice.link import ReaderLink, Reading
from tests.hardware.helpers import DICE
from tests.tables import MemoryStore, dice_table

ROLLS = 4
NAMES = [name for name, _, _ in DICE]
SWAPPED = {"red1": "red2", "red2": "red1", "blue1": "blue1"}
STEP = 0.05
"""Seconds between two lines."""
ALL = (100, 100)
APART = 3.0
"""Nobody picks dice up and throws them again sooner."""


class Cable:
    """A reader and the companion's end of its cable, on which lines wait for as long as a test wants."""

    def __init__(self, serial: str, now: float, *, alike: bool) -> None:
        self.alike = alike
        self.device = Device(DICE, serial=serial, boot_id=f"{serial}-1", now=now)
        self.link = ReaderLink()
        self.link.opened(now)
        self.lines: list[bytes] = []

    def turn(self, now: float, deliver: int) -> list[DieRead]:
        """Time passes; so many of the lines that wait arrive, the oldest first."""
        self.device.tick(now)
        self.lines += self.device.outgoing()
        found = self.link.tick(now)
        arrived, self.lines = self.lines[:deliver], self.lines[deliver:]
        for line in arrived:
            found += self.link.receive(line, now)
        self.device.receive(self.link.outgoing(), now)
        return [event(self.link, reading, now, alike=self.alike) for reading in found]


def event(link: ReaderLink, reading: Reading, now: float, *, alike: bool) -> DieRead:
    roll = reading.roll
    return DieRead(
        "serial",
        roll.die,
        colour_of(roll.die),
        roll.face,
        6,
        roll.confidence,
        roll.state == "crooked",
        str(roll.throw),
        now - link.age(reading, now),
        reading.origin,
        alike,
    )


class Evening:
    """Two readers over one tray, a game that asks for the same dice again and again, and whoever throws them."""

    def __init__(self, *, alike: bool = False) -> None:
        self.now = 100.0
        self.store = MemoryStore()
        self.table = dice_table(NAMES, self.store)
        self.session = Session(self.table)
        self.said: list[str] = []
        self.cables = [Cable(serial, self.now, alike=alike) for serial in "AB"]
        for _ in range(60):
            self.turn(ALL)

    def turn(self, deliver: tuple[int, int]) -> None:
        """So many lines from each."""
        self.now += STEP
        for cable, lines in zip(self.cables, deliver, strict=True):
            for read in cable.turn(self.now, lines):
                said = self.session.read(read)
                if said is not None:
                    self.said.append(plain(said))
        while self.store.readings:
            reading, _ = self.store.readings.pop(0)
            for cable in self.cables:
                cable.link.settle(reading)

    def throw(self, sides: dict[str, int], *, swapped: bool, second: dict[str, int] | None = None) -> None:
        """The dice come to rest. ``swapped``: the second reader calls the red ones the other way round; ``second`` is
        what it reads."""
        for cable, seen in zip(self.cables, (sides, second or sides), strict=True):
            number = cable.device.next_throw()
            for die, side in seen.items():
                name = SWAPPED[die] if swapped and cable is self.cables[1] else die
                cable.device.roll(name, side, now=self.now, throw=number)

    @property
    def rolls(self) -> list[Counter[tuple[str, str]]]:
        """The rolls that were given: colours and faces, for dice of a colour are alike."""
        given = [played.answer for played in self.table.history.entries]
        return [Counter((colour_of(d), str(face)) for d, face in roll.faces.items()) for roll in given]  # type: ignore[union-attr]


def shown(sides: dict[str, int]) -> Counter[tuple[str, str]]:
    return Counter((colour_of(die), SIDES[die][side - 1]) for die, side in sides.items())


throws = st.lists(st.fixed_dictionaries({die: st.integers(1, 6) for die in NAMES}), min_size=ROLLS, max_size=ROLLS)
ways = st.lists(st.lists(st.sampled_from([(1, 0), (0, 1), (1, 1)]), max_size=40), min_size=ROLLS)


@given(throws=throws, ways=ways, last=st.lists(st.integers(0, 2), min_size=ROLLS), swapped=st.booleans())
def test_whatever_comes_first_every_roll_counts_once(
    throws: list[dict[str, int]], ways: list[list[tuple[int, int]]], last: list[int], *, swapped: bool
) -> None:
    """Lines of both in any order, those of one perhaps only during the rolls after it."""
    evening = Evening(alike=swapped)
    for n, sides in enumerate(throws):
        evening.throw(sides, swapped=swapped)
        for deliver in ways[n]:
            evening.turn(deliver)
        who = [(4, 0), (0, 4), ALL][last[n]]
        for _ in range(80):
            if evening.table.rev > n:
                break
            evening.turn(who)
        assert evening.table.rev == n + 1
        for _ in range(round(APART / STEP)):
            evening.turn((0, 0))
    for _ in range(100):
        evening.turn(ALL)
    assert evening.rolls == [shown(sides) for sides in throws]
    assert evening.said == []
    assert [cable.device.unacked for cable in evening.cables] == [[], []]
    assert all(slot.state == "open" for slot in evening.session.tray.slots.values())  # type: ignore[union-attr]


RED = {"red1": 4, "red2": 6, "blue1": 1}


def states(evening: Evening) -> dict[str, tuple[str, str | None]]:
    assert evening.session.tray is not None
    return {die: (slot.state, slot.face) for die, slot in evening.session.tray.slots.items()}


def test_what_two_readers_see_differently_goes_to_a_person() -> None:
    evening = Evening()
    evening.throw(RED, swapped=False, second=RED | {"red2": 5})
    for _ in range(3):
        evening.turn((1, 1))
    for _ in range(20):
        evening.turn(ALL)
    assert states(evening) == {"red1": ("read", "MENT"), "red2": ("doubt", "SOC"), "blue1": ("read", "MENT")}
    tray = evening.session.tray
    assert tray is not None
    tray.set_face("red2", "WILD")
    evening.session.tray_changed()
    assert evening.rolls == [shown(RED)]
    for _ in range(20):
        evening.turn(ALL)
    assert evening.rolls == [shown(RED)]
    assert evening.said == []


def test_one_that_disagrees_too_late_is_heard() -> None:
    evening = Evening()
    evening.throw(RED, swapped=False, second=RED | {"red2": 5})
    for _ in range(20):
        evening.turn((100, 0))
    assert evening.rolls == [shown(RED)]
    for _ in range(20):
        evening.turn(ALL)
    assert evening.rolls == [shown(RED)]
    assert evening.said == ["Two readers disagree about the red die. Is its face right?"]
    assert set(states(evening).values()) == {("open", None)}
    assert evening.cables[1].device.unacked == []


def test_a_die_that_one_saw_crooked_is_thrown_again_for_both() -> None:
    evening = Evening()
    evening.throw({"red1": 4, "blue1": 1}, swapped=False)
    number = evening.cables[0].device.next_throw()
    evening.cables[0].device.roll("red2", 2, now=evening.now, throw=number, state="crooked")
    for _ in range(80):
        evening.turn(ALL)
    assert states(evening)["red2"] == ("doubt", "PHYS")
    evening.throw({"red2": 6}, swapped=False)
    for _ in range(20):
        evening.turn(ALL)
    assert evening.rolls == [shown(RED)]


def test_readers_that_name_no_dice_do_not_count_one_twice_unasked() -> None:
    evening = Evening()
    for cable, die in zip(evening.cables, ("D7", "D9"), strict=True):
        cable.device.roll(die, 6, now=evening.now, throw=cable.device.next_throw())
    tray = evening.session.tray
    assert tray is not None
    for _ in range(3):
        for cable, name in zip(evening.cables, "AB", strict=True):
            evening.now += STEP
            for read in cable.turn(evening.now, 100):
                assert evening.session.read(structs.replace(read, colour="red")) is None, name
    assert states(evening) == {"red1": ("read", "WILD"), "red2": ("doubt", "WILD"), "blue1": ("open", None)}
