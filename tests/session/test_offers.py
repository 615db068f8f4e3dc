"""What is offered while a card is told: the box takes every part of it, in any order."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.core.validation import examine
from companion.games.crash.content import Upgrade
from companion.games.newyork.answers import Caused
from companion.games.newyork.content import ROLES
from companion.games.registry import load_game
from companion.packs.editing.words import BoxWords
from companion.packs.loader import load_pack, new_box
from companion.scene.scene import Fix, Private
from companion.session.session import Session
from companion.session.telling import ANOTHER, CardTelling
from companion.table.table import Table
from companion.web.views import offers as web_offers
from tests.owner import Owner
from tests.session.test_told_games import Evening
from tests.session.test_whole_boxes import sit

TABLES = [
    ("newyork", "police_cards"),
    ("escape", "contacts"),
    ("crash", "upgrades"),
    ("krysis", "relics"),
    ("krysis", "agents.company_1.fighters"),
]

ROW = {"id": "a", "name": "Ram", "text": "", "timing": "passive", "not_in_2p": False}
"""An upgrade without effects."""


class Offering(Evening):
    """A game up to a card of a table that is being told."""

    def comes_to(self, table: str) -> bool:
        """False if the game ends before."""
        while not self.table.over:
            telling = self.session.learning.telling if self.session.mode == "new" else None
            if telling is not None and telling.path == table and telling.buttons:
                return True
            self._step()
            while self.session.pages:
                self.session.done()
        return False

    def afresh(self) -> CardTelling:
        """The card, with nothing told of it yet."""
        telling = self.session.learning.telling
        assert telling is not None
        telling.close()
        telling.editor.form.put((), copy.deepcopy(telling._before))
        telling._fix()
        return telling

    def require_taken(self, telling: CardTelling) -> None:
        """What the touchscreen would offer to take is taken by the box."""
        if telling.lacks is None and not telling.empty:
            try:
                self.table.box.learned(self.game.rules, telling.path, telling.row())
            except Refused as no:
                raise AssertionError(f"{telling.row()}: {plain(no.text)}") from None


def with_a_card_of(name: str, table: str) -> Offering:
    evenings = (Offering(name, new_box(load_game(name), "Ours"), Random(seed)) for seed in count())
    return next(evening for evening in evenings if evening.comes_to(table))


def offers(telling: CardTelling) -> Iterator[tuple[str, str]]:
    """Every option of every button that is offered."""
    for button in telling.buttons:
        if button.whole or button.typed:
            yield button.id, ""
        for option in telling.options(button.id):
            if option.id != ANOTHER:
                yield button.id, option.id


def placings(telling: CardTelling, luck: Random) -> Iterator[list[tuple[str, str]]]:
    """Everything that can be said of each slot, with something said of the others."""
    slots = telling.slots()
    every = [["", *(one.id for one in telling.options(slot.id) if one.id != ANOTHER)] for slot in slots]
    yield []
    for at, options in enumerate(every):
        for option in options:
            said = [option if n == at else luck.choice(others) for n, others in enumerate(every)]
            yield [(slot.id, one) for slot, one in zip(slots, said, strict=True) if one]


@pytest.mark.by_turns
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_the_box_takes_all_that_is_offered(name: str, table: str) -> None:
    evening = with_a_card_of(name, table)
    luck = Random(name)
    seen: set[str] = set()
    for placing in list(placings(evening.afresh(), luck)):
        telling = evening.afresh()
        for part, option in placing:
            telling.say(part, option)
        every = [*offers(telling)]
        luck.shuffle(every)
        for part, option in every:
            telling.say(part, option, "Look at the map.")
            seen.add(part)
        evening.require_taken(telling)
        slots = [(slot.id, choice.id) for slot in telling.slots() for choice in telling.options(slot.id)]
        for part, option in luck.sample(slots, min(3, len(slots))):
            if option != ANOTHER and part in {slot.id for slot in telling.slots()}:
                telling.say(part, option)
                evening.require_taken(telling)
    assert seen == {button.id for button in evening.game.rules.sheets.buttons}, "each button is offered somewhere"


def test_an_upgrade_that_always_counts_has_no_buttons_and_says_where_it_is_told() -> None:
    evening = with_a_card_of("crash", "upgrades")
    telling = evening.afresh()
    always = next(one.id for one in telling.options("timing") if plain(one.words) == "Always works")
    telling.say("timing", always)
    assert plain(telling.hint) == "What it does then is told under “All that it says …”."
    telling = evening.afresh()
    telling.say("push", "=1")
    assert {plain(one.words) for one in telling.options("timing")} == {
        "At the start of your turn",
        "At the end of your turn",
    }


def test_what_is_paid_is_paid_first_and_undo_still_takes_back_the_last_tap() -> None:
    evening = with_a_card_of("crash", "upgrades")
    telling = evening.afresh()
    telling.say("timing", telling.options("timing")[1].id)
    telling.say("energy", "=1")
    telling.say("boosters", "=3")
    assert telling.row()["effects"] == [{"op": "pay", "boosters": 1}, {"op": "gain", "energy": 2}]
    telling.take_back(1)
    assert telling.row()["effects"] == [{"op": "gain", "energy": 2}]


def test_a_row_that_the_box_cannot_take_is_refused_in_the_words_of_its_form() -> None:
    evening = with_a_card_of("crash", "upgrades")
    assert not evening.session.teach("upgrades", {**ROW, "effects": [{"op": "push", "distance": 2}]})
    said = plain(evening.session.refused or "")
    assert said == (
        'The box cannot take it like this. What it does: "push 2 squares" does not go with "Always works"; it goes '
        "with: At the start of your turn, At the end of your turn."
    )
    assert not evening.session.teach("upgrades", {**ROW, "timing": "crash", "effects": [{"op": "gain"}]})
    said = plain(evening.session.refused or "")
    assert said == "The box cannot take it like this. What it does: there must be at least 1 energy or 1 booster."


@pytest.mark.parametrize("name", sorted({name for name, _ in TABLES}))
def test_no_two_buttons_look_alike(name: str) -> None:
    buttons = load_game(name).rules.sheets.buttons
    assert len({button.icon for button in buttons}) == len(buttons)
    assert len({plain(button.label) for button in buttons}) == len(buttons)


def test_what_is_wrong_in_a_form_is_said_in_the_words_of_the_form() -> None:
    crash = load_game("crash")
    words = BoxWords(crash.presenter.box, crash.presenter.box_icons, crash.rules.sheets)
    [fault] = examine(Upgrade, {**ROW, "timing": "sometimes", "effects": None}).problems
    said = plain(words.in_labels(fault.said, "timing"))
    assert "After the rotation die" in said
    assert "start_of_turn" not in said


def test_what_lies_open_before_it_is_used_asks_what_the_card_says() -> None:
    telling = with_a_card_of("escape", "contacts").afresh()
    assert plain(telling.asked) == "What does the card say?"
    assert plain(telling.hint) == "Tap what it will change, so that the box knows it then."


def test_when_an_upgrade_is_used_of_which_only_the_title_was_told_nobody_says() -> None:
    evening = with_a_card_of("crash", "upgrades")
    telling = evening.afresh()
    telling.say("title", text="Magnet")
    assert evening.session.tell()
    [card] = [page.card for page in evening.session.pages if page.card is not None]
    assert (plain(card.title), card.heading) == ("Magnet", None)


def test_nobody_finds_the_escape_plan_of_another_in_the_list() -> None:
    """R-GEN-06: with a box of which nothing is known, what is in the list is what others have just told."""
    game = load_game("escape")
    pack = load_pack(game, new_box(game, "Ours").name)
    chance = dict.fromkeys(game.rules.chance_items, "asked")
    session = Session(Table(game, pack, ["red", "yellow"], {"plans": "private"}, chance=chance, auto=False))
    listed = []
    while len(listed) < 4:
        session.pages.clear()
        if getattr(session.table.ask, "deck", "") != "plans":
            session.answer(session.learning.nameless or (session.table.legal() or [])[0])
            session.pass_over() if session.mode == "new" else None
            continue
        listed.append([plain(one.label) for one in session.scene.choices])
        listed.append([plain(offer.choice.label) for offer in web_offers(session)])
        session.learning.open(session.learning.nameless)
        assert session.learning.telling is not None
        session.learning.telling.say("title", text="Treasure")
        assert session.tell()
    assert listed == [["A card that is not in the list"]] * 4


def test_nobody_finds_in_the_corrections_what_another_has_told_alone(tmp_path: Path) -> None:
    """R-GEN-06: not on the screen, in the terminal or on phones, until it lies face up."""
    owner = Owner(tmp_path / "mine", "relics", game="krysis", known=2)
    session = sit(owner, "relics")
    table, left = session.table, list(owner.held["relics"])
    known = {row["id"] for row in owner.rows("relics")}
    told, hidden, own = set[str](), 0, 0
    while len(told) < 4 or not hidden or not own:
        session.pages.clear()
        ask = table.ask
        assert not table.over
        if len(told) < 4 and session.learning.nameless is not None and "relics" in session.learning.choices():
            row = left.pop()
            told.add(row["id"])
            session.learning.open(session.learning.nameless)
            assert session.teach("relics", row)
        elif is_chance(ask):
            session.draw()
        else:
            session.answer(table.game.player.advise(table.state, table.legal() or [], lambda: 0.0))
        for seat in table.setup.seats:
            listed = relics_in_corrections(table.private(seat))
            held = {one: {*there["camp_relics"], *there["home_relics"]} & {*told}
                    for one, there in table.facts()["secrets"].items()}  # fmt: skip
            assert not listed & {card for one in held if one != seat for card in held[one]}
            if listed:
                assert listed >= known - {*strings(table.view(None))}
                assert listed >= held[seat]
                hidden += sum(len(held[one]) for one in held if one != seat)
                own += len(held[seat])


def relics_in_corrections(private: Private | None) -> set[str]:
    taps = [cell.tap for fix in (private.fixes if private is not None else ()) for cell in fix.cells]
    changes = [change for tap in taps if isinstance(tap, Fix) for change in tap.changes]
    return {change["relic"] for change in changes if change["fact"] == "relic"}


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from strings(one)


def test_no_button_of_a_card_does_nothing_without_a_word_where_nothing_is_known() -> None:
    """Something is told, asked, moved, or waits, for every button of New York Crisis."""
    evening = Evening("newyork", new_box(load_game("newyork"), "Ours"), Random("quiet"))
    table = evening.table
    while getattr(table.ask, "choice", "") != "report":
        evening._step()
        while evening.session.pages:
            evening.session.done()
    table.learn("items", {"kind": "bike", "count": 4})
    changes: list[dict[str, Any]] = [{"fact": "alert", "value": 4}, {"fact": "story", "value": 4}]
    for seat in table.setup.seats:
        changes += [{"fact": "wounds", "seat": seat, "value": 1}, {"fact": "skill", "seat": seat, "value": 1}]
        changes.append({"fact": "hand", "seat": seat, "item": "bike", "value": {"ready": 1, "used": 0}})
    table.correct(changes, "as if we had played")
    before, silent = table.facts(), list[tuple[str, str]]()
    for button in evening.game.rules.sheets.buttons:
        for value in button.values or ("Look at the map.",):
            words = value if isinstance(value, str) else plain(value.words)
            absent = not isinstance(value, str) and value.value in {*ROLES} - set(table.setup.seats)
            played = table.answer(Caused([button.made(value)]))
            if not absent and not played.instructions and table.facts() == before and table.ask.rule == "R-NYC-43":
                silent.append((button.id, words))
            table.undo()
    assert silent == []


@pytest.mark.parametrize("name", sorted({name for name, _ in TABLES}))
def test_no_two_kinds_of_effects_have_the_same_icon(name: str) -> None:
    icons = [icon for kind, icon in load_game(name).presenter.box_icons.items() if kind.startswith("+")]
    assert len({*icons}) == len(icons)


def test_two_crystals_are_said_as_at_the_table() -> None:
    buttons = load_game("krysis").rules.sheets.buttons  # type: ignore[union-attr]
    said = [str(plain(value.words)) for button in buttons for value in button.values]
    assert "2 red crystals" in said
    assert not [words for words in said if "×" in words]
