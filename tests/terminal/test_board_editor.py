"""A board told in a terminal: squares by their names, and which of them touch."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console

from companion.games.registry import load_game
from companion.language import Language
from companion.packs.editing.box import SQUARES, OpenBox
from companion.packs.folder import read_content
from companion.packs.own import new_box
from companion.scene.layout import layout
from companion.terminal.board_editor import TerminalBoard
from companion.terminal.boxes import TerminalBoxes
from companion.terminal.view import TerminalView

SIX = "Soho, Harlem, Chelsea, Inwood, Tribeca, Midtown"


def opened() -> OpenBox:
    game = load_game("newyork")
    path = new_box(game, "Ours")
    return OpenBox(game, path, read_content(path))


def lay(box: OpenBox, *typed: str) -> str:
    """Type these lines, then Enter; what was written."""
    lines: Iterator[str] = iter((*typed, ""))
    screen = StringIO()
    console = Console(file=screen, width=100, color_system=None)
    TerminalBoard(box, TerminalView(console, Language("en").say), lambda _: next(lines)).lay()
    assert next(lines, None) is None, "not all of it was read"
    return screen.getvalue()


def joined(box: OpenBox) -> dict[str, list[str]]:
    names = {square["id"]: square["name"] for square in box.rows(SQUARES)}
    return {square["name"]: sorted(names[one] for one in square["neighbours"]) for square in box.rows(SQUARES)}


def test_squares_are_joined_by_their_numbers_and_parted_again() -> None:
    box = opened()
    written = lay(box, SIX, "1 2, 2-3,  4 5", "2 3")
    assert "Which squares touch?" in written
    assert joined(box) == {
        "Soho": ["Harlem"], "Harlem": ["Soho"], "Chelsea": [], "Inwood": ["Tribeca"], "Tribeca": ["Inwood"],
        "Midtown": [],
    }  # fmt: skip
    assert read_content(box.path).data["board"]["squares"] == box.rows(SQUARES), "every line is kept at once"
    assert box.data["board"]["whole"] is False


def test_stations_are_marked_and_squares_come_and_go() -> None:
    box = opened()
    lay(box, SIX, "s 4", "5th Avenue, Bronx", "x 1")
    assert [square["name"] for square in box.rows(SQUARES) if square["subway"]] == ["Inwood"]
    assert list(joined(box)) == ["Harlem", "Chelsea", "Inwood", "Tribeca", "Midtown", "5th Avenue", "Bronx"]


def test_a_line_is_taken_back_as_a_whole() -> None:
    box = opened()
    lay(box, SIX, "1 2, 3 4", "5 6", "Bronx, Queens", "u", "u", "u", "u", "1 6")
    assert {name: others for name, others in joined(box).items() if others} == {
        "Soho": ["Midtown"],
        "Midtown": ["Soho"],
    }


@pytest.mark.parametrize("typed", ["7 1", "0 1", "s 9", "3", "1 2, 3", "1 2 3"])
def test_numbers_that_there_are_not_change_nothing(typed: str) -> None:
    box = opened()
    assert "Type numbers of the list." in lay(box, SIX, typed)
    assert not any(joined(box).values())
    assert len(box.rows(SQUARES)) == 6


def test_a_whole_board_is_one_whose_squares_can_all_be_reached() -> None:
    box = opened()
    written = lay(box, SIX, "1 2, 2 3, 3 4, 4 5", "w")
    assert "Nothing leads to Midtown yet." in written
    assert box.laid_in_part
    lines = iter(("5 6", "w"))
    TerminalBoard(box, TerminalView(Console(file=StringIO()), Language("en").say), lambda _: next(lines)).lay()
    assert not box.laid_in_part
    assert len(box.content.places or {}) == 6


def test_squares_lie_where_a_board_that_nobody_has_drawn_puts_them() -> None:
    box = opened()
    lay(box, SIX, "1 4, 4 2, 2 6, 6 3, 3 5")
    where = layout({square["id"]: square["neighbours"] for square in box.rows(SQUARES)})
    assert box.content.places == {square: [round(x, 3), round(y, 3)] for square, (x, y) in where.items()}


def test_a_board_that_is_laid_in_part_goes_on_when_the_box_is_played_again(capsys: pytest.CaptureFixture[str]) -> None:
    box = opened()
    lay(box, SIX)
    lines = iter(("1 2", "", "", "0"))
    boxes = TerminalBoxes(box.game, TerminalView(Console(), Language("en").say), lambda _: next(lines), "en")
    assert boxes.complete(box.path) is None
    found = OpenBox(box.game, box.path, read_content(box.path))
    assert joined(found)["Soho"] == ["Harlem"]
    assert "things do not fit yet" in capsys.readouterr().out
