"""One machine for all tests that do not break it, booted once, with a disk as it was built; one with the companion."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from deploy.machines import cargo
from deploy.machines.machine import RUNNING, Machine
from deploy.machines.reader import Reader
from deploy.machines.recipe import Kind
from tests.machine.table import Table

KNOWN = "checkout"
"""Which checkout is installed in a machine, beside its disk."""
FILES = "/srv/files"
"""What was in it before."""


def list_files(machine: Machine, to: str) -> None:
    """All that is on its disk but /srv, which is ours: name, kind, rights and owner, of files how long they are."""
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
    """The companion as deploy/install puts it on a machine; installed anew where the checkout has changed."""
    found = Machine(kind, RUNNING / f"installed-{kind}")
    found.pull_plug()
    known = found.folder / KNOWN
    whole = known.exists() and known.read_text() == cargo.fingerprint()
    found.boot(fresh=not whole)
    if not whole:
        list_files(found, FILES)
        cargo.install(found)
        known.write_text(cargo.fingerprint())
    yield found
    found.power_off()


@pytest.fixture
def table(installed: Machine) -> Iterator[Table]:
    """The machine with a game on its screen that asks for a roll."""
    found = Table(installed)
    found.lay_out()
    yield found
    found.clear()


@pytest.fixture(scope="module")
def frozen(installed: Machine) -> Iterator[Machine]:
    """A machine in which a game stands on the screen, and that can go on from that moment again and again."""
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
