"""The terminal and the command line on a machine that speaks Spanish."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from rich.console import Console

from companion.chance.dealer import Dealer
from companion.core.asks import Over
from companion.games.newyork.game import GAME
from companion.games.registry import load_game
from companion.language import LOCALE, Language
from companion.packs.loader import load_pack
from companion.table.table import Table
from companion.terminal.terminal import play_terminal


@cache
def english_sentences() -> list[list[str]]:
    """Every sentence of the catalogue that is long enough to be English and nothing else: what stands before, between
    and after what is filled in."""
    with (LOCALE / "es/LC_MESSAGES/companion.po").open("rb") as file:
        messages = [message for message in read_po(file, locale="es") if message.id]
    forms = [form for message in messages for form in ([message.id] if isinstance(message.id, str) else message.id)]
    parts = [re.split(r"{[^}]*}", form) for form in forms]
    return [said for said in parts if len("".join(said).split()) >= 4]


def found_in(written: str) -> list[str]:
    """The English sentences that stand in what was written."""
    flat = " ".join(written.split())
    likely = [said for said in english_sentences() if all(part in flat for part in said)]
    return ["…".join(said) for said in likely if re.search(r"\b" + r".{1,40}?".join(map(re.escape, said)), flat)]


def typed(table: Table, lines: list[str], language: str) -> str:
    paper = io.StringIO()

    def read(prompt: str) -> str:
        if not lines or isinstance(table.ask, Over):
            raise EOFError
        return lines.pop(0)

    console = Console(file=paper, width=160, markup=False)
    play_terminal(table, say=Language(language).say, read=read, console=console)
    return paper.getvalue()


def at_the_table() -> Table:
    game = GAME
    return Table(game, load_pack(game), ["mother", "son"], {"story": "high_water"}, dealer=Dealer("es"), auto=False)


LINES = ["h", "b", "s", "99", "what", "f 1", "u 99", "r", "u x"]
LINES += [*[""] * 20, *["1", "2", "1", ""] * 60, "u 3", "r 2", "b"]


def test_english_is_found_where_english_is_spoken() -> None:
    assert len(found_in(typed(at_the_table(), list(LINES), "en"))) > 20


def test_a_game_in_the_terminal_says_nothing_in_english() -> None:
    written = typed(at_the_table(), list(LINES), "es")
    assert "¿Quién juega ahora?" in written
    assert found_in(written) == []


def days_at_the_table() -> Table:
    game = load_game("escape")
    settings = {"plans": "private", "ep.cash_ledger": "private"}
    return Table(game, load_pack(game), ["red", "blue"], settings, dealer=Dealer("es"), auto=False)


LOOKS = [
    "h",
    "b",
    "seat 1",
    "4 +",
    "5 2",
    "1 mercy",
    "99",
    "",
    "seat 9",
    "secret 1",
    "",
    "1 +",
    "",
    "secret 9",
    "u 2",
    "r 1",
    "",
]


def test_a_game_with_days_in_the_terminal_says_nothing_in_english() -> None:
    lines = [*["1", ""] * 16, *LOOKS, *["1", ""] * 12, *LOOKS, *["1", ""] * 60]
    written = typed(days_at_the_table(), lines, "es")
    assert "Turno de Rojo" in written
    assert "Rojo: notoriedad 0 → 1" in written
    assert found_in(written) == []


def companion(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        capture_output=True,
        text=True,
        env=SPANISH,
        timeout=60,
        check=False,
    )


SPANISH = os.environ | {"LC_ALL": "es_ES.UTF-8", "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
EACH = """
import contextlib, io, json, sys
from companion.cli import main

found = []
for arguments in json.load(sys.stdin):
    said, wrong, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong):
        try:
            main(arguments)
        except SystemExit as end:
            code = end.code
    found.append([code, said.getvalue(), wrong.getvalue()])
json.dump(found, sys.__stdout__)
"""


def each(commands: list[list[str]]) -> list[tuple[int, str, str]]:
    """The exit code, output and errors of several commands in one Spanish program."""
    done = subprocess.run(
        [sys.executable, "-c", EACH],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        env=SPANISH,
        check=True,
    )
    return [(code, said, wrong) for code, said, wrong in json.loads(done.stdout)]


def test_the_help_of_every_command_is_spanish() -> None:
    commands = ["", "table", "games", "history", "log", "pack", "pack list", "pack check", "pack simulate", "doctor",
                "bench"]  # fmt: skip
    helped = each([[*command.split(), "--help"] for command in commands])
    for command, (code, said, _) in zip(commands, helped, strict=True):
        assert code == 0, command
        assert said.startswith("Uso: "), command
        assert "Mostrar esta ayuda y salir." in said, command
        assert found_in(said) == [], command
    assert companion("--help").stdout.startswith("Uso: companion")


WRONG = [
    (["table"], "Di a qué se juega: --game GAME, uno de: newyork, escape, crash, krysis, thousand."),
    (["table", "--game", "newyork", "--players", "uncle"], "No existe el personaje uncle."),
    (["table", "--seet", "x"], "No existe la opción '--seet'."),
    (["tabel"], "No existe la orden 'tabel'."),
    (["table", "--chance", "never"], "Valor no válido para '--chance'"),
    (["pack", "check"], "Falta el argumento 'PATH'"),
    (["pack", "simulate", "manhattan_nights", "--story", "x"], "No existe la historia x."),
]


def test_what_is_wrong_with_a_command_is_said_in_spanish() -> None:
    refused = each([arguments for arguments, _ in WRONG])
    for (arguments, said), (code, _, wrong) in zip(WRONG, refused, strict=True):
        assert code == 2, arguments
        assert said in wrong, arguments
        assert found_in(wrong) == [], arguments


def test_what_commands_print_is_spanish(tmp_path: Path) -> None:
    checked = companion("pack", "check", "manhattan_nights")
    assert "Noches de Manhattan (manhattan_nights) está en orden" in checked.stdout
    no_journal = companion("history", "--journal", str(tmp_path / "none.db"))
    assert no_journal.stderr.startswith("companion: No existe el diario")
