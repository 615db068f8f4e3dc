"""What was drawn without a name is named afterwards, by a correction; what a game counts with what is unknown."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.learning import rows_of
from companion.core.refusals import BadPack, Refused
from companion.games.registry import load_game
from companion.packs.loader import LoadedPack, load_pack
from companion.table.table import Table
from tests.games.partial import SETTINGS

SEATS = {
    "newyork": ["father", "mother"],
    "escape": ["red", "blue"],
    "crash": ["red", "blue", "green"],
    "krysis": ["barrow", "knuckle"],
}


def without(game: str, path: str, n: int, **more: int) -> tuple[LoadedPack, list[dict[str, Any]]]:
    """The box of a game without the last ``n`` rows of a table; those rows."""
    whole = load_pack(load_game(game))
    data = copy.deepcopy(whole.data)
    rows = rows_of(data, path)
    held = rows[len(rows) - n :]
    del rows[len(rows) - n :]
    data["unknown"] = {path: n, **more}
    return whole.with_data(load_game(game).rules, data), held


def sit(game: str, box: LoadedPack, seats: list[str] | None = None, **settings: str) -> Table:
    chance = dict.fromkeys(load_game(game).rules.chance_items, "asked")
    return Table(
        load_game(game), box, seats or SEATS[game], SETTINGS.get(game, {}) | settings, chance=chance, auto=False
    )


def play_to(table: Table, deck: str, bag: str = "") -> None:
    """Until that deck, or that bag, is asked; everything else is answered as a sensible player would."""
    luck = Random(3)
    for _ in range(2000):
        ask: Any = table.ask
        if getattr(ask, "deck", None) == deck or (bag and getattr(ask, "bag", None) == bag):
            return
        legal = table.legal()
        if legal is None:
            faces = {die: luck.choice(list(sides)) for die, sides in (table.faces() or {}).items()}
            table.answer({"do": "roll", "faces": faces})
        else:
            table.answer(table.game.player.advise(table.state, legal, luck.random))
    raise AssertionError(f"{deck or bag} was never asked")


# Escape Plan.


def test_an_open_contact_without_a_name_becomes_the_one_that_is_told() -> None:
    box, held = without("escape", "contacts", 2)
    table = sit("escape", box)
    play_to(table, "contacts")
    table.answer({"do": "draw", "deck": "contacts", "card": None})
    for row in held:
        table.learn("contacts", row)
    name, deck = held[0]["id"], table.facts()["contacts"]["deck"]
    table.correct([{"fact": "contact", "card": name, "value": "display"}], "it is this one")
    contacts = table.facts()["contacts"]
    assert (contacts["display"], contacts["deck"]) == ([name], deck)
    play_to(table, "contacts")
    left = {answer["card"] for answer in map(as_json, table.legal() or [])}
    assert name not in left
    assert held[1]["id"] in left


def as_json(answer: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(answer)
    return found


def test_an_officer_without_a_name_stands_on_its_tile_and_goes_back_into_the_bag() -> None:
    whole = load_pack(load_game("escape"))
    data = copy.deepcopy(whole.data)
    kind = data["officers"][0]
    kind["count"] -= 2
    data["unknown"] = {"officers": 2}
    table = sit("escape", whole.with_data(load_game("escape").rules, data), plans="hand")
    play_to(table, "", bag="officers")
    tile = table.ask.tile  # type: ignore[union-attr]
    before = table.facts()["bag"]
    table.answer({"do": "pull", "bag": "officers", "token": None})
    assert table.facts()["officers"][tile] == {"?": 1}
    assert table.pieces()[f"tile:{tile}"]["officer:?"] == 1
    assert table.facts()["bag"] == before | {"?": 1}
    table.correct(
        [
            {"fact": "officers", "tile": tile, "type": "?", "value": 0},
            {"fact": "officers", "tile": tile, "type": kind["type"], "value": 1},
        ],
        "it is one of these",
    )
    assert table.facts()["officers"][tile] == {kind["type"]: 1}
    assert sum(table.facts()["bag"].values()) == 29
    with pytest.raises(Refused, match=r"."):
        table.correct([{"fact": "officers", "tile": tile, "type": "?", "value": 3}], "more than there are")


# Crash & Grab.


def test_with_two_players_an_upgrade_without_a_name_stays_in_the_box_until_it_is_told() -> None:
    """R-CG-08: the one that is not used with two players is among those that are not known."""
    whole = load_pack(load_game("crash"))
    data = copy.deepcopy(whole.data)
    spare = next(row for row in data["upgrades"] if row["not_in_2p"])
    other = next(row for row in data["upgrades"] if not row["not_in_2p"])
    data["upgrades"] = [row for row in data["upgrades"] if row not in (spare, other)]
    data["unknown"] = {"upgrades": 2}
    table = sit("crash", whole.with_data(load_game("crash").rules, data), ["red", "blue"])
    assert (table.facts()["box"], table.facts()["deck"]["draw"]) == (["?"], 22)
    table.learn("upgrades", other)
    assert (table.facts()["box"], table.facts()["deck"]["draw"]) == (["?"], 22)
    table.learn("upgrades", spare)
    assert (table.facts()["box"], table.facts()["deck"]["draw"]) == ([spare["id"]], 22)
    known = sit("crash", whole, ["red", "blue"])
    assert (table.facts(), table.hash()) == (known.facts(), known.hash())


def test_only_one_upgrade_can_be_the_one_that_two_players_leave_out() -> None:
    whole = load_pack(load_game("crash"))
    data = copy.deepcopy(whole.data)
    data["upgrades"] = [row for row in data["upgrades"] if not row["not_in_2p"]]
    with pytest.raises(BadPack, match="there must be 23, there are 22"):
        load_game("crash").rules.read_pack(data)
    data["unknown"] = {"upgrades": 1}
    load_game("crash").rules.read_pack(data)
    data["upgrades"][0]["not_in_2p"] = data["upgrades"][1]["not_in_2p"] = True
    with pytest.raises(BadPack, match="exactly one must be taken out with two players, not 2"):
        load_game("crash").rules.read_pack(data)


def test_an_upgrade_without_a_name_is_put_onto_the_mat_where_it_lies() -> None:
    box, held = without("crash", "upgrades", 3)
    table = sit("crash", box)
    play_to(table, "upgrades")
    saucer = next(name for name, one in table.facts()["saucers"].items() if one["seat"] == table.ask.who)
    for _ in range(2):
        table.answer({"do": "draw", "deck": "upgrades", "card": None})
    assert "?" in table.facts()["saucers"][saucer]["upgrades"]
    assert table.facts()["discard"] == ["?"]
    for row in held:
        table.learn("upgrades", row)
    names = [row["id"] for row in held]
    table.correct([{"fact": "upgrade", "upgrade": names[0], "value": f"mat:{saucer}"}], "this one")
    table.correct([{"fact": "upgrade", "upgrade": names[1], "value": "discard"}], "and this one")
    facts = table.facts()
    assert names[0] in facts["saucers"][saucer]["upgrades"]
    assert "?" not in facts["saucers"][saucer]["upgrades"]
    assert facts["discard"] == [names[1]]
    assert names[2] in table.state.now.deck.pile
    assert facts["deck"]["draw"] == 21


# Krysis.


def test_decks_of_a_company_are_counted_with_what_is_unknown() -> None:
    whole, rules = load_pack(load_game("krysis")), load_game("krysis").rules
    data = copy.deepcopy(whole.data)
    del data["agents"]["barrow"]["fighters"][0]
    with pytest.raises(BadPack, match=r"agents\.barrow\.fighters: there must be 9, there are 8"):
        rules.read_pack(data)
    with pytest.raises(BadPack, match="there must be 9, there are 8 and 2 unknown"):
        rules.read_pack(data | {"unknown": {"agents.barrow.fighters": 2}})
    rules.read_pack(data | {"unknown": {"agents.barrow.fighters": 1}})
    with pytest.raises(BadPack, match="there is no such deck"):
        rules.read_pack(data | {"unknown": {"agents.barrow.fighters": 1, "agents.nobody.fighters": 0}})


def test_shared_agents_are_compared_as_far_as_they_are_known() -> None:
    """R-KR-63."""
    whole, rules = load_pack(load_game("krysis")), load_game("krysis").rules
    data = copy.deepcopy(whole.data)
    special = data["agents"]["barrow"]["special"]
    gone = next(row for row in special if row["shared"])
    special.remove(gone)
    data["unknown"] = {"agents.barrow.special": 1}
    rules.read_pack(data)
    special.append({**gone, "speed": 99})
    del data["unknown"]
    with pytest.raises(BadPack, match="is the same in all companies, so"):
        rules.read_pack(data)
    special[-1] = {**gone, "shared": False}
    with pytest.raises(BadPack, match="exactly 3 must be the same in all companies, not 2"):
        rules.read_pack(data)


def test_a_special_agent_goes_into_the_deck_of_its_kind_once_it_is_told() -> None:
    """Until then as many are taken to be fighters as transporters; in the end the game is the same."""
    whole = load_pack(load_game("krysis"))
    data = copy.deepcopy(whole.data)
    held = data["agents"]["barrow"]["special"]
    data["agents"]["barrow"]["special"] = []
    data["unknown"] = {"agents.barrow.special": 6}
    part = sit("krysis", whole.with_data(load_game("krysis").rules, data), advanced="on")
    agents = part.facts()["agents"]["barrow"]
    assert (agents["fighters"], agents["transporters"]) == (12, 12)
    for row in held:
        part.learn("agents.barrow.special", row)
    known = sit("krysis", whole, advanced="on")
    assert (part.facts(), part.hash()) == (known.facts(), known.hash())


def test_a_relic_without_a_name_is_seen_by_its_seat_alone_and_named_afterwards() -> None:
    box, held = without("krysis", "relics", 4)
    table = sit("krysis", box)
    play_to(table, "relics")
    seat = str(table.ask.who)
    table.answer({"do": "draw", "deck": "relics", "card": None})
    assert table.view(seat)["secrets"][seat]["camp_relics"] == ["?"]
    other = next(one for one in SEATS["krysis"] if one != seat)
    assert "?" not in repr(table.view(other)["secrets"])
    table.learn("relics", held[0])
    while table.facts()["phase"] == "setup":
        table.answer((table.legal() or [])[0])
    table.correct([{"fact": "relic", "relic": held[0]["id"], "value": f"camp:{seat}"}], "this one")
    assert table.view(seat)["secrets"][seat]["camp_relics"] == [held[0]["id"]]
    assert "?" in table.state.now.relic_deck


def test_relics_without_a_name_are_declared_as_such_and_bring_nothing() -> None:
    """R-KR-80, where nobody names relics before the end: as many as are not known, and no more."""
    box, _ = without("krysis", "relics", 2)
    table = Table(load_game("krysis"), box, SEATS["krysis"], {}, chance={"miners": "asked"}, auto=False)
    luck = Random(5)
    while getattr(table.ask, "choice", "") != "bid":
        table.answer((table.legal() or [])[0])
    table.correct([{"fact": "relics", "at": "homes", "value": 4}], "counted")
    while getattr(table.ask, "choice", "") != "home":
        table.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))
    home = {"do": "declare", "crystals": {"red": 0, "blue": 0, "white": 0}}
    known = sorted(table.state.world.relics)[0]
    for wrong, code in ((["?", "?", "?"], "illegal"), ([known, known], "malformed"), ([known, "?"], "malformed")):
        with pytest.raises(Refused) as no:
            table.answer(home | {"relics": wrong})
        assert no.value.code == code
    first = str(table.ask.who)
    table.answer(home | {"relics": ["?", "?"]})
    assert table.facts()["declared"][first]["relics"] == ["?", "?"]
    while not table.over:
        table.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))
    assert table.facts()["result"]["scores"][first]["relics"] == 0
    assert table.facts()["result"]["homes"][first]["relics"] == ["?", "?"]
    assert table.scene().ranking
