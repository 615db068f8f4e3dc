"""What is drawn: icons for everything that a game shows, and nothing at all when nothing changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from io import BytesIO

import pytest
from kivy.core.image import Image
from kivy.core.window import Window
from kivy.graphics import Canvas, Color, Fbo, Rectangle

from companion.chance.dealer import Dealer
from companion.core.asks import ChooseAsk, Over
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.scene.icons import NAMES, known, read
from companion.scene.palette import COLOURS, THEMES, Theme
from companion.scene.scene import Scene
from companion.table.table import Table
from tests.ui.hands import Hands
from tests.ui.legibility import TEXT, contrast
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look.textures import TextureCache
from ui.look.theme import NIGHT, look
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
        assert {icon for icon in used if not known(icon)} == set()


def pixels(name: str, side: int, edge: int, tint: str | None = None, alpha: float = 1) -> list[tuple[int, ...]]:
    """The pixels of a rasterised icon, RGBA, row by row from the top."""
    made = Image(BytesIO(icons.svg(read(name), side, edge, tint, alpha).encode()), ext="png", keep_data=True)
    data = bytes(made.image._data[0].data)
    assert made.size == (side + 2 * edge,) * 2
    return [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]


WRITTEN = {"face", "question"}
"""Nothing but letters."""


def test_every_icon_is_drawn_within_its_margin(hands: Hands) -> None:
    side, free = 48, 20
    edge = icons.margin(side) + free
    for name in sorted(NAMES):
        seen = pixels(name, side, edge)
        whole = side + 2 * edge
        inner = [seen[y * whole + x] for y in range(free, whole - free) for x in range(free, whole - free)]
        assert any(a == 255 for *_, a in inner) == (name not in WRITTEN), f"{name} is empty"
        assert sum(a > 0 for *_, a in seen) == sum(a > 0 for *_, a in inner), f"{name} is cut off"


@pytest.mark.parametrize("theme", THEMES)
def test_icons_are_drawn_in_the_colours_of_the_theme(hands: Hands, theme: Theme) -> None:
    look.light(theme)
    number = THEMES.index(theme)
    try:
        for name, colour in (("face-PHYS", "alert"), ("seat-4", "hue-4"), ("face-SOC", "sun"), ("hospital", "alert")):
            r, g, b, a = pixels(name, 31, 0)[15 * 31 + 15]
            assert (f"#{r:02x}{g:02x}{b:02x}", a) == (COLOURS[colour][number], 255)
    finally:
        look.light("night")


def test_a_tint_affects_only_tintable_shapes(hands: Hands) -> None:
    tinted, plain = pixels("camera", 100, 0, "#010203"), pixels("camera", 100, 0)
    assert tinted[30 * 100 + 20] == (1, 2, 3, 255) != plain[30 * 100 + 20]
    ring = 55 * 100 + 35
    assert tinted[ring] == plain[ring]
    assert pixels("alert", 100, 0, "#010203") == pixels("alert", 100, 0)


def test_faded_shapes_shine_through_each_other(hands: Hands) -> None:
    seen = pixels("camera", 100, 0, None, 0.5)
    assert seen[30 * 100 + 20][3] in (127, 128)
    assert seen[55 * 100 + 35][3] in (190, 191, 192)


def test_an_icon_is_rasterised_once_for_each_size_tint_and_theme(hands: Hands) -> None:
    kept = TextureCache(icons._texture, 10**9)
    one = kept("check", 30, 4, None, 1, "night")
    assert kept("check", 30, 4, None, 1, "night") is one
    others = (
        (31, 4, None, 1, "night"),
        (30, 4, "#ffffff", 1, "night"),
        (30, 4, None, 0.5, "night"),
        (30, 4, None, 1, "x"),
    )
    assert one not in [kept("check", *other) for other in others]
    assert len(kept) == 5


def test_an_icon_and_its_letters_are_aligned_to_pixels(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, Area]] = []
    monkeypatch.setattr(paint, "words", lambda text, area, *_args, **_more: said.append((text, area)))
    canvas = Canvas()
    with canvas:
        icons.draw("seat:0:r", Area(10.1, 20.1, 90.2, 80.2), alpha=0.5)
    colour, box = (one for one in canvas.children if isinstance(one, Color | Rectangle))
    edge = icons.margin(80)
    assert tuple(colour.rgba) == (1, 1, 1, 1)
    assert box.pos == (15 - edge, 20 - edge)
    assert box.size == (80 + 2 * edge,) * 2 == box.texture.size
    ((text, area),) = said
    assert text == "R"
    assert area.cx == 55
    assert 20 < area.y < area.y + area.h < 100


def test_letters_too_small_to_read_are_left_out(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(paint, "words", lambda text, *_args, **_more: said.append(text))
    with Canvas():
        icons.draw("seat:0:r", Area(0, 0, 40, 40))
        icons.draw("seat:0:x", Area(0, 0, 15, 15))
    assert said == ["R"]


def test_a_row_repeats_an_icon(hands: Hands) -> None:
    fbo = Fbo(size=(64, 16))
    with fbo:
        Color(*NIGHT)
        Rectangle(size=fbo.size)
        icons.row("land:water", Area(0, 0, 64, 16), 16)
    fbo.draw()
    rows = [fbo.pixels[256 * y : 256 * (y + 1)] for y in range(16)]
    assert all(row[:64] == row[64:128] == row[192:] for row in rows)
    upright = [row[:64] for row in reversed(rows)]
    single = pixels("land-water", 16, 0)
    whole = [(x, y) for y in range(16) for x in range(16) if single[16 * y + x][3] == 255]
    assert len(whole) > 100
    for x, y in whole:
        assert (
            max(
                abs(one - other)
                for one, other in zip(upright[y][4 * x : 4 * x + 3], single[16 * y + x][:3], strict=True)
            )
            < 3
        )


def behind_letters(name: str) -> tuple[float, ...]:
    """The colour of an icon where its letters stand."""
    at = read(name).lettering
    x, y = (round(at.x), round(at.y)) if at else (50, 50)
    red, green, blue, alpha = pixels(name, 100, 0)[100 * y + x]
    return red / 255, green / 255, blue / 255, alpha / 255


@pytest.mark.parametrize("theme", THEMES)
def test_letters_on_icons_stand_out_from_them(hands: Hands, theme: Theme) -> None:
    look.light(theme)
    try:
        found = {name: at for name in sorted(NAMES - WRITTEN) if (at := read(name).lettering) is not None}
        weak = {name: contrast(icons._rgba(at.colour, None), behind_letters(name)) for name, at in found.items()}
        assert len(found) > 10
        assert {name: one for name, one in weak.items() if one < TEXT - 0.005} == {}
    finally:
        look.light("night")


@pytest.mark.parametrize("theme", THEMES)
def test_the_inside_of_a_frame_has_the_colour_of_the_background(hands: Hands, theme: Theme) -> None:
    look.light(theme)
    try:
        assert icons.framing("door")
        assert behind_letters("door") == pytest.approx(tuple(NIGHT), abs=0.001)
    finally:
        look.light("night")


def test_nothing_is_drawn_while_nothing_changes(hands: Hands) -> None:
    hands.drawn = True
    hands.play()
    hands.look(10)
    drawn: list[object] = []
    Window.bind(on_draw=drawn.append)
    hands.look(30)
    Window.unbind(on_draw=drawn.append)
    assert drawn == []


def test_showing_the_same_again_draws_nothing(hands: Hands) -> None:
    hands.drawn = True
    hands.play()
    hands.look(10)
    drawn: list[object] = []
    Window.bind(on_draw=drawn.append)
    hands.app.refresh()
    hands.look(10)
    Window.unbind(on_draw=drawn.append)
    assert drawn == []


def test_places_almost_in_line_are_aligned() -> None:
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


def test_parts_made_while_drawing_are_drawn_once_and_observed(hands: Hands) -> None:
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


def test_a_part_without_space_cannot_be_tapped(hands: Hands) -> None:
    whole = Framed()
    hands.root.add_widget(whole)
    for room, shown in ((30, True), (0, False), (30, True)):
        whole.place(Area(0, 0, 40, room))
        hands.look()
        assert whole.spot.shown == shown
    hands.root.remove_widget(whole)
