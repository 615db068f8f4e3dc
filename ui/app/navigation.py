"""Which screen stands for what the game wants next, and where the bar leads to. No kivy in here."""

from __future__ import annotations

from companion.core.texts import T, Words
from companion.scene.scene import Scene
from companion.session.session import Session

SCREEN_OF = {
    "card": "reveal",
    "check": "check",
    "roll": "dice",
    "list": "list",
    "over": "over",
    "new": "learning",
    "offer": "learning",
    "changes": "changes",
}

MAKE_WAY = ("boxes", "box", "entries", "card")
"""The screens of boxes that make way for a browser that asks; on the others somebody has begun something."""


def screen_of(session: Session) -> str:
    """The name of the screen: a form or keys take the place of the table for one question."""
    mode, scene = session.mode, session.scene
    if mode == "choose":
        if session.forms.now(scene, session.rev) is not None:
            return "form"
        if scene.entry is not None or scene.several is not None:
            return "entry"
    return SCREEN_OF.get(mode, "table")


def makes_way(session: Session) -> bool:
    """True where the screen makes way for a phone that asks; on the others somebody has begun something."""
    return screen_of(session) in ("table", "reveal", "check", "over")


def destinations(scene: Scene) -> list[tuple[str, Words, str]]:
    """The screens that the bar leads to: name, words, icon. Those that have nothing to show are left out."""
    there = {
        "sheet": bool(scene.seats),
        "seats": bool(scene.boards),
        "city": bool(scene.tiles),
        "story": bool(scene.story) or not scene.boards,
    }
    slots: list[tuple[str, Words, str]] = [
        ("sheet", T("Items"), "hand"),
        ("seats", T("Players"), "players"),
        ("city", T("City"), "tile"),
        ("story", T("Story"), "book"),
        ("log", T("Log"), "log"),
        ("menu", T("Menu"), "menu"),
    ]
    return [slot for slot in slots if there.get(slot[0], True)]


def sheet_badge(session: Session) -> str:
    """How many items can be used now, as the number at the entry that leads to them; empty for none."""
    if session.mode != "choose":
        return ""
    sheets = {group.id for group in session.scene.groups if group.sheet}
    count = len({choice.group for choice in session.scene.choices if choice.group in sheets})
    return str(count) if count else ""
