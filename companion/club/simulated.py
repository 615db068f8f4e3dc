"""``companion simulate tables``: a club evening for people who have none, to look at a wall and what it bears."""

from __future__ import annotations

import threading
from pathlib import Path

import click
from msgspec import structs

from companion.club.settings import load
from companion.commands.shared import BadStart
from companion.configuration import ConfigError
from companion.core.texts import P, T
from companion.language import tell

HELP = T(
    "Tables that are not there play real games, and tell a broker of them as real ones do.\n\n"
    "Look at them with companion wall. Ctrl+C ends; the broker then knows that they are away."
)


@click.command("tables", help=tell(HELP))
@click.option("--broker", metavar="HOST", help=tell(T("The broker. Default: that of companion.toml.")))
@click.option("--broker-port", type=click.IntRange(1, 65535), help=tell(T("Its port. Default: 1883, with TLS 8883.")))
@click.option("--config", metavar="FILE", help=tell(T("Use this companion.toml.")))
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
def tables(
    broker: str | None, broker_port: int | None, config: str | None, count: int, every: float, helps: float, seed: str
) -> None:
    try:
        from companion.club.simulating import Pace, SimulatedTable, play  # noqa: PLC0415 - few simulate a club
    except ImportError as no:
        raise BadStart(T("Nothing can be told to a broker here. Install the companion with [club].")) from no
    try:
        club = load(None if config is None else Path(config))
    except ConfigError as no:
        raise BadStart(no.text) from no
    club = structs.replace(club, broker=broker or club.broker, port=broker_port or club.port)
    if not club.broker:
        raise BadStart(T("Which broker? Name it with --broker, or in the section [club] of companion.toml."))
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
