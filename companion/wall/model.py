"""The state of all tables of a club, as the wall knows it. No network here, and no clock: times are arguments.

Memory is bounded whatever is sent. The clocks of tables may be wrong and may be set while they play, so nothing
compares them with another clock: of a table's times only the difference between two in one message is used.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple

from msgspec import Struct

from companion.club.messages import (
    Alive,
    ClubMessage,
    FinishedMessage,
    GameSummary,
    Help,
    Online,
    TableState,
    UnreadableMessage,
    decode,
    part_of,
)
from companion.club.settings import PREFIX
from companion.core.texts import T, Text, Words, folded, listed, own_name
from companion.scene.charts import Chart, Series, mark
from companion.table.result import GameResult

MOST_POINTS = 96
"""Points kept of a game; beyond that every second one is dropped, as often as needed."""
MOST_LINES = 6
"""Lines in one chart: more cannot be distinguished."""


class GameSeries:
    """The tracks and scores of the game ``uuid`` so far, at most as many points as a chart can show."""

    def __init__(self, uuid: str) -> None:
        self.uuid = uuid
        self.moments: list[float] = []
        """The time of each point, in seconds of the wall's monotonic clock."""
        self._answers = -1
        self._every = 1
        self._rows: dict[str, list[int]] = {}
        self._latest: GameSummary | None = None

    def add(self, game: GameSummary, now: float) -> None:
        """Add the current numbers; without a new answer, or too few for another point, the last point is replaced."""
        self._latest = game
        if self.moments and 0 <= game.answers - self._answers < self._every:
            self._put(game, len(self.moments) - 1)
            return
        self._answers = game.answers
        self.moments.append(now)
        self._put(game, len(self.moments) - 1)
        if len(self.moments) > MOST_POINTS:
            self.moments = self.moments[::2]
            self._rows = {id_: row[::2] for id_, row in self._rows.items()}
            self._every *= 2

    def _put(self, game: GameSummary, at: int) -> None:
        values = {f"track:{one.id}": one.value for one in game.tracks[:MOST_LINES]}
        values |= {f"seat:{seat}": score for seat, score in _scores(game).items()}
        rows = {}
        for id_, value in values.items():
            row = self._rows.get(id_, [])
            rows[id_] = [*row, *([value] * (at + 1 - len(row)))] if len(row) <= at else row
            rows[id_][at] = value
        self._rows = rows

    @property
    def charts(self) -> list[Chart]:
        """The charts of tracks and scores; none before there are two points."""
        game = self._latest
        if game is None or len(self.moments) < 2:
            return []
        tracks = [
            _Line(f"track:{one.id}", one.words, one.most)
            for one in sorted(game.tracks[:MOST_LINES], key=lambda one: not one.alarm)
        ]
        scores = [_Line(f"seat:{seat}", called(game, seat)) for seat in _scores(game)]
        made = [(T("Tracks"), tracks), (T("Points"), scores)]
        return [Chart(name, self._series(lines)) for name, lines in made if lines]

    def _series(self, lines: list[_Line]) -> list[Series]:
        return [
            Series(line.id, line.name, "", *mark(n), points=self._rows[line.id], most=line.most)
            for n, line in enumerate(lines)
        ]


class _Line(NamedTuple):
    id: str
    name: Words
    most: int | None = None


def _scores(game: GameSummary) -> dict[str, int]:
    """The scores in the order of the seats, so that lines keep their colours when the lead changes."""
    scores = {one.seat: one.score for one in game.standings if one.score is not None}
    seats = [person.seat for person in game.players if person.seat in scores] or list(scores)
    return {seat: scores[seat] for seat in seats[:MOST_LINES]}


def called(game: GameSummary, seat: str) -> Words:
    """The name of the player at a seat: their own, else the game's name of the seat, else the seat."""
    for person in game.players:
        if person.seat == seat:
            return person.name or person.words or own_name(seat)
    return own_name(seat)


MISSED = 2.5
"""How many times as long as its signs of life are apart a table may be silent."""
LONGEST = 12 * 3600.0
"""Seconds: the longest time that is believed to have passed before the first message."""
BOOTS = 3
"""Starts of one table that are remembered, to notice two machines with the same id."""


class WallTable:
    """One table: its last messages, and when they arrived by the wall's monotonic clock. The first came at ``now``."""

    def __init__(self, id_: str, now: float) -> None:
        self.id = id_
        self.rev = 0
        """Changes with every change that is visible."""
        self.online: bool | None = None
        """None: not known yet."""
        self.changed = now
        """When ``online`` last changed."""
        self.away_before = False
        """It was away already when the wall began to listen; since when is not known."""
        self.state: TableState | None = None
        self.at = now
        """When the state arrived."""
        self.asked = now
        """Since when the current question is open."""
        self.called = now
        """Since when the table has been calling for help."""
        self.coming = False
        """Somebody at the wall has answered the call."""
        self.series: GameSeries | None = None
        self.heard: float | None = None
        """When it last said something by itself; None: not since the wall began to listen."""
        self.due = now
        """From when on its silence counts."""
        self.beat = 0
        """Seconds between its signs of life; 0: it promises none."""
        self.silent = False
        """It should have given a sign of life. Its broker went with it, perhaps, and has never said that it is gone."""
        self.double = False
        """Two machines use this id: their messages alternate."""
        self._boots: list[str] = []
        self._name = ""

    @property
    def name(self) -> str:
        return self.state.table.name if self.state is not None else self._name or self.id

    @property
    def game(self) -> GameSummary | None:
        return self.state.game if self.state is not None else None

    @property
    def help(self) -> Help | None:
        """Its call for help; none of a table that is away, since nobody could cancel it."""
        return self.state.help if self.state is not None and not self.away else None

    @property
    def away(self) -> bool:
        return self.online is False or self.silent

    @property
    def awaited(self) -> bool:
        return self.help is not None and (self.coming or self.help.coming)

    @property
    def played(self) -> float | None:
        """Seconds that the game has been played; None where that is not known, or nobody has answered yet."""
        game, state = self.game, self.state
        if game is None or state is None or not game.answers:
            return None
        if game.played is not None:
            return float(game.played)
        begun, said = unix(game.started), unix(state.at)
        return said - begun if begun is not None and said is not None and 0 <= said - begun <= LONGEST else None

    def note(self, *, retained: bool, now: float) -> None:
        """It has said something; ``retained``: before the wall listened."""
        self.due = now
        if not retained:
            self.heard = now
            self.rev += self.silent
            self.silent = False

    def check(self, now: float, listening: float) -> bool:
        """Note whether it has been silent for too long, since the wall has been ``listening``; True if that is new."""
        missed = now - max(self.due, listening) > self.beat * MISSED
        silent = self.online is not False and self.beat > 0 and missed
        new = silent != self.silent
        self.silent = silent
        self.rev += new
        return new

    def set_online(self, message: Online, *, retained: bool, now: float) -> None:
        """The table is there, or has gone; ``retained``: the message was published before the wall listened."""
        self._name, self.beat = message.name, message.beat
        if message.online != self.online:
            self.online, self.changed, self.away_before = message.online, now, retained
            self.rev += 1

    def update(self, state: TableState, *, now: float) -> bool:
        """Take a new state. False if it is older than the known one.

        Sequence numbers of another start of the program (``boot``) are not compared: its clock may have been wrong.
        """
        before = self.state
        if before is not None and state.boot == before.boot and state.seq <= before.seq:
            return False
        self._note_boot(state.boot)
        if before is None or _asked(before) != _asked(state):
            turn = state.game.turn if state.game is not None else None
            self.asked = now - (_between(turn.since, state.at) if turn is not None and before is None else 0.0)
        if state.help is None:
            self.coming = False
        elif before is None or before.help is None or before.help.since != state.help.since:
            self.coming = False
            self.called = now - (_between(state.help.since, state.at) if before is None else 0.0)
        self.state, self.at = state, now
        if state.game is not None:
            if self.series is None or self.series.uuid != state.game.uuid:
                self.series = GameSeries(state.game.uuid)
            self.series.add(state.game, now)
        self.rev += 1
        return True

    def _note_boot(self, boot: str) -> None:
        """Note which start of the program spoke: two machines that alternate are both known already."""
        another = boot not in self._boots[-1:]
        self.double = another and boot in self._boots
        if another:
            self._boots = [*self._boots, boot][-BOOTS:]


def _asked(state: TableState) -> object:
    """A value that is equal as long as the same question is open."""
    game = state.game
    return game and (game.uuid, game.answers, game.turn and (game.turn.seat, game.turn.words, game.turn.since))


def _between(first: str, last: str) -> float:
    """Seconds between two times of a table, from 0 to ``LONGEST``."""
    begun, ended = unix(first), unix(last)
    return 0.0 if begun is None or ended is None else min(max(ended - begun, 0.0), LONGEST)


def unix(moment: str) -> float | None:
    """A time in a message as Unix time; None if it is no valid time."""
    try:
        return datetime.fromisoformat(moment).timestamp()
    except (ValueError, OverflowError):
        return None


class Result(Struct, frozen=True):
    """A finished game: its table, and when it ended, in seconds of the wall's monotonic clock."""

    uuid: str
    table: str
    game: str
    """The id of its rulebook."""
    title: Words
    scenario: Words
    outcome: Words
    """The winners, or how it ended, in a word or two."""
    won: bool | None
    """For cooperative games; None where players compete."""
    at: float


def result_from_state(table: str, game: GameSummary, at: float) -> Result:
    """The result of a game that ended at ``at``, from the state of its table."""
    won = game.over.won if game.over is not None else None
    return Result(
        game.uuid, table, game.title, game.words or game.title, game.scenario or "", outcome(game), won, at
    )  # fmt: skip


def published_result(finished: GameResult, at: float) -> Result:
    """The result of a game that its table has published as finished."""
    winners: list[Words] = [one.name or one.said for one in finished.players if one.won]
    won = {"won": True, "lost": False}.get(finished.outcome)
    said = listed(winners) if finished.outcome == "decided" and winners else _said(won)
    return Result(finished.id, finished.table, finished.game, finished.title, finished.story_name or "", said, won, at)


def outcome(game: GameSummary) -> Words:
    over = game.over
    if over is None or over.won is not None or not over.winners:
        return _said(None if over is None else over.won)
    return listed([called(game, seat) for seat in over.winners])


def _said(won: bool | None) -> Words:
    return T("Over") if won is None else T("Won") if won else T("Lost")


MOST_TABLES = 500
"""Tables shown; beyond that a notice says so."""
MOST_RESULTS = 300
MOST_NOTICES = 40
NOTICED = 300.0
"""Seconds for which a notice is shown."""
GONE = 3600.0
"""Seconds after which a table that is away is removed."""
EVENING = 12 * 3600.0
"""Seconds for which a finished game is shown."""
STUCK = 10 * 60.0
"""Seconds, by default, after which an open question makes a table stuck."""
NEARLY = 0.85
"""The progress from which a game is nearly over."""

_KINDS: dict[str, type[ClubMessage]] = {
    "online": Online, "alive": Alive, "state": TableState, "finished": FinishedMessage,
}  # fmt: skip


class TableNeed(IntEnum):
    """What a table needs, the most urgent first."""

    HELP = 0
    STUCK = 1
    NEARLY = 2
    PLAYING = 3
    OVER = 4
    FREE = 5
    AWAY = 6

    @property
    def worth_a_look(self) -> bool:
        """True if somebody should look after the table."""
        return self <= TableNeed.NEARLY


class Wall:
    """The tables under ``prefix``. Every ``now`` is in seconds of a monotonic clock; ``clock`` returns Unix time."""

    def __init__(self, clock: Callable[[], float], *, prefix: str = PREFIX, stuck: float = STUCK) -> None:
        self.tables: dict[str, WallTable] = {}
        self.rev = 0
        """Changes with every change that is visible."""
        self.stuck = stuck
        self._clock = clock
        self._prefix = prefix
        self._listening = float("-inf")
        """Since when the broker has been there."""
        self._results: OrderedDict[str, Result] = OrderedDict()
        self._notices: OrderedDict[str, tuple[Text, float]] = OrderedDict()
        self._names: tuple[int, Counter[str]] = (-1, Counter())

    # Messages.

    def hear(self, topic: str, payload: bytes, *, retained: bool, now: float) -> None:
        """Take a message; ``retained``: it was published before the wall listened. An invalid one becomes a notice."""
        part = part_of(topic, self._prefix)
        if part is None or part.topic == "help/answer":
            self._note("topic", T("Something that is no table speaks to the broker: {topic}", topic=_short(topic)), now)
            return
        if not payload:
            gone = self._results.pop(part.uuid, None) if part.uuid else self.tables.pop(part.table, None)
            self.rev += gone is not None
            return
        try:
            message = decode(payload, _KINDS[part.topic], topic)
        except UnreadableMessage as no:
            self._note(topic, no.text, now)
            return
        if isinstance(message, FinishedMessage):
            self._add(
                published_result(message.result, now - (self._age(message.result.ended) if retained else 0.0)), now
            )
            return
        if isinstance(message, TableState) and message.table.id != part.table:
            self._note(topic, T("{topic} tells of another table, and is passed over.", topic=_short(topic)), now)
            return
        table = self._table(part.table, now)
        if table is None:
            return
        table.note(retained=retained, now=now)
        if isinstance(message, TableState):
            self._take(table, message, now)
        elif isinstance(message, Online):
            table.set_online(message, retained=retained, now=now)
        self.rev += 1

    def _take(self, table: WallTable, state: TableState, now: float) -> None:
        before = table.game
        if not table.update(state, now=now):
            return
        game = table.game
        if table.double:
            self._note(
                f"double:{table.id}",
                T("Two machines say that they are {name}. One of them is a copy of the other.", name=table.name),
                now,
            )
        if game is not None and game.over is None:
            self._results.pop(game.uuid, None)
        elif game is not None and game.over is not None and game.uuid not in self._results:
            seen = before is not None and before.uuid == game.uuid
            self._add(result_from_state(table.name, game, now if seen else now - self._age(game.over.ended)), now)

    def _table(self, id_: str, now: float) -> WallTable | None:
        table = self.tables.get(id_)
        if table is None and len(self.tables) >= MOST_TABLES:
            away = [one for one in self.tables.values() if one.away]
            if not away:
                much = T("There are more than {n} tables. Those that came last are left out.", n=MOST_TABLES)
                self._note("many", much, now)
                return None
            del self.tables[min(away, key=lambda one: one.changed).id]
        if table is None:
            table = self.tables[id_] = WallTable(id_, now)
        return table

    def _note(self, key: str, text: Text, now: float) -> None:
        self._notices.pop(key, None)
        self._notices[key] = text, now
        while len(self._notices) > MOST_NOTICES:
            self._notices.popitem(last=False)
        self.rev += 1

    def _age(self, moment: str) -> float:
        """Seconds since a game ended, by the table's clock; 0 if that is ahead."""
        ended = unix(moment)
        return 0.0 if ended is None else max(0.0, self._clock() - ended)

    def _add(self, result: Result, now: float) -> None:
        """Add a finished game. One from another evening is ignored; beyond ``MOST_RESULTS`` the oldest is dropped."""
        if now - result.at > EVENING:
            return
        self._results[result.uuid] = result
        if len(self._results) > MOST_RESULTS:
            del self._results[min(self._results.values(), key=lambda one: one.at).uuid]
        self.rev += 1

    def forget(self, now: float) -> None:
        """Remove what is too old to be shown."""
        gone = [one.id for one in self.tables.values() if one.away and now - self.away_since(one, now) > GONE]
        for id_ in gone:
            del self.tables[id_]
        old = [uuid for uuid, one in self._results.items() if now - one.at > EVENING]
        for uuid in old:
            del self._results[uuid]
        late = [key for key, (_, at) in self._notices.items() if now - at > NOTICED]
        for key in late:
            del self._notices[key]
        if gone or old or late:
            self.rev += 1

    def check(self, now: float, *, there: bool) -> None:
        """Note which tables have been silent for too long, while the broker was ``there``: without it, the wall hears
        nobody."""
        if not there:
            self._listening = now
        for table in self.tables.values():
            self.rev += table.check(now, self._listening)

    def away_since(self, table: WallTable, now: float) -> float:
        """Since when a table has been away; if that is not known, since its last message, by its own clock."""
        known = table.changed
        if table.silent:
            known = table.due if table.heard is None else table.heard
        unknown = table.heard is None if table.silent else table.away_before
        said = unix(table.state.at) if unknown and table.state is not None else None
        return known if said is None else min(known, now - max(0.0, self._clock() - said))

    # The view.

    @property
    def results(self) -> list[Result]:
        """The games that ended this evening, the latest first."""
        return sorted(self._results.values(), key=lambda one: -one.at)

    def notices(self) -> list[Text]:
        """Notices for people, the newest first."""
        twice = {one.name for one in self.tables.values() if self.twin(one)}
        names = [T("Several tables are called {name}.", name=name) for name in sorted(twice)]
        return [*names, *(text for text, _ in reversed(self._notices.values()))]

    def twin(self, table: WallTable) -> bool:
        """True if another table that is there has the same name."""
        if self._names[0] != self.rev:
            there = (folded(one.name) for one in self.tables.values() if not one.away)
            self._names = self.rev, Counter(there)
        return not table.away and self._names[1][folded(table.name)] > 1

    def need(self, table: WallTable, now: float) -> TableNeed:
        game = table.game
        if table.away:
            return TableNeed.AWAY
        if table.help is not None:
            return TableNeed.HELP
        if game is None:
            return TableNeed.FREE
        if game.over is not None:
            return TableNeed.OVER
        if now - table.asked >= self.stuck:
            return TableNeed.STUCK
        return TableNeed.NEARLY if game.progress is not None and game.progress >= NEARLY else TableNeed.PLAYING

    def order(self, now: float) -> list[WallTable]:
        """All tables: the most urgent first, those by how long they have waited; the others by name."""
        return sorted(self.tables.values(), key=lambda one: self._rank(one, self.need(one, now)))

    def _rank(self, table: WallTable, kind: TableNeed) -> tuple[object, ...]:
        since = table.called if kind == TableNeed.HELP else table.asked if kind == TableNeed.STUCK else 0.0
        return kind, table.awaited, since, by_number(table.name), table.id


def by_number(name: str) -> list[tuple[int, str]]:
    """A sort key for names: Table 2 comes before Table 10."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", folded(name)) if part
    ]


def _short(topic: str) -> str:
    return topic if len(topic) <= 60 else topic[:57] + "…"
