"""The players' boards: points and camp, team, face-up relics. A tap on a number corrects it."""

from __future__ import annotations

from collections import Counter as Counted

from companion.core.facts import MOST
from companion.core.texts import T
from companion.games.krysis.corrections.facts import FACTS
from companion.games.krysis.presenter.words.labels import (
    COLOUR_WORDS,
    DECKS,
    RELIC,
    VP,
    agent_card,
    agent_icon,
    agent_name,
    company_name,
    good_icon,
    relic_card,
    relic_icon,
    relic_name,
    seat_icon,
    seat_name,
)
from companion.games.krysis.state import State
from companion.games.krysis.words import COLOURS, RELICS
from companion.scene.counters import number, setter
from companion.scene.scene import Counter, Holding, Piece, SeatBoard


def boards(s: State) -> list[SeatBoard]:
    """A board per seat; read-only after the end."""
    return [_board(s, seat) for seat in s.world.seats]


def _board(s: State, seat: str) -> SeatBoard:
    w, player = s.world, s.now.players[seat]
    counters = [*camp(s, seat), *([] if not w.options.knows_agents else _cards(s, seat))]
    if s.now.result is not None:
        counters = [Counter(one.id, one.name, one.icon, one.value) for one in counters]
    team = [
        Holding(f"agent:{agent}", Piece(agent_icon(w, agent), agent_name(w, agent), n), card=agent_card(w, agent))
        for agent, n in Counted(player.team).items()
    ]
    ups = [
        Holding(f"relic:{relic}", Piece(relic_icon(w, relic), relic_name(w, relic)), card=relic_card(w, relic))
        for relic in player.up
    ]
    return SeatBoard(
        seat,
        seat_name(w, seat),
        seat_icon(w, seat),
        counters,
        [*team, *ups],
        company_name(w, seat),
        active=seat == s.now.active,
        done=seat in s.now.done,
    )


def camp(s: State, seat: str) -> list[Counter]:
    """Points, crystals and relics of the camp; relics can be corrected as a number only if they are not named."""
    player, bank = s.now.players[seat], s.now.bank
    found = [number("vp", T("Points"), VP, player.vp, max(MOST, player.vp + 1), setter("vp", seat=seat))]
    for colour in COLOURS:
        n = player.camp.crystals[colour]
        most = MOST if bank is None else n + bank[colour]
        fixed = setter("camp", seat=seat, good=colour)
        found.append(number(colour, COLOUR_WORDS[colour], good_icon(colour), n, most, fixed))
    n = len(player.camp.relics)
    if s.world.options.knows_relics or not can_count_relics(s):
        return [*found, Counter(RELICS, COLOUR_WORDS[RELICS], RELIC, str(n))]
    most = n + len(s.now.relic_deck)
    return [*found, number(RELICS, COLOUR_WORDS[RELICS], RELIC, n, most, setter("relics", at=f"camp:{seat}"))]


def can_count_relics(s: State) -> bool:
    """True if relics somewhere can be corrected as a number."""
    return bool(s.agenda) and FACTS.possible(s, "relics")


def _cards(s: State, seat: str) -> list[Counter]:
    """The number of agents at each place; their identities are private."""
    player = s.now.players[seat]
    found = [Counter("hand", T("Agents in hand"), "agent:transporter", str(len(player.hand)))]
    for deck, name in DECKS.items():
        found.append(Counter(deck, name, f"agent:{deck.removesuffix('s')}", str(len(player.deck(deck)))))
    return found
