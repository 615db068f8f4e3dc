"""Crew aboard and passed on, and the clean-up of a turn (R-CG-52 to R-CG-66), and the win (R-CG-74 to R-CG-77)."""

from __future__ import annotations

import pytest

from tests.games.crash.helpers import CrashTable, op, types_of

UPGRADES = {
    "velcro": ("crash", [op("pay", boosters=1), op("shield")]),
    "claw": ("passive", [op("raider")]),
    "hubcaps": ("passive", [op("loot", energy=1, boosters=1)]),
    "kick": ("end_of_turn", [op("push", distance=4)]),
}


def three(**squares):
    """Red's turn; red, blue and yellow where they are put, nobody has energy."""
    game = CrashTable(upgrades=UPGRADES).turn(**{"red": "c7r1", "blue": "c8r1", "yellow": "c1r3", **squares})
    return game.tokens("red")


def two(**house):
    """Red's turn of two players: red and blue are ann's, yellow and green are ben's."""
    game = CrashTable(2, upgrades=UPGRADES, **house).turn(red="c1r1", blue="c4r2", yellow="c1r4", green="c8r4")
    return game.tokens("red")


# Aboard.


@pytest.mark.rule("R-CG-53", "R-CG-54", "R-CG-55")
def test_types_are_seated_and_more_of_a_type_is_extra():
    """What is lost is replaced by an extra of the type at once."""
    game = three(red="c1r1").aboard("red", "blue-pilot", "red-pilot", "blue-doctor")
    assert game.saucer("red")["seated"] == 2
    game.aboard("red", "blue-pilot", "blue-doctor")
    assert game.saucer("red")["seated"] == 2
    game.aboard("red", "blue-pilot")
    assert game.saucer("red")["seated"] == 1


@pytest.mark.rule("R-CG-52")
def test_crew_of_the_own_colour_cannot_be_stolen():
    game = three().aboard("blue", "blue-pilot", "red-doctor")
    game.card("0-5", "east", 2)
    assert game.legal("steal") == [{"do": "steal", "crew": "red-doctor"}]
    game.refuses("illegal", "R-CG-61", "steal", crew="blue-pilot")


@pytest.mark.rule("R-CG-56")
@pytest.mark.parametrize("taken", ["red-doctor", "blue-pilot"])
def test_crew_is_passed_to_the_saucer_of_its_colour_side_by_side(taken):
    """At any step, either or both, one after the other."""
    game = two().aboard("red", "blue-pilot").aboard("blue", "red-doctor")
    game.card("3", "east")
    assert (game.at, game.ask.who, game.ask.rule) == ("pass_crew", "ann", "R-CG-56")
    assert game.where("red") == ["c4r1"]
    assert {answer["crew"] for answer in game.legal("take")} == {"blue-pilot", "red-doctor"}
    game.say("take", crew=taken)
    assert game.saucer(taken.partition("-")[0])["crew"] == ["blue-pilot", "red-doctor"]
    assert (game.at, len(game.legal("take"))) == ("pass_crew", 1)
    game.say("pass")
    assert game.at != "pass_crew"


@pytest.mark.rule("R-CG-56")
def test_crew_is_passed_in_passing_and_the_move_goes_on():
    """G-CG-09."""
    game = two().aboard("red", "blue-pilot")
    game.card("0-5", "east", 5)
    assert game.where("red") == ["c4r1"]
    game.say("take", crew="blue-pilot")
    assert (game.where("red"), game.saucer("blue")["crew"]) == (["c6r1"], ["blue-pilot"])


@pytest.mark.rule("R-CG-56")
def test_crew_of_others_is_not_passed():
    """Only that of the two colours, and not diagonally."""
    game = two().aboard("red", "yellow-pilot")
    game.card("3", "east")
    assert game.at != "pass_crew"
    game = two().aboard("red", "blue-pilot")
    game.card("0-5", "east", 2)
    assert game.where("red") == ["c3r1"]
    assert game.at != "pass_crew"


@pytest.mark.rule("R-CG-56")
def test_crew_is_passed_when_a_saucer_is_pushed_in_the_turn_of_the_other():
    """Also for pushed saucers."""
    game = two().put(red="c1r1", blue="c4r4", yellow="c2r1", green="c4r2").aboard("yellow", "green-pilot")
    game.card("0-5", "east", 2)
    assert (game.at, game.ask.who, game.ask_saucer) == ("pass_crew", "ben", "yellow")


@pytest.mark.rule("R-CG-56")
def test_with_three_players_nothing_is_passed():
    game = three(red="c1r1", blue="c2r2").aboard("red", "blue-pilot")
    game.card("0-5", "east", 1)
    assert game.at != "pass_crew"


# Crashes.


@pytest.mark.rule("R-CG-57", "R-CG-59")
def test_own_crashes_are_settled_first():
    """Those of the other own saucer too, each group as it happened."""
    game = two().put(red="c7r1", blue="c1r2", yellow="c8r1", green="c1r4").aboard("red", "yellow-pilot", "green-doctor")
    game.tokens("red", boosters=1).card("0-5", "east", 2)
    game.say("boost", dir="north")
    assert game.facts["turn"]["crashed"] == ["yellow"]
    assert (game.at, game.ask_saucer) == ("give", "red")
    game.say("give", crew="yellow-pilot", to="ben")
    assert (game.at, game.ask.who, game.ask.crew, game.ask.rule) == (
        "receive", "ben", "yellow-pilot", "R-CG-58",
    )  # fmt: skip
    game.say("saucer", saucer="green")
    assert game.saucer("green")["crew"] == ["yellow-pilot"]
    assert (game.at, game.ask_saucer, game.ask.rule) == ("reward", "yellow", "R-CG-61")


@pytest.mark.rule("R-CG-57")
def test_the_clean_up_goes_from_crashes_to_crew_to_upgrades():
    game = three().crew(red_pilot="c7r2").own("red", "kick").tokens("red", energy=2, boosters=1)
    game.card("0-5", "east", 1)
    game.put(red="c7r1", yellow="c6r2").crew(red_pilot="c7r2").say("boost", dir="south")
    asked = []
    while game.facts["turn"]["who"] == "ann":
        asked.append(game.at)
        game.dull()
    assert asked == ["reward", "crew", "placement", "end_of_turn", "upgrade"]


@pytest.mark.rule("R-CG-58")
def test_the_only_crew_for_the_only_poorest_is_given_without_asking():
    game = three(red="c1r1").aboard("red", "yellow-pilot").aboard("blue", "blue-pilot")
    game.card("0-5", "west", 2)
    assert game.saucer("yellow")["crew"] == ["yellow-pilot"]


@pytest.mark.rule("R-CG-59")
def test_the_twin_crashed_in_the_own_turn_counts_as_own():
    """Red pushes blue off; ann gives, and has no reward."""
    game = two().put(red="c7r1", blue="c8r1", yellow="c1r3", green="c1r4").aboard("blue", "yellow-pilot", "red-doctor")
    game.card("0-5", "east", 2)
    assert (game.at, game.ask_saucer, game.ask.who) == ("give", "blue", "ann")


@pytest.mark.rule("R-CG-61", "R-CG-62", "R-CG-63")
@pytest.mark.parametrize(("do", "fields"), [("energy", {}), ("pass", {}), ("steal", {"crew": "red-doctor"})])
def test_a_reward_is_energy_or_crew_or_neither(do, fields):
    game = three().aboard("blue", "red-doctor")
    game.card("0-5", "east", 2)
    game.say(do, **fields)
    assert game.stock("red")[0] == (do == "energy")
    assert game.saucer("red")["crew"] == (["red-doctor"] if do == "steal" else [])


@pytest.mark.rule("R-CG-63")
@pytest.mark.parametrize(("owned", "stealing"), [((), False), (("claw",), True)])
def test_a_raider_compares_nothing(owned, stealing):
    """Upgrade ``raider``."""
    game = three().aboard("red", "red-pilot", "red-scientist").aboard("blue", "red-doctor")
    game.own("red", *owned)
    game.card("0-5", "east", 2)
    assert bool(game.legal("steal")) == stealing


@pytest.mark.rule("R-CG-61")
def test_loot_comes_just_before_the_reward():
    """Upgrade ``loot``."""
    game = three().own("red", "hubcaps")
    game.tokens("red").card("3", "east")
    game.until("reward")
    assert game.stock("red") == (2, 1)


@pytest.mark.rule("R-CG-58")
def test_a_shield_keeps_the_crew():
    """Upgrade ``shield``, paid with a booster."""
    game = three(red="c1r1").aboard("red", "yellow-pilot").own("red", "velcro")
    game.card("2", "west")
    assert (game.at, game.ask.rule, game.uses) == ("crash", "R-CG-58", [("velcro", None)])
    game.say("use", upgrade="velcro")
    assert (game.saucer("red")["crew"], game.stock("red")) == (["yellow-pilot"], (0, 0))


@pytest.mark.rule("R-CG-58")
def test_no_crash_window_without_crew_to_give():
    game = three(red="c1r1").aboard("red", "red-pilot").own("red", "velcro")
    game.card("0-5", "west", 2)
    assert game.facts["turn"]["who"] == "ben"


# Lost crew.


@pytest.mark.rule("R-CG-60")
def test_a_crew_placed_by_die_goes_on_from_12_to_1():
    game = three(red="c1r1")
    sites = {n: game.site(n) for n in (11, 12, 1)}
    game.put(red="c1r1", blue=sites[11], yellow=sites[12]).crew(red_pilot="c2r1", blue_pilot=sites[1])
    game.card("0-5", "east", 2)
    game.until("placement").roll(11)
    assert game.site(2) in game.facts["crew_on_board"].values()


@pytest.mark.rule("R-CG-64", "R-CG-65")
def test_crew_picked_up_by_anybody_is_replaced_by_the_active_player():
    """Out of the front row."""
    game = three(red="c1r1", blue="c2r1").crew(red_pilot="c3r1", blue_pilot="c8r3")
    game.card("0-5", "east", 2)
    assert (game.at, game.ask.who, game.ask.rule) == ("crew", "ann", "R-CG-64")
    game.refuses("illegal", "R-CG-64", "crew", crew="red-doctor")
    game.say("crew", crew="green-pilot")
    game.roll(1)
    assert sorted(game.facts["crew_on_board"]) == ["blue-pilot", "green-pilot"]


@pytest.mark.rule("R-CG-12", "R-CG-64")
def test_the_next_row_is_in_front_once_there_is_no_pilot():
    game = three(red="c1r1").crew(red_pilot="c2r1", blue_pilot="c8r3")
    game.crew(green_pilot="mat:blue", yellow_pilot="mat:yellow")
    assert game.facts["front"] == "scientist"
    game.card("0-5", "east", 2)
    assert game.legal("crew") == [{"do": "crew", "crew": crew} for crew in sorted(
        f"{colour}-scientist" for colour in ("red", "blue", "green", "yellow"))]  # fmt: skip


@pytest.mark.rule("R-CG-57", "R-CG-66")
def test_after_an_upgrade_at_the_end_of_the_turn_crashes_and_crew_are_seen_to_again():
    game = three(red="c6r1", blue="c7r1").crew(red_pilot="c8r1").own("red", "kick")
    game.card("0-5", distance=0)
    assert (game.at, game.ask.rule, game.uses) == ("end_of_turn", "R-CG-66", [("kick", "east")])
    game.say("use", upgrade="kick", dir="east")
    assert (game.at, game.ask_saucer) == ("reward", "blue")
    game.say("energy")
    assert game.at == "crew"


# The win.


def full(game, name, *, but=""):
    """All four types aboard, one of them perhaps not."""
    return game.aboard(name, *[crew for crew in types_of(name) if not crew.endswith(but or "-")])


@pytest.mark.rule("R-CG-74", "R-CG-76")
def test_a_stolen_crew_wins():
    game = full(three(), "red", but="doctor").own("red", "claw").aboard("blue", "green-doctor")
    game.card("0-5", "east", 2)
    game.say("steal", crew="green-doctor")
    assert game.ask.result == {"winner": "ann", "round": 1, "rule": "R-CG-74"}


@pytest.mark.rule("R-CG-76")
def test_who_is_given_the_last_crew_wins():
    """The receiver."""
    game = full(three(red="c1r1"), "yellow", but="doctor").aboard("red", "green-doctor")
    full(game, "blue", but="doctor")
    game.card("0-5", "west", 2)
    game.say("give", crew="green-doctor", to="cat")
    assert game.ask.result["winner"] == "cat"


@pytest.mark.rule("R-CG-75")
def test_a_win_by_pick_up_comes_before_the_penalty():
    game = full(three(red="c7r1", blue="c1r2"), "red", but="doctor").crew(green_doctor="c8r1")
    game.card("3", "east")
    assert game.ask.result["winner"] == "ann"
    game.refuses("over", "R-CG-74", "ready")


@pytest.mark.rule("R-CG-74", "R-CG-76")
def test_a_pushed_saucer_wins_in_the_turn_of_another():
    game = full(three(red="c1r1", blue="c2r1"), "blue", but="doctor").crew(green_doctor="c3r1")
    game.card("0-5", "east", 2)
    assert (game.ask.result["winner"], game.facts["phase"]) == ("ben", "over")


@pytest.mark.rule("R-CG-74", "R-CG-76")
def test_passing_crew_wins():
    """With two players both saucers must be full."""
    game = two()
    full(full(game, "red", but="doctor"), "blue", but="doctor")
    game.crew(red_doctor="mat:blue", blue_doctor="mat:red")
    assert game.ask.result["winner"] == "ann"


@pytest.mark.rule("R-CG-77")
def test_after_corrections_there_may_be_no_free_site():
    """Then the piece stays off."""
    game = three(red="c1r1")
    crew = [crew for row in game.facts["lost"].values() for crew in row][:12]
    game.put(red="c1r1", blue="c1r2", yellow=None)
    game.correct(*[
        {"fact": "crew", "crew": one, "value": f"square:{game.site(n)}"} for n, one in enumerate(crew, 1)
    ])  # fmt: skip
    game.until("ready", round=2)
    assert game.where("yellow") == [None]
    assert len(game.facts["crew_on_board"]) == 12
