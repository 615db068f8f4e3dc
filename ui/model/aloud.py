"""Reads aloud the cards that come up and the questions for everybody; never what one player alone may know. No kivy in
here."""

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
    """Reads out what is new in a session, without repeating itself."""

    def __init__(self, voice: Callable[[], Voice] = Voice) -> None:
        self._make = voice
        self._voice: Voice | None = None
        self._about: ReferenceType[Session] | None = None
        self._read: tuple[object, str] = (None, "")

    def hear(self, session: Session | None) -> None:
        """Read what is new; None: stop reading."""
        about = ref(session) if session is not None else None
        if about != self._about:
            self._about, self._read = about, (None, "")
            self._say("")
        if session is None or (session.page is not None and session.page.card is None):
            return  # Instructions are read on the screen; a card may be finished meanwhile.
        now = session.page, spoken(session)
        if now != self._read:
            self._read = now
            self._say(now[1])

    def _say(self, text: str) -> None:
        """Say this and stop anything else. The voice is created on first use."""
        if text and self._voice is None:
            self._voice = self._make()
        if self._voice is not None:
            self._voice.say(text, language.code) if text else self._voice.hush()

    def close(self) -> None:
        if self._voice is not None:
            self._voice.close()


def spoken(session: Session) -> str:
    """The current card or question in the screen's language; empty if only one player may know it."""
    page = session.page
    if page is not None:
        card = page.card
        return "" if card is None else _sentences(card.title, card.heading, card.text)
    return "" if session.table.ask.only is not None else _sentences(session.scene.prompt.title)


def _sentences(*parts: Words | None) -> str:
    """The parts in a row, with a pause between them."""
    said = [say(part).strip() for part in parts if part is not None]
    text = " ".join(one if one.endswith((".", "?", "!", "…")) else f"{one}." for one in said if one)
    for sign in PAUSES:
        text = text.replace(sign, ",")
    return " ".join(text.split())
