"""What holds in every game that is installed, whatever it is: nothing here knows a game.

They are played with what the table offers alone, by the sensible player and at random, in English and Spanish.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import to_builtins

from companion.core.answers import Answer, Roll
from companion.core.asks import is_chance
from companion.core.refusals import BadSetup, Refused
from companion.core.setup import SetupChoice
from companion.core.state import State
from companion.core.texts import Text, Words
from companion.games.game import Game
from companion.games.registry import FIRST, load_game
from companion.language import LANGUAGES, Language
from companion.packs.loader import LoadedPack, load_pack
from companion.scene.menu import Menu, answers_of
from companion.scene.scene import SeatBoard, Tap, people
from companion.table.history import label
from companion.table.table import Table
from tests.games.showing import Unseen, fixes
from tests.hands import apply_instructions
from tests.installed import NAMES, install_own_games, install_plain_games

LONGEST = 150
"""So many answers are given in a game; one that lasts longer brings nothing new."""
LOOKED_AT = 4
"""All that is shown is looked at after every so many answers."""
SPOILT: tuple[Any, ...] = (
    None, 7, "draw", [], {}, {"do": None}, {"do": "no_such_verb"}, {"do": ["draw"]}, {"deck": "x"},
    {"do": "draw", "deck": "x", "card": "y", "moreover": 1}, {"do": "pull", "bag": 3}, {"do": "roll", "faces": 6},
)  # fmt: skip
"""What is no answer in any game."""
ways = pytest.mark.parametrize("sensible", [True, False], ids=["sensible", "random"])
every = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install_plain_games(monkeypatch, tmp_path)
    install_own_games(monkeypatch)


printed = cache(load_pack)


def box(name: str) -> tuple[Game, LoadedPack]:
    """The game and what it is played with."""
    game = load_game(name)
    return game, printed(game)


def new_table(name: str, r: Random, *, house: bool) -> Table:
    """As many players as the game is for, with rules of the house or as it comes; people tell what chance does."""
    game, pack = box(name)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)]
    least, most = game.rules.seat_limits(pack.pack)
    seats = seats[: r.randint(least, min(most, len(seats)))]
    chance = {item: "asked" for item in game.rules.chance_items if item not in game.rules.hideable}
    chosen = game.rules.settings_for(pack.pack, seats)
    for settings in (house_rules(r, game.rules.setup_choices(pack.pack)) if house else {}, {}):
        try:
            return Table(game, pack, seats, chosen | settings, chance=chance, clock=lambda: 0.0)
        except BadSetup:
            continue
    raise AssertionError(f"{name} cannot be played as it comes")


def house_rules(r: Random, choices: Sequence[SetupChoice]) -> dict[str, str]:
    """Some of what can be set before a game, set at random; it need not go together."""
    return {choice.key: r.choice(choice.values)[0] for choice in choices if r.random() < 0.5}


def next_answer(table: Table, r: Random, sensible: bool) -> Answer:
    """What somebody says now: a roll or a card as it may come, what a sensible player would say, or anything."""
    legal, rules, state = table.legal(), table.game.rules, table.state
    if legal is None:
        return Roll({die: r.choice(sides) for die, sides in (table.faces() or {}).items()})
    if is_chance(table.ask):
        return r.choices(legal, table.odds())[0]
    if not sensible:
        given = [answer for answer in r.sample(list(legal), min(len(legal), 9)) if rules.allows(state, answer)]
        if given:
            return given[0]
    # What is listed may be a template with blanks: the sensible player fills it in.
    return table.game.player.advise(state, legal, r.random)


def play(name: str, sensible: bool) -> Iterator[tuple[Table, Random]]:
    """A game to its end, or as long as it brings something new: the table before the first answer and after each.

    The sensible player plays the game as it comes, the other by rules of the house.
    """
    r = Random(f"{name}{sensible}")
    table = new_table(name, r, house=not sensible)
    yield table, r
    for _ in range(LONGEST):
        if table.over:
            return
        table.answer(next_answer(table, r, sensible))
        yield table, r


def played(name: str, sensible: bool) -> Table:
    """That game where it stands then."""
    *_, (table, _) = play(name, sensible)
    return table


@every
@ways
def test_the_log_alone_tells_the_same_game(name: str, sensible: bool) -> None:
    table = played(name, sensible)
    game, pack = box(name)
    log = msgspec.json.decode(msgspec.json.encode(list(table.log)), type=list[type(table.log[0])])  # type: ignore[misc]
    again = Table.resume(game, pack, table.setup, log, chance=table.chance, auto=False)
    assert (again.hash(), again.ask, again.facts()) == (table.hash(), table.ask, table.facts())


@every
@ways
def test_where_some_answers_of_a_kind_have_a_button_all_have(name: str, sensible: bool) -> None:
    """Places of the board can be tapped instead, but then all of them are found there."""
    for table, _ in play(name, sensible):
        scene = table.scene()
        menu = Menu(scene)
        items = [*menu.top(), *menu.top(sheet=True)]
        buttons = [item.choice for item in items if item.choice is not None]
        buttons += [choice for item in items if item.group is not None for choice in menu.in_group(item.group)]
        buttons += [choice for choice in (menu.foot,) if choice is not None]
        alone = [choice for choice in scene.choices if choice not in buttons and choice.group not in menu.on_map]
        pad = answers_of(scene.pad) if scene.pad is not None else ()
        kinds = {type(choice.answer) for choice in alone if choice.answer not in pad}
        assert not kinds & {type(choice.answer) for choice in buttons if choice.spot is not None}


@every
@ways
@pytest.mark.rule("R-GEN-01")
def test_undo_to_the_start_and_redo_to_the_end(name: str, sensible: bool) -> None:
    hashes, hands = [], {}
    for table, _ in play(name, sensible):
        hashes.append(table.hash())
    hands = table.pieces()
    for expected in hashes[-2::-1]:
        apply_instructions(hands, table.undo().instructions)
        assert table.hash() == expected
    assert hands == table.pieces()
    apply_instructions(hands, table.redo(len(hashes) - 1).instructions)
    assert (table.hash(), table.pieces()) == (hashes[-1], hands)


@every
@ways
@pytest.mark.rule("R-GEN-10")
def test_hands_that_do_what_is_said_have_the_table_of_the_core(name: str, sensible: bool) -> None:
    rev, hands = 0, {}
    for at, (table, _) in enumerate(play(name, sensible)):
        apply_instructions(hands, table.since(rev).instructions if at else table.opening)
        rev = table.rev
        assert hands == table.pieces()


@every
@ways
def test_facts_are_plain_json_for_everybody(name: str, sensible: bool) -> None:
    for table, _ in play(name, sensible):
        for seat in (None, *table.setup.seats):
            seen = table.view(seat)
            assert json.loads(json.dumps(seen)) == msgspec.json.decode(msgspec.json.encode(seen))
    assert json.dumps(table.facts())


@every
@ways
def test_what_is_listed_is_read_as_it_is_written_and_taken(name: str, sensible: bool) -> None:
    """core/WIRE.md, `legal`. A template with blanks in it is read once they are filled in."""
    taken = 0
    for table, r in play(name, sensible):
        rules, legal = table.game.rules, table.legal()
        if legal is None:
            legal = [next_answer(table, r, sensible)]
        elif table.odds() is not None:
            assert sum(table.odds() or ()) == pytest.approx(1)
        for answer in r.sample(list(legal), min(len(legal), 5)):
            raw = msgspec.json.decode(msgspec.json.encode(answer))
            try:
                read = rules.parse(table.state, raw)
            except Refused:
                continue
            assert read == answer
            assert rules.allows(table.state, read)
            taken += 1
    assert taken


@every
@ways
@pytest.mark.rule("R-GEN-05")
def test_what_is_no_answer_is_refused_and_changes_nothing(name: str, sensible: bool) -> None:
    """core/WIRE.md, the codes."""
    for table, r in play(name, sensible):
        before = table.hash(), table.rev
        told = [msgspec.to_builtins(answer) for answer in (table.legal() or [])[:1]]
        for raw in (*r.sample(SPOILT, 3), *({**answer, "moreover": 1} for answer in told)):
            with pytest.raises(Refused) as no:
                table.answer(raw)
            assert no.value.code == ("over" if table.over else "malformed")
            assert str(no.value)
        for change in ({"fact": "no_such_fact", "value": 1}, {"value": 1}):
            with pytest.raises(Refused) as no:
                table.correct([change], "looked")
            assert no.value.code in ("over", "unknown", "malformed")
        assert (table.hash(), table.rev) == before


def read_alone(game: Game, state: State[Any, Any], changes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The last change of each fact that the game can read by itself."""
    last = {tuple(one for key, one in change.items() if key != "value"): change for change in changes}
    return [one for one in last.values() if game.rules.corrections.find(state, one["fact"])[0].get is not None]


def read_back(game: Game, state: State[Any, Any], change: Mapping[str, Any]) -> Any:
    """The value that a correction has set, as the game reads it."""
    fact, part = game.rules.corrections.find(state, change["fact"])
    assert fact.get is not None
    return to_builtins(fact.get(state, *part, *(change[one] for one in fact.selects(state))))


@every
@ways
@pytest.mark.rule("R-GEN-04", "R-GEN-10")
def test_what_the_table_check_offers_can_be_corrected(name: str, sensible: bool) -> None:
    """A tap is taken, or refused because the box does not hold so much."""
    done = 0
    for at, (table, r) in enumerate(play(name, sensible)):
        offered = [] if at % LOOKED_AT or table.over else fixes(table)
        assert at % LOOKED_AT or json.dumps(table.game.rules.corrections.now(table.state), default=to_builtins)
        for fix in r.sample(offered, min(len(offered), 4)):
            before, hands, state = table.hash(), table.pieces(), table.state
            try:
                said = table.correct(fix.changes, "looked")
            except Refused:
                assert table.hash() == before
                continue
            done += 1
            assert apply_instructions(hands, said.instructions) == table.pieces()
            for change in read_alone(table.game, state, fix.changes):
                assert read_back(table.game, table.game.rules.corrected(state, fix.changes), change) == change["value"]
            table.undo()
            assert table.hash() == before
    assert done or not any(True for _ in table.game.rules.corrections)


def said(words: Words | None) -> bool:
    """In every language there is something to read, with no blank left."""
    read = [Language(code).say(words) for code in LANGUAGES]
    return all(one.strip() and "{" not in one for one in read)


@every
@ways
def test_everything_is_shown_and_said(name: str, sensible: bool) -> None:
    """What is shown is in words, in English and Spanish, at every step, for every answer and every instruction."""
    rev = 0
    for at, (table, _) in enumerate(play(name, sensible)):
        presenter, state, parts = table.game.presenter, table.state, table.since(rev).entries
        lines = presenter.lines(state, table.opening if at == 0 else table.since(rev).instructions)
        for part in parts if rev else []:
            assert part.answer is None or said(label(table.game, state, part)), part.answer
            assert part.question is None or said(presenter.outcome(state, part.answer)), part.answer
        rev = table.rev
        assert not [line.words for line in lines if not said(line.words)]
        if at % LOOKED_AT == 0 or table.over:
            rules_named(table, [line.rule for line in lines])
            everything_is_said(table)


unseen = Unseen()


def everything_is_said(table: Table) -> None:
    """The whole picture, the table check, what is followed, and what each seat sees alone."""
    presenter, state = table.game.presenter, table.state
    shown = [table.scene(), presenter.places(state), presenter.gauges(state)]
    shown += [presenter.private(state, seat) for seat in table.setup.seats]
    if table.over:
        shown.append(table.game.player.figures(state))
        assert not any(taps_of(board) for board in table.scene().boards), "nothing is put right after the end"
    for text in unseen.structs(shown):
        assert not isinstance(text, Text) or said(text), text


def taps_of(board: SeatBoard) -> list[Tap]:
    """All that can be tapped on it."""
    found = [tap for one in board.counters for tap in (one.more, one.less, *(cell.tap for cell in one.cells)) if tap]
    return found + [tap for one in board.holdings for _, tap in one.taps]


def rules_named(table: Table, rules: Sequence[str | None]) -> None:
    """What the games that come with the companion name, they tell."""
    if table.game.name in FIRST:
        for rule in (table.ask.rule, *rules):
            assert rule is None or said(table.game.presenter.rule(rule)), rule


@every
def test_every_answer_is_offered_where_people_decide(name: str) -> None:
    """Nothing that is legal can only be typed: it is a choice, or filled in, counted or keyed in."""
    for table, _ in play(name, sensible=True):
        if is_chance(table.ask) or table.over:
            continue
        scene = table.scene()
        if not (scene.fillings or scene.entry or scene.several or scene.pad or scene.boards):
            offered = [choice.answer for choice in scene.choices]
            assert [answer for answer in table.legal() or [] if answer not in offered] == []


@every
@ways
@pytest.mark.rule("R-GEN-06")
def test_a_secret_answer_is_seen_by_nobody_else(name: str, sensible: bool) -> None:
    """While the question is still for one seat alone, others see the same whatever that seat has said."""
    for table, r in play(name, sensible):
        state, rules, seat = table.state, table.game.rules, table.ask.only
        if seat is None:
            continue
        assert seat in table.setup.seats
        seen = []
        for answer in (next_answer(table, r, sensible) for _ in range(3)):
            said = state.copy()
            rules.play(said, answer)
            if rules.ask(said).only is not None:
                others = [one for one in (None, *table.setup.seats) if one != seat]
                seen.append([rules.view(said, other) for other in others])
        assert all(one == seen[0] for one in seen)


def copies(state: State[Any, Any]) -> None:
    """A copy stands as the first does."""
    assert state.copy().hash() == state.hash()


@every
def test_looking_changes_nothing(name: str) -> None:
    for at, (table, _) in enumerate(play(name, sensible=True)):
        if at % LOOKED_AT == 0:
            before = table.hash()
            table.scene(), table.legal(), table.facts(), table.game.presenter.places(table.state)
            assert table.hash() == before
            copies(table.state)


@every
def test_seats_are_called_alike_in_every_language_wherever_they_are_named(name: str) -> None:
    game = load_game(name)
    box = load_pack(game)
    seats = dict(game.rules.seats(box.pack))
    names = list(seats)[: game.rules.seat_limits(box.pack)[1]]
    table = Table(game, box, names, game.rules.settings_for(box.pack, names))
    for code in LANGUAGES:
        say = Language(code).say
        for seat, (_, shown) in people(table.scene()).items():
            words = game.presenter.word(table.state, f"seat:{seat}")
            assert say(words) == say(shown)
            assert say(seats[seat]).startswith(say(words))
            assert Language(code, {seat: "Anna"}).say(words) == "Anna"
