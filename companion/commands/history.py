"""``companion history``: saved games."""

from __future__ import annotations

from datetime import datetime

import click

from companion.commands.starting import open_journal


@click.command()
@click.option("--journal", "path", metavar="FILE", help="The journal. Default: the one of this user.")
def history(path: str | None) -> None:
    """List saved games, the one played last first."""
    with open_journal(path, must_exist=True) as journal:
        saved = journal.games()
    if not saved:
        click.echo("There are no saved games yet.")
    for game in saved:
        when = datetime.fromtimestamp(game.at).strftime("%Y-%m-%d %H:%M")
        state = "over" if game.finished else "open"
        click.echo(f"{game.id}  {when}  {state}  {game.game:<8} {', '.join(game.setup.seats)}  ({game.rev} entries)")
