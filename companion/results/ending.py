"""What is kept of a game that has just ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from companion.core.texts import Words, own_name
from companion.games.game import Game
from companion.language import LANGUAGES, Language
from companion.results.finished import Finished, Outcome, Player, Said
from companion.results.people import people_of
from companion.scene.scene import Scene

if TYPE_CHECKING:
    from companion.table.table import Table

PAUSE = 30 * 60
"""Seconds between two answers from which on nobody was playing: they do not count as time played."""


def time_played(times: Sequence[float]) -> float:
    """Seconds between the first and the last of these times, without long pauses, and without a clock that was set."""
    return sum(gap for gap in (b - a for a, b in pairwise(times)) if 0 <= gap < PAUSE)


def result_of(table: Table, game_id: str = "-") -> Finished:
    """What is kept of a game that is over. As a rule its id is for whoever keeps it to give."""
    game, setup, box = table.game, table.setup, table.history.boxes.first
    story, story_name = story_of(game, box.pack, setup.settings)
    has_box = game.rules.bundled_pack is not None
    times, scene = [entry.at for entry in table.log], table.scene()
    return Finished(
        id=game_id,
        game=game.name,
        title=said(game.title),
        box=setup.pack if has_box else "",
        box_name=said(box.name) if has_box else {},
        story=story,
        story_name=said(story_name),
        started=moment(times[0] if times else 0.0),
        ended=moment(times[-1] if times else 0.0),
        seconds=round(time_played(times)),
        outcome=_outcome(scene),
        players=_players(game, box.pack, setup.seats, scene, people_of(table)),
    )


def story_of(game: Game, pack: Any, settings: Mapping[str, str]) -> tuple[str, Words]:
    """The story that is played and what it is called; nothing in a game that has no several."""
    for choice in game.rules.setup_choices(pack):
        if choice.key == "story":
            story = settings.get(choice.key, choice.default)
            return story, dict(choice.values).get(story, story)
    return "", ""


def said(words: Words) -> Said:
    """Words in every language that the companion speaks; nothing of no words."""
    return {code: Language(code).say(words)[:80] for code in LANGUAGES} if words else {}


def moment(at: float) -> str:
    """A Unix time as it is written down."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _outcome(scene: Scene) -> Outcome:
    if scene.ranking:
        return "decided" if any(rank.winner for rank in scene.ranking) else "drawn"
    return {"win": "won", "loss": "lost"}.get(scene.result or "", "drawn")  # type: ignore[return-value]


def _players(game: Game, pack: Any, seats: Sequence[str], scene: Scene, people: Mapping[str, str]) -> list[Player]:
    names = dict(game.rules.seats(pack))
    ranks = {rank.seat: rank for rank in scene.ranking}
    found = []
    for seat in seats:
        rank = ranks.get(seat)
        words = said(names.get(seat, own_name(seat)))
        # A seat that the game has no name for is called as the people in it call themselves.
        name = people.get(seat) or ("" if seat in names else words["en"])
        won = scene.result == "win" if rank is None else rank.winner
        found.append(Player(seat, words, name, won, None if rank is None else _points(rank.value)))
    return found


def _points(value: Words) -> int | None:
    """The number with which it begins, if it does: ``188``, ``−16``, ``32 VP``."""
    first = Language("en").say(value).replace("\u2212", "-").split(" ")[0]
    return int(first) if first.removeprefix("-").isdecimal() else None
