"""Answers as short lines, for the log, the undo list and buttons; and cards to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from companion.core.answers import Answer, Draw, Pick, Pull, Roll
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Words, listed
from companion.games.newyork import answers as a
from companion.games.newyork.content.pack_data import MafiaCard
from companion.games.newyork.presenter.words.labels import COLOURS, ITEMS, SEATS, count_faces, faces, info, square_name
from companion.games.newyork.rules.mafia import DrawMafia
from companion.games.newyork.state import State
from companion.games.newyork.words import RESULT_ITEMS
from companion.games.newyork.world import World
from companion.scene.nameless import WORDS, nameless_card
from companion.scene.scene import Card


def describe(world: World, answer: Answer) -> Words:
    """An answer as a short line. It needs no state, so it also works for old answers."""
    return _WORDS[type(answer)](world, answer)


def printed_at(w: World, answer: Answer) -> str | None:
    """The first square on a card."""
    square = _square(w, answer) if isinstance(answer, Draw) else None
    return None if square is None else w.at.get(square)


def _square(w: World, answer: Draw) -> str | None:
    return w.police_cards[answer.card].square if answer.deck == "police" else w.mafia_cards[answer.card].mafia


def outcome(w: World, answer: Answer) -> Words:
    """A chance outcome, shorter than its description: the square, the item, the info."""
    if isinstance(answer, Draw):
        square = _square(w, answer)
        return T("no mafia") if square is None else square_name(w, square)
    if isinstance(answer, Pull):
        return ITEMS[answer.token] if answer.bag == "items" else info(answer.token)
    return square_name(w, str(answer.one)) if isinstance(answer, Pick) else describe(w, answer)


def _draw(w: World, answer: Draw) -> Words:
    # Cards can share a square, so the line includes what tells them apart.
    if answer.deck == "police":
        card = w.police_cards[answer.card]
        return T("Police card: {square}, {event}", square=square_name(w, card.square), event=card.event.title)
    drawn = w.mafia_cards[answer.card]
    title = T("no mafia") if drawn.mafia is None else square_name(w, drawn.mafia)
    return T("Mafia card: {square}, {rest}", square=title, rest=rest_of(w, drawn))


def rest_of(w: World, card: MafiaCard) -> Words:
    """The other parts of a mafia card."""
    info, item = (None if square is None else square_name(w, square) for square in (card.info, card.item))
    return besides(info, item)


def besides(info: Words | None, item: Words | None) -> Words:
    """The info and item squares of a mafia card."""
    rest: list[Words] = []
    if info is not None:
        rest.append(T("info on {square}", square=info))
    if item is not None:
        rest.append(T("an item on {square}", square=item))
    return listed(rest) if rest else T("nothing else")


def _pull(w: World, answer: Pull) -> Words:
    if answer.bag == "items":
        return T("Item: {item}", item=ITEMS[answer.token])
    return T("Token: {token}", token=info(answer.token))


def _pick(w: World, answer: Pick) -> Words:
    return T("Random square: {square}", square=square_name(w, str(answer.one)))


def _roll(w: World, answer: Roll) -> Words:
    return T("Roll: {faces}", faces=faces(count_faces([str(face) for face in answer.faces.values()])))


def _shown(w: World, answer: a.Shown) -> Words:
    n = answer.mafia_per_turn or 0
    return P("Story card: {n} mafia card a turn", "Story card: {n} mafia cards a turn", n)


def _told_card(w: World, answer: a.ToldCard) -> Words:
    n = (answer.card or {}).get("mafia_per_turn", 0)
    return P("Story card: {n} mafia card a turn", "Story card: {n} mafia cards a turn", n)


def _alert_cars(w: World, answer: a.AlertCars) -> Words:
    at = listed([str(position) for position in answer.cars or []]) if answer.cars else T("nowhere")
    return T("Police cars on the alert track: {at}", at=at)


def _to(sentence: Callable[[Words], Words], field: str = "to") -> Callable[[World, Any], Words]:
    return lambda w, answer: sentence(square_name(w, getattr(answer, field)))


def _seat(sentence: Callable[[Words], Words]) -> Callable[[World, Any], Words]:
    return lambda w, answer: sentence(SEATS[answer.seat])


def _says(words: Words) -> Callable[[World, Any], Words]:
    return lambda w, answer: words


def _give(w: World, answer: a.Give) -> Words:
    item, seat = ITEMS[answer.item], SEATS[answer.seat]
    if answer.used:
        return T("Give the used {item} to {seat}", item=item, seat=seat)
    return T("Give the {item} to {seat}", item=item, seat=seat)


def _skill(w: World, answer: a.Skill) -> Words:
    if isinstance(answer.die, str):
        return T("Skill: roll a {colour} die again", colour=COLOURS[answer.die[:-1]])
    return T("Skill: give {seat} a {colour} die back", seat=SEATS[str(answer.seat)], colour=COLOURS[str(answer.colour)])


def _use(w: World, answer: a.Use) -> Words:
    return _USES[answer.item](w, answer)


def _result(w: World, answer: a.Use) -> Words:
    return T("Use the {item}: {faces}", item=ITEMS[answer.item], faces=faces({RESULT_ITEMS[answer.item]: 1}))


def _laptop(w: World, answer: a.Use) -> Words:
    return T("Laptop: {info} from {square}", info=info(str(answer.token)), square=square_name(w, str(answer.square)))


def _cash(w: World, answer: a.Use) -> Words:
    if isinstance(answer.square, str):
        return T("Cash: one mafia removed from {square}", square=square_name(w, answer.square))
    return T("Cash: {seat} gets a {colour} die back", seat=SEATS[str(answer.seat)], colour=COLOURS[str(answer.colour)])


def _radio(w: World, answer: a.Use | a.MovedCar) -> Words:
    return T(
        "Police radio: the car from {start} to {end}",
        start=square_name(w, str(answer.from_)),
        end=square_name(w, str(answer.to)),
    )


def _drone(w: World, answer: a.Use) -> Words:
    if isinstance(answer.square, str):
        return T("Drone: the item from {square}", square=square_name(w, answer.square))
    item, seat = ITEMS[str(answer.send)], SEATS[str(answer.seat)]
    if answer.used:
        return T("Drone: fly the used {item} to {seat}", item=item, seat=seat)
    return T("Drone: fly the {item} to {seat}", item=item, seat=seat)


def _raincoat(w: World, answer: a.Use) -> Words:
    if answer.ignore == "mafia":
        return T("Raincoat: slip past the mafia here")
    return T("Raincoat: ignore the police on {square}", square=square_name(w, str(answer.square)))


_USES: dict[str, Callable[[World, a.Use], Words]] = {
    **dict.fromkeys(RESULT_ITEMS, _result),
    "laptop": _laptop,
    "cash": _cash,
    "bike": _says(T("Bike: one more step in each move")),
    "newspaper": _to(lambda square: T("Newspaper: free subway to {square}", square=square)),
    "radio": _radio,
    "drone": _drone,
    "raincoat": _raincoat,
}


def _fulfil(w: World, answer: a.Fulfil) -> Words:
    if answer.task == "final":
        return T("The final challenge")
    return T("Task: {task}", task=w.tasks.get(answer.task, answer.task.replace("_", " ")))


def _collected(w: World, answer: a.Collected) -> Words:
    return T("Collected {info} on {square}", info=info(answer.token), square=square_name(w, answer.square))


def _given(w: World, answer: a.Given) -> Words:
    return T("Gave the {item} to {seat}", item=ITEMS[answer.item], seat=SEATS[answer.seat])


def _discarded(w: World, answer: a.Discarded) -> Words:
    return T("Discarded the {item}", item=ITEMS[answer.item])


_WHY: dict[str, Words] = {
    "wild": T("a wildcard"),
    "extra_step": T("an extra step"),
    "raincoat": T("a raincoat"),
    "other": T("another reason"),
}


def _raised(w: World, answer: a.Raised) -> Words:
    return T("Alert +{n}: {why}", n=answer.n, why=_WHY[answer.why])


def _ended(w: World, answer: a.EndedTurn) -> Words:
    if not answer.wounds:
        return T("End the turn, unhurt")
    return P("End the turn with {n} wound", "End the turn with {n} wounds", answer.wounds)


def _reroll(w: World, answer: a.Reroll) -> Words:
    if not answer.dice:
        return T("Roll again: the grey dice")
    return P("Roll again: {n} die", "Roll again: {n} dice", len(answer.dice))


_WORDS: dict[type[Answer], Callable[[World, Any], Words]] = {
    **WORDS,
    Draw: _draw,
    Pull: _pull,
    Pick: _pick,
    Roll: _roll,
    a.Shown: _shown,
    a.ToldCard: _told_card,
    a.AlertCars: _alert_cars,
    a.Start: _to(lambda square: T("Begin on {square}", square=square), "square"),
    a.TakeTurn: _seat(lambda seat: T("{seat} plays", seat=seat)),
    a.Flee: _to(lambda square: T("Flee to {square}", square=square)),
    a.Walk: _to(lambda square: T("Move to {square}", square=square)),
    a.Extra: _to(lambda square: T("Extra step to {square}", square=square)),
    a.Ride: _to(lambda square: T("Free subway to {square}", square=square)),
    a.Reroll: _reroll,
    a.Collect: lambda w, answer: T("Collect {info}", info=info(answer.token)),
    a.Take: _says(T("Take the item")),
    a.Fight: _to(lambda square: T("Fight: one mafia removed from {square}", square=square), "square"),
    a.Face: _says(T("Dodge the mafia here")),
    a.Evade: _says(T("Avoid the mafia here")),
    a.Give: _give,
    a.Skill: _skill,
    a.Use: _use,
    a.Fulfil: _fulfil,
    a.End: _says(T("End the turn")),
    a.Lose: lambda w, answer: T("Lose a {colour} die", colour=COLOURS[answer.colour]),
    a.ChooseCar: _to(lambda square: T("The car on {square}", square=square), "from_"),
    a.Heal: lambda w, answer: T("Heal a {colour} die", colour=COLOURS[answer.colour]),
    a.Collected: _collected,
    a.Removed: _to(lambda square: T("Removed one mafia on {square}", square=square), "square"),
    a.Taken: _to(lambda square: T("Took the item on {square}", square=square), "square"),
    a.Given: _given,
    a.Discarded: _discarded,
    a.Raised: _raised,
    a.MovedCar: _radio,
    a.UsedSkill: _says(T("Used a skill")),
    a.Healed: _seat(lambda seat: T("Healed a wound of {seat}", seat=seat)),
    a.Advanced: _says(T("The story moves on by one")),
    a.EndedTurn: _ended,
}


def card(s: State, answer: Answer) -> Card | None:
    """The card that ``answer`` has turned up; None if it was not a card.

    Only the last police card's event counts (R-NYC-36), and only the last mafia card's info and item (R-NYC-51,
    R-NYC-54). A card drawn only for its square (R-NYC-38) shows nothing else.
    """
    if not isinstance(answer, Draw):
        return None
    return _police_card(s, answer.card) if answer.deck == "police" else _mafia_card(s, answer.card)


def _police_card(s: State, name: str) -> Card:
    square = square_name(s.world, s.world.police_cards[name].square)
    if s.now.event is not None and s.now.event.card == name:
        event = s.world.police_cards[name].event
        return police_face(square, event.title, event.text)
    if name in s.now.police_deck.display:
        return Card("police", "car", square, T("A police car comes here"))
    now, turn = s.now.event, s.now.turn
    found = now is not None and now.square == s.world.police_cards[name].square
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
    title = T("No mafia") if drawn.mafia is None else square_name(s.world, drawn.mafia)
    if name in s.now.mafia_deck.display and s.agenda and isinstance(s.agenda[-1], DrawMafia):
        return Card("mafia", "mafia", title, T("Only its mafia: another card follows"))
    if drawn.mafia in s.now.cars.squares:
        heading = T("No mafia: the police are here")
    elif drawn.mafia in s.now.fbi:
        heading = T("The FBI is here")
    else:
        heading = T("Mafia comes here") if drawn.mafia is not None else T("Mafia card")
    return Card("mafia", "mafia", title, heading, rest_of(s.world, drawn))


def event_card(s: State) -> Card | None:
    """The event of the round; None outside a round (R-NYC-36)."""
    now = s.now.event
    if now is None:
        return None
    event = s.world.police_cards[now.card].event
    heading = T("Event of the round")
    if now.card == UNKNOWN:
        return nameless_card("police", "car", heading)
    if now.square is not None:
        heading = T("Event of the round, on {square}", square=square_name(s.world, now.square))
    return Card("police", "car", event.title, heading, event.text)


def story_cards(s: State) -> list[Card]:
    """The revealed story cards, in order (R-NYC-95)."""
    scenario = s.world.scenario
    last = len(scenario.cards) - 1
    return [
        Card("story", "book", _chapter(card.index, last), scenario.name, card.text)
        for card in scenario.cards[: s.now.revealed]
    ]


def _chapter(index: int, last: int) -> Words:
    if index == 0:
        return T("The beginning")
    return T("The final chapter") if index == last else T("Chapter {n}", n=index)


def task_choice(answer: a.Fulfil, text: Words) -> Words:
    """A task as a button: its text, and the items it takes."""
    if answer.items is UNSET:
        return text
    given = listed([ITEMS[held.item] for held in answer.items])
    return T("{task} Hand in: {items}.", task=text, items=given)


def car_trip(world: World, answer: a.Use | a.MovedCar) -> Words:
    """The move of a police car by radio, short enough for a button."""
    start, end = square_name(world, str(answer.from_)), square_name(world, str(answer.to))
    return T("Radio: {start} → {end}", start=start, end=end)
