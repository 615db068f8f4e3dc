"""The page of a simulation: whole HTML that loads nothing, with all that the table says, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.chance.report import Report, report, sections
from companion.chance.report_views import number, page
from companion.cli import companion
from companion.core.texts import plain
from companion.language import Language
from companion.packs import load_pack
from tests.lookback.test_page import read
from tests.simulation.studies import carried_out, study


@pytest.fixture(scope="module")
def found() -> Report:
    """A small study in which there is something of everything."""
    one = carried_out(study(3))
    return report(one, load_pack(one.game))


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_page_is_whole_and_loads_nothing(found: Report, language: str) -> None:
    text = page(found, Language(language))
    parser = read(text)
    assert parser.fetched == []
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img", text)
    assert f'lang="{language}"' in text
    assert parser.seen.count("h1") == 1
    assert parser.seen.count("svg") >= len(found.lines[0].counted)


def test_it_says_what_the_table_says(found: Report) -> None:
    said = " ".join(read(page(found, Language("en"))).said)
    for line in found.lines:
        assert all(number(one, plain) in said for one in line.counted if one.interval)
        assert all(ending.rule in said and plain(ending.words or "") in said for ending in line.endings)
    assert sections(found)
    for section in sections(found):
        assert plain(section.heading) in said
        assert all(plain(entry) in said for entry in section.entries)


def test_decimals_are_written_as_the_language_writes_them(found: Report) -> None:
    mean = found.lines[0].counted[1].measure.mean
    point, comma = re.escape(f"{mean:.1f} ("), re.escape(f"{mean:.1f} (".replace(".", ","))
    english, spanish = (page(found, Language(code)) for code in ("en", "es"))
    assert re.search(point, english)
    assert not re.search(comma, english)
    assert re.search(comma, spanish)
    assert not re.search(point, spanish)


def test_an_ending_is_called_as_the_rulebook_calls_it_and_by_its_number_after_that(found: Report) -> None:
    text = page(found, Language("es"))
    assert found.endings
    for ending in found.endings:
        assert ending.heading is not None
        assert f"<h3>Fin de la partida <small>{ending.rule}</small></h3>" in text


def test_it_speaks_the_language_that_is_asked_for(found: Report) -> None:
    said = " ".join(read(page(found, Language("es"))).said)
    assert "La maleta equivocada" in said
    assert "The Wrong Suitcase" not in said
    assert "Qué las acabó" in said


def test_the_command_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "new" / "page.html"
    command = ["pack", "simulate", "lanternhead", "--games", "2", "--page", str(file), "--language", "es"]
    told = CliRunner().invoke(companion, command)
    assert (told.exit_code, "escaped" in told.stdout) == (0, True)
    assert "jugadores" in file.read_text()


def test_a_page_that_cannot_be_written_costs_no_result(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("")
    file = tmp_path / "full" / "page.html"
    told = CliRunner().invoke(companion, ["pack", "simulate", "lanternhead", "--games", "2", "--page", str(file)])
    assert told.exit_code == 2
    assert "R-EP-89" in told.stdout
    assert "cannot be written" in told.stderr
