"""What to do now, in a line: where we are, what is asked, and a hint (wire/escape.md, "Asks")."""

from __future__ import annotations

from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PullAsk
from companion.core.scenes import Prompt
from companion.core.texts import P, T, Words, listed
from companion.games.escape.asks import LineAsk, PullForTile, TieAsk
from companion.games.escape.names import seat_name
from companion.games.escape.patrol import RevealPatrol
from companion.games.escape.show.notices import day_change
from companion.games.escape.show.wording import PARTS, line_name, money, seats_listed, tile_name
from companion.games.escape.state import State
from companion.games.escape.words import ASSET_PRICE, CONTACTS_OPEN, DAYS, PATROL_ON_DAY


def prompt(s: State, ask: Ask) -> Prompt:
    """The prompt of the open question."""
    if isinstance(ask, Over):
        return Prompt(T("The end"), *_over(s), rule=ask.rule)
    title, hint = _question(s, ask)
    alone = isinstance(ask, LineAsk) or (isinstance(ask, DrawAsk) and ask.deck == "plans")
    return Prompt(_where(s), title, hint, ask.rule, ask.who if alone else None)


def _where(s: State) -> Words:
    now = s.now
    match now.phase:
        case "setup":
            return T("Setting up")
        case "income":
            return T("Day {day} · Income", day=now.day)
        case "patrol":
            cards = PATROL_ON_DAY[now.day]
            n = cards + 1 - sum(isinstance(step, RevealPatrol) for step in s.agenda)
            return T("Day {day} · Patrol {n} of {cards}", day=now.day, n=n, cards=cards)
        case "city":
            return T("Day {day} · City", day=now.day)
        case "day":
            return T("Day {day} · {part}", day=now.day, part=PARTS[now.part - 1][1])
        case "day_change":
            return T("Day {day} · Day change", day=now.day)
    return T("Score sheet")


def _question(s: State, ask: Ask) -> tuple[Words, Words | None]:
    if isinstance(ask, DrawAsk):
        return _draw(s, ask)
    if isinstance(ask, PullAsk):
        assert isinstance(ask, PullForTile)
        return T("An officer for {tile}", tile=tile_name(s.world, ask.tile)), T("Out of the bag, without looking.")
    assert isinstance(ask, ChooseAsk)
    return _choose(s, ask)


def _draw(s: State, ask: DrawAsk) -> tuple[Words, Words | None]:
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
    letter = ask.deck.partition(":")[2]
    return T("Turn up the tile of stack {letter}", letter=letter), T("It stays on its stack, face up.")


def _choose(s: State, ask: ChooseAsk) -> tuple[Words, Words | None]:
    seat = seat_name(ask.who or "")
    match ask.choice:
        case "asset":
            price = money(ASSET_PRICE)
            n = s.now.players[ask.who or ""].notoriety
            hint = T("Notoriety {n}: one asset for {money}.", n=n, money=price)
            return T("Does {seat} unlock an asset?", seat=seat), hint
        case "tile":
            return T("{seat} lays a tile", seat=seat), _laying(s)
        case "turn":
            return T("{seat} plays", seat=seat), _turn(s, ask.who or "")
        case "extra":
            return T("Who has an extra action?"), T("Tap everybody who has one in this part of the day.")
        case "day_change":
            return _change(s)
        case "handcuffs":
            return T("The fourth wound: handcuffs for {seat}?", seat=seat), T("The wounds stay at three.")
        case "line":
            assert isinstance(ask, LineAsk)
            return T("{seat}: {line}", seat=seat, line=line_name(s.world, ask.line)), T(
                "Only {seat} sees it.", seat=seat
            )
    assert isinstance(ask, TieAsk)
    among = seats_listed(ask.among)
    return T("A tie: {seats}", seats=among), T("Your rulebook says who wins, or whether you share.")


def _laying(s: State) -> Words:
    """R-EP-62, R-EP-63; and who comes after."""
    fits = T("It touches two tiles, and one kind of land goes on.")
    after = s.now.queue[1:]
    return T("{fits} Then: {seats}.", fits=fits, seats=seats_listed(after)) if after else fits


def _turn(s: State, seat: str) -> Words | None:
    if s.now.players[seat].rest:
        return T("Move: {seat} has rested today.", seat=seat_name(seat))
    if s.now.day == DAYS and s.now.open_exit is not None:
        return T("Move or rest. The last day: out through exit {exit}.", exit=s.now.open_exit)
    return T("Move or rest.")


def _change(s: State) -> tuple[Words, Words | None]:
    if s.now.day == DAYS:
        return T("The last day is over"), T("Note now who has escaped; whoever has not is arrested.")
    return T("Change the day"), listed(day_change(s)[:1])


def _over(s: State) -> tuple[Words, Words | None]:
    result = s.now.result
    assert result is not None
    arrested = result["arrested"]
    hint = T("Arrested: {seats}.", seats=seats_listed(arrested)) if arrested else None
    if not result["winner"]:
        return T("Nobody has escaped"), hint
    if len(result["winner"]) > 1:
        return T("A shared win: {seats}", seats=seats_listed(result["winner"])), hint
    return T("{seat} has won", seat=seat_name(result["winner"][0])), hint
