"""``companion play``: the touchscreen or terminal; ``companion reader``: the camera reader."""

from __future__ import annotations

import click

from companion.commands.shared import part
from companion.core.texts import T
from companion.language import tell


@click.command(
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    help=tell(T("Play on the touchscreen; play --terminal needs no screen.")),
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def play(arguments: tuple[str, ...]) -> int | None:
    if "--terminal" in arguments:
        from companion.commands.terminal import terminal  # noqa: PLC0415 - the screen needs none of it

        return int(terminal.main(list(arguments), "companion play --terminal", standalone_mode=False) or 0)
    ended: int | None = part("companion.play", T("The screen"))(list(arguments))
    return ended


@click.command(
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    help=tell(T("Read dice with a camera above a tray.")),
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def reader(arguments: tuple[str, ...]) -> int | None:
    ended: int | None = part("companion.reader", T("The camera reader"))(list(arguments))
    return ended
