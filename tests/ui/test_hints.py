"""Hints: one at a time, at the real button, in nobody's way, and never again once read."""

from __future__ import annotations

import random

import pytest

from companion import bench
from companion.core.texts import plain
from companion.games.registry import game_names
from companion.scene.scene import Tip
from companion.session.session import Session
from tests.daily import share
from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG
from tests.ui.test_screens import SIZES
from ui.app import hints
from ui.base import settings as settings_
from ui.layout.geometry import Area
from ui.model.library import Library
from ui.widgets.entry import AmountRow
from ui.widgets.head import Notice

LEAST = {"newyork": 11, "escape": 8, "crash": 6, "krysis": 6, "thousand": 0}
"""How many different hints a whole game shows at least, at every size. Ten Thousand says all in its questions."""


def begin(hands: Hands, game: str) -> None:
    hands.app.settings.hints = True
    hands.app.play(started(game))
    hands.look(3)


def started(game: str, **settings: str) -> Session:
    """A game of three, with nobody at the screen."""
    library = Library(None, seed="z")
    return library.start(game, [seat for seat, _ in library.seats(game)][:3], settings)


def play_until_a_hint(hands: Hands) -> str:
    """Play until there is a hint; its id."""
    luck = random.Random(1)
    while not hands.root.bubble.shown:
        go_on(hands, luck)
    tip = hands.app._hinting._tip
    assert tip is not None
    return tip.id


def go_on(hands: Hands, luck: random.Random) -> None:
    """One step further, with a screen to look at."""
    bench.go_on(hands.session, luck)
    hands.app.go("game")
    hands.look(2)


def assert_hides_nothing(hands: Hands) -> None:
    bubble = hands.root.bubble.area
    assert 0 <= bubble.x <= bubble.x + bubble.w <= hands.root.width
    assert 0 <= bubble.y <= bubble.y + bubble.h <= hands.root.height
    assert not any(hints._meet(bubble, target) for target in hints.taken(hands.root))
    assert not any(hints._meet(bubble, text) for text in hints.texts(hands.root))
    at = hands.root.bubble.at
    read = [*hints.taken(hands.root), *hints.texts(hands.root)]
    assert at is None or not hints._meet(bubble, at)
    assert at is None or not any(hints.crosses(bubble, at, one) for one in read), "the arrow goes across what is read"
    said = [part for part in hands.screen.walk(restrict=True) if isinstance(part, (AmountRow, Notice)) and part.shown]
    assert not any(hints._meet(bubble, part.area) for part in said if part.width > 0)
    scene = hands.session.scene
    here = [spot.id for spot in scene.board.spots if spot.here] if scene.board is not None else []
    stand = [cell for cell in map(hands.screen.cell, here) if cell is not None]
    assert not any(hints._meet(bubble, cell) for cell in stand), "what it speaks of lies where the player stands"
    assert not clipped


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_first_game_shows_hints_beside_the_parts_they_explain(hands: Hands, game: str, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    begin(hands, game)
    luck, read = random.Random(3), []
    while len(read) < max(LEAST[game] // 2, share(LEAST[game])):
        assert hands.session.mode != "over", f"only {read}"
        bubble = hands.root.bubble
        if bubble.shown:
            assert_hides_nothing(hands)
            tip = hands.app._hinting._tip
            assert tip is not None
            assert bubble.at in (None, hints.find(hands.root, tip.at, hands.session.scene.choices))
            read.append(tip.id)
            hands.touch(*bubble.center)
            hands.look(2)
            assert not bubble.shown, "the next hint waits for the next answer"
        go_on(hands, luck)
    assert len(read) == len(set(read))
    assert set(read) == hands.app.settings.learned == settings_.load().learned


def test_no_hint_of_what_comes_next_points_at_the_way_back(hands: Hands) -> None:
    begin(hands, "escape")
    luck = random.Random(3)
    while hands.root.name != "seats" or hands.screen.primary.role != "primary":
        go_on(hands, luck)
    assert hints.find(hands.root, "primary", []) == hands.screen.primary.area
    hands.touch(*next(one for one in hands.screen.choices() if one.shown and isinstance(one.key[1], str)).center)
    assert hands.screen.primary.role == "quiet", "a group is open"
    assert hints.find(hands.root, "primary", []) is None


def test_a_second_game_repeats_no_hint(hands: Hands) -> None:
    begin(hands, "newyork")
    first = play_until_a_hint(hands)
    hands.touch(*hands.root.bubble.center)
    begin(hands, "newyork")
    assert first in hands.app.settings.learned
    assert play_until_a_hint(hands) != first


def test_a_dismissed_hint_does_not_come_again(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 100.0
    monkeypatch.setattr(hints.time, "monotonic", lambda: clock)
    begin(hands, "newyork")
    first = play_until_a_hint(hands)
    go_on(hands, luck := random.Random(1))
    assert first not in hands.app.settings.learned, "it stood there too briefly to be read"
    first = play_until_a_hint(hands)
    clock += hints.SEEN + 0.1
    hands.app.go("log")
    hands.look(2)
    assert first not in hands.app.settings.learned
    go_on(hands, luck)
    assert first in hands.app.settings.learned == settings_.load().learned


def test_a_hint_read_in_one_game_hides_none_in_the_next(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    # The next session may lie at the address of the last one.
    monkeypatch.setattr(hints, "id", lambda _: 0, raising=False)
    begin(hands, "krysis")
    first = play_until_a_hint(hands), hands.session.rev
    hands.root.bubble.action()
    hands.look(2)
    hands.app.settings.learned.clear()
    begin(hands, "krysis")
    assert (play_until_a_hint(hands), hands.session.rev) == first


@pytest.mark.parametrize("game", game_names())
def test_the_long_press_is_explained_once(game: str) -> None:
    session, luck = started(game), random.Random(4)
    while session.mode != "over":
        words = [plain(tip.words) for tip in hints.offered(session)]
        assert sum(said.startswith(("Rest a finger", "Hold")) for said in words) <= 1, words
        bench.go_on(session, luck)


def test_hints_can_be_switched_off_and_on_again_from_the_beginning(hands: Hands) -> None:
    begin(hands, "newyork")
    first = play_until_a_hint(hands)
    hands.touch(*hands.root.bubble.center)
    play_until_a_hint(hands)
    hands.app.go("settings")
    hands.look(2)
    assert not hands.root.bubble.shown
    hands.tap("Off")
    hands.app.go("game")
    hands.look(2)
    assert not hands.root.bubble.shown
    hands.app.go("settings")
    hands.look(2)
    hands.tap("On")
    assert hands.app.settings.learned == set()
    begin(hands, "newyork")
    assert play_until_a_hint(hands) == first


def test_only_the_tutorial_story_teaches_the_rules() -> None:
    session, luck = started("newyork", story="high_water"), random.Random(1)
    while session.mode != "over":
        assert session.scene.tips == []
        bench.go_on(session, luck)


def test_private_questions_show_no_hints() -> None:
    session, luck = started("escape", plans="private"), random.Random(2)
    alone = 0
    while session.mode != "over":
        if session.table.ask.only is not None and session.mode == "choose":
            alone += 1
            assert hints.offered(session) == []
        bench.go_on(session, luck)
    assert alone


def test_a_bubble_is_close_to_its_part_without_covering_it() -> None:
    room, at = Area(0, 0, 100, 100), Area(0, 0, 10, 10)
    beside = hints.place([(20, 10)], at, [], room)
    assert beside is not None
    assert hints._gap(beside, at) < 10
    blocked = hints.place([(20, 10)], at, [Area(0, 0, 100, 50)], room)
    assert blocked is not None
    assert blocked.y >= 50
    assert hints.place([(200, 10), (20, 60)], at, [Area(0, 30, 100, 20)], room) is None


def test_the_arrow_of_a_bubble_goes_round_what_is_read_if_it_can() -> None:
    at, room = Area(0, 0, 10, 10), Area(0, 0, 100, 100)
    text = Area(0, 14, 40, 10)
    bubble = hints.place([(30, 60)], at, [text], room)
    assert bubble is not None
    assert bubble.x >= 40, "not above the text, which is nearer"
    assert not hints.crosses(bubble, at, text)
    assert hints.crosses(Area(0, 40, 10, 10), at, text)
    assert not hints.crosses(Area(60, 40, 10, 10), at, Area(90, 90, 5, 5))
    assert not hints.crosses(Area(0, 40, 10, 10), at, at)


@pytest.mark.parametrize("game", game_names())
def test_the_id_of_a_hint_is_unique(game: str) -> None:
    session, luck = started(game), random.Random(4)
    said: dict[str, Tip] = {}
    while session.mode != "over":
        for tip in session.scene.tips:
            assert said.setdefault(tip.id, tip) == tip
        bench.go_on(session, luck)
    assert len(said) >= min(6, LEAST[game])
