"""The pages of boxes as HTML, each made from the present box, in its thread."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from companion.core.refusals import Refused
from companion.core.texts import P, T, Words
from companion.packs.content import content_hash
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import COUNT, BoxTable, Path, free_name
from companion.packs.editing.words import Problem
from companion.packs.loader import installed_packs
from companion.web.box.service import BoxService
from companion.web.html import Templates, page_values, say_in
from companion.web.pages import WORDS
from companion.web.phones import Phone

BOX_WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "boxes": T("Boxes"),
        "come_in": T("Change a box in this browser?"),
        "come_in_hint": T("People at the table are asked whether you may, and see two words by which they know you."),
        "ask": T("Ask them"),
        "to_table": T("To the table"),
        "was_here_box": T(
            "The companion has started again. They are asked now whether you may go on. Say these words to them."
        ),
        "wait_box": T("They are asked now whether you may change it. Say these words to them."),
        "become_editor": T("Change the box here"),
        "become_editor_hint": T(
            "This browser changes the box, and says who else may. There is one such browser at a time."
        ),
        "who_else": T("Who else changes it"),
        "about_box": T("About the box"),
        "wrong": T("What does not fit yet"),
        "untold": T("Still missing"),
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
        "stations": T("Stations"),
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
        "photo_board": T("Photograph the board"),
        "photograph_hint": T(
            "Lay a card on the table, alone, on something of another colour. What it does can be told later, when it "
            "comes up for the first time."
        ),
        "photo_first": T("Photograph the first card"),
        "photo_another": T("Photograph another card"),
        "photo_several": T("Choose several photos"),
        "photo_read": T("As it is read on the photo"),
        "photo_take": T("Take it, and look through it"),
        "photo_tell": T("Tell what it says"),
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

TEMPLATES = Templates({**WORDS, **BOX_WORDS})
MOST_ROWS = 500
"""Most rows on a page. Others are found by searching."""


class PageRequest(Struct, frozen=True):
    """A request of a phone with access: to which service, from which phone, what it sends, and what the address
    names."""

    service: BoxService
    phone: Phone
    fields: Mapping[str, str]
    names: Mapping[str, str]

    @property
    def language(self) -> str:
        return self.phone.language

    @property
    def box(self) -> OpenBox:
        """The box that the address names. Refused, ``unknown``: it is not open here."""
        return self.service.box(self.names["box"])


class TableLink(Struct, frozen=True):
    """A table, as a line of the page of its box."""

    address: str
    name: Words
    known: Words
    wrong: bool


class ProblemLink(Struct, frozen=True):
    """A problem of a box, and the page on which it can be solved."""

    where: Words
    said: Words
    address: str


def entrance(
    phone: Phone | None, language: str, message: Words | None = None, *, beside: bool = False, here: str = "/box"
) -> str:
    """The page for browsers without access, with nothing of any box. ``beside``: there is a table to go back to;
    ``here`` is where a browser goes on that waits."""
    language = phone.language if phone is not None else language
    return TEMPLATES.filled(
        "box/entrance.html", language, **page_values(phone, language, message), beside=beside, here=here
    )


def master(language: str, address: str, *, right: bool) -> str:
    """The page by which a browser gets access and admits others; ``right`` is False for an outdated address."""
    values = page_values(None, language, None)
    return TEMPLATES.filled("box/master.html", language, **values, right=right, address=address)


def home(request: PageRequest, join: str) -> str:
    """The boxes that can be edited and, for the phone that admits others, who edits them."""
    phones = request.service.registry.phones if request.phone.table else []
    others = [one for one in phones if one.watching and not one.table]
    boxes = [(box_address(box), box.name, box.game, request.service.fixed(box)) for box in request.service.boxes]
    return rendered(request, "home.html", boxes=boxes, others=others, join=join)


def requests(request: PageRequest) -> str:
    """The requests for access alone, which are also at the top of every page of the phone that answers them."""
    return rendered(request, "requests.html")


def refusal(request: PageRequest, message: Words) -> str:
    """Why something cannot be done, and a link back."""
    return rendered(request, "refusal.html", message=message)


def box(request: PageRequest) -> str:
    """A box: its tables, how much of each is known, and its problems."""
    one = request.box
    problems, missing = request.service.problems(one), request.service.missing(one)
    wrong = {found.table for found in (*problems, *missing)}
    tables = [
        TableLink(table_address(one, table), one.called(table.path), one.counted(table.path), table.path in wrong)
        for table in one.tables()
        if request.service.hidden(table.path) is None
    ]
    left_out = next((why for table in one.tables() if (why := request.service.hidden(table.path))), None)
    return rendered(
        request, "box.html", box=one, here=box_address(one), tables=tables, stays=request.service.fixed(one),
        left_out=left_out, copy=free_name(say_in(request.language)(one.name), [box.name for box in installed_packs()]),
        problems=[_wrong(one, found) for found in problems], missing=[_wrong(one, found) for found in missing],
    )  # fmt: skip


def entries(request: PageRequest) -> str:
    """A table: its rows, or those whose names contain some letters."""
    one, table = request.box, table_of(request)
    letters = request.fields.get("q", "")[:60]
    found = one.search(table.path, letters, say_in(request.language), request.language)
    rows = one.rows(table.path)
    more = max(0, len(found) - MOST_ROWS)
    left_out = P("{n} more: search for it by a few letters.", "{n} more: search for them by a few letters.", more)
    shown = [(f"{table_address(one, table)}/{n}", one.row_name(table.path, rows[n], n),
              one.unfinished(table.path, rows[n])) for n in found[:MOST_ROWS]]  # fmt: skip
    count = P("{n} found", "{n} found", len(found)) if letters else one.counted(table.path)
    return rendered(
        request, "entries.html", box=one, table=table, name=one.called(table.path), rows=shown, letters=letters,
        count=count, here=table_address(one, table), back=box_address(one),
        kinds=[] if one.bundled or letters else [(one.kind_name(kind), kind[COUNT]) for kind in one.kinds(table.path)],
        doubts=one.doubts(table.path), seen=content_hash(one.rows(table.path)),
        partial=one.may_be_partial(table.path), saved=saved(request, one, table.path),
        left_out=left_out if more else None, pictured=one.can_have_pictures(table.path),
    )  # fmt: skip


def editable(request: PageRequest) -> OpenBox:
    """The box that the address names. Refused, ``illegal``: it cannot be edited."""
    fixed = request.service.fixed(request.box)
    if fixed is not None:
        raise Refused("illegal", fixed)
    return request.box


def saved(request: PageRequest, box: OpenBox, path: Path) -> Words | None:
    """The message that the row that was open before this page is saved."""
    at, rows = digits(request.fields.get("saved", "")), box.rows(path)
    return None if at is None or at >= len(rows) else T("Saved: {what}", what=box.row_name(path, rows[at], at))


def box_address(box: OpenBox) -> str:
    return f"/box/of/{quote(box.id, safe='')}"


def table_address(box: OpenBox, table: BoxTable) -> str:
    return f"{box_address(box)}/{quote(table.name, safe='')}"


def table_of(request: PageRequest) -> BoxTable:
    """The table that the address names. Refused, ``unknown``: there is none, or it is not shown here."""
    found = next((one for one in request.box.tables() if one.name == request.names["table"]), None)
    if found is None:
        raise Refused("unknown", T("There is no such list in this box."))
    why = request.service.hidden(found.path)
    if why is not None:
        raise Refused("unknown", why)
    return found


def _wrong(box: OpenBox, found: Problem) -> ProblemLink:
    address = box_address(box)
    if found.table:
        address += f"/{'.'.join(found.table)}" + ("" if found.index is None else f"/{found.index}")
    return ProblemLink(box.where(found), box.said(found), address)


def rendered(request: PageRequest, template: str, **about: Any) -> str:
    """A page for a phone with access: the frame of all pages, with undo and what there is to say about the box."""
    box = about.get("box")
    tools = {
        "moment": request.service.moment(box) if box is not None else "",
        "list": request.names.get("table", ""),
        "trouble": None if box is None else box.trouble,
        "notice": None if box is None else box.notice,
        "saved": None,
        "fixed": box is not None and request.service.fixed(box) is not None,
        "beside": request.service.registry.beside is not None,
        "returning": _returning(request),
        "asking": [(one.request_number, request.service.question(one)) for one in _waiting(request)],
    }
    values = page_values(request.phone, request.language, None)
    return TEMPLATES.filled(f"box/{template}", request.language, **{**values, **tools, **about})


def _returning(request: PageRequest) -> tuple[int, Words, list[str]] | None:
    """The question about browsers that edited the box before a restart, with its number, and which they are; None if
    there are none, or somebody else answers it."""
    registry = request.service.registry
    if not request.phone.table or not registry.returning:
        return None
    words = [one.words for one in registry.returning]
    return registry.returning_number, request.service.returning_question(), words


def _waiting(request: PageRequest) -> list[Phone]:
    return [one for one in request.service.registry.phones if one.request is not None] if request.phone.table else []


def digits(text: str, most: int = 6) -> int | None:
    """The number that is written in at most so many digits; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most else None
