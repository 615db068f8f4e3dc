"""The simulated panel in another program: what is pressed there comes through pins and debouncing as on a real one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event as Event_
from threading import Thread

import pytest
import serial
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory
from msgspec import structs

from companion.core.refusals import Refused
from companion.core.texts import plain
from hardware.config import ButtonsConfig, Config, EncoderConfig, ReaderConfig
from hardware.hub import Hub
from hardware.inputs import Button, Event
from hardware.panel.buttons import Buttons
from hardware.panel.remote import RemotePins
from hardware.panel.simulator import SimulatedPanel, run_command
from tests.hardware.helpers import wait_until

PINS = {"green": 5, "white": 13, "confirm": 22}
WANTED = ButtonsConfig("mock", PINS, 26, saved=16, buzzer=12, encoder=EncoderConfig(17, 27))  # type: ignore[arg-type]
TOML = """
[buttons]
gpio = "mock"
light = 26
saved = 16
buzzer = 12
pins = { green = 5, white = 13, confirm = 22 }
encoder = { a = 17, b = 27 }
"""


@pytest.fixture
def link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where panel and companion meet."""
    monkeypatch.setattr("hardware.panel.remote.PANEL", tmp_path / "panel")
    return tmp_path / "panel"


@pytest.fixture
def hub(link: Path) -> Iterator[Hub]:
    hub = Hub(Config(ReaderConfig(port="none"), WANTED))
    hub.start()
    yield hub
    hub.stop()


def there(hub: Hub) -> bool:
    return hub.health()["panel"].state == "ready"


class Heard:
    """What the companion has heard of its buttons."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.events: list[Event] = []

    def after(self, name: str, *actions: str) -> None:
        """Wait until this button has done that since the last time, and nothing else was pressed."""
        wait_until(lambda: len(self._all()) >= len(actions), f"{name}: {actions}")
        assert self._all() == [(name, action) for action in actions]
        self.events.clear()

    def nothing(self) -> None:
        """Nothing was pressed since the last time, though another button is felt afterwards."""
        assert self._all() == []

    def _all(self) -> list[tuple[str, str]]:
        self.events += self._hub.poll()
        return [(event.name, event.action) for event in self.events if isinstance(event, Button)]


def test_as_a_program(hub: Hub, link: Path, tmp_path: Path) -> None:
    """All that can be pressed and all that goes wrong, typed into a process of its own."""
    (tmp_path / "companion.toml").write_text(TOML)
    options = ("--config", tmp_path / "companion.toml", "--link", link, "--seed", 1)
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "simulate", "panel", *map(str, options)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert program.stdin is not None
    assert program.stdout is not None
    said: list[str] = []
    reading = Thread(target=lambda: said.extend(program.stdout or ()), daemon=True)
    reading.start()

    def typed(*lines: str) -> None:
        assert program.stdin is not None
        program.stdin.write("".join(f"{line}\n" for line in lines))
        program.stdin.flush()

    wait_until(lambda: there(hub), "the panel is found", 60)
    heard = Heard(hub)
    press, turn = ("press", "release"), ("press", "release")
    for lines, name, actions in (
        (["press green"], "green", press),
        (["hold white"], "white", ("press", "hold", "release")),
        (["turn 2"], "next", 2 * turn),
        (["turn -1"], "previous", turn),
        (["bounce 8", "press confirm"], "confirm", press),
        (["turn 3"], "next", 3 * turn),
        (["double green"], "green", 2 * press),
        (["bounce 0", "lose", "press green", "press white"], "white", press),
        (["skip", "turn 2"], "next", turn),
        (["stick green", "press green", "free green"], "green", press),
    ):
        typed(*lines)
        heard.after(name, *actions)
    hub.show(light=True, saved=True)
    hub.show(light=False)
    hub.beep(2)
    wait_until(lambda: said.count("buzzer on\n") == 2 and said.count("buzzer off\n") == 3, "the buzzer")
    wait_until(lambda: "saved on\n" in said, "the light")
    typed("press red", "jump", "lights")
    wait_until(lambda: "lights saved\n" in said, "what is lit")
    typed("quit")
    assert program.wait(timeout=30) == 0
    reading.join(10)
    assert program.stderr is not None
    assert program.stderr.read().splitlines() == [
        "There is no button red; there are green, white, confirm.",
        "jump is none of: press, hold, double, turn, stick, free, bounce, lose, skip, unplug, plug, lights, quit.",
    ]
    assert not link.is_symlink()
    wait_until(lambda: not there(hub), "it is missed")


@pytest.fixture
def panel(link: Path) -> Iterator[SimulatedPanel]:
    panel = SimulatedPanel(WANTED, link, rng=Random(1))
    yield panel
    panel.stop()


def test_a_cable_that_is_pulled_presses_nothing(hub: Hub, panel: SimulatedPanel) -> None:
    """A button that is down when the cable is pulled is let go; it is down again when the cable is back."""
    wait_until(lambda: there(hub), "the panel is found")
    heard = Heard(hub)
    panel.stick("green")
    heard.after("green", "press", "hold")
    panel.unplug()
    heard.after("green", "release")
    panel.press("white")
    heard.nothing()
    panel.plug()
    heard.after("green", "press", "hold")


class Breaking:
    """A port that gives these bytes one by one and then breaks; once all were read it only breaks when it may."""

    def __init__(self, data: bytes, error: Exception, until: Event_) -> None:
        self._data, self._error, self._until = data, error, until
        self.in_waiting = 0

    def read(self, _size: int) -> bytes:
        if not self._data:
            assert self._until.wait(20)
            raise self._error
        byte, self._data = self._data[:1], self._data[1:]
        return byte

    def write(self, data: bytes) -> int:
        return len(data)

    def __enter__(self) -> Breaking:
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), serial.SerialException("read failed")], ids=type)
def test_a_cable_that_breaks_at_any_byte_leaves_no_button_down(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.panel.remote.LOOK_EVERY", 0.001)
    session, link = b"5 0\n13 0\n5 1\n13 1\n5 0\n", tmp_path / "panel"
    link.touch()
    for cut in range(len(session) + 1):
        factory, at_once, never = MockFactory(), Event_(), Event_()
        at_once.set()
        contacts = [DigitalInputDevice(pin, pull_up=True, pin_factory=factory) for pin in (5, 13)]
        ports = [Breaking(session[:cut], error, at_once), Breaking(session, error, never)]
        gone = Breaking(b"", error, at_once)
        monkeypatch.setattr(
            "serial.serial_for_url", lambda *_, left=ports, gone=gone, **__: left.pop(0) if left else gone
        )
        source = RemotePins({5, 13}, {}, factory, link=link)
        source.start(lambda _event: None)
        wait_until(lambda left=ports: not left, f"opened again after a cut at byte {cut}")
        wait_until(lambda on=contacts: [one.is_active for one in on] == [True, False], "the last press is felt")
        never.set()
        source.stop()
        assert not any(contact.is_active for contact in contacts)


def test_a_press_that_a_busy_machine_reads_all_at_once_is_a_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looked like bouncing."""
    factory, never, link = MockFactory(), Event_(), tmp_path / "panel"
    link.touch()
    port = Breaking(b"5 0 1000\n5 1 1120\n", OSError(5, "Input/output error"), never)
    monkeypatch.setattr("serial.serial_for_url", lambda *_, **__: port)
    felt: list[Event] = []
    buttons, source = Buttons({"green": 5}, factory), RemotePins({5}, {}, factory, link=link)
    buttons.start(felt.append)
    source.start(lambda _event: None)
    wait_until(lambda: [one.action for one in felt if isinstance(one, Button)] == ["press", "release"], "the press")
    never.set()
    source.stop()
    buttons.stop()


def test_what_was_pressed_before_the_companion_came_is_over(link: Path, panel: SimulatedPanel) -> None:
    for _ in range(3):
        panel.press("green", 0.05)
    late = Hub(Config(ReaderConfig(port="none"), WANTED))
    late.start()
    try:
        wait_until(lambda: there(late), "the panel is found")
        heard = Heard(late)
        panel.press("white")
        heard.after("white", "press", "release")
    finally:
        late.stop()


def test_a_panel_without_an_encoder_says_so(tmp_path: Path) -> None:
    panel = SimulatedPanel(structs.replace(WANTED, encoder=None), tmp_path / "other")
    try:
        with pytest.raises(Refused) as no:
            run_command(panel, "turn 3")
        assert plain(no.value.text) == "This panel has no encoder."
    finally:
        panel.stop()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("press", "Say which button: press green"),
        ("hold green white", "Say which button: press green"),
        ("turn", "Say how often: turn 3"),
        ("turn 100", "Say how often: turn 3"),
        ("bounce -1", "Say how often: bounce 8"),
        ("bounce x", "Say how often: bounce 8"),
    ],
)
def test_a_line_that_makes_no_sense_is_one_sentence(panel: SimulatedPanel, line: str, sentence: str) -> None:
    with pytest.raises(Refused) as no:
        run_command(panel, line)
    assert plain(no.value.text) == sentence


@pytest.mark.parametrize("command", ["--config", "--link"])
def test_a_bad_start_is_one_sentence(command: str, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("do not lose me")
    ran = subprocess.run(
        [sys.executable, "-m", "companion", "simulate", "panel", command, str(precious)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert (ran.returncode, precious.read_text()) == (2, "do not lose me")
    assert len(ran.stderr.splitlines()) == 1


def test_lines_that_are_no_levels_move_nothing(hub: Hub, panel: SimulatedPanel) -> None:
    wait_until(lambda: there(hub), "the panel is found")
    heard = Heard(hub)
    for line in (b"99 0\n", b"26 0\n", b"5 2\n", b"\xff\x00\n", b"x" * 500, b"\n", b"5 0 x\n"):
        panel._pty.write(line)
    panel.press("white")
    heard.after("white", "press", "release")
