"""Every screen at every size: it opens, nothing is cut off, everything can be hit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.newyork.answers import End
from companion.session.pages import Page
from hardware.config import Config
from tests.ui.hands import Hands, clipped, least_target
from tests.ui.pseudo import LONG
from ui.device.inputs import Inputs
from ui.look.theme import look
from ui.screens import stage
from ui.widgets.board import BoardMap, SpotView
from ui.widgets.buttons import Light
from ui.widgets.entry import DicePool, Keyboard, TrayView

SIZES = [(800, 480), (1280, 720), (720, 1280)]


def lines(hands: Hands) -> None:
    hands.play()
    hands.session.answer(End())


def reveal(hands: Hands) -> None:
    hands.play("draw")
    hands.session.draw()


def story_card(hands: Hands) -> None:
    lines(hands)
    (page,) = hands.session.pages
    hands.session.pages = [Page(0, page.lines, card=hands.session.scene.story[0])]
    hands.app.refresh()


def check(hands: Hands) -> None:
    hands.play("setup")
    hands.session.draw()


def variants(hands: Hands) -> None:
    hands.play("actions")
    hands.tap("Collect red info")


def going_to(name: str) -> Callable[[Hands], None]:
    def go(hands: Hands) -> None:
        hands.play()
        hands.app.go(name)

    return go


SCREENS: dict[str, tuple[str, Callable[[Hands], object]]] = {
    "turn": ("table", lambda hands: hands.play("actions")),
    "variants": ("table", variants),
    "deal": ("table", lambda hands: hands.play("draw")),
    "lines": ("table", lines),
    "card": ("reveal", reveal),
    "story card": ("reveal", story_card),
    "check-list": ("check", check),
    "dice": ("dice", lambda hands: hands.play("roll")),
    "cards of the table": ("list", lambda hands: hands.play("draw", by_hand="police")),
    "end": ("over", lambda hands: hands.play("over")),
    **{name: (name, going_to(name)) for name in ("sheet", "story", "log", "menu", "settings")},
    "games": ("history", lambda hands: hands.app.go("history")),
    "home": ("home", lambda hands: None),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_screen_fits_its_window(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    for what, (name, open_) in SCREENS.items():
        hands.speak("en")
        hands.app.leave_game()
        hands.look()
        open_(hands)
        hands.speak(LONG)
        assert hands.root.name == name, what
        assert not clipped, f"{what}: cut off at {size}"
        assert_in_the_window(hands, what)
        assert_large_enough(hands, what)


def assert_in_the_window(hands: Hands, what: str) -> None:
    width, height = hands.root.size
    for part in hands.parts():
        assert part.x >= -1, (what, part)
        assert part.y >= -1, (what, part)
        assert part.right <= width + 1, (what, part)
        assert part.top <= height + 1, (what, part)


NARROW_KEY = 7.0
"""Width (mm) of a letter on upright screens."""


def assert_large_enough(hands: Hands, what: str) -> None:
    least = least_target() - 1
    for part in hands.targets():
        if isinstance(part, BoardMap):
            continue
        cells = part.cells() if isinstance(part, DicePool | TrayView) else [part.area]
        # Ten keys side by side are narrower on upright screens, as on a phone, and higher.
        across = NARROW_KEY * look.panel.density if isinstance(part.parent, Keyboard) else least
        for cell in cells:
            assert cell.w >= across, (what, part, getattr(part, "text", ""))
            assert cell.h >= least, (what, part, getattr(part, "text", ""))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_places_of_the_board_are_ten_millimetres_large(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.play()
    board = next(part for part in hands.parts() if isinstance(part, BoardMap))
    reach = least_target() / 2 - 1
    for spot in board.open:
        cell = board.cell(spot)
        assert cell is not None
        for dx, dy in ((reach, 0), (-reach, 0), (0, reach), (0, -reach)):
            assert board.under(cell.cx + dx, cell.cy + dy) is not None
        assert board.under(cell.cx, cell.cy) == spot


def test_a_place_without_choices_is_disabled(hands: Hands) -> None:
    hands.play()
    board = next(part for part in hands.parts() if isinstance(part, BoardMap))
    spots = hands.session.scene.board.spots
    hands.tap_spot(next(spot.id for spot in spots if spot.id not in board.open))
    assert hands.answers == []


def test_screens_are_built_once(hands: Hands) -> None:
    for _ in range(2):
        for _, open_ in SCREENS.values():
            hands.app.leave_game()
            hands.look()
            open_(hands)
            hands.look()
    before = {name: (id(screen), len(list(screen.walk()))) for name, screen in hands.root.screens.items()}
    for _, open_ in SCREENS.values():
        hands.app.leave_game()
        hands.look()
        open_(hands)
        hands.look()
    assert {name: (id(screen), len(list(screen.walk()))) for name, screen in hands.root.screens.items()} == before


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_names_of_places_use_one_text_size(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.play()
    board = next(part for part in hands.parts() if isinstance(part, BoardMap))
    sizes = {part.size_px for part in hands.parts() if isinstance(part, SpotView)}
    assert len(sizes) == 1
    assert board.height > hands.root.height * 0.4


def test_six_dice_fit_in_one_row(hands: Hands) -> None:
    for size in SIZES:
        hands.resize(*size)
        hands.play()
        hands.screen.pool.dice = (hands.session.scene.dice * 2)[:6]
        cells = hands.screen.pool.cells()
        assert len({cell.y for cell in cells}) == 1
        assert min(cell.w for cell in cells) >= least_target() - 1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_only_the_lamp_of_the_journal_is_shown_without_a_reader(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.play()
    (lamp,) = (part for part in hands.parts() if isinstance(part, Light))
    assert lamp.state == "good"
    assert lamp.icon == "box" or lamp.text == "Saved"


def test_modules_of_screens_are_preloaded_one_by_one(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(stage, "resolve_name", read.append)
    ahead = stage.preload()
    goes_on = [ahead.get_callback()(stage.EVERY) for _ in range(len(stage.SCREENS) + 1)]
    ahead.cancel()
    assert read == list(stage.SCREENS.values())
    assert goes_on == [True] * len(stage.SCREENS) + [False]


def test_a_card_mentions_the_green_button_only_if_there_is_one(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    reveal(hands)
    for pins, said in ((False, ""), (True, "or the green button")):
        monkeypatch.setattr("ui.device.inputs.without_pins", lambda config, pins=pins: not pins)
        hands.app.inputs = Inputs(Config())
        hands.app.refresh()
        hands.look()
        assert hands.screen.primary.detail == said
    hands.app.inputs = None
