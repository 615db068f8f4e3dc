"""Questions: prompts, tips, choices and forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, DrawUnknown, Pick, Pull
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.effects import ChooseOption, ChoosePerson, ConditionStep, DieStep, Holds, OptionStep, PersonStep
from companion.core.instructions import split
from companion.core.texts import P, T, Words, listed
from companion.games.newyork import answers as a
from companion.games.newyork.checks import MOST_TRACK
from companion.games.newyork.content import COLOURS, RESULT_ITEMS, ROLES, WILD, PlaceInfo, PlaceItem, PlaceMafia
from companion.games.newyork.rules.actions import steps_of_a_move
from companion.games.newyork.rules.effects import CarLocation, EffectLocation, SquareStep
from companion.games.newyork.rules.rounds import EventLocation, FirstRoll
from companion.games.newyork.rules.story import LEAST_ALERT, find
from companion.games.newyork.sheets import BUTTONS, sentence
from companion.games.newyork.state import State, event_title, here, modified, turn, undealt
from companion.games.newyork.words import (
    FACE_NAMES,
    INFO,
    ITEMS,
    SEATS,
    car_trip,
    count_faces,
    describe,
    done_in_short,
    info,
    piece,
    rest_of,
    square_name,
    task_choice,
)
from companion.scene.presenter import NAMELESS_CHOICES, Nameless, Presenter, nameless_choice
from companion.scene.scene import Choice, Filling, Group, Named, NumberEntry, Portion, Prompt, Tip

# The prompts of all questions.

_RESULTS: dict[str, Words] = {
    "R-NYC-110": T("The alert has reached its limit, and the round is over."),
    "R-NYC-111": T("The alert has reached its limit, and the round is over."),
    "R-NYC-112": T("The FBI is everywhere: all five are on the board."),
    "R-NYC-113": T("The final challenge is done."),
}


def prompt(s: State, ask: Ask, answers: Sequence[Answer]) -> Prompt:
    """The prompt of the open question; ``answers`` are the legal ones."""
    title, hint = _words(s, ask, answers)
    who = ask.who if s.now.turn is None else s.now.turn.seat
    if who is not None and isinstance(ask, DrawAsk | PullAsk):
        # Keep showing whose turn it is while the table does something else.
        title = T("{seat}: {line}", seat=SEATS[who], line=title)
    return Prompt(_over(s, ask), title, hint, ask.rule)


def chapter(state: State) -> Words:
    """The current round; before the first, the setup."""
    return T("Round {n}", n=state.now.round) if state.now.round else T("Setting up")


def _words(s: State, ask: Ask, answers: Sequence[Answer]) -> tuple[Words, Words | None]:
    if isinstance(ask, Over):
        won = s.now.result is not None and s.now.result["outcome"] == "win"
        return T("You have won!") if won else T("You have lost"), _RESULTS.get(ask.rule)
    if isinstance(ask, DrawAsk):
        return _draw(s, ask)
    if isinstance(ask, PullAsk):
        return _pull(s, ask)
    if isinstance(ask, PickAsk):
        return T("Pick a square at random"), T("An item goes there.")
    if isinstance(ask, RollAsk):
        step = s.agenda[-1]
        return _roll(s), _faces(s, step) if isinstance(step, DieStep) else None
    assert isinstance(ask, ChooseAsk)
    return _choose(s, ask, answers)


def _over(s: State, ask: Ask) -> Words:
    """The round, and what is left of the turn."""
    parts: list[Words] = [chapter(s)]
    if not s.now.round:
        return parts[0]
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
    words = parts[0]
    for part in parts[1:]:
        words = T("{first} · {second}", first=words, second=part)
    return words


def _draw(s: State, ask: DrawAsk) -> tuple[Words, Words]:
    if ask.deck == "mafia":
        return T("Draw a mafia card"), T("Mafia appears on its square.")
    if ask.purpose == "car":
        return T("Draw a police card"), T("A police car goes to its square.")
    return T("Draw a police card for a random place"), _sought(s)


def _sought(s: State) -> Words:
    """R-NYC-38: what the random square is for; the rest of the card is ignored."""
    step = s.agenda[-1]
    if isinstance(step, EventLocation):
        event = s.world.police_cards[step.card].event
        return T("Its square is where this happens: {event}. Nothing else of it counts.", event=event.title)
    if isinstance(step, CarLocation):
        return T("A police car drives to its square. Nothing else of it counts.")
    effect = step.effect if isinstance(step, EffectLocation) else None
    return _COMES.get(type(effect), T("What was just read happens on its square. Nothing else of it counts."))


_COMES: dict[type[Any], Words] = {
    PlaceMafia: T("Mafia comes to its square. Nothing else of it counts."),
    PlaceInfo: T("Info comes to its square. Nothing else of it counts."),
    PlaceItem: T("An item comes to its square. Nothing else of it counts."),
}


def _pull(s: State, ask: PullAsk) -> tuple[Words, Words | None]:
    kind, which = split(ask.bag)
    if kind == "items":
        title: Words = T("Draw an item")
    elif kind == "info":
        title = T("Draw info from the bag")
    else:
        title = T("Draw {info}", info=INFO[which])
    return title, _destination(s, ask.at) if isinstance(ask.at, str) else None


def _destination(s: State, at: str) -> Words:
    kind, which = split(at)
    if kind == "square":
        return T("It goes on {square}.", square=square_name(s.world, which))
    if kind == "hand":
        return T("It goes to {seat}.", seat=SEATS[which])
    return T("From the reserve into the bag.")


def _roll(s: State) -> Words:
    if isinstance(s.agenda[-1], DieStep):
        return T("A die decides: roll it")
    seat = SEATS[turn(s).seat]
    if isinstance(s.agenda[-1], FirstRoll):
        return T("Roll for {seat}", seat=seat)
    return T("Roll again for {seat}", seat=seat)


def _faces(s: State, step: DieStep) -> Words:
    """What the faces of a die do that decides."""
    parts = [
        T("{faces}: {what}", faces=listed([FACE_NAMES[face] for face in part.faces]), what=_done(s, part.do))
        for part in step.on
    ]
    return listed(parts)


def _done(s: State, effects: Sequence[Any]) -> Words:
    """What effects do, as a sentence."""
    return sentence(effects, s.world.names) if effects else T("nothing")


def _open_effect(s: State) -> tuple[Words, Words | None]:
    """The question of an effect, from what it does."""
    step, hint = s.agenda[-1], T("The card says so.")
    if isinstance(step, ConditionStep):
        effect = step.effect
        return effect.ask or T("Is that so?"), None if effect.ask else sentence([effect], s.world.names)
    if isinstance(step, OptionStep):
        return T("Which of these?"), hint
    assert isinstance(step, PersonStep | SquareStep)
    return T("Who is it?") if isinstance(step, PersonStep) else T("Which square?"), _done(s, [step.effect])


def _choose(s: State, ask: ChooseAsk, answers: Sequence[Answer]) -> tuple[Words, Words | None]:
    if ask.choice == "play":
        return _play(s, answers)
    seat: Words = SEATS[ask.who] if ask.who is not None else ""
    flee_hint = T("The police are here. Go to an open square; one action less this turn.")
    if ask.choice in ("effect", "condition", "person", "square"):
        return _open_effect(s)
    known: dict[str, tuple[Words, Words | None]] = {
        "hand_in": (T("{seat}: which item goes?", seat=seat), T("It goes back to the supply.")),
        "next": (T("Who goes next?"), T("Agree among yourselves.")),
        "forced": (T("{seat} must flee", seat=seat), flee_hint),
        "report": (T("{seat} plays", seat=seat), T("Info, mafia, items: tap the square.")),
        "wound": (T("{seat} is hurt: lose a die", seat=seat), _left(ask)),
        "heal": (T("{seat} recovers: which die comes back?", seat=seat), _left(ask)),
        "car": (T("Which police car moves?"), None),
        "card": (T("What does the story card say?"), T("Read it aloud; here only its numbers count.")),
        "alert_cars": (T("Where on the alert track do police cars stand?"), None),
        "alert_end": (T("Where does the alert track end?"), T("The last number on it.")),
        "last_card": (
            T("Was that the last card of the story?"),
            T("Does none lie on the story track any more?"),
        ),
        "event": (_event(s), T("Tap what it has changed. Nothing? Then that is all.")),
        "start": (T("Where does {seat} begin?", seat=seat), T("Choose a square.")),
    }
    return known[ask.choice]


def _event(s: State) -> Words:
    return event_title(s.world, s.now.event.card) if s.now.event is not None else T("The event")


def _left(ask: ChooseAsk) -> Words | None:
    return P("{n} wound", "{n} wounds", ask.left) if isinstance(ask.left, int) else None


def _play(s: State, answers: Sequence[Answer]) -> tuple[Words, Words | None]:
    now, square = turn(s), here(s)
    seat = SEATS[now.seat]
    if any(isinstance(answer, a.Fulfil) and answer.task == "final" for answer in answers):
        return T("{seat}: win now!", seat=seat), T("The final challenge can be done here.")
    if undealt(s, square):
        count = piece("mafia", s.now.mafia[square])
        return T("{seat}: mafia!", seat=seat), T(
            "Here: {mafia}. Fight, dodge or avoid, or be hurt at the end.", mafia=count
        )
    if now.dealt.get(square) == "faced" and square in s.now.mafia:
        return T("{seat} plays", seat=seat), T("You have dodged the mafia here: you cannot leave this square.")
    left: list[Words] = []
    if now.actions:
        left.append(P("{n} action left", "{n} actions left", now.actions))
    if now.steps:
        left.append(P("{n} step left", "{n} steps left", now.steps))
    if left:
        return T("{seat} plays", seat=seat), listed(left)
    return T("{seat}: done?", seat=seat), T("No action left.")


# Tips of the tutorial story.

AT_CHOICES: tuple[Tip, ...] = (
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
        "walk",
    ),
    Tip("end", T("When nothing more is worth doing, end the turn. Actions that are left are lost."), "end"),
)
"""Tips at a group of choices or at an answer."""
ON_SHEET: tuple[tuple[str, Tip], ...] = (
    ("item:", Tip("items", T("An item of yours helps now. Items wait behind this button."), "about:items")),
    (
        "skill",
        Tip(
            "skill",
            T("Your skill helps now, for one of your skill tokens. It waits behind this button."),
            "about:items",
        ),
    ),
)
"""Prefix of groups behind the sheet's button."""
NEXT = Tip(
    "next", T("You play together: agree who goes next, and tap that figure. Everybody has one turn a round."), "turn"
)
ALERT = Tip("alert", T("Here is the danger: when the alert reaches the end, the round is your last."), "track:alert")
STORY = Tip("story", T("The story goes on with what you find. At its end waits the final challenge."), "track:story")


def tips(s: State, ask: Ask, offered: Sequence[Choice]) -> list[Tip]:
    """The tips for this question, in the tutorial story only; none for chance."""
    if not s.world.scenario.tutorial or not isinstance(ask, ChooseAsk):
        return []
    groups = {choice.group for choice in offered if choice.group is not None}
    verbs = {choice.answer.__struct_config__.tag for choice in offered}
    found = [NEXT] if ask.choice == "next" else []
    found += [tip for tip in AT_CHOICES if tip.id in groups or tip.at in verbs]
    found += [tip for start, tip in ON_SHEET if any(group.startswith(start) for group in groups)]
    if ask.choice == "play":
        found += [ALERT] if s.now.alert > 0 else []
        found += [STORY] if s.now.revealed > 1 else []
    return found


# The choices of a turn in full mode.

PAYING = (a.Collect, a.TakeItem, a.Fight, a.Face, a.Evade, a.Fulfil)


def play_choices(s: State, answers: Sequence[Answer]) -> list[Choice]:
    """A choice for each answer of the step ``PlayTurn``.

    The board shows only the cheapest way to a square. The primary choice wins the game if possible, and ends the turn
    once nothing useful is left.
    """
    made = _on_board([_MAKERS[type(answer)](s, answer) for answer in answers])
    winning = [choice for choice in made if choice.group == "final"]
    idle = not turn(s).actions and not turn(s).steps and not any(isinstance(answer, PAYING) for answer in answers)
    if winning:
        primary = min(winning, key=lambda choice: choice.icons.count(f"face:{WILD}"))
    elif idle:
        primary = next(choice for choice in made if isinstance(choice.answer, a.End))
    else:
        return made
    return [structs.replace(choice, primary=True) if choice is primary else choice for choice in made]


def _on_board(made: list[Choice]) -> list[Choice]:
    """R-NYC-120 is free, R-NYC-59 costs a step, R-NYC-63 alert: a tap on a square takes the first possible one."""
    best: dict[str, Choice] = {}
    for kind in (a.ExtraWalk, a.Walk, a.Ride):
        for choice in made:
            if choice.spot is not None and isinstance(choice.answer, kind):
                best[choice.spot] = choice
    return [
        structs.replace(choice, spot=None) if choice.spot is not None and best[choice.spot] is not choice else choice
        for choice in made
    ]


def payment(s: State, dice: Sequence[str]) -> tuple[Words | None, list[str]]:
    """The payment with ``dice`` of the pool as icons, and the alert of its WILD (R-NYC-69) in words."""
    shown = count_faces([turn(s).pool[die].face for die in dice])
    icons = [f"face:{face}" for face, n in shown.items() for _ in range(n)]
    alert = shown.get(WILD, 0) * max(0, 1 + modified(s, "wild_alert"))
    return (T("alert +{n}", n=alert) if alert else None), icons


def _paid(s: State, answer: Any, label: Words, group: str) -> Choice:
    cost, icons = payment(s, answer.with_)
    return Choice(answer, label, cost, icons, group, pays="with_")


def _pays(group: str, label: Words | None = None) -> Callable[[State, Any], Choice]:
    """A choice that is paid for; by default labelled as in the log."""
    return lambda s, answer: _paid(s, answer, label or describe(s.world, answer), group)


def _said(group: str | None, *icons: str, at: str = "", detail: Words | None = None) -> Callable[[State, Any], Choice]:
    """A choice labelled as in the log, with ``icons`` filled from the answer, and its square in the field ``at``."""

    def made(s: State, answer: Any) -> Choice:
        shown = [icon.format(a=answer) for icon in icons]
        spot = s.world.at[getattr(answer, at)] if at else None
        return Choice(answer, describe(s.world, answer), detail, shown, group, spot)

    return made


def _walk(s: State, answer: a.Walk) -> Choice:
    now = turn(s)
    if now.steps:
        cost = P("{n} step left", "{n} steps left", now.steps)
    else:
        steps = steps_of_a_move(s)
        cost = P("1 action for {n} step", "1 action for {n} steps", steps)
    return Choice(answer, describe(s.world, answer), cost, [], "move", s.world.at[answer.to])


def _extra(s: State, answer: a.ExtraWalk) -> Choice:
    alert = max(0, 1 + modified(s, "extra_step_alert"))
    label = T("Extra: {square}", square=square_name(s.world, answer.to))
    return Choice(answer, label, T("alert +{n}", n=alert), ["alert"], "extra", s.world.at[answer.to])


def _reroll(s: State, answer: a.RerollDice) -> Choice:
    label = describe(s.world, answer)
    if answer.dice and all(turn(s).pool[die].spent for die in answer.dice):
        label = P("Roll again: the spent die", "Roll again: the {n} spent dice", len(answer.dice))
    return Choice(answer, label, T("1 action"), [], "reroll", pays="dice")


def _fight(s: State, answer: a.Fight) -> Choice:
    if answer.square == here(s):
        return _paid(s, answer, T("Fight: remove one mafia"), "fight")
    return _paid(s, answer, describe(s.world, answer), "fight")


def _skill(s: State, answer: a.Skill) -> Choice:
    label = describe(s.world, answer)
    if isinstance(answer.die, str):
        die = turn(s).pool[answer.die]
        face = FACE_NAMES[die.face]
        shown = T("it shows {face} (spent)", face=face) if die.spent else T("it shows {face}", face=face)
        return Choice(answer, label, shown, [f"die:{answer.die[:-1]}", f"face:{die.face}"], "skill")
    return Choice(answer, label, None, [f"figure:{answer.seat}", f"wound:{answer.colour}"], "skill")


def _use(s: State, answer: a.UseItem) -> Choice:
    label, group, icons = describe(s.world, answer), f"item:{answer.item}", [f"item:{answer.item}"]
    if answer.item in s.world.own_items:
        item = s.world.own_items[answer.item]
        return Choice(answer, label, item.text or _done(s, item.effects), ["item"], "own")
    if answer.item in RESULT_ITEMS:
        return Choice(answer, label, None, [*icons, f"face:{RESULT_ITEMS[answer.item]}"], group)
    if answer.with_ is not UNSET:
        cost, faces_paid = payment(s, answer.with_)
        if answer.item == "drone":
            square = str(answer.square)
            label = T(
                "Drone: the {item} from {square}",
                item=ITEMS[s.now.items.squares[square]],
                square=square_name(s.world, square),
            )
        return Choice(answer, label, cost, [*icons, *faces_paid], group, pays="with_")
    if answer.item == "radio":
        label = car_trip(s.world, answer)
    alert = answer.item == "radio" or answer.ignore == "police"
    return Choice(answer, label, T("alert +1") if alert else None, icons, group)


def _fulfil(s: State, answer: a.Fulfil) -> Choice:
    task = find(s, answer.task)
    final = answer.task == "final"
    label = T("Do the final challenge") if final else task_choice(answer, task.text)
    group = "final" if final else "task"
    parts: list[Words] = []
    icons = ["star"] if final else []
    if answer.with_ is not UNSET:
        alert, paid = payment(s, answer.with_)
        parts += [alert] if alert is not None else []
        icons += paid
    if answer.items is not UNSET and final:
        given = listed([ITEMS[held.item] for held in answer.items])
        parts.append(T("hand in {items}", items=given))
    detail = listed(parts) if parts else None
    return Choice(answer, label, detail, icons, group, pays=None if answer.with_ is UNSET else "with_")


def _end(s: State, answer: a.End) -> Choice:
    wounds = s.now.mafia[here(s)] if undealt(s, here(s)) else 0
    detail = P("{n} wound", "{n} wounds", wounds) if wounds else None
    return Choice(
        answer, describe(s.world, answer), detail, ["wound"] if wounds else [], closing=True, unused=_unused(s)
    )  # fmt: skip


def _unused(s: State) -> Words | None:
    """What ending the turn would waste."""
    now = turn(s)
    if now.actions:
        return P("{n} action is left", "{n} actions are left", now.actions)
    return P("{n} step is left", "{n} steps are left", now.steps) if now.steps else None


_MAKERS: dict[type[Answer], Callable[[State, Any], Choice]] = {
    a.Walk: _walk,
    a.ExtraWalk: _extra,
    a.Ride: _said("move", "subway", at="to", detail=T("by newspaper")),
    a.RerollDice: _reroll,
    a.Collect: _pays("collect"),
    a.TakeItem: lambda s, answer: _paid(
        s, answer, T("Take the {item}", item=ITEMS[s.now.items.squares[here(s)]]), "collect"
    ),
    a.Fight: _fight,
    a.Face: _pays("fight", T("Dodge it: no wounds, but you stay here")),
    a.Evade: _pays("fight", T("Avoid it: no wounds, free to go")),
    a.GiveItem: _said("give", "item:{a.item}", "figure:{a.seat}"),
    a.Skill: _skill,
    a.UseItem: _use,
    a.Fulfil: _fulfil,
    a.End: _end,
}


# The choices of a turn in light mode (WIRE.md 8).


def _collected(s: State, answer: a.Collected) -> Choice:
    label = T("{info} on {square}", info=info(answer.token), square=square_name(s.world, answer.square))
    icons = [f"info:{answer.token}"]
    return Choice(answer, label, T("story +1"), icons, "collected", s.world.at[answer.square])


def _taken(s: State, answer: a.TookItem) -> Choice:
    item = s.now.items.squares[answer.square]
    label = T("Took the {item} on {square}", item=ITEMS[item], square=square_name(s.world, answer.square))
    return Choice(answer, label, None, [f"item:{item}"], "taken", s.world.at[answer.square])


def _fulfilled(s: State, answer: a.Fulfil) -> Choice:
    if answer.task == "final":
        return Choice(answer, T("Final challenge done: you win"), None, ["star"], "task")
    return Choice(answer, find(s, answer.task).text, T("done"), [], "task")


def _ended(s: State, answer: a.EndedTurn) -> Choice:
    return Choice(answer, describe(s.world, answer), None, [], "ended", primary=not answer.wounds, closing=True)


REPORT: dict[type[Answer], Callable[[State, Any], Choice]] = {
    a.Collected: _collected,
    a.Removed: _said("removed", "mafia", at="square"),
    a.TookItem: _taken,
    a.Given: _said("give", "item:{a.item}", "figure:{a.seat}"),
    a.Discarded: _said("discard", "item:{a.item}"),
    a.Raised: _said("tracks", "marker:alert"),
    a.MovedCar: lambda s, answer: Choice(answer, car_trip(s.world, answer), T("alert +1"), ["item:radio"], "radio"),
    a.UsedSkill: _said("skill", "skill"),
    a.Healed: _said("healed", "figure:{a.seat}", "wound"),
    a.Advanced: _said("tracks", "marker:story"),
    a.TurnedUp: _said("tracks", "card:story"),
    a.Fulfil: _fulfilled,
    a.EndedTurn: _ended,
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


def sorted_choices(choices: Sequence[Choice]) -> list[Choice]:
    """Sorted by group; within a group, those without WILD first."""

    def rank(choice: Choice) -> tuple[int, int]:
        wild = choice.icons.count("face:WILD") if choice.pays else 0
        return _ALONE if choice.group is None else _RANK[choice.group], wild

    return sorted(choices, key=rank)


def used_groups(choices: Sequence[Choice]) -> list[Group]:
    """The groups in use. If all choices of a group mean the same, the group shows it and its cost."""
    members: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.group is not None:
            members.setdefault(choice.group, []).append(choice)
    return [_fitting(GROUPS[name], found) for name, found in members.items()]


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


# The choices of a scene: one per legal answer, with its cost and place.

FEW = 8
LISTS = frozenset({"draw", "pull"})
"""Groups whose chance outcomes become buttons if there are only a few."""


def choices(s: State, answers: Sequence[Answer]) -> list[Choice]:
    """A choice for each of the legal ``answers``, in order of display; forms and numbers have none."""
    if any(isinstance(answer, a.End) for answer in answers):
        return sorted_choices(play_choices(s, answers))
    made = [
        _CHOICES[type(answer)](s, answer)
        for answer in answers
        if not answer.template and not isinstance(answer, a.AlertEnd)
    ]
    if len(made) <= FEW:
        made = [structs.replace(choice, group=None) if choice.group in LISTS else choice for choice in made]
    return [*sorted_choices(made), *(by_card(s) if a.Caused(None) in answers else ())]


def by_card(s: State) -> list[Choice]:
    """What the event that lies there can do in mid-round, a tap for the button and one for its value."""
    if s.now.event is None:
        return []
    absent = set(ROLES) - set(s.world.seats)
    found = []
    for button in BUTTONS:
        if button.whole:
            found.append(Choice(a.Caused([button.made()]), button.label, None, [button.icon], BY_CARD + button.id))
        named = s.world.names if button.sort else {}
        values = [(value.words, value.icon, button.made(value)) for value in button.values if value.value not in absent]
        values += [(name, "", button.made(id_)) for id_, name in named.items()]
        found += [
            Choice(a.Caused([effect]), words, None, [icon] if icon else [], BY_CARD + button.id)
            for words, icon, effect in values
        ]
    return found


def entry(answers: Sequence[Answer]) -> NumberEntry | None:
    """The number to enter, if the question is for one."""
    if not answers or not isinstance(answers[0], a.AlertEnd):
        return None
    return NumberEntry(T("The last number of the alert track"), LEAST_ALERT, MOST_TRACK, list(answers))


def _drawn_card(s: State, answer: Draw) -> Choice:
    if answer.deck == "police":
        card, title = s.world.police_cards[answer.card], event_title(s.world, answer.card)
        done = "" if card.event.text else done_in_short(s.world, card.event.effects)
        if not card.square:
            return Choice(answer, title, done or None, ["car"], "draw")
        detail = T("{card} · {what}", card=title, what=done) if done else title
        return Choice(answer, square_name(s.world, card.square), detail, ["car"], "draw", s.world.at[card.square])
    mafia = s.world.mafia_cards[answer.card]
    label = square_name(s.world, mafia.mafia) if mafia.mafia is not None else T("No mafia")
    spot = s.world.at[mafia.mafia] if mafia.mafia is not None else None
    return Choice(answer, label, rest_of(s.world, mafia), ["mafia"], "draw", spot)


def _pulled(s: State, answer: Pull) -> Choice:
    name = f"item:{answer.token}" if answer.bag == "items" else f"info:{answer.token}"
    return Choice(answer, piece(name), None, [name], "pull")


def _nameless(s: State, answer: Nameless) -> Choice:
    return structs.replace(nameless_choice(s, answer), group="draw" if isinstance(answer, DrawUnknown) else "pull")


def _pick(s: State, answer: Pick) -> Choice:
    square = str(answer.one)
    return Choice(answer, square_name(s.world, square), None, [], "pick", s.world.at[square])


def _stay(s: State, answer: a.UseItem) -> Choice:
    return Choice(answer, T("Stay, under the raincoat"), T("all actions, alert +1"), ["item:raincoat"])


def _option(s: State, answer: ChooseOption) -> Choice:
    step = s.agenda[-1]
    assert isinstance(step, OptionStep)
    option = step.options[answer.n - 1]
    return Choice(answer, option.text or _done(s, option.do), _done(s, option.do) if option.text else None)


_CHOICES: dict[type[Answer], Callable[[State, Any], Choice]] = {
    **REPORT,
    **dict.fromkeys(NAMELESS_CHOICES, _nameless),
    Draw: _drawn_card,
    Pull: _pulled,
    Pick: _pick,
    a.Start: _said("start", at="square"),
    a.NextSeat: _said(None, "figure:{a.seat}"),
    a.Flee: _said("flee", at="to"),
    a.UseItem: lambda s, answer: _use(s, answer) if answer.item in s.world.own_items else _stay(s, answer),
    a.ChooseCar: _said("car", "car", at="from_"),
    a.CarriedOut: lambda s, answer: Choice(answer, T("That is all"), None, ["hand"], primary=True),
    a.ChooseSquare: _said("square", at="square"),
    a.HandInItem: _said(None, "item:{a.item}"),
    ChooseOption: _option,
    ChoosePerson: lambda s, answer: Choice(answer, SEATS[answer.seat], None, [f"figure:{answer.seat}"]),
    Holds: lambda s, answer: Choice(answer, T("Yes") if answer.holds else T("No")),
    a.LastCard: lambda s, answer: Choice(answer, T("Yes, the last one") if answer.last else T("No, more lie there")),
    a.Lose: _said(None, "die:{a.colour}"),
    a.HealDie: _said(None, "die:{a.colour}"),
}


# Forms: the numbers of a story card that is not in the box.

MAFIA, CAR = "mafia", "car:"
"""The portion for mafia cards per turn, and the prefix of police car positions."""
MOST, MOST_CARS = 10, 3


class StoryForms(Presenter[State]):
    """The form of a story card that is not in the box."""

    def fillings(self, s: State, answers: Sequence[Answer]) -> list[Filling]:
        """The form of a story card being turned up; empty for other questions."""
        found = []
        for answer in answers:
            if isinstance(answer, a.CardNumbers):
                tokens = [Portion(colour, INFO[colour], f"info:{colour}", MOST) for colour in COLOURS]
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
            return a.CardNumbers(amounts.get(MAFIA, 0), a.Bag(**{colour: amounts.get(colour, 0) for colour in COLOURS}))
        if isinstance(template, a.AlertCars):
            return a.AlertCars(sorted(int(name.removeprefix(CAR)) for name in names))
        return template

    def entered(self, state: State, template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
        """The inverse of ``filled``; None if ``answer`` does not come from ``template``."""
        if isinstance(template, a.CardNumbers) and isinstance(answer, a.CardNumbers) and answer.bag_add is not None:
            tokens = {colour: getattr(answer.bag_add, colour) for colour in COLOURS}
            return {MAFIA: answer.mafia_per_turn or 0} | tokens, []
        if isinstance(template, a.AlertCars) and isinstance(answer, a.AlertCars):
            return {}, [f"{CAR}{n}" for n in answer.cars or []]
        return None
