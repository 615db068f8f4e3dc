"""What holds in every game of every rulebook, whatever is on the cards and whatever the table does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.refusals import Refused
from companion.table.table import Table
from tests.daily import share
from tests.games.chaos import Chaos, Json, as_json, new_game
from tests.games.crash.chaos import CrashChaos
from tests.games.escape.chaos import EscapeChaos
from tests.games.krysis.chaos import KrysisChaos
from tests.games.newyork.chaos import NewYorkChaos
from tests.games.thousand.chaos import ThousandChaos
from tests.hands import apply_instructions
from tests.revising import revised_is_as_if_played_so

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize(
    "chaos",
    [NewYorkChaos(), EscapeChaos(), CrashChaos(), KrysisChaos(), ThousandChaos()],
    ids=["newyork", "escape", "crash", "krysis", "thousand"],
)
SILLY: tuple[Any, ...] = (None, 0, -1, True, "", "nowhere", [], {}, ["red1", "red1"], {"a": 1}, 1.5)
SIZES = (0, 1, 2, 9, 10**4, 2**31, 2**53, 2**63, 10**25)
LONGEST_SENTENCE = 400


def spoilt(r: Random, answers: Sequence[Json], names: Sequence[str]) -> Iterator[Json]:
    """Listed answers with one field changed."""
    for answer in r.sample(list(answers), min(6, len(answers))):
        name = r.choice(sorted(answer))
        yield {**answer, name: r.choice(SILLY)}
        yield {key: value for key, value in answer.items() if key != name}
        yield {**answer, "moreover": 1}
        yield {**answer, name: r.choice(names)}


@every_game
@settings(max_examples=share(40), deadline=None)
@given(seed=SEEDS)
def test_hands_follow_and_nothing_is_lost(chaos: Chaos, seed: int) -> None:
    """R-GEN-04, R-GEN-10: through answers, undo, redo and corrections; and the log alone restores the game."""
    r = Random(seed)
    table, data = new_game(chaos, r)
    hands = apply_instructions({}, table.opening)
    for _ in range(chaos.longest):
        before = table.hash(), table.rev, table.facts()
        try:
            what = r.random()
            if table.over or what < 0.08:
                played = table.undo(r.randint(1, 5))
            elif what < 0.14:
                played = table.redo(r.randint(1, 5))
            elif what < 0.3:
                changes = [chaos.random_change(r, table.facts()) for _ in range(r.randint(1, 2))]
                played = table.correct(changes, "looked")
            else:
                played = table.answer(chaos.random_answer(r, table))
        except Refused:
            assert (table.hash(), table.rev, table.facts()) == before
            continue
        apply_instructions(hands, played.instructions)
        assert hands == table.pieces()
        chaos.conserved(table.facts(), data)
    log, loaded = list(table.log), chaos.loaded(data)
    again = Table.resume(chaos.game, loaded, table.setup, log, chance=table.chance, auto=False)
    assert (again.hash(), again.ask, again.facts()) == (table.hash(), table.ask, table.facts())


@every_game
@settings(max_examples=share(20), deadline=None)
@given(seed=SEEDS)
def test_a_changed_past_is_as_if_it_had_been_played_so(chaos: Chaos, seed: int) -> None:
    """Revisions of earlier answers, one after another, with instructions in sync (R-GEN-10)."""
    r = Random(seed)
    table, data = new_game(chaos, r)
    hands = apply_instructions({}, table.opening)
    for _ in range(min(chaos.longest, r.randint(10, 80))):
        if table.over:
            break
        try:
            correcting = r.random() < 0.1
            change = [chaos.random_change(r, table.facts())] if correcting else None
            played = table.correct(change, "looked") if change else table.answer(chaos.random_answer(r, table))
        except Refused:
            continue
        apply_instructions(hands, played.instructions)
    for _ in range(3):
        rev = table.rev
        revised_is_as_if_played_so(table, r.randint(0, 2**32), chaos.filled)
        apply_instructions(hands, table.since(rev).instructions)
        assert hands == table.pieces()
        chaos.conserved(table.facts(), data)


@every_game
@settings(max_examples=share(20), deadline=None)
@given(seed=SEEDS)
def test_undo_leads_to_the_start_at_every_step(chaos: Chaos, seed: int) -> None:
    """R-GEN-01: undo and redo restore every state on the way."""
    r = Random(seed)
    table, _ = new_game(chaos, r)
    start, hashes = table.hash(), [table.hash()]
    for _ in range(50):
        if table.over:
            break
        table.answer(chaos.random_answer(r, table))
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


@every_game
@settings(max_examples=share(15), deadline=None)
@given(seed=SEEDS)
def test_what_is_listed_is_taken_and_nothing_else(chaos: Chaos, seed: int) -> None:
    """core/WIRE.md, `legal`; R-GEN-05: a refusal changes nothing, and has a rule only with `illegal`."""
    r = Random(seed)
    table, _ = new_game(chaos, r, digital=False)
    for _ in range(chaos.longest):
        if table.over:
            break
        if r.random() < 0.15:
            _try_to_correct(chaos, r, table)
        state, facts = table.state, table.facts()
        listed = [as_json(answer) for answer in table.legal() or []]
        said = [as_json(chaos.filled(r, answer, facts)) for answer in table.legal() or []]
        for answer, template in r.sample(list(zip(said, listed, strict=True)), min(len(listed), 15)):
            chaos.game.rules.play(state.copy(), chaos.game.rules.parse(state, answer))
            if answer != template:
                _sent_back(chaos, state, template)
        attempts = [*chaos.anything(r, facts), *spoilt(r, said, chaos.names)]
        if table.legal() is None:
            chaos.game.rules.play(state.copy(), chaos.random_answer(r, table))
            attempts = [attempt for attempt in attempts if attempt.get("do") != "roll"]
        trial, before = state.copy(), state.hash()
        for attempt in attempts:
            if not _refused(chaos, trial, before, attempt, listed, facts):
                trial = state.copy()
        if not table.over:
            table.answer(chaos.random_answer(r, table))


def _sent_back(chaos: Chaos, state: Any, template: Json) -> None:
    """An unfilled template is refused."""
    with pytest.raises(Refused) as refused:
        chaos.game.rules.parse(state, template)
    assert (refused.value.code, refused.value.rule) == ("malformed", None)


def _refused(chaos: Chaos, state: Any, before: str, attempt: Any, listed: list[Json], facts: Json) -> bool:
    """True if an attempt is refused without a change; otherwise it must be listed."""
    refused: Refused | None = None
    try:
        answer = chaos.game.rules.parse(state, attempt)
        chaos.game.rules.play(state, answer)
    except Refused as no:
        refused = no
    if refused is None:
        said = as_json(answer)
        assert said in listed or chaos.may_be_unlisted(said, listed, facts), attempt
        return False
    assert (state.hash(), state.todo) == (before, []), attempt
    assert refused.code in ("malformed", "unknown", "illegal")
    assert (refused.rule is not None) == (refused.code == "illegal"), attempt
    return True


def _try_to_correct(chaos: Chaos, r: Random, table: Table) -> None:
    try:
        table.correct([chaos.random_change(r, table.facts())], "looked")
    except Refused:
        return


@every_game
@settings(max_examples=share(15), deadline=None)
@given(seed=SEEDS)
def test_all_changes_are_made_or_none(chaos: Chaos, seed: int) -> None:
    """core/WIRE.md, Corrections: the first refused change decides the code; accepted ones undo and redo as a whole."""
    r = Random(seed)
    table, _ = new_game(chaos, r, digital=True)
    for _ in range(r.randint(0, 40)):
        if not table.over:
            table.answer(chaos.random_answer(r, table))
    good = _changes_that_can_be(chaos, r, table)
    unknown, malformed = {"fact": "weather", "value": 1}, {"fact": chaos.a_fact, "value": 1, "moreover": 1}
    before = table.hash()
    for changes, code in (
        ([], "malformed"), ([*good, unknown], "unknown"), ([*good, malformed], "malformed"),
        ([*good, unknown, malformed], "unknown"), ([*good, malformed, unknown], "malformed"),
    ):  # fmt: skip
        with pytest.raises(Refused) as no:
            table.correct(changes, "looked")
        assert (no.value.code, table.hash()) == ("over" if table.over else code, before)
    if good:
        table.correct(good, "looked")
        after = table.hash()
        table.undo()
        assert table.hash() == before
        table.redo()
        assert table.hash() == after


def _changes_that_can_be(chaos: Chaos, r: Random, table: Table) -> list[Json]:
    """Up to two valid consecutive changes that keep the open question."""
    good: list[Json] = []
    for _ in range(0 if table.over else 20):
        change, trial = chaos.random_change(r, table.facts()), table.state.copy()
        try:
            chaos.game.rules.correct(trial, [*good, change])
        except Refused:
            continue
        good.append(change)
        if len(good) == 2:
            break
    return good


def any_json(r: Random, depth: int = 0) -> Any:
    """Arbitrary JSON."""
    what = r.random()
    if depth < 4 and what < 0.15:
        return [any_json(r, depth + 1) for _ in range(r.randint(0, 3))]
    if depth < 4 and what < 0.3:
        return {
            r.choice(["n", "value", "do", "fact", "red", ""]): any_json(r, depth + 1) for _ in range(r.randint(0, 3))
        }
    if what < 0.7:
        return r.choice([1, -1]) * r.choice(SIZES) + r.randint(-1, 1)
    nested: Any = r.choice(["", "x", None])
    for _ in range(r.choice([0, 0, 0, 3000])):
        nested = [nested]
    return r.choice([*SILLY, nested, 1e300, "\x00", "red", "ann"])


@every_game
@settings(max_examples=share(6), deadline=None)
@given(seed=SEEDS)
def test_any_json_is_read_or_refused(chaos: Chaos, seed: int) -> None:
    """core/WIRE.md, codes: arbitrary JSON is refused with a code or leaves a consistent table."""
    r = Random(seed)
    table, _ = new_game(chaos, r, digital=False)
    for _ in range(min(chaos.longest, 30)):
        if table.over:
            break
        facts = table.facts()
        listed = list(table.legal() or [])
        said = [as_json(chaos.filled(r, r.choice(listed), facts))] if listed else []
        every = list(chaos.anything(r, facts))
        answers = [any_json(r), *(_struck(r, answer) for answer in [*said, *r.sample(every, min(len(every), 10))])]
        changes = [any_json(r), *(_struck(r, chaos.random_change(r, facts)) for _ in range(4))]
        changes += [{**chaos.random_change(r, facts), "value": any_json(r)} for _ in range(4)]
        for answer in answers:
            _read_or_refused(chaos, table.state, answer=answer)
        for change in changes:
            _read_or_refused(chaos, table.state, change=change)
        table.answer(chaos.random_answer(r, table))


def _struck(r: Random, told: Json) -> Json:
    """A valid message with one part replaced by anything."""
    name = r.choice(sorted(told))
    inner = told[name]
    return {**told, name: _struck(r, inner) if isinstance(inner, dict) and inner and r.random() < 0.8 else any_json(r)}


def _read_or_refused(chaos: Chaos, state: Any, *, answer: Any = None, change: Any = None) -> None:
    trial = state.copy()
    refused: Refused | None = None
    try:
        if change is None:
            chaos.game.rules.play(trial, chaos.game.rules.parse(trial, answer))
        else:
            chaos.game.rules.correct(trial, [change])
    except Refused as no:
        refused = no
    if refused is not None:
        assert refused.code in ("malformed", "unknown", "illegal")
        assert len(str(refused)) < LONGEST_SENTENCE
    else:
        assert trial.hash()
        assert msgspec.json.encode(chaos.game.rules.facts(trial))


@every_game
@settings(max_examples=share(20), deadline=None)
@given(seed=SEEDS)
def test_odds_sum_to_one_and_copies_are_independent(chaos: Chaos, seed: int) -> None:
    """core/WIRE.md, `p`; and playing on a copy leaves the original unchanged."""
    r = Random(seed)
    table, _ = new_game(chaos, r, digital=False)
    for _ in range(chaos.longest):
        if table.over:
            break
        odds, answers = table.odds(), table.legal()
        if odds is not None and answers is not None:
            assert sum(odds) == pytest.approx(1)
            assert len(odds) == len(answers)
            assert min(odds) > 0
        copy = table.state.copy()
        answer, before, facts = chaos.random_answer(r, table), table.hash(), table.facts()
        rules = chaos.game.rules
        assert (copy.hash(), rules.facts(copy)) == (before, facts)
        assert (rules.ask(copy), rules.legal(copy)) == (table.ask, answers)
        chaos.game.rules.play(copy, answer)
        assert (table.hash(), table.facts()) == (before, facts)
        table.answer(answer)
        assert table.hash() == copy.hash()


@every_game
@settings(max_examples=share(30), deadline=None)
@given(seed=SEEDS)
def test_the_same_effective_answers_give_the_same_hash(chaos: Chaos, seed: int) -> None:
    """core/WIRE.md, `hash`: independent of undone answers."""
    r = Random(seed)
    straight, data = new_game(chaos, r, digital=False)
    setup, loaded = straight.setup, chaos.loaded(data)
    winding = Table(chaos.game, loaded, setup.seats, setup.settings, chance=straight.chance, clock=lambda: 1.0)
    for _ in range(chaos.longest):
        if straight.over:
            break
        if r.random() < 0.3:
            winding.answer(chaos.random_answer(r, winding))
            winding.undo()
        answer = chaos.random_answer(r, straight)
        straight.answer(answer)
        winding.answer(as_json(answer), "serial")
        assert winding.hash() == straight.hash()
    assert winding.facts() == straight.facts()
