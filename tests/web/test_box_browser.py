"""Boxes in a real browser: with a keyboard, a mouse, a finger, and without a script; both languages."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.packs.editing.box import SQUARES, OpenBox
from tests.daily import mixed
from tests.web.boxes import GAMES, Lent, lending, own_box
from tests.web.chromium import Browser, Tab
from tests.web.test_browser import CUT, LAPTOP, PHONE, TOO_SMALL

FOR_FINGERS = TOO_SMALL.replace("'button,", "'button:not(.enter),")
"""Those that are, but for the button that nobody sees: the one that Enter presses."""

TWICE = "[...document.querySelectorAll('[id]')].map((one) => one.id).filter((id, at, all) => all.indexOf(id) !== at)"
"""Ids that two things have: what is called by one would be called wrongly."""
NAMELESS = """[...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
  .filter((one) => !one.labels.length && !one.ariaLabel).map((one) => one.name)"""


@pytest.fixture(autouse=True)
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner without boxes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))


def inside(browser: Browser, lent: Lent, path: str = "/box", language: str = "en", *, phone: bool = False) -> Tab:
    """A page in a browser that has been let in."""
    tab = browser.tab()
    tab.size(*(PHONE if phone else LAPTOP), mobile=phone)
    address = f"http://127.0.0.1:{lent.server.port}"
    tab.know("box", lent.editor(language).key, f"{address}/box")
    tab.go(address + path)
    return tab


def type_in(tab: Tab, label: str, text: str) -> None:
    """Tab on to the line that is called so, and type there."""
    for _ in range(60):
        at = tab.run("document.activeElement.labels?.[0]?.innerText.replace(/\\s+/g, ' ').trim()")
        if at == label:
            break
        tab.press("Tab")
    else:
        raise AssertionError(f"no line {label}")
    tab.run("document.activeElement.select?.()")
    tab.call("Input.insertText", text=text)


@pytest.mark.parametrize(
    ("language", "lines"),
    [("en", ("Name English", "Name Español", "How many")), ("es", ("Nombre English", "Nombre Español", "Cuántos"))],
)
def test_somebody_asks_is_let_in_and_works_with_the_keyboard_alone(
    browser: Browser, language: str, lines: tuple[str, str, str]
) -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        tab = browser.tab()
        tab.size(*LAPTOP)
        tab.speak(language)
        tab.go(lent.server.join)
        tab.tap("Ask them" if language == "en" else "Preguntar")
        words = tab.until("document.querySelector('.two')?.innerText")
        phone = next(one for one in lent.service.registry.phones if one.request is not None)
        assert phone.words == words
        lent.service.submit(lambda: lent.service.registry.answer(phone.request_number, yes=True, now=0.0)).result(10)
        tab.until("document.querySelector('a.line[href=\"/box/of/ours\"]')")
        tab.go(f"{lent.server.join}box/of/ours/characters/0")
        type_in(tab, lines[0], "Ada")
        type_in(tab, lines[1], "Adela")
        tab.press("Enter")
        tab.until("location.pathname.endsWith('/characters/1') && document.readyState === 'complete'")
        assert tab.run("document.activeElement.form?.className") == "row-form"
        name = box.row_name(("characters",), box.rows(("characters",))[0])
        assert name["en"] == "Ada"
        assert name["es"] == "Adela"
        tab.go(f"{lent.server.join}box/of/ours/items/0")
        type_in(tab, lines[2], "7")
        tab.press("Enter")
        tab.until("location.pathname.endsWith('/items/1')")
        assert box.rows(("items",))[0]["count"] == 7
        assert tab.errors == []


def middle(tab: Tab, thing: str) -> tuple[float, float]:
    """Where something stands in the window, once it takes a tap."""
    tab.settle()
    x, y = tab.run(
        f"(() => {{ const one = document.querySelector('{thing}'); one.scrollIntoView({{ block: 'center' }});"
        " const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    )
    return x, y


def drag(tab: Tab, thing: str, by: tuple[float, float], *, finger: bool) -> None:
    """Press it, move it so many pixels, and let it go."""
    x, y = middle(tab, thing)
    half, whole = ((x + by[0] * part, y + by[1] * part) for part in (0.5, 1.0))
    tab.touch((x, y), half, whole, finger=finger)


def click(tab: Tab, thing: str) -> None:
    """A tap on it, as soon as it is there."""
    tab.until(
        f"(() => {{ const one = document.querySelector('{thing}');"
        " if (!one || document.readyState !== 'complete') return false;"
        " const box = one.getBoundingClientRect(); one.dispatchEvent(new MouseEvent('click', { bubbles: true,"
        " cancelable: true, clientX: box.x + 60, clientY: box.y + 60 })); return true; })()"
    )


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_square_of_the_board_is_dragged_joined_and_put_down(browser: Browser, finger: bool) -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        tab = inside(browser, lent, "/box/of/ours/board.squares", phone=finger)
        tab.call("Emulation.setTouchEmulationEnabled", enabled=finger)
        before, moment = dict(box.content.places), box.content
        pixels = tab.run("document.querySelector('.lay').getBoundingClientRect().width") / 1000
        drag(tab, '[data-square="soho"] circle', (100 * pixels, -50 * pixels), finger=finger)
        tab.until("document.querySelector('.lay') && document.readyState === 'complete'")
        wait(lambda: box.content is not moment)
        x, y = box.content.places["soho"]
        assert abs(x - before["soho"][0] - 0.1) < 0.02
        assert abs(y - before["soho"][1] + 50 / 640) < 0.02
        assert {**box.content.places, "soho": 0} == {**before, "soho": 0}
        click(tab, '[data-square="soho"] circle')
        tab.until("document.querySelector('.lay')?.dataset.chosen === 'soho'")
        click(tab, '[data-square="inwood"] circle')
        wait(lambda: "inwood" in neighbours(box, "soho"))
        assert "soho" in neighbours(box, "inwood")
        tab.until("document.querySelector('.lay')?.dataset.chosen === ''")
        click(tab, ".lay .ground")
        wait(lambda: len(box.rows(SQUARES)) == 21)
        assert tab.errors == []


def swipe(tab: Tab, squares: list[str], *, finger: bool) -> None:
    """Over these squares of the board, from one to the next."""
    middle(tab, ".lay")
    points = [
        tab.run(
            f"(() => {{ const box = document.querySelector('[data-square=\"{one}\"] circle').getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for one in squares
    ]
    tab.touch(*points, finger=finger)


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_swipe_over_squares_makes_the_paths_along_it_and_takes_them_away(browser: Browser, finger: bool) -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        tab = inside(browser, lent, "/box/of/ours/board.squares", phone=finger)
        tab.call("Emulation.setTouchEmulationEnabled", enabled=finger)
        places = dict(box.content.places)
        way = ["inwood", "morningside", "grand_central"]
        assert "morningside" not in neighbours(box, "inwood")
        assert "grand_central" not in neighbours(box, "morningside")
        swipe(tab, way, finger=finger)
        wait(lambda: "grand_central" in neighbours(box, "morningside"))
        assert "morningside" in neighbours(box, "inwood")
        assert "grand_central" not in neighbours(box, "inwood")
        tab.until("document.querySelector('.lay') && document.readyState === 'complete'")
        swipe(tab, way, finger=finger)
        wait(lambda: "grand_central" not in neighbours(box, "morningside"))
        assert "morningside" not in neighbours(box, "inwood")
        assert box.content.places == places, "nothing has moved"
        assert tab.errors == []


def test_stations_are_ticked_on_the_map_in_one_go(browser: Browser) -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        tab = inside(browser, lent, "/box/of/ours/board.squares", phone=True)
        before = [one["id"] for one in box.rows(SQUARES) if one["subway"]]
        more = [one["id"] for one in box.rows(SQUARES) if not one["subway"]][:2]
        moment = box.content
        tab.run("document.querySelector('a[href*=\"stations=1\"]').click()")
        tab.until("document.querySelector('.lay')?.dataset.ticking === '1'")
        for square in (*more, before[0]):
            click(tab, f'[data-square="{square}"] circle')
        lit = tab.run("[...document.querySelectorAll('.lay .stop')].map((one) => one.dataset.square)")
        assert set(lit) == {*before[1:], *more}
        assert box.content is moment, "nothing is sent before Save"
        tab.tap("Save")
        wait(lambda: box.content is not moment)
        assert {one["id"] for one in box.rows(SQUARES) if one["subway"]} == {*before[1:], *more}
        assert tab.errors == []


def test_a_place_for_a_tile_is_dragged(browser: Browser) -> None:
    box = own_box("crash")
    with lending(box) as lent:
        tab = inside(browser, lent, "/box/of/ours/layouts.5")
        moment = box.content
        pixels = tab.run("document.querySelector('.slots').getScreenCTM().a")
        places = box.rows(("layouts", "5"))
        right = max(range(len(places)), key=lambda n: places[n]["x"] + places[n]["w"])
        drag(tab, f'[data-slot="{right}"] rect', (200 * pixels, 0), finger=False)
        wait(lambda: box.content is not moment)
        assert box.rows(("layouts", "5"))[right]["x"] == places[right]["x"] + 2


def test_land_is_dragged_to_the_side_of_a_city_tile(browser: Browser) -> None:
    box = own_box("escape")
    with lending(box) as lent:
        tab = inside(browser, lent, "/box/of/ours/city_tiles/0")
        moment, before = box.content, box.rows(("city_tiles",))[0]["edges"]
        top, left = middle(tab, ".side-0"), middle(tab, ".side-3")
        drag(tab, ".side-3 .chip", (top[0] - left[0], top[1] - left[1]), finger=False)
        wait(lambda: box.content is not moment)
        edges = box.rows(("city_tiles",))[0]["edges"]
        assert edges == [before[3], *before[1:3], None]
        assert tab.errors == []


def wait(done: Callable[[], object]) -> None:
    """Until that is so."""
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def neighbours(box: OpenBox, square: str) -> list[str]:
    found: list[str] = next(one["neighbours"] for one in box.rows(SQUARES) if one["id"] == square)
    return found


def test_the_first_browser_is_asked_on_whichever_page_it_is(browser: Browser) -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        first, other = browser.tab(), browser.tab()
        first.size(*LAPTOP)
        first.go(lent.server.master)
        first.tap("Change the box here")
        first.until("document.querySelector('a.line[href=\"/box/of/ours\"]')")
        first.go(f"{lent.server.join}box/of/ours/items/0")
        other.go(lent.server.join)
        other.tap("Ask them")
        words = other.until("document.querySelector('.two')?.innerText")
        first.until(f"document.querySelector('#asks .asks')?.innerText.includes({words!r})")
        first.tap("Yes")
        other.until("document.querySelector('a.line[href=\"/box/of/ours\"]')")
        first.go(f"{lent.server.join}box")
        first.tap("Send away")
        first.until("!document.querySelector('.holders button')")
        other.go(f"{lent.server.join}box/of/ours")
        assert "You may not change this box." in other.text()
        assert first.errors == []


def test_everything_works_without_a_script(browser: Browser) -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        tab = browser.tab()
        tab.call("Emulation.setScriptExecutionDisabled", value=True)
        tab.go(lent.server.master)
        tab.run("document.querySelector('main button').click()")
        tab.until("document.querySelector('a.line[href=\"/box/of/ours\"]')")
        tab.go(f"{lent.server.join}box/of/ours/board.squares?square=soho")
        tab.run("document.getElementById('x').value = '111'; document.querySelector('#place button').click()")
        wait(lambda: box.content.places["soho"][0] == 0.111)
        tab.go(f"{lent.server.join}box/of/ours/police_cards/new")
        tab.run("document.querySelector('button[value^=\"add:f.event.effects:\"]').click()")
        tab.until("document.getElementById('f.event.effects.0')")
        tab.run("document.querySelector('button[value=\"take:f.event.effects.0\"]').click()")
        tab.until("location.search.includes('draft=') && !document.getElementById('f.event.effects.0')")


@pytest.mark.parametrize(("game", "language"), mixed(GAMES, ["en", "es"]))
def test_nothing_is_cut_and_nothing_is_too_small_for_a_finger(game: str, language: str, browser: Browser) -> None:
    """On a phone and on a laptop, one page of each list, with all that can be opened open."""
    box = own_box(game)
    with lending(box) as lent:
        tab = inside(browser, lent, language=language)
        address = f"/box/of/{box.id}"
        lists = [f"{address}/{table.name}" for table in box.tables()]
        rows = [f"{address}/{table.name}/{'0' if table.known else 'new'}" for table in box.tables()]
        for path in ("/box", address, f"{address}/-", *lists, *rows):
            tab.go(f"http://127.0.0.1:{lent.server.port}{path}")
            tab.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert tab.run(TWICE) == tab.run(NAMELESS) == [], path
            for size in (PHONE, LAPTOP):
                tab.size(*size, mobile=size == PHONE)
                assert tab.run("document.documentElement.scrollWidth <= innerWidth"), path
                assert (tab.run(FOR_FINGERS), tab.run(CUT)) == ([], []), (path, size)
        assert tab.errors == []
