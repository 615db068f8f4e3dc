"""Words in the language of the table, which can be switched while everything runs."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from companion.core.content.faults import Fault
from companion.core.texts import P, Say, SeatName, T, Text, Words, as_printed, in_language

DOMAIN = "companion"
LANGUAGES: dict[str, str] = {"en": "English", "es": "Español"}
LOCALE = Path(__file__).parent / "locale"


class Language:
    """The language in use, and what the people are called to whom it speaks."""

    def __init__(self, code: str = "en", people: Mapping[str, Words] | None = None) -> None:
        self.people: Mapping[str, Words] = people or {}
        """The names of those who sit somewhere, by seat: said wherever a seat is named."""
        self.use(code)

    def use(self, code: str) -> None:
        """Speak ``code`` from now on: ``en``, ``es``, or any language that has a catalogue; texts without a
        translation stay English."""
        self.code = code
        self._catalogue = _catalogue(LOCALE, code)

    def say(self, words: Words | None) -> str:
        """The words as they are shown; nothing for None."""
        if words is None:
            return ""
        if isinstance(words, Text):
            if isinstance(words, SeatName) and words.seat in self.people:
                return self.say(as_printed(self.people[words.seat]))
            if words.plural is None:
                sentence = self._catalogue.gettext(words.msgid) if words.msgid else ""
            else:
                sentence = self._catalogue.ngettext(words.msgid, words.plural, words.n)
            if "{" not in sentence:
                return sentence
            return sentence.format(**{name: self.say(value) for name, value in words.args.items()})
        if isinstance(words, dict):
            return in_language(words, self.code)
        return self.say(words.words) if isinstance(words, Fault) else str(words)


@cache
def _catalogue(locale: Path, code: str) -> gettext.NullTranslations:
    """The translations of ``code``; none where it has no catalogue. Those that were written since they were last
    compiled, or never, are compiled here."""
    written = locale / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    compiled = written.with_suffix(".mo")
    if not written.exists() or (compiled.exists() and compiled.stat().st_mtime >= written.stat().st_mtime):
        return gettext.translation(DOMAIN, locale, [code], fallback=True)
    return gettext.GNUTranslations(_compiled(written))


def _compiled(written: Path) -> BytesIO:
    # Babel is there where catalogues are written, not where a package with compiled ones was installed.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    found = BytesIO()
    with written.open("rb") as file:
        write_mo(found, read_po(file))
    found.seek(0)
    return found


def tell(words: Words | None) -> str:
    """The words in the language of the machine, for command lines; nothing for None."""
    return _speaker(language_of_machine())(words)


@cache
def _speaker(code: str) -> Say:
    return Language(code).say


def tell_click() -> None:
    """Let the library of the command line say its own words in the language of the machine too."""
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)


# What click says itself, of all that a command line here can bring up.
_OF_CLICK = (
    T("Usage:"),
    T("Options"),
    T("Commands"),
    T("Show this message and exit."),
    T("default: {default}"),
    T("Missing argument"),
    T("Missing command."),
    T("Invalid value: {message}"),
    T("Invalid value for {param_hint}: {message}"),
    T("No such option {name!r}."),
    T("No such command {name!r}."),
    P("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1),
    P("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1),
    P("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 1),
    T("Option {name!r} does not take a value."),
    P("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1),
    T("{value!r} is not a valid {number_type}."),
    T("{value} is not in the range {range}."),
)


@contextmanager
def spoken(arguments: Sequence[str]) -> Iterator[None]:
    """While a command line is read and done, speak the language that it asks for with ``--language``, so that what is
    wrong with the line itself is said in it, too. A language that we do not speak is refused where it is read."""
    wanted = [each for one, each in pairwise(arguments) if one == "--language"]
    wanted += [one.partition("=")[2] for one in arguments if one.startswith("--language=")]
    before = os.environ.get("LANGUAGE")
    if wanted and wanted[-1] in LANGUAGES:
        os.environ["LANGUAGE"] = wanted[-1]
    try:
        yield
    finally:
        if before is not None:
            os.environ["LANGUAGE"] = before
        else:
            os.environ.pop("LANGUAGE", None)


def language_of_machine() -> str:
    """The language that the machine is set to (as its environment says), English if we do not speak it."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2].lower()
        if code:
            return code if code in LANGUAGES else "en"
    return "en"
