"""An owner at a real terminal begins a new box, plays with it, and tells the first card that is drawn."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.learning import rows_of
from companion.core.refusals import BadPack
from companion.games.registry import load_game
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import new_box
from tests.owner import say_whole

PATIENCE = 60.0
MOST_LINES = 120
LIKED = re.compile("[Uu]pgrade|energy|That was all")
"""What leads to a card in Crash & Grab, where cards are bought."""
STYLE = re.compile(r"\x1b\[[0-9;]*m")


class Typist:
    """Somebody at a terminal in which the companion plays; ``box`` is where the new box lies."""

    def __init__(self, home: Path, game: str, *options: str) -> None:
        self.folder = home / "companion" / "packs"
        self._ours, theirs = pty.openpty()
        environment = {**os.environ, "XDG_DATA_HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
        arguments = ["--journal", str(home / "j.db"), "--game", game, *options]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "play", "--terminal", *arguments],
            stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.written = self._read()

    def type(self, *lines: str) -> str:
        """Type lines, each when there is a prompt; gives what was written after the last one."""
        for line in lines:
            os.write(self._ours, f"{line}\n".encode())
            self.written = self._read()
        return self.written

    def _read(self) -> str:
        """All that is written until the next prompt, or the end."""
        found, end = b"", time.monotonic() + PATIENCE
        while not found.endswith(b"> ") and time.monotonic() < end:
            if select.select([self._ours], [], [], 0.2)[0]:
                try:
                    found += os.read(self._ours, 4096)
                except OSError:
                    break
            elif self.process.poll() is not None:
                break
        return STYLE.sub("", found.decode(errors="replace").replace("\r", ""))

    def leave(self) -> None:
        """Whatever it does is over."""
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def told(self) -> int:
        """How many cards the box on disk knows that fill decks and bags."""
        data = self._data()
        game = load_game(data["game"])
        stocks = game.rules.stocks(game.rules.read_pack(data))
        return sum(one.get("count", 1) for path in stocks for one in rows_of(data, path))

    def _data(self) -> dict[str, Any]:
        """What the new box says; while the companion puts another state in its place it is tried again."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return read_content(next(one for one in self.folder.iterdir() if not one.name.startswith("."))).data
            except (BadPack, StopIteration, FileNotFoundError):
                assert time.monotonic() < end, "there is no box"

    def play_until_told(self) -> None:
        """Go on with whatever is first, until a card that was drawn is in the box."""
        for _ in range(MOST_LINES):
            if self.told():
                return
            self.type(self._next())
        raise AssertionError(f"no card is ever told; it says {self.written}")

    def _title(self, said: str) -> str | None:
        """What is typed for a card that is told by its title; None if nothing is."""
        if title := re.search(r"^ {1,2}(\d+)  Title …", said, re.MULTILINE):
            return title[1]
        return "Lookout" if "Type it here." in said else None

    def _next(self) -> str:
        """What is typed next: a card is new, and stands for as little as it can."""
        said = self.written
        if least := re.search(r"Type a number from (\d+)", said):
            return least[1]
        if "Type new for one" in said:
            return "new"
        if "Type how many" in said:
            return " ".join("1" for _ in re.findall(r"\(0 to \d+\)", said))
        told = self._title(said)
        if told is not None or "Enter: that is" in said or "Press Enter" in said or "Enter: nothing there" in said:
            return told or ""
        offered = re.findall(r"^ {1,2}(\d+)  (.*)", said, re.MULTILINE)
        liked = [number for number, words in offered if LIKED.search(words)]
        if offered:
            return str(liked[0] if liked else offered[0][0])
        return "Somebody" if "Enter goes back" in said and "Name?" in said else "1"


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[type[Typist]]:
    sitting: list[Typist] = []

    def begin(game: str, *options: str) -> Typist:
        sitting.append(Typist(tmp_path, game, *options))
        return sitting[-1]

    yield begin  # type: ignore[misc]
    for typist in sitting:
        typist.leave()


def test_new_york_crisis(sit: type[Typist]) -> None:
    typist = sit("newyork")
    assert "A new box" in typist.written
    assert "until then you look after them" in typist.type("2", "")
    typist.type("1 2")
    lines = 0
    while "Father plays" not in typist.written:
        lines += 1
        assert lines < 40, typist.written
        typist.type("" if "Enter: it matches" in typist.written else typist._next())


def test_escape_plan(sit: type[Typist]) -> None:
    typist = sit("escape")
    typist.type("2", "", "", "1 2")
    typist.play_until_told()


def test_crash_and_grab(sit: type[Typist]) -> None:
    typist = sit("crash")
    assert "until then you look after them" in typist.type("2", "")
    typist.type("1 2 3")
    typist.play_until_told()


def test_krysis(sit: type[Typist]) -> None:
    typist = sit("krysis", "--set", "kr.home_ledger=private", "--set", "chance.relics=asked")
    assert "until then you look after them" in typist.type("2", "")
    while "Who is playing?" not in typist.written:
        typist.type("")
    typist.type("1 2")
    typist.play_until_told()


def test_whoever_leaves_in_the_middle_goes_on_with_the_same_box(
    sit: type[Typist], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = new_box(load_game("newyork"), "Our New York Crisis")
    say_whole(OpenBox(load_game("newyork"), path, read_content(path)))
    typist = sit("newyork")
    assert "Alert track?" in typist.type("2")
    assert "Story track?" in typist.type("20")
    assert "2  Our New York Crisis" in typist.type("12", "", "0", "0")
    assert "things do not fit yet" in typist.type("2")


def test_a_name_that_there_is_already_is_asked_for_again(sit: type[Typist]) -> None:
    typist = sit("krysis")
    assert "There is a box called Deepvein already" in typist.type("2", "Deepvein")


def test_lines_that_are_piped_in_are_not_asked_for_a_box_that_nobody_has(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play", "--terminal", "--game", "krysis", "--journal", str(tmp_path / "j")],
        input="", capture_output=True, text=True, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert "Which box?" not in done.stdout
