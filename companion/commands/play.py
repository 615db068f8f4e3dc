"""``companion play``: the touchscreen."""

from __future__ import annotations

import click

from companion.commands.starting import part


@click.command(
    add_help_option=False, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def play(arguments: tuple[str, ...]) -> int | None:
    """Play at the touchscreen, or in the terminal (play --help)."""
    ended: int | None = part("companion.play", "The screen")(list(arguments))
    return ended
