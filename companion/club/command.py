"""``companion collect``: the finished games of all tables, in one journal."""

from __future__ import annotations

import threading
from typing import Any

import click

from companion.club.options import broker_options, chosen_club
from companion.commands.shared import BadStart, open_journal
from companion.core.texts import T, Text
from companion.language import tell

PATIENCE = 20.0
"""Seconds that ``--once`` gives a broker to be there."""

HELP = T(
    "Gather the finished games of all tables of a club in one journal, each once.\n"
    "\n"
    "The tables tell a broker of them; what comes while this does not run waits there for up to 60 days, and a finished"
    " game stays there for a year. companion results shows what was gathered. Ctrl+C ends it."
)


@click.command("collect", help=tell(HELP))
@broker_options
@click.option("--journal", "path", metavar="FILE", help=tell(T("Where games are kept. Default: your own journal.")))
@click.option("--once", is_flag=True, help=tell(T("Gather what is there now, and end; exit 1 if the broker is not.")))
def collect(path: str | None, *, once: bool, **given: Any) -> int:
    try:
        from companion.club.collecting import Collector, summary  # noqa: PLC0415 - few collect games
    except ImportError as no:
        raise BadStart(T("Nothing can be told to a broker here. Install the companion with [club].")) from no
    club = chosen_club(**given)
    with open_journal(path) as journal:
        collector = Collector(club, journal, _say)
        collector.start()
        well = True
        try:
            if once:
                well = collector.all_there(PATIENCE)
                if not well:
                    collector.look()
            else:
                _go_on(collector.look)
        except KeyboardInterrupt:
            pass
        finally:
            collector.close()
        _say(summary(collector.counted))
    return 0 if well else 1


def _go_on(look: Any) -> None:
    never = threading.Event()
    while not never.wait(1):
        look()


def _say(sentence: Text) -> None:
    click.echo(tell(sentence))
