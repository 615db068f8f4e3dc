"""``companion pack simulate``: how hard the stories of a pack are, measured with a sensible player."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import to_builtins

from companion import cli
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs import load_pack
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from tests.installed import install

Run = Callable[..., tuple[int, list[str], list[str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``companion pack simulate``; gives exit code, output lines, error lines."""

    def run(*arguments: str) -> tuple[int, list[str], list[str]]:
        with pytest.raises(SystemExit) as end:
            cli.main(["pack", "simulate", *arguments])
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out.splitlines(), err.splitlines()

    return run


def test_a_game_without_stories_is_compared_by_figures_of_its_own(run: Run) -> None:
    code, out, err = run("lanternhead", "--games", "3", "--players", "2,5", "--no-effects")
    assert (code, err) == (0, [])
    assert " ".join(out[0].split()) == "players games escaped best total first player won answers ended by"
    assert [line.split()[:2] for line in out[1:3]] == [["2", "3"], ["5", "3"]]
    assert all(line.rstrip().endswith("R-EP-89 3") for line in out[1:3])
    assert "confidence of 95%" in out[3]
    heading = plain(load_game("escape").presenter.heading("R-EP-89") or "")
    assert any(line.strip().startswith(f"{heading} (R-EP-89): ") for line in out)


def test_the_table_has_a_line_for_each_story_and_number_of_players(run: Run) -> None:
    code, out, err = run("manhattan_nights", "--games", "2", "--players", "1,4", "--no-effects")
    stories = [story["name"] for story in read_content(BUNDLED / "manhattan_nights").data["scenarios"]]
    assert (code, err) == (0, [])
    assert out[0].split() == ["story", "players", "games", "won", "rounds", "Alert", "Story", "answers", "ended", "by"]
    due = [(str(story["en"]), n, "2") for story in stories for n in ("1", "4")]
    assert [tuple(re.split(r"  +", line.strip())[:3]) for line in out[1:9]] == due


def test_a_game_for_two_and_more_is_never_played_by_one(run: Run) -> None:
    _, out, _ = run("fenderbend", "--games", "1", "--no-effects")
    assert [line.split()[0] for line in out[1:6]] == ["2", "3", "4", "5", "6"]


def test_one_story_can_be_named(run: Run) -> None:
    _, out, _ = run("manhattan_nights", "--games", "1", "--story", "high_water", "--no-effects")
    assert [re.split(r"  +", line.strip())[:2] for line in out[1:5]] == [["High Water", str(n)] for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["manhattan_nights", "--players", "0,2"], "--players 0,2: numbers from 1 to 4, as in 2,4."),
        (["manhattan_nights", "--players", "two"], "--players two: numbers from 1 to 4, as in 2,4."),
        (["fenderbend", "--players", "1,2"], "--players 1,2: numbers from 2 to 6, as in 2,4."),
        (["manhattan_nights", "--story", "the_end"], "There is no story the_end."),
        (["deepvein", "--story", "x"], "Krysis has no stories; leave out --story."),
        (["deepvein", "--dask", "tcp://127.0.0.1:1", "--cores", "2"], "Either --cores or --dask"),
        (["nowhere"], "nowhere: there is no folder or file of this name"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(run: Run, arguments: list[str], sentence: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out, len(err)) == (2, [], 1)
    assert sentence in err[0]


def test_on_any_number_of_cores_it_prints_the_same(run: Run) -> None:
    command = ["deepvein", "--games", "30", "--players", "2,3", "--no-effects"]
    assert run(*command, "--cores", "2") == run(*command, "--cores", "1")


def test_json_says_all_that_the_table_says(run: Run) -> None:
    command = ["manhattan_nights", "--games", "2", "--players", "4", "--story", "high_water"]
    _, out, _ = run(*command, "--json")
    found = json.loads("\n".join(out))
    (line,) = found["lines"]
    assert (found["games"], found["wanted"], line["story"], line["players"]) == (2, 2, "high_water", 4)
    assert [one["name"] for one in line["counted"]] == ["won", "rounds", "Alert", "Story", "answers"]
    assert all(one["low"] <= one["mean"] <= one["high"] for one in line["counted"])
    assert sum(line["ended_by"].values()) == 2
    assert found["effects"]["never_came_up"]
    assert all(0 < effect["games"] <= 2 for effect in found["effects"]["never_mattered"])
    _, table, _ = run(*command)
    text = " ".join(" ".join(table).split())
    assert all(f"{one['card']}: {one['effect']}" in text for one in found["effects"]["never_mattered"])
    assert all(one["name"] in text for one in found["never_drawn"])


def test_effects_are_only_looked_for_if_wanted(run: Run) -> None:
    _, out, _ = run("manhattan_nights", "--games", "1", "--players", "4", "--no-effects", "--json")
    effects = json.loads("\n".join(out))["effects"]
    assert effects["never_mattered"] == []
    assert effects["not_judged"] > 0


def test_the_table_speaks_spanish(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    _, out, _ = run("manhattan_nights", "--games", "1", "--players", "4", "--story", "high_water")
    said = "\n".join(out)
    assert "partidas" in out[0]
    assert "nunca importaron" in said
    assert "never" not in said


def test_a_box_known_in_part_is_not_simulated(run: Run, tmp_path: Path) -> None:
    box = to_builtins(load_pack(load_game("newyork")).content.data)
    box["police_cards"] = box["police_cards"][2:]
    box["unknown"] = {"police_cards": 2}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(box))
    code, out, err = run(str(file), "--games", "1", "--players", "4", "--no-effects")
    assert (code, out) == (2, [])
    assert err == ["companion: 121 of 123 cards and tokens of this box are known; simulating it needs all of them."]


def test_workers_that_do_not_have_the_game_say_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "nowhere_else", "tests.toygame:GAME")
    code, out, err = run("--game", "nowhere_else", "--games", "100", "--players", "2", "--cores", "2")
    assert (code, out, len(err)) == (2, [], 1)
    assert "There is no game lanterns." in err[0]


PATIENCE = 120
"""Seconds after which it has not heard Ctrl-C at all."""


@contextmanager
def hearing_ctrl_c() -> Iterator[None]:
    """Tests that a script runs in the background do not hear it, and neither would what they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Running:
    """The command in a process group of its own, as in a terminal; what it draws on the screen is read by ``until``."""

    def __init__(self, *arguments: str) -> None:
        self._screen, theirs = pty.openpty()
        command = [sys.executable, "-m", "companion", "pack", "simulate", *arguments]
        with hearing_ctrl_c():
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True, text=True,
                env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
            )  # fmt: skip
        os.close(theirs)
        self.drawn = ""

    def until(self, pattern: str) -> re.Match[str]:
        """Wait until the bar has looked like this."""
        while True:
            drawn = os.read(self._screen, 4096).decode(errors="replace")
            self.drawn += drawn
            bar = re.sub(r"\x1b\[[\d;?]*\w", "", drawn)
            if found := re.search(pattern, bar):
                return found

    def ctrl_c(self) -> tuple[int, str]:
        """Press Ctrl-C; gives exit code and output."""
        os.killpg(self.process.pid, signal.SIGINT)
        try:
            out, _ = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        return self.process.returncode, out


@pytest.mark.parametrize("cores", ["1", "2"])
def test_ctrl_c_gives_what_there_is(cores: str) -> None:
    running = Running("deepvein", "--players", "2,3", "--games", "100000", "--json", "--cores", cores)
    drawn = running.until(r"\s([1-9]\d*)/200000")
    code, out = running.ctrl_c()
    found = json.loads(out)
    assert code == 130
    assert int(drawn[1]) <= found["games"] < found["wanted"] == 200_000
    assert found["games"] == sum(line["games"] for line in found["lines"])
    assert "Traceback" not in running.drawn


def test_ctrl_c_says_how_many_games_there_are() -> None:
    running = Running("deepvein", "--players", "2", "--games", "100000", "--cores", "1")
    running.until(r"\s[1-9]\d*/100000")
    _, out = running.ctrl_c()
    assert re.search(r"Broken off after [1-9]\d* of 100000 games", out)


def test_a_bar_shows_how_long_it_will_take() -> None:
    running = Running("deepvein", "--players", "2", "--games", "100000", "--cores", "1")
    running.until(r"Games .* \d+/100000 \d+:\d\d")
    running.ctrl_c()
