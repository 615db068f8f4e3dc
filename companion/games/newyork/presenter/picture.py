"""Tracks, board, seats and dice as parts of the scene."""

from __future__ import annotations

from companion.core.asks import Ask, RollAsk
from companion.core.texts import T, Words
from companion.games.newyork.presenter.words.labels import COLOURS, ITEMS, SEATS, person, piece, square_name
from companion.games.newyork.state import Character, Die, State, active, closed, guarded
from companion.games.newyork.words import DICE, SIDES, colour_of, is_die
from companion.games.newyork.words import ITEMS as ITEM_ORDER
from companion.scene.scene import Board, DieView, Piece, SeatView, Spot, Track

FACES = ("PHYS", "MENT", "SOC", "WILD")


def tracks(s: State) -> list[Track]:
    """The alert track up to its limit with its cars; the story track with its unrevealed cards."""
    now = s.now
    cards = s.world.scenario.cards[now.revealed :]
    hidden: dict[int, str] = {card.position: "mark:story" for card in cards if card.position is not None}
    cars: dict[int, str] = {int(position): "car" for position in now.cars.alert}
    return [
        Track("alert", T("Alert"), now.alert, max(now.limit, now.alert), cars, "alert"),
        Track("story", T("Story"), now.story, s.world.story_length, hidden, "story"),
    ]


def board(s: State) -> Board:
    """Every square with its pieces; *here* is the active character's square."""
    seat = active(s)
    at = s.now.characters[seat].square if seat is not None else None
    spots = [
        Spot(
            id=s.world.at[square],
            name=square_name(s.world, square),
            x=s.world.map[square][0],
            y=s.world.map[square][1],
            pieces=_pieces(s, square),
            badge="station" if square in s.world.stations else None,
            here=square == at,
            blocked=guarded(s, square) or closed(s, square),
        )
        for square in s.world.squares
    ]
    links = [
        (s.world.at[square], s.world.at[other])
        for square in s.world.squares
        for other in s.world.neighbours[square]
        if square < other
    ]
    return Board(spots, links)


def _pieces(s: State, square: str) -> list[Piece]:
    now = s.now
    found = [_piece(f"figure:{seat}") for seat, character in now.characters.items() if character.square == square]
    if square in now.mafia:
        found.append(_piece("mafia", now.mafia[square]))
    if square in now.cars.squares:
        found.append(_piece("car", now.cars.squares[square]))
    if square in now.fbi:
        found.append(_piece("fbi"))
    tokens = now.info.squares.get(square, {})
    found += [_piece(f"info:{token}", tokens[token]) for token in sorted(tokens, key=lambda t: (colour_of(t), t))]
    if square in now.items.squares:
        found.append(_piece(f"item:{now.items.squares[square]}"))
    found += [_piece(f"token:{name}", n) for name, n in sorted(now.tokens.get(square, {}).items())]
    if closed(s, square):
        found.append(Piece("lock", T("closed")))
    return found


def _piece(name: str, n: int = 1) -> Piece:
    return Piece(name, piece(name), n)


def seats(s: State) -> list[SeatView]:
    """Every hand: skill tokens, items (used ones face down), lost dice."""
    return [
        SeatView(
            id=seat,
            name=SEATS[seat],
            icon=f"figure:{seat}",
            pieces=_hand(character),
            note=_note(s, seat, character),
            active=seat == active(s),
            done=character.played,
        )
        for seat, character in s.now.characters.items()
    ]


def _note(s: State, seat: str, character: Character) -> Words:
    name = person(s.world, seat)
    if character.square is None:
        return name
    return T("{first} · {second}", first=name, second=square_name(s.world, character.square))


def _hand(character: Character) -> list[Piece]:
    hand = [_piece("skill", character.skill)] if character.skill else []
    hand += [_piece(f"item:{item}", character.ready[item]) for item in ITEM_ORDER if item in character.ready]
    hand += [
        Piece(f"item:{item}", T("{item} (used)", item=ITEMS[item]), character.used[item], face_down=True)
        for item in ITEM_ORDER
        if item in character.used
    ]
    hand += [_piece(f"wound:{colour}", n) for colour, n in sorted(character.lost.items())]
    return [*hand, _piece("wound", character.wounds)] if character.wounds else hand


def dice(s: State, ask: Ask) -> list[DieView]:
    """The pool of the turn: dice being rolled are blank, results from items come last."""
    pool = s.now.turn.pool if s.now.turn is not None else {}
    rolling = ask.dice if isinstance(ask, RollAsk) else []
    names = sorted({*pool, *rolling}, key=lambda die: (not is_die(die), die))
    return [
        DieView(die, die[:-1], None, name=COLOURS[die[:-1]]) if die in rolling else _shown(die, pool[die])
        for die in names
    ]


def _shown(die: str, now: Die) -> DieView:
    if is_die(die):
        return DieView(die, die[:-1], now.face, now.spent, COLOURS[die[:-1]])
    return DieView(die, f"item:{die[:-1]}", now.face, now.spent, ITEMS[die[:-1]])


def faces(ask: Ask) -> list[str]:
    """The faces that the dice of an open roll can show."""
    if not isinstance(ask, RollAsk):
        return []
    return [face for face in FACES if any(face in SIDES[die] for die in ask.dice if die in DICE)]
