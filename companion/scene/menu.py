"""The choices of a scene as a nested menu, for front ends without a board to tap."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.texts import T, Words
from companion.scene.scene import Choice, Scene

ROW, SPOT, BOARD = "row ", "spot ", "board "
"""Key prefixes of the submenus for rows, places and the player's board. Group ids contain no spaces."""


class MenuItem(NamedTuple):
    """A menu item: a choice to take, or a group to open."""

    label: Words
    detail: Words | None
    choice: Choice | None = None
    group: str | None = None


def menu(scene: Scene, group: str | None = None) -> list[MenuItem]:
    """The items of the top level or of a group. A group with one choice is replaced by it.

    If there is only one group, it is opened. Choices at places of rows and of the city are grouped by row and place.
    """
    at_places = _at_places(scene)
    if group is not None and group.startswith((ROW, SPOT)):
        return _place_menu(scene, at_places, group)
    members: dict[str, list[Choice]] = {}
    for choice in scene.choices:
        if choice.group is not None:
            members.setdefault(choice.group, []).append(choice)
    if group is not None:
        return [_item(scene, choice) for choice in members.get(group, [])]
    if len(members) == 1 and all(choice.group is not None for choice in scene.choices):
        return [_item(scene, choice) for choice in scene.choices]
    named = {one.id: one for one in scene.groups}
    items: list[MenuItem] = []
    for choice in scene.choices:
        if choice.group is None and choice.spot in at_places:
            continue
        if choice.group is None or len(members[choice.group]) == 1:
            items.append(_item(scene, choice))
        elif members[choice.group][0] is choice:
            # Such a detail explains which places of a board to tap, which does not apply here.
            detail = named[choice.group].detail if choice.spot is None else None
            items.append(MenuItem(named[choice.group].label, detail, group=choice.group))
    rows = [(key, name) for key, name, places in _rows(scene) if any(place in at_places for place, _ in places)]
    items += [MenuItem(name, None, group=ROW + key) for key, name in rows]
    return items + ([MenuItem(scene.otherwise, None, group=BOARD)] if scene.otherwise is not None else [])


def _at_places(scene: Scene) -> dict[str, list[Choice]]:
    """The ungrouped choices at each place of the rows and the city, by place id."""
    places = {place for _, _, row in _rows(scene) for place, _ in row}
    found: dict[str, list[Choice]] = {}
    for choice in scene.choices:
        if choice.group is None and choice.spot in places:
            found.setdefault(choice.spot, []).append(choice)
    return found


def _rows(scene: Scene) -> list[tuple[str, Words, list[tuple[str, Words]]]]:
    """The rows and the city: id, name, and places by id and name."""
    rows = [(row.id, row.name, [(box.id, box.name) for box in row.boxes]) for row in scene.rows]
    return [*rows, ("", T("City"), [(tile.id, tile.name) for tile in scene.tiles])]


def _place_menu(scene: Scene, at_places: dict[str, list[Choice]], key: str) -> list[MenuItem]:
    """The places of a row, or the choices at one of them."""
    if key.startswith(SPOT):
        return [_item(scene, choice) for choice in at_places.get(key.removeprefix(SPOT), [])]
    places = next(places for row, _, places in _rows(scene) if ROW + row == key)
    return [MenuItem(name, None, group=SPOT + place) for place, name in places if place in at_places]


def _item(scene: Scene, choice: Choice) -> MenuItem:
    """A choice as a menu item. The dice it costs, icons on a screen, are put into words."""
    paid = [icon.partition(":")[2] for icon in choice.icons if choice.pays and icon.startswith("face:")]
    parts: list[Words] = [
        T("{n} {face}", n=paid.count(face), face=scene.face_names.get(face, face)) for face in dict.fromkeys(paid)
    ]
    if choice.detail is not None:
        parts.append(choice.detail)
    said = parts[0] if parts else None
    for part in parts[1:]:
        said = T("{first}, {second}", first=said or "", second=part)
    return MenuItem(choice.label, said, choice)
