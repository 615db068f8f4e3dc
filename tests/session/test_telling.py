"""A card is told by its title and what it has changed: the rules carry it out, and the box knows it the next time."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.asks import DrawAsk
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.games.newyork.words import effect_words
from companion.games.registry import load_game
from companion.lookback.lookback import look_back
from companion.packs.folder import read_content
from companion.packs.loader import load_again, load_pack, new_box
from companion.session.session import Session
from companion.session.telling import ANOTHER, NOTHING, SAME, TITLE, CardTelling
from companion.table.table import Table
from tests.session.test_new_boxes import Evening

GAME = load_game("newyork")


class Told(Evening):
    """An evening up to the first police card."""

    def to_a_turn(self) -> None:
        while self.table.ask.rule != "R-NYC-30":
            super_give = self.legal()[0]
            self.give(SAID.get(getattr(self.table.ask, "choice", "")) or super_give)

    def new(self) -> CardTelling:
        """A card that is not in the list has come."""
        nameless = next(one for one in self.session.scene.choices if getattr(one.answer, "card", "") is None)
        self.session.choose(nameless)
        telling = self.session.learning.telling
        assert telling is not None
        return telling

    def take(self) -> list[str]:
        """Take it as it was told; gives what hands are told to do."""
        assert self.session.tell(), self.session.refused
        lines = [line.instruction for page in self.session.pages for line in page.lines]
        self.session.pages.clear()
        return [str(plain(one.text or one.piece or "")) for one in lines if one is not None]

    def list(self) -> list[tuple[str, str]]:
        """The cards that can be drawn, and what stands below their names."""
        return [(str(plain(one.label)), str(plain(one.detail or ""))) for one in self.session.scene.choices]

    def cards(self) -> list[dict[str, Any]]:
        self.writer.close()
        assert self.messages == []
        found: list[dict[str, Any]] = read_content(self.path).data["police_cards"]
        return found


SAID: dict[str, dict[str, Any]] = {
    "alert_end": {"do": "alert_end", "n": 12},
    "card": {"do": "shown", "mafia_per_turn": 1, "bag_add": {"blue": 1, "red": 0, "yellow": 0}},
    "alert_cars": {"do": "alert_cars", "cars": [9]},
}


@pytest.fixture
def evening() -> Told:
    return Told(new_box(GAME, "Ours"))


def say(telling: CardTelling, *parts: tuple[str, str]) -> None:
    for part, option in parts:
        telling.say(part, option)


def test_only_the_event_of_the_last_card_counts(evening: Told) -> None:
    first = evening.new()
    assert (first.has_title, [one.id for one in first.slots()], first.buttons) == (True, ["square"], ())
    evening.take()
    assert [one.id for one in evening.new().buttons][:3] == ["alert", "story", "wound"]


def test_what_a_card_has_changed_is_carried_out_and_stands_in_the_list_the_next_time(evening: Told) -> None:
    evening.new()
    evening.take()
    telling = evening.new()
    telling.say(TITLE, text="Blackout")
    say(telling, ("alert", "=1"), ("wound", "=0"))
    assert [plain(one) for one in telling.did] == ["Alert: +2", "Wound: each of us"]
    told = evening.take()
    assert "“Blackout”: do what it says." in told
    facts = evening.table.facts()
    assert facts["alert"]["at"] == 2
    assert [one["wounds"] for one in facts["characters"].values()] == [1, 1]
    evening.session.undo()
    assert evening.table.facts()["alert"]["at"] == 0
    assert ("Blackout", "Alert: +2, Wound: each of us") in evening.list()
    choice = next(one for one in evening.session.scene.choices if plain(one.label) == "Blackout")
    assert evening.session.choose(choice), "as it was last time: one tap"
    assert evening.table.facts()["alert"]["at"] == 2


def test_what_was_said_by_mistake_is_taken_back(evening: Told) -> None:
    evening.new()
    evening.take()
    telling = evening.new()
    say(telling, ("alert", "=1"), ("story", "=0"))
    telling.take_back(0)
    assert telling.effects == [{"op": "story", "n": 1}]
    evening.take()
    assert (evening.table.facts()["alert"]["at"], evening.table.facts()["story"]["at"]) == (0, 1)


def test_of_nothing_hands_do_it_all_and_the_game_goes_on(evening: Told) -> None:
    for _ in range(2):
        evening.new()
        evening.take()
    assert evening.table.ask.rule == "R-NYC-42"
    assert evening.table.facts()["event"]["card"] == "?"
    assert evening.cards() == []


def test_a_title_alone_is_enough_and_what_it_does_is_asked_when_its_event_counts(evening: Told) -> None:
    evening.new().say(TITLE, text="Fog")
    evening.take()
    evening.new().say(TITLE, text="Rain")
    evening.take()
    assert evening.table.ask.rule == "R-NYC-42", "it has just been told, and nothing was to be followed"
    assert [one["event"]["title"] for one in evening.cards()] == ["Fog", "Rain"]
    later = Told(evening.path)
    assert [title for title, _ in later.list()][:2] == ["Fog", "Rain"]
    for title in ("Rain", "Fog"):
        choice = next(one for one in later.session.scene.choices if plain(one.label) == title)
        later.session.choose(choice)
        later.session.pages.clear()
    telling = later.session.learning.telling
    assert telling is not None
    assert (telling.known, telling.title, later.session.mode) == (True, "Fog", "new")
    telling.say("alert", "=0")
    later.take()
    assert later.table.facts()["alert"]["at"] == 1
    assert later.table.ask.rule == "R-NYC-42"
    assert later.cards()[0]["event"]["effects"] == [{"op": "alert", "n": 1}]


def test_the_square_of_a_card_whose_title_was_told_before_goes_into_the_box_from_the_whole_form(evening: Told) -> None:
    for title in ("Fog", "Rain"):
        evening.new().say(TITLE, text=title)
        evening.take()
    assert len(evening.cards()) == 2
    later = Told(evening.path)
    for title in ("Rain", "Fog"):
        choice = next(one for one in later.session.scene.choices if plain(one.label) == title)
        later.session.choose(choice)
        later.session.pages.clear()
    telling = later.session.learning.telling
    assert telling is not None
    assert telling.known
    telling.say("square", ANOTHER, "Fish Wharf")
    assert later.session.teach(telling.path, telling.row(), telling), later.session.refused
    assert later.cards()[0]["square"] == "fish_wharf"


def test_a_card_without_a_title_is_called_by_its_number_until_it_gets_one_in_the_box(evening: Told) -> None:
    evening.new()
    evening.take()
    evening.new().say("alert", "=0")
    evening.take()
    [card] = evening.cards()
    assert card["event"]["title"] == ""
    evening.session.undo()
    assert ("Police card 1", "Alert: +1") in evening.list()
    named = {**card, "event": {**card["event"], "title": "Sirens"}}
    evening.session.take_from_box([("police_cards", named)])
    assert ("Sirens", "Alert: +1") in evening.list()


def test_a_square_that_is_named_is_on_the_board_from_then_on(evening: Told) -> None:
    telling = evening.new()
    telling.say("square", ANOTHER, "Fish Wharf")
    assert [plain(one.said) for one in telling.slots()] == ["Fish Wharf"]
    evening.take()
    assert evening.table.facts()["cars"]["squares"] == {"fish_wharf": 1}
    telling = evening.new()
    options = [plain(one.words) for one in telling.options("square")]
    assert options == ["Fish Wharf", "Another name …", "Nothing there"]
    telling.say("mafia", ANOTHER, "fish wharf")
    assert telling.added == {}, "it is the same square"
    telling.say("square", NOTHING)
    evening.take()
    assert evening.table.known("police_cards").known == 2
    squares = read_content(evening.path).data["board"]["squares"] if evening.cards() else []
    assert [(one["id"], one["name"]) for one in squares] == [("fish_wharf", "Fish Wharf")]


def test_a_square_that_was_named_is_in_the_log_and_when_looking_back(evening: Told) -> None:
    telling = evening.new()
    telling.say(TITLE, text="Fog")
    telling.say("square", ANOTHER, "Pier")
    evening.take()
    timeline = evening.session.timeline
    labels = [plain(timeline.label(entry.played)) for entry in timeline.entries()]
    assert "New on the board · Pier" in labels
    assert look_back(evening.table).headline


@pytest.mark.parametrize(
    ("typed", "title"),
    [("a\x07b", "ab"), ("Fog\r\n at night", "Fog at night"), ("\x7f", ""), ("\xad", ""), ("F\ud800og", "Fog")],
)
def test_a_title_is_what_can_be_read_of_it(evening: Told, typed: str, title: str) -> None:
    telling = evening.new()
    telling.say(TITLE, text=typed)
    assert telling.title == title


def half(evening: Told) -> None:
    telling = evening.new()
    telling.say(TITLE, text="Half")
    telling.say("square", ANOTHER, "Pier")


def titled(evening: Told) -> tuple[str, list[str]]:
    telling = evening.session.learning.telling
    assert telling is not None
    return telling.title, [str(plain(one.said)) for one in telling.slots()]


def test_a_card_that_another_screen_saves_meanwhile_takes_nothing_from_one_half_told(evening: Told) -> None:
    half(evening)
    event = {"title": "Other", "text": "", "effects": [], "random_location": False}
    assert evening.session.take_from_box([("police_cards", {"id": "half", "event": event})])
    assert [row["id"] for row in evening.table.box.data["police_cards"]] == ["half"]
    assert titled(evening) == ("Half", ["Pier"])
    evening.take()
    assert [row["event"]["title"] for row in evening.cards()][-1] == "Half"
    assert len({row["id"] for row in evening.table.box.data["police_cards"]}) == 2


def test_back_and_again_or_undo_and_redo_keep_a_card_half_told(evening: Told) -> None:
    half(evening)
    evening.session.learning.close()
    assert evening.session.mode == "list"
    evening.new()
    assert titled(evening) == ("Half", ["Pier"])
    evening.session.undo()
    evening.session.pages.clear()
    evening.session.redo()
    evening.session.pages.clear()
    assert titled(evening) == ("Half", ["Pier"])
    evening.take()
    evening.session.undo()
    evening.session.pages.clear()
    assert evening.session.mode == "list"
    assert evening.new().title == "", "that one is told; this is another one"


def test_with_squares_a_mafia_card_is_three_of_them(evening: Told) -> None:
    evening.new().say("square", ANOTHER, "Fish Wharf")
    evening.take()
    evening.new()
    evening.take()
    evening.give({"do": "turn", "seat": "father"})
    telling = evening.new()
    assert telling.buttons, "it may do more than move along"
    say(telling, ("mafia", "fish_wharf"), ("info", NOTHING))
    telling.say("item", ANOTHER, "Glass Tower")
    evening.take()
    row = evening.table.box.data["mafia_cards"][0]
    assert (row["mafia"], row["info"], row["item"]) == ("fish_wharf", None, "glass_tower")


def test_a_card_that_lies_there_does_something_in_mid_round(evening: Told) -> None:
    for _ in range(2):
        evening.new()
        evening.take()
    assert {"do": "caused", "effects": None} in evening.legal()
    evening.give({"do": "caused", "effects": [{"op": "alert", "n": 2}]})
    evening.give({"do": "turn", "seat": "father"})
    evening.give({"do": "draw", "deck": "mafia", "card": None})
    evening.give({"do": "caused", "effects": [{"op": "wound", "who": "mother"}]})
    assert evening.table.facts()["alert"]["at"] == 2
    assert evening.table.facts()["characters"]["mother"]["wounds"] == 1
    described = [plain(GAME.presenter.describe(evening.table.state, one.answer)) for one in
                 evening.table.history.entries[-1:] if one.answer is not None]  # fmt: skip
    assert described == ["Because of a card: Wound: Mother"]
    kept, _ = load_again(GAME, evening.table.setup.pack, evening.table.setup.pack_hash, evening.table.setup.box)
    again = Table.resume(GAME, kept, evening.table.setup, evening.table.log, chance=evening.table.chance, auto=False)
    assert again.hash() == evening.table.hash()


def to_the_next_round(evening: Told) -> list[str]:
    """Both play, and nothing happens in it; gives what is told when the next round begins."""
    for seat in ("father", "mother"):
        while evening.table.ask.rule != "R-NYC-43":
            legal = evening.legal()
            evening.give(next((one for one in legal if one == {"do": "turn", "seat": seat}), legal[-1]))
        evening.session.answer(GAME.rules.parse(evening.table.state, {"do": "ended", "wounds": 0}))
        lines = [line.instruction for page in evening.session.pages for line in page.lines]
        evening.session.pages.clear()
    return [str(plain(one.text)) for one in lines if one and one.text]


def in_force(evening: Told) -> list[str]:
    """What lasts, in words."""
    return [str(plain(effect_words(evening.table.state, one))) for one in evening.table.state.now.effects]


def test_a_reminder_comes_up_at_its_time_with_the_title_of_the_card(evening: Told) -> None:
    evening.new()
    evening.take()
    telling = evening.new()
    telling.say("next")
    telling.say(TITLE, text="High Tide")
    assert [plain(one) for one in telling.did] == ["Remind us next round"]
    evening.take()
    assert "“High Tide”: look at the card again." in to_the_next_round(evening)
    assert evening.table.facts()["effects"] == []


def test_a_title_that_comes_later_reaches_the_reminder_and_the_event_on_the_table(evening: Told) -> None:
    evening.new().say(TITLE, text="Fog")
    evening.take()
    evening.new().say("next")
    evening.take()
    assert in_force(evening) == ["Next round: “Police card 2”: look at the card again."]
    assert "High Tide" not in str(evening.session.scene)
    card = evening.table.box.data["police_cards"][-1]
    evening.session.take_from_box([("police_cards", {**card, "event": {**card["event"], "title": "High Tide"}})])
    assert in_force(evening) == ["Next round: “High Tide”: look at the card again."]
    assert "High Tide" in str(evening.session.scene)
    assert "“High Tide”: look at the card again." in to_the_next_round(evening)


def test_a_card_that_comes_again_reminds_once_and_does_the_rest_again(evening: Told) -> None:
    evening.new()
    evening.take()
    telling = evening.new()
    telling.say(TITLE, text="Tide")
    say(telling, ("remind", "=2"), ("alert", "=0"))
    evening.take()
    [card] = [one for one in evening.table.box.data["police_cards"] if one["event"]["title"] == "Tide"]
    for times in (2, 3):
        evening.give({"do": "caused", "effects": card["event"]["effects"]})
        assert evening.table.facts()["alert"]["at"] == times
        assert in_force(evening) == ["Every round: “Tide”: look at the card again."]


def again_with_the_title(evening: Told, typed: str) -> CardTelling:
    """A card of this title is told, and taken back; then one comes of which ``typed`` is the title."""
    evening.new().say(TITLE, text="Día de Niebla")
    evening.take()
    evening.session.undo()
    evening.session.pages.clear()
    telling = evening.new()
    telling.press(TITLE)
    telling.type(typed)
    return telling


@pytest.mark.parametrize("typed", ["Día de Niebla", "DIA DE NIEBLA", " dia de  niebla "])
def test_a_title_that_is_in_the_list_takes_the_card_of_the_list(evening: Told, typed: str) -> None:
    telling = again_with_the_title(evening, typed)
    assert telling.open == SAME
    first, another = telling.options()
    assert [plain(first.words), plain(another.words)] == ["That one: Día de Niebla", "Another card with the same title"]
    telling.choose(first.id)
    evening.take()
    assert [one["event"]["title"] for one in evening.cards()] == ["Día de Niebla"]
    assert evening.table.facts()["decks"]["police"]["display"] == ["dia_de_niebla"]


def test_a_deck_may_hold_two_cards_of_one_title(evening: Told) -> None:
    telling = again_with_the_title(evening, "dia de niebla")
    telling.close()
    assert not evening.session.tell(), "first it is asked which one"
    assert telling.open == SAME
    telling.choose(ANOTHER)
    evening.take()
    assert len(evening.cards()) == 2


def test_two_cards_of_one_title_are_told_apart_by_what_else_is_known(evening: Told) -> None:
    """When the title is typed again, it has to be said which of them has come."""
    for part, option, text in (("square", ANOTHER, "Pier"), ("alert", "=0", "")):
        telling = evening.new()
        telling.say(TITLE, text="Fog")
        telling.say(part, option, text)
        evening.take()
    for _ in range(2):
        evening.session.undo()
        evening.session.pages.clear()
    telling = evening.new()
    telling.say(TITLE, text="fog")
    said = [plain(one.words) for one in telling.options(SAME)]
    assert said == ["That one: Fog · Pier", "That one: Fog · Alert: +1", "Another card with the same title"]


def test_a_card_with_the_title_of_one_that_lies_on_the_table_is_another_one(evening: Told) -> None:
    evening.new().say(TITLE, text="Fog")
    evening.take()
    telling = evening.new()
    telling.say(TITLE, text="fog")
    assert telling.open == ""
    evening.take()
    assert len(evening.cards()) == 2


def test_a_card_half_told_is_there_after_a_restart(evening: Told) -> None:
    evening.new()
    evening.take()
    half(evening)
    telling = evening.session.learning.telling
    assert telling is not None
    telling.say("alert", "=1")
    telling.press("wound")
    table = evening.table
    kept, _ = load_again(GAME, table.setup.pack, table.setup.pack_hash, table.setup.box)
    notes = json.loads(json.dumps(table.notes))
    again = Table.resume(GAME, kept, table.setup, table.log, chance=table.chance, auto=False, notes=notes)
    evening.table, evening.session = again, Session(again, confirmed=again.rev)
    assert evening.session.mode == "new"
    assert titled(evening) == ("Half", ["Pier"])
    telling = evening.session.learning.telling
    assert telling is not None
    assert (telling.open, telling.effects) == ("wound", [{"op": "alert", "n": 2}])
    telling.choose("=0")
    evening.take()
    assert again.facts()["alert"]["at"] == 2
    assert evening.session.mode != "new"
    assert not again.notes["telling"]


@pytest.mark.parametrize(
    ("effects", "code"),
    [([], "malformed"), (None, "malformed"), ([{"op": "alert"}], "malformed"), ([{"op": "alert", "n": 0}], "malformed"),
     ([{"op": "place_mafia", "at": "atlantis"}], "unknown")],
)  # fmt: skip
def test_what_is_no_effect_is_refused_in_mid_round(evening: Told, effects: Any, code: str) -> None:
    for _ in range(2):
        evening.new()
        evening.take()
    with pytest.raises(Refused) as no:
        evening.table.answer({"do": "caused", "effects": effects})
    assert no.value.code == code


def test_on_a_whole_board_nothing_of_it_is_there() -> None:
    table = Table(GAME, load_pack(GAME), ["father"], {"nyc.follow": "light"})
    session = Session(table)
    session.begin()
    for _ in range(60):
        session.pages.clear()
        if table.ask.rule == "R-NYC-43":
            break
        if not session.draw():
            session.answer((table.legal() or [])[0])
    assert not any(one.template for one in table.legal() or [])
    assert session.learning.telling is None
    with pytest.raises(Refused):
        table.answer({"do": "caused", "effects": [{"op": "alert", "n": 1}]})
    assert not isinstance(table.ask, DrawAsk)
