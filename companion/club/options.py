"""Which broker a command is about: what stands on the command line, before what stands in companion.toml."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import structs

from companion.club.settings import Club, load
from companion.commands.shared import BadStart
from companion.configuration import ConfigError
from companion.core.texts import T
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
