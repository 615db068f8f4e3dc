"""The choices of a scene as a nested menu, for every front: with a board to tap, and without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.core.answers import Answer
from companion.core.texts import T, Text, Words
from companion.scene.scene import Choice, Group, Pad, Piece, Scene

ROW, SPOT, BOARD = "row ", "spot ", "board "
"""Key prefixes of the submenus for rows, places and the player's board. Group ids contain no spaces."""


class MenuItem(NamedTuple):
    """A menu item: a choice to take, or a group to open."""

    label: Words
    detail: Words | None
    choice: Choice | None = None
    group: str | None = None
    icons: tuple[str, ...] = ()
    closing: bool = False
    """It ends a turn or passes."""
    tally: tuple[Piece, ...] = ()


Paid = Callable[[Choice], Answer]


def answers_of(pad: Pad) -> frozenset[Answer]:
    """Every answer that a pad can give."""
    ways = (way.answer for amount in pad.amounts for way in amount.ways)
    stills = (amount.still for amount in pad.amounts)
    return frozenset(answer for answer in (*ways, *stills) if answer is not None)


class Menu:
    """A scene's choices, groups first, then their variants: ``lines`` for fronts without a board to tap, the rest for
    tapping. ``paid`` returns a choice's answer with the dice selected by hand."""

    def __init__(self, scene: Scene, paid: Paid = lambda choice: choice.answer) -> None:
        self.scene = scene
        self._paid = paid
        on_pad = answers_of(scene.pad) if scene.pad is not None else frozenset()
        self._beside = [choice for choice in scene.choices if choice.primary or choice.answer not in on_pad]
        """Choices that are not on the pad."""
        self._boxes = {box.id for row in scene.rows for box in row.boxes}
        self._spots = {spot.id for spot in scene.board.spots} if scene.board is not None else set()
        self._spots |= {square.id for square in scene.grid.squares} if scene.grid is not None else set()
        self._spots |= self._boxes | {tile.id for tile in scene.tiles} | {side.id for side in scene.sides}
        self._groups = {group.id: group for group in scene.groups}
        self.on_map = [group.id for group in scene.groups if group.on_map and self._whole_on_map(group.id)]
        """Groups that need no button: all their choices are on the board."""
        self.opening = {group.id: group.spot for group in scene.groups if group.spot in self._spots}
        """The groups that are opened by a tap on the board, with that place."""
        self.on_map += self.opening

    @property
    def primary(self) -> Choice | None:
        """The choice for the amber button, if the game names one."""
        return next((choice for choice in self.scene.choices if choice.primary), None)

    @property
    def foot(self) -> Choice | None:
        """The choice at the foot of the column: the primary one (amber), else what ends a turn or passes (plain)."""
        ends = [choice for choice in self._beside if choice.closing and choice.group is None]
        return self.primary or (ends[-1] if ends else None)

    @property
    def pays(self) -> bool:
        """True if dice of the pool can be selected as payment."""
        return any(choice.pays is not None for choice in self.scene.choices)

    def top(self, *, sheet: bool = False, board: bool = True, foot: bool = True) -> list[MenuItem]:
        """The first level: single choices and groups, of the sheet or next to the board. Without a ``board`` to tap,
        groups on the board are included; without the ``foot``, what would be there is too."""
        items: list[MenuItem] = []
        seen: set[str] = set()
        away = self.foot if foot else self.primary
        for choice in self._beside:
            group = choice.group
            if group is None:
                if not sheet and choice is not away and not self._on_board(choice):
                    items.append(self.single(choice))
            elif group not in seen:
                seen.add(group)
                beside = group in self.on_map or self._is_by_card(group)
                if self._is_sheet(group) == sheet and not (board and beside):
                    items.append(self._group(group))
        return self._told_apart(self._in_order(items))

    def _told_apart(self, items: list[MenuItem]) -> list[MenuItem]:
        """The items; choices of several groups that are called alike say of which group they are."""
        inside = [item for item in items if item.choice is not None and item.choice.group is not None]
        labels = [item.label for item in inside]
        alike = [id(item) for item in inside if labels.count(item.label) > 1]
        return [self._of_its_group(item) if id(item) in alike else item for item in items]

    def _of_its_group(self, item: MenuItem) -> MenuItem:
        assert item.choice is not None
        whose, detail = self.group(item.choice.group or "").label, item.detail
        if whose in (item.label, detail) or (isinstance(detail, Text) and detail.args.get("first") == whose):
            return item
        return item._replace(detail=whose if not detail else T("{first} · {second}", first=whose, second=detail))

    def _in_order(self, items: Sequence[MenuItem]) -> list[MenuItem]:
        """The groups among the items in the order of the scene's ``groups``."""
        order = list(self._groups)
        groups = [item for item in items if item.group is not None]
        ordered = iter(sorted(groups, key=lambda item: order.index(item.group) if item.group in order else len(order)))
        return [next(ordered) if item.group is not None else item for item in items]

    def within(self, group: str) -> list[MenuItem]:
        """The variants of a group, without those that the selected dice make equal."""
        choices = self.in_group(group)
        if group in self.opening:
            choices = [choice for choice in choices if not self._on_board(choice)]
        return [self.single(choice) for choice in self._distinct(choices)]

    def opened(self, items: Sequence[MenuItem], fit: Callable[[Sequence[MenuItem]], bool]) -> list[MenuItem]:
        """``items`` with groups replaced by their variants, smallest first, as long as ``fit`` accepts the result."""
        kept = list(items)
        groups = [item for item in items if item.group is not None]
        for group in sorted(groups, key=lambda item: len(self.within(item.group or ""))):
            at = kept.index(group)
            more = self._told_apart([*kept[:at], *self.within(group.group or ""), *kept[at + 1 :]])
            if not fit(more):
                break
            kept = more
        return kept

    def at(self, spot: str, group: str | None = None) -> list[Choice]:
        """The choices at a board space: of the open group, else the usual ones."""
        found = [c for c in self.scene.choices if c.spot == spot and self._shown(c, group)]
        usual = [choice for choice in found if choice.usual] if group is None else []
        return self._distinct(usual or found)

    def open_spots(self, group: str | None = None) -> frozenset[str]:
        """Board spaces that can be tapped now."""
        opening = self.opening.values() if group is None else ()
        return frozenset(c.spot for c in self.scene.choices if c.spot in self._spots and self._shown(c, group)).union(
            opening
        )

    def items_at(self, spot: str) -> list[MenuItem]:
        """All that a board space offers: its choices, and the group that it opens."""
        opens = self.opened_at(spot)
        return [*map(self.single, self.at(spot)), *([] if opens is None else [self._group(opens)])]

    def opened_at(self, spot: str) -> str | None:
        """The group that a tap on this board space opens; None if it opens none."""
        return next((group for group, at in self.opening.items() if at == spot), None)

    def _shown(self, choice: Choice, group: str | None) -> bool:
        """True if a choice can be tapped on the board: with no ``group`` open, unless a tap opens its own first."""
        return choice.group not in self.opening if group is None else choice.group == group

    def in_group(self, group: str) -> list[Choice]:
        """All choices of a group, in the game's order."""
        return [choice for choice in self._beside if choice.group == group]

    def counted(self, item: MenuItem) -> bool:
        """True if the counters of the player's board cover this item."""
        return all(choice.counts for choice in ([item.choice] if item.choice else self.in_group(item.group or "")))

    def group(self, name: str) -> Group:
        """The group of this name, also if the scene does not describe it."""
        choices = self.in_group(name)
        found = self._groups.get(name)
        return found or Group(name, choices[0].label, choices[0].detail, choices[0].icons)

    def single(self, choice: Choice) -> MenuItem:
        """A choice as a line of the panel."""
        return MenuItem(
            choice.label, choice.detail, choice, None, tuple(choice.icons), choice.closing, tuple(choice.tally)
        )

    def _group(self, name: str) -> MenuItem:
        choices = self._distinct(self.in_group(name))
        group = self.group(name)
        if len(choices) == 1:
            only = choices[0]
            item = self.single(only)
            return item._replace(detail=only.detail or group.detail, icons=tuple(only.icons or group.icons))
        closing = any(choice.closing for choice in choices)
        tally = tuple(group.tally)
        return MenuItem(group.label, group.detail, None, name, tuple(group.icons), closing, tally)

    def _distinct(self, choices: Sequence[Choice]) -> list[Choice]:
        kept: dict[Answer, Choice] = {}
        for choice in choices:
            kept.setdefault(self._paid(choice), choice)
        return list(kept.values())

    def _on_board(self, choice: Choice) -> bool:
        return choice.spot is not None and choice.spot in self._spots

    def _whole_on_map(self, group: str) -> bool:
        return all(self._on_board(choice) for choice in self.in_group(group))

    def by_card(self) -> list[Group]:
        """The groups that belong to the card that lies there."""
        return [group for group in self.scene.groups if group.by_card]

    def _is_by_card(self, group: str) -> bool:
        return group in self._groups and self._groups[group].by_card

    def _is_sheet(self, group: str) -> bool:
        found = self._groups.get(group)
        return found is not None and found.sheet

    # Without a board.

    def lines(self, group: str | None = None) -> list[MenuItem]:
        """The items of the top level or of a group, without a board to tap. A group with one choice is replaced by it.

        If there is only one group, it is opened. Choices at places of rows and of the city are grouped by row and
        place.
        """
        at_places = self._at_places()
        if group is not None and group.startswith((ROW, SPOT)):
            return self._place_lines(at_places, group)
        members: dict[str, list[Choice]] = {}
        for choice in self.scene.choices:
            if choice.group is not None:
                members.setdefault(choice.group, []).append(choice)
        if group is not None:
            return [self._line(choice) for choice in members.get(group, [])]
        if len(members) == 1 and all(choice.group is not None for choice in self.scene.choices):
            return [self._line(choice) for choice in self.scene.choices]
        items: list[MenuItem] = []
        for choice in self.scene.choices:
            if choice.group is None and choice.spot in at_places:
                continue
            if choice.group is None or len(members[choice.group]) == 1:
                items.append(self._line(choice))
            elif members[choice.group][0] is choice:
                # Such a detail explains which places of a board to tap, which does not apply here.
                one = self._groups[choice.group]
                items.append(MenuItem(one.label, None if one.on_map else one.detail, group=choice.group))
        items = self._told_apart(self._in_order(items))
        rows = [(key, name) for key, name, places in self._rows() if any(place in at_places for place, _ in places)]
        items += [MenuItem(name, None, group=ROW + key) for key, name in rows]
        return items + ([MenuItem(self.scene.otherwise, None, group=BOARD)] if self.scene.otherwise is not None else [])

    def heading(self, group: str) -> Words:
        """The name of a group of ``lines``, of a row, or of a place."""
        if group.startswith(ROW):
            return next(name for row, name, _ in self._rows() if ROW + row == group)
        if group.startswith(SPOT):
            return next(name for _, _, places in self._rows() for place, name in places if SPOT + place == group)
        return self.group(group).label

    def _at_places(self) -> dict[str, list[Choice]]:
        """The ungrouped choices at each place of the rows and the city, by place id."""
        places = {place for _, _, row in self._rows() for place, _ in row}
        found: dict[str, list[Choice]] = {}
        for choice in self.scene.choices:
            if choice.group is None and choice.spot in places:
                found.setdefault(choice.spot, []).append(choice)
        return found

    def _rows(self) -> list[tuple[str, Words, list[tuple[str, Words]]]]:
        """The rows and the city: id, name, and places by id and name."""
        rows = [(row.id, row.name, [(box.id, box.name) for box in row.boxes]) for row in self.scene.rows]
        return [*rows, ("", T("City"), [(tile.id, tile.name) for tile in self.scene.tiles])]

    def _place_lines(self, at_places: dict[str, list[Choice]], key: str) -> list[MenuItem]:
        if key.startswith(SPOT):
            return [self._line(choice) for choice in at_places.get(key.removeprefix(SPOT), [])]
        places = next(places for row, _, places in self._rows() if ROW + row == key)
        return [MenuItem(name, None, group=SPOT + place) for place, name in places if place in at_places]

    def _line(self, choice: Choice) -> MenuItem:
        """A choice as a menu item. The dice it costs, icons on a screen, are put into words."""
        paid = [icon.partition(":")[2] for icon in choice.icons if choice.pays and icon.startswith("face:")]
        parts: list[Words] = [
            T("{n} {face}", n=paid.count(face), face=self.scene.face_names.get(face, face))
            for face in dict.fromkeys(paid)
        ]
        if choice.detail is not None:
            parts.append(choice.detail)
        said = parts[0] if parts else None
        for part in parts[1:]:
            said = T("{first}, {second}", first=said or "", second=part)
        return MenuItem(choice.label, said, choice)
