"""Shared virtual machines: a plain one, and one with the companion installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from deploy.images.parts import Kind, fingerprint
from tests.machine.devices import Reader
from tests.machine.machine import RUNNING, Machine
from tests.machine.table import Table

KNOWN = "checkout"
"""The installed checkout, noted beside the disk."""
FILES = "/srv/files"
"""The original files."""


def list_files(machine: Machine, to: str) -> None:
    """All files outside /srv: name, kind, permissions, owner, and length."""
    form = r"-type f -printf '%p %m %u %g %s\n' -o -printf '%p %y %m %u %g\n'"
    machine.ask(rf"find / -xdev -path /srv -prune -o \( {form} \) | sort >{to}")


@pytest.fixture(scope="session")
def kind(request: pytest.FixtureRequest) -> Kind:
    return Kind(request.config.getoption("--arch"), request.config.getoption("--suite"))


@pytest.fixture(scope="session")
def machine(kind: Kind) -> Iterator[Machine]:
    found = Machine(kind, RUNNING / f"test-{kind}")
    found.pull_plug()
    found.boot(fresh=True)
    yield found
    found.forget()


@pytest.fixture
def reader(machine: Machine) -> Iterator[Reader]:
    with Reader(machine) as found:
        yield found


@pytest.fixture(scope="session")
def installed(kind: Kind) -> Iterator[Machine]:
    """The machine after deploy/install, reinstalled if the checkout has changed."""
    found = Machine(kind, RUNNING / f"installed-{kind}")
    found.pull_plug()
    known = found.folder / KNOWN
    whole = known.exists() and known.read_text() == fingerprint()
    found.boot(fresh=not whole)
    if not whole:
        list_files(found, FILES)
        found.install()
        known.write_text(fingerprint())
    yield found
    found.power_off()


@pytest.fixture
def table(installed: Machine) -> Iterator[Table]:
    """The machine with a game that asks for a roll."""
    found = Table(installed)
    found.lay_out()
    yield found
    found.clear()


@pytest.fixture(scope="module")
def frozen(installed: Machine) -> Iterator[Machine]:
    """A machine snapshot with a running game, which can be resumed repeatedly."""
    table = Table(installed)
    table.lay_out()
    installed.unplug_reader()
    installed.ask("sync")
    installed.power_off()
    found = Machine(installed.kind, RUNNING / f"frozen-{installed.kind}")
    found.forget()
    shutil.copytree(installed.folder, found.folder)
    found.boot()
    found.unplug_reader()
    Table(found).wait(lambda: Table(found).active, 60)
    found.freeze()
    yield found
    found.forget()
    installed.boot()
