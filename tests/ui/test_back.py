"""On every page of the box editor on which people enter something, it is there after *Back* when they return."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.ui.hands import Hands
from tests.ui.test_boxes import center, drag, lay_squares, named, tap_row, type_, type_done
from tests.ui.test_screens import SIZES
from ui.screens.stage import OF_BOXES


class BackPage(NamedTuple):
    """A page that people come to from the open box with ``go``, ``enter`` something there, and what is ``seen``."""

    game: str
    go: Callable[[Hands], None]
    enter: Callable[[Hands], None]
    seen: Callable[[Hands], object]
    screen: str


def rows(*words: str) -> Callable[[Hands], None]:
    """Tap these rows and buttons one after the other."""

    def go(hands: Hands) -> None:
        for word in words:
            if word in hands.labels():
                hands.tap(word)
            else:
                tap_row(hands, word)

    return go


def begun(table: str) -> Callable[[Hands], None]:
    """A new row of a table, or the one that was begun."""

    def go(hands: Hands) -> None:
        tap_row(hands, table)
        hands.tap("Go on with it" if "Go on with it" in hands.labels() else "Another one")

    return go


def figure(*figures: str) -> Callable[[Hands], None]:
    def enter(hands: Hands) -> None:
        for one in figures:
            hands.tap(one)

    return enter


def number_of_items(hands: Hands) -> None:
    tap_row(hands, "Items")
    hands.touch(*hands.screen.amounts.rows[0].figure.center)


def draw(hands: Hands) -> None:
    hands.touch(*center(hands.screen.plan.spot((1, 1))))
    hands.touch(*hands.screen.amounts.rows[0].more.center)


def slots(hands: Hands) -> None:
    box = hands.app.box_editor.opened
    if not box.rows(("tiles",)):
        draft = box.tile(("tiles",))
        draft.accelerate((0, 0))
        box.put_tile(("tiles",), None, draft)
    tap_row(hands, "Layouts: With three or four saucers")


def lay_slot(hands: Hands) -> None:
    hands.touch(*center(hands.screen.plan.spot((2, 3))))


def city(hands: Hands) -> None:
    drawn = hands.screen.tile
    drag(hands, center(drawn.cell("exit:1")), center(drawn.tile()))


def naming(hands: Hands) -> None:
    tap_row(hands, "Board")
    if not hands.screen.draft.squares:
        lay_squares(hands, 2)
    hands.touch(*center(hands.screen.sketch.spot("square_1")))
    hands.tap("Name")


def story(hands: Hands) -> None:
    begun("Stories")(hands)
    while hands.screen.editor.path:
        hands.tap("Back")
    tap_row(hands, "Name")


PAGES = {
    "row": BackPage(
        "crash", begun("Upgrades"), lambda h: type_done(h, "brake"), lambda h: dict(h.screen.editor.form.row), "row"
    ),
    "text": BackPage("newyork", story, lambda h: type_(h, "rain"), lambda h: h.screen.text.text, "row"),
    "about": BackPage(
        "crash", rows("About the box", "Name"), lambda h: type_(h, "x"), lambda h: h.screen.text.text, "row"
    ),
    "how many": BackPage(
        "crash", rows("Upgrades", "How many?"), figure("3", "1"), lambda h: h.screen.text.text, "entries"
    ),
    "count": BackPage("newyork", number_of_items, figure("7"), lambda h: h.screen.text.text, "counts"),
    "squares": BackPage(
        "newyork", rows("Board"), lambda h: lay_squares(h, 3), lambda h: list(h.screen.draft.squares), "board"
    ),
    "name of a square": BackPage(
        "newyork", naming, lambda h: type_(h, "quay"), lambda h: h.screen.text.text, "board"
    ),
    "tile": BackPage(
        "crash", begun("Tiles"), draw, lambda h: (h.screen.plan.signs, h.screen.plan.columns), "tile"
    ),
    "slots": BackPage("crash", slots, lay_slot, lambda h: len(h.screen.plan.blocks), "slots"),
    "city tile": BackPage(
        "escape", rows("City tiles", "Tile A number 1", "Change it"), city, lambda h: h.screen.tile.things, "city tile"
    ),
}  # fmt: skip
WITHOUT = {"boxes", "box", "card", "browser", "deck"}
"""Screens of the box editor on which nothing is entered that is not saved at once; names of boxes are below."""


def to_box(hands: Hands) -> None:
    for _ in range(8):
        if hands.root.name == "box":
            return
        hands.tap("Back")
    raise AssertionError(f"no way back from {hands.root.name}")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_is_entered_is_there_after_back(hands: Hands, size: tuple[int, int], page: str) -> None:
    game, go, enter, seen, screen = PAGES[page]
    hands.resize(*size)
    titles = {"newyork": "New York Crisis", "escape": "Escape Plan", "crash": "Crash & Grab"}
    named(hands, titles[game], "Ours")
    to_box(hands)
    go(hands)
    assert hands.root.name == screen
    before = seen(hands)
    enter(hands)
    entered = seen(hands)
    assert entered != before
    to_box(hands)
    go(hands)
    assert hands.root.name == screen
    assert seen(hands) == entered


def test_the_name_of_a_new_box_is_there_after_back(hands: Hands) -> None:
    for n in range(2):
        hands.tap("Boxes" if not n else "A new box")
        if not n:
            hands.tap("A new box")
        tap_row(hands, "Krysis")
        if not n:
            type_(hands, "mine")
            hands.tap("Back")
    assert hands.screen.text.text == "Mine"


def test_a_drawing_that_was_begun_can_be_as_it_was(hands: Hands) -> None:
    named(hands, "Escape Plan", "Ours")
    go = PAGES["city tile"].go
    go(hands)
    before = hands.screen.tile.things
    city(hands)
    to_box(hands)
    go(hands)
    hands.tap("Undo")
    assert hands.screen.tile.things == before
    to_box(hands)
    go(hands)
    assert hands.screen.tile.things == before
    assert not hands.screen.undo.shown


def test_every_screen_of_the_box_editor_is_one_of_these() -> None:
    assert {page.screen for page in PAGES.values()} | WITHOUT == set(OF_BOXES)
