"""The open question: prompt, choices, tips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, DrawUnknown, Pull
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PullAsk
from companion.core.effects import ChoosePerson
from companion.core.instructions import ident, kind
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Text, Words, listed
from companion.games.escape import answers as a
from companion.games.escape.answers import Adjust, LineAsk, TieAsk
from companion.games.escape.content import (
    BADGES,
    CARD_ASSETS,
    CONTACTS_OPEN,
    DAYS,
    GANG_MARKERS,
    WOUNDS,
    seat_name,
    sentence,
)
from companion.games.escape.facts import FACTS
from companion.games.escape.rules.days import LEAST_VALUE, MOST_VALUE, PATROL_ON_DAY, Turns
from companion.games.escape.rules.phases import ASSET_PRICE, RevealPatrol
from companion.games.escape.rules.tracking import adjust
from companion.games.escape.state import EscapeSeat, EscapeWorld, State
from companion.games.escape.words import (
    ASSET_NAMES,
    PART_NAMES,
    PLAN_DEALT,
    contact_name,
    counter_icon,
    counter_name,
    disc,
    line_name,
    money,
    person,
    piece,
    seats_listed,
    signs,
    tile_name,
)
from companion.scene.presenter import Presenter, QuestionText
from companion.scene.scene import Choice, Group, NumberEntry, Piece, Several, Standing, Tip

SHOP, POLICE, PEOPLE = "shop", "police", "contacts"
OTHERWISE = T("Something else happened")
FEW = 9
"""Up to this many chance outcomes get a button each."""
DRAW = "draw"


def _of_day(s: State, part: Words) -> Words:
    return T("Day {day} · {place}", day=s.now.day, place=part) if s.now.phase in _IN_A_DAY else part


def _part(s: State) -> Words:
    return PART_NAMES[s.now.part - 1][1] if s.now.phase == "day" else _PHASES[s.now.phase]


def _counted_part(s: State) -> Words:
    """The part of the day; of the patrol also which card it is."""
    if s.now.phase != "patrol":
        return _part(s)
    cards = PATROL_ON_DAY[s.now.day]
    n = cards + 1 - sum(isinstance(step, RevealPatrol) for step in s.agenda)
    return T("Patrol {n} of {cards}", n=n, cards=cards)


_PHASES: Mapping[str, Words] = {
    "setup": T("Setting up"),
    "income": T("Income"),
    "patrol": T("Patrol"),
    "city": T("City"),
    "day_change": T("Day change"),
    "end": T("Score sheet"),
    "over": T("Score sheet"),
}
_IN_A_DAY = ("income", "patrol", "city", "day", "day_change")


def _which(s: State, ask: Ask) -> str:
    """The name of a question in ``QUESTIONS``."""
    if isinstance(ask, PullAsk):
        return "officer"
    if isinstance(ask, DrawAsk):
        name = kind(ask.deck) or ask.deck
        name = "stack:alike" if name == "stack" and _alike(s, ask.deck) else name
        return "contact" if name == "contacts" and ask.who is not None else name
    assert isinstance(ask, ChooseAsk)
    last = s.now.day == DAYS
    if ask.choice == "tile":
        return "tile" if s.now.queue[1:] else "tile:last"
    if ask.choice == "turn":
        if s.now.players[ask.who or ""].rest:
            return "turn:rested"
        return "turn:last" if last and s.now.open_exit is not None else "turn"
    return f"{ask.choice}:last" if ask.choice == "day_change" and last else ask.choice


def _alike(s: State, stack: str) -> bool:
    """True if tiles of a stack have nothing but their ids to tell them apart: nobody has described them yet."""
    left = [structs.replace(s.world.tiles[tile], id="") for tile in s.now.stacks[stack.removeprefix("stack:")]]
    return any(tile in left[:n] for n, tile in enumerate(left))


QUESTIONS: Mapping[str, QuestionText] = {
    "officer": QuestionText(T("An officer for {tile}"), T("Out of the bag, without looking.")),
    "patrol": QuestionText(T("Turn up a patrol card"), T("The second card of an exit blocks it.")),
    "plans": QuestionText(T("An escape plan for {seat}"), T("Nobody else may see it.")),
    "contact": QuestionText(T("{seat} draws a contact")),
    "contacts": QuestionText(T("Turn up a contact"), P("{n} to go", "{n} to go", 1)),
    "stack": QuestionText(T("Turn up the tile of stack {letter}"), T("It stays on its stack, face up.")),
    "stack:alike": QuestionText(
        T("Turn up the tile of stack {letter}"),
        T("Until you describe these tiles in the box, their numbers are yours to give: the first one is number 1."),
    ),
    "asset": QuestionText(T("Does {seat} unlock an asset?"), T("Notoriety {n}: one asset for {money}.")),
    "tile": QuestionText(
        T("{seat} lays a tile"),
        T("It must touch two tiles and continue one kind of land. Then: {seats}."),
    ),
    "tile:last": QuestionText(T("{seat} lays a tile"), T("It must touch two tiles and continue one kind of land.")),
    "turn": QuestionText(T("{seat} plays"), T("Move or rest.")),
    "turn:rested": QuestionText(T("{seat} plays"), T("Move: {seat} has rested today.")),
    "turn:last": QuestionText(T("{seat} plays"), T("Move or rest. The last day: out through exit {exit}.")),
    "extra": QuestionText(T("Who has an extra action?"), T("Tap everybody who has one in this part of the day.")),
    "day_change": QuestionText(T("Change the day"), T("Then day {day} begins.")),
    "day_change:last": QuestionText(
        T("The last day is over"), T("Note now who has escaped; whoever has not is arrested.")
    ),
    "handcuffs": QuestionText(T("The fourth wound: handcuffs for {seat}?"), T("The wounds stay at three.")),
    "line": QuestionText(T("{seat}: {line}"), T("Only {seat} sees it.")),
    "kind": QuestionText(T("{seat}: which one?"), T("The card says so.")),
    "take_contact": QuestionText(T("{seat} takes a contact"), T("One that lies open.")),
    "discard_contact": QuestionText(T("{seat} discards a contact"), T("The card says so.")),
    "officer_to": QuestionText(T("{seat}: onto which tile?"), T("An officer comes there.")),
    "officer_from": QuestionText(T("{seat}: which officer?"), T("It leaves its tile.")),
    "gang_to": QuestionText(T("{seat}: onto which tile?"), T("A gang member comes there.")),
    "gang_from": QuestionText(T("{seat}: from which tile?"), T("A gang member leaves it.")),
    "plan": QuestionText(T("{seat}: which escape plan?"), T("Turn it up now: it counts.")),
    "person": QuestionText(T("Who is it?"), T("The card says so.")),
    "tie": QuestionText(T("A tie: {seats}"), T("Your rulebook says who wins, or whether you share.")),
}
"""Title and hint of each question; their blanks are filled by ``BLANKS``."""


# The choices outside the boards: one for each answer, with its place and cost. Counters are tapped on the boards, the
# ledger in the private view; lines and extra actions have their own parts of the scene (``NumberEntry``, ``Several``).


ELSEWHERE = frozenset({a.Extra, a.Value, a.Adjust, a.ChangeStock, a.Cash})
"""Answers that are given on the boards, or in a part of the scene of their own."""
FROM_CARD = frozenset({"kind", "take_contact", "discard_contact"})
"""Questions of cards whose answers are given elsewhere on a turn."""


def _is_here(s: State, ask: Ask, answer: Answer) -> bool:
    """True for answers about the question or the table, False for those on a player's board."""
    if isinstance(answer, a.Escape):
        return answer.seat == ask.who
    return not isinstance(answer, a.DiscardContact) or answer.card in s.now.contacts.display


def _group(s: State, name: str) -> Group:
    if name in _GROUPS:
        return _GROUPS[name]
    tile = ident(name)
    return Group(name, tile_name(s.world, tile), _needs(s, tile), ["tile"])


_GROUPS: Mapping[str, Group] = {
    DRAW: Group(DRAW, T("Which card is it?")),
    "take": Group("take", T("Take a contact"), T("one that lies open"), ["contact"], on_map=True),
    PEOPLE: Group(PEOPLE, T("Contacts"), None, ["contacts"]),
    "badge": Group("badge", T("A badge asset"), money(ASSET_PRICE), ["badge"]),
    "card": Group("card", T("A contact asset"), money(ASSET_PRICE), ["contacts"]),
}


def entry(s: State, ask: Ask, answers: Sequence[Answer]) -> NumberEntry | None:
    """R-EP-92: a line of the score sheet."""
    if not isinstance(ask, LineAsk):
        return None
    return NumberEntry(line_name(s.world, ask.line), LEAST_VALUE, MOST_VALUE, list(answers))


def several(s: State, ask: Ask, answers: Sequence[Answer]) -> Several | None:
    """R-EP-78: the seats with an extra action."""
    if not isinstance(ask, ChooseAsk) or ask.choice != "extra":
        return None
    options = [Standing(*person(s.world, seat), str(s.now.players[seat].notoriety)) for seat in s.now.free]
    sets = {frozenset(answer.seats): answer for answer in answers if isinstance(answer, a.Extra)}
    return Several(options, dict(sets), T("Nobody has an extra action"))


def _printed(s: State, tile: str) -> Words | None:
    return listed([name for _, name in signs(s.world.tiles[tile])]) or None


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


def _filled(s: State, answer: a.LayTile) -> list[Words]:
    """The business and the safe house that come with a tile."""
    found = {"business": answer.business, "safe_house": answer.safe_house}
    return [piece(s.world, f"{kind}:{tile}") for kind, tile in found.items() if tile is not UNSET]


def _laid(s: State, answer: a.LayTile, found: Choice) -> dict[str, Any]:
    """A tile to lay, or a way to fill it. The prompt says already that a tile is laid."""
    filled = _filled(s, answer)
    if not filled:
        return {"detail": _printed(s, answer.tile), "icons": ["tile"]}
    icon, shown = "business" if answer.business is not UNSET else "safe_house", _ways(s, answer.tile) > 1
    return {"icons": [icon], "label" if shown else "detail": T("with {tiles}", tiles=listed(filled))}


def _ways(s: State, tile: str) -> int:
    """R-EP-66, R-EP-67: the number of ways to fill the spaces of a tile."""
    printed = s.world.tiles[tile]
    kinds = ((printed.business, s.now.business), (printed.safe_house, s.now.safe_houses))
    return prod(max(1, list(places.values()).count("board")) for space, places in kinds if space)


def _contact(s: State, said: a.TakeContact | a.DiscardContact | a.UseContact, found: Choice) -> dict[str, Any]:
    """Tapped where it lies open: it may be one of somebody's own, or discarded."""
    return {"spot": found.spot if said.card in s.now.contacts.display else None}


def _asset(s: State, said: a.Unlock, found: Choice) -> dict[str, Any]:
    return {"group": "badge" if said.asset in BADGES else "card" if said.asset in CARD_ASSETS else None}


def _drawn(s: State, said: Draw, found: Choice) -> dict[str, Any]:
    if said.deck in _CARDS:
        return {"detail": None, "icons": [_CARDS[said.deck][1](said.card)]}
    return {"detail": _printed(s, said.card), "icons": ["tile"]}


_MORE: Mapping[type[Answer], Callable[[State, Any, Choice], Mapping[str, Any]]] = {
    Draw: _drawn,
    Pull: lambda s, said, found: {"icons": [f"officer:{said.token}"]},
    ChoosePerson: lambda s, said, found: {"label": seat_name(said.seat), "icons": [disc(s.world, said.seat)]},
    a.LayTile: _laid,
    a.Unlock: _asset,
    a.Handcuffs: lambda s, said, found: {"icons": ["handcuffs"] if said.take else []},
    a.TakeContact: lambda s, said, found: {"usual": True, **_contact(s, said, found)},
    a.DiscardContact: _contact,
    a.UseContact: _contact,
    a.Adjust: lambda s, said, found: {
        "label": counter_name(s.world, said.what),
        "icons": [counter_icon(said.what)],
    },
}
"""What a choice shows besides, by its kind of answer."""


_CARDS: Mapping[str, tuple[Callable[[State, str], Words], Callable[[str], str]]] = {
    "patrol": (lambda s, card: T("Exit {n}", n=card), lambda card: f"patrol:{card}"),
    "contacts": (lambda s, card: contact_name(s.world, card), lambda card: "contact"),
    "plans": (lambda s, card: s.world.word(s.world.plans[card].text or card), lambda card: "plan"),
}
"""Name and icon of the cards of a deck; those of other decks are city tiles."""


_DRAWN: Mapping[str, Callable[[EscapeWorld, str], Words]] = {
    "patrol": lambda w, card: T("Patrol card: exit {n}", n=card),
    "contacts": lambda w, card: T("Contact: {name}", name=contact_name(w, card)),
}
"""The log line of a card drawn from a deck; others are city tiles."""


def _tile_drawn(w: EscapeWorld, card: str) -> Words:
    return T("City tile: {tile}", tile=tile_name(w, card))


def _escape_price(s: State) -> Words | None:
    cost = s.world.exit_cost(len(s.now.escaped) + 1)
    return None if cost is None else money(cost)


def _arrival(s: State, said: a.Officer | a.Gang) -> Words:
    return piece(s.world, f"officer:{said.type}" if isinstance(said, a.Officer) else "gang:member")


BLANKS: Mapping[Any, Callable[[State, Any], Words | None]] = {
    "seat": lambda s, said: seat_name(said.who or "" if isinstance(said, Ask) else said.seat),
    "seats": lambda s, said: seats_listed(s.now.queue[1:] if isinstance(said, Ask) else said.seats) or None,
    "tile": lambda s, said: tile_name(s.world, said.tile),
    "tiles": lambda s, said: listed(_filled(s, said)) or None,
    "plan": lambda s, said: T("Another plan") if said.card == UNKNOWN else _CARDS["plans"][0](s, said.card),
    "does": lambda s, said: sentence(s.world.contacts[said.card].effects),
    "name": lambda s, said: contact_name(s.world, said.card),
    "contact": lambda s, said: contact_name(s.world, said.card),
    "asset": lambda s, said: ASSET_NAMES[said.asset],
    "price": lambda s, said: money(ASSET_PRICE),
    "money": lambda s, said: _escape_price(s),
    "what": lambda s, said: counter_name(s.world, said.what),
    "by": lambda s, said: "+1" if said.by > 0 else "−1",
    "arrives": lambda s, said: _arrival(s, said) if said.by > 0 else None,
    "leaves": _arrival,
    "to": lambda s, said: tile_name(s.world, said.tile) if said.by > 0 else None,
    "where": lambda s, said: None if is_turn(s) else tile_name(s.world, said.tile),
    "way": lambda s, said: T("from the bag") if said.by > 0 else T("into the bag"),
    "rested": lambda s, said: T("a second time today") if s.now.players[s.now.queue[0]].rest else None,
    "sheet": lambda s, said: T("To the score sheet") if s.now.day == DAYS else None,
    "taken": lambda s, said: T("Take handcuffs") if said.take else None,
    "letter": lambda s, said: ident(said.deck),
    "exit": lambda s, said: s.now.open_exit,
    "day": lambda s, said: s.now.day + 1,
    "line": lambda s, said: line_name(s.world, said.line),
    (TieAsk, "seats"): lambda s, said: seats_listed(said.among),
    (DrawAsk, "n"): lambda s, said: CONTACTS_OPEN - len(s.now.contacts.display),
    (ChooseAsk, "n"): lambda s, said: s.now.players[said.who].notoriety,
    (ChooseAsk, "money"): lambda s, said: money(ASSET_PRICE),
    (a.Unlock, "n"): lambda s, said: ASSET_PRICE,
}
"""What fills the blanks of texts, by name; by ask or answer and name where they differ."""


class EscapeQuestions(Presenter[State]):
    """The open question, its choices with their groups, and answers in words."""

    blanks = BLANKS
    says_effects = True

    def chapter(self, state: State) -> Words:
        """The day and its part, without counts."""
        return _of_day(state, _part(state))

    def _where(self, state: State, ask: Ask) -> Words:
        return T("The end") if state.now.result is not None else _of_day(state, _counted_part(state))

    def _question_text(self, state: State, ask: Ask) -> QuestionText:
        return QUESTIONS[_which(state, ask)]

    def _over(self, state: State, result: Mapping[str, Any]) -> Words:
        winners = result["winner"]
        if len(winners) > 1:
            return T("A shared win: {seats}", seats=seats_listed(winners))
        return T("{seat} has won", seat=seat_name(winners[0])) if winners else T("Nobody has escaped")

    def _hint(self, state: State, ask: Ask) -> Words | None:
        """At the end."""
        return T("All are arrested.") if isinstance(ask, Over) and not ask.result["winner"] else None

    def label(self, state: State, answer: Answer) -> Words:
        """The text of an answer's button; for chance, what has come."""
        if isinstance(answer, Draw):
            named = _CARDS.get(answer.deck)
            return named[0](state, answer.card) if named is not None else tile_name(state.world, answer.card)
        return self.outcome(state, answer) if isinstance(answer, Pull) else super().label(state, answer)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer as a short line. It contains no plan, value or amount of the ledger, nor whose plan it is, since a
        card that changes hands after an undo would reveal it."""
        w = state.world
        if isinstance(answer, Draw | DrawUnknown) and answer.deck == "plans":
            return PLAN_DEALT
        if isinstance(answer, Pull):
            return T("Out of the bag: {piece}", piece=piece(w, f"officer:{answer.token}"))
        return (
            _DRAWN.get(answer.deck, _tile_drawn)(w, answer.card)
            if isinstance(answer, Draw)
            else super().describe(state, answer)
        )

    def outcome(self, state: State, answer: Answer) -> Words:
        """A chance outcome, shorter than its description: the exit, contact, tile or officer; never a plan."""
        if isinstance(answer, Pull):
            return piece(state.world, f"officer:{answer.token}")
        if not isinstance(answer, Draw) or answer.deck == "plans":
            return self.describe(state, answer)
        return T("exit {n}", n=answer.card) if answer.deck == "patrol" else self.label(state, answer)

    def choices(self, state: State, legal: Sequence[Answer]) -> list[Choice]:
        """The actions of a turn, then a choice for each answer without another place on the screen."""
        ask = self.rules.ask(state)
        every = isinstance(ask, ChooseAsk) and ask.choice in FROM_CARD
        here = legal if every else [one for one in legal if type(one) not in ELSEWHERE and _is_here(state, ask, one)]
        made = [self.choice(state, answer) for answer in here]
        # Actions with contacts come before the many contacts to discard.
        made = _actions(state, ask) + sorted(made, key=lambda one: isinstance(one.answer, a.DiscardContact))
        if len(made) > FEW and isinstance(legal[0], Draw):
            return [structs.replace(choice, group=DRAW) for choice in made]
        return made

    def choice(self, state: State, answer: Answer) -> Choice:
        """An answer as a choice, with what its card or tile shows."""
        found, more = super().choice(state, answer), _MORE.get(type(answer))
        return found if more is None else structs.replace(found, **more(state, answer, found))

    def word(self, state: State, name: str) -> Words:
        """The name of a thing; of officers and gang members that of the piece."""
        return piece(state.world, name) if name.startswith(("officer:", "gang:")) else super().word(state, name)

    def seat_icon(self, state: State, seat: str) -> str:
        """The disc of a player."""
        return disc(state.world, seat)

    def _group_of(self, state: State, name: str, choices: Sequence[Choice]) -> Group:
        """Actions, cards in a list, and the ways to lay a tile."""
        return _action_group(state, name, choices) or _group(state, name)


# The actions of a turn as the rulebook lists them, each with its counter (R-EP-79 to R-EP-84). Everything else is
# counted on the players' boards (``OTHERWISE``).


class _Action(NamedTuple):
    """An action: its counter and the change ``by``, its label and group, and the counter in words."""

    what: str
    by: int
    label: Text
    group: str | None
    now: Callable[[EscapeSeat], Words]


def _held(what: str) -> Callable[[EscapeSeat], Words]:
    return lambda p: T("{n} now", n=p.held.get(what, 0))


_ACTIONS = (
    _Action("cubes", -1, T("Recover money"), None, lambda p: T("cube {n} · {money}", n=p.cubes[-1], money=_left(p))),
    _Action("equipment", 1, T("Buy equipment"), SHOP, _held("equipment")),
    _Action("gangs", 1, T("Hire a gang"), PEOPLE, lambda p: T("{n} of {most}", n=p.gangs, most=GANG_MARKERS)),
    _Action("notoriety", 1, T("Notoriety + 1"), POLICE, lambda p: T("{n} now", n=p.notoriety)),
    _Action("wounds", 1, T("A wound"), POLICE, lambda p: T("{n} of {most}", n=p.wounds, most=WOUNDS)),
)


def _left(p: EscapeSeat) -> Words:
    """R-EP-48: the income after the highest cube is removed."""
    return money(structs.replace(p, cubes=p.cubes[:-1]).income)


def is_turn(s: State) -> bool:
    """True during a player's turn (R-EP-79)."""
    return bool(s.agenda) and isinstance(s.agenda[-1], Turns)


def listed_now(s: State) -> frozenset[Answer]:
    """The answers to the open question; for ``State.cached``."""
    return frozenset(s.listed(s.agenda[-1]) or ()) if s.agenda else frozenset()


def _actions(s: State, ask: Ask) -> list[Choice]:
    """The rulebook actions available to the active player; empty outside a turn."""
    if not is_turn(s) or ask.who is None:
        return []
    legal, p = s.cached(listed_now), s.now.players[ask.who]
    lockers = [
        _Action(what, 1, T("Open: {locker}", locker=counter_name(s.world, what)), SHOP, _held(what))
        for what in s.world.printed
        if what.startswith("locker:")
    ]
    every = sorted([*_ACTIONS, *lockers], key=lambda one: (SHOP, PEOPLE, POLICE, None).index(one.group))
    found = ((one, adjust(ask.who, one.what, one.by)) for one in every)
    return [
        Choice(answer, one.label, one.now(p), [counter_icon(one.what)], one.group, counts=True)
        for one, answer in found
        if answer in legal
    ]


def _tally(what: str, n: int) -> Piece:
    return Piece(counter_icon(what), FACTS[what].label, n)


def _action_group(s: State, name: str, choices: Sequence[Choice]) -> Group | None:
    """The group with that name, if one of its ``choices`` is such an action, with its counters in words."""
    seats = (one.answer.seat for one in choices if one.counts and isinstance(one.answer, Adjust))
    seat = next(seats, None)
    if seat is None:
        return None
    p = s.now.players[seat]
    equipment = p.held.get("equipment", 0)
    lockers = sum(n for what, n in p.held.items() if what.startswith("locker:"))
    contacts = len(p.contacts)
    shown = {
        SHOP: (
            T("Visit a shop"),
            T("equipment {n}, lockers {m}", n=equipment, m=lockers),
            [_tally("equipment", equipment), Piece("locker", T("Lockers"), lockers)],
        ),
        PEOPLE: (
            T("Gang or contact"),
            T("gangs {n}, contacts {m}", n=p.gangs, m=contacts),
            [_tally("gangs", p.gangs), Piece("contact", T("Contacts"), contacts)],
        ),
        POLICE: (
            T("The police"),
            T("notoriety {n}, wounds {m}", n=p.notoriety, m=p.wounds),
            [_tally("notoriety", p.notoriety), _tally("wounds", p.wounds)],
        ),
    }
    label, detail, tally = shown[name]
    return Group(name, label, detail, tally=tally)


# Tips for a first game.


AT_QUESTIONS: dict[str, tuple[Tip, ...]] = {
    "asset": (
        Tip("asset", T("Money unlocks assets here, and assets pay off every day. If you want none, go on."), "pass"),
        Tip(
            "order", T("This is today's turn order: it goes by notoriety. Tap a disc to see a player's board."), "order"
        ),
    ),
    "tile": (
        Tip("tile", T("Lay the tile on the table so that it fits, then tap here the one you took."), "place"),
        Tip("city", T("Here you can sketch the city: then everybody sees what is where."), "about:city"),
    ),
    "turn": (
        Tip("turn", T("Play on the board, tap what you do, and at the end of your turn tap here."), "primary"),
        Tip("glance", T("Where your pawn stands and what you have: tap what has changed."), "turn"),
        Tip(
            "seats", T("Money, wounds and all that a turn changes are counted on the players' boards."), "about:players"
        ),
        Tip("rest", T("A turn can also be spent on rest."), "rest"),
        Tip("contact", T("Tap the card of an open contact to take it."), "take"),
        Tip("clock", T("The parts of the day: the bright one is now, the others are still to come."), "clock"),
    ),
}
"""Tips by decision; none for private ones."""
