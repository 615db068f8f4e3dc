"""The command line: ``companion play | table | games | …``."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from pkgutil import resolve_name

import click

from companion import __version__
from companion.core.texts import T, Text
from companion.language import spoken, tell, tell_click

COMMANDS = {
    "play": "companion.commands.parts:play",
    "web": "companion.web.command:web",
    "collect": "companion.commands.club:collect",
    "wall": "companion.wall.command:wall",
    "table": "companion.commands.table:table",
    "games": "companion.commands.parts:games",
    "history": "companion.commands.saved_games:history",
    "log": "companion.commands.saved_games:log",
    "export": "companion.commands.saved_games:export",
    "results": "companion.commands.results:results",
    "people": "companion.commands.results:people",
    "dice": "companion.commands.saved_games:dice",
    "pack": "companion.commands.packs:pack",
    "reader": "companion.commands.parts:reader",
    "simulate": "companion.commands.parts:simulate",
    "doctor": "companion.commands.parts:doctor",
    "bench": "companion.commands.bench:bench",
}
"""By name, in the order of the help: module and function of each command, imported when it is needed."""


SPEAK = ("play", "web", "wall")
"""Their ``--language`` is that of all they say; elsewhere it is that of a page which they write."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = resolve_name(COMMANDS[cmd_name])
        return command


HELP = T(
    "A companion for board games.\n"
    "\n"
    "It draws the cards, moves the tracks, reads the dice and tells you what to do with the pieces, beside a game"
    " on a real board."
)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    help=tell(HELP),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="companion", help=tell(T("Show the version and exit.")))
@click.pass_context
def companion(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line (default: that of the process) and exit: 0, 2 for a bad start, 1 for what went wrong later.

    What went wrong stands on standard error, one line for each thing, never a traceback.
    """
    tell_click()
    words = list(sys.argv[1:] if arguments is None else arguments)
    with spoken(words if words[:1] and words[0] in SPEAK else ()):
        _run(words)


def _run(arguments: list[str]) -> None:
    try:
        done = companion.main(arguments, prog_name="companion", standalone_mode=False)
    except click.ClickException as error:
        for line in error.format_message().splitlines():
            click.echo(f"companion: {line}", err=True)
        sys.exit(error.exit_code)
    except click.Abort:
        sys.exit(130)
    except Exception as error:
        click.echo(f"companion: {tell(_defect(error))}", err=True)
        sys.exit(1)
    sys.exit(done if isinstance(done, int) else 0)


def _defect(error: Exception) -> Text:
    spot = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return T(
        "This is a fault in the companion ({what}; {file}:{n}). Please report it.",
        what=what,
        file=spot.filename,
        n=spot.lineno or 0,
    )
