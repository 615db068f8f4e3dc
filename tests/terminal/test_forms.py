"""Forms in the terminal: bids, goods and homes are typed as numbers; players stand side by side."""

from __future__ import annotations

from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Answer
from companion.core.asks import is_chance
from companion.games.krysis.answers import Bid
from companion.games.krysis.content import Crystals
from companion.games.krysis.game import GAME
from companion.packs.loader import load_pack
from companion.scene.scene import Filling, Named, Portion
from companion.table.table import Table
from companion.terminal.forms import typed_into
from tests.terminal.test_terminal import Sitting, number_of

SEATS = "lamplighters barrow knuckle"


def sitting(**options: str) -> Sitting:
    chance = {key.removeprefix("chance_"): value for key, value in options.items() if key.startswith("chance_")}
    settings = {f"kr.{key}": value for key, value in options.items() if not key.startswith("chance_")}
    table = Table(
        GAME,
        load_pack(GAME),
        SEATS.split(),
        settings,
        chance=chance,
        dealer=Dealer("pit"),
        clock=lambda: 0.0,
        auto=False,
    )
    return Sitting(table=table)


def until(at: Sitting, choice: str) -> Sitting:
    """Answer as the sensible player does until ``choice`` is asked."""
    luck = Random(4)
    while getattr(at.table.ask, "choice", None) != choice:
        if is_chance(at.table.ask):
            at.session.draw()
        else:
            at.session.answer(GAME.player.advise(at.table.state, at.table.legal() or [], luck.random))
    return at


def test_bids_are_typed_as_numbers_and_the_order_is_said():
    at = until(sitting(), "bid")
    assert "The bid" in at.type("")
    assert "What did Barrow & Daughters bid?" in at.type("1 0 1")
    at.type("0 2 0")
    written = at.type("0 1 0")
    for line in ("1. ", ": 4 (1 red, 1 white)", ": 4 (2 blue)", "the miner is ahead of", ": 2 (1 blue)"):
        assert line in written
    assert at.table.facts()["bids"]["lamplighters"] == {"red": 1, "blue": 0, "white": 1}


@pytest.mark.parametrize("typed", ["1", "1 2 3 4", "99 0 0", "one 0 0", "1 0 1 / 2", "-1 0 0"])
def test_what_does_not_fit_a_form_changes_nothing(typed: str):
    at = until(sitting(), "bid")
    rev = at.table.rev
    assert "That does not fit here" in at.type(typed)
    assert at.table.rev == rev


def test_players_stand_side_by_side_and_goods_are_carried_home():
    at = until(sitting(), "turn")
    written = at.type("b")
    for words in ("strength", "slots", " = "):
        assert words in written
    at.type(number_of(written, "Load your camp"))
    opened = at.type(number_of(at.type("b"), "Load home"))
    assert "From your camp home" in opened
    assert "Type how many: red crystals (0 to" in opened
    assert "Enter gives: " in opened
    back = at.type("0")
    assert "Load your camp" in back or "Load home" in back
    menu = at.type("b")
    if "Load home" not in menu:
        menu = at.type(number_of(menu, "Load your camp"))
    at.type(number_of(menu, "Load home"))
    rev = at.table.rev
    assert "Nothing is taken, although something can be carried. Type it once more" in at.type("0 0 0 0")
    assert at.table.rev == rev
    at.type("0 0 0 0")
    assert at.table.rev == rev + 1


def test_enter_gives_what_fits_best():
    at = until(sitting(), "turn")
    menu = at.type(number_of(at.type("b"), "Load your camp"))
    at.type(number_of(menu, "Load home"))
    form = next(form for form in at.table.scene().fillings if form.template.to == "home")
    assert form.start is not None
    assert any(form.start[0].values())
    at.type("")
    (last,) = [entry for entry in at.table.log[-1:] if entry.answer]
    assert last.answer["goods"] == form.start[0]


def test_an_overloaded_team_is_told_so_and_may_type_again():
    at = until(sitting(), "turn")
    while True:
        form = next(form for form in at.table.scene().fillings)
        full = GAME.presenter.filled(at.table.state, form.template, {one.id: one.most for one in form.portions}, [])
        if not GAME.rules.allows(at.table.state, full):
            break
        at.session.answer(full)
        until(at, "turn")
    menu = at.type(number_of(at.type("b"), "Load your camp"))
    at.type(number_of(menu, "Load home"))
    rev = at.table.rev
    assert "The team cannot carry that much." in at.type(" ".join(str(one.most) for one in form.portions))
    assert at.table.rev == rev
    at.type("0")
    assert at.table.rev == rev


def test_where_homes_are_followed_a_bid_is_asked_alone():
    at = until(sitting(home_ledger="private"), "bid")
    written = at.type()
    assert "Only The Lamplighters looks now: press Enter." in written
    assert "The bid" not in written
    assert "The bid" in at.type("", "")


def test_homes_are_said_with_crystals_relics_and_a_mission():
    at = until(sitting(missions="on"), "home")
    form = at.table.scene().fillings[0]
    assert (len(form.portions), len(form.named) in (0, 24), len(form.one_of)) == (3, True, 4)
    written = at.type("")
    assert "Put / between them: 2 1 3 / 4 7." in written
    at.type("1 1 1 / / 2" if form.named else "1 1 1 / 2")
    assert at.table.facts()["declared"]["lamplighters"]["crystals"] == {"red": 1, "blue": 1, "white": 1}


def test_amounts_names_and_one_word_are_parted_by_strokes():
    form = Filling(
        Answer(), "Form",
        [Portion("red", "red", "x", 3), Portion("blue", "blue", "x", 2)],
        [Named("a", "A", "x"), Named("b", "B", "x")],
        [Named("m", "M", "x"), Named("n", "N", "x")],
    )  # fmt: skip
    assert typed_into(form, ["3", "0", "/", "2", "1", "/", "2"]) == ({"red": 3, "blue": 0}, ["b", "a", "n"])
    assert typed_into(form, ["3 0//1"]) == ({"red": 3, "blue": 0}, ["m"])
    for wrong in ("4 0 / / 1", "3 0 / 3 / 1", "3 0", "3 0 / 1 / 1 2", "3 0 / 1 / 1 / 1"):
        assert typed_into(form, wrong.split()) is None


def test_whoever_looks_alone_can_put_another_card_into_the_hand():
    at = until(sitting(chance_agents="digital"), "bid")
    seat = "barrow"
    held = at.table.facts()["secrets"][seat]["hand"]
    written = at.type("secret 2", "", "")
    agent = at.table.state.world.agents[held[0]].name
    number = next(line.split()[0] for line in written.splitlines() if f"■{agent}" in line)
    other = next(line for line in written.splitlines() if f"■{agent}" in line).partition("□")[2].partition(" □")[0]
    at.type("secret 2", "", f"{number} {other.strip()}", "")
    hand = at.table.facts()["secrets"][seat]["hand"]
    assert held[0] not in hand
    assert len(hand) == len(held)


def test_a_bid_of_before_is_typed_anew_and_weighed_first() -> None:
    at = until(sitting(), "mine")
    rev = next(part.entry.rev for part in reversed(at.table.history.line) if isinstance(part.answer, Bid))
    before = at.table.hash()
    written = at.type(f"change {rev}", "1", "9 9 9", "0 1 0", "0")
    assert "as it was" in written
    assert "Type how many" in written
    assert "What follows" in written
    assert "Nothing was changed." in written
    assert at.table.hash() == before
    at.type(f"change {rev}", "1", "0 1 0", "1")
    answers = [part.answer for part in at.table.history.line]
    assert answers.count(Bid(Crystals(red=0, blue=1, white=0))) == 1


def test_a_form_of_before_is_left_with_enter() -> None:
    at = until(sitting(), "mine")
    rev = next(part.entry.rev for part in reversed(at.table.history.line) if isinstance(part.answer, Bid))
    before = at.table.rev
    assert "Nothing was changed." in at.type(f"change {rev}", "1", "", "0")
    assert at.table.rev == before
