"""Every sentence that the pages of boxes say themselves; what a box is made of is said by its game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from companion.core.refusals import Refused
from companion.core.texts import P, T, Words
from companion.language import LANGUAGES
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Path, Table, free_name
from companion.packs.editing.words import Problem
from companion.packs.loader import installed_packs
from companion.scene.palette import THEMES
from companion.web.box.service import BoxService
from companion.web.pages import WORDS
from companion.web.phones import Phone
from companion.web.server import Templates, say_in

BOX_WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "boxes": T("Boxes"),
        "come_in": T("Change a box in this browser?"),
        "come_in_hint": T("People at the table are asked whether you may, and see two words by which they know you."),
        "ask": T("Ask them"),
        "to_table": T("To the table"),
        "wait_box": T("They are asked now whether you may change it. Say these words to them."),
        "become_editor": T("Change the box here"),
        "become_editor_hint": T(
            "This browser changes the box, and says who else may. There is one such browser at a time."
        ),
        "who_else": T("Who else changes it"),
        "about_box": T("About the box"),
        "wrong": T("What does not fit yet"),
        "untold": T("Still to be told"),
        "search": T("Search"),
        "show_all": T("Show all"),
        "another": T("Another one"),
        "kind": T("Kind"),
        "name_it": T("Name and what is there"),
        "across": T("From the left"),
        "down": T("From the top"),
        "move": T("Move it there"),
        "next_to_it": T("Next to it"),
        "another_square": T("Another square"),
        "another_tile": T("A further tile"),
        "city_hint": T("Drag the land to its edges, and onto the tile what is printed there."),
        "what_printed": T("What is printed"),
        "where_printed": T("Where"),
        "put_there": T("Put it there"),
        "columns": T("Columns"),
        "lines": T("Rows"),
        "all_of_it": T("That is all of it"),
        "more_later": T("More of it later"),
        "save": T("Save"),
        "save_next": T("Save, and the next one"),
        "save_new": T("Save, and another one"),
        "save_again": T("Save again"),
        "take_away": T("Take it away"),
        "copy_it": T("Copy it"),
        "copy_as": T("Copy it as"),
        "show_rest": T("Go on with that"),
        "how_many": T("How many are in the box?"),
        "nothing_yet": T("Nothing here yet. Take one out of your box and tell what stands on it."),
        "nothing_found": T("Nothing here has these letters in its name."),
        "playable": T("A game can begin with it."),
        "photograph": T("Photograph the cards"),
        "photograph_hint": T(
            "Lay a card on the table, alone, on something of another colour. What it does can be told later, when it "
            "comes up for the first time."
        ),
        "photo_first": T("Photograph the first card"),
        "photo_another": T("Photograph another card"),
        "photo_next": T("Photograph the next card"),
        "photo_this": T("Photograph this card"),
        "photo_again": T("Take it once more"),
        "photo_turn": T("Turn it"),
        "photo_away": T("Take it away"),
        "photo_kept": T("It is kept. Is something wrong with it?"),
        "photo_all": T("Each of them has a photo now."),
        "photo_whole": T("Photos are kept as they are: cards are not cut out on this machine."),
        "photo_sending": T("It is being sent. Do not close this page."),
        "photo_send": T("Send it"),
        "photo_next_is": T("The next one is"),
        "photos_missing": T("Without a photo: tap the one that you photograph"),
        "photos_there": T("With a photo"),
        "all_photos": T("All photos"),
    }
)
"""By the names that templates use, beside those of all pages."""


# The pages of boxes as HTML, each made of what the box says now; in the thread of the box.
#

TEMPLATES = Templates({**WORDS, **BOX_WORDS})
MOST_ROWS = 500
"""So many rows stand on a page; others are found by a few letters."""


class TableLink(Struct, frozen=True):
    """A table as a line of the page of its box."""

    address: str
    name: Words
    known: Words
    wrong: bool


class ProblemLink(Struct, frozen=True):
    """Something that does not fit, and the page on which it can be mended."""

    where: Words
    said: Words
    address: str


def door(phone: Phone | None, language: str, told: Words | None = None, *, beside: bool = False) -> str:
    """What somebody sees who has not been let in: nothing of any box; ``beside``: there is a table to go back to."""
    language = phone.language if phone is not None else language
    return TEMPLATES.filled("box/door.html", language, **_frame(phone, language, told), beside=beside)


def master(language: str, address: str, *, right: bool) -> str:
    """The page by which a browser may change the box; ``right`` is False for an address that is so no more."""
    return TEMPLATES.filled("box/master.html", language, **_frame(None, language, None), right=right, address=address)


def home(asked: PageRequest, join: str) -> str:
    """The boxes that may be changed, and who else changes them."""
    others = [one for one in asked.desk.sharing.phones if one.looking and not one.table] if asked.phone.table else []
    boxes = [(box_address(box), box.name, box.game, asked.desk.fixed(box)) for box in asked.desk.boxes]
    return inside(asked, "home.html", boxes=boxes, others=others, join=join)


def asks(asked: PageRequest) -> str:
    """Who wants to change the box, too: what stands at the top of every page of who says so."""
    return inside(asked, "asks.html")


def refusal(asked: PageRequest, told: Words) -> str:
    """That something cannot be done, and the way back."""
    return inside(asked, "refusal.html", told=told)


def box(asked: PageRequest) -> str:
    """A box: its tables, how much of each is known, and what does not fit yet."""
    one = asked.box
    problems, untold = asked.desk.problems(one), asked.desk.untold(one)
    wrong = {found.table for found in (*problems, *untold)}
    tables = [
        TableLink(table_address(one, table), one.called(table.path), _known(table), table.path in wrong)
        for table in one.tables()
        if asked.desk.hidden(table.path) is None
    ]
    left_out = next((why for table in one.tables() if (why := asked.desk.hidden(table.path))), None)
    return inside(
        asked, "box.html", box=one, here=box_address(one), tables=tables, stays=asked.desk.fixed(one),
        left_out=left_out, copy=free_name(say_in(asked.language)(one.name), [box.name for box in installed_packs()]),
        problems=[_wrong(one, found) for found in problems], untold=[_wrong(one, found) for found in untold],
    )  # fmt: skip


def entries(asked: PageRequest) -> str:
    """A table: its rows, or those in whose name some letters stand."""
    one, table = asked.box, table_of(asked)
    letters = asked.sent.get("q", "")[:60]
    found = one.search(table.path, letters, say_in(asked.language), asked.language)
    rows = one.rows(table.path)
    more = max(0, len(found) - MOST_ROWS)
    left_out = P("{n} more: search for it by a few letters.", "{n} more: search for them by a few letters.", more)
    shown = [(f"{table_address(one, table)}/{n}", one.row_name(table.path, rows[n], n),
              one.unfinished(table.path, rows[n])) for n in found[:MOST_ROWS]]  # fmt: skip
    count = P("{n} found", "{n} found", len(found)) if letters else _known(table)
    return inside(
        asked, "entries.html", box=one, table=table, name=one.called(table.path), rows=shown, letters=letters,
        count=count, here=table_address(one, table), back=box_address(one),
        partial=one.may_be_partial(table.path), saved=saved(asked, one, table.path),
        left_out=left_out if more else None, pictured=can_have_pictures(one, table),
    )  # fmt: skip


def can_have_pictures(box: OpenBox, table: Table) -> bool:
    """True of a table of cards, of a box that can be changed and has room for pictures."""
    return not box.bundled and table.has("id") and box.path.is_dir()


def changeable(asked: PageRequest) -> OpenBox:
    """The box that the address names. Refused, ``illegal``: it stays as it is."""
    fixed = asked.desk.fixed(asked.box)
    if fixed is not None:
        raise Refused("illegal", fixed)
    return asked.box


def saved(asked: PageRequest, box: OpenBox, path: Path) -> Words | None:
    """That the row that was open before this page is saved."""
    n, rows = asked.sent.get("saved", ""), box.rows(path)
    at = int(n) if n.isascii() and n.isdecimal() and len(n) < 7 else len(rows)
    return T("Saved: {what}", what=box.row_name(path, rows[at], at)) if at < len(rows) else None


def box_address(box: OpenBox) -> str:
    """Where a box is."""
    return f"/box/of/{quote(box.id, safe='')}"


def table_address(box: OpenBox, table: Table) -> str:
    """Where a table is."""
    return f"{box_address(box)}/{quote(table.name, safe='')}"


def table_of(asked: PageRequest) -> Table:
    """The table that the address names. Refused, ``unknown``: there is none, or it is not shown here."""
    found = next((one for one in asked.box.tables() if one.name == asked.named["table"]), None)
    if found is None:
        raise Refused("unknown", T("There is no such list in this box."))
    why = asked.desk.hidden(found.path)
    if why is not None:
        raise Refused("unknown", why)
    return found


def _known(table: Table) -> Words:
    if table.unknown:
        return T("{known} of {printed} known", known=table.known, printed=table.printed)
    return P("{n} in all", "{n} in all", table.known)


def _wrong(box: OpenBox, found: Problem) -> ProblemLink:
    address = box_address(box)
    if found.table:
        address += f"/{'.'.join(found.table)}" + ("" if found.index is None else f"/{found.index}")
    return ProblemLink(box.where(found), box.said(found), address)


def inside(asked: PageRequest, template: str, **about: Any) -> str:
    """A page for who has been let in."""
    box = about.get("box")
    tools = {
        "moment": asked.desk.moment(box) if box is not None else "",
        "trouble": None if box is None else box.trouble,
        "notice": None if box is None else box.notice,
        "saved": None,
        "fixed": box is not None and asked.desk.fixed(box) is not None,
        "beside": asked.desk.sharing.beside is not None,
        "asking": [(one.id, asked.desk.question(one)) for one in _waiting(asked)],
    }
    frame = _frame(asked.phone, asked.language, None)
    return TEMPLATES.filled(f"box/{template}", asked.language, **{**frame, **tools, **about})


def _waiting(asked: PageRequest) -> list[Phone]:
    """Those that wait for an answer of the browser that says who may come in."""
    return [one for one in asked.desk.sharing.phones if one.wish is not None] if asked.phone.table else []


def _frame(phone: Phone | None, language: str, told: Words | None) -> dict[str, Any]:
    return {
        "phone": phone,
        "language": language,
        "languages": LANGUAGES,
        "themes": THEMES,
        "told": told or (phone.told if phone is not None else None),
        "wish": None if phone is None else phone.wish,
    }


class PageRequest:
    """A request of a browser that has been let in: who it is, what it names and what it sends; in the thread of the
    box."""

    def __init__(self, desk: BoxService, phone: Phone, sent: Mapping[str, str], named: Mapping[str, str]) -> None:
        self.desk = desk
        self.phone = phone
        self.sent = sent
        """What stands in the form, or behind the question mark of an address."""
        self.named = named
        """What the address names."""

    @property
    def language(self) -> str:
        """That of its pages."""
        return self.phone.language

    @property
    def box(self) -> OpenBox:
        """The box that the address names. Refused, ``unknown``: it is not open here."""
        return self.desk.box(self.named["box"])
