"""A box that lacks what is printed on the board: players enter what they see when they get there."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.asks import Over
from companion.games.krysis import answers as say
from companion.games.krysis.checks import read_pack
from companion.games.krysis.content import Goods
from companion.games.krysis.game import GAME
from companion.games.krysis.rules.ending import best_sets, known_scores, missing_values, set_types, with_values
from companion.packs.loader import load_again, load_pack
from companion.table.table import Table
from tests.daily import share
from tests.games.krysis.box import GOODS, Json, box, crystals, goods, loaded
from tests.games.krysis.helpers import KrysisTable, change

PRINTED = box()


def without_board(whole: Json) -> Json:
    """The same box without what is printed on its board."""
    data = copy.deepcopy(whole) | {"whole": False, "crystals": {}, "relic_scores": {"same": {}, "different": {}}}
    for start in data["start_spaces"]:
        del start["crystals"]
    for level in data["levels"]:
        for space in level["spaces"]:
            space["options"] = []
    return data


class IncompleteTable(KrysisTable):
    """A table with the made-up box, which lacks its board."""

    def __init__(self, known: str = "") -> None:
        super().__init__(2, known)
        self.printed = without_board(PRINTED)
        hidden = [item for item in ("relics", "agents", "missions") if item not in self.knows]
        chosen = {"kr.home_ledger": "private"} if "home" in self.knows else {}
        super(KrysisTable, self).__init__(GAME, loaded(self.printed), "ann ben", chosen, hidden=hidden)

    @staticmethod
    def conserved(facts: Json, printed: Json) -> None:
        """The bank is not counted."""

    def dull(self) -> None:
        if self.at == "goods":
            self.say("shown", goods=goods())
        else:
            super().dull()


@pytest.mark.rule("R-KR-17")
def test_the_player_on_an_entrance_enters_its_crystals() -> None:
    evening = IncompleteTable("home").until("goods")
    assert (evening.ask.who, evening.ask.space, evening.ask.rule) == ("ann", "I", "R-KR-17")
    evening.refuses("illegal", "R-KR-17", "shown", goods=goods(relics=1))
    evening.refuses("malformed", None, "shown", goods=None)
    evening.say("shown", goods=goods(red=1, white=1))
    assert evening.facts["camps"]["ann"]["red"] == 1
    assert evening.facts["bank"] is None, "nobody knows how many there are"


@pytest.mark.rule("R-KR-24", "R-KR-26")
def test_the_goods_of_a_space_are_entered_once_the_miner_is_there() -> None:
    evening = IncompleteTable("home relics").until("mine")
    assert [one["space"] for one in evening.legal()] == ["1a", "1b", "1c", "1d"]
    evening.say("mine", space="1b", option=0)
    assert (evening.at, evening.ask.space) == ("goods", "1b")
    evening.refuses("illegal", "R-KR-24", "shown", goods=goods(white=10))
    evening.say("shown", goods=goods(white=2, relics=1))
    assert evening.at == "relics", "a relic symbol draws, as always"
    assert evening.facts["camps"][str(evening.ask.who)]["white"] == 2


@pytest.mark.rule("R-KR-25")
def test_the_groups_of_a_question_mark_are_entered_one_by_one() -> None:
    evening = IncompleteTable("home").until("mine")
    evening.say("mine", space="1b", option=0)
    seat, one, other = str(evening.ask.who), goods(white=2), goods(red=1)
    evening.say("shown", goods=one, more=True)
    assert (evening.at, evening.ask.space, evening.ask.group) == ("goods", "1b", 2)
    evening.say("shown", goods=other, more=True)
    evening.say("shown", goods=goods(blue=1), more=True)
    evening.refuses("illegal", "R-KR-24", "shown", goods=goods(blue=1), more=True)
    evening.say("shown", goods=goods(blue=1))
    assert (evening.at, evening.ask.rule) == ("group", "R-KR-25")
    assert [answer["goods"] for answer in evening.legal()] == [one, other, goods(blue=1)]
    evening.refuses("illegal", "R-KR-25", "group", goods=goods(red=3))
    evening.say("group", goods=other)
    camp = evening.facts["camps"][seat]
    assert [camp[colour] for colour in ("red", "blue", "white")] == [1, 0, 0]


@pytest.mark.rule("R-KR-25")
def test_a_group_that_is_entered_twice_is_one_in_the_box() -> None:
    """No two may be equal there: the box was refused once the game had gone on."""
    evening = IncompleteTable("home").until("mine")
    evening.say("mine", space="1b", option=0)
    evening.say("shown", goods=goods(white=2), more=True)
    evening.say("shown", goods=goods(white=2), more=True)
    answer = GAME.rules.parse(evening.table.state, {"do": "shown", "goods": goods(red=1)})
    learned = GAME.rules.learned_from(evening.table.state, answer)
    assert learned is not None
    assert learned.fields["options"] == [goods(white=2), goods(red=1)]


@pytest.mark.rule("R-KR-81")
def test_players_with_relics_at_home_enter_the_values_of_sets_at_the_end() -> None:
    evening = IncompleteTable("home relics").until("turn", round=5)
    evening.correct(change("relic", "home:ben", relic="r01"))
    evening.until("sets")
    assert evening.ask.who == "ben", "nobody else has any"
    evening.refuses("illegal", "R-KR-81", "sets", points=200)
    evening.say("sets", points=7)
    assert evening.facts["result"]["scores"]["ben"]["relics"] == 7


@pytest.mark.rule("R-KR-81")
def test_the_value_of_a_single_set_is_entered_once() -> None:
    evening = IncompleteTable("home relics").until("turn", round=5)
    evening.correct(change("relic", "home:ann", relic="r01"), change("relic", "home:ben", relic="r02"))
    evening.until("sets")
    assert evening.ask.who == "ann"
    one = {"same": {"1": 2}, "different": {"1": 2}}
    evening.refuses("illegal", "R-KR-81", "sets", points=3, scores=one)
    evening.refuses("illegal", "R-KR-81", "sets", points=2, scores={"same": {"1": 2}})
    evening.refuses("illegal", "R-KR-81", "sets", points=2, scores={**one, "same": {"1": 2, "2": 5}})
    evening.refuses("malformed", None, "sets", points=2, scores={"pairs": {"1": 2}})
    evening.say("sets", points=2, scores=one)
    scores = evening.facts["result"]["scores"]
    assert [scores[seat]["relics"] for seat in ("ann", "ben")] == [2, 2], "nobody else is asked"


@pytest.mark.rule("R-KR-81")
def test_the_values_of_sets_are_entered_a_few_at_a_time() -> None:
    evening = IncompleteTable("home relics").until("turn", round=5)
    evening.correct(*(change("relic", "home:ann", relic=relic) for relic in ("r01", "r02", "r03")))
    evening.until("sets")
    some, rest = {"same": {"1": 2}}, {"different": {"1": 2}}
    evening.refuses("malformed", None, "sets", points=None)
    evening.refuses("illegal", "R-KR-81", "sets", points=None, scores={})
    evening.refuses("illegal", "R-KR-81", "sets", points=None, scores={"same": {"9": 2}})
    evening.refuses("illegal", "R-KR-81", "sets", points=None, scores={"same": {"1": 200}})
    evening.say("sets", points=None, scores=some)
    assert (evening.at, evening.ask.who) == ("sets", "ann"), "the others are still to be said"
    evening.refuses("illegal", "R-KR-81", "sets", points=None, scores=some)
    missing = missing_values(evening.table.state, "ann") or []
    for name, n in missing:
        rest.setdefault(name, {})[n] = 2 * int(n)
    points = best_sets(
        set_types(evening.table.state, "ann") or [],
        with_values(known_scores(evening.table.state), {(name, n): rest[name][n] for name, n in missing}),
    )
    evening.refuses("illegal", "R-KR-81", "sets", points=None, scores=rest)
    evening.say("sets", points=points, scores=rest)
    assert evening.facts["result"]["scores"]["ann"]["relics"] == points


@settings(max_examples=share(16), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_board_entered_during_the_game_gives_the_same_game_as_a_complete_one(seed: int) -> None:
    luck = Random(seed)
    chosen = {"kr.home_ledger": "private", "kr.bank_short": "unlimited"}
    chance = dict.fromkeys(GAME.rules.chance_items, "asked")
    whole, lacking = (
        Table(GAME, loaded(data), ["ann", "ben", "cat"], chosen, chance=chance, clock=lambda: 0.0)
        for data in (PRINTED, without_board(PRINTED))
    )
    while not isinstance(whole.ask, Over):
        answer = GAME.player.advise(whole.state, whole.legal() or [], luck.random)
        whole.answer(answer)
        lacking.answer(say.Mine(answer.space, 0) if isinstance(answer, say.Mine) else answer)
        while getattr(lacking.ask, "choice", "") == "goods":
            lacking.answer(say.SpaceGoods(Goods(**printed_at(lacking.ask.space, answer))))
        assert lacking.facts()["camps"] == whole.facts()["camps"]
        assert lacking.facts()["homes"] == whole.facts()["homes"]
        while getattr(lacking.ask, "choice", "") == "sets":
            points = whole.facts()["result"]["scores"][lacking.ask.who]["relics"]
            lacking.answer(say.CountSets(points))
    assert lacking.facts()["result"] == whole.facts()["result"]


def printed_at(space: str, answer: Any) -> Json:
    """What the board shows on a space; of a question mark what was chosen."""
    start = next((one for one in PRINTED["start_spaces"] if one["index"] == space), None)
    if start is not None:
        return {"relics": 0, **start["crystals"]}
    spaces = [one for level in PRINTED["levels"] for one in level["spaces"]]
    return dict(next(one for one in spaces if one["id"] == space)["options"][answer.option])


def test_a_box_names_the_parts_it_lacks() -> None:
    data = without_board(PRINTED) | {"crystals": {"red": 40}, "relic_scores": PRINTED["relic_scores"]}
    data["start_spaces"][0]["crystals"] = crystals(red=1)
    data["levels"][0]["spaces"][0]["options"] = [dict.fromkeys(GOODS, 1)]
    missing = read_pack(data).missing
    assert {"crystals", "II", "1b", "5d"} <= missing
    assert not {"relic_scores", "I", "1a"} & missing
    assert not read_pack(PRINTED).missing


def test_a_game_goes_on_with_a_board_completed_in_the_editor(tmp_path: Path) -> None:
    """All cards are known, and the board is completed in the editor before the game goes on."""
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(without_board(PRINTED)))
    table = Table(GAME, load_pack(GAME, str(mine)), ["ann", "ben"], {}, auto=False)
    while table.can_deal:
        table.deal()
    table.answer({"do": "shown", "goods": goods(red=1, white=2)})
    mine.write_text(json.dumps(PRINTED))
    pack, notice = load_again(GAME, table.setup.pack, table.setup.pack_hash, table.setup.box)
    again = Table.resume(GAME, pack, table.setup, list(table.log), auto=False)
    assert notice is None
    assert (again.ask, again.hash()) == (table.ask, table.hash())
