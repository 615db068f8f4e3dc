"""Short synthesised sounds, and speech, for when people look at the board and not at the screen.

The sounds are loaded before the window opens (loading later can freeze it, kivy #9023); playing one does not block.
Without an audio device, nothing is loaded or offered.
"""

from __future__ import annotations

import os
import wave
from array import array
from collections.abc import Callable
from math import exp, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias
from weakref import ReferenceType, ref

import platformdirs

from companion.core.texts import T, Words
from companion.scene.scene import Reveal
from companion.session.session import Session
from hardware.voice import Voice
from ui.base.language import language, say
from ui.base.settings import Settings
from ui.model.navigation import Observer

if TYPE_CHECKING:
    from kivy.core.audio import Sound as Playable


Sound: TypeAlias = Literal[
    "card", "bids", "alert", "crew", "raid", "story", "round", "last", "die", "done", "refused", "end"
]

RATE = 22_050
LOUD = 0.35
FADE = 18.0
TONES: dict[Sound, list[tuple[float, float]]] = {
    "card": [(520, 0.05), (780, 0.12)],
    "bids": [(440, 0.13), (440, 0.13), (440, 0.13), (880, 0.34)],
    "alert": [(392, 0.09), (311, 0.12), (392, 0.09), (311, 0.16)],
    "crew": [(784, 0.08), (988, 0.08), (1175, 0.30)],
    "raid": [(196, 0.09), (147, 0.09), (110, 0.30)],
    "story": [(440, 0.12), (554, 0.12), (659, 0.28)],
    "round": [(587, 0.10), (587, 0.10), (880, 0.24)],
    "last": [(659, 0.12), (523, 0.12), (659, 0.12), (523, 0.30)],
    "die": [(1320, 0.05)],
    "done": [(660, 0.09)],
    "refused": [(240, 0.10), (190, 0.16)],
    "end": [(523, 0.12), (659, 0.12), (784, 0.12), (1047, 0.34)],
}
"""Each sound as consecutive tones: hertz and seconds."""
MADE = 1
"""Version in the file names: raise it when tones change."""

CARDS = Path("/proc/asound/cards")
SERVERS = ("pulse/native", "pipewire-0")
_loaded: dict[Sound, Playable] = {}


def available(cards: Path = CARDS) -> bool:
    """True if there is a sound card, or a sound server of this user."""
    try:
        card = "no soundcards" not in cards.read_text()
    except OSError:
        card = False
    folder = os.environ.get("XDG_RUNTIME_DIR")
    return card or (folder is not None and any((Path(folder) / server).exists() for server in SERVERS))


def why_silent() -> Words | None:
    """Why there are no sounds, and what to do; None if there are."""
    if not available():
        return T("There is nothing here that plays sound: plug in a loudspeaker, then start the companion again.")
    if not loaded():
        return T("The loudspeaker does not play the companion's sounds. Start the companion again; *Is all well?* may "
                 "say more.")  # fmt: skip
    return None


def load(folder: Path | None = None) -> None:
    """Write missing files and load all sounds. Call it before the window opens. Without an audio device, do nothing."""
    if not available():
        return
    folder = folder or platformdirs.user_cache_path("companion") / "sounds"
    from kivy.core.audio import SoundLoader  # noqa: PLC0415 - opening the mixer takes a while

    for name in TONES:
        try:
            found = SoundLoader.load(str(made(name, folder)))
        except OSError:
            return
        if found is not None:
            _loaded[name] = found


def loaded() -> bool:
    return _loaded.keys() == TONES.keys()


def made(name: Sound, folder: Path) -> Path:
    """The sound's file in ``folder``, written if missing. Raises ``OSError`` if it cannot be written."""
    file = folder / f"{name}-{MADE}.wav"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".new")
        with beside.open("wb") as out, wave.open(out, "wb") as sound:
            sound.setnchannels(1)
            sound.setsampwidth(2)
            sound.setframerate(RATE)
            sound.writeframes(samples(TONES[name]).tobytes())
        beside.replace(file)
    return file


def samples(tones: list[tuple[float, float]]) -> array[int]:
    """16-bit samples of the tones, each with an exponential decay."""
    found = array("h")
    for pitch, seconds in tones:
        for n in range(round(seconds * RATE)):
            at = n / RATE
            attack = min(1.0, at / 0.004) * min(1.0, (seconds - at) / 0.01)
            found.append(round(32_767 * LOUD * attack * exp(-FADE * at) * sin(2 * pi * pitch * at)))
    return found


def play(name: Sound) -> None:
    """Play a sound from its start, if it is loaded."""
    sound = _loaded.get(name)
    if sound is not None:
        sound.stop()
        sound.play()


class SoundState(NamedTuple):
    """What the sound of a change depends on. ``faces``: number of dice that have a face."""

    session: ReferenceType[Session]
    rev: int
    mode: str
    page: object
    faces: int
    refused: object
    begun: list[Reveal] | None


class SoundCues:
    """Chooses the sound of each change by comparing the session with its last state."""

    def __init__(self) -> None:
        self._before: SoundState | None = None

    def next(self, session: Session) -> Sound | None:
        """The most telling sound for what just changed; None for none."""
        tray = session.tray
        faces = sum(slot.face is not None for slot in tray.slots.values()) if tray is not None else 0
        page = session.page
        begun = session.announced if page is None and session.announced else None
        before = self._before
        now = SoundState(ref(session), session.rev, session.mode, page, faces, session.refused, begun)
        self._before = now
        if before is None or before.session() is not session:
            return None
        if session.refused is not None:
            return "refused" if before.refused is not session.refused else None
        if session.mode == "over":
            return "end" if before.mode != "over" else None
        if page is not before.page and page is not None and (page.reveals or page.card is not None):
            return page.reveals[-1].of if page.reveals else "card"
        return self._small(before, now)

    @staticmethod
    def _small(before: SoundState, now: SoundState) -> Sound | None:
        """The sound of what has begun, or of a change that reveals nothing."""
        if now.begun is not None and now.begun is not before.begun:
            return now.begun[-1].of
        if before.rev == now.rev and before.mode == now.mode == "roll":
            return "die" if now.faces > before.faces else None
        return "done" if before.rev != now.rev or before.page is not now.page else None


class SoundPlayer(Observer):
    """Plays a sound for each change, unless the settings are against it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._cues = SoundCues()

    def serve(self, session: Session) -> None:
        self._cues.next(session)

    def changed(self, session: Session) -> None:
        sound = self._cues.next(session)
        if sound is not None and self._settings.sounds is not False:
            play(sound)


# Reading aloud.

PAUSES = ("→", "·", "\n")
"""Signs that nobody would say."""


class Aloud(Observer):
    """Reads aloud the cards that come up and the questions for everybody, without repeating itself, if ``settings`` say
    so; and the pages of a story wherever there is sound. Never what one player alone may know."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._make: Callable[[], Voice] = Voice
        self._voice: Voice | None = None
        self._about: ReferenceType[Session] | None = None
        self._read: tuple[object, str] = (None, "")

    def settled(self, session: Session | None) -> None:
        """Read what is new; without a game, stop reading."""
        if session is not None and not self._settings.aloud and not self._tells(session):
            session = None
        about = ref(session) if session is not None else None
        if about != self._about:
            self._about, self._read = about, (None, "")
            self._say("")
        if session is None or (session.page is not None and session.page.card is None):
            return  # Instructions are read on the screen; a card may be finished meanwhile.
        now = session.page, spoken(session)
        if now != self._read:
            self._read = now
            self._say(now[1])

    def _tells(self, session: Session) -> bool:
        """True if a page of a story is open, and there is sound."""
        page = session.page
        story = page is not None and page.card is not None and page.card in session.scene.story
        return story and self._settings.sounds is not False and loaded()

    def _say(self, text: str) -> None:
        """Say this and stop anything else. The voice is created on first use."""
        if text and self._voice is None:
            self._voice = self._make()
        if self._voice is not None:
            self._voice.say(text, language.code) if text else self._voice.hush()

    def close(self) -> None:
        if self._voice is not None:
            self._voice.close()


def spoken(session: Session) -> str:
    """The current card or question in the screen's language; empty if only one player may know it."""
    page = session.page
    if page is not None:
        card = page.card
        return "" if card is None else _sentences(card.title, card.heading, card.text)
    return "" if session.only is not None else _sentences(session.scene.prompt.title)


def _sentences(*parts: Words | None) -> str:
    """The parts in a row, with a pause between them."""
    said = [say(part).strip() for part in parts if part is not None]
    text = " ".join(one if one.endswith((".", "?", "!", "…")) else f"{one}." for one in said if one)
    for sign in PAUSES:
        text = text.replace(sign, ",")
    return " ".join(text.split())
