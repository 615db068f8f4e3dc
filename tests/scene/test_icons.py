"""Icons: every file is well made and used, and every name finds the right one."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from companion.games.registry import game_names
from companion.scene import icons
from companion.scene.icons import FOLDER, NAMES, SAME, SAME_KIND, find, known, own, read
from companion.scene.palette import COLOURS

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"path": {"d"}, "rect": {"x", "y", "width", "height", "rx"}, "circle": {"cx", "cy", "r"},
          "ellipse": {"cx", "cy", "rx", "ry"}}  # fmt: skip
PAINT = {"fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity"}
LETTERS = {"x", "y", "font-size", "data-width", "data-letters", "fill"}


def colour_fault(value: str) -> bool:
    """True for what is neither a colour of the palette, a fixed one, nor none."""
    role = re.fullmatch(r"var\(--(?:tint,var\(--([a-z0-9-]+)\)|([a-z0-9-]+))\)", value)
    if role is not None:
        return (role[1] or role[2]) not in COLOURS
    return value not in ("none", "currentColor") and not re.fullmatch("#[0-9a-f]{6}", value)


def faults(text: str) -> Iterator[str]:
    """What is wrong with the text of an icon's file."""
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        yield str(error)
        return
    if root.tag != f"{SVG}svg" or root.get("viewBox") != "0 0 100 100":
        yield "no square of 100 by 100"
    if set(root.attrib) - PAINT - {"viewBox", "color"}:
        yield f"attributes {set(root.attrib) - PAINT}"
    for number, part in enumerate(root, 1):
        kind = part.tag.removeprefix(SVG)
        allowed = LETTERS if kind == "text" else SHAPES.get(kind, set()) | PAINT
        if kind not in {*SHAPES, "text"} or set(part.attrib) - allowed or len(part):
            yield f"<{kind} {part.attrib}>"
        if kind == "text" and (
            number < len(root) or not {"x", "y", "font-size", "data-width", "fill"} <= set(part.attrib)
        ):
            yield "letters that are not last, or have no place"
    if not len(root):
        yield "nothing is drawn"
    for part in root.iter():
        yield from (f"{name}={part.attrib[name]}" for name in ("fill", "stroke", "color") if name in part.attrib
                    and colour_fault(part.attrib[name]))  # fmt: skip
        if "currentColor" in part.attrib.values() and "color" not in root.attrib:
            yield "the colour of a piece that has none"


def test_each_file_is_a_small_clean_svg() -> None:
    texts = {name: (FOLDER / f"{name}.svg").read_text(encoding="utf-8") for name in NAMES}
    assert {name: found for name, text in texts.items() if (found := list(faults(text)))} == {}
    for name, text in texts.items():
        icon = read(name)
        assert len(text) < 2500, name
        assert (icon.lettering is not None) == ("<text" in text), name
        assert not icon.colour or icon.colour in COLOURS, name


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}\n  <rect x='1'/>\n",
        f"{HEAD}\n</svg>\n",
        f'{HEAD}<circle cx="1" cy="1" r="1" fill="red"/></svg>',
        f'{HEAD}<circle cx="1" cy="1" r="1" fill="var(--puce)"/></svg>',
        f'{HEAD}<circle cx="1" cy="1" r="1" fill="currentColor"/></svg>',
        f'{HEAD}<circle cx="1" cy="1" r="1" style="fill:#000000"/></svg>',
        f'{HEAD}<use href="#a"/></svg>',
        f'{HEAD}<g><path d="M0 0z"/></g></svg>',
        f'{HEAD}<text x="1" y="1" fill="#000000">A</text></svg>',
        f'{HEAD.replace("100 100", "24 24")}<path d="M0 0z"/></svg>',
    ],
)
def test_a_bad_file_is_found(text: str) -> None:
    assert list(faults(text))


def test_a_file_that_is_no_icon_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad.svg").write_text("<svg>")
    monkeypatch.setattr(icons, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"bad\.svg"):
        read("bad")


@cache
def nodes() -> Sequence[tuple[str, ast.AST]]:
    """Everything in the product's code, with the name of its file."""
    files = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "ui").rglob("*.py")]
    trees = ((file.name, ast.parse(file.read_text(encoding="utf-8"))) for file in files if file.parent != FOLDER)
    return [(file, node) for file, tree in trees for node in ast.walk(tree)]


def literals() -> Iterator[str]:
    """Every text in the product's code, and the beginnings of those that are put together."""
    for _, node in nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
    for kind in ("csv", "html", "toml"):
        for file in (ROOT / "companion").rglob(f"*.{kind}"):
            yield from re.findall(r"[\w:]+", file.read_text(encoding="utf-8"))


def kinds_of(file: str) -> set[str]:
    """The kinds of names that show a file."""
    kind = file.partition("-")[0]
    others = {name for name, same in SAME_KIND.items() if same == kind}
    return {kind, *others, *(name.partition("-")[0] for name, same in SAME.items() if same == file)}


def unused(files: set[str]) -> set[str]:
    """Those of the files that no name in the code can show."""
    said = set(literals())
    shown = {find(name)[0].name for name in said if len(name) < 40}
    return {
        file
        for file in files - shown - {icons.UNKNOWN}
        if not any(kind in said or any(one.startswith(f"{kind}:") for one in said) for kind in kinds_of(file))
    }


def test_every_file_is_used() -> None:
    assert unused(set(NAMES)) == set()
    assert unused({*NAMES, "xylophone", "xylophone-red"}) == {"xylophone", "xylophone-red"}


def named_in_calls() -> Iterator[tuple[str, str]]:
    """Every icon that code names as it stands: what is drawn, ``icon=…``, and ``icon = …`` in a class."""
    for file, node in nodes():
        found: list[ast.expr] = []
        if isinstance(node, ast.Call):
            found = [one.value for one in node.keywords if one.arg in ("icon", "badge", "figure_icon")]
            if ast.unparse(node.func) == "icons.draw":
                found += node.args[:1]
        elif isinstance(node, ast.Assign) and any(ast.unparse(one) == "icon" for one in node.targets):
            found = [node.value]
        for one in found:
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value:
                yield one.value, file
    for template in (ROOT / "companion").rglob("*.html"):
        yield from ((name, template.name) for name in re.findall(r"icon\('([^']+)'[,)]", template.read_text()))


def test_every_icon_that_code_names_is_drawn() -> None:
    named = {(name, file) for name, file in named_in_calls() if "{" not in name and not name.startswith("mdi:")}
    assert len(named) > 100
    assert {(name, file) for name, file in named if not known(name)} == set()
    assert all(known(f"game:{game}") for game in game_names())


def test_other_names_lead_to_files() -> None:
    assert set(SAME.values()) | set(SAME_KIND.values()) <= NAMES
    assert not NAMES & {*SAME, *SAME_KIND}


@pytest.mark.parametrize(
    ("name", "file", "letters"),
    [
        ("check", "check", ""),
        ("check:x", "check", ""),
        ("→", "arrow", ""),
        ("card:police", "card-police", "P"),
        ("deck:police", "card-police", "P"),
        ("card:x", "card", "X"),
        ("card", "card", ""),
        ("token", "token", "!"),
        ("token:energy", "token-energy", ""),
        ("door", "door", ""),
        ("door:12", "door", "12"),
        ("patrol", "patrol", ""),
        ("patrol:3", "patrol-any", "3"),
        ("movement:0-5", "movement-0-5", "0-5"),
        ("movement:3", "movement", "3"),
        ("seat:2:12", "seat-2", "12"),
        ("seat:8:b", "seat-2", "B"),
        ("seat:0:", "seat-0", ""),
        ("seat::R1", "seat", "R"),
        ("turn:1:x", "seat-1", "X"),
        ("officer:red", "officer-red", ""),
        ("officer:pink", "officer", "P"),
        ("info:red", "info-red", ""),
        ("info:red3", "info-red-any", "3"),
        ("die:red1", "die-red", ""),
        ("die:white", "die", ""),
        ("crew:2:doctor", "crew-2-doctor", ""),
        ("crew:8:doctor", "crew-2-doctor", ""),
        ("crew:doctor", "crew-doctor", ""),
        ("crew:1:zebra", "seat-0", "ZE"),
        ("company:5", "company-1", ""),
        ("company:x", "company-4", ""),
        ("marker:alert", "marker-alert", ""),
        ("marker:9", "marker-1", ""),
        ("star", "star", ""),
        ("star:5", "star-3", ""),
        ("figure:purple", "seat-4", ""),
        ("figure:mother", "figure-mother", ""),
        ("figure:knuckle", "company-3", ""),
        ("figure:zoe", "figure", "Z"),
        ("mission:relics", "mission-any", "?"),
        ("crystal:relic", "crystal", "?"),
        ("face:6", "face", "6"),
        ("face:cw", "rotation-cw", ""),
        ("zebra", "unknown", "Z"),
        ("zebra:striped", "unknown", "S"),
        ("../icons/check", "unknown", "."),
    ],
)
def test_a_name_finds_its_file_and_letters(name: str, file: str, letters: str) -> None:
    icon, said = find(name)
    assert (icon.name, said) == (file, letters)


def test_what_is_known_by_its_kind_is_not_drawn_by_itself() -> None:
    assert own("figure:mother")
    assert own("figure:red")
    assert own("→")
    assert not own("figure:zoe")
    assert not own("police:pale")
    assert known("figure:zoe")
    assert not known("zebra")


def test_pieces_of_a_number_have_a_colour_of_their_own() -> None:
    assert len({read(f"seat-{n}").colour for n in range(6)}) == 6
    assert [read(f"saucer-{n}").colour for n in range(1, 7)] == [read(f"seat-{n}").colour for n in range(6)]
    assert len({read(f"company-{n}").colour for n in range(1, 5)}) == 4
    assert read("check").colour == ""
