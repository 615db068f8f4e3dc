"""Small studies of the bundled boxes, for testing workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import convert, structs

from companion.chance.simulation import StudyPlan
from companion.chance.study import Study
from companion.chance.workers import ThisProcess, Workers
from companion.games.newyork.content import AnyEffect
from companion.games.registry import load_game
from companion.packs import load_pack

STORY = "wrong_suitcase"
NOTHING_YET = {"op": "remove_mafia", "at": "soho", "n": "all"}
"""On the first card of a story: nothing has come onto the board by then."""
NOBODY_YET = {"op": "heal", "who": "all", "n": 2}
AT_ONCE = {"op": "alert", "n": 2}
BY_HAND = {"op": "note", "text": "Look out of the window."}


def study(count: int, story: str = STORY, players: Sequence[int] = (2, 3), box: Any = None) -> Study:
    """A new study of New York Crisis."""
    game = load_game("newyork")
    return Study(game, box or load_pack(game).pack, [StudyPlan(story, n) for n in players], count)


def small_study(count: int) -> Study:
    """The same with few effects to judge."""
    return study(count, box=with_effects(NOTHING_YET, AT_ONCE, NOBODY_YET))


def played(one: Study) -> Study:
    """A study of which all games are played, and no effect is judged."""
    for _ in one.play(ThisProcess()):
        pass
    return one


def carried_out(one: Study, workers: Workers | None = None) -> Study:
    """A finished study."""
    who = workers or ThisProcess()
    for steps in (one.play(who), one.leave_out(who)):
        for _ in steps:
            pass
    return one


def with_effects(*raw: dict[str, Any]) -> Any:
    """The bundled box of New York Crisis with only these effects, on the first card of its first story."""
    box = load_pack(load_game("newyork")).pack
    first, *others = box.scenarios
    added: list[Any] = [convert(effect, AnyEffect) for effect in raw]
    cards = [structs.replace(card, effects=added if card is first.cards[0] else []) for card in first.cards]
    police = [structs.replace(card, event=structs.replace(card.event, effects=[])) for card in box.police_cards]
    scenarios = [structs.replace(first, cards=cards), *others]
    return structs.replace(box, scenarios=scenarios, police_cards=police)
