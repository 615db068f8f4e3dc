"""The choices outside the boards: one per answer, with its effect.

Choices of a number and a direction are also on the pad.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.instructions import ident
from companion.core.texts import P, T, Words
from companion.games.crash import answers as a
from companion.games.crash.asks import ReceiveAsk
from companion.games.crash.presenter.naming import Naming, brought, seated_words
from companion.games.crash.presenter.questions import QUESTIONS, decision
from companion.games.crash.rules.turns import bonus
from companion.games.crash.rules.upgrading import price
from companion.games.crash.state import State, active, holder, seated
from companion.games.crash.world import colour_of, type_of
from companion.scene.presenter import FEW
from companion.scene.scene import Amount, Choice, Group, Pad, Way

MANY = "many"
Steered: TypeAlias = a.Move | a.Boost | a.Direction | a.Use
"""The answers that may have a direction."""
TOWARDS: Final[tuple[Words, ...]] = (T("up"), T("right"), T("down"), T("left"))
"""The four directions on the board, as people see it."""


class Choices(Naming):
    """The choices of a question, with labels and groups."""

    def choices(self, s: State, legal: Sequence[Answer]) -> list[Choice]:
        """A choice for each answer. Those of one amount, one receiver or one saucer form a group.

        So do choices that are too many to show at once.
        """
        gathered = len(amounts(s, legal)) > 1 or any(isinstance(one, a.Use) for one in legal)
        found = [structs.replace(self.choice(s, one), group=self._group(s, legal, one, gathered)) for one in legal]
        if sum(one.group is None for one in found) > FEW:
            found = [one if one.group or one.closing else structs.replace(one, group=MANY) for one in found]
        return [structs.replace(found[0], primary=True)] if len(found) == 1 else found

    def label(self, s: State, answer: Answer) -> Words:
        """What choosing an answer is called."""
        match answer:
            case Draw() | Pick():
                return self.outcome(s, answer)
            case a.Pass():
                return QUESTIONS[decision(self.rules.ask(s))].declined
            case a.Done() if decision(self.rules.ask(s)) == "report":
                return T("That was all")
        return super().label(s, answer)

    def choice(self, s: State, answer: Answer) -> Choice:
        """An answer as a choice; a direction shows its marker and side of this table."""
        way = way_of(answer)
        if way is not None:
            towards = TOWARDS[s.now.markers.index(way)]
            return Choice(answer, s.world.word(way), towards, [self.icon(s, f"marker:{way}")])
        found = self._whole(s, answer)
        if isinstance(answer, a.Move | a.Boost) and not s.world.light:
            return structs.replace(found, label=T("Stay here"))
        return found

    def _whole(self, s: State, answer: Answer) -> Choice:
        """An answer without its direction."""
        found = super().choice(s, answer)
        icons = {Draw: ["upgrade"], Pick: ["tile:square"]}.get(type(answer), found.icons)
        return structs.replace(found, detail=self._detail(s, answer) or found.detail, icons=icons)

    def _detail(self, s: State, answer: Answer) -> Words | None:
        """The cost or gain of an answer, if it depends on the state."""
        detail: Words | None = None
        match answer:
            case Draw(card=card) | a.Keep(upgrade=card) | a.Use(upgrade=card):
                detail = s.world.word(s.world.upgrades[card].text)
            case a.Saucer(saucer=saucer):
                ask, here = self.rules.ask(s), s.now.saucers[saucer]
                what = self.whereabouts(s, here.at)
                if isinstance(ask, ReceiveAsk):
                    what = self._aboard(s, saucer, ask.crew)
                detail = T("{n}, {what}", n=seated_words(here.seated), what=what)
            case a.Move(card=card):
                brings = brought(*bonus(s, active(s)[1], card))
                detail = brings if brings or s.world.light else T("card {card}", card=card)
            case a.Give(to=seat):
                detail = seated_words(seated(s, seat))
            case a.Steal(crew=crew):
                own = active(s)[1]
                detail = T("{saucer} {what}", saucer=self.word(s, f"saucer:{own}"), what=self._aboard(s, own, crew))
            case a.BuyUpgrade():
                n = price(s, active(s)[1])
                detail = P("−{n} energy", "−{n} energy", n) if n else None
            case a.Take(crew=crew):
                source = holder(s, crew)
                detail = source and T("from {saucer}", saucer=self.word(s, f"saucer:{source}"))
            case a.Picked(saucer=saucer, crew=crew):
                detail = self._aboard(s, saucer, crew)
        return detail

    def _aboard(self, s: State, saucer: str, crew: str) -> Words:
        """What crew would be aboard a saucer: the first of its type, or a duplicate."""
        kind = type_of(crew)
        if any(type_of(one) == kind for one in s.now.saucers[saucer].crew):
            return T("has a {type} already", type=s.world.word(kind))
        return T("has no {type} yet", type=s.world.word(kind))

    def _group(self, s: State, legal: Sequence[Answer], answer: Answer, gathered: bool) -> str | None:
        match answer:
            case a.Give(to=seat) if len({one.to for one in legal if isinstance(one, a.Give)}) > 1:
                return f"give:{seat}"
            case a.Picked(saucer=saucer) | a.Crashed(saucer=saucer):
                return f"report:{saucer}"
            case a.Take(crew=crew) if any(isinstance(one, a.Crashed) for one in legal):
                return f"report:{colour_of(crew)}"
            case a.Move() | a.Use() if gathered:
                return amount_of(s, answer)
        return None

    def _groups(self, s: State, choices: Sequence[Choice]) -> list[Group]:
        """The groups of ``choices``, in order."""
        used: dict[str, Answer] = {}
        for choice in choices:
            if choice.group is not None:
                used.setdefault(choice.group, choice.answer)
        return [self._button(s, name, answer) for name, answer in used.items()]

    def _button(self, s: State, name: str, answer: Answer) -> Group:
        if name == MANY:
            return Group(MANY, T("Which one is it?"))
        match answer:
            case a.Give(to=seat):
                label = T("To {seat}", seat=self.word(s, f"seat:{seat}"))
                return Group(name, label, self._detail(s, answer), [self.icon(s, f"seat:{seat}")])
            case a.Picked() | a.Crashed() | a.Take():
                saucer = f"saucer:{ident(name)}"
                return Group(name, self.word(s, saucer), None, [self.icon(s, saucer)])
        whole = self._whole(s, answer)
        if isinstance(answer, a.Move):
            return Group(name, whole.label, brought(*bonus(s, active(s)[1], answer.card)), whole.icons)
        return Group(name, whole.label, whole.detail, whole.icons)

    def pad(self, s: State, legal: Sequence[Answer]) -> Pad | None:
        """All amounts with their directions, as the markers lie on this table."""
        found = [self._amount(s, members) for members in amounts(s, legal).values()]
        return Pad(found) if found else None

    def _amount(self, s: State, members: list[Steered]) -> Amount:
        first, whole = members[0], self._whole(s, members[0])
        by_way = {way_of(answer): answer for answer in members}
        ways = [Way(self.icon(s, f"marker:{one}"), s.world.word(one), by_way.get(one)) for one in s.now.markers]
        still = by_way.get(None)
        label = whole.label
        if isinstance(first, a.Move):
            label = first.card if first.distance is UNSET else str(first.distance)
        elif not isinstance(first, a.Use):
            label = str(getattr(self.rules.ask(s), "distance", ""))
        return Amount(label, whole.detail, whole.icons[0], [] if still is not None else ways, still)


def way_of(answer: Answer) -> str | None:
    """The direction of an answer."""
    direction = getattr(answer, "dir", UNSET)
    return None if direction is UNSET else str(direction)


def amounts(s: State, answers: Sequence[Answer]) -> dict[str, list[Steered]]:
    """The answers on the pad, by amount."""
    found: dict[str, list[Steered]] = {}
    for answer in answers:
        name = amount_of(s, answer)
        if name is not None and isinstance(answer, Steered):
            found.setdefault(name, []).append(answer)
    return found


def amount_of(s: State, answer: Answer) -> str | None:
    """The amount of an answer on the pad; None if it is not on the pad."""
    match answer:
        case a.Move(card=card, distance=distance) if not s.world.light:
            return f"card:{card}" if distance is UNSET else f"card:{card}:{distance}"
        case a.Boost() if not s.world.light:
            return "boost"
        case a.Direction():
            return "direction"
        case a.Use(upgrade=upgrade, dir=direction) if direction is not UNSET:
            return f"use:{upgrade}"
    return None
