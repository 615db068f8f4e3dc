"""A story card that the box does not know is told by touch when it is turned up, or only its numbers are said."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from companion.chance.dealer import Dealer
from companion.games.newyork.answers import WholeCard
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.ui.cuts import clipped
from tests.ui.finger import Finger
from tests.ui.hands import Hands
from tests.ui.teller import as_told, same, tell

BACK = ("index", "position")
LEAVE = 3
"""So many taps more than the card itself needs, at most."""


@pytest.fixture(autouse=True)
def no_text_is_cut_short(hands: Hands) -> Iterator[None]:
    yield
    assert clipped == set()


def sit(hands: Hands) -> tuple[Session, list[dict[str, Any]]]:
    """At card 0 of a story of which only the backs are told; and its cards as they lie there."""
    game = load_game("newyork")
    whole = load_pack(game)
    data = copy.deepcopy(whole.data)
    data["board"]["whole"] = False
    story = data["scenarios"][0]
    printed = [as_told({name: one for name, one in card.items() if name not in BACK}) for card in story["cards"]]
    story["cards"] = [{name: card.get(name) for name in BACK} for card in story["cards"]]
    box = whole.with_data(game.rules, data)
    table = Table(game, box, ["father", "mother"], {"nyc.follow": "light"}, dealer=Dealer("told"))
    while getattr(table.ask, "choice", "") != "card":
        table.answer(game.player.advise(table.state, table.legal() or [], lambda: 0.5))
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.offers.declined = True
    hands.look()
    return hands.session, printed


def test_a_card_is_told_as_a_whole(hands: Hands) -> None:
    session, cards = sit(hands)
    assert hands.root.name == "learning"
    assert "Back to the list" not in hands.labels()
    hands.tap("Tell it now")
    tell(hands, cards[0])
    answers = [one.answer for one in session.table.history.line if isinstance(one.answer, WholeCard)]
    assert len(answers) == 1, session.refused
    assert same(answers[0].card, cards[0] | {"text": "", "first_round_cars": cards[0].get("first_round_cars")})
    assert session.table.facts()["mafia_per_turn"] == cards[0]["mafia_per_turn"]


def test_its_numbers_alone_are_one_tap_away(hands: Hands) -> None:
    session, _ = sit(hands)
    finger = Finger(hands)
    finger.label("We do what it says")
    assert hands.root.name == "form"
    assert session.table.ask.rule == "R-NYC-95"
    assert finger.taps <= LEAVE
