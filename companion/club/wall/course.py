"""How the numbers of one game went so far: kept while it lasts, and never more than a chart can show."""

from __future__ import annotations

from typing import NamedTuple

from companion.club.topics import Game
from companion.core.texts import T, Words, own_name
from companion.lookback.lookback import Chart, Series
from companion.scene.gauges import mark

MOST_POINTS = 96
"""So many moments of a game are kept; then every second one is let go, as often as needed."""
MOST_LINES = 6
"""So many lines stand in one chart: more could not be told apart."""


class Course:
    """The tracks and scores of the game ``uuid``, a row of numbers for each."""

    def __init__(self, uuid: str) -> None:
        self.uuid = uuid
        self.moments: list[float] = []
        """When each point was, in seconds of the wall's clock that only runs forward."""
        self._answers = -1
        self._every = 1
        self._rows: dict[str, list[int]] = {}
        self._latest: Game | None = None

    def add(self, game: Game, now: float) -> None:
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

    def _put(self, game: Game, at: int) -> None:
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


def _scores(game: Game) -> dict[str, int]:
    """Who has a score, as the game seats them: the lines of a chart keep their colours when the lead changes."""
    scores = {one.seat: one.score for one in game.standings if one.score is not None}
    seats = [person.seat for person in game.players if person.seat in scores] or list(scores)
    return {seat: scores[seat] for seat in seats[:MOST_LINES]}


def called(game: Game, seat: str) -> Words:
    """What people call who sits there: their own name, what the game calls the seat, or the seat."""
    for person in game.players:
        if person.seat == seat:
            return person.name or person.words or own_name(seat)
    return own_name(seat)
