"""``companion pack``: boxes are listed, made, checked, exchanged, compared, printed and their cards recognised."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import cast

import click

from companion.commands.options import BadStart, good_start, language_option, writing
from companion.commands.simulate import simulate_pack
from companion.core.refusals import BadPack
from companion.core.texts import P, T, folded
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language, language_of_machine, tell
from companion.packs.content import why_not
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import BoxTable, tables
from companion.packs.exchange import differences, export_box, import_box, install, pictures_note, stem
from companion.packs.folder import is_box, read_box, read_content, sheets_of, write_content
from companion.packs.json_form import json_schema
from companion.packs.loader import (
    InstalledPack,
    blank,
    find_box,
    installed_packs,
    load_pack,
    named_game,
    own_path,
    plain_id,
    user_folder,
)
from companion.packs.photos.keeping import can_straighten, card_called, keep_photo, photo_at
from companion.packs.pictures import pictures_in, pictures_of
from companion.packs.printing.cards import CardWords, cards
from companion.packs.versions import restore, versions


@contextmanager
def saving(path: Path) -> Iterator[None]:
    """Convert ``OSError`` to ``BadStart``."""
    try:
        yield
    except OSError as error:
        why = T("{path} cannot be written: {why}. Nothing has changed.", path=str(path), why=why_not(error))
        raise BadStart(why) from error


@click.group(invoke_without_command=True)
@click.pass_context
def pack(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@pack.command(
    "import",
    help=tell(T("Put the box FILE (a folder, a .zip or a .json file) among your own, under the id that it names.")),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help=tell(T("Put it in the place of your box with the same id.")))
def import_pack(file: Path, replace: bool) -> None:
    with good_start():
        box = import_box(file)
        id_ = plain_id(str(box.content.data.get("id", ""))) or plain_id(file.stem)
        if not id_:
            raise BadStart(T("{file}: the box has no id.", file=str(file)))
        there = user_folder() / id_
        if is_box(there) and not replace:
            raise BadStart(T("You have a box {id} already; --replace puts this one in its place.", id=id_))
        with saving(there):
            install(box, id_)
    click.echo(tell(T("{path} is your box {id} now.", path=str(there), id=id_)))
    for note in box.notes:
        click.echo(tell(note))


@pack.command(
    "export",
    help=tell(
        T("Write the box PACK (a folder, a file, or an installed id) to TARGET: a folder, a .zip or a .json file.")
    ),
)
@click.argument("pack")
@click.argument("target", type=click.Path(path_type=Path))
def export_pack(pack: str, target: Path) -> None:
    with good_start():
        box = import_box(find_box(pack))
        if target.exists():
            raise BadStart(T("{path} is there already; name a new one.", path=str(target)))
        with saving(target):
            export_box(box, target)
    click.echo(tell(T("{pack} is in {path} now.", pack=pack, path=str(target))))


@pack.command(
    "diff",
    help=tell(T("What the box OTHER says that the box ONE does not, and the other way round: exit 1 if anything.")),
)
@click.argument("one")
@click.argument("other")
def diff(one: str, other: str) -> None:
    with good_start():
        left, right = (import_box(find_box(where)).content for where in (one, other))
    games = {str(content.data.get("game")) for content in (left, right)}
    if len(games) > 1:
        raise BadStart(T("{one} and {other} are boxes of different games.", one=one, other=other))
    found = list(differences(left, right, sheets_of(games.pop())))
    for line in found:
        click.echo(tell(line))
    raise SystemExit(bool(found))


@pack.command(
    "back", help=tell(T("Make the box PACK what it was before it was last changed; the last five states are kept."))
)
@click.argument("pack")
@click.option("--state", "number", type=click.IntRange(1), default=1, help=tell(T("Which state; 1 is the last one.")))
@click.option("--list", "as_list", is_flag=True, help=tell(T("Only say which states there are.")))
def back(pack: str, number: int, as_list: bool) -> None:
    with good_start():
        path = find_box(pack)
    kept = versions(path)
    if as_list:
        for at, version in enumerate(kept, 1):
            click.echo(f"{at}  {datetime.fromtimestamp(version.stat().st_ctime):%Y-%m-%d %H:%M}")
        return
    if number > len(kept):
        raise BadStart(
            P("{pack} has {n} state before this one.", "{pack} has {n} states before this one.", len(kept), pack=pack)
        )
    with saving(path):
        restore(path, kept[number - 1])
    click.echo(tell(T("{pack} is again what it was; what it was just now is its state 1.", pack=pack)))


@pack.command(
    "photo",
    help=tell(
        T(
            "Keep PHOTO as the picture of CARD (its id, or what it is called) in your box PACK. The card is found in"
            " it, straightened and made smaller; what a camera adds, such as where it was, is left out."
        )
    ),
)
@click.argument("pack")
@click.argument("card")
@click.argument("photo", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def photo_pack(pack: str, card: str, photo: Path) -> None:
    with good_start():
        path = find_box(pack)
        if own_path(pack) is None:
            raise BadStart(T("{pack} comes with the companion and stays as it is; copy it first.", pack=pack))
        content = read_content(path)
        id_ = card_called(load_game(str(content.data.get("game"))), path, content, card)
        with saving(path):
            found = keep_photo(path, id_, photo)
    if found:
        click.echo(tell(T("{card} has its picture now.", card=id_)))
    elif find_spec("cv2") is None:
        click.echo(tell(T("{card} has the whole photo now; with [camera] installed, the card is cut out.", card=id_)))
    else:
        why = T("{card} has the whole photo now: no card was found in it. Lay it on a plain table.", card=id_)
        click.echo(tell(why))


@pack.command(
    "print",
    help=tell(T("Write the cards of PACK (a folder, a file, or an installed id) to FILE, a PDF to print and cut out.")),
)
@click.argument("pack")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help=tell(T("Size of the paper."))
)
@language_option(T("Language of the cards."))
def print_pack(pack: str, file: Path, paper: str, language: str | None) -> None:
    try:
        from companion.packs.printing.pdf import Paper, card_sheets  # noqa: PLC0415 - few print
    except ImportError as no:
        raise BadStart(T("Cards cannot be printed here. Install the companion with [print].")) from no
    with good_start():
        game = load_game(named_game(pack))
        box = load_pack(game, pack).pack
    found = cards(game, box)
    if not found:
        raise BadStart(T("There are no cards in this box."))
    say = Language(language or language_of_machine()).say
    sheets = card_sheets(found, say(CardWords(game, box).own(box.name)), say, cast(Paper, paper))
    with writing(file):
        file.write_bytes(sheets)
    click.echo(tell(P("{n} card is in {path} now.", "{n} cards are in {path} now.", len(found), path=str(file))))


@pack.command(
    "recognise",
    help=tell(
        T(
            "Say which card of DECK (such as mafia_cards, or what it is called) in the box PACK lies in PHOTO: the"
            " three likeliest. They are known by their pictures; nothing leaves this machine."
        )
    ),
)
@click.argument("pack")
@click.argument("deck")
@click.argument("photo", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def recognise_pack(pack: str, deck: str, photo: Path) -> None:
    if not can_straighten():
        raise BadStart(T("Cards cannot be recognised here. Install the companion with [camera]."))
    with good_start():
        path = find_box(pack)
        content = read_content(path)
        box = OpenBox(load_game(str(content.data.get("game"))), path, content)
        table = _table(box, deck)
        picture = photo_at(photo)
    pictures = pictures_of(path)
    names = box.card_names(table, pictures)
    files = {id_: pictures[id_] for id_ in names if id_ in pictures}
    from companion.packs.photos.recognition import deck_of, recognise  # noqa: PLC0415 - an extra

    known = deck_of(files)
    if known is None:
        why = T("{deck}: no card has a picture yet. Photograph them, or use pack photo.", deck=box.called(table.path))
        raise BadStart(why)
    found = recognise(known, picture)
    for one in found.likely:
        click.echo(f"{one.chance:4.0%}  {tell(names[one.card])} ({one.card})")
    if found.why is not None:
        raise BadStart(found.why)


def _table(box: OpenBox, deck: str) -> BoxTable:
    """The table of cards with this path, or this name in any language."""
    says = [Language(code).say for code in LANGUAGES]
    tables = [one for one in box.tables() if one.has("id")]
    for one in tables:
        if deck == one.name or folded(deck) in {folded(say(box.called(one.path))) for say in says}:
            return one
    names = ", ".join(one.name for one in tables)
    raise BadStart(T("There is no deck {deck} in this box. There is: {names}.", deck=deck, names=names))


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
    details = [
        tell(T("{table}: {known} of {printed} known", table=one.name, known=one.known, printed=one.printed))
        for one in tables(kind, data)
        if one.unknown
    ]
    return "".join(f"\n{'':<31} {line}" for line in details)


@pack.command("new", help=tell(T("Make an empty box of GAME in FOLDER, with all headings and what every box has.")))
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", help=tell(T("What the box is called. Default: like the folder.")))
@language_option(T("The language of its sheets. Default: that of the machine."))
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
        where = find_box(path)
        pictures, problems = pictures_in(where)
        try:
            box = read_box(where)
            loaded = load_pack(load_game(game or named_game(path)), path)
        except BadPack as bad:
            raise BadPack([*bad.problems, *problems]) from None
        if problems:
            raise BadPack(problems)
    found = {"path": path, "name": loaded.pack.name, "id": loaded.pack.id, "hash": loaded.hash}
    click.echo(tell(T("{path}: {name} ({id}) is in order, {hash}", **found)))
    for note in [*box.notes, *pictures_note(map(stem, pictures), box.content)]:
        click.echo(tell(note))


@pack.command("schema", help=tell(T("The JSON Schema of the packs of GAME.")))
@click.argument("game")
def schema(game: str) -> None:
    with good_start():
        found = json_schema(load_game(game).rules)
    if not found:
        raise BadStart(T("{game} is played without a box.", game=game))
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


pack.add_command(simulate_pack)
