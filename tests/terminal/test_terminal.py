"""A table in the terminal: what is typed is what happens, and what is not understood changes nothing."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from rich.console import Console

from companion.chance.dealer import Dealer
from companion.core.answers import Roll
from companion.core.asks import ChooseAsk, RollAsk
from companion.games.newyork.game import GAME
from companion.language import Language
from companion.packs.loader import load_pack
from companion.scene.menu import Menu
from companion.session.session import Session
from companion.table.table import Table
from companion.terminal.terminal import Terminal, play_terminal
from companion.terminal.view import TerminalView


class Sitting:
    """Somebody at a terminal; ``type`` types lines and gives what the terminal wrote since."""

    def __init__(self, seats: str = "father mother", *, confirmed: int = 0, table: Table | None = None, **options: Any):
        settings = {"story": "high_water", **options.pop("settings", {})}
        options = {"dealer": Dealer("lantern"), "clock": lambda: 0.0, "auto": False, **options}
        self.table = table or Table(GAME, load_pack(GAME), seats.split(), settings, **options)
        self.paper = io.StringIO()
        self.lines: list[str] = []
        self.session = Session(self.table, confirmed=confirmed)
        view = TerminalView(Console(file=self.paper, width=100, markup=False), Language().say)
        self.terminal = Terminal(self.session, view, self._read)

    def _read(self, prompt: str) -> str:
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def type(self, *lines: str) -> str:
        self.lines = list(lines)
        start = self.paper.tell()
        self.terminal.run()
        return self.paper.getvalue()[start:]

    def until(self, kind: type) -> Sitting:
        """Press Enter until such a question comes up."""
        while not isinstance(self.table.ask, kind):
            self.type("" if not isinstance(self.table.ask, ChooseAsk) else "1")
        return self


def number_of(written: str, words: str) -> str:
    """The number in front of a line of the menu."""
    found = re.findall(rf"^ *(\d+)  {re.escape(words)}", written, re.MULTILINE)
    assert found, f"{words!r} is not offered:\n{written}"
    return str(found[-1])


def test_a_new_table_is_laid_out_line_by_line():
    sitting = Sitting()
    written = sitting.paper.getvalue()
    assert "☐ + alert marker on alert 0" in written
    assert "☐ + Father: card, figure, 2 skill tokens" in written
    assert "mafia cards" not in written  # its cards are digital


def test_decks_of_real_cards_are_put_on_the_table_too():
    written = Sitting(chance={"mafia": "asked"}).paper.getvalue()
    assert "☐ + 50 mafia cards, shuffled: a deck face down" in written
    assert "23 police cards" not in written


def test_enter_draws_and_tokens_come_along():
    sitting = Sitting()
    written = sitting.type("")
    assert len(re.findall(r"☐ \+ [a-z ]+ on [A-Z]", written)) >= 6
    assert "The hurricane comes up the Hudson" in written


def test_where_cards_are_drawn_by_hand_the_card_is_chosen_from_a_list():
    sitting = Sitting("son", chance={"mafia": "asked"})
    sitting.type("")
    written = sitting.type("")
    card = number_of(written, "Chinatown")
    assert "mafia on Chinatown" in sitting.type(card)


def test_the_whole_table_is_shown_when_a_turn_begins():
    sitting = Sitting()
    while not isinstance(sitting.table.ask, ChooseAsk):
        assert "next to" not in sitting.paper.getvalue()
        sitting.type("")
    written = sitting.paper.getvalue()
    assert re.search(r"^Alert +0/20 ", written, re.MULTILINE)
    assert re.search(r"^Grand Central .* Turtle Bay", written, re.MULTILINE)
    assert "Father · Walter · The Heights: 2 × skill token" in written


@pytest.mark.parametrize("typed", ["f 1 2 3 4", "1 2 3 4", "physical ment soc wild", "PHYS m s w"])
def test_faces_are_typed_as_numbers_or_names(typed):
    sitting = Sitting("father", chance={"dice": "asked"}).until(RollAsk)
    assert sitting.table.ask.dice == ["blue1", "blue2", "red1", "red2"]
    sitting.type(typed)
    rolled = sitting.table.history.entries[-1].answer
    assert rolled == Roll({"blue1": "PHYS", "blue2": "MENT", "red1": "SOC", "red2": "WILD"})


@pytest.mark.parametrize("typed", ["f 1 2", "1 2 3 9", "physical ment soc what", "f"])
def test_a_roll_that_is_not_whole_is_asked_for_again(typed):
    sitting = Sitting("father", chance={"dice": "asked"}).until(RollAsk)
    rev = sitting.table.rev
    assert "one face for each of the 4 dice" in sitting.type(typed)
    assert sitting.table.rev == rev


def test_enter_lets_the_companion_roll_even_dice_that_people_roll():
    sitting = Sitting("father", chance={"dice": "asked"}).until(RollAsk)
    sitting.type("")
    assert isinstance(sitting.table.ask, ChooseAsk)


def test_groups_open_into_their_variants_and_close_again():
    sitting = Sitting("father").until(RollAsk)
    menu_ = sitting.type("")
    extra = number_of(menu_, "Extra step")
    opened = sitting.type(extra)
    assert "Extra: " in opened
    assert "Extra: " not in sitting.type("0").rpartition("YOUR TURN")[2].rpartition("End the turn")[2]
    sitting.type(extra, "1")
    assert sitting.table.state.now.alert == 1


def test_other_dice_can_pay():
    sitting = Sitting("father", chance={"dice": "asked"}).until(RollAsk)
    sitting.type("1 2 3 4")
    reroll = number_of(sitting.type(), "Roll again: 4 dice")
    sitting.type(f"{reroll} 2 4")
    assert sitting.table.ask.dice == ["blue2", "red2"]
    sitting.type("")
    end = number_of(sitting.type(), "End the turn")
    assert "Dice cannot be chosen" in sitting.type(f"{end} 1")


def test_what_gives_up_actions_is_typed_twice():
    sitting = Sitting("father", chance={"dice": "asked"}).until(RollAsk)
    sitting.type("1 2 3 4")
    end, rev = number_of(sitting.type(), "End the turn"), sitting.table.rev
    assert "1 action is left. Type it once more if you mean it." in sitting.type(end)
    assert sitting.table.rev == rev
    assert "once more" not in sitting.type(end)
    assert sitting.table.rev > rev


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", "There is no number 99 in the list."),
        ("what", "That is not a command here."),
        ("-1", "That is not a command here."),
        ("u x", "Say how many, as a number."),
        ("u 99", "There is not that much to undo."),
        ("r", "There is not that much to redo."),
        ("f 1", "No dice are being rolled now."),
        ("", "Choose a number from the list."),
    ],
)
def test_what_is_not_understood_gets_one_sentence_and_changes_nothing(typed, answer):
    sitting = Sitting().until(ChooseAsk)
    before = sitting.table.rev, sitting.table.hash()
    assert answer in sitting.type(typed)
    assert (sitting.table.rev, sitting.table.hash()) == before


def test_undo_and_redo_say_how_to_put_things():
    sitting = Sitting("father").until(RollAsk)
    extra = number_of(sitting.type(""), "Extra step")
    before = sitting.table.hash()
    done = sitting.type(extra, "1")
    assert "alert 0 → 1" in done
    after = sitting.table.hash()
    assert "Put it back" in (back := sitting.type("u"))
    assert "alert 1 → 0" in back
    assert sitting.table.hash() == before
    assert "Do it again" in sitting.type("r")
    assert sitting.table.hash() == after


def test_hands_that_stopped_in_the_middle_are_told_again():
    sitting = Sitting("father").until(RollAsk)
    extra = number_of(sitting.type(""), "Extra step")
    confirmed = sitting.table.rev
    sitting.type(extra, "1")
    again = Sitting(table=sitting.table, confirmed=confirmed).paper.getvalue()
    assert "Where you stopped" in again
    assert "alert 0 → 1" in again
    assert Sitting(table=sitting.table, confirmed=sitting.table.rev).paper.getvalue() == ""


def test_hands_are_told_nothing_of_what_was_taken_back_before_they_stopped():
    sitting = Sitting("father").until(RollAsk)
    extra = number_of(sitting.type(""), "Extra step")
    confirmed = sitting.table.rev
    sitting.type(extra, "1", "u")
    assert "alert" not in Sitting(table=sitting.table, confirmed=confirmed).paper.getvalue()


def test_hands_have_done_what_they_were_told_with_the_next_line(monkeypatch):
    sitting = Sitting("father").until(RollAsk)
    extra = number_of(sitting.type(""), "Extra step")
    done: list[int] = []
    monkeypatch.setattr(sitting.table, "confirm", done.append)
    sitting.type(extra, "1")
    assert done == []
    sitting.type("b")
    assert done == [sitting.table.rev]


def test_help_story_and_board_can_be_asked_for():
    sitting = Sitting().until(ChooseAsk)
    assert "undo, redo" in sitting.type("h")
    assert "The beginning" in sitting.type("s")
    assert "next to" in sitting.type("b")


def test_whoever_leaves_or_has_no_more_to_type_is_let_go():
    table = Sitting().table
    paper = io.StringIO()
    play_terminal(table, read=lambda _: "q", console=Console(file=paper))

    def nothing(_: str) -> str:
        raise EOFError

    play_terminal(table, read=nothing, console=Console(file=paper))
    assert paper.getvalue().count("SETTING UP") == 2


def typist(table: Callable[[], Table], r: Random) -> Iterator[str]:
    """Types what a cheerful player would: numbers of the list, until the game is over."""
    while not table().over:
        scene = table().scene()
        if table().can_deal:
            yield ""
            continue
        items = Menu(scene).lines()
        n = r.randrange(len(items))
        yield str(n + 1)
        if items[n].group is not None:
            yield str(r.randrange(len(Menu(scene).lines(items[n].group))) + 1)
    yield "b"
    yield "q"


@pytest.mark.parametrize("follow", ["full", "light"])
def test_a_whole_game_can_be_played_by_typing_numbers(follow):
    sitting = Sitting("daughter", settings={"story": "wrong_suitcase", "nyc.follow": follow})
    lines = typist(lambda: sitting.table, Random(7))
    sitting.terminal.read = lambda _: next(lines)
    sitting.terminal.run()
    written = sitting.paper.getvalue()
    assert "You have lost" in written or "You have won!" in written
    assert "no number" not in written
    assert "Player phase (R-NYC-" in written


def test_every_answer_is_in_the_menu_or_in_one_of_its_groups():
    table = Sitting("father mother son").until(ChooseAsk).table
    r = Random(3)
    for _ in range(120):
        if table.over:
            break
        if table.can_deal:
            table.deal()
            continue
        scene = table.scene()
        offered = [item for item in Menu(scene).lines() if item.choice is not None]
        for item in Menu(scene).lines():
            offered += Menu(scene).lines(item.group) if item.group is not None else []
        assert sorted(repr(item.choice.answer) for item in offered) == sorted(map(repr, table.legal()))
        table.answer(r.choice(list(table.legal())))


def test_who_sits_where_is_told_and_changed_while_people_play() -> None:
    sitting = Sitting("father mother")
    assert "1 Father\n2 Mother" in sitting.type("name")
    assert "1 Father\n2 Ana · Mother" in sitting.type("name 2  Ana")
    assert "Ana · Mother" in sitting.type("b"), "the board of the table names her"
    assert "Two players are called ana" in sitting.type("name 1 ana")
    assert "A name has at most 24 letters" in sitting.type("name 1 " + "m" * 25)
    for wrong in ("name 3 Eva", "name Eva", "name 0 Eva", "name -1 Eva"):
        assert "Type whose name it is and the name: name 1 Ana." in sitting.type(wrong)
    assert sitting.table.people == {"mother": "Ana"}
    assert "1 Father\n2 Mother" in sitting.type("name 2")
    assert sitting.table.people == {}
    assert not sitting.table.begun
