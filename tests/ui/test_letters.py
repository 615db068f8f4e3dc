"""Letters: one size for what stands on a page together, and names on the board as large as people chose."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import load_game
from companion.journal import Journal
from companion.packs.loader import load_pack
from tests.ui.gallery import Way, open_eyes, show
from tests.ui.hands import Hands, clipped
from tests.ui.legibility import texts
from tests.ui.moments import busiest, questions
from tests.ui.pseudo import LONG
from tests.ui.states import put
from tests.ui.test_escape_table import sit
from tests.ui.test_screens import SIZES
from ui.look.theme import look
from ui.model.library import Library
from ui.widgets.board import NAME_SIZES, SpotView
from ui.widgets.buttons import TapButton
from ui.widgets.grid import Ground
from ui.widgets.head import ClockBar
from ui.widgets.lines import TickRow
from ui.widgets.places import BoxView
from ui.widgets.rows import RowView

LEAST_TO_DO = 2.5
"""The least size (mm) of letters in a list of things to do, on wide glass and in letters of normal size."""
LEAST_FIGURE = 2.7
"""The em (mm) of figures at arm's length."""
SMALL, WIDE, UPRIGHT = (800, 480), (1280, 720), (720, 1280)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library(Journal(tmp_path / "journal.db"), seed="lantern")
    yield made
    made.close()


def shown(hands: Hands, kind: type[Any]) -> list[Any]:
    return [part for part in hands.parts() if isinstance(part, kind) and part.shown]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT], ids=str)
@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_check_lists_use_one_text_size_on_all_pages(
    hands: Hands, library: Library, game: str, size: tuple[int, int], language: str
) -> None:
    hands.app.library = library
    seats = [seat for seat, _ in load_game(game).rules.seats(load_pack(load_game(game)).pack)]
    hands.app.play(library.start(game, seats[:4], {}))
    show(hands, Way(size, "normal", "night", language))
    page, sizes = hands.session.page, set()
    while page is not None and hands.session.page is page:
        rows = shown(hands, TickRow)
        assert rows
        sizes |= {row.size_mm for row in rows}
        hands.touch(*hands.screen.primary.center)
    (size_mm,) = sizes
    assert size_mm >= LEAST_TO_DO


@pytest.mark.parametrize("kind", ["choose turn", "choose hand", "choose squad"])
def test_choices_use_one_text_size_whatever_the_length(hands: Hands, kind: str) -> None:
    moment = next(one for one in questions("krysis") if one.kind == kind)
    put(hands, moment)
    if hands.root.name == "private":
        open_eyes(hands)
    show(hands, Way(SMALL, "normal", "night", LONG))
    offered = [button for button in hands.screen.panel.buttons if button.shown]
    assert len(offered) > 1
    assert len({button.size_mm for button in offered}) == 1
    assert [button.text for button in offered if not button.label_fits()] == []


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT], ids=str)
def test_details_of_a_row_are_smaller_than_its_title(hands: Hands, library: Library, size: tuple[int, int]) -> None:
    library.start("newyork", ["father", "mother", "daughter", "son"], {})
    hands.app.library = library
    show(hands, Way(size, "normal", "night", LONG))
    hands.app.new_game("newyork")
    hands.look()
    rows = [view for view in shown(hands, RowView) if view.row.detail]
    assert len(rows) > 3
    assert all(view.detail_mm < view.size_mm for view in rows)


def test_announcements_in_a_check_list_are_not_ticked(hands: Hands, library: Library) -> None:
    session = sit(hands, library, "day_change")
    hands.tap("All of it is done")
    hands.look()
    page = session.page
    assert page is not None
    said = [line for line in page.lines if line.read]
    assert said
    rows = shown(hands, TickRow)
    assert {row.action is None for row in rows if row.line.read} == {True}
    assert all(row.action is not None for row in rows if not row.line.read)
    assert [row.number for row in rows if not row.line.read] == list(range(1, 1 + sum(not r.line.read for r in rows)))
    assert hands.screen.count.text == f"0 of {len(page.lines) - len(said)}"


@pytest.mark.parametrize("letters", ["normal", "large"])
@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT], ids=str)
def test_games_and_buttons_at_home_use_one_text_size(hands: Hands, size: tuple[int, int], letters: str) -> None:
    show(hands, Way(size, letters, "night", LONG))
    home = hands.screen
    names = set()
    for turn in (home.after, home.before):
        names |= {tile.size_mm for tile in home.tiles if tile.shown}
        assert all(tile.fitting_mm(tile.size_mm, tile.text) == tile.size_mm for tile in home.tiles if tile.shown)
        hands.touch(*turn.center)
        hands.look()
    assert len(names) == 1
    if size != UPRIGHT:
        foot = (home.history, home.boxes, home.options, home.leave)
        (size_mm,) = {button.size_mm for button in foot}
        assert all(button.fitting_mm(size_mm) == size_mm for button in foot)


def test_choices_of_a_turn_use_one_text_size(hands: Hands, library: Library) -> None:
    sit(hands, library)
    hands.app.go("game")
    show(hands, Way(SMALL, "normal", "night", LONG))
    offered = [button for button in hands.screen.panel.buttons if button.shown and (button.detail or button.tally)]
    assert len(offered) > 2
    assert len({(button.size_mm, button.detail_mm) for button in offered if button.detail}) == 1
    assert len({button.size_mm for button in offered}) == 1


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT], ids=str)
def test_names_on_the_board_follow_the_chosen_text_size(hands: Hands, size: tuple[int, int]) -> None:
    found = []
    hands.sit(busiest("newyork").table())
    for letters in ("normal", "large"):
        show(hands, Way(size, letters, "night", "en"))
        (px,) = {view.size_px for view in shown(hands, SpotView)}
        assert px >= look.text(NAME_SIZES[-1])
        found.append(px)
    assert found[1] > found[0]


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT], ids=str)
@pytest.mark.parametrize(
    ("recording", "kind", "widget"),
    [
        ("escape", "choose turn", BoxView),
        ("escape", "choose turn", ClockBar),
        ("krysis", "choose mine", BoxView),
        ("crash", "choose direction", Ground),
    ],
)
def test_large_letters_never_make_a_text_on_a_board_smaller(
    sketched: None, hands: Hands, recording: str, kind: str, widget: type[Any], size: tuple[int, int]
) -> None:
    moment = next(moment for moment in questions(recording) if moment.kind == kind)
    put(hands, moment)
    hands.app.go("game")
    normal, large = (written(hands, Way(size, letters, "night", "en"), widget) for letters in ("normal", "large"))
    assert len(normal) > 2
    assert {said: (px, large[said]) for said, px in normal.items() if large.get(said, px) < px} == {}
    assert sum(large.values()) / len(large) > sum(normal.values()) / len(normal)


def written(hands: Hands, way: Way, widget: type[Any]) -> dict[str, int]:
    """What parts of this kind say, each text with the size of its letters in pixels."""
    show(hands, way)
    return {one.said: one.px for part in shown(hands, widget) for one in texts(part)}


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT], ids=str)
def test_counters_are_readable_at_arms_length(sketched: None, hands: Hands, size: tuple[int, int]) -> None:
    for recording, kind in (("escape", "choose turn"), ("krysis", "choose agent")):
        moment = next(moment for moment in questions(recording) if moment.kind == kind)
        put(hands, moment)
        hands.app.go("game")
        if hands.root.name == "private":
            open_eyes(hands)
        way = Way(size, "normal", "night", LONG)
        show(hands, way)
        tallies = [button for button in hands.screen.panel.buttons if button.shown and button.tally]
        assert len(tallies) > 2
        said = written(hands, way, TapButton)
        figures = {str(piece.n) for button in tallies for piece in button.tally}
        assert all(said[figure] >= LEAST_FIGURE * look.panel.density for figure in figures)


@pytest.mark.parametrize("letters", ["normal", "large"])
@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT], ids=str)
def test_the_day_is_readable_from_a_metre_at_every_size(hands: Hands, size: tuple[int, int], letters: str) -> None:
    moment = next(moment for moment in questions("escape") if moment.kind == "choose turn")
    put(hands, moment)
    hands.app.go("game")
    show(hands, Way(size, letters, "night", "es"))
    assert hands.screen.over.large


@pytest.mark.parametrize(("language", "words"), [("en", "12 story steps, 3 tasks"), ("es", "12 pasos de historia")])
def test_stories_are_listed_with_their_length_and_beginning(hands: Hands, language: str, words: str) -> None:
    hands.app.new_game("newyork")
    hands.speak(language)
    hands.look()
    hands.touch(*hands.screen.primary.center)
    hands.look()
    details = [view.row.detail for view in shown(hands, RowView)]
    assert len(details) == 4
    assert sum(words in detail for detail in details) == 2
    assert len(set(details)) == 4


# What agents bring stands whole on their buttons, however many there are to choose from.


@pytest.fixture
def asked(hands: Hands) -> Hands:
    """A table at which a player chooses among all agents of the box."""
    hands.sit(next(moment for moment in questions("krysis") if moment.kind == "choose squad").table())
    session = hands.session
    while session.pages:
        session.done()
    hands.app.privacy.open(session.table.ask.only)
    return hands


def buttons(hands: Hands) -> list[TapButton]:
    return [part for part in hands.parts() if isinstance(part, TapButton) and part.shown]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("group", ["fighters", "transporters"])
def test_the_effects_of_an_agent_are_not_cut_off(asked: Hands, size: tuple[int, int], group: str) -> None:
    asked.resize(*size)
    asked.speak(LONG)
    asked.app.refresh()
    asked.look(2)
    kinds = (one for one in buttons(asked) if isinstance(one.key, tuple) and one.key[1] == group)
    asked.touch(*next(kinds).center)
    clipped.clear()
    seen: set[tuple[str, str]] = set()
    while True:
        asked.look(2)
        new = {(one.text, _brought(one)) for one in buttons(asked) if one.detail or one.tally} - seen
        further = [one for one in buttons(asked) if one.text.startswith(("More (", "Más ("))]
        seen |= new
        if not new or not further:
            break
        asked.touch(*further[0].center)
    assert len(seen) > 5
    assert clipped & {said for texts in seen for said in texts} == set()


def _brought(button: TapButton) -> str:
    """What stands below the name: words, or figures."""
    return button.detail or " ".join(str(piece.n) for piece in button.tally)
