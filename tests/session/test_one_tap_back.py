"""One undo takes back one tap of a person, whoever rolled the dice or drew the card; redo does it again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.asks import ChooseAsk, DrawAsk, RollAsk
from companion.session.session import Session
from tests.session.sensible import play_on, played, table_of


def until(session: Session, ask: type) -> Session:
    """Play on until such a question is open, after something that a person has decided."""
    decided = False
    while not (decided and isinstance(session.table.ask, ask)):
        session.pages.clear()
        decided = session.mode == "choose"
        play_on(session)
    session.pages.clear()
    return session


def by_hand(session: Session) -> None:
    tray = session.tray
    assert tray is not None
    for die, faces in tray.sides.items():
        session.tray.set_face(die, faces[0])
    session.tray_changed()


@pytest.mark.parametrize("roll", [by_hand, Session.roll_for_us], ids=["tapped", "rolled for us"])
def test_undo_of_a_roll_comes_back_to_the_roll(roll: Callable[[Session], object]) -> None:
    session = until(Session(table_of("newyork")), RollAsk)
    before, rev = session.table.hash(), session.rev
    roll(session)
    assert session.rev > rev
    rolled = session.table.hash()
    session.undo()
    assert session.table.hash() == before
    assert isinstance(session.table.ask, RollAsk)
    session.redo()
    assert session.table.hash() == rolled


def test_rolled_again_for_us_it_is_the_same_roll() -> None:
    session = until(Session(table_of("newyork")), RollAsk)
    session.roll_for_us()
    rolled = session.table.hash()
    session.undo()
    session.roll_for_us()
    assert session.table.hash() == rolled


def test_undo_of_a_card_that_the_companion_drew_comes_back_to_the_deck() -> None:
    session = until(played("newyork", 40), DrawAsk)
    before = session.table.hash()
    session.draw()
    assert session.table.hash() != before
    session.undo()
    assert session.table.hash() == before


def test_of_a_decision_everything_goes_back_with_it() -> None:
    session = until(played("newyork", 40), ChooseAsk)
    before = session.table.hash()
    legal = session.table.legal() or []
    session.answer(session.table.game.player.advise(session.table.state, legal, lambda: 0.5))
    session.undo()
    assert session.table.hash() == before


def test_redo_is_there_as_long_as_something_was_taken_back() -> None:
    session = until(Session(table_of("newyork")), RollAsk)
    assert not session.can_redo
    session.roll_for_us()
    session.undo()
    assert session.can_redo
    session.redo()
    assert not session.can_redo
