"""Escape Plan in words: names and icons, instructions, answers, notices, labels of the box editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import structs

from companion.core.answers import Answer, Draw
from companion.core.asks import Ask, ChooseAsk
from companion.core.instructions import Instruction, ident, kind, split
from companion.core.piles import NOT_KNOWN, UNKNOWN
from companion.core.setup import once
from companion.core.texts import P, T, Text, Words, listed
from companion.games.escape.checks import blank_words
from companion.games.escape.content import (
    ASSETS,
    CARDS_OF_AN_EXIT,
    CASH,
    CUBES,
    GANG,
    GANG_AT_HQ,
    GANG_MARKERS,
    GAS,
    HANDCUFFS,
    LETTERS,
    SEATS,
    WOUNDS,
    CityTile,
    seat_name,
)
from companion.games.escape.facts import FACTS
from companion.games.escape.rules.phases import ASSET_PRICE
from companion.games.escape.rules.tracking import holder
from companion.games.escape.state import EscapeWorld, State, officer_types
from companion.scene.lines import PlaceWords, merged, sets_up, setup_line
from companion.scene.presenter import nameless_card
from companion.scene.scene import Card, Line, Piece, Tone

# Names and icons, and the labels of the box editor.

CHANCE: Final[Mapping[str, Words]] = {
    "chance:stacks": T("City tiles"),
    "chance:officers": T("Officers"),
    "chance:contacts": T("Contacts"),
    "chance:plans": T("Plans"),
    "chance:patrol": T("Patrol"),
}
PART_NAMES: Final[tuple[tuple[str, Text], ...]] = (
    ("part:morning", T("Morning")),
    ("part:afternoon", T("Afternoon")),
    ("part:evening", T("Evening")),
    ("part:night", T("Night")),
    ("part:dawn", T("Dawn")),
)
ASSET_NAMES: Final[dict[str, Words]] = {
    "badge1": T("Badge asset {n}", n=1),
    "badge2": T("Badge asset {n}", n=2),
    "badge3": T("Badge asset {n}", n=3),
    "extra": T("Extra action asset"),
    "card1": T("Contact asset {letter}", letter="A"),
    "card2": T("Contact asset {letter}", letter="B"),
    "card3": T("Contact asset {letter}", letter="C"),
}
ASSET_SIGNS: Final = dict(zip(ASSETS, ("1", "2", "3", "+", "A", "B", "C"), strict=True))
"""The signs of asset cells: numbers for badges, letters for contact cards."""
OUT: Final[tuple[Text, ...]] = (
    T("first out of the city"),
    T("second out of the city"),
    T("third out of the city"),
    T("fourth out of the city"),
    T("fifth out of the city"),
)
_COLOURS: Final = ("red", "blue", "yellow", "green", "purple")
"""The seats named after colours, in the order of seat icons."""


def disc(w: EscapeWorld, seat: str) -> str:
    """The icon of a seat: a colour, or for another name its number and first letter."""
    if seat in SEATS:
        return f"seat:{_COLOURS.index(seat)}:"
    return f"seat:{w.seats.index(seat)}:{seat[0].upper()}"


def person(w: EscapeWorld, seat: str) -> tuple[str, Words, str]:
    """A seat, its name and its icon."""
    return seat, seat_name(seat), disc(w, seat)


def seats_listed(seats: Iterable[str]) -> Words:
    """The names of seats, as a list."""
    return listed([seat_name(seat) for seat in seats])


BLANK_NAMES: Final = blank_words()
"""What city tiles are called in a box in which nobody has named them."""


def tile_name(w: EscapeWorld, tile: str) -> Words:
    """The name of a city tile, which may be what it is, if nobody has named it."""
    said, blank = w.word(tile), BLANK_NAMES.get(tile)
    return said if blank is None or not isinstance(said, dict) else structs.replace(blank, own=said)


def contact_name(w: EscapeWorld, card: str) -> Words:
    """The name of a contact."""
    return NOT_KNOWN if card == UNKNOWN else w.word(w.contacts[card].name or card)


def officer_type(w: EscapeWorld, kind: str) -> Words:
    """The name of a type of officer."""
    return T("unknown") if kind == UNKNOWN else w.word(kind)


def line_name(w: EscapeWorld, line: str) -> Words:
    """The name of a line of the score sheet."""
    if line == "cards" and line not in w.lines:
        return T("Escape plan and contacts")
    return T("Total") if line == "total" and line not in w.pack.texts.get("en", {}) else w.word(line)


@once
def counter_name(w: EscapeWorld, what: str) -> Words:
    """The name of a counter of a seat or a kind of the stock."""
    kind, which = split(what)
    if not which:
        return T("Fixers") if what == "fixers" else FACTS[what].label
    if kind == "asset":
        return ASSET_NAMES[which]
    if kind == "key":
        return T("{colour} keys", colour=w.word(which))
    return _locker(w, which)


def counter_icon(what: str) -> str:
    """The icon of a counter."""
    if ":" not in what:
        return "fixer" if what == "fixers" else FACTS[what].icon
    return "asset" if what.startswith("asset:") else what


def _locker(w: EscapeWorld, kind: str) -> Words:
    known = any(kind in words for words in w.pack.texts.values())
    return w.word(kind) if known else T("Lockers: {kind}", kind=w.word(kind))


def piece(w: EscapeWorld, name: str, n: int = 1) -> Words:
    """``n`` of a piece by its name on the wire (``officer:red``, ``income:cube``)."""
    if name in _COUNTED:
        return _COUNTED[name](n)
    one = _one(w, name)
    return one if n == 1 else T("{n} × {piece}", n=n, piece=one)


@once
def _one(w: EscapeWorld, name: str) -> Words:
    kind, which = split(name)
    return _SINGLE[kind](w, which)


_SINGLE: Final[Mapping[str, Callable[[EscapeWorld, str], Words]]] = {
    "officer": lambda w, kind: T("{kind} officer", kind=officer_type(w, kind)),
    "tile": tile_name,
    "contact": contact_name,
    "business": lambda w, tile: w.word(w.business[tile].name or tile),
    "safe_house": lambda w, tile: w.word(w.safe_houses[tile].name or tile),
    "exit_stack": lambda w, back: T("stack of exit tiles ({back})", back=w.word(back)),
    "patrol": lambda w, exit: T("patrol card {exit}", exit=exit),
    "asset": lambda w, asset: ASSET_NAMES[asset],
    "key": lambda w, colour: T("{colour} key", colour=w.word(colour)),
    "locker": _locker,
    "gang_marker": lambda w, seat: T("gang marker of {seat}", seat=seat_name(seat)),
    "notoriety": lambda w, seat: T("notoriety marker of {seat}", seat=seat_name(seat)),
    "turn": lambda w, seat: T("turn order marker of {seat}", seat=seat_name(seat)),
}
"""Names of single pieces, by kind and what distinguishes them."""
_COUNTED: Final[dict[str, Callable[[int], Text]]] = {
    "gang:member": lambda n: P("gang member", "{n} gang members", n),
    "equipment:tile": lambda n: P("equipment tile", "{n} equipment tiles", n),
    "gas:can": lambda n: P("gas can", "{n} gas cans", n),
    "handcuffs:card": lambda n: P("handcuffs card", "{n} handcuffs cards", n),
    "fixer:tile": lambda n: P("fixer tile", "{n} fixer tiles", n),
    "income:cube": lambda n: P("income cube", "{n} income cubes", n),
    "wound:cube": lambda n: P("wound cube", "{n} wound cubes", n),
    "plan:back": lambda n: P("escape plan card, face down", "{n} escape plan cards, face down", n),
    "first_aid:tile": lambda n: P("first aid tile", "{n} first aid tiles", n),
    "rest:tile": lambda n: P("rest tile", "{n} rest tiles", n),
    "time:marker": lambda n: P("time marker", "{n} time markers", n),
}


def icon_of(w: EscapeWorld, name: str) -> str:
    """The icon of a piece by its name on the wire; a locker has its type on it."""
    kind, which = split(name)
    if kind in ("notoriety", "turn"):
        return disc(w, which)
    return name if kind in ("officer", "key", "locker") else _SIGNS.get(kind, kind)


_SIGNS: Final = {"income": "cube", "time": "time:marker", "gang": "gang:member"}
"""Icons of pieces whose kind has another name."""


def buildings(s: State) -> list[tuple[str, str, Words, str]]:
    """The business and safe house tiles: kind, tile, name, and where each lies."""
    return [
        (kind, one, piece(s.world, f"{kind}:{one}"), place)
        for kind, lying in (("business", s.now.business), ("safe_house", s.now.safe_houses))
        for one, place in lying.items()
    ]


def _buildings_by_place(s: State) -> Mapping[str, list[tuple[str, str, Words, str]]]:
    found: dict[str, list[tuple[str, str, Words, str]]] = {}
    for one in buildings(s):
        found.setdefault(one[-1], []).append(one)
    return found


def on_tile(s: State, tile: str) -> list[Piece]:
    """The pieces on a city tile: officers, gang members, business and safe house tiles, exit tiles."""
    now, w = s.now, s.world
    kinds = now.officers.get(tile, {})
    types = [kind for kind in (*w.officers, UNKNOWN) if kind in kinds]
    found = [Piece(f"officer:{kind}", piece(w, f"officer:{kind}"), kinds[kind]) for kind in types]
    if tile in now.gang:
        found.append(Piece("gang:member", piece(w, "gang:member"), now.gang[tile]))
    found += [Piece(kind, name) for kind, _, name, _ in s.cached(_buildings_by_place).get(f"tile:{tile}", ())]
    exit = w.exit_of_tile.get(tile)
    found += [
        Piece("exit_stack", piece(w, f"exit_stack:{back}"))
        for back, blocked in now.exits.items()
        if blocked is not None and blocked == exit
    ]
    return found


def signs(tile: CityTile) -> list[tuple[str, Words]]:
    """The icon and name of each thing printed on a city tile."""
    found: list[tuple[str, Words]] = []
    if tile.exit is not None:
        found.append((f"door:{tile.exit}", T("exit {n}", n=tile.exit)))
    for there, icon, name in (
        (tile.hospital, "hospital", T("hospital")),
        (tile.gang_hq, "gang_hq", T("gang headquarters")),
        (tile.business, "business", T("business")),
        (tile.safe_house, "safe_house", T("safe house")),
        (tile.gang, "gang:member", T("gang")),
    ):
        if there:
            found.append((icon, name))
    return found


def signed(n: int) -> Words:
    """A number with a typographic sign."""
    return str(n) if n >= 0 else f"−{-n}"


def money(k: int) -> Words:
    """An amount of money."""
    return T("${n}k", n=signed(k))


# The labels of the box editor.


WHO: Final[Mapping[str, Words]] = {
    "me": T("you"),
    "them": T("each of them"),
    "everybody": T("all players"),
    "others": T("all others"),
    "somebody": T("a rival that you choose"),
    "most_notoriety": T("whoever has most notoriety"),
    "fewest_notoriety": T("whoever has least notoriety"),
    "most_wounds": T("whoever has most wounds"),
    "fewest_wounds": T("whoever has fewest wounds"),
    "most_contacts": T("whoever has most contacts"),
    "fewest_contacts": T("whoever has fewest contacts"),
    "most_keys": T("whoever has most keys"),
    "fewest_keys": T("whoever has fewest keys"),
    "most_lockers": T("whoever has most lockers"),
    "fewest_lockers": T("whoever has fewest lockers"),
}
THINGS: Final[Mapping[str, Words]] = {
    "cash": T("$k"),
    "income": T("income"),
    "day": T("number of the day"),
    "part": T("part of the day"),
    "exit_cost": T("$k that the exit cost"),
    "exit_officers": T("officers on the tile of the exit"),
    "escaped": T("players who have escaped"),
    "escaped_before": T("players who escaped before"),
    "escaped_after": T("players who escaped after"),
    "key_colours": T("colours of keys"),
    "more_notoriety": T("rivals with more notoriety than you"),
    "first_aid": T("first aid used"),
    "rest": T("rest used"),
}
BOX: Final[Mapping[str, Words]] = {
    "players_min": T("Players, at least"),
    "players_max": T("Players, at most"),
    "city_tiles": T("City tiles"),
    "patrol_cards": T("Patrol cards"),
    "officers": T("Officers"),
    "contacts": T("Contacts"),
    "escape_plans": T("Escape plans"),
    "lockers": T("Lockers"),
    "equipment": T("Equipment"),
    "keys": T("Keys"),
    "exit_tiles": T("Exit tiles"),
    "safe_houses": T("Safe houses"),
    "fixers": T("Fixers"),
    "notoriety": T("Notoriety"),
    "income_track": T("Income track"),
    "exit_cost": T("Price of the exits"),
    "scoring": T("Score sheet"),
    "day_change": T("At the end of a day"),
    "start": T("Where it starts"),
    "max": T("End"),
    "line": T("Line"),
    "from": T("What is counted"),
    "sign": T("Plus or minus"),
    "table": T("Value of each count"),
    "per_unit": T("Value of one"),
    "=free": T("asked"),
    "=cubes": T("income"),
    "=gas": T("gas cans"),
    "=gangs": T("gang markers"),
    "=cash": T("money"),
    "=wounds": T("wounds"),
    "=handcuffs": T("handcuffs"),
    "=assets": T("assets"),
    "=contacts": T("contacts"),
    "=equipment": T("equipment"),
    "=keys": T("keys"),
    "=lockers": T("lockers"),
    "=notoriety": T("notoriety"),
    **{f"exit.{n}": T("Exit {n}", n=n) for n in (1, 2, 3)},
    "1": T("First exit"),
    "2": T("Second exit"),
    "3": T("Third exit"),
    "group": T("Stack"),
    "exit": T("Exit"),
    "hospital": T("Hospital"),
    "gang_hq": T("Gang headquarters"),
    "business": T("Business"),
    "safe_house": T("Safe house"),
    "gang": T("Gang"),
    "edges": T("Land around it"),
    "back": T("What its back shows"),
    "=start": T("at the start"),
    "=industrial": T("industrial"),
    "=commercial": T("commercial"),
    "=residential": T("residential"),
    "=water": T("water"),
    "when=use": T("when it is used up"),
    "when=daily": T("once a day"),
    "when=turn": T("on your turn, as often as it applies"),
    "when=hired": T("when it is hired"),
    "when=end": T("at the end"),
    "when=income": T("in the income phase"),
    "when=day_start": T("at the start of the day"),
    "when=day_end": T("at the end of the day"),
    "until=card": T("every time, as long as you have the card"),
    "until=game": T("every time until the end of the game"),
    "who": T("Who"),
    "what": T("What"),
    "how": T("How"),
    "cash": T("Money in $k"),
    "to_me": T("To you"),
    "=key": T("a key of your choice"),
    "=locker": T("a locker of your choice"),
    "=asset": T("an asset of your choice"),
    "=first_aid": T("first aid used"),
    "=rest": T("rest used"),
    "how=draw": T("draw"),
    "how=take": T("take an open one"),
    "how=discard": T("discard"),
    "how=add": T("onto a tile"),
    "how=remove": T("off a tile"),
    "how=move": T("from tile to tile"),
    "how=move_to_fewer": T("to a tile with fewer officers"),
    "+change": T("A counter goes up or down"),
    "+pay": T("Money is paid"),
    "+contacts": T("Contacts are drawn, taken or discarded"),
    "+officers": T("Officers come, go or move"),
    "+gang": T("Gang members come, go or move"),
    "+score": T("It counts at the end"),
    "+not_counted": T("A line of the score sheet does not count"),
    "+note": T("You do something yourselves"),
    **{f"{field}={who}": words for field in ("who", "by", "of") for who, words in WHO.items()},
    **{f"of={thing}": words for thing, words in THINGS.items()},
}
"""Labels for ``companion.packs.editing.words.BoxWords``."""

BOX_ICONS: Final[Mapping[str, str]] = {
    **{f"={land}": f"land:{land}" for land in ("industrial", "commercial", "residential", "water")},
    **{f"exit={n}": f"door:{n}" for n in (1, 2, 3)},
    "=wounds": "wound",
    "=handcuffs": "handcuffs",
    "=gas": "gas",
    "=equipment": "equipment",
    "=cash": "cash",
    "=notoriety": "notoriety",
    "=contacts": "contact",
    "=cubes": "cube",
    "=gangs": "gang_marker",
    "=assets": "asset",
}
"""Icons by the same keys."""


# Instructions, answers and notices in words.

DISCARD = "contacts:discard"
PLAN_DEALT = T("An escape plan is dealt")
CARDS = {"patrol": "patrol", "contact": "contacts", "plan": "plans"}
"""Kinds of cards whose deck can be digital; then they are not on the table."""


def lines(state: State, instructions: Sequence[Instruction]) -> list[Line]:
    """Instructions in words, in order; setup first, as a short check-list."""
    w = state.world
    if sets_up(instructions, "time"):
        since = [todo for todo in instructions if todo.rule is not None]
        return [*_setup_board(w), *_setup_supplies(w), *_setup_players(w), *_lines(w, since)]
    found = _lines(w, instructions)
    if state.now.phase == "income" and any(todo.rule == "R-EP-45" for todo in instructions):
        found += [Line("", "asset", _offer(state, seat), rule="R-EP-49", read=True) for seat in state.now.queue]
    return found


def _lines(w: EscapeWorld, instructions: Sequence[Instruction]) -> list[Line]:
    shuffled = any(todo.verb == "shuffle" for todo in instructions)
    # Cards that are shuffled into their deck are in the line of the shuffle.
    told = [todo for todo in instructions if not (shuffled and todo.verb == "remove" and todo.at == DISCARD)]
    joined = merged(told, ("time", "notoriety"), ("flip",))
    turns = [todo for todo in joined if _kind(todo) == "turn" and todo.verb == "move"]
    announced = any(todo.verb == "tell" and todo.rule == "R-EP-71" for todo in joined)
    twins = _twins(joined)
    back = {(todo.piece, todo.at) for todo in twins}
    found: list[Line] = []
    for todo in joined:
        if todo in turns:
            if todo is turns[0] and not announced:
                found.append(_order(turns))
        elif todo in twins:
            line = _line(w, todo)
            found.append(structs.replace(line, words=T("{officers}; one goes back into the bag", officers=line.words)))
        elif todo.verb != "remove" or (todo.piece, todo.at) not in back:
            found.append(_line(w, todo))
    return found


def _twins(instructions: Sequence[Instruction]) -> list[Instruction]:
    """R-EP-18, R-EP-69: the officers that come onto a tile in this list and of which one goes back in it."""
    gone = {(todo.piece, todo.at): at for at, todo in enumerate(instructions) if todo.verb == "remove"}
    return [
        todo
        for at, todo in enumerate(instructions)
        if _kind(todo) == "officer" and todo.verb == "place" and (todo.n or 1) > 1
        and gone.get((todo.piece, todo.at), 0) > at
    ]  # fmt: skip


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


_TELLING: Mapping[str, tuple[str, Tone]] = {
    "R-EP-45": ("cash", "normal"),
    "R-EP-49": ("cash", "normal"),
    "R-EP-52": ("door:blocked", "warn"),
    "R-EP-56": ("door", "good"),
    "R-EP-71": ("players", "normal"),
    "R-EP-86": ("escape", "good"),
    "R-EP-87": ("escape", "good"),
}
"""The icon and tone of an announcement, by rule."""
HANDED = frozenset({"R-EP-18", "R-EP-45", "R-EP-49", "R-EP-69", "R-EP-71", "R-EP-87"})
"""Announcements about what hands move; the others are only read aloud."""


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
    return "+", _phrase(w, todo, _where(w, todo.at))


def _remove(w: EscapeWorld, todo: Instruction) -> tuple[str, Words]:
    if _kind(todo) == "income":
        seat, _, space = ident(todo.at).partition(".")
        return "−", T("{seat}: the income cube off {n}", seat=seat_name(seat), n=space)
    way = _away(w, todo.at)
    if _kind(todo) == "officer":
        way = T("{away}, back into the bag", away=way)
    elif todo.at == "board:stock":
        way = T("{away}, out of the game", away=way)
    return "−", _phrase(w, todo, way)


def _move(w: EscapeWorld, todo: Instruction) -> tuple[str, Words]:
    """A move between the table and a supply, or between two places."""
    source, to = todo.source, todo.to
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


_OWN: Mapping[str, Callable[[EscapeWorld, Instruction], Words]] = {
    "notoriety": _notoriety,
    "time": _time,
    "wound": _wound,
    "asset": _asset,
    "gang_marker": _marker,
    "income": _cube,
}
"""Moves of pieces that have their own places."""


_BOARD_PLACES: Mapping[str, tuple[Words, Words]] = {
    "board:city": (T("into the city"), T("from the city")),
    "board:gang": (T("to the gang on the board"), T("from the gang on the board")),
    "board:business": (T("to the business tiles on the board"), T("from the business tiles on the board")),
    "board:safe_houses": (T("to the safe house tiles on the board"), T("from the safe house tiles on the board")),
    "board:exits": (T("beside the board"), T("from beside the board")),
    "board:stock": (T("into the stock"), T("from the stock")),
    "contacts:display": (T("to the open contacts"), T("from the open contacts")),
    "contacts:discard": (T("to the contact discard"), T("from the contact discard")),
}
_where: PlaceWords[EscapeWorld] = PlaceWords(
    {place: to for place, (to, _) in _BOARD_PLACES.items()},
    {
        "tile": lambda w, tile: T("on {tile}", tile=tile_name(w, tile)),
        "player": lambda w, seat: T("to {seat}", seat=seat_name(seat)),
        "display": lambda w, letter: T("on stack {letter}, face up", letter=letter),
        "patrol": lambda w, exit: T("on the patrol space of exit {n}", n=exit),
    },
)
_away: PlaceWords[EscapeWorld] = PlaceWords(
    {place: away for place, (_, away) in _BOARD_PLACES.items()},
    {
        "tile": lambda w, tile: T("from {tile}", tile=tile_name(w, tile)),
        "player": lambda w, seat: T("from {seat}", seat=seat_name(seat)),
        "display": lambda w, letter: T("from stack {letter}", letter=letter),
        "patrol": lambda w, exit: T("from the patrol space of exit {n}", n=exit),
    },
)
"""To a place, and away from it: ``on Fish Market``, ``from the stock``."""


# The setup as a short check-list in the order of RULES.md 2, with the parts that the companion never asks about. What
# all players do alike is one line.


def _setup_board(w: EscapeWorld) -> list[Line]:
    start = listed([tile_name(w, tile) for tile in w.start_tiles])
    return [
        setup_line("tile", T("the board in the middle, the side for {n} players", n=len(w.seats)), "R-EP-11"),
        setup_line("tile", T("{tiles} on the two marked places, arrows the same way", tiles=start), "R-EP-12"),
        setup_line(
            "tile", T("city tiles by letter, shuffled: stacks {letters}", letters=listed(list(LETTERS))), "R-EP-13"
        ),
        setup_line(
            "patrol", T("shuffle the patrol cards; one goes back into the box unseen"), "R-EP-15", deck="patrol"
        ),
        setup_line(
            "bag", T("all {n} officers into the bag", n=sum(w.officers.values()) + w.unknown["officers"]), "R-EP-16"
        ),
        setup_line("business", T("{n} business tiles face up on the board", n=len(w.business)), "R-EP-19"),
        setup_line("safe_house", T("{n} safe house tiles face up on the board", n=len(w.safe_houses)), "R-EP-19"),
    ]


def _setup_supplies(w: EscapeWorld) -> list[Line]:
    keys = sum(n for what, n in w.printed.items() if what.startswith("key:"))
    lockers = sum(n for what, n in w.printed.items() if what.startswith("locker:"))
    backs = listed([w.word(back) for back in w.backs])
    hq = tile_name(w, w.headquarters)
    return [
        setup_line(f"key:{w.keys[0]}", T("{n} keys at random, face up at the safe houses", n=keys), "R-EP-20"),
        setup_line("fixer", T("{n} fixer tiles in one stack", n=w.printed["fixers"]), "R-EP-21"),
        setup_line(f"locker:{w.lockers[0]}", T("{n} lockers by colour, shuffled, face down", n=lockers), "R-EP-22"),
        setup_line("equipment", T("{n} equipment tiles by type, face up", n=w.printed["equipment"]), "R-EP-23"),
        setup_line("gas", T("{n} gas cans beside them", n=GAS), "R-EP-23"),
        setup_line(
            "exit_stack", T("exit tiles shuffled face down, one stack for each back: {backs}", backs=backs), "R-EP-24"
        ),
        setup_line("contacts", T("shuffle the contact cards"), "R-EP-25", "", "contacts"),
        setup_line("gang:member", T("{n} gang members on the board", n=GANG - GANG_AT_HQ), "R-EP-26"),
        setup_line("gang:member", T("{n} gang members on {tile}", n=GANG_AT_HQ, tile=hq), "R-EP-26"),
        setup_line("time:marker", T("the time marker on the first space"), "R-EP-27"),
        setup_line(
            "handcuffs", T("{n} handcuffs cards, money and action discs beside the board", n=HANDCUFFS), "R-EP-27"
        ),
    ]


def _setup_players(w: EscapeWorld) -> list[Line]:
    hospital = next(tile_name(w, tile) for tile in w.start_tiles if w.tiles[tile].hospital)
    plan: Text = T("one escape plan each, face down; the rest go back into the box unseen")
    if w.options.private_plans:
        plan = T("shuffle the escape plans; those that nobody gets go back into the box unseen")
    return [
        setup_line("players", T("each player: a colour, its board, screen and pieces"), "R-EP-28"),
        setup_line("hospital", T("all pawns on {tile}", tile=hospital), "R-EP-29"),
        setup_line("cube", T("each: {n} income cubes on 0 to {last}", n=CUBES, last=CUBES - 1), "R-EP-30"),
        setup_line("asset", T("each: 3 badge assets on the item spaces"), "R-EP-31"),
        setup_line("asset:open", T("each: the extra action asset, unlocked, at $5k"), "R-EP-32"),
        setup_line("asset", T("each: 3 more assets on the contact spaces"), "R-EP-33"),
        setup_line("gang_marker", T("each: {n} gang markers in the gang area", n=GANG_MARKERS), "R-EP-34"),
        setup_line("wound", T("each: {n} wound cubes in the green box", n=WOUNDS), "R-EP-34"),
        setup_line("rest", T("each: first aid face up, rest tile sun side up"), "R-EP-34"),
        setup_line("notoriety", T("each: 4 notoriety cubes below the red and blue boxes"), "R-EP-35"),
        setup_line("cash", T("each: ${n}k behind the screen", n=CASH), "R-EP-36"),
        setup_line("plan", plan, "R-EP-37", deck="plans" if w.options.private_plans else None),
        setup_line("players", T("turn order: {seats}", seats=seats_listed(w.seats)), "R-EP-38"),
        setup_line("notoriety", T("all notoriety markers on {n}", n=w.pack.notoriety.start), "R-EP-39"),
    ]


# Cards to show.


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
    """Most urgent first: the payment list, then remaining pieces."""
    if s.now.result is not None:
        return []
    choice = ask.choice if isinstance(ask, ChooseAsk) else ""
    found: list[Words] = []
    if choice == "asset":
        found += _pay_list(s)
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


def day_change(s: State) -> list[Words]:
    """R-EP-85: the pack's check-list, else that of the rulebook."""
    steps = s.world.pack.day_change or []
    return [s.world.word(step) for step in steps] or [T("Follow the rulebook: day change.")]


def _bag(s: State) -> Words:
    """R-EP-84: the number of officers of each type that can still be pulled."""
    kinds: list[Words] = [
        T("{kind} {n}", kind=officer_type(s.world, kind), n=s.now.bag.get(kind, 0)) for kind in officer_types(s)
    ]
    return T("Bag {n}: {kinds}", n=sum(s.now.bag.values()), kinds=listed(kinds))
