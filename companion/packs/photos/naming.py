"""Which card is in a photo that a phone has sent, told by a program of its own, as it is with photos that are kept: see
``reading``. Nothing of the photo is kept.

``python -m companion.packs.photos.naming`` is that program. It takes a line of JSON and the body of a form on its
input, and says a line of JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.core.texts import Text
from companion.packs.photos.reading import FAILED, REFUSALS, BadPhoto, Helper, file_in, job, limit, photo_in
from companion.packs.pictures import BLURRED, NOT_SEEN

REASONS: Mapping[str, Text] = {**REFUSALS, "unseen": NOT_SEEN, "blurred": BLURRED}
"""Why no card is named, by what the other program calls it."""


class NamedCard(Struct):
    """The ids of up to three cards, the likeliest first; none, and ``refused`` says why."""

    cards: list[str] = []
    refused: Text | None = None


class _Wanted(Struct):
    kind: str
    pictures: dict[str, str]
    among: list[str]


class _Told(Struct):
    cards: list[str] = []
    refused: str = ""


class CardNamer(Helper):
    """Names cards in photos."""

    def __init__(self) -> None:
        super().__init__("companion.packs.photos.naming")

    def name(self, body: bytes, kind: str, pictures: Mapping[str, Path], among: Collection[str]) -> NamedCard:
        """Which card is in a photo, from the body of a form with one file, whose content type is ``kind``.

        ``pictures`` are the files of a deck by the ids of its cards, ``among`` those that can be; waits as ``answer``
        does.
        """
        wanted = _Wanted(kind, {id_: str(file) for id_, file in pictures.items()}, list(among))
        try:
            told = msgspec.json.decode(self.answer(msgspec.json.encode(wanted) + b"\n" + body), type=_Told)
        except msgspec.MsgspecError:
            return NamedCard(refused=FAILED)
        return NamedCard(told.cards) if told.cards else NamedCard(refused=REASONS.get(told.refused, FAILED))


def _told(wanted: _Wanted, body: bytes) -> _Told:
    from companion.packs.photos.recognition import deck_of, recognise  # noqa: PLC0415 - an extra

    photo = photo_in(file_in(body, wanted.kind))
    deck = deck_of({id_: Path(file) for id_, file in wanted.pictures.items()})
    if deck is None or not set(deck.ids) & set(wanted.among):
        return _Told(refused="unseen")
    found = recognise(deck, photo, wanted.among)
    if found.likely:
        return _Told([one.card for one in found.likely])
    return _Told(refused="blurred" if found.why == BLURRED else "unseen")


def _main() -> None:
    import companion.packs.photos.recognition  # noqa: PLC0415, F401 - ready before there is a photo

    head, body = job()
    try:
        limit()
        told = _told(msgspec.json.decode(head, type=_Wanted), body)
    except BadPhoto as no:
        told = _Told(refused=str(no))
    except MemoryError:
        told = _Told(refused="damaged")
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")


if __name__ == "__main__":
    _main()
