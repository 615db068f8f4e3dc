"""``companion export``: a saved game as an HTML page."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.shared import good_start, read_game, warn, writing
from companion.core.texts import T
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language, language_of_machine, tell
from companion.lookback.film import made
from companion.lookback.lookback import look_back
from companion.lookback.page import default_folder, file_name, save_page
from companion.packs.loader import load_again
from companion.table.table import Table

HELP = T(
    "Write a saved game as one page: charts, dice, turning points, and the whole log.\n"
    "\n"
    "The game “last” is the one played last, even if it is over."
)


@click.command(help=tell(HELP))
@click.argument("game_id", metavar="GAME_ID|last")
@click.option(
    "--html",
    "file",
    type=click.Path(path_type=Path),
    help=tell(T("Where to save it. Default: a folder in your documents.")),
)
@click.option("--language", type=click.Choice(sorted(LANGUAGES)), help=tell(T("Language of the page.")))
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
def export(game_id: str, file: Path | None, language: str | None, path: str | None) -> None:
    table = _table(game_id, path)
    look = look_back(table)
    where = file if file is not None else default_folder() / file_name(look)
    with writing(where):
        save_page(look, Language(language or language_of_machine()), where, made(table, look))
    click.echo(tell(T("The page is in {path}.", path=str(where))))


def _table(game_id: str, path: str | None) -> Table:
    """The saved game, without a store."""
    setup, notes, entries = read_game(game_id, path)
    with good_start():
        game = load_game(setup.game)
        pack, notice = load_again(game, setup.pack, setup.pack_hash, setup.box)
        warn(notice)
        return Table.resume(game, pack, setup, entries, notes=notes, auto=False)
