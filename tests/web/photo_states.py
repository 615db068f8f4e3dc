"""Every page for photographing cards, for screenshots."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.packs.photos.keeping import keep_picture
from companion.web.phones import Phone
from tests.owner import Owner
from tests.packs.photographed import card
from tests.web.boxes import lending
from tests.web.cameras import opened
from tests.web.chromium import Browser, Tab

AT = "/box/of/mine/mafia_cards/photos"


class ShownPhotos(NamedTuple):
    """A page of an admitted phone."""

    tab: Tab
    phone: Phone
    address: str

    def load(self, language: str, theme: str) -> None:
        """Load it in a language and colour scheme."""
        self.phone.language = language
        self.tab.go(self.address)
        self.tab.run(f"document.documentElement.dataset.theme = '{theme}'")
        self.tab.until("[...document.images].every((one) => one.complete)")


def everything(browser: Browser) -> Iterator[tuple[str, ShownPhotos]]:
    """Each of them with a name."""
    with tempfile.TemporaryDirectory() as folder:
        owner = Owner(Path(folder) / "mine", "mafia_cards", known=3)
        with lending(opened(owner)) as lent:
            tab, address = browser.tab(), f"http://127.0.0.1:{lent.server.port}"
            key, phone = lent.service.registry.request_access("", None, 0.0, "en")
            lent.service.registry.answer(phone.request_number, yes=True, now=0.0)
            tab.call("Network.setCookie", name="box", value=key, url=f"{address}/box", httpOnly=True)
            first = lent.box.rows(("mafia_cards",))[0]["id"]
            yield "photographs to take", ShownPhotos(tab, phone, f"{address}{AT}")
            yield "photograph of a known card", ShownPhotos(tab, phone, f"{address}{AT}?card={first}")
            for n in range(1, 6):
                front = io.BytesIO()
                card(Random(n)).convert("RGB").save(front, "JPEG")
                keep_picture(owner.path, f"mafia_card_{n}", front.getvalue())
            yield "photograph", ShownPhotos(tab, phone, f"{address}{AT}/mafia_card_2?found=1")
            yield "photograph without a card", ShownPhotos(tab, phone, f"{address}{AT}/mafia_card_3?found=0")
            yield "photographs", ShownPhotos(tab, phone, f"{address}{AT}")
