"""Answers that are filled in: amounts, names, one of some words; opened by a choice, or all that is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from companion.games.krysis.answers import Bid, Declare, LoadGoods
from companion.scene.scene import Filling
from companion.session.forms import FormDraft
from companion.table.table import Table
from tests.ui.hands import Hands, clipped
from tests.ui.moments import Moment
from tests.ui.pseudo import LONG
from tests.ui.states import put
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.screens.form import laid
from ui.widgets.buttons import TapButton

LOAD = Moment("load", "krysis_four_agents", 174)
"""A turn in which 3 blue and 2 relics can be loaded on 3 slots for blue."""
BID = Moment("bid", "krysis_four_agents", 155)
"""A bid of up to 5 red, 9 blue and 13 white."""
CLAIM = Moment("claim", "krysis_short", 142)
"""What somebody may have at home: up to 8 relics, and one of four missions."""
HOME = Moment("home", "krysis_short", 145)
"""What somebody has at home: 2 red, 5 blue and 1 white, 3 relics and a mission; no more and no less."""


def sit(hands: Hands, moment: Moment) -> Table:
    put(hands, moment)
    hands.look(2)
    return hands.session.table


def load(hands: Hands) -> Table:
    table = sit(hands, LOAD)
    hands.touch(*next(view for view in hands.screen.sides.views if view.side.id == "camp:dan").center)
    hands.look(2)
    hands.touch(*next(part for part in hands.screen.panel.buttons if part.shown).center)
    hands.look(2)
    return table


def emptied(hands: Hands) -> Table:
    """The same, with nothing entered yet."""
    table = load(hands)
    for row in [row for row in hands.screen.amounts.rows if row.amount.n]:
        press(hands, row.less, row.amount.n)
    return table


def paper_of(moment: Moment, **changes: object) -> FormDraft:
    """The first form at a moment, with changes."""
    table = moment.table()
    form: Filling = table.scene().fillings[0]
    return FormDraft(structs.replace(form, **changes), table.game, table.state)


def given(table: Table) -> object:
    """The last answer."""
    return table.history.entries[-1].answer


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
    "everything that a form can have": lambda hands: sit(hands, HOME),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_form_fits_the_screen(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    for what, show in VIEWS.items():
        show(hands)
        assert hands.root.name == "form", what
        assert not clipped, f"{what}: cut off at {size}"
        assert_in_the_window(hands, what)
        assert_large_enough(hands, what)


def test_a_choice_opens_its_form_and_back_closes_it(hands: Hands) -> None:
    table = load(hands)
    assert hands.root.name == "form"
    hands.tap("Back")
    hands.look(2)
    assert hands.root.name == "table"
    assert table.rev == LOAD.rev


def test_a_form_without_a_choice_opens_by_itself_and_has_no_way_back(hands: Hands) -> None:
    sit(hands, BID)
    assert hands.root.name == "form"
    assert "Back" not in hands.labels()


def test_the_entered_values_are_the_answer(hands: Hands) -> None:
    table = sit(hands, BID)
    press(hands, more(hands, "blue"), 3)
    press(hands, less(hands, "blue"))
    hands.tap("Done")
    assert table.rev == BID.rev + 1
    answer = given(table)
    assert isinstance(answer, Bid)
    assert structs.asdict(answer.crystals) == {"red": 0, "blue": 2, "white": 0}


def test_only_valid_values_can_be_entered(hands: Hands) -> None:
    table = emptied(hands)
    press(hands, more(hands, "relics"), 2)
    assert not more(hands, "relics").enabled, "there are two only"
    press(hands, more(hands, "blue"))
    assert not more(hands, "blue").enabled, "all slots are full"
    press(hands, more(hands, "blue"))
    assert not more(hands, "red").enabled, "there is none"
    hands.tap("Done")
    answer = given(table)
    assert isinstance(answer, LoadGoods)
    assert structs.asdict(answer.goods) == {"red": 0, "blue": 1, "white": 0, "relics": 2}


def test_slots_show_the_entered_amounts(hands: Hands) -> None:
    emptied(hands)
    press(hands, more(hands, "blue"), 2)
    assert hands.screen.slots.laid == ("crystal:blue", "crystal:blue", None)


def test_everything_must_be_entered_where_a_form_is_exact(hands: Hands) -> None:
    table = sit(hands, HOME)
    assert "3 more to choose" in hands.screen.hint.text
    assert [row.amount.n for row in hands.screen.amounts.rows] == [2, 5, 1], "nothing else is possible"
    press(hands, less(hands, "blue"))
    assert [row.amount.note for row in hands.screen.amounts.rows] == ["complete", "1 missing", "complete"]
    press(hands, more(hands, "blue"))
    for label in ("R1", "R23", "R12"):
        hands.tap(label)
    assert not hands.button("R3").enabled
    assert not hands.button("Done").enabled
    assert "choose one of the last 1" in hands.screen.hint.text
    hands.tap("Most red crystals at home")
    assert "choose one of" not in hands.screen.hint.text
    hands.tap("Done")
    answer = given(table)
    assert isinstance(answer, Declare)
    assert (sorted(answer.relics), answer.mission) == (["r1", "r12", "r23"], "red")


def test_another_word_replaces_the_previous_one(hands: Hands) -> None:
    table = sit(hands, CLAIM)
    hands.tap("Most red crystals at home")
    hands.tap("Most blue crystals at home")
    hands.tap("Done")
    answer = given(table)
    assert isinstance(answer, Declare)
    assert answer.mission == "blue"


def test_a_private_form_needs_consent_first(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = BID.table().ask
    monkeypatch.setattr(Table, "ask", structs.replace(ask, only=ask.who))
    sit(hands, BID)
    assert hands.root.name == "private"


def test_a_form_is_empty_for_the_next_player(hands: Hands) -> None:
    table = sit(hands, BID)
    press(hands, more(hands, "red"))
    hands.tap("Done")
    hands.look(2)
    assert table.rev == BID.rev + 1
    while hands.root.name != "form":
        hands.app.act()
        hands.look(2)
    assert [row.amount.n for row in hands.screen.amounts.rows] == [0, 0, 0]


def test_a_missing_word_does_not_invalidate_the_rest() -> None:
    paper = paper_of(CLAIM)
    assert paper.can_add(paper.form.portions[0])


def test_a_second_tap_deselects_a_name() -> None:
    paper = paper_of(HOME)
    paper.name("relic:r3")
    paper.name("relic:r3")
    assert paper.names == frozenset()
    assert paper.missing_names == 3


def test_slots_take_their_own_colour_first() -> None:
    form = paper_of(LOAD).form
    amounts = {"red": 0, "blue": 1, "white": 1, "relics": 1}
    slots = ["slot:red", "slot:blue", "slot:white"]
    assert laid(slots, form.portions, amounts) == ["relic", "crystal:blue", "crystal:white"]


def test_one_tap_sets_an_amount_to_its_maximum_and_another_to_zero(hands: Hands) -> None:
    emptied(hands)
    figure = {row.amount.id: row.figure for row in hands.screen.amounts.rows}["blue"]
    press(hands, figure)
    assert hands.screen.slots.laid == ("crystal:blue",) * 3
    press(hands, figure)
    assert hands.screen.slots.laid == (None,) * 3


def test_a_form_starts_with_the_defaults_of_the_game() -> None:
    assert paper_of(LOAD).amounts == {"red": 0, "blue": 1, "white": 0, "relics": 2}
    paper = paper_of(CLAIM, start=({"blue": 2}, ["relic:r3"]))
    assert (paper.amounts, paper.names) == ({"red": 0, "blue": 2, "white": 0}, {"relic:r3"})
    assert not any(paper_of(BID).amounts.values()), "a form without a start is empty"


def test_giving_nothing_must_be_confirmed(hands: Hands) -> None:
    """Whoever enters something after all is not asked."""
    table, nothing = emptied(hands), "Nothing is taken, although something can be carried"
    assert hands.screen.hint.text != nothing
    hands.tap("Done")
    hands.look(2)
    assert (table.rev, hands.screen.hint.text) == (LOAD.rev, nothing)
    press(hands, more(hands, "blue"))
    assert hands.screen.hint.text != nothing
    press(hands, less(hands, "blue"))
    hands.tap("Yes, nothing")
    answer = given(table)
    assert isinstance(answer, LoadGoods)
    assert not any(structs.asdict(answer.goods).values())
