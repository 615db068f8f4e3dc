"""The companion's opinion on phones: switched on at the table, asked for by each phone, thought out for its seat."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from companion.chance.thinking import Dilemma, Thought
from companion.session.session import Session
from companion.web.pages import TablePages
from companion.web.phones import Phone
from companion.web.service import MOST_JOBS, Busy, TableService
from tests.session.thinking import QuickMind, companion_table, play_a_step, think_for
from tests.web.tables import Client, Served, key_of, phone_of, serving, session_of

OFFERED = "What would you do?"
TOLD = "<li><b>1</b><span>"
THINKS = "It thinks about it …"


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    think_for(monkeypatch, 0.3)


class Minds:
    """Keeps what is thought with, in the order in which it began."""

    def __init__(self) -> None:
        self.all: list[QuickMind] = []

    def __call__(self, heard: Callable[[int, Thought | None], None]) -> QuickMind:
        self.all.append(QuickMind(heard, hurried=False))
        return self.all[-1]

    @property
    def asked(self) -> list[Dilemma]:
        return [one for mind in self.all for one in mind.asked]


class Phones:
    """The pages of a table without a server, with opinions switched on."""

    def __init__(self, session: Session, *, offered: bool = True) -> None:
        self.session, self.minds = session, Minds()
        self.service = TableService(session, session.table.setup.seats)
        session.changed = self.service.changed
        self.service.opinions.mind = self.minds
        self.service.offer_opinions(offered=offered)
        self._pages = TablePages(self.service, lambda: ["http://table/"])
        self._phones = {seat: phone_of(self.service, seat) for seat in session.table.setup.seats}
        self._phones["table"] = phone_of(self.service, table=True)
        self._phones["onlooker"] = phone_of(self.service)

    def ask(self, who: str) -> None:
        self.service.opinions.ask(self._pages.viewer(self._phones[who]))
        self.service.renew()

    def phone(self, seat: str) -> Phone:
        return self._phones[seat]

    def think(self, n: int = -1) -> None:
        assert self.minds.all[n].finish()
        self.service.run_waiting()

    def with_text(self, text: str) -> set[str]:
        """Whose pages have it."""
        made = self._pages
        return {who for who, phone in self._phones.items() if text in made.made(made.source(phone, "en")).text}


def played_until(game: str, right: Callable[[Session], bool]) -> Session:
    """A game of three at a question with something to choose that is ``right``."""
    session, luck = Session(companion_table(game, ["person", "person", "person"])), Random(1)
    while True:
        play_a_step(session, QuickMind(lambda *_: None), luck)
        free = session.opinions.why_not is None and session.mode == "choose" and not session.pages
        if free and len(session.table.legal() or ()) > 2 and right(session):
            return session


def open_question() -> Session:
    return played_until("crash", lambda it: it.table.ask.only is None and it.table.ask.who is not None)


def secret_question() -> Session:
    return played_until("krysis", lambda it: it.table.ask.only is not None)


def asked(session: Session) -> str:
    return str(session.table.ask.only or session.table.ask.who)


def test_nobody_is_offered_an_opinion_until_it_is_switched_on() -> None:
    phones = Phones(open_question(), offered=False)
    assert phones.with_text(OFFERED) == {"table"}, "it can be switched on there"
    phones.ask(asked(phones.session))
    assert not phones.minds.asked
    phones.service.offer_opinions(offered=True)
    assert phones.with_text('action="/opinion"') == {asked(phones.session), "table"}
    assert not phones.minds.asked, "nothing is thought at rest"


def test_an_open_question_has_one_opinion_for_its_phone_and_one_for_everybody() -> None:
    phones = Phones(open_question())
    seat, before = asked(phones.session), (phones.session.rev, dict(phones.session.table.notes))
    phones.ask(seat)
    assert phones.with_text(THINKS) == {seat}
    phones.ask(seat)
    phones.think()
    assert phones.with_text(TOLD) == {seat}
    phones.ask("table")
    phones.think()
    assert phones.with_text(TOLD) == {seat, "table"}
    assert [one.alone for one in phones.minds.asked] == [True, False], "what its seat may see, and what all may see"
    assert all(mind.closed for mind in phones.minds.all)
    assert (phones.session.rev, dict(phones.session.table.notes)) == before


def test_the_opinion_of_a_secret_question_is_on_the_page_of_its_seat_alone() -> None:
    phones = Phones(secret_question())
    seat = asked(phones.session)
    phones.ask(seat)
    phones.think()
    assert phones.with_text("The companion&#39;s opinion") == {seat}
    phones.ask("table")
    assert len(phones.minds.all) == 1, "the table's page does not show the question"
    phones.service.look_alone(seat)
    phones.ask("table")
    phones.think()
    assert phones.with_text("The companion&#39;s opinion") == {seat, "table"}
    phones.service.look_alone(None)
    assert phones.with_text("The companion&#39;s opinion") == {seat}


def test_who_is_asked_at_the_same_time_gets_an_opinion_of_the_own_question_one_after_another() -> None:
    session = played_until("krysis", lambda it: len(it.table.game.rules.together(it.table.state)) == 3)
    phones = Phones(session)
    seats = list(session.table.game.rules.together(session.table.state))
    for seat in seats:
        phones.ask(seat)
    assert phones.with_text(THINKS) == set(seats)
    assert len(phones.minds.all) == 1, "one after another"
    for n in range(3):
        phones.think(n)
    assert phones.with_text(THINKS) == set()
    assert phones.with_text(TOLD) == set(seats)
    assert len({one.state for one in phones.minds.asked}) == 3, "each about its own question"
    # What the first one answers takes nothing from the others.
    session.answer((session.table.legal() or [])[0])
    assert phones.with_text("The companion&#39;s opinion") == set(seats[1:])


def test_an_opinion_is_gone_with_its_question() -> None:
    for ends in (
        lambda it: it.session.answer((it.session.table.legal() or [])[0]),
        lambda it: it.service.offer_opinions(offered=False),
        lambda it: it.session.seat_companions({asked(it.session): "easy"}),
        lambda it: it.service.opinions.close(),
        lambda it: it.service.registry.leave(it.phone(asked(it.session))),
        lambda it: it.service.registry.take_back(asked(it.session)),
    ):
        phones = Phones(open_question())
        seat = asked(phones.session)
        phones.ask(seat)
        ends(phones)
        assert phones.minds.all[0].closed
        assert seat not in phones.with_text(THINKS)
        phones.service.run_waiting()


def test_nothing_is_thought_for_who_asks_while_the_table_is_left() -> None:
    phones = Phones(open_question())
    phones.service.opinions.close()
    phones.ask(asked(phones.session))
    assert not phones.minds.all


def test_in_a_game_of_hands_alone_the_table_is_told_why_there_is_none() -> None:
    phones = Phones(session_of("escape", 2))
    assert phones.with_text('action="/opinion"') == set()
    assert phones.with_text("everybody plays in person") == {"table"}


@contextmanager
def at_table() -> Iterator[tuple[Served, Client, Client]]:
    """A table, the browser that is the table, and the phone that is asked."""
    session = open_question()
    with serving(session) as served:
        served.service.opinions.mind = Minds()
        table, phone = Client(served), Client(served)
        table.key = served.do(lambda: key_of(served.service, table=True))[0]
        phone.key = served.do(lambda: key_of(served.service, asked(session)))[0]
        yield served, table, phone


def moment_of(page: str) -> str:
    return page.partition('data-moment="')[2].partition('"')[0]


def test_it_is_switched_on_at_the_table_and_asked_for_on_a_phone() -> None:
    with at_table() as (served, table, phone):
        assert OFFERED not in phone.page()
        assert phone.send("/settings", opinions="1")[0] == 303
        assert OFFERED not in phone.page(), "a phone does not switch it on"
        assert phone.send("/opinion", moment=moment_of(phone.page()))[0] == 409
        table.send("/settings", language="en", opinions="1")
        page = phone.page()
        assert OFFERED in page
        assert phone.send("/opinion", moment="old")[0] == 409
        assert phone.send("/opinion", moment=moment_of(page))[0] == 303
        assert THINKS in phone.page()
        served.do(served.service.opinions.mind.all[0].finish)
        assert TOLD in phone.page()
        table.send("/settings", language="en", opinions="0")
        assert OFFERED not in phone.page()


@pytest.mark.parametrize("who", ["onlooker", "other"])
def test_nobody_else_can_ask_for_it(who: str) -> None:
    with at_table() as (served, *_):
        served.do(lambda: served.service.offer_opinions(offered=True))
        session, client = served.service.session, Client(served)
        others = [seat for seat in session.table.setup.seats if seat != asked(session)]
        seats = others[:1] if who == "other" else []
        client.key = served.do(lambda: key_of(served.service, *seats))[0]
        page = client.page()
        assert OFFERED not in page
        assert client.send("/opinion", moment=moment_of(page))[0] == 409
        assert not served.service.opinions.mind.all


def test_what_was_thought_is_taken_up_however_many_jobs_wait() -> None:
    service, done = TableService(open_question(), []), threading.Event()
    for _ in range(MOST_JOBS):
        service.submit(lambda: None)
    with pytest.raises(Busy):
        service.submit(done.set)
    thinking_thread = threading.Thread(target=service.insist, args=(done.set,))
    thinking_thread.start()
    while thinking_thread.is_alive():
        service.run(0.02)
    service.run_waiting()
    assert done.is_set()
