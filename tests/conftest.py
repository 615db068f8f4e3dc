"""Fixtures for all tests: English by default, and freshly compiled Spanish."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import engine

from companion.games import registry
from companion.packs import folder
from companion.packs.loader import BUNDLED
from tests import daily
from tests.installed import BUNDLED_GAMES

if TYPE_CHECKING:
    from tests.web.chromium import Browser

SHRINKING = 20
"""Seconds in which a failing example is made smaller."""
LIMIT = 420
"""Seconds that a test may take; the longest takes half a minute on a quiet machine."""
WHOLE, MACHINE = 3, 20
"""So many times as long with ``--all``, of which all has to end in 45 minutes; and in a whole machine."""
STDERR = pytest.StashKey[int]()
"""Where a test that hangs is told, whatever the test has made of it."""

os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)
# The developer's own boxes and games are neither read nor written.
_nobody = tempfile.TemporaryDirectory(prefix="nobody-")
os.environ["XDG_DATA_HOME"] = _nobody.name
registry._found = lambda: BUNDLED_GAMES
# Nothing here has to outlive a power cut; those that are tried are tried in processes of their own.
os.fsync = lambda fd: None


_read_box, _bundled = folder._read_box, dict[Path, tuple[folder.ReadBox, bytes]]()


def _read_once(path: Path) -> folder.ReadBox:
    """Bundled boxes, which nothing writes, are parsed once; each who reads one gets content to change at will."""
    if path.parent != BUNDLED:
        return _read_box(path)
    if path not in _bundled:
        found = _read_box(path)
        _bundled[path] = found, msgspec.json.encode(found.content)
    found, content = _bundled[path]
    return msgspec.structs.replace(found, content=msgspec.json.decode(content, type=folder.Content))


folder._read_box = _read_once


def _compile(catalogue: Path) -> None:
    compiled = catalogue.with_suffix(".mo")
    if compiled.exists() and compiled.stat().st_mtime >= catalogue.stat().st_mtime:
        return
    with catalogue.open("rb") as words:
        found = read_po(words)
    beside = compiled.with_suffix(f".{os.getpid()}")
    with beside.open("wb") as file:
        write_mo(file, found)
    beside.replace(compiled)


for _found in Path(__file__).parent.parent.glob("companion/locale/*/LC_MESSAGES/companion.po"):
    _compile(_found)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="Try every combination, and each random game and example.")
    parser.addoption("--limit", type=int, help="Seconds that a test may take; 0: as many as it likes.")
    parser.addoption("--machine", action="store_true", help="Run tests/machine, in a whole machine that is booted.")
    parser.addoption("--arch", default="amd64", help="What that machine is: amd64 or arm64.")
    parser.addoption("--suite", default="bookworm", help="Which Debian is on it: bookworm or trixie.")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Virtual machines are tested only on request, and then nothing else is."""
    machine = Path(__file__).with_name("machine")
    inside = collection_path.is_relative_to(machine)
    if config.getoption("--machine"):
        return None if inside or machine.is_relative_to(collection_path) else True
    return True if inside else None


def pytest_configure(config: pytest.Config) -> None:
    config.stash[STDERR] = os.dup(2)
    daily.everything = config.getoption("--all")
    # A failing example is made smaller for a moment only, where it would be for five minutes: most are the seed of a
    # game, which says as much as it is. Hypothesis has no setting for it.
    engine.MAX_SHRINKING_SECONDS = SHRINKING
    # Timing on a busy machine says nothing about the code.
    slow, examples = [HealthCheck.too_slow], daily.share(settings.default.max_examples)
    settings.register_profile("share", max_examples=examples, suppress_health_check=slow)
    settings.load_profile("share")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test that hangs fails where it does; if it does not end then, its process does, and the others go on."""
    told = item.config.getoption
    limit = LIMIT * (MACHINE if told("--machine") else WHOLE if told("--all") else 1)
    if told("--limit") is not None:
        limit = told("--limit")

    def fail(_: int, __: object) -> None:
        faulthandler.dump_traceback(item.config.stash[STDERR])
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(1 + limit // 4)
        pytest.fail(f"takes longer than {limit} seconds")

    signal.signal(signal.SIGALRM, fail)
    signal.alarm(limit)
    try:
        return (yield)
    finally:
        signal.alarm(0)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = daily.thinned_out(items)


# Combinations are counted during collection, by every worker, and during the run.
_collected: Counter[str] = Counter()
_counts: list[tuple[Counter[str], Counter[str]]] = []


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays; to look through it for garbage again and again took seven seconds."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    _collected.update(daily.counted)
    # Collected objects live to the end; scanning them again took a quarter of the time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 10)


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["counted"] = (dict(_collected), dict(daily.counted - _collected))
    else:
        _counts.append((_collected, daily.counted - _collected))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    if counts := getattr(node, "workeroutput", {}).get("counted"):
        _counts.append((Counter(counts[0]), Counter(counts[1])))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    counted: Counter[str] = Counter()
    for collected, _ in _counts:
        counted |= collected  # The same in every worker, and nothing in the process that started them.
    for _, run in _counts:
        counted += run
    terminalreporter.write_line(daily.told(counted))


@pytest.fixture(scope="session")
def _browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    from tests.web.chromium import chromium  # noqa: PLC0415 - most tests need no browser

    with chromium(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture
def browser(_browser: Browser) -> Iterator[Browser]:
    """A browser without pages; those that a test opens are closed after it."""
    yield _browser
    _browser.close_tabs()
