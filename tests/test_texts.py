"""Every sentence for people exists in English and in Spanish, with the same blanks, and none is left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "hardware", "ui")
KEYWORDS = {"T": None, "P": (1, 2)}
SPANISH = ROOT / "companion/locale/es/LC_MESSAGES/companion.po"

SHOWN: dict[str, dict[str, int | None]] = {
    "BadSetup": {"text": 0},
    "BadStart": {"problems": 0},
    "Card": {"title": 2, "heading": 3, "text": 4},
    "Choice": {"label": 1, "detail": 2},
    "DieView": {"name": None},
    "Group": {"label": 1, "detail": 2},
    "Health": {"text": 1},
    "MenuItem": {"label": 0, "detail": 1},
    "Line": {"words": 2},
    "Page": {"over": 3, "title": 4},
    "Piece": {"name": 1},
    "Prompt": {"over": 0, "title": 1, "hint": 2},
    "Refused": {"text": 1},
    "SeatView": {"name": 1, "note": 4},
    "SetupChoice": {"name": 1, "detail": 5},
    "Spot": {"name": 1},
    "Track": {"name": 1},
    "command": {"help": None},
    "show_message": {"words": 0},
    "echo": {"message": 0},
    "fail": {"message": 0},
    "group": {"help": None},
    "note": {"words": 0},
    "option": {"help": None},
    "say": {"words": 0},
    "show": dict.fromkeys(("text", "title", "over", "hint", "detail", "label")),
    "tell": {"words": 0},
}
"""What people get to see: the words that a class or function takes, by name, and where they stand without one."""


@cache
def trees() -> list[tuple[str, ast.Module]]:
    """Every file of the code, read."""
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    return [(str(file.relative_to(ROOT)), ast.parse(file.read_text(encoding="utf-8"))) for file in files]


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """Every call in the code: where it stands, and the last part of the name that is called."""
    found = []
    for file, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                found.append((f"{file}:{node.lineno}", name, node))
    return found


def fields(record: ast.ClassDef) -> set[str]:
    """What a record holds, and what it works out of that."""
    named = {
        one.target.id for one in record.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    }
    return named | {one.name for one in record.body if isinstance(one, ast.FunctionDef)}


def blanks(folder: str) -> set[str]:
    """The blanks that the table ``BLANKS`` of a game fills."""
    tables = [
        node.value
        for file, tree in trees()
        if file.startswith(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "BLANKS"
    ]
    keys = [key for table in tables for inner in ast.walk(table) if isinstance(inner, ast.Dict) for key in inner.keys]
    names = [key.elts[-1] if isinstance(key, ast.Tuple) else key for key in keys]
    return {str(name.value) for name in names if isinstance(name, ast.Constant)}


@cache
def declared() -> dict[ast.Call, set[str] | None]:
    """The sentences that a record says of itself, with what fills them: its fields, and the blanks of its game; None:
    those of an ask, and the selectors of a fact."""
    found: dict[ast.Call, set[str] | None] = {}
    for file, tree in trees():
        filled = blanks(file.rpartition("/")[0] + "/") if file.endswith("/answers.py") else set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                said, own = [one for one in node.body if isinstance(one, ast.Assign)], fields(node) | filled
                found |= {call: own for one in said for call in ast.walk(one) if isinstance(call, ast.Call)}
            elif isinstance(node, ast.keyword) and node.arg == "label" and file.endswith("/facts.py"):
                found |= {call: None for call in ast.walk(node.value) if isinstance(call, ast.Call)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "QuestionText":
                found |= {call: None for one in node.args for call in ast.walk(one) if isinstance(call, ast.Call)}
    return found


@cache
def said() -> dict[str, str]:
    """Every sentence in the code, with a place where it stands."""
    found = {}
    for where, name, call in calls():
        if name in KEYWORDS:
            for text in call.args[: 2 if name == "P" else 1]:
                if isinstance(text, ast.Constant):
                    found[str(text.value)] = where
    return found


@cache
def catalogue() -> Catalog:
    with SPANISH.open("rb") as file:
        return read_po(file, locale="es", abort_invalid=True)


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """What was read of the code is not carried along by all tests that come later."""
    yield
    for kept in (trees, calls, declared):
        kept.cache_clear()


def messages() -> list[Message]:
    return [message for message in catalogue() if message.id]


def forms(message: Message) -> list[tuple[str, str]]:
    """Each English form with its Spanish one."""
    english = message.id if isinstance(message.id, tuple) else (message.id,)
    spanish = message.string if isinstance(message.string, tuple) else (message.string,)
    return list(zip(english, spanish, strict=True))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def spoken_parts(node: ast.expr) -> Iterator[str]:
    """The parts of an expression that are words of their own, not looked up in a catalogue."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.IfExp):
        yield from spoken_parts(node.body)
        yield from spoken_parts(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from spoken_parts(value)
    elif isinstance(node, ast.BinOp):
        yield from spoken_parts(node.left)
        yield from spoken_parts(node.right)


def test_no_sentence_lacks_its_spanish() -> None:
    known = {english for message in messages() for english, spanish in forms(message) if spanish}
    assert len(said()) > 100
    assert {text: place for text, place in said().items() if text not in known} == {}


def test_no_translation_is_left_over() -> None:
    assert [english for message in messages() for english, _ in forms(message) if english not in said()] == []


def test_no_translation_is_in_doubt() -> None:
    assert [message.id for message in messages() if message.fuzzy] == []


def test_the_companion_has_one_name_in_spanish() -> None:
    assert [spanish for message in messages() for _, spanish in forms(message) if "compañero" in spanish.lower()] == []


def test_the_blanks_are_the_same() -> None:
    both = [pair for message in messages() for pair in forms(message)]
    assert [(english, spanish) for english, spanish in both if placeholders(english) != placeholders(spanish)] == []


def ends_alike(english: str, spanish: str) -> bool:
    """The same stop at the end, and a mark at the beginning of each question and exclamation."""
    aloud = re.sub(r"{[^}]*}", "", spanish.removeprefix("! "))
    stops = all(english.endswith(end) == spanish.endswith(end) for end in (".", "?", ":"))
    return stops and aloud.count("¿") == aloud.count("?") and aloud.count("¡") == aloud.count("!")


def test_sentences_end_alike() -> None:
    both = [pair for message in messages() for pair in forms(message)]
    assert [(english, spanish) for english, spanish in both if not ends_alike(english, spanish)] == []


def test_every_sentence_can_be_read_out_of_the_code() -> None:
    """A sentence inside an f-string is not seen by the tool that fills the catalogue, nor is one in a variable."""
    read = {
        text
        for file in {place.rpartition(":")[0] for place in said().values()}
        for _, message, _, _ in extract_from_file("python", ROOT / file, keywords=KEYWORDS)
        for text in (message if isinstance(message, tuple) else (message,))
    }
    assert {text: place for text, place in said().items() if text not in read} == {}
    hidden = [
        where
        for where, name, call in calls()
        if name in KEYWORDS and not all(isinstance(text, ast.Constant) for text in call.args[: 2 if name == "P" else 1])
    ]
    assert hidden == []


def test_every_blank_is_filled_where_the_sentence_is_said() -> None:
    """``P`` fills ``{n}`` by itself; a call with ``**`` is trusted. What a record says of itself is filled later."""
    wrong = []
    for where, name, call in calls():
        given = {keyword.arg for keyword in call.keywords}
        if name not in KEYWORDS or None in given or where.startswith("companion/language.py"):
            continue
        texts = [text.value for text in call.args[: 2 if name == "P" else 1] if isinstance(text, ast.Constant)]
        wanted = set().union(*(placeholders(str(text)) for text in texts))
        if call in declared():
            own = declared()[call]
            wanted = wanted - own if own is not None else given
        if (wanted - {"n"} if name == "P" else wanted) != given - {"n" if name == "P" else ""}:
            wrong.append(f"{where}: {texts}")
    assert wrong == []


def bare_words(name: str, call: ast.Call) -> list[str]:
    """The words in a call that people will see, and that are looked up in no catalogue."""
    shown = SHOWN.get(name, {})
    held = [call.args[at] for at in shown.values() if at is not None and at < len(call.args)]
    held += [keyword.value for keyword in call.keywords if keyword.arg in shown]
    texts = [text.removeprefix("companion: ") for node in held for text in spoken_parts(node)]
    return [text for text in texts if re.search(r"[A-Za-z]{2}", text)]


@pytest.mark.parametrize(
    "code",
    [
        'Choice(answer, "Roll")',
        'Prompt(T("Round"), title="Your turn")',
        'Refused("illegal", text or f"No {thing}")',
        'Piece("mafia", name="mafia" if one else T("several"))',
    ],
)
def test_plain_english_is_found(code: str) -> None:
    call = ast.parse(code, mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    assert bare_words(call.func.id, call)


def test_every_class_that_people_see_is_one_of_ours() -> None:
    classes = {node.name for _, tree in trees() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    assert not [name for name in SHOWN if name[0].isupper() and name not in classes]


def test_nothing_that_people_see_is_plain_english() -> None:
    assert [f"{where}: {text}" for where, name, call in calls() for text in bare_words(name, call)] == []
