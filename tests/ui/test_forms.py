"""Answers that are filled in: amounts, names, one of some words; opened by a choice, or all that is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from companion.core.texts import T
from companion.scene.scene import Filling
from companion.session.forms import FormDraft
from tests.ui.fake import FakeTable
from tests.ui.fake_forms import AT_HOME, BID, BIDDING, HOME, LOAD, LOADING, Carry, portions, table
from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.base.language import say
from ui.screens.form import laid
from ui.widgets.buttons import TapButton


def sit(hands: Hands, at: int) -> FakeTable:
    made: FakeTable = hands.sit(table(at))
    hands.look(2)
    return made


def load(hands: Hands) -> FakeTable:
    made = sit(hands, LOAD)
    hands.tap(say(T("Load home")))
    hands.look(2)
    return made


def home(hands: Hands) -> FakeTable:
    """The form of what only one seat may see, for everybody: the gate has its own test."""
    made = table(HOME)
    moment = made.moments[HOME]
    moment.ask = structs.replace(moment.ask, only=None)
    hands.sit(made)
    hands.look(2)
    return made


def paper_of(form: Filling, at: int) -> FormDraft:
    made = table(at)
    return FormDraft(form, made.game, made.state)


def more(hands: Hands, good: str) -> TapButton:
    """The + of a portion."""
    return next(row.more for row in hands.screen.amounts.rows if row.amount.id == good)


def less(hands: Hands, good: str) -> TapButton:
    """The − of a portion."""
    return next(row.less for row in hands.screen.amounts.rows if row.amount.id == good)


def press(hands: Hands, part: TapButton, times: int = 1) -> None:
    for _ in range(times):
        hands.touch(*part.center)
        hands.look()


VIEWS: dict[str, Callable[[Hands], object]] = {
    "a form that a choice opened": load,
    "a form alone": lambda hands: sit(hands, BID),
    "everything that a form can have": home,
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_form_stands_whole(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    for what, show in VIEWS.items():
        show(hands)
        assert hands.root.name == "form", what
        assert not clipped, f"{what}: cut off at {size}"
        assert_in_the_window(hands, what)
        assert_large_enough(hands, what)


def test_a_choice_opens_its_form_and_back_leads_to_the_choices(hands: Hands) -> None:
    made = load(hands)
    assert hands.root.name == "form"
    hands.tap("Back")
    hands.look(2)
    assert hands.root.name == "table"
    assert made.answers == []


def test_a_form_without_a_choice_opens_by_itself_and_has_no_way_back(hands: Hands) -> None:
    sit(hands, BID)
    assert hands.root.name == "form"
    assert "Back" not in hands.labels()


def test_what_was_entered_is_the_answer(hands: Hands) -> None:
    made = sit(hands, BID)
    press(hands, more(hands, "blue"), 3)
    press(hands, less(hands, "blue"))
    hands.tap("Done")
    assert made.answers == [(Carry("bid", (("blue", 2), ("red", 0), ("white", 0))), "touch")]


def test_only_what_the_game_takes_can_be_entered(hands: Hands) -> None:
    made = load(hands)
    assert not hands.button("Done").enabled, "nothing is no load"
    press(hands, more(hands, "white"))
    assert not more(hands, "white").enabled, "there is one only"
    press(hands, more(hands, "blue"), 2)
    assert not more(hands, "red").enabled, "all slots are full"
    press(hands, more(hands, "red"))
    hands.tap("Done")
    assert dict(made.answers[0][0].amounts) == {"red": 0, "blue": 2, "white": 1, "relics": 0}


def test_slots_fill_with_what_is_entered(hands: Hands) -> None:
    load(hands)
    press(hands, more(hands, "blue"), 2)
    assert hands.screen.slots.laid == ("crystal:blue", "crystal:blue", None)


def test_everything_must_be_entered_where_a_form_is_exact(hands: Hands) -> None:
    made = home(hands)
    assert "2 more to choose" in hands.screen.hint.text
    assert [row.amount.n for row in hands.screen.amounts.rows] == [1, 2, 0], "nothing else is possible"
    press(hands, less(hands, "blue"))
    assert [row.amount.note for row in hands.screen.amounts.rows] == ["complete", "1 missing", "complete"]
    press(hands, more(hands, "blue"))
    for label in ("Broken lantern 0", "Broken lantern 1"):
        hands.tap(label)
    assert not hands.button("Broken lantern 2").enabled
    assert not hands.button("Done").enabled
    assert "choose one of the last 4" in hands.screen.hint.text
    hands.tap("mission of red")
    assert "is to be chosen" not in hands.screen.hint.text
    hands.tap("mission of blue")
    hands.tap("Done")
    assert made.answers[0][0].names == ("mission:blue", "relic:0", "relic:1")


def test_a_form_for_one_seat_waits_behind_the_gate(hands: Hands) -> None:
    sit(hands, HOME)
    assert hands.root.name == "private"


def test_a_form_is_empty_for_whoever_is_asked_next(hands: Hands) -> None:
    made = table(BID)
    made.moments[HOME] = made.moments[BID]
    hands.sit(made)
    hands.look(2)
    press(hands, more(hands, "red"))
    hands.tap("Done")
    hands.look(2)
    assert [row.amount.n for row in hands.screen.amounts.rows] == [0, 0, 0]


def test_a_word_that_is_missing_is_no_reason_against_the_rest() -> None:
    form = structs.replace(BIDDING, one_of=AT_HOME.one_of)
    paper = paper_of(form, BID)
    assert paper.can_add(form.portions[0])


def test_a_name_is_taken_back_with_a_second_tap() -> None:
    paper = paper_of(AT_HOME, HOME)
    paper.name("relic:3")
    paper.name("relic:3")
    assert paper.names == frozenset()
    assert paper.missing_names == 2


def test_slots_take_their_own_colour_first() -> None:
    amounts = {"red": 0, "blue": 1, "white": 1, "relics": 1}
    assert laid(LOADING.slots, portions(2, 2, 2, 2), amounts) == ["relic", "crystal:blue", "crystal:white"]


def test_a_number_is_filled_as_far_as_it_goes_with_one_tap_and_emptied_with_another(hands: Hands) -> None:
    load(hands)
    figure = {row.amount.id: row.figure for row in hands.screen.amounts.rows}["blue"]
    press(hands, figure)
    assert hands.screen.slots.laid == ("crystal:blue",) * 3
    press(hands, figure)
    assert hands.screen.slots.laid == (None,) * 3


def test_a_form_begins_with_what_the_game_says() -> None:
    begins = structs.replace(AT_HOME, exact=False, start=({"blue": 2}, ["relic:3"]))
    paper = paper_of(begins, HOME)
    assert (paper.amounts, paper.names) == ({"red": 0, "blue": 2, "white": 0}, {"relic:3"})
    assert not any(paper_of(LOADING, LOAD).amounts.values()), "a form without a start is empty"


def test_giving_nothing_where_something_can_be_given_is_asked_once(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever enters something after all is not asked."""
    made = table(BID)
    monkeypatch.setattr(made.game, "allows", lambda state, answer: True)
    scene = made.moments[BID].scene
    asking = structs.replace(BIDDING, start=({"blue": 1}, ()), unused=T("Nothing is loaded."))
    made.moments[BID].scene = structs.replace(scene, fillings=[asking])
    hands.sit(made)
    hands.look(2)
    assert [row.amount.n for row in hands.screen.amounts.rows] == [0, 1, 0]
    press(hands, less(hands, "blue"))
    assert "Nothing is loaded." not in hands.screen.hint.text
    hands.tap("Done")
    assert (made.answers, hands.screen.hint.text) == ([], "Nothing is loaded.")
    press(hands, more(hands, "red"))
    assert "Nothing is loaded." not in hands.screen.hint.text
    press(hands, less(hands, "red"))
    hands.tap("Yes, nothing")
    assert dict(made.answers[0][0].amounts) == {"red": 0, "blue": 0, "white": 0}
