"""Each state of the wall looks as its golden pictures: nothing moved or went or changed its colour unmeant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.sameness import difference
from tests.wall.pictures import GOLDENS, STATES, photographs, smaller
from tests.web.chromium import Browser

RENEW = "\nIf a picture is meant to be so: python -m tests.wall.pictures FOLDER --keep"


@pytest.mark.parametrize("state", STATES)
def test_the_wall_looks_as_its_golden_pictures(browser: Browser, state: str, tmp_path: Path) -> None:
    faults, wanted = [], GOLDENS.golden(state)
    for way, found in photographs(browser, state).items():
        apart = difference(wanted[way], smaller(found, way)) if wanted else None
        if apart is None or not apart.same:
            found.save(file := tmp_path / f"{way.size[0]}-{way.language}.png")
            faults.append(f"{way}: {apart}; {file}")
    assert not faults, "\n".join(faults) + RENEW


def test_no_picture_is_left_over() -> None:
    assert {*GOLDENS.folder.glob("*.jpg")} == {GOLDENS.file_of(state) for state in STATES}
