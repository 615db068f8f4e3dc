"""What is read aloud: cards and questions, once each, in the language of the screen, and never a secret."""

from __future__ import annotations

import pytest

from companion.core.texts import T
from companion.language import Language
from companion.session.session import Session
from hardware import voice
from hardware.voice import ENGINES
from tests.lookback.games import recorded
from tests.playthroughs.recording import names
from tests.ui.hands import Hands
from tests.ui.reveal_moments import before
from ui.device import sounds
from ui.device.sounds import spoken

SECRETIVE = [name for name in names() if name.startswith(("krysis", "escape"))]


class Silent:
    """A voice that only notes what it is to say; "" where it is to be silent."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def say(self, text: str, language: str) -> None:
        self.said.append((language, text))

    def hush(self) -> None:
        self.said.append(("", ""))

    def close(self) -> None:
        self.said.append(("", "closed"))


@pytest.fixture
def heard(hands: Hands) -> list[tuple[str, str]]:
    made = Silent()
    hands.app._aloud._make = lambda: made  # type: ignore[assignment, return-value]
    hands.app.settings.aloud = True
    return made.said


def test_reading_aloud_is_off_by_default(hands: Hands) -> None:
    hands.app._aloud._make = lambda: pytest.fail("a voice was made")
    assert not hands.app.settings.aloud
    hands.play("draw")
    hands.session.draw()
    hands.look(2)


def test_stories_are_read_wherever_there_is_sound_and_nothing_else(
    hands: Hands, heard: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, answer = before("story")
    hands.app.settings.aloud = False
    monkeypatch.setattr(sounds, "loaded", lambda: True)
    hands.sit(table, confirmed=table.rev)
    hands.session.answer(answer)
    hands.look(2)
    while hands.session.page.card not in hands.session.scene.story:
        assert heard == []
        hands.session.done()
        hands.look(2)
    story = hands.session.page.card
    assert [text for _, text in heard if text] == [spoken(hands.session)]
    assert Language("en").say(story.text)[:20] in heard[-1][1]
    hands.session.done()
    hands.look(2)
    assert heard[-1] == ("", ""), "whoever goes on has heard enough"
    hands.app.settings.sounds = False
    hands.session.undo()
    hands.session.redo()
    hands.look(2)
    assert len([text for _, text in heard if text]) == 1


def test_a_question_and_then_the_drawn_card_are_read(hands: Hands, heard: list[tuple[str, str]]) -> None:
    hands.play("draw")
    question = heard[-1][1]
    assert question.rstrip(".?!") == hands.session.scene.prompt.title.msgid  # type: ignore[union-attr]
    hands.session.draw()
    hands.look(2)
    assert heard[-1] == (
        "en", "Times Square. This round: Bag Search. Policemen at every corner: items cannot be used this round."
    )  # fmt: skip


def test_returning_to_the_table_reads_nothing_again(hands: Hands, heard: list[tuple[str, str]]) -> None:
    hands.play("draw")
    hands.session.draw()
    hands.look(2)
    before = list(heard)
    hands.app.go("log")
    hands.look(2)
    hands.app.go("game")
    hands.look(2)
    assert heard == before


def test_texts_are_read_in_the_language_of_the_screen(hands: Hands, heard: list[tuple[str, str]]) -> None:
    hands.speak("es")
    hands.play("draw")
    assert heard[-1][0] == "es"
    assert heard[-1][1].rstrip(".") == Language("es").say(hands.session.scene.prompt.title)


def test_switching_off_or_leaving_the_game_silences_the_voice(hands: Hands, heard: list[tuple[str, str]]) -> None:
    hands.play("draw")
    hands.app.settings.aloud = False
    hands.app.apply_settings()
    hands.look(2)
    assert heard[-1] == ("", "")
    hands.app.settings.aloud = True
    hands.app.apply_settings()
    hands.look(2)
    assert heard[-1][1]
    hands.app.leave_game()
    hands.look(2)
    assert heard[-1] == ("", "")


@pytest.mark.parametrize("name", SECRETIVE)
def test_private_questions_are_never_read(name: str) -> None:
    """At every third moment of games with secrets: of a question for one seat not a word."""
    whole = recorded(name)
    for rev in range(0, len(whole.history.entries) + 1, 3):
        session = Session(recorded(name, rev), confirmed=rev)
        session.pages.clear()
        text = spoken(session)
        assert bool(text) == (session.table.ask.only is None), session.table.ask


def test_signs_become_pauses(hands: Hands) -> None:
    hands.play("draw")
    session = hands.session
    session._scene = session.scene.__class__(session.scene.prompt.__class__("", T("One → two · three")))
    assert spoken(session) == "One , two , three."


@pytest.mark.parametrize("there", [True, False])
def test_the_settings_offer_reading_aloud_or_say_what_to_install(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    monkeypatch.setattr(sounds, "why_silent", lambda: None)
    monkeypatch.setattr(voice, "engine", lambda: ENGINES[1] if there else None)
    hands.app.go("settings")
    hands.look(2)
    screen = hands.screen
    at = next(at for at, label in enumerate(screen.rows.labels) if label.text == "READ ALOUD")
    label, panel, missing = screen.rows.labels[at], screen.rows.panels[at], screen.rows.missing[at]
    assert label.shown
    assert panel.shown == there
    assert missing.shown != there
    if there:
        button = next(one for one in panel.buttons if one.shown and one.text == "On")
        hands.touch(*button.center)
        assert hands.app.settings.aloud
    else:
        assert voice.PACKAGE in missing.text
        assert missing.x >= label.x
