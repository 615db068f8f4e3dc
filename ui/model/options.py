"""Turns a scene's choices into what can be tapped: groups first, then their variants. No kivy in here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.core.answers import Answer
from companion.core.texts import Words
from companion.scene.scene import Choice, Group, Pad, Piece, Scene


@dataclass(frozen=True)
class Item:
    """A line of a panel: a choice to take, or a group to open."""

    label: Words
    detail: Words | None
    icons: tuple[str, ...]
    choice: Choice | None = None
    group: str | None = None
    closing: bool = False
    tally: tuple[Piece, ...] = ()


Paid = Callable[[Choice], Answer]


def answers_of(pad: Pad) -> frozenset[Answer]:
    """Every answer that a pad can give."""
    ways = (way.answer for amount in pad.amounts for way in amount.ways)
    stills = (amount.still for amount in pad.amounts)
    return frozenset(answer for answer in (*ways, *stills) if answer is not None)


class Options:
    """A scene's choices, sorted for tapping. ``paid`` returns a choice's answer with the dice selected by hand."""

    def __init__(self, scene: Scene, paid: Paid) -> None:
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

    def top(self, *, sheet: bool = False, board: bool = True, foot: bool = True) -> list[Item]:
        """The first level: single choices and groups, of the sheet or next to the board. Without a ``board`` to tap,
        groups on the board are included; without the ``foot``, what would be there is too."""
        items: list[Item] = []
        seen: set[str] = set()
        away = self.foot if foot else self.primary
        for choice in self._beside:
            group = choice.group
            if group is None:
                if not sheet and choice is not away and not self._on_board(choice):
                    items.append(self.single(choice))
            elif group not in seen:
                seen.add(group)
                if self._is_sheet(group) == sheet and not (board and group in self.on_map):
                    items.append(self._group(group))
        return items

    def within(self, group: str) -> list[Item]:
        """The variants of a group, without those that the selected dice make equal."""
        return [self.single(choice) for choice in self._distinct(self.in_group(group))]

    def opened(self, items: Sequence[Item], fit: Callable[[Sequence[Item]], bool]) -> list[Item]:
        """``items`` with groups replaced by their variants, smallest first, as long as ``fit`` accepts the result."""
        kept = list(items)
        groups = [item for item in items if item.group is not None]
        for group in sorted(groups, key=lambda item: len(self.within(item.group or ""))):
            at = kept.index(group)
            more = [*kept[:at], *self.within(group.group or ""), *kept[at + 1 :]]
            if not fit(more):
                break
            kept = more
        return kept

    def at(self, spot: str, group: str | None = None) -> list[Choice]:
        """The choices at a board space: of the open group, else the usual ones."""
        found = [c for c in self.scene.choices if c.spot == spot and (group is None or c.group == group)]
        usual = [choice for choice in found if choice.usual] if group is None else []
        return self._distinct(usual or found)

    def open_spots(self, group: str | None = None) -> frozenset[str]:
        """Board spaces that can be tapped now."""
        on_board = [c for c in self.scene.choices if c.spot in self._spots]
        return frozenset(c.spot for c in on_board if c.spot and (group is None or c.group == group))

    def in_group(self, group: str) -> list[Choice]:
        """All choices of a group, in the game's order."""
        return [choice for choice in self._beside if choice.group == group]

    def counted(self, item: Item) -> bool:
        """True if the counters of the player's board cover this item."""
        return all(choice.counts for choice in ([item.choice] if item.choice else self.in_group(item.group or "")))

    def group(self, name: str) -> Group:
        return self._groups[name]

    def single(self, choice: Choice) -> Item:
        """A choice as a line of the panel."""
        return Item(
            choice.label, choice.detail, tuple(choice.icons), choice, closing=choice.closing, tally=tuple(choice.tally)
        )

    def _group(self, name: str) -> Item:
        choices = self._distinct(self.in_group(name))
        group = self._groups.get(name) or Group(name, choices[0].label, choices[0].detail, choices[0].icons)
        if len(choices) == 1:
            only = choices[0]
            item = self.single(only)
            return replace(item, detail=only.detail or group.detail, icons=tuple(only.icons or group.icons))
        closing = any(choice.closing for choice in choices)
        tally = tuple(group.tally)
        return Item(group.label, group.detail, tuple(group.icons), group=name, closing=closing, tally=tally)

    def _distinct(self, choices: Sequence[Choice]) -> list[Choice]:
        kept: dict[Answer, Choice] = {}
        for choice in choices:
            kept.setdefault(self._paid(choice), choice)
        return list(kept.values())

    def _on_board(self, choice: Choice) -> bool:
        return choice.spot is not None and choice.spot in self._spots

    def _whole_on_map(self, group: str) -> bool:
        return all(self._on_board(choice) for choice in self.in_group(group))

    def _is_sheet(self, group: str) -> bool:
        found = self._groups.get(group)
        return found is not None and found.sheet


ARTICLES = frozenset({"The", "El", "La", "Los", "Las"})
MANY = 13
"""Lists of at least this length can be narrowed down by initial."""


def initials(names: Sequence[str], most: int) -> list[str]:
    """The initials of ``names`` in at most ``most`` alphabetical groups of similar size."""
    letters = sorted({name[:1].upper() for name in names})
    n = min(most, len(letters))
    cuts = [round(i * len(letters) / n) for i in range(n + 1)] if n else [0]
    return ["".join(letters[a:b]) for a, b in pairwise(cuts)]


def said(group: str) -> str:
    """Label of a group: its first and last letter."""
    return group if len(group) < 3 else f"{group[0]}–{group[-1]}"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name as initials, with enough letters of its last word to make it unique."""
    found = {name: _short(name, 1) for name in names}
    for n in range(2, max(map(len, names), default=0) + 1):
        often = Counter(found.values())
        found |= {name: _short(name, n) for name, short in found.items() if often[short] > 1}
    return found


def _short(name: str, n: int) -> str:
    words = [word for word in name.split() if not word[:1].islower()] or [name]
    if words[0] in ARTICLES:
        words = words[1:] or words
    return "".join(word[:1] for word in words[:-1]) + words[-1][:n]
