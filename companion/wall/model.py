"""How the numbers of one game went so far: kept while it lasts, and never more than a chart can show."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple

from msgspec import Struct

from companion.club.messages import (
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
"""So many moments of a game are kept; then every second one is let go, as often as needed."""
MOST_LINES = 6
"""So many lines stand in one chart: more could not be told apart."""


class GameSeries:
    """The tracks and scores of the game ``uuid``, a row of numbers for each."""

    def __init__(self, uuid: str) -> None:
        self.uuid = uuid
        self.moments: list[float] = []
        """When each point was, in seconds of the wall's clock that only runs forward."""
        self._answers = -1
        self._every = 1
        self._rows: dict[str, list[int]] = {}
        self._latest: GameSummary | None = None

    def add(self, game: GameSummary, now: float) -> None:
        """The game stands so now; nothing new where no answer has come, or fewer than one point of a long game is."""
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
        """What can be drawn: tracks, and scores; none before two points are there."""
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
    """Who has a score, as the game seats them: the lines of a chart keep their colours when the lead changes."""
    scores = {one.seat: one.score for one in game.standings if one.score is not None}
    seats = [person.seat for person in game.players if person.seat in scores] or list(scores)
    return {seat: scores[seat] for seat in seats[:MOST_LINES]}


def called(game: GameSummary, seat: str) -> Words:
    """What people call who sits there: their own name, what the game calls the seat, or the seat."""
    for person in game.players:
        if person.seat == seat:
            return person.name or person.words or own_name(seat)
    return own_name(seat)


# One table as the wall knows it: what it told last, and when the wall heard it, by the wall's own clock.
#
# The clocks of tables may be wrong and may be set while they play, so nothing here compares them with another clock: of
# a table's times only the difference between two of one message is used.

LONGEST = 12 * 3600.0
"""Seconds before it was first heard of that anything is believed to have begun."""
BOOTS = 3
"""So many starts of one table are told apart, to notice two machines that use the same id."""


class WallTable:
    """A table with the name ``id``, first heard of at ``now``, seconds of a clock that only runs forward."""

    def __init__(self, id_: str, now: float) -> None:
        self.id = id_
        self.rev = 0
        """Another number after all that is news."""
        self.online: bool | None = None
        """None: it has not been told whether the table is there."""
        self.changed = now
        """When that was last told."""
        self.away_before = False
        """It was away already when the wall began to listen, nobody knows since when."""
        self.state: TableState | None = None
        self.at = now
        """When the state came."""
        self.asked = now
        """Since when the same is asked."""
        self.called = now
        """Since when help is called for."""
        self.coming = False
        """Somebody at the wall has said that he comes."""
        self.course: GameSeries | None = None
        self.double = False
        """What came last is from another machine than what came before: one of the two has the other's id."""
        self._boots: list[str] = []
        self._name = ""

    @property
    def name(self) -> str:
        """What people call it; its id where it has not said so yet."""
        return self.state.table.name if self.state is not None else self._name or self.id

    @property
    def game(self) -> GameSummary | None:
        """The game that is on it."""
        return self.state.game if self.state is not None else None

    @property
    def help(self) -> Help | None:
        """Its call for help; none of a table that is away: nobody could take it back."""
        return self.state.help if self.state is not None and self.online is not False else None

    @property
    def awaited(self) -> bool:
        """True while somebody is on the way."""
        return self.help is not None and (self.coming or self.help.coming)

    @property
    def played(self) -> float:
        """For how many seconds the game had been going on when the table last spoke."""
        return 0.0 if self.game is None or self.state is None else _between(self.game.started, self.state.at)

    def tell_online(self, told: Online, *, retained: bool, now: float) -> None:
        """It is there, or not any more; ``retained``: that was so before the wall listened."""
        self._name = told.name
        if told.online != self.online:
            self.online, self.changed, self.away_before = told.online, now, retained
            self.rev += 1

    def tell_state(self, state: TableState, *, now: float) -> bool:
        """It shows this now. False for what is older than what is known.

        Another start of the program (``boot``) counts anew: the clock from which its numbers begin may have been wrong.
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
            if self.course is None or self.course.uuid != state.game.uuid:
                self.course = GameSeries(state.game.uuid)
            self.course.add(state.game, now)
        self.rev += 1
        return True

    def _note_boot(self, boot: str) -> None:
        """Two machines that tell by turns have both been heard of before."""
        another = boot not in self._boots[-1:]
        self.double = another and boot in self._boots
        if another:
            self._boots = [*self._boots, boot][-BOOTS:]


def _asked(state: TableState) -> object:
    """What tells whether the same is still asked."""
    game = state.game
    return game and (game.uuid, game.answers, game.turn and (game.turn.seat, game.turn.words, game.turn.since))


def _between(first: str, last: str) -> float:
    """Seconds from one time of a table to another, as far as they can be believed."""
    begun, ended = unix(first), unix(last)
    return 0.0 if begun is None or ended is None else min(max(ended - begun, 0.0), LONGEST)


def unix(moment: str) -> float | None:
    """A time that a table tells, as Unix time; None for one that no calendar has."""
    try:
        return datetime.fromisoformat(moment).timestamp()
    except (ValueError, OverflowError):
        return None


# The games that have ended this evening: how each did, from what its table shows, or has kept.


class Result(Struct, frozen=True):
    """A finished game: at which table, and when, in seconds of the wall's clock that only runs forward."""

    uuid: str
    table: str
    game: str
    """Its rulebook, as the code calls it."""
    title: Words
    scenario: Words
    outcome: Words
    """Who won, or how it ended, in a word or two."""
    won: bool | None
    """Together; None where players play against each other."""
    at: float


def over_result(table: str, game: GameSummary, at: float) -> Result:
    """What a table shows that has ended at ``at``."""
    won = game.over.won if game.over is not None else None
    return Result(
        game.uuid, table, game.title, game.words or game.title, game.scenario or "", outcome(game), won, at
    )  # fmt: skip


def told_result(told: GameResult, at: float) -> Result:
    """A game that a table has kept as finished."""
    winners: list[Words] = [one.name or one.said for one in told.players if one.won]
    won = {"won": True, "lost": False}.get(told.outcome)
    said = listed(winners) if told.outcome == "decided" and winners else _said(won)
    return Result(told.id, told.table, told.game, told.title, told.story_name or "", said, won, at)


def outcome(game: GameSummary) -> Words:
    """How a game has ended, in a word or two."""
    over = game.over
    if over is None or over.won is not None or not over.winners:
        return _said(None if over is None else over.won)
    return listed([called(game, seat) for seat in over.winners])


def _said(won: bool | None) -> Words:
    return T("Over") if won is None else T("Won") if won else T("Lost")


# All that the wall has heard, kept small whatever is sent to it. It knows no network and reads no clock.

MOST_TABLES = 500
"""So many tables are shown; a table too many is told, and left out."""
MOST_RESULTS = 300
MOST_NOTICES = 40
NOTICED = 300.0
"""Seconds that a sentence about something strange is shown."""
GONE = 3600.0
"""Seconds after which a table that is away is not shown any more."""
EVENING = 12 * 3600.0
"""Seconds after which a finished game is not of this evening."""
STUCK = 10 * 60.0
"""Seconds for which the same is asked, by default, after which a table is stuck."""
NEARLY = 0.85
"""From this progress on a game is nearly over."""


_KINDS: dict[str, type[ClubMessage]] = {"online": Online, "state": TableState, "finished": FinishedMessage}


class TableNeed(IntEnum):
    """What a table needs, the first one soonest."""

    HELP = 0
    STUCK = 1
    NEARLY = 2
    PLAYING = 3
    OVER = 4
    FREE = 5
    AWAY = 6

    @property
    def worth_a_look(self) -> bool:
        """True for those that somebody should look after."""
        return self <= TableNeed.NEARLY


class Wall:
    """The tables under ``prefix``. Every ``now`` is in seconds of a clock that only runs forward, ``clock`` gives the
    time of day as Unix time."""

    def __init__(self, clock: Callable[[], float], *, prefix: str = PREFIX, stuck: float = STUCK) -> None:
        self.tables: dict[str, WallTable] = {}
        self.rev = 0
        """Another number after all that is news."""
        self.stuck = stuck
        self._clock = clock
        self._prefix = prefix
        self._results: OrderedDict[str, Result] = OrderedDict()
        self._notices: OrderedDict[str, tuple[Text, float]] = OrderedDict()
        self._names: tuple[int, Counter[str]] = (-1, Counter())

    # What is heard.

    def hear(self, topic: str, payload: bytes, *, retained: bool, now: float) -> None:
        """A message came; ``retained``: it had been published before the wall listened. Nothing that anybody sends is
        more than a sentence among the notices."""
        part = part_of(topic, self._prefix)
        if part is None or part.topic == "help/answer":
            self._note("topic", T("Something that is no table speaks to the broker: {topic}", topic=_short(topic)), now)
            return
        if not payload:
            gone = self._results.pop(part.uuid, None) if part.uuid else self.tables.pop(part.table, None)
            self.rev += gone is not None
            return
        try:
            told = decode(payload, _KINDS[part.topic], topic)
        except UnreadableMessage as no:
            self._note(topic, no.text, now)
            return
        if isinstance(told, FinishedMessage):
            self._add(told_result(told.result, now - (self._age(told.result.ended) if retained else 0.0)), now)
            return
        if isinstance(told, TableState) and told.table.id != part.table:
            self._note(topic, T("{topic} tells of another table, and is passed over.", topic=_short(topic)), now)
            return
        table = self._table(part.table, now)
        if table is None:
            return
        if isinstance(told, TableState):
            self._take(table, told, now)
        elif isinstance(told, Online):
            table.tell_online(told, retained=retained, now=now)
        self.rev += 1

    def _take(self, table: WallTable, told: TableState, now: float) -> None:
        before = table.game
        if not table.tell_state(told, now=now):
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
            self._add(over_result(table.name, game, now if seen else now - self._age(game.over.ended)), now)

    def _table(self, id_: str, now: float) -> WallTable | None:
        table = self.tables.get(id_)
        if table is None and len(self.tables) >= MOST_TABLES:
            away = [one for one in self.tables.values() if one.online is False]
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
        """Seconds since a game has ended, by the table's own word; none where its clock is ahead."""
        ended = unix(moment)
        return 0.0 if ended is None else max(0.0, self._clock() - ended)

    def _add(self, result: Result, now: float) -> None:
        """A game has ended; what is not of this evening is passed over, and the oldest goes if there are too many."""
        if now - result.at > EVENING:
            return
        self._results[result.uuid] = result
        if len(self._results) > MOST_RESULTS:
            del self._results[min(self._results.values(), key=lambda one: one.at).uuid]
        self.rev += 1

    def forget(self, now: float) -> None:
        """Let go what is too old to be shown."""
        gone = [one.id for one in self.tables.values() if one.online is False and now - self._away(one, now) > GONE]
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

    def _away(self, table: WallTable, now: float) -> float:
        """Since when a table is away: where nobody knows, since it spoke last, by its own word."""
        said = unix(table.state.at) if table.away_before and table.state is not None else None
        return table.changed if said is None else min(table.changed, now - max(0.0, self._clock() - said))

    # What is shown.

    @property
    def results(self) -> list[Result]:
        """The games that have ended this evening, the last one first."""
        return sorted(self._results.values(), key=lambda one: -one.at)

    def notices(self) -> list[Text]:
        """What is strange, in sentences, the newest one first."""
        twice = {one.name for one in self.tables.values() if self.twin(one)}
        told = [T("Several tables are called {name}.", name=name) for name in sorted(twice)]
        return [*told, *(text for text, _ in reversed(self._notices.values()))]

    def twin(self, table: WallTable) -> bool:
        """True where another table that is there has the same name."""
        if self._names[0] != self.rev:
            there = (folded(one.name) for one in self.tables.values() if one.online is not False)
            self._names = self.rev, Counter(there)
        return table.online is not False and self._names[1][folded(table.name)] > 1

    def kind(self, table: WallTable, now: float) -> TableNeed:
        """What a table needs."""
        game = table.game
        if table.online is False:
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
        """All tables, those that need a look first, and of them those that have waited longest; the others by name."""
        return sorted(self.tables.values(), key=lambda one: self._rank(one, self.kind(one, now)))

    def _rank(self, table: WallTable, kind: TableNeed) -> tuple[object, ...]:
        since = table.called if kind == TableNeed.HELP else table.asked if kind == TableNeed.STUCK else 0.0
        return kind, table.awaited, since, by_number(table.name), table.id


def by_number(name: str) -> list[tuple[int, str]]:
    """By what names are sorted: Table 2 comes before Table 10."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", folded(name)) if part
    ]


def _short(topic: str) -> str:
    return topic if len(topic) <= 60 else topic[:57] + "…"
