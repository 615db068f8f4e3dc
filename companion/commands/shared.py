"""What commands share that begin something: bad starts, the journal, entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import T, Text
from companion.language import tell

if TYPE_CHECKING:
    from companion.journal import Journal, ReadOnlyJournal
    from companion.table.log import Entry, Setup


class BadStart(click.ClickException):
    """What was asked for cannot be done: a line for each problem, exit 2."""

    exit_code = 2

    def __init__(self, *problems: Text | str) -> None:
        super().__init__("\n".join(" ".join(tell(problem).split()) for problem in problems))


def warn(notice: Text | None) -> None:
    """Say it beside what the command itself prints; nothing for None."""
    if notice is not None:
        click.echo(f"companion: {tell(notice)}", err=True)


@contextmanager
def good_start() -> Iterator[None]:
    """Turn what games and packs find wrong into a bad start."""
    try:
        yield
    except BadSetup as no:
        raise BadStart(no.text) from no
    except BadPack as no:
        raise BadStart(*no.problems) from no


@contextmanager
def open_journal(path: str | None, *, must_exist: bool = False) -> Iterator[Journal]:
    """The journal at ``path`` (None: where it belongs), closed at the end; what it cannot do is a bad start."""
    from companion.journal import Journal, JournalError, default_path  # noqa: PLC0415 - few commands need a database

    where = default_path() if path is None else Path(path)
    if must_exist and not where.exists():
        raise BadStart(T("There is no journal {path}.", path=str(where)))
    try:
        with Journal(where) as journal:
            for notice in journal.notices:
                warn(notice)
            yield journal
    except JournalError as no:
        raise BadStart(no.text) from no


RESUME = T("Go on with a game of that journal; last: the one played last that is not over.")
"""What ``--resume`` means, on the screen and without one."""


def game_to_resume(wanted: str, journal: Journal) -> str:
    """The id of the game that ``--resume`` names; a bad start if there is none."""
    from companion.journal import JournalError  # noqa: PLC0415 - few commands need a database

    try:
        found = journal.last() if wanted == "last" else journal.saved(wanted).id
    except JournalError as no:
        raise BadStart(no.text) from no
    if found is None:
        path = str(journal.path)
        raise BadStart(T("{path} holds no game to go on with. companion history lists those that are over.", path=path))
    return found


@contextmanager
def read_journal(path: str | None) -> Iterator[ReadOnlyJournal]:
    """The journal at ``path``, to be read only, also while a screen writes it; what cannot be read is a bad start."""
    from companion.journal import JournalError, open_read_only  # noqa: PLC0415 - few commands need a database

    try:
        with open_read_only(path) as found:
            yield found
    except JournalError as no:
        raise BadStart(no.text) from no


def read_game(game_id: str, path: str | None) -> tuple[Setup, list[Entry]]:
    """How a saved game began, and its log; ``last`` is the one played last, also if it is over. A bad start if there
    is no such game."""
    with read_journal(path) as journal:
        if game_id == "last":
            games = journal.games()
            if not games:
                raise BadStart(T("There are no saved games yet."))
            game_id = games[0].id
        setup, _, entries = journal.load(game_id)
    return setup, entries


def part(group: str, what: Text) -> Callable[..., Any]:
    """What another part of the product has declared under the entry point ``group``; a bad start if none has."""
    found = list(entry_points(group=group))
    if not found:
        raise BadStart(T("{what} is not installed here. Install the whole companion: deploy/play does it.", what=what))
    try:
        loaded: Callable[..., Any] = found[0].load()
    except ImportError as no:
        raise BadStart(T("{what} cannot start: {why}. deploy/play mends it.", what=what, why=str(no))) from no
    return loaded
