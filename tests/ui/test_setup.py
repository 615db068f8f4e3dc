"""Setting up by touch: nothing is refused without a word, and everybody looks as in the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from companion.journal import Journal
from companion.packs import loader
from companion.packs.folder import read_content
from companion.scene.icons import known
from tests.ui.hands import Hands
from tests.ui.legibility import texts
from tests.ui.test_screens import SIZES
from ui.app import main
from ui.look.theme import look
from ui.model.library import Library


def seats_page(hands: Hands) -> None:
    hands.app.new_game("newyork")
    hands.look()
    while hands.screen.primary.text == "Next":
        hands.tap("Next")


def test_a_game_without_players_is_refused(hands: Hands) -> None:
    seats_page(hands)
    hands.tap("Start")
    assert hands.root.name == "setup"
    assert hands.root.banner.shown
    assert "at least one" in hands.root.banner.text


def test_every_player_has_the_figure_on_the_board(hands: Hands) -> None:
    seats_page(hands)
    figures = [view.row.icon for view in hands.screen.rows.views if view.shown]
    assert figures == [f"figure:{seat}" for seat in ("father", "mother", "daughter", "son")]
    assert all(known(figure) for figure in figures)
    for view in hands.screen.rows.views[1:3]:
        hands.touch(*view.center)
    hands.tap("Start")
    assert [seat.icon for seat in hands.session.scene.seats] == ["figure:mother", "figure:daughter"]


def test_seats_are_numbered_in_the_order_of_tapping(hands: Hands) -> None:
    seats_page(hands)
    views = [view for view in hands.screen.rows.views if view.shown]
    for index in (2, 0, 3):
        hands.touch(*views[index].center)
    assert [view.row.aside for view in views] == ["2", "", "1", "3"]
    hands.touch(*views[2].center)
    assert [view.row.aside for view in views] == ["1", "", "", "2"]
    assert hands.screen.taken == ["father", "son"]


@pytest.mark.parametrize(
    ("limits", "taps", "words"), [((3, 4), 1, "At least 3 players: tap 2 more"), ((1, 2), 4, "At most 2 players")]
)
def test_too_few_and_too_many_players_are_explained(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], taps: int, words: str
) -> None:
    monkeypatch.setattr(Library, "seat_limits", lambda library, name: limits)
    seats_page(hands)
    for view in [view for view in hands.screen.rows.views if view.shown][:taps]:
        hands.touch(*view.center)
    hands.tap("Start")
    assert hands.root.name == "setup"
    assert words in hands.root.banner.text
    hands.touch(*hands.screen.rows.views[0].center)
    assert not hands.root.banner.shown, "whoever mends it has read it"


def test_starting_a_game_closes_the_refusal(hands: Hands) -> None:
    seats_page(hands)
    hands.tap("Start")
    assert hands.root.banner.shown
    hands.app.start_game("newyork", ["father"], {})
    hands.look()
    assert hands.root.name != "setup"
    assert not hands.root.banner.shown


def test_a_seat_without_a_figure_has_a_numbered_disc(hands: Hands) -> None:
    seats_page(hands)
    hands.screen._seats = [("ada", "Ada"), ("ben", "Ben")]
    hands.app.refresh()
    hands.look()
    hands.touch(*hands.screen.rows.views[1].center)
    assert [view.row.icon for view in hands.screen.rows.views if view.shown] == ["seat::A", "seat:0:B"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_rows_of_players_do_not_move_when_tapped(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak("es")
    hands.app.new_game("newyork")
    hands.look()
    while hands.screen.progress.at < hands.screen.progress.length - 1:
        hands.app.act()
        hands.look()
    views = [view for view in hands.screen.rows.views if view.shown]
    before = [tuple(view.pos) for view in views]
    for view in views:
        hands.touch(*view.center)
        assert [tuple(view.pos) for view in views] == before
    assert hands.screen.taken == ["father", "mother", "daughter", "son"]


def test_portrait_shows_the_game_that_is_set_up(hands: Hands) -> None:
    hands.resize(720, 1280)
    seats_page(hands)
    assert hands.screen.picture.icon == "game:newyork"
    assert hands.screen.name.text == "New York Crisis · Manhattan Nights"
    rows = [view for view in hands.screen.rows.views if view.shown]
    assert min(row.height for row in rows) >= 14 * look.panel.density
    hands.tap("House rules")
    assert not hands.screen.picture.shown, "rules take the whole height"


def test_the_pages_of_a_list_are_counted_in_the_language_of_the_table(sketched: None, hands: Hands) -> None:
    seats_page(hands)
    hands.tap("House rules")
    hands.speak("es")
    assert "1 de 2" in {one.said for one in texts(hands.root)}


# Which box.


@pytest.fixture
def own_boxes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where an owner's boxes lie: one of New York Crisis, one that is broken, and one of another game."""
    monkeypatch.setattr(loader, "user_folder", lambda: tmp_path)
    own = read_content(loader.BUNDLED / "manhattan_nights").data | {"name": "Our box"}
    (tmp_path / "ours.json").write_text(json.dumps(own))
    (tmp_path / "torn.json").write_text(json.dumps({"game": "newyork", "name": "Torn box"}))
    (tmp_path / "other.json").write_text(json.dumps({"game": "krysis", "title": "Other box"}))
    return tmp_path


def rows(hands: Hands) -> dict[str, Any]:
    return {view.row.text: view for view in hands.screen.rows.views if view.shown and view.row is not None}


@pytest.mark.parametrize(
    ("language", "invented", "called"),
    [
        ("en", "a made-up set, not the printed one", "Manhattan Nights"),
        ("es", "un juego inventado, no el impreso", "Noches de Manhattan"),
    ],
)
def test_a_bundled_box_is_named_and_said_to_be_invented(
    hands: Hands, language: str, invented: str, called: str
) -> None:
    hands.speak(language)
    hands.app.new_game("newyork")
    hands.look()
    assert invented in hands.screen.hint.text
    while hands.screen._page < hands.screen.pages - 1:
        hands.touch(*hands.screen.primary.center)
        assert hands.screen.name.text == f"New York Crisis · {called}"
    for view in hands.screen.rows.views[:2]:
        hands.touch(*view.center)
    hands.touch(*hands.screen.primary.center)
    hands.app.go("menu")
    hands.look()
    assert hands.screen.over.text.endswith(f" · {called.upper()}")


def test_a_game_begins_with_the_box_that_was_tapped(hands: Hands, own_boxes: Path) -> None:
    hands.app.new_game("newyork")
    hands.look()
    assert hands.screen.title.text == "Which box?"
    assert set(rows(hands)) == {"Manhattan Nights", "Our box", "Torn box", "A new box"}
    assert "made-up" in rows(hands)["Manhattan Nights"].row.detail
    hands.touch(*rows(hands)["Our box"].center)
    assert rows(hands)["Our box"].row.here
    while hands.screen.primary.text == "Next":
        hands.tap("Next")
    hands.touch(*hands.screen.rows.views[0].center)
    hands.tap("Start")
    assert hands.session.table.setup.pack == "ours"


def test_an_incomplete_box_leads_to_its_problems_and_keeps_the_selection(hands: Hands, own_boxes: Path) -> None:
    hands.app.new_game("newyork")
    hands.look()
    hands.touch(*rows(hands)["Torn box"].center)
    assert hands.root.name == "box"
    assert "A game can begin with it as soon as" in hands.screen.hint.text
    hands.tap("What does not fit?")
    assert rows(hands)["About the box"].row.detail.startswith("Still missing: ")
    hands.tap("Back")
    hands.tap("Back")
    assert hands.root.name == "setup"
    assert rows(hands)["Manhattan Nights"].row.here
    hands.tap("Next")
    assert hands.root.name == "setup"


def test_an_unreadable_box_keeps_the_selection(hands: Hands, own_boxes: Path) -> None:
    (own_boxes / "torn.json").write_text(json.dumps({"game": "newyork", "name": "Torn box"}))
    hands.app.new_game("newyork")
    hands.look()
    (own_boxes / "torn.json").write_text("{")
    hands.touch(*rows(hands)["Torn box"].center)
    assert hands.root.name == "setup"
    assert "torn.json" in hands.root.banner.text
    assert rows(hands)["Manhattan Nights"].row.here


def test_the_box_of_the_last_game_is_offered_first(tmp_path: Path, own_boxes: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        library = Library(journal)
        assert library.box("newyork") == "manhattan_nights"
        library.take_box("newyork", "ours")
        library.start("newyork", ["father"], {})
        assert Library(journal).box("newyork") == "ours"
        (own_boxes / "ours.json").unlink()
        assert Library(journal).box("newyork") == "manhattan_nights"


def test_a_game_without_boxes_is_not_asked_for_one(hands: Hands) -> None:
    hands.app.new_game("thousand")
    hands.look()
    assert hands.screen.title.text != "Which box?"


@pytest.mark.parametrize(
    ("row", "title"), [(0, "Who is playing?"), (1, "Which box?"), (2, "Story"), (-1, "House rules")]
)
def test_each_row_of_the_last_setup_opens_its_page(hands: Hands, tmp_path: Path, row: int, title: str) -> None:
    hands.app.library = library = Library(Journal(tmp_path / "journal.db"), seed="again")
    library.start("newyork", ["son", "mother"], {"nyc.follow": "light", "nyc.grey_mode": "add_each_reroll"}).close()
    hands.app.new_game("newyork")
    hands.look()
    rows = [view for view in hands.screen.rows.views if view.shown]
    assert all(view.row.action is not None for view in rows)
    hands.touch(*rows[row].center)
    assert hands.screen.title.text == title
    library.close()


def test_what_was_chosen_on_the_command_line_is_chosen_already(hands: Hands) -> None:
    """Also who rolls, for which there is no page; the last setup is not offered instead."""
    context = main.command.make_context(
        "play", ["--new", "--game", "thousand", "--set", "target=5000", "--chance", "asked"]
    )
    begin = main._first(hands.app, cast(main.Options, context.params), None, "thousand")
    assert begin is not None
    begin()
    hands.look()
    while hands.screen.primary.text == "Next":
        hands.tap("Next")
    for view in hands.screen.rows.views[:2]:
        hands.touch(*view.center)
    hands.tap("Start")
    table = hands.session.table
    assert table.setup.settings["target"] == "5000"
    assert table.chance["dice"] == "asked"
