"""A pack of Krysis that is wrong is refused with everything that is wrong, each with its field (R-GEN-07)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.krysis.checks import read_pack
from companion.games.krysis.content import Multiplier
from tests.packs.changes import Krysis, Put, but_last, first_again, plus, problems_of, without

LAMPS, WAGONS = "agents.lamplighters", "agents.barrow"
"""The first company and the second one."""
FIGHTER, CARRIER = f"{LAMPS}.fighters[0]", f"{LAMPS}.transporters[0]"
THIEF, DEFENDER, MINER, SHARED = (f"{LAMPS}.special[{n}]" for n in range(4))
SPACE = "levels[0].spaces[1]"
"""A space with a question mark."""
WEAPON, TRANSPORT = "relics[0]", "relics[2]"
WORD = "must be a word of letters, digits, _ and -"
AMOUNT = "must be a whole number, 0 or more"


@pytest.fixture
def game() -> Krysis:
    return Krysis()


def of_stars(*stars: int) -> Any:
    """Agents of these star levels in turn."""
    return lambda old: [agent | {"stars": stars[n % len(stars)]} for n, agent in enumerate(old)]


HEAD = [
    ("id", "", f"id: {WORD}"),
    ("id", "deep vein", f"id: {WORD}"),
    ("id", "deepvein\n", f"id: {WORD}"),
    ("title", "", "title: must be a text that is not empty"),
    ("title", {"en": "Box"}, "title: must be a text that is not empty, not"),
    ("companies", but_last, "companies: there must be 4, there are 3"),
    ("companies", but_last, "agents.moonshaft: there is no such company"),
    ("companies", plus({"id": "fifth", "name": "Fifth"}), "companies: there must be 4, there are 5"),
    ("companies", first_again, 'companies[3].id: "lamplighters" is already that of companies[0]'),
    ("companies[1].id", "barrow,knuckle", f"companies[1].id: {WORD}"),
    ("companies[1].id", "carts", "agents.carts: is missing; every company needs agents"),
    ("companies[1].id", "carts", "agents.barrow: there is no such company"),
    ("companies[1]", without("name"), "companies[1].name: is missing"),
    ("missions", but_last, "missions: there must be 4, there are 3"),
    ("missions[3]", "red", 'missions[3]: "red" is there twice'),
    ("missions[3]", "gold", "missions[3]: must be one of"),
]
CRYSTALS = [
    ("crystals.red", 34, "crystals: must add up to 125, not 124"),
    ("crystals.red", -1, f"crystals.red: {AMOUNT}, not -1"),
    ("crystals", without("white"), "crystals.white: is missing"),
    ("crystals", {"red": 4, "blue": 71, "white": 50}, "crystals.red: the homes and the start spaces take 5, there are"),
    ("crystals", {"red": 66, "blue": 9, "white": 50}, "crystals.blue: the homes and the start spaces take 10, there"),
    ("crystals", {"red": 60, "blue": 50, "white": 15}, None),
    ("crystals", {"red": 61, "blue": 50, "white": 14}, "crystals.white: the homes and the start spaces take 15, there"),
    ("start_spaces[3].crystals.red", 31, "crystals.red: the homes and the start spaces take 36, there are only 35"),
]
START_SPACES = [
    ("start_spaces", but_last, "start_spaces: there must be 4, there are 3"),
    ("start_spaces[1].index", "III", "start_spaces[1].index: must be II, start spaces are listed from I to IV"),
    ("start_spaces[1].index", "V", "start_spaces[1].index: must be one of I, II, III, IV"),
    ("start_spaces[1].crystals.blue", 1.5, f"start_spaces[1].crystals.blue: {AMOUNT}, not 1.5"),
    ("start_spaces[1].forward_rank", 1, "start_spaces[1].forward_rank: must be more than that of the start space"),
    ("start_spaces[1].forward_rank", 9, "start_spaces[2].forward_rank: must be more than that of the start space"),
    ("start_spaces[0].forward_rank", -3, None),
    ("start_spaces[1].forward_rank", True, "start_spaces[1].forward_rank: must be a whole number, not true"),
]
LEVELS = [
    ("levels", but_last, "levels: there must be 5, there are 4"),
    ("levels[2].spaces", but_last, "levels[2].spaces: there must be 4, there are 3"),
    ("levels[0]", {}, "levels[0].spaces: is missing"),
    (f"{SPACE}.id", "", f"{SPACE}.id: {WORD}"),
    (f"{SPACE}.id", "first_gallery", f'{SPACE}.id: "first_gallery" is already that of levels[0].spaces[0]'),
    ("levels[4].spaces[3].id", "lift_hall", f'levels[4].spaces[3].id: "lift_hall" is already that of {SPACE}'),
    (f"{SPACE}.id", "III", f'{SPACE}.id: "III" is already that of start_spaces[2]'),
    (f"{SPACE}.forward_rank", 1, f'{SPACE}.forward_rank: "1" is already that of levels[0].spaces[0]'),
    (f"{SPACE}.forward_rank", None, f"{SPACE}.forward_rank: is missing; it must be a whole number"),
    (f"{SPACE}.forward_rank", -7, None),
    (f"{SPACE}.options", [], f"{SPACE}.options: must have at least one"),
    (f"{SPACE}.options", lambda old: [*old, old[0]], f"{SPACE}.options[2]: is the same as number 1"),
    (f"{SPACE}.options[0]", without("relics"), f"{SPACE}.options[0].relics: is missing; it {AMOUNT}"),
    (f"{SPACE}.options[0].relics", -1, f"{SPACE}.options[0].relics: {AMOUNT}, not -1"),
]
AGENTS = [
    ("agents", without("knuckle"), "agents.knuckle: is missing; every company needs agents"),
    ("agents.fifth", {}, "agents.fifth: there is no such company"),
    (LAMPS, without("special"), f"{LAMPS}.special: is missing"),
    (f"{LAMPS}.fighters", but_last, f"{LAMPS}.fighters: there must be 9, there are 8"),
    (f"{LAMPS}.transporters", first_again, f'{LAMPS}.transporters[8].id: "oilcan_ben" is already that of {CARRIER}'),
    (f"{LAMPS}.special", but_last, f"{LAMPS}.special: there must be 6, there are 5"),
    (f"{FIGHTER}.id", "oilcan_ben", f'{FIGHTER}.id: "oilcan_ben" is already that of {CARRIER}'),
    (f"{WAGONS}.fighters[0].id", "moth", f'{WAGONS}.fighters[0].id: "moth" is already that of {LAMPS}.transporters[2]'),
    (f"{FIGHTER}.id", "wick tolliver", f"{FIGHTER}.id: {WORD}"),
    (f"{FIGHTER}.name", "", f"{FIGHTER}.name: must be a text that is not empty"),
    (f"{FIGHTER}.kind", "transporter", f"{FIGHTER}.kind: must be fighter, as it stands among the fighters"),
    (f"{CARRIER}.kind", "fighter", f"{CARRIER}.kind: must be transporter, as it stands among the transporters"),
    (f"{FIGHTER}.kind", "cook", f"{FIGHTER}.kind: must be one of fighter, transporter"),
    (f"{FIGHTER}.stars", 0, f"{FIGHTER}.stars: must be a whole number from 1 to 3, not 0"),
    (f"{FIGHTER}.stars", 4, f"{FIGHTER}.stars: must be a whole number from 1 to 3, not 4"),
    (f"{FIGHTER}.speed", -1, f"{FIGHTER}.speed: {AMOUNT}"),
    (f"{FIGHTER}.speed", "2x", f"{FIGHTER}.speed: {AMOUNT} or a group of fields"),
    (f"{FIGHTER}.speed", {"per": "green", "times": 2}, f"{FIGHTER}.speed.per: must be one of"),
    (f"{FIGHTER}.speed", {"per": "red", "times": 0}, f"{FIGHTER}.speed.times: must be a whole number, 1 or more"),
    (f"{FIGHTER}.speed", {"per": "red"}, f"{FIGHTER}.speed.times: is missing"),
    (f"{FIGHTER}.combat", -1, f"{FIGHTER}.combat: {AMOUNT}, not -1"),
    (f"{FIGHTER}.slots", without("blue"), f"{FIGHTER}.slots.blue: is missing"),
    (f"{FIGHTER}.ability", {"op": "spy"}, f"{FIGHTER}.ability: only special agents have one"),
    (FIGHTER, without("ability"), f"{FIGHTER}.ability: is missing"),
    (f"{FIGHTER}.shared", True, f"{FIGHTER}.shared: only special agents are the same in all companies"),
    (f"{CARRIER}.shared", None, f"{CARRIER}.shared: is missing; it must be true or false"),
]
SPECIAL = [
    (f"{THIEF}.ability", {"op": "fly"}, f"{THIEF}.ability.op: must be one of"),
    (f"{THIEF}.ability", without("red"), f"{THIEF}.ability.red: is missing"),
    (f"{DEFENDER}.ability.n", -1, f"{DEFENDER}.ability.n: {AMOUNT}, not -1"),
    (f"{MINER}.ability", without("relics"), f"{MINER}.ability.relics: is missing"),
    (f"{THIEF}.ability", None, None),
    (f"{THIEF}.kind", "transporter", None),
    (f"{THIEF}.shared", True, f"{LAMPS}.special: exactly 3 must be the same in all companies, not 4"),
    (f"{SHARED}.shared", False, f"{LAMPS}.special: exactly 3 must be the same in all companies, not 2"),
    (f"{SHARED}.speed", 3, f"{WAGONS}.special[3]: is the same in all companies, so {LAMPS}.special must have it"),
    (
        "agents.moonshaft.special[4].name",
        "X",
        f"agents.moonshaft.special[4]: is the same in all companies, so {LAMPS}.special must",
    ),
    (
        "agents.knuckle.special[5].ability.red",
        2,
        f"agents.knuckle.special[5]: is the same in all companies, so {LAMPS}.special must",
    ),
    (f"{WAGONS}.special", lambda old: old[::-1], None),
]
RELICS = [
    ("relics", but_last, "relics: there must be 24, there are 23"),
    ("relics", first_again, 'relics[23].id: "mole_claw" is already that of relics[0]'),
    (f"{WEAPON}.id", "?", f"{WEAPON}.id: {WORD}"),
    (f"{WEAPON}.set_type", "", f"{WEAPON}.set_type: must be a text that is not empty"),
    (f"{WEAPON}.kind", "cannon", f"{WEAPON}.kind: must be one of"),
    (f"{WEAPON}.kind", "transport", f"{WEAPON}.slots: is missing"),
    (f"{WEAPON}.combat", None, f"{WEAPON}.combat: is missing; it {AMOUNT}"),
    (f"{TRANSPORT}.slots", {}, f"{TRANSPORT}.slots.red: is missing"),
    (f"{WEAPON}.set_type", "bat", "relic_scores.same.5: is missing; there are 5 cards of the commonest type"),
    (f"{WEAPON}.set_type", "dragon", "relic_scores.different.7: is missing; there are 7 types of relics"),
]
SCORES = [
    ("relic_scores", without("same"), "relic_scores.same: is missing"),
    ("relic_scores.same", without("4"), "relic_scores.same.4: is missing; there are 4 cards of the commonest type"),
    ("relic_scores.same", without("2"), "relic_scores.same.2: is missing"),
    ("relic_scores.same", without("0"), "relic_scores.same.0: is missing"),
    ("relic_scores.different", {}, "relic_scores.different.6: is missing; there are 6 types of relics"),
    ("relic_scores.same.0", 1, "relic_scores.same.0: must be 0, no card is worth nothing"),
    ("relic_scores.different.0", 2, "relic_scores.different.0: must be 0"),
    ("relic_scores.same.4", -2, f"relic_scores.same.4: {AMOUNT}, not -2"),
    ("relic_scores.same.4", "16", f"relic_scores.same.4: {AMOUNT}"),
    ("relic_scores.same.four", 16, "relic_scores.same.four: is no number of cards"),
    ("relic_scores.same.04", 16, "relic_scores.same.04: is no number of cards"),
    ("relic_scores.same.5", 30, None),
]
CHANGES = [*HEAD, *CRYSTALS, *START_SPACES, *LEVELS, *AGENTS, *SPECIAL, *RELICS, *SCORES]


@pytest.mark.parametrize(("path", "value", "problem"), [case for case in CHANGES if case[2]])
def test_what_is_wrong_is_said_with_its_field(
    raw: dict[str, Any], put: Put, path: str, value: Any, problem: str
) -> None:
    put(path, value)
    problems = problems_of(read_pack, raw)
    assert [line for line in problems if line.startswith(problem)], problems


@pytest.mark.parametrize(("path", "value"), [case[:2] for case in CHANGES if not case[2]])
def test_what_is_odd_but_allowed_is_read(raw: dict[str, Any], put: Put, path: str, value: Any) -> None:
    put(path, value)
    assert read_pack(raw).id == "deepvein"


@pytest.mark.parametrize("stars", [1, 2, 3])
def test_two_agents_of_each_star_level_can_be_discarded(raw: dict[str, Any], put: Put, stars: int) -> None:
    other = [level for level in (1, 2, 3) if level != stars]
    for deck in ("transporters", "fighters", "special"):
        put(f"{LAMPS}.{deck}", of_stars(*other))
    start = f"{LAMPS}: at least 2 agents must have this many stars: {stars}; there are 0"
    assert start in problems_of(read_pack, raw)


def test_special_agents_count_for_the_star_levels(raw: dict[str, Any], put: Put) -> None:
    for company in raw["agents"]:
        for deck in ("transporters", "fighters"):
            put(f"agents.{company}.{deck}", of_stars(1, 2))
    assert read_pack(raw).id == "deepvein"
    put(f"{MINER}.stars", 1)
    assert problems_of(read_pack, raw) == [f"{LAMPS}: at least 2 agents must have this many stars: 3; there are 1"]


def test_shared_agents_may_be_listed_in_any_order_and_may_be_alike(raw: dict[str, Any]) -> None:
    for number, agents in enumerate(raw["agents"].values()):
        special = agents["special"]
        special[4] = special[3] | {"id": special[4]["id"]}
        agents["special"] = special[number:] + special[:number]
    assert read_pack(raw).agents["barrow"].special[2].shared


def test_one_more_of_a_shared_agent_and_one_less_of_another_is_not_the_same(raw: dict[str, Any]) -> None:
    special = raw["agents"]["barrow"]["special"]
    special[4] = special[3] | {"id": special[4]["id"]}
    [problem] = problems_of(read_pack, raw)
    assert (
        problem
        == f"{WAGONS}.special[3]: is the same in all companies, so {LAMPS}.special must have it, too, with another id"
    )


def test_a_speed_may_count_crystals(raw: dict[str, Any], put: Put) -> None:
    put(f"{FIGHTER}.speed", {"per": "blue", "times": 2})
    assert read_pack(raw).agents["lamplighters"].fighters[0].speed == Multiplier("blue", 2)


def test_one_fault_is_one_problem(raw: dict[str, Any], put: Put) -> None:
    put(f"{FIGHTER}.shared", True)
    assert problems_of(read_pack, raw) == [f"{FIGHTER}.shared: only special agents are the same in all companies"]


def test_everything_that_is_wrong_is_said_at_once(raw: dict[str, Any], put: Put) -> None:
    wrong = {
        "id": "Deep Vein",
        "crystals.white": 51,
        "start_spaces[2].forward_rank": 2,
        f"{SPACE}.options": [],
        "levels[3].spaces[0]": "space",
        f"{FIGHTER}.kind": "transporter",
        f"{CARRIER}.stars": "one",
        f"{THIEF}.shared": True,
        f"{WAGONS}.fighters": but_last,
        f"{WEAPON}.set_type": "dragon",
        "relics[5].combat": -1,
        "relic_scores.same.0": 1,
        "missions[0]": "blue",
    }
    for path, value in wrong.items():
        put(path, value)
    problems = problems_of(read_pack, raw)
    for start in (
        "id: ",
        "crystals: must add up",
        "start_spaces[2].forward_rank: ",
        f"{SPACE}.options: ",
        "levels[3].spaces[0]: must be a group of fields",
        f"{FIGHTER}.kind: ",
        f"{CARRIER}.stars: ",
        f"{LAMPS}.special: exactly 3",
        f"{WAGONS}.fighters: there must be 9",
        "relics[5].combat: ",
        "relic_scores.different.7: ",
        "relic_scores.same.0: ",
        "missions[1]: ",
    ):
        assert [line for line in problems if line.startswith(start)], (start, problems)


SURPLUS = [
    ("crystals", "green"), ("start_spaces[0].crystals", "relics"), (f"{SPACE}.options[0]", "gold"),
    (f"{FIGHTER}.slots", "relics"), (f"{DEFENDER}.ability", "red"), (f"{THIEF}.ability", "relics"),
    (WEAPON, "slots"), (TRANSPORT, "combat"), (f"{TRANSPORT}.slots", "relics"), ("relic_scores", "equal"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "field"), SURPLUS)
def test_a_field_that_would_mean_something_elsewhere_is_refused(
    raw: dict[str, Any], put: Put, path: str, field: str
) -> None:
    put(path, lambda old: old | {field: 0})
    assert [
        line
        for line in problems_of(read_pack, raw)
        if line.startswith(f"{path}.{field}: there is nothing of this name here")
    ]


@pytest.mark.parametrize("ability", [{"op": "spy", "n": 1}, {"op": "alchemist", "give": "red"}])
def test_an_ability_has_its_own_fields_only(raw: dict[str, Any], put: Put, ability: dict[str, Any]) -> None:
    put(f"{THIEF}.ability", ability)
    [problem] = problems_of(read_pack, raw)
    assert problem == f"{THIEF}.ability.{list(ability)[1]}: there is nothing of this name here"


def test_a_speed_that_counts_has_a_colour_and_a_number_only(raw: dict[str, Any], put: Put) -> None:
    put(f"{FIGHTER}.speed", {"per": "red", "times": 1, "plus": 2})
    assert problems_of(read_pack, raw) == [f"{FIGHTER}.speed.plus: there is nothing of this name here"]
