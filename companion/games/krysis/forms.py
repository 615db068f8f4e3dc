"""Forms: bids, loads, declarations; and the answers they produce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Words, listed
from companion.games.krysis import answers as a
from companion.games.krysis.content import COLOURS, RELICS, Crystals, Goods
from companion.games.krysis.rules.ending import (
    AskSets,
    best_sets,
    given_values,
    known_scores,
    missing_values,
    set_types,
    with_values,
)
from companion.games.krysis.rules.mining import MOST_GROUPS, TakeShown
from companion.games.krysis.state import State
from companion.games.krysis.words import (
    COLOUR_WORDS,
    TO,
    VP,
    against_words,
    bid_words,
    good_icon,
    goods_words,
    mission_words,
    relic_detail,
    relic_icon,
    relic_name,
    seat_name,
    slot_icons,
)
from companion.scene.scene import Filling, Named, Portion

RELIC, MISSION = "relic:", "mission:"
"""Prefixes of the ids of named options."""
MORE = "more"
"""The option that marks a further group of a question mark."""
MOST_VALUES, MOST_VP = 4, 60
"""Most values of sets asked at once, and most points of a set."""
TENS, ONES, TEN = "tens", "ones", 10
"""Points are entered as tens and ones."""


def fillings(s: State, answers: Sequence[Answer]) -> list[Filling]:
    """A form for each template among ``answers``."""
    found = []
    for answer in answers:
        if isinstance(answer, a.Bid):
            found.append(Filling(answer, T("The bid"), _portions(answer.max, COLOURS), detail=_bids_so_far(s)))
        elif isinstance(answer, a.LoadGoods):
            found.append(_load(s, answer))
        elif isinstance(answer, a.Raid):
            name = T("From {seat} {to}", seat=seat_name(s.world, answer.camp), to=TO[answer.to])
            raid = _carried(answer, name, _portions(answer.max, (*COLOURS, RELICS)))
            sums = T("{sums} · {slots}", sums=against_words(s, answer.camp) or "", slots=raid.detail or "")
            found.append(structs.replace(raid, detail=sums))
        elif isinstance(answer, a.Declare):
            found.append(_declare(s, answer))
        elif isinstance(answer, a.SpaceGoods):
            found.append(_space(s, answer))
        elif isinstance(answer, a.CountSets) and answer.max is not UNSET:
            found.append(_sets(s, answer, answer.max))
    return found


def _space(s: State, answer: a.SpaceGoods) -> Filling:
    """The goods of a space: one group of a question mark, and whether another follows.

    An entrance of the mine has only crystals.
    """
    goods = [one for one in _portions(answer.max, (*COLOURS, RELICS)) if one.most]
    step = s.agenda[-1]
    entered_groups = len(step.groups) if isinstance(step, TakeShown) else 0
    if len(goods) <= len(COLOURS) or entered_groups + 1 >= MOST_GROUPS:
        return Filling(answer, T("What the space shows"), goods)
    further = T("Another group follows") if entered_groups else T("There is a question mark")
    more = Named(MORE, further, "question", T("What stands behind it is asked next."))
    return Filling(answer, T("What the space shows"), goods, [more])


def _sets(s: State, answer: a.CountSets, most: int) -> Filling:
    """The values of single sets, a few at a time; or the total, if a relic is unknown."""
    asked = asked_values(s)
    if asked:
        values = [Portion(f"{name}:{n}", _set_name(name, int(n)), VP, MOST_VP) for name, n in asked]
        return Filling(answer, T("What a set brings"), values, detail=T("Points of one set, as they are printed."))
    tens, ones = Portion(TENS, T("tens"), VP, most // TEN), Portion(ONES, T("single points"), VP, TEN - 1)
    return Filling(answer, T("Relics at home"), [tens, ones])


def asked_values(s: State) -> list[tuple[str, str]]:
    """The values of sets to ask for next: the first missing ones that the relics need.

    A single relic is asked once, although it is both an equal and a different set.
    """
    missing = _missing(s)
    return [one for one in missing if one != ("different", "1") or ("same", "1") not in missing][:MOST_VALUES]


def _missing(s: State) -> list[tuple[str, str]]:
    step = s.agenda[-1]
    return (missing_values(s, step.seat) if isinstance(step, AskSets) else None) or []


def _set_name(name: str, n: int) -> Words:
    if n == 1:
        return T("a single relic")
    return P("{n} alike", "{n} alike", n) if name == "same" else P("{n} different", "{n} different", n)


def _counted(s: State, amounts: Mapping[str, int]) -> a.CountSets:
    """The points of sets at home, from their values or as a total; while values are missing, only those."""
    step, asked, missing = s.agenda[-1], asked_values(s), _missing(s)
    if not asked or not isinstance(step, AskSets):
        return a.CountSets(TEN * amounts.get(TENS, 0) + amounts.get(ONES, 0))
    scores: Any = {}
    for name, n in missing:
        alone = ("same", "1") in asked and n == "1"
        if alone or (name, n) in asked:
            scores.setdefault(name, {})[n] = amounts.get("same:1" if alone else f"{name}:{n}", 0)
    given = a.CountSets(None, scores=scores)
    if sum(map(len, scores.values())) < len(missing):
        return given
    types = set_types(s, step.seat) or []
    return structs.replace(given, points=best_sets(types, with_values(known_scores(s), given_values(given))))


def _bids_so_far(s: State) -> Words:
    """The bids so far, if they are public; else the value of a crystal (R-KR-21)."""
    known = [(seat, player.bid) for seat, player in s.now.players.items() if player.bid is not None]
    if not known or s.world.options.knows_home:
        return T("Red counts 3, blue 2, white 1.")
    return listed([T("{seat}: {bid}", seat=seat_name(s.world, seat), bid=bid_words(bid)) for seat, bid in known])


def _portions(most: Any, goods: Sequence[str]) -> list[Portion]:
    amounts = most if isinstance(most, Mapping) else {good: getattr(most, good) for good in goods}
    return [Portion(good, COLOUR_WORDS[good], good_icon(good), amounts[good]) for good in goods]


def _carried(answer: a.LoadGoods | a.Raid, name: Words, portions: list[Portion]) -> Filling:
    assert isinstance(answer.slots, Crystals)
    slots = answer.slots.amounts()
    detail = T("slots: {goods}", goods=goods_words(slots))
    return Filling(answer, name, portions, slots=slot_icons(slots), detail=detail)


def _load(s: State, answer: a.LoadGoods) -> Filling:
    """Tracked relics are chosen by name."""
    assert isinstance(answer.max, Goods)
    known = s.world.options.knows_relics
    name = T("From your camp {to}", to=TO[answer.to])
    found = _carried(answer, name, _portions(answer.max, COLOURS if known else (*COLOURS, RELICS)))
    if not known:
        return found
    own = s.now.players[s.now.active or ""].camp.relics
    return structs.replace(found, named=[*map(partial(_named, s), _names(own))], most_named=answer.max.relics)


def _names(relics: Iterable[str]) -> list[str]:
    """Option ids of named relics; unknown ones are numbered."""
    there: Counter[str] = Counter()
    found = []
    for relic in relics:
        there[relic] += 1
        found.append(RELIC + relic if there[relic] == 1 else f"{RELIC}{relic}:{there[relic]}")
    return found


def _relic_of(name: str) -> str:
    return name.removeprefix(RELIC).partition(":")[0]


def _named(s: State, name: str) -> Named:
    w, relic = s.world, _relic_of(name)
    return Named(name, relic_name(w, relic), relic_icon(w, relic), relic_detail(w, relic))


def _declare(s: State, answer: a.Declare) -> Filling:
    """The unknown goods behind the screen (R-KR-80 to R-KR-82)."""
    most = {} if answer.max is UNSET else answer.max
    portions = [] if answer.crystals is UNSET else _portions(most, COLOURS)
    named, detail = [], None
    if answer.relics is not UNSET:
        named = [_named(s, name) for name in _names(_not_elsewhere(s, most[RELICS]))] if most[RELICS] else []
        exact, n = answer.exact is True, most[RELICS]
        detail = P("{n} relic", "{n} relics", n) if exact else P("at most {n} relic", "at most {n} relics", n)
    missions = () if answer.missions is UNSET else answer.missions
    return Filling(
        answer,
        T("What is at home"),
        portions,
        named,
        [Named(MISSION + mission, mission_words(mission), f"mission:{mission}") for mission in missions],
        exact=answer.exact is True,
        detail=detail,
        most_named=most.get(RELICS),
    )


def _not_elsewhere(s: State, most: int) -> list[str]:
    """Relics that no other home has declared, in pack order, so that equal types are adjacent; then up to ``most``
    unknown ones."""
    declared = [relic for player in s.now.players.values() for relic in player.declared.get(RELICS, [])]
    unknown = s.world.unknown[RELICS] - declared.count(UNKNOWN)
    return [*(relic for relic in s.world.relics if relic not in declared), *[UNKNOWN] * min(unknown, most)]


def filled(state: State, template: Answer, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
    """The answer: ``amounts`` by portion (default 0), ``names`` of the chosen ``Named``."""
    crystals = {colour: amounts.get(colour, 0) for colour in COLOURS}
    relics = sorted(_relic_of(name) for name in names if name.startswith(RELIC))
    mission = next((name.removeprefix(MISSION) for name in names if name.startswith(MISSION)), None)
    n = amounts.get(RELICS, 0)
    made = template
    match template:
        case a.Bid():
            made = a.Bid(Crystals(**crystals))
        case a.LoadGoods(to=to):
            named: Any = relics if state.world.options.knows_relics else n
            made = a.LoadGoods(to, a.Load(**crystals, relics=named))
        case a.Raid(camp=camp, to=to):
            made = a.Raid(camp, to, Goods(**crystals, relics=n))
        case a.SpaceGoods():
            made = a.SpaceGoods(Goods(**crystals, relics=n), more=True if MORE in names else UNSET)
        case a.CountSets():
            made = _counted(state, amounts)
        case a.Declare():
            made = a.Declare(
                UNSET if template.crystals is UNSET else Crystals(**crystals),
                UNSET if template.relics is UNSET else relics,
                UNSET if template.mission is UNSET else mission,
            )
    return made


def entered(state: State, template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
    """The inverse of ``filled``; None if ``answer`` does not come from ``template``."""
    goods = (
        answer.goods if isinstance(answer, a.LoadGoods | a.Raid | a.SpaceGoods) else getattr(answer, "crystals", None)
    )
    amounts = goods.amounts() if isinstance(goods, Crystals) else dict.fromkeys(COLOURS, 0)
    relics = getattr(answer if isinstance(answer, a.Declare) else goods, RELICS, None)
    names = _names(relics) if isinstance(relics, list) else []
    if isinstance(relics, int):
        amounts[RELICS] = relics
    if isinstance(answer, a.SpaceGoods) and answer.more is True:
        names.append(MORE)
    if isinstance(answer, a.CountSets):
        amounts = dict(zip((TENS, ONES), divmod(answer.points or 0, TEN), strict=True))
        amounts |= {f"{name}:{n}": vp for (name, n), vp in given_values(answer).items()}
    if isinstance(answer, a.Declare) and isinstance(answer.mission, str):
        names.append(MISSION + answer.mission)
    return (amounts, names) if filled(state, template, amounts, names) == answer else None
