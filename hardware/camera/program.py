"""The command line of the camera reader. OpenCV is imported only when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import click
import platformdirs

from companion.commands.options import BadStart, good_start
from companion.core.texts import T
from companion.games.registry import game_names, load_game
from companion.language import tell
from hardware.dice.ports import CAMERA

HELP = T(
    "Read dice with a camera above a tray: for the companion it is a dice reader like any other.\n\n"
    "First let it learn the dice of a game, once: --learn. Then start it beside the companion, which finds it by"
    " itself; one on another machine is named in companion.toml."
)


def run(arguments: Sequence[str] | None = None) -> int | None:
    """The entry point ``companion.reader``: run with these arguments."""
    ended: int | None = main.main(
        list(arguments) if arguments is not None else None, "companion reader", standalone_mode=False
    )
    return ended


@click.command(help=tell(HELP), context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--camera",
    metavar="N|PATH",
    default="0",
    show_default=True,
    help=tell(T("The camera: its number or device; or a film, or a folder of pictures.")),
)
@click.option(
    "--game",
    "name",
    metavar="GAME",
    default=game_names()[0],
    show_default=True,
    help=tell(T("The game whose dice are read: {games}.", games=", ".join(game_names()))),
)
@click.option("--learn", is_flag=True, help=tell(T("Learn the dice: every face is shown to the camera once.")))
@click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    help=tell(T("Where the learned dice are kept; the file can be copied. Default: one for each game.")),
)
@click.option(
    "--port",
    metavar="PATH|tcp:PORT",
    default=str(CAMERA),
    show_default=True,
    help=tell(T("How the companion is spoken to: a port made here, a serial device, or tcp:5000 for the network.")),
)
@click.option(
    "--show",
    type=click.Path(path_type=Path, dir_okay=False),
    help=tell(
        T(
            "A picture (JPEG or PNG) of what the camera reader sees, renewed while it runs. Default: beside the port"
            " that is made here."
        )
    ),
)
@click.option(
    "--keep",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help=tell(
        T(
            "Keep a picture of each die that somebody confirms or corrects, with its face, in this folder: the reader"
            " can be trained with it. Nothing leaves this machine."
        )
    ),
)
@click.option(
    "--empty", is_flag=True, help=tell(T("The tray is empty now; camera or tray stand elsewhere than before."))
)
def main(
    camera: str,
    name: str,
    learn: bool,
    file: Path | None,
    port: str,
    show: Path | None,
    keep: Path | None,
    empty: bool,
) -> int:
    with good_start():
        dice = load_game(name).rules.dice
    if not dice:
        raise BadStart(T("{game} has no dice to read.", game=load_game(name).title))
    if find_spec("cv2") is None:
        raise BadStart(T("The camera reader needs OpenCV. Install it: .venv/bin/pip install -e '.[camera]'"))
    # Without OpenCV there is none.
    from hardware.camera.reader import learn_dice, read  # noqa: PLC0415

    kept = file or platformdirs.user_data_path("companion") / "dice" / f"{name}.npz"
    if learn:
        return learn_dice(camera, load_game(name), kept, show)
    return read(camera, load_game(name), kept, port, show, keep, empty=empty)
