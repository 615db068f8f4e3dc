"""Phones at a table, over a real server: coming in, answering, being refused, whole games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from companion.bench import play_on
from companion.core.asks import is_chance
from companion.core.texts import plain
from companion.games.registry import game_names
from companion.session.open_choices import LeaveOpen
from companion.session.session import Session
from companion.web.views import offers
from tests import daily
from tests.daily import share
from tests.session.thinking import QuickMind, companion_table, play_a_step, thinking_session
from tests.ui import moments
from tests.web.fingers import Form, Page
from tests.web.tables import Client, Served, key_of, serving, session_of, unnumbered


@pytest.fixture
def krysis() -> Iterator[Served]:
    """Three seats, everything followed; hands have set the table."""
    session = session_of("krysis", 3)
    session.done()
    with serving(session) as served:
        yield served


def table_of(served: Served) -> Client:
    """The browser that is the table."""
    client = Client(served)
    status, _ = client.send("/table/" + served.do(lambda: served.service.registry.master))
    assert status == 303
    return client


def let_in(served: Served, table: Client, *seats: str, language: str = "en") -> Client:
    """A phone that the table has let in."""
    client = Client(served, language)
    for seat in seats or ("",):
        assert client.send("/wish", seat=seat)[0] == 303
        (form,) = [form for form in Page(table.page()).to("/admit") if form.hidden("yes") == "1"]
        assert table.send("/admit", request=form.hidden("request"), yes=1)[0] == 303
    return client


def moment(page: str) -> str:
    found = re.search('data-moment="([^"]+)"', page)
    assert found
    return found[1]


def told(page: str) -> str:
    found = re.search('role="alert">([^<]+)<', page)
    return found[1] if found else ""


def asked(served: Served) -> str:
    return str(served.service.session.table.ask.only)


def test_a_phone_picks_a_seat_and_only_the_tables_yes_lets_it_in(krysis: Served) -> None:
    table, phone = table_of(krysis), Client(krysis)
    assert "Who plays on this phone?" in phone.page()
    assert "data-moment" not in phone.page()
    phone.send("/wish", seat=asked(krysis))
    words = re.search('<p class="two">([^<]+)</p>', phone.page())
    assert words
    assert f"Does {words[1]} play The Lamplighters?" in table.page()
    assert "data-moment" not in phone.page()
    (form,) = [form for form in Page(table.page()).to("/admit") if form.hidden("yes") == "1"]
    table.send("/admit", request=form.hidden("request"), yes=1)
    assert "For your eyes only" in phone.page()


def test_a_player_is_called_as_on_the_table_in_the_language_of_the_phone() -> None:
    with serving(session_of("newyork", 2)) as served:
        phone = let_in(served, table_of(served), "father", language="es")
        assert "Padre" in phone.page()
        assert "Father" not in phone.page()


def test_a_secret_question_goes_to_the_phone_and_the_table_sees_that_it_was_answered(krysis: Served) -> None:
    table = table_of(krysis)
    seat = asked(krysis)
    assert "Show it to me alone" in table.page()
    phone = let_in(krysis, table, seat)
    page = table.page()
    assert "It is asked on the phone." in page
    assert not Page(page).to("/do/fill")
    (form,) = Page(phone.page()).to("/do/fill")
    status, _ = phone.send("/do/fill", **{one.name: one.value for one in form.inputs})
    assert status == 303
    assert asked(krysis) != seat
    assert "A bid behind the screen" in table.page()


def test_here_instead_brings_the_question_back_to_the_table(krysis: Served) -> None:
    table = table_of(krysis)
    seat = asked(krysis)
    let_in(krysis, table, seat)
    table.send("/here", seat=seat)
    assert "Show it to me alone" in table.page()
    table.send("/alone", seat=seat)
    (form,) = Page(table.page()).to("/do/fill")
    assert table.send("/do/fill", **{one.name: one.value for one in form.inputs})[0] == 303
    page = table.page()
    assert "For your eyes only" not in page
    assert not Page(page).to("/do/fill")


def test_an_old_page_is_refused_with_words_and_changes_nothing(krysis: Served) -> None:
    table = table_of(krysis)
    phones = [let_in(krysis, table, seat) for seat in krysis.service.session.table.setup.seats]
    seats = list(krysis.service.session.table.setup.seats)
    phone = phones[seats.index(asked(krysis))]
    (form,) = Page(phone.page()).to("/do/fill")
    sent = {one.name: one.value for one in form.inputs}
    assert phone.send("/do/fill", **sent)[0] == 303
    before = krysis.do(krysis.service.session.table.hash)
    assert phone.send("/do/fill", **sent)[0] == 303, "the same answer again, as by a second tap, is no mistake"
    status, page = phone.send("/do/fill", **{**sent, "a.0": "1"})
    assert status == 409
    assert told(page) == "The table has moved on since then; look again."
    assert krysis.do(krysis.service.session.table.hash) == before


def test_nobody_answers_for_another_seat(krysis: Served) -> None:
    table = table_of(krysis)
    seat = asked(krysis)
    own, onlooker = let_in(krysis, table, seat), let_in(krysis, table)
    other = let_in(krysis, table, next(one for one in krysis.service.session.table.setup.seats if one != seat))
    (form,) = Page(own.page()).to("/do/fill")
    sent = {one.name: one.value for one in form.inputs}
    before = krysis.do(krysis.service.session.table.hash)
    for client in (onlooker, table):
        moment = re.search('data-moment="([^"]+)"', client.page())
        assert moment
        status, page = client.send("/do/fill", **sent | {"moment": moment[1]})
        assert (status, told(page)) == (409, "That is asked of somebody else.")
    for client in (other, onlooker, table):
        status, page = client.send("/do/fill", **sent)
        assert (status, told(page)) == (409, "The table has moved on since then; look again.")
    assert Client(krysis).send("/do/fill", **sent)[0] == 404
    for verb in ("undo", "redo"):
        assert own.send(f"/do/{verb}", moment=sent["moment"])[0] == 409
    for path in ("/admit", "/take-back", "/send-away", "/alone", "/here"):
        assert own.send(path, phone=1, seat=seat, yes=1)[0] == 409
    assert krysis.do(krysis.service.session.table.hash) == before


def test_a_seat_is_taken_back_at_the_table(krysis: Served) -> None:
    table = table_of(krysis)
    seat = asked(krysis)
    phone = let_in(krysis, table, seat)
    form = next(one for one in Page(table.page()).to("/take-back") if one.hidden("seat") == seat)
    assert table.send("/take-back", seat=seat, phone=form.hidden("phone"))[0] == 303
    page = phone.page()
    assert "Your seat was taken back at the table." in page
    assert "For your eyes only" not in page
    assert "Show it to me alone" in table.page()


def test_one_phone_holds_two_seats_and_gives_one_back(krysis: Served) -> None:
    table = table_of(krysis)
    one, other, _ = krysis.service.session.table.setup.seats
    phone = let_in(krysis, table, one, other)
    assert phone.page().count("For your eyes only") == 2
    phone.send("/leave", seat=one)
    assert phone.page().count("For your eyes only") == 1


def test_pages_speak_the_language_of_the_phone(krysis: Served) -> None:
    table = table_of(krysis)
    phone = Client(krysis, "es-MX,es;q=0.9,en;q=0.5")
    assert "¿Quién juega en este móvil?" in phone.page()
    phone = let_in(krysis, table, asked(krysis), language="es")
    assert '<html lang="es">' in phone.page()
    phone.send("/settings", language="en", theme="daylight")
    assert '<html lang="en" data-theme="daylight">' in phone.page()
    phone.send("/settings", language="xx", theme="pink")
    assert '<html lang="en" data-theme="daylight">' in phone.page()


def test_a_number_that_does_not_fit_is_refused_with_words(krysis: Served) -> None:
    table = table_of(krysis)
    phone = let_in(krysis, table, asked(krysis))
    now = moment(phone.page())
    for value in ("-1", "99", "x", "1e3", "９", "1" * 40):
        status, page = phone.send("/do/fill", moment=now, n=0, **{"a.0": value})
        assert status == 400
        assert told(page).startswith("Type a number from 0 to ")
    for number in ("", "-1", "99", "x"):
        assert phone.send("/do/fill", moment=now, n=number)[0] == 404


@pytest.mark.by_turns
@pytest.mark.parametrize("name", game_names())
def test_a_game_is_played_by_tapping_what_is_on_the_pages(name: str) -> None:
    """The table and a phone for all seats but one: whoever is asked can answer, with ``--all`` to the very end."""
    r = Random(name)
    session = session_of(name, seed=name)
    with serving(session) as served:
        table = table_of(served)
        clients = {seat: let_in(served, table, seat) for seat in session.table.setup.seats[1:]}
        for _ in range(share(320) if not daily.everything else 2000):
            if served.do(lambda: session.table.over and not session.pages):
                break
            step(served, session, r, table, clients)
        assert session.table.over or not daily.everything
        assert {len(client.page()) > 0 for client in (table, *clients.values())} == {True}


@pytest.mark.parametrize("name", ["thousand", "krysis"])
def test_after_the_end_no_counter_is_offered(name: str) -> None:
    """There was a button, and whoever tapped it was told that the game has ended."""
    session = session_of(name, 2)
    with serving(session) as served:
        table = table_of(served)
        assert Page(table.page()).to("/do/count")
        served.do(lambda: play_on(session, 10_000, Random(1)))
        assert served.do(lambda: session.table.over)
        assert Page(table.page()).to("/do/count") == []


def step(served: Served, session: Session, r: Random, table: Client, clients: dict[str, Client]) -> None:
    """Whoever is asked taps what leads on; the table asks for one pair of eyes where a seat has no phone."""
    ask = served.do(lambda: session.table.ask)
    client = clients.get(str(ask.only or ask.who), table)
    page = Page(client.page())
    leading = page.to("/do/done", "/do/choose", "/do/fill", "/do/enter", "/do/several", "/do/deal", "/do/nothing")
    if not leading:
        assert client is table, ask
        assert client.send("/alone", seat=ask.only)[0] == 303
        return
    form, sent = advised(served, session, leading) or (leading[0], leading[0].filled(r))
    before = served.do(lambda: (session.rev, len(session.pages)))
    status, answer = client.send(form.action, **sent)
    assert status == 303, (form, told(answer))
    assert served.do(lambda: (session.rev, len(session.pages))) != before, form


def advised(served: Served, session: Session, forms: list[Form]) -> tuple[Form, dict[str, str]] | None:
    """The form that says what the sensible player would, and what it sends; None where any will do."""

    def best() -> tuple[int | None, tuple[str, str, dict[str, str]] | None]:
        table = session.table
        if session.page is not None or session.mode not in ("choose", "list"):
            return None, None
        answer = table.game.player.advise(table.state, list(table.legal() or []), Random(session.rev).random)
        for n, filling in enumerate(session.scene.fillings):
            entered = table.game.presenter.entered(table.state, filling.template, answer)
            if entered is not None:
                sent = {f"a.{at}": str(entered[0].get(one.id, 0)) for at, one in enumerate(filling.portions)}
                sent |= {f"n.{at}": "1" for at, one in enumerate(filling.named) if one.id in entered[1]}
                words = [str(at) for at, one in enumerate(filling.one_of) if one.id in entered[1]]
                sent |= {"o": words[0]} if words else {}
                return None, ("/do/fill", str(n), sent)
        return next((n for n, offer in enumerate(offers(session)) if answer in offer.answers), None), None

    number, filled = served.do(best)
    for form in forms:
        if filled is not None and (form.action, form.hidden("n")) == filled[:2]:
            return form, {"moment": form.hidden("moment"), "n": filled[1], **filled[2]}
        if number is not None and form.action == "/do/choose" and form.hidden("n") == str(number):
            return form, {"moment": form.hidden("moment"), "n": str(number)}
    return None


@pytest.mark.parametrize(("language", "turn"), [("en", "Anna plays"), ("es", "Turno de Anna")])
def test_people_who_are_let_in_read_names_and_strangers_seats(language: str, turn: str) -> None:
    moment = next(one for one in moments.questions("escape") if one.kind == "choose turn")
    session = Session(moment.table(), confirmed=moment.rev)
    first = str(session.table.ask.who)
    second = next(seat for seat in session.table.setup.seats if seat != first)
    with serving(session) as served:
        phone, stranger = let_in(served, table_of(served), first, language=language), Client(served, language)
        before = phone.page(), stranger.page()
        served.do(lambda: session.table.name_people({first: "Anna", second: "אנה"}))
        served.do(served.service.changed)
        page = phone.page()
        assert turn in page
        assert "\u2068אנה\u2069" in page, "it keeps to itself"
        assert "Anna" not in before[0]
        assert unnumbered(stranger.page()) == unnumbered(before[1])


def test_odds_call_people_by_their_names() -> None:
    moment = next(one for one in moments.questions("krysis") if one.kind == "pick miner")
    session = Session(moment.table(), confirmed=moment.rev)
    names = {seat: f"Quetzalli{n}" for n, seat in enumerate(session.table.setup.seats)}
    session.table.name_people(names)
    with serving(session) as served:
        page = table_of(served).page()
        assert re.search(r"<td>Quetzalli\d, Quetzalli\d", page)


def test_the_table_says_who_sits_where(krysis: Served) -> None:
    table, session = table_of(krysis), krysis.service.session
    first, _, third = session.table.setup.seats
    phone = let_in(krysis, table, first)
    named = {"name.0": " Quetzalli ", "name.1": "", "name.2": "=<b>Bob</b>"}
    assert table.send("/names", **named)[0] == 303
    assert session.table.people == {first: "Quetzalli", third: "=<b>Bob</b>"}
    assert "Quetzalli" in phone.page()
    assert "&lt;b&gt;Bob" in table.page()
    (form,) = Page(table.page()).to("/names")
    assert [one.value for one in form.inputs if one.name.startswith("name.")] == ["Quetzalli", "", "=<b>Bob</b>"]
    for wrong, said in (
        ({"name.0": "Bob", "name.1": "bob"}, "Two players are called"),
        ({"name.0": "m" * 25}, "A name has at most 24 letters"),
        ({"name.0": "\u202eanna"}, "That name has characters in it"),
    ):
        status, page = table.send("/names", **wrong)
        assert status == 400
        assert said in page
    assert session.table.people == {first: "Quetzalli", third: "=<b>Bob</b>"}
    assert phone.send("/names", **{"name.0": "Eva"})[0] == 409
    assert table.send("/names", **{"name.0": "", "name.9": "Eva"})[0] == 303
    assert session.table.people == {third: "=<b>Bob</b>"}


def test_the_table_says_which_seats_the_companion_plays() -> None:
    """Both ways, in a running game; a wrong name changes nothing."""
    with serving(session_of("thousand", 3)) as served:
        table, session = table_of(served), served.service.session
        first, second, third = session.table.setup.seats
        assert table.send("/names", **{"name.0": "Ana", "plays.1": "good", "plays.2": "easy"})[0] == 303
        assert session.table.companions == {second: "good", third: "easy"}
        assert session.table.people == {first: "Ana", second: "Robin", third: "Jay"}
        assert Page(table.page()).to("/names")[0].inputs
        assert 'value="good" selected' in table.page()
        for wrong in ({"plays.0": "best"}, {"plays.1": "person", "name.0": "m" * 25}):
            assert table.send("/names", **wrong)[0] == 400
            assert session.table.companions == {second: "good", third: "easy"}
        back = {"name.0": "Ana", "name.1": "Robin", "name.2": "Jay", "plays.1": "person", "plays.2": "easy"}
        assert table.send("/names", **back)[0] == 303
        assert session.table.companions == {third: "easy"}
        assert session.table.people == {first: "Ana", third: "Jay"}


def test_where_the_companion_plays_no_seat_nobody_is_asked_about_it() -> None:
    with serving(session_of("escape", 2)) as served:
        assert "plays.0" not in table_of(served).page()


def test_a_load_begins_with_what_fits_best_and_loading_nothing_is_asked_once(krysis: Served) -> None:
    session, table = krysis.service.session, table_of(krysis)

    def play_on() -> None:
        game, at = session.table.game, session.table
        while session.pages or getattr(at.ask, "choice", "") != "turn":
            if session.pages:
                session.done()
            elif at.can_deal:
                session.draw()
            else:
                session.answer(game.player.advise(at.state, at.legal() or [], lambda: 0.5))

    krysis.do(play_on)
    phone = let_in(krysis, table, krysis.do(lambda: session.table.ask.who))
    loads = [form for form in krysis.do(lambda: session.scene.fillings) if form.start is not None]
    best = [str(loads[0].start[0][portion.id]) for portion in loads[0].portions]
    form = Page(phone.page()).to("/do/fill")[0]
    sent = {one.name: one.value for one in form.inputs}
    assert [sent[f"a.{n}"] for n in range(len(best))] == best
    nothing = {
        name: "0" if name.startswith("a.") else value for name, value in sent.items() if name[0] != "n" or name == "n"
    }
    before = krysis.do(lambda: session.rev)
    status, page = phone.send("/do/fill", **nothing)
    assert (status, krysis.do(lambda: session.rev)) == (409, before)
    assert "Nothing is taken, although something can be carried" in told(page)
    again = {one.name: one.value for one in Page(phone.page()).to("/do/fill")[0].inputs}
    assert {again[f"a.{n}"] for n in range(len(best))} == {"0"}
    assert phone.send("/do/fill", **nothing)[0] == 303
    assert krysis.do(lambda: session.rev) > before


def test_all_phones_are_asked_for_their_bids_at_the_same_time(krysis: Served) -> None:
    """In any order; the table goes through them in the order of the rules, and nobody learns what others have bid."""
    session, table = krysis.service.session, table_of(krysis)
    seats = list(session.table.setup.seats)
    phones = {seat: let_in(krysis, table, seat) for seat in seats}
    rev = krysis.do(lambda: session.rev)
    sent = {}
    for seat in reversed(seats[1:]):
        (form,) = Page(phones[seat].page()).to("/do/fill")
        sent[seat] = {one.name: one.value for one in form.inputs} | {"a.2": str(len(sent) % 3)}
    for seat, fields in sent.items():
        assert phones[seat].send("/do/fill", **fields)[0] == 303
        assert "You have answered. The others are still asked." in phones[seat].page()
        assert not Page(phones[seat].page()).to("/do/fill")
        assert phones[seat].send("/do/fill", **fields)[0] == 303, "a second tap is no second answer"
    assert krysis.do(lambda: (session.rev, session.table.ask.who)) == (rev, seats[0])
    (form,) = Page(phones[seats[0]].page()).to("/do/fill")
    assert phones[seats[0]].send("/do/fill", **{one.name: one.value for one in form.inputs})[0] == 303
    log = krysis.do(lambda: [entry.answer for entry in session.table.log[rev:]])
    assert [answer["do"] for answer in log] == ["bid"] * len(seats)
    assert [answer["crystals"]["white"] for answer in log[1:]] == [int(sent[seat]["a.2"]) for seat in seats[1:]]
    assert not krysis.do(lambda: session.given)


def test_a_form_of_one_phone_stays_while_another_answers(krysis: Served) -> None:
    session, table = krysis.service.session, table_of(krysis)
    first, second = session.table.setup.seats[:2]
    phones = {seat: let_in(krysis, table, seat) for seat in (first, second)}
    (late,) = Page(phones[second].page()).to("/do/fill")
    (form,) = Page(phones[first].page()).to("/do/fill")
    assert phones[first].send("/do/fill", **{one.name: one.value for one in form.inputs})[0] == 303
    assert krysis.do(lambda: session.table.ask.who) == second
    assert phones[second].send("/do/fill", **{one.name: one.value for one in late.inputs})[0] == 303
    assert krysis.do(lambda: session.table.ask.who) != second


def test_what_was_answered_ahead_is_forgotten_when_the_table_takes_back(krysis: Served) -> None:
    session, table = krysis.service.session, table_of(krysis)
    seats = session.table.setup.seats
    phones = {seat: let_in(krysis, table, seat) for seat in seats}
    for seat in (seats[0], seats[2]):
        (form,) = Page(phones[seat].page()).to("/do/fill")
        assert phones[seat].send("/do/fill", **{one.name: one.value for one in form.inputs})[0] == 303
    krysis.do(session.undo)
    assert krysis.do(lambda: (session.table.ask.who, dict(session.given))) == (seats[0], {})


# A choice left open while others play.


def test_a_choice_left_open_is_made_on_its_own_phone_while_the_next_one_plays() -> None:
    session, luck = session_of("crash", 3, seed="touch"), Random(5)
    while not any(isinstance(choice.answer, LeaveOpen) for choice in session.scene.choices) or session.pages:
        on_with(session, luck)
    buyer, rev = str(session.table.ask.who), session.rev
    with serving(session) as served:
        table = table_of(served)
        phone = let_in(served, table, buyer)
        later = next(form for form in Page(phone.page()).to("/do/choose") if "Choose later" in form.said)
        assert phone.send("/do/choose", **later.filled(Random(1)))[0] == 303
        assert session.rev == rev + 1
        following = str(session.table.ask.who)
        other = let_in(served, table, following)
        assert following != buyer
        (one,) = session.open_choices.now
        names = [plain(session.table.game.presenter.label(one.state, answer)) for answer in one.answers]
        offered = [form for form in Page(phone.page()).to("/do/choose") if any(name in form.said for name in names)]
        assert len(offered) == len(one.answers)
        seen = Page(other.page()).to("/do/choose")
        assert seen
        assert not [form for form in seen if any(name in form.said for name in names)]
        n = len(offers(session)) - 1
        status, page = other.send("/do/choose", moment=moment(other.page()), n=n)
        assert (status, told(page)) == (409, "That is asked of somebody else.")
        assert other.send("/do/choose", **seen[0].filled(Random(1)))[0] == 303
        assert session.rev > rev + 1
        while session.pages:
            served.do(session.done)
        assert phone.send("/do/choose", **offered[-1].filled(Random(1)))[0] == 303
        assert session.open_choices.now == []
        mat = session.table.facts()["saucers"][one.state.now.turn.saucer]
        assert one.answers[-1].upgrade in mat["upgrades"]  # type: ignore[attr-defined]


def test_a_choice_that_matters_is_asked_of_its_player_alone() -> None:
    session, luck = session_of("crash", 3, seed="touch"), Random(5)
    while not any(isinstance(choice.answer, LeaveOpen) for choice in session.scene.choices) or session.pages:
        on_with(session, luck)
    session.answer(LeaveOpen())
    while session.open_choices.due is None or session.pages:
        on_with(session, luck)
    buyer = str(session.open_choices.due.seat)
    with serving(session) as served:
        table = table_of(served)
        phone, others = let_in(served, table, buyer), [seat for seat in session.table.setup.seats if seat != buyer]
        other = let_in(served, table, *others)
        assert len(Page(phone.page()).to("/do/choose")) == len(Page(table.page()).to("/do/choose")) == 2
        assert Page(other.page()).to("/do/choose") == []
        form = Page(phone.page()).to("/do/choose")[1]
        assert phone.send("/do/choose", **form.filled(Random(1)))[0] == 303
        assert session.open_choices.now == []


def on_with(session: Session, luck: Random) -> None:
    """What a sensible player does next."""
    table = session.table
    if session.pages:
        session.done()
    elif is_chance(table.ask):
        session.draw()
    else:
        session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))


def at(choice: str) -> Session:
    """Two players of Escape Plan, with a ledger, at this question."""
    session = session_of("escape", 2)
    luck = Random(7)
    while session.pages or getattr(session.table.ask, "choice", "") != choice:
        on_with(session, luck)
    return session


def glance(page: str) -> str:
    found = re.search('<section class="paper glance">.*?</section>', page, re.S)
    return found[0] if found else ""


def test_a_turn_is_played_on_the_phone_with_all_at_a_glance() -> None:
    session = at("turn")
    seat = str(session.table.ask.who)
    other = next(one for one in session.table.setup.seats if one != seat)
    with serving(session) as served:
        table = table_of(served)
        phone, elsewhere = let_in(served, table, seat), let_in(served, table, other)
        shown = glance(phone.page())
        totals = re.findall("<output>([^<]+)</output>", shown)
        assert totals == ["Mercy Hill", "3", "$9k", "$9k", "0"], "pawn, actions, money by one and by five, notoriety"
        assert "$9k" not in glance(table.page())
        assert glance(elsewhere.page()) == ""
        now, board = moment(phone.page()), next(n for n, one in enumerate(session.scene.boards) if one.seat == seat)
        for counter, which in ((0, 1), (1, "more"), (3, "more"), (3, "more")):
            assert phone.send("/do/count", moment=moment(phone.page()), board=board, c=counter, which=which)[0] == 303
        assert phone.send("/do/secret", moment=moment(phone.page()), seat=seat, c=1, which="less")[0] == 303
        assert re.findall("<output>([^<]+)</output>", glance(phone.page())) == ["The Ropewalk", "4", "$4k", "$4k", "2"]
        status, page = elsewhere.send("/do/count", moment=moment(elsewhere.page()), board=board, c=0, which=0)
        assert status == 409
        assert "That is asked of somebody else." in told(page)
        assert now.split("-")[0] == moment(phone.page()).split("-")[0]


def test_the_day_change_is_ticked_on_the_page_and_a_form_that_comes_twice_counts_once() -> None:
    session = at("day_change")
    with serving(session) as served:
        table = table_of(served)
        phone = let_in(served, table, session.table.setup.seats[0])
        forms = Page(table.page()).to("/do/tick")
        assert len(forms) == 4
        assert Page(phone.page()).to("/do/tick") == []
        assert "Compare every player board" in phone.page()
        for _ in range(2):
            sent = {name: forms[2].hidden(name) for name in ("moment", "n", "on")}
            assert table.send("/do/tick", **sent)[0] == 303
        assert [cell.on for cell in session.scene.checklist] == [False, False, True, False]
        assert phone.send("/do/tick", moment=moment(phone.page()), n=0, on=1)[0] == 409
        assert [form.hidden("on") for form in Page(table.page()).to("/do/tick")] == ["1", "1", "0", "1"]
        assert "All of it is done" in table.page()
        for n in (0, 1, 3):
            assert table.send("/do/tick", moment=moment(table.page()), n=n, on=1)[0] == 303
        assert "Day done" in table.page()
        assert table.send("/do/tick", moment=moment(table.page()), n=9, on=1)[0] == 404


def test_while_the_companion_thinks_nobody_is_asked() -> None:
    table = companion_table("krysis", ["person", "good", "person"])
    session, mind = thinking_session(table)
    while session.companions.due is None or session.pages:
        play_a_step(session, QuickMind(lambda *_: None), Random(1))
    with serving(session) as served:
        for seats in ((), (table.setup.seats[0],)):
            phone = Client(served)
            phone.key = served.do(lambda seats=seats: key_of(served.service, *seats))[0]
            page = phone.page()
            assert "Robin is thinking." in page
            assert "is asked" not in page
    assert mind.asked
