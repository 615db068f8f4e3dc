"""Themes: everything can be read in each of them, and they change while everything stands."""

from __future__ import annotations

import pytest

from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG
from tests.ui.screen_check import Dots, picture
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.base.settings import SIZES as LETTERS
from ui.device import kernel, sounds
from ui.look.theme import INK, LAMP, NIGHT, PAPER, THEMES, Role, Theme, look
from ui.screens.stage import Stage

TEXT, FIGURE = 4.5, 7.0


def use(hands: Hands, theme: Theme) -> None:
    hands.app.settings.theme = theme
    hands.app.apply_settings()
    hands.look(2)


def test_colour_roles_are_resolved_when_drawn(hands: Hands) -> None:
    kept = PAPER
    night = tuple(kept)
    use(hands, "daylight")
    assert tuple(kept) != night
    assert all(len(role.inks) == len(THEMES) for role in (NIGHT, PAPER, INK, LAMP))
    assert isinstance(kept, Role)


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_switched_live_looks_as_if_it_had_always_been(hands: Hands, theme: Theme) -> None:
    """Also on screens that wait outside the window, and without any widget being made anew."""
    hands.play()
    hands.app.go("menu")
    hands.look(2)
    before = {name: id(screen) for name, screen in hands.root.screens.items()}
    hands.app.go("settings")
    hands.look(2)
    use(hands, theme)
    hands.app.go("game")
    hands.look(3)
    switched = picture(hands.root)
    assert {name: id(hands.root.screens[name]) for name in before} == before
    kept, fresh = hands.app.stage, Stage(hands.app)
    fresh.size = kept.size
    hands.app.stage = fresh
    try:
        hands.app._settle()
        assert Dots(picture(fresh)[0]) == Dots(switched[0])
    finally:
        hands.app.stage = kept


def test_a_new_text_size_applies_to_hidden_screens(hands: Hands) -> None:
    hands.app.go("home")
    hands.look(2)
    hands.app.go("settings")
    hands.app.settings.text = "large"
    hands.app.apply_settings()
    hands.look(2)
    hands.app.go("home")
    hands.look(3)
    switched = Dots(picture(hands.root)[0])
    hands.root.repaint()
    hands.look(2)
    assert switched == Dots(picture(hands.root)[0])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("letters", LETTERS)
def test_the_settings_offer_every_option(
    hands: Hands, size: tuple[int, int], letters: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "has_backlight", lambda: True)
    monkeypatch.setattr(sounds, "available", lambda: True)
    hands.resize(*size)
    hands.app.settings.text = letters
    hands.speak(LONG)
    for name in ("settings", "touch"):
        hands.app.go(name)
        hands.look(2)
        assert hands.root.name == name
        assert not clipped
        assert_in_the_window(hands, name)
        assert_large_enough(hands, name)


def test_a_chosen_option_applies_at_once_and_is_saved(hands: Hands) -> None:
    from ui.base import settings  # noqa: PLC0415

    hands.app.go("settings")
    hands.look()
    hands.tap("Daylight")
    assert look.theme == "daylight"
    hands.tap("Large")
    assert look.scale == LETTERS["large"]
    assert settings.load().theme == "daylight"
    assert settings.load().text == "large"
