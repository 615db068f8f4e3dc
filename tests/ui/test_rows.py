"""A table with days and rows of places: at every size, with and without a board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kivy.core.window import Window
from kivy.uix.widget import Widget
from msgspec import structs

from companion.core.texts import T
from companion.scene.scene import Choice, Clock, Prompt, RowPlace
from companion.session.session import Session
from tests.ui import reach
from tests.ui.fake import Beat
from tests.ui.fake_days import CONTACTS, SEATS, Do, contacts, display, patrol, scene, table, turn
from tests.ui.hands import Hands, clipped, least_target
from tests.ui.pseudo import LONG
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.widgets.places import closed, lay

TURN, DEAL, CHECK, BOARD, ONLY, OVER = 0, 1, 2, 4, 5, 6


def play(hands: Hands, at: int) -> None:
    hands.app.play(Session(table(at)))
    hands.look(2)


def act(hands: Hands, at: int) -> None:
    play(hands, at)
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


def opened(hands: Hands) -> None:
    play(hands, TURN)
    open_row(hands, "contacts")


def place_open(hands: Hands) -> None:
    play(hands, TURN)
    tap_box(hands, "tile:d3")


VIEWS: dict[str, tuple[str, Callable[[Hands], None]]] = {
    "turn": ("table", lambda hands: play(hands, TURN)),
    "a row alone": ("table", opened),
    "a place": ("table", place_open),
    "draw": ("table", lambda hands: play(hands, DEAL)),
    "lines": ("table", lambda hands: act(hands, DEAL)),
    "check-list": ("check", lambda hands: act(hands, CHECK)),
    "with a board": ("table", lambda hands: play(hands, BOARD)),
    "one row to choose from": ("table", lambda hands: play(hands, ONLY)),
    "end": ("over", lambda hands: play(hands, OVER)),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_moment_of_a_day_stands_whole(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    for what, (name, show) in VIEWS.items():
        show(hands)
        assert hands.root.name == name, what
        assert not clipped, f"{what}: cut off at {size}"
        assert_in_the_window(hands, what)
        assert_large_enough(hands, what)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_can_be_tapped_in_rows_and_order_takes_a_finger(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    least = least_target() - 1
    for at in (TURN, BOARD, ONLY):
        play(hands, at)
        places, discs = hands.screen.places, hands.screen.day.order_bar
        for row in hands.session.scene.rows:
            strip = places.strip(row.id)
            assert strip is None or min(strip.w, strip.h) >= least, (at, row.id)
        for seat, _ in SEATS:
            cell = discs.cell(seat)
            assert min(cell.w, cell.h) >= least, seat
        for row in [row.id for row in hands.session.scene.rows]:
            open_row(hands, row)
            for spot in places.open:
                cell = places.cell(spot)
                assert cell is None or min(cell.w, cell.h) >= least, (at, spot)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("at", [TURN, BOARD, ONLY])
def test_every_choice_can_be_reached(hands: Hands, size: tuple[int, int], at: int) -> None:
    hands.resize(*size)
    play(hands, at)
    assert reach.reachable(hands) == {choice.answer for choice in hands.session.scene.choices}


def test_a_place_with_one_thing_to_do_does_it_at_once(hands: Hands) -> None:
    made = table(TURN)
    hands.app.play(Session(made))
    hands.look()
    open_row(hands, "contacts")
    tap_box(hands, "contact:6")
    assert made.answers == [(Do("take", "6"), "touch")]


def test_a_place_with_several_things_to_do_lists_them_under_its_name_with_a_way_back(hands: Hands) -> None:
    play(hands, TURN)
    tap_box(hands, "tile:d3")
    assert hands.screen.title.text == "Riverside Park"
    shown = [button.text for button in hands.screen.panel.buttons if button.shown]
    assert shown == ["A gang member comes", "A gang member goes", "Pull an officer from the bag"]
    hands.tap("Back")
    assert hands.screen.title.text == "Scar plays"
    assert hands.screen.primary.text == "Turn done"


def test_a_place_with_nothing_to_do_does_not_press(hands: Hands) -> None:
    play(hands, TURN)
    tap_box(hands, "exit:1")
    assert hands.screen.where is None
    assert hands.session.mode == "choose"


def test_a_row_that_is_one_line_opens_and_closes(hands: Hands) -> None:
    play(hands, TURN)
    places = hands.screen.places
    assert places.cell("contact:0") is None
    open_row(hands, "contacts")
    assert places.cell("contact:0") is not None
    assert places.cell("exit:1") is None
    open_row(hands, "contacts")
    assert places.cell("exit:1") is not None


def test_the_only_row_with_anything_to_do_is_open_by_itself(hands: Hands) -> None:
    play(hands, ONLY)
    assert hands.screen.places.cell("contact:0") is not None
    assert len(hands.screen.places.open) == len(CONTACTS)


def test_a_row_over_the_board_covers_it_until_it_is_closed(hands: Hands) -> None:
    play(hands, BOARD)
    assert hands.screen.map.shown
    open_row(hands, "contacts")
    assert not hands.screen.map.shown
    open_row(hands, "contacts")
    assert hands.screen.map.shown


def test_what_is_looked_at_is_forgotten_with_the_next_answer(hands: Hands) -> None:
    play(hands, ONLY - 2)
    open_row(hands, "contacts")
    hands.tap("Turn done")
    assert hands.screen.row is None


def test_the_disc_of_a_player_opens_the_players_board(hands: Hands) -> None:
    asked: list[str | None] = []
    play(hands, TURN)
    hands.app.look_at_seat = asked.append
    cell = hands.screen.day.order_bar.cell("claws")
    hands.touch(cell.cx, cell.cy)
    assert asked == ["claws"]
    del hands.app.look_at_seat


def test_without_boards_the_discs_only_show(hands: Hands) -> None:
    made = table(TURN)
    made.moments = [Beat(made.ask, turn(boards=[]))]
    hands.app.play(Session(made))
    hands.look()
    assert hands.screen.day.order_bar.open == frozenset()


def test_a_line_lights_the_place_that_it_is_about(hands: Hands) -> None:
    act(hands, DEAL)
    assert hands.screen.places.marked == {"exit:3"}


def test_a_check_list_numbers_the_places_and_ticks_them_when_all_of_it_lies_there(hands: Hands) -> None:
    act(hands, CHECK)
    places = hands.screen.places
    assert places.numbers["tile:a1"] == "1·2"
    assert [row.id for row in places.rows] == ["display"]
    hands.session.tick(0)
    hands.look()
    assert "tile:a1" not in places.ticked
    hands.session.tick(1)
    hands.look()
    assert "tile:a1" in places.ticked


def test_a_check_list_of_what_lies_elsewhere_has_the_room_of_the_picture(hands: Hands) -> None:
    hands.resize(720, 1280)
    act(hands, CHECK)
    with_picture = hands.screen.todo.height
    for page in hands.session.pages:
        page.lines = [structs.replace(line, spot=None) for line in page.lines]
    hands.app.refresh()
    hands.look()
    assert not hands.screen.places.shown
    assert hands.screen.todo.height > with_picture
    assert hands.screen.hint.top < hands.screen.todo.y


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_can_be_chosen_comes_before_hints_and_notices(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    made = table(TURN)
    six = [Choice(Do("unlock", str(k)), T("Unlock asset {n}", n=k), T("pays $3k"), ["asset:open"]) for k in range(6)]
    made.moments = [Beat(made.ask, turn(choices=[*six, Choice(Do("pass"), T("No asset"), primary=True)], groups=[]))]
    hands.app.play(Session(made))
    hands.look(2)
    buttons = [button.text for button in hands.screen.panel.buttons if button.shown]
    assert buttons == [f"Unlock asset {k}" for k in range(6)]
    assert not clipped


def test_notices_stand_whole_where_nothing_else_needs_the_room(hands: Hands) -> None:
    play(hands, DEAL)
    notice = hands.screen.notice
    assert notice.whole
    assert notice.room.h >= notice.step() * notice.lines_of(notice.texts, notice.width) - 1
    act(hands, DEAL)
    assert hands.screen.notice.height == 0


def test_nothing_lies_over_the_notices_where_there_is_no_amber_button(hands: Hands) -> None:
    made = table(TURN)
    tiles = [Choice(Do("lay", str(k)), T("Lay {name}", name=name), T("exit 1"), ["tile"])
             for k, name in enumerate(CONTACTS[:4])]  # fmt: skip
    made.moments = [Beat(made.ask, turn(choices=tiles, groups=[]))]
    hands.app.play(Session(made))
    hands.look(2)
    assert not hands.screen.primary.shown
    lowest = min(button.y for button in hands.screen.panel.buttons if button.shown)
    assert hands.screen.notice.height > 0
    assert lowest >= hands.screen.notice.top


def test_only_the_present_part_of_the_day_is_lit_and_named(hands: Hands) -> None:
    made = table(TURN)
    parts = made.scene().clock.parts
    seen = set()
    for part in [*range(5), None]:
        made.moments = [Beat(made.ask, turn(clock=Clock(2, 3, parts, part)))]
        hands.app.play(Session(made))
        hands.look(2)
        seen.add(hands.screen.day.export_as_image().texture.pixels)
    assert len(seen) == 6
    assert not clipped


def test_a_scene_of_rows_alone_needs_no_clock_and_no_order(hands: Hands) -> None:
    made = table(TURN)
    choice = Choice(Do("go"), T("Go on"), primary=True)
    made.moments = [Beat(made.ask, scene(Prompt("", T("Look")), clock=None, order=None, choices=[choice]))]
    hands.app.play(Session(made))
    hands.look(2)
    assert not hands.screen.day.shown
    assert hands.screen.places.top > hands.root.height - look.mm(4)


def test_nothing_is_drawn_while_nothing_changes(hands: Hands) -> None:
    hands.drawn = True
    play(hands, TURN)
    hands.look(10)
    drawn: list[object] = []
    Window.bind(on_draw=drawn.append)
    hands.look(30)
    Window.unbind(on_draw=drawn.append)
    assert drawn == []


def through_the_day(hands: Hands) -> dict[str, tuple[Widget, int]]:
    """Every moment of the day in the game that is on; the screens that are there then, and how many parts each has."""
    for at in (TURN, DEAL, CHECK, BOARD, ONLY, OVER):
        hands.session.table.at = at + 1
        hands.session.undo()
        hands.look(2)
        if at in (DEAL, CHECK):
            hands.app.act()
            hands.look(2)
            hands.session.pages.clear()
    hands.session.table.at = TURN + 1
    hands.session.undo()
    hands.look(2)
    tap_box(hands, "tile:d3")
    open_row(hands, "contacts")
    hands.look(2)
    return {name: (one, len(list(one.walk()))) for name, one in hands.root.screens.items()}


def test_parts_are_built_once_a_game(hands: Hands) -> None:
    play(hands, TURN)
    through_the_day(hands)
    before = through_the_day(hands)
    assert {"table", "check", "over"} <= before.keys()
    assert through_the_day(hands) == before


# The end.


def test_the_ranking_marks_the_winner_in_words_and_leaves_those_out_of_it_below(hands: Hands) -> None:
    play(hands, OVER)
    rows = [row.rank for row in hands.screen.ranks.rows if row.shown]
    assert [(rank.rank, rank.seat) for rank in rows] == [
        (1, "claws"), (2, "vinnie"), (2, "joey"), (None, "scar"), (None, "mad_dog"),
    ]  # fmt: skip
    assert hands.screen.sign.icon == "crown"
    assert not hands.screen.tracks.shown


def test_a_game_without_a_ranking_ends_as_before(hands: Hands) -> None:
    play(hands, OVER)
    hands.play(7)
    assert hands.screen.sign.icon == "star"
    assert hands.screen.tracks.shown
    assert not [row for row in hands.screen.ranks.rows if row.shown]


# How rows share the room.


def whole(width: float, height: float) -> Area:
    return Area(0, 0, look.mm(width), look.mm(height))


def test_small_rows_become_a_line_before_large_ones(hands: Hands) -> None:
    rows = [patrol(), display(), contacts()]
    assert closed(rows, whole(84, 90)) == set()
    assert closed(rows, whole(84, 60)) == {"contacts"}
    assert closed(rows, whole(84, 48)) == {"contacts", "display"}
    assert closed(rows, whole(84, 20)) == {"contacts", "display", "patrol"}


def test_rows_lie_below_each_other_within_their_room(hands: Hands) -> None:
    for height in (60, 70, 80, 100):
        area = whole(84, height)
        tops = []
        for laid in lay([patrol(), display(), contacts()], area):
            parts = [part for part in (laid.heading, laid.strip, *laid.cells) if part is not None]
            assert min(part.y for part in parts) >= -1
            assert max(part.y + part.h for part in parts) <= area.h + 1
            tops.append(max(part.y + part.h for part in parts))
        assert tops == sorted(tops, reverse=True)


def test_rows_that_are_all_one_line_stand_beside_each_other(hands: Hands) -> None:
    strips = [laid.strip for laid in lay([patrol(), display(), contacts()], whole(84, 11))]
    assert len({strip.y for strip in strips}) == 1
    assert [strip.x for strip in strips] == sorted(strip.x for strip in strips)


def test_a_row_without_boxes_takes_no_room(hands: Hands) -> None:
    assert [laid.row.id for laid in lay([patrol(), contacts(0)], whole(84, 60))] == ["patrol"]


def test_a_row_with_nothing_in_it_is_only_a_heading_unless_something_can_be_done_there(hands: Hands) -> None:
    empty = structs.replace(display(), boxes=[RowPlace(f"display:{n}", n, T("empty"), state="quiet") for n in "ABCD"])
    heading = lay([patrol(), empty], whole(84, 60))[1]
    assert heading.cells == []
    assert heading.strip is None
    assert heading.heading.h < look.touch
    assert lay([patrol(), empty], whole(84, 60), open_=frozenset({"display:B"}))[1].cells
