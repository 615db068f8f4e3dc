"""Photos that a phone has sent, read by a program of its own: whatever is in one, the table goes on, the memory that it
takes comes back, and a photo that breaks what reads it breaks nothing else.

``python -m companion.packs.photos.reading`` is that program, which straightens the card in a photo; with the argument
``name`` it says which card of a deck it is, with ``print`` what stands on it. It takes a line of JSON and the body of a
form on its input, and says a line of JSON, followed by the card as a JPEG. It is started before there is a photo, so
that it stands ready.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.core.texts import T, Text
from companion.packs.photos.keeping import BOARD_FILLS, can_straighten, straightened_or_none
from companion.packs.photos.printed import PrintedText
from companion.packs.pictures import BLURRED, NOT_SEEN, SOURCE_SIDE, BadPicture, quiet, upright, written

if TYPE_CHECKING:
    from PIL import Image

WAITS = 120
"""Seconds that it stands ready for a photo."""
SECONDS = 60
"""So long it may take; a photo of 50 million points takes a few on a Raspberry Pi."""
MEMORY = 1 << 30
"""Bytes of memory that it may have beside what it needs to begin."""
LONGEST = 4.0
"""A photo is at most so many times as long as wide."""
FAILED = T("This photo could not be read just now. Send it once more.")
REFUSALS: Mapping[str, Text] = MappingProxyType({
    "damaged": T("That is a picture that is damaged. Take it once more."),
    "none": T("There is no photo in what the phone has sent. Take one, then send it."),
    "shape": T("That is no photo of a card: it is too large, or too long and thin."),
    "format": T("That is no photo that can be read here: send a JPEG, PNG or WebP."),
    "heic": T("This phone keeps its photos as HEIC, which cannot be read here. In the settings of its camera choose "
              "the most compatible format, then take it once more."),
    "unseen": NOT_SEEN,
    "blurred": BLURRED,
})  # fmt: skip
"""Why a photo is not taken, by what the other program calls it."""


class BadPhoto(Exception):
    """A photo that is not taken; its argument is a key of ``REFUSALS``."""


class ReadPhoto(Struct):
    """The card in a photo as a JPEG, and whether it was found and straightened; or why there is none."""

    jpeg: bytes = b""
    straight: bool = False
    refused: Text | None = None


class NamedCard(Struct):
    """The ids of up to three cards, the likeliest first; none, and ``refused`` says why."""

    cards: list[str] = []
    refused: Text | None = None


class PhotoJob(Struct):
    """What is asked of a photo: the deck among whose cards it is named, or the languages in which it is read, the
    likeliest first."""

    kind: str
    """The content type of the form; empty for a picture of a box."""
    board: bool = False
    """It shows the board, not a card."""
    pictures: dict[str, str] = {}
    among: list[str] = []
    languages: list[str] = []


class PhotoFound(Struct):
    """What the program has found; ``refused`` is a key of ``REFUSALS``."""

    straight: bool = False
    cards: list[str] = []
    printed: PrintedText = PrintedText()
    refused: str = ""


class Helper:
    """Does one job after the other, each with a program of its own, of which the next one stands ready."""

    ARGUMENTS: tuple[str, ...] = ()
    WITHIN: float | None = None
    """Seconds for one job, if it takes less than the longest."""

    def __init__(self) -> None:
        self._ready: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()

    def prepare(self) -> None:
        """Start the program, if none stands ready and the machine can."""
        with self._starting, suppress(OSError):
            if self._ready is None or self._ready.poll() is not None:
                command = [sys.executable, "-m", "companion.packs.photos.reading", *self.ARGUMENTS]
                self._ready = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)

    def answer(self, job: PhotoJob, body: bytes) -> tuple[PhotoFound, bytes]:
        """What the program finds in the form ``body``, and the card as a JPEG; refused where it breaks or takes too
        long. This waits for the program, so no thread that others wait for may call it."""
        self.prepare()
        program, self._ready = self._ready, None
        if program is None:
            return PhotoFound(refused="failed"), b""
        with program:
            try:
                said, _ = program.communicate(msgspec.json.encode(job) + b"\n" + body, timeout=self.WITHIN or SECONDS)
            except (OSError, subprocess.TimeoutExpired):
                program.kill()
                return PhotoFound(refused="failed"), b""
        line, _, jpeg = said.partition(b"\n")
        try:
            return msgspec.json.decode(line, type=PhotoFound), jpeg
        except msgspec.MsgspecError:
            return PhotoFound(refused="failed"), b""

    @classmethod
    def work(cls, job: PhotoJob, body: bytes) -> tuple[PhotoFound, bytes]:
        """What the program does; see ``answer``."""
        try:
            return cls.look(photo_in(file_in(body, job.kind) if job.kind else body), job)
        except BadPhoto as no:
            return PhotoFound(refused=str(no)), b""
        except MemoryError:
            return PhotoFound(refused="damaged"), b""

    @staticmethod
    def look(photo: Image.Image, job: PhotoJob) -> tuple[PhotoFound, bytes]:
        """The same for a photo that can be read."""
        raise NotImplementedError

    def close(self) -> None:
        """No further job comes."""
        with self._starting:
            program, self._ready = self._ready, None
            if program is not None:
                with program:
                    program.kill()


class PhotoReader(Helper):
    """Straightens the cards in photos."""

    def read(self, body: bytes, kind: str, *, board: bool = False) -> ReadPhoto:
        """The card in a photo, or the ``board``, from the body of a form with one file, whose content type is ``kind``;
        waits."""
        found, jpeg = self.answer(PhotoJob(kind, board), body)
        if found.refused or not jpeg:
            return ReadPhoto(refused=REFUSALS.get(found.refused, FAILED))
        return ReadPhoto(jpeg, found.straight)

    @staticmethod
    def look(photo: Image.Image, job: PhotoJob) -> tuple[PhotoFound, bytes]:
        card = straightened_or_none(photo, BOARD_FILLS if job.board else 0)
        return PhotoFound(straight=card is not None), written(card or photo, "JPEG")


class CardNamer(Helper):
    """Names the cards in photos."""

    ARGUMENTS = ("name",)

    def name(self, body: bytes, kind: str, pictures: Mapping[str, Path], among: Collection[str]) -> NamedCard:
        """Which card is in a photo; ``body`` and ``kind`` as in ``PhotoReader.read``.

        ``pictures`` are the files of a deck by the ids of its cards, ``among`` those that can be.
        """
        files = {id_: str(file) for id_, file in pictures.items()}
        found, _ = self.answer(PhotoJob(kind, pictures=files, among=list(among)), body)
        return NamedCard(found.cards) if found.cards else NamedCard(refused=REFUSALS.get(found.refused, FAILED))

    @staticmethod
    def look(photo: Image.Image, job: PhotoJob) -> tuple[PhotoFound, bytes]:
        from companion.packs.photos.recognition import deck_of, recognise  # noqa: PLC0415 - an extra

        deck = deck_of({id_: Path(file) for id_, file in job.pictures.items()})
        if deck is None or not set(deck.ids) & set(job.among):
            return PhotoFound(refused="unseen"), b""
        found = recognise(deck, photo, job.among)
        if found.likely:
            return PhotoFound(cards=[one.card for one in found.likely]), b""
        return PhotoFound(refused="blurred" if found.why == BLURRED else "unseen"), b""


class PrintReader(Helper):
    """Reads what is printed on cards, from their pictures in a box."""

    ARGUMENTS = ("print",)
    WITHIN = 40

    def read(self, picture: bytes, languages: Sequence[str], *, board: bool = False) -> PrintedText | None:
        """What stands on a card, or on the ``board``, in the likeliest of these languages; None if that breaks or takes
        too long. Waits."""
        found, _ = self.answer(PhotoJob("", board, languages=list(languages)), picture)
        return None if found.refused else found.printed

    @staticmethod
    def look(photo: Image.Image, job: PhotoJob) -> tuple[PhotoFound, bytes]:
        from companion.packs.photos.printed import read_board, read_card  # noqa: PLC0415 - an extra

        return PhotoFound(printed=(read_board if job.board else read_card)(photo, job.languages)), b""


HELPERS: Mapping[tuple[str, ...], type[Helper]] = MappingProxyType(
    {kind.ARGUMENTS: kind for kind in (PhotoReader, CardNamer, PrintReader)}
)
"""Who works in the program, by its arguments."""


def file_in(body: bytes, kind: str) -> bytes:
    """The first file of a form that was sent as ``multipart/form-data``; empty if there is none."""
    _, _, boundary = kind.partition("boundary=")
    mark = b"--" + boundary.strip().strip('"').encode("ascii", "ignore")
    if not boundary.strip():
        return b""
    for part in body.split(mark)[1:]:
        head, gap, data = part.partition(b"\r\n\r\n")
        if gap and b"filename=" in head:
            return data.removesuffix(b"\r\n")
    return b""


def photo_in(data: bytes) -> Image.Image:
    """The photo, upright; ``BadPhoto`` if it is none, or cannot be read."""
    if not data:
        raise BadPhoto("none")
    try:
        with quiet():
            return upright(data, SOURCE_SIDE, LONGEST).convert("RGB")
    except BadPicture as no:
        raise BadPhoto("shape" if no.why == "large" else no.why) from None


def limit() -> None:
    """No photo makes the machine wait, or takes all of its memory."""
    import resource  # noqa: PLC0415 - there is none on some machines

    os.nice(10)
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))
    # What it starts itself ends by itself, too.
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))


def _main() -> None:
    helper = HELPERS[tuple(sys.argv[1:])]
    # Whatever is needed is imported before there is a photo.
    import PIL.Image  # noqa: PLC0415, F401

    if helper is CardNamer:
        import companion.packs.photos.recognition  # noqa: PLC0415
    elif can_straighten():
        import companion.packs.photos.outlines  # noqa: PLC0415, F401

    signal.alarm(WAITS)
    head, _, body = sys.stdin.buffer.read().partition(b"\n")
    signal.alarm(0)
    limit()
    found, jpeg = helper.work(msgspec.json.decode(head, type=PhotoJob), body)
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n" + jpeg)


if __name__ == "__main__":
    _main()
