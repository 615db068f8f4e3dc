"""Everything that can be tapped beside the boards: one choice for each answer, with what it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.asks import Ask, ChooseAsk
from companion.core.texts import P, T, Words
from companion.games.crash import answers as a
from companion.games.crash.asks import ReceiveAsk, SaucerAsk
from companion.games.crash.names import crew_name, saucer_name, seat_name, upgrade_name
from companion.games.crash.presenter.labels import (
    brought,
    crew_icon,
    marker_icon,
    saucer_icon,
    seat_icon,
    seated_words,
    turned_words,
    whereabouts,
)
from companion.games.crash.presenter.ways import TOWARDS, amounts, card_detail, direction_of, key
from companion.games.crash.presenter.ways import group as amount_group
from companion.games.crash.rules.turns import bonus
from companion.games.crash.rules.upgrading import price
from companion.games.crash.state import State, active, holder, seated
from companion.games.crash.world import colour_of, type_of
from companion.scene.scene import Choice, Group

FEW = 9
"""Up to so many answers are buttons of their own."""
MANY = "many"


def choices(s: State, ask: Ask, answers: Sequence[Answer]) -> list[Choice]:
    """A choice for each of ``answers``; those of one amount, of one receiver or of one saucer are a group.

    What is too much to be seen at once is a group, too.
    """
    made = [_MAKERS[type(answer)](s, ask, answer) for answer in answers]
    steered = amounts(s, answers)
    gathered = len(steered) > 1 or any(isinstance(answer, a.Use) for answer in answers)
    found = [structs.replace(choice, group=_group(s, answers, choice, gathered=gathered)) for choice in made]
    if sum(choice.group is None for choice in found) > FEW:
        found = [choice if choice.group or choice.closing else structs.replace(choice, group=MANY) for choice in found]
    return [structs.replace(found[0], primary=True)] if len(found) == 1 else found


def _group(s: State, answers: Sequence[Answer], choice: Choice, *, gathered: bool) -> str | None:
    answer = choice.answer
    if isinstance(answer, a.Give) and len({one.to for one in answers if isinstance(one, a.Give)}) > 1:
        return f"give:{answer.to}"
    if isinstance(answer, a.Picked | a.Crashed):
        return f"report:{answer.saucer}"
    if isinstance(answer, a.Take) and any(isinstance(one, a.Crashed) for one in answers):
        return f"report:{colour_of(answer.crew)}"
    return key(s, answer) if gathered and isinstance(answer, a.Move | a.Use) else None


def groups(s: State, choices: Sequence[Choice]) -> list[Group]:
    """The groups that ``choices`` use, in the order in which they come."""
    used: dict[str, Choice] = {}
    for choice in choices:
        if choice.group is not None:
            used.setdefault(choice.group, choice)
    return [_button(s, name, choice.answer) for name, choice in used.items()]


def _button(s: State, name: str, answer: Answer) -> Group:
    if name == MANY:
        return Group(MANY, T("Which one is it?"))
    if isinstance(answer, a.Give):
        label = T("To {seat}", seat=seat_name(s.world, answer.to))
        return Group(name, label, seated_words(seated(s, answer.to)), [seat_icon(s.world, answer.to)])
    if isinstance(answer, a.Picked | a.Crashed | a.Take):
        saucer = name.partition(":")[2]
        return Group(name, saucer_name(s.world, saucer), None, [saucer_icon(s.world, saucer)])
    assert isinstance(answer, a.Move | a.Use)
    return amount_group(s, name, answer)


def _draw(s: State, ask: Ask, answer: Draw) -> Choice:
    return _upgrade(s, answer, answer.card)


def _upgrade(s: State, answer: Answer, card: str) -> Choice:
    return Choice(answer, upgrade_name(s.world, card), s.world.word(s.world.upgrades[card].text), ["upgrade"])


def _pick(s: State, ask: Ask, answer: Pick) -> Choice:
    if answer.what == "tile":
        return Choice(answer, s.world.word(str(answer.one)), None, ["tile:square"])
    return Choice(answer, turned_words(int(answer.one)), None, ["tile:square"])


def _saucer(s: State, ask: Ask, answer: a.Saucer) -> Choice:
    here = s.now.saucers[answer.saucer]
    icons = [saucer_icon(s.world, answer.saucer)]
    detail = T("{n}, {place}", n=seated_words(here.seated), place=whereabouts(s, here.at))
    if isinstance(ask, ReceiveAsk):
        detail = T("{n}, {what}", n=seated_words(here.seated), what=aboard_words(s, answer.saucer, ask.crew))
    return Choice(answer, saucer_name(s.world, answer.saucer), detail, icons)


def aboard_words(s: State, saucer: str, crew: str) -> Words:
    """What a member of the crew would be aboard a saucer: the first of its type, or one more."""
    kind = type_of(crew)
    if any(type_of(one) == kind for one in s.now.saucers[saucer].crew):
        return T("has a {type} already", type=s.world.word(kind))
    return T("has no {type} yet", type=s.world.word(kind))


def _ready(s: State, ask: Ask, answer: a.Ready) -> Choice:
    return Choice(answer, T("All have chosen"), None, [], primary=True)


def _way(s: State, answer: Answer, detail: Words | None, icon: str) -> Choice:
    """A direction: its marker, and where it lies on this table."""
    direction = direction_of(answer)
    if direction is None:
        return Choice(answer, T("Stay here"), detail, [icon])
    towards = TOWARDS[s.now.markers.index(direction)]
    return Choice(answer, s.world.word(direction), towards, [marker_icon(s.world, direction)])


def _move(s: State, ask: Ask, answer: a.Move) -> Choice:
    icon = f"movement:{answer.card}"
    if s.world.light:
        detail = brought(*_bonus(s, answer))
        return Choice(answer, T("Card {card}", card=answer.card), detail, [icon])
    if answer.dir is UNSET:
        return Choice(answer, T("Stay here"), card_detail(s, answer), [icon])
    return _way(s, answer, None, icon)


def _bonus(s: State, answer: a.Move) -> tuple[int, int]:
    return bonus(s, active(s)[1], answer.card)


def _boost(s: State, ask: Ask, answer: a.Boost) -> Choice:
    if s.world.light:
        return Choice(answer, T("Boost"), T("−1 booster"), ["token:booster"])
    return _way(s, answer, T("−1 booster"), "token:booster")


def _direction(s: State, ask: Ask, answer: a.Direction) -> Choice:
    return _way(s, answer, None, "accelerator")


def _pass(s: State, ask: Ask, answer: a.Pass) -> Choice:
    assert isinstance(ask, ChooseAsk)
    return Choice(answer, _PASSES.get(ask.choice, T("No upgrade")), None, [], closing=True)


_PASSES: Mapping[str, Words] = MappingProxyType(
    {
        "boost": T("No boost"),
        "pass_crew": T("No more crew"),
        "reward": T("No reward"),
        "upgrade": T("Buy nothing"),
    }
)
"""What it is called to do nothing, by what is being decided."""


def _give(s: State, ask: Ask, answer: a.Give) -> Choice:
    w = s.world
    label = T("{crew} to {seat}", crew=crew_name(w, answer.crew), seat=seat_name(w, answer.to))
    return Choice(answer, label, seated_words(seated(s, answer.to)), [crew_icon(w, answer.crew)])


def _energy(s: State, ask: Ask, answer: a.Energy) -> Choice:
    return Choice(answer, T("Take 1 energy"), None, ["token:energy"])


def _steal(s: State, ask: Ask, answer: a.Steal) -> Choice:
    saucer = active(s)[1]
    detail = T("{saucer} {what}", saucer=saucer_name(s.world, saucer), what=aboard_words(s, saucer, answer.crew))
    label = T("Steal: {crew}", crew=crew_name(s.world, answer.crew))
    return Choice(answer, label, detail, [crew_icon(s.world, answer.crew)])


def _crew(s: State, ask: Ask, answer: a.Crew) -> Choice:
    return Choice(answer, crew_name(s.world, answer.crew), None, [crew_icon(s.world, answer.crew)])


def _buy(s: State, ask: Ask, answer: a.BuyUpgrade) -> Choice:
    assert isinstance(ask, SaucerAsk)
    n = price(s, ask.saucer)
    return Choice(answer, T("Buy an upgrade"), P("−{n} energy", "−{n} energy", n) if n else None, ["upgrade"])


def _keep(s: State, ask: Ask, answer: a.Keep) -> Choice:
    return _upgrade(s, answer, answer.upgrade)


def _stop(s: State, ask: Ask, answer: a.Stop) -> Choice:
    return Choice(answer, T("Stop here"), T("this move goes on and on"), ["site"], closing=True)


def _take(s: State, ask: Ask, answer: a.Take) -> Choice:
    w, source = s.world, holder(s, answer.crew)
    label = T("{crew} to {saucer}", crew=crew_name(w, answer.crew), saucer=saucer_name(w, colour_of(answer.crew)))
    detail = None if source is None else T("from {saucer}", saucer=saucer_name(w, source))
    return Choice(answer, label, detail, [crew_icon(w, answer.crew)])


def _use(s: State, ask: Ask, answer: a.Use) -> Choice:
    if answer.dir is not UNSET:
        return _way(s, answer, None, "upgrade")
    return _upgrade(s, answer, answer.upgrade)


def _done(s: State, ask: Ask, answer: a.Done) -> Choice:
    assert isinstance(ask, ChooseAsk)
    label = T("That was all") if ask.choice == "report" else T("Done")
    return Choice(answer, label, None, [], primary=True)


def _picked(s: State, ask: Ask, answer: a.Picked) -> Choice:
    label = T("Picks up: {crew}", crew=crew_name(s.world, answer.crew))
    return Choice(answer, label, aboard_words(s, answer.saucer, answer.crew), [crew_icon(s.world, answer.crew)])


def _crashed(s: State, ask: Ask, answer: a.Crashed) -> Choice:
    return Choice(answer, T("Leaves the board"), None, [saucer_icon(s.world, answer.saucer)])


_MAKERS: Mapping[type[Answer], Callable[[State, Ask, Any], Choice]] = MappingProxyType(
    {
        Draw: _draw,
        Pick: _pick,
        a.Saucer: _saucer,
        a.Ready: _ready,
        a.Move: _move,
        a.Boost: _boost,
        a.Pass: _pass,
        a.Give: _give,
        a.Energy: _energy,
        a.Steal: _steal,
        a.Crew: _crew,
        a.BuyUpgrade: _buy,
        a.Keep: _keep,
        a.Direction: _direction,
        a.Stop: _stop,
        a.Take: _take,
        a.Use: _use,
        a.Done: _done,
        a.Picked: _picked,
        a.Crashed: _crashed,
    }
)
