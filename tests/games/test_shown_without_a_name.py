"""Cards and tokens that nobody told (core/WIRE.md, Boxes known in part): they are shown and said like all others.

Whatever comes up is drawn without a name where that is possible, in every mixture of what the companion follows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from companion.chance.simulation import at_random
from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.asks import is_chance
from companion.core.piles import NOT_KNOWN, UNKNOWN
from companion.core.refusals import Refused
from companion.lookback.lookback import look_back
from companion.scene.scene import Fix
from companion.table.table import Table
from tests.games import partial
from tests.games.showing import icons, texts
from tests.games.test_every_game import everything_is_said, fixes, said

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
def test_they_are_shown_and_said_in_every_language(game: str) -> None:
    """Scene, table check, what each seat sees alone, lines, cards and the log; at last the look back."""
    rev, drawn = 0, 0
    for at, (table, _, answer) in enumerate(play(game)):
        presenter, state = table.game.presenter, table.state
        told = table.opening if at == 0 else table.since(rev).instructions
        shown = [presenter.lines(state, told)]
        if answer is not None:
            drawn += without_a_name(answer)
            shown.append([presenter.describe(state, answer), presenter.outcome(state, answer)])
            shown.append([presenter.card(state, answer)])
        rev = table.rev
        assert all(said(words) for words in texts(shown))
        if at % LOOKED_AT == 0 or table.over:
            everything_is_said(table)
            scene = [table.scene(), presenter.places(state)]
            scene += [presenter.private(state, seat) for seat in table.setup.seats]
            assert not [icon for icon in icons(scene) if UNKNOWN in icon and not icon.startswith("officer:")]
    assert drawn
    assert all(said(text) for text in texts(look_back(table)))


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


@every
def test_all_that_can_be_answered_is_offered(game: str) -> None:
    """What is not known has its line in the list, once."""
    for table, _, _ in play(game):
        legal = table.legal() or []
        assert len(set(map(repr, legal))) == len(legal)
        scene = table.scene()
        if table.over or scene.fillings or scene.entry or scene.several or scene.pad or scene.boards:
            continue
        offered = [choice.answer for choice in scene.choices]
        assert [answer for answer in legal if answer not in offered] == []
        if is_chance(table.ask):
            assert [answer for answer in legal if isinstance(answer, DrawUnknown | PullUnknown)] == [
                answer for answer in offered if isinstance(answer, DrawUnknown | PullUnknown)
            ]


@every
def test_what_is_listed_is_read_as_it_is_written(game: str) -> None:
    """core/WIRE.md, `legal`: what lies there without a name can be named by ``?``, and nothing else can."""
    for table, luck, _ in play(game):
        rules, legal = table.game.rules, table.legal() or []
        for answer in luck.sample(list(legal), min(len(legal), 5)):
            if not answer.template:
                raw = msgspec.json.decode(msgspec.json.encode(answer))
                read = rules.parse(table.state, raw)
                assert read == answer
                assert rules.allows(table.state, read)


def refused(table: Table, fix: Fix) -> str | None:
    """The code with which a correction is refused; None if it is taken."""
    try:
        table.correct(fix.changes, "looked")
    except Refused as no:
        return no.code
    return None


@every
def test_what_the_table_check_offers_is_taken_or_refused(game: str) -> None:
    for at, (table, luck, _) in enumerate(play(game)):
        offered = [] if at % LOOKED_AT or table.over else fixes(table)
        for fix in luck.sample(offered, min(len(offered), 6)):
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
            told.append(repr(table.game.presenter.describe(after, answer)))
            assert rules.public(table.setup.settings, msgspec.to_builtins(answer))["card"] is None
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
