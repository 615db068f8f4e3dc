"""Answers as short lines, for the log and the undo list; and cards to show.

They never contain private information (R-GEN-06).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import UNSET

from companion.core.answers import Answer, Draw, DrawUnknown, Pick
from companion.core.instructions import split
from companion.core.piles import NOT_KNOWN
from companion.core.texts import T, Words, listed
from companion.games.krysis import answers as a
from companion.games.krysis.content.pack_data import Alchemist
from companion.games.krysis.presenter.questions.choices import exchange_words
from companion.games.krysis.presenter.words.labels import (
    DECKS,
    TO,
    ability_words,
    agent_name,
    bid_words,
    goods_of,
    goods_words,
    mission_words,
    points,
    relic_card,
    relic_name,
    seat_name,
    space_name,
)
from companion.games.krysis.state import State
from companion.games.krysis.words import RELICS
from companion.scene.scene import Card


def describe(s: State, answer: Answer) -> Words:
    """An answer as a short line."""
    return _WORDS[type(answer)](s, answer)


def outcome(s: State, answer: Answer) -> Words:
    """A chance outcome, for those who may see it."""
    w = s.world
    if isinstance(answer, Pick):
        return seat_name(w, str(answer.one)) if answer.what == "miner" else relic_name(w, str(answer.one))
    if isinstance(answer, Draw):
        if answer.deck == RELICS:
            return relic_name(w, answer.card)
        return mission_words(answer.card) if answer.deck == "missions" else agent_name(w, answer.card)
    return NOT_KNOWN if isinstance(answer, DrawUnknown) else describe(s, answer)


def card(s: State, answer: Answer) -> Card | None:
    """A relic that was turned up; nothing else is public."""
    if not isinstance(answer, a.Use):
        return None
    owner = next((seat for seat, player in s.now.players.items() if answer.relic in player.up), None)
    heading = None if owner is None else T("Turned up by {seat}", seat=seat_name(s.world, owner))
    return relic_card(s.world, answer.relic, heading)


def _draw(s: State, answer: Draw | DrawUnknown) -> Words:
    kind, seat = split(answer.deck)
    if not seat:
        return T("A mission is dealt") if kind == "missions" else T("A relic is drawn")
    return T("{seat} draws: {deck}", seat=seat_name(s.world, seat), deck=DECKS[kind])


def _pick(s: State, answer: Pick) -> Words:
    if answer.what == "miner":
        return T("Miner drawn: {seat}", seat=seat_name(s.world, str(answer.one)))
    return T("A relic is stolen at random")


def _bid(s: State, answer: a.Bid) -> Words:
    if s.world.options.knows_home or answer.crystals is None:
        return T("A bid behind the screen")
    return T("Bid: {bid}", bid=bid_words(answer.crystals.amounts()))


def _play(s: State, answer: a.Play) -> Words:
    """By name once the agent is revealed."""
    seat = s.world.seat_of_company.get(s.world.company_of_agent.get(answer.agent, ""))
    player = None if seat is None else s.now.players[seat]
    public = player is not None and answer.agent in (*player.team, *player.discard)
    if public or not s.world.options.knows_agents:
        return T("Team: {agent}", agent=agent_name(s.world, answer.agent))
    return T("An agent is played face down")


def _mine(s: State, answer: a.Mine) -> Words:
    if answer.space in s.world.untold:
        return space_name(s.world, answer.space)
    goods = goods_words(goods_of(s.world.spaces[answer.space].options[answer.option]))
    return T("{space}: {goods}", space=space_name(s.world, answer.space), goods=goods)


def _load(s: State, answer: a.LoadGoods) -> Words:
    return T("Load {to}: {goods}", to=TO[answer.to], goods=goods_words(_carried(answer.goods)))


def _raid(s: State, answer: a.Raid) -> Words:
    camp = seat_name(s.world, answer.camp)
    return T("Raid {seat}, {to}: {goods}", seat=camp, to=TO[answer.to], goods=goods_words(_carried(answer.goods)))


def _count_sets(s: State, answer: a.CountSets) -> Words:
    if answer.points is None:
        return T("What sets of relics bring has been said")
    return T("Relics at home: {points}", points=points(answer.points))


def _carried(goods: a.Load | a.Booty | None) -> dict[str, int]:
    """Amounts; of relics only the number."""
    if goods is None:
        return {}
    n = goods.relics if isinstance(goods.relics, int) else len(goods.relics)
    return {**goods.amounts(), RELICS: n}


def _ability(s: State, answer: a.UseAbility) -> Words:
    ability = s.world.agents[answer.agent].ability
    if ability is None:
        return agent_name(s.world, answer.agent)
    if isinstance(ability, Alchemist):
        return T("{ability}: {what}", ability=ability_words(ability), what=exchange_words(answer))
    if isinstance(answer.from_, str):
        camp = seat_name(s.world, answer.from_)
        return T("{ability}, out of the camp of {seat}", ability=ability_words(ability), seat=camp)
    return ability_words(ability)


def _declare(s: State, answer: a.Declare) -> Words:
    parts: list[Words] = []
    if isinstance(answer.crystals, a.Crystals):
        parts.append(goods_words(answer.crystals.amounts()))
    if isinstance(answer.relics, list) and answer.relics:
        parts += [relic_name(s.world, relic) for relic in answer.relics]
    if answer.mission is not UNSET and answer.mission is not None:
        parts.append(mission_words(answer.mission))
    return T("At home: {what}", what=listed(parts) if parts else T("nothing"))


def _says(words: Words) -> Callable[[State, Any], Words]:
    return lambda s, answer: words


_WORDS: Mapping[type[Answer], Callable[[State, Any], Words]] = MappingProxyType(
    {
        Draw: _draw,
        DrawUnknown: _draw,
        Pick: _pick,
        a.Discard: _says(T("An agent stays out of the game")),
        a.Take: _says(T("An agent comes into the hand")),
        a.Bid: _bid,
        a.Mine: _mine,
        a.Keep: _says(T("A relic is kept")),
        a.Play: _play,
        a.Use: lambda s, answer: T("Turned up: {relic}", relic=relic_name(s.world, answer.relic)),
        a.UseAbility: _ability,
        a.LoadGoods: _load,
        a.Raid: _raid,
        a.Overtime: lambda s, answer: T("Overtime: {goods}", goods=goods_words(answer.crystals.amounts())),
        a.Steal: _says(T("The spy takes a relic")),
        a.ChooseDeck: lambda s, answer: T("Draw from: {deck}", deck=DECKS[answer.deck]),
        a.Declare: _declare,
        a.Shown: lambda s, answer: T("It shows: {goods}", goods=goods_words(_carried(answer.goods))),
        a.TakeGroup: lambda s, answer: T("Taken: {goods}", goods=goods_words(_carried(answer.goods))),
        a.CountSets: _count_sets,
    }
)
