"""Whole games of the rulebook that has days, through the table's screen: nothing cut off, everything in reach."""

from __future__ import annotations

import random

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import ChooseAsk
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.scene.scene import Scene
from companion.session.session import Session
from companion.table.table import Table
from tests.ui import touch_answers
from tests.ui.hands import Hands, clipped
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough

MOST_STEPS = 900
SAMPLED = 25
"""Of so many questions at the table one is tried out whole, with every tap that there is."""


def begin(hands: Hands, players: int) -> Session:
    game = load_game("escape")
    pack = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:players]
    session = Session(Table(game, pack, seats, {}, dealer=Dealer("days"), auto=False))
    hands.app.play(session)
    hands.look()
    return session


def beside_the_city(scene: Scene) -> set[object]:
    """The answers that the table's own screen offers: what is done on tiles of the city is done on its map."""
    boxes = {box.id for row in scene.rows for box in row.boxes}
    city = {tile.id for tile in scene.tiles} - boxes
    return {choice.answer for choice in scene.choices if choice.spot not in city}


@pytest.mark.by_turns
@pytest.mark.parametrize(("size", "players"), list(zip(SIZES, (5, 3, 1), strict=True)), ids=str)
def test_every_moment_of_a_whole_game_fits_the_screen(hands: Hands, size: tuple[int, int], players: int) -> None:
    hands.resize(*size)
    session = begin(hands, players)
    table, luck = session.table, random.Random("days")
    asked = 0
    for _ in range(MOST_STEPS):
        hands.app.go("game")
        hands.look()
        name = hands.root.name
        if name in ("table", "check", "reveal", "over"):
            assert not clipped, (name, table.facts()["phase"])
            assert_in_the_window(hands, name)
            assert_large_enough(hands, name)
        clipped.clear()
        if session.mode == "over":
            break
        if session.pages:
            session.done()
        elif session.mode == "deal":
            session.draw()
        else:
            if name == "table" and isinstance(table.ask, ChooseAsk):
                asked += 1
                if asked % SAMPLED == 1:
                    assert touch_answers.reachable(hands) == beside_the_city(session.scene)
            session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))
    assert asked > SAMPLED
    assert hands.root.name == "over"
    shown = [row.rank for row in hands.screen.ranks.rows if row.shown]
    assert sorted(rank.seat for rank in shown) == sorted(table.setup.seats)
