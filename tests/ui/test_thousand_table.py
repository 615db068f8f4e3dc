"""Ten Thousand on the screen: whole games by touches, the dice of the house rolled by a reader on a real line."""

from __future__ import annotations

from random import Random

import pytest

from tests import daily
from tests.daily import Kinds
from tests.ui import touch_answers
from tests.ui.gallery import SMALL, UPRIGHT, WIDE
from tests.ui.hands import Hands, clipped
from tests.ui.player import kind_of
from tests.ui.rig import Rig

MOST_STEPS = 600


def sit_down(hands: Hands, title: str, players: int) -> None:
    """By touch from home to the first throw: 5000 points, and the other pages as they are."""
    hands.app.go("settings")
    hands.app.go("home")
    hands.look()
    while title not in [tile.text for tile in hands.screen.tiles if tile.shown]:
        hands.touch(*hands.screen.after.center)
    hands.touch(*next(tile for tile in hands.screen.tiles if tile.shown and tile.text == title).center)
    hands.touch(*next(view for view in hands.screen.rows.views if view.row.text == "5000").center)
    hands.touch(*hands.screen.primary.center)
    hands.touch(*hands.screen.primary.center)
    for view in [view for view in hands.screen.rows.views if view.shown][:players]:
        hands.touch(*view.center)
    hands.touch(*hands.screen.primary.center)


def throw(rig: Rig, luck: Random) -> None:
    """The dice that are asked for fall on the table, and the reader sees them."""
    session = rig.hands.session
    rev, lie = session.rev, {die: luck.randint(1, 6) for die in session.table.ask.dice}
    rig.app.inputs.hub.simulator.throw(lie)
    rig.wait(lambda: session.rev > rev)
    assert session.table.log[rev].answer == {"do": "roll", "faces": lie}
    assert session.table.log[rev].source == "serial"


def decide(hands: Hands, luck: Random, kinds: Kinds) -> None:
    """Everything legal is there to touch; touch what a sensible player would answer."""
    session, rev = hands.session, hands.session.rev
    legal = list(session.table.legal() or [])
    hands.wait()
    if kinds.new((kind_of(session.table.ask, legal), len(legal))):
        assert touch_answers.reachable(hands) == set(legal)
    answer = session.table.game.player.advise(session.table.state, legal, luck.random)
    touch_answers.give(hands, answer)
    assert session.table.history.entries[rev].answer == answer


GAMES = [(SMALL, "en", "Ten Thousand", 3), (UPRIGHT, "es", "Diez mil", 2), (WIDE, "es", "Diez mil", 8)]


@pytest.mark.long
@pytest.mark.parametrize(("size", "language", "title", "players"), GAMES if daily.everything else GAMES[:2])
def test_a_whole_game_by_touch_with_dice_of_the_house(
    rig: Rig, size: tuple[int, int], language: str, title: str, players: int
) -> None:
    hands, luck, kinds = rig.hands, Random(title), Kinds()
    hands.resize(*size)
    hands.speak(language)
    sit_down(hands, title, players)
    session = hands.session
    assert (len(session.table.setup.seats), session.table.setup.settings) == (players, {"target": "5000"})
    rig.wait(lambda: hands.app.health()[0] == "good")
    for _ in range(MOST_STEPS):
        if session.mode == "over":
            break
        if session.mode == "roll":
            throw(rig, luck)
        elif session.mode == "choose":
            decide(hands, luck, kinds)
        else:
            hands.touch(*hands.screen.primary.center)
        assert session.refused is None
    assert hands.root.name == "over"
    assert clipped == set()
    assert {entry.source for entry in session.table.log} == {"touch", "serial"}
    assert rig.journal.flush()
    assert rig.journal.verify() == []
    assert rig.journal.saved(session.table.game_id).finished


def test_a_game_without_a_pack_resumes_after_a_power_cut(rig: Rig) -> None:
    sit_down(rig.hands, "Ten Thousand", 2)
    rig.wait(lambda: rig.hands.app.health()[0] == "good")
    throw(rig, Random(1))
    table = rig.hands.session.table
    assert rig.journal.flush()
    again = rig.app.library.open(table.game_id)
    assert (again.table.hash(), again.table.setup.pack) == (table.hash(), "")
