"""SQL views of results, for the companion and for tools such as sqlite-utils and Datasette.

Their names and columns are stable; later versions may add some.
"""

from __future__ import annotations

_EVENING = "date(ended, 'localtime', '-6 hours')"
"""The date of an evening, which lasts until six in the morning."""

_PLAYED = "count(*) AS played"
_HOW_LONG = "sum(seconds) AS seconds, cast(avg(seconds) AS INTEGER) AS mean_seconds, max(ended) AS last"
_TOGETHER = "sum(outcome = 'won') AS won, sum(outcome = 'lost') AS lost"
_SHARE = "round(100.0 * sum(won) / count(*), 1) AS percent"
_COUNTED = {
    "person": (
        f"person, {_PLAYED}, sum(won) AS won, {_SHARE}, {_HOW_LONG}",
        "results_players", "person <> ''", "person",
    ),
    "game": (f"game, title, {_PLAYED}, {_TOGETHER}, {_HOW_LONG}", "results_games", "1", "game"),
    "story": (
        f"game, title, story, story_name, {_PLAYED}, {_TOGETHER}, {_HOW_LONG}",
        "results_games", "story <> ''", "game, story",
    ),
    "evening": (f"evening, {_PLAYED}, {_HOW_LONG}", "results_games", "1", "evening"),
}  # fmt: skip
"""Groupings of results: columns, view, condition, and group key."""


def counted(by: str, where: str = "1") -> str:
    """The question for how many games were played, won, and for how long, by ``person``, ``game``, ``story`` or
    ``evening``; ``where`` is a further condition on rows."""
    columns, view, rows, group = _COUNTED[by]
    return f"SELECT {columns} FROM {view} WHERE {rows} AND {where} GROUP BY {group}"


_GAME = (
    f"f.id, {_EVENING} AS evening, f.table_id, f.table_name, f.game, f.title, f.box, f.box_name, "
    "f.story, f.story_name, f.started, f.ended, f.seconds, f.outcome"
)
_CALLED = "coalesce(nullif(p.person, ''), p.seat_name)"
_PLAYERS = "finished AS f JOIN finished_players AS p ON p.id = f.id"

VIEWS = {
    "results_games": f"CREATE VIEW results_games AS SELECT {_GAME} FROM finished AS f",
    "results_players": "CREATE VIEW results_players AS "
    f"SELECT {_GAME}, p.place, p.seat, p.seat_name, p.person, p.won, p.points FROM {_PLAYERS}",
    "results": f"CREATE VIEW results AS SELECT {_GAME}, count(*) AS players, "
    f"group_concat({_CALLED}, ', ') AS people, group_concat(CASE WHEN p.won THEN {_CALLED} END, ', ') AS winners "
    f"FROM {_PLAYERS} GROUP BY f.id",
    **{f"results_by_{by}": f"CREATE VIEW results_by_{by} AS {counted(by)}" for by in _COUNTED},
}
"""By name, each after those that it is made of. A row of ``results`` is a game, one of ``results_players`` somebody's
part in it; ``people`` and ``winners`` are separated by commas, and call a seat by its colour or role where nobody said
who sat there."""
