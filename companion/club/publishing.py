"""Publishes what a table shows, and its finished games, to the broker of its club, in a thread of its own.

The table never waits for the broker: it hands over the current picture, and only the latest one counts. Finished games
wait in an outbox: a game is due as long as its entry in the journal differs from what was published last. So nothing
has to be put into the outbox when a game ends, whatever happens to power and network.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from companion.club import messages
from companion.club.link import BrokerLink, short_id
from companion.club.messages import (
    Alive,
    FinishedMessage,
    Help,
    HelpAnswer,
    NewerVersion,
    Online,
    TableName,
    TableState,
    UnreadableMessage,
)
from companion.club.settings import Club
from companion.club.snapshot import Snapshot, as_message, as_public_result
from companion.core.texts import P, T, Text, Words
from companion.journal import Journal, JournalError, files
from companion.journal.format import Damaged
from companion.journal.results import player_rows, read_result
from companion.table.result import GameResult

if TYPE_CHECKING:
    from sqlite_utils import Database

TABLE = "table"
"""The key of the table's id in the journal."""
BOOTS = "boots"
"""The key of the latest starts of the table."""
ANNOUNCED = "announced"
"""The key of the topics of discovery that brokers may have of this table, each with its broker."""
MOST_BOOTS = 8
"""Starts that are remembered: the broker may still have the state of one before the last."""
UNCERTAIN = b""
"""The seal of a game of which it is not known whether the broker has it."""
_OWN = "table_id = '' AND table_name = ''"


class Waiting(NamedTuple):
    """A finished game that is not published in its current form; ``seal`` identifies the form that was read."""

    result: GameResult
    seal: bytes


class Outbox:
    """The outbox of a journal. ``fresh`` makes the id of a table. Raises ``JournalError`` if that cannot be saved.

    Games from before the journal got its id are not published. Reading uses a connection of its own, so that play never
    waits for it.
    """

    def __init__(self, journal: Journal, fresh: Callable[[], str]) -> None:
        self._path = journal.path
        self._submit = journal.submit
        self._write = journal.write
        self.table = _number_of(journal, fresh)
        """The id of this table in the club."""
        self.boots: Sequence[str] = (_kept(journal, BOOTS) or "").split()
        """The latest starts of this table, the current one last."""
        kept = _kept(journal, ANNOUNCED)
        lines = [] if kept is None else [one.partition(" ") for one in kept.splitlines()]
        self._announced = None if kept is None else [(at, topic) for at, _, topic in lines]

    def started(self, boot: str) -> None:
        """Note a start of this table."""
        self.boots = [*self.boots, boot][-MOST_BOOTS:]
        self._submit(partial(_keep, what=BOOTS, value=" ".join(self.boots)))

    def announced(self, broker: str) -> list[str] | None:
        """The topics of discovery that this broker may have of this table; None if that is not known."""
        return None if self._announced is None else [topic for at, topic in self._announced if at == broker]

    def announce(self, broker: str, topics: Sequence[str]) -> None:
        """Note that this broker may have these topics of discovery from now on, and no others."""
        others = [(at, topic) for at, topic in self._announced or () if at != broker]
        now = [*others, *((broker, one) for one in topics)]
        if now != self._announced:
            self._announced = now
            self._submit(partial(_keep, what=ANNOUNCED, value="\n".join(map(" ".join, now))))

    def renumber(self, table: str) -> None:
        """Give this table another id. What is announced under the one before belongs to the table that keeps it."""
        self.table, self._announced = table, []
        self._submit(partial(_keep, what=TABLE, value=table))
        self._submit(partial(_keep, what=ANNOUNCED, value=""))

    def waiting(self, most: int) -> list[Waiting]:
        """Up to ``most`` games to publish, the oldest first; none while the journal cannot be read."""
        return self._read(
            f"{_OWN} AND outcome <> 'unknown' AND sent.seal IS NOT finished.seal ORDER BY ended, id", most
        )

    def latest(self, most: int) -> list[Waiting]:
        """Up to ``most`` published games, the latest first."""
        return self._read(f"{_OWN} AND sent.seal = finished.seal AND NOT old ORDER BY ended DESC, id", most)

    def _read(self, which: str, most: int) -> list[Waiting]:
        try:
            with closing(files.reader(self._path)) as db:
                return _games(db, which, most)
        except (sqlite3.Error, JournalError):
            return []

    def sending(self, games: Sequence[Waiting]) -> bool:
        """Note that these games are about to be published. True once that is on the disk.

        So a game that goes on after all is withdrawn, even if the power failed before the broker's answer was noted.
        False while nothing can be written.
        """
        try:
            self._write(partial(_begun, ids=[one.result.id for one in games]))
        except JournalError:
            return False
        return True

    def sent(self, one: Waiting) -> None:
        """The broker has the game in this form."""
        self._submit(partial(_mark, game_id=one.result.id, seal=one.seal))

    def withdrawn(self, most: int) -> list[str]:
        """Up to ``most`` ids of games that the broker has, or may have, and that go on after all."""
        try:
            with closing(files.reader(self._path)) as db:
                gone = "SELECT id FROM sent WHERE id NOT IN (SELECT id FROM finished) LIMIT ?"
                return [row[0] for row in db.execute(gone, [most])]
        except sqlite3.Error:
            return []

    def forgotten(self, game_id: str) -> None:
        """The broker no longer has the game."""
        self._submit(partial(_forget, game_id=game_id))


def _number_of(journal: Journal, fresh: Callable[[], str]) -> str:
    """The id of the table in the journal. If there is none yet, a ``fresh`` one is saved, and earlier games count as
    published. Raises ``JournalError`` if that fails."""
    journal.flush()
    known = _kept(journal, TABLE)
    if known is not None:
        return known
    number = fresh()

    def keep(db: Database) -> None:
        _keep(db, TABLE, number)
        _keep(db, ANNOUNCED, "")
        db.execute(f"INSERT OR REPLACE INTO sent SELECT id, seal, 1 FROM finished WHERE {_OWN}")

    journal.write(keep)
    return number


def _kept(journal: Journal, what: str) -> str | None:
    with closing(files.reader(journal.path)) as db:
        row = db.execute("SELECT value FROM club WHERE what = ?", [what]).fetchone()
    return None if row is None else str(row[0])


def _keep(db: Database, what: str, value: str) -> None:
    db.table("club").upsert({"what": what, "value": value}, pk="what")


def _games(db: Database, which: str, most: int) -> list[Waiting]:
    rows = list(db.query(
        f"SELECT finished.* FROM finished LEFT JOIN sent USING (id) WHERE {which} LIMIT ?", [most]
    ))  # fmt: skip
    found = []
    for row in rows:
        try:
            found.append(Waiting(read_result(row, list(player_rows(db, row["id"]))), row["seal"]))
        except Damaged:
            # Opening the results removes it and works it out again.
            continue
    return found


def _begun(db: Database, ids: Sequence[str]) -> None:
    for game_id in ids:
        db.execute("INSERT OR IGNORE INTO sent VALUES (?, ?, 0)", [game_id, UNCERTAIN])


def _forget(db: Database, game_id: str) -> None:
    db.execute("DELETE FROM sent WHERE id = ?", [game_id])


def _mark(db: Database, game_id: str, seal: bytes) -> None:
    db.table("sent").upsert({"id": game_id, "seal": seal, "old": 0}, pk="id")


GAP = 0.2
"""Least seconds between two states."""
AT_ONCE = 50
"""Finished games in flight at the same time."""
YEAR = 366 * 24 * 3600
"""Seconds for which the broker keeps a finished game."""
ONCE_MORE = 5
"""Games published again on each connection: a broker that lost its power may have lost what it acknowledged."""
GONE = b""
"""In place of a seal: the game goes on after all."""
BEAT = 20
"""Seconds between signs of life."""
LOOK = 5.0
"""Seconds after a connection or a new picture in which finished games are looked for."""
ECHOES = 1000
"""States of its own that a table recognises when it hears them."""
TOLD = 600.0
"""Seconds for which it is said that somebody else has written under this table's id."""
BEHIND = 120.0
"""Seconds by which a clock must be wrong to be reported."""


class Publisher:
    """Publishes for one table. ``again`` is called, in any thread, when there is something new to show there."""

    def __init__(
        self,
        club: Club,
        store: Outbox,
        *,
        clock: Callable[[], float] = time.time,
        again: Callable[[], object] = lambda: None,
    ) -> None:
        self.club = club
        self._store = store
        self._clock = clock
        self._again = again
        self._lock = threading.Lock()
        self._now: tuple[Snapshot, str] | None = None
        self._since = self._ended = ""
        self._help: Help | None = None
        self._knows_boots = bool(store.boots)
        self._boot = ""
        self._begin_anew()
        self._echoes: deque[bytes] = deque(maxlen=ECHOES)
        """What was published as state, lately."""
        self._others: dict[str, int] = {}
        """How often another start was heard under this table's id, by its ``boot``."""
        self._foreign = float("-inf")
        """When somebody else has written under this table's id, in monotonic seconds."""
        self._seq = 0
        self._last: tuple[messages.GameSummary | None, Help | None] | None = None
        """What was published last; None: nothing on this connection."""
        self._on_its_way = False
        self._next = self._next_beat = 0.0
        self._beat = 0
        """Seconds between signs of life; 0 until the broker has let one through."""
        self._sending: set[tuple[str, bytes]] = set()
        self._left = 0
        self._look_until = 0.0
        self._alike: dict[str, str] = {}
        """Other tables that are there with the same name, by id."""
        self._copied = False
        self._behind = ""
        self._strange: Text | None = None
        self._link = BrokerLink(club, f"companion-{self._boot}", self, will=self._will)

    def _begin_anew(self) -> None:
        """Publish as another start from now on: readers do not compare its sequence numbers with those of before."""
        self._boot = short_id()
        self._store.started(self._boot)

    def start(self) -> None:
        self._link.start()

    def close(self) -> None:
        """Publish that the table goes, if the broker is there, and stop. Anything left is published the next time."""
        self._link.close()

    # For the thread of the table.

    def show(self, now: Snapshot | None, uuid: str = "") -> None:
        """Publish this picture; None: there is no game. ``uuid`` is that of the game in the store."""
        moment = _iso(self._clock())
        with self._lock:
            before, self._now = self._now, None if now is None else (now, uuid)
            if now is not None and (before is None or (before[0].rev, before[1]) != (now.rev, uuid)):
                self._since = moment
                if before is None or before[1] != uuid or not before[0].over:
                    self._ended = moment
            # The journal may need a moment to write that a game has ended, or goes on after all.
            self._look_until = time.monotonic() + LOOK
        self._link.wake()

    def call(self, *, wanted: bool) -> None:
        with self._lock:
            if wanted != (self._help is not None):
                self._help = Help(_iso(self._clock())) if wanted else None
        self._link.wake()

    @property
    def help(self) -> Help | None:
        return self._help

    def health(self) -> list[tuple[bool, Words]]:
        """Sentences about the club, each with whether all is well, the most important first."""
        link, left = self._link, len(self._store.waiting(AT_ONCE))
        found: list[tuple[bool, Words]] = []
        if link.problem is not None:
            found.append((False, link.problem))
            words = T("The number of this table, its user at the broker, is {number}.", number=self._store.table)
            found.append((True, words))
        else:
            found.append((True, T("{broker} hears of this table, {name}.", broker=self.club.broker, name=self._name)))
        if left:
            words = P("{n} finished game waits for the broker.", "{n} finished games wait for the broker.", left)
            found.append((True, words))
        if self._alike:
            words = T("Another table is called {name}, too. Give one of them another name.", name=self._name)
            found.append((False, words))
        if self._copied:
            words = T("Another table has a copy of this card. This one has a number of its own now; nothing is lost.")
            found.append((True, words))
        if time.monotonic() - self._foreign < TOLD:
            words = T(
                "Somebody else has written under the number of this table, {number}; it has written over that. Let "
                "every user of the broker write its own table only.",
                number=self._store.table,
            )
            found.append((False, words))
        if self._behind:
            words = T("The clock of this table goes wrong: it was {moment} already. Set it.", moment=self._behind)
            found.append((False, words))
        if self._strange is not None:
            found.append((True, self._strange))
        return found

    # For the link, in its thread.

    def up(self, link: BrokerLink) -> None:
        """Publish everything anew: nothing is known of what the broker has of this table."""
        table, prefix = self._store.table, self.club.prefix
        self._alike, self._behind, self._strange = {}, "", None
        self._last, self._on_its_way, self._sending = None, False, set()
        self._look_until = time.monotonic() + LOOK
        own = (messages.state(table, prefix), messages.help_answer(table, prefix))
        link.subscribe([*own, messages.online("+", prefix)])
        self._beat = 0
        self._publish_online(link)
        self._next_beat = 0.0
        for one in self._store.latest(ONCE_MORE):
            self._publish_result(link, one)
        self._announce(link)
        self._again()

    def _announce(self, link: BrokerLink) -> None:
        """Have Home Assistant find this table, if it shall, and no more under topics of before."""
        broker, table = "{}:{}".format(*self.club.address), self._store.table
        topics = [messages.discovery(self.club, table)] if self.club.home_assistant else []
        wanted = [topic for topic, _ in topics]
        known = self._store.announced(broker)
        left = [one for one in messages.former_discovery(self.club, table) if one not in wanted]
        if known is not None:
            left = [one for one in known if one not in wanted]
            self._store.announce(broker, [*left, *wanted])

        def cleared(topic: str, refusal: Text | None) -> None:
            if refusal is None or known is None:
                left.remove(topic)
                if known is not None or not left:
                    self._store.announce(broker, [*left, *wanted])

        for topic in list(left):
            link.publish(topic, b"", partial(cleared, topic), needed=known is not None)
        for topic, about in topics:
            link.publish(topic, about)

    def work(self, link: BrokerLink) -> None:
        if link.closing:
            self._publish_farewell(link)
            return
        self._publish_state(link)
        self._publish_finished(link)
        if time.monotonic() >= self._next_beat:
            self._next_beat = time.monotonic() + BEAT
            alive = messages.alive(self._store.table, self.club.prefix)
            link.publish(alive, messages.encode(Alive()), partial(self._beats, link), retain=False, needed=False)

    def _beats(self, link: BrokerLink, refusal: Text | None) -> None:
        """Promise signs of life as soon as the broker lets them through: who hears none then knows that the table is
        gone, also where the broker went with it and cannot say so."""
        if refusal is None and not self._beat and not link.closing:
            self._beat = BEAT
            self._publish_online(link)

    def _publish_online(self, link: BrokerLink) -> None:
        about = messages.encode(Online(online=True, name=self._name, beat=self._beat))
        link.publish(messages.online(self._store.table, self.club.prefix), about)

    def heard(self, topic: str, payload: bytes, retained: bool) -> None:
        """Take messages of other tables, and what the broker retained of this one."""
        part = messages.part_of(topic, self.club.prefix)
        if part is None or (part.topic == "state" and payload in self._echoes):
            return
        own = part.table == self._store.table
        if not payload:
            self._alike.pop(part.table, None)
            if own and not retained and not self._link.closing:
                self._write_again(part.topic)
            return
        try:
            if part.topic == "online":
                self._meet(part.table, messages.decode(payload, Online, topic), retained=retained)
            elif part.topic == "state" and own:
                self._recognise(messages.decode(payload, TableState, topic), retained=retained)
            elif part.topic == "help/answer":
                messages.decode(payload, HelpAnswer, topic)
                self._note_answer()
        except UnreadableMessage as no:
            self._strange = no.text
            if own and part.topic == "state" and not isinstance(no, NewerVersion):
                self._write_over()
            self._again()

    @property
    def _will(self) -> tuple[str, bytes]:
        gone = messages.encode(Online(online=False, name=self._name))
        return messages.online(self._store.table, self.club.prefix), gone

    @property
    def _name(self) -> str:
        return self.club.table_name

    def _publish_farewell(self, link: BrokerLink) -> None:
        topic, gone = self._will
        link.publish(topic, gone)

    def _publish_state(self, link: BrokerLink) -> None:
        if self._on_its_way or time.monotonic() < self._next:
            return
        with self._lock:
            now, since, ended, help_ = self._now, self._since, self._ended, self._help
        game = None
        if now is not None:
            seen, uuid = now
            started = since if seen.started is None else _iso(seen.started)
            game = as_message(seen, uuid, since, started, ended, names=self.club.names)
        if (game, help_) == self._last:
            return
        moment = self._clock()
        self._seq = min(max(self._seq + 1, int(moment * 1e6)), messages.MOST_SEQ)
        table = self._store.table
        name = TableName(table, self._name)
        state = TableState(table=name, at=_iso(moment), seq=self._seq, boot=self._boot, game=game, help=help_)
        self._last, self._on_its_way, self._next = (game, help_), True, time.monotonic() + GAP
        payload = messages.encode(state)
        self._echoes.append(payload)
        link.publish(messages.state(table, self.club.prefix), payload, self._state_is_there)

    def _state_is_there(self, _refusal: Text | None) -> None:
        self._on_its_way = False

    def _publish_finished(self, link: BrokerLink) -> None:
        if time.monotonic() > self._look_until and not self._left:
            return
        waiting = self._store.waiting(AT_ONCE)
        self._left = len(waiting)
        fresh = [one for one in waiting if (one.result.id, one.seal) not in self._sending]
        for one in fresh if fresh and self._store.sending(fresh) else ():
            self._sending.add((one.result.id, one.seal))
            self._publish_result(link, one)
        for game_id in self._store.withdrawn(AT_ONCE):
            if (game_id, GONE) not in self._sending:
                self._sending.add((game_id, GONE))
                topic = messages.finished(self._store.table, game_id, self.club.prefix)
                link.publish(topic, b"", partial(self._has_not, game_id))

    def _publish_result(self, link: BrokerLink, one: Waiting) -> None:
        name = TableName(self._store.table, self._name)
        message = FinishedMessage(result=as_public_result(one.result, name, names=self.club.names))
        topic = messages.finished(name.id, one.result.id, self.club.prefix)
        link.publish(topic, messages.encode(message), partial(self._has, one), expiry=YEAR)

    def _has(self, one: Waiting, refusal: Text | None) -> None:
        # What the broker refuses waits for the next connection: it may be allowed then.
        if refusal is None:
            self._store.sent(one)
            self._sending.discard((one.result.id, GONE))

    def _has_not(self, game_id: str, refusal: Text | None) -> None:
        if refusal is None:
            self._store.forgotten(game_id)
            self._sending = {one for one in self._sending if one[0] != game_id or one[1] == GONE}

    def _meet(self, table: str, other: Online, *, retained: bool) -> None:
        if table == self._store.table:
            # The broker says late that an earlier connection was lost, or somebody else has written this.
            if not retained and not other.online and not self._link.closing:
                self._write_again("online")
            return
        if other.online and other.name.casefold() == self._name.casefold():
            self._alike[table] = other.name
        else:
            self._alike.pop(table, None)
        self._again()

    def _write_again(self, topic: str) -> None:
        """Publish anew what was taken away."""
        if topic == "online":
            self._publish_online(self._link)
        elif topic == "state":
            self._last = None

    def _recognise(self, state: TableState, *, retained: bool) -> None:
        """Take a state under this table's id that it has not just published itself.

        The broker has one of an earlier start: its sequence numbers go on. Anything else was written by somebody else,
        or by a copy of this table: it is written over. Of two copies, which both go on publishing, one takes a new id.
        """
        own = state.boot in self._store.boots or not self._knows_boots
        if retained and own and state.table.id == self._store.table and state.seq <= messages.BELIEVED_SEQ:
            if state.boot != self._boot:
                self._go_on_from(state)
            elif state.seq > self._seq:
                self._write_over(state.boot)
            return
        self._write_over(state.boot)
        if retained or state.boot in self._store.boots:
            return
        self._others[state.boot] = self._others.get(state.boot, 0) + 1
        # A user that may write this table alone cannot take another id, and no copy of it is let in beside it.
        if self._others[state.boot] > 1 and self._boot > state.boot and self.club.user != self._store.table:
            self._store.renumber(short_id())
            self._copied, self._foreign = True, float("-inf")
            self._others.clear()
            self._link.will = self._will
            self._link.reconnect()
        while len(self._others) > MOST_BOOTS:
            del self._others[next(iter(self._others))]

    def _write_over(self, boot: str = "") -> None:
        """Publish over what somebody else has written under this table's id as the start ``boot``. Under this one's,
        it goes on as another start: readers take that, whatever sequence number stands there."""
        self._foreign = time.monotonic()
        self._last = None
        if boot == self._boot:
            self._begin_anew()
        self._again()

    def _go_on_from(self, state: TableState) -> None:
        """Continue the sequence numbers of an earlier start, whatever the clock says."""
        if state.seq > self._seq:
            self._seq = state.seq
            self._last = None
        if _seconds(state.at) > self._clock() + BEHIND:
            self._behind = state.at[:16].replace("T", " ")
            self._again()

    def _note_answer(self) -> None:
        with self._lock:
            if self._help is not None:
                self._help = Help(self._help.since, coming=True)
        self._again()


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(max(seconds, 0.0), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _seconds(moment: str) -> float:
    """The Unix time of a message; 0 if it is no valid time."""
    try:
        return datetime.fromisoformat(moment).timestamp()
    except ValueError:
        return 0.0
