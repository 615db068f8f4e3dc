"""Results of games and the people who played them: their tables, and statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct, structs

from companion.core.texts import in_language
from companion.journal.files import Write
from companion.journal.format import DIGEST, Damaged, counted, seal, write_json
from companion.journal.queries import Query, Row, change_game
from companion.table.people import PEOPLE, clean_name, name_key
from companion.table.result import GameResult, SeatResult, Translations

if TYPE_CHECKING:
    from sqlite_utils import Database

# Results.

By: TypeAlias = Literal["person", "game", "story", "evening"]


class ResultFilter(NamedTuple):
    """A filter: games that ended from ``since`` on and before ``until`` (as ``GameResult.ended``; empty: any time),
    with ``person`` among the players (empty: anybody), or one ``game`` by its id."""

    since: str = ""
    until: str = ""
    person: str = ""
    game: str = ""

    def where(self) -> tuple[str, list[str]]:
        """The SQL condition and its parameters."""
        parts = {"ended >= ?": self.since, "ended < ?": self.until, "id = ?": self.game,
                 "id IN (SELECT id FROM finished_players WHERE person = ?)": self.person}  # fmt: skip
        wanted = {part: value for part, value in parts.items() if value}
        return " AND ".join(wanted) or "1", list(wanted.values())


EVER = ResultFilter()


class Count(NamedTuple):
    """Statistics of a group: the number of games, and their total and usual duration in seconds. ``won`` counts the
    games won by the person; for games and stories, ``won`` and ``lost`` count those that all players won or lost
    together. ``what`` is the person, the evening (its date), or the id of the game or story, with its ``title`` and
    ``story`` in all languages. ``last`` is when the last one ended."""

    what: str
    played: int
    won: int
    lost: int
    seconds: int
    mean_seconds: int
    last: str
    title: Translations
    story: Translations


def put(db: Database, result: GameResult) -> None:
    remove(db, result.id)
    row, players = _rows(result)
    db.table("finished").insert(row | {"seal": _seal(row, players)})
    db.table("finished_players").insert_all(players)


def remove(db: Database, game_id: str) -> None:
    """Delete the result of a game that goes on, or whose result is damaged."""
    db.execute("DELETE FROM finished WHERE id = ?", [game_id])
    db.execute("DELETE FROM finished_players WHERE id = ?", [game_id])


def _remove_all(db: Database, game_ids: list[str]) -> None:
    for game_id in game_ids:
        remove(db, game_id)


def rename(db: Database, game_id: str, old: str, new: str) -> None:
    """Rename a person in a result, or remove the name; damaged rows are left alone."""
    for found in results(db, ResultFilter(game=game_id))[0]:
        players = [structs.replace(one, name=new) if one.name == old else one for one in found.players]
        put(db, structs.replace(found, players=players))


def collect(db: Database, result: GameResult) -> bool:
    """Insert a result of another table, once per game; True if it is new, or the game has ended again since."""
    if db.execute("SELECT 1 FROM games WHERE id = ?", [result.id]).fetchone():
        return False
    there = db.execute("SELECT ended FROM finished WHERE id = ?", [result.id]).fetchone()
    if there is not None and there[0] >= result.ended:
        return False
    put(db, result)
    return True


class ResultsFound(NamedTuple):
    """Some results, and the ids of games with damaged ones."""

    results: list[GameResult]
    damaged: list[str]


def results(db: Database, span: ResultFilter = EVER, first: int = 0, most: int | None = None) -> ResultsFound:
    """``most`` results (None: all) from index ``first`` on, last ended first."""
    where, args = span.where()
    rows = list(db.query(
        f"SELECT * FROM finished WHERE {where} ORDER BY ended DESC, id LIMIT ? OFFSET ?",
        [*args, -1 if most is None else most, first],
    ))  # fmt: skip
    found, damaged = [], []
    for row in rows:
        try:
            found.append(read_result(row, list(player_rows(db, row["id"]))))
        except Damaged:
            damaged.append(str(row["id"]))
    return ResultsFound(found, damaged)


def player_rows(db: Database, game_id: str) -> Iterator[Row]:
    return db.query("SELECT * FROM finished_players WHERE id = ? ORDER BY place", [game_id])


def copy_result(to: Database, row: Row, players: list[Row]) -> None:
    """Copy a result from another journal, unless it is damaged."""
    try:
        put(to, read_result(row, players))
    except Damaged:
        return


def counts(db: Database, by: By, span: ResultFilter = EVER) -> list[Count]:
    """Statistics by person, game, story or evening; the latest evening first, otherwise the most played first."""
    where, args = span.where()
    said = _all_said(db) if by in ("game", "story") else {}
    found = []
    for row in db.query(counted(by, where), args):
        title, story = said.get((row.get("game"), row.get("story")), ({}, {}))
        found.append(Count(
            row[by], row["played"], row.get("won", 0), row.get("lost", 0), row["seconds"], row["mean_seconds"],
            row["last"], title, story,
        ))  # fmt: skip
    if by == "evening":
        return sorted(found, key=lambda one: one.what, reverse=True)
    return sorted(found, key=lambda one: (-one.played, -one.won, one.what))


def _all_said(db: Database) -> dict[tuple[Any, Any], tuple[Translations, Translations]]:
    found: dict[tuple[Any, Any], tuple[Translations, Translations]] = {}
    # With max(), SQLite takes the other columns from the row with the maximum.
    for game, story, said, _ in db.execute("SELECT game, story, said, max(ended) FROM finished GROUP BY game, story"):
        try:
            words = msgspec.json.decode(said, type=_Words)
        except msgspec.MsgspecError:
            continue
        found[game, story], found[game, None] = (words.title, words.story), (words.title, {})
    return found


class _Words(Struct):
    """The content of the column ``said``."""

    title: Translations
    box: Translations
    story: Translations
    seats: list[Translations]


def _rows(result: GameResult) -> tuple[Row, list[Row]]:
    """The row of a game and those of its players. Texts are in English, and in all languages in ``said``."""
    said = _Words(result.title, result.box_name, result.story_name, [player.said for player in result.players])
    fields = structs.asdict(result)
    row = {
        "id": result.id, "table_id": result.table_id, "table_name": result.table, "game": result.game,
        "title": _english(result.title), "box": result.box, "box_name": _english(result.box_name),
        "story": result.story, "story_name": _english(result.story_name),
        **{name: fields[name] for name in ("started", "ended", "seconds", "outcome")}, "said": write_json(said),
    }  # fmt: skip
    players = [
        {"id": result.id, "place": place, "seat": player.seat, "seat_name": _english(player.said),
         "person": player.name, "won": int(player.won), "points": player.points}
        for place, player in enumerate(result.players, 1)
    ]  # fmt: skip
    return row, players


def _english(said: Translations) -> str:
    return in_language(said, "en")


def _seal(row: Row, players: list[Row]) -> bytes:
    values = [[value for name, value in row.items() if name != "seal"], [list(player.values()) for player in players]]
    return blake2b(msgspec.json.encode(values), digest_size=DIGEST).digest()


def read_result(row: Row, rows: list[Row]) -> GameResult:
    """Parse the row of a game and those of its players; raises ``Damaged``."""
    try:
        if _seal(row, rows) != row["seal"]:
            raise Damaged
        said = msgspec.json.decode(row["said"], type=_Words)
        players = [
            SeatResult(one["seat"], words, one["person"], bool(one["won"]), one["points"])
            for one, words in zip(rows, said.seats, strict=True)
        ]
        return GameResult(
            id=row["id"], table_id=row["table_id"], table=row["table_name"], game=row["game"], title=said.title,
            box=row["box"], box_name=said.box, story=row["story"], story_name=said.story,
            started=row["started"], ended=row["ended"], seconds=row["seconds"], outcome=row["outcome"],
            players=players,
        )  # fmt: skip
    except (msgspec.MsgspecError, TypeError, KeyError, ValueError) as error:
        raise Damaged from error


class Results:
    """The results in a journal, of games played here and of collected ones.

    ``query`` runs a query, ``write`` runs a write and waits for the commit.
    """

    def __init__(self, query: Query, write: Callable[[Write], None]) -> None:
        self._query = query
        self._write = write

    def of(self, game_id: str) -> GameResult | None:
        """The result of a game; None if it is unfinished, does not exist, or has none."""
        return next(iter(self.page(ResultFilter(game=game_id))), None)

    def page(self, span: ResultFilter = EVER, first: int = 0, most: int | None = None) -> list[GameResult]:
        """``most`` results (None: all) from index ``first`` on, last ended first. Damaged ones are skipped and deleted:
        they are computed again (``unsettled``) or collected again."""
        found, damaged = self._query(lambda db: results(db, span, first, most))
        if damaged:
            self._write(partial(_remove_all, game_ids=damaged))
        return found

    def count(self, span: ResultFilter = EVER) -> int:
        where, args = span.where()
        return self._query(
            lambda db: int(db.execute(f"SELECT count(*) FROM finished WHERE {where}", args).fetchone()[0])
        )

    def counts(self, by: By, span: ResultFilter = EVER) -> list[Count]:
        """Statistics by person, game, story or evening; see ``counts``."""
        return self._query(lambda db: counts(db, by, span))

    def unsettled(self, most: int = 100) -> list[str]:
        """The ids of finished games without a result, because they were played with an older version."""
        sql = "SELECT id FROM games WHERE finished AND id NOT IN (SELECT id FROM finished) ORDER BY played DESC LIMIT ?"
        return self._query(lambda db: [row[0] for row in db.execute(sql, [most])])

    def settle(self, result: GameResult) -> None:
        self._write(partial(put, result=result))

    def add(self, result: GameResult) -> bool:
        """Store the result of a game of another table, once per game; True if it is new, or the game has ended again
        after an undo. On disk when this returns; raises ``JournalError``."""
        added: list[bool] = []
        self._write(lambda db: added.append(collect(db, result)))
        return added[-1]


# People.

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
        met = {name_key(name): clean_name(name) for name in names}
        if met:
            self._write(partial(_meet, met=met))

    def called(self, names: Mapping[str, str]) -> dict[str, str]:
        """The names with the capitalisation on the list."""
        known = {name_key(name): name for name in self.known()}
        return {seat: known.get(name_key(name), name) for seat, name in names.items()}

    def knows(self, name: str) -> bool:
        return bool(self._query(partial(_spellings, name=name)))

    def rename(self, old: str, new: str) -> None:
        """Rename a person in all games, running and finished. An existing person of the new name is merged. Raises
        ``BadSetup`` for an invalid name."""
        self._write(partial(_rename, old=old, new=clean_name(new)))

    def forget(self, name: str) -> None:
        """Remove a name from the list. Games keep it, and the next game with it adds it again."""
        self._write(partial(_forget, name=name))

    def erase(self, name: str) -> None:
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
    written = db.execute("SELECT name FROM people UNION SELECT person FROM finished_players WHERE person <> ''")
    return [one for (one,) in written.fetchall() if name_key(one) == name_key(name)]


def _forget(db: Database, name: str) -> None:
    db.execute("DELETE FROM people WHERE same = ?", [name_key(name)])


def _rename(db: Database, old: str, new: str) -> None:
    written = _spellings(db, old)
    row = db.execute("SELECT played FROM people WHERE same = ?", [name_key(old)]).fetchone()
    if row is not None:
        _forget(db, old)
        if new:
            db.table("people").upsert({"same": name_key(new), "name": new, "played": row[0]}, pk="same")
    for one in {old, *written}:
        for (game_id,) in db.execute("SELECT DISTINCT id FROM finished_players WHERE person = ?", [one]).fetchall():
            rename(db, game_id, one, new)
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
