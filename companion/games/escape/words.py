"""Names and icons, and the labels of the box editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.core.instructions import split
from companion.core.piles import NOT_KNOWN, UNKNOWN
from companion.core.texts import P, T, Text, Words, listed
from companion.games.escape.content import ASSETS, SEATS, CityTile, seat_name
from companion.games.escape.state import EscapeWorld, State
from companion.scene.scene import Piece

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
COUNTERS: Final[dict[str, tuple[Text, str]]] = {
    "notoriety": (T("Notoriety"), "notoriety"),
    "wounds": (T("Wounds"), "wound"),
    "gangs": (T("Gang markers"), "gang_marker"),
    "cubes": (T("Income"), "cube"),
    "first_aid": (T("First aid used"), "first_aid"),
    "rest": (T("Rested"), "rest"),
    "equipment": (T("Equipment"), "equipment"),
    "gas": (T("Gas cans"), "gas"),
    "handcuffs": (T("Handcuffs"), "handcuffs"),
    "fixers": (T("Fixers"), "fixer"),
}
"""Names and icons of counters, except keys, lockers and assets."""
OUT: Final[tuple[Text, ...]] = (
    T("first out of the city"),
    T("second out of the city"),
    T("third out of the city"),
    T("fourth out of the city"),
    T("fifth out of the city"),
)
_COLOURS: Final = ("red", "blue", "yellow", "green", "purple")
"""The seats named after colours, in the order of seat icons."""

ICONS: Final = frozenset(
    {
        *("patrol", "door", "door:blocked", "exit_stack", "contact", "contacts", "plan", "tile", "stock", "bag", "eye"),
        *("business", "safe_house", "hospital", "gang_hq", "gang:member", "gang_marker", "escape", "cash", "speaker"),
        *("asset", "asset:open", "wound", "cube", "notoriety", "first_aid", "rest", "time:marker", "shuffle", "flip"),
        *("equipment", "gas", "handcuffs", "fixer", "players", "badge", "locker"),
        *(f"door:{exit}" for exit in "123"),
        *(f"land:{land}" for land in ("industrial", "commercial", "residential", "water")),
        *(icon for icon, _ in PART_NAMES),
    }
)
"""The icons of this game. In addition: ``seat:``, ``patrol:``, ``officer:``, ``key:`` and ``locker:``, each with a
name."""


def disc(w: EscapeWorld, seat: str) -> str:
    """The icon of a seat: a colour, or for another name its number and first letter."""
    if seat in SEATS:
        return f"seat:{_COLOURS.index(seat)}:"
    return f"seat:{w.seats.index(seat)}:{seat[0].upper()}"


def seats_listed(seats: Iterable[str]) -> Words:
    """The names of seats, as a list."""
    return listed([seat_name(seat) for seat in seats])


def tile_name(w: EscapeWorld, tile: str) -> Words:
    """The name of a city tile."""
    return w.word(tile)


def contact_name(w: EscapeWorld, card: str) -> Words:
    """The name of a contact."""
    return NOT_KNOWN if card == UNKNOWN else w.word(w.contacts[card].name or card)


def officer_type(w: EscapeWorld, kind: str) -> Words:
    """The name of a type of officer."""
    return T("unknown") if kind == UNKNOWN else w.word(kind)


def business_name(w: EscapeWorld, tile: str) -> Words:
    """The name of a business tile."""
    return w.word(w.business[tile].name or tile)


def safe_house_name(w: EscapeWorld, tile: str) -> Words:
    """The name of a safe house tile."""
    return w.word(w.safe_houses[tile].name or tile)


def line_name(w: EscapeWorld, line: str) -> Words:
    """The name of a line of the score sheet."""
    return T("Total") if line == "total" and line not in w.pack.texts.get("en", {}) else w.word(line)


def counter_name(w: EscapeWorld, what: str) -> Words:
    """The name of a counter of a seat or a kind of the stock."""
    kind, which = split(what)
    if not which:
        return COUNTERS[what][0]
    if kind == "asset":
        return ASSET_NAMES[which]
    if kind == "key":
        return T("{colour} keys", colour=w.word(which))
    return _locker(w, which)


def counter_icon(what: str) -> str:
    """The icon of a counter."""
    if ":" not in what:
        return COUNTERS[what][1]
    return "asset" if what.startswith("asset:") else what


def _locker(w: EscapeWorld, kind: str) -> Words:
    known = any(kind in words for words in w.pack.texts.values())
    return w.word(kind) if known else T("Lockers: {kind}", kind=w.word(kind))


def piece(w: EscapeWorld, name: str, n: int = 1) -> Words:
    """``n`` of a piece by its name on the wire (``officer:red``, ``income:cube``)."""
    if name in _COUNTED:
        return _COUNTED[name](n)
    kind, which = split(name)
    one = _SINGLE[kind](w, which)
    return one if n == 1 else T("{n} × {piece}", n=n, piece=one)


_SINGLE: Final[Mapping[str, Callable[[EscapeWorld, str], Words]]] = {
    "officer": lambda w, kind: T("{kind} officer", kind=officer_type(w, kind)),
    "tile": tile_name,
    "contact": contact_name,
    "business": business_name,
    "safe_house": safe_house_name,
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
    if kind == "locker":
        return name
    if kind in ("notoriety", "turn"):
        return disc(w, which)
    return _SIGNS.get(kind, kind if kind in ICONS else name)


_SIGNS: Final = {"income": "cube", "time": "time:marker", "gang": "gang:member"}
"""Icons of pieces whose kind has another name."""


def on_tile(s: State, tile: str) -> list[Piece]:
    """The pieces on a city tile: officers, gang members, business and safe house tiles, exit tiles."""
    now, w = s.now, s.world
    kinds = now.officers.get(tile, {})
    types = [kind for kind in (*w.officers, UNKNOWN) if kind in kinds]
    found = [Piece(f"officer:{kind}", piece(w, f"officer:{kind}"), kinds[kind]) for kind in types]
    if tile in now.gang:
        found.append(Piece("gang:member", piece(w, "gang:member"), now.gang[tile]))
    at = f"tile:{tile}"
    found += [Piece("business", business_name(w, name)) for name, place in now.business.items() if place == at]
    found += [Piece("safe_house", safe_house_name(w, name)) for name, place in now.safe_houses.items() if place == at]
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
    "start": T("Start"),
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
    "back": T("Back"),
    "=start": T("at the start"),
    "=industrial": T("industrial"),
    "=commercial": T("commercial"),
    "=residential": T("residential"),
    "=water": T("water"),
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
