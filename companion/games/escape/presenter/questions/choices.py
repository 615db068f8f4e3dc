"""The choices outside the boards: one per answer, with its place and cost.

Counters are tapped on the boards, the ledger in the private view; lines and extra actions have their own parts of the
scene (``Entry``, ``Several``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, Pull
from companion.core.asks import Ask, ChooseAsk
from companion.core.instructions import ident
from companion.core.texts import P, T, Words, listed
from companion.games.escape import answers as a
from companion.games.escape.asks import LineAsk
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.questions.actions import PEOPLE, actions
from companion.games.escape.presenter.questions.actions import group as doing
from companion.games.escape.presenter.words.labels import (
    ASSET_NAMES,
    business_name,
    contact_name,
    disc,
    line_name,
    money,
    piece,
    safe_house_name,
    signs,
    tile_name,
)
from companion.games.escape.state import State
from companion.games.escape.words import ASSET_PRICE, BADGES, CARD_ASSETS, DAYS, LEAST_VALUE, MOST_VALUE
from companion.scene.nameless import CHOICES
from companion.scene.scene import Choice, Entry, Group, Several, Standing

FEW = 9
"""Up to this many chance outcomes get a button each."""
DRAW = "draw"


def choices(s: State, ask: Ask, answers: Sequence[Answer]) -> list[Choice]:
    """The actions of a turn, then a choice for each of ``answers`` without another place on the screen."""
    made = [_MAKERS[type(answer)](s, answer) for answer in answers if _is_here(s, ask, answer)]
    # Actions with contacts come before the many contacts to discard.
    made = actions(s, ask, answers) + sorted(made, key=lambda one: isinstance(one.answer, a.Discard))
    if len(made) > FEW and isinstance(answers[0], Draw):
        return [structs.replace(choice, group=DRAW) for choice in made]
    return made


def _is_here(s: State, ask: Ask, answer: Answer) -> bool:
    """True for answers about the question or the table, False for those on a player's board."""
    if isinstance(answer, a.Escape):
        return answer.seat == ask.who
    if isinstance(answer, a.Discard):
        return answer.card in s.now.contacts.display
    return type(answer) in _MAKERS


def groups(s: State, choices: Sequence[Choice]) -> list[Group]:
    """The groups of ``choices``: cards in a list, and the ways to lay a tile."""
    used: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.group is not None:
            used.setdefault(choice.group, []).append(choice)
    return [doing(s, name, members) or _group(s, name) for name, members in used.items()]


def _group(s: State, name: str) -> Group:
    if name in _GROUPS:
        return _GROUPS[name]
    tile = ident(name)
    return Group(name, tile_name(s.world, tile), _needs(s, tile), ["tile"])


_GROUPS: Mapping[str, Group] = MappingProxyType(
    {
        DRAW: Group(DRAW, T("Which card is it?")),
        "take": Group("take", T("Take a contact"), T("one that lies open"), ["contact"], on_map=True),
        PEOPLE: Group(PEOPLE, T("Contacts"), None, ["contacts"]),
        "badge": Group("badge", T("A badge asset"), money(ASSET_PRICE), ["badge"]),
        "card": Group("card", T("A contact asset"), money(ASSET_PRICE), ["contacts"]),
    }
)


def entry(s: State, ask: Ask, answers: Sequence[Answer]) -> Entry | None:
    """R-EP-92: a line of the score sheet."""
    if not isinstance(ask, LineAsk):
        return None
    return Entry(line_name(s.world, ask.line), LEAST_VALUE, MOST_VALUE, list(answers))


def several(s: State, ask: Ask, answers: Sequence[Answer]) -> Several | None:
    """R-EP-78: the seats with an extra action."""
    if not isinstance(ask, ChooseAsk) or ask.choice != "extra":
        return None
    options = [
        Standing(seat, seat_name(seat), disc(s.world, seat), str(s.now.players[seat].notoriety)) for seat in s.now.free
    ]
    sets = {frozenset(answer.seats): answer for answer in answers if isinstance(answer, a.Extra)}
    return Several(options, dict(sets), T("Nobody has an extra action"))


def _draw(s: State, answer: Draw) -> Choice:
    w = s.world
    if answer.deck == "patrol":
        return Choice(answer, T("Exit {n}", n=answer.card), None, [f"patrol:{answer.card}"])
    if answer.deck == "contacts":
        return Choice(answer, contact_name(w, answer.card), None, ["contact"])
    if answer.deck == "plans":
        text = w.plans[answer.card].text
        return Choice(answer, w.word(text or answer.card), None, ["plan"])
    return Choice(answer, tile_name(w, answer.card), _printed(s, answer.card), ["tile"])


def _printed(s: State, tile: str) -> Words | None:
    return listed([name for _, name in signs(s.world.tiles[tile])]) or None


def _pull(s: State, answer: Pull) -> Choice:
    return Choice(answer, piece(s.world, f"officer:{answer.token}"), None, [f"officer:{answer.token}"])


def _unlock(s: State, answer: a.Unlock) -> Choice:
    group = "badge" if answer.asset in BADGES else "card" if answer.asset in CARD_ASSETS else None
    return Choice(answer, ASSET_NAMES[answer.asset], money(ASSET_PRICE), ["asset:open"], group)


def _pass(s: State, answer: a.Pass) -> Choice:
    return Choice(answer, T("No asset"), None, [], primary=True)


def _needs(s: State, tile: str) -> Words | None:
    """R-EP-66, R-EP-67: what to choose when the tile is laid."""
    printed, parts = s.world.tiles[tile], []
    business = list(s.now.business.values()).count("board")
    houses = list(s.now.safe_houses.values()).count("board")
    if printed.business and business:
        parts.append(P("{n} business to choose from", "{n} businesses to choose from", business))
    if printed.safe_house and houses:
        parts.append(P("{n} safe house to choose from", "{n} safe houses to choose from", houses))
    return listed(list(parts)) or _printed(s, tile)


def _place(s: State, answer: a.Place) -> Choice:
    filled: list[Words] = []
    if answer.business is not UNSET:
        filled.append(business_name(s.world, answer.business))
    if answer.safe_house is not UNSET:
        filled.append(safe_house_name(s.world, answer.safe_house))
    # The prompt says already that a tile is laid.
    name, spot = tile_name(s.world, answer.tile), f"tile:{answer.tile}"
    if not filled:
        return Choice(answer, name, _printed(s, answer.tile), ["tile"], f"lay:{answer.tile}", spot)
    icon = "business" if answer.business is not UNSET else "safe_house"
    using = T("with {tiles}", tiles=listed(filled))
    if _ways(s, answer.tile) == 1:
        return Choice(answer, name, using, [icon], None, spot)
    return Choice(answer, using, None, [icon], f"lay:{answer.tile}", spot)


def _ways(s: State, tile: str) -> int:
    """R-EP-66, R-EP-67: the number of ways to fill the spaces of a tile."""
    printed = s.world.tiles[tile]
    kinds = ((printed.business, s.now.business), (printed.safe_house, s.now.safe_houses))
    return prod(max(1, list(places.values()).count("board")) for space, places in kinds if space)


def _move(s: State, answer: a.Move) -> Choice:
    return Choice(answer, T("Turn done"), None, [], primary=True)


def _rest(s: State, answer: a.Rest) -> Choice:
    rested = s.now.players[s.now.queue[0]].rest
    detail = T("a second time today") if rested else T("ends the turn")
    return Choice(answer, T("Rest"), detail, ["rest"], closing=True)


def _take(s: State, answer: a.Take) -> Choice:
    name = contact_name(s.world, answer.card)
    return Choice(answer, name, None, ["contact"], "take", f"contact:{answer.card}", usual=True)


def _draw_contact(s: State, answer: a.DrawContact) -> Choice:
    return Choice(answer, T("Draw a contact"), T("from the deck"), ["contacts"], PEOPLE)


def _discard(s: State, answer: a.Discard) -> Choice:
    name = contact_name(s.world, answer.card)
    discarded = T("Discard {contact}", contact=name)
    return Choice(answer, discarded, None, ["contacts"], PEOPLE, f"contact:{answer.card}")


def _done(s: State, answer: a.Done) -> Choice:
    return Choice(answer, T("To the score sheet") if s.now.day == DAYS else T("Day done"), None, [], primary=True)


def _handcuffs(s: State, answer: a.Handcuffs) -> Choice:
    if answer.take:
        return Choice(answer, T("Take handcuffs"), None, ["handcuffs"])
    return Choice(answer, T("No handcuffs"))


def _winner(s: State, answer: a.Winner) -> Choice:
    return Choice(answer, T("{seat} wins", seat=seat_name(answer.seat)), None, [disc(s.world, answer.seat)])


def _share(s: State, answer: a.Share) -> Choice:
    return Choice(answer, T("They share the win"), None, ["players"])


def _escape(s: State, answer: a.Escape) -> Choice:
    cost = s.world.exit_cost(len(s.now.escaped) + 1)
    detail = T("pays {money}, ends the turn", money=money(cost)) if cost is not None else T("ends the turn")
    return Choice(answer, T("Escaped"), detail, ["escape"])


def _officer(s: State, answer: a.Officer) -> Choice:
    name = piece(s.world, f"officer:{answer.type}")
    label = T("+ {piece}", piece=name) if answer.by > 0 else T("− {piece}", piece=name)
    way = T("from the bag") if answer.by > 0 else T("into the bag")
    return Choice(answer, label, way, [f"officer:{answer.type}"], None, f"tile:{answer.tile}")


def _pull_officer(s: State, answer: a.PullOfficer) -> Choice:
    way = T("out of the bag, without looking")
    return Choice(answer, T("Pull an officer"), way, ["bag"], None, f"tile:{answer.tile}")


def _gang(s: State, answer: a.Gang) -> Choice:
    name = piece(s.world, "gang:member")
    label = T("+ {piece}", piece=name) if answer.by > 0 else T("− {piece}", piece=name)
    return Choice(answer, label, None, ["gang:member"], None, f"tile:{answer.tile}")


def _of_contacts(label: Words, detail: Words | None, icon: str) -> Callable[[State, Any], Choice]:
    return lambda s, answer: Choice(answer, label, detail, [icon], PEOPLE)


_MAKERS: Mapping[type[Answer], Callable[[State, Any], Choice]] = MappingProxyType(
    {
        **CHOICES,
        Draw: _draw,
        Pull: _pull,
        a.Unlock: _unlock,
        a.Pass: _pass,
        a.Place: _place,
        a.Move: _move,
        a.Rest: _rest,
        a.Take: _take,
        a.DrawContact: _draw_contact,
        a.Discard: _discard,
        a.Done: _done,
        a.Handcuffs: _handcuffs,
        a.Winner: _winner,
        a.Share: _share,
        a.Escape: _escape,
        a.Officer: _officer,
        a.PullOfficer: _pull_officer,
        a.Gang: _gang,
        a.Refill: _of_contacts(T("Fill up the contacts"), T("until seven lie open"), "contacts"),
        a.Reshuffle: _of_contacts(T("Shuffle the contacts"), T("the discard goes back into the deck"), "shuffle"),
    }
)
