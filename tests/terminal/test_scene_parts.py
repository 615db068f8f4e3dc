"""A game of days and boards in the terminal: boards are tapped by number, secrets are hidden again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from companion.chance.dealer import Dealer
from companion.games.escape.answers import Escape
from companion.games.escape.game import GAME
from companion.packs.loader import load_pack
from companion.scene.menu import Menu
from companion.table.table import Table
from tests.terminal.test_terminal import Sitting, number_of

SECRET = {"plans": "private", "ep.cash_ledger": "private"}
QUIET = {"asset": "", "day_change": "", "extra": "", "turn": "", "handcuffs": "2", "tie": "1"}
"""What is typed where a test does not care; 1 and 1 lays a tile."""


def sitting(seats: str = "red blue", settings: dict[str, str] | None = None, **options: Any) -> Sitting:
    table = Table(
        GAME, load_pack(GAME), seats.split(), settings or {}, dealer=Dealer("quay"), clock=lambda: 0.0, auto=False,
        **options,
    )  # fmt: skip
    return Sitting(table=table)


def until(at: Sitting, choice: str, day: int = 1) -> Sitting:
    """Type what brings the game on until ``choice`` is asked on that day."""
    while getattr(at.table.ask, "choice", None) != choice or at.table.facts()["day"] < day:
        asked = getattr(at.table.ask, "choice", None)
        if asked is None:
            at.type("")
        elif asked == "tile":
            place = at.table.legal()[0]
            at.session.answer(place)
        else:
            at.type(QUIET[asked])
    return at


def test_the_whole_table_shows_day_order_rows_and_city():
    written = until(sitting(), "turn").type("b")
    assert "Day 1 of 3" in written
    assert "Order (notoriety):  1. Blue 0  2. Red 0" in written
    for words in ("Patrol", "▯", "Display", "Contacts: 25 in the deck", "City", "Mercy Hill", "Bag "):
        assert words in written


def red(at: Sitting) -> dict[str, Any]:
    found: dict[str, Any] = at.table.facts()["players"]["red"]
    return found


def test_a_board_is_tapped_by_number_and_stays_open_until_enter():
    at = until(sitting(), "turn")
    opened = at.type("seat 1")
    notoriety, income = number_of(opened, "Notoriety"), number_of(opened, "Income")
    assert "Red: notoriety 0 → 1" in at.type(f"{notoriety} +")
    at.type(notoriety, f"{notoriety} -", f"{income} 5")
    assert (red(at)["notoriety"], red(at)["income"]) == (1, 5)
    assert "Blue plays" in at.type("")
    assert at.table.ask.choice == "turn"


def test_what_cannot_be_tapped_gets_one_sentence():
    at = until(sitting(), "turn")
    rev = at.table.rev
    assert "cannot be tapped" in at.type("seat 2", "99", "1 -")
    assert "seat 1 to seat 3" in at.type("seat 9")
    assert at.table.rev == rev


def test_cards_and_tiles_are_found_by_row_and_place():
    at = until(sitting(), "turn")
    card = at.table.state.now.contacts.display[0]
    name = at.table.state.world.contacts[card].name
    take = number_of(at.type(), "Take a contact")
    at.type(number_of(at.type(take), name))
    assert at.table.facts()["players"]["blue"]["contacts"] == [card]


def test_several_are_chosen_with_their_numbers_nobody_with_enter():
    at = until(sitting(), "extra")
    assert "Nobody has an extra action" in at.type()
    at.type("2 1")
    assert at.table.facts()["queue"] == at.table.facts()["order"]
    until(at, "extra")
    at.type("")
    assert at.table.facts()["phase"] == "day_change"


def test_a_secret_is_shown_behind_a_gate_and_pushed_out_of_sight():
    at = until(sitting(settings=SECRET), "turn")
    assert "something to hide" in at.type("secret 9")
    written = at.type("secret 1", "", "2 +", "")
    assert "Only Red looks now: press Enter." in written
    before, _, after = written.partition("Press Enter to hide it.")
    assert "Escape plan" in before
    assert "$14k" in after
    assert "\n" * 20 in after.rpartition("$14k")[2]


def test_a_line_of_the_score_sheet_is_typed_by_its_seat_alone():
    at = until(sitting("red blue green"), "turn", day=3)
    at.session.answer(Escape("red"))
    until(at, "line")
    written = at.type("", "x", "999", "-5")
    assert "Only Red looks now" in written
    assert written.count("Type a number from -50 to 249.") >= 2
    assert at.table.state.now.players["red"].lines == {"cash": -5}


def typist(table: Callable[[], Table], r: Random) -> Iterator[str]:
    """Types whatever the terminal offers, until the game is over."""
    while not table().over:
        scene = table().scene()
        if table().can_deal:
            yield ""
        elif scene.entry is not None:
            yield ""  # the others look away
            only = table().ask.only
            while not table().over and table().ask.only == only:
                yield str(r.randint(scene.entry.low, scene.entry.high))
        elif r.random() < 0.6 and (scene.several is not None or any(choice.primary for choice in scene.choices)):
            yield ""
        else:
            more = len(scene.several.options) if scene.several is not None else 0
            items, key = Menu(scene).lines(), None
            while items:
                n = r.randrange(len(items))
                yield str(n + 1 + (more if key is None else 0))
                key = items[n].group
                items = Menu(scene).lines(key) if key is not None else []
    yield "b"
    yield "q"


@pytest.mark.parametrize("settings", [{}, SECRET])
def test_a_whole_game_can_be_played_by_typing_numbers(settings: dict[str, str]):
    at = sitting("red blue green", settings)
    lines = typist(lambda: at.table, Random(3))
    at.terminal.read = lambda _: next(lines)
    at.terminal.run()
    written = at.paper.getvalue()
    assert at.table.over
    assert "no number" not in written
    assert "That is no command" not in written
    assert "The end".upper() in written


def test_a_turn_begins_with_what_its_player_looks_at():
    at = until(sitting(), "turn")
    assert "Pawn Mercy Hill  Actions left 3  Money a day $9k  Notoriety 0" in at.type()
    opened = at.type("seat 2")
    pawn, actions, notoriety = (number_of(opened, name) for name in ("Pawn", "Actions left", "Notoriety"))
    written = at.type(f"{pawn} the ropewalk", f"{actions} +", f"{notoriety} +", "")
    assert "Pawn The Ropewalk  Actions left 4  Money a day $9k  Notoriety 1" in written
    assert "Blue" in until(at, "extra").type(), "who has an extra action is what Enter says"
    at.type("")
    assert at.table.facts()["queue"] == ["blue"]


def test_money_of_the_ledger_is_not_written_where_all_look():
    at = until(sitting(settings=SECRET), "turn")
    written = at.type()
    assert "Money •••" in written
    assert "$9k" not in written.partition("Pawn")[2]


def test_the_day_change_is_ticked_by_number():
    at = until(sitting(), "day_change")
    rev, lines = at.table.rev, len(at.session.scene.checklist)
    assert "☐ Put the time marker back" in at.type()
    assert "☑ Put the time marker back" in at.type(str(lines))
    assert "☐ Put the time marker back" in at.type(str(lines))
    assert at.table.rev == rev
    written = at.type(*map(str, range(1, lines + 1)))
    assert number_of(written, "Day done") == str(lines + 1)
    at.type(str(lines + 1))
    assert at.table.facts()["day"] == 2
