"""New York Crisis in words: names and icons, instructions, answers, notices, labels of the box editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import structs

from companion.core.answers import Answer, Draw, DrawUnknown
from companion.core.buttons import CARD, said_by
from companion.core.instructions import Instruction, ident, split
from companion.core.piles import UNKNOWN
from companion.core.texts import P, RoleName, SeatName, T, Text, Words, as_printed, listed, of_seat
from companion.games.newyork.buttons import BUTTONS
from companion.games.newyork.content import (
    CARD_RESULT,
    TYPE_OF_COLOUR,
    WILD,
    CardEffect,
    MafiaCard,
    Need,
    NoteEffect,
    as_said,
    colour_of,
    cost_of,
    token_name,
)
from companion.games.newyork.rules.pieces import DrawMafia
from companion.games.newyork.sheets import EFFECT_ICONS, EFFECT_LABELS, WHEN, sentence
from companion.games.newyork.state import InForce, NewYorkWorld, State, TaskInForce, event_title, look_again
from companion.scene.lines import PlaceWords, merged
from companion.scene.presenter import Presenter
from companion.scene.scene import Card, Line, Tone

# Names and icons.

SEATS: Final[dict[str, SeatName]] = {
    seat: of_seat(seat, RoleName(name.msgid, inside=inside.msgid))
    for seat, name, inside in (
        ("father", T("Father"), T("the father")),
        ("mother", T("Mother"), T("the mother")),
        ("daughter", T("Daughter"), T("the daughter")),
        ("son", T("Son"), T("the son")),
    )
}
COLOURS: Final[dict[str, Text]] = {"blue": T("blue"), "red": T("red"), "yellow": T("yellow"), "grey": T("grey")}
INFO: Final[dict[str, Text]] = {"blue": T("blue info"), "red": T("red info"), "yellow": T("yellow info")}


class ItemNames(dict[str, Words]):
    """The names of items; one that only a box has is called by its id."""

    def __missing__(self, kind: str) -> Words:
        return T("card") if kind == CARD_RESULT else kind.replace("_", " ")


ITEMS: Final[ItemNames] = ItemNames(
    {
        "phone": T("phone"),
        "laptop": T("laptop"),
        "cash": T("cash"),
        "mask": T("mask"),
        "gloves": T("gloves"),
        "bike": T("bike"),
        "newspaper": T("newspaper"),
        "radio": T("police radio"),
        "drone": T("drone"),
        "raincoat": T("raincoat"),
    }
)
FACE_NAMES: Final[dict[str, Text]] = {
    "PHYS": T("physical"),
    "MENT": T("mental"),
    "SOC": T("social"),
    "WILD": T("wildcard"),
}
FACE_ORDER: Final = ("MENT", "PHYS", "SOC", WILD)


def faces(counts: Mapping[str, int]) -> Words:
    """Results in words: ``2 mental, 1 wild``."""
    words: dict[str, Words] = {
        "PHYS": P("{n} physical", "{n} physical", counts.get("PHYS", 0)),
        "MENT": P("{n} mental", "{n} mental", counts.get("MENT", 0)),
        "SOC": P("{n} social", "{n} social", counts.get("SOC", 0)),
        "WILD": P("{n} wildcard", "{n} wildcards", counts.get("WILD", 0)),
    }
    return listed([words[face] for face in FACE_ORDER if counts.get(face)])


def count_faces(shown: Sequence[str]) -> dict[str, int]:
    """The number of each face."""
    return {face: shown.count(face) for face in FACE_ORDER if face in shown}


def square_name(world: NewYorkWorld, square: str) -> Words:
    """The name of a square in the languages of the pack."""
    return world.names[square]


def person(world: NewYorkWorld, seat: str) -> Words:
    """The pack's name for a member of the family."""
    return world.characters[seat].name


def info(token: str) -> Text:
    """An info token by its kind (``blue``, ``red3``)."""
    if token == UNKNOWN:
        return T("info")
    words = INFO[colour_of(token)]
    return words if cost_of(token) == 2 else T("{info} costing {cost}", info=words, cost=cost_of(token))


def item_name(world: NewYorkWorld, item: str) -> Words:
    """An item, as the box calls it if nobody else has it."""
    own = world.own_items.get(item)
    return ITEMS[item] if own is None else own.name


def piece(world: NewYorkWorld | None, name: str, n: int = 1) -> Words:
    """``n`` of a piece by its name on the wire (``mafia``, ``info:blue``, ``card:police``). Only items that no other
    box has need ``world``."""
    kind, which = split(name)
    one: Words
    if kind == "mafia":
        return P("mafia", "{n} mafia", n)
    if kind == "car":
        return P("police car", "{n} police cars", n)
    if kind == "skill":
        return P("skill token", "{n} skill tokens", n)
    if kind == "card":
        return cards(which, n)
    if kind == "wound":
        return wounds(which, n)
    if kind == "fbi":
        one = T("FBI")
    elif kind == "marker":
        one = T("alert marker") if which == "alert" else T("story marker")
    elif kind == "figure":
        one = as_printed(SEATS[which])  # The figure is the same whoever plays it.
    elif kind == "item":
        one = ITEMS[which] if world is None else item_name(world, which)
    elif kind == "info":
        one = info(which)
    else:
        one = T("{name} token", name=token_name(which))
    return one if n == 1 else T("{n} × {piece}", n=n, piece=one)


COUNTED: Final = ("mafia", "car", "fbi", "skill", "wound", "item", "info", "token")
"""The kinds of pieces that facts count."""


def cards(deck: str, n: int) -> Text:
    """``n`` cards of a deck."""
    if deck == "police":
        return P("police card", "{n} police cards", n)
    if deck == "mafia":
        return P("mafia card", "{n} mafia cards", n)
    return P("story card", "{n} story cards", n)


def wounds(colour: str, n: int) -> Text:
    """``n`` wounds: lost dice of a colour, or just wounds in light mode."""
    if not colour:
        return P("wound", "{n} wounds", n)
    return P("wound on a {colour} die", "{n} wounds on {colour} dice", n, colour=COLOURS[colour])


# Instructions in words, one line each (WIRE.md 10).

FOR_SEATS = ("R-NYC-12", "R-NYC-34", "R-NYC-58")
"""Rules whose tells are for one player."""
DECKS = ("police", "mafia")
"""Decks that can be digital; then their cards are not on the table."""


def _instruction_line(s: State, todo: Instruction) -> Line:
    world = s.world
    if todo.verb == "tell":
        if todo.rule in FOR_SEATS and todo.who is not None:
            words: Words = T("{seat}: {what}", seat=SEATS[todo.who], what=todo.text or "")
            return Line("", f"figure:{todo.who}", words, _spot(todo.at), todo.rule, instruction=todo)
        icon = "book" if todo.at == "display:story" else "speaker"
        return Line("", icon, todo.text or "", _spot(todo.at), todo.rule, instruction=todo)
    if todo.verb == "shuffle":
        words = T("shuffle the police deck") if todo.at == "deck:police" else T("shuffle the mafia deck")
        return Line("", "shuffle", words, None, todo.rule, "quiet", todo, ident(todo.at))
    if todo.verb == "flip":
        return Line("", "flip", _flip(s, todo), None, todo.rule, instruction=todo)
    sign, words = _MOVES[todo.verb](world, todo)
    kind, which = split(todo.piece)
    deck = which if kind == "card" and which in DECKS else None
    spot = _spot(todo.at) or _spot(todo.to) or _spot(todo.source)
    tone: Tone = "quiet" if deck else "normal"
    if todo.piece == "marker:alert" and todo.verb == "move":
        tone = "warn" if int(ident(todo.to)) > int(ident(todo.source)) else "good"
    return Line(sign, str(todo.piece), words, spot, todo.rule, tone, todo, deck)


def _spot(location: str | None) -> str | None:
    return location if location is not None and location.startswith("square:") else None


def _flip(s: State, todo: Instruction) -> Words:
    """Up at the start of a round and down when used; after an undo or a correction, as it lies then."""
    owner, which = ident(todo.at), ident(todo.piece)
    item, seat, hand = item_name(s.world, which), SEATS[owner], s.now.characters[owner]
    if todo.rule is None and hand.used.get(which) and hand.ready.get(which):
        return T("turn over the {piece}", piece=T("{piece} of {seat}", piece=item, seat=seat))
    if todo.rule == "R-NYC-86" or (todo.rule is None and not hand.used.get(which)):
        return T("{item} of {seat} face up", item=item, seat=seat)
    return T("{item} of {seat} face down", item=item, seat=seat)


def _place(world: NewYorkWorld, todo: Instruction) -> tuple[str, Words]:
    kind, which = split(todo.piece)
    seat = SEATS.get(ident(todo.at), "")
    if kind == "wound" and which:
        return "−", T("{seat}: a {colour} die set aside", seat=seat, colour=COLOURS[which])
    if kind == "wound":
        return "−", T("{seat}: set aside a die of your choice", seat=seat)
    if todo.rule is None and kind == "skill":
        return "+", T("{seat}: card, figure, {n} skill tokens", seat=seat, n=todo.n or 1)
    if todo.rule is None and kind == "card" and which in DECKS:
        return "+", T("{cards}, shuffled: a deck face down", cards=cards(which, todo.n or 1))
    if todo.piece == f"info:{UNKNOWN}" and todo.at == "bag:info":
        # A tell before it says of which colours.
        return "", T("That is {n} info in all, for the bag.", n=todo.n or 1)
    return "+", _phrase(world, todo, where(world, todo.at))


def _remove(world: NewYorkWorld, todo: Instruction) -> tuple[str, Words]:
    kind, which = split(todo.piece)
    seat = SEATS.get(ident(todo.at), "")
    if kind == "wound" and which:
        return "+", T("{seat}: a {colour} die comes back", seat=seat, colour=COLOURS[which])
    if kind == "wound":
        return "+", T("{seat}: one of your dice comes back", seat=seat)
    if str(todo.at).startswith("hand:"):
        return "−", T(
            "{piece} of {seat}, back to the supply", piece=piece(world, str(todo.piece), todo.n or 1), seat=seat
        )
    return "−", _phrase(world, todo, away(world, todo.at))


def _move(world: NewYorkWorld, todo: Instruction) -> tuple[str, Words]:
    source, to = str(todo.source), str(todo.to)
    start, end = ident(source), ident(to)
    if todo.piece == "marker:alert":
        return "→", T("alert {start} → {end}", start=start, end=end)
    if todo.piece == "marker:story":
        return "→", T("story {start} → {end}", start=start, end=end)
    if _spot(source) and _spot(to):
        what, ends = piece(world, str(todo.piece), todo.n or 1), {"start": world.names[start], "end": world.names[end]}
        return "→", T("{piece}: {start} → {end}", piece=what, **ends)
    if todo.piece == "car" and _spot(to):
        return "+", _phrase(world, todo, where(world, to))
    # Where to, after where from: ``from the bag to Chelsea``.
    onward = T("to {square}", square=world.names[end]) if _spot(to) else where(world, to)
    way = T("{away} {where}", away=away(world, source), where=onward)
    return "+" if _spot(to) else "−" if _spot(source) else "→", _phrase(world, todo, way)


_MOVES = {"place": _place, "remove": _remove, "move": _move}


def _phrase(world: NewYorkWorld, todo: Instruction, way: Words) -> Words:
    return T("{piece} {way}", piece=piece(world, str(todo.piece), todo.n or 1), way=way)


where: PlaceWords[NewYorkWorld] = PlaceWords(
    {
        "bag:info": T("into the bag"),
        "kept:info": T("beside the board, to keep"),
        "box": T("into the box"),
        "beside:police": T("beside the police deck"),
        "deck:police": T("onto the police deck"),
        "deck:mafia": T("onto the mafia deck"),
        "discard:police": T("onto the police discard"),
        "discard:mafia": T("onto the mafia discard"),
        "display:police": T("face up, beside the police deck"),
        "display:mafia": T("face up, beside the mafia deck"),
        "display:story": T("face up, to read"),
    },
    {
        "square": lambda w, square: T("on {square}", square=square_name(w, square)),
        "hand": lambda w, seat: T("to {seat}", seat=SEATS[seat]),
        "alert": lambda w, n: T("on alert {n}", n=n),
        "story": lambda w, n: T("on story {n}", n=n),
    },
)
"""To a place: ``on Chelsea``, ``into the bag``."""
away: PlaceWords[NewYorkWorld] = PlaceWords(
    {
        "bag:info": T("from the bag"),
        "kept:info": T("from beside the board"),
        "box": T("from the box"),
        "beside:police": T("from beside the police deck"),
        "deck:police": T("from the police deck"),
        "deck:mafia": T("from the mafia deck"),
        "discard:police": T("from the police discard"),
        "discard:mafia": T("from the mafia discard"),
        "display:police": T("from beside the police deck"),
        "display:mafia": T("from beside the mafia deck"),
        "display:story": T("from the open story cards"),
    },
    {
        "square": lambda w, square: T("from {square}", square=square_name(w, square)),
        "hand": lambda w, seat: T("from {seat}", seat=SEATS[seat]),
        "alert": lambda w, n: T("from alert {n}", n=n),
        "story": lambda w, n: T("from story {n}", n=n),
    },
)
"""Away from a place: ``from Chelsea``, ``from the bag``."""


# What cards say, in short.


def square_on(w: NewYorkWorld, drawn: Draw) -> str | None:
    """The first square on a card: that of a police car, or of mafia."""
    if drawn.deck == "police":
        return w.police_cards[drawn.card].square or None
    return w.mafia_cards[drawn.card].mafia


def police_name(w: NewYorkWorld, name: str) -> Words:
    """A police card in a line: its square and its event, as far as both are known, or what it has done."""
    card = w.police_cards[name]
    title = event_title(w, name)
    line = T("{square}, {event}", square=square_name(w, card.square), event=title) if card.square else title
    done = "" if card.event.text else done_in_short(w, card.event.effects)
    return T("{card} · {what}", card=line, what=done) if done else line


def done_by(w: NewYorkWorld, effects: Sequence[CardEffect]) -> Words:
    """What effects do, as the buttons say it; empty without any."""
    said: list[Words] = []
    for raw in as_said(effects):
        said.append(said_by(BUTTONS, raw, w.names) or sentence([raw], w.called))
    return listed(said) if said else ""


def done_in_short(w: NewYorkWorld, effects: Sequence[CardEffect]) -> Words:
    """The same, as long as the buttons say all of it; else empty."""
    short = all(said_by(BUTTONS, raw, w.names) for raw in as_said(effects))
    return done_by(w, effects) if short else ""


def rest_of(w: NewYorkWorld, card: MafiaCard) -> Words:
    """The other parts of a mafia card."""
    info, item = (None if square is None else square_name(w, square) for square in (card.info, card.item))
    rest = besides(info, item)
    return T("{first} · {second}", first=rest, second=card.text) if card.text else rest


def besides(info: Words | None, item: Words | None) -> Words:
    """The info and item squares of a mafia card."""
    rest: list[Words] = []
    if info is not None:
        rest.append(T("info on {square}", square=info))
    if item is not None:
        rest.append(T("an item on {square}", square=item))
    return listed(rest) if rest else T("nothing else")


# Cards to show.


def _police_card(s: State, name: str) -> Card:
    card = s.world.police_cards[name]
    square = square_name(s.world, card.square) if card.square else event_title(s.world, name)
    if s.now.event is not None and s.now.event.card == name:
        face = police_face(square, event_title(s.world, name), card.event.text)
        return face if card.square else structs.replace(face, heading=T("Event of the round"))
    if name in s.now.police_deck.display:
        return Card("police", "car", square, T("A police car comes here"))
    now, turn = s.now.event, s.now.turn
    found = now is not None and now.square == card.square
    if now is not None and found and now.card != UNKNOWN and (turn is None or turn.step in ("mafia", "roll")):
        event = s.world.police_cards[now.card].event
        return Card("police", "car", square, T("It happens here: {event}", event=event.title))
    return Card("police", "car", square, T("A place at random: only the square counts"))


def police_face(square: Words, title: Words, text: Words) -> Card:
    """A police card with its event."""
    return Card("police", "car", square, T("This round: {event}", event=title), text)


def mafia_face(mafia: Words | None, rest: Words) -> Card:
    """A complete mafia card."""
    heading = T("Mafia comes here") if mafia is not None else T("Mafia card")
    return Card("mafia", "mafia", T("No mafia") if mafia is None else mafia, heading, rest)


def _mafia_card(s: State, name: str) -> Card:
    drawn = s.world.mafia_cards[name]
    face = mafia_face(None if drawn.mafia is None else square_name(s.world, drawn.mafia), rest_of(s.world, drawn))
    if name in s.now.mafia_deck.display and s.agenda and isinstance(s.agenda[-1], DrawMafia):
        return structs.replace(face, heading=T("Only its mafia: another card follows"), text=None)
    if drawn.mafia in s.now.cars.squares:
        return structs.replace(face, heading=T("No mafia: the police are here"))
    return structs.replace(face, heading=T("The FBI is here")) if drawn.mafia in s.now.fbi else face


def event_card(s: State) -> Card | None:
    """The event of the round; None outside a round (R-NYC-36)."""
    now = s.now.event
    if now is None:
        return None
    event = s.world.police_cards[now.card].event
    heading = T("Event of the round")
    if now.card == UNKNOWN:
        title = event_title(s.world, now.card)
        return Card("police", "car", title, heading, DrawUnknown.detail)
    if now.square is not None:
        heading = T("Event of the round, on {square}", square=square_name(s.world, now.square))
    id_ = "" if s.world.pack.board.whole else now.card
    text = event.text or done_in_short(s.world, event.effects)
    return Card("police", "car", event_title(s.world, now.card), heading, text, id_)


def story_cards(s: State) -> list[Card]:
    """The revealed story cards, in order (R-NYC-95)."""
    scenario = s.world.scenario
    # Of a story that is not whole nobody has counted the cards: it ends with the final challenge.
    ends = scenario.whole or any(task.id == "final" for task in s.now.tasks)
    last = len(scenario.cards) if scenario.whole else s.now.revealed
    chapters = {last - 1 if ends else 0: T("The final chapter"), 0: T("The beginning")}
    return [
        Card("story", "book", chapters.get(card.index, T("Chapter {n}", n=card.index)), scenario.name, card.text)
        for card in scenario.cards[: s.now.revealed]
    ]


class NewYorkWords(Presenter[State]):
    """The names of things, instructions and cards in words."""

    words: ClassVar[Mapping[str, Words]] = {
        "chance:police": T("Police"),
        "chance:mafia": T("Mafia"),
        "chance:info": T("Info"),
        "chance:items": T("Items"),
        "chance:squares": T("Squares"),
        **{f"seat:{seat}": name for seat, name in SEATS.items()},
        **{f"colour:{colour}": name for colour, name in COLOURS.items()},
        "at:beside:police": T("Beside the police deck"),
        "at:deck:police": T("On the police deck"),
        "limit_hit:police": T("reached in the police phase"),
        "limit_hit:players": T("reached in a player's turn"),
    }

    def word(self, s: State, name: str) -> Words:
        """The name of a thing by its name on the wire; of a place of cars, what lies there."""
        if split(name)[0] == "at":
            return self.words.get(name) or piece(s.world, "car")
        return piece(s.world, name) if split(name)[0] in COUNTED else super().word(s, name)

    def _field(self, s: State, name: str, value: Any) -> Words:
        """A value in words; the limit of the alert may not be reached."""
        return T("not reached") if name == "limit_hit" and value is None else super()._field(s, name, value)

    def lines(self, s: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in order; one movement of a hand is one line.

        Following the lines has the same result as following the instructions.
        """
        return [_instruction_line(s, todo) for todo in merged(instructions, ("marker",), one_by_one=True)]

    def printed_at(self, s: State, answer: Answer) -> str | None:
        """The first square on a card: that of a police car, or of mafia."""
        square = square_on(s.world, answer) if isinstance(answer, Draw) else None
        return None if square is None else s.world.at.get(square)

    def card(self, s: State, answer: Answer) -> Card | None:
        """The card that ``answer`` has turned up; None if it was not a card.

        Only the last police card's event counts (R-NYC-36), and only the last mafia card's info and item (R-NYC-51,
        R-NYC-54). A card drawn only for its square (R-NYC-38) shows nothing else.
        """
        if not isinstance(answer, Draw):
            return None
        return _police_card(s, answer.card) if answer.deck == "police" else _mafia_card(s, answer.card)


# Notices: the last round, the event, lasting effects, tasks and their needs.

FORBIDDEN: dict[str, Words] = {
    "subway": T("The subway is not running."),
    "extra_step": T("No extra step."),
    "reroll": T("No re-rolling."),
    "items": T("No items can be used."),
    "skills": T("No skills can be used."),
    **{kind: T("No {item} can be used.", item=words) for kind, words in ITEMS.items()},
}
MODIFIED: dict[str, Words] = {
    "mafia_per_turn": T("Mafia cards in each turn"),
    "info_cost": T("Results that info costs"),
    "item_cost": T("Results that an item costs"),
    "actions": T("Actions in each turn"),
    "steps": T("Steps in each move"),
    "extra_step_alert": T("Alert for the extra step"),
    "wild_alert": T("Alert for a wildcard"),
    "cars": T("Police cars in each round"),
    "blue_info": T("Results that blue info costs"),
    "red_info": T("Results that red info costs"),
    "yellow_info": T("Results that yellow info costs"),
    "mafia_wounds": T("Wounds by each mafia"),
    "mafia_cost": T("Results that one mafia costs"),
    **{colour: T("Dice: {colour}", colour=COLOURS[colour]) for colour in ("red", "yellow", "blue", "grey")},
}


WITH_EVENT: Final = ("turn", "round", "event")
"""What lasts no longer than the event, whose text says it already."""


def notices(s: State) -> list[Words]:
    """One sentence per notice, most urgent first."""
    now = s.now
    found: list[Words] = []
    if now.limit_hit is not None and now.result is None:
        found.append(T("The alert limit is reached: win before this round is over!"))
    card = event_card(s)
    if card is not None:
        found.append(_event(s, card))
    found += [_task(s, task) for task in now.tasks]
    found += [effect_words(s, effect) for effect in now.effects if effect.until not in WITH_EVENT or effect.when]
    return found


def _event(s: State, card: Card) -> Words:
    at = None if s.now.event is None else s.now.event.square
    if at is not None:
        square = square_name(s.world, at)
        return T("{event}, on {square}: {text}", event=card.title, square=square, text=card.text or "")
    return T("{event}: {text}", event=card.title, text=card.text) if card.text else card.title


def _task(s: State, task: TaskInForce) -> Words:
    title: Words = T("Final challenge") if task.id == "final" else T("Task")
    if task.square is not None:
        title = T("{task}, on {square}", task=title, square=square_name(s.world, task.square))
    # Of a task without a text nobody has told more than that its card is there, which says the rest.
    text, need = task.text or T("as its card says"), task.need
    needs = needed(need if task.text else structs.replace(need, table=False))
    if task.paid:
        needs.append(T("{paid} are there", paid=faces(task.paid)))
    if not needs:
        return T("{task}: {text}", task=title, text=text)
    return T("{task}: {text} ({needs})", task=title, text=text, needs=listed(needs))


def needed(need: Need) -> list[Words]:
    """The needs of a task, one by one (WIRE.md 7)."""
    parts: list[Words] = []
    if need.pay:
        parts.append(faces({str(face): n for face, n in need.pay.items()}))
    if need.items:
        parts.append(P("{n} item", "{n} items", need.items))
    if need.clear:
        parts.append(T("no mafia there"))
    if need.together:
        parts.append(P("{n} of the family there", "{n} of the family there together", need.together))
    if need.gone:
        parts.append(T("no {name} token left", name=token_name(need.gone)))
    if need.table:
        parts.append(T("you decide"))
    if need.shared:
        parts.append(T("from all together, in one round"))
    if need.any:
        ways: Words = ""
        for one in need.any:
            way = listed(needed(one))
            ways = T("{one} or {other}", one=ways, other=way) if ways else way
        parts.append(ways)
    return parts


EVERY: dict[str, Words] = {
    "round_start": T("Every round"),
    "round_end": T("At the end of every round"),
    "turn_start": T("At the start of every turn"),
    "turn_end": T("At the end of every turn"),
}


def effect_words(s: State, effect: InForce) -> Words:
    """An effect in force as a sentence."""
    if effect.op == "later":
        return T("{when}: {what}", when=awaited(s, effect), what=brought(s, effect))
    if effect.square is not None and effect.to is not None:
        ends = {"start": square_name(s.world, effect.square), "end": square_name(s.world, effect.to)}
        return T("The way between {start} and {end} is closed.", **ends)
    if effect.op == "close":
        return T("{square} is closed.", square=square_name(s.world, str(effect.square)))
    assert effect.what is not None
    words: Words = FORBIDDEN.get(effect.what, "")
    if effect.op == "modify":
        sign = "+" if effect.n > 0 else "−"
        words = T("{what}: {change}", what=MODIFIED[effect.what], change=f"{sign}{abs(effect.n)}")
    if effect.square is None:
        return words
    return T("{square}: {what}", square=square_name(s.world, effect.square), what=words)


def brought(s: State, effect: InForce) -> Words:
    """What is done when its time comes."""
    reminds = any(isinstance(one, NoteEffect) and CARD in str(one.text) for one in effect.do)
    return look_again(s.world, effect.card) if reminds else sentence(effect.do, s.world.called)


def awaited(s: State, effect: InForce) -> Words:
    """When something is done that is to come: at a time, or with something that somebody does, and where."""
    if effect.when in EVERY:
        return (WHEN if effect.until == "once" else EVERY)[effect.when]
    words: Words = WHEN[effect.when]
    if effect.square is not None:
        words = T("{when} from {square}", when=words, square=square_name(s.world, effect.square))
    if effect.to is not None:
        words = T("{when} to {square}", when=words, square=square_name(s.world, effect.to))
    return T("{when} (the first time)", when=words) if effect.first else words


# The box editor.

BOX: Final[Mapping[str, Words]] = {
    "alert": T("Alert track"),
    "story": T("Story track"),
    "length": T("Length"),
    "characters": T("Family"),
    "info_tokens": T("Info tokens"),
    "own_items": T("Items that only your box has"),
    "once": T("Leaves the game when used"),
    "mafia_cards": T("Mafia cards"),
    "police_cards": T("Police cards"),
    "scenarios": T("Stories"),
    "neighbours": T("Next to"),
    "subway": T("Subway station"),
    "police_cards.card": T("Police card"),
    "role": T("Who it is"),
    "dice": T("Dice"),
    "skill": T("Skill"),
    "tutorial": T("The one to begin with"),
    "alert_limit": T("Lost at alert"),
    "whole": T("All cards of it are in the list"),
    "start_squares": T("Where they start"),
    "mafia_per_turn": T("Mafia a turn"),
    "bag_add": T("Info for the bag"),
    "position": T("Space of the story track"),
    "position#": T("space {n} of the story track", n=0),
    "final_challenge": T("Final challenge"),
    "alert_cars": T("Police cars on the alert track"),
    "first_round_cars": T("Police cars in the first round"),
    "=heal": T("healing"),
    "=fight": T("fighting"),
    "=hacker": T("hacking"),
    "=charm": T("charm"),
    "mafia": T("Mafia on"),
    "info": T("Info on"),
    ".item": T("Item on"),
    "item": T("Which item"),
    "square": T("Square"),
    "event": T("Event"),
    "random_location": T("At a random place"),
    "cost": T("Price"),
    **EFFECT_LABELS,
    **{key: as_printed(words) for role, words in SEATS.items() for key in (role, f"={role}")},
    **{f"={kind}": words for kind, words in ITEMS.items()},
}
"""Labels for ``companion.packs.editing.words.BoxWords``."""

ICONS: Final[Mapping[str, str]] = {
    **{f"={role}": f"figure:{role}" for role in SEATS},
    **{f"={kind}": f"item:{kind}" for kind in ITEMS},
    **{f"{field}{colour}": f"info:{colour}" for colour in TYPE_OF_COLOUR for field in ("colour=", "bag_add.")},
    **{f"dice.{colour}": f"face:{face}" for colour, face in TYPE_OF_COLOUR.items()},
    **{f"pay.{face}": f"face:{face}" for face in TYPE_OF_COLOUR.values()},
    **EFFECT_ICONS,
}
"""Icons by the same keys."""
