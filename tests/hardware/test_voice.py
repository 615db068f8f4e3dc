"""Reading aloud through whatever speech engine is installed: nobody waits for it, and the latest text wins."""

from __future__ import annotations

import shutil
import stat
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.core.texts import plain
from hardware import doctor, voice
from hardware.voice import ENGINES, Engine, Voice, engine

PATIENCE = 20.0


def installed(*programs: str) -> Callable[[str], str | None]:
    return lambda program: f"/usr/bin/{program}" if program in programs else None


def test_the_best_engine_that_is_installed_is_taken() -> None:
    assert engine(installed()) is None
    for n, best in enumerate(ENGINES):
        assert engine(installed(*(one.program for one in ENGINES[n:]))) == best


@pytest.mark.parametrize("which", ENGINES, ids=lambda one: one.program)
def test_what_is_read_can_never_be_taken_for_an_option(which: Engine) -> None:
    *before, mark, text = which.command("--version", "es")
    assert (mark, text) == ("--", "--version")
    assert "es" in before


@pytest.fixture
def speaker(tmp_path: Path) -> Path:
    """A program that notes what it is to read, and takes its time over what says so."""
    program = tmp_path / "speaker"
    program.write_text('#!/bin/sh\necho "$4" >> "$0.said"\n[ "$4" = long ] && exec sleep 60\nexit 0\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


@pytest.fixture
def spoken(speaker: Path) -> Iterator[Voice]:
    made = Voice(lambda: Engine(str(speaker), ("-v",), ()))
    yield made
    made.close()


def said(speaker: Path, *texts: str) -> bool:
    """Whether exactly that comes to be said."""
    file, end = speaker.with_name("speaker.said"), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if file.exists() and tuple(file.read_text().splitlines()) == texts:
            return True
        time.sleep(0.01)
    return False


def test_each_text_is_read(speaker: Path, spoken: Voice) -> None:
    spoken.say("one", "en")
    assert said(speaker, "one")
    spoken.say("two", "es")
    assert said(speaker, "one", "two")


def test_a_new_text_cuts_the_one_before_short(speaker: Path, spoken: Voice) -> None:
    spoken.say("long", "en")
    assert said(speaker, "long")
    spoken.say("short", "en")
    assert said(speaker, "long", "short")


def test_an_engine_that_cannot_be_silenced_holds_nothing_up(speaker: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "PATIENCE", 0.05)
    made = Voice(lambda: Engine(str(speaker), ("-v",), (), ("sleep", "600")))
    made.say("long", "en")
    assert said(speaker, "long")
    made.say("next", "en")
    assert said(speaker, "long", "next")
    made.close()
    made._worker.shutdown(wait=True)


def test_what_was_silenced_before_its_turn_is_never_read(speaker: Path, spoken: Voice) -> None:
    busy = Event()
    spoken._worker.submit(busy.wait)
    spoken.say("secret", "en")
    spoken.hush()
    spoken.say("end", "en")
    busy.set()
    assert said(speaker, "end")


def test_without_an_engine_or_with_one_that_cannot_be_started_nothing_happens(tmp_path: Path) -> None:
    for found in (None, Engine(str(tmp_path / "gone"), (), ())):
        made = Voice(lambda found=found: found)  # type: ignore[misc]
        made.say("anything", "en")
        made.close()
        made._worker.shutdown(wait=True)


def test_the_doctor_says_whether_there_is_one_and_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "engine", lambda: None)
    missing = doctor._voice()
    assert missing.well
    assert voice.PACKAGE in plain(missing.text)
    monkeypatch.setattr(voice, "engine", lambda: ENGINES[1])
    assert ENGINES[1].program in plain(doctor._voice().text)


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed here")
@pytest.mark.parametrize(("language", "text"), [("en", "Roll the dice."), ("es", "Tirad los dados.")])
def test_the_real_engine_speaks_both_languages(language: str, text: str, tmp_path: Path) -> None:
    """Into a file: a machine that runs tests has no loudspeaker."""
    file, own = tmp_path / "said.wav", next(one for one in ENGINES if one.program == "espeak-ng")
    made = Voice(lambda: own._replace(then=("-w", str(file))))
    made.say(text, language)
    made._worker.shutdown(wait=True)
    with wave.open(str(file)) as spoken:
        assert spoken.getnframes() / spoken.getframerate() > 0.5
        assert any(spoken.readframes(spoken.getnframes()))
