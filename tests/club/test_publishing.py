"""A table and a real mosquitto: what is published arrives, nothing is lost, and what goes wrong is a sentence."""

from __future__ import annotations

import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
import pytest
from msgspec import structs

from companion.club import messages
from companion.club.messages import FinishedMessage, Online, TableName, TableState
from companion.club.publishing import Outbox, Publisher, Waiting
from companion.club.settings import Club
from companion.club.snapshot import Snapshot, snapshot_of
from companion.core.texts import plain
from companion.journal import Journal
from companion.table.result import SeatResult
from companion.table.table import Table
from companion.wall.model import Wall
from tests.club.broker import Broker, Ear, MemoryStore, authority, broker, certificate, finished, wait_for
from tests.games.chaos import new_game
from tests.games.newyork.chaos import NewYorkChaos
from tests.games.thousand.chaos import ThousandChaos
from tests.web.tables import session_of

TABLE = "abcdefgh12"
STATE, ONLINE = messages.state(TABLE), messages.online(TABLE)


@pytest.fixture
def at() -> Iterator[Broker]:
    with temporary() as folder, broker(folder) as made:
        yield made


@contextmanager
def temporary() -> Iterator[Path]:
    """A folder that mosquitto can write to, whoever it runs as."""
    with TemporaryDirectory(prefix="broker-") as name:
        yield Path(name)


@contextmanager
def publishing_to(club: Club, store: MemoryStore | None = None, **more: object) -> Iterator[Publisher]:
    publisher = Publisher(club, store or MemoryStore(TABLE), **more)  # type: ignore[arg-type]
    publisher.start()
    try:
        yield publisher
    finally:
        publisher.close()


def moments(n: int) -> list[Snapshot]:
    """So many moments of a game that lasts as long."""
    found: list[Snapshot] = []
    for seed in count(3):
        chaos, r = NewYorkChaos(), Random(seed)
        table, _ = new_game(chaos, r, digital=True)
        found = [snapshot_of(table)]
        while len(found) < n and not table.over:
            table.answer(chaos.random_answer(r, table))
            found.append(snapshot_of(table))
        if len(found) == n:
            break
    return found


def state_of(ear: Ear, topic: str = STATE) -> TableState | None:
    return messages.decode(ear.last[topic], TableState, topic) if topic in ear.last else None


def finished_at(ear: Ear) -> set[str]:
    """The ids of the finished games that a listener has heard of."""
    return {topic.rpartition("/")[2] for topic in list(ear.last) if "/finished/" in topic}


def health_of(publisher: Publisher) -> list[str]:
    return [plain(words) for _, words in publisher.health()]


def shows(publisher: Publisher, sentence: str, seconds: float = 30.0) -> None:
    """The table says a sentence that begins so, once it has looked."""
    try:
        wait_for(lambda: any(one.startswith(sentence) for one in health_of(publisher)), seconds)
    except AssertionError:
        assert sentence in health_of(publisher)


def test_the_broker_gets_what_the_table_shows_and_that_it_goes(at: Broker) -> None:
    now = moments(9)[-1]
    with closing(Ear(at.club)) as ear:
        with publishing_to(at.club) as publisher:
            publisher.show(now, "game-1")
            wait_for(lambda: (state := state_of(ear)) and state.game is not None)
            shows(publisher, "127.0.0.1 hears of this table, Table 4.")
            state = state_of(ear)
            assert state is not None
            assert state.table == TableName(TABLE, "Table 4")
            assert (state.game.uuid, state.game.answers) == ("game-1", now.answers)
            assert messages.decode(ear.last[ONLINE], Online, "").online
        wait_for(lambda: not messages.decode(ear.last[ONLINE], Online, "").online)
    with closing(Ear(at.club)) as late:
        wait_for(lambda: state_of(late))


def test_the_latest_picture_wins_and_what_is_the_same_is_published_once(at: Broker, real_waits: None) -> None:
    course = moments(120)
    with closing(Ear(at.club, STATE)) as ear, publishing_to(at.club) as publisher:
        wait_for(lambda: state_of(ear))
        begun = time.monotonic()
        for now in course:
            publisher.show(now, "game-1")
        assert time.monotonic() - begun < 10
        wait_for(lambda: state_of(ear).game and state_of(ear).game.answers == course[-1].answers)
        told = len(ear.all)
        assert told < 12
        publisher.show(course[-1], "game-1")
        time.sleep(0.5)
        assert len(ear.all) == told
        assert [messages.decode(raw, TableState, "").seq for _, raw in ear.all] == sorted(
            {messages.decode(raw, TableState, "").seq for _, raw in ear.all}
        )
        publisher.show(None)
        wait_for(lambda: state_of(ear).game is None)


def test_since_when_something_is_asked_is_published(at: Broker) -> None:
    first, second, *_ = moments(3)
    clock = iter(range(1_800_000_000, 1_900_000_000))
    with closing(Ear(at.club, STATE)) as ear, publishing_to(at.club, clock=lambda: float(next(clock))) as publisher:
        publisher.show(first, "game-1")
        wait_for(lambda: state_of(ear) and state_of(ear).game)
        since = state_of(ear).game.turn.since
        publisher.show(first, "game-1")
        publisher.call(wanted=True)
        wait_for(lambda: state_of(ear).help)
        assert state_of(ear).game.turn.since == since
        publisher.show(second, "game-1")
        wait_for(lambda: state_of(ear).game.answers == second.answers)
        assert state_of(ear).game.turn.since > since


def test_help_is_called_and_somebody_comes_and_it_is_taken_back(at: Broker) -> None:
    seen: list[int] = []
    with closing(Ear(at.club)) as ear, publishing_to(at.club, again=lambda: seen.append(1)) as publisher:
        wait_for(lambda: STATE in ear.last)
        before = len(seen)
        ear.say(messages.help_answer(TABLE), b'{"version":1}', retain=False)
        wait_for(lambda: len(seen) > before)
        publisher.call(wanted=True)
        publisher.call(wanted=True)
        wait_for(lambda: state_of(ear).help)
        assert publisher.help is not None
        assert not publisher.help.coming
        since, before = publisher.help.since, len(seen)
        ear.say(messages.help_answer(TABLE), b'{"version":1}', retain=False)
        wait_for(lambda: state_of(ear).help.coming)
        assert publisher.help == messages.Help(since, coming=True)
        assert len(seen) > before
        publisher.call(wanted=False)
        wait_for(lambda: state_of(ear).help is None)


# The broker comes and goes.


def test_a_broker_that_is_away_delays_nobody_and_loses_nothing() -> None:
    course = moments(20)
    with temporary() as folder, ExitStack() as stack:
        at = stack.enter_context(broker(folder))
        at.kill()
        store = MemoryStore(TABLE)
        begun = time.monotonic()
        publisher = stack.enter_context(publishing_to(at.club, store))
        for n, now in enumerate(course):
            publisher.show(now, "game-1")
            store.finish(f"u{n}")
        publisher.call(wanted=True)
        assert time.monotonic() - begun < 10
        shows(publisher, "Nothing answers at 127.0.0.1")
        at.start()
        wait_for(lambda: len(store.done) == len(course))
        ear = stack.enter_context(closing(Ear(at.club)))
        wait_for(lambda: state_of(ear) and len(finished_at(ear)) == len(course))
        assert state_of(ear).game.answers == course[-1].answers
        assert state_of(ear).help is not None
        assert sorted(store.done) == sorted({f"u{n}" for n in range(len(course))})


def test_a_broker_that_loses_its_power_again_and_again_has_every_game_once() -> None:
    with temporary() as folder, ExitStack() as stack:
        at, store = stack.enter_context(broker(folder)), MemoryStore(TABLE)
        publisher = stack.enter_context(publishing_to(at.club, store))
        now = moments(2)
        for n in range(60):
            store.finish(f"u{n}")
            publisher.show(now[n % 2], "game-1")
            if n % 20 == 10:
                at.kill()
                at.start()
        wait_for(lambda: not store.queue)
        ear = stack.enter_context(closing(Ear(at.club)))
        # What a broker had acknowledged and not yet written when its power went, it has lost itself; what came after
        # its last start it has.
        wait_for(lambda: {f"u{n}" for n in range(51, 60)} <= finished_at(ear))
        assert finished_at(ear) <= {f"u{n}" for n in range(60)}
        assert sorted(store.done, key=lambda one: int(one[1:])) == [f"u{n}" for n in range(60)]


def test_what_a_broker_acknowledged_and_forgot_is_published_again() -> None:
    """It writes every half hour, as mosquitto does where nobody says otherwise, and loses its power."""
    store, topic = MemoryStore(TABLE), messages.finished(TABLE, "u1")
    store.finish("u1")
    with temporary() as folder, broker(folder, "allow_anonymous true") as at:
        text = at.file.read_text().replace("autosave_interval 1\n", "").replace("autosave_on_changes true\n", "")
        at.file.write_text(text)
        at.kill()
        at.start()
        with publishing_to(at.club, store):
            wait_for(lambda: store.done == ["u1"])
            at.kill()
            at.start()
            with closing(Ear(at.club)) as ear:
                wait_for(lambda: topic in ear.last)


def test_how_a_game_has_ended_is_published_and_taken_back_when_it_goes_on(at: Broker) -> None:
    store, topic = MemoryStore(TABLE), messages.finished(TABLE, "u1")
    store.finish("u1")
    with closing(Ear(at.club)) as ear, publishing_to(structs.replace(at.club, names=True), store) as publisher:
        wait_for(lambda: store.done == ["u1"] and topic in ear.last)
        result = messages.decode(ear.last[topic], FinishedMessage, topic).result
        assert result == finished("u1", table="Table 4", table_id=TABLE)
        store.gone.append("u1")
        publisher.show(moments(2)[-1], "u1")
        wait_for(lambda: not store.gone and ear.last[topic] == b"")
        store.finish("u1")
        publisher.show(moments(3)[-1], "u1")
        wait_for(lambda: ear.last[topic])


class Forgetful(Outbox):
    """The power goes before it is noted that the broker has a game."""

    def sent(self, one: Waiting) -> None:
        """It is noted nowhere."""


def test_a_game_that_goes_on_after_the_power_went_between_its_end_and_the_note_is_taken_back(at: Broker) -> None:
    chaos, r = ThousandChaos(), Random(5)
    with temporary() as folder, closing(Ear(at.club)) as ear:
        with Journal(folder / "j.db") as journal:
            made, _ = new_game(chaos, r, digital=True)
            outbox = Forgetful(journal, lambda: TABLE)
            table = Table(made.game, made.box, made.setup.seats, made.setup.settings, chance=made.chance, store=journal)
            while not table.over:
                table.answer(chaos.random_answer(r, table))
            journal.flush()
            topic = messages.finished(TABLE, str(table.game_id))
            with publishing_to(at.club, outbox):
                wait_for(lambda: ear.last.get(topic))
            table.undo()
        with Journal(folder / "j.db") as journal:
            outbox = Outbox(journal, lambda: TABLE)
            with publishing_to(at.club, outbox):
                wait_for(lambda: ear.last[topic] == b"")
                wait_for(lambda: not outbox.withdrawn(9))


def test_what_cannot_be_noted_waits_until_it_can(at: Broker) -> None:
    store = MemoryStore(TABLE)
    store.full = True
    store.finish("u1")
    with closing(Ear(at.club)) as ear, publishing_to(at.club, store) as publisher:
        wait_for(lambda: STATE in ear.last)
        assert messages.finished(TABLE, "u1") not in ear.last
        store.full = False
        publisher.show(moments(2)[-1], "u1")
        wait_for(lambda: store.done == ["u1"])


def test_without_leave_no_name_stands_in_a_result(at: Broker) -> None:
    store = MemoryStore(TABLE)
    store.finish("u1")
    cat = SeatResult("cat", {"en": "Cat", "es": "Cat"}, "Cat", True, 10_000)
    store.queue.append(Waiting(finished("u2", game="thousand", players=[cat]), b""))
    with closing(Ear(at.club)) as ear, publishing_to(at.club, store):
        wait_for(lambda: all(messages.finished(TABLE, n) in ear.last for n in ("u1", "u2")))
        one, two = (
            messages.decode(ear.last[messages.finished(TABLE, n)], FinishedMessage, "").result for n in ("u1", "u2")
        )
        assert [(each.seat, each.name) for each in one.players] == [("red", ""), ("blue", "")]
        assert two.players == [SeatResult("player1", {"en": "Player 1", "es": "Jugador 1"}, "", True, 10_000)]


def test_nothing_hinders_the_end() -> None:
    with closing(socket.socket()) as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        publisher = Publisher(Club("127.0.0.1", silent.getsockname()[1]), MemoryStore(TABLE))
        publisher.start()
        time.sleep(0.3)
        begun = time.monotonic()
        publisher.close()
        assert time.monotonic() - begun < 10


# What goes wrong.


def test_a_password_that_is_wrong_or_missing() -> None:
    with temporary() as folder:
        subprocess.run(["mosquitto_passwd", "-b", "-c", str(folder / "users"), "t4", "right"], check=True)
        with broker(folder, f"password_file {folder}/users", "allow_anonymous false") as at:
            with publishing_to(structs.replace(at.club, user="t4", password="wrong")) as publisher:
                shows(publisher, "127.0.0.1 does not know user t4 with this password. Check both.")
            with publishing_to(at.club) as publisher:
                shows(publisher, "127.0.0.1 wants a user and a password. Give them in companion.toml.")
            with publishing_to(structs.replace(at.club, user="t4", password="right")) as publisher:
                shows(publisher, "127.0.0.1 hears of this table")


def test_a_topic_that_this_table_may_not_write_is_reported_and_tried_again() -> None:
    with temporary() as folder:
        (folder / "acl").write_text("topic read #\n")
        with broker(folder, "allow_anonymous true", f"acl_file {folder}/acl") as at:
            store = MemoryStore(TABLE)
            store.finish("u1")
            with publishing_to(at.club, store) as publisher:
                publisher.show(moments(2)[-1], "game-1")
                shows(publisher, "The broker does not let this table write on companion/abcdefgh12/")
                shows(publisher, "1 finished game waits for the broker.")
                at.kill()
                (folder / "acl").write_text("topic readwrite #\n")
                at.start()
                wait_for(lambda: store.done == ["u1"])


@pytest.mark.parametrize(
    ("club", "sentence"),
    [
        (Club("nowhere.invalid"), "There is no broker nowhere.invalid in this network."),
        (Club("x" * 70 + ".y"), f"There is no broker {'x' * 70}.y in this network."),
        (Club("127.0.0.1", 9), "Nothing answers at 127.0.0.1, port 9. Start mosquitto there."),
        (Club("127.0.0.1", 9, tls=True, ca="/nowhere.pem"), "The certificate /nowhere.pem cannot be read"),
        (Club("127.0.0.1", 9, tls=True, ca=__file__), f"The certificate {__file__} cannot be read"),
    ],
)
def test_a_broker_that_cannot_be_reached(club: Club, sentence: str) -> None:
    with publishing_to(club) as publisher:
        shows(publisher, sentence, 15)


@pytest.mark.parametrize(
    ("lines", "ca", "sentence"),
    [
        (certificate, True, "127.0.0.1 hears of this table"),
        (certificate, False, "Nobody here knows who signed the certificate of 127.0.0.1."),
        (lambda: certificate("DNS:other.club"), True, "The certificate of 127.0.0.1 is for another name."),
        (lambda: certificate(when="past"), True, "The certificate of 127.0.0.1 has expired."),
        (lambda: certificate(when="future"), True, "The certificate of 127.0.0.1 is not valid yet. Set the clock"),
        (lambda: ("allow_anonymous true",), True, "127.0.0.1 does not speak TLS at port"),
    ],
    ids=["good", "unknown", "other name", "expired", "not yet", "no TLS"],
)
def test_certificates(lines, ca: bool, sentence: str) -> None:
    with temporary() as folder, broker(folder, *lines()) as at:
        club = structs.replace(at.club, tls=True, ca=str(authority() / "ca.pem") if ca else "")
        with publishing_to(club) as publisher:
            shows(publisher, sentence)


def test_a_broker_that_wants_tls_accepts_nobody_without() -> None:
    with temporary() as folder, broker(folder, *certificate()) as at, publishing_to(at.club) as publisher:
        shows(publisher, "127.0.0.1 hangs up at port")


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x20\x02\x00\x01", b"\xff" * 40, b""])
def test_something_else_that_answers_there(answer: bytes) -> None:
    """A web server, a broker of MQTT 3, noise, and something that never says a word."""
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        kept: list[socket.socket] = []

        def serve() -> None:
            while True:
                try:
                    one, _ = other.accept()
                except OSError:
                    return
                kept.append(one)
                if answer:
                    one.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        with publishing_to(Club("127.0.0.1", other.getsockname()[1])) as publisher:
            time.sleep(0.5)
            if answer:
                wait_for(lambda: health_of(publisher)[0] != "The broker has not answered yet.")
            else:
                shows(publisher, "The broker 127.0.0.1 does not answer.", 12)
            assert publisher.health()[0][0] is False
        for one in kept:
            one.close()
        other.shutdown(socket.SHUT_RDWR)


# Others at the broker.


@pytest.mark.parametrize("allowed", [True, False])
def test_signs_of_life_are_promised_only_where_the_broker_lets_them_through(allowed: bool) -> None:
    alive = messages.alive(TABLE)
    with temporary() as folder:
        others = "".join(f"topic companion/+/{one}\n" for one in ("online", "state", "finished/+"))
        (folder / "acl").write_text(
            "topic readwrite #\n" if allowed else f"topic read #\n{others}topic homeassistant/#\n"
        )
        with (
            broker(folder, "allow_anonymous true", f"acl_file {folder}/acl") as at,
            closing(Ear(at.club)) as ear,
            publishing_to(at.club) as publisher,
        ):
            publisher.show(moments(2)[-1], "game-1")
            wait_for(lambda: state_of(ear) and state_of(ear).game)
            if allowed:
                wait_for(lambda: messages.decode(ear.last[ONLINE], Online, "").beat and alive in ear.last)
            else:
                time.sleep(1.5)
                assert not messages.decode(ear.last[ONLINE], Online, "").beat
                assert alive not in ear.last
            shows(publisher, "127.0.0.1 hears of this table, Table 4.")


def test_a_game_that_nobody_has_answered_began_when_it_came_to_the_table(at: Broker) -> None:
    """Not in 1970, which was 12 hours of play on the wall."""
    now = snapshot_of(session_of("thousand").table)
    assert (now.answers, now.started, now.played) == (0, None, 0)
    with closing(Ear(at.club)) as ear, publishing_to(at.club) as publisher:
        publisher.show(now, "game-1")
        wait_for(lambda: state_of(ear) and state_of(ear).game)
        game = state_of(ear).game
        assert (game.played, game.started) == (0, game.turn.since)
        assert time.time() - datetime.fromisoformat(game.started).timestamp() < 60


# Home Assistant.


def becomes_found(at: Broker, wanted: set[str]) -> None:
    """Wait until the broker keeps these topics of discovery and no others."""
    found: set[str] = set()
    for _ in range(60):
        with closing(Ear(at.club)) as ear:
            ear.say("end", b"of what is kept", retain=False)
            wait_for(lambda ear=ear: "end" in ear.last)
            found = {topic for topic, payload in ear.last.items() if topic.endswith("/config") and payload}
        if found == wanted:
            return
        time.sleep(0.3)
    assert found == wanted


CHANGED: dict[str, dict[str, str]] = {
    "switched off": {"home_assistant": ""},
    "another place": {"home_assistant": "ha/new"},
    "another name": {"name": "Table 5"},
}


@pytest.mark.parametrize("what", CHANGED)
def test_home_assistant_finds_a_table_under_its_topic_of_now_alone(at: Broker, tmp_path: Path, what: str) -> None:
    changed = structs.replace(at.club, **CHANGED[what])
    with Journal(tmp_path / "j.db") as journal:
        topic = f"homeassistant/device/{Outbox(journal, lambda: TABLE).table}/config"
        with publishing_to(at.club, Outbox(journal, lambda: "")):
            becomes_found(at, {topic})
    wanted = {"switched off": set(), "another place": {f"ha/new/device/{TABLE}/config"}}.get(what, {topic})
    for _ in range(2):
        with Journal(tmp_path / "j.db") as journal, publishing_to(changed, Outbox(journal, lambda: "")):
            becomes_found(at, wanted)
    if what == "another name":
        with closing(Ear(at.club)) as ear:
            wait_for(lambda: topic in ear.last)
            assert b'"Table 5"' in ear.last[topic]


def test_a_copy_that_takes_another_number_leaves_the_other_table_to_home_assistant(at: Broker) -> None:
    stores = [MemoryStore(TABLE) for _ in range(2)]
    clubs = [structs.replace(at.club, name=f"Table {n}") for n in range(2)]
    with publishing_to(clubs[0], stores[0]) as one, publishing_to(clubs[1], stores[1]) as other:
        for n, table in enumerate((one, other)):
            table.show(moments(n + 2)[-1], f"g{n}")
        wait_for(lambda: len({store.table for store in stores}) == 2)
        topics = {f"homeassistant/device/{store.table}/config" for store in stores}
        becomes_found(at, topics)


@pytest.mark.parametrize("allowed", [True, False])
def test_what_an_earlier_version_told_home_assistant_is_taken_away_if_that_is_allowed(
    tmp_path: Path, allowed: bool
) -> None:
    """Until now nobody noted what was announced. A broker that does not let it be taken away is no news to people."""
    before, now = (f"homeassistant/device/{one}/config" for one in (f"companion_{TABLE}", TABLE))
    with temporary() as folder:
        (folder / "acl").write_text("topic readwrite #\n")
        with broker(folder, "allow_anonymous true", f"acl_file {folder}/acl") as at:
            with closing(Ear(at.club)) as ear:
                ear.say(before, b"{}")
            if not allowed:
                at.stop()
                (folder / "acl").write_text("topic read #\ntopic companion/#\ntopic end\n" + f"topic {now}\n")
                at.start()
            with Journal(tmp_path / "j.db") as journal:
                Outbox(journal, lambda: TABLE)
                journal.write(lambda db: db.execute("DELETE FROM club WHERE what = 'announced'"))
                store = Outbox(journal, lambda: "")
                with publishing_to(at.club, store) as publisher:
                    becomes_found(at, {now} if allowed else {before, now})
                    place = f"127.0.0.1:{at.port}"
                    wait_for(lambda: store.announced(place) == [now])
                    shows(publisher, "127.0.0.1 hears of this table")


def test_two_tables_with_one_name_report_each_other_and_stay_apart(at: Broker) -> None:
    alike = "Another table is called Table 4, too."
    with closing(Ear(at.club)) as ear, publishing_to(at.club) as one:
        with publishing_to(structs.replace(at.club, name="TABLE 4"), MemoryStore("zzzzzzzz99")) as other:
            shows(one, alike)
            shows(other, "Another table is called TABLE 4, too.")
            wait_for(lambda: {STATE, messages.state("zzzzzzzz99")} <= ear.last.keys())
            assert state_of(ear).table.id == TABLE
        wait_for(lambda: not any(line.startswith(alike) for line in health_of(one)))


def test_copies_of_a_card_part_and_lose_nothing(at: Broker) -> None:
    stores = [MemoryStore(TABLE) for _ in range(4)]
    for n, store in enumerate(stores):
        store.finish(f"u{n}")
    with ExitStack() as stack:
        clubs = [structs.replace(at.club, name=f"Table {n}") for n in range(4)]
        tables = [stack.enter_context(publishing_to(*one)) for one in zip(clubs, stores, strict=True)]
        for n, table in enumerate(tables):
            table.show(moments(n + 2)[-1], f"g{n}")
        wait_for(lambda: len({store.table for store in stores}) == 4)
        ear = stack.enter_context(closing(Ear(at.club)))

        def apart() -> bool:
            shown_by = [state_of(ear, messages.state(store.table)) for store in stores]
            return [one and one.game and one.game.uuid for one in shown_by] == [f"g{n}" for n in range(4)]

        wait_for(apart)
        wait_for(lambda: all(store.done for store in stores))
        said = [one for one in tables if any("has a copy of this card" in line for line in health_of(one))]
        assert len(said) == 3
        # One that was on its way while its table took another number stands there twice, and is known by its uuid.
        wait_for(lambda: finished_at(ear) == {"u0", "u1", "u2", "u3"})


def test_a_clock_that_went_back_is_reported_and_what_comes_is_still_the_latest(at: Broker) -> None:
    with closing(Ear(at.club, STATE)) as ear:
        with publishing_to(at.club) as publisher:
            publisher.show(moments(2)[-1], "game-1")
            wait_for(lambda: state_of(ear) and state_of(ear).game)
            shows(publisher, "127.0.0.1 hears of this table")
        before = state_of(ear)
        with publishing_to(at.club, clock=lambda: 1_000_000_000.0) as publisher:
            publisher.show(moments(3)[-1], "game-2")
            shows(publisher, f"The clock of this table goes wrong: it was {before.at[:16].replace('T', ' ')} already.")
            wait_for(lambda: (now := state_of(ear)).game and now.game.uuid == "game-2" and now.seq > before.seq)
            assert state_of(ear).at.startswith("2001-")


def test_a_clock_that_is_set_while_people_play_puts_nothing_in_the_wrong_order(at: Broker) -> None:
    times = [1_900_000_000.0]
    course = moments(4)
    with closing(Ear(at.club, STATE)) as ear, publishing_to(at.club, clock=lambda: times[0]) as publisher:
        for n, moment in enumerate((1_900_000_000.0, 1_000_000_000.0, 1_950_000_000.0, 1_940_000_000.0)):
            times[0] = moment
            publisher.show(course[n], f"g{n}")
            wait_for(lambda n=n: (now := state_of(ear)) and now.game and now.game.uuid == f"g{n}")
        told = [messages.decode(raw, TableState, "").seq for _, raw in ear.all]
        assert told == sorted(set(told))


OTHER = "zzzzzzzz99"


@pytest.mark.parametrize("payload", [b"garbage", b"\xff\x00", b"[]", b'{"version":7,"table":3}', b" " * 70_000])
@pytest.mark.parametrize(
    "topic", [STATE, messages.online(OTHER), messages.help_answer(TABLE), messages.finished(TABLE, "u"), "companion/x"]
)
def test_garbage_on_every_topic_hurts_nobody(at: Broker, topic: str, payload: bytes) -> None:
    with closing(Ear(at.club)) as ear:
        ear.say(topic, payload)
        with publishing_to(at.club) as publisher:
            publisher.show(moments(2)[-1], "game-1")
            wait_for(lambda: b"game-1" in ear.last.get(STATE, b""))
            ear.say(topic, payload)
            if messages.part_of(topic) is not None and topic != messages.finished(TABLE, "u"):
                later = payload.startswith(b"{")
                shows(publisher, f"{topic} was written by a later version" if later else f"What stands on {topic} is ")
            publisher.show(moments(3)[-1], "game-2")
            wait_for(lambda: b"game-2" in ear.last.get(STATE, b""))
            assert publisher.health()[0][0] is True


def forged(like: TableState, **about: object) -> bytes:
    """A state as somebody else writes it who has read that of a table."""
    game = None if like.game is None else structs.replace(like.game, uuid="HIJACKED")
    return messages.encode(structs.replace(like, game=game, **about))


FOREIGN = "Somebody else has written under the number of this table, abcdefgh12"


@pytest.mark.parametrize("seq", [messages.MOST_SEQ, messages.MOST_SEQ + 1, 2**53 - 1, messages.BELIEVED_SEQ, 0, None])
@pytest.mark.parametrize("boot", ["", "zzzz", "same"])
@pytest.mark.parametrize("retained", [False, True], ids=["while it is on", "while it is off"])
def test_a_table_writes_over_what_somebody_else_wrote_under_its_number(
    at: Broker, seq: int | None, boot: str, retained: bool
) -> None:
    """The wall shows the table again, whatever it has taken from the intruder; and the table says so."""
    wall = Wall(time.time)
    course, store = moments(6), MemoryStore(TABLE)

    def hear(topic: str, payload: bytes) -> None:
        wall.hear(topic, payload, retained=False, now=time.monotonic())

    with closing(Ear(at.club)) as ear:
        with publishing_to(at.club, store) as publisher:
            publisher.show(course[2], "game-1")
            wait_for(lambda: b"game-1" in ear.last.get(STATE, b""))
            like = state_of(ear)
            payload = forged(
                like, seq=like.seq + 50 if seq is None else seq, boot=like.boot if boot == "same" else boot
            )
            if not retained:
                ear.say(STATE, payload)
                wait_for(lambda: ear.last[STATE] != payload and b"game-1" in ear.last[STATE])
                shows(publisher, FOREIGN)
        if retained:
            ear.say(STATE, payload)
        with publishing_to(at.club, store) as publisher:
            publisher.show(course[4], "game-2")
            wait_for(lambda: b"game-2" in ear.last.get(STATE, b""))
            if retained and not (boot == "same" and seq in (0, None, messages.BELIEVED_SEQ)):
                shows(publisher, FOREIGN)
            for n in range(3):
                publisher.show(course[n], f"later-{n}")
                wait_for(lambda n=n: f"later-{n}".encode() in ear.last[STATE])
        for topic, told in ear.all:
            hear(topic, told)
        game = wall.tables[TABLE].game
        assert game is not None
        assert game.uuid == "later-2"
        assert store.table == TABLE


@pytest.mark.parametrize("payload", [b"", b'{"version":1,"online":false}'], ids=["taken away", "marked as gone"])
def test_a_table_that_is_marked_as_gone_publishes_that_it_is_there(at: Broker, payload: bytes) -> None:
    topic = messages.online(TABLE)
    with closing(Ear(at.club)) as ear, publishing_to(at.club) as publisher:
        publisher.show(moments(2)[-1], "game-1")
        wait_for(lambda: b"true" in ear.last.get(topic, b"") and b"game-1" in ear.last.get(STATE, b""))
        ear.say(topic, payload)
        wait_for(lambda: b"true" in ear.last[topic])
        ear.say(STATE, b"")
        wait_for(lambda: b"game-1" in ear.last[STATE])
    wait_for(lambda: b"false" in ear.last[topic])


def test_an_intruder_that_goes_on_is_written_over_each_time(at: Broker) -> None:
    with closing(Ear(at.club)) as ear, publishing_to(structs.replace(at.club, user=TABLE, password="x")) as publisher:
        publisher.show(moments(2)[-1], "game-1")
        wait_for(lambda: b"game-1" in ear.last.get(STATE, b""))
        for n in range(5):
            payload = forged(state_of(ear), seq=messages.MOST_SEQ - n, boot="")
            ear.say(STATE, payload)
            wait_for(lambda payload=payload: ear.last[STATE] != payload and b"game-1" in ear.last[STATE])
        shows(publisher, FOREIGN)
        assert state_of(ear).table.id == TABLE


def test_what_a_table_wrote_itself_is_nothing_foreign(at: Broker) -> None:
    """Its own state of before a restart, and of before the broker was away."""
    store, course = MemoryStore(TABLE), moments(6)
    for n in range(3):
        with closing(Ear(at.club)) as ear, publishing_to(at.club, store) as publisher:
            for one in course:
                publisher.show(one, f"g{n}")
            wait_for(lambda n=n, ear=ear: f"g{n}".encode() in ear.last.get(STATE, b""))
            shows(publisher, "127.0.0.1 hears of this table")
            assert len(health_of(publisher)) == 1


def test_the_state_on_the_broker_is_what_its_schema_says(at: Broker) -> None:
    with closing(Ear(at.club)) as ear, publishing_to(at.club) as publisher:
        publisher.show(moments(30)[-1], "game-1")
        wait_for(lambda: state_of(ear) and state_of(ear).game)
        raw = msgspec.json.decode(ear.last[STATE])
        assert raw["version"] == messages.VERSION
        assert len(ear.last[STATE]) < messages.MOST_BYTES
