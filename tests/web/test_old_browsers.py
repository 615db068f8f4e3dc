"""Browsers that lack what new ones have.

No old browser runs here. What stands in for them is Chromium, with what they lack taken out of it: a ``FormData`` that
knows no buttons and forms that do not name theirs (Safari before 15.4 and 16.4, Firefox before 111), a page.js that it
cannot parse (Safari before 13.4), and no scripts at all.
"""

from __future__ import annotations

import time

import pytest

from companion.session.session import Session
from companion.web import html
from companion.web.views import moment
from tests.web.chromium import Browser, Tab
from tests.web.tables import Served, key_of, serving, session_of

PHONE = (390, 844)
NO_BUTTONS = """
  const Whole = FormData;
  window.FormData = class extends Whole { constructor(form) { super(form); } };
"""
UNNAMED = NO_BUTTONS + "Object.defineProperty(SubmitEvent.prototype, 'submitter', { get() { return undefined; } });"
NEWEST = ("replaceChildren", "checkVisibility")
"""What only new browsers can do with a part of a page."""
LACKING = UNNAMED + "".join(f"delete Element.prototype.{name};" for name in NEWEST)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page.js that no browser can parse."""
    files = {**html.files(), "page.js": b'"use strict"; const it = a..b?.;\n'}
    monkeypatch.setattr(html, "files", lambda: files)
    html.address.cache_clear()
    monkeypatch.setattr("companion.web.site.files", lambda: files)


def phone(browser: Browser, served: Served, *seats: str, lacks: str = "", script: bool = True) -> Tab:
    """The page of a phone with these seats, in a browser that lacks something."""
    tab = browser.tab()
    tab.size(*PHONE, mobile=True)
    tab.speak("en")
    if lacks:
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=lacks)
    if not script:
        tab.call("Emulation.setScriptExecutionDisabled", value=True)
    tab.know("key", served.do(lambda: key_of(served.service, *seats)[0]), served.server.join)
    tab.go(served.server.join)
    return tab


def until(session: Session, mode: str) -> None:
    while session.mode != mode:
        if session.pages:
            session.done()
        else:
            session.draw() if session.mode == "deal" else session.roll_for_us()


def press(tab: Tab, button: str) -> None:
    tab.run(f"document.querySelector('{button}').click()")


@pytest.mark.parametrize("lacks", [NO_BUTTONS, UNNAMED, LACKING], ids=["left out", "unnamed", "replaced"])
def test_the_button_of_a_form_counts_where_the_browser_leaves_it_out(lacks: str, browser: Browser) -> None:
    """Of a die, and of a counter: both are forms with several buttons."""
    session = session_of("thousand", 2)
    until(session, "roll")
    with serving(session) as served:
        tab = phone(browser, served, *session.table.setup.seats, lacks=lacks)
        press(tab, 'form.die button[value="5"]')
        tab.until("document.querySelector('form.die button.on')")
        assert tab.run("document.querySelector('form.die button.on').value") == "5"
        assert tab.run("!!window.live")
        assert tab.errors == []
    session = session_of("escape", 2)
    until(session, "choose")
    with serving(session) as served:
        tab = phone(browser, served, session.table.setup.seats[0], lacks=lacks)
        more = "button[value=more][aria-label^=Equipment]"
        press(tab, more)
        tab.until(f"document.querySelector('{more}').form.querySelector('output').innerText === '1'")
        assert tab.errors == []


@pytest.mark.parametrize("script", [True, False], ids=["not parsed", "off"])
def test_everything_works_by_plain_forms_where_the_script_cannot_run(
    script: bool, browser: Browser, broken: None
) -> None:
    session = session_of("thousand", 2)
    until(session, "roll")
    with serving(session) as served:
        tab = phone(browser, served, *session.table.setup.seats, script=script)
        assert script == any("SyntaxError" in one for one in tab.errors)
        press(tab, 'form.die button[value="5"]')
        tab.until("document.querySelector('form.die button.on')?.value === '5'")
        press(tab, 'form[action="/do/deal"] button')
        tab.until(f"document.querySelector('main')?.dataset.moment !== '{moment(session)}' || true")
        tab.until("document.querySelector('.question form[action=\"/do/choose\"]')")
        press(tab, '.question form[action="/do/choose"] button')
        tab.until("document.querySelector('.log li:nth-child(2)')")
        assert session.table.rev == 2


@pytest.mark.parametrize("script", [True, False], ids=["not parsed", "off"])
def test_a_page_that_waits_loads_itself_again_where_the_script_cannot_run(
    script: bool, browser: Browser, broken: None
) -> None:
    session = session_of("thousand", 2)
    with serving(session) as served:
        tab = browser.tab()
        tab.size(*PHONE, mobile=True)
        tab.speak("en")
        if not script:
            tab.call("Emulation.setScriptExecutionDisabled", value=True)
        tab.go(served.server.join)
        press(tab, f"input[name=seat][value={session.table.setup.seats[0]}] ~ button")
        tab.until("document.querySelector('.two')")
        registry = served.service.registry
        number = served.do(lambda: registry.phones[0].request_number)
        served.do(lambda: registry.answer(number, yes=True, now=time.monotonic()))
        tab.until("document.querySelector('main.of-seat')", 15)


def test_a_page_with_its_script_is_not_loaded_again(browser: Browser) -> None:
    session = session_of("thousand", 2)
    with serving(session) as served:
        tab = phone(browser, served, session.table.setup.seats[0])
        tab.run("window.mine = 'still here'; document.body.dataset.wait = '0'")
        tab.until("window.live")
        tab.run(html.files()["wait.js"].decode().replace('getAttribute("data-wait")', 'getAttribute("lang") || 0.1'))
        time.sleep(0.5)
        assert tab.run("window.mine") == "still here"
