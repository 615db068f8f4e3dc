"""``companion log``: the log of a saved game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import click
import msgspec

from companion.commands.shared import good_start, read_game
from companion.core.texts import T
from companion.games.registry import load_game
from companion.language import tell
from companion.table.log import Entry

HELP = T(
    "Print the log of a saved game, one entry per line.\n\nThe game “last” is the one played last, even if it is over."
)


@click.command(help=tell(HELP))
@click.argument("game_id", metavar="GAME_ID|last")
@click.option("--journal", "path", metavar="FILE", help=tell(T("The journal. Default: your own.")))
@click.option("--secrets", is_flag=True, help=tell(T("Also what only one seat may know.")))
def log(game_id: str, path: str | None, *, secrets: bool) -> None:
    setup, _, entries = read_game(game_id, path)
    with good_start():
        rules = load_game(setup.game).rules
        public = dict if secrets else partial(rules.public, setup.settings)
        stocks = {} if secrets or setup.box is None else rules.stocks(rules.read_pack(setup.box))
        hidden = [table for table, stock in stocks.items() if stock.secret]
    for entry in entries:
        when = datetime.fromtimestamp(entry.at).strftime("%H:%M:%S")
        click.echo(f"{entry.rev:>5}  {when}  {entry.kind:<7} {entry.source:<6} {_content(entry, public, hidden)}")


def _content(entry: Entry, public: Callable[[dict[str, Any]], dict[str, Any]], hidden: Sequence[str]) -> str:
    """The content of an entry as JSON; null for private parts."""
    if entry.kind == "learn":
        row = None if entry.table in hidden else entry.row
        return f"{entry.table} {msgspec.json.encode(row).decode()}"
    if entry.kind == "correct":
        changes = [public(change) for change in entry.changes or []]
        return f"{msgspec.json.encode(changes).decode()} {entry.why or ''}".rstrip()
    return str(entry.n) if entry.answer is None else msgspec.json.encode(public(entry.answer)).decode()
