"""``companion history``: saved games."""

from __future__ import annotations

from datetime import datetime

import click

from companion.commands.starting import open_journal
from companion.core.texts import P, T, plain


@click.command()
@click.option("--journal", "path", metavar="FILE", help="The journal. Default: the one of this user.")
def history(path: str | None) -> None:
    """List saved games, the one played last first."""
    with open_journal(path, must_exist=True) as journal:
        saved = journal.games()
    if not saved:
        click.echo(plain(T("There are no saved games yet.")))
    for game in saved:
        when = datetime.fromtimestamp(game.at).strftime("%Y-%m-%d %H:%M")
        state = plain(T("over") if game.finished else T("open"))
        entries = plain(P("{n} entry", "{n} entries", game.rev))
        click.echo(f"{game.id}  {when}  {state:<6} {game.game:<8} {', '.join(game.setup.seats)}  ({entries})")
