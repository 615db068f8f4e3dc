"""A whole game of New York Crisis on the screen, by touches, its dice rolled by a reader on a real line.

After every answer the screen shows what the core holds.
"""

from __future__ import annotations

import random

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, Over, RollAsk
from tests.ui.evening import Evening, set_up
from tests.ui.hands import Hands
from ui.options import Options

MOST_TAPS = 4000


def test_a_whole_game_by_touch(evening: Evening) -> None:
    luck = random.Random("evening")
    hands = evening.hands
    set_up(evening)
    evening.wait(lambda: evening.app.health()[0] == "good")
    taps = 0
    while not isinstance(evening.flow.table.ask, Over) or evening.flow.pages:
        taps += 1
        assert taps < MOST_TAPS
        flow = evening.flow
        if flow.mode == "roll":
            roll(evening)
        elif flow.mode == "choose":
            assert isinstance(flow.table.ask, ChooseAsk)
            answer = flow.table.game.advise(flow.table.state, flow.table.legal() or [], luck.random)
            reach(hands, answer)
            assert flow.refused is None
        else:
            hands.touch(*hands.screen.primary.center)
        see_what_the_core_holds(evening)
    assert hands.root.name == "over"
    sources = {entry.source for entry in evening.flow.table.log if entry.answer and entry.answer["do"] == "roll"}
    assert sources == {"serial"}
    assert evening.journal.flush()


def roll(evening: Evening) -> None:
    """Throw the dice that are asked for, and wait until they have been read."""
    ask, rev = evening.flow.table.ask, evening.flow.rev
    assert isinstance(ask, RollAsk)
    evening.app.inputs.hub.simulator.throw(list(ask.dice))
    evening.wait(lambda: evening.flow.rev > rev)


def reach(hands: Hands, answer: Answer) -> None:
    """Tap one's way to an answer as a person would: its dice if need be, then the amber button, a place, or a group
    and its variant."""
    flow, rev = hands.flow, hands.flow.rev
    if all(choice.answer != answer for choice in flow.scene.choices):
        tap_dice(hands, answer)
    options = Options(flow.scene, flow.paid)
    choice = next(choice for choice in flow.scene.choices if flow.paid(choice) == answer)
    if choice == options.primary:
        hands.touch(*hands.screen.primary.center)
        return
    if choice.group is None and choice.spot in options.open_spots():
        hands.tap_spot(choice.spot)
        if flow.rev > rev:
            return
    if any(group.sheet and group.id == choice.group for group in flow.scene.groups):
        hands.app.go("sheet")
        hands.look()
    if choice.group is None:
        tap_key(hands, (rev, choice))
        return
    variants = options.within(choice.group)
    if len(variants) > 1:
        tap_key(hands, (rev, choice.group))
    tap_key(hands, (rev, next(item.choice for item in variants if flow.paid(item.choice) == answer)))


def tap_dice(hands: Hands, answer: Answer) -> None:
    """Choose the dice of the answer in the pool."""
    scene = hands.flow.scene
    field = next(choice.pays for choice in scene.choices if choice.pays and type(choice.answer) is type(answer))
    for die in getattr(answer, field):
        cell = hands.screen.pool.cells()[[one.id for one in scene.dice].index(die)]
        hands.touch(cell.cx, cell.cy)


def tap_key(hands: Hands, key: object) -> None:
    """Tap the button that stands for this, on whatever page of the panel it is."""
    for _ in range(40):
        for button in hands.screen.panel.buttons:
            if button.shown and button.key == key:
                hands.touch(*button.center)
                return
        more = next(button for button in hands.screen.panel.buttons if button.shown and button.role == "quiet")
        hands.touch(*more.center)
    raise AssertionError(f"{key} is on no page")


def see_what_the_core_holds(evening: Evening) -> None:
    """Tracks, board, dice and prompt of the screen in front are those of the table."""
    screen, scene = evening.hands.screen, evening.flow.table.scene()
    facts = evening.flow.table.facts()
    if evening.hands.root.name != "table":
        return
    assert screen.track0.track.at == facts["alert"]["at"]
    assert screen.track1.track.at == facts["story"]["at"]
    assert screen.map.board == scene.board
    if evening.flow.mode == "choose":
        assert screen.pool.dice == scene.dice
        assert screen.title.text
        spots = {choice.spot for choice in scene.choices if choice.spot}
        assert screen.map.open == spots & {spot.id for spot in scene.board.spots}
