"""``companion table``: a game without a screen (WIRE)."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from companion.commands.shared import good_start, open_journal
from companion.commands.tables import Options, new_table, resumed_table, table_options
from companion.core.texts import T
from companion.language import tell
from companion.wire import serve

if TYPE_CHECKING:
    from companion.journal import Journal


HELP = T(
    "Play without a screen: JSON lines in, JSON lines out.\n\n"
    "Each line on standard input is a request, {request} for one; each is answered with one line on standard output.",
    request='{"op":"ask"}',
)


@click.command(help=tell(HELP))
@table_options
@click.option("--journal", "path", metavar="FILE", help=tell(T("Keep the game in this journal. Default: memory only.")))
def table(path: str | None, **given: Any) -> None:
    options = Options(**given)
    journal: Journal | None = None
    with ExitStack() as stack:
        if path is not None:
            must_exist = options.resume is not None
            journal = stack.enter_context(open_journal(path, must_exist=must_exist))
        with good_start():
            running = new_table(options, journal) if options.resume is None else resumed_table(options, journal)
        try:
            serve(running, before_response=lambda: _wait_for(journal))
        except BrokenPipeError:
            # The client has disconnected, which ends the game normally. Without this, Python would report the broken
            # pipe at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wait_for(journal: Journal | None) -> None:
    # The response acknowledges the entry, so the entry must be on disk before it is sent.
    if journal is not None and not journal.flush():
        why = journal.error or T("The journal is slow; nothing is lost yet.")
        click.echo(f"companion: {tell(why)}", err=True)
