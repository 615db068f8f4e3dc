"""The page of a game: whole HTML that loads nothing, says nothing secret too early, in both languages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import structs

from companion.cli import companion
from companion.core.texts import plain
from companion.journal import Journal
from companion.language import Language
from companion.lookback import course
from companion.lookback.course import COURSE
from companion.lookback.film import made
from companion.lookback.lookback import look_back
from companion.lookback.page import file_name, page, save_page
from companion.table.log import Setup
from tests.lookback.games import made_up_course, recorded
from tests.lookback.test_look_back import secrets_of
from tests.playthroughs.recording import HERE

NEVER_CLOSED = {"meta", "br", "input", "rect", "line", "circle", "polygon", "polyline"}
GAMES = ["voices_mended", "escape_five_ledger", "escape_nobody", "suitcase_light"]


class Balance(HTMLParser):
    """Holds that every element is closed where it must be, and gathers what a browser would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.fetched: list[str] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href", "srcset", "data", "xlink:href")]
        if tag not in NEVER_CLOSED:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in NEVER_CLOSED:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def read(text: str) -> Balance:
    parser = Balance()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    return parser


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_whole_and_loads_nothing(name: str, language: str) -> None:
    text = page(look_back(recorded(name)), Language(language))
    parser = read(text)
    assert parser.fetched == []
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img", text)
    assert f'lang="{language}"' in text
    assert parser.seen.count("svg") >= 2
    assert parser.seen.count("h1") == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_log_stands_in_it(name: str) -> None:
    look = look_back(recorded(name))
    said = " ".join(read(page(look, Language("en"))).said)
    for row in look.rows:
        assert plain(row.words) in said


def test_a_page_speaks_the_language_of_the_user() -> None:
    look = look_back(recorded("voices_mended"))
    said = {code: " ".join(read(page(look, Language(code))).said) for code in ("en", "es")}
    assert "Round 4" in said["en"]
    assert "Round 4" not in said["es"]
    assert "Ronda 4" in said["es"]


def test_it_can_be_read_on_paper_by_day_and_by_night() -> None:
    text = page(look_back(recorded("voices_mended")), Language("en"))
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_words_that_look_like_markup_stay_words() -> None:
    look = structs.replace(look_back(recorded("suitcase_two")), headline="<b>Won & lost</b>")
    text = page(look, Language("en"))
    assert "<b>" not in text
    assert "<b>Won & lost</b>" in " ".join(read(text).said)


def test_the_page_of_a_game_that_goes_on_says_no_secret() -> None:
    whole = recorded("escape_four_plans")
    table = recorded("escape_four_plans", len(whole.log) - 1)
    secrets = secrets_of(table)
    assert secrets
    before = " ".join(read(page(look_back(table), Language("en"))).said)
    after = " ".join(read(page(look_back(whole), Language("en"))).said)
    assert not [secret for secret in secrets if secret in before]
    assert all(secret in after for secret in secrets)


def test_a_page_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    look = look_back(recorded("suitcase_two"))
    file = tmp_path / "there" / file_name(look)
    save_page(look, Language("en"), file)
    before = file.read_text()
    file.with_name(file.name + ".part").mkdir()
    with pytest.raises(IsADirectoryError):
        save_page(look, Language("es"), file)
    assert file.read_text() == before


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with one whole game in it."""
    played, path = recorded("suitcase_two"), tmp_path / "journal.db"
    with Journal(path) as made:
        pack = str(HERE / "packs" / f"{played.setup.pack}.json")
        game_id = made.create(structs.replace(played.setup, pack=pack), dict(played.chance))
        for entry in played.log:
            made.append(game_id, entry)
    return path


def test_a_saved_game_is_exported_by_name(journal: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    result = CliRunner().invoke(
        companion, ["export", "last", "--html", str(file), "--journal", str(journal), "--language", "es"]
    )
    assert result.exit_code == 0, result.output
    assert str(file) in result.output
    assert "Ronda 1" in " ".join(read(file.read_text()).said)


def test_an_exported_page_calls_people_by_their_names(journal: Path, tmp_path: Path) -> None:
    with Journal(journal) as kept:
        game_id = kept.games()[0].id
        seats = kept.saved(game_id).setup.seats
        kept.note(game_id, notes={"people": {seats[0]: "<Anna>", seats[1]: "אנה"}})
    file = tmp_path / "page.html"
    result = CliRunner().invoke(companion, ["export", "last", "--html", str(file), "--journal", str(journal)])
    assert result.exit_code == 0, result.output
    said = " ".join(read(file.read_text()).said)
    assert "<Anna> · Mother" in said
    assert said.count("<Anna>") > 1, "where people look at the whole game, too"
    assert "אנה · Son" in said


def test_a_page_of_a_game_whose_pack_has_changed_is_written_with_a_word(journal: Path, tmp_path: Path) -> None:
    """R-GEN-08"""
    with Journal(journal) as kept:
        setup, chance, entries = kept.load(kept.games()[0].id)
        game_id = kept.create(structs.replace(setup, pack_hash="another"), chance)
        for entry in entries:
            kept.append(game_id, entry)
    command = ["export", "last", "--html", str(tmp_path / "page.html"), "--journal", str(journal)]
    result = CliRunner().invoke(companion, command)
    assert (result.exit_code, "is not the one that this game began with" in result.stderr) == (0, True)


def test_without_a_file_the_page_goes_to_the_documents(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "Documents"))
    result = CliRunner().invoke(companion, ["export", "last", "--journal", str(journal)])
    assert result.exit_code == 0, result.output
    (file,) = (tmp_path / "Documents" / "companion").glob("newyork-*.html")
    assert str(file) in result.output.replace("\n", "")


def test_where_nothing_can_be_written_it_says_so(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("")
    result = CliRunner().invoke(
        companion, ["export", "last", "--html", str(tmp_path / "full" / "page.html"), "--journal", str(journal)]
    )
    assert result.exit_code == 2
    assert "cannot be written" in result.output
    assert "Traceback" not in result.output


def test_chances_are_thought_out_for_a_page_if_somebody_asks(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "TRIALS", 2)
    monkeypatch.setattr(course, "CLOSER", 2)
    file = tmp_path / "page.html"
    command = ["export", "last", "--html", str(file), "--journal", str(journal)]
    assert CliRunner().invoke(companion, command).exit_code == 0
    assert "Chance to win" not in file.read_text()
    result = CliRunner().invoke(companion, [*command, "--chances"])
    assert result.exit_code == 0, result.output
    assert "Chance to win" in file.read_text()


def test_the_chances_of_a_running_game_are_not_thought_out(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as made:
        made.create(Setup("thousand", "", "", ["one", "two"], {}, seed="s"), {})
    file = tmp_path / "page.html"
    command = ["export", "last", "--html", str(file), "--journal", str(tmp_path / "journal.db"), "--chances"]
    result = CliRunner().invoke(companion, command)
    assert (result.exit_code, file.exists()) == (2, False)
    assert "when the game is over" in result.output


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["krysis_two", "thousand_two"])
def test_a_page_says_who_gave_each_answer(name: str, language: str) -> None:
    """On the screen pictures say it; here only words can."""
    table = recorded(name)
    table.note(COURSE, made_up_course(table))
    look, said = look_back(table), Language(language).say
    names = {player.seat: said(player.name) for player in look.players}
    for row, played in zip(look.rows, table.history.line, strict=True):
        seat = played.asked and (played.asked.only or played.asked.who)
        assert said(row.who) == (names[seat] if seat else "")
    text = read(page(look, Language(language), made(table, look))).said
    for point in look.turning_points:
        told = f"{said(point.who)} · {said(point.words)}"
        assert said(point.who) in names.values()
        assert told in text
        assert f"{said(point.chapter)}: {told}" in text, "the way to its moment in the film"
    assert not [words for words in text if re.search(r"\d %", words)], "a number and its sign stand on one line"
    in_the_log = [words for words in text if words in names.values()]
    assert len(in_the_log) >= sum(bool(said(row.who)) for row in look.rows)


def test_a_page_calls_players_and_faces_by_their_names() -> None:
    """Not by what the log calls them, whatever the seats were called at the start."""
    look = look_back(recorded("crash_three"))
    said = {code: read(page(look, Language(code))).said for code in ("en", "es")}
    assert not {"cw", "ccw"} & {*said["en"], *said["es"]}
    assert "clockwise" in said["en"]
    assert "Ann, Ben, Cat" in said["en"]
