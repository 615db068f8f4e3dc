"""``companion simulate reader``: an interactive simulated dice reader."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from companion.commands.options import BadStart
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.registry import game_names, load_game
from companion.language import tell
from hardware.dice.ports import CAMERA
from hardware.dice.simulator import SimulatedReader
from hardware.simulator_cli import cannot_make, link_option, run_commands

UNSURE = 300
"""Confidence of an ``unsure`` die, of 1000."""
HELP = T(
    "A dice reader for people who have none: what is typed says what is rolled, and what goes wrong.\n\n"
    "It prints its port; without --link a companion on this machine finds it by itself. It obeys, line by line:"
)
LINES = T(
    "roll red1=PHYS blue1     roll these dice; without a face it is left to chance\n"
    "crooked red1=PHYS        the same, but the die leans against something\n"
    "unsure red1=PHYS         the same, but the reader is not certain\n"
    "unplug, plug             the cable is pulled, and put back\n"
    "reboot                   the reader starts again and has forgotten everything\n"
    "garbage                  a stretch of bytes that mean nothing\n"
    "lose, duplicate          the next line never arrives, or arrives twice\n"
    "slow 100                 only so many bytes a second; slow 0 ends it\n"
    "unacked                  how many readings are not safe in the companion yet\n"
    "quit"
)


def run_command(reader: SimulatedReader, line: str) -> str:
    """Execute a line (see ``LINES``); returns the output. Raises ``Refused`` for an invalid line."""
    word, *rest = line.split()
    does: dict[str, Callable[[], str]] = {
        "roll": lambda: _roll(reader, rest),
        "crooked": lambda: _roll(reader, rest, crooked=True),
        "unsure": lambda: _roll(reader, rest, confidence=UNSURE),
        "slow": lambda: _slow(reader, rest),
        "unacked": lambda: f"unacked {len(reader.unacked)}",
    }
    for fault in (reader.unplug, reader.plug, reader.reboot, reader.garbage, reader.lose, reader.duplicate):
        does[fault.__name__] = lambda fault=fault: fault() or fault.__name__  # type: ignore[misc]
    if word not in does:
        raise Refused("malformed", T("{word} is none of: {words}.", word=word, words=", ".join([*does, "quit"])))
    return does[word]()


def _roll(reader: SimulatedReader, rest: list[str], *, crooked: bool = False, confidence: int = 990) -> str:
    dice = {die: face or "?" for die, _, face in (part.partition("=") for part in rest)}
    if not dice:
        raise Refused("malformed", T("Say which dice: {example}", example="roll red1=PHYS blue1"))
    shown = reader.throw(dice, crooked=dice if crooked else (), confidence=confidence)
    return " ".join(f"{die}={reader.dice[die][side - 1] if side else '?'}" for die, side in shown.items())


def _slow(reader: SimulatedReader, rest: list[str]) -> str:
    rate = " ".join(rest)
    if not (rate.isascii() and rate.isdigit()):
        raise Refused("malformed", T("Say how many bytes a second: {example}", example="slow 100"))
    reader.slow(int(rate))
    return f"slow {int(rate)}"


@click.command(help=f"{tell(HELP)}\n\n\b\n{tell(LINES)}")
@click.option(
    "--game",
    type=click.Choice(game_names()),
    default=game_names()[0],
    show_default=True,
    help=tell(T("The game whose dice are rolled.")),
)
@link_option(CAMERA)
@click.option("--seed", help=tell(T("Make the rolls repeatable.")))
def main(game: str, link: Path, seed: str | None) -> None:
    dice = load_game(game).rules.dice
    if not dice:
        raise BadStart(T("{game} has no dice to read.", game=load_game(game).title))
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        reader = SimulatedReader(dice, link=link, rng=random.Random(seed))
    except OSError as problem:
        raise cannot_make(link, problem) from None
    click.echo(reader.port)
    try:
        run_commands(partial(run_command, reader))
    finally:
        reader.stop()
