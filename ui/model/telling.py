"""What people tell of a box: a card line by line, a board that is laid out, or a tile. No kivy in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.core.texts import Words
from companion.packs.editing.board import BoardDraft
from companion.packs.editing.teaching import Teaching
from companion.packs.editing.words import BoxWords
from companion.scene.scene import Board


class Draft(Protocol):
    """Something that is drawn."""

    @property
    def can_undo(self) -> bool:
        """True if something was drawn."""

    def undo(self) -> None:
        """Take back what was drawn last."""


DraftT = TypeVar("DraftT", bound=Draft)


@dataclass(frozen=True)
class Telling:
    """What is told, in which words, and what becomes of it."""

    teaching: Teaching
    words: BoxWords
    about: Words
    """What it is, such as a mafia card."""
    names: Callable[[str], Mapping[str, Words]]
    """The things of one sort that can be named, such as squares."""
    give: Callable[[dict[str, Any]], None]
    """Takes the row when all of it is told."""
    leave: Callable[[], None]
    """Somebody goes back without telling it."""
    board: Board | None = None
    title: Words = ""
    """What is asked where all of it is seen; empty: what stands on a card."""
    done: Words = ""
    """What the amber button says there."""
    photo: str = ""
    """The id of the card, where the box has a photo of it to tell it by."""


@dataclass(frozen=True)
class Layout:
    """A board that is laid out, what it belongs to, and what becomes of it."""

    draft: BoardDraft
    about: Words
    give: Callable[[BoardDraft, bool], None]
    """Takes the board when it is done, and whether that is all of it."""
    leave: Callable[[], None]
    """Somebody goes back; the board stays as it was."""


@dataclass(frozen=True)
class Drawing(Generic[DraftT]):
    """Something that is drawn on squares, what it belongs to, and what becomes of it."""

    draft: DraftT
    about: Words
    give: Callable[[DraftT], None]
    """Takes it when it is done."""
    leave: Callable[[], None]
    """Somebody goes back; it stays as it was."""
