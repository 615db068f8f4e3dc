"""The open question: prompt, choices, forms, tips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, DrawUnknown, Pick
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk
from companion.core.effects import ChoosePerson
from companion.core.instructions import ident, kind, split
from companion.core.piles import NOT_KNOWN, UNKNOWN
from companion.core.setup import once
from companion.core.texts import P, T, Words, listed
from companion.games.krysis import answers as a
from companion.games.krysis.answers import AgentAsk, TurnAsk
from companion.games.krysis.content import COLOURS, RELICS, ROUNDS, TEAM, Alchemist, Crystals, Goods, sentence
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
from companion.games.krysis.state import KrysisWorld, State, camp_at, none, unsure, worth
from companion.games.krysis.words import (
    BANK,
    COLOUR_WORDS,
    DECKS,
    GAME_WORDS,
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
    mission_icon,
    mission_words,
    points,
    relic_card,
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
from companion.scene.presenter import Presenter, QuestionText
from companion.scene.scene import Card, Choice, Filling, Group, Named, Piece, Portion, Tip

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
        detail=T("Lay the goods on the cards first: what fits comes along.")
        if unsure(s, s.now.active or "")
        else T("Lay the goods on the cards first; slots: {goods}", goods=goods_words(slots)),
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
        [
            Named(
                MISSION + one, DrawUnknown.label if one == UNKNOWN else mission_words(s.world, one), mission_icon(one)
            )
            for one in missions
        ],
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


# What fills the blanks of answers and asks, and how answers look as choices.

WAYS: Final[Mapping[tuple[type[Answer], str], tuple[Words, Words]]] = {
    (a.LoadGoods, "home"): (T("Load home"), T("safe, and counted at the end")),
    (a.LoadGoods, "bank"): (T("Load to the bank"), T("2 VP for each, at once")),
    (a.Raid, "home"): (T("Take it home"), T("the team leaves")),
    (a.Raid, "bank"): (T("Take it to the bank"), T("2 VP for each; the team leaves")),
    (a.Raid, "camp"): (T("Take it into your camp"), T("the team stays and defends")),
}
"""What is done with goods and what it brings, by destination."""


def goods_of_answer(w: KrysisWorld, answer: Answer) -> dict[str, int] | None:
    """The goods an answer is about, of relics only the number; None if the box does not know them."""
    if isinstance(answer, a.Mine):
        return None if answer.space in w.missing else goods_of(w.spaces[answer.space].options[answer.option])
    if isinstance(answer, a.Overtime):
        return answer.crystals.amounts()
    goods = getattr(answer, "goods", None)
    return {} if goods is None else goods.count()


def _goods(s: State, answer: Answer) -> Words | None:
    goods = goods_of_answer(s.world, answer)
    return None if goods is None else goods_words(goods)


def _bid(s: State, answer: a.Bid) -> Words | None:
    return None if answer.crystals is None else bid_words(answer.crystals.amounts())


def _ability(s: State, answer: a.UseAbility) -> Words | None:
    ability = s.world.agents[answer.agent].ability
    if ability is None:
        return sentence(s.world.agents[answer.agent].effects)
    return ability_words(ability)


def _exchange(s: State, answer: a.UseAbility) -> Words | None:
    return exchange_words(answer) if isinstance(s.world.agents[answer.agent].ability, Alchemist) else None


def _camp_of(s: State, answer: a.UseAbility) -> Words | None:
    return seat_name(s.world, answer.from_) if isinstance(answer.from_, str) else None


def _in_camp(s: State, answer: a.UseAbility) -> Words | None:
    there = s.now.players[answer.from_].camp.count() if isinstance(answer.from_, str) else None
    return None if there is None else goods_words(there)


def _declared(s: State, answer: a.Declare) -> Words:
    parts: list[Words] = []
    if isinstance(answer.crystals, Crystals):
        parts.append(goods_words(answer.crystals.amounts()))
    if isinstance(answer.relics, list) and answer.relics:
        parts += [relic_name(s.world, relic) for relic in answer.relics]
    if answer.mission is not UNSET and answer.mission is not None:
        parts.append(mission_words(s.world, answer.mission))
    return listed(parts) if parts else T("nothing")


def _in_deck(s: State, answer: a.ChooseDeck) -> int:
    return len(s.now.players[s.agenda[-1].ask(s).who or ""].deck(answer.deck))


BLANKS: Final[Mapping[Any, Callable[[State, Any], Words | None]]] = {
    "agent": lambda s, said: agent_name(s.world, said.agent),
    "revealed": lambda s, said: None if said.agent is None else agent_name(s.world, said.agent),
    "relic": lambda s, said: relic_name(s.world, said.relic),
    "mission": lambda s, said: mission_words(s.world, said.mission),
    "space": lambda s, said: space_name(s.world, said.space),
    "camp": lambda s, said: seat_name(s.world, said.camp),
    "seat": lambda s, said: seat_name(s.world, said.who or ""),
    "deck": lambda s, said: DECKS[said.deck],
    "to": lambda s, said: TO[said.to],
    "way": lambda s, said: WAYS[type(said), said.to][0],
    "brings": lambda s, said: WAYS[type(said), said.to][1],
    "n": lambda s, said: said.left,
    "goods": _goods,
    "bid": _bid,
    "ability": _ability,
    (a.Raid, "seat"): lambda s, said: seat_name(s.world, said.camp),
    (a.UseAbility, "seat"): _camp_of,
    (a.UseAbility, "what"): _exchange,
    (a.UseAbility, "goods"): _in_camp,
    (a.UseAbility, "user"): lambda s, said: None if _exchange(s, said) else agent_name(s.world, said.agent),
    (a.Declare, "what"): _declared,
    (a.CountSets, "points"): lambda s, said: None if said.points is None else points(said.points),
    (a.ChooseDeck, "n"): _in_deck,
    (a.SpaceAsk, "space"): lambda s, said: said.space,
    (a.AgentAsk, "n"): lambda s, said: said.n,
    (a.LevelAsk, "n"): lambda s, said: said.level,
    (a.AgentAsk, "team"): lambda s, said: TEAM,
}
"""What fills the blanks of texts, by name; by answer or ask and name where they differ."""


AGENTS, RELICS_CHOSEN, GOODS_TAKEN = (
    (a.Play, a.Discard, a.Take),
    (a.Keep, a.Use, a.Steal),
    (a.Mine, a.TakeGroup, a.Overtime),
)
DRAWN = (Draw, Pick)
"""Answers by what they choose."""


def _card_of(answer: Answer) -> tuple[str, str] | None:
    """The kind and id of the card that an answer shows."""
    if isinstance(answer, Draw):
        return {RELICS: "relic", "missions": "mission"}.get(answer.deck, "agent"), answer.card
    if isinstance(answer, Pick):
        return answer.what, str(answer.one)
    if isinstance(answer, RELICS_CHOSEN):
        return "relic", answer.relic
    if isinstance(answer, a.NameMission):
        return "mission", answer.mission
    return ("agent", answer.agent) if isinstance(answer, AGENTS) else None


_CARD_NAMES: Final[Mapping[str, Callable[[KrysisWorld, str], Words]]] = {
    "relic": relic_name,
    "agent": agent_name,
    "miner": seat_name,
    "mission": mission_words,
}


@once
def _agent_looks(w: KrysisWorld, agent: str) -> tuple[Words | None, list[str], list[Piece]]:
    icons, tally = agent_icons(w, agent), agent_tally(w, agent)
    return agent_detail(w, agent), [one for one in icons if not (tally and one.startswith("star:"))], tally


_CARD_LOOKS: Final[Mapping[str, Callable[[KrysisWorld, str], tuple[Words | None, list[str], list[Piece]]]]] = (
    {
            "relic": lambda w, relic: (
                relic_detail(w, relic), [relic_icon(w, relic), set_icon(w, relic)], relic_tally(w, relic),
            ),
            "agent": _agent_looks,
            "miner": lambda w, seat: (None, [miner_icon(w, seat)], []),
            "mission": lambda w, mission: (None, [mission_icon(mission)], []),
        }
)  # fmt: skip
"""Detail, icons and figures of a card that can be chosen."""


# The open question: prompt, choices, tips.

PHASES: Mapping[str, Words] = {
    "mining": T("Mining"),
    "team": T("Team building"),
    "action": T("Action"),
    "end": T("End of the round"),
}


FEW = 9
"""Up to this many answers get a button each."""
FORMS = (a.Bid, a.Declare, a.SpaceGoods, a.CountSets)
"""Answers whose form opens directly."""


NEW: Final[Mapping[Any, Words]] = {
    ("agent", UNKNOWN): DrawUnknown.label,
    ("mission", UNKNOWN): DrawUnknown.label,
    ("relic", UNKNOWN): T("Turn up a relic that is new"),
}
"""Cards that can be told where the board is not whole."""


class KrysisQuestions(Presenter[State]):
    """The open question, its choices with their groups, and answers in words."""

    filled = staticmethod(filled)
    entered = staticmethod(entered)

    words = GAME_WORDS
    blanks = BLANKS
    says_effects = True

    def word(self, state: State, name: str) -> Words:
        """The name of a thing; a seat is called as its company is, if it has that name."""
        return seat_name(state.world, ident(name)) if name.startswith("seat:") else super().word(state, name)

    def icon(self, state: State, name: str) -> str:
        """The icon of a thing; a deck looks like its agents."""
        sort, deck = split(name)
        return f"agent:{deck.removesuffix('s')}" if sort == "deck" else name

    def label(self, state: State, answer: Answer) -> Words:
        """The text of an answer's button; for chance, what has come."""
        if isinstance(answer, ChoosePerson):
            return seat_name(state.world, answer.seat)
        if (
            not state.world.pack.whole
            and isinstance(answer, a.Play | a.Use | a.NameMission)
            and _card_of(answer) in NEW
        ):
            return NEW[_card_of(answer)]
        return self.outcome(state, answer) if isinstance(answer, DRAWN) else super().label(state, answer)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer as a short line, without anything private."""
        if isinstance(answer, Draw | DrawUnknown):
            sort, seat = split(answer.deck)
            if seat:
                return T("{seat} draws: {deck}", seat=seat_name(state.world, seat), deck=DECKS[sort])
            return T("A mission is dealt") if sort == "missions" else T("A relic is drawn")
        if isinstance(answer, Pick):
            if answer.what == "miner":
                return T("Miner drawn: {seat}", seat=seat_name(state.world, str(answer.one)))
            return T("A relic is stolen at random")
        return super().describe(state, answer)

    def outcome(self, state: State, answer: Answer) -> Words:
        """A chance outcome, for those who may see it."""
        there = _card_of(answer)
        if isinstance(answer, Draw | Pick) and there is not None:
            return _CARD_NAMES[there[0]](state.world, there[1])
        return NOT_KNOWN if isinstance(answer, DrawUnknown) else self.describe(state, answer)

    def card(self, state: State, answer: Answer) -> Card | None:
        """A relic that was turned up; nothing else is public."""
        if not isinstance(answer, a.Use):
            return None
        owner = next((seat for seat, player in state.now.players.items() if answer.relic in player.up), None)
        heading = None if owner is None else T("Turned up by {seat}", seat=seat_name(state.world, owner))
        return relic_card(state.world, answer.relic, heading)

    def choice(self, state: State, answer: Answer) -> Choice:
        """An answer as a choice, with what its card or goods show and where it is on the table."""
        w, found = state.world, super().choice(state, answer)
        there = _card_of(answer)
        if there is not None:
            detail, icons, tally = _CARD_LOOKS[there[0]](w, there[1])
            return structs.replace(found, detail=detail, icons=icons, tally=tally)
        if isinstance(answer, a.UseAbility):
            ability = w.agents[answer.agent].ability
            return structs.replace(found, icons=[] if ability is None else [ability_icon(ability)])
        if isinstance(answer, a.LoadGoods):
            return structs.replace(found, spot=camp_at(state.now.active or ""))
        if not isinstance(answer, GOODS_TAKEN):
            return found
        goods = goods_of_answer(w, answer)
        asked = T("then say what it shows") if goods is None else None
        return structs.replace(found, detail=asked, icons=goods_icons(goods or {}))

    def chapter(self, state: State) -> Words:
        """The round and its phase."""
        now = state.now
        if now.phase in ("scoring", "over"):
            return T("Final scoring")
        if not now.round:
            return T("Setting up")
        return T("Round {n} of {rounds} · {phase}", n=now.round, rounds=ROUNDS, phase=PHASES[now.phase])

    def _question_text(self, state: State, ask: Ask) -> QuestionText:
        return QUESTIONS[_which(state, ask)]

    def _hint(self, state: State, ask: Ask) -> Words | None:
        """At the end, the points of the winner."""
        if not isinstance(ask, Over):
            return None
        total = points(ask.result["scores"][ask.result["winner"]]["total"])
        if ask.rule == "R-KR-84":
            return T("With {points}, like others, but with the miner ahead.", points=total)
        return T("With {points}.", points=total)

    def choices(self, state: State, legal: Sequence[Answer]) -> list[Choice]:
        """A choice for each answer, except those that are only forms, such as bids and homes."""
        shown = sorted((one for one in legal if not isinstance(one, FORMS)), key=lambda one: _first(state, one))
        n, relics = len(shown), sum(isinstance(one, a.Use) for one in shown)
        found = [self.choice(state, one) for one in shown]
        for at, one in enumerate(shown):
            group = _group(state, one) if (relics if isinstance(one, a.Use) else n) > FEW else None
            found[at] = found[at] if group is None else structs.replace(found[at], group=group)
        return [structs.replace(found[0], primary=True)] if len(found) == 1 else found

    def _group_of(self, state: State, name: str, choices: Sequence[Choice]) -> Group:
        """The button of a group, by its first answer."""
        w, answer = state.world, choices[0].answer
        there = _card_of(answer)
        if name in _BUTTONS:
            return Group(name, *_BUTTONS[name])
        if isinstance(answer, a.Raid):
            label = T("Raid {seat}", seat=seat_name(w, answer.camp))
            return Group(name, label, against_words(state, answer.camp), [seat_icon(w, answer.camp)], on_map=True)
        if isinstance(answer, a.UseAbility):
            ability = w.agents[answer.agent].ability
            if ability is None:
                return Group(name, sentence(w.agents[answer.agent].effects), agent_name(w, answer.agent))
            return Group(name, ability_words(ability), agent_name(w, answer.agent), [ability_icon(ability)])
        if isinstance(answer, Draw | Pick) and there is not None:
            return Group(name, w.word(w.relics[there[1]].set_type), None, [set_icon(w, there[1])])
        return Group(name, DECKS[name], None, [f"agent:{name.removesuffix('s')}"])


def _which(s: State, ask: Ask) -> str:
    """The name of a question in ``QUESTIONS``."""
    name = ask.what if isinstance(ask, PickAsk) else kind(ask.deck) if isinstance(ask, DrawAsk) else ""
    name = ask.choice if isinstance(ask, ChooseAsk) else name
    return _VARIANTS[name](s, ask) if name in _VARIANTS else name


def _agent_question(s: State, ask: AgentAsk) -> str:
    return "agent" if s.world.options.knows_agents else "agent:told"


def _bid_question(s: State, ask: Ask) -> str:
    if s.world.options.knows_home:
        return "bid"
    return "bid:first" if all(player.bid is None for player in s.now.players.values()) else "bid:next"


def _mine_question(s: State, ask: Ask) -> str:
    bids = {seat: worth(player.bid or none()) for seat, player in s.now.players.items()}
    return "mine:tied" if list(bids.values()).count(bids[ask.who or ""]) > 1 else "mine"


def _turn_question(s: State, ask: TurnAsk) -> str:
    if ask.acted is not None:
        return "turn:acted"
    return "turn" if targets(s, ask.who or "") else "turn:strong"


_VARIANTS: Mapping[str, Callable[[State, Any], str]] = {
    "agent": _agent_question,
    "bid": _bid_question,
    "goods": lambda s, ask: "goods" if ask.group is UNSET else "goods:group",
    "mine": _mine_question,
    "order": lambda s, ask: "order:next" if ask.place else "order",
    RELICS: lambda s, ask: f"{RELICS}:first" if s.now.phase == "setup" else RELICS,
    "sets": lambda s, ask: "sets:each" if asked_values(s) else "sets",
    "turn": _turn_question,
}
"""Which question it is, where that depends on the table."""
_COUNT = T("Count the sets of relics as your rulebook says.")
QUESTIONS: Mapping[str, QuestionText] = {
        "miner": QuestionText(
            T("Whose miner is drawn for start space {space}?"), T("Draw the miners without looking."),
        ),
        "relic": QuestionText(
            T("{seat}: which relic of {camp} is taken?"),
            P("{n} relic still to take, without looking.", "{n} relics still to take, without looking.", 1),
        ),
        f"{RELICS}:first": QuestionText(T("{seat}: which relic is drawn?")),
        RELICS: QuestionText(T("{seat}: which relic is drawn?"), T("You draw two and keep one.")),
        "missions": QuestionText(T("{seat}: which mission is dealt?")),
        "mission": QuestionText(T("Which mission did {seat} have?"), T("Turn it over.")),
        "fighters": QuestionText(T("{seat}: which fighter is drawn?")),
        "transporters": QuestionText(T("{seat}: which transporter is drawn?")),
        "squad": QuestionText(
            T("{seat}: who stays out of the game?"),
            P("{n} more to go; two of each star level leave.", "{n} more to go; two of each star level leave.", 1),
        ),
        "hand": QuestionText(
            T("{seat}: who comes into the hand?"),
            P("{n} more for the first hand.", "{n} more for the first hand.", 1),
        ),
        "bid": QuestionText(T("{seat}: your bid"), T("Any crystals from your home, or none.")),
        "bid:first": QuestionText(T("What did {seat} bid?"), T("You have opened your hands: say the bids one by one.")),
        "bid:next": QuestionText(T("What did {seat} bid?"), T("All bids are paid.")),
        "mine": QuestionText(
            T("{seat}: where does the miner go?"), T("A free space of level {n}; its goods come into the camp."),
        ),
        "mine:tied": QuestionText(
            T("{seat}: where does the miner go?"), T("In a tie, the miner that is ahead goes first."),
        ),
        "goods": QuestionText(T("{seat}: what does {space} show?"), T("Look at the board and count.")),
        "goods:group": QuestionText(
            T("{seat}: what stands behind the question mark on {space}?"), T("Look at the board and count."),
        ),
        "group": QuestionText(T("{seat}: which of them do you take?"), T("From now on the box knows this space.")),
        "sets": QuestionText(T("{seat}: how many points for the relics?"), _COUNT),
        "sets:each": QuestionText(T("{seat}: what does each set of relics bring?"), _COUNT),
        "keep": QuestionText(T("{seat}: which relic is kept?"), T("The other one is discarded face up.")),
        "agent": QuestionText(T("{seat}: who joins the team?"), T("Agent {n} of {team}, face down.")),
        "agent:told": QuestionText(
            T("Which agent did {seat} play?"), T("Agent {n} of {team}: all have been turned up."),
        ),
        "turn": QuestionText(T("{seat}: load, raid or overtime?"), T("Camps lit green can be raided.")),
        "turn:strong": QuestionText(T("{seat}: load, raid or overtime?"), T("No camp has a weaker defence.")),
        "turn:acted": QuestionText(T("{seat}: use an ability"), T("What is left of the abilities must be used.")),
        "spy": QuestionText(T("{seat}: which relic does the spy take?"), T("It looks at the relics of {camp}.")),
        "order": QuestionText(
            T("Whose team acts first?"), T("Add up the speeds; in a tie the miner that is ahead goes first."),
        ),
        "order:next": QuestionText(
            T("Whose team acts next?"), T("Add up the speeds; in a tie the miner that is ahead goes first."),
        ),
        "part": QuestionText(T("{seat}: which relic goes?"), T("The card says so.")),
        "person": QuestionText(T("Who is it?"), T("The card says so.")),
        "deck": QuestionText(
            T("{seat}: draw from which deck?"),
            P("{n} agent still to draw.", "{n} agents still to draw, one by one.", 1),
        ),
        "home": QuestionText(T("{seat}: what is at home?"), T("Put everything from behind your screen on the table.")),
    }  # fmt: skip
"""Title and hint of each question; their blanks are filled by the ask (``BLANKS``)."""


def _first(s: State, answer: Answer) -> int:
    """Sort key: overtime with the fewest crystals first, as the most common choice; fighters before transporters."""
    if isinstance(answer, a.Overtime):
        return sum(answer.crystals.amounts().values())
    if isinstance(answer, AGENTS):
        return len(DECKS) if answer.agent == UNKNOWN else [*DECKS].index(s.world.deck_of(answer.agent))
    return 0


def _group(s: State, answer: Answer) -> str | None:
    """The group of a relic or an agent where there are many."""
    if isinstance(answer, a.Use) and answer.relic != UNKNOWN:
        return f"use:{relic_icon(s.world, answer.relic)}"
    if isinstance(answer, AGENTS) and answer.agent != UNKNOWN:
        return s.world.deck_of(answer.agent)
    there = _card_of(answer) if isinstance(answer, Draw | Pick) else None
    relic = there[1] if there is not None and there[0] == "relic" else UNKNOWN
    return f"set:{s.world.relics[relic].set_type}" if relic != UNKNOWN else None


_BUTTONS: Mapping[str, tuple[Words, Words, list[str]]] = {
        "use": (
            T("Turn up a relic"), T("before the action; at most one weapon and one transport"), ["weapon", "transport"],
        ),
        "use:weapon": (T("Turn up a weapon"), T("before the action"), ["weapon"]),
        "use:transport": (T("Turn up a transport"), T("before the action"), ["transport"]),
        "load": (T("Load your camp"), T("home or to the bank"), ["home", "bank"]),
        "overtime": (T("Overtime"), T("crystals worth 6 into your camp"), [BANK]),
    }  # fmt: skip


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
