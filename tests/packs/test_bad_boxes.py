"""Bad boxes: each is refused in a sentence with its place, and nothing is changed."""

# ruff: noqa: E501 (a case a line)

from __future__ import annotations

import io
import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from companion.core.refusals import BadPack
from companion.games.registry import load_game
from companion.packs.content import LARGEST
from companion.packs.exchange import MOST_ENTRIES, import_box, install, packed, unpacked
from companion.packs.folder import read_content
from companion.packs.intake import MOST_FILES
from companion.packs.loader import BUNDLED, load_pack, user_folder
from companion.packs.pictures import LONGEST_SIDE, cleaned, pictures_in

GAME = load_game("newyork")


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A copy of the bundled box of New York Crisis."""
    return Path(shutil.copytree(BUNDLED / "manhattan_nights", tmp_path / "box"))


def problems(box: Path, game: str = "newyork") -> list[str]:
    """What is wrong with a box, without its folder; and the box is as it was."""
    before = {file: file.read_bytes() for file in box.rglob("*") if file.is_file()}
    with pytest.raises(BadPack) as refusal:
        load_pack(load_game(game), str(box))
    assert {file: file.read_bytes() for file in box.rglob("*") if file.is_file()} == before
    return [problem.removeprefix(f"{box}/") for problem in refusal.value.problems]


def edit(box: Path, file: str, before: str, after: str) -> None:
    text = (box / file).read_text(encoding="utf-8")
    assert before in text
    (box / file).write_text(text.replace(before, after, 1), encoding="utf-8")


CELLS = [
    ("mafia_cards.csv", "m02,chinatown", "m01,chinatown", 'mafia_cards.csv: row 3, column id: "m01" is already that of mafia_cards.csv row 2'),
    ("mafia_cards.csv", "m02,chinatown,grand_central", "m02,chinatwon,grand_central", 'mafia_cards.csv: row 3, column mafia: "chinatwon" is no square of the board'),
    ("mafia_cards.csv", "m02,chinatown,grand_central,harlem", "m02,chinatown,grand_central,harlem,soho", "mafia_cards.csv: row 3: has 5 cells, there must be 4, one below each heading"),
    ("mafia_cards.csv", "id,mafia,info,item", "id,mafia,infos,item", "mafia_cards.csv: row 1: there is no column infos; did you mean info?"),
    ("mafia_cards.csv", "id,mafia,info,item", "id,mafia,mafia,item", 'mafia_cards.csv: row 1: there are two columns "mafia"'),
    ("mafia_cards.csv", "id,mafia,info,item", "name,mafia,info,item", "mafia_cards.csv: row 1: there must be a column id"),
    ("items.csv", "phone,2", "phone,two", 'items.csv: row 2, column count: must be a whole number, 0 or more, not "two"'),
    ("items.csv", "phone,2", "phone,2.5", 'items.csv: row 2, column count: must be a whole number, 0 or more, not "2.5"'),
    ("items.csv", "phone,2", "phone,-2", "items.csv: row 2, column count: must be a whole number, 0 or more, not -2"),
    ("items.csv", "phone,2", "phone,", "items.csv: row 2, column count: is missing; it must be a whole number, 0 or more"),
    ("items.csv", "phone,2", "phone,99999999999999999999", "items.csv: row 2, column count: is too large a number, nothing printed is more than 9999"),
    ("items.csv", "phone,2", "telephone,2", 'items.csv: row 2, column kind: must be one of bike, cash'),
    ("items.csv", "phone,2", "pho\x07ne,2", "items.csv: line 2: has a character that cannot be printed (U+0007); take it out"),
    ("items.csv", "phone,2", '"phone,2', "items.csv: line 11: has cells that cannot be told apart; is a quotation mark missing"),
    ("items.csv", "phone,2", "json:{,2", "items.csv: row 2, column kind: { after json: cannot be read; write it in plain words"),
    ("characters.csv", "2 red 2 blue", "2 red 2 green", 'characters.csv: row 2, column dice: there is no "green" here, only red, yellow, blue'),
    ("characters.csv", "2 red 2 blue", "red 2", 'characters.csv: row 2, column dice: "red 2" is not how many of each; write it like "2 red 1 blue"'),
    ("characters.csv", "2 red 2 blue", "", "characters.csv: row 2, column dice: is missing; it must be how many of each: red, yellow, blue; or none"),
    ("squares.csv", "riverside,yes", "riverside,maybe", 'squares.csv: row 2, column subway: must be yes or no, not "maybe"'),
    ("squares.csv", "0.13,0.1\n", "0.13,1.1\n", "squares.csv: row 2, columns x and y: must be numbers from 0 to 1"),
    ("squares.csv", "0.13,0.1\n", "0.13,\n", "squares.csv: row 2, columns x and y: must both be filled in, or none"),
    ("squares.csv", "heights riverside", "heights riverside soho", 'squares.csv: row 2, column neighbours: "soho" does not name "inwood" back'),
    ("police_cards.csv", "forbid subway this round", "forbid subwya this round", 'police_cards.csv: row 3, column effects: "forbid subwya this round" is no effect; write it like "forbid subway this round"'),
    ("police_cards.csv", "alert +2)", "alert +2", "police_cards.csv: row 2, column effects: "),
    ("police_cards.csv", "place item on event", "place item on evnt", 'police_cards.csv: row 4, column effects, entry 2: "evnt" is no square of the board'),
    ("story_cards.csv", "wrong_suitcase,1,", "wrong_suitcas,1,", 'story_cards.csv: row 3, column scenario: there is no scenario "wrong_suitcas"'),
    ("scenarios.csv", "father times_square", "father", 'scenarios.csv: row 2, column start_squares: "father, mother times_square'),
    ("pack.toml", "length = 20", "length = 0", "pack.toml: tracks.alert.length: must be a whole number, 1 or more, not 0"),
    ("pack.toml", "length = 20", "length = 1979-05-27", "pack.toml: tracks.alert.length: must be a text, a number, true or false; put quotation marks round a date"),
    ("pack.toml", 'game = "newyork"', 'game = newyork', "pack.toml: line 1, column 8: cannot be read; look for a missing quotation mark"),
    ("pack.toml", 'game = "newyork"', 'game = "draughts"', "pack.toml: game: there is no game draughts"),
    ("pack.toml", '["en", "es"]', '["English"]', 'pack.toml: languages: must be a list of codes of languages, like ["en", "es"]'),
    ("pack.toml", '["en", "es"]', '["en"]', 'texts/es.csv: is not read; add "es" to languages in pack.toml'),
    ("texts/es.csv", "text,words", "text,spanish", "texts/es.csv: row 1: the headings must be text and words"),
    ("texts/es.csv", "Harlem,Harlem", "Soho,Harlem\nSoho,Harlem", 'column text: "Soho" has words already'),
    ("texts/en.md", "# story_cards / wrong_suitcase 0 / text", "# story_cards / wrong_suitcase 9 / text", "texts/en.md: line 1: there is no row wrong_suitcase 9 in story_cards.csv"),
    ("texts/en.md", "# story_cards / wrong_suitcase 0 / text", "story 0", "texts/en.md: line 1: must be a heading such as"),
    ("texts/en.md", "# story_cards / wrong_suitcase 1 / text", "# story_cards / wrong_suitcase 0 / text", "has the same heading as line 1"),
    ("story_cards.csv", "wrong_suitcase,0,,,", "wrong_suitcase,0,,Text,", "texts/en.md: line 1: stands in story_cards.csv, too; take one of the two out"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "before", "after", "problem"), CELLS, ids=[case[3][:60] for case in CELLS])
def test_what_is_wrong_on_a_sheet_is_said_with_its_place(
    box: Path, file: str, before: str, after: str, problem: str
) -> None:
    edit(box, file, before, after)
    found = problems(box)
    assert [one for one in found if problem in one], found


def test_everything_that_is_wrong_is_said_at_once(box: Path) -> None:
    for file, before, after in (
        ("items.csv", "phone,2", "phone,two"),
        ("police_cards.csv", "forbid subway this round", "forbid subwya this round"),
        ("mafia_cards.csv", "m02,", "m01,"),
    ):
        edit(box, file, before, after)
    found = problems(box)
    assert {one.partition(":")[0] for one in found} == {"items.csv", "police_cards.csv", "mafia_cards.csv"}
    assert len([one for one in found if one.startswith("police_cards.csv")]) == 1


DRAWN = [
    ("tiles.csv", "crash", ". . . *", ". . . #", 'tiles.csv: row 2, column squares: "#" is no square; draw the tile like'),
    ("tiles.csv", "crash", "tow_zone,", "dodgem_ring,", "tiles.csv: row 3, column id: "),
    ("layouts.csv", "crash", "3 or 4,2,0", "7,2,0", "layouts.csv: row 2, "),
    ("upgrades.csv", "crash", "no,move 1 square", "no,move 9 squares", "upgrades.csv: row 3, column effects, entry 1: must be"),
    ("agents.csv", "krysis", "1 per white", "1 per green", "agents.csv: row 19, column speed: "),
    ("agents.csv", "krysis", "lamplighters,transporters,oilcan_ben", "lamplighters,drivers,oilcan_ben", "agents.csv: row 2, column deck: "),
    ("spaces.csv", "krysis", "1,first_gallery", "9,first_gallery", "spaces.csv: row 2, column level: must be a number"),
    ("relics.csv", "krysis", "weapon,mole_claw,Mole Claw,mole,1,", "weapon,mole_claw,Mole Claw,mole,1,1 red", "relics.csv: row 2, column slots: "),
    ("scoring.csv", "escape", "cash,cash,1,,1", "cash,cash,1,1 2,1", "scoring.csv: row 2: must have either table or per_unit, it has both"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "game", "before", "after", "problem"), DRAWN, ids=[case[4][:50] for case in DRAWN])
def test_the_same_holds_for_every_game(
    tmp_path: Path, file: str, game: str, before: str, after: str, problem: str
) -> None:
    box = Path(shutil.copytree(BUNDLED / str(load_game(game).rules.bundled_pack), tmp_path / "box"))
    edit(box, file, before, after)
    found = problems(box, game)
    assert [one for one in found if one.startswith(problem)], found


FILES: list[tuple[str, Callable[[Path], object], str]] = [
    ("half-written", lambda box: os.truncate(box / "police_cards.csv", 3000), "police_cards.csv: "),
    ("cut to nothing", lambda box: os.truncate(box / "police_cards.csv", 0), "police_cards.csv: there is no heading"),
    ("gone", lambda box: (box / "police_cards.csv").unlink(), "police_cards.csv: is missing"),
    ("misspelt", lambda box: (box / "items.csv").rename(box / "itens.csv"), "itens.csv: is no sheet of this game; did you mean items.csv?"),
    ("no text", lambda box: (box / "items.csv").write_bytes("kind,count\nphone\xe9,2\n".encode("latin-1")), "items.csv: line 2: is not UTF-8 text; save it as"),
    ("both forms", lambda box: (box / "pack.json").write_text("{}"), "has both pack.toml and pack.json; put one of the two elsewhere"),
    ("a link outward", lambda box: _link(box / "items.csv", box.parent / "items.csv"), "items.csv: is a link that leads out of the folder; put the file itself there"),
    ("a link in a circle", lambda box: _circle(box / "items.csv"), "items.csv: is a link that leads back to itself; put the file itself there"),
    ("a folder outward", lambda box: _link(box / "texts", box.parent / "texts"), "texts: is a link that leads out of the folder; put the folder itself there"),
    ("a pipe", lambda box: ((box / "items.csv").unlink(), os.mkfifo(box / "items.csv")), "items.csv: is no file"),
    ("too large", lambda box: os.truncate(box / "items.csv", LARGEST + 1), "items.csv: is too large, at most 16 MB are read"),
    ("too many", lambda box: [(box / f"x{n}.csv").touch() for n in range(MOST_FILES)], "has too many files, at most 200 are read; put the others elsewhere"),
    ("a long cell", lambda box: edit(box, "items.csv", "phone", "x" * 30_000), "items.csv: row 2, column kind: is too long, at most 20000 letters have room"),
]  # fmt: skip


def _link(path: Path, to: Path) -> None:
    path.rename(to)
    path.symlink_to(to)


def _circle(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_suffix(".2"))
    path.with_suffix(".2").symlink_to(path)


@pytest.mark.parametrize(("change", "problem"), [case[1:] for case in FILES], ids=[case[0] for case in FILES])
def test_files_that_are_no_part_of_a_box_are_said(box: Path, change: Callable[[Path], object], problem: str) -> None:
    change(box)
    if "pipe" in problem or "no file" in problem:
        with pytest.raises(BadPack) as refusal:
            load_pack(GAME, str(box))
        found = refusal.value.problems
    else:
        found = problems(box)
    assert [one for one in found if problem in one], found


def test_ten_thousand_squares_are_more_than_a_board_has(box: Path) -> None:
    rows = [f"s{n},Square {n},s{n - 1} s{n + 1},no,," for n in range(10_000)]
    (box / "squares.csv").write_text("\n".join(["id,name,neighbours,subway,x,y", *rows]))
    found = problems(box)
    assert "squares.csv: there must be at most 200, there are 10000" in found
    assert 'squares.csv: row 10001, column neighbours, entry 2: "s10000" is no square of the board' in found
    assert 'mafia_cards.csv: row 2, column mafia: "flatiron" is no square of the board' in found


def archive_of(box: Path) -> dict[str, bytes]:
    return {file.relative_to(box).as_posix(): file.read_bytes() for file in box.rglob("*") if file.is_file()}


def zipped(box: Path, *more: tuple[zipfile.ZipInfo | str, bytes]) -> Path:
    """The box in an archive, with entries that somebody has added."""
    file = box.with_suffix(".zip")
    file.write_bytes(packed(archive_of(box)))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in more:
            archive.writestr(entry, data)
    return file


def entry(name: str, mode: int = 0o644) -> zipfile.ZipInfo:
    found = zipfile.ZipInfo("x")
    found.filename, found.external_attr = name, mode << 16
    return found


@pytest.mark.parametrize(
    ("name", "mode", "problem"),
    [
        ("../evil.csv", 0o644, "../evil.csv: has a name that leads out of the folder"),
        ("texts/../../evil.csv", 0o644, "has a name that leads out of the folder"),
        ("/tmp/evil.csv", 0o644, "/tmp/evil.csv: has a name that leads out of the folder"),
        ("C:\\evil.csv", 0o644, "has a name that leads out of the folder"),
        ("a\x07b.csv", 0o644, "has a name that leads out of the folder"),
        ("texts/link.csv", stat.S_IFLNK | 0o777, "texts/link.csv: is a link; put the file itself there"),
        ("pack.toml", 0o644, "pack.toml: is there twice"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_tricks_is_refused_and_nothing_is_taken_in(
    box: Path, name: str, mode: int, problem: str
) -> None:
    file = zipped(box, (entry(name, mode), b"x"))
    with pytest.raises(BadPack) as refusal:
        install(import_box(file), "box")
    assert [one for one in refusal.value.problems if problem in one], refusal.value.problems
    assert not user_folder().exists()


def test_an_archive_that_grows_without_end_is_refused(box: Path) -> None:
    bomb = zipped(box, ("huge.csv", b"0" * (LARGEST + 1)))
    assert bomb.stat().st_size < LARGEST / 100
    with pytest.raises(BadPack, match=r"huge\.csv: is too large when it is unpacked"):
        import_box(bomb)
    many = zipped(box, *((f"x{n}.csv", b"0" * LARGEST) for n in range(9)))
    with pytest.raises(BadPack, match="is too large when it is unpacked"):
        import_box(many)


def test_an_archive_of_too_many_files_is_refused(box: Path) -> None:
    file = zipped(box, *((f"pictures/{n}.png", b"") for n in range(MOST_ENTRIES)))
    with pytest.raises(BadPack, match=f"files, at most {MOST_ENTRIES} are unpacked"):
        import_box(file)


@pytest.mark.parametrize("data", [b"", b"PK", b"no archive", b"PK\x03\x04" + b"\x00" * 50])
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "box.zip").write_bytes(data)
    with pytest.raises(BadPack, match=r"is no \.zip that can be unpacked"):
        import_box(tmp_path / "box.zip")


def test_an_archive_without_a_box_is_refused(tmp_path: Path) -> None:
    (tmp_path / "box.zip").write_bytes(packed({"notes.txt": b"x"}))
    with pytest.raises(BadPack, match=r"there is no pack\.toml and no pack\.json in it"):
        import_box(tmp_path / "box.zip")


def test_an_archive_may_hold_its_folder_and_what_belongs_to_nobody(box: Path) -> None:
    inside = {f"Our box/{name}": data for name, data in archive_of(box).items()}
    files, _ = unpacked(packed({**inside, "__MACOSX/._pack.toml": b"x", "Our box/.DS_Store": b"x"}), "box.zip")
    assert files.keys() == {name for name in archive_of(box) if name != "README.md"}


def picture(kind: str = "PNG", size: tuple[int, int] = (40, 30), **more: object) -> bytes:
    text = io.BytesIO()
    Image.new("RGB", size, "teal").save(text, kind, **more)
    return text.getvalue()


def test_pictures_are_made_upright_and_small_and_lose_what_a_camera_adds() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A camera"
    photo = picture("JPEG", (4000, 3000), exif=exif)
    assert b"A camera" in photo
    clean = cleaned(photo, "pictures/p01.jpg")
    shown = Image.open(io.BytesIO(clean))
    assert shown.size == (LONGEST_SIDE * 3 // 4, LONGEST_SIDE)
    assert not shown.getexif()
    assert b"A camera" not in clean


BAD_PICTURES = [
    ("p01.png", picture()[:60], "is a picture that is damaged"),
    ("p01.png", b"no picture", "is no picture that can be read here"),
    ("p01.jpg", b"", "is no picture that can be read here"),
    ("p01.gif", picture("GIF"), "is no picture; its name must end in .jpg, .jpeg, .jpe, .jfif, .png, .webp"),
]


@pytest.mark.parametrize(("name", "data", "problem"), BAD_PICTURES)
def test_a_picture_that_cannot_be_shown_is_said(box: Path, name: str, data: bytes, problem: str) -> None:
    (box / "pictures").mkdir()
    (box / "pictures" / name).write_bytes(data)
    [found] = pictures_in(box)[1]
    assert found.startswith(f"{box / 'pictures' / name}: ")
    assert problem in found
    with pytest.raises(BadPack):
        import_box(box)


def test_a_picture_that_would_fill_the_memory_is_refused_before_it_is_decoded() -> None:
    huge = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(huge, "PNG")
    with pytest.raises(ValueError, match=r"too many points"):
        cleaned(huge.getvalue(), "pictures/p01.png")


def test_pictures_go_with_the_box(box: Path) -> None:
    (box / "pictures").mkdir()
    (box / "pictures" / "p01.png").write_bytes(picture())
    path = install(import_box(box), "box")
    assert Image.open(path / "pictures" / "p01.png").size == (40, 30)
    assert read_content(path) == read_content(box)
    assert Image.open(path / "pictures" / "p01.png").size == (40, 30)
