"""The pages for photographing a drawn card, for screenshots."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from companion.packs.photos.reading import CardNamer, NamedCard
from companion.web.phones import Phone
from tests.web.chromium import Browser, Tab
from tests.web.recognised import CARDS, drawing, photographed_box, taken
from tests.web.tables import Served, key_of, serving


class ShownCards(NamedTuple):
    """A page of a phone that may enter the drawn card; ``photo`` is uploaded first."""

    tab: Tab
    phone: Phone
    served: Served
    path: str
    photo: Path | None = None

    def load(self, language: str, theme: str) -> None:
        """Load it in a language and colour scheme."""
        self.phone.language = language
        self.served.do(self.served.service.changed)
        self.tab.go(f"http://127.0.0.1:{self.served.server.port}{self.path}")
        if self.photo is not None:
            self.tab.choose(self.photo)
            self.tab.until("document.querySelectorAll('.likely').length === 3")
        self.tab.run(f"document.documentElement.dataset.theme = '{theme}'")
        self.tab.until("[...document.images].every((one) => one.complete)")


def everything(browser: Browser) -> Iterator[tuple[str, ShownCards]]:
    """Each of them with a name; the candidates are fixed."""
    with tempfile.TemporaryDirectory() as folder:
        owner = photographed_box(Path(folder) / "mine")
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(taken(1))
        session, ids = drawing(owner), [row["id"] for row in owner.rows("mafia_cards")][:CARDS]
        named = NamedCard([ids[1], ids[4], ids[0]])
        with serving(session) as served, patch.object(CardNamer, "name", lambda *_: named):
            key, phone = served.do(lambda: key_of(served.service, str(session.table.ask.who)))
            tab, address = browser.tab(), f"http://127.0.0.1:{served.server.port}"
            tab.know("key", key, address)
            yield "recognised card asked for", ShownCards(tab, phone, served, "/")
            yield "recognised card to photograph", ShownCards(tab, phone, served, "/photo")
            yield "recognised cards", ShownCards(tab, phone, served, "/photo", photo)
