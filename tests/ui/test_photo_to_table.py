"""From a phone's camera to the card on the screen: photographed in a browser while the game goes on, then drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.answers import Draw
from companion.packs.pictures import pictures_of
from companion.web import server
from tests import daily
from tests.owner import Owner
from tests.session import test_whole_boxes as every_box
from tests.ui.hands import Hands
from tests.ui.phone_players import Phone, Room
from tests.ui.photographs import AtOnce
from tests.web.cameras import shot
from tests.web.chromium import Browser

AT = "/box/of/mine/mafia_cards"


@pytest.fixture
def room(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(server, "A_SECOND", 10_000.0)
    found = Room(hands)
    yield found
    hands.app.phones.close()
    found.close()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es"] if daily.everything else ["es"])
def test_a_card_photographed_and_entered_on_a_phone_appears_in_the_running_game(
    hands: Hands, room: Room, browser: Browser, tmp_path: Path, language: str
) -> None:
    """Two taps and a photo on the phone, one tap on the screen; the game has asked for the card all the time."""
    owner = Owner(tmp_path / "mine", "mafia_cards", known=3)
    session = every_box.sit(owner, "mafia_cards")
    assert every_box.play_until_new(session, "mafia_cards")
    session.pages.clear()
    hands.app.pictures._beside = hands.app.small_pictures._beside = AtOnce()
    hands.app.play(session)
    hands.app.offers.declined = True
    hands.speak(language)
    hands.look(2)
    assert hands.root.name == "list"
    phone = let_in(hands, room, browser, language)
    tab = phone.tab

    to_the_box(hands, room, phone)

    # A card of which nothing is known is photographed.
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(shot(4))
    room.do(lambda: tab.go(f"{hands.app.phones.join}{AT[1:]}/photos"))
    room.do(lambda: tab.choose(photo))
    room.do(lambda: tab.until("document.querySelector('.shot')?.naturalWidth > 0"))
    (card,) = pictures_of(owner.path)
    hands.look(3)
    assert session.learning.photos.here == {card: "mafia_cards"}
    assert hands.root.name == "list"

    # Another one, a known one, gets a photo; it is drawn, and lies on the screen in large.
    known = owner.rows("mafia_cards")[0]["id"]
    photo.write_bytes(shot(5))
    room.do(lambda: tab.go(f"{hands.app.phones.join}{AT[1:]}/photos?card={known}"))
    room.do(lambda: tab.choose(photo))
    room.do(lambda: tab.until(f"location.pathname.endsWith('/{known}')"))
    rev = session.rev
    assert session.answer(Draw("mafia", known), rev)
    hands.look(4)
    assert hands.root.name == "reveal"
    assert hands.screen.card.picture is not None

    # And the phone shows it, too.
    room.do(lambda: tab.go(hands.app.phones.join))
    room.do(lambda: tab.until("document.querySelector('.card .front')?.naturalWidth > 0"))
    assert not tab.errors

    enter_when_drawn(hands, owner, card)


def let_in(hands: Hands, room: Room, browser: Browser, language: str) -> Phone:
    """A phone that plays the seat that is asked."""
    hands.app.go("phones")
    hands.wait()
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    seat = str(hands.session.table.ask.who)
    phone = Phone(room, browser, hands.app.phones.join, seat, language)
    hands.wait()
    hands.touch(*hands.screen.primary.center)
    room.do(lambda: phone.tab.until("document.querySelector('main.of-seat')"))
    return phone


def to_the_box(hands: Hands, room: Room, phone: Phone) -> None:
    """A tap on the way to the box, two words, and a tap at the screen."""
    tab = phone.tab
    room.do(lambda: tab.run("document.querySelector('a[href=\"/box\"]').click()"))
    room.do(lambda: tab.until("location.pathname === '/box' && document.querySelector('form[action=\"/box/wish\"]')"))
    room.do(lambda: tab.run("document.querySelector('form[action=\"/box/wish\"] button').click()"))
    room.do(lambda: tab.until("document.querySelector('.two')"))
    hands.app.go("phones")
    hands.wait()
    hands.touch(*hands.screen.primary.center)
    room.do(lambda: tab.until("document.querySelector('a[href=\"/box/of/mine\"]')"))
    hands.app.go("game")
    hands.look(2)


def enter_when_drawn(hands: Hands, owner: Owner, card: str) -> None:
    """The card that was photographed is drawn, told by its photo, and stands in the box under it."""
    session = hands.session
    session.pages.clear()
    assert every_box.play_until_new(session, "mafia_cards")
    session.pages.clear()
    hands.app.refresh()
    hands.look(3)
    assert hands.root.name == "list"
    assert session.learning.open(session.learning.nameless, card)
    session.changed()
    hands.look(3)
    assert hands.root.name == "learning"
    assert hands.screen.photo.picture is not None
    assert session.teach("mafia_cards", {**owner.held["mafia_cards"][0], "id": card})
    hands.app.box_updates.close()
    assert card in {row["id"] for row in owner.rows("mafia_cards")}
