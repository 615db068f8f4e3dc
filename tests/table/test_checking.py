"""The table check: people tap what lies otherwise, and then say who is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.scene.scene import Counter, Fix, Place
from companion.table.check import Draft, accept, differences, differs
from companion.table.table import Table
from tests.daily import share
from tests.games.chaos import new_game
from tests.hands import apply_instructions
from tests.table.checking import CHAOS, GAMES, SEATS, attempt, everywhere, numbers, played, tapped, taps


@GAMES
@settings(max_examples=share(12), deadline=None)
@given(st.integers(0, 2**32))
def test_every_number_is_what_lies_there(name: str, seed: int) -> None:
    r = Random(seed)
    table = played(CHAOS[name], r)
    draft = Draft(table)
    assert draft.matches
    tapped(draft, r, 6)
    shown = list(numbers(name, draft.places))
    assert len(shown) > 20
    for counter, (location, piece) in shown:
        assert counter.value == str(draft.pieces.get(location, {}).get(piece, 0)), (location, piece)


@GAMES
@settings(max_examples=share(12), deadline=None)
@given(st.integers(0, 2**32))
def test_the_draft_is_the_truth_and_what_was_tapped(name: str, seed: int) -> None:
    """A plus adds one piece there and nothing anywhere else; only stock that all share gives it."""
    r = Random(seed)
    draft = Draft(played(CHAOS[name], r))
    for _ in range(10):
        lying = {lies: int(counter.value) for counter, lies in numbers(name, draft.places)}
        counter, (location, piece) = r.choice(list(numbers(name, draft.places)))
        by, tap = r.choice([(1, counter.more), (-1, counter.less)])
        if not isinstance(tap, Fix):
            continue
        if attempt(draft, tap) is not None:
            continue
        lying[location, piece] += by
        then = {lies: int(counter.value) for counter, lies in numbers(name, draft.places)}
        for lies, n in lying.items():
            assert then[lies] == n or lies[0] == "board:stock", lies


@GAMES
@settings(max_examples=share(12), deadline=None)
@given(st.integers(0, 2**32))
def test_where_the_table_is_right_one_correction_makes_the_companion_right(name: str, seed: int) -> None:
    r = Random(seed)
    table = played(CHAOS[name], r)
    draft = Draft(table)
    tapped(draft, r, 8)
    if draft.matches:
        return
    settled, rev, lying = table.state.copy(), table.rev, draft.pieces
    table.game.rules.correct(settled, draft.changes)
    done = accept(table, draft, plain(draft.why))
    assert table.log[rev].kind == "correct"
    assert "correct" not in {entry.kind for entry in table.log[rev + 1 :]}
    assert apply_instructions(lying, done.instructions) == table.pieces()
    if done.rev == rev + 1:
        assert table.hash() == settled.hash()
    table.undo()
    assert Draft(table).pieces == table.pieces()


@GAMES
@settings(max_examples=share(12), deadline=None)
@given(st.integers(0, 2**32))
def test_where_the_companion_is_right_hands_put_the_table_right_and_nothing_is_logged(name: str, seed: int) -> None:
    r = Random(seed)
    chaos = CHAOS[name]
    table, _ = new_game(chaos, r, digital=False)
    for _ in range(r.randint(0, 30)):
        if not table.over:
            table.answer(chaos.random_answer(r, table))
    if table.over:
        return
    draft, rev = Draft(table), table.rev
    tapped(draft, r, 8)
    lines = draft.put_back()
    hands = apply_instructions(draft.pieces, [line.instruction for line in lines if line.instruction is not None])
    # The markers of the turn order are one line that says all of them.
    said = {place for place in table.pieces() if not place.startswith("order:")}
    assert {place: hands.get(place) for place in said} == {place: table.pieces()[place] for place in said}
    assert table.rev == rev


@GAMES
@settings(max_examples=share(8), deadline=None)
@given(st.integers(0, 2**32))
def test_taps_are_taken_back_one_by_one(name: str, seed: int) -> None:
    r = Random(seed)
    table = played(CHAOS[name], r)
    draft = Draft(table)
    stood = [draft.pieces]
    for _ in range(6):
        if attempt(draft, r.choice(everywhere(draft))) is None:
            stood.append(draft.pieces)
    for pieces in reversed(stood[:-1]):
        assert draft.take_back()
        assert draft.pieces == pieces
    assert not draft.take_back()
    assert draft.matches


# One table of each game, as it is bought.


def table_of(name: str, setting: Mapping[str, str] | None = None, *, asked: bool = True) -> Table:
    game = load_game(name)
    loaded = load_pack(game, None)
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][:3]
    chance = dict.fromkeys(game.rules.chance_items, "asked" if asked else "digital")
    table = Table(game, loaded, seats, setting or {}, chance=chance, dealer=Dealer("z"), auto=False)
    while not table.over and table.rev < 120:
        legal = table.legal()
        if table.can_deal or game.rules.odds(table.state) is not None or legal is None:
            table.deal()
        else:
            table.answer(game.player.advise(table.state, legal, Random(3).random))
    return table


def course_of(name: str, setting: Mapping[str, str]) -> Iterator[Table]:
    """The same table after each answer of a game, with every card and die on the table, until it is over."""
    game = load_game(name)
    loaded = load_pack(game, None)
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][:3]
    chance = dict.fromkeys(game.rules.chance_items, "asked")
    table = Table(game, loaded, seats, setting, chance=chance, dealer=Dealer("z"), auto=False)
    luck = Random(3).random
    while not table.over:
        yield table
        if is_chance(table.ask):
            table.deal()
        else:
            table.answer(game.player.advise(table.state, table.legal() or [], luck))


def place(draft: Draft, name: str) -> Place:
    return next(one for one in draft.places if one.id == name)


def counter(draft: Draft, at: str, name: str) -> Counter:
    return next(one for one in place(draft, at).counters if one.id == name)


def tap(draft: Draft, fix: object) -> None:
    assert isinstance(fix, Fix)
    draft.tap(fix)


PHYSICAL: dict[str, set[str]] = {
    "newyork": {
        *("alert", "story", "revealed", "mafia", "fbi", "car", "info", "item", "hand", "box", "token", "position"),
        *("lost", "skill", "deck"),
    },
    "escape": {
        *("notoriety", "wounds", "gangs", "cubes", "first_aid", "rest", "equipment", "gas", "handcuffs"),
        *("asset", "key", "locker", "stock", "officers", "gang", "contact", "business", "safe_house", "patrol"),
        "order",
    },
}
"""The facts of each game that are something to be seen on the table (wire, Corrections)."""


STORY = {"newyork": {"story": "three_voices"}}
"""A story with tokens of its own."""


def facts_of(fixes: list[Fix]) -> set[str]:
    return {str(change["fact"]).partition(":")[0] for fix in fixes for change in fix.changes}


@GAMES
def test_everything_that_lies_on_the_table_can_be_corrected(name: str) -> None:
    draft = Draft(table_of(name, STORY.get(name)))
    assert PHYSICAL[name] <= facts_of(everywhere(draft))


def stem(fact: str) -> str:
    return fact.partition(":")[0]


def correctable(table: Table) -> set[str]:
    """The facts that the game would let people correct now; an alert limit at the end of its track can be no other."""
    facts = table.game.rules.corrections
    fixed = {"limit"} if "limit" in facts and len(facts.values(table.state, "limit")) == 1 else set()
    return {stem(fact) for fact in facts if facts.possible(table.state, fact)} - fixed


def reachable(table: Table) -> set[str]:
    """The facts that taps on the table check set, and those that only one seat may know, on its own board."""
    found = facts_of(everywhere(Draft(table)))
    for seat in table.scene().secrets:
        alone = table.game.presenter.private(table.state, seat)
        assert alone is not None
        found |= {one.id for one in alone.counters if one.more is not None or one.less is not None}
    return found


WALKS = {
    "newyork": ("newyork", {"story": "three_voices"}),
    "newyork light": ("newyork", {"story": "three_voices", "nyc.follow": "light"}),
    "escape": ("escape", {}),
    "escape with a ledger": ("escape", {"ep.cash_ledger": "private"}),
}


@pytest.mark.parametrize("walk", WALKS)
def test_every_fact_of_a_game_can_be_corrected_by_a_tap_whenever_it_can_be_corrected(walk: str) -> None:
    """A game that gets a new fact without a place on the check fails here."""
    name, setting = WALKS[walk]
    seen: set[str] = set()
    looked = 0
    for table in course_of(name, setting):
        if table.rev % 7:
            continue
        could = correctable(table)
        assert could <= reachable(table), (table.rev, table.ask)
        seen |= could
        looked += 1
    assert looked > 20
    never = {"wounds"} if walk == "newyork" else {"cash"} if walk == "escape" else set()
    assert walk == "newyork light" or seen == {stem(fact) for fact in table.game.rules.corrections} - never


@GAMES
def test_every_tap_of_the_check_is_a_correction_that_the_game_reads(name: str) -> None:
    """One that cannot be breaks a limit; none names what is not there, or says it in a form that is not read."""
    r = Random(5)
    for table in course_of(name, STORY.get(name, {})):
        if table.rev % 50:
            continue
        for fix in r.sample(everywhere(Draft(table)), share(40)):
            refused = attempt(Draft(table), fix)
            assert refused is None or refused.code == "illegal", (fix, refused)


def test_light_mode_counts_wounds_and_follows_no_figures() -> None:
    draft = Draft(table_of("newyork", {"nyc.follow": "light"}))
    facts = facts_of(everywhere(draft))
    assert "wounds" in facts
    assert not facts & {"position", "lost"}


def test_every_square_can_have_everything() -> None:
    draft = Draft(table_of("newyork"))
    world = draft._truth.world
    for square in world.squares:
        facts = facts_of(taps(place(draft, f"square:{square}")))
        assert facts >= {"mafia", "fbi", "car", "info", "item"}
        ids = {one.id for one in place(draft, f"square:{square}").counters}
        assert {f"info:{token}" for token in world.tokens} <= ids


@pytest.mark.parametrize(("name", "decks"), [("newyork", {"police", "mafia"}), ("escape", {"patrol", "contacts"})])
def test_cards_that_the_companion_draws_lie_nowhere(name: str, decks: set[str]) -> None:
    asked, digital = Draft(table_of(name)), Draft(table_of(name, asked=False))
    assert {one.deck for one in asked.places} == {None, *decks}
    assert {one.deck for one in digital.places} == {None}


def test_what_was_tapped_is_marked_with_what_it_was() -> None:
    draft = Draft(table_of("newyork"))
    before = counter(draft, "square:soho", "mafia")
    tap(draft, before.more or before.less)
    now = counter(draft, "square:soho", "mafia")
    assert now.was == before.value
    assert [one.id for one in draft.differing] == ["square:soho"]
    assert plain(differences(place(draft, "square:soho"))) == f"Mafia was {before.value}"
    assert plain(draft.why) == f"table check, SoHo: Mafia was {before.value}"


def test_tapped_there_and_back_matches() -> None:
    draft = Draft(table_of("newyork"))
    seen = counter(draft, "square:soho", "info:blue")
    tap(draft, seen.more)
    tap(draft, counter(draft, "square:soho", "info:blue").less)
    assert draft.matches
    assert not any(differs(one) for one in draft.places)


def test_many_taps_on_one_thing_are_one_change() -> None:
    draft = Draft(table_of("newyork"))
    for _ in range(3):
        tap(draft, counter(draft, "bag:info", "info:yellow").less or counter(draft, "alert", "alert").more)
        tap(draft, counter(draft, "alert", "alert").more)
    assert len([change for change in draft.changes if change["fact"] == "alert"]) == 1


def test_a_figure_moves_by_a_tap_where_it_stands() -> None:
    draft = Draft(table_of("newyork"))
    seat, square = "father", "square:soho"
    figures = counter(draft, square, "figures")
    index = list(draft._truth.world.seats).index(seat)
    if figures.cells[index].on:
        square = "square:harlem"
        figures = counter(draft, square, "figures")
    tap(draft, figures.cells[index].tap)
    assert draft.pieces[square][f"figure:{seat}"] == 1
    assert sum(f"figure:{seat}" in here for here in draft.pieces.values()) == 1


def test_a_used_item_of_a_hand_is_turned_over() -> None:
    table = table_of("newyork")
    bikes = [{"fact": "hand", "seat": seat, "item": "bike", "value": {"ready": 0, "used": 0}} for seat in SEATS]
    table.correct([*bikes, {**bikes[1], "value": {"ready": 1, "used": 0}}], "looked")
    draft = Draft(table)
    tap(draft, counter(draft, "mother", "used:bike").more)
    assert draft.changes == [{"fact": "hand", "seat": "mother", "item": "bike", "value": {"ready": 0, "used": 1}}]
    assert [line.icon for line in draft.put_back()] == ["flip"]


def test_two_players_change_places_in_the_turn_order() -> None:
    draft = Draft(table_of("escape"))
    order = list(draft._truth.now.order)
    index = list(draft._truth.world.seats).index(order[2])
    tap(draft, counter(draft, "order", "order:1").cells[index].tap)
    assert draft.changes == [{"fact": "order", "value": [order[2], order[1], order[0]]}]


def test_more_than_the_box_holds_is_refused_and_not_taken() -> None:
    draft = Draft(table_of("newyork"))
    soho = counter(draft, "square:soho", "car")
    while attempt(draft, soho.more) is None:
        soho = counter(draft, "square:soho", "car")
    refused = attempt(draft, soho.more)
    assert refused is not None
    assert (refused.code, refused.rule) == ("illegal", "R-GEN-04")
    assert sum(here.get("car", 0) for here in draft.pieces.values()) == 5


def test_a_draft_is_of_its_table_until_the_table_goes_on() -> None:
    table = table_of("escape")
    draft = Draft(table)
    assert draft.of(table)
    tap(draft, counter(draft, "stock", "stock:gas").less)
    table.correct([{"fact": "stock", "what": "gas", "value": 0}], "looked")
    assert not draft.of(table)
    assert draft.same(table)
    with pytest.raises(Refused) as no:
        accept(table, draft, "late")
    assert no.value.code == "stale"


@GAMES
def test_a_finished_game_is_not_corrected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(name)
    fix = everywhere(Draft(table))[0]
    table.state.agenda.clear()
    with pytest.raises(Refused) as no:
        Draft(table).tap(fix)
    assert no.value.code == "over"
