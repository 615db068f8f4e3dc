"""``companion games``: the installed games."""

from __future__ import annotations

import click

from companion.core.refusals import BadSetup
from companion.core.texts import T
from companion.games.registry import game_names, load_game
from companion.language import tell


@click.command(help=tell(T("List the games that can be played.")))
def games() -> None:
    for name in game_names():
        try:
            click.echo(f"{name:<10} {tell(load_game(name).title)}")
        except BadSetup as no:
            click.echo(f"companion: {tell(no.text)}", err=True)
