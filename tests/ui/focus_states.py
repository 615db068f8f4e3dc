"""The focus ring as it first appears in some states of the screen."""

from __future__ import annotations

from collections.abc import Iterator

from tests.ui.gallery import settle
from tests.ui.hands import Hands


def ringed(hands: Hands, game: str | None = None) -> Iterator[str]:
    """The screen in front with the ring where it begins."""
    focus = hands.root.focus
    focus.move(1)
    settle()
    yield f"{game or hands.root.name} focus"
    focus.hide()
    settle()
