"""Icons and themes for web pages: the screen's drawings as an SVG sprite, with CSS variables as colours.

``python -m ui.look.icon_sprite`` writes the files; a test fails if they are out of date.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from types import ModuleType

from companion.core.instructions import kind
from ui.layout.geometry import Area
from ui.look import icons, theme
from ui.look.icons import pen, people, space
from ui.look.icons.pen import Pen
from ui.look.theme import Rgba, Role

FOLDER = Path(__file__).parents[2] / "companion" / "web" / "static"
BLANK = "§"
"""Placeholder for the letter or number of an icon that takes any."""
WRITTEN = ("seat:0", "seat:1", "seat:2", "seat:3", "seat:4", "seat:5", "door", "officer", "figure", "key", "card")
NUMBERED = {"door": 20, "patrol": 9, "company": 4, "miner": 4, "set": 6, "star": 4, "saucer": 6, "marker": 4}
COLOURED = ("crystal", "slot", "mission", "officer", "key", "info", "die", "wound", "figure")
FAMILIES = (
    *(f"{one}:{n}" for one, most in NUMBERED.items() for n in range(1, most + 1)),
    *(f"{one}:{colour}" for one in COLOURED for colour in ("red", "blue", "yellow", "white")),
    *(f"info:{colour}{n}" for colour in ("red", "blue", "yellow") for n in range(1, 7)),
    *(f"crew:{who}" for who in ("pilot", "scientist", "doctor", "engineer")),
    *(f"crew:{n}:{who}" for n in range(1, 7) for who in ("pilot", "scientist", "doctor", "engineer")),
    *(f"face:{face}" for face in ("PHYS", "MENT", "SOC", "WILD", *range(1, 7))),
    *(f"land:{land}" for land in ("industrial", "commercial", "residential", "water")),
    *(f"movement:{card}" for card in (*range(1, 7), "0-5")),
    *(f"locker:{what}" for what in ("oak", "steel", "tin")),
    *("agent:fighter", "agent:transporter", "card:mafia", "card:police", "card:story", "gang:member"),
    *("marker:alert", "marker:story", "mission:relics", "time:marker"),
)
INHERITED = (
    'stroke-linecap="round" stroke-linejoin="round" text-anchor="middle" dominant-baseline="central" '
    'font-family="system-ui,sans-serif" font-weight="800"'
)
"""As attributes, since the pages' content security policy forbids inline styles in pictures, too."""


class Ink(tuple[float, ...]):
    """A colour with its CSS value."""

    css: str


def _ink(own: Rgba, css: str, opacity: float) -> Ink:
    made = Ink((*tuple(own)[:3], opacity))
    made.css = css
    return made


def _code(own: Rgba) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in tuple(own)[:3])


def roles() -> dict[str, Role]:
    """Every colour of the themes, by its name in CSS."""
    found = {f"{name.lower().replace('_', '-')}": role for name, role in _named(theme)}
    found |= {f"hue-{n}": role for n, role in enumerate(people.HUES) if isinstance(role, Role)}
    return found | {name.lower(): role for name, role in _named(space) if role not in found.values()}


def _named(module: ModuleType) -> Iterator[tuple[str, Role]]:
    for name, value in vars(module).items():
        if isinstance(value, Role):
            yield name, value


NAMES = {id(role): name for name, role in reversed(roles().items())}


class SvgPen(Pen):
    """Draws SVG elements into ``parts``, on a square of 100 by 100 with its origin top left."""

    def __init__(self, parts: list[str], area: Area, tint: Rgba | None = None, alpha: float = 1.0) -> None:
        super().__init__(area, tint, alpha)
        self.parts = parts
        self.letter: list[float] | None = None
        """Where a letter goes: centre, width and height; None if there is none."""

    def inside(self, area: Area, tint: Rgba | None) -> Pen:
        return SvgPen(self.parts, area, tint, self.alpha)

    def colour(self, own: Rgba) -> Rgba:
        if isinstance(own, Ink):
            return own
        name = NAMES.get(id(own))
        return _ink(own, _code(own) if name is None else f"var(--{name})", tuple(own)[3] * self.alpha)

    def main(self, own: Rgba = theme.PAPER) -> Rgba:
        made = self.colour(self.tint or own)
        assert isinstance(made, Ink)
        return made if self.tint is not None else _ink(made, f"var(--tint,{made.css})", made[3])

    def poly(self, fill: Rgba, *points: float) -> None:
        self.parts.append(f'<path d="{self._path(points)}z"{_fill(fill)}/>')

    def line(self, fill: Rgba, width: float, *points: float, close: bool = False) -> None:
        end = "z" if close else ""
        stroke = _fill(fill).replace("fill", "stroke")
        wide = _number(max(1.0, width * self.unit))
        self.parts.append(f'<path fill="none" d="{self._path(points)}{end}"{stroke} stroke-width="{wide}"/>')

    def disc(self, fill: Rgba, x: float, y: float, r: float) -> None:
        self.oval(fill, x, y, r, r)

    def oval(self, fill: Rgba, x: float, y: float, rx: float, ry: float) -> None:
        cx, cy = self._at(x, y)
        size = f'rx="{_number(rx * self.unit)}" ry="{_number(ry * self.unit)}"'
        self.parts.append(f'<ellipse cx="{cx}" cy="{cy}" {size}{_fill(fill)}/>')

    def box(self, fill: Rgba, x: float, y: float, w: float, h: float, r: float = 0) -> None:
        left, top = self._at(x, y + h)
        size = f'width="{_number(w * self.unit)}" height="{_number(h * self.unit)}"'
        round_ = f' rx="{_number(min(r, w / 2, h / 2) * self.unit)}"' if r else ""
        self.parts.append(f'<rect x="{left}" y="{top}" {size}{round_}{_fill(fill)}/>')

    def letters(self, fill: Rgba, text: str, x: float, y: float, w: float, h: float) -> None:
        if text == BLANK:
            self.letter = [float(_number(part)) for part in (x + w / 2, 100 - y - h / 2, w, h)]
        elif text:
            cx, cy = self._at(x + w / 2, y + h / 2)
            size = _number(min(h * 0.95, w * 1.5 / len(text)) * self.unit)
            self.parts.append(f'<text x="{cx}" y="{cy}" font-size="{size}"{_fill(fill)}>{escape(text)}</text>')

    def _at(self, x: float, y: float) -> tuple[str, str]:
        return _number(self.area.x + x * self.unit), _number(100 - self.area.y - y * self.unit)

    def _path(self, points: tuple[float, ...]) -> str:
        pairs = zip(points[::2], points[1::2], strict=True)
        return "M" + "L".join(" ".join(self._at(x, y)) for x, y in pairs)


def _fill(colour: Rgba) -> str:
    css = colour.css if isinstance(colour, Ink) else _code(colour)
    opacity = tuple(colour)[3]
    return f' fill="{css}"' + (f' fill-opacity="{_number(opacity)}"' if opacity < 1 else "")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def names() -> list[str]:
    """Every icon in the sprite."""
    written = [f"{one}:{BLANK}" for one in WRITTEN]
    kinds = [name.rstrip(":") for name in pen.registered()]
    return sorted({*written, *kinds, *(one for one in FAMILIES if icons.known(one))})


def sprite() -> tuple[str, str]:
    """The SVG file of all icons, and the JSON index: each name with its symbol's id and where its letter goes."""
    symbols, listed = [], {}
    for number, name in enumerate(names()):
        drawn = SvgPen([], Area(0, 0, 100, 100))
        pen.drawn(drawn, name if name not in ("seat", "turn") else f"{kind(name) or name}:{BLANK}")
        symbols.append(
            f'<symbol id="i{number}" viewBox="0 0 100 100"><g {INHERITED}>{"".join(drawn.parts)}</g></symbol>'
        )
        listed[name] = [f"i{number}", *(drawn.letter or [])]
    file = "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])
    return file, "{\n" + ",\n".join(f"{json.dumps(one)}: {json.dumps(at)}" for one, at in listed.items()) + "\n}\n"


def themes() -> str:
    """The colours of every theme as CSS variables: the first by default, others if the browser or a person asks for
    them."""

    def colours(n: int) -> str:
        return "".join(f"--{name}:{_code(role.inks[n])};" for name, role in roles().items())

    light = "@media (prefers-color-scheme:light){:root:not([data-theme])"
    strong = "@media (prefers-contrast:more){:root:not([data-theme])"
    rules = [
        f":root{{color-scheme:dark;{colours(0)}}}",
        f"{light}{{color-scheme:light;{colours(1)}}}}}",
        f"{strong}{{color-scheme:dark;{colours(2)}}}}}",
        *(
            f':root[data-theme="{name}"]{{color-scheme:{"light" if name == "daylight" else "dark"};{colours(n)}}}'
            for n, name in enumerate(theme.THEMES)
        ),
    ]
    return "\n".join([*rules, ""])


def files() -> dict[str, str]:
    """File names and contents."""
    symbols, listed = sprite()
    return {"icons.svg": symbols, "icons.json": listed, "themes.css": themes()}


if __name__ == "__main__":
    for file, text in files().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
