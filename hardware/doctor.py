"""The hardware checks of ``companion doctor``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

from msgspec.structs import replace

from companion.configuration import ConfigError, default_path
from companion.core.texts import T, Words
from companion.doctor import Check
from hardware import voice
from hardware.camera.checks import checks as camera
from hardware.config import ButtonsConfig, Config, load
from hardware.dice.dr1 import ALIKE
from hardware.dice.ports import candidates, view_of
from hardware.hub import Hub
from hardware.panel.gpio import NoPins, is_pi, pin_factory

PLAIN_DIE = {"white1": ("1", "2", "3", "4", "5", "6")}
"""The die of a simulated reader during the check."""
WELL = ("ready", "reading")
"""States of a working reader."""
PATIENCE = 6.0
"""Seconds to wait for HELLO; an Arduino needs 2 to start."""
_NONE = Check(T("dice reader"), True, T("None is plugged in: the screen simulates one."))


def checks(path: Path | None = None, patience: float = PATIENCE, hub: Hub | None = None) -> Iterator[Check]:
    """Check configuration, ports, readers and pins; ``path`` replaces the default configuration file.

    If a ``hub`` runs in this process, its state is reported and nothing is opened again. Otherwise readers get
    ``patience`` seconds to answer.
    """
    file = path or default_path()
    try:
        config = load(path)
    except ConfigError as problem:
        yield Check(T("configuration"), False, problem.text)
        if hub is None:
            return
    else:
        there = (
            T("{file} is good.", file=str(file))
            if file.exists()
            else T("There is no {file}: defaults.", file=str(file))
        )
        yield Check(T("configuration"), True, there)
    if hub is not None:
        config = hub.config
    yield from _reader(config, patience, hub)
    if config.reader.ports != ["none"]:
        yield from camera(views(config))
    pins = _pins(config) if hub is None else _buttons(hub)
    yield pins
    if pins.well:
        yield _light(config, hub)
        yield from _signals(config, hub)
    yield _voice()


def _voice() -> Check:
    found = voice.engine()
    if found is None:
        missing = T(
            "Nothing here can read aloud. If you want that, install the package {package}.", package=voice.PACKAGE
        )
        return Check(T("reading aloud"), True, missing)
    return Check(T("reading aloud"), True, T("{program} can do it.", program=found.program))


def _reader(config: Config, patience: float, hub: Hub | None) -> Iterator[Check]:
    ports = config.reader.ports
    if ports == ["none"]:
        yield Check(T("dice reader"), True, T("None is wanted: dice are tapped, or rolled by the companion."))
        return
    found = [one for port in ports for one in candidates(port)]
    if hub is None and not found:
        yield _NONE
        return
    if found and ports != ["simulated"]:
        shut = [name for name in found if os.path.exists(name) and not os.access(name, os.R_OK | os.W_OK)]
        yield Check(T("ports"), True, T("Found: {ports}.", ports=", ".join(found)))
        if shut:
            sentence = T("{ports} is not open to this user: add the user to the group dialout.", ports=", ".join(shut))
            yield Check(T("permission"), False, sentence)
            return
    yield from _hello(config, patience, len(found)) if hub is None else _answer(hub, plugged=bool(found))


def views(config: Config) -> list[Path]:
    """The existing annotated pictures of camera readers on this machine."""
    found = (view_of(one) for port in config.reader.ports for one in candidates(port))
    return [view for view in found if view is not None and view.exists()]


def _answer(hub: Hub, *, plugged: bool) -> Iterator[Check]:
    """The readers as the hub sees them; ``plugged``: there is a port that could be a reader."""
    health, ports = hub.health().get("reader"), hub.config.reader.ports
    if health is None:
        yield Check(T("dice reader"), False, T("It is not in use. Restart the companion."))
    elif health.state in ("gone", "error"):
        yield from _each(hub)
    elif ports == ["auto"] and not plugged:
        yield _NONE
    elif ports == ["auto"] and hub.simulator is not None:
        sentence = T(
            "Something is plugged in, but it does not answer as a dice reader: the screen simulates one. "
            "Unplug it and plug it in again."
        )
        yield Check(T("dice reader"), False, sentence)
    elif ports == ["simulated"] and health.state == "waiting":
        yield Check(T("dice reader"), True, T("It is simulated as soon as a game with dice is on the table."))
    else:
        yield from _each(hub)


def _each(hub: Hub) -> Iterator[Check]:
    """A check for each reader; with several, also the name of its configuration section."""
    healths, devices = hub.health(), hub.devices()
    named = [port for port in hub.config.reader.ports if port != "auto"]
    names = [name for name in healths if name.split()[0] == "reader"]
    # Other devices that never answered as a reader are not reported.
    names = names[:1] + [one for one in names[1:] if named or one in devices]
    for n, name in enumerate(names, 1):
        health, device = healths[name], devices.get(name)
        text: Words = health.text
        if device is not None and len(names) > 1:
            text = T("{text} Its own settings: [readers.{serial}]", text=text, serial=device.serial)
        title = T("dice reader") if n == 1 else T("dice reader {n}", n=n)
        yield Check(title, health.state in WELL, text)
    if any(device.model == ALIKE for device in devices.values()) and not views(hub.config):
        elsewhere = T("The reader runs on another machine. Start it there with --show seen.jpg to see what it sees.")
        yield Check(T("camera"), True, elsewhere)


def _hello(config: Config, patience: float, ports: int) -> list[Check]:
    """Start the readers and see which answer in time; ``ports`` is the number of candidate ports."""
    hub = Hub(replace(config, buttons=ButtonsConfig(gpio="none")), dice=PLAIN_DIE)
    hub.start()
    try:
        until = monotonic() + patience
        while True:
            well = [health for health in hub.health().values() if health.state in WELL]
            if len(well) >= ports or monotonic() >= until:
                return list(_each(hub))
            sleep(0.05)
    finally:
        hub.stop()


def _buttons(hub: Hub) -> Check:
    health = hub.health().get("buttons")
    if health is None:
        return Check(T("buttons"), True, T("None are wanted."))
    return Check(T("buttons"), health.state != "error", health.text)


def _pins(config: Config) -> Check:
    if config.buttons.gpio == "none":
        return Check(T("buttons"), True, T("None are wanted."))
    if without_pins(config):
        return Check(T("buttons"), True, T("This machine has no pins: the buttons are simulated."))
    try:
        pin_factory(config.buttons.gpio)
    except NoPins as problem:
        return Check(T("buttons"), False, problem.text)
    return Check(T("buttons"), True, T("The pins can be used."))


def _light(config: Config, hub: Hub | None) -> Check:
    name, problem = T("light of the green button"), hub.pin_problems.get("light") if hub is not None else None
    if problem is not None:
        return Check(name, False, problem)
    if config.buttons.gpio == "none" or config.buttons.light == "none":
        return Check(name, True, T("None is wanted."))
    if without_pins(config):
        return Check(name, True, T("This machine has no pins: the light is simulated."))
    return Check(name, True, T("It is lit while the amber button waits, on pin {pin}.", pin=config.buttons.light))


def _signals(config: Config, hub: Hub | None) -> Iterator[Check]:
    """The encoder, the other lights and the buzzer, if configured."""
    wanted, problems = config.buttons, hub.pin_problems if hub is not None else {}
    if wanted.gpio == "none":
        return
    if hub is not None and (turned := hub.health().get("encoder")) is not None:
        yield Check(T("encoder"), turned.state != "error", turned.text)
    there: dict[str, tuple[Words, int | str]] = {
        "saved": (T("light of what is saved"), wanted.saved),
        "alert": (T("light of the alert"), wanted.alert),
        "buzzer": (T("buzzer"), wanted.buzzer),
    }
    for field, (name, pin) in there.items():
        if field in problems:
            yield Check(name, False, problems[field])
        elif pin != "none":
            simulated = without_pins(config)
            yield Check(name, True, T("It is simulated.") if simulated else T("It is on pin {pin}.", pin=pin))


def without_pins(config: Config) -> bool:
    """True if pins are configured but only simulated ones are available."""
    return config.buttons.gpio == "mock" or (config.buttons.gpio == "auto" and not is_pi())
