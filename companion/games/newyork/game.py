"""New York Crisis: rules, presenter and player."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import Ask, ChooseAsk, DrawAsk, PickAsk, PullAsk
from companion.core.texts import SeatName, T, Words, as_printed, of_seat, plain
from companion.games.game import Game
from companion.games.newyork.answers import check_names, read_answer
from companion.games.newyork.checks import LATER, STOCKS, check_row, read_pack, stocks
from companion.games.newyork.content import ROLES, SIDES, NewYorkPack
from companion.games.newyork.facts import NewYorkFacts
from companion.games.newyork.player import NewYorkPlayer
from companion.games.newyork.presenter import NewYorkPresenter
from companion.games.newyork.rules.rounds import TellEvent
from companion.games.newyork.rules.setup import know, lay_out
from companion.games.newyork.rules.story import check_form
from companion.games.newyork.sheets import SHEETS, blank_pack
from companion.games.newyork.state import FOLLOW, State, setup_choices
from companion.games.newyork.words import SEATS


class NewYork(NewYorkFacts):
    """The rules of New York Crisis."""

    name = "newyork"
    title: Words = "New York Crisis"
    bundled_pack = "manhattan_nights"
    pack_type = NewYorkPack
    sheets = SHEETS
    chance_items = ("police", "mafia", "info", "items", "squares", "dice")
    optional_fields = LATER
    dice = SIDES
    box_stocks = STOCKS

    # These are defined where their subject is.
    lay_out = staticmethod(lay_out)
    check_row = staticmethod(check_row)
    know = staticmethod(know)
    read_pack = staticmethod(read_pack)
    blank_pack = staticmethod(blank_pack)
    setup_choices = staticmethod(setup_choices)
    stocks = staticmethod(stocks)

    def chance_item(self, ask: Ask) -> str:
        """Which chance item a chance ask belongs to (WIRE.md 1)."""
        if isinstance(ask, DrawAsk):
            return ask.deck
        if isinstance(ask, PullAsk):
            return "items" if ask.bag == "items" else "info"
        return "squares" if isinstance(ask, PickAsk) else "dice"

    def goes_along(self, ask: Ask) -> bool:
        """Tokens and squares, and the mafia cards of the set-up (R-NYC-19): nobody has anything to wait for."""
        return super().goes_along(ask) or ask.rule == "R-NYC-19"

    def parse(self, state: State, raw: object) -> Answer:
        """An answer out of JSON, its fields and names checked (WIRE.md 4)."""
        answer = read_answer(raw, state.world.options.light, state.world.own_items)
        check_form(state, answer)
        check_names(state, answer)
        for field in ("with_", "dice"):
            value = getattr(answer, field, None)
            if value:
                answer = structs.replace(answer, **{field: tuple(sorted(value))})
        return answer

    def can_be_told(self, state: State, table: str) -> bool:
        """All that a mafia card says is squares."""
        return table != "mafia_cards" or bool(state.world.squares)

    def left_out(self, pack: NewYorkPack, table: str) -> frozenset[str]:
        """On a board that is not whole hands put the car of a police card on its square."""
        return frozenset() if pack.board.whole or table != "police_cards" else frozenset({"square"})

    def counts_effects(self, state: State, table: str) -> bool:
        """Only the event of the last police card is carried out (R-NYC-36)."""
        ask = self.ask(state)
        if not isinstance(ask, DrawAsk):
            return isinstance(ask, ChooseAsk) and ask.choice == "event"
        return table == "mafia_cards" or (ask.purpose == "car" and ask.left == 1)

    def untold_row(self, state: State) -> tuple[str, str] | None:
        """The event of which only the title was told."""
        step = state.agenda[-1] if state.agenda else None
        return ("police_cards", step.card) if isinstance(step, TellEvent) else None

    def seats(self, pack: NewYorkPack) -> list[tuple[str, Words]]:
        """The four members of the family (R-NYC-03)."""
        names = {character.role: character.name for character in pack.characters}
        return [(role, _called(SEATS[role], names[role])) for role in ROLES]

    def settings_for(self, pack: NewYorkPack, seats: Sequence[str]) -> dict[str, str]:
        """A board that is not whole is played lightly."""
        return {} if pack.board.whole else {FOLLOW: "light"}


def _called(role: SeatName, name: Words) -> Words:
    """Who somebody is; the name, too, if it says more."""
    if plain(name) == plain(role):
        return role
    return of_seat(role.seat, T("{role} ({name})", role=as_printed(role), name=name))


GAME = Game(NewYork(), NewYorkPresenter, NewYorkPlayer)
