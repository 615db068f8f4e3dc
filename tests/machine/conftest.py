"""One machine for all tests that do not break it, booted once, with a disk as it was built."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deploy.machines.machine import RUNNING, Machine
from deploy.machines.reader import Reader
from deploy.machines.recipe import Kind


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
