"""Phones beside the touchscreen: off until somebody wants them, let in by a tap, asked what only they may know."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kivy.tests.common import UnitTestTouch

from companion.session.session import Session
from companion.web.addresses import OwnAddress
from companion.web.html import qr_squares
from tests.ui.hands import Hands
from tests.ui.moments import questions
from tests.ui.screen_browser import ScreenBrowser
from tests.ui.states import put
from tests.web.fingers import Page


@pytest.fixture
def session(hands: Hands) -> Iterator[Session]:
    """Krysis, while a secret bid is asked; phones may come in at this machine alone."""
    found = put(hands, next(moment for moment in questions("krysis") if moment.table().ask.only))
    yield found
    hands.app.phones.close()


def open_(hands: Hands) -> ScreenBrowser:
    """Menu, Phones, Let phones in."""
    hands.app.go("menu")
    hands.look(2)
    next(one for one in hands.screen.panel.options if one.label == "Phones").action()
    hands.look(2)
    assert hands.root.name == "phones"
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    return ScreenBrowser(hands, hands.app.phones.join)


def let_in(hands: Hands, seat: str) -> ScreenBrowser:
    """A phone that asks for a seat, and a tap on the amber button."""
    phone = open_(hands)
    assert phone.send("/wish", seat=seat)[0] == 303
    hands.wait()
    assert "play" in hands.screen.title.text
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    return phone


def test_the_server_starts_only_when_phones_are_switched_on(hands: Hands, session: Session) -> None:
    assert not hands.app.phones.on
    open_(hands)
    assert hands.app.phones.on
    assert hands.screen.code.squares
    hands.touch(*hands.screen.other.center)
    hands.look(2)
    assert not hands.app.phones.on
    assert hands.screen.primary.text == "Let phones in"


def test_leaving_the_game_stops_the_server(hands: Hands, session: Session) -> None:
    open_(hands)
    hands.app.leave_game()
    hands.look()
    assert not hands.app.phones.on


def test_phones_come_back_with_one_tap_after_the_screen_was_restarted(
    hands: Hands, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones, seat = hands.app.phones, session.table.ask.only or ""
    monkeypatch.setattr(type(session.table), "game_id", property(lambda _: "g1"))
    phones.journal = tmp_path / "journal.db"
    phone = let_in(hands, seat)
    monkeypatch.setattr(phones, "port", None)
    # What a restart does: the server ends, nobody has closed the phones, and the same game is on the table again.
    phones.close()
    assert not phones.on
    phones.serve(session)
    assert phones.on
    assert phones.join.endswith(f":{phone.port}/")
    hands.app.go("game")
    hands.wait()
    assert hands.screen.title.text.startswith("The table has started again. May this phone come back?")
    assert not phones.holds(seat)
    assert "data-moment" not in phone.page()
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert phones.holds(seat)
    assert "data-moment" in phone.page()
    hands.app.go("phones")
    hands.look(2)
    hands.touch(*hands.screen.other.center)
    hands.look(2)
    phones.serve(session)
    assert not phones.on, "whoever closes the phones wants none to come back"


def test_consent_to_come_back_goes_to_the_phones_that_were_named(
    hands: Hands, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two asks for something else while the finger lies on Yes: the question is another one, with its guard."""
    phones, seats = hands.app.phones, session.table.setup.seats[:2]
    monkeypatch.setattr(type(session.table), "game_id", property(lambda _: "g1"))
    phones.journal = tmp_path / "journal.db"
    rooms = [let_in(hands, seats[0])]
    rooms.append(ScreenBrowser(hands, phones.join))
    wish(rooms[1], seats[1])
    hands.wait()
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert phones.holds(seats[1])
    monkeypatch.setattr(phones, "port", None)
    phones.close()
    phones.serve(session)
    hands.app.go("game")
    hands.wait()
    assert "these 2 phones" in hands.screen.title.text
    consent = hands.screen.consent
    assert consent is not None
    wish(rooms[1], "")
    consent()
    hands.look(2)
    assert hands.root.banner.text.startswith("The question has changed meanwhile")
    assert not phones.holds(seats[0])
    hands.touch(*hands.screen.primary.center, quick=True)
    hands.look(2)
    assert not phones.holds(seats[0])
    hands.wait()
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert phones.holds(seats[0])
    assert not phones.holds(seats[1])


def test_a_browser_that_showed_a_table_of_its_own_is_a_phone_beside_the_screen(
    hands: Hands, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game began without a screen. Here such a browser would not be listed, and could not be sent away."""
    phones = hands.app.phones
    monkeypatch.setattr(type(session.table), "game_id", property(lambda _: "g1"))
    phones.journal = tmp_path / "journal.db"
    phone = let_in(hands, session.table.ask.only or "")
    laptop, registry = ScreenBrowser(hands, phones.join), phones.registry
    assert registry is not None
    laptop.send(f"/table/{registry.master}")
    assert "of-table" in laptop.page()
    monkeypatch.setattr(phones, "port", None)
    phones.close()
    phones.serve(session)
    assert "The table has started again" in phone.page()
    assert "of-table" not in laptop.page()
    assert laptop.send("/readmit", yes=1)[0] == 404


def test_a_secret_question_is_on_the_phone_and_comes_back_with_one_tap(hands: Hands, session: Session) -> None:
    seat = session.table.ask.only or ""
    phone = let_in(hands, seat)
    hands.app.go("game")
    hands.look(2)
    assert hands.root.name == "private"
    assert hands.screen.title.text.startswith("On the phone of ")
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert hands.screen.title.text.startswith("Only ")
    assert Page(phone.page()).to("/do/fill", "/do/choose")


def test_what_a_phone_answers_is_on_the_screen(hands: Hands, session: Session) -> None:
    seat, rev = session.table.ask.only or "", session.rev
    phone = let_in(hands, seat)
    hands.app.go("game")
    form = Page(phone.page()).to("/do/fill", "/do/choose")[0]
    assert phone.send(form.action, **{one.name: one.value for one in form.inputs})[0] == 303
    hands.look(2)
    assert session.rev > rev


@pytest.mark.parametrize("yes", [True, False])
def test_a_phone_that_asks_brings_its_question_to_the_table(hands: Hands, yes: bool) -> None:
    put(hands, next(moment for moment in questions("newyork") if moment.kind == "choose play"))
    phone = open_(hands)
    hands.app.go("game")
    hands.look(2)
    assert hands.root.name == "table"
    phone.send("/wish", seat="")
    hands.wait()
    assert hands.root.name == "phones"
    assert hands.screen.title.text.startswith("May ")
    hands.touch(*(hands.screen.primary if yes else hands.screen.other).center)
    hands.look(2)
    assert hands.root.name == "table"
    assert ("data-moment" in phone.page()) is yes
    hands.app.phones.close()


@pytest.fixture
def asked(hands: Hands) -> Iterator[ScreenBrowser]:
    """A phone asks to look on, and the question has been on the screen for a while."""
    put(hands, next(moment for moment in questions("newyork") if moment.kind == "choose play"))
    phone = open_(hands)
    phone.send("/wish", seat="")
    hands.wait()
    assert hands.screen.title.text.startswith("May ")
    yield phone
    hands.app.phones.close()


def wish(phone: ScreenBrowser, seat: str) -> None:
    assert phone.send("/wish", seat=seat)[0] == 303


def test_a_tap_on_yes_never_consents_to_a_newer_request(hands: Hands, asked: ScreenBrowser) -> None:
    seat = hands.session.table.setup.seats[0]
    touch = UnitTestTouch(*hands.screen.primary.center)
    touch.touch_down()
    wish(asked, seat)
    hands.look(2)
    touch.touch_up()
    hands.look(2)
    assert not hands.app.phones.holds(seat)
    assert " play " in hands.screen.title.text
    hands.wait()
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert hands.app.phones.holds(seat)


def test_a_tap_on_an_outdated_request_says_that_it_is_gone(hands: Hands, asked: ScreenBrowser) -> None:
    seat = hands.session.table.setup.seats[0]
    registry, consent = hands.app.phones.registry, hands.screen.consent
    assert registry is not None
    wish(asked, seat)
    consent()
    hands.look(2)
    assert hands.root.banner.text == "That phone does not wait for an answer any more."
    assert not [one for one in registry.phones if one.admitted]


def test_a_new_request_ignores_taps_for_a_moment(hands: Hands, asked: ScreenBrowser) -> None:
    seat = hands.session.table.setup.seats[0]
    wish(asked, seat)
    hands.look(2)
    hands.touch(*hands.screen.primary.center, quick=True)
    hands.look(2)
    assert not hands.app.phones.holds(seat)


def test_a_returning_request_ignores_taps_for_a_moment(hands: Hands, asked: ScreenBrowser) -> None:
    """Something else was on the screen meanwhile, and has gone by itself."""
    hands.app.go("log")
    hands.wait()
    assert hands.root.name == "log"
    hands.app.go("game")
    hands.look(2)
    assert hands.screen.title.text.startswith("May ")
    hands.touch(*hands.screen.primary.center, quick=True)
    hands.look(2)
    assert "data-moment" not in asked.page()
    hands.wait()
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert "data-moment" in asked.page()


def test_two_phones_cannot_get_the_same_seat(hands: Hands, asked: ScreenBrowser) -> None:
    seat = hands.session.table.setup.seats[0]
    other = ScreenBrowser(hands, hands.app.phones.join)
    for phone in (asked, other):
        wish(phone, seat)
    for _ in range(2):
        hands.wait()
        hands.touch(*hands.screen.primary.center)
    hands.look(2)
    registry = hands.app.phones.registry
    assert registry is not None
    assert sum(seat in one.seats for one in registry.phones) == 1
    assert "Another phone plays there." in other.page() + asked.page()


def test_a_seat_is_taken_back_by_a_tap_on_its_row(hands: Hands, session: Session) -> None:
    seat = session.table.ask.only or ""
    phone = let_in(hands, seat)
    row = next(row for row in hands.screen.rows.rows if row.action is not None)
    action: Callable[[], None] = row.action
    action()
    hands.look(2)
    assert "Your seat was taken back at the table." in phone.page()
    assert not hands.app.phones.holds(seat)


def test_a_machine_without_a_network_says_so(hands: Hands, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.addresses.own_addresses", list)
    hands.app.phones.addresses = []
    hands.app.go("phones")
    hands.look(2)
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert hands.root.banner.text.startswith("This machine is in no network.")
    assert not hands.app.phones.on


def test_phones_are_found_again_where_the_network_comes_after_the_screen(
    hands: Hands, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones, seat = hands.app.phones, session.table.ask.only or ""
    monkeypatch.setattr(type(session.table), "game_id", property(lambda _: "g1"))
    monkeypatch.setattr("ui.model.phones.RETRY", 0.0)
    phones.journal = tmp_path / "journal.db"
    let_in(hands, seat)
    phones.close()
    listen, phones.addresses = phones.addresses, ["192.0.2.77"]
    phones.serve(session)
    hands.look(2)
    assert not phones.on
    phones.addresses = listen
    hands.look(2)
    assert phones.on
    assert phones.returning is phones.registry
    assert len(phones.registry.returning) == 1
    phones.close()
    phones.addresses = ["192.0.2.77"]
    phones.serve(session)
    phones.close()
    phones.addresses = listen
    hands.look(2)
    assert not phones.on, "whoever leaves the game waits for no network"


def test_another_address_is_shown_with_a_tap(hands: Hands, session: Session) -> None:
    phones = hands.app.phones
    phones.addresses = ["127.0.0.1", "127.0.0.2"]
    open_(hands)
    first, before = phones.join, hands.screen.code.squares
    assert first in hands.screen.address.text
    (row,) = [row for row in hands.screen.rows.rows if row.text.startswith("http://127.0.0.2:")]
    row.action()
    hands.look(2)
    assert hands.screen.address.text == phones.join == first.replace("127.0.0.1", "127.0.0.2")
    assert hands.screen.code.squares != before
    assert [row.text for row in hands.screen.rows.rows if row.text.startswith("http")] == [first]
    assert "Who plays on this phone?" in ScreenBrowser(hands, phones.join).page()


def test_addresses_that_come_and_go_are_followed_on_the_screen(
    hands: Hands, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The addresses are made up: any machine has all of 127.0.0.0/8. The phone that is in stays in."""
    phones, seat = hands.app.phones, session.table.setup.seats[0]
    there = [OwnAddress("127.0.0.2", "")]
    for module in ("addresses", "server"):
        monkeypatch.setattr(f"companion.web.{module}.own_addresses", lambda: list(there))
    monkeypatch.setattr("companion.web.addresses.LOOK", 0.05)
    phones.addresses = []
    phone = let_in(hands, seat)

    def shown(*addresses: str) -> bool:
        """Until the screen shows these, the code for the first."""
        there[:] = [OwnAddress(one, "") for one in addresses]
        wanted = [f"http://{one}:{phone.port}/" for one in addresses]
        until = time.monotonic() + 10
        while time.monotonic() < until:
            hands.look(2)
            rows = [row.text for row in hands.screen.rows.rows if row.text.startswith("http")]
            if [hands.screen.address.text, *rows] == wanted and hands.screen.address.shown:
                return bool(hands.screen.code.squares == qr_squares(wanted[0]))
        return False

    assert shown("127.0.0.3", "127.0.0.2")
    assert "Who plays on this phone?" in ScreenBrowser(hands, phones.join).page()
    assert shown("127.0.0.4")
    assert phones.holds(seat)
    phones.show(phones.join)
    assert shown("127.0.0.5", "127.0.0.6")
    phones.show(phones.joins[1])
    hands.look(2)
    assert shown("127.0.0.6", "127.0.0.5"), "what was chosen stays"
    there.clear()
    until = time.monotonic() + 10
    while not phones.alone and time.monotonic() < until:
        hands.look(2)
    hands.look(2)
    assert hands.screen.title.text.startswith("This machine is in no network.")
    assert not hands.screen.code.shown
    assert phones.holds(seat)
    assert shown("127.0.0.2")


def test_a_wrong_address_in_the_settings_is_explained(
    hands: Hands, session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "companion.toml").write_text("[phones]\nlisten = 7\n")
    hands.app.phones.addresses = []
    hands.app.go("phones")
    hands.look(2)
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert "phones.listen: this must be an address of this machine" in hands.root.banner.text
    assert not hands.app.phones.on


def test_a_missing_server_package_is_explained(hands: Hands, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "companion.web.app", None)
    hands.app.go("phones")
    hands.look(2)
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    assert "[web]" in hands.root.banner.text
    assert not hands.app.phones.on
