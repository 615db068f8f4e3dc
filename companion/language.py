"""Words in the language of the table, which can be switched while everything runs."""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable
from pathlib import Path

from companion.core.texts import Text, Words, in_language

DOMAIN = "companion"
LANGUAGES: dict[str, str] = {"en": "English", "es": "Español"}
LOCALE = Path(__file__).parent / "locale"


class Language:
    """The language in use; ``watch`` is told of every change."""

    def __init__(self, code: str = "en") -> None:
        self._watchers: list[Callable[[], None]] = []
        self.use(code)

    def use(self, code: str) -> None:
        """Speak ``code`` from now on: ``en``, ``es``, or any language that has a catalogue; texts without a
        translation stay English."""
        self.code = code
        self._catalogue = gettext.translation(DOMAIN, LOCALE, [code], fallback=True)
        for watcher in list(self._watchers):
            watcher()

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call ``watcher`` after each change of language."""
        self._watchers.append(watcher)

    def say(self, words: Words | None) -> str:
        """The words as they are shown; nothing for None."""
        if words is None:
            return ""
        if isinstance(words, Text):
            if words.plural is None:
                sentence = self._catalogue.gettext(words.msgid) if words.msgid else ""
            else:
                sentence = self._catalogue.ngettext(words.msgid, words.plural, words.n)
            return sentence.format(**{name: self.say(value) for name, value in words.args.items()})
        if isinstance(words, dict):
            return in_language(words, self.code)
        return str(words)


def language_of_machine() -> str:
    """The language that the machine is set to (as its environment says), English if we do not speak it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2].lower()
        if code:
            return code if code in LANGUAGES else "en"
    return "en"
