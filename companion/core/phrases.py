"""Effects of cards as short phrases: each game has one grammar for parsing and formatting.

``Forms`` translates headings, words and phrases, each by its English form.
"""

from __future__ import annotations

import difflib
import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any, Final

from msgspec import Struct, structs
from msgspec import inspect as types

from companion.core.texts import T, Text, folded, plain
from companion.core.validation import info_of


class Forms(Struct, frozen=True, eq=False):
    """The forms of a game's sheets in one language, by their English forms; without an entry English is used.

    English is always accepted when parsing.
    """

    headings: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    """Keys are English words (``end of turn``), ``field=word`` for a word with another form in one field, ``2=word``
    for an alternative form, or ``field=name`` for words that stand for names, such as those of squares. After ``said ``
    it is the form in sentences for people, where that is longer than what stands in sheets, which accept it as well;
    after ``aloud `` in those that are only read or heard."""
    phrases: Mapping[str, str] = {}
    """Keys are English templates; the translations have the same fields. After ``aloud `` it is the form in sentences
    that are only read, in English as well; it need not say all fields, nor be readable."""
    examples: Mapping[str, str] = {}
    """Keys are English examples that contain texts; other examples are generated."""

    contractions: Mapping[str, str] = {}
    """Words of a sentence that become one, such as Spanish ``de el``."""
    several: Collection[str] = ("all", "others", "them", "to_act", "acted")
    """The words for people that are plural in sentences ("all of you lose")."""
    subjects: Mapping[str, str] = {}
    """How words for people begin that are no subject of a sentence, each with how they begin where they are one:
    Spanish ``al padre`` is ``el padre`` in ``el padre pierde 1 objeto``."""

    decimal: str = "."
    separator: str = ","
    """The CSV separator that spreadsheets use with this decimal separator."""

    def __or__(self, more: Forms) -> Forms:
        names = ("headings", "words", "phrases", "examples")
        return structs.replace(self, **{name: {**getattr(self, name), **getattr(more, name)} for name in names})

    def heading(self, english: str) -> str:
        return self.headings.get(english, english)

    def of(self, word: object, field: str = "") -> list[str]:
        """All accepted forms of a word in a field, the written one first."""
        english = str(word).replace("_", " ")
        said = self.words.get(f"{SAID}{field}={english}")
        found = (self.words.get(f"{field}={english}"), self.words.get(english), english, said)
        return list(dict.fromkeys(form for form in found if form is not None))

    def of_subject(self, word: object, field: str = "") -> list[str]:
        """All accepted forms of a word in a field with which a phrase begins, the written one first."""
        forms = self.of(word, field)
        bare = [to + form.removeprefix(by) for form in forms for by, to in self.subjects.items() if form.startswith(by)]
        return list(dict.fromkeys([*bare, *forms]))

    def every(self, word: str) -> list[str]:
        return [form for key, form in self.words.items() if key.rpartition("=")[2] == word] + [word]

    def names(self, field: str) -> dict[str, str]:
        """The words that stand for names in a field, by name."""
        begin = f"{field}="
        return {
            key.removeprefix(begin).replace(" ", "_"): form for key, form in self.words.items() if key.startswith(begin)
        }

    @property
    def said(self) -> Forms:
        """The forms of sentences for people."""
        return structs.replace(self, words=_as(SAID, self.words))

    @property
    def spoken(self) -> Forms:
        """The forms of sentences that are only read, not tapped: their phrases, too."""
        said = self.said
        return structs.replace(said, words=_as(ALOUD, said.words), phrases=_as(ALOUD, self.phrases))


def _as(prefix: str, forms: Mapping[str, str]) -> dict[str, str]:
    found = {key.removeprefix(prefix): form for key, form in forms.items() if key.startswith(prefix)}
    return {**forms, **found}


ALOUD: Final = "aloud "
SAID: Final = "said "
PEOPLE: Final = ("who", "by")
"""The fields that name people."""
JOINING: Final = ("and", "or")
ENGLISH: Final = Forms()


def pattern_of(form: str, space: str = "[ _]") -> str:
    """A regular expression for a form, with optional accents and ``space`` between its words."""
    return "".join(space if letter == " " else _letter(letter) for letter in re.sub(" +", " ", form))


def _letter(letter: str) -> str:
    apart = unicodedata.normalize("NFD", letter)
    return f"(?:{letter}|{apart}|{apart[0]})" if len(apart) > 1 else re.escape(letter)


# Codecs of single fields, by type.

QUOTED: Final = r'(?:"(?:[^"\\]|\\.)*"|“[^”]*”)'
NAME: Final = r"[A-Za-z0-9_-]+"


class Unreadable(Exception):
    """A text that cannot be parsed; ``said`` is a sentence that says what would be right."""

    def __init__(self, said: Text) -> None:
        super().__init__(plain(said))
        self.said = said


class Codec(Struct, frozen=True):
    """A codec: a regular expression, a parser, and a formatter, which returns None for a value it cannot express."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str | None]


def codec_of(
    info: types.Type, forms: Forms = ENGLISH, field: str = "", *, signed: bool = False, first: bool = False
) -> Codec | None:
    """The codec for a basic type: numbers, names, texts, and enumerations; None for any other type.

    ``forms`` are those of the language, ``field`` is the name of the field. ``signed`` numbers are written with a sign.
    ``first``: a phrase begins with it.
    """
    match info:
        case types.Metadata():
            return codec_of(info.type, forms, field, signed=signed, first=first)
        case types.IntType():
            return Codec(r"[+−-]?\d+", _read_number, _signed if signed else _number)
        case types.LiteralType():
            said = forms.of_subject if first and field in PEOPLE else forms.of
            return picked({value: said(value, field) for value in info.values})
        case types.StrType():
            joining = {form for word in JOINING for form in forms.of(word)}
            return _named(forms.names(field), forms.names(f"{SAID}{field}"), joining)
        case types.UnionType():
            return _of_several(info.types, forms, field, signed=signed, first=first)
    return _several(info, forms, field)


def _of_several(members: Sequence[types.Type], forms: Forms, field: str, *, signed: bool, first: bool) -> Codec | None:
    if any(isinstance(member, types.DictType) for member in members):
        return Codec(QUOTED, _read_name, lambda value: _quoted(value) if isinstance(value, str) else None)
    found = [
        codec_of(member, forms, field, signed=signed, first=first)
        for member in members
        if not isinstance(member, types.NoneType)
    ]
    some = [codec for codec in found if codec is not None]
    if len(some) != len(found) or not some:
        return None

    def read(text: str) -> Any:
        return next(codec for codec in some if re.fullmatch(codec.pattern, text, re.IGNORECASE)).read(text)

    def write(value: Any) -> str | None:
        return next((text for codec in some if (text := codec.write(value)) is not None), None)

    return Codec("|".join(codec.pattern for codec in some), read, write)


def _several(info: types.Type, forms: Forms, field: str) -> Codec | None:
    """The codec for a list of words or numbers: ``physical/wild``, ``1-6``."""
    if not isinstance(info, types.ListType) or not isinstance(info.item_type, types.LiteralType):
        return None
    one = picked({value: forms.of(value, field) for value in info.item_type.values})

    def read(text: str) -> list[Any]:
        found: list[Any] = []
        for part in text.split("/"):
            begin, dash, end = part.partition("-")
            if dash and begin.isdecimal() and end.isdecimal():
                found += range(int(begin), int(end) + 1)
            else:
                found.append(one.read(part))
        return found

    def write(value: Any) -> str | None:
        words = [one.write(part) for part in value] if isinstance(value, list) else []
        return "/".join(_ranges(list(map(str, words)))) if words and None not in words else None

    part = rf"(?:\d+-\d+|{one.pattern})"
    return Codec(f"{part}(?:/{part})*", read, write)


def _ranges(words: Sequence[str]) -> Iterator[str]:
    """Words with three or more numbers that follow each other as a range."""
    begin = 0
    while begin < len(words):
        end = begin + 1
        while (
            end < len(words)
            and words[end].isdecimal()
            and words[end - 1].isdecimal()
            and (int(words[end]) == int(words[end - 1]) + 1)
        ):
            end += 1
        if end - begin > 2:
            yield f"{words[begin]}-{words[end - 1]}"
        else:
            yield from words[begin:end]
        begin = end


def or_none(codec: Codec, none: str) -> Codec:
    """The codec extended by a word for null. What is called like that word is quoted."""

    def write(value: Any) -> str | None:
        text = none if value is None else codec.write(value)
        return _quoted(value) if isinstance(value, str) and text and plainly(text) == plainly(none) else text

    return Codec(
        f"{pattern_of(none)}|{codec.pattern}",
        lambda text: None if plainly(text) == plainly(none) else codec.read(text),
        write,
    )


def picked(values: Mapping[Any, Sequence[str]]) -> Codec:
    """The codec for an enumeration: values with their accepted forms, of which the first is written."""
    by_form = {plainly(form): value for value, forms in values.items() for form in forms}

    def read(text: str) -> Any:
        if plainly(text) in by_form:
            return by_form[plainly(text)]
        # A letter whose lower case is different, such as a Turkish one.
        return next(value for form, value in by_form.items() if re.fullmatch(pattern_of(form), text, re.IGNORECASE))

    def write(value: Any) -> str | None:
        known = isinstance(value, int | str) and not isinstance(value, bool) and value in values
        return values[value][0] if known else None

    longest_first = sorted({form for forms in values.values() for form in forms}, key=lambda form: (-len(form), form))
    return Codec("|".join(map(pattern_of, longest_first)), read, write)


def plainly(text: str) -> str:
    """A word normalised for comparison."""
    return folded(text.replace("_", " "))


def _read_number(text: str) -> int:
    return int(text.replace("−", "-"))


def _number(value: Any) -> str | None:
    return str(value) if type(value) is int else None


def _signed(value: Any) -> str | None:
    return f"{value:+}" if type(value) is int else None


def _read_name(text: str) -> str:
    if text.startswith("“"):
        return text[1:-1]
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        raise Unreadable(T("{text} has a backslash that means nothing; write it twice", text=text)) from None


def _named(words: Mapping[str, str], said: Mapping[str, str], joining: Collection[str]) -> Codec:
    """The codec for names; ``words`` (with spaces, unlike names) stand for some of them, and so does what is ``said``
    to people. A name that would be read as another, or as a word ``joining`` phrases, is quoted."""
    by_form = {folded(form): name for each in (said, words) for name, form in each.items()}
    known = [pattern_of(form, r"\s+") for each in (said, words) for form in each.values()]

    def read(text: str) -> str:
        name = by_form.get(folded(" ".join(text.split())))
        return _read_name(text) if name is None else name

    def write(value: Any) -> str | None:
        if not isinstance(value, str):
            return None
        other = by_form.get(folded(value), value) != value or folded(value) in joining
        return words.get(value) or (value if re.fullmatch(NAME, value) and not other else _quoted(value))

    return Codec("|".join([*known, NAME, QUOTED]), read, write)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


# Templates of phrases, for parsing and formatting.
#
# ``place [{n} ]mafia on {at}``: literal words, ``{field}`` placeholders, and ``[...]`` for an optional part with its
# fields. ``{n:+}`` is a signed number, ``{red=0}`` a number omitted if it is 0, ``{at|anywhere}`` a field with a word
# for null, ``{pay.PHYS}`` a nested field. ``token(s)`` and ``(vez|veces)`` match singular and plural, and are
# formatted by the preceding number.

FIELD: Final = r"\{([\w.]+)(:\+)?(?:=(\d+))?(?:\|([\w ]+))?\}"
TOKENS: Final = re.compile(rf"(\[)|(\])|\((?:(\w+)\|)?(\w+)\)|{FIELD}|([^\[\]{{}}()]+)")
MISSING: Final = object()
MORE: Final = "…"
"""What is still to be said."""

Find = Callable[[tuple[str, ...], bool, str | None, bool], Codec]
"""Returns the codec of a field by its path, whether it is signed, the word for null, if any, and whether the phrase
begins with it."""


class Placeholder(Struct, frozen=True):
    """A placeholder for a field."""

    path: tuple[str, ...]
    codec: Codec
    least: int | None
    """The value for which the field is omitted; None if there is none."""


class SentencePiece(Struct, frozen=True):
    """Words of a sentence; ``path`` is the field that they say, if any."""

    words: str
    path: tuple[str, ...] = ()


class Plural(Struct, frozen=True):
    """Singular and plural endings."""

    one: str
    many: str


Agree = Callable[[Any], str]
"""What a verb has after people: ``n`` after several, ``s`` after *you*, nothing after one."""
Part = str | Placeholder | Plural | list[Any]
"""Literal words, a placeholder, a plural, or an optional part."""


class Template:
    """A parsed template with the codecs of its fields."""

    def __init__(self, text: str, find: Find) -> None:
        self._find = find
        self.parts = self._cut(TOKENS.finditer(text))
        self.fields = list(_fields(self.parts))
        pattern = _pattern(self.parts, iter(range(len(self.fields))))
        self._matching = re.compile(pattern, re.IGNORECASE | re.DOTALL)

    def read(self, text: str, record: dict[str, Any]) -> bool:
        """Parse a text into ``record``; False if it is another phrase. Raises ``Unreadable`` if a part is invalid."""
        match = self._matching.fullmatch(text)
        if match is None:
            return False
        for number, field in enumerate(self.fields):
            words = match[f"_{number}"]
            if words is not None:
                put(record, field.path, field.codec.read(words))
            elif field.least is not None:
                put(record, field.path, field.least)
        return True

    def write(self, record: Any, agree: Agree | None = None) -> str | None:
        """Format a record; None if a field is missing or cannot be expressed. With ``agree`` verbs follow people, and
        words that may be left out are there."""
        return _written(self.parts, record, agree)

    def pieces(self, record: Any, lenient: Callable[[Any], str]) -> list[SentencePiece]:
        """The words of a record one after the other; those of a field with its path. What has no words says
        ``lenient``."""
        return _pieces(self.parts, record, lenient)

    def _cut(self, tokens: Iterator[re.Match[str]]) -> list[Part]:
        found: list[Part] = []
        for token in tokens:
            opened, closed, one, many, name, sign, least, none, words = token.groups()
            if closed:
                break
            if opened:
                found.append(self._cut(tokens))
            elif many:
                found.append(Plural(one or "", many))
            elif name:
                path = tuple(name.split("."))
                codec = self._find(path, bool(sign), none, token.start() == 0)
                found.append(Placeholder(path, codec, None if least is None else int(least)))
            else:
                found.append(words)
        return found


def _pattern(parts: Sequence[Part], numbers: Iterator[int]) -> str:
    found = []
    for part in parts:
        match part:
            case str():
                found.append(pattern_of(part, r"\s+"))
            case Plural():
                found.append(f"(?:{pattern_of(part.one)}|{pattern_of(part.many)})")
            case Placeholder():
                found.append(f"(?P<_{next(numbers)}>{part.codec.pattern})")
            case _:
                found.append(f"(?:{_pattern(part, numbers)})?")
    return "".join(found)


def _fields(parts: Sequence[Part]) -> Iterator[Placeholder]:
    for part in parts:
        if isinstance(part, Placeholder):
            yield part
        elif isinstance(part, list):
            yield from _fields(part)


def _written(parts: Sequence[Part], record: Mapping[str, Any], agree: Agree | None = None) -> str | None:
    text, last, ending = "", None, ""
    for part in parts:
        match part:
            case str():
                text += part
            case Plural() if agree is not None and isinstance(last, str):
                text, last = text + (part.one if ending else part.many), None
            case Plural():
                text += part.one if last in (1, None) else part.many
            case Placeholder():
                last = get(record, part.path)
                words = None if last is MISSING else part.codec.write(last)
                if words is None:
                    return None
                text += words
                ending = agree(last) if agree is not None and part.path[-1] in PEOPLE else ""
            case [str() as words] if agree is not None:
                text, last = text + (words if words == ending or len(words) > 1 else ""), None
            case _:
                inner = list(_fields(part))
                values = [get(record, field.path) for field in inner]
                if any(
                    value is not MISSING and value != field.least for field, value in zip(inner, values, strict=True)
                ):
                    more = _written(part, record, agree)
                    if more is None:
                        return None
                    text += more
                    last = next((value for value in values if type(value) is int), "")
    return text


def _pieces(parts: Sequence[Part], record: Any, lenient: Callable[[Any], str]) -> list[SentencePiece]:
    found: list[SentencePiece] = []
    last: Any = None
    for part in parts:
        match part:
            case str():
                found.append(SentencePiece(part))
            case Plural():
                found.append(SentencePiece(part.one if last in (1, None) else part.many))
            case Placeholder():
                last = get(record, part.path)
                words = None if last is MISSING or last == [] else part.codec.write(last)
                found.append(SentencePiece(lenient(last) if words is None else words, part.path))
            case _:
                values = [get(record, field.path) for field in _fields(part)]
                if any(value not in (MISSING, None, "") for value in values):
                    found += _pieces(part, record, lenient)
                    last = next((value for value in values if type(value) is int), "")
    return found


def get(record: Any, path: Sequence[str]) -> Any:
    """The value at a path of a record; ``MISSING`` if there is none."""
    for name in path:
        record = record.get(name, MISSING) if isinstance(record, Mapping) else MISSING
    return record


def put(record: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Set a field, creating the records around it."""
    for name in path[:-1]:
        record = record.setdefault(name, {})
    record[path[-1]] = value


# Phrases of single records, and of records that consist of several phrases.

OtherWords = Callable[[types.Type], Codec | None]
"""Returns the codec for nested records and lists, from the game's table."""


class Phrase:
    """The phrase of one record type: an effect, or a part of one.

    ``template`` defines it (``phrases.template``). ``example`` is shown to people; ``sets`` are constant fields implied
    by the phrase. ``between`` stands between several of a list. A phrase that is ``only_read`` is another way to write
    what one before it says: ``{who} lose(s) [{n} ]item(s)``. One that is ``only_said`` is for sentences alone.
    """

    def __init__(
        self,
        kind: type[Struct],
        template: str,
        example: str,
        sets: Mapping[str, Any] | None = None,
        *,
        between: str = "or",
        only_read: bool = False,
        only_said: bool = False,
    ) -> None:
        self.kind, self.template, self.only_read, self.only_said = kind, template, only_read, only_said
        self._key = template
        self.sets = dict(sets or {})
        self.between = between
        self._example = example
        self._forms = ENGLISH
        self._english: Phrase | None = None
        self._others: OtherWords = lambda info: None
        self._kinds: Mapping[type, types.StructType] = {}

    def within(self, others: OtherWords, kinds: Mapping[type, types.StructType], forms: Forms = ENGLISH) -> Phrase:
        """The phrase bound to a table, which provides codecs for nested records, the types of ``kinds``, and its
        ``forms``."""
        self._others, self._kinds = others, kinds
        self._forms = forms
        return self

    def spoken(self, forms: Forms) -> Phrase:
        """The phrase in a language; English is still accepted."""
        template = forms.phrases.get(self._key, self.template)
        phrase = Phrase(
            self.kind,
            template,
            self._example,
            self.sets,
            between=self.between,
            only_read=self.only_read,
            only_said=self.only_said,
        )
        phrase._forms, phrase._english, phrase._key = forms, self, self._key
        return phrase

    @cached_property
    def example(self) -> str:
        if self._english is None:
            return self._example
        known = self._forms.examples.get(self._example)
        return known or self.write(self._english.read(self._example)) or self._example

    @cached_property
    def about(self) -> types.StructType:
        info = self._kinds.get(self.kind) or info_of(self.kind)
        assert isinstance(info, types.StructType)
        return info

    @cached_property
    def firsts(self) -> tuple[str, ...]:
        """The possible first words, case-folded; one that begins with a field can begin with anything."""
        return tuple(folded(re.split(r"[\s\[:({]", template, maxsplit=1)[0]) for template in self._all)

    def read(self, text: str) -> dict[str, Any] | None:
        """Parse a text; None if it is another phrase. Raises ``Unreadable`` if a part is invalid."""
        wrong: Unreadable | None = None
        for template in self._templates:
            record = {**self._tag, **self.sets}
            try:
                if template.read(text, record):
                    return record
            except Unreadable as reason:
                wrong = wrong or reason
        if wrong is not None:
            raise wrong
        return None

    def fits(self, effect: Mapping[str, Any]) -> bool:
        """True for an effect of this kind, with the constant fields of this phrase."""
        tagged = effect.get(str(self.about.tag_field)) == self.about.tag
        return tagged and all(effect.get(name) == value for name, value in self.sets.items())

    def write(self, record: Any) -> str | None:
        text = self._templates[0].write(record)
        try:
            return text if text is not None and self.read(text) == record else None
        except Unreadable:
            return None

    def pieces(self, record: Any, lenient: Callable[[Any], str]) -> list[SentencePiece]:
        """The words of a record one after the other."""
        return self._templates[0].pieces(record, lenient)

    def say(self, record: Any) -> str | None:
        """Format a record for people, whether or not it can be read again."""
        return self._templates[0].write(record, self._agree)

    def says_all(self, effect: Mapping[str, Any]) -> bool:
        """True if nothing that an effect says is left out."""
        said = {field.path[0] for field in self._templates[0].fields} | self.sets.keys() | {str(self.about.tag_field)}
        return all(name in said or value in (None, [], False) for name, value in effect.items())

    @property
    def has_subject(self) -> bool:
        """True if it begins with whoever does it."""
        return self._key.startswith("{")

    @cached_property
    def counts(self) -> bool:
        """True if its number is 1 unless an effect says another one."""
        return any(field.encode_name == "n" and field.default == 1 for field in self.about.fields)

    def _agree(self, who: Any) -> str:
        return "s" if who == "me" else "n" if who in self._forms.several else ""

    def part_of(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The part of a record that it can express."""
        part: dict[str, Any] = {name: record[name] for name in self.sets if name in record}
        for field in self._templates[0].fields:
            value = get(record, field.path)
            if value is not MISSING:
                put(part, field.path, value)
        return part

    @property
    def _all(self) -> list[str]:
        return [self.template] if self._english is None else [self.template, *self._english._all]

    @cached_property
    def _templates(self) -> list[Template]:
        """Those of its own language first; of English ones with the words of either language."""
        english = [] if self._english is None else self._english._templates
        return [*(Template(text, self._words) for text in dict.fromkeys(self._all)), *english]

    @cached_property
    def _tag(self) -> dict[str, Any]:
        return {} if self.about.tag is None else {str(self.about.tag_field): self.about.tag}

    def _words(self, path: tuple[str, ...], signed: bool, none: str | None, first: bool) -> Codec:
        info: types.Type = self.about
        for name in path:
            info = _type_of(info, name)
        words = codec_of(info, self._forms, path[-1], signed=signed, first=first) or self._others(info)
        assert words is not None, f"{self.template}: nothing says how {'.'.join(path)} is written"
        return or_none(words, none) if none else words


class Parts:
    """A record expressed by several phrases joined by ``and``, in any order, each at most once."""

    between = "or"

    def __init__(self, *phrases: Phrase, forms: Forms = ENGLISH) -> None:
        self.phrases, self._forms = phrases, forms

    @property
    def kind(self) -> type[Struct]:
        return self.phrases[0].kind

    @property
    def example(self) -> str:
        """An example that people can read."""
        return self._joined(phrase.example for phrase in self.phrases[:2])

    def within(self, others: OtherWords, kinds: Mapping[type, types.StructType], forms: Forms = ENGLISH) -> Parts:
        """The same, bound to a table."""
        for phrase in self.phrases:
            phrase.within(others, kinds, forms)
        return self

    def spoken(self, forms: Forms) -> Parts:
        """The same in a language; English is still accepted."""
        return Parts(*(phrase.spoken(forms) for phrase in self.phrases), forms=forms)

    def read(self, text: str) -> dict[str, Any] | None:
        """Parse a text; None if a part is not a phrase, or occurs twice."""
        record: dict[str, Any] = {}
        for part in _apart(text, self._forms.of("and")):
            found = next((read for phrase in self.phrases if (read := phrase.read(part)) is not None), None)
            if found is None or not _merged(record, found):
                return None
        return record

    def write(self, record: Any) -> str | None:
        """Format a record; None if the phrases cannot express all of it."""
        if not isinstance(record, Mapping):
            return None
        texts = [text for phrase in self.phrases if (text := phrase.write(phrase.part_of(record))) is not None]
        text = self._joined(texts)
        return text if texts and self.read(text) == record else None

    def _joined(self, texts: Iterator[str] | list[str]) -> str:
        return f" {self._forms.of('and')[0]} ".join(texts)


def _type_of(info: types.Type, name: str) -> types.Type:
    match info:
        case types.StructType():
            return next(field.type for field in info.fields if field.encode_name == name)
        case types.Metadata():
            return _type_of(info.type, name)
        case types.DictType():
            return info.value_type
    raise KeyError(name)


def _merged(record: dict[str, Any], more: Mapping[str, Any]) -> bool:
    """Merge the fields of a part into ``record``; False on a conflict."""
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(record.get(name), dict):
            if not _merged(record[name], value):
                return False
        elif name in record:
            return False
        else:
            record[name] = value
    return True


# The phrase table of a game.

MOST_BRACKETS: Final = 8
"""So many brackets can be inside one another."""


def _in_brackets(depth: int) -> str:
    inner = f"|{_in_brackets(depth - 1)}" if depth > 1 else ""
    return rf"\((?:{QUOTED}|[^()\"“]{inner})*\)"


IN_BRACKETS: Final = _in_brackets(MOST_BRACKETS)
ANYTHING: Final = rf"(?:{QUOTED}|{IN_BRACKETS}|[^()\"“])+?"
SEVERAL: Final = rf"(?:{QUOTED}|{IN_BRACKETS}|[^()\"“])+"
"""Several records of a list, each with lists of its own."""
CLOSING: Final = {"(": ")", "{": "}", "[": "]"}
QUOTES: Final = {'"': '"', "“": "”"}


class Phrases:
    """The phrases of a game: for its ``effects``, a tagged union, and for the records nested in them.

    Effects without a phrase are written as JSON. ``forms`` are those of the language.
    """

    def __init__(
        self,
        effects: Sequence[Phrase],
        records: Sequence[Phrase | Parts] = (),
        forms: Forms = ENGLISH,
        *,
        aloud: bool = False,
    ) -> None:
        self.forms, self._aloud = forms, aloud
        self._types: dict[type, types.StructType] = {}
        self.records = {record.kind: record.within(self._words, self._types, forms) for record in records}
        bound = [effect.within(self._words, self._types, forms) for effect in effects]
        self.effects = [effect for effect in bound if not effect.only_said]
        self.only_said = [effect for effect in bound if effect.only_said]
        self._written = [effect for effect in self.effects if not effect.only_read]
        # What somebody does is said with them as its subject: "the father loses 1 item".
        subjects = [effect for effect in self.effects if effect.only_read and effect.has_subject]
        self._said = [*self.only_said, *subjects, *self._written] if aloud else []
        self._kinds = {effect.kind for effect in effects}

    def spoken(self, forms: Forms, *, aloud: bool = False) -> Phrases:
        """The phrases in a language; English is still accepted. ``aloud``: they are only said."""
        records = [record.spoken(forms) for record in self.records.values()]
        effects = [effect.spoken(forms) for effect in (*self.effects, *self.only_said)]
        return Phrases(effects, records, forms, aloud=aloud)

    def write(self, effect: Any) -> str:
        """Format an effect, with JSON as the fallback."""
        if isinstance(effect, dict):
            for phrase in self._written:
                words = phrase.write(effect) if phrase.fits(effect) else None
                if words is not None:
                    return words
        return json.dumps(effect, ensure_ascii=False)

    def read(self, text: str) -> Any:
        """Parse an effect; raises ``Unreadable``."""
        text = text.strip()
        if text[:1] in ("{", "["):
            return _json(text)
        begin = folded(text)
        for phrase in self.effects:
            if begin.startswith(phrase.firsts):
                found = phrase.read(text)
                if found is not None:
                    return found
        if text[:1] == '"':
            return _json(text)
        raise Unreadable(
            T('"{text}" is no effect; write it like "{example}"', text=text, example=self._most_like(text))
        )

    def say(self, effect: Mapping[str, Any]) -> str:
        """An effect as a sentence for people; empty if it has no words. It need not be readable again.

        Effects inside it that have no words are left out.
        """
        best = [phrase for phrase in self._said if phrase.fits(effect) and phrase.says_all(effect)]
        for phrase in (*best, *(phrase for phrase in self._written if phrase.fits(effect))):
            tag = str(phrase.about.tag_field)
            found = {name: self._with_words(value, tag) for name, value in effect.items()}
            said = phrase.say({"n": 1, **found} if self._aloud and phrase.counts else found)
            if said is not None:
                return said
        return ""

    def _with_words(self, value: Any, tag: str) -> Any:
        if isinstance(value, dict):
            return {name: self._with_words(one, tag) for name, one in value.items()}
        if isinstance(value, list):
            inner = [one for one in value if not isinstance(one, dict) or tag not in one or self.say(one)]
            return [self._with_words(one, tag) for one in inner]
        return value

    def say_list(self, effects: Sequence[Mapping[str, Any]]) -> str:
        said = "; ".join(filter(None, map(self.say, effects)))
        if self._aloud:
            said = re.sub(r"(?<!\w)-(?=\d)", "−", said)
        return reduce(lambda text, by: text.replace(*by), self.forms.contractions.items(), said)

    def pieces(self, effect: Mapping[str, Any]) -> list[SentencePiece]:
        """An effect as a sentence in pieces, also while it lacks fields; empty if it has no words."""
        for phrase in self._written:
            if phrase.fits(effect):
                return _joined(phrase.pieces(effect, self._lenient))
        return []

    def _lenient(self, value: Any) -> str:
        """A field that cannot be written yet: nested effects as far as they go, else three dots."""
        if not isinstance(value, list) or not value:
            return MORE if value != [] else f"({MORE})"
        inner = [one["do"] if isinstance(one, dict) and "do" in one else None for one in value]
        if all(isinstance(one, list) for one in inner):
            return "; ".join(f"({self.say_list(one) or MORE})" for one in inner if one is not None)
        effects = [one for one in value if isinstance(one, dict) and "op" in one]
        return f"({self.say_list(effects) or MORE})" if effects else MORE

    def write_list(self, effects: Sequence[Any]) -> str:
        return "; ".join(map(self.write, effects))

    def read_list(self, text: str) -> list[Any]:
        """Parse effects separated by semicolons or line breaks."""
        return [self.read(piece) for piece in split(text) if piece.strip()]

    def read_record(self, kind: type[Struct], text: str) -> Any:
        record = self.records[kind]
        found = record.read(text)
        if found is None:
            raise Unreadable(T('"{text}" cannot be read; write it like "{example}"', text=text, example=record.example))
        return found

    def holds(self, info: types.Type) -> bool:
        """True for the type of an effect of this table, or of a list of them."""
        match info:
            case types.Metadata():
                return self.holds(info.type)
            case types.ListType():
                return self.holds(info.item_type)
            case types.UnionType():
                some = [member for member in info.types if not isinstance(member, types.NoneType)]
                return bool(some) and all(map(self.holds, some))
            case types.StructType() if info.cls in self._kinds:
                self._types[info.cls] = info
                return True
        return False

    def _words(self, info: types.Type) -> Codec | None:
        """The codec for a nested type: a list of effects in brackets, or a record."""
        if isinstance(info, types.StructType) and info.cls in self.records:
            kind, record = info.cls, self.records[info.cls]
            return Codec(ANYTHING, lambda text: self.read_record(kind, text), record.write)
        if isinstance(info, types.ListType) and self.holds(info):
            return Codec(IN_BRACKETS, lambda text: self.read_list(text[1:-1]), self._in_brackets)
        if isinstance(info, types.ListType) and isinstance(info.item_type, types.StructType):
            several = self.records.get(info.item_type.cls)
            return None if several is None else self._several(several)
        return None

    def _several(self, record: Phrase | Parts) -> Codec:
        """The codec for a list of records with their word in between: ``(alert +1) or (wound all)``.

        Records of several phrases are in brackets.
        """
        between = self.forms.of(record.between)
        bare = isinstance(record, Phrase)
        joint = f" {between[0]} " if record.between.isalpha() else f"{between[0]} "
        joint = f",{joint}" if self._aloud and record.between.isalpha() else joint

        def read(text: str) -> list[Any]:
            parts = [part if bare else part.removeprefix("(").removesuffix(")") for part in _apart(text, between)]
            return [self.read_record(record.kind, part) for part in parts]

        def write(value: Any) -> str | None:
            format_ = record.say if self._aloud and isinstance(record, Phrase) else record.write
            words = [format_(one) for one in value] if isinstance(value, list) else []
            if not words or None in words:
                return None
            return joint.join(str(one) if bare else f"({one})" for one in words)

        return Codec(SEVERAL, read, write)

    def _in_brackets(self, effects: Any) -> str | None:
        if not isinstance(effects, list):
            return None
        return self._said_inside(effects) if self._aloud else f"({self.write_list(effects)})"

    def _said_inside(self, effects: Sequence[Mapping[str, Any]]) -> str:
        """Effects inside another one: without brackets, unless it would not be clear where they end."""
        said = [words for one in effects if (words := self.say(one))]
        if len(said) < 2 and not self._holds_others(effects):
            return said[0] if said else self.forms.of("nothing")[0]
        if self._holds_others(effects):
            return f"({'; '.join(said)})"
        return f"{', '.join(said[:-1])} {self.forms.of('and')[0]} {said[-1]}"

    @staticmethod
    def _holds_others(effects: Sequence[Mapping[str, Any]]) -> bool:
        return any(isinstance(value, list) for one in effects for value in one.values())

    def _most_like(self, text: str) -> str:
        """The example closest to a text, preferring those whose verb is in it, the earlier the better."""
        firsts = {one for phrase in self.effects for one in phrase.firsts if one}
        words = re.findall(r"[^\W\d_]+", folded(text))
        found = next((close[0] for word in words if (close := difflib.get_close_matches(word, firsts, 1, 0.7))), None)
        kinds = {phrase.kind for phrase in self.effects if found in phrase.firsts}
        same = [phrase.example for phrase in self.effects if phrase.kind in kinds]
        examples = same or [phrase.example for phrase in self.effects]
        return difflib.get_close_matches(text, examples, 1, 0)[0]


def _joined(pieces: Sequence[SentencePiece]) -> list[SentencePiece]:
    """Pieces with literal words that stand side by side as one, without spaces at their ends."""
    found: list[SentencePiece] = []
    for piece in pieces:
        if found and not piece.path and not found[-1].path:
            found[-1] = SentencePiece(found[-1].words + piece.words)
        else:
            found.append(piece)
    return [SentencePiece(piece.words.strip(), piece.path) for piece in found if piece.words.strip()]


def split(text: str, at: str = ";\n") -> Iterator[str]:
    """Split a text at separators outside quotes and brackets; raises ``Unreadable`` if one of those is not closed."""
    if not any(character in text for character in '"“({['):
        for separator in at[1:]:
            text = text.replace(separator, at[0])
        yield from text.split(at[0])
        return
    begin, waiting, quoted, escaped = 0, "", "", False
    for index, character in enumerate(text):
        if quoted:
            if character == quoted and not escaped:
                quoted = ""
            escaped = character == "\\" and not escaped
        elif character in QUOTES:
            quoted = QUOTES[character]
        elif character in CLOSING:
            waiting = CLOSING[character] + waiting
        elif waiting and character == waiting[0]:
            waiting = waiting[1:]
        elif character in at and not waiting:
            yield text[begin:index]
            begin = index + 1
    if quoted or waiting:
        raise Unreadable(T('"{text}" has no {mark} where it should end', text=text, mark=quoted or waiting[0]))
    yield text[begin:]


def _apart(text: str, between: Sequence[str]) -> Iterator[str]:
    """The parts of a text between words or marks outside quotes and brackets."""
    words = "|".join(rf"\s+{re.escape(word)}\s+" if word.isalpha() else re.escape(word) for word in between)
    begin = 0
    for found in re.finditer(rf"{QUOTED}|{IN_BRACKETS}|({words})", text, re.IGNORECASE):
        if found[1] is not None:
            yield text[begin : found.start()].strip()
            begin = found.end()
    yield text[begin:].strip()


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Unreadable(T("{text} is no effect, and nothing that was written as JSON", text=text)) from None
    except RecursionError:
        raise Unreadable(T("has too many brackets in one another")) from None


# What is printed on cards, in the words of rulebooks: proposed as effects, and never believed.

COUNTS: Final = {
    word: n
    for n, words in enumerate(
        ("", "a an one un una uno", "two dos", "three tres", "four cuatro", "five cinco", "six seis"),
    )
    for word in words.split()
}
COUNT: Final = rf"(?P<n>\d\d?|{'|'.join(COUNTS)})"
"""A number in a pattern of ``PrintedPhrase``, in digits or as a word."""
DOUBTS: Final = re.compile(
    r"\b(if|unless|whoever|whenever|when|while|each|every|may|or|instead|otherwise|choose|until|next|lose|nobody|first"
    r"|si|salvo|quien|quienes|cuando|mientras|cada|pod[ée]is|puedes?|puede|pueden|o|u|en lugar|en su lugar|elegid|elige"
    r"|hasta|próxim[oa]|caso contrario|nadie|primer|primera|solo|only|rolls?|toss|dice?|lanza|lanzad|tira|tirad"
    r"|dados?)\b",
    re.IGNORECASE,
)
"""Words beside which a sentence says more than its numbers: nothing is proposed from it."""


class PrintedPhrase(Struct, frozen=True):
    """Words on cards that mean an effect: a regular expression, and the English phrase of the game for it, with the
    groups of the expression in braces. ``words`` are the forms of groups that are no numbers."""

    pattern: str
    phrase: str
    words: Mapping[str, str] = {}

    def matches(self, sentence: str) -> Iterator[re.Match[str]]:
        """Where it stands in a sentence; the gaps between words are not always seen in a photo."""
        return re.finditer(re.sub(r" (?!\?)", " ?", self.pattern), sentence, re.IGNORECASE)


def proposed(text: str, printed: Sequence[PrintedPhrase], phrases: Phrases) -> list[Any]:
    """The effects that the text of a card plainly names, in its order; none from a sentence with a condition or a
    choice, whose numbers alone would be wrong."""
    found: list[Any] = []
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        hits = _hits(sentence, printed)
        rest = sentence
        for match, _ in hits:
            rest = rest.replace(match[0], " ", 1)
        if not DOUBTS.search(rest):
            found += [effect for match, one in hits if (effect := _effect(match, one, phrases)) is not None]
    return found


def _hits(sentence: str, printed: Sequence[PrintedPhrase]) -> list[tuple[re.Match[str], PrintedPhrase]]:
    """The matches in a sentence, none within another; of two at a place, the longer."""
    every = [(match, one) for one in printed for match in one.matches(sentence)]
    every.sort(key=lambda hit: (hit[0].start(), -hit[0].end()))
    found: list[tuple[re.Match[str], PrintedPhrase]] = []
    for hit in every:
        if not found or hit[0].start() >= found[-1][0].end():
            found.append(hit)
    return found


def _gapless(words: str) -> str:
    return words.replace(" ", "")


def _effect(match: re.Match[str], one: PrintedPhrase, phrases: Phrases) -> Any:
    said = {}
    for name, words in match.groupdict().items():
        form = plainly(words or "")
        known = one.words.get(form) or next((to for by, to in one.words.items() if _gapless(by) == _gapless(form)), "")
        said[name] = known or str(COUNTS.get(form, form))
    try:
        return phrases.read(" ".join(one.phrase.format(**said).split()))
    except Unreadable:
        return None
