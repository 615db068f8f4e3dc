"""Which screen a game needs now, and where the nav bar leads. No kivy in here."""

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
"""Screens of boxes that give way to a browser asking for consent; on others people may be busy."""


def screen_of(session: Session) -> str:
    """Name of the screen: a form or keypad replaces the table for one question."""
    mode, scene = session.mode, session.scene
    if mode == "choose":
        if session.forms.now(scene, session.rev) is not None:
            return "form"
        if scene.entry is not None or scene.several is not None:
            return "entry"
    return SCREEN_OF.get(mode, "table")


def makes_way(session: Session) -> bool:
    """True if the screen gives way to a phone asking for consent; on others people may be busy."""
    return screen_of(session) in ("table", "reveal", "check", "over")


def destinations(scene: Scene) -> list[tuple[str, Words, str]]:
    """Destinations of the nav bar (name, label, icon), without those that would be empty."""
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
    """Number of items that can be used now, for the nav bar; empty for none."""
    if session.mode != "choose":
        return ""
    sheets = {group.id for group in session.scene.groups if group.sheet}
    count = len({choice.group for choice in session.scene.choices if choice.group in sheets})
    return str(count) if count else ""
