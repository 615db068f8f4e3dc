"""The wall in a real browser, and a real broker: what a television shows, what rings, what comes back by itself."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops

from companion.club import link, messages, publishing
from companion.club.messages import GameSummary, Help, Online, Person, SeatStanding, TableName, TableState
from companion.club.publishing import Publisher
from companion.club.settings import Club
from companion.club.snapshot import snapshot_of
from companion.wall import server
from companion.wall.server import WallServer
from companion.wall.tiles import SHIFT
from tests.club.broker import Broker, Ear, MemoryStore, broker, wait_for
from tests.games.chaos import new_game
from tests.games.thousand.chaos import ThousandChaos
from tests.wall.tables import EVENING, Seen, Told, game, id_of, iso, moved, seeing
from tests.web.chromium import Browser, Tab

TELEVISION = (1920, 1080)
CUT = (
    "[...document.querySelectorAll('.tile h2 span, .tile .told')].filter((one) =>"
    "one.scrollWidth > one.clientWidth + 1)"
    ".map((one) => one.innerText)"
)
"""What is not read to its end."""
LOW = "[...document.querySelectorAll('.tile > a')].map((one) => one.scrollHeight - one.clientHeight)"
"""By how much the content of each tile is higher than the tile."""
FAR = 0.032
"""Of the height of the screen: so high must capitals be of what is read from five metres."""


@pytest.fixture
def tab(browser: Browser) -> Tab:
    found = browser.tab()
    found.size(*TELEVISION)
    found.speak("en")
    return found


@pytest.fixture
def seen() -> Iterator[Seen]:
    with seeing() as made:
        yield made


def many(told: Told, n: int) -> None:
    """So many tables, some of which need a look; every other one with as many players as there can be."""
    crowd = [Person(f"player{seat}", "", "", {"en": f"Player {seat}"}) for seat in range(1, 9)]
    scores = [SeatStanding(one.seat, 1000 * n) for n, one in enumerate(crowd)]
    for one in range(1, n + 1):
        played = game(one, progress=0.9 if one % 7 == 3 else 0.4)
        if one % 2:
            tracks = played.tracks if one % 4 == 1 else []
            played = moved(played, players=crowd, standings=scores, tracks=tracks)
        told.state(one, played, help=one == 5)
    if n > 7:
        told.online(7, online=False)
    if n > 8:
        told.online(9, beat=20)
        told.pass_(51)


# How it looks from afar.


@pytest.mark.parametrize("n", [1, 2, 5, 9, 12, 20, 200])
def test_all_of_a_page_is_in_sight_and_what_matters_is_read_from_five_metres(seen: Seen, tab: Tab, n: int) -> None:
    many(seen.told, n)
    seen.site.publish()
    tab.go(seen.home)
    assert tab.run("document.querySelectorAll('.tile').length") == min(n, 20)
    assert tab.run("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [1920, 1080]
    out = tab.run(
        "[...document.querySelectorAll('.tile, #head *, #foot *')].map((one) => one.getBoundingClientRect())"
        ".filter((it) => it.left < 0 || it.top < 0 || it.right > 1920 || it.bottom > 1080).length"
    )
    assert out == 0
    highs = tab.run(
        "[...document.querySelectorAll('.tile h2, .tile .told, .clock, .counts, .calls')].map((one) => {"
        "const pen = document.createElement('canvas').getContext('2d'), it = getComputedStyle(one);"
        "pen.font = `${it.fontWeight} ${it.fontSize} ${it.fontFamily}`;"
        "return pen.measureText('H').actualBoundingBoxAscent / 1080; })"
    )
    assert min(highs) >= FAR
    assert tab.run(CUT) == []
    assert max(tab.run(LOW)) <= 1
    assert tab.errors == []


@pytest.mark.parametrize("n", [1, 2, 4, 5, 9, 20, 200])
def test_a_television_may_stand_upright(seen: Seen, tab: Tab, n: int) -> None:
    many(seen.told, n)
    seen.site.publish()
    tab.size(1080, 1920)
    tab.go(seen.home)
    assert tab.run("[...document.querySelectorAll('.calls a')].every((one) => one.scrollWidth <= one.clientWidth + 1)")
    assert tab.run("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [1080, 1920]
    assert tab.run(CUT) == []
    assert max(tab.run(LOW)) <= 1


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_a_tile_says_of_itself_is_never_cut(seen: Seen, tab: Tab, language: str) -> None:
    for n in range(1, 21):
        seen.told.state(n, game(n, progress=0.9 if n < 5 else 0.1), help=n in (6, 7))
    seen.told.pass_(seen.told.wall.stuck + 50 * 60)
    for n in range(1, 8):
        seen.told.state(n, game(n, answers=41, progress=0.9 if n < 5 else 0.1), help=n in (6, 7))
    seen.told.wall.tables[id_of(6)].coming = True
    seen.told.state(8)
    seen.told.online(9, online=False)
    for n in (10, 11):
        seen.told.online(n, beat=20)
    seen.told.state(11)
    seen.told.pass_(60)
    seen.site.publish()
    tab.go(f"{seen.home}?language={language}")
    assert tab.run("document.querySelectorAll('.stuck').length") == 9
    assert tab.run("document.querySelectorAll('.away').length") == 3
    assert tab.run(CUT) == []


@pytest.mark.parametrize("name", ["Knuckle & Pick", "Wolfeschlegelsteinhausen", "María de los Ángeles", "Red"])
def test_a_long_name_stands_in_two_lines_where_tiles_are_small(seen: Seen, tab: Tab, name: str) -> None:
    for n in range(1, 21):
        made = game(n)
        person = moved(made.players[0], name=name)
        turn = moved(made.turn, seat=person.seat)  # type: ignore[type-var]
        tracks = made.tracks if n % 2 else []
        seen.told.state(n, moved(made, players=[person, *made.players[1:]], turn=turn, tracks=tracks))
    seen.site.publish()
    tab.go(seen.home)
    whole = (
        "[...document.querySelectorAll('.told.long')].filter((one) => one.scrollHeight <= one.clientHeight + 1).length"
    )
    assert tab.run(whole) == (20 if len(name) > 11 else 0)
    assert tab.run(CUT) == []
    assert max(tab.run(LOW)) <= 1
    low = tab.run(
        "[...document.querySelectorAll('.tile')].filter((tile) => [...tile.querySelectorAll('.bars, .players')].some("
        "(one) => one.getBoundingClientRect().bottom > tile.getBoundingClientRect().bottom + 1)).length"
    )
    assert low == 0
    title = "[...document.querySelectorAll('.told.long')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    assert min(tab.run(title), default=FAR * 1080 / 0.727) * 0.727 / 1080 >= FAR


@pytest.mark.long
def test_nothing_bright_stays_in_one_place(seen: Seen, tab: Tab) -> None:
    """Over an hour hardly any point of the glass is always bright, in no page and in no way in which it stands."""
    many(seen.told, 20)
    always: Image.Image | None = None
    for shift, part in product(range(4), (0.06, 0.31, 0.56, 0.81)):
        seen.told.now = 1000.0 + (SHIFT * 4 - EVENING % (SHIFT * 4)) + shift * SHIFT + 1
        seen.site.publish()
        tab.go(seen.home)
        tab.run(
            "document.getAnimations().forEach((one) => { one.pause();"
            f"one.currentTime = one.effect.getComputedTiming().duration * {part}; }})"
        )
        picture = Image.open(io.BytesIO(tab.picture())).convert("L").point(lambda it: 255 if it > 110 else 0)
        always = picture if always is None else ImageChops.darker(always, picture)
    assert always is not None
    bright = always.histogram()[255] / (1920 * 1080)
    assert bright < 0.0005


def test_a_tile_glides_to_its_new_place_and_the_others_are_left_alone(seen: Seen, tab: Tab) -> None:
    for n in (1, 2, 3):
        seen.told.state(n, game(n))
    seen.site.publish()
    tab.go(seen.home)
    mine = f"document.getElementById('t-{id_of(1)}').dataset.mine"
    seen.told.state(3, moved(game(3), turn=None))
    tell(seen)
    tab.until(f"{told_by(3)} === 'Everybody'")
    tab.run(f"{mine} = 'yes'")
    seen.told.state(2, moved(game(2), answers=41, turn=None))
    tell(seen)
    tab.until(f"{told_by(2)} === 'Everybody'")
    assert tab.run(mine) == "yes"
    seen.told.state(3, game(3), help=True)
    tell(seen)
    tab.until(f"document.querySelector('.tile').id === 't-{id_of(3)}'")
    assert tab.run("document.getAnimations().some((one) => one.effect.target.matches('.tile') && !one.animationName)")


def tell(seen: Seen) -> None:
    """Browsers are told, in the thread of the pages."""
    assert seen.loop is not None
    seen.loop.call_soon_threadsafe(seen.site.publish)


def test_pages_turn_by_themselves(seen: Seen, tab: Tab) -> None:
    for n in range(45):
        seen.told.state(n, game(n))
    seen.site.publish()
    tab.go(seen.home)
    for page, tiles in ((0, 20), (1, 20), (2, 5), (0, 20)):
        tab.until(f"document.querySelectorAll('.turning li')[{page}].className === 'on'")
        assert tab.run("document.querySelectorAll('.tile').length") == tiles
        seen.told.pass_(12)
        tell(seen)


def test_the_line_of_a_page_goes_on_when_tables_change_places(seen: Seen, tab: Tab) -> None:
    for n in range(45):
        seen.told.state(n, game(n))
    seen.site.publish()
    tab.go(seen.home)
    tab.until(f"{told_by(0)} === 'Father'")
    filling = "document.querySelector('.turning .on i').getAnimations()[0].currentTime"
    tab.until(f"{filling} > 700")
    seen.told.pass_(5)
    seen.told.state(3, game(3, progress=0.95))
    tell(seen)
    tab.until(f"document.querySelector('.tile').id === 't-{id_of(3)}'")
    assert tab.run(filling) > 700


@pytest.mark.parametrize("path", ["", "results", f"table/{id_of(2)}", "table/nobody"])
@pytest.mark.parametrize("size", [(390, 840), (1080, 1920), (1280, 720)])
def test_pages_are_as_wide_as_the_glass(seen: Seen, tab: Tab, path: str, size: tuple[int, int]) -> None:
    many(seen.told, 20)
    seen.told.state(2, moved(game(2), answers=50))
    seen.site.publish()
    tab.size(*size, mobile=size[0] == 390)
    tab.go(seen.home + path)
    assert tab.run("document.documentElement.scrollWidth") == size[0]
    assert tab.errors == []


# With a broker.


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker that is away is soon reported, and soon tried again."""
    monkeypatch.setattr(server, "SOON", 0.3)
    monkeypatch.setattr(link, "FIRST", 0.1)


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Broker]:
    with broker(tmp_path) as found:
        yield found


@pytest.fixture
def served(mosquitto: Broker) -> Iterator[WallServer]:
    made = WallServer(mosquitto.club, ["127.0.0.1"], 0, limited=False)
    wait_for(lambda: made.hearing.trouble is None)
    yield made
    made.close()


@pytest.fixture
def ear(mosquitto: Broker) -> Iterator[Ear]:
    found = Ear(mosquitto.club)
    yield found
    found.close()


def say(ear: Ear, n: int, *, seq: int = 1, played: GameSummary | None = None, help: bool = False) -> None:
    """Table ``n`` tells what it shows."""
    told = TableState(
        table=TableName(id_of(n), f"Table {n}"), at=iso(EVENING), seq=seq, game=played or game(n),
        help=Help(iso(EVENING)) if help else None,
    )  # fmt: skip
    ear.say(messages.online(id_of(n)), messages.encode(Online(online=True, name=f"Table {n}")))
    ear.say(messages.state(id_of(n)), messages.encode(told))


def told_by(n: int) -> str:
    """What the tile of a table says, for a script."""
    return f"document.querySelector('#t-{id_of(n)} .told')?.innerText"


def click(tab: Tab, selector: str) -> None:
    """A real click: only that lets a page make a sound."""
    x, y = tab.run(
        f"(() => {{ const it = document.querySelector({selector!r}).getBoundingClientRect();"
        "return [it.x + it.width / 2, it.y + it.height / 2]; })()"
    )
    tab.touch((x, y), finger=False)


def test_help_rings_and_somebody_comes(served: WallServer, ear: Ear, browser: Browser, tab: Tab) -> None:
    say(ear, 1)
    say(ear, 2)
    tab.go(served.home)
    tab.until(f"{told_by(2)} === 'Father'")
    click(tab, "#ring")
    tab.until("document.getElementById('ring').innerText === 'Rings here'")
    say(ear, 2, seq=2, help=True)
    tab.until("document.body.dataset.rung === '1'")
    assert tab.run(told_by(2)) == "Help!"
    assert "Table 2" in tab.run("document.querySelector('.calls').innerText")
    assert tab.run("document.querySelectorAll('form').length") == 0

    staff = browser.tab()
    staff.size(390, 840, mobile=True)
    staff.speak("es")
    staff.go(served.door)
    staff.tap("Responder desde este navegador")
    staff.until(f"{told_by(2)} === '¡Ayuda!'")
    staff.tap("Alguien va")
    wait_for(lambda: messages.help_answer(id_of(2)) in ear.last)
    staff.until(f"{told_by(2)} === 'En camino'")
    tab.until(f"{told_by(2)} === 'On the way'")
    assert tab.run("document.getElementById('head').dataset.calls") == ""
    say(ear, 2, seq=3)
    tab.until(f"{told_by(2)} === 'Father'")
    assert tab.errors == staff.errors == []


def test_a_table_that_goes_is_grey_and_comes_back(served: WallServer, ear: Ear, tab: Tab) -> None:
    say(ear, 1)
    tab.go(served.home)
    tab.until(f"{told_by(1)} === 'Father'")
    ear.say(messages.online(id_of(1)), messages.encode(Online(online=False)))
    tab.until(f"{told_by(1)}?.startsWith('Away ')")
    assert tab.run(f"getComputedStyle(document.getElementById('t-{id_of(1)}')).filter") == "grayscale(1)"
    say(ear, 1, seq=2)
    tab.until(f"{told_by(1)} === 'Father'")


def test_a_broker_that_is_away_is_reported_and_what_it_sends_later_comes_by_itself(
    served: WallServer, mosquitto: Broker, tab: Tab
) -> None:
    ear = Ear(mosquitto.club)
    say(ear, 1)
    tab.go(served.home)
    tab.until(f"{told_by(1)} === 'Father'")
    ear.close()
    mosquitto.kill()
    tab.until("document.querySelector('.broken')?.innerText.includes('nothing new is shown')")
    mosquitto.start()
    tab.until("!document.querySelector('.broken')")
    ear = Ear(mosquitto.club)
    say(ear, 1, seq=2, played=moved(game(), turn=None, answers=41))
    tab.until(f"{told_by(1)} === 'Everybody'")
    ear.close()


def test_a_wall_that_ends_is_reported_and_comes_back_by_itself(mosquitto: Broker, ear: Ear, tab: Tab) -> None:
    say(ear, 1)
    first = WallServer(mosquitto.club, ["127.0.0.1"], 0, limited=False)
    port = int(first.home.rpartition(":")[2].strip("/"))
    tab.go(first.home)
    tab.until(f"{told_by(1)} === 'Father'")
    first.close()
    tab.until("!document.getElementById('cut').hidden")
    assert tab.run(told_by(1)) == "Father"
    again = WallServer(mosquitto.club, ["127.0.0.1"], port, limited=False)
    try:
        say(ear, 1, seq=2, played=moved(game(), turn=None, answers=41))
        tab.until(f"document.getElementById('cut').hidden && {told_by(1)} === 'Everybody'")
    finally:
        again.close()


@pytest.mark.long
def test_a_table_that_went_with_its_broker_is_not_shown_as_playing(
    mosquitto: Broker, tab: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power of the machine that had both is cut. The broker comes back with what it had kept, the table does not;
    the wall has seen all of that, or begins afterwards."""
    monkeypatch.setattr(publishing, "BEAT", 1)
    table = Publisher(mosquitto.club, MemoryStore("abcdefgh12"))
    table.start()
    table.show(snapshot_of(new_game(ThousandChaos(), Random(3), digital=True)[0]), "game-1")
    walls = [WallServer(mosquitto.club, ["127.0.0.1"], 0, limited=False)]
    told = "document.querySelector('.tile .told')?.innerText"
    try:
        tab.go(walls[0].home)
        tab.until(f"{told} === 'Player 1'")
        with closing(Ear(mosquitto.club)) as ear:
            wait_for(lambda: b'"beat":1' in ear.last.get("companion/abcdefgh12/online", b""))
        time.sleep(4)
        assert tab.run(told) == "Player 1"
        mosquitto.kill()
        table.close()
        mosquitto.start()
        walls.append(WallServer(mosquitto.club, ["127.0.0.1"], 0, limited=False))
        for wall in walls:
            tab.go(wall.home)
            tab.until(f"/^Not heard since \\d\\d:\\d\\d$/.test({told})", 20)
    finally:
        for wall in walls:
            wall.close()


def test_garbage_on_every_topic_is_a_sentence_and_the_others_are_shown(served: WallServer, ear: Ear, tab: Tab) -> None:
    say(ear, 1)
    for topic in (f"companion/{id_of(2)}/online", f"companion/{id_of(2)}/state", "companion/Table 1/state"):
        for payload in (b"\xff" * 100, b"[" * 50_000, b'{"version":7}', b"x" * 10_000_000):
            ear.say(topic, payload)
    tab.go(served.home)
    tab.until(f"{told_by(1)} === 'Father'")
    tab.until("document.querySelector('.notice')?.innerText.length > 20")
    say(ear, 3)
    tab.until(f"{told_by(3)} === 'Father'")
    assert tab.errors == []


def test_a_broker_that_is_not_there_is_reported_on_the_empty_wall(tab: Tab) -> None:
    made = WallServer(Club("127.0.0.1", 1), ["127.0.0.1"], 0, limited=False)
    try:
        tab.go(made.home)
        tab.until("document.querySelector('.broken')?.innerText.includes('127.0.0.1')")
        assert "No table speaks yet" in tab.text()
    finally:
        made.close()
