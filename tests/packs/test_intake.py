"""Boxes as other programs write them: names, archives, cells and pictures are taken as they are meant, or named."""

from __future__ import annotations

import io
import re
import shutil
import tarfile
import unicodedata
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.commands.packs import pack
from companion.core.phrases import Phrases
from companion.core.refusals import BadPack
from companion.core.texts import plain
from companion.core.validation import info_of
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.content import LARGEST, BadFile
from companion.packs.exchange import export_box, import_box
from companion.packs.folder import box_at, is_box, read_box, read_content, write_content
from companion.packs.intake import is_system, normal_path, printable, sort_out
from companion.packs.loader import BUNDLED, load_pack
from companion.packs.pictures import MOST_PIXELS, cleaned, opened, picture_files, pictures_in, pictures_of
from companion.packs.sheets.cells import cell_of, misread, plain_signs
from companion.packs.sheets.files import dialect_of, read_rows

NEW_YORK, KRYSIS = BUNDLED / "manhattan_nights", BUNDLED / "deepvein"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    return Path(shutil.copytree(NEW_YORK, tmp_path / "box"))


def problems(path: Path) -> list[str]:
    with pytest.raises(BadPack) as no:
        import_box(path)
    return [plain(problem.words) for problem in no.value.problems]


def notes(path: Path) -> list[str]:
    return [plain(note) for note in import_box(path).notes]


def archive(files: Mapping[str, bytes], path: Path, change: Callable[[zipfile.ZipInfo], None] | None = None) -> Path:
    with zipfile.ZipFile(path, "w") as target:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            if change is not None:
                change(entry)
            target.writestr(entry, data)
    return path


def files_of(path: Path) -> dict[str, bytes]:
    return {one.relative_to(path).as_posix(): one.read_bytes() for one in path.rglob("*") if one.is_file()}


# Names.


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("items.csv", "Items.csv"),
        ("items.csv", "ITEMS.CSV"),
        ("items.csv", "items.csv.txt"),
        ("items.csv", "items.Csv.TXT"),
        ("pack.toml", "PACK.TOML"),
        ("pack.toml", "Pack.toml.txt"),
        ("texts/es.csv", "Texts/es.csv"),
        ("texts/es.md", "TEXTS/ES.MD"),
        ("texts/es.csv", "texts/es.csv.txt"),
    ],
)
def test_a_file_is_read_whatever_a_system_makes_of_its_name_and_that_is_said(box: Path, was: str, now: str) -> None:
    (box / now).parent.mkdir(exist_ok=True)
    (box / was).rename(box / now)
    assert is_box(box)
    assert import_box(box).content == read_content(NEW_YORK)
    (note,) = notes(box)
    assert note == f"Read under another name: {Path(now).name} → {was}"


def test_tabs_between_the_cells_are_read_under_their_own_ending(box: Path) -> None:
    sheet = box / "items.csv"
    (box / "items.tsv").write_bytes(sheet.read_bytes().replace(b",", b"\t"))
    sheet.unlink()
    assert import_box(box).content == read_content(NEW_YORK)


def test_what_is_saved_takes_the_place_of_a_file_that_was_called_otherwise(box: Path) -> None:
    (box / "items.csv").rename(box / "ITEMS.CSV")
    write_content(box, read_content(box))
    assert not (box / "ITEMS.CSV").exists()
    assert read_content(box) == read_content(NEW_YORK)
    assert notes(box) == []


@pytest.mark.parametrize(("one", "other"), [("items.csv", "Items.csv"), ("pack.toml", "pack.toml.txt")])
def test_two_files_that_could_be_meant_are_both_named(box: Path, one: str, other: str) -> None:
    shutil.copy(box / one, box / other)
    (said,) = problems(box)
    assert one in said
    assert other in said
    assert "keep one of the two" in said


@pytest.mark.parametrize("name", ["characters.xlsx", "Characters.ODS", "characters.numbers"])
def test_a_spreadsheet_in_place_of_a_sheet_is_named_with_what_to_do(box: Path, name: str) -> None:
    (box / "characters.csv").rename(box / name)
    found = problems(box)
    assert f"{box}/{name}: is a spreadsheet; save its sheet as characters.csv beside it" in found
    assert not [one for one in found if "is missing" in one]


@pytest.mark.parametrize("name", ["notes.docx", "scores.xlsx", "old/items.csv", "texts/draft.odt"])
def test_what_is_not_read_is_named_and_does_not_disturb(box: Path, name: str, tmp_path: Path) -> None:
    files = files_of(box) | {name: b"x"}
    found = archive(files, tmp_path / "box.zip")
    assert import_box(found).content == read_content(NEW_YORK)
    assert notes(found) == [f"Not part of the box, and left aside: {name}"]


SYSTEM = [
    *(".DS_Store", "._items.csv", "Thumbs.db", "desktop.ini", "~$items.xlsx", ".~lock.items.csv#", "texts/.DS_Store"),
    *("pictures/._m01.jpg", "pictures/Thumbs.db", "__MACOSX/._pack.toml", "__MACOSX/box/pack.toml"),
]


@pytest.mark.parametrize("packed", [False, True])
def test_files_of_the_system_are_no_part_of_a_box(box: Path, tmp_path: Path, packed: bool) -> None:
    for name in SYSTEM:
        (box / name).parent.mkdir(exist_ok=True)
        (box / name).write_bytes(b"\x00\x05\x16\x07")
    where = archive(files_of(box), tmp_path / "box.zip") if packed else box
    found = import_box(where)
    assert (found.content, found.pictures, found.notes) == (read_content(NEW_YORK), {}, [])
    assert pictures_in(box) == ({}, [])


# Archives.


@pytest.mark.parametrize("top", ["", "a/", "a/b/c/", "a\\b\\", ".\\", "./", "./a/./"])
@pytest.mark.parametrize("beside", ["", "read me first.txt"])
def test_a_box_is_found_however_deep_it_lies(tmp_path: Path, top: str, beside: str) -> None:
    slash = "\\" if "\\" in top else "/"
    files = {top + name.replace("/", slash): data for name, data in files_of(NEW_YORK).items()}
    if beside:
        files[beside] = b"x"
    found = archive(files, tmp_path / "box.zip")
    assert import_box(found).content == read_content(NEW_YORK)
    assert notes(found) == ([f"Not part of the box, and left aside: {beside}"] if beside else [])


@pytest.mark.parametrize("name", ["box.zip.txt", "box.json", "box", "BOX.ZIP"])
def test_an_archive_is_one_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    assert import_box(archive(files_of(NEW_YORK), tmp_path / name)).content == read_content(NEW_YORK)


def test_an_archive_of_large_photos_may_be_larger_than_a_file_in_it(tmp_path: Path) -> None:
    large = {f"video-{n}.mov": b"x" * LARGEST for n in range(2)}
    assert import_box(archive(files_of(NEW_YORK) | large, tmp_path / "box.zip")).content == read_content(NEW_YORK)


OTHER = "is an archive of another kind (%s); unpack it and take the folder, or pack it as .zip"
SHEETS = "is a spreadsheet; save each of its sheets as CSV, in one folder with pack.toml"


def tar(kind: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=f"w:{kind}") as target:
        target.add(NEW_YORK, "box")
    return packed.getvalue()


@pytest.mark.parametrize("ending", ["as it is", ".zip", ".json"])
@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("box.7z", b"7z\xbc\xaf\x27\x1c\x00\x04", OTHER % ".7z"),
        ("box.rar", b"Rar!\x1a\x07\x01\x00", OTHER % ".rar"),
        ("box.tar", tar(""), OTHER % ".tar"),
        ("box.tgz", tar("gz"), OTHER % ".gz"),
        ("box.tar.xz", tar("xz"), OTHER % ".xz"),
        ("box.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", SHEETS),
        ("box.html", b"\n<!DOCTYPE html><title>Sign in</title>", "is a web page; download the box itself"),
    ],
)
def test_another_kind_of_file_is_named_with_what_to_do(
    tmp_path: Path, name: str, data: bytes, sentence: str, ending: str
) -> None:
    file = tmp_path / (name if ending == "as it is" else f"{name}{ending}")
    file.write_bytes(data)
    assert problems(file) == [f"{file}: {sentence}"]


@pytest.mark.parametrize(
    ("name", "inside", "sentence"),
    [
        ("box.xlsx", "[Content_Types].xml", SHEETS),
        ("box.ods", "content.xml", SHEETS),
        ("box.numbers", "Index.zip", SHEETS),
        ("outer.zip", "Our box/box.ZIP", "has another archive in it; unpack it, then take in Our box/box.ZIP"),
        ("photos.zip", "IMG_0001.jpg", "there is no pack.toml and no pack.json in it"),
    ],
)
def test_an_archive_that_is_no_box_is_named(tmp_path: Path, name: str, inside: str, sentence: str) -> None:
    file = archive({inside: b"x", "mimetype": b"x"}, tmp_path / name)
    assert problems(file) == [f"{file}: {sentence}"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_json_is_read_as_other_programs_save_it(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "box.json"
    export_box(import_box(NEW_YORK), file)
    file.write_bytes(file.read_text("utf-8").encode(encoding))
    assert import_box(file).content == read_content(NEW_YORK)


def test_a_folder_in_a_folder_is_found_as_well(tmp_path: Path) -> None:
    shutil.copytree(NEW_YORK, tmp_path / "Downloads" / "box" / "box")
    assert box_at(tmp_path / "Downloads") == tmp_path / "Downloads" / "box" / "box"
    assert import_box(tmp_path / "Downloads").content == read_content(NEW_YORK)
    shutil.copytree(NEW_YORK, tmp_path / "Downloads" / "other")
    assert "there is no box in this place" in problems(tmp_path / "Downloads")[0]


def test_two_boxes_in_an_archive_are_both_named(tmp_path: Path) -> None:
    files = {f"{top}/{name}": data for top in ("one", "two") for name, data in files_of(NEW_YORK).items()}
    (said,) = problems(archive(files, tmp_path / "box.zip"))
    assert said.endswith("has two boxes in it, one and two; take in one at a time")


@pytest.mark.parametrize("name", ["niño", "çelik", "dragón"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("flag", [True, False])
def test_a_picture_with_accents_belongs_to_its_card(tmp_path: Path, name: str, form: str, flag: bool) -> None:
    files = files_of(NEW_YORK)
    sheet = files["mafia_cards.csv"].decode()
    files["mafia_cards.csv"] = sheet.replace("m01", unicodedata.normalize("NFD", name)).encode()
    files[f"pictures/{unicodedata.normalize(form, name)}.png"] = png()
    made = archive(files, tmp_path / "box.zip")
    if not flag:
        # A Mac leaves out the flag: bit 11 of each entry and of the directory.
        data = bytearray(made.read_bytes())
        for head, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            place = data.find(head)
            while place >= 0:
                data[place + at + 1] &= ~0x08
                place = data.find(head, place + 1)
        made.write_bytes(data)
    found = import_box(made)
    assert list(found.pictures) == [f"pictures/{name}.png"]
    assert found.notes == []


def test_pictures_that_belong_to_no_card_are_named(box: Path) -> None:
    (box / "pictures").mkdir()
    for name in ("m01", "m99", "mafia_card_3", "IMG_2041"):
        (box / "pictures" / f"{name}.png").write_bytes(png())
    assert notes(box) == ["Pictures that belong to no card: IMG_2041, m99"]
    said = CliRunner().invoke(pack, ["check", str(box)])
    assert "is in order" in said.output
    assert "IMG_2041, m99" in said.output


PARTS = st.sampled_from(
    [
        *(
            "pack.toml",
            "PACK.JSON",
            "pack.toml.txt",
            "items.csv",
            "Items.CSV",
            "a",
            "b",
            "..",
            ".",
            "texts",
            "Pictures",
        ),
        *("es.md", "m.jpg", "._m.jpg", "__MACOSX", "C:", "x.xlsx", "\u00e9.png", "e\u0301.png", "\\"),
    ]
)


@given(st.lists(st.lists(PARTS, min_size=1, max_size=4).map("/".join), max_size=8, unique=True))
def test_each_name_is_taken_left_aside_or_of_the_system_and_none_is_lost(names: list[str]) -> None:
    found = sort_out(names)
    counted = [*found.taken.values(), *found.left]
    assert len(counted) == len(set(counted))
    said = " ".join(plain(problem.words) for problem in found.problems)
    for name in {*names} - {*counted}:
        assert is_system(normal_path(name)) or not normal_path(name).parts or printable(name) in said
    assert all(re.fullmatch(r"[^/]+\.(csv|toml|json)|texts/[^/]+\.(csv|md)|pictures/[^/]+", one) for one in found.taken)


# Cells.


def sheet(text: str) -> list[tuple[int, list[str]]]:
    return read_rows(text.encode(), "items.csv").rows


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\na;b\n1;2\n",
        "SEP=;\r\na;b\r\n1;2\r\n",
        '"sep=\t"\na\tb\n1\t2\n',
        "\ufeffsep=,\na,b\n1,2\n",
        "\n,,\na,b\n1,2\n",
        "a\u200b,\u200eb\u200f\n1,2\n",
        "a,b,,\n1,2,,\n",
        "a,b\n1,2\n\u200b,\u200e\n",
    ],
)
def test_what_a_spreadsheet_puts_around_the_rows_is_no_part_of_them(text: str) -> None:
    found = read_rows(text.encode(), "items.csv")
    assert found.headings == ["a", "b"]
    assert [cells for _, cells in found.rows] == [["1", "2"]]


def test_unicode_text_of_excel_is_read() -> None:
    data = "a\tb\r\nñ\t2\r\n".encode("utf-16")
    assert read_rows(data, "items.csv").rows == [(2, ["ñ", "2"])]
    assert dialect_of(data).delimiter == "\t"


def test_rows_may_lack_their_empty_last_cells_and_keep_their_numbers() -> None:
    assert sheet("a,b,c\n1\n\n1,2\n1,2,3\n") == [(2, ["1", "", ""]), (4, ["1", "2", ""]), (5, ["1", "2", "3"])]
    assert sheet("sep=,\na,b\n1\n") == [(3, ["1", ""])]


@pytest.mark.parametrize("title", ["My items,,\n", "Items of our box\n", ",,Items\n\n", '"Items, all of them"\n'])
def test_a_title_above_the_headings_is_one_message(title: str) -> None:
    with pytest.raises(BadPack) as no:
        sheet(f"{title}a,b,c\n1,2,3\n4,5,6\n")
    (fault,) = no.value.problems
    assert "is a title; the first row must name the columns" in plain(fault.said)


@pytest.mark.parametrize(
    ("cell", "same"),
    [
        ("alert \u22122", "alert -2"),
        ("alert \u20132", "alert -2"),
        ("\u201epull\u201c", '"pull"'),
        ("\u201epull\u201d then \u00abgo\u00bb", '"pull" then "go"'),
        ("\u00bbpull\u00ab", '"pull"'),
        ("say \u201cno \u20132\u201d", "say \u201cno \u20132\u201d"),
        ('say "\u00abno\u00bb \u20132"', 'say "\u00abno\u00bb \u20132"'),
        ("so\u00adho\u200b", "soho"),
        ("3\u20134", "3-4"),
        ("a \u2013 b", "a \u2013 b"),
    ],
)
def test_signs_of_word_processors_count_as_those_of_a_keyboard_but_not_inside_a_text(cell: str, same: str) -> None:
    assert plain_signs(cell) == same


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("police_cards.csv", "alert +2", "alert +2\u200b"),
        ("story_cards.csv", "wrong_suitcase,0,", "wrong_suitcase,0.0,"),
        ("story_cards.csv", "wrong_suitcase,1,", "wrong_suitcase ,\u200e1,"),
        ("items.csv", "phone,2", "phone ,2.00"),
        ("mafia_cards.csv", "m01,", "m01\u00a0,"),
    ],
)
def test_a_cell_with_signs_that_nobody_sees_is_what_it_looks_like(box: Path, file: str, old: str, new: str) -> None:
    text = (box / file).read_text()
    assert old in text
    (box / file).write_text(text.replace(old, new, 1))
    assert read_content(box) == read_content(NEW_YORK)


def test_ids_that_differ_by_a_space_are_the_same_card_twice(box: Path) -> None:
    file = box / "mafia_cards.csv"
    file.write_text(file.read_text().replace("m02,", "m01 ,", 1))
    said = CliRunner().invoke(pack, ["check", str(box)]).output
    assert "m01" in said
    assert "is in order" not in said


@pytest.mark.parametrize(
    ("path", "file", "column", "keep"), [(NEW_YORK, "story_cards.csv", 0, 3), (KRYSIS, "agents.csv", 0, 4)]
)
def test_merged_cells_are_one_sentence_in_words_of_the_sheet(
    tmp_path: Path, path: Path, file: str, column: int, keep: int
) -> None:
    box = Path(shutil.copytree(path, tmp_path / "box"))
    lines = (box / file).read_text().split("\n")
    for n, line in enumerate(lines[keep:], keep):
        if line:
            lines[n] = "," + line.split(",", 1)[1]
    (box / file).write_text("\n".join(lines))
    (said,) = problems_or_check(box)
    assert f"{file}: row {keep + 1}, column " in said
    assert "merged cells" in said
    assert "UNSET" not in said


def problems_or_check(box: Path) -> list[str]:
    return CliRunner().invoke(pack, ["check", str(box)]).output.strip().splitlines()


MADE_OF_IT = [
    ("items.csv", "phone,2", "phone,#REF!", "row 2, column count", "#REF!", "falla"),
    ("items.csv", "phone,2", "phone,#¡REF!", "row 2, column count", "#¡REF!", "falla"),
    ("items.csv", "phone,2", "#¿NOMBRE?,2", "row 2, column kind", "#¿NOMBRE?", "falla"),
    ("mafia_cards.csv", "m02,chinatown", "#N/D,chinatown", "row 3, column id", "#N/D", "falla"),
    ("mafia_cards.csv", "m02,chinatown", "m02,Err:502", "row 3, column mafia", "Err:502", "falla"),
    ("items.csv", "phone,2", "phone,=SUM(B3:B4)", "row 2, column count", "formula", "fórmula"),
    ("items.csv", "phone,2", "phone,=$B$3+1", "row 2, column count", "formula", "fórmula"),
    ("items.csv", "phone,2", "phone,2026-02-01 00:00:00", "row 2, column count", "date", "fecha"),
    ("items.csv", "phone,2", "phone,2-feb", "row 2, column count", "date", "fecha"),
    ("items.csv", "phone,2", "phone,ene-26", "row 2, column count", "date", "fecha"),
    ("mafia_cards.csv", "m02,chinatown", "02/03/2026,chinatown", "row 3, column id", "date", "fecha"),
]


@pytest.mark.parametrize(("file", "old", "new", "place", "what", "spanish"), MADE_OF_IT, ids=[e[2] for e in MADE_OF_IT])
def test_what_a_spreadsheet_has_made_of_a_cell_is_one_sentence_with_its_place(
    box: Path, file: str, old: str, new: str, place: str, what: str, spanish: str
) -> None:
    """Errors of formulas, formulas, and dates; nothing else is said of what lacks because of it."""
    text = (box / file).read_text()
    assert old in text
    (box / file).write_text(text.replace(old, new, 1))
    before = (box / file).read_bytes()
    (said,) = problems_or_check(box)
    assert f"{file}: {place}: " in said
    assert what in said
    with pytest.raises(BadPack) as bad:
        load_pack(load_game("newyork"), str(box))
    assert spanish in Language("es").say(bad.value.problems[0])
    assert (box / file).read_bytes() == before


@pytest.mark.parametrize(
    ("cell", "value"), [("3,0", 3), ("3.00", 3), ("3,000000", 3), ("3.000", "3.000"), ("2,5", "2,5")]
)
def test_a_whole_number_may_have_zeros_behind_it_but_a_thousand_is_not_taken_for_one(cell: str, value: object) -> None:
    cell_of_number = cell_of(info_of(int), Phrases([]), "n", required=True)
    assert cell_of_number is not None
    assert cell_of_number.value(cell) == value


@pytest.mark.parametrize("text", ["24/12", "=^.^=", "#1", "Ref", "3-4 Nov", "= the end"])
def test_a_text_may_look_like_much(text: str) -> None:
    assert misread(text, prose=True) is None


# Pictures.


def png(mode: str = "RGB", size: tuple[int, int] = (60, 84), colour: object = None) -> bytes:
    return encoded(Image.new(mode, size, colour), "PNG")  # type: ignore[arg-type]


def encoded(picture: Image.Image, format_: str, **more: object) -> bytes:
    data = io.BytesIO()
    picture.save(data, format_, **more)  # type: ignore[arg-type]
    return data.getvalue()


@pytest.mark.parametrize(
    ("name", "format_"), [("a.jpg", "PNG"), ("a.png", "JPEG"), ("a.webp", "PNG"), ("a.JFIF", "WEBP")]
)
def test_a_picture_is_what_its_content_says(name: str, format_: str) -> None:
    picture = Image.open(io.BytesIO(cleaned(encoded(Image.new("RGB", (60, 84), "red"), format_), name)))
    assert picture.convert("RGB").getpixel((30, 40))[0] > 240  # type: ignore[index]


def test_grey_with_sixteen_bits_is_as_bright_as_elsewhere() -> None:
    for grey in (0, 64, 128, 255):
        picture = opened(encoded(Image.new("I;16", (60, 84), grey * 257), "PNG"))
        assert abs(picture.convert("L").getpixel((30, 40)) - grey) <= 1  # type: ignore[operator]


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_small_faults_of_what_a_camera_writes_are_no_damage(orientation: int) -> None:
    exif = Image.Exif()
    exif[274] = orientation
    assert opened(encoded(Image.new("RGB", (60, 84)), "JPEG", exif=exif)).size == (60, 84)


@pytest.mark.parametrize("cut", [20, 30, 40])
def test_metadata_that_ends_too_soon_are_no_damage(cut: int) -> None:
    exif = Image.Exif()
    exif[274], exif[271], exif[272] = 6, "a camera", "of a long name"
    data = exif.tobytes()
    picture = Image.new("RGB", (60, 84))
    assert opened(encoded(picture, "JPEG", exif=data[:cut])).size in ((60, 84), (84, 60))


def test_a_palette_with_transparent_colours_is_no_damage() -> None:
    picture = Image.new("P", (60, 84))
    picture.putpalette([0, 0, 0, 255, 0, 0])
    assert opened(encoded(picture, "PNG", transparency=bytes([0, 128]))).mode == "RGBA"


@pytest.mark.parametrize("size", [(10_400, 10_400), (14_000, 14_000)])
def test_too_many_points_is_said_and_not_damage(size: tuple[int, int]) -> None:
    assert size[0] * size[1] > MOST_PIXELS
    with pytest.raises(BadFile) as no:
        opened(encoded(Image.new("1", size), "PNG"))
    assert "too many" in plain(no.value.said)


@pytest.mark.parametrize("name", ["m01.heic", "m01.HEIF", "m01.jpg"])
def test_pictures_of_an_iphone_are_named_with_what_to_do(box: Path, tmp_path: Path, name: str) -> None:
    heic = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"
    (box / "pictures").mkdir()
    (box / "pictures" / name).write_bytes(heic)
    for where in (box, archive(files_of(box), tmp_path / "box.zip")):
        (said,) = problems(where)
        assert name in said
        assert "is HEIC, which cannot be read here" in said
    (tmp_path / name).write_bytes(heic)
    said = CliRunner().invoke(pack, ["photo", str(box), "m02", str(tmp_path / name)]).output
    assert "is HEIC" in said


def test_a_folder_called_otherwise_still_shows_its_pictures(box: Path) -> None:
    (box / "Pictures").mkdir()
    (box / "Pictures" / "m01.PNG").write_bytes(png())
    assert list(pictures_of(box)) == ["m01"]
    assert list(picture_files(box / "Pictures")) == ["m01"]
    assert read_box(box).problems == []
