"""Simulated phones with a camera."""

from __future__ import annotations

import io
from functools import cache
from random import Random

from PIL import Image

from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from tests.owner import Owner
from tests.packs.photographed import card, photo
from tests.web.boxes import Editor, Lent

BOUNDARY = "----companion7MA4YWxkTrZu0gW"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"


class Camera(Editor):
    """A phone that may edit the box, unless it is a ``stranger``."""

    PATIENCE = 90

    def __init__(self, lent: Lent, language: str = "en", *, stranger: bool = False) -> None:
        super().__init__(lent, language)  # type: ignore[arg-type]
        if not stranger:
            self.key = lent.editor(language).key

    def photo(self, path: str, data: bytes, name: str = "photo.jpg") -> tuple[int, dict[str, str], str]:
        """Upload a photo; returns status, headers and page."""
        status, told, page = self.ask("POST", path, multipart(data, name), content_type=MULTIPART)
        return status, told, page.decode(errors="replace")


def opened(owner: Owner) -> OpenBox:
    """The box of that owner, open for editing."""
    return OpenBox(owner.game, owner.path, read_content(owner.path))


def multipart(data: bytes, name: str = "photo.jpg") -> bytes:
    """The body of a form with one file."""
    head = f'Content-Disposition: form-data; name="photo"; filename="{name}"\r\nContent-Type: image/jpeg\r\n\r\n'
    return b"--%b\r\n%b%b\r\n--%b--\r\n" % (BOUNDARY.encode(), head.encode(), data, BOUNDARY.encode())


def shot(seed: int = 0, *, kind: str = "JPEG", exif: Image.Exif | None = None, turned: bool = False) -> bytes:
    """A deterministic photo of a card on a table."""
    data, taken = io.BytesIO(), _photo(seed)
    taken = taken.transpose(Image.Transpose.ROTATE_90) if turned else taken
    taken.save(data, kind, **({} if exif is None else {"exif": exif}))
    return data.getvalue()


@cache
def _photo(seed: int) -> Image.Image:
    r = Random(seed)
    return photo(card(r), r)[0]
