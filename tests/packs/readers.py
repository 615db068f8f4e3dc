"""The part of each game that loading a pack needs."""

from __future__ import annotations

from companion.games.crash.checks import read_pack as read_crash
from companion.games.escape.checks import read_pack as read_escape
from companion.games.krysis.checks import read_pack as read_krysis
from companion.games.newyork.checks import read_pack as read_newyork


class Reader:
    """A minimal game that is its own rules."""

    @property
    def rules(self):
        return self


class NewYork(Reader):
    name = "newyork"
    bundled_pack = "manhattan_nights"
    title_field = "name"
    read_pack = staticmethod(read_newyork)


class Escape(Reader):
    name = "escape"
    bundled_pack = "lanternhead"
    title_field = "name"
    read_pack = staticmethod(read_escape)


class Crash(Reader):
    name = "crash"
    bundled_pack = "fenderbend"
    title_field = "name"
    read_pack = staticmethod(read_crash)


class Krysis(Reader):
    name = "krysis"
    bundled_pack = "deepvein"
    title_field = "title"
    read_pack = staticmethod(read_krysis)
