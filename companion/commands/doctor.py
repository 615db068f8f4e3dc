"""``companion doctor``: is everything in place?"""

from __future__ import annotations

from importlib.metadata import entry_points

import click

from companion.commands.shared import part
from companion.core.texts import T
from companion.language import tell

GROUP = "companion.doctor"


@click.command(
    help=tell(T("Check this machine: reader, buttons, journal.\n\nExit 1 when something is not as it should be."))
)
def doctor() -> int:
    part(GROUP, T("The check of this machine"))
    well = True
    for check in sorted(entry_points(group=GROUP), key=lambda found: found.name):
        for name, ok, sentence in check.load()():
            found = T("ok") if ok else T("bad")
            click.echo(f"{tell(found):<4} {tell(name)}: {tell(sentence)}")
            well = well and ok
    return 0 if well else 1
