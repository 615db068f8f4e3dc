"""Dice that were learned once, for all tests here: on a good evening, with a light that no test uses again."""

from __future__ import annotations

from random import Random

import pytest

from hardware.camera.templates import Learned
from tests.hardware.camera.evenings import learn
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera

STRAIGHT = Camera()


@pytest.fixture(scope="session")
def newyork() -> Learned:
    return learn(dice()["newyork"], Random(1), STRAIGHT)


@pytest.fixture(scope="session")
def thousand() -> Learned:
    return learn(dice()["thousand"], Random(3), STRAIGHT)


@pytest.fixture(scope="session")
def crash() -> Learned:
    return learn(dice()["crash"], Random(2), STRAIGHT)
