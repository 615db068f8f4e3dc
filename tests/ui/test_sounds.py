"""Sounds: short, our own, loaded before there is a window, and nothing at all where nothing can play them."""

from __future__ import annotations

import subprocess
import sys
import wave
from pathlib import Path

import pytest

from companion.games.newyork.answers import ExtraWalk
from tests.ui.hands import Hands
from ui.device import sounds


@pytest.fixture
def heard(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    played: list[str] = []
    monkeypatch.setattr(sounds, "play", played.append)
    return played


@pytest.mark.parametrize("name", sounds.TONES)
def test_every_sound_is_short_and_starts_and_ends_in_silence(name: sounds.Sound, tmp_path: Path) -> None:
    with wave.open(str(sounds.made(name, tmp_path))) as made:
        assert (made.getnchannels(), made.getsampwidth(), made.getframerate()) == (1, 2, sounds.RATE)
        assert 0.04 < made.getnframes() / sounds.RATE < 0.8
    samples = sounds.samples(sounds.TONES[name])
    assert abs(samples[0]) < 300
    assert abs(samples[-1]) < 300
    assert max(map(abs, samples)) > 2_000


def test_existing_sound_files_are_kept(tmp_path: Path) -> None:
    file = sounds.made("die", tmp_path)
    before = file.stat().st_mtime_ns
    assert sounds.made("die", tmp_path) == file
    assert file.stat().st_mtime_ns == before


def test_a_machine_without_a_sound_card_has_no_sounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    cards = tmp_path / "cards"
    assert not sounds.available(cards)
    cards.write_text("--- no soundcards ---\n")
    assert not sounds.available(cards)
    cards.write_text(" 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n")
    assert sounds.available(cards)


def test_a_sound_server_counts_as_a_sound_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not sounds.available(tmp_path / "none")
    (tmp_path / "pipewire-0").touch()
    assert sounds.available(tmp_path / "none")


def test_without_a_sound_device_nothing_is_loaded_or_offered(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sounds, "available", lambda: False)
    sounds.load(tmp_path)
    assert list(tmp_path.iterdir()) == []
    sounds.play("card")
    hands.app.go("settings")
    hands.look(2)
    settings = {setting.name: setting for setting in hands.screen.rows.settings}
    assert "Language" in settings
    assert settings["Sounds"].options == ()
    assert "plug in a loudspeaker" in settings["Sounds"].missing


def test_a_loudspeaker_that_does_not_play_is_said_too(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sounds, "available", lambda: True)
    monkeypatch.setattr(sounds, "loaded", lambda: False)
    hands.app.go("settings")
    hands.look(2)
    assert any("does not play" in setting.missing for setting in hands.screen.rows.settings)


def test_sounds_are_loaded_without_a_window(tmp_path: Path) -> None:
    """Kivy can freeze when a sound is loaded later; a mixer that finds no device must not stop the companion either."""
    code = (
        "from ui.base.environment import prepare; prepare(fullscreen=False, size=(800, 480));"
        "from ui.device import sounds; from pathlib import Path; import sys;"
        "sounds.available = lambda: True; sounds.load(Path(sys.argv[1])); sounds.play('card');"
        "assert 'kivy.core.window' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False,
        env={"PATH": "/usr/bin", "HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_drawing_and_confirming_play_sounds(hands: Hands, heard: list[str]) -> None:
    hands.play("draw")
    assert heard == []
    hands.session.draw()
    assert heard == ["card"]
    hands.app.act()
    assert heard[:2] == ["card", "done"]


def test_a_refusal_sounds_once(hands: Hands, heard: list[str]) -> None:
    hands.play()
    assert not hands.session.answer(ExtraWalk("nowhere"))
    assert heard == ["refused"]
    hands.session.changed()
    hands.app.dismiss()
    assert heard == ["refused"]


def test_every_die_of_a_roll_plays_a_sound(hands: Hands, heard: list[str]) -> None:
    hands.play("roll")
    session = hands.session
    assert session.tray is not None
    faces = [slot.die for slot in session.tray.slots.values()]
    for _ in faces[:-1]:
        session.tap_face("PHYS")
    assert heard == ["die"] * (len(faces) - 1)


def test_sounds_can_be_off(hands: Hands, heard: list[str]) -> None:
    hands.app.settings.sounds = False
    hands.play("draw")
    hands.session.draw()
    assert heard == []
