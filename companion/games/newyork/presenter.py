"""How New York Crisis looks: tracks, board, seats and dice as parts of the scene, the stakes of a square, reveals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from companion.core.answers import Answer
from companion.core.asks import Ask, RollAsk
from companion.core.instructions import Instruction, split
from companion.core.piles import UNKNOWN, Deck
from companion.core.steps.chance import at_least_one, paid
from companion.core.texts import P, T, Words
from companion.core.validation import entries
from companion.games.newyork.content import (
    DICE,
    FACES,
    FBI,
    RESERVED,
    SIDES,
    TYPE_OF_COLOUR,
    TYPES,
    WILD,
    WORDS_FOR,
    colour_of,
    is_die,
)
from companion.games.newyork.content import ITEMS as ITEM_ORDER
from companion.games.newyork.places import TableByPlace
from companion.games.newyork.questions import StoryForms, chapter, choices, prompt, tips, used_groups
from companion.games.newyork.rules.actions import new_grey, steps_of_a_move
from companion.games.newyork.rules.pieces import info_cost, item_cost, unspent
from companion.games.newyork.state import (
    Character,
    PoolDie,
    State,
    active,
    closed,
    forbidden,
    guarded,
    here,
    modified,
    shut,
    stuck,
    turn,
)
from companion.games.newyork.why import HEADINGS, WHY
from companion.games.newyork.words import (
    BOX,
    CHANCE,
    COLOURS,
    FACE_NAMES,
    ICONS,
    ITEMS,
    SEATS,
    Descriptions,
    besides,
    event_card,
    faces,
    mafia_face,
    notices,
    person,
    piece,
    police_face,
    square_name,
    story_cards,
)
from companion.scene.charts import Gauge
from companion.scene.scene import (
    Board,
    Card,
    DieView,
    Piece,
    Reveal,
    Scene,
    SeatView,
    Spot,
    Stake,
    Stakes,
    Track,
    climbed,
)

# Tracks, board, seats and dice as parts of the scene.


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


def _shown(die: str, now: PoolDie) -> DieView:
    if is_die(die):
        return DieView(die, die[:-1], now.face, now.spent, COLOURS[die[:-1]])
    return DieView(die, f"item:{die[:-1]}", now.face, now.spent, ITEMS[die[:-1]])


def rollable_faces(ask: Ask) -> list[str]:
    """The faces that the dice of an open roll can show."""
    if not isinstance(ask, RollAsk):
        return []
    return [face for face in FACES if any(face in SIDES[die] for die in ask.dice if die in DICE)]


# The stakes of a square: the way there, mafia and police, and what can be paid there.
# A re-roll counts if an action is left on arrival; then all useless dice are rolled once more.

FIGHT = 2
"""Physical results to fight the first mafia (R-NYC-73)."""


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
    return -(-max(0, far - turn(s).steps) // steps_of_a_move(s))


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
    return paid(need, kept, (SIDES[name] for name in (*again, *new_grey(s, square))), WILD)


# How New York Crisis looks and reads.

ALERT = "marker:alert"


class NewYorkPresenter(Descriptions, StoryForms, TableByPlace):
    """The presenter of New York Crisis."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("mafia_cards", "police_cards", "scenarios.*.cards")
    box_icons = ICONS

    words: ClassVar[Mapping[str, Words]] = {**CHANCE, **{f"seat:{seat}": name for seat, name in SEATS.items()}}

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask, answers = self.rules.ask(state), self.rules.legal(state) or []
        offered = choices(state, answers)
        return Scene(
            prompt=prompt(state, ask, answers),
            tracks=tracks(state),
            board=board(state),
            seats=seats(state),
            dice=dice(state, ask),
            faces=rollable_faces(ask),
            face_names=dict(FACE_NAMES),
            choices=offered,
            groups=used_groups(offered),
            notices=notices(state),
            card=event_card(state),
            story=story_cards(state),
            result=self._result(ask),
            tips=tips(state, ask, offered),
            fillings=self.fillings(state, answers),
        )

    def named_in(self, data: Mapping[str, Any], sort: str) -> Mapping[str, Words]:
        """Squares, and the words that stand for one in an effect."""
        squares = {str(square.get("id")): square.get("name", "") for _, square in entries(data, "board", "squares")}
        besides = WORDS_FOR.get(sort, frozenset()) if sort else RESERVED
        return squares | {name: BOX[f"={name}"] for name in sorted(besides)}

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """A mafia or police card as it looks in play; it may be incomplete."""
        squares = self.named_in(data, "square")
        if table == "mafia_cards":
            mafia, info, item = (squares.get(str(row.get(field))) for field in ("mafia", "info", "item"))
            return mafia_face(mafia, besides(info, item))
        event = row.get("event")
        if table == "police_cards" and isinstance(event, Mapping):
            return police_face(squares.get(str(row.get("square")), ""), event.get("title", ""), event.get("text", ""))
        return None

    def stakes(self, s: State, spot: str) -> Stakes | None:
        """The stakes of a square during a turn; else None."""
        kind, square = split(spot)
        now = s.now.turn
        known = kind == "square" and square in s.world.names
        if not known or now is None or now.step != "play" or s.world.options.light:
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

    def reveals(self, s: State, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]) -> list[Reveal]:
        """The steps of the alert."""
        steps = climbed(instructions, ALERT)
        if steps is None:
            return []
        start, end = steps
        return [Reveal("alert", T("The alert rises to {n}.", n=end), ALERT, [], [], start, end, s.now.limit)]

    def gauges(self, state: State) -> list[Gauge]:
        """Alert and story; then mafia, police cars and FBI on the squares, and the wounds of all together."""
        now, length = state.now, state.world.story_length
        tracks, board = T("Alert and story"), T("Against the family")
        wounds = sum(character.wounded for character in now.characters.values())
        return [
            Gauge("alert", tracks, T("Alert"), now.alert, "marker:alert", "red", "triangle", now.limit, weight=1),
            Gauge("story", tracks, T("Story"), now.story, "marker:story", "blue", "diamond", length, weight=1),
            Gauge("mafia", board, T("Mafia"), sum(now.mafia.values()), "mafia", "purple", "square", weight=0.3),
            Gauge("cars", board, T("Police"), sum(now.cars.squares.values()), "car", "blue", "disc", weight=0.2),
            Gauge("fbi", board, T("FBI"), len(now.fbi), "fbi", "yellow", "triangle", FBI, weight=2),
            Gauge("wounds", board, T("Wounds"), wounds, "wound", "red", "diamond", weight=0.9),
        ]

    def chapter(self, state: State) -> Words:
        """The round that is being played."""
        return chapter(state)
