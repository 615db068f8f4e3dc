"""Every change to pieces, made and instructed at once (R-GEN-10), alert, payments, decks of police and mafia."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk, PullAsk
from companion.core.learning import LearnedFields
from companion.core.piles import UNKNOWN, put, take
from companion.core.refusals import Refused, not_this
from companion.core.steps.agenda import GameEnded
from companion.core.steps.chance import DrawStep, PullStep
from companion.core.texts import T
from companion.core.todo import flip, move, place, remove, shuffle, tell
from companion.games.newyork.answers import AlertEnd, Dice
from companion.games.newyork.checks import MOST_TRACK
from companion.games.newyork.content import FBI, TYPES, WILD, colour_of, cost_of
from companion.games.newyork.state import NYStep, State, here, modified, turn, undealt

# Tokens, items, figures, skills, wounds, cards. Rules touch pieces only through these functions, so instructions and
# state cannot diverge.


def add_mafia(s: State, square: str, rule: str) -> None:
    """One mafia from the reserve onto a square."""
    s.now.mafia_reserve -= 1
    put(s.now.mafia, square)
    place(s, "mafia", s.world.at[square], rule=rule)


def take_mafia(s: State, square: str, n: int, rule: str) -> None:
    """``n`` mafia of a square back to the reserve."""
    if n:
        take(s.now.mafia, square, n)
        s.now.mafia_reserve += n
        remove(s, "mafia", s.world.at[square], n, rule)


def add_info(s: State, token: str, at: str, source: str, rule: str) -> None:
    """An info token from the ``bag`` or ``reserve`` to a square or the bag (``at``: a location).

    An unknown token is not tracked once it is out of the bag.
    """
    info = s.now.info
    if token == UNKNOWN and at != "bag:info":
        take(info.bag if source == "bag" else info.reserve, token)
        remove(s, f"info:{token}", "bag:info", int(source == "bag"), rule)
        return
    if source == "bag":
        take(info.bag, token)
        move(s, f"info:{token}", "bag:info", at, rule=rule)
    else:
        take(info.reserve, token)
        place(s, f"info:{token}", at, rule=rule)
    put(info.bag if at == "bag:info" else info.squares.setdefault(at.removeprefix("square:"), {}), token)


def take_info(s: State, square: str, token: str, rule: str) -> None:
    """A collected info token off its square: to the reserve, or kept (R-NYC-100, ``nyc.info_return``)."""
    info = s.now.info
    take(info.squares[square], token)
    if not info.squares[square]:
        del info.squares[square]
    if s.world.options.info_return == "keep":
        put(info.kept, token)
        move(s, f"info:{token}", s.world.at[square], "kept:info", rule=rule)
    else:
        put(info.reserve, token)
        remove(s, f"info:{token}", s.world.at[square], rule=rule)


def shift_info(s: State, square: str, to: str | None, n: int, rule: str) -> None:
    """``n`` info tokens of a square to another, or into the bag (None), in the order of their names."""
    info = s.now.info
    for _ in range(n):
        token = min(info.squares[square])
        take(info.squares[square], token)
        if not info.squares[square]:
            del info.squares[square]
        put(info.bag if to is None else info.squares.setdefault(to, {}), token)
        move(s, f"info:{token}", s.world.at[square], "bag:info" if to is None else s.world.at[to], rule=rule)


def shift_tokens(s: State, token: str, square: str, to: str, n: int, rule: str) -> None:
    """``n`` multi-purpose tokens of a name to another square."""
    take(s.now.tokens[square], token, n)
    if not s.now.tokens[square]:
        del s.now.tokens[square]
    put(s.now.tokens.setdefault(to, {}), token, n)
    move(s, f"token:{token}", s.world.at[square], s.world.at[to], n, rule)


def add_item(s: State, item: str, square: str, rule: str) -> None:
    """An item from the supply to a square; an unknown one is not tracked there."""
    take(s.now.items.supply, item)
    if item == UNKNOWN:
        return
    s.now.items.squares[square] = item
    place(s, f"item:{item}", s.world.at[square], rule=rule)


def take_item(s: State, square: str, seat: str, rule: str) -> None:
    """The item of a square into a hand, face up."""
    item = s.now.items.squares.pop(square)
    put(s.now.characters[seat].ready, item)
    move(s, f"item:{item}", s.world.at[square], f"hand:{seat}", rule=rule)


def give_item(s: State, item: str, used: bool, seat: str, to: str, rule: str) -> None:
    """An item from hand to hand; it stays face up or face down as it was (R-NYC-84)."""
    source, target = s.now.characters[seat], s.now.characters[to]
    take(source.used if used else source.ready, item)
    put(target.used if used else target.ready, item)
    move(s, f"item:{item}", f"hand:{seat}", f"hand:{to}", rule=rule)


def swap_item(s: State, item: str, used: bool, seat: str, square: str, rule: str) -> None:
    """An item of a hand for that of a square, which comes into the hand face up."""
    hand = s.now.characters[seat]
    take(hand.used if used else hand.ready, item)
    take_item(s, square, seat, rule)
    s.now.items.squares[square] = item
    move(s, f"item:{item}", f"hand:{seat}", s.world.at[square], rule=rule)


def return_item(s: State, item: str, used: bool, seat: str, rule: str, *, to_box: bool = False) -> None:
    """An item of a hand back to the supply, or out of the game."""
    hand = s.now.characters[seat]
    take(hand.used if used else hand.ready, item)
    if to_box:
        put(s.now.items.box, item)
        move(s, f"item:{item}", f"hand:{seat}", "box", rule=rule)
    else:
        put(s.now.items.supply, item)
        remove(s, f"item:{item}", f"hand:{seat}", rule=rule)


def turn_down(s: State, item: str, seat: str, rule: str) -> None:
    """A used item is flipped face down (R-NYC-85)."""
    hand = s.now.characters[seat]
    take(hand.ready, item)
    put(hand.used, item)
    flip(s, f"item:{item}", f"hand:{seat}", 1, rule)


def turn_up(s: State, item: str, seat: str, rule: str) -> None:
    """A used item is flipped face up again."""
    hand = s.now.characters[seat]
    take(hand.used, item)
    put(hand.ready, item)
    flip(s, f"item:{item}", f"hand:{seat}", 1, rule)


def turn_up_all(s: State) -> None:
    """All item tokens face up again (R-NYC-86)."""
    for seat, hand in s.now.characters.items():
        for item, n in sorted(hand.used.items()):
            put(hand.ready, item, n)
            flip(s, f"item:{item}", f"hand:{seat}", n, "R-NYC-86")
        hand.used = {}


def set_figure(s: State, seat: str, square: str, rule: str) -> None:
    """A figure to a square, from wherever it is."""
    character = s.now.characters[seat]
    if character.square is None:
        place(s, f"figure:{seat}", s.world.at[square], rule=rule)
    else:
        move(s, f"figure:{seat}", s.world.at[character.square], s.world.at[square], rule=rule)
    character.square = square


def add_skill(s: State, seat: str, n: int, rule: str) -> None:
    """``n`` skill tokens to a seat."""
    if n:
        s.now.characters[seat].skill += n
        place(s, "skill", f"hand:{seat}", n, rule)


def lose_skill(s: State, seat: str, n: int, rule: str) -> None:
    """``n`` skill tokens away."""
    s.now.characters[seat].skill -= n
    remove(s, "skill", f"hand:{seat}", n, rule)


def wound(s: State, seat: str, colour: str | None, rule: str) -> None:
    """A wound: a die of ``colour`` is laid aside; in light mode (None) only a wound is noted."""
    if colour is None:
        s.now.characters[seat].wounds += 1
        place(s, "wound", f"hand:{seat}", rule=rule)
    else:
        put(s.now.characters[seat].lost, colour)
        place(s, f"wound:{colour}", f"hand:{seat}", rule=rule)


def heal(s: State, seat: str, colour: str | None, rule: str) -> None:
    """A wound healed: the die comes back with the next roll."""
    if colour is None:
        s.now.characters[seat].wounds -= 1
        remove(s, "wound", f"hand:{seat}", rule=rule)
    else:
        take(s.now.characters[seat].lost, colour)
        remove(s, f"wound:{colour}", f"hand:{seat}", rule=rule)


def draw_card(s: State, deck: str, card: str, rule: str) -> None:
    """A card turned up onto the display of its deck."""
    s.now.deck(deck).draw(card)
    move(s, f"card:{deck}", f"deck:{deck}", f"display:{deck}", rule=rule)


def discard_display(s: State, deck: str, rule: str) -> None:
    """The cards on display go to the discard."""
    count = s.now.deck(deck).clear_display()
    move(s, f"card:{deck}", f"display:{deck}", f"discard:{deck}", count, rule)


def reshuffle(s: State, deck: str, rule: str, *, with_display: bool = False) -> None:
    """Discard (and display) back into the deck, shuffled."""
    cards = s.now.deck(deck)
    move(s, f"card:{deck}", f"discard:{deck}", f"deck:{deck}", len(cards.discard), rule)
    if with_display:
        move(s, f"card:{deck}", f"display:{deck}", f"deck:{deck}", len(cards.display), rule)
    cards.reshuffle(with_display=with_display)
    shuffle(s, deck, rule)


# The alert track and the ends of the game (RULES.md 11, 12).


def raise_alert(s: State, n: int, rule: str) -> None:
    """R-NYC-107: ``n`` single steps; each is checked for police cars (R-NYC-108) and for the limit.

    Reaching the limit is remembered with the phase it happened in (R-NYC-110, R-NYC-111); at the limit
    further raises do nothing. In set-up it counts as police phase.
    """
    now = s.now
    start, caught = now.alert, []
    for _ in range(n):
        if now.alert >= now.limit:
            break
        now.alert += 1
        position = str(now.alert)
        if position in now.cars.alert:
            caught.append((position, now.cars.alert.pop(position)))
        _look_at_limit(s)
    move(s, "marker:alert", f"alert:{start}", f"alert:{now.alert}", rule=rule)
    for position, cars in caught:
        now.cars.waiting += cars
        move(s, "car", f"alert:{position}", "deck:police", cars, "R-NYC-108")
    if start < now.alert >= LEAST_ALERT and open_ended(s) and EnterAlertEnd() not in s.agenda:
        s.agenda.append(EnterAlertEnd())


def _look_at_limit(s: State) -> None:
    now = s.now
    if now.alert >= now.limit and now.limit_hit is None:
        now.limit_hit = "players" if now.phase == "players" else "police"


LEAST_ALERT = 5
"""Three police cars stand on the alert track at the start, so it does not end before."""


def open_ended(s: State) -> bool:
    """True as long as nobody has said where the alert track ends."""
    return s.world.alert_open and s.world.scenario.alert_limit is None and s.now.limit == MOST_TRACK


class EnterAlertEnd(NYStep, frozen=True, tag="tell_alert_end"):
    """R-NYC-02: where the alert track ends, which is the alert limit (C-NYC-06); asked once it could have."""

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-NYC-02", "alert_end")

    def legal(self, s: State) -> Sequence[Answer]:
        return [AlertEnd(n) for n in range(_least_end(s), MOST_TRACK + 1)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, AlertEnd):
            raise not_this("R-NYC-02")
        end_alert(s, answer)

    def learned_from(self, s: State, answer: Answer) -> LearnedFields | None:
        return learned_end(s, answer) if isinstance(answer, AlertEnd) else None


def _least_end(s: State) -> int:
    """The track has room for the police cars that stand on it."""
    return max([LEAST_ALERT, *map(int, s.now.cars.alert)])


def end_alert(s: State, answer: AlertEnd) -> None:
    """The alert track ends there; a marker that was to go farther stays on the last number."""
    now, least = s.now, _least_end(s)
    if not least <= answer.n <= MOST_TRACK:
        wrong = T("The alert track ends at a number from {least} to {most}.", least=least, most=MOST_TRACK)
        raise Refused("illegal", wrong, "R-NYC-02")
    now.limit = answer.n
    if now.alert > now.limit:
        move(s, "marker:alert", f"alert:{now.alert}", f"alert:{now.limit}", rule="R-NYC-107")
        now.alert = now.limit
    _look_at_limit(s)


def learned_end(s: State, answer: AlertEnd) -> LearnedFields:
    """What the box learns from that."""
    story = {} if s.world.story_open else {"length": s.world.story_length}
    tracks, before = {"alert": {"length": answer.n}, "story": story}, {"alert": {}, "story": story}
    return LearnedFields("", "", "", {"tracks": tracks}, {"tracks": before})


def lower_alert(s: State, n: int, rule: str) -> None:
    """The marker goes back ``n`` steps, to 0 at least; cars are not touched, a limit reached stays reached."""
    start = s.now.alert
    s.now.alert = max(0, start - n)
    move(s, "marker:alert", f"alert:{start}", f"alert:{s.now.alert}", rule=rule)


def win(s: State) -> None:
    """R-NYC-113: the final challenge is fulfilled, the family has won at once."""
    _end(s, "win", "R-NYC-113")


def lose(s: State, rule: str) -> None:
    """R-NYC-110, R-NYC-111, R-NYC-112: the family has lost."""
    _end(s, "loss", rule)


def _end(s: State, outcome: str, rule: str) -> None:
    s.now.phase = "over"
    s.now.result = {"outcome": outcome, "rule": rule, "round": s.now.round}
    raise GameEnded


# The police deck and police cars: drawing, refilling, random locations, a car on a square (RULES.md 5).


def refill(s: State, rule: str) -> bool:
    """R-NYC-40: make an empty police deck anew from its discard, if there is one and the option allows it."""
    deck = s.now.police_deck
    if deck.pile or not deck.discard or s.world.options.police_deck_empty != "reshuffle":
        return False
    reshuffle(s, "police", rule)
    return True


def put_car(s: State, source: str, square: str, rule: str, *, catches: bool = True) -> None:
    """A car from a location onto a square. R-NYC-33: the mafia there go, and the alert rises by one for each."""
    put(s.now.cars.squares, square)
    move(s, "car", source, s.world.at[square], rule=rule)
    caught = s.now.mafia.get(square, 0)
    if catches and caught:
        take_mafia(s, square, caught, "R-NYC-33")
        raise_alert(s, caught, "R-NYC-33")


def move_car(s: State, source: str, square: str, rule: str, *, catches: bool = True) -> None:
    """A car from one square to another; to its own square is nothing."""
    if source != square:
        take(s.now.cars.squares, source)
        put_car(s, s.world.at[source], square, rule, catches=catches)


class PoliceDraw(DrawStep[State], frozen=True):
    """A police card out of the deck. R-NYC-31, R-NYC-33, R-NYC-36: of one that is not known hands do it all."""

    by_hand = T(
        "This card is not known here: put a car on its square; mafia there goes away, and each raises the alert. The "
        "event of the last card holds."
    )
    without_square = T("Put a car on the square of this card; mafia there goes away, and each raises the alert.")

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "police", s.now.police_deck.pile


class Location(PoliceDraw, frozen=True):
    """R-NYC-38: a random location: a card is drawn, its square used, and the deck shuffled without the discard.

    An empty deck is refilled as in R-NYC-40; with no card at all there is no location.
    """

    by_hand = T("This card is not known here: its square is meant. Put it back, and shuffle the deck.")

    def found(self, s: State, square: str) -> None:
        """What happens with the location."""
        raise NotImplementedError

    def run(self, s: State) -> None:
        if refill(s, "R-NYC-38"):
            s.agenda.append(self)

    def done(self, s: State, card: str) -> None:
        shuffle(s, "police", "R-NYC-38")
        square = s.world.police_cards[card].square
        if square:
            self.found(s, square)
        elif card != UNKNOWN:
            tell(s, T("Its square is meant."), "deck:police", "R-NYC-38")


# Mafia cards: mafia, info and items come onto the board (RULES.md 6).


def place_mafia(s: State, square: str, rule: str) -> None:
    """One mafia on a square (WIRE.md 3.4).

    R-NYC-46, R-NYC-50: nothing where a car or FBI is. R-NYC-47: two there already are replaced by FBI, alert +2.
    R-NYC-57: the reserve may be empty. R-NYC-112: the fifth FBI loses the game.
    """
    now = s.now
    if square in now.cars.squares or square in now.fbi:
        return
    if now.mafia.get(square, 0) >= 2:
        take_mafia(s, square, now.mafia[square], "R-NYC-47")
        raise_alert(s, 2, "R-NYC-102")
        now.fbi.add(square)
        place(s, "fbi", s.world.at[square], rule="R-NYC-47")
        if len(now.fbi) >= FBI:
            lose(s, "R-NYC-112")
    elif now.mafia_reserve:
        add_mafia(s, square, rule)
    elif s.world.options.supply_empty == "alert":
        raise_alert(s, 1, "R-NYC-57")


class DrawMafia(DrawStep[State], frozen=True, tag="draw_mafia"):
    """R-NYC-44, R-NYC-45 (set-up: R-NYC-19): ``left`` mafia cards, the mafia of each at once.

    R-NYC-56: an empty deck is made anew from its discard; with nothing to draw the rest is dropped. R-NYC-45, R-NYC-51,
    R-NYC-54: of a card that is not known hands do it all.
    """

    by_hand = T(
        "This card is not known here: put mafia on its square, as always. If it is the last one, info from the bag "
        "and an item go on the squares it shows, too."
    )

    seat: str
    left: int
    rule: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "mafia", s.now.mafia_deck.pile

    def asks(self, s: State) -> bool:
        return self.left > 0 and bool(s.now.mafia_deck.pile)

    def run(self, s: State) -> None:
        deck = s.now.mafia_deck
        if self.left and not deck.pile and deck.discard and s.world.options.mafia_deck_empty == "reshuffle":
            reshuffle(s, "mafia", "R-NYC-56")
            s.agenda.append(self)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, self.rule, "mafia", self.left)

    def done(self, s: State, card: str) -> None:
        draw_card(s, "mafia", card, self.rule)
        s.agenda.append(DrawMafia(self.seat, self.left - 1, self.rule))
        square = s.world.mafia_cards[card].mafia
        if square is not None:
            place_mafia(s, square, "R-NYC-45")


class CardInfo(PullStep[State], frozen=True, tag="card_info"):
    """R-NYC-51: a random info token on the info square of the last drawn mafia card.

    R-NYC-53: an empty bag raises the alert instead; R-NYC-55: a blank section never does.
    """

    seat: str
    rule: str

    def square(self, s: State) -> str | None:
        """The info square of the last drawn card, None if blank or no card was drawn."""
        display = s.now.mafia_deck.display
        return s.world.mafia_cards[display[-1]].info if display else None

    def asks(self, s: State) -> bool:
        return bool(s.now.info.bag) and self.square(s) is not None

    def run(self, s: State) -> None:
        if self.square(s) is not None:
            raise_alert(s, 1, "R-NYC-53")

    def ask(self, s: State) -> PullAsk:
        return PullAsk(self.seat, self.rule, "info", f"square:{self.square(s)}")

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return "info", s.now.info.bag

    def done(self, s: State, token: str) -> None:
        add_info(s, token, f"square:{self.square(s)}", "bag", self.rule)


class ItemOnSquare(PullStep[State], frozen=True):
    """R-NYC-54: a random item on a square that has none; R-NYC-57: the supply may be empty."""

    def square(self, s: State) -> str | None:
        """Where the item goes, None if nowhere."""
        raise NotImplementedError

    def asks(self, s: State) -> bool:
        square = self.square(s)
        return square is not None and square not in s.now.items.squares and bool(s.now.items.supply)

    def run(self, s: State) -> None:
        square = self.square(s)
        if square is not None and square not in s.now.items.squares and s.world.options.supply_empty == "alert":
            raise_alert(s, 1, "R-NYC-57")

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return "items", s.now.items.supply

    def done(self, s: State, token: str) -> None:
        square = self.square(s)
        assert square is not None
        add_item(s, token, square, self.ask(s).rule)


class CardItem(ItemOnSquare, frozen=True, tag="card_item"):
    """R-NYC-54: the item of the last drawn mafia card."""

    seat: str
    rule: str

    def square(self, s: State) -> str | None:
        display = s.now.mafia_deck.display
        return s.world.mafia_cards[display[-1]].item if display else None

    def ask(self, s: State) -> PullAsk:
        return PullAsk(self.seat, self.rule, "items", f"square:{self.square(s)}")


class DiscardMafia(NYStep, frozen=True, tag="discard_mafia"):
    """R-NYC-19: the card of the set-up is put away once it has been resolved."""

    def run(self, s: State) -> None:
        discard_display(s, "mafia", "R-NYC-19")


# Payments with results (RULES.md 7, 8): validation and their cost in alert.

UNSPENT = T("A result counts once, until its die is rolled again.")


def unspent(s: State) -> dict[str, list[str]]:
    """The unspent results by face, each in code point order of their dice."""
    found: dict[str, list[str]] = {}
    for name, die in sorted(turn(s).pool.items()):
        if not die.spent:
            found.setdefault(die.face, []).append(name)
    return found


def paying(s: State, kind: str, n: int) -> list[Dice]:
    """Each listed way to pay ``n`` results of one type."""
    have = s.cached(unspent)
    fitting = have.get(kind, [])
    if WILD in have:
        return _payments(fitting, have[WILD], n)
    return [tuple(fitting[:n])] if len(fitting) >= n else []


def paying_all(s: State, need: Mapping[str, int]) -> list[Dice]:
    """Each listed payment of several types; in the order MENT PHYS SOC, each type takes as many as it can."""
    have = s.cached(unspent)
    fitting = [die for kind in sorted(need) for die in have.get(kind, [])[: need[kind]]]
    return _payments(fitting, have.get(WILD, []), sum(need.values()))


def _payments(fitting: list[str], wild: list[str], cost: int) -> list[Dice]:
    """One payment for each possible number of WILD, with the first fitting dice (WIRE.md 5)."""
    missing = max(0, cost - len(fitting))
    if missing > len(wild):
        return []
    return [tuple(sorted(fitting[: cost - w] + wild[:w])) for w in range(missing, min(cost, len(wild)) + 1)]


def check_payment(s: State, dice: Dice, need: Mapping[str, int], rule: str) -> None:
    """R-NYC-67, R-NYC-69: all results unspent, exactly as many as it costs, each of its type or WILD."""
    pool = turn(s).pool
    left = dict(need)
    for die in dice:
        if die not in pool or pool[die].spent:
            raise Refused("illegal", UNSPENT, "R-NYC-67")
    wild = 0
    for die in dice:
        face = pool[die].face
        if face == WILD:
            wild += 1
        elif left.get(face, 0):
            left[face] -= 1
        else:
            raise _wrong(need, rule)
    if sum(left.values()) != wild:
        raise _wrong(need, rule)


def check_equal(s: State, dice: Dice, cost: int, rule: str) -> None:
    """R-NYC-72: ``cost`` equal results of any one type, WILD as any."""
    faces = {turn(s).pool[die].face for die in dice if die in turn(s).pool} - {WILD}
    kind = min(faces) if faces else TYPES[0]
    check_payment(s, dice, {kind: cost}, rule)


def pay(s: State, dice: Dice) -> None:
    """Spend the results. R-NYC-69, R-NYC-105: each WILD raises the alert by one (and what effects add)."""
    pool = turn(s).pool
    wild = 0
    for die in dice:
        pool[die].spent = True
        wild += pool[die].face == WILD
    if wild:
        raise_alert(s, wild * max(0, 1 + modified(s, "wild_alert")), "R-NYC-105")


def info_cost(s: State, token: str, square: str) -> int:
    """R-NYC-70, R-NYC-71: what an info token on a square costs now, at least 1."""
    more = modified(s, "info_cost", square) + modified(s, f"{colour_of(token)}_info", square) if s.now.effects else 0
    return max(1, cost_of(token) + more)


def item_cost(s: State, square: str) -> int:
    """R-NYC-72: what the item on a square costs now, at least 1."""
    return max(1, 2 + modified(s, "item_cost", square))


def mafia_cost(s: State, square: str, usual: int) -> int:
    """R-NYC-73, R-NYC-75: the PHYS that one mafia on a square takes now, at least 1."""
    return max(1, usual + modified(s, "mafia_cost", square))


def wounds_here(s: State) -> int:
    """R-NYC-80: the wounds that undealt mafia where the active character is would bring."""
    square = here(s)
    return s.now.mafia[square] * max(0, 1 + modified(s, "mafia_wounds", square)) if undealt(s, square) else 0


def _wrong(need: Mapping[str, int], rule: str) -> Refused:
    words = {"PHYS": T("physical"), "MENT": T("mental"), "SOC": T("social")}
    first = next(iter(need), "PHYS")
    if len(need) == 1:
        return Refused("illegal", T("This costs {n} × {type}, no more and no less; a wildcard counts as any.",
                                    n=need[first], type=words[first]), rule)  # fmt: skip
    return Refused("illegal", T("These results do not match the cost."), rule)
