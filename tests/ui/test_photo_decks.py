"""Decks of which the owner has photographed each card and told none: played by touch, told as they come up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.learning import rows_of
from companion.session.session import Session
from tests.owner import Owner
from tests.session import test_whole_boxes as every_box
from tests.ui.finger import Finger
from tests.ui.hands import Hands, clipped
from tests.ui.photographs import AtOnce, photograph, photograph_all, play_to
from tests.ui.pseudo import LONG
from tests.ui.row_filler import as_entered, fill_row, same
from tests.ui.test_long_press import finger
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough

DECKS = [
    ("newyork", "mafia_cards"), ("newyork", "police_cards"), ("escape", "contacts"), ("crash", "upgrades"),
    ("krysis", "relics"), ("krysis", "agents.lamplighters.fighters"),
]  # fmt: skip
LANGUAGES = ("en", LONG)


@pytest.fixture(autouse=True)
def no_text_is_cut_short(hands: Hands) -> Iterator[None]:
    yield
    assert clipped == set()


def sit(hands: Hands, owner: Owner, path: str) -> Finger:
    """A game in which such a card is drawn now; behind its gate, where it is a secret."""
    hands.app.pictures._beside = hands.app.small_pictures._beside = AtOnce()
    session = every_box.sit(owner, path)
    assert every_box.play_until_new(session, path)
    session.pages.clear()
    hands.app.play(session)
    hands.app.offers.declined = True
    hands.look(2)
    finger = Finger(hands)
    if session.table.ask.only is not None:
        assert hands.root.name == "private", "nobody else sees the photos"
        finger.tap(hands.screen.primary)
    return finger


def assert_fits(hands: Hands, what: str) -> None:
    assert_in_the_window(hands, what)
    assert_large_enough(hands, what)


@pytest.mark.by_turns
@pytest.mark.parametrize(("game", "path"), DECKS, ids=lambda one: one)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawn_photo_is_shown_with_the_question_what_it_does(
    hands: Hands, tmp_path: Path, game: str, path: str, language: str
) -> None:
    owner = Owner(tmp_path / "mine", path, game=game)
    photos = photograph_all(owner, path)
    finger = sit(hands, owner, path)
    hands.speak(language)
    session = hands.session
    assert hands.root.name == "list"
    for _ in SIZES:
        hands.look()
    finger.tap(hands.screen.deal)
    hands.look(2)
    titled = hands.root.name == "telling"
    assert titled or hands.root.name == "learning"
    photo = session.learning.photo
    assert photo in photos
    assert hands.screen.photo.picture is not None
    for size in SIZES:
        hands.resize(*size)
        hands.look(2)
        assert_fits(hands, f"the card that came at {size}")
        seen = hands.screen.photo
        assert min(seen.size) >= 0.25 * min(size), "in large"
        hands.touch(*seen.center)
        hands.look()
        assert hands.root.slip.picture is seen.picture
        hands.touch(*hands.root.slip.close.center)
        hands.look()
        assert not hands.root.slip.shown
    finger.tap(hands.screen.whole if titled else hands.screen.primary)
    assert hands.root.name == "row"
    assert hands.screen.photo.picture is not None, "it is told by its photo"
    if language != "en":
        return
    row = next(row for row in owner.held[path] if not row.get("not_in_2p"))
    fill_row(hands, as_entered({name: value for name, value in row.items() if name != "count"}))
    learned = session.table.log[-1 if session.table.log[-1].kind == "learn" else -2]
    assert learned.row is not None
    assert learned.row["id"] == photo
    assert same({**learned.row, "count": 0}, {**as_entered(row), "count": 0, "id": photo})
    hands.app.box_updates.close()
    assert photo in {one["id"] for one in rows_of(owner.box().data, path)}, "the box keeps it"
    if hands.root.name == "reveal":
        hands.look(2)
        assert hands.screen.card.picture is not None, "from now on it is shown as it is"


@pytest.mark.parametrize(("game", "path"), DECKS, ids=lambda one: one)
def test_a_card_drawn_by_hand_is_found_among_the_photos(hands: Hands, tmp_path: Path, game: str, path: str) -> None:
    owner = Owner(tmp_path / "mine", path, game=game, known=1)
    photo = photograph_all(owner, path)[1]
    finger = sit(hands, owner, path)
    session = hands.session
    if not session.learning.photos.here:
        pytest.fail("no photo can be chosen")
    if not hands.screen.rows.rows[0].pictured:
        finger.tap(hands.screen.other)
    for size in SIZES:
        hands.resize(*size)
        hands.look(3)
        assert_fits(hands, f"the photos at {size}")
        assert all(view.picture is not None for view in hands.screen.rows.views if view.shown)
    view = next(one for one in hands.screen.rows.views if one.row.key == (session.rev, photo))
    finger.tap(view)
    titled = hands.root.name == "telling"
    assert titled or hands.root.name == "learning"
    assert session.learning.photo == photo
    hands.tap("Back" if titled else "Back to the list")
    assert hands.root.name == "list"
    finger.tap(hands.screen.other)
    if hands.root.name == "list":
        hands.tap("None of these")
    assert hands.root.name == ("telling" if titled else "learning")
    assert session.learning.photo == ""


def test_the_number_of_thumbnails_is_bounded(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards")
    photograph_all(owner, "mafia_cards")
    sit(hands, owner, "mafia_cards")
    asked: AtOnce = hands.app.small_pictures._beside
    seen = sum(view.shown for view in hands.screen.rows.views)
    assert asked.asked <= 2 * seen, "only those on the page are decoded"


def test_the_log_shows_the_card_small_and_a_tap_makes_it_large(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards")
    photograph_all(owner, "mafia_cards")
    sit(hands, owner, "mafia_cards")
    session = hands.session
    session.draw()
    photo = session.learning.photo
    session.teach("mafia_cards", owner.held["mafia_cards"][0] | {"id": photo})
    for size in SIZES:
        hands.resize(*size)
        hands.app.look_at_moment(session.rev)
        hands.look(3)
        assert hands.screen.photo.shown
        assert_fits(hands, f"the log at {size}")
        hands.touch(*hands.screen.photo.center)
        hands.look()
        assert hands.root.slip.picture is not None
        assert_fits(hands, f"the card in large at {size}")
        hands.app.act()
        hands.look()
        assert not hands.root.slip.shown


def test_an_enlarged_private_card_is_hidden_with_its_question(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "relics", game="krysis")
    photograph_all(owner, "relics")
    finger = sit(hands, owner, "relics")
    finger.tap(hands.screen.deal)
    hands.look(2)
    hands.touch(*hands.screen.photo.center)
    hands.look(2)
    assert hands.root.slip.shown
    hands.app.privacy._elapsed(0)
    hands.look(2)
    assert hands.root.name == "private"
    assert not hands.root.slip.shown
    assert not any(getattr(part, "picture", None) for part in hands.parts())


def test_photos_of_private_cards_are_loaded_only_while_shown(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "relics", game="krysis")
    photograph_all(owner, "relics")
    sit(hands, owner, "relics")
    session = hands.session
    seat = session.table.ask.only
    for path in ("fighters", "transporters", "special"):
        for row in owner.rows(f"agents.{seat}.{path}"):
            photograph(owner.path, row["id"])
    hands.app.look_alone(seat)
    hands.look(3)
    seen = [part.picture for part in hands.screen.cards if part.shown]
    assert not any(seen)
    down = finger(*hands.screen.primary.center)
    hands.look(4)
    clipped.clear()  # Of the cards as they are drawn without their photos.
    for part in hands.screen.cards:
        part.redraw()
    hands.look(2)
    assert any(part.shown and part.picture is not None for part in hands.screen.cards)
    down.touch_up()
    hands.look(2)
    assert not any(part.shown for part in hands.screen.cards)


def test_no_photo_of_a_secret_card_stands_in_the_log(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "relics", game="krysis")
    photograph_all(owner, "relics")
    sit(hands, owner, "relics")
    session = hands.session
    session.draw()
    session.teach("relics", owner.held["relics"][0] | {"id": session.learning.photo})
    drawn = next(one.entry.rev for one in reversed(session.table.history.entries) if one.answer is not None)
    hands.app.look_at_moment(drawn)
    hands.look(3)
    assert hands.root.name == "log"
    assert not hands.screen.photo.shown


def test_a_long_press_on_a_choice_shows_its_card(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", game="crash")
    hands.app.pictures._beside = hands.app.small_pictures._beside = AtOnce()
    for row in owner.rows("upgrades"):
        photograph(owner.path, row["id"])
    table = owner.table()
    play_to(table, "keep")
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.offers.declined = True
    hands.app.pictures.folder = hands.app.small_pictures.folder = owner.path
    hands.app.refresh()
    hands.look(3)
    rev = table.rev
    about = [one for one in hands.screen.panel.buttons if one.shown and one.picture is not None]
    assert about
    touch = finger(*about[0].center)
    about[0]._hold_elapsed(0)
    hands.look(2)
    assert hands.root.slip.shown
    assert hands.root.slip.picture is not None
    touch.touch_up()
    hands.look(2)
    assert not hands.root.slip.shown
    assert table.rev == rev, "nothing is answered by it"
