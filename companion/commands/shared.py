"""Helpers for commands: errors, the journal, entry points."""

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
    """The command cannot run: one line per problem, exit code 2."""

    exit_code = 2

    def __init__(self, *problems: Text | str) -> None:
        super().__init__("\n".join(" ".join(tell(problem).split()) for problem in problems))


def warn(notice: Text | None) -> None:
    """Print a notice to standard error; None is ignored."""
    if notice is not None:
        click.echo(f"companion: {tell(notice)}", err=True)


@contextmanager
def good_start() -> Iterator[None]:
    """Convert ``BadSetup`` and ``BadPack`` to ``BadStart``."""
    try:
        yield
    except BadSetup as no:
        raise BadStart(no.text) from no
    except BadPack as no:
        raise BadStart(*no.problems) from no


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Convert ``OSError`` for an output file to ``BadStart``."""
    try:
        yield
    except OSError as no:
        why = no.strerror or str(no)
        raise BadStart(T("{path} cannot be written: {why}. Name another file.", path=str(path), why=why)) from no


@contextmanager
def open_journal(path: str | None, *, must_exist: bool = False) -> Iterator[Journal]:
    """Open the journal at ``path``, by default the user's own. Raises ``BadStart``."""
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
"""Help of ``--resume``, for screen and terminal."""


def game_to_resume(wanted: str, journal: Journal) -> str:
    """The id of the game that ``--resume`` names. Raises ``BadStart`` if there is none."""
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
    """Open the journal at ``path`` read-only, even while a screen writes it. Raises ``BadStart``."""
    from companion.journal import JournalError, open_read_only  # noqa: PLC0415 - few commands need a database

    try:
        with open_read_only(path) as found:
            yield found
    except JournalError as no:
        raise BadStart(no.text) from no


def read_game(game_id: str, path: str | None) -> tuple[Setup, dict[str, Any], list[Entry]]:
    """The setup, notes and log of a saved game; ``last`` is the one played last, even if it is over.

    Raises ``BadStart`` if there is no such game.
    """
    with read_journal(path) as journal:
        if game_id == "last":
            games = journal.games()
            if not games:
                raise BadStart(T("There are no saved games yet."))
            game_id = games[0].id
        setup, _, entries = journal.load(game_id)
        notes = journal.saved(game_id).notes
    return setup, notes, entries


def part(group: str, what: Text) -> Callable[..., Any]:
    """The object registered under the entry point ``group`` by another package. Raises ``BadStart`` if there is
    none."""
    found = list(entry_points(group=group))
    if not found:
        raise BadStart(T("{what} is not installed here. Install the whole companion: deploy/play does it.", what=what))
    try:
        loaded: Callable[..., Any] = found[0].load()
    except ImportError as no:
        raise BadStart(T("{what} cannot start: {why}. deploy/play mends it.", what=what, why=str(no))) from no
    return loaded
