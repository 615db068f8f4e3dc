"""Quick taps: the second of two never answers what the first has brought up, and a form counts once."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest

from companion.packs.pictures import pictures_of
from companion.session.session import Session
from companion.web.views import moment
from tests.installed import install
from tests.morris import Put
from tests.owner import Owner
from tests.web.boxes import lending, own_box
from tests.web.cameras import MULTIPART, multipart, opened, shot
from tests.web.chromium import Browser, Tab
from tests.web.fields import Form, Forms
from tests.web.tables import Client, Served, key_of, phone_of, serving, session_of

PHONE, LAPTOP = (390, 844), (1280, 800)


@pytest.fixture(autouse=True)
def owner_of_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))


# In a browser, with fingers.


def front(browser: Browser, served: Served, *seats: str, script: bool = True, table: bool = False) -> Tab:
    """The page of a phone with these seats, or of the table."""
    tab = browser.tab()
    tab.size(*(LAPTOP if table else PHONE), mobile=not table)
    tab.speak("en")
    if not script:
        tab.call("Emulation.setScriptExecutionDisabled", value=True)
    key, _ = served.do(lambda: key_of(served.service, *seats, table=table))
    tab.know("key", key, served.server.join)
    tab.go(served.server.join)
    settled(tab)
    return tab


def settled(tab: Tab) -> None:
    """Wait until taps count again."""
    tab.until("document.readyState === 'complete' && !document.getAnimations().length")
    time.sleep(0.45)


def place(tab: Tab, thing: str) -> tuple[float, float]:
    """Where a thing can be tapped."""
    x, y = tab.run(
        f"(() => {{ const one = {thing}; one.scrollIntoView({{ block: 'center' }});"
        " const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    )
    return x, y


def frozen(tab: Tab, seconds: float = 0) -> None:
    """For the page, no time passes any more; it is that much later."""
    tab.run(f"(() => {{ const now = performance.now() + {1000 * seconds}; performance.now = () => now; }})()")


def thawed(tab: Tab) -> None:
    tab.run("delete performance.now")


def answered(session: Session, rev: int) -> None:
    """Wait until so many answers are given: after a moment a tap counts."""
    end = time.monotonic() + 30
    while session.table.rev != rev:
        assert time.monotonic() < end, f"{session.table.rev} answers, not {rev}"
        time.sleep(0.02)


def throwing() -> Session:
    """A game in which every answer brings up the next question, and a button in the place of the one before."""
    session = session_of("thousand", 2)
    while session.pages:
        session.done()
    return session


ROLL = "document.querySelector('form[action=\"/do/deal\"] button')"
UNDER = "(() => {{ const it = document.elementFromPoint({}, {}).closest('button'); return !!it && !it.disabled; }})()"


@pytest.mark.parametrize("gap", [0.0, 0.12, 0.3])
@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
@pytest.mark.parametrize("table", [True, False], ids=["table", "phone"])
def test_two_quick_taps_answer_one_question(gap: float, script: bool, table: bool, browser: Browser) -> None:
    session = throwing()
    with serving(session) as served:
        seats = () if table else tuple(session.table.setup.seats)
        tab = front(browser, served, *seats, script=script, table=table)
        at = place(tab, ROLL)
        if script:
            frozen(tab)
        tab.touch(at, finger=not table)
        time.sleep(gap)
        if script:
            frozen(tab, gap)  # However long it took: a busy machine makes no slow fingers.
        tab.touch(at, finger=not table)
        answered(session, 1)
        tab.until(f"document.querySelector('main')?.dataset.moment === '{moment(session)}'")
        time.sleep(0.3)
        assert session.table.rev == 1
        assert "moved on" not in tab.text(), "the second tap on one button is no mistake"
        if script:
            thawed(tab)
        settled(tab)
        keep = place(tab, "document.querySelector('.question form[action=\"/do/choose\"] button')")
        assert tab.run(UNDER.format(*keep))
        tab.touch(keep, finger=not table)
        answered(session, 2)


def test_what_comes_up_by_itself_takes_no_tap_for_a_moment(browser: Browser) -> None:
    """Somebody else has answered: the same place means something else now."""
    session = throwing()
    with serving(session) as served:
        tab = front(browser, served, *session.table.setup.seats)
        frozen(tab)
        served.do(session.roll_for_us)
        tab.until("document.querySelector('form[action=\"/do/choose\"]')")
        at = place(tab, "document.querySelector('.question form[action=\"/do/choose\"] button')")
        dim = "document.querySelector('.question form[action=\"/do/choose\"] button').classList.contains('dead')"
        assert tab.run(dim), "it is seen that it takes no tap yet"
        tab.touch(at)
        tab.run("document.querySelector('.question form[action=\"/do/choose\"] button').focus({preventScroll: true})")
        tab.press("Enter")
        time.sleep(0.3)
        assert session.table.rev == 1
        thawed(tab)
        tab.until(f"!{dim}")
        time.sleep(0.4)
        tab.touch(at)
        answered(session, 2)


def test_a_counter_is_tapped_as_fast_as_its_number_follows(browser: Browser) -> None:
    session = session_of("escape", 2)
    while session.pages:
        session.done()
    seat = session.table.setup.seats[0]
    with serving(session) as served:
        tab = front(browser, served, seat)
        frozen(tab)
        more = "document.querySelector('button[value=more][aria-label^=Equipment]')"
        at, shown = place(tab, more), f"{more}.form.querySelector('output').innerText"
        for _ in range(4):
            before = tab.run(shown)
            tab.touch(at)
            tab.until(f"{shown} !== {before!r}")
        assert tab.run(shown) == "4"


def test_a_double_click_on_save_makes_one_card(browser: Browser) -> None:
    """Of all ways to send a form twice: a mouse on a laptop, and Enter in its last line."""
    box = own_box("newyork")
    with lending(box) as lent:
        for n, how in enumerate(("mouse", "enter", "plain"), 1):
            tab = browser.tab()
            tab.size(*LAPTOP)
            tab.speak("en")
            if how == "plain":
                tab.call("Emulation.setScriptExecutionDisabled", value=True)
            tab.know("box", lent.editor().key, lent.server.join + "box")
            tab.go(f"{lent.server.join}box/of/ours/items/new")
            settled(tab)
            many = len(box.rows(("items",)))
            tab.run("document.querySelector('[name=\"f.kind\"]').value = '1'")
            tab.run(f"document.querySelector('[name=\"f.count\"]').value = '{n}'")
            at = place(tab, "document.querySelector('.save button[value=save]')")
            if how == "enter":
                tab.run("document.querySelector('[name=\"f.count\"]').focus()")
            for _ in range(2):
                if how == "enter":
                    tab.press("Enter")
                else:
                    tab.touch(at, finger=False)
                time.sleep(0.12)
            tab.until("document.querySelector('.saved')")
            assert len(box.rows(("items",))) == many + 1, how


# Without a browser: each form that changes something, sent twice.


def forms_of(page: str) -> list[Form]:
    return [form for form in Forms(page).all if form.method == "post"]


def told_once(form: Form) -> bool:
    return bool(form.fields.get("moment") or form.fields.get("once") or "?once=" in form.action)


def test_every_form_of_a_table_carries_the_moment_or_the_number_of_its_page() -> None:
    session = session_of("krysis", 3)
    session.done()
    with serving(session) as served:
        second = str(session.table.ask.only)
        first = next(seat for seat in session.table.setup.seats if seat != second)
        stranger, waiting, phone, onlooker, table = (Client(served) for _ in range(5))
        waiting.key = served.do(lambda: served.service.registry.request_access("", first, time.monotonic(), "en")[0])
        phone.key = served.do(lambda: key_of(served.service, second)[0])
        onlooker.key = served.do(lambda: key_of(served.service)[0])
        table.key = served.do(lambda: key_of(served.service, table=True)[0])
        actions = set()
        for _ in range(6):
            for client in (stranger, waiting, phone, onlooker, table):
                for form in forms_of(client.page()):
                    assert told_once(form), form
                    actions.add(form.action)
            served.do(session.done if session.pages else lambda: served.service.look_alone(session.table.ask.only))
        assert all(told_once(form) for form in forms_of(stranger.page(f"/table/{served.service.registry.master}")))
    for action in ("wish", "leave", "settings", "admit", "take-back", "send-away", "alone", "here", "names", "do/fill"):
        assert f"/{action}" in actions


def test_every_form_of_a_box_carries_the_number_of_its_page() -> None:
    actions = set()
    for game in ("newyork", "crash", "escape"):
        with lending(own_box(game)) as lent:
            editor = lent.editor()
            lent.service.registry.request_access("", None, time.monotonic(), "en")
            lent.service.registry.phone(editor.key).table = True
            seen, left = set(), ["/box"]
            while left:
                address = left.pop()
                found = Forms(editor.page(address))
                for form in found.all:
                    if form.method == "post":
                        assert told_once(form), (address, form.action)
                        actions.add(form.action.partition("?")[0].rpartition("/")[2])
                for link in found.links:
                    kind = link.partition("#")[0].rstrip("0123456789")
                    if link.startswith("/box") and kind not in seen and "." not in kind.partition("=")[2]:
                        seen.add(kind)
                        left.append(link.partition("#")[0])
    wanted = {"copy", "take", "put", "printed", "move", "add", "shape", "links", "remove", "whole", "new", "photos"}
    assert wanted <= actions, wanted - actions


def twice(client: Client, form: Form, **changed: str) -> list[str]:
    """Send a form twice, as a second tap does; where each answer leads."""
    sent = urlencode({**form.fields, **changed}).encode()
    found = [client.ask("POST", form.action, sent) for _ in range(2)]
    assert [status for status, _, _ in found] == [303, 303], found[1][2].decode()
    return [headers["location"] for _, headers, _ in found]


def form_to(client: Client, page: str, action: str, **fields: str) -> Form:
    """The form of a page to an address, the one with these fields."""
    forms = Forms(client.page(page)).all
    return next(one for one in forms if one.action == action and fields.items() <= one.fields.items())


def test_a_box_takes_each_form_once() -> None:
    with lending(own_box("newyork")) as lent:
        box, editor = lent.box, lent.editor()
        at = "/box/of/ours"
        many = len(box.rows(("items",)))
        there = twice(editor, form_to(editor, f"{at}/items/0", f"{at}/items/0/copy"))
        assert there[0] == there[1] == f"{at}/items/{many}"
        assert len(box.rows(("items",))) == many + 1
        assert twice(editor, form_to(editor, there[0], f"{there[0]}/take")) == [f"{at}/items"] * 2
        assert len(box.rows(("items",))) == many
        form = form_to(editor, f"{at}/items/0", f"{at}/items/0")
        before = box.rows(("items",))[0]["count"]
        for n in (7, 8):
            form = form_to(editor, f"{at}/items/0", f"{at}/items/0")
            twice(editor, form, **{"f.count": str(n), "do": "save"})
        twice(editor, form_to(editor, at, f"{at}/undo"))
        assert box.rows(("items",))[0]["count"] == 7 != before, "one change was undone"
        squares = len(box.rows(("board", "squares")))
        twice(editor, form_to(editor, f"{at}/board.squares", f"{at}/board.squares/do/add"), x="10", y="990")
        assert len(box.rows(("board", "squares"))) == squares + 1
        boxes = len(lent.service.boxes)
        assert len(set(twice(editor, form_to(editor, at, f"{at}/copy"), name="A copy"))) == 1
        assert len(lent.service.boxes) == boxes + 1


def test_the_same_form_filled_in_otherwise_counts_as_another() -> None:
    """One who goes back and types another number adds another card."""
    with lending(own_box("newyork")) as lent:
        box, editor = lent.box, lent.editor()
        form = form_to(editor, "/box/of/ours/items/new", "/box/of/ours/items/new")
        many = len(box.rows(("items",)))
        for count in ("3", "3", "4", "4"):
            sent = {**form.fields, "f.kind": "1", "f.count": count, "do": "save"}
            assert editor.ask("POST", form.action, urlencode(sent).encode())[0] == 303
        assert len(box.rows(("items",))) == many + 2


def test_a_photo_that_is_sent_twice_is_one_card(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=2)
    with lending(opened(owner)) as lent:
        editor, at = lent.editor(), "/box/of/mine/mafia_cards/photos"
        (action,) = {form.action for form in forms_of(editor.page(at)) if "once" in form.action}
        body = multipart(shot(1))
        found = [editor.ask("POST", action, body, content_type=MULTIPART) for _ in range(2)]
        assert [status for status, _, _ in found] == [303, 303]
        assert found[0][1]["location"] == found[1][1]["location"]
        assert len(pictures_of(owner.path)) == 1
        before = pictures_of(owner.path)["mafia_card_1"].read_bytes()
        twice(editor, form_to(editor, f"{at}/mafia_card_1", f"{at}/mafia_card_1/turn"))
        once = pictures_of(owner.path)["mafia_card_1"].read_bytes()
        assert once != before
        twice(editor, form_to(editor, f"{at}/mafia_card_1", f"{at}/mafia_card_1/away"))
        assert not pictures_of(owner.path)


def test_coming_in_and_leaving_by_two_taps() -> None:
    session = session_of("krysis", 2)
    with serving(session) as served:
        registry, table = served.service.registry, Client(served)
        master = f"/table/{registry.master}"
        twice(table, form_to(table, master, master))
        assert "of-table" in table.page()
        phone, seat = Client(served), session.table.setup.seats[0]
        form = form_to(phone, "/", "/wish", seat=seat)
        twice(phone, form)
        assert len([one for one in registry.phones if one.request is not None]) == 1
        asked = next(one for one in registry.phones if one.request is not None)
        twice(table, form_to(table, "/", "/admit", request=str(asked.request_number), yes="1"))
        assert asked.seats == [seat]
        twice(phone, form_to(phone, "/", "/settings"), language="es")
        assert asked.language == "es"
        twice(table, form_to(table, "/", "/take-back", seat=seat))
        assert not asked.admitted
        twice(phone, form_to(phone, "/", "/wish", seat=seat))
        twice(phone, form_to(phone, "/", "/leave"))
        assert registry.phone(phone.key) is None


def test_browsers_that_have_lost_their_keys_do_not_get_each_others() -> None:
    """Their pages still carry numbers that are counted, and those are the same on many phones."""
    session = session_of("krysis", 2)
    with serving(session) as served:
        phone, intruder = Client(served), Client(served)
        for client in (phone, intruder):
            assert client.send("/wish", seat=session.table.setup.seats[0], once="0")[0] == 303
        assert phone.key != intruder.key
        assert len(served.do(lambda: served.service.registry.phones)) == 2


def test_the_same_answer_twice_is_one_answer_and_an_old_page_is_still_refused() -> None:
    session = throwing()
    with serving(session) as served:
        phone, other = Client(served), Client(served)
        phone.key = served.do(lambda: key_of(served.service, *session.table.setup.seats)[0])
        other.key = served.do(lambda: key_of(served.service, table=True)[0])
        form = form_to(phone, "/", "/do/deal")
        old = form_to(other, "/", "/do/deal")
        twice(phone, form)
        assert session.table.rev == 1
        status, page = other.send("/do/deal", **old.fields)
        assert status == 409
        assert "The table has moved on" in page


def test_a_page_does_not_change_by_the_forms_of_others() -> None:
    """Its number is the phone's own."""
    session = session_of("krysis", 3)
    with serving(session) as served:
        first, second = (Client(served) for _ in range(2))
        for client, seat in zip((first, second), session.table.setup.seats, strict=False):
            client.key = served.do(lambda seat=seat: key_of(served.service, seat)[0])
        before = second.page()
        twice(first, form_to(first, "/", "/settings"), theme="night")
        assert second.page() == before
        assert first.page() != before
        assert phone_of(served.service).forms == 0


# A board of squares.


def steering() -> Session:
    """A game in which somebody chooses where to fly."""
    session, luck = session_of("crash", 3), Random(1)
    table = session.table
    while session.pages or not any(choice.spot for choice in session.scene.choices):
        if session.pages:
            session.done()
        elif table.can_deal:
            session.draw()
        else:
            session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))
    return session


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
@pytest.mark.parametrize("table", [True, False], ids=["table", "phone"])
def test_a_square_of_the_board_is_tapped_instead_of_card_and_direction(
    script: bool, table: bool, browser: Browser
) -> None:
    """The square, then one of the cards that lead there, which a double tap does not choose."""
    session = steering()
    spots = [choice.spot for choice in session.scene.choices]
    square = next(one.id for one in session.scene.grid.squares if one.id in spots)
    there = {choice.answer for choice in session.scene.choices if choice.spot == square}
    rev, asked = session.rev, str(session.table.ask.who)
    shown = "[...document.querySelectorAll('.to')].filter((one) => one.checkVisibility())"
    with serving(session) as served:
        others = front(browser, served, *(one for one in session.table.setup.seats if one != asked))
        assert others.run("document.querySelector('.squares') && !document.querySelector('.squares a')")
        tab = front(browser, served, *(() if table else (asked,)), script=script, table=table)
        assert tab.run(f"{shown}.length") == 0
        at = place(tab, "document.querySelector('.squares a')")
        tab.touch(at, finger=not table)
        tab.until(f"{shown}.length === 1")
        assert tab.run(f"{shown}[0].querySelectorAll('button').length") == len(there)
        tab.touch(place(tab, f"{shown}[0].querySelector('button')"), finger=not table)
        time.sleep(0.3)
        assert session.rev == rev
        settled(tab)
        tab.touch(place(tab, f"{shown}[0].querySelector('button')"), finger=not table)
        answered(session, rev + 1)
        assert session.table.since(rev).entries[0].answer in there


def test_a_place_of_a_board_with_lines_is_tapped_as_a_square_is(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, "morris", "tests.morris:GAME")
    session = session_of("morris", 2)
    session.done()
    rev, shown = session.rev, "[...document.querySelectorAll('.to')].filter((one) => one.checkVisibility())"
    with serving(session) as served:
        tab = front(browser, served, table=True)
        assert tab.run("document.querySelectorAll('.map a').length") == 24
        tab.touch(place(tab, "document.querySelector('.map a')"), finger=False)
        tab.until(f"{shown}.length === 1")
        settled(tab)
        tab.touch(place(tab, f"{shown}[0].querySelector('button')"), finger=False)
        answered(session, rev + 1)
        assert session.table.since(rev).entries[0].answer == Put("a1")
