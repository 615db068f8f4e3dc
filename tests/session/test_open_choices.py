"""Choices left open while others play: made at any time before they matter, they are as if made at once."""

from __future__ import annotations

from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import ChooseAsk, is_chance
from companion.core.texts import plain
from companion.games.crash.answers import BuyUpgrade
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.open_choices import LeaveOpen
from companion.session.session import Session
from companion.table.past import look_at, weigh
from companion.table.table import Table
from tests.daily import share

GAME = load_game("crash")
BOX = load_pack(GAME)
SEATS = ["red", "blue", "yellow", "green", "purple", "orange"]


def new_session(seats: int, seed: str = "oak", follow: str = "full") -> Session:
    settings = {"cg.follow": follow}
    table = Table(GAME, BOX, SEATS[:seats], settings, dealer=Dealer(seed), clock=lambda: 0.0, auto=False)
    return Session(table)


def asks(session: Session) -> str:
    return session.table.ask.choice if isinstance(session.table.ask, ChooseAsk) else ""


def go_on(session: Session, luck: Random) -> None:
    """What a sensible player does next, who buys what can be bought."""
    table = session.table
    if session.pages:
        session.done()
    elif session.open_choices.due is not None:
        make(session, luck)
    elif is_chance(table.ask):
        session.draw()
    elif asks(session) == "upgrade":
        assert session.answer(BuyUpgrade())
    else:
        assert session.answer(GAME.player.advise(table.state, table.legal() or [], luck.random))


def make(session: Session, luck: Random) -> None:
    """Make the oldest open choice."""
    one = session.open_choices.now[0]
    assert session.answer(luck.choice(one.answers))
    assert one.rev not in [other.rev for other in session.open_choices.now]


def waiting(session: Session) -> bool:
    """True if the open choice may be left open."""
    return any(isinstance(choice.answer, LeaveOpen) for choice in session.scene.choices) and not session.pages


def left_open(seats: int = 3, luck: Random | None = None) -> Session:
    """A game in which a choice was just left open."""
    session, luck = new_session(seats), luck or Random(1)
    while not waiting(session):
        go_on(session, luck)
    assert session.answer(LeaveOpen())
    return session


@pytest.mark.by_turns
@pytest.mark.rule("R-CG-67", "R-CG-70")
@pytest.mark.parametrize("follow", ["full", "light"])
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("seed", range(share(24)))
def test_a_choice_made_later_is_as_if_made_at_once(seats: int, follow: str, seed: int) -> None:
    """Nothing that was played meanwhile is lost, the log is a game of the rules, and whoever has not chosen is asked
    before the next answer of their own."""
    session, luck = new_session(seats, str(seed), follow), Random(seed)
    table, left, answers = session.table, 0, 0
    while not table.over or session.open_choices.due is not None:
        open_ = [one.seat for one in session.open_choices.now]
        line = list(table.history.line[: table.history.mark])
        if waiting(session) and luck.random() < 0.8:
            left += 1
            assert session.answer(LeaveOpen())
        elif open_ and luck.random() < 0.2 and not session.pages:
            make(session, luck)
            assert len(table.history.line[: table.history.mark]) == len(line)
        else:
            due = session.open_choices.due
            assert due is not None or session.pages or table.ask.who not in open_
            go_on(session, luck)
            if due is not None and not session.pages:
                assert len(table.history.line[: table.history.mark]) == len(line)
        answers += 1
        assert answers < 4000
    again = new_session(seats, str(seed), follow).table
    for played in table.history.line[: table.history.mark]:
        again.answer(played.answer)
    assert again.hash() == table.hash()
    assert left or table.facts()["round"] < 6


@pytest.mark.rule("R-CG-70")
def test_the_next_player_goes_on_and_nobody_has_an_upgrade_yet() -> None:
    session = left_open()
    (one,) = session.open_choices.now
    buyer = one.seat
    assert session.mode == "choose"
    assert session.table.ask.who != buyer
    held = [plain(holding.piece.name) for board in session.scene.boards for holding in board.holdings]
    assert [one for one in held if "Pilot" not in one] == ["still to be chosen"]
    assert session.in_hand == []
    group = session.scene.groups[-1]
    assert [choice.answer for choice in session.scene.choices if choice.group == group.id] == list(one.answers)
    assert plain(session.timeline.label(session.timeline.latest(1)[0])) == "Still to be chosen"
    assert session.answer(one.answers[1])
    assert session.open_choices.now == []
    assert session.table.facts()["saucers"][str(buyer)]["upgrades"] == [getattr(one.answers[1], "upgrade", None)]


@pytest.mark.rule("R-CG-70")
def test_a_choice_is_due_before_the_next_answer_of_its_player() -> None:
    """And at the end of the round, for there are upgrades for that moment."""
    session, luck = left_open(), Random(2)
    (one,) = session.open_choices.now
    while session.open_choices.due is None:
        assert session.table.ask.who != one.seat
        go_on(session, luck)
    while session.pages:
        session.done()
    assert session.table.ask.who == one.seat or session.table.facts()["phase"] not in ("turn", "cleanup")
    assert {choice.answer for choice in session.scene.choices} == set(one.answers)
    assert session.scene.pad is None


def test_undo_takes_the_leaving_back_and_redo_leaves_it_open_again() -> None:
    session = left_open()
    before = session.open_choices.now[0].rev
    session.undo()
    assert asks(session) == "keep"
    assert session.open_choices.now == []
    session.redo()
    assert [one.rev for one in session.open_choices.now] == [before]
    session.undo()
    assert session.answer((session.table.legal() or [])[0])
    assert session.open_choices.now == []


@pytest.mark.parametrize("which", [0, 1])
def test_undo_after_the_choice_takes_back_that_and_no_move_of_others(which: int) -> None:
    session, luck = left_open(), Random(3)
    (one,) = session.open_choices.now
    while session.table.ask.who is None or len(session.table.history.line) < one.position + 3 or session.pages:
        go_on(session, luck)
    asked, played = session.table.ask, session.table.history.mark
    assert session.answer(one.answers[which])
    assert session.open_choices.now == []
    session.undo()
    assert (session.table.ask, session.table.history.mark, session.pages) == (asked, played, [])
    assert [other.granted for other in session.open_choices.now] == [one.granted]
    session.undo()
    assert session.table.history.mark < played


def test_a_restart_forgets_nothing() -> None:
    """The note is kept with the game, and nothing is told of what nobody has chosen."""
    session = left_open()
    table = session.table
    again = Table.resume(GAME, BOX, table.setup, table.log, dealer=Dealer("oak"), notes=table.notes)
    resumed = Session(again, confirmed=table.rev)
    assert [one.rev for one in resumed.open_choices.now] == [one.rev for one in session.open_choices.now]
    assert resumed.pages == []


def test_another_answer_in_the_log_keeps_it_open() -> None:
    """Entries get new numbers then."""
    session, luck = left_open(), Random(5)
    while asks(session) != "card" or session.pages:
        go_on(session, luck)
    (before,) = session.open_choices.now
    older = [one for one in session.timeline.latest(99) if one.entry.rev < before.rev and one.answer is not None]
    changes = (
        weigh(session.table, one.entry.rev, answer)
        for one in older
        for answer in look_at(session.table, one.entry.rev).legal or ()
        if answer != one.answer
    )
    assert session.revise(next(one for one in changes if not one.dropped))
    (after,) = session.open_choices.now
    assert (after.granted, after.seat) == (before.granted, before.seat)
    assert after.rev > before.rev


def test_a_player_who_goes_on_chooses_first() -> None:
    """With several upgrades in one turn."""
    settings = {"cg.upgrades_per_turn": "unlimited"}
    table = Table(GAME, BOX, SEATS[:3], settings, dealer=Dealer("oak"), clock=lambda: 0.0, auto=False)
    session, luck = Session(table), Random(1)
    while asks(session) != "upgrade" or session.pages:
        go_on(session, luck)
    table.correct([{"fact": "energy", "saucer": table.ask.saucer, "value": 4}], "")  # type: ignore[union-attr]
    assert session.answer(BuyUpgrade())
    assert asks(session) == "keep"
    assert not waiting(session)


def test_after_the_last_turn_of_a_round_nobody_goes_on() -> None:
    session, luck = new_session(3), Random(1)
    while asks(session) != "keep" or session.pages or session.table.facts()["turn"]["index"] < 2:
        go_on(session, luck)
    assert not waiting(session)
    assert not session.answer(LeaveOpen())
    assert session.refused is not None
    assert asks(session) == "keep"


def test_whoever_still_has_to_choose_is_named_beside_the_dice_too() -> None:
    session, luck, rolls = new_session(3), Random(2), 0
    for _ in range(3000):
        if rolls or session.mode == "over":
            break
        if waiting(session):
            assert session.answer(LeaveOpen())
            continue
        if session.mode == "roll" and session.open_choices.now:
            rolls += 1
            hint = plain(session.scene.prompt.hint)
            assert (
                plain(
                    session.table.game.presenter.word(session.table.state, f"seat:{session.open_choices.now[0].seat}")
                )
                in hint
            )
            assert "still has to choose" in hint
        go_on(session, luck)
    assert rolls
