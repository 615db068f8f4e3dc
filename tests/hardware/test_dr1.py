"""The line protocol: what is a line, what is none, and how the parser finds its feet again."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dice import dr1
from tests.daily import share
from tests.hardware.helpers import garble, roll_lines

ROLL = dr1.RollMessage(7, 1, 2, "red1", 4, 990, "rolled", 12345)
MESSAGES = [
    dr1.Hello(1, "reference", "REF1", "1.0", "b7", 3),
    dr1.DieMessage(1, "red1", 6, "red"),
    ROLL,
    dr1.Ping(1000, 2),
    dr1.HelloRequest(),
    dr1.Ack("b7", 12),
    dr1.Resend(13),
    dr1.FaceMessage("b1", 13, 5),
]


def test_the_checksum_is_ccitt_false() -> None:
    assert dr1.checksum(b"123456789") == 0x29B1


def test_a_line_looks_like_this() -> None:
    assert dr1.encode(ROLL) == b"$ROLL,7,1,2,red1,4,990,rolled,12345*3443\r\n"
    assert dr1.encode(dr1.HelloRequest()).startswith(b"$HELLO?*")


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.kind)
def test_what_is_written_is_read(message: dr1.DR1Message) -> None:
    assert dr1.Parser().feed(dr1.encode(message)) == [message]


@given(cuts=st.lists(st.integers(0, 300), max_size=12))
def test_it_does_not_matter_in_which_pieces_bytes_come(cuts: list[int]) -> None:
    stream = b"".join(map(dr1.encode, MESSAGES))
    parser = dr1.Parser()
    found = []
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for start, end in itertools.pairwise(edges):
        found += parser.feed(stream[start:end])
    assert found == MESSAGES
    assert parser.bad == 0


def test_after_rubbish_the_next_line_is_read() -> None:
    parser = dr1.Parser()
    found = parser.feed(b"\x00\xffnoise" + dr1.encode(ROLL) + b"$ROLL,8,1" + dr1.encode(dr1.Ping(1, 0)))
    assert found == [dr1.Garbled(), ROLL, dr1.Garbled(), dr1.Ping(1, 0)]
    assert parser.bad == 2


def test_a_line_never_grows_beyond_96_bytes() -> None:
    parser = dr1.Parser()
    for _ in range(1000):
        parser.feed(b"A" * 1000)
    assert parser.bad == 1000
    assert parser.feed(b"\r\n" + dr1.encode(ROLL))[-1] == ROLL
    body = "X" * 88
    assert parser.feed(dr1.envelope(body)) == []
    assert parser.foreign == 1
    with pytest.raises(ValueError, match="97 bytes"):
        dr1.envelope(body + "X")
    too_long = b"$%b*%04X\r\n" % (b"X" * 89, dr1.checksum(b"X" * 89))
    assert parser.feed(too_long) == [dr1.Garbled()]


@pytest.mark.parametrize(
    "body",
    [
        "ROLL,7,1,2,red1,4,990,rolled",
        "ROLL,7,1,2,red1,4,990,rolled,1,1",
        "ROLL,7,1,2,red1,4,1001,rolled,1",
        "ROLL,7,1,2,red1,256,990,rolled,1",
        "ROLL,7,1,2,red1,-1,990,rolled,1",
        "ROLL,07,1,2,red1,4,990,rolled,1",
        "ROLL,7,1,2,,4,990,rolled,1",
        "ROLL,7,1,2,red 1,4,990,rolled,1",
        "ROLL,7,1,2,red1,4,990,spun,1",
        "ROLL,4294967296,1,2,red1,4,990,rolled,1",
        "PING",
        "DIE,1,red1,1,red",
    ],
)
def test_a_good_checksum_does_not_make_a_wrong_field_right(body: str) -> None:
    parser = dr1.Parser()
    assert parser.feed(dr1.envelope(body)) == [dr1.Garbled()]
    assert parser.bad == 1


def test_a_kind_of_a_later_version_is_passed_over() -> None:
    parser = dr1.Parser()
    assert parser.feed(dr1.envelope("LAMP,1")) == []
    assert (parser.bad, parser.foreign) == (0, 1)


def test_a_hello_of_another_version_tells_its_version() -> None:
    found = dr1.Parser().feed(dr1.envelope("HELLO,2,new,fields,that,nobody,here,knows"))
    assert [message.version for message in found if isinstance(message, dr1.Hello)] == [2]


def test_what_does_not_fit_is_not_written() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        dr1.encode(dr1.Ack("has,comma", 1))


@pytest.mark.parametrize("seed", range(4))
def test_no_garbled_line_is_taken_for_another_roll(seed: int) -> None:
    """25,000 garbled lines a seed; what is accepted has been sent exactly so."""
    rng = Random(seed)
    sent = roll_lines(25_000, rng)
    stream = b"".join(garble(dr1.encode(roll), rng) for roll in sent)
    parser = dr1.Parser()
    accepted = {message for message in parser.feed(stream) if isinstance(message, dr1.RollMessage)}
    assert accepted <= set(sent)
    assert parser.bad > 20_000


@settings(max_examples=share(200))
@given(st.binary(max_size=400))
def test_no_bytes_whatever_break_the_parser(data: bytes) -> None:
    parser = dr1.Parser()
    parser.feed(data)
    assert parser.feed(b"\r\n" + dr1.encode(ROLL))[-1] == ROLL
