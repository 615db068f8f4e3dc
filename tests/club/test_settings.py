"""The section ``club``: without one, with a good one, and with every kind of bad one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.club.settings import Club, load, parse
from companion.configuration import ConfigError
from hardware.config import Config
from hardware.config import parse as parse_hardware

EXAMPLE = Path(__file__).parents[2] / "deploy" / "companion.toml"


def test_nothing_is_told_to_anybody_unless_a_broker_is_named() -> None:
    assert load(EXAMPLE) == Club()
    assert not Club().broker


def test_the_proposal_of_the_example_can_be_taken_as_it_is() -> None:
    text = EXAMPLE.read_text()
    assert all(f"#     {field} = " in text for field in Club.__struct_fields__)
    proposed = re.sub(
        r"^#     (?=\[club\])|^#     (?=\w+ = )", "", text[text.index("#     [club]") :], flags=re.MULTILINE
    )
    club = parse(proposed, "companion.toml")
    assert club.broker
    assert club.address == (club.broker, 8883)


def test_a_whole_section_is_read_and_the_hardware_passes_it_over() -> None:
    text = '[club]\nbroker = "cafe.local"\nport = 1884\nuser = "t4"\npassword = "x"\nname = "Table 4"\nnames = true\n'
    club = parse(text, "f.toml")
    assert club == Club("cafe.local", 1884, "t4", "x", name="Table 4", names=True)
    assert (club.address, club.table_name) == (("cafe.local", 1884), "Table 4")
    assert parse_hardware(text, "f.toml") == Config()


def test_ports_and_names_that_nobody_gave_are_the_usual_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "pi-4")
    assert Club("b").address == ("b", 1883)
    assert Club("b", tls=True).address == ("b", 8883)
    assert Club("b", name="  ").table_name == "pi-4"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("club = 3", "f.toml, field club: this must be a section [club]."),
        ('[club]\nbroker = "mqtt://x"', "f.toml, field club.broker: this must be the name or address of a machine"),
        ("[club]\nbroker = 7", "f.toml, field club.broker: this must be"),
        ("[club]\nport = 0", "f.toml, field club.port: this must be a whole number from 1 to 65535"),
        ("[club]\nuser = 1", "f.toml, field club.user: this must be a text"),
        ("[club]\npassword = 1", "f.toml, field club.password: this must be a text"),
        ('[club]\npassword = "x"', "f.toml, field club.password: a password needs a user, too."),
        ('[club]\ntls = "yes"', "f.toml, field club.tls: this must be true or false."),
        ("[club]\nca = 1", "f.toml, field club.ca: this must be the path"),
        ('[club]\nca = "x.pem"', "f.toml, field club.ca: a certificate is used with tls = true only."),
        (f'[club]\nname = "{"x" * 61}"', "f.toml, field club.name: this must be a name of at most 60"),
        ("[club]\nnames = 1", "f.toml, field club.names: this must be true or false."),
        ('[club]\nprefix = "a/#"', "f.toml, field club.prefix: this must be letters"),
        ('[club]\nprefix = ""', "f.toml, field club.prefix: this must be letters"),
        ('[club]\nhome_assistant = "+"', "f.toml, field club.home_assistant: this must be letters"),
        ("[club]\nwall = 1", "f.toml: there is no club.wall; allowed here are broker, port, user"),
        ("[club", "f.toml, line 1: this is not TOML"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as no:
        parse(text, "f.toml")
    assert str(no.value).startswith(sentence)
