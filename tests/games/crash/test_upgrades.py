"""Buying upgrades and using them: every operation, every timing (R-CG-67 to R-CG-70; WIRE.md, "Upgrades").

What is used in the middle of a move is in test_movement, what is used for a crash in test_crew.
"""

from __future__ import annotations

import pytest

from companion.games.crash.rules.upgrades import EFFECTS, paid_for, possible
from companion.games.crash.state import UpgradeInUse
from tests.games.crash.helpers import DIRECTIONS, STABILIZER, CrashTable, op

UPGRADES = {
    "jets": ("start_of_turn", [op("move", distance=2)]),
    "glove": ("end_of_turn", [op("pay", energy=1), op("push", distance=3), op("gain", boosters=2)]),
    "button": ("start_of_turn", [op("pay", boosters=1), op("relocate")]),
    "still": ("end_of_round", [op("pay", energy=1), op("pay", boosters=1), op("gain", energy=3)]),
    "gyro": ("placement", [op("pay", energy=1), op("reroll")]),
    "sip": ("placement", [op("gain", boosters=1)]),
    "beam": ("start_of_turn", None),
    "jar": ("passive", [op("card_bonus", card="2", energy=2), op("card_bonus", card="0-5", boosters=1)]),
    "coupon": ("passive", [op("upgrade_cost", energy=1)]),
    "gift": ("passive", [op("upgrade_cost", energy=0)]),
    "mail": ("passive", [op("upgrade_draw", cards=3)]),
    "catalogue": ("passive", [op("upgrade_draw", cards=5)]),
    "nap": ("planning", [op("gain", energy=1)]),
    "bunks": ("placement", [op("place_crew", n=2)]),
}
NOTHING = {f"u{n}" for n in range(1, 23 - len(UPGRADES))}


def game(players=3, **house):
    """Red's turn, far from the others, with nothing on its mat."""
    table = CrashTable(players, upgrades=UPGRADES, **house)
    return table.turn(red="c4r2", blue="c1r1", yellow="c8r4").tokens("red")


def leave_in_deck(table, *cards, discard=()):
    """Deck and discard hold these cards, the box the others."""
    changes = []
    for name, saucer in table.facts["saucers"].items():
        assert not saucer["upgrades"], name
    for card in table.printed["upgrades"]:
        place = "deck" if card["id"] in cards else "discard" if card["id"] in discard else "box"
        changes.append({"fact": "upgrade", "upgrade": card["id"], "value": place})
    table.correct(*changes)
    return table


# Buying.


@pytest.mark.rule("R-CG-67")
def test_two_energy_for_the_better_of_two():
    table = game().tokens("red", energy=3).until("upgrade")
    assert (table.ask.who, table.ask.rule, table.ask_saucer) == ("ann", "R-CG-67", "red")
    table.say("upgrade")
    assert table.stock("red")[0] == 1
    assert (table.at, table.ask.who, len(table.legal("draw"))) == ("upgrades", "ann", 23)
    table.draw("jets", "jar")
    assert (table.at, table.lies("drawn:upgrades")) == ("keep", {"upgrade:jets": 1, "upgrade:jar": 1})
    table.refuses("illegal", "R-CG-67", "keep", upgrade="mail")
    table.say("keep", upgrade="jar")
    assert table.saucer("red")["upgrades"] == ["jar"]
    assert table.facts["discard"] == ["jets"]
    assert table.lies("discard:upgrades") == {"upgrade:jets": 1}


@pytest.mark.rule("R-CG-67")
def test_buying_is_never_a_must():
    table = game().tokens("red", energy=2).until("upgrade")
    table.say("pass")
    assert (table.stock("red")[0], table.facts["turn"]["who"]) == (2, "ben")


@pytest.mark.rule("R-CG-67")
def test_too_little_energy():
    table = game().tokens("red", energy=1)
    table.card("0-5", distance=0)
    assert table.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-68")
def test_no_limit_to_upgrades():
    table = game().own("red", "jar", "coupon", "jets", "glove", "sip", "nap", "beam").tokens("red", energy=1)
    table.until("upgrade").say("upgrade")
    table.draw("u1", "u2")
    table.say("keep", upgrade="u1")
    assert len(table.saucer("red")["upgrades"]) == 8


@pytest.mark.parametrize(("deck", "drawn"), [(("jar",), 1), ((), 0)])
def test_fewer_cards_than_two(deck, drawn):
    """G-CG-11: what there is is drawn, one is kept at once; without any nothing can be bought."""
    table = leave_in_deck(game(), *deck).tokens("red", energy=2)
    table.card("0-5", distance=0)
    assert (table.at == "upgrade") == bool(drawn)
    if drawn:
        table.say("upgrade")
        table.draw("jar")
        assert table.saucer("red")["upgrades"] == ["jar"]
    assert table.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-69")
def test_an_empty_deck_takes_the_discard_in_first():
    table = leave_in_deck(game(), discard=("jar", "mail")).tokens("red", energy=2)
    table.card("0-5", distance=0)
    played = table.say("upgrade")
    assert [todo.at for todo in played.instructions if todo.verb == "shuffle"] == ["deck:upgrades"]
    assert table.facts["deck"] == {"draw": 2, "discard": 0}
    table.draw("mail", "jar")
    assert table.at == "keep"


@pytest.mark.rule("R-CG-67")
@pytest.mark.parametrize(
    ("owned", "price", "cards"),
    [((), 2, 2), (("coupon",), 1, 2), (("coupon", "gift"), 0, 2), (("mail",), 2, 3), (("mail", "catalogue"), 2, 5)],
)
def test_the_lowest_price_and_the_most_cards_count(owned, price, cards):
    """Upgrades ``upgrade_cost`` and ``upgrade_draw``."""
    table = game().tokens("red", energy=2)
    table.own("red", *owned).until("upgrade").say("upgrade")
    assert table.stock("red")[0] == 2 - price
    for drawn in range(cards):
        assert len(table.facts["drawn"]) == drawn
        table.draw(table.legal()[0]["card"])
    assert (table.at, len(table.legal("keep"))) == ("keep", cards)


@pytest.mark.rule("R-CG-70")
def test_what_was_just_bought_does_not_make_the_next_one_cheaper():
    """With any number of upgrades a turn."""
    table = game(upgrades_per_turn="unlimited").tokens("red", energy=3).until("upgrade")
    table.say("upgrade")
    table.draw("coupon", "u1")
    table.say("keep", upgrade="coupon")
    assert table.facts["turn"]["who"] == "ben"


# At the start and at the end of a turn.


def again_red(table):
    """Red's next turn, from where its windows can open."""
    table.until("ready", round=2).put(red="c4r2", blue="c1r1", yellow="c8r4")
    return table


@pytest.mark.rule("R-CG-32")
def test_move_at_the_start_of_a_turn():
    """Upgrade ``move``: in any direction; then the card."""
    table = again_red(game().own("red", "jets")).until("start_of_turn")
    assert table.uses == [("jets", direction) for direction in DIRECTIONS]
    table.say("use", upgrade="jets", dir="east")
    assert (table.where("red"), table.at) == (["c6r2"], "card")


@pytest.mark.rule("R-CG-38")
def test_move_can_crash_and_then_there_is_no_card():
    """Upgrade ``move``."""
    table = again_red(game().own("red", "jets")).until("start_of_turn")
    table.put(red="c1r2", blue="c1r1", yellow="c8r4").say("use", upgrade="jets", dir="west")
    assert (table.where("red"), table.facts["turn"]["who"]) == ([None], "ben")


@pytest.mark.rule("R-CG-66")
def test_push_needs_a_neighbour_and_its_price():
    """Upgrades ``pay``, ``push``, ``gain`` in order."""
    table = game().put(red="c2r1", blue="c1r1", yellow="c2r2").own("red", "glove").tokens("red", energy=1)
    table.card("0-5", distance=0)
    assert table.uses == [("glove", "south"), ("glove", "west")]
    table.refuses("illegal", "R-CG-66", "use", upgrade="glove", dir="north")
    table.refuses("illegal", "R-CG-66", "use", upgrade="glove")
    table.say("use", upgrade="glove", dir="south")
    assert (table.where("yellow"), table.stock("red")) == (["c2r5"], (0, 2))
    assert table.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-68")
@pytest.mark.parametrize(("energy", "neighbour"), [(0, "c2r2"), (1, "c8r4")])
def test_no_price_or_nobody_near_no_window(energy, neighbour):
    table = game().put(red="c2r1", blue="c8r1", yellow=neighbour).own("red", "glove").tokens("red", energy=energy)
    table.card("0-5", distance=0)
    assert table.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-60", "R-CG-68")
def test_relocate_is_no_crash():
    """Upgrade ``relocate``."""
    table = again_red(game().own("red", "button").tokens("red", boosters=1)).until("start_of_turn")
    table.say("use", upgrade="button")
    assert (table.at, table.ask.piece, table.ask.rule) == ("placement", "saucer:red", "R-CG-68")
    assert (table.where("red"), table.facts["turn"]["crashed"], table.stock("red")[1]) == ([None], [], 0)
    table.roll(4)
    assert (table.where("red"), table.at) == ([table.site(4)], "card")


@pytest.mark.rule("R-CG-68")
def test_what_has_no_effects_is_done_by_the_table():
    table = again_red(game().own("red", "beam")).until("start_of_turn")
    table.say("use", upgrade="beam")
    assert (table.at, table.ask.upgrade, table.ask.rule, table.legal()) == (
        "resolve",
        "beam",
        "R-CG-68",
        [{"do": "done"}],
    )
    table.set("saucer", "c5r2", saucer="red")
    table.say("done")
    assert (table.at, table.where("red")) == ("card", ["c5r2"])


# Placement.


@pytest.mark.rule("R-CG-60")
def test_reroll():
    """Upgrade ``reroll``: only the new roll counts, and once."""
    table = game().own("blue", "gyro").tokens("blue", energy=2)
    table.put(red="c4r2", yellow="c8r4").until("placement")
    table.roll(3)
    assert (table.at, table.ask.rule, table.ask.piece, table.ask.site) == ("placement", "R-CG-60", "saucer:blue", 3)
    assert table.where("blue") == [None]
    table.say("use", upgrade="gyro")
    table.roll(9)
    assert (table.where("blue"), table.stock("blue")[0], table.at) == ([table.site(9)], 1, "card")


@pytest.mark.rule("R-CG-60")
def test_the_site_is_the_one_it_would_come_to():
    """Another upgrade than a reroll leaves the window as it was, until it is passed."""
    table = game().own("blue", "gyro", "sip").tokens("blue", energy=1)
    table.put(red=table.site(3), yellow=table.site(4)).until("placement").roll(3)
    assert table.ask.site == 5
    table.say("use", upgrade="sip")
    assert table.uses == [("gyro", None)]
    table.say("pass")
    assert table.where("blue") == [table.site(5)]


@pytest.mark.rule("R-CG-64")
def test_the_active_player_may_roll_again_for_crew():
    """WIRE.md, "Upgrades"."""
    table = game().own("red", "gyro").tokens("red", energy=1).crew(red_pilot="c5r2")
    table.card("0-5", "east", 1)
    table.until("placement").roll(3)
    assert (table.at, table.ask_saucer, table.ask.piece.startswith("crew:")) == ("placement", "red", True)
    table.say("use", upgrade="gyro")
    table.roll(7)
    assert list(table.facts["crew_on_board"].values()) == [table.site(7)]


# Planning, end of round, always.


@pytest.mark.rule("R-CG-25")
def test_the_rotation_die_is_turned_over():
    """Upgrade ``reverse``: of each saucer from the probe holder on."""
    table = game().own("yellow", STABILIZER).own("blue", "nap").until("rotation", round=2)
    table.roll("cw")
    assert (table.at, table.ask.rule) == ("planning", "R-CG-25")
    while table.at == "planning":
        table.say("use", upgrade=table.uses[0][0])
    assert table.facts["rotation"] == "ccw"
    first, *others = table.facts["order"]
    seats = table.facts["seats"]
    assert others[0] == seats[seats.index(first) - 1]


@pytest.mark.rule("R-CG-70")
def test_end_of_round_comes_before_saucers_are_placed():
    """Clockwise from the first player, also what was bought in this round."""
    table = game().own("blue", "still").tokens("blue", energy=1, boosters=1).until("card", "yellow")
    table.put(red="c4r2").until("end_of_round")
    assert (table.ask.who, table.ask.rule, table.facts["turn"]) == ("ben", "R-CG-70", None)
    assert table.where("blue") == [None]
    table.say("use", upgrade="still")
    assert (table.stock("blue"), table.at) == ((3, 0), "placement")


@pytest.mark.rule("R-CG-64")
def test_no_crew_comes_out_where_no_turn_follows():
    """WIRE.md, "Upgrades": a round that ends has no turn."""
    table = game().own("red", "bunks").until("card", "yellow").put(red=None).until("placement")
    assert table.facts["phase"] == "end_of_round"
    table.roll(3)
    assert table.uses == []


@pytest.mark.rule("R-CG-68")
@pytest.mark.parametrize(("energy", "left"), [(0, 0), (1, 0), (3, 1)])
def test_what_a_die_asks_to_pay_is_paid_as_far_as_it_is_there(energy, left):
    toll = op("die", die="placement", on=[{"faces": [7], "do": [op("pay", energy=2, boosters=1)]}])
    table = CrashTable(upgrades={"toll": ("end_of_round", [toll])}).turn(red="c4r2", blue="c1r1", yellow="c8r4")
    table.own("red", "toll").tokens("red", energy=energy).until("end_of_round")
    table.say("use", upgrade="toll")
    table.roll(7)
    assert table.stock("red") == (left, 0)


@pytest.mark.rule("R-CG-68")
def test_all_of_a_price_must_be_there():
    """The sum of every ``pay``."""
    table = game().own("blue", "still").tokens("blue", energy=1).until("ready", round=2)
    assert table.stock("blue") == (1, 0)


@pytest.mark.rule("R-CG-24")
@pytest.mark.parametrize(
    ("card", "dir", "distance", "gained"), [("2", "east", None, (2, 1)), ("0-5", "east", 1, (0, 1))]
)
def test_card_bonus(card, dir, distance, gained):
    """Upgrade ``card_bonus``."""
    table = game().own("red", "jar")
    table.card(card, dir, distance)
    assert table.stock("red") == gained


def test_upgrades_of_others_do_nothing_in_my_turn():
    """Wire: passive ones work for the turn's saucer."""
    table = game().own("blue", "jar")
    table.card("2", "east")
    assert table.stock("red") == (0, 1)


@pytest.mark.rule("R-CG-68")
@pytest.mark.parametrize(("energy", "boosters"), [(0, 0), (1, 0), (0, 1), (1, 1), (2, 2)])
def test_what_is_known_of_prices_beforehand_is_what_a_look_at_the_mat_finds(energy, boosters):
    table = game().tokens("red", energy=energy, boosters=boosters)
    state = table.table.state
    assert state.world.prices.keys() == {*UPGRADES, *NOTHING, STABILIZER}
    for upgrade in UPGRADES:
        doing = UpgradeInUse("red", "red", upgrade)
        found = EFFECTS.possible(state, state.world.upgrades[upgrade].effects or (), doing)
        assert (paid_for(state, doing.owner, upgrade) and possible(state, doing)) is found, upgrade
