"""Tables whose deck is drawn by hand and has pictures, for recognition tests."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from random import Random

from PIL import Image

from companion.language import Language
from companion.session.lesson_writer import write_lessons
from companion.session.session import Session
from tests.bench.recognition import photo, pictured
from tests.owner import Owner
from tests.web.cameras import MULTIPART, multipart
from tests.web.tables import Client

CARDS = 6


@cache
def fronts() -> list[Image.Image]:
    """Deterministic card fronts."""
    return list(pictured(Random(61), CARDS))


def photographed_box(path: Path) -> Owner:
    """A box whose first mafia cards have pictures."""
    owner = Owner(path)
    (path / "pictures").mkdir()
    for row, front in zip(owner.rows("mafia_cards"), fronts(), strict=False):
        (path / "pictures" / f"{row['id']}.jpg").write_bytes(as_jpeg(front))
    return owner


def as_jpeg(picture: Image.Image) -> bytes:
    data = io.BytesIO()
    picture.convert("RGB").save(data, "JPEG", quality=90)
    return data.getvalue()


@cache
def taken(n: int, seed: int = 1) -> bytes:
    """A photo of the card with that number."""
    return as_jpeg(photo(fronts()[n], Random(seed), turned=True))


def drawing(owner: Owner) -> Session:
    """A game that asks for the drawn mafia card."""
    session = Session(owner.table(chance={"mafia": "asked"}), say=Language().say)
    write_lessons(session, lambda _: None)
    session.begin()
    while session.page is not None:
        session.done()
    assert session.mode == "list"
    return session


class Photographer(Client):
    """A phone with a camera."""

    PATIENCE = 60

    def photo(self, data: bytes) -> tuple[int, str]:
        """Upload a photo; returns status and page."""
        status, _, page = self.ask("POST", "/photo", multipart(data), content_type=MULTIPART)
        return status, page.decode(errors="replace")
