"""The scripts that put the companion on a machine, as far as they can be tried without one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SCRIPTS = ["play", "test", "install", "lock", "try", "companion", "data", "lib.sh", "read_only.sh"]


def bash(*command: str, path: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command from another folder, without a display; ``path`` goes first in PATH."""
    where = f"{path}:{os.environ['PATH']}" if path else os.environ["PATH"]
    clean = {"PATH": where, "HOME": "/nowhere", **environment}
    return subprocess.run(["bash", *command], cwd="/", env=clean, capture_output=True, text=True, check=False)


@pytest.fixture
def nobody(tmp_path: Path) -> Path:
    """A folder of commands that make us a user who may not install anything."""
    for name, does in {"id": "echo 1000", "sudo": "exit 1"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("script", SCRIPTS)
def test_bash_understands_it(script: str) -> None:
    assert bash("-n", str(DEPLOY / script)).returncode == 0


def test_without_a_screen_play_says_what_to_do() -> None:
    done = bash(str(DEPLOY / "play"))
    assert done.returncode == 1
    assert done.stderr.startswith("There is no screen here.")
    assert "./deploy/play --terminal" in done.stderr
    assert done.stderr.count("\n") == 1


def test_missing_packages_are_said_in_one_line_where_they_may_not_be_installed(nobody: Path) -> None:
    done = bash("-c", f"source {DEPLOY}/lib.sh; need_packages libgl1 xvfb; echo on", path=nobody)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Missing on this machine. Install it and start again: sudo apt-get install libgl1 xvfb\n"


def test_when_no_package_is_missing_nothing_is_installed(nobody: Path) -> None:
    assert bash("-c", f"source {DEPLOY}/lib.sh; need_packages && echo on", path=nobody).stdout == "on\n"


def test_a_machine_without_a_fitting_python_is_told_so() -> None:
    done = bash("-c", f"source {DEPLOY}/lib.sh; fits() {{ return 1; }}; find_python")
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11, 3.12 or 3.13 is needed.")


def linked(tmp_path: Path, environment: Path) -> subprocess.CompletedProcess[str]:
    """Ask for the environment in a clone whose .venv is a link to ``environment``."""
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    (tmp_path / ".venv").symlink_to(environment)
    return bash("-c", f"source {tmp_path}/deploy/lib.sh; need_environment test; echo on")


def test_an_environment_that_is_linked_to_is_used_as_it_is(tmp_path: Path) -> None:
    before = sorted(Path(sys.prefix).iterdir())
    done = linked(tmp_path, Path(sys.prefix))
    assert (done.stdout, done.stderr) == ("on\n", "")
    assert (tmp_path / ".venv").is_symlink()
    assert sorted(Path(sys.prefix).iterdir()) == before


def test_a_link_to_an_environment_that_lacks_something_is_kept_and_told(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    done = linked(tmp_path, tmp_path / "elsewhere")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f".venv is a link to {tmp_path}/elsewhere, which lacks what deploy/test.lock names.")
    assert (tmp_path / ".venv").is_symlink()


@pytest.mark.parametrize("copied", [True, False])
def test_a_copy_in_the_environment_gives_way_to_the_clone(tmp_path: Path, copied: bool) -> None:
    """``pip install .`` puts one there that no update of the clone reaches."""
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy", ignore=shutil.ignore_patterns("images", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    for name in ("python", "pip"):
        stub = tmp_path / ".venv/bin" / name
        stub.write_text('#!/bin/sh\necho "$@" >>"${0%/*}/../calls"\n')
        stub.chmod(0o755)
    (tmp_path / ".venv/root").write_text(f"{tmp_path}\n")
    if copied:
        copy = tmp_path / ".venv/lib/python3.11/site-packages/companion/__init__.py"
        copy.parent.mkdir(parents=True)
        copy.touch()
    ready = "wanted deploy/requirements.lock >.venv/ready-requirements; need_environment requirements"
    done = bash("-c", f"source {tmp_path}/deploy/lib.sh; {ready}")
    calls = (tmp_path / ".venv/calls").read_text()
    assert ("-e ." in calls, "A copy of the companion" in done.stderr) == (copied, copied)


@pytest.mark.parametrize("options", [["--help"], ["tests/journal", "-h"]])
def test_help_for_the_tests_is_that_of_pytest_and_checks_nothing_before(tmp_path: Path, options: list[str]) -> None:
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    commands = tmp_path / ".venv" / "bin"
    commands.mkdir(parents=True)
    (tmp_path / ".venv" / "root").write_text(f"{tmp_path}\n")
    for name in ("python", "pip", "ruff", "mypy", "pytest"):
        (commands / name).write_text(f'#!/bin/sh\necho {name} "$@"\n')
        (commands / name).chmod(0o755)
    lib = f"source {tmp_path}/deploy/lib.sh; wanted deploy/test.lock >.venv/ready-test"
    assert bash("-c", lib).returncode == 0
    done = bash(str(tmp_path / "deploy" / "test"), *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "python -m pytest --help\n", "")


@pytest.mark.parametrize("options", [["--dry-run"], ["--dry-run", "--uninstall"]])
def test_a_dry_run_of_the_installer_only_says_what_it_would_do(options: list[str]) -> None:
    there = Path("/opt/companion").exists()
    done = bash(str(DEPLOY / "install"), *options)
    assert done.returncode == 0, done.stderr
    assert all(line.startswith("would ") for line in done.stdout.splitlines())
    assert "companion.service" in done.stdout
    assert Path("/opt/companion").exists() == there


def test_a_command_has_the_user_the_settings_and_the_games_of_the_service(tmp_path: Path) -> None:
    for name, does in {
        "id": "echo 0",
        "systemctl": "echo HOME=/home SDL_VIDEODRIVER=kmsdrm",
        "runuser": 'echo "$@"',
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    script = (DEPLOY / "companion").read_text().replace("cd /var/lib/companion", f"cd {tmp_path}")
    (tmp_path / "script").write_text(script)
    done = bash(str(tmp_path / "script"), "doctor", "--help", path=tmp_path)
    expected = "-u companion -- env HOME=/home SDL_VIDEODRIVER=kmsdrm /opt/companion/current/.venv/bin/companion"
    assert done.stdout == f"{expected} doctor --help\n"


def test_the_installer_refuses_what_it_does_not_know() -> None:
    assert "knows no --faster" in bash(str(DEPLOY / "install"), "--faster").stderr


def test_a_version_has_its_name_from_what_is_in_it(tmp_path: Path) -> None:
    names = []
    for name, mode in (("one", 0o755), ("other", 0o700), ("changed", 0o755)):
        shutil.copytree(DEPLOY, tmp_path / name / "deploy")
        (tmp_path / name / "deploy" / "play").chmod(mode)
        if name == "changed":
            (tmp_path / name / "deploy" / "play").write_text("echo")
        functions = "$(sed -n '/^pack() {/,/^}/p;/^version_of/,/^}/p' deploy/install)"
        script = f'source deploy/lib.sh; eval "{functions}"; version_of_checkout'
        done = subprocess.run(["bash", "-c", script], cwd=tmp_path / name, capture_output=True, text=True, check=True)
        names.append(done.stdout)
    assert names[0] == names[1] != names[2]


def installer(folder: Path, *does: str) -> subprocess.CompletedProcess[str]:
    """Run functions of the installer, for a companion that is installed in ``folder``."""
    functions = (DEPLOY / "install").read_text().partition("check_machine() {")[2].rpartition("\ncheck_machine ")[0]
    script = f"set -euo pipefail; place={folder}; check_machine() {{ {functions}\n{'; '.join(does)}"
    return bash("-c", script, path=folder)


def test_the_version_that_runs_and_the_one_before_stay_however_old_they_are(tmp_path: Path) -> None:
    for day, name in enumerate(("oldest", "runs", "before", "newer", "newest")):
        version = tmp_path / "versions" / name
        version.mkdir(parents=True)
        (version / ".complete").touch()
        os.utime(version, (day, day))
    (tmp_path / "current").symlink_to(tmp_path / "versions" / "runs")
    (tmp_path / "probation").write_text(f"{tmp_path}/versions/before\n")
    done = installer(tmp_path, "remove_old_versions")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "versions").iterdir()) == ["before", "newer", "newest", "runs"]


def test_a_version_of_which_only_a_part_could_be_removed_is_not_complete(tmp_path: Path) -> None:
    for day, name in enumerate(("older", "runs", "newest")):
        version = tmp_path / "versions" / name
        version.mkdir(parents=True)
        (version / ".complete").touch()
        os.utime(version, (day, day))
    (tmp_path / "current").symlink_to(tmp_path / "versions" / "runs")
    # The power is gone as soon as a folder is to be removed.
    (tmp_path / "rm").write_text('#!/bin/sh\n[ "$1" = -f ] || exit 1\nexec /bin/rm "$@"\n')
    (tmp_path / "rm").chmod(0o755)
    assert installer(tmp_path, "remove_old_versions").returncode != 0
    complete = {path.parent.name for path in tmp_path.glob("versions/*/.complete")}
    assert complete == {"runs", "newest"}


@pytest.mark.parametrize(
    ("dpkg", "interrupted"),
    [("exit 0", False), ("echo kbd is only half set up", True)],
)
def test_packages_whose_setting_up_was_interrupted_are_noticed(tmp_path: Path, dpkg: str, interrupted: bool) -> None:
    for name, does in {"dpkg": dpkg, "ls": "exit 0"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    done = installer(tmp_path, "packages_interrupted || exit 3")
    assert done.returncode == (0 if interrupted else 3)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where two versions are installed, the new one for the first time."""
    for version in ("old", "new"):
        (tmp_path / "versions" / version).mkdir(parents=True)
        (tmp_path / "versions" / version / ".complete").touch()
    shutil.copy(DEPLOY / "try", tmp_path)
    (tmp_path / "current").symlink_to(tmp_path / "versions" / "new")
    (tmp_path / "probation").write_text(f"{tmp_path}/versions/old\n")
    return tmp_path


def current(place: Path) -> str:
    return (place / "current").readlink().name


def test_a_new_version_that_never_shows_a_picture_gives_way_to_the_one_before(place: Path) -> None:
    for _ in range(3):
        assert bash(str(place / "try"), "begin").stderr == ""
        assert current(place) == "new"
    said = bash(str(place / "try"), "begin").stderr
    assert said == "Version new did not get to its first picture in three tries; version old is back.\n"
    assert (current(place), (place / "returned").read_text()) == ("old", "new\n")
    for _ in range(5):
        assert bash(str(place / "try"), "begin").stderr == ""
    assert current(place) == "old"


def test_a_version_that_has_shown_a_picture_stays(place: Path) -> None:
    bash(str(place / "try"), "begin")
    bash(str(place / "try"), "well")
    for _ in range(5):
        assert bash(str(place / "try"), "begin").returncode == 0
    assert current(place) == "new"
    assert not (place / "probation").exists()


def test_without_a_whole_version_to_go_back_to_the_new_one_is_tried_for_ever(place: Path) -> None:
    (place / "versions" / "old" / ".complete").unlink()
    for _ in range(6):
        bash(str(place / "try"), "begin")
    assert current(place) == "new"


def pinned(lock: str) -> dict[str, str]:
    """Packages of a lock file and their exact versions."""
    lines = [
        line.split(";")[0].strip() for line in (DEPLOY / lock).read_text().splitlines() if not line.startswith("#")
    ]
    assert all("==" in line for line in lines)
    return dict(line.split("==") for line in lines)


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = project["optional-dependencies"]
    for lock, needs in {
        "requirements.lock": [*project["dependencies"], *extra["build"]],
        "test.lock": [*project["dependencies"], *extra["build"], *extra["test"]],
    }.items():
        names = {re.split(r"[\[<>=!;~ ]", need)[0].lower() for need in needs}
        assert names <= pinned(lock).keys()


def test_what_is_played_is_what_is_tested() -> None:
    play, test = pinned("requirements.lock"), pinned("test.lock")
    assert {name: test[name] for name in play} == play
