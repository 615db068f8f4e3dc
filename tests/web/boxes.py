"""Boxes in browsers: a real server, and a thread that owns the box."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from companion.games.registry import load_game
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import copy_box, installed_packs, plain_id, user_folder
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


@cache
def bundled(game: str) -> Path:
    """The bundled box."""
    return next(Path(box.path) for box in installed_packs() if box.bundled and box.game == game)


def own_box(game: str, name: str = "Ours") -> OpenBox:
    """A copy of the bundled box, owned by the user. It is made once; where there is none yet, its files are enough."""
    path, made = user_folder() / plain_id(name), _made.get((game, name), {})
    if not made or path.exists():
        path = copy_box(bundled(game), name)
        if path.name == plain_id(name):
            _made[game, name] = _files(path)
    else:
        for file, data in made.items():
            (path / file).parent.mkdir(parents=True, exist_ok=True)
            (path / file).write_bytes(data)
    return OpenBox(load_game(game), path, read_content(path))


_made: dict[tuple[str, str], dict[str, bytes]] = {}
"""The files of copies of bundled boxes, by game and name."""


def files(box: OpenBox) -> dict[str, bytes]:
    """All files of a box."""
    return _files(box.path)


def _files(path: Path) -> dict[str, bytes]:
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


@contextmanager
def lending(box: OpenBox) -> Iterator[Lent]:
    """The shared box, until the block ends."""
    service = BoxService(box)
    server = WebServer(None, ["127.0.0.1"], 0, box=service, limited=False)
    with at_work(service, server):
        yield Lent(service, server)
