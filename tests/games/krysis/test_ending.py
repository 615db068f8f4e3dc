"""The end: homes, missions, sets, the winner (R-KR-72 to R-KR-75, R-KR-79 to R-KR-84; WIRE.md 5.5 and 9)."""

from __future__ import annotations

import pytest

from tests.games.krysis.box import COLOURS, crystals, goods
from tests.games.krysis.helpers import KrysisTable, change


def at_the_end(players: int = 2, known: str = "", options: dict[str, str] | None = None, **made: object) -> KrysisTable:
    """The last turn of the game; nobody has points, homes are as they were at the start."""
    evening = KrysisTable(players, known, options, **made).until("turn", round=5)
    return evening.until("turn", evening.facts["order"][-1])


def finish(evening: KrysisTable) -> KrysisTable:
    """The last turn brings nothing; what must be declared is."""
    return evening.until("over")


def scores(evening: KrysisTable, part: str) -> list[int]:
    return [score[part] for score in evening.facts["result"]["scores"].values()]


@pytest.mark.rule("R-KR-79", "R-KR-80")
def test_crystals_at_home():
    """Red 3, blue 2, white 1."""
    evening = at_the_end(known="home")
    evening.correct(*(change("home", n, seat="ben", good=colour) for colour, n in zip(COLOURS, (3, 1, 4), strict=True)))
    finish(evening)
    assert scores(evening, "crystals") == [10, 15]
    assert evening.facts["result"]["homes"]["ben"] == {**crystals(3, 1, 4), "relics": []}


@pytest.mark.rule("R-KR-82")
def test_what_is_left_in_camps_scores_nothing():
    evening = at_the_end(known="home").camp("ann", red=9, relics=9)
    assert scores(finish(evening), "total") == [10, 10]


@pytest.mark.rule("R-KR-04", "R-KR-83")
def test_what_the_bank_paid_counts():
    """The cubes move to the totals."""
    evening = at_the_end(known="home")
    evening.correct(change("vp", 7, seat="ann"), change("vp", 3, seat="ben"))
    finish(evening)
    result = evening.facts["result"]
    assert (scores(evening, "bank"), scores(evening, "total")) == ([7, 3], [17, 13])
    assert (result["winner"], result["rule"], result["ranking"]) == ("ann", "R-KR-83", ["ann", "ben"])
    assert evening.facts["vp"] == {"ann": 17, "ben": 13}
    assert evening.lies("score:17") == {"cube:ann": 1}
    assert (evening.facts["phase"], result["missions"]) == ("over", None)


@pytest.mark.rule("R-KR-81")
def test_the_best_sets_of_relics():
    """Two of A, two of B and a C: as A B C and A B, or as pairs."""
    evening = at_the_end(known="home relics")
    evening.correct(*(change("relic", "home:ben", relic=relic) for relic in ("r01", "r07", "r02", "r08", "r03")))
    finish(evening)
    assert scores(evening, "relics") == [0, 8]
    assert evening.facts["result"]["homes"]["ben"]["relics"] == ["r01", "r02", "r03", "r07", "r08"]


@pytest.mark.rule("R-KR-84")
@pytest.mark.parametrize("behind", ["ann", "ben"])
def test_of_two_with_the_same_points_the_one_ahead_wins(behind):
    evening = KrysisTable(3, "home").until("mine", round=5)
    spaces = {behind: "5a", "cat": "5d"}
    while evening.at == "mine":
        evening.say("mine", space=spaces.get(evening.ask.who, "5c"), option=0)
    evening.until("turn")
    evening.correct(change("vp", 20, seat="ann"), change("vp", 20, seat="ben"))
    result = finish(evening).facts["result"]
    ahead = {"ann": "ben", "ben": "ann"}[behind]
    assert (result["winner"], result["rule"], result["ranking"]) == (ahead, "R-KR-84", [ahead, behind, "cat"])


@pytest.mark.rule("R-KR-83")
def test_a_tie_below_the_best_is_no_tie():
    """The ranking still asks who is ahead."""
    evening = at_the_end(3, "home")
    evening.set("vp", 20, seat="cat")
    miners = evening.facts["miners"]
    result = finish(evening).facts["result"]
    assert (result["winner"], result["rule"]) == ("cat", "R-KR-83")
    assert result["ranking"][1:] == sorted(("ann", "ben"), key=lambda seat: miners[seat], reverse=True)


# Missions.


def with_missions(tie: str, *missions: str, **homes: tuple[int, int, int]) -> list[int]:
    """What the missions bring to ann, ben, and so on; homes are red, blue and white."""
    players = len(missions)
    evening = KrysisTable(players, "home missions", {"missions": "on", "mission_tie": tie})
    evening.draw(*missions)
    evening.until("turn", round=5)
    evening.correct(*(
        change("home", n, seat=seat, good=colour)
        for seat, home in homes.items()
        for colour, n in zip(COLOURS, home, strict=True)
    ))  # fmt: skip
    finish(evening)
    assert evening.facts["result"]["missions"] == dict(zip(("ann", "ben", "cat"), missions, strict=False))
    return scores(evening, "mission")


@pytest.mark.rule("R-KR-73", "R-KR-74")
@pytest.mark.parametrize(
    ("tie", "homes", "points"),
    [
        ("strict", {"ann": (5, 0, 0), "ben": (0, 5, 0)}, [10, 10]),
        ("strict", {"ann": (5, 5, 0), "ben": (4, 5, 0)}, [10, 0]),
        ("strict", {"ann": (5, 0, 0), "ben": (5, 0, 0)}, [0, 0]),
        ("shared", {"ann": (5, 5, 0), "ben": (5, 5, 0)}, [10, 10]),
        ("shared", {"ann": (4, 5, 0), "ben": (5, 5, 0)}, [0, 10]),
        ("shared", {"ann": (0, 0, 0), "ben": (0, 0, 0)}, [0, 0]),
    ],
)
def test_missions(tie, homes, points):
    """G-KR-03: ann has most red, ben most blue; nobody has the most of nothing."""
    assert with_missions(tie, "red", "blue", **homes) == points


@pytest.mark.rule("R-KR-73", "R-KR-75")
def test_the_mission_of_relics_counts_all_types():
    evening = at_the_end(2, "home relics missions", {"missions": "on"})
    seat = next((seat for seat in ("ann", "ben") if evening.secret(seat)["mission"] == "relics"), None)
    if seat is None:
        seat = "ann"
        evening.set("mission", "relics", seat="ann")
    evening.set("relic", f"home:{seat}", relic="r24")
    finish(evening)
    assert evening.facts["result"]["scores"][seat]["mission"] == 10


def test_unknown_missions_are_declared_at_the_end():
    """WIRE.md 5.5: each once."""
    evening = at_the_end(3, "home", {"missions": "on"})
    evening.correct(*(change("home", 0, seat=seat, good="white") for seat in ("ann", "cat")))
    evening.until("home")
    assert (evening.ask.needs, evening.ask.who) == (["mission"], "ann")
    assert evening.legal() == [{"do": "declare", "mission": None, "missions": ["blue", "red", "relics", "white"]}]
    for mission in ("red", "white", "blue"):
        evening.say("declare", mission=mission)
    assert evening.facts["declared"] == {
        "ann": {"mission": "red"},
        "ben": {"mission": "white"},
        "cat": {"mission": "blue"},
    }
    assert scores(evening, "mission") == [0, 10, 0]


# What is declared.


@pytest.mark.rule("R-KR-80")
def test_homes_without_ledgers():
    """Of what all have at home together; the last one has the rest."""
    evening = at_the_end(3)
    evening.correct(change("relics", 2, at="homes"), *(change("home", 4, good=colour) for colour in COLOURS))
    evening.until("home")
    assert (evening.ask.rule, evening.ask.needs) == ("R-KR-80", ["crystals", "relics"])
    blanks = {"do": "declare", "crystals": None, "relics": None}
    assert evening.legal() == [{**blanks, "max": goods(4, 4, 4, 2), "exact": False}]
    evening.declare(["r01"], red=1, white=4)
    assert evening.legal() == [{**blanks, "max": goods(3, 4, 0, 1), "exact": False}]
    evening.declare()
    assert evening.legal() == [{**blanks, "max": goods(3, 4, 0, 1), "exact": True}]
    evening.declare(["r02"])
    assert evening.facts["result"]["homes"] == {
        "ann": {**crystals(1, 0, 4), "relics": ["r01"]},
        "ben": {**crystals(), "relics": []},
        "cat": {**crystals(3, 4), "relics": ["r02"]},
    }


def test_unknown_relics_of_a_ledger_are_named():
    """WIRE.md 5.5: only by whoever has some, and all of them."""
    evening = at_the_end(2, "home")
    evening.set("relics", 2, at="home:ben")
    evening.until("home")
    assert (evening.ask.who, evening.ask.needs) == ("ben", ["relics"])
    assert evening.legal() == [{"do": "declare", "relics": None, "max": {"relics": 2}, "exact": True}]
    evening.refuses("illegal", "R-GEN-04", "declare", relics=["r01"])
    evening.say("declare", relics=["r01", "r07"])
    assert scores(evening, "relics") == [0, 3]


def test_nothing_is_declared_that_is_known():
    """WIRE.md 5.5."""
    evening = at_the_end(2, "home relics missions", {"missions": "on"})
    evening.overtime()
    assert evening.at == "over"
    assert evening.facts["declared"] == {}
