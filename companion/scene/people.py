"""The players, as a scene shows them."""

from __future__ import annotations

from companion.core.texts import Words
from companion.scene.scene import Scene


def people(scene: Scene) -> dict[str, tuple[str, Words]]:
    """The icon and name of each seat, from whichever part of the scene has them."""
    found: dict[str, tuple[str, Words]] = {}
    if scene.order is not None:
        found |= {one.seat: (one.icon, one.name) for one in scene.order.seats}
    found |= {one.seat: (one.icon, one.name) for one in scene.boards if one.seat is not None}
    found |= {one.id: (one.icon, one.name) for one in scene.seats}
    return found
