"""What stands on the topics: what was written is read, and anything else is a sentence."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club import messages
from companion.club.messages import (
    CurrentTurn,
    Ended,
    GameSummary,
    Help,
    NewerVersion,
    Online,
    Person,
    SeatStanding,
    TableName,
    TableState,
    TrackValue,
)

NOW = "2026-11-25T20:00:00Z"
SAID = {"en": "Alert", "es": "Alerta"}
FULL = TableState(
    table=TableName("abcdefgh12", "Table 4"),
    at=NOW,
    seq=7,
    boot="b1",
    game=GameSummary(
        uuid="0b9f",
        title="newyork",
        words={"en": "New York Crisis"},
        scenario=SAID,
        started=NOW,
        answers=12,
        players=[Person("ana", "Ana", "red"), Person("player2")],
        tracks=[TrackValue("alert", SAID, 3, 10, True), TrackValue("story", SAID, 2)],
        standings=[SeatStanding("ana", 12, SAID), SeatStanding("player2")],
        turn=CurrentTurn("ana", SAID, NOW),
        progress=0.5,
        over=Ended(None, ["ana"], SAID, NOW),
    ),
    help=Help(NOW),
)
TOPIC = messages.state("abcdefgh12")


def test_what_was_written_is_read() -> None:
    assert messages.decode(messages.encode(FULL), TableState, TOPIC) == FULL
    bare = TableState(table=TableName("abcdefgh12", "Table 4"), at=NOW, seq=0)
    assert messages.decode(messages.encode(bare), TableState, TOPIC) == bare


def test_fields_of_later_are_passed_over() -> None:
    raw = msgspec.json.decode(messages.encode(FULL))
    raw["weather"] = raw["game"]["mood"] = raw["game"]["turn"]["doubt"] = {"much": [1]}
    assert messages.decode(msgspec.json.encode(raw), TableState, TOPIC) == FULL


def test_a_later_version_is_said_whatever_else_stands_there() -> None:
    with pytest.raises(NewerVersion, match="later version of the companion"):
        messages.decode(b'{"version":2,"table":17}', TableState, TOPIC)


@pytest.mark.parametrize(
    "payload",
    [
        b"", b"\xff\xfe\x00", b"null", b"[]", b"17", b'"x"', b"{}", b'{"version":0}', b'{"version":"1"}',
        b'{"version":1}', b'{"version":1,"table":{"id":"A B","name":"x"},"at":"2026-11-25T20:00:00Z","seq":1}',
        b'{"version":1,"table":{"id":"abcdefgh","name":""},"at":"2026-11-25T20:00:00Z","seq":1}',
        b'{"version":1,"table":{"id":"abcdefgh","name":"x"},"at":"yesterday","seq":1}',
        b'{"version":1,"table":{"id":"abcdefgh","name":"x"},"at":"2026-11-25T20:00:00Z","seq":-1}',
        b'{"version":1,"a":' + b"[" * 5000 + b"]" * 5000 + b"}", b" " * messages.MOST_BYTES + b"{}",
    ],
)  # fmt: skip
def test_garbage_is_a_sentence(payload: bytes) -> None:
    with pytest.raises(messages.UnreadableMessage, match=TOPIC) as no:
        messages.decode(payload, TableState, TOPIC)
    assert not isinstance(no.value, NewerVersion)


@given(st.binary(max_size=300))
def test_no_bytes_are_anything_but_read_or_refused(payload: bytes) -> None:
    try:
        found = messages.decode(payload, Online, "t")
    except messages.UnreadableMessage:
        return
    assert messages.decode(messages.encode(found), Online, "t") == found


def test_topics_are_read_as_they_are_made() -> None:
    table, prefix = "abcdefgh12", "club/blue"
    for at in ({}, {"prefix": prefix}):
        assert messages.part_of(messages.online(table, **at), **at) == (table, "online", "")
        assert messages.part_of(messages.state(table, **at), **at) == (table, "state", "")
        assert messages.part_of(messages.help_answer(table, **at), **at) == (table, "help/answer", "")
        assert messages.part_of(messages.finished(table, "0B-9f", **at), **at) == (table, "finished", "0B-9f")


@pytest.mark.parametrize(
    "topic",
    ["", "companion", "companion/", "companion/abc/state", "companion/ABCDEFGHI/state", "companion/abcdefgh/states",
     "companion/abcdefgh/finished/", "companion/abcdefgh/finished/a/b", "other/abcdefgh/state",
     "companion/abcdefgh/state\n"],
)  # fmt: skip
def test_other_topics_are_not_ours(topic: str) -> None:
    assert messages.part_of(topic) is None
