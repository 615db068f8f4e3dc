"""Icons: SVG files in this folder, found by the names that games use. Touchscreen and web pages show the same files.

An icon is drawn on a square of 100 by 100. Its colours are those of the palette, ``var(--lamp)``, or fixed ones, the
same in every theme. ``var(--tint,…)`` is a part that can be drawn in one colour with the words beside it.
``currentColor`` is the colour of a piece, which the file gives once. Letters come last: ``data-width`` is the room for
them, and with ``data-letters`` that many letters of the name stand there instead of those in the file.

The file of ``kind:id`` is ``kind-id.svg``, else ``kind-any.svg``, else ``kind.svg``. A name that has no file shows its
first letter on a disc, so that a new piece is never invisible. The names:

signs     check arrow back forward up down undo redo menu plus minus speaker book log home gear question cross shuffle
          flip hand lock eye star timer differs chart alert camera players others rotate screen lamp pen
pieces    mafia car fbi station token wound skill card card:police card:mafia card:story bag box dice story marker,
          marker:alert marker:story (a red triangle and a blue diamond, like their tracks)
          info:red info:blue info:yellow (and with 3: info:red3) figure:father mother daughter son, figure:red blue
          yellow green purple orange, of any other name figure:NAME (its first letter)
faces     face:PHYS face:MENT face:SOC face:WILD, face:1 … for numbers, pips:1 … pips:6 die:red blue yellow grey green
item      item:phone laptop cash mask gloves bike newspaper radio drone raincoat
day       part:morning part:afternoon part:evening part:night part:dawn rest time:marker
city      door door:N (its number) door:blocked patrol patrol:N exit_stack tile land:industrial land:commercial
          land:residential land:water business safe_house hospital gang_hq escape
people    seat:N:X (colour and sign by N from 0 to 5, X written on it) officer:TYPE (red triangle, blue diamond, yellow
          circle, else a letter) gang:member gang_marker contact contacts badge notoriety eye:shut crown key:COLOUR
goods     plan equipment gas handcuffs fixer locker:TYPE cube income:cube wound:cube asset asset:open first_aid stock
          cash arrested
space     saucer:N (colour and shape by N from 1 to 6) crew:N:TYPE crew:TYPE (pilot scientist doctor engineer) marker:N
          (sun, asteroids, meteor, stars) accelerator site token:energy token:booster token:override token:probe upgrade
          movement:CARD rotation:cw rotation:ccw die:placement die:rotation tile:square
mine      crystal:COLOUR slot:COLOUR (red blue white) relic weapon transport agent:fighter agent:transporter star:N
          company:N miner:N (shape and colour by N from 1 to 4) mission:red blue white relics set:N combat initiative
          bank camp vp ability:thief spy miner alchemist defence figure:lamplighters barrow knuckle moonshaft
games     game:newyork game:escape game:crash game:krysis game:thousand
"""

from __future__ import annotations

import os
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
NAMES = frozenset(file.removesuffix(".svg") for file in os.listdir(FOLDER) if file.endswith(".svg"))
"""The files, without their ending."""
UNKNOWN = "unknown"
SAME_KIND = {
    "+": "plus",
    "-": "minus",
    "−": "minus",
    "?": "question",
    "→": "arrow",
    "blocked": "lock",
    "board": "table",
    "clock": "timer",
    "deck": "card",
    "discard": "card",
    "display": "card",
    "hat": "mafia",
    "heart": "wound",
    "income": "cube",
    "move": "arrow",
    "police": "car",
    "ride": "subway",
    "step": "steps",
    "tell": "speaker",
    "turn": "seat",
    "warn": "alert",
}
"""Kinds that look like another kind."""
PLAYERS = ("red", "blue", "yellow", "green", "purple", "orange")
"""Players named after a colour, by number."""
COMPANIES = ("lamplighters", "barrow", "knuckle", "moonshaft")
"""The figures of companies, in the order of their numbers."""
SAME = {
    "company": "company-4",
    "company-any": "company-4",
    "face-ccw": "rotation-ccw",
    "face-cw": "rotation-cw",
    "item-cash": "cash",
    "marker": "marker-1",
    "marker-any": "marker-1",
    "miner": "miner-4",
    "miner-any": "miner-4",
    "part-afternoon": "part",
    "rotation": "rotation-cw",
    "saucer": "saucer-1",
    "saucer-any": "saucer-1",
    "set": "set-1",
    "set-any": "set-1",
    "star-any": "star-3",
    **{f"crew-{n}": f"seat-{n - 1}" for n in range(1, 7)},
    **{f"figure-{name}": f"seat-{n}" for n, name in enumerate(PLAYERS)},
    **{f"figure-{name}": f"company-{n}" for n, name in enumerate(COMPANIES, 1)},
}
"""Single icons that look like another."""
NUMBERED = {
    "company": range(1, 5),
    "crew": range(1, 7),
    "marker": range(1, 5),
    "miner": range(1, 5),
    "saucer": range(1, 7),
    "seat": range(6),
    "set": range(1, 7),
}
"""Numbers that are drawn; a higher one looks like one of these."""
COUNTED = ("die", "info")
"""Kinds whose id may end in a number: ``info:red3``."""

_ROOT = re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"([^>]*)>\n(.*)</svg>\n', re.DOTALL)
_TEXT = re.compile(r"  <text ([^>]*)>(.*)</text>\n")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


class Lettering(NamedTuple):
    """Letters on an icon: the middle of their box, its height (their size) and width, and their colour; the ``text``
    that stands there by itself, and how many letters of a name may stand there instead."""

    x: float
    y: float
    size: float
    width: float
    colour: str
    text: str
    most: int


class Icon(NamedTuple):
    """A file: its ``name``, the attributes of the whole, the shapes, the letters, and the ``colour`` of the piece by
    its name in the palette, empty for none."""

    name: str
    attributes: str
    shapes: str
    lettering: Lettering | None
    colour: str


@cache
def read(name: str) -> Icon:
    """The icon of a file. A ``ValueError`` names a file that is not as described above."""
    found = _ROOT.fullmatch((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{name}.svg: not an icon")
    attributes, shapes = found.groups()
    lettering = None
    text = _TEXT.search(shapes)
    if text is not None:
        at = dict(_ATTRIBUTE.findall(text[1]))
        size, width, most = float(at["font-size"]), float(at["data-width"]), int(at.get("data-letters", 0))
        lettering = Lettering(float(at["x"]), float(at["y"]), size, width, at["fill"], text[2], most)
        shapes = shapes.replace(text[0], "")
    own = re.search(r' color="var\(--([a-z0-9-]+)\)"', attributes)
    return Icon(name, attributes, shapes, lettering, own[1] if own else "")


@lru_cache(maxsize=1024)
def find(name: str) -> tuple[Icon, str]:
    """The icon of a name, and the letters on it."""
    parts = _parts(name)
    for n in range(len(parts), 0, -1):
        head, rest = "-".join(parts[:n]), parts[n:]
        for stem in (f"{head}-any", head) if rest else (head,):
            file = SAME.get(stem, stem)
            if file in NAMES:
                return _lettered(read(file), rest)
    return _lettered(read(UNKNOWN), parts)


@lru_cache(maxsize=1024)
def known(name: str) -> bool:
    """True if this name, or its kind, has a drawing."""
    return find(name)[0].name != UNKNOWN


def own(name: str) -> bool:
    """True if exactly this name has a drawing, not only its kind."""
    file = name.replace(":", "-")
    return file in NAMES or file in SAME or name in SAME_KIND


def symbol(icon: Icon) -> str:
    """The icon as an SVG symbol without letters, for a file of many."""
    return f'<symbol id="{icon.name}" viewBox="0 0 100 100"{icon.attributes}>\n{icon.shapes}</symbol>\n'


def gallery() -> str:
    """Every icon with its name, as the parts of an HTML page."""
    shown = [(name.replace("-", ":", 1), read(name)) for name in sorted(NAMES)]
    drawn = ((f'<svg viewBox="0 0 100 100"{icon.attributes}>{icon.shapes}</svg>', name) for name, icon in shown)
    figures = (f"<figure>{svg}<figcaption>{name}</figcaption></figure>" for svg, name in drawn)
    return f'<div class="icons">{"".join(figures)}</div>'


def _parts(name: str) -> list[str]:
    parts = name.split(":")
    parts[0] = SAME_KIND.get(parts[0], parts[0])
    if len(parts) > 1:
        numbers = NUMBERED.get(parts[0])
        if numbers and parts[1].isdecimal():
            parts[1] = str(numbers[(int(parts[1]) - numbers[0]) % len(numbers)])
        if parts[0] in COUNTED and (counted := re.fullmatch("([^0-9]+)([0-9]+)", parts[-1])):
            parts[-1:] = counted.groups()
    return parts


def _lettered(icon: Icon, rest: list[str]) -> tuple[Icon, str]:
    if icon.lettering is None:
        return icon, ""
    most = icon.lettering.most
    return icon, rest[-1][:most].upper() if rest and most else icon.lettering.text
