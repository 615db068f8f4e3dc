"""``companion bench``: measures this machine."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping
from importlib.metadata import entry_points
from pkgutil import resolve_name

import click
import msgspec
from rich.console import Console
from rich.table import Table as Grid

from companion import __version__
from companion.bench import Benchmark, Measure, Subject, unmeasured
from companion.commands.options import BadStart, good_start
from companion.core.texts import T, Text, plain
from companion.games.registry import game_names, load_game
from companion.language import tell
from companion.packs.loader import load_pack

OWN = {"start": "companion.bench:start", "disk": "companion.bench:disk"}
"""The benchmarks of this package, by name: module and function, imported when they are run."""
PRODUCT = ("companion", "hardware", "ui")
ALL = "all"
"""Selects every game in turn."""
WIDTH = 150
"""Table width if the output is not a terminal."""


def command(benchmarks: Mapping[str, str], help: str | None = None) -> click.Command:
    """A command that runs the chosen ones of ``benchmarks``, given as in ``OWN``."""

    @click.command(help=help)
    @click.option(
        "--game",
        "name",
        metavar="GAME",
        default=game_names()[0],
        show_default=True,
        help=tell(T("What is measured: {games}, or all of them: {all}.", games=", ".join(game_names()), all=ALL)),
    )
    @click.option("--pack", metavar="PATH|ID", help=tell(T("Use this pack. Default: the bundled one.")))
    @click.option("--json", "as_json", is_flag=True, help=tell(T("One JSON object per game, for machines.")))
    @click.option(
        "--seconds",
        type=click.FloatRange(0.1, 3600),
        default=30.0,
        show_default=True,
        help=tell(T("Roughly how long to take, all together.")),
    )
    @click.option(
        "--only",
        metavar="NAME",
        multiple=True,
        help=tell(T("Only this, repeatable: {names}.", names=", ".join(benchmarks))),
    )
    def bench(name: str, pack: str | None, as_json: bool, seconds: float, only: tuple[str, ...]) -> None:
        names = game_names() if name == ALL else [name]
        with good_start():
            if name == ALL and pack is not None:
                raise BadStart(T("A pack is for one game: name that with --game."))
            subjects = [(load_game(one), load_pack(load_game(one), pack)) for one in names]
        chosen = _chosen(benchmarks, only)
        for game, loaded in subjects:
            before = _load_average()
            subject = Subject(game, loaded, seconds / max(1, len(chosen)) / len(subjects))
            measures = [measure for benchmark in chosen for measure in benchmark(subject)]
            if as_json:
                click.echo(_json(measures, game.name, before))
            else:
                if len(subjects) > 1:
                    click.echo(tell(game.title))
                Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else WIDTH).print(
                    _grid(measures)
                )
                click.echo(tell(_machine(before)))

    return bench


def _chosen(benchmarks: Mapping[str, str], only: tuple[str, ...]) -> list[Benchmark]:
    for name in only:
        if name not in benchmarks:
            raise BadStart(
                T("There is no benchmark {name}. There is: {names}.", name=name, names=", ".join(benchmarks))
            )
    found = []
    for name in only or benchmarks:
        try:
            found.append(resolve_name(benchmarks[name]))
        except ModuleNotFoundError as missing:
            if missing.name is None or missing.name.partition(".")[0] in PRODUCT:
                raise
            unmeasured(
                T("Not measured: {name}. It needs {module}, which is not installed.", name=name, module=missing.name)
            )
    return found


def _load_average() -> float:
    return os.getloadavg()[0]


def _machine(before: float) -> Text:
    return T(
        "{machine}, {cores} cores, Python {python}; load {before} before, {after} after (best measured alone).",
        machine=platform.machine(),
        cores=os.cpu_count() or 1,
        python=platform.python_version(),
        before=f"{before:.1f}",
        after=f"{_load_average():.1f}",
    )


def _json(measures: list[Measure], game: str, before: float) -> str:
    machine = {"machine": platform.machine(), "cores": os.cpu_count(), "python": platform.python_version()}
    found = {
        "companion": __version__,
        "game": game,
        **machine,
        "load": [before, _load_average()],
        "measures": [
            {**msgspec.structs.asdict(measure), "what": plain(measure.what), "note": plain(measure.note)}
            for measure in measures
        ],
    }
    return msgspec.json.encode(found).decode()


def _grid(measures: list[Measure]) -> Grid:
    grid = Grid(box=None)
    grid.add_column(tell(T("what")))
    for heading in (T("median"), T("least"), T("most"), T("to reach")):
        grid.add_column(tell(heading), justify="right")
    grid.add_column(tell(T("unit")))
    grid.add_column(tell(T("how")))
    for measure in measures:
        reach = "" if measure.reach is None else f"{'≥' if measure.better == 'more' else '≤'} {_number(measure.reach)}"
        numbers = [_number(measure.value), _number(measure.least), _number(measure.most)]
        grid.add_row(tell(measure.what), *numbers, reach, measure.unit, tell(measure.note))
    return grid


def _number(value: float) -> str:
    """A number with three significant digits, or with thousands separators."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


bench = command(OWN | {found.name: found.value for found in entry_points(group="companion.bench")})
