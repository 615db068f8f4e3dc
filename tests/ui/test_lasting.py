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
from tests.session.sensible import play_towards
from tests.session.test_lasting import CARDS
from tests.session.test_told_games import Evening
from tests.ui.hands import Hands, least_target
from tests.ui.test_controls import SMALL, UPRIGHT, WIDE
from tests.ui.test_every_screen import slippery
from ui.model.navigation import screen_of


def lasting(hands: Hands, game: str, *, form: bool = False) -> Session:
    """A game from nothing known, in which a card is at work and somebody chooses, or fills in a form."""
    table, row, later, _ = CARDS[game]
    evening = Evening(game, new_box(load_game(game), "Ours"), Random(1))
    evening.table.learn(table, row)
    session = evening.session

    def choosing() -> bool:
        """In Escape Plan on the board of whoever plays."""
        on_board = game != "escape" or turn_board(session.scene) is not None
        if form:
            return screen_of(session) == "form"
        return session.mode == "choose" and not session.scene.fillings and on_board

    play_towards(session, choosing, Random(1))
    session.table.state.now.later = [later]
    hands.app.play(Session(session.table, confirmed=session.rev))
    hands.app.offers.declined = True
    session = hands.session
    session.pages.clear()
    hands.app.refresh()
    hands.wait()
    return session


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
    assert not list(slippery(hands))
    hands.touch(*buttons[-1].center)
    assert hands.root.name == "places"
    assert hands.screen.tabs.boards[hands.screen.tabs.at].name == groups[-1].name, plain(groups[-1].name)


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT])
def test_a_card_that_lasts_is_on_the_forms_too(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    lasting(hands, "krysis", form=True)
    assert hands.root.name == "form"
    (title,) = [button for button in hands.screen.lasting.buttons if button.shown]
    assert title.text == "Ghost train"
    assert min(title.size) >= least_target() - 1
    others = [part for part in hands.targets() if part is not title]
    assert not [one for one in others if one.collide_widget(title)], "it covers nothing"
    hands.touch(*title.center)
    assert hands.root.slip.shown
