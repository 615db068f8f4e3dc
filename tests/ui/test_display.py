"""The glass: turned round for whoever sits opposite, its light, its size, and how the touch lies on it."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window

from tests.ui.hands import Hands
from ui.base import settings as settings_
from ui.device import kernel
from ui.device.display import CORNERS, DEBOUNCE, Corners, TouchCorrection, TouchMapping
from ui.model import notes

MAPPINGS = [TouchMapping(*way) for way in product((False, True), repeat=3)]


# Turned round.


def test_one_tap_turns_everything_round_and_another_one_back(hands: Hands) -> None:
    hands.play(5)
    turn = next(button for button in hands.root.nav.buttons if button.key == "turn")
    hands.touch(*turn.center)
    assert Window.rotation == 180
    hands.app.go("menu")
    hands.look()
    assert Window.rotation == 180
    hands.app.turn_screen()
    hands.look()
    assert Window.rotation == 0


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_menu_turns_round_where_the_bar_has_no_room(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.play(5)
    hands.app.go("menu")
    hands.look(2)
    hands.tap("Turn the screen round")
    assert Window.rotation == 180


def test_a_seat_that_said_where_it_sits_is_turned_to_all_others_follow_the_screen(hands: Hands) -> None:
    table = hands.play(5)
    assert notes.side(table, "father", 180) == 180
    notes.turn_side(table, "father", 180)
    assert notes.side(table, "father", 180) == 0
    assert notes.side(table, "father", 0) == 0
    assert notes.side(table, "mother", 180) == 180
    assert notes.side(table, None, 180) == 180


# Its light.


def test_brightness_is_set_where_there_is_a_light_that_is_ours(tmp_path: Path) -> None:
    assert not kernel.has_backlight(tmp_path)
    for name, most in (("one", "255"), ("odd", "no number")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "max_brightness").write_text(most)
        (tmp_path / name / "brightness").write_text("7")
    assert kernel.has_backlight(tmp_path)
    kernel.set_brightness(50, tmp_path)
    assert (tmp_path / "one" / "brightness").read_text() == "128"
    assert (tmp_path / "odd" / "brightness").read_text() == "7"
    kernel.set_brightness(0, tmp_path)
    assert int((tmp_path / "one" / "brightness").read_text()) > 20, "nobody would find the way back"


def test_without_a_light_no_brightness_is_offered(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    for there in (True, False):
        monkeypatch.setattr(kernel, "has_backlight", lambda there=there: there)
        hands.app.go("settings")
        hands.app.refresh()
        hands.look(2)
        assert ("25 %" in hands.labels()) == there


# How the touch lies.


def corners(mapping: TouchMapping, *, doubled: bool = False) -> Corners:
    """Four honest taps on a glass whose touch lies so."""
    made = Corners()
    for number, corner in enumerate(CORNERS):
        near = tuple(0.05 + 0.9 * way for way in corner)
        reported = next(
            (x, y) for x, y in product((0.05, 0.95), repeat=2) if mapping.apply(x, y) == pytest.approx(near)
        )
        made.tap(*reported, at=number * 2.0)
        if doubled:
            made.tap(*reported, at=number * 2.0 + DEBOUNCE / 2)
    assert made.asked is None
    return made


@pytest.mark.parametrize("mapping", MAPPINGS, ids=lambda mapping: str(mapping) or "as it should")
def test_four_taps_find_every_way_in_which_a_touch_can_lie(mapping: TouchMapping) -> None:
    finding = corners(mapping).finding()
    assert finding.good == (mapping == TouchMapping())
    assert finding.mapping == (mapping if mapping != TouchMapping() else None)
    assert TouchMapping.named(str(mapping)) == mapping


@pytest.mark.parametrize(("one", "other"), list(product(MAPPINGS, MAPPINGS)))
def test_what_is_still_wrong_is_set_right_on_top(one: TouchMapping, other: TouchMapping) -> None:
    assert one.then(other).apply(0.1, 0.3) == pytest.approx(other.apply(*one.apply(0.1, 0.3)))


def test_a_tap_that_arrives_twice_is_found() -> None:
    finding = corners(TouchMapping(), doubled=True).finding()
    assert not finding.good
    assert finding.mapping is None
    assert "twice" in str(finding.words)


def test_taps_that_arrive_anywhere_are_for_the_system_to_set_right() -> None:
    made = Corners()
    for number in range(len(CORNERS)):
        made.tap(0.5, 0.5, at=float(number))
    assert "Calibrate" in str(made.finding().words)


def test_a_touch_is_set_right_once_however_often_it_is_reported() -> None:
    class Touch:
        profile = ("pos",)
        sx, sy = 0.2, 0.9

    correction, touch = TouchCorrection(), Touch()
    correction.mapping = TouchMapping.named("swap flip_x")
    correction.process([("begin", touch), ("end", touch)])
    assert (touch.sx, touch.sy) == pytest.approx((0.1, 0.2))


def test_a_mirrored_touch_is_found_by_four_taps_set_right_and_kept(hands: Hands) -> None:
    hands.app.go("touch")
    hands.look(2)
    for number in range(4):
        mark = hands.screen._marks[number]
        assert mark.lit
        hands.screen._corners._last = None
        hands.touch(hands.root.width - mark.center_x, mark.center_y)
    assert hands.app.settings.touch == "flip_x"
    assert settings_.load().touch == "flip_x"
    assert any(getattr(module, "mapping", None) == TouchMapping(flip_x=True) for module in EventLoop.postproc_modules)
    hands.tap("Check again")
    for number in range(4):
        hands.screen._corners._last = None
        hands.touch(*hands.screen._marks[number].center)
    assert hands.app.settings.touch == "flip_x"
    assert hands.screen.title.text == "Well done"
    hands.app.act()
    hands.look()
    assert hands.root.name == "home"
    assert settings_.load().checked


def test_the_check_can_be_skipped_with_a_button_that_is_in_the_middle_however_the_touch_lies(hands: Hands) -> None:
    hands.app.go("touch")
    hands.look(2)
    skip = hands.button("Skip")
    for mapping in MAPPINGS:
        x, y = mapping.apply(skip.center_x / hands.root.width, skip.center_y / hands.root.height)
        assert skip.collide_point(x * hands.root.width, y * hands.root.height)
    hands.app.act()
    assert hands.root.name == "touch", "the green button skips nothing"
    hands.tap("Skip")
    assert hands.root.name == "home"


# How large it is.


def edid_of(width_mm: int, height_mm: int, *, centimetres: tuple[int, int] = (0, 0)) -> bytes:
    """What a panel of that size says of itself."""
    made = bytearray(128)
    made[:8] = bytes.fromhex("00ffffffffffff00")
    made[21], made[22] = centimetres
    made[66], made[67] = width_mm % 256, height_mm % 256
    made[68] = (width_mm // 256) << 4 | height_mm // 256
    return bytes(made)


@pytest.mark.parametrize(
    ("said", "inches"),
    [
        (edid_of(154, 86), 6.9),
        (edid_of(527, 296), 23.8),
        (edid_of(0, 0, centimetres=(22, 12)), 9.9),
        (edid_of(0, 0), None),
        (edid_of(2, 1), None),
        (edid_of(154, 86)[:100], None),
        (b"", None),
        (b"\x01" * 128, None),
    ],
)
def test_a_panel_says_how_large_it_is(said: bytes, inches: float | None) -> None:
    assert kernel.edid_diagonal(said) == inches


def test_only_one_connected_panel_is_believed(tmp_path: Path) -> None:
    assert kernel.panel_inches(tmp_path) is None
    for name, status, said in (
        ("card1-DSI-1", "disconnected", edid_of(527, 296)),
        ("card1-HDMI-A-1", "connected", edid_of(154, 86)),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text(status + "\n")
        (tmp_path / name / "edid").write_bytes(said)
    assert kernel.panel_inches(tmp_path) == 6.9
    (tmp_path / "card1-DSI-1" / "status").write_text("connected\n")
    assert kernel.panel_inches(tmp_path) is None
