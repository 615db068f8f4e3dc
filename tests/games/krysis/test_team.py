"""Phase 2 and the end of a round: teams, initiative, new agents (R-KR-28 to R-KR-32, R-KR-76 to R-KR-79, R-KR-86)."""

from __future__ import annotations

import pytest

from companion.table.history import Played
from tests.games.krysis.helpers import KrysisTable


@pytest.mark.rule("R-KR-28", "R-KR-29")
def test_agents_lie_face_down_until_all_have_played_one():
    """Earlier ones stay open."""
    evening = KrysisTable(2, "agents").until("agent")
    assert (evening.ask.who, evening.ask.n, len(evening.legal())) == ("ann", 1, 6)
    first = evening.secret("ann")["hand"][0]
    evening.say("play", agent=first)
    assert (evening.facts["given"], evening.secret("ann")["agent"]) == (["ann"], first)
    assert (evening.facts["teams"]["ann"]["agents"], evening.lies("team:ann")) == ([], {"agent": 1})
    assert first not in evening.secret("ann")["hand"]
    evening.say("play", agent=evening.secret("ben")["hand"][0])
    assert (evening.facts["given"], evening.facts["teams"]["ann"]["agents"]) == ([], [first])
    assert (evening.ask.who, evening.ask.n, len(evening.legal())) == ("ann", 2, 5)
    evening.until("turn")
    assert [len(team["agents"]) for team in evening.facts["teams"].values()] == [3, 3]


def test_where_hands_are_not_known_any_agent_is_played_that_has_not_been():
    """WIRE.md 4: each of the company not in team or discard."""
    evening = KrysisTable(2).until("agent")
    assert [answer["agent"] for answer in evening.legal()][:2] == ["a_f1", "a_f2"]
    evening.say("play", agent="a_f3")
    evening.dull()
    assert "a_f3" not in [answer["agent"] for answer in evening.legal()]
    evening.until("agent", round=2)
    assert len(evening.legal()) == 15
    assert evening.facts["agents"]["ann"]["reserve"] == 15


@pytest.mark.rule("R-KR-30", "R-KR-31")
@pytest.mark.parametrize(
    ("speeds", "camp", "initiative"),
    [
        ((3, 2, 1), {}, 6),
        ((3, {"per": "blue", "times": 2}, 0), {"blue": 4, "red": 9}, 11),
        (
            ({"per": "red", "times": 1}, {"per": "white", "times": 3}, {"per": "red", "times": 2}),
            {"red": 2, "white": 1},
            9,
        ),
        (({"per": "red", "times": 5}, 0, 0), {}, 0),
    ],
)
def test_initiative(speeds, camp, initiative):
    """The sum of the speeds, some of which count crystals of the own camp."""
    agents = {f"f{n}": {"speed": speed} for n, speed in enumerate(speeds, 1)}
    evening = KrysisTable(2, agents=agents).until("agent").camp("ann", **camp)
    evening.teams(ann="f1 f2 f3", ben="t1 t2 t3")
    assert evening.facts["initiative"] == {"ann": initiative, "ben": 3}


@pytest.mark.rule("R-KR-32")
@pytest.mark.parametrize(("speed", "first"), [(2, "ann"), (1, "ben"), (0, "ben")])
def test_the_fastest_team_acts_first(speed, first):
    """At a tie the one whose miner is ahead; ben's is."""
    evening = KrysisTable(2, agents={"f1": {"speed": speed}}).until("mine")
    spaces = {"ann": "1a", "ben": "1b"}
    while evening.at == "mine":
        evening.say("mine", space=spaces[evening.ask.who], option=0)
    evening.teams(ann="f1 f2 f3", ben="f4 f5 f6")
    assert evening.facts["order"][0] == first == evening.ask.who == evening.facts["active"]


def test_the_order_is_not_computed_again():
    """G-KR-07."""
    agents = {"f1": {"speed": {"per": "blue", "times": 9}}}
    evening = KrysisTable(2, agents=agents).until("agent").camp("ben").camp("ann", blue=1)
    evening.teams(ann="f1 f2 f3", ben="f1 f2 f3")
    evening.set("camp", 9, seat="ben", good="blue")
    assert (evening.facts["initiative"]["ben"], evening.facts["order"]) == (2, ["ann", "ben"])


# The end of a round.


@pytest.mark.rule("R-KR-61", "R-KR-76")
def test_teams_and_relics_turned_up_are_discarded():
    """Those that stayed for the rest of the round."""
    evening = KrysisTable(2).teams(ann="f1 f2 f3", ben="f1 f2 f3").until("turn").camp("ann", relics=2)
    evening.until("turn", "ann").say("use", relic="r13")
    evening.overtime()
    assert (evening.facts["camps"]["ann"]["up"], evening.facts["teams"]["ann"]["combat"]) == (["r13"], 6)
    discard = evening.facts["relics"]["discard"]
    evening.until("bid", round=2)
    assert (evening.facts["camps"]["ann"]["up"], evening.facts["relics"]["discard"]) == ([], discard + 1)
    assert evening.facts["agents"]["ann"]["discard"] == ["a_f1", "a_f2", "a_f3"]
    assert (evening.facts["teams"]["ann"]["agents"], evening.facts["deserted"]) == ([], [])


@pytest.mark.rule("R-KR-77")
def test_three_agents_are_drawn_one_at_a_time():
    """From either deck, the next choice after the card before."""
    evening = KrysisTable(2, "agents").until("deck")
    assert evening.facts["phase"] == "end"
    for left in (3, 2, 1):
        assert (evening.at, evening.ask.left, evening.ask.who) == ("deck", left, "ann")
        assert [answer["deck"] for answer in evening.legal()] == ["fighters", "transporters"]
        evening.say("deck", deck="transporters")
        assert evening.ask.deck == "transporters:ann"
        assert len(evening.legal()) == 3 + left
        evening.draw(evening.legal()[0]["card"])
    assert (evening.ask.who, len(evening.secret("ann")["hand"])) == ("ben", 6)


@pytest.mark.rule("R-KR-77", "R-KR-87")
@pytest.mark.parametrize(("options", "rounds"), [({}, [1, 2, 3, 4]), ({"tactical": "on"}, [1, 2, 3])])
def test_hands_that_hold_their_agents_are_told_to_draw(
    options: dict[str, str], rounds: list[int], monkeypatch: pytest.MonkeyPatch
):
    """In each round after which there are agents left to draw."""
    evening = KrysisTable(2, options=options)
    played: list[Played] = []
    monkeypatch.setattr(evening, "_did", lambda one: played.append(one) or KrysisTable._did(evening, one))
    told: list[int] = []
    while evening.at != "over":
        round_ = evening.facts["round"]
        evening.dull()
        told += [round_ for one in played.pop().instructions if one.rule == "R-KR-77"]
    assert told == rounds


@pytest.mark.rule("R-KR-78")
def test_an_empty_deck_is_not_offered():
    """The other one is used, and the last card is drawn like any other."""
    evening = KrysisTable(2, "agents")
    for round in (1, 2):
        evening.until("deck", "ann", round=round)
        for _ in range(3):
            evening.say("deck", deck="fighters")
            evening.draw(evening.legal()[0]["card"])
    evening.until("transporters:ann", round=3)
    seen = []
    while evening.ask.who == "ann":
        seen.append((evening.at, len(evening.legal())))
        evening.dull()
    assert seen == [("transporters:ann", 6), ("transporters:ann", 5), ("transporters:ann", 4)]


@pytest.mark.rule("R-KR-78", "R-KR-79")
def test_nobody_draws_after_the_fifth_round_and_discards_are_never_reshuffled():
    evening = KrysisTable(2, "agents").until("turn", round=5)
    while evening.facts["phase"] == "action":
        evening.dull()
    assert evening.at == "home"
    agents = evening.facts["agents"]["ann"]
    assert (agents["hand"], agents["fighters"], agents["transporters"], len(agents["discard"])) == (3, 0, 0, 15)


@pytest.mark.rule("R-KR-86", "R-KR-87")
def test_the_tactical_decks_last_for_three_rounds():
    """Nine, nine, nine, nine, six."""
    evening = KrysisTable(2, "agents", {"tactical": "on"})
    drawn: dict[int, int] = {}
    while evening.at != "over":
        drawn[evening.facts["round"]] = drawn.get(evening.facts["round"], 0) + (
            evening.ask.rule == "R-KR-77" and evening.choice is None
        )
        evening.dull()
    assert drawn == {0: 0, 1: 6, 2: 6, 3: 6, 4: 0, 5: 0}


@pytest.mark.rule("R-KR-03", "R-KR-09", "R-KR-79")
def test_five_rounds_of_four_phases():
    """Each on the next level."""
    evening = KrysisTable(2, "agents")
    phases: list[tuple[int, str]] = []
    while evening.at != "over":
        here = (evening.facts["round"], evening.facts["phase"])
        if here not in phases:
            phases.append(here)
        evening.dull()
    rounds = [(round, phase) for round in range(1, 6) for phase in ("mining", "team", "action", "end")]
    assert phases == [(0, "setup"), *rounds[:-1], (5, "scoring")]
    assert all(space.startswith("5") for space in evening.facts["miners"].values())


@pytest.mark.rule("R-KR-28", "R-KR-29")
def test_agents_that_hands_hold_are_turned_up_together_before_they_are_told():
    """Before each of the three questions; then nothing says that an agent that was told lies face down."""
    evening = KrysisTable(2).until("mine")
    evening.until("mine", evening.facts["order"][-1])
    together = "All of you lay an agent from your hand face down; then turn them up together."
    for n in (1, 2, 3):
        played = evening.say(**evening.legal()[0])
        assert [line for line in evening.lines(played) if together in line], n
        assert (evening.at, evening.ask.who, evening.ask.n) == ("agent", "ann", n)
        evening.say("play", agent=f"a_f{n}")
        scene = evening.table.scene()
        assert f"agent:a_f{n}" in [one.id for one in scene.boards[0].holdings]
        assert [side.note for side in scene.sides] == [None, None]
    played = evening.say(**evening.legal()[0])
    assert not [line for line in evening.lines(played) if "face" in line or "turn" in line.lower()]
    assert [line for line in evening.lines(played) if "initiative" in line]


def test_agents_that_the_companion_knows_lie_face_down_until_all_have_played_one():
    evening = KrysisTable(2, "agents").until("agent")
    evening.say("play", agent=evening.secret("ann")["hand"][0])
    scene = evening.table.scene()
    assert (scene.boards[0].holdings, [side.note is None for side in scene.sides]) == ([], [False, True])
    played = evening.say("play", agent=evening.secret("ben")["hand"][0])
    assert "Turn up the agents." in evening.lines(played)
