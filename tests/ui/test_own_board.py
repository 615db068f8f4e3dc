"""A board of twenty squares of one's own: all on it is seen across the table; it fills the screen until a tap."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from kivy.core.window import Window
from kivy.graphics.texture import Texture
from msgspec import structs

from companion.scene.scene import Board
from tests.ui import drawing
from tests.ui.drawing import Words
from tests.ui.hands import Hands, Watch
from tests.ui.own_board import NAMES, own_board
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.screens.table import REST
from ui.widgets.board import SEEN

SIZES = [(800, 480), (1280, 720), (720, 1280)]


def show(hands: Hands, size: tuple[int, int], language: str, board: Board | None = None) -> None:
    hands.resize(*size)
    hands.speak(language)
    hands.play()
    hands.change_scene(board=board or own_board(language))
    hands.look(2)


def scattered(language: str) -> Board:
    """The same as somebody has tapped it on a photo: squares anywhere, some of them close to each other."""
    luck = Random(5)
    board = own_board(language)
    spots = [structs.replace(spot, x=luck.random(), y=luck.random()) for spot in board.spots]
    return structs.replace(board, spots=spots)


def assert_seen(hands: Hands, language: str | None = None) -> None:
    """Nothing on the board is under 2.5 mm; names are whole, those in that language all there."""
    board, least = hands.screen.map, look.mm(SEEN) - 1
    drawn = drawing.items(board)
    texts = [item for item in drawn if isinstance(item, Words)]
    assert texts
    for text in texts:
        assert text.whole, text.said
        assert text.px >= least, text.said
    assert [item.what for item in drawn if item.kind == "icon" and min(item.area.w, item.area.h) < least] == []
    said = {spell(text.said) for text in texts}
    assert language is None or {spell(name) for name in NAMES[language]} <= said
    for view in (view for view in board.children if getattr(view, "shown", False)):
        for item in drawing.items(view):
            if isinstance(item, Words):
                assert all(inside(line, view.area) for _, line in item.lines), item.said


def spell(name: str) -> str:
    """Its letters, however it is broken into lines."""
    return "".join(letter for letter in name if letter.isalpha())


def inside(line: Area, cell: Area) -> bool:
    """Letters may reach over the edge of a square by less than its frame."""
    return line.x >= cell.x - 1 and line.x + line.w <= cell.x + cell.w + 1


BOARDS = [own_board, scattered]


@pytest.mark.parametrize(("size", "language", "made"), list(product(SIZES, NAMES, BOARDS)))
def test_names_and_pieces_are_seen_beside_the_question_and_alone(
    hands: Hands, size: tuple[int, int], language: str, made: object
) -> None:
    assert callable(made)
    with drawing.sketched():
        show(hands, size, language, made(language))
        assert_seen(hands, language)
        beside = hands.screen.map.area
        hands.screen.fill()
        hands.look(2)
        assert_seen(hands, language)
        alone = hands.screen.map.area
    assert alone.w * alone.h > beside.w * beside.h * 1.5
    assert hands.screen.title.text, "whose turn it is stands below"


@pytest.mark.parametrize(("size", "made"), list(product(SIZES, BOARDS)))
def test_on_a_photo_of_the_board_everything_is_seen_too(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], made: object
) -> None:
    """The photo has the names; a space has its number or a short name there, if there is no room for more."""
    photo = Texture.create(size=(400, 300))
    monkeypatch.setattr(type(hands.app.pictures), "of", lambda self, card, *folder: photo)
    assert callable(made)
    with drawing.sketched():
        show(hands, size, "es", made("es"))
        assert_seen(hands)
        hands.screen.fill()
        hands.look(2)
        assert_seen(hands)


# The board fills the screen until somebody decides.


def closed_square(hands: Hands) -> tuple[float, float]:
    screen = hands.screen
    spots = [spot.id for spot in hands.session.scene.board.spots]
    cells = [cell for spot in spots if (cell := screen.map.cell(spot)) is not None]
    return next((cell.cx, cell.cy) for cell in cells if screen.map.under(cell.cx, cell.cy) is None)


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_where_nothing_can_be_chosen_fills_the_screen_and_any_tap_brings_the_question(
    hands: Hands, watch: Watch, size: tuple[int, int]
) -> None:
    show(hands, size, "en")
    panel, before = hands.screen.primary.center[:], hands.session.table.hash()
    hands.touch(*closed_square(hands))
    assert hands.screen.filled
    assert not hands.screen.primary.shown
    assert not hands.root.nav.shown
    hands.touch(*panel)
    assert hands.session.table.hash() == before, "the tap does nothing else"
    assert not hands.screen.filled
    assert hands.screen.primary.shown
    assert hands.root.nav.shown


def test_it_fills_when_nobody_has_touched_the_screen_for_a_while(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    show(hands, SIZES[0], "es")
    assert REST >= 20, "nobody is still reading"
    assert hands.screen._rest.is_triggered
    hands.screen._rest.get_callback()(0)
    hands.look(2)
    assert hands.screen.filled
    hands.session.undo()
    hands.session.pages.clear()
    hands.app.refresh()
    hands.look(2)
    assert not hands.screen.filled, "somebody decides, on whatever screen"
    assert hands.root.nav.shown


def test_it_does_not_while_people_are_at_something(hands: Hands) -> None:
    show(hands, SIZES[0], "en")
    hands.session.choose_die(next(iter(die.id for die in hands.session.scene.dice)))
    hands.look()
    hands.screen.fill()
    assert not hands.screen.filled
    hands.play("draw")
    hands.session.draw()
    hands.look()
    assert not hands.screen.filled
    assert Window.rotation == 0


def test_the_amber_key_only_brings_the_question(hands: Hands) -> None:
    show(hands, SIZES[0], "en")
    before = hands.session.table.hash()
    hands.screen.fill()
    hands.look()
    hands.app.act()
    assert not hands.screen.filled
    assert hands.session.table.hash() == before
