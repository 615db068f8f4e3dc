"""Reads aloud, through a speech engine that is installed on this machine; where there is none, nothing is said.

The engine is a process of its own, begun and waited for in a thread: whoever wants something read waits for nothing.
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
"""Seconds that silencing an engine may take."""
PACKAGE = "espeak-ng"
"""What to install where there is no engine."""


class Engine(NamedTuple):
    """A program that speaks: what comes before the code of the language, what comes after it and before the text, and
    the whole command that silences it where ending it does not."""

    program: str
    language: tuple[str, ...]
    then: tuple[str, ...]
    silence: tuple[str, ...] = ()

    def command(self, text: str, language: str) -> list[str]:
        """How it is called to speak ``text``."""
        return [self.program, *self.language, language, *self.then, "--", text]


ENGINES = (
    Engine("spd-say", ("--language",), ("--wait",), ("spd-say", "--cancel")),
    Engine("espeak-ng", ("-v",), ()),
    Engine("espeak", ("-v",), ()),
)
"""Those that are known, the best first: speech-dispatcher speaks with whatever voice people have chosen for all."""


def engine(which: Callable[[str], str | None] = shutil.which) -> Engine | None:
    """The best engine that is installed; ``which`` finds programs."""
    return next((one for one in ENGINES if which(one.program) is not None), None)


class Voice:
    """Speaks one text at a time: a new one takes the place of the one before."""

    def __init__(self, find: Callable[[], Engine | None] = engine) -> None:
        """``find`` says which engine there is whenever something is to be read."""
        self._find = find
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="voice")
        self._latest = 0
        self._speaking: subprocess.Popen[bytes] | None = None

    def say(self, text: str, language: str) -> None:
        """Read ``text`` in that language (a code such as ``es``); whatever is being read is cut short."""
        self.hush()
        self._worker.submit(self._speak, self._latest, text, language)

    def hush(self) -> None:
        """Nothing more of what is being read, or waits to be."""
        self._latest += 1
        speaking = self._speaking
        if speaking is not None:
            speaking.kill()

    def close(self) -> None:
        """Be silent for good."""
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
