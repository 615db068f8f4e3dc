"""What people do with a table, without a picture."""

from __future__ import annotations

from companion.chance.dealer import Dealer
from companion.core.answers import Draw
from companion.core.asks import RollAsk
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.scene.scene import Prompt
from companion.session.session import Session
from companion.table.log import DieRead, ReadingId
from companion.table.table import Table
from tests.games.newyork.helpers import GAME, box, loaded
from tests.ui.fake import Beat, End, FakeTable, scene


def test_lots_are_drawn_with_one_tap_and_laid_out_as_a_check_list() -> None:
    table = FakeTable(at=0)
    session = Session(table)
    assert session.mode == "deal"
    session.draw()
    assert table.at == 2
    assert session.mode == "check"
    assert len(session.page.lines) == 7
    session.tick(2)
    session.tick(3)
    session.tick(2)
    assert session.page.ticked == {3}
    session.done()
    assert session.mode == "deal"


def test_a_drawn_card_is_shown_with_what_it_makes_hands_do() -> None:
    session = Session(FakeTable(at=2))
    session.draw()
    assert session.mode == "card"
    assert session.page.card.title.msgid == "Central Park"
    assert [line.sign for line in session.page.lines] == ["+", "−", "→"]


def test_done_is_kept_up_to_the_entry_it_belongs_to() -> None:
    table = FakeTable(at=2)
    session = Session(table)
    session.draw()
    assert table.confirmed == 0
    session.done()
    assert table.confirmed == 1


def test_a_card_from_the_table_is_tapped_in_the_list() -> None:
    table = FakeTable(at=3)
    session = Session(table)
    assert session.mode == "list"
    session.answer(table.legal()[4])
    assert isinstance(table.answers[0][0], Draw)
    assert session.mode == "card"


def test_a_new_story_card_is_read_before_the_hands_work() -> None:
    table = FakeTable(at=5)
    session = Session(table)
    session.answer(End())
    assert session.mode == "card"
    assert session.page.card.title.msgid == "A voice on the line"
    assert session.page.lines


def test_a_refusal_leaves_everything_as_it_was() -> None:
    from companion.core.refusals import Refused  # noqa: PLC0415
    from companion.core.texts import T  # noqa: PLC0415

    table = FakeTable(at=5)
    session = Session(table)
    session.choose_die("red1")
    table.refuse = Refused("illegal", T("No."), "R-1")
    assert not session.answer(End())
    assert session.refused is not None
    assert session.mode == "choose"
    assert session.chosen == {"red1"}


def test_undo_at_the_beginning_says_that_there_is_nothing() -> None:
    session = Session(FakeTable(at=0))
    session.undo()
    assert session.refused is not None
    assert session.refused.code == "nothing"


def test_undo_of_a_page_that_is_still_open_says_that_hands_may_have_done_a_part() -> None:
    table = FakeTable(at=2)
    table.undoing = 2
    session = Session(table)
    session.draw()
    session.undo()
    assert session.page is not None
    assert "already" in session.page.over.msgid


def at_a_throw(seed: str) -> Session:
    """The dice of a turn wait to be thrown; the dealer would deal the rest from this seed."""
    table = Table(GAME, loaded(box()), ["father", "mother"], {}, dealer=Dealer(seed), auto=False)
    session = Session(table)
    while session.mode != "roll":
        if session.pages:
            session.done()
        elif session.mode == "deal":
            session.draw()
        else:
            session.answer(table.legal()[0])
    return session


def rest_after(session: Session, die: str, face: str) -> dict[str, str]:
    assert session.tray is not None
    session.tray.read(die, face)
    assert session.roll_for_us()
    return session.table.log[-1].answer["faces"]


def test_dice_of_the_rest_of_a_throw_fall_each_by_itself() -> None:
    alike = 0
    for seed in map(str, range(12)):
        session = at_a_throw(seed)
        faces = rest_after(session, "blue1", "MENT")
        assert faces["blue1"] == "MENT"
        alike += faces["red1"] == faces["red2"]
    assert alike < 12


def test_every_reading_is_saved_once_with_its_roll_or_without_one() -> None:
    table = FakeTable([Beat(RollAsk("father", "R-1", ["red1"]), scene(Prompt(T("Round"), T("Roll")))) for _ in "123"])
    session = Session(table)
    readings = [
        DieRead("serial", "red1", "red", 4, 6, 100 * n, throw=str(n), at=10.0 * n, origin=ReadingId("reader-7", "b", n))
        for n in range(1, 10)
    ]
    session.read(readings[0])
    assert table.readings == []
    session.read(readings[8])
    assert table.readings == [readings[0].origin, readings[8].origin]
    table.refuse = Refused("illegal", T("No."))
    session.read(readings[7])
    assert len(table.answers) == 1
    assert table.readings[2:] == [readings[7].origin]
    session.read(readings[1])
    session.close()
    assert table.readings[3:] == [readings[1].origin]


def test_after_undo_the_same_reading_gives_the_same_throw() -> None:
    for seed in map(str, range(6)):
        session = at_a_throw(seed)
        first = rest_after(session, "red1", "WILD")
        source = session.table.log[-1].source
        session.undo()
        while session.pages:
            session.done()
        assert rest_after(session, "red1", "WILD") == first
        assert (session.table.log[-1].kind, session.table.log[-1].source) == ("answer", source) == ("answer", "serial")
