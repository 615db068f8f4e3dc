"""Measures for ``companion bench``: does a tap take longer while the table publishes to a broker?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from companion.bench import Measure, Subject, median_of, p95, unmeasured
from companion.club.simulation.broker import broker_of_its_own, mosquitto_here
from companion.core.texts import T
from ui.bench import off_screen
from ui.bench.report import REST, SIZES


def broker(subject: Subject) -> Iterator[Measure]:
    """Taps with and without a broker, alternately in one run; nothing if there is no screen or no broker."""
    mosquitto = mosquitto_here()
    if mosquitto is None or find_spec("paho") is None:
        unmeasured(T("A club is measured where mosquitto is installed, and the companion with [club]."))
        return
    with (
        tempfile.TemporaryDirectory(prefix="companion-bench-") as home,
        broker_of_its_own(mosquitto, Path(home)) as settings,
    ):
        about = (subject.game.name, subject.loaded.source, subject.seconds, 0, *SIZES[0], REST, settings.port)
        taps = off_screen.alternating("ui.bench.broker_program", home, *about)
    if taps is None:
        return
    alone, publishing = taps
    for name, what, walls in (
        ("club.alone", T("screen, tap to picture without a broker"), alone),
        ("club.tap", T("screen, tap to picture while a broker is told"), publishing),
    ):
        late = T("95th percentile {late} ms; with a broker and without by turns in one run", late=round(p95(walls)))
        yield median_of(name, what, "ms", walls, note=late)
