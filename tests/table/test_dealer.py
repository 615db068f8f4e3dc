"""The digital dealer."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Pull, Roll
from companion.core.asks import PullAsk, RollAsk

PULLS = [Pull("tokens", "blue"), Pull("tokens", "red")]
ASK = PullAsk(None, "TOY-3", "tokens")
THROW = RollAsk(None, "TOY-4", ["left", "right"])
SIDES = {"left": ["A", "A", "B"], "right": ["A", "B", "C"]}


@pytest.mark.parametrize("seed", [None, "", "oak"])
def test_only_what_is_possible_is_dealt(seed):
    dealer = Dealer(seed)
    for rev in range(200):
        assert dealer.deal(ASK, PULLS, [0.25, 0.75], SIDES, rev) in PULLS
        roll = dealer.deal(THROW, None, None, SIDES, rev)
        assert isinstance(roll, Roll)
        assert all(roll.faces[die] in SIDES[die] for die in THROW.dice)


@pytest.mark.rule("R-GEN-03")
def test_outcomes_come_as_often_as_their_odds_say():
    dealer = Dealer("birch")
    pulls = Counter(dealer.deal(ASK, PULLS, [0.25, 0.75], SIDES, rev) for rev in range(8000))
    assert pulls[PULLS[0]] == pytest.approx(2000, abs=200)
    faces = Counter(dealer.deal(THROW, None, None, SIDES, rev).faces["left"] for rev in range(9000))
    assert faces["A"] == pytest.approx(6000, abs=200)


def test_the_dice_of_a_throw_do_not_follow_each_other():
    dealer = Dealer("cedar")
    sides = {"left": ["A", "B"], "right": ["A", "B"]}
    faces = Counter(tuple(dealer.deal(THROW, None, None, sides, rev).faces.values()) for rev in range(4000))
    assert all(count == pytest.approx(1000, abs=150) for count in faces.values())
    assert len(faces) == 4


def test_the_same_seed_deals_the_same_and_another_one_does_not():
    def deals(seed):
        dealer = Dealer(seed)
        return [dealer.deal(ASK, PULLS, [0.5, 0.5], SIDES, rev) for rev in range(64)]

    assert deals("oak") == deals("oak")
    assert deals("oak") != deals("ash")


def test_a_seeded_outcome_depends_on_the_rev_and_not_on_what_was_dealt_before():
    dealer = Dealer("oak")
    straight = [dealer.deal(THROW, None, None, SIDES, rev) for rev in range(20)]
    assert [dealer.deal(THROW, None, None, SIDES, rev) for rev in reversed(range(20))] == straight[::-1]


def test_there_is_nothing_to_deal_from_an_empty_bag():
    with pytest.raises(ValueError, match="no outcome"):
        Dealer().deal(ASK, [], [], SIDES, 0)
