"""All that the wall has heard, kept small whatever is sent to it. It knows no network and reads no clock."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Callable
from enum import IntEnum

from companion.club.topics import PREFIX, FinishedGame, Message, Online, State, Unreadable, decode, part_of
from companion.club.wall.heard import Heard, unix
from companion.club.wall.outcomes import Result, over_result, told_result
from companion.core.texts import T, Text, folded

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


_KINDS: dict[str, type[Message]] = {"online": Online, "state": State, "finished": FinishedGame}


class Kind(IntEnum):
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
        return self <= Kind.NEARLY


class Wall:
    """The tables under ``prefix``. Every ``now`` is in seconds of a clock that only runs forward, ``clock`` gives the
    time of day as Unix time."""

    def __init__(self, clock: Callable[[], float], *, prefix: str = PREFIX, stuck: float = STUCK) -> None:
        self.tables: dict[str, Heard] = {}
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
        except Unreadable as no:
            self._note(topic, no.text, now)
            return
        if isinstance(told, FinishedGame):
            self._add(told_result(told.result, now - (self._age(told.result.ended) if retained else 0.0)), now)
            return
        if isinstance(told, State) and told.table.id != part.table:
            self._note(topic, T("{topic} tells of another table, and is passed over.", topic=_short(topic)), now)
            return
        table = self._table(part.table, now)
        if table is None:
            return
        if isinstance(told, State):
            self._take(table, told, now)
        elif isinstance(told, Online):
            table.tell_online(told, retained=retained, now=now)
        self.rev += 1

    def _take(self, table: Heard, told: State, now: float) -> None:
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

    def _table(self, id_: str, now: float) -> Heard | None:
        table = self.tables.get(id_)
        if table is None and len(self.tables) >= MOST_TABLES:
            away = [one for one in self.tables.values() if one.online is False]
            if not away:
                much = T("There are more than {n} tables. Those that came last are left out.", n=MOST_TABLES)
                self._note("many", much, now)
                return None
            del self.tables[min(away, key=lambda one: one.changed).id]
        if table is None:
            table = self.tables[id_] = Heard(id_, now)
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

    def _away(self, table: Heard, now: float) -> float:
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

    def twin(self, table: Heard) -> bool:
        """True where another table that is there has the same name."""
        if self._names[0] != self.rev:
            there = (folded(one.name) for one in self.tables.values() if one.online is not False)
            self._names = self.rev, Counter(there)
        return table.online is not False and self._names[1][folded(table.name)] > 1

    def kind(self, table: Heard, now: float) -> Kind:
        """What a table needs."""
        game = table.game
        if table.online is False:
            return Kind.AWAY
        if table.help is not None:
            return Kind.HELP
        if game is None:
            return Kind.FREE
        if game.over is not None:
            return Kind.OVER
        if now - table.asked >= self.stuck:
            return Kind.STUCK
        return Kind.NEARLY if game.progress is not None and game.progress >= NEARLY else Kind.PLAYING

    def order(self, now: float) -> list[Heard]:
        """All tables, those that need a look first, and of them those that have waited longest; the others by name."""
        return sorted(self.tables.values(), key=lambda one: self._rank(one, self.kind(one, now)))

    def _rank(self, table: Heard, kind: Kind) -> tuple[object, ...]:
        since = table.called if kind == Kind.HELP else table.asked if kind == Kind.STUCK else 0.0
        return kind, table.awaited, since, by_number(table.name), table.id


def by_number(name: str) -> list[tuple[int, str]]:
    """By what names are sorted: Table 2 comes before Table 10."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", folded(name)) if part
    ]


def _short(topic: str) -> str:
    return topic if len(topic) <= 60 else topic[:57] + "…"
