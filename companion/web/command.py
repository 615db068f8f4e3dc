"""``companion web``: the table as pages for a laptop and phones, without a touchscreen."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any

import click

from companion.commands.shared import BadStart, good_start, open_journal
from companion.commands.tables import Options, table_options
from companion.commands.terminal import asked_table, tell_kept, typed_lines
from companion.core.texts import Say, T
from companion.language import LANGUAGES, Language, language_of_machine, tell
from companion.packs.remembering import note_kept, remember
from companion.session.session import Session

if TYPE_CHECKING:
    from companion.web.desk import Desk
    from companion.web.server import Server

HELP = T(
    "Play on a laptop and on phones: one browser is the table, each phone can hold a seat.\n"
    "\n"
    "Without options it goes on with the last game, or asks what to play and who plays. Nothing is installed on phones,"
    " and nothing comes from the internet. The end of the input, or Ctrl+C, ends it."
)


@click.command("web", help=tell(HELP))
@table_options
@click.option("--journal", "path", metavar="FILE", help=tell(T("Where games are kept. Default: your own journal.")))
@click.option("--new", is_flag=True, help=tell(T("Set up a new game without asking to go on with the last one.")))
@click.option(
    "--language", type=click.Choice(sorted(LANGUAGES)), help=tell(T("Language. Default: that of the machine."))
)
@click.option(
    "--listen",
    metavar="ADDRESS",
    multiple=True,
    help=tell(T("An address of this machine at which phones come in; repeatable. Default: the one in its network.")),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=tell(T("Port; 0 is any free one. Default: 8420, or any free one where that is taken.")),
)
def web(
    path: str | None, *, new: bool, language: str | None, listen: tuple[str, ...], port: int | None, **given: Any
) -> None:
    try:
        from companion.web.desk import Desk  # noqa: PLC0415 - few play in a browser
        from companion.web.server import Server  # noqa: PLC0415
        from companion.web.serving.listening import NoServer  # noqa: PLC0415
    except ImportError as no:
        raise BadStart(T("Pages cannot be shown here. Install the companion with [web].")) from no
    language = language or language_of_machine()
    say = Language(language).say
    with open_journal(path, must_exist=given["resume"] is not None) as journal, good_start():
        table, confirmed = asked_table(Options(**given), journal, language, typed_lines(), new=new)
        session = Session(table, say=say, confirmed=confirmed)
        session.begin()
        desk = Desk(session, table.setup.seats)
        session.changed = desk.changed
        try:
            server = Server(desk, listen, port)
        except NoServer as no:
            raise BadStart(no.text) from no
        try:
            _greet(server, say)
            _serve(desk, session, server, say)
        except KeyboardInterrupt:
            pass
        finally:
            server.close()
        tell_kept(journal, say)


def _greet(server: Server, say: Say) -> None:
    """How one browser becomes the table, as an address and as a picture for the camera of a tablet."""
    from companion.web.pages import printed_qr  # noqa: PLC0415 - few play in a browser

    click.echo(say(T("Open this address in the browser that shall be the table; it works once:")))
    click.echo(f"\n{printed_qr(server.master)}\n  {server.master}\n")
    click.echo(say(T("Phones: {address}", address=server.join)))
    click.echo(say(T("Enter shows a new address for the table. Ctrl+C ends; the game is kept.")))


def _serve(desk: Desk, session: Session, server: Server, say: Say) -> None:
    """Do what pages ask for, until the input ends, or somebody leaves."""
    box = remember(session, lambda sentence: None if sentence is None else click.echo(say(sentence), err=True))
    ended = threading.Event()
    threading.Thread(target=_read_keys, args=(desk, server, say, ended), daemon=True).start()
    try:
        while not ended.is_set():
            desk.run(0.5)
            if box is not None:
                note_kept(session, box)
    finally:
        if box is not None:
            box.close()


def _read_keys(desk: Desk, server: Server, say: Say, ended: threading.Event) -> None:
    if not sys.stdin.isatty():
        sys.stdin.read()
        ended.set()
        return
    for _ in sys.stdin:
        desk.submit(lambda: click.echo(f"  {server.master}"))
    ended.set()
