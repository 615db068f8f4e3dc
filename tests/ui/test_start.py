"""From the command line to the screen: bad starts are one sentence each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import cast

import pytest
from click.testing import CliRunner

from companion.chance.dealer import Dealer
from companion.core.answers import DrawUnknown, PullUnknown
from companion.table.table import Table
from hardware.config import Config, ScreenConfig
from tests.games.partial import Owner, seats_of
from tests.ui.hands import Hands
from ui.app import main
from ui.app.app import Demo
from ui.app.main import command
from ui.base import settings
from ui.base.language import Language
from ui.base.settings import Settings


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--size", "big"], "big is not a size"),
        (["--size", "10x10"], "320 to 7680"),
        (["--config", "/nowhere/companion.toml"], "no configuration file"),
        (["--journal", "file/folder/journal.db"], "The journal cannot be kept in file/folder"),
        (["--resume", "last"], "holds no game to go on with"),
        (["--resume", "abc"], "There is no game abc"),
    ],
)
def test_a_failed_start_is_explained_in_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    if "--journal" not in arguments:
        arguments = [*arguments, "--journal", str(tmp_path / "journal.db")]
    ended = CliRunner().invoke(command, arguments)
    assert ended.exit_code == 2
    assert sentence in ended.output
    assert "Traceback" not in ended.output


@pytest.mark.parametrize(
    ("desktop", "sentence"),
    [
        ({}, "--terminal"),
        ({"SDL_VIDEODRIVER": "wayland"}, "--terminal"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "Install the package xwayland"),
    ],
)
def test_without_a_screen_it_says_what_to_do(
    desktop: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in desktop.items():
        monkeypatch.setenv(name, value)
    ended = CliRunner().invoke(command, ["--journal", str(tmp_path / "journal.db")])
    assert ended.exit_code == 2
    assert sentence in ended.output


def test_a_missing_desktop_is_reported(tmp_path: Path) -> None:
    desktop = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "DISPLAY": ":4711"}
    command = [sys.executable, "-m", "companion", "play", "--fullscreen", "--port", "none"]
    done = subprocess.run(command, env=desktop, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("companion: There is no screen here.")
    assert done.stderr.count("\n") == 1


def test_a_dedicated_machine_reports_a_broken_configuration_and_uses_defaults(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    file = tmp_path / "companion.toml"
    file.write_text("[reader]\nport =\n")
    context = command.make_context("companion play", ["--config", str(file)])
    config, problem = main.configuration(cast(main.Options, context.params))
    assert config == Config()
    assert problem is not None
    main.with_message(hands.app, problem, lambda: hands.app.go("touch"))()
    hands.look()
    assert hands.root.name == "touch"
    assert "companion.toml, line 2: this is not TOML" in hands.root.banner.text
    hands.touch(*hands.root.banner.center)
    assert not hands.root.banner.shown


def test_the_language_of_the_configuration_holds_until_one_is_chosen_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    spanish = Config(screen=ScreenConfig(language="es"))
    main.speak(spanish)
    assert settings.load().language == "es"
    settings.save(Settings(language="en"))
    monkeypatch.setenv("LANGUAGE", "en")
    main.speak(spanish)
    assert settings.load().language == "en"


def test_settings_come_back(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "screen.json"
    settings.save(Settings(language="es", text="large", sleep=5), file)
    assert settings.load(file) == Settings(language="es", text="large", sleep=5)


def test_a_truncated_settings_file_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "screen.json"
    file.write_text('{"language": "es", "te')
    assert settings.load(file).text == "normal"


def test_texts_of_a_pack_come_in_the_language_of_the_table() -> None:
    language = Language("es")
    assert language.say({"en": "Harlem at night", "es": "Harlem de noche"}) == "Harlem de noche"
    assert language.say({"en": "Only English"}) == "Only English"
    assert language.say(7) == "7"


def test_optional_modules_are_not_imported_at_start(tmp_path: Path) -> None:
    """Each takes time and memory at every start, and comes back by a single import at the top of a file."""
    program = """
from ui.app import main
from ui.base.environment import prepare

prepare(fullscreen=False, size=(320, 240))
from companion.journal import Journal
from ui.app.app import CompanionApp
from ui.base.settings import Settings
from ui.model.library import Library

with Journal("journal.db") as journal:
    CompanionApp(Library(journal), Settings()).build()
import sys
print(*sys.modules)
"""
    home = {"SDL_VIDEODRIVER": "offscreen", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=os.environ | home, cwd=tmp_path, capture_output=True, text=True, check=True)
    imported = done.stdout.splitlines()[-1].split()
    assert {"ui.app.app", "sqlite_utils"} <= set(imported)
    unused = {"PIL", "asyncio", "cv2", "gpiozero", "numpy", "rich", "starlette", "tomlkit"}
    assert {name.partition(".")[0] for name in imported} & unused == set()
    assert not [*tmp_path.rglob("*kivy*")], "kivy keeps nothing: two screens may start at once"


# The demonstration with a box that is known in part.

STEPS = 400


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_the_demo_draws_known_cards(hands: Hands, game: str) -> None:
    """Nothing is passed over as long as something could come up that is known."""
    owner = Owner(game, Random(game), told=0.7)
    table = Table(owner.game, owner.part, seats_of(owner.game, Random(2)), {}, dealer=Dealer("demo"), auto=False)
    hands.sit(table)
    demo = Demo(hands.app, seed=game)
    demo._clock.cancel()  # Else it plays on into the next tests: here each step is asked for.
    for _ in range(STEPS):
        if hands.session.mode == "over":
            break
        before, legal = table.rev, table.legal() or []
        demo.step()
        if any(not isinstance(answer, DrawUnknown | PullUnknown) for answer in legal):
            said = [entry.answer or {} for entry in table.log[before:]]
            assert all(one.get("card", "") is not None and one.get("token", "") is not None for one in said)
    assert table.rev > STEPS / 20
