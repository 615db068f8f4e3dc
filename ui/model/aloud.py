"""What is read aloud: cards that come up, and what everybody is asked. Never what only one player may know.

No kivy in here.
"""

from __future__ import annotations

from collections.abc import Callable
from weakref import ReferenceType, ref

from companion.core.texts import Words
from companion.session.session import Session
from hardware.voice import Voice
from ui.app.language import language, say

PAUSES = ("→", "·", "\n")
"""Signs that nobody would say."""


class Aloud:
    """Has what is new of a session read; the same is not read twice in a row."""

    def __init__(self, voice: Callable[[], Voice] = Voice) -> None:
        self._make = voice
        self._voice: Voice | None = None
        self._about: ReferenceType[Session] | None = None
        self._read: tuple[object, str] = (None, "")

    def hear(self, session: Session | None) -> None:
        """Something may be new; None: nothing is to be read any more."""
        about = ref(session) if session is not None else None
        if about != self._about:
            self._about, self._read = about, (None, "")
            self._say("")
        if session is None or (session.page is not None and session.page.card is None):
            return  # What hands do is read on the screen; a card may be heard to its end meanwhile.
        now = session.page, spoken(session)
        if now != self._read:
            self._read = now
            self._say(now[1])

    def _say(self, text: str) -> None:
        """Read that and nothing else; a voice is made when there is something to say."""
        if text and self._voice is None:
            self._voice = self._make()
        if self._voice is not None:
            self._voice.say(text, language.code) if text else self._voice.hush()

    def close(self) -> None:
        """The companion is closed."""
        if self._voice is not None:
            self._voice.close()


def spoken(session: Session) -> str:
    """The card or the question in front, in the language of the screen; nothing of what only one player may know."""
    page = session.page
    if page is not None:
        card = page.card
        return "" if card is None else _sentences(card.title, card.heading, card.text)
    return "" if session.table.ask.only is not None else _sentences(session.scene.prompt.title)


def _sentences(*parts: Words | None) -> str:
    """One after the other, with a pause between them."""
    said = [say(part).strip() for part in parts if part is not None]
    text = " ".join(one if one.endswith((".", "?", "!", "…")) else f"{one}." for one in said if one)
    for sign in PAUSES:
        text = text.replace(sign, ",")
    return " ".join(text.split())
