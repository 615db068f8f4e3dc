"""``companion pack simulate``: how hard the stories of a pack are, measured with a sensible player."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion import cli
from companion.chance.simulation import FinishedGame, simulate
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs import load_pack

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


def played(story: str, players: int, count: int) -> list[FinishedGame]:
    game = load_game("newyork")
    return list(simulate(game, load_pack(game).pack, story, players, count))


def test_the_same_games_are_played_every_time() -> None:
    assert played("wrong_suitcase", 2, 4) == played("wrong_suitcase", 2, 4)


def test_a_longer_simulation_begins_with_the_games_of_a_shorter_one() -> None:
    assert played("three_voices", 4, 3) == played("three_voices", 4, 5)[:3]


def test_a_game_ends_with_its_rule_and_with_its_tracks_where_they_stood() -> None:
    for game in played("masked_ball", 3, 6):
        won, rounds, *tracks = game.figures
        assert won.value == (game.rule == "R-NYC-113")
        assert rounds.value >= 1
        assert [plain(track.name) for track in tracks] == ["Alert", "Story"]


def test_a_game_without_stories_is_compared_by_figures_of_its_own(run: Run) -> None:
    code, out, err = run("lanternhead", "--games", "3", "--players", "2,5")
    assert (code, err) == (0, [])
    assert " ".join(out[0].split()) == "story players games escaped best total first player won ended by"
    assert [line.split()[:2] for line in out[1:]] == [["2", "3"], ["5", "3"]]
    assert all(line.rstrip().endswith("R-EP-89 3") for line in out[1:])


def test_the_table_has_a_line_for_each_story_and_number_of_players(run: Run) -> None:
    code, out, err = run("manhattan_nights", "--games", "2", "--players", "1,4")
    stories = ("wrong_suitcase", "three_voices", "high_water", "masked_ball")
    assert (code, err) == (0, [])
    assert out[0].split() == ["story", "players", "games", "won", "rounds", "Alert", "Story", "ended", "by"]
    assert [line.split()[:3] for line in out[1:]] == [[story, n, "2"] for story in stories for n in ("1", "4")]


def test_a_game_for_two_and_more_is_never_played_by_one(run: Run) -> None:
    _, out, _ = run("fenderbend", "--games", "1")
    assert [line.split()[0] for line in out[1:]] == ["2", "3", "4", "5", "6"]


def test_one_story_can_be_named(run: Run) -> None:
    _, out, _ = run("manhattan_nights", "--games", "1", "--story", "high_water")
    assert [line.split()[:2] for line in out[1:]] == [["high_water", str(n)] for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["manhattan_nights", "--players", "0,2"], "--players 0,2: numbers from 1 to 4, as in 2,4."),
        (["manhattan_nights", "--players", "two"], "--players two: numbers from 1 to 4, as in 2,4."),
        (["fenderbend", "--players", "1,2"], "--players 1,2: numbers from 2 to 6, as in 2,4."),
        (["manhattan_nights", "--story", "the_end"], "There is no story the_end."),
        (["deepvein", "--story", "x"], "Krysis has no stories; leave out --story."),
        (["nowhere"], "nowhere: there is no such pack folder or file"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(run: Run, arguments: list[str], sentence: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out, len(err)) == (2, [], 1)
    assert sentence in err[0]
