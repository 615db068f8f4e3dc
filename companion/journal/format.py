"""The journal's format: tables and views, entries as compact JSON in a hash chain, and the metadata of games. Pure.

Hashes detect damage (flipped bits, torn or missing rows); they are not signatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from companion.core.learning import Stock
from companion.core.refusals import BadPack, UserFacingError
from companion.games.game import Game
from companion.table.log import FORMAT, NEWEST, Entry, Kind, Setup, Source

if TYPE_CHECKING:
    from sqlite_utils import Database

DIGEST = 8
"""Length of a hash in bytes: damage goes undetected once in 2**64, at little space per entry."""


class JournalError(UserFacingError):
    """The journal failed; ``text`` tells people why and what to do."""


class Newer(Exception):
    """Data of a newer version, to be left unchanged."""


class Damaged(Exception):
    """Damaged data."""


class SavedGame(Struct, frozen=True):
    """The metadata of a game in the journal.

    ``created`` and ``at`` (the last entry, or the beginning) are Unix time, ``rev`` is the number of entries,
    ``confirmed`` the entry up to which instructions are done, ``notes`` are screens' values (column ``summary``).
    """

    id: str
    setup: Setup
    created: float
    at: float
    rev: int
    chance: dict[str, str]
    confirmed: int
    finished: bool
    notes: dict[str, Any]

    @property
    def game(self) -> str:
        return self.setup.game

    def learning(self, game: Game) -> Mapping[str, Stock]:
        """The tables that fill decks and bags of the incomplete box with which this game goes on; empty if it is over,
        is none of ``game``, or began with a complete box."""
        if self.finished or self.game != game.name or self.setup.box is None:
            return {}
        try:
            return game.rules.stocks(game.rules.read_pack(self.setup.box))
        except BadPack:
            return {}


class _Line(Struct, array_like=True):
    """An entry on disk: a JSON array without trailing default values; ``rev`` is the row's key."""

    format: int
    kind: Kind
    source: Source
    at: float
    answer: dict[str, Any] | None = None
    n: int = 0
    changes: list[dict[str, Any]] | None = None
    why: str | None = None
    fresh: bool = False
    table: str | None = None
    row: dict[str, Any] | None = None


class _Start(Struct, array_like=True):
    format: int


_DEFAULTS = (None, 0, None, None, False, None, None)
_FIXED = 4


def write_entry(entry: Entry) -> str:
    fields: list[Any] = [FORMAT if entry.table is None else NEWEST, entry.kind, entry.source, entry.at]
    fields += [entry.answer, entry.n, entry.changes, entry.why, entry.fresh, entry.table, entry.row]
    while len(fields) > _FIXED and fields[-1] == _DEFAULTS[len(fields) - _FIXED - 1]:
        fields.pop()
    return msgspec.json.encode(fields).decode()


def read_entry(rev: int, body: str) -> Entry:
    """Parse an entry; raises ``Newer`` or ``Damaged``."""
    try:
        if msgspec.json.decode(body, type=_Start).format > NEWEST:
            raise Newer
        line = msgspec.json.decode(body, type=_Line)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Damaged from error
    rest = (line.answer, line.n, line.changes, line.why, line.fresh, line.table, line.row)
    return Entry(rev, line.kind, line.source, line.at, *rest)


def first_link(game_id: str, setup: str) -> bytes:
    """The first hash of a game's chain: over its id and its setup (the JSON on disk)."""
    return blake2b(f"{game_id}\n{setup}".encode(), digest_size=DIGEST).digest()


def next_link(previous: bytes, rev: int, body: str) -> bytes:
    return blake2b(b"%b%d %b" % (previous, rev, body.encode()), digest_size=DIGEST).digest()


class Chain(NamedTuple):
    """The intact part of a log: its entries and last hash; ``whole`` is False if a damaged row follows."""

    entries: list[Entry]
    end: bytes
    whole: bool


def follow(start: bytes, rows: Iterable[tuple[Any, Any, Any]]) -> Chain:
    """Verify rows of ``(rev, body, hash)``, ascending from rev 1, up to the first damaged one.

    Raises ``Newer`` if an intact row has an unknown format.
    """
    entries: list[Entry] = []
    end = start
    for rev, body, link in rows:
        if rev != len(entries) + 1 or not isinstance(body, str) or next_link(end, rev, body) != link:
            return Chain(entries, end, whole=False)
        try:
            entries.append(read_entry(rev, body))
        except Damaged:
            return Chain(entries, end, whole=False)
        end = link
    return Chain(entries, end, whole=True)


SEALED = ("id", "format", "created", "setup", "chance", "confirmed", "finished", "summary", "played")
"""The columns covered by the seal of a game's row."""


def seal(row: Mapping[str, Any]) -> bytes:
    return blake2b(msgspec.json.encode([row[name] for name in SEALED]), digest_size=DIGEST).digest()


def read_game(row: Mapping[str, Any], rev: int, at: float | None) -> SavedGame:
    """Parse a game's row; raises ``Newer`` or ``Damaged``.

    ``rev`` and ``at`` are the number and time of the last entry, None for a game without entries.
    """
    try:
        if row["seal"] != seal(row):
            raise Damaged
        if row["format"] > NEWEST:
            raise Newer
        return SavedGame(
            id=row["id"], setup=read_setup(row["setup"]), created=row["created"],
            at=row["created"] if at is None else at, rev=rev,
            chance=msgspec.json.decode(row["chance"], type=dict[str, str]), confirmed=min(row["confirmed"], rev),
            finished=bool(row["finished"]), notes=msgspec.json.decode(row["summary"], type=dict[str, Any]),
        )  # fmt: skip
    except (msgspec.MsgspecError, TypeError, KeyError) as error:
        raise Damaged from error


def read_setup(text: str) -> Setup:
    """Parse a setup; raises ``Newer`` or ``Damaged``."""
    try:
        if msgspec.json.decode(text).get("format", 1) > NEWEST:
            raise Newer
        return msgspec.json.decode(text, type=Setup)
    except (msgspec.MsgspecError, TypeError, AttributeError) as error:
        raise Damaged from error


def write_json(value: object) -> str:
    """Serialise a value as compact JSON."""
    return msgspec.json.encode(value).decode()


# SQL views of results, for the companion and for tools such as sqlite-utils and Datasette.
#
# Their names and columns are stable; later versions may add some.

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
    """The SQL query for games played, games won and durations by ``person``, ``game``, ``story`` or ``evening``;
    ``where`` is a further condition on rows."""
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
"""By name, each after those it uses. A row of ``results`` is a game, a row of ``results_players`` one player of a game.
``people`` and ``winners`` are lists with commas; a seat without a name appears by its colour or role."""


# The schema of the journal and its migration.
#
# Migrations only add to the schema, so that older versions can still use the journal.

TABLES = {
    "games": """CREATE TABLE games (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    format INTEGER NOT NULL,
    created REAL NOT NULL,
    setup TEXT NOT NULL,
    chance TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    summary TEXT NOT NULL,
    played INTEGER NOT NULL,
    seal BLOB NOT NULL
)""",
    "entries": """CREATE TABLE entries (
    game INTEGER NOT NULL,
    rev INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (game, rev)
) WITHOUT ROWID""",
    "readings": """CREATE TABLE readings (
    n INTEGER PRIMARY KEY,
    serial TEXT NOT NULL,
    boot_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    UNIQUE (serial, boot_id, seq)
)""",
    "damaged": "CREATE TABLE damaged (game INTEGER, rev INTEGER, body TEXT, hash BLOB, found REAL)",
    "finished": """CREATE TABLE finished (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL,
    table_name TEXT NOT NULL,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    box TEXT NOT NULL,
    box_name TEXT NOT NULL,
    story TEXT NOT NULL,
    story_name TEXT NOT NULL,
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    seconds INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    said TEXT NOT NULL,
    seal BLOB NOT NULL
) WITHOUT ROWID""",
    "finished_players": """CREATE TABLE finished_players (
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    seat TEXT NOT NULL,
    seat_name TEXT NOT NULL,
    person TEXT NOT NULL,
    won INTEGER NOT NULL,
    points INTEGER,
    PRIMARY KEY (id, place)
) WITHOUT ROWID""",
    "people": """CREATE TABLE people (
    same TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    played INTEGER NOT NULL
) WITHOUT ROWID""",
    "club": "CREATE TABLE club (what TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "sent": "CREATE TABLE sent (id TEXT PRIMARY KEY, seal BLOB NOT NULL, old INTEGER NOT NULL) WITHOUT ROWID",
}
"""``finished`` and ``finished_players`` hold the results of games played here (``table_name`` is empty) and of
collected ones; ``people`` are the names offered at the set-up. ``club`` holds the number of this table, ``sent`` the
seals of the results that were sent to the club; ``old`` ones are from before it joined."""

RULEBOOK = "substr(setup, 10, instr(substr(setup, 10), '\"') - 1)"
"""SQL for the rulebook of a game, at the start of its setup. SQLite's JSON functions fail on a damaged one, and then
every write would fail."""
LOOKUPS = {
    "games_played": ("INDEX", "CREATE INDEX games_played ON games (played)"),
    "games_open": ("INDEX", "CREATE INDEX games_open ON games (played) WHERE finished = 0"),
    "finished_ended": ("INDEX", "CREATE INDEX finished_ended ON finished (ended)"),
    "players_person": ("INDEX", "CREATE INDEX players_person ON finished_players (person, id)"),
    "games_of": ("INDEX", f"CREATE INDEX games_of ON games ({RULEBOOK}, played)"),
    **{name: ("VIEW", sql) for name, sql in VIEWS.items()},
}
"""Indexes and views, recreated if they differ."""


def missing_statements(db: Database) -> list[str]:
    """The statements that bring the schema up to date; empty if it is."""
    there = dict(db.execute("SELECT name, sql FROM sqlite_master").fetchall())
    found = [sql for name, sql in TABLES.items() if name not in there]
    for name, (kind, sql) in LOOKUPS.items():
        if there.get(name) != sql:
            found += [f"DROP {kind} IF EXISTS {name}", sql]
    return found


def migrate(db: Database) -> None:
    """Bring the schema up to date; inside a transaction."""
    for statement in missing_statements(db):
        db.execute(statement)
