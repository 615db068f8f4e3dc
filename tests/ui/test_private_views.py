"""What only one seat may see: the others look away, and nothing stays on the glass; numbers and people to choose."""

from __future__ import annotations

import pytest
from kivy.tests.common import UnitTestTouch
from msgspec import structs

from companion.core.texts import plain
from companion.games.escape.answers import Cash, Extra, Value
from companion.scene.scene import Choice, Counter
from tests.ui.hands import Hands, clipped
from tests.ui.moments import questions
from tests.ui.states import put
from ui.model.navigation import IDLE
from ui.widgets.cards import CardView
from ui.widgets.counters import CounterNumber

SIZES = [(800, 480), (1280, 720), (720, 1280)]


def secrets(hands: Hands) -> list[str]:
    """What of the plan and the cash can be seen anywhere in the window."""
    cards = [plain(part.card.title) for part in hands.parts() if isinstance(part, CardView) and part.card]
    figures = [plain(part.counter.value) for part in hands.parts() if isinstance(part, CounterNumber) and part.counter]
    return [*cards, *[value for value in figures if "$" in value]]


def look_alone(hands: Hands) -> None:
    hands.play("boards")
    hands.app.look_at_seat("yellow")
    hands.look()
    hands.touch(*hands.screen.secret.center)
    assert hands.root.name == "private"


def finger(hands: Hands) -> UnitTestTouch:
    """A finger that stays on the button to hold."""
    down = UnitTestTouch(*hands.screen.primary.center)
    down.touch_down()
    hands.look(2)
    return down


def test_a_secret_is_visible_only_while_the_button_is_held(hands: Hands) -> None:
    look_alone(hands)
    assert hands.screen.title.text == "Only Yellow looks now"
    assert len(hands.screen.others.discs) == 2
    assert secrets(hands) == []
    held = finger(hands)
    assert secrets(hands) == ["Escape plan", "$9k", "$9k"]
    held.touch_up()
    hands.look(2)
    assert secrets(hands) == []


def test_a_secret_is_hidden_after_a_timeout(hands: Hands) -> None:
    look_alone(hands)
    held = finger(hands)
    for _ in range(20):
        hands.screen._tick()
    hands.look(2)
    assert secrets(hands) == []
    held.touch_up()


def test_leaving_the_screen_hides_a_secret(hands: Hands) -> None:
    look_alone(hands)
    held = finger(hands)
    private = hands.screen
    hands.app.go("game")
    hands.look(2)
    assert secrets(hands) == []
    assert not private.cards[0].shown
    held.touch_up()
    hands.app.look_alone("purple")
    hands.look(2)
    assert secrets(hands) == []


def test_cash_can_be_changed_without_showing_it(hands: Hands) -> None:
    look_alone(hands)
    figure = next(part for part in hands.parts() if isinstance(part, CounterNumber))
    hands.touch(*figure.center)
    assert [answer for answer, _ in hands.answers] == [Cash("yellow", 1)]
    assert secrets(hands) == []
    held = finger(hands)
    assert "$10k" in secrets(hands)
    held.touch_up()


def test_the_main_page_has_a_button_that_asks_whose_secrets_to_show(hands: Hands) -> None:
    hands.play("boards")
    before = hands.root.name
    hands.tap("Secrets")
    hands.tap("Green")
    assert hands.screen.title.text == "Only Green looks now"
    hands.tap("Back")
    assert hands.root.name == before


def test_a_private_question_needs_consent_first(hands: Hands) -> None:
    table = hands.play("number")
    seat = table.ask.only
    assert hands.root.name == "private"
    assert "5" not in hands.labels()
    hands.tap("Show it to me alone")
    assert hands.root.name == "entry"
    for key in ("1", "2", "9"):
        hands.tap(key)
    hands.tap("OK")
    assert hands.answers == [(Value(129), "touch")]
    assert table.ask.only != seat
    assert hands.root.name == "private"


def test_a_private_question_stays_open_for_the_same_seat_only(hands: Hands) -> None:
    for question, shuts in (("choose keep", False), ("choose agent", True)):
        put(hands, next(moment for moment in questions("krysis") if moment.kind == question))
        table = hands.session.table
        seat = table.ask.only
        hands.tap("Show it to me alone")
        assert hands.root.name == "table"
        hands.session.answer((table.legal() or [])[0])
        hands.look()
        assert table.ask.only is not None
        assert (table.ask.only != seat) == shuts
        assert hands.root.name == ("private" if shuts else "table")
    assert hands.screen.title.text == f"Only {table.ask.only.capitalize()} looks now"


def test_a_private_question_is_hidden_when_idle(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.play("number")
    later: list[tuple[object, float]] = []
    monkeypatch.setattr(hands.app.privacy, "_later", lambda call, seconds: later.append((call, seconds)))
    hands.tap("Show it to me alone")
    hands.tap("1")
    call, seconds = later[-1]
    assert seconds == IDLE
    call(0)
    hands.look()
    assert hands.root.name == "private"


def test_a_number_out_of_range_is_refused(hands: Hands) -> None:
    hands.play("number")
    hands.tap("Show it to me alone")
    for key in ("9", "9", "9", "OK"):
        hands.tap(key)
    assert hands.answers == []
    hands.tap("Clear")
    for key in ("5", "0", "±", "OK"):
        hands.tap(key)
    assert hands.answers == [(Value(-50), "touch")]


def test_selecting_several_seats_gives_one_answer(hands: Hands) -> None:
    hands.play("several")
    assert hands.screen.primary.text == "Nobody has an extra action"
    for tile in hands.screen.toggles.tiles[:3]:
        hands.touch(*tile.center)
    assert hands.screen.primary.text == "Purple, Blue, Green"
    hands.touch(*hands.screen.toggles.tiles[0].center)
    hands.tap("Blue, Green")
    assert hands.answers == [(Extra(("blue", "green")), "touch")]


def test_selecting_nobody_is_an_answer(hands: Hands) -> None:
    hands.play("several")
    hands.tap("Nobody has an extra action")
    assert hands.answers == [(Extra(()), "touch")]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_private_screens_cut_nothing_off(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    look_alone(hands)
    held = finger(hands)
    held.touch_up()
    for question in ("several", "number"):
        hands.play(question)
    assert clipped == set()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lines", [0, 3, 6])
def test_many_secret_counters_fit_beside_the_card(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], lines: int
) -> None:
    hands.resize(*size)
    look_alone(hands)
    table = hands.session.table
    private = table.game.presenter.private(table.state, "yellow")
    assert private is not None
    more = [Counter(f"line{n}", f"Line {n}", "eye", "12") for n in range(lines)]
    whole = structs.replace(private, counters=[*private.counters, *more])
    monkeypatch.setattr(table.game.presenter, "private", lambda state, seat: whole)
    hands.app.refresh()
    hands.look()
    assert hands.screen.counters.pages == 1
    held = finger(hands)
    assert len([part for part in hands.parts() if isinstance(part, CounterNumber)]) == 2 + lines
    assert secrets(hands)[0] == "Escape plan"
    assert clipped == set()
    held.touch_up()


# A finger that rests on the gate sees the question as long as it is down.


@pytest.fixture
def agent(hands: Hands) -> Hands:
    """Somebody is to play an agent that nobody else may see."""
    put(hands, next(moment for moment in questions("krysis") if moment.kind == "choose agent"))
    assert hands.root.name == "private"
    return hands


def resting(hands: Hands) -> UnitTestTouch:
    touch = UnitTestTouch(*hands.screen.primary.center)
    touch.touch_down()
    hands.screen.peek()
    hands.look(2)
    assert hands.root.name == "table"
    return touch


def test_holding_without_moving_only_shows_the_question(agent: Hands) -> None:
    rev = agent.session.rev
    touch = resting(agent)
    touch.touch_up()
    agent.look(2)
    assert agent.session.rev == rev
    assert agent.root.name == "private"
    assert agent.app.privacy.opened is None


def test_sliding_to_a_choice_takes_it_and_hides_the_next_question(agent: Hands) -> None:
    rev, seat = agent.session.rev, agent.session.table.ask.only
    touch = resting(agent)
    choice = next(one for one in agent.screen.choices() if one.shown)
    touch.touch_move(*choice.center)
    assert choice.pressed
    touch.touch_up()
    agent.look(2)
    assert agent.session.rev == rev + 1
    assert agent.session.table.history.entries[rev].answer == choice.key[1].answer
    assert agent.session.table.ask.only not in (None, seat)
    assert agent.root.name == "private"
    assert agent.app.privacy.opened is None


def test_sliding_past_all_choices_takes_none(agent: Hands) -> None:
    rev = agent.session.rev
    touch = resting(agent)
    first, second = [one for one in agent.screen.choices() if one.shown][:2]
    touch.touch_move(*first.center)
    touch.touch_move(*second.center)
    assert (first.pressed, second.pressed) == (False, True)
    touch.touch_move(2, 2)
    touch.touch_up()
    agent.look(2)
    assert agent.session.rev == rev
    assert agent.root.name == "private"


def test_a_question_hidden_meanwhile_takes_no_choice(agent: Hands) -> None:
    rev = agent.session.rev
    touch = resting(agent)
    touch.touch_move(*next(one for one in agent.screen.choices() if one.shown).center)
    agent.app.privacy.shut()
    touch.touch_up()
    agent.look(2)
    assert agent.session.rev == rev
    assert agent.root.name == "private"


def test_only_the_first_of_two_fingers_answers(hands: Hands) -> None:
    put(hands, next(moment for moment in questions("krysis") if moment.kind == "choose keep"))
    rev, seat = hands.session.rev, hands.session.table.ask.only
    touch = resting(hands)
    first, second = [one for one in hands.screen.choices() if one.shown and isinstance(one.key[1], Choice)][:2]
    touch.touch_move(*first.center)
    hands.touch(*second.center)
    # The same player is asked on, and another card stands where the first finger is.
    assert (hands.session.rev, hands.session.table.ask.only) == (rev + 1, seat)
    assert first.shown
    touch.touch_move(*first.center)
    touch.touch_up()
    touch.touch_up()
    hands.look(2)
    assert hands.session.rev == rev + 1
    assert hands.root.name == "private"


@pytest.mark.parametrize("lifted", [False, True], ids=["rests", "tapped"])
def test_two_fingers_on_the_consent_button_answer_nothing(agent: Hands, lifted: bool) -> None:
    rev, center = agent.session.rev, agent.screen.primary.center
    fingers = UnitTestTouch(*center), UnitTestTouch(*center)
    for finger in fingers:
        finger.touch_down()
    if not lifted:
        agent.screen.peek()
    agent.look(2)
    for finger in fingers:
        finger.touch_up()
        agent.look(2)
    assert agent.session.rev == rev
