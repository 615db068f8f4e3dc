"""Boxes in browsers: a real server, and a thread that owns the box."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.games.registry import load_game
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import copy_box, installed_packs
from companion.web.app import WebServer
from companion.web.box.service import BoxService
from tests.web.tables import Client, at_work

GAMES = ("newyork", "escape", "crash", "krysis")


class Editor(Client):
    """A client that may edit a box, or asks to."""

    COOKIE = "box"


class Lent:
    """A box that is shared with browsers."""

    def __init__(self, service: BoxService, server: WebServer) -> None:
        self.service = service
        self.server = server

    @property
    def box(self) -> OpenBox:
        return self.service.first

    def editor(self, language: str = "en") -> Editor:
        """An admitted client."""
        editor = Editor(self, language)
        editor.key, phone = self.service.registry.request_access("", None, 0.0, language)
        self.service.registry.answer(phone.request_number, yes=True, now=0.0)
        return editor


def bundled(game: str) -> Path:
    """The bundled box."""
    return next(Path(box.path) for box in installed_packs() if box.bundled and box.game == game)


def own_box(game: str, name: str = "Ours") -> OpenBox:
    """A copy of the bundled box, owned by the user."""
    path = copy_box(bundled(game), name)
    return OpenBox(load_game(game), path, read_content(path))


def files(box: OpenBox) -> dict[str, bytes]:
    """All files of a box."""
    return {
        file.relative_to(box.path).as_posix(): file.read_bytes()
        for file in sorted(box.path.rglob("*"))
        if file.is_file()
    }


@contextmanager
def lending(box: OpenBox) -> Iterator[Lent]:
    """The shared box, until the block ends."""
    service = BoxService(box)
    server = WebServer(None, ["127.0.0.1"], 0, box=service, limited=False)
    with at_work(service, server):
        yield Lent(service, server)
