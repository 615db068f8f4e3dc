"""Questions: prompts, choices, forms and tips, and answers in words (WIRE.md 3, 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, Final

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, DrawUnknown, Pick, Pull, PullUnknown, Roll
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.effects import ChooseOption, ChoosePerson, ConditionStep, DieStep, Holds, OptionStep, PersonStep
from companion.core.instructions import ident, kind
from companion.core.texts import P, T, Words, listed
from companion.games.newyork import answers as a
from companion.games.newyork.buttons import BUTTONS
from companion.games.newyork.checks import MOST_TRACK
from companion.games.newyork.content import COLOURS as COLOUR_ORDER
from companion.games.newyork.content import (
    RESULT_ITEMS,
    ROLES,
    WILD,
    EffectOption,
    PlaceInfo,
    PlaceItem,
    PlaceMafia,
    read_effects,
)
from companion.games.newyork.rules.actions import steps_of_a_move
from companion.games.newyork.rules.effects import CarLocation, EffectLocation, SquareStep
from companion.games.newyork.rules.pieces import wounds_here
from companion.games.newyork.rules.rounds import EventLocation, FirstRoll, ForcedMove
from companion.games.newyork.rules.story import find
from companion.games.newyork.sheets import sentence
from companion.games.newyork.state import NewYorkWorld, State, event_title, here, modified, turn, undealt
from companion.games.newyork.words import (
    COLOURS,
    FACE_NAMES,
    INFO,
    ITEMS,
    SEATS,
    NewYorkWords,
    awaited,
    brought,
    count_faces,
    done_by,
    done_in_short,
    faces,
    info,
    item_name,
    piece,
    police_name,
    rest_of,
    square_name,
    square_on,
)
from companion.scene import effects
from companion.scene.presenter import QuestionText, Sentence
from companion.scene.scene import Choice, Filling, Group, Named, NumberEntry, Portion, Prompt, Tip

# What fills the blanks of answers and asks.


def _to(s: State, said: a.Walk | a.ExtraWalk | a.Ride | a.Flee) -> Words:
    return square_name(s.world, said.to)


def _square(s: State, said: Any) -> Words | None:
    """The square that an answer names, in whichever field."""
    for field in ("square", "to", "from_"):
        named = getattr(said, field, UNSET)
        if isinstance(named, str):
            return square_name(s.world, named)
    return None


def _seat(s: State, said: Any) -> Words | None:
    """Whom an answer is about; of an ask, who plays."""
    if isinstance(said, Ask):
        return SEATS[said.who or turn(s).seat]
    return None if said.seat is UNSET else SEATS[said.seat]


def _colour(s: State, said: Any) -> Words:
    """The colour of a die."""
    return COLOURS[said.colour if isinstance(said.colour, str) else said.die[:-1]]


def _item(s: State, said: Any) -> Words:
    """An item; of a drone, what it carries."""
    item = said.item if getattr(said, "send", UNSET) is UNSET else said.send
    return item_name(s.world, item)


def _used(s: State, said: Any) -> Words | None:
    """The same if it lies face down."""
    return _item(s, said) if said.used is True else None


def _handed_in(s: State, said: a.Fulfil) -> Words | None:
    return None if said.items is UNSET else listed([item_name(s.world, held.item) for held in said.items])


def _task(s: State, said: a.Fulfil) -> Words | None:
    """A task by its id, which old answers have, too."""
    return None if said.task == "final" else s.world.tasks.get(said.task, said.task.replace("_", " "))


def _left(s: State, said: ChooseAsk) -> int | None:
    return said.left if isinstance(said.left, int) else None


_WHY: Final[Mapping[str, Words]] = {
    "wild": T("a wildcard"),
    "extra_step": T("an extra step"),
    "raincoat": T("a raincoat"),
    "other": T("another reason"),
}


def _caused(s: State, said: a.Caused) -> Words:
    w = s.world
    return done_by(w, read_effects(said.effects or [], w.squares, items=w.own_items))


BLANKS: Final[Mapping[Any, Callable[[State, Any], Words | None]]] = {
    "square": _square,
    "start": lambda s, said: square_name(s.world, said.from_),
    "end": lambda s, said: square_name(s.world, said.to),
    "seat": _seat,
    "colour": _colour,
    "item": _item,
    "used": _used,
    "info": lambda s, said: info(said.token),
    "why": lambda s, said: _WHY[said.why],
    "task": _task,
    "text": lambda s, said: None if said.task == "final" else find(s, said.task).text,
    "items": _handed_in,
    **{(kind, "square"): _to for kind in (a.Walk, a.ExtraWalk, a.Ride, a.Flee)},
    (a.TakeItem, "item"): lambda s, said: item_name(s.world, s.now.items.squares[here(s)]),
    (a.TookItem, "item"): lambda s, said: item_name(s.world, s.now.items.squares[said.square]),
    (a.UseItem, "faces"): lambda s, said: faces({RESULT_ITEMS[said.item]: 1}),
    (a.RerollDice, "n"): lambda s, said: len(said.dice) or None,
    (a.EndedTurn, "n"): lambda s, said: said.wounds or None,
    (a.CardNumbers, "n"): lambda s, said: said.mafia_per_turn or 0,
    (a.WholeCard, "n"): lambda s, said: (said.card or {}).get("mafia_per_turn", 0),
    (a.AlertCars, "at"): lambda s, said: listed([str(at) for at in said.cars or []]) or T("nowhere"),
    (a.Caused, "what"): _caused,
    (a.Triggered, "deed"): lambda s, said: awaited(s, s.now.effects[said.n - 1]),
    (a.CarriedOut, "event"): lambda s, said: event_title(s.world, s.now.event.card) if s.now.event else None,
    (a.Triggered, "what"): lambda s, said: brought(s, s.now.effects[said.n - 1]),
    (PullAsk, "info"): lambda s, said: INFO[ident(said.bag)],
    (ChooseAsk, "n"): _left,
    (ChooseAsk, "event"): lambda s, said: event_title(s.world, s.now.event.card) if s.now.event else T("The event"),
}
"""What fills the blanks of texts, by name; by answer or ask and name where they differ. What the log says of an answer
needs no state but the box, so that it can say so later, too; unless it is ``fleeting``."""


# The prompts of all questions.

_FLEE = T("The police are here. Go to an open square; one action less this turn.")
_WOUNDS = P("{n} wound", "{n} wounds", 0)
_SAID = T("The card says so.")
QUESTIONS: Final[Mapping[str, QuestionText]] = {
    "mafia": QuestionText(T("Draw a mafia card"), T("Mafia appears on its square.")),
    "police": QuestionText(T("Draw a police card"), T("A police car goes to its square.")),
    "random": QuestionText(T("Draw a police card for a random place")),
    "items": QuestionText(T("Draw an item")),
    "info": QuestionText(T("Draw info from the bag")),
    "reserve": QuestionText(T("Draw {info}")),
    "pick": QuestionText(T("Pick a square at random"), T("An item goes there.")),
    "first_roll": QuestionText(T("Roll for {seat}")),
    "roll": QuestionText(T("Roll again for {seat}")),
    "turn_over": QuestionText(T("{seat}: which item is turned over?"), T("The card says so.")),
    "hand_in": QuestionText(T("{seat}: which item goes?"), T("It goes back to the supply.")),
    "pass": QuestionText(T("{seat}: which item changes hands?"), _SAID),
    "swap": QuestionText(T("{seat}: which item of the board for it?"), _SAID),
    "next": QuestionText(T("Who goes next?"), T("Agree among yourselves.")),
    "forced": QuestionText(T("{seat} must flee"), _FLEE),
    "report": QuestionText(T("{seat} plays"), T("Info, mafia, items: tap the square.")),
    "wound": QuestionText(T("{seat} is hurt: lose a die"), _WOUNDS),
    "heal": QuestionText(T("{seat} recovers: which die comes back?"), _WOUNDS),
    "car": QuestionText(T("Which police car moves?")),
    "card": QuestionText(T("What does the story card say?"), T("Read it aloud; here only its numbers count.")),
    "alert_cars": QuestionText(T("Where on the alert track do police cars stand?")),
    "alert_end": QuestionText(T("Where does the alert track end?"), T("The last number on it.")),
    "last_card": QuestionText(
        T("Was that the last card of the story?"), T("If it was, none lies on the story track any more.")
    ),
    "event": QuestionText("{event}", T("Tap what it has changed. Nothing? Then that is all.")),
    "start": QuestionText(T("Where does {seat} begin?"), T("Choose a square.")),
    "R-NYC-110": QuestionText(T("You have lost"), T("The alert has reached its limit, and the round is over.")),
    "R-NYC-111": QuestionText(T("You have lost"), T("The alert has reached its limit, and the round is over.")),
    "R-NYC-112": QuestionText(T("You have lost"), T("The FBI is everywhere: all five are on the board.")),
    "R-NYC-113": QuestionText(T("You have won!"), T("The final challenge is done.")),
}
"""The prompt of each question: of decks, bags, decisions, and of the end by its rule."""
_COMES: Final[Mapping[type[Any], Words]] = {
    PlaceMafia: T("Mafia comes to its square. Nothing else of it counts."),
    PlaceInfo: T("Info comes to its square. Nothing else of it counts."),
    PlaceItem: T("An item comes to its square. Nothing else of it counts."),
}
_DESTINATIONS: Final[Mapping[str, Callable[[NewYorkWorld, str], Words]]] = {
    "square": lambda w, square: T("It goes on {square}.", square=square_name(w, square)),
    "hand": lambda w, seat: T("It goes to {seat}.", seat=SEATS[seat]),
    "bag": lambda w, _: T("From the reserve into the bag."),
}


# The groups of choices, in order of display.

ON_BOARD = T("tap a green square")

GROUPS: dict[str, Group] = {
    group.id: group
    for group in (
        Group("draw", T("Which card is it?")),
        Group("pull", T("Which token is it?")),
        Group("pick", T("Which square is it?"), ON_BOARD, on_map=True),
        Group("start", T("Begin"), ON_BOARD, on_map=True),
        Group("flee", T("Flee"), ON_BOARD, on_map=True),
        Group("car", T("Choose the car"), ON_BOARD, on_map=True),
        Group("square", T("Choose the square"), ON_BOARD, on_map=True),
        Group("final", T("The final challenge"), None, ["star"]),
        Group("task", T("Tasks")),
        Group("fight", T("Mafia"), T("fight, dodge or avoid"), ["mafia"]),
        Group("collect", T("Collect"), T("info and items")),
        Group("move", T("Move"), ON_BOARD, on_map=True),
        Group("extra", T("Extra step"), None, ["alert"]),
        Group("reroll", T("Roll again"), T("1 action")),
        Group("collected", T("Collected info"), ON_BOARD, on_map=True),
        Group("removed", T("Removed mafia"), ON_BOARD, ["mafia"], on_map=True),
        Group("taken", T("Took an item"), ON_BOARD, on_map=True),
        Group("tracks", T("Moved a marker"), T("alert or story"), ["marker:alert"]),
        Group("triggered", T("What cards wait for"), None, ["hand"]),
        Group("healed", T("Healed"), None, ["wound"]),
        Group("ended", T("End the turn")),
        *(Group(f"item:{item}", name, None, [f"item:{item}"], sheet=True) for item, name in ITEMS.items()),
        Group("own", T("Other items"), None, ["item"], sheet=True),
        Group("skill", T("Skill"), None, ["skill"], sheet=True),
        Group("give", T("Give an item"), None, ["hand"], sheet=True),
        Group("discard", T("Discard an item"), None, ["box"], sheet=True),
        Group("radio", T("Police radio"), None, ["item:radio"], sheet=True),
    )
}
BY_CARD = "card:"
"""Prefix of the groups of what the event can do."""
GROUPS |= {
    f"{BY_CARD}{one.id}": Group(f"{BY_CARD}{one.id}", one.label, None, [one.icon], by_card=True) for one in BUTTONS
}
_RANK = {name: rank for rank, name in enumerate(GROUPS)}
_ALONE = _RANK["reroll"]
"""Ungrouped choices come after urgent groups, before reports and the sheet."""


MAFIA, CAR = "mafia", "car:"
"""The portion for mafia cards per turn, and the prefix of police car positions."""
MOST, MOST_CARS = 10, 3
PAYING = (a.Collect, a.TakeItem, a.Fight, a.Face, a.Evade, a.Fulfil)
FEW = 8
LISTS = frozenset({"draw", "pull"})
"""Groups whose chance outcomes become buttons if there are only a few."""


class NewYorkQuestions(NewYorkWords):
    """The open question, its choices with their groups, its forms, and answers in words."""

    blanks = BLANKS

    # The prompt.

    def chapter(self, state: State) -> Words:
        """The current round; before the first, the setup."""
        return T("Round {n}", n=state.now.round) if state.now.round else T("Setting up")

    def prompt(self, s: State, ask: Ask, answers: Sequence[Answer] = ()) -> Prompt:
        """The prompt of the open question; ``answers`` are the legal ones."""
        title, hint = self._question(s, ask, answers)
        who = ask.who if s.now.turn is None else s.now.turn.seat
        if who is not None and isinstance(ask, DrawAsk | PullAsk):
            # Keep showing whose turn it is while the table does something else.
            title = T("{seat}: {line}", seat=SEATS[who], line=title)
        return Prompt(self._where(s, ask), title, hint or None, ask.rule)

    def _where(self, s: State, ask: Ask) -> Words:
        """The round, and what is left of the turn."""
        words = self.chapter(s)
        if not s.now.round:
            return words
        parts: list[Words] = []
        if isinstance(ask, DrawAsk) and ask.purpose == "car" and isinstance(ask.left, int):
            # A card for each car. Cards are no measure: of one that is not known, hands put the car.
            cars = s.now.cars.beside + sum(s.now.cars.squares.values())
            parts.append(T("Police {n} of {all}", n=cars - ask.left + 1, all=cars))
        elif s.now.turn is not None:
            if isinstance(ask, DrawAsk) and ask.deck == "mafia" and isinstance(ask.left, int):
                drawn = len(s.now.mafia_deck.display) + 1
                parts.append(T("Mafia {n} of {all}", n=drawn, all=drawn - 1 + ask.left))
            elif not s.world.options.light and s.now.turn.step in ("roll", "play"):
                parts.append(P("{n} action", "{n} actions", s.now.turn.actions))
                if s.now.turn.steps:
                    parts.append(P("{n} step", "{n} steps", s.now.turn.steps))
        elif s.now.phase == "police":
            parts.append(T("Police"))
        for part in parts:
            words = T("{first} · {second}", first=words, second=part)
        return words

    def _question(self, s: State, ask: Ask, answers: Sequence[Answer]) -> tuple[Words, Words]:
        step = s.agenda[-1] if s.agenda else None
        hint: Words = ""
        match ask:
            case ChooseAsk(choice="play"):
                return self._play(s, answers)
            case ChooseAsk(choice="effect" | "condition" | "person" | "square"):
                return self._of_an_effect(s)
            case RollAsk() if isinstance(step, DieStep):
                return T("A die decides: roll it"), self._on_faces(s, step)
            case Over():
                name = ask.rule
            case DrawAsk(deck="mafia"):
                name = "mafia"
            case DrawAsk(purpose=purpose):
                name = "police" if purpose == "car" else "random"
                hint = "" if purpose == "car" else self._sought(s)
            case PullAsk(bag=bag, at=at):
                name = kind(bag)
                if isinstance(at, str):
                    hint = _DESTINATIONS[kind(at)](s.world, ident(at))
            case PickAsk():
                name = "pick"
            case ChooseAsk(choice=choice):
                name = choice
                if name == "report" and not s.world.squares:
                    hint = T("Play it on the table; here say what it changed.")
            case _:
                name = "first_roll" if isinstance(step, FirstRoll) else "roll"
        text = QUESTIONS[name]
        return self._filled_in(s, ask, text.title), hint or self._filled_in(s, ask, text.hint)

    def _sought(self, s: State) -> Words:
        """R-NYC-38: what the random square is for; the rest of the card is ignored."""
        step = s.agenda[-1]
        if isinstance(step, EventLocation):
            event = s.world.police_cards[step.card].event
            return T("Its square is where this happens: {event}. Nothing else of it counts.", event=event.title)
        if isinstance(step, CarLocation):
            return T("A police car drives to its square. Nothing else of it counts.")
        effect = step.effect if isinstance(step, EffectLocation) else None
        return _COMES.get(type(effect), T("What was just read happens on its square. Nothing else of it counts."))

    def _done(self, s: State, done: Sequence[Any]) -> Words:
        """What effects do, as a sentence."""
        return effects.done(done, partial(sentence, names=s.world.called))

    def _on_faces(self, s: State, step: DieStep) -> Words:
        """What the faces of a die do that decides."""
        on = [(listed([FACE_NAMES[face] for face in part.faces]), self._done(s, part.do)) for part in step.on]
        return listed([T("{faces}: {what}", faces=shown, what=done) for shown, done in on])

    def _of_an_effect(self, s: State) -> tuple[Words, Words]:
        """The question of an effect, from what it does."""
        step = s.agenda[-1]
        if isinstance(step, ConditionStep) and step.effect.ask:
            return step.effect.ask, ""
        if isinstance(step, ConditionStep | OptionStep):
            return effects.question(s, partial(sentence, names=s.world.called)) or ("", "")
        assert isinstance(step, PersonStep | SquareStep)
        return T("Who is it?") if isinstance(step, PersonStep) else T("Which square?"), self._done(s, [step.effect])

    def _play(self, s: State, answers: Sequence[Answer]) -> tuple[Words, Words]:
        now, square = turn(s), here(s)
        seat = SEATS[now.seat]
        if any(isinstance(answer, a.Fulfil) and answer.task == "final" for answer in answers):
            return T("{seat}: win now!", seat=seat), T("The final challenge can be done here.")
        if undealt(s, square):
            count = piece(s.world, "mafia", s.now.mafia[square])
            hint = T("Here: {mafia}. Fight, dodge or avoid, or be hurt at the end.", mafia=count)
            return T("{seat}: mafia!", seat=seat), hint
        if now.dealt.get(square) == "faced" and square in s.now.mafia:
            hint = T("You have dodged the mafia here: you cannot leave this square.")
            return T("{seat} plays", seat=seat), hint
        left: list[Words] = []
        if now.actions:
            left.append(P("{n} action left", "{n} actions left", now.actions))
        if now.steps:
            left.append(P("{n} step left", "{n} steps left", now.steps))
        if left:
            return T("{seat} plays", seat=seat), listed(left)
        return T("{seat}: done?", seat=seat), T("No action left.")

    # Answers in words.

    def label(self, s: State, answer: Answer) -> Words:
        """The text of an answer's button."""
        says = self.labels.get(type(answer))
        return (says(self, s, answer) if says is not None else "") or super().label(s, answer)

    def _item_used(self, s: State, answer: a.UseItem) -> Words:
        """An item that is used, as a button: the radio by the car it moves."""
        if answer.item == "radio":
            return self._filled_in(s, answer, a.MovedCar.label)
        if answer.item == "raincoat" and isinstance(s.agenda[-1], ForcedMove):
            return T("Stay, under the raincoat")
        return self._use(s, answer)

    def _use(self, s: State, answer: a.UseItem) -> Words:
        if answer.item == "drone" and isinstance(answer.square, str):
            item, at = item_name(s.world, s.now.items.squares[answer.square]), square_name(s.world, answer.square)
            return T("Drone: the {item} from {square}", item=item, square=at)
        return self._first(s, answer, self._uses.get(answer.item) or self._uses[""])

    @cached_property
    def _uses(self) -> Mapping[str, Sequence[Sentence]]:
        """The texts of items that are used; those of the box's own items are under no name."""
        texts = {**a.UseItem.by_item, "": a.UseItem.own}
        return {item: self._ready(a.UseItem, words) for item, words in texts.items()}

    def _come(self, s: State, answer: Draw | Pull | Pick) -> Words:
        """What has come, as a button."""
        match answer:
            case Draw(deck="police", card=card):
                square = s.world.police_cards[card].square
                return square_name(s.world, square) if square else event_title(s.world, card)
            case Draw() if square_on(s.world, answer) is None:
                return T("No mafia")
            case Pull(bag=bag, token=token):
                return piece(s.world, f"{'item' if bag == 'items' else 'info'}:{token}")
        return self.outcome(s, answer)

    def describe(self, s: State, answer: Answer) -> Words:
        """An answer as a short line, for the log and the undo list. It needs only the box of ``s``,
        unless it is ``fleeting``."""
        w = s.world
        words: Words = ""
        match answer:
            case Draw(deck="police", card=card):
                words = T("Police card: {card}", card=police_name(w, card))
            case Draw(card=card):
                # Cards can share a square, so the line includes what tells them apart.
                rest = rest_of(w, w.mafia_cards[card])
                words = T("Mafia card: {square}, {rest}", square=self.outcome(s, answer), rest=rest)
            case Pull(bag="items", token=token):
                words = T("Item: {item}", item=item_name(w, token))
            case Pull(token=token):
                words = T("Token: {token}", token=info(token))
            case Pick():
                words = T("Random square: {square}", square=self.outcome(s, answer))
            case Roll(faces=shown):
                words = T("Roll: {faces}", faces=faces(count_faces([str(face) for face in shown.values()])))
            case a.UseItem():
                words = self._use(s, answer)
            case a.LastCard(last=last):
                words = T("That was the last story card") if last else T("More story cards lie there")
            case ChoosePerson(seat=seat):
                words = T("Chosen: {what}", what=SEATS[seat])
            case ChooseOption() | Holds():
                words = effects.chosen(s, answer, partial(sentence, names=s.world.called))
        return words or super().describe(s, answer)

    def outcome(self, s: State, answer: Answer) -> Words:
        """A chance outcome, shorter than its description: the square, the item, the info."""
        match answer:
            case Draw():
                square = square_on(s.world, answer)
                return T("no mafia") if square is None else square_name(s.world, square)
            case Pull(bag=bag, token=token):
                return item_name(s.world, token) if bag == "items" else info(token)
            case Pick(one=one):
                return square_name(s.world, str(one))
        return self.describe(s, answer)

    # The choices: one per legal answer, with its cost and place.

    def choices(self, s: State, legal: Sequence[Answer]) -> list[Choice]:
        """A choice for each answer, in order of display; forms and numbers have none.

        The board shows only the cheapest way to a square. The primary choice of a turn wins the game if possible, and
        ends the turn once nothing useful is left.
        """
        made = [self.choice(s, one) for one in legal if not one.template and not isinstance(one, a.AlertEnd)]
        end = next((one for one in made if isinstance(one.answer, a.End)), None)
        if end is None:
            if len(made) <= FEW:
                made = [structs.replace(one, group=None) if one.group in LISTS else one for one in made]
            return [*sorted(made, key=_rank), *(self.by_card(s) if a.Caused(None) in legal else ())]
        made = _on_board(made)
        primary, now = None, turn(s)
        if winning := [one for one in made if one.group == "final"]:
            primary = min(winning, key=lambda one: one.icons.count(f"face:{WILD}"))
        elif not now.actions and not now.steps and not any(isinstance(one, PAYING) for one in legal):
            primary = end
        return sorted([structs.replace(one, primary=True) if one is primary else one for one in made], key=_rank)

    def choice(self, s: State, answer: Answer) -> Choice:
        """An answer as a choice, with what it costs and where it is on the board."""
        found, looks, dice = super().choice(s, answer), self.looks.get(type(answer)), getattr(answer, "with_", UNSET)
        cost, paid = (None, []) if dice is UNSET else self._payment(s, dice)
        more = {} if looks is None else looks(self, s, answer, found.icons, cost or found.detail)
        if cost:
            more.setdefault("detail", cost)
        if paid:
            more |= {"pays": "with_", "icons": [*more.get("icons", found.icons), *paid]}
        return structs.replace(found, **more) if more else found

    def _as_ended(self, s: State) -> dict[str, Any]:
        """The end of a turn: what it would waste, and the wounds."""
        hurt = (
            {"icons": ["wound"], "detail": P("{n} wound", "{n} wounds", wounds_here(s))} if undealt(s, here(s)) else {}
        )
        return {"unused": self._unused(s), **hurt}

    def _as_drawn(self, s: State, answer: Draw | Pull | Pick, *_: Any) -> dict[str, Any]:
        match answer:
            case Draw(deck=deck):
                square, icon = square_on(s.world, answer), "car" if deck == "police" else "mafia"
                spot = None if square is None else s.world.at[square]
                return {"spot": spot, "icons": [icon], "detail": self._rest(s, answer), "group": "draw"}
            case Pull(bag=bag, token=token):
                return {"icons": [f"{'item' if bag == 'items' else 'info'}:{token}"], "group": "pull"}
        return {"spot": s.world.at[str(answer.one)], "group": "pick"}

    def _as_used(self, s: State, answer: a.UseItem, icons: Sequence[str], _: Words | None) -> dict[str, Any]:
        item = answer.item
        if item in s.world.own_items:
            own = s.world.own_items[item]
            return {"group": "own", "icons": ["item"], "detail": own.text or self._done(s, own.effects)}
        if isinstance(s.agenda[-1], ForcedMove):
            return {"group": None, "detail": T("all actions, alert +1")}
        if item in RESULT_ITEMS:
            return {"icons": [*icons, f"face:{RESULT_ITEMS[item]}"]}
        return {"detail": T("alert +1")} if item == "radio" or answer.ignore == "police" else {}

    def _as_task(self, s: State, answer: a.Fulfil, icons: Sequence[str], detail: Words | None) -> dict[str, Any]:
        if answer.task != "final":
            return {"detail": T("done")} if s.world.options.light else {}
        if s.world.options.light:
            return {"icons": ["star"]}
        given = _handed_in(s, answer)
        details = [*([detail] if detail else []), *([T("hand in {items}", items=given)] if given else [])]
        return {"icons": ["star"], "group": "final", "detail": listed(details) if details else None}

    def _as_walk(self, s: State, *_: Any) -> dict[str, Any]:
        left, steps = turn(s).steps, steps_of_a_move(s)
        if left:
            return {"detail": P("{n} step left", "{n} steps left", left)}
        return {"detail": P("1 action for {n} step", "1 action for {n} steps", steps)}

    def _as_skill(self, s: State, answer: a.Skill, *_: Any) -> dict[str, Any]:
        if not isinstance(answer.die, str):
            return {}
        shown = turn(s).pool[answer.die]
        face = FACE_NAMES[shown.face]
        detail = T("it shows {face} (spent)", face=face) if shown.spent else T("it shows {face}", face=face)
        return {"icons": [f"die:{answer.die[:-1]}", f"face:{shown.face}"], "detail": detail}

    def _as_option(self, s: State, answer: ChooseOption, *_: Any) -> dict[str, Any]:
        option = _option(s, answer)
        return {"detail": self._done(s, option.do)} if option.text else {}

    def _payment(self, s: State, dice: Sequence[str]) -> tuple[Words | None, list[str]]:
        """The alert for the WILD of the dice that pay (R-NYC-69) in words, and their results as icons."""
        shown = count_faces([turn(s).pool[die].face for die in dice])
        alert = shown.get(WILD, 0) * max(0, 1 + modified(s, "wild_alert"))
        icons = [f"face:{face}" for face, n in shown.items() for _ in range(n)]
        return (T("alert +{n}", n=alert) if alert else None), icons

    def _rest(self, s: State, answer: Draw) -> Words | None:
        """What a drawn card says besides its square."""
        if answer.deck == "mafia":
            return rest_of(s.world, s.world.mafia_cards[answer.card])
        card, title = s.world.police_cards[answer.card], event_title(s.world, answer.card)
        done = "" if card.event.text else done_in_short(s.world, card.event.effects)
        if not card.square:
            return done or None
        return T("{card} · {what}", card=title, what=done) if done else title

    def _unused(self, s: State) -> Words | None:
        """What ending the turn would waste."""
        now = turn(s)
        if now.actions:
            return P("{n} action is left", "{n} actions are left", now.actions)
        return P("{n} step is left", "{n} steps are left", now.steps) if now.steps else None

    labels: ClassVar[Mapping[type[Answer], Callable[[Any, State, Any], Words]]] = {
        Draw: _come,
        Pull: _come,
        Pick: _come,
        ChoosePerson: lambda self, s, said: SEATS[said.seat],
        ChooseOption: lambda self, s, said: _option(s, said).text or self._done(s, _option(s, said).do),
        Holds: lambda self, s, said: effects.YES if said.holds else effects.NO,
        a.RerollDice: lambda self, s, said: _again(s, said.dice),
        a.Fight: lambda self, s, said: T("Fight: remove one mafia") if said.square == here(s) else "",
        a.UseItem: _item_used,
        a.Fulfil: lambda self, s, said: (
            T("Final challenge done: you win") if said.task == "final" and s.world.options.light else ""
        ),
        a.LastCard: lambda self, s, said: T("Yes, the last one") if said.last else T("No, more lie there"),
    }
    """Texts of buttons that depend on the state; empty: what the answer says of itself."""
    looks: ClassVar[Mapping[type[Answer], Callable[[Any, State, Any, Sequence[str], Words | None], dict[str, Any]]]] = {
        Draw: _as_drawn,
        Pull: _as_drawn,
        Pick: _as_drawn,
        DrawUnknown: lambda self, s, *_: {"group": "draw"},
        PullUnknown: lambda self, s, *_: {"group": "pull"},
        a.RerollDice: lambda self, s, *_: {"pays": "dice"},
        ChooseOption: _as_option,
        ChoosePerson: lambda self, s, said, *_: {"icons": [f"figure:{said.seat}"]},
        a.Walk: _as_walk,
        a.ExtraWalk: lambda self, s, *_: {"detail": T("alert +{n}", n=max(0, 1 + modified(s, "extra_step_alert")))},
        a.Skill: _as_skill,
        a.UseItem: _as_used,
        a.Fulfil: _as_task,
        a.End: lambda self, s, *_: self._as_ended(s),
        a.EndedTurn: lambda self, s, said, *_: {} if said.wounds else {"primary": True},
        a.TookItem: lambda self, s, said, *_: {"icons": [f"item:{s.now.items.squares[said.square]}"]},
    }
    """What else of a choice depends on the state, or on which fields of the answer are set; called also with the icons
    and the detail that it has already."""

    def by_card(self, s: State) -> list[Choice]:
        """What the event that lies there can do in mid-round, a tap for the button and one for its value."""
        if s.now.event is None:
            return []
        absent = set(ROLES) - set(s.world.seats)
        found = []
        for button in BUTTONS:
            group = BY_CARD + button.id
            if button.whole:
                found.append(Choice(a.Caused([button.made()]), button.label, None, [button.icon], group))
            named = s.world.names if button.sort else {}
            values = [(one.words, one.icon, button.made(one)) for one in button.values if one.value not in absent]
            values += [(name, "", button.made(id_)) for id_, name in named.items()]
            found += [
                Choice(a.Caused([effect]), words, None, [icon] if icon else [], group) for words, icon, effect in values
            ]
        return found

    def _groups(self, s: State, choices: Sequence[Choice]) -> list[Group]:
        """The groups in use. If all choices of a group mean the same, the group shows it and its cost."""
        members: dict[str, list[Choice]] = {}
        for choice in choices:
            if choice.group is not None:
                members.setdefault(choice.group, []).append(choice)
        return [_fitting(GROUPS[name], found) for name, found in members.items()]

    def entry(self, answers: Sequence[Answer]) -> NumberEntry | None:
        """The number to enter, if the question is for one."""
        if not answers or not isinstance(answers[0], a.AlertEnd):
            return None
        return NumberEntry(T("The last number of the alert track"), answers[0].n, MOST_TRACK, list(answers))

    # Forms: the numbers of a story card that is not in the box.

    def fillings(self, s: State, answers: Sequence[Answer]) -> list[Filling]:
        """The form of a story card being turned up; empty for other questions."""
        found = []
        for answer in answers:
            if isinstance(answer, a.CardNumbers):
                tokens = [Portion(colour, INFO[colour], f"info:{colour}", MOST) for colour in COLOUR_ORDER]
                mafia = Portion(MAFIA, T("Mafia a turn"), "mafia", MOST)
                detail = T("Mafia cards a turn, and info that goes into the bag.")
                found.append(Filling(answer, T("What the card says"), [mafia, *tokens], detail=detail))
            elif isinstance(answer, a.AlertCars):
                cars = [Named(f"{CAR}{n}", str(n), "car") for n in range(1, s.now.limit + 1)]
                found.append(Filling(answer, T("Police cars on the alert track"), [], cars, most_named=MOST_CARS))
        return found

    def filled(self, state: State, template: Answer, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
        """The card with these numbers, or with the named police cars."""
        if isinstance(template, a.CardNumbers):
            return a.CardNumbers(
                amounts.get(MAFIA, 0), a.Bag(**{colour: amounts.get(colour, 0) for colour in COLOUR_ORDER})
            )
        if isinstance(template, a.AlertCars):
            return a.AlertCars(sorted(int(name.removeprefix(CAR)) for name in names))
        return template

    def entered(self, state: State, template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
        """The inverse of ``filled``; None if ``answer`` does not come from ``template``."""
        if isinstance(template, a.CardNumbers) and isinstance(answer, a.CardNumbers) and answer.bag_add is not None:
            tokens = {colour: getattr(answer.bag_add, colour) for colour in COLOUR_ORDER}
            return {MAFIA: answer.mafia_per_turn or 0} | tokens, []
        if isinstance(template, a.AlertCars) and isinstance(answer, a.AlertCars):
            return {}, [f"{CAR}{n}" for n in answer.cars or []]
        return None


def _option(s: State, answer: ChooseOption) -> EffectOption:
    step = s.agenda[-1]
    assert isinstance(step, OptionStep)
    option: EffectOption = step.options[answer.n - 1]
    return option


def _again(s: State, dice: Sequence[str]) -> Words:
    """A re-roll of nothing but spent dice."""
    if not dice or not all(turn(s).pool[die].spent for die in dice):
        return ""
    return P("Roll again: the spent die", "Roll again: the {n} spent dice", len(dice))


def _rank(choice: Choice) -> tuple[int, int]:
    """The order of choices: by group; within a group, those without WILD first."""
    wild = choice.icons.count(f"face:{WILD}") if choice.pays else 0
    return _ALONE if choice.group is None else _RANK[choice.group], wild


def _on_board(made: list[Choice]) -> list[Choice]:
    """R-NYC-120 is free, R-NYC-59 costs a step, R-NYC-63 alert: a tap on a square takes the first possible one."""
    best: dict[str, Choice] = {}
    for verb in (a.ExtraWalk, a.Walk, a.Ride):
        for choice in made:
            if choice.spot is not None and isinstance(choice.answer, verb):
                best[choice.spot] = choice
    return [
        structs.replace(choice, spot=None) if choice.spot is not None and best[choice.spot] is not choice else choice
        for choice in made
    ]


def _fitting(group: Group, choices: list[Choice]) -> Group:
    first = choices[0]
    if all(choice.label == first.label for choice in choices):
        detail = first.detail
        if first.pays and "face:WILD" in choices[-1].icons and "face:WILD" not in first.icons:
            detail = T("or wildcard") if detail is None else T("{cost}, or wildcard", cost=detail)
        return structs.replace(group, label=first.label, detail=detail, icons=first.icons)
    if group.detail is None and first.detail is not None and all(c.detail == first.detail for c in choices):
        return structs.replace(group, detail=first.detail)
    return group


# Tips of the tutorial story.

TIPS: Final = (
    Tip(
        "next",
        T("You play together: agree who goes next, and tap that figure. Everybody has one turn a round."),
        "turn",
    ),
    Tip("final", T("This is the final challenge. Do it here, and all of you win the game."), "primary"),
    Tip("flee", T("The police came to your square. Tap an open square to flee to; it costs an action."), "flee"),
    Tip(
        "fight",
        T("There is mafia here. Pay with dice to fight, dodge or avoid it, or it hurts you when the turn ends."),
        "fight",
    ),
    Tip("move", T("Squares with a green edge can be reached. Tap one to go there; two steps are one action."), "move"),
    Tip("collect", T("There is something on your square. Pay for it with dice of the right shapes."), "collect"),
    Tip("reroll", T("Bad luck? An action lets you roll again. Tap dice first to say which."), "reroll"),
    Tip("task", T("A task can be done here. What it costs stands below its name."), "task"),
    Tip(
        "rest",
        T("Rest a finger on a square: it says what going there costs, what can go wrong, what can be won."),
        "step",
    ),
    Tip("end", T("When nothing more is worth doing, end the turn. Actions that are left are lost."), "end"),
    Tip("items", T("An item of yours helps now. Items wait behind this button."), "about:items"),
    Tip("skill", T("Your skill helps now, for one of your skill tokens. It waits behind this button."), "about:items"),
)
"""Tips at a group of choices, which is their id, or at an answer."""
ALERT = Tip("alert", T("Here is the danger: when the alert reaches the end, the round is your last."), "track:alert")
STORY = Tip("story", T("The story goes on with what you find. At its end waits the final challenge."), "track:story")


def tips(s: State, ask: Ask, offered: Sequence[Choice]) -> list[Tip]:
    """The tips for this question, in the tutorial story only; none for chance."""
    if not s.world.scenario.tutorial or not isinstance(ask, ChooseAsk):
        return []
    groups = {"items" if kind(choice.group) == "item" else choice.group for choice in offered}
    verbs = {one.__struct_config__.tag for one in {type(choice.answer) for choice in offered}}
    found = [tip for tip in TIPS if tip.id in groups or tip.at in verbs]
    if ask.choice == "play":
        found += [ALERT] if s.now.alert > 0 else []
        found += [STORY] if s.now.revealed > 1 else []
    return found
