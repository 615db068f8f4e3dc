"""Benchmarks of phones at a table: latency, memory, and whether response times tell a secret.

``python -m tests.bench.phones GAME PACK SECONDS`` is a table with fifty phone clients; it prints measures.
"""

from __future__ import annotations

import http.client
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from statistics import mean
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.bench import Measure, Subject, advised, go_on, median_of, memory_mb, p95, play_on
from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.bench.crowd import PHONES, Crowd, let_in

if TYPE_CHECKING:
    from companion.web.app import WebServer
    from companion.web.service import TableService

REACH_MS = 250.0
REACH_MB = 40.0
ROUNDS, PAGES = 40, 40
BY_CHANCE = 6.0
"""Nearly three standard errors (2.1, measured) of the mean of these rounds: by chance in fewer than 1 of 100 runs."""
LEAST, WARM = 40, 30
"""Minimum number of measured answers; number of log entries before the measurement starts."""
MOST_STEPS = 200
MOST_LUCK = 50


def phones(subject: Subject) -> Iterator[Measure]:
    """Measure fifty simulated phones."""
    command = [
        sys.executable,
        "-m",
        "tests.bench.phones",
        subject.game.name,
        subject.loaded.source,
        str(subject.seconds),
    ]
    done = subprocess.run(command, text=True, capture_output=True, check=True)
    found = msgspec.json.decode(done.stdout, type=Shared)
    all_ = [late for answer in found.late for late in answer]
    note = f"{PHONES} phones in a process of their own, {len(found.late)} answers"
    yield median_of("phones.late", "an answer on a phone", "ms", all_, note=note)
    what = "an answer on a phone, 95th percentile"
    yield median_of("phones.late95", what, "ms", [p95(all_)], reach=REACH_MS, note=note)
    grown = [found.after - found.before]
    yield median_of("phones.memory", "memory that phones take", "MB", grown, reach=REACH_MB, note=note)
    differences = separations(subject, ROUNDS, PAGES)
    if differences:
        note = f"{ROUNDS} pairs of tables that differ in a secret alone, {PAGES} pages each; 50 tells all"
        apart = [abs(mean(differences))]
        what = "phones, how far a page's time tells a secret"
        yield median_of("phones.secret", what, "%", apart, reach=BY_CHANCE, note=note)


class Shared(Struct):
    """Results: for each answer the milliseconds until each phone showed it; memory in MB before and with phones."""

    late: list[list[float]]
    before: float
    after: float


def share_table(name: str, source: str, seconds: float) -> Shared:
    """Play, waiting after each answer until all phones show it."""
    game = load_game(name)
    loaded = load_pack(game, source)
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][: game.rules.seat_limits(loaded.pack)[1]]
    session, luck = Session(Table(game, loaded, seats, {}, dealer=Dealer("bench"))), random.Random(1)
    play_on(session, WARM, luck)
    before = memory_mb()
    from companion.web.app import WebServer  # noqa: PLC0415
    from companion.web.service import TableService  # noqa: PLC0415 - what it takes counts

    service = TableService(session, seats)
    session.changed = service.changed
    keys = let_in(service.registry)
    server = WebServer(service, ["127.0.0.1"], 0, limited=False)
    crowd = Crowd(server.port, keys)
    try:
        late = list(_answers(service, crowd, keys, luck, seconds))
    finally:
        crowd.close()
        server.close()
    return Shared(late, before, memory_mb())


def _answers(
    service: TableService, crowd: Crowd, keys: Sequence[str], luck: random.Random, seconds: float
) -> Iterator[list[float]]:
    """For each answer, the milliseconds until each phone showed it."""
    from companion.web.views import Viewer, moment  # noqa: PLC0415 - as above

    def moments() -> list[str]:
        phones = [service.registry.phone(key) for key in keys]
        return [moment(service.session, Viewer(tuple(phone.seats) if phone else ())) for phone in phones]

    def meanwhile() -> None:
        service.run(0.001)

    crowd.arrive(meanwhile)
    end, count = time.monotonic() + seconds, 0
    while service.session.mode != "over" and (count < LEAST or time.monotonic() < end):
        start, count = time.monotonic(), count + 1
        go_on(service.session, luck)
        yield [(at - start) * 1_000 for at in crowd.wait(moments(), meanwhile)]


# What response times tell


def separations(subject: Subject, rounds: int, pages: int) -> list[float]:
    """How much later the page of one secret comes than that of another, from -50 to 50, once per round.

    Two servers differ in speed whatever they hide, so each round has new ones, started in alternating order: only the
    mean of many rounds says something about the secret. Empty if the game has no secrets.
    """
    found = []
    for n in range(rounds):
        one, other = _response_times(subject, pages, swapped=n % 2 == 1)
        if one:
            found.append(_separation(one, other))
    return found


def _response_times(subject: Subject, pages: int, *, swapped: bool) -> tuple[list[float], list[float]]:
    """Response times of a spectator's page in seconds, ``pages`` for each table, in random order; ``swapped``: the
    server of the second table starts first. Empty if the game has no secrets."""
    from companion.web.app import WebServer  # noqa: PLC0415
    from companion.web.service import TableService  # noqa: PLC0415 - only where pages can be shown

    found: tuple[list[float], list[float]] = [], []
    twins = _twins(subject)
    services = [TableService(session, session.table.setup.seats) for session in (twins[::-1] if swapped else twins)]
    if not services:
        return found
    ended = threading.Event()
    with ThreadPoolExecutor(len(services)) as tables, ExitStack() as stack:
        servers = [WebServer(service, ["127.0.0.1"], 0, limited=False) for service in services]
        for server in servers:
            stack.callback(server.close)
        stack.callback(ended.set)
        keys = []
        for service in services:
            key, phone = service.registry.request_access("", None, 0.0, "en")
            service.registry.answer(phone.request_number, yes=True, now=0.0)
            keys.append(key)
            tables.submit(_run, service, ended)
        order = [0, 1] * pages
        random.Random(1).shuffle(order)
        for which in order:
            services[which].submit(services[which].changed).result()
            found[which].append(_time(servers[which], keys[which]))
    return found[::-1] if swapped else found


def _separation(one: Sequence[float], other: Sequence[float]) -> float:
    """Percentage of pairs above chance in which the first sample is larger, -50 to 50."""
    later = sum((a > b) + (a == b) / 2 for a in one for b in other)
    return (later / (len(one) * len(other)) - 0.5) * 100


def _twins(subject: Subject) -> list[Session]:
    """Two games that differ in the answer to the first secret question; empty if there is none."""
    one = _in_secret(subject)
    for luck in range(MOST_LUCK if one is not None else 0):
        other = _in_secret(subject)
        if one is None or other is None:
            break
        answers = [advised(session, random.Random(seed)) for session, seed in ((one, MOST_LUCK), (other, luck))]
        if answers[0] != answers[1]:
            one.answer(answers[0])
            other.answer(answers[1])
            return [one, other]
    return []


def _in_secret(subject: Subject) -> Session | None:
    """A game up to its first secret question, with all private settings on."""
    game, loaded = subject.game, subject.loaded
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][: game.rules.seat_limits(loaded.pack)[1]]
    choices = game.rules.setup_choices(loaded.pack)
    settings = {one.key: "private" for one in choices if "private" in dict(one.values)}
    session, luck = Session(Table(game, loaded, seats, settings, dealer=Dealer("twins"))), random.Random(1)
    for _ in range(MOST_STEPS):
        ask = session.table.ask
        if session.mode == "over":
            break
        if ask.only is not None and not is_chance(ask) and not session.pages:
            return session
        go_on(session, luck)
    return None


def _run(service: TableService, ended: threading.Event) -> None:
    while not ended.is_set():
        service.run(0.02)


def _time(server: WebServer, key: str) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    try:
        connection.connect()
        start = time.perf_counter()
        connection.request("GET", "/", headers={"Cookie": f"key-{server.port}={key}"})
        connection.getresponse().read()
        return time.perf_counter() - start
    finally:
        connection.close()


if __name__ == "__main__":
    print(msgspec.json.encode(share_table(sys.argv[1], sys.argv[2], float(sys.argv[3]))).decode())
