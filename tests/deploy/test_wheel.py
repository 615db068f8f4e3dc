"""What pip builds is all there: it speaks Spanish, finds its boxes, and is the same by way of an archive of sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEPT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "*.mo", "tests", "build")
BUILD = "from setuptools import build_meta; build_meta.build_{}({!r})"
ASKED = """
import companion
from companion.core.texts import T
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.loader import installed_packs, load_pack
print(companion.__file__)
print(Language("es").say(T("Undo")))
print(len([load_pack(load_game(box.game)).hash for box in installed_packs() if box.bundled]))
"""


def run(*command: object, cwd: Path) -> str:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of sources, unpacked: made from a checkout in which nothing has been compiled."""
    checkout, folder = tmp_path_factory.mktemp("checkout") / "companion", tmp_path_factory.mktemp("sdist")
    shutil.copytree(ROOT, checkout, ignore=KEPT)
    run(sys.executable, "-c", BUILD.format("sdist", str(folder)), cwd=checkout)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built from them."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-c", BUILD.format("wheel", str(folder)), cwd=sources)
    return next(folder.glob("*.whl"))


@pytest.mark.long
def test_a_wheel_by_way_of_an_archive_speaks_spanish_where_nothing_else_is(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "site"
    quiet = "--quiet", "--no-deps", "--no-index", "--no-compile"
    run(sys.executable, "-m", "pip", "install", *quiet, "--target", place, wheel, cwd=tmp_path)
    result = run(sys.executable, "-c", f"import sys; sys.path.insert(0, {str(place)!r})\n{ASKED}", cwd=tmp_path).split()
    assert result[0].startswith(str(place))
    assert result[1:] == ["Deshacer", "4"]


def test_a_wheel_has_all_that_a_checkout_has_but_catalogues_as_they_were_written(wheel: Path) -> None:
    there = set(zipfile.ZipFile(wheel).namelist())
    listed = run("git", "ls-files", "companion", "hardware", "ui", cwd=ROOT).splitlines()
    stubs = [name for name in listed if name.startswith("ui/stubs/")]
    wanted = {name for name in listed if not name.endswith((".po", ".pyi")) and name not in stubs}
    assert wanted - there == set()
    assert "companion/locale/es/LC_MESSAGES/companion.mo" in there
    assert not [name for name in there if name.endswith(".po")]


def test_a_wheel_has_neither_tests_nor_benchmarks_of_the_whole_nor_machines(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if not name.startswith("table_companion-")} == {
        "companion", "hardware", "ui",
    }  # fmt: skip
    measuring = {name for name in names if "bench" in name and name.endswith(".py")}
    assert measuring == {
        "companion/bench.py", "companion/commands/bench.py", "hardware/bench.py",
        "ui/bench/__init__.py", "ui/bench/program.py", "ui/bench/report.py",
    }  # fmt: skip
