"""What holds in every game, whatever is on the cards and whatever the table does."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import chaos
from tests.games.newyork.chaos import NewYorkChaos

SEEDS = st.integers(0, 2**32)
NEW_YORK = NewYorkChaos()


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_hands_follow_and_nothing_is_lost_through_undo_redo_and_corrections(seed):
    """R-GEN-04, R-GEN-10."""
    chaos.hands_follow_and_nothing_is_lost(NEW_YORK, Random(seed))


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_undo_to_the_start_at_every_step(seed):
    """R-GEN-01."""
    chaos.undo_leads_to_the_start_at_every_step(NEW_YORK, Random(seed))


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_what_is_listed_is_taken_and_everything_else_is_refused(seed):
    """WIRE, `legal`; wire section 5; R-GEN-05."""
    chaos.what_is_listed_is_taken_and_nothing_else(NEW_YORK, Random(seed))


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_odds_sum_to_one_and_copies_are_independent(seed):
    chaos.odds_sum_to_one_and_copies_are_independent(NEW_YORK, Random(seed))


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_same_effective_answers_give_the_same_hash(seed):
    """WIRE, `hash`."""
    chaos.the_same_effective_answers_give_the_same_hash(NEW_YORK, Random(seed))


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_a_changed_past_is_as_if_it_had_been_played_so(seed):
    chaos.a_changed_past_is_as_if_it_had_been_played_so(NEW_YORK, Random(seed))
