"""Setting up in words: a short check-list, with what the companion never asks about (R-CG-05 to R-CG-14)."""

from __future__ import annotations

from typing import Final

from companion.core.instructions import Instruction
from companion.core.texts import T, Words, listed
from companion.games.crash.names import saucer_name, seat_name, upgrade_name
from companion.games.crash.presenter.labels import crew_icon, marker_icon, mat_name, saucer_icon, turned_words
from companion.games.crash.rules.upgrading import DECK
from companion.games.crash.state import State
from companion.games.crash.words import CARDS, OVERRIDES, PILOT
from companion.games.crash.world import crew_id
from companion.scene.scene import Line

SIDE_WORDS: Final[tuple[Words, ...]] = (
    T("above the board"),
    T("at the right of the board"),
    T("below the board"),
    T("at the left of the board"),
)
"""Where the direction markers lie, in the order of the sides."""

LISTED: Final = frozenset({"R-CG-08", "R-CG-09"})
"""What setting up says by itself, and the check-list too."""


def is_set_up(todo: Instruction) -> bool:
    """True for an instruction that only setting up gives: movement cards come out of the box."""
    return todo.verb == "place" and (todo.piece or "").startswith("movement:")


def set_up(s: State) -> list[Line]:
    """The check-list, as the box of the pack and the seats want it."""
    return [*_board(s), *_supplies(s), *_players(s)]


def _line(icon: str, words: Words, rule: str, sign: str = "+", deck: str | None = None) -> Line:
    return Line(sign, icon, words, None, rule, deck=deck)


def _board(s: State) -> list[Line]:
    w = s.world
    if w.light:
        return [_line("tile:square", T("the board for {n} saucers, markers at its sides", n=len(w.saucers)), "R-CG-05")]
    tiles = [
        _line(
            "tile:square",
            T(
                "{tile}, {turned}: {place}",
                tile=w.word(there.tile),
                turned=turned_words(there.rotation),
                place=T("on place {n}", n=number),
            ),
            "R-CG-05",
        )
        for number, there in enumerate(w.start_board or (), 1)
    ]
    if not tiles:
        tiles = [_line("tile:square", T("the tiles for {n} saucers beside the table", n=len(w.saucers)), "R-CG-05")]
    markers = [
        _line(marker_icon(w, direction), T("{piece}: {place}", piece=w.word(direction), place=side), "R-CG-06")
        for direction, side in zip(w.start_markers, SIDE_WORDS, strict=True)
    ]
    return [*tiles, *markers]


def _supplies(s: State) -> list[Line]:
    w = s.world
    found = [
        _line("token:energy", T("energy and boosters within reach"), "R-CG-07"),
        _line("upgrade", T("shuffle the upgrade cards"), "R-CG-09", "", DECK),
    ]
    overrides = OVERRIDES.get(len(w.seats))
    if overrides:
        found.append(_line("token:override", T("override tokens: {n}", n=overrides), "R-CG-07"))
    for card in s.now.box:
        words = T("{upgrade}: out of the game", upgrade=upgrade_name(w, card))
        found.append(_line("upgrade", words, "R-CG-08", "−", DECK))
    return found


def _players(s: State) -> list[Line]:
    w = s.world
    found = []
    for seat in w.seats:
        rule = "R-CG-11" if w.pair else "R-CG-10"
        for saucer in w.saucers_of[seat]:
            words = T("{saucer}: mat, saucer and {n} movement cards", saucer=mat_name(w, saucer), n=len(CARDS))
            found.append(_line(saucer_icon(w, saucer), words, rule))
    colours = [*w.saucers, *([w.extra] if w.extra is not None else [])]
    crew = listed([saucer_name(w, colour) for colour in colours])
    found.append(_line("players", T("lost crew by type, Pilots in front: {colours}", colours=crew), "R-CG-12"))
    if w.extra is not None:
        icon = crew_icon(w, crew_id(w.extra, PILOT))
        found.append(_line(icon, T("of {colour} nothing but the crew", colour=saucer_name(w, w.extra)), "R-CG-13"))
    if not w.pair or w.options.energy_each:
        found.append(_line("token:energy", T("each mat: 1 energy"), "R-CG-07"))
    found.append(_line("token:probe", T("the probe to {seat}", seat=seat_name(w, w.seats[0])), "R-CG-14"))
    return found
