"""Setting up (RULES.md 3, WIRE.md 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.answers import Answer, Pick
from companion.core.asks import ChooseAsk, PickAsk, PullAsk
from companion.core.piles import UNKNOWN, Bag, Deck, fit, merged
from companion.core.refusals import not_this
from companion.core.steps.chance import uniform
from companion.core.texts import T
from companion.core.todo import tell
from companion.games.newyork.answers import Start
from companion.games.newyork.checks import MOST_TRACK
from companion.games.newyork.content import NewYorkPack
from companion.games.newyork.rules import pieces
from companion.games.newyork.rules.effects import EFFECTS, InfoFromReserve
from companion.games.newyork.rules.pieces import CardInfo, CardItem, DiscardMafia, DrawMafia, ItemOnSquare
from companion.games.newyork.rules.rounds import NewRound
from companion.games.newyork.rules.story import reveal
from companion.games.newyork.state import Character, Info, Items, NewYorkNow, NewYorkWorld, NYStep, State

SETUP_ITEMS = 6


def lay_out(pack: NewYorkPack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
    """The table before the first question: both decks, markers on 0, story cards face down, skill tokens."""
    world = NewYorkWorld(pack, seats, settings)
    world.effects = EFFECTS
    return State(
        world,
        NewYorkNow(
            limit=world.limit,
            info=Info(_all_of(world, "info_tokens", world.tokens)),
            items=Items(_all_of(world, "items", world.items)),
            mafia_deck=Deck.of(world.mafia_cards, world.unknown["mafia_cards"]),
            police_deck=Deck.of(world.police_cards, world.unknown["police_cards"]),
            characters={seat: Character() for seat in world.seats},
        ),
        _setup_agenda(world),
    )


def _all_of(world: NewYorkWorld, table: str, known: Bag) -> Bag:
    """All printed tokens of a kind, known or not."""
    unknown = world.unknown[table]
    return {**known, UNKNOWN: unknown} if unknown else dict(known)


def know(state: State) -> None:
    """Update decks and bags to what the box knows now.

    A token that becomes known while one is taken from the reserve is taken to be there; otherwise in the bag, as far as
    that has unknown tokens.
    """
    now, world = state.now, state.world
    now.mafia_deck.fit(world.mafia_cards)
    now.police_deck.fit(world.police_cards)
    if now.limit == MOST_TRACK and not world.alert_open:
        now.limit = max(world.limit, now.alert)
    places = [now.info.bag, now.info.reserve]
    if state.agenda and isinstance(state.agenda[-1], InfoFromReserve):
        places.reverse()
    fit(places, world.tokens, merged([now.info.kept, *now.info.squares.values()]))
    in_hands = [hand for character in now.characters.values() for hand in (character.ready, character.used)]
    lying = [{item: 1} for item in now.items.squares.values()]
    fit([now.items.supply], world.items, merged([now.items.box, *lying, *in_hands]))


def _setup_agenda(world: NewYorkWorld) -> list[NYStep]:
    """The agenda of the setup, last step first."""
    cards: list[NYStep] = []
    for seat in world.seats:
        cards += [
            DrawMafia(seat, 1, "R-NYC-19"),
            CardInfo(seat, "R-NYC-19"),
            CardItem(seat, "R-NYC-19"),
            DiscardMafia(),
        ]
    starts: list[NYStep] = [] if world.options.light else [ChooseStart(seat) for seat in world.seats]
    items: list[NYStep] = [PickSquare()] * SETUP_ITEMS if len(world.squares) >= SETUP_ITEMS else [ItemsByHand()]
    return list(reversed([*starts, *items, FirstCard(), *cards, NewRound()]))


class ChooseStart(NYStep, frozen=True, tag="choose_start"):
    """R-NYC-12, G-NYC-26: the start square of a figure; not asked if the story or a setting defines it."""

    seat: str

    def asks(self, s: State) -> bool:
        return s.now.characters[self.seat].square is None and self.seat not in s.world.starts

    def run(self, s: State) -> None:
        if s.now.characters[self.seat].square is None:
            pieces.set_figure(s, self.seat, s.world.starts[self.seat], "R-NYC-12")

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-NYC-12", "start")

    def legal(self, s: State) -> Sequence[Answer]:
        return [Start(square) for square in s.world.squares]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Start) or answer.square not in s.world.neighbours:
            raise not_this("R-NYC-12")
        pieces.set_figure(s, self.seat, answer.square, "R-NYC-12")


class PickSquare(NYStep, frozen=True, tag="pick_square"):
    """R-NYC-13: a random square without an item, and a random item on it."""

    def free(self, s: State) -> list[str]:
        """The squares without an item, in square order."""
        return [square for square in s.world.squares if square not in s.now.items.squares]

    def asks(self, s: State) -> bool:
        return bool(self.free(s))

    def ask(self, s: State) -> PickAsk:
        return PickAsk(None, "R-NYC-13", "square", self.free(s))

    def legal(self, s: State) -> Sequence[Answer]:
        return [Pick("square", square) for square in self.free(s)]

    def odds(self, s: State) -> list[float]:
        return uniform(len(self.free(s)))

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Pick) or answer.what != "square" or answer.one not in self.free(s):
            raise not_this("R-NYC-13")
        s.agenda.append(SetupItem(answer.one))


class ItemsByHand(NYStep, frozen=True, tag="items_by_hand"):
    """R-NYC-13 on a board of which fewer squares are known than that."""

    def run(self, s: State) -> None:
        tell(s, T("Put six items face up on six squares, all drawn at random."), rule="R-NYC-13")


class SetupItem(ItemOnSquare, frozen=True, tag="setup_item"):
    """R-NYC-13: the item on the square that was picked."""

    place: str

    def square(self, s: State) -> str | None:
        return self.place

    def ask(self, s: State) -> PullAsk:
        return PullAsk(None, "R-NYC-13", "items", f"square:{self.place}")


class FirstCard(NYStep, frozen=True, tag="first_card"):
    """R-NYC-14 to R-NYC-17: card 0 of the story."""

    def run(self, s: State) -> None:
        if s.world.options.light:
            _tell_starts(s)
        reveal(s)


def _tell_starts(s: State) -> None:
    """R-NYC-12: where figures begin is told in light mode, which does not ask for it."""
    for seat in s.world.seats:
        square = s.world.starts.get(seat)
        if square is None:
            tell(s, T("Put your figure on a square of your choice."), f"hand:{seat}", "R-NYC-12", seat)
        else:
            words = T("Put your figure on {square}.", square=s.world.names[square])
            tell(s, words, s.world.at[square], "R-NYC-12", seat)
