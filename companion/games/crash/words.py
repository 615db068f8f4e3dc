"""Crash & Grab in words: names and icons, instructions, the check-list of the setup, labels of the box editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct, structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.asks import Ask
from companion.core.instructions import Instruction, ident, kind, split
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Text, Words, as_printed, listed, of_seat
from companion.games.crash import answers as a
from companion.games.crash.content import CARDS, CLOCKWISE, COUNTER, LIGHT, OVERRIDES, PILOT, SIDES, square_id
from companion.games.crash.rules.pieces import WIN_RULE
from companion.games.crash.rules.setup import ONE_OUT
from companion.games.crash.rules.upgrades import DECK, DISCARD
from companion.games.crash.state import State, board, colour_of, crew_id, holder, type_of
from companion.scene.lines import sets_up, setup_line
from companion.scene.presenter import Presenter, nameless_card
from companion.scene.scene import Card, Counter, Gain, Line, Opened, Piece, Reveal, Tone, column_name

# Names and icons.

CHANCE: Final[dict[str, Text]] = {
    "board": T("Board"),
    "placement": T("Placement die"),
    "rotation": T("Rotation die"),
    "upgrades": T("Upgrade cards"),
}
"""The names of the chance items."""
FACES: Final[dict[str, Text]] = {CLOCKWISE: T("clockwise"), COUNTER: T("counter-clockwise")}
TOKENS: Final[dict[str, Text]] = {
    "energy": T("Energy"),
    "booster": T("Boosters"),
    "override": T("the override token"),
    "probe": T("the probe"),
}
TIMINGS: Final[dict[str, Text]] = {
    "planning": T("After the rotation die"),
    "start_of_turn": T("At the start of your turn"),
    "movement": T("On an accelerator"),
    "collision": T("When you are pushed"),
    "crash": T("When you crash"),
    "placement": T("When something is placed by die"),
    "end_of_turn": T("At the end of your turn"),
    "end_of_round": T("At the end of the round"),
    "passive": T("Always works"),
    "pick_up": T("When you pick up crew"),
    "hit": T("When you hit another saucer"),
    "spend": T("When you spend a booster"),
    "rival_accelerator": T("When another player enters an accelerator"),
    "rival_crash": T("When another player crashes in your turn"),
    "robbed": T("When another player steals crew from you"),
}
"""The timings of upgrades in words."""


How: TypeAlias = Literal["named", "on", "onto"]
SQUARES: Final[Mapping[How, Sequence[Callable[[Words], Words]]]] = {
    "named": (lambda n: T("site {n}", n=n), lambda at: T("accelerator {place}", place=at), lambda at: at),
    "on": (
        lambda n: T("on site {n}", n=n),
        lambda at: T("on accelerator {place}", place=at),
        lambda at: T("on {place}", place=at),
    ),
    "onto": (
        lambda n: T("onto site {n}", n=n),
        lambda at: T("onto accelerator {place}", place=at),
        lambda at: T("onto {place}", place=at),
    ),
}
"""A crash site, an accelerator, and any other square, in words: in Spanish the first two have an article."""


class Naming(Presenter[State]):
    """The names and icons of single things."""

    def chance_name(self, item: str) -> Words:
        """What people call a chance item."""
        return CHANCE[item]

    def word(self, s: State, name: str) -> Words:
        """What people call something, by its name on the wire."""
        kind, one = split(name)
        match kind:
            case "piece":
                words = self.word(s, one)
            case "square" | "at":
                words = self.square(s, one)
            case "tile" if "@" in one:
                tile, rotation = one.split("@")
                turned = self.word(s, f"rotation:{rotation}")
                words = T("{tile}, {turned}", tile=s.world.word(tile), turned=turned)
            case "rotation":
                words = T("{n}° clockwise", n=one) if int(one) else T("as printed")
            case "token":
                words = TOKENS[one]
            case "die":
                words = CHANCE[one]
            case "face":
                words = FACES.get(one, one)
            case _:
                words = s.world.called(name)
        return words

    def icon(self, s: State, name: str) -> str:
        """The icon of something, by the index of its colour or direction in the pack."""
        pack = s.world.pack
        kind, one = split(name)
        icon = name
        match kind:
            case "saucer":
                icon = f"saucer:{pack.colours.index(one) + 1}"
            case "seat":
                icon = self.icon(s, f"saucer:{s.world.saucers_of[one][0]}")
            case "crew" if one not in pack.types:
                icon = f"crew:{pack.colours.index(colour_of(one)) + 1}:{type_of(one)}"
            case "marker":
                icon = f"marker:{pack.directions.index(one) + 1}"
            case "tile":
                icon = "tile:square"
            case "upgrade":
                icon = "upgrade"
        return icon

    def piece(self, s: State, name: str) -> Piece:
        """A saucer or a member of the crew in a picture."""
        return Piece(self.icon(s, name), self.word(s, name))

    def mat(self, s: State, saucer: str) -> Words:
        """The name of a saucer, with its player if the names differ."""
        seat, name = s.world.seat_of[saucer], self.word(s, f"saucer:{saucer}")
        if seat == saucer:
            return structs.replace(of_seat(seat, as_printed(name)), beside=s.world.pair)
        return T("{seat} · {saucer}", seat=self.word(s, f"seat:{seat}"), saucer=name)

    def square(self, s: State, square: str, how: How = "named") -> Words:
        """A square by its crash site, or by its coordinates: its name, or where something is or goes."""
        printed, (site, accelerator, other) = board(s), SQUARES[how]
        if square in printed.site_on:
            return site(printed.site_on[square])
        return (accelerator if square in printed.accelerators else other)(coordinates(square))

    def tokens(self, s: State, saucer: str) -> list[Counter]:
        """Counters for energy and boosters, with corrections."""
        return [*self.counter(s, "energy", saucer=saucer), *self.counter(s, "boosters", saucer=saucer)]

    def whereabouts(self, s: State, at: str | None) -> Words:
        """The name of a place, which may be on the board."""
        if at is None:
            return T("off the board")
        return T("on the board") if at == LIGHT else self.square(s, at, "on")

    def describe(self, s: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list."""
        match answer:
            case Draw():
                return T("Upgrade: {name}", name=self.outcome(s, answer))
            case Pick():
                return T("Board: {what}", what=self.outcome(s, answer))
        return super().describe(s, answer)

    def card(self, s: State, answer: Answer) -> Card | None:
        """The upgrade that was drawn or kept; None if it was another answer."""
        match answer:
            case Draw(card=card):
                return self.upgrade(s, card)
            case a.KeepCard(upgrade=card):
                saucer = next((name for name, one in s.now.saucers.items() if card in one.upgrades), None)
                return self.upgrade(s, card, saucer and T("For {seat}", seat=self.word(s, f"saucer:{saucer}")))
        return None

    def upgrade(self, s: State, card: str, heading: Words | None = None) -> Card:
        """The text of an upgrade; ``heading`` None is its timing."""
        if card == UNKNOWN:
            return nameless_card("upgrades", "upgrade", heading)
        printed = s.world.upgrades[card]
        # Nobody has said when an upgrade is used of which only the title was told (``checks.filled``).
        told = not s.world.pack.whole and printed.timing == "passive" and not printed.effects
        when = heading or (None if told else TIMINGS[printed.timing])
        return structs.replace(upgrade_face(s.world.word(printed.name), when, s.world.word(printed.text)), id=card)


def upgrade_face(name: Words, heading: Words | None, text: Words) -> Card:
    """An upgrade card."""
    return Card("upgrades", "upgrade", name, heading, text)


@cache
def coordinates(square: str) -> str:
    """Coordinates as on a chessboard seen from above: column C, row 4 is ``C4``."""
    column, row = square[1:].split("r")
    name = column_name(int(column) - 1)
    return f"{name}{row}" if name.isalpha() else f"{name}/{row}"


def brought(energy: int, boosters: int) -> Words | None:
    """A gain in words; None for nothing."""
    found: list[Words] = []
    if energy:
        found.append(P("+{n} energy", "+{n} energy", energy))
    if boosters:
        found.append(P("+{n} booster", "+{n} boosters", boosters))
    return listed(found) if found else None


def seated_words(n: int) -> Words:
    """The number of seated crew."""
    return P("{n} seated", "{n} seated", n)


# The setup as a short check-list, including parts the companion never asks about (R-CG-05 to R-CG-14).

SIDE_WORDS: Final[tuple[Words, ...]] = (
    T("above the board"),
    T("to the right of the board"),
    T("below the board"),
    T("to the left of the board"),
)
"""The sides of the board in words, in the order of the sides."""

LISTED: Final = frozenset({"R-CG-08", "R-CG-09"})
"""Instructions of the setup that the check-list covers."""


class SetupLines(Naming):
    """The setup as a check-list."""

    def set_up(self, s: State) -> list[Line]:
        """The check-list for this pack and these seats."""
        return [*self._tiles(s), *self._supplies(s), *self._players(s)]

    def _tiles(self, s: State) -> list[Line]:
        w, icon, rule = s.world, "tile:square", "R-CG-05"
        if w.light:
            return [
                setup_line(icon, T("the tiles for {n} saucers at random, markers at the sides", n=len(w.saucers)), rule)
            ]
        tiles = [
            setup_line(
                icon,
                T(
                    "{tile}, {turned}: {place}",
                    tile=w.word(there.tile),
                    turned=self.word(s, f"rotation:{there.rotation}"),
                    place=T("on place {n}", n=number),
                ),
                rule,
            )
            for number, there in enumerate(w.start_board or (), 1)
        ]
        if not tiles:
            tiles = [setup_line(icon, T("the tiles for {n} saucers beside the table", n=len(w.saucers)), rule)]
        markers = [
            setup_line(
                self.icon(s, f"marker:{direction}"),
                T("{piece}: {place}", piece=w.word(direction), place=side),
                "R-CG-06",
            )
            for direction, side in zip(w.start_markers, SIDE_WORDS, strict=True)
        ]
        return [*tiles, *markers]

    def _supplies(self, s: State) -> list[Line]:
        found = [
            setup_line("token:energy", T("energy and boosters within reach"), "R-CG-07"),
            setup_line("upgrade", T("shuffle the upgrade cards"), "R-CG-09", "", DECK),
        ]
        overrides = OVERRIDES.get(len(s.world.seats))
        if overrides:
            found.append(setup_line("token:override", T("override tokens: {n}", n=overrides), "R-CG-07"))
        for card in s.now.box:
            words = T("{upgrade}: out of the game", upgrade=self.word(s, f"upgrade:{card}"))
            if card == UNKNOWN:
                words = ONE_OUT
            found.append(setup_line("upgrade", words, "R-CG-08", "−", DECK))
        return found

    def _players(self, s: State) -> list[Line]:
        w = s.world
        found = []
        for saucer in w.saucers:
            words = T("{saucer}: mat, saucer and {n} movement cards", saucer=self.mat(s, saucer), n=len(CARDS))
            found.append(setup_line(self.icon(s, f"saucer:{saucer}"), words, "R-CG-11" if w.pair else "R-CG-10"))
        found.append(setup_line("players", T("the crew of all colours that play, by type, Pilots in front"), "R-CG-12"))
        if w.extra is not None:
            icon = self.icon(s, f"crew:{crew_id(w.extra, PILOT)}")
            words = T("{colour}: only the crew", colour=self.word(s, f"saucer:{w.extra}"))
            found.append(setup_line(icon, words, "R-CG-13"))
        if not w.pair or w.options.energy_each:
            found.append(setup_line("token:energy", T("each mat: 1 energy"), "R-CG-07"))
        probe = T("the probe to {seat}", seat=self.word(s, f"seat:{w.seats[0]}"))
        return [*found, setup_line("token:probe", probe, "R-CG-14")]


# Instructions in words, one short line each (WIRE.md, "Pieces"). A saucer's flight in one direction is one line,
# whatever it picks up.

COVERED = frozenset({"R-CG-40", "R-CG-42", "R-CG-49"})
"""Announcements (crashes, pushes, crew picked up) that the lines of the pieces already cover."""

ANNOUNCEMENTS: Mapping[str, tuple[str, Tone]] = {
    "R-CG-25": ("players", "normal"),
    "R-CG-26": ("players", "normal"),
    "R-CG-60": ("site", "normal"),
    "R-CG-68": ("upgrade", "normal"),
    "R-CG-72": ("token:probe", "normal"),
    "R-CG-74": ("players", "good"),
}
"""The icon and tone of an announcement, by rule."""
ANNOUNCED = ANNOUNCEMENTS.keys() - {"R-CG-68"}
"""Announcements that are only read aloud; the rotation die and upgrades also have to be handled."""
PLACES: Mapping[str, Words] = {
    "board": T("onto the board"),
    "lost": T("to the lost crew"),
    "drawn": T("face up beside the deck"),
    "discard": T("to the discard"),
}
"""Destinations that exist only once."""


class Flight(Struct, frozen=True):
    """A saucer's flight of ``n`` squares in one direction, or its move between any two squares (``direction`` None).

    ``end`` None is off the board. ``todo`` is the last of its instructions.
    """

    saucer: str
    start: str
    end: str | None
    n: int
    direction: str | None
    todo: Instruction


Part: TypeAlias = Instruction | Flight


class Instructions(SetupLines):
    """The instructions in words, and what is revealed."""

    def lines(self, s: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in order; setup first, as a short check-list."""
        first: list[Line] = []
        if sets_up(instructions, "movement"):
            first = self.set_up(s)
            instructions = [todo for todo in instructions if todo.rule is not None and todo.rule not in LISTED]
        parts = merged(s, instructions)
        return first + [
            self._flight_line(s, part) if isinstance(part, Flight) else self._line(s, part) for part in parts
        ]

    def _flight_line(self, s: State, flight: Flight) -> Line:
        saucer, rule = f"saucer:{flight.saucer}", flight.todo.rule
        name, icon = self.word(s, saucer), self.icon(s, saucer)
        spot = f"square:{flight.start if flight.end is None else flight.end}"
        if flight.end is None:
            return Line("→", icon, T("{piece}: off the board", piece=name), spot, rule, "warn", flight.todo)
        place = self.square(s, flight.end, "onto")
        if flight.direction is None:
            return Line("→", icon, T("{piece}: {place}", piece=name, place=place), spot, rule, instruction=flight.todo)
        words = P(
            "{piece}: {n} square towards {direction}",
            "{piece}: {n} squares towards {direction}",
            flight.n,
            piece=name,
            direction=s.world.word(flight.direction),
        )
        if flight.end in board(s).accelerators or flight.end in board(s).site_on:
            words = T("{first}, {second}", first=words, second=place)
        return Line("→", icon, words, spot, rule, instruction=flight.todo)

    def _line(self, s: State, todo: Instruction) -> Line:
        if todo.verb == "tell":
            icon, tone = ANNOUNCEMENTS.get(todo.rule or "", ("speaker", "normal"))
            return Line("", icon, todo.text or "", None, todo.rule, tone, todo, read=todo.rule in ANNOUNCED)
        if todo.verb == "shuffle":
            shuffle = T("shuffle the discarded upgrades into a new deck")
            return Line("", "shuffle", shuffle, None, todo.rule, "quiet", todo, DECK)
        deck = DECK if kind(todo.piece) == "upgrade" else None
        sign = {"place": "+", "remove": "−"}.get(todo.verb, "→")
        icon, tone = self.icon(s, todo.piece or ""), "quiet" if deck else "normal"
        gain = self._gain(s, todo, icon)
        return Line(sign, icon, self._goes(s, todo), _spot(s, todo), todo.rule, tone, todo, deck, gain=gain)

    def _gain(self, s: State, todo: Instruction, icon: str) -> Gain | None:
        """Energy and boosters to or from a mat."""
        n = todo.n or 1
        what = {"token:energy": T("energy"), "token:booster": P("booster", "boosters", n)}.get(todo.piece or "")
        if what is None or todo.verb == "move" or kind(todo.at) != "mat":
            return None
        saucer = f"saucer:{ident(todo.at or '')}"
        return Gain(T("{saucer}: {what}", saucer=self.word(s, saucer), what=what), self.icon(s, saucer), n, icon)

    def _goes(self, s: State, todo: Instruction) -> Words:
        """A piece and its destination, or its removal."""
        n, piece = todo.n or 1, self.word(s, todo.piece or "")
        if kind(todo.piece) == "token" and todo.verb != "move":
            tokens = {
                "token:energy": P("{n} energy", "{n} energy", n),
                "token:booster": P("{n} booster", "{n} boosters", n),
            }
            what = tokens.get(todo.piece or "", piece)
            return T("{saucer}: {what}", saucer=self.word(s, todo.at or ""), what=what)
        if kind(todo.piece) == "saucer" and kind(todo.to) == "mat":
            return T("{piece}: off the board", piece=piece)
        if todo.verb == "remove":
            where, at = split(todo.at)
            place = self.square(s, at, "on") if where == "square" else self._to(s, todo.at)
            return T("{piece}: away, it was {place}", piece=piece, place=place)
        return T("{piece}: {place}", piece=piece, place=self._to(s, todo.to if todo.verb == "move" else todo.at))

    def _to(self, s: State, location: str | None) -> Words:
        """The destination, or the place of a removal."""
        place, one = split(location)
        match place:
            case "square":
                return self.square(s, one, "onto")
            case "side":
                return SIDE_WORDS[SIDES.index(one)]
            case "slot":
                return T("on place {n}", n=one)
            case "mat" | "seat":
                return T("to {saucer}", saucer=self.word(s, location or ""))
        return PLACES[place]

    def reveals(self, s: State, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]) -> list[Reveal]:
        """R-CG-74: everybody is aboard; the last to come is last."""
        said = next((todo for todo in instructions if todo.verb == "tell" and todo.rule == WIN_RULE), None)
        if said is None or s.now.result is None:
            return []
        seat = s.now.result["winner"]
        name = f"seat:{seat}"
        last = next((ident(todo.piece) for todo in reversed(instructions) if kind(todo.piece) == "crew"), "")
        mat = s.now.saucers[holder(s, last) or s.world.saucers_of[seat][0]]
        types = {type_of(one): one for one in (*mat.crew, last) if one in mat.crew}
        crew = sorted(types.values(), key=lambda one: one == last)
        pieces = [self.piece(s, f"crew:{one}") for one in crew]
        winner = Opened(self.word(s, name), self.icon(s, name))
        return [Reveal("crew", said.text or "", winner.icon, [winner], pieces)]


def merged(s: State, instructions: Sequence[Instruction]) -> list[Part]:
    """Merge consecutive steps of a saucer, and cards shuffled into their deck with the shuffle."""
    done: list[Part] = []
    last: int | None = None
    shuffled = any(todo.verb == "shuffle" for todo in instructions)
    for todo in instructions:
        if (todo.verb == "tell" and todo.rule in COVERED) or (
            shuffled and todo.verb == "remove" and todo.at == DISCARD
        ):
            continue
        flight = _flight(s, todo)
        if flight is None:
            done.append(todo)
            continue
        before = None if last is None else done[last]
        joined = _joined(before, flight) if isinstance(before, Flight) else None
        if joined is not None and last is not None:
            done[last] = joined
        else:
            last = len(done)
            done.append(flight)
    return done


def _flight(s: State, todo: Instruction) -> Flight | None:
    """The step of a saucer to another square, or off the board."""
    source, to = square_of(todo.source), square_of(todo.to)
    if todo.verb != "move" or kind(todo.piece) != "saucer" or source is None:
        return None
    direction = None
    if to is not None and to in s.world.beside[source]:
        direction = s.now.markers[s.world.beside[source].index(to)]
    return Flight(ident(todo.piece), source, to, 1, direction, todo)


def _joined(before: Flight, flight: Flight) -> Flight | None:
    """Two flights as one, if the second continues the first."""
    if before.saucer != flight.saucer or before.end != flight.start:
        return None
    if flight.end is None:
        return structs.replace(flight, n=before.n + 1)
    if flight.direction is None or flight.direction != before.direction:
        return None
    return structs.replace(before, end=flight.end, n=before.n + 1, todo=flight.todo)


def square_of(location: str | None) -> str | None:
    """The square of a location; None if it is not a square."""
    return ident(location) if kind(location) == "square" else None


def _spot(s: State, todo: Instruction) -> str | None:
    """The square of the picture that a line is about; for a tile, its first one."""
    for place in (todo.to, todo.at, todo.source):
        if kind(place) == "square":
            return place
        if kind(place) == "slot":
            slot = s.world.slots[int(ident(place)) - 1]
            return f"square:{square_id(slot.x, slot.y)}"
    return None


# The labels of the box editor.

WHO: Final[Mapping[str, Words]] = {
    "me": T("you"),
    "other": T("that other saucer"),
    "them": T("each of them"),
    "everybody": T("all saucers"),
    "others": T("the saucers of all others"),
    "somebody": T("another saucer that you choose"),
    "near": T("a saucer next to yours"),
    "in_line": T("a saucer in your row or column"),
    "near_or_in_line": T("a saucer next to yours, or in your row or column"),
    "most_seated": T("whoever has most seated"),
    "fewest_seated": T("whoever has fewest seated"),
    "most_energy": T("whoever has most energy"),
    "most_boosters": T("whoever has most boosters"),
    "probe": T("whoever has the probe"),
    "last": T("whoever is last in this round"),
}
THINGS: Final[Mapping[str, Words]] = {
    "energy": T("energy"),
    "boosters": T("boosters"),
    "crew": T("crew aboard"),
    "seated": T("seated crew"),
    "own_crew": T("crew of your colour"),
    "other_crew": T("crew of another colour"),
    "upgrade": T("upgrades"),
    "crew_on_board": T("crew on the board"),
    "lost_crew": T("lost crew"),
    "off_board": T("saucers off the board"),
    "crash": T("crashes still to settle"),
    "round": T("number of the round"),
    "distance": T("squares of your card"),
    "one_near": T("one next to yours that you choose"),
    "one_in_line": T("one in your row or column that you choose"),
    "one_near_or_in_line": T("one next to yours or in line that you choose"),
}

BOX: Final[Mapping[str, Words]] = {
    "colours": T("Colours"),
    "types": T("Crew"),
    "directions": T("Directions"),
    "layouts": T("Layouts"),
    "whole": T("All tiles are laid"),
    "upgrades": T("Upgrades"),
    "cells": T("Squares"),
    "accelerator": T("Accelerator"),
    "crash_site": T("Crash site"),
    "tile_pool": T("Tiles that fit"),
    "3-4": T("With three or four saucers"),
    "5": T("With five saucers"),
    "6": T("With six saucers"),
    "timing": T("When"),
    "not_in_2p": T("Not with two players"),
    "energy": T("Energy"),
    "boosters": T("Boosters"),
    "distance": T("Squares"),
    "max": T("At most"),
    "card": T("Movement card"),
    "cards": T("Cards"),
    "+pay": T("You pay"),
    "+gain": T("You gain"),
    "+move": T("The saucer moves"),
    "+push": T("A saucer is pushed away"),
    "+relocate": T("The saucer is placed by the die"),
    "+reverse": T("The rotation die is turned over"),
    "+glide": T("An accelerator is ignored"),
    "+deflect": T("A push goes another way"),
    "+brake": T("A push is shorter"),
    "+shield": T("No crew is given away for a crash"),
    "+reroll": T("The placement die is rolled again"),
    "+range": T("Card 0-5 goes farther"),
    "+card_bonus": T("A movement card brings more"),
    "+loot": T("Crashes bring more"),
    "+raider": T("Crew is stolen from anybody"),
    "+upgrade_cost": T("Upgrades cost less"),
    "+upgrade_draw": T("More upgrades to choose from"),
    "not_back": T("But not back where it came from"),
    "crew": T("Which crew"),
    "where": T("Where"),
    "crew=any": T("of any colour"),
    "crew=own": T("of your colour"),
    "crew=other": T("of another colour"),
    "where=site": T("a crash site"),
    "where=accelerator": T("an accelerator"),
    "where=square": T("any square"),
    "+farther": T("A push goes farther"),
    "+shift": T("The placement die counts more or less"),
    "+lose": T("It is lost"),
    "+give": T("It is given to you"),
    "+give_crew": T("Crew of another colour is given to you"),
    "+swap_crew": T("You swap crew of another colour"),
    "+pick_up": T("You pick up crew nearby"),
    "+place_crew": T("More lost crew comes onto the board"),
    "+land": T("The saucer goes anywhere free"),
    "+swap_places": T("You swap places"),
    "+draw_upgrade": T("You draw upgrades and keep one"),
    "+probe": T("You take the probe"),
    "+turn_over": T("This card is turned over until the next round"),
    "+discard": T("This card is discarded"),
    "+note": T("You do something yourselves"),
    "who": T("Who"),
    "each.of": T("For each"),
    **{f"{field}={who}": words for field in ("who", "by", "of") for who, words in WHO.items()},
    **{f"of={thing}": words for thing, words in THINGS.items()},
    "when=turn_start": T("At the start of your turn"),
    "when=turn_end": T("At the end of your turn"),
    "when=round_end": T("At the end of the round"),
    "until=game": T("every time until the end of the game"),
    "die=placement": T("Placement die"),
    "+guard": T("Nobody steals crew from you"),
    "+bunk": T("Extra crew counts when you compare for stealing"),
    "+ghost": T("You fly through the first saucer"),
    "+card_distance": T("A movement card flies farther"),
    "+boost_distance": T("A boost flies farther"),
    **{f"={when}": words for when, words in TIMINGS.items()},
}
"""Labels for ``companion.packs.editing.words.BoxWords``."""

ICONS: Final[Mapping[str, str]] = {
    **{f"card={card}": f"movement:{card}" for card in ("2", "3", "0-5")},
    **{f"={crew}": f"crew:{crew}" for crew in ("pilot", "scientist", "doctor", "engineer")},
}
"""Icons by the same keys."""
