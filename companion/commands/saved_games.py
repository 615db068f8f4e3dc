"""Commands for saved games: ``history``, ``dice``, ``log`` and ``export``."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import click
import msgspec
from msgspec import structs

from companion.commands.options import BadStart, good_start, language_option, read_game, read_journal, warn, writing
from companion.core.secrets import public_answer
from companion.core.texts import P, T
from companion.games.registry import load_game
from companion.language import Language, language_of_machine, tell
from companion.lookback.course import COURSE, has_course, kept_course, think_over
from companion.lookback.dice import GameDice, dice_records, public_logs
from companion.lookback.film import made
from companion.lookback.lookback import look_back
from companion.lookback.page import default_folder, file_name, save_page
from companion.packs.loader import load_again
from companion.table.history import PlayedEntry, hidden
from companion.table.log import Entry
from companion.table.table import Table


@click.command()
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def history(path: str | None) -> None:
    with read_journal(path) as journal:
        saved = journal.games()
    if not saved:
        click.echo(tell(T("There are no saved games yet.")))
    for game in saved:
        when = datetime.fromtimestamp(game.at).strftime("%Y-%m-%d %H:%M")
        state = tell(T("over") if game.finished else T("open"))
        entries = tell(P("{n} entry", "{n} entries", game.rev))
        click.echo(f"{game.id}  {when}  {state:<9} {game.game:<8} {', '.join(game.setup.seats)}  ({entries})")


@click.command()
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def dice(path: str | None) -> None:
    with read_journal(path) as journal, good_start():
        found = dice_records(public_logs(journal))
    if not found:
        click.echo(tell(T("No real dice have been rolled yet.")))
    for game in found:
        _tell(game)


def _tell(game: GameDice) -> None:
    click.echo(tell(game.title))
    for die in game.dice:
        click.echo(f"  {tell(die.name)}: {tell(die.words)}")
        click.echo("    " + ", ".join(f"{tell(face.name)} {face.rolled} ({face.expected:.0f})" for face in die.faces))


@click.command()
@click.argument("game_id", metavar="GAME_ID|last")
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
@click.option("--secrets", is_flag=True, help=tell(T("Also what only one seat may know.")))
def log(game_id: str, path: str | None, *, secrets: bool) -> None:
    _, _, entries = read_game(game_id, path)
    shown: Iterable[Entry] = entries
    if not secrets:
        # Only the questions tell what of an answer is secret, so the game is played again for them.
        try:
            table = _table(game_id, path)
            shown = (_public(table, played) for played in table.history.entries)
        except BadStart as no:
            warn(T("{why} What nobody else may know cannot be told from the rest: --secrets shows all.", why=str(no)))
            shown = map(_verb_alone, entries)
    for entry in shown:
        when = datetime.fromtimestamp(entry.at).strftime("%H:%M:%S")
        click.echo(f"{entry.rev:>5}  {when}  {entry.kind:<7} {entry.source:<6} {_content(entry)}")


def _verb_alone(entry: Entry) -> Entry:
    verb = entry.answer.get("do") if entry.answer else None
    # Other verbs may be all that somebody has chosen in secret.
    answer = entry.answer and {"do": verb if verb in ("draw", "pull", "pick", "roll") else None}
    return structs.replace(entry, answer=answer, changes=entry.changes and [], row=None)


def _public(table: Table, played: PlayedEntry) -> Entry:
    """The entry with null for private parts."""
    entry, rules = played.entry, table.game.rules
    if entry.kind == "learn":
        stock = table.stocks.get(entry.table or "")
        return structs.replace(entry, row=None) if stock is not None and stock.secret else entry
    if entry.kind == "correct":
        return structs.replace(entry, changes=[rules.public(table.state, change) for change in entry.changes or []])
    if not hidden(played) or played.answer is None:
        return entry
    return structs.replace(entry, answer=msgspec.to_builtins(public_answer(played.answer, played.asked)))


def _content(entry: Entry) -> str:
    """The content of an entry as JSON."""
    if entry.kind == "learn":
        return f"{entry.table} {msgspec.json.encode(entry.row).decode()}"
    if entry.kind == "correct":
        return f"{msgspec.json.encode(entry.changes or []).decode()} {entry.why or ''}".rstrip()
    return str(entry.n) if entry.answer is None else msgspec.json.encode(entry.answer).decode()


@click.command()
@click.argument("game_id", metavar="GAME_ID|last")
@click.option(
    "--html",
    "file",
    type=click.Path(path_type=Path),
    help=tell(T("Where to save it. Default: a folder in your documents.")),
)
@click.option(
    "--chances",
    is_flag=True,
    help=tell(T("Think out how each player's chance to win went, and what would have been better: a minute or so.")),
)
@language_option(T("Language of the page."))
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def export(game_id: str, file: Path | None, chances: bool, language: str | None, path: str | None) -> None:
    table = _table(game_id, path)
    if chances and kept_course(table) is None:
        _think_over(table)
    look = look_back(table)
    where = file if file is not None else default_folder() / file_name(look)
    with writing(where):
        save_page(look, Language(language or language_of_machine()), where, made(table, look))
    click.echo(tell(T("The page is in {path}.", path=str(where))))


def _think_over(table: Table) -> None:
    """Think out the course of the game, with a progress bar on a terminal. Raises ``BadStart`` if it has none."""
    if not has_course(table):
        if table.game.player.apart is not None:
            raise BadStart(T("Nobody can say who was ahead: the rules that the companion has end before the turns do."))
        raise BadStart(T("Chances are thought out when the game is over and everything in its box is known."))
    with click.progressbar(length=100, label=tell(T("Thinking")), file=sys.stderr) as bar:
        luck = random.Random(table.setup.seed)
        table.note(COURSE, think_over(table, luck, lambda done: bar.update(int(100 * done) - bar.pos)))


def _table(game_id: str, path: str | None) -> Table:
    setup, notes, entries = read_game(game_id, path)
    with good_start():
        game = load_game(setup.game)
        pack, notice = load_again(game, setup.pack, setup.pack_hash, setup.box)
        warn(notice)
        return Table.resume(game, pack, setup, entries, notes=notes, auto=False)
