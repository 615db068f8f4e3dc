"""Readers built at home: plain lines, chosen by themselves, and shown to a person before they count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.texts import plain
from companion.games.registry import load_game
from companion.session.tray import DiceTray
from hardware.dice.link import MAX_LINE, DieSide, Lines, PlainReading, side_of
from hardware.dice.ports import Pty
from hardware.dice.reader import SerialReader
from hardware.inputs import Event
from tests.hardware.helpers import GAME_DICE, reads, wait_until

CRASH = load_game("crash").rules.dice
THOUSAND = load_game("thousand").rules.dice


@pytest.mark.parametrize(
    ("sent", "line"),
    [
        (b"red1 PHYS\n", PlainReading("red1", "PHYS")),
        (b"red 4\r\n", PlainReading("red", "4")),
        (b"  17  \n", PlainReading(None, "17")),
        (b"red1 4 985 rolled\n", PlainReading("red1", "4")),
        (b"red1\t4 985 crooked\n", PlainReading("red1", "4", crooked=True)),
    ],
)
def test_a_line_is_a_die(sent: bytes, line: PlainReading) -> None:
    assert Lines().feed(sent) == [line]


@pytest.mark.parametrize(
    "sent",
    [
        b"\n",
        b"red1 4 985 moved\n",
        b"red1 4 985 rest\n",
        b"$PING,1,0*0000\r\n",
        b"Camera is starting up\n",
        b"red1 PHYS MENT\n",
        b"\xff\xfe\n",
        b"red1 PHYS",
        b"x" * MAX_LINE + b" 4\n",
    ],
)
def test_what_is_no_such_line_is_passed_over(sent: bytes) -> None:
    assert Lines().feed(sent) == []


@given(st.lists(st.sampled_from([b"red1 PHYS\n", b"17\n", b"\n", b"?!\n"]), max_size=8), st.data())
def test_it_does_not_matter_in_which_pieces_they_come(sent: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(sent)
    cut = data.draw(st.integers(0, len(whole)))
    pieces = Lines()
    assert pieces.feed(whole[:cut]) + pieces.feed(whole[cut:]) == Lines().feed(whole)


@given(st.binary(max_size=300))
def test_rubbish_breaks_nothing(data: bytes) -> None:
    lines = Lines()
    lines.feed(data)
    assert lines.feed(b"\nred1 PHYS\n")[-1] == PlainReading("red1", "PHYS")


@pytest.mark.parametrize(
    ("line", "dice", "side"),
    [
        (PlainReading("red1", "WILD"), GAME_DICE, DieSide("red1", 6, 6)),
        (PlainReading("red", "WILD"), GAME_DICE, DieSide("red", 6, 6)),
        (PlainReading("red1", "4"), GAME_DICE, DieSide("red1", 4, 6)),
        (PlainReading("red1", "7"), GAME_DICE, DieSide("red1", 0, 6)),
        (PlainReading("D7", "WILD"), GAME_DICE, None),
        (PlainReading("d7", "WILD"), GAME_DICE, DieSide("red", 6, 6)),
        (PlainReading("green1", "WILD"), GAME_DICE, None),
        (PlainReading(None, "WILD"), GAME_DICE, None),
        (PlainReading(None, "11"), CRASH, DieSide("placement", 11, 12)),
        (PlainReading(None, "ccw"), CRASH, DieSide("rotation", 2, 2)),
        (PlainReading(None, "5"), THOUSAND, DieSide("die", 5, 6)),
        (PlainReading(None, "17"), THOUSAND, None),
        (PlainReading("red1", "PHYS"), {}, None),
    ],
    ids=lambda one: f"{one.die or ''}{one.face}" if isinstance(one, PlainReading) else "",
)
def test_which_die_is_meant(line: PlainReading, dice: dict[str, Any], side: DieSide | None) -> None:
    assert side_of(line, dice, {"d7": "red"}) == side


@pytest.fixture
def port(tmp_path: Any) -> Iterator[Pty]:
    made = Pty(tmp_path / "port")
    made.open()
    yield made
    made.close()


def test_a_reader_built_at_home_is_recognised_by_what_it_sends(port: Pty) -> None:
    events: list[Event] = []
    reader = SerialReader(lambda: [str(port.link)], dice=lambda: GAME_DICE, names={"d7": "blue1"})
    reader.start(events.append)
    try:
        wait_until(port.read, "it is greeted, in case it speaks DR1")
        port.write(b"\r\n")
        wait_until(lambda: reader.health().state == "ready", "an empty line is enough")
        assert plain(reader.health().text) == "A dice reader is ready; what it reads is shown to you first."
        port.write(b"red1 PHYS\nd7 5 900 crooked\nhello world\n")
        wait_until(lambda: len(reads(events)) == 2, "both dice")
    finally:
        reader.stop()
    red, blue = reads(events)
    assert (red.die, red.colour, red.number, red.sides, red.confidence) == ("red1", "red", 1, 6, 0)
    assert (blue.die, blue.colour, blue.number, blue.crooked) == ("blue1", "blue", 5, True)

    tray = DiceTray(["red1", "blue1"], GAME_DICE)
    assert [tray.take(event).outcome for event in (red, blue)] == ["placed", "placed"]
    assert tray.doubts == ["red1", "blue1"]
    assert not tray.ready
    tray.confirm("red1")
    tray.set_face("blue1", "SOC")
    assert tray.faces() == {"red1": "PHYS", "blue1": "SOC"}
