"""Time as a machine has it, of which nothing passes while its host has no time for it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from deploy.images.parts import Trouble
from tests.machine.machine import Stopwatch


def test_what_the_thread_that_waited_longest_has_waited_does_not_count(tmp_path: Path) -> None:
    schedule(tmp_path, one=2, other=7)
    before = time.monotonic()
    watch = Stopwatch(tmp_path)
    schedule(tmp_path, one=5, other=8, newer=60)
    passed = watch.passed()
    assert -3 <= passed <= time.monotonic() - before - 3


def test_a_machine_that_has_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="The machine has gone"):
        Stopwatch(tmp_path / "task")


def schedule(folder: Path, **waited: int) -> None:
    """As Linux writes it: for each thread nanoseconds that it ran, nanoseconds that it waited, and how often."""
    for thread, seconds in waited.items():
        (folder / thread).mkdir(exist_ok=True)
        (folder / thread / "schedstat").write_text(f"123456789 {seconds}000000000 42\n")
