"""``companion pack recognise``: the card in a photo."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.shared import BadStart, good_start
from companion.core.texts import T, Words, folded
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language, tell
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Table
from companion.packs.folder import read_content
from companion.packs.loader import find_box
from companion.packs.photos.keeping import can_straighten, photo_at
from companion.packs.photos.untold import called, photographed
from companion.packs.pictures import pictures_of


@click.command(
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
    names, pictures = _names(box, table), pictures_of(path)
    files = {id_: pictures[id_] for id_ in names if id_ in pictures}
    from companion.packs.photos.decks import deck_of  # noqa: PLC0415 - an extra
    from companion.packs.photos.recognition import recognise  # noqa: PLC0415

    known = deck_of(files)
    if known is None:
        why = T("{deck}: no card has a picture yet. Photograph them, or use pack photo.", deck=box.called(table.path))
        raise BadStart(why)
    found = recognise(known, picture)
    for one in found.likely:
        click.echo(f"{one.chance:4.0%}  {tell(names[one.card])} ({one.card})")
    if found.why is not None:
        raise BadStart(found.why)


def _table(box: OpenBox, deck: str) -> Table:
    """The table of cards with this path, or this name in any language."""
    says = [Language(code).say for code in LANGUAGES]
    tables = [one for one in box.tables() if one.has("id")]
    for one in tables:
        if deck == one.name or folded(deck) in {folded(say(box.called(one.path))) for say in says}:
            return one
    names = ", ".join(one.name for one in tables)
    raise BadStart(T("There is no deck {deck} in this box. There is: {names}.", deck=deck, names=names))


def _names(box: OpenBox, table: Table) -> dict[str, Words]:
    """The names of a table's cards by id, including cards that only have a photo."""
    rows = enumerate(box.rows(table.path))
    names = {row["id"]: box.row_name(table.path, row, n) for n, row in rows if isinstance(row.get("id"), str)}
    return names | {id_: called(id_) for id_ in photographed(table.name, pictures_of(box.path), names)}
