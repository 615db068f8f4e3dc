"""``companion web``: what it says, that it serves while it runs, and how it ends."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest

from companion.journal import Journal
from tests.owner import Owner

GAME = ("--game", "thousand", "--players", "player1,player2", "--language", "en", "--listen", "127.0.0.1")


def started(path: Path, *more: str) -> subprocess.Popen[str]:
    command = (sys.executable, "-m", "companion", "web", *GAME, "--journal", str(path / "games.db"), *more)
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    program = started(tmp_path, "--port", "0")
    yield program
    program.kill()
    program.communicate()


def test_it_serves_until_the_input_ends_and_keeps_the_game(running: subprocess.Popen[str]) -> None:
    assert running.stdout is not None
    said = ""
    while "Phones: " not in said:
        line = running.stdout.readline()
        assert line, said
        said += line
    master = re.search(r"http://127\.0\.0\.1:[0-9]+/table/\S+", said)
    phones = re.search(r"Phones: (http://127\.0\.0\.1:[0-9]+/)", said)
    assert master
    assert phones
    with urlopen(master[0], timeout=60) as page:
        assert "This browser is the table" in page.read().decode()
    with urlopen(phones[1], timeout=60) as page:
        assert "Who plays on this phone?" in page.read().decode()
    rest, wrong = running.communicate("", timeout=60)
    assert (running.returncode, wrong) == (0, "")
    assert "The game is kept: go on with it at any time." in rest
    with pytest.raises(OSError, match="refused"):
        urlopen(phones[1], timeout=60)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("web", "--game", "thousand", "--players", "player1,player2", "--journal", "{folder}/games.db"), "Phones: "),
        (("web", "--box", "manhattan_nights"), "The address has changed: "),
        (("wall", "--broker", "127.0.0.1", "--broker-port", "1"), "Open this address on the television: "),
    ],
)
def test_an_address_that_comes_later_is_said_and_answers(tmp_path: Path, command: tuple[str, ...], said: str) -> None:
    """In namespaces of its own, with a device that is connected while the program runs."""
    given = [one.format(folder=tmp_path) for one in (*command, "--language", "en")]
    program = subprocess.Popen(
        ["unshare", "-rn", "sh", "-c", 'ip link set lo up; exec "$@"', "sh", sys.executable, "-m", "companion", *given],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip

    def inside(*words: str) -> str:
        enter = ["nsenter", "-t", str(program.pid), "-U", "-n", "--preserve-credentials", *words]
        return subprocess.run(enter, check=True, capture_output=True, text=True, timeout=60).stdout

    try:
        assert program.stdout is not None
        assert any("Ctrl+C ends" in line for line in program.stdout)
        for words in ("link add wlan0 type veth peer name p", "link set p up", "link set wlan0 up",
                      "addr add 192.168.4.1/24 dev wlan0"):  # fmt: skip
            inside("ip", *words.split())
        line = next(line for line in program.stdout if "192.168.4.1" in line)
        assert line.startswith(f"{said}http://192.168.4.1:")
        open_it = f"from urllib.request import urlopen; print(urlopen({line.split()[-1]!r}, timeout=60).status)"
        assert inside(sys.executable, "-c", open_it) == "200\n"
        assert program.communicate("", timeout=60)[1] == ""
    finally:
        program.kill()
        program.communicate()


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        program = started(tmp_path, "--port", str(port))
        _, wrong = program.communicate("", timeout=60)
    assert program.returncode == 2
    assert wrong.startswith(f"companion: Pages cannot be shown at 127.0.0.1, port {port}: ")
    assert wrong.count("\n") == 1


def test_a_box_is_changed_in_a_browser_until_the_input_ends(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "companion", "web", "--box", "manhattan_nights", "--language", "en", "--listen",
               "127.0.0.1", "--port", "0")  # fmt: skip
    program = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert program.stdout is not None
        said = ""
        while "Others who want to change it, too: " not in said:
            line = program.stdout.readline()
            assert line, said
            said += line
        others = re.search(r"too: (http://127\.0\.0\.1:[0-9]+/)", said)
        assert re.search(r"http://127\.0\.0\.1:[0-9]+/box/master/\S+", said)
        assert others
        with urlopen(others[1], timeout=60) as page:
            assert "Change a box in this browser?" in page.read().decode()
        _, wrong = program.communicate("", timeout=60)
        assert (program.returncode, wrong) == (0, "")
    finally:
        program.kill()
        program.communicate()


@pytest.mark.rule("R-GEN-06")
@pytest.mark.parametrize("over", [False, True])
def test_a_box_in_a_browser_shows_no_private_cards_while_its_game_can_go_on(tmp_path: Path, over: bool) -> None:
    owner = Owner(tmp_path / "mine", "relics", game="krysis")
    with Journal(tmp_path / "companion" / "journal.db") as journal:
        table = owner.table(settings={}, store=journal)
        journal.note(str(table.game_id), finished=over)
        assert journal.flush()
    command = (sys.executable, "-m", "companion", "web", "--box", str(owner.path), "--language", "en", "--listen",
               "127.0.0.1", "--port", "0")  # fmt: skip
    program = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    try:
        assert program.stdout is not None
        lines = iter(program.stdout.readline, "")
        master = next(found for line in lines if (found := re.search(r"http://\S+/box/master/\S+", line)))
        browser = build_opener(HTTPCookieProcessor())
        server = master[0].partition("/box/")[0]
        browser.open(Request(master[0], b"", {"Origin": server}), timeout=60).close()
        with browser.open(f"{server}/box/of/mine", timeout=60) as page:
            html = page.read().decode()
        assert ("are left out here until the game is over" in html) is not over
        assert ("/box/of/mine/relics" in html) is over
        assert "/box/of/mine/companies" in html
    finally:
        program.kill()
        program.communicate()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--box", "nowhere"), "there is no folder or file of this name"),
        (("--box", "manhattan_nights", "--game", "newyork"), "A box is changed or a game is played"),
    ],
)
def test_a_box_that_cannot_be_changed_is_one_sentence(more: tuple[str, ...], said: str) -> None:
    command = (sys.executable, "-m", "companion", "web", "--language", "en", *more)
    program = subprocess.run(
        command, input="", capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
    )
    assert program.returncode == 2
    assert said in program.stderr
    assert program.stderr.count("\n") == 1
