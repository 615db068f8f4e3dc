"""A table with days and rows of places: at every size, with and without a board.

The moments are those of recorded games of Escape Plan, some with a part of their scene replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.uix.widget import Widget
from msgspec import structs

from companion.chance.dealer import Dealer
from companion.games.krysis.answers import Mine
from companion.scene.scene import FACT, Clock, Row, RowPlace, Scene
from companion.table.table import Table
from tests.ui import touch_answers
from tests.ui.hands import Hands, clipped, least_target
from tests.ui.moments import Moment, ends
from tests.ui.pseudo import LONG
from tests.ui.states import put
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import paint
from ui.look.theme import look
from ui.widgets.places import closed, in_short, lay

TURN = Moment("turn", "escape_all", 104)
"""A turn: most places of the display and all contacts have something to do."""
LAYING = Moment("tile", "escape_all", 86)
"""One of two tiles is laid, each in four ways; there is no amber button."""
OFFICERS = Moment("officers", "escape_all", 13)
"""An officer is drawn, which gives three instructions."""
DISPLAY = Moment("officers", "escape_all", 4)
"""An officer is drawn, which gives a list of five."""
DECK = Moment("patrol", "escape_all", 82)
"""A patrol card is turned up."""
ASSETS = Moment("asset", "escape_all", 129)
MINER = Moment("mine", "krysis_four_agents", 159)
"""A miner goes to one of two places: each of them is one answer."""
OVER = Moment("over", "escape_five_ledger", 204)
MAP = Moment("play", "ball_four", 106)


@cache
def scene(moment: Moment) -> Scene:
    return moment.table().scene()


def rows_of(*names: str) -> list[Row]:
    """These rows of a turn."""
    return [row for row in scene(TURN).rows if row.id in names]


def only_contacts() -> dict[str, object]:
    """A turn in which one row alone has anything to do."""
    return {"choices": [one for one in scene(TURN).choices if (one.spot or "").startswith("contact:")], "groups": []}


def with_rows(*names: str) -> dict[str, object]:
    """A turn with these rows, and what can be done in them or anywhere."""
    rows = rows_of(*names)
    spots = {None, *(box.id for row in rows for box in row.boxes)}
    return {"rows": rows, "choices": [one for one in scene(TURN).choices if one.spot in spots]}


def with_all_rows() -> dict[str, object]:
    return with_rows("patrol", "display", "contacts")


def with_a_board() -> dict[str, object]:
    return {"board": scene(MAP).board, **with_rows("patrol", "contacts")}


Show = Callable[..., None]


@pytest.fixture
def show(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Iterator[Show]:
    """Show a moment, with other parts of its scene."""
    own = Table.scene

    def shown(moment: Moment, **parts: object) -> None:
        monkeypatch.setattr(Table, "scene", lambda table: structs.replace(own(table), **parts))
        put(hands, moment)
        hands.app.go("game")  # A turn opens on its player's board.
        hands.look(2)

    yield shown
    hands.app.leave_game()


def act(hands: Hands, show: Show, moment: Moment) -> None:
    show(moment)
    hands.session.table.dealer = Dealer("rows")
    hands.app.act()
    hands.look(2)


def open_row(hands: Hands, row: str) -> None:
    strip = hands.screen.places.strip(row)
    if strip is not None:
        hands.touch(strip.cx, strip.cy)
        hands.look()


def tap_box(hands: Hands, spot: str) -> None:
    cell = hands.screen.places.cell(spot)
    assert cell is not None
    hands.touch(cell.cx, cell.cy)


def buttons(hands: Hands) -> list[str]:
    return [button.text for button in hands.screen.panel.buttons if button.shown]


def opened(hands: Hands, show: Show) -> None:
    show(TURN)
    open_row(hands, "contacts")


def place_open(hands: Hands, show: Show) -> None:
    show(TURN)
    tap_box(hands, "tile:lantern_quay")


VIEWS: dict[str, tuple[str, Callable[[Hands, Show], None]]] = {
    "turn": ("table", lambda hands, show: show(TURN)),
    "a row alone": ("table", opened),
    "a place": ("table", place_open),
    "a tile to lay": ("table", lambda hands, show: show(LAYING)),
    "draw": ("table", lambda hands, show: show(DECK)),
    "lines": ("table", lambda hands, show: act(hands, show, OFFICERS)),
    "check-list": ("check", lambda hands, show: act(hands, show, DISPLAY)),
    "with a board": ("table", lambda hands, show: show(TURN, **with_a_board())),
    "one row to choose from": ("table", lambda hands, show: show(TURN, **only_contacts())),
    "end": ("over", lambda hands, show: show(OVER)),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_part_of_a_day_fits_the_screen(hands: Hands, show: Show, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    for what, (name, view) in VIEWS.items():
        view(hands, show)
        assert hands.root.name == name, what
        assert not clipped, f"{what}: cut off at {size}"
        assert_in_the_window(hands, what)
        assert_large_enough(hands, what)


PARTS: dict[str, Callable[[], dict[str, object]]] = {
    "turn": with_all_rows,
    "board": with_a_board,
    "contacts": only_contacts,
}
"""What is replaced in a turn."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_rows_and_turn_order_are_large_enough_to_tap(hands: Hands, show: Show, size: tuple[int, int]) -> None:
    hands.resize(*size)
    least = least_target() - 1
    for name, parts in PARTS.items():
        show(TURN, **parts())
        places, discs = hands.screen.places, hands.screen.day.order_bar
        for row in hands.session.scene.rows:
            strip = places.strip(row.id)
            assert strip is None or min(strip.w, strip.h) >= least, (name, row.id)
        for seat in hands.session.table.setup.seats:
            cell = discs.cell(seat)
            assert min(cell.w, cell.h) >= least, seat
        for row in [row.id for row in hands.session.scene.rows]:
            open_row(hands, row)
            for spot in places.open:
                cell = places.cell(spot)
                assert cell is None or min(cell.w, cell.h) >= least, (name, spot)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("parts", PARTS.values(), ids=PARTS)
def test_every_choice_can_be_reached(
    hands: Hands, show: Show, size: tuple[int, int], parts: Callable[[], dict[str, object]]
) -> None:
    hands.resize(*size)
    show(TURN, **parts())
    assert touch_answers.reachable(hands) == {choice.answer for choice in hands.session.scene.choices}


def test_a_place_with_one_choice_answers_at_once(hands: Hands, show: Show) -> None:
    show(MINER)
    tap_box(hands, "space:rope_bridge")
    assert hands.session.rev == MINER.rev + 1
    assert isinstance(hands.session.table.history.entries[-1].answer, Mine)


def test_a_place_with_several_choices_lists_them(hands: Hands, show: Show) -> None:
    show(TURN)
    tap_box(hands, "tile:lantern_quay")
    assert hands.screen.title.text == "Lantern Quay"
    assert len(buttons(hands)) == 6
    hands.tap("Back")
    assert hands.screen.title.text == "Red plays"
    assert hands.screen.primary.text == "Turn done"


def test_a_place_without_choices_is_disabled(hands: Hands, show: Show) -> None:
    show(TURN)
    tap_box(hands, "patrol:1")
    assert hands.screen.where is None
    assert hands.session.rev == TURN.rev


def test_a_collapsed_row_opens_and_closes(hands: Hands, show: Show) -> None:
    show(TURN)
    places = hands.screen.places
    assert places.cell("contact:archivist") is None
    open_row(hands, "contacts")
    assert places.cell("contact:archivist") is not None
    assert places.cell("patrol:1") is None
    open_row(hands, "contacts")
    assert places.cell("patrol:1") is not None


def test_the_only_row_with_choices_is_open(hands: Hands, show: Show) -> None:
    show(TURN, **only_contacts())
    assert hands.screen.places.cell("contact:archivist") is not None
    assert len(hands.screen.places.open) == 5


def test_a_row_over_the_board_covers_it_until_it_is_closed(hands: Hands, show: Show) -> None:
    show(TURN, **with_a_board())
    assert hands.screen.map.shown
    open_row(hands, "contacts")
    assert not hands.screen.map.shown
    open_row(hands, "contacts")
    assert hands.screen.map.shown


def test_the_next_answer_closes_an_open_place(hands: Hands, show: Show) -> None:
    show(TURN)
    open_row(hands, "contacts")
    assert hands.screen.row == "contacts"
    hands.tap("Turn done")
    assert hands.session.rev == TURN.rev + 1
    hands.app.go("game")
    hands.look(2)
    assert hands.screen.row is None


def test_the_disc_of_a_player_opens_the_players_board(hands: Hands, show: Show) -> None:
    asked: list[str | None] = []
    show(TURN)
    hands.app.look_at_seat = asked.append
    cell = hands.screen.day.order_bar.cell("blue")
    hands.touch(cell.cx, cell.cy)
    assert asked == ["blue"]
    del hands.app.look_at_seat


def test_without_boards_the_discs_are_disabled(hands: Hands, show: Show) -> None:
    show(TURN, boards=[])
    assert hands.screen.day.order_bar.open == frozenset()


def test_an_instruction_highlights_its_place(hands: Hands, show: Show) -> None:
    act(hands, show, OFFICERS)
    spots = {line.spot for line in hands.session.page.lines}
    assert hands.screen.places.marked == spots
    assert len(spots) > 1


def test_a_check_list_numbers_its_places_and_ticks_finished_ones(hands: Hands, show: Show) -> None:
    act(hands, show, DISPLAY)
    places = hands.screen.places
    assert [row.id for row in places.rows] == ["display"]
    spots = [line.spot for line in hands.session.page.lines]
    spot = next(one for one in spots if spots.count(one) == 2)
    first, second = (n for n, one in enumerate(spots) if one == spot)
    assert places.numbers[spot] == f"{first + 1}·{second + 1}"
    hands.session.tick(first)
    hands.look()
    assert spot not in places.ticked
    hands.session.tick(second)
    hands.look()
    assert spot in places.ticked


def test_a_check_list_without_places_uses_the_space_of_the_picture(hands: Hands, show: Show) -> None:
    hands.resize(720, 1280)
    act(hands, show, DISPLAY)
    with_picture = hands.screen.todo.height
    for page in hands.session.pages:
        page.lines = [structs.replace(line, spot=None) for line in page.lines]
    hands.app.refresh()
    hands.look()
    assert not hands.screen.places.shown
    assert hands.screen.todo.height > with_picture
    assert hands.screen.hint.top < hands.screen.todo.y


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_choices_take_precedence_over_hints_and_notices(hands: Hands, show: Show, size: tuple[int, int]) -> None:
    hands.resize(*size)
    choices = [structs.replace(one, group=None) for one in scene(ASSETS).choices if not one.primary][:6]
    show(ASSETS, choices=[*choices, *(one for one in scene(ASSETS).choices if one.primary)], groups=[])
    assert len(buttons(hands)) == len(choices) >= 6
    assert not clipped


def test_notices_are_complete_if_there_is_space(hands: Hands, show: Show) -> None:
    show(OFFICERS)
    notice = hands.screen.notice
    assert notice.whole
    assert notice.room.h >= notice.step() * notice.lines_of(notice.texts, notice.width) - 1
    act(hands, show, OFFICERS)
    assert hands.screen.notice.height == 0


def test_without_a_primary_button_nothing_overlaps_the_notices(hands: Hands, show: Show) -> None:
    show(LAYING)
    assert not hands.screen.primary.shown
    lowest = min(button.y for button in hands.screen.panel.buttons if button.shown)
    assert hands.screen.notice.height > 0
    assert lowest >= hands.screen.notice.top


def test_only_the_current_part_of_the_day_is_highlighted_and_named(hands: Hands, show: Show) -> None:
    clock = scene(TURN).clock
    assert clock is not None
    seen = set()
    for part in [*range(len(clock.parts)), None]:
        show(TURN, clock=Clock(2, 3, clock.parts, part))
        seen.add(hands.screen.day.export_as_image().texture.pixels)
    assert len(seen) == len(clock.parts) + 1
    assert not clipped


def test_a_scene_of_rows_alone_needs_no_clock_and_no_order(hands: Hands, show: Show) -> None:
    show(TURN, clock=None, order=None, choices=[one for one in scene(TURN).choices if one.primary], groups=[])
    assert not hands.screen.day.shown
    assert hands.screen.places.top > hands.root.height - look.mm(4)


def test_nothing_is_drawn_while_nothing_changes(hands: Hands, show: Show) -> None:
    hands.drawn = True
    show(TURN)
    hands.look(10)
    drawn: list[object] = []
    Window.bind(on_draw=drawn.append)
    hands.look(30)
    Window.unbind(on_draw=drawn.append)
    assert drawn == []


def through_the_day(hands: Hands) -> dict[str, tuple[Widget, int]]:
    """On in the game and back again, looking at a row; the screens that are there then, and how many parts each has."""
    steps = 4
    for go in (*[hands.app.act] * steps, *[hands.session.undo] * steps):
        go()
        hands.look(2)
        hands.session.pages.clear()
        hands.app.refresh()
        hands.look(2)
        open_row(hands, "contacts")
    return {name: (one, len(list(one.walk()))) for name, one in hands.root.screens.items()}


def test_parts_are_built_once_a_game(hands: Hands, show: Show) -> None:
    show(DISPLAY)
    hands.session.table.dealer = Dealer("rows")
    through_the_day(hands)
    before = through_the_day(hands)
    assert {"table", "check"} <= before.keys()
    assert through_the_day(hands) == before


# The end.


def test_the_ranking_marks_the_winner_in_words_and_leaves_those_out_of_it_below(hands: Hands, show: Show) -> None:
    show(OVER)
    rows = [row.rank for row in hands.screen.ranks.rows if row.shown]
    assert [(rank.rank, rank.seat, rank.winner) for rank in rows] == [
        (1, "red", True), (2, "purple", False), (3, "green", False), (4, "blue", False), (None, "yellow", False),
    ]  # fmt: skip
    assert hands.screen.sign.icon == "crown"
    assert not hands.screen.tracks.shown


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_totals_are_centred_in_their_rows(
    hands: Hands, show: Show, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether there is a line below the name or not."""
    hands.resize(*size)
    written: dict[str, float] = {}
    words = paint.words

    def note(said: str, room: Area, *args: Any, **named: Any) -> Any:
        written[said] = room.cy
        return words(said, room, *args, **named)

    monkeypatch.setattr(paint, "words", note)
    show(OVER)
    rows = [row for row in hands.screen.ranks.rows if row.shown]
    assert all(abs(written[say(row.rank.value)] - row.center_y) < 1 for row in rows if row.rank.value)


def test_a_game_without_a_ranking_ends_as_before(hands: Hands, show: Show) -> None:
    show(OVER)
    show(next(one for one in ends("newyork") if one.recording == "ball_four"))
    assert hands.screen.sign.icon == "star"
    assert hands.screen.tracks.shown
    assert not [row for row in hands.screen.ranks.rows if row.shown]


# How rows share the room.


def whole(width: float, height: float) -> Area:
    return Area(0, 0, look.mm(width), look.mm(height))


def test_small_rows_become_a_line_before_large_ones(hands: Hands) -> None:
    rows = scene(TURN).rows
    assert closed(rows, whole(84, 90)) == set()
    assert closed(rows, whole(84, 60)) == {"contacts"}
    assert closed(rows, whole(84, 48)) == {"contacts", "display"}
    assert closed(rows, whole(84, 20)) == {"contacts", "display", "patrol"}


def test_rows_are_stacked_within_their_area(hands: Hands) -> None:
    for height in (60, 70, 80, 100):
        area = whole(84, height)
        tops = []
        for laid in lay(scene(TURN).rows, area):
            parts = [part for part in (laid.heading, laid.strip, *laid.cells) if part is not None]
            assert min(part.y for part in parts) >= -1
            assert max(part.y + part.h for part in parts) <= area.h + 1
            tops.append(max(part.y + part.h for part in parts))
        assert tops == sorted(tops, reverse=True)


def test_a_collapsed_row_of_few_numbers_tells_them() -> None:
    boxes = [RowPlace(f"{FACT}hand:{seat}", str(n), seat) for seat, n in (("white", 6), ("black", 5))]
    assert in_short(Row("hand", "In hand", boxes)) == "6 · 5"
    assert in_short(Row("hand", "In hand", boxes * 3)) == "6", (
        "many numbers find no room: it is told how many there are"
    )
    assert in_short(Row("lying", "Lies there", [RowPlace("hand:white", "", "White")])) == "1"


def test_collapsed_rows_stand_side_by_side(hands: Hands) -> None:
    strips = [laid.strip for laid in lay(scene(TURN).rows, whole(84, 11))]
    assert len({strip.y for strip in strips}) == 1
    assert [strip.x for strip in strips] == sorted(strip.x for strip in strips)


def test_a_row_without_boxes_takes_no_space(hands: Hands) -> None:
    without_boxes = [structs.replace(row, boxes=[]) for row in rows_of("contacts")]
    assert [laid.row.id for laid in lay([*rows_of("patrol"), *without_boxes], whole(84, 60))] == ["patrol"]


def test_an_empty_row_is_only_a_heading_unless_it_has_choices(hands: Hands) -> None:
    empty = structs.replace(
        *rows_of("display"), boxes=[RowPlace(f"display:{n}", n, "empty", state="quiet") for n in "ABCD"]
    )
    heading = lay([*rows_of("patrol"), empty], whole(84, 60))[1]
    assert heading.cells == []
    assert heading.strip is None
    assert heading.heading.h < look.touch
    assert lay([*rows_of("patrol"), empty], whole(84, 60), open_=frozenset({"display:B"}))[1].cells
