"""Whole recorded games, played again: every state, every question and the result must be those of the recording."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.crash.options import CHOICES
from companion.games.escape.options import KEYS
from companion.games.newyork.options import VALUES
from tests.playthroughs import crash, escape, newyork
from tests.playthroughs.annotate import annotated
from tests.playthroughs.plans import Plan
from tests.playthroughs.record import ANNOTATED, PLANS
from tests.playthroughs.recording import GAMES, frozen_pack, names, read, replay, standing


@pytest.mark.parametrize("name", names())
def test_a_recorded_game_is_the_same_game_again(name):
    lines = read(name)
    for number, (line, history) in enumerate(replay(lines)):
        assert standing(history)["ask"] == line["ask"], f"line {number + 1}: {line}"
        assert history.state.hash() == line["hash"], f"line {number + 1}: {line}"
    assert lines[-1]["ask"]["kind"] == "over"


@pytest.mark.parametrize("name", ANNOTATED)
def test_the_annotated_games_read_as_they_were_played(name):
    text = (GAMES / f"{name}.txt").read_text(encoding="utf-8")
    assert annotated(read(name)) == text


def test_there_is_a_recording_of_every_plan():
    assert set(names()) == set(PLANS)
    for name, plan in PLANS.items():
        first = read(name)[0]
        assert first.get("about", "") == plan.about
        assert (first["setup"]["seats"], first["setup"]["settings"]) == (plan.seats.split(), plan.settings)


def setups(plans: dict[str, Plan]) -> list[dict[str, Any]]:
    return [read(name)[0]["setup"] for name in plans]


def entries(plans: dict[str, Plan]) -> list[dict[str, Any]]:
    return [line for name in plans for line in read(name)[1:]]


def ends(plans: dict[str, Plan]) -> set[str]:
    return {plan.rulebook.outcome(read(name)[-1]) for name, plan in plans.items()}


KINDS = {"answer", "chance", "undo", "redo", "correct"}


def test_the_recordings_of_new_york_cover_stories_players_modes_and_both_ends():
    settings = [setup["settings"] for setup in setups(newyork.PLANS)]
    assert {one["story"] for one in settings} == {"wrong_suitcase", "three_voices", "high_water", "masked_ball"}
    assert {len(setup["seats"]) for setup in setups(newyork.PLANS)} == {1, 2, 3, 4}
    assert ends(newyork.PLANS) == {"win", "loss"}
    assert {line["kind"] for line in entries(newyork.PLANS)} == KINDS
    assert {key for one in settings for key in one if key.startswith("nyc.")} == set(VALUES)


def test_the_recordings_of_escape_plan_cover_players_options_and_all_ends():
    settings = [setup["settings"] for setup in setups(escape.PLANS)]
    assert len(escape.PLANS) == 10
    assert all(plan.about for plan in escape.PLANS.values())
    assert {len(setup["seats"]) for setup in setups(escape.PLANS)} == {1, 2, 3, 4, 5}
    assert ends(escape.PLANS) == {"all", "some", "nobody", "named", "shared"}
    assert {line["kind"] for line in entries(escape.PLANS)} == KINDS
    assert {key for one in settings for key in one} == set(KEYS)


def test_the_recordings_of_escape_plan_cover_every_question():
    asks = [line["ask"] for line in entries(escape.PLANS)]
    assert {ask["deck"] for ask in asks if ask["kind"] == "draw"} == {
        "stack:A", "stack:B", "stack:C", "stack:D", "contacts", "plans", "patrol",
    }  # fmt: skip
    assert {ask["choice"] for ask in asks if ask["kind"] == "choose"} >= {
        "asset", "tile", "turn", "extra", "day_change", "line", "tie",
    }  # fmt: skip
    said = {line["answer"]["do"] for line in entries(escape.PLANS) if line.get("answer")}
    assert said >= {
        "draw", "pull", "unlock", "pass", "place", "move", "rest", "take", "extra", "adjust", "refill", "escape",
        "done", "value", "winner", "share",
    }  # fmt: skip


def test_the_recordings_of_crash_and_grab_cover_players_options_and_ends():
    settings = [setup["settings"] for setup in setups(crash.PLANS)]
    assert len(crash.PLANS) == 10
    assert all(plan.about for plan in crash.PLANS.values())
    assert {len(setup["seats"]) for setup in setups(crash.PLANS)} == {2, 3, 4, 5, 6}
    assert ends(crash.PLANS) >= {"flight", "gift", "theft"}
    assert {line["kind"] for line in entries(crash.PLANS)} == KINDS
    assert {key for one in settings for key in one} >= set(CHOICES)


def test_the_recordings_of_crash_and_grab_cover_every_question_and_every_upgrade():
    lines = entries(crash.PLANS)
    asks = [line["ask"] for line in lines]
    assert {ask["choice"] for ask in asks if ask["kind"] == "choose"} == {
        "start_energy", "pilot", "booster", "ready", "planning", "saucer", "start_of_turn", "card", "direction",
        "pass_crew", "collision", "boost", "crash", "give", "receive", "reward", "crew", "placement", "end_of_turn",
        "upgrade", "keep", "end_of_round", "resolve", "report",
    }  # fmt: skip
    said = [line["answer"] for line in lines if line.get("answer")]
    assert {answer["do"] for answer in said} >= {
        "saucer", "ready", "move", "boost", "pass", "give", "energy", "steal", "crew", "upgrade", "keep", "direction",
        "take", "use", "done", "picked", "crashed",
    }  # fmt: skip
    upgrades = frozen_pack("crash", crash.PACK).pack.upgrades
    in_play = {answer["upgrade"] for answer in said if answer["do"] in ("keep", "use")}
    assert in_play == {card.id for card in upgrades}
    used = {answer["upgrade"] for answer in said if answer["do"] == "use"}
    assert used == {card.id for card in upgrades if card.timing != "passive"}
