"""Measures for ``companion bench``: does a tap take longer while fifty phones watch?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib.util import find_spec

from companion.bench import Measure, Subject, median_of, p95, unmeasured
from companion.bench.phone_clients.crowd import PHONES
from companion.bench.phones import NO_PAGES
from companion.core.texts import T
from ui.bench import off_screen
from ui.bench.report import REST, SIZES


def phones(subject: Subject) -> Iterator[Measure]:
    """Taps with and without phones, alternately in one run; nothing if there is no screen or no web server."""
    if find_spec("starlette") is None:
        unmeasured(NO_PAGES)
        return
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as home:
        about = (subject.game.name, subject.loaded.source, subject.seconds, 0, *SIZES[0], REST)
        taps = off_screen.alternating("ui.bench.phones_program", home, *about)
    if taps is None:
        return
    alone, with_phones = taps
    for name, what, walls in (
        ("crowded.alone", T("screen, tap to picture without phones"), alone),
        ("crowded.tap", T("screen, tap to picture while {phones} phones look", phones=PHONES), with_phones),
    ):
        late = T("95th percentile {late} ms; with phones and without by turns in one run", late=round(p95(walls)))
        yield median_of(name, what, "ms", walls, note=late)
