"""The saucers' mats: who is seated, energy and boosters, upgrades; a tap on a number corrects it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Ask
from companion.core.facts import MOST
from companion.core.texts import T, Words
from companion.games.crash.names import crew_name, upgrade_name
from companion.games.crash.presenter.labels import TIMINGS, crew_icon, mat_name, saucer_icon, seated_words, whereabouts
from companion.games.crash.presenter.picture import looked_at
from companion.games.crash.state import State
from companion.games.crash.words import OVERRIDES
from companion.games.crash.world import colour_of, type_of
from companion.scene.counters import number, setter
from companion.scene.scene import Card, Cell, Counter, Holding, Piece, SeatBoard


def boards(s: State, ask: Ask) -> list[SeatBoard]:
    """A board for each saucer, clockwise from the first player; none of it changes after the end."""
    return [_board(s, saucer, looked_at(s, ask)) for saucer in s.world.saucers]


def _board(s: State, saucer: str, looked: str | None) -> SeatBoard:
    now, w = s.now, s.world
    here = now.saucers[saucer]
    counters = [positions(s, saucer), *tokens(s, saucer, fixed=now.result is None)]
    if len(w.seats) in OVERRIDES:
        cell = Cell("", here.override, "token:override")
        counters.append(Counter("override", T("Override token"), "token:override", cells=[cell]))
    taken = {crew for crew in seats_taken(s, saucer).values() if crew is not None}
    extra = [
        Holding(f"crew:{crew}", Piece(crew_icon(w, crew), crew_name(w, crew)))
        for crew in here.crew
        if crew not in taken
    ]
    upgrades = [
        Holding(f"upgrade:{card}", upgrade_piece(s, card), card=upgrade_card(s, card)) for card in here.upgrades
    ]
    note: Words = T("{n}, {place}", n=seated_words(here.seated), place=whereabouts(s, here.at))
    turn = None if now.turn is None else now.turn.saucer
    return SeatBoard(
        saucer,
        mat_name(w, saucer),
        saucer_icon(w, saucer),
        counters,
        [*extra, *upgrades],
        note,
        active=saucer == looked,
        done=saucer in now.moved and saucer != turn,
    )


def seats_taken(s: State, saucer: str) -> dict[str, str | None]:
    """Who is seated in each position; of several the one of the saucer's colour, which lies at the bottom (R-CG-55)."""
    aboard: Sequence[str] = s.now.saucers[saucer].crew
    found: dict[str, str | None] = {}
    for kind in s.world.pack.types:
        same = [crew for crew in aboard if type_of(crew) == kind]
        found[kind] = next((crew for crew in same if colour_of(crew) == saucer), same[0] if same else None)
    return found


def positions(s: State, saucer: str) -> Counter:
    """The four positions of a mat with whoever is seated there (R-CG-53)."""
    cells = [
        Cell(s.world.word(kind), crew is not None, f"crew:{kind}" if crew is None else crew_icon(s.world, crew))
        for kind, crew in seats_taken(s, saucer).items()
    ]
    return Counter("crew", T("Crew"), "players", str(s.now.saucers[saucer].seated), cells=cells)


def tokens(s: State, saucer: str, *, fixed: bool = True) -> list[Counter]:
    """Energy and boosters; with ``fixed`` a tap says that there is another number of them."""
    here = s.now.saucers[saucer]
    found = [
        number("energy", T("Energy"), "token:energy", here.energy, MOST, setter("energy", saucer=saucer)),
        number("boosters", T("Boosters"), "token:booster", here.boosters, MOST, setter("boosters", saucer=saucer)),
    ]
    return found if fixed else [Counter(one.id, one.name, one.icon, one.value) for one in found]


def upgrade_piece(s: State, card: str) -> Piece:
    """An upgrade; face down where it cannot be used now."""
    return Piece("upgrade", upgrade_name(s.world, card), face_down=card in s.now.used or card in s.now.fresh)


def upgrade_card(s: State, card: str, heading: Words | None = None) -> Card:
    """What can be read on an upgrade; ``heading`` None says when it can be used."""
    upgrade = s.world.upgrades[card]
    when = TIMINGS[upgrade.timing] if heading is None else heading
    return Card("upgrades", "upgrade", upgrade_name(s.world, card), when, s.world.word(upgrade.text))
