"""Pages in a real browser: phones and a laptop at one table, both languages, a network that comes and goes."""

from __future__ import annotations

import time
from random import Random

import pytest

from companion.games.registry import game_names, load_game
from companion.packs.loader import new_box
from companion.session.session import Session
from companion.web.views import Viewer, moment
from tests.daily import mixed
from tests.session.test_telling import Told
from tests.web.chromium import Browser, Tab
from tests.web.tables import Served, serving, session_of

PHONE, LAPTOP = (390, 844), (1280, 800)
FINGER = 40
"""Pixels of a page that a target is high and wide at least: 10 mm on a phone."""

TOO_SMALL = f"""[...document.querySelectorAll('button, summary, input, select')]
  .filter((one) => one.type !== 'hidden' && one.checkVisibility())
  .map((one) => [(one.closest('label') ?? one).getBoundingClientRect(), one])
  .filter(([box]) => box.width && (box.height < {FINGER} || box.width < {FINGER}))
  .map(([box, one]) => `${{one.innerText || one.name}} ${{box.width}}×${{box.height}}`)"""
AMOUNTS = """[...document.querySelectorAll('.field:has(.amount)')].map((field) => [...new Set(
  [...field.querySelectorAll('.icon, .amount > *')].map((one) => one.getBoundingClientRect())
  .map((box) => Math.round((box.top + box.bottom) / 20)))])"""
"""On how many heights the picture, minus, number and plus of each amount stand."""
CUT = """[...document.querySelectorAll('button .words, h1, h2, .seat, .address, summary, .counter, .box, .two, p, li')]
  .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
    || one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.innerText)"""


def table_in(browser: Browser, served: Served, language: str = "en") -> Tab:
    """The browser that is the table, on a laptop."""
    tab = browser.tab()
    tab.size(*LAPTOP)
    tab.speak(language)
    tab.go(served.server.master)
    tab.tap("This browser is the table" if language == "en" else "Este navegador es la mesa")
    tab.until("document.querySelector('main.of-table')")
    return tab


def shows(tab: Tab, session: Session, *seats: str) -> None:
    """Wait until it shows the table as it is now, on a phone as its ``seats`` see it."""
    now = moment(session, Viewer(seats) if seats else None)
    tab.until(f"document.querySelector('main').dataset.moment === '{now}'")


def phone_in(browser: Browser, served: Served, table: Tab, seat: str, language: str = "en") -> Tab:
    """A phone that asks for a seat, and the yes of the table."""
    tab = browser.tab()
    tab.size(*PHONE, mobile=True)
    tab.speak(language)
    tab.go(served.server.join)
    tab.run(f"document.querySelector('input[name=seat][value={seat}]').form.querySelector('button').click()")
    words = tab.until("document.querySelector('.two')?.innerText")
    table.until(f"document.querySelector('.asks')?.innerText.includes({words!r})")
    table.tap("Yes" if table.run("document.documentElement.lang") == "en" else "Sí")
    tab.until("document.querySelector('main.of-seat')")
    return tab


def test_a_bid_on_the_phone_is_on_the_table_at_once(browser: Browser) -> None:
    session = session_of("krysis", 2)
    session.done()
    with serving(session) as served:
        table = table_in(browser, served)
        seat = session.table.ask.only or ""
        phone = phone_in(browser, served, table, seat)
        table.until("document.body.innerText.includes('It is asked on the phone.')")
        lines = phone.run(AMOUNTS)
        assert lines
        assert {len(tops) for tops in lines} == {1}
        phone.tap("+", within="form:has([data-step])")
        assert phone.run("document.querySelector('input[data-step]').value") == "1"
        phone.tap("Give it")
        table.until("document.body.innerText.includes('A bid behind the screen')")
        phone.until("!document.querySelector('input[data-step]')")
        assert phone.errors == table.errors == []


def test_what_is_typed_stays_while_others_tap(browser: Browser) -> None:
    session = session_of("krysis", 2)
    session.done()
    with serving(session) as served:
        table = table_in(browser, served)
        phone = phone_in(browser, served, table, session.table.ask.only or "")
        phone.tap("+", within="form:has([data-step])")
        before = phone.run("version")
        phone.run("document.querySelector('details[data-key=log] ol').remove()")
        phone.run("version = ''; load()")
        phone.until(f"version === '{before}' && document.querySelector('details[data-key=log] ol')")
        assert phone.run("document.querySelector('input[data-step]').value") == "1"


def test_what_is_typed_in_one_form_does_not_come_up_in_another(browser: Browser) -> None:
    """A card is told in several forms to one address; what was sent counts, and what another says of it is seen."""
    evening = Told(new_box(load_game("newyork"), "Ours"))
    telling = evening.new()
    with serving(evening.session) as served:
        table = table_in(browser, served)
        form = "[...document.querySelectorAll('form.fields')].find((one) => one.elements.part?.value === '{}')"
        title, square = (form.format(part) for part in ("title", "square"))

        def say(form: str, words: str) -> None:
            table.run(f"{form}.elements.text.value = {words!r}; {form}.querySelector('button').click(); 0")

        def says(form: str, words: str) -> None:
            table.until(f"{form}.elements.text.value === {words!r}")

        say(title, "Blackout")
        table.until(f"{title}.elements.text.defaultValue === 'Blackout'")
        says(title, "Blackout")
        served.do(lambda: (telling.say("title", text="Dark night"), evening.session.changed()))
        says(title, "Dark night")
        say(square, "Pier")
        table.until("document.querySelector('details[data-key=told-square]').innerText.includes('Pier')")
        says(square, "")
        says(title, "Dark night")


def test_what_is_typed_of_a_card_stays_while_others_tell_it(browser: Browser) -> None:
    """Also where both say something of the same: then the page says what the other one has said."""
    evening = Told(new_box(load_game("newyork"), "Ours"))
    evening.new()
    evening.take()
    telling = evening.new()
    with serving(evening.session) as served:
        table = table_in(browser, served)
        title = "[...document.querySelectorAll('form.fields')].find((one) => one.elements.part?.value === 'title')"
        table.run(f"{title}.elements.text.value = 'Black'; 0")
        served.do(lambda: (telling.say("alert", "=0"), evening.session.changed()))
        table.until("document.body.innerText.includes('Alert: +1')")
        assert table.run(f"{title}.elements.text.value") == "Black"
        assert "Said meanwhile" not in table.text()
        served.do(lambda: (telling.say("title", text="Dark night"), evening.session.changed()))
        table.until("document.body.innerText.includes('Said meanwhile: Dark night')")
        served.do(lambda: (telling.say("alert", "=0"), evening.session.changed()))
        table.until("document.querySelectorAll('.on').length === 2")
        assert table.run(f"{title}.elements.text.value") == "Black"
        assert "Said meanwhile: Dark night" in table.text()
        table.run(f"{title}.querySelector('button').click(); 0")
        table.until(f"{title}.elements.text.defaultValue === 'Black'")
        assert "Said meanwhile" not in table.text()


def test_a_phone_that_was_cut_off_is_right_again_by_itself(browser: Browser) -> None:
    session = session_of("krysis", 2)
    with serving(session) as served:
        table = table_in(browser, served)
        phone = phone_in(browser, served, table, session.table.setup.seats[0])
        phone.cut_off(offline=True)
        phone.run("wake()")
        phone.until("!document.getElementById('away').hidden")
        served.do(session.done)
        phone.cut_off(offline=False)
        shows(phone, session, session.table.setup.seats[0])
        phone.until("document.getElementById('away').hidden")
        shows(table, session)


def test_a_phone_that_was_told_to_wait_asks_again_by_itself(browser: Browser) -> None:
    session = session_of("thousand", 2)
    with serving(session) as served:
        phone = phone_in(browser, served, table_in(browser, served), session.table.setup.seats[0])
        now = phone.run("version")
        phone.run(
            "let asked = 0; const real = fetch;"
            "window.fetch = (...about) => asked++ ? real(...about) : Promise.resolve(new Response('', {status: 503}));"
            "version = ''; load()"
        )
        phone.until(f"version === '{now}' && asked === 2")


def test_everything_works_without_a_script(browser: Browser) -> None:
    session = session_of("krysis", 2)
    session.done()
    with serving(session) as served:
        tab = browser.tab()
        tab.call("Emulation.setScriptExecutionDisabled", value=True)
        tab.go(served.server.master)
        tab.run("document.querySelector('main button').click()")
        tab.until("document.querySelector('main.of-table') && location.pathname === '/'")
        tab.run("document.querySelector('.gate button').click()")
        tab.until("document.querySelector('form[action=\"/do/fill\"]')")
        tab.run("document.querySelector('form[action=\"/do/fill\"] button.primary').click()")
        tab.until("document.body.innerText.includes('A bid behind the screen')")


def play_on(session: Session, n: int) -> None:
    """So many sensible answers, with hands that do what they are told."""
    r = Random(n)
    for _ in range(n):
        while session.pages:
            session.done()
        if session.table.over:
            return
        if session.mode == "deal":
            session.draw()
        elif session.mode == "roll":
            session.roll_for_us()
        else:
            table = session.table
            session.answer(table.game.player.advise(table.state, list(table.legal() or []), r.random))


@pytest.mark.parametrize(("name", "language"), mixed(game_names(), ["en", "es"]))
def test_nothing_is_cut_and_nothing_is_too_small_for_a_finger(name: str, language: str, browser: Browser) -> None:
    """On a phone and on a laptop, from the door to some way into the game, with all that can be opened open."""
    session = session_of(name)
    with serving(session) as served:
        table = table_in(browser, served, language)
        phone = phone_in(browser, served, table, session.table.setup.seats[0], language)
        for n in (0, 9, 30):
            served.do(lambda n=n: play_on(session, n))
            for tab in (phone, table):
                shows(tab, session)
                tab.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
                assert tab.run("document.documentElement.scrollWidth <= innerWidth"), tab.text()
                assert (tab.run(TOO_SMALL), tab.run(CUT)) == ([], []), (n, tab is phone)
        assert (table.errors, phone.errors) == ([], [])


# The browser itself.


def test_a_tab_that_was_put_to_sleep_is_not_given_to_another_test(browser: Browser) -> None:
    """Even when it is awake it is not drawn: what moves on a page would stand still for ever."""
    browser.tab().call("Page.setWebLifecycleState", state="frozen")
    browser.close_tabs()
    tab = browser.tab()
    tab.go("data:text/html,<style>p { animation: a .1s } @keyframes a { to { opacity: 0 } }</style><p>Hello")
    tab.until("!document.getAnimations().length", 20)


def test_a_call_that_is_never_answered_fails_though_the_page_goes_on_talking(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = browser.tab()
    tab.run("setInterval(() => console.log('still here'), 20); 0")
    monkeypatch.setattr("tests.web.chromium.LATEST", 1.0)
    before = time.monotonic()
    with pytest.raises(TimeoutError, match=r"not answered Runtime\.evaluate for 1 s"):
        tab.run("new Promise(() => {})")
    assert time.monotonic() < before + 20
