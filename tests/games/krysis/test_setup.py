"""Setting up, companies and options (R-KR-01 to R-KR-17, R-KR-63, R-KR-64, R-KR-72, R-KR-85; WIRE.md 1 and 5.1)."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.core.refusals import BadSetup
from companion.games.krysis.state import CHOICES
from companion.table.table import Table
from tests.games.krysis.box import COLOURS, GAME, box, crystals, loaded
from tests.games.krysis.helpers import ALL, HIDEABLE, KrysisTable

SEATS = ("ann", "ben", "cat", "dan")


@pytest.mark.rule("R-KR-01", "R-KR-02", "R-KR-05", "R-KR-06", "R-KR-07", "R-KR-08", "R-KR-09", "R-KR-10", "R-KR-14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_lies_there_before_the_first_question(players):
    evening = KrysisTable(players, "agents")
    facts = evening.facts
    assert (facts["phase"], facts["round"], facts["companies"]) == (
        "setup",
        0,
        dict(zip(SEATS[:players], "abcd", strict=False)),
    )
    assert facts["homes"] == {**crystals(players, 2 * players, 3 * players), "relics": 0}
    assert facts["bank"] == crystals(35 - players, 40 - 2 * players, 50 - 3 * players)
    assert evening.lies("deck:relics") == {"relic": 24}
    for seat in SEATS[:players]:
        assert (evening.lies(f"fighters:{seat}"), evening.lies(f"transporters:{seat}")) == ({"agent": 9}, {"agent": 9})
    assert evening.lies("score:0") == {f"cube:{seat}": 1 for seat in SEATS[:players]}
    assert evening.camp_of("ann") == (0, 0, 0, 0)


@pytest.mark.rule("R-KR-15", "R-KR-16", "R-KR-17")
@pytest.mark.parametrize(
    ("players", "spaces"), [(2, ["I", "III"]), (3, ["I", "II", "III"]), (4, ["I", "II", "III", "IV"])]
)
def test_miners_are_drawn_for_the_start_spaces(players, spaces):
    """The last one is not asked; crystals of the space go into the camp at once."""
    evening = KrysisTable(players)
    drawn = list(reversed(SEATS[:players]))
    for space, seat in zip(spaces[:-1], drawn, strict=False):
        assert (evening.at, evening.ask.space, evening.ask.who) == ("miner", space, None)
        assert sorted(evening.ask.among) == sorted(set(drawn) - set(drawn[: drawn.index(seat)]))
        assert evening.table.odds() == [1 / len(evening.ask.among)] * len(evening.ask.among)
        evening.say("pick", what="miner", one=seat)
    assert evening.facts["miners"] == dict(zip(drawn, spaces, strict=True))
    camps = {"I": (1, 0, 1), "II": (0, 1, 1), "III": (0, 1, 0), "IV": (0, 0, 1)}
    for seat, space in zip(drawn, spaces, strict=True):
        assert evening.camp_of(seat)[:3] == camps[space]
    assert (evening.facts["phase"], evening.facts["round"]) == ("mining", 1)


def test_a_start_space_gives_what_a_short_bank_has():
    """G-KR-13: no substitute."""
    evening = KrysisTable(2, printed=(6, 60, 59))
    evening.set("home", 6, good="red")
    evening.say("pick", what="miner", one="ann")
    assert evening.camp_of("ann")[:3] == (0, 0, 1)


@pytest.mark.rule("R-KR-11")
def test_hands_are_drawn_three_of_each_deck():
    """Fighters first, each seat in turn."""
    evening = KrysisTable(2, "agents")
    asked = []
    while evening.ask.rule == "R-KR-11":
        asked.append(evening.ask.deck)
        evening.draw(evening.legal()[-1]["card"])
    assert asked == [f"{deck}:{seat}" for seat in ("ann", "ben") for deck in ["fighters"] * 3 + ["transporters"] * 3]
    assert evening.secret("ann")["hand"] == ["a_f7", "a_f8", "a_f9", "a_t7", "a_t8", "a_t9"]


def test_the_order_of_the_setup():
    """WIRE.md 5.1: each item for all seats before the next."""
    evening = KrysisTable(2, ALL, {"advanced": "on", "missions": "on"})
    seen = []
    while evening.facts["phase"] == "setup":
        here = (evening.at, evening.ask.who)
        if here not in seen:
            seen.append(here)
        evening.dull()
    hands = [(f"{deck}:{seat}", seat) for seat in ("ann", "ben") for deck in ("fighters", "transporters")]
    assert seen == [
        ("squad", "ann"), ("squad", "ben"), *hands, ("relics", "ann"), ("relics", "ben"), ("missions", "ann"),
        ("missions", "ben"), ("miner", None),
    ]  # fmt: skip


@pytest.mark.rule("R-KR-12", "R-KR-13")
def test_first_relics():
    """Known, each is drawn for its seat to see; not known, a card moves unseen."""
    evening = KrysisTable(2, "home relics")
    assert (evening.at, evening.ask.rule, evening.ask.who) == ("relics", "R-KR-12", "ann")
    evening.draw("r07", "r20")
    assert evening.secret("ann")["camp_relics"] == ["r07"]
    assert evening.table.view("ben")["secrets"]["ben"]["camp_relics"] == ["r20"]
    hidden = KrysisTable(2)
    assert hidden.at == "miner"
    assert (hidden.facts["relics"]["deck"], hidden.camp_of("ben")[3]) == (22, 1)
    assert hidden.secret("ann")["camp_relics"] is None


@pytest.mark.rule("R-KR-63", "R-KR-64")
def test_squads():
    """Six discards unseen, two of each star level; 18 remain."""
    evening = KrysisTable(2, "agents", {"advanced": "on"})
    assert len(evening.legal()) == 24
    for left, agent in enumerate(["a_f1", "a_t1", "a_f2", "a_t2", "a_f3", "a_guard"]):
        assert (evening.at, evening.ask.left, evening.ask.who) == ("squad", 6 - left, "ann")
        played = evening.say("discard", agent=agent)
        assert [todo.verb for todo in played.instructions] == ["remove"]
    assert evening.ask.who == "ben"
    assert evening.secret("ann")["box"] == ["a_f1", "a_f2", "a_f3", "a_guard", "a_t1", "a_t2"]
    assert evening.facts["agents"]["ann"] == {
        "discard": [],
        "hand": 0,
        "fighters": 11,
        "transporters": 7,
        "reserve": None,
    }
    assert evening.table.view(None)["secrets"] == {}


@pytest.mark.rule("R-KR-64")
def test_two_of_a_star_level_are_enough():
    evening = KrysisTable(2, "agents", {"advanced": "on"})
    evening.say("discard", agent="a_f1")
    evening.say("discard", agent="a_f4")
    stars = {agent.id: agent.stars for agent in evening.table.pack.agents["a"].fighters}
    assert not [answer for answer in evening.legal() if stars.get(answer["agent"]) == stars["a_f1"]]


@pytest.mark.rule("R-KR-11", "R-KR-64", "R-KR-85")
@pytest.mark.parametrize("advanced", ["off", "on"])
def test_where_agents_are_not_known_the_table_does_it_by_itself(advanced):
    """18 agents in the reserve, no question."""
    evening = KrysisTable(2, "", {"advanced": advanced, "tactical": "on"})
    assert (evening.at, evening.lies("reserve:ann")) == ("miner", {"agent": 18})
    assert evening.facts["agents"]["ben"] == {
        "discard": [], "hand": None, "fighters": None, "transporters": None, "reserve": 18,
    }  # fmt: skip


@pytest.mark.rule("R-KR-07")
def test_special_agents_are_set_aside_in_the_basic_game():
    evening = KrysisTable(2).until("agent")
    assert len(evening.legal()) == 18
    evening = KrysisTable(2, "", {"advanced": "on"}).until("agent")
    assert len(evening.legal()) == 24


@pytest.mark.rule("R-KR-85")
def test_the_tactical_hand():
    """Nine of the own eighteen are chosen."""
    evening = KrysisTable(2, "agents", {"tactical": "on"})
    for left in range(9, 0, -1):
        assert (evening.at, evening.ask.left, len(evening.legal())) == ("hand", left, 9 + left)
        evening.say(**evening.legal()[0])
    assert evening.facts["agents"]["ann"] == {
        "discard": [],
        "hand": 9,
        "fighters": 0,
        "transporters": 9,
        "reserve": None,
    }


@pytest.mark.rule("R-KR-64", "R-KR-85")
def test_the_tactical_hand_out_of_a_squad():
    """Squad first, and hands out of it."""
    evening = KrysisTable(2, "agents", {"tactical": "on", "advanced": "on"}).until("hand")
    assert (evening.ask.who, len(evening.legal())) == ("ann", 18)
    evening.say("take", agent="a_t9")
    assert evening.secret("ann")["hand"] == ["a_t9"]


@pytest.mark.rule("R-KR-72", "R-KR-75")
def test_missions():
    """One for each, out of four; the rest stays unseen."""
    evening = KrysisTable(3, "missions", {"missions": "on"})
    assert {answer["card"] for answer in evening.legal()} == {"red", "blue", "white", "relics"}
    evening.draw("white", "relics", "red")
    assert [evening.secret(seat)["mission"] for seat in SEATS[:3]] == ["white", "relics", "red"]
    assert (evening.lies("deck:missions"), evening.lies("mission:ben")) == ({"mission": 1}, {"mission": 1})
    four = KrysisTable(4, "missions", {"missions": "on"})
    four.draw("white", "relics", "red")
    assert (four.at, len(four.legal())) == ("missions", 1)
    hidden = KrysisTable(2, "", {"missions": "on"})
    assert (hidden.at, hidden.lies("mission:ann"), hidden.facts["known"]["missions"]) == (
        "miner",
        {"mission": 1},
        False,
    )
    off = KrysisTable(2, "missions")
    assert (off.at, off.facts["known"]["missions"], off.lies("deck:missions")) == ("miner", False, {})


# Options.


def test_defaults():
    assert KrysisTable(2).facts["options"] == {key: values[0] for key, values in CHOICES.items()}
    assert KrysisTable(2).facts["known"] == {"agents": False, "home": False, "missions": False, "relics": False}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in CHOICES.items() for value in values])
def test_every_value_of_every_option_begins_a_game(key, value):
    table = Table(GAME, loaded(box()), SEATS[:2], {key: value})
    assert table.facts()["options"][key] == value


@pytest.mark.rule("R-KR-05", "R-KR-06")
def test_companies_are_chosen():
    evening = KrysisTable(2, "agents", companies="d,b")
    assert evening.facts["companies"] == {"ann": "d", "ben": "b"}
    assert all(answer["card"].startswith("d_f") for answer in evening.legal())


MIXTURES = [
    " ".join(some)
    for n in range(5)
    for some in combinations(("home", "relics", "agents", "missions"), n)
    if "relics" not in some or "home" in some
]


@pytest.mark.parametrize("known", MIXTURES, ids=lambda known: known or "nothing")
@pytest.mark.parametrize("options", [{}, {"advanced": "on", "tactical": "on", "missions": "on"}], ids=["basic", "all"])
def test_a_whole_game_with_every_mixture_of_what_is_known(known, options):
    """WIRE.md 1: the facts say what is known, and only that is asked."""
    evening = KrysisTable(2, known, options)
    asked = set()
    while evening.at != "over":
        asked.add(evening.at.partition(":")[0])
        evening.dull()
    expected = {name: name in known.split() for name in ("agents", "home", "missions", "relics")}
    assert evening.facts["known"] == expected | {"missions": expected["missions"] and bool(options)}
    assert ("relics" in asked) == expected["relics"]
    assert ("deck" in asked) == expected["agents"]
    assert ("squad" in asked, "hand" in asked) == (bool(options) and expected["agents"],) * 2
    assert ("missions" in asked) == (bool(options) and expected["missions"])
    assert ("home" in asked) == (not expected["home"] or (bool(options) and not expected["missions"]))


BAD = [
    ("ann", {}), ("ann ben cat dan eve", {}), ("ann ann", {}), ("Ann ben", {}), ("ann 2ben", {}), ("ann b-n", {}),
    ("ann ben", {"advanced": "yes"}), ("ann ben", {"kr.bank_short": "off"}), ("ann ben", {"kr.colour": "red"}),
    ("ann ben", {"missions": "on"}), ("ann ben", {"companies": "a"}), ("ann ben", {"companies": "a,a"}),
    ("ann ben", {"companies": "a,e"}), ("ann ben", {"companies": "a,b,c"}), ("ann ben", {"companies": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "settings"), BAD, ids=str)
def test_a_game_that_cannot_begin(seats, settings):
    with pytest.raises(BadSetup):
        Table(GAME, loaded(box()), seats.split(), settings)


@pytest.mark.parametrize("how", ["digital", "asked"])
def test_relics_can_be_followed_with_ledgers_only(how):
    """WIRE.md 1."""
    with pytest.raises(BadSetup):
        Table(GAME, loaded(box()), SEATS[:2], {}, chance={"relics": how})
    Table(GAME, loaded(box()), SEATS[:2], {"kr.home_ledger": "private"}, chance={"relics": how})


def test_who_answers_chance():
    """WIRE.md 1: hidden by default, and for the whole game; digital and asked may change."""
    table = Table(GAME, loaded(box()), SEATS[:2], {})
    assert table.chance == {"miners": "digital"} | dict.fromkeys(HIDEABLE, "hidden")
    assert table.facts()["phase"] == "mining"
    with pytest.raises(BadSetup):
        Table(GAME, loaded(box()), SEATS[:2], {}, chance={"miners": "hidden"})
    known = Table(GAME, loaded(box()), SEATS[:2], {}, chance={"agents": "asked"})
    known.set_chance("agents", "digital")
    assert known.facts()["phase"] == "mining"
    assert [len(known.facts()["secrets"][seat]["hand"]) for seat in SEATS[:2]] == [6, 6]


def test_an_uncounted_bank():
    """G-KR-13."""
    evening = KrysisTable(2, options={"bank_short": "unlimited"}, printed=(5, 60, 60))
    assert evening.facts["bank"] is None
    evening.until("turn")
    assert len(evening.legal("overtime")) == 7
    assert all(colour in COLOURS for colour in evening.legal("overtime")[0]["crystals"])
