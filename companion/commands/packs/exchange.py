"""``companion pack import``, ``export``, ``diff``, ``back`` and ``photo``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

import click

from companion.commands.shared import BadStart, good_start
from companion.core.texts import P, T
from companion.games.registry import load_game
from companion.language import tell
from companion.packs.diff import differences
from companion.packs.exchange import export_box, import_box, install
from companion.packs.folder import is_box, read_content, sheets_of
from companion.packs.loader import find_box, own_path, user_folder
from companion.packs.own import plain_id, why_not
from companion.packs.photos.keeping import card_called, keep_photo
from companion.packs.versions import restore, versions


@contextmanager
def saving(path: Path) -> Iterator[None]:
    """Convert ``OSError`` to ``BadStart``."""
    try:
        yield
    except OSError as error:
        why = T("{path} cannot be written: {why}. Nothing has changed.", path=str(path), why=why_not(error))
        raise BadStart(why) from error


@click.command(
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


@click.command(
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


@click.command(
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


@click.command(
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


@click.command(
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
