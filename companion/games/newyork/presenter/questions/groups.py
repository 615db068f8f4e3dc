"""The groups of choices, in order of display."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from companion.core.texts import T
from companion.games.newyork.presenter.words.labels import ITEMS
from companion.scene.scene import Choice, Group

ON_BOARD = T("tap a green square")

GROUPS: dict[str, Group] = {
    group.id: group
    for group in (
        Group("draw", T("Which card is it?")),
        Group("pull", T("Which token is it?")),
        Group("pick", T("Which square is it?"), ON_BOARD, on_map=True),
        Group("start", T("Begin"), ON_BOARD, on_map=True),
        Group("flee", T("Flee"), ON_BOARD, on_map=True),
        Group("car", T("Choose the car"), ON_BOARD, on_map=True),
        Group("final", T("The final challenge"), None, ["star"]),
        Group("task", T("Tasks")),
        Group("fight", T("Mafia"), T("fight, dodge or avoid"), ["mafia"]),
        Group("collect", T("Collect"), T("info and items")),
        Group("move", T("Move"), ON_BOARD, on_map=True),
        Group("extra", T("Extra step"), None, ["alert"]),
        Group("reroll", T("Roll again"), T("1 action")),
        Group("collected", T("Collected info"), ON_BOARD, on_map=True),
        Group("removed", T("Removed mafia"), ON_BOARD, ["mafia"], on_map=True),
        Group("taken", T("Took an item"), ON_BOARD, on_map=True),
        Group("tracks", T("Moved a marker"), T("alert or story"), ["marker:alert"]),
        Group("healed", T("Healed"), None, ["wound"]),
        Group("ended", T("End the turn")),
        *(Group(f"item:{item}", name, None, [f"item:{item}"], sheet=True) for item, name in ITEMS.items()),
        Group("skill", T("Skill"), None, ["skill"], sheet=True),
        Group("give", T("Give an item"), None, ["hand"], sheet=True),
        Group("discard", T("Discard an item"), None, ["box"], sheet=True),
        Group("radio", T("Police radio"), None, ["item:radio"], sheet=True),
    )
}
_RANK = {name: rank for rank, name in enumerate(GROUPS)}
_ALONE = _RANK["reroll"]
"""Ungrouped choices come after urgent groups, before reports and the sheet."""


def sorted_choices(choices: Sequence[Choice]) -> list[Choice]:
    """Sorted by group; within a group, those without WILD first."""

    def rank(choice: Choice) -> tuple[int, int]:
        wild = choice.icons.count("face:WILD") if choice.pays else 0
        return _ALONE if choice.group is None else _RANK[choice.group], wild

    return sorted(choices, key=rank)


def used_groups(choices: Sequence[Choice]) -> list[Group]:
    """The groups in use. If all choices of a group mean the same, the group shows it and its cost."""
    members: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.group is not None:
            members.setdefault(choice.group, []).append(choice)
    return [_fitting(GROUPS[name], found) for name, found in members.items()]


def _fitting(group: Group, choices: list[Choice]) -> Group:
    first = choices[0]
    if all(choice.label == first.label for choice in choices):
        detail = first.detail
        if first.pays and "face:WILD" in choices[-1].icons and "face:WILD" not in first.icons:
            detail = T("or wildcard") if detail is None else T("{cost}, or wildcard", cost=detail)
        return structs.replace(group, label=first.label, detail=detail, icons=first.icons)
    if group.detail is None and first.detail is not None and all(c.detail == first.detail for c in choices):
        return structs.replace(group, detail=first.detail)
    return group
