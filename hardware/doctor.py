"""What ``companion doctor`` says about the hardware."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep
from typing import TypeAlias

from msgspec.structs import replace

from companion.core.texts import T, Words
from hardware.config import ButtonsConfig, Config, ConfigError, default_path, load
from hardware.dice.ports import candidates
from hardware.hub import Hub
from hardware.panel.gpio import NoPins, is_pi, pin_factory

Check: TypeAlias = tuple[Words, bool, Words]
"""What was looked at, whether it is well, and a sentence: what was found, or what to do."""

PLAIN_DIE = {"white1": ("1", "2", "3", "4", "5", "6")}
"""What a simulated reader has here: which game will be played does not matter to the line."""
PATIENCE = 6.0
"""Seconds that a reader may take to say HELLO; an Arduino needs 2 to start."""


def checks(path: Path | None = None, patience: float = PATIENCE) -> list[Check]:
    """Look at configuration, ports, reader and pins; ``path`` is another configuration file than the default."""
    try:
        config = load(path)
    except ConfigError as problem:
        return [(T("configuration"), False, problem.text)]
    file = path or default_path()
    said = T("{file} is good.", file=str(file)) if file.exists() else T("There is no {file}: defaults.", file=str(file))
    return [(T("configuration"), True, said), *_reader(config, patience), _pins(config)]


def _reader(config: Config, patience: float) -> list[Check]:
    port = config.reader.port
    if port == "none":
        return [(T("dice reader"), True, T("None is wanted: dice are tapped, or rolled by the companion."))]
    found = candidates(port)
    if not found:
        return [(T("dice reader"), True, T("None is plugged in: the screen simulates one."))]
    done: list[Check] = []
    if port != "simulated":
        shut = [name for name in found if os.path.exists(name) and not os.access(name, os.R_OK | os.W_OK)]
        done.append((T("ports"), True, T("Found: {ports}.", ports=", ".join(found))))
        if shut:
            sentence = T("{ports} is not open to this user: add the user to the group dialout.", ports=", ".join(shut))
            return [*done, (T("permission"), False, sentence)]
    return [*done, _hello(config, patience)]


def _hello(config: Config, patience: float) -> Check:
    """Start the reader by itself, and see whether it answers in time."""
    hub = Hub(replace(config, buttons=ButtonsConfig(gpio="none")), dice=PLAIN_DIE)
    hub.start()
    try:
        until = monotonic() + patience
        while True:
            health = hub.health()["reader"]
            well = health.state in ("ready", "reading")
            if well or monotonic() >= until:
                return T("dice reader"), well, health.text
            sleep(0.05)
    finally:
        hub.stop()


def _pins(config: Config) -> Check:
    if config.buttons.gpio == "none":
        return T("buttons"), True, T("None are wanted.")
    if config.buttons.gpio == "mock" or (config.buttons.gpio == "auto" and not is_pi()):
        return T("buttons"), True, T("This machine has no pins: the buttons are simulated.")
    try:
        pin_factory(config.buttons.gpio)
    except NoPins as problem:
        return T("buttons"), False, problem.text
    return T("buttons"), True, T("The pins can be used.")
