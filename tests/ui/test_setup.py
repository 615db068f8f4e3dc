"""Setting up by touch: nothing is refused without a word, and everybody looks as in the game."""

from __future__ import annotations

from tests.ui.hands import Hands
from ui import icons


def seats_page(hands: Hands) -> None:
    hands.app.new_game("newyork")
    hands.look()
    while hands.screen.primary.text == "Next":
        hands.tap("Next")


def test_a_game_of_nobody_is_refused_in_words(hands: Hands) -> None:
    seats_page(hands)
    hands.tap("Start")
    assert hands.root.name == "setup"
    assert hands.root.banner.shown
    assert "at least one" in hands.root.banner.text


def test_everybody_has_the_figure_that_stands_on_the_board(hands: Hands) -> None:
    seats_page(hands)
    figures = [view.row.icon for view in hands.screen.rows.views if view.shown]
    assert figures == [f"figure:{seat}" for seat in ("father", "mother", "daughter", "son")]
    assert all(icons.known(figure) for figure in figures)
    for view in hands.screen.rows.views[1:3]:
        hands.touch(*view.center)
    hands.tap("Start")
    assert [seat.icon for seat in hands.flow.scene.seats] == ["figure:mother", "figure:daughter"]
