"""A card that is not known is told by its title, by touches: what it has changed takes two taps each."""

from __future__ import annotations

from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.texts import T, Text, plain
from companion.games.newyork.answers import NextSeat
from companion.games.registry import load_game
from companion.packs.folder import read_content
from companion.packs.loader import load_pack, user_folder
from companion.session.session import Session
from companion.session.telling import ANOTHER
from companion.table.table import Table
from tests.ui.finger import Finger
from tests.ui.keys import ENTER, Keys
from tests.ui.rig import Rig
from tests.ui.test_begun_rows import write
from tests.ui.test_new_box import PAGES, Newcomer, no_text_is_cut_short, said
from ui.base.language import say
from ui.look.theme import look

__all__ = ["no_text_is_cut_short"]

MOST, MOST_FOR_A_CARD = 25, 15
"""Taps from home to the first question of play, and for the first police card, all of what it brings included."""

in_both = pytest.mark.parametrize("spoken", ["en", "es"])


class Teller(Newcomer):
    """A newcomer to New York Crisis who tells cards by their title."""

    def __init__(self, rig: Rig, spoken: str = "en") -> None:
        rig.hands.speak(spoken)
        super().__init__(rig, "newyork")
        self.new = said("A card that is not in the list")

    def type(self, text: str) -> None:
        for letter in text:
            self.tap(next(key for key in self.hands.screen.keyboard.keys if key.shown and key.text.lower() == letter))

    def set_up(self, mafia: int = 0) -> None:
        """From the first question to the first police card: the story card has no numbers but mafia cards a turn, and
        no car stands there."""
        self.label(said("We do what it says"))
        for _ in range(mafia):
            self.touch(*self.hands.screen.amounts.rows[0].more.center)
        for _ in range(2):
            self.amber()
            self.read_on()
        while self.rig.session.table.ask.rule != "R-NYC-30":
            self.label(self.new)
            self.read_on()

    def pass_by(self) -> None:
        """The first of the two cars: nothing of its card is told."""
        self.label(self.new)
        self.amber()
        self.read_on()

    def tell(self, title: str = "", *taps: str) -> int:
        """A card with its title and what it has changed; gives the taps until its instructions are done."""
        before = self.taps
        self.label(self.new)
        if title:
            self.label(said("Title …"))
            self.type(title)
            self.amber()
        for tap in taps:
            self.label(said(tap))
        self.amber()
        self.read_on()
        return self.taps - before


@in_both
@pytest.mark.usefixtures("no_text_is_cut_short")
def test_the_first_police_card_is_told_and_carried_out_by_few_taps(rig: Rig, spoken: str) -> None:
    teller = Teller(rig, spoken)
    assert teller.play("Father", "Mother") <= MOST
    teller.set_up()
    teller.pass_by()
    assert teller.tell("eyes", "Alert", "+2") <= MOST_FOR_A_CARD
    table = rig.session.table
    assert table.ask.rule == "R-NYC-42"
    assert table.facts()["alert"]["at"] == 2
    rig.wait(lambda: not rig.app.box_updates.waiting)
    [card] = read_content(user_folder() / table.setup.pack).data["police_cards"]
    assert (card["event"]["title"].lower(), card["event"]["effects"]) == ("eyes", [{"op": "alert", "n": 2}])


@in_both
@pytest.mark.usefixtures("no_text_is_cut_short")
def test_the_event_lies_on_the_table_with_what_it_can_do_in_two_taps(rig: Rig, spoken: str) -> None:
    teller = Teller(rig, spoken)
    teller.play("Father", "Mother")
    teller.set_up()
    for _ in range(2):
        teller.pass_by()
    assert [option.text for option in teller.hands.screen.lying.buttons if option.shown] == [
        said("The event that lies there")
    ]
    before, rev = teller.taps, rig.session.rev
    teller.label(said("Wound"))
    teller.label(said("each of us"))
    assert (teller.taps - before, rig.session.rev) == (2, rev + 1)
    wounds = [one["wounds"] for one in rig.session.table.facts()["characters"].values()]
    assert wounds == [1, 1]
    teller.read_on()
    teller.label(said("Undo"))
    teller.read_on()
    assert [one["wounds"] for one in rig.session.table.facts()["characters"].values()] == [0, 0]


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_what_was_said_can_be_taken_back_and_left(rig: Rig) -> None:
    teller = Teller(rig)
    teller.play("Father", "Mother")
    teller.set_up()
    teller.pass_by()
    teller.label(teller.new)
    for label in ("Alert", "+2", "Wound", "each of us", "Undo", "Alert: +2", "Story", "Back"):
        teller.label(label)
    assert rig.session.learning.telling is not None
    assert rig.session.learning.telling.effects == []
    teller.label("Back")
    assert (rig.session.mode, rig.hands.root.name) == ("list", "list")


@pytest.mark.parametrize("way", ["Back", "red"])
def test_ten_quick_undos_go_past_a_card_whose_title_alone_is_known(rig: Rig, way: str) -> None:
    teller = Teller(rig)
    teller.play("Father", "Mother")
    teller.set_up()
    begun = rig.session.table.history.mark
    teller.pass_by()
    teller.tell("fog")
    known = 0
    for _ in range(10):
        telling = rig.session.learning.telling
        known += telling is not None and telling.known
        if telling is not None and way == "Back":
            teller.label(way)
        else:
            rig.app.take_back("gpio")
            rig.hands.look()
    assert known, "the card came back as one of the list"
    assert rig.session.table.history.mark < begun


def test_a_keyboard_that_is_plugged_in_begins_the_title(rig: Rig) -> None:
    teller, keys = Teller(rig), Keys(rig.hands)
    teller.play("Father", "Mother")
    teller.set_up()
    teller.pass_by()
    teller.label(teller.new)
    rev = rig.session.rev
    write(rig.hands, ' 12 "monkeys"')
    assert teller.hands.screen.text.text == '12 "monkeys"'
    keys.press(ENTER)
    assert rig.session.rev == rev, "a space in a title is not Done"
    telling = rig.session.learning.telling
    assert telling is not None
    assert telling.title == '12 "monkeys"'


def test_what_is_typed_stays_while_others_tell_the_card_and_when_the_power_goes(rig: Rig) -> None:
    teller = Teller(rig)
    teller.play("Father", "Mother")
    teller.set_up()
    teller.pass_by()
    teller.label(teller.new)
    teller.label("Title …")
    teller.type("blac")
    telling = rig.session.learning.telling
    assert telling is not None
    for part, option, text in (("alert", "=0", ""), ("title", "", "Dark night")):
        telling.say(part, option, text)
        rig.session.changed()
        rig.hands.wait()
        assert teller.hands.screen.text.text.lower() == "blac"
    assert telling.did
    assert teller.hands.screen.over.text == "SAID MEANWHILE: DARK NIGHT"
    saved = str(rig.session.table.game_id)
    rig.close()
    rig.open()
    rig.app.open_game(saved)
    rig.hands.wait()
    assert teller.hands.screen.text.text.lower() == "blac"
    teller.amber()
    telling = rig.session.learning.telling
    assert telling is not None
    assert (telling.title.lower(), len(telling.did)) == ("blac", 1)


def test_what_is_missing_is_not_said_over_another_screen(rig: Rig) -> None:
    teller = Teller(rig)
    teller.play("Father", "Mother")
    teller.set_up()
    teller.pass_by()
    for label in (teller.new, "All that it says …", "Back", "That is the card"):
        teller.label(label)
    assert teller.hands.root.banner.shown
    assert str(teller.hands.root.banner.text).startswith("Still missing")
    teller.label("Back")
    assert (teller.hands.root.name, teller.hands.root.banner.shown) == ("telling", False)


@in_both
@pytest.mark.usefixtures("no_text_is_cut_short")
def test_a_title_that_is_in_the_list_takes_that_card_by_one_tap(rig: Rig, spoken: str) -> None:
    teller = Teller(rig, spoken)
    teller.play("Father", "Mother")
    teller.set_up()
    teller.tell("fog")
    teller.label(said("Undo"))
    teller.read_on()
    teller.label(teller.new)
    teller.label(said("Title …"))
    teller.type("fog")
    teller.amber()
    assert teller.hands.screen.title.text == said("A card with this title is in the list. Is it that one?")
    before = teller.taps
    [card] = rig.session.table.box.data["police_cards"]
    teller.label(say(Text("That one: {card}", {"card": card["event"]["title"]})))
    teller.read_on()
    assert rig.session.table.facts()["decks"]["police"]["display"] == ["fog"]
    assert teller.taps - before <= 3
    assert rig.session.table.box.data["police_cards"] == [card]


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_a_square_is_named_and_lies_on_the_board(rig: Rig) -> None:
    teller = Teller(rig)
    teller.play("Father", "Mother")
    teller.set_up()
    teller.label(teller.new)
    for label in ("Square …", "Another name …"):
        teller.label(label)
    teller.type("pier")
    for _ in range(2):
        teller.amber()
    teller.read_on()
    assert rig.session.table.facts()["cars"]["squares"] == {"pier": 1}
    assert [str(plain(spot.name)).lower() for spot in rig.session.scene.board.spots] == ["pier"]  # type: ignore[union-attr]
    teller.tell("", "Alert", "+1")
    shown = [button.key[1] for button in teller.hands.screen.lying_all.buttons if button.shown]
    assert shown[:2] == ["card:alert", "card:story"], "beside the board there is room for some"
    teller.tap(next(button for button in teller.hands.screen.lying_all.buttons if button.key[1] == "card:alert"))
    teller.label("+1")
    assert rig.session.table.facts()["alert"]["at"] == 2


class Turn(Finger):
    """A turn by touches, from who goes next to who goes next: nothing happens in it but its cards."""

    def play(self, rig: Rig, seat: str, *, known: bool) -> int:
        session, before = rig.session, self.taps
        self.give(NextSeat(seat))
        self.read_on(rig)
        while session.table.ask.rule != "R-NYC-43":
            if known:
                self.give((session.table.legal() or [])[0])
            else:
                self.label(said("A card that is not in the list"))
            self.read_on(rig)
        self.amber()
        self.read_on(rig)
        return self.taps - before

    def read_on(self, rig: Rig) -> None:
        while rig.session.mode in PAGES:
            self.amber()


@in_both
def test_a_turn_of_a_box_of_which_nothing_is_known_takes_little_more_taps_than_a_known_one(
    rig: Rig, spoken: str
) -> None:
    teller = Teller(rig, spoken)
    teller.play("Father", "Mother")
    teller.set_up(mafia=1)
    for _ in range(2):
        teller.pass_by()
    unknown = Turn(rig.hands).play(rig, "father", known=False)
    game = load_game("newyork")
    chance = dict.fromkeys(("police", "mafia", "squares"), "asked")
    table = Table(
        game, load_pack(game), ["father", "mother"], {"nyc.follow": "light"}, chance=chance, dealer=Dealer("turn")
    )
    session = Session(table)
    while table.ask.rule != "R-NYC-42":
        session.pages.clear()
        if not table.can_deal:
            session.answer((table.legal() or [])[0])
        else:
            session.draw()
    session.pages.clear()
    rig.app.play(session)
    rig.hands.look()
    known = Turn(rig.hands).play(rig, "father", known=True)
    assert unknown <= 1.5 * known


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_a_card_half_told_outlives_a_power_cut_and_leaving_the_game(rig: Rig) -> None:
    teller = Teller(rig)
    teller.play("Father", "Mother")
    teller.set_up()
    teller.pass_by()
    teller.label(teller.new)
    teller.label("Title …")
    teller.type("fog")
    teller.amber()
    teller.label("Alert")
    teller.label("+2")
    rig.close()
    rig.hands.end()
    rig.hands.begin()
    rig.open()
    rig.app.go("history")
    rig.hands.look()
    rig.app.go("home")
    rig.hands.look()
    rig.hands.tap("Continue")
    assert rig.hands.root.name == "telling"
    assert {"Fog", "Alert: +2"} & {part.text.capitalize() for part in rig.hands.parts() if hasattr(part, "text")}
    teller.amber()
    teller.read_on()
    assert rig.session.table.facts()["alert"]["at"] == 2
    assert [card["event"]["title"].lower() for card in rig.session.table.box.data["police_cards"]] == ["fog"]


@in_both
@pytest.mark.usefixtures("no_text_is_cut_short")
def test_an_agent_and_a_relic_of_krysis_are_told_by_their_title(rig: Rig, spoken: str) -> None:
    rig.hands.speak(spoken)
    newcomer = KrysisTeller(rig)
    assert newcomer.play(*(say(T("Company {n}", n=n)) for n in (1, 2))) <= MOST
    assert newcomer.to("agent").tell(said("A card that is not in the list"), "mara", deck=0) <= MOST_FOR_A_CARD
    assert newcomer.to("turn").tell(said("Turn up a relic that is new"), "mask", "From the bank", "red crystal") <= 15
    data = rig.session.table.box.data
    [agent] = data["agents"]["company_1"]["fighters"]
    [relic] = data["relics"]
    assert (agent["name"].lower(), agent["kind"], relic["set_type"].lower()) == ("mara", "fighter", "mask")
    assert relic["effects"] == [{"op": "gain", "red": 1}]


@in_both
@pytest.mark.usefixtures("no_text_is_cut_short")
def test_what_is_still_to_be_said_stands_there_whatever_else_was_told(rig: Rig, spoken: str) -> None:
    rig.hands.speak(spoken)
    newcomer = KrysisTeller(rig)
    newcomer.play(*(say(T("Company {n}", n=n)) for n in (1, 2)))
    newcomer.to("agent")
    for label in ("A card that is not in the list", "No raid on you", "VP", "+3"):
        newcomer.label(said(label))
    screen = newcomer.hands.screen
    assert (screen.primary.enabled, screen.title.text) == (False, say(T("Still to be said: {what}", what=T("Deck"))))


@in_both
@pytest.mark.usefixtures("no_text_is_cut_short")
def test_a_card_that_lasts_stands_on_the_page_of_the_table(rig: Rig, spoken: str) -> None:
    rig.hands.speak(spoken)
    newcomer = KrysisTeller(rig)
    newcomer.play(*(say(T("Company {n}", n=n)) for n in (1, 2)))
    remind = ("Remind us …", "each round, until the end")
    newcomer.to("turn").tell(said("Turn up a relic that is new"), "mask", *remind)
    [title] = [one for one in newcomer.hands.screen.lasting.titles.buttons if one.shown]
    assert title.text.lower() == "mask"
    newcomer.tap(title)
    slip = rig.app.slips.slip()
    assert slip is not None
    assert said("each round, until the end") in slip.notes[0].text
    rig.app.slips.close()
    rig.hands.look()
    newcomer.tap(next(one for one in newcomer.hands.screen.lasting.changes.buttons if one.shown))
    assert newcomer.hands.root.name == "places"


class KrysisTeller(Newcomer):
    """A newcomer to Krysis who tells agents and relics by their title."""

    def __init__(self, rig: Rig) -> None:
        super().__init__(rig, "krysis")
        self._luck = Random(3)

    def to(self, choice: str) -> KrysisTeller:
        """Play until that is asked; cards that come before are done by hand."""
        session = self.rig.session
        while getattr(session.table.ask, "choice", "") != choice or session.pages:
            if session.pages:
                session.done()
            else:
                session.answer(session.table.game.player.advise(session.table.state, session.table.legal() or [],
                                                                self._luck.random))  # fmt: skip
        self.hands.look()
        return self

    def tell(self, label: str, title: str, *taps: str, deck: int | None = None) -> int:
        """A card with its title, its deck and what it does; gives the taps."""
        before = self.taps
        self.label(label)
        self.label(said("Title …"))
        for letter in title:
            self.tap(next(key for key in self.hands.screen.keyboard.keys if key.shown and key.text.lower() == letter))
        self.amber()
        if deck is not None:
            self.label(say(T("{what} …", what=T("Deck"))))
            stocks = [*self.rig.session.learning.telling.tables.values()]  # type: ignore[union-attr]
            self.label(say(stocks[deck].name))
        for tap in taps:
            self.label(said(tap))
        self.amber()
        self.read_on()
        return self.taps - before


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_beside_a_board_with_squares_the_usual_things_are_there_without_a_second_page(rig: Rig) -> None:
    teller = Teller(rig)
    teller.play("Father", "Mother")
    teller.set_up()
    for square in ("Pier", "Grand Central"):
        teller.label(teller.new)
        telling = rig.session.learning.telling
        assert telling is not None
        telling.say("square", ANOTHER, square)
        teller.amber()
        teller.read_on()
    teller.label("Father plays")
    teller.read_on()
    screen = teller.hands.screen
    shown = [one for panel in (screen.lying_all, screen.lying_more) for one in panel.buttons if one.shown]
    assert {"marker:alert", "book", "wound", "mafia", "car", "item", "info:blue"} <= {one.icon for one in shown}
    assert all(min(one.area.w, one.area.h) >= look.touch - 1 for one in shown)
    board = screen.map
    assert board.area.h > screen.lying_more.area.h, "the board keeps its room"


@in_both
@pytest.mark.usefixtures("no_text_is_cut_short")
def test_a_square_that_was_named_goes_into_the_box_from_the_whole_form_too(rig: Rig, spoken: str) -> None:
    teller = Teller(rig, spoken)
    teller.play("Father", "Mother")
    teller.set_up()
    teller.pass_by()
    teller.label(teller.new)
    teller.label(say(T("{what} …", what=T("Square"))))
    if rig.session.learning.telling is not None and not rig.session.learning.telling.typing:
        teller.label(said("Another name …"))
    teller.type("pier")
    teller.amber()
    teller.label(said("Title …"))
    teller.type("eyes")
    teller.amber()
    teller.label(said("All that it says …"))
    assert [plain(words).lower() for words in rig.hands.screen._edit.names("square").values()] == ["pier"]
    teller.amber()
    assert (rig.session.refused, rig.hands.root.name != "row") == (None, True)
    rig.wait(lambda: not rig.app.box_updates.waiting)
    data = read_content(user_folder() / rig.session.table.setup.pack).data
    [card] = data["police_cards"]
    assert [square["id"] for square in data["board"]["squares"]] == [card["square"]]
