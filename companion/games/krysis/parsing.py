"""Parses answers of Krysis: form first, then names, before any rule (wire/krysis.md, section 3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import UNSET

from companion.core.answers import (
    Answer,
    Draw,
    DrawUnknown,
    Pick,
    PullUnknown,
    check_fields,
    check_unknown,
    read_answer,
)
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused, inconsistent, known
from companion.core.texts import T
from companion.games.krysis import answers as say
from companion.games.krysis.rules.ending import DeclareHome
from companion.games.krysis.state import State
from companion.games.krysis.words import COLOURS, DECKS, DESTINATIONS, MISSIONS, RELICS
from companion.games.krysis.world import World


def parse(s: State, raw: object) -> Answer:
    """Parse an answer from JSON. Raises ``Refused``: ``malformed`` for its form, ``unknown`` for a name that does not
    exist."""
    answer: say.AnyAnswer | DrawUnknown | PullUnknown = read_answer(raw, say.AnyAnswer)
    if isinstance(answer, DrawUnknown | PullUnknown):
        check_unknown(answer, _decks(s.world), s.world.partial)
        return answer
    _check_form(s, answer)
    _check_names(s, answer)
    return answer


def _check_form(s: State, answer: say.AnyAnswer) -> None:
    """Templates must be filled in, lists sorted without duplicates, and relics named if they are known."""
    say.check_filled(answer)
    if isinstance(answer, Pick) and not isinstance(answer.one, str):
        raise inconsistent("pick")
    if isinstance(answer, say.LoadGoods) and answer.goods is not None:
        relics = answer.goods.relics
        if isinstance(relics, int) == s.world.options.knows_relics:
            raise inconsistent("load")
        _check_list([] if isinstance(relics, int) else relics)
    if isinstance(answer, say.Declare):
        if isinstance(answer.relics, list):
            _check_list(answer.relics)
        top = s.agenda[-1] if s.agenda else None
        given = [name for name in ("crystals", RELICS, "mission") if getattr(answer, name) is not UNSET]
        if isinstance(top, DeclareHome) and given != top.needs(s):
            raise inconsistent("declare")


def _check_list(names: Sequence[str]) -> None:
    named = [name for name in names if name != UNKNOWN]
    if list(names) != sorted(names) or len(set(named)) < len(named):
        raise Refused("malformed", T("A list of names is sorted, and each stands in it once."))


def _decks(w: World) -> Mapping[str, Collection[str]]:
    """The cards of every deck."""
    decks = {f"{deck}:{seat}": w.agents for deck in DECKS for seat in w.seats}
    return {RELICS: w.relics, "missions": MISSIONS, **decks}


def _relics(s: State) -> Collection[str]:
    """The relics, with ``UNKNOWN`` while an unknown one may be outside the deck."""
    players = s.now.players.values()
    if s.world.options.knows_relics:
        homes = [player.home.relics for player in players if player.home is not None]
        there = any(UNKNOWN in pile for player in players for pile in (player.camp.relics, player.drawn, *homes))
    else:
        there = s.world.unknown[RELICS] > 0
    return (*s.world.relics, UNKNOWN) if there else s.world.relics


def _agents(s: State) -> Collection[str]:
    """The agents, with ``UNKNOWN`` while there may be an unknown one."""
    held = [(*player.hand, *player.fighters, *player.transporters) for player in s.now.players.values()]
    if any(UNKNOWN in cards for cards in held) or any(n for table, n in s.world.unknown.items() if table != RELICS):
        return (*s.world.agents, UNKNOWN)
    return s.world.agents


def _check_names(s: State, answer: say.AnyAnswer) -> None:
    w = s.world
    if isinstance(answer, Draw):
        cards = _decks(w)
        known(answer.deck, cards)
        known(answer.card, cards[answer.deck])
    elif isinstance(answer, Pick):
        known(answer.what, ("miner", "relic"))
        known(str(answer.one), w.seats if answer.what == "miner" else _relics(s))
    elif isinstance(answer, say.LoadGoods):
        known(answer.to, DESTINATIONS)
        for relic in answer.goods.relics if answer.goods and isinstance(answer.goods.relics, list) else ():
            known(relic, _relics(s))
    else:
        check_fields(
            answer,
            {
                "agent": _agents(s),
                "relic": _relics(s),
                "relics": _relics(s),
                "space": w.level_of,
                "camp": w.seats,
                "from_": w.seats,
                "to": DESTINATIONS,
                "give": COLOURS,
                "deck": DECKS,
                "mission": MISSIONS,
            },
        )
