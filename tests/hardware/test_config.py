"""The configuration: without a file, with a good one, and with every kind of bad one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.configuration import ConfigError, default_path
from hardware.config import (
    ButtonsConfig,
    Config,
    EncoderConfig,
    OneReaderConfig,
    ReaderConfig,
    ScreenConfig,
    load,
    parse,
)

EXAMPLE = Path(__file__).parents[2] / "deploy" / "companion.toml"


def test_the_example_says_what_the_defaults_are() -> None:
    assert load(EXAMPLE) == Config()


def whole_panel() -> Config:
    """The example with all that it only proposes."""
    proposed = re.sub(r"^# (?=\[buttons|[\w]+ = \d)", "", EXAMPLE.read_text(), flags=re.MULTILINE)
    return parse(re.sub(r"^(inches|language|sounds|D7)\b", r"# \1", proposed, flags=re.MULTILINE), "companion.toml")


def test_the_whole_panel_that_it_proposes_is_the_one_that_is_drawn() -> None:
    wanted = whole_panel().buttons
    assert {str(n) for n in range(1, 13)} | {"confirm", "back", "next", "previous"} <= wanted.pins.keys()
    assert wanted.lights.keys() == {"light", "saved", "alert"}
    assert wanted.encoder is not None
    assert wanted.buzzer != "none"
    drawn = re.findall(r">GPIO (\d+)<", (EXAMPLE.parent / "pictures" / "panel.svg").read_text())
    assert sorted(map(int, drawn)) == sorted(wanted.used)


def test_without_a_file_there_are_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert default_path() == tmp_path / "companion" / "companion.toml"
    assert load() == Config()
    default_path().parent.mkdir()
    default_path().write_text('[reader]\nport = "simulated"\n')
    assert load().reader.port == "simulated"


def test_the_settings_of_the_machine_hold_where_the_user_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable in ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"):
        (tmp_path / variable / "companion").mkdir(parents=True)
        monkeypatch.setenv(variable, str(tmp_path / variable))
    machine, own = (tmp_path / name / "companion" / "companion.toml" for name in ("XDG_CONFIG_DIRS", "XDG_CONFIG_HOME"))
    assert default_path() == own
    machine.touch()
    assert default_path() == machine
    own.touch()
    assert default_path() == own


def test_everything_can_be_set() -> None:
    config = parse(
        """
        [reader]
        port = "socket://table:7000"
        baud = 9600
        confidence = 900
        [buttons]
        gpio = "mock"
        light = "none"
        settle_ms = 30
        hold_ms = 1000
        saved = 16
        alert = 20
        buzzer = 12
        pins = { green = 17, white = 22, confirm = 4, 12 = 15 }
        encoder = { a = 23, b = 24 }
        [dice]
        D7 = "red"
        D8 = "red2"
        [readers.tray-2]
        confidence = 850
        dice = { red1 = "red4" }
        [readers."a.b:c"]
        [screen]
        inches = 10.1
        two_hands = true
        language = "es"
        sounds = false
        [table]
        near = "the window"
        """,
        "x.toml",
    )
    assert config == Config(
        ReaderConfig("socket://table:7000", 9600, 900),
        ButtonsConfig(
            "mock",
            {"green": 17, "white": 22, "confirm": 4, "12": 15},
            "none",
            30,
            1000,
            16,
            20,
            12,
            EncoderConfig(23, 24),
        ),
        {"D7": "red", "D8": "red2"},
        ScreenConfig(10.1, True, "es", False),
        {"tray-2": OneReaderConfig(850, {"red1": "red4"}), "a.b:c": OneReaderConfig()},
    )


def test_several_ports_can_be_named() -> None:
    config = parse('[reader]\nport = ["auto", "socket://window:5000"]\n', "x.toml")
    assert config.reader.ports == ["auto", "socket://window:5000"]
    assert Config().reader.ports == ["auto"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[reader]\nport = "/dev/tty', "x.toml, line 2: this is not TOML, or the file is half-written."),
        ("[reader]\nport = simulated\n", "x.toml, line 2: this is not TOML"),
        ("[reader\n", "x.toml, line 1: this is not TOML"),
        ("[reader]\nbaud = 'fast'\n", "x.toml, field reader.baud: this must be a whole number from 300 to 4000000."),
        ("[reader]\nbauds = 9600\n", "x.toml: there is no reader.bauds; allowed here are port, baud, confidence."),
        ("[reader]\nport = ''\n", "x.toml, field reader.port: this must be a port such as"),
        (
            "[reader]\nconfidence = 1001\n",
            "x.toml, field reader.confidence: this must be a whole number from 0 to 1000.",
        ),
        ("reader = 1\n", "x.toml, field reader: this must be a section [reader]."),
        ("[raeder]\n", "x.toml: there is no raeder; allowed here are reader, buttons, dice, screen, readers."),
        ("[reader]\nport = []\n", "x.toml, field reader.port: this must be a port such as"),
        ("[reader]\nport = ['a', '']\n", "x.toml, field reader.port: this must be a port such as"),
        ("[reader]\nport = ['a', 'a']\n", "x.toml, field reader.port: a is given twice."),
        ("[reader]\nport = ['a', 'none']\n", "x.toml, field reader.port: none stands alone, not in a list."),
        ("readers = 1\n", "x.toml, field readers: this must be sections such as [readers.SIM1]"),
        ("[readers]\nS1 = 3\n", "x.toml, field readers: this must be sections such as [readers.SIM1]"),
        ("[readers.S1]\nport = 'a'\n", "x.toml: there is no readers.port; allowed here are confidence, dice."),
        ("[readers.S1]\nconfidence = -1\n", "x.toml, field readers.confidence: this must be a whole number"),
        ("[readers.S1]\ndice = { D7 = 3 }\n", "x.toml, field readers.dice: this must be a list of the reader's names"),
        (
            "[readers.S1]\ndice = { D7 = 'red1', D8 = 'red1' }\n",
            "x.toml, field readers.S1.dice: red1 is given twice.",
        ),
        ("[buttons]\ngpio = 'rpigpio'\n", "x.toml, field buttons.gpio: this must be one of auto, lgpio, mock, none"),
        ("[buttons]\npins = { blue = 4 }\n", "x.toml, field buttons.pins: this must be a list of green, red"),
        ("[buttons]\npins = { green = 40 }\n", "x.toml, field buttons.pins: this must be a list of green, red"),
        ("[buttons]\npins = { green = 4, red = 4 }\n", "x.toml, field buttons.pins: 4 is given twice."),
        ("[buttons]\nlight = 5\n", "x.toml, field buttons.pins: 5 is given twice."),
        ("[buttons]\nlight = 'off'\n", "x.toml, field buttons.light: this must be a pin number"),
        ("[buttons]\nsaved = 13\n", "x.toml, field buttons.pins: 13 is given twice."),
        ("[buttons]\nbuzzer = 28\n", "x.toml, field buttons.buzzer: this must be a pin number from 0 to 27"),
        ("[buttons]\nalert = true\n", "x.toml, field buttons.alert: this must be a pin number from 0 to 27"),
        ("[buttons]\npins = { 13 = 4 }\n", "x.toml, field buttons.pins: this must be a list of green, red"),
        ("[buttons.encoder]\na = 17\n", "x.toml, field buttons.encoder: this must be a section [buttons.encoder]"),
        ("[buttons.encoder]\na = 17\nb = 17\n", "x.toml, field buttons.pins: 17 is given twice."),
        ("[buttons.encoder]\na = 17\nb = 99\n", "x.toml, field buttons.encoder.b: this must be a pin number"),
        (
            "[buttons.encoder]\na = 1\nb = 2\npush = 3\n",
            "x.toml: there is no buttons.encoder.push; allowed here are a, b.",
        ),
        ("[buttons]\nhold_ms = 5\n", "x.toml, field buttons.hold_ms: this must be a whole number of milliseconds"),
        ("[screen]\ninches = 'seven'\n", "x.toml, field screen.inches: this must be a number of inches from 3 to 100."),
        ("[screen]\nlanguage = 'fr'\n", "x.toml, field screen.language: this must be one of en, es, in quotes."),
        ("[screen]\nsounds = 'on'\n", "x.toml, field screen.sounds: this must be true or false."),
        ("[screen]\ntwo_hands = 2\n", "x.toml, field screen.two_hands: this must be true or false."),
        ("[dice]\nD7 = 3\n", "x.toml, field dice: this must be a list of the reader's names"),
        ("[dice]\nD7 = 'Red One'\n", "x.toml, field dice: this must be a list of the reader's names"),
        ("[dice]\nD7 = 'red1'\nD8 = 'red1'\n", "x.toml, field dice: red1 is given twice."),
    ],
)
def test_a_bad_file_is_one_sentence_with_line_or_field(text: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse(text, "x.toml")
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_a_file_cut_off_anywhere_is_good_or_one_sentence() -> None:
    text = EXAMPLE.read_text()
    refused = []
    for end in range(len(text)):
        try:
            parse(text[:end], "x.toml")
        except ConfigError as problem:
            refused.append(str(problem))
    assert len(refused) > 50
    assert all(sentence.startswith("x.toml") for sentence in refused)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no configuration file"):
        load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load(tmp_path)
    file = tmp_path / "binary.toml"
    file.write_bytes(b'[reader]\nport = "\xff\xfe"\n')
    with pytest.raises(ConfigError, match="line 2: this is not text in UTF-8"):
        load(file)


@pytest.mark.parametrize("begin", ["", "\ufeff"], ids=["plain", "with a mark"])
def test_a_file_written_on_any_computer_is_read(begin: str, tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes((begin + EXAMPLE.read_text().replace("\n", "\r\n").replace("700 ", "650 ")).encode())
    assert load(file).reader.confidence == 650


def test_a_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes(EXAMPLE.read_text().encode("utf-16"))
    with pytest.raises(ConfigError, match=r"line 1: this is not text in UTF-8"):
        load(file)
