"""The command line: ``companion play | table | games | …``."""

from __future__ import annotations

import io
import sys
import traceback
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import NamedTuple

import click

from companion import __version__
from companion.core.texts import T, Text
from companion.language import spoken, tell, tell_click


class _Listed(NamedTuple):
    where: str
    """Module and function of the command."""
    help: Text


COMMANDS = {
    "play": _Listed("companion.commands.parts:play", T("Play on the touchscreen; play --terminal needs no screen.")),
    "web": _Listed(
        "companion.web.command:web",
        T(
            "Play on a laptop and on phones: one browser is the table, each phone can hold a seat.\n\n"
            "Without options it goes on with the last game, or asks what to play and who plays. Nothing is installed on"
            " phones, and nothing comes from the internet. The end of the input, or Ctrl+C, ends it."
        ),
    ),
    "collect": _Listed(
        "companion.commands.club:collect",
        T(
            "Gather the finished games of all tables of a club in one journal, each once.\n\n"
            "The tables tell a broker of them; what comes while this does not run waits there for up to 60 days, and a"
            " finished game stays there for a year. companion results shows what was gathered. Ctrl+C ends it."
        ),
    ),
    "wall": _Listed(
        "companion.wall.command:wall",
        T(
            "Show all tables of an evening on a television: who plays what, who needs a look, who calls for help.\n\n"
            "The tables tell a broker (mosquitto) what everybody may see; it is named here or in the section [club] of"
            " companion.toml. The end of the input, or Ctrl+C, ends it."
        ),
    ),
    "table": _Listed(
        "companion.commands.table:table",
        T(
            "Play without a screen: JSON lines in, JSON lines out.\n\n"
            "Each line on standard input is a request, {request} for one; each is answered with one line on"
            " standard output. op is one of {ops}; companion/core/WIRE.md says what each is given.",
            request='{"op":"ask"}',
            ops="ask, legal, answer, undo, redo, correct, facts, view, log, hash, learn, box, quit",
        ),
    ),
    "games": _Listed("companion.commands.parts:games", T("List the games that can be played.")),
    "history": _Listed("companion.commands.saved_games:history", T("List saved games, the one played last first.")),
    "log": _Listed(
        "companion.commands.saved_games:log",
        T(
            "Print the log of a saved game, one entry per line.\n\n"
            "The game “last” is the one played last, even if it is over."
        ),
    ),
    "export": _Listed(
        "companion.commands.saved_games:export",
        T(
            "Write a saved game as one page: charts, dice, turning points, and the whole log.\n\n"
            "The game “last” is the one played last, even if it is over."
        ),
    ),
    "results": _Listed(
        "companion.commands.results:results",
        T(
            "How the games have ended: who won, how long it took; of an evening, a year, or ever.\n\n"
            "With --by it counts them. With --csv it writes what a spreadsheet reads: companion results --csv >"
            " results.csv"
        ),
    ),
    "people": _Listed(
        "companion.commands.results:people",
        T("List who plays here, those who played last first; put a name right, or take it out."),
    ),
    "dice": _Listed(
        "companion.commands.saved_games:dice",
        T(
            "Are your dice fair? Looks at every roll of real dice in the saved games.\n\n"
            "It may be asked after every evening: of two hundred fair dice hardly one is ever called unfair."
        ),
    ),
    "pack": _Listed("companion.commands.packs:pack", T("Make, check, compare and hand on boxes, and try them out.")),
    "reader": _Listed("companion.commands.parts:reader", T("Read dice with a camera above a tray.")),
    "simulate": _Listed(
        "companion.commands.parts:simulate",
        T("Be what is not there, in another window: a dice reader, a panel, the tables of a club."),
    ),
    "doctor": _Listed(
        "companion.commands.parts:doctor",
        T("Check this machine: reader, buttons, journal.\n\nExit 1 when something is not as it should be."),
    ),
    "bench": _Listed(
        "companion.commands.bench:bench",
        T(
            "Measure this machine: start-up, disk, taps on the screen, dice reader.\n\n"
            "Numbers are medians with the least and the most of several rounds."
        ),
    ),
}
"""By name, in the order of the help. A command is imported when it is needed: its help stands here, so that the list
can be shown without importing any."""

SPEAK = ("play", "web", "wall")
"""Their ``--language`` is that of all they say; elsewhere it is that of a page which they write."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        where, summary = COMMANDS[cmd_name]
        command: click.Command = resolve_name(where)
        command.help = tell(summary)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        room = formatter.width - 6 - max(map(len, COMMANDS))
        rows = [
            (name, click.Command(name, help=tell(summary)).get_short_help_str(room))
            for name, (_, summary) in COMMANDS.items()
        ]
        with formatter.section(tell(T("Commands"))):
            formatter.write_dl(rows)


HELP = T(
    "A companion for board games.\n\n"
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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show every letter shows a question mark for those it lacks.
            stream.reconfigure(errors="replace")
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
