"""Cards of one seat that are others than the companion believes: said alone, by touch, and drawn for nobody else."""

from __future__ import annotations

from random import Random

import pytest

from companion.scene.scene import Counter, Fix
from companion.table.table import Table
from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from tests.ui.test_secrets_drawn import GAME, SEATS, drawn, stands_at, started, step, twins
from ui.base.language import say
from ui.model.navigation import IDLE
from ui.widgets.rows import RowView

SEAT = SEATS[0]


@pytest.fixture
def table() -> Table:
    """A table at which everything is known, some rounds into the game, while somebody decides."""
    made, luck = started("fixes"), Random(4)
    while made.can_deal or made.state.now.round < 2 or not GAME.presenter.private(made.state, SEAT).fixes:
        step(made, luck)
    return made


def fixes(table: Table) -> list[Counter]:
    private = GAME.presenter.private(table.state, SEAT)
    assert private is not None
    return private.fixes


def at_the_cover(hands: Hands, table: Table) -> None:
    hands.sit(table)
    hands.session.pages.clear()
    hands.app.look_alone(SEAT)
    hands.look(2)
    hands.tap(say("Other cards"))
    hands.look(2)
    assert hands.root.name == "fixes"


def alone(hands: Hands, table: Table) -> None:
    at_the_cover(hands, table)
    hands.touch(*hands.screen.primary.center)
    hands.look(2)


def turn_to(hands: Hands, fix: Counter) -> None:
    """Tap a card, on whatever page it is."""
    panel = hands.screen.panel
    for _ in range(20):
        found = [button for button in panel.buttons if button.shown and button.key == (SEAT, fix.id)]
        if found:
            hands.touch(*found[0].center)
            hands.look(2)
            return
        hands.touch(*next(button for button in panel.buttons if button.shown and button.key is None).center)
        hands.look(2)
    raise AssertionError(f"{fix.id} is on no page")


def offered(hands: Hands) -> list[str]:
    """What it can be instead, on all pages."""
    rows, found = hands.screen.values, []
    while True:
        found += [view.row.text for view in rows.views if view.shown]
        if not (rows.after.shown and rows.after.enabled):
            return found
        hands.touch(*rows.after.center)


def test_every_card_can_be_corrected_to_any_possible_one(hands: Hands, table: Table) -> None:
    alone(hands, table)
    for fix in fixes(table):
        turn_to(hands, fix)
        assert offered(hands) == [say(cell.label) for cell in fix.cells]
        hands.tap("Back")
        hands.look(2)


def test_a_private_correction_is_logged_without_its_content(hands: Hands, table: Table) -> None:
    alone(hands, table)
    fix = fixes(table)[0]
    turn_to(hands, fix)
    index = next(n for n, cell in enumerate(fix.cells) if cell.tap is not None)
    tap = fix.cells[index].tap
    assert isinstance(tap, Fix)
    view = next(
        part for part in hands.parts() if isinstance(part, RowView) and part.row.text == say(fix.cells[index].label)
    )
    rev = table.rev
    hands.touch(*view.center)
    hands.look(2)
    assert [entry.kind for entry in table.log[rev:]] == ["correct"]
    assert table.log[rev].changes == tap.changes
    names = [say(cell.label) for cell in fix.cells]
    assert not any(name in say(hands.session.timeline.label(hands.session.timeline.latest(1)[0])) for name in names)
    hands.app.take_back()
    assert fixes(table)[0] == fix


def test_private_corrections_are_drawn_only_while_the_seat_looks(
    hands: Hands, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table.state
    name, twin = next((name, twin) for name, twin in twins(state, SEAT, Random(1)) if name == "hand")
    pictures = {}
    for what, there in (("so", state), (name, twin)):
        stands_at(table, there)
        at_the_cover(hands, table)
        covered = drawn(hands)
        hands.touch(*hands.screen.primary.center)
        opened = drawn(hands)
        hands.app.privacy._elapsed(IDLE)
        assert drawn(hands) == covered, "it hides by itself"
        hands.touch(*hands.screen.primary.center)
        hands.app.go("game")
        drawn(hands)
        hands.app.go("fixes")
        assert drawn(hands) == covered, "whoever leaves takes it along"
        pictures[what] = covered, opened
    assert pictures["so"][0] == pictures[name][0]
    assert pictures["so"][1] != pictures[name][1]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_private_corrections_fit_the_screen(hands: Hands, table: Table, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    hands.sit(table)
    hands.app.look_alone(SEAT)
    hands.look(2)
    hands.app.go("fixes")
    hands.look(2)
    for _ in range(2):
        assert_in_the_window(hands, "fixes")
        assert_large_enough(hands, "fixes")
        hands.touch(*hands.screen.primary.center)
        hands.look(2)
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    turn_to(hands, max(fixes(table), key=lambda fix: len(fix.cells)))
    assert_in_the_window(hands, "fixes")
    assert_large_enough(hands, "fixes")
    assert not clipped
