"""Photographing the card that was drawn: the likeliest are offered to whoever may answer, and to nobody else."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageFilter

from companion.core.answers import Draw
from companion.packs import pictures
from companion.packs.photos import reading
from companion.packs.photos.keeping import keep_picture
from companion.packs.photos.recognition import deck_of
from companion.packs.pictures import pictures_of
from companion.web import views
from tests.owner import Owner
from tests.session import test_whole_boxes as every_box
from tests.ui.photographs import photograph_all
from tests.web.cameras import MULTIPART, multipart, shot
from tests.web.chromium import Browser
from tests.web.fields import Forms
from tests.web.recognised import CARDS, Photographer, as_jpeg, drawing, fronts, photographed_box, taken
from tests.web.tables import Served, key_of, serving


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "companion" / "decks"


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return photographed_box(tmp_path / "mine")


@pytest.fixture
def served(owner: Owner) -> Iterator[Served]:
    with serving(drawing(owner)) as served:
        yield served


def phone(served: Served, *seats: str, table: bool = False, language: str = "en") -> Photographer:
    found = Photographer(served, language)
    found.key, _ = served.do(lambda: key_of(served.service, *seats, table=table, language=language))
    return found


def asked(served: Served) -> str:
    return str(served.service.session.table.ask.who)


def other(served: Served) -> str:
    return next(seat for seat in served.service.session.table.setup.seats if seat != asked(served))


def offered(page: str) -> list[str]:
    return re.findall(r'<img src="/photo/(\w+)"', page)


def ids(owner: Owner) -> list[str]:
    return [row["id"] for row in owner.rows("mafia_cards")][:CARDS]


def test_a_photo_offers_three_cards_and_one_tap_answers(owner: Owner, served: Served) -> None:
    me = phone(served, asked(served))
    assert 'href="/photo"' in me.page()
    assert "Photograph it" in me.page("/photo")
    status, page = me.photo(taken(2))
    assert status == 200
    assert len(offered(page)) == 3
    assert offered(page)[0] == ids(owner)[2]
    assert me.ask("GET", f"/photo/{ids(owner)[2]}")[2] == pictures_of(owner.path)[ids(owner)[2]].read_bytes()
    fields = dict(re.findall(r'name="(moment|n)" value="([^"]+)"', page.partition("</form>")[0]))
    assert me.send("/do/choose", **fields)[0] == 303
    played = served.service.session.table.history.line[-1]
    assert played.answer == Draw("mafia", ids(owner)[2])


def test_nobody_else_is_shown_anything(owner: Owner, served: Served) -> None:
    for one in (phone(served, other(served)), phone(served)):
        assert 'href="/photo"' not in one.page()
        assert one.ask("GET", "/photo")[0] == 409
        assert one.photo(taken(0))[0] == 409
        assert one.ask("GET", f"/photo/{ids(owner)[0]}")[0] == 409
    stranger = Photographer(served)
    assert stranger.ask("GET", "/photo")[0] == 404
    assert stranger.photo(taken(0))[0] == 401, "a photo of who was not let in is not even read"
    assert 'href="/photo"' in phone(served, table=True).page(), "the page of the table may answer, too"


def test_a_photo_after_the_seat_was_taken_back_is_said_to_have_come_too_late(
    served: Served, browser: Browser, tmp_path: Path
) -> None:
    """Not that it is too large."""
    key, _ = served.do(lambda: key_of(served.service, asked(served)))
    tab, address = browser.tab(), f"http://127.0.0.1:{served.server.port}"
    tab.know("key", key, address)
    tab.go(f"{address}/photo")
    served.do(lambda: served.service.registry.take_back(asked(served)))
    file = tmp_path / "shot.jpg"
    file.write_bytes(taken(5) * 20)
    tab.choose(file)
    tab.until("document.body && document.body.innerText.includes('This phone has no access to that any more')")
    tab.run("document.links[0].click()")
    tab.until("document.body && document.body.innerText.includes('Your seat was taken back at the table.')")


def test_cards_that_cannot_be_the_one_are_not_offered(owner: Owner, served: Served) -> None:
    me = phone(served, asked(served))
    gone = ids(owner)[3]
    assert me.ask("GET", "/photo/nothing")[0] == 404
    served.do(lambda: served.service.session.answer(Draw("mafia", gone)))
    served.do(lambda: [served.service.session.done() for _ in range(9) if served.service.session.page is not None])
    if 'href="/photo"' in me.page():
        assert gone not in offered(me.photo(taken(3))[1])
        assert me.ask("GET", f"/photo/{gone}")[0] == 404


@pytest.fixture
def untold(tmp_path: Path) -> Owner:
    """A box that knows two cards, and two more by their photo alone."""
    owner = Owner(tmp_path / "untold", "mafia_cards", known=2)
    names = [*(row["id"] for row in owner.rows("mafia_cards")), "mafia_card_1", "mafia_card_2"]
    for name, front in zip(names, fronts(), strict=False):
        keep_picture(owner.path, name, as_jpeg(front))
    return owner


def test_a_card_of_which_there_is_but_a_photo_is_offered_and_opened_as_on_the_screen(untold: Owner) -> None:
    with serving(drawing(untold)) as served:
        session, me = served.service.session, phone(served, asked(served))
        page = me.photo(taken(3))[1]
        assert offered(page)[0] == "mafia_card_2"
        assert "Card 2" in page
        form = Forms(page).all[0]
        assert form.fields["photo"] == "mafia_card_2"
        assert me.send("/do/choose", **{**form.fields, "photo": "mafia_card_9"})[0] == 404
        assert session.mode == "list"
        assert me.send("/do/choose", **form.fields)[0] == 303
        assert (session.mode, session.learning.photo) == ("new", "mafia_card_2")
        row = untold.held["mafia_cards"][0] | {"id": "mafia_card_2"}
        assert served.do(lambda: session.teach("mafia_cards", row))
        assert session.table.history.line[-1].answer == Draw("mafia", "mafia_card_2")


@pytest.mark.parametrize(("game", "path", "secret"), [("newyork", "mafia_cards", False), ("krysis", "relics", True)])
def test_one_that_came_is_left_out_unless_that_would_tell_what_others_hold(
    tmp_path: Path, game: str, path: str, secret: bool
) -> None:
    owner = Owner(tmp_path / "mine", path, game=game)
    photos = photograph_all(owner, path)
    session = every_box.sit(owner, path)
    session.learning.photos.look_into(owner.path)
    for photo in photos[:2]:
        assert every_box.play_until_new(session, path)
        assert (session.table.ask.only is not None) is secret
        assert session.learning.open(session.learning.nameless, photo)
        assert session.pass_over()
    assert every_box.play_until_new(session, path)
    left = views.photo_only_cards(session)
    assert (photos[0] in left, photos[1] in left) == (secret, secret)
    assert photos[2] in left


def test_what_shows_no_card_is_said_and_the_next_try_works(owner: Owner, served: Served) -> None:
    me = phone(served, asked(served), language="es")
    me.language = "es"
    for data, said in ((b"no photo", "JPEG"), (taken(0)[:900], ""), (b"", "")):
        status, page = me.photo(data)
        assert (status, 'role="alert"' in page, said in page) == (400, True, True)
        assert offered(page) == []
        assert "Fotografiarla" in page
    assert offered(me.photo(taken(1))[1])[0] == ids(owner)[1]


def test_a_photo_of_something_else_names_no_card(owner: Owner, served: Served) -> None:
    status, page = phone(served, asked(served)).photo(shot(3))
    assert (status, offered(page)) == (400, [])
    assert "No card of this deck is seen in the photo" in page


def test_one_photo_is_looked_at_at_a_time(served: Served) -> None:
    served.server.table.photos._looking = True
    status, page = phone(served, asked(served)).photo(taken(0))
    assert (status, "Another photo is being looked at just now" in page) == (409, True)


def test_without_pictures_or_what_finds_cards_nothing_is_offered(
    tmp_path: Path, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(drawing(Owner(tmp_path / "bare"))) as served:
        me = phone(served, asked(served))
        assert 'href="/photo"' not in me.page()
        assert me.ask("GET", "/photo")[0] == 409
    monkeypatch.setattr(views, "can_straighten", lambda: False)
    with serving(drawing(owner)) as served:
        assert 'href="/photo"' not in phone(served, asked(served)).page()


def test_a_deck_is_learned_once_and_anew_when_a_picture_changes(owner: Owner, cache: Path) -> None:
    files = {id_: file for id_, file in pictures_of(owner.path).items() if id_ in ids(owner)}
    first = deck_of(files)
    assert first is not None
    kept = list(cache.iterdir())
    assert len(kept) == 1
    again = deck_of(files)
    assert again is not None
    assert again.ids == first.ids
    assert abs(again.cards - first.cards).max() == 0
    kept[0].write_bytes(b"damaged")
    assert deck_of(files) is not None
    files[ids(owner)[0]].write_bytes(files[ids(owner)[1]].read_bytes())
    assert deck_of(files) is not None
    assert len(list(cache.iterdir())) == 2
    assert deck_of({"gone": owner.path / "pictures" / "gone.jpg"}) is None


def test_the_other_program_names_the_card_and_keeps_nothing_of_the_photo(
    owner: Owner, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, other_program: None
) -> None:
    files = {id_: file for id_, file in pictures_of(owner.path).items() if id_ in ids(owner)}
    monkeypatch.setattr(reading, "SECONDS", 300)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    namer = reading.CardNamer()
    named = namer.name(multipart(taken(4)), MULTIPART, files, list(files))
    assert named.refused is None
    assert named.cards[0] == ids(owner)[4]
    after = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    assert {file: data for file, data in after.items() if file.parent != cache} == before
    assert [file.suffix for file in cache.iterdir()] == [".npz"]
    assert namer.name(b"", MULTIPART, files, list(files)).refused == reading.REFUSALS["none"]
    lost = Image.open(io.BytesIO(taken(4))).filter(ImageFilter.GaussianBlur(25))
    assert namer.name(multipart(as_jpeg(lost)), MULTIPART, files, list(files)).refused == pictures.BLURRED


WORDS = {
    "en": ("Photograph it", "None of these"),
    "es": ("Fotografiarla", "Ninguna de estas"),
}


@pytest.mark.parametrize("language", ["en", "es"])
def test_in_a_browser_it_is_two_taps_and_a_photo(
    browser: Browser, owner: Owner, served: Served, tmp_path: Path, language: str
) -> None:
    it, none = WORDS[language]
    key, _ = served.do(lambda: key_of(served.service, asked(served), language=language))
    tab, address = browser.tab(), f"http://127.0.0.1:{served.server.port}"
    tab.size(390, 840, mobile=True)
    tab.speak(language)
    tab.know("key", key, address)
    file = tmp_path / "photo.jpg"
    file.write_bytes(taken(5))
    for leave in (True, False):
        tab.go(address)
        tab.run("document.querySelector('a[href=\"/photo\"]').click()")
        tab.until(f"location.pathname === '/photo' && document.body.innerText.includes({it!r})")
        tab.choose(file)
        tab.until("document.querySelectorAll('.likely').length >= 1")
        tab.until("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
        assert tab.run("document.documentElement.scrollWidth") <= 390
        if leave:
            tab.run(f"[...document.links].find((one) => one.innerText.includes({none!r})).click()")
            tab.until("location.pathname === '/' && document.querySelector('.question') !== null")
    tab.run("document.querySelector('.likely').click()")
    tab.until("location.pathname === '/' && document.body.dataset.live === 'yes'")
    assert served.service.session.table.history.line[-1].answer == Draw("mafia", ids(owner)[5])
    assert not tab.errors
