"""Of each game the part that loading a pack needs."""

from __future__ import annotations

from companion.games.crash.content.pack import read_pack as read_crash
from companion.games.escape.content.pack import read_pack as read_escape
from companion.games.newyork.content.pack import read_pack as read_newyork


class NewYork:
    name = "newyork"
    bundled_pack = "manhattan_nights"
    read_pack = staticmethod(read_newyork)


class Escape:
    name = "escape"
    bundled_pack = "lanternhead"
    read_pack = staticmethod(read_escape)


class Crash:
    name = "crash"
    bundled_pack = "fenderbend"
    read_pack = staticmethod(read_crash)
