"""A card that is not known is told by its title, by touches: what it has changed takes two taps each."""

from __future__ import annotations

import pytest

from companion.core.texts import plain
from companion.packs.folder import read_content
from companion.packs.loader import user_folder
from tests.ui.rig import Rig
from tests.ui.test_new_box import Newcomer, no_text_is_cut_short
from ui.widgets.entry import Keyboard

__all__ = ["no_text_is_cut_short"]

MOST_TAPS = 15
"""For the first police card of a box of which nothing is known, from the question to the end of its instructions."""
WORDS = {
    "en": ("A card that is not in the list", "Title …", "Alert", "We do what it says"),
    "es": ("Una carta que no está en la lista", "Título …", "Alerta", "Hacemos lo que dice"),
}


class Teller(Newcomer):
    """A newcomer who tells cards by their title."""

    def type(self, text: str) -> None:
        for letter in text:
            keyboard: Keyboard = self.hands.screen.keyboard
            self.tap(next(key for key in keyboard.keys if key.shown and key.text.casefold() == letter.casefold()))

    def set_up(self, new: str) -> None:
        """From the first question to the first police card, with numbers of a first story card."""
        self.label("1")
        self.label("2")
        self.amber()
        self.read_on()
        self.label(WORDS["en"][3])
        self.amber()
        self.read_on()
        self.amber()
        self.read_on()
        while self.rig.session.table.ask.rule != "R-NYC-30":
            self.label(new)
            self.read_on()


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_the_first_police_card_is_told_and_carried_out(rig: Rig) -> None:
    teller = Teller(rig, "newyork")
    teller.play("Father", "Mother")
    new, title, alert, _ = WORDS["en"]
    teller.set_up(new)
    teller.label(new)
    teller.amber()
    teller.read_on()
    before = teller.taps
    teller.label(new)
    teller.label(title)
    teller.type("Eyes")
    teller.amber()
    teller.label(alert)
    teller.label("+2")
    teller.amber()
    teller.read_on()
    assert teller.taps - before <= MOST_TAPS
    table = rig.session.table
    assert table.ask.rule == "R-NYC-42"
    assert table.facts()["alert"]["at"] == 2
    rig.wait(lambda: not rig.app.box_updates.waiting)
    [card] = read_content(user_folder() / table.setup.pack).data["police_cards"]
    assert card["event"] == {
        "title": "Eyes", "text": "", "random_location": False, "effects": [{"op": "alert", "n": 2}],
    }  # fmt: skip
    assert "Eyes" in str([plain(one) for one in rig.session.scene.notices])
