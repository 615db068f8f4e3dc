"""``companion doctor``: is everything in place?"""

from __future__ import annotations

import click

from companion.commands.shared import part
from companion.core.texts import T
from companion.doctor import GROUP, look, parts
from companion.language import tell


@click.command(
    help=tell(T("Check this machine: reader, buttons, journal.\n\nExit 1 when something is not as it should be."))
)
def doctor() -> int:
    part(GROUP, T("The check of this machine"))
    well = True
    for name, looks in parts().items():
        for check in look(name, looks):
            found = T("ok") if check.well else T("bad")
            click.echo(f"{tell(found):<4} {tell(check.name)}: {tell(check.text)}")
            well = well and check.well
    return 0 if well else 1
