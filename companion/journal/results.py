"""How games have ended: rows of the tables ``finished`` and ``finished_players``, and what is counted of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct, structs
from sqlite_utils import Database

from companion.core.texts import in_language
from companion.journal.format import DIGEST, Damaged, write_json
from companion.journal.queries import Query, Row
from companion.journal.views import counted
from companion.journal.writer import Write
from companion.results.finished import Finished, Player, Said

By: TypeAlias = Literal["person", "game", "story", "evening"]


class Span(NamedTuple):
    """Which results are asked for: of games that ended from ``since`` on and before ``until`` (as ``Finished.ended``;
    empty: always), with ``person`` among the players (empty: whoever played), or of one ``game`` by its id."""

    since: str = ""
    until: str = ""
    person: str = ""
    game: str = ""

    def where(self) -> tuple[str, list[str]]:
        """The condition on rows, and what fills it in."""
        parts = {"ended >= ?": self.since, "ended < ?": self.until, "id = ?": self.game,
                 "id IN (SELECT id FROM finished_players WHERE person = ?)": self.person}  # fmt: skip
        wanted = {part: value for part, value in parts.items() if value}
        return " AND ".join(wanted) or "1", list(wanted.values())


EVER = Span()


class Count(NamedTuple):
    """How many games were played, and how many seconds, all of them and one as a rule. ``won`` is how many of them the
    person won; for games and stories, ``won`` and ``lost`` are those that all players won or lost together. ``what`` is
    the person, the evening (its day), or the id of the game or story: for these, ``title`` and ``story`` say it in all
    languages. ``last`` is when the last one ended."""

    what: str
    played: int
    won: int
    lost: int
    seconds: int
    mean_seconds: int
    last: str
    title: Said
    story: Said


def put(db: Database, result: Finished) -> None:
    """Write a result, instead of another one of the same game."""
    remove(db, result.id)
    row, players = _rows(result)
    db.table("finished").insert(row | {"seal": _seal(row, players)})
    db.table("finished_players").insert_all(players)


def remove(db: Database, game_id: str) -> None:
    """The game goes on after all, or what was written of it is damaged."""
    db.execute("DELETE FROM finished WHERE id = ?", [game_id])
    db.execute("DELETE FROM finished_players WHERE id = ?", [game_id])


def _remove_all(db: Database, game_ids: list[str]) -> None:
    for game_id in game_ids:
        remove(db, game_id)


def rename(db: Database, game_id: str, old: str, new: str) -> None:
    """A person is called otherwise, or not at all, in a result; what is damaged stays as it is."""
    for found in results(db, Span(game=game_id))[0]:
        players = [structs.replace(one, name=new) if one.name == old else one for one in found.players]
        put(db, structs.replace(found, players=players))


def collect(db: Database, result: Finished) -> bool:
    """Write a result of another table, each game once; True if it was not there, or has ended once more since."""
    if db.execute("SELECT 1 FROM games WHERE id = ?", [result.id]).fetchone():
        return False
    there = db.execute("SELECT ended FROM finished WHERE id = ?", [result.id]).fetchone()
    if there is not None and there[0] >= result.ended:
        return False
    put(db, result)
    return True


class Page(NamedTuple):
    """Some results, and the ids of the games among them whose result is not what was written."""

    results: list[Finished]
    damaged: list[str]


def results(db: Database, span: Span = EVER, first: int = 0, most: int | None = None) -> Page:
    """``most`` results (None: all) from the ``first`` on, the game that ended last is 0."""
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
    return Page(found, damaged)


def player_rows(db: Database, game_id: str) -> Iterator[Row]:
    """The rows of those who played a game, in the order in which they sat."""
    return db.query("SELECT * FROM finished_players WHERE id = ? ORDER BY place", [game_id])


def copy_result(to: Database, row: Row, players: list[Row]) -> None:
    """Write a result as it stands in another journal, if it is what was written there."""
    try:
        put(to, read_result(row, players))
    except Damaged:
        return


def count_results(db: Database, span: Span = EVER) -> int:
    """How many there are."""
    where, args = span.where()
    return int(db.execute(f"SELECT count(*) FROM finished WHERE {where}", args).fetchone()[0])


def counts(db: Database, by: By, span: Span = EVER) -> list[Count]:
    """What is counted by persons, games, stories or evenings: the evening last played first, else whatever was played
    most."""
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


def unsettled(db: Database, most: int) -> list[str]:
    """Games that are over, and of which it is not known how they have ended: an older version played them."""
    rows = db.execute(
        "SELECT id FROM games WHERE finished AND id NOT IN (SELECT id FROM finished) ORDER BY played DESC LIMIT ?",
        [most],
    )
    return [row[0] for row in rows]


def _all_said(db: Database) -> dict[tuple[Any, Any], tuple[Said, Said]]:
    """What games, and stories of games, were called the last time."""
    found: dict[tuple[Any, Any], tuple[Said, Said]] = {}
    # Beside max(), SQLite takes the other columns from the row that has it.
    for game, story, said, _ in db.execute("SELECT game, story, said, max(ended) FROM finished GROUP BY game, story"):
        try:
            words = msgspec.json.decode(said, type=_Words)
        except msgspec.MsgspecError:
            continue
        found[game, story], found[game, None] = (words.title, words.story), (words.title, {})
    return found


class _Words(Struct):
    """What the column ``said`` holds."""

    title: Said
    box: Said
    story: Said
    seats: list[Said]


def _rows(result: Finished) -> tuple[Row, list[Row]]:
    """The row of a game and those of its players. What is said stands there in English, and in ``said`` in all
    languages."""
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


def _english(said: Said) -> str:
    return in_language(said, "en")


def _seal(row: Row, players: list[Row]) -> bytes:
    values = [[value for name, value in row.items() if name != "seal"], [list(player.values()) for player in players]]
    return blake2b(msgspec.json.encode(values), digest_size=DIGEST).digest()


def read_result(row: Row, rows: list[Row]) -> Finished:
    """The result that stands in a row and those of its players; raises ``Damaged``."""
    try:
        if _seal(row, rows) != row["seal"]:
            raise Damaged
        said = msgspec.json.decode(row["said"], type=_Words)
        players = [
            Player(one["seat"], words, one["person"], bool(one["won"]), one["points"])
            for one, words in zip(rows, said.seats, strict=True)
        ]
        return Finished(
            id=row["id"], table_id=row["table_id"], table=row["table_name"], game=row["game"], title=said.title,
            box=row["box"], box_name=said.box, story=row["story"], story_name=said.story,
            started=row["started"], ended=row["ended"], seconds=row["seconds"], outcome=row["outcome"],
            players=players,
        )  # fmt: skip
    except (msgspec.MsgspecError, TypeError, KeyError, ValueError) as error:
        raise Damaged from error


class Results:
    """How the games of a journal have ended, those that were played here and those that were collected.

    ``query`` puts a question to the journal, ``write`` has something written and waits until it is on disk.
    """

    def __init__(self, query: Query, write: Callable[[Write], None]) -> None:
        self._query = query
        self._write = write

    def of(self, game_id: str) -> Finished | None:
        """How that game has ended; None while it goes on, if there is none of that id, and if it is not known."""
        return next(iter(self.page(Span(game=game_id))), None)

    def page(self, span: Span = EVER, first: int = 0, most: int | None = None) -> list[Finished]:
        """``most`` results (None: all) from the ``first`` on, the game that ended last is 0. One that is not what was
        written is left out, and forgotten: it is worked out once more (``unsettled``), or collected once more."""
        found, damaged = self._query(lambda db: results(db, span, first, most))
        if damaged:
            self._write(partial(_remove_all, game_ids=damaged))
        return found

    def count(self, span: Span = EVER) -> int:
        """How many there are."""
        return self._query(lambda db: count_results(db, span))

    def counts(self, by: By, span: Span = EVER) -> list[Count]:
        """Counted by persons, games, stories or evenings; see ``counts``."""
        return self._query(lambda db: counts(db, by, span))

    def unsettled(self, most: int = 100) -> list[str]:
        """The ids of games that are over, and of which it is not known how they have ended: an older version has
        written them."""
        return self._query(lambda db: unsettled(db, most))

    def settle(self, result: Finished) -> None:
        """Keep how a game has ended that was played here."""
        self._write(partial(put, result=result))

    def add(self, result: Finished) -> bool:
        """Keep how a game of another table has ended, each once; True if it was not there, or has ended again since
        (its last answer was taken back). On disk when this returns; ``JournalError`` if it cannot be written."""
        added: list[bool] = []
        self._write(lambda db: added.append(collect(db, result)))
        return added[-1]
