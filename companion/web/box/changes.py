"""What is done with a box as a whole: taking back, saving again, copying, and how many cards there are of a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.refusals import Refused
from companion.core.texts import T
from companion.web.box import pages

if TYPE_CHECKING:
    from companion.web.box.site import Asked


def undo(asked: Asked) -> str:
    """Take back the last change, unless there has been another one since the page was made."""
    box = pages.changeable(asked)
    if asked.sent.get("moment") != asked.desk.moment(box):
        raise Refused("stale", T("Somebody else has changed the box meanwhile. Look at it again first."))
    if not box.can_undo:
        raise Refused("nothing", T("There is nothing to take back."))
    box.undo()
    asked.desk.tell()
    return pages.box_address(box)


def keep(asked: Asked) -> str:
    """Try again to save it."""
    box = pages.changeable(asked)
    box.keep()
    asked.desk.tell()
    return pages.box_address(box)


def duplicate(asked: Asked) -> str:
    """A copy of it, which may be changed here, too."""
    return pages.box_address(asked.desk.copy(asked.box, asked.sent.get("name", "")[:80]))


def count(asked: Asked) -> str:
    """So many things of a table are in the box, known or not."""
    box, table = pages.changeable(asked), pages.table_of(asked)
    n = asked.sent.get("n", "").strip()
    if not (n.isascii() and n.isdecimal() and len(n) <= 4) or not box.may_be_partial(table.path):
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=table.known, high=9999))
    if int(n) < table.known:
        raise Refused("illegal", T("{known} of them are known already: type that number or a larger one.",
                                   known=table.known))  # fmt: skip
    box.set_printed(table.path, int(n))
    asked.desk.tell()
    return pages.table_address(box, table)
