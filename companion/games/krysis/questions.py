"""The open question: prompt, choices, tips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk
from companion.core.instructions import kind
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Words
from companion.games.krysis import answers as a
from companion.games.krysis.answers import SpaceAsk, StolenAsk
from companion.games.krysis.content import RELICS, ROUNDS, TEAM, Alchemist
from companion.games.krysis.forms import asked_values
from companion.games.krysis.rules.abilities import BECOMES
from companion.games.krysis.rules.action import targets
from companion.games.krysis.state import State, camp_at, none, worth
from companion.games.krysis.words import (
    BANK,
    DECKS,
    DESTINATION_ICONS,
    ability_icon,
    ability_words,
    against_words,
    agent_detail,
    agent_icons,
    agent_name,
    agent_tally,
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
    space_name,
)
from companion.scene.presenter import NAMELESS_CHOICES
from companion.scene.scene import Choice, Group, Prompt, Tip

PHASES: Mapping[str, Words] = MappingProxyType(
    {
        "mining": T("Mining"),
        "team": T("Team building"),
        "action": T("Action"),
        "end": T("End of the round"),
    }
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


def _squad_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    hint = P("{n} more to go; two of each star level leave.", "{n} more to go; two of each star level leave.", ask.left)
    return T("{seat}: who stays out of the game?", seat=_asked_seat(s, ask)), hint


def _hand_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    hint = P("{n} more for the first hand.", "{n} more for the first hand.", ask.left)
    return T("{seat}: who comes into the hand?", seat=_asked_seat(s, ask)), hint


def _bid_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    if s.world.options.knows_home:
        return T("{seat}: your bid", seat=_asked_seat(s, ask)), T("Any crystals from your home, or none.")
    first = all(player.bid is None for player in s.now.players.values())
    hint = T("Show your bids at the same time, then say them one by one.") if first else T("All bids are paid.")
    return T("What did {seat} bid?", seat=_asked_seat(s, ask)), hint


def _mine_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    bids = [worth(player.bid or none()) for player in s.now.players.values()]
    hint: Words = T("A free space of level {n}; its goods come into the camp.", n=ask.level)
    if bids.count(worth(s.now.players[ask.who].bid or none())) > 1:
        hint = T("In a tie, the miner that is ahead goes first.")
    return T("{seat}: where does the miner go?", seat=_asked_seat(s, ask)), hint


def _goods_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    space, look = space_name(s.world, ask.space), T("Look at the board and count.")
    if ask.group is not UNSET:
        return T(
            "{seat}: what stands behind the question mark on {space}?", seat=_asked_seat(s, ask), space=space
        ), look
    return T("{seat}: what does {space} show?", seat=_asked_seat(s, ask), space=space), look


def _group_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    return T("{seat}: which of them do you take?", seat=_asked_seat(s, ask)), T("From now on the box knows this space.")


def _sets_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    hint = T("Count the sets of relics as your rulebook says.")
    if asked_values(s):
        return T("{seat}: what does each set of relics bring?", seat=_asked_seat(s, ask)), hint
    return T("{seat}: how many points for the relics?", seat=_asked_seat(s, ask)), hint


def _keep_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    return T("{seat}: which relic is kept?", seat=_asked_seat(s, ask)), T("The other one is discarded face up.")


def _agent_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    if s.world.options.knows_agents:
        hint = T("Agent {n} of {team}, face down.", n=ask.n, team=TEAM)
        return T("{seat}: who joins the team?", seat=_asked_seat(s, ask)), hint
    hint = T("Agent {n} of {team}: turn up your cards at the same time.", n=ask.n, team=TEAM)
    return T("Which agent did {seat} play?", seat=_asked_seat(s, ask)), hint


def _turn_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    seat = _asked_seat(s, ask)
    if ask.acted is not None:
        return T("{seat}: use an ability", seat=seat), T("What is left of the abilities must be used.")
    weaker = bool(targets(s, ask.who))
    hint = T("Camps lit green can be raided.") if weaker else T("No camp has a weaker defence.")
    return T("{seat}: load, raid or overtime?", seat=seat), hint


def _spy_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    hint = T("It looks at the relics of {camp}.", camp=seat_name(s.world, ask.camp))
    return T("{seat}: which relic does the spy take?", seat=_asked_seat(s, ask)), hint


def _deck_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    hint = P("{n} agent still to draw.", "{n} agents still to draw, one by one.", ask.left)
    return T("{seat}: draw from which deck?", seat=_asked_seat(s, ask)), hint


def _home_prompt(s: State, ask: Any) -> tuple[Words, Words]:
    return T("{seat}: what is at home?", seat=_asked_seat(s, ask)), T(
        "Put everything from behind your screen on the table."
    )


_PROMPTS: Mapping[str, Callable[[State, Any], tuple[Words, Words]]] = MappingProxyType(
    {
        "squad": _squad_prompt,
        "hand": _hand_prompt,
        "bid": _bid_prompt,
        "mine": _mine_prompt,
        "goods": _goods_prompt,
        "group": _group_prompt,
        "sets": _sets_prompt,
        "keep": _keep_prompt,
        "agent": _agent_prompt,
        "turn": _turn_prompt,
        "spy": _spy_prompt,
        "deck": _deck_prompt,
        "home": _home_prompt,
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
    if answer.space in s.world.missing:
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
        **NAMELESS_CHOICES,
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
