"""What people enter about a box: a card line by line, a board layout, or a tile. No kivy in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.core.texts import Words
from companion.packs.editing.board import BoardDraft
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.words import BoxWords
from companion.scene.scene import Board


class Draft(Protocol):
    """Something drawn, with undo."""

    @property
    def can_undo(self) -> bool:
        """True if there is something to undo."""

    def undo(self) -> None:
        """Undo the last stroke."""


DraftT = TypeVar("DraftT", bound=Draft)


@dataclass(frozen=True)
class RecordEdit:
    """A record to enter, its vocabulary, and its callbacks."""

    editor: RowEditor
    words: BoxWords
    about: Words
    """What it is, such as a mafia card."""
    names: Callable[[str], Mapping[str, Words]]
    """Things of one sort that can be named, such as squares."""
    give: Callable[[dict[str, Any]], None]
    """Called with the complete row."""
    leave: Callable[[], None]
    """Called when people go back without entering it."""
    board: Board | None = None
    title: Words = ""
    """The question of its overview; empty: what is on a card."""
    done: Words = ""
    """Label of the amber button there."""
    photo: str = ""
    """The card's id, if the box has a photo of it to read from."""


@dataclass(frozen=True)
class BoardEdit:
    """A board to lay out, what it belongs to, and its callbacks."""

    draft: BoardDraft
    about: Words
    give: Callable[[BoardDraft, bool], None]
    """Called with the board, and whether it is complete."""
    leave: Callable[[], None]
    """Called when people go back; the board is unchanged."""


@dataclass(frozen=True)
class DrawingEdit(Generic[DraftT]):
    """Something to draw on squares, what it belongs to, and its callbacks."""

    draft: DraftT
    about: Words
    give: Callable[[DraftT], None]
    """Called with the finished drawing."""
    leave: Callable[[], None]
    """Called when people go back; nothing is changed."""
