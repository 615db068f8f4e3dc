"""``python -m tests.bench``: every benchmark, those of ``companion bench`` among them."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.bench import command

BENCHMARKS = {
    "play": "tests.bench.rules:random_play",
    "peers": "tests.bench.rules:peers",
    "opponents": "tests.bench.opponents:opponents",
    "undo": "tests.bench.rules:undo_and_jump",
    "journal": "tests.bench.stores:journal",
    "boxes": "tests.bench.stores:boxes",
    "start": "companion.bench:start",
    "memory": "tests.bench.rules:memory",
    "phones": "tests.bench.phones:phones",
    "recognition": "tests.bench.recognition:recognition",
    "photos": "tests.bench.photos:photos",
    "printed": "tests.bench.printed:printed",
    "wall": "tests.bench.wall:wall",
    "screen": "ui.bench.report:tap",
    "camera": "hardware.bench:reader",
    "signals": "tests.bench.screens:signals",
    "crowded": "tests.bench.screens:crowded",
    "thinking": "tests.bench.screens:thinking",
    "club": "tests.bench.screens:club",
}

HELP = """Measure rules, undo, journal, boxes, start-up, memory, phones, wall, screen and dice reader.

Numbers are medians with the least and the most of several rounds. The same random play is measured for OpenSpiel and
catanatron where they are installed (pip install .[bench])."""


def _keep(context: click.Context, _: click.Parameter, folder: Path | None) -> None:
    """The folder for ``tests.bench.photos``, which is imported only when it is measured."""
    context.meta["tests.bench.photos"] = folder


bench = command(BENCHMARKS, HELP)
bench.params.append(
    click.Option(
        ["--photos"],
        type=click.Path(path_type=Path, file_okay=False, exists=True),
        help="The folder of pictures that photos measures.",
        expose_value=False,
        callback=_keep,
    )
)

if __name__ == "__main__":
    bench(prog_name="python -m tests.bench")
