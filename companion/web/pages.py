"""Every sentence that pages say themselves; what is on the table is said by its game."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Mapping
from copy import copy
from functools import cached_property
from hashlib import blake2s
from types import MappingProxyType
from typing import Any

import segno
from markupsafe import Markup
from msgspec import Struct

from companion.core.texts import T, Words
from companion.language import LANGUAGES, Language
from companion.scene.palette import THEMES
from companion.table.people import isolated
from companion.web.phones import Phone, question
from companion.web.server import Templates
from companion.web.service import TableService
from companion.web.views import PageContent, SeatLabel, Viewer, confirms, page_content, players

WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "who": T("Who plays on this phone?"),
        "who_hint": T("Choose a seat. Then the table is asked whether it is you."),
        "look_on": T("Just look on"),
        "look_on_hint": T("What everybody may see"),
        "on_a_phone": T("on a phone already"),
        "your_words": T("Your two words"),
        "wait": T("The table is asked now whether you may come in. Say these words to the others."),
        "wait_seat": T("The table is asked now whether you play there. Say these words to the others."),
        "change_mind": T("Choose something else"),
        "become": T("This browser is the table"),
        "become_hint": T(
            "Lay it where everybody sees it. It draws, asks everybody, and lets phones in. "
            "There is one such browser at a time."
        ),
        "wrong_address": T("This address is not the table's any more"),
        "wrong_address_hint": T("The terminal in which the companion runs shows the one of now."),
        "away": T("No connection to the table. It is tried again by itself."),
        "you": T("You are asked"),
        "asked": T("is asked"),
        "only_eyes": T("This question is for one pair of eyes only."),
        "show_alone": T("Show it to me alone"),
        "hide": T("Hide it"),
        "here": T("Ask here instead"),
        "on_phone": T("It is asked on the phone."),
        "done": T("Done"),
        "why": T("Why?"),
        "draw": T("Draw"),
        "roll": T("Let the companion roll"),
        "roll_hint": T("Or tap what your dice show."),
        "new": T("We do what it says"),
        "new_hint": T("This card is not in the box yet. It can be told on the touchscreen or in the terminal."),
        "to_list": T("Back to the list"),
        "by_photo": T("One of the cards with nothing but a photo"),
        "photo_it": T("Photograph it"),
        "photo_hint": T("Lay the card on the table and photograph all of it. The photo is not kept."),
        "photo_which": T("Which one is it? The likeliest comes first."),
        "photo_none": T("None of these"),
        "photo_again": T("Take it once more"),
        "photo_sending": T("It is being sent. Do not close this page."),
        "photo_send": T("Send it"),
        "changes": T("Nothing else is different"),
        "changes_hint": T("What has it changed? Tap it on the boards below, then go on."),
        "offer_hint": T("All that can come here is known now. Who draws from now on?"),
        "offer_yes": T("The companion"),
        "offer_no": T("We, at the table"),
        "sure": T("Yes, do it"),
        "give": T("Give it"),
        "other_dice": T("With these dice"),
        "none": T("Nothing"),
        "eyes": T("For your eyes only"),
        "fixes": T("Other cards"),
        "table": T("Table"),
        "story": T("The story so far"),
        "odds": T("What can come"),
        "log": T("Last"),
        "ranking": T("How it ended"),
        "undo": T("Undo"),
        "redo": T("Redo"),
        "phones": T("Phones"),
        "scan": T("Scan this with a phone, or type the address:"),
        "yes": T("Yes"),
        "no": T("No"),
        "take_back": T("Take back"),
        "at_table": T("at the table"),
        "onlookers": T("Looking on"),
        "editors": T("Changing the box"),
        "box": T("Photograph or change the cards"),
        "send_away": T("Send away"),
        "settings": T("Language and light"),
        "language": T("Language"),
        "light": T("Light"),
        "light_auto": T("As the browser has it"),
        "light_night": T("Night"),
        "light_daylight": T("Daylight"),
        "light_contrast": T("High contrast"),
        "apply": T("Apply"),
        "names": T("Names"),
        "more_seats": T("Play another seat, too"),
        "give_back": T("Give the seat back"),
        "leave": T("Leave"),
        "secrets": T("Secrets"),
        "todo": T("Do this"),
        "one_more": T("one more"),
        "one_less": T("one less"),
        "board_map": T("Board"),
        "looking_on": T("You look on."),
        "waiting_for": T("Waiting for the table"),
        "day": T("Day"),
        "blocked": T("closed"),
    }
)
"""By the names that templates use."""


# Pages as HTML: which template, filled with what whoever looks may see, in their language and light.
#

UNSAID = 'data-version=""'
"""What stands in a page until its version is known."""
TEMPLATES = Templates(WORDS)
KEY = "key"
"""The cookie of a phone."""


def set_look(phone: Phone, sent: Mapping[str, str]) -> None:
    """Take over the ``language`` and the ``theme`` that were sent, if there are such; no theme is as the browser likes
    it."""
    if sent.get("language") in LANGUAGES:
        phone.language = sent["language"]
    if sent.get("theme") in ("", *THEMES):
        phone.theme = sent["theme"]


class PendingRequest(Struct, frozen=True):
    """What the table is asked about a phone, by its number."""

    id: int
    question: Words
    box: bool = False
    """It wants to change the box that is played with."""


class PageSource(Struct, frozen=True):
    """What a page is made from, taken while the table stands still: it can be made of that in any thread.

    ``shared`` are equal for pages that are, and None where nobody else has such a page; ``body`` fills the middle of
    it, which is the same for all whose ``eyes`` are.
    """

    template: str
    language: str
    moment: int
    """The version of the table."""
    about: dict[str, Any]
    shared: Hashable = None
    eyes: Hashable = None
    body: dict[str, Any] | None = None


class HtmlPage:
    """A page as HTML. Its ``version`` is another as soon as anything on it is, and only then: nobody learns from it
    that something has happened that is not on the page."""

    def __init__(self, text: str) -> None:
        self.version = blake2s(text.encode(), digest_size=9).hexdigest()
        self.text = text.replace(UNSAID, f'data-version="{self.version}"', 1)

    @cached_property
    def event(self) -> bytes:
        """The same as a browser is told of it."""
        lines = "".join(f"data: {line}\n" for line in self.text.splitlines())
        return f"event: page\nid: {self.version}\n{lines}\n".encode()


class TablePages:
    """Makes the pages of one table. ``join`` is the address that phones open, ``clock`` that of the wishes."""

    def __init__(self, desk: TableService, join: str, clock: Callable[[], float]) -> None:
        self._desk = desk
        self._join = join
        self._clock = clock
        self._made: tuple[int, dict[Hashable, Any]] = (0, {})

    def home(self, phone: Phone | None, language: str, told: Words | None = None) -> str:
        """The page at the one address that there is, as HTML; in the thread of the table."""
        return self.made(self.look(phone, language, told)).text

    def look(self, phone: Phone | None, language: str, told: Words | None = None) -> PageSource:
        """What this phone may see; None: somebody of whom nothing is known. In the thread of the table.

        ``told`` is what was refused just now.
        """
        if phone is None or not phone.inside:
            return self._door(phone, language, told)
        desk = self._desk
        say = Language(phone.language, isolated(desk.session.table.people)).say
        viewer = Viewer(() if phone.table else tuple(phone.seats), phone.table, desk.alone if phone.table else None)
        held = [one for one in players(desk.session) if desk.sharing.holder(one.seat) is not None]
        everybody = players(desk.session, [one.seat for one in held])
        eyes = None if phone.table else (viewer, phone.language)
        body: dict[str, Any] | None = desk.kept.get(eyes)
        if body is None:
            body = self._about(page_content(desk.session, viewer, say), viewer, everybody)
            if eyes is not None:
                desk.kept[eyes] = body
        phone.cards = frozenset(body["seen"].pictures)
        about = {
            **self.frame(phone, phone.language, told),
            "viewer": viewer,
            "players": everybody,
            "wishes": self._wishes(everybody) if phone.table else [],
            "onlookers": [copy(one) for one in desk.sharing.phones if one.looking] if phone.table else [],
            "editors": [copy(one) for one in self._editors() if not one.table] if phone.table else [],
            "box": None if desk.box is None else desk.box.first.name,
            "alone_yet": not any(one.inside for one in desk.sharing.phones if not one.table),
            "secrets": desk.session.scene.secrets,
            "holders": {one.seat: copy(desk.sharing.holder(one.seat)) for one in everybody},
            "join": self._join,
        }
        alike = eyes is not None and about["told"] is None and phone.wish is None
        shared = (eyes, phone.theme) if alike else None
        return PageSource("table.html", phone.language, desk.version, about, shared, eyes, body)

    def made(self, look: PageSource) -> HtmlPage:
        """The page; all who see the same have the same one. In one thread, whichever that is."""
        page: HtmlPage | None = self._kept(look).get(look.shared)
        if page is None:
            body = {} if look.body is None else {"body": self._body(look, look.body)}
            page = HtmlPage(TEMPLATES.filled(look.template, look.language, **{**look.about, **body}))
            if look.shared is not None:
                self._kept(look)[look.shared] = page
        return page

    def _body(self, look: PageSource, about: dict[str, Any]) -> Markup:
        body: Markup | None = self._kept(look).get(("body", look.eyes))
        if body is None:
            body = Markup(TEMPLATES.filled("body.html", look.language, **about))
            if look.eyes is not None:
                self._kept(look)["body", look.eyes] = body
        return body

    def _kept(self, look: PageSource) -> dict[Hashable, Any]:
        """What was made at this version of the table."""
        if self._made[0] != look.moment:
            self._made = look.moment, {}
        return self._made[1]

    def _wishes(self, everybody: list[SeatLabel]) -> list[PendingRequest]:
        names = {one.seat: one.name for one in everybody}
        found = []
        for phone in self._desk.sharing.wishes(self._clock()):
            seat = phone.wish.seat if phone.wish is not None else None
            found.append(PendingRequest(phone.id, question(phone.words, None if seat is None else names[seat])))
        box = self._desk.box
        waiting = [] if box is None else box.sharing.wishes(self._clock())
        return found + [PendingRequest(one.id, box.question(one), box=True) for one in waiting if box is not None]

    def _editors(self) -> list[Phone]:
        box = self._desk.box
        return [] if box is None else [one for one in box.sharing.phones if one.looking]

    def master(self, language: str, address_: str, *, right: bool) -> str:
        """The page by which a browser becomes the table; ``right`` is False for an address that is so no more."""
        return TEMPLATES.filled(
            "master.html", language, **self.frame(None, language, None), right=right, address=address_
        )

    def _door(self, phone: Phone | None, language: str, told: Words | None) -> PageSource:
        if phone is not None:
            language = phone.language
        sharing = self._desk.sharing
        held = [seat for seat in sharing.seats if sharing.holder(seat) is not None]
        everybody = players(self._desk.session, held, named=False)
        about = {**self.frame(phone, language, told), "people": {}, "players": everybody}
        return PageSource("door.html", language, self._desk.version, about)

    def frame(self, phone: Phone | None, language: str, told: Words | None) -> dict[str, Any]:
        """What every page is filled with."""
        return {
            "phone": copy(phone),
            "language": language,
            "people": self._desk.session.table.people,
            "languages": LANGUAGES,
            "themes": THEMES,
            "told": told or (phone.told if phone is not None else None),
            "title": self._desk.session.table.game.title,
            "wish": None if phone is None or phone.wish is None else phone.wish,
        }

    def _about(self, page: PageContent, viewer: Viewer, everybody: list[SeatLabel]) -> dict[str, Any]:
        sharing = self._desk.sharing
        asked = page.asked
        elsewhere = page.secret and asked is not None and sharing.holder(asked.seat) is not None
        return {
            "people": self._desk.session.table.people,
            "seen": page,
            "scene": page.scene,
            "viewer": viewer,
            "players": everybody,
            "confirms": confirms(viewer),
            "elsewhere": elsewhere and sharing.here != (asked.seat if asked else None),
            "mine": asked is not None and asked.seat in viewer.seats,
        }


def qr(text: str) -> str:
    """A picture of an address for phones, as SVG with no colour of its own."""
    made: str = segno.make(text, error="m").svg_inline(scale=1, border=3, dark="#000", light="#fff", omitsize=True)
    return made.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns" not in made else made


def qr_squares(text: str) -> list[list[bool]]:
    """The same as rows of squares, True for dark ones, without an edge."""
    return [[bool(square) for square in row] for row in segno.make(text, error="m").matrix]


def printed_qr(text: str) -> str:
    """The same out of letters, for a terminal."""
    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
