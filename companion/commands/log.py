"""``companion log``: the log of a saved game."""

from __future__ import annotations

from datetime import datetime

import click
import msgspec

from companion.commands.starting import BadStart, open_journal
from companion.core.texts import T
from companion.language import tell
from companion.log import Entry


@click.command(help=tell(T("Print the log of a saved game, an entry a line.")))
@click.argument("game_id", metavar="GAME_ID|last")
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def log(game_id: str, path: str | None) -> None:
    with open_journal(path, must_exist=True) as journal:
        if game_id == "last":
            games = journal.games()
            if not games:
                raise BadStart(T("There are no saved games yet."))
            game_id = games[0].id
        _, _, entries = journal.load(game_id)
    for entry in entries:
        when = datetime.fromtimestamp(entry.at).strftime("%H:%M:%S")
        click.echo(f"{entry.rev:>5}  {when}  {entry.kind:<7} {entry.source:<6} {_said(entry)}")


def _said(entry: Entry) -> str:
    if entry.kind == "correct":
        return f"{msgspec.json.encode(entry.changes).decode()} {entry.why or ''}".rstrip()
    return str(entry.n) if entry.answer is None else msgspec.json.encode(entry.answer).decode()
