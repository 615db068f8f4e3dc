"""``companion pack``: the content of boxes."""

from __future__ import annotations

import click

from companion.commands.shared import good_start
from companion.commands.simulate import simulate_pack
from companion.core.texts import T
from companion.games.registry import load_game
from companion.language import tell
from companion.packs.loader import installed_packs, load_pack
from companion.packs.names import named_game


@click.group(invoke_without_command=True, help=tell(T("Check, list and try out packs, the content of a box as data.")))
@click.pass_context
def pack(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@pack.command("list", help=tell(T("List the packs that can be named by their id.")))
def list_packs() -> None:
    for found in installed_packs():
        if found.problem is not None:
            click.echo(f"{found.id:<20} {found.problem}")
        else:
            click.echo(f"{found.id:<20} {found.game:<10} {tell(found.name)}")


@pack.command(
    "check",
    help=tell(T("Check the pack at PATH (a folder, a .json file, or an installed id): every problem, one a line.")),
)
@click.argument("path")
@click.option("--game", help=tell(T("The game that it is for. Default: the one that it names.")))
def check(path: str, game: str | None) -> None:
    with good_start():
        loaded = load_pack(load_game(game or named_game(path)), path)
    found = {"path": path, "name": loaded.pack.name, "id": loaded.pack.id, "hash": loaded.hash}
    click.echo(tell(T("{path}: {name} ({id}) is in order, {hash}", **found)))


pack.add_command(simulate_pack)
