"""``companion pack``: the content of boxes."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.commands.starting import BadStart, good_start
from companion.core.texts import T, plain
from companion.games.registry import GAMES, load_game
from companion.packs.loading import installed_packs, load_pack


@click.group(invoke_without_command=True)
@click.pass_context
def pack(context: click.Context) -> None:
    """Check and list packs, the content of a box as data."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@pack.command("list")
def list_packs() -> None:
    """List the packs that can be named by their id."""
    for found in installed_packs():
        if found.problem is not None:
            click.echo(f"{found.id:<20} {found.problem}")
        else:
            click.echo(f"{found.id:<20} {found.game:<10} {plain(found.name)}")


@pack.command("check")
@click.argument("path")
@click.option("--game", help="The game that it is for. Default: the one that it names.")
def check(path: str, game: str | None) -> None:
    """Check the pack at PATH (a folder, a .json file, or an installed id): every problem, one a line."""
    with good_start():
        loaded = load_pack(load_game(game or _named_game(path)), path)
    name = plain(loaded.pack.name)
    click.echo(
        plain(T("{path}: {name} ({id}) is in order, {hash}", path=path, name=name, id=loaded.pack.id, hash=loaded.hash))
    )


def _named_game(path: str) -> str:
    known = {found.id: found.game for found in installed_packs() if found.game}
    file = Path(path).expanduser()
    if file.is_dir():
        file /= "pack.json"
    if not file.is_file() and path in known:
        return known[path]
    try:
        data = json.loads(file.read_text(encoding="utf-8-sig"))
        name = data["game"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        # Loading says what is wrong with the file, whichever game asks for it.
        return next(iter(GAMES))
    if not isinstance(name, str) or name not in GAMES:
        raise BadStart(T("{path}: game: there is no game {name}.", path=path, name=str(name)))
    return name
