"""All hardware behind one object, and what the doctor says about it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.core.texts import plain
from companion.session.tray import DiceTray
from companion.table.log import DieRead
from hardware.config import ButtonsConfig, Config, EncoderConfig, ReaderConfig
from hardware.doctor import checks
from hardware.hub import Hub
from hardware.inputs import Button, Event, Health, HealthChange
from hardware.panel import gpio
from hardware.panel.buttons import Buttons
from hardware.panel.gpio import PanelLight
from tests.hardware.helpers import GAME_DICE, reads, wait_until

SIMULATED = Config(reader=ReaderConfig(port="simulated"), buttons=ButtonsConfig(gpio="mock"))


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    """The simulated pins that the hub will use."""
    factory = MockFactory()
    monkeypatch.setattr("hardware.hub.pin_factory", lambda kind: None if kind == "none" else factory)
    return factory


@pytest.fixture
def hub(pins: MockFactory) -> Iterator[Hub]:
    running = Hub(SIMULATED, dice=GAME_DICE)
    running.start()
    yield running
    running.stop()


def gather(hub: Hub, events: list[Event]) -> list[Event]:
    events += hub.poll()
    return events


def test_a_whole_roll_from_reader_and_buttons(hub: Hub, pins: MockFactory) -> None:
    assert hub.simulator is not None
    simulator = hub.simulator
    tray = DiceTray(["blue1", "red1"], simulator.dice, confident=hub.config.reader.confidence)
    simulator.throw({"red1": "WILD"})
    events: list[Event] = []
    wait_until(lambda: reads(gather(hub, events)), "the die")
    tray.take(reads(events)[0])
    pins.pin(5).drive_low()
    wait_until(lambda: [event for event in gather(hub, events) if isinstance(event, Button)], "the button")
    assert Button("green", "press") in [
        Button(event.name, event.action) for event in events if isinstance(event, Button)
    ]
    tray.set_face("blue1", "SOC", "gpio")
    assert tray.faces() == {"blue1": "SOC", "red1": "WILD"}
    assert simulator.unacked != []
    for reading in tray.readings:
        hub.acknowledge(reading)
    wait_until(lambda: simulator.unacked == [], "everything is acknowledged")


def test_health_by_source(hub: Hub) -> None:
    wait_until(lambda: hub.health()["reader"].state == "ready", "the reader is ready")
    assert hub.health()["buttons"].state in ("ready", "waiting")
    changes = [event for event in gather(hub, []) if isinstance(event, HealthChange)]
    assert changes[-1] == HealthChange("reader", hub.health()["reader"])


def test_the_light_is_lit_while_the_primary_action_waits(hub: Hub, pins: MockFactory) -> None:
    for waits in (True, True, False):
        hub.show(light=waits)
        assert pins.pin(26).state == waits


def test_a_light_without_a_pin_does_no_harm() -> None:
    light = PanelLight(None, MockFactory())
    light.show(True)
    assert light.lit
    light.close()


def test_events_of_the_owner_join_the_others_and_it_is_told() -> None:
    told = threading.Event()
    hub = Hub(Config(reader=ReaderConfig(port="none"), buttons=ButtonsConfig(gpio="none")), notify=told.set)
    hub.start()
    assert hub.poll() == []
    for n in range(3):
        hub.put(Button("green", "press", float(n)))
    assert told.is_set()
    assert [event.at for event in hub.poll(limit=2) if isinstance(event, Button)] == [0.0, 1.0]
    assert len(hub.poll()) == 1
    assert hub.health() == {}
    hub.stop()


def test_it_can_be_stopped_and_started_again(hub: Hub) -> None:
    hub.stop()
    hub.stop()
    hub.start()
    hub.start()
    assert hub.simulator is not None
    hub.simulator.throw(["red1"])
    events: list[Event] = []
    wait_until(lambda: reads(gather(hub, events)), "the die")


def test_it_leaves_no_thread_behind(pins: MockFactory) -> None:
    before = set(threading.enumerate())
    buttons = ButtonsConfig(gpio="mock", encoder=EncoderConfig(a=17, b=27), saved=16, buzzer=12)
    hub = Hub(Config(reader=ReaderConfig(port="simulated"), buttons=buttons), dice=GAME_DICE)
    hub.start()
    wait_until(lambda: hub.health()["reader"].state == "ready", "the reader is ready")
    hub.push("green", True)
    hub.beep(3)
    assert len(set(threading.enumerate()) - before) >= 4
    hub.stop()
    assert set(threading.enumerate()) <= before


def test_a_pi_whose_pins_do_not_work_has_no_buttons_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """lgpio or an error: no silent fallback to a library that does not work on a Pi 5."""
    monkeypatch.setattr(gpio, "is_pi", lambda: True)
    monkeypatch.setenv("LG_WD", "/nowhere")
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setitem(__import__("sys").modules, "lgpio", None)
    with pytest.raises(gpio.NoPins, match="lgpio does not work here"):
        gpio.pin_factory("auto")
    hub = Hub(Config(reader=ReaderConfig(port="none")))
    hub.start()
    assert hub.health()["buttons"].state == "error"
    assert [event.source for event in hub.poll() if isinstance(event, HealthChange)] == ["buttons"]
    hub.stop()


def test_a_pin_that_does_not_exist_is_one_sentence(pins: MockFactory) -> None:
    buttons = Buttons({"green": 5, "red": 99}, pins)
    buttons.start(lambda event: None)
    assert buttons.health().state == "error"
    assert "Check [buttons]" in plain(buttons.health().text)
    buttons.stop()


def test_what_cannot_be_made_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_terminal() -> None:
        raise OSError(2, "out of pty devices")

    monkeypatch.setattr("os.openpty", no_terminal)
    hub = Hub(SIMULATED, dice=GAME_DICE)
    hub.start()
    texts = {name: plain(health.text) for name, health in hub.health().items() if health.state == "error"}
    hub.stop()
    assert texts == {"reader": "No pseudo-terminal for the simulated reader: out of pty devices."}


def test_a_pin_that_another_program_has_does_no_harm(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy(Exception):
        """As lgpio's own error."""

    def refuse(*_args: object, **_options: object) -> None:
        raise Busy("GPIO busy")

    monkeypatch.setattr(pins, "pin", refuse)
    buttons = Buttons({"green": 5}, pins)
    buttons.start(lambda event: None)
    assert plain(buttons.health().text) == "The pin of a button cannot be used: GPIO busy. Check [buttons]."
    PanelLight(26, pins).show(True)


def test_pins_are_given_back_when_it_stops(hub: Hub, pins: MockFactory) -> None:
    assert pins.pins
    hub.stop()
    assert not pins.pins


def test_a_pin_that_cannot_be_given_back_is_noted_and_the_others_are(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    factory = MockFactory()
    first, other = factory.pin(5), factory.pin(6)
    closed = []

    def refuse() -> None:
        raise OSError("GPIO operation not permitted")

    monkeypatch.setattr(first, "close", refuse)
    monkeypatch.setattr(other, "close", lambda: closed.append(other))
    monkeypatch.setattr(Device, "pin_factory", factory)
    gpio.give_back(factory)
    assert closed == [other]
    assert "a pin could not be given back: GPIO operation not permitted" in caplog.text
    assert Device.pin_factory is None


def test_a_game_without_dice_has_no_simulated_reader_and_nothing_complains(pins: MockFactory) -> None:
    hub = Hub(SIMULATED)
    hub.start()
    hub.use({})
    wait_until(lambda: plain(hub.health()["reader"].text) == "No dice reader is plugged in.", "it looked for a reader")
    assert (hub.simulator, hub.health()["reader"].state) == (None, "waiting")
    hub.stop()


def test_events_are_plain_records() -> None:
    assert Health("ready", "Yes.") == Health("ready", "Yes.")
    assert DieRead("serial", "red1", "red", 3).confidence == 1000


def doctor(tmp_path: Path, text: str, patience: float = 5.0) -> list[tuple[str, bool, str]]:
    file = tmp_path / "companion.toml"
    file.write_text(text)
    return [(plain(one.name), one.well, plain(one.text)) for one in checks(file, patience=patience)]


def test_the_doctor_finds_a_simulated_reader(tmp_path: Path) -> None:
    found = doctor(tmp_path, '[reader]\nport = "simulated"\n[buttons]\ngpio = "mock"\n')
    assert [(name, well) for name, well, _ in found] == [
        ("configuration", True),
        ("dice reader", True),
        ("buttons", True),
        ("light of the green button", True),
        ("reading aloud", True),
    ]
    assert found[1][2] == "The simulated dice reader is ready."


def test_the_doctor_names_a_port_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('[reader]\nport = "/dev/nothing"\n')
    found = {plain(one.name): (one.well, plain(one.text)) for one in checks(file, patience=0.3)}
    assert found["dice reader"] == (
        False,
        "The port /dev/nothing does not exist. Plug the dice reader in, or name another port.",
    )


def test_the_doctor_stops_at_a_bad_configuration(tmp_path: Path) -> None:
    ((name, well, sentence),) = doctor(tmp_path, "[reader\n")
    assert (name, well) == ("configuration", False)
    assert "line 1" in sentence


def test_the_doctor_is_content_without_any_hardware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.dice.ports.BY_ID", tmp_path / "none")
    assert all(well for _, well, _ in doctor(tmp_path, '[buttons]\ngpio = "none"\n'))
    assert all(well for _, well, _ in doctor(tmp_path, '[reader]\nport = "none"\n'))


def test_the_doctor_says_where_to_see_what_a_camera_reader_sees(tmp_path: Path) -> None:
    port, view = tmp_path / "reader", tmp_path / "reader.jpg"
    config = f'[buttons]\ngpio = "none"\n[reader]\nport = "{port}"\n'
    assert "camera" not in {name for name, _, _ in doctor(tmp_path, config, 0.1)}
    view.touch()
    sentences = {name: (well, sentence) for name, well, sentence in doctor(tmp_path, config, 0.1)}
    assert sentences["camera"] == (True, f"What the camera reader sees is in {view}.")


def asked(hub: Hub, monkeypatch: pytest.MonkeyPatch, ports: list[str]) -> dict[str, tuple[bool, str]]:
    """What the doctor says of a hub that runs, when these ports are plugged in."""
    monkeypatch.setattr("hardware.doctor.candidates", lambda port: ports if port == "auto" else [port])
    return {plain(one.name): (one.well, plain(one.text)) for one in checks(hub=hub)}


def test_the_doctor_asks_the_hub_that_runs_and_opens_nothing(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_until(lambda: hub.health()["reader"].state == "ready", "the reader is ready")
    monkeypatch.setattr("hardware.doctor.Hub", None)
    found = asked(hub, monkeypatch, [])
    assert found["dice reader"] == (True, "The simulated dice reader is ready.")
    assert found["buttons"] == (True, "This machine has no pins: the buttons are simulated.")
    assert found["light of the green button"] == (True, "This machine has no pins: the light is simulated.")
    hub.stop()
    assert asked(hub, monkeypatch, [])["dice reader"] == (False, "It is not in use. Restart the companion.")


@pytest.mark.parametrize(
    ("ports", "state", "well", "sentence"),
    [
        ([], "waiting", True, "None is plugged in: the screen simulates one."),
        ([], "gone", False, "so it was"),
        (["/dev/null"], "error", False, "so it was"),
        (["/dev/null"], "ready", True, "so it was"),
        (["/dev/null"], "waiting", False, "so it was"),
    ],
)
def test_the_doctor_believes_the_hub_about_its_reader(
    monkeypatch: pytest.MonkeyPatch, ports: list[str], state: Any, well: bool, sentence: str
) -> None:
    hub = Hub(Config(buttons=ButtonsConfig(gpio="none")), fallback=True)
    monkeypatch.setattr(hub, "health", lambda: {"reader": Health(state, "so it was")})
    assert asked(hub, monkeypatch, ports)["dice reader"] == (well, sentence)


def test_the_doctor_says_that_a_simulated_reader_stands_in_for_one_that_does_not_answer(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.config = Config(buttons=SIMULATED.buttons)
    well, sentence = asked(hub, monkeypatch, ["/dev/null"])["dice reader"]
    assert not well
    assert "does not answer as a dice reader" in sentence


def test_a_light_whose_pin_is_taken_is_said(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    first, hub = PanelLight(26, pins), Hub(Config(reader=ReaderConfig(port="none"), buttons=ButtonsConfig(gpio="mock")))
    hub.start()
    found = asked(hub, monkeypatch, [])
    hub.stop()
    first.close()
    assert found["buttons"][0]
    well, sentence = found["light of the green button"]
    assert not well
    assert "Check light under [buttons]" in sentence


def test_a_simulated_button_is_pressed_by_hand(hub: Hub) -> None:
    events: list[Event] = []
    for down, action in ((True, "press"), (False, "release")):
        hub.push("white", down)
        wait_until(
            lambda action=action: [
                event for event in gather(hub, events) if isinstance(event, Button) and event.action == action
            ],
            f"the {action}",
        )
    assert {event.name for event in events if isinstance(event, Button)} == {"white"}
    hub.push("no such button", True)
