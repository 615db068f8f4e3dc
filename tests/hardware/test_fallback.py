"""The simulated reader stands in until a real one is plugged in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.texts import plain
from hardware.config import ButtonsConfig, Config, ReaderConfig
from hardware.dice.ports import AGAIN, FallbackPorts
from hardware.dice.simulator import SimulatedReader
from hardware.hub import Hub
from hardware.inputs import Event
from tests.hardware.helpers import GAME_DICE, reads, wait_until

AUTO = Config(reader=ReaderConfig(port="auto"), buttons=ButtonsConfig(gpio="none"))


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The USB ports that are there; a test adds to it."""
    found: list[str] = []
    monkeypatch.setattr("hardware.hub.candidates", lambda port: list(found) if port == "auto" else [port])
    return found


@pytest.fixture
def hub(plugged: list[str]) -> Iterator[Hub]:
    running = Hub(AUTO, dice=GAME_DICE, fallback=True)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def real() -> Iterator[SimulatedReader]:
    """A reader at a port of its own, with another serial number."""
    reader = SimulatedReader(GAME_DICE, serial="REAL1")
    yield reader
    reader.stop()


def owner(hub: Hub) -> set[str]:
    """The serial numbers of the readers whose dice were read since the last time."""
    return {read.origin.serial for read in reads(hub.poll()) if read.origin is not None}


def test_without_a_reader_the_simulated_one_is_read(hub: Hub) -> None:
    wait_until(lambda: hub.simulator, "the simulated reader answers")
    assert hub.simulator is not None
    hub.simulator.throw(["red1"])
    events: list[Event] = []
    wait_until(lambda: reads(_into(hub, events)), "the die")
    assert reads(events)[0].die == "red1"
    assert hub.health()["reader"].state in ("ready", "reading")


def test_a_reader_that_is_plugged_in_later_takes_its_place(hub: Hub, plugged: list[str], real: SimulatedReader) -> None:
    wait_until(lambda: hub.simulator, "the simulated reader answers")
    plugged.append(real.port)
    wait_until(lambda: hub.simulator is None, "the simulated reader goes")
    wait_until(lambda: hub.health()["reader"].state == "ready" and not real.unacked, "the real reader answers")
    real.throw(["blue1"])
    seen: set[str] = set()
    wait_until(lambda: seen.update(owner(hub)) or seen, "its die")
    assert seen == {"REAL1"}
    plugged.clear()
    real.unplug()
    wait_until(lambda: hub.health()["reader"].state == "gone", "it is missed")
    assert hub.simulator is None


def test_without_dice_nothing_is_simulated_until_a_game_brings_some(plugged: list[str]) -> None:
    hub = Hub(AUTO, fallback=True)
    hub.start()
    wait_until(lambda: plain(hub.health()["reader"].text) == "No dice reader is plugged in.", "it looked for a reader")
    hub.use({})
    assert (hub.simulator, hub.standing_in, hub.health()["reader"].state) == (None, True, "waiting")
    hub.use(GAME_DICE)
    wait_until(lambda: hub.simulator, "the simulated reader answers")
    simulator = hub.simulator
    hub.use({"white1": ("1", "2", "3")})
    assert simulator is not None
    assert (hub.simulator, simulator.dice) == (simulator, {"white1": ["1", "2", "3"]})
    hub.use({})
    assert hub.simulator is simulator
    hub.stop()


def test_a_reader_that_is_there_from_the_start_is_used(plugged: list[str], real: SimulatedReader) -> None:
    plugged.append(real.port)
    hub = Hub(AUTO, dice=GAME_DICE, fallback=True)
    hub.start()
    wait_until(lambda: hub.health()["reader"].state == "ready", "the real reader answers")
    assert (hub.simulator, hub.standing_in) == (None, False)
    plugged.clear()
    real.unplug()
    wait_until(lambda: hub.health()["reader"].state != "ready", "the real reader is gone")
    assert not hub.standing_in
    hub.stop()


@pytest.mark.parametrize(("port", "fallback"), [("none", True), ("auto", False)])
def test_nobody_stands_in_where_it_is_not_wanted(plugged: list[str], port: str, fallback: bool) -> None:
    hub = Hub(
        Config(reader=ReaderConfig(port=port), buttons=ButtonsConfig(gpio="none")), dice=GAME_DICE, fallback=fallback
    )
    hub.start()
    assert hub.simulator is None
    assert hub.health().keys() == ({"reader"} if port == "auto" else set())
    hub.stop()


def test_dice_come_to_rest_one_after_the_other() -> None:
    now = [100.0]
    reader = SimulatedReader(GAME_DICE, clock=lambda: now[0])
    before = len(reader.unacked)
    reader.throw(["red1", "blue1", "grey1"], every=5.0)
    assert reader.busy
    assert len(reader.unacked) == before + 1
    now[0] += 10.0
    wait_until(lambda: not reader.busy, "all lie still")
    assert len(reader.unacked) == before + 3
    reader.stop()


def _into(hub: Hub, events: list[Event]) -> list[Event]:
    events += hub.poll()
    return events


def test_a_port_that_was_silent_is_tried_again_when_it_was_unplugged() -> None:
    found = ["usb"]
    ports = FallbackPorts(lambda: found, lambda: ["simulated"])
    assert ports.ports() == ["usb", "simulated"]
    assert ports.stays("simulated", answered=True)
    found.clear()
    assert ports.stays("simulated", answered=True)
    found.append("usb")
    assert not ports.stays("simulated", answered=True)
    assert ports.ports() == ["usb"]


def test_a_port_that_was_silent_is_tried_again_after_a_minute() -> None:
    now, found = [0.0], ["usb"]
    ports = FallbackPorts(lambda: found, lambda: ["simulated"], lambda: now[0])
    ports.ports()
    now[0] = AGAIN
    assert ports.stays("simulated", answered=True)
    now[0] += 1
    assert not ports.stays("simulated", answered=True)
    assert ports.ports() == ["usb", "simulated"]
    found.clear()
    now[0] += 2 * AGAIN
    assert ports.stays("simulated", answered=True)
