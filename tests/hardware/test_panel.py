"""Panels on simulated pins: a keypad for a roll; and a whole one with an encoder, lights and a buzzer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event as Signal
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.core.texts import plain
from companion.session.tray import DiceTray
from hardware.config import ButtonsConfig, Config, ReaderConfig
from hardware.hub import Hub
from hardware.inputs import Action, Button, Event
from hardware.panel import buttons
from hardware.panel.buttons import Buttons, Encoder
from hardware.panel.gpio import Buzzer
from tests.hardware.helpers import GAME_DICE, wait_until
from tests.hardware.test_config import whole_panel


@pytest.fixture
def tray() -> DiceTray:
    return DiceTray(["blue1", "red1"], GAME_DICE)


def press(tray: DiceTray, *names: str, action: Action = "press") -> list[str]:
    return [buttons.press(tray, Button(name, action)) for name in names]


def test_two_buttons_enter_a_whole_roll(tray: DiceTray) -> None:
    assert press(tray, "white", "green") == ["taken", "taken"]
    assert press(tray, "white", "white", "white", "green") == ["taken"] * 4
    assert tray.faces() == {"blue1": "MENT", "red1": "SOC"}
    assert tray.source == "gpio"
    assert press(tray, "green") == ["primary"]


def test_white_goes_round_the_faces(tray: DiceTray) -> None:
    offered = []
    for _ in range(5):
        press(tray, "white")
        offered.append(tray.offered)
    assert offered == ["MENT", "PHYS", "SOC", "WILD", "MENT"]
    assert tray.missing == ["blue1", "red1"]


def test_red_takes_back_step_by_step(tray: DiceTray) -> None:
    press(tray, "white", "green", "white")
    assert press(tray, "red", "red", "red") == ["taken", "taken", "undo"]
    assert tray.missing == ["blue1", "red1"]


def test_a_face_can_be_mended_with_white_and_green(tray: DiceTray) -> None:
    """White held moves on, also to dice that have a face; then white starts from what the die shows."""
    tray.set_face("blue1", "SOC")
    tray.set_face("red1", "PHYS")
    assert press(tray, "white", action="hold") == ["taken"]
    assert tray.cursor == "blue1"
    press(tray, "white")
    assert tray.offered == "WILD"
    press(tray, "green")
    assert tray.faces() == {"blue1": "WILD", "red1": "PHYS"}


def test_green_confirms_what_the_reader_saw(tray: DiceTray) -> None:
    tray.read("blue1", "MENT", confidence=100)
    tray.read("red1", None)
    assert press(tray, "green", "green") == ["taken", "nothing"]
    assert tray.doubts == ["red1"]


def test_an_offer_is_forgotten_when_the_reader_fills_that_die(tray: DiceTray) -> None:
    press(tray, "white", "white")
    assert tray.offered == "PHYS"
    tray.read("blue1", "MENT")
    assert tray.offered is None
    assert press(tray, "green") == ["nothing"]
    assert tray.missing == ["red1"]
    tray.select("blue1")
    assert tray.offered is None


def test_black_moves_on_and_other_events_do_nothing(tray: DiceTray) -> None:
    press(tray, "black")
    assert tray.cursor == "red1"
    assert press(tray, "purple") == ["nothing"]
    assert press(tray, "green", action="release") == ["nothing"]
    assert press(tray, "green", action="hold") == ["nothing"]


def test_one_die_of_numbers_goes_up_with_white_and_down_with_black() -> None:
    tray = DiceTray(["placement"], {"placement": range(1, 13)})
    press(tray, "white", "white", "black", "black")
    assert tray.offered == "12"
    assert press(tray, "black", "green") == ["taken", "taken"]
    assert tray.faces() == {"placement": 11}
    assert press(tray, "green") == ["primary"]


# A whole panel on simulated pins: encoder, lights, buzzer, and what is said when a pin cannot be used.


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    factory = MockFactory()
    monkeypatch.setattr("hardware.hub.pin_factory", lambda kind: factory)
    return factory


@pytest.fixture
def hub(pins: MockFactory) -> Iterator[Hub]:
    made = Hub(Config(ReaderConfig(port="none"), whole_panel().buttons))
    made.start()
    yield made
    made.stop()


def presses(events: list[Event]) -> list[str]:
    return [event.name for event in events if isinstance(event, Button) and event.action == "press"]


def turned(steps: list[int]) -> list[str]:
    """What an encoder says that is turned so."""
    events: list[Event] = []
    encoder = Encoder(17, 27, MockFactory())
    encoder.start(events.append)
    for step in steps:
        encoder.turn(step)
    encoder.stop()
    return presses(events)


@given(st.lists(st.integers(-4, 4), max_size=6))
def test_each_step_of_an_encoder_is_one_press(steps: list[int]) -> None:
    wanted = [name for step in steps for name in ["next" if step > 0 else "previous"] * abs(step)]
    assert turned(steps) == wanted


@given(st.lists(st.integers(0, 3), max_size=12))
def test_contacts_that_bounce_within_a_step_are_one_step(bounces: list[int]) -> None:
    """Each edge of a step to the right comes once more, back and forth, as often as its contact bounces."""
    factory, events = MockFactory(), list[Event]()
    encoder = Encoder(17, 27, factory)
    encoder.start(events.append)
    a, b = factory.pin(17), factory.pin(27)
    edges: list[tuple[Any, bool]] = [(a, True), (b, True), (a, False), (b, False)]
    for n, (pin, closed) in enumerate(edges):
        drive: tuple[Callable[[], None], Callable[[], None]] = (
            (pin.drive_low, pin.drive_high) if closed else (pin.drive_high, pin.drive_low)
        )
        drive[0]()
        for _ in range(bounces[n] if n < min(3, len(bounces)) else 0):
            drive[1]()
            drive[0]()
    assert presses(events) == ["next"]
    encoder.stop()


def test_an_encoder_that_is_only_touched_says_nothing() -> None:
    factory, events = MockFactory(), list[Event]()
    encoder = Encoder(17, 27, factory)
    encoder.start(events.append)
    for _ in range(50):
        factory.pin(17).drive_low()
        factory.pin(17).drive_high()
    assert presses(events) == []
    encoder.stop()


def test_an_encoder_whose_pin_is_taken_says_so() -> None:
    factory = MockFactory()
    taken = gpiozero.LED(17, pin_factory=factory)
    encoder = Encoder(17, 27, factory)
    encoder.start(lambda event: None)
    health = encoder.health()
    assert health.state == "error"
    assert "Check [buttons.encoder]" in plain(health.text)
    encoder.stop()
    taken.close()


def test_every_button_of_the_panel_is_heard(hub: Hub) -> None:
    events: list[Event] = []
    for name in hub.config.buttons.pins:
        hub.push(name, True)
        wait_until(lambda name=name: (events.extend(hub.poll()), name in presses(events))[1], f"{name} is pressed")
        hub.push(name, False)


def test_what_is_pressed_before_its_thread_runs_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[Event] = []
    factory, pressed, run = MockFactory(), Signal(), Buttons._run

    def late(source: Buttons, *work: Any) -> None:
        assert pressed.wait(20)
        run(source, *work)

    monkeypatch.setattr(Buttons, "_run", late)
    source = Buttons({"green": 5}, factory)
    source.start(events.append)
    factory.pin(5).drive_low()
    pressed.set()
    wait_until(lambda: presses(events) == ["green"], "the press")
    source.stop()


def test_the_encoder_is_turned_by_hand(hub: Hub) -> None:
    encoder = next(source for source in hub._sources if isinstance(source, Encoder))
    encoder.turn(2)
    encoder.turn(-1)
    assert presses(hub.poll()) == ["next", "next", "previous"]
    assert set(hub.health()) == {"buttons", "encoder", "panel"}


def test_each_light_is_lit_by_itself(hub: Hub, pins: MockFactory) -> None:
    wanted = hub.config.buttons.lights
    for name in wanted:
        hub.show(**{other: other == name for other in wanted})
        assert [other for other, pin in wanted.items() if pins.pin(pin).state] == [name]
        assert hub.lit(name)
    hub.show(alert=False)
    assert not hub.lit("alert")


def test_the_buzzer_beeps_and_is_silent_again(hub: Hub, pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buzzer, "BEEP", 0.005)
    pin = pins.pin(hub.config.buttons.buzzer)
    states: list[bool] = []
    change = pin._change_state

    def changed(value: bool) -> bool:
        states.append(bool(value))
        return bool(change(value))

    monkeypatch.setattr(pin, "_change_state", changed)
    hub.beep(3)
    wait_until(lambda: states.count(True) == 3 and not pin.state, "three beeps")
    hub.beep(0)
    assert states.count(True) == 3


def test_lights_and_buzzer_whose_pins_are_taken_are_said_and_the_rest_works(pins: MockFactory) -> None:
    config = whole_panel().buttons
    taken = [gpiozero.LED(pin, pin_factory=pins) for pin in (config.saved, config.buzzer)]
    hub = Hub(Config(ReaderConfig(port="none"), config))
    hub.start()
    assert set(hub.pin_problems) == {"saved", "buzzer"}
    assert "Check buzzer under [buttons]" in plain(hub.pin_problems["buzzer"])
    hub.show(saved=True, alert=True)
    hub.beep(2)
    assert pins.pin(config.alert).state
    hub.stop()
    for one in taken:
        one.close()


def test_without_pins_nothing_is_lit_and_nothing_fails() -> None:
    hub = Hub(Config(ReaderConfig(port="none"), ButtonsConfig(gpio="none")))
    hub.start()
    hub.show(light=True, saved=True)
    hub.beep(2)
    assert not hub.lit("light")
    hub.stop()
