"""The open question: prompt, choices, forms, tips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk
from companion.core.instructions import kind
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Words, listed
from companion.games.krysis import answers as a
from companion.games.krysis.answers import SpaceAsk, StolenAsk
from companion.games.krysis.content import COLOURS, RELICS, ROUNDS, TEAM, Alchemist, Crystals, Goods
from companion.games.krysis.rules.action import packed, targets
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
from companion.games.krysis.state import State, camp_at, none, worth
from companion.games.krysis.words import (
    BANK,
    COLOUR_WORDS,
    DECKS,
    DESTINATION_ICONS,
    TO,
    VP,
    ability_icon,
    ability_words,
    against_words,
    agent_detail,
    agent_icons,
    agent_name,
    agent_tally,
    bid_words,
    exchange_words,
    good_icon,
    goods_icons,
    goods_of,
    goods_words,
    miner_icon,
    mission_words,
    points,
    relic_detail,
    relic_icon,
    relic_name,
    relic_tally,
    seat_icon,
    seat_name,
    set_icon,
    slot_icons,
    space_name,
)
from companion.scene.presenter import NAMELESS_CHOICES
from companion.scene.scene import Choice, Filling, Group, Named, Portion, Prompt, Tip

# Forms: bids, loads, declarations; and the answers they produce.

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
            found.append(_load_form(s, answer))
        elif isinstance(answer, a.Raid):
            name = T("From {seat} {to}", seat=seat_name(s.world, answer.camp), to=TO[answer.to])
            raid = _carried(s, answer, name, s.now.players[answer.camp].camp.count())
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


def _carried(
    s: State, answer: a.LoadGoods | a.Raid, name: Words, there: Mapping[str, int], relics: Sequence[str] | None = None
) -> Filling:
    """What a team carries away from ``there``; ``relics`` if they are chosen by name. It begins with what fits best.

    R-KR-43: hands lay it on the cards first.
    """
    assert isinstance(answer.slots, Crystals)
    assert isinstance(answer.max, Goods)
    slots = answer.slots.amounts()
    best = packed(s, s.now.active or "", there, bank=answer.to == "bank")
    form = Filling(
        answer,
        name,
        _portions(answer.max, (*COLOURS, RELICS) if relics is None else COLOURS),
        slots=slot_icons(slots),
        detail=T("Lay the goods on the cards first; slots: {goods}", goods=goods_words(slots)),
        start=(best, ()),
        unused=T("Nothing is taken, although something can be carried") if any(best.values()) else None,
    )
    if relics is None:
        return form
    chosen = _names(_best_relics(s, relics, best[RELICS]) if answer.to == "home" else relics[: best[RELICS]])
    named = [*map(partial(_named, s), _names(relics))]
    return structs.replace(form, named=named, most_named=answer.max.relics, start=(best, chosen))


def _best_relics(s: State, relics: Sequence[str], n: int) -> Sequence[str]:
    """The ``n`` relics that make the best sets with those at home, as far as the box knows."""
    home = s.now.players[s.now.active or ""].home
    there = [] if home is None else home.relics

    def value(chosen: Sequence[str]) -> int:
        types = [s.world.relics[relic].set_type for relic in (*there, *chosen) if relic != UNKNOWN]
        return best_sets(types, known_scores(s))

    return max(combinations(relics, n), key=value)


def _load_form(s: State, answer: a.LoadGoods) -> Filling:
    """Tracked relics are chosen by name."""
    camp = s.now.players[s.now.active or ""].camp
    relics = camp.relics if s.world.options.knows_relics else None
    return _carried(s, answer, T("From your camp {to}", to=TO[answer.to]), camp.count(), relics)


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


# The open question: prompt, choices, tips.

PHASES: Mapping[str, Words] = MappingProxyType(
    {"mining": T("Mining"), "team": T("Team building"), "action": T("Action"), "end": T("End of the round")}
)


def prompt(s: State, ask: Ask) -> Prompt:
    """The prompt of the open question."""
    if isinstance(ask, Over):
        return Prompt(chapter(s), *_over_prompt(s), rule=ask.rule)
    title, hint = _question_prompt(s, ask)
    return Prompt(chapter(s), title, hint, ask.rule)


def chapter(state: State) -> Words:
    """The round and its phase."""
    now = state.now
    if now.phase in ("scoring", "over"):
        return T("Final scoring")
    if not now.round:
        return T("Setting up")
    return T("Round {n} of {rounds} · {phase}", n=now.round, rounds=ROUNDS, phase=PHASES[now.phase])


def _question_prompt(s: State, ask: Ask) -> tuple[Words, Words | None]:
    if isinstance(ask, PickAsk):
        return _pick_prompt(s, ask)
    if isinstance(ask, DrawAsk):
        return _draw_prompt(s, ask)
    assert isinstance(ask, ChooseAsk)
    title, hint = _PROMPTS[ask.choice](s, ask)
    return title, hint


def _pick_prompt(s: State, ask: PickAsk) -> tuple[Words, Words | None]:
    if isinstance(ask, SpaceAsk):
        hint = T("Draw the miners without looking.")
        return T("Whose miner is drawn for start space {space}?", space=ask.space), hint
    assert isinstance(ask, StolenAsk)
    camp = seat_name(s.world, ask.camp)
    hint = P("{n} relic still to take, without looking.", "{n} relics still to take, without looking.", ask.left)
    return T("{seat}: which relic of {camp} is taken?", seat=_asked_seat(s, ask), camp=camp), hint


def _draw_prompt(s: State, ask: DrawAsk) -> tuple[Words, Words | None]:
    seat, deck = _asked_seat(s, ask), kind(ask.deck)
    if deck == RELICS:
        hint = None if s.now.phase == "setup" else T("You draw two and keep one.")
        return T("{seat}: which relic is drawn?", seat=seat), hint
    if deck == "missions":
        return T("{seat}: which mission is dealt?", seat=seat), None
    if deck == "fighters":
        return T("{seat}: which fighter is drawn?", seat=seat), None
    return T("{seat}: which transporter is drawn?", seat=seat), None


def _asked_seat(s: State, ask: Ask) -> Words:
    return seat_name(s.world, ask.who or "")


def _asks(
    title: Callable[[Words], Words], hint: Words | Callable[[State, Any], Words]
) -> Callable[[State, Any], tuple[Words, Words]]:
    """A prompt whose title is for the seat that is asked."""
    return lambda s, ask: (title(_asked_seat(s, ask)), hint(s, ask) if callable(hint) else hint)


def _mine_hint(s: State, ask: Any) -> Words:
    bids = [worth(player.bid or none()) for player in s.now.players.values()]
    if bids.count(worth(s.now.players[ask.who].bid or none())) > 1:
        return T("In a tie, the miner that is ahead goes first.")
    return T("A free space of level {n}; its goods come into the camp.", n=ask.level)


def _bid_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    if s.world.options.knows_home:
        return T("{seat}: your bid", seat=_asked_seat(s, ask)), T("Any crystals from your home, or none.")
    first = all(player.bid is None for player in s.now.players.values())
    hint = T("You have opened your hands: say the bids one by one.") if first else T("All bids are paid.")
    return T("What did {seat} bid?", seat=_asked_seat(s, ask)), hint


def _goods_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    space, look = space_name(s.world, ask.space), T("Look at the board and count.")
    if ask.group is not UNSET:
        return T(
            "{seat}: what stands behind the question mark on {space}?", seat=_asked_seat(s, ask), space=space
        ), look
    return T("{seat}: what does {space} show?", seat=_asked_seat(s, ask), space=space), look


def _sets_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    hint = T("Count the sets of relics as your rulebook says.")
    if asked_values(s):
        return T("{seat}: what does each set of relics bring?", seat=_asked_seat(s, ask)), hint
    return T("{seat}: how many points for the relics?", seat=_asked_seat(s, ask)), hint


def _agent_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    if s.world.options.knows_agents:
        hint = T("Agent {n} of {team}, face down.", n=ask.n, team=TEAM)
        return T("{seat}: who joins the team?", seat=_asked_seat(s, ask)), hint
    hint = T("Agent {n} of {team}: all have been turned up.", n=ask.n, team=TEAM)
    return T("Which agent did {seat} play?", seat=_asked_seat(s, ask)), hint


def _turn_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    seat = _asked_seat(s, ask)
    if ask.acted is not None:
        return T("{seat}: use an ability", seat=seat), T("What is left of the abilities must be used.")
    hint = T("Camps lit green can be raided.") if targets(s, ask.who) else T("No camp has a weaker defence.")
    return T("{seat}: load, raid or overtime?", seat=seat), hint


_PROMPTS: Mapping[str, Callable[[State, Any], tuple[Words, Words]]] = MappingProxyType(
    {
        "squad": _asks(
            lambda seat: T("{seat}: who stays out of the game?", seat=seat),
            lambda s, ask: P(
                "{n} more to go; two of each star level leave.",
                "{n} more to go; two of each star level leave.",
                ask.left,
            ),
        ),
        "hand": _asks(
            lambda seat: T("{seat}: who comes into the hand?", seat=seat),
            lambda s, ask: P("{n} more for the first hand.", "{n} more for the first hand.", ask.left),
        ),
        "bid": _bid_prompt,
        "mine": _asks(lambda seat: T("{seat}: where does the miner go?", seat=seat), _mine_hint),
        "goods": _goods_prompt,
        "group": _asks(
            lambda seat: T("{seat}: which of them do you take?", seat=seat), T("From now on the box knows this space.")
        ),
        "sets": _sets_prompt,
        "keep": _asks(
            lambda seat: T("{seat}: which relic is kept?", seat=seat), T("The other one is discarded face up.")
        ),
        "agent": _agent_prompt,
        "turn": _turn_prompt,
        "spy": _asks(
            lambda seat: T("{seat}: which relic does the spy take?", seat=seat),
            lambda s, ask: T("It looks at the relics of {camp}.", camp=seat_name(s.world, ask.camp)),
        ),
        "deck": _asks(
            lambda seat: T("{seat}: draw from which deck?", seat=seat),
            lambda s, ask: P("{n} agent still to draw.", "{n} agents still to draw, one by one.", ask.left),
        ),
        "home": _asks(
            lambda seat: T("{seat}: what is at home?", seat=seat),
            T("Put everything from behind your screen on the table."),
        ),
    }
)
"""Title and hint of each decision."""


def _over_prompt(s: State) -> tuple[Words, Words]:
    result = s.now.result
    assert result is not None
    winner = result["winner"]
    title = T("{seat} has won", seat=seat_name(s.world, winner))
    total = points(result["scores"][winner]["total"])
    if result["rule"] == "R-KR-84":
        return title, T("With {points}, like others, but with the miner ahead.", points=total)
    return title, T("With {points}.", points=total)


# The choices: one for each answer, with its effect.


FEW = 9
"""Up to this many answers get a button each."""
USE, LOAD, RAID, OVERTIME, ABILITY = "use", "load", "raid", "overtime", "ability"


FORMS = (a.Bid, a.Declare, a.SpaceGoods, a.CountSets)
"""Answers whose form opens directly."""


def choices(s: State, ask: Ask, answers: Sequence[Answer]) -> list[Choice]:
    """A choice for each of ``answers``, except those that are only forms, such as bids and homes."""
    shown = [answer for answer in answers if not isinstance(answer, FORMS)]
    shown.sort(key=lambda one: _rank(s, one))
    n, relics = len(shown), sum(isinstance(one, a.Use) for one in shown)
    groups = [_group(s, one, relics if isinstance(one, a.Use) else n) for one in shown]
    found = [structs.replace(_MAKERS[type(one)](s, one), group=at) for one, at in zip(shown, groups, strict=True)]
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


def _agent(s: State, answer: Answer, agent: str) -> Choice:
    w = s.world
    icons, tally = agent_icons(w, agent), agent_tally(w, agent)
    if tally:
        icons = [icon for icon in icons if not icon.startswith("star:")]
    return Choice(answer, agent_name(w, agent), agent_detail(w, agent), icons, tally=tally)


def _relic(s: State, answer: Answer, relic: str) -> Choice:
    w = s.world
    icons = [relic_icon(w, relic), set_icon(w, relic)]
    return Choice(answer, relic_name(w, relic), relic_detail(w, relic), icons, tally=relic_tally(w, relic))


def _draw(s: State, answer: Draw) -> Choice:
    if answer.deck == RELICS:
        return _relic(s, answer, answer.card)
    if answer.deck == "missions":
        return Choice(answer, mission_words(answer.card), None, [f"mission:{answer.card}"])
    return _agent(s, answer, answer.card)


def _pick(s: State, answer: Pick) -> Choice:
    if answer.what == "miner":
        return Choice(answer, seat_name(s.world, str(answer.one)), None, [miner_icon(s.world, str(answer.one))])
    return _relic(s, answer, str(answer.one))


def _mine(s: State, answer: a.Mine) -> Choice:
    if answer.space in s.world.missing:
        name, ask = space_name(s.world, answer.space), T("then say what it shows")
        return Choice(answer, name, ask, [], spot=f"space:{answer.space}")
    goods = goods_of(s.world.spaces[answer.space].options[answer.option])
    label = T("{space}: {goods}", space=space_name(s.world, answer.space), goods=goods_words(goods))
    return Choice(answer, label, None, goods_icons(goods), spot=f"space:{answer.space}")


def _goods(answer: Answer, goods: Mapping[str, int]) -> Choice:
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


_MAKERS: Mapping[type[Answer], Callable[[State, Any], Choice]] = MappingProxyType(
    {
        **NAMELESS_CHOICES,
        Draw: _draw,
        Pick: _pick,
        **dict.fromkeys((a.Discard, a.Take, a.Play), lambda s, answer: _agent(s, answer, answer.agent)),
        a.Mine: _mine,
        a.TakeGroup: lambda s, answer: _goods(answer, goods_of(answer.goods)),
        **dict.fromkeys((a.Keep, a.Use, a.Steal), lambda s, answer: _relic(s, answer, answer.relic)),
        a.UseAbility: _ability,
        a.LoadGoods: _load,
        a.Raid: _raid,
        a.Overtime: lambda s, answer: _goods(answer, answer.crystals.amounts()),
        a.ChooseDeck: _deck,
    }
)


# Tips for a first game.


AT_QUESTIONS: dict[str, tuple[Tip, ...]] = {
    "bid": (
        Tip("bid", T("Red counts 3, blue 2, white 1. Every bid is paid, also the lowest one."), "primary"),
        Tip("seats", T("Here are the players' boards: camp, points and team."), "about:players"),
    ),
    "mine": (Tip("mine", T("Tap a space. Those farther ahead bring less, but win ties."), "mine"),),
    "agent": (
        Tip("agent", T("Three agents make a team: fast ones act first, fighters raid, transporters carry."), "play"),
    ),
    "turn": (
        Tip(
            "load",
            T("What stays in the camp at the end counts nothing: carry it home, or to the bank for 2 VP each."),
            "load",
        ),
        Tip("raid", T("A camp that is lit green has a weaker defence: tap it to raid it."), "raid"),
        Tip("rest", T("Rest a finger on a camp: it says what can be won there, and what can go wrong."), "raid"),
        Tip("overtime", T("Overtime keeps the team here; it defends the camp for the rest of the round."), "overtime"),
        Tip("use", T("A relic that is turned up helps this turn and is then discarded."), "use"),
    ),
    "home": (
        Tip("home", T("Say what is behind your screen; the companion finds the best sets of relics."), "primary"),
    ),
}
"""Tips by decision."""


def tips(ask: Ask) -> list[Tip]:
    """The tips for this question."""
    return list(AT_QUESTIONS.get(ask.choice, ())) if isinstance(ask, ChooseAsk) else []
