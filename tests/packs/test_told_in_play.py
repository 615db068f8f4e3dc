"""What players say in play of what a box has without it, as spaces of its board: the box knows it the next evening."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET, UnsetType, structs

from companion.chance.dealer import Dealer
from companion.core.asks import Over
from companion.games.game import Game
from companion.games.krysis import answers as krysis
from companion.games.krysis.content import Goods
from companion.games.newyork import answers as newyork
from companion.games.registry import load_game
from companion.packs.content import Content
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content, write_content
from companion.packs.loader import BUNDLED, load_pack
from companion.session.lesson_writer import LessonWriter, note_saved, write_lessons
from companion.session.session import Session
from companion.table.past import weigh
from companion.table.table import Table

HELD = {name: read_content(BUNDLED / str(load_game(name).rules.bundled_pack)) for name in ("krysis", "newyork")}
"""What is printed in the boxes that lie on the table."""
NUMBERS = ("mafia_per_turn", "bag_add", "alert_cars")


def without_board() -> dict[str, Any]:
    """Krysis before anybody has told what is printed on its board."""
    data = copy.deepcopy(HELD["krysis"].data) | {"whole": False, "crystals": {}}
    data["relic_scores"] = {"same": {"0": 0}, "different": {"0": 0}}
    for start in data["start_spaces"]:
        del start["crystals"]
    for level in data["levels"]:
        for space in level["spaces"]:
            space["options"] = []
    return data


def without_story() -> dict[str, Any]:
    """New York with a board that is laid in part, and no more of its first story than where its cards lie."""
    data = copy.deepcopy(HELD["newyork"].data)
    data["board"]["whole"] = False
    for card in data["scenarios"][0]["cards"]:
        for name in (*NUMBERS, "effects", "text"):
            card.pop(name, None)
    return data


class Evening:
    """A game with the box at ``path``, played by people who say what they see on the table."""

    def __init__(
        self, game: Game, path: Path, seats: int, settings: Mapping[str, str], seed: str, *, whole: bool = False
    ) -> None:
        self.game = game
        box = load_pack(game, str(path))
        names = [seat for seat, _ in game.rules.seats(box.pack)][:seats]
        self.session = Session(Table(game, box, names, settings, dealer=Dealer(seed)))
        self.asked: list[Any] = []
        """What was asked that a box can be told: spaces, or the numbers of cards."""
        self._luck = Random(seed).random
        self._whole = whole
        self._box = self._remember()

    def _remember(self) -> LessonWriter:
        box = write_lessons(self.session, lambda sentence: None)
        assert box is not None
        return box

    @property
    def table(self) -> Table:
        return self.session.table

    def answer(self) -> None:
        """Say what is printed where that is asked, else do anything sensible."""
        state, ask = self.table.state, self.table.ask
        choice = getattr(ask, "choice", "")
        if choice == "goods":
            self.asked.append(ask.space)
            self.say(shown(ask.space, getattr(ask, "group", UNSET)))
        elif choice == "sets":
            (form,) = self.session.scene.fillings
            scores = HELD["krysis"].data["relic_scores"]
            printed = {f"{name}:{n}": vp for name, values in scores.items() for n, vp in values.items()}
            assert len(form.portions) <= 4, "more than that does not stand on a screen"
            amounts = {portion.id: printed.get(portion.id, 0) for portion in form.portions}
            self.say(self.game.presenter.filled(state, form.template, amounts, []))
        elif choice == "card" and self._whole:
            self.tell_card(HELD["newyork"].data["scenarios"][0]["cards"][state.now.revealed - 1])
        elif choice in ("card", "alert_cars"):
            card = HELD["newyork"].data["scenarios"][0]["cards"][state.now.revealed - 1]
            self.asked.append((card["index"], choice))
            bag = newyork.Bag(**{colour: card["bag_add"].get(colour, 0) for colour in ("blue", "red", "yellow")})
            numbers = newyork.CardNumbers(card["mafia_per_turn"], bag)
            self.say(newyork.AlertCars(card["alert_cars"]) if choice == "alert_cars" else numbers)
        else:
            self.say(self.game.player.advise(state, self.table.legal() or [], self._luck))

    def tell_card(self, card: Mapping[str, Any]) -> None:
        """Tell all that a story card says, through its form."""
        self.asked.append((card["index"], "whole"))
        learning = self.session.learning
        (path,) = learning.choices()
        told = learning.editor(path)
        for name in told.form.row.keys() | card.keys() - {"index", "position"}:
            if card.get(name) is not None:
                told.form.put((name,), copy.deepcopy(card[name]))
        assert told.complete, told.missing()
        assert self.session.teach(path, told.row()), self.session.refused

    def say(self, answer: Any) -> None:
        assert self.session.answer(answer), self.session.refused

    def until(self, choice: str) -> Evening:
        while getattr(self.table.ask, "choice", "") != choice:
            self.answer()
        return self

    def again(self) -> Evening:
        """What was said is in the box, and the game goes on."""
        self.end()
        self._box = self._remember()
        return self

    def end(self) -> Evening:
        """All of it is in the box."""
        self._box.close()
        assert self._box.trouble is None
        note_saved(self.session, self._box)
        return self

    def played(self) -> Evening:
        """To the end, and the box is put away."""
        while not isinstance(self.table.ask, Over):
            self.answer()
        return self.end()


def shown(space: str, group: int | UnsetType = UNSET) -> krysis.SpaceGoods:
    """What the board that lies on the table shows on a space; of a question mark that group, the first if none."""
    data = HELD["krysis"].data
    for start in data["start_spaces"]:
        if start["index"] == space:
            return krysis.SpaceGoods(Goods(**start["crystals"], relics=0))
    spaces = [one for level in data["levels"] for one in level["spaces"]]
    options = next(one["options"] for one in spaces if one["id"] == space)
    n = 1 if group is UNSET else group
    goods = Goods(**{good: options[n - 1].get(good, 0) for good in ("red", "blue", "white", "relics")})
    return krysis.SpaceGoods(goods, more=True) if n < len(options) else krysis.SpaceGoods(goods)


def mine(path: Path, seed: str = "one") -> Evening:
    """An evening of four with a box of Krysis."""
    return Evening(load_game("krysis"), path, 4, {"kr.home_ledger": "private"}, seed)


def city(path: Path, seed: str = "one", *, whole: bool = False) -> Evening:
    """An evening of two with a box of New York; ``whole``: they tell whole story cards, not only numbers."""
    return Evening(load_game("newyork"), path, 2, {"nyc.follow": "light"}, seed, whole=whole)


@pytest.fixture(params=["mine", "mine.json"], ids=["a folder", "a single file"])
def krysis_box(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / request.param
    write_content(path, Content(without_board(), HELD["krysis"].texts))
    return path


@pytest.fixture
def newyork_box(tmp_path: Path) -> Path:
    write_content(tmp_path / "city", Content(without_story(), HELD["newyork"].texts, HELD["newyork"].places))
    return tmp_path / "city"


def options(path: Path, space: str) -> Any:
    levels = read_content(path).data["levels"]
    return next(one["options"] for level in levels for one in level["spaces"] if one["id"] == space)


def test_a_board_that_was_said_in_play_is_that_which_lies_on_the_table(krysis_box: Path) -> None:
    held = HELD["krysis"].data
    groups = [max(len(space["options"]), 1) for level in held["levels"] for space in level["spaces"]]
    assert max(groups) > 1, "there are question marks"
    first = mine(krysis_box).played()
    assert len(first.asked) == 4 + sum(groups), "with four players somebody gets everywhere"
    data = read_content(krysis_box).data
    assert (data["start_spaces"], data["levels"]) == (held["start_spaces"], held["levels"])
    assert not mine(krysis_box, "two").played().asked, "all of it is known"
    box = OpenBox(load_game("krysis"), krysis_box, read_content(krysis_box))
    assert box.data.get("whole") is False, "the bank and the sets of relics are still to be told"
    box.put_about({"crystals": held["crystals"], "relic_scores": held["relic_scores"]})
    assert read_content(krysis_box).data == held, "it is whole by itself"


def test_one_of_the_groups_of_a_question_mark_is_taken_once_all_are_said(krysis_box: Path) -> None:
    evening = mine(krysis_box).until("group")
    seat = str(evening.table.ask.who)
    before = evening.table.facts()["camps"][seat]
    _, taken = evening.table.legal() or ()
    assert isinstance(taken, krysis.TakeGroup)
    evening.say(taken)
    after = evening.table.facts()["camps"][seat]
    assert {colour: after[colour] - before[colour] for colour in ("red", "blue", "white")} == taken.goods.amounts()


def test_what_sets_bring_is_said_set_by_set_where_they_are_few(krysis_box: Path) -> None:
    held = HELD["krysis"].data["relic_scores"]
    known: dict[str, dict[str, int]] = {}
    for seed in ("a", "b", "c", "d", "e"):
        mine(krysis_box, seed).played()
        found = read_content(krysis_box).data["relic_scores"]
        for name, values in found.items():
            assert values == {n: held[name][n] for n in sorted(values, key=int)}, "nothing else, and in order"
            assert values.items() >= known.get(name, {}).items(), "it knows ever more"
        known = found
    assert len(known["same"]) > 1
    assert len(known["different"]) > 1


def test_the_last_space_that_is_said_makes_a_box_whole(krysis_box: Path) -> None:
    data = copy.deepcopy(HELD["krysis"].data) | {"whole": False}
    del data["start_spaces"][0]["crystals"]
    write_content(krysis_box, Content(data, HELD["krysis"].texts))
    mine(krysis_box).until("mine").end()
    assert read_content(krysis_box).data == HELD["krysis"].data


def test_undo_does_not_unlearn_and_saying_otherwise_mends(krysis_box: Path) -> None:
    evening = mine(krysis_box).until("mine")
    evening.answer()
    space = evening.table.ask.space  # type: ignore[union-attr]
    wrong, right = ({"red": 0, "blue": 0, "white": n, "relics": 0} for n in (1, 2))
    evening.say(krysis.SpaceGoods(Goods(**wrong)))
    evening.session.undo()
    evening.again()
    assert options(krysis_box, space) == [wrong]
    evening.say(krysis.SpaceGoods(Goods(**right)))
    evening.end()
    assert options(krysis_box, space) == [right]


def test_what_is_changed_in_the_log_is_mended_in_the_box(krysis_box: Path) -> None:
    evening = mine(krysis_box).until("mine")
    evening.answer()
    space = evening.table.ask.space  # type: ignore[union-attr]
    evening.say(krysis.SpaceGoods(Goods(0, 0, 1, 0)))
    said = next(one.entry.rev for one in reversed(evening.table.history.entries) if one.learned is not None)
    evening.until("goods").again()
    assert evening.session.revise(weigh(evening.table, said, krysis.SpaceGoods(Goods(0, 0, 2, 0))))
    evening.end()
    assert options(krysis_box, space) == [{"red": 0, "blue": 0, "white": 2, "relics": 0}]


def test_what_the_editor_has_told_meanwhile_stays(krysis_box: Path) -> None:
    evening = mine(krysis_box).until("mine").again()
    evening.answer()
    space = evening.table.ask.space  # type: ignore[union-attr]
    content = read_content(krysis_box)
    told = {"red": 3, "blue": 0, "white": 0, "relics": 0}
    data = copy.deepcopy(content.data)
    next(one for level in data["levels"] for one in level["spaces"] if one["id"] == space)["options"] = [told]
    write_content(krysis_box, structs.replace(content, data=data))
    evening.say(krysis.SpaceGoods(Goods(1, 1, 1, 0)))
    evening.end()
    assert options(krysis_box, space) == [told]


def test_a_game_that_goes_on_teaches_what_the_box_does_not_have_yet(krysis_box: Path) -> None:
    evening = mine(krysis_box).until("mine")
    table = evening.table
    evening._box.close()
    write_content(krysis_box, Content(without_board(), HELD["krysis"].texts))
    box = load_pack(evening.game, str(krysis_box))
    session = Session(Table.resume(evening.game, box, table.setup, table.log))
    writer = write_lessons(session, lambda sentence: None)
    assert writer is not None
    writer.close()
    assert read_content(krysis_box).data["start_spaces"] == HELD["krysis"].data["start_spaces"]


def test_the_numbers_of_a_story_card_are_asked_once(newyork_box: Path) -> None:
    first = city(newyork_box).played()
    assert first.asked[:2] == [(0, "card"), (0, "alert_cars")]
    turned = {index for index, _ in first.asked}
    cards = read_content(newyork_box).data["scenarios"][0]["cards"]
    for card, printed in zip(cards, HELD["newyork"].data["scenarios"][0]["cards"], strict=True):
        for name in NUMBERS:
            assert card.get(name) == (printed.get(name) if card["index"] in turned else None), name
    second = city(newyork_box, "two").played()
    assert turned.isdisjoint(index for index, _ in second.asked)


def test_what_a_known_card_says_besides_is_still_read_aloud(newyork_box: Path) -> None:
    first = city(newyork_box).until("alert_cars")
    first.answer()
    first.end()
    said = [one.text.msgid for one in city(newyork_box, "two").table.opening if hasattr(one.text, "msgid")]
    assert "Read the story card aloud, and do what it says besides its numbers." in said


def test_a_story_that_was_told_in_play_is_that_which_lies_on_the_table(newyork_box: Path) -> None:
    seed, asked = 0, set[Any]()
    held = HELD["newyork"].data["scenarios"]
    while len(asked) < len(held[0]["cards"]):
        evening = city(newyork_box, str(seed), whole=True).played()
        assert asked.isdisjoint(evening.asked), "none is told twice"
        asked |= {*evening.asked}
        seed += 1
        assert seed < 40, "the last card never comes up"
    assert read_content(newyork_box).data["scenarios"] == held


def test_a_card_is_told_again_after_undo_and_the_box_keeps_the_first(newyork_box: Path) -> None:
    evening = city(newyork_box, whole=True).until("card")
    assert evening.session.mode in ("check", "lines", "card", "new")
    evening.session.pages.clear()
    assert evening.session.mode == "new"
    evening.answer()
    rev = evening.table.rev
    evening.session.undo()
    evening.session.pages.clear()
    assert evening.session.mode == "new"
    assert evening.session.pass_over()
    assert evening.session.mode == "choose"
    evening.end()
    assert evening.table.rev == rev + 1
    assert (
        read_content(newyork_box).data["scenarios"][0]["cards"][0] == HELD["newyork"].data["scenarios"][0]["cards"][0]
    )
