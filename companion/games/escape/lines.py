"""Instructions, answers and notices in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, DrawUnknown, Pull
from companion.core.asks import Ask, ChooseAsk
from companion.core.instructions import Instruction, ident, kind, split
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Text, Words, listed
from companion.games.escape import answers as a
from companion.games.escape.content import (
    CARDS_OF_AN_EXIT,
    CASH,
    CUBES,
    GANG,
    GANG_AT_HQ,
    GANG_MARKERS,
    GAS,
    HANDCUFFS,
    LETTERS,
    WOUNDS,
    seat_name,
)
from companion.games.escape.rules.phases import ASSET_PRICE
from companion.games.escape.rules.tracking import holder
from companion.games.escape.state import EscapeWorld, State, officer_types
from companion.games.escape.words import (
    ASSET_NAMES,
    PART_NAMES,
    business_name,
    contact_name,
    counter_name,
    icon_of,
    money,
    officer_type,
    piece,
    safe_house_name,
    seats_listed,
    tile_name,
)
from companion.scene.presenter import NAMELESS_WORDS, nameless_card, nameless_words
from companion.scene.scene import Card, Line, Tone

CARDS = {"patrol": "patrol", "contact": "contacts", "plan": "plans"}
"""Kinds of cards whose deck can be digital; then they are not on the table."""


def lines(state: State, instructions: Sequence[Instruction]) -> list[Line]:
    """Instructions in words, in order; setup first, as a short check-list."""
    if any(map(_is_set_up, instructions)):
        since = [todo for todo in instructions if todo.rule is not None]
        return [*_set_up(state.world), *_lines(state.world, since)]
    found = _lines(state.world, instructions)
    if state.now.phase == "income" and any(todo.rule == "R-EP-45" for todo in instructions):
        found += [Line("", "asset", _offer(state, seat), rule="R-EP-49", read=True) for seat in state.now.queue]
    return found


def _lines(w: EscapeWorld, instructions: Sequence[Instruction]) -> list[Line]:
    merged = _merged(instructions)
    turns = [todo for todo in merged if _kind(todo) == "turn" and todo.verb == "move"]
    announced = any(todo.verb == "tell" and todo.rule == "R-EP-71" for todo in merged)
    found: list[Line] = []
    for todo in merged:
        if todo in turns:
            if todo is turns[0] and not announced:
                found.append(_order(turns))
        else:
            found.append(_line(w, todo))
    return found


def _merged(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Merge equal pieces to the same place, and consecutive steps of a marker.

    Instructions for the same piece keep their order. Cards shuffled into their deck are merged with the shuffle.
    """
    done: list[Instruction] = []
    shuffled = any(todo.verb == "shuffle" for todo in instructions)
    for todo in instructions:
        if shuffled and todo.verb == "remove" and todo.at == "contacts:discard":
            continue
        at = next((i for i in reversed(range(len(done))) if done[i].piece == todo.piece), None)
        if todo.piece is None or at is None or todo.verb == "flip":
            done.append(todo)
            continue
        last = done[at]
        if todo.verb == last.verb and (todo.at, todo.source, todo.to) == (last.at, last.source, last.to):
            done[at] = structs.replace(last, n=(last.n or 1) + (todo.n or 1))
        elif todo.verb == last.verb == "move" and last.to == todo.source and _kind(todo) in ("time", "notoriety"):
            done[at] = structs.replace(last, to=todo.to)
        else:
            done.append(todo)
    return [todo for todo in done if todo.verb != "move" or todo.source != todo.to]


def _kind(todo: Instruction) -> str:
    return kind(todo.piece)


def _order(turns: Sequence[Instruction]) -> Line:
    """All markers of the turn order track at once (R-EP-71)."""
    moved: list[tuple[str, str]] = sorted((ident(todo.to), ident(todo.piece)) for todo in turns)
    places: list[Words] = [T("{n} {seat}", n=place, seat=seat_name(seat)) for place, seat in moved]
    return Line("→", "players", T("turn order: {places}", places=listed(places)), rule="R-EP-71")


def _line(w: EscapeWorld, todo: Instruction) -> Line:
    if todo.verb == "tell":
        return _announced(w, todo)
    if todo.verb == "shuffle":
        return Line(
            "", "shuffle", T("shuffle the contact discard into the deck"), None, todo.rule, "quiet", todo, "contacts"
        )
    if todo.verb == "flip":
        return _flipped(w, todo)
    sign, words = _MOVES[todo.verb](w, todo)
    deck = CARDS.get(_kind(todo))
    if deck == "plans" and not w.options.private_plans:
        deck = None
    tone = "quiet" if deck else _tone(todo)
    return Line(sign, icon_of(w, str(todo.piece)), words, _spot(todo), todo.rule, tone, todo, deck)


def _announced(w: EscapeWorld, todo: Instruction) -> Line:
    icon, tone = _TELLING.get(todo.rule or "", ("speaker", "normal"))
    spot = todo.at if todo.at is not None and todo.at.startswith("patrol:") else None
    return Line("", icon, todo.text or "", spot, todo.rule, tone, todo, read=todo.rule not in HANDED)


_TELLING: Mapping[str, tuple[str, Tone]] = MappingProxyType(
    {
        "R-EP-45": ("cash", "normal"),
        "R-EP-49": ("cash", "normal"),
        "R-EP-52": ("door:blocked", "warn"),
        "R-EP-56": ("door", "good"),
        "R-EP-71": ("players", "normal"),
        "R-EP-86": ("escape", "good"),
        "R-EP-87": ("escape", "good"),
    }
)
"""The icon and tone of an announcement, by rule."""
HANDED = frozenset({"R-EP-45", "R-EP-49", "R-EP-71", "R-EP-87"})
"""Announcements about money that changes hands and markers that move; the others are only read aloud."""


def _flipped(w: EscapeWorld, todo: Instruction) -> Line:
    name = T("{piece} of {seat}", piece=piece(w, str(todo.piece)), seat=seat_name(ident(todo.at)))
    icon = icon_of(w, str(todo.piece))
    return Line("", icon, T("turn over the {piece}", piece=name), None, todo.rule, instruction=todo)


def _spot(todo: Instruction) -> str | None:
    """The box or tile of the picture that a line is about."""
    if _kind(todo) == "tile":
        return todo.piece
    for place in (todo.at, todo.to, todo.source):
        if place is not None and place.startswith(("tile:", "patrol:")):
            return place
    return todo.piece if _kind(todo) == "contact" else None


def _tone(todo: Instruction) -> Tone:
    if todo.verb == "move" and _kind(todo) == "wound":
        return "warn" if str(todo.to).startswith("wounds") else "good"
    return "normal"


def _phrase(w: EscapeWorld, todo: Instruction, way: Words) -> Words:
    return T("{piece} {way}", piece=piece(w, str(todo.piece), todo.n or 1), way=way)


def _place(w: EscapeWorld, todo: Instruction) -> tuple[str, Words]:
    if _kind(todo) == "income":
        seat, _, space = ident(todo.at).partition(".")
        return "+", T("{seat}: an income cube on {n}", seat=seat_name(seat), n=space)
    return "+", _phrase(w, todo, _where(w, str(todo.at)))


def _remove(w: EscapeWorld, todo: Instruction) -> tuple[str, Words]:
    if _kind(todo) == "income":
        seat, _, space = ident(todo.at).partition(".")
        return "−", T("{seat}: the income cube off {n}", seat=seat_name(seat), n=space)
    way = _away(w, str(todo.at))
    if _kind(todo) == "officer":
        way = T("{away}, back into the bag", away=way)
    elif todo.at == "board:stock":
        way = T("{away}, out of the game", away=way)
    return "−", _phrase(w, todo, way)


def _move(w: EscapeWorld, todo: Instruction) -> tuple[str, Words]:
    """A move between the table and a supply, or between two places."""
    source, to = str(todo.source), str(todo.to)
    if _kind(todo) in _OWN:
        return "→", _OWN[_kind(todo)](w, todo)
    if source in _SUPPLIES:
        return "+", _phrase(w, todo, _where(w, to))
    if to in _SUPPLIES:
        return "−", _phrase(w, todo, T("{away}, back {where}", away=_away(w, source), where=_where(w, to)))
    return "→", _phrase(w, todo, T("{away} {where}", away=_away(w, source), where=_where(w, to)))


_MOVES = {"place": _place, "remove": _remove, "move": _move}
_SUPPLIES = frozenset({"board:gang", "board:business", "board:safe_houses", "board:exits", "board:stock"})


def _notoriety(w: EscapeWorld, todo: Instruction) -> Words:
    seat = seat_name(ident(todo.piece))
    return T("{seat}: notoriety {start} → {end}", seat=seat, start=ident(todo.source), end=ident(todo.to))


def _time(w: EscapeWorld, todo: Instruction) -> Words:
    start, end = (PART_NAMES[int(ident(place)) - 1][1] for place in (todo.source, todo.to))
    return T("time: {start} → {end}", start=start, end=end)


def _wound(w: EscapeWorld, todo: Instruction) -> Words:
    seat, cubes = seat_name(ident(todo.to)), piece(w, str(todo.piece), todo.n or 1)
    if str(todo.to).startswith("wounds"):
        return T("{seat}: {cubes} out of the green box", seat=seat, cubes=cubes)
    return T("{seat}: {cubes} back into the green box", seat=seat, cubes=cubes)


def _asset(w: EscapeWorld, todo: Instruction) -> Words:
    seat, name = seat_name(ident(todo.to)), piece(w, str(todo.piece))
    if str(todo.to).startswith("unlocked"):
        return T("{seat}: {asset} to the unlocked ones", seat=seat, asset=name)
    return T("{seat}: {asset} back to the locked ones", seat=seat, asset=name)


def _marker(w: EscapeWorld, todo: Instruction) -> Words:
    marker = piece(w, str(todo.piece), todo.n or 1)
    if todo.to == "board:gangs":
        return T("{marker} from the board of the player", marker=marker)
    return T("{marker} back onto the board of the player", marker=marker)


def _cube(w: EscapeWorld, todo: Instruction) -> Words:
    ends = [ident(place).partition(".") for place in (todo.source, todo.to)]
    start, end = (T("{seat} {n}", seat=seat_name(seat), n=space) for seat, _, space in ends)
    return T("income cube: {start} → {end}", start=start, end=end)


_OWN: Mapping[str, Callable[[EscapeWorld, Instruction], Words]] = MappingProxyType(
    {
        "notoriety": _notoriety,
        "time": _time,
        "wound": _wound,
        "asset": _asset,
        "gang_marker": _marker,
        "income": _cube,
    }
)
"""Moves of pieces that have their own places."""


def _where(w: EscapeWorld, location: str) -> Words:
    """To a place: ``on Fish Market``, ``into the stock``."""
    kind, which = split(location)
    return _TO[location] if location in _TO else _ONTO[kind](w, which)


def _away(w: EscapeWorld, location: str) -> Words:
    """Away from a place: ``from Fish Market``, ``from the stock``."""
    kind, which = split(location)
    return _FROM[location] if location in _FROM else _OFF[kind](w, which)


_ONTO: Mapping[str, Callable[[EscapeWorld, str], Words]] = MappingProxyType(
    {
        "tile": lambda w, tile: T("on {tile}", tile=tile_name(w, tile)),
        "player": lambda w, seat: T("to {seat}", seat=seat_name(seat)),
        "display": lambda w, letter: T("on stack {letter}, face up", letter=letter),
        "patrol": lambda w, exit: T("on the patrol space of exit {n}", n=exit),
    }
)
_OFF: Mapping[str, Callable[[EscapeWorld, str], Words]] = MappingProxyType(
    {
        "tile": lambda w, tile: T("from {tile}", tile=tile_name(w, tile)),
        "player": lambda w, seat: T("from {seat}", seat=seat_name(seat)),
        "display": lambda w, letter: T("from stack {letter}", letter=letter),
        "patrol": lambda w, exit: T("from the patrol space of exit {n}", n=exit),
    }
)
_TO: Mapping[str, Words] = MappingProxyType(
    {
        "board:city": T("into the city"),
        "board:gang": T("to the gang on the board"),
        "board:business": T("to the business tiles on the board"),
        "board:safe_houses": T("to the safe house tiles on the board"),
        "board:exits": T("beside the board"),
        "board:stock": T("into the stock"),
        "contacts:display": T("to the open contacts"),
        "contacts:discard": T("to the contact discard"),
    }
)
_FROM: Mapping[str, Words] = MappingProxyType(
    {
        "board:city": T("from the city"),
        "board:gang": T("from the gang on the board"),
        "board:business": T("from the business tiles on the board"),
        "board:safe_houses": T("from the safe house tiles on the board"),
        "board:exits": T("from beside the board"),
        "board:stock": T("from the stock"),
        "contacts:display": T("from the open contacts"),
        "contacts:discard": T("from the contact discard"),
    }
)


# The setup as a short check-list in the order of RULES.md 2, with the parts that the companion never asks about. What
# all players do alike is one line.


def _is_set_up(todo: Instruction) -> bool:
    """True for an instruction that occurs only in setup: the time marker comes out of the box."""
    return todo.verb == "place" and todo.piece == "time:marker"


def _set_up(w: EscapeWorld) -> list[Line]:
    """The check-list for this pack and these seats."""
    return [*_setup_board(w), *_setup_supplies(w), *_setup_players(w)]


def _setup_line(icon: str, words: Words, rule: str, sign: str = "+", deck: str | None = None) -> Line:
    return Line(sign, icon, words, None, rule, deck=deck)


def _setup_board(w: EscapeWorld) -> list[Line]:
    start = listed([tile_name(w, tile) for tile in w.start_tiles])
    return [
        _setup_line("tile", T("the board in the middle, the side for {n} players", n=len(w.seats)), "R-EP-11"),
        _setup_line("tile", T("{tiles} on the two marked places, arrows the same way", tiles=start), "R-EP-12"),
        _setup_line(
            "tile", T("city tiles by letter, shuffled: stacks {letters}", letters=listed(list(LETTERS))), "R-EP-13"
        ),
        _setup_line(
            "patrol", T("shuffle the patrol cards; one goes back into the box unseen"), "R-EP-15", deck="patrol"
        ),
        _setup_line(
            "bag", T("all {n} officers into the bag", n=sum(w.officers.values()) + w.unknown["officers"]), "R-EP-16"
        ),
        _setup_line("business", T("{n} business tiles face up on the board", n=len(w.business)), "R-EP-19"),
        _setup_line("safe_house", T("{n} safe house tiles face up on the board", n=len(w.safe_houses)), "R-EP-19"),
    ]


def _setup_supplies(w: EscapeWorld) -> list[Line]:
    keys = sum(n for what, n in w.printed.items() if what.startswith("key:"))
    lockers = sum(n for what, n in w.printed.items() if what.startswith("locker:"))
    backs = listed([w.word(back) for back in w.backs])
    hq = tile_name(w, w.headquarters)
    return [
        _setup_line(f"key:{w.keys[0]}", T("{n} keys at random, face up at the safe houses", n=keys), "R-EP-20"),
        _setup_line("fixer", T("{n} fixer tiles in one stack", n=w.printed["fixers"]), "R-EP-21"),
        _setup_line(f"locker:{w.lockers[0]}", T("{n} lockers by colour, shuffled, face down", n=lockers), "R-EP-22"),
        _setup_line("equipment", T("{n} equipment tiles by type, face up", n=w.printed["equipment"]), "R-EP-23"),
        _setup_line("gas", T("{n} gas cans beside them", n=GAS), "R-EP-23"),
        _setup_line(
            "exit_stack", T("exit tiles shuffled face down, one stack for each back: {backs}", backs=backs), "R-EP-24"
        ),
        _setup_line("contacts", T("shuffle the contact cards"), "R-EP-25", "", "contacts"),
        _setup_line("gang:member", T("{n} gang members on the board", n=GANG - GANG_AT_HQ), "R-EP-26"),
        _setup_line("gang:member", T("{n} gang members on {tile}", n=GANG_AT_HQ, tile=hq), "R-EP-26"),
        _setup_line("time:marker", T("the time marker on the first space"), "R-EP-27"),
        _setup_line(
            "handcuffs", T("{n} handcuffs cards, money and action discs beside the board", n=HANDCUFFS), "R-EP-27"
        ),
    ]


def _setup_players(w: EscapeWorld) -> list[Line]:
    hospital = next(tile_name(w, tile) for tile in w.start_tiles if w.tiles[tile].hospital)
    plan: Text = T("one escape plan each, face down; the rest go back into the box unseen")
    dealt = [] if w.options.private_plans else [_setup_line("plan", plan, "R-EP-37")]
    return [
        _setup_line("players", T("each player: a colour, its board, screen and pieces"), "R-EP-28"),
        _setup_line("hospital", T("all pawns on {tile}", tile=hospital), "R-EP-29"),
        _setup_line("cube", T("each: {n} income cubes on 0 to {last}", n=CUBES, last=CUBES - 1), "R-EP-30"),
        _setup_line("asset", T("each: 3 badge assets on the item spaces"), "R-EP-31"),
        _setup_line("asset:open", T("each: the extra action asset, unlocked, at $5k"), "R-EP-32"),
        _setup_line("asset", T("each: 3 more assets on the contact spaces"), "R-EP-33"),
        _setup_line("gang_marker", T("each: {n} gang markers in the gang area", n=GANG_MARKERS), "R-EP-34"),
        _setup_line("wound", T("each: {n} wound cubes in the green box", n=WOUNDS), "R-EP-34"),
        _setup_line("rest", T("each: first aid face up, rest tile sun side up"), "R-EP-34"),
        _setup_line("notoriety", T("each: 4 notoriety cubes below the red and blue boxes"), "R-EP-35"),
        _setup_line("cash", T("each: ${n}k behind the screen", n=CASH), "R-EP-36"),
        *dealt,
        _setup_line("players", T("turn order: {seats}", seats=seats_listed(w.seats)), "R-EP-38"),
        _setup_line("notoriety", T("all notoriety markers on {n}", n=w.pack.notoriety.start), "R-EP-39"),
    ]


# Answers for the log and the undo list, and cards to show. The log is public, so these words contain no secrets: no
# plan, value or amount of the ledger, nor whose plan it is, since a card that changes hands after an undo would reveal
# it.


def describe(state: State, answer: Answer) -> Words:
    """An answer as a short line; it needs no more than names, so it also works for old answers."""
    return _WORDS[type(answer)](state.world, answer)


def outcome(state: State, answer: Answer) -> Words:
    """A chance outcome, shorter than its description: the exit, contact, tile or officer; never a plan."""
    if isinstance(answer, Pull):
        return piece(state.world, f"officer:{answer.token}")
    if not isinstance(answer, Draw) or answer.deck == "plans":
        return describe(state, answer)
    if answer.deck == "patrol":
        return T("exit {n}", n=answer.card)
    return contact_name(state.world, answer.card) if answer.deck == "contacts" else tile_name(state.world, answer.card)


def _log_draw(w: EscapeWorld, answer: Draw) -> Words:
    if answer.deck == "patrol":
        return T("Patrol card: exit {n}", n=answer.card)
    if answer.deck == "contacts":
        return T("Contact: {name}", name=contact_name(w, answer.card))
    if answer.deck == "plans":
        return T("An escape plan is dealt")
    return T("City tile: {tile}", tile=tile_name(w, answer.card))


def _draw_unknown(w: EscapeWorld, answer: DrawUnknown) -> Words:
    return T("An escape plan is dealt") if answer.deck == "plans" else nameless_words(w, answer)


def _log_place(w: EscapeWorld, answer: a.LayTile) -> Words:
    name = tile_name(w, answer.tile)
    filled: list[Words] = []
    if answer.business is not UNSET:
        filled.append(business_name(w, answer.business))
    if answer.safe_house is not UNSET:
        filled.append(safe_house_name(w, answer.safe_house))
    if not filled:
        return T("Lay {tile}", tile=name)
    return T("Lay {tile} with {tiles}", tile=name, tiles=listed(filled))


def _log_extra(w: EscapeWorld, answer: a.Extra) -> Words:
    if not answer.seats:
        return T("Nobody has an extra action")
    return T("Extra action: {seats}", seats=seats_listed(answer.seats))


def _signed(by: int) -> Words:
    return "+1" if by > 0 else "−1"


def _log_adjust(w: EscapeWorld, answer: a.Adjust) -> Words:
    what, by = counter_name(w, answer.what), _signed(answer.by)
    return T("{seat}: {what} {by}", seat=seat_name(answer.seat), what=what, by=by)


def _log_stock(w: EscapeWorld, answer: a.ChangeStock) -> Words:
    return T("Stock: {what} {by}", what=counter_name(w, answer.what), by=_signed(answer.by))


def _log_officer(w: EscapeWorld, answer: a.Officer) -> Words:
    kind, tile = piece(w, f"officer:{answer.type}"), tile_name(w, answer.tile)
    if answer.by > 0:
        return T("{piece} comes to {tile}", piece=kind, tile=tile)
    return T("{piece} leaves {tile}", piece=kind, tile=tile)


def _log_gang(w: EscapeWorld, answer: a.Gang) -> Words:
    tile = tile_name(w, answer.tile)
    if answer.by > 0:
        return T("A gang member comes to {tile}", tile=tile)
    return T("A gang member leaves {tile}", tile=tile)


def _says(words: Words) -> Callable[[EscapeWorld, Any], Words]:
    return lambda w, answer: words


_WORDS: Mapping[type[Answer], Callable[[EscapeWorld, Any], Words]] = MappingProxyType(
    {
        **NAMELESS_WORDS,
        Draw: _log_draw,
        DrawUnknown: _draw_unknown,
        Pull: lambda w, answer: T("Out of the bag: {piece}", piece=piece(w, f"officer:{answer.token}")),
        a.Unlock: lambda w, answer: T("Pay ${n}k, unlock: {asset}", n=ASSET_PRICE, asset=ASSET_NAMES[answer.asset]),
        a.Pass: _says(T("Unlock no asset")),
        a.LayTile: _log_place,
        a.Move: _says(T("Turn done")),
        a.Rest: _says(T("Rest")),
        a.TakeContact: lambda w, answer: T("Take {name}", name=contact_name(w, answer.card)),
        a.DrawContact: _says(T("Draw a contact")),
        a.Extra: _log_extra,
        a.Done: _says(T("Day done")),
        a.Handcuffs: lambda w, answer: T("Take handcuffs") if answer.take else T("No handcuffs"),
        a.Value: _says(T("A line of the score sheet is entered")),
        a.Winner: lambda w, answer: T("{seat} wins the tie", seat=seat_name(answer.seat)),
        a.Share: _says(T("They share the win")),
        a.Adjust: _log_adjust,
        a.ChangeStock: _log_stock,
        a.Officer: _log_officer,
        a.PullOfficer: lambda w, answer: T("Pull an officer for {tile}", tile=tile_name(w, answer.tile)),
        a.Gang: _log_gang,
        a.DiscardContact: lambda w, answer: T("{name} is discarded", name=contact_name(w, answer.card)),
        a.Refill: _says(T("Fill up the contacts")),
        a.Reshuffle: _says(T("Shuffle the contacts")),
        a.Cash: lambda w, answer: T("{seat}: the ledger", seat=seat_name(answer.seat)),
        a.Escape: lambda w, answer: T("{seat} has escaped", seat=seat_name(answer.seat)),
    }
)


def card(state: State, answer: Answer) -> Card | None:
    """A patrol card or a drawn contact. Tiles and open contacts are read where they lie; plans are secret."""
    if not isinstance(answer, Draw):
        return None
    if answer.deck == "patrol":
        return _patrol(state, answer.card)
    seat = holder(state, answer.card) if answer.deck == "contacts" else None
    return _contact(state, answer.card, seat) if seat is not None else None


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


# Notices.


def notices(s: State, ask: Ask) -> list[Words]:
    """Most urgent first: the payment list or the day change, then remaining pieces."""
    if s.now.result is not None:
        return []
    choice = ask.choice if isinstance(ask, ChooseAsk) else ""
    found: list[Words] = []
    if choice == "asset":
        found += _pay_list(s)
    elif choice == "day_change":
        found += _day_change(s)
    if s.now.open_exit is not None:
        found.append(T("Exit {exit} is the only way out.", exit=s.now.open_exit))
    stacks = sum(exit is None for exit in s.now.exits.values())
    left = P("{n} exit stack left", "{n} exit stacks left", stacks)
    return [*found, T("{stacks} · {bag}", stacks=left, bag=_bag(s))]


def _pay_list(s: State) -> list[Words]:
    """R-EP-45, R-EP-49: what everybody receives and who may still unlock an asset, as a list."""
    paid = [T("{seat} +{money}", seat=seat_name(seat), money=money(s.now.players[seat].income)) for seat in s.now.order]
    return [T("Income: {list}", list=listed(list(paid))), *(_offer(s, seat) for seat in s.now.queue[1:])]


def _offer(s: State, seat: str) -> Words:
    """R-EP-49: who may unlock an asset, and why."""
    return T(
        "{seat} (notoriety {n}) may unlock an asset for {money}",
        seat=seat_name(seat),
        n=s.now.players[seat].notoriety,
        money=money(ASSET_PRICE),
    )


def _day_change(s: State) -> list[Words]:
    """R-EP-85: the pack's check-list, else that of the rulebook."""
    steps = s.world.pack.day_change or []
    return [s.world.word(step) for step in steps] or [T("Follow the rulebook: day change.")]


def _bag(s: State) -> Words:
    """R-EP-84: the number of officers of each type that can still be pulled."""
    kinds: list[Words] = [
        T("{kind} {n}", kind=officer_type(s.world, kind), n=s.now.bag.get(kind, 0)) for kind in officer_types(s)
    ]
    return T("Bag {n}: {kinds}", n=sum(s.now.bag.values()), kinds=listed(kinds))
