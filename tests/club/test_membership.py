"""A table in a club: its section in the configuration, and what it says where something is wrong."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from rich.console import Console

from companion.club import messages
from companion.club.membership import Membership
from companion.club.messages import TableState
from companion.club.settings import Club, load, parse
from companion.commands import club as commands
from companion.configuration import ConfigError
from companion.core.texts import plain
from companion.journal import Journal
from companion.session.session import Session
from companion.terminal.terminal import play_terminal
from hardware.config import Config
from hardware.config import parse as parse_hardware
from tests.club.broker import Broker, Ear, broker, free_port, wait_for
from tests.tables import new_table

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


# A table joins its club, or not: what stands in companion.toml, what the terminal and the doctor say.


def config(folder: Path, text: str) -> Path:
    file = folder / "companion.toml"
    file.write_text(text)
    return file


def named(folder: Path, at: Broker) -> Path:
    return config(folder, f'[club]\nbroker = "127.0.0.1"\nport = {at.port}\nname = "Table 4"\n')


def said(membership: Membership) -> list[str]:
    return [plain(one.text) for one in membership.checks()]


@pytest.mark.parametrize("text", ["", '[reader]\nport = "none"\n', '[club]\nname = "T"\n', "no toml"])
def test_without_a_broker_there_is_no_club_and_nothing_is_said(tmp_path: Path, text: str) -> None:
    with Journal(tmp_path / "j.db") as journal:
        club = Membership(journal, config(tmp_path, text))
        club.show(Session(new_table()))
        club.call()
        club.close()
        assert (club.on, club.calling, club.news(), club.checks()) == (False, False, None, [])
    assert Membership(None).checks() == []


def test_a_section_that_makes_no_sense_is_said(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        club = Membership(journal, config(tmp_path, "[club]\nbroker = 3\n"))
        assert not club.on
        assert said(club)[0].endswith("field club.broker: this must be the name or address of a machine, in quotes.")
        assert plain(club.problem or "") == said(club)[0]


def test_without_what_speaks_to_brokers_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "companion.club.link", None)
    file = config(tmp_path, '[club]\nbroker = "b"\n')
    with Journal(tmp_path / "j.db") as journal:
        assert said(Membership(journal, file)) == [
            "A broker is named, but nothing here speaks to one. Install the companion with [club]."
        ]
    assert [plain(one.text)[:29] for one in commands.checks(file)] == ["A broker is named, but nothin"]


def test_the_terminal_tells_calls_and_hears(tmp_path: Path) -> None:
    with TemporaryDirectory(prefix="broker-") as folder, broker(Path(folder)) as at, closing(Ear(at.club)) as ear:
        with Journal(tmp_path / "j.db") as journal:
            club = Membership(journal, named(tmp_path, at))

            def state() -> TableState | None:
                found = [raw for topic, raw in ear.last.items() if topic.endswith("/state")]
                return messages.decode(found[-1], TableState, "") if found else None

            def somebody_comes() -> None:
                wait_for(lambda: state() and state().help)
                ear.say(messages.help_answer(state().table.id), b'{"version":1}', retain=False)
                wait_for(lambda: club.coming)

            steps = iter([
                (lambda: wait_for(lambda: state() and state().game), "h"), (lambda: None, "call"),
                (somebody_comes, "b"), (lambda: None, "call"),
                (lambda: wait_for(lambda: state().help is None), "q"),
            ])  # fmt: skip

            def read(_prompt: str) -> str:
                before, typed = next(steps)
                before()
                return typed

            console = Console(record=True, width=100, file=(tmp_path / "out").open("w"))
            play_terminal(new_table(auto=False), read=read, console=console, club=club)
            club.close()
            shown = console.export_text()
        for sentence in (
            "call for help; once more takes it back", "Help is called. Type call once more to take it back.",
            "Somebody comes to help.", "Help is called no more.",
        ):  # fmt: skip
            assert sentence in shown


def test_the_doctor_tries_the_broker(tmp_path: Path) -> None:
    with TemporaryDirectory(prefix="broker-") as folder, broker(Path(folder)) as at:
        (check,) = commands.checks(named(tmp_path, at))
        assert (check.well, plain(check.text)) == (True, "The broker 127.0.0.1 lets this table in.")
    begun = time.monotonic()
    (check,) = commands.checks(config(tmp_path, f'[club]\nbroker = "127.0.0.1"\nport = {free_port()}\n'))
    assert (check.well, plain(check.text)[:31]) == (False, "Nothing answers at 127.0.0.1, p")
    assert time.monotonic() - begun < 10
    assert list(commands.checks(config(tmp_path, ""))) == []
    assert list(commands.checks(config(tmp_path, "no toml"))) == []
    (check,) = commands.checks(config(tmp_path, "[club]\nport = 0\n"))
    assert not check.well


def test_the_doctor_does_not_wait_for_ever(tmp_path: Path) -> None:
    with closing(socket.socket()) as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        file = config(tmp_path, f'[club]\nbroker = "127.0.0.1"\nport = {silent.getsockname()[1]}\n')
        (check,) = commands.checks(file, patience=0.5)
    assert (check.well, plain(check.text)) == (False, "The broker has not answered yet.")


def test_a_table_without_a_club_imports_nothing_that_speaks_to_one() -> None:
    code = "import sys, companion.commands.table, companion.web.command; print('paho' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
