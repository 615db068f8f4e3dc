"""``companion wall``: all tables of an evening on a television."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from companion.club.settings import Club, load
from companion.commands.shared import BadStart
from companion.configuration import ConfigError
from companion.core.texts import Say, T
from companion.language import LANGUAGES, Language, language_of_machine, tell

if TYPE_CHECKING:
    from companion.club.wall.evening import Evening

HELP = T(
    "Show all tables of an evening on a television: who plays what, who needs a look, who calls for help.\n"
    "\n"
    "The tables tell a broker (mosquitto) what everybody may see; it is named here or in the section [club] of"
    " companion.toml. The end of the input, or Ctrl+C, ends it."
)


@click.command("wall", help=tell(HELP))
@click.option("--broker", metavar="HOST", help=tell(T("The broker. Default: that of companion.toml.")))
@click.option("--broker-port", type=click.IntRange(1, 65535), help=tell(T("Its port. Default: 1883, with TLS 8883.")))
@click.option("--tls", is_flag=True, help=tell(T("The connection to the broker is encrypted.")))
@click.option("--ca", metavar="FILE", help=tell(T("The certificate that signs the broker's, where it is one's own.")))
@click.option("--user", metavar="NAME", help=tell(T("Who the broker lets in; the password stands in companion.toml.")))
@click.option("--config", metavar="FILE", help=tell(T("Use this companion.toml.")))
@click.option(
    "--stuck",
    type=click.IntRange(1, 600),
    default=10,
    show_default=True,
    help=tell(T("Minutes of the same question after which a table is stuck.")),
)
@click.option(
    "--listen",
    metavar="ADDRESS",
    multiple=True,
    help=tell(T("An address of this machine at which the wall is seen; repeatable. Default: the one in its network.")),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=tell(T("Port; 0 is any free one. Default: 8430, or any free one where that is taken.")),
)
@click.option(
    "--language", type=click.Choice(sorted(LANGUAGES)), help=tell(T("Language. Default: that of the machine."))
)
def wall(
    broker: str | None,
    broker_port: int | None,
    tls: bool,
    ca: str | None,
    user: str | None,
    config: str | None,
    stuck: int,
    listen: tuple[str, ...],
    port: int | None,
    language: str | None,
) -> None:
    try:
        from companion.club.wall.evening import Evening  # noqa: PLC0415 - few show a wall
        from companion.web.serving.listening import NoServer  # noqa: PLC0415
    except ImportError as no:
        raise BadStart(T("The wall cannot be shown here. Install the companion with [web] and [club].")) from no
    given = {"broker": broker, "port": broker_port, "tls": tls or None, "ca": ca, "user": user}
    club = _club(config, {name: value for name, value in given.items() if value is not None})
    try:
        evening = Evening(club, listen, port, stuck=stuck * 60.0)
    except NoServer as no:
        raise BadStart(no.text) from no
    try:
        _show(evening, Language(language or language_of_machine()).say)
    except KeyboardInterrupt:
        pass
    finally:
        evening.close()


def _club(config: str | None, given: dict[str, object]) -> Club:
    """What the file says, but for what was ``given``."""
    try:
        club: Club = structs.replace(load(None if config is None else Path(config)), **given)
    except ConfigError as no:
        raise BadStart(no.text) from no
    if not club.broker:
        raise BadStart(T("Which broker? Name it with --broker, or in the section [club] of companion.toml."))
    return club


def _show(evening: Evening, say: Say) -> None:
    """Say where it is seen, and with each line that is read a new address to answer from, until the input ends."""
    click.echo(say(T("Open this address on the television: {address}", address=evening.home)))
    click.echo(say(T("Open this one in a browser that shall answer calls for help; it works once:")))
    click.echo(f"  {evening.door}")
    click.echo(say(T("Enter shows a new one. Ctrl+C ends.")))
    for _ in sys.stdin:
        click.echo(f"  {evening.door}")
