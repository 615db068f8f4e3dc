"""Whole recorded games, played again: every state, every question and the result must be those of the recording."""

from __future__ import annotations

import pytest

from companion.games.newyork.options import VALUES
from tests.playthroughs.annotate import annotated
from tests.playthroughs.record import ANNOTATED, PLANS
from tests.playthroughs.recording import GAMES, names, read, replay, standing


@pytest.mark.parametrize("name", names())
def test_a_recorded_game_is_the_same_game_again(name):
    lines = read(name)
    for number, (line, history) in enumerate(replay(lines)):
        assert standing(history)["ask"] == line["ask"], f"line {number + 1}: {line}"
        assert history.state.hash() == line["hash"], f"line {number + 1}: {line}"
    assert lines[-1]["ask"]["kind"] == "over"


def test_the_annotated_game_reads_as_it_was_played():
    text = (GAMES / f"{ANNOTATED}.txt").read_text(encoding="utf-8")
    assert annotated(read(ANNOTATED)) == text


def test_the_recordings_cover_stories_players_modes_and_both_ends():
    setups = [read(name)[0]["setup"] for name in names()]
    ends = {read(name)[-1]["ask"]["result"]["outcome"] for name in names()}
    kinds = {line["kind"] for name in names() for line in read(name)[1:]}
    settings = [setup["settings"] for setup in setups]
    assert set(names()) == set(PLANS)
    assert {one["story"] for one in settings} == {"wrong_suitcase", "three_voices", "high_water", "masked_ball"}
    assert {len(setup["seats"]) for setup in setups} == {1, 2, 3, 4}
    assert ends == {"win", "loss"}
    assert kinds == {"answer", "chance", "undo", "redo", "correct"}
    assert {key for one in settings for key in one if key.startswith("nyc.")} == set(VALUES)
