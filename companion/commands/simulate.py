"""``companion pack simulate``: simulates games of a pack."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from companion.chance.dealer import CHANCE
from companion.chance.playing import PLAYER, PLAYERS, without_seats
from companion.chance.report import as_json, page, report, table
from companion.chance.simulation import OtherVersion, StudyPlan
from companion.chance.study import Study
from companion.chance.workers import Workers, WorkersLost, cores, on_cluster, on_cores
from companion.commands.options import (
    CHANCE_OPTION,
    SET_OPTION,
    BadStart,
    good_start,
    language_option,
    settings_of,
    warn,
    writing,
)
from companion.core.learning import known_of, unknown_in
from companion.core.texts import T, Text
from companion.games.game import Game
from companion.games.registry import load_game
from companion.language import Language, language_of_machine, tell
from companion.packs.loader import LoadedPack, load_pack, named_game
from companion.scene.html import save
from companion.table.companions import checked_levels
from companion.table.table import Mode

WIDTH = 120
"""Table width if the output is not a terminal."""
JOB = 50
"""Number of games that justify another process."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""

HELP = T(
    "Play the stories of PACK (a folder, a .json file, or an installed id) with players of one kind.\n\n"
    "Prints for each story and number of players the means of what the game counts at its end, and by which rules it "
    "ended; then which cards were never drawn, and which effects never mattered: games are played once more without "
    "each. The same command prints the same every time, on any number of cores. Ctrl-C prints what there is by then."
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
    "--players", metavar="N,…", help=tell(T("How many play. Default: every number of players that the game allows."))
)
@click.option(
    "--player",
    "kind",
    type=click.Choice([*PLAYERS]),
    default="sensible",
    show_default=True,
    help=tell(T("Who plays all seats. Good and strong players try many games for each decision. It takes its time.")),
)
@click.option("--story", "stories", metavar="ID", multiple=True, help=tell(T("Only this story; repeatable.")))
@click.option(
    "--effects/--no-effects", default=True, help=tell(T("Look for effects that never mattered. It takes its time."))
)
@click.option(
    "--cores", "n", metavar="N", type=click.IntRange(1, 1024), help=tell(T("How many cores play. Default: all."))
)
@click.option("--dask", metavar="ADDRESS", help=tell(T("Let a Dask cluster play: the address of its scheduler.")))
@click.option("--json", "as_data", is_flag=True, help=tell(T("Print JSON, in English, instead of a table.")))
@click.option(
    "--page", "file", type=click.Path(path_type=Path), help=tell(T("Write a page with charts to this file, too."))
)
@SET_OPTION
@CHANCE_OPTION
@language_option(T("Language of the page."))
@click.pass_context
def simulate_pack(
    context: click.Context,
    pack: str | None,
    name: str | None,
    games: int,
    players: str | None,
    kind: str,
    stories: tuple[str, ...],
    effects: bool,
    n: int | None,
    dask: str | None,
    as_data: bool,
    file: Path | None,
    settings: tuple[str, ...],
    chance: Mode | None,
    language: str | None,
) -> None:
    with good_start():
        if pack is None and name is None:
            raise BadStart(T("Say which PACK, or, for a game that needs no pack, which game with --game."))
        game = load_game(name or named_game(pack or ""))
        loaded = load_pack(game, pack)
        plans = [
            StudyPlan(story, count)
            for story in _stories(game, loaded.pack, stories)
            for count in _player_counts(players, *game.rules.seat_limits(loaded.pack))
        ]
        _require_whole(game, loaded)
        chosen, levels = without_seats(_chosen(game, loaded, settings, chance))
        seats = [seat for seat, _ in game.rules.seats(loaded.pack)]
        game.rules.begin(loaded.pack, seats[: plans[0].players], chosen)
        chosen |= {PLAYER + seat: level for seat, level in checked_levels(game, seats, levels).items()}
    study = Study(game, loaded.pack, plans, games, chosen, kind)
    whole = _run(study, effects, _workers(study, n, dask))
    found = report(study, loaded)
    if not found.lines:
        raise BadStart(T("No game has been finished."))
    if as_data:
        click.echo(json.dumps(as_json(found), ensure_ascii=False, indent=2))
    else:
        console = Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else WIDTH)
        console.print(table(found, Language(language_of_machine()).say))
    if file is not None:
        with writing(file):
            save(page(found, Language(language or language_of_machine())), file)
    if not whole:
        context.exit(INTERRUPTED)


def _chosen(game: Game, box: LoadedPack, pairs: Sequence[str], mode: Mode | None) -> dict[str, str]:
    """The settings of all games. Everything is dealt here: what could be hidden is known if it is dealt or told."""
    settings, chance = settings_of(pairs, mode, game, box)
    known = {item: chance.get(item, mode) for item in game.rules.hideable}
    return {**settings, **{CHANCE + item: said for item, said in known.items() if said is not None}}


def _require_whole(game: Game, box: LoadedPack) -> None:
    """Refuse an incomplete box, since the difficulty of a story depends on all cards."""
    if unknown_in(box.pack):
        stocks = game.rules.stocks(box.pack)
        known = [known_of(box.data, path, stock) for path, stock in stocks.items()]
        text = T(
            "{known} of {printed} cards and tokens of this box are known; simulating it needs all of them.",
            known=sum(one.known for one in known),
            printed=sum(one.printed for one in known),
        )
        raise BadStart(text)


def _workers(study: Study, n: int | None, dask: str | None) -> AbstractContextManager[Workers]:
    """The workers: the named cluster, or as many cores as there is work for."""
    if dask is None:
        jobs = len(study.plans) * study.count // JOB
        return nullcontext(on_cores(min(n or cores(), max(jobs, 1))))
    if n is not None:
        raise BadStart(T("Either --cores or --dask: a cluster has cores of its own."))
    if find_spec("distributed") is None:
        raise BadStart(T("Dask is not installed here. Install the companion with [cluster]."))
    return on_cluster(dask)


def _run(study: Study, effects: bool, workers: AbstractContextManager[Workers]) -> bool:
    """Run the study; False if it was interrupted."""
    try:
        with good_start(), workers as them, _progress() as bar:
            _show_progress(bar, T("Games"), len(study.plans) * study.count, study.play(them))
            if effects:
                _show_progress(bar, T("Effects"), len(study.to_judge()), study.leave_out(them))
    except KeyboardInterrupt:
        return False
    except WorkersLost as no:
        warn(no.text)
        return False
    except OtherVersion as no:
        theirs, ours = map(str, no.args)
        text = T("The cluster has version {theirs} of the companion, this is {ours}. Install the same on both.",
                 theirs=theirs, ours=ours)  # fmt: skip
        raise BadStart(text) from no
    return True


@contextmanager
def _progress() -> Iterator[Progress]:
    """A progress bar, shown only on a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar


def _show_progress(bar: Progress, what: Text, total: int, steps: Iterator[int]) -> None:
    task = bar.add_task(tell(what), total=total)
    for done in steps:
        bar.advance(task, done)


def _stories(game: Game, pack: object, wanted: Sequence[str]) -> Sequence[str]:
    known = [value for choice in game.rules.setup_choices(pack) if choice.key == "story" for value, _ in choice.values]
    if wanted and not known:
        raise BadStart(T("{game} has no stories; leave out --story.", game=game.title))
    for story in wanted:
        if story not in known:
            raise BadStart(T("There is no story {story}. Allowed: {stories}.", story=story, stories=", ".join(known)))
    return wanted or known or [""]


def _player_counts(players: str | None, least: int, most: int) -> Sequence[int]:
    if players is None:
        return range(least, most + 1)
    parts = players.split(",")
    if not all(part.strip().isdecimal() and least <= int(part) <= most for part in parts):
        text = T(
            "--players {players}: numbers from {least} to {most}, as in 2,4.", players=players, least=least, most=most
        )
        raise BadStart(text)
    return [int(part) for part in parts]
