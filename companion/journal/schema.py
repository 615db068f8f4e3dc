"""The schema of the journal and its migration.

Migrations only add to the schema, so that older versions can still use the journal.
"""

from __future__ import annotations

from sqlite_utils import Database

from companion.journal.views import VIEWS

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
"""``finished`` and ``finished_players`` say how games have ended, those that were played here (``table_name`` is empty)
and those that were collected; ``people`` is who is offered when a game begins. ``club`` has the number of this table,
``sent`` by the seal of its result how a game was when the club heard of it; ``old`` ones are from before."""

RULEBOOK = "substr(setup, 10, instr(substr(setup, 10), '\"') - 1)"
"""SQL for the rulebook of a game, with which every setup begins. SQLite's JSON functions would fail on a damaged one,
and so would every write."""
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
