"""How Escape Plan looks: the day, the city, the charts and the scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Text, Words, listed, readable
from companion.games.escape.boards import boards, places, plan_face, private
from companion.games.escape.content import CARDS_OF_AN_EXIT, DAYS, EXITS, SEATS, seat_name
from companion.games.escape.facts import secrets
from companion.games.escape.lines import card, contact_face, describe, lines, notices, outcome
from companion.games.escape.questions import OTHERWISE, chapter, choices, entry, groups, is_turn, prompt, several, tips
from companion.games.escape.rules.ending import score_sheet
from companion.games.escape.state import State, stack_place, visible
from companion.games.escape.why import HEADINGS, WHY
from companion.games.escape.words import (
    BOX,
    BOX_ICONS,
    CHANCE,
    OUT,
    PART_NAMES,
    contact_name,
    disc,
    line_name,
    on_tile,
    piece,
    signed,
    signs,
    tile_name,
)
from companion.scene.charts import MARKS, Gauge
from companion.scene.presenter import Presenter
from companion.scene.scene import (
    Card,
    Clock,
    MapTile,
    Order,
    Piece,
    Private,
    Rank,
    Row,
    RowPlace,
    Scene,
    Scored,
    Standing,
)

TOUCHING = 2
"""The number of city tiles that a new tile must touch (R-EP-62)."""
JOINING = 1
"""The number of its lands that must continue there (R-EP-63)."""


class EscapePlanPresenter(Presenter[State]):
    """The presenter of Escape Plan."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("patrol_cards", "contacts", "escape_plans")
    box_icons = BOX_ICONS

    words: ClassVar[Mapping[str, Words]] = {**CHANCE, **{f"seat:{seat}": name for seat, name in SEATS.items()}}

    # These are defined where their subject is.
    places = staticmethod(places)
    lines = staticmethod(lines)
    describe = staticmethod(describe)
    outcome = staticmethod(outcome)
    card = staticmethod(card)
    chapter = staticmethod(chapter)

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """Contacts and escape plans."""
        text = row.get("text") or None
        if table == "contacts":
            return contact_face(row.get("name") or readable(str(row.get("id", ""))), None, text)
        return plan_face(text or readable(str(row.get("id", "")))) if table == "escape_plans" else None

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask, answers = self.rules.ask(state), self.rules.legal(state) or []
        offered = choices(state, ask, answers)
        return Scene(
            prompt=prompt(state, ask),
            choices=offered,
            groups=groups(state, offered),
            notices=notices(state, ask),
            result=self._result(ask),
            clock=_clock(state),
            order=_order(state, ask.who),
            rows=_rows(state),
            tiles=_tiles(state),
            boards=boards(state, frozenset(answers), ask.who),
            entry=entry(state, ask, answers),
            several=several(state, ask, answers),
            ranking=_scored(state, state.now.result) if state.now.result is not None else [],
            secrets=secrets(state),
            tips=tips(ask),
            otherwise=OTHERWISE if is_turn(ask) else None,
        )

    def private(self, state: State, seat: str) -> Private | None:
        """The escape plan, the cash and the entered lines of a seat, for its own eyes (WIRE.md, "View")."""
        return private(state, seat, frozenset(self.rules.legal(state) or ()))

    def gauges(self, state: State) -> list[Gauge]:
        """Notoriety and income by seat; officers, gang members and blocked exits, and how many have escaped."""
        now = state.now
        notoriety, income, city = T("Notoriety"), T("Income"), T("In the city")
        officers = sum(sum(kinds.values()) for kinds in now.officers.values())
        members, blocked, out = sum(now.gang.values()), len(now.blocked), len(now.escaped)
        return [
            *(_of_seat(state, seat, notoriety, now.players[seat].notoriety, weight=1) for seat in state.world.seats),
            *(_of_seat(state, seat, income, now.players[seat].income) for seat in state.world.seats),
            Gauge("officers", city, T("Officers"), officers, "officer:blue", "blue", "diamond", weight=0.2),
            Gauge("gang", city, T("Gang members"), members, "gang:member", "purple", "square", weight=0.2),
            Gauge(
                "blocked", city, T("Blocked exits"), blocked, "door:blocked", "red", "triangle", len(EXITS), weight=4
            ),
            Gauge(
                "escaped", city, T("Out of the city"), out, "escape", "green", "disc", len(state.world.seats), weight=4
            ),
        ]


# The day, the order of play, the patrol, the display, the contacts, the city.


def _clock(s: State) -> Clock:
    """R-EP-76: the day and its part; no part before the turns."""
    turns = s.now.phase in ("day", "day_change")
    return Clock(s.now.day, DAYS, [(icon, name) for icon, name in PART_NAMES], s.now.part - 1 if turns else None)


def _order(s: State, who: str | None) -> Order:
    """The turn order with notoriety; ``who`` is asked now."""
    standings = [
        Standing(
            seat,
            seat_name(seat),
            disc(s.world, seat),
            str(s.now.players[seat].notoriety),
            active=seat == who,
            done=_done(s, seat),
        )
        for seat in s.now.order
    ]
    return Order(T("Order"), T("notoriety"), standings)


def _done(s: State, seat: str) -> bool:
    """True for seats that have escaped or had their turn in this part."""
    return seat in s.now.escaped or (s.now.phase == "day" and bool(s.now.queue) and seat not in s.now.queue)


def _rows(s: State) -> list[Row]:
    """The patrol, the display of city tiles, and the open contacts."""
    contacts = s.now.contacts
    open_contacts = T(
        "Contacts: {deck} in the deck, {discard} discarded", deck=len(contacts.pile), discard=len(contacts.discard)
    )
    return [
        Row("patrol", T("Patrol"), [_exit(s, exit) for exit in EXITS]),
        Row("display", T("Display"), [_place(s, letter) for letter in s.now.display]),
        Row("contacts", open_contacts, [_contact(s, card) for card in dict.fromkeys(contacts.display)], "small"),
    ]


def _exit(s: State, exit: str) -> RowPlace:
    """R-EP-51 to R-EP-56: an exit with its patrol cards, and the stack waiting for its tile."""
    cards = s.now.patrol[exit]
    blocked = cards == CARDS_OF_AN_EXIT
    state: Literal["normal", "alarm", "good"] = "alarm" if blocked else "normal"
    if exit == s.now.open_exit:
        state = "good"
    waiting = [
        Piece("exit_stack", piece(s.world, f"exit_stack:{back}"))
        for back, at in s.now.exits.items()
        if at == exit and stack_place(s, exit).startswith("patrol")
    ]
    tile = s.world.tile_of_exit[exit]
    where = tile_name(s.world, tile) if tile in visible(s) else T("not found yet")
    return RowPlace(
        f"patrol:{exit}",
        exit,
        T("Exit {n}", n=exit),
        "door:blocked" if blocked else "door",
        pieces=waiting,
        cells=[f"patrol:{exit}" if number < cards else None for number in range(CARDS_OF_AN_EXIT)],
        badge="escape" if state == "good" else None,
        note=where,
        state=state,
    )


def _place(s: State, letter: str) -> RowPlace:
    """R-EP-14: a place of the display with its tile and the pieces on it."""
    below = len(s.now.stacks[letter])
    under = P("{n} tile below", "{n} tiles below", below) if below else None
    tile = s.now.display[letter]
    if tile is None:
        return RowPlace(f"display:{letter}", letter, T("empty"), note=under, state="quiet")
    printed = signs(s.world.tiles[tile])
    notes: list[Words] = [listed([name for _, name in printed])] if printed else []
    return RowPlace(
        f"tile:{tile}",
        letter,
        tile_name(s.world, tile),
        badge=printed[0][0] if printed else None,
        pieces=on_tile(s, tile),
        note=listed([*notes, under] if under is not None else notes) or None,
    )


def _contact(s: State, card: str) -> RowPlace:
    n = s.now.contacts.display.count(card)
    name: Words = T("Not known") if card == UNKNOWN else contact_name(s.world, card)
    return RowPlace(f"contact:{card}", str(n) if n > 1 else "", name, "contact")


def _tiles(s: State) -> list[MapTile]:
    """The tiles of the city; their positions are known only to the table."""
    return [_tile(s, tile) for tile in s.now.city]


def _tile(s: State, tile: str) -> MapTile:
    card = s.world.tiles[tile]
    start = card.group == "start"
    return MapTile(
        f"tile:{tile}",
        tile_name(s.world, tile),
        [f"land:{land}" if land is not None else None for land in card.edges or []],
        [icon for icon, _ in signs(card)],
        on_tile(s, tile),
        blocked=str(card.exit) in s.now.blocked,
        start=start,
        touching=0 if start else TOUCHING,
        joining=0 if start else JOINING,
    )


# Charts.


def _of_seat(s: State, seat: str, what: Text, value: int, *, weight: float = 0) -> Gauge:
    icon = disc(s.world, seat)
    colour, marker = MARKS[int(icon.split(":")[1]) % len(MARKS)]
    return Gauge(f"{what.msgid.lower()}:{seat}", what, seat_name(seat), value, icon, colour, marker, weight=weight)


# The final score.


def _steps(s: State, seat: str) -> list[Scored]:
    """The score sheet, line by line, without zero lines."""
    return [Scored(line_name(s.world, line), signed(n)) for line, n in score_sheet(s, seat).items() if n]


def _scored(s: State, result: dict[str, Any]) -> list[Rank]:
    """R-EP-88, R-EP-89: escaped seats by rank, then arrested ones, without a total."""
    out = [
        Rank(
            entry["seat"],
            seat_name(entry["seat"]),
            disc(s.world, entry["seat"]),
            entry["rank"],
            signed(entry["total"]),
            OUT[entry["escape"] - 1],
            winner=entry["seat"] in result["winner"],
            steps=_steps(s, entry["seat"]),
        )
        for entry in result["ranking"]
    ]
    arrested = [
        Rank(seat, seat_name(seat), disc(s.world, seat), None, "", T("arrested")) for seat in result["arrested"]
    ]
    return out + arrested
