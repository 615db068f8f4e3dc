"""The prompts of all questions (wire/escape.md, "Asks")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PullAsk
from companion.core.instructions import ident
from companion.core.texts import P, T, Words
from companion.games.escape.asks import LineAsk, PullForTile, TieAsk
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.words.labels import PARTS, line_name, money, seats_listed, tile_name
from companion.games.escape.rules.patrol import RevealPatrol
from companion.games.escape.state import State
from companion.games.escape.words import ASSET_PRICE, CONTACTS_OPEN, DAYS, PATROL_ON_DAY
from companion.scene.scene import Prompt


def prompt(s: State, ask: Ask) -> Prompt:
    """The prompt of the open question."""
    if isinstance(ask, Over):
        return Prompt(T("The end"), *_over(s), rule=ask.rule)
    title, hint = _question(s, ask)
    return Prompt(_where(s), title, hint, ask.rule)


def _where(s: State) -> Words:
    """The day and the part of it."""
    place = _place(s)
    return T("Day {day} · {place}", day=s.now.day, place=place) if s.now.phase in _IN_A_DAY else place


def chapter(s: State) -> Words:
    """The day and its part, without counts."""
    place = PARTS[s.now.part - 1][1] if s.now.phase == "day" else _PHASES[s.now.phase]
    return place if s.now.phase not in _IN_A_DAY else T("Day {day} · {place}", day=s.now.day, place=place)


def _place(s: State) -> Words:
    if s.now.phase == "day":
        return PARTS[s.now.part - 1][1]
    if s.now.phase == "patrol":
        cards = PATROL_ON_DAY[s.now.day]
        n = cards + 1 - sum(isinstance(step, RevealPatrol) for step in s.agenda)
        return T("Patrol {n} of {cards}", n=n, cards=cards)
    return _PHASES[s.now.phase]


_PHASES: Mapping[str, Words] = MappingProxyType(
    {
        "setup": T("Setting up"),
        "income": T("Income"),
        "patrol": T("Patrol"),
        "city": T("City"),
        "day_change": T("Day change"),
        "end": T("Score sheet"),
        "over": T("Score sheet"),
    }
)
_IN_A_DAY = ("income", "patrol", "city", "day", "day_change")


def _question(s: State, ask: Ask) -> tuple[Words, Words | None]:
    if isinstance(ask, DrawAsk):
        return _draw(s, ask)
    if isinstance(ask, PullAsk):
        assert isinstance(ask, PullForTile)
        return T("An officer for {tile}", tile=tile_name(s.world, ask.tile)), T("Out of the bag, without looking.")
    assert isinstance(ask, ChooseAsk)
    return _choose(s, ask)


def _draw(s: State, ask: DrawAsk) -> tuple[Words, Words | None]:
    if ask.deck == "patrol":
        return T("Turn up a patrol card"), T("The second card of an exit blocks it.")
    if ask.deck == "plans":
        seat = seat_name(ask.who or "")
        return T("An escape plan for {seat}", seat=seat), T("Nobody else may see it.")
    if ask.deck == "contacts":
        if ask.who is not None:
            return T("{seat} draws a contact", seat=seat_name(ask.who)), None
        missing = CONTACTS_OPEN - len(s.now.contacts.display)
        return T("Turn up a contact"), P("{n} to go", "{n} to go", missing)
    letter = ident(ask.deck)
    return T("Turn up the tile of stack {letter}", letter=letter), T("It stays on its stack, face up.")


def _choose(s: State, ask: ChooseAsk) -> tuple[Words, Words | None]:
    title, hint = _CHOICES[ask.choice]
    return title(s, ask), hint(s, ask)


def _unlock_hint(s: State, ask: ChooseAsk) -> Words:
    n = s.now.players[ask.who or ""].notoriety
    return T("Notoriety {n}: one asset for {money}.", n=n, money=money(ASSET_PRICE))


def _line(s: State, ask: ChooseAsk) -> Words:
    assert isinstance(ask, LineAsk)
    return T("{seat}: {line}", seat=_seat(ask), line=line_name(s.world, ask.line))


def _tie(s: State, ask: ChooseAsk) -> Words:
    assert isinstance(ask, TieAsk)
    return T("A tie: {seats}", seats=seats_listed(ask.among))


def _seat(ask: ChooseAsk) -> Words:
    return seat_name(ask.who or "")


def _laying(s: State, ask: ChooseAsk) -> Words:
    """R-EP-62, R-EP-63, and the next player."""
    fits = T("It must touch two tiles and continue one kind of land.")
    after = s.now.queue[1:]
    return T("{fits} Then: {seats}.", fits=fits, seats=seats_listed(after)) if after else fits


def _turn(s: State, ask: ChooseAsk) -> Words:
    if s.now.players[ask.who or ""].rest:
        return T("Move: {seat} has rested today.", seat=_seat(ask))
    if s.now.day == DAYS and s.now.open_exit is not None:
        return T("Move or rest. The last day: out through exit {exit}.", exit=s.now.open_exit)
    return T("Move or rest.")


def _changed(s: State, ask: ChooseAsk) -> Words:
    return T("The last day is over") if s.now.day == DAYS else T("Change the day")


def _change_hint(s: State, ask: ChooseAsk) -> Words:
    if s.now.day == DAYS:
        return T("Note now who has escaped; whoever has not is arrested.")
    return T("Then day {n} begins.", n=s.now.day + 1)


Says: TypeAlias = Callable[[State, ChooseAsk], Words]
_CHOICES: Mapping[str, tuple[Says, Says]] = MappingProxyType(
    {
        "asset": (lambda s, ask: T("Does {seat} unlock an asset?", seat=_seat(ask)), _unlock_hint),
        "tile": (lambda s, ask: T("{seat} lays a tile", seat=_seat(ask)), _laying),
        "turn": (lambda s, ask: T("{seat} plays", seat=_seat(ask)), _turn),
        "extra": (
            lambda s, ask: T("Who has an extra action?"),
            lambda s, ask: T("Tap everybody who has one in this part of the day."),
        ),
        "day_change": (_changed, _change_hint),
        "handcuffs": (
            lambda s, ask: T("The fourth wound: handcuffs for {seat}?", seat=_seat(ask)),
            lambda s, ask: T("The wounds stay at three."),
        ),
        "line": (_line, lambda s, ask: T("Only {seat} sees it.", seat=_seat(ask))),
        "tie": (_tie, lambda s, ask: T("Your rulebook says who wins, or whether you share.")),
    }
)
"""Title and hint of each decision."""


def _over(s: State) -> tuple[Words, Words | None]:
    result = s.now.result
    assert result is not None
    winners = result["winner"]
    if not winners:
        return T("Nobody has escaped"), T("All are arrested.")
    if len(winners) > 1:
        return T("A shared win: {seats}", seats=seats_listed(winners)), None
    return T("{seat} has won", seat=seat_name(winners[0])), None
