"""Translation, with a language that can be switched at run time."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from string import Formatter

from companion.core.refusals import Fault
from companion.core.texts import (
    CommonName,
    OwnText,
    P,
    RoleName,
    Say,
    SeatName,
    T,
    Text,
    Words,
    as_printed,
    capital,
    in_language,
)

DOMAIN = "companion"
LANGUAGES: dict[str, str] = {"en": "English", "es": "Español"}
LOCALE = Path(__file__).parent / "locale"


class Language:
    """The current language, and the names of the people it is used for."""

    def __init__(self, code: str = "en", people: Mapping[str, Words] | None = None) -> None:
        self.people: Mapping[str, Words] = people or {}
        """People's names by seat, used wherever a seat is named."""
        self.use(code)

    def use(self, code: str) -> None:
        """Switch to ``code``: ``en``, ``es``, or any language with a catalogue; untranslated texts stay English."""
        self.code = code
        self._catalogue = _catalogue(LOCALE, code)

    def say(self, words: Words | None) -> str:
        """Translate words; empty for None."""
        if words is None:
            return ""
        if isinstance(words, CommonName) and words.own:
            words = words.own
        if isinstance(words, Text):
            if isinstance(words, SeatName) and words.seat in self.people:
                name = as_printed(self.people[words.seat])
                beside = T("{first} · {second}", first=name, second=as_printed(words))
                return self.say(beside if words.beside else name)
            if isinstance(words, OwnText):
                sentence = in_language(words.own, self.code)
            elif words.plural is None:
                sentence = self._catalogue.gettext(words.msgid) if words.msgid else ""
            else:
                sentence = self._catalogue.ngettext(words.msgid, words.plural, words.n)
            if "{" not in sentence:
                return sentence
            said = {name: self.say(value) for name, value in words.args.items()}
            inside = {name: form for name, value in words.args.items() if (form := self._inside(value))}
            return _with_articles(sentence, said, inside) if inside else sentence.format(**said)
        if isinstance(words, dict):
            return in_language(words, self.code)
        return self.say(words.words) if isinstance(words, Fault) else str(words)

    def _inside(self, words: Words) -> str:
        """The form of a role's name, or of what has no name, inside a sentence; empty if it has none here, or if a
        person has the role."""
        if isinstance(words, CommonName):
            if words.own and self.say(words) != self.say(Text(words.msgid, words.args)):
                return ""
            said = self.say(Text(words.inside or words.msgid, words.args))
            return said[:1].lower() + said[1:]
        if isinstance(words, SeatName) and words.seat in self.people:
            return ""
        role = as_printed(words)
        if not isinstance(role, RoleName):
            return ""
        form = self._catalogue.gettext(role.inside)
        return form if form != role.inside else ""


def _with_articles(sentence: str, said: Mapping[str, str], inside: Mapping[str, str]) -> str:
    """The sentence filled in, with the forms of ``inside`` beside other words of it: "Tira la hija", but "Hija: 2"."""
    parts = list(Formatter().parse(sentence))
    found = ""
    for n, (before, name, spec, _) in enumerate(parts):
        found += before
        if name is None:
            continue
        after = parts[n + 1][0] if n + 1 < len(parts) else ""
        form, word = inside.get(name), f"{{{name}:{spec}}}".format(**said)
        beside = re.search(r"[\w¿] ?$", before) is not None or re.match(r" [^\W\d]", after) is not None
        if form is not None and beside:
            word = capital(form) if not re.search(r"\w", found) else form
            if word.startswith("el ") and re.search(r"\b([Dd]e|[Aa]) $", found):
                found, word = found[:-1], word[1:]  # "del padre", "al padre"
        found += word
    return found


@cache
def _catalogue(locale: Path, code: str, domain: str = DOMAIN) -> gettext.NullTranslations:
    """The translations of ``code``, empty without a catalogue. A ``.po`` file newer than its ``.mo`` is compiled in
    memory."""
    written = locale / code / "LC_MESSAGES" / f"{domain}.po"
    compiled = written.with_suffix(".mo")
    if not written.exists() or (compiled.exists() and compiled.stat().st_mtime >= written.stat().st_mtime):
        return gettext.translation(domain, locale, [code], fallback=True)
    return gettext.GNUTranslations(_compiled(written))


@cache
def add_texts(locale: str, domain: str) -> None:
    """Translate by the catalogues of a game as well, in every ``Language`` there is: for what is not in ours."""
    for code in LANGUAGES:
        _catalogue(LOCALE, code).add_fallback(_catalogue(Path(locale), code, domain))


def texts_of(code: str) -> Iterator[str]:
    """All that the product says in a language, without what is filled in."""
    known = getattr(_catalogue(LOCALE, next(one for one in LANGUAGES if one != "en")), "_catalog", {})
    for english, text in known.items():
        said = (english[0] if isinstance(english, tuple) else english) if code == "en" else text
        yield re.sub(r"\{[^}]*\}", " ", said)


def _compiled(written: Path) -> BytesIO:
    # Babel is installed for development only; packages contain compiled catalogues.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    found = BytesIO()
    with written.open("rb") as file:
        write_mo(found, read_po(file))
    found.seek(0)
    return found


def tell(words: Words | None) -> str:
    """Translate words into the language of the machine, for command lines; empty for None."""
    return _speaker(language_of_machine())(words)


@cache
def _speaker(code: str) -> Say:
    return Language(code).say


def tell_click() -> None:
    """Let click translate its own messages into the language of the machine."""
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)


# Messages of click that these command lines can show.
_OF_CLICK = (
    T("Usage:"), T("Options"), T("Commands"), T("Show this message and exit."), T("default: {default}"),
    T("Missing argument"), T("Missing command."), T("Invalid value: {message}"),
    T("Invalid value for {param_hint}: {message}"), T("No such option {name!r}."), T("No such command {name!r}."),
    P("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1),
    P("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1),
    P("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 1),
    T("Option {name!r} does not take a value."),
    P("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1),
    T("{value!r} is not a valid {number_type}."), T("{value} is not in the range {range}."),
)  # fmt: skip


@contextmanager
def spoken(arguments: Sequence[str]) -> Iterator[None]:
    """Use the language of ``--language`` while a command runs, also for errors in the command line itself.

    An unknown language is refused when the option is parsed.
    """
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
    """The language of the environment; English if it is not supported."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2].lower()
        if code:
            return code if code in LANGUAGES else "en"
    return "en"
