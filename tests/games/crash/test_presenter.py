"""What people see of a game: whatever happens in it, everything can be tapped, read and done by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Answer
from companion.core.asks import RollAsk
from companion.core.texts import plain
from companion.games.crash.answers import CardMove, Decline, Picked
from companion.language import Language
from companion.packs.loader import load_pack
from companion.scene.scene import Fix, Scene
from companion.session.session import Session
from companion.table.table import Table
from tests.daily import share
from tests.games.crash.chaos import CrashChaos
from tests.games.crash.helpers import GAME, CrashTable, op
from tests.games.showing import SaidInWords, corrected_and_said, fixes, played_and_said

BUTTONS = 9
ICONS = frozenset(
    {
        *(f"saucer:{n}" for n in range(1, 7)),
        *(f"crew:{kind}" for kind in ("pilot", "scientist", "doctor", "engineer")),
        *(f"crew:{n}:{kind}" for n in range(1, 7) for kind in ("pilot", "scientist", "doctor", "engineer")),
        *(f"marker:{n}" for n in range(1, 5)),
        *("accelerator", "site", "upgrade", "tile:square", "players", "speaker", "shuffle"),
        *("token:energy", "token:booster", "token:override", "token:probe"),
        *("movement:2", "movement:3", "movement:0-5", "rotation:cw", "rotation:ccw", "die:placement", "die:rotation"),
    }
)
"""The icons of this game."""
SEATS = ["red", "blue", "yellow", "green", "purple", "orange"]


def check_taps(table: Table) -> None:
    """Every legal answer is at hand and nothing else, at most two taps away; the pad has no other answers."""
    scene = table.scene()
    legal = set(table.legal() or [])
    assert {choice.answer for choice in scene.choices} == legal
    assert len(scene.choices) == len(legal)
    assert on_pad(scene) <= legal
    assert sum(choice.primary for choice in scene.choices) <= 1
    used = [choice.group for choice in scene.choices if choice.group is not None]
    assert [group.id for group in scene.groups] == list(dict.fromkeys(used))
    assert len([choice for choice in scene.choices if choice.group is None]) <= BUTTONS
    assert bool(scene.dice) == bool(scene.faces) == isinstance(table.ask, RollAsk)
    if scene.pad is not None:
        assert all(len(amount.ways) == 4 or amount.still is not None for amount in scene.pad.amounts)


def on_pad(scene: Scene) -> set[Answer]:
    amounts = scene.pad.amounts if scene.pad is not None else []
    ways = {way.answer for amount in amounts for way in amount.ways} | {amount.still for amount in amounts}
    return {answer for answer in ways if answer is not None}


check_words = SaidInWords(ICONS)


@pytest.mark.parametrize("seed", range(share(6)))
def test_everything_legal_can_be_tapped_and_everything_is_SaidInWords(seed: int) -> None:
    """Any box, any answers, any corrections by tap; no tap that is offered is refused."""
    played_and_said(CrashChaos(), Random(seed), check_taps, check_words, fixes)


def test_what_is_undone_and_corrected_is_SaidInWords_too() -> None:
    for seed in range(4):
        corrected_and_said(CrashChaos(), Random(seed), check_words, 40)


def test_every_row_of_corrections_can_be_tapped() -> None:
    """WIRE.md, "Corrections": each fact is one tap on one row of the table check."""
    game = CrashTable().until("card")
    facts = {change["fact"] for fix in fixes(game.table) for change in fix.changes}
    assert facts == {
        "saucer",
        "crew",
        "energy",
        "boosters",
        "upgrade",
        "probe",
        "crew_out",
        "crashed",
        "tile",
        "markers",
    }
    saucers = {(change["saucer"], change["value"]) for fix in fixes(game.table) for change in fix.changes
               if change["fact"] == "saucer"}  # fmt: skip
    free = set(game.table.state.world.squares) | {None}
    assert {("red", square) for square in free - {game.saucer("red")["at"]}} <= saucers


def test_without_the_board_every_row_of_corrections_can_be_tapped_too() -> None:
    game = CrashTable(2, follow="light").until("card")
    facts = {change["fact"] for fix in fixes(game.table) for change in fix.changes}
    assert facts == {"saucer", "crew", "energy", "boosters", "upgrade", "probe", "crew_out", "crashed"}
    assert game.table.scene().grid is None
    assert game.table.scene().pad is None


def test_a_tile_on_the_wrong_place_changes_places_with_the_right_one() -> None:
    table = Table(GAME, load_pack(GAME), SEATS[:3], {}, dealer=Dealer("tiles"), clock=lambda: 0.0)
    before = table.facts()["board"]["tiles"]
    slot = next(place for place in table.game.presenter.places(table.state) if place.id == "slot:1")
    other = next(cell.tap for cell in slot.counters[0].cells if not cell.on and isinstance(cell.tap, Fix))
    table.correct(other.changes, "looked")
    after = table.facts()["board"]["tiles"]
    assert sorted(tile["tile"] for tile in after) == sorted(tile["tile"] for tile in before)
    assert after[0]["tile"] != before[0]["tile"]


def test_the_opening_is_a_short_check_list_in_the_order_of_the_set_up() -> None:
    for players in range(2, 7):
        table = CrashTable(players).table
        lines = table.game.presenter.lines(table.state, table.opening)
        assert len(lines) <= 20
        assert plain(lines[-1].words) == "the probe to Ann"
        assert sum("movement cards" in plain(line.words) for line in lines) == len(table.facts()["saucers"])
        assert any("override" in plain(line.words) for line in lines) == (players >= 5)
        assert any("only the crew" in plain(line.words) for line in lines) == (players < 6)


def test_a_chain_is_one_short_line_for_each_saucer() -> None:
    """A-CG-03: red flies three, stops at blue's square, and blue flies three."""
    game = CrashTable().turn(red="c1r1", blue="c3r1", yellow="c8r4")
    played = game.card("3", "east")
    assert game.lines(played) == [
        "+ Red: 1 energy",
        "→ Red: 2 squares towards East",
        "→ Blue: 3 squares towards East",
    ]


def test_whatever_is_picked_up_on_the_way_comes_after_the_flight() -> None:
    game = CrashTable(rows=("1......", ".......")).turn(red="c1r1", blue="c1r2", yellow="c7r2")
    game.crew(blue_doctor="c2r1")
    played = game.card("2", "east")
    written = game.lines(played)
    assert written == ["+ Red: 1 booster", "→ Red: 2 squares towards East", "→ Blue Doctor: to Red"]
    game.until("card", "blue")
    assert "→ Blue: 1 square towards North, onto site 1" in game.lines(game.card("0-5", "north", 1))


def test_whoever_is_pushed_over_the_edge_is_off_the_board_in_one_line() -> None:
    game = CrashTable().turn(red="c6r1", blue="c7r1", yellow="c1r4")
    played = game.card("3", "east")
    assert game.lines(played)[1:] == ["→ Red: 1 square towards East", "→ Blue: off the board"]
    line = game.table.game.presenter.lines(game.table.state, played.instructions)[-1]
    assert (line.spot, line.tone) == ("square:c8r1", "warn")


def test_a_site_that_is_taken_is_said_in_a_line() -> None:
    """A-CG-02."""
    game = CrashTable()
    game.roll(11)
    assert game.lines(game.roll(11)) == ["Site 11 is taken: site 12.", "→ Blue: onto site 12"]


def test_the_pad_has_the_ways_as_the_markers_lie_on_this_table() -> None:
    game = CrashTable(settings={"markers": "west,north,east,south"}).turn(red="c4r2", blue="c1r1", yellow="c8r4")
    scene = game.table.scene()
    assert game.prompt == ("Round 1 · Ann · Red", "Red: card?")
    assert scene.pad is not None
    shown = [(plain(amount.label), plain(amount.detail or "")) for amount in scene.pad.amounts]
    assert shown == [("2", "+1 booster"), ("3", "+1 energy"), *[(str(n), "card 0-5") for n in range(6)]]
    assert [plain(way.name) for way in scene.pad.amounts[0].ways] == ["West", "North", "East", "South"]
    assert scene.grid is not None
    assert [plain(side.name) for side in scene.grid.sides] == ["West", "North", "East", "South"]
    assert scene.pad.amounts[2].still is not None
    assert on_pad(scene) == set(game.table.legal() or [])
    here = [square.id for square in scene.grid.squares if square.here]
    assert here == ["square:c4r2"]


def test_what_upgrades_add_to_a_card_stands_on_the_pad() -> None:
    bonus = ("passive", [op("card_bonus", card="2", energy=1), op("range", max=7)])
    game = CrashTable(upgrades={"bonus": bonus}).turn(red="c4r2", blue="c1r1", yellow="c8r4").own("red", "bonus")
    pad = game.table.scene().pad
    assert pad is not None
    assert plain(pad.amounts[0].detail or "") == "+1 energy, +1 booster"
    assert plain(pad.amounts[-1].label) == "7"


def test_upgrades_with_a_direction_are_an_amount_each() -> None:
    jets = ("start_of_turn", [op("move", distance=1)])
    coin = ("start_of_turn", [op("gain", energy=1)])
    game = CrashTable(upgrades={"jets": jets, "coin": coin}).until("ready").own("red", "jets", "coin")
    scene = game.until("start_of_turn").table.scene()
    assert scene.pad is not None
    assert [plain(amount.label) for amount in scene.pad.amounts] == ["Jets"]
    beside = [choice for choice in scene.choices if choice.answer not in on_pad(scene)]
    assert [plain(choice.label) for choice in beside] == ["Coin", "No upgrade"]
    assert [choice.closing for choice in beside] == [False, True]


def test_on_an_accelerator_there_is_one_amount_and_no_button_for_it() -> None:
    game = CrashTable(rows=(".*......", "........")).turn(red="c1r1", blue="c8r2", yellow="c1r2")
    game.card("3", "east")
    scene = game.table.scene()
    assert game.prompt[1] == "Red: which way?"
    assert scene.pad is not None
    assert [plain(amount.label) for amount in scene.pad.amounts] == ["3"]
    assert all(choice.group is None for choice in scene.choices)


def test_giving_crew_says_who_has_how_much() -> None:
    """A-CG-07."""
    game = CrashTable().turn(red="c1r1", blue="c4r1", yellow="c8r4").aboard("red", "blue-doctor", "blue-pilot")
    game.card("2", "north")
    scene = game.table.scene()
    assert game.prompt[1] == "Ann: give crew"
    assert [plain(group.label) for group in scene.groups] == ["To Ben", "To Cat"]
    assert {plain(choice.detail or "") for choice in scene.choices} == {"0 seated"}
    assert {plain(choice.label) for choice in scene.choices} >= {"Blue Doctor to Ben", "Blue Pilot to Cat"}


def board(game: CrashTable, saucer: str) -> Any:
    return next(board for board in game.table.scene().boards if board.seat == saucer)


@pytest.mark.rule("R-CG-53", "R-CG-54", "R-CG-55")
def test_a_mat_shows_who_is_seated_extras_and_what_upgrades_say() -> None:
    """Of two of a type the one of the saucer's colour is seated."""
    game = CrashTable().until("card").aboard("red", "blue-doctor", "red-doctor", "blue-pilot").own("red", "u1")
    mat = board(game, "red")
    assert [(cell.icon, cell.on) for cell in mat.counters[0].cells] == [
        ("crew:2:pilot", True),
        ("crew:scientist", False),
        ("crew:1:doctor", True),
        ("crew:engineer", False),
    ]
    extra, upgrade = mat.holdings
    assert extra.piece.icon == "crew:2:doctor"
    assert upgrade.card is not None
    assert plain(upgrade.card.text or "")
    more = mat.counters[1].more
    game.correct(*more.changes)
    assert game.stock("red")[0] == 2


def test_two_players_have_a_mat_for_each_saucer_and_a_place_in_the_order_too() -> None:
    game = CrashTable(2).until("saucer")
    scene = game.table.scene()
    assert [board.seat for board in scene.boards] == ["red", "blue", "yellow", "green"]
    assert [plain(board.name) for board in scene.boards][:2] == ["Ann · Red", "Ann · Blue"]
    assert scene.order is not None
    assert [one.seat for one in scene.order.seats] == ["red", "yellow", "blue", "green"]
    game.say("saucer", saucer="blue")
    order = game.table.scene().order
    assert order is not None
    assert [(one.seat, one.active) for one in order.seats] == [
        ("blue", True), ("yellow", False), ("red", False), ("green", False),
    ]  # fmt: skip


def test_the_order_counts_who_is_seated_and_says_which_way_round() -> None:
    game = CrashTable(4).until("rotation")
    game.roll("ccw")
    game.aboard("blue", "red-pilot", "blue-pilot", "red-doctor")
    order = game.table.scene().order
    assert order is not None
    assert plain(order.name) == "Counter-clockwise"
    assert [(one.seat, one.value, one.active) for one in order.seats] == [
        ("red", "0", True), ("green", "0", False), ("yellow", "0", False), ("blue", "2", False),
    ]  # fmt: skip


def test_the_end_ranks_the_winner_first_and_then_by_seated_crew() -> None:
    game = CrashTable().until("card").aboard("yellow", "blue-pilot").aboard("blue", "red-pilot", "red-doctor")
    crew = [f"green-{kind}" for kind in ("pilot", "scientist", "doctor", "engineer")]
    game.aboard("red", *crew)
    scene = game.table.scene()
    assert scene.result == "end"
    assert plain(scene.prompt.title) == "Ann has won"
    assert [(rank.seat, rank.rank, plain(rank.value), rank.winner) for rank in scene.ranking] == [
        ("ann", 1, "4 seated", True),
        ("ben", 2, "2 seated", False),
        ("cat", 3, "1 seated", False),
    ]
    assert fixes_on_mats(scene) == []


def fixes_on_mats(scene: Scene) -> list[Any]:
    counters = [counter for board in scene.boards for counter in board.counters]
    return [
        tap for one in counters for tap in (one.more, one.less, *(cell.tap for cell in one.cells)) if tap is not None
    ]


def test_a_roll_shows_its_die_with_every_side() -> None:
    scene = CrashTable().table.scene()
    assert [(die.id, die.colour) for die in scene.dice] == [("placement", "paper")]
    assert scene.faces == [str(n) for n in range(1, 13)]
    rotation = CrashTable().until("rotation").table.scene()
    assert {face: plain(name) for face, name in rotation.face_names.items()} == {
        "cw": "clockwise",
        "ccw": "counter-clockwise",
    }


def test_a_kept_upgrade_is_a_card_to_read() -> None:
    game = CrashTable().until("ready").tokens("red", energy=2).until("upgrade", "red")
    game.say("upgrade")
    for one in ("u1", "u2"):
        drawn = game.say("draw", deck="upgrades", card=one)
        card = game.table.game.presenter.card(game.table.state, drawn.entries[-1].answer)
        assert card is not None
        assert plain(card.text or "")
    kept = game.say("keep", upgrade="u2")
    card = game.table.game.presenter.card(game.table.state, kept.entries[-1].answer)
    assert card is not None
    assert plain(card.heading or "") == "For Red"
    assert all(line.deck == "upgrades" for line in game.table.game.presenter.lines(game.table.state, kept.instructions))


@pytest.mark.parametrize(
    ("seats", "colours"),
    [
        ("yellow red green", "yellow,red,green"),
        ("green red", "green,blue,red,yellow"),
        ("red blue", "red,yellow,blue,green"),
        ("ann ben cat", None),
    ],
)
def test_saucers_have_the_colours_of_the_seats(seats: str, colours: str | None) -> None:
    pack = load_pack(GAME)
    follows = GAME.rules.settings_for(pack.pack, seats.split())
    assert follows.get("colours") == colours
    facts = Table(GAME, pack, seats.split(), follows, clock=lambda: 0.0).facts()
    owners = {saucer["seat"] for name, saucer in facts["saucers"].items() if name == saucer["seat"]}
    assert owners == (set(seats.split()) if colours else set())


def test_what_can_be_set_is_what_the_rules_know_and_is_SaidInWords() -> None:
    pack = load_pack(GAME)
    offered = GAME.rules.setup_choices(pack.pack)
    assert [choice.key for choice in offered if choice.basic] == ["cg.follow"]
    assert len(offered) == 7
    for choice in offered:
        assert choice.default == choice.values[0][0]
        assert choice.detail is not None
        for value, name in choice.values:
            assert plain(name)
            Table(GAME, pack, SEATS[:2], {choice.key: value}, clock=lambda: 0.0)


def test_the_bundled_pack_is_shown_in_both_languages() -> None:
    table = Table(GAME, load_pack(GAME), SEATS[:3], {}, dealer=Dealer("both"), clock=lambda: 0.0)
    board = table.scene().boards[0]
    assert (plain(board.name), plain(board.name, "es")) == ("Red", "Rojo")
    assert msgspec.to_builtins(table.scene())["grid"]["squares"]


def test_whoever_picks_somebody_up_reads_whether_that_type_is_aboard() -> None:
    """R-CG-53, R-CG-55: the first of a type is seated, one more is an extra."""
    game = CrashTable(3, follow="light").until("card")
    game.say(**game.legal()[0])

    def shown() -> set[str]:
        choices = [one for one in game.table.scene().choices if isinstance(one.answer, Picked)]
        return {plain(one.detail or "") for one in choices if one.answer.saucer == "red"}

    assert shown() == {"has no Pilot yet"}
    game.say("picked", saucer="red", crew="blue-pilot")
    assert shown() == {"has a Pilot already"}


def test_crew_on_a_square_is_changed_by_a_tap_there() -> None:
    """WIRE.md, "Corrections": another of its type lies there, or none."""
    game = CrashTable().turn(red="c1r1", blue="c3r1", yellow="c8r4").crew(blue_doctor="c5r3")
    places = {place.id: place for place in game.table.game.presenter.places(game.table.state)}
    doctors = next(one for one in places["square:c5r3"].counters if one.id == "crew:doctor")
    taps = [(cell.on, cell.tap.changes if isinstance(cell.tap, Fix) else None) for cell in doctors.cells]
    assert sum(on for on, _ in taps) == 1
    other = next(changes for on, changes in taps if not on and changes and changes[-1]["value"] == "square:c5r3")
    game.correct(*other)
    assert list(game.facts["crew_on_board"]) == [other[-1]["crew"]]


@pytest.mark.parametrize(
    ("seats", "said", "named"),
    [
        (["red", "blue"], ["Red", "Red · Yellow"], ["Anna · Red", "Anna · Yellow"]),
        (["red", "blue", "green"], ["Red"], ["Anna"]),
    ],
)
def test_a_saucer_is_called_as_its_player_unless_that_has_two(
    seats: list[str], said: list[str], named: list[str]
) -> None:
    box = load_pack(GAME)
    table = Table(GAME, box, seats, GAME.rules.settings_for(box.pack, seats))
    mats = [GAME.presenter.mat(table.state, one) for one in table.state.world.saucers_of["red"]]
    assert [Language("en").say(mat) for mat in mats] == said
    anna = Language("en", {"red": "Anna"})
    assert [anna.say(mat) for mat in mats] == named
    assert anna.say(GAME.presenter.word(table.state, "saucer:red")) == ("Red" if len(seats) == 2 else "Anna")
    assert anna.say(GAME.presenter.word(table.state, "crew:red-doctor")) == "Red Doctor"


# What people need not be asked, and need not say that it is done.


def session_at(table: CrashTable) -> Session:
    session = Session(table.table)
    session.pages.clear()
    return session


def test_a_boost_of_no_squares_is_not_asked_about_and_one_undo_takes_both_back() -> None:
    session = session_at(CrashTable().turn(red="c4r4", blue="c5r4", yellow="c1r3").tokens("red", boosters=1))
    rev = session.rev
    assert session.answer(CardMove("0-5", distance=0))
    assert [entry.answer for entry in session.table.history.entries[rev:]] == [CardMove("0-5", distance=0), Decline()]
    assert session.undo()
    assert session.rev > rev
    assert session.table.ask.choice == "card"


def test_a_boost_that_flies_is_asked_about() -> None:
    session = session_at(CrashTable().turn(red="c4r4", blue="c5r4", yellow="c1r3").tokens("red", boosters=1))
    assert session.answer(CardMove("0-5", "west", 1))
    assert session.table.ask.choice == "boost"


@pytest.mark.parametrize(
    ("blue", "answer", "in_hand"),
    [
        ("c8r4", CardMove("2", "east"), True),
        ("c8r4", CardMove("0-5", distance=0), True),
        ("c5r4", CardMove("2", "east"), False),
        ("c8r4", CardMove("0-5", "west", 5), False),
    ],
    ids=["it flies", "it stays", "it pushes", "it crashes"],
)
def test_only_what_the_saucer_itself_does_is_no_page(blue: str, answer: CardMove, in_hand: bool) -> None:
    session = session_at(CrashTable().turn(red="c4r4", blue=blue, yellow="c1r3"))
    assert session.answer(answer)
    assert bool(session.pages) != in_hand
    confirmed: list[int] = []
    session.table.confirm = confirmed.append
    rev = session.rev
    if in_hand and session.table.ask.choice == "upgrade":
        assert session.answer(Decline())
        assert confirmed == [rev]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_order_of_play_counts_what_lies_on_every_mat(players: int) -> None:
    """Also which upgrades."""
    game = CrashTable(players, upgrades={"jar": ("passive", [op("card_bonus", card="2", energy=1)])}).until("card")
    first, *others = game.facts["saucers"]
    game.tokens(first, energy=3, boosters=2).own(first, "jar")
    for name in others:
        game.tokens(name)
    order = game.table.scene().order
    assert order is not None
    assert [plain(kind.name) for kind in order.kinds] == ["Energy", "Boosters", "Upgrades"]
    counts = {one.seat: [(held.icon, held.n, plain(held.name)) for held in one.holds] for one in order.seats}
    nothing = [("token:energy", 0, "Energy"), ("token:booster", 0, "Boosters"), ("upgrade", 0, "Upgrades")]
    rich = [("token:energy", 3, "Energy"), ("token:booster", 2, "Boosters"), ("upgrade", 1, "Jar")]
    assert counts == {first: rich, **dict.fromkeys(others, nothing)}
