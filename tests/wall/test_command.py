"""``companion wall`` and ``companion simulate tables`` as people start them, and what is said when they cannot."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.club.broker import HEARS_CTRL_C, authority, broker, certificate, wait_for

COMPANION = (sys.executable, "-m", "companion")


def started(*given: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*HEARS_CTRL_C, *COMPANION, *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env={"LANGUAGE": "en", "PATH": "/usr/bin"},
    )  # fmt: skip


def line_with(program: subprocess.Popen[str], words: str) -> str:
    """The next line that a program says with these words in it."""
    assert program.stdout is not None
    return next(line for line in program.stdout if words in line)


def page_at(address: str) -> str:
    """The page that a browser gets there."""
    time.sleep(0.2)  # No faster than people tap.
    with urlopen(address) as answer:
        return str(answer.read().decode())


def test_simulated_tables_are_on_the_wall_until_they_end(tmp_path: Path) -> None:
    with broker(tmp_path) as found:
        own = tmp_path / "companion.toml"
        own.write_text(f'[club]\nbroker = "127.0.0.1"\nport = {found.port}\n')
        wall = started("wall", "--config", str(own), "--listen", "127.0.0.1", "--port", "0")
        tables = started("simulate", "tables", "--config", str(own), "--count", "3", "--every", "0.5")
        try:
            home = line_with(wall, "Open this address on the television").split()[-1]
            page = partial(page_at, home)
            wait_for(lambda: len(re.findall('class="tile ', page())) == 3)
            assert "Table 3" in page()
            door = line_with(wall, "/let-in/").strip()
            assert door.startswith(home)
            assert wall.stdin is not None
            wall.stdin.write("\n")
            wall.stdin.flush()
            assert line_with(wall, "/let-in/").strip() == door
            tables.send_signal(signal.SIGINT)
            assert tables.wait(20) == 0
            wait_for(lambda: page().count('class="tile away') == 3)
            wall.send_signal(signal.SIGINT)
            assert wall.wait(20) == 0
        finally:
            for program in (wall, tables):
                program.kill()
                program.communicate()


@pytest.mark.parametrize("known", [True, False])
def test_the_wall_hears_tables_through_tls(tmp_path: Path, known: bool) -> None:
    with broker(tmp_path, *certificate()) as found:
        own, others = tmp_path / "companion.toml", tmp_path / "tables.toml"
        section = f'[club]\nbroker = "127.0.0.1"\nport = {found.port}\ntls = true\n'
        others.write_text(f'{section}ca = "{authority() / "ca.pem"}"\n')
        own.write_text(others.read_text() if known else section)
        wall = started("wall", "--config", str(own), "--listen", "127.0.0.1", "--port", "0")
        tables = started("simulate", "tables", "--config", str(others), "--count", "3", "--every", "0.5")
        try:
            home = line_with(wall, "Open this address on the television").split()[-1]
            page = partial(page_at, home)
            if known:
                wait_for(lambda: len(re.findall('class="tile ', page())) == 3)
            else:
                wait_for(lambda: "Nobody here knows who signed the certificate of 127.0.0.1." in page())
                assert 'class="tile ' not in page()
        finally:
            for program in (wall, tables):
                program.kill()
                program.communicate()


def test_the_end_of_the_input_ends_the_wall() -> None:
    wall = started("wall", "--broker", "127.0.0.1", "--broker-port", "1", "--listen", "127.0.0.1", "--port", "0")
    assert wall.communicate("", timeout=30)[1] == ""
    assert wall.returncode == 0


BAD = [
    (["wall"], "Which broker? Name it with --broker, or in the section [club] of companion.toml."),
    (["simulate", "tables"], "Which broker? Name it with --broker, or in the section [club] of companion.toml."),
    (["wall", "--config", "{folder}/none.toml"], "There is no configuration file {folder}/none.toml."),
    (["simulate", "tables", "--config", "{folder}/none.toml"], "There is no configuration file {folder}/none.toml."),
    (["wall", "--broker", "x", "--listen", "203.0.113.1"], "203.0.113.1 is no address of this machine. It has: "),
    (["wall", "--broker", "x", "--listen", "eth9"], "This machine has no network device eth9. It has: lo"),
    (["wall", "--broker", "x", "--stuck", "0"], "Invalid value for '--stuck'"),
]


@pytest.mark.parametrize(("given", "said"), BAD)
def test_what_cannot_be_is_one_sentence(given: list[str], said: str, tmp_path: Path) -> None:
    given = [one.format(folder=tmp_path) for one in given]
    if "--config" not in given:
        empty = tmp_path / "companion.toml"
        empty.write_text("")
        given += ["--config", str(empty)]
    program = started(*given)
    wrong = program.communicate("", timeout=30)[1]
    assert wrong.startswith(f"companion: {said.format(folder=tmp_path)}")
    assert wrong.count("\n") == 1
    assert program.returncode == 2


def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        program = started("wall", "--broker", "x", "--listen", "127.0.0.1", "--port", port)
        wrong = program.communicate("", timeout=30)[1]
    assert wrong.startswith(f"companion: Pages cannot be shown at 127.0.0.1, port {port}: ")
    assert program.returncode == 2
