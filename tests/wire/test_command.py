"""``companion table`` and its neighbours on the command line, also as a process that is cut off in mid-game."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from companion import cli
from companion.doctor import Check
from tests.installed import install
from ui.model.library import Library


@pytest.fixture
def box(tmp_path, monkeypatch):
    """Lanterns as an installed game, its box as a file."""
    install(monkeypatch, "lanterns", "tests.toygame:GAME")
    file = tmp_path / "box.json"
    file.write_text(json.dumps({"game": "lanterns", "id": "lanterns_box", "name": "Lanterns"}))
    return file


@pytest.fixture
def run(monkeypatch, capfdbinary):
    """Run a command line; gives exit code, output lines, error lines."""

    def run(*arguments, requests=()):
        data = b"".join(json.dumps(request).encode() + b"\n" for request in requests)
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        with pytest.raises(SystemExit) as end:
            cli.main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        return end.value.code, out.decode().splitlines(), err.decode().splitlines()

    return run


def table_of(box, *more):
    return "table", "--game", "lanterns", "--players", "ann", "--pack", box, *more


DRAW = {"op": "answer", "answer": {"do": "do", "what": "draw"}}
STOP = {"op": "answer", "answer": {"do": "do", "what": "stop"}}
HASH, ASK = {"op": "hash"}, {"op": "ask"}


def test_a_table_answers_each_line_and_ends_with_its_input(box, run):
    code, out, err = run(*table_of(box), requests=[ASK, DRAW, HASH])
    assert (code, err) == (0, [])
    assert [json.loads(line)["rev"] for line in out] == [1, 3, 3]


def test_the_same_seed_makes_the_same_game(box, run):
    requests = [DRAW, DRAW, {"op": "facts"}]
    first, again = (run(*table_of(box, "--seed", "oak"), requests=requests) for _ in range(2))
    assert first == again
    assert (first[0], len(first[1])) == (0, 3)


def test_chance_is_asked_for_all_items_or_for_one(box, run):
    def kinds(*more):
        _, out, _ = run(*table_of(box, *more), requests=[ASK])
        return json.loads(out[0])["ask"]["kind"], json.loads(out[0])["rev"]

    assert kinds("--chance", "asked") == ("pick", 0)
    assert kinds("--set", "chance.wind=asked") == ("pick", 0)
    assert kinds("--chance", "asked", "--set", "chance.wind=digital") == ("choose", 1)
    assert kinds("--set", "chance.dice=asked") == ("choose", 1)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["table"], "--game"),
        (["table", "--game", "chess", "--players", "ann"], "chess"),
        (["table", "--moon"], "--moon"),
        (["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}", "--chance", "maybe"], "maybe"),
        (["table", "--game", "lanterns", "--pack", "{box}"], "--players"),
        (["table", "--game", "lanterns", "--players", "carl", "--pack", "{box}"], "carl"),
        (["table", "--game", "lanterns", "--players", "", "--pack", "{box}"], "--players"),
        (["table", "--game", "", "--players", "ann"], "--game"),
        (["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}.lost"], "box.json.lost"),
        (["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}", "--set", "moon=1"], "moon"),
        (["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}", "--set", "lamps"], "KEY=VALUE"),
        (["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}", "--set", "chance.x=asked"], "chance.x"),
        (
            ["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}", "--set", "chance.dice=x"],
            "chance.dice",
        ),
        (["table", "--resume", "last"], "--journal"),
        (["table", "--resume", "last", "--journal", "{box}.none"], "box.json.none"),
        (["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}", "--journal", "{box}"], "box.json"),
        (["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}", "--journal", ""], "a file in it"),
        (["table", "--game", "lanterns", "--players", "ann", "--pack", "{box}", "--journal", "/"], "a file in it"),
        (["history", "--journal", "{box}.none"], "box.json.none"),
        (["dance"], "dance"),
    ],
)
def test_a_bad_start_is_exit_2_and_one_line(box, run, arguments, word):
    code, out, err = run(*(argument.format(box=box) for argument in arguments))
    assert (code, out, len(err)) == (2, [], 1)
    assert word in err[0]


def test_all_problems_of_a_pack_are_listed(box, run):
    box.write_text("{")
    code, out, err = run("pack", "check", box)
    assert (code, out) == (2, [])
    assert "line 1" in err[0]
    box.write_text(json.dumps({"game": "lanterns", "cards": 3}))
    code, _, err = run("pack", "check", box)
    assert (code, "cards" in err[0]) == (2, True)


def test_a_good_pack_is_named(box, run):
    code, out, _ = run("pack", "check", box)
    assert (code, "lanterns_box" in out[0]) == (0, True)


def test_a_game_in_a_journal_is_resumed_where_it_stood(box, run, tmp_path):
    journal = tmp_path / "journal.db"
    _, out, _ = run(*table_of(box, "--journal", journal), requests=[DRAW, DRAW, {"op": "undo", "n": 1}, HASH])
    stood = json.loads(out[-1])
    for name in ("last", run("history", "--journal", journal)[1][0].split()[0]):
        code, out, err = run("table", "--journal", journal, "--resume", name, requests=[HASH])
        assert (code, err) == (0, [])
        assert json.loads(out[0]) == stood
    code, out, err = run(*table_of(box, "--journal", journal, "--resume", "last"), requests=[{"op": "redo", "n": 1}])
    assert (code, json.loads(out[0])["rev"], err) == (0, stood["rev"] + 1, [])


def test_the_last_game_to_go_on_with_is_the_last_that_is_not_over(box, run, tmp_path):
    journal = tmp_path / "journal.db"
    resume = ("table", "--journal", journal, "--resume")
    run(*table_of(box, "--journal", journal), requests=[DRAW])
    run(*table_of(box, "--journal", journal), requests=[STOP])
    over, unfinished = (line.split()[0] for line in run("history", "--journal", journal)[1])
    assert run(*resume, "last", requests=[ASK, HASH]) == run(*resume, unfinished, requests=[ASK, HASH])
    code, out, _ = run(*resume, over, requests=[ASK])
    assert (code, json.loads(out[0])["ask"]["kind"]) == (0, "over")
    # What has been played is read again most often right after it is over.
    assert run("log", "last", "--journal", journal) == run("log", over, "--journal", journal)
    run(*resume, "last", requests=[STOP])
    code, out, err = run(*resume, "last")
    assert (code, out, len(err)) == (2, [], 1)
    assert "holds no game to go on with" in err[0]


@pytest.mark.parametrize(("command", "meant"), [("table", "not over"), ("log", "even if"), ("export", "even if")])
def test_help_says_which_game_is_the_last_one(run, command, meant):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert meant in " ".join(" ".join(out).split())


def test_a_resumed_game_keeps_who_answers_chance_and_can_change_it(box, run, tmp_path):
    journal = tmp_path / "journal.db"
    run(*table_of(box, "--journal", journal, "--set", "chance.trees=asked"), requests=[DRAW])
    _, out, _ = run("table", "--journal", journal, "--resume", "last", requests=[ASK])
    assert json.loads(out[0])["ask"]["kind"] == "draw"
    resume = ("table", "--journal", journal, "--resume", "last")
    _, out, _ = run(*resume, "--set", "chance.trees=digital", requests=[ASK])
    assert json.loads(out[0])["ask"]["kind"] == "choose"
    assert run(*resume, "--set", "chance.moon=asked")[0] == 2


@pytest.mark.parametrize(
    "more", [["--players", "bob"], ["--seed", "elm"], ["--set", "lamps=3"], ["--game", "newyork"], ["--resume", "lost"]]
)
def test_a_game_is_not_resumed_as_another(box, run, tmp_path, more):
    journal = tmp_path / "journal.db"
    run(*table_of(box, "--journal", journal, "--seed", "oak"), requests=[DRAW])
    code, out, err = run("table", "--journal", journal, "--resume", "last", *more)
    assert (code, out, len(err)) == (2, [], 1)


def test_a_changed_pack_is_said_and_the_game_goes_on(box, run, tmp_path):
    journal = tmp_path / "journal.db"
    run(*table_of(box, "--journal", journal), requests=[DRAW])
    box.write_text(json.dumps({"game": "lanterns", "id": "lanterns_box", "name": "Lanterns, new print"}))
    code, out, err = run("table", "--journal", journal, "--resume", "last", requests=[ASK])
    assert (code, len(out), len(err)) == (0, 1, 1)


def test_the_log_of_a_saved_game_can_be_read(box, run, tmp_path):
    journal = tmp_path / "journal.db"
    fix = {"op": "correct", "changes": [{"fact": "lamps", "value": 2}], "why": "two stand there"}
    run(*table_of(box, "--journal", journal), requests=[DRAW, fix, {"op": "undo", "n": 2}])
    code, out, _ = run("log", "last", "--journal", journal)
    assert (code, [line.split()[2] for line in out]) == (0, ["chance", "answer", "chance", "correct", "undo"])
    assert "two stand there" in out[3]
    code, out, _ = run("history", "--journal", journal)
    assert (code, len(out)) == (0, 1)
    assert "lanterns" in out[0]


def test_a_defect_is_one_line_and_exit_1(box, run, monkeypatch):
    monkeypatch.setattr("tests.toygame.Lanterns.facts", lambda *_: 1 / 0)
    code, out, err = run(*table_of(box), requests=[ASK, {"op": "facts"}])
    assert (code, len(out), len(err)) == (1, 1, 1)
    assert "ZeroDivisionError" in err[0]


def test_a_part_that_is_not_installed_is_said(run, monkeypatch):
    monkeypatch.setattr("companion.commands.options.entry_points", lambda **_: [])
    for command in ("play", "doctor"):
        code, out, err = run(command)
        assert (code, out, len(err)) == (2, [], 1)


class Part:
    """What another part of the product declares as an entry point."""

    def __init__(self, name, does):
        self.name = name
        self.load = lambda: does


def declare(monkeypatch, *parts):
    for module in ("commands.options", "doctor"):
        monkeypatch.setattr(f"companion.{module}.entry_points", lambda **_: parts)


def test_play_hands_its_options_to_the_screen(run, monkeypatch):
    heard = []
    declare(monkeypatch, Part("screen", heard.append))
    assert run("play", "--demo", "--size", "800x480")[0] == 0
    run("play", "--help")
    assert heard == [["--demo", "--size", "800x480"], ["--help"]]


@pytest.mark.parametrize(("reader", "code"), [(True, 0), (False, 1)])
def test_the_doctor_asks_every_part(run, monkeypatch, reader, code):
    declare(
        monkeypatch,
        Part("journal", lambda: [Check("journal", True, "It can be written.")]),
        Part("hardware", lambda: [Check("reader", reader, "It was asked.")]),
    )
    ended, out, err = run("doctor")
    assert (ended, err) == (code, [])
    assert [line.split()[1] for line in out] == ["reader:", "journal:"]


def test_a_part_that_fails_is_said_and_keeps_no_other_from_its_turn(run, monkeypatch):
    def broken():
        yield Check("disk", True, "It is there.")
        raise OSError("Input/output error")

    declare(monkeypatch, Part("machine", broken), Part("other", lambda: [Check("reader", True, "It was asked.")]))
    ended, out, _ = run("doctor")
    assert ended == 1
    assert [line.split()[:2] for line in out] == [["ok", "disk:"], ["bad", "machine:"], ["ok", "reader:"]]
    assert "Input/output error" in out[1]


def test_help_lists_the_commands(run):
    for arguments in ([], ["--help"]):
        code, out, err = run(*arguments)
        assert (code, err) == (0, [])
        assert all(any(line.strip().startswith(name) for line in out) for name in cli.COMMANDS)


def test_help_is_shown_without_importing_a_command_or_a_game():
    program = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); from companion.cli import main; main()"
    said = subprocess.run([sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=True).stdout
    imported = said.splitlines()[-1].split()
    assert "companion.cli" in imported
    heavy = ("companion.commands", "companion.games", "companion.journal", "companion.packs", "rich", "sqlite_utils")
    assert not [name for name in imported if name.startswith(heavy)]


def test_a_game_that_cannot_be_loaded_is_said_and_hides_no_other(run, monkeypatch):
    install(monkeypatch, "broken", "tests.nowhere:GAME")
    code, out, err = run("games")
    assert (code, len(err)) == (0, 1)
    assert "broken" in err[0]
    assert "newyork" in out[0]
    assert "broken" not in Library().names()


# ``companion table`` as a process of its own: New York Crisis, cut off in mid-game and resumed.

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
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""


def test_a_client_that_goes_away_leaves_no_complaint():
    with table(*NEW) as (process, say):
        assert say(op="ask")["ok"]
        process.stdout.close()
        process.stdin.write(b'{"op":"facts"}\n' * 100)
        process.stdin.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""
