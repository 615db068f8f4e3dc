"""Crash & Grab on the screen: played by touch, everything legal within reach, moves shown, and a look ahead."""

from __future__ import annotations

import random

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.table.table import Table
from hardware.inputs import Button, DieRead
from tests.ui.hands import Hands
from tests.ui.reach import give, reachable
from ui.app.language import say
from ui.look.theme import look
from ui.session.flow import Flow

GAME = load_game("crash")
PACK = load_pack(GAME)
SEATS = ["red", "blue", "yellow", "green", "purple", "orange"]
QUESTIONS = 14


def sit(hands: Hands, seats: int, follow: str = "full", seed: str = "touch") -> Flow:
    table = Table(GAME, PACK, SEATS[:seats], {"cg.follow": follow}, dealer=Dealer(seed), auto=False)
    flow = Flow(table)
    hands.app.play(flow)
    hands.look()
    return flow


def onward(flow: Flow, luck: random.Random) -> None:
    """The next thing that a sensible player does."""
    if flow.pages:
        flow.done()
    elif is_chance(flow.table.ask):
        flow.draw()
    else:
        flow.answer(GAME.player.advise(flow.table.state, flow.table.legal() or [], luck.random))


def play_to(hands: Hands, flow: Flow, choice: str) -> None:
    """Play until that is asked."""
    luck = random.Random(5)
    while flow.pages or getattr(flow.table.ask, "choice", None) != choice:
        onward(flow, luck)
    hands.look(3)


@pytest.mark.parametrize(
    ("seats", "follow", "size"),
    [(2, "full", (800, 480)), (4, "full", (1280, 720)), (6, "full", (720, 1280)), (3, "light", (800, 480))],
)
def test_every_legal_answer_can_be_touched_and_nothing_else(
    hands: Hands, seats: int, follow: str, size: tuple[int, int]
) -> None:
    hands.resize(*size)
    flow, luck, questions = sit(hands, seats, follow), random.Random(seats), 0
    while questions < QUESTIONS and flow.mode != "over":
        if flow.mode == "choose" and flow.rev > 20:
            hands.look()
            assert reachable(hands) == set(flow.table.legal() or [])
            questions += 1
        onward(flow, luck)
    assert questions == QUESTIONS


def test_a_card_and_its_direction_are_two_taps(hands: Hands) -> None:
    flow = sit(hands, 3)
    play_to(hands, flow, "card")
    answer = next(answer for answer in flow.table.legal() or [] if getattr(answer, "card", "") == "3")
    give(hands, answer)
    assert answer in [part.answer for part in flow.table.since(flow.rev - 1).parts]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
@pytest.mark.parametrize("choice", ["card", "direction"])
def test_the_mat_of_the_saucer_asked_stands_beside_the_pad_and_covers_nothing(
    hands: Hands, size: tuple[int, int], choice: str
) -> None:
    hands.resize(*size)
    flow = sit(hands, 3)
    play_to(hands, flow, choice)
    pad = hands.screen.pad
    assert pad.mat.shown
    assert pad.mat.board.seat == flow.table.ask.saucer  # type: ignore[union-attr]
    targets = [button for button in hands.targets() if button in (*pad.amounts, *pad.ways)]
    assert targets
    assert not [button for button in targets if button.collide_widget(pad.mat)]
    assert all(min(button.size) >= look.touch for button in targets)


def test_a_finger_that_rests_on_a_way_shows_where_it_leads_and_changes_nothing(hands: Hands) -> None:
    flow = sit(hands, 4)
    play_to(hands, flow, "card")
    screen, before, title = hands.screen, flow.table.hash(), hands.screen.title.text
    hands.touch(*screen.pad.amounts[1].center)
    way = next(way for way in screen.pad.ways if way.enabled and way.rested is not None)
    way.rested()
    hands.look(2)
    assert screen.grid.ghost is not None
    assert screen.title.text != title
    assert flow.table.hash() == before
    way.lifted()
    hands.look(2)
    assert screen.grid.ghost is None
    assert screen.title.text == title


def test_a_move_is_played_once_and_undo_is_not(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.session.animation.STEP", 60.0)
    monkeypatch.setattr("ui.session.animation.WHOLE", 600.0)
    hands.app.settings.animations = True
    flow = sit(hands, 4)
    play_to(hands, flow, "card")
    luck = random.Random(3)
    while flow.page is None or flow.page.moves is None:
        onward(flow, luck)
    hands.look(2)
    assert hands.screen.grid.playing
    hands.touch(*hands.screen.primary.center)
    assert not hands.screen.grid.playing
    assert flow.page is not None
    flow.undo()
    hands.look(2)
    assert not hands.screen.grid.playing
    assert all(page.moves is None for page in flow.pages)


def test_the_placement_die_is_tapped_read_or_counted(hands: Hands) -> None:
    for way in ("tap", "read", "count"):
        flow = sit(hands, 3, seed="dice")
        while flow.mode != "roll" or flow.table.ask.dice != ["placement"]:  # type: ignore[union-attr]
            onward(flow, random.Random(1))
        hands.look(2)
        rev = flow.rev
        assert flow.tray is not None
        assert flow.keypad is not None
        if way == "tap":
            hands.tap("7")
        elif way == "read":
            flow.tray.take(DieRead("serial", "d12", "white", 7, sides=12))
            flow.tray_changed()
        else:
            for name in [*["white"] * 8, "black", "green"]:
                flow.keypad.button(Button(name, "press"))
            flow.tray_changed()
        rolled = flow.table.since(rev).parts[0].answer
        assert rolled is not None
        assert rolled.faces == {"placement": 7}  # type: ignore[attr-defined]


def test_what_stands_on_a_mat_can_be_read_with_one_tap(hands: Hands) -> None:
    flow = sit(hands, 3)
    luck = random.Random(2)
    while not any(holding.card for board in flow.scene.boards for holding in board.holdings):
        onward(flow, luck)
    while flow.pages or is_chance(flow.table.ask):
        onward(flow, luck)
    board = next(board for board in flow.scene.boards if any(one.card for one in board.holdings))
    hands.app.look_at_seat(board.seat)
    hands.look(3)
    upgrade = next(one for one in board.holdings if one.card is not None)
    hands.tap(say(upgrade.piece.name))
    assert hands.screen.card.shown
    assert hands.screen.card.card == upgrade.card
