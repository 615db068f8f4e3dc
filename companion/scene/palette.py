"""All colours of the screens, by name, as every front shows them: the touchscreen, the pages for phones, the wall.

Colours are roles, such as background, text or the next thing to do; each theme defines what they look like. Tracks and
dice use Okabe and Ito's palette (darker in daylight), which colour-blind people can tell apart, and always a shape as
well.
"""

from __future__ import annotations

from typing import Literal

Theme = Literal["night", "daylight", "contrast"]
THEMES: tuple[Theme, ...] = ("night", "daylight", "contrast")
"""Dark; light, for daylight; black and white with strong edges."""

COLOURS: dict[str, tuple[str, str, str]] = {
    # Backgrounds, from back to front.
    "night": ("#0e1320", "#f6f2e8", "#000000"),
    "dusk": ("#171f30", "#ece6d8", "#000000"),
    "stone": ("#22304a", "#ffffff", "#101010"),
    "stone-pressed": ("#30436a", "#d8cfb8", "#3a3a3a"),
    "slot": ("#1f2a3f", "#d9d1bf", "#2c2c2c"),
    "edge": ("#31405c", "#a89f8c", "#b8b8b8"),
    "alarmed": ("#3b2027", "#ffe1d6", "#400800"),
    "at-ease": ("#17403b", "#d6f0e3", "#003a24"),
    "police-deep": ("#182450", "#d3defa", "#00185a"),
    "story-deep": ("#2d6f9c", "#cfe6f5", "#10446a"),
    # Text and drawings on them.
    "paper": ("#f4efe4", "#171c26", "#ffffff"),
    "paper-dim": ("#d9d2c0", "#3a4150", "#f0f0f0"),
    "mist": ("#a3afc4", "#475063", "#e0e0e0"),
    "grey": ("#98a2b8", "#565d6b", "#c8c8c8"),
    "lamp": ("#e69f00", "#7d4e00", "#ffd23f"),
    # Colours that contrast both ways: ink is legible on them, and they stand out from the backgrounds.
    "ink": ("#10151f", "#fffdf7", "#000000"),
    "alert": ("#e5673c", "#b3380d", "#ff8a5c"),
    "story": ("#56b4e9", "#0f5f94", "#7cc8f5"),
    "sun": ("#f0e442", "#7a6400", "#fff04d"),
    "green": ("#2bb58a", "#0b6b4c", "#3fe0ad"),
    "rose": ("#cc79a7", "#9c3f74", "#f0a5cc"),
    "sand": ("#e3c28f", "#7d5a22", "#f5d9ac"),
    "sepia": ("#857a63", "#8a7d62", "#b8ac90"),
    "violet": ("#b79bff", "#5a3bb8", "#cdb9ff"),
    "lime": ("#b8dc4a", "#526c00", "#cdf05c"),
    "aqua": ("#5fd6cf", "#0d6b66", "#7ff0e9"),
    "police": ("#3b6fd4", "#2b58b4", "#7aa5ff"),
    "glass": ("#cfeaff", "#4d6f8f", "#ffffff"),
    # The amber button and cards: much the same in all themes.
    "amber": ("#e69f00", "#f0aa12", "#ffd23f"),
    "amber-pressed": ("#ffbf2e", "#d18f00", "#ffffff"),
    "on-amber": ("#10151f", "#10151f", "#000000"),
    "on-amber-dim": ("#4a3400", "#3d2a00", "#000000"),
    "card": ("#f4efe4", "#fffdf7", "#ffffff"),
    "card-edge": ("#d9d2c0", "#a89f8c", "#000000"),
    "on-card": ("#10151f", "#10151f", "#000000"),
    "on-card-dim": ("#665c48", "#5a5140", "#2a2a2a"),
    # Players by number, the same on every screen and in every game; each has a shape of its own as well.
    "hue-0": ("#f0524a", "#b3201c", "#ff6a5c"),
    "hue-1": ("#5b8cf0", "#2450b0", "#7aa5ff"),
    "hue-2": ("#f0e442", "#7a6400", "#fff04d"),
    "hue-3": ("#2bb58a", "#0b6b4c", "#3fe0ad"),
    "hue-4": ("#c988e8", "#7a359c", "#dda6ff"),
    "hue-5": ("#ffa13d", "#a04f00", "#ffb45c"),
}


def css() -> str:
    """The colours as CSS variables: the first theme by default, others if the browser or a person asks for them."""

    def colours(n: int) -> str:
        return "".join(f"--{name}:{codes[n]};" for name, codes in COLOURS.items())

    light = "@media (prefers-color-scheme:light){:root:not([data-theme])"
    strong = "@media (prefers-contrast:more){:root:not([data-theme])"
    rules = [
        f":root{{color-scheme:dark;{colours(0)}}}",
        f"{light}{{color-scheme:light;{colours(1)}}}}}",
        f"{strong}{{color-scheme:dark;{colours(2)}}}}}",
    ]
    for n, theme in enumerate(THEMES):
        scheme = "light" if theme == "daylight" else "dark"
        rules.append(f':root[data-theme="{theme}"]{{color-scheme:{scheme};{colours(n)}}}')
    return "\n".join([*rules, ""])
