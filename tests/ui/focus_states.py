"""The focus ring at its first position in some states."""

from __future__ import annotations

from collections.abc import Iterator

from tests.ui.gallery import settle
from tests.ui.hands import Hands


def ringed(hands: Hands, game: str | None = None) -> Iterator[str]:
    """The screen with the ring at its start."""
    focus = hands.app.controls.focus
    focus.move(1)
    settle()
    yield f"{game or hands.root.name} focus"
    focus.hide()
    settle()
