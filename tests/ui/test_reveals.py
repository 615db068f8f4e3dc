"""What comes to light has a short picture of its own: after the answer is kept, never longer than it may be, ended by
any tap, and not at all where nothing is to move."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from companion.scene.scene import Occasion, Reveal
from companion.session.session import Session
from tests.ui.evening import Evening
from tests.ui.gallery import settle
from tests.ui.hands import Hands
from tests.ui.occasions import IN, before, come, stop
from ui.device import sounds
from ui.widgets.cards import ALL_REVEALS, LASTS, RevealTiming

OCCASIONS = sorted(IN)


def acts(*kinds: Occasion) -> tuple[Reveal, ...]:
    return tuple(Reveal(of, "") for of in kinds)


@pytest.mark.parametrize("n", range(1, 5))
def test_however_much_comes_at_once_it_is_over_soon_and_each_has_its_time(n: int) -> None:
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
def test_it_is_shown_from_its_beginning_to_its_end_and_then_nothing_of_it(hands: Hands, of: Occasion) -> None:
    reveal = come(hands, of)
    assert reveal.playing
    assert [act.of for act in reveal._course.acts] == [of]  # type: ignore[union-attr]
    first = reveal._now()
    assert first is not None
    assert first[1] == 0, "the first picture is that of the beginning"
    reveal.advance(LASTS[of] * 0.9)
    assert reveal.playing
    reveal.advance(LASTS[of] * 0.11)
    assert not reveal.playing
    assert not reveal.shown


@pytest.mark.parametrize("of", OCCASIONS)
def test_any_tap_ends_it_and_does_nothing_else(hands: Hands, of: Occasion) -> None:
    reveal = come(hands, of)
    session = hands.session
    rev, pages = session.rev, list(session.pages)
    hands.touch(*hands.screen.primary.center)
    assert not reveal.playing
    assert (session.rev, session.pages) == (rev, pages)
    hands.touch(*hands.screen.primary.center)
    assert hands.app.session is not session or session.pages != pages


@pytest.mark.parametrize("of", OCCASIONS)
def test_the_green_button_ends_it_too(hands: Hands, of: Occasion) -> None:
    reveal = come(hands, of)
    pages = list(hands.session.pages)
    hands.app.act()
    assert not reveal.playing
    assert hands.session.pages == pages


@pytest.mark.parametrize("of", OCCASIONS)
def test_where_nothing_is_to_move_nothing_does(hands: Hands, of: Occasion) -> None:
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
def test_each_has_a_sound_of_its_own(hands: Hands, monkeypatch: pytest.MonkeyPatch, of: Occasion) -> None:
    heard: list[str] = []
    monkeypatch.setattr(sounds, "play", heard.append)
    come(hands, of)
    assert of in heard
    assert of in sounds.TONES


def test_what_was_taken_back_or_is_looked_at_again_is_not_shown_again(hands: Hands) -> None:
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


def test_what_was_on_the_table_when_the_game_came_back_is_not_shown(hands: Hands) -> None:
    table, answer = before("raid")
    table.answer(answer, "touch", table.rev)
    hands.app.settings.animations = True
    hands.app.play(Session(table, confirmed=table.rev - 1))
    settle()
    assert hands.session.pages
    assert not hands.root.reveal.playing


def test_it_waits_for_pieces_that_still_move(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.ui.occasions.stop", lambda hands: settle())
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


def test_a_card_lies_face_up_as_soon_as_it_is_over(hands: Hands) -> None:
    reveal = come(hands, "card")
    paper = hands.screen.card
    assert paper.turn == 0
    reveal.advance(LASTS["card"] / 2)
    assert 0.4 < paper.turn < 0.6
    hands.touch(*paper.center)
    assert paper.turn == 1


def test_the_answer_is_in_the_journal_before_the_picture_has_begun(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plug is pulled in the middle of it: the card that was drawn is drawn, and stands there to be done."""
    app = evening.app
    app.settings.animations = True
    app.start_game("newyork", ["father", "mother"], {})
    evening.hands.look(2)
    session = evening.session
    reveal, begun = evening.hands.root.reveal, list[int]()
    begin = reveal.play

    def noted(*about: Any) -> None:
        begun.append(session.rev)
        begin(*about)

    monkeypatch.setattr(reveal, "play", noted)
    evening.wait(_drawing(evening, begun))
    page, table = session.page, session.table
    assert page is not None
    assert page.card is not None
    assert evening.journal.flush()
    assert reveal.playing
    _, _, entries = evening.journal.load(str(table.game_id))
    assert begun == [entries[-1].rev] == [table.rev]


def _drawing(evening: Evening, begun: list[int]) -> Callable[[], bool]:
    def drawn() -> bool:
        if begun:
            return True
        if evening.session.mode == "choose":
            evening.session.choose(evening.session.scene.choices[0])
        else:
            evening.app.act()
        return False

    return drawn
