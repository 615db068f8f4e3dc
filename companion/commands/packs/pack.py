"""``companion pack``: the content of boxes."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.commands.packs.exchange import back, diff, export_pack, import_pack, photo_pack, saving
from companion.commands.packs.print import print_pack
from companion.commands.packs.recognise import recognise_pack
from companion.commands.shared import BadStart, good_start
from companion.commands.simulate import simulate_pack
from companion.core.refusals import BadPack
from companion.core.texts import T
from companion.games.registry import load_game
from companion.language import LANGUAGES, language_of_machine, tell
from companion.packs.editing.tables import tables
from companion.packs.folder import is_box, read_content, write_content
from companion.packs.loader import InstalledPack, find_box, installed_packs, load_pack
from companion.packs.names import named_game
from companion.packs.own import blank, plain_id
from companion.packs.pictures import pictures_in
from companion.packs.schema import json_schema


@click.group(
    invoke_without_command=True,
    help=tell(T("Make, check, compare and hand on boxes, and try them out.")),
)
@click.pass_context
def pack(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@pack.command("list", help=tell(T("List the boxes that can be named by their id.")))
def list_packs() -> None:
    for found in installed_packs():
        if found.problem is not None:
            click.echo(f"{found.id:<20} {tell(found.problem)}")
        else:
            click.echo(f"{found.id:<20} {found.game:<10} {tell(found.name)}{_known(found)}")


def _known(box: InstalledPack) -> str:
    """The known and printed number of pieces of each incomplete table."""
    if box.bundled:
        return ""
    try:
        data = read_content(Path(box.path)).data
        kind = load_game(box.game).rules.pack_type
    except BadPack:
        return ""
    told = [
        tell(T("{table}: {known} of {printed} known", table=one.name, known=one.known, printed=one.printed))
        for one in tables(kind, data)
        if one.unknown
    ]
    return "".join(f"\n{'':<31} {line}" for line in told)


@pack.command("new", help=tell(T("Make an empty box of GAME in FOLDER, with all headings and what every box has.")))
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", help=tell(T("What the box is called. Default: like the folder.")))
@click.option(
    "--language",
    type=click.Choice(sorted(LANGUAGES)),
    help=tell(T("The language of its sheets. Default: that of the machine.")),
)
def new(game: str, folder: Path, name: str | None, language: str | None) -> None:
    with good_start():
        found = load_game(game)
        if is_box(folder) or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
            raise BadStart(T("{path} is there already; name a new folder.", path=str(folder)))
        called = name or folder.resolve().name
        content = blank(found, plain_id(called) or game, called, language or language_of_machine())
        with saving(folder):
            write_content(folder, content)
    click.echo(
        tell(T("{path} is an empty box. Fill in its sheets, then: companion pack check {path}", path=str(folder)))
    )


@pack.command(
    "check",
    help=tell(T("Check the box at PATH (a folder, a .json file, or an installed id): every problem, one per line.")),
)
@click.argument("path")
@click.option("--game", help=tell(T("The game that it is for. Default: the one that it names.")))
def check(path: str, game: str | None) -> None:
    with good_start():
        problems = pictures_in(find_box(path))[1]
        try:
            loaded = load_pack(load_game(game or named_game(path)), path)
        except BadPack as bad:
            raise BadPack([*bad.problems, *problems]) from None
        if problems:
            raise BadPack(problems)
    found = {"path": path, "name": loaded.pack.name, "id": loaded.pack.id, "hash": loaded.hash}
    click.echo(tell(T("{path}: {name} ({id}) is in order, {hash}", **found)))


@pack.command("schema", help=tell(T("The JSON Schema of the packs of GAME.")))
@click.argument("game")
def schema(game: str) -> None:
    with good_start():
        found = json_schema(load_game(game).rules)
    if not found:
        raise BadStart(T("{game} is played without a box.", game=game))
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


for _command in (import_pack, export_pack, back, diff, photo_pack, recognise_pack, print_pack, simulate_pack):
    pack.add_command(_command)
