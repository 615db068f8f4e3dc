"""The state as facts, views and pieces (wire/newyork.md sections 9 and 10)."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.instructions import Pieces
from companion.games.newyork.rules.story import next_card
from companion.games.newyork.state import Character, InForce, State, Task
from companion.games.newyork.turn.rolls import RollStep


def facts(s: State) -> dict[str, Any]:
    """Wire section 9: all facts; decks are listed by their possible cards."""
    now = s.now
    following = next_card(s)
    return {
        "game": "newyork",
        "pack": s.world.pack.id,
        "scenario": s.world.scenario.id,
        "follow": s.world.options.follow,
        "seats": list(s.world.seats),
        "phase": now.phase,
        "round": now.round,
        "turn": _turn(s),
        "alert": {"at": now.alert, "limit": now.limit, "limit_hit": now.limit_hit},
        "story": {
            "at": now.story,
            "revealed": now.revealed,
            "next": following.position if following is not None else None,
        },
        "mafia_per_turn": now.mafia_per_turn,
        "mafia": {"reserve": now.mafia_reserve, "squares": dict(now.mafia)},
        "fbi": {"supply": now.fbi_supply, "squares": sorted(now.fbi)},
        "cars": {
            "beside": now.cars.beside,
            "waiting": now.cars.waiting,
            "supply": now.cars.supply,
            "squares": dict(now.cars.squares),
            "alert": dict(now.cars.alert),
        },
        "info": {
            "bag": dict(now.info.bag),
            "reserve": dict(now.info.reserve),
            "kept": dict(now.info.kept),
            "squares": {square: dict(tokens) for square, tokens in now.info.squares.items()},
        },
        "items": {
            "supply": dict(now.items.supply),
            "squares": dict(now.items.squares),
            "box": dict(now.items.box),
        },
        "tokens": {square: dict(names) for square, names in now.tokens.items()},
        "decks": {
            name: {"deck": len(deck.pile), "discard": sorted(deck.discard), "display": list(deck.display)}
            for name, deck in (("mafia", now.mafia_deck), ("police", now.police_deck))
        },
        "characters": {seat: _character(character) for seat, character in now.characters.items()},
        "event": msgspec.to_builtins(now.event),
        "effects": [effect_fact(effect) for effect in now.effects],
        "tasks": [task_fact(task) for task in now.tasks],
        "result": dict(now.result) if now.result else None,
        "pieces": pieces(s),
    }


def view(s: State) -> dict[str, Any]:
    """Wire section 9: nothing is secret, so every view has all facts and the visible texts."""
    event = s.now.event
    return {
        **facts(s),
        "texts": {
            "story": [card.text for card in s.world.scenario.cards[: s.now.revealed]],
            "event": s.world.police_cards[event.card].event.text if event else None,
        },
    }


def _turn(s: State) -> dict[str, Any] | None:
    turn = s.now.turn
    if turn is None:
        return None
    if s.world.options.light:
        return {"seat": turn.seat, "step": turn.step}
    top = s.agenda[-1] if s.agenda else None
    return {
        "seat": turn.seat,
        "step": turn.step,
        "actions": turn.actions,
        "steps": turn.steps,
        "moves": turn.moves,
        "bikes": turn.bikes,
        "extra_used": turn.extra_used,
        "fight_open": turn.fight_open,
        "free_subway": turn.free_subway,
        "dealt": dict(turn.dealt),
        "ignored": sorted(turn.ignored),
        "visited": sorted(turn.visited),
        "pool": {name: {"face": die.face, "spent": die.spent} for name, die in turn.pool.items()},
        "rolling": top.dice(s) if isinstance(top, RollStep) else [],
    }


def _character(character: Character) -> dict[str, Any]:
    return {
        "square": character.square,
        "lost": dict(character.lost),
        "wounds": character.wounded,
        "skill": character.skill,
        "played": character.played,
        "items": {"ready": dict(character.ready), "used": dict(character.used)},
    }


def effect_fact(effect: InForce) -> dict[str, Any]:
    """The fact of an effect in force."""
    shown: dict[str, Any] = msgspec.to_builtins(effect)
    return shown


def task_fact(task: Task) -> dict[str, Any]:
    """The fact of a task in force: need, then and else as in the pack."""
    return {
        "id": task.id,
        "square": task.square,
        "need": msgspec.to_builtins(task.need),
        "text": task.text,
        "then": task.raw_then,
        "else": task.raw_otherwise,
        "until": task.until,
        "rule": task.rule,
    }


def pieces(s: State) -> Pieces:
    """Wire section 10: the pieces at each place, without zeros and empty places."""
    now = s.now
    found: Pieces = {}

    def lay(at: str, piece: str, n: int = 1) -> None:
        if n:
            here = found.setdefault(at, {})
            here[piece] = here.get(piece, 0) + n

    for kind, counts in (("mafia", now.mafia), ("car", now.cars.squares), ("fbi", dict.fromkeys(now.fbi, 1))):
        for square, n in counts.items():
            lay(f"square:{square}", kind, n)
    for square, tokens in now.info.squares.items():
        for token, n in tokens.items():
            lay(f"square:{square}", f"info:{token}", n)
    for square, item in now.items.squares.items():
        lay(f"square:{square}", f"item:{item}")
    for square, names in now.tokens.items():
        for name, n in names.items():
            lay(f"square:{square}", f"token:{name}", n)
    for place, bag in (("bag:info", now.info.bag), ("kept:info", now.info.kept)):
        for token, n in bag.items():
            lay(place, f"info:{token}", n)
    for item, n in now.items.box.items():
        lay("box", f"item:{item}", n)
    for seat, character in now.characters.items():
        _lay_hand(lay, seat, character)
    _lay_tracks_and_decks(lay, s)
    return found


def _lay_hand(lay: Any, seat: str, character: Character) -> None:
    at = f"hand:{seat}"
    if character.square is not None:
        lay(f"square:{character.square}", f"figure:{seat}")
    for hand in (character.ready, character.used):
        for item, n in hand.items():
            lay(at, f"item:{item}", n)
    for colour, n in character.lost.items():
        lay(at, f"wound:{colour}", n)
    lay(at, "skill", character.skill)
    lay(at, "wound", character.wounds)


def _lay_tracks_and_decks(lay: Any, s: State) -> None:
    now = s.now
    lay(f"alert:{now.alert}", "marker:alert")
    lay(f"story:{now.story}", "marker:story")
    for position, n in now.cars.alert.items():
        lay(f"alert:{position}", "car", n)
    for index, card in enumerate(s.world.scenario.cards):
        if index < now.revealed:
            lay("display:story", "card:story")
        elif card.position is not None:
            lay(f"story:{card.position}", "card:story")
    lay("beside:police", "car", now.cars.beside)
    lay("deck:police", "car", now.cars.waiting)
    for name, deck in (("mafia", now.mafia_deck), ("police", now.police_deck)):
        for place, cards in (("deck", deck.pile), ("discard", deck.discard), ("display", deck.display)):
            lay(f"{place}:{name}", f"card:{name}", len(cards))


def face_down(s: State) -> Pieces:
    """The items used this round, by hand (R-NYC-86)."""
    return {
        f"hand:{seat}": {f"item:{item}": n for item, n in character.used.items()}
        for seat, character in s.now.characters.items()
        if character.used
    }
