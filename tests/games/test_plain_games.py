"""Games without a line of presentation everywhere but on the screen (``tests/ui/test_plain_games.py``): terminal, wire,
simulation, measurements and look back take them as they are."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from click.testing import CliRunner
from rich.console import Console

from companion import cli
from companion.chance.dealer import Dealer
from companion.commands.table import terminal
from companion.core.asks import is_chance
from companion.core.instructions import Instruction
from companion.core.texts import T, plain, readable
from companion.games.registry import GROUP, load_game
from companion.language import Language
from companion.lookback.lookback import look_back
from companion.lookback.page import page
from companion.packs.loader import load_pack
from companion.scene.icons import NAMES
from companion.session.session import Session
from companion.table.table import Table
from companion.terminal.terminal import Terminal
from companion.terminal.view import TerminalView
from companion.wire import Request, handle, wired
from tests.bench.__main__ import bench
from tests.installed import OWN_GAMES, PAGE, games_of_the_page, install, install_own_games, install_plain_games
from tests.morris import Put

MOST_LINES = 2000
plain_games = pytest.mark.parametrize("name", ["pig", "hand", "lanterns", "morris"])
Run = Callable[..., str]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install_plain_games(monkeypatch, tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line; gives what it wrote."""

    def run(*arguments: str) -> str:
        with pytest.raises(SystemExit) as end:
            cli.main(list(arguments))
        out, err = capsys.readouterr()
        assert (end.value.code or 0, err) == (0, "")
        return out

    return run


def new_table(name: str, **options: Any) -> Table:
    game = load_game(name)
    pack = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:2]
    return Table(game, pack, seats, {}, dealer=Dealer("plain"), clock=lambda: 0.0, auto=False, **options)


def played(name: str) -> Table:
    """A game that is over."""
    table, r = new_table(name), Random(name)
    while not table.over:
        legal = table.legal()
        table.deal() if table.can_deal else table.answer(table.game.player.advise(table.state, legal or [], r.random))
    return table


@pytest.mark.parametrize(("name", "most"), [("pig", 65), ("hand", 50)])
def test_the_games_of_the_page_are_short(name: str, most: int) -> None:
    code = [line for line in games_of_the_page()[name].splitlines() if line.strip()]
    assert 30 <= len(code) <= most


def test_the_page_says_where_to_import_from() -> None:
    """Every name in its list is in that module, and what its games import is in the list."""
    rows = re.findall(r"^\| `(companion\.[a-z.]+)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {module: set(re.findall("`([A-Za-z_]+)`", names)) for module, names in rows}
    for module, names in told.items():
        assert names <= set(dir(import_module(module))), module
    for source in games_of_the_page().values():
        for module, names in re.findall("^from (companion[a-z.]+) import (.*)$", source, re.MULTILINE):
            assert set(names.split(", ")) <= told[module], module


@pytest.mark.by_turns
@plain_games
@pytest.mark.parametrize("asked", [False, True], ids=["dealt", "by hand"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_whole_game_in_the_terminal(name: str, asked: bool, language: str) -> None:
    table = new_table(name, chance=dict.fromkeys(load_game(name).rules.chance_items, "asked") if asked else {})
    paper, r = io.StringIO(), Random(name)
    lines = iter(range(MOST_LINES))

    def read(prompt: str) -> str:
        next(lines)
        if table.over:
            raise EOFError
        n = len(table.legal() or ()) or 6
        # Number or Enter: what is not understood changes nothing, and is said.
        return r.choice(["", str(r.randint(1, n))])

    say = Language(language).say
    Terminal(Session(table), TerminalView(Console(file=paper, width=100, markup=False), say), read).run()
    assert table.over
    written = paper.getvalue()
    assert "{" not in written
    assert say(table.scene().prompt.title) in written


@plain_games
def test_a_whole_game_by_wire(name: str) -> None:
    table, r = new_table(name), Random(name)

    def say(**request: Any) -> Any:
        told = json.loads(handle(table, json.dumps(request).encode())[0])
        assert told["ok"], told
        return told

    while say(op="ask")["ask"]["kind"] != "over":
        listed = say(op="legal")
        if listed["answers"] is not None:
            say(op="answer", answer=r.choice(listed["answers"]))
        else:
            say(op="answer", answer={"do": "roll", "faces": {die: r.choice(f) for die, f in listed["faces"].items()}})
    assert say(op="facts")
    assert say(op="undo", n=table.history.done)["rev"] == table.rev
    assert say(op="redo", n=table.history.undone)["ask"]["kind"] == "over"


@plain_games
def test_it_is_a_command_line_as_well(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ",".join(new_table(name).setup.seats)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"op":"ask"}\n')))
    assert '"ok":true' in run("table", "--game", name, "--players", seats)
    assert name in run("games")
    table = run("pack", "simulate", "--game", name, "--games", "4")
    assert table.split()[0] == "players", "a game without stories has no column for them"
    assert "%" in table
    measured = CliRunner().invoke(bench, ["--game", name, "--seconds", "0.1", "--only", "play", "--json"])
    assert json.loads(measured.output)["measures"][0]["value"] > 0


@plain_games
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_finished_game_is_looked_back_at(name: str, language: str) -> None:
    """What is followed has its chart, and every answer its sentence."""
    table = played(name)
    look = look_back(table)
    charts = {plain(gauge.chart) for gauge in table.game.presenter.gauges(table.state)}
    assert {plain(chart.name) for chart in look.charts} == charts
    text = page(look, Language(language))
    assert text.count("<svg") >= len(charts)
    assert len(look.rows) >= len(table.log)
    assert all(Language(language).say(row.words) in text for row in look.rows)


def test_the_game_of_the_page_ends_with_a_ranking() -> None:
    table = played("pig")
    first, second = table.scene().ranking
    assert first.winner
    assert int(str(first.value)) >= 30 > int(str(second.value))


def test_every_icon_is_drawn_with_its_name(run: Run, tmp_path: Path) -> None:
    run("games", "--icons", str(tmp_path / "icons.html"))
    text = (tmp_path / "icons.html").read_text(encoding="utf-8")
    assert text.count("<figure>") == len(NAMES)
    assert all(f"<figcaption>{name.replace('-', ':', 1)}</figcaption>" in text for name in NAMES)


def test_help_of_the_headless_table_names_every_request(run: Run) -> None:
    told = re.sub(r"\s+", " ", run("table", "--help"))
    listed = re.search("op is one of (.*?);", told)
    assert listed is not None
    assert set(listed[1].split(", ")) == {str(one.__struct_config__.tag) for one in Request.__subclasses__()}


@pytest.mark.parametrize("name", ["pig", "hand", "cups", "morris"])
def test_a_game_whose_answers_are_in_spanish_asks_in_spanish(name: str) -> None:
    """A name in the rules is English: it stands in no question and on no button that leads to an answer."""
    table, say = new_table(name), Language("es").say
    while is_chance(table.ask):
        table.deal()
    names = {str(kind.__struct_config__.tag) for kind in get_args(table.game.rules.answers)}
    names |= {readable(name).casefold() for name in (*names, table.ask.choice)}  # type: ignore[attr-defined]
    scene = table.scene()
    read = [say(scene.prompt.title), *(say(one.label) for one in (*scene.groups, *scene.choices))]
    assert not [text for text in read for name in names if re.search(rf"\b{name}\b", text.casefold())]


def test_a_game_of_ones_own_is_tested_whatever_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever begins with the page's game and changes it keeps its name."""
    monkeypatch.setitem(OWN_GAMES, "pig", EntryPoint("pig", "tests.toygame:GAME", GROUP))
    install_own_games(monkeypatch)
    assert load_game("pig") is load_game("lanterns")


def test_what_comes_with_the_companion_is_tested_as_if_no_game_of_ones_own_were_there(tmp_path: Path) -> None:
    """Rules, pictures, golden texts: they would ask that game for lines."""
    info = tmp_path / "own-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[companion.games]\nown = tests.toygame:GAME\n")
    tried = ["tests/test_rules.py", "tests/games/test_every_game.py", "-k", "wire_beside_it or looking_changes and own"]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tried]
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        tests, env={**os.environ, "PYTHONPATH": paths}, cwd=PAGE.parents[2], capture_output=True, text=True, check=False
    )
    assert "2 passed" in done.stdout, done.stdout


def test_enter_sits_the_fewest_players_down_in_the_terminal(tmp_path: Path) -> None:
    sat = CliRunner().invoke(terminal, ["--game", "morris", "--new", "--journal", str(tmp_path / "j.db")], input="\n")
    assert "Enter: 1 2." in sat.output
    assert "White: Put?" in sat.output


def test_a_game_brings_a_catalogue_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its texts are read there; those that the companion has too stay the companion's."""
    source = games_of_the_page()["pig"].replace('{"en": "Hold", "es": "Plantarse"}', 'T("Hold")')
    source = source.replace("class Pig(Rules):", f"class Pig(Rules):\n    locale = {str(tmp_path)!r}")
    (tmp_path / "spoken.py").write_text(f"from companion.core.texts import T\n{source}", encoding="utf-8")
    catalogue = Catalog(locale="es")
    catalogue.add("Hold", "Me planto")
    catalogue.add("Done", "No")
    folder = tmp_path / "es/LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "pig.mo").open("wb") as file:
        write_mo(file, catalogue)
    install(monkeypatch, "spoken", "spoken:GAME")
    spanish = Language("es")
    before = spanish.say(T("Done"))
    game = load_game("spoken")
    assert spanish.say(game.rules.answers.__args__[1].label) == "Me planto"
    assert Language("en").say(game.rules.answers.__args__[1].label) == "Hold"
    assert spanish.say(T("Done")) == before != "No"


def test_a_simulation_says_who_won_by_the_rules_that_were_set(run: Run) -> None:
    shown = json.loads(run("pack", "simulate", "--game", "hand", "--games", "12", "--cores", "1", "--json"))
    assert sum(shown["lines"][0]["won_by_seat"]) == 12
    assert "Who won, in the order of the seats:" in run("pack", "simulate", "--game", "hand", "--games", "3")
    escaped = run("pack", "simulate", "--game", "escape", "--games", "4", "--players", "3", "--cores", "1", "--json")
    assert sum(json.loads(escaped)["lines"][0]["won_by_seat"]) >= 1, "where several can win, each of them is counted"
    told = run("pack", "simulate", "--game", "krysis", "--games", "1", "--players", "2", "--no-effects", "--cores", "1",
               "--set", "kr.missions=on", "--chance", "digital", "--set", "kr.home_ledger=private")  # fmt: skip
    assert "2 players" in told
    with pytest.raises(SystemExit) as end:
        cli.main(["pack", "simulate", "--game", "hand", "--set", "no=thing"])
    assert end.value.code == 2


def test_a_game_without_settings_says_that_it_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["pack", "simulate", "--game", "morris", "--set", "x=1"])
    assert "There is no setting x: this game has none." in capsys.readouterr().err


def test_a_list_of_the_terminal_says_which_group_it_is(tmp_path: Path) -> None:
    paper, lines = io.StringIO(), iter(["1", "0"])
    table = new_table("cups")
    while table.ask.only is not None:
        table.answer({"do": "roll", "faces": dict.fromkeys(table.ask.dice, 1)})  # type: ignore[attr-defined]

    def read(_: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    Terminal(Session(table), TerminalView(Console(file=paper, width=100), Language().say), read).run()
    opened, _, _ = paper.getvalue().partition("  0  Back")
    assert opened.rpartition("Bid?")[2].strip().startswith("1 × …")


def test_what_is_read_aloud_is_one_text_on_the_wire() -> None:
    words = {"en": "A story", "es": "Un cuento"}
    told = [Instruction("tell", text=text) for text in (words, T(words), T("A story"), "A story", None)]
    assert [todo.text for todo in wired(told)] == ["A story"] * 4 + [None]


def test_a_board_with_a_pattern_is_drawn_in_the_terminal() -> None:
    table, paper = new_table("morris"), io.StringIO()
    table.answer(Put("a1"))
    TerminalView(Console(file=paper, width=100), Language().say).picture(table.scene())
    rows = paper.getvalue().splitlines()
    drawn = [row for row in rows if row.startswith(("A7", "A4", "A1"))]
    assert [row.split()[0] for row in drawn] == ["A7", "A4", "A1", "A1"]
    assert drawn[2].startswith("A1 1 ───")
    assert "│     B6 ──" in "\n".join(rows)
    narrow = io.StringIO()
    TerminalView(Console(file=narrow, width=30), Language().say).picture(table.scene())
    assert "next to" in narrow.getvalue()
