"""``companion doctor``: checks of this machine; ``companion simulate``: simulated hardware."""

from __future__ import annotations

from importlib.metadata import entry_points

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


class _Simulators(click.Group):
    """The commands registered as entry points ``companion.simulate``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(one.name for one in entry_points(group=SIMULATE))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for one in entry_points(group=SIMULATE, name=cmd_name):
            command: click.Command = one.load()
            return command
        return None


SIMULATE = "companion.simulate"


@click.group(
    cls=_Simulators,
    invoke_without_command=True,
    help=tell(T("Be what is not there, in another window: a dice reader, a panel, the tables of a club.")),
)
@click.pass_context
def simulate(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
