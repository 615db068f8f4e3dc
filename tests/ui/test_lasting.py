"""A card that lasts stands on the table with a button for each part of it that the card may have changed."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.loader import new_box
from companion.scene.scene import turn_board
from companion.session.session import Session
from companion.table.check import Draft
from tests.session.test_lasting import CARDS
from tests.session.test_told_games import Evening
from tests.ui.hands import Hands, least_target
from tests.ui.test_controls import SMALL, UPRIGHT, WIDE


def lasting(hands: Hands, game: str) -> Session:
    """A game from nothing known, in which a card is at work and somebody chooses."""
    table, row, later, _ = CARDS[game]
    evening = Evening(game, new_box(load_game(game), "Ours"), Random(1))
    evening.table.learn(table, row)
    session = evening.session
    _to_a_choice(session, own=game == "escape")
    session.table.state.now.later = [later]
    hands.app.play(Session(session.table, confirmed=session.rev))
    hands.app.offers.declined = True
    session = hands.session
    session.pages.clear()
    hands.app.refresh()
    hands.look()
    return session


def _to_a_choice(session: Session, *, own: bool) -> None:
    """Play until there is something to choose; ``own``: on the board of whoever plays."""
    table, luck = session.table, Random(1)
    while session.mode != "choose" or session.scene.fillings or (own and turn_board(session.scene) is None):
        session.pages.clear()
        if session.mode == "new":
            session.pass_over()
        elif table.legal() is None:
            session.roll_for_us()
        elif session.learning.nameless is not None and table.ask.who is None:
            session.answer(session.learning.nameless)
        else:
            session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))
    session.pages.clear()


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT])
@pytest.mark.parametrize("game", sorted(CARDS))
def test_what_a_card_has_changed_is_one_tap_away(hands: Hands, game: str, size: tuple[int, int]) -> None:
    hands.resize(*size)
    session = lasting(hands, game)
    row = hands.screen.lasting
    assert [button.text for button in row.titles.buttons if button.shown] == ["Ghost train"]
    groups = Draft(session.table).groups
    buttons = [button for button in row.changes.buttons if button.shown]
    assert [button.icon for button in buttons] == [group.icon for group in groups]
    assert all(min(button.size) >= least_target() - 1 for button in buttons)
    hands.touch(*buttons[-1].center)
    assert hands.root.name == "places"
    assert hands.screen.tabs.boards[hands.screen.tabs.at].name == groups[-1].name, plain(groups[-1].name)
