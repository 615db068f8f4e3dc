"""``companion games``: what can be played."""

from __future__ import annotations

import click

from companion.core.texts import plain
from companion.games.registry import GAMES, load_game


@click.command()
def games() -> None:
    """List the games that can be played."""
    for name in GAMES:
        click.echo(f"{name:<10} {plain(load_game(name).title)}")
