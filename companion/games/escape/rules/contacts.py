"""Contact cards (R-EP-25, R-EP-84)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from companion.core.answers import Answer
from companion.core.asks import DrawAsk
from companion.core.refusals import Refused
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.listed import Verb
from companion.core.texts import T
from companion.core.todo import move, place, remove, shuffle
from companion.games.escape.answers import Discard, DrawContact, Refill, Reshuffle, Take
from companion.games.escape.state import State
from companion.games.escape.words import CONTACTS_OPEN

RULE = "R-EP-84"

take = cache(Take)
discard = cache(Discard)
"""Answers that are listed often, cached."""


class OpenContacts(DrawStep[State], frozen=True, tag="open_contacts"):
    """R-EP-25, R-EP-84: contacts are turned up until seven are open or the deck is empty."""

    by_hand = DO_LATER

    rule: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "contacts", s.now.contacts.pile

    def asks(self, s: State) -> bool:
        return missing(s)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, self.rule, "contacts")

    def done(self, s: State, card: str) -> None:
        s.now.contacts.draw(card)
        place(s, f"contact:{card}", "contacts:display", rule=self.rule)
        s.agenda.append(self)


def missing(s: State) -> bool:
    """Fewer than seven contacts are open, and the deck is not empty."""
    return len(s.now.contacts.display) < CONTACTS_OPEN and bool(s.now.contacts.pile)


class GiveContact(DrawStep[State], frozen=True, tag="give_contact"):
    """R-EP-84: the top contact goes to a seat."""

    by_hand = DO_LATER

    seat: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "contacts", s.now.contacts.pile

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, RULE, "contacts")

    def done(self, s: State, card: str) -> None:
        s.now.contacts.pile.remove(card)
        _give(s, card, self.seat)
        place(s, f"contact:{card}", f"player:{self.seat}", rule=RULE)


def _give(s: State, card: str, seat: str) -> None:
    player = s.now.players[seat]
    player.contacts = sorted([*player.contacts, card])


def holder(s: State, card: str) -> str | None:
    """The seat that has a contact; of several with unknown ones, the active seat first."""
    seats = (*s.now.queue[:1], *s.now.players)
    return next((seat for seat in seats if card in s.now.players[seat].contacts), None)


class TakeVerb(Verb[State, Take]):
    """``take``: the active player takes an open contact."""

    affects = (Take, Discard, Refill)

    def options(self, s: State) -> Iterable[Answer]:
        return map(take, dict.fromkeys(s.now.contacts.display))

    def check(self, s: State, answer: Take) -> None:
        if answer.card not in s.now.contacts.display:
            raise Refused("illegal", T("That contact does not lie open."), "R-EP-79")

    def do(self, s: State, answer: Take) -> None:
        seat = s.now.queue[0]
        s.now.contacts.display.remove(answer.card)
        _give(s, answer.card, seat)
        move(s, f"contact:{answer.card}", "contacts:display", f"player:{seat}", rule=RULE)


class DrawContactVerb(Verb[State, DrawContact]):
    """``draw_contact``: the active player draws one."""

    def options(self, s: State) -> Iterable[Answer]:
        return [DrawContact()] if s.now.contacts.pile else []

    def check(self, s: State, answer: DrawContact) -> None:
        if not s.now.contacts.pile:
            raise Refused("illegal", T("The contact deck is empty. Shuffle the discard first."), "R-EP-79")

    def do(self, s: State, answer: DrawContact) -> None:
        s.agenda.append(GiveContact(s.now.queue[0]))


class DiscardVerb(Verb[State, Discard]):
    """``discard``: an open contact, or one that a seat has."""

    affects = (Take, Discard, Refill, Reshuffle)

    def options(self, s: State) -> Iterable[Answer]:
        held = [card for player in s.now.players.values() for card in player.contacts]
        return map(discard, dict.fromkeys([*s.now.contacts.display, *held]))

    def check(self, s: State, answer: Discard) -> None:
        if answer.card not in s.now.contacts.display and holder(s, answer.card) is None:
            raise Refused("illegal", T("Nobody has that contact, and it does not lie open."), RULE)

    def do(self, s: State, answer: Discard) -> None:
        seat = holder(s, answer.card)
        if seat is None:
            s.now.contacts.display.remove(answer.card)
        else:
            s.now.players[seat].contacts.remove(answer.card)
        s.now.contacts.discard = sorted([*s.now.contacts.discard, answer.card])
        source = "contacts:display" if seat is None else f"player:{seat}"
        move(s, f"contact:{answer.card}", source, "contacts:discard", rule=RULE)


class RefillVerb(Verb[State, Refill]):
    """``refill``: turn up contacts to seven."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Refill()] if missing(s) else []

    def check(self, s: State, answer: Refill) -> None:
        if not missing(s):
            raise Refused("illegal", T("Seven contacts lie open already, or the deck is empty."), RULE)

    def do(self, s: State, answer: Refill) -> None:
        s.agenda.append(OpenContacts(RULE))


class ReshuffleVerb(Verb[State, Reshuffle]):
    """``reshuffle``: the discard goes into the deck."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Reshuffle()] if s.now.contacts.discard else []

    def check(self, s: State, answer: Reshuffle) -> None:
        if not s.now.contacts.discard:
            raise Refused("illegal", T("No contact has been discarded."), RULE)

    def do(self, s: State, answer: Reshuffle) -> None:
        for card in s.now.contacts.discard:
            remove(s, f"contact:{card}", "contacts:discard", rule=RULE)
        s.now.contacts.reshuffle()
        shuffle(s, "contacts", RULE)
