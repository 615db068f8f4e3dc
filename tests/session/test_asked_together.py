"""Questions that all seats are asked at the same time: answered in any order, played in the order of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.refusals import Refused
from companion.games.krysis.answers import Bid
from companion.games.krysis.content import Crystals
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.session import AheadSession, Session
from companion.table.table import Table

KNOWN = {"relics": "digital", "agents": "digital"}
LEDGER = {"kr.home_ledger": "private"}


def new_session(settings: Mapping[str, str], chance: Mapping[str, str], name: str = "krysis") -> Session:
    game = load_game(name)
    pack = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:4]
    table = Table(game, pack, seats, settings, chance=chance, dealer=Dealer("oak"), clock=lambda: 0.0, auto=False)
    session = Session(table)
    session.begin()
    return session


def advised(session: Session, luck: Random) -> bool:
    table = session.table
    return session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))


def go_on(session: Session, luck: Random, *, ahead: bool) -> None:
    """The next answer; ``ahead``: after some of the seats that are asked at the same time, in any order."""
    if session.pages:
        session.done()
    elif session.table.can_deal:
        session.draw()
    else:
        seats = list(session.table.game.rules.together(session.table.state))
        for seat in luck.sample(seats, luck.randint(0, len(seats))) if ahead else ():
            asked = session.ahead(seat)
            if asked is not None:
                assert asked.scene.prompt.title != session.scene.prompt.title
                assert asked.table.ask.who == seat
                assert advised(asked, luck)
                assert session.ahead(seat) is None
        assert advised(session, luck)


def bids(session: Session) -> list[str]:
    """Play until the first bids are asked; the seats in their order."""
    luck = Random(1)
    while session.pages or not session.table.game.rules.together(session.table.state):
        go_on(session, luck, ahead=False)
    return list(session.table.game.rules.together(session.table.state))


@pytest.mark.parametrize(("settings", "chance"), [(LEDGER, KNOWN), ({}, {})], ids=["known", "in hands"])
def test_a_game_answered_ahead_is_a_game_of_the_rules(settings: dict[str, str], chance: dict[str, str]) -> None:
    """Its log, played again one by one, is the same game."""
    session, luck = new_session(settings, chance), Random(3)
    while not session.table.over:
        go_on(session, luck, ahead=True)
    table = session.table
    again = new_session(settings, chance).table
    for entry in table.log[again.rev :]:
        again.answer(entry.answer) if entry.kind == "answer" else again.deal()
    assert again.hash() == table.hash()


def test_a_bid_that_is_no_longer_possible_is_asked_again() -> None:
    """Without ledgers all bids come out of one sum."""
    session = new_session({}, {})
    second = bids(session)[1]
    all_red = Crystals(4, 0, 0)
    asked = session.ahead(second)
    assert isinstance(asked, AheadSession)
    assert asked.answer(Bid(all_red))
    session.answer(Bid(all_red))
    assert (session.table.ask.who, session.refused, session.given) == (second, None, {})
    with pytest.raises(Refused):
        session.table.answer(Bid(all_red))


def test_undo_forgets_what_was_answered_ahead() -> None:
    session, luck = new_session(LEDGER, KNOWN), Random(1)
    seats = bids(session)
    asked = session.ahead(seats[2])
    assert asked is not None
    assert advised(asked, luck)
    advised(session, luck)
    assert list(session.given) == [seats[2]]
    session.undo()
    assert (session.table.ask.who, session.given) == (seats[0], {})


@pytest.mark.parametrize("name", ["newyork", "escape", "crash"])
def test_where_one_is_asked_after_the_other_nobody_is_asked_ahead(name: str) -> None:
    session = new_session({}, {}, name)
    assert not session.table.game.rules.together(session.table.state)
    assert all(session.ahead(seat) is None for seat in session.table.setup.seats)
