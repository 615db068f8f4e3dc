"""Crew aboard and passed on, and the clean-up of a turn (R-CG-52 to R-CG-66), and the win (R-CG-74 to R-CG-77)."""

from __future__ import annotations

import pytest

from tests.games.crash.box import op
from tests.games.crash.helpers import Evening, types_of

UPGRADES = {
    "velcro": ("crash", [op("pay", boosters=1), op("shield")]),
    "claw": ("passive", [op("raider")]),
    "hubcaps": ("passive", [op("loot", energy=1, boosters=1)]),
    "kick": ("end_of_turn", [op("push", distance=4)]),
}


def three(**squares):
    """Red's turn; red, blue and yellow where they are put, nobody has energy."""
    evening = Evening(upgrades=UPGRADES).turn(**{"red": "c7r1", "blue": "c8r1", "yellow": "c1r3", **squares})
    return evening.tokens("red")


def two(**house):
    """Red's turn of two players: red and blue are ann's, yellow and green are ben's."""
    evening = Evening(2, upgrades=UPGRADES, **house).turn(red="c1r1", blue="c4r2", yellow="c1r4", green="c8r4")
    return evening.tokens("red")


# Aboard.


@pytest.mark.rule("R-CG-53", "R-CG-54", "R-CG-55")
def test_types_are_seated_and_more_of_a_type_is_extra():
    """What is lost is replaced by an extra of the type at once."""
    evening = three(red="c1r1").aboard("red", "blue-pilot", "red-pilot", "blue-doctor")
    assert evening.saucer("red")["seated"] == 2
    evening.aboard("red", "blue-pilot", "blue-doctor")
    assert evening.saucer("red")["seated"] == 2
    evening.aboard("red", "blue-pilot")
    assert evening.saucer("red")["seated"] == 1


@pytest.mark.rule("R-CG-52")
def test_crew_of_the_own_colour_cannot_be_stolen():
    evening = three().aboard("blue", "blue-pilot", "red-doctor")
    evening.card("0-5", "east", 2)
    assert evening.legal("steal") == [{"do": "steal", "crew": "red-doctor"}]
    evening.refuses("illegal", "R-CG-61", "steal", crew="blue-pilot")


@pytest.mark.rule("R-CG-56")
@pytest.mark.parametrize("taken", ["red-doctor", "blue-pilot"])
def test_crew_is_passed_to_the_saucer_of_its_colour_side_by_side(taken):
    """At any step, either or both, one after the other."""
    evening = two().aboard("red", "blue-pilot").aboard("blue", "red-doctor")
    evening.card("3", "east")
    assert (evening.at, evening.ask.who, evening.ask.rule) == ("pass_crew", "ann", "R-CG-56")
    assert evening.where("red") == ["c4r1"]
    assert {answer["crew"] for answer in evening.legal("take")} == {"blue-pilot", "red-doctor"}
    evening.say("take", crew=taken)
    assert evening.saucer(taken.partition("-")[0])["crew"] == ["blue-pilot", "red-doctor"]
    assert (evening.at, len(evening.legal("take"))) == ("pass_crew", 1)
    evening.say("pass")
    assert evening.at != "pass_crew"


@pytest.mark.rule("R-CG-56")
def test_crew_is_passed_in_passing_and_the_move_goes_on():
    """G-CG-09."""
    evening = two().aboard("red", "blue-pilot")
    evening.card("0-5", "east", 5)
    assert evening.where("red") == ["c4r1"]
    evening.say("take", crew="blue-pilot")
    assert (evening.where("red"), evening.saucer("blue")["crew"]) == (["c6r1"], ["blue-pilot"])


@pytest.mark.rule("R-CG-56")
def test_crew_of_others_is_not_passed():
    """Only that of the two colours, and not diagonally."""
    evening = two().aboard("red", "yellow-pilot")
    evening.card("3", "east")
    assert evening.at != "pass_crew"
    evening = two().aboard("red", "blue-pilot")
    evening.card("0-5", "east", 2)
    assert evening.where("red") == ["c3r1"]
    assert evening.at != "pass_crew"


@pytest.mark.rule("R-CG-56")
def test_crew_is_passed_when_a_saucer_is_pushed_in_the_turn_of_the_other():
    """Also for pushed saucers."""
    evening = two().put(red="c1r1", blue="c4r4", yellow="c2r1", green="c4r2").aboard("yellow", "green-pilot")
    evening.card("0-5", "east", 2)
    assert (evening.at, evening.ask.who, evening.ask_saucer) == ("pass_crew", "ben", "yellow")


@pytest.mark.rule("R-CG-56")
def test_with_three_players_nothing_is_passed():
    evening = three(red="c1r1", blue="c2r2").aboard("red", "blue-pilot")
    evening.card("0-5", "east", 1)
    assert evening.at != "pass_crew"


# Crashes.


@pytest.mark.rule("R-CG-57", "R-CG-59")
def test_own_crashes_are_settled_first():
    """Those of the other own saucer too, each group as it happened."""
    evening = (
        two().put(red="c7r1", blue="c1r2", yellow="c8r1", green="c1r4").aboard("red", "yellow-pilot", "green-doctor")
    )
    evening.tokens("red", boosters=1).card("0-5", "east", 2)
    evening.say("boost", dir="north")
    assert evening.facts["turn"]["crashed"] == ["yellow"]
    assert (evening.at, evening.ask_saucer) == ("give", "red")
    evening.say("give", crew="yellow-pilot", to="ben")
    assert (evening.at, evening.ask.who, evening.ask.crew, evening.ask.rule) == (
        "receive", "ben", "yellow-pilot", "R-CG-58",
    )  # fmt: skip
    evening.say("saucer", saucer="green")
    assert evening.saucer("green")["crew"] == ["yellow-pilot"]
    assert (evening.at, evening.ask_saucer, evening.ask.rule) == ("reward", "yellow", "R-CG-61")


@pytest.mark.rule("R-CG-57")
def test_the_clean_up_goes_from_crashes_to_crew_to_upgrades():
    evening = three().crew(red_pilot="c7r2").own("red", "kick").tokens("red", energy=2, boosters=1)
    evening.card("0-5", "east", 1)
    evening.put(red="c7r1", yellow="c6r2").crew(red_pilot="c7r2").say("boost", dir="south")
    asked = []
    while evening.facts["turn"]["who"] == "ann":
        asked.append(evening.at)
        evening.dull()
    assert asked == ["reward", "crew", "placement", "end_of_turn", "upgrade"]


@pytest.mark.rule("R-CG-58")
def test_the_only_crew_for_the_only_poorest_is_given_without_asking():
    evening = three(red="c1r1").aboard("red", "yellow-pilot").aboard("blue", "blue-pilot")
    evening.card("0-5", "west", 2)
    assert evening.saucer("yellow")["crew"] == ["yellow-pilot"]


@pytest.mark.rule("R-CG-59")
def test_the_twin_crashed_in_the_own_turn_counts_as_own():
    """Red pushes blue off; ann gives, and has no reward."""
    evening = (
        two().put(red="c7r1", blue="c8r1", yellow="c1r3", green="c1r4").aboard("blue", "yellow-pilot", "red-doctor")
    )
    evening.card("0-5", "east", 2)
    assert (evening.at, evening.ask_saucer, evening.ask.who) == ("give", "blue", "ann")


@pytest.mark.rule("R-CG-61", "R-CG-62", "R-CG-63")
@pytest.mark.parametrize(("do", "fields"), [("energy", {}), ("pass", {}), ("steal", {"crew": "red-doctor"})])
def test_a_reward_is_energy_or_crew_or_neither(do, fields):
    evening = three().aboard("blue", "red-doctor")
    evening.card("0-5", "east", 2)
    evening.say(do, **fields)
    assert evening.stock("red")[0] == (do == "energy")
    assert evening.saucer("red")["crew"] == (["red-doctor"] if do == "steal" else [])


@pytest.mark.rule("R-CG-63")
@pytest.mark.parametrize(("owned", "stealing"), [((), False), (("claw",), True)])
def test_a_raider_compares_nothing(owned, stealing):
    """Upgrade ``raider``."""
    evening = three().aboard("red", "red-pilot", "red-scientist").aboard("blue", "red-doctor")
    evening.own("red", *owned)
    evening.card("0-5", "east", 2)
    assert bool(evening.legal("steal")) == stealing


@pytest.mark.rule("R-CG-61")
def test_loot_comes_just_before_the_reward():
    """Upgrade ``loot``."""
    evening = three().own("red", "hubcaps")
    evening.tokens("red").card("3", "east")
    evening.until("reward")
    assert evening.stock("red") == (2, 1)


@pytest.mark.rule("R-CG-58")
def test_a_shield_keeps_the_crew():
    """Upgrade ``shield``, paid with a booster."""
    evening = three(red="c1r1").aboard("red", "yellow-pilot").own("red", "velcro")
    evening.card("2", "west")
    assert (evening.at, evening.ask.rule, evening.uses) == ("crash", "R-CG-58", [("velcro", None)])
    evening.say("use", upgrade="velcro")
    assert (evening.saucer("red")["crew"], evening.stock("red")) == (["yellow-pilot"], (0, 0))


@pytest.mark.rule("R-CG-58")
def test_no_crash_window_without_crew_to_give():
    evening = three(red="c1r1").aboard("red", "red-pilot").own("red", "velcro")
    evening.card("0-5", "west", 2)
    assert evening.facts["turn"]["who"] == "ben"


# Lost crew.


@pytest.mark.rule("R-CG-60")
def test_a_crew_placed_by_die_goes_on_from_12_to_1():
    evening = three(red="c1r1")
    sites = {n: evening.site(n) for n in (11, 12, 1)}
    evening.put(red="c1r1", blue=sites[11], yellow=sites[12]).crew(red_pilot="c2r1", blue_pilot=sites[1])
    evening.card("0-5", "east", 2)
    evening.until("placement").roll(11)
    assert evening.site(2) in evening.facts["crew_on_board"].values()


@pytest.mark.rule("R-CG-64", "R-CG-65")
def test_crew_picked_up_by_anybody_is_replaced_by_the_active_player():
    """Out of the front row."""
    evening = three(red="c1r1", blue="c2r1").crew(red_pilot="c3r1", blue_pilot="c8r3")
    evening.card("0-5", "east", 2)
    assert (evening.at, evening.ask.who, evening.ask.rule) == ("crew", "ann", "R-CG-64")
    evening.refuses("illegal", "R-CG-64", "crew", crew="red-doctor")
    evening.say("crew", crew="green-pilot")
    evening.roll(1)
    assert sorted(evening.facts["crew_on_board"]) == ["blue-pilot", "green-pilot"]


@pytest.mark.rule("R-CG-12", "R-CG-64")
def test_the_next_row_is_in_front_once_there_is_no_pilot():
    evening = three(red="c1r1").crew(red_pilot="c2r1", blue_pilot="c8r3")
    evening.crew(green_pilot="mat:blue", yellow_pilot="mat:yellow")
    assert evening.facts["front"] == "scientist"
    evening.card("0-5", "east", 2)
    assert evening.legal("crew") == [{"do": "crew", "crew": crew} for crew in sorted(
        f"{colour}-scientist" for colour in ("red", "blue", "green", "yellow"))]  # fmt: skip


@pytest.mark.rule("R-CG-57", "R-CG-66")
def test_after_an_upgrade_at_the_end_of_the_turn_crashes_and_crew_are_seen_to_again():
    evening = three(red="c6r1", blue="c7r1").crew(red_pilot="c8r1").own("red", "kick")
    evening.card("0-5", distance=0)
    assert (evening.at, evening.ask.rule, evening.uses) == ("end_of_turn", "R-CG-66", [("kick", "east")])
    evening.say("use", upgrade="kick", dir="east")
    assert (evening.at, evening.ask_saucer) == ("reward", "blue")
    evening.say("energy")
    assert evening.at == "crew"


# The win.


def full(evening, name, *, but=""):
    """All four types aboard, one of them perhaps not."""
    return evening.aboard(name, *[crew for crew in types_of(name) if not crew.endswith(but or "-")])


@pytest.mark.rule("R-CG-74", "R-CG-76")
def test_a_stolen_crew_wins():
    evening = full(three(), "red", but="doctor").own("red", "claw").aboard("blue", "green-doctor")
    evening.card("0-5", "east", 2)
    evening.say("steal", crew="green-doctor")
    assert evening.ask.result == {"winner": "ann", "round": 1, "rule": "R-CG-74"}


@pytest.mark.rule("R-CG-76")
def test_who_is_given_the_last_crew_wins():
    """The receiver."""
    evening = full(three(red="c1r1"), "yellow", but="doctor").aboard("red", "green-doctor")
    full(evening, "blue", but="doctor")
    evening.card("0-5", "west", 2)
    evening.say("give", crew="green-doctor", to="cat")
    assert evening.ask.result["winner"] == "cat"


@pytest.mark.rule("R-CG-75")
def test_a_win_by_pick_up_comes_before_the_penalty():
    evening = full(three(red="c7r1", blue="c1r2"), "red", but="doctor").crew(green_doctor="c8r1")
    evening.card("3", "east")
    assert evening.ask.result["winner"] == "ann"
    evening.refuses("over", "R-CG-74", "ready")


@pytest.mark.rule("R-CG-74", "R-CG-76")
def test_a_pushed_saucer_wins_in_the_turn_of_another():
    evening = full(three(red="c1r1", blue="c2r1"), "blue", but="doctor").crew(green_doctor="c3r1")
    evening.card("0-5", "east", 2)
    assert (evening.ask.result["winner"], evening.facts["phase"]) == ("ben", "over")


@pytest.mark.rule("R-CG-74", "R-CG-76")
def test_passing_crew_wins():
    """With two players both saucers must be full."""
    evening = two()
    full(full(evening, "red", but="doctor"), "blue", but="doctor")
    evening.crew(red_doctor="mat:blue", blue_doctor="mat:red")
    assert evening.ask.result["winner"] == "ann"


@pytest.mark.rule("R-CG-77")
def test_after_corrections_there_may_be_no_free_site():
    """Then the piece stays off."""
    evening = three(red="c1r1")
    crew = [crew for row in evening.facts["lost"].values() for crew in row][:12]
    evening.put(red="c1r1", blue="c1r2", yellow=None)
    evening.correct(*[
        {"fact": "crew", "crew": one, "value": f"square:{evening.site(n)}"} for n, one in enumerate(crew, 1)
    ])  # fmt: skip
    evening.until("ready", round=2)
    assert evening.where("yellow") == [None]
    assert len(evening.facts["crew_on_board"]) == 12
