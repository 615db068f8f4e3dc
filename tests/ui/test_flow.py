"""The way through a game, without a picture."""

from __future__ import annotations

from companion.chance.dealer import Dealer
from companion.core.answers import Draw
from companion.table.table import Table
from tests.games.newyork.box import GAME, box, loaded
from tests.ui.fake import End, FakeTable
from ui.session.flow import Flow


def test_lots_are_drawn_with_one_tap_and_laid_out_as_a_check_list() -> None:
    table = FakeTable(at=0)
    flow = Flow(table)
    assert flow.mode == "deal"
    flow.draw()
    assert table.at == 2
    assert flow.mode == "check"
    assert len(flow.page.lines) == 7
    flow.tick(2)
    flow.tick(3)
    flow.tick(2)
    assert flow.page.ticked == {3}
    flow.done()
    assert flow.mode == "deal"


def test_a_drawn_card_is_shown_with_what_it_makes_hands_do() -> None:
    flow = Flow(FakeTable(at=2))
    flow.draw()
    assert flow.mode == "card"
    assert flow.page.card.title.msgid == "Central Park"
    assert [line.sign for line in flow.page.lines] == ["+", "−", "→"]


def test_done_is_kept_up_to_the_entry_it_belongs_to() -> None:
    table = FakeTable(at=2)
    flow = Flow(table)
    flow.draw()
    assert table.confirmed == 0
    flow.done()
    assert table.confirmed == 1


def test_a_card_from_the_table_is_tapped_in_the_list() -> None:
    table = FakeTable(at=3)
    flow = Flow(table)
    assert flow.mode == "list"
    flow.answer(table.legal()[4])
    assert isinstance(table.answers[0][0], Draw)
    assert flow.mode == "card"


def test_a_new_story_card_is_read_before_the_hands_work() -> None:
    table = FakeTable(at=5)
    flow = Flow(table)
    flow.answer(End())
    assert flow.mode == "card"
    assert flow.page.card.title.msgid == "A voice on the line"
    assert flow.page.lines


def test_a_refusal_leaves_everything_as_it_was() -> None:
    from companion.core.refusals import Refused  # noqa: PLC0415
    from companion.core.texts import T  # noqa: PLC0415

    table = FakeTable(at=5)
    flow = Flow(table)
    flow.choose_die("red1")
    table.refuse = Refused("illegal", T("No."), "R-1")
    assert not flow.answer(End())
    assert flow.refused is not None
    assert flow.mode == "choose"
    assert flow.chosen == {"red1"}


def test_undo_at_the_beginning_says_that_there_is_nothing() -> None:
    flow = Flow(FakeTable(at=0))
    flow.undo()
    assert flow.refused is not None
    assert flow.refused.code == "nothing"


def test_undo_of_a_page_that_is_still_open_says_that_hands_may_have_done_a_part() -> None:
    table = FakeTable(at=2)
    table.undoing = 2
    flow = Flow(table)
    flow.draw()
    flow.undo()
    assert flow.page is not None
    assert "already" in flow.page.over.msgid


def at_a_throw(seed: str) -> Flow:
    """The dice of a turn wait to be thrown; the dealer would deal the rest from this seed."""
    table = Table(GAME, loaded(box()), ["father", "mother"], {}, dealer=Dealer(seed), auto=False)
    flow = Flow(table)
    while flow.mode != "roll":
        if flow.pages:
            flow.done()
        elif flow.mode == "deal":
            flow.draw()
        else:
            flow.answer(table.legal()[0])
    return flow


def rest_after(flow: Flow, die: str, face: str) -> dict[str, str]:
    assert flow.tray is not None
    flow.tray.read(die, face)
    assert flow.roll_for_us()
    return flow.table.log[-1].answer["faces"]


def test_dice_of_the_rest_of_a_throw_fall_each_by_itself() -> None:
    alike = 0
    for seed in map(str, range(12)):
        flow = at_a_throw(seed)
        faces = rest_after(flow, "blue1", "MENT")
        assert faces["blue1"] == "MENT"
        alike += faces["red1"] == faces["red2"]
    assert alike < 12


def test_after_undo_the_same_reading_gives_the_same_throw() -> None:
    for seed in map(str, range(6)):
        flow = at_a_throw(seed)
        first = rest_after(flow, "red1", "WILD")
        source = flow.table.log[-1].source
        flow.undo()
        while flow.pages:
            flow.done()
        assert rest_after(flow, "red1", "WILD") == first
        assert (flow.table.log[-1].kind, flow.table.log[-1].source) == ("answer", source) == ("answer", "serial")
