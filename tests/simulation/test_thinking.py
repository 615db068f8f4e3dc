"""The process that thinks: it answers, hurries, ends with whoever started it, and takes little memory."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.chance.thinking import SECONDS, Dilemma, ThinkingProcess, Thought, packed
from companion.packs.loader import load_pack
from tests.simulation.test_playing import ALL_KNOWN, GUESSED, some_decision

MOST_MEMORY = 80
"""Megabytes."""
LATE = 10.0
"""Seconds over its time that a busy machine may take; a quiet one needs less than 0.2, which the benchmark measures."""

Heard = queue.SimpleQueue[tuple[int, Thought | None]]


@pytest.fixture
def heard() -> Heard:
    return queue.SimpleQueue()


@pytest.fixture
def mind(heard: Heard) -> Iterator[ThinkingProcess]:
    process = ThinkingProcess(lambda number, answer: heard.put((number, answer)))
    yield process
    process.close()


def dilemma(name: str, number: int, level: str = "strong") -> Dilemma:
    game, state, _ = some_decision(name, number)
    dealt = {f"chance.{item}": "digital" for item in game.rules.hideable if name in ALL_KNOWN}
    settings = dealt | ALL_KNOWN.get(name, {})
    return Dilemma(
        number, level, name, load_pack(game).data, list(state.world.seats), settings, packed(state), str(number)
    )


@pytest.mark.by_turns
@pytest.mark.parametrize("name", GUESSED)
def test_it_answers_legally_in_time_with_little_memory(mind: ThinkingProcess, heard: Heard, name: str) -> None:
    mind.think(dilemma(name, 1, "good"))
    heard.get(timeout=30)
    for number in (3, 5):
        began = time.monotonic()
        mind.think(dilemma(name, number))
        found, thought = heard.get(timeout=30)
        assert time.monotonic() - began < SECONDS + LATE
        assert found == number
        game, state, _ = some_decision(name, number)
        assert thought is not None
        assert game.rules.allows(state, thought[0].answer)
    assert mind._process is not None
    status = Path(f"/proc/{mind._process.pid}/status").read_text()
    assert int(status.split("VmHWM:")[1].split()[0]) < MOST_MEMORY * 1024


def test_the_best_so_far_comes_at_once_and_later_questions_are_not_hurried(mind: ThinkingProcess, heard: Heard) -> None:
    mind.think(dilemma("newyork", 1))
    heard.get(timeout=30)
    mind.think(dilemma("newyork", 2))
    began = time.monotonic()
    mind.hurry()
    assert heard.get(timeout=30)[0] == 2
    assert time.monotonic() - began < SECONDS, "it would have gone on for longer"
    mind.hurry()
    began = time.monotonic()
    mind.think(dilemma("newyork", 3))
    assert heard.get(timeout=30)[0] == 3
    assert time.monotonic() - began > SECONDS / 4, "it thinks anew"


@pytest.mark.parametrize("known", [True, False], ids=["it has ended", "only its output has ended"])
def test_a_process_that_is_killed_says_so_and_the_next_question_starts_another(
    mind: ThinkingProcess, heard: Heard, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    """Its output ends before the machine knows that it has ended: a question in between was lost."""
    if not known:
        monkeypatch.setattr(subprocess.Popen, "poll", lambda process: None)
    mind.think(dilemma("newyork", 1))
    assert mind._process is not None
    mind._process.kill()
    assert heard.get(timeout=30) == (1, None)
    mind.think(dilemma("thousand", 2))
    assert heard.get(timeout=30)[1] is not None


def test_a_game_that_is_not_there_has_no_answer(mind: ThinkingProcess, heard: Heard) -> None:
    mind.think(Dilemma(7, "strong", "no_such_game", {}, [], {}, b"", ""))
    assert heard.get(timeout=30) == (7, None)


def test_leaving_ends_it(mind: ThinkingProcess, heard: Heard) -> None:
    mind.think(dilemma("newyork", 1))
    process = mind._process
    assert process is not None
    mind.close()
    assert process.poll() is not None


def test_it_ends_when_whoever_started_it_is_killed() -> None:
    code = (
        "import time\n"
        "from tests.simulation.test_thinking import ThinkingProcess, dilemma\n"
        "mind = ThinkingProcess(lambda number, answer: None)\n"
        "mind.think(dilemma('newyork', 1))\n"
        "print(mind._process.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    ends = time.monotonic() + 20
    while _runs(pid):
        assert time.monotonic() < ends
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
