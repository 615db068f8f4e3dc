"""``companion wall``: all tables of a club on a television."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from companion.commands.club import broker_options, chosen_club
from companion.commands.options import BadStart, language_option, server_options
from companion.core.texts import Say, T
from companion.language import Language, language_of_machine, tell

if TYPE_CHECKING:
    from companion.wall.server import WallServer


@click.command("wall")
@broker_options
@click.option(
    "--stuck",
    type=click.IntRange(1, 600),
    default=10,
    show_default=True,
    help=tell(T("Minutes of the same question after which a table is stuck.")),
)
@server_options(
    T(
        "An address of this machine, or the name of a network device, at which the wall is seen; repeatable. "
        "Default: all."
    ),
    T("Port; 0 is any free one. Default: 8430, or any free one where that is taken."),
)
@language_option()
def wall(stuck: int, listen: tuple[str, ...], port: int | None, language: str | None, **given: Any) -> None:
    try:
        from companion.wall.server import WallServer  # noqa: PLC0415 - few show a wall
        from companion.web.server import NoServer  # noqa: PLC0415
    except ImportError as no:
        raise BadStart(T("The wall cannot be shown here. Install the companion with [web] and [club].")) from no
    club = chosen_club(**given)
    try:
        server = WallServer(club, listen, port, stuck=stuck * 60.0)
    except NoServer as no:
        raise BadStart(no.text) from no
    try:
        _show(server, Language(language or language_of_machine()).say)
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


def _show(server: WallServer, say: Say) -> None:
    """Say where it is seen, and with each line that is read a new address to answer from, until the input ends."""

    def show_homes() -> None:
        for home in server.homes:
            click.echo(say(T("Open this address on the television: {address}", address=home)))

    show_homes()
    server.when_moved(show_homes)
    click.echo(say(T("Open this one in a browser that shall answer calls for help; it works once:")))
    click.echo(f"  {server.door}")
    click.echo(say(T("Enter shows a new one. Ctrl+C ends.")))
    for _ in sys.stdin:
        click.echo(f"  {server.door}")
