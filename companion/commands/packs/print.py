"""``companion pack print``: cards to cut out."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from companion.commands.shared import BadStart, good_start, writing
from companion.core.texts import P, T
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language, language_of_machine, tell
from companion.packs.loader import load_pack
from companion.packs.names import named_game
from companion.packs.printing.cards import cards
from companion.packs.printing.wording import CardWords


@click.command(
    "print",
    help=tell(T("Write the cards of PACK (a folder, a file, or an installed id) to FILE, a PDF to print and cut out.")),
)
@click.argument("pack")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help=tell(T("Size of the paper."))
)
@click.option("--language", type=click.Choice(sorted(LANGUAGES)), help=tell(T("Language of the cards.")))
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
