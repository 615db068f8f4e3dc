"""Whose turn a page of instructions shows: that of the player who made them, even if the next one is asked already."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from rich.console import Console

from companion.core.asks import DrawAsk
from companion.core.texts import plain
from companion.language import Language
from companion.scene.scene import Scene
from companion.session.session import Session
from companion.table.history import PlayedEntry
from companion.table.table import Table
from companion.terminal.terminal import Terminal
from companion.terminal.view import TerminalView
from tests.daily import everything
from tests.lookback.games import recorded
from tests.playthroughs.recording import names, read

ONE_OF_EACH = ["crash_three", "escape_two", "krysis_short", "suitcase_light", "thousand_two"]

NOT_FOLLOWED = {"crash_five", "escape_tie_named", "thousand_five", "voices_mended"}
"""Recordings in which an undo counts chance as a step of its own. A session takes it back with the answer before it."""
FOLLOWED = [name for name in names() if name not in NOT_FOLLOWED]


def lit(scene: Scene) -> dict[str, list[object]]:
    """Whose turn a scene shows, at each place where it does."""
    return {
        "seats": [one.id for one in scene.seats if one.active],
        "sides": [one.id for one in scene.sides if one.active],
        "boards": [one.seat for one in scene.boards if one.active],
        "order": [one.seat for one in scene.order.seats if one.active] if scene.order is not None else [],
        "facts": [box.id for row in scene.rows for box in row.boxes if box.id[:5] == "fact:" and box.state == "good"],
    }


class Moment(NamedTuple):
    """What a table shows, whom it asks, and in which part of the game."""

    scene: Scene
    turn: tuple[object, object]


def moment_of(table: Table) -> Moment:
    return Moment(table.scene(), (getattr(table.ask, "who", None), table.game.presenter.chapter(table.state)))


def played(name: str) -> Iterator[tuple[Session, Table, Moment, list[PlayedEntry]]]:
    """A recording, played through a session entry by entry, with what was shown before each, and what it made."""
    table = recorded(name, 0)
    for item in table.chance.keys() - table.game.rules.hideable:
        table.set_chance(item, "asked")  # The recording says what came.
    session = Session(table)
    for line in read(name)[1:]:
        session.pages.clear()
        before, rev = moment_of(table), table.rev
        match line["kind"]:
            case "undo":
                assert session.undo(n=line["n"])
            case "redo":
                assert session.redo(n=line["n"])
            case "correct":
                session._do(lambda line=line: table.correct(line["changes"], line["why"]))
            case _:
                assert session.answer(table.game.rules.parse(table.state, line["answer"])), session.refused
        yield session, table, before, table.since(rev).entries


@pytest.mark.parametrize("name", FOLLOWED if everything else ONE_OF_EACH)
def test_a_page_is_headed_by_the_turn_that_made_it(name: str) -> None:
    passed = 0
    for session, table, before, entries in played(name):
        if entries[0].entry.kind == "undo":
            assert not session.pages or session.scene.prompt == table.scene().prompt
            continue
        while session.pages:
            shown = session.scene
            if moment_of(table).turn == before.turn and not isinstance(entries[0].asked, DrawAsk):
                assert shown == session.open_choices.scene(table.scene()), "the same player goes on in the same part"
                session.done()
                continue
            assert shown.prompt.over == before.scene.prompt.over
            were = lit(before.scene)
            assert lit(shown) == {at: [one for one in were[at] if one in there] for at, there in ids(shown).items()}
            passed += lit(shown) != lit(table.scene())
            session.done()
        assert session.scene == session.open_choices.scene(table.scene())
    assert passed, "no page was left to carry out by a player whose turn had ended"


@pytest.mark.parametrize("name", ["voices_two", "escape_two"])
def test_a_card_is_counted_as_the_one_that_it_is(name: str) -> None:
    """The second of two is not announced above the first."""
    firsts = 0
    for session, _, before, entries in played(name):
        if session.page is None or not isinstance(entries[0].asked, DrawAsk):
            continue
        assert session.scene.prompt.over == before.scene.prompt.over
        firsts += " 1 of " in plain(session.scene.prompt.over)
    assert firsts


def ids(scene: Scene) -> dict[str, list[object]]:
    """All who are shown at these places."""
    return {
        "seats": [one.id for one in scene.seats],
        "sides": [one.id for one in scene.sides],
        "boards": [one.seat for one in scene.boards],
        "order": [one.seat for one in scene.order.seats] if scene.order is not None else [],
        "facts": [box.id for row in scene.rows for box in row.boxes if box.id[:5] == "fact:"],
    }


def test_a_page_that_waited_when_the_game_was_left_is_headed_by_its_own_turn() -> None:
    """The same when the game is taken up again."""
    for name in ONE_OF_EACH:
        for session, table, before, _ in played(name):
            if session.pages and lit(session.scene) != lit(table.scene()):
                again = Session(table, confirmed=table.rev - 1)
                assert plain(again.page.over) == "Where you stopped"
                assert (again.scene.prompt.over, lit(again.scene)) == (before.scene.prompt.over, lit(session.scene))
                break


def test_a_lost_throw_is_the_one_of_the_player_who_threw() -> None:
    """Ten Thousand: the next one is lit only when the page is done."""
    for session, table, before, _ in played("thousand_two"):
        if session.pages and lit(before.scene)["facts"] != lit(table.scene())["facts"]:
            assert lit(session.scene)["facts"] == lit(before.scene)["facts"]
            assert len(lit(before.scene)["facts"]) == 1
            session.done()
            assert lit(session.scene)["facts"] == lit(table.scene())["facts"]
            return
    raise AssertionError("nobody has lost a throw")


def test_the_terminal_says_whose_turn_it_was_before_the_next_question() -> None:
    for session, table, before, _ in played("crash_three"):
        now = table.scene().prompt.over
        if session.pages and before.scene.prompt.over != now and table.rev > 40:
            out = io.StringIO()
            view = TerminalView(Console(file=out, width=200), Language().say)
            Terminal(session, view, input)._tell()
            view.prompt(session.present_scene)
            told = out.getvalue()
            assert told.index(plain(before.scene.prompt.over).upper()) < told.index(plain(now).upper())
            return
    raise AssertionError("no turn was passed on")
