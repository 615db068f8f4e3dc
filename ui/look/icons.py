"""Draws icons: each SVG file is rasterised once for its size and colours, then shown pixel on pixel as a texture."""

from __future__ import annotations

import re
from io import BytesIO

from kivy.core.image import Image
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.core.instructions import kind
from companion.scene.icons import Icon, Lettering, find, read
from companion.scene.palette import COLOURS
from ui.layout.geometry import Area
from ui.look import paint
from ui.look.textures import TextureCache, crisp
from ui.look.theme import LAMP, Rgba, Role, ink, look, role

MOST = 4 * 2**20
"""Maximum bytes of cached icons."""
BEYOND = 0.05
"""How far drawings overhang their area, as a share of its side, besides two pixels for smooth edges."""
LEGIBLE = 8
"""Letters of fewer pixels in height are left out."""
REPEATING = (16, 32)
"""Sizes in pixels of textures that repeat: powers of two, so that every GPU can repeat them."""
_COLOUR = re.compile(r"var\(--(?:(tint),var\(--)?([a-z0-9-]+)\)+")


def draw(name: str, area: Area, *, tint: Rgba | None = None, alpha: float = 1.0) -> None:
    """Draw an icon, centred in ``area``; ``tint`` colours one-colour icons, ``alpha`` fades all."""
    square = area.square()
    side = round(square.w)
    if side <= 0:
        return
    icon, said = find(name)
    edge = margin(side)
    left, bottom = round(square.cx - side / 2), round(square.cy - side / 2)
    made = textures(icon.name, side, edge, tint and code(tint), alpha, look.theme)
    Color(1, 1, 1, 1)
    Rectangle(texture=made, pos=(left - edge, bottom - edge), size=made.size)
    if icon.lettering is not None and said:
        letters(said, icon.lettering, Area(left, bottom, side, side), tint, alpha)


def letters(said: str, at: Lettering, square: Area, tint: Rgba | None, alpha: float) -> None:
    """Draw letters on an icon that covers ``square``."""
    unit = square.w / 100
    w, h = at.width * unit, at.size * unit
    if h < LEGIBLE:
        return
    r, g, b, a = _rgba(at.colour, tint)
    place = Area(square.x + at.x * unit - w / 2, square.y + square.h - at.y * unit - h / 2, w, h)
    size = h / look.mm(10) * 10 / look.scale
    paint.words(said, place, (r, g, b, a * alpha), size, face="heavy", least=1.0, align="center")


def row(name: str, area: Area, side: float) -> None:
    """Repeat an icon over ``area``, each about ``side`` pixels: a hundred cost as much as one."""
    made = repeating(find(name)[0].name, next((n for n in REPEATING if n >= side), REPEATING[-1]), look.theme)
    u, v = max(1, round(area.w / side)), max(1, round(area.h / side))
    Color(1, 1, 1, 1)
    Rectangle(texture=made, pos=(area.x, area.y), size=(area.w, area.h), tex_coords=(0, v, u, v, u, 0, 0, 0))


def framing(name: str) -> bool:
    """True if the icon is a frame for the text of its owner."""
    return kind(name) == "door"


def hue(name: str) -> Rgba:
    """Colour of a piece; the lamp colour if it has none."""
    colour = find(name)[0].colour
    return role(colour) if colour else LAMP


def margin(side: int) -> int:
    """Margin in pixels around an icon of ``side`` pixels."""
    return 2 + round(side * BEYOND)


def svg(icon: Icon, side: int, edge: int, tint: str | None = None, alpha: float = 1) -> str:
    """An icon of ``side`` pixels with ``edge`` pixels around it as a picture of its own, without letters, in the
    colours of the theme, which any renderer understands. Faded shapes shine through each other."""
    colours = {name: codes[Role.theme] for name, codes in COLOURS.items()}
    whole, beyond = side + 2 * edge, edge * 100 / side
    box = f"{-beyond:.4g} {-beyond:.4g} {100 + 2 * beyond:.6g} {100 + 2 * beyond:.6g}"
    faded = "" if alpha == 1 else f' fill-opacity="{alpha:g}" stroke-opacity="{alpha:g}"'
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" viewBox="{box}"'
        f"{icon.attributes}{faded}>\n{icon.shapes}</svg>\n"
    )
    if icon.colour:
        text = text.replace("currentColor", colours[icon.colour])
    return _COLOUR.sub(lambda found: tint if tint is not None and found[1] else colours[found[2]], text)


def _texture(name: str, side: int, edge: int, tint: str | None, alpha: float, _theme: str) -> Texture:
    # SDL_image, kivy's own library for pictures, knows an SVG by its content; kivy only asks for some ending.
    return crisp(Image(BytesIO(svg(read(name), side, edge, tint, alpha).encode()), ext="png").texture)


def _repeated(name: str, side: int, theme: str) -> Texture:
    made = _texture(name, side, 0, None, 1, theme)
    made.min_filter = made.mag_filter = "linear"
    made.wrap = "repeat"
    return made


def _rgba(css: str, tint: Rgba | None) -> Rgba:
    found = _COLOUR.fullmatch(css)
    if found is None:
        return ink(css)
    return tint if tint is not None and found[1] else role(found[2])


def code(colour: Rgba) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour[:3])


textures, repeating = TextureCache(_texture, MOST), TextureCache(_repeated, MOST)
