"""A photo that a phone has sent, read by a program of its own: whatever is in it, the table goes on, the memory that it
takes comes back, and a photo that breaks what reads it breaks nothing else.

``python -m companion.packs.photos.reading`` is that program. It takes a line with the type of a form and its body on
its input, and on its output says one line of JSON, and the card as a JPEG. It is started before there is a photo, so
that it stands ready.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.core.texts import T, Text
from companion.packs.photos.keeping import can_straighten, straightened_or_none
from companion.packs.pictures import MOST_PIXELS, SOURCE_SIDE, written

if TYPE_CHECKING:
    from PIL import Image

WAITS = 120
"""Seconds that it stands ready for a photo."""
SECONDS = 60
"""So long it may take; a photo of 50 million points takes a few on a Raspberry Pi."""
MEMORY = 1 << 30
"""Bytes of memory that it may have beside what it needs to begin."""
FORMATS = ("JPEG", "PNG", "WEBP")
LONGEST = 4.0
"""A photo is at most so many times as long as wide."""
HEIC = (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypmif1", b"ftypmsf1", b"ftypavif")
"""What stands at the beginning of such a file, after its length."""
FAILED = T("This photo could not be read just now. Send it once more.")
REFUSALS: Mapping[str, Text] = MappingProxyType({
    "damaged": T("That is a picture that is damaged. Take it once more."),
    "none": T("There is no photo in what the phone has sent. Take one, then send it."),
    "shape": T("That is no photo of a card: it is too large, or too long and thin."),
    "format": T("That is no photo that can be read here: send a JPEG, PNG or WebP."),
    "heic": T("This phone keeps its photos as HEIC, which cannot be read here. In the settings of its camera choose "
              "the most compatible format, then take it once more."),
})  # fmt: skip
"""Why a photo is not taken, by what the other program calls it."""


class BadPhoto(Exception):
    """A photo that is not taken; its argument is a key of ``REFUSALS``."""


class ReadPhoto(Struct):
    """What came of a photo: the card as a JPEG, and whether it was found and straightened; or why nothing did."""

    jpeg: bytes = b""
    straight: bool = False
    refused: Text | None = None


class _Told(Struct):
    straight: bool = False
    refused: str = ""


class Helper:
    """Does one job after the other, each with a program of its own, of which the next one stands ready."""

    def __init__(self, module: str) -> None:
        """``module`` is the program: it takes a job on its input, and answers on its output."""
        self._module = module
        self._ready: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()

    def prepare(self) -> None:
        """Start the program, if none stands ready and the machine can."""
        with self._starting, suppress(OSError):
            if self._ready is None or self._ready.poll() is not None:
                command = [sys.executable, "-m", self._module]
                self._ready = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)

    def answer(self, job: bytes) -> bytes:
        """What the program says to a job; empty where it broke or took too long. It waits for the program, so no thread
        that others wait for may call it."""
        self.prepare()
        program, self._ready = self._ready, None
        if program is None:
            return b""
        with program:
            try:
                said, _ = program.communicate(job, timeout=SECONDS)
            except (OSError, subprocess.TimeoutExpired):
                program.kill()
                return b""
        return said

    def close(self) -> None:
        """No further job comes."""
        with self._starting:
            program, self._ready = self._ready, None
            if program is not None:
                with program:
                    program.kill()


class PhotoReader(Helper):
    """Reads photos."""

    def __init__(self) -> None:
        super().__init__("companion.packs.photos.reading")

    def read(self, body: bytes, kind: str) -> ReadPhoto:
        """The card in a photo, from the body of a form with one file, whose content type is ``kind``; waits as
        ``answer`` does."""
        head, _, jpeg = self.answer(kind.encode() + b"\n" + body).partition(b"\n")
        try:
            told = msgspec.json.decode(head, type=_Told)
        except msgspec.MsgspecError:
            return ReadPhoto(refused=FAILED)
        if told.refused or not jpeg:
            return ReadPhoto(refused=REFUSALS.get(told.refused, FAILED))
        return ReadPhoto(jpeg, told.straight)


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
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415 - few boxes have pictures

    if not data:
        raise BadPhoto("none")
    if data[4:12] in HEIC:
        raise BadPhoto("heic")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            image = Image.open(io.BytesIO(data), formats=FORMATS)
            sides = sorted(image.size)
            if sides[0] * sides[1] > MOST_PIXELS or sides[1] > LONGEST * sides[0]:
                raise BadPhoto("shape")
            image.draft("RGB", (SOURCE_SIDE, SOURCE_SIDE))
            image.load()  # type: ignore[no-untyped-call]
            return (ImageOps.exif_transpose(image) or image).convert("RGB")
    except UnidentifiedImageError:
        raise BadPhoto("format") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadPhoto("shape") from None
    except (OSError, SyntaxError, EOFError, TypeError, KeyError, ValueError, Warning):
        raise BadPhoto("damaged") from None


def limit() -> None:
    """No photo makes the machine wait, or takes all of its memory."""
    import resource  # noqa: PLC0415 - there is none on some machines

    os.nice(10)
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))


def job() -> tuple[bytes, bytes]:
    """What this program is to do: the first line, and all else. It does not wait for ever."""
    signal.alarm(WAITS)
    head, _, rest = sys.stdin.buffer.read().partition(b"\n")
    signal.alarm(0)
    return head, rest


def _said(kind: str, body: bytes) -> bytes:
    """What is said of the photo in a form."""
    jpeg = b""
    try:
        photo = photo_in(file_in(body, kind))
        card = straightened_or_none(photo)
        jpeg, told = written(card or photo, "JPEG"), _Told(straight=card is not None)
    except BadPhoto as no:
        told = _Told(refused=str(no))
    except MemoryError:
        told = _Told(refused="damaged")
    return msgspec.json.encode(told) + b"\n" + jpeg


def _main() -> None:
    import PIL.Image  # noqa: PLC0415, F401 - ready before there is a photo

    if can_straighten():
        import companion.packs.photos.outlines  # noqa: PLC0415, F401 - the same

    kind, body = job()
    limit()
    sys.stdout.buffer.write(_said(kind.decode("ascii", "ignore"), body))


if __name__ == "__main__":
    _main()
