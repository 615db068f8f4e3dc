"""The table is restarted: its phones find it, and one tap at the table lets all of them back in."""

from __future__ import annotations

import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.core.refusals import Refused
from companion.language import Language
from companion.session.session import Session
from companion.web import pairings
from companion.web.app import WebServer
from companion.web.pairings import Pairings
from companion.web.phones import PhoneRegistry
from companion.web.service import TableService
from tests.web import test_browser
from tests.web.chromium import Browser
from tests.web.tables import Client, Served, at_work, session_of
from tests.web.test_pages import let_in, moment, table_of

SEATS = ["red", "blue"]


@contextmanager
def running(session: Session, journal: Path, game: str = "g1", port: int | None = None) -> Iterator[Served]:
    """The table as one start of the program serves it. ``port`` 0 for the first start."""
    service = TableService(session, session.table.setup.seats, Pairings(journal, game))
    session.changed = service.changed
    server = WebServer(service, ["127.0.0.1"], port, limited=False)
    with at_work(service, server):
        yield Served(service, server)


@pytest.fixture
def session() -> Session:
    made = session_of("krysis", 3)
    made.done()
    return made


def returning_of(table: Client) -> str:
    """The number in the question whether the phones of before may come back."""
    found = re.search(r'name="returning" value="(\d+)"', table.page())
    return found[1] if found else ""


def request_of(table: Client) -> str:
    found = re.search(r'name="request" value="(\d+)"', table.page())
    return found[1] if found else ""


def consent(table: Client, yes: int = 1) -> int:
    return table.send("/readmit", returning=returning_of(table), yes=yes)[0]


def test_one_tap_lets_all_phones_back_in(session: Session, tmp_path: Path) -> None:
    first, second = session.table.setup.seats[:2]
    with running(session, tmp_path / "j.db", port=0) as served:
        table = table_of(served)
        phones = [let_in(served, table, first), let_in(served, table, second), let_in(served, table)]
        words = [served.do(lambda key=one.key: served.service.registry.phone(key).words) for one in phones]
        assert "For your eyes only" in phones[0].page()
    for _ in range(2):
        with running(session, tmp_path / "j.db") as served:
            assert served.server.port == table.port, "that is where the phones look for it"
            for phone, said in zip(phones, words, strict=True):
                page = phone.page()
                assert said in page
                assert "The table has started again" in page
                assert "data-moment" not in page
                assert "For your eyes only" not in page
                assert phone.send("/do/choose", n=0)[0] == 409
                assert phone.send("/readmit", yes=1)[0] == 409
            assert all(said in table.page() for said in words), "one question names all of them"
            assert table.page().count('role="alertdialog"') == 1
    with running(session, tmp_path / "j.db") as served:
        assert consent(table) == 303
        assert served.service.registry.holder(first).words == words[0]
        assert served.service.registry.holder(second).words == words[1]
        assert all("data-moment" in phone.page() for phone in phones)
        assert "For your eyes only" in phones[0].page()
        assert "For your eyes only" not in phones[2].page()
        assert "alertdialog" not in table.page()
        assert "For your eyes only" not in Client(served).page()


def test_the_table_may_say_no(session: Session, tmp_path: Path) -> None:
    with running(session, tmp_path / "j.db", port=0) as served:
        table = table_of(served)
        phone = let_in(served, table, session.table.setup.seats[0])
    with running(session, tmp_path / "j.db") as served:
        consent(table, yes=0)
        assert "The table has said no" in phone.page()
    with running(session, tmp_path / "j.db") as served:
        assert "data-moment" not in phone.page()
        assert "started again" not in table.page()


def test_a_seat_that_another_phone_has_meanwhile_stays_with_it(session: Session, tmp_path: Path) -> None:
    seat = session.table.setup.seats[0]
    with running(session, tmp_path / "j.db", port=0) as served:
        before = let_in(served, table_of(served), seat)
    with running(session, tmp_path / "j.db") as served:
        table = table_of(served)
        now = let_in(served, table, seat)
        assert "started again" not in table.page()
        assert table.send("/readmit", yes=1)[0] == 409
        assert served.do(lambda: served.service.registry.phone(now.key).seats) == [seat]
        page = before.page()
        assert "data-moment" not in page
        assert "Another phone plays there." in page


@pytest.mark.parametrize("meanwhile", ["a seat is given", "one leaves", "one asks for something else", "restarted"])
def test_consent_goes_to_the_phones_and_seats_that_were_named(session: Session, tmp_path: Path, meanwhile: str) -> None:
    """An old page's Yes lets nobody in once the question is another one; the new question names what is given."""
    first, second = session.table.setup.seats[:2]
    with running(session, tmp_path / "j.db", port=0) as served:
        table = table_of(served)
        phones = [let_in(served, table, first), let_in(served, table, second)]
        phones[0].send("/wish", seat="")
        table.send("/admit", request=request_of(table), yes=1)
    with running(session, tmp_path / "j.db") as served:
        old = returning_of(table)
        match meanwhile:
            case "a seat is given":
                let_in(served, table, first)
            case "one leaves":
                phones[1].send("/leave")
            case "one asks for something else":
                phones[0].send("/wish", seat="")
        question = table.page().partition("started again")[2].partition("</ul>")[0]
        name = Language().say(session.table.game.presenter.word(session.table.state, f"seat:{first}"))
        assert (name in question) == (meanwhile in ("one leaves", "restarted"))
        if meanwhile != "restarted":
            assert returning_of(table) != old
            assert table.send("/readmit", returning=old, yes=1)[0] == 409
            assert table.send("/readmit", returning=old, yes=0)[0] == 409
            assert not any("data-moment" in one.page() for one in phones)
    with running(session, tmp_path / "j.db") as served:
        assert table.send("/readmit", returning=old, yes=1)[0] == 409
        consent(table)
        registry = served.service.registry
        seats = [registry.phone(one.key).seats if registry.phone(one.key) else None for one in phones]
        wanted = {"a seat is given": [[], [second]], "one leaves": [[first], None],
                  "one asks for something else": [None, [second]], "restarted": [[first], [second]]}  # fmt: skip
        assert seats == wanted[meanwhile]


def test_a_question_of_before_the_restart_consents_to_nothing_afterwards(session: Session, tmp_path: Path) -> None:
    with running(session, tmp_path / "j.db", port=0) as served:
        table, asking = table_of(served), Client(served)
        asking.send("/wish", seat="")
        (before,) = served.do(lambda: [one.request_number for one in served.service.registry.waiting(time.monotonic())])
    with running(session, tmp_path / "j.db") as served:
        other = Client(served)
        other.send("/wish", seat=session.table.setup.seats[0])
        assert table.send("/admit", request=before, yes=1)[0] == 409
        assert "data-moment" not in other.page()


def test_a_page_of_before_the_restart_answers_nothing_afterwards(tmp_path: Path) -> None:
    """The last answers were lost with the power, and the game has gone on otherwise: another question is open at the
    same revision."""
    first, second = (session_of("krysis", 3, seed=seed) for seed in ("oak", "elm"))
    for one in (first, second):
        one.done()
    assert (first.rev, first.mode) == (second.rev, second.mode)
    seat = first.table.ask.who or ""
    with running(first, tmp_path / "j.db", port=0) as served:
        table = table_of(served)
        phone = let_in(served, table, seat)
        before = moment(phone.page())
    with running(second, tmp_path / "j.db") as served:
        consent(table)
        rev = second.rev
        for sent in (before, moment(phone.page())):
            assert second.rev == rev
            assert phone.send("/do/fill", moment=sent, n=0)[0] == (409 if sent == before else 303)


def test_who_has_left_or_was_sent_away_does_not_come_back(session: Session, tmp_path: Path) -> None:
    with running(session, tmp_path / "j.db", port=0) as served:
        table = table_of(served)
        left, gone = let_in(served, table, session.table.setup.seats[0]), let_in(served, table)
        left.send("/leave")
        phone = served.do(lambda: served.service.registry.phone(gone.key))
        table.send("/send-away", phone=phone.id)
    with running(session, tmp_path / "j.db") as served:
        assert not served.service.registry.returning
        assert served.service.registry.phone(left.key) is None


# The file.


def kept(folder: Path, game: str = "g1", clock: Callable[[], float] = lambda: 1e9) -> Pairings:
    return Pairings(folder / "j.db", game, clock=clock)


def with_phone(folder: Path) -> str:
    """Keep the pairing of a phone; returns its key."""
    registry = PhoneRegistry(SEATS)
    key, phone = registry.request_access("", "red", 0, "en")
    registry.answer(phone.request_number, yes=True, now=0)
    kept(folder).save(registry.pairings, 8420)
    return key


def test_the_file_holds_no_key_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    key = with_phone(tmp_path)
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert key.encode() not in file.read_bytes()
    (phone,) = kept(tmp_path).phones
    assert (phone.seats, kept(tmp_path).port) == (["red"], 8420)


def test_phones_come_back_to_their_own_game_and_for_a_day_only(tmp_path: Path) -> None:
    with_phone(tmp_path)
    assert not kept(tmp_path, "g2").phones
    assert not kept(tmp_path, clock=lambda: 1e9 + pairings.LIFETIME + 1).phones
    assert kept(tmp_path, clock=lambda: 1e9 - 3600).phones, "a clock without a battery is behind"
    assert kept(tmp_path).phones
    kept(tmp_path).forget()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "spoiled", ["others may write it", "not JSON", "half of it", "no digest", "far too long", "link"]
)
def test_a_file_that_is_not_ours_lets_nobody_in(tmp_path: Path, spoiled: str) -> None:
    with_phone(tmp_path)
    (file,) = tmp_path.iterdir()
    data = file.read_bytes()
    match spoiled:
        case "others may write it":
            file.chmod(0o622)
        case "not JSON":
            file.write_bytes(b"\xff" + data)
        case "half of it":
            file.write_bytes(data[: len(data) // 2])
        case "no digest":
            file.write_bytes(data.replace(b'"key":"', b'"key":"z'))
        case "far too long":
            file.write_bytes(b" " * pairings.LONGEST + data)
        case "link":
            file.unlink()
            file.symlink_to("/dev/zero")
    assert not kept(tmp_path).phones


def test_a_folder_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    registry = PhoneRegistry(SEATS)
    Pairings(tmp_path / "missing" / "j.db", "g1").save(registry.pairings, 8420)
    Pairings(tmp_path / "missing" / "j.db", "g1").forget()


def test_a_restored_phone_without_its_seat_gets_nothing(tmp_path: Path) -> None:
    """The seats of the game have changed: a seat that is not there any more is not given."""
    with_phone(tmp_path)
    registry = PhoneRegistry(["green"])
    registry.restore(kept(tmp_path).phones)
    assert not registry.returning
    with pytest.raises(Refused):
        registry.readmit(registry.returning_number, yes=True, now=0)
    assert not registry.phones


# The page of a phone while the server is away.


def test_no_secret_stays_on_the_page_and_the_phone_is_back_in_three_seconds(
    session: Session, tmp_path: Path, browser: Browser
) -> None:
    seat = session.table.ask.only or ""
    with running(session, tmp_path / "j.db", port=0) as served:
        table = test_browser.table_in(browser, served)
        phone = test_browser.phone_in(browser, served, table, seat)
        phone.tap("+", within="form:has([data-step])")
        secret = phone.run("document.querySelector('.own').innerText")
        assert "For your eyes only".upper() in secret.upper()
        served.server.close()
        phone.until("!document.getElementById('away').hidden", 10)
        assert phone.run("document.querySelectorAll('[data-private] *').length") == 0
        text = phone.run("document.documentElement.outerHTML")
        assert "eyes only" not in text
        assert "data-step" not in text
        phone.until("document.querySelector('.board')", 10)
    time.sleep(5)
    with running(session, tmp_path / "j.db") as served:
        start = time.monotonic()
        phone.until("document.getElementById('away').hidden && document.querySelector('.two')", 20)
        assert time.monotonic() - start < 15
        assert "eyes only" not in phone.run("document.documentElement.outerHTML")
        table.until("document.querySelector('.asks')")
        table.tap("Yes")
        phone.until("document.querySelector('main.of-seat .own')", 15)
    assert not [one for one in phone.errors if "ERR_CONNECTION" not in one and "CHUNKED" not in one]


@pytest.mark.long
def test_a_server_that_says_nothing_is_taken_for_gone(
    session: Session, tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.site.BEAT", 1000.0)
    with running(session, tmp_path / "j.db", port=0) as served:
        table = test_browser.table_in(browser, served)
        phone = test_browser.phone_in(browser, served, table, session.table.setup.seats[0])
        phone.run(
            "window.asked = 0; const real = fetch; window.fetch = (...about) => { asked++; return real(...about); };"
        )
        phone.until("asked > 0", 12)
        phone.until("document.getElementById('away').hidden && document.querySelector('main.of-seat .own')", 15)
