"""What a tile of a turn says: the dice as icons, the alert in words; and where things come from and go."""

from __future__ import annotations

from random import Random

from companion.chance.dealer import Dealer
from companion.core.asks import RollAsk
from companion.core.instructions import Instruction
from companion.core.texts import plain
from companion.games.newyork import answers as a
from companion.packs.loader import load_pack
from companion.scene.menu import menu
from companion.scene.scene import Choice
from companion.table.table import Table
from tests.games.newyork.box import GAME


def turns(count: int) -> tuple[Table, list[Choice]]:
    """A table after ``count`` answers, and all choices of its turns until then."""
    table = Table(GAME, load_pack(GAME), ["father", "mother"], {"story": "three_voices"}, dealer=Dealer("tiles"))
    luck, seen = Random(7), []
    for _ in range(count):
        if isinstance(table.ask, RollAsk):
            table.deal()
            continue
        seen += table.scene().choices
        table.answer(luck.choice(list(table.legal() or [])), "touch", table.rev)
    return table, seen


def test_only_the_end_of_the_turn_stays_in_reach_on_every_page() -> None:
    _, choices = turns(60)
    assert any(choice.closing for choice in choices)
    assert all(choice.closing == isinstance(choice.answer, a.End) for choice in choices)


def test_dice_that_are_paid_are_icons_and_only_the_alert_is_said() -> None:
    _, choices = turns(60)
    paying = [choice for choice in choices if isinstance(choice.answer, a.Collect | a.Fight | a.TakeItem)]
    assert paying
    for choice in paying:
        wild = choice.icons.count("face:WILD")
        assert len(choice.icons) == len(choice.answer.with_)
        assert (choice.detail is not None) == bool(wild)
        if choice.detail is not None:
            assert plain(choice.detail) == f"alert +{wild}"


def test_the_terminal_says_the_dice_in_words() -> None:
    table, _ = turns(0)
    scene = table.scene()
    paid = Choice(a.Collect("red", ("red1",)), "Collect", None, ["face:PHYS", "face:PHYS"], pays="with_")
    scene = type(scene)(scene.prompt, face_names=scene.face_names, choices=[paid])
    assert plain(menu(scene)[0].detail or "") == "2 physical"


def test_what_moves_goes_from_one_place_to_another() -> None:
    table, _ = turns(0)
    todo = [
        Instruction("move", piece="info:yellow", source="bag:info", to="square:times_square", rule="R-NYC-23"),
        Instruction("move", piece="item:bike", source="square:times_square", to="hand:father", rule="R-NYC-72"),
        Instruction("remove", piece="mafia", at="square:gramercy", rule="R-NYC-33"),
    ]
    said = [plain(line.words) for line in GAME.presenter.lines(table.state, todo)]
    assert said == [
        "yellow info from the bag to Times Square",
        "bike from Times Square to Father",
        "mafia from Gramercy",
    ]
