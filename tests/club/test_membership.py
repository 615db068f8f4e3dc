"""A table joins its club, or not: what stands in companion.toml, what the terminal and the doctor say."""

from __future__ import annotations

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
from companion.commands import club as commands
from companion.core.texts import plain
from companion.journal import Journal
from companion.session.session import Session
from companion.terminal.terminal import play_terminal
from tests.club.broker import Broker, Ear, broker, free_port, wait_for
from tests.tables import new_table


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
    assert time.monotonic() - begun < 3
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
