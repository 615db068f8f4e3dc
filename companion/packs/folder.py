"""Reading the content of a box out of its folder or file, and writing it back as a whole."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from companion.core.refusals import BadPack
from companion.packs import json_form, states
from companion.packs.content import Content


def is_box(path: Path) -> bool:
    """True if there is a box at ``path``: a folder that holds one, or a file."""
    return path.is_file() or (path / "pack.json").is_file()


class ReadBox(Struct, frozen=True):
    """The content of a box, and how a fault in it is told with its place."""

    content: Content
    file: Path
    """The file that holds the pack."""

    def told(self, problem: str) -> str:
        """A problem in the pack, ``field.path: sentence``, with its file."""
        return f"{self.file}: {problem}"

    def told_of_places(self, problem: str) -> str:
        """A problem in the places of squares, ``squares.NAME: sentence``, with its file."""
        return f"{self.file.with_name('map.json')}: {problem}"


def read_content(path: Path) -> Content:
    """What the box at ``path`` says: a folder, or a single .json file. It need not be in order, nor be whole.

    ``BadPack`` if it cannot be read: every problem as ``file: place: sentence``. A change of it that was cut short by
    the power is finished first.
    """
    return read_box(path).content


def read_box(path: Path) -> ReadBox:
    """The same, with what tells where something in it stands."""
    states.finish(path)
    if path.is_dir() and not is_box(path):
        raise BadPack([f"{path}: there is no pack.json in this folder."])
    file = path / "pack.json" if path.is_dir() else path
    return ReadBox(json_form.read_pack_file(file), file)


def write_content(path: Path, content: Content) -> None:
    """Make ``content`` what the box at ``path`` says; ``path`` need not exist yet.

    What ends in .json is a single file, which has no room for ``texts`` and ``places``. Whatever else lies in a folder
    stays. After a cut of power it is the old box or the new one; the last five are kept (``states``). ``OSError`` if it
    cannot be written; then nothing has changed.
    """
    if path.suffix == ".json" and not path.is_dir():
        states.replace(path, lambda coming: _write(coming, json_form.written(content.data)))
        return
    files = json_form.files_of(content)

    def make(coming: Path) -> None:
        if path.is_dir():
            states.copy(path, coming)
        coming.mkdir(parents=True, exist_ok=True)
        for name in json_form.FILES - files.keys():
            (coming / name).unlink(missing_ok=True)
        for name, text in files.items():
            _write(coming / name, text)

    states.replace(path, make)


def _write(file: Path, text: bytes) -> None:
    """A file of its own, whatever link stood there."""
    file.unlink(missing_ok=True)
    file.write_bytes(text)
