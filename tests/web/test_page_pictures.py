"""Each page looks as its golden pictures: nothing moved or went or changed its colour unmeant."""

from __future__ import annotations

from pathlib import Path

from tests.daily import Pairs
from tests.ui.sameness import difference
from tests.web.chromium import chromium
from tests.web.page_pictures import GOLDENS, WAYS, photograph, smaller
from tests.web.page_states import everything

RENEW = "\nIf a picture is meant to be so: python -m tests.web.page_pictures FOLDER --keep"


def test_every_page_looks_as_its_golden_pictures(tmp_path: Path) -> None:
    faults, files, pairs = [], set(), Pairs()
    with chromium(tmp_path) as browser:
        for state, shown in everything(browser):
            wanted = GOLDENS.golden(state)
            files.add(GOLDENS.file_of(state))
            for way in pairs.some(WAYS, lambda way, state=state: (state, *way)):
                found = photograph(shown, way)
                apart = difference(wanted[way], smaller(found, way)) if wanted else None
                if apart is None or not apart.same:
                    found.save(
                        file := tmp_path / f"{GOLDENS.file_of(state).stem}-{way.size[0]}-{way.language}-{way.theme}.png"
                    )
                    faults.append(f"{state} {way}: {apart}; {file}")
    assert not faults, "\n".join(faults) + RENEW
    assert files == {*GOLDENS.folder.glob("*.jpg")}
