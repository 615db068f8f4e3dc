"""Answers in words: one short line each, for the log and the undo list; and upgrade cards to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import UNSET

from companion.core.answers import Answer, Draw, Pick, Roll
from companion.core.texts import T, Words
from companion.games.crash import answers as a
from companion.games.crash.names import crew_name, saucer_name, seat_name, upgrade_name
from companion.games.crash.presenter.boards import upgrade_card
from companion.games.crash.presenter.labels import turned_words
from companion.games.crash.state import State
from companion.games.crash.words import CLOCKWISE
from companion.games.crash.world import World
from companion.scene.scene import Card


def describe(w: World, answer: Answer) -> Words:
    """An answer as a short line. It needs no state, so that it also fits answers of long ago."""
    return _WORDS[type(answer)](w, answer)


def outcome(w: World, answer: Answer) -> Words:
    """What chance brings, shorter than its description: a face, a tile, a card."""
    if isinstance(answer, Roll):
        return face_words(next(iter(answer.faces.values())))
    if isinstance(answer, Draw):
        return upgrade_name(w, answer.card)
    return _picked(w, answer) if isinstance(answer, Pick) else describe(w, answer)


def face_words(face: str | int) -> Words:
    """What a side of a die is called."""
    if isinstance(face, int):
        return str(face)
    return T("clockwise") if face == CLOCKWISE else T("counter-clockwise")


def _picked(w: World, answer: Pick) -> Words:
    return w.word(str(answer.one)) if answer.what == "tile" else turned_words(int(answer.one))


def _roll(w: World, answer: Roll) -> Words:
    return T("Rolled: {face}", face=outcome(w, answer))


def _pick(w: World, answer: Pick) -> Words:
    return T("Board: {what}", what=_picked(w, answer))


def _move(w: World, answer: a.Move) -> Words:
    card = T("Card {card}", card=answer.card)
    if answer.distance is not UNSET:
        card = T("Card {card}: {n}", card=answer.card, n=answer.distance)
    return _towards(w, card, answer.dir)


def _towards(w: World, what: Words, direction: Any) -> Words:
    return what if direction is UNSET else T("{what} → {direction}", what=what, direction=w.word(direction))


def _give(w: World, answer: a.Give) -> Words:
    return T("{crew} is given to {seat}", crew=crew_name(w, answer.crew), seat=seat_name(w, answer.to))


def _use(w: World, answer: a.Use) -> Words:
    return _towards(w, upgrade_name(w, answer.upgrade), answer.dir)


def _says(words: Words) -> Callable[[World, Any], Words]:
    return lambda w, answer: words


def _of_crew(words: Callable[[Words], Words]) -> Callable[[World, Any], Words]:
    return lambda w, answer: words(crew_name(w, answer.crew))


_WORDS: Mapping[type[Answer], Callable[[World, Any], Words]] = MappingProxyType(
    {
        Draw: lambda w, answer: T("Upgrade: {name}", name=upgrade_name(w, answer.card)),
        Pick: _pick,
        Roll: _roll,
        a.Saucer: lambda w, answer: saucer_name(w, answer.saucer),
        a.Ready: _says(T("All have chosen")),
        a.Move: _move,
        a.Boost: lambda w, answer: _towards(w, T("Boost"), answer.dir),
        a.Pass: _says(T("Nothing more")),
        a.Give: _give,
        a.Energy: _says(T("Take 1 energy")),
        a.Steal: _of_crew(lambda crew: T("Steal: {crew}", crew=crew)),
        a.Crew: _of_crew(lambda crew: T("{crew} comes onto the board", crew=crew)),
        a.BuyUpgrade: _says(T("Buy an upgrade")),
        a.Keep: lambda w, answer: T("Keep {name}", name=upgrade_name(w, answer.upgrade)),
        a.Direction: lambda w, answer: T("Accelerator → {direction}", direction=w.word(answer.dir)),
        a.Stop: _says(T("Stop here")),
        a.Take: _of_crew(lambda crew: T("{crew} is passed on", crew=crew)),
        a.Use: _use,
        a.Done: _says(T("Done")),
        a.Picked: lambda w, answer: T(
            "{saucer} picks up {crew}.", saucer=saucer_name(w, answer.saucer), crew=crew_name(w, answer.crew)
        ),
        a.Crashed: lambda w, answer: T("{saucer} leaves the board.", saucer=saucer_name(w, answer.saucer)),
    }
)


def card(s: State, answer: Answer) -> Card | None:
    """An upgrade that was drawn, or kept."""
    if isinstance(answer, Draw):
        return upgrade_card(s, answer.card)
    if not isinstance(answer, a.Keep):
        return None
    saucer = next((name for name, one in s.now.saucers.items() if answer.upgrade in one.upgrades), None)
    heading = None if saucer is None else T("For {seat}", seat=saucer_name(s.world, saucer))
    return upgrade_card(s, answer.upgrade, heading)
