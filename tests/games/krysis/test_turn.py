"""Phase 3: relics, load, raid, overtime (R-KR-33 to R-KR-62; WIRE.md 5.4). Capacity itself is in test_capacity."""

from __future__ import annotations

import pytest

from companion.table.learned import printed
from tests.games.krysis.box import COLOURS, GOODS, crystals, goods
from tests.games.krysis.helpers import KrysisTable

FAST = {"f1": {"speed": 9}}


def ann(known: str = "", players: int = 2, team: str = "f1 t1 t2", ben: str = "t1 t2 t3", **how: object) -> KrysisTable:
    """Ann acts first: combat 2, two slots of each colour, if nothing else is said; ben has no combat."""
    how["agents"] = {**FAST, **how.get("agents", {})}  # type: ignore[dict-item]
    evening = KrysisTable(players, known, **how).teams(ann=team, ben=ben, cat=ben)
    assert evening.ask.who == "ann"
    return evening


@pytest.mark.rule("R-KR-33")
def test_each_is_active_once():
    """In the order of initiative, one action each."""
    evening = ann(players=3)
    seen = []
    while evening.at == "turn":
        facts = evening.facts
        seen.append((facts["active"], facts["acted"], facts["done"]))
        evening.overtime()
    order = ["ann", "cat", "ben"] if seen[1][0] == "cat" else ["ann", "ben", "cat"]
    assert seen == [(seat, None, order[:n]) for n, seat in enumerate(order)]


def test_everything_that_can_be_done_before_the_action():
    """WIRE.md 5.4: templates tell capacity and the most of each good alone."""
    evening = ann().camp("ann", red=3, blue=1, white=2, relics=1).camp("ben", white=20, relics=9)
    slots = crystals(2, 2, 2)
    load = {"goods": None, "max": goods(2, 1, 2, 1), "slots": slots}
    assert evening.legal("load") == [{"do": "load", "to": to, **load} for to in ("home", "bank")]
    raid = {"goods": None, "max": goods(0, 0, 12, 4), "slots": slots}
    assert evening.legal("raid") == [{"do": "raid", "camp": "ben", "to": to, **raid} for to in ("home", "bank", "camp")]
    assert (len(evening.legal("overtime")), len(evening.legal("use"))) == (7, 24)


# Relics.


@pytest.mark.rule("R-KR-34", "R-KR-35", "R-KR-36", "R-KR-37")
def test_a_weapon_and_a_transport_are_turned_up():
    """At most one of each; they add combat and slots."""
    evening = ann("home relics").camp("ann", ["r01", "r02", "r13", "r14"])
    assert [answer["relic"] for answer in evening.legal("use")] == ["r01", "r02", "r13", "r14"]
    played = evening.say("use", relic="r02")
    assert [todo.verb for todo in played.instructions] == ["flip"]
    assert evening.facts["teams"]["ann"]["combat"] == 4
    assert [answer["relic"] for answer in evening.legal("use")] == ["r13", "r14"]
    evening.say("use", relic="r13")
    assert evening.facts["slots"] == crystals(3, 3, 3)
    assert evening.legal("use") == []
    assert (evening.camp_of("ann")[3], evening.facts["camps"]["ann"]["up"]) == (2, ["r02", "r13"])


def test_unknown_relics_are_named_when_they_are_turned_up():
    """WIRE.md 5.4: any that lies face up nowhere, as long as one lies face down."""
    evening = ann().camp("ann", relics=1).camp("ben", relics=1)
    evening.say("use", relic="r05")
    assert evening.legal("use") == []
    assert evening.facts["camps"]["ann"] == {**goods(), "up": ["r05"]}
    evening.overtime()
    names = [answer["relic"] for answer in evening.legal("use")]
    assert len(names) == 23
    assert "r05" not in names


@pytest.mark.rule("R-KR-44")
def test_relics_turned_up_stay_out_of_reach():
    """Neither loaded nor stolen."""
    evening = ann("home relics", agents={"f4": {"combat": 9}}, ben="f4 t1 t2").camp("ann", ["r01", "r13"])
    evening.say("use", relic="r01")
    evening.refuses("illegal", "R-KR-46", "load", to="home", goods=goods(relics=["r01"]))
    assert evening.legal("load")[0]["max"]["relics"] == 1
    evening.overtime()
    assert next(raid for raid in evening.legal("raid") if raid["camp"] == "ann")["max"]["relics"] == 1
    evening.refuses("illegal", "R-KR-54", "raid", camp="ann", to="home", goods=goods(relics=2))


@pytest.mark.rule("R-KR-45")
def test_relics_at_home_are_no_help_in_a_turn():
    evening = ann("home relics").camp("ann", ["r13"])
    evening.set("relic", "home:ann", relic="r01")
    assert [answer["relic"] for answer in evening.legal("use")] == ["r13"]
    evening.refuses("illegal", "R-KR-34", "use", relic="r01")


# Load.


@pytest.mark.rule("R-KR-46", "R-KR-47", "R-KR-48", "R-KR-49", "R-KR-50")
@pytest.mark.parametrize("to", ["home", "bank"])
@pytest.mark.parametrize("known", ["", "home", "home relics"])
def test_a_load(to, known):
    """All to one place; 2 VP each at the bank; the team leaves at the end of the turn."""
    relics: int | list[str] = ["r03", "r15"] if "relics" in known else 2
    evening = ann(known).camp("ann", relics=relics, red=1, blue=1, white=3)
    evening.say("use", relic="r15")
    before = evening.facts
    load = ["r03"] if "relics" in known else 1
    evening.load(to, red=1, white=2, relics=load)
    facts = evening.facts
    assert evening.camp_of("ann") == (0, 1, 1, 0)
    assert facts["vp"]["ann"] == (8 if to == "bank" else 0)
    gained = [facts["homes"][good] - before["homes"][good] for good in GOODS]
    assert gained == ([1, 0, 2, 1] if to == "home" else [0, 0, 0, 0])
    assert facts["relics"]["discard"] - before["relics"]["discard"] == (2 if to == "bank" else 1)
    assert (facts["deserted"], facts["camps"]["ann"]["up"]) == (["ann"], [])
    if "relics" in known:
        assert evening.secret("ann")["home_relics"] == (["r03"] if to == "home" else [])


@pytest.mark.rule("R-KR-46")
def test_nothing_can_be_loaded_too():
    """And the team leaves."""
    evening = ann()
    evening.load("bank")
    assert (evening.facts["deserted"], evening.facts["vp"]["ann"]) == (["ann"], 0)


# Raid.


@pytest.mark.rule("R-KR-36", "R-KR-51", "R-KR-52", "R-KR-53")
def test_a_raid_needs_more_combat():
    """Strictly; any will do for a deserted camp; a weapon that stays defends."""
    strong = {"f1": {"combat": 5, "speed": 9}, "f2": {"combat": 4}, "f3": {"combat": 5}}
    evening = KrysisTable(3, agents=strong).teams(ann="f1 t1 t2", ben="f2 t1 t2", cat="f3 t1 t2")
    assert evening.raids == ["ben"]
    evening.camp("ann", relics=1).say("use", relic="r01")
    assert evening.raids == ["ben", "cat"]
    evening.overtime()
    assert evening.facts["teams"]["ann"]["defence"] == 7
    evening.load("home")
    assert evening.ask.who in ("ben", "cat")
    assert set(evening.raids) == set(evening.facts["deserted"])


@pytest.mark.rule("R-KR-53", "R-KR-66")
def test_defence_points_count_for_an_attacked_team_only():
    agents = {"f1": {"combat": 3, "speed": 9}, "guard": {"combat": 1}}
    for ben, camps in (("guard t1 t2", []), ("idle t1 t2", ["ben"])):
        evening = KrysisTable(2, options={"advanced": "on"}, agents=agents).teams(ann="f1 t1 t2", ben=ben)
        assert evening.raids == camps
    assert evening.facts["abilities"] == []


@pytest.mark.rule("R-KR-54", "R-KR-56", "R-KR-57", "R-KR-58", "R-KR-59")
@pytest.mark.parametrize("to", ["home", "bank", "camp"])
def test_a_raid(to):
    """Only the stolen goods go there; from home and bank the team leaves."""
    evening = ann().camp("ann", blue=1).camp("ben", red=2, white=2, relics=2)
    before = evening.facts
    evening.raid("ben", to, red=1, white=2, relics=2)
    facts = evening.facts
    assert evening.camp_of("ben") == (1, 0, 0, 0)
    assert evening.camp_of("ann") == ((1, 1, 2, 2) if to == "camp" else (0, 1, 0, 0))
    assert facts["vp"]["ann"] == (10 if to == "bank" else 0)
    assert [facts["homes"][good] - before["homes"][good] for good in GOODS] == (
        [1, 0, 2, 2] if to == "home" else [0] * 4
    )
    assert facts["relics"]["discard"] - before["relics"]["discard"] == (2 if to == "bank" else 0)
    assert facts["deserted"] == ([] if to == "camp" else ["ann"])


@pytest.mark.rule("R-KR-54")
def test_nothing_can_be_taken_too():
    """G-KR-15: also from a camp without goods."""
    evening = ann().camp("ben")
    evening.raid("ben", "camp")
    assert evening.facts["done"] == ["ann"]


@pytest.mark.rule("R-KR-55")
@pytest.mark.parametrize(("to", "n"), [("home", 2), ("bank", 1), ("camp", 2)])
def test_relics_are_stolen_at_random(to, n):
    """Announced first, then picked one by one; crystals move at once."""
    evening = ann("home relics").camp("ben", ["r01", "r02", "r03"], red=1)
    evening.raid("ben", to, red=1, relics=n)
    assert (evening.camp_of("ben")[0], evening.facts["acted"], evening.facts["leaving"]) == (0, "raid", to != "camp")
    left = ["r01", "r02", "r03"]
    for rest in range(n, 0, -1):
        ask = evening.ask
        assert (evening.at, ask.who, ask.rule, ask.camp, ask.left) == ("relic", "ann", "R-KR-55", "ben", rest)
        assert list(ask.among) == left
        assert evening.table.odds() == [1 / len(left)] * len(left)
        pending = {"what": "steal", "who": "ann", "camp": "ben", "to": to, "left": rest}
        assert evening.facts["pending"] == pending
        left.remove("r02" if "r02" in left else "r03")
        evening.say("pick", what="relic", one="r02" if rest == n else "r03")
    stolen = [relic for relic in ("r02", "r03") if relic not in left]
    assert evening.secret("ben")["camp_relics"] == left
    if to == "bank":
        assert (evening.facts["relics"]["discarded"], evening.facts["vp"]["ann"]) == (stolen, 4)
    else:
        there = evening.secret("ann")["home_relics" if to == "home" else "camp_relics"]
        assert set(stolen) <= set(there)


def test_all_relics_are_taken_without_picking():
    """WIRE.md 3: and so is the last one; unknown ones are never picked."""
    evening = ann("home relics").camp("ben", ["r01", "r02"])
    evening.raid("ben", "camp", relics=2)
    assert evening.facts["done"] == ["ann"]
    hidden = ann().camp("ben", relics=3)
    hidden.raid("ben", "camp", relics=1)
    assert (hidden.facts["done"], hidden.camp_of("ben")[3]) == (["ann"], 2)


@pytest.mark.rule("R-KR-55")
@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "→ announce 1 relic and take it without looking: the camp of Ben → the camp of Ann"),
        (2, "→ announce 2 relics and take them without looking: the camp of Ben → the camp of Ann"),
    ],
)
def test_relics_that_are_not_known_are_announced_and_taken_without_looking(n: int, said: str):
    evening = ann().camp("ben", relics=3)
    assert said in evening.lines(evening.raid("ben", "camp", relics=n))


# Overtime.


@pytest.mark.rule("R-KR-60", "R-KR-61")
def test_overtime_comes_into_the_camp():
    """The team stays."""
    evening = ann().camp("ann")
    bank = evening.facts["bank"]
    evening.say("overtime", crystals=crystals(1, 1, 1))
    assert evening.camp_of("ann") == (1, 1, 1, 0)
    assert evening.facts["bank"] == {colour: n - 1 for colour, n in bank.items()}
    assert (evening.facts["deserted"], evening.facts["agents"]["ann"]["discard"]) == ([], [])


@pytest.mark.rule("R-KR-62")
@pytest.mark.parametrize(
    ("bank", "offered"),
    [
        ((2, 0, 0), {(2, 0, 0)}),
        ((1, 1, 0), {(1, 1, 0)}),
        ((1, 0, 1), {(1, 0, 1)}),
        ((0, 2, 1), {(0, 2, 1)}),
        ((1, 2, 0), {(1, 1, 0)}),
        ((1, 1, 1), {(1, 1, 1)}),
        ((0, 1, 3), {(0, 1, 3)}),
        ((3, 0, 2), {(2, 0, 0)}),
        ((1, 2, 1), {(1, 1, 1)}),
        ((0, 0, 4), {(0, 0, 4)}),
        ((0, 0, 0), {(0, 0, 0)}),
    ],
)
def test_overtime_out_of_a_short_bank(bank, offered):
    """What is worth 6, or else the most that can be had."""
    evening = ann()
    facts = evening.facts
    full = {colour: facts["bank"][colour] + facts["homes"][colour] for colour in COLOURS}
    changes = zip(COLOURS, bank, strict=True)
    evening.correct(*({"fact": "home", "good": colour, "value": full[colour] - n} for colour, n in changes))
    assert {tuple(answer["crystals"].values()) for answer in evening.legal("overtime")} == offered
    evening.overtime()


def test_overtime_out_of_an_uncounted_bank():
    """G-KR-13: always all seven."""
    evening = ann(options={"bank_short": "unlimited"}, printed=(5, 60, 60))
    assert len(evening.legal("overtime")) == 7
    evening.say("overtime", crystals=crystals(2))
    assert evening.facts["bank"] is None


@pytest.mark.rule("R-KR-55")
def test_the_list_of_a_stolen_relic_is_what_can_lie_there() -> None:
    """The thief sees the relics of its own, and all see those that lie face up: they cannot be the stolen one."""
    evening = KrysisTable(3, "home relics").teams(ann="t1 t2 t3").until("turn", "ann")
    evening.camp("ann", ["r01"]).camp("ben", ["r04", "r05"]).camp("cat", ["r06"])
    before = set(printed(evening.table, "relic"))
    state = evening.table.state
    assert "r01" not in before
    assert {"r04", "r05", "r06"} <= before, "a shorter list would say what others have"
    state.now.players["cat"].up.append("r06")
    assert set(printed(evening.table, "relic")) == before - {"r06"}
