"""Setting up (R-EP-11 to R-EP-39)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.asks import DrawAsk
from companion.core.piles import UNKNOWN, Deck, fit, fit_pile, merged, with_unknown
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.todo import place
from companion.games.escape.content import CASH, GANG, GANG_AT_HQ, OFFICERS_A_TILE, EscapePack
from companion.games.escape.rules.days import StartDay
from companion.games.escape.rules.effects import EFFECTS
from companion.games.escape.rules.phases import PullOfficerFor, ReturnOfficers, new_display, officers_for_display
from companion.games.escape.rules.tracking import OpenContacts, missing
from companion.games.escape.state import EPStep, EscapeNow, EscapeSeat, EscapeWorld, State


def lay_out(pack: EscapePack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
    """The table before the first question, without chance (R-EP-11 to R-EP-39)."""
    world = EscapeWorld(pack, seats, settings)
    world.effects = EFFECTS
    cash = CASH if world.options.ledger else None
    return State(
        world,
        EscapeNow(
            players={seat: EscapeSeat(world.pack.notoriety.start, cash) for seat in world.seats},
            order=list(world.seats),
            city=list(world.start_tiles),
            stacks={letter: list(tiles) for letter, tiles in world.stacks.items()},
            contacts=Deck.of(world.contacts, world.unknown["contacts"]),
            bag={kind: n for kind, n in (*world.officers.items(), (UNKNOWN, world.unknown["officers"])) if n},
            stock=dict(world.printed),
            exits=dict.fromkeys(world.backs),
            business=dict.fromkeys(world.business, "board"),
            safe_houses=dict.fromkeys(world.safe_houses, "board"),
            plans=sorted(with_unknown(world.plans, world.unknown["escape_plans"])),
            gang_board=GANG - GANG_AT_HQ,
            gang={world.headquarters: GANG_AT_HQ},
        ),
        list(reversed(_steps(world))),
    )


def know(state: State) -> None:
    """Update decks and bag to what the box knows now."""
    now, world = state.now, state.world
    now.contacts.fit(world.contacts, [card for player in now.players.values() for card in player.contacts])
    now.plans = fit_pile(now.plans, world.plans, [player.plan for player in now.players.values() if player.plan])
    fit([now.bag], world.officers, merged(now.officers.values()))


def _steps(world: EscapeWorld) -> list[EPStep]:
    plans = [DealPlan(seat) for seat in world.seats] if world.options.private_plans else []
    return [
        *new_display("R-EP-14"),
        *officers_for_display("R-EP-17"),
        *[PullOfficerFor(world.headquarters, "R-EP-17")] * OFFICERS_A_TILE,
        ReturnOfficers("R-EP-18", world.headquarters),
        OpenContacts("R-EP-25"),
        *plans,
        StartDay(1),
    ]


class DealPlan(DrawStep[State], frozen=True, tag="deal_plan"):
    """R-EP-37: deal a secret escape plan card to a seat.

    Before that, seven contacts must be open: if a correction has returned one, another is turned up first.
    """

    by_hand = DO_LATER

    seat: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "plans", s.now.plans

    def asks(self, s: State) -> bool:
        return not missing(s)

    def run(self, s: State) -> None:
        s.agenda += [self, OpenContacts("R-EP-25")]

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, "R-EP-37", "plans", only=self.seat)

    def done(self, s: State, card: str) -> None:
        s.now.plans.remove(card)
        s.now.players[self.seat].plan = card
        place(s, "plan:back", f"player:{self.seat}", rule="R-EP-37")
