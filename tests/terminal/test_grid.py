"""A game on a board of squares in the terminal: the board as text, amounts and directions, a die with numbers."""

from __future__ import annotations

from companion.chance.dealer import Dealer
from companion.games.crash.game import GAME
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.terminal.test_terminal import Sitting, number_of

SEATS = ["red", "blue", "yellow"]


def sitting(settings: dict[str, str] | None = None) -> Sitting:
    table = Table(GAME, load_pack(GAME), SEATS, settings or {}, dealer=Dealer("grid"), clock=lambda: 0.0, auto=False)
    return Sitting(table=table)


def until(at: Sitting, choice: str) -> Sitting:
    """Press Enter until ``choice`` is asked: chance is dealt, and everybody is ready."""
    while getattr(at.table.ask, "choice", None) != choice:
        at.type("")
    return at


def test_the_board_is_rows_and_columns_with_markers_around_it():
    at = until(sitting(), "card")
    written = at.type("b")
    board = at.table.facts()["board"]
    lines = written.splitlines()
    head = next(index for index, line in enumerate(lines) if line.split()[:3] == ["A", "B", "C"])
    assert lines[head - 1].strip() == "Sun"
    rows = lines[head + 1 :]
    column, row = board["sites"]["7"][1:].split("r")
    wide = lines[head].index(chr(ord("A") + int(column) - 1))
    assert "7" in rows[int(row) - 1][wide - 1 : wide + 3]
    column, row = board["accelerators"][0][1:].split("r")
    assert rows[int(row) - 1][lines[head].index(chr(ord("A") + int(column) - 1))] == "+"
    assert "R Red" in written
    assert any("Asteroids" in line and "Stars" in line for line in rows)


def test_a_number_on_the_die_is_typed_as_it_is():
    at = sitting()
    while getattr(at.table.ask, "dice", None) is None:
        at.type("")
    at.type("7")
    facts = at.table.facts()
    assert facts["saucers"]["red"]["at"] == facts["board"]["sites"]["7"]
    written = at.type("13")
    assert "Type one face" in written
    assert facts["saucers"] == at.table.facts()["saucers"]


def test_a_card_is_an_amount_and_then_a_direction():
    at = until(sitting(), "card")
    written = at.type(number_of(at.type("b"), "Card 3"))
    assert "Sun  up" in written
    at.type(number_of(written, "Meteor"))
    facts = at.table.facts()
    assert facts["saucers"]["red"]["energy"] == 2
    assert facts["turn"]["distance"] == 3


def test_where_the_board_is_not_followed_the_card_is_one_number():
    at = until(sitting({"cg.follow": "light"}), "card")
    written = at.type(number_of(at.type("b"), "Card 2"))
    assert "That was all" in written
    assert at.table.facts()["saucers"]["red"]["boosters"] == 1
