"""Whole recorded games, played again: every state, every question and the result must be those of the recording."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from companion.core.learning import unknown_in
from companion.core.texts import plain
from companion.games.crash.state import CHOICES as CRASH_CHOICES
from companion.games.escape.state import KEYS
from companion.games.krysis.state import CHOICES as KRYSIS_CHOICES
from companion.games.newyork.state import VALUES
from companion.games.registry import load_game
from companion.lookback.lookback import look_back
from companion.table.log import Entry, Setup
from companion.table.past import Revising, look_at
from companion.table.table import Table
from tests.playthroughs import crash, escape, krysis, newyork
from tests.playthroughs.annotate import annotated
from tests.playthroughs.in_part import FOLDER, RULEBOOKS
from tests.playthroughs.plans import Plan
from tests.playthroughs.record import ANNOTATED, PLANS
from tests.playthroughs.recording import GAMES, frozen_pack, mark, names, read, replay, standing
from tests.ui.moments import Moment, kind_of


@pytest.mark.parametrize("name", names())
def test_a_recorded_game_is_the_same_game_again(name):
    lines = read(name)
    for number, (line, history) in enumerate(replay(lines)):
        assert standing(history)["ask"] == line["ask"], f"line {number + 1}: {line}"
        assert mark(history.state) == line["hash"], f"line {number + 1}: {line}"
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


# Boxes that are known in part.


partly_known = pytest.mark.parametrize("game", RULEBOOKS)


@partly_known
def test_a_game_with_a_box_known_in_part_is_the_same_game_again(game: str) -> None:
    lines = read(f"{FOLDER}/{game}")
    for number, (line, history) in enumerate(replay(lines)):
        assert standing(history) == {"hash": line["hash"], "ask": line["ask"]}, f"line {number + 1}: {line}"
    assert lines[-1]["ask"]["kind"] == "over"


@partly_known
def test_its_recording_has_everything_that_can_happen_to_such_a_box(game: str) -> None:
    """Cards that were identified, others that were not; undo, redo and a correction after the first of them."""
    lines = read(f"{FOLDER}/{game}")[1:]
    assert {line["kind"] for line in lines} >= {"answer", "learn", "undo", "redo", "correct"}
    answers = [line.get("answer") or {} for line in lines]
    nameless = [at for at, one in enumerate(answers) if None in (one.get("card", ""), one.get("token", ""))]
    learned = [at for at, line in enumerate(lines) if line["kind"] == "learn"]
    assert len(nameless) > 2
    assert len(learned) > 2
    for kind in ("undo", "redo", "correct"):
        assert max(at for at, line in enumerate(lines) if line["kind"] == kind) > min(nameless + learned)


@partly_known
def test_resumed_from_its_log_it_is_the_same_and_can_be_looked_back_at(game: str) -> None:
    first, *lines = read(f"{FOLDER}/{game}")
    setup = msgspec.convert(first["setup"], Setup)
    loaded = frozen_pack(game, setup.pack)
    log = [
        msgspec.convert({"rev": rev, "source": "wire", "at": float(rev), **line}, Entry)
        for rev, line in enumerate(lines, 1)
    ]
    asked = dict.fromkeys(load_game(game).rules.chance_items, "asked")
    setup = msgspec.structs.replace(setup, box=loaded.data)
    table = Table.resume(load_game(game), loaded, setup, log, chance=asked, auto=False)
    assert mark(table.state) == lines[-1]["hash"]
    learned = sum(line["kind"] == "learn" for line in lines)
    assert sum(unknown_in(table.pack).values()) == sum(unknown_in(loaded.pack).values()) - learned
    assert look_back(table).rows


# Earlier answers, looked at again: with all that could have been answered instead.


def tables(name: str) -> list[Table]:
    """The table of a recording right after each kind of answer to each kind of question, once."""
    first: dict[tuple[str, str], int] = {}
    for rev, (before, line) in enumerate(pairwise(read(name)), 1):
        if line["kind"] in ("answer", "chance"):
            first.setdefault((kind_of(before["ask"]), line["answer"]["do"]), rev)
    return [Moment("", name, rev).table() for rev in first.values()]


@pytest.mark.by_turns
@pytest.mark.parametrize("name", names())
def test_of_every_kind_of_answer_all_others_are_offered_and_its_own_first(name: str) -> None:
    offered = 0
    for table in tables(name):
        rev = table.history.line[-1].entry.rev
        if look_at(table, rev).legal:
            revising = Revising(table, rev, plain)
            others = revising.others()
            its_own = [revising.gives(other) for other in others]
            # Some of the dice, to be rolled again, is an answer that no list holds.
            assert its_own == sorted(its_own, reverse=True), f"{name}, entry {rev}"
            assert its_own[0] or revising.moment.played.answer not in [other.answer for other in others]
            offered += 1
    assert offered > 2


# Forms: what was entered can be read off the answer.


@pytest.mark.parametrize("name", [name for name in names() if name.startswith("krysis")])
def test_every_filled_answer_fills_the_form_it_came_from(name: str) -> None:
    filled = 0
    before = None
    for _, history in replay(read(name)):
        answer = history.entries[-1].answer if history.entries else None
        if before is not None and answer is not None and history.log[-1].kind == "answer":
            game = history.game
            forms = [
                form.template for form in game.presenter.scene(before).fillings if type(form.template) is type(answer)
            ]
            read_off = [
                (one, found) for one in forms if (found := game.presenter.entered(before, one, answer)) is not None
            ]
            assert len(read_off) == bool(forms), "it came from one of the forms"
            for template, (amounts, chosen) in read_off:
                assert game.presenter.filled(before, template, amounts, chosen) == answer
            filled += len(read_off)
        before = history.state.copy()
    assert filled > 5


def test_no_answer_comes_from_a_form_of_something_else() -> None:
    for _, history in replay(read("krysis_two")):
        forms = [form.template for form in history.game.presenter.scene(history.state).fillings]
        for one in forms:
            others = [history.game.presenter.filled(history.state, other, {}, []) for other in forms if other != one]
            assert all(history.game.presenter.entered(history.state, one, other) is None for other in others)
