"""The pages of a table as HTML: for each phone, for the table itself, and the entrance for everybody else."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from functools import cached_property
from hashlib import blake2s
from types import MappingProxyType
from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct

from companion.core.texts import T, Words
from companion.language import Language
from companion.session.telling import IN_LIST
from companion.table.companions import LEVELS, PERSON
from companion.table.people import isolated
from companion.web.box.service import BoxService
from companion.web.html import Templates, page_values
from companion.web.phones import Phone, question, returning_names, returning_question
from companion.web.service import TableService
from companion.web.site import event
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
        "was_here": T(
            "The table has started again. It is asked now whether the phones of before may come back. Say these words "
            "to the others."
        ),
        "change_mind": T("Choose something else"),
        "become": T("This browser is the table"),
        "become_hint": T(
            "Lay it where everybody sees it. It draws, asks everybody, and lets phones in. "
            "There is one such browser at a time."
        ),
        "wrong_address": T("This address is not the table's any more"),
        "wrong_address_hint": T("The terminal in which the companion runs shows the one of now."),
        "away": T(
            "No connection to the table. It is tried again by itself; if it stays away, scan the code there again."
        ),
        "you": T("You are asked"),
        "asked": T("is asked"),
        "answered": T("You have answered. The others are still asked."),
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
        "new_hint": T("This is not in the box yet. It can be told on the touchscreen or in the terminal."),
        "to_list": T("Back to the list"),
        "card_title": T("Title"),
        "meanwhile": T("Said meanwhile: {what}", what="…"),
        "in_list": IN_LIST,
        "card_done": T("That is all"),
        "type_it": T("Type it here."),
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
        "scan_other": T("If the phone does not find it there:"),
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
        "plays": T("Who plays"),
        "more_seats": T("Play another seat, too"),
        "give_back": T("Give the seat back"),
        "leave": T("Leave"),
        "secrets": T("Secrets"),
        "todo": T("Do this"),
        "opinion": T("What would you do?"),
        "opinion_of": T("The companion's opinion"),
        "opinion_thinks": T("It thinks about it …"),
        "opinion_hint": T(
            "Games won when it plays on from here in its mind, knowing no more than you. It can be wrong."
        ),
        "on": T("On"),
        "off": T("Off"),
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

WHO_PLAYS: Final[Mapping[str, Words]] = {
    PERSON: T("a person"),
    **{level: T("the companion, {level}", level=words) for level, words in LEVELS.items()},
}
"""Who can play a seat, by what a form sends."""

TEMPLATES = Templates(WORDS)
UNSAID = 'data-version=""'
"""Stands in a page until its version is known."""


class PendingRequest(Struct, frozen=True):
    """The request of a phone, by its number, and the question about it."""

    number: int
    question: Words
    box: bool = False
    """True if it asks to edit the box of the game."""
    phones: list[tuple[str, Words]] = []
    """For the question after a restart: each phone that it is about, and its seats."""


class PageSource(Struct, frozen=True):
    """What a page is made from. It is taken in the table's thread; the page can be made from it in any thread.

    Pages with the same ``shared`` are equal; None: nobody else has this page. ``body`` are the values of the middle of
    the page, which is the same for all with the same ``eyes``.
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
    """A page as HTML. Its ``version`` changes only if something on it does: nobody learns from it that something has
    happened that is not on the page."""

    def __init__(self, text: str) -> None:
        self.version = blake2s(text.encode(), digest_size=9).hexdigest()
        self.text = text.replace(UNSAID, f'data-version="{self.version}"', 1)

    @cached_property
    def event(self) -> bytes:
        return event(self.text, event="page", id=self.version)


class TablePages:
    """Makes the pages of one table. ``joins`` returns the addresses that phones open; ``box`` is the box of the game,
    if phones may ask to edit it."""

    def __init__(
        self, service: TableService, joins: Callable[[], Sequence[str]], box: BoxService | None = None
    ) -> None:
        self._service = service
        self._joins = joins
        self._box = box
        self._made: tuple[int, dict[Hashable, Any]] = (0, {})

    def source(self, phone: Phone | None, language: str, message: Words | None = None) -> PageSource:
        """What this phone may see (None: an unknown browser), with the ``message`` of a refusal; in the table's
        thread."""
        if phone is None or not phone.admitted:
            return self._entrance(phone, language, message)
        service, registry = self._service, self._service.registry
        player = service.session.table.game.player
        message = message or service.session.table.not_saved
        say = Language(phone.language, isolated(service.session.table.people)).say
        viewer = self.viewer(phone)
        held = [one for one in players(service.session) if registry.holder(one.seat) is not None]
        everybody = players(service.session, [one.seat for one in held])
        eyes = None if phone.table else (viewer, phone.language)
        body: dict[str, Any] | None = service.cache.get(eyes)
        if body is None:
            body = self._body_values(page_content(service.session, viewer, say), viewer, everybody)
            if eyes is not None:
                service.cache[eyes] = body
        join, *others = self._joins()
        phone.cards = frozenset(body["seen"].pictures)
        about = {
            **self.values(phone, phone.language, message),
            "viewer": viewer,
            "players": everybody,
            "requests": self._requests(everybody) if phone.table else [],
            "returning": self._returning(everybody) if phone.table else [],
            "opinions": service.opinions.offered if phone.table and player.apart is None else None,
            "apart": player.apart,
            "levels": WHO_PLAYS if player.apart is None else {},
            "companions": service.session.table.companions,
            "onlookers": [copy(one) for one in registry.phones if one.watching] if phone.table else [],
            "editors": self._editors() if phone.table else [],
            "box": None if self._box is None else self._box.first.name,
            "alone_yet": not any(one.admitted for one in registry.phones if not one.table),
            "secrets": service.session.scene.secrets,
            "holders": {one.seat: copy(registry.holder(one.seat)) for one in everybody},
            "join": join,
            "others": others,
        }
        alike = eyes is not None and about["message"] is None and phone.request is None
        shared = (eyes, phone.theme, phone.forms) if alike else None
        return PageSource("table.html", phone.language, service.version, about, shared, eyes, body)

    def viewer(self, phone: Phone) -> Viewer:
        return Viewer(
            () if phone.table else tuple(phone.seats), phone.table, self._service.alone if phone.table else None
        )

    def made(self, source: PageSource) -> HtmlPage:
        """The page; all who see the same get the same one. Always call it in the same thread."""
        page: HtmlPage | None = self._kept(source).get(source.shared)
        if page is None:
            body = {} if source.body is None else {"body": self._body(source, source.body)}
            page = HtmlPage(TEMPLATES.filled(source.template, source.language, **{**source.about, **body}))
            if source.shared is not None:
                self._kept(source)[source.shared] = page
        return page

    def _body(self, source: PageSource, about: dict[str, Any]) -> Markup:
        body: Markup | None = self._kept(source).get(("body", source.eyes))
        if body is None:
            body = Markup(TEMPLATES.filled("body.html", source.language, once=source.about["once"], **about))
            if source.eyes is not None:
                self._kept(source)["body", source.eyes] = body
        return body

    def _kept(self, source: PageSource) -> dict[Hashable, Any]:
        """What was made at this version of the table."""
        if self._made[0] != source.moment:
            self._made = source.moment, {}
        return self._made[1]

    def _requests(self, everybody: list[SeatLabel]) -> list[PendingRequest]:
        names = {one.seat: one.name for one in everybody}
        found = []
        for phone in self._service.registry.waiting(time.monotonic()):
            seat = phone.request.seat if phone.request is not None else None
            found.append(
                PendingRequest(phone.request_number, question(phone.words, None if seat is None else names[seat]))
            )
        box = self._box
        waiting = [] if box is None else box.registry.waiting(time.monotonic())
        return found + [
            PendingRequest(one.request_number, box.question(one), box=True) for one in waiting if box is not None
        ]

    def _returning(self, everybody: list[SeatLabel]) -> list[PendingRequest]:
        """The questions whether the phones from before a restart may come back, to the table and to the box."""
        registry, box, names = self._service.registry, self._box, {one.seat: one.name for one in everybody}
        found = []
        if registry.returning:
            phones = returning_names(registry.returning, names)
            found.append(PendingRequest(registry.returning_number, returning_question(len(phones)), phones=phones))
        if box is not None and box.registry.returning:
            phones = returning_names(box.registry.returning, {})
            number = box.registry.returning_number
            found.append(PendingRequest(number, box.returning_question(), box=True, phones=phones))
        return found

    def _editors(self) -> list[Phone]:
        phones = [] if self._box is None else self._box.registry.phones
        return [copy(one) for one in phones if one.watching and not one.table]

    def master(self, language: str, address: str, *, right: bool) -> str:
        """The page by which a browser becomes the table; ``right`` is False for an outdated address."""
        values = self.values(None, language, None)
        return TEMPLATES.filled("master.html", language, **values, right=right, address=address)

    def _entrance(self, phone: Phone | None, language: str, message: Words | None) -> PageSource:
        if phone is not None:
            language = phone.language
        registry = self._service.registry
        held = [seat for seat in registry.seats if registry.holder(seat) is not None]
        everybody = players(self._service.session, held, named=False)
        about = {**self.values(phone, language, message), "people": {}, "players": everybody}
        return PageSource("entrance.html", language, self._service.version, about)

    def values(self, phone: Phone | None, language: str, message: Words | None) -> dict[str, Any]:
        table = self._service.session.table
        # A number of the phone's own: the page does not change by it when others do something.
        once = "" if phone is None else str(phone.forms)
        return {
            **page_values(phone, language, message),
            "people": table.people,
            "title": table.game.title,
            "once": once,
        }

    def _body_values(self, page: PageContent, viewer: Viewer, everybody: list[SeatLabel]) -> dict[str, Any]:
        registry = self._service.registry
        asked = page.asked
        elsewhere = page.secret and asked is not None and registry.holder(asked.seat) is not None
        return {
            "people": self._service.session.table.people, "seen": page, "scene": page.scene, "viewer": viewer,
            "players": everybody, "confirms": confirms(viewer),
            "elsewhere": elsewhere and registry.asked_here != (asked.seat if asked else None),
            "mine": asked is not None and asked.seat in viewer.seats,
            "opinion": self._service.opinions.shown(viewer),
        }  # fmt: skip
