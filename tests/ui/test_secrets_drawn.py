"""What only one seat may know is drawn for nobody else: whatever the secret is, every shared screen looks the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from kivy.clock import Clock

from companion.chance.dealer import Dealer
from companion.core.answers import Answer, Draw
from companion.games.krysis import answers as a
from companion.games.krysis.content import Crystals
from companion.games.krysis.state import State
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests import daily
from tests.games.krysis.box import GAME
from tests.games.krysis.test_secrecy import DEALT, SECRET, twins
from tests.ui.hands import Hands
from tests.ui.screen_check import Dots
from ui.model.navigation import destinations

PACK = load_pack(GAME)
SEATS = ["ann", "ben", "cat"]
SETTINGS = {**SECRET, "advanced": "on"}
QUESTIONS = 14 if daily.everything else 7
"""So many moments of a game are looked at, a few answers apart."""
ALONE = (a.Discard, a.Take, a.Bid, a.Play, Draw)
"""Answers of which nobody else learns anything before they are opened."""


def started(seed: str, chance: dict[str, str] | None = None) -> Table:
    return Table(
        GAME, PACK, SEATS, SETTINGS, chance=chance or DEALT, dealer=Dealer(seed), clock=lambda: 0.0, auto=False
    )


def step(table: Table, luck: Random) -> None:
    """The next thing that a sensible player does."""
    if table.can_deal:
        table.deal()
    else:
        table.answer(GAME.player.advise(table.state, table.legal() or [], luck.random))


def settle() -> None:
    for _ in range(3):
        Clock.tick()
        Clock.tick_draw()


def drawn(hands: Hands) -> Dots:
    """Every dot in the window."""
    settle()
    return Dots(hands.root.export_as_image().texture.pixels)


def shared_screens(hands: Hands, table: Table, confirmed: int) -> Iterator[tuple[str, Dots]]:
    """Every screen on which people look together, and those before a gate, with all that is drawn there."""
    hands.app.play(Session(table, confirmed=confirmed))
    hands.app.offers.declined = True
    yield "question", drawn(hands)
    there = [name for name, _, _ in destinations(hands.session.scene)]
    for name in [*there, "places", "lookback"]:
        if name == "seats":
            continue
        hands.app.look_alone() if name == "private" else hands.app.go(name)
        yield name, drawn(hands)
    for seat in table.setup.seats:
        hands.app.look_at_seat(seat)
        yield f"seat {seat}", drawn(hands)
        hands.app.look_alone(seat)
        yield f"gate of {seat}", drawn(hands)


def stands_at(table: Table, state: State) -> None:
    """The table is in that state, as if it had come to it."""
    table.history.state = state
    table.history._look_again()


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)] if daily.everything else [(800, 480)], ids=str)
def test_secrets_are_drawn_only_after_consent(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    table, luck = started("hidden"), Random(2)
    met: set[str] = set()
    while len(met) < QUESTIONS and not table.over:
        for _ in range(luck.randint(1, 12)):
            if not table.over:
                step(table, luck)
        state = table.state
        if state.now.phase in ("scoring", "over"):
            break
        seat = table.ask.who or luck.choice(SEATS)
        found = [(name, twin) for name, twin in twins(state, seat, luck) if name not in met][:2]
        if not found:
            continue
        before = dict(shared_screens(hands, table, table.rev))
        for name, twin in found:
            met.add(name)
            stands_at(table, twin)
            for screen, picture in shared_screens(hands, table, table.rev):
                assert picture == before[screen], f"{screen} shows the {name} of {seat}"
        stands_at(table, state)
    assert met >= {"hand", "camp", "home"}


def test_private_answers_are_not_drawn_until_revealed(hands: Hands) -> None:
    chance = {**DEALT, "relics": "asked", "agents": "asked"}
    table, luck = started("alone", chance), Random(5)
    met: set[str] = set()
    while len(met) < len(ALONE) - 1 and not table.over:
        others = two_answers(table)
        kind = type(others[0]).__name__ if others else ""
        if others and kind not in met and _stays_hidden(table, others[0]):
            met.add(kind)
            pictures = []
            for answer in others:
                other = Table.resume(
                    GAME, PACK, table.setup, table.log, chance=table.chance, dealer=Dealer("alone"),
                    clock=lambda: 0.0, auto=False,
                )  # fmt: skip
                other.answer(answer)
                pictures.append(dict(shared_screens(hands, other, other.rev - 1)))
            assert pictures[0] == pictures[1], kind
        step(table, luck)
    assert met >= {"Discard", "Bid", "Play", "Draw"}


def two_answers(table: Table) -> list[Answer]:
    """Two things that could be answered now, and that only one seat may know; nothing where there are not two.

    Two agents are of the same sort: everybody sees how many cards lie in which deck.
    """
    if table.ask.only is None:
        return []
    legal = list(table.legal() or [])
    if isinstance(legal[0], a.Bid):
        most = legal[0].max
        assert isinstance(most, Crystals)
        return [a.Bid(Crystals(0, 0, 0)), a.Bid(Crystals(0, 0, 1))] if most.white else []
    found = [answer for answer in legal if isinstance(answer, ALONE)]
    alike = [answer for answer in found if _sort(table, answer) == _sort(table, found[0])]
    return [alike[0], alike[-1]] if len(alike) > 1 else []


def _sort(table: Table, answer: Answer) -> str:
    return table.state.world.deck_of(answer.agent) if isinstance(answer, a.Discard | a.Take) else ""


def _stays_hidden(table: Table, answer: Answer) -> bool:
    """False where it is opened at once, as the last of all."""
    if not isinstance(answer, a.Bid | a.Play):
        return True
    return len(table.facts()["given"]) < len(SEATS) - 1


def test_an_unfinished_private_form_is_hidden_and_kept(hands: Hands) -> None:
    table, luck = started("begun"), Random(1)
    while not isinstance((table.legal() or [None])[0], a.Bid):
        step(table, luck)
    hands.app.play(Session(table, confirmed=table.rev))
    gate = drawn(hands)
    hands.app.go("log")
    log = drawn(hands)
    seat = hands.session.table.ask.only
    assert seat is not None
    hands.app.go("game")
    drawn(hands)
    assert hands.root.name == "private"
    hands.touch(*hands.screen.primary.center)
    drawn(hands)
    assert hands.root.name == "form"
    row = next(row for row in hands.screen.amounts.rows if row.more.enabled)
    hands.touch(*row.more.center)
    begun = hands.screen.draft.answer
    hands.app.go("log")
    assert drawn(hands) == log
    hands.app.go("game")
    assert drawn(hands) == gate
    hands.touch(*hands.screen.primary.center)
    drawn(hands)
    assert hands.screen.draft.answer == begun
