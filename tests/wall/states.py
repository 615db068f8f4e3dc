"""Every state of the wall, for golden texts and pictures."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.club.messages import GameSummary, Person, SeatStanding
from companion.core.texts import T
from companion.wall.tiles import Pager
from tests.wall.tables import Seen, Told, game, id_of, moved, seeing, won
from tests.web.chromium import Browser, Tab
from tests.web.golden import PHONE, TELEVISION, Gallery

TITLES = {
    "newyork": "New York Crisis", "krysis": "Krysis", "thousand": "Ten Thousand", "escape": "Escape Plan",
    "crash": "Crash & Grab",
}  # fmt: skip


def varied(n: int) -> GameSummary:
    """A variant of a game for the ``n``-th table: other rulebook, tracks and progress."""
    made, title = game(n), list(TITLES)[n % len(TITLES)]
    people = [
        Person("red", "", "red", {"en": "Red", "es": "Rojo"}),
        Person("blue", "Beatriz", "blue", {"en": "Blue", "es": "Azul"}),
        Person("yellow", "", "yellow", {"en": "Yellow", "es": "Amarillo"}),
    ]
    seat, name = (("red", "Red"), ("blue", "Beatriz"), ("yellow", "Yellow"), (None, "Everybody"))[n % 4]
    turn = moved(made.turn, seat=seat, words={"en": f"{name} plays"})  # type: ignore[type-var]
    scores = [SeatStanding(one.seat, score, {}) for one, score in zip(people, (n * 311 % 97 * 50, 12, 8), strict=True)]
    words = {"en": TITLES[title], "es": TITLES[title]}
    if title in ("newyork", "escape"):
        tracks = [moved(made.tracks[0], value=n * 7 % 21), moved(made.tracks[1], value=n * 5 % 13)]
        return moved(made, title=title, words=words, tracks=tracks, standings=[], players=people, turn=turn)
    return moved(
        made, title=title, words=words, scenario=None, tracks=[], standings=scores, players=people, turn=turn
    )  # fmt: skip


def evening(told: Told, tables: int) -> None:
    """Several tables in mid-game, some of which need attention."""
    for n in range(1, tables + 1):
        told.state(n, varied(n))
    told.pass_(told.wall.stuck + 180)
    for n in range(1, tables + 1):
        if n % 9 != 4:
            told.state(n, moved(varied(n), answers=60, progress=0.95 if n % 8 == 2 else 0.3), help=n in (5, 6))
    for n in (3, 11, 14):
        if n <= tables:
            told.state(n, moved(varied(n), answers=61, over=won(won=n == 3 or None, winners=("blue",))))
    if tables > 6:
        told.wall.tables[id_of(6)].coming = True
        told.online(7, online=False)
        told.state(8)


def _one(seen: Seen) -> str:
    seen.told.state(2, varied(2), name="Window")
    return "/"


def _course(seen: Seen) -> str:
    evening(seen.told, 12)
    seen.told.state(5, moved(varied(5), uuid="before", over=won(winners=("red",))))
    for n in range(30):
        seen.told.pass_(90)
        tracks = [moved(varied(5).tracks[0], value=n * 2 // 3), moved(varied(5).tracks[1], value=n // 3)]
        seen.told.state(5, moved(varied(5), answers=70 + n, tracks=tracks), help=n > 28)
    return f"/table/{id_of(5)}"


def _of(tables: int, path: str = "/") -> Callable[[Seen], str]:
    def made(seen: Seen) -> str:
        evening(seen.told, tables)
        return path

    return made


def _answering(seen: Seen) -> str:
    evening(seen.told, 20)
    return f"/{seen.site.door}"


def _broken(seen: Seen) -> str:
    evening(seen.told, 6)
    seen.pages.broken = T(
        "{why} Since {time} nothing new is shown.", why=T("The broker has not answered yet."), time="20:13"
    )
    return "/"


STATES: dict[str, Callable[[Seen], str]] = {
    "empty": lambda seen: "/",
    "one table": _one,
    "four tables": _of(4),
    "twelve tables": _of(12),
    "twenty tables": _of(20),
    "two hundred tables": _of(200),
    "who may answer": _answering,
    "the broker is away": _broken,
    "results": _of(20, "/results"),
    "a table": _course,
    "no such table": _of(1, "/table/nobody"),
}
"""The states: what the tables report, and the path of the page."""


@contextmanager
def at_greenwich() -> Iterator[None]:
    """Fix the time zone, so that times are the same everywhere."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    time.tzset()
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        time.tzset()


@dataclass(frozen=True)
class Shown:
    """A page of the wall in a tab."""

    tab: Tab
    address: str

    def load(self, language: str, theme: str) -> None:
        """Load it in a language; the wall has one colour scheme."""
        self.tab.go(f"{self.address}?language={language}")
        self.tab.run("document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 0; })")


def everything(browser: Browser) -> Iterator[tuple[str, Shown]]:
    """Each state by its name."""
    for state, told in STATES.items():
        with at_greenwich(), seeing() as seen:
            tab, path, home = browser.tab(), told(seen), seen.home.rstrip("/")
            seen.pages.turning = Pager(seen.told.wall)
            seen.site.publish()
            tab.go(home + path)
            if path.startswith("/let-in"):
                tab.run("document.querySelector('form button').click()")
                tab.until("document.querySelector('.tile')")
                path = "/"
            yield state, Shown(tab, home + path)


WALL = Gallery(
    Path(__file__).parent / "golden" / "wall.txt",
    everything,
    PHONE,
    TELEVISION,
    {"twelve tables": (TELEVISION, "night")},
)
