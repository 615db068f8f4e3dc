"""What holds in every game, whatever is on the cards and whatever the table does."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.instructions import apply_instructions
from companion.core.refusals import Refused
from companion.dealer import Dealer
from companion.table import Table
from tests.games.newyork.attempts import anything, is_longer_form, spoilt
from tests.games.newyork.box import GAME, loaded
from tests.games.newyork.helpers import conserved
from tests.games.newyork.random_boxes import random_answer, random_box, random_change, random_seats, random_settings

SEEDS = st.integers(0, 2**32)
LONGEST = 120
"""Answers of people in a game here; a game that lasts longer brings nothing new."""


def new_game(r: Random, *, digital: bool | None = None) -> tuple[Table, dict[str, Any]]:
    """A table with a box, seats, options and chance at random, and its box as JSON."""
    data = random_box(r)
    asked = r.random() < 0.5 if digital is None else not digital
    table = Table(
        GAME,
        loaded(data),
        random_seats(r),
        random_settings(r),
        chance=dict.fromkeys(GAME.chance_items, "asked" if asked else "digital"),
        dealer=Dealer(str(r.random())),
        clock=lambda: 0.0,
    )
    return table, data


def resumed(table: Table, data: dict[str, Any]) -> Table:
    """The same game, folded from its set-up and its log alone."""
    return Table.resume(GAME, loaded(data), table.setup, list(table.log), chance=table.chance, auto=False)


def as_json(answer: Any) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(answer)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in built.items()}


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_hands_follow_and_nothing_is_lost_through_undo_redo_and_corrections(seed):
    """R-GEN-04, R-GEN-10."""
    r = Random(seed)
    table, data = new_game(r)
    hands = apply_instructions({}, table.opening)
    for _ in range(LONGEST):
        before = table.hash(), table.rev, table.facts()
        try:
            what = r.random()
            if table.over or what < 0.08:
                played = table.undo(r.randint(1, 5))
            elif what < 0.14:
                played = table.redo(r.randint(1, 5))
            elif what < 0.3:
                played = table.correct([random_change(r, table.facts()) for _ in range(r.randint(1, 2))], "looked")
            else:
                played = table.answer(random_answer(r, table))
        except Refused:
            assert (table.hash(), table.rev, table.facts()) == before
            continue
        apply_instructions(hands, played.instructions)
        assert hands == table.pieces()
        conserved(table.facts(), data)
    again = resumed(table, data)
    assert (again.hash(), again.ask, again.facts()) == (table.hash(), table.ask, table.facts())


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_undo_to_the_start_at_every_step(seed):
    """R-GEN-01: and forward again, every state on the way the same."""
    r = Random(seed)
    table, _ = new_game(r)
    start, hashes = table.hash(), [table.hash()]
    for _ in range(50):
        if table.over:
            break
        table.answer(random_answer(r, table))
        hashes.append(table.hash())
        done = table.history.done
        table.undo(done)
        assert table.hash() == start
        table.redo(done)
        assert table.hash() == hashes[-1]
    way_back = []
    for _ in range(table.history.done):
        table.undo()
        way_back.append(table.hash())
    assert way_back[:-1] == hashes[-2:0:-1]
    for expected in hashes[1:]:
        table.redo()
        assert table.hash() == expected


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_what_is_listed_is_taken_and_everything_else_is_refused(seed):
    """WIRE, `legal`; wire section 5; R-GEN-05."""
    r = Random(seed)
    table, _ = new_game(r, digital=False)
    for _ in range(LONGEST):
        if table.over:
            break
        if r.random() < 0.15:
            _try_to_correct(r, table)
        state, facts = table.state, table.facts()
        listed = [as_json(answer) for answer in table.legal() or []]
        for answer in listed:
            GAME.play(state.copy(), GAME.parse(state, answer))
        attempts = [*anything(r, facts), *spoilt(r, listed)]
        if table.legal() is None:
            GAME.play(state.copy(), random_answer(r, table))
            attempts = [attempt for attempt in attempts if attempt.get("do") != "roll"]
        for attempt in attempts:
            _refused_or_listed(state, attempt, listed, facts)
        if not table.over:
            table.answer(random_answer(r, table))


def _refused_or_listed(state: Any, attempt: Any, listed: list[dict[str, Any]], facts: dict[str, Any]) -> None:
    trial = state.copy()
    before = trial.hash()
    refused: Refused | None = None
    try:
        answer = GAME.parse(trial, attempt)
        GAME.play(trial, answer)
    except Refused as no:
        refused = no
    if refused is None:
        said = as_json(answer)
        assert said in listed or is_longer_form(said, listed, facts), attempt
    else:
        assert (trial.hash(), trial.todo) == (before, []), attempt
        assert refused.code in ("malformed", "unknown", "illegal")
        assert (refused.rule is not None) == (refused.code == "illegal"), attempt


def _try_to_correct(r: Random, table: Table) -> None:
    try:
        table.correct([random_change(r, table.facts())], "looked")
    except Refused:
        return


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_odds_sum_to_one_and_copies_are_independent(seed):
    r = Random(seed)
    table, _ = new_game(r, digital=False)
    for _ in range(LONGEST):
        if table.over:
            break
        odds, answers = table.odds(), table.legal()
        if odds is not None and answers is not None:
            assert sum(odds) == pytest.approx(1)
            assert len(odds) == len(answers)
            assert min(odds) > 0
        copy = table.state.copy()
        answer, before, facts = random_answer(r, table), table.hash(), table.facts()
        assert (copy.hash(), GAME.facts(copy), GAME.ask(copy), GAME.legal(copy)) == (
            before, facts, table.ask, answers
        )  # fmt: skip
        GAME.play(copy, answer)
        assert (table.hash(), table.facts()) == (before, facts)
        table.answer(answer)
        assert table.hash() == copy.hash()


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_same_effective_answers_give_the_same_hash(seed):
    """WIRE, `hash`: whatever was tried and taken back on the way."""
    r = Random(seed)
    straight, data = new_game(r, digital=False)
    winding = Table(
        GAME, loaded(data), straight.setup.seats, straight.setup.settings, chance=straight.chance, clock=lambda: 1.0
    )
    for _ in range(LONGEST):
        if straight.over:
            break
        if r.random() < 0.3:
            winding.answer(random_answer(r, winding))
            winding.undo()
        answer = random_answer(r, straight)
        straight.answer(answer)
        winding.answer(as_json(answer), "serial")
        assert winding.hash() == straight.hash()
    assert winding.facts() == straight.facts()
