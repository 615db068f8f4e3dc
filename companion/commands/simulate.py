"""``companion pack simulate``: how hard are the stories of a pack?"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import click
from msgspec import Struct
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from companion.chance.simulation import FinishedGame, simulate
from companion.commands.shared import BadStart, good_start
from companion.core.texts import T
from companion.games.game import Game
from companion.games.registry import load_game
from companion.language import tell
from companion.packs.loader import load_pack
from companion.packs.names import named_game

WIDTH = 120
"""Columns of the table where its reader has no screen: a file, a pipe."""


class Plan(Struct, frozen=True):
    """What one line of the table is about; ``story`` is empty for a game without stories."""

    story: str
    players: int


HELP = T(
    "Play the stories of PACK (a folder, a .json file, or an installed id) with a sensible player.\n\n"
    "Prints for each story and number of players the means of what the game counts at its end, and by which rules it "
    "ended. The same command prints the same table every time."
)


@click.command("simulate", help=tell(HELP))
@click.argument("pack", required=False)
@click.option("--game", "name", help=tell(T("The game that it is for. Default: the one that it names.")))
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help=tell(T("Games for each line.")),
)
@click.option(
    "--players", metavar="N,…", help=tell(T("How many play. Default: as many as there are seats, and fewer."))
)
@click.option("--story", "stories", metavar="ID", multiple=True, help=tell(T("Only this story; repeatable.")))
def simulate_pack(
    pack: str | None, name: str | None, games: int, players: str | None, stories: tuple[str, ...]
) -> None:
    with good_start():
        if pack is None and name is None:
            raise BadStart(T("Say which PACK, or with --game which game, if that one needs no pack."))
        game = load_game(name or named_game(pack or ""))
        box = load_pack(game, pack).pack
        plans = [
            Plan(story, count)
            for story in _stories(game, box, stories)
            for count in _counts(players, *game.rules.seat_limits(box))
        ]
        progress = Console(stderr=True)
        lines = track(plans, tell(T("playing")), console=progress, transient=True, disable=not progress.is_terminal)
        found = [(plan, list(simulate(game, box, plan.story, plan.players, games))) for plan in lines]
    Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else WIDTH).print(_grid(found))


def _stories(game: Game, pack: object, wanted: Sequence[str]) -> Sequence[str]:
    known = [value for choice in game.rules.setup_choices(pack) if choice.key == "story" for value, _ in choice.values]
    if wanted and not known:
        raise BadStart(T("{game} has no stories; leave out --story.", game=game.title))
    for story in wanted:
        if story not in known:
            raise BadStart(T("There is no story {story}. Allowed: {stories}.", story=story, stories=", ".join(known)))
    return wanted or known or [""]


def _counts(players: str | None, least: int, most: int) -> Sequence[int]:
    if players is None:
        return range(least, most + 1)
    parts = players.split(",")
    if not all(part.strip().isdecimal() and least <= int(part) <= most for part in parts):
        text = T(
            "--players {players}: numbers from {least} to {most}, as in 2,4.", players=players, least=least, most=most
        )
        raise BadStart(text)
    return [int(part) for part in parts]


def _grid(found: Sequence[tuple[Plan, list[FinishedGame]]]) -> Grid:
    figures = found[0][1][0].figures
    grid = Grid(box=None)
    grid.add_column(tell(T("story")))
    for heading in (T("players"), T("games"), *(figure.name for figure in figures)):
        grid.add_column(tell(heading), justify="right")
    grid.add_column(tell(T("ended by")))
    for plan, games in found:
        means = [fmean(game.figures[at].value for game in games) for at in range(len(figures))]
        rules = Counter(game.rule for game in games)
        grid.add_row(
            plan.story,
            str(plan.players),
            str(len(games)),
            *(f"{mean:.0%}" if figure.share else f"{mean:.1f}" for figure, mean in zip(figures, means, strict=True)),
            ", ".join(f"{rule} {n}" for rule, n in sorted(rules.items())),
        )
    return grid
