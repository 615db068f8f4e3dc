"""The board of a box, laid out in a browser: squares are put down, dragged, joined and taken away, each at once.

With a finger or a mouse where the page has its script, else by numbers and by what is ticked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.refusals import Refused
from companion.core.texts import T, Words, listed
from companion.packs.content import content_hash
from companion.packs.editing.board import BoardDraft
from companion.packs.editing.box import SQUARES, OpenBox
from companion.web.box import pages

if TYPE_CHECKING:
    from companion.web.box.pages import Asked

SCALE = 1000
"""The sides of the board are so long."""
NAME = ".".join(SQUARES)


class Square(Struct, frozen=True):
    """A square as the page draws it."""

    id: str
    n: int
    name: Words
    x: int
    y: int
    station: bool
    joined: bool
    """With the one that is chosen."""


def page(asked: Asked) -> str:
    """The board as a map, and what can be done with the square that is chosen."""
    box = asked.box
    draft = box.draft()
    chosen = asked.sent.get("square", "")
    one = draft.squares.get(chosen)
    squares = [
        Square(
            square.id, n, box.content.in_languages(square.name or square.id.replace("_", " ")),
            round(square.x * SCALE), round(square.y * SCALE), square.station,
            one is not None and square.id in one.joined,
        )
        for n, square in enumerate(draft.squares.values())
    ]  # fmt: skip
    places = {square.id: square for square in squares}
    lines = [(places[a], places[b]) for a in places for b in draft.squares[a].joined if a < b]
    return pages.inside(
        asked, "board.html", box=box, name=box.called(SQUARES), squares=squares, lines=lines,
        chosen=places.get(chosen), hint=_hint(box, draft, one is not None), here=f"{pages.box_address(box)}/{NAME}",
        back=pages.box_address(box), whole=_whole(box), seen=_seen(box),
    )  # fmt: skip


def change(asked: Asked) -> str:
    """Do with the board what the address says. Refused, ``stale``: it is another one by now."""
    box = pages.changeable(asked)
    do = _DEEDS.get(asked.named["do"])
    if do is None:
        raise Refused("unknown", T("That cannot be done with a board."))
    if asked.sent.get("seen") != _seen(box):
        raise Refused("stale", T("Somebody else has changed the board meanwhile. Look at it again first."))
    draft = box.draft()
    chosen = do(draft, asked.sent)
    whole = asked.sent.get("whole") == "1" if asked.named["do"] == "whole" else _whole(box)
    now = box.draft()
    if (draft.squares, whole) != (now.squares, _whole(box)):
        box.lay(draft, whole=whole)
        asked.desk.tell()
    address = f"{pages.box_address(box)}/{NAME}"
    return f"{address}?square={chosen}#board" if chosen else f"{address}#board"


def remove(box: OpenBox, index: int) -> None:
    """Take the square of that number off the board, and what leads to it."""
    draft = box.draft()
    draft.remove(str(box.rows(SQUARES)[index]["id"]))
    box.lay(draft, whole=_whole(box))


def _whole(box: OpenBox) -> bool:
    board = box.data.get("board")
    return not (isinstance(board, Mapping) and board.get("whole") is False)


def _seen(box: OpenBox) -> str:
    """Another word as soon as the board is another."""
    return content_hash([box.rows(SQUARES), box.content.places, _whole(box)])


def _hint(box: OpenBox, draft: BoardDraft, chosen: bool) -> Words:
    """What to do next, or what does not fit yet; as the touchscreen says it."""
    alone = draft.alone()
    if not draft.squares:
        return T("Tap where the first square is.")
    if chosen:
        return T("Tap another square to connect them, or to separate them.")
    if alone:
        names = [box.content.in_languages(draft.squares[one].name or one.replace("_", " ")) for one in alone[:3]]
        return T("Nothing leads to {which} yet. Tap one square, then the one next to it.", which=listed(names))
    return T("Tap where a square is. Drag one to move it.")


# What can be done: each gives the square that is chosen then.


def _add(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    return draft.add(_part(sent, "x"), _part(sent, "y"))


def _move(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    square = _square(draft, sent)
    draft.move(square, _part(sent, "x"), _part(sent, "y"))
    return square if sent.get("stay") else ""


def _join(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    draft.join(_square(draft, sent), _square(draft, sent, "other"))
    return ""


def _links(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    """Exactly the ticked squares are next to this one."""
    square = _square(draft, sent)
    wanted = {other for other in draft.squares if f"to.{other}" in sent and other != square}
    for other in wanted ^ draft.squares[square].joined:
        draft.join(square, other)
    return square


def _remove(draft: BoardDraft, sent: Mapping[str, str]) -> str:
    draft.remove(_square(draft, sent))
    return ""


def _nothing(_: BoardDraft, __: Mapping[str, str]) -> str:
    return ""


def _square(draft: BoardDraft, sent: Mapping[str, str], name: str = "square") -> str:
    square = sent.get(name, "")
    if square not in draft.squares:
        raise Refused("unknown", T("There is no such square on the board."))
    return square


def _part(sent: Mapping[str, str], name: str) -> float:
    """How far across or down, as a part of the board."""
    figures = sent.get(name, "").strip()
    if not (figures.isascii() and figures.isdecimal() and len(figures) <= 4):
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=0, high=SCALE))
    return int(figures) / SCALE


_DEEDS: Mapping[str, Callable[[BoardDraft, Mapping[str, str]], str]] = MappingProxyType(
    {"add": _add, "move": _move, "join": _join, "links": _links, "remove": _remove, "whole": _nothing}
)
DEEDS = tuple(_DEEDS)
"""What can be done with a board."""
