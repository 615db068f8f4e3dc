"""Queries and changes of the journal's tables; each takes a connection, changes inside a transaction."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from msgspec.structs import asdict

from companion.journal.format import (
    RULEBOOK,
    Chain,
    Damaged,
    Newer,
    SavedGame,
    first_link,
    follow,
    read_entry,
    read_game,
    read_setup,
    seal,
    write_json,
)
from companion.table.log import Entry, ReadingId, Setup

if TYPE_CHECKING:
    from sqlite_utils import Database

# Queries.

Row = dict[str, Any]
Found = TypeVar("Found")


class Query(Protocol):
    """Runs a query on a connection to the journal."""

    def __call__(self, question: Callable[[Database], Found], /) -> Found: ...


_LAST_FIRST = "ORDER BY played DESC, n DESC"


def game_rows(db: Database) -> list[Row]:
    """The rows of all games, last played first."""
    return list(db.query(f"SELECT * FROM games {_LAST_FIRST}"))


def game_row(db: Database, game_id: str) -> Row | None:
    return next(iter(db.query("SELECT * FROM games WHERE id = ?", [game_id])), None)


def entry_rows(db: Database, game: int) -> Iterator[tuple[Any, Any, Any]]:
    """The rows ``(rev, body, hash)`` of a game in order, read lazily."""
    return db.execute("SELECT rev, body, hash FROM entries WHERE game = ? ORDER BY rev", [game])


def chain(db: Database, row: Row) -> Chain:
    """The intact part of a game's log; raises ``Newer``."""
    return follow(first_link(row["id"], row["setup"]), list(entry_rows(db, row["n"])))


def last_row(db: Database) -> Row | None:
    return next(iter(db.query(f"SELECT * FROM games {_LAST_FIRST} LIMIT 1")), None)


def saved_game(db: Database, row: Row) -> SavedGame:
    """The metadata of a game; raises ``Newer`` or ``Damaged``."""
    last = db.execute("SELECT rev, body FROM entries WHERE game = ? ORDER BY rev DESC LIMIT 1", [row["n"]]).fetchone()
    return _read_game(row, *(last or (0, None)))


def _read_game(row: Row, rev: int, body: Any) -> SavedGame:
    try:
        at = None if body is None else read_entry(rev, body).at
    except (Damaged, TypeError):
        # Only the time is missing; the log itself is verified when the game is loaded.
        at = None
    return read_game(row, rev, at)


class GamesFound(NamedTuple):
    """Some games, the damaged rows among them, and the number of rows read."""

    games: list[SavedGame]
    damaged: list[Row]
    rows: int


class GameFilter(NamedTuple):
    """A filter: games of ``rulebooks`` (None: all), and only unfinished ones if ``open_only``."""

    rulebooks: Collection[str] | None = None
    open_only: bool = False

    @property
    def where(self) -> str:
        """The SQL condition, with a placeholder for each of ``rulebooks``."""
        wanted = ["finished = 0"] if self.open_only else []
        if self.rulebooks is not None:
            wanted.append(f"{RULEBOOK} IN ({', '.join('?' * len(self.rulebooks))})")
        return f"WHERE {' AND '.join(wanted)}" if wanted else ""


ALL = GameFilter()


def saved_games(db: Database, which: GameFilter = ALL, first: int = 0, most: int | None = None) -> GamesFound:
    """``most`` games (None: all) from index ``first`` on, last played first. Games of a newer version are skipped."""
    rows = db.query(
        f"SELECT games.*, last.rev AS last_rev, last.body AS last_body FROM "
        f"(SELECT * FROM games {which.where} {_LAST_FIRST} LIMIT ? OFFSET ?) AS games "
        "LEFT JOIN entries AS last ON last.game = games.n "
        "AND last.rev = (SELECT max(rev) FROM entries WHERE game = games.n) ORDER BY games.played DESC, games.n DESC",
        [*(which.rulebooks or ()), -1 if most is None else most, first],
    )
    games, damaged, read = [], [], 0
    for row in rows:
        read += 1
        rev, body = row.pop("last_rev"), row.pop("last_body")
        try:
            games.append(_read_game(row, rev or 0, body))
        except Damaged:
            damaged.append(row)
        except Newer:
            continue
    return GamesFound(games, damaged, read)


def count_games(db: Database, which: GameFilter = ALL) -> int:
    return int(db.execute(f"SELECT count(*) FROM games {which.where}", [*(which.rulebooks or ())]).fetchone()[0])


def logs(db: Database) -> Iterator[tuple[Setup, bool, list[Entry]]]:
    """The setup of each game, whether it is finished, and its intact log, first played first; damaged setups are
    skipped."""
    for row in reversed(game_rows(db)):
        try:
            yield read_setup(row["setup"]), bool(row["finished"]), chain(db, row).entries
        except (Damaged, Newer):
            continue


def repair(db: Database, row: Row) -> Row | None:
    """The values that repair a damaged row; None if its setup is damaged.

    Id and setup are verified by the log's hash chain, which begins with them; everything else is reset to safe
    defaults.
    """
    try:
        setup = read_setup(row["setup"])
        sound = chain(db, row)
    except (Damaged, Newer):
        return None
    if not sound.entries:
        return None
    return {
        "format": setup.format,
        "created": sound.entries[0].at,
        "chance": "{}",
        "confirmed": len(sound.entries),
        "finished": 0,
        "summary": "{}",
        "played": row["played"] if isinstance(row["played"], int) else 0,
    }


def readings(db: Database, latest: int) -> Iterable[ReadingId]:
    rows = db.execute("SELECT serial, boot_id, seq FROM readings ORDER BY n DESC LIMIT ?", [latest])
    return (ReadingId(*row) for row in rows)


# Changes.

READINGS_KEPT = 4096
"""Number of reading ids to keep: far more than any reader can retransmit."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_row(setup: Setup, chance: Mapping[str, str], created: float) -> Row:
    """The row of a new game; number, order of play and seal are added when it is written."""
    when = time.strftime("%Y%m%d-%H%M", time.localtime(created))
    return {
        "id": when + "-" + "".join(secrets.choice(_LETTERS) for _ in range(6)),
        "format": setup.format,
        "created": float(created),
        "setup": write_json(setup),
        "chance": write_json(chance),
        "confirmed": 0,
        "finished": 0,
        "summary": "{}",
    }


def add_game(db: Database, row: Row) -> tuple[int, bytes]:
    """Insert a new game; returns its number and the first hash of its log."""
    number = db.execute("SELECT coalesce(max(n), 0) + 1 FROM games").fetchone()[0]
    full = row | {"n": number, "played": _next_played(db)}
    db.table("games").insert(full | {"seal": seal(full)})
    return number, first_link(row["id"], row["setup"])


def add_entry(db: Database, row: Row) -> None:
    db.table("entries").insert(row)


def change_game(db: Database, number: int, changes: Mapping[str, Any]) -> None:
    """Update columns of a game, and its seal."""
    row = next(iter(db.query("SELECT * FROM games WHERE n = ?", [number])))
    row |= changes
    db.table("games").update(number, {**changes, "seal": seal(row)})


def play_again(db: Database, number: int) -> None:
    """Mark a game as the one played last."""
    change_game(db, number, {"played": _next_played(db)})


def keep_readings(db: Database, readings: Iterable[ReadingId]) -> None:
    """Insert ids of readings, ignoring duplicates."""
    db.table("readings").insert_all((asdict(reading) for reading in readings), ignore=True)


def forget_old_readings(db: Database) -> None:
    """Delete all but the latest readings."""
    db.execute("DELETE FROM readings WHERE n <= (SELECT max(n) FROM readings) - ?", [READINGS_KEPT])


def cut(db: Database, number: int, rev: int) -> None:
    """Move all entries of a game after ``rev`` to the table ``damaged``."""
    after = "FROM entries WHERE game = ? AND rev > ?"
    db.execute(f"INSERT INTO damaged SELECT game, rev, body, hash, ? {after}", [time.time(), number, rev])
    db.execute(f"DELETE {after}", [number, rev])


def _next_played(db: Database) -> int:
    # A counter instead of a time: a Raspberry Pi has no battery-backed clock.
    return int(db.execute("SELECT coalesce(max(played), 0) + 1 FROM games").fetchone()[0])
