"""``companion simulate panel``: an interactive simulated panel."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from companion.commands.options import BadStart
from companion.configuration import ConfigError
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.language import tell
from hardware.config import load
from hardware.panel.remote import PANEL
from hardware.panel.simulator import LONG, SimulatedPanel
from hardware.simulator_cli import cannot_make, link_option, run_commands

HELP = T(
    "Buttons, an encoder, lights and a buzzer for people who have none: what is typed is pressed, or goes wrong.\n\n"
    "It is the panel of companion.toml. A companion on this machine that has no pins of its own finds it by itself. It"
    " prints each light that goes on or off, and obeys, line by line:"
)
LINES = T(
    "press green              press a button and let it go\n"
    "hold white               the same, for longer than a second\n"
    "turn 3, turn -1          turn the encoder to the right, or to the left\n"
    "double green             press it twice, very quickly\n"
    "stick green, free green  it stays down, and comes up again\n"
    "bounce 8                 from now on contacts bounce so often; bounce 0 ends it\n"
    "lose, skip               the next press is not felt; the encoder's next step is missed\n"
    "unplug, plug             the cable is pulled, and put back\n"
    "lights                   what is lit now\n"
    "quit"
)


MOST = 99
"""Maximum number of encoder steps or bounces."""


def run_command(panel: SimulatedPanel, line: str) -> str:
    """Execute a line (see ``LINES``); returns the output. Raises ``Refused`` for an invalid line."""
    word, *rest = line.split()
    does: dict[str, Callable[[], object]] = {
        "press": lambda: panel.press(_one(rest)),
        "hold": lambda: panel.press(_one(rest), LONG),
        "double": lambda: panel.double(_one(rest)),
        "turn": lambda: panel.turn(_number(rest, "turn 3", -MOST)),
        "stick": lambda: panel.stick(_one(rest)),
        "free": lambda: panel.free(_one(rest)),
        "bounce": lambda: panel.bounce(_number(rest, "bounce 8", 0)),
        "lose": panel.lose,
        "skip": panel.skip,
        "unplug": panel.unplug,
        "plug": panel.plug,
        "lights": lambda: " ".join(name for name, on in panel.lit.items() if on),
    }
    if word not in does:
        raise Refused("malformed", T("{word} is none of: {words}.", word=word, words=", ".join([*does, "quit"])))
    said = does[word]()
    return f"{word} {said}".strip() if word == "lights" else line.strip()


def _one(rest: list[str]) -> str:
    if len(rest) != 1:
        raise Refused("malformed", T("Say which button: {example}", example="press green"))
    return rest[0]


def _number(rest: list[str], example: str, least: int) -> int:
    text = " ".join(rest)
    if not text.removeprefix("-").isdecimal() or not least <= int(text) <= MOST:
        raise Refused("malformed", T("Say how often: {example}", example=example))
    return int(text)


@click.command(help=f"{tell(HELP)}\n\n\b\n{tell(LINES)}")
@click.option("--config", type=click.Path(path_type=Path), help=tell(T("Another companion.toml.")))
@link_option(PANEL)
@click.option("--seed", help=tell(T("Make the bouncing repeatable.")))
def main(config: Path | None, link: Path, seed: str | None) -> None:
    try:
        wanted = load(config).buttons
        link.parent.mkdir(parents=True, exist_ok=True)
        panel = SimulatedPanel(wanted, link, _heard, rng=random.Random(seed))
    except ConfigError as no:
        raise BadStart(no.text) from no
    except OSError as problem:
        raise cannot_make(link, problem) from None
    click.echo(" ".join(panel.pins))
    try:
        run_commands(partial(run_command, panel))
    finally:
        panel.stop()


def _heard(name: str, on: bool) -> None:
    click.echo(f"{name} {'on' if on else 'off'}")
