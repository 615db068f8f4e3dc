"""Text to speech with an installed engine; does nothing without one.

The engine runs as a subprocess, managed by a thread, so that callers never block.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

log = logging.getLogger(__name__)

QUIET = subprocess.DEVNULL
PATIENCE = 2.0
"""Seconds to wait for an engine to stop."""
PACKAGE = "espeak-ng"
"""The package to install if there is no engine."""


class Engine(NamedTuple):
    """A speech program: its arguments before the language code, those between code and text, and the command that stops
    it if ending the process does not."""

    program: str
    language: tuple[str, ...]
    then: tuple[str, ...]
    silence: tuple[str, ...] = ()

    def command(self, text: str, language: str) -> list[str]:
        return [self.program, *self.language, language, *self.then, "--", text]


ENGINES = (
    Engine("spd-say", ("--language",), ("--wait",), ("spd-say", "--cancel")),
    Engine("espeak-ng", ("-v",), ()),
    Engine("espeak", ("-v",), ()),
)
"""Supported engines, best first: speech-dispatcher uses the voice configured for the whole system."""


def engine(which: Callable[[str], str | None] = shutil.which) -> Engine | None:
    """The best installed engine; ``which`` finds programs."""
    return next((one for one in ENGINES if which(one.program) is not None), None)


class Voice:
    """Speaks one text at a time; a new one replaces the current one."""

    def __init__(self, find: Callable[[], Engine | None] = engine) -> None:
        """``find`` returns the engine, called for each text."""
        self._find = find
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="voice")
        self._latest = 0
        self._speaking: subprocess.Popen[bytes] | None = None

    def say(self, text: str, language: str) -> None:
        """Speak ``text`` in a language (a code such as ``es``), interrupting the current text."""
        self.hush()
        self._worker.submit(self._speak, self._latest, text, language)

    def hush(self) -> None:
        """Stop the current text and discard waiting ones."""
        self._latest += 1
        speaking = self._speaking
        if speaking is not None:
            speaking.kill()

    def close(self) -> None:
        self.hush()
        self._worker.shutdown(wait=False)

    def _speak(self, number: int, text: str, language: str) -> None:
        found = self._find()
        if found is None or number != self._latest:
            return
        try:
            self._speaking = _begin(found.command(text, language))
            if number != self._latest:
                self._speaking.kill()
            ended = self._speaking.wait()
            if ended and number == self._latest:
                log.warning("%s could not read aloud: it ended with %s", found.program, ended)
            elif ended and found.silence:
                subprocess.run(found.silence, timeout=PATIENCE, check=False, stdin=QUIET, stdout=QUIET, stderr=QUIET)
        except (OSError, subprocess.TimeoutExpired) as problem:
            log.warning("%s does not answer: %s", found.program, problem)
        finally:
            self._speaking = None


def _begin(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=QUIET, stdout=QUIET, stderr=QUIET)
