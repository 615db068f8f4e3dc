"""Players on phones in a real browser, at one table with the touchscreen."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from companion.core.answers import Answer
from companion.core.texts import Text
from companion.language import Language
from companion.scene.scene import Counter as Counted
from companion.session.session import Session
from companion.web.views import Viewer, moment, offers, seen_by
from tests.ui.finger import Finger, settle
from tests.ui.hands import Hands
from tests.web.chromium import LATEST, Browser, Tab
from ui.base.language import say

Result = TypeVar("Result")
PHONE = (390, 844)
Way = tuple[str, dict[str, str], dict[str, str], str]
"""How a page sends an answer: the form's address, hidden fields, inputs, and button."""

TAP = """(({action, hidden, filled, which}) => {
  const named = which ? `button[value="${which}"]` : 'button:not([type=button])';
  const form = [...document.querySelectorAll('form')].find((one) => one.getAttribute('action') === action
    && one.querySelector(named)
    && Object.entries(hidden).every(([name, value]) => one.elements[name]?.value === value));
  if (!form) throw new Error('no ' + action + ' ' + JSON.stringify(hidden) + ' in ' + document.body.innerText);
  for (let box = form; box; box = box.parentElement) if (box.tagName === 'DETAILS') box.open = true;
  for (const one of form.querySelectorAll('input:not([type=hidden])')) {
    if (one.type === 'number') one.value = filled[one.name] ?? one.value;
    else one.checked = one.type === 'radio' ? filled[one.name] === one.value : one.name in filled;
  }
  const button = form.querySelector(named);
  if (button.disabled || !button.checkVisibility()) throw new Error('no button for ' + which);
  button.click();
  return true;
})(%s)"""
RIGHT = """(async () => {
  const words = (of) => {
    const copy = of.cloneNode(true);
    for (const one of copy.querySelectorAll('.step')) one.remove();
    return copy.textContent.replace(/\\s+/g, ' ');
  };
  const fresh = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html');
  return words(fresh.getElementById('page')) === words(page());
})()"""
"""A script that is true if the page equals a fresh copy."""


class Room:
    """A screen, and phones that are used in another thread while it runs."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self._beside = ThreadPoolExecutor(1)

    def do(self, work: Callable[[], Result]) -> Result:
        """Use the phones while the screen runs."""
        found = self._beside.submit(work)
        while not found.done():
            self.hands.look()
            wait([found], 0.003)
        return found.result()

    def until(self, so: Callable[[], bool]) -> None:
        """Wait for a condition while the screen runs."""
        end = time.monotonic() + LATEST
        while not so():
            assert time.monotonic() < end, "it never happened"
            time.sleep(0.003)  # What is waited for needs the processor.
            self.hands.look()

    def close(self) -> None:
        self._beside.shutdown()


class Phone:
    """The phone of ``seat``. ``away`` is why it is unreachable: ``offline``, ``asleep``, or nothing."""

    def __init__(self, room: Room, browser: Browser, join: str, seat: str, language: str) -> None:
        self.room, self.seat, self.language, self.away = room, seat, language, ""
        self.tab: Tab = room.do(lambda: self._at_the_door(browser, join))

    def _at_the_door(self, browser: Browser, join: str) -> Tab:
        tab = browser.tab()
        tab.size(*PHONE, mobile=True)
        tab.speak(self.language)
        tab.go(join)
        tab.run(f"document.querySelector('input[name=seat][value={self.seat}]').form.querySelector('button').click()")
        tab.until("document.querySelector('.two')")
        return tab

    def tap(self, way: Way) -> None:
        """Find and tap a button."""
        action, hidden, filled, which = way
        about = json.dumps({"action": action, "hidden": hidden, "filled": filled, "which": which})
        self.room.do(lambda: self.tab.run(TAP % about))

    def shows(self, now: str, title: str) -> None:
        """Wait until it shows the question ``title``; none if that is empty."""
        there = f"document.querySelector('main').dataset.moment === '{now}' && document.getElementById('away').hidden"
        self.room.do(lambda: self.tab.until(there))
        if title:
            self.room.do(lambda: self.tab.until("document.querySelector('.prompt h2')"))
            assert self.room.do(lambda: self.tab.run("document.querySelector('.prompt h2').textContent")) == title

    def is_right(self) -> bool:
        """Assert that it equals a fresh page."""
        return bool(self.room.do(lambda: self.tab.run(RIGHT)))

    def cut(self, why: str) -> None:
        """Disconnect it, put it to sleep, or reload the page."""
        if why == "reloaded":
            self.room.do(lambda: self.tab.call("Page.reload"))
            return
        self.away = why
        if why == "offline":
            self.room.do(lambda: self.tab.cut_off(offline=True))
        else:
            self.room.do(lambda: self.tab.call("Page.setWebLifecycleState", state="frozen"))

    def come_back(self) -> None:
        """Reconnect or wake it, without any action on the page."""
        if self.away == "offline":
            self.room.do(lambda: self.tab.cut_off(offline=False))
        elif self.away == "asleep":
            self.room.do(lambda: self.tab.call("Page.setWebLifecycleState", state="active"))
        self.away = ""


class Household(Finger):
    """All players: some answer on phones, the others on the screen."""

    def __init__(self, room: Room, phones: list[Phone], restless: Phone, luck: Random) -> None:
        super().__init__(room.hands)
        self.phones = {phone.seat: phone for phone in phones}
        self.restless, self._luck = restless, luck
        self.given: Counter[str] = Counter()
        """Number of taps by player, ``""`` for the screen."""
        self.cuts: Counter[str] = Counter()
        """Number of interruptions of the restless phone, by kind."""

    @property
    def session(self) -> Session:
        return self.hands.session

    def give(self, answer: Answer) -> None:
        seat = str(getattr(answer, "seat", "")) if self._counts(answer) else ""
        phone = self.phones.get(seat or str(self.session.table.ask.only or self.session.table.ask.who))
        if phone is None:
            self.given[""] += 1
            super().give(answer)
        else:
            self._on(phone, next(ways(self.session, phone.seat, answer)))
            if self.session.doubted is not None:
                self._on(phone, next(ways(self.session, phone.seat, answer)))

    def _counts(self, answer: Answer) -> bool:
        return any(one.counts for one in self.session.scene.choices if one.answer == answer)

    def amber(self) -> None:
        """The primary button's action, on any phone that may do it."""
        table, mode = self.session.table, self.session.mode
        if self.session.pages:
            phone, action = self._luck.choice([None, *self.phones.values()]), "/do/done"
        else:
            phone, action = self.phones.get(str(table.ask.only or table.ask.who)), "/do/deal"
        if phone is None or (not self.session.pages and mode not in ("roll", "deal")):
            self.given[""] += 1
            super().amber()
        else:
            self._on(phone, (action, {}, {}, ""))

    def label(self, text: str) -> None:
        """In the language of the screen."""
        super().label(say(Text(text)))

    def _on(self, phone: Phone, way: Way) -> None:
        if phone.away:
            phone.come_back()
            self.look_round(phone)
        before = self._moment()
        phone.tap(way)
        phone.room.until(lambda: self._moment() != before)
        settle()
        self.given[phone.seat] += 1

    def _moment(self) -> tuple[int, int, str, bool]:
        return self.session.rev, len(self.session.pages), self.session.mode, self.session.doubted is not None

    # Interruptions.

    def trouble(self) -> None:
        """Interrupt the restless phone now and then; it must be right when it is back."""
        phone = self.restless
        if phone.away:
            if self._luck.random() < 0.3:
                phone.come_back()
                self.look_round(phone)
                assert phone.is_right()
        elif self._luck.random() < 0.2:
            why = self._luck.choice(["offline", "asleep", "reloaded"])
            self.cuts[why] += 1
            phone.cut(why)
            if not phone.away:
                self.look_round(phone)

    def look_round(self, *only: Phone) -> None:
        """Assert that every reachable phone is up to date."""
        for phone in only or self.phones.values():
            if not phone.away:
                # As long as instructions are to be carried out, the next question is not shown.
                viewer = Viewer((phone.seat,))
                seen = seen_by(self.session, viewer)
                asked = "" if self.session.page is not None else seen.scene.prompt.title
                phone.shows(moment(self.session, viewer), " ".join(Language(phone.language).say(asked).split()))


def ways(session: Session, seat: str, answer: Answer) -> Iterator[Way]:
    """How the page of a seat sends an answer."""
    table, scene = session.table, session.scene
    now = {"moment": moment(session, Viewer((seat,)))}
    for n, filling in enumerate(scene.fillings):
        entered = table.game.presenter.entered(table.state, filling.template, answer)
        if entered is not None:
            filled = {f"a.{at}": str(entered[0].get(one.id, 0)) for at, one in enumerate(filling.portions)}
            filled |= {f"n.{at}": "1" for at, one in enumerate(filling.named) if one.id in entered[1]}
            word = [str(at) for at, one in enumerate(filling.one_of) if one.id in entered[1]]
            yield "/do/fill", {**now, "n": str(n)}, filled | ({"o": word[0]} if word else {}), ""
    for n, offer in enumerate(offers(session)):
        if answer in offer.answers and not offer.choice.counts:
            yield "/do/choose", {**now, "n": str(n)}, {}, ""
    if scene.entry is not None and answer in scene.entry.answers:
        yield "/do/enter", now, {"value": str(scene.entry.low + scene.entry.answers.index(answer))}, ""
    several = scene.several
    for seats in () if several is None else (seats for seats, one in several.answers.items() if one == answer):
        yield "/do/several", now, {f"n.{at}": "1" for at, one in enumerate(several.options) if one.seat in seats}, ""
    for action, about, which in _tapped(session, seat, answer):
        yield action, {**now, **about}, {}, which


def _tapped(session: Session, seat: str, answer: Answer) -> Iterator[tuple[str, dict[str, str], str]]:
    """The counters of the player's board, and private ones."""
    for n, board in enumerate(session.scene.boards):
        for at, which in _counted(board.counters, answer) if board.seat in (None, seat) else ():
            yield "/do/count", {"board": str(n), "c": str(at)}, which
    private = session.table.game.presenter.private(session.table.state, seat)
    for at, which in _counted([] if private is None else private.counters, answer):
        yield "/do/secret", {"seat": seat, "c": str(at)}, which


def _counted(counters: list[Counted], answer: Any) -> Iterator[tuple[int, str]]:
    """The counter and button for the answer."""
    for at, one in enumerate(counters):
        with suppress(StopIteration):
            taps = {"more": one.more, "less": one.less}
            taps |= {str(n): cell.tap for n, cell in enumerate(one.cells)}
            yield at, next(which for which, tap in taps.items() if tap == answer)
