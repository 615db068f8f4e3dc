"""``companion doctor``: is everything in place?"""

from __future__ import annotations

from importlib.metadata import entry_points

import click

from companion.commands.starting import part
from companion.core.texts import T, plain

GROUP = "companion.doctor"


@click.command()
def doctor() -> int:
    """Check this machine: reader, buttons, journal.

    Exit 1 when something is not as it should be.
    """
    part(GROUP, "The doctor")
    well = True
    for check in sorted(entry_points(group=GROUP), key=lambda found: found.name):
        for name, ok, sentence in check.load()():
            click.echo(f"{plain(T('ok') if ok else T('bad')):<4} {plain(name)}: {plain(sentence)}")
            well = well and ok
    return 0 if well else 1
