"""The effects of cards (WIRE.md 6): the order, the board, people, lasting effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk, PullAsk
from companion.core.buttons import CARD
from companion.core.effects import IT, THEM, EffectRules, PersonStep, Price, affordable, begin, with_later
from companion.core.piles import UNKNOWN, put, take
from companion.core.refusals import Refused, not_this
from companion.core.steps.chance import PullStep
from companion.core.steps.listed import ForcedStep
from companion.core.texts import P, T, Words, listed
from companion.core.todo import move, place, remove, tell
from companion.games.newyork.answers import ChooseCar, ChooseSquare
from companion.games.newyork.content import (
    CHOSEN,
    COLOURS,
    DEEDS,
    PEOPLE,
    ROLES,
    SIDES,
    TOKENS,
    WILD,
    AddCar,
    AlertEffect,
    AnyEffect,
    BagAdd,
    CardEffect,
    ChangeResults,
    Close,
    EachEffect,
    Forbid,
    IfEffect,
    LaterEffect,
    LoseAction,
    LoseItem,
    LoseSkill,
    Modify,
    MoveCar,
    MoveFigure,
    MovePiece,
    NoteEffect,
    PassItem,
    PlaceInfo,
    PlaceItem,
    PlaceMafia,
    RemoveMafia,
    TakeCar,
    TaskEffect,
    TokenEffect,
)
from companion.games.newyork.rules import pieces
from companion.games.newyork.rules.conditions import (
    by_figures,
    choosable,
    chosen_field,
    held,
    holds,
    nowhere,
    people,
    pieces_on,
    square_of,
    targets,
    things,
)
from companion.games.newyork.rules.pieces import ItemOnSquare, Location, lower_alert, move_car, place_mafia, raise_alert
from companion.games.newyork.sheets import sentence
from companion.games.newyork.state import (
    InForce,
    NYStep,
    State,
    TaskInForce,
    active,
    look_again,
    only_numbers,
    shut,
)

# The effects of a card in order, each once. The function of an effect is registered with ``applies``.

E = TypeVar("E", bound=CardEffect)
Handler = Callable[[State, Any, Sequence[str], str], None]

_HANDLERS: dict[type[CardEffect], Handler] = {}


def applies(kind: type[E]) -> Callable[[Callable[[State, E, Sequence[str], str], None]], Handler]:
    """A decorator that registers the function of an effect: ``handler(state, effect, target squares, rule)``."""

    def register(handler: Callable[[State, E, Sequence[str], str], None]) -> Handler:
        _HANDLERS[kind] = handler
        return handler

    return register


def apply(s: State, effect: CardEffect, squares: Sequence[str], rule: str) -> None:
    """Apply an effect to its target squares, in order."""
    _HANDLERS[type(effect)](s, effect, squares, rule)


class CardEffects(NYStep, frozen=True, tag="effects"):
    """The remaining effects of a card, with the card's rule."""

    effects: list[AnyEffect]
    rule: str

    def run(self, s: State) -> None:
        if not self.effects:
            return
        effect, rest = self.effects[0], self.effects[1:]
        if rest:
            s.agenda.append(CardEffects(rest, self.rule))
        target = getattr(effect, "at", None)
        if in_light(s) and (by_figures(effect) or nowhere(s, effect)):
            EFFECTS.by_hand(s, effect, self.rule)
            return
        if ask_person(s, effect, self.rule) or _asks_first(s, effect, self.rule):
            return
        if target == "random":
            s.agenda.append(EffectLocation(effect, self.rule))
        elif not begin(s, effect, self.rule):
            apply(s, effect, targets(s, target), self.rule)


class EffectLocation(Location, frozen=True, tag="effect_location"):
    """R-NYC-38: the random location of an effect; without one, the effect is skipped."""

    effect: AnyEffect
    rule: str

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(active(s), "R-NYC-38", "police", 1, "location")

    def found(self, s: State, square: str) -> None:
        found: Any = None
        if isinstance(self.effect, MovePiece | MoveFigure):
            found = structs.replace(self.effect, to=square)
        elif isinstance(self.effect, IfEffect | EachEffect | LaterEffect):
            found = structs.replace(self.effect, at=square)
        if found is None:
            apply(s, self.effect, [square], self.rule)
        else:
            s.agenda.append(CardEffects([found], self.rule))


class NewYorkEffects(EffectRules[State]):
    """What New York Crisis says about the effects that every game has; ``about`` is the card's rule."""

    people = PEOPLE

    def carry_out(self, effects: Sequence[Any], about: Any) -> NYStep:
        return CardEffects([*effects], about)

    def rule(self, about: Any) -> str:
        return str(about)

    def asked(self, s: State, by: str, about: Any) -> str | None:
        seats = people(s, by)
        return seats[0] if len(seats) == 1 else None

    def holds(self, s: State, effect: IfEffect, about: Any) -> bool | None:
        return None if _open_square(effect) else holds(s, effect)

    def things(self, s: State, effect: EachEffect, about: Any) -> Sequence[Mapping[str, str]] | None:
        return None if _open_square(effect) else things(s, effect)

    def now(self, s: State, names: Mapping[str, str]) -> Mapping[str, str]:
        """A person's place is where that person stands by then."""
        if THEM not in names:
            return names
        return {IT: next(iter(square_of(s, names[THEM])), f"with_{names[THEM]}"), **names}

    def by_hand(self, s: State, effect: Any, about: Any) -> None:
        tell(s, sentence([effect], s.world.called), rule=about)

    def keep(self, s: State, effect: LaterEffect, about: Any) -> None:
        """A deed without an end waits for its first time."""
        deed = effect.when in DEEDS
        until = ("scenario" if deed else "once") if effect.until is None else ends(effect.until, about)
        first = deed and (effect.first or effect.until is None)
        card = s.now.event.card if s.now.event is not None and about == "R-NYC-37" else ""
        # Of other cards nobody knows whether they are the same.
        same = card not in ("", UNKNOWN)
        for square in spots(s, effect.at):
            for to in spots(s, effect.to):
                new = InForce("later", until, None, 0, square, to, effect.when, effect.do, about, card, first)
                s.now.effects = with_later(s.now.effects, new, every=same and until != "once")

    def possible(self, s: State, effects: Sequence[Any], about: Any) -> bool:
        return affordable(s, effects, about)

    def price(self, s: State, effect: Any, about: Any) -> Price:
        """Everybody whom it is about must have it; actions and results are nobody's where nobody's turn is."""
        light = s.world.options.light and s.now.turn is not None
        if isinstance(effect, ChangeResults):
            return {} if light or effect.n > 0 else {(NOBODY, effect.what): -effect.n}
        if isinstance(effect, LoseAction):
            return {} if light else {(NOBODY, "action"): effect.n}
        if not isinstance(effect, LoseItem | LoseSkill | PassItem):
            return {}
        what = "held_skill" if isinstance(effect, LoseSkill) else ITEM
        n = 1 if isinstance(effect, PassItem) else effect.n
        return {(seat, what): n for seat in people(s, effect.who) or [NOBODY]}

    def owned(self, s: State, who: str, what: str) -> int:
        if who != NOBODY:
            return held(s, what, who)
        if s.now.turn is None:
            return 0
        if what == "action":
            return s.now.turn.actions
        results = pieces.unspent(s)
        return len(results.get(what, ())) + len(results.get(WILD, ()))

    def cases(self, s: State, effect: Any, about: Any) -> Sequence[Any]:
        field = _open_person(effect)
        seats = [] if field is None else people(s, getattr(effect, field))
        return [one for seat in seats for one in self.about_person(s, effect, seat)] or [effect]

    def die(self, die: str) -> str:
        return f"{die}1"

    def sides(self, die: str) -> Sequence[str]:
        return SIDES[die]

    def about_person(self, s: State, effect: Any, seat: str) -> Sequence[Any]:
        field = _open_person(effect)
        return [structs.replace(effect, **{field: seat})] if field is not None else [effect]


EFFECTS: Final = NewYorkEffects()
"""At ``world.effects`` of every table."""


NOBODY: Final = ""
"""Who pays what nobody has."""
ITEM: Final = "held_item"


# What is asked before an effect is carried out: who, which square.

CHOSEN_PEOPLE: Final = frozenset(
    f"{most}_{what}" for most in ("most", "fewest") for what in ("items", "wounds", "skill")
) | {"somebody"}
SEVERAL_PEOPLE: Final = CHOSEN_PEOPLE | {"all", "others", "here", "wounded"}
"""People of whom one is asked for where only one can be meant."""


def _open_person(effect: Any) -> str | None:
    """The field with somebody who may still have to be chosen."""
    if isinstance(effect, PassItem) and effect.who in ROLES and effect.to in SEVERAL_PEOPLE:
        return "to"
    fields = ("who", "by", "of") if isinstance(effect, EachEffect) and effect.of == "somebody" else ("who", "by")
    return next((field for field in fields if getattr(effect, field, None) in CHOSEN_PEOPLE), None)


def _open_square(effect: IfEffect | EachEffect) -> bool:
    """True while the square of a condition is still to be chosen, or drawn."""
    return effect.at in (*CHOSEN, "random")


def ask_person(s: State, effect: Any, rule: str) -> bool:
    """Ask whom an effect is about, if it matters: somebody, or one of those with equally many.

    Whoever has enough loses it, if anybody has.
    """
    field = _open_person(effect)
    if field is None:
        return False
    among = people(s, getattr(effect, field))
    if isinstance(effect, PassItem):
        needs_one = effect.back and field == "to"
        among = [seat for seat in among if seat != effect.who and (held(s, ITEM, seat) or not needs_one)]
    if isinstance(effect, LoseItem | LoseSkill | PassItem):
        among = [seat for seat in among if affordable(s, EFFECTS.about_person(s, effect, seat), rule)] or among
    s.agenda.append(PersonStep(effect, among, active(s), rule))
    return True


def _asks_first(s: State, effect: Any, rule: str) -> bool:
    """Ask what is still open of an effect, or split one about several people or pieces; False if nothing is open."""
    if isinstance(effect, MoveFigure) and not in_light(s) and len(people(s, effect.who)) > 1:
        each: list[Any] = [structs.replace(effect, who=seat) for seat in people(s, effect.who)]
        s.agenda.append(CardEffects(each, rule))
        return True
    if isinstance(effect, MovePiece) and effect.from_ not in s.world.neighbours:
        return _split_sources(s, effect, rule)
    if isinstance(effect, MovePiece) and effect.to in (*CHOSEN, "random") and (n := _moved(s, effect)) > 1:
        s.agenda.append(CardEffects([structs.replace(effect, n=1)] * n, rule))
        return True
    field = chosen_field(effect)
    if field is not None:
        s.agenda.append(SquareStep(effect, field, [*_choosable(s, effect, field)], rule))
        return True
    if isinstance(effect, MovePiece | MoveFigure) and effect.to == "random":
        s.agenda.append(EffectLocation(effect, rule))
        return True
    return False


def in_light(s: State) -> bool:
    return s.world.options.light


def _split_sources(s: State, effect: MovePiece, rule: str) -> bool:
    """A square that pieces come from is chosen among those that have one; from several, each is its own move."""
    pieces = pieces_on(s, effect.what, effect.token)
    if effect.from_ == "choose":
        s.agenda.append(SquareStep(effect, "from_", sorted(pieces), rule))
        return True
    there = [square for square in dict.fromkeys(targets(s, effect.from_)) if square in pieces]
    s.agenda.append(CardEffects([structs.replace(effect, from_=square) for square in there], rule))
    return True


def _moved(s: State, effect: MovePiece) -> int:
    """How many pieces a move from a square takes along: as many as there are."""
    there = pieces_on(s, effect.what, effect.token).get(effect.from_, 0)
    return there if effect.n == "all" else min(effect.n, there)


def _choosable(s: State, effect: Any, field: str) -> Sequence[str]:
    """The squares that can be chosen; figures go only where nobody stops them (R-NYC-60)."""
    if isinstance(effect, MoveFigure):
        seat = next(iter(people(s, effect.who)), "")
        start = next(iter(square_of(s, seat)), "")
        return [to for to in choosable(s, effect.to, start) if to not in shut(s)]
    source = effect.from_ if isinstance(effect, MovePiece) else None
    return choosable(s, getattr(effect, field), source)


class SquareStep(ForcedStep[State], frozen=True, tag="effect_square"):
    """A square that the table chooses for an effect; a single one is not asked for, without one nothing happens."""

    effect: AnyEffect
    field: str
    squares: list[str]
    rule: str

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(active(s), self.rule, "square")

    def legal(self, s: State) -> Sequence[Answer]:
        return [ChooseSquare(square) for square in sorted(self.squares)]

    def take(self, s: State, answer: ChooseSquare) -> None:
        chosen: Any = structs.replace(self.effect, **{self.field: answer.square})
        s.agenda.append(CardEffects([chosen], self.rule))


# How long effects last, and what is done later (WIRE.md 6).


MAFIA_CARD: Final = "R-NYC-44"


class MafiaText(NYStep, frozen=True, tag="mafia_text"):
    """What the last mafia card of a turn says besides its squares, in boxes that have such cards."""

    def run(self, s: State) -> None:
        display = s.now.mafia_deck.display
        card = s.world.mafia_cards[display[-1]] if display else None
        if card is not None and (card.text or card.effects):
            tell(s, card.text or sentence(card.effects, s.world.called), "display:mafia", MAFIA_CARD)
            s.agenda.append(CardEffects(card.effects, MAFIA_CARD))


def ends(until: str, rule: str) -> str:
    """When an effect in force ends: ``card`` means the event, the turn of a mafia card, or the last story card."""
    if until == "card":
        return {"R-NYC-37": "event", MAFIA_CARD: "turn"}.get(rule, "story_card")
    return until


def spots(s: State, target: str | None) -> Sequence[str | None]:
    """The squares of a target, each once; None if it is not said, which is everywhere."""
    return [None] if target is None else [*dict.fromkeys(targets(s, target))]


def expire(s: State, until: str) -> list[NYStep]:
    """What lasted until then ends; the ``else`` effects of tasks that nobody fulfilled, last first."""
    now = s.now
    missed = [task for task in now.tasks if task.until == until]
    if missed:
        now.tasks = [task for task in now.tasks if task.until != until]
    if now.effects:
        now.effects = [effect for effect in now.effects if effect.until != until]
    return [CardEffects(task.otherwise, task.rule) for task in reversed(missed)]


def due(s: State, when: str, *, once: bool = True) -> list[NYStep]:
    """The effects whose time has come, last first; those that are done once are no longer waiting."""
    if only_numbers(s):
        return []
    found = [one for one in s.now.effects if one.when == when and (once or one.until != "once")]
    if found:
        s.now.effects = [one for one in s.now.effects if one not in found or one.until != "once"]
    return _steps(found)


def _steps(found: Sequence[InForce]) -> list[NYStep]:
    """The effects that waited, last first."""
    return [CardEffects([_named(effect, one.card) for effect in one.do], one.rule) for one in reversed(found)]


def _named(effect: AnyEffect, card: str) -> AnyEffect:
    """A reminder says which card it is about."""
    reminds = isinstance(effect, NoteEffect) and CARD in str(effect.text)
    return NoteEffect(f"{CARD}{card}") if reminds else effect


# What cards want when somebody does something (WIRE.md 6, `later`).

Done = tuple[str, str, str | None]
"""A deed, where, and where to if it is a step."""


def moves(square: str, to: str, *, ride: bool) -> list[Done]:
    """The deeds of a step."""
    return [("move", square, to), *([("ride", square, to)] if ride else [])]


def _awaiting(s: State, deeds: Sequence[Done]) -> list[InForce]:
    """The effects that wait for one of the deeds."""
    return [
        one
        for one in s.now.effects
        if one.when
        for when, square, to in deeds
        if one.when == when and one.square in (None, square) and one.to in (None, to)
    ]


def payable(s: State, *deeds: Done) -> bool:
    """True if everything can be paid that cards want for it; otherwise nobody may do it."""
    wanted = [] if only_numbers(s) else _awaiting(s, deeds)
    return not wanted or EFFECTS.possible(s, [effect for one in wanted for effect in one.do], wanted[0].rule)


def check_payable(s: State, *deeds: Done) -> None:
    """R-NYC-37: refuse what a card wants more for than there is."""
    if not payable(s, *deeds):
        raise Refused("illegal", T("A card wants something for it that you cannot pay."), "R-NYC-37")


def happened(s: State, *deeds: Done) -> None:
    """What waited for the deeds is done, once they are through; what was for the first time only waits no longer."""
    if deeds and not only_numbers(s):
        set_off(s, _awaiting(s, deeds))


def set_off(s: State, found: Sequence[InForce]) -> None:
    """What waited for a deed is done; what was for the first time only waits no longer."""
    if any(one.first for one in found):
        s.now.effects = [one for one in s.now.effects if one not in found or not one.first]
    s.agenda += _steps(found)


# Effects on the board.


@applies(AlertEffect)
def change_alert(s: State, effect: AlertEffect, squares: Sequence[str], rule: str) -> None:
    """Raise the alert, or lower it."""
    if effect.n > 0:
        raise_alert(s, effect.n, rule)
    else:
        lower_alert(s, -effect.n, rule)


@applies(PlaceMafia)
def bring_mafia(s: State, effect: PlaceMafia, squares: Sequence[str], rule: str) -> None:
    """Place mafia ``n`` times on each square, each as in WIRE.md 3.4."""
    for square in squares:
        for _ in range(effect.n):
            place_mafia(s, square, rule)


@applies(RemoveMafia)
def clear_mafia(s: State, effect: RemoveMafia, squares: Sequence[str], rule: str) -> None:
    """Remove mafia, as far as there is any, without alert."""
    for square in squares:
        there = s.now.mafia.get(square, 0)
        pieces.take_mafia(s, square, there if effect.n == "all" else min(effect.n, there), rule)


@applies(PlaceInfo)
def bring_info(s: State, effect: PlaceInfo, squares: Sequence[str], rule: str) -> None:
    """Put info tokens on each square."""
    wanted = [square for square in squares for _ in range(effect.n)]
    if effect.colour is None:
        s.agenda.append(InfoFromBag(wanted, rule))
    else:
        s.agenda.append(InfoFromReserve([(f"square:{square}", effect.colour) for square in wanted], rule))


@applies(BagAdd)
def fill_bag(s: State, effect: BagAdd, squares: Sequence[str], rule: str) -> None:
    """R-NYC-95: move info tokens from the reserve into the bag, as far as possible."""
    add_to_bag(s, effect, rule)


COLOURED: Mapping[str, Callable[[int], Words]] = {
    "blue": lambda n: P("{n} blue info", "{n} blue info", n),
    "red": lambda n: P("{n} red info", "{n} red info", n),
    "yellow": lambda n: P("{n} yellow info", "{n} yellow info", n),
}
"""So many info tokens of a colour."""


def add_to_bag(s: State, amounts: object, rule: str) -> None:
    """R-NYC-15, R-NYC-95: put ``blue``, ``red`` and ``yellow`` of ``amounts`` into the bag, in this order.

    A colour of which no token is known is told: for the companion its tokens look like all others.
    """
    wanted = [("bag:info", colour) for colour in COLOURS for _ in range(getattr(amounts, colour))]
    told = [colour for colour in COLOURS if getattr(amounts, colour) and s.world.kinds[colour] == [UNKNOWN]]
    if told:
        words = listed([COLOURED[colour](getattr(amounts, colour)) for colour in told])
        tell(s, T("Into the bag, at random among those of a colour: {info}.", info=words), "bag:info", rule)
    s.agenda.append(InfoFromReserve(wanted, rule))


class InfoFromBag(PullStep[State], frozen=True, tag="info_from_bag"):
    """A random info token on each of ``squares``; R-NYC-53: an empty bag raises the alert instead."""

    squares: list[str]
    rule: str

    def asks(self, s: State) -> bool:
        return bool(self.squares and s.now.info.bag)

    def run(self, s: State) -> None:
        if self.squares:
            s.agenda.append(InfoFromBag(self.squares[1:], self.rule))
            raise_alert(s, 1, "R-NYC-53")

    def ask(self, s: State) -> PullAsk:
        return PullAsk(active(s), self.rule, "info", f"square:{self.squares[0]}")

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return "info", s.now.info.bag

    def done(self, s: State, token: str) -> None:
        s.agenda.append(InfoFromBag(self.squares[1:], self.rule))
        pieces.add_info(s, token, f"square:{self.squares[0]}", "bag", self.rule)


class InfoFromReserve(PullStep[State], frozen=True, tag="info_from_reserve"):
    """Move info tokens of a colour from the reserve. Asks only if the colour is there at both costs.

    R-NYC-15: then it is random which. R-NYC-100: tokens that the reserve lacks are skipped.
    """

    wanted: list[tuple[str, str]]
    rule: str

    def there(self, s: State) -> dict[str, int]:
        """The tokens of the next colour in the reserve."""
        reserve = s.now.info.reserve
        return {kind: reserve[kind] for kind in s.world.kinds[self.wanted[0][1]] if kind in reserve}

    def asks(self, s: State) -> bool:
        return bool(self.wanted) and len(self.there(s)) > 1

    def run(self, s: State) -> None:
        if self.wanted:
            s.agenda.append(InfoFromReserve(self.wanted[1:], self.rule))
            for token in self.there(s):
                pieces.add_info(s, token, self.wanted[0][0], "reserve", self.rule)

    def ask(self, s: State) -> PullAsk:
        at, colour = self.wanted[0]
        return PullAsk(active(s), self.rule, f"reserve:{colour}", at)

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return f"reserve:{self.wanted[0][1]}", self.there(s)

    def done(self, s: State, token: str) -> None:
        s.agenda.append(InfoFromReserve(self.wanted[1:], self.rule))
        pieces.add_info(s, token, self.wanted[0][0], "reserve", self.rule)


@applies(PlaceItem)
def bring_items(s: State, effect: PlaceItem, squares: Sequence[str], rule: str) -> None:
    """Put a random item on each square that has none."""
    s.agenda += [EffectItem(square, rule) for square in reversed(squares)]


class EffectItem(ItemOnSquare, frozen=True, tag="effect_item"):
    """A random item on a square, from a card effect."""

    place: str
    rule: str

    def square(self, s: State) -> str | None:
        return self.place

    def ask(self, s: State) -> PullAsk:
        return PullAsk(active(s), self.rule, "items", f"square:{self.place}")


@applies(TokenEffect)
def change_tokens(s: State, effect: TokenEffect, squares: Sequence[str], rule: str) -> None:
    """R-NYC-07: put multi-purpose tokens of a name (10 in all) on squares, or remove them."""
    for square in squares:
        here = s.now.tokens.get(square, {})
        piece, at = f"token:{effect.token}", s.world.at[square]
        if effect.n > 0:
            free = TOKENS - sum(sum(names.values()) for names in s.now.tokens.values())
            n = min(effect.n, free)
            if n:
                put(s.now.tokens.setdefault(square, {}), effect.token, n)
            place(s, piece, at, n, rule)
        else:
            n = min(-effect.n, here.get(effect.token, 0))
            if n:
                take(here, effect.token, n)
            if not here:
                s.now.tokens.pop(square, None)
            remove(s, piece, at, n, rule)


@applies(AddCar)
def add_cars(s: State, effect: AddCar, squares: Sequence[str], rule: str) -> None:
    """Put cars from the supply on the police deck, as many as there are."""
    n = min(effect.n, s.now.cars.supply)
    s.now.cars.supply -= n
    s.now.cars.waiting += n
    place(s, "car", "deck:police", n, rule)


@applies(MoveCar)
def send_car(s: State, effect: MoveCar, squares: Sequence[str], rule: str) -> None:
    """Move a police car, if there are a car and a destination."""
    there = sorted(s.now.cars.squares)
    if effect.from_ != "choose":
        there = [square for square in there if square == effect.from_]
    if len(there) > 1:
        s.agenda.append(WhichCar(effect.to, rule))
    elif there:
        _send(s, there[0], effect.to, rule)


class WhichCar(NYStep, frozen=True, tag="which_car"):
    """Choose which of several cars an effect moves; not asked without a destination (WIRE.md 3)."""

    to: str
    rule: str

    def asks(self, s: State) -> bool:
        goes = self.to in ("beside", "random", SUPPLY, *CHOSEN) or bool(targets(s, self.to))
        return goes and len(s.now.cars.squares) > 1

    def run(self, s: State) -> None:
        for square in list(s.now.cars.squares):
            _send(s, square, self.to, self.rule)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(active(s), self.rule, "car")

    def legal(self, s: State) -> Sequence[Answer]:
        return [ChooseCar(square) for square in sorted(s.now.cars.squares)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, ChooseCar) or answer.from_ not in s.now.cars.squares:
            raise not_this(self.rule)
        _send(s, answer.from_, self.to, self.rule)


class CarLocation(Location, frozen=True, tag="car_location"):
    """R-NYC-38: the random destination of a car; not drawn if the car is gone (WIRE.md 3)."""

    source: str
    rule: str

    def asks(self, s: State) -> bool:
        return self.source in s.now.cars.squares and super().asks(s)

    def run(self, s: State) -> None:
        if self.source in s.now.cars.squares:
            super().run(s)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(active(s), "R-NYC-38", "police", 1, "location")

    def found(self, s: State, square: str) -> None:
        move_car(s, self.source, square, self.rule)


def _send(s: State, source: str, to: str, rule: str) -> None:
    """Move a car to a target. R-NYC-33: mafia there are caught."""
    if to == "random":
        s.agenda.append(CarLocation(source, rule))
    elif to == "beside":
        take(s.now.cars.squares, source)
        s.now.cars.beside += 1
        move(s, "car", s.world.at[source], "beside:police", rule=rule)
    elif to == SUPPLY:
        take(s.now.cars.squares, source)
        s.now.cars.supply += 1
        remove(s, "car", s.world.at[source], rule=rule)
    elif to in CHOSEN:
        s.agenda.append(SquareStep(MoveCar(source, to), "to", [*choosable(s, to, source)], rule))
    else:
        for square in targets(s, to):
            move_car(s, source, square, rule)


SUPPLY: Final = "supply"


@applies(TakeCar)
def take_car(s: State, effect: TakeCar, squares: Sequence[str], rule: str) -> None:
    """Put a car back to the supply, if there is one."""
    if effect.from_ == "beside":
        n = min(1, s.now.cars.beside)
        s.now.cars.beside -= n
        s.now.cars.supply += n
        remove(s, "car", "beside:police", n, rule)
    else:
        send_car(s, MoveCar(effect.from_, SUPPLY), squares, rule)


# Pieces and figures from square to square.


@applies(MovePiece)
def move_pieces(s: State, effect: MovePiece, squares: Sequence[str], rule: str) -> None:
    """Move pieces between two squares, as far as there are any; each mafia comes as in WIRE.md 3.4."""
    source, bag = effect.from_, effect.to == "bag"
    to = next(iter(targets(s, effect.to)), None)
    n = _moved(s, effect)
    if (to is None and not (bag and effect.what == "info")) or to == source:
        return
    if effect.what == "mafia" and to is not None:
        pieces.take_mafia(s, source, n, rule)
        for _ in range(n):
            place_mafia(s, to, rule)
    elif effect.what == "info":
        pieces.shift_info(s, source, to, n, rule)
    elif effect.what == "item" and to is not None and n and to not in s.now.items.squares:
        item = s.now.items.squares.pop(source)
        s.now.items.squares[to] = item
        move(s, f"item:{item}", s.world.at[source], s.world.at[to], rule=rule)
    elif effect.what == "token" and to is not None and n:
        pieces.shift_tokens(s, effect.token, source, to, n, rule)


@applies(MoveFigure)
def move_figure(s: State, effect: MoveFigure, squares: Sequence[str], rule: str) -> None:
    """Put a figure on a square; where nobody follows figures, hands do it (light mode)."""
    if in_light(s):
        EFFECTS.by_hand(s, effect, rule)
        return
    for seat in people(s, effect.who):
        for square in targets(s, effect.to):
            pieces.set_figure(s, seat, square, rule)
            if s.now.turn is not None and s.now.turn.seat == seat:
                s.now.turn.visited.add(square)


# Lasting effects, new tasks, and notes (WIRE.md 7).


@applies(Modify)
def modify(s: State, effect: Modify, squares: Sequence[str], rule: str) -> None:
    """Add to a number of the rules for a while."""
    until = ends(effect.until, rule)
    there = dict.fromkeys(squares) if effect.at is not None else (None,)
    s.now.effects += [InForce("modify", until, effect.what, effect.n, square) for square in there]


@applies(Forbid)
def forbid(s: State, effect: Forbid, squares: Sequence[str], rule: str) -> None:
    """Forbid something for a while."""
    until = ends(effect.until, rule)
    there = dict.fromkeys(squares) if effect.at is not None else (None,)
    s.now.effects += [InForce("forbid", until, effect.what, square=square) for square in there]


@applies(Close)
def close(s: State, effect: Close, squares: Sequence[str], rule: str) -> None:
    """Close squares for a while: nobody can enter, raincoat or not. Or only the way to another square."""
    until = ends(effect.until, rule)
    s.now.effects += [InForce("close", until, square=square, to=effect.to) for square in squares]


@applies(NoteEffect)
def note(s: State, effect: NoteEffect, squares: Sequence[str], rule: str) -> None:
    """A text that the table carries out."""
    text = effect.text
    reminds = isinstance(text, str) and text.startswith(CARD)
    tell(s, look_again(s.world, str(text).removeprefix(CARD)) if reminds else text, rule=rule)


@applies(TaskEffect)
def task(s: State, effect: TaskEffect, squares: Sequence[str], rule: str) -> None:
    """Put a task in force, unless its target does not exist."""
    if effect.at is None or squares:
        square = next(iter(squares), None)
        add_task(
            s,
            TaskInForce(effect.id, square, effect.need, effect.text, ends(effect.until, rule), rule, [*effect.then],
                 [*effect.else_], effect.raw_then, effect.raw_else),
        )  # fmt: skip


def add_task(s: State, new: TaskInForce) -> None:
    """Append a task to the list, replacing one with the same id, and announce its text."""
    s.now.tasks = [old for old in s.now.tasks if old.id != new.id]
    s.now.tasks.append(new)
    tell(s, new.text, f"square:{new.square}" if new.square else None, new.rule)
