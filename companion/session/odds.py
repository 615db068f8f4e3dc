"""The possible outcomes of the open chance ask, with their probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from companion.core.answers import Face
from companion.core.asks import RollAsk
from companion.core.texts import Say, T, Words
from companion.scene.scene import DieView, Scene
from companion.table.table import Table

MOST_CARDS = 1000
"""Upper bound on the size of decks and bags; probabilities are exact fractions up to this denominator."""


class OutcomeOdds(Struct, frozen=True):
    """Outcomes of equal probability, in alphabetical order.

    ``of`` is what they belong to if there are several, such as a kind of dice.
    """

    share: Words
    names: list[str]
    of: Words | None = None


def likely(table: Table, say: Say) -> list[OutcomeOdds]:
    """The outcomes of the open ask, most likely first; ``say`` gives the language of the names.

    Empty for decisions, for outcomes that only one seat may see, and at the end.
    """
    if table.ask.only is not None:
        return []
    if isinstance(table.ask, RollAsk):
        return _faces(table.scene(), table.faces() or {}, say)
    legal, odds = table.legal(), table.odds()
    if not legal or odds is None:
        return []
    names = (say(table.game.presenter.outcome(table.state, answer)) for answer in legal)
    return _by_probability(zip(names, odds, strict=True))


def _faces(scene: Scene, faces: Mapping[str, list[Face]], say: Say) -> list[OutcomeOdds]:
    kinds: dict[str, list[DieView]] = {}
    names = scene.face_names
    for die in scene.dice:
        if die.id in faces:
            kinds.setdefault(say(die.name), []).append(die)
    found = []
    for name, same in kinds.items():
        sides = faces[same[0].id]
        of = T("{n} × {piece}", n=len(same), piece=name) if len(same) > 1 else name
        named = ((say(names.get(str(side), side)), 1 / len(sides)) for side in sides)
        found += [OutcomeOdds(one.share, one.names, of) for one in _by_probability(named)]
    return found


def _by_probability(named: Iterable[tuple[str, float]]) -> list[OutcomeOdds]:
    """Outcomes with the same name are added up; those of equal probability share a line."""
    shares: dict[str, Fraction] = {}
    for name, share in named:
        shares[name] = shares.get(name, Fraction(0)) + Fraction(share).limit_denominator(MOST_CARDS)
    all_ = math.lcm(*(share.denominator for share in shares.values()))
    by_share: dict[Fraction, list[str]] = {}
    for name in sorted(shares, key=str.casefold):
        by_share.setdefault(shares[name], []).append(name)
    return [_line(share, all_, names) for share, names in sorted(by_share.items(), reverse=True)]


def _line(share: Fraction, all_: int, names: list[str]) -> OutcomeOdds:
    n = int(share * all_)
    if n == all_:
        return OutcomeOdds(T("certain"), names)
    return OutcomeOdds(
        T("{n} in {all}", n=n, all=all_) if len(names) == 1 else T("{n} in {all} each", n=n, all=all_), names
    )
