"""The pytest side of ``tests.mutants``: enable one mutant after another and run the tests that reach it.

Tests are collected once. Each mutant runs in a forked process, until a test fails. A mutant that is reached during
import or collection runs in a new pytest.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import _lru_cache_wrapper, partial
from itertools import zip_longest
from pathlib import Path
from resource import RLIMIT_AS, setrlimit
from time import monotonic, process_time

import pytest
from hypothesis import Phase, settings

from companion import mutant

LIMIT = 240.0
"""Processor seconds per mutant; remaining tests are skipped."""
PATIENCE = 20
"""Timeouts: a factor of a test's usual time, additional seconds, and minutes for a whole run."""
MEMORY = 4 << 30
SEEN = Path("seen.json")
ENDS = {0: "survived", -signal.SIGPROF: "hung", -signal.SIGALRM: "hung"}

seen: dict[str, tuple[float, list[int]]] = {}
"""For each test, its duration and the mutants it reaches."""


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    # Hypothesis need not shrink failing examples.
    settings.register_profile("mutants", settings.default, phases=[Phase.explicit, Phase.generate], database=None)
    settings.load_profile("mutants")
    if mutant.awake >= 0:
        signal.alarm(60 * PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    if mutant.awake >= 0:
        if session.testsfailed:
            os._exit(1)
        seen.update(json.loads(SEEN.read_text()))
        tried([item for item in session.items if item.nodeid in seen])
        return True
    early = frozenset(mutant.reached)
    gc.freeze()
    apart(partial(watched, session.items))
    seen.update(json.loads(SEEN.read_text()))
    print(f"{len(seen)} tests in {sum(took for took, _ in seen.values()):.0f} s", flush=True)
    for item in session.items:
        if item.nodeid not in seen:
            print(f"left out, fails by itself: {item.nodeid}", flush=True)
    told, ends = json.loads(Path("mutants.json").read_text()), Counter[str]()
    for number in map(int, os.environ["MUTANTS"].split()):
        since = monotonic()
        reach = [item for item in session.items if item.nodeid in seen and number in seen[item.nodeid][1]]
        end = ENDS.get(apart(partial(woken, number, reach)), "killed") if reach else "unreached"
        tests = len(reach)
        if end in ("survived", "unreached") and number in early:
            end, tests = ENDS.get(anew(number), "killed"), len(seen)
        ends[end] += 1
        line, _, difference = told[number].partition("\n")
        print(f"{number:4} {end:9} {monotonic() - since:4.0f} s {tests:5} tests  {line}", flush=True)
        if end != "killed":
            print(difference, flush=True)
    print(dict(ends))
    return True


def apart(work: Callable[[], None]) -> int:
    """Run a function silently in a forked process; returns how it ended."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # kill leftover processes
        return os.waitstatus_to_exitcode(status)
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    work()
    os._exit(0)


def watched(items: Sequence[pytest.Item]) -> None:
    """Run each test in isolation and record what it reaches, if it passes."""
    kept = [cache for cache in gc.get_objects() if isinstance(cache, _lru_cache_wrapper)]
    ours = [cache for cache in kept if cache.__module__.startswith(("companion", "tests"))]
    for item, after in zip_longest(items, items[1:]):
        for cache in ours:
            cache.cache_clear()
        mutant.reached.clear()
        failed.clear()
        since = process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if not failed:
            seen[item.nodeid] = process_time() - since, sorted(mutant.reached)
    SEEN.write_text(json.dumps(seen))


def woken(number: int, items: Sequence[pytest.Item]) -> None:
    mutant.awake, os.environ["MUTANT"] = number, str(number)
    setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
    signal.alarm(60 * PATIENCE)
    tried(items)


def tried(items: Sequence[pytest.Item]) -> None:
    """Run tests until one fails or hangs: those that reach the mutant first, fastest first."""
    until = process_time() + LIMIT
    order = sorted(items, key=lambda item: (mutant.awake not in seen[item.nodeid][1], seen[item.nodeid][0]))
    for item, after in zip_longest(order, order[1:]):
        if process_time() > until:
            break
        signal.setitimer(signal.ITIMER_PROF, PATIENCE * (1 + seen[item.nodeid][0]))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if failed:
            os._exit(1)


def anew(number: int) -> int:
    """Run the tests in a new pytest with the mutant enabled from the start."""
    command = [sys.executable, "-m", "pytest", *sys.argv[1:]]
    env = {**os.environ, "MUTANT": str(number)}
    nowhere = subprocess.DEVNULL
    return subprocess.run(command, env=env, stdout=nowhere, stderr=nowhere, check=False).returncode


failed: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        failed.append(report.nodeid)
