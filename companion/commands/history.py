"""``companion history``: saved games."""

from __future__ import annotations

from datetime import datetime

import click

from companion.commands.shared import read_journal
from companion.core.texts import P, T
from companion.language import tell


@click.command(help=tell(T("List saved games, the one played last first.")))
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def history(path: str | None) -> None:
    with read_journal(path) as journal:
        saved = journal.games()
    if not saved:
        click.echo(tell(T("There are no saved games yet.")))
    for game in saved:
        when = datetime.fromtimestamp(game.at).strftime("%Y-%m-%d %H:%M")
        state = tell(T("over") if game.finished else T("open"))
        entries = tell(P("{n} entry", "{n} entries", game.rev))
        click.echo(f"{game.id}  {when}  {state:<9} {game.game:<8} {', '.join(game.setup.seats)}  ({entries})")
