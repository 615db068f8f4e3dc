"""Corrections: of every fact, of relics wherever they lie, and those that are refused (WIRE.md 10)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.games.krysis.facts import FACTS
from companion.games.krysis.state import State
from companion.packs.loader import load_pack
from companion.scene.scene import Counter, Fix
from companion.table.table import Table
from tests.games.krysis.box import COLOURS, GAME, Json
from tests.games.krysis.helpers import ALL, KrysisTable, change, second_turn

# Corrections: the table is right and the companion wrong (WIRE.md 10; R-GEN-01, R-GEN-04, R-GEN-05).


@pytest.fixture
def public() -> KrysisTable:
    """Ben's turn, then cat's; ann has done overtime. Nothing private is tracked."""
    return second_turn(KrysisTable(3, agents={"f1": {"speed": 9}}))


@pytest.fixture
def knowing() -> KrysisTable:
    """The same with everything tracked."""
    return second_turn(KrysisTable(3, ALL, {"missions": "on"}))


def second(evening: KrysisTable) -> str:
    seat: str = evening.ask.who
    return seat


# vp, camp, home.


@pytest.mark.rule("R-KR-08")
def test_the_score(public):
    """The cube moves, and nothing else."""
    asked = public.ask
    public.set("vp", 41, seat="cat")
    assert (public.facts["vp"]["cat"], public.lies("score:41")) == (41, {"cube:cat": 1})
    public.set("vp", 0, seat="cat")
    assert public.ask == asked


@pytest.mark.rule("R-KR-09")
def test_crystals_of_a_camp_are_against_the_bank(public):
    """R-GEN-04."""
    for colour in COLOURS:
        whole = public.facts["bank"][colour] + public.facts["camps"]["cat"][colour]
        public.refuses_correction("illegal", change("camp", whole + 1, seat="cat", good=colour))
        public.set("camp", whole, seat="cat", good=colour)
        assert public.facts["bank"][colour] == 0
    public.correct(change("camp", 1, seat="cat", good="red"), change("camp", 2, seat="ann", good="red"))
    assert (public.camp_of("cat")[0], public.camp_of("ann")[0]) == (1, 2)


def test_one_change_can_make_room_for_the_next(public):
    """The bank is looked at after the last change."""
    public.set("camp", public.facts["bank"]["red"] + public.camp_of("cat")[0], seat="cat", good="red")
    public.refuses_correction("illegal", change("camp", 9, seat="ann", good="red"))
    public.correct(change("camp", 9, seat="ann", good="red"), change("camp", 0, seat="cat", good="red"))
    assert public.camp_of("ann")[0] == 9


def test_an_uncounted_bank_gives_anything():
    """G-KR-13."""
    evening = KrysisTable(2, options={"bank_short": "unlimited"}).until("turn")
    evening.set("camp", 400, seat="ann", good="red")
    assert (evening.camp_of("ann")[0], evening.facts["bank"]) == (400, None)
    for there in ({"fact": "camp", "seat": "ann"}, {"fact": "home"}):
        evening.correct({**there, "good": "white", "value": 9_999})
        evening.refuses_correction("illegal", {**there, "good": "white", "value": 10_000})


@pytest.mark.rule("R-KR-14")
def test_all_homes_together(public):
    """Without ledgers."""
    bank = public.facts["bank"]["blue"]
    public.set("home", 1, good="blue")
    assert (public.facts["homes"]["blue"], public.facts["bank"]["blue"]) == (1, bank + 5)
    public.refuses_correction("malformed", change("home", 1, good="blue", seat="ann"))


@pytest.mark.rule("R-KR-14")
def test_a_home_with_a_ledger(knowing):
    knowing.set("home", 7, seat="ben", good="white")
    assert knowing.home_of("ben")[2] == 7
    assert knowing.facts["homes"]["white"] == 13
    knowing.refuses_correction("malformed", change("home", 1, good="blue"))


@pytest.mark.rule("R-KR-18")
@pytest.mark.parametrize("known", ["", "home"])
def test_a_home_is_not_less_than_was_bid(known):
    """Once the bids are paid, they are no longer at home."""
    evening = KrysisTable(2, known).until("bid")
    seat = {"seat": "ann"} if known else {}
    evening.bid(white=2)
    evening.refuses_correction("illegal", change("home", 1, good="white", **seat))
    evening.set("home", 2, good="white", **seat)
    assert evening.ask.who == "ben"
    if not known:
        assert evening.legal()[0]["max"]["white"] == 0
    evening.bid()
    evening.set("home", 0, good="white", **seat)


@pytest.mark.rule("R-KR-20", "R-KR-80")
def test_the_last_bid_is_paid_before_homes_are_declared():
    """At the end no bid is given, whatever was bid in the fifth round."""
    evening = KrysisTable(2).until("bid", "ann", round=5)
    evening.bid(red=1)
    evening.until("home")
    assert [evening.secret(seat)["bid"] for seat in ("ann", "ben")] == [None, None]
    evening.set("home", 0, good="red")
    assert evening.legal()[0]["max"]["red"] == 0


@pytest.mark.rule("R-KR-80")
def test_homes_are_not_less_than_was_declared():
    evening = KrysisTable(2).until("home", "ann")
    evening.correct(*(change("home", 5, good=colour) for colour in COLOURS))
    evening.declare(red=2)
    evening.refuses_correction("illegal", change("home", 1, good="red"))
    evening.set("home", 2, good="red")
    assert evening.legal()[0]["max"]["red"] == 0


# Miners, agents, missions, order.


@pytest.mark.rule("R-KR-23")
def test_miners_stay_on_their_level_and_apart(public):
    on = public.facts["miners"]
    free = next(space for space in ("1a", "1b", "1c", "1d") if space not in on.values())
    public.refuses_correction("illegal", change("miner", on["ben"], seat="ann"), rule="R-KR-23")
    for space in ("2a", "I"):
        public.refuses_correction("illegal", change("miner", space, seat="ann"), rule="R-KR-23")
    public.set("miner", free, seat="ann")
    public.correct(change("miner", on["cat"], seat="ben"), change("miner", on["ben"], seat="cat"))
    assert public.facts["miners"] == {"ann": free, "ben": on["cat"], "cat": on["ben"]}
    early = KrysisTable(3)
    early.refuses_correction("illegal", change("miner", "I", seat="ann"), rule="R-KR-23")


@pytest.mark.rule("R-KR-15", "R-KR-16")
@pytest.mark.parametrize(("seats", "used"), [(2, ("I", "III")), (3, ("I", "II", "III")), (4, ("I", "II", "III", "IV"))])
def test_miners_stand_on_the_start_spaces_that_have_been_given_out(seats, used):
    """So the next miner always finds its space free."""
    evening = KrysisTable(seats, "miners").until("miner")
    for n, space in enumerate(used[:-1], start=1):
        first = evening.legal()[0]["one"]
        evening.say("pick", what="miner", one=first)
        for other in ("I", "II", "III", "IV"):
            if other not in used[: seats if n == seats - 1 else n]:
                evening.refuses_correction("illegal", change("miner", other, seat=first), rule="R-KR-16")
        evening.set("miner", space if n < seats - 1 else evening.facts["miners"][first], seat=first)
    assert sorted(evening.facts["miners"].values()) == sorted(used)
    low, high = (next(seat for seat, on in evening.facts["miners"].items() if on == space) for space in used[:2])
    evening.correct(change("miner", used[1], seat=low), change("miner", used[0], seat=high))
    assert (evening.facts["miners"][low], evening.facts["miners"][high]) == (used[1], used[0])


@pytest.mark.rule("R-KR-11")
def test_agents_change_places(knowing):
    """Every place holds as many cards after as before."""
    hand, team = knowing.secret("cat")["hand"], knowing.facts["teams"]["cat"]["agents"]
    knowing.refuses_correction("illegal", change("agent", "discard", agent=hand[0]))
    knowing.refuses_correction("illegal", change("agent", "box", agent=hand[0]))
    knowing.correct(change("agent", "team", agent=hand[0]), change("agent", "hand", agent=team[0]))
    assert knowing.facts["teams"]["cat"]["agents"] == [*team[1:], hand[0]]
    assert team[0] in knowing.secret("cat")["hand"]
    deck = next(f"c_f{n}" for n in range(1, 10) if f"c_f{n}" not in [*hand, *team])
    fighter = next(agent for agent in knowing.secret("cat")["hand"] if "_f" in agent)
    knowing.correct(change("agent", "hand", agent=deck), change("agent", "deck", agent=fighter))
    assert deck in knowing.secret("cat")["hand"]


@pytest.mark.rule("R-KR-28")
def test_agents_of_the_reserve(public):
    """Where hands and decks are not known."""
    team = public.facts["teams"]["cat"]["agents"]
    public.refuses_correction("illegal", change("agent", "reserve", agent=team[0]))
    public.refuses_correction("illegal", change("agent", "team", agent="c_f9"))
    public.refuses_correction("unknown", change("agent", "hand", agent="c_f9"))
    public.correct(change("agent", "reserve", agent=team[0]), change("agent", "team", agent="c_f9"))
    assert public.facts["teams"]["cat"]["agents"] == [*team[1:], "c_f9"]
    there = public.facts
    public.set("agent", "team", agent=team[1])
    assert public.facts == there, "it is in the team already"
    again = [change("agent", "reserve", agent=team[1]), change("agent", "team", agent=team[1])]
    public.correct(*again)
    assert public.facts["teams"]["cat"]["agents"] == [team[2], "c_f9", team[1]]


@pytest.mark.rule("R-KR-50")
def test_a_finished_team_leaves_and_comes_back_whole(public):
    """In the action phase only, and all three."""
    first, seat = public.facts["order"][:2]
    team = public.facts["teams"][first]["agents"]

    def all_to(place: str, agents: list[str]) -> list[Json]:
        return [change("agent", place, agent=agent) for agent in agents]

    public.refuses_correction("illegal", *all_to("discard", public.facts["teams"][seat]["agents"]))
    public.refuses_correction("illegal", *all_to("discard", team[:2]))
    public.correct(*all_to("discard", team))
    assert public.facts["deserted"] == [first]
    public.refuses_correction("illegal", *all_to("team", team[:1]))
    public.refuses_correction("illegal", *all_to("team", team[:2]))
    public.correct(*all_to("team", team))
    assert (public.facts["deserted"], public.facts["teams"][first]["agents"]) == ([], team)


@pytest.mark.rule("R-KR-06", "R-KR-28", "R-KR-63")
def test_agents_that_are_not_there_or_lie_face_down(knowing):
    for agent in ("d_f1", "a_thief"):
        knowing.refuses_correction("illegal", change("agent", "discard", agent=agent))
    knowing.until("agent", "ann", round=2).say("play", agent=knowing.secret("ann")["hand"][0])
    given, hand = knowing.secret("ann")["agent"], knowing.secret("ann")["hand"]
    knowing.refuses_correction(
        "illegal", change("agent", "hand", agent=given), change("agent", "discard", agent=hand[0])
    )
    setup = KrysisTable(2, "agents").until("miner")
    hand = setup.secret("ann")["hand"]
    setup.refuses_correction("illegal", change("agent", "hand", agent=hand[0]))


@pytest.mark.rule("R-KR-64")
def test_agents_of_the_box():
    evening = KrysisTable(2, "agents", {"advanced": "on"}).until("turn")
    out, hand = evening.secret("ann")["box"][0], evening.secret("ann")["hand"][0]
    evening.correct(change("agent", "hand", agent=out), change("agent", "box", agent=hand))
    assert hand in evening.secret("ann")["box"]


@pytest.mark.rule("R-KR-72")
def test_missions_are_all_different():
    evening = KrysisTable(2, "missions", {"missions": "on"})
    evening.refuses_correction("illegal", change("mission", "red", seat="ann"))
    evening.draw("red")
    evening.refuses_correction("illegal", change("mission", "red", seat="ben"))
    evening.draw("blue")
    evening.refuses_correction("illegal", change("mission", "blue", seat="ann"))
    evening.correct(change("mission", "blue", seat="ann"), change("mission", "relics", seat="ben"))
    assert [evening.secret(seat)["mission"] for seat in ("ann", "ben")] == ["blue", "relics"]
    hidden = KrysisTable(2, "", {"missions": "on"})
    hidden.refuses_correction("illegal", change("mission", "red", seat="ann"))


@pytest.mark.rule("R-KR-72")
def test_a_corrected_mission_is_no_longer_dealt():
    """What is left in the deck follows."""
    evening = KrysisTable(2, "missions", {"missions": "on"})
    evening.draw("red")
    evening.set("mission", "white", seat="ann")
    assert [answer["card"] for answer in evening.legal()] == ["blue", "red", "relics"]


@pytest.mark.rule("R-KR-21", "R-KR-32")
def test_the_order(public):
    """Who has had a turn, and who has one now, stay; also among the miners."""
    first, seat, last = public.facts["order"]
    for wrong in (
        [seat, first, last],
        [first, last, seat],
        [first, seat],
        [first, seat, last, last],
        [first, seat, seat],
        [],
    ):
        public.refuses_correction("illegal", change("order", wrong))
    public.set("order", [first, seat, last])
    assert public.facts["order"] == [first, seat, last]
    public.until("agent", round=2).refuses_correction("illegal", change("order", [first, seat, last]))
    public.until("mine", round=3)
    first, seat, last = public.facts["order"]
    public.set("order", [first, last, seat])
    public.say(**public.legal()[0])
    assert public.ask.who == last


def test_an_order_and_nothing_that_was_fixed_before(public):
    """Nothing is recomputed: initiative and points stay as they were."""
    initiative, vp = public.facts["initiative"], public.facts["vp"]
    public.correct(change("camp", 9, seat="ann", good="blue"), change("miner", _free(public), seat="cat"))
    assert (public.facts["initiative"], public.facts["vp"]) == (initiative, vp)


def _free(evening: KrysisTable) -> str:
    return next(space for space in ("1a", "1b", "1c", "1d") if space not in evening.facts["miners"].values())


# All of it.


@pytest.mark.parametrize(
    "what", ["squad", "fighters:ann", "relics", "missions", "miner", "bid", "mine", "agent", "turn", "deck"]
)
def test_corrections_are_possible_at_any_ask(what):
    evening = KrysisTable(2, ALL, {"advanced": "on", "missions": "on"}).until(what)
    evening.correct(change("vp", 3, seat="ben"), change("camp", 2, seat="ann", good="blue"))
    evening.set("home", 4, seat="ann", good="white")
    assert evening.at == what


# A correction that leaves nothing to decide (WIRE.md 3).


@pytest.mark.rule("R-KR-18")
def test_a_bid_is_not_asked_once_there_is_nothing_to_bid():
    evening = KrysisTable(2, "home").until("bid", "ben")
    evening.correct(*(change("home", 0, seat="ben", good=colour) for colour in COLOURS))
    assert evening.at == "mine"
    assert evening.facts["bids"]["ben"] == dict.fromkeys(COLOURS, 0)


@pytest.mark.rule("R-KR-65")
def test_a_single_ability_that_is_left_is_used_by_itself():
    """After the action, once a correction has left one way only."""
    evening = KrysisTable(3, options={"advanced": "on"}).teams(ann="thief t1 t2").until("turn", "ann")
    evening.camp("ben", blue=1).camp("cat", blue=1)
    evening.overtime()
    assert len(evening.uses) == 2
    played = evening.set("camp", 0, seat="cat", good="blue")
    assert (evening.camp_of("ben")[1], evening.ask.who) == (0, evening.facts["order"][len(evening.facts["done"])])
    assert [todo.rule for todo in played.instructions if todo.verb == "move"] == ["R-KR-67"]


# Corrections of relics, known and unknown, wherever they lie (WIRE.md 10).


@pytest.mark.rule("R-KR-02")
def test_counts_of_unknown_relics_are_against_the_deck(public):
    public.correct(*(change("relics", 0, at=f"camp:{seat}") for seat in ("ann", "ben", "cat")))
    public.correct(
        change("relics", 5, at="camp:cat"), change("relics", 4, at="homes"), change("relics", 3, at="discard")
    )
    assert public.facts["relics"] == {"deck": 12, "discard": 3, "discarded": None}
    public.refuses_correction("illegal", change("relics", 16, at="discard"))
    public.refuses_correction("illegal", change("relics", 10**9, at="discard"))
    public.correct(change("relics", 15, at="discard"))
    public.correct(change("relics", 20, at="camp:ann"), change("relics", 0, at="discard"),
    change("relics", 0, at="homes"),
                   change("relics", 0, at="camp:cat"))  # fmt: skip
    assert public.facts["relics"]["deck"] == 4


@pytest.mark.rule("R-KR-34", "R-KR-35")
def test_an_unknown_relic_is_turned_up_out_of_the_deck(public):
    """For the active seat, or one that is done and has not left."""
    seat, last = second(public), public.facts["order"][2]
    first = public.facts["order"][0]
    deck = public.facts["relics"]["deck"]
    public.set("relic", f"up:{seat}", relic="r01")
    public.set("relic", f"up:{seat}", relic="r20")
    assert public.facts["camps"][seat]["up"] == ["r01", "r20"]
    assert public.facts["relics"]["deck"] == deck - 2
    public.refuses_correction("illegal", change("relic", f"up:{seat}", relic="r02"), rule="R-KR-35")
    public.refuses_correction("illegal", change("relic", f"up:{seat}", relic="r13"), rule="R-KR-35")
    public.refuses_correction("illegal", change("relic", f"up:{last}", relic="r02"), rule="R-KR-34")
    public.set("relic", f"up:{first}", relic="r02")
    public.refuses_correction("illegal", change("relic", "discard", relic="r07"))
    public.set("relic", "discard", relic="r02")
    public.set("relic", f"camp:{seat}", relic="r01")
    public.set("relic", "homes", relic="r20")
    assert public.facts["camps"][seat]["up"] == []
    assert public.facts["relics"]["deck"] == deck - 3


@pytest.mark.rule("R-KR-34", "R-KR-50")
def test_nothing_is_turned_up_in_a_deserted_camp(public):
    seat = second(public)
    public.load("home")
    public.refuses_correction("illegal", change("relic", f"up:{seat}", relic="r01"), rule="R-KR-34")


def test_a_known_relic_goes_wherever_it_really_is(knowing):
    """Each place, from each place."""
    seat = second(knowing)
    relic = next(relic for relic in ("r10", "r11") if relic not in knowing.secret(seat)["camp_relics"])
    for place in (
        "camp:ann",
        "home:ben",
        "discard",
        f"up:{seat}",
        "deck",
        "camp:cat",
        "camp:cat",
        f"up:{seat}",
        "home:cat",
    ):
        knowing.set("relic", place, relic=relic)
    assert relic in knowing.secret("cat")["home_relics"]
    knowing.refuses_correction("illegal", change("relics", 3, at="discard"))


def test_relics_are_not_corrected_while_they_are_on_their_way():
    """WIRE.md 10: not in the setup, not while drawn, picked or spied, not once homes are declared."""
    moved = change("relic", "discard", relic="r24")
    evening = KrysisTable(2, ALL, {"advanced": "on"})
    evening.until("miner").refuses_correction("illegal", moved)
    evening.until("mine")
    evening.correct(moved)
    evening.say("mine", space="1b", option=1)
    evening.refuses_correction("illegal", moved)
    evening.draw(*[answer["card"] for answer in evening.legal()[:2]])
    evening.refuses_correction("illegal", moved)

    evening = (
        KrysisTable(2, "home relics", {"advanced": "on"}).teams(ann="spy t1 t2", ben="t1 t2 t3").until("turn", "ann")
    )
    evening.camp("ben", ["r01", "r02", "r03"]).ability("a_spy", from_="ben")
    evening.refuses_correction("illegal", moved)
    evening.say("steal", relic="r01")
    evening.load("home")
    evening.until("turn", "ann", round=2).correct(moved)

    evening = KrysisTable(2).until("home", "ann")
    evening.set("relics", 1, at="discard")
    evening.declare()
    evening.refuses_correction("illegal", change("relics", 2, at="discard"))


# Corrections that are refused: for their form, for their names, or because it cannot be (WIRE.md 10).

UNKNOWN = [
    change("weather", 1), change("round", 2), change("bank", 2, good="red"), change("bids", {}), change("vp:x", 1),
    change("vp", 1, seat="dan"), change("camp", 1, seat="dan", good="red"),
    change("camp", 1, seat="ann", good="relics"),
    change("home", 1, good="green"), change("relics", 1, at="deck"), change("relics", 1, at="up:ann"),
    change("relics", 1, at="camp:dan"), change("relics", 1, at="home:ann"), change("relics", 1, at="camp"),
    change("relic", "deck", relic="r25"), change("relic", "deck", relic="?"), change("relic", "camp:dan", relic="r01"),
    change("relic", "box", relic="r01"), change("relic", "home:ann", relic="r01"),
    change("relic", "drawn:ann", relic="r01"),
    change("miner", "9a", seat="ann"), change("miner", "1a", seat="dan"), change("agent", "hand", agent="a_f1"),
    change("agent", "nowhere", agent="a_f1"), change("agent", "team", agent="f1"),
    change("mission", "green", seat="ann"),
    change("mission", "red", seat="dan"), change("order", ["ann", "ben", "dan"]),
]  # fmt: skip


@pytest.mark.parametrize("wrong", UNKNOWN, ids=str)
def test_names_that_do_not_exist_are_unknown(public, wrong):
    public.refuses_correction("unknown", wrong)


MALFORMED = [
    {}, {"fact": 3, "value": 1}, {"value": 1}, {"fact": "vp", "seat": "ann"}, change("vp", 1),
    change("vp", True, seat="ann"),
    change("vp", "1", seat="ann"), change("vp", 1.5, seat="ann"), change("vp", None, seat="dan"),
    change("vp", 1, seat=1),
    change("vp", 1, seat="ann", good="red"), change("camp", 1, seat="ann"), change("camp", "1", seat="dan", good="red"),
    change("home", 1), change("home", 1, good="red", seat="ann"), change("relics", [], at="discard"),
    change("relics", 1),
    change("relic", 1, relic="r25"), change("relic", "deck"), change("relic", None, relic="r01"),
    change("miner", 1, seat="ann"), change("miner", "1a"), change("agent", None, agent="a_f1"), change("agent", "team"),
    change("mission", 1, seat="ann"), change("mission", "red"), change("order", "ann"), change("order", [1, "dan"]),
    change("order", [], seat="ann"), change("vp", -1, seat="dan"), change("camp", -1, seat="ann", good="red"),
    change("home", -1, good="green"), change("relics", -1, at="nowhere"),
    change("order", [10**20]),
]  # fmt: skip


@pytest.mark.parametrize("wrong", MALFORMED, ids=str)
def test_forms_that_do_not_fit_are_malformed(public, wrong):
    public.refuses_correction("malformed", wrong)


ILLEGAL = [
    change("vp", 10_000, seat="ann"), change("vp", 10**20, seat="ann"), change("home", 126, good="red"),
    change("camp", 126, seat="ann", good="red"), change("camp", 10**20, seat="ann", good="red"),
    change("relics", 25, at="discard"), change("relics", 10**20, at="discard"), change("mission", "red", seat="ann"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", ILLEGAL, ids=str)
def test_what_cannot_be_is_illegal(public, wrong):
    """R-GEN-04."""
    public.refuses_correction("illegal", wrong)


# Everything that can be corrected is offered to people somewhere: at a place, on a board, or to one seat alone.

KNOWN = {"kr.home_ledger": "private", "kr.missions": "on", "advanced": "on"}
ALWAYS = {"vp", "camp", "home", "miner", "order", "agent"}


def counters(s: State) -> Iterator[Counter]:
    """Every counter that somebody can tap."""
    for place in GAME.presenter.places(s):
        yield from place.counters
    for board in GAME.presenter.scene(s).boards:
        yield from board.counters
    for seat in s.world.seats:
        private = GAME.presenter.private(s, seat)
        if private is not None:
            yield from (*private.counters, *private.fixes)


def offered(s: State) -> set[str]:
    """The facts that a tap sets."""
    found: set[str] = set()
    for counter in counters(s):
        for tap in (counter.more, counter.less, *(cell.tap for cell in counter.cells)):
            if isinstance(tap, Fix):
                found |= {str(one["fact"]) for one in tap.changes}
    return found


@pytest.mark.parametrize(
    ("settings", "mode", "facts"),
    [({}, "hidden", {"relics", "relic"}), (KNOWN, "digital", {"relic", "mission"}), (KNOWN, "asked", {"relic"})],
    ids=["nothing is known", "everything is known", "drawn by hand"],
)
def test_every_fact_is_offered_whenever_it_can_be_corrected(
    settings: dict[str, str], mode: str, facts: set[str]
) -> None:
    chance = dict.fromkeys(GAME.rules.hideable, mode)
    table = Table(
        GAME, load_pack(GAME), ["ann", "ben", "cat"], settings, chance=chance, dealer=Dealer("reach"), auto=False
    )
    luck = Random(3).random
    met: set[str] = set()
    while table.state.now.phase not in ("scoring", "over"):
        if table.rev % 5 == 0:
            found = offered(table.state)
            met |= found
            for name in found:
                assert FACTS.possible(table.state, name), f"{name} is offered and cannot be"
        if is_chance(table.ask):
            table.deal()
        else:
            table.answer(GAME.player.advise(table.state, table.legal() or [], luck))
    assert met >= ALWAYS | facts
