"""Benchmarks of phones at a table: latency, memory, and timing leaks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from statistics import mean

import msgspec

from companion.bench.measure import Measure, Subject, median_of, p95, unmeasured
from companion.bench.phone_clients.crowd import PHONES
from companion.bench.phone_clients.shared_table import Shared
from companion.bench.timing_leak import separations
from companion.core.texts import T

NO_PAGES = T("Phones are not measured: the companion is installed without [web].")
REACH_MS = 250.0
REACH_MB = 40.0
ROUNDS, PAGES = 40, 40
BY_CHANCE = 6.0
"""Nearly three standard errors (2.1, measured) of the mean of these rounds: by chance in fewer than 1 of 100 runs."""


def phones(subject: Subject) -> Iterator[Measure]:
    """Measure fifty simulated phones; nothing without the web dependencies."""
    if find_spec("starlette") is None:
        unmeasured(NO_PAGES)
        return
    module = "companion.bench.phone_clients.shared_table"
    command = [sys.executable, "-m", module, subject.game.name, subject.loaded.source, str(subject.seconds)]
    done = subprocess.run(command, text=True, capture_output=True, check=True)
    found = msgspec.json.decode(done.stdout, type=Shared)
    all_ = [late for answer in found.late for late in answer]
    note = T("{phones} phones in a process of their own, {answers} answers", phones=PHONES, answers=len(found.late))
    yield median_of("phones.late", T("an answer on a phone"), "ms", all_, note=note)
    what = T("an answer on a phone, 95th percentile")
    yield median_of("phones.late95", what, "ms", [p95(all_)], reach=REACH_MS, note=note)
    grown = [found.after - found.before]
    yield median_of("phones.memory", T("memory that phones take"), "MB", grown, reach=REACH_MB, note=note)
    differences = separations(subject, ROUNDS, PAGES)
    if differences:
        note = T("{n} pairs of tables that differ in a secret alone, {m} pages each; 50 tells all", n=ROUNDS, m=PAGES)
        apart = [abs(mean(differences))]
        what = T("phones, how far a page's time tells a secret")
        yield median_of("phones.secret", what, "%", apart, reach=BY_CHANCE, note=note)
