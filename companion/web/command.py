"""``companion web``: the table as pages for a laptop and phones, without a touchscreen."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from companion.club.membership import Membership
from companion.commands.options import (
    BadStart,
    TableOptions,
    good_start,
    language_option,
    open_journal,
    server_options,
    table_options,
    warn,
)
from companion.commands.table import asked_table, tell_kept, typed_lines
from companion.configuration import ConfigError
from companion.core.texts import Say, T, Text, Words
from companion.games.game import Game
from companion.games.registry import load_game
from companion.language import Language, language_of_machine, tell
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Path as TablePath
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, find_box, named_game
from companion.session.lesson_writer import note_saved, write_lessons
from companion.session.session import Session
from companion.table.learned import left_out
from companion.web.addresses import settings
from companion.web.box.service import BoxInPlay, BoxService, box_in_play
from companion.web.pairings import Pairings
from companion.web.service import JobQueue, TableService

if TYPE_CHECKING:
    from companion.web.app import WebServer


@click.command("web")
@table_options
@click.option("--journal", "path", metavar="FILE", help=tell(T("Where games are kept. Default: your own journal.")))
@click.option(
    "--box",
    metavar="PATH|ID",
    help=tell(T("Change this box in the browser instead of playing: a folder, or an installed box's id.")),
)
@click.option("--new", is_flag=True, help=tell(T("Set up a new game without asking to go on with the last one.")))
@language_option()
@server_options(
    T(
        "An address of this machine, or the name of a network device, at which phones come in; repeatable. "
        "Default: those in companion.toml, or all."
    ),
    T("Port; 0 is any free one. Default: 8420, or any free one where that is taken."),
)
def web(
    path: str | None,
    *,
    box: str | None,
    new: bool,
    language: str | None,
    listen: tuple[str, ...],
    port: int | None,
    **given: Any,
) -> None:
    try:
        from companion.web.app import WebServer  # noqa: PLC0415 - an extra
        from companion.web.server import NoServer  # noqa: PLC0415
    except ImportError as no:
        raise BadStart(T("Pages cannot be shown here. Install the companion with [web].")) from no
    language = language or language_of_machine()
    say = Language(language).say
    if not listen:
        try:
            listen = tuple(settings().addresses)
        except ConfigError as no:
            raise BadStart(no.text) from no
    if box is not None:
        _change(box, given, listen, port, say)
        return
    with open_journal(path, must_exist=given["resume"] is not None) as journal, good_start():
        table, confirmed = asked_table(TableOptions(**given), journal, language, typed_lines(), new=new)
        session = Session(table, say=say, confirmed=confirmed)
        session.begin()
        pairings = None if table.game_id is None else Pairings(journal.path, table.game_id)
        service = TableService(session, table.setup.seats, pairings)
        box_service = box_in_play(service, journal.path)
        session.changed = service.changed
        try:
            server = WebServer(service, listen, port, box=box_service)
        except NoServer as no:
            raise BadStart(no.text) from no
        club = Membership(journal)
        warn(club.problem)
        session.begin_thinking(lambda: service.insist(session.heed))
        try:
            _show_master(server, T("Open this address in the browser that shall be the table; it works once:"), say)
            shown = _show_addresses(server, say)
            click.echo(say(T("Enter shows a new address for the table. Ctrl+C ends; the game is kept.")))
            _serve(service, box_service, server, say, club, shown)
        except KeyboardInterrupt:
            pass
        finally:
            server.close()
            club.close()
            session.close()
        tell_kept(journal, say)


def _change(where: str, given: Mapping[str, Any], listen: Sequence[str], port: int | None, say: Say) -> None:
    """Have a box edited in browsers until the input ends or Ctrl+C."""
    from companion.journal import default_path  # noqa: PLC0415 - the folder in which all else is kept, too
    from companion.web.app import WebServer  # noqa: PLC0415 - an extra
    from companion.web.server import NoServer  # noqa: PLC0415

    if any(given.values()):
        raise BadStart(T("A box is changed or a game is played: leave out --box, or what else stands there."))
    with suppress(OSError):
        default_path().parent.mkdir(parents=True, exist_ok=True)
    with good_start():
        box = opened_box(where)
        service = BoxService(box, journal=default_path(), first=True, left_out=partial(_left_out, box.game))
    try:
        server = WebServer(None, listen, port, box=service)
    except NoServer as no:
        raise BadStart(no.text) from no
    try:
        _show_master(server, T("Open this address in the browser in which the box is changed; it works once:"), say)
        click.echo(say(T("Others who want to change it, too: {address}", address=server.join)))
        click.echo(say(T("Enter shows a new address. Ctrl+C ends; every change is kept at once.")))
        ended, shown = _read_input(service, server), server.join
        while not ended.is_set():
            service.run(0.5)
            if server.join != shown:
                shown = server.join
                click.echo(say(T("The address has changed: {address}", address=shown)))
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


def _left_out(game: Game, table: TablePath) -> Text | None:
    """Why a table of a box is not shown: the game that was played last may go on, and still learns about it."""
    from companion.journal import JournalError, open_read_only  # noqa: PLC0415 - few commands need a database

    try:
        with open_read_only() as journal:
            saved = journal.games(most=1)
    except JournalError:
        return None
    return left_out(saved[0].learning(game) if saved else {}, ".".join(table))


def opened_box(where: str) -> OpenBox:
    """The box that ``where`` names, open for editing. A bundled one, or a .zip, can only be copied. Raises ``BadPack``
    if there is none, or it cannot be read."""
    path = find_box(where)
    content = read_content(path)
    stays = path.is_relative_to(BUNDLED) or path.suffix == ".zip"
    return OpenBox(load_game(named_game(where)), path, content, bundled=stays)


def _show_master(server: WebServer, words: Words, say: Say) -> None:
    """Show the address for the first browser, also as a QR code for the camera of a tablet."""
    from companion.web.html import printed_qr  # noqa: PLC0415 - an extra

    click.echo(say(words))
    click.echo(f"\n{printed_qr(server.master)}\n  {server.master}\n")


def _show_addresses(server: WebServer, say: Say) -> Sequence[str]:
    """Show where phones find the table; returns these addresses."""
    joins = server.joins
    click.echo(say(T("Phones: {address}", address=joins[0])))
    for other in joins[1:]:
        click.echo(say(T("Phones of another network: {address}", address=other)))
    return joins


def _serve(
    service: TableService, box: BoxInPlay | None, server: WebServer, say: Say, club: Membership, shown: Sequence[str]
) -> None:
    """Do what pages ask for until the input ends or Ctrl+C. ``shown`` are the addresses that are shown; others are
    shown when there are some."""
    session = service.session
    writer = write_lessons(session, lambda sentence: None if sentence is None else click.echo(say(sentence), err=True))
    ended, not_saved = _read_input(service, server), None
    try:
        while not ended.is_set():
            club.show(session)
            service.run(0.5)
            if server.joins != shown:
                shown = _show_addresses(server, say)
            if session.table.not_saved != not_saved:
                not_saved = session.table.not_saved
                service.changed()
            if writer is not None:
                note_saved(session, writer)
    finally:
        if box is not None:
            box.update_game()
        if writer is not None:
            writer.close()


def _read_input(jobs: JobQueue, server: WebServer) -> threading.Event:
    """An event that is set as soon as the input ends; each line of it shows the address again."""
    ended = threading.Event()
    threading.Thread(target=_read_lines, args=(jobs, server, ended), daemon=True).start()
    return ended


def _read_lines(jobs: JobQueue, server: WebServer, ended: threading.Event) -> None:
    if not sys.stdin.isatty():
        sys.stdin.read()
        ended.set()
        return
    for _ in sys.stdin:
        jobs.submit(lambda: click.echo(f"  {server.master}"))
    ended.set()
