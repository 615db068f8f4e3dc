"""What people see of a game: whatever happens in it, everything can be tapped, read and done by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.chance.dealer import Dealer
from companion.core.answers import Answer
from companion.core.texts import plain
from companion.games.escape.answers import Adjust, LayTile
from companion.games.escape.game import GAME
from companion.games.escape.words import PART_NAMES, counter_icon, tile_name
from companion.packs.loader import load_pack
from companion.scene.menu import Menu
from companion.scene.scene import Fix, Scene
from companion.session.session import Session
from companion.table.table import Table
from tests.daily import share
from tests.games.escape.chaos import EscapeChaos
from tests.games.escape.helpers import EscapeTable
from tests.games.showing import SaidInWords, corrected_and_said, played_and_said

ICONS = frozenset(
    {
        *("patrol", "door", "door:blocked", "exit_stack", "contact", "contacts", "plan", "tile", "stock", "bag", "eye"),
        *("business", "safe_house", "hospital", "gang_hq", "gang:member", "gang_marker", "escape", "cash", "speaker"),
        *("asset", "asset:open", "wound", "cube", "notoriety", "first_aid", "rest", "time:marker", "shuffle", "flip"),
        *("equipment", "gas", "handcuffs", "fixer", "players", "badge", "locker"),
        *(f"door:{exit}" for exit in "123"),
        *(f"land:{land}" for land in ("industrial", "commercial", "residential", "water")),
        *(icon for icon, _ in PART_NAMES),
    }
)
"""The icons of this game. In addition: ``seat:``, ``patrol:``, ``officer:``, ``key:`` and ``locker:``, each with a
name."""
NAMED = ("seat:", "patrol:", "officer:", "key:", "locker:")
"""Icons that go with a name of the pack or of a seat."""
BUTTONS = 9


def taps(table: Table, scene: Scene) -> list[Any]:
    """All that a finger can do, on the shared screen and alone."""
    alone = [table.game.presenter.private(table.state, seat) for seat in table.setup.seats]
    found: list[Any] = [choice.answer for choice in scene.choices]
    found += scene.entry.answers if scene.entry is not None else []
    found += scene.several.answers.values() if scene.several is not None else []
    for board in [*scene.boards, *(private for private in alone if private is not None)]:
        for counter in board.counters:
            found += [counter.more, counter.less, *(cell.tap for cell in counter.cells)]
        for holding in getattr(board, "holdings", []):
            found += [tap for _, tap in holding.taps]
    return [tap for tap in found if tap is not None]


def check_taps(table: Table) -> list[Fix]:
    """All that is offered is at hand and nothing else; gives the corrections that can be tapped."""
    scene = table.scene()
    every = taps(table, scene)
    answers = {tap for tap in every if isinstance(tap, Answer)}
    assert answers == set(table.game.rules.offered(table.state))
    assert sum(choice.primary for choice in scene.choices) <= 1
    places = {box.id for row in scene.rows for box in row.boxes} | {tile.id for tile in scene.tiles}
    assert {choice.spot for choice in scene.choices} <= places | {None}
    used = [choice.group for choice in scene.choices if choice.group is not None]
    assert [group.id for group in scene.groups] == list(dict.fromkeys(used))
    alone = [choice for choice in scene.choices if choice.group is None and choice.spot is None]
    assert len(alone) <= BUTTONS
    return [tap for tap in every if isinstance(tap, Fix)]


check_words = SaidInWords(ICONS, NAMED)


@settings(max_examples=share(6), deadline=None)
@given(st.integers(0, 2**32))
def test_every_legal_answer_can_be_tapped_and_described(seed: int) -> None:
    """Any box, any answers, any corrections by tap; the corrections that are offered are taken."""
    played_and_said(EscapeChaos(), Random(seed), check_taps, check_words, check_taps)


def test_undo_and_corrections_are_described() -> None:
    for seed in range(6):
        corrected_and_said(EscapeChaos(), Random(seed), check_words, 60)


def test_the_opening_is_a_short_check_list_in_the_order_of_the_set_up() -> None:
    table = EscapeTable().table
    lines = table.game.presenter.lines(table.state, table.opening)
    numbers = [int(str(line.rule).rpartition("-")[2]) for line in lines]
    assert numbers == sorted(numbers)
    assert {11, 12, 19, 20, 21, 22, 23, 24, 26, 27, 28, 29, 30, 37, 39} <= set(numbers)
    assert len(lines) < 35


BY_HAND = [
    pytest.param("R-EP-11", ["the board in the middle, the side for 3 players"], marks=pytest.mark.rule("R-EP-11")),
    pytest.param("R-EP-16", ["all 30 officers into the bag"], marks=pytest.mark.rule("R-EP-09", "R-EP-16")),
    pytest.param("R-EP-20", ["9 keys at random, face up at the safe houses"], marks=pytest.mark.rule("R-EP-20")),
    pytest.param("R-EP-21", ["8 fixer tiles in one stack"], marks=pytest.mark.rule("R-EP-21")),
    pytest.param("R-EP-22", ["15 lockers by colour, shuffled, face down"], marks=pytest.mark.rule("R-EP-22")),
    pytest.param(
        "R-EP-23",
        ["16 equipment tiles by type, face up", "6 gas cans beside them"],
        marks=pytest.mark.rule("R-EP-23"),
    ),
    pytest.param(
        "R-EP-27",
        ["the time marker on the first space", "10 handcuffs cards, money and action discs beside the board"],
        marks=pytest.mark.rule("R-EP-09", "R-EP-27"),
    ),
    pytest.param("R-EP-29", ["all pawns on Hospital"], marks=pytest.mark.rule("R-EP-29")),
    pytest.param(
        "R-EP-35", ["each: 4 notoriety cubes below the red and blue boxes"], marks=pytest.mark.rule("R-EP-35")
    ),
]
"""What hands lay out at the start; most of it is not tracked afterwards."""


@pytest.mark.parametrize(("rule", "words"), BY_HAND)
def test_the_opening_lists_what_is_laid_out_by_hand(rule: str, words: list[str]) -> None:
    table = EscapeTable().table
    lines = table.game.presenter.lines(table.state, table.opening)
    assert [plain(line.words) for line in lines if line.rule == rule] == words


@pytest.mark.rule("R-EP-62", "R-EP-63")
def test_the_prompt_explains_where_a_tile_fits_and_leaves_it_to_the_table() -> None:
    evening = EscapeTable().set_up().until("tile")
    hint = evening.table.scene().prompt.hint
    assert plain(hint or "").startswith("It must touch two tiles and continue one kind of land.")
    assert all(answer.keys() <= {"do", "tile", "business", "safe_house"} for answer in evening.legal())


def test_the_second_card_blocks_an_exit_in_the_picture() -> None:
    evening = EscapeTable().set_up()
    evening.draw("2")
    assert evening.prompt == ("Day 1 · Patrol 2 of 2", "Turn up a patrol card")
    played = evening.say("draw", deck="patrol", card="2")
    assert "Exit 2 is blocked." in evening.lines(played)
    card = evening.table.game.presenter.card(evening.table.state, played.entries[-1].answer)
    assert card is not None
    assert (plain(card.title), plain(card.text or "")) == ("Exit 2", "Exit 2 is blocked.")
    exits = evening.table.scene().rows[0].boxes
    assert [(box.label, box.state, len([cell for cell in box.cells if cell])) for box in exits] == [
        ("1", "normal", 0),
        ("2", "alarm", 2),
        ("3", "normal", 0),
    ]
    assert [piece.icon for piece in exits[1].pieces] == ["exit_stack"]


def test_income_and_the_offers_are_one_list() -> None:
    """R-EP-45, R-EP-49: what everybody receives, and who may unlock an asset."""
    evening = EscapeTable("vinnie scar").until("day_change")
    evening.notoriety(scar=1)
    evening.set("cubes", [0, 1, 2, 3, 4, 5], seat="vinnie")
    written = evening.lines(evening.say("done"))
    assert {"Vinnie receives $6k.", "Scar receives $9k."} <= set(written)
    assert "Scar (notoriety 1) may unlock an asset for $3k" in written
    assert any("Vinnie +$6k" in plain(notice) for notice in evening.table.scene().notices)
    assert evening.prompt == ("Day 2 · Income", "Does Scar unlock an asset?")


def board(evening: EscapeTable, seat: str) -> dict[str, Any]:
    boards = {one.seat: one for one in evening.table.scene().boards}
    return {counter.id: counter for counter in boards[seat].counters}


def test_one_tap_sets_wounds_to_any_number_and_takes_back_any_cube() -> None:
    evening = EscapeTable().until("turn")
    wounds = board(evening, "scar")["wounds"]
    assert msgspec.to_builtins(wounds.cells[0].tap) == {"do": "adjust", "seat": "scar", "what": "wounds", "by": 1}
    assert wounds.cells[2].tap.changes == [{"fact": "wounds", "seat": "scar", "value": 3}]
    evening.correct(*wounds.cells[2].tap.changes)
    full = board(evening, "scar")["wounds"]
    assert [cell.on for cell in full.cells] == [True] * 3
    assert full.more is not None
    cubes = board(evening, "scar")["cubes"]
    evening.correct(*cubes.cells[4].tap.changes)
    assert plain(board(evening, "scar")["cubes"].value) == "$4k"
    assert evening.player("scar")["cubes"] == [0, 1, 2, 3, 5, 6, 7, 8]


def test_boards_are_mended_at_questions_that_do_not_track() -> None:
    evening = EscapeTable().until("patrol")
    more = board(evening, "claws")["notoriety"].more
    assert isinstance(more, Fix)
    evening.correct(*more.changes)
    assert evening.player("claws")["notoriety"] == 1


def test_nobody_can_be_noted_as_escaped_by_a_tap_before_day_three() -> None:
    evening = EscapeTable("vinnie scar").until("turn")
    assert "escaped" not in board(evening, "vinnie")
    evening.until("turn", day=3)
    assert "escaped" in board(evening, "vinnie")
    assert [plain(choice.label) for choice in evening.table.scene().choices if choice.icons == ["escape"]] == [
        "Escaped"
    ]


def test_the_end_ranks_those_who_escaped_and_then_the_arrested() -> None:
    """A-EP-12: C before A, B arrested without points."""
    evening = EscapeTable("ann ben cat").until("turn", day=3)
    evening.say("escape", seat="ann")
    evening.say("escape", seat="cat")
    evening.until("line")
    evening.say("value", value=95)
    evening.say("value", value=120)
    scene = evening.table.scene()
    assert scene.result == "end"
    assert [(rank.seat, rank.rank, plain(rank.value), rank.winner) for rank in scene.ranking] == [
        ("cat", 1, "120", True),
        ("ann", 2, "95", False),
        ("ben", None, "", False),
    ]
    assert plain(scene.prompt.title) == "Cat has won"


@pytest.mark.rule("R-EP-57")
@pytest.mark.parametrize("exit", ["1", "2", "3"])
def test_the_picture_tells_nothing_of_the_removed_card(exit: str) -> None:
    """As long as no two exits are blocked, an exit without cards looks like any other without cards."""
    evening = EscapeTable().set_up()
    evening.draw(exit)
    others = [box for box in evening.table.scene().rows[0].boxes if box.label != exit]
    assert {(box.icon, box.state, tuple(box.cells)) for box in others} == {("door", "normal", (None, None))}
    assert not any("way out" in plain(notice) for notice in evening.table.scene().notices)


def test_the_bundled_pack_is_shown_in_both_languages() -> None:
    game = GAME
    table = Table(game, load_pack(game), ["red", "blue"], {}, clock=lambda: 0.0)
    tile = table.scene().tiles[0]
    assert plain(tile.name) != plain(tile.name, "es")
    assert {edge for edge in tile.edges if edge} <= ICONS


def test_an_income_cube_too_many_here_and_missing_there_is_moved() -> None:
    """Cubes are alike; lines name both boards."""
    evening = EscapeTable("vinnie scar").set_up()
    evening.set("cubes", [0, 1, 2, 4, 5, 6, 7, 8], seat="vinnie")
    played = evening.correct(
        {"fact": "cubes", "seat": "vinnie", "value": list(range(9))},
        {"fact": "cubes", "seat": "scar", "value": [0, 1, 3, 4, 5, 6, 7, 8]},
    )
    assert evening.lines(played) == ["→ income cube: Scar 2 → Vinnie 3"]


def test_a_tile_that_can_be_filled_in_one_way_only_is_called_by_its_name() -> None:
    """With the last safe house there is nothing to choose, so the tile stands there, and what goes on it."""
    game = GAME
    table = Table(game, load_pack(game), ["red", "blue"], {}, dealer=Dealer("one way"))
    houses = list(table.facts()["safe_houses"])
    table.correct([{"fact": "safe_house", "safe_house": house, "value": "box"} for house in houses[1:]], "box")
    table.correct([{"fact": "business", "business": one, "value": "box"} for one in table.facts()["business"]], "box")
    scene = table.scene()
    filled = [choice for choice in scene.choices if plain(choice.detail or "").startswith("with ")]
    with_space = [answer for answer in table.legal() or [] if getattr(answer, "safe_house", None) == houses[0]]
    assert [choice.answer for choice in filled] == with_space != []
    assert [plain(choice.label) for choice in filled] == [
        plain(tile_name(table.state.world, choice.answer.tile)) for choice in filled
    ]


@pytest.mark.parametrize("left", [0, 1, 2], ids=["no tiles left", "the last of each", "a choice"])
def test_every_tile_that_can_be_laid_has_a_button(left: int) -> None:
    evening = EscapeTable().set_up().until("tile")
    facts = evening.facts
    for fact, places in (("business", facts["business"]), ("safe_house", facts["safe_houses"])):
        evening.correct(*({"fact": fact, fact: one, "value": "box"} for one in list(places)[left:]))
    while evening.at == "tile":
        menu = Menu(evening.table.scene())
        items = menu.top()
        shown = [item.choice for item in items if item.choice is not None]
        shown += [choice for item in items if item.group is not None for choice in menu.in_group(item.group)]
        assert {choice.answer for choice in shown} == set(evening.table.legal() or [])
        evening.table.answer((evening.table.legal() or [])[0])


@pytest.mark.parametrize(
    ("what", "icon"), [("wounds", "wound"), ("asset:badge1", "asset"), ("key:gold", "key:gold")], ids=str
)
def test_what_is_counted_has_its_icon(what: str, icon: str) -> None:
    assert counter_icon(what) == icon


def test_pieces_on_a_tile_come_and_go() -> None:
    """R-EP-84: the buttons and the lines say which way."""
    evening = EscapeTable().until("turn")
    ways = {
        (plain(one.label), plain(one.detail or "")) for one in evening.table.scene().choices if one.spot == "tile:a1"
    }
    assert {("+ Blue officer", "from the bag"), ("− Blue officer", "into the bag"), ("+ gang member", "")} <= ways
    assert evening.lines(evening.say("gang", tile="a1", by=1)) == ["+ gang member on A1"]
    assert evening.lines(evening.say("gang", tile="a1", by=-1)) == [
        "− gang member from A1, back to the gang on the board"
    ]


def test_two_who_share_have_both_won() -> None:
    """R-EP-91."""
    evening = EscapeTable("ann ben cat").until("turn", day=3)
    evening.say("escape", seat="ann")
    evening.say("escape", seat="cat")
    evening.until("line")
    evening.say("value", value=20)
    evening.say("value", value=20)
    evening.say("share")
    assert plain(evening.table.scene().prompt.title) == "A shared win: Ann, Cat"


def test_what_is_laid_on_a_tile_has_its_picture() -> None:
    """R-EP-66, R-EP-67: a business, a safe house, or nothing but the tile."""
    table = Table(GAME, load_pack(GAME), ["red", "blue"], {}, dealer=Dealer("one way"))
    shown: dict[str, set[str]] = {}
    while table.facts()["day"] < 2:
        for choice in table.scene().choices:
            if isinstance(choice.answer, LayTile):
                filled = [what for what in ("business", "safe_house") if getattr(choice.answer, what)]
                shown.setdefault((filled or ["tile"])[0], set()).update(choice.icons)
        table.answer((table.legal() or [])[0])
    assert shown == {what: {what} for what in ("business", "safe_house", "tile")}


def test_wound_cubes_go_out_of_the_green_box_and_back() -> None:
    """R-EP-80."""
    evening = EscapeTable().until("turn")
    ways = [evening.lines(evening.say("adjust", seat="scar", what="wounds", by=by)) for by in (1, -1)]
    assert ways == [["→ Scar: wound cube out of the green box"], ["→ Scar: wound cube back into the green box"]]


def test_what_the_rulebook_tells_of_a_turn_stands_there_with_its_counters() -> None:
    """R-EP-79 to R-EP-84: each is an answer that was legal anyhow, of whoever's turn it is."""
    table = EscapeTable("vinnie scar").until("turn").table
    scene, who = table.scene(), table.ask.who
    alone = {plain(choice.label): plain(choice.detail or "") for choice in scene.choices if choice.group is None}
    groups = {plain(group.label): plain(group.detail or "") for group in scene.groups}
    assert alone["Recover money"] == "cube 8 · $8k"
    assert groups["Visit a shop"] == "equipment 0, lockers 0"
    assert groups["Gang or contact"] == "gangs 0, contacts 0"
    assert groups["The police"] == "notoriety 0, wounds 0"
    counted = [choice.answer for choice in scene.choices if choice.counts]
    assert counted
    assert {answer.seat for answer in counted if isinstance(answer, Adjust)} == {who}
    assert set(counted) <= set(table.legal() or [])
    assert plain(scene.otherwise or "") == "Something else happened"
    assert EscapeTable("vinnie scar").until("day_change").table.scene().otherwise is None


def test_what_is_counted_on_a_turn_waits_for_no_page() -> None:
    session = Session(EscapeTable("vinnie scar").until("turn").table)
    session.pages.clear()
    who, asked = session.table.ask.who, session.table.ask
    recover = next(choice for choice in session.scene.choices if plain(choice.label) == "Recover money")
    assert session.choose(recover)
    assert session.pages == []
    assert session.table.ask == asked
    assert session.table.facts()["players"][who]["income"] == 8
    assert not session.choose(recover, session.rev - 1)
    assert session.table.facts()["players"][who]["income"] == 8
