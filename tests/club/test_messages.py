"""What stands on the topics of a club: it is read as it was written, and tells nothing that a stranger may not see."""

from __future__ import annotations

from random import Random
from typing import Any

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
from companion.club.snapshot import as_message, snapshot_of
from companion.table.table import Table
from tests.daily import mixed, share
from tests.games.chaos import new_game
from tests.games.crash.chaos import CrashChaos
from tests.games.escape.chaos import EscapeChaos
from tests.games.krysis.test_secrecy import Secretive, twins
from tests.games.newyork.chaos import NewYorkChaos
from tests.games.thousand.chaos import ThousandChaos
from tests.web.test_secrecy import escape_pairs, twin_table

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
        b'{"version":1,"table":{"id":"abcdefgh","name":"x"},"at":"2026-11-25T20:00:00Z","seq":9007199254740991}',
        b'{"version":1,"table":{"id":"abcdefgh","name":"x"},"at":"2026-11-25T20:00:00Z","seq":7258118400000001}',
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


# What a table tells a club: nothing that a stranger beside it may not see, in both languages, in a bounded size.

CHAOS = [NewYorkChaos, CrashChaos, EscapeChaos, Secretive, ThousandChaos]


def game_of(table: Table, *, names: bool = True) -> GameSummary:
    return as_message(snapshot_of(table), "g", NOW, NOW, NOW, names=names)


def published(table: Table, *, names: bool = True) -> bytes:
    """The bytes on the topic of the state."""
    return messages.encode(
        TableState(table=TableName("abcdefgh", "T"), at=NOW, seq=1, game=game_of(table, names=names))
    )


@pytest.mark.parametrize(("seed", "digital"), mixed(range(share(16)), [False, True]))
def test_another_secret_changes_no_byte(seed: int, digital: bool) -> None:
    """Krysis: another hand, agent, bid, home, mission, other relics; drawn here, or by hand at the table."""
    chaos, r = Secretive(), Random(seed)
    table, _ = new_game(chaos, r, digital=digital)
    met: set[str] = set()
    for _ in range(160):
        if table.over or table.state.now.phase == "scoring":
            break
        table.answer(chaos.random_answer(r, table))
        if table.over or table.state.now.phase in ("scoring", "over") or r.random() < 0.6:
            continue
        before, seat = published(table), r.choice(table.setup.seats)
        for name, state in twins(table.state, seat, r):
            met.add(name)
            assert published(twin_table(table, state)) == before, (name, table.ask)
    assert met


def test_plans_and_cash_of_escape_plan_change_no_byte() -> None:
    for what, _, one, other in escape_pairs():
        assert published(one.table) == published(other.table), what


def test_of_a_secret_question_only_that_it_is_asked_is_told() -> None:
    chaos, r = Secretive(), Random(3)
    table, _ = new_game(chaos, r, digital=True)
    asked = 0
    for _ in range(60):
        table.answer(chaos.random_answer(r, table))
        turn = game_of(table).turn
        if turn is not None and table.ask.only is not None:
            asked += 1
            assert turn.words["en"].endswith("decides in secret")
            assert turn.seat == table.ask.only or turn.seat.startswith("player")
    assert asked


@pytest.mark.parametrize("kind", CHAOS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("seed", range(share(8)))
def test_every_moment_of_every_game_can_be_read_and_is_short(kind: Any, seed: int) -> None:
    chaos, r = kind(), Random(seed)
    table, _ = new_game(chaos, r, digital=True)
    for _ in range(chaos.longest):
        raw = published(table)
        game = messages.decode(raw, TableState, "t").game
        assert game is not None
        assert len(raw) < 16_000
        assert len({one.seat for one in game.players}) == len(table.setup.seats)
        assert set(game.words) == {"en", "es"}
        assert (game.over is not None) == table.over
        assert game.answers == table.history.done
        if table.over:
            assert game.turn is None
            break
        assert game.turn is not None
        assert game.turn.words["en"]
        table.answer(chaos.random_answer(r, table))


def test_names_are_told_only_where_they_may_be() -> None:
    chaos, r = ThousandChaos(), Random(5)
    table, _ = new_game(chaos, r, digital=True)
    seats = table.setup.seats
    ended = False
    while not ended:
        quiet = published(table, names=False).decode()
        assert not [seat for seat in seats if f'"{seat}"' in quiet or seat.title() in quiet], quiet
        assert seats[0].title() in published(table).decode()
        ended = table.over
        if not ended:
            table.answer(chaos.random_answer(r, table))


@pytest.mark.parametrize("kind", CHAOS, ids=lambda one: one.__name__)
def test_a_name_that_somebody_has_stands_beside_the_seat_or_nowhere(kind: Any) -> None:
    chaos, r = kind(), Random(1)
    table, _ = new_game(chaos, r, digital=True)
    seats = table.setup.seats
    called = {seat: f"Zoë{n}" for n, seat in enumerate(seats)}
    table.name_people(called)
    for _ in range(80):
        loud, quiet = game_of(table), published(table, names=False).decode()
        assert [one.name for one in loud.players] == list(called.values())
        assert all(one.words["en"] for one in loud.players)
        assert "Zo" not in quiet
        if table.over:
            break
        table.answer(chaos.random_answer(r, table))


def test_the_tracks_and_the_end_of_new_york() -> None:
    chaos, r = NewYorkChaos(), Random(3)
    table, _ = new_game(chaos, r, digital=True)
    first = game_of(table)
    assert [(one.id, one.alarm) for one in first.tracks[:2]] == [("alert", True), ("story", False)]
    assert first.scenario is not None
    while not table.over:
        table.answer(chaos.random_answer(r, table))
    over = game_of(table)
    assert over.over is not None
    assert over.over.won is (table.ask.result["outcome"] == "win")
    assert over.progress == 1
    assert over.over.words["es"] in ("Habéis perdido", "Habéis ganado")


@pytest.mark.parametrize("kind", [CrashChaos, EscapeChaos, Secretive, ThousandChaos], ids=lambda one: one.__name__)
def test_the_ranking_is_what_the_table_shows(kind: Any) -> None:
    chaos, r = kind(), Random(3)
    table, _ = new_game(chaos, r, digital=True)
    while not table.over:
        table.answer(chaos.random_answer(r, table))
    over = game_of(table)
    assert over.over is not None
    ranking = table.scene().ranking
    assert len(over.standings) == len(ranking)
    assert len(over.over.winners) == sum(one.winner for one in ranking)
    assert over.over.won is None
    assert all(one.score is not None for one in over.standings)
