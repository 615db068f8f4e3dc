"""What is drawn: icons for everything that a game shows, and nothing at all when nothing changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from kivy.core.window import Window
from kivy.graphics import Canvas, Color, Fbo, Rectangle

from companion.chance.dealer import Dealer
from companion.core.asks import ChooseAsk, Over
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.scene.scene import Scene
from companion.table.table import Table
from tests.ui.contrast import Eyes
from tests.ui.hands import Hands
from ui.layout.geometry import Area
from ui.look import icons
from ui.look.icons import atlas, pen
from ui.look.theme import LAMP, look
from ui.widgets.board import aligned, spot_size
from ui.widgets.drawn import Drawn


def icons_of(scene: Scene) -> Iterator[str]:
    """Every icon that a scene names."""
    for track in scene.tracks:
        yield from track.marks.values()
    for spot in scene.board.spots if scene.board is not None else []:
        yield from (piece.icon for piece in spot.pieces)
        yield from [spot.badge] if spot.badge else []
    for seat in scene.seats:
        yield seat.icon
        yield from (piece.icon for piece in seat.pieces)
    for thing in [*scene.choices, *scene.groups]:
        yield from thing.icons
    yield from _icons_of_days(scene)
    yield from (card.icon for card in [*scene.story, *([scene.card] if scene.card else [])])
    yield from (f"face:{die.face}" for die in scene.dice if die.face is not None)


def _icons_of_days(scene: Scene) -> Iterator[str]:
    if scene.clock is not None:
        yield from (sign for sign, _ in scene.clock.parts)
    standings = [*(scene.order.seats if scene.order else []), *(scene.several.options if scene.several else [])]
    yield from (one.icon for one in [*standings, *scene.ranking, *scene.boards])
    for box in [box for row in scene.rows for box in row.boxes]:
        yield from [sign for sign in (box.icon, box.badge, *box.cells) if sign is not None]
        yield from (piece.icon for piece in box.pieces)
    for board in scene.boards:
        yield from (holding.piece.icon for holding in board.holdings)
        for counter in board.counters:
            yield from [counter.icon, *(cell.icon for cell in counter.cells if cell.icon is not None)]
    for tile in scene.tiles:
        yield from [*(edge for edge in tile.edges if edge is not None), *tile.signs]
        yield from (piece.icon for piece in tile.pieces)


def test_everything_that_a_whole_game_shows_has_an_icon() -> None:
    for name in game_names():
        game = load_game(name)
        seats = [seat for seat, _ in game.rules.seats(load_pack(game).pack)]
        table = Table(game, load_pack(game), seats, {}, dealer=Dealer("icons"), auto=True)
        luck = random.Random("icons")
        used: set[str] = {f"game:{name}"}
        for _ in range(400):
            if isinstance(table.ask, Over):
                break
            assert isinstance(table.ask, ChooseAsk)
            used |= set(icons_of(table.scene()))
            played = table.answer(game.player.advise(table.state, table.legal() or [], luck.random))
            for line in game.presenter.lines(table.state, played.instructions):
                used |= {line.icon, line.sign} - {""}
        assert {icon for icon in used if not icons.known(icon)} == set()


GROUND = (0.3, 0.3, 0.3, 1)
SIDE = 48
BARELY, FEW = 4, 40
"""A value of a pixel may differ by so much (of 255), and so few of them by more: edges between two pixels."""


def _seen(paint_it: Callable[[Area], None], edge: int) -> bytes:
    """The pixels of an icon on a grey ground, with so many around it."""
    fbo = Fbo(size=(SIDE + 2 * edge,) * 2)
    with fbo:
        Color(*GROUND)
        Rectangle(size=fbo.size)
        paint_it(Area(edge, edge, SIDE, SIDE))
    atlas.sheets.finish()
    fbo.draw()
    return bytes(fbo.pixels)


@pytest.mark.parametrize("alpha", [1.0, 0.5])
def test_an_icon_that_is_kept_as_a_picture_looks_as_its_strokes_do(hands: Hands, alpha: float) -> None:
    names = [f"{name}1" if name.endswith(":") else name for name in sorted(pen._drawings)]
    assert len(names) > 100
    differ = {}
    for name in [*names, "nobody:drew this"]:
        tint = LAMP if name == "check" else None
        strokes, picture = (
            _seen(partial(way, name, tint=tint, alpha=alpha), atlas.margin(SIDE)) for way in (icons.strokes, icons.draw)
        )
        differ[name] = sum(abs(one - other) > BARELY for one, other in zip(strokes, picture, strict=True))
        assert len(set(picture)) > 3, f"{name} is empty"
    assert {name: count for name, count in differ.items() if count > FEW} == {}


def test_no_icon_reaches_further_out_of_its_area_than_its_picture_does(hands: Hands) -> None:
    free = 20
    edge = atlas.margin(SIDE) + free
    side = SIDE + 2 * edge
    bare = _seen(lambda _: None, edge)
    for name in sorted(pen._drawings):
        drawn = _seen(partial(icons.strokes, name), edge)
        rows = [slice(4 * side * row, 4 * side * (row + 1)) for row in range(side)]
        for row in (*rows[:free], *rows[-free:]):
            assert drawn[row] == bare[row], name
        for row in rows:
            assert drawn[row][: 4 * free] + drawn[row][-4 * free :] == bare[: 8 * free], name


def test_an_icon_is_drawn_once_for_each_size_tint_and_theme(hands: Hands) -> None:
    one = atlas.sheets("check", 30, LAMP, 1.0)
    assert atlas.sheets("check", 30, LAMP, 1.0) is one
    others = [atlas.sheets("check", 31, LAMP, 1.0), atlas.sheets("check", 30, None, 1.0)]
    others.append(atlas.sheets("check", 30, LAMP, 0.5))
    look.light("daylight")
    others.append(atlas.sheets("check", 30, LAMP, 1.0))
    look.light("night")
    assert one not in others
    assert atlas.sheets("check", 30, LAMP, 1.0) is one


class Sign(Drawn):
    """Nothing but an icon with a letter on it."""

    def paint_self(self, area: Area) -> None:
        icons.draw("seat:0:R", area)


def test_the_eyes_of_tests_look_into_icons_also_when_they_are_pictures_already(hands: Hands) -> None:
    sign, eyes = Sign(), Eyes()
    sign.place(Area(0, 0, 80, 80))
    sign._paint()
    with eyes.watching():
        sign._paint()
    assert [text.said for text in eyes.texts(sign)] == ["R"]


def test_pictures_of_icons_are_kept_up_to_so_many_sheets(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "MOST", 6)
    sheets = atlas.Sheets()
    for n in range(200):
        sheets("star", atlas.LARGEST, None, 1 - n / 400)
        assert len(sheets.sheets) <= atlas.MOST
    assert len(sheets.sheets) == atlas.MOST
    sheets.finish()


def test_drawing_faded_icons_puts_nothing_into_a_canvas_that_is_open(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atlas, "MOST", 6)
    sheets, canvas = atlas.Sheets(), Canvas()
    with canvas:
        for n in range(2 * atlas.MOST * 4):
            sheets("bag", atlas.LARGEST, None, 0.4 + n / 400)
    assert len(sheets.sheets) == atlas.MOST
    assert canvas.children == []


def test_nothing_is_drawn_while_nothing_changes(hands: Hands) -> None:
    hands.drawn = True
    hands.play(5)
    hands.look(10)
    drawn: list[object] = []
    Window.bind(on_draw=drawn.append)
    hands.look(30)
    Window.unbind(on_draw=drawn.append)
    assert drawn == []


def test_showing_the_same_again_draws_nothing(hands: Hands) -> None:
    hands.drawn = True
    hands.play(5)
    hands.look(10)
    drawn: list[object] = []
    Window.bind(on_draw=drawn.append)
    hands.app.refresh()
    hands.look(10)
    Window.unbind(on_draw=drawn.append)
    assert drawn == []


def test_places_that_are_almost_in_line_are_put_in_line() -> None:
    assert aligned([0.1, 0.12, 0.5, 0.13]) == [0.115, 0.115, 0.5, 0.115]


def test_boxes_on_the_map_never_touch() -> None:
    places = tuple((x / 3, y / 4) for x in range(4) for y in range(5))
    w, h = spot_size(places, 430, 330, 7)
    for i, (x, y) in enumerate(places):
        for other_x, other_y in places[:i]:
            apart = abs(x - other_x) * (430 - w) >= w + 7 or abs(y - other_y) * (330 - h) >= h + 7
            assert apart


def test_an_area_is_cut_without_a_gap_or_an_overlap() -> None:
    area = Area(0, 0, 100, 50)
    top = area.cut_top(10, 2)
    left = area.cut_left(30)
    assert tuple(top) == (0, 40, 100, 10)
    assert tuple(left) == (0, 0, 30, 38)
    assert tuple(area) == (30, 0, 70, 38)


class Spot(Drawn):
    """A rectangle."""

    def paint_self(self, area: Area) -> None:
        Rectangle(pos=(area.x, area.y), size=(area.w, area.h))


class Pair(Spot):
    """Comes with a part of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.part = Spot()
        self.add_widget(self.part)


class Late(Spot):
    """Makes what it consists of when it is drawn for the first time."""

    def paint_self(self, area: Area) -> None:
        super().paint_self(area)
        if not self.children:
            self.add_widget(Pair())


def test_what_was_made_while_drawing_is_drawn_once_and_heard_when_it_changes(hands: Hands) -> None:
    hands.drawn = True
    whole = Late()
    hands.root.add_widget(whole)
    for _ in range(3):
        for one in list(whole.walk(restrict=True)):
            one.place(Area(0, 0, 40, 30))
            one._paint()
    everything = list(whole.walk(restrict=True))
    assert [type(one) for one in everything] == [Late, Pair, Spot]
    for one in everything:
        assert not [child for child in one.canvas.before.children if isinstance(child, Canvas)]
        hands.look()
        assert not Window.canvas.needs_redraw
        one._paint()
        assert Window.canvas.needs_redraw, f"a change of {type(one).__name__} is not drawn"
    hands.root.remove_widget(whole)


class Framed(Spot):
    """Shows the spot in it whenever it is drawn."""

    def build(self) -> None:
        self.spot = self.add(Spot())

    def paint_self(self, area: Area) -> None:
        super().paint_self(area)
        self.spot.place(area)
        self.spot.show()


def test_nothing_is_left_to_tap_of_a_part_without_room(hands: Hands) -> None:
    whole = Framed()
    hands.root.add_widget(whole)
    for room, shown in ((30, True), (0, False), (30, True)):
        whole.place(Area(0, 0, 40, room))
        hands.look()
        assert whole.spot.shown == shown
    hands.root.remove_widget(whole)
