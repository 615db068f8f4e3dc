"""Updates, over a running game: the new version goes on at the same question, or the one before comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.images.parts import CHECKOUT
from tests.machine.machine import INSTALL_TIMEOUT
from tests.machine.table import ALIKE, Table

NEXT = "/srv/next"
CURRENT = "readlink /opt/companion/current"
NOTICE = 0.25
"""So much of the picture is different at most while a notice lies on it."""


@pytest.fixture
def version(table: Table) -> Iterator[str]:
    """The version that runs; the one that runs again afterwards."""
    found = table.machine.ask(CURRENT)
    yield found
    table.machine.ask(f"{CHECKOUT}/deploy/install", INSTALL_TIMEOUT)
    assert table.machine.ask(CURRENT) == found


def change(table: Table, file: str, line: str) -> None:
    """Put another version into the machine: the same but for a line more."""
    table.machine.ask(f"rm -rf {NEXT}; cp -a {CHECKOUT} {NEXT}; echo '{line}' >>{NEXT}/{file}")


def test_a_new_version_goes_on_at_the_same_question(table: Table, version: str, tmp_path: Path) -> None:
    expected, log, pid = table.elsewhere(tmp_path), table.log(), table.pid
    change(table, "companion/__init__.py", "# Newer.")
    table.machine.ask(f"{NEXT}/deploy/install", INSTALL_TIMEOUT)
    table.wait(lambda: table.pid not in (0, pid) and table.active, 60)
    assert table.machine.ask(CURRENT) != version
    table.wait(lambda: table.machine.screen().differs(expected) < ALIKE)
    table.wait(lambda: table.machine.run("test -e /opt/companion/probation").status != 0)
    assert table.log() == log


def test_a_new_version_that_shows_no_picture_gives_way_to_the_one_before(
    table: Table, version: str, tmp_path: Path
) -> None:
    expected, log = table.elsewhere(tmp_path), table.log()
    change(table, "ui/app/main.py", 'raise SystemExit("broken")')
    table.machine.ask(f"{NEXT}/deploy/install", INSTALL_TIMEOUT)
    table.wait(lambda: table.machine.ask(CURRENT) == version and table.active, 120)
    assert "did not get to its first picture in three tries" in table.said()
    # The screen says so, too, above the question, until that is tapped.
    table.wait(lambda: ALIKE < table.machine.screen().differs(expected) < NOTICE)
    table.machine.touch.tap((0.5, 0.1))
    table.wait(lambda: table.machine.screen().differs(expected) < ALIKE)
    assert table.log() == log
