"""What contacts do when they are used or hired, and escape plans at the end (WIRE.md, "Effects")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.buttons import CARD
from companion.core.effects import Price
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.effects import CountingRules, EffectList, due, later
from companion.core.steps.listed import ForcedStep, ListedStep, Verb
from companion.core.texts import T, Words
from companion.core.todo import move, place, tell
from companion.games.escape import answers as say
from companion.games.escape.content import (
    ONES,
    PEOPLE,
    AnyEffect,
    ChangeEffect,
    ContactCards,
    GangEffect,
    NotCounted,
    NoteEffect,
    OfficerEffect,
    PayCash,
    Score,
    seat_name,
    sentence,
)
from companion.games.escape.rules.phases import PullOfficerFor
from companion.games.escape.rules.pieces import add_officer, call_gang_back, counter, send_gang, take_officer
from companion.games.escape.state import CardInUse, EPStep, EscapeSeat, State, visible

EFFECT_RULE: Final = "R-EP-84"
COUNTED: Final[Mapping[str, Callable[[EscapeSeat], int]]] = {
    "notoriety": lambda p: p.notoriety,
    "wounds": lambda p: p.wounds,
    "gangs": lambda p: p.gangs,
    "cubes": lambda p: len(p.cubes),
    "keys": lambda p: _held(p, "key:"),
    "key_colours": lambda p: sum(n > 0 and what.startswith("key:") for what, n in p.held.items()),
    "lockers": lambda p: _held(p, "locker:"),
    "assets": lambda p: len(p.unlocked),
    "first_aid": lambda p: int(p.first_aid),
    "rest": lambda p: int(p.rest),
    "contacts": lambda p: len(p.contacts),
    "income": lambda p: p.income,
}
"""What can be counted on a player's board, besides kinds of the stock."""
OF_THE_STOCK: Final = frozenset({"equipment", "gas", "handcuffs"})
GIVEN_UP: Final[Mapping[str, str]] = {
    "equipment": "equipment",
    "gas": "gas",
    "key": "keys",
    "locker": "lockers",
    "asset": "assets",
    "gangs": "gangs",
}
"""What can be a price, and the thing that says how many there are."""
CHOSEN_KIND: Final = frozenset({"key", "locker", "asset"})


def _held(p: EscapeSeat, stem: str) -> int:
    return sum(n for what, n in p.held.items() if what.startswith(stem))


class ContactRules(CountingRules[State]):
    """What Escape Plan says about the effects of its cards."""

    people = PEOPLE
    chosen = ONES

    def rule(self, about: CardInUse) -> str:
        return about.rule

    def who(self, s: State, who: str, about: CardInUse) -> list[str]:
        order = s.now.order
        others = [seat for seat in order if seat != about.owner]
        most, _, what = who.partition("_")
        if most in ("most", "fewest"):
            counts = {seat: COUNTED[what](s.now.players[seat]) for seat in order}
            best = (max if most == "most" else min)(counts.values())
            return [seat for seat in order if counts[seat] == best]
        named = {"me": [about.owner], "everybody": list(order), "others": others, "somebody": others}
        return named.get(who, [who])

    def number(self, s: State, effect: Any, about: CardInUse) -> int | None:
        what, now = str(effect.of), s.now
        seats = self.who(s, getattr(effect, "who", None) or "me", about)
        if what in COUNTED or what in OF_THE_STOCK:
            of = COUNTED.get(what) or (lambda p: p.held.get(what, 0))
            return sum(of(now.players[seat]) for seat in seats)
        if what == "cash":
            # How much somebody has is for their own eyes.
            return None
        if what == "more_notoriety":
            own = now.players[about.owner].notoriety
            return sum(now.players[seat].notoriety > own for seat in now.order)
        place = now.escaped.index(about.owner) + 1 if about.owner in now.escaped else 0
        exit_tile = s.world.tile_of_exit.get(now.open_exit or "")
        return {
            "day": now.day,
            "part": now.part,
            "exit_cost": (s.world.exit_cost(place) or 0) if place else 0,
            "exit_officers": sum(now.officers.get(exit_tile or "", {}).values()),
            "escaped": len(now.escaped),
            "escaped_before": max(place - 1, 0),
            "escaped_after": len(now.escaped) - place,
        }[what]

    def do_to(self, s: State, effect: AnyEffect, who: str, about: CardInUse) -> None:
        _HANDLERS[type(effect)](s, effect, who, about)

    def can(self, s: State, effect: AnyEffect, about: CardInUse) -> bool:
        """Money is never asked for: what lies behind the screens is nobody's business."""
        seats, there = self.who(s, getattr(effect, "who", "me"), about), True
        match effect:
            case ContactCards(how="discard"):
                there = any(s.now.players[seat].contacts for seat in seats)
            case ContactCards():
                there = bool(s.now.contacts.display if effect.how == "take" else s.now.contacts.pile)
            case ChangeEffect():
                there = any(_kinds(s, effect, seat) for seat in seats)
            case PayCash(to_me=True):
                there = any(seat != about.owner for seat in seats)
            case OfficerEffect():
                there = bool(OfficerTile(effect.how, about).legal(s))
            case GangEffect():
                there = bool(GangTile(effect.how, about).legal(s))
        return bool(seats) and there

    def price(self, s: State, effect: AnyEffect, about: CardInUse) -> Price:
        """What one player gives up must be there, all of it; fewer wounds, say, are no price."""
        n, what = 0, ""
        if isinstance(effect, ChangeEffect) and effect.what in GIVEN_UP:
            n, what = -effect.n, GIVEN_UP[effect.what]
        elif isinstance(effect, ContactCards) and effect.how == "discard":
            n, what = effect.n, "contacts"
        seats = self.who(s, getattr(effect, "who", "me"), about)
        return {(seats[0], what): n} if n > 0 and len(seats) == 1 else {}

    def owned(self, s: State, who: str, what: str) -> int:
        player = s.now.players[who]
        return COUNTED[what](player) if what in COUNTED else player.held.get(what, 0)

    def by_hand(self, s: State, effect: Any, about: CardInUse) -> None:
        tell(s, sentence([effect]), f"player:{about.owner}", about.rule)


EFFECTS: Final = ContactRules()
"""At ``world.effects`` of every table."""


# What is done later.


def come_due(s: State, when: str) -> list[EPStep]:
    """The steps for effects whose time has come. Those of a contact that has gone end, where they last as long."""
    s.now.later = [one for one in later(s) if one.until != "card" or _has(s, one.doing)] or UNSET
    for one in later(s):
        if one.when == when and one.until is not None and _has(s, one.doing):
            _name(s, one.doing)
    return due(s, when)


def _has(s: State, doing: CardInUse) -> bool:
    return doing.card in s.now.players[doing.owner].contacts


def _name(s: State, doing: CardInUse) -> None:
    """Say whose contact does something now."""
    text = T("{seat}: {contact}", seat=seat_name(doing.owner), contact=contact_words(s, doing.card))
    tell(s, text, f"player:{doing.owner}", doing.rule, doing.owner)


def contact_words(s: State, card: str) -> Words:
    """The name of a contact."""
    name = s.world.contacts[card].name
    return s.world.word(name or card)


# Counters, money, cards.


def change(s: State, effect: ChangeEffect, seat: str, about: CardInUse) -> None:
    if effect.what == "cash":
        pay_out(s, seat, effect.n, about.rule)
    elif effect.what in CHOSEN_KIND:
        s.agenda += [ChangeKind(effect, seat, about)] * abs(effect.n)
    else:
        by = 1 if effect.n > 0 else -1
        one = counter(effect.what)
        for _ in range(abs(effect.n)):
            if one.can(s, s.now.players[seat], by):
                one.change(s, seat, by)


def pay_out(s: State, seat: str, n: int, rule: str) -> None:
    """Money from the supply, or to it; the ledger follows if it is kept."""
    text = T("{seat} receives ${n}k.", seat=seat_name(seat), n=n) if n > 0 else None
    tell(s, text or T("{seat} pays ${n}k.", seat=seat_name(seat), n=-n), f"player:{seat}", rule, seat)
    player = s.now.players[seat]
    if player.cash is not None:
        player.cash += n


def pay(s: State, effect: PayCash, seat: str, about: CardInUse) -> None:
    if effect.to_me and seat == about.owner:
        return
    pay_out(s, seat, -effect.cash, about.rule)
    if effect.to_me:
        pay_out(s, about.owner, effect.cash, about.rule)


def _kinds(s: State, effect: ChangeEffect, seat: str) -> list[str]:
    """The counters that an effect could change; one at most, unless the player chooses the kind."""
    if effect.what == "cash":
        return ["cash"]
    by = 1 if effect.n > 0 else -1
    what = effect.what
    kinds = [one for one in s.world.whats if one.startswith(f"{what}:")] if what in CHOSEN_KIND else [what]
    return [one for one in kinds if counter(one).can(s, s.now.players[seat], by)]


class ChangeKind(ForcedStep[State], frozen=True, tag="change_kind"):
    """Which key, locker or asset a player gets, or gives up."""

    effect: ChangeEffect
    seat: str
    about: CardInUse

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.about.rule, "kind")

    def legal(self, s: State) -> Sequence[Answer]:
        by = 1 if self.effect.n > 0 else -1
        return [say.Adjust(self.seat, what, by) for what in _kinds(s, self.effect, self.seat)]

    def take(self, s: State, answer: say.Adjust) -> None:
        counter(answer.what).change(s, answer.seat, answer.by)


def cards(s: State, effect: ContactCards, seat: str, about: CardInUse) -> None:
    step: EPStep = GiveContact(seat) if effect.how == "draw" else MoveContact(seat, effect.how, about)
    s.agenda += [step] * effect.n


class GiveContact(DrawStep[State], frozen=True, tag="give_contact"):
    """R-EP-84: the top contact goes to a seat."""

    by_hand = DO_LATER

    seat: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "contacts", s.now.contacts.pile

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, EFFECT_RULE, "contacts")

    def done(self, s: State, card: str) -> None:
        s.now.contacts.pile.remove(card)
        give(s, card, self.seat)
        place(s, f"contact:{card}", f"player:{self.seat}", rule=EFFECT_RULE)
        s.agenda += hired(s, self.seat, card)


def give(s: State, card: str, seat: str) -> None:
    """A contact to a player, whose cards stay sorted."""
    player = s.now.players[seat]
    player.contacts = sorted([*player.contacts, card])


class MoveContact(ForcedStep[State], frozen=True, tag="move_contact"):
    """Which open contact a player takes, or which own one is discarded."""

    seat: str
    how: str
    about: CardInUse

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.about.rule, f"{self.how}_contact")

    def legal(self, s: State) -> Sequence[Answer]:
        kind = say.TakeContact if self.how == "take" else say.DiscardContact
        there = s.now.contacts.display if self.how == "take" else s.now.players[self.seat].contacts
        return [kind(card) for card in dict.fromkeys(there)]

    def take(self, s: State, answer: say.TakeContact | say.DiscardContact) -> None:
        (take_open if self.how == "take" else discard)(s, self.seat, answer.card, self.about.rule)


def take_open(s: State, seat: str, card: str, rule: str) -> None:
    """An open contact to a player, and what it does when it is hired."""
    s.now.contacts.display.remove(card)
    give(s, card, seat)
    move(s, f"contact:{card}", "contacts:display", f"player:{seat}", rule=rule)
    s.agenda += hired(s, seat, card)


def discard(s: State, seat: str | None, card: str, rule: str) -> None:
    """A contact of a player, or (None) an open one, onto the discard."""
    (s.now.contacts.display if seat is None else s.now.players[seat].contacts).remove(card)
    s.now.contacts.discard = sorted([*s.now.contacts.discard, card])
    source = "contacts:display" if seat is None else f"player:{seat}"
    move(s, f"contact:{card}", source, "contacts:discard", rule=rule)


def note(s: State, effect: NoteEffect, seat: str, about: CardInUse) -> None:
    card = contact_words(s, about.card) if effect.text == CARD else s.world.word(effect.text)
    text = T("{seat}: {text}", seat=seat_name(seat), text=card)
    tell(s, text, f"player:{seat}", about.rule, seat)


# Officers and the gang, on tiles that the player chooses.


def officers(s: State, effect: OfficerEffect, seat: str, about: CardInUse) -> None:
    s.agenda += [OfficerTile(effect.how, about)] * effect.n


def gang(s: State, effect: GangEffect, seat: str, about: CardInUse) -> None:
    s.agenda += [GangTile(effect.how, about)] * effect.n


class OfficerTile(ForcedStep[State], frozen=True, tag="officer_tile"):
    """The tile onto which an officer comes, or from which it goes; ``taken`` is the one that moves on from there."""

    how: str
    about: CardInUse
    source: str | None = None
    taken: str | None = None

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.about.owner, self.about.rule, "officer_from" if self._leaves() else "officer_to")

    def _leaves(self) -> bool:
        return self.how != "add" and self.source is None

    def legal(self, s: State) -> Sequence[Answer]:
        there = s.now.officers
        if self._leaves():
            return [say.Officer(tile, kind, -1) for tile in visible(s) for kind in sorted(there.get(tile, ()))]
        if self.how == "add":
            return list(map(say.PullOfficer, visible(s))) if s.now.bag else []
        assert self.source is not None
        most = sum(there.get(self.source, {}).values()) if self.how == "move_to_fewer" else None
        return [
            say.Officer(tile, self.taken or UNKNOWN, 1)
            for tile in visible(s)
            if tile != self.source and (most is None or sum(there.get(tile, {}).values()) < most + 1)
        ]

    def take(self, s: State, answer: Answer) -> None:
        if isinstance(answer, say.PullOfficer):
            s.agenda.append(PullOfficerFor(answer.tile, self.about.rule))
            return
        assert isinstance(answer, say.Officer)
        if answer.by > 0:
            add_officer(s, answer.tile, answer.type, self.about.rule)
            return
        take_officer(s, answer.tile, answer.type, self.about.rule)
        if self.how != "remove":
            s.agenda.append(structs.replace(self, source=answer.tile, taken=answer.type))


class GangTile(ForcedStep[State], frozen=True, tag="gang_tile"):
    """The tile onto which a gang member comes, or from which it goes; one that moves goes on from there."""

    how: str
    about: CardInUse
    source: str | None = None

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.about.owner, self.about.rule, "gang_from" if self._leaves() else "gang_to")

    def _leaves(self) -> bool:
        return self.how != "add" and self.source is None

    def legal(self, s: State) -> Sequence[Answer]:
        if self._leaves():
            return [say.Gang(tile, -1) for tile in sorted(s.now.gang)]
        return [say.Gang(tile, 1) for tile in s.now.city if tile != self.source] if s.now.gang_board else []

    def take(self, s: State, answer: say.Gang) -> None:
        if answer.by > 0:
            send_gang(s, answer.tile, 1, self.about.rule)
            return
        call_gang_back(s, answer.tile, self.about.rule)
        if self.how == "move":
            s.agenda.append(structs.replace(self, source=answer.tile))


# At the end.


def score(s: State, effect: Score, seat: str, about: CardInUse) -> None:
    n = effect.n if effect.of is None else effect.n * (EFFECTS.count(s, effect, about) or 0)
    player = s.now.players[about.owner]
    if effect.most is not None:
        n = min(n, effect.most)
    player.bonus = n + (0 if player.bonus is UNSET else player.bonus)


def not_counted(s: State, effect: NotCounted, seat: str, about: CardInUse) -> None:
    player = s.now.players[about.owner]
    before = [] if player.not_counted is UNSET else player.not_counted
    player.not_counted = sorted({*before, effect.line})


_HANDLERS: Mapping[type, Callable[[State, Any, str, CardInUse], None]] = {
    ChangeEffect: change,
    PayCash: pay,
    ContactCards: cards,
    OfficerEffect: officers,
    GangEffect: gang,
    Score: score,
    NotCounted: not_counted,
    NoteEffect: note,
}


class AskPlan(ListedStep[State], frozen=True, tag="ask_plan"):
    """R-EP-37, R-EP-92: where plans were dealt by hand, whoever has escaped shows the own one at the end."""

    seat: str

    def asks(self, s: State) -> bool:
        return s.now.players[self.seat].plan is None

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-EP-92", "plan")

    def legal(self, s: State) -> Sequence[Answer]:
        taken = {player.plan for player in s.now.players.values()}
        return [*(say.ShowPlan(card) for card in sorted(s.world.plans) if card not in taken), say.ShowPlan(UNKNOWN)]

    def take(self, s: State, answer: say.ShowPlan) -> None:
        s.now.players[self.seat].plan = answer.card


class ScoreCards(EPStep, frozen=True, tag="count_cards"):
    """R-EP-90: what the plan and the contacts of a seat are worth."""

    seat: str

    def run(self, s: State) -> None:
        player, found = s.now.players[self.seat], list[EPStep]()
        if player.plan is not None and s.world.plans[player.plan].effects:
            found.append(EffectList(s.world.plans[player.plan].effects, CardInUse(self.seat, player.plan, "R-EP-92")))
        for card in player.contacts:
            contact = s.world.contacts[card]
            if at_end := contact.by_then(end=True):
                found.append(EffectList(at_end, CardInUse(self.seat, card, "R-EP-92")))
        s.agenda += reversed(found)


class CardsAtTheEnd(EPStep, frozen=True, tag="cards_at_the_end"):
    """The escaped seats, in escape order: plans are shown, and cards counted."""

    def run(self, s: State) -> None:
        for seat in reversed(s.now.escaped):
            s.agenda += [ScoreCards(seat), AskPlan(seat)] if s.world.counts_plans else [ScoreCards(seat)]


# Using and hiring contacts.


def usable(s: State) -> list[str]:
    """The contacts of the active seat that can do something on this turn; those for once a day, if they have not
    yet."""
    seat, used = s.now.queue[0], () if s.now.used_today is UNSET else s.now.used_today
    found = []
    for card in dict.fromkeys(s.now.players[seat].contacts):
        contact, about = s.world.contacts[card], CardInUse(seat, card, EFFECT_RULE)
        does = contact.by_then(end=False)
        if contact.when != "hired" and card not in used and does and EFFECTS.does_anything(s, does, about):
            found.append(card)
    return found


class UseContactVerb(Verb[State, say.UseContact]):
    """``use``: the active player uses a contact: it is discarded, unless it can be used again."""

    def options(self, s: State) -> Iterable[Answer]:
        return map(say.UseContact, usable(s)) if s.world.used_contacts else []

    def check(self, s: State, answer: say.UseContact) -> None:
        if answer.card not in usable(s):
            raise Refused("illegal", T("That contact does nothing now."), EFFECT_RULE)

    def do(self, s: State, answer: say.UseContact) -> None:
        seat, contact = s.now.queue[0], s.world.contacts[answer.card]
        s.agenda.append(EffectList(contact.by_then(end=False), CardInUse(seat, answer.card, EFFECT_RULE)))
        if contact.when == "use":
            discard(s, seat, answer.card, EFFECT_RULE)
        elif contact.when == "daily":
            used = [] if s.now.used_today is UNSET else s.now.used_today
            s.now.used_today = sorted([*used, answer.card])


def hired(s: State, seat: str, card: str) -> list[EPStep]:
    """What a contact does when it is hired."""
    contact = s.world.contacts[card]
    does = contact.by_then(end=False) if contact.when == "hired" else []
    return [EffectList(does, CardInUse(seat, card, EFFECT_RULE))] if does else []
