"""The prompts of all questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.answers import Answer
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.instructions import split
from companion.core.texts import P, T, Words, listed
from companion.games.newyork.answers import Fulfil
from companion.games.newyork.content.effect_data import PlaceInfo, PlaceItem, PlaceMafia
from companion.games.newyork.effects.board import CarLocation
from companion.games.newyork.effects.sequence import EffectLocation
from companion.games.newyork.presenter.words.labels import INFO, SEATS, piece, square_name
from companion.games.newyork.rules.rounds import EventLocation
from companion.games.newyork.state import State, here, turn, undealt
from companion.games.newyork.turn.turns import FirstRoll
from companion.scene.scene import Prompt

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


def chapter(s: State) -> Words:
    """The current round; before the first, the setup."""
    return T("Round {n}", n=s.now.round) if s.now.round else T("Setting up")


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
        return _roll(s, ask)
    assert isinstance(ask, ChooseAsk)
    return _choose(s, ask, answers)


def _over(s: State, ask: Ask) -> Words:
    """The round, and what is left of the turn."""
    parts: list[Words] = [chapter(s)]
    if not s.now.round:
        return parts[0]
    if isinstance(ask, DrawAsk) and ask.purpose == "car":
        drawn = len(s.now.police_deck.display) + 1
        parts.append(T("Police {n} of {all}", n=drawn, all=drawn - 1 + s.now.cars.beside))
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


def _roll(s: State, ask: RollAsk) -> tuple[Words, Words]:
    count = P("{n} die", "{n} dice", len(ask.dice))
    seat = SEATS[turn(s).seat]
    if isinstance(s.agenda[-1], FirstRoll):
        return T("Roll for {seat}", seat=seat), count
    return T("Roll again for {seat}", seat=seat), count


def _choose(s: State, ask: ChooseAsk, answers: Sequence[Answer]) -> tuple[Words, Words | None]:
    if ask.choice == "play":
        return _play(s, answers)
    seat: Words = SEATS[ask.who] if ask.who is not None else ""
    flee_hint = T("The police are here. Go to an open square; one action less this turn.")
    known: dict[str, tuple[Words, Words | None]] = {
        "next": (T("Who goes next?"), T("Agree among yourselves.")),
        "forced": (T("{seat} must flee", seat=seat), flee_hint),
        "report": (T("{seat} plays", seat=seat), T("Info, mafia, items: tap the square.")),
        "wound": (T("{seat} is hurt: lose a die", seat=seat), _left(ask)),
        "heal": (T("{seat} recovers: which die comes back?", seat=seat), _left(ask)),
        "car": (T("Which police car moves?"), None),
        "card": (T("What does the story card say?"), T("Read it aloud; here only its numbers count.")),
        "alert_cars": (T("Where on the alert track do police cars stand?"), None),
        "start": (T("Where does {seat} begin?", seat=seat), T("Choose a square.")),
    }
    return known[ask.choice]


def _left(ask: ChooseAsk) -> Words | None:
    return P("{n} wound", "{n} wounds", ask.left) if isinstance(ask.left, int) else None


def _play(s: State, answers: Sequence[Answer]) -> tuple[Words, Words | None]:
    now, square = turn(s), here(s)
    seat = SEATS[now.seat]
    if any(isinstance(answer, Fulfil) and answer.task == "final" for answer in answers):
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
