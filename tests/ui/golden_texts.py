"""Golden texts: what stands on each state of the screen, as text in ``golden/PLACE/SCREEN.txt``.

A file starts with the first state of the screen, at every size. Each further state is written at the smallest size, as
what differs from a similar one before it: ``= 12`` are its next twelve lines, ``- 3`` leaves three of them out. At the
other sizes there is a checksum of the same lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, unified_diff
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest

from companion.games.registry import game_names
from tests.ui import drawing
from tests.ui.drawing import Item
from tests.ui.gallery import SMALL, UPRIGHT, WIDE, Way, show
from tests.ui.hands import Hands
from tests.ui.states import at_home, everything, stop_the_clocks
from ui.base import settings
from ui.widgets.drawn import TapGuard

GOLDEN = Path(__file__).parent / "golden"
SIZES = (SMALL, WIDE, UPRIGHT)
PLACES: dict[str, Callable[[Hands], Iterator[str]]] = {
    "home": at_home,
    **{game: partial(everything, game=game) for game in game_names()},
}
"""Where states are: at no game, and at each game."""
HEAD = (
    "Kind, left, top, width and height in millimetres, colour, more; a text with the size and face of its letters.",
    "From back to front. See tests/ui/golden_texts.py.",
)
RENEW = "If it is meant to be so: python -m tests.ui.contact --keep"
Lines = tuple[str, ...]
Screen = dict[str, dict[str, Lines | str]]
"""By state and size: the lines, or their checksum."""


def states(hands: Hands, place: str) -> Iterator[str]:
    """Every state of a place, reached at the smallest size."""
    stop_the_clocks()
    with pytest.MonkeyPatch.context() as patch:
        # What has just come up is dimmed for a moment: how quickly states follow each other is luck.
        patch.setattr(TapGuard, "active", False)
        # Each size and language is a setting, and saving one is for the disk.
        patch.setattr(settings, "save", lambda _: None)
        show(hands, Way(SMALL, "normal", "night", "en"))
        for state in PLACES[place](hands):
            yield state
            show(hands, Way(SMALL, "normal", "night", "en"))


def drawn_at(hands: Hands, size: tuple[int, int]) -> list[Item]:
    """What the screen in front draws at this size, in normal letters and English."""
    show(hands, Way(size, "normal", "night", "en"))
    return drawing.items(hands.root)


def text_of(hands: Hands, size: tuple[int, int]) -> Lines:
    """The same as lines of text."""
    return tuple(drawing.written(drawn_at(hands, size), hands.root.height))


class Texts:
    """The texts of a place, by the file of their screen."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.found: dict[Path, dict[str, dict[str, Lines]]] = {}

    def add(self, screen: str, state: str, texts: Mapping[tuple[int, int], Lines]) -> None:
        """Add a state of a screen with its lines at each size."""
        states = self.found.setdefault(GOLDEN / self.place / f"{screen.replace(' ', '_')}.txt", {})
        states[state] = {_named(size): lines for size, lines in texts.items()}

    def changes(self) -> dict[str, str]:
        """What differs from the golden texts, by state, at the sizes that it was drawn at."""
        found: dict[str, str] = {}
        for file in {*self.found, *(GOLDEN / self.place).glob("*.txt")}:
            now = self.found.get(file, {})
            before = read(file.read_text("utf-8")) if file.exists() else {}
            for state in {**before, **now}:
                if state not in now:
                    found[state] = "there is no such state any more"
                elif state not in before:
                    found[state] = "new"
                elif changed := "\n".join(_difference(before[state], now[state])):
                    found[state] = changed
        return found

    def keep(self) -> None:
        """Make these the golden texts."""
        for file in (GOLDEN / self.place).glob("*.txt"):
            if file not in self.found:
                file.unlink()
        for file, states in self.found.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(write(states), "utf-8")


def icons() -> set[str]:
    """Every icon on any state."""
    lines = (line for file in GOLDEN.glob("*/*.txt") for line in file.read_text("utf-8").split("\n"))
    return {line.partition(" faded")[0].rpartition(" ")[2] for line in lines if line.startswith("icon ")}


def _named(size: tuple[int, int]) -> str:
    return f"{size[0]}×{size[1]}"


def _sum(lines: Lines) -> str:
    return f"{crc32(' '.join(lines).encode()):08x}"


def _difference(before: Mapping[str, Lines | str], now: Mapping[str, Lines]) -> Iterator[str]:
    for size, other in now.items():
        one = before.get(size, ())
        if isinstance(one, tuple):
            yield from unified_diff(one, other, f"golden {size}", f"found {size}", n=1, lineterm="")
        elif one != _sum(other):
            # Of the golden text there is a checksum only.
            yield f"differs at {size}, where there is now:"
            yield from other


# Files.


def write(states: Mapping[str, Mapping[str, Lines]]) -> str:
    """The file of a screen."""
    out, earlier = [f"# {line}" for line in HEAD], {}
    for n, (state, sizes) in enumerate(states.items()):
        for size, lines in sizes.items():
            if n and size != _named(SMALL):
                out.append(f"{size} {_sum(lines)}")
                continue
            out += ["", f"## {state}, {size}"]
            base = _most_like(lines, earlier) if size == _named(SMALL) else None
            out += lines if base is None else [f"as {base}", *_delta(earlier[base], lines)]
            if size == _named(SMALL):
                earlier[state] = lines
    return "\n".join([*out, ""])


def read(file: str) -> Screen:
    """The states of a file that ``write`` made."""
    states: Screen = {}
    for part in file.split("\n\n## ")[1:]:
        head, *lines = part.rstrip("\n").split("\n")
        state, _, size = head.rpartition(", ")
        sums = [line for line in lines if line[0].isdigit()]
        rest = lines[: len(lines) - len(sums)]
        if rest[0].startswith("as "):
            base = states[rest[0].removeprefix("as ")][size]
            assert isinstance(base, tuple)
            rest = _applied(base, rest[1:])
        states.setdefault(state, {})[size] = tuple(rest)
        for line in sums:
            other, _, checksum = line.partition(" ")
            states[state][other] = checksum
    return states


def _most_like(lines: Lines, earlier: Mapping[str, Lines]) -> str | None:
    """The earlier state that has most of these lines; the last one of several."""
    count = Counter(lines)
    shared = {state: (count & Counter(other)).total() for state, other in earlier.items()}
    return max(reversed(shared), key=shared.__getitem__, default=None)


def _delta(base: Lines, lines: Lines) -> Iterator[str]:
    for what, start, end, first, last in SequenceMatcher(None, base, lines, autojunk=False).get_opcodes():
        if what == "equal":
            yield f"= {end - start}"
        else:
            yield from [f"- {end - start}"] if end > start else []
            yield from lines[first:last]


def _applied(base: Sequence[str], delta: Sequence[str]) -> list[str]:
    found, at = [], 0
    for line in delta:
        kind, _, count = line.partition(" ")
        if kind == "=":
            found += base[at : at + int(count)]
        if kind in ("=", "-"):
            at += int(count)
        else:
            found.append(line)
    return found
