"""Golden texts of pages: what stands where, and a few small pictures of what a text does not tell.

``python -m tests.web.golden [FOLDER]`` draws every page and the wall at full size into FOLDER; ``--keep`` writes the
golden texts and pictures anew.

A golden text has a part for each state of a page. First come the lines of the small size in English: kind, left, top,
width and height in pixels, colour, more; a text with the size and weight of its letters. Then come the boxes of the
same lines at the large size, and the texts in Spanish. Colours are named as in ``companion.scene.palette``.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import unified_diff
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from PIL import Image

from companion.scene.palette import COLOURS
from tests.web.chromium import Browser, Tab, chromium

MOST = 100
"""Lines of a state that are kept: those that stand first on the page."""
QUALITY = 75
RENEW = "If it is meant to be so: python -m tests.web.golden --keep"
HEAD = "# What stands where on these pages. See tests/web/golden.py.\n"

_COLOURS = {name: f"rgb({n + 1}, 1, 2)" for n, name in enumerate(sorted(COLOURS))}
"""A colour for each name that no other has, so that names can be read off a page."""
_SCRIPT = """(names => {
  const root = document.documentElement, out = [];
  for (const [code, name] of Object.entries(names)) root.style.setProperty('--' + name, code);
  document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 0; });
  const box = (it) => [it.left + scrollX, it.top + scrollY, it.width, it.height].map(Math.round);
  const named = (code) => code.replace(/rgba?\\(\\d+, 1, 2(, [\\d.]+)?\\)/g, (it) => names[it] ??
    names[it.replace('rgba', 'rgb').replace(/, [\\d.]+\\)$/, ')')] + ' faded');
  const clear = (code) => code === 'rgba(0, 0, 0, 0)' || code === 'none' || code === 'transparent';
  const add = (kind, at, ...more) => out.push([kind, at, more.filter((one) => one !== '').join(' ')]);
  const letters = (style) => `${named(style.color)} ${Math.round(parseFloat(style.fontSize))} ${style.fontWeight}`;
  const said = (text) => JSON.stringify(text.replace(/\\s+/g, ' ').trim());
  const drawn = (it, style) => [it.tagName === 'line' ? '' : named(style.fill),
    clear(style.stroke) ? '' : 'line ' + named(style.stroke)];
  function shape(it) {
    const style = getComputedStyle(it), at = box(it.getBoundingClientRect());
    if (it.tagName === 'use') add('icon', at, it.getAttribute('href').split('#')[1] ?? '', named(style.color));
    else if (it.tagName === 'text')
      add('text', at, named(style.fill), Math.round(parseFloat(style.fontSize)), said(it.textContent));
    else if (it.children.length) [...it.children].forEach(shape);
    else if (at[2] || at[3]) add(it.tagName, at, ...drawn(it, style));
  }
  function visit(it) {
    if (it.nodeType === Node.TEXT_NODE) {
      if (!it.data.trim()) return;
      const range = document.createRange();
      range.selectNodeContents(it);
      const at = range.getBoundingClientRect();
      if (at.width) add('text', box(at), letters(getComputedStyle(it.parentElement)), said(it.data));
      return;
    }
    if (it.nodeType !== Node.ELEMENT_NODE || !it.checkVisibility() || ['SCRIPT', 'STYLE'].includes(it.tagName)) return;
    const style = getComputedStyle(it), at = box(it.getBoundingClientRect());
    if (it.tagName === 'svg') {
      if (it.getAttribute('aria-label')) add('picture', at, said(it.getAttribute('aria-label')));
      [...it.children].forEach(shape);
      return;
    }
    const edge = ['Top', 'Right', 'Bottom', 'Left'].map((side) => parseFloat(style[`border${side}Width`]) ?
      named(style[`border${side}Color`]) : '');
    const edges = new Set(edge).size === 1 ? edge[0] : edge.map((one) => one || '-').join(',');
    if (!clear(style.backgroundColor) || edges)
      add('box', at, clear(style.backgroundColor) ? '' : named(style.backgroundColor), edges && 'edge ' + edges,
        style.borderRadius === '0px' ? '' : 'round');
    if (style.opacity !== '1') add('faded', at, style.opacity);
    if (it.tagName === 'IMG') add('picture', at, said(it.alt), it.complete && !it.naturalWidth ? 'broken' : '');
    if (it.tagName === 'INPUT' || it.tagName === 'TEXTAREA')
      add(it.type, at, letters(style), said(it.value || it.placeholder), it.checked ? 'checked' : '',
        it.disabled ? 'disabled' : '');
    if (it.tagName === 'SELECT') add('select', at, letters(style), said(it.selectedOptions[0]?.label ?? ''));
    if (it.tagName === 'SELECT' || it.tagName === 'TEXTAREA') return;
    if (it.tagName === 'BUTTON' && it.disabled) add('disabled', at);
    for (const side of ['::before', '::after']) {
      const beside = getComputedStyle(it, side);
      if (!['none', 'normal', '""'].includes(beside.content)) add(side.slice(2), at, letters(beside), beside.content);
    }
    it.childNodes.forEach(visit);
  }
  visit(document.body);
  return out;
})"""


class Size(NamedTuple):
    """The size of a window, as a phone or not."""

    name: str
    wide: int
    high: int

    def apply(self, tab: Tab) -> None:
        tab.size(self.wide, self.high, mobile=self.name == "phone")


PHONE, LAPTOP, TELEVISION = Size("phone", 390, 840), Size("laptop", 1280, 800), Size("television", 1920, 1080)


class State(Protocol):
    """A page in a state."""

    @property
    def tab(self) -> Tab:
        """Where it is."""

    def load(self, language: str, theme: str) -> None:
        """Load it anew in a language and colour scheme."""


class Line(NamedTuple):
    """Something that stands on a page."""

    kind: str
    box: tuple[int, ...]
    more: str

    @property
    def where(self) -> str:
        return "{},{} {}×{}".format(*self.box)

    def __str__(self) -> str:
        return f"{self.kind} {self.where} {self.more}".rstrip()


def lines_of(tab: Tab) -> list[Line]:
    """What stands on the page, in the order of the document."""
    names = {code: name for name, code in _COLOURS.items()}
    found = tab.run(f"{_SCRIPT}({json.dumps(names)})")
    lines = [Line(kind, tuple(box), more) for kind, box, more in found]
    out: list[Line] = []
    for kind, run in groupby(lines, lambda one: one.kind):
        # The lines between squares are drawn in any order.
        together = list(run)
        out += sorted(together, key=lambda one: (one.more, one.box)) if kind == "line" else together
    return out


Inspection: TypeAlias = Callable[[Tab], Iterable[str]]
"""A further look at a page, after which its size and language are set anew: what is wrong with it."""


def text_of(
    state: State, small: Size = PHONE, large: Size = LAPTOP, inspect: Inspection = lambda _: ()
) -> tuple[str, list[str]]:
    """The text of a page in a state, and what an inspection finds in each language."""
    faults: list[str] = []
    seen: dict[str, list[Line]] = {}
    for language, sizes in (("es", [small]), ("en", [small, large])):
        sizes[0].apply(state.tab)
        state.load(language, "night")
        for size in sizes:
            size.apply(state.tab)
            seen[f"{size.name} {language}"] = lines_of(state.tab)
        faults += [f"{language}: {fault}" for fault in inspect(state.tab)]
    wide = seen[f"{large.name} en"]
    first = seen[f"{small.name} en"][:MOST]
    same = [(one.kind, one.more) for one in first] == [(one.kind, one.more) for one in wide[: len(first)]]
    beside = [one.where if same else str(one) for one in wide[:MOST]]
    spoken = [one.more[one.more.index('"') :] for one in seen[f"{small.name} es"][:MOST] if one.kind == "text"]
    return "\n".join([*map(str, first), f"# {large.name}", *beside, "# es", *spoken]), faults


# Files.


class Texts:
    """The golden texts in one file, and those that are found."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: dict[str, str] = {}

    @property
    def golden(self) -> dict[str, str]:
        """The golden texts by state; none without a file."""
        parts = self.file.read_text("utf-8").split("\n## ")[1:] if self.file.exists() else []
        return dict(part.rstrip("\n").split("\n", 1) for part in parts)

    def changes(self) -> list[str]:
        """What differs, for people."""
        golden, out = self.golden, []
        for state in golden.keys() - self.found.keys():
            out.append(f"{state}: there is no such state any more")
        for state, text in self.found.items():
            before = golden.get(state, "")
            if not alike(before, text):
                lines = unified_diff(before.split("\n"), text.split("\n"), "golden", "found", n=1, lineterm="")
                out.append("\n".join([f"{state}:", *lines]))
        return out

    def keep(self) -> None:
        """Make what was found the golden texts."""
        self.file.parent.mkdir(exist_ok=True)
        parts = [f"\n## {state}\n{text}\n" for state, text in self.found.items()]
        self.file.write_text("".join([HEAD, *parts]), "utf-8")


def alike(one: str, other: str) -> bool:
    """True if the texts are the same, but for a pixel: letters are not as wide to a hair in every browser."""
    number = re.compile(r"-?\d+")
    lines, others = one.split("\n"), other.split("\n")
    return len(lines) == len(others) and all(
        a == b
        or (
            number.sub("", a) == number.sub("", b)
            and a.partition('"')[1:] == b.partition('"')[1:]
            and all(abs(int(m) - int(n)) <= 1 for m, n in zip(number.findall(a), number.findall(b), strict=True))
        )
        for a, b in zip(lines, others, strict=True)
    )


# Pictures.


def picture_of(state: State, size: Size, language: str, theme: str) -> Image.Image:
    """A screenshot of the window."""
    size.apply(state.tab)
    state.load(language, theme)
    return Image.open(io.BytesIO(state.tab.picture())).convert("RGB")


def smaller(picture: Image.Image) -> Image.Image:
    """Scaled down by averaging pixels."""
    return picture.reduce(8 if picture.width == TELEVISION.wide else 4)


def keep_picture(file: Path, picture: Image.Image) -> None:
    picture.save(file, "JPEG", quality=QUALITY, subsampling=0, optimize=True)


class Gallery(NamedTuple):
    """Pages that are looked at together: their states, the sizes, and which are kept as pictures in which theme."""

    file: Path
    states: Callable[[Browser], Iterator[tuple[str, State]]]
    small: Size = PHONE
    large: Size = LAPTOP
    pictures: Mapping[str, tuple[Size, str]] = {}

    def picture(self, state: str) -> Path:
        """The file of the golden picture of a state."""
        return self.file.parent / f"{state.replace(' ', '-')}.jpg"

    def look(
        self, browser: Browser, inspect: Inspection = lambda _: ()
    ) -> tuple[Texts, dict[Path, Image.Image], list[str]]:
        """Every text, the small pictures by their golden file, and what an inspection finds on the pages."""
        texts, pictures, faults = Texts(self.file), {}, []
        for state, shown in self.states(browser):
            texts.found[state], found = text_of(shown, self.small, self.large, inspect)
            faults += [f"{state}, {fault}" for fault in found]
            if state in self.pictures:
                size, theme = self.pictures[state]
                pictures[self.picture(state)] = smaller(picture_of(shown, size, "en", theme))
        return texts, pictures, faults

    def draw(self, browser: Browser, folder: Path) -> None:
        """Every state at full size, for people."""
        for state, shown in self.states(browser):
            for size, language, theme in ((self.small, "en", "night"), (self.large, "es", "daylight")):
                name = f"{state.replace(' ', '-')}-{size.name}.png"
                picture_of(shown, size, language, theme).save(folder / name)


def main(arguments: Iterable[str]) -> None:
    """Draw every page, or keep what there is."""
    from tests.wall.states import WALL  # noqa: PLC0415 - they are made with what is here
    from tests.web.page_states import GALLERIES  # noqa: PLC0415 - the same

    folders = [Path(one) for one in arguments if one != "--keep"]
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as browser:
        for gallery in (*GALLERIES.values(), WALL):
            if folders:
                folders[0].mkdir(parents=True, exist_ok=True)
                gallery.draw(browser, folders[0])
            if "--keep" in sys.argv:
                texts, pictures, _ = gallery.look(browser)
                texts.keep()
                for file, picture in pictures.items():
                    keep_picture(file, picture)
            browser.close_tabs()


if __name__ == "__main__":
    main(sys.argv[1:])
