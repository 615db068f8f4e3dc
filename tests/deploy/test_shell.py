"""Commands in a machine, by a console that loses what its host does not read in time."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import channels
from tests.machine.channels import Shell

TAKEN = 65536
"""So many bytes come through in one answer, as if the host had read none of them yet."""


class Console:
    """A shell at a socket, as QEMU has it."""

    def __init__(self, path: Path) -> None:
        self._room = TAKEN
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        bash = ["bash", "--norc", "--noprofile"]
        self._bash = subprocess.Popen(bash, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._carrier = threading.Thread(target=self._carry)
        self._carrier.start()

    def _carry(self) -> None:
        host, _ = self._server.accept()
        back = threading.Thread(target=self._carry_back, args=(host,))
        back.start()
        with host, host.makefile("rb") as lines:
            for line in lines:
                self._room = TAKEN
                assert self._bash.stdin
                self._bash.stdin.write(line)
            self._bash.communicate(timeout=30)
            back.join()

    def _carry_back(self, host: socket.socket) -> None:
        assert self._bash.stdout
        while said := self._bash.stdout.read(4096):
            host.sendall(said[: self._room])
            self._room -= min(self._room, len(said))

    def close(self) -> None:
        self._carrier.join()
        self._server.close()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shell]:
    monkeypatch.setattr(channels, "KEPT", str(tmp_path))
    console = Console(tmp_path / "shell")
    found = Shell(tmp_path / "shell")
    found.wait_until_up(30)
    yield found
    found.close()
    console.close()


def test_what_a_command_says_is_whole_however_long_it_is(machine: Shell) -> None:
    said, status = machine.run("seq 60000; exit 3")
    assert (said.splitlines(), status) == ([str(number) for number in range(1, 60001)], 3)


def test_what_it_says_is_given_as_it_was_written(machine: Shell) -> None:
    assert machine.run("printf 'well\\n\\nill' >&2") == ("well\n\nill", 0)
    assert machine.run("true") == ("", 0)


def test_a_command_that_takes_too_long_is_ended(machine: Shell) -> None:
    assert machine.run("echo begun; sleep 60", timeout=0.5) == ("begun\n", 124)
