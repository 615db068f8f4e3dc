"""Special agents at work (R-KR-63 to R-KR-71; WIRE.md 5.4)."""

from __future__ import annotations

import pytest

from tests.games.krysis.box import crystals, goods
from tests.games.krysis.helpers import KrysisTable, change

WHITE_THIEF = {"thief": {"ability": {"op": "thief", **crystals(blue=1, white=2)}}}


def acting(
    team: str, known: str = "", players: int = 2, options: dict[str, str] | None = None, **made: object
) -> KrysisTable:
    """Ann acts with this team; the others have agents without abilities."""
    chosen = {"advanced": "on", **(options or {})}
    evening = KrysisTable(players, known, chosen, **made).teams(ann=team, ben="t1 t2 t3", cat="t1 t2 t3")
    return evening.until("turn", "ann").camp("ann").camp("ben")


def parting(effect: str, known: str) -> KrysisTable:
    """Ann has an ability with which Ben gives away or loses a relic."""
    effects = [{"op": effect, "relics": 1, "who": "somebody"}]
    made = {"idle": {"ability": None, "effects": effects, "speed": 9}}
    return acting("idle t1 t2", known, agents=made)


@pytest.mark.rule("R-KR-65")
@pytest.mark.parametrize(("effect", "gained"), [("give", ["r13"]), ("lose", [])])
def test_who_parts_with_a_relic_chooses_alone_which(effect: str, gained: list[str]):
    evening = parting(effect, "home relics").camp("ann", relics=[]).camp("ben", relics=["r01", "r13"])
    evening.say("ability", **evening.uses[0])
    assert (evening.at, evening.ask.who, evening.ask.only) == ("part", "ben", "ben")
    assert evening.legal() == [{"do": "keep", "relic": relic} for relic in ("r01", "r13")]
    evening.say("keep", relic="r13")
    assert (evening.secret("ben")["camp_relics"], evening.secret("ann")["camp_relics"]) == (["r01"], gained)


@pytest.mark.rule("R-KR-65")
@pytest.mark.parametrize(("effect", "gained"), [("give", 1), ("lose", 0)])
def test_of_relics_that_lie_face_down_any_one_goes_and_nobody_is_asked(effect: str, gained: int):
    evening = parting(effect, "").camp("ben", relics=2)
    evening.say("ability", **evening.uses[0])
    assert evening.at == "turn"
    assert (evening.camp_of("ben")[3], evening.camp_of("ann")[3]) == (1, gained)


@pytest.mark.rule("R-KR-65")
def test_an_ability_before_or_after_the_action():
    """Once; the turn ends when none is left."""
    evening = acting("thief t1 t2", players=3).camp("ben", blue=3).camp("cat", blue=1)
    assert evening.facts["abilities"] == ["a_thief"]
    assert evening.uses == [{"agent": "a_thief", "from": "ben"}, {"agent": "a_thief", "from": "cat"}]
    evening.ability("a_thief", from_="cat")
    assert (evening.facts["abilities"], evening.uses, evening.ask.acted) == ([], [], None)
    evening.undo()
    evening.load("home")
    assert (evening.ask.acted, evening.ask.rule, evening.facts["leaving"]) == ("load", "R-KR-65", True)
    assert {answer["do"] for answer in evening.legal()} == {"ability"}
    assert evening.facts["teams"]["ann"]["agents"] == ["a_thief", "a_t1", "a_t2"]
    evening.ability("a_thief", from_="ben")
    assert (evening.camp_of("ann"), evening.camp_of("ben")) == ((0, 2, 0, 0), (0, 1, 0, 0))
    assert (evening.ask.who != "ann", evening.facts["deserted"]) == (True, ["ann"])


@pytest.mark.rule("R-KR-65")
def test_an_ability_that_is_left_over_is_used_by_itself():
    """Obligatory; a single way is not asked (WIRE.md 3)."""
    evening = acting("thief t1 t2").camp("ben", blue=1)
    played = evening.overtime()
    assert "ann" in evening.facts["done"]
    assert evening.camp_of("ben")[1] == 0
    assert len(played.entries) == 1


def test_an_ability_without_effect_lapses():
    """G-KR-11: nothing to take is not offered."""
    evening = acting("thief spy t1")
    assert (evening.uses, evening.facts["abilities"]) == ([], ["a_spy", "a_thief"])
    evening.load("home")
    assert evening.facts["done"][-1] == "ann"


def test_an_ability_can_come_to_have_an_effect():
    """G-KR-11: what was not offered before the action may be after it."""
    evening = acting("alchemist t1 t2")
    assert evening.uses == []
    evening.say("overtime", crystals=crystals(white=6))
    assert (evening.at, evening.ask.acted) == ("turn", "overtime")
    assert len(evening.uses) == 7


@pytest.mark.rule("R-KR-65")
def test_all_abilities_of_a_team_in_any_order():
    """G-KR-12: before the team leaves."""
    evening = acting("thief alchemist spy").camp("ann", white=2).camp("ben", blue=2, relics=1)
    evening.ability("a_spy", from_="ben")
    evening.load("bank")
    assert evening.facts["abilities"] == ["a_alchemist", "a_thief"]
    evening.ability("a_alchemist", give="white", n=2)
    assert evening.facts["deserted"][-1:] == ["ann"]
    assert evening.camp_of("ann") == (0, 4, 0, 1)


@pytest.mark.rule("R-KR-67")
def test_the_thief_takes_as_many_as_shown_or_as_there_are():
    evening = acting("thief t1 t2", agents=WHITE_THIEF).camp("ben", red=2, blue=3, white=1)
    evening.ability("a_thief", from_="ben")
    assert (evening.camp_of("ann"), evening.camp_of("ben")) == ((0, 1, 1, 0), (2, 2, 0, 0))


@pytest.mark.rule("R-KR-68")
def test_the_spy_looks_and_takes_one():
    """Only the spying seat sees them."""
    evening = acting("spy t1 t2", "home relics").camp("ben", ["r01", "r02", "r14"]).camp("ann", [])
    evening.ability("a_spy", from_="ben")
    assert (evening.at, evening.ask.who, evening.ask.camp, evening.ask.rule) == ("spy", "ann", "ben", "R-KR-68")
    assert evening.facts["pending"] == {"what": "spy", "who": "ann", "camp": "ben"}
    assert evening.secret("ann")["look"] == ["r01", "r02", "r14"]
    assert evening.secret("ben")["look"] is None
    assert evening.legal() == [{"do": "steal", "relic": relic} for relic in ("r01", "r02", "r14")]
    evening.say("steal", relic="r14")
    assert (evening.secret("ann")["camp_relics"], evening.secret("ben")["camp_relics"]) == (["r14"], ["r01", "r02"])
    assert (evening.secret("ann")["look"], evening.facts["pending"]) == (None, None)


@pytest.mark.rule("R-KR-68")
def test_a_single_relic_is_taken_without_asking_and_an_unknown_one_unseen():
    """WIRE.md 3."""
    evening = acting("spy t1 t2", "home relics").camp("ben", ["r01"])
    evening.ability("a_spy", from_="ben")
    assert (evening.at, "r01" in evening.secret("ann")["camp_relics"]) == ("turn", True)
    hidden = acting("spy t1 t2").camp("ben", relics=3)
    hidden.ability("a_spy", from_="ben")
    assert (hidden.at, hidden.camp_of("ann")[3], hidden.camp_of("ben")[3]) == ("turn", 1, 2)


@pytest.mark.rule("R-KR-34", "R-KR-68")
def test_a_stolen_relic_can_be_turned_up_at_once():
    evening = acting("spy t1 t2", "home relics").camp("ben", ["r01"]).camp("ann", [])
    evening.ability("a_spy", from_="ben")
    evening.say("use", relic="r01")
    assert evening.facts["teams"]["ann"]["combat"] == 3


@pytest.mark.rule("R-KR-69")
def test_the_eminent_miner_takes_from_the_bank_and_draws():
    """A relic symbol works as on a space."""
    evening = acting("miner t1 t2", "home relics")
    red = evening.facts["bank"]["red"]
    n = evening.camp_of("ann")[3]
    evening.ability("a_miner")
    assert (evening.camp_of("ann")[0], evening.facts["bank"]["red"]) == (1, red - 1)
    assert evening.facts["pending"] == {"what": "relics", "who": "ann", "drawn": 0, "symbols": 1}
    cards = [answer["card"] for answer in evening.legal()[:2]]
    evening.draw(*cards)
    evening.say("keep", relic=cards[0])
    assert (evening.at, evening.camp_of("ann")[3], evening.facts["relics"]["discarded"][-1:]) == (
        "turn",
        n + 1,
        cards[1:],
    )
    hidden = acting("miner t1 t2")
    hidden.ability("a_miner")
    assert (hidden.at, hidden.camp_of("ann")) == ("turn", (1, 0, 0, 1))


@pytest.mark.rule("R-KR-27", "R-KR-69")
@pytest.mark.parametrize(
    ("shown", "bank_has_red", "deck", "offered"),
    [
        (goods(1), True, 5, True), (goods(1), False, 5, False), (goods(1, relics=1), False, 5, True),
        (goods(1, relics=1), False, 0, False), (goods(relics=1), True, 0, False), (goods(), True, 5, False),
    ],
)  # fmt: skip
def test_the_eminent_miner_needs_something_to_take(shown, bank_has_red, deck, offered):
    """G-KR-11, G-KR-13."""
    evening = acting("miner t1 t2", agents={"miner": {"ability": {"op": "miner", **shown}}})
    facts = evening.facts
    if not bank_has_red:
        evening.set("home", facts["homes"]["red"] + facts["bank"]["red"], good="red")
    evening.set("relics", facts["relics"]["deck"] + facts["homes"]["relics"] - deck, at="homes")
    assert bool(evening.uses) == offered


@pytest.mark.rule("R-KR-70", "R-KR-71")
def test_the_alchemist_exchanges_white_or_blue():
    """One for one, any number that camp and bank have; not both, never red or back."""
    evening = acting("alchemist t1 t2").camp("ann", white=2, blue=1, red=1)
    assert evening.uses == [
        {"agent": "a_alchemist", "give": "white", "n": 1}, {"agent": "a_alchemist", "give": "white", "n": 2},
        {"agent": "a_alchemist", "give": "blue", "n": 1}, {"agent": "a_alchemist", "n": 0},
    ]  # fmt: skip
    bank = evening.facts["bank"]
    evening.ability("a_alchemist", give="blue", n=1)
    assert evening.camp_of("ann") == (2, 0, 2, 0)
    assert evening.facts["bank"] == {"red": bank["red"] - 1, "blue": bank["blue"] + 1, "white": bank["white"]}


@pytest.mark.parametrize(("zero", "ways"), [("true", 2), ("false", 1)])
def test_the_alchemist_with_zero(zero, ways):
    """G-KR-10: only if there is anything to exchange at all."""
    evening = acting("alchemist t1 t2", options={"alchemist_zero": zero})
    assert evening.uses == []
    evening.camp("ann", blue=1)
    assert len(evening.uses) == ways
    if zero == "true":
        before = evening.camp_of("ann")
        evening.ability("a_alchemist", n=0)
        assert (evening.camp_of("ann"), evening.uses) == (before, [])


@pytest.mark.parametrize(("bank_short", "ways"), [("limited", 2), ("unlimited", 4)])
def test_the_alchemist_and_a_short_bank(bank_short, ways):
    """G-KR-13: an uncounted bank sets no bound."""
    evening = acting("alchemist t1 t2", options={"bank_short": bank_short, "alchemist_zero": "false"})
    if bank_short == "limited":
        facts = evening.facts
        everything = facts["homes"]["red"] + facts["bank"]["red"]
        evening.correct(change("home", everything - 2, good="red"))
    evening.camp("ann", blue=4)
    assert [use["n"] for use in evening.uses] == list(range(1, ways + 1))


@pytest.mark.rule("R-KR-66")
def test_defence_is_never_listed():
    evening = acting("guard t1 t2")
    assert (evening.uses, evening.facts["abilities"]) == ([], [])
    evening.overtime()
    assert evening.facts["done"][-1] == "ann"
