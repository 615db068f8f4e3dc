"""What comes to light has a short picture of its own: after the answer is kept, never longer than it may be, ended by
any tap, and not at all where nothing is to move."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from companion.scene.scene import Occasion, Reveal
from companion.session.session import Session
from tests.ui.gallery import settle
from tests.ui.hands import Hands
from tests.ui.reveal_moments import GAME_OF, before, come, stop
from tests.ui.rig import Rig
from ui.device import sounds
from ui.widgets.cards import ALL_REVEALS, LASTS, RevealTiming

OCCASIONS = sorted(GAME_OF)


def acts(*kinds: Occasion) -> tuple[Reveal, ...]:
    return tuple(Reveal(of, "") for of in kinds)


@pytest.mark.parametrize("n", range(1, 5))
def test_several_reveals_share_a_limited_time(n: int) -> None:
    for kinds in product(sorted(LASTS), repeat=n):
        course = RevealTiming(acts(*kinds))
        assert course.lasts <= ALL_REVEALS + 1e-9
        assert course.at(course.lasts) is None
        for act, start, end in zip(course.acts, course.ends, course.ends[1:], strict=False):
            seen = course.at((start + end) / 2)
            assert seen is not None
            assert seen[0] is act
            assert seen[1] == pytest.approx(0.5)


@pytest.mark.parametrize("of", OCCASIONS)
def test_a_reveal_plays_to_its_end_and_disappears(hands: Hands, of: Occasion) -> None:
    reveal = come(hands, of)
    assert reveal.playing
    course = reveal._course
    assert course is not None
    assert of in [act.of for act in course.acts]
    assert course.lasts <= ALL_REVEALS + 1e-9
    first = reveal._now()
    assert first is not None
    assert first[1] == 0, "the first picture is that of the beginning"
    reveal.advance(course.lasts * 0.9)
    assert reveal.playing
    reveal.advance(course.lasts * 0.11)
    assert not reveal.playing
    assert not reveal.shown


@pytest.mark.parametrize("of", OCCASIONS)
def test_a_tap_only_skips_a_reveal(hands: Hands, of: Occasion) -> None:
    reveal = come(hands, of)
    session = hands.session
    rev, pages = session.rev, list(session.pages)
    hands.touch(*hands.screen.primary.center)
    assert not reveal.playing
    assert (session.rev, session.pages) == (rev, pages)
    hands.touch(*hands.screen.primary.center)
    assert hands.app.session is not session or session.pages != pages


@pytest.mark.parametrize("of", OCCASIONS)
def test_the_green_button_skips_a_reveal(hands: Hands, of: Occasion) -> None:
    reveal = come(hands, of)
    pages = list(hands.session.pages)
    hands.app.act()
    assert not reveal.playing
    assert hands.session.pages == pages


@pytest.mark.parametrize("of", OCCASIONS)
def test_without_animations_nothing_is_played(hands: Hands, of: Occasion) -> None:
    table, answer = before(of)
    hands.sit(table)
    session = hands.session
    while session.pages:
        session.done()
    assert not hands.app.settings.animations
    session.answer(answer)
    hands.look(2)
    assert not hands.root.reveal.playing
    assert all(page.reveals or page.card for page in session.pages[:1]) or of == "end"


@pytest.mark.parametrize("of", OCCASIONS)
def test_each_kind_of_reveal_has_a_sound(hands: Hands, monkeypatch: pytest.MonkeyPatch, of: Occasion) -> None:
    heard: list[str] = []
    monkeypatch.setattr(sounds, "play", heard.append)
    come(hands, of)
    assert of in heard
    assert of in sounds.TONES


def test_undone_answers_and_the_log_play_no_reveal(hands: Hands) -> None:
    reveal = come(hands, "bids")
    reveal.skip()
    hands.app.go("log")
    stop(hands)
    hands.app.go("game")
    stop(hands)
    assert not reveal.playing
    hands.session.undo()
    stop(hands)
    assert not reveal.playing


def test_a_resumed_game_plays_no_reveal(hands: Hands) -> None:
    table, answer = before("raid")
    table.answer(answer, "touch", table.rev)
    hands.app.settings.animations = True
    hands.app.play(Session(table, confirmed=table.rev - 1))
    settle()
    assert hands.session.pages
    assert not hands.root.reveal.playing


def test_a_reveal_waits_for_moving_pieces(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.ui.reveal_moments.stop", lambda hands: settle())
    reveal = come(hands, "crew")
    assert hands.screen.grid.playing
    reveal.advance(ALL_REVEALS)
    assert reveal.playing
    assert not reveal.shown
    hands.touch(*hands.screen.primary.center)
    assert not hands.screen.grid.playing
    reveal.advance(0.01)
    assert reveal.shown
    assert hands.session.pages


def test_a_card_is_face_up_after_its_reveal(hands: Hands) -> None:
    reveal = come(hands, "card")
    paper = hands.screen.card
    assert paper.turn == 0
    reveal.advance(LASTS["card"] / 2)
    assert 0.4 < paper.turn < 0.6
    hands.touch(*paper.center)
    assert paper.turn == 1


def test_the_answer_is_saved_before_its_reveal_starts(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plug is pulled in the middle of it: the card that was drawn is drawn, and stands there to be done."""
    app = rig.app
    app.settings.animations = True
    app.start_game("newyork", ["father", "mother"], {})
    rig.hands.look(2)
    session = rig.session
    reveal, begun = rig.hands.root.reveal, list[int]()
    begin = reveal.play

    def noted(*about: Any) -> None:
        begun.append(session.rev)
        begin(*about)

    monkeypatch.setattr(reveal, "play", noted)
    rig.wait(_drawing(rig, begun))
    page, table = session.page, session.table
    assert page is not None
    assert page.card is not None
    assert rig.journal.flush()
    assert reveal.playing
    _, _, entries = rig.journal.load(str(table.game_id))
    assert begun == [entries[-1].rev] == [table.rev]


def _drawing(rig: Rig, begun: list[int]) -> Callable[[], bool]:
    def drawn() -> bool:
        if begun:
            return True
        if rig.session.mode == "choose":
            rig.session.choose(rig.session.scene.choices[0])
        else:
            rig.app.act()
        return False

    return drawn
