"""The opinion of the companion on the touchscreen: switched on by people, asked for by a tap, gone after it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.chance.playing import Trials
from companion.core.texts import T, plain
from companion.language import LANGUAGES
from companion.session.session import Session
from tests.session.thinking import companion_table
from tests.ui.hands import Hands
from tests.ui.states import SlowMind, known_to_the_companion, turn_of_robin
from tests.ui.test_companions import wait_for
from ui.base.language import say


@pytest.fixture(autouse=True)
def _off_again(hands: Hands) -> Iterator[None]:
    yield
    hands.app.settings.opinions = False


def switch_on(hands: Hands) -> None:
    """In the settings, by taps."""
    hands.app.go("settings")
    hands.look()
    rows = hands.screen.rows
    while not (
        found := [b for p in rows.panels if p.shown for b in p.buttons if b.shown and ("opinions" in str(b.key))]
    ):
        rows.turn(1)
        hands.look()
    hands.touch(*found[0].center)
    assert hands.app.settings.opinions
    hands.app.go("game")
    hands.look()


def items(hands: Hands) -> list[str]:
    return [entry.name for entry in hands.root.nav.entries]


def at_a_choice(hands: Hands, name: str = "thousand") -> Session:
    table = companion_table(name, ["person", "person"])
    while table.ask.chance or len(table.legal() or ()) < 3:
        table.deal()
    hands.app.play(Session(table, confirmed=table.rev))
    hands.look()
    return hands.session


def test_phones_are_offered_it_as_the_screen_is(hands: Hands) -> None:
    session, phones = at_a_choice(hands), hands.app.phones
    assert phones.open(session) is None
    try:
        service = phones._service
        assert service is not None
        assert not service.opinions.offered
        switch_on(hands)
        assert service.opinions.offered
        phones.close()
        assert phones.open(session) is None
        assert phones._service is not None
        assert phones._service.opinions.offered, "they come in later"
    finally:
        phones.offer_opinions(offered=False)
        phones.close()


def test_nobody_is_offered_an_opinion_until_it_is_switched_on(hands: Hands) -> None:
    at_a_choice(hands)
    assert "opinion" not in items(hands)
    switch_on(hands)
    assert "opinion" in items(hands)
    assert not hands.session.opinions.thinks, "nothing is thought at rest"


def test_a_tap_asks_another_way_leads_back_and_nothing_goes_on_thinking(hands: Hands) -> None:
    session = at_a_choice(hands)
    switch_on(hands)
    log = list(session.table.log)
    hands.tap("Opinion")
    assert hands.root.name == "opinion"
    assert session.opinions.thinks
    wait_for(hands, lambda: not session.opinions.thinks)
    best = session.opinions.best
    assert best
    assert [plain(one.words) for one in hands.screen.rows.best] == [plain(one.words) for one in best]
    assert hands.screen.rows.shown
    hands.tap("To the table")
    assert hands.root.name == "table"
    assert session.opinions.best is None
    hands.tap("Opinion")
    assert session.opinions.thinks
    process = session.opinions._mind._process  # type: ignore[union-attr]
    hands.tap("Log")
    assert not session.opinions.thinks
    assert process.poll() is not None
    assert list(session.table.log) == log


@pytest.mark.parametrize("act", ["answer", "undo"])
def test_an_answer_or_an_undo_leads_to_the_table(hands: Hands, act: str) -> None:
    session = at_a_choice(hands)
    switch_on(hands)
    session.answer((session.table.legal() or [])[-1])
    while session.table.ask.chance:
        session.draw()
    session.pages.clear()
    hands.app.go("opinion")
    hands.look()
    assert session.opinions.thinks
    if act == "undo":
        hands.tap("Undo")
    else:
        session.answer((session.table.legal() or [])[0])  # As a phone would.
        hands.look()
    assert hands.root.name != "opinion"
    assert not session.opinions.thinks


def test_the_places_of_the_answers_have_their_numbers(hands: Hands) -> None:
    table = next(table for kind, table in known_to_the_companion("krysis") if kind == "openly")
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.settings.opinions = True
    session = hands.session
    session.ask_opinion(lambda: None, mind=SlowMind)
    hands.app.go("opinion")
    hands.look()
    legal = table.legal() or []
    SlowMind.last.heard(SlowMind.last.number, [Trials(answer, 10, won=5 - n) for n, answer in enumerate(legal[:3])])
    session.hear_opinion()
    hands.look()
    spots = [next(choice.spot for choice in session.scene.choices if choice.answer == one) for one in legal[:3]]
    expected: dict[str, int] = {}
    for n, spot in enumerate(spots, 1):
        expected.setdefault(str(spot), n)
    assert hands.screen.numbers == expected
    assert {spot: int(n) for spot, n in hands.screen.places.numbers.items()} == expected


def test_what_one_seat_alone_is_asked_is_told_to_that_seat_alone(hands: Hands) -> None:
    table = next(table for kind, table in known_to_the_companion("krysis") if kind == "alone")
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.settings.opinions = True
    hands.app.go("opinion")
    hands.look()
    assert hands.root.name == "private", "the others look away first"
    assert not hands.session.opinions.thinks
    hands.app.privacy.open(table.ask.only)
    hands.app.refresh()
    hands.look()
    assert hands.root.name == "opinion"
    assert hands.session.opinions.thinks
    hands.app.privacy.shut()
    hands.app.refresh()
    hands.look()
    assert hands.root.name == "private"
    assert not hands.session.opinions.thinks


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_game_without_opinions_says_why_in_its_menu(hands: Hands, spoken: str) -> None:
    session = hands.app.library.start("escape", ["red", "blue"], {})
    hands.app.play(session)
    hands.speak(spoken)
    hands.app.settings.opinions = True
    hands.app.go("menu")
    hands.look()
    assert "opinion" not in items(hands)
    while session.table.ask.chance:
        session.draw()
        session.pages.clear()
    hands.tap(say(T("What would you do?")))
    assert hands.root.name == "opinion"
    assert hands.screen.hint.text == say(session.table.game.player.apart)


def test_where_there_is_none_the_page_says_why(hands: Hands) -> None:
    session = hands.app.library.start("krysis", ["red", "blue"], {})
    hands.app.play(session)
    hands.app.settings.opinions = True
    while session.pages or session.mode != "choose" or session.only is not None:
        session.pages.clear()
        table = session.table
        if table.ask.chance:
            session.draw()
        else:
            session.answer(table.game.player.advise(table.state, table.legal() or [], lambda: 0.3))
    hands.app.go("opinion")
    hands.look()
    assert "would only guess" in hands.screen.hint.text
    assert not session.opinions.thinks


def test_two_taps_at_most_tell_why_the_companion_did_what_it_did(hands: Hands) -> None:
    at_a_choice(hands)
    words = turn_of_robin(hands)
    hands.touch(*hands.screen.mark.center)
    assert hands.root.slip.shown
    slip = hands.app.slips.slip()
    assert slip is not None
    assert (slip.notes[0].head, slip.notes[0].text) == ("Because …", plain(words))
    hands.app.slips.close()
    hands.session.pages[0].because = None
    hands.app.refresh()
    hands.look()
    assert not hands.screen.mark.shown, "nothing was thought"
