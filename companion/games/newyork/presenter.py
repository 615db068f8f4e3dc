"""How New York Crisis looks: the city, boards, the table check, charts and the story."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from string import digits
from typing import Any, ClassVar, Final, get_args

import msgspec
from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import Ask, RollAsk
from companion.core.instructions import Instruction, ident, split
from companion.core.piles import NOT_KNOWN, UNKNOWN, Deck
from companion.core.steps.chance import at_least_one, paid
from companion.core.texts import P, T, Words
from companion.core.validation import entries
from companion.games.newyork.content import (
    CARD_RESULT,
    DICE,
    FACES,
    RESERVED,
    RESULT_ITEMS,
    SIDES,
    TYPE_OF_COLOUR,
    TYPES,
    WILD,
    WORDS_FOR,
    Forbidden,
    Modified,
    TaskEffect,
    colour_of,
    is_die,
)
from companion.games.newyork.content import ITEMS as ITEM_ORDER
from companion.games.newyork.facts import (
    FACTS,
    MOST_CHANGE,
    AtSeat,
    agenda_at,
    begun_turn,
    effect_fact,
    in_turn,
    task_fact,
)
from companion.games.newyork.questions import NewYorkQuestions, tips
from companion.games.newyork.rules.actions import new_grey, steps_of_a_move
from companion.games.newyork.rules.pieces import info_cost, item_cost, mafia_cost, open_ended, unspent
from companion.games.newyork.rules.story import final_task
from companion.games.newyork.state import (
    Character,
    InForce,
    NewYorkWorld,
    State,
    TaskInForce,
    active,
    closed_squares,
    event_title,
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
    COLOURS,
    FACE_NAMES,
    FACE_ORDER,
    FORBIDDEN,
    ICONS,
    ITEMS,
    MODIFIED,
    SEATS,
    besides,
    effect_words,
    event_card,
    faces,
    item_name,
    mafia_face,
    notices,
    person,
    piece,
    police_face,
    rest_of,
    square_name,
    story_cards,
)
from companion.scene.counters import Change, Said, change, in_words, number, one_of, setter
from companion.scene.scene import (
    Board,
    Card,
    Cell,
    Counter,
    DieView,
    Fix,
    Piece,
    Place,
    PlaceGroup,
    Reveal,
    Scene,
    SeatView,
    Spot,
    Stake,
    Stakes,
    Track,
    climbed,
)

# The table check (WIRE.md 11): pieces by place, then what is no piece, with their corrections.

BOARD = PlaceGroup("board", T("Board"), "table")
TRACKS = PlaceGroup("tracks", T("Tracks"), "marker:alert")
FAMILY = PlaceGroup("family", T("Family"), "players")
POLICE = PlaceGroup("police", T("Police"), "card:police")
MAFIA_CARDS = PlaceGroup("mafia", T("Mafia"), "card:mafia")
TURN = PlaceGroup("turn", T("Turn"), "die:red")
COURSE = PlaceGroup("course", T("Course"), "book")
CARS_A_ROW = 10
"""Positions of the alert track per row."""
PILES = (("deck", T("Deck"), None), ("display", T("Open"), None), ("discard", T("Away"), None))
"""The places of a card."""
DEALT: dict[str, Words] = {"faced": T("dodged"), "evaded": T("avoided")}
IN_FORCE: dict[str, tuple[Words, Words]] = {
    "round": (T("In force this round"), T("Closed this round")),
    "scenario": (T("In force in this story"), T("Closed in this story")),
    "turn": (T("In force this turn"), T("Closed this turn")),
    "next_round": (T("In force until the end of the next round"), T("Closed until the end of the next round")),
    "event": (T("In force as long as the event holds"), T("Closed as long as the event holds")),
    "story_card": (T("In force until the next story card"), T("Closed until the next story card")),
}
"""What lasts how long, and the same of squares."""
USUAL: Final = ("round", "scenario")
SELDOM: Final = frozenset({"cars", "blue_info", "red_info", "yellow_info", "mafia_wounds", "mafia_cost", *ITEMS})
"""What few boxes have: shown only while it is in force."""


class TableByPlace(NewYorkQuestions):
    """The table check."""

    def places(self, s: State) -> list[Place]:
        """Squares, tracks, bags, hands, and each card of physical decks.

        Followed by what is not a piece: dice and numbers of the turn, and the course of the game.
        """
        found = [self._square(s, square) for square in s.world.squares] + self._tracks_and_bags(s)
        found += [self._hand_place(s, seat) for seat in s.now.characters]
        return [*found, *self._cards(s), *self._turn_places(s), *self._course_places(s)]

    def _square(self, s: State, square: str) -> Place:
        counted, at = partial(self.counter, s), s.world.at[square]
        counters = [
            *counted("mafia", square=square), *counted("car", at=at), *counted("fbi", square=square),
            *counted("info", at=at), *self._figures(s, square), self._item(s, square), *counted("token", square=square),
            *self._been(s, square),
        ]  # fmt: skip
        icon = "station" if square in s.world.stations else "tile"
        return Place(at, square_name(s.world, square), BOARD, icon, counters)

    def _figures(self, s: State, square: str) -> list[Counter]:
        """The figures on a square; a tap moves one here. Light mode does not track figures."""
        if s.world.options.light:
            return []
        cells = []
        for seat, character in s.now.characters.items():
            here = character.square == square
            fix = Fix([change("position", square, seat=seat)], SEATS[seat])
            cells.append(Cell("", here, f"figure:{seat}", None if here else fix, called=SEATS[seat]))
        return [Counter("figures", FACTS["position"].label, "players", cells=cells)]

    def _item(self, s: State, square: str) -> Counter:
        """R-NYC-11: a square holds at most one item."""
        kinds = [(item, "", f"item:{item}") for item in s.world.item_kinds if item in s.world.items]
        here = s.now.items.squares.get(square)
        said, fixed = FACTS["item"], setter("item", square=square)
        return one_of("item", said.label, said.icon, kinds, here, fixed, none=True, called=partial(item_name, s.world))

    def _been(self, s: State, square: str) -> list[Counter]:
        """What has happened on a square this turn."""
        if not in_turn(s):
            return []
        counters = []
        for fact in ("visited", "ignored"):
            said, there = FACTS[fact], set(getattr(turn(s), fact))
            fix = Fix([change(fact, sorted(there ^ {square}))], said.label)
            counters.append(Counter(fact, said.label, said.icon, cells=[Cell("", square in there, said.icon, fix)]))
        now, cells = turn(s).dealt.get(square), []
        for value, words in DEALT.items():
            fix = Fix([change("dealt", None if value == now else value, square=square)], words)
            cells.append(Cell(words, value == now, None, fix))
        return [*counters, Counter("dealt", FACTS["dealt"].label, FACTS["dealt"].icon, cells=cells)]

    def _tracks_and_bags(self, s: State) -> list[Place]:
        """Both tracks with the cars on them (R-NYC-08), the other cars, the bags, and what is out (R-NYC-116)."""
        counted = partial(self.counter, s)
        waiting = [_waiting(s, first) for first in range(1, s.now.limit + 1, CARS_A_ROW)]
        said = FACTS["revealed"]
        cards = counted("revealed") or [Counter("revealed", said.label, said.icon, str(s.now.revealed))]
        cars = [structs.replace(one, id=at) for at in ("beside:police", "deck:police") for one in counted("car", at=at)]
        return [
            Place("alert", FACTS["alert"].label, TRACKS, FACTS["alert"].icon, [*counted("alert"), *waiting]),
            Place("story", FACTS["story"].label, TRACKS, FACTS["story"].icon, [*counted("story"), *cards]),
            Place("cars", T("Police cars"), TRACKS, "car", cars),
            Place("bag:info", T("Info bag"), TRACKS, "bag", counted("info", at="bag:info")),
            Place("kept:info", T("Info beside the board"), TRACKS, "info:blue", counted("info", at="kept:info")),
            Place("box", T("Out of the game"), TRACKS, "box", counted("box")),
        ]

    def _hand_place(self, s: State, seat: str) -> Place:
        """Skill tokens, wounds (R-NYC-80), items; used ones are face down in full mode."""
        counted = partial(self.counter, s, seat=seat)
        held = [counter for item in s.world.item_kinds if item in s.world.items for counter in _held(s, seat, item)]
        counters = [*counted("skill"), *counted("wounds"), *counted("lost"), *held, *counted("played")]
        return Place(seat, SEATS[seat], FAMILY, f"figure:{seat}", counters)

    def _cards(self, s: State) -> list[Place]:
        """Each card of the decks: in the deck, on display, or discarded."""
        decks = (("police", POLICE, s.world.police_cards), ("mafia", MAFIA_CARDS, s.world.mafia_cards))
        found = []
        for deck, group, cards in decks:
            for card in cards:
                fixed = partial(_moved, s, deck, card)
                counter = one_of("pile", T("Where?"), f"card:{deck}", PILES, _pile(s, deck, card), fixed)
                name = _card_name(s.world, deck, card)
                found.append(Place(f"{deck}:{card}", name, group, f"card:{deck}", [counter], deck))
        return found

    def _turn_places(self, s: State) -> list[Place]:
        """The dice by colour, results from items, and the numbers of the current turn."""
        if not in_turn(s):
            return []
        found = []
        for colour, words in COLOURS.items():
            dice = [_die(s, die, T("{colour} {n}", colour=words, n=die[-1])) for die in DICE if die[:-1] == colour]
            found.append(Place(f"dice:{colour}", T("Dice: {colour}", colour=words), TURN, f"die:{colour}", dice))
        results = [_die(s, die, T("{item} {n}", item=item_name(s.world, item), n=n)) for item, n, die in _results(s)]
        found.append(Place("results", T("Results of items and cards"), TURN, "item:phone", results))
        name, icon = T("{seat}'s turn", seat=SEATS[turn(s).seat]), f"figure:{turn(s).seat}"
        return [*found, Place("turn", name, TURN, icon, self.counters_at(s, "turn"))]

    def _course_places(self, s: State) -> list[Place]:
        """The phase, round and limits, the event, tasks, and effects in force."""
        numbers = [counter for fact in ("round", "mafia_per_turn", "limit") for counter in self.counter(s, fact)]
        limits = Place("numbers", T("Round and limits"), COURSE, "marker:alert", numbers)
        reached = Place("limit_hit", FACTS["limit_hit"].label, COURSE, "alert", self.counter(s, "limit_hit"))
        return [*_phase(s), limits, reached, *_event(s), *_tasks(s), *_in_force(s)]


def _waiting(s: State, first: int) -> Counter:
    """The cars on a range of the alert track, starting at ``first``."""
    last = min(first + CARS_A_ROW - 1, s.now.limit)
    cells = []
    for position in range(first, last + 1):
        there = str(position) in s.now.cars.alert
        fix = Fix([change("car", 0 if there else 1, at=f"alert:{position}")], piece(s.world, "car"))
        cells.append(Cell(str(position), there, "car", fix))
    return Counter(f"cars:{first}", T("Cars, {first} to {last}", first=first, last=last), "car", cells=cells)


def _held(s: State, seat: str, item: str) -> list[Counter]:
    """The number of an item in a hand, and how many are face down."""
    hand = s.now.characters[seat]
    ready, used = hand.ready.get(item, 0), hand.used.get(item, 0)

    def fixed(face_up: int, face_down: int) -> list[Change]:
        return [change("hand", {"ready": face_up, "used": face_down}, seat=seat, item=item)]

    def in_all(n: int) -> list[Change]:
        down = min(used, n)
        return fixed(n - down, down)

    held = number(f"item:{item}", item_name(s.world, item), f"item:{item}", ready + used, s.world.items[item], in_all)
    if s.world.options.light or not ready + used:
        return [held]
    name = T("{item} (used)", item=item_name(s.world, item))
    return [held, number(f"used:{item}", name, "flip", used, ready + used, lambda n: fixed(ready + used - n, n))]


def _pile(s: State, deck: str, card: str) -> str:
    piles = s.now.deck(deck)
    return "display" if card in piles.display else "discard" if card in piles.discard else "deck"


def _moved(s: State, deck: str, card: str, to: str | None) -> list[Change]:
    piles = s.now.deck(deck)
    out = {
        "discard": [one for one in piles.discard if one != card],
        "display": [one for one in piles.display if one != card],
    }
    if to in out:
        out[to].append(card)
    return [change("deck", out, deck=deck)]


def _card_name(world: NewYorkWorld, deck: str, card: str) -> Words:
    if deck == "police":
        square, title = world.police_cards[card].square, event_title(world, card)
        return T("{first} · {second}", first=square_name(world, square), second=title) if square else title
    mafia = world.mafia_cards[card]
    title = T("No mafia") if mafia.mafia is None else square_name(world, mafia.mafia)
    return T("{first} · {second}", first=title, second=rest_of(world, mafia))


def _die(s: State, die: str, name: Words) -> Counter:
    """The faces of a die, none if it is not in the pool; and whether it is spent."""
    there = turn(s).pool.get(die)
    faces = dict.fromkeys(value.face for value in FACTS.values(s, "die", die) or () if value is not None)
    cells = []
    for face in sorted(faces, key=FACE_ORDER.index):
        on = there is not None and there.face == face
        value = None if on else {"face": face, "spent": there is not None and there.spent}
        fix = Fix([change("die", value, die=die)], name)
        cells.append(Cell("", on, f"face:{face}", fix, called=FACE_NAMES[face]))
    if there is not None:
        value = {"face": there.face, "spent": not there.spent}
        cells.append(Cell(T("spent"), there.spent, None, Fix([change("die", value, die=die)], name)))
    return Counter(f"die:{die}", name, f"die:{_source(die)}" if is_die(die) else _source(die), cells=cells)


def _results(s: State) -> Iterable[tuple[str, int, str]]:
    """The results of items in the pool, and for each item one more."""
    pool = turn(s).pool
    for item in (*RESULT_ITEMS, CARD_RESULT):
        there = [int(die.removeprefix(item)) for die in pool if die.startswith(item)]
        for n in [*sorted(there), next(n for n in range(1, len(there) + 2) if n not in there)]:
            yield item, n, f"{item}{n}"


def _in_words(id: str, said: Sequence[Said], *, name: Words = "", icon: str = "", many: bool = False) -> Place:
    """A place for a fact that is listed in words; ``id`` is its name unless it has a name of its own."""
    name, icon = name or FACTS[id].label, icon or FACTS[id].icon
    return Place(id, name, COURSE, icon, [in_words(id, name, icon, said, many=many)])


def _phase(s: State) -> list[Place]:
    said: list[Said] = []
    for value in FACTS.values(s, "phase") or ():
        words: Words = T("The police phase begins") if value == "police" else T("Who goes next?")
        if isinstance(value, AtSeat):
            who, begins = SEATS[value.seat], value.phase == "turn"
            words = T("{seat}: the turn begins", seat=who) if begins else T("{seat}: after the roll", seat=who)
        is_at = s.agenda == agenda_at(s, value) and s.now.turn == begun_turn(s, value)
        said.append((words, is_at, [change("phase", msgspec.to_builtins(value))]))
    where: Words = T("Police phase") if s.now.phase == "police" else T("Between turns")
    if s.now.turn is not None:
        where = T("{seat}'s turn", seat=SEATS[s.now.turn.seat])
    place = _in_words("phase", said)
    return [structs.replace(place, counters=[structs.replace(place.counters[0], value=where)])] if said else []


def _event(s: State) -> list[Place]:
    """R-NYC-36, R-NYC-38: the event of the round and its random location."""
    event, cards = s.now.event, s.world.police_cards
    at = event.square if event is not None else None

    def fixed(card: str | None, square: str | None) -> list[Change]:
        return [change("event", None if card is None else {"card": card, "square": square})]

    said: list[Said] = [(T("none"), event is None, fixed(None, None))]
    for card in cards:
        here = event is not None and event.card == card
        said.append((event_title(s.world, card), here, fixed(card, at if cards[card].event.random_location else None)))
    named = event is None or event.card != UNKNOWN
    said += [] if named else [(NOT_KNOWN, True, [])]
    found = [_in_words("event", said)]
    if event is not None and named:
        where = _squares(s, at, partial(fixed, event.card))
        found.append(_in_words("event:square", where, name=T("Where the event is"), icon="tile"))
    return found


def _squares(s: State, at: str | None, fixed: Any) -> list[Said]:
    """All squares, and none."""
    return [
        (T("nowhere") if square is None else square_name(s.world, square), square == at, fixed(square))
        for square in (None, *s.world.squares)
    ]


def _tasks(s: State) -> list[Place]:
    """The tasks in force, and their squares."""
    inside = {task.id for task in s.now.tasks}
    said: list[Said] = []
    for task in [*s.now.tasks, *(task for task in _all_tasks(s) if task.id not in inside)]:
        others = [one for one in s.now.tasks if one.id != task.id]
        on = task.id in inside
        said.append((_task_name(task), on, _in_list("tasks", task_fact, others if on else [*others, task])))
    found = [_in_words("tasks", said, many=True)] if said else []
    for index, task in enumerate(s.now.tasks):

        def moved(square: str | None, index: int = index) -> list[Change]:
            tasks = list(s.now.tasks)
            tasks[index] = structs.replace(tasks[index], square=square)
            return _in_list("tasks", task_fact, tasks)

        where = T("Where: {task}", task=_task_name(task))
        found.append(_in_words(f"task:{task.id}", _squares(s, task.square, moved), name=where, icon="tile"))
    return found


def _in_list(fact: str, shown: Any, values: Sequence[Any]) -> list[Change]:
    return [change(fact, [shown(value) for value in values])]


def _task_name(task: TaskInForce) -> Words:
    return T("Final challenge") if task.id == "final" else task.text


def _all_tasks(s: State) -> Iterable[TaskInForce]:
    """The tasks of events, the story and its last card, each once."""
    found: dict[str, TaskInForce] = {}
    cards = [("R-NYC-37", card.event.effects) for card in s.world.police_cards.values()]
    cards += [("R-NYC-95", card.effects) for card in s.world.scenario.cards]
    cards += [("R-NYC-44", card.effects) for card in s.world.pack.mafia_cards]
    for rule, effects in cards:
        for one in effects:
            if isinstance(one, TaskEffect):
                square = one.at if one.at in s.world.neighbours else None
                found.setdefault(one.id, TaskInForce(one.id, square, one.need, one.text, one.until, rule, [*one.then],
                                              [*one.else_], one.raw_then, one.raw_else))  # fmt: skip
    if s.now.revealed == len(s.world.scenario.cards):
        found["final"] = final_task(s)
    return found.values()


def _in_force(s: State) -> list[Place]:
    """By duration: the modified numbers, what is forbidden, and closed squares."""
    found = []
    there = {(one.op, one.until, one.what) for one in s.now.effects if not _placed(one)}
    lasting = {one.until for one in s.now.effects if not _placed(one)}
    for until in (one for one in IN_FORCE if one in USUAL or one in lasting):
        counters = [
            _modify(s, what, until)
            for what in get_args(Modified)
            if what not in SELDOM or ("modify", until, what) in there
        ]
        counters += [
            _switch(s, f"forbid:{what}", FORBIDDEN[what], InForce("forbid", until, what))
            for what in get_args(Forbidden)
            if what not in SELDOM or ("forbid", until, what) in there
        ]
        found.append(Place(f"effects:{until}", IN_FORCE[until][0], COURSE, "lock", counters))
        shut: list[Said] = []
        for square in s.world.squares:
            one = InForce("close", until, square=square)
            shut.append((square_name(s.world, square), one in s.now.effects, _toggled(s, one)))
        closed = in_words("closed", IN_FORCE[until][1], "lock", shut, many=True)
        found.append(Place(f"closed:{until}", IN_FORCE[until][1], COURSE, "lock", [closed]))
    waiting = [one for one in s.now.effects if _placed(one)]
    if waiting:
        counters = [_switch(s, f"waiting:{n}", effect_words(s, one), one) for n, one in enumerate(waiting)]
        found.append(Place("waiting", T("To come, and only in some places"), COURSE, "lock", counters))
    return found


def _placed(one: InForce) -> bool:
    """True for what is shown one by one: what is to come, ways that are closed, what holds only on a square."""
    return one.op == "later" or one.to is not None or (one.op != "close" and one.square is not None)


def _switch(s: State, id: str, name: Words, one: InForce) -> Counter:
    """A switch for an effect in force."""
    return Counter(id, name, "lock", cells=[Cell("", one in s.now.effects, "lock", Fix(_toggled(s, one), name))])


def _toggled(s: State, one: InForce) -> list[Change]:
    """What begins an effect, or ends it."""
    others = [effect for effect in s.now.effects if effect != one]
    return _in_list("effects", effect_fact, others if one in s.now.effects else [*others, one])


def _modify(s: State, what: str, until: str) -> Counter:
    """The sum of modifiers of a number with one duration; a correction replaces them by one."""
    like = ("modify", what, until, None)
    same = [effect for effect in s.now.effects if (effect.op, effect.what, effect.until, effect.square) == like]
    n = sum(effect.n for effect in same)

    def fixed(value: int) -> list[Change]:
        kept = [effect for effect in s.now.effects if effect not in same]
        return _in_list("effects", effect_fact, [*kept, InForce("modify", until, what, value)] if value else kept)

    counter = number(f"modify:{what}", MODIFIED[what], "star", n, MOST_CHANGE, fixed, least=-MOST_CHANGE)
    return structs.replace(counter, value=f"+{n}" if n > 0 else f"−{-n}" if n else "0")


# Tracks, board, seats and dice as parts of the scene.


TRACK_SHOWN = 12
"""How much of a track is shown whose end is not known."""


def alert_shown(s: State) -> int:
    """How far the alert track is shown: to its limit, or with room for what is on it."""
    on_it = max([s.now.alert, *map(int, s.now.cars.alert)])
    return max(TRACK_SHOWN, on_it) if open_ended(s) else s.now.limit


def _tracks(s: State) -> list[Track]:
    """The alert track up to its limit with its cars; the story track with its unrevealed cards."""
    now = s.now
    cards = s.world.scenario.cards[now.revealed :]
    end = max(TRACK_SHOWN, now.story + 1) if s.world.story_open else s.world.story_length
    hidden: dict[int, str] = {card.position: "mark:story" for card in cards if card.position is not None}
    cars: dict[int, str] = {int(position): "car" for position in now.cars.alert}
    return [
        Track("alert", T("Alert"), now.alert, alert_shown(s), cars, "alert", open_ended(s)),
        Track("story", T("Story"), now.story, end, hidden, "story", s.world.story_open),
    ]


def board(s: State) -> Board:
    """Every square with its pieces; *here* is the active character's square."""
    seat = active(s)
    at = s.now.characters[seat].square if seat is not None else None
    shut = closed_squares(s)
    spots = [
        Spot(
            id=s.world.at[square],
            name=square_name(s.world, square),
            x=s.world.map[square][0],
            y=s.world.map[square][1],
            pieces=_pieces(s, square, closed=square in shut),
            badge="station" if square in s.world.stations else None,
            here=square == at,
            blocked=guarded(s, square) or square in shut,
        )
        for square in s.world.squares
    ]
    return Board(spots, s.world.links)


def _pieces(s: State, square: str, *, closed: bool) -> list[Piece]:
    now = s.now
    found = []
    for seat, character in now.characters.items():
        if character.square == square:
            found.append(_piece(s, f"figure:{seat}"))
    if square in now.mafia:
        found.append(_piece(s, "mafia", now.mafia[square]))
    if square in now.cars.squares:
        found.append(_piece(s, "car", now.cars.squares[square]))
    if square in now.fbi:
        found.append(_piece(s, "fbi"))
    if square in now.info.squares:
        tokens = now.info.squares[square]
        found += [
            _piece(s, f"info:{token}", tokens[token]) for token in sorted(tokens, key=lambda t: (colour_of(t), t))
        ]
    if square in now.items.squares:
        found.append(_piece(s, f"item:{now.items.squares[square]}"))
    if square in now.tokens:
        found += [_piece(s, f"token:{name}", n) for name, n in sorted(now.tokens[square].items())]
    if closed:
        found.append(Piece("lock", T("closed")))
    return found


def _piece(s: State, name: str, n: int = 1) -> Piece:
    own = ident(name) in s.world.own_items
    return Piece(name, piece(s.world, name), n) if own else _usual_piece(name, n)


@lru_cache(maxsize=1024)
def _usual_piece(name: str, n: int) -> Piece:
    return Piece(name, piece(None, name), n)


def seats(s: State) -> list[SeatView]:
    """Every hand: skill tokens, items (used ones face down), lost dice."""
    return [
        SeatView(
            id=seat,
            name=SEATS[seat],
            icon=f"figure:{seat}",
            pieces=_hand(s, character),
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


def _in_order(hand: Mapping[str, int]) -> list[str]:
    """The items of a hand in the order of the rulebook; those that only the box has come last."""
    own = sorted(hand.keys() - set(ITEM_ORDER)) if hand else ()
    return [item for item in (*ITEM_ORDER, *own) if item in hand] if hand else []


def _hand(s: State, character: Character) -> list[Piece]:
    hand = [_piece(s, "skill", character.skill)] if character.skill else []
    hand += [_piece(s, f"item:{item}", character.ready[item]) for item in _in_order(character.ready)]
    hand += [
        Piece(f"item:{item}", T("{item} (used)", item=item_name(s.world, item)), character.used[item], face_down=True)
        for item in _in_order(character.used)
    ]
    hand += [_piece(s, f"wound:{colour}", n) for colour, n in sorted(character.lost.items())]
    return [*hand, _piece(s, "wound", character.wounds)] if character.wounds else hand


def dice(s: State, ask: Ask) -> list[DieView]:
    """The pool of the turn: dice being rolled are blank, results from items come last."""
    pool = s.now.turn.pool if s.now.turn is not None else {}
    rolling = ask.dice if isinstance(ask, RollAsk) else []
    names = sorted({*pool, *rolling}, key=lambda die: (not is_die(die), die))
    shown = []
    for die in names:
        name = COLOURS[die[:-1]] if is_die(die) else ITEMS[die.rstrip(digits)]
        face, spent = (None, False) if die in rolling else (pool[die].face, pool[die].spent)
        shown.append(DieView(die, _source(die), face, spent, name))
    return shown


def _source(die: str) -> str:
    """What a result comes from: the colour of a die, or the icon of an item or a card."""
    if is_die(die):
        return die[:-1]
    source = die.rstrip(digits)
    return "card:police" if source == CARD_RESULT else f"item:{source}"


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
            need = {TYPE_OF_COLOUR[colour_of(token)]: info_cost(s, token, square)}
            yield _stake(s, square, piece(s.world, f"info:{token}"), need, actions)
    if square in s.now.items.squares:
        item = s.now.items.squares[square]
        cost = item_cost(s, square)
        ways = [{kind: cost} for kind in TYPES]
        best = max(_share(s, square, need, actions) for need in ways)
        yield Stake(T("{what}: {cost} equal", what=piece(s.world, f"item:{item}"), cost=cost), best)
    if square in s.now.mafia:
        yield _stake(s, square, T("Fight the mafia"), {"PHYS": mafia_cost(s, square, FIGHT)}, actions)
    for task in s.now.tasks:
        if task.square == square and task.cost:
            title = T("Final challenge") if task.id == "final" else T("Task")
            yield _stake(s, square, title, task.cost, actions)


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
    kept = Counted(pool[name].face for name in useful)
    again = [name for name in pool if is_die(name) and name not in useful]
    return paid(need, kept, (SIDES[name] for name in (*again, *new_grey(s, square))), WILD)


# How New York Crisis looks and reads.

ALERT = "marker:alert"


class NewYorkPresenter(TableByPlace):
    """The presenter of New York Crisis."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("mafia_cards", "police_cards", "scenarios.*.cards")
    box_icons = ICONS
    box_usual: ClassVar = {"police_cards": {"until": "round"}}  # R-NYC-36
    box_switches: ClassVar = {"police_cards": {"event": ("event", "random_location")}}  # R-NYC-38

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask, answers = self.rules.ask(state), self.rules.legal(state) or []
        offered = self.choices(state, answers)
        return Scene(
            prompt=self.prompt(state, ask, answers),
            tracks=_tracks(state),
            board=board(state),
            seats=seats(state),
            dice=dice(state, ask),
            faces=rollable_faces(ask),
            face_names=dict(FACE_NAMES),
            choices=offered,
            groups=self._groups(state, offered),
            notices=notices(state),
            card=event_card(state),
            story=story_cards(state),
            result=self._result(ask),
            tips=tips(state, ask, offered),
            fillings=self.fillings(state, answers),
            entry=self.entry(answers),
        )

    def named_in(self, data: Mapping[str, Any], sort: str) -> Mapping[str, Words]:
        """Squares or items, and the words that stand for one in an effect."""
        squares, items = (
            {str(one.get("id")): one.get("name", "") for _, one in entries(data, *table)}
            for table in (("board", "squares"), ("own_items",))
        )
        named = items if sort == "item" else squares if sort else items | squares
        besides = WORDS_FOR.get(sort, frozenset()) if sort else RESERVED
        return named | {name: BOX[f"={name}"] for name in sorted(besides)}

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
        """A story card that is turned up, and the steps of the alert."""
        turned = any(todo.piece == "card:story" and "display:story" in (todo.at, todo.to) for todo in instructions)
        found = [Reveal("story", T("The story takes a turn."), "book")] if turned and s.now.round else []
        steps = climbed(instructions, ALERT)
        if steps is not None:
            start, end = steps
            words = T("The alert rises to {n}.", n=end)
            found.append(Reveal("alert", words, ALERT, [], [], start, end, alert_shown(s)))
        return found
