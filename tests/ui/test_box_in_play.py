"""The box of the running game on a phone: asked for at the table, changed there, and known to the game at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.learning import rows_of
from companion.core.texts import plain
from companion.journal import Journal
from companion.packs.loader import InstalledPack
from companion.packs.pictures import pictures_of
from companion.session.session import Session
from companion.table.learned import LEFT_OUT
from tests.owner import Owner
from tests.session import test_whole_boxes as every_box
from tests.ui.hands import Hands
from tests.ui.screen_browser import ScreenBrowser
from tests.web.cameras import MULTIPART, multipart, shot
from tests.web.fields import Forms
from tests.web.tables import session_of, unnumbered
from ui.model.library import Library

AT = "/box/of/mine/mafia_cards"


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path / "mine", "mafia_cards", known=5)


@pytest.fixture
def session(hands: Hands, owner: Owner) -> Iterator[Session]:
    """A game at the question which mafia card came, of which five are known; phones may come in."""
    yield from playing(hands, owner, "mafia_cards")


def playing(hands: Hands, owner: Owner, path: str) -> Iterator[Session]:
    session = every_box.sit(owner, path)
    assert every_box.play_until_new(session, path)
    session.pages.clear()
    hands.app.play(session)
    hands.app.offers.declined = True
    assert hands.app.phones.open(session) is None
    hands.look(2)
    yield session
    hands.app.phones.close()


class Holder(ScreenBrowser):
    """A phone that sends the keys of the table and of the box to each of their pages, as a browser does."""

    PATIENCE = 90

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands, hands.app.phones.join, "box")
        self.table = ScreenBrowser(hands, hands.app.phones.join)

    def ask(self, method: str, path: str, *about: Any, **headers: Any) -> tuple[int, dict[str, str], bytes]:
        keys = {"key": self.table.key, "box": self.key}
        cookie = "; ".join(f"{name}-{self.port}={key}" for name, key in keys.items() if key)
        return super().ask(method, path, *about, cookie=cookie or None, **headers)

    def photo(self, path: str, data: bytes) -> tuple[int, dict[str, str], bytes]:
        return self.ask("POST", path, multipart(data), content_type=MULTIPART)


def test_after_a_restart_who_changed_the_box_goes_on_with_one_tap(
    hands: Hands, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = hands.app.phones
    monkeypatch.setattr(type(session.table), "game_id", property(lambda _: "g1"))
    phones.close()
    phones.journal = tmp_path / "journal.db"
    assert phones.open(session) is None
    phone = inside(hands, session)
    monkeypatch.setattr(phones, "port", None)
    for question in ("May this phone come back?", "May this browser go on changing the box"):
        if "phone" in question:
            phones.close()
            phones.serve(session)
            hands.app.go("phones")
        hands.wait()
        assert hands.root.name == "phones"
        assert question in hands.screen.title.text
        assert phone.ask("GET", "/box/of/" + phones.box.first.id)[0] == 403
        hands.touch(*hands.screen.primary.center)
        hands.look(2)
    assert phone.ask("GET", "/box/of/" + phones.box.first.id)[0] == 200
    assert phone.table.send("/leave")[0] == 303
    phones.close()
    phones.serve(session)
    assert phones.on, "also for who changed the box and plays no more"
    assert phones.returning is phones.box.registry
    phones.forget()
    assert not list(tmp_path.glob("journal.db.*"))


def inside(hands: Hands, session: Session) -> Holder:
    """A phone that plays, and has been let in to the box with one tap."""
    phone = at_the_table(hands, session)
    assert phone.send("/box/wish")[0] == 303
    hands.app.go("phones")
    hands.wait()
    hands.touch(*hands.screen.primary.center)
    hands.look(2)
    return phone


def at_the_table(hands: Hands, session: Session) -> Holder:
    phone = Holder(hands)
    seat = str(session.table.ask.who)
    assert phone.table.send("/wish", seat=seat)[0] == 303
    hands.admit()
    hands.look(2)
    return phone


def test_the_page_of_a_player_leads_to_the_box_after_consent(hands: Hands, session: Session) -> None:
    phone = at_the_table(hands, session)
    assert 'href="/box"' in phone.table.page()
    assert "Mafia" not in phone.page("/box")
    assert phone.ask("GET", AT)[0] == 403
    assert phone.send("/box/wish")[0] == 303
    words = hands.app.phones.registry.phones[0].words
    assert words in phone.page("/box"), "it has the two words that it has at the table"
    hands.app.go("phones")
    hands.wait()
    assert hands.root.name == "phones"
    assert f"May {words} change the box" in hands.screen.title.text
    hands.touch(*hands.screen.other.center)
    hands.look(2)
    assert "The table has said no." in phone.page("/box")
    assert phone.ask("GET", AT)[0] == 403


def test_an_admitted_phone_is_listed_and_can_be_dismissed(hands: Hands, session: Session) -> None:
    phone = inside(hands, session)
    assert phone.ask("GET", AT)[0] == 200
    row = next(row for row in hands.screen.rows.rows if row.icon == "box")
    row.action()
    hands.look(2)
    assert phone.ask("GET", AT)[0] == 403
    assert phone.table.ask("GET", "/")[0] == 200, "it still plays"


def test_another_game_or_switching_phones_off_ends_editing(hands: Hands, session: Session) -> None:
    phone = inside(hands, session)
    hands.app.phones.close()
    with pytest.raises(OSError, match="refused"):
        phone.ask("GET", "/box")


def test_a_card_entered_on_a_phone_appears_in_the_open_list(hands: Hands, owner: Owner, session: Session) -> None:
    phone = inside(hands, session)
    hands.app.go("game")
    hands.look(2)
    assert hands.root.name == "list"
    row = copy_a_card(phone, owner)
    hands.look(2)
    assert row in rows_of(session.table.box.data, "mafia_cards")
    assert any(row["id"] == getattr(one, "card", "") for one in session.table.legal())
    assert plain(session.timeline.label(session.table.history.entries[-1])).startswith("New in the box")
    assert not session.pages


def copy_a_card(phone: Holder, owner: Owner) -> dict[str, Any]:
    """A card is typed in: a copy of a known one; gives its row."""
    before = owner.rows("mafia_cards")
    form = Forms(phone.page(f"{AT}/0")).to(f"{AT}/0/copy")
    assert phone.send(f"{AT}/0/copy", **form.fields)[0] == 303
    return next(row for row in owner.rows("mafia_cards") if row not in before)


def test_a_card_entered_on_the_screen_can_be_changed_on_the_phone(hands: Hands, owner: Owner, session: Session) -> None:
    phone = inside(hands, session)
    mine = copy_a_card(phone, owner)
    assert "6 of 50 known" in phone.page(AT)
    session.learning.open(session.learning.nameless)
    assert session.teach("mafia_cards", owner.held["mafia_cards"][0])
    hands.app.box_updates.close()
    assert "7 of 50 known" in phone.page(AT)
    assert session.rev == session.table.rev
    undo = Forms(phone.page("/box/of/mine")).to("/box/of/mine/undo")
    assert phone.send("/box/of/mine/undo", **undo.fields)[0] == 303
    left = [row["id"] for row in owner.rows("mafia_cards")]
    assert (mine["id"] in left, owner.held["mafia_cards"][0]["id"] in left) == (False, True)


def test_changes_from_phones_do_not_disturb_an_entry_in_progress(hands: Hands, owner: Owner, session: Session) -> None:
    phone = inside(hands, session)
    session.learning.open(session.learning.nameless)
    session.changed()
    hands.look(2)
    assert session.mode == "new"
    rev = session.rev
    row = copy_a_card(phone, owner)
    hands.look(2)
    assert (session.mode, session.rev) == ("new", rev)
    session.learning.close()
    session.changed()
    hands.look(2)
    assert row in rows_of(session.table.box.data, "mafia_cards")


def test_simultaneous_entries_on_screen_and_phone_are_both_kept(hands: Hands, owner: Owner, session: Session) -> None:
    phone = inside(hands, session)
    for n in range(4):
        session.learning.open(session.learning.nameless)
        typed = copy_a_card(phone, owner)
        mine = {**owner.held["mafia_cards"][n], "id": f"told_{n}"}
        assert session.teach("mafia_cards", mine)
        session.pages.clear()
        session.undo()
        session.pages.clear()
        hands.look(2)
        assert {typed["id"], mine["id"]} <= {row["id"] for row in rows_of(session.table.box.data, "mafia_cards")}
    hands.app.box_updates.close()
    ids = [row["id"] for row in owner.rows("mafia_cards")]
    assert len(ids) == len({*ids}) == 5 + 8
    assert owner.box().data["unknown"]["mafia_cards"] == len(owner.held["mafia_cards"]) - 8


def test_a_changed_card_is_taken_over_by_the_game_also_after_a_restart(
    hands: Hands, owner: Owner, session: Session
) -> None:
    phone = inside(hands, session)
    hands.app.go("game")
    seen = owner.rows("mafia_cards")
    for square in ("grand_central", "soho"):
        form = Forms(phone.page(f"{AT}/1")).to(f"{AT}/1")
        name = next(name for name in form.fields if name.endswith("mafia"))
        assert phone.send(f"{AT}/1", **{**form.fields, name: square, "do": "save"})[0] == 303
        hands.look(2)
    now = owner.rows("mafia_cards")
    assert [one == other for one, other in zip(seen, now, strict=True)] == [True, False, True, True, True]
    assert rows_of(session.table.box.data, "mafia_cards") == now
    hands.app.box_updates.close()
    assert owner.rows("mafia_cards") == now, "nothing older is written over it"


def test_a_complete_box_can_only_be_photographed(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine")
    table = owner.table(chance={"mafia": "asked"})
    session = Session(table)
    session.begin()
    hands.app.play(session)
    assert hands.app.phones.open(session) is None
    phone = inside(hands, session)
    before, first = owner.box().data, owner.rows("mafia_cards")[0]["id"]
    page = phone.page(AT)
    assert "Photograph the cards" in page
    assert f'href="{AT}/new"' not in page
    assert "began with this box as it is" in phone.page("/box/of/mine")
    assert phone.send(f"{AT}/0/copy", seen="x")[0] == 409
    assert phone.photo(f"{AT}/photos", shot())[0] == 409
    assert phone.photo(f"{AT}/photos/{first}", shot())[0] == 303
    assert list(pictures_of(owner.path)) == [first]
    assert owner.box().data == before
    hands.look(3)
    assert hands.app.pictures.has(first)


def boxes(phone: Holder) -> list[str]:
    """The pages of all boxes and of this one, without the numbers by which forms count once."""
    return [unnumbered(phone.page(path)) for path in ("/box", "/box/of/mine")]


def test_private_cards_are_left_out(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "relics", game="krysis")
    for session in playing(hands, owner, "relics"):
        phone = Holder(hands)
        assert phone.send("/box/wish")[0] == 303
        hands.admit()
        hands.look(2)
        relics = "/box/of/mine/relics"
        before = boxes(phone)
        assert "are left out here until the game is over" in before[1]
        assert relics not in before[1]
        session.learning.open(session.learning.nameless)
        assert session.teach("relics", owner.held["relics"][0])
        hands.app.box_updates.close()
        assert len(owner.rows("relics")) == 1
        assert boxes(phone) == before
        for path in (relics, f"{relics}/0", f"{relics}/photos", f"{relics}/photos/relic_1/picture"):
            assert phone.ask("GET", path)[0] == 404
        assert phone.photo(f"{relics}/photos", shot())[0] == 404


@pytest.mark.rule("R-GEN-06")
def test_private_cards_are_left_out_of_the_box_on_the_screen_too(hands: Hands, tmp_path: Path) -> None:
    """And of what is missing in it, of proposed words, and of the box in a browser; until the game has been left."""
    owner = Owner(tmp_path / "mine", "relics", game="krysis")
    editor = hands.app.box_editor
    for session in playing(hands, owner, "relics"):
        session.learning.open(session.learning.nameless)
        assert session.teach("relics", owner.held["relics"][0])
        hands.app.box_updates.close()
        installed = InstalledPack("mine", str(owner.path), bundled=False, game="krysis", name="Mine")
        editor.open(installed, "home")
        hands.look(2)
        assert hands.root.name == "box"
        shown = [row.key for row in hands.screen.rows.rows]
        assert ("companies",) in shown
        assert ("relics",) not in shown
        assert plain(LEFT_OUT) in hands.screen.hint.text
        assert not [one for one in editor.missing_parts() if one.table == ("relics",)]
        editor.look_at(("companies",))
        editor.tell()
        assert hands.app.stage.screen("row").suggestions is None
        editor.show_to_browsers()
        service = editor.browsers.service
        assert service is not None
        assert service.hidden(("relics",)) == LEFT_OUT
        hands.app.leave_game()
        editor.open(installed, "home")
        hands.look(2)
        assert ("relics",) in [row.key for row in hands.screen.rows.rows]
        assert plain(LEFT_OUT) not in hands.screen.hint.text


@pytest.mark.rule("R-GEN-06")
def test_private_cards_are_left_out_as_long_as_the_game_can_go_on(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People leave the game to look at the box, and go on with it."""
    owner = Owner(tmp_path / "mine", "relics", game="krysis")
    editor = hands.app.box_editor
    with Journal(tmp_path / "journal.db") as journal:
        monkeypatch.setattr(hands.app, "library", Library(journal))
        session = Session(owner.table(settings={}, store=journal))
        session.begin()
        assert journal.flush()
        for whose in ("this game", "another game", "another game that is over"):
            editor.open(InstalledPack("mine", str(owner.path), bundled=False, game="krysis", name="Mine"), "home")
            hands.look(2)
            shown = [row.key for row in hands.screen.rows.rows]
            assert (("relics",) in shown) == (whose != "this game"), whose
            if whose == "this game":
                session = Session(Owner(tmp_path / "other").table(store=journal))
                session.begin()
            else:
                journal.note(str(session.table.game_id), finished=True)
            assert journal.flush()


def test_the_bundled_box_is_not_offered(hands: Hands) -> None:
    session = session_of("newyork", 2)
    hands.app.play(session)
    assert hands.app.phones.open(session) is None
    phone = ScreenBrowser(hands, hands.app.phones.join)
    assert phone.send("/wish", seat="")[0] == 303
    hands.admit()
    assert 'href="/box"' not in phone.page()
    assert phone.ask("GET", "/box")[0] == 404
    hands.app.phones.close()
