"""The open question: prompt, choices, tips."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, Pull
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PullAsk
from companion.core.instructions import ident
from companion.core.texts import P, T, Text, Words, listed
from companion.games.escape import answers as a
from companion.games.escape.answers import Adjust, LineAsk, PullForTile, TieAsk
from companion.games.escape.content import BADGES, CARD_ASSETS, CONTACTS_OPEN, DAYS, GANG_MARKERS, WOUNDS, seat_name
from companion.games.escape.rules.days import LEAST_VALUE, MOST_VALUE, PATROL_ON_DAY
from companion.games.escape.rules.phases import ASSET_PRICE, RevealPatrol
from companion.games.escape.rules.tracking import adjust
from companion.games.escape.state import EscapeSeat, State
from companion.games.escape.words import (
    ASSET_NAMES,
    COUNTERS,
    PART_NAMES,
    business_name,
    contact_name,
    counter_icon,
    counter_name,
    disc,
    line_name,
    money,
    piece,
    safe_house_name,
    seats_listed,
    signs,
    tile_name,
)
from companion.scene.presenter import NAMELESS_CHOICES
from companion.scene.scene import Choice, Group, NumberEntry, Piece, Prompt, Several, Standing, Tip

SHOP, POLICE, PEOPLE = "shop", "police", "contacts"
OTHERWISE = T("Something else happened")
FEW = 9
"""Up to this many chance outcomes get a button each."""
DRAW = "draw"


def prompt(s: State, ask: Ask) -> Prompt:
    """The prompt of the open question."""
    if isinstance(ask, Over):
        return Prompt(T("The end"), *_over_prompt(s), rule=ask.rule)
    title, hint = _question_prompt(s, ask)
    return Prompt(_of_day(s, _counted_part(s)), title, hint, ask.rule)


def chapter(state: State) -> Words:
    """The day and its part, without counts."""
    return _of_day(state, _part(state))


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


_PHASES: Mapping[str, Words] = MappingProxyType(
    {
        "setup": T("Setting up"),
        "income": T("Income"),
        "patrol": T("Patrol"),
        "city": T("City"),
        "day_change": T("Day change"),
        "end": T("Score sheet"),
        "over": T("Score sheet"),
    }
)
_IN_A_DAY = ("income", "patrol", "city", "day", "day_change")


def _question_prompt(s: State, ask: Ask) -> tuple[Words, Words | None]:
    if isinstance(ask, DrawAsk):
        return _draw_prompt(s, ask)
    if isinstance(ask, PullAsk):
        assert isinstance(ask, PullForTile)
        return T("An officer for {tile}", tile=tile_name(s.world, ask.tile)), T("Out of the bag, without looking.")
    assert isinstance(ask, ChooseAsk)
    title, hint = _PROMPTS[ask.choice]
    return title(s, ask), hint(s, ask)


def _draw_prompt(s: State, ask: DrawAsk) -> tuple[Words, Words | None]:
    if ask.deck == "patrol":
        return T("Turn up a patrol card"), T("The second card of an exit blocks it.")
    if ask.deck == "plans":
        seat = seat_name(ask.who or "")
        return T("An escape plan for {seat}", seat=seat), T("Nobody else may see it.")
    if ask.deck == "contacts":
        if ask.who is not None:
            return T("{seat} draws a contact", seat=seat_name(ask.who)), None
        missing = CONTACTS_OPEN - len(s.now.contacts.display)
        return T("Turn up a contact"), P("{n} to go", "{n} to go", missing)
    letter = ident(ask.deck)
    return T("Turn up the tile of stack {letter}", letter=letter), T("It stays on its stack, face up.")


def _unlock_hint(s: State, ask: ChooseAsk) -> Words:
    n = s.now.players[ask.who or ""].notoriety
    return T("Notoriety {n}: one asset for {money}.", n=n, money=money(ASSET_PRICE))


def _tie_title(s: State, ask: ChooseAsk) -> Words:
    assert isinstance(ask, TieAsk)
    return T("A tie: {seats}", seats=seats_listed(ask.among))


def _seat(ask: ChooseAsk) -> Words:
    return seat_name(ask.who or "")


def _tile_hint(s: State, ask: ChooseAsk) -> Words:
    """R-EP-62, R-EP-63, and the next player."""
    fits = T("It must touch two tiles and continue one kind of land.")
    after = s.now.queue[1:]
    return T("{fits} Then: {seats}.", fits=fits, seats=seats_listed(after)) if after else fits


def _turn_hint(s: State, ask: ChooseAsk) -> Words:
    if s.now.players[ask.who or ""].rest:
        return T("Move: {seat} has rested today.", seat=_seat(ask))
    if s.now.day == DAYS and s.now.open_exit is not None:
        return T("Move or rest. The last day: out through exit {exit}.", exit=s.now.open_exit)
    return T("Move or rest.")


Sentence: TypeAlias = Callable[[State, Any], Words]
_PROMPTS: Mapping[str, tuple[Sentence, Sentence]] = MappingProxyType(
    {
        "asset": (lambda s, ask: T("Does {seat} unlock an asset?", seat=_seat(ask)), _unlock_hint),
        "tile": (lambda s, ask: T("{seat} lays a tile", seat=_seat(ask)), _tile_hint),
        "turn": (lambda s, ask: T("{seat} plays", seat=_seat(ask)), _turn_hint),
        "extra": (
            lambda s, ask: T("Who has an extra action?"),
            lambda s, ask: T("Tap everybody who has one in this part of the day."),
        ),
        "day_change": (
            lambda s, ask: T("The last day is over") if s.now.day == DAYS else T("Change the day"),
            lambda s, ask: (
                T("Note now who has escaped; whoever has not is arrested.")
                if s.now.day == DAYS
                else T("Then day {n} begins.", n=s.now.day + 1)
            ),
        ),
        "handcuffs": (
            lambda s, ask: T("The fourth wound: handcuffs for {seat}?", seat=_seat(ask)),
            lambda s, ask: T("The wounds stay at three."),
        ),
        "line": (
            lambda s, ask: T("{seat}: {line}", seat=_seat(ask), line=line_name(s.world, ask.line)),
            lambda s, ask: T("Only {seat} sees it.", seat=_seat(ask)),
        ),
        "tie": (_tie_title, lambda s, ask: T("Your rulebook says who wins, or whether you share.")),
    }
)
"""Title and hint of each decision."""


def _over_prompt(s: State) -> tuple[Words, Words | None]:
    result = s.now.result
    assert result is not None
    winners = result["winner"]
    if not winners:
        return T("Nobody has escaped"), T("All are arrested.")
    if len(winners) > 1:
        return T("A shared win: {seats}", seats=seats_listed(winners)), None
    return T("{seat} has won", seat=seat_name(winners[0])), None


# The choices outside the boards: one for each answer, with its place and cost. Counters are tapped on the boards, the
# ledger in the private view; lines and extra actions have their own parts of the scene (``NumberEntry``, ``Several``).


def choices(s: State, ask: Ask, answers: Sequence[Answer]) -> list[Choice]:
    """The actions of a turn, then a choice for each of ``answers`` without another place on the screen."""
    made = [_MAKERS[type(answer)](s, answer) for answer in answers if _is_here(s, ask, answer)]
    # Actions with contacts come before the many contacts to discard.
    made = _actions(s, ask, answers) + sorted(made, key=lambda one: isinstance(one.answer, a.DiscardContact))
    if len(made) > FEW and isinstance(answers[0], Draw):
        return [structs.replace(choice, group=DRAW) for choice in made]
    return made


def _is_here(s: State, ask: Ask, answer: Answer) -> bool:
    """True for answers about the question or the table, False for those on a player's board."""
    if isinstance(answer, a.Escape):
        return answer.seat == ask.who
    if isinstance(answer, a.DiscardContact):
        return answer.card in s.now.contacts.display
    return type(answer) in _MAKERS


def groups(s: State, choices: Sequence[Choice]) -> list[Group]:
    """The groups of ``choices``: cards in a list, and the ways to lay a tile."""
    used: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.group is not None:
            used.setdefault(choice.group, []).append(choice)
    return [_action_group(s, name, members) or _group(s, name) for name, members in used.items()]


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


def entry(s: State, ask: Ask, answers: Sequence[Answer]) -> NumberEntry | None:
    """R-EP-92: a line of the score sheet."""
    if not isinstance(ask, LineAsk):
        return None
    return NumberEntry(line_name(s.world, ask.line), LEAST_VALUE, MOST_VALUE, list(answers))


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


def _always(label: Words, detail: Words | None = None, *icons: str, **how: Any) -> Callable[[State, Any], Choice]:
    """A choice that always looks the same."""
    return lambda s, answer: Choice(answer, label, detail, [*icons], **how)


def _unlock(s: State, answer: a.Unlock) -> Choice:
    group = "badge" if answer.asset in BADGES else "card" if answer.asset in CARD_ASSETS else None
    return Choice(answer, ASSET_NAMES[answer.asset], money(ASSET_PRICE), ["asset:open"], group)


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


def _place(s: State, answer: a.LayTile) -> Choice:
    filled: list[Words] = []
    if answer.business is not UNSET:
        filled.append(business_name(s.world, answer.business))
    if answer.safe_house is not UNSET:
        filled.append(safe_house_name(s.world, answer.safe_house))
    # The prompt says already that a tile is laid.
    name, group, spot = tile_name(s.world, answer.tile), f"lay:{answer.tile}", f"tile:{answer.tile}"
    if not filled:
        return Choice(answer, name, _printed(s, answer.tile), ["tile"], group, spot)
    icon = "business" if answer.business is not UNSET else "safe_house"
    using = T("with {tiles}", tiles=listed(filled))
    if _ways(s, answer.tile) == 1:
        return Choice(answer, name, using, [icon], group, spot)
    return Choice(answer, using, None, [icon], group, spot)


def _ways(s: State, tile: str) -> int:
    """R-EP-66, R-EP-67: the number of ways to fill the spaces of a tile."""
    printed = s.world.tiles[tile]
    kinds = ((printed.business, s.now.business), (printed.safe_house, s.now.safe_houses))
    return prod(max(1, list(places.values()).count("board")) for space, places in kinds if space)


def _rest(s: State, answer: a.Rest) -> Choice:
    rested = s.now.players[s.now.queue[0]].rest
    detail = T("a second time today") if rested else T("ends the turn")
    return Choice(answer, T("Rest"), detail, ["rest"], closing=True)


def _take(s: State, answer: a.TakeContact) -> Choice:
    name = contact_name(s.world, answer.card)
    return Choice(answer, name, None, ["contact"], "take", f"contact:{answer.card}", usual=True)


def _discard(s: State, answer: a.DiscardContact) -> Choice:
    name = contact_name(s.world, answer.card)
    discarded = T("Discard {contact}", contact=name)
    return Choice(answer, discarded, None, ["contacts"], PEOPLE, f"contact:{answer.card}")


def _done(s: State, answer: a.Done) -> Choice:
    return Choice(answer, T("To the score sheet") if s.now.day == DAYS else T("Day done"), None, [], primary=True)


def doubt(state: State, answer: Answer) -> Words | None:
    """G-EP-10: what costs more than the ledger of the seat has. It may be behind, so nothing is refused."""
    match answer:
        case a.Unlock() if state.now.queue:
            seat, price = state.now.queue[0], ASSET_PRICE
        case a.Escape(seat=seat):
            price = state.world.exit_cost(len(state.now.escaped) + 1) or 0
        case _:
            return None
    cash = state.now.players[seat].cash
    if cash is None or cash >= price:
        return None
    # How much it has is for its own eyes.
    return T("{seat} pays {money} and has less, as it is counted here", seat=seat_name(seat), money=money(price))


def _handcuffs(s: State, answer: a.Handcuffs) -> Choice:
    if answer.take:
        return Choice(answer, T("Take handcuffs"), None, ["handcuffs"])
    return Choice(answer, T("No handcuffs"))


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


_MAKERS: Mapping[type[Answer], Callable[[State, Any], Choice]] = MappingProxyType(
    {
        **NAMELESS_CHOICES,
        Draw: _draw,
        Pull: lambda s, answer: Choice(
            answer, piece(s.world, f"officer:{answer.token}"), None, [f"officer:{answer.token}"]
        ),
        a.Unlock: _unlock,
        a.Pass: _always(T("No asset"), primary=True),
        a.LayTile: _place,
        a.Move: _always(T("Turn done"), primary=True),
        a.Rest: _rest,
        a.TakeContact: _take,
        a.DrawContact: _always(T("Draw a contact"), T("from the deck"), "contacts", group=PEOPLE),
        a.DiscardContact: _discard,
        a.Done: _done,
        a.Handcuffs: _handcuffs,
        a.Winner: lambda s, answer: Choice(
            answer, T("{seat} wins", seat=seat_name(answer.seat)), None, [disc(s.world, answer.seat)]
        ),
        a.Share: _always(T("They share the win"), None, "players"),
        a.Escape: _escape,
        a.Officer: _officer,
        a.PullOfficer: _pull_officer,
        a.Gang: _gang,
        a.Refill: _always(T("Fill up the contacts"), T("until seven lie open"), "contacts", group=PEOPLE),
        a.Reshuffle: _always(
            T("Shuffle the contacts"), T("the discard goes back into the deck"), "shuffle", group=PEOPLE
        ),
    }
)


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


def is_turn(ask: Ask) -> bool:
    """True during a player's turn (R-EP-79)."""
    return isinstance(ask, ChooseAsk) and ask.choice == "turn"


def _actions(s: State, ask: Ask, answers: Collection[Answer]) -> list[Choice]:
    """The rulebook actions available to the active player; empty outside a turn."""
    if not is_turn(ask) or ask.who is None:
        return []
    legal, p = frozenset(answers), s.now.players[ask.who]
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
    return Piece(counter_icon(what), COUNTERS[what][0], n)


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
"""Tips by decision."""


def tips(ask: Ask) -> list[Tip]:
    """The tips for this question; none for private ones."""
    return list(AT_QUESTIONS.get(ask.choice, ())) if isinstance(ask, ChooseAsk) else []
