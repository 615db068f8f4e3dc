"""What holds in every game of every rulebook, whatever is on the cards and whatever the table does."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.daily import share
from tests.games import chaos
from tests.games.crash.chaos import CrashChaos
from tests.games.escape.chaos import EscapeChaos
from tests.games.krysis.chaos import KrysisChaos
from tests.games.newyork.chaos import NewYorkChaos
from tests.games.thousand.chaos import ThousandChaos

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize(
    "game",
    [NewYorkChaos(), EscapeChaos(), CrashChaos(), KrysisChaos(), ThousandChaos()],
    ids=["newyork", "escape", "crash", "krysis", "thousand"],
)


@every_game
@settings(max_examples=share(40), deadline=None)
@given(seed=SEEDS)
def test_hands_follow_and_nothing_is_lost_through_undo_redo_and_corrections(game: chaos.Chaos, seed: int) -> None:
    """R-GEN-04, R-GEN-10."""
    chaos.hands_follow_and_nothing_is_lost(game, Random(seed))


@every_game
@settings(max_examples=share(20), deadline=None)
@given(seed=SEEDS)
def test_undo_to_the_start_at_every_step(game: chaos.Chaos, seed: int) -> None:
    """R-GEN-01."""
    chaos.undo_leads_to_the_start_at_every_step(game, Random(seed))


@every_game
@settings(max_examples=share(15), deadline=None)
@given(seed=SEEDS)
def test_what_is_listed_is_taken_and_everything_else_is_refused(game: chaos.Chaos, seed: int) -> None:
    """core/WIRE.md, `legal`; R-GEN-05."""
    chaos.what_is_listed_is_taken_and_nothing_else(game, Random(seed))


@every_game
@settings(max_examples=share(15), deadline=None)
@given(seed=SEEDS)
def test_all_changes_are_made_or_none(game: chaos.Chaos, seed: int) -> None:
    """R-GEN-01; core/WIRE.md, Corrections."""
    chaos.all_changes_are_made_or_none(game, Random(seed))


@every_game
@settings(max_examples=share(6), deadline=None)
@given(seed=SEEDS)
def test_any_json_is_read_or_refused(game: chaos.Chaos, seed: int) -> None:
    """core/WIRE.md, the codes."""
    chaos.any_json_is_read_or_refused(game, Random(seed))


@every_game
@settings(max_examples=share(20), deadline=None)
@given(seed=SEEDS)
def test_odds_sum_to_one_and_copies_are_independent(game: chaos.Chaos, seed: int) -> None:
    chaos.odds_sum_to_one_and_copies_are_independent(game, Random(seed))


@every_game
@settings(max_examples=share(30), deadline=None)
@given(seed=SEEDS)
def test_the_same_effective_answers_give_the_same_hash(game: chaos.Chaos, seed: int) -> None:
    """core/WIRE.md, `hash`."""
    chaos.the_same_effective_answers_give_the_same_hash(game, Random(seed))


@every_game
@settings(max_examples=share(20), deadline=None)
@given(seed=SEEDS)
def test_a_changed_past_is_as_if_it_had_been_played_so(game: chaos.Chaos, seed: int) -> None:
    chaos.a_changed_past_is_as_if_it_had_been_played_so(game, Random(seed))
