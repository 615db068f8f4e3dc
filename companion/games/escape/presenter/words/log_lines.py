"""Answers as short lines, for the log and the undo list; and cards to show.

The log is public, so these words contain no secrets: no plan, value or amount of the ledger, nor whose plan it is,
since a card that changes hands after an undo would reveal it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, DrawUnknown, Pull
from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words, listed
from companion.games.escape import answers as a
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.words.labels import (
    ASSET_NAMES,
    business_name,
    contact_name,
    counter_name,
    piece,
    safe_house_name,
    seats_listed,
    tile_name,
)
from companion.games.escape.rules.contacts import holder
from companion.games.escape.state import State
from companion.games.escape.words import ASSET_PRICE, CARDS_OF_AN_EXIT
from companion.games.escape.world import World
from companion.scene.nameless import WORDS, nameless_card, nameless_words
from companion.scene.scene import Card


def describe(w: World, answer: Answer) -> Words:
    """An answer as a short line. It needs no state, so it also works for old answers."""
    return _WORDS[type(answer)](w, answer)


def outcome(w: World, answer: Answer) -> Words:
    """A chance outcome, shorter than its description: the exit, contact, tile or officer; never a plan."""
    if isinstance(answer, Pull):
        return piece(w, f"officer:{answer.token}")
    if not isinstance(answer, Draw) or answer.deck == "plans":
        return describe(w, answer)
    if answer.deck == "patrol":
        return T("exit {n}", n=answer.card)
    return contact_name(w, answer.card) if answer.deck == "contacts" else tile_name(w, answer.card)


def _draw(w: World, answer: Draw) -> Words:
    if answer.deck == "patrol":
        return T("Patrol card: exit {n}", n=answer.card)
    if answer.deck == "contacts":
        return T("Contact: {name}", name=contact_name(w, answer.card))
    if answer.deck == "plans":
        return T("An escape plan is dealt")
    return T("City tile: {tile}", tile=tile_name(w, answer.card))


def _draw_unknown(w: World, answer: DrawUnknown) -> Words:
    return T("An escape plan is dealt") if answer.deck == "plans" else nameless_words(w, answer)


def _place(w: World, answer: a.Place) -> Words:
    name = tile_name(w, answer.tile)
    filled: list[Words] = []
    if answer.business is not UNSET:
        filled.append(business_name(w, answer.business))
    if answer.safe_house is not UNSET:
        filled.append(safe_house_name(w, answer.safe_house))
    if not filled:
        return T("Lay {tile}", tile=name)
    return T("Lay {tile} with {tiles}", tile=name, tiles=listed(filled))


def _extra(w: World, answer: a.Extra) -> Words:
    if not answer.seats:
        return T("Nobody has an extra action")
    return T("Extra action: {seats}", seats=seats_listed(answer.seats))


def _signed(by: int) -> Words:
    return "+1" if by > 0 else "−1"


def _adjust(w: World, answer: a.Adjust) -> Words:
    what, by = counter_name(w, answer.what), _signed(answer.by)
    return T("{seat}: {what} {by}", seat=seat_name(answer.seat), what=what, by=by)


def _stock(w: World, answer: a.Stock) -> Words:
    return T("Stock: {what} {by}", what=counter_name(w, answer.what), by=_signed(answer.by))


def _officer(w: World, answer: a.Officer) -> Words:
    kind, tile = piece(w, f"officer:{answer.type}"), tile_name(w, answer.tile)
    if answer.by > 0:
        return T("{piece} comes to {tile}", piece=kind, tile=tile)
    return T("{piece} leaves {tile}", piece=kind, tile=tile)


def _gang(w: World, answer: a.Gang) -> Words:
    tile = tile_name(w, answer.tile)
    if answer.by > 0:
        return T("A gang member comes to {tile}", tile=tile)
    return T("A gang member leaves {tile}", tile=tile)


def _says(words: Words) -> Callable[[World, Any], Words]:
    return lambda w, answer: words


_WORDS: Mapping[type[Answer], Callable[[World, Any], Words]] = MappingProxyType(
    {
        **WORDS,
        Draw: _draw,
        DrawUnknown: _draw_unknown,
        Pull: lambda w, answer: T("Out of the bag: {piece}", piece=piece(w, f"officer:{answer.token}")),
        a.Unlock: lambda w, answer: T("Pay ${n}k, unlock: {asset}", n=ASSET_PRICE, asset=ASSET_NAMES[answer.asset]),
        a.Pass: _says(T("Unlock no asset")),
        a.Place: _place,
        a.Move: _says(T("Turn done")),
        a.Rest: _says(T("Rest")),
        a.Take: lambda w, answer: T("Take {name}", name=contact_name(w, answer.card)),
        a.DrawContact: _says(T("Draw a contact")),
        a.Extra: _extra,
        a.Done: _says(T("Day done")),
        a.Handcuffs: lambda w, answer: T("Take handcuffs") if answer.take else T("No handcuffs"),
        a.Value: _says(T("A line of the score sheet is entered")),
        a.Winner: lambda w, answer: T("{seat} wins the tie", seat=seat_name(answer.seat)),
        a.Share: _says(T("They share the win")),
        a.Adjust: _adjust,
        a.Stock: _stock,
        a.Officer: _officer,
        a.PullOfficer: lambda w, answer: T("Pull an officer for {tile}", tile=tile_name(w, answer.tile)),
        a.Gang: _gang,
        a.Discard: lambda w, answer: T("{name} is discarded", name=contact_name(w, answer.card)),
        a.Refill: _says(T("Fill up the contacts")),
        a.Reshuffle: _says(T("Shuffle the contacts")),
        a.Cash: lambda w, answer: T("{seat}: the ledger", seat=seat_name(answer.seat)),
        a.Escape: lambda w, answer: T("{seat} has escaped", seat=seat_name(answer.seat)),
    }
)


def card(s: State, answer: Answer) -> Card | None:
    """A patrol card or a drawn contact. Tiles and open contacts are read where they lie; plans are secret."""
    if not isinstance(answer, Draw):
        return None
    if answer.deck == "patrol":
        return _patrol(s, answer.card)
    seat = holder(s, answer.card) if answer.deck == "contacts" else None
    return _contact(s, answer.card, seat) if seat is not None else None


def _patrol(s: State, exit: str) -> Card:
    """R-EP-51, R-EP-52. The text of the instruction is not repeated."""
    title, icon = T("Exit {n}", n=exit), f"patrol:{exit}"
    if s.now.patrol[exit] < CARDS_OF_AN_EXIT:
        return Card("patrol", icon, title, T("The first patrol card"), T("Exit {exit} stays open for now.", exit=exit))
    return Card("patrol", icon, title, T("The second patrol card"), T("Exit {exit} is blocked.", exit=exit))


def _contact(s: State, name: str, seat: str) -> Card:
    if name == UNKNOWN:
        return nameless_card("contacts", "contact", T("For {seat}", seat=seat_name(seat)))
    contact = s.world.contacts[name]
    text = s.world.word(contact.text) if contact.text else None
    face = contact_face(contact_name(s.world, name), T("For {seat}", seat=seat_name(seat)), text)
    return structs.replace(face, id=name)


def contact_face(name: Words, heading: Words | None, text: Words | None) -> Card:
    """A contact card."""
    return Card("contacts", "contact", name, heading, text)
