"""The stakes of a square: the way there, mafia and police, and what can be paid there.

A re-roll counts if an action is left on arrival; then all useless dice are rolled once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.core.instructions import split
from companion.core.piles import UNKNOWN, Deck
from companion.core.steps.chance import at_least_one, paid
from companion.core.texts import P, T, Words
from companion.games.newyork.presenter.words.labels import faces, piece, square_name
from companion.games.newyork.state import State, forbidden, guarded, here, modified, shut, stuck, turn
from companion.games.newyork.turn.moving import STEPS
from companion.games.newyork.turn.payments import info_cost, item_cost, unspent
from companion.games.newyork.turn.rolls import MOST_GREY
from companion.games.newyork.words import SIDES, TYPE_OF_COLOUR, TYPES, WILD, colour_of, is_die
from companion.scene.stakes import Stake, Stakes

FIGHT = 2
"""Physical results to fight the first mafia (R-NYC-73)."""
GREY = ("grey1", "grey2", "grey3")


def stakes(s: State, spot: str) -> Stakes | None:
    """The stakes of a square during a turn; else None."""
    kind, square = split(spot)
    now = s.now.turn
    if kind != "square" or square not in s.world.names or now is None or now.step != "play" or s.world.options.light:
        return None
    far = _far(s, square)
    actions = _actions(s, far) if far is not None else None
    left = None if actions is None or actions > now.actions else now.actions - actions
    return Stakes(
        square_name(s.world, square),
        list(_cost(s, square, far, actions)),
        list(_risk(s, square)),
        list(_chance(s, square, left)) if left is not None else [],
    )


def _far(s: State, square: str) -> int | None:
    """The distance to the square, given mafia and police (R-NYC-60, R-NYC-62); None if there is no path."""
    start, barred, subway = here(s), shut(s), not forbidden(s, "subway")
    found, edge = {start: 0}, [start]
    while edge and square not in found:
        following = []
        for one in edge:
            if stuck(s, one):
                continue
            for other in s.world.reach[one] if subway else s.world.neighbours[one]:
                if other not in found and other not in barred:
                    found[other] = found[one] + 1
                    following.append(other)
        edge = following
    return found.get(square)


def _actions(s: State, far: int) -> int:
    """R-NYC-59: the actions for that many steps, after leftover steps."""
    now = turn(s)
    each = max(1, STEPS + now.bikes + modified(s, "steps"))
    return -(-max(0, far - now.steps) // each)


def _cost(s: State, square: str, far: int | None, actions: int | None) -> Iterator[Stake]:
    now = turn(s)
    if far == 0:
        yield Stake(T("You are here already."))
    elif far is None or actions is None:
        yield Stake(_why_not(s, square))
    else:
        way = P("{n} step", "{n} steps", far)
        spent = P("{n} action", "{n} actions", actions) if actions else T("no action")
        yield Stake(T("{way}: {spent}", way=way, spent=spent))
        if actions > now.actions:
            yield Stake(P("You have {n} action left.", "You have {n} actions left.", now.actions))
            if _actions(s, far - 1) <= now.actions and not now.extra_used and not forbidden(s, "extra_step"):
                yield Stake(T("With the extra step you get there, for alert +1."))


def _why_not(s: State, square: str) -> Words:
    if guarded(s, square):
        return T("The police or the FBI are there: nobody gets in.")
    if stuck(s, here(s)):
        return T("First deal with the mafia on your own square.")
    return T("There is no open way there now.")


def _risk(s: State, square: str) -> Iterator[Stake]:
    now = s.now
    n = now.mafia.get(square, 0)
    if n and turn(s).dealt.get(square) is None:
        yield Stake(P("{n} mafia: a wound if you end your turn with it", "{n} mafia: {n} wounds if you end your turn "
                      "with them", n))  # fmt: skip
    mafia = _coming(now.mafia_deck, {card.id: card.mafia for card in s.world.pack.mafia_cards}, square)
    cards = max(0, now.mafia_per_turn + modified(s, "mafia_per_turn"))
    yield from _drawn(T("Mafia comes in the next turn"), mafia, cards)
    cars = now.cars.beside + now.cars.waiting + sum(now.cars.squares.values())
    deck = now.police_deck
    if now.cars.waiting:
        deck = Deck(sorted(deck.pile + deck.discard + deck.display), [], [])  # R-NYC-28
    police = _coming(deck, {card.id: card.square for card in s.world.pack.police_cards}, square)
    yield from _drawn(T("The police come in the next round"), police, cars)


def _coming(deck: Deck, squares: Mapping[str, str | None], square: str) -> tuple[int, int] | None:
    """How many cards of a pile name the square, and how many there are; None if some are unknown."""
    if UNKNOWN in deck.pile:
        return None
    return sum(squares.get(card) == square for card in deck.pile), len(deck.pile)


def _drawn(words: Words, cards: tuple[int, int] | None, drawn: int) -> Iterator[Stake]:
    share = at_least_one(*cards, drawn) if cards is not None else 0.0
    if share:
        yield Stake(words, share)


def _chance(s: State, square: str, actions: int) -> Iterator[Stake]:
    """What can be paid there with the present dice, or after a re-roll."""
    for token in sorted(s.now.info.squares.get(square, {})):
        if token != UNKNOWN:
            need = {TYPE_OF_COLOUR[colour_of(token)]: info_cost(s, token)}
            yield _stake(s, square, piece(f"info:{token}"), need, actions)
    if square in s.now.items.squares:
        item = s.now.items.squares[square]
        ways = [{kind: item_cost(s)} for kind in TYPES]
        best = max(_share(s, square, need, actions) for need in ways)
        yield Stake(T("{what}: {cost} equal", what=piece(f"item:{item}"), cost=item_cost(s)), best)
    if square in s.now.mafia:
        yield _stake(s, square, T("Fight the mafia"), {"PHYS": FIGHT}, actions)
    for task in s.now.tasks:
        if task.square == square and task.need.pay:
            title = T("Final challenge") if task.id == "final" else T("Task")
            yield _stake(s, square, title, {str(kind): n for kind, n in task.need.pay.items()}, actions)


def _stake(s: State, square: str, what: Words, need: Mapping[str, int], actions: int) -> Stake:
    return Stake(T("{what}: {cost}", what=what, cost=faces(need)), _share(s, square, need, actions))


def _share(s: State, square: str, need: Mapping[str, int], actions: int) -> float:
    """The probability of these results."""
    have = {face: len(dice) for face, dice in unspent(s).items()}
    as_it_lies = paid(need, have, (), WILD)
    if as_it_lies or not actions or forbidden(s, "reroll"):
        return as_it_lies
    pool = turn(s).pool
    useful = {name for name, die in pool.items() if not die.spent and (die.face in need or die.face == WILD)}
    kept = Counter(pool[name].face for name in useful)
    again = [name for name in pool if is_die(name) and name not in useful]
    return paid(need, kept, (SIDES[name] for name in (*again, *_grey(s, square))), WILD)


def _grey(s: State, square: str) -> list[str]:
    """R-NYC-65: the grey dice of a re-roll there, one per relative."""
    seat = turn(s).seat
    there = sum(other != seat and one.square == square for other, one in s.now.characters.items())
    free = [die for die in GREY if die not in turn(s).pool]
    most = MOST_GREY if s.world.options.grey_mode == "cap_total" else len(GREY)
    room = most - (len(GREY) - len(free))
    return free[: max(0, min(there, MOST_GREY, room))]
