"""``companion bench``: what it measures and how it says so. Never how fast anything is."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from companion import cli
from companion.bench import Measure, Subject, boxes, disk, median_of
from companion.bench import start as starting
from companion.bench.long_games import long_table
from companion.bench.memory import main as play_games
from companion.bench.play import one_round
from companion.games.registry import game_names, load_game
from companion.packs import load_pack

Run = Callable[..., tuple[int, str, list[str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``companion bench`` with hardly any time and few rounds; gives exit code, output, error lines."""
    for module, number in (
        (starting, "ROUNDS"),
        (starting, "GAMES"),
        (disk, "GAMES"),
        (disk, "KEPT"),
        (boxes, "CARDS"),
    ):
        monkeypatch.setattr(module, number, 2)

    def run(*arguments: str) -> tuple[int, str, list[str]]:
        with pytest.raises(SystemExit) as end:
            cli.main(["bench", "--seconds", "0.1", *arguments])
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err.splitlines()

    return run


@pytest.fixture
def subject() -> Subject:
    game = load_game("newyork")
    return Subject(game, load_pack(game), 0.0)


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
    "start": {"start.python", "start.import", "start.help", "start.table"},
    "memory": {"memory.games", "memory.growth"},
    "recognition": {"recognition.first", "recognition.three", "recognition.time", "recognition.time95"},
    "phones": {"phones.late", "phones.late95", "phones.memory"},
}


@pytest.mark.parametrize("name", OWN)
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


def test_a_benchmark_that_does_not_exist_is_one_clear_line(run: Run) -> None:
    code, out, err = run("--only", "dancing")
    assert (code, out) == (2, "")
    assert err[0].startswith("companion: There is no benchmark dancing. There is: play, peers, undo, journal")


def test_a_game_that_does_not_exist_is_one_clear_line(run: Run) -> None:
    code, _, err = run("--game", "chess")
    assert code == 2
    assert err[0].startswith("companion: There is no game chess.")


def test_all_games_are_measured_one_after_the_other(run: Run) -> None:
    code, out, err = run("--game", "all", "--only", "undo", "--json", "--seconds", "0.1")
    assert (code, err) == (0, [])
    assert [json.loads(line)["game"] for line in out.splitlines()] == game_names()


def test_a_pack_is_measured_for_one_game(run: Run) -> None:
    code, out, err = run("--game", "all", "--pack", "lanternhead")
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
