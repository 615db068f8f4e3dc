"""Corrupted boxes: text, structure, archives."""

from __future__ import annotations

import copy
import csv
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from PIL import Image

from companion.packs import json_form
from companion.packs.content import Content
from companion.packs.exchange import packed
from companion.packs.folder import files_for, read_content
from companion.packs.loader import BUNDLED
from companion.packs.pictures import FORMATS
from tests.packs.changes import spanish

NAMES = ("manhattan_nights", "lanternhead", "fenderbend", "deepvein")
LANGUAGES = ("en", "es")
ROWS = 3
"""Rows per sheet of a small box; more rows add no cases."""
JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 10**30, 1.5, "", " ", "x", "soho", "\x00", "\ud83d\ude00", "json:", "json:[", "=1+1",
    "../../etc/passwd", "a" * 300, [], {}, [None], [[[]]], {"op": "alert"}, {"op": "alert", "n": "x"},
    {"en": 1}, {"": {}},
)  # fmt: skip
TEXTS = (
    "", "\n", "\r\n", ",", ";", '"', '""', "'", "\t", "\x00", "\x07", "\ufeff", "\u2028", "é", "\ud83d", "=", "[", "]",
    "{", "}", "(", ")", "#", "json:", "json:null", "json:{}", "json:[[", "-", "9" * 40, "1e999", "nan", "null", "yes",
    "2 red", "alert +2", "task x on y needs z", "inwood", "../", "# story_cards / x 0 / text", "1979-05-27", "[[a]]",
    "a.b.c = 1", "2 rojos", "alerta +2", "tarea x en y necesita z", "en un lugar al azar", "sí", "0,5", "ñ", "n\u0303",
)  # fmt: skip
SIGNS = ("", "", "\u200b", "\u200e", "\ufeff", " ", "\u00a0")
"""Beside a heading, nobody sees them."""
ENTRIES = (
    "../out.csv", "/tmp/out.csv", "a/../../out.csv", "C:\\out.csv", "texts/../../out.md", "pack.toml", "pack.json",
    "pictures/x.png", "pictures/../x.png", "texts/es.csv", "sq\x00uares.csv", "./pack.toml", "squares.csv/x", "texts",
)  # fmt: skip


@cache
def small(name: str) -> Content:
    """A bundled box with a few rows per sheet."""
    content = read_content(BUNDLED / name)
    return Content(_cut(content.data), content.texts, content.places)


@cache
def files(name: str, language: str = "en") -> dict[str, bytes]:
    """The files of a small box, with sheets in English or Spanish."""
    content = Content(small(name).data, small(name).texts)
    return files_for(spanish(content) if language == "es" else content, {})


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _cut(entry) for name, entry in value.items()}
    return [_cut(entry) for entry in value[:ROWS]] if isinstance(value, list) else value


def mutated_text(r: Random) -> dict[str, bytes]:
    """The files of a box with text changed, lost or moved in one or two of them."""
    found = dict(files(r.choice(NAMES), r.choice(LANGUAGES)))
    for _ in range(r.choice((1, 1, 2))):
        name = r.choice(list(found))
        data = found[name]
        at, to = sorted((r.randrange(len(data) + 1), r.randrange(len(data) + 1)))
        to = min(to, at + r.choice((0, 1, 1, 5, 40)))
        match r.randrange(6):
            case 0:
                data = data[:at] + data[to:]
            case 1:
                data = data[:at]
            case 2:
                data = data[:at] + r.randbytes(r.randrange(1, 9)) + data[to:]
            case 3:
                other = r.choice(list(found.values()))
                data = data[:at] + other[: r.randrange(200)] + data[to:]
            case _:
                data = data[:at] + r.choice(TEXTS).encode("utf-8", "surrogatepass") + data[to:]
        found[name] = data
    if r.random() < 0.1:
        found[r.choice([*found, "odd.csv", "texts/xx.csv", "texts/es.md"])] = found.pop(r.choice(list(found)))
    return found


def mutated_json(r: Random) -> dict[str, bytes]:
    """The files of a JSON box with text changed in one of them."""
    found = json_form.files_of(_with_places(r))
    name = r.choice(list(found))
    found[name] = _changed(found[name], r)
    return found


def mutated_single_json(r: Random) -> bytes:
    """A box as one JSON file with text changed."""
    return _changed(json_form.single_file(_with_places(r)), r)


def _with_places(r: Random) -> Content:
    content = small(r.choice(NAMES))
    return Content(content.data, content.texts, {"soho": [0.1, 0.2]})


def _changed(data: bytes, r: Random) -> bytes:
    at = r.randrange(len(data) + 1)
    more = r.choice((b"", r.choice(TEXTS).encode("utf-8", "surrogatepass"), r.randbytes(3)))
    return data[:at] + more + data[at + r.choice((0, 1, 5, 200)) :]


def mutated_picture(r: Random) -> tuple[str, bytes]:
    """A picture with bytes changed or truncated, and its name."""
    ending, format_ = r.choice(tuple(FORMATS.items()))
    text = io.BytesIO()
    Image.linear_gradient("L").resize((40, 30)).save(text, format_)
    data = bytearray(text.getvalue())
    for _ in range(r.choice((1, 2, 5))):
        data[r.randrange(len(data))] = r.randrange(256)
    return f"pictures/x{ending}", bytes(data[: r.choice((len(data), r.randrange(len(data))))])


def mutated_structure(r: Random) -> Any:
    """The JSON of a box with one or two values replaced, removed, duplicated or moved."""
    data: Any = copy.deepcopy(small(r.choice(NAMES)).data)
    for _ in range(r.choice((1, 1, 2, 4))):
        places = list(_places(data))
        holder, key = r.choice(places)
        match r.randrange(5):
            case 0 if isinstance(holder, dict):
                holder.pop(key, None)
            case 1 if isinstance(holder, list):
                holder.append(copy.deepcopy(r.choice(holder)) if holder else None)
            case 2:
                other, name = r.choice(places)
                if _still(other, name):
                    holder[key] = copy.deepcopy(other[name])
            case 3 if isinstance(holder, dict):
                holder[str(r.choice(TEXTS))] = r.choice(JUNK)
            case _:
                if _still(holder, key):
                    holder[key] = copy.deepcopy(r.choice(JUNK))
    return data


def mutated_archive(r: Random) -> bytes:
    """An archive with bytes changed, truncated, or with forbidden entries."""
    data = packed(files(r.choice(NAMES), r.choice(LANGUAGES)))
    match r.randrange(4):
        case 0:
            return data[: r.randrange(len(data))]
        case 1:
            text = io.BytesIO(data)
            with zipfile.ZipFile(text, "a") as archive:
                entry = zipfile.ZipInfo("x")
                entry.filename = r.choice(ENTRIES)
                entry.external_attr = r.choice((0o644, 0o120777, 0o010644)) << 16
                archive.writestr(entry, r.choice(TEXTS).encode("utf-8", "surrogatepass"))
            return text.getvalue()
        case _:
            found = bytearray(data)
            for _ in range(r.choice((1, 2, 8))):
                found[r.randrange(len(found))] = r.randrange(256)
            return bytes(found)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, entry in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from _places(entry)


def _still(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


# Boxes as other programs write them: everything still means the same.

SHEETS = NAMES[:3]
"""Of the fourth, a small box is kept as JSON."""
BESIDE = (".DS_Store", "._pack.toml", "Thumbs.db", "desktop.ini", "texts/.DS_Store", "pictures/._x.jpg", "~$items.xlsx")


def as_elsewhere(r: Random) -> bytes:
    """A small box in an archive as another program would have written it."""
    found = {_renamed(name, r): _rewritten(name, data, r) for name, data in files(r.choice(SHEETS)).items()}
    found |= dict.fromkeys(r.sample(BESIDE, r.randrange(3)), b"\x00")
    top = r.choice(("", "box/", "Our box/", "a/b/"))
    text = io.BytesIO()
    with zipfile.ZipFile(text, "w", r.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        slash = r.choice(("/", "/", "\\"))
        for name in r.sample(sorted(found), len(found)):
            archive.writestr((top + name).replace("/", slash), found[name])
        if top and r.random() < 0.3:
            archive.writestr("__MACOSX/" + top + "._pack.toml", b"\x00")
    return text.getvalue()


def _renamed(name: str, r: Random) -> str:
    return r.choice((name, name, name.upper(), name.title(), f"{name}.txt"))


def _rewritten(name: str, data: bytes, r: Random) -> bytes:
    if not name.endswith(".csv"):
        return data.replace(b"\n", b"\r\n") if r.random() < 0.3 else data
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    if r.random() < 0.3:
        rows[0] = [f"{r.choice(SIGNS)}{heading}{r.choice(SIGNS)}" for heading in rows[0]]
    if r.random() < 0.3:
        rows = [_shortened(row) for row in rows]
    elif r.random() < 0.3:
        rows = [[*row, "", ""] for row in rows]
    if r.random() < 0.2:
        rows = [[], ["", "\u200b"], *rows]
    delimiter, newline = r.choice(",;\t"), r.choice(("\n", "\r\n"))
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=newline, quoting=r.choice((0, 0, 1))).writerows(rows)
    said = (f"sep={delimiter}{newline}" if r.random() < 0.3 else "") + text.getvalue()
    return said.encode(r.choice(("utf-8", "utf-8-sig", "utf-16")))


def _shortened(row: list[str]) -> list[str]:
    """A row without its empty last cells."""
    while row and not row[-1]:
        row = row[:-1]
    return row
