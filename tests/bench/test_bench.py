"""``companion bench`` and ``python -m tests.bench``: what they measure, and how they say so. Never how fast it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pkgutil import resolve_name
from random import Random

import pytest

import hardware.bench
from companion import bench, cli
from companion.bench import Measure, Subject, median_of, play_on
from companion.chance.dealer import Dealer
from companion.chance.playing import PLAYERS
from companion.games.registry import game_names, load_game
from companion.packs import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.bench import __main__, opponents, printed, recognition, rules, stores
from tests.bench.rules import long_table, one_round, play_games
from tests.games.partial import Owner, seats_of
from ui.bench import report

Run = Callable[..., tuple[int, str, list[str]]]


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, number in (
        (bench, "GAMES"),
        (rules, "GAMES"),
        (stores, "KEPT"),
        (stores, "CARDS"),
        (recognition, "CARDS"),
        (recognition, "PHOTOS"),
        (printed, "PHOTOS"),
        (opponents, "PLAYED"),
    ):
        monkeypatch.setattr(module, number, 2)
    monkeypatch.setattr(bench, "STARTS", 1)
    for player in ("good", "strong"):
        monkeypatch.setitem(PLAYERS, player, 0)


@pytest.fixture
def companion_bench(capsys: pytest.CaptureFixture[str], few_rounds: None) -> Run:
    """Run ``companion bench`` with hardly any time and few rounds; gives exit code, output, error lines."""

    def run(*arguments: str) -> tuple[int, str, list[str]]:
        with pytest.raises(SystemExit) as end:
            cli.main(["bench", "--seconds", "0.1", *arguments])
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err.splitlines()

    return run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], few_rounds: None) -> Run:
    """Run ``python -m tests.bench`` in the same way."""

    def run(*arguments: str) -> tuple[int, str, list[str]]:
        with pytest.raises(SystemExit) as end:
            __main__.bench(["--seconds", "0.1", *arguments])
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err.splitlines()

    return run


@pytest.fixture
def subject() -> Subject:
    game = load_game("newyork")
    return Subject(game, load_pack(game), 0.0)


START = {"start.python", "start.import", "start.help", "start.table"}
LONG = {"phones", "recognition", "boxes", "printed"}

OWN = {
    "play": {"play.random"},
    "undo": {"undo.all", "redo.all", "jump"},
    "journal": {
        "journal.bytes",
        "journal.commit",
        "journal.open",
        "journal.home",
        "journal.games",
        "journal.results",
    },
    "boxes": {"boxes.save", "boxes.load", "boxes.list", "boxes.search", "boxes.check"},
    "start": START,
    "memory": {"memory.games", "memory.growth"},
    "recognition": {
        "recognition.first",
        "recognition.three",
        "recognition.time",
        "recognition.time95",
        "recognition.said",
    },
    "printed": {"printed.titles", "printed.letters", "printed.effects", "printed.time", "printed.time95"},
    "opponents": {
        *("opponents.good.2", "opponents.good.2.time", "opponents.strong.2", "opponents.strong.2.time"),
        "opponents.sensible",
    },
    "phones": {"phones.late", "phones.late95", "phones.memory"},
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in OWN])
def test_each_benchmark_gives_its_measures(run: Run, name: str) -> None:
    code, out, err = run("--json", "--only", name)
    assert (code, err) == (0, [])
    measures = {measure["name"]: measure for measure in json.loads(out)["measures"]}
    assert set(measures) == OWN[name]
    for measure in measures.values():
        assert measure["least"] <= measure["value"] <= measure["most"]
        assert measure["rounds"] >= 1
        assert measure["what"]
        assert measure["unit"] in {"answers/s", "ms", "bytes", "MB", "%"}


def test_players_that_think_win_or_lose(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for player in ("good", "strong"):
        monkeypatch.setitem(PLAYERS, player, 2)
    code, out, err = run("--json", "--only", "opponents", "--game", "thousand")
    assert (code, err) == (0, [])
    wanted = OWN["opponents"] - {"opponents.sensible"} | {"opponents.easy.2", "opponents.easy.2.time"}
    assert {measure["name"] for measure in json.loads(out)["measures"]} == wanted


def test_a_game_in_which_the_companion_plays_no_seat_has_no_opponents(run: Run) -> None:
    code, out, err = run("--json", "--only", "opponents", "--game", "escape")
    assert (code, json.loads(out)["measures"]) == (0, []), err


def test_nobody_plays_on_where_only_people_know_what_comes() -> None:
    """With a box of which the companion knows no card."""
    owner = Owner("crash", Random(1), told=0.0)
    seats = seats_of(owner.game, Random(2))
    session = Session(Table(owner.game, owner.part, seats, {}, dealer=Dealer("bench"), auto=False))
    play_on(session, 1_000, Random(3))
    assert session.mode != "over"
    assert session.rev < 1_000


@pytest.mark.parametrize(("name", "wanted"), [("start", START), ("disk", {"journal.bytes", "journal.commit"})])
def test_companion_bench_measures_this_machine(companion_bench: Run, name: str, wanted: set[str]) -> None:
    code, out, err = companion_bench("--json", "--only", name)
    assert (code, err) == (0, [])
    assert {measure["name"] for measure in json.loads(out)["measures"]} == wanted


def test_all_that_companion_bench_measures_is_measured_by_the_other_as_well(companion_bench: Run) -> None:
    told = companion_bench("--only", "dancing")[2][0]
    names = told.partition("There is: ")[2].rstrip(".").split(", ")
    assert sorted(names) == ["disk", "reader", "start", "tap"]
    measured = {resolve_name(where) for where in __main__.BENCHMARKS.values()}
    assert {bench.start, report.tap, hardware.bench.reader} <= measured


def test_what_needs_a_library_that_is_missing_is_one_sentence(
    companion_bench: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "hardware.bench", raising=False)
    monkeypatch.setitem(sys.modules, "cv2", None)
    code, _, err = companion_bench("--only", "reader", "--json")
    assert (code, err) == (0, ["companion: Not measured: reader. It needs cv2, which is not installed."])


@pytest.mark.parametrize("name", ["start", "memory"])
def test_a_game_without_a_pack_is_measured_in_processes_of_its_own(run: Run, name: str) -> None:
    code, out, err = run("--game", "thousand", "--json", "--only", name)
    assert (code, err) == (0, [])
    assert {measure["name"] for measure in json.loads(out)["measures"]} == OWN[name]


def test_machines_learn_where_it_was_measured(run: Run) -> None:
    found = json.loads(run("--json", "--only", "play")[1])
    assert found["game"] == "newyork"
    assert found["cores"] >= 1
    assert len(found["load"]) == 2
    assert found["python"].startswith("3.")


def test_people_get_a_table_with_what_is_to_be_reached(run: Run) -> None:
    code, out, _ = run("--only", "play")
    assert code == 0
    assert "random play, New York Crisis" in out
    assert "≥ 60,000" in out


def test_a_benchmark_that_does_not_exist_is_one_clear_line(companion_bench: Run) -> None:
    code, out, err = companion_bench("--only", "dancing")
    assert (code, out) == (2, "")
    assert err[0].startswith("companion: There is no benchmark dancing. There is: start, disk, ")
    assert len(err) == 1


def test_a_game_that_does_not_exist_is_one_clear_line(companion_bench: Run) -> None:
    code, _, err = companion_bench("--game", "chess")
    assert code == 2
    assert err[0].startswith("companion: There is no game chess.")


def test_all_games_are_measured_one_after_the_other(run: Run) -> None:
    code, out, err = run("--game", "all", "--only", "undo", "--json", "--seconds", "0.1")
    assert (code, err) == (0, [])
    assert [json.loads(line)["game"] for line in out.splitlines()] == game_names()


def test_a_pack_is_measured_for_one_game(companion_bench: Run) -> None:
    code, out, err = companion_bench("--game", "all", "--pack", "lanternhead")
    assert (code, out) == (2, "")
    assert err[0].startswith("companion: A pack is for one game")


def test_every_round_of_random_play_is_the_same_games(subject: Subject) -> None:
    assert one_round(subject) == one_round(subject) > 1_000


def test_a_game_for_two_and_more_is_measured_with_so_many() -> None:
    game = load_game("crash")
    assert one_round(Subject(game, load_pack(game, game.rules.bundled_pack), 0.1)) > 1_000


def test_the_long_game_has_more_entries_than_anybody_plays(subject: Subject) -> None:
    table = long_table(subject, 1_000)
    assert table.rev >= 1_000
    assert any(entry.kind == "correct" for entry in table.log)


def test_memory_is_measured_after_each_game(subject: Subject) -> None:
    held = play_games("newyork", subject.loaded.source, 2)
    assert len(held) == 2
    assert all(1 < mb < 4_000 for mb in held)


def test_a_measure_is_the_median_with_the_least_and_the_most() -> None:
    assert median_of("tap", "tap", "ms", [5, 1, 3], reach=33) == Measure("tap", "tap", "ms", 3, 1, 5, 3, 33)


def test_rounds_go_on_until_the_least_number_is_done(subject: Subject) -> None:
    assert list(subject.rounds(least=4)) == [0, 1, 2, 3]
