"""What people see of a game: whatever happens in it, everything can be tapped, filled in, read and done by hand."""

from __future__ import annotations

import random
from random import Random
from typing import Any

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Answer, Draw, Pick
from companion.core.asks import is_chance
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.games.krysis.answers import Bid, Overtime, Play
from companion.games.krysis.content import COLOURS, GOODS, Crystals
from companion.games.krysis.presenter import STEPS
from companion.games.krysis.rules.action import most_carried, targets
from companion.games.krysis.rules.ending import best_sets, partition
from companion.games.krysis.state import State, strength
from companion.language import Language
from companion.packs.loader import load_pack
from companion.scene.scene import Filling, Fix
from companion.table.past import Revising
from companion.table.table import Table
from tests.daily import share
from tests.games.chaos import new_game
from tests.games.krysis.box import GAME, crystals
from tests.games.krysis.chaos import KrysisChaos
from tests.games.krysis.helpers import ALL, KrysisTable
from tests.games.showing import SaidInWords, fixes, played_and_said, taps
from tests.lookback.games import recorded
from tests.playthroughs.recording import names

BUTTONS = 12
ICONS = frozenset(
    {
        *(f"crystal:{colour}" for colour in COLOURS),
        *(f"slot:{colour}" for colour in COLOURS),
        *(f"mission:{good}" for good in GOODS),
        *(f"{kind}:{n}" for kind in ("company", "miner") for n in range(1, 5)),
        *(f"star:{n}" for n in (1, 2, 3)),
        *("agent:fighter", "agent:transporter", "weapon", "transport", "relic"),
        *(f"ability:{name}" for name in ("thief", "spy", "miner", "alchemist", "defence")),
        *("combat", "initiative", "bank", "home", "camp", "vp", "players", "speaker", "shuffle"),
    }
)
"""The icons of this game; besides them ``set:N`` for each type of relic, by its place."""
BIDS = {"ann": {"red": 1, "white": 1}, "ben": {"blue": 2}, "cat": {"white": 3}}
"""A-KR-02."""


check_words = SaidInWords(ICONS, ("set:",))


def check_taps(table: Table) -> None:
    """All that is offered is at hand and nothing else: as a choice, at most two taps away, or to be filled in."""
    scene = table.scene()
    legal = list(table.game.rules.offered(table.state))
    chosen = [choice.answer for choice in scene.choices]
    filled = [filling.template for filling in scene.fillings]
    assert len(chosen) == len({repr(answer) for answer in chosen})
    assert {repr(answer) for answer in (*chosen, *filled)} == {repr(answer) for answer in legal}
    assert sum(choice.primary for choice in scene.choices) <= 1
    used = [choice.group for choice in scene.choices if choice.group is not None]
    assert [group.id for group in scene.groups] == list(dict.fromkeys(used))
    assert len([choice for choice in scene.choices if choice.group is None]) <= BUTTONS
    for filling in scene.fillings:
        check_filling(table, filling)


def check_filling(table: Table, filling: Filling) -> None:
    """What is filled in to the full is taken, or too much for the team; carrying nothing is always taken."""
    game, state = table.game, table.state
    nothing = game.presenter.filled(state, filling.template, {}, [one.id for one in filling.one_of[:1]])
    assert game.rules.allows(state, nothing) or filling.exact
    most = {portion.id: portion.most for portion in filling.portions}
    names = [one.id for one in filling.named[: filling.most_named]]
    full = game.presenter.filled(state, filling.template, most, [*names, *(one.id for one in filling.one_of[:1])])
    assert game.rules.allows(state, full) or filling.slots
    assert bool(filling.slots) <= bool(filling.portions or filling.named)


def fixes_alone(table: Table) -> list[Fix]:
    """The corrections that can be tapped in private views."""
    views = [table.game.presenter.private(table.state, seat) for seat in table.setup.seats]
    return taps(counter for view in views if view is not None for counter in (*view.counters, *view.fixes))


@pytest.mark.parametrize("seed", range(share(8)))
def test_every_legal_answer_can_be_tapped_and_described(seed: int) -> None:
    """Any box, any answers, any corrections by tap; no tap that all may see is refused."""
    played_and_said(KrysisChaos(), Random(seed), check_taps, check_words, fixes)


@pytest.mark.parametrize("seed", range(3))
def test_every_instruction_has_a_line_unless_it_was_done_already(seed: int) -> None:
    """Goods on the same way share one; agents that are named lie open already."""
    chaos, r = KrysisChaos(), Random(seed)
    table, _ = new_game(chaos, r, digital=True)
    for _ in range(80):
        if table.over:
            break
        played = table.answer(chaos.random_answer(r, table))
        lines = chaos.game.presenter.lines(table.state, played.instructions)
        named = [todo for todo in played.instructions if todo.rule == "R-KR-28"]
        rest = [todo for todo in played.instructions if todo not in named]
        said = {line.instruction.rule for line in lines if line.instruction is not None}
        assert {todo.rule for todo in rest if todo.verb != "tell"} <= said | {"R-KR-48", "R-KR-54", "R-KR-80"}


def test_every_fact_can_be_corrected_by_a_tap_where_all_may_see_it() -> None:
    """WIRE.md 10; nothing is known."""
    evening = KrysisTable(4).until("turn")
    evening.overtime()
    facts = {change["fact"] for fix in fixes(evening.table) for change in fix.changes}
    assert facts == {"vp", "camp", "home", "relics", "relic", "miner", "agent", "order"}


def test_what_is_secret_is_corrected_by_the_seat_that_knows_it() -> None:
    evening = KrysisTable(known=ALL, options={"missions": "on"}).until("turn")
    shared = {change["fact"] for fix in fixes(evening.table) for change in fix.changes}
    alone = {change["fact"] for fix in fixes_alone(evening.table) for change in fix.changes}
    assert alone == {"home", "relic", "agent", "mission"}
    assert shared | alone >= {"vp", "camp", "miner", "order"}
    dealt = [evening.secret(seat)["mission"] for seat in evening.facts["seats"]]
    for fix in fixes_alone(evening.table):
        if fix.changes[0]["fact"] == "mission" and fix.changes[0]["value"] in dealt:
            with pytest.raises(Refused):
                evening.table.correct(fix.changes, plain(fix.why))
        else:
            evening.table.correct(fix.changes, plain(fix.why))
            evening.table.undo()


def bids(evening: KrysisTable) -> Any:
    """A-KR-02 from here on; the last of what is played."""
    evening.until("bid")
    for seat in ("ann", "ben", "cat"):
        played = evening.bid(**BIDS[seat])
    return played


def test_bids_are_listed_in_order_with_values_and_ties() -> None:
    """A-KR-02."""
    evening = KrysisTable().miners("ann", "cat")
    assert evening.lines(bids(evening))[-3:] == [
        "1. Ben: 4 (2 blue); the miner is ahead of Ann",
        "2. Ann: 4 (1 red, 1 white)",
        "3. Cat: 3 (3 white)",
    ]
    order = evening.table.scene().order
    assert order is not None
    assert [(one.seat, one.value) for one in order.seats] == [("ben", "4"), ("ann", "4"), ("cat", "3")]


def test_the_mine_shows_the_goods_of_each_space_and_a_tap_goes_there() -> None:
    scene = KrysisTable().until("mine").table.scene()
    mine = scene.rows[0]
    assert len(mine.boxes) == 4
    notes = [plain(box.note or "") for box in KrysisTable().until("mine", round=3).table.scene().rows[0].boxes]
    assert notes == ["", "or 1 relic", "", ""]
    assert {choice.spot for choice in scene.choices} == {box.id for box in mine.boxes}
    assert all(plain(choice.label).startswith(plain(box.name)) for box in mine.boxes
               for choice in scene.choices if choice.spot == box.id)  # fmt: skip


def test_sides_show_initiative_combat_and_what_can_be_raided() -> None:
    evening = KrysisTable().until("turn")
    facts, scene = evening.facts, evening.table.scene()
    assert [side.seat for side in scene.sides] == facts["order"]
    for side in scene.sides:
        strength = facts["teams"][side.seat]["combat" if side.seat == facts["active"] else "defence"]
        assert (side.figure, side.strength) == (str(facts["initiative"][side.seat]), str(strength))
        assert sum(int(part) for part in plain(side.made_of or "= 0").partition("=")[2].split("+")) == strength
        if side.seat == facts["active"]:
            assert (side.against, side.open) == (None, None)
        else:
            own, sign, other = plain(side.against or "").split()
            assert (int(other), int(own) > int(other)) == (strength, sign == ">")
            assert side.open == (side.seat in evening.raids)


def test_a_camp_that_was_left_is_deserted_and_open_to_all() -> None:
    evening = KrysisTable().until("turn")
    first = evening.facts["active"]
    evening.load("home")
    side = next(side for side in evening.table.scene().sides if side.seat == first)
    assert plain(side.note or "") == "gone"
    assert (plain(side.against or ""), side.open, side.done) == ("deserted", True, True)


def test_a_raid_is_chosen_by_camp_then_by_where_to_and_filled_in() -> None:
    evening = KrysisTable().until("turn")
    first = evening.facts["active"]
    evening.load("home")
    scene = evening.table.scene()
    raids = [choice for choice in scene.choices if choice.group == f"raid:{first}"]
    assert [plain(choice.label) for choice in raids] == [
        "Take it home", "Take it to the bank", "Take it into your camp",
    ]  # fmt: skip
    assert {choice.spot for choice in raids} == {f"camp:{first}"}
    assert all(any(filling.template == choice.answer for filling in scene.fillings) for choice in raids)


def test_the_scoring_is_laid_out_step_by_step_and_adds_up() -> None:
    evening = KrysisTable(options={"missions": "on"})
    evening.until("over")
    scene, result = evening.table.scene(), evening.facts["result"]
    assert scene.result == "end"
    for rank in scene.ranking:
        assert [step.name for step in rank.steps] == [name for _, name in STEPS]
        brought = [int(plain(step.value).split()[0]) for step in rank.steps]
        assert sum(brought) == int(plain(rank.value).split()[0]) == result["scores"][rank.seat]["total"]
    assert [rank.seat for rank in scene.ranking] == result["ranking"]
    assert [rank.winner for rank in scene.ranking] == [True, False, False]
    assert fixes(evening.table) == []


@pytest.mark.rule("R-KR-81")
@pytest.mark.parametrize("seed", range(30))
def test_the_best_sets_are_named_card_by_card(seed: int) -> None:
    """What is named brings what was counted, and no card is in two sets."""
    r, scores = Random(seed), load_pack(GAME).pack.relic_scores
    cards = [relic.set_type for relic in r.sample(load_pack(GAME).pack.relics, r.randint(0, 12))]
    sets = partition(cards, scores)
    assert sum(one.vp for one in sets) == best_sets(cards, scores)
    used = [kind for one in sets for kind in one.types]
    assert all(used.count(kind) <= cards.count(kind) for kind in used)
    assert all(one.same == (len(set(one.types)) == 1) or len(one.types) == 1 for one in sets)


def test_who_sits_down_as_a_company_runs_it() -> None:
    pack = load_pack(GAME)
    seats = [seat for seat, _ in GAME.rules.seats(pack.pack)][2:]
    follows = GAME.rules.settings_for(pack.pack, seats)
    table = Table(GAME, pack, seats, follows, clock=lambda: 0.0)
    assert table.facts()["companies"] == {seat: seat for seat in seats}
    assert [board.icon for board in table.scene().boards] == ["company:3", "company:4"]
    assert GAME.rules.settings_for(pack.pack, ["ann", "ben"]) == {}


def test_the_setup_choices_are_the_settings_of_the_rules_and_have_words() -> None:
    pack = load_pack(GAME)
    offered = GAME.rules.setup_choices(pack.pack)
    assert [choice.key for choice in offered if choice.basic] == [
        "kr.missions",
        "advanced",
        "tactical",
        "kr.home_ledger",
    ]
    assert len({choice.key for choice in offered}) == 10
    for choice in offered:
        assert choice.default == choice.values[0][0]
        for value, name in choice.values:
            assert plain(name)
            chance, settings = {}, {"kr.home_ledger": "private"}
            if choice.key.startswith("chance."):
                chance = {choice.key.removeprefix("chance."): value}
            else:
                settings[choice.key] = value
            Table(GAME, pack, ["ann", "ben"], settings, chance=chance, clock=lambda: 0.0)


@pytest.mark.parametrize("seed", range(3))
def test_the_sensible_player_fills_in_what_the_rules_take(seed: int) -> None:
    """Every template comes back filled in, and legal; homes that are declared add up to what was carried there."""
    chaos, r = KrysisChaos(), Random(seed)
    table, _ = new_game(chaos, r, digital=True)
    while not table.over:
        legal = list(table.legal() or [])
        if is_chance(table.ask):
            table.answer(r.choice(legal))
            continue
        answer: Answer = table.game.player.advise(table.state, legal, r.random)
        assert table.game.rules.allows(table.state, answer)
        table.answer(answer)
    assert table.facts()["result"]["winner"] in table.setup.seats


def test_sensible_players_raid_load_and_work_overtime_each() -> None:
    done: set[str] = set()
    for seed in ("oak", "elm", "fir"):
        table = Table(GAME, load_pack(GAME), ["ann", "ben", "cat"], {}, dealer=Dealer(seed), clock=lambda: 0.0)
        r = Random(seed)
        while not table.over:
            answer = table.game.player.advise(table.state, list(table.legal() or []), r.random)
            done.add(type(answer).__name__)
            table.answer(answer)
    assert {"Bid", "Mine", "Play", "LoadGoods", "Raid", "Overtime", "Declare"} <= done


def test_lines_of_relics_follow_the_order_of_the_hands() -> None:
    """R-KR-26: of two that nobody looks at, one is kept; several on the same way are counted."""
    evening = KrysisTable(2).until("mine")
    who = evening.ask.who.capitalize()
    said = evening.lines(evening.say("mine", space="1b", option=1))
    drawn = [line for line in said if "relic" in line]
    assert drawn == [f"→ {who}: draw 2 relics, keep 1 face down in the camp, discard the other"]
    assert evening.lines(evening.set("relics", 5, at="homes")) == ["→ 5 relics: the relic deck → behind the screen"]
    assert evening.lines(evening.set("relics", 3, at="discard")) == ["→ 2 relics: the relic deck → the relic discard"]


def test_a_bid_that_is_changed_later_begins_with_what_was_bid() -> None:
    """R-GEN-05."""
    table = KrysisTable().until("bid").table
    table.answer({"do": "bid", "crystals": crystals(white=1)})
    revising = Revising(table, table.rev, plain)
    (other,) = revising.others()
    assert other.form is not None
    assert revising.entered(other.form) == (crystals(white=1), [])
    revising.choose(Bid(Crystals(0, 1, 0)))
    assert revising.entered(other.form) == (crystals(blue=1), [])


def test_chance_outcomes_name_the_miner_and_the_relic() -> None:
    """R-KR-55: a relic that is stolen is picked, like a miner out of the bag."""
    table = Table(GAME, load_pack(GAME), ["ann", "ben", "cat"], {}, clock=lambda: 0.0)
    relic = next(iter(table.state.world.relics))
    stolen, drawn, miner = (
        plain(table.game.presenter.outcome(table.state, answer), "es")
        for answer in (Pick("relic", relic), Draw("relics", relic), Pick("miner", "ben"))
    )
    assert (stolen, miner) == (drawn, "Ben")


def test_overtime_offers_the_fewest_crystals_first() -> None:
    choices = KrysisTable().until("turn").table.scene().choices
    wanted = [choice.answer.crystals.amounts() for choice in choices if isinstance(choice.answer, Overtime)]
    assert [sum(one.values()) for one in wanted] == [2, 3, 3, 4, 4, 5, 6]


def test_fighters_always_stand_before_transporters() -> None:
    """Whatever their names are: people tap where they have tapped before."""
    loaded = load_pack(GAME)
    seats = [seat for seat, _ in GAME.rules.seats(loaded.pack)][:3]
    table = Table(GAME, loaded, seats, {}, chance={"agents": "digital"}, dealer=Dealer("order"), auto=True)
    mixed, luck = 0, Random("order")
    while not table.over and mixed < 5:
        world = table.state.world
        agents = [choice.answer.agent for choice in table.scene().choices if isinstance(choice.answer, Play)]
        decks = [world.deck_of(agent) for agent in agents]
        assert decks == sorted(decks), "fighters, then transporters"
        mixed += len(set(decks)) > 1 and agents != sorted(agents)
        table.answer(GAME.player.advise(table.state, table.legal() or [], luck.random))
    assert mixed


def test_set_up_names_each_company_once_and_who_runs_it() -> None:
    box = load_pack(GAME)
    seats = [company.id for company in box.pack.companies][:2]
    table = Table(GAME, box, seats, GAME.rules.settings_for(box.pack, seats))
    lines = [line.words for line in GAME.presenter.lines(table.state, table.opening)]
    said, named = ([Language("en", people).say(words) for words in lines] for people in ({}, {seats[0]: "Anna"}))
    parts = "agents, miner, cube, screen, 2 summary cards"
    assert [line for line in said if parts in line] == [f"The Lamplighters: {parts}", f"Barrow & Daughters: {parts}"]
    assert next(line for line in named if parts in line) == f"Anna · The Lamplighters: {parts}"


# The stakes of camps and of the mine, shown to a resting finger: what everybody can see, and no secret.

GAMES = [name for name in names() if name.startswith("krysis") and name != "krysis_short"]


def decided(name: str, choice: str) -> list[Table]:
    """The moments of a recording at which that is decided."""
    n = len(recorded(name).history.entries)
    tables = (recorded(name, rev) for rev in range(n))
    return [table for table in tables if getattr(table.ask, "choice", "") == choice]


@pytest.mark.parametrize("name", GAMES)
def test_a_raid_is_certain_exactly_where_the_rules_allow_it_and_something_can_be_carried(name: str) -> None:
    for table in decided(name, "turn"):
        state: State = table.state
        seat = state.now.active
        if seat is None or state.now.acted is not None:
            continue
        for camp in state.world.seats:
            found = table.game.presenter.stakes(state, f"camp:{camp}")
            assert found is not None
            if camp != seat:
                can = any(most_carried(strength(state, seat).slots, state.now.players[camp].camp.count()).values())
                certain = [stake.share for stake in found.chance] == [1]
                assert certain == (camp in targets(state, seat) and can)


@pytest.mark.parametrize("name", GAMES)
def test_free_spaces_say_what_they_bring_and_others_who_stands_there(name: str) -> None:
    for table in decided(name, "mine"):
        state: State = table.state
        free = {one.space for one in table.legal() or []}  # type: ignore[attr-defined] # spaces are all that is listed
        for space in state.world.pack.levels[state.now.round - 1].spaces:
            found = table.game.presenter.stakes(state, f"space:{space.id}")
            assert found is not None
            assert bool(found.chance) == (space.id in free)


@pytest.mark.parametrize("name", ["krysis_four_known", "krysis_two_relics"])
def test_face_down_cards_change_no_words(name: str) -> None:
    """The relics of all camps and of the deck change places, and so do the agents that nobody has seen."""
    for table in [*decided(name, "turn"), *decided(name, "mine")]:
        state: State = table.state
        spots = [f"camp:{seat}" for seat in state.world.seats] + [f"space:{space}" for space in state.world.spaces]
        tell = table.game.presenter.stakes
        before = [tell(state, spot) for spot in spots]
        mixed = state.copy()
        players = mixed.now.players.values()
        hidden = [one for player in players for one in player.camp.relics] + mixed.now.relic_deck
        if UNKNOWN in hidden:
            continue
        random.Random(name).shuffle(hidden)
        for player in players:
            n = len(player.camp.relics)
            player.camp.relics, hidden = sorted(hidden[:n]), hidden[n:]
            player.hand, player.given = player.hand[::-1], None
        mixed.now.relic_deck = hidden
        assert [tell(mixed, spot) for spot in spots] == before


def test_nothing_is_weighed_between_the_turns() -> None:
    table = recorded(GAMES[0], 0)
    assert table.game.presenter.stakes(table.state, "camp:ann") is None


def test_words_are_there_in_english() -> None:
    table = decided("krysis_four_known", "turn")[0]
    found = table.game.presenter.stakes(table.state, f"camp:{table.state.now.active}")
    assert found is not None
    assert plain(found.name).startswith("The camp of")


@pytest.mark.rule("R-KR-38", "R-KR-46", "R-KR-54")
@pytest.mark.parametrize(
    ("slots", "camp", "home", "bank"),
    [
        ((1, 1, 0), (1, 1, 1, 0), {"red": 1, "blue": 1}, {"blue": 1, "white": 1}),
        ((1, 0, 0), (0, 3, 2, 0), {"white": 2}, {"white": 2}),
        ((0, 1, 1), (2, 0, 1, 1), {"white": 1, "relics": 1}, {"white": 1, "relics": 1}),
        ((0, 0, 0), (2, 0, 1, 1), {}, {}),
    ],
)
def test_a_load_begins_with_what_fits_best(
    slots: tuple[int, int, int], camp: tuple[int, int, int, int], home: dict[str, int], bank: dict[str, int]
) -> None:
    """By value at home, by number at the bank; nothing is doubted only where something fits."""
    carries = {"f1": {"slots": dict(zip(COLOURS, slots, strict=True)), "combat": 9, "speed": 9}}
    nothing = {"slots": dict.fromkeys(COLOURS, 0)}
    table = KrysisTable(2, agents={**carries, "f2": nothing, "f3": nothing})
    table.until("agent")
    there = dict(zip((*COLOURS, "relics"), camp, strict=True))
    table.camp("ann", **there).camp("ben", **there)
    table.teams(ann="f1 f2 f3")
    table.until("turn", "ann")
    for form in table.table.scene().fillings:
        to = form.template.to
        expected = bank if to == "bank" else home
        assert form.start is not None
        assert {good: n for good, n in form.start[0].items() if n} == expected, to
        assert (form.unused is not None) == bool(expected)
        assert GAME.rules.allows(
            table.table.state, GAME.presenter.filled(table.table.state, form.template, *form.start)
        )


def test_relics_that_are_loaded_home_make_the_best_set() -> None:
    """Those of the type that lies at home already, if equal ones are worth most."""
    table = KrysisTable(2, "home relics", agents={"f1": {"slots": {"red": 2, "blue": 0, "white": 0}, "speed": 9}})
    table.until("agent").teams(ann="f1 f2 f3")
    table.until("turn", "ann")
    types: dict[str, list[str]] = {}
    for relic, card in table.table.state.world.relics.items():
        types.setdefault(card.set_type, []).append(relic)
    one, two = (cards for cards in list(types.values())[:2])
    table.camp("ann", relics=[two[0], *one[:2]])
    form = next(form for form in table.table.scene().fillings if form.template.to == "home")
    assert form.start is not None
    answer = GAME.presenter.filled(table.table.state, form.template, *form.start)
    assert len(answer.goods.relics) == form.most_named == 2
    assert GAME.rules.allows(table.table.state, answer)
