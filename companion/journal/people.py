"""The list of people's names that is offered at the set-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec
from sqlite_utils import Database

from companion.journal import results
from companion.journal.changes import change_game
from companion.journal.format import seal, write_json
from companion.journal.queries import Query, Row
from companion.journal.writer import Write
from companion.results.people import PEOPLE, clean, same

MOST = 200
"""Maximum number of names, so that a child cannot fill the journal."""


class People:
    """The names in a journal. A name is added when a game begins with it.

    ``query`` runs a query, ``write`` runs a write and waits for the commit.
    """

    def __init__(self, query: Query, write: Callable[[Write], None]) -> None:
        self._query = query
        self._write = write

    def known(self) -> list[str]:
        """All names, most recent players first."""
        rows = self._query(lambda db: db.execute("SELECT name FROM people ORDER BY played DESC, same").fetchall())
        return [name for (name,) in rows]

    def meet(self, names: Iterable[str]) -> None:
        """Add the people of a new game. Beyond ``MOST``, people without a finished game are removed, then those who
        have not played for longest. Raises ``BadSetup`` for an invalid name."""
        met = {same(name): clean(name) for name in names}
        if met:
            self._write(partial(_meet, met=met))

    def called(self, names: Mapping[str, str]) -> dict[str, str]:
        """The names with the capitalisation on the list."""
        known = {same(name): name for name in self.known()}
        return {seat: known.get(same(name), name) for seat, name in names.items()}

    def knows(self, name: str) -> bool:
        """True if a name is on the list or in a result."""
        return bool(self._query(partial(_spellings, name=name)))

    def rename(self, old: str, new: str) -> None:
        """Rename a person in all games, running and finished. An existing person of the new name is merged. Raises
        ``BadSetup`` for an invalid name."""
        self._write(partial(_rename, old=old, new=clean(new)))

    def forget(self, name: str) -> None:
        """Remove a name from the list. Games keep it, and the next game with it adds it again."""
        self._write(partial(_forget, name=name))

    def erase(self, name: str) -> None:
        """Remove a name from the list and from all games."""
        self._write(partial(_rename, old=name, new=""))


def _meet(db: Database, met: Mapping[str, str]) -> None:
    played = int(db.execute("SELECT coalesce(max(played), 0) + 1 FROM people").fetchone()[0])
    for key, name in met.items():
        db.execute(
            "INSERT INTO people VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET played = excluded.played",
            [key, name, played],
        )
    finished = "name IN (SELECT person FROM finished_players)"
    db.execute(
        "DELETE FROM people WHERE same IN "
        f"(SELECT same FROM people ORDER BY played = ? DESC, {finished} DESC, played DESC LIMIT -1 OFFSET ?)",
        [played, MOST],
    )


def _spellings(db: Database, name: str) -> list[str]:
    """All capitalisations of a name."""
    written = db.execute("SELECT name FROM people UNION SELECT person FROM finished_players WHERE person <> ''")
    return [one for (one,) in written.fetchall() if same(one) == same(name)]


def _forget(db: Database, name: str) -> None:
    db.execute("DELETE FROM people WHERE same = ?", [same(name)])


def _rename(db: Database, old: str, new: str) -> None:
    written = _spellings(db, old)
    row = db.execute("SELECT played FROM people WHERE same = ?", [same(old)]).fetchone()
    if row is not None:
        _forget(db, old)
        if new:
            db.table("people").upsert({"same": same(new), "name": new, "played": row[0]}, pk="same")
    for one in {old, *written}:
        for (game_id,) in db.execute("SELECT DISTINCT id FROM finished_players WHERE person = ?", [one]).fetchall():
            results.rename(db, game_id, one, new)
        for game in list(db.query("SELECT * FROM games WHERE instr(summary, ?)", [write_json(one)])):
            _rename_in(db, game, one, new)


def _rename_in(db: Database, row: Row, old: str, new: str) -> None:
    """Rename a person in the notes of a game, unless they are damaged."""
    try:
        if seal(row) != row["seal"]:
            return
        notes = msgspec.json.decode(row["summary"], type=dict[str, Any])
        people = msgspec.convert(notes.get(PEOPLE, {}), dict[str, str])
    except msgspec.MsgspecError:
        return
    changed = {seat: new if name == old else name for seat, name in people.items()}
    notes[PEOPLE] = {seat: name for seat, name in changed.items() if name}
    if notes[PEOPLE] != people:
        change_game(db, row["n"], {"summary": write_json(notes)})
