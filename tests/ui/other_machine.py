"""What a saved game looks like on another machine: ``python -m tests.ui.other_machine JOURNAL WxH INCHES PICTURE``.

Drawn by SDL off screen, at the size of the machine's panel, and kept as a PPM file when it has come to rest.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.machine.channels import Screen

SETTLED_AFTER = 3.0
"""Seconds without a change before the screenshot; on a busy host the first frames are empty."""


def drawn(journal: Path, size: str, inches: str, picture: Path, settings: Path) -> Screen:
    """The picture of the game in ``journal``, kept in the file ``picture``, by a process of its own; whatever is set on
    this host, with what ``companion/screen.json`` in the folder ``settings`` says."""
    command: list[str | Path] = [sys.executable, "-m", "tests.ui.other_machine", journal, size, inches, picture]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(settings)}
    subprocess.run(command, cwd=Path(__file__).parents[2], env=environment, check=True, timeout=600)
    return Screen.of_ppm(picture.read_bytes())


def main(journal: str, size: str, inches: str, picture: str) -> None:
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from ui.app import main as screen  # noqa: PLC0415 - SDL is told first where to draw

    open_window = screen._open_window
    before = b""

    def keep(_dt: float) -> None:
        nonlocal before
        from kivy.core.window import Window  # noqa: PLC0415
        from kivy.graphics.opengl import (  # type: ignore[attr-defined] # noqa: PLC0415
            GL_RGB,
            GL_UNSIGNED_BYTE,
            glReadPixels,
        )

        width, height = Window.size
        pixels = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
        if pixels != before or len(set(pixels)) == 1:
            before = pixels
            return
        rows = [pixels[at : at + width * 3] for at in range(0, len(pixels), width * 3)]
        Path(picture).write_bytes(b"P6\n%d %d\n255\n" % (width, height) + b"".join(reversed(rows)))
        os._exit(0)

    def open_and_keep() -> None:
        open_window()
        from kivy.clock import Clock  # noqa: PLC0415

        Clock.schedule_interval(keep, SETTLED_AFTER)

    screen._open_window = open_and_keep
    options = ["--size", size, "--inches", inches, "--journal", journal, "--resume", "last", "--port", "none"]
    screen.play([*options, "--language", "en"])


if __name__ == "__main__":
    main(*sys.argv[1:])
