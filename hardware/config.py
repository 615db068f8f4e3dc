"""Hardware configuration: the sections reader, readers, dice, buttons and screen of ``companion.toml``.

Everything has a default. Errors are one sentence with the file and the line or field; ``deploy/companion.toml`` is a
commented example.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.configuration import ConfigError, as_record, sections_of, text_of
from companion.core.texts import T, Text

ButtonName: TypeAlias = Literal[
    "green", "red", "white", "black",
    "confirm", "back", "next", "previous",
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
]  # fmt: skip
LightName: TypeAlias = Literal["light", "saved", "alert"]
Pins: TypeAlias = Literal["auto", "lgpio", "mock", "none"]
PortName: TypeAlias = Annotated[str, Meta(min_length=1)]
DieName: TypeAlias = Annotated[str, Meta(pattern="^[a-z]+[0-9]*$")]
Pin: TypeAlias = Annotated[int, Meta(ge=0, le=27)]

OTHER_SECTIONS = frozenset({"table", "club", "phones"})
"""Sections of the file that are read elsewhere."""


class ReaderConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """``port`` is a device, a pyserial URL, ``auto``, ``simulated`` or ``none``; ``confidence`` of 1000 is certain.

    ``auto`` is every reader on USB; while there is none, the screen simulates one. A list names several ports.
    """

    port: PortName | Annotated[list[PortName], Meta(min_length=1)] = "auto"
    baud: Annotated[int, Meta(ge=300, le=4_000_000)] = 115_200
    confidence: Annotated[int, Meta(ge=0, le=1000)] = 700

    @property
    def ports(self) -> list[str]:
        return [self.port] if isinstance(self.port, str) else self.port


class OneReaderConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Overrides for the reader with one serial number. ``dice`` maps its names of dice."""

    confidence: Annotated[int, Meta(ge=0, le=1000)] | None = None
    dice: dict[str, DieName] = {}


class EncoderConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The two contacts of a rotary encoder; its push button is ``confirm``."""

    a: Pin
    b: Pin


class ButtonsConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """BCM pin numbers; buttons that are not listed, and outputs set to ``none``, do not exist. Times are milliseconds.

    ``light``: it is your turn to act; ``saved``: everything is saved; ``alert``: an alarm track is high.
    """

    gpio: Pins = "auto"
    pins: dict[ButtonName, Pin] = field(default_factory=lambda: {"green": 5, "red": 6, "white": 13, "black": 19})
    light: Pin | Literal["none"] = 26
    settle_ms: Annotated[int, Meta(ge=1, le=500)] = 20
    hold_ms: Annotated[int, Meta(ge=200, le=5000)] = 800
    saved: Pin | Literal["none"] = "none"
    alert: Pin | Literal["none"] = "none"
    buzzer: Pin | Literal["none"] = "none"
    encoder: EncoderConfig | None = None

    @property
    def lights(self) -> dict[LightName, int]:
        wanted: dict[LightName, Pin | Literal["none"]] = {
            "light": self.light, "saved": self.saved, "alert": self.alert
        }  # fmt: skip
        return {name: pin for name, pin in wanted.items() if pin != "none"}

    @property
    def used(self) -> list[int]:
        """All configured pins, with duplicates."""
        turned = [] if self.encoder is None else [self.encoder.a, self.encoder.b]
        sounding = [] if self.buzzer == "none" else [self.buzzer]
        return [*self.pins.values(), *self.lights.values(), *turned, *sounding]


class ScreenConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """``inches``: diagonal (None: as reported by the panel, else 7). ``two_hands``: read the panel's multitouch, for
    two people tapping at once. ``language`` and ``sounds``: defaults until somebody chooses on the screen."""

    inches: Annotated[float, Meta(ge=3, le=100)] | None = None
    two_hands: bool = False
    language: Literal["en", "es"] | None = None
    sounds: bool | None = None


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole configuration. ``dice`` maps the readers' names of dice to a die (``red1``) or a colour (``red``);
    ``readers`` has overrides by serial number."""

    reader: ReaderConfig = field(default_factory=ReaderConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    dice: dict[str, DieName] = {}
    screen: ScreenConfig = field(default_factory=ScreenConfig)
    readers: dict[str, OneReaderConfig] = {}


def load(path: Path | None = None) -> Config:
    """Read the file; without ``path`` the default one, which need not exist. Raises ``ConfigError``."""
    return parse(*text_of(path))


def parse(text: str, file: str) -> Config:
    """The configuration in ``text``; ``file`` is its name for sentences. Raises ``ConfigError``."""
    raw = sections_of(text, file)
    ours = {name: section for name, section in raw.items() if name not in OTHER_SECTIONS}
    config = as_record(ours, Config, file, _SECTIONS, _ALLOWED)
    _check(file, config)
    return config


def _check(file: str, config: Config) -> None:
    of_readers = [(f"readers.{serial}.dice", _ids(one.dice)) for serial, one in config.readers.items()]
    ports = [port for port in config.reader.ports if port in ("simulated", "none")]
    if ports and len(config.reader.ports) > 1:
        raise ConfigError(
            T("{file}, field {field}: {one} stands alone, not in a list.", file=file, field="reader.port", one=ports[0])
        )
    used_twice = [("buttons.pins", list(map(str, config.buttons.used))), ("reader.port", config.reader.ports)]
    for what, used in (*used_twice, ("dice", _ids(config.dice)), *of_readers):
        twice = sorted({one for one in used if used.count(one) > 1})
        if twice:
            raise ConfigError(
                T("{file}, field {field}: {one} is given twice.", file=file, field=what, one=", ".join(twice))
            )


def _ids(dice: Mapping[str, str]) -> list[str]:
    return [die for die in dice.values() if die[-1].isdigit()]


_ALLOWED: dict[str, Text] = {
    "reader": T("a section [reader]"),
    "reader.port": T("a port such as /dev/ttyUSB0, a list of ports, or auto, simulated or none, in quotes"),
    "reader.baud": T("a whole number from 300 to 4000000"),
    "reader.confidence": T("a whole number from 0 to 1000"),
    "buttons": T("a section [buttons]"),
    "buttons.gpio": T("one of auto, lgpio, mock, none, in quotes"),
    "buttons.pins": T(
        "a list of green, red, white, black, confirm, back, next, previous and 1 to 12, each with a pin number "
        "from 0 to 27"
    ),
    "buttons.light": T('a pin number from 0 to 27, or "none"'),
    "buttons.saved": T('a pin number from 0 to 27, or "none"'),
    "buttons.alert": T('a pin number from 0 to 27, or "none"'),
    "buttons.buzzer": T('a pin number from 0 to 27, or "none"'),
    "buttons.encoder": T("a section [buttons.encoder] with two pin numbers from 0 to 27, a and b"),
    "buttons.encoder.a": T("a pin number from 0 to 27"),
    "buttons.encoder.b": T("a pin number from 0 to 27"),
    "buttons.settle_ms": T("a whole number of milliseconds from 1 to 500"),
    "buttons.hold_ms": T("a whole number of milliseconds from 200 to 5000"),
    "screen": T("a section [screen]"),
    "screen.inches": T("a number of inches from 3 to 100"),
    "screen.two_hands": T("true or false"),
    "screen.language": T("one of en, es, in quotes"),
    "screen.sounds": T("true or false"),
    "readers": T("sections such as [readers.SIM1], each with the serial number of a reader"),
    "readers.confidence": T("a whole number from 0 to 1000"),
    "readers.dice": T("a list of the reader's names, each with a die or colour such as red1 or red, in quotes"),
    "dice": T("a list of the reader's names, each with a die or colour such as red1 or red, in quotes"),
}

_SECTIONS: dict[str, type[Struct]] = {
    "": Config, "reader": ReaderConfig, "buttons": ButtonsConfig, "buttons.encoder": EncoderConfig,
    "screen": ScreenConfig, "readers": OneReaderConfig,
}  # fmt: skip
