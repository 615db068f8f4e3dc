"""The commands of a club: ``collect``, ``simulate tables`` and its part of ``doctor``, with the options they share.

Nothing that needs the extra ``[club]`` is imported before a command runs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import structs

from companion.club import settings
from companion.club.membership import MISSING, NAME
from companion.club.settings import Club, load
from companion.commands.options import BadStart, open_journal
from companion.configuration import ConfigError
from companion.core.texts import P, T, Text
from companion.doctor import Check
from companion.language import tell

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--broker", metavar="HOST", help=tell(T("The broker. Default: that of companion.toml."))),
    click.option(
        "--broker-port", type=click.IntRange(1, 65535), help=tell(T("Its port. Default: 1883, with TLS 8883."))
    ),
    click.option("--tls", is_flag=True, help=tell(T("The connection to the broker is encrypted."))),
    click.option(
        "--ca", metavar="FILE", help=tell(T("The certificate that signs the broker's, where it is one's own."))
    ),
    click.option(
        "--user", metavar="NAME", help=tell(T("Who the broker lets in; the password stands in companion.toml."))
    ),
    click.option("--config", metavar="FILE", help=tell(T("Use this companion.toml."))),
)


def broker_options(command: F) -> F:
    """The options that name a broker; they go to ``chosen_club``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def chosen_club(
    *, broker: str | None, broker_port: int | None, tls: bool, ca: str | None, user: str | None, config: str | None
) -> Club:
    """What the file says, but for what was given; a bad start where no broker is named."""
    given = {"broker": broker, "port": broker_port, "tls": tls or None, "ca": ca, "user": user}
    try:
        club: Club = load(None if config is None else Path(config))
    except ConfigError as no:
        raise BadStart(no.text) from no
    club = structs.replace(club, **{name: value for name, value in given.items() if value is not None})
    if not club.broker:
        raise BadStart(T("Which broker? Name it with --broker, or in the section [club] of companion.toml."))
    return club


PATIENCE = 20.0
"""Seconds that ``--once`` gives a broker to be there."""


@click.command("collect")
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


TABLES_HELP = T(
    "Tables that are not there play real games, and tell a broker of them as real ones do.\n\n"
    "Look at them with companion wall. Ctrl+C ends; the broker then knows that they are away."
)


@click.command("tables", help=tell(TABLES_HELP))
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
        from companion.club.simulation import Pace, SimulatedTable, play  # noqa: PLC0415 - few simulate a club
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


ANSWER_WITHIN = 10.0
"""Seconds that a broker may take."""


class _Visitor:
    """Comes in and says nothing."""

    def __init__(self) -> None:
        self.in_ = threading.Event()

    def up(self, _link: object) -> None:
        self.in_.set()

    def heard(self, _topic: str, _payload: bytes, _retained: bool) -> None:
        """Nothing was subscribed."""

    def work(self, _link: object) -> None:
        """There is nothing to do."""


def checks(path: Path | None = None, patience: float = ANSWER_WITHIN) -> Iterator[Check]:
    """Try the broker of ``path`` (None: the default companion.toml); nothing where none is named, or where the file
    is not in order, which others say."""
    try:
        club = settings.load(path)
    except settings.BadSection as no:
        yield Check(NAME, False, no.text)
        return
    except ConfigError:
        return
    if not club.broker:
        return
    try:
        from companion.club.link import BrokerLink, short_id  # noqa: PLC0415 - few tables are in a club
    except ImportError:
        yield Check(NAME, False, MISSING)
        return
    visitor = _Visitor()
    link = BrokerLink(club, f"doctor-{short_id()}", visitor)
    link.start()
    for _ in range(round(patience / 0.1)):
        if visitor.in_.wait(0.1) or link.attempts:
            break
    trouble = link.trouble
    link.close()
    if trouble is None:
        yield Check(NAME, True, T("The broker {broker} lets this table in.", broker=club.broker))
    else:
        yield Check(NAME, False, trouble)
