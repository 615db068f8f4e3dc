"""Which screen stands for what the game wants next. No kivy in here."""

from __future__ import annotations

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


def screen_of(session: Session) -> str:
    """The name of the screen: a form or keys take the place of the table for one question."""
    mode, scene = session.mode, session.scene
    if mode == "choose":
        if session.forms.now(scene, session.rev) is not None:
            return "form"
        if scene.entry is not None or scene.several is not None:
            return "entry"
    return SCREEN_OF.get(mode, "table")
