"""All changes to pieces, each made and instructed at once (R-GEN-10).

Rules touch pieces only through these functions, so instructions and state cannot diverge.
"""

from __future__ import annotations

from companion.core.piles import UNKNOWN, put, take
from companion.core.todo import flip, move, place, remove, shuffle
from companion.games.newyork.state import State


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


def spend_skill(s: State, seat: str) -> None:
    """One skill token away (R-NYC-87)."""
    s.now.characters[seat].skill -= 1
    remove(s, "skill", f"hand:{seat}", rule="R-NYC-87")


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
    (s.now.mafia_deck if deck == "mafia" else s.now.police_deck).draw(card)
    move(s, f"card:{deck}", f"deck:{deck}", f"display:{deck}", rule=rule)


def discard_display(s: State, deck: str, rule: str) -> None:
    """The cards on display go to the discard."""
    count = (s.now.mafia_deck if deck == "mafia" else s.now.police_deck).clear_display()
    move(s, f"card:{deck}", f"display:{deck}", f"discard:{deck}", count, rule)


def reshuffle(s: State, deck: str, rule: str, *, with_display: bool = False) -> None:
    """Discard (and display) back into the deck, shuffled."""
    cards = s.now.mafia_deck if deck == "mafia" else s.now.police_deck
    move(s, f"card:{deck}", f"discard:{deck}", f"deck:{deck}", len(cards.discard), rule)
    if with_display:
        move(s, f"card:{deck}", f"display:{deck}", f"deck:{deck}", len(cards.display), rule)
    cards.reshuffle(with_display=with_display)
    shuffle(s, deck, rule)
