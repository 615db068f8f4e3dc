"""The owner's own cards on the pages of phones: who has a card on its page gets its picture, and nobody else."""

from __future__ import annotations

import asyncio
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.packs.photos.keeping import keep_picture
from companion.session.lesson_writer import write_lessons
from companion.session.session import Session
from companion.web.app import MOST_KEPT, CardThumbnails
from companion.web.views import SIDES
from tests.owner import Owner
from tests.session import test_whole_boxes as every_box
from tests.ui.photographs import photograph, photograph_all, play_to
from tests.web.cameras import shot
from tests.web.recognised import drawing
from tests.web.tables import Client, Served, key_of, serving

SHOWN = re.compile(r'src="(/card/[^"]+)"')


def phone(served: Served, *seats: str, table: bool = False) -> Client:
    found = Client(served)
    found.key, _ = served.do(lambda: key_of(served.service, *seats, table=table))
    return found


def shown(client: Client) -> list[str]:
    return SHOWN.findall(client.page())


@pytest.fixture
def relics(tmp_path: Path) -> Owner:
    """A box in which each relic and each agent has a picture."""
    owner = Owner(tmp_path / "mine", game="krysis")
    for row in owner.rows("relics"):
        photograph(owner.path, row["id"], (1000, 1400))
    return owner


def holding(owner: Owner) -> Session:
    """A game in which somebody holds a relic that nobody else may see."""
    session = every_box.sit(owner, "relics")
    write_lessons(session, lambda _: None)
    player, luck = session.table.game.player, Random(1)
    for _ in range(800):
        session.pages.clear()
        if any(cards_of(session, seat) for seat in session.scene.secrets):
            return session
        if session.table.can_deal or session.mode in ("roll", "list"):
            session.draw()
        else:
            session.answer(player.advise(session.table.state, session.table.legal() or [], luck.random))
    raise AssertionError("nobody ever holds one")


def cards_of(session: Session, seat: str) -> list[str]:
    """Those of the seat that have a picture."""
    private = session.table.game.presenter.private(session.table.state, seat)
    return [] if private is None else [one.id for one in private.cards if one.id in session.learning.photos.pictures]


@pytest.fixture
def served(relics: Owner) -> Iterator[Served]:
    with serving(holding(relics)) as served:
        yield served


def holder(served: Served) -> str:
    session = served.service.session
    return next(seat for seat in session.scene.secrets if cards_of(session, seat))


def test_what_a_seat_holds_is_on_its_phone_and_nobody_else_gets_a_byte_of_it(served: Served) -> None:
    seat = holder(served)
    me = phone(served, seat)
    mine = [one for one in shown(me) if "/large/" in one]
    assert len(mine) >= len(cards_of(served.service.session, seat)) > 0
    status, told, jpeg = me.ask("GET", mine[0])
    assert (status, told["content-type"]) == (200, "image/jpeg")
    assert told["cache-control"].startswith("private, ")
    found = Image.open(io.BytesIO(jpeg))
    assert max(found.size) == SIDES["large"]
    others = [one for one in served.service.session.table.setup.seats if one != seat]
    for other in (*(phone(served, one) for one in others), phone(served), phone(served, table=True), Client(served)):
        assert not set(shown(other)) & set(mine)
        refused = other.ask("GET", mine[0])
        nothing = other.ask("GET", "/card/large/nothing?1")
        assert refused[0] == nothing[0] == 404
        assert {**refused[1], "date": ""} == {**nothing[1], "date": ""}
        assert refused[2] == nothing[2]


def test_a_seat_that_was_taken_back_gets_its_pictures_no_more(served: Served) -> None:
    seat = holder(served)
    me = phone(served, seat)
    mine = shown(me)[0]
    served.do(lambda: served.service.registry.take_back(seat))
    assert me.ask("GET", mine)[0] == 404


@pytest.mark.parametrize(
    "path", ["/card/huge/relic?1", "/card/large/..%2f..%2fpack.toml?1", "/card/large/%00", "/card/x"]
)
def test_there_is_nothing_else_at_these_addresses(served: Served, path: str) -> None:
    assert phone(served, holder(served)).ask("GET", path)[0] == 404


def test_a_card_that_was_drawn_is_in_large_for_everybody_and_another_picture_has_another_address(
    tmp_path: Path,
) -> None:
    owner = Owner(tmp_path / "mine")
    for row in owner.rows("mafia_cards"):
        photograph(owner.path, row["id"])
    session = drawing(owner)
    assert session.answer((session.table.legal() or [])[0])
    with serving(session) as served:
        for who in (phone(served, str(session.table.setup.seats[0])), phone(served), phone(served, table=True)):
            (address,) = shown(who)
            first = who.ask("GET", address)[2]
            assert who.ask("GET", address)[2] == first
        card = session.page.shows if session.page else ""
        keep_picture(owner.path, card, shot())
        served.do(served.service.changed)
        (other,) = shown(who)
        assert other != address
        assert who.ask("GET", other)[2] not in (first, b"")
        file = session.learning.photos.pictures[card]
        file.unlink()
        file.write_bytes(b"no picture")
        os.utime(file, ns=(1, 1))
        served.do(served.service.changed)
        assert who.ask("GET", shown(who)[0])[0] == 404, "what cannot be decoded is none"


def test_choices_that_are_about_a_card_show_it_small(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", game="crash")
    for row in owner.rows("upgrades"):
        photograph(owner.path, row["id"])
    table = owner.table()
    play_to(table, "keep")
    session = Session(table, confirmed=table.rev)
    session.learning.photos.look_into(owner.path)
    with serving(session) as served:
        me = phone(served, str(table.ask.only or table.ask.who))
        small = [one for one in shown(me) if "/small/" in one]
        assert len(small) > 1
        assert max(Image.open(io.BytesIO(me.ask("GET", small[0])[2])).size) == SIDES["small"]


def test_a_card_with_nothing_but_a_photo_is_chosen_by_it_and_stands_there_until_it_is_told(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=2)
    photos = photograph_all(owner, "mafia_cards")[:6]
    with serving(drawing(owner)) as served:
        session = served.service.session
        me = phone(served, str(session.table.ask.who))
        page = me.page()
        assert "One of the cards with nothing but a photo" in page
        assert all(f"/card/small/{photo}?" in page for photo in photos)
        form = next(form for form in page.split("<form")[1:] if f'value="{photos[3]}"' in form)
        fields = dict(re.findall(r'name="(moment|n|photo)" value="([^"]+)"', form.partition("</form>")[0]))
        assert me.send("/do/choose", **fields)[0] == 303
        assert session.learning.photo == photos[3]
        (address,) = shown(me)
        assert address.startswith(f"/card/large/{photos[3]}?")
        assert me.ask("GET", address)[0] == 200
        assert shown(phone(served)) == [], "who does not answer is not shown what is being told"


def test_only_so_many_are_kept(tmp_path: Path) -> None:
    asyncio.run(keep_many(tmp_path))


async def keep_many(tmp_path: Path) -> None:
    pictures = CardThumbnails()
    (tmp_path / "pictures").mkdir()
    for n in range(MOST_KEPT + 5):
        file = tmp_path / "pictures" / f"{n}.png"
        Image.new("RGBA", (20, 30), (0, 0, 0, 0)).save(file)
        assert await pictures.jpeg(file, "small")
    assert len(pictures._made) == MOST_KEPT
