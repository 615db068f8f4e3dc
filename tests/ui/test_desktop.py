"""Full screen on a desktop: under a Wayland compositor, as a photograph of its screen shows it, and of X11 alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

import pytest
from PIL import Image, ImageChops

from tests.ui import other_machine

NEEDED = {"cage": "cage", "grim": "grim", "wlr-randr": "wlr-randr", "Xwayland": "xwayland", "xdotool": "xdotool"}
COMPANION = str(Path(sys.executable).with_name("companion"))
HEADLESS = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
NOBODY = 65534
INCHES = "7"
PATIENCE = 60
"""Seconds until what is expected stands on the screen; on a machine that is busy with nothing else it takes three."""
TOLERANCE = 0.01
"""So much of a picture may be different elsewhere: how edges are smoothed."""
CHANGED = 0.001
KEY = (0.5, 0.7)
"""Where a face of a die is tapped, of the whole screen, upright or not."""


def as_another_user() -> list[str]:
    """cage refuses to run as root, who therefore goes by another name; all files are still its own."""
    named = ["unshare", "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}"]
    return named if os.getuid() == 0 else []


def turning() -> tuple[list[str], str]:
    """How the screen of cage is stood upright: options, and a command that is run in it."""
    said = subprocess.run(["cage", "-h"], capture_output=True, text=True, check=False)
    old = "Rotate the output" in said.stdout + said.stderr
    return (["-r"], "true") if old else ([], "wlr-randr --output HEADLESS-1 --transform 90")


class Desktop:
    """A screen of cage, which shows the companion at the last game in ``home``."""

    def __init__(self, home: Path, *, upright: bool) -> None:
        self._home = home
        folders = ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")
        self._clean = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **dict.fromkeys(folders, str(home))}
        options, turn = turning() if upright else ([], "true")
        shell = ["sh", "-c", f'echo "$DISPLAY" >display; {turn} && exec "$@"', "sh"]
        play = [COMPANION, "play", "--fullscreen", "--inches", INCHES, "--port", "none", "--resume", "last"]
        with (home / "said").open("wb") as said:
            self._cage = subprocess.Popen(
                [
                    *as_another_user(),
                    "cage",
                    "-s",
                    *options,
                    "--",
                    *shell,
                    *play,
                    "--journal",
                    str(home / "journal.db"),
                ],
                env={**self._clean, **HEADLESS, "LIBGL_ALWAYS_SOFTWARE": "1"},
                cwd=home,
                stdout=said,
                stderr=said,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._cage.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._cage.wait(10)
        self._cage.kill()
        self._cage.wait()

    def photograph(self) -> Image.Image | None:
        """What stands on the screen now; None while there is no screen yet."""
        outside, picture = {**self._clean, "WAYLAND_DISPLAY": "wayland-0"}, self._home / "screen.ppm"
        taken = subprocess.run(["grim", "-t", "ppm", picture], env=outside, capture_output=True, check=False)
        return opened(picture) if taken.returncode == 0 else None

    def tap(self, x: float, y: float) -> None:
        """Press the pointer there; both are 0 to 1 from the upper left corner."""
        shown = self.photograph()
        assert shown is not None
        outside = {**self._clean, "DISPLAY": (self._home / "display").read_text().strip()}
        place = [str(round(x * shown.width)), str(round(y * shown.height))]
        subprocess.run(["xdotool", "mousemove", *place, "click", "1"], env=outside, check=True)

    def wait(self, until: Callable[[Image.Image], bool]) -> None:
        """Wait until it is so of what stands on the screen."""
        started = time.monotonic()
        while (shown := self.photograph()) is None or not until(shown):
            said = (self._home / "said").read_text()
            assert self._cage.poll() is None, f"It has ended. It said:\n{said}"
            assert time.monotonic() - started < PATIENCE, f"Something else is on the screen, {shown}. It says:\n{said}"
            time.sleep(0.2)


def opened(picture: Path) -> Image.Image:
    with Image.open(picture) as found:
        return found.convert("RGB")


def differs(one: Image.Image, other: Image.Image) -> float:
    """The share of all pixels that are not nearly the same; 1 of pictures that are not of one size."""
    if one.size != other.size:
        return 1.0
    away = ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > 8))
    return away.histogram()[255] / (away.width * away.height)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a game of Ten Thousand is kept that asks for a roll."""
    missing = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    assert not missing, f"The screen's tests need programs: sudo apt-get install {' '.join(missing)}"
    tmp_path.chmod(0o700)
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "screen.json").write_text('{"language": "en", "checked": true, "hints": false}')
    # What is set on this host does not count.
    (tmp_path / "host" / "companion").mkdir(parents=True)
    (tmp_path / "host" / "companion" / "screen.json").write_text('{"theme": "daylight", "text": "large"}')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "host"))
    options = ["--game", "thousand", "--players", "player1,player2", "--chance", "asked"]
    begin = [COMPANION, "table", *options, "--journal", str(tmp_path / "journal.db")]
    subprocess.run(begin, input='{"op":"quit"}', text=True, capture_output=True, check=True)
    return tmp_path


@pytest.mark.long
@pytest.mark.parametrize("size", ["1280x720", "720x1280"])
def test_full_screen_fills_the_screen_of_a_compositor_and_so_do_later_pictures(size: str, home: Path) -> None:
    other_machine.drawn(home / "journal.db", size, INCHES, home / "expected.ppm", home)
    whole = opened(home / "expected.ppm")
    with Desktop(home, upright=whole.height > whole.width) as desktop:
        desktop.wait(lambda shown: differs(shown, whole) < TOLERANCE)
        desktop.tap(*KEY)
        desktop.wait(lambda shown: CHANGED < differs(shown, whole) < 1)


@pytest.mark.parametrize(
    ("option", "screen", "place", "size"),
    [
        ("--fullscreen", "1280x720", "0,0", "1280x720"),
        ("--windowed", "1280x720", "240,120", "800x480"),
        ("--windowed", "720x1280", "0,0", "720x1280"),
    ],
)
def test_a_window_is_never_larger_than_the_screen(option: str, screen: str, place: str, size: str, home: Path) -> None:
    """Without a window manager, which would tell it its size."""
    play = [COMPANION, "play", option, "--port", "none", "--journal", str(home / "journal.db")]
    look = "xdotool getwindowgeometry $(timeout 60 xdotool search --sync --onlyvisible --pid $!)"
    shell = ["sh", "-c", f'"$@" & {look}; kill $!', "sh"]
    server = ["xvfb-run", "--auto-servernum", f"--server-args=-screen 0 {screen}x24"]
    clean = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    said = subprocess.run([*server, *shell, *play], env=clean, capture_output=True, text=True, check=False)
    assert f"Position: {place}" in said.stdout, said
    assert f"Geometry: {size}\n" in said.stdout
