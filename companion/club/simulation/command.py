"""``companion simulate tables``: a club evening for people who have none, to look at a wall and what it bears."""

from __future__ import annotations

import threading
from typing import Any

import click

from companion.club.options import broker_options, chosen_club
from companion.commands.shared import BadStart
from companion.core.texts import P, T
from companion.language import tell

HELP = T(
    "Tables that are not there play real games, and tell a broker of them as real ones do.\n\n"
    "Look at them with companion wall. Ctrl+C ends; the broker then knows that they are away."
)


@click.command("tables", help=tell(HELP))
@broker_options
@click.option("--count", type=click.IntRange(1, 1000), default=20, show_default=True, help=tell(T("So many tables.")))
@click.option(
    "--every",
    type=click.FloatRange(0.2, 3600),
    default=5.0,
    show_default=True,
    help=tell(T("Seconds from one answer of a table to the next.")),
)
@click.option(
    "--helps",
    type=click.FloatRange(0, 600),
    default=0.5,
    show_default=True,
    help=tell(T("So many calls for help in a minute, of all tables together.")),
)
@click.option("--seed", metavar="TEXT", default="club", show_default=True, help=tell(T("Begin the same tables again.")))
def tables(count: int, every: float, helps: float, seed: str, **given: Any) -> None:
    try:
        from companion.club.simulation.tables import Pace, SimulatedTable, play  # noqa: PLC0415 - few simulate a club
    except ImportError as no:
        raise BadStart(T("Nothing can be told to a broker here. Install the companion with [club].")) from no
    club = chosen_club(**given)
    made = [SimulatedTable(club, n + 1, seed) for n in range(count)]
    for one in made:
        one.publisher.start()
    click.echo(tell(P("{n} table plays. Ctrl+C ends.", "{n} tables play. Ctrl+C ends.", count)))
    try:
        play(made, Pace(every, helps), threading.Event())
    except KeyboardInterrupt:
        pass
    finally:
        for one in made:
            one.publisher.close()
