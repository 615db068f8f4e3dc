"""Whole games of New York Crisis on the screen, by touches, the dice rolled by a reader on a real line.

At every step the screen shows what the core holds, and every legal answer can be touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest

from companion.table.log import Entry
from tests.ui import screen_check, touch_answers
from tests.ui.hands import Hands, clipped
from tests.ui.player import Player
from tests.ui.rig import Rig

MOST_STEPS = 3000


@pytest.fixture(autouse=True)
def no_text_is_cut_short(hands: Hands) -> Iterator[None]:
    """Whatever was on the screen in these games had room for its words."""
    yield
    assert clipped == set()


def play(player: Player, until: int | None = None) -> None:
    """Play to the end of the game, or until a round begins."""
    for _ in range(MOST_STEPS):
        session = player.hands.session
        if session.mode == "over" or (
            until is not None and session.table.facts()["round"] >= until and not session.pages
        ):
            return
        player.step()
    raise AssertionError("the game does not end")


def play_until(player: Player, mode: str) -> None:
    """Play until the screen offers something of this kind."""
    while player.hands.session.mode != mode:
        player.step()


@pytest.mark.long
def test_a_whole_game_by_touch(rig: Rig) -> None:
    player = Player(rig, "evening")
    hands = rig.hands
    player.sit_down("wrong_suitcase", "full", ["father", "mother"])
    reader = rig.app.inputs.hub.simulator
    play(player, until=2)
    player.in_sync()
    go_back_and_forth(player)
    play_until(player, "choose")
    look_closely(rig)
    look_around(player)
    cards_on_the_table(player)
    play(player, until=3)
    player.in_sync()
    play_until(player, "choose")
    look_closely(rig)
    play(player)
    screen_check.compare(hands)
    assert hands.root.name == "over"
    player.in_sync()
    assert len(player.ways) == len(player.rolls) + 1
    table = hands.session.table
    hands.touch(*hands.screen.home.center)
    assert hands.root.name == "home"
    assert rig.journal.flush()
    rig.wait(lambda: not reader.unacked)
    assert rig.journal.verify() == []
    saved = rig.journal.saved(table.game_id)
    assert saved.finished
    assert encoded_log(rig.journal.load(table.game_id)[2]) == encoded_log(table.log)
    assert rig.journal.last() is None


@pytest.mark.long
def test_some_rounds_in_spanish_in_portrait_without_following_the_board(rig: Rig) -> None:
    player = Player(rig, "velada")
    hands = rig.hands
    hands.resize(720, 1280)
    hands.speak("es")
    player.sit_down("masked_ball", "light", ["daughter", "son"])
    play(player, until=2)
    player.in_sync()
    play_until(player, "choose")
    look_closely(rig)
    look_around(player)
    go_back_and_forth(player)
    play(player, until=4)
    player.in_sync()
    assert player.questions > 10


@pytest.mark.long
def test_a_round_with_physical_decks(rig: Rig) -> None:
    player = Player(rig, "cards")
    hands = rig.hands
    player.sit_down("high_water", "full", ["mother", "daughter", "son"])
    player.switch("police")
    player.switch("mafia")
    play(player, until=2)
    player.in_sync()
    for deck in ("police", "mafia"):
        assert {entry.source for entry in hands.session.table.log if drawn_from(entry, deck)} == {"touch"}


def drawn_from(entry: Entry, deck: str) -> bool:
    """Is this a card of the deck?"""
    return entry.answer is not None and entry.answer.get("deck") == deck


def encoded_log(log: Sequence[Entry]) -> bytes:
    """A log as it stands on disk."""
    return msgspec.json.encode(log)


def look_closely(rig: Rig) -> None:
    """Compare pictures, once the lamps have come to rest."""
    rig.wait(lambda: not rig.session.table.unsaved)
    rig.wait(lambda: rig.app.inputs.hub.health()["reader"].state == "ready")
    screen_check.drawn_anew(rig.hands)


def go_back_and_forth(player: Player) -> None:
    """Undo three answers at the bar, redo them in the log: the game stands where it stood."""
    hands = player.hands
    play_until(player, "choose")
    player.in_sync()
    stood = hands.session.table.hash()
    for _ in range(3):
        touch_answers.tap_nav(hands, "undo")
        player.in_sync()
        screen_check.compare(hands)
    assert hands.session.table.hash() != stood
    for _ in range(3):
        if hands.app.looking != "log":
            touch_answers.tap_nav(hands, "log")
        hands.touch(*hands.screen.redo.center)
        player.in_sync()
    if hands.app.looking != "game":
        touch_answers.tap_nav(hands, "game")
    assert hands.session.table.hash() == stood
    assert [entry.kind for entry in hands.session.table.log[-6:]] == ["undo"] * 3 + ["redo"] * 3


def look_around(player: Player) -> None:
    """Sheet and story show what the core holds."""
    hands = player.hands
    touch_answers.tap_nav(hands, "sheet")
    screen_check.sheet(hands)
    touch_answers.tap_nav(hands, "story")
    screen_check.story(hands)
    touch_answers.tap_nav(hands, "game")


def cards_on_the_table(player: Player) -> None:
    """In mid-game people take the mafia deck into their own hands, and give it back."""
    player.switch("mafia")
    play_until(player, "list")
    player.step()
    player.finish_pages()
    player.switch("mafia")
