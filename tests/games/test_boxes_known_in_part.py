"""Boxes of which only a part is known (core/WIRE.md, Boxes known in part), in every game that has one."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.asks import Over, is_chance
from companion.core.instructions import Instruction
from companion.core.learning import rows_of, with_learned_fields
from companion.core.piles import NOT_KNOWN, UNKNOWN
from companion.core.refusals import BadPack, Refused
from companion.core.texts import plain
from companion.games.newyork.answers import EndedTurn
from companion.games.registry import game_names, load_game
from companion.lookback.lookback import look_back
from companion.packs.loader import LoadedPack, load_pack, new_box, read_content
from companion.scene.scene import Fix
from companion.table.history import PlayedEntry, label
from companion.table.table import Table
from tests.daily import share
from tests.games import partial
from tests.games.partial import SETTINGS, at_random
from tests.games.showing import icons, texts
from tests.games.test_every_game import everything_is_said, fixes, said

# Boxes of which only a part is known (core/WIRE.md, Boxes known in part), in every game that has one.

SEEDS = st.integers(0, 2**32)


def has_stocks(name: str) -> bool:
    game = load_game(name)
    return game.rules.bundled_pack is not None and bool(game.rules.stocks(load_pack(game).pack))


every_box = pytest.mark.parametrize("name", [name for name in game_names() if has_stocks(name)])


@pytest.mark.by_turns
@every_box
@settings(max_examples=share(16), deadline=None)
@given(seed=SEEDS)
def test_a_box_that_is_told_card_by_card_is_as_good_as_a_known_one(name: str, seed: int) -> None:
    partial.told_on_the_way(name, Random(seed))


@pytest.mark.by_turns
@every_box
@settings(max_examples=share(8), deadline=None)
@given(seed=SEEDS)
def test_an_owner_who_begins_with_nothing_ends_with_the_box_that_lies_there(name: str, seed: int) -> None:
    partial.told_on_the_way(name, Random(seed), told=0)


@pytest.mark.by_turns
@every_box
@settings(max_examples=share(16), deadline=None)
@given(seed=SEEDS)
@example(seed=4249787)  # Two agents learned in Krysis, where one place for them was left.
def test_with_cards_that_nobody_told_hands_follow_and_the_log_is_the_game(name: str, seed: int) -> None:
    partial.played_with_gaps(name, Random(seed))


@every_box
@settings(max_examples=share(24), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=SEEDS)
def test_a_box_of_which_nothing_is_known_is_played_at_once(name: str, seed: int, tmp_path: Path) -> None:
    game = load_game(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path))
        box = load_pack(game, new_box(game, "Ours").name)
    table = partial.played_from_nothing(name, box, Random(seed), 60)
    everything_is_said(table)
    assert table.over or table.scene().choices or table.scene().fillings or table.legal() is None


def test_new_york_is_won_with_a_box_of_which_nothing_is_known_and_the_story_stays_in_it(tmp_path: Path) -> None:
    game = load_game("newyork")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path))
        path = new_box(game, "Ours")
        box = load_pack(game, path.name)
    seats = ["father", "mother"]
    chance = dict.fromkeys(game.rules.chance_items, "asked")
    table = Table(game, box, seats, game.rules.settings_for(box.pack, seats), chance=chance, auto=False)
    learned: Any = copy.deepcopy(read_content(path).data)
    card = {"do": "shown", "mafia_per_turn": 1, "bag_add": {"blue": 2, "red": 0, "yellow": 1}}
    said = {"alert_end": {"do": "alert_end", "n": 17}, "card": card, "alert_cars": {"do": "alert_cars", "cars": [9]}}
    turns = iter([["advanced", "turned_up"], ["raised"], ["advanced", "advanced", "turned_up"], []])
    doing: list[str] = []
    asked: list[str] = []
    for _ in range(80):
        if table.over:
            break
        choice = getattr(table.ask, "choice", "draw")
        asked.append(choice)
        if choice == "report":
            if not doing:
                doing = [*next(turns, ["fulfil"]), "ended"]
            verb = doing.pop(0)
            fields: Any = {"fulfil": {"task": "final"}, "ended": {"wounds": 0}, "raised": {"n": 6, "why": "other"}}
            fields = fields.get(verb, {})
            answer: Any = {"do": verb, **fields}
        elif choice == "last_card":
            answer = {"do": "last_card", "last": asked.count("last_card") == 2}
        else:
            legal = [as_json(one) for one in table.legal() or []]
            answer = said.get(choice) or next((one for one in legal if one.get("card", "") is None), legal[0])
        table.answer(answer)
        if (lesson := table.history.entries[-1].learned) is not None:
            learned = with_learned_fields(learned, lesson)
    turns_taken = 1 + sum(isinstance(one.answer, EndedTurn) for one in table.history.entries)
    assert asked[asked.index("alert_end") - 1] == "report", "not before the alert can be at its end"
    assert asked.count("draw") == 2 + 2 * table.facts()["round"] + turns_taken, "one for each car, and each turn one"
    assert isinstance(table.ask, Over)
    assert table.ask.result["outcome"] == "win"
    story = learned["scenarios"][0]
    assert [(one["index"], one.get("position")) for one in story["cards"]] == [(0, None), (1, 1), (2, 3)]
    assert story["whole"] is True
    assert learned["tracks"] == {"alert": {"length": 17}, "story": {}}
    again = game.rules.read_pack(learned)
    assert [one.mafia_per_turn for one in again.scenarios[0].cards] == [1, 1, 1]
    later = Table(game, box.with_data(game.rules, learned), seats, {"nyc.follow": "light"}, chance=chance, auto=False)
    assert later.ask.rule == "R-NYC-19", "the next time nothing of it is asked"


# What was drawn without a name is named afterwards, by a correction; what a game counts with what is unknown.

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


# Cards and tokens that nobody told (core/WIRE.md, Boxes known in part): they are shown and said like all others.
# Whatever comes up is drawn without a name where that is possible, in every mixture of what the companion follows.

GAMES: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "newyork": ("newyork", {}, {}),
    "newyork, light": ("newyork", {"nyc.follow": "light"}, {}),
    "escape": ("escape", {"plans": "private"}, {}),
    "escape, plans by hand": ("escape", {"plans": "hand"}, {}),
    "crash": ("crash", {}, {}),
    "crash, light": ("crash", {"cg.follow": "light"}, {}),
    "krysis": ("krysis", {"kr.home_ledger": "private"}, {}),
    "krysis, advanced": ("krysis", {"kr.home_ledger": "private", "advanced": "on"}, {}),
    "krysis, tactical": ("krysis", {"kr.home_ledger": "private", "advanced": "on", "tactical": "on"}, {}),
    "krysis, hidden": ("krysis", {"kr.home_ledger": "off", "advanced": "on"}, {"relics": "hidden", "agents": "hidden"}),
}
"""Game, settings, and who answers a chance item that is not asked."""
LONGEST = 400
LOOKED_AT = 5
"""All that is shown is looked at after every so many answers."""
every = pytest.mark.parametrize("game", GAMES)


def new_table(game: str, luck: Random, told: float | None = None) -> Table:
    """A game of which ``told`` of each deck is known, or less and less."""
    name, settings, chance = GAMES[game]
    owner = partial.Owner(name, luck, told=told, bags=True)
    return owner.table(owner.part, partial.seats_of(owner.game, luck), settings, chance)


def without_a_name(answer: Answer) -> bool:
    """It was something that is not known, or something that lies there and is not."""
    return isinstance(answer, DrawUnknown | PullUnknown) or UNKNOWN in msgspec.structs.astuple(answer)


def play(game: str, told: float | None = None) -> Iterator[tuple[Table, Random, Answer | None]]:
    """A game at random in which most of what can be is drawn without a name: the table after each answer."""
    luck = Random(f"{game}{told}")
    table, player = new_table(game, luck, told), at_random(partial.load_game(GAMES[game][0]), luck)
    yield table, luck, None
    for _ in range(LONGEST):
        if table.over:
            return
        legal = table.legal()
        if legal is None:
            faces = {die: luck.choice(list(sides)) for die, sides in (table.faces() or {}).items()}
            played = table.answer({"do": "roll", "faces": faces})
        else:
            gaps = [answer for answer in legal if without_a_name(answer)]
            played = table.answer(luck.choice(gaps) if gaps and luck.random() < 0.7 else player(table.state, legal))
        yield table, luck, played.entries[-1].answer


@every
def test_a_box_of_which_nothing_is_known_can_be_played(game: str) -> None:
    """Every card and every token comes without a name; the game goes on as far as any other, and the log tells it."""
    for table, luck, _ in play(game, told=0.0):
        if luck.random() < 0.05:
            everything_is_said(table)
    facts = table.facts()
    assert json.loads(json.dumps(facts)) == msgspec.json.decode(msgspec.json.encode(facts))
    again = Table.resume(table.game, table.history.boxes.first, table.setup, table.log, chance=table.chance)
    assert (again.hash(), again.facts()) == (table.hash(), facts)


def refused(table: Table, fix: Fix) -> str | None:
    """The code with which a correction is refused; None if it is taken."""
    try:
        table.correct(fix.changes, "looked")
    except Refused as no:
        return no.code
    return None


@pytest.mark.by_turns
@every
def test_at_every_moment_what_can_be_done_is_offered_shown_and_said(game: str) -> None:
    """One game for all that holds of each of its moments; at last the look back."""
    rev, drawn = 0, 0
    for at, (table, luck, answer) in enumerate(play(game)):
        drawn += answer is not None and without_a_name(answer)
        played = table.since(rev)
        is_said(table, played.entries if rev else [], table.opening if at == 0 else played.instructions)
        rev = table.rev
        is_offered(table)
        is_read_as_written(table, luck)
        if at % LOOKED_AT == 0 or table.over:
            is_shown(table)
            if not table.over:
                can_be_corrected(table, luck)
                rev = table.rev
    assert drawn
    assert all(said(text) for text in texts(look_back(table)))


def is_said(table: Table, entries: Sequence[PlayedEntry], told: Sequence[Instruction]) -> None:
    """Lines, cards and the log are in words in every language."""
    presenter, state = table.game.presenter, table.state
    shown: list[Any] = [presenter.lines(state, told)]
    for played in entries:
        shown += [label(table.game, state, played)]
        shown += [] if played.answer is None else [presenter.card(state, played.answer)]
        shown += [] if played.question is None else [presenter.outcome(state, played.answer)]
    assert all(said(words) for words in texts(shown))


def is_shown(table: Table) -> None:
    """Scene, table check and what each seat sees alone are in words, and icons are of what has a name."""
    presenter, state = table.game.presenter, table.state
    everything_is_said(table)
    scene = [table.scene(), presenter.places(state)]
    scene += [presenter.private(state, seat) for seat in table.setup.seats]
    assert not [icon for icon in icons(scene) if UNKNOWN in icon and not icon.startswith("officer:")]


def is_offered(table: Table) -> None:
    """What is not known has its line in the list, once."""
    legal = table.legal() or []
    assert len(set(map(repr, legal))) == len(legal)
    scene = table.scene()
    if table.over or scene.fillings or scene.entry or scene.several or scene.pad or scene.boards:
        return
    offered = [choice.answer for choice in scene.choices]
    assert [answer for answer in legal if answer not in offered] == []
    if is_chance(table.ask):
        assert [answer for answer in legal if isinstance(answer, DrawUnknown | PullUnknown)] == [
            answer for answer in offered if isinstance(answer, DrawUnknown | PullUnknown)
        ]


def is_read_as_written(table: Table, luck: Random) -> None:
    """core/WIRE.md, `legal`: what lies there without a name can be named by ``?``, and nothing else can."""
    rules, legal = table.game.rules, table.legal() or []
    for answer in luck.sample(list(legal), min(len(legal), 5)):
        if not answer.template:
            raw = msgspec.json.decode(msgspec.json.encode(answer))
            read = rules.parse(table.state, raw)
            assert read == answer
            assert rules.allows(table.state, read)


def can_be_corrected(table: Table, luck: Random) -> None:
    """What the table check offers is taken or refused."""
    offered = fixes(table)
    for fix in luck.sample(offered, min(len(offered), share(6))):
        before, code = table.hash(), refused(table, fix)
        assert code in (None, "illegal"), fix
        if code is None:
            everything_is_said(table)
            table.undo()
        assert table.hash() == before


@pytest.mark.parametrize("game", ["escape", "krysis", "krysis, advanced"])
def test_a_secret_draw_without_a_name_is_as_secret_as_any(game: str) -> None:
    """R-GEN-06: others see the same, and the log says the same, whether the card is known or not.

    Of two relics without a name none is kept by choice, so the game goes on at once: there is less to compare.
    """
    seen = 0
    for table, _, _ in play(game, told=0.5):
        state, rules, seat, legal = table.state, table.game.rules, table.ask.only, table.legal() or []
        gaps = [answer for answer in legal if isinstance(answer, DrawUnknown)]
        named = [answer for answer in legal if not without_a_name(answer)]
        if seat is None or not gaps or not named or not is_chance(table.ask):
            continue
        views, told, asks = [], [], []
        for answer in (gaps[0], named[0]):
            after = state.copy()
            rules.play(after, answer)
            asks.append(rules.ask(after))
            if asks[-1].only is not None:
                views.append([rules.view(after, one) for one in (None, *table.setup.seats) if one != seat])
            told.append(repr(table.game.presenter.told(after, answer, table.ask)))
            assert rules.open_answer(after, answer, table.ask).card is None
        assert asks[0] != asks[1] or all(one == views[0] for one in views)
        assert told[0] == told[1]
        seen += 1
    assert seen


def test_an_event_that_is_not_known_lies_open_in_new_york() -> None:
    for table, _, _ in play("newyork", told=0.0):
        if table.facts()["event"] and table.facts()["event"]["card"] == UNKNOWN:
            break
    else:
        raise AssertionError("no event without a name came up")
    assert UNKNOWN in table.facts()["decks"]["police"]["display"]
    assert NOT_KNOWN in list(texts([table.scene(), table.game.presenter.places(table.state)]))


def test_the_police_cards_still_to_come_are_one_for_each_car_from_the_first_on() -> None:
    """Hands put the car of a card that is not known on its square; until they say so it is still beside the deck."""
    box, _ = without("newyork", "police_cards", 23)
    table = sit("newyork", box, ["father", "mother"])
    play_to(table, "police")
    cars = table.facts()["cars"]["beside"]
    told = []
    for square in ("harlem", "soho"):
        told.append(plain(table.scene().prompt.over))
        table.answer({"do": "draw", "deck": "police", "card": None})
        told.append(plain(table.scene().prompt.over))
        table.correct([{"fact": "car", "at": "beside:police", "value": table.facts()["cars"]["beside"] - 1}], "by hand")
        table.correct([{"fact": "car", "at": f"square:{square}", "value": 1}], "by hand")
    assert cars == 2
    assert told == [f"Round 1 · Police {n} of 2" for n in (1, 1, 2, 2)]
