"""What phones add to ``companion bench`` for the screen: whether a tap takes longer while fifty of them look."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec

import msgspec

from companion.bench import Measure, Subject, late_of, median_of
from companion.bench.crowd import PHONES
from companion.core.texts import T
from ui.bench.report import OFF_SCREEN, REST, SIZES


def crowded(subject: Subject) -> Iterator[Measure]:
    """Taps by turns without phones and with them, in one run; nothing where screen or pages cannot be shown."""
    if find_spec("starlette") is None:
        return
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as home:
        about = [subject.game.name, subject.loaded.source, subject.seconds, 0, *SIZES[0], REST]
        environment = {**os.environ, **OFF_SCREEN, "COMPANION_SCREEN_HOME": home, "XDG_CONFIG_HOME": home}
        done = subprocess.run(
            [sys.executable, "-m", "ui.bench.beside_phones", *map(str, about)],
            env=environment, text=True, capture_output=True, check=False, cwd=home,
        )  # fmt: skip
    if done.returncode:
        return
    alone, with_phones = msgspec.json.decode(done.stdout.splitlines()[-1], type=tuple[list[float], list[float]])
    for name, what, walls in (
        ("crowded.alone", T("screen, tap to picture without phones"), alone),
        ("crowded.tap", T("screen, tap to picture while {phones} phones look", phones=PHONES), with_phones),
    ):
        late = T("95th percentile {late} ms; with phones and without by turns in one run", late=round(late_of(walls)))
        yield median_of(name, what, "ms", walls, note=late)
