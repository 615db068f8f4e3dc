"""Shared command-line parts of the hardware simulators: the option ``--link`` and the command loop."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from companion.commands.options import BadStart
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.language import tell


def link_option(default: Path) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option ``--link``, the path of the simulated port."""
    path = click.Path(path_type=Path, dir_okay=False)
    return click.option("--link", type=path, default=default, help=tell(T("Where the port is to be found.")))


def cannot_make(link: Path, problem: OSError) -> BadStart:
    """The error if the port cannot be created."""
    why = str(problem.strerror)
    return BadStart(T("{path} cannot be made: {problem}. Name another one: --link.", path=str(link), problem=why))


def run_commands(run_command: Callable[[str], str]) -> None:
    """Run each line of standard input and print the result, until ``quit`` or the end of input.

    For a refused line the reason is printed.
    """
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        if line.strip():
            try:
                click.echo(run_command(line))
            except Refused as no:
                click.echo(tell(no.text), err=True)
