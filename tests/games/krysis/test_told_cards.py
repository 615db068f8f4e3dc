"""Agents and relics of which only the name was told, on a board that is not whole: people know the rest."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from msgspec import structs

from companion.core.asks import ChooseAsk
from companion.core.effects import ChoosePerson
from companion.core.refusals import BadPack, Refused
from companion.core.steps.effects import later
from companion.core.texts import plain
from companion.games.krysis import answers as say
from companion.games.krysis.answers import HomeAsk, OrderAsk
from companion.games.krysis.checks import blank_pack, read_pack
from companion.games.krysis.content import GainGoods, Goods, LaterEffect, NoteEffect
from companion.games.krysis.game import GAME
from companion.games.krysis.rules.effects import EFFECTS
from companion.games.krysis.state import AbilityInUse
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.learned import lesson_label
from companion.table.table import Table

SEATS = ["ann", "ben"]


def blank() -> dict[str, Any]:
    """A box of which nothing is known."""
    names = {f"company_{n}": f"Company {n}" for n in range(1, 5)}
    companies = [{"id": id_, "name": name} for id_, name in names.items()]
    return copy.deepcopy(blank_pack()) | {"id": "ours", "title": "Ours", "whole": False, "companies": companies}


def to(table: Table, choice: str) -> Table:
    """Play until that is asked; nobody bids or knows any card."""
    for _ in range(200):
        ask = table.ask
        if isinstance(ask, ChooseAsk) and ask.choice == choice:
            return table
        legal = table.legal() or []
        if ask.rule in ("R-KR-17", "R-KR-24"):
            table.answer(say.SpaceGoods(Goods(1, 1, 1, 0)))
        else:
            table.answer(GAME.player.advise(table.state, legal, lambda: 0.0))
    raise AssertionError(f"{choice} is never asked")


def table() -> Table:
    return Table(GAME, load_pack(GAME).with_data(GAME.rules, blank()), SEATS, {}, auto=False)


@pytest.mark.rule("R-KR-28")
def test_an_agent_is_asked_for_as_long_as_it_can_be_told() -> None:
    told = to(table(), "agent")
    assert told.legal() == [say.Play("?")]
    told.learn("agents.company_1.fighters", {"id": "mara", "name": "Mara", "kind": "fighter", "slots": {
        "red": 0, "blue": 0, "white": 0}, "ability": None, "shared": False})  # fmt: skip
    assert told.legal() == [say.Play("mara"), say.Play("?")]
    assert told.state.world.pack.untold == {"mara"}
    assert plain(GAME.presenter.choice(told.state, say.Play("mara")).detail or "") == "We do what it says"


@pytest.mark.rule("R-KR-32")
def test_who_acts_first_is_asked_where_only_people_know_how_fast_the_agents_are() -> None:
    told = to(table(), "order")
    assert isinstance(told.ask, OrderAsk)
    assert told.legal() == [ChoosePerson("ann"), ChoosePerson("ben")] or told.legal() == [
        ChoosePerson("ben"), ChoosePerson("ann"),
    ]  # fmt: skip
    last = (told.legal() or [])[-1]
    told.answer(last)
    assert told.ask.who == last.seat  # type: ignore[attr-defined]
    assert told.facts()["order"][0] == last.seat  # type: ignore[attr-defined]


@pytest.mark.rule("R-KR-38", "R-KR-51")
def test_a_team_that_only_people_know_carries_and_raids_as_people_say() -> None:
    told = to(table(), "turn")
    seat = str(told.ask.who)
    there = told.facts()["camps"][seat]
    load = next(one for one in told.legal() or [] if isinstance(one, say.LoadGoods) and one.to == "home")
    assert load.max == Goods(there["red"], there["blue"], there["white"], there["relics"])
    assert {one.camp for one in told.legal() or [] if isinstance(one, say.Raid)} == set(SEATS) - {seat}
    raid = next(one for one in GAME.presenter.scene(told.state).groups if one.id.startswith("raid"))
    assert plain(raid.detail or "") == "if you are stronger"
    too_much = say.Load(there["red"] + 1, 0, 0, relics=0)
    with pytest.raises(Refused, match="not that much in that camp"):
        told.answer(say.LoadGoods("home", too_much))
    told.answer(say.LoadGoods("home", say.Load(there["red"], there["blue"], there["white"], relics=there["relics"])))
    assert told.facts()["camps"][seat]["red"] == 0


@pytest.mark.rule("R-KR-34", "R-KR-35")
def test_relics_that_nobody_knows_are_turned_up_and_told() -> None:
    told = to(table(), "turn")
    assert say.Use("?") in (told.legal() or [])
    told.learn("relics", {"id": "mask", "kind": "other", "set_type": "Mask", "effects": [{"op": "vp", "n": 2}]})
    assert plain(GAME.presenter.choice(told.state, say.Use("mask")).detail or "") == "VP: +2"
    assert say.Use("mask") in (told.legal() or [])
    assert plain(GAME.presenter.label(told.state, say.Use("mask"))) == "Mask"
    seat = str(told.ask.who)
    told.answer(say.Use("mask"))
    assert told.facts()["camps"][seat]["up"] == ["mask"]


def test_a_box_that_is_whole_lacks_no_number() -> None:
    data = blank()
    agent = {"id": "mara", "name": "Mara", "kind": "fighter", "slots": {"red": 0, "blue": 0, "white": 0},
             "ability": None, "shared": False}  # fmt: skip
    data["agents"]["company_1"]["fighters"] = [agent]
    data["unknown"]["agents.company_1.fighters"] -= 1
    assert read_pack(data).untold == {"mara"}
    with pytest.raises(BadPack) as bad:
        read_pack(data | {"whole": True})
    assert "agents.company_1.fighters[0].speed" in str(bad.value.problems)


def test_a_reminder_of_a_card_says_its_name() -> None:
    told = to(table(), "turn")
    remind = {"op": "later", "when": "round_end", "do": [{"op": "note", "text": "…card"}]}
    told.learn("relics", {"id": "mask", "kind": "other", "set_type": "Mask", "effects": [remind]})
    told.answer(say.Use("mask"))
    rev = told.rev
    to(told, "bid")
    notes = [plain(todo.text) for one in told.history.entries[rev:] for todo in one.instructions if todo.text]
    assert "Mask" in notes


def test_a_relic_that_is_told_may_be_a_second_transport_as_far_as_is_known() -> None:
    told = to(table(), "turn")
    seat = str(told.ask.who)
    told.correct([{"fact": "relics", "at": f"camp:{seat}", "value": 3}], "three relics lie there")
    effects = [{"op": "gain", "red": 1}]
    for id_ in ("mask", "idol"):
        told.learn("relics", {"id": id_, "kind": "other", "set_type": id_, "effects": effects})
        told.answer(say.Use(id_))
    assert told.facts()["camps"][seat]["up"] == ["idol", "mask"]


def test_special_agents_that_are_told_by_their_title_need_not_be_the_same_in_all_companies() -> None:
    data = blank()
    rows = [{"id": f"a{n}", "name": f"A{n}", "kind": "fighter", "slots": {"red": 0, "blue": 0, "white": 0},
             "ability": None, "shared": False} for n in range(6)]  # fmt: skip
    data["agents"]["company_1"]["special"] = rows
    data["unknown"]["agents.company_1.special"] = 0
    assert len(read_pack(data).untold) == 6


@pytest.mark.parametrize(
    ("effect", "n"),
    [
        (LaterEffect("round_end", [NoteEffect("…card")]), 1),
        (LaterEffect("round_end", [GainGoods(white=1)], "game"), 1),
        (LaterEffect("round_end", [GainGoods(white=1)]), 2),
    ],
)
def test_what_a_card_does_every_time_or_reminds_of_waits_once(effect: LaterEffect, n: int) -> None:
    state = table().state
    for _ in range(2):
        EFFECTS.keep(state, effect, AbilityInUse("ann", "mask", "R-KR-34"))
    assert len(list(later(state))) == n
    EFFECTS.keep(state, effect, AbilityInUse("ann", "idol", "R-KR-34"))
    assert len(list(later(state))) == n + 1, "another card"


class Missions:
    """A game of the blank box with missions: real cards, or ``hidden``."""

    def __init__(self, *, hidden: bool) -> None:
        pack = load_pack(GAME).with_data(GAME.rules, blank())
        settings = {"kr.missions": "on"}
        chance = {"miners": "asked", "relics": "hidden", "agents": "hidden"}
        chance["missions"] = "hidden" if hidden else "asked"
        self.session = Session(Table(GAME, pack, SEATS, settings, chance=chance, auto=False))
        self.table = self.session.table

    def to(self, *choices: str) -> None:
        """Play until one of these is asked; each says that its mission is not in the list."""
        for _ in range(300):
            self.session.pages.clear()
            ask = self.table.ask
            if getattr(ask, "choice", getattr(ask, "deck", "")) in choices or self.table.over:
                return
            legal = self.table.legal() or []
            if self.session.mode == "new":
                self.session.pass_over()
            elif ask.rule in ("R-KR-17", "R-KR-24"):
                self.session.answer(say.SpaceGoods(Goods(1, 1, 1, 0)))
            elif isinstance(ask, HomeAsk):
                said = GAME.player.advise(self.table.state, legal, lambda: 0.0)
                self.session.answer(structs.replace(said, mission="?") if said.mission else said)
            else:
                self.session.answer(GAME.player.advise(self.table.state, legal, lambda: 0.0))
            assert self.session.refused is None
        raise AssertionError(f"none of {choices} is ever asked")

    def tell(self, title: str, *vp: int) -> None:
        """Tell the mission that is asked for, and what it is worth."""
        assert self.session.learning.open(self.session.learning.nameless)
        self.more(title, *vp)

    def more(self, title: str, *vp: int) -> None:
        telling = self.session.learning.telling
        assert telling is not None
        if title:
            telling.say("title", text=title)
        for n in vp:
            [option] = [one.id for one in telling.options("vp") if one.words == f"+{n}"]
            telling.say("vp", option)
        assert self.session.tell(), self.session.refused
        self.session.pages.clear()

    @property
    def worth(self) -> list[int]:
        return [one["mission"] for one in self.table.facts()["result"]["scores"].values()]


@pytest.mark.rule("R-KR-72", "R-KR-73")
def test_a_mission_that_is_not_in_the_list_is_told_as_it_is_dealt_and_counts_at_the_end() -> None:
    game = Missions(hidden=False)
    for title, vp in (("Balanced", [10]), ("Patient", [])):
        game.to("missions")
        assert str(plain(game.session.scene.choices[-1].label)) == "A card that is not in the list"
        game.tell(title, *vp)
    assert [game.table.facts()["secrets"][seat]["mission"] for seat in SEATS] == ["balanced", "patient"]
    assert game.table.pieces()["deck:missions"] == {"mission": 2}
    game.to("mission")
    assert (game.table.ask.who, game.session.learning.telling.title) == ("ben", "Patient")  # type: ignore[union-attr]
    game.more("", 5)
    game.to("over")
    assert game.worth == [10, 5]
    assert [(row["id"], row["effects"]) for row in game.table.box.data["mission_cards"]] == [
        ("balanced", [{"op": "vp", "n": 10}]), ("patient", [{"op": "vp", "n": 5}]),
    ]  # fmt: skip


@pytest.mark.rule("R-KR-73")
def test_a_mission_that_nobody_named_is_told_at_the_end() -> None:
    game = Missions(hidden=True)
    game.to("mission")
    assert [plain(one.label) for one in game.session.scene.choices] == ["A card that is not in the list"]
    game.tell("Balanced", 10)
    game.to("mission")
    assert game.table.legal() == [say.NameMission("?")], "Ann has the other one"
    assert game.session.answer(say.NameMission("?"))
    game.to("over")
    assert game.worth == [10, 0]


def test_nobody_finds_in_the_list_what_another_has_told_alone() -> None:
    """R-GEN-06: a mission is the first of its kind in the box, so that its name would say who has it."""
    game = Missions(hidden=False)
    game.to("missions")
    game.tell("Balanced")
    game.to("missions")
    assert game.table.ask.who == "ben"
    for words in (
        *(one.label for one in game.session.scene.choices),
        lesson_label(game.table, game.table.history.entries[-2].entry),
    ):
        assert "Balanced" not in str(plain(words))
    game.tell("Patient", 3)
    lines = [lesson_label(game.table, one.entry) for one in game.table.history.entries if one.entry.kind == "learn"]
    assert [plain(line) for line in lines] == ["New in the box · Missions"] * 2


def test_only_what_a_mission_can_be_worth_is_offered() -> None:
    game = Missions(hidden=False)
    game.to("missions")
    game.session.learning.open(game.session.learning.nameless)
    telling = game.session.learning.telling
    assert telling is not None
    assert [one.id for one in telling.buttons] == ["vp", "note"]
    assert plain(telling.asked) == "What does the card say?"


def test_nothing_is_claimed_of_what_only_people_know() -> None:
    """Not what a space brings, how strong a team of untold agents is, or what a relic will be."""
    stakes = GAME.presenter.stakes
    mine = to(table(), "mine")
    found = stakes(mine.state, "space:level_1_1")
    assert found is not None
    assert [plain(one.words) for one in found.chance] == ["What stands on it comes into your camp."]
    assert not found.risk
    turn = to(table(), "turn")
    seat = turn.state.now.active
    for camp in SEATS:
        found = stakes(turn.state, f"camp:{camp}")
        assert found is not None
        said = [str(plain(one.words)) for one in (*found.cost, *found.chance)]
        assert "Lay the goods on the cards first: what fits comes along." in said
        assert not any(word in text for text in said for word in ("Combat", "nothing there", "Too weak"))
        assert ("It works if you are stronger." in said) == (camp != seat)
        assert not [one for one in found.chance if one.share is not None]


def test_how_likely_a_relic_is_is_not_said_while_some_are_not_known() -> None:
    box = load_pack(GAME)
    known = box.data["relics"][:5]
    parts = {"relics": known, "unknown": {"relics": len(box.data["relics"]) - len(known)}}
    said = []
    for data in (box.data, {**box.data, **parts}):
        mine = to(Table(GAME, box.with_data(GAME.rules, data), SEATS, {}, auto=False), "mine")
        spaces = [f"space:{space}" for space, level in mine.state.world.level_of.items() if level == 1]
        found = [one for spot in spaces for one in GAME.presenter.stakes(mine.state, spot).chance]  # type: ignore[union-attr]
        said.append({str(plain(one.words)) for one in found})
    assert "A weapon to choose" in said[0]
    assert "A weapon to choose" not in said[1]
