"""The choices of a scene: one per answer, with its effect; including forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.asks import Ask
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Words
from companion.games.krysis import answers as a
from companion.games.krysis.content.pack_data import Alchemist
from companion.games.krysis.presenter.sides import against_words
from companion.games.krysis.presenter.words.labels import (
    BANK,
    DECKS,
    DESTINATION_ICONS,
    ability_icon,
    ability_words,
    agent_detail,
    agent_icons,
    agent_name,
    agent_tally,
    goods_icons,
    goods_of,
    goods_words,
    miner_icon,
    mission_words,
    relic_detail,
    relic_icon,
    relic_name,
    relic_tally,
    seat_icon,
    seat_name,
    set_icon,
    space_name,
)
from companion.games.krysis.rules.abilities import BECOMES
from companion.games.krysis.state import State, camp_at
from companion.games.krysis.words import RELICS
from companion.scene.nameless import CHOICES
from companion.scene.scene import Choice, Group

FEW = 9
"""Up to this many answers get a button each."""
USE, LOAD, RAID, OVERTIME, ABILITY = "use", "load", "raid", "overtime", "ability"


FORMS = (a.Bid, a.Declare, a.Shown, a.CountSets)
"""Answers whose form opens directly."""


def choices(s: State, ask: Ask, answers: Sequence[Answer]) -> list[Choice]:
    """A choice for each of ``answers``, except those that are only forms, such as bids and homes."""
    listed = [answer for answer in answers if not isinstance(answer, FORMS)]
    listed.sort(key=lambda one: _rank(s, one))
    n, relics = len(listed), sum(isinstance(one, a.Use) for one in listed)
    groups = [_group(s, one, relics if isinstance(one, a.Use) else n) for one in listed]
    found = [structs.replace(_MAKERS[type(one)](s, one), group=at) for one, at in zip(listed, groups, strict=True)]
    return [structs.replace(found[0], primary=True)] if len(found) == 1 else found


def _rank(s: State, answer: Answer) -> int:
    """Sort key: overtime with the fewest crystals first, as the most common choice; fighters before transporters."""
    if isinstance(answer, a.Overtime):
        return sum(answer.crystals.amounts().values())
    if isinstance(answer, a.Play | a.Discard | a.Take):
        return len(DECKS) if answer.agent == UNKNOWN else [*DECKS].index(s.world.deck_of(answer.agent))
    return 0


def _group(s: State, answer: Answer, n: int) -> str | None:
    """The group of an answer; the two ways to load, and the three of a raid, are grouped by camp."""
    name = _GROUPS.get(type(answer), lambda one: None)(answer)
    if isinstance(answer, a.Use) and n > FEW:
        return f"{USE}:{relic_icon(s.world, answer.relic)}"
    if name is not None or n <= FEW:
        return name
    if isinstance(answer, a.Play | a.Discard | a.Take) and answer.agent != UNKNOWN:
        return s.world.deck_of(answer.agent)
    relic = isinstance(answer, Draw) and answer.deck == RELICS
    return f"set:{s.world.relics[answer.card].set_type}" if relic and isinstance(answer, Draw) else None


_GROUPS: Mapping[type[Answer], Callable[[Any], str | None]] = MappingProxyType(
    {
        a.Use: lambda answer: USE,
        a.LoadGoods: lambda answer: LOAD,
        a.Raid: lambda answer: f"{RAID}:{answer.camp}",
        a.Overtime: lambda answer: OVERTIME,
        a.UseAbility: lambda answer: f"{ABILITY}:{answer.agent}",
    }
)
"""Answers that are always grouped: the ways to load, and to raid one camp."""


def groups(s: State, choices: Sequence[Choice]) -> list[Group]:
    """The groups of ``choices``, in order."""
    used: dict[str, Choice] = {}
    for choice in choices:
        if choice.group is not None:
            used.setdefault(choice.group, choice)
    return [_button(s, name, choice.answer) for name, choice in used.items()]


def _button(s: State, name: str, answer: Answer) -> Group:
    w = s.world
    fixed = _BUTTONS.get(type(answer))
    if isinstance(answer, a.Use) and name != USE:
        return Group(name, *_RELICS[name.removeprefix(f"{USE}:")])
    if fixed is not None:
        return Group(name, *fixed)
    if isinstance(answer, a.Raid):
        label = T("Raid {seat}", seat=seat_name(w, answer.camp))
        return Group(name, label, against_words(s, answer.camp), [seat_icon(w, answer.camp)], on_map=True)
    if isinstance(answer, a.UseAbility):
        ability = w.agents[answer.agent].ability
        assert ability is not None
        return Group(name, ability_words(ability), agent_name(w, answer.agent), [ability_icon(ability)])
    if isinstance(answer, Draw):
        return Group(name, w.word(w.relics[answer.card].set_type), None, [set_icon(w, answer.card)])
    return Group(name, DECKS[name], None, [f"agent:{name.removesuffix('s')}"])


_BUTTONS: Mapping[type[Answer], tuple[Words, Words, list[str]]] = MappingProxyType(
    {
        a.Use: (
            T("Turn up a relic"),
            T("before the action; at most one weapon and one transport"),
            ["weapon", "transport"],
        ),
        a.LoadGoods: (T("Load your camp"), T("home or to the bank"), ["home", "bank"]),
        a.Overtime: (T("Overtime"), T("crystals worth 6 into your camp"), [BANK]),
    }
)


_RELICS: Mapping[str, tuple[Words, Words, list[str]]] = MappingProxyType(
    {
        "weapon": (T("Turn up a weapon"), T("before the action"), ["weapon"]),
        "transport": (T("Turn up a transport"), T("before the action"), ["transport"]),
    }
)


def _agent(s: State, answer: Any) -> Choice:
    return _agent_choice(s, answer, answer.agent)


def _agent_choice(s: State, answer: Answer, agent: str) -> Choice:
    w = s.world
    icons, tally = agent_icons(w, agent), agent_tally(w, agent)
    if tally:
        icons = [icon for icon in icons if not icon.startswith("star:")]
    return Choice(answer, agent_name(w, agent), agent_detail(w, agent), icons, tally=tally)


def _relic(s: State, answer: Any) -> Choice:
    return _relic_choice(s, answer, answer.relic)


def _relic_choice(s: State, answer: Answer, relic: str) -> Choice:
    w = s.world
    icons = [relic_icon(w, relic), set_icon(w, relic)]
    return Choice(answer, relic_name(w, relic), relic_detail(w, relic), icons, tally=relic_tally(w, relic))


def _draw(s: State, answer: Draw) -> Choice:
    if answer.deck == RELICS:
        return _relic_choice(s, answer, answer.card)
    if answer.deck == "missions":
        return Choice(answer, mission_words(answer.card), None, [f"mission:{answer.card}"])
    return _agent_choice(s, answer, answer.card)


def _pick(s: State, answer: Pick) -> Choice:
    if answer.what == "miner":
        return Choice(answer, seat_name(s.world, str(answer.one)), None, [miner_icon(s.world, str(answer.one))])
    return _relic_choice(s, answer, str(answer.one))


def _mine(s: State, answer: a.Mine) -> Choice:
    if answer.space in s.world.untold:
        name, ask = space_name(s.world, answer.space), T("then say what it shows")
        return Choice(answer, name, ask, [], spot=f"space:{answer.space}")
    goods = goods_of(s.world.spaces[answer.space].options[answer.option])
    label = T("{space}: {goods}", space=space_name(s.world, answer.space), goods=goods_words(goods))
    return Choice(answer, label, None, goods_icons(goods), spot=f"space:{answer.space}")


def _take_group(s: State, answer: a.TakeGroup) -> Choice:
    goods = goods_of(answer.goods)
    return Choice(answer, goods_words(goods), None, goods_icons(goods))


def _load(s: State, answer: a.LoadGoods) -> Choice:
    label = T("Load home") if answer.to == "home" else T("Load to the bank")
    detail = T("safe, and counted at the end") if answer.to == "home" else T("2 VP for each, at once")
    return Choice(answer, label, detail, [DESTINATION_ICONS[answer.to]], spot=camp_at(s.now.active or ""))


_RAIDS: Mapping[str, tuple[Words, Words]] = MappingProxyType(
    {
        "home": (T("Take it home"), T("the team leaves")),
        "bank": (T("Take it to the bank"), T("2 VP for each; the team leaves")),
        "camp": (T("Take it into your camp"), T("the team stays and defends")),
    }
)


def _raid(s: State, answer: a.Raid) -> Choice:
    label, detail = _RAIDS[answer.to]
    return Choice(answer, label, detail, [DESTINATION_ICONS[answer.to]], spot=camp_at(answer.camp))


def _overtime(s: State, answer: a.Overtime) -> Choice:
    goods = answer.crystals.amounts()
    return Choice(answer, goods_words(goods), None, goods_icons(goods))


def _deck(s: State, answer: a.ChooseDeck) -> Choice:
    who = s.agenda[-1].ask(s).who or ""
    left = len(s.now.players[who].deck(answer.deck))
    icon = f"agent:{answer.deck.removesuffix('s')}"
    return Choice(answer, DECKS[answer.deck], P("{n} card left", "{n} cards left", left), [icon])


def _ability(s: State, answer: a.UseAbility) -> Choice:
    w = s.world
    ability = w.agents[answer.agent].ability
    assert ability is not None
    icons, name = [ability_icon(ability)], agent_name(w, answer.agent)
    if isinstance(answer.from_, str):
        there, camp = goods_words(s.now.players[answer.from_].camp.count()), seat_name(w, answer.from_)
        label = T("{ability}, out of the camp of {seat}", ability=ability_words(ability), seat=camp)
        return Choice(answer, label, T("there: {goods}", goods=there), icons, spot=camp_at(answer.from_))
    if isinstance(ability, Alchemist):
        return Choice(answer, exchange_words(answer), None, icons)
    return Choice(answer, ability_words(ability), name, icons)


def exchange_words(answer: a.UseAbility) -> Words:
    """The exchange of an alchemist."""
    if answer.give is UNSET or answer.n is UNSET:
        return T("Exchange nothing")
    get = goods_words({BECOMES[str(answer.give)]: answer.n})
    return T("{give} → {get}", give=goods_words({str(answer.give): answer.n}), get=get)


_MAKERS: Mapping[type[Answer], Callable[[State, Any], Choice]] = MappingProxyType(
    {
        **CHOICES,
        Draw: _draw,
        Pick: _pick,
        a.Discard: _agent,
        a.Take: _agent,
        a.Play: _agent,
        a.Mine: _mine,
        a.TakeGroup: _take_group,
        a.Keep: _relic,
        a.Use: _relic,
        a.Steal: _relic,
        a.UseAbility: _ability,
        a.LoadGoods: _load,
        a.Raid: _raid,
        a.Overtime: _overtime,
        a.ChooseDeck: _deck,
    }
)
