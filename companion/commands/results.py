"""``companion results``: how games have ended; ``companion people``: who plays here."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table as Grid

from companion.commands.options import BadStart, good_start, open_journal, read_journal
from companion.core.texts import T, Text, Words, listed
from companion.language import tell
from companion.lookback.page import length
from companion.table.result import MORNING, GameResult, ending, evening, player_name, start_of, who_played

if TYPE_CHECKING:
    from companion.journal import By, Count, ResultFilter

WIDTH = 150
"""Columns of a table where its reader has no screen."""
DAY = click.DateTime(["%Y-%m-%d"])
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With one of these a cell begins that a spreadsheet would work out."""

UTF_8 = "\ufeff"
"""A spreadsheet takes a file that begins so for UTF-8; without it Müller becomes MÃ¼ller."""


@click.command()
@click.option("--today", is_flag=True, help=tell(T("Only games of this evening, until six in the morning.")))
@click.option("--year", type=click.IntRange(1970, 9998), help=tell(T("Only games of that year.")))
@click.option("--since", type=DAY, metavar="DATE", help=tell(T("Only games from that day on, as in 2026-11-25.")))
@click.option("--until", type=DAY, metavar="DATE", help=tell(T("Only games up to the evening of that day.")))
@click.option("--person", metavar="NAME", default="", help=tell(T("Only games in which that person played.")))
@click.option(
    "--by",
    type=click.Choice(["person", "game", "story", "evening"]),
    help=tell(T("Count them by person, game, story or evening.")),
)
@click.option("--csv", "as_csv", is_flag=True, help=tell(T("Comma-separated values, for a spreadsheet.")))
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def results(
    today: bool, year: int | None, since: datetime | None, until: datetime | None,
    person: str, by: By | None, as_csv: bool, path: str | None,
) -> None:  # fmt: skip
    span = _span(today, year, since, until, person)
    _settle(path)
    with read_journal(path) as journal:
        if by is None:
            heads, rows = _games(journal.results.page(span), exact=as_csv)
        else:
            heads, rows = _counts(by, journal.results.counts(by, span), exact=as_csv)
    if as_csv:
        _write_csv([tell(head) for head in heads], rows)
    elif not rows:
        click.echo(tell(T("No finished games were found.")))
    else:
        _print(heads, rows)


def _span(today: bool, year: int | None, since: datetime | None, until: datetime | None, person: str) -> ResultFilter:
    from companion.journal import ResultFilter  # noqa: PLC0415 - few commands need a database

    if sum((today, year is not None, since is not None or until is not None)) > 1:
        raise BadStart(T("Use only one of --today, --year, and --since with --until."))
    if today:
        return ResultFilter(evening(datetime.now()), person=person)
    if year is not None:
        return ResultFilter(start_of(date(year, 1, 1)), start_of(date(year + 1, 1, 1)), person)
    first = "" if since is None else start_of(since.date(), MORNING)
    last = "" if until is None else start_of(until.date() + timedelta(1), MORNING)
    return ResultFilter(first, last, person)


def _settle(path: str | None) -> None:
    """Find out how games have ended that an older version has played, unless a screen has the journal now."""
    from companion.journal import Journal, JournalError, default_path  # noqa: PLC0415 - few commands need a database
    from companion.lookback.lookback import settle  # noqa: PLC0415 - nor rules

    where = default_path() if path is None else Path(path)
    if not where.exists():
        return
    try:
        with Journal(where) as journal:
            while settle(journal):
                pass
    except JournalError:
        # What cannot be read is said by whoever reads it next.
        return


def _games(found: Sequence[GameResult], *, exact: bool) -> tuple[list[Text], list[list[str]]]:
    heads = [T("when"), T("game"), T("story"), T("how long"), T("end"), T("players")]
    if exact:
        heads = [
            T("began"), T("ended"), T("game"), T("story"), T("box"), T("table"), T("minutes"), T("end"), T("won by"),
            T("players"), T("id"),
        ]  # fmt: skip
    return heads, [_exactly(one) if exact else _briefly(one) for one in found]


def _briefly(one: GameResult) -> list[str]:
    what = (_when(one.ended), one.title, one.story_name, length(one.seconds), ending(one), who_played(one))
    return [tell(words) for words in what]


def _exactly(one: GameResult) -> list[str]:
    winners = listed([player_name(player) for player in one.players if player.won])
    return [
        _when(one.started), _when(one.ended), tell(one.title), tell(one.story_name or ""), tell(one.box_name or ""),
        one.table, str(round(one.seconds / 60)), tell(ending(one)), tell(winners), tell(who_played(one)), one.id,
    ]  # fmt: skip


def _counts(by: By, found: Sequence[Count], *, exact: bool) -> tuple[list[Text], list[list[str]]]:
    """A row for each; stories stand with their game."""
    first = {"person": [T("person")], "game": [T("game")], "story": [T("game"), T("story")], "evening": [T("evening")]}
    heads = [*first[by], T("played")]
    heads += {"person": [T("won")], "evening": []}.get(by, [T("won together"), T("lost together")])
    heads += [T("minutes"), T("minutes each")] if exact else [T("how long"), T("each")]
    rows = []
    for one in found:
        named: list[Words] = [one.what] if by in ("person", "evening") else [one.title]
        named += [one.story] if by == "story" else []
        numbers: list[Words] = [one.played]
        numbers += {"person": [one.won], "evening": []}.get(by, [one.won, one.lost])
        times = (one.seconds, one.mean_seconds)
        lasted: list[Words] = [round(time / 60) if exact else length(time) for time in times]
        rows.append([tell(words) for words in (*named, *numbers, *lasted)])
    return heads, rows


def _when(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def _print(heads: Sequence[Text], rows: Sequence[Sequence[str]]) -> None:
    grid = Grid(box=None, pad_edge=False)
    for n, head in enumerate(heads):
        right = all(row[n].lstrip("-").isdecimal() for row in rows)
        grid.add_column(tell(head), justify="right" if right else "left")
    for row in rows:
        grid.add_row(*row)
    Console(markup=False, highlight=False, emoji=False, width=None if sys.stdout.isatty() else WIDTH).print(grid)


def _write_csv(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if not sys.stdout.isatty():
        sys.stdout.write(UTF_8)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([_cell(value) for value in row] for row in rows)


def _cell(value: str) -> str:
    """A value that no spreadsheet takes for a formula, whatever people call themselves."""
    is_number = value.removeprefix("-").isdecimal()
    return f"'{value}" if value.startswith(FORMULA) and not is_number else value


@click.command()
@click.option("--rename", nargs=2, metavar="OLD NEW", help=tell(T("Call somebody otherwise, in all games.")))
@click.option("--forget", metavar="NAME", help=tell(T("Take a name off the list; games that were played keep it.")))
@click.option("--erase", metavar="NAME", help=tell(T("Take a name off the list, and out of all games for ever.")))
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def people(rename: tuple[str, str] | None, forget: str | None, erase: str | None, path: str | None) -> None:
    with open_journal(path, must_exist=True) as journal, good_start():
        here = journal.people
        for name in [*(rename or ())[:1], forget, erase]:
            if name is not None and not here.knows(name):
                raise BadStart(T("Nobody is called {name} here. companion people lists the names.", name=name))
        if rename is not None:
            here.rename(*rename)
        if forget is not None:
            here.forget(forget)
        if erase is not None:
            here.erase(erase)
        known = here.known()
    for name in known:
        click.echo(name)
    if not known:
        click.echo(tell(T("Nobody is on the list: a name gets there when a game begins with it.")))
