"""``companion table`` as a process of its own: New York Crisis, cut off in mid-game and resumed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from contextlib import contextmanager

COMPANION = [sys.executable, "-c", "from companion.cli import main; main()"]
NEW = ["--game", "newyork", "--players", "father,daughter", "--seed", "oak"]


@contextmanager
def table(*options):
    """A running table; gives the process and a way to say something to it."""
    process = subprocess.Popen(
        [*COMPANION, "table", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )

    def say(**request):
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    try:
        yield process, say
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()


def play(say, answers):
    """So many answers, each the first that is listed."""
    for _ in range(answers):
        assert say(op="answer", answer=say(op="legal")["answers"][0])["ok"]


def test_what_was_answered_before_the_plug_was_pulled_is_there_afterwards(tmp_path):
    journal = ["--journal", str(tmp_path / "journal.db")]
    with table(*NEW, *journal) as (process, say):
        play(say, 5)
        say(op="undo", n=2)
        stood = say(op="hash"), say(op="log")["log"], say(op="ask")
        process.send_signal(signal.SIGKILL)
        process.wait()
    with table("--resume", "last", *journal) as (_, say):
        assert (say(op="hash"), say(op="log")["log"], say(op="ask")) == stood
        assert say(op="redo", n=2)["ok"]


def test_a_game_resumed_goes_on_as_if_it_had_never_stopped(tmp_path):
    journal = ["--journal", str(tmp_path / "journal.db")]
    with table(*NEW) as (_, say):
        play(say, 10)
        whole = say(op="hash")["hash"]
    with table(*NEW, *journal) as (_, say):
        play(say, 4)
    with table("--resume", "last", *journal) as (_, say):
        play(say, 6)
        assert say(op="hash")["hash"] == whole


def test_quit_ends_it_with_exit_0():
    with table(*NEW) as (process, say):
        assert say(op="quit")["ok"]
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == b""


def test_a_client_that_goes_away_leaves_no_complaint():
    with table(*NEW) as (process, say):
        assert say(op="ask")["ok"]
        process.stdout.close()
        process.stdin.write(b'{"op":"facts"}\n' * 100)
        process.stdin.close()
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == b""
