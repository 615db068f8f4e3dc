"""The box of the game that is played, at the same address as the table on phones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.session.session import Session
from companion.web.app import WebServer
from companion.web.box.service import box_in_play
from companion.web.service import TableService
from tests.owner import Owner
from tests.web.fields import Forms
from tests.web.tables import Client, Served, at_work, key_of


@contextmanager
def beside(owner: Owner) -> Iterator[Served]:
    """A game with that box, and the box itself."""
    session = Session(owner.table())
    session.begin()
    service = TableService(session, session.table.setup.seats)
    box = box_in_play(service)
    session.changed = service.changed
    server = WebServer(service, ["127.0.0.1"], 0, limited=False, box=box)
    with at_work(service, server):
        yield Served(service, server)


def test_on_a_laptop_that_is_the_table_its_page_says_who_may_change_the_box(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=5)
    with beside(owner) as served:
        table, other = Client(served), Client(served)
        other.COOKIE = "box"
        table.key, _ = served.do(lambda: key_of(served.service, table=True))
        assert other.send("/box/wish")[0] == 303
        form = next(one for one in Forms(table.page()).all if one.fields.get("yes") == "1")
        assert "change the box" in table.page()
        assert table.send("/admit", **form.fields)[0] == 303
        assert other.ask("GET", "/box/of/mine")[0] == 200
        assert "Changing the box" in table.page()
        away = next(one for one in Forms(table.page()).all if one.fields.get("box"))
        assert table.send("/send-away", **away.fields)[0] == 303
        assert other.ask("GET", "/box/of/mine")[0] == 403


def test_who_plays_in_another_language_than_its_browser_is_asked_in_that(tmp_path: Path) -> None:
    with beside(Owner(tmp_path / "mine", "mafia_cards", known=5)) as served:
        phone = Client(served)
        phone.key, _ = served.do(lambda: key_of(served.service, language="es"))
        assert "¿Cambiar una caja en este navegador?" in phone.page("/box")
        assert "Change a box in this browser?" in Client(served).page("/box")


def test_the_browser_that_is_the_table_changes_the_box_without_asking_itself(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=5)
    with beside(owner) as served:
        table = Client(served)
        table.key, _ = served.do(lambda: key_of(served.service, table=True))
        status, told, _ = table.ask("POST", "/box/wish", b"")
        assert status == 303
        key = told["set-cookie"].partition(";")[0]
        assert table.ask("GET", "/box/of/mine", cookie=key)[0] == 200
