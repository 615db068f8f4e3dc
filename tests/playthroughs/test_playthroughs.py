"""Whole recorded games, played again: every state, every question and the result must be those of the recording."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.crash.state import CHOICES as CRASH_CHOICES
from companion.games.escape.state import KEYS
from companion.games.krysis.state import CHOICES as KRYSIS_CHOICES
from companion.games.newyork.state import VALUES
from companion.games.registry import load_game
from tests.playthroughs import crash, escape, krysis, newyork
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
        told = plan.told(load_game(plan.rulebook.game))
        assert (first["setup"]["seats"], first["setup"]["settings"]) == (plan.seats.split(), told)


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


def test_the_recordings_of_krysis_cover_players_options_and_what_is_known():
    settings = [setup["settings"] for setup in setups(krysis.PLANS)]
    assert len(krysis.PLANS) == 10
    assert all(plan.about for plan in krysis.PLANS.values())
    assert {len(setup["seats"]) for setup in setups(krysis.PLANS)} == {2, 3, 4}
    assert ends(krysis.PLANS) == {"won", "tie"}
    assert {line["kind"] for line in entries(krysis.PLANS)} == KINDS
    assert {key for one in settings for key in one if not key.startswith("chance.")} == {*KRYSIS_CHOICES, "companies"}
    hidden = [{key for key, how in one.items() if how == "hidden"} for one in settings]
    assert {len(items) for items in hidden} == {0, 1, 2, 3}
    assert set.union(*hidden) == {"chance.relics", "chance.agents", "chance.missions"}


def test_the_recordings_of_krysis_cover_every_question_and_answer():
    asks = [line["ask"] for line in entries(krysis.PLANS)]
    assert {ask["deck"].partition(":")[0] for ask in asks if ask["kind"] == "draw"} == {
        "relics", "missions", "fighters", "transporters",
    }  # fmt: skip
    assert {ask["what"] for ask in asks if ask["kind"] == "pick"} == {"miner", "relic"}
    assert {ask["choice"] for ask in asks if ask["kind"] == "choose"} == {
        "squad", "hand", "bid", "mine", "keep", "agent", "turn", "spy", "deck", "home",
    }  # fmt: skip
    said = {line["answer"]["do"] for line in entries(krysis.PLANS) if line.get("answer")}
    assert said == {
        "draw", "pick", "discard", "take", "bid", "mine", "keep", "play", "use", "ability", "load", "raid", "overtime",
        "steal", "deck", "declare",
    }  # fmt: skip
    raids = [line["answer"] for line in entries(krysis.PLANS) if (line.get("answer") or {}).get("do") == "raid"]
    assert {raid["to"] for raid in raids} == {"home", "bank", "camp"}


def test_in_one_recording_of_krysis_the_bank_runs_short():
    """R-KR-62, G-KR-13: a space brings less than is printed on it."""
    lines = read("krysis_short")
    short, before = 0, {}
    for line, history in replay(lines):
        facts, said = history.game.rules.facts(history.state), line.get("answer") or {}
        if said.get("do") == "mine":
            printed = history.state.world.spaces[said["space"]].options[said["option"]]
            short += any(getattr(printed, colour) > before[colour] for colour in before)
        before = facts["bank"]
    assert short


def test_the_recordings_of_crash_and_grab_cover_players_options_and_ends():
    settings = [setup["settings"] for setup in setups(crash.PLANS)]
    assert len(crash.PLANS) == 10
    assert all(plan.about for plan in crash.PLANS.values())
    assert {len(setup["seats"]) for setup in setups(crash.PLANS)} == {2, 3, 4, 5, 6}
    assert ends(crash.PLANS) >= {"flight", "gift", "theft"}
    assert {line["kind"] for line in entries(crash.PLANS)} == KINDS
    assert {key for one in settings for key in one} >= set(CRASH_CHOICES)


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
