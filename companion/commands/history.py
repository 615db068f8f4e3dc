"""``companion history``: saved games; ``companion dice``: statistics of their dice."""

from __future__ import annotations

from datetime import datetime

import click

from companion.commands.shared import good_start, read_journal
from companion.core.texts import P, T
from companion.language import tell
from companion.lookback.dice import GameDice, dice_records


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


DICE = T(
    "Are your dice fair? Looks at every roll of real dice in the saved games.\n"
    "\n"
    "It may be asked after every evening: of two hundred fair dice hardly one is ever called unfair."
)


@click.command(help=tell(DICE))
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def dice(path: str | None) -> None:
    with read_journal(path) as journal, good_start():
        found = dice_records(journal.logs())
    if not found:
        click.echo(tell(T("No real dice have been rolled yet.")))
    for game in found:
        _tell(game)


def _tell(game: GameDice) -> None:
    click.echo(tell(game.title))
    for die in game.dice:
        click.echo(f"  {tell(die.name)}: {tell(die.words)}")
        click.echo("    " + ", ".join(f"{tell(face.name)} {face.rolled} ({face.expected:.0f})" for face in die.faces))
